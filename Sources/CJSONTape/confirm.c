// Confirming slots: the callbacks of the grammar complete the slots that the scanner has written. Slots after the last
// confirmed one are provisional and not part of the result.

#include "internal.h"

JT_INLINE jt_frame *innermost(jt_parser *parser) { return parser->frames + parser->depth; }

static int fail_inconsistent(jt_parser *parser) {
    jt_fail(parser, JT_ERROR_INTERNAL, 0);
    return 0;
}

// A string value. Most string values are zeros in the skeleton.
int jt_on_string(void *context, const unsigned char *text, size_t length) {
    (void)text;
    (void)length;
    jt_parser *parser = context;
    jt_frame *frame = innermost(parser);
    frame->count += !frame->is_object;
    parser->confirmed++;
    return 1;
}

// A key. The scanner has turned most strings into keys already.
int jt_on_key(void *context, const unsigned char *text, size_t length) {
    (void)text;
    (void)length;
    jt_parser *parser = context;
    jt_frame *frame = innermost(parser);
    jt_slot *slot = parser->slots + parser->confirmed;
    if (JT_UNLIKELY(jt_kind(slot) == JT_STRING)) {
        if (JT_UNLIKELY(slot->body > UINT32_MAX)) {
            jt_fail(parser, JT_ERROR_STRING_LIMIT, jt_token_start(slot));
            return 0;
        }
        jt_make_key(slot, parser->text + (jt_offset(slot) - parser->text_base));
    }
    frame->unusual_keys |= (slot->head & (JT_ESCAPED | JT_NON_ASCII)) != 0;
    frame->count++;
    parser->confirmed++;
    return 1;
}

// Scalars are counted, but not compared with the limit: that happens where a container starts or ends in their container,
// and at the end of each block. `first_excess_slot` then finds the first one over the limit.
JT_INLINE bool exceeds_max_count(const jt_parser *parser, const jt_frame *frame) {
    return frame->count > parser->max_count[frame->is_object] && parser->depth > 0;
}

// A container has started that exceeds the limit of elements or members, or that of depth.
static int reject_container(jt_parser *parser, const jt_frame *around) {
    if (exceeds_max_count(parser, around)) {
        parser->has_excess_container = !around->is_object;
    } else {
        jt_fail(parser, JT_ERROR_DEPTH_LIMIT, jt_offset(parser->slots + parser->confirmed));
    }
    return 0;
}

// Containers from the slot `from` on whose end is not before `first` are open again.
static void reopen(jt_parser *parser, uint32_t from, uint32_t first) {
    for (uint32_t index = from; index < first; index++) {
        jt_slot *slot = parser->slots + index;
        if (jt_is_start(slot) && (uint32_t)slot->body > first) {
            *slot = (jt_slot){jt_head(jt_kind(slot), jt_offset(slot)), 0};
        }
    }
}

// The first container from the leaf at `index` on that has `levels` others around it, counted from the leaf; `end` if there
// is none.
static uint32_t first_too_deep(const jt_parser *parser, uint32_t index, uint32_t end, uint64_t levels) {
    for (uint64_t open = 0; index < end; index++) {
        uint32_t kind = jt_kind(parser->slots + index);
        if (kind == JT_OBJECT_END || kind == JT_ARRAY_END) open--;
        if (kind != JT_OBJECT && kind != JT_ARRAY) continue;
        if (open == levels) break;
        open++;
    }
    return index;
}

