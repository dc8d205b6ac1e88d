// The C half of PolicyJSON: a scanner that validates everything inside tokens, libyajl for the grammar between them,
// and the tape that both write. See Docs/Architecture.md.
//
//   bytes ──► scanner ──► skeleton (4 KB at most)  ──► yajl ──► callbacks
//                 │                                                 │
//                 └── writes each token's slot ──► tape ◄── completes the slot (key, ends, counts)
//
// The scanner writes one slot per token in source order. yajl calls back in the same order, once per token (once per run of
// members or elements, and once per leaf: grammar.h), and each callback completes the next slots. Slots
// after `confirmed` are provisional and not part of the result.

#ifndef CJSONTAPE_H
#define CJSONTAPE_H

#include "CJSONShared.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// ---------------------------------------------------------------------------------------------------------------
// Tape format: 16 bytes a slot, two words.
//
//   head   63                              24 23         8 7     4 3    0
//         +----------------------------------+------------+-------+------+
//         |     source offset (40 bits)      | aux (16)   | flags | kind |
//         +----------------------------------+------------+-------+------+
//   body
//     null, false, true   0
//     number              decimal significand (up to 19 digits); aux: decimal exponent, signed, JT_NO_EXPONENT when
//                         it does not fit
//     string              length between the quotes in bytes; the offset is that of the first byte after the quote
//     key                 low 32 bits: length; high 32 bits: fingerprint (jt_fingerprint)
//     object, array       low 32 bits: index of the slot after the matching end; high 32 bits: members or elements
//     emptied array       as an array, but its elements are not on the tape (jt_parser_empty_arrays)
//     object/array end    low 32 bits: index of the enclosing container (JT_NO_PARENT at the top level);
//                         high 32 bits: position of this container in the enclosing one, 2^32 - 1 at most
//
// Slot 0 of every tape is a null that belongs to no document. It represents a missing value.
// The root value is slot 1. A member's key is the slot before its value.
// ---------------------------------------------------------------------------------------------------------------

typedef struct jt_slot {
    uint64_t head;
    uint64_t body;
} jt_slot;

enum {
    JT_NULL = 0,
    JT_FALSE = 1,
    JT_TRUE = 2,
    JT_NUMBER = 3,
    JT_STRING = 4,
    JT_KEY = 5,
    JT_OBJECT = 6,
    JT_ARRAY = 7,
    JT_OBJECT_END = 8,
    JT_ARRAY_END = 9,
    JT_EMPTIED_ARRAY = 15,
};

enum {
    // number
    JT_NEGATIVE = 1 << 4,
    JT_INTEGER = 1 << 5,    // no fraction, no exponent
    JT_INEXACT = 1 << 6,    // significand or exponent does not hold the whole number: read the text
    JT_NOT_FINITE = 1 << 7,  // Infinity or NaN (JSON5)
    // string, key
    JT_UNQUOTED = 1 << 6,    // a JSON5 key; the offset is that of its first byte
    JT_ESCAPED = 1 << 4,
    JT_NON_ASCII = 1 << 5,
    // object
    JT_AMBIGUOUS = 1 << 4,  // keys may repeat, or are too many to compare
    JT_UNUSUAL_KEYS = 1 << 5,  // at least one key is escaped or not ASCII
};

#define JT_NO_PARENT UINT32_MAX
#define JT_NO_EXPONENT INT16_MIN
#define JT_FIRST_SLOT 1u

typedef enum jt_status {
    JT_OK = 0,
    JT_SYNTAX_ERROR,
    JT_OUT_OF_MEMORY,
} jt_status;

typedef enum jt_error_code {
    JT_ERROR_NONE = 0,
    JT_ERROR_UNEXPECTED_END,
    JT_ERROR_UNEXPECTED_TOKEN,       // a well-formed token that the grammar does not allow here
    JT_ERROR_UNEXPECTED_BYTE,        // a byte that starts no token
    JT_ERROR_INVALID_LITERAL,
    JT_ERROR_INVALID_NUMBER,
    JT_ERROR_INVALID_ESCAPE,
    JT_ERROR_LONE_SURROGATE,
    JT_ERROR_INVALID_UTF8,
    JT_ERROR_CONTROL_CHARACTER,
    JT_ERROR_UNTERMINATED_STRING,
    JT_ERROR_UNTERMINATED_COMMENT,
    JT_ERROR_DEPTH_LIMIT,
    JT_ERROR_DOCUMENT_LIMIT,
    JT_ERROR_STRING_LIMIT,
    JT_ERROR_NUMBER_LIMIT,
    JT_ERROR_TOKEN_LIMIT,
    JT_ERROR_MEMBER_LIMIT,
    JT_ERROR_ELEMENT_LIMIT,
    JT_ERROR_INTERNAL,               // yajl and the scanner disagree; no input is known to cause it
} jt_error_code;

