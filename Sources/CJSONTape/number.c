// Numbers: the grammar of RFC 8259 section 6. A number is read once into a decimal significand and exponent, and converted
// to the nearest Double without reading the text again.

#include "CJSONPowers.h"
#include "tokens.h"

#define JT_SIGNIFICANT_DIGITS 19  // 10^19 - 1 fits 64 bits
// Exponents are read up to this value: far more than the digits of any document (2^40 bytes) can compensate, and far less
// than 64 bits hold.
#define JT_EXPONENT_CAP INT64_C(100000000000000)

JT_INLINE bool is_digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }

#ifdef JT_EIGHT_DIGITS
JT_INLINE bool are_eight_digits(uint64_t word) {
    return ((word & UINT64_C(0xF0F0F0F0F0F0F0F0))
            | (((word + UINT64_C(0x0606060606060606)) & UINT64_C(0xF0F0F0F0F0F0F0F0)) >> 4))
        == UINT64_C(0x3333333333333333);
}
#endif

// Adds a run of digits to the significand. `exponent` is incremented for each digit that does not fit (integer part), or
// decremented for each one that does (fraction).
JT_INLINE size_t read_digits(
    const uint8_t *text, size_t i, size_t end, uint64_t *significand, int *digits, int64_t *exponent, bool *dropped,
    bool fraction
) {
    // Zeros before the first other digit are not significant.
    while (fraction && *significand == 0 && i < end && text[i] == '0') {
        *exponent -= 1;
        i++;
    }
#ifdef JT_EIGHT_DIGITS
    while (end - i >= 8 && *digits <= JT_SIGNIFICANT_DIGITS - 8) {
        uint64_t word = jt_load64(text + i);
        if (!are_eight_digits(word)) break;
        *significand = *significand * 100000000 + jt_eight_digits(word - UINT64_C(0x3030303030303030));
        if (*significand != 0) *digits += 8;
        if (fraction) *exponent -= 8;
        i += 8;
    }
#endif
    for (; i < end && is_digit(text[i]); i++) {
        uint8_t digit = (uint8_t)(text[i] - '0');
        if (JT_LIKELY(*digits < JT_SIGNIFICANT_DIGITS)) {
            *significand = *significand * 10 + digit;
            if (*significand != 0) *digits += 1;
            if (fraction) *exponent -= 1;
        } else {
            if (digit != 0) *dropped = true;
            if (!fraction) *exponent += 1;
        }
    }
    return i;
}

JT_INLINE bool scan(const uint8_t *text, size_t *cursor, size_t end, jt_slot *slot, bool relaxed) {
    size_t i = *cursor;
    uint32_t flags = JT_NUMBER | JT_INTEGER;
    uint64_t significand = 0;
    int64_t exponent = 0;
    int digits = 0;
    bool dropped = false;
    if (i < end && text[i] == '-') {
        flags |= JT_NEGATIVE;
        i++;
    } else if (relaxed && i < end && text[i] == '+') {
        i++;
    }
    *cursor = i;
    bool no_whole = relaxed && end - i > 1 && text[i] == '.' && is_digit(text[i + 1]);
    if (!no_whole && (i >= end || !is_digit(text[i]))) return false;
    if (no_whole) {
        // The point follows.
    } else if (text[i] == '0') {
        i++;
    } else {
        i = read_digits(text, i, end, &significand, &digits, &exponent, &dropped, false);
    }
    if (i < end && text[i] == '.') {
        flags &= ~(uint32_t)JT_INTEGER;
        i++;
        *cursor = i;
        if (!relaxed && (i >= end || !is_digit(text[i]))) return false;
        i = read_digits(text, i, end, &significand, &digits, &exponent, &dropped, true);
    }
    if (i < end && (text[i] | 0x20) == 'e') {
        flags &= ~(uint32_t)JT_INTEGER;
        i++;
        bool down = i < end && text[i] == '-';
        if (i < end && (text[i] == '-' || text[i] == '+')) i++;
        *cursor = i;
        if (i >= end || !is_digit(text[i])) return false;
        int64_t written = 0;
        for (; i < end && is_digit(text[i]); i++) {
            if (written < JT_EXPONENT_CAP) written = written * 10 + (text[i] - '0');
        }
        exponent += down ? -written : written;
    }
    *cursor = i;
    if (significand == 0) exponent = 0;
    if (dropped) flags |= JT_INEXACT;
    if (exponent <= INT16_MIN || exponent > INT16_MAX) {
        exponent = JT_NO_EXPONENT;
        flags |= JT_INEXACT;
    }
    slot->head = (uint64_t)(uint16_t)(int16_t)exponent << 8 | flags;
    slot->body = significand;
    return true;
}