// A run with containers in it: completes their ends. `ordinal` is that of the first value.
static int confirm_nested(jt_parser *parser, jt_frame *frame, jt_run run, uint64_t ordinal, uint32_t end) {
    uint64_t levels = parser->options.limits.depth - parser->depth;
    bool may_be_too_deep = levels < jt_run_height(run);
    // An object has a key before the next value.
    for (uint32_t index = parser->confirmed; index < end; index += frame->is_object) {
        const jt_slot *value = parser->slots + index;
        uint32_t kind = jt_kind(value);
        index++;
        ordinal++;
        if (kind != JT_OBJECT && kind != JT_ARRAY) continue;
        uint32_t leaf = index - 1;
        index = (uint32_t)value->body;
        uint32_t rejected = may_be_too_deep ? first_too_deep(parser, leaf, index, levels) : index;
        if (JT_UNLIKELY(rejected < index)) {
            frame->count = ordinal;
            parser->confirmed = leaf;
            if (levels == 0 || exceeds_max_count(parser, frame)) return reject_container(parser, frame);
            // The leaf has not ended before the container that is rejected.
            parser->confirmed = rejected;
            reopen(parser, leaf, rejected);
            jt_fail(parser, JT_ERROR_DEPTH_LIMIT, jt_offset(parser->slots + rejected));
            return 0;
        }
        parser->slots[index - 1].body = (uint64_t)jt_ordinal(ordinal - 1) << 32 | frame->start;
    }
    uint32_t depth = parser->depth + jt_run_height(run);
    if (depth > parser->max_depth) parser->max_depth = depth;
    return 1;
}

// All scalars and leaves, and runs of them.
int jt_on_value(void *context, const char *text, size_t length) {
    (void)text;
    (void)length;
    jt_parser *parser = context;
    jt_frame *frame = innermost(parser);
    jt_run run = parser->runs[parser->runs_confirmed++];
    uint32_t end = parser->confirmed + jt_run_slots(run);
    // In an object the first key has been counted.
    uint64_t ordinal = frame->is_object ? frame->count - 1 : frame->count;
    if (JT_UNLIKELY(parser->runs_confirmed > parser->run_count || end > parser->written)) return fail_inconsistent(parser);
    if ((run & JT_RUN_HEIGHT) != 0 && !confirm_nested(parser, frame, run, ordinal, end)) return 0;
    frame->count = ordinal + 1 + jt_run_more(run);
    frame->unusual_keys |= (run & JT_RUN_UNUSUAL) != 0;
    parser->confirmed = end;
    return 1;
}

static int start_container(jt_parser *parser, bool is_object) {
    jt_frame *around = innermost(parser);
    // In an object the key has been counted already.
    uint64_t ordinal = around->is_object ? around->count - 1 : around->count;
    around->count += !around->is_object;
    if (JT_UNLIKELY(exceeds_max_count(parser, around) || parser->depth >= parser->options.limits.depth)) {
        return reject_container(parser, around);
    }
    if (JT_UNLIKELY(parser->depth + 2 > parser->frame_capacity)) {
        uint32_t capacity = parser->frame_capacity <= UINT32_MAX / 2 ? parser->frame_capacity * 2 : UINT32_MAX;
        bool is_larger = parser->frame_capacity < capacity;
        jt_frame *frames = is_larger ? jt_resize(parser, parser->frames, capacity * sizeof(jt_frame)) : NULL;
        if (frames == NULL) {
            jt_fail_memory(parser);
            return 0;
        }
        parser->frames = frames;
        parser->frame_capacity = capacity;
    }
    parser->depth++;
    if (parser->depth > parser->max_depth) parser->max_depth = parser->depth;
    *innermost(parser) = (jt_frame){.start = parser->confirmed, .ordinal = jt_ordinal(ordinal), .is_object = is_object};
    parser->confirmed++;
    return 1;
}

int jt_on_object_start(void *context) { return start_container(context, true); }
int jt_on_array_start(void *context) { return start_container(context, false); }

