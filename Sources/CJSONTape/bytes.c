// Strings that represent bytes: UUIDs (RFC 9562 section 4) and Base64 (RFC 4648 section 4).

#include "escapes.h"

bool jt_uuid_parse(const uint8_t *text, uint8_t *bytes) {
    // Where the digits of each byte are in 8-4-4-4-12.
    static const uint8_t starts[16] = {0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};
    uint32_t digits = 0;
    for (size_t i = 0; i < 16; i++) {
        uint32_t high = jt_hex_values[text[starts[i]]], low = jt_hex_values[text[starts[i] + 1]];
        digits |= high | low;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return digits <= 0xF && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
}

#define X 0xFF
static const uint8_t base64_values[256] = {
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, 62, X, X, X, 63,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, X, X, X, X, X, X,
    X, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, X, X, X, X, X,
    X, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
};
#undef X

// Decodes four characters to three bytes. Returns a value of at most 0x3F if all are in the alphabet.
JT_INLINE uint32_t decode_group(const uint8_t *text, uint8_t *output) {
    uint32_t a = base64_values[text[0]], b = base64_values[text[1]], c = base64_values[text[2]], d = base64_values[text[3]];
    output[0] = (uint8_t)(a << 2 | b >> 4);
    output[1] = (uint8_t)(b << 4 | c >> 2);
    output[2] = (uint8_t)(c << 6 | d);
    return a | b | c | d;
}

size_t jt_base64_decode(const uint8_t *text, size_t length, uint8_t *output) {
    if (length == 0) return 0;
    if (length % 4 != 0) return SIZE_MAX;
    // Before the output may overwrite it.
    uint8_t last[4];
    __builtin_memcpy(last, text + length - 4, 4);
    size_t written = 0;
    uint32_t values = 0;
    for (size_t i = 0; i < length - 4; i += 4, written += 3) values |= decode_group(text + i, output + written);
    size_t padding = last[3] != '=' ? 0 : last[2] != '=' ? 1 : 2;
    // Read as zeros.
    if (padding > 0) last[3] = 'A';
    if (padding > 1) last[2] = 'A';
    uint8_t bytes[3];
    values |= decode_group(last, bytes);
    if (values > 0x3F) return SIZE_MAX;
    __builtin_memcpy(output + written, bytes, 3 - padding);
    return written + 3 - padding;
}
