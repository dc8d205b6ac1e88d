// Writing a block of the skeleton, with the abbreviations that grammar.h explains.

#ifndef CJSONTAPE_SKELETON_H
#define CJSONTAPE_SKELETON_H

#include "internal.h"

// The end of the skeleton, as far as it determines how the next token is written.
typedef enum jt_tail {
    JT_TAIL_OTHER,
    JT_TAIL_STRING,         // `""`: a key, or a value that is not a member's
    JT_TAIL_COMMA,          // a comma after anything that is not listed here
    JT_TAIL_VALUE_COMMA,    // a comma that only a value can follow
    JT_TAIL_ARRAY,          // `[`
    JT_TAIL_ELEMENT,        // `[0` or `,0`
    JT_TAIL_ELEMENT_COMMA,  // `[0,` or `,0,`
    JT_TAIL_OBJECT,         // `{`
    JT_TAIL_KEY,            // `{""`
    JT_TAIL_COLON,          // `:`
    JT_TAIL_MEMBER,         // `:0`
    JT_TAIL_MEMBER_COMMA,   // `:0,`
    JT_TAIL_NEXT_KEY,       // `:0,""`
    JT_TAIL_NEXT_COLON,     // `:0,"":`
} jt_tail;

// Appends bytes that are not abbreviated.
JT_INLINE void jt_append(jt_parser *parser, const char *bytes, size_t count) {
    memcpy(parser->skeleton + parser->skeleton_length, bytes, count);
    parser->skeleton_length += count;
}

// Appends a value of one slot.
JT_INLINE void jt_append_value(jt_parser *parser) {
    jt_append(parser, "0", 1);
    parser->runs[parser->run_count++] = 1;
}

// A container that has begun in this block and may become a leaf.
typedef struct jt_candidate {
    jt_slot *start;
    jt_tail around;  // the tail before it
} jt_candidate;

// Writes the skeleton of a block. `plain`, below: nothing is abbreviated, and each string is `""`.
typedef struct jt_writer {
    uint8_t *out;
    jt_run *run;               // after the last one
    jt_tail tail;
    jt_candidate *candidates;  // the innermost ones, from the second on
    jt_candidate *innermost;   // the first, which has no start, if the innermost container cannot become a leaf
} jt_writer;

// `candidates` has room for JT_LEAF_LEVELS + 1.
JT_INLINE jt_writer jt_writer_start(jt_parser *parser, jt_candidate *candidates) {
    *candidates = (jt_candidate){NULL, JT_TAIL_OTHER};
    jt_writer writer = {
        .out = parser->skeleton, .run = parser->runs, .tail = JT_TAIL_OTHER, .candidates = candidates,
        .innermost = candidates};
    if (parser->depth == 0) return writer;
    switch (jt_expected_next(parser)) {
    case JT_EXPECT_VALUE:
        writer.tail = parser->frames[parser->depth].is_object ? JT_TAIL_COLON : JT_TAIL_VALUE_COMMA;
        return writer;
    case JT_EXPECT_VALUE_OR_ARRAY_END: writer.tail = JT_TAIL_VALUE_COMMA; return writer;
    default: return writer;
    }
}

JT_INLINE void jt_writer_finish(const jt_writer *writer, jt_parser *parser) {
    parser->skeleton_length = (size_t)(writer->out - parser->skeleton);
    parser->run_count = (size_t)(writer->run - parser->runs);
}

// A run with another value, `slots` more.
JT_INLINE jt_run jt_extended(jt_run run, jt_run value, uint32_t slots) {
    uint32_t height = value & JT_RUN_HEIGHT;
    if (height > (run & JT_RUN_HEIGHT)) run = (run & ~JT_RUN_HEIGHT) | height;
    return run + JT_RUN_MORE + slots;
}

// Writes a value that consists of the slots of `run`, the last of which is before `end`.
JT_INLINE void jt_show_value(jt_writer *writer, const jt_slot *end, jt_run run, bool plain) {
    uint32_t slots = jt_run_slots(run);
    if (!plain && writer->tail == JT_TAIL_NEXT_COLON) {
        uint32_t key = (uint32_t)end[-(ptrdiff_t)slots - 1].head & (JT_ESCAPED | JT_NON_ASCII);
        writer->out -= 4;
        writer->run[-1] = jt_extended(writer->run[-1], run, slots + 1) | key << JT_RUN_KEY_SHIFT;
        writer->tail = JT_TAIL_MEMBER;
    } else if (!plain && writer->tail == JT_TAIL_ELEMENT_COMMA) {
        writer->out -= 1;
        writer->run[-1] = jt_extended(writer->run[-1], run, slots);
        writer->tail = JT_TAIL_ELEMENT;
    } else {
        *writer->out++ = '0';
        *writer->run++ = run;
        switch (writer->tail) {
        case JT_TAIL_COLON: writer->tail = JT_TAIL_MEMBER; break;
        case JT_TAIL_ARRAY: case JT_TAIL_COMMA: case JT_TAIL_VALUE_COMMA: writer->tail = JT_TAIL_ELEMENT; break;
        default:
            writer->tail = JT_TAIL_OTHER;
            writer->innermost = writer->candidates;
        }
    }
}

