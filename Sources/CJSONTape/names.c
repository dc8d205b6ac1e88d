// Snake case and camel case: names of members as key strategies convert them.

#include "internal.h"

static inline bool is_upper(uint8_t byte) { return (uint8_t)(byte - 'A') < 26; }
static inline bool is_lower(uint8_t byte) { return (uint8_t)(byte - 'a') < 26; }
static inline bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

// The words of a key: what is between the underscores before and after them.
static inline void trim(const uint8_t *key, size_t length, size_t *first, size_t *end) {
    size_t i = 0;
    while (i < length && key[i] == '_') i++;
    while (length > i && key[length - 1] == '_') length--;
    *first = i;
    *end = length;
}

jt_name_form jt_snake_case_form(const uint8_t *key, size_t length) {
    if (length > JT_CONVERTIBLE_NAME) return JT_NAME_OTHER;
    size_t i, end;
    trim(key, length, &i, &end);
    if (i == end) return JT_NAME_OTHER;
    jt_name_form form = JT_NAME_REVERSIBLE;
    bool is_first = true;
    for (uint8_t before = '_'; i < end; before = key[i++]) {
        uint8_t byte = key[i];
        if (is_lower(byte)) {
            // `capitalized` makes a letter after a digit a capital one.
            if (is_digit(before) && !is_first) return JT_NAME_OTHER;
        } else if (is_digit(byte)) {
            if (before == '_' && !is_first) form = JT_NAME_CONVERTIBLE;
        } else if (byte == '_') {
            if (before == '_') form = JT_NAME_CONVERTIBLE;
            is_first = false;
        } else if (is_upper(byte)) {
            if (is_digit(before) && !is_first) return JT_NAME_OTHER;
            form = JT_NAME_CONVERTIBLE;
        } else {
            return JT_NAME_OTHER;
        }
    }
    return form;
}

size_t jt_camel_case(const uint8_t *key, size_t length, uint8_t *output) {
    size_t first, end, written = 0;
    trim(key, length, &first, &end);
    if (memchr(key + first, '_', end - first) == NULL) {
        memcpy(output, key, length);
        return length;
    }
    for (size_t i = 0; i < first; i++) output[written++] = '_';
    bool starts_word = false;
    for (size_t i = first; i < end; i++) {
        uint8_t byte = key[i];
        if (byte == '_') {
            starts_word = true;
            continue;
        }
        if (starts_word ? is_lower(byte) : is_upper(byte)) byte ^= 0x20;
        starts_word = false;
        output[written++] = byte;
    }
    for (size_t i = end; i < length; i++) output[written++] = '_';
    return written;
}

bool jt_is_camel_case(const uint8_t *key, size_t length, const uint8_t *name, size_t count) {
    // The conversion never adds a byte, and changes only the case of the first one.
    if (count > length || length > JT_CONVERTIBLE_NAME || count == 0 || ((key[0] ^ name[0]) & ~0x20) != 0) return false;
    uint8_t converted[JT_CONVERTIBLE_NAME];
    return jt_camel_case(key, length, converted) == count && memcmp(converted, name, count) == 0;
}

size_t jt_reversed_camel_case(const uint8_t *name, size_t length, uint8_t *output) {
    size_t first, end, written = 0;
    trim(name, length, &first, &end);
    if (first == end || is_upper(name[first]) || memchr(name + first, '_', end - first) != NULL) return 0;
    for (size_t i = 0; i < length; i++) {
        if (is_upper(name[i])) output[written++] = '_';
        output[written++] = is_upper(name[i]) ? name[i] | 0x20 : name[i];
    }
    return written;
}
