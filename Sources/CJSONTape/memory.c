// Checked allocation of the parser's memory.

#include "internal.h"

#include <stdlib.h>

#define JT_KEPT_SLOTS 4096

static void *default_resize(void *context, void *old, size_t bytes) {
    (void)context;
    return realloc(old, bytes);
}

static void default_release(void *context, void *old) {
    (void)context;
    free(old);
}

jt_parser *jt_parser_create(const jt_allocator *allocator) {
    jt_allocator chosen = {default_resize, default_release, NULL};
    if (allocator != NULL && allocator->resize != NULL && allocator->release != NULL) chosen = *allocator;
    jt_parser *parser = chosen.resize(chosen.context, NULL, sizeof(jt_parser));
    if (parser == NULL) return NULL;
    memset(parser, 0, offsetof(jt_parser, skeleton));
    parser->allocator = parser->grammar.allocator = chosen;
    parser->text = jt_no_text;
    if (!jt_reserve_slots(parser, 16)) {
        jt_parser_destroy(parser);
        return NULL;
    }
    return parser;
}

void jt_parser_destroy(jt_parser *parser) {
    if (parser == NULL) return;
    jt_grammar_free(&parser->grammar);
    jt_release(parser, parser->slots);
    jt_release(parser, parser->frames);
    jt_release(parser, parser->own_text);
    parser->allocator.release(parser->allocator.context, parser);
}

void *jt_resize(jt_parser *parser, void *old, size_t bytes) {
    return parser->allocator.resize(parser->allocator.context, old, bytes);
}

void jt_release(jt_parser *parser, void *old) {
    if (old != NULL) parser->allocator.release(parser->allocator.context, old);
}

_Static_assert(
    JT_FIRST_SLOT + (uint64_t)JT_TOKEN_LIMIT + JT_SKELETON_BYTES + 1 <= UINT32_MAX - 1,
    "a tape that holds as many tokens as the largest limit allows must have room for another block");

bool jt_reserve_slots(jt_parser *parser, uint64_t needed) {
    uint64_t minimum = parser->written + needed;
    if (JT_LIKELY(minimum <= parser->slot_capacity)) return true;
    uint64_t capacity = parser->slot_capacity < 64 ? 64 : (uint64_t)parser->slot_capacity * 2;
    if (capacity < minimum) capacity = minimum;
    if (capacity > UINT32_MAX - 1) capacity = UINT32_MAX - 1;
    if (capacity < minimum || capacity > SIZE_MAX / sizeof(jt_slot)) return false;
    jt_slot *slots = jt_resize(parser, parser->slots, (size_t)capacity * sizeof(jt_slot));
    if (slots == NULL) return false;
    parser->slots = slots;
    parser->slot_capacity = (uint32_t)capacity;
    return true;
}

void jt_parser_forget(jt_parser *parser) {
    jt_reset(parser);
    parser->text = jt_no_text;
    parser->text_length = 0;
    parser->text_base = 0;
    parser->written = parser->confirmed = 0;
}

void jt_parser_trim(jt_parser *parser) {
    jt_parser_forget(parser);
    if (parser->slot_capacity > JT_KEPT_SLOTS) {
        jt_slot *smaller = jt_resize(parser, parser->slots, JT_KEPT_SLOTS * sizeof(jt_slot));
        if (smaller != NULL) {
            parser->slots = smaller;
            parser->slot_capacity = JT_KEPT_SLOTS;
        }
    }
    jt_release(parser, parser->own_text);
    parser->own_text = NULL;
    parser->own_capacity = 0;
    jt_release(parser, parser->frames);
    parser->frames = NULL;
    parser->frame_capacity = 0;
    jt_grammar_free(&parser->grammar);
}

size_t jt_parser_footprint(const jt_parser *parser) {
    return sizeof(jt_parser) + (size_t)parser->slot_capacity * sizeof(jt_slot)
        + parser->frame_capacity * sizeof(jt_frame) + parser->own_capacity + jt_grammar_footprint(&parser->grammar);
}

uintptr_t jt_thread(void) {
    static _Thread_local char mark;
    return (uintptr_t)&mark;
}
