// The second scanner: JSON5 (json5.org), or JSON with trailing commas. It writes the same slots and the same kind of
// skeleton as scanner.c, so that later stages are the same for both. It is separate so that the hot loop of the
// first scanner has no additional branches. Whole documents only.
//
// White space and escapes are those that Foundation's JSON5 accepts, and those of the specification that it should accept.

#include "escapes.h"
#include "skeleton.h"
#include "space.h"

// A comma is held back until the next token shows whether it is a trailing one.
typedef struct jt_relaxed {
    jt_parser *parser;
    size_t i;
    bool comma;
    size_t comma_at;
    uint8_t mark;  // the last skeleton byte, also of earlier blocks
    bool failed;
} jt_relaxed;

static bool is_identifier(uint8_t c) {
    return (uint8_t)((c | 0x20) - 'a') < 26 || (uint8_t)(c - '0') < 10 || c == '$' || c == '_' || c >= 0x80 || c == '\\';
}

static void fail(jt_relaxed *state, jt_error_code code, size_t at) {
    state->failed = true;
    jt_fail(state->parser, code, state->parser->text_base + at);
}

// Fails with an error that more text might have prevented. If the document limit has cut the text, fails with that limit.
static void fail_at_end(jt_relaxed *state, jt_error_code code, size_t at) {
    bool is_cut = state->parser->document_cut;
    fail(state, is_cut ? JT_ERROR_DOCUMENT_LIMIT : code, is_cut ? state->parser->text_length : at);
}

size_t jt_skip_relaxed(const uint8_t *text, size_t end, bool json5, size_t i, size_t *open) {
    for (;;) {
        while (i < end && (jt_is_space(text[i]) || (json5 && (text[i] == '\v' || text[i] == '\f')))) i++;
        if (!json5 || end - i < 2 || text[i] != '/') return i;
        if (text[i + 1] == '/') {
            while (i < end && text[i] != '\n' && text[i] != '\r') i++;
        } else if (text[i + 1] == '*') {
            size_t from = i + 2;
            while (from + 1 < end && !(text[from] == '*' && text[from + 1] == '/')) from++;
            if (from + 1 >= end) {
                *open = i;
                return SIZE_MAX;
            }
            i = from + 2;
        } else {
            return i;
        }
    }
}

static void append(jt_relaxed *state, const char *bytes, size_t count) {
    jt_append(state->parser, bytes, count);
    state->mark = (uint8_t)bytes[count - 1];
}

static void append_value(jt_relaxed *state) {
    jt_append_value(state->parser);
    state->mark = '0';
}

static void append_pending_comma(jt_relaxed *state, bool at_closer) {
    if (!state->comma) return;
    state->comma = false;
    jt_expectation expected = jt_expected_after(state->mark, false, JT_IN_ARRAY, false);
    if (at_closer && jt_allows_separator(expected, ',')) return;
    append(state, ",", 1);
}

static jt_slot *new_slot(jt_relaxed *state) { return state->parser->slots + state->parser->written++; }

static void structure(jt_relaxed *state, uint32_t kind, uint8_t c) {
    *new_slot(state) = (jt_slot){jt_head(kind, state->parser->text_base + state->i), 0};
    char byte = (char)c;
    append(state, &byte, 1);
    state->i++;
}

// An escape at text[*i] in a JSON5 string: what JSON has, and \' \v \0 \xHH and an escaped line end.
static jt_string_end json5_escape(const uint8_t *text, size_t *i, size_t end, jt_error_code *code) {
    if (end - *i < 2) return JT_STRING_MORE;
    switch (text[*i + 1]) {
    case '\'': case 'v': case '\n':
        *i += 2;
        return JT_STRING_CLOSED;
    case '\r':
        *i += end - *i > 2 && text[*i + 2] == '\n' ? 3 : 2;
        return JT_STRING_CLOSED;
    case '0':
        if (end - *i > 2 && (uint8_t)(text[*i + 2] - '0') < 10) break;
        *i += 2;
        return JT_STRING_CLOSED;
    case 'x':
        for (size_t k = 2; k < 4; k++) {
            if (*i + k >= end) return JT_STRING_MORE;
            if (jt_hex_values[text[*i + k]] > 0xF) {
                *code = JT_ERROR_INVALID_ESCAPE;
                return JT_STRING_INVALID;
            }
        }
        *i += 4;
        return JT_STRING_CLOSED;
    default:
        return jt_escape_scan(text, i, end, code);
    }
    *code = JT_ERROR_INVALID_ESCAPE;
    return JT_STRING_INVALID;
}

