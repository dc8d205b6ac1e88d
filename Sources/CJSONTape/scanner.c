// The scanner: finds tokens, settles everything inside them, writes their slots and the skeleton.
//
// The skeleton is the document with each string as `""`, each other scalar as `0` and no white space; a string behind a
// colon can only be a value and is a `0`, too. `0` can follow `0` directly: neither yajl nor JSON lets a number go on
// behind a leading zero.
//
// Runs of members with scalar values are shown once: `"":0,"":0,` as `"":0,`. The grammar is in the same state behind the
// first and behind the second (in an object, a key needed), or has refused the first already; so both texts are accepted
// or refused alike, and at the same place. How many members a run has stands in the aux bits of its first key's slot
// until yajl calls back for it. (Docs/Decisions/0005)

#include "internal.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef enum jt_pause { JT_PAUSE_FULL, JT_PAUSE_END, JT_PAUSE_ERROR } jt_pause;

JT_INLINE bool is_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

JT_INLINE size_t skip_space(const uint8_t *text, size_t i, size_t end, bool portable) {
    // Most runs are one byte long.
    if (i < end && !is_space(text[i])) return i;
    if (!portable) {
#if defined(__SSE2__)
        const __m128i space = _mm_set1_epi8(' '), newline = _mm_set1_epi8('\n'), tab = _mm_set1_epi8('\t'),
                      carriage = _mm_set1_epi8('\r');
        while (end - i >= 16) {
            __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
            __m128i found = _mm_or_si128(
                _mm_or_si128(_mm_cmpeq_epi8(bytes, space), _mm_cmpeq_epi8(bytes, newline)),
                _mm_or_si128(_mm_cmpeq_epi8(bytes, tab), _mm_cmpeq_epi8(bytes, carriage)));
            unsigned others = (unsigned)_mm_movemask_epi8(found) ^ 0xFFFF;
            if (others != 0) return i + (size_t)__builtin_ctz(others);
            i += 16;
        }
#elif defined(__ARM_NEON) && defined(__aarch64__)
        while (end - i >= 16) {
            uint8x16_t bytes = vld1q_u8(text + i);
            uint8x16_t found = vorrq_u8(
                vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(' ')), vceqq_u8(bytes, vdupq_n_u8('\n'))),
                vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('\t')), vceqq_u8(bytes, vdupq_n_u8('\r'))));
            uint64_t others =
                ~vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
            if (others != 0) return i + (size_t)(__builtin_ctzll(others) >> 2);
            i += 16;
        }
#endif
    }
    while (i < end && is_space(text[i])) i++;
    return i;
}

// Whether the four skeleton bytes are a member with a scalar value.
JT_INLINE bool is_member(const uint8_t *skeleton) {
    return skeleton[0] == '"' && skeleton[1] == '"' && skeleton[2] == ':' && skeleton[3] == '0';
}

// Goes on inside a string. `parser->position` is where; `parser->token_start` is the first byte behind the quote.
// The cut at the length limit depends on where the string starts only, so every chunking fails at the same byte.
JT_INLINE jt_string_end continue_string(jt_parser *parser, size_t *cursor, size_t end, bool portable, jt_slot *slot) {
    size_t start = parser->token_start;
    uint64_t limit = parser->options.limits.string_bytes;
    size_t cut = end - start > limit ? start + (size_t)limit + 1 : end;
    jt_error_code code = JT_ERROR_NONE;
    jt_string_end outcome = portable
        ? jt_string_scan_portable(parser->text, cursor, cut, &parser->string_flags, &code)
        : jt_string_scan(parser->text, cursor, cut, &parser->string_flags, &code);
    if (outcome == JT_STRING_CLOSED) {
        slot->head = jt_head(JT_STRING | parser->string_flags, parser->text_base + start);
        slot->body = *cursor - start;
        *cursor += 1;
    } else if (outcome == JT_STRING_INVALID) {
        jt_fail(parser, code, parser->text_base + *cursor);
    } else if (cut < end) {
        jt_fail(parser, JT_ERROR_STRING_LIMIT, parser->text_base + start - 1);
        outcome = JT_STRING_INVALID;
    }
    return outcome;
}

// A number that starts at `parser->token_start` and whose last byte is known to be there.
JT_INLINE bool take_number(jt_parser *parser, size_t *cursor, size_t end, jt_slot *slot) {
    size_t start = parser->token_start, i = start;
    bool good = jt_number_scan(parser->text, &i, end, slot);
    if (JT_UNLIKELY(!good || i - start > parser->options.limits.number_bytes
                    || (i < end && jt_is_number_byte(parser->text[i])))) {
        size_t run = jt_number_length(parser->text + start, end - start);
        if (run > parser->options.limits.number_bytes) {
            jt_fail(parser, JT_ERROR_NUMBER_LIMIT, parser->text_base + start);
        } else if (i >= parser->text_length && parser->final && !parser->document_cut) {
            jt_fail(parser, JT_ERROR_UNEXPECTED_END, parser->text_base + i);
        } else {
            jt_fail(parser, JT_ERROR_INVALID_NUMBER, parser->text_base + i);
        }
        return false;
    }
    slot->head |= (parser->text_base + start) << 24;
    *cursor = i;
    return true;
}