// Writes a string, unless it can only be a value. Returns whether it has been written.
JT_INLINE bool jt_show_string(jt_writer *writer, bool plain) {
    jt_tail tail = JT_TAIL_STRING;
    switch (plain ? JT_TAIL_OTHER : writer->tail) {
    case JT_TAIL_COLON: case JT_TAIL_NEXT_COLON: case JT_TAIL_ARRAY: case JT_TAIL_ELEMENT_COMMA:
    case JT_TAIL_VALUE_COMMA: return false;
    case JT_TAIL_OBJECT: tail = JT_TAIL_KEY; break;
    case JT_TAIL_MEMBER_COMMA: tail = JT_TAIL_NEXT_KEY; break;
    default: writer->innermost = writer->candidates;
    }
    writer->tail = tail;
    writer->out[0] = '"';
    writer->out[1] = '"';
    writer->out += 2;
    return true;
}

// Writes a key and its colon, where only a key is allowed (after JT_TAIL_OBJECT and JT_TAIL_MEMBER_COMMA).
JT_INLINE void jt_show_key(jt_writer *writer) {
    _Static_assert(JT_TAIL_COLON == JT_TAIL_OBJECT + 2 && JT_TAIL_NEXT_COLON == JT_TAIL_MEMBER_COMMA + 2, "order");
    writer->tail += 2;
    memcpy(writer->out, "\"\": ", 4);
    writer->out += 3;
}

// Writes a colon after `key`, whose text starts at `text` if it is a string of this block.
JT_INLINE void jt_show_colon(jt_writer *writer, jt_slot *key, const uint8_t *text, bool plain) {
    *writer->out++ = ':';
    bool is_first = writer->tail == JT_TAIL_KEY, is_next = writer->tail == JT_TAIL_NEXT_KEY;
    writer->tail = is_next ? JT_TAIL_NEXT_COLON : JT_TAIL_COLON;
    if (!plain && JT_LIKELY((is_first || is_next) && key->body <= UINT32_MAX)) {
        jt_make_key(key, text);
    } else {
        // yajl reads each key that is too long, so that its callback can report the error.
        writer->tail = JT_TAIL_COLON;
        writer->innermost = writer->candidates;
    }
}

JT_INLINE void jt_show_comma(jt_writer *writer) {
    *writer->out++ = ',';
    switch (writer->tail) {
    case JT_TAIL_MEMBER: writer->tail = JT_TAIL_MEMBER_COMMA; break;
    case JT_TAIL_ELEMENT: writer->tail = JT_TAIL_ELEMENT_COMMA; break;
    default:
        // No comma can follow a key.
        writer->tail = writer->tail == JT_TAIL_STRING ? JT_TAIL_VALUE_COMMA : JT_TAIL_COMMA;
        writer->innermost = writer->candidates;
    }
}

JT_INLINE void jt_show_start(jt_writer *writer, jt_slot *start, uint8_t bracket, bool plain) {
    *writer->out++ = bracket;
    if (!plain) {
        if (JT_UNLIKELY(writer->innermost == writer->candidates + JT_LEAF_LEVELS)) {
            // The outermost one becomes too high.
            memmove(writer->candidates + 1, writer->candidates + 2, (JT_LEAF_LEVELS - 1) * sizeof(jt_candidate));
            writer->innermost--;
        }
        *++writer->innermost = (jt_candidate){start, writer->tail};
    }
    writer->tail = bracket == '[' ? JT_TAIL_ARRAY : JT_TAIL_OBJECT;
}

// Writes the end of a container, whose slot is `end`, and returns 0. If the container is a leaf within the limits, completes
// its slots, except for the reference to an enclosing container that is not a candidate, removes it from the skeleton, and
// returns its run, which the caller writes as a value.
JT_INLINE jt_run jt_show_end(jt_writer *writer, const jt_parser *parser, jt_slot *end, uint8_t bracket) {
    jt_slot *leaf = writer->innermost->start;
    bool is_object = bracket == '}';
    bool is_empty = writer->tail == (is_object ? JT_TAIL_OBJECT : JT_TAIL_ARRAY);
    if (JT_LIKELY(leaf != NULL && (is_empty || writer->tail == (is_object ? JT_TAIL_MEMBER : JT_TAIL_ELEMENT)))) {
        jt_run run = is_empty ? 0 : writer->run[-1];
        uint32_t count = is_empty ? 0 : jt_run_more(run) + 1, slots = (uint32_t)(end - leaf) + 1;
        if (JT_LIKELY(count <= parser->max_count[is_object])) {
            uint32_t index = (uint32_t)(leaf - parser->slots), height = run & JT_RUN_HEIGHT;
            leaf->body = (uint64_t)count << 32 | (index + slots);
            if (is_empty) {
                writer->out -= 1;
            } else {
                if (is_object) {
                    bool unusual = (run & JT_RUN_UNUSUAL) != 0 || (leaf[1].head & (JT_ESCAPED | JT_NON_ASCII)) != 0;
                    leaf->head |= height > 0 ? jt_object_flags(parser->slots, index, count, unusual)
                        : jt_flat_object_flags(leaf, count, unusual);
                }
                writer->out -= is_object ? 5 : 2;
                writer->run -= 1;
            }
            writer->tail = writer->innermost->around;
            writer->innermost--;
            const jt_slot *around = writer->innermost->start;
            if (around != NULL) {
                bool is_next = writer->tail == JT_TAIL_ELEMENT_COMMA || writer->tail == JT_TAIL_NEXT_COLON;
                uint64_t ordinal = is_next ? jt_run_more(writer->run[-1]) + 1 : 0;
                end->body = ordinal << 32 | (uint32_t)(around - parser->slots);
            }
            return slots | (height + JT_RUN_LEVEL);
        }
    }
    // Nor can the containers around it become leaves.
    writer->innermost = writer->candidates;
    *writer->out++ = bracket;
    writer->tail = JT_TAIL_OTHER;
    return 0;
}

#endif
