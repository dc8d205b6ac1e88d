// Shared by the C code that reads JSON (CJSONTape) and the C code that writes it (CJSONText): annotations, loading words
// from memory, and the comparison of short byte strings. All C names of this project begin with `jt_` or `JT_`.

#ifndef CJSONSHARED_H
#define CJSONSHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define JT_NULLABLE _Nullable
#define JT_NULL_UNSPECIFIED _Null_unspecified
#else
#define JT_NULLABLE
#define JT_NULL_UNSPECIFIED
#endif

#define JT_LIKELY(x) __builtin_expect(!!(x), 1)
#define JT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define JT_INLINE static inline __attribute__((always_inline))

static inline uint64_t jt_load64(const uint8_t *p) {
    uint64_t word;
    __builtin_memcpy(&word, p, 8);
    return word;
}

static inline uint32_t jt_load32(const uint8_t *p) {
    uint32_t word;
    __builtin_memcpy(&word, p, 4);
    return word;
}

// A hash of 32 bits that is cheap to compute: made from the length and from the first and last eight bytes. Keys of one
// object rarely have the same fingerprint. Different fingerprints mean different bytes; equal ones mean nothing.
static inline uint32_t jt_fingerprint(const uint8_t *key, size_t length) {
    uint64_t first, last;
    if (length >= 8) {
        first = jt_load64(key);
        last = jt_load64(key + length - 8);
    } else if (length >= 4) {
        first = jt_load32(key);
        last = jt_load32(key + length - 4);
    } else if (length > 0) {
        first = (uint64_t)key[0] | (uint64_t)key[length / 2] << 8;
        last = key[length - 1];
    } else {
        first = last = 0;
    }
    uint64_t mixed = (first + length) * UINT64_C(0x9E3779B97F4A7C15);
    mixed ^= mixed >> 29;
    mixed = (mixed ^ last) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(mixed >> 32);
}

// memcmp for short texts, such as keys.
static inline bool jt_equal(const uint8_t *a, const uint8_t *b, size_t length) {
    if (length >= 8) {
        for (size_t i = 0; i + 8 < length; i += 8) {
            if (jt_load64(a + i) != jt_load64(b + i)) return false;
        }
        return jt_load64(a + length - 8) == jt_load64(b + length - 8);
    }
    if (length >= 4) return jt_load32(a) == jt_load32(b) && jt_load32(a + length - 4) == jt_load32(b + length - 4);
    for (size_t i = 0; i < length; i++) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