int jt_literal_scan(jt_parser *parser, size_t *cursor, size_t end, jt_slot *slot) {
    size_t i = *cursor;
    const uint8_t *text = parser->text;
    const char *word = text[i] == 't' ? "true" : text[i] == 'f' ? "false" : "null";
    size_t length = text[i] == 'f' ? 5 : 4;
    size_t available = end - i < length ? end - i : length;
    for (size_t k = 1; k < available; k++) {
        if (text[i + k] != (uint8_t)word[k]) {
            jt_fail(parser, JT_ERROR_INVALID_LITERAL, parser->text_base + i + k);
            return -1;
        }
    }
    if (available < length) return 0;
    uint32_t kind = length == 5 ? JT_FALSE : word[0] == 't' ? JT_TRUE : JT_NULL;
    *slot = (jt_slot){jt_head(kind, parser->text_base + i), 0};
    *cursor = i + length;
    return 1;
}

// Scans until the skeleton is full, `room` slots have been written, the bytes end or something is wrong.
JT_INLINE jt_pause scan_block(jt_parser *parser, uint64_t room, bool portable) {
    const uint8_t *text = parser->text;
    const size_t end = parser->text_length;
    const uint64_t base = parser->text_base;
    uint8_t *out = parser->skeleton + parser->skeleton_length;
    uint8_t *const out_end = parser->skeleton + JT_SKELETON_BYTES;
    jt_slot *slot = parser->slots + parser->written;
    // A skeleton byte stands for any number of slots, so both ends are looked at.
    jt_slot *const slot_end = parser->slots + parser->written + room;
    jt_slot *run = slot;  // the first key of the run of members that the skeleton ends with, if it does
    size_t i = parser->position;
    jt_pause pause = JT_PAUSE_FULL;

    switch (parser->inside) {
    case JT_INSIDE_NOTHING: break;
    case JT_INSIDE_STRING: goto string;
    case JT_INSIDE_LITERAL: goto literal;
    case JT_INSIDE_NUMBER:
        // The end of the number may not be there yet: look at the new bytes only.
        i += jt_number_length(text + i, end - i);
        goto number_end;
    }

    while (out < out_end && slot < slot_end) {
        i = skip_space(text, i, end, portable);
        if (i >= end) {
            pause = JT_PAUSE_END;
            break;
        }
        uint8_t c = text[i];
        switch (c) {
        case ':':
            *out++ = ':';
            i++;
            break;
        case ',':
            i++;
            if (out - parser->skeleton >= 4 && is_member(out - 4)) {
                if (out - parser->skeleton >= 9 && out[-5] == ',' && is_member(out - 9) && jt_aux(run) < UINT16_MAX) {
                    run->head += 1 << JT_AUX_SHIFT;
                    out -= 4;
                    break;
                }
                run = slot - 2;
            }
            *out++ = ',';
            break;
        case '{': case '}': case '[': case ']': {
            // Kinds by table: the four bytes differ in two bits.
            static const uint8_t kinds[4] = {JT_ARRAY, JT_ARRAY_END, JT_OBJECT, JT_OBJECT_END};
            *out++ = c;
            *slot++ = (jt_slot){jt_head(kinds[(c >> 4 & 2) | (c >> 2 & 1)], base + i), 0};
            i++;
            break;
        }
        case '"':
            i++;
            parser->inside = JT_INSIDE_STRING;
            parser->token_start = i;
            parser->string_flags = 0;
        string: {
            jt_string_end outcome = continue_string(parser, &i, end, portable, slot);
            if (JT_UNLIKELY(outcome != JT_STRING_CLOSED)) {
                pause = outcome == JT_STRING_MORE ? JT_PAUSE_END : JT_PAUSE_ERROR;
                goto done;
            }
            parser->inside = JT_INSIDE_NOTHING;
            slot++;
            if (out > parser->skeleton && out[-1] == ':') {
                *out++ = '0';
            } else {
                out[0] = '"';
                out[1] = '"';
                out += 2;
            }
            break;
        }
        case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            parser->token_start = i;
            // In the middle of a buffer the number is surely all there: read it at once.
            if (JT_LIKELY(end - i > 32) && !jt_is_number_byte(text[i + 1])) {
                if (c == '-') goto number_end;
                *slot = (jt_slot){jt_head(JT_NUMBER | JT_INTEGER, base + i), (uint64_t)(c - '0')};
                i++;
            } else {
                size_t next = i;
                jt_slot number = {0, 0};
                bool good = jt_number_scan(text, &next, end, &number);
                if (JT_UNLIKELY(!good || next >= end || jt_is_number_byte(text[next]))) {
                    i = next;
                    parser->inside = JT_INSIDE_NUMBER;
                    i += jt_number_length(text + i, end - i);
                    goto number_end;
                }
                if (JT_UNLIKELY(next - i > parser->options.limits.number_bytes)) goto number_end;
                number.head |= (base + i) << 24;
                *slot = number;
                i = next;
            }
            *out++ = '0';
            slot++;
            break;
        number_end:
            if (i >= end && !parser->final) {
                parser->inside = JT_INSIDE_NUMBER;
                if (end - parser->token_start > parser->options.limits.number_bytes) {
                    jt_fail(parser, JT_ERROR_NUMBER_LIMIT, base + parser->token_start);
                    pause = JT_PAUSE_ERROR;
                } else {
                    pause = JT_PAUSE_END;
                }
                goto done;
            }
            parser->inside = JT_INSIDE_NOTHING;
            if (!take_number(parser, &i, end, slot)) {
                pause = JT_PAUSE_ERROR;
                goto done;
            }
            *out++ = '0';
            slot++;
            break;
        case 't': case 'f': case 'n':
        literal: {
            int taken = jt_literal_scan(parser, &i, end, slot);
            if (JT_UNLIKELY(taken <= 0)) {
                parser->inside = JT_INSIDE_LITERAL;
                parser->token_start = i;
                pause = taken == 0 ? JT_PAUSE_END : JT_PAUSE_ERROR;
                goto done;
            }
            parser->inside = JT_INSIDE_NOTHING;
            *out++ = '0';
            slot++;
            break;
        }
        default:
            jt_fail(parser, JT_ERROR_UNEXPECTED_BYTE, base + i);
            pause = JT_PAUSE_ERROR;
            goto done;
        }
    }
done:
    parser->position = i;
    parser->skeleton_length = (size_t)(out - parser->skeleton);
    parser->written = (uint32_t)(slot - parser->slots);
    return pause;
}

