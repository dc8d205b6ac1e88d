// The scanner: finds tokens, validates all their bytes, writes their slots, and appends to the block of the skeleton.

#include "members.h"

typedef enum jt_pause { JT_PAUSE_FULL, JT_PAUSE_END, JT_PAUSE_ERROR } jt_pause;

// Continues a string at *cursor; `parser->token_start` is the first byte after the quote.
static jt_token_outcome scan_string(jt_parser *parser, size_t *cursor, bool portable, jt_slot *slot) {
    size_t start = parser->token_start, cut = jt_string_cut(parser, start);
    jt_error_code code = JT_ERROR_NONE;
    parser->inside = JT_INSIDE_STRING;
    jt_string_end outcome = portable
        ? jt_string_scan_portable(parser->text, cursor, cut, &parser->string_flags, &code)
        : jt_string_scan(parser->text, cursor, cut, &parser->string_flags, &code);
    if (outcome == JT_STRING_CLOSED) {
        parser->inside = JT_INSIDE_NOTHING;
        *slot = (jt_slot){jt_head(JT_STRING | parser->string_flags, parser->text_base + start), *cursor - start};
        *cursor += 1;
        return JT_TOKEN_COMPLETE;
    }
    if (outcome == JT_STRING_INVALID) {
        jt_fail(parser, code, parser->text_base + *cursor);
        return JT_TOKEN_INVALID;
    }
    if (cut - start <= parser->options.limits.string_bytes) return JT_TOKEN_UNFINISHED;
    jt_fail(parser, JT_ERROR_STRING_LIMIT, parser->text_base + start - 1);
    return JT_TOKEN_INVALID;
}

// A number that starts at `parser->token_start`. *cursor is after the bytes that have been read already.
static jt_token_outcome scan_number(jt_parser *parser, size_t *cursor, jt_slot *slot) {
    size_t start = parser->token_start, end = parser->text_length;
    uint64_t limit = parser->options.limits.number_bytes;
    *cursor += jt_number_length(parser->text + *cursor, end - *cursor);
    if (*cursor >= end && !parser->final) {
        parser->inside = JT_INSIDE_NUMBER;
        if (end - start <= limit) return JT_TOKEN_UNFINISHED;
        jt_fail(parser, JT_ERROR_NUMBER_LIMIT, parser->text_base + start);
        return JT_TOKEN_INVALID;
    }
    parser->inside = JT_INSIDE_NOTHING;
    size_t run = *cursor - start, i = start;
    bool good = jt_number_scan(parser->text, &i, end, slot);
    if (JT_UNLIKELY(!good || run > limit || i != *cursor)) {
        if (run > limit) {
            jt_fail(parser, JT_ERROR_NUMBER_LIMIT, parser->text_base + start);
        } else if (i >= end && parser->final && !parser->document_cut) {
            jt_fail(parser, JT_ERROR_UNEXPECTED_END, parser->text_base + i);
        } else {
            jt_fail(parser, JT_ERROR_INVALID_NUMBER, parser->text_base + i);
        }
        return JT_TOKEN_INVALID;
    }
    slot->head |= (parser->text_base + start) << 24;
    return JT_TOKEN_COMPLETE;
}

jt_token_outcome jt_literal_scan(jt_parser *parser, size_t *cursor, jt_slot *slot) {
    size_t i = *cursor, end = parser->text_length;
    const uint8_t *text = parser->text;
    const char *word = text[i] == 't' ? "true" : text[i] == 'f' ? "false" : "null";
    size_t length = text[i] == 'f' ? 5 : 4;
    size_t available = end - i < length ? end - i : length;
    for (size_t k = 1; k < available; k++) {
        if (text[i + k] != (uint8_t)word[k]) {
            jt_fail(parser, JT_ERROR_INVALID_LITERAL, parser->text_base + i + k);
            return JT_TOKEN_INVALID;
        }
    }
    if (available < length) return JT_TOKEN_UNFINISHED;
    *slot = (jt_slot){jt_head(jt_literal_kind(text[i]), parser->text_base + i), 0};
    *cursor = i + length;
    return JT_TOKEN_COMPLETE;
}

