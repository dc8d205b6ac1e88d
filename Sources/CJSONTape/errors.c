// Where an error is and what would have been right there. yajl's own texts name no place and are not used.

#include "internal.h"

// What may follow: told by the last skeleton byte (`mark`, 0 at the start of the document), by whether the token it
// belongs to is a key, and by the container around it.
static jt_expectation expected_after(const jt_parser *parser, uint8_t mark, bool was_key) {
    const jt_frame *frame = parser->frames + parser->depth;
    bool is_top = parser->depth == 0;
    switch (mark) {
    case 0: return JT_EXPECT_VALUE;
    case '{': return JT_EXPECT_KEY_OR_OBJECT_END;
    case '[': return JT_EXPECT_VALUE_OR_ARRAY_END;
    case ':': return JT_EXPECT_VALUE;
    case ',': return frame->is_object ? JT_EXPECT_KEY : JT_EXPECT_VALUE;
    case '"':
        if (was_key) return JT_EXPECT_COLON;
        break;
    default: break;
    }
    if (is_top) return parser->options.many_documents ? JT_EXPECT_VALUE : JT_EXPECT_END_OF_DOCUMENT;
    return frame->is_object ? JT_EXPECT_COMMA_OR_OBJECT_END : JT_EXPECT_COMMA_OR_ARRAY_END;
}

jt_status jt_fail(jt_parser *parser, jt_error_code code, uint64_t offset) {
    jt_expectation expected = JT_EXPECT_UNKNOWN;
    // For what the scanner finds, the skeleton so far tells what yajl would have taken, once it has been read.
    if (code == JT_ERROR_UNEXPECTED_END) {
        expected = expected_after(parser, parser->last_mark, parser->last_was_key);
    }
    parser->error = (jt_error){.code = code, .expected = expected, .offset = offset};
    return parser->status = JT_SYNTAX_ERROR;
}

jt_status jt_fail_memory(jt_parser *parser) {
    parser->error = (jt_error){.code = JT_ERROR_NONE};
    return parser->status = JT_OUT_OF_MEMORY;
}

// Source offset of the first byte behind a slot's token.
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

// Index in the text of the first byte at or behind an offset that is no white space.
static size_t next_token(const jt_parser *parser, uint64_t offset) {
    size_t at = (size_t)(offset - parser->text_base);
    if (parser->options.json5) {
        size_t open = 0;
        size_t next = jt_skip_relaxed(parser, at, &open);
        return next == SIZE_MAX ? open : next;
    }
    while (at < parser->text_length) {
        uint8_t c = parser->text[at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') break;
        at++;
    }
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

static bool takes(jt_expectation expected, uint8_t separator) {
    if (separator == ':') return expected == JT_EXPECT_COLON;
    return separator == ','
        && (expected == JT_EXPECT_COMMA_OR_ARRAY_END || expected == JT_EXPECT_COMMA_OR_OBJECT_END);
}

// yajl has refused a token. Which one, yajl does not tell dependably (in one of its states it counts from another end),
// but the callbacks do: it is the first token behind the last confirmed slot's, but for one separator that may stand
// there.
jt_status jt_fail_grammar(jt_parser *parser) {
    uint8_t mark = parser->last_mark;
    bool was_key = parser->last_was_key;
    uint64_t behind = parser->skeleton_start;
    if (parser->confirmed > parser->skeleton_slot) {
        const jt_slot *last = parser->slots + parser->confirmed - 1;
        mark = mark_of(jt_kind(last));
        was_key = jt_kind(last) == JT_KEY;
        behind = end_of_token(parser, last);
    }
    jt_expectation expected = expected_after(parser, mark, was_key);
    size_t at = next_token(parser, behind);
    if (at < parser->text_length && takes(expected, parser->text[at])) {
        expected = expected_after(parser, parser->text[at], false);
        at = next_token(parser, parser->text_base + at + 1);
    }
    jt_fail(parser, JT_ERROR_UNEXPECTED_TOKEN, parser->text_base + at);
    parser->error.expected = expected;
    return parser->status;
}
