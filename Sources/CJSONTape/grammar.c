// Calls yajl: passes it the skeleton and provides its memory. See grammar.h.

#include "grammar.h"

#include <string.h>
#include <yajl/yajl_parse.h>

// ---------------------------------------------------------------------------------------------------------------
// Memory. yajl never checks what an allocator returns: when memory runs out, control leaves yajl with longjmp, because
// yajl would write through the null pointer. It holds no other resource. Nothing is freed before the next document begins.

struct jt_arena_block {
    jt_arena_block *next;  // the newest block comes first
    size_t capacity;
    size_t used;
    size_t last;  // where the newest piece starts: it can grow in place
};

#define JT_FIRST_ARENA_BLOCK 8192
// Each piece is preceded by its size.
#define JT_PIECE_HEADER 16

static uint8_t *block_bytes(jt_arena_block *block) { return (uint8_t *)(block + 1); }

static jt_arena_block *add_block(jt_grammar *grammar, size_t needed) {
    size_t capacity = grammar->arena == NULL ? JT_FIRST_ARENA_BLOCK : grammar->arena->capacity * 2;
    while (capacity < needed) {
        if (capacity > SIZE_MAX / 4) return NULL;
        capacity *= 2;
    }
    const jt_allocator *allocator = &grammar->allocator;
    jt_arena_block *block = allocator->resize(allocator->context, NULL, sizeof(jt_arena_block) + capacity);
    if (block == NULL) return NULL;
    *block = (jt_arena_block){.next = grammar->arena, .capacity = capacity, .used = 0, .last = 0};
    grammar->arena = block;
    return block;
}

// Removes the newest block.
static void remove_block(jt_grammar *grammar) {
    jt_arena_block *next = grammar->arena->next;
    grammar->allocator.release(grammar->allocator.context, grammar->arena);
    grammar->arena = next;
}

static void *arena_malloc(void *context, size_t bytes) {
    jt_grammar *grammar = context;
    if (bytes > SIZE_MAX / 8) longjmp(grammar->out_of_memory, 1);
    size_t needed = JT_PIECE_HEADER + ((bytes + 15) & ~(size_t)15);
    jt_arena_block *block = grammar->arena;
    if (block == NULL || block->capacity - block->used < needed) {
        block = add_block(grammar, needed);
        if (block == NULL) longjmp(grammar->out_of_memory, 1);
    }
    uint8_t *piece = block_bytes(block) + block->used;
    block->last = block->used;
    block->used += needed;
    memcpy(piece, &bytes, sizeof bytes);
    return piece + JT_PIECE_HEADER;
}