// jt_number_quick for a number near the end of the text. NULL also if the text ends with the number.
static __attribute__((noinline)) const uint8_t *number_near_end(const uint8_t *p, const uint8_t *end, jt_slot *slot) {
    uint8_t copy[JT_QUICK_BEFORE + JT_QUICK_NUMBER] = {0};
    ptrdiff_t left = end - p < JT_QUICK_NUMBER ? end - p : JT_QUICK_NUMBER;
    const uint8_t *start = memcpy(copy + JT_QUICK_BEFORE, p, (size_t)left);
    const uint8_t *after = jt_number_quick(start, slot);
    return after == NULL || after - start >= left ? NULL : p + (after - start);
}

// true, false or null.
static jt_token_outcome scan_literal(jt_parser *parser, size_t *cursor, jt_slot *slot) {
    jt_token_outcome outcome = jt_literal_scan(parser, cursor, slot);
    parser->inside = outcome == JT_TOKEN_COMPLETE ? JT_INSIDE_NOTHING : JT_INSIDE_LITERAL;
    parser->token_start = *cursor;
    return outcome;
}

// Continues the token in which the text ended.
static jt_token_outcome resume_token(jt_parser *parser, size_t *cursor, bool portable, jt_slot *slot) {
    switch (parser->inside) {
    case JT_INSIDE_STRING: return scan_string(parser, cursor, portable, slot);
    case JT_INSIDE_NUMBER: return scan_number(parser, cursor, slot);
    default: return scan_literal(parser, cursor, slot);
    }
}

// The end of the text in which tokens may start before the remaining room has to be computed again: a byte of the text takes
// at most one slot and one byte of the skeleton. NULL: the text ends, or there is little room.
static __attribute__((noinline)) const uint8_t *scan_limit(
    const jt_parser *parser, const uint8_t *p, const jt_slot *slot, const jt_slot *slot_end, const uint8_t *out
) {
    ptrdiff_t left = parser->text + parser->text_length - p;
    ptrdiff_t room = parser->skeleton + JT_SKELETON_BYTES - out;
    if (slot_end - slot < room) room = slot_end - slot;
    if (left <= room) return left > 0 ? p + left : NULL;
    return room < 64 ? NULL : p + room;
}