static int end_container(jt_parser *parser) {
    jt_frame frame = *innermost(parser);
    if (JT_UNLIKELY(exceeds_max_count(parser, &frame))) return 0;
    parser->depth--;
    uint32_t around = parser->depth == 0 ? JT_NO_PARENT : innermost(parser)->start;
    parser->slots[parser->confirmed].body = (uint64_t)frame.ordinal << 32 | around;
    if (JT_LIKELY(frame.start != JT_NO_PARENT)) {
        jt_slot *start = parser->slots + frame.start;
        // The whole container is on the tape, so 32 bits hold the count.
        start->body = frame.count << 32 | (parser->confirmed + 1);
        if (frame.is_object) {
            start->head |= jt_object_flags(parser->slots, frame.start, (uint32_t)frame.count, frame.unusual_keys);
        }
    }
    parser->confirmed++;
    return 1;
}

int jt_on_end(void *context) { return end_container(context); }

int jt_on_unknown(void *context) { return fail_inconsistent(context); }

jt_status jt_begin_confirming(jt_parser *parser) {
    if (parser->frames == NULL) {
        parser->frames = jt_resize(parser, NULL, 16 * sizeof(jt_frame));
        if (parser->frames == NULL) return jt_fail_memory(parser);
        parser->frame_capacity = 16;
    }
    parser->frames[0] = (jt_frame){.start = JT_NO_PARENT};
    jt_grammar_forget(&parser->grammar);
    return JT_OK;
}

// The slot of the first element or member of the innermost container that is too many. It is one of the last block's.
static uint32_t first_excess_slot(const jt_parser *parser) {
    const jt_frame *frame = parser->frames + parser->depth;
    uint64_t left = frame->count - parser->max_count[frame->is_object];
    uint32_t index = parser->confirmed;
    if (parser->has_excess_container && --left == 0) return index;
    // Backwards: what lies between an end and its start is deeper.
    for (uint32_t deeper = 0; index > parser->block_slot;) {
        uint32_t kind = jt_kind(parser->slots + --index);
        if (kind == JT_OBJECT_END || kind == JT_ARRAY_END) {
            deeper++;
            continue;
        }
        if (kind == JT_OBJECT || kind == JT_ARRAY) deeper--;
        if (deeper == 0 && (frame->is_object ? kind == JT_KEY : true) && --left == 0) break;
    }
    return index;
}

// There are more tokens, elements or members than the limit allows. The result ends before the first of them, however many
// of them the block contains.
static jt_status fail_count(jt_parser *parser) {
    jt_error_code code = JT_ERROR_NONE;
    uint32_t first = parser->confirmed;
    if (exceeds_max_count(parser, innermost(parser))) {
        code = innermost(parser)->is_object ? JT_ERROR_MEMBER_LIMIT : JT_ERROR_ELEMENT_LIMIT;
        first = first_excess_slot(parser);
    }
    uint64_t limit = parser->options.limits.slots;
    if (first - JT_FIRST_SLOT > limit || code == JT_ERROR_NONE) {
        code = JT_ERROR_TOKEN_LIMIT;
        first = (uint32_t)limit + JT_FIRST_SLOT;
    }
    parser->status = JT_OK;
    parser->confirmed = parser->written = first;
    reopen(parser, JT_FIRST_SLOT, first);
    return jt_fail(parser, code, jt_token_start(parser->slots + first));
}

// Sets the depths after a failed block to those of the confirmed slots: fewer may be confirmed than yajl has read, and a
// callback may have stopped within a run.
static void restore_depth(jt_parser *parser) {
    uint32_t depth = parser->block_depth, max_depth = parser->block_max_depth;
    for (uint32_t index = parser->block_slot; index < parser->confirmed; index++) {
        uint32_t kind = jt_kind(parser->slots + index);
        if (kind == JT_OBJECT || kind == JT_ARRAY) {
            if (++depth > max_depth) max_depth = depth;
        } else if (kind == JT_OBJECT_END || kind == JT_ARRAY_END) {
            depth--;
        }
    }
    parser->depth = depth;
    parser->max_depth = max_depth;
}

