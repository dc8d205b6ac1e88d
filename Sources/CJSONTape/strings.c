// The inside of strings: where they end, and whether every byte of them is allowed (RFC 8259 section 7, RFC 3629).
//
// A result depends only on the bytes, never on how many are available: what cannot be decided yet is left to the next call,
// which starts at the undecided sequence (at most twelve bytes, an escaped surrogate pair).

#include "escapes.h"
#include "tokens.h"

JT_INLINE bool is_special(uint8_t c) { return c < 0x20 || c >= 0x80 || c == '"' || c == '\\'; }

// Index of the first special byte at or after `i`: quote, backslash, control or not ASCII.
JT_INLINE size_t next_special(const uint8_t *text, size_t i, size_t end, bool portable) {
#ifdef JT_VECTOR
    while (!portable && end - i >= JT_VECTOR) {
        size_t plain = jt_plain_bytes(text + i);
        if (plain < JT_VECTOR) return i + plain;
        i += JT_VECTOR;
    }
#else
    (void)portable;
#endif
    while (end - i >= 8) {
        uint64_t word = jt_load64(text + i);
        uint64_t quote = word ^ (jt_lowest_bits * '"'), backslash = word ^ (jt_lowest_bits * '\\');
        // The usual zero-byte tests; exact enough to decide whether the word has a special byte.
        uint64_t found = (word | (word - jt_lowest_bits * 0x20) | (quote - jt_lowest_bits) | (backslash - jt_lowest_bits)) & jt_highest_bits;
        if (found != 0) break;
        i += 8;
    }
    while (i < end && !is_special(text[i])) i++;
    return i;
}

// Skips valid escapes `\u` and pairs of them that follow each other, while enough bytes are available.
JT_INLINE size_t skip_escapes(const uint8_t *text, size_t i, size_t end) {
    while (end - i >= 12 && jt_is_unit_escape(text + i)) {
        const uint8_t *digits = text + i + 2;
        uint8_t first = jt_hex_values[digits[0]], second = jt_hex_values[digits[1]];
        if ((first | second | jt_hex_values[digits[2]] | jt_hex_values[digits[3]]) > 0xF) break;
        if (JT_LIKELY(first != 0xD || second < 8)) {
            i += 6;
            continue;
        }
        if (second > 0xB || !jt_is_unit_escape(text + i + 6)) break;
        uint32_t low = jt_four_hex(text + i + 8);
        if (low < 0xDC00 || low > 0xDFFF) break;
        i += 12;
    }
    return i;
}

jt_string_end jt_escape_scan(const uint8_t *text, size_t *cursor, size_t end, jt_error_code *code) {
    size_t i = *cursor;
    if (end - i < 2) return JT_STRING_MORE;
    if (jt_short_escapes[text[i + 1]] != 0) {
        *cursor = i + 2;
        return JT_STRING_CLOSED;
    }
    *code = JT_ERROR_INVALID_ESCAPE;
    if (text[i + 1] != 'u') return JT_STRING_INVALID;
    uint32_t unit = 0;
    jt_string_end outcome = jt_read_hex(text, i + 2, end, &unit);
    if (outcome != JT_STRING_CLOSED) return outcome;
    if (unit < 0xD800 || unit > 0xDFFF) {
        *cursor = i + 6;
        return JT_STRING_CLOSED;
    }
    *code = JT_ERROR_LONE_SURROGATE;
    if (unit >= 0xDC00) return JT_STRING_INVALID;
    if (end - i < 7) return JT_STRING_MORE;
    if (text[i + 6] != '\\') return JT_STRING_INVALID;
    if (end - i < 8) return JT_STRING_MORE;
    if (text[i + 7] != 'u') return JT_STRING_INVALID;
    outcome = jt_read_hex(text, i + 8, end, &unit);
    if (outcome == JT_STRING_MORE) return outcome;
    if (outcome == JT_STRING_INVALID || unit < 0xDC00 || unit > 0xDFFF) return JT_STRING_INVALID;
    *cursor = i + 12;
    return JT_STRING_CLOSED;
}

