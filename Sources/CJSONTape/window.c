// Parts of a stream: discarding what has been read, and moving parts to another parser.

#include "internal.h"

// The unfinished string is a key: its text will be needed.
static bool is_inside_key(const jt_parser *parser) {
    jt_expectation expected = jt_expected_next(parser);
    return expected == JT_EXPECT_KEY || expected == JT_EXPECT_KEY_OR_OBJECT_END;
}

// How much text before the first byte that is needed is kept, for the excerpt of an error.
#define JT_CONTEXT 64

static size_t but_for_context(size_t dropped) { return dropped > JT_CONTEXT ? dropped - JT_CONTEXT : 0; }

static bool owns_text(const jt_parser *parser) { return parser->own_text != NULL && parser->text == parser->own_text; }

size_t jt_parser_discardable(const jt_parser *parser, bool with_strings) {
    if (!owns_text(parser) || parser->status != JT_OK || !parser->begun) return 0;
    size_t keep = parser->position;
    if (parser->inside != JT_INSIDE_NOTHING) {
        bool is_string = parser->inside == JT_INSIDE_STRING;
        // The opening quote stays, for the excerpt of an error.
        if (!is_string || !with_strings || is_inside_key(parser)) keep = parser->token_start - is_string;
        // If the start of the string has been dropped, nothing of it can be kept.
        if (keep > parser->text_length) keep = 0;
    }
    return but_for_context(keep < parser->text_length ? keep : parser->text_length);
}

// Drops the first bytes of the parser's own text. `token_start` may then precede the text: it wraps around, and all
// differences to it are correct.
static void drop_text(jt_parser *parser, size_t dropped) {
    parser->text_base += dropped;
    parser->text_length -= dropped;
    parser->position -= dropped;
    if (parser->inside != JT_INSIDE_NOTHING) parser->token_start -= dropped;
}

void jt_parser_discard(jt_parser *parser, bool with_strings) {
    if (parser->status != JT_OK || !parser->begun) return;
    size_t dropped = jt_parser_discardable(parser, with_strings);
    // If the slot of a frame is gone, so are the slots of all frames around it.
    for (uint32_t k = parser->depth; parser->frames[k].start != JT_NO_PARENT; k--) parser->frames[k].start = JT_NO_PARENT;
    parser->written = parser->confirmed = parser->block_slot = JT_FIRST_SLOT;
    if (dropped == 0) return;
    memmove(parser->own_text, parser->own_text + dropped, parser->text_length - dropped);
    drop_text(parser, dropped);
}

void jt_parser_rebase(jt_parser *parser, uint64_t offset) {
    jt_parser_discard(parser, false);
    if (parser->status != JT_OK || !parser->begun || parser->inside != JT_INSIDE_NOTHING) return;
    parser->text_length = parser->position = 0;
    parser->text_base = parser->block_offset = offset;
}

void jt_parser_set_count(jt_parser *parser, uint32_t depth, uint64_t count) {
    if (parser->status != JT_OK || depth == 0 || depth > parser->depth) return;
    jt_frame *frame = parser->frames + depth;
    uint64_t max_count = parser->max_count[frame->is_object];
    if (count > max_count) count = max_count;
    if (count > frame->count || depth == parser->depth) frame->count = count;
}

// A slot that moves from `keep` + k to `first` + k, with its indexes adjusted.
JT_INLINE jt_slot moved(jt_slot slot, uint32_t keep, uint32_t first) {
    uint32_t kind = jt_kind(&slot);
    uint32_t index = (uint32_t)slot.body;
    switch (kind) {
    case JT_OBJECT: case JT_ARRAY: case JT_EMPTIED_ARRAY:
        // An open one has no end yet.
        if (index != 0) slot.body -= keep - first;
        return slot;
    case JT_OBJECT_END: case JT_ARRAY_END:
        if (index == JT_NO_PARENT) return slot;
        if (index < keep) {
            slot.body |= JT_NO_PARENT;
        } else {
            slot.body -= keep - first;
        }
        return slot;
    default: return slot;
    }
}