// The inside of a JSON5 string up to `quote`.
static jt_string_end json5_string(
    const uint8_t *text, size_t *cursor, size_t end, uint8_t quote, uint32_t *flags, jt_error_code *code
) {
    while (*cursor < end) {
        uint8_t c = text[*cursor];
        jt_string_end outcome = JT_STRING_CLOSED;
        if (c == quote) return JT_STRING_CLOSED;
        if (c == '\\') {
            *flags |= JT_ESCAPED;
            outcome = json5_escape(text, cursor, end, code);
        } else if (c >= 0x80) {
            *flags |= JT_NON_ASCII;
            *code = JT_ERROR_INVALID_UTF8;
            outcome = jt_sequence_scan(text, cursor, end);
        } else if (c < 0x20) {
            *code = JT_ERROR_CONTROL_CHARACTER;
            outcome = JT_STRING_INVALID;
        } else {
            *cursor += 1;
        }
        if (outcome != JT_STRING_CLOSED) return outcome;
    }
    return JT_STRING_MORE;
}

static void string(jt_relaxed *state, uint8_t quote) {
    jt_parser *parser = state->parser;
    size_t start = state->i + 1, cursor = start, cut = jt_string_cut(parser, start);
    uint32_t flags = JT_STRING;
    jt_error_code code = JT_ERROR_NONE;
    jt_string_end outcome = parser->options.json5
        ? json5_string(parser->text, &cursor, cut, quote, &flags, &code)
        : jt_string_scan(parser->text, &cursor, cut, &flags, &code);
    if (outcome == JT_STRING_INVALID) {
        fail(state, code, cursor);
    } else if (outcome == JT_STRING_MORE && cut - start > parser->options.limits.string_bytes) {
        fail(state, JT_ERROR_STRING_LIMIT, state->i);
    } else if (outcome == JT_STRING_MORE) {
        fail_at_end(state, JT_ERROR_UNTERMINATED_STRING, state->i);
    } else {
        *new_slot(state) = (jt_slot){jt_head(flags, parser->text_base + start), cursor - start};
        append(state, "\"\"", 2);
        state->i = cursor + 1;
    }
}

static bool is_word(const jt_parser *parser, size_t i, size_t length, const char *word) {
    return strlen(word) == length && memcmp(parser->text + i, word, length) == 0;
}

// Whether the four hexadecimal digits encode a character that is allowed in an unquoted key. All characters outside ASCII
// are allowed: the tables of ECMAScript's identifiers are not included.
static bool is_escaped_identifier(const uint8_t *digits, bool first) {
    uint32_t unit = jt_four_hex(digits);
    if (unit >= 0x80) return true;
    uint8_t c = (uint8_t)unit;
    return is_identifier(c) && c != '\\' && !(first && (uint8_t)(c - '0') < 10);
}

// Whether the sequence at text[0], of a character outside ASCII, is one of the white space of JSON5 (section 8). Foundation does not
// accept it as such, and a key does not contain it.
static bool is_wide_space(const uint8_t *text) {
    switch (text[0]) {
    case 0xC2: return text[1] == 0xA0;
    case 0xE1: return text[1] == 0x9A && text[2] == 0x80;
    case 0xE2:
        return (text[1] == 0x80 && (text[2] <= 0x8A || text[2] == 0xA8 || text[2] == 0xA9 || text[2] == 0xAF))
            || (text[1] == 0x81 && text[2] == 0x9F);
    case 0xE3: return text[1] == 0x80 && text[2] == 0x80;
    case 0xEF: return text[1] == 0xBB && text[2] == 0xBF;
    default: return false;
    }
}

