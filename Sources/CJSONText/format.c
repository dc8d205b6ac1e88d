// Numbers as text. Doubles by Schubfach (Giulietti, "The Schubfach way to render doubles", 2021): three products with a
// power of ten of 128 bits decide the shortest decimal number in the interval that rounds to the double.

#include <string.h>

#include "CJSONPowers.h"
#include "CJSONText.h"
#include "CJSONVectors.h"

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
// comparisons is closer than the error of the product, of less than 2^-62. The double is not subnormal, and the table has its power.
// The result has 16 or 17 digits.
JT_INLINE bool shortest_by_one_product(uint64_t fraction, uint32_t biased, decimal *result) {
    if (fraction == 0) return false;
    uint64_t mantissa = fraction | UINT64_C(1) << 52;
    int32_t exponent = (int32_t)biased - 1075;
    int32_t k = (exponent * 1262611) >> 22;
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
    // Without branches: which of the three it is cannot be predicted.
    uint64_t is_below = -(uint64_t)(above_ten < half), is_above = -(uint64_t)(below_ten < half);
    uint64_t change = (~(is_below | is_above) & (last + (part >> 63))) | (is_above & 10);
    *result = (decimal){whole - last + change, k};
    return true;
}

// The number of zero bytes before the lowest byte that is not zero, counted from the highest byte. `word` is not zero.
JT_INLINE unsigned last_zeros(uint64_t word) { return (unsigned)__builtin_clzll(word) / 8; }

// The digits of two values below 10^8, in the order in which they are written: eight in each word, the first one in its lowest byte.
typedef struct {
    uint64_t first, second;
} sixteen_digits;

JT_INLINE sixteen_digits split_digits(uint32_t high, uint32_t low) {
#if defined(__SSE2__)
    // Both values at once, as in `eight_digits`.
    __m128i values = _mm_set_epi64x((int64_t)low, (int64_t)high);
    __m128i fours = _mm_srli_epi64(_mm_mul_epu32(values, _mm_set1_epi64x(0xD1B71759)), 45);
    __m128i rest = _mm_sub_epi32(values, _mm_mul_epu32(fours, _mm_set1_epi64x(10000)));
    fours = _mm_or_si128(fours, _mm_slli_epi64(rest, 32));
    __m128i hundreds = _mm_srli_epi32(_mm_mulhi_epu16(fours, _mm_set1_epi32(5243)), 3);
    rest = _mm_sub_epi32(fours, _mm_mullo_epi16(hundreds, _mm_set1_epi32(100)));
    __m128i twos = _mm_or_si128(hundreds, _mm_slli_epi32(rest, 16));
    __m128i tens = _mm_mulhi_epu16(twos, _mm_set1_epi16(6554));
    rest = _mm_sub_epi16(twos, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
    __m128i digits = _mm_or_si128(tens, _mm_slli_epi16(rest, 8));
    return (sixteen_digits){
        (uint64_t)_mm_cvtsi128_si64(digits), (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(digits, digits))};
#else
    return (sixteen_digits){eight_digits(high), eight_digits(low)};
#endif
}

// How a number is written.
typedef enum {
    // With at most seven digits before the point, and at most three zeros after it.
    PLAIN,
    // With more digits before the point.
    LARGE,
    SCIENTIFIC,
    INTEGER,
} number_form;

// A number that is ready to be written.
typedef struct {
    // Seventeen digits, as characters, of which the last ones may be zeros; or an integer.
    sixteen_digits others;
    uint8_t leading;
    bool is_negative;
    uint8_t form;
    // The number of digits without zeros at the end.
    uint32_t count;
    // The number of digits before the point.
    int32_t point;
} number_text;

// Sets the digits to those of a decimal that has 16 or 17.
JT_INLINE void set_digits(number_text *text, decimal number) {
    // Without a branch, which could not be predicted.
    bool is_short = number.digits < UINT64_C(10000000000000000);
    number.digits *= is_short ? 10 : 1;
    text->point = number.exponent + 17 - is_short;
    uint64_t head = number.digits / 100000000;
    uint32_t low = (uint32_t)(number.digits - head * 100000000);
    uint32_t leading = (uint32_t)(head / 100000000);
    sixteen_digits others = split_digits((uint32_t)(head - (uint64_t)leading * 100000000), low);
    if (JT_LIKELY(low != 0)) {
        text->count = 17 - last_zeros(others.second);
    } else {
        text->count = others.first != 0 ? 9 - last_zeros(others.first) : 1;
    }
    text->leading = (uint8_t)('0' + leading);
    text->others = (sixteen_digits){others.first | ZEROS, others.second | ZEROS};
}

// The table has the powers for the doubles with this exponent and larger ones.
#define FIRST_BY_ONE_PRODUCT 100

// Prepares any number; false if it has to be written in another way, or is not finite.
static __attribute__((noinline)) bool prepare_any(double value, number_text *text) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    uint32_t biased = (uint32_t)(bits >> 52) & 0x7FF;
    if (biased == 0x7FF) return false;
    text->is_negative = bits >> 63;
    double magnitude = text->is_negative ? -value : value;
    if (magnitude <= 9007199254740992.0 && magnitude == (double)(int64_t)magnitude) {
        text->others.first = (uint64_t)magnitude;
        text->form = INTEGER;
        return true;
    }
    decimal number;
    bool is_known = biased >= FIRST_BY_ONE_PRODUCT && shortest_by_one_product(fraction, biased, &number);
    if (!is_known && !shortest(fraction, biased, &number)) return false;
    // Fewer digits are rare.
    while (number.digits < UINT64_C(1000000000000000)) {
        number.digits *= 10;
        number.exponent--;
    }
    set_digits(text, number);
    text->form = text->point < -3 || magnitude > 9007199254740992.0 ? SCIENTIFIC : text->point > 7 ? LARGE : PLAIN;
    return true;
}

