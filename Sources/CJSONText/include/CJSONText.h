// Writing JSON: a growing buffer of text, strings with escapes, and numbers. Independent of reading.

#ifndef CJSONTEXT_H
#define CJSONTEXT_H

#include "CJSONShared.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// A growing buffer. A zeroed struct is an empty buffer. The owner of the struct owns `bytes`, unless they are borrowed.
typedef struct {
    uint8_t *JT_NULL_UNSPECIFIED bytes;
    size_t count;
    size_t capacity;
    // Whether `bytes` are the caller's. A text that outgrows them moves to memory of its own.
    bool is_borrowed;
} jt_text;

// Makes room for `more` bytes after the first `count`. False: out of memory, and the text is unchanged.
bool jt_text_grow(jt_text *text, size_t more);

static inline bool jt_text_reserve(jt_text *text, size_t more) {
    return text->capacity - text->count >= more || jt_text_grow(text, more);
}

void jt_text_free(jt_text *text);

// Frees the memory of a text that was taken out of its struct.
void jt_text_release(uint8_t *bytes, size_t capacity);

// Moves all bytes to `output`. Returns the memory of what has been moved step by step, so that the text is never in
// memory twice.
void jt_text_drain(jt_text *text, uint8_t *output);

// Appends a string with quotes, and optionally a comma. Quotes, backslashes and control characters are escaped, slashes
// only if requested. False: out of memory; part of the string may have been written.
bool jt_text_string(
    jt_text *text, const uint8_t *JT_NULLABLE string, size_t length, bool escapes_slashes, bool comma);

// A key in the text: the bytes between its quotes, escapes included.
typedef struct {
    size_t start;
    size_t length;
    uint32_t fingerprint;
    bool is_ascii;
} jt_text_name;

// Appends a string as `jt_text_string` does, and reports where it is.
bool jt_text_key(
    jt_text *text, const uint8_t *JT_NULLABLE name, size_t length, bool escapes_slashes, jt_text_name *key);

// How two keys in the text are ordered.
typedef enum { JT_KEY_PRECEDES, JT_KEY_FOLLOWS, JT_KEY_IS_SAME, JT_KEY_HAS_ESCAPE } jt_key_order;

// The order of two keys by the bytes of their names. JT_KEY_HAS_ESCAPE: an escape, which is not decoded here, decides.
jt_key_order jt_compare_keys(const uint8_t *one, size_t one_length, const uint8_t *other, size_t other_length);

// The keys of objects of one type, in the order in which they were written: an object that has the same ones, or some of them,
// gets them without a look at each character. Keys of up to 29 bytes of ASCII without escapes, and at most 64 of them.
typedef struct jt_known_keys jt_known_keys;

// NULL: out of memory. Freed by `jt_known_keys_free`.
jt_known_keys *JT_NULLABLE jt_known_keys_create(void);
void jt_known_keys_free(jt_known_keys *keys);

// Another object begins.
void jt_known_keys_restart(jt_known_keys *keys);

// The document ends: from now on tags stand for other keys.
void jt_known_keys_end(jt_known_keys *keys);

// Bytes that `jt_text_known_key` needs room for.
enum { JT_KNOWN_KEY_ROOM = 32 };

// Appends a key with quotes and a colon if it is known, and stands after the one that was appended or learned last. The text has
// room for it. In the same document the tag stands for this key from now on. Returns the length of the key and, in the upper
// half, its fingerprint; 0: nothing was appended.
uint64_t jt_text_known_key(
    jt_text *text, jt_known_keys *keys, const uint8_t *JT_NULLABLE name, size_t length, uint8_t tag);

// As `jt_text_known_key`, for the key that the tag stands for.
uint64_t jt_text_tagged_key(jt_text *text, jt_known_keys *keys, uint8_t tag);

// Adds a key that was written by `jt_text_key`, after the one that was appended or learned last. `length`: that of its name.
void jt_known_keys_learn(jt_known_keys *keys, const jt_text *text, const jt_text_name *key, size_t length, uint8_t tag);

// Writes an integer and returns the number of bytes. `output` has room for 25 bytes.
size_t jt_format_integer(uint64_t magnitude, bool negative, uint8_t *output);

// Writes the 36 characters of a UUID, with capital letters. `bytes` are 16.
void jt_format_uuid(const uint8_t *bytes, uint8_t *output);

// Writes the shortest decimal number that reads back as the same double, and the nearest one if there are several:
// without a fraction if it has none, with an exponent below 1e-4 and above 2^53. Returns the number of bytes, or 0 if the
// value is not finite, or smaller (below 1e-290) than the table of powers covers. `output` has room for 40 bytes.
size_t jt_format_double(double value, uint8_t *output);

// Appends numbers as `jt_format_double` writes them, each with a comma after it, up to the first that it does not write.
// Returns how many were appended; SIZE_MAX: out of memory.
size_t jt_text_doubles(jt_text *text, const double *values, size_t count);

// The maximum number of elements of the arrays that are written by one call.
#define JT_ARRAY_BATCH 64

// Appends arrays of doubles, each with a comma after it. `counts` are their numbers of elements, of together at most
// `JT_ARRAY_BATCH`. Returns the number of arrays written, up to the first with an element that `jt_text_doubles` does not write;
// SIZE_MAX: out of memory.
size_t jt_text_double_arrays(jt_text *text, const double *values, const uint8_t *counts, size_t arrays);

// Appends integers, each with a comma after it. False: out of memory.
bool jt_text_integers(jt_text *text, const int64_t *values, size_t count);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