bool jt_number_scan(const uint8_t *text, size_t *cursor, size_t end, jt_slot *slot) {
    return scan(text, cursor, end, slot, false);
}

bool jt_number_scan_relaxed(const uint8_t *text, size_t *cursor, size_t end, jt_slot *slot) {
    return scan(text, cursor, end, slot, true);
}

bool jt_number_parse(const uint8_t *text, size_t length, jt_slot *slot) {
    size_t cursor = 0;
    return jt_number_scan(text, &cursor, length, slot) && cursor == length;
}

size_t jt_number_length(const uint8_t *text, size_t available) {
    size_t i = 0;
#if defined(__SSE2__)
    for (; available - i >= 16; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
        // '+' to '9' but for ',' and '/'; bytes beyond ASCII are negative.
        __m128i within = _mm_and_si128(
            _mm_cmpgt_epi8(bytes, _mm_set1_epi8('+' - 1)), _mm_cmpgt_epi8(_mm_set1_epi8('9' + 1), bytes));
        __m128i other = _mm_or_si128(
            _mm_cmpeq_epi8(bytes, _mm_set1_epi8(',')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('/')));
        __m128i exponent = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8('e'));
        unsigned found = (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_andnot_si128(other, within), exponent));
        if (found != 0xFFFF) return i + (size_t)__builtin_ctz(~found);
    }
#endif
    while (i < available && jt_is_number_byte(text[i])) i++;
    return i;
}

size_t jt_number_extent(const uint8_t *text, size_t available) {
    size_t i = 0;
    while (i < available && (jt_is_number_byte(text[i]) || (uint8_t)((text[i] | 0x20) - 'a') < 26)) i++;
    return i;
}

// ---------------------------------------------------------------------------------------------------------------

#define JT_MANTISSA_BITS 52
#define JT_INFINITE_POWER 0x7FF

typedef struct jt_binary {
    uint64_t mantissa;
    int32_t power;  // biased; JT_INFINITE_POWER for too large
} jt_binary;

// The nearest Double to significand × 10^exponent by one or two 64-bit multiplications (Lemire 2021, section 5).
// False: the product is too close to a boundary to decide. `significand` is not zero.
JT_INLINE bool nearest(uint64_t significand, int32_t exponent, jt_binary *result) {
    if (exponent < JT_POWER_MIN) {
        *result = (jt_binary){0, 0};
        return true;
    }
    if (exponent > JT_POWER_MAX) {
        *result = (jt_binary){0, JT_INFINITE_POWER};
        return true;
    }
    int shift = __builtin_clzll(significand);
    uint64_t normal = significand << shift;
    const uint64_t *power = jt_powers_of_five[exponent - JT_POWER_MIN];
    unsigned __int128 product = (unsigned __int128)normal * power[0];
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    const uint64_t undecided = UINT64_MAX >> (JT_MANTISSA_BITS + 3);
    if ((high & undecided) == undecided) {
        uint64_t more = (uint64_t)(((unsigned __int128)normal * power[1]) >> 64);
        low += more;
        if (low < more) high++;
    }
    if (low == UINT64_MAX && (exponent < -27 || exponent > 55)) return false;

    int upper = (int)(high >> 63);
    int discarded = upper + 64 - JT_MANTISSA_BITS - 3;
    uint64_t mantissa = high >> discarded;
    // floor(exponent × log2(10)) + 63, exact in this range
    int32_t binary = ((217706 * exponent) >> 16) + 63 + upper - shift + 1023;
    if (binary <= 0) {
        // Subnormal, or zero.
        if (1 - binary >= 64) {
            *result = (jt_binary){0, 0};
            return true;
        }
        mantissa >>= 1 - binary;
        mantissa += mantissa & 1;
        mantissa >>= 1;
        *result = (jt_binary){mantissa, mantissa < (UINT64_C(1) << JT_MANTISSA_BITS) ? 0 : 1};
        result->mantissa &= ~(UINT64_C(1) << JT_MANTISSA_BITS);
        return true;
    }
    // Exactly half-way is possible only where 5^exponent fits the word: then to even.
    if (low <= 1 && exponent >= -4 && exponent <= 23 && (mantissa & 3) == 1 && mantissa << discarded == high) {
        mantissa &= ~UINT64_C(1);
    }
    mantissa += mantissa & 1;
    mantissa >>= 1;
    if (mantissa >= UINT64_C(2) << JT_MANTISSA_BITS) {
        mantissa = UINT64_C(1) << JT_MANTISSA_BITS;
        binary++;
    }
    mantissa &= ~(UINT64_C(1) << JT_MANTISSA_BITS);
    *result = binary >= JT_INFINITE_POWER ? (jt_binary){0, JT_INFINITE_POWER} : (jt_binary){mantissa, binary};
    return true;
}

