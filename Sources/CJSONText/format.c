// Numbers as text. Doubles by Schubfach (Giulietti, "The Schubfach way to render doubles", 2021): three products with a
// power of ten of 128 bits decide the shortest decimal number in the interval that rounds to the double.

#include <string.h>

#include "CJSONPowers.h"
#include "CJSONText.h"

static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

JT_INLINE size_t count_digits(uint64_t value) {
    static const uint64_t powers[20] = {
        0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
        1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
        1000000000000000000, UINT64_C(10000000000000000000),
    };
    // From the length in bits: 1233 / 4096 is slightly less than the logarithm of 2. The estimate may be one too small.
    unsigned estimate = (64 - (unsigned)__builtin_clzll(value | 1)) * 1233 >> 12;
    return estimate + (value >= powers[estimate]);
}

// Digits of `value`, most significant first; returns how many.
JT_INLINE size_t write_digits(uint64_t value, uint8_t *output) {
    size_t count = count_digits(value), at = count;
    while (value >= 100) {
        size_t pair = (size_t)(value % 100) * 2;
        value /= 100;
        at -= 2;
        memcpy(output + at, pairs + pair, 2);
    }
    if (value >= 10) {
        memcpy(output, pairs + value * 2, 2);
    } else {
        output[0] = (uint8_t)('0' + value);
    }
    return count;
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
static bool shortest(uint64_t fraction, uint32_t biased, decimal *result) {
    uint64_t mantissa = biased != 0 ? fraction | UINT64_C(1) << 52 : fraction;
    int32_t exponent = (biased != 0 ? (int32_t)biased : 1) - 1075;
    if (-exponent >= 0 && -exponent < 53 && (mantissa & ((UINT64_C(1) << -exponent) - 1)) == 0) {
        *result = (decimal){mantissa >> -exponent, 0};
        return true;
    }
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
    if (biased == 0 && fraction == 0) {
        output[0] = '0';
        return sign + 1;
    }
    decimal number;
    if (!shortest(fraction, biased, &number)) return 0;
    while (number.digits % 10 == 0) {
        number.digits /= 10;
        number.exponent++;
    }
    uint8_t digits[2 * DIGITS];
    memset(digits, '0', sizeof digits);
    size_t count = write_digits(number.digits, digits);
    int32_t point = (int32_t)count + number.exponent;
    double magnitude = sign != 0 ? -value : value;
    bool is_scientific = point < -3 || magnitude > 9007199254740992.0;
    return sign + (is_scientific ? write_scientific(digits, count, point - 1, output)
                                 : write_plain(digits, count, point, output));
}
