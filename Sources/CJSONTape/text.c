// Writing: the growing buffer and its strings.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include <stdlib.h>
#include <string.h>

#include "internal.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__linux__)
#include <sys/mman.h>

// From this size on the text has pages of its own, which move without being copied when they have to; memory of malloc
// of that size may be copied, and would be there twice.
#define MAPPED ((size_t)1 << 18)
#else
#define MAPPED SIZE_MAX
#endif

// Moves the text to `capacity` bytes, at least its count; NULL if there is no memory.
static uint8_t *move_text(jt_text *text, size_t capacity) {
#if defined(__linux__)
    if (text->capacity >= MAPPED) {
        void *moved = mremap(text->bytes, text->capacity, capacity, MREMAP_MAYMOVE);
        return moved != MAP_FAILED ? moved : NULL;
    }
    if (capacity >= MAPPED) {
        void *pages = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) return NULL;
        if (text->count > 0) memcpy(pages, text->bytes, text->count);
        free(text->bytes);
        return pages;
    }
#endif
    return realloc(text->bytes, capacity);
}

bool jt_text_grow(jt_text *text, size_t more) {
    if (more > SIZE_MAX / 4 || text->count > SIZE_MAX / 4) return false;
    // Doubled: pages that are not written to yet cost nothing.
    size_t capacity = text->capacity < 512 ? 512 : text->capacity * 2;
    if (capacity < text->count + more) capacity = text->count + more;
    if (capacity >= MAPPED) capacity = (capacity + 0xFFFF) & ~(size_t)0xFFFF;
    uint8_t *bytes = move_text(text, capacity);
    if (bytes == NULL) return false;
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void jt_text_release(uint8_t *bytes, size_t capacity) {
#if defined(__linux__)
    if (capacity >= MAPPED) {
        munmap(bytes, capacity);
        return;
    }
#endif
    (void)capacity;
    free(bytes);
}

void jt_text_free(jt_text *text) {
    if (text->bytes != NULL) jt_text_release(text->bytes, text->capacity);
}

JT_INLINE bool needs_escape(uint8_t c, uint8_t slash) { return c < 0x20 || c == '"' || c == '\\' || c == slash; }

// Copies bytes that need no escape and returns how many. `output` has room for `length` and 16 more.
JT_INLINE size_t copy_plain(const uint8_t *input, size_t length, uint8_t slash, uint8_t *output, uint8_t *seen) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), other = _mm_set1_epi8((char)slash);
    const __m128i control = _mm_set1_epi8(0x1F);
    __m128i all = _mm_setzero_si128();
    while (length - i >= 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(input + i));
        _mm_storeu_si128((__m128i *)(void *)(output + i), bytes);
        __m128i found = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes), _mm_cmpeq_epi8(bytes, other)),
            _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)));
        all = _mm_or_si128(all, bytes);
        unsigned mask = (unsigned)_mm_movemask_epi8(found);
        if (mask != 0) {
            if (_mm_movemask_epi8(all) != 0) *seen |= 0x80;
            return i + (size_t)__builtin_ctz(mask);
        }
        i += 16;
    }
    if (_mm_movemask_epi8(all) != 0) *seen |= 0x80;
#elif defined(__ARM_NEON) && defined(__aarch64__)
    uint8x16_t all = vdupq_n_u8(0);
    while (length - i >= 16) {
        uint8x16_t bytes = vld1q_u8(input + i);
        vst1q_u8(output + i, bytes);
        uint8x16_t found = vorrq_u8(
            vorrq_u8(vcltq_u8(bytes, vdupq_n_u8(0x20)), vceqq_u8(bytes, vdupq_n_u8(slash))),
            vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('"')), vceqq_u8(bytes, vdupq_n_u8('\\'))));
        all = vorrq_u8(all, bytes);
        uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
        if (mask != 0) {
            *seen |= vmaxvq_u8(all);
            return i + (size_t)(__builtin_ctzll(mask) >> 2);
        }
        i += 16;
    }
    *seen |= vmaxvq_u8(all);
#endif
    while (i < length && !needs_escape(input[i], slash)) {
        *seen |= input[i];
        output[i] = input[i];
        i++;
    }
    return i;
}

// Writes the escape of one byte; at most 6 bytes.
JT_INLINE size_t write_escape(uint8_t c, uint8_t *output) {
    static const char digits[] = "0123456789abcdef";
    output[0] = '\\';
    switch (c) {
    case '\b': output[1] = 'b'; return 2;
    case '\t': output[1] = 't'; return 2;
    case '\n': output[1] = 'n'; return 2;
    case '\f': output[1] = 'f'; return 2;
    case '\r': output[1] = 'r'; return 2;
    case '"': case '\\': case '/': output[1] = c; return 2;
    default:
        output[1] = 'u';
        output[2] = output[3] = '0';
        output[4] = (uint8_t)digits[c >> 4];
        output[5] = (uint8_t)digits[c & 15];
        return 6;
    }
}

uint32_t jt_text_string(jt_text *text, const uint8_t *string, size_t length, bool escapes_slashes) {
    // A quote in place of the slash asks for nothing new.
    uint8_t slash = escapes_slashes ? '/' : '"', seen = 0;
    uint32_t flags = 0;
    if (length > SIZE_MAX / 8 || !jt_text_reserve(text, length + 32)) return JT_TEXT_NO_MEMORY;
    text->bytes[text->count++] = '"';
    size_t i = 0;
    for (;;) {
        // Room for what is left, one escape, the closing quote and what copying writes too much.
        if (!jt_text_reserve(text, length - i + 32)) return JT_TEXT_NO_MEMORY;
        size_t plain = copy_plain(string + i, length - i, slash, text->bytes + text->count, &seen);
        text->count += plain;
        i += plain;
        if (i == length) break;
        flags |= JT_TEXT_ESCAPES;
        text->count += write_escape(string[i++], text->bytes + text->count);
    }
    text->bytes[text->count++] = '"';
    return seen >= 0x80 ? flags | JT_TEXT_NOT_ASCII : flags;
}

size_t jt_text_skip(const uint8_t *text, size_t index, size_t end) {
    size_t depth = 0;
    while (index < end) {
        uint8_t c = text[index++];
        switch (c) {
        case '"':
            while (index < end && text[index] != '"') index += text[index] == '\\' ? 2 : 1;
            index++;
            break;
        case '{': case '[': depth++; continue;
        case '}': case ']': depth--; break;
        case ',': case ':': case ' ': case '\n': case '\r': case '\t': continue;
        default:
            // A number or a literal.
            while (index < end && text[index] > ' ' && text[index] != ',' && text[index] != '}' && text[index] != ']') {
                index++;
            }
        }
        if (depth == 0) return index;
    }
    return end;
}
