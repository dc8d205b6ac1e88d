// The C part alone, without Swift around it, which makes it the fastest of the fuzzers: whatever the chunks, and wherever the
// tape is cut, the same slots and the same error; with the undefined behaviour sanitizer, and with allocations that fail.
//
// Inputs are those of ChunkingFuzz: options, the length of chunks, a bound, the document.

#include "CJSONTape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SINGLE_STEPS = 97 };

typedef struct ledger {
    size_t calls, failing, live;
} ledger;

static void *resize(void *context, void *old, size_t bytes) {
    ledger *book = context;
    if (++book->calls == book->failing) return NULL;
    void *new = realloc(old, bytes);
    if (new != NULL && old == NULL) book->live++;
    return new;
}

static void release(void *context, void *old) {
    ((ledger *)context)->live--;
    free(old);
}

typedef struct result {
    jt_slot *slots;
    size_t count, capacity;
    jt_status status;
    jt_error error;
} result;

static void take(result *result, const jt_parser *parser, bool structure) {
    uint32_t count = jt_parser_slot_count(parser);
    for (uint32_t i = JT_FIRST_SLOT; i < count; i++) {
        if (result->count == result->capacity) {
            result->capacity = result->capacity * 2 + 64;
            result->slots = realloc(result->slots, result->capacity * sizeof(jt_slot));
            if (result->slots == NULL) abort();
        }
        jt_slot slot = jt_parser_slots(parser)[i];
        // What is unknown of containers whose start has been forgotten.
        if (!structure && (slot.head & 0xF) >= JT_OBJECT) {
            slot.head &= ~UINT64_C(0xF0);
            slot.body = 0;
        }
        result->slots[result->count++] = slot;
    }
}

static void fail(const char *what, const result *one, const result *other) {
    fprintf(stderr, "%s: %zu and %zu slots, status %d and %d, code %d and %d, offset %llu and %llu\n", what, one->count,
            other->count, one->status, other->status, one->error.code, other->error.code,
            (unsigned long long)one->error.offset, (unsigned long long)other->error.offset);
    abort();
}

static void compare(const char *what, const result *one, const result *other) {
    bool same = one->status == other->status && one->error.code == other->error.code
        && one->error.offset == other->error.offset && one->error.expected == other->error.expected
        && one->count == other->count
        && (one->count == 0 || memcmp(one->slots, other->slots, one->count * sizeof(jt_slot)) == 0);
    if (!same) fail(what, one, other);
}

// `step` 0: at once. `forgetting`: what has been read is forgotten after each chunk.
static result parse(jt_parser *parser, const jt_options *options, const uint8_t *text, size_t length, size_t step,
                    bool forgetting, bool structure) {
    result result = {0};
    result.status = jt_parser_begin(parser, options);
    if (step == 0) {
        if (result.status == JT_OK) result.status = jt_parser_scan(parser, text, length, true);
    } else {
        for (size_t start = 0; result.status == JT_OK && start < length; start += step) {
            // A copy of its own, so that reading past the chunk is found.
            size_t count = length - start < step ? length - start : step;
            uint8_t *chunk = malloc(count);
            if (chunk == NULL) abort();
            memcpy(chunk, text + start, count);
            result.status = jt_parser_append(parser, chunk, count);
            free(chunk);
            if (forgetting && result.status == JT_OK) {
                take(&result, parser, structure);
                // By turns with the beginning of a string that has not ended.
                jt_parser_discard(parser, step % 2 == 0);
            }
        }
        if (result.status == JT_OK) result.status = jt_parser_finish(parser);
    }
    result.error = jt_parser_error(parser);
    if (result.status != JT_OUT_OF_MEMORY) take(&result, parser, structure);
    return result;
}

// Chunks, between which the tape is cut, forgotten or given another offset, as chance has it.
typedef struct windows {
    jt_parser *parser, *window;
    const result *whole;
    const uint8_t *text;
    size_t length;
    uint64_t chance;
    size_t delivered;      // slots that have been taken
    uint64_t shift;        // what offsets are too large by
    bool strings_dropped;  // there may be strings without text
} windows;

static size_t chance(windows *state, size_t below) {
    state->chance = state->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(state->chance >> 33) % below;
}

static void fail_window(const windows *state, const char *what, uint32_t index) {
    fprintf(stderr, "window: %s at slot %u behind %zu\n", what, index, state->delivered);
    abort();
}

// The text of a string, a key or a number is that of the document.
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