// What the grammar would have accepted at the location of an error.
typedef enum jt_expectation {
    JT_EXPECT_UNKNOWN = 0,
    JT_EXPECT_VALUE,
    JT_EXPECT_VALUE_OR_ARRAY_END,
    JT_EXPECT_KEY,
    JT_EXPECT_KEY_OR_OBJECT_END,
    JT_EXPECT_COLON,
    JT_EXPECT_COMMA_OR_ARRAY_END,
    JT_EXPECT_COMMA_OR_OBJECT_END,
    JT_EXPECT_END_OF_DOCUMENT,
} jt_expectation;

typedef struct jt_error {
    jt_error_code code;
    jt_expectation expected;
    uint64_t offset;  // of the offending byte, from the start of the document
} jt_error;

typedef struct jt_limits {
    uint64_t depth;           // nested containers
    uint64_t document_bytes;
    uint64_t string_bytes;    // between the quotes, escapes as written
    uint64_t number_bytes;    // at least 1
    uint64_t slots;           // tokens held at the same time, that is slots except slot 0; 2^32 - 4100 at most
    uint64_t members;         // of one object; values from 2^32 - 1 on mean no limit
    uint64_t elements;        // of one array; values from 2^32 - 1 on mean no limit
} jt_limits;

// All memory is allocated through these. `resize` returns NULL on failure.
typedef struct jt_allocator {
    void *JT_NULLABLE (*JT_NULLABLE resize)(void *JT_NULLABLE context, void *JT_NULLABLE old, size_t bytes);
    void (*JT_NULLABLE release)(void *JT_NULLABLE context, void *JT_NULLABLE old);
    void *JT_NULLABLE context;
} jt_allocator;

typedef struct jt_options {
    jt_limits limits;
    uint64_t base;         // offset of the first byte: not 0 if reading starts in the middle of a document
    uint64_t skip;         // bytes before the document: a byte order mark
    bool json5;            // whole documents only
    bool trailing_commas;  // whole documents only; JSON5 has them anyway
    bool portable;         // scan without vector instructions, and show yajl every token: for tests
    bool many_documents;   // several top-level values, one after the other, separated by white space or nothing
} jt_options;

typedef struct jt_parser jt_parser;

// NULL: out of memory. `allocator` may be NULL for the C library's.
jt_parser *JT_NULLABLE jt_parser_create(const jt_allocator *JT_NULLABLE allocator);
void jt_parser_destroy(jt_parser *JT_NULLABLE parser);

// Prepares the parser for a new document; keeps its memory. Must be called before the functions below, which otherwise
// fail with JT_ERROR_INTERNAL.
jt_status jt_parser_begin(jt_parser *parser, const jt_options *options);

// Whole buffer: `bytes` is the document from its start; `length` is how much of it is available. May be called again with
// the same start and a length that is not smaller (otherwise JT_ERROR_INTERNAL); `final` once, at the end. The bytes must
// remain valid and in the same memory while the tape is in use: the tape refers to them.
jt_status jt_parser_scan(jt_parser *parser, const uint8_t *bytes, size_t length, bool final);

// Chunks: the parser copies what it needs. Using both interfaces for one document fails with JT_ERROR_INTERNAL.
jt_status jt_parser_append(jt_parser *parser, const uint8_t *chunk, size_t length);
jt_status jt_parser_finish(jt_parser *parser);
// Whether parsing has failed at a character that is incomplete so far. Further chunks are then accepted, so that the error
// can show the whole character, up to the document limit.
bool jt_parser_awaits_character(const jt_parser *parser);