// Fails a block: the grammar or a callback has rejected a token, or there are too many tokens, elements or members.
static jt_status fail_block(jt_parser *parser, jt_verdict verdict, bool has_too_many) {
    if (verdict == JT_GRAMMAR_NO_MEMORY) return jt_fail_memory(parser);
    if (parser->status == JT_OUT_OF_MEMORY) return parser->status;
    if (has_too_many) {
        fail_count(parser);
    } else if (verdict == JT_REJECTED || parser->status == JT_OK) {
        jt_fail_grammar(parser);
    }
    restore_depth(parser);
    return parser->status;
}

// Passes the block to yajl, which begins with the first one that it gets. A block that is a single value, and the whole document, needs
// no yajl: every value is a JSON text (RFC 8259 section 2). Small bodies usually are one leaf.
static jt_verdict accept_block(jt_parser *parser, bool is_last) {
    if (!jt_grammar_has_begun(&parser->grammar)) {
        bool is_value = parser->skeleton_length == 1 && parser->skeleton[0] == '0';
        // Something follows the only value, which was the whole document.
        if (parser->last_mark != 0 && !parser->options.many_documents) return JT_REJECTED;
        if (is_last && is_value && !parser->options.portable) {
            return jt_on_value(parser, NULL, 0) ? JT_ACCEPTED : JT_STOPPED;
        }
        if (!jt_grammar_begin(&parser->grammar, parser, parser->options.many_documents)) return JT_GRAMMAR_NO_MEMORY;
    }
    return jt_grammar_accept(&parser->grammar, parser->skeleton, parser->skeleton_length);
}

static jt_status confirm_block(jt_parser *parser, bool is_last) {
    if (parser->skeleton_length == 0) {
        parser->block_offset = jt_parser_pending(parser);
        return JT_OK;
    }
    uint8_t mark = parser->skeleton[parser->skeleton_length - 1];
    parser->runs_confirmed = 0;
    parser->block_depth = parser->depth;
    parser->block_max_depth = parser->max_depth;
    jt_verdict verdict = accept_block(parser, is_last);
    bool has_too_many = parser->confirmed - JT_FIRST_SLOT > parser->options.limits.slots
        || exceeds_max_count(parser, innermost(parser));
    if (JT_UNLIKELY(has_too_many || verdict != JT_ACCEPTED)) return fail_block(parser, verdict, has_too_many);
    if (JT_UNLIKELY(parser->confirmed != parser->written)) {
        return jt_fail(parser, JT_ERROR_INTERNAL, parser->text_base + parser->position);
    }
    parser->last_mark = mark;
    parser->last_was_key = jt_kind(parser->slots + parser->written - 1) == JT_KEY;
    parser->skeleton_length = parser->run_count = 0;
    parser->block_slot = parser->written;
    parser->block_offset = jt_parser_pending(parser);
    return JT_OK;
}

jt_status jt_hand_over(jt_parser *parser, bool is_last) {
    if (JT_LIKELY(parser->status == JT_OK)) return confirm_block(parser, is_last);
    jt_error scanner_error = parser->error;
    parser->status = JT_OK;
    if (confirm_block(parser, false) != JT_OK) return parser->status;
    return jt_fail(parser, scanner_error.code, scanner_error.offset);
}

jt_status jt_end_document(jt_parser *parser) {
    bool is_empty = parser->last_mark == 0;
    if (is_empty && parser->options.many_documents) return JT_OK;
    // yajl has not begun if there is nothing, or a single value, which is complete.
    jt_verdict verdict =
        jt_grammar_has_begun(&parser->grammar) ? jt_grammar_finish(&parser->grammar) : JT_ACCEPTED;
    if (verdict == JT_GRAMMAR_NO_MEMORY) return jt_fail_memory(parser);
    if (verdict != JT_ACCEPTED || is_empty || parser->depth != 0) {
        return jt_fail(parser, JT_ERROR_UNEXPECTED_END, parser->text_base + parser->text_length);
    }
    return JT_OK;
}
