// Parts of a stream: what is dropped when it has been read, and what is cut off to be read by somebody else.

#include "internal.h"

// The unfinished string is a key: its text will be needed.
static bool is_inside_key(const jt_parser *parser) {
    return parser->frames[parser->depth].is_object && (parser->last_mark == '{' || parser->last_mark == ',');
}

// How much text before the first byte that is needed is kept, for the excerpt of an error.
#define JT_CONTEXT 64

static size_t but_for_context(size_t dropped) { return dropped > JT_CONTEXT ? dropped - JT_CONTEXT : 0; }

static bool owns_text(const jt_parser *parser) { return parser->own_text != NULL && parser->text == parser->own_text; }

size_t jt_parser_discardable(const jt_parser *parser, bool with_strings) {
    if (!owns_text(parser) || parser->status != JT_OK) return 0;
    size_t keep = parser->position;
    if (parser->inside != JT_INSIDE_NOTHING) {
        bool is_string = parser->inside == JT_INSIDE_STRING;
        // The opening quote stays, for the excerpt of an error.
        if (!is_string || !with_strings || is_inside_key(parser)) keep = parser->token_start - is_string;
        // Of a string whose beginning has been dropped nothing more can be kept.
        if (keep > parser->text_length) keep = 0;
    }
    return but_for_context(keep < parser->text_length ? keep : parser->text_length);
}

// Drops the first bytes of the parser's own text. `token_start` may come to lie before the text: it wraps, and all
// differences to it are right.
static void drop_text(jt_parser *parser, size_t dropped) {
    parser->text_base += dropped;
    parser->text_length -= dropped;
    parser->position -= dropped;
    if (parser->inside != JT_INSIDE_NOTHING) parser->token_start -= dropped;
}

void jt_parser_discard(jt_parser *parser, bool with_strings) {
    if (parser->status != JT_OK || !parser->begun) return;
    size_t dropped = jt_parser_discardable(parser, with_strings);
    // Below a frame whose slot is gone all slots are gone.
    for (uint32_t k = parser->depth; parser->frames[k].start != JT_NO_PARENT; k--) parser->frames[k].start = JT_NO_PARENT;
    parser->written = parser->confirmed = parser->skeleton_slot = JT_FIRST_SLOT;
    if (dropped == 0) return;
    memmove(parser->own_text, parser->own_text + dropped, parser->text_length - dropped);
    drop_text(parser, dropped);
}

void jt_parser_rebase(jt_parser *parser, uint64_t offset) {
    jt_parser_discard(parser, false);
    if (parser->status != JT_OK || !parser->begun || parser->inside != JT_INSIDE_NOTHING) return;
    parser->text_length = parser->position = 0;
    parser->text_base = parser->skeleton_start = offset;
}

// A slot that moves from `keep` + k to JT_FIRST_SLOT + k, with the indexes in it.
JT_INLINE jt_slot moved(jt_slot slot, uint32_t keep) {
    uint32_t kind = jt_kind(&slot);
    uint32_t index = (uint32_t)slot.body;
    switch (kind) {
    case JT_OBJECT: case JT_ARRAY:
        // An open one has no end yet.
        if (index != 0) slot.body -= keep - JT_FIRST_SLOT;
        return slot;
    case JT_OBJECT_END: case JT_ARRAY_END:
        if (index == JT_NO_PARENT) return slot;
        if (index < keep) {
            slot.body |= JT_NO_PARENT;
        } else {
            slot.body -= keep - JT_FIRST_SLOT;
        }
        return slot;
    default: return slot;
    }
}

jt_status jt_parser_cut(jt_parser *parser, jt_parser *window, uint32_t keep) {
    if (parser->status != JT_OK) return parser->status;
    if (keep < JT_FIRST_SLOT || keep > parser->confirmed || !parser->begun) {
        return jt_fail(parser, JT_ERROR_INTERNAL, parser->text_base);
    }
    bool owns = owns_text(parser);
    uint32_t kept = parser->confirmed - keep;
    size_t dropped = 0;
    if (owns && kept == 0) {
        dropped = jt_parser_discardable(parser, false);
    } else if (owns) {
        // Of a string whose beginning has been dropped nothing more is.
        uint64_t start = jt_token_start(parser->slots + keep);
        if (start > parser->text_base) dropped = but_for_context((size_t)(start - parser->text_base));
    }
    size_t kept_text = owns ? parser->text_length - dropped : 0;

    window->written = JT_FIRST_SLOT;
    if (!jt_reserve_slots(window, kept)) return jt_fail_memory(parser);
    if (kept_text > window->own_capacity) {
        uint8_t *text = jt_resize(window, window->own_text, kept_text);
        if (text == NULL) return jt_fail_memory(parser);
        window->own_text = text;
        window->own_capacity = kept_text;
    }

    jt_slot *slots = window->slots;
    slots[0] = parser->slots[0];
    for (uint32_t k = 0; k < kept; k++) slots[JT_FIRST_SLOT + k] = moved(parser->slots[keep + k], keep);
    window->slots = parser->slots;
    parser->slots = slots;
    uint32_t slot_capacity = window->slot_capacity;
    window->slot_capacity = parser->slot_capacity;
    parser->slot_capacity = slot_capacity;
    window->text = parser->text;
    window->text_length = parser->text_length;
    window->text_base = parser->text_base;
    window->written = window->confirmed = keep;
    window->options = parser->options;
    window->status = JT_OK;
    window->begun = false;
    window->error = (jt_error){.code = JT_ERROR_NONE};

    parser->written = parser->confirmed = parser->skeleton_slot = JT_FIRST_SLOT + kept;
    for (uint32_t k = 0; k <= parser->depth; k++) {
        jt_frame *frame = parser->frames + k;
        if (frame->start == JT_NO_PARENT) continue;
        frame->start = frame->start < keep ? JT_NO_PARENT : frame->start - keep + JT_FIRST_SLOT;
    }
    if (!owns) return JT_OK;
    if (kept_text > 0) memcpy(window->own_text, parser->own_text + dropped, kept_text);
    uint8_t *text = window->own_text;
    size_t capacity = window->own_capacity;
    window->own_text = parser->own_text;
    window->own_capacity = parser->own_capacity;
    parser->own_text = text;
    parser->own_capacity = capacity;
    parser->text = text != NULL ? text : jt_no_text;
    drop_text(parser, dropped);
    return JT_OK;
}