// Discards all confirmed slots and the text before the first unfinished token, except for the context of an error excerpt
// (chunks only). Open containers stay open; their ends then contain JT_NO_PARENT.
//
// `with_strings`: also discards the start of an unfinished string, if it is a value. Its slot will have its offset and
// length, but its text is not available.
void jt_parser_discard(jt_parser *parser, bool with_strings);
// The number of bytes of text that jt_parser_discard would drop.
size_t jt_parser_discardable(const jt_parser *parser, bool with_strings);

// Discards all slots and all text, and sets the offset of the next byte: for continuing in a document whose start is not
// available, after the containers that were open have been opened again. Not allowed inside a token.
void jt_parser_rebase(jt_parser *parser, uint64_t offset);
// After that: at least `count` members or elements of the open container at `depth`, from 1, precede the next byte, the one that
// is open among them; of the innermost container exactly as many. More than the limit count as the limit, so that the next one
// exceeds it.
void jt_parser_set_count(jt_parser *parser, uint32_t depth, uint64_t count);

// Splits the tape: `window`, whose document is discarded, gets the slots before `keep` with their text, and `parser`
// continues with the others, which are renumbered. The window has no document: its depth is 0. No slot before `keep` may
// belong to a value that continues after it, except containers, whose ends are then written as after jt_parser_discard. The
// two parsers exchange their memory: only what is kept is copied. Both must have the same allocator. On failure only the
// parser's status has changed.
//
// `as_array`: for a top-level array that is scanned with a growing length, and not in chunks; `keep` must be
// jt_parser_element_end. `window` then gets the complete elements as a separate array, with the count of all elements so
// far, and `parser` continues inside the array. Ends contain their position in the whole array, and slots that have been
// moved still count against the limits. Once the array has ended, `window` gets the rest, and no further cut is possible.
jt_status jt_parser_cut(jt_parser *parser, jt_parser *window, uint32_t keep, bool as_array);
// Index after the last slot of the complete elements of the top-level array, or of the array if it has ended.
// JT_FIRST_SLOT: there is no array.
uint32_t jt_parser_element_end(const jt_parser *parser);

// Removes elements of a large array of objects inside an object from the tape: all complete elements of the outermost open
// array that has at least `least` slots of them, or that some have been removed from before. Its slot becomes that of an
// emptied array: count, end and limits are as with the elements, and what stands between its slot and its end is not to be
// read. For documents that are scanned with a growing length, and not in chunks. Returns whether there are emptied arrays.
bool jt_parser_empty_arrays(jt_parser *parser, uint32_t least);

// Discards the document; its memory is reused for the next one.
void jt_parser_forget(jt_parser *parser);
// Discards the document and frees most of its memory.
void jt_parser_trim(jt_parser *parser);

// The tape: `jt_parser_slot_count` slots, including slot 0. Pointers are valid until a function changes the parser.
const jt_slot *jt_parser_slots(const jt_parser *parser);
uint32_t jt_parser_slot_count(const jt_parser *parser);

// The text that the slots' offsets refer to; `jt_parser_text_base` is the offset of its first byte.
const uint8_t *jt_parser_text(const jt_parser *parser);
size_t jt_parser_text_length(const jt_parser *parser);
uint64_t jt_parser_text_base(const jt_parser *parser);

jt_error jt_parser_error(const jt_parser *parser);
// Maximum depth so far, and number of open containers; after an error, those of the slots before it.
uint64_t jt_parser_max_depth(const jt_parser *parser);
uint32_t jt_parser_depth(const jt_parser *parser);
// Offset of the first byte of the unfinished token, or of the first byte that has not been scanned.
uint64_t jt_parser_pending(const jt_parser *parser);
// Bytes of memory held for tape, text and bookkeeping.
size_t jt_parser_footprint(const jt_parser *parser);

// A number that no other running thread has.
uintptr_t jt_thread(void);

// ---------------------------------------------------------------------------------------------------------------
// Lines: they end with a line feed, a carriage return, or both.

typedef struct jt_lines {
    uint64_t ended;       // lines that have ended
    uint64_t line_start;  // offset of the first byte of the current line
    uint64_t counted;     // offset up to which the text has been counted
    bool after_return;    // whether the last byte was a carriage return
} jt_lines;

// Continues counting in `text`, whose first byte has the offset `lines->counted`.
void jt_lines_count(jt_lines *lines, const uint8_t *text, size_t length);

// ---------------------------------------------------------------------------------------------------------------
// Text of single tokens