// Scans until the skeleton is full, `slots` slots have been written, the bytes end or an error occurs. `portable`: scans byte
// by byte and does not abbreviate the skeleton.
JT_INLINE jt_pause scan_block(jt_parser *parser, uint64_t slots, bool portable) {
    const uint8_t *const text = parser->text, *const end = text + parser->text_length;
    const uint64_t origin = parser->text_base - (uint64_t)(uintptr_t)text;
    const uint64_t string_limit = parser->options.limits.string_bytes;
    const uint64_t number_limit = parser->options.limits.number_bytes;
    jt_slot *slot = parser->slots + parser->written;
    jt_slot *const slot_end = slot + slots;
    const uint8_t *stop = text;
    jt_candidate candidates[JT_LEAF_LEVELS + 1];
    jt_writer writer = jt_writer_start(parser, candidates);
    const uint8_t *p = text + parser->position;
    size_t cursor = parser->position;
    jt_pause pause = JT_PAUSE_FULL;
    jt_token_outcome outcome;
    bool is_string;
    jt_run leaf;
#define JT_OFFSET(pointer) (origin + (uint64_t)(uintptr_t)(pointer))

    if (parser->inside != JT_INSIDE_NOTHING) {
        is_string = parser->inside == JT_INSIDE_STRING;
        outcome = resume_token(parser, &cursor, portable, slot);
        goto general;
    }

    for (;;) {
        if (JT_UNLIKELY(p >= stop)) {
            stop = scan_limit(parser, p, slot, slot_end, writer.out);
            if (stop == NULL) {
                pause = p < end ? JT_PAUSE_FULL : JT_PAUSE_END;
                break;
            }
        }
        uint8_t c = *p;
        if (c <= ' ' && jt_is_space(c)) {
            p = jt_skip_space(p, end, portable);
            if (p >= stop) continue;
            c = *p;
        }
        // Most tokens are strings, and a branch is predicted better than an indirect jump.
        if (c == '"') {
            const uint8_t *start = ++p;
#ifdef JT_VECTOR
            if (!portable && end - p >= JT_VECTOR) p = jt_skip_plain(p, end);
#endif
            bool is_short = (uint64_t)(p - start) <= string_limit;
            if (JT_UNLIKELY(p >= end || *p != '"' || !is_short)) {
                parser->token_start = (size_t)(start - text);
                parser->string_flags = 0;
                cursor = (size_t)((is_short ? p : start) - text);
                is_string = true;
                outcome = scan_string(parser, &cursor, portable, slot);
                goto general;
            }
            uint64_t length = (uint64_t)(p++ - start);
            if ((writer.tail == JT_TAIL_MEMBER_COMMA || writer.tail == JT_TAIL_OBJECT) && p < end && *p == ':'
                && JT_LIKELY(length <= UINT32_MAX) && !portable) {
                p++;
                uint64_t fingerprint = jt_fingerprint(start, (size_t)length);
                *slot++ = (jt_slot){jt_head(JT_KEY, JT_OFFSET(start)), length | fingerprint << 32};
                jt_show_key(&writer);
                continue;
            }
            *slot++ = (jt_slot){jt_head(JT_STRING, JT_OFFSET(start)), length};
            if (jt_show_string(&writer, portable)) continue;
            goto scalar;
        }
        switch (c) {
        case ':':
            p++;
            jt_show_colon(&writer, slot - 1, (const uint8_t *)(uintptr_t)(jt_offset(slot - 1) - origin), portable);
            continue;
        case ',':
            p++;
            jt_show_comma(&writer);
            continue;
        case '[':
            *slot = (jt_slot){jt_head(JT_ARRAY, JT_OFFSET(p++)), 0};
            jt_show_start(&writer, slot++, '[', portable);
            continue;
        case '{':
            *slot = (jt_slot){jt_head(JT_OBJECT, JT_OFFSET(p++)), 0};
            jt_show_start(&writer, slot++, '{', portable);
            continue;
        case ']':
            *slot = (jt_slot){jt_head(JT_ARRAY_END, JT_OFFSET(p++)), 0};
            leaf = jt_show_end(&writer, parser, slot++, ']');
            if (leaf == 0) goto separator;
            goto leaf;
        case '}':
            *slot = (jt_slot){jt_head(JT_OBJECT_END, JT_OFFSET(p++)), 0};
            leaf = jt_show_end(&writer, parser, slot++, '}');
            if (leaf == 0) goto separator;
            goto leaf;
        case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            if (!portable) {
                bool is_inside = end - p >= JT_QUICK_NUMBER && p - text >= JT_QUICK_BEFORE;
                const uint8_t *after =
                    JT_LIKELY(is_inside) ? jt_number_quick(p, slot) : number_near_end(p, end, slot);
                if (JT_LIKELY(after != NULL && (uint64_t)(after - p) <= number_limit)) {
                    slot->head |= JT_OFFSET(p) << 24;
                    p = after;
                    slot++;
                    goto scalar;
                }
            }
            parser->token_start = cursor = (size_t)(p - text);
            is_string = false;
            outcome = scan_number(parser, &cursor, slot);
            goto general;
        case 't': case 'f': case 'n': {
            const uint8_t *after = end - p >= 5 ? jt_literal_end(p) : NULL;
            if (JT_LIKELY(after != NULL)) {
                *slot++ = (jt_slot){jt_head(jt_literal_kind(c), JT_OFFSET(p)), 0};
                p = after;
                goto scalar;
            }
            cursor = (size_t)(p - text);
            is_string = false;
            outcome = scan_literal(parser, &cursor, slot);
            goto general;
        }
        default:
            jt_fail(parser, JT_ERROR_UNEXPECTED_BYTE, JT_OFFSET(p));
            pause = JT_PAUSE_ERROR;
            goto done;
        }
    general:
        p = text + cursor;
        if (JT_UNLIKELY(outcome != JT_TOKEN_COMPLETE)) {
            pause = outcome == JT_TOKEN_UNFINISHED ? JT_PAUSE_END : JT_PAUSE_ERROR;
            goto done;
        }
        slot++;
        if (is_string && jt_show_string(&writer, portable)) continue;
    scalar:
        jt_show_value(&writer, slot, 1, portable);
        goto separator;
    leaf:
        jt_show_value(&writer, slot, leaf, portable);
    separator:
        // Usually a comma follows a value.
        if (p < end && *p == ',') {
            p++;
            jt_show_comma(&writer);
#ifdef JT_VECTOR
            if (!portable && writer.tail == JT_TAIL_MEMBER_COMMA && p < stop && p - text >= JT_QUICK_BEFORE) {
                p = jt_scan_members(&writer, p, stop, end, origin, &parser->options.limits, &slot);
            }
#endif
        }
    }
done:
    parser->position = (size_t)(p - text);
    parser->written = (uint32_t)(slot - parser->slots);
    jt_writer_finish(&writer, parser);
    return pause;
#undef JT_OFFSET
}

