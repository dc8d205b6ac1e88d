// Declarations shared by the C files.

#ifndef CJSONTAPE_INTERNAL_H
#define CJSONTAPE_INTERNAL_H

#include "CJSONTape.h"
#include "grammar.h"

#include <string.h>

// Skeleton bytes passed to yajl at a time: few enough that they, and the slots they represent, are still in cache
// when yajl calls back.
#define JT_SKELETON_BYTES 4096
// How far the last token of a block, a separator after it, and the padding may exceed that.
#define JT_SKELETON_ROOM (7 + JT_BLOCK_PADDING)

#define JT_OFFSET_LIMIT ((UINT64_C(1) << 40) - 1)

// The largest token limit: slots still have 32-bit indexes when another block of tokens follows.
#define JT_TOKEN_LIMIT (UINT32_MAX - 2 - (JT_SKELETON_BYTES + 1))

// Objects of up to this many members are checked for duplicate keys; larger ones are marked ambiguous.
#define JT_COMPARED_KEYS 128

// One open container.
typedef struct jt_frame {
    uint64_t count;    // members or elements so far; in a stream there may be more than a tape has slots
    uint32_t start;    // its slot; JT_NO_PARENT when that slot has been discarded
    uint32_t ordinal;  // its position in the enclosing container
    bool is_object;
    bool unusual_keys;
} jt_frame;

// What one `0` of the skeleton represents: a value, or a run of them.
//
//    31 30   29           17   16    13   12           0
//   +------+-----------------+----------+--------------+
//   | keys | more values     | height   | slots        |
//   +------+-----------------+----------+--------------+
//     keys    the flags JT_ESCAPED and JT_NON_ASCII of the keys after the first
//     more    elements or members after the first
//     height  levels of containers in the highest of the values: 0 for scalars, 1 for a container of scalars
//     slots   of all of them, from the first value on
//
// A block has no more slots than JT_SKELETON_BYTES + 1, so all numbers fit.
typedef uint32_t jt_run;
#define JT_RUN_MORE (UINT32_C(1) << 17)
#define JT_RUN_LEVEL (UINT32_C(1) << 13)
#define JT_RUN_HEIGHT (15 * JT_RUN_LEVEL)
#define JT_RUN_KEY_SHIFT 26
#define JT_RUN_UNUSUAL ((uint32_t)(JT_ESCAPED | JT_NON_ASCII) << JT_RUN_KEY_SHIFT)

// The maximum height of a leaf.
#define JT_LEAF_LEVELS 8
_Static_assert(JT_SKELETON_BYTES + 1 < JT_RUN_LEVEL && JT_LEAF_LEVELS <= JT_RUN_HEIGHT / JT_RUN_LEVEL, "bits of a run");

typedef enum jt_inside { JT_INSIDE_NOTHING = 0, JT_INSIDE_STRING, JT_INSIDE_NUMBER, JT_INSIDE_LITERAL } jt_inside;

struct jt_parser {
    jt_allocator allocator;
    jt_options options;

    // tape
    jt_slot *slots;
    uint32_t slot_capacity;
    uint32_t written;    // slots the scanner has written
    uint32_t confirmed;  // slots yajl has called back for

    // grammar
    jt_grammar grammar;
    jt_frame *frames;
    uint32_t frame_capacity;
    uint32_t depth;
    uint32_t max_depth;
    uint32_t block_depth;     // both at the start of the block that yajl is reading
    uint32_t block_max_depth;
    uint64_t max_count[2];    // elements of an array, members of an object
    bool has_emptied_arrays;
    bool has_excess_container;  // a container exceeds the limit of its array, and is not confirmed
    size_t skeleton_length;
    size_t run_count;         // runs of this skeleton, and how many of them are confirmed
    size_t runs_confirmed;
    uint64_t block_offset;    // source offset where the scan of this skeleton began
    uint32_t block_slot;      // first slot of this skeleton
    uint8_t last_mark;        // last skeleton byte handed to yajl, 0 at the start
    bool last_was_key;        // whether the last slot confirmed was a key

    // scanner; positions are indexes into `text`
    const uint8_t *text;
    size_t text_length;
    uint64_t text_base;
    size_t position;          // of the first byte not yet scanned
    size_t token_start;       // of the unfinished token, if inside one
    jt_inside inside;
    uint32_t string_flags;
    bool final;
    bool document_cut;        // the document limit cut the input
    bool begun;               // there is a document: the frames are valid

