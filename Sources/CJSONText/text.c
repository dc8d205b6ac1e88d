// Writing: the growing buffer and its strings.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include <stdlib.h>
#include <string.h>

#include "CJSONText.h"
#include "CJSONVectors.h"

#if defined(__linux__)
#include <stdatomic.h>
#include <sys/mman.h>

// From this size on the text is in separate pages, which can be moved without copying; memory of malloc of that size may be
// copied, and would then be allocated twice.
#define MAPPED ((size_t)1 << 16)

// The pages of one text that was released, for the next one of up to that size: page faults of new pages take a tenth of the time
// of writing numbers and keys, and more than half of that of writing long strings. The pages start with their number of bytes.
#define SPARE_LIMIT ((size_t)1 << 22)
static _Atomic(size_t *) spare;

static void release_pages(void *pages, size_t capacity) {
    if (capacity <= SPARE_LIMIT) {
        *(size_t *)pages = capacity;
        pages = atomic_exchange(&spare, pages);
        if (pages == NULL) return;
        capacity = *(size_t *)pages;
    }
    munmap(pages, capacity);
}

// Returns pages for at least `*capacity` bytes, and sets `*capacity` to their size; NULL: out of memory.
static void *take_pages(size_t *capacity) {
    if (*capacity <= SPARE_LIMIT) {
        size_t *pages = atomic_exchange(&spare, NULL);
        if (pages != NULL && *pages >= *capacity) {
            *capacity = *pages;
            return pages;
        }
        if (pages != NULL) munmap(pages, *pages);
    }
    void *pages = mmap(NULL, *capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages != MAP_FAILED ? pages : NULL;
}
#else
#define MAPPED SIZE_MAX
#endif

// Moves the text to memory of at least `*capacity` bytes, which is not less than its count; NULL: out of memory.
static uint8_t *move_text(jt_text *text, size_t *capacity) {
    if (text->is_borrowed) {
        jt_text own = {0};
        if (!jt_text_grow(&own, *capacity)) return NULL;
        memcpy(own.bytes, text->bytes, text->count);
        text->is_borrowed = false;
        *capacity = own.capacity;
        return own.bytes;
    }
#if defined(__linux__)
    if (text->capacity >= MAPPED) {
        void *moved = mremap(text->bytes, text->capacity, *capacity, MREMAP_MAYMOVE);
        return moved != MAP_FAILED ? moved : NULL;
    }
    if (*capacity >= MAPPED) {
        void *pages = take_pages(capacity);
        if (pages == NULL) return NULL;
        if (text->count > 0) memcpy(pages, text->bytes, text->count);
        free(text->bytes);
        return pages;
    }
#endif
    return realloc(text->bytes, *capacity);
}

bool jt_text_grow(jt_text *text, size_t more) {
    if (more > SIZE_MAX / 4 || text->count > SIZE_MAX / 4) return false;
    // Doubled: pages that are not written to yet cost nothing.
    size_t capacity = text->capacity < 512 ? 512 : text->capacity * 2;
    if (capacity < text->count + more) capacity = text->count + more;
    if (capacity >= MAPPED) capacity = (capacity + 0xFFFF) & ~(size_t)0xFFFF;
    uint8_t *bytes = move_text(text, &capacity);
    if (bytes == NULL) return false;
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void jt_text_release(uint8_t *bytes, size_t capacity) {
#if defined(__linux__)
    if (capacity >= MAPPED) {
        release_pages(bytes, capacity);
        return;
    }
#endif
    (void)capacity;
    free(bytes);
}

void jt_text_free(jt_text *text) {
    if (text->bytes != NULL && !text->is_borrowed) jt_text_release(text->bytes, text->capacity);
}

void jt_text_drain(jt_text *text, uint8_t *output) {
    size_t done = 0;
#if defined(__linux__)
    // The pages of copied bytes are freed at once, so that the text is never in memory twice.
    if (text->capacity >= MAPPED) {
        for (size_t step = (size_t)1 << 17; text->count - done > step; done += step) {
            memcpy(output + done, text->bytes + done, step);
            (void)madvise(text->bytes + done, step, MADV_DONTNEED);
        }
    }
#endif
    if (text->count > done) memcpy(output + done, text->bytes + done, text->count - done);
    text->count = 0;
}

JT_INLINE bool needs_escape(uint8_t c, uint8_t slash) { return c < 0x20 || c == '"' || c == '\\' || c == slash; }

// Sixteen bytes at once; `lanes_to_escape` has its lowest set bit at `LANE_BITS` times the first byte that needs an escape.
#if defined(__SSE2__)
#define LANE_BITS 1
#define WITHOUT_FIRST(lanes) ((lanes) & ((lanes) - 1))
typedef __m128i block;

JT_INLINE block load_block(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
JT_INLINE void store_block(uint8_t *p, block bytes) { _mm_storeu_si128((__m128i *)(void *)p, bytes); }
JT_INLINE block join(uint64_t low, uint64_t high) { return _mm_set_epi64x((int64_t)high, (int64_t)low); }
JT_INLINE bool is_ascii(block bytes) { return _mm_movemask_epi8(bytes) == 0; }

JT_INLINE uint64_t lanes_to_escape(block bytes, uint8_t slash) {
    __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    __m128i quotes = _mm_or_si128(
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)slash)));
    __m128i found = _mm_or_si128(_mm_or_si128(control, quotes), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    return (uint64_t)_mm_movemask_epi8(found);
}
#elif defined(JT_VECTOR)
#define LANE_BITS 4
#define WITHOUT_FIRST(lanes) ((lanes) & ~(UINT64_C(15) << (__builtin_ctzll(lanes) & ~3)))
typedef uint8x16_t block;

JT_INLINE block load_block(const uint8_t *p) { return vld1q_u8(p); }
JT_INLINE void store_block(uint8_t *p, block bytes) { vst1q_u8(p, bytes); }
JT_INLINE block join(uint64_t low, uint64_t high) { return vcombine_u8(vcreate_u8(low), vcreate_u8(high)); }
JT_INLINE bool is_ascii(block bytes) { return vmaxvq_u8(bytes) < 0x80; }

JT_INLINE uint64_t lanes_to_escape(block bytes, uint8_t slash) {
    uint8x16_t found = vorrq_u8(
        vorrq_u8(vcltq_u8(bytes, vdupq_n_u8(0x20)), vceqq_u8(bytes, vdupq_n_u8(slash))),
        vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('"')), vceqq_u8(bytes, vdupq_n_u8('\\'))));
    return jt_narrowed(found);
}
#endif

