// A fast path for what most documents consist of: members with plain keys and scalars as values, one after the other. Gives the
// same slots and the same skeleton as the scanner's other code, which reads what this leaves.

#ifndef CJSONTAPE_MEMBERS_H
#define CJSONTAPE_MEMBERS_H

#include "skeleton.h"
#include "space.h"
#include "tokens.h"

#ifdef JT_VECTOR
// Bytes that must be available at the quote of a key: a key of at most 48 bytes with its colon and a space, and a number.
#define JT_QUICK_MEMBER (52 + JT_QUICK_NUMBER)

// Reads the scalar at `p`, of which the first JT_QUICK_NUMBER bytes are available, writes its slot, and returns the byte after
// it. NULL: another value, or one that needs the scanner's other code.
JT_INLINE const uint8_t *jt_quick_scalar(
    const uint8_t *p, const uint8_t *end, uint64_t origin, const jt_limits *limits, jt_slot *slot
) {
    const uint8_t first = *p, *after;
    // Comparisons, and no switch: branches are predicted better than an indirect jump.
    if (first == '"') {
        const uint8_t *start = p + 1;
        after = jt_skip_plain(start, end);
        *slot = (jt_slot){jt_head(JT_STRING, origin + (uint64_t)(uintptr_t)start), (uint64_t)(after - start)};
        return JT_LIKELY(after < end && *after == '"' && slot->body <= limits->string_bytes) ? after + 1 : NULL;
    }
    if ((uint8_t)(first - '0') < 10 || first == '-') {
        after = jt_number_quick(p, slot);
        if (JT_UNLIKELY(after == NULL || (uint64_t)(after - p) > limits->number_bytes)) return NULL;
        slot->head |= (origin + (uint64_t)(uintptr_t)p) << 24;
        return after;
    }
    if (first == 't' || first == 'f' || first == 'n') {
        *slot = (jt_slot){jt_head(jt_literal_kind(first), origin + (uint64_t)(uintptr_t)p), 0};
        return jt_literal_end(p);
    }
    return NULL;
}

// Reads members after the comma of another one (JT_TAIL_MEMBER_COMMA), as long as each begins JT_QUICK_MEMBER bytes before
// `stop`. Returns where it stopped: at a key, at a value or after one. *next is the next slot. JT_QUICK_BEFORE bytes precede `p`.
//
// The skeleton ends with a comma, after which each member would be appended and removed again: only the run of members changes.
JT_INLINE const uint8_t *jt_scan_members(
    jt_writer *writer, const uint8_t *p, const uint8_t *stop, const uint8_t *end, uint64_t origin, const jt_limits *limits,
    jt_slot **next
) {
    jt_slot *slot = *next;
    jt_run run = writer->run[-1];
    for (;;) {
        // First: a string may end beyond `stop`, and the comma after it at `end`.
        if (stop - p < JT_QUICK_MEMBER) break;
        if (*p <= ' ') {
            if (!jt_is_space(*p)) break;
            p = jt_skip_space(p, end, false);
            if (stop - p < JT_QUICK_MEMBER) break;
        }
        if (*p != '"') break;
        const uint8_t *key = p + 1;
        size_t length = jt_plain_bytes(key);
        if (length == JT_VECTOR) length += jt_more_plain_bytes(key + length);
        if (JT_UNLIKELY(key[length] != '"' || key[length + 1] != ':' || length > limits->string_bytes)) break;
        *slot = (jt_slot){
            jt_head(JT_KEY, origin + (uint64_t)(uintptr_t)key), length | (uint64_t)jt_fingerprint(key, length) << 32};
        p = key + length + 2;
        // A branch, not because it is rare, but so that nothing waits for it (Docs/Decisions/0026).
        if (JT_UNLIKELY(*p == ' ')) p++;
        const uint8_t *after = jt_quick_scalar(p, end, origin, limits, slot + 1);
        if (JT_UNLIKELY(after == NULL)) {
            slot++;
            jt_show_key(writer);
            break;
        }
        p = after;
        slot += 2;
        run += JT_RUN_MORE + 2;
        if (JT_UNLIKELY(p >= end || *p != ',')) {
            writer->out -= 1;
            writer->tail = JT_TAIL_MEMBER;
            break;
        }
        p++;
    }
    writer->run[-1] = run;
    *next = slot;
    return p;
}
#endif

#endif