// A sequence of two to four bytes at text[*cursor] (RFC 3629 section 4).
JT_INLINE jt_string_end scan_sequence(const uint8_t *text, size_t *cursor, size_t end) {
    size_t i = *cursor;
    uint8_t lead = text[i];
    size_t length;
    uint8_t low = 0x80, high = 0xBF;  // bounds of the second byte
    if (lead < 0xC2) return JT_STRING_INVALID;
    if (lead < 0xE0) {
        length = 2;
    } else if (lead < 0xF0) {
        length = 3;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
    } else if (lead < 0xF5) {
        length = 4;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
    } else {
        return JT_STRING_INVALID;
    }
    if (end - i < 2) return JT_STRING_MORE;
    if (text[i + 1] < low || text[i + 1] > high) return JT_STRING_INVALID;
    for (size_t k = 2; k < length; k++) {
        if (i + k >= end) return JT_STRING_MORE;
        if ((text[i + k] & 0xC0) != 0x80) return JT_STRING_INVALID;
    }
    *cursor = i + length;
    return JT_STRING_CLOSED;
}

#if defined(__SSE2__)
// The bytes that are at least `low`.
JT_INLINE __m128i bytes_from(uint8_t low, __m128i bytes) {
    return _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8((char)low)), bytes);
}

JT_INLINE __m128i bytes_equal(uint8_t byte, __m128i bytes) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)byte)); }

// The bytes that begin no sequence, or one whose second byte, in `next`, is out of bounds (RFC 3629 section 4).
JT_INLINE __m128i wrong_leads(__m128i bytes, __m128i next) {
    __m128i from_a0 = _mm_cmpgt_epi8(next, _mm_set1_epi8((char)0x9F));  // of the bytes that may follow
    __m128i from_90 = _mm_cmpgt_epi8(next, _mm_set1_epi8((char)0x8F));
    __m128i too_low = _mm_or_si128(
        _mm_andnot_si128(from_a0, bytes_equal(0xE0, bytes)), _mm_andnot_si128(from_90, bytes_equal(0xF0, bytes)));
    __m128i too_high = _mm_or_si128(
        _mm_and_si128(from_a0, bytes_equal(0xED, bytes)), _mm_and_si128(from_90, bytes_equal(0xF4, bytes)));
    __m128i never = _mm_or_si128(
        bytes_equal(0xC0, _mm_and_si128(bytes, _mm_set1_epi8((char)0xFE))), bytes_from(0xF5, bytes));
    return _mm_or_si128(never, _mm_or_si128(too_low, too_high));
}

