// Writing the keys of many objects of one type.

#include <stdlib.h>
#include <string.h>

#include "CJSONText.h"

// One key: its text with quotes and a colon, then anything.
typedef struct {
    uint8_t text[JT_KNOWN_KEY_ROOM];
    uint32_t fingerprint;
    // The number of the document in which the tag stood for this key.
    uint32_t document;
    uint8_t length;
    uint8_t tag;
} known_key;

enum { KNOWN_KEYS = 64 };

struct jt_known_keys {
    // Where the next key is looked for; UINT32_MAX: nowhere, until the next object.
    uint32_t next;
    uint32_t count;
    // The number of the document that is being written.
    uint32_t document;
    // Whether keys before that one were passed over.
    bool skipped;
    known_key keys[KNOWN_KEYS];
};

jt_key_order jt_compare_keys(const uint8_t *one, size_t one_length, const uint8_t *other, size_t other_length) {
    size_t shorter = one_length < other_length ? one_length : other_length;
    for (size_t i = 0; i < shorter; i++) {
        if (one[i] == '\\' || other[i] == '\\') return JT_KEY_HAS_ESCAPE;
        if (one[i] != other[i]) return one[i] < other[i] ? JT_KEY_PRECEDES : JT_KEY_FOLLOWS;
    }
    if (one_length == other_length) return JT_KEY_IS_SAME;
    return one_length < other_length ? JT_KEY_PRECEDES : JT_KEY_FOLLOWS;
}

jt_known_keys *jt_known_keys_create(void) {
    jt_known_keys *keys = malloc(sizeof *keys);
    if (keys == NULL) return NULL;
    keys->count = keys->document = 0;
    jt_known_keys_restart(keys);
    return keys;
}

void jt_known_keys_free(jt_known_keys *keys) { free(keys); }

void jt_known_keys_restart(jt_known_keys *keys) {
    keys->next = 0;
    keys->skipped = false;
}

void jt_known_keys_end(jt_known_keys *keys) { keys->document++; }

// The index of a key, from `index` on; the number of keys: none.
JT_INLINE uint32_t find_known(const jt_known_keys *keys, uint32_t index, const uint8_t *name, size_t length) {
    for (; index < keys->count; index++) {
        const known_key *key = &keys->keys[index];
        if (key->length == length && jt_equal(key->text + 1, name, length)) break;
    }
    return index;
}

JT_INLINE uint64_t append_known(jt_text *text, jt_known_keys *keys, uint32_t index) {
    const known_key *key = &keys->keys[index];
    memcpy(text->bytes + text->count, key->text, JT_KNOWN_KEY_ROOM);
    text->count += (size_t)key->length + 3;
    if (index > keys->next) keys->skipped = true;
    keys->next = index + 1;
    return key->length | (uint64_t)key->fingerprint << 32;
}

uint64_t jt_text_known_key(jt_text *text, jt_known_keys *keys, const uint8_t *name, size_t length, uint8_t tag) {
    uint32_t index = find_known(keys, keys->next, name, length);
    if (index >= keys->count) return 0;
    keys->keys[index].tag = tag;
    keys->keys[index].document = keys->document;
    return append_known(text, keys, index);
}

uint64_t jt_text_tagged_key(jt_text *text, jt_known_keys *keys, uint8_t tag) {
    uint32_t index = keys->next;
    for (; index < keys->count; index++) {
        const known_key *key = &keys->keys[index];
        if (key->tag == tag && key->document == keys->document) return append_known(text, keys, index);
    }
    return 0;
}

void jt_known_keys_learn(jt_known_keys *keys, const jt_text *text, const jt_text_name *key, size_t length, uint8_t tag) {
    // With another length it has escapes. No key in the list is equal to one that is not put there.
    if (keys->next > keys->count || !key->is_ascii || length != key->length) return;
    if (length == 0 || length > JT_KNOWN_KEY_ROOM - 3) return;
    const uint8_t *name = text->bytes + key->start;
    // Those before, if none was passed over, are in the object, and differ from this one.
    bool is_listed = find_known(keys, keys->skipped ? 0 : keys->next, name, length) < keys->count;
    if (is_listed || keys->count == KNOWN_KEYS) {
        // In another order than before, or one too many.
        keys->next = UINT32_MAX;
        return;
    }
    known_key *added = &keys->keys[keys->next];
    memmove(added + 1, added, (keys->count - keys->next) * sizeof *added);
    added->text[0] = '"';
    memcpy(added->text + 1, name, length);
    added->text[1 + length] = '"';
    added->text[2 + length] = ':';
    added->length = (uint8_t)length;
    added->tag = tag;
    added->document = keys->document;
    added->fingerprint = key->fingerprint;
    keys->count++;
    keys->next++;
}
