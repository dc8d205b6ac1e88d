// The grammar: the interface to libyajl. Only grammar.c includes yajl's header.
//
// The scanner determines where each token ends and whether its bytes are valid. yajl decides whether the tokens may follow
// each other. yajl never reads the document itself, but its *skeleton*, an abbreviated document with the same structure. The
// skeleton is passed in blocks, and each block consists only of these:
//
//   in the document                    in the skeleton
//   { } [ ] : ,                        the same byte
//   a number, true, false, null        0
//   a string                           ""    where it may be a key (a colon may follow)
//                                      0     where it can only be a value
//   white space, comments              nothing
//
// For example, {"name": [1.5, "x"], "ok": true} becomes {"":[0,0],"":0}. Zeros can follow each other without a space
// (00 is two tokens), because neither JSON nor yajl lets a number continue after a leading zero.
//
// The skeleton is shorter still, because yajl takes longer per token than everything else together. Three things are
// abbreviated:
//
//   "":0,"":0             becomes  "":0       a run of members
//   [0,0      ,0,0        becomes  [0   ,0    a run of elements
//   [] [0] {} {"":0}      becomes  0          a leaf: a container that starts and ends in the block, and has no others in
//                                             it but leaves, JT_LEAF_LEVELS deep at most
//
// In each case the grammar is in the same state after the short text as after the long one, or it has rejected what both
// start with. So yajl accepts and rejects the same documents as without the abbreviations, and at the same token
// (Docs/Decisions/0005 and 0016). The example becomes {"":0 and then }, which is a leaf itself: 0. A document that is nothing
// else is not shown to yajl at all.
//
// yajl calls back for each token of the skeleton, in order, and the callbacks (confirm.c) confirm the slots that the scanner
// has written for it. The extent of a 0, one value or a run of them, is stored next to the skeleton in a `jt_run`.

#ifndef CJSONTAPE_GRAMMAR_H
#define CJSONTAPE_GRAMMAR_H

#include "CJSONTape.h"

#include <setjmp.h>

typedef struct jt_arena_block jt_arena_block;

// A copy of yajl's memory before a document, in the arena's first block. Restoring it saves the next document all
// allocations, and the calls that prepare yajl.
typedef struct jt_fresh_state {
    bool exists;
    bool many_documents;
    struct yajl_handle_t *yajl;
    size_t copy;    // position and length in the block
    size_t length;
    size_t used;    // the state of the block
    size_t last;
} jt_fresh_state;

// yajl with its memory. Zeroed, but for `allocator`, is a grammar without memory.
typedef struct jt_grammar {
    jt_allocator allocator;
    struct yajl_handle_t *yajl;
    jt_arena_block *arena;
    jt_fresh_state fresh;
    jmp_buf out_of_memory;
} jt_grammar;

typedef enum jt_verdict {
    JT_ACCEPTED,
    JT_REJECTED,         // a token that the grammar does not allow here
    JT_STOPPED,          // a callback returned 0
    JT_GRAMMAR_NO_MEMORY,
} jt_verdict;

// How far a block may exceed its length: the space that `jt_grammar_accept` adds.
#define JT_BLOCK_PADDING 1

// Forgets the document.
JT_INLINE void jt_grammar_forget(jt_grammar *grammar) { grammar->yajl = NULL; }
// Whether yajl has begun with a document since.
JT_INLINE bool jt_grammar_has_begun(const jt_grammar *grammar) { return grammar->yajl != NULL; }
// Begins with a document; `context` is what the callbacks get. False: out of memory.
bool jt_grammar_begin(jt_grammar *grammar, void *context, bool many_documents);
// Reads a block of the skeleton, which has room for JT_BLOCK_PADDING bytes more. No token is split over two blocks.
jt_verdict jt_grammar_accept(jt_grammar *grammar, uint8_t *block, size_t length);
// Ends the document.
jt_verdict jt_grammar_finish(jt_grammar *grammar);
// Frees all memory.
void jt_grammar_free(jt_grammar *grammar);
// Bytes of memory held.
size_t jt_grammar_footprint(const jt_grammar *grammar);

// The callbacks, in confirm.c. 0: stop.
int jt_on_value(void *context, const char *text, size_t length);
int jt_on_string(void *context, const unsigned char *text, size_t length);
int jt_on_key(void *context, const unsigned char *text, size_t length);
int jt_on_object_start(void *context);
int jt_on_array_start(void *context);
int jt_on_end(void *context);
// A token that no skeleton has.
int jt_on_unknown(void *context);

#endif