static __attribute__((noinline)) bool nearest_to(uint64_t significand, int32_t exponent, jt_binary *result) {
    return nearest(significand, exponent, result);
}

static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

JT_INLINE double with_sign(double value, bool negative) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits |= (uint64_t)negative << 63;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

jt_rounding jt_number_double(const jt_slot *slot, double *result) {
    uint64_t significand = slot->body;
    int32_t exponent = (int16_t)(slot->head >> JT_AUX_SHIFT);
    bool negative = (slot->head & JT_NEGATIVE) != 0;
    if (significand == 0 && (slot->head & JT_INEXACT) == 0) {
        *result = negative ? -0.0 : 0.0;
        return JT_ROUNDED;
    }
    if ((slot->head & JT_NOT_FINITE) != 0 || exponent == JT_NO_EXPONENT || significand == 0) return JT_UNDECIDED;
    // Both factors exact: one rounding, so the result is right (Clinger 1990).
    if (significand <= UINT64_C(1) << 53 && exponent >= -22 && exponent <= 22 && (slot->head & JT_INEXACT) == 0) {
        double value = (double)significand;
        value = exponent < 0 ? value / powers_of_ten[-exponent] : value * powers_of_ten[exponent];
        *result = with_sign(value, negative);
        return JT_ROUNDED;
    }
    jt_binary binary;
    if (!nearest(significand, exponent, &binary)) return JT_UNDECIDED;
    if ((slot->head & JT_INEXACT) != 0) {
        // Digits were dropped: the number lies between these two.
        jt_binary above;
        if (significand == UINT64_MAX || !nearest_to(significand + 1, exponent, &above)) return JT_UNDECIDED;
        if (above.mantissa != binary.mantissa || above.power != binary.power) return JT_UNDECIDED;
    }
    if (binary.power == JT_INFINITE_POWER) return JT_OUT_OF_RANGE;
    if (binary.power == 0 && binary.mantissa == 0) return JT_OUT_OF_RANGE;
    uint64_t bits = binary.mantissa | (uint64_t)binary.power << JT_MANTISSA_BITS | (uint64_t)negative << 63;
    memcpy(result, &bits, sizeof bits);
    return JT_ROUNDED;
}

size_t jt_numbers_double(const jt_slot *slots, size_t count, double *results) {
    const uint64_t flags = 0xF | JT_INEXACT | JT_NOT_FINITE;
    for (size_t i = 0; i < count; i++) {
        uint64_t head = slots[i].head, significand = slots[i].body;
        // Other kinds of tokens, and what jt_number_double decides in more steps.
        if ((head & flags) != JT_NUMBER) return i;
        int32_t exponent = (int16_t)(head >> JT_AUX_SHIFT);
        double value;
        if (significand <= UINT64_C(1) << 53 && exponent >= -22 && exponent <= 22) {
            value = (double)(int64_t)significand;
            value = exponent <= 0 ? value / powers_of_ten[-exponent] : value * powers_of_ten[exponent];
        } else {
            // Not zero, which has the exponent 0.
            jt_binary binary;
            if (!nearest(significand, exponent, &binary)) return i;
            if (binary.power == JT_INFINITE_POWER || (binary.power == 0 && binary.mantissa == 0)) return i;
            uint64_t bits = binary.mantissa | (uint64_t)binary.power << JT_MANTISSA_BITS;
            memcpy(&value, &bits, sizeof bits);
        }
        results[i] = with_sign(value, (head & JT_NEGATIVE) != 0);
    }
    return count;
}
