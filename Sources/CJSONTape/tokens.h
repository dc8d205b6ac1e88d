// Fast paths for tokens and the space between them, inlined into the scanners, for where enough bytes are available. Each
// gives the same result as the general code in strings.c and number.c, which handles what a fast path does not.

#ifndef CJSONTAPE_TOKENS_H
#define CJSONTAPE_TOKENS_H

#include "CJSONVectors.h"
#include "internal.h"

#ifdef JT_VECTOR

#if defined(__SSE2__)
// One bit for each of the 16 bytes that is special in a string: quote, backslash, control or not ASCII.
JT_INLINE unsigned jt_special_bytes(const uint8_t *p) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    // A signed comparison: bytes from 0x80 are negative and so below the space as well.
    __m128i found = _mm_or_si128(
        _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)),
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
    return (unsigned)_mm_movemask_epi8(found);
}
#endif

// How many of the 16 bytes precede the first one that is special in a string.
JT_INLINE size_t jt_plain_bytes(const uint8_t *p) {
#if defined(__SSE2__)
    return (size_t)__builtin_ctz(jt_special_bytes(p) | 0x10000);
#else
    uint8x16_t bytes = vld1q_u8(p);
    uint64_t found = jt_narrowed(vorrq_u8(
        vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(0x20)),
        vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('"')), vceqq_u8(bytes, vdupq_n_u8('\\')))));
    return found == 0 ? 16 : (size_t)(__builtin_ctzll(found) >> 2);
#endif
}

// jt_plain_bytes for 32 bytes.
JT_INLINE size_t jt_more_plain_bytes(const uint8_t *p) {
#if defined(__SSE2__)
    uint64_t special = jt_special_bytes(p) | (uint64_t)jt_special_bytes(p + 16) << 16;
    return (size_t)__builtin_ctzll(special | UINT64_C(1) << 32);
#else
    size_t run = jt_plain_bytes(p);
    return run < 16 ? run : 16 + jt_plain_bytes(p + 16);
#endif
}

// The first byte from `p` that is special in a string, or the last ones before `end`. At least 16 bytes are available.
JT_INLINE const uint8_t *jt_skip_plain(const uint8_t *p, const uint8_t *end) {
    // Keys are short, and values either short or much longer. Each step adds a constant, so that the processor need not wait for
    // the bytes of one before it reads the next.
    size_t run = jt_plain_bytes(p);
    if (run < JT_VECTOR) return p + run;
    p += JT_VECTOR;
    while (end - p >= 2 * JT_VECTOR) {
        run = jt_more_plain_bytes(p);
        if (run < 2 * JT_VECTOR) return p + run;
        p += 2 * JT_VECTOR;
    }
    return p;
}
#endif

// The kind of the literal that begins with `first`: true, false or null.
JT_INLINE uint32_t jt_literal_kind(uint8_t first) {
    return first == 't' ? JT_TRUE : first == 'f' ? JT_FALSE : JT_NULL;
}

// The byte after the literal that begins at `p` with t, f or n, or NULL if it is misspelled. Reads 5 bytes.
JT_INLINE const uint8_t *jt_literal_end(const uint8_t *p) {
    // A branch, so that the length is a constant (Docs/Decisions/0026).
    if (JT_UNLIKELY(*p == 'f')) return memcmp(p + 1, "alse", 4) == 0 ? p + 5 : NULL;
    return memcmp(p, *p == 't' ? "true" : "null", 4) == 0 ? p + 4 : NULL;
}

// Eight ASCII digits at once (little-endian words only).
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define JT_EIGHT_DIGITS 1

// The value of eight digits. Each byte contains one digit as a number.
JT_INLINE uint32_t jt_eight_digits(uint64_t word) {
    word = word * 10 + (word >> 8);  // pairs, in every second byte
    const uint64_t mask = UINT64_C(0x000000FF000000FF);
    uint64_t high = (word & mask) * (UINT64_C(100) + (UINT64_C(1000000) << 32));
    uint64_t low = (word >> 16 & mask) * (UINT64_C(1) + (UINT64_C(10000) << 32));
    return (uint32_t)((high + low) >> 32);
}

