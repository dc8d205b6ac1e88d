// Parses a document in one of several ways, and compares the results.

#ifndef PARSES_H
#define PARSES_H

#include "CJSONTape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct result {
    jt_slot *slots;
    size_t count, capacity;
    jt_status status;
    jt_error error;
    uint64_t depth, max_depth;
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
        // Unknown for containers whose start has been discarded.
        if (!structure && (slot.head & 0xF) >= JT_OBJECT) {
            slot.head &= ~UINT64_C(0xF0);
            slot.body = 0;
        }
        result->slots[result->count++] = slot;
    }
}

static void take_depths(result *result, const jt_parser *parser) {
    result->depth = jt_parser_depth(parser);
    result->max_depth = jt_parser_max_depth(parser);
}

static void fail(const char *what, const result *one, const result *other) {
    fprintf(stderr,
            "%s: %zu and %zu slots, status %d and %d, code %d and %d, offset %llu and %llu, depth %llu of %llu and %llu of "
            "%llu\n",
            what, one->count, other->count, one->status, other->status, one->error.code, other->error.code,
            (unsigned long long)one->error.offset, (unsigned long long)other->error.offset,
            (unsigned long long)one->depth, (unsigned long long)one->max_depth, (unsigned long long)other->depth,
            (unsigned long long)other->max_depth);
    abort();
}

static bool has_same_end(const result *one, const result *other) {
    return one->status == other->status && one->error.code == other->error.code
        && one->error.offset == other->error.offset && one->error.expected == other->error.expected
        && one->count == other->count && one->depth == other->depth && one->max_depth == other->max_depth;
}

static void compare(const char *what, const result *one, const result *other) {
    bool same = has_same_end(one, other)
        && (one->count == 0 || memcmp(one->slots, other->slots, one->count * sizeof(jt_slot)) == 0);
    if (!same) fail(what, one, other);
}

// Parses at once if `step` is 0. If `discarding`, discards the tape after each chunk.
static result parse(jt_parser *parser, const jt_options *options, const uint8_t *text, size_t length, size_t step,
                    bool discarding, bool structure) {
    result result = {0};
    result.status = jt_parser_begin(parser, options);
    if (step == 0) {
        if (result.status == JT_OK) result.status = jt_parser_scan(parser, text, length, true);
    } else {
        for (size_t start = 0; result.status == JT_OK && start < length; start += step) {
            // A copy, so that the sanitizer detects reads past the chunk.
            size_t count = length - start < step ? length - start : step;
            uint8_t *chunk = malloc(count);
            if (chunk == NULL) abort();
            memcpy(chunk, text + start, count);
            result.status = jt_parser_append(parser, chunk, count);
            free(chunk);
            if (discarding && result.status == JT_OK) {
                take(&result, parser, structure);
                // Depending on `step`, including the beginning of an unfinished string.
                jt_parser_discard(parser, step % 2 == 0);
            }
        }
        if (result.status == JT_OK) result.status = jt_parser_finish(parser);
    }
    result.error = jt_parser_error(parser);
    if (result.status != JT_OUT_OF_MEMORY) {
        take(&result, parser, structure);
        take_depths(&result, parser);
    }
    return result;
}

#endif
