// Whether two keys of an object may be equal: determined once for each object, so that a key look-up can stop at the first
// match.

#include "internal.h"

// Whether two of the fingerprints are equal.
static bool have_equal(const uint32_t *prints, uint32_t count) {
    // A fingerprint is compared with earlier ones only if it shares a bit with one of them. For small objects one word of
    // bits is enough to distinguish them.
    if (count <= 8) {
        uint64_t seen = 0, again = 0;
        for (uint32_t k = 0; k < count; k++) {
            uint64_t bit = UINT64_C(1) << (prints[k] >> 26);
            again |= seen & bit;
            seen |= bit;
        }
        if (again == 0) return false;
    }
    uint64_t seen[16];
    uint32_t words = count <= 16 ? 4 : 16;
    for (uint32_t k = 0; k < words; k++) seen[k] = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t print = prints[k];
        uint64_t *word = seen + (print >> 22 & (words - 1)), bit = UINT64_C(1) << (print >> 26);
        if ((*word & bit) != 0) {
            uint32_t same = 0;
            for (uint32_t j = 0; j < k; j++) same |= prints[j] == print;
            if (same != 0) return true;
        }
        *word |= bit;
    }
    return false;
}

uint32_t jt_object_flags(const jt_slot *slots, uint32_t start, uint32_t count, bool unusual_keys) {
    uint32_t flags = unusual_keys ? JT_UNUSUAL_KEYS : 0;
    if (count < 2) return flags;
    if (count > JT_COMPARED_KEYS) return flags | JT_AMBIGUOUS;
    uint32_t prints[JT_COMPARED_KEYS];
    uint32_t index = start + 1;
    for (uint32_t k = 0; k < count; k++) {
        prints[k] = (uint32_t)(slots[index].body >> 32);
        const jt_slot *value = slots + index + 1;
        index = jt_is_start(value) ? (uint32_t)value->body : index + 2;
    }
    return have_equal(prints, count) ? flags | JT_AMBIGUOUS : flags;
}

uint32_t jt_flat_object_flags(const jt_slot *start, uint32_t count, bool unusual_keys) {
    uint32_t flags = unusual_keys ? JT_UNUSUAL_KEYS : 0;
    if (count < 2) return flags;
    if (count > JT_COMPARED_KEYS) return flags | JT_AMBIGUOUS;
    uint32_t prints[JT_COMPARED_KEYS];
    for (uint32_t k = 0; k < count; k++) prints[k] = (uint32_t)(start[1 + 2 * (size_t)k].body >> 32);
    return have_equal(prints, count) ? flags | JT_AMBIGUOUS : flags;
}
