// White space of JSON (RFC 8259 section 2): its only definition in C, for one byte and for 16 at a time.

#ifndef CJSONTAPE_SPACE_H
#define CJSONTAPE_SPACE_H

#include "CJSONVectors.h"
#include "internal.h"

JT_INLINE bool jt_is_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

#ifdef JT_VECTOR
// The number of white space characters at the start of the 16 bytes.
JT_INLINE size_t jt_space_bytes(const uint8_t *p) {
#if defined(__SSE2__)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i found = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'))),
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r'))));
    return (size_t)__builtin_ctz(~(unsigned)_mm_movemask_epi8(found));
#else
    uint8x16_t bytes = vld1q_u8(p);
    uint64_t others = ~jt_narrowed(vorrq_u8(
        vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(' ')), vceqq_u8(bytes, vdupq_n_u8('\n'))),
        vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('\t')), vceqq_u8(bytes, vdupq_n_u8('\r')))));
    return others == 0 ? 16 : (size_t)(__builtin_ctzll(others) >> 2);
#endif
}

// The number of spaces at the start of the 16 bytes.
JT_INLINE size_t jt_blank_bytes(const uint8_t *p) {
#if defined(__SSE2__)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    return (size_t)__builtin_ctz(~(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
#else
    uint64_t others = ~jt_narrowed(vceqq_u8(vld1q_u8(p), vdupq_n_u8(' ')));
    return others == 0 ? 16 : (size_t)(__builtin_ctzll(others) >> 2);
#endif
}
#endif

// The first byte from `p`, which is white space, that is not.
JT_INLINE const uint8_t *jt_skip_space(const uint8_t *p, const uint8_t *end, bool portable) {
    // Usually there is one byte.
    if (end - p > 1 && p[1] > ' ') return p + 1;
#ifdef JT_VECTOR
    // Usually the line ends here, and spaces follow.
    if (!portable && end - p > JT_VECTOR) {
        size_t run = jt_blank_bytes(p + 1);
        if (run < JT_VECTOR) {
            p += 1 + run;
            if (*p > ' ') return p;
        } else {
            p += 1 + JT_VECTOR;
        }
    }
    while (!portable && end - p >= JT_VECTOR) {
        size_t run = jt_space_bytes(p);
        if (run < JT_VECTOR) return p + run;
        p += JT_VECTOR;
    }
#else
    (void)portable;
#endif
    while (p < end && jt_is_space(*p)) p++;
    return p;
}

#endif