// Moves *cursor from the start of an identifier to its end, and adds JT_ESCAPED and JT_NON_ASCII to *flags. False: the parser has
// failed.
static bool identifier_end(jt_relaxed *state, size_t *cursor, uint32_t *flags) {
    const uint8_t *text = state->parser->text;
    size_t start = *cursor, end = state->parser->text_length;
    while (*cursor < end && is_identifier(text[*cursor])) {
        size_t character = *cursor;
        jt_error_code code = JT_ERROR_INVALID_UTF8;
        jt_string_end outcome = JT_STRING_CLOSED;
        if (text[character] == '\\') {
            *flags |= JT_ESCAPED;
            code = JT_ERROR_INVALID_ESCAPE;
            bool unicode = end - character > 1 && text[character + 1] == 'u';
            outcome = unicode ? jt_escape_scan(text, cursor, end, &code)
                : end - character > 1 ? JT_STRING_INVALID : JT_STRING_MORE;
            if (outcome == JT_STRING_CLOSED && !is_escaped_identifier(text + character + 2, character == start)) {
                *cursor = character;
                code = JT_ERROR_INVALID_ESCAPE;
                outcome = JT_STRING_INVALID;
            }
        } else if (text[character] >= 0x80) {
            *flags |= JT_NON_ASCII;
            outcome = jt_sequence_scan(text, cursor, end);
            if (outcome == JT_STRING_CLOSED && is_wide_space(text + character)) {
                *cursor = character;
                code = JT_ERROR_UNEXPECTED_BYTE;
                outcome = JT_STRING_INVALID;
            }
        } else {
            *cursor += 1;
        }
        if (outcome == JT_STRING_MORE) fail_at_end(state, JT_ERROR_UNEXPECTED_END, *cursor);
        if (outcome == JT_STRING_INVALID) fail(state, code, *cursor);
        if (outcome != JT_STRING_CLOSED) return false;
    }
    return true;
}

// An unquoted key, or a word that is a value.
static void identifier(jt_relaxed *state) {
    jt_parser *parser = state->parser;
    const uint8_t *text = parser->text;
    size_t start = state->i, cursor = start, end = parser->text_length;
    uint32_t flags = JT_STRING | JT_UNQUOTED;
    if (!identifier_end(state, &cursor, &flags)) return;
    size_t length = cursor - start, open = 0;
    size_t next = jt_skip_relaxed(text, end, parser->options.json5, cursor, &open);
    if (parser->document_cut && (next >= end || (text[next] == '/' && next + 1 == end))) {
        // It may continue, or be a key.
        fail_at_end(state, JT_ERROR_INVALID_LITERAL, start);
        return;
    }
    jt_slot slot = {jt_head(flags, parser->text_base + start), length};
    if (next != SIZE_MAX && next < end && text[next] == ':') {
        if (length > parser->options.limits.string_bytes) {
            fail(state, JT_ERROR_STRING_LIMIT, start);
            return;
        }
        append(state, "\"\"", 2);
    } else {
        uint32_t kind;
        if (is_word(parser, start, length, "true")) {
            kind = JT_TRUE;
        } else if (is_word(parser, start, length, "false")) {
            kind = JT_FALSE;
        } else if (is_word(parser, start, length, "null")) {
            kind = JT_NULL;
        } else if (is_word(parser, start, length, "Infinity") || is_word(parser, start, length, "NaN")) {
            kind = JT_NUMBER | JT_NOT_FINITE | JT_INEXACT;
        } else {
            fail(state, JT_ERROR_INVALID_LITERAL, start);
            return;
        }
        slot = (jt_slot){jt_head(kind, parser->text_base + start), 0};
        append_value(state);
    }
    *new_slot(state) = slot;
    state->i = cursor;
}

static void literal(jt_relaxed *state) {
    jt_parser *parser = state->parser;
    jt_slot slot = {0, 0};
    switch (jt_literal_scan(parser, &state->i, &slot)) {
    case JT_TOKEN_UNFINISHED: fail_at_end(state, JT_ERROR_UNEXPECTED_END, parser->text_length); return;
    case JT_TOKEN_INVALID: state->failed = true; return;
    default: break;
    }
    *new_slot(state) = slot;
    append_value(state);
}