    // text owned by the parser (chunks)
    uint8_t *own_text;
    size_t own_capacity;

    jt_status status;
    jt_error error;

    // Written before they are read: not cleared.
    uint8_t skeleton[JT_SKELETON_BYTES + JT_SKELETON_ROOM];
    jt_run runs[JT_SKELETON_BYTES + JT_SKELETON_ROOM];
};

// Functions that return a status set that of the parser, too. If it is not JT_OK, the parser has its error.

// tape.c
// The text of a parser without one: what is not NULL can be read from, and has no bytes.
extern const uint8_t jt_no_text[1];

// memory.c
// As realloc: NULL if there is no memory, and `old` is unchanged. `old` may be NULL.
void *jt_resize(jt_parser *parser, void *old, size_t bytes);
// As free: `old` may be NULL.
void jt_release(jt_parser *parser, void *old);
// Makes room for `needed` slots after those that have been written, and may move the slots. False: no memory, or more slots than
// a tape may have; nothing has changed.
bool jt_reserve_slots(jt_parser *parser, uint64_t needed);

// confirm.c
// Prepares for a new document: there are no open containers.
jt_status jt_begin_confirming(jt_parser *parser);
// Passes the block to the grammar, which confirms the slots. If the scanner has failed, the tokens before that error are
// still passed: the grammar may reject an earlier one. `is_last`: the document ends with the block.
jt_status jt_hand_over(jt_parser *parser, bool is_last);
// Ends the document, all of which has been handed over.
jt_status jt_end_document(jt_parser *parser);

// scanner.c
// Scans the text from `position` on, and hands each block over. If the text is not final, the end of it is where the next call
// continues, be it within a token.
jt_status jt_scan(jt_parser *parser);
// Called when the text has been scanned to its end: fails at the document limit, or ends the document if it is complete.
jt_status jt_end_scan(jt_parser *parser);
typedef enum jt_token_outcome { JT_TOKEN_COMPLETE, JT_TOKEN_UNFINISHED, JT_TOKEN_INVALID } jt_token_outcome;
// Scans true, false or null at text[*cursor]. Fails if the token is invalid.
jt_token_outcome jt_literal_scan(jt_parser *parser, size_t *cursor, jt_slot *slot);

// relaxed.c
// jt_scan for JSON5 and for trailing commas. Does nothing until the text is final, or is cut by the document limit.
jt_status jt_scan_relaxed(jt_parser *parser);

// The end of what is read of a string from `start` on: at most the byte with which it exceeds the limit. Depends only on where the string
// starts, so that every chunking fails at the same byte.
JT_INLINE size_t jt_string_cut(const jt_parser *parser, size_t start) {
    uint64_t limit = parser->options.limits.string_bytes;
    return parser->text_length - start > limit ? start + (size_t)limit + 1 : parser->text_length;
}

// Clears the state of the document; slots and text stay unchanged.
JT_INLINE void jt_reset(jt_parser *parser) {
    parser->has_emptied_arrays = parser->has_excess_container = parser->begun = false;
    parser->status = JT_OK;
    parser->error = (jt_error){.code = JT_ERROR_NONE};
    parser->depth = parser->max_depth = 0;
    parser->skeleton_length = parser->run_count = 0;
    parser->last_mark = 0;
    parser->last_was_key = false;
    parser->position = parser->token_start = 0;
    parser->inside = JT_INSIDE_NOTHING;
    parser->final = parser->document_cut = false;
}

// A slot has 32 bits for a position; larger ones are stored as 2^32 - 1.
JT_INLINE uint32_t jt_ordinal(uint64_t position) { return position < UINT32_MAX ? (uint32_t)position : UINT32_MAX; }

JT_INLINE uint32_t jt_run_slots(jt_run run) { return run & (JT_RUN_LEVEL - 1); }
JT_INLINE uint32_t jt_run_height(jt_run run) { return (run & JT_RUN_HEIGHT) / JT_RUN_LEVEL; }
JT_INLINE uint32_t jt_run_more(jt_run run) { return (run & ~JT_RUN_UNUSUAL) / JT_RUN_MORE; }