// The exponents of numbers from 2^-12 to 2^23, which are written plainly.
#define FIRST_PLAIN (1023 - 12)
#define LAST_PLAIN (1023 + 22)

// Prepares a number; false if it has to be written in another way, or is not finite.
JT_INLINE bool prepare(double value, number_text *text) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t biased = (uint32_t)(bits >> 52) & 0x7FF;
    decimal number;
    // If there is no fraction, the shifted bits are zero. Those of numbers below one include a part of the exponent.
    if (biased - FIRST_PLAIN > LAST_PLAIN - FIRST_PLAIN || bits << (biased - FIRST_PLAIN) == 0
        || !shortest_by_one_product(bits & ((UINT64_C(1) << 52) - 1), biased, &number))
        return prepare_any(value, text);
    text->is_negative = bits >> 63;
    text->form = PLAIN;
    set_digits(text, number);
    return true;
}

JT_INLINE void store_digits(const number_text *text, uint8_t *output) {
    output[0] = text->leading;
    store_word(output + 1, text->others.first);
    store_word(output + 9, text->others.second);
}

// Writes `0.` and digits, digits and zeros, or digits with a decimal point among them. Up to 24 bytes are written.
JT_INLINE size_t write_plain(const number_text *text, uint8_t *output) {
    if (text->point <= 0) {
        size_t zeros = (size_t)-text->point;
        memcpy(output, "0.000", 5);
        store_digits(text, output + 2 + zeros);
        return 2 + zeros + text->count;
    }
    size_t before = (size_t)text->point;
    // All digits one byte further on, and then, in one word, those before the point, the point, and those that follow it.
    store_digits(text, output + 1);
    unsigned shift = (unsigned)before * 8;
    uint64_t word = text->others.first << 8 | text->leading;
    uint64_t is_before = (UINT64_C(1) << shift) - 1;
    uint64_t after = word << 8 & ~(is_before << 8 | 0xFF);
    store_word(output, (word & is_before) | (uint64_t)'.' << shift | after);
    return text->count > before ? text->count + 1 : before;
}

static size_t write_large(const number_text *text, uint8_t *output) {
    size_t before = (size_t)text->point, count = text->count;
    uint8_t digits[17];
    store_digits(text, digits);
    memset(output, '0', before);
    memcpy(output, digits, count < before ? count : before);
    if (count <= before) return before;
    output[before] = '.';
    memcpy(output + before + 1, digits + before, count - before);
    return count + 1;
}

static size_t write_scientific(const number_text *text, uint8_t *output) {
    store_digits(text, output + 1);
    output[0] = text->leading;
    output[1] = '.';
    size_t at = text->count > 1 ? text->count + 1 : 1;
    int32_t power = text->point - 1;
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

static __attribute__((noinline)) size_t write_other(const number_text *text, uint8_t *output) {
    if (text->form == INTEGER) return write_digits(text->others.first, output);
    return text->form == LARGE ? write_large(text, output) : write_scientific(text, output);
}

JT_INLINE size_t write_number(const number_text *text, uint8_t *output) {
    size_t sign = text->is_negative;
    output[0] = '-';
    return sign + (text->form == PLAIN ? write_plain(text, output + sign) : write_other(text, output + sign));
}

size_t jt_format_double(double value, uint8_t *output) {
    number_text text;
    return prepare(value, &text) ? write_number(&text, output) : 0;
}

// The maximum number of bytes that a number takes or writes beyond its end, with a comma.
#define NUMBER_BYTES 48
// So many numbers have their memory reserved at once.
#define NUMBERS 256
// So many doubles are prepared before they are written. Were each written at once, the processor would not work on the next one
// meanwhile: what that reads from memory might be what is written, as long as its address depends on the number of digits.
#define PREPARED 16

size_t jt_text_doubles(jt_text *text, const double *values, size_t count) {
    size_t done = 0;
    while (done < count) {
        number_text numbers[PREPARED];
        size_t limit = count - done < PREPARED ? count - done : PREPARED, ready = 0;
        while (ready < limit && prepare(values[done + ready], &numbers[ready])) ready++;
        if (!jt_text_reserve(text, PREPARED * NUMBER_BYTES)) return SIZE_MAX;
        uint8_t *output = text->bytes + text->count;
        for (size_t i = 0; i < ready; i++) {
            output += write_number(&numbers[i], output);
            *output++ = ',';
        }
        text->count = (size_t)(output - text->bytes);
        done += ready;
        if (ready < limit) break;
    }
    return done;
}

size_t jt_text_double_arrays(jt_text *text, const double *values, const uint8_t *counts, size_t arrays) {
    number_text numbers[JT_ARRAY_BATCH];
    size_t total = 0, ready = 0;
    for (size_t i = 0; i < arrays; i++) total += counts[i];
    if (total > JT_ARRAY_BATCH || !jt_text_reserve(text, total * NUMBER_BYTES + arrays * 3 + NUMBER_BYTES)) return SIZE_MAX;
    while (ready < total && prepare(values[ready], &numbers[ready])) ready++;
    uint8_t *output = text->bytes + text->count;
    size_t done = 0, next = 0;
    for (; done < arrays && next + counts[done] <= ready; done++) {
        *output++ = '[';
        for (size_t end = next + counts[done]; next < end; next++) {
            output += write_number(&numbers[next], output);
            *output++ = ',';
        }
        // The end replaces the last comma.
        output -= counts[done] != 0;
        output[0] = ']';
        output[1] = ',';
        output += 2;
    }
    text->count = (size_t)(output - text->bytes);
    return done;
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