// Skips characters of any length while they are valid and not special, 16 bytes at a time. Stops at or before the first other
// one, or near the end of the available bytes, always between two characters.
static size_t skip_characters(const uint8_t *text, size_t i, size_t end) {
    size_t first = i;
    unsigned due = 0;  // one bit for each of the next 16 bytes that has to continue a sequence
    while (end - i > 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
        __m128i special = _mm_or_si128(
            _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes),
            _mm_or_si128(bytes_equal('"', bytes), bytes_equal('\\', bytes)));
        unsigned stops = (unsigned)_mm_movemask_epi8(special), wide = (unsigned)_mm_movemask_epi8(bytes), wrong = 0;
        if ((wide | due) != 0) {
            // A signed comparison: 80 to BF are the lowest.
            unsigned continuing = (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(bytes, _mm_set1_epi8((char)0xC0)));
            __m128i fours = bytes_from(0xF0, bytes);
            due |= (wide ^ continuing) << 1 | (unsigned)_mm_movemask_epi8(bytes_from(0xE0, bytes)) << 2
                | (unsigned)_mm_movemask_epi8(fours) << 3;
            wrong = (due ^ continuing) & 0xFFFF;
            due >>= 16;
            __m128i bounded = _mm_or_si128(
                _mm_or_si128(bytes_equal(0xE0, bytes), bytes_equal(0xED, bytes)),
                _mm_or_si128(fours, bytes_equal(0xC0, _mm_and_si128(bytes, _mm_set1_epi8((char)0xFE)))));
            if (_mm_movemask_epi8(bounded) != 0) {
                __m128i next = _mm_loadu_si128((const __m128i *)(const void *)(text + i + 1));
                stops |= (unsigned)_mm_movemask_epi8(wrong_leads(bytes, next));
            }
        }
        if ((stops | wrong) == 0) {
            i += 16;
            continue;
        }
        unsigned stop = (unsigned)__builtin_ctz(stops | wrong);
        i += stop;
        if ((wrong >> stop & 1) == 0) return i;
        due = 1;
        break;
    }
    if (due == 0) return i;
    // Back to where the last sequence begins, which has not ended or is followed by a byte too many.
    size_t lead = i;
    while (lead > first && (text[lead - 1] & 0xC0) == 0x80) lead--;
    return lead > first && text[lead - 1] >= 0xC0 ? lead - 1 : i;
}
#else
// Skips valid sequences of two and three bytes, while enough bytes are available.
static size_t skip_characters(const uint8_t *text, size_t i, size_t end) {
#ifdef JT_EIGHT_DIGITS
    // The first byte is the lowest.
    while (end - i >= 4) {
        uint32_t word = jt_load32(text + i);
        if ((word & 0xC0C0F0) == 0x8080E0) {
            // E0 needs a second byte from A0 on, ED one below that.
            uint32_t critical = word & 0x200F;
            if (critical == 0 || critical == 0x200D) break;
            i += 3;
        } else if ((word & 0xC0E0) == 0x80C0 && (word & 0x1E) != 0) {
            i += 2;
        } else {
            break;
        }
    }
#else
    (void)text;
    (void)end;
#endif
    return i;
}
#endif

JT_INLINE jt_string_end scan(
    const uint8_t *text, size_t *cursor, size_t end, uint32_t *flags, jt_error_code *code, bool portable
) {
    size_t i = *cursor;
    for (;;) {
        i = next_special(text, i, end, portable);
        *cursor = i;
        if (i >= end) return JT_STRING_MORE;
        uint8_t c = text[i];
        if (JT_LIKELY(c == '"')) return JT_STRING_CLOSED;
        jt_string_end outcome;
        if (c == '\\') {
            *flags |= JT_ESCAPED;
            if (!portable && end - i >= 2 && jt_short_escapes[text[i + 1]] != 0) {
                i += 2;
                continue;
            }
            outcome = JT_STRING_CLOSED;
            if (!portable) i = skip_escapes(text, i, end);
            if (i == *cursor) outcome = jt_escape_scan(text, &i, end, code);
        } else if (c >= 0x80) {
            *flags |= JT_NON_ASCII;
            *code = JT_ERROR_INVALID_UTF8;
            outcome = JT_STRING_CLOSED;
            if (!portable) i = skip_characters(text, i, end);
            while (outcome == JT_STRING_CLOSED && i < end && text[i] >= 0x80) outcome = scan_sequence(text, &i, end);
        } else {
            *code = JT_ERROR_CONTROL_CHARACTER;
            outcome = JT_STRING_INVALID;
        }
        *cursor = i;
        if (outcome != JT_STRING_CLOSED) return outcome;
    }
}

jt_string_end jt_sequence_scan(const uint8_t *text, size_t *cursor, size_t end) {
    return scan_sequence(text, cursor, end);
}

jt_string_end jt_string_scan(const uint8_t *text, size_t *cursor, size_t end, uint32_t *flags, jt_error_code *code) {
    return scan(text, cursor, end, flags, code, false);
}

jt_string_end jt_string_scan_portable(
    const uint8_t *text, size_t *cursor, size_t end, uint32_t *flags, jt_error_code *code
) {
    return scan(text, cursor, end, flags, code, true);
}
