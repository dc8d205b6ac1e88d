// For tests: puts the parser into states that only documents of many gigabytes lead to.

#ifndef CTAPEINTERNALS_H
#define CTAPEINTERNALS_H

#include "CJSONTape.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// Lets the innermost open container have `count` members or elements already.
void jt_test_set_count(jt_parser *parser, uint64_t count);

// Lets the tape hold as many tokens as the limit allows, with all the memory that a tape can have. There is nothing in the
// slots: only white space may follow.
void jt_test_fill_slots(jt_parser *parser);

// Shows yajl, at the start of a document, an object whose first key has so many bytes. There is no such text.
jt_status jt_test_show_key(jt_parser *parser, uint64_t length, bool unquoted);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
