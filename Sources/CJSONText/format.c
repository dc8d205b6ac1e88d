// Numbers as text. Doubles by Schubfach (Giulietti, "The Schubfach way to render doubles", 2021): three products with a
// power of ten of 128 bits decide the shortest decimal number in the interval that rounds to the double.

#include <string.h>

#include "CJSONPowers.h"
#include "CJSONText.h"

static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

#define ZEROS UINT64_C(0x3030303030303030)

JT_INLINE void store_word(uint8_t *output, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(output, &word, sizeof word);
}

// The eight digits of a value below 10^8, one in each byte, the most significant one in the lowest byte: halves, quarters and
// eighths of the word are divided at once, by multiplication.
JT_INLINE uint64_t eight_digits(uint32_t value) {
    uint64_t word = value / 10000 | (uint64_t)(value % 10000) << 32;
    uint64_t hundreds = ((word * 10486) >> 20) & UINT64_C(0x0000007F0000007F);
    word = hundreds | (word - hundreds * 100) << 16;
    uint64_t tens = ((word * 103) >> 10) & UINT64_C(0x000F000F000F000F);
    return tens | (word - tens * 10) << 8;
}

// Digits of a value below 10^8 without leading zeros; returns how many. Writes eight bytes.
JT_INLINE size_t write_first_digits(uint32_t value, uint8_t *output) {
    uint64_t word = eight_digits(value);
    unsigned zeros = word != 0 ? (unsigned)__builtin_ctzll(word) / 8 : 7;
    store_word(output, (word | ZEROS) >> zeros * 8);
    return 8 - zeros;
}

// Digits of `value`, most significant first; returns how many. Writes up to 24 bytes.
JT_INLINE size_t write_digits(uint64_t value, uint8_t *output) {
    if (JT_LIKELY(value < 100000000)) {
        if (value >= 100) return write_first_digits((uint32_t)value, output);
        memcpy(output, pairs + value * 2 + (value < 10), 2);
        return value < 10 ? 1 : 2;
    }
    uint64_t head = value / 100000000;
    if (JT_LIKELY(head < 100000000)) {
        size_t count = write_first_digits((uint32_t)head, output);
        store_word(output + count, eight_digits((uint32_t)(value % 100000000)) | ZEROS);
        return count + 8;
    }
    size_t count = write_first_digits((uint32_t)(head / 100000000), output);
    store_word(output + count, eight_digits((uint32_t)(head % 100000000)) | ZEROS);
    store_word(output + count + 8, eight_digits((uint32_t)(value % 100000000)) | ZEROS);
    return count + 16;
}

size_t jt_format_integer(uint64_t magnitude, bool negative, uint8_t *output) {
    if (!negative) return write_digits(magnitude, output);
    output[0] = '-';
    return 1 + write_digits(magnitude, output + 1);
}