// Copies bytes that need no escape and returns how many. `output` has room for `length`, and may be written up to there. `seen`,
// if not NULL, gets its top bit set if there is a byte outside ASCII among them, or further on.
JT_INLINE size_t copy_plain(const uint8_t *input, size_t length, uint8_t slash, uint8_t *output, uint8_t *seen) {
    size_t i = 0;
#ifdef JT_VECTOR
    while (length - i >= 16) {
        block bytes = load_block(input + i);
        store_block(output + i, bytes);
        if (seen != NULL && !is_ascii(bytes)) *seen = 0x80;
        uint64_t lanes = lanes_to_escape(bytes, slash);
        if (lanes != 0) return i + (size_t)__builtin_ctzll(lanes) / LANE_BITS;
        i += 16;
    }
    // The remaining bytes as a block of two halves, which may overlap.
    size_t left = length - i;
    if (left >= 8) {
        uint64_t first = jt_load64(input + i), last = jt_load64(input + length - 8);
        block bytes = join(first, last);
        if (seen != NULL && !is_ascii(bytes)) *seen = 0x80;
        memcpy(output + i, &first, 8);
        memcpy(output + length - 8, &last, 8);
        uint64_t lanes = lanes_to_escape(bytes, slash);
        if (lanes == 0) return length;
        size_t lane = (size_t)__builtin_ctzll(lanes) / LANE_BITS;
        return lane < 8 ? i + lane : length - 16 + lane;
    }
    if (left >= 4) {
        uint32_t first = jt_load32(input + i), last = jt_load32(input + length - 4);
        uint64_t both = first | (uint64_t)last << 32;
        block bytes = join(both, both);
        if (seen != NULL && !is_ascii(bytes)) *seen = 0x80;
        memcpy(output + i, &first, 4);
        memcpy(output + length - 4, &last, 4);
        uint64_t lanes = lanes_to_escape(bytes, slash);
        if (lanes == 0) return length;
        size_t lane = (size_t)__builtin_ctzll(lanes) / LANE_BITS;
        return lane < 4 ? i + lane : length - 8 + lane;
    }
#endif
    while (i < length && !needs_escape(input[i], slash)) {
        if (seen != NULL) *seen |= input[i];
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

#ifdef JT_VECTOR
// Writes the first `count` bytes of a block, escaped, and returns the end of what it wrote. `input` can be read for twice the
// block's length; `output` has room for six times and once that.
JT_INLINE uint8_t *write_block(const uint8_t *input, size_t count, uint8_t slash, uint8_t *output) {
    block bytes = load_block(input);
    store_block(output, bytes);
    uint64_t lanes = lanes_to_escape(bytes, slash);
    size_t done = 0;
    while (lanes != 0) {
        size_t lane = (size_t)__builtin_ctzll(lanes) / LANE_BITS;
        if (lane >= count) break;
        output += lane - done;
        uint8_t c = input[lane];
        if (JT_LIKELY(c == slash || c == '"')) {
            output[0] = '\\';
            output[1] = c;
            output += 2;
        } else {
            output += write_escape(c, output);
        }
        done = lane + 1;
        store_block(output, load_block(input + done));
        lanes = WITHOUT_FIRST(lanes);
    }
    return output + (count - done);
}

// Writes the rest of a string, which starts with a byte that needs an escape.
static __attribute__((noinline)) bool write_rest(jt_text *text, const uint8_t *string, size_t length, uint8_t slash) {
    while (length >= 32) {
        // Room for a part, if all of it needs escapes of six bytes, and for the rest, if it needs none.
        size_t part = length < 1024 ? length : 1024;
        if (!jt_text_reserve(text, length + 5 * part + 32)) return false;
        uint8_t *output = text->bytes + text->count;
        for (const uint8_t *end = string + (part - 31); string < end; string += 16, length -= 16) {
            output = write_block(string, 16, slash, output);
        }
        text->count = (size_t)(output - text->bytes);
    }
    // The last bytes stand alone, so that whole blocks can be read.
    uint8_t last[64] = {0};
    if (length >= 16) {
        block first = load_block(string), second = load_block(string + length - 16);
        store_block(last, first);
        store_block(last + length - 16, second);
    } else {
        for (size_t i = 0; i < length; i++) last[i] = string[i];
    }
    if (!jt_text_reserve(text, 6 * length + 64)) return false;
    uint8_t *output = text->bytes + text->count;
    for (size_t i = 0; i < length; i += 16) {
        output = write_block(last + i, length - i < 16 ? length - i : 16, slash, output);
    }
    text->count = (size_t)(output - text->bytes);
    return true;
}
#else
// Writes the rest of a string, which starts with a byte that needs an escape.
static __attribute__((noinline)) bool write_rest(jt_text *text, const uint8_t *string, size_t length, uint8_t slash) {
    size_t i = 0;
    while (i < length) {
        // Room for one escape, what is left, and what follows the string.
        if (!jt_text_reserve(text, length - i + 16)) return false;
        text->count += write_escape(string[i++], text->bytes + text->count);
        size_t plain = copy_plain(string + i, length - i, slash, text->bytes + text->count, NULL);
        text->count += plain;
        i += plain;
    }
    return true;
}
#endif

// Leaves room for 4 bytes more.
JT_INLINE bool write_string(
    jt_text *text, const uint8_t *string, size_t length, bool escapes_slashes, uint8_t *seen
) {
    // A quote instead of the slash changes nothing: quotes are escaped anyway.
    uint8_t slash = escapes_slashes ? '/' : '"';
    if (length > SIZE_MAX / 8 || !jt_text_reserve(text, length + 16)) return false;
    uint8_t *output = text->bytes + text->count;
    *output++ = '"';
    size_t plain = copy_plain(string, length, slash, output, seen);
    text->count += plain + 1;
    if (JT_UNLIKELY(plain < length)) {
        if (seen != NULL) {
            for (size_t i = plain; i < length; i++) *seen |= string[i];
        }
        if (!write_rest(text, string + plain, length - plain, slash)) return false;
    }
    text->bytes[text->count++] = '"';
    return true;
}

bool jt_text_string(jt_text *text, const uint8_t *string, size_t length, bool escapes_slashes, bool comma) {
    if (!write_string(text, string, length, escapes_slashes, NULL)) return false;
    // Written in any case: there is room.
    text->bytes[text->count] = ',';
    text->count += comma;
    return true;
}

bool jt_text_key(jt_text *text, const uint8_t *name, size_t length, bool escapes_slashes, jt_text_name *key) {
    uint8_t seen = 0;
    key->start = text->count + 1;
    if (!write_string(text, name, length, escapes_slashes, &seen)) return false;
    key->length = text->count - 1 - key->start;
    key->is_ascii = seen < 0x80;
    key->fingerprint = jt_fingerprint(text->bytes + key->start, key->length);
    return true;
}

void jt_format_uuid(const uint8_t *bytes, uint8_t *output) {
    static const uint8_t digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *output++ = '-';
        *output++ = digits[bytes[i] >> 4];
        *output++ = digits[bytes[i] & 0xF];
    }
}