// Whether the complete elements of an open array are to be removed: its slots from `first` up to `end`.
static bool is_to_be_emptied(const jt_parser *parser, const jt_frame *frame, uint32_t first, uint32_t end, uint32_t least) {
    if (frame->is_object || frame->start == JT_NO_PARENT || end == first) return false;
    if (jt_kind(parser->slots + frame->start) == JT_EMPTIED_ARRAY) return true;
    bool is_member = jt_kind(parser->slots + frame->start - 1) == JT_KEY;
    return is_member && end - first >= least && jt_kind(parser->slots + first) == JT_OBJECT;
}

bool jt_parser_empty_arrays(jt_parser *parser, uint32_t least) {
    if (parser->status != JT_OK || !parser->begun || owns_text(parser)) return false;
    // All at once, so that each slot moves at most once.
    uint32_t removed = 0;
    for (uint32_t k = 1; k <= parser->depth; k++) {
        jt_frame *frame = parser->frames + k;
        uint32_t start = frame->start, end = k < parser->depth ? parser->frames[k + 1].start : parser->confirmed;
        bool empties = is_to_be_emptied(parser, frame, start + 1, end, least);
        if (removed > 0) {
            uint32_t kept = empties ? start + 1 : end;
            for (uint32_t index = start; index < kept; index++) {
                parser->slots[index - removed] = moved(parser->slots[index], start, start - removed);
            }
            frame->start -= removed;
        }
        if (!empties) continue;
        jt_slot *array = parser->slots + frame->start;
        array->head = jt_head(JT_EMPTIED_ARRAY, jt_offset(array));
        removed += end - start - 1;
    }
    if (removed > 0) {
        parser->written = parser->confirmed = parser->block_slot = parser->confirmed - removed;
        // They still count against the limit.
        parser->options.limits.slots -= removed;
        parser->has_emptied_arrays = true;
    }
    return parser->has_emptied_arrays;
}

// Moves the slots before `count` to `window`, with the whole text, and takes the window's slot memory in exchange, which has
// `written` slots. `pending` is the offset of the first token that the window does not get.
static void exchange_slots(
    jt_parser *parser, jt_parser *window, uint32_t count, uint32_t written, uint64_t pending
) {
    jt_slot *slots = window->slots;
    uint32_t capacity = window->slot_capacity;
    window->slots = parser->slots;
    window->slot_capacity = parser->slot_capacity;
    parser->slots = slots;
    parser->slot_capacity = capacity;
    window->text = parser->text;
    window->text_length = parser->text_length;
    window->text_base = parser->text_base;
    window->written = window->confirmed = count;
    window->options = parser->options;
    jt_reset(window);
    window->position = (size_t)(pending - window->text_base);
    parser->written = parser->confirmed = parser->block_slot = written;
}

// Offset of the first token that is not before the slot `keep`.
static uint64_t first_kept_offset(const jt_parser *parser, uint32_t keep) {
    return keep < parser->confirmed ? jt_token_start(parser->slots + keep) : jt_parser_pending(parser);
}

uint32_t jt_parser_element_end(const jt_parser *parser) {
    if (parser->status != JT_OK || !parser->begun || parser->confirmed <= JT_FIRST_SLOT) return JT_FIRST_SLOT;
    if (jt_kind(parser->slots + JT_FIRST_SLOT) != JT_ARRAY) return JT_FIRST_SLOT;
    // Some of its slots have been discarded, or another document has begun.
    if (parser->depth > 0 && parser->frames[1].start != JT_FIRST_SLOT) return JT_FIRST_SLOT;
    return parser->depth < 2 ? parser->confirmed : parser->frames[2].start;
}

// Whether the elements before `keep` can be cut off as an array: all complete elements of the top-level array of a document
// that is scanned in place.
static bool is_cut_of_array(const jt_parser *parser, uint32_t keep) {
    if (keep <= JT_FIRST_SLOT || keep != jt_parser_element_end(parser)) return false;
    if (owns_text(parser) || parser->options.many_documents) return false;
    return parser->depth > 0 || (uint32_t)parser->slots[JT_FIRST_SLOT].body == keep;
}