// floor(value · power / 2^128), with the last bit set if anything was cut off.
JT_INLINE uint64_t round_to_odd(const uint64_t power[2], uint64_t value) {
    unsigned __int128 low = (unsigned __int128)power[1] * value;
    unsigned __int128 high = (unsigned __int128)power[0] * value + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

typedef struct {
    uint64_t digits;
    int32_t exponent;
} decimal;

// The shortest decimal for mantissa · 2^exponent; false if the table lacks the power.
static __attribute__((noinline)) bool shortest(uint64_t fraction, uint32_t biased, decimal *result) {
    uint64_t mantissa = biased != 0 ? fraction | UINT64_C(1) << 52 : fraction;
    int32_t exponent = (biased != 0 ? (int32_t)biased : 1) - 1075;
    bool even = (mantissa & 1) == 0;
    // Below a power of two the neighbour is nearer.
    bool is_closer = fraction == 0 && biased > 1;
    int32_t k = (exponent * 1262611 - (is_closer ? 524031 : 0)) >> 22;
    if (-k > JT_POWER_MAX) return false;
    const uint64_t *entry = jt_powers_of_five[-k - JT_POWER_MIN];
    // Rounded up where the table cuts off.
    uint64_t power[2] = {entry[0], entry[1]};
    if (-k > 55 && ++power[1] == 0) power[0]++;
    int32_t shift = exponent + ((-k * 1741647) >> 19) + 1;
    uint64_t below = round_to_odd(power, (4 * mantissa - 2 + is_closer) << shift) + !even;
    uint64_t value = round_to_odd(power, (4 * mantissa) << shift);
    uint64_t above = round_to_odd(power, (4 * mantissa + 2) << shift) - !even;
    uint64_t digits = value / 4;
    if (digits >= 10) {
        uint64_t fewer = digits / 10;
        bool lower = below <= 40 * fewer, upper = 40 * fewer + 40 <= above;
        if (lower != upper) {
            *result = (decimal){fewer + upper, k + 1};
            return true;
        }
    }
    bool lower = below <= 4 * digits, upper = 4 * digits + 4 <= above;
    uint64_t middle = 4 * digits + 2;
    bool up = lower != upper ? upper : value > middle || (value == middle && (digits & 1) != 0);
    *result = (decimal){digits + up, k};
    return true;
}

// The shortest decimal by one product in place of three, for doubles that have neighbours at the same distance: the scaled value with 64
// bits after its point says which multiples of ten and of one are nearer than half of that distance. False if any of these
// comparisons is closer than the error of the product, of less than 2^-62, or if the double is another one.
JT_INLINE bool shortest_by_one_product(uint64_t fraction, uint32_t biased, decimal *result) {
    if (fraction == 0 || biased == 0) return false;
    uint64_t mantissa = fraction | UINT64_C(1) << 52;
    int32_t exponent = (int32_t)biased - 1075;
    int32_t k = (exponent * 1262611) >> 22;
    if (-k > JT_POWER_MAX) return false;
    const uint64_t *power = jt_powers_of_five[-k - JT_POWER_MIN];
    int32_t shift = exponent + ((-k * 1741647) >> 19) + 1;  // 1 to 4
    uint64_t scaled = mantissa << shift;
    unsigned __int128 product =
        (unsigned __int128)power[0] * scaled + (uint64_t)(((unsigned __int128)power[1] * scaled) >> 64);
    uint64_t whole = (uint64_t)(product >> 64), part = (uint64_t)product;
    uint64_t tens = whole / 10, last = whole - tens * 10;
    // With 60 bits after the point.
    uint64_t above_ten = last << 60 | part >> 4;
    uint64_t half = power[0] >> (5 - shift);
    uint64_t below_ten = (UINT64_C(10) << 60) - above_ten;
    const uint64_t error = 8;
    if (above_ten - half + error <= 2 * error || below_ten - half + error <= 2 * error
        || part - (UINT64_C(1) << 63) + error <= 2 * error)
        return false;
    if (above_ten < half) {
        *result = (decimal){tens * 10, k};
    } else if (below_ten < half) {
        *result = (decimal){tens * 10 + 10, k};
    } else {
        *result = (decimal){whole + (part >> 63), k};
    }
    return true;
}

// The number of zero bytes before the lowest byte that is not zero, counted from the highest byte. `word` is not zero.
JT_INLINE unsigned last_zeros(uint64_t word) { return (unsigned)__builtin_clzll(word) / 8; }

// Digits of a decimal that has at most 17 and is not zero, without zeros at its end. Writes up to 24 bytes. Returns how many
// digits there are, and sets `point` to the number of digits before the point.
JT_INLINE size_t write_decimal(decimal number, uint8_t *output, int32_t *point) {
    if (JT_UNLIKELY(number.digits < UINT64_C(1000000000000000))) {
        // Rare: subnormal.
        while (number.digits % 10 == 0) {
            number.digits /= 10;
            number.exponent++;
        }
        size_t count = write_digits(number.digits, output);
        *point = (int32_t)count + number.exponent;
        return count;
    }
    *point = number.exponent + 17;
    while (number.digits < UINT64_C(10000000000000000)) {
        number.digits *= 10;
        --*point;
    }
    uint64_t head = number.digits / 100000000;
    uint32_t low = (uint32_t)(number.digits - head * 100000000);
    uint32_t first = (uint32_t)(head / 100000000);
    uint32_t high = (uint32_t)(head - (uint64_t)first * 100000000);
    output[0] = (uint8_t)('0' + first);
    uint64_t word = eight_digits(high);
    store_word(output + 1, word | ZEROS);
    if (low == 0) return high == 0 ? 1 : 9 - last_zeros(word);
    word = eight_digits(low);
    store_word(output + 9, word | ZEROS);
    return 17 - last_zeros(word);
}

// The maximum number of digits of a double. Copying this constant number is cheaper than copying the exact one.
#define DIGITS 20

// Writes `0.` and digits, digits and zeros, or digits with a decimal point among them. `point`: digits before the point. The
// digits are followed by zeros, up to twice `DIGITS` bytes in total; `output` has room for the excess bytes.
JT_INLINE size_t write_plain(const uint8_t *digits, size_t count, int32_t point, uint8_t *output) {
    if (point <= 0) {
        size_t zeros = (size_t)-point;
        memcpy(output, "0.000", 5);
        memcpy(output + 2 + zeros, digits, DIGITS);
        return 2 + zeros + count;
    }
    size_t before = (size_t)point;
    memcpy(output, digits, DIGITS);
    if (count <= before) return before;
    output[before] = '.';
    memcpy(output + before + 1, digits + before, DIGITS);
    return count + 1;
}

static size_t write_scientific(const uint8_t *digits, size_t count, int32_t power, uint8_t *output) {
    size_t at = 0;
    output[at++] = digits[0];
    if (count > 1) {
        output[at++] = '.';
        memcpy(output + at, digits + 1, count - 1);
        at += count - 1;
    }
    output[at++] = 'e';
    output[at++] = power < 0 ? '-' : '+';
    uint32_t magnitude = (uint32_t)(power < 0 ? -power : power);
    if (magnitude >= 100) {
        output[at++] = (uint8_t)('0' + magnitude / 100);
        magnitude %= 100;
    }
    memcpy(output + at, pairs + magnitude * 2, 2);
    return at + 2;
}

size_t jt_format_double(double value, uint8_t *output) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    uint32_t biased = (uint32_t)(bits >> 52) & 0x7FF;
    if (biased == 0x7FF) return 0;
    size_t sign = bits >> 63;
    if (sign != 0) output[0] = '-';
    output += sign;
    double magnitude = sign != 0 ? -value : value;
    if (magnitude <= 9007199254740992.0 && magnitude == (double)(int64_t)magnitude) {
        return sign + write_digits((uint64_t)magnitude, output);
    }
    decimal number;
    if (!shortest_by_one_product(fraction, biased, &number) && !shortest(fraction, biased, &number)) return 0;
    uint8_t digits[2 * DIGITS];
    memset(digits, '0', sizeof digits);
    int32_t point;
    size_t count = write_decimal(number, digits, &point);
    bool is_scientific = point < -3 || magnitude > 9007199254740992.0;
    return sign + (is_scientific ? write_scientific(digits, count, point - 1, output)
                                 : write_plain(digits, count, point, output));
}