// Parses a JSON number that fills `text` exactly. On success *slot is its slot, with the offset 0.
bool jt_number_parse(const uint8_t *text, size_t length, jt_slot *slot);

// Length of the longest prefix of characters that occur in JSON numbers, or in JSON5 numbers.
size_t jt_number_length(const uint8_t *text, size_t available);
size_t jt_number_extent(const uint8_t *text, size_t available);

// The index of the first byte at or after `i` that is neither white space nor, in JSON5, part of a comment; SIZE_MAX if a comment
// does not end: *open is then its start.
size_t jt_skip_relaxed(const uint8_t *text, size_t end, bool json5, size_t i, size_t *open);

typedef enum jt_rounding {
    JT_ROUNDED = 0,    // *result is the correctly rounded value
    JT_UNDECIDED,      // the fast algorithms cannot decide: parse the text
    JT_OUT_OF_RANGE,   // too large, or not zero and rounds to zero
} jt_rounding;

// The value of a number slot.
jt_rounding jt_number_double(const jt_slot *slot, double *result);

// The values of the first slots that are numbers, up to one that jt_number_double decides in more steps; returns how many.
size_t jt_numbers_double(const jt_slot *slots, size_t count, double *results);

// Unescapes the content of a string that the scanner has accepted. Writes at most `length` bytes; returns their number.
size_t jt_string_unescape(const uint8_t *text, size_t length, uint8_t *output);

// The 16 bytes of a UUID of 36 characters; false if the text is not one. Digits may be in either case.
bool jt_uuid_parse(const uint8_t *text, uint8_t *bytes);

// Decodes Base64 with the usual alphabet, with padding and nothing else. What does not belong to a whole byte at the end is ignored.
// Writes at most three bytes for four characters, and may write to where it reads; returns their number, or SIZE_MAX if the text
// is not Base64 of this form.
size_t jt_base64_decode(const uint8_t *text, size_t length, uint8_t *output);

// ---------------------------------------------------------------------------------------------------------------
// Names that are converted from snake case to camel case, as Foundation does: what is between underscores are words; the first one becomes
// lowercase, the others get a capital letter; a key with one word, and underscores before and after the words, remain.

typedef enum jt_name_form {
    JT_NAME_OTHER = 0,         // not converted here
    JT_NAME_CONVERTIBLE = 1,   // ASCII letters, digits and underscores
    // Also lowercase, with one underscore between words that begin with a letter and have digits only at their end, but for the first
    // word. No two such keys have the same converted name, and each is known from it.
    JT_NAME_REVERSIBLE = 2,
} jt_name_form;

// The length of the longest key that is not JT_NAME_OTHER.
#define JT_CONVERTIBLE_NAME 128

jt_name_form jt_snake_case_form(const uint8_t *key, size_t length);

// The converted name of a key that is not JT_NAME_OTHER. Writes at most `length` bytes; returns their number.
size_t jt_camel_case(const uint8_t *key, size_t length, uint8_t *output);

// Whether that is a name.
bool jt_is_camel_case(const uint8_t *key, size_t length, const uint8_t *name, size_t count);

// The only key in JT_NAME_REVERSIBLE form that may have this converted name; 0: there is none. What is written may also be no such
// key. Writes at most 2 * `length` bytes; returns their number.
size_t jt_reversed_camel_case(const uint8_t *name, size_t length, uint8_t *output);

// ---------------------------------------------------------------------------------------------------------------
// Hash tables of keys

static inline uint64_t jt_fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// For tables of keys: seeded, so that input cannot contain keys chosen to collide; folded twice, because short keys differ
// in few bits.
static inline uint64_t jt_key_hash(const uint8_t *key, size_t length, uint64_t seed) {
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = seed + length, last;
    size_t i = 0;
    for (; i + 8 < length; i += 8) hash = jt_fold(hash ^ jt_load64(key + i), odd);
    if (length >= 8) {
        last = jt_load64(key + length - 8);
    } else if (length >= 4) {
        last = (uint64_t)jt_load32(key) << 32 | jt_load32(key + length - 4);
    } else {
        for (last = 0; i < length; i++) last = last << 8 | key[i];
    }
    return jt_fold(jt_fold(hash ^ last, (odd ^ seed) | 1), odd);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
