// Checked allocation: the parser's own memory, and an arena for yajl, which never looks at what an allocator returns.

#include "internal.h"

#include <stdlib.h>

#define JT_FIRST_BLOCK 8192
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
    parser->allocator = chosen;
    parser->text = jt_no_text;
    if (!jt_reserve_slots(parser, 16)) {
        jt_parser_destroy(parser);
        return NULL;
    }
    return parser;
}

void jt_parser_destroy(jt_parser *parser) {
    if (parser == NULL) return;
    jt_arena_destroy(parser);
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
    uint64_t wanted = parser->written + needed;
    if (JT_LIKELY(wanted <= parser->slot_capacity)) return true;
    uint64_t capacity = parser->slot_capacity < 64 ? 64 : (uint64_t)parser->slot_capacity * 2;
    if (capacity < wanted) capacity = wanted;
    if (capacity > UINT32_MAX - 1) capacity = UINT32_MAX - 1;
    if (capacity < wanted || capacity > SIZE_MAX / sizeof(jt_slot)) return false;
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
    jt_arena_destroy(parser);
}

size_t jt_parser_footprint(const jt_parser *parser) {
    size_t total = sizeof(jt_parser) + (size_t)parser->slot_capacity * sizeof(jt_slot)
        + parser->frame_capacity * sizeof(jt_frame) + parser->own_capacity;
    for (const jt_arena_block *block = parser->arena; block != NULL; block = block->next) {
        total += sizeof(jt_arena_block) + block->capacity;
    }
    return total;
}

// ---------------------------------------------------------------------------------------------------------------
// The arena. A piece is preceded by its size; nothing is freed before the next document begins. When memory runs
// out, control leaves yajl by longjmp: yajl would write through the null pointer. yajl holds no other resource.

#define JT_PIECE_HEADER 16

static uint8_t *block_bytes(jt_arena_block *block) { return (uint8_t *)(block + 1); }

static jt_arena_block *add_block(jt_parser *parser, size_t needed) {
    size_t capacity = parser->arena == NULL ? JT_FIRST_BLOCK : parser->arena->capacity * 2;
    while (capacity < needed) {
        if (capacity > SIZE_MAX / 4) return NULL;
        capacity *= 2;
    }
    jt_arena_block *block = jt_resize(parser, NULL, sizeof(jt_arena_block) + capacity);
    if (block == NULL) return NULL;
    *block = (jt_arena_block){.next = parser->arena, .capacity = capacity, .used = 0, .last = 0};
    parser->arena = block;
    return block;
}

static void *arena_malloc(void *context, size_t bytes) {
    jt_parser *parser = context;
    if (bytes > SIZE_MAX / 8) longjmp(parser->out_of_memory, 1);
    size_t needed = JT_PIECE_HEADER + ((bytes + 15) & ~(size_t)15);
    jt_arena_block *block = parser->arena;
    if (block == NULL || block->capacity - block->used < needed) {
        block = add_block(parser, needed);
        if (block == NULL) longjmp(parser->out_of_memory, 1);
    }
    uint8_t *piece = block_bytes(block) + block->used;
    block->last = block->used;
    block->used += needed;
    memcpy(piece, &bytes, sizeof bytes);
    return piece + JT_PIECE_HEADER;
}

static void *arena_realloc(void *context, void *old, size_t bytes) {
    jt_parser *parser = context;
    if (old == NULL) return arena_malloc(context, bytes);
    uint8_t *piece = (uint8_t *)old - JT_PIECE_HEADER;
    size_t before;
    memcpy(&before, piece, sizeof before);
    if (bytes <= before) return old;
    jt_arena_block *block = parser->arena;
    bool newest = piece == block_bytes(block) + block->last;
    size_t rounded = (bytes + 15) & ~(size_t)15;
    if (newest && bytes <= SIZE_MAX / 8 && block->capacity - block->last >= JT_PIECE_HEADER + rounded) {
        block->used = block->last + JT_PIECE_HEADER + rounded;
        memcpy(piece, &bytes, sizeof bytes);
        return old;
    }
    void *moved = arena_malloc(context, bytes);
    memcpy(moved, old, before);
    return moved;
}

static void arena_free(void *context, void *old) {
    (void)context;
    (void)old;
}

yajl_alloc_funcs jt_arena_functions(jt_parser *parser) {
    return (yajl_alloc_funcs){
        .malloc = arena_malloc, .realloc = arena_realloc, .free = arena_free, .ctx = parser};
}

// Keeps the oldest block, so that a document of ordinary depth costs yajl no allocation.
bool jt_arena_reset(jt_parser *parser) {
    while (parser->arena != NULL && parser->arena->next != NULL) {
        jt_arena_block *next = parser->arena->next;
        jt_release(parser, parser->arena);
        parser->arena = next;
    }
    if (parser->arena == NULL) return add_block(parser, 0) != NULL;
    parser->arena->used = 0;
    parser->arena->last = 0;
    return true;
}

void jt_arena_keep(jt_parser *parser) {
    jt_arena_block *block = parser->arena;
    size_t length = block->used;
    if (block->next != NULL || block->capacity - length < JT_PIECE_HEADER + length + 15) return;
    uint8_t *copy = arena_malloc(parser, length);
    memcpy(copy, block_bytes(block), length);
    parser->fresh = (jt_fresh){
        .yajl = parser->yajl, .many_documents = parser->options.many_documents,
        .copy = (size_t)(copy - block_bytes(block)), .length = length, .block = *block};
}

void jt_arena_restore(jt_parser *parser) {
    *parser->arena = parser->fresh.block;
    memcpy(block_bytes(parser->arena), block_bytes(parser->arena) + parser->fresh.copy, parser->fresh.length);
    parser->yajl = parser->fresh.yajl;
}

void jt_arena_destroy(jt_parser *parser) {
    parser->fresh.yajl = NULL;
    while (parser->arena != NULL) {
        jt_arena_block *next = parser->arena->next;
        jt_release(parser, parser->arena);
        parser->arena = next;
    }
}
