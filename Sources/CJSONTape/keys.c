// Whether two keys of an object may be equal: determined once for each object, so that a key look-up can stop at the first
// match.

#include "internal.h"

// The fingerprint of the key at `index`.
static inline uint32_t fingerprint(const jt_slot *slots, size_t index) { return (uint32_t)(slots[index].body >> 32); }

// The index of the key after the one at `index`.
static inline size_t next_key(const jt_slot *slots, size_t index, bool nested) {
    return nested && jt_is_start(slots + index + 1) ? (uint32_t)slots[index + 1].body : index + 2;
}

// Whether two of the fingerprints may be equal: whether they share a bit among 64, and among 1024. The keys of few small
// objects do. `nested` is a constant of the callers.
static inline bool may_repeat(const jt_slot *slots, size_t first, uint32_t count, bool nested) {
    if (count > 32) return true;
    uint64_t again = 0;
    if (count <= 8) {
        uint64_t seen = 0;
        size_t index = first;
        for (uint32_t k = 0; k < count; k++, index = next_key(slots, index, nested)) {
            uint64_t bit = UINT64_C(1) << (fingerprint(slots, index) >> 26);
            again |= seen & bit;
            seen |= bit;
        }
        if (again == 0) return false;
        again = 0;
    }
    uint64_t seen[16] = {0};
    size_t index = first;
    for (uint32_t k = 0; k < count; k++, index = next_key(slots, index, nested)) {
        uint32_t print = fingerprint(slots, index);
        uint64_t *word = seen + (print >> 22 & 15), bit = UINT64_C(1) << (print >> 26);
        again |= *word & bit;
        *word |= bit;
    }
    return again != 0;
}

// Whether two of the fingerprints are equal.
static bool repeats(const jt_slot *slots, size_t index, uint32_t count) {
    // A fingerprint is compared with earlier ones only if it shares a bit with one of them.
    uint32_t prints[JT_COMPARED_KEYS];
    uint64_t seen[16] = {0};
    for (uint32_t k = 0; k < count; k++, index = next_key(slots, index, true)) {
        uint32_t print = prints[k] = fingerprint(slots, index);
        uint64_t *word = seen + (print >> 22 & 15), bit = UINT64_C(1) << (print >> 26);
        if ((*word & bit) != 0) {
            uint32_t same = 0;
            for (uint32_t j = 0; j < k; j++) same |= prints[j] == print;
            if (same != 0) return true;
        }
        *word |= bit;
    }
    return false;
}

static inline uint32_t flags_of(const jt_slot *slots, size_t first, uint32_t count, bool unusual_keys, bool nested) {
    uint32_t flags = unusual_keys ? JT_UNUSUAL_KEYS : 0;
    if (count < 2) return flags;
    if (count > JT_COMPARED_KEYS) return flags | JT_AMBIGUOUS;
    return may_repeat(slots, first, count, nested) && repeats(slots, first, count) ? flags | JT_AMBIGUOUS : flags;
}

uint32_t jt_object_flags(const jt_slot *slots, uint32_t start, uint32_t count, bool unusual_keys) {
    return flags_of(slots, (size_t)start + 1, count, unusual_keys, true);
}

uint32_t jt_flat_object_flags(const jt_slot *start, uint32_t count, bool unusual_keys) {
    return flags_of(start, 1, count, unusual_keys, false);
}
