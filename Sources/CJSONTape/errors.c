// Where an error is, and what was expected there. yajl's own error texts have no location and are not used.

#include "space.h"

// The part of the grammar that is implemented outside yajl. yajl decides whether a document is accepted; this function
// determines what it would have accepted instead, where a comma is a trailing one, and where a string can only be a value or
// a key.
jt_expectation jt_expected_after(uint8_t mark, bool is_key, jt_surroundings around, bool many_documents) {
    switch (mark) {
    case 0: case ':': return JT_EXPECT_VALUE;
    case '{': return JT_EXPECT_KEY_OR_OBJECT_END;
    case '[': return JT_EXPECT_VALUE_OR_ARRAY_END;
    case ',': return around == JT_IN_OBJECT ? JT_EXPECT_KEY : JT_EXPECT_VALUE;
    default: break;
    }
    if (is_key) return JT_EXPECT_COLON;
    switch (around) {
    case JT_IN_OBJECT: return JT_EXPECT_COMMA_OR_OBJECT_END;
    case JT_IN_ARRAY: return JT_EXPECT_COMMA_OR_ARRAY_END;
    default: return many_documents ? JT_EXPECT_VALUE : JT_EXPECT_END_OF_DOCUMENT;
    }
}

bool jt_allows_separator(jt_expectation expected, uint8_t separator) {
    if (separator == ':') return expected == JT_EXPECT_COLON;
    return separator == ','
        && (expected == JT_EXPECT_COMMA_OR_ARRAY_END || expected == JT_EXPECT_COMMA_OR_OBJECT_END);
}

static jt_expectation expected_after(const jt_parser *parser, uint8_t mark, bool is_key) {
    bool is_object = parser->frames[parser->depth].is_object;
    jt_surroundings around = parser->depth == 0 ? JT_AT_TOP : is_object ? JT_IN_OBJECT : JT_IN_ARRAY;
    return jt_expected_after(mark, is_key, around, parser->options.many_documents);
}

jt_expectation jt_expected_next(const jt_parser *parser) {
    return expected_after(parser, parser->last_mark, parser->last_was_key);
}

jt_status jt_fail(jt_parser *parser, jt_error_code code, uint64_t offset) {
    jt_expectation expected = JT_EXPECT_UNKNOWN;
    if (code == JT_ERROR_UNEXPECTED_END) expected = jt_expected_next(parser);
    // A token that has begun where the document should end.
    if (expected == JT_EXPECT_END_OF_DOCUMENT) expected = JT_EXPECT_UNKNOWN;
    parser->error = (jt_error){.code = code, .expected = expected, .offset = offset};
    return parser->status = JT_SYNTAX_ERROR;
}

jt_status jt_fail_memory(jt_parser *parser) {
    parser->error = (jt_error){.code = JT_ERROR_NONE};
    return parser->status = JT_OUT_OF_MEMORY;
}

// Source offset of the first byte after a slot's token.
static uint64_t end_of_token(const jt_parser *parser, const jt_slot *slot) {
    uint64_t offset = jt_offset(slot);
    switch (jt_kind(slot)) {
    case JT_STRING: return offset + slot->body + ((slot->head & JT_UNQUOTED) == 0);
    case JT_KEY: return offset + (uint32_t)slot->body + ((slot->head & JT_UNQUOTED) == 0);
    case JT_NULL: case JT_TRUE: return offset + 4;
    case JT_FALSE: return offset + 5;
    case JT_NUMBER: {
        size_t index = (size_t)(offset - parser->text_base);
        size_t available = parser->text_length - index;
        return offset
            + (parser->options.json5 ? jt_number_extent(parser->text + index, available)
                                     : jt_number_length(parser->text + index, available));
    }
    default: return offset + 1;
    }
}

uint64_t jt_token_start(const jt_slot *slot) {
    uint32_t kind = jt_kind(slot);
    bool quoted = (kind == JT_STRING || kind == JT_KEY) && (slot->head & JT_UNQUOTED) == 0;
    return jt_offset(slot) - quoted;
}

// Index in the text of the first byte at or after an offset that is not white space.
static size_t next_token(const jt_parser *parser, uint64_t offset) {
    size_t at = (size_t)(offset - parser->text_base);
    if (parser->options.json5) {
        size_t open = 0;
        size_t next = jt_skip_relaxed(parser->text, parser->text_length, true, at, &open);
        return next == SIZE_MAX ? open : next;
    }
    while (at < parser->text_length && jt_is_space(parser->text[at])) at++;
    return at;
}

static uint8_t mark_of(uint32_t kind) {
    switch (kind) {
    case JT_OBJECT: return '{';
    case JT_ARRAY: return '[';
    case JT_STRING: case JT_KEY: return '"';
    default: return '0';
    }
}

// yajl has rejected a token. Its own offset is not reliable (in one of its states it counts from another position), but the
// callbacks are: the token is the first one after the last confirmed slot's, not counting a separator that is allowed there.
jt_status jt_fail_grammar(jt_parser *parser) {
    uint8_t mark = parser->last_mark;
    bool was_key = parser->last_was_key;
    uint64_t after = parser->block_offset;
    if (parser->confirmed > parser->block_slot) {
        const jt_slot *last = parser->slots + parser->confirmed - 1;
        mark = mark_of(jt_kind(last));
        was_key = jt_kind(last) == JT_KEY;
        after = end_of_token(parser, last);
    }
    jt_expectation expected = expected_after(parser, mark, was_key);
    size_t at = next_token(parser, after);
    if (at < parser->text_length && jt_allows_separator(expected, parser->text[at])) {
        expected = expected_after(parser, parser->text[at], false);
        at = next_token(parser, parser->text_base + at + 1);
    }
    jt_fail(parser, JT_ERROR_UNEXPECTED_TOKEN, parser->text_base + at);
    parser->error.expected = expected;
    return parser->status;
}