static void *arena_realloc(void *context, void *old, size_t bytes) {
    jt_grammar *grammar = context;
    if (old == NULL) return arena_malloc(context, bytes);
    uint8_t *piece = (uint8_t *)old - JT_PIECE_HEADER;
    size_t before;
    memcpy(&before, piece, sizeof before);
    if (bytes <= before) return old;
    jt_arena_block *block = grammar->arena;
    bool is_newest = piece == block_bytes(block) + block->last;
    size_t rounded = (bytes + 15) & ~(size_t)15;
    if (is_newest && bytes <= SIZE_MAX / 8 && block->capacity - block->last >= JT_PIECE_HEADER + rounded) {
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

// Frees all blocks of the arena except the oldest, which becomes empty, so that a document of ordinary depth needs no allocation.
static bool reset_arena(jt_grammar *grammar) {
    while (grammar->arena != NULL && grammar->arena->next != NULL) remove_block(grammar);
    if (grammar->arena == NULL) return add_block(grammar, 0) != NULL;
    grammar->arena->used = 0;
    grammar->arena->last = 0;
    return true;
}

// Keeps a copy of yajl's memory, if that is one block and has room for it.
static void keep_fresh_state(jt_grammar *grammar, bool many_documents) {
    jt_arena_block *block = grammar->arena;
    size_t length = block->used;
    if (block->next != NULL || block->capacity - length < JT_PIECE_HEADER + length + 15) return;
    uint8_t *copy = arena_malloc(grammar, length);
    memcpy(copy, block_bytes(block), length);
    grammar->fresh = (jt_fresh_state){
        .exists = true, .many_documents = many_documents, .yajl = grammar->yajl,
        .copy = (size_t)(copy - block_bytes(block)), .length = length, .used = block->used, .last = block->last};
}

static void restore_fresh_state(jt_grammar *grammar) {
    const jt_fresh_state *fresh = &grammar->fresh;
    jt_arena_block *block = grammar->arena;
    block->used = fresh->used;
    block->last = fresh->last;
    memcpy(block_bytes(block), block_bytes(block) + fresh->copy, fresh->length);
    grammar->yajl = fresh->yajl;
}

void jt_grammar_free(jt_grammar *grammar) {
    grammar->yajl = NULL;
    grammar->fresh.exists = false;
    while (grammar->arena != NULL) remove_block(grammar);
}

size_t jt_grammar_footprint(const jt_grammar *grammar) {
    size_t total = 0;
    for (const jt_arena_block *block = grammar->arena; block != NULL; block = block->next) {
        total += sizeof(jt_arena_block) + block->capacity;
    }
    return total;
}

// ---------------------------------------------------------------------------------------------------------------

static int on_boolean(void *context, int value) {
    (void)value;
    return jt_on_unknown(context);
}

static const yajl_callbacks callbacks = {
    .yajl_null = jt_on_unknown,
    .yajl_boolean = on_boolean,
    .yajl_number = jt_on_value,
    .yajl_string = jt_on_string,
    .yajl_start_map = jt_on_object_start,
    .yajl_map_key = jt_on_key,
    .yajl_end_map = jt_on_end,
    .yajl_start_array = jt_on_array_start,
    .yajl_end_array = jt_on_end,
};

static jt_verdict verdict(yajl_status status) {
    switch (status) {
    case yajl_status_ok: return JT_ACCEPTED;
    case yajl_status_client_canceled: return JT_STOPPED;
    default: return JT_REJECTED;
    }
}

bool jt_grammar_begin(jt_grammar *grammar, void *context, bool many_documents) {
    grammar->yajl = NULL;
    if (!reset_arena(grammar)) return false;
    if (grammar->fresh.exists && grammar->fresh.many_documents == many_documents) {
        restore_fresh_state(grammar);
        return true;
    }
    grammar->fresh.exists = false;
    yajl_alloc_funcs functions = {
        .malloc = arena_malloc, .realloc = arena_realloc, .free = arena_free, .ctx = grammar};
    if (setjmp(grammar->out_of_memory) != 0) return false;
    grammar->yajl = yajl_alloc(&callbacks, &functions, context);
    if (grammar->yajl == NULL) return false;
    // The strings that yajl sees are empty.
    yajl_config(grammar->yajl, yajl_dont_validate_strings, 1);
    if (many_documents) yajl_config(grammar->yajl, yajl_allow_multiple_values, 1);
    // yajl allocates its lexer at the first byte.
    if (yajl_parse(grammar->yajl, (const unsigned char *)" ", 1) == yajl_status_ok) {
        keep_fresh_state(grammar, many_documents);
    }
    return true;
}

jt_verdict jt_grammar_accept(jt_grammar *grammar, uint8_t *block, size_t length) {
    // yajl calls back for a number when it sees the byte after it.
    bool needs_space = block[length - 1] == '0';
    if (needs_space) block[length] = ' ';
    if (setjmp(grammar->out_of_memory) != 0) return JT_GRAMMAR_NO_MEMORY;
    return verdict(yajl_parse(grammar->yajl, block, length + needs_space));
}

jt_verdict jt_grammar_finish(jt_grammar *grammar) {
    if (setjmp(grammar->out_of_memory) != 0) return JT_GRAMMAR_NO_MEMORY;
    return verdict(yajl_complete_parse(grammar->yajl));
}