// A number; in JSON5 also hexadecimal, with a plus sign, without digits on one side of the decimal point, or not finite.
static void number(jt_relaxed *state) {
    jt_parser *parser = state->parser;
    const uint8_t *text = parser->text;
    size_t start = state->i, cursor = start, end = parser->text_length;
    bool json5 = parser->options.json5;
    size_t run = json5 ? jt_number_extent(text + start, end - start) : jt_number_length(text + start, end - start);
    if (run > parser->options.limits.number_bytes) {
        fail(state, JT_ERROR_NUMBER_LIMIT, start);
        return;
    }
    if (parser->document_cut && start + run == end) {
        fail_at_end(state, JT_ERROR_UNEXPECTED_END, end);
        return;
    }
    jt_slot slot = {0, 0};
    bool good = true;
    size_t digits = start + (text[start] == '-' || text[start] == '+');
    uint32_t sign = text[start] == '-' ? JT_NEGATIVE : 0;
    size_t left = start + run - digits;
    if (!json5) {
        good = jt_number_scan(text, &cursor, end, &slot);
    } else if (is_word(parser, digits, left, "Infinity") || is_word(parser, digits, left, "NaN")) {
        slot.head = JT_NUMBER | JT_NOT_FINITE | JT_INEXACT | sign;
        cursor = start + run;
    } else if (left > 2 && text[digits] == '0' && (text[digits + 1] | 0x20) == 'x') {
        slot.head = JT_NUMBER | JT_INTEGER | sign;
        bool wide = false;
        for (cursor = digits + 2; cursor < start + run; cursor++) {
            uint8_t value = jt_hex_values[text[cursor]];
            if (value > 0xF) break;
            wide = wide || slot.body >> 60 != 0;
            if (!wide) slot.body = slot.body << 4 | value;
        }
        // More than 64 bits are read from the text.
        if (wide) slot.head |= JT_INEXACT | (uint64_t)(uint16_t)JT_NO_EXPONENT << 8;
    } else {
        good = jt_number_scan_relaxed(text, &cursor, end, &slot);
    }
    if (!good || cursor != start + run) {
        fail(state, cursor >= end ? JT_ERROR_UNEXPECTED_END : JT_ERROR_INVALID_NUMBER, cursor);
        return;
    }
    slot.head |= (parser->text_base + start) << 24;
    *new_slot(state) = slot;
    append_value(state);
    state->i = cursor;
}

static void token(jt_relaxed *state) {
    const jt_parser *parser = state->parser;
    uint8_t c = parser->text[state->i];
    bool json5 = parser->options.json5;
    if (c == ',') {
        append_pending_comma(state, false);
        state->comma = true;
        state->comma_at = state->i++;
        return;
    }
    append_pending_comma(state, c == '}' || c == ']');
    switch (c) {
    case '{': structure(state, JT_OBJECT, c); return;
    case '}': structure(state, JT_OBJECT_END, c); return;
    case '[': structure(state, JT_ARRAY, c); return;
    case ']': structure(state, JT_ARRAY_END, c); return;
    case ':': append(state, ":", 1); state->i++; return;
    case '"': string(state, c); return;
    case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
        number(state);
        return;
    default: break;
    }
    if (!json5 && (c == 't' || c == 'f' || c == 'n')) {
        literal(state);
    } else if (json5 && c == '\'') {
        string(state, c);
    } else if (json5 && (c == '+' || c == '.')) {
        number(state);
    } else if (json5 && is_identifier(c)) {
        identifier(state);
    } else if (json5 && c == '/' && state->i + 1 == parser->text_length) {
        fail_at_end(state, JT_ERROR_UNEXPECTED_BYTE, state->i);
    } else {
        fail(state, JT_ERROR_UNEXPECTED_BYTE, state->i);
    }
}

jt_status jt_scan_relaxed(jt_parser *parser) {
    if (!parser->final && !parser->document_cut) return JT_OK;
    jt_relaxed state = {.parser = parser, .i = parser->position};
    for (;;) {
        if (!jt_reserve_slots(parser, JT_SKELETON_BYTES)) return jt_fail_memory(parser);
        bool at_end = false;
        while (!state.failed && parser->skeleton_length < JT_SKELETON_BYTES - 4) {
            size_t open = 0;
            size_t next = jt_skip_relaxed(parser->text, parser->text_length, parser->options.json5, state.i, &open);
            if (next == SIZE_MAX) {
                append_pending_comma(&state, false);
                fail_at_end(&state, JT_ERROR_UNTERMINATED_COMMENT, open);
                break;
            }
            state.i = next;
            if (state.i >= parser->text_length) {
                append_pending_comma(&state, false);
                at_end = true;
                break;
            }
            token(&state);
        }
        // The comma belongs to the next block.
        parser->position = state.comma ? state.comma_at : state.i;
        if (jt_hand_over(parser, at_end && parser->final) != JT_OK) return parser->status;
        if (at_end) return jt_end_scan(parser);
    }
}
