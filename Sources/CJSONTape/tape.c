// The parser's interface: starting documents, adding text, and reading results.

#include "internal.h"

const uint8_t jt_no_text[1] = {0};

// A bound of 2^32 - 1 or more means no limit.
static uint64_t bound_of_count(uint64_t bound) { return bound < UINT32_MAX ? bound : UINT64_MAX; }

jt_status jt_parser_begin(jt_parser *parser, const jt_options *options) {
    parser->options = *options;
    if (parser->options.limits.document_bytes > JT_OFFSET_LIMIT) {
        parser->options.limits.document_bytes = JT_OFFSET_LIMIT;
    }
    if (parser->options.limits.slots > JT_TOKEN_LIMIT) parser->options.limits.slots = JT_TOKEN_LIMIT;
    if (parser->options.limits.number_bytes < 1) parser->options.limits.number_bytes = 1;
    // More bytes than any document has.
    if (parser->options.skip > JT_OFFSET_LIMIT) parser->options.skip = JT_OFFSET_LIMIT;
    if (parser->options.skip > SIZE_MAX) parser->options.skip = SIZE_MAX;
    parser->max_count[false] = bound_of_count(options->limits.elements);
    parser->max_count[true] = bound_of_count(options->limits.members);
    jt_parser_forget(parser);
    parser->text_base = options->base;
    parser->position = (size_t)parser->options.skip;
    parser->block_offset = jt_parser_pending(parser);
    if (!jt_reserve_slots(parser, 16)) return jt_fail_memory(parser);
    parser->slots[0] = (jt_slot){jt_head(JT_NULL, 0), 0};
    parser->written = parser->confirmed = parser->block_slot = JT_FIRST_SLOT;
    if (jt_begin_confirming(parser) != JT_OK) return parser->status;
    parser->begun = true;
    return JT_OK;
}

// Whether a document has begun and has not failed.
static bool is_ready(jt_parser *parser) {
    if (parser->status != JT_OK) return false;
    if (!parser->begun) jt_fail(parser, JT_ERROR_INTERNAL, 0);
    return parser->begun;
}

static jt_status scan(jt_parser *parser, const uint8_t *bytes, size_t length, bool final) {
    parser->text = bytes;
    parser->text_length = length;
    parser->final = final;
    return jt_scan(parser);
}

jt_status jt_parser_scan(jt_parser *parser, const uint8_t *bytes, size_t length, bool final) {
    if (!is_ready(parser)) return parser->status;
    // The bytes that have been scanned must still be available.
    if (length < parser->text_length || (parser->text_length > 0 && bytes != parser->text)) {
        return jt_fail(parser, JT_ERROR_INTERNAL, parser->text_base);
    }
    return scan(parser, bytes, length, final);
}

jt_status jt_parser_append(jt_parser *parser, const uint8_t *chunk, size_t length) {
    bool failed = !is_ready(parser);
    if (length == 0 || (failed && !jt_parser_awaits_character(parser))) return parser->status;
    size_t held = parser->text_length;
    if (held > 0 && parser->text != parser->own_text) return jt_fail(parser, JT_ERROR_INTERNAL, parser->text_base);
    // One byte more than the limit shows that the document exceeds it.
    uint64_t limit = parser->options.limits.document_bytes, before = parser->text_base + held;
    uint64_t room = before < limit ? limit - before : 0;
    if (length > room) length = (size_t)room + 1;
    if (length > SIZE_MAX - held) return jt_fail_memory(parser);
    size_t needed = held + length;
    if (needed > parser->own_capacity) {
        size_t capacity = parser->own_capacity < 4096 ? 4096 : parser->own_capacity;
        while (capacity < needed) capacity = capacity > SIZE_MAX / 2 ? needed : capacity * 2;
        uint8_t *text = jt_resize(parser, parser->own_text, capacity);
        if (text == NULL) return jt_fail_memory(parser);
        parser->own_text = text;
        parser->own_capacity = capacity;
    }
    memcpy(parser->own_text + held, chunk, length);
    if (failed) {
        parser->text = parser->own_text;
        parser->document_cut = length > room;
        parser->text_length = held + (parser->document_cut ? (size_t)room : length);
        return parser->status;
    }
    return scan(parser, parser->own_text, needed, false);
}

bool jt_parser_awaits_character(const jt_parser *parser) {
    if (parser->status != JT_SYNTAX_ERROR || parser->own_text == NULL || parser->text != parser->own_text) return false;
    switch (parser->error.code) {
    case JT_ERROR_UNEXPECTED_TOKEN: case JT_ERROR_UNEXPECTED_BYTE: case JT_ERROR_INVALID_LITERAL:
    case JT_ERROR_INVALID_NUMBER: break;
    default: return false;
    }
    size_t at = (size_t)(parser->error.offset - parser->text_base);
    if (at >= parser->text_length || parser->text[at] < 0x80 || parser->document_cut) return false;
    return jt_sequence_scan(parser->text, &at, parser->text_length) == JT_STRING_MORE;
}

jt_status jt_parser_finish(jt_parser *parser) {
    return jt_parser_scan(parser, parser->text, parser->text_length, true);
}

uint32_t jt_parser_depth(const jt_parser *parser) { return parser->depth; }

uint64_t jt_parser_pending(const jt_parser *parser) {
    switch (parser->inside) {
    case JT_INSIDE_NOTHING: return parser->text_base + parser->position;
    case JT_INSIDE_STRING: return parser->text_base + parser->token_start - 1;
    default: return parser->text_base + parser->token_start;
    }
}

const jt_slot *jt_parser_slots(const jt_parser *parser) { return parser->slots; }
uint32_t jt_parser_slot_count(const jt_parser *parser) { return parser->confirmed; }
const uint8_t *jt_parser_text(const jt_parser *parser) { return parser->text; }
size_t jt_parser_text_length(const jt_parser *parser) { return parser->text_length; }
uint64_t jt_parser_text_base(const jt_parser *parser) { return parser->text_base; }
jt_error jt_parser_error(const jt_parser *parser) { return parser->error; }
uint64_t jt_parser_max_depth(const jt_parser *parser) { return parser->max_depth; }