// Takes what is on a tape, and compares it with the same slots of the whole document.
static void take_window(windows *state, const jt_parser *part) {
    uint32_t count = jt_parser_slot_count(part);
    uint32_t behind = (uint32_t)state->delivered;
    if (state->delivered + count - JT_FIRST_SLOT > state->whole->count) fail_window(state, "too many", count);
    for (uint32_t i = JT_FIRST_SLOT; i < count; i++) {
        jt_slot slot = jt_parser_slots(part)[i], same = state->whole->slots[behind + i - JT_FIRST_SLOT];
        slot.head -= state->shift << 24;
        uint32_t kind = slot.head & 0xF, other = (uint32_t)slot.body, same_other = (uint32_t)same.body;
        if (kind == JT_OBJECT || kind == JT_ARRAY) {
            if (other == 0) {
                // It goes on behind the tape; what is known at its end only is not known.
                if (same_other != 0 && same_other < behind + count) fail_window(state, "no end", i);
                same.head &= ~UINT64_C(0xF0);
                same.body = 0;
            } else {
                slot.body += behind;
            }
        } else if (kind == JT_OBJECT_END || kind == JT_ARRAY_END) {
            if (other == JT_NO_PARENT) {
                if (same_other != JT_NO_PARENT && same_other >= behind + JT_FIRST_SLOT) fail_window(state, "no parent", i);
                same.body |= JT_NO_PARENT;
            } else {
                slot.body += behind;
            }
        }
        if (slot.head != same.head || slot.body != same.body) fail_window(state, "another slot", i);
        check_text(state, part, i);
    }
    state->delivered += count - JT_FIRST_SLOT;
}

// Everything that may be done between two chunks.
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
        jt_status status = jt_parser_cut(parser, state->window, JT_FIRST_SLOT + (uint32_t)chance(state, count));
        if (status == JT_OK) take_window(state, state->window);
        return status;
    }
    }
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
    result found = {.status = status, .error = jt_parser_error(parser), .count = state->delivered};
    if (status == JT_SYNTAX_ERROR) found.error.offset -= state->shift;
    result whole = *state->whole;
    if (found.status != whole.status || found.error.code != whole.error.code || found.count != whole.count
        || found.error.offset != whole.error.offset || found.error.expected != whole.error.expected) {
        fail("windows", &whole, &found);
    }
}

// Compares what is on a tape with the same slots of the whole document, whose top-level value is an array: a window of its
// elements, or, if not `is_window`, the rest of it.
static void take_elements(windows *state, const jt_parser *part, bool is_window, bool is_last, uint64_t *elements) {
    const jt_slot *slots = jt_parser_slots(part);
    uint32_t count = jt_parser_slot_count(part), behind = (uint32_t)state->delivered;
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
                slot.body += behind;
            }
        } else if ((kind == JT_OBJECT_END || kind == JT_ARRAY_END) && other != JT_NO_PARENT && other != JT_FIRST_SLOT) {
            slot.body += behind;
        }
        if (slot.head != same.head || slot.body != same.body) fail_window(state, "another slot", i);
        check_text(state, part, i);
    }
    state->delivered += count - JT_FIRST_SLOT - (is_window ? 2 - is_last : 0);
}

// A document that is scanned with a growing length, between which whole elements of a top-level array are cut off.
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
            status = jt_parser_cut_elements(parser, state->window);
            if (status == JT_OK) take_elements(state, state->window, true, is_last, &elements);
        }
        has_ended = final;
        if (final && end > JT_FIRST_SLOT && status == JT_OK) {
            // The array itself counts.
            state->delivered++;
            if (jt_parser_cut_elements(parser, state->window) == JT_OK) fail_window(state, "cut again", 0);
            if (state->whole->status != JT_OK || state->delivered != state->whole->count) fail_window(state, "fewer", 0);
            return;
        }
    }
    if (status == JT_OUT_OF_MEMORY) return;
    take_elements(state, parser, false, false, &elements);
    result found = {.status = status, .error = jt_parser_error(parser), .count = state->delivered};
    result whole = *state->whole;
    if (found.status != whole.status || found.error.code != whole.error.code || found.count != whole.count
        || found.error.offset != whole.error.offset || found.error.expected != whole.error.expected) {
        fail("elements", &whole, &found);
    }
}