// Adds a run of digits at `p` to the significand and to the number of digits. Reads up to 8 bytes after the run and no
// more than 32 altogether; may stop before the end of a run of 24 digits or more.
JT_INLINE const uint8_t *jt_digits(const uint8_t *p, uint64_t *significand, size_t *digits) {
    static const uint32_t powers[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    for (int k = 0; k < 3; k++) {
        uint64_t word = jt_load64(p) ^ UINT64_C(0x3030303030303030);
        // The high bit of each byte that is not a digit. 0x76 is 0x80 minus ten; no byte carries into the next.
        uint64_t others =
            (((word & UINT64_C(0x7F7F7F7F7F7F7F7F)) + UINT64_C(0x7676767676767676)) | word) & UINT64_C(0x8080808080808080);
        if (others != 0) {
            size_t count = (size_t)__builtin_ctzll(others) >> 3;
            if (count == 0) return p;
            // The digits, padded with leading zeros to eight.
            *significand = *significand * powers[count] + jt_eight_digits(word << (64 - 8 * count));
            *digits += count;
            return p + count;
        }
        *significand = *significand * 100000000 + jt_eight_digits(word);
        *digits += 8;
        p += 8;
    }
    return p;
}

// jt_digits for a run that is often long. 16 bytes before it are readable.
JT_INLINE const uint8_t *jt_long_digits(const uint8_t *p, uint64_t *significand, size_t *digits) {
#if defined(__SSE2__)
    static const uint64_t powers[17] = {
        1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
        1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000};
    static const uint8_t last[32] = {[16] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const __m128i zero = _mm_set1_epi8('0');
    __m128i bytes = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), zero);
    __m128i found = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(9)), bytes);
    size_t count = (size_t)__builtin_ctz(~(unsigned)_mm_movemask_epi8(found));
    // Loads again, so that the run ends where the vector does. The bytes before the run are cleared.
    bytes = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)(p + count - 16)), zero);
    bytes = _mm_and_si128(bytes, _mm_loadu_si128((const __m128i *)(const void *)(last + count)));
    __m128i twos = _mm_add_epi16(
        _mm_mullo_epi16(_mm_and_si128(bytes, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10)), _mm_srli_epi16(bytes, 8));
    __m128i fours = _mm_madd_epi16(twos, _mm_set1_epi32(1 << 16 | 100));
    __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
    uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
    *significand = *significand * powers[count] + (both & UINT32_MAX) * 100000000 + (both >> 32);
    *digits += count;
    p += count;
    if (JT_LIKELY(count < 16 || *digits > 19)) return p;
#endif
    return jt_digits(p, significand, digits);
}
#endif

// Bytes that jt_number_quick may read, from the first one on, and before it.
#define JT_QUICK_NUMBER 64
#define JT_QUICK_BEFORE 16

// Reads a number without an exponent and with at most 19 digits, the most common kind, where enough bytes are available. Sets
// its slot except for the offset, and returns the byte after it. NULL: another kind of number, or not a number.
JT_INLINE const uint8_t *jt_number_quick(const uint8_t *p, jt_slot *slot) {
#ifdef JT_EIGHT_DIGITS
    uint64_t significand = 0;
    size_t digits = 0;
    uint64_t flags = JT_NUMBER | JT_INTEGER;
    if (*p == '-') {
        flags |= JT_NEGATIVE;
        p++;
    }
    const uint8_t *first = p;
    p = jt_digits(p, &significand, &digits);
    if (JT_UNLIKELY(digits == 0 || digits > 19 || (*first == '0' && digits > 1))) return NULL;
    if (*p == '.') {
        size_t whole = digits;
        p = jt_long_digits(p + 1, &significand, &digits);
        if (JT_UNLIKELY(digits == whole || digits > 19)) return NULL;
        flags ^= JT_INTEGER;
        if (significand != 0) flags |= (uint64_t)(uint16_t)(whole - digits) << JT_AUX_SHIFT;
    }
    if (JT_UNLIKELY(jt_is_number_byte(*p))) return NULL;
    *slot = (jt_slot){flags, significand};
    return p;
#else
    (void)p;
    (void)slot;
    return NULL;
#endif
}

#endif