// keys.c
// The flags of an object's slot, once its `count` members are complete.
uint32_t jt_object_flags(const jt_slot *slots, uint32_t start, uint32_t count, bool unusual_keys);
// The flags of an object whose members are scalars.
uint32_t jt_flat_object_flags(const jt_slot *start, uint32_t count, bool unusual_keys);

// strings.c
typedef enum jt_string_end {
    JT_STRING_CLOSED,    // *cursor is at the closing quote
    JT_STRING_MORE,      // the bytes end; *cursor is where to continue
    JT_STRING_INVALID,   // *cursor is at the offending byte, *code says why
} jt_string_end;
// Continues a string at *cursor, up to its closing quote, and adds JT_ESCAPED and JT_NON_ASCII to *flags. The second function uses
// no vector instructions.
jt_string_end jt_string_scan(const uint8_t *text, size_t *cursor, size_t end, uint32_t *flags, jt_error_code *code);
jt_string_end jt_string_scan_portable(
    const uint8_t *text, size_t *cursor, size_t end, uint32_t *flags, jt_error_code *code);

// One escape at text[*cursor], which is a backslash.
jt_string_end jt_escape_scan(const uint8_t *text, size_t *cursor, size_t end, jt_error_code *code);
// One sequence of two to four bytes at text[*cursor].
jt_string_end jt_sequence_scan(const uint8_t *text, size_t *cursor, size_t end);

// number.c
// Reads a number at text[*cursor]. True: *cursor is after it and *slot holds kind, flags, aux and body.
// False: *cursor is at the offending byte, or at `end`.
bool jt_number_scan(const uint8_t *text, size_t *cursor, size_t end, jt_slot *slot);
// jt_number_scan for JSON5: also with a plus, and without digits on one side of the point.
bool jt_number_scan_relaxed(const uint8_t *text, size_t *cursor, size_t end, jt_slot *slot);

// errors.c
// The container that encloses a token.
typedef enum jt_surroundings { JT_AT_TOP, JT_IN_ARRAY, JT_IN_OBJECT } jt_surroundings;
// What may follow a token. `mark` is the last byte of the token in the skeleton, or 0 at the start of the document;
// `is_key` is whether the token is a key.
jt_expectation jt_expected_after(uint8_t mark, bool is_key, jt_surroundings around, bool many_documents);
// What may follow the last token that has been confirmed.
jt_expectation jt_expected_next(const jt_parser *parser);
// Whether a comma or a colon is among what is expected.
bool jt_allows_separator(jt_expectation expected, uint8_t separator);
// Make the parser fail: with a syntax error at an offset in the document, for lack of memory, and with the token that yajl has
// rejected. Each returns the new status.
jt_status jt_fail(jt_parser *parser, jt_error_code code, uint64_t offset);
jt_status jt_fail_memory(jt_parser *parser);
jt_status jt_fail_grammar(jt_parser *parser);
// Source offset of the first byte of a slot's token, its quote included.
uint64_t jt_token_start(const jt_slot *slot);

JT_INLINE uint64_t jt_head(uint32_t kind_and_flags, uint64_t offset) { return (offset << 24) | kind_and_flags; }
JT_INLINE uint32_t jt_kind(const jt_slot *slot) { return (uint32_t)(slot->head & 0xF); }
// Whether a slot is that of an object, an array or an emptied array.
JT_INLINE bool jt_is_start(const jt_slot *slot) { return (slot->head & 6) == 6; }
#define JT_AUX_SHIFT 8
JT_INLINE uint64_t jt_offset(const jt_slot *slot) { return slot->head >> 24; }

// Makes the slot of a string, which begins at `text`, that of a key. The length has to fit 32 bits.
JT_INLINE void jt_make_key(jt_slot *slot, const uint8_t *text) {
    slot->body |= (uint64_t)jt_fingerprint(text, (size_t)slot->body) << 32;
    slot->head ^= JT_STRING ^ JT_KEY;
}

// The lowest and the highest bit of each byte of a word.
static const uint64_t jt_lowest_bits = UINT64_C(0x0101010101010101), jt_highest_bits = UINT64_C(0x8080808080808080);

JT_INLINE bool jt_is_number_byte(uint8_t c) {
    return (uint8_t)(c - '0') < 10 || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

#endif