// Reads what the tape has to say about single tokens.
static void read_tokens(const jt_parser *parser) {
    const uint8_t *text = jt_parser_text(parser);
    size_t available = jt_parser_text_length(parser);
    for (uint32_t i = JT_FIRST_SLOT; i < jt_parser_slot_count(parser); i++) {
        jt_slot slot = jt_parser_slots(parser)[i];
        uint64_t offset = slot.head >> 24;
        if (offset > available) abort();
        size_t left = available - (size_t)offset;
        double value;
        switch (slot.head & 0xF) {
        case JT_NUMBER: {
            jt_number_double(&slot, &value);
            jt_slot again;
            size_t run = jt_number_length(text + offset, left);
            if (run > left || !jt_number_parse(text + offset, run, &again)) abort();
            if (again.body != slot.body) abort();
            break;
        }
        case JT_STRING: case JT_KEY: {
            size_t length = (slot.head & 0xF) == JT_KEY ? (uint32_t)slot.body : (size_t)slot.body;
            if (length > left) abort();
            uint8_t *output = malloc(length + 1);
            if (output == NULL) abort();
            if (jt_string_unescape(text + offset, length, output) > length) abort();
            free(output);
            break;
        }
        case JT_OBJECT: case JT_ARRAY:
            if ((uint32_t)slot.body > jt_parser_slot_count(parser) || (uint32_t)slot.body <= i) abort();
            break;
        default: break;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    uint8_t bits = data[0];
    size_t step = 1 + data[1] % SINGLE_STEPS, bound = data[2];
    size_t length = size - 3;
    // A copy of its own: `data` has bytes before the document.
    uint8_t *text = malloc(length + 1);
    if (text == NULL) abort();
    memcpy(text, data + 3, length);
    text = realloc(text, length == 0 ? 1 : length);

    jt_options options = {0};
    options.limits = (jt_limits){
        .depth = bits & 2 ? bound % 5 : 512,
        .document_bytes = bits & 32 ? bound : UINT64_MAX,
        .string_bytes = bits & 4 ? bound % 17 : UINT32_MAX,
        .number_bytes = bits & 8 ? bound % 9 : 1 << 20,
        .slots = bits & 16 ? bound % 37 : UINT32_MAX,
        .members = bits & 64 ? bound % 7 : UINT64_MAX,
        .elements = bits & 128 ? bound % 11 : UINT64_MAX,
    };
    options.many_documents = bits & 1;

    // One for all inputs, as decoders use theirs.
    static jt_parser *common;
    if (common == NULL) common = jt_parser_create(NULL);
    jt_parser *parser = common;
    if (parser == NULL) abort();
    result whole = parse(parser, &options, text, length, 0, false, true);
    if (whole.status == JT_OK && !options.many_documents) read_tokens(parser);
    result chunks = parse(parser, &options, text, length, step, false, true);
    compare("chunks", &whole, &chunks);
    options.portable = true;
    result portable = parse(parser, &options, text, length, 0, false, true);
    compare("portable", &whole, &portable);
    if (!(bits & 16)) {
        result plain = parse(parser, &options, text, length, 0, false, false);
        result forgotten = parse(parser, &options, text, length, step, true, false);
        compare("forgotten", &plain, &forgotten);
        free(plain.slots);
        free(forgotten.slots);
    }
    options.portable = false;
    static jt_parser *window;
    if (window == NULL) window = jt_parser_create(NULL);
    if (window == NULL) abort();
    windows state = {.whole = &whole, .text = text, .length = length, .chance = size + bound * 1000 + data[1] * 300000};
    if (!(bits & 16)) {
        state.parser = parser;
        state.window = window;
        parse_windows(&state, &options, step);
    }
    if (!options.many_documents) {
        state.parser = parser;
        state.window = window;
        state.delivered = state.shift = 0;
        parse_elements(&state, &options, step);
    }
    if (whole.status == JT_OK && !options.many_documents) {
        options.json5 = true;
        result json5 = parse(parser, &options, text, length, 0, false, true);
        compare("JSON5", &whole, &json5);
        options.json5 = false;
        options.trailing_commas = true;
        result commas = parse(parser, &options, text, length, 0, false, true);
        compare("trailing commas", &whole, &commas);
        options.trailing_commas = false;
        free(json5.slots);
        free(commas.slots);
    } else if (!options.many_documents) {
        // Whatever comes of it.
        options.json5 = true;
        result json5 = parse(parser, &options, text, length, 0, false, true);
        options.json5 = false;
        free(json5.slots);
    }
    jt_parser_forget(parser);

    // With large steps some allocation fails: an error, and then everything as before.
    if (data[1] >= 2 * SINGLE_STEPS) {
        ledger book = {.failing = 1 + bound % 16};
        jt_allocator allocator = {resize, release, &book};
        parser = jt_parser_create(&allocator);
        if (parser != NULL) {
            result starved = parse(parser, &options, text, length, step, false, true);
            if (starved.status != JT_OUT_OF_MEMORY) compare("starved", &whole, &starved);
            free(starved.slots);
            result fed = parse(parser, &options, text, length, step, false, true);
            if (fed.status != JT_OUT_OF_MEMORY) compare("fed again", &whole, &fed);
            free(fed.slots);
            jt_parser_trim(parser);
        }
        jt_parser *other = parser == NULL || (bits & 16) ? NULL : jt_parser_create(&allocator);
        if (other != NULL) {
            // Once while an allocation fails, and once more with what is left.
            book.failing = book.calls + 1 + bound % 16;
            for (int round = 0; round < 2; round++) {
                windows starved = {.parser = parser, .window = other, .whole = &whole, .text = text, .length = length,
                                   .chance = state.chance};
                parse_windows(&starved, &options, step);
                if (options.many_documents) continue;
                starved.delivered = starved.shift = 0;
                parse_elements(&starved, &options, step);
            }
        }
        jt_parser_destroy(other);
        jt_parser_destroy(parser);
        if (book.live != 0) abort();
    }
    free(whole.slots);
    free(chunks.slots);
    free(portable.slots);
    free(text);
    return 0;
}
