// For tests: puts the parser into states that otherwise only documents of many gigabytes reach.

#ifndef CTAPEINTERNALS_H
#define CTAPEINTERNALS_H

#include "CJSONTape.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// Sets the number of members or elements of the innermost open container.
void jt_test_set_count(jt_parser *parser, uint64_t count);

// Fills the tape up to the token limit, with the maximum memory of a tape. The slots have no contents: only white space may
// follow.
void jt_test_fill_slots(jt_parser *parser);

// Passes to yajl, at the start of a document, an object whose first key has `length` bytes. The text does not exist.
jt_status jt_test_show_key(jt_parser *parser, uint64_t length, bool unquoted);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
