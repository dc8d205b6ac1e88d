// Parses a document in pieces, and cuts windows from them.

#ifndef WINDOWS_H
#define WINDOWS_H

#include "parses.h"

// Chunks, between which the tape is randomly cut, discarded or rebased.
typedef struct windows {
    jt_parser *parser, *window;
    const result *whole;
    const uint8_t *text;
    size_t length;
    uint64_t chance;
    size_t delivered;      // slots that have been compared
    uint64_t shift;        // the excess of offsets
    bool strings_dropped;  // there may be strings without text
} windows;

static size_t chance(windows *state, size_t below) {
    state->chance = state->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(state->chance >> 33) % below;
}

static void fail_window(const windows *state, const char *what, uint32_t index) {
    fprintf(stderr, "window: %s at slot %u after %zu\n", what, index, state->delivered);
    abort();
}

// Checks that the text of a string, a key or a number is that of the document.
static void check_text(const windows *state, const jt_parser *part, uint32_t index) {
    jt_slot slot = jt_parser_slots(part)[index];
    uint32_t kind = slot.head & 0xF;
    if (kind < JT_NUMBER || kind > JT_KEY) return;
    uint64_t offset = slot.head >> 24, base = jt_parser_text_base(part);
    uint64_t start = offset - state->shift;
    size_t length = kind == JT_NUMBER ? jt_number_length(state->text + start, state->length - (size_t)start)
        : kind == JT_KEY              ? (uint32_t)slot.body
                                      : (size_t)slot.body;
    if (offset < base) {
        if (kind != JT_STRING || !state->strings_dropped) fail_window(state, "no text", index);
        return;
    }
    if (offset - base > jt_parser_text_length(part) || length > jt_parser_text_length(part) - (size_t)(offset - base)) {
        fail_window(state, "text too short", index);
    }
    if (memcmp(jt_parser_text(part) + (offset - base), state->text + start, length) != 0) {
        fail_window(state, "other text", index);
    }
}

// Compares the slots of a tape with those of the whole document.
static void take_window(windows *state, const jt_parser *part) {
    uint32_t count = jt_parser_slot_count(part);
    uint32_t delivered = (uint32_t)state->delivered;
    if (state->delivered + count - JT_FIRST_SLOT > state->whole->count) fail_window(state, "too many", count);
    for (uint32_t i = JT_FIRST_SLOT; i < count; i++) {
        jt_slot slot = jt_parser_slots(part)[i], same = state->whole->slots[delivered + i - JT_FIRST_SLOT];
        slot.head -= state->shift << 24;
        uint32_t kind = slot.head & 0xF, other = (uint32_t)slot.body, same_other = (uint32_t)same.body;
        if (kind == JT_OBJECT || kind == JT_ARRAY) {
            if (other == 0) {
                // The container is not complete, so that the fields set at its end are unknown.
                if (same_other != 0 && same_other < delivered + count) fail_window(state, "no end", i);
                same.head &= ~UINT64_C(0xF0);
                same.body = 0;
            } else {
                slot.body += delivered;
            }
        } else if (kind == JT_OBJECT_END || kind == JT_ARRAY_END) {
            if (other == JT_NO_PARENT) {
                if (same_other != JT_NO_PARENT && same_other >= delivered + JT_FIRST_SLOT) fail_window(state, "no parent", i);
                same.body |= JT_NO_PARENT;
            } else {
                slot.body += delivered;
            }
        }
        if (slot.head != same.head || slot.body != same.body) fail_window(state, "another slot", i);
        check_text(state, part, i);
    }
    state->delivered += count - JT_FIRST_SLOT;
}

// Checks that a window has no document.
static void check_window(const windows *state) {
    const jt_parser *window = state->window;
    uint64_t pending = jt_parser_pending(window);
    if (jt_parser_discardable(window, true) != 0 || jt_parser_depth(window) != 0) {
        fail_window(state, "a document", 0);
    }
    if (pending > jt_parser_text_base(window) + jt_parser_text_length(window)) fail_window(state, "pending", 0);
}

// A random operation between two chunks.
static jt_status between_chunks(windows *state, bool may_shift) {
    jt_parser *parser = state->parser;
    uint32_t count = jt_parser_slot_count(parser);
    bool with_strings = chance(state, 2) == 0;
    switch (chance(state, 5)) {
    case 0: return JT_OK;
    case 1:
        take_window(state, parser);
        state->strings_dropped |= with_strings;
        jt_parser_discard(parser, with_strings);
        return JT_OK;
    case 2: {
        // Not inside a token.
        uint64_t end = jt_parser_text_base(parser) + jt_parser_text_length(parser);
        if (jt_parser_pending(parser) != end) return JT_OK;
        take_window(state, parser);
        uint64_t more = may_shift ? chance(state, 100) : 0;
        state->shift += more;
        jt_parser_rebase(parser, end + more);
        return JT_OK;
    }
    default: {
        jt_status status = jt_parser_cut(parser, state->window, JT_FIRST_SLOT + (uint32_t)chance(state, count), false);
        if (status == JT_OK) {
            take_window(state, state->window);
            check_window(state);
        }
        return status;
    }
    }
}