// Writes the count and the end of the array of which all slots before `keep` go to a window. There is room for the end.
static void close_array(jt_parser *parser, uint32_t keep) {
    // All of them count against the token limit, so 32 bits hold the count.
    uint64_t elements = parser->frames[1].count - (parser->depth > 1);
    parser->slots[JT_FIRST_SLOT].body = elements << 32 | (keep + 1);
    parser->slots[keep] = (jt_slot){jt_head(JT_ARRAY_END, parser->text_base + parser->position), JT_NO_PARENT};
}

// The bytes of the parser's own text that go away with a cut at `keep`.
static size_t text_before(const jt_parser *parser, uint32_t keep) {
    if (keep == parser->confirmed) return jt_parser_discardable(parser, false);
    // If the start of a string has been dropped, nothing more is dropped.
    uint64_t start = jt_token_start(parser->slots + keep);
    return start > parser->text_base ? but_for_context((size_t)(start - parser->text_base)) : 0;
}

// Moves the parser's own text to the window, and what follows the first `dropped` bytes back. There is room for it.
static void exchange_text(jt_parser *parser, jt_parser *window, size_t dropped) {
    if (parser->text_length > dropped) {
        memcpy(window->own_text, parser->own_text + dropped, parser->text_length - dropped);
    }
    uint8_t *text = window->own_text;
    size_t capacity = window->own_capacity;
    window->own_text = parser->own_text;
    window->own_capacity = parser->own_capacity;
    parser->own_text = text;
    parser->own_capacity = capacity;
    parser->text = text != NULL ? text : jt_no_text;
    drop_text(parser, dropped);
}

jt_status jt_parser_cut(jt_parser *parser, jt_parser *window, uint32_t keep, bool as_array) {
    if (parser->status != JT_OK) return parser->status;
    // Where the kept slots will be: the array's own slot is in both parts.
    const uint32_t first = JT_FIRST_SLOT + as_array;
    if (!parser->begun || keep < JT_FIRST_SLOT || keep > parser->confirmed
        || (as_array && !is_cut_of_array(parser, keep))) {
        return jt_fail(parser, JT_ERROR_INTERNAL, parser->text_base);
    }
    bool owns = owns_text(parser), closes = as_array && parser->depth > 0;
    uint32_t kept = parser->confirmed - keep;
    size_t dropped = owns ? text_before(parser, keep) : 0;
    size_t kept_text = owns ? parser->text_length - dropped : 0;

    window->written = JT_FIRST_SLOT;
    if (!jt_reserve_slots(window, (uint64_t)kept + as_array)) return jt_fail_memory(parser);
    if (closes && !jt_reserve_slots(parser, 1)) return jt_fail_memory(parser);
    if (kept_text > window->own_capacity) {
        uint8_t *text = jt_resize(window, window->own_text, kept_text);
        if (text == NULL) return jt_fail_memory(parser);
        window->own_text = text;
        window->own_capacity = kept_text;
    }

    jt_slot *slots = window->slots;
    slots[0] = parser->slots[0];
    if (as_array) slots[JT_FIRST_SLOT] = (jt_slot){parser->slots[JT_FIRST_SLOT].head, 0};
    uint64_t pending = first_kept_offset(parser, keep);
    for (uint32_t k = 0; k < kept; k++) slots[first + k] = moved(parser->slots[keep + k], keep, first);
    if (closes) close_array(parser, keep);
    exchange_slots(parser, window, keep + closes, first + kept, pending);
    for (uint32_t k = 0; k <= parser->depth; k++) {
        jt_frame *frame = parser->frames + k;
        if (frame->start == JT_NO_PARENT || frame->start < first) continue;
        frame->start = frame->start < keep ? JT_NO_PARENT : frame->start - keep + first;
    }
    // The slots that have been moved count against the limit of an array: it is one document.
    if (as_array) parser->options.limits.slots -= keep - first;
    if (owns) exchange_text(parser, window, dropped);
    return JT_OK;
}