// The maximum number of bytes that a number takes or writes beyond its end, with a comma.
#define NUMBER_BYTES 48
// So many numbers have their memory reserved at once.
#define NUMBERS 256

size_t jt_text_doubles(jt_text *text, const double *values, size_t count) {
    size_t i = 0;
    while (i < count) {
        size_t end = count - i < NUMBERS ? count : i + NUMBERS;
        if (!jt_text_reserve(text, (end - i) * NUMBER_BYTES)) return SIZE_MAX;
        uint8_t *output = text->bytes + text->count;
        for (; i < end; i++) {
            size_t written = jt_format_double(values[i], output);
            if (written == 0) break;
            output[written] = ',';
            output += written + 1;
        }
        text->count = (size_t)(output - text->bytes);
        if (i < end) break;
    }
    return i;
}

bool jt_text_integers(jt_text *text, const int64_t *values, size_t count) {
    size_t i = 0;
    while (i < count) {
        size_t end = count - i < NUMBERS ? count : i + NUMBERS;
        if (!jt_text_reserve(text, (end - i) * NUMBER_BYTES)) return false;
        uint8_t *output = text->bytes + text->count;
        for (; i < end; i++) {
            bool negative = values[i] < 0;
            uint64_t magnitude = negative ? -(uint64_t)values[i] : (uint64_t)values[i];
            output += jt_format_integer(magnitude, negative, output);
            *output++ = ',';
        }
        text->count = (size_t)(output - text->bytes);
    }
    return true;
}