static jt_pause scan_vector(jt_parser *parser, uint64_t room) { return scan_block(parser, room, false); }
static jt_pause scan_portable(jt_parser *parser, uint64_t room) { return scan_block(parser, room, true); }

jt_status jt_end_scan(jt_parser *parser) {
    if (parser->document_cut) {
        return jt_fail(parser, JT_ERROR_DOCUMENT_LIMIT, parser->options.limits.document_bytes);
    }
    if (!parser->final) return JT_OK;
    switch (parser->inside) {
    case JT_INSIDE_NOTHING: return jt_end_document(parser);
    case JT_INSIDE_STRING:
        return jt_fail(parser, JT_ERROR_UNTERMINATED_STRING, parser->text_base + parser->token_start - 1);
    default: return jt_fail(parser, JT_ERROR_UNEXPECTED_END, parser->text_base + parser->text_length);
    }
}

jt_status jt_scan(jt_parser *parser) {
    if (parser->status != JT_OK) return parser->status;
    uint64_t limit = parser->options.limits.document_bytes;
    uint64_t room = parser->text_base < limit ? limit - parser->text_base : 0;
    if (parser->text_length > room || parser->text_base > limit) {
        parser->text_length = (size_t)room;
        parser->document_cut = true;
        parser->final = false;
    }
    if (parser->position > parser->text_length) {
        // Still within the bytes to skip.
        if (parser->document_cut) return jt_fail(parser, JT_ERROR_DOCUMENT_LIMIT, limit);
        if (!parser->final) return JT_OK;
        parser->position = parser->text_length;
    }
    if (parser->options.json5 || parser->options.trailing_commas) return jt_scan_relaxed(parser);
    for (;;) {
        size_t left = parser->text_length - parser->position;
        // A continued token may end with the first byte; every other token takes at least one byte.
        uint64_t room = (left < JT_SKELETON_BYTES ? left : JT_SKELETON_BYTES) + 1;
        if (!jt_reserve_slots(parser, room)) return jt_fail_memory(parser);
        jt_pause pause = parser->options.portable ? scan_portable(parser, room) : scan_vector(parser, room);
        bool is_last = pause == JT_PAUSE_END && parser->final;
        if (jt_hand_over(parser, is_last) != JT_OK) return parser->status;
        if (pause == JT_PAUSE_END) return jt_end_scan(parser);
    }
}