// Compares the result of the parts with that of the whole document.
static void compare_end(const char *what, const windows *state, jt_status status) {
    result found = {.status = status, .error = jt_parser_error(state->parser), .count = state->delivered};
    take_depths(&found, state->parser);
    if (status == JT_SYNTAX_ERROR) found.error.offset -= state->shift;
    if (!has_same_end(&found, state->whole)) fail(what, state->whole, &found);
}

static void parse_windows(windows *state, const jt_options *options, size_t step) {
    jt_parser *parser = state->parser;
    bool may_shift = options->limits.document_bytes > UINT32_MAX;
    jt_status status = jt_parser_begin(parser, options);
    for (size_t start = 0; status == JT_OK && start < state->length; start += step) {
        size_t count = state->length - start < step ? state->length - start : step;
        status = jt_parser_append(parser, state->text + start, count);
        if (status == JT_OK) status = between_chunks(state, may_shift);
    }
    if (status == JT_OK) status = jt_parser_finish(parser);
    if (status == JT_OUT_OF_MEMORY) return;
    take_window(state, parser);
    compare_end("windows", state, status);
}

// Compares the slots of a tape with those of the whole document, whose top-level value is an array. The tape is a window of
// its elements or, if not `is_window`, the rest of the array.
static void take_elements(windows *state, const jt_parser *part, bool is_window, bool is_last, uint64_t *elements) {
    const jt_slot *slots = jt_parser_slots(part);
    uint32_t count = jt_parser_slot_count(part), delivered = (uint32_t)state->delivered;
    for (uint32_t i = JT_FIRST_SLOT; i < count; i++) {
        jt_slot slot = slots[i], same = {0, 0};
        uint32_t kind = slot.head & 0xF, other = (uint32_t)slot.body;
        size_t at = i == JT_FIRST_SLOT ? 0 : i - JT_FIRST_SLOT + state->delivered;
        if (at < state->whole->count) same = state->whole->slots[at];
        uint32_t same_other = (uint32_t)same.body;
        if (is_window && i == JT_FIRST_SLOT) {
            if (slot.head != same.head || other != count) fail_window(state, "no array", i);
            for (uint32_t k = i + 1; k < count - 1; ++*elements) {
                uint32_t inner = slots[k].head & 0xF;
                k = inner == JT_OBJECT || inner == JT_ARRAY ? (uint32_t)slots[k].body : k + 1;
            }
            if (slot.body >> 32 != *elements) fail_window(state, "another count", i);
            continue;
        }
        if (is_window && i == count - 1) {
            if (kind != JT_ARRAY_END || slot.body != JT_NO_PARENT) fail_window(state, "no array end", i);
            if (!is_last) continue;
        }
        if (at >= state->whole->count) fail_window(state, "too many", i);
        if (kind == JT_OBJECT || kind == JT_ARRAY) {
            if (other == 0) {
                if (is_window) fail_window(state, "open", i);
                if (same_other != 0) fail_window(state, "no end", i);
                same.head &= ~UINT64_C(0xF0);
                same.body = 0;
            } else {
                slot.body += delivered;
            }
        } else if ((kind == JT_OBJECT_END || kind == JT_ARRAY_END) && other != JT_NO_PARENT && other != JT_FIRST_SLOT) {
            slot.body += delivered;
        }
        if (slot.head != same.head || slot.body != same.body) fail_window(state, "another slot", i);
        check_text(state, part, i);
    }
    state->delivered += count - JT_FIRST_SLOT - (is_window ? 2 - is_last : 0);
}

static jt_status cut_elements(windows *state) {
    return jt_parser_cut(state->parser, state->window, jt_parser_element_end(state->parser), true);
}

// Scans increasing lengths of a document, and cuts off complete elements of the top-level array in between.
static void parse_elements(windows *state, const jt_options *options, size_t step) {
    jt_parser *parser = state->parser;
    uint64_t elements = 0;
    bool has_ended = false;
    jt_status status = jt_parser_begin(parser, options);
    for (size_t length = 0; status == JT_OK && !has_ended;) {
        length = state->length - length < step ? state->length : length + step;
        bool final = length == state->length;
        status = jt_parser_scan(parser, state->text, length, final);
        if (status != JT_OK) break;
        uint32_t end = jt_parser_element_end(parser);
        if (final ? end > JT_FIRST_SLOT : end > JT_FIRST_SLOT + 1 && jt_parser_depth(parser) > 0 && chance(state, 3) > 0) {
            bool is_last = jt_parser_depth(parser) == 0;
            status = cut_elements(state);
            if (status == JT_OK) {
                take_elements(state, state->window, true, is_last, &elements);
                check_window(state);
            }
        }
        has_ended = final;
        if (final && end > JT_FIRST_SLOT && status == JT_OK) {
            // Includes the array itself.
            state->delivered++;
            if (cut_elements(state) == JT_OK) fail_window(state, "cut again", 0);
            if (state->whole->status != JT_OK || state->delivered != state->whole->count) fail_window(state, "fewer", 0);
            return;
        }
    }
    if (status == JT_OUT_OF_MEMORY) return;
    take_elements(state, parser, false, false, &elements);
    compare_end("elements", state, status);
}

#endif
