// What the scanner of strings and the decoder of their escapes have in common (RFC 8259 section 7).

#ifndef CJSONTAPE_ESCAPES_H
#define CJSONTAPE_ESCAPES_H

#include "internal.h"

// The values of hexadecimal digits; 0xFF for other bytes.
extern const uint8_t jt_hex_values[256];
// The characters that escapes of two bytes stand for, by their second byte; 0 for other bytes.
extern const uint8_t jt_short_escapes[256];

#define JT_NOT_HEX UINT32_C(0x10000)

// The value of four hexadecimal digits, or JT_NOT_HEX.
JT_INLINE uint32_t jt_four_hex(const uint8_t *digits) {
    uint32_t a = jt_hex_values[digits[0]], b = jt_hex_values[digits[1]], c = jt_hex_values[digits[2]], d = jt_hex_values[digits[3]];
    return ((a | b | c | d) & 0xF0) == 0 ? a << 12 | b << 8 | c << 4 | d : JT_NOT_HEX;
}

JT_INLINE bool jt_is_unit_escape(const uint8_t *escape) { return escape[0] == '\\' && escape[1] == 'u'; }

// Reads four hexadecimal digits at text[i]. CLOSED: *value is set; MORE: not enough bytes; INVALID: one is none.
JT_INLINE jt_string_end jt_read_hex(const uint8_t *text, size_t i, size_t end, uint32_t *value) {
    uint32_t result = 0;
    for (size_t k = 0; k < 4; k++) {
        if (i + k >= end) return JT_STRING_MORE;
        uint32_t digit = jt_hex_values[text[i + k]];
        if (digit > 0xF) return JT_STRING_INVALID;
        result = result << 4 | digit;
    }
    *value = result;
    return JT_STRING_CLOSED;
}

#endif