static jt_pause scan_vector(jt_parser *parser, uint64_t room) { return scan_block(parser, room, false); }
static jt_pause scan_portable(jt_parser *parser, uint64_t room) { return scan_block(parser, room, true); }

// At the end of the document: a token that has begun and not ended.
static jt_status fail_unfinished(jt_parser *parser) {
    if (parser->inside == JT_INSIDE_STRING) {
        return jt_fail(parser, JT_ERROR_UNTERMINATED_STRING, parser->text_base + parser->token_start - 1);
    }
    return jt_fail(parser, JT_ERROR_UNEXPECTED_END, parser->text_base + parser->text_length);
}

jt_status jt_scan(jt_parser *parser) {
    if (parser->status != JT_OK) return parser->status;
    uint64_t limit = parser->options.limits.document_bytes;
    if (parser->text_base + parser->text_length > limit) {
        parser->text_length = limit > parser->text_base ? (size_t)(limit - parser->text_base) : 0;
        parser->document_cut = true;
        parser->final = false;
    }
    if (parser->position > parser->text_length) {
        // Not yet behind what is to be skipped.
        if (parser->document_cut) return jt_fail(parser, JT_ERROR_DOCUMENT_LIMIT, limit);
        if (!parser->final) return JT_OK;
        parser->position = parser->text_length;
    }
    if (parser->options.json5 || parser->options.trailing_commas) return jt_scan_relaxed(parser);
    for (;;) {
        size_t left = parser->text_length - parser->position;
        // A token that is continued may end with the first byte; else each takes a byte at least.
        uint64_t room = (left < JT_SKELETON_BYTES ? left : JT_SKELETON_BYTES) + 1;
        if (!jt_reserve_slots(parser, room)) return jt_fail_memory(parser);
        jt_pause pause = parser->options.portable ? scan_portable(parser, room) : scan_vector(parser, room);
        if (pause == JT_PAUSE_ERROR) {
            // What stands before the bad token comes first: yajl may know of an earlier error.
            jt_error scanner_error = parser->error;
            parser->status = JT_OK;
            if (jt_grammar_flush(parser) != JT_OK) return parser->status;
            return jt_fail(parser, scanner_error.code, scanner_error.offset);
        }
        if (jt_grammar_flush(parser) != JT_OK) return parser->status;
        if (pause == JT_PAUSE_END) break;
    }
    if (parser->document_cut) return jt_fail(parser, JT_ERROR_DOCUMENT_LIMIT, limit);
    if (!parser->final) return JT_OK;
    if (parser->inside != JT_INSIDE_NOTHING) return fail_unfinished(parser);
    return jt_grammar_complete(parser);
}
