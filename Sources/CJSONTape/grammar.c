// yajl reads the skeleton; its callbacks complete the slots that the scanner has written.

#include "internal.h"

JT_INLINE jt_frame *top(jt_parser *parser) { return parser->frames + parser->depth; }

static int disagree(jt_parser *parser) {
    jt_fail(parser, JT_ERROR_INTERNAL, 0);
    return 0;
}

// A string that the skeleton shows as one, where the grammar takes a value.
static int on_string(void *context, const unsigned char *text, size_t length) {
    (void)text;
    (void)length;
    jt_parser *parser = context;
    jt_frame *frame = top(parser);
    frame->count += !frame->is_object;
    parser->confirmed++;
    return 1;
}

// A key. Most have been made from their strings by the scanner.
static int on_key(void *context, const unsigned char *text, size_t length) {
    (void)text;
    (void)length;
    jt_parser *parser = context;
    jt_frame *frame = top(parser);
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

// Scalars are counted and not compared: that is done where a container begins or ends in their container, and at the
// end of each block. `past_count` then finds the first that is too many.
JT_INLINE bool is_too_many(const jt_parser *parser, const jt_frame *frame) {
    return frame->count > parser->most[frame->is_object] && parser->depth > 0;
}

// A container has begun that is too many where it is, or too deep.
static int refuse_container(jt_parser *parser, const jt_frame *around) {
    if (is_too_many(parser, around)) {
        parser->is_over = !around->is_object;
    } else {
        jt_fail(parser, JT_ERROR_DEPTH_LIMIT, jt_offset(parser->slots + parser->confirmed));
    }
    return 0;
}

// A leaf that is not too deep, but has empty containers in it that are: the first of them is refused, and the leaf has not
// ended before it.
static int refuse_inside(jt_parser *parser, uint32_t leaf) {
    jt_slot *slot = parser->slots + leaf;
    bool is_object = jt_kind(slot) == JT_OBJECT;
    uint32_t index = leaf + 1 + is_object;
    while (jt_kind(parser->slots + index) != JT_OBJECT && jt_kind(parser->slots + index) != JT_ARRAY) {
        index += 1 + is_object;
    }
    *slot = (jt_slot){jt_head(jt_kind(slot), jt_offset(slot)), 0};
    parser->confirmed = index;
    jt_fail(parser, JT_ERROR_DEPTH_LIMIT, jt_offset(parser->slots + index));
    return 0;
}

// Whether the leaf at `index` has containers in it.
static bool is_deep(const jt_parser *parser, uint32_t index) {
    const jt_slot *leaf = parser->slots + index;
    uint32_t step = jt_kind(leaf) == JT_OBJECT ? 2 : 1, slots = (uint32_t)leaf->body - index - 2;
    return slots != step * (uint32_t)(leaf->body >> 32);
}

// A run with containers in it: their ends are told what is around them. `ordinal` is that of the first value.
static int take_nested(jt_parser *parser, jt_frame *frame, jt_run run, uint64_t ordinal, uint32_t end) {
    uint64_t levels = parser->options.limits.depth - parser->depth;
    bool deep = (run & JT_RUN_DEEP) != 0;
    // An object has a key before the next value.
    for (uint32_t index = parser->confirmed; index < end; index += frame->is_object) {
        const jt_slot *value = parser->slots + index;
        uint32_t kind = jt_kind(value);
        index++;
        ordinal++;
        if (kind != JT_OBJECT && kind != JT_ARRAY) continue;
        if (JT_UNLIKELY(levels <= deep && (levels == 0 || is_deep(parser, index - 1)))) {
            frame->count = ordinal;
            parser->confirmed = index - 1;
            if (levels == 0 || is_too_many(parser, frame)) return refuse_container(parser, frame);
            return refuse_inside(parser, index - 1);
        }
        index = (uint32_t)value->body;
        parser->slots[index - 1].body = (uint64_t)jt_ordinal(ordinal - 1) << 32 | frame->start;
    }
    if (parser->depth + deep >= parser->max_depth) parser->max_depth = parser->depth + deep + 1;
    return 1;
}

// All scalars and leaves, and runs of them.
static int on_number(void *context, const char *text, size_t length) {
    (void)text;
    (void)length;
    jt_parser *parser = context;
    jt_frame *frame = top(parser);
    jt_run run = parser->run[parser->runs_taken++];
    uint32_t end = parser->confirmed + jt_run_slots(run);
    // In an object the first key has been counted.
    uint64_t ordinal = frame->is_object ? frame->count - 1 : frame->count;
    if (JT_UNLIKELY(parser->runs_taken > parser->runs || end > parser->written)) return disagree(parser);
    if ((run & JT_RUN_NESTED) != 0 && !take_nested(parser, frame, run, ordinal, end)) return 0;
    frame->count = ordinal + 1 + jt_run_more(run);
    frame->unusual_keys |= (run & JT_RUN_UNUSUAL) != 0;
    parser->confirmed = end;
    return 1;
}

static int start_container(jt_parser *parser, bool is_object) {
    jt_frame *around = top(parser);
    // In an object the key has been counted already.
    uint64_t ordinal = around->is_object ? around->count - 1 : around->count;
    around->count += !around->is_object;
    if (JT_UNLIKELY(is_too_many(parser, around) || parser->depth >= parser->options.limits.depth)) {
        return refuse_container(parser, around);
    }
    if (JT_UNLIKELY(parser->depth + 2 > parser->frame_capacity)) {
        uint32_t capacity = parser->frame_capacity * 2;
        jt_frame *frames = jt_resize(parser, parser->frames, capacity * sizeof(jt_frame));
        if (frames == NULL) {
            jt_fail_memory(parser);
            return 0;
        }
        parser->frames = frames;
        parser->frame_capacity = capacity;
    }
    parser->depth++;
    if (parser->depth > parser->max_depth) parser->max_depth = parser->depth;
    *top(parser) = (jt_frame){.start = parser->confirmed, .ordinal = jt_ordinal(ordinal), .is_object = is_object};
    parser->confirmed++;
    return 1;
}

static int on_start_map(void *context) { return start_container(context, true); }
static int on_start_array(void *context) { return start_container(context, false); }

static int end_container(jt_parser *parser) {
    jt_frame frame = *top(parser);
    if (JT_UNLIKELY(is_too_many(parser, &frame))) return 0;
    parser->depth--;
    uint32_t around = parser->depth == 0 ? JT_NO_PARENT : top(parser)->start;
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

static int on_end(void *context) { return end_container(context); }

// The scanner shows yajl no `null`, `true` or `false`: a callback for one would be a slot too many.
static int on_null(void *context) { return disagree(context); }
static int on_boolean(void *context, int value) {
    (void)value;
    return disagree(context);
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_start_map,
    .yajl_map_key = on_key,
    .yajl_end_map = on_end,
    .yajl_start_array = on_start_array,
    .yajl_end_array = on_end,
};

jt_status jt_grammar_begin(jt_parser *parser) {
    parser->yajl = NULL;
    if (!jt_arena_reset(parser)) return jt_fail_memory(parser);
    if (parser->frames == NULL) {
        parser->frames = jt_resize(parser, NULL, 16 * sizeof(jt_frame));
        if (parser->frames == NULL) return jt_fail_memory(parser);
        parser->frame_capacity = 16;
    }
    parser->frames[0] = (jt_frame){.start = JT_NO_PARENT};
    if (parser->fresh.yajl != NULL && parser->fresh.many_documents == parser->options.many_documents) {
        jt_arena_restore(parser);
        return JT_OK;
    }
    parser->fresh.yajl = NULL;
    yajl_alloc_funcs functions = jt_arena_functions(parser);
    if (setjmp(parser->out_of_memory) != 0) return jt_fail_memory(parser);
    parser->yajl = yajl_alloc(&callbacks, &functions, parser);
    if (parser->yajl == NULL) return jt_fail_memory(parser);
    // The strings that yajl sees are empty.
    yajl_config(parser->yajl, yajl_dont_validate_strings, 1);
    if (parser->options.many_documents) yajl_config(parser->yajl, yajl_allow_multiple_values, 1);
    // yajl makes its lexer with the first byte.
    if (yajl_parse(parser->yajl, (const unsigned char *)" ", 1) == yajl_status_ok) jt_arena_keep(parser);
    return JT_OK;
}

// The slot of the first element or member of the innermost container that is too many. It is one of the last block's.
static uint32_t past_count(const jt_parser *parser) {
    const jt_frame *frame = parser->frames + parser->depth;
    uint64_t left = frame->count - parser->most[frame->is_object];
    uint32_t index = parser->confirmed;
    if (parser->is_over && --left == 0) return index;
    // Backwards: what lies between an end and its start is deeper.
    for (uint32_t deeper = 0; index > parser->skeleton_slot;) {
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

// There are more tokens, elements or members than may be. What lies behind the first of them is no part of the result,
// however much of it this block held.
static jt_status fail_count(jt_parser *parser) {
    jt_error_code code = JT_ERROR_NONE;
    uint32_t first = parser->confirmed;
    if (is_too_many(parser, top(parser))) {
        code = top(parser)->is_object ? JT_ERROR_MEMBER_LIMIT : JT_ERROR_ELEMENT_LIMIT;
        first = past_count(parser);
    }
    uint64_t limit = parser->options.limits.slots;
    if (first - JT_FIRST_SLOT > limit || code == JT_ERROR_NONE) {
        code = JT_ERROR_TOKEN_LIMIT;
        first = (uint32_t)limit + JT_FIRST_SLOT;
    }
    parser->status = JT_OK;
    parser->confirmed = parser->written = first;
    // Containers whose end has been cut off are open again.
    for (uint32_t index = JT_FIRST_SLOT; index < first; index++) {
        jt_slot *slot = parser->slots + index;
        uint32_t kind = jt_kind(slot);
        if ((kind == JT_OBJECT || kind == JT_ARRAY) && (uint32_t)slot->body > first) {
            *slot = (jt_slot){jt_head(kind, jt_offset(slot)), 0};
        }
    }
    return jt_fail(parser, code, jt_token_start(parser->slots + first));
}

// Sets the depths after a failed block to those of the confirmed slots: fewer may be confirmed than yajl has read, and a
// callback may have stopped within a run.
static void settle_depth(jt_parser *parser) {
    uint32_t depth = parser->block_depth, max_depth = parser->block_max_depth;
    for (uint32_t index = parser->skeleton_slot; index < parser->confirmed; index++) {
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

// A block has failed: yajl or a callback has rejected a token, or there are too many tokens, elements or members.
static jt_status fail_block(jt_parser *parser, yajl_status status, bool has_too_many) {
    if (parser->status == JT_OUT_OF_MEMORY) return parser->status;
    if (has_too_many) {
        fail_count(parser);
    } else if (status != yajl_status_client_canceled || parser->status == JT_OK) {
        jt_fail_grammar(parser);
    }
    settle_depth(parser);
    return parser->status;
}

jt_status jt_grammar_flush(jt_parser *parser) {
    if (parser->skeleton_length == 0) {
        parser->skeleton_start = jt_parser_pending(parser);
        return JT_OK;
    }
    size_t length = parser->skeleton_length;
    uint8_t mark = parser->skeleton[length - 1];
    // yajl calls back for a number when it sees the byte behind it.
    if (mark == '0') parser->skeleton[length++] = ' ';
    parser->runs_taken = 0;
    parser->block_depth = parser->depth;
    parser->block_max_depth = parser->max_depth;
    if (setjmp(parser->out_of_memory) != 0) return jt_fail_memory(parser);
    yajl_status status = yajl_parse(parser->yajl, parser->skeleton, length);
    bool has_too_many =
        parser->confirmed - JT_FIRST_SLOT > parser->options.limits.slots || is_too_many(parser, top(parser));
    if (JT_UNLIKELY(has_too_many || status != yajl_status_ok)) return fail_block(parser, status, has_too_many);
    if (JT_UNLIKELY(parser->confirmed != parser->written)) {
        return jt_fail(parser, JT_ERROR_INTERNAL, parser->text_base + parser->position);
    }
    parser->last_mark = mark;
    parser->last_was_key = jt_kind(parser->slots + parser->written - 1) == JT_KEY;
    parser->skeleton_length = parser->runs = 0;
    parser->skeleton_slot = parser->written;
    parser->skeleton_start = jt_parser_pending(parser);
    return JT_OK;
}

jt_status jt_grammar_complete(jt_parser *parser) {
    if (parser->last_mark == 0 && parser->options.many_documents) return JT_OK;
    if (setjmp(parser->out_of_memory) != 0) return jt_fail_memory(parser);
    yajl_status status = yajl_complete_parse(parser->yajl);
    bool nothing = parser->last_mark == 0;
    if (status != yajl_status_ok || nothing || parser->depth != 0) {
        return jt_fail(parser, JT_ERROR_UNEXPECTED_END, parser->text_base + parser->text_length);
    }
    return JT_OK;
}
