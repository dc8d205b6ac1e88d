// The characters of strings with escapes.

#include "escapes.h"
#include "tokens.h"

JT_INLINE size_t put_scalar(uint8_t *output, uint32_t scalar) {
    if (scalar < 0x80) {
        output[0] = (uint8_t)scalar;
        return 1;
    }
    if (scalar < 0x800) {
        output[0] = (uint8_t)(0xC0 | scalar >> 6);
        output[1] = (uint8_t)(0x80 | (scalar & 0x3F));
        return 2;
    }
    if (scalar < 0x10000) {
        output[0] = (uint8_t)(0xE0 | scalar >> 12);
        output[1] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
        output[2] = (uint8_t)(0x80 | (scalar & 0x3F));
        return 3;
    }
    output[0] = (uint8_t)(0xF0 | scalar >> 18);
    output[1] = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
    output[2] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
    output[3] = (uint8_t)(0x80 | (scalar & 0x3F));
    return 4;
}

// Copies the bytes before the first backslash, and returns how many. `output` has room for `length`.
JT_INLINE size_t copy_plain(const uint8_t *text, size_t length, uint8_t *output) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i backslash = _mm_set1_epi8('\\');
    for (; length - i >= 16; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
        _mm_storeu_si128((__m128i *)(void *)(output + i), bytes);
        unsigned found = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, backslash));
        if (found != 0) return i + (size_t)__builtin_ctz(found);
    }
#elif defined(JT_VECTOR)
    const uint8x16_t backslash = vdupq_n_u8('\\');
    for (; length - i >= 16; i += 16) {
        uint8x16_t bytes = vld1q_u8(text + i);
        vst1q_u8(output + i, bytes);
        uint64_t found = jt_narrowed(vceqq_u8(bytes, backslash));
        if (found != 0) return i + (size_t)(__builtin_ctzll(found) >> 2);
    }
#endif
#ifdef JT_EIGHT_DIGITS
    // The first byte is the lowest.
    for (; length - i >= 8; i += 8) {
        uint64_t word = jt_load64(text + i), difference = word ^ (jt_lowest_bits * '\\');
        __builtin_memcpy(output + i, &word, 8);
        // The lowest bit is exact.
        uint64_t found = (difference - jt_lowest_bits) & ~difference & jt_highest_bits;
        if (found != 0) return i + (size_t)(__builtin_ctzll(found) >> 3);
    }
#endif
    for (; i < length && text[i] != '\\'; i++) output[i] = text[i];
    return i;
}

// The bytes have been accepted by the scanner. If they have changed since (a mapped file that another process writes to),
// the output is wrong but every access stays inside `text` and `output`: an escape never writes
// more bytes than it takes, so that there is as much room in `output` as there are bytes left in `text`.
size_t jt_string_unescape(const uint8_t *text, size_t length, uint8_t *output) {
    size_t i = 0, written = 0;
    while (i < length) {
        size_t plain = copy_plain(text + i, length - i, output + written);
        written += plain;
        i += plain;
        if (length - i < 2) break;
        uint8_t character = jt_short_escapes[text[i + 1]];
        if (JT_LIKELY(character != 0)) {
            output[written++] = character;
            i += 2;
            continue;
        }
        size_t start = i;
        while (length - i >= 12 && jt_is_unit_escape(text + i)) {
            uint32_t scalar = jt_four_hex(text + i + 2);
            i += 6;
            if (JT_UNLIKELY(scalar >= 0xD800 && scalar <= 0xDBFF)) {
                scalar = 0x10000 + ((scalar - 0xD800) << 10) + ((jt_four_hex(text + i + 2) - 0xDC00) & 0x3FF);
                i += 6;
            }
            written += put_scalar(output + written, scalar);
        }
        if (i > start) continue;
        uint8_t c = text[i + 1];
        uint32_t unit = 0, low = 0;
        switch (c) {
        // Only the JSON5 scanner accepts these five.
        case 'v': c = '\v'; break;
        case '0': c = 0; break;
        case '\n': i += 2; continue;
        case '\r': i += length - i > 2 && text[i + 2] == '\n' ? 3 : 2; continue;
        case 'x':
            if (length - i < 4) return written;
            written += put_scalar(output + written, (jt_hex_values[text[i + 2]] << 4 | jt_hex_values[text[i + 3]]) & 0xFFu);
            i += 4;
            continue;
        case 'u':
            if (jt_read_hex(text, i + 2, length, &unit) != JT_STRING_CLOSED) return written;
            i += 6;
            if (unit >= 0xD800 && unit <= 0xDBFF) {
                if (length - i < 6 || jt_read_hex(text, i + 2, length, &low) != JT_STRING_CLOSED) return written;
                unit = 0x10000 + ((unit - 0xD800) << 10) + ((low - 0xDC00) & 0x3FF);
                i += 6;
            }
            written += put_scalar(output + written, unit);
            continue;
        default: break;
        }
        output[written++] = c;
        i += 2;
    }
    return written;
}
