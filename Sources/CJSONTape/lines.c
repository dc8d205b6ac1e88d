// Counting lines: a block at a time where it contains no line end, otherwise eight bytes at a time.

#include "internal.h"

#define JT_LINES_BLOCK ((size_t)64)

// Not 0 if one of the eight bytes is `byte`.
JT_INLINE uint64_t holds(uint64_t word, uint8_t byte) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t mixed = word ^ (ones * byte);
    return (mixed - ones) & ~mixed & (ones << 7);
}

// Compilers make vector instructions of the loop, which has no exit.
JT_INLINE bool block_holds_line_end(const uint8_t *text) {
    uint8_t found = 0;
    for (size_t i = 0; i < JT_LINES_BLOCK; i++) {
        found |= (uint8_t)((text[i] == '\n') | (text[i] == '\r'));
    }
    return found != 0;
}

void jt_lines_count(jt_lines *lines, const uint8_t *text, size_t length) {
    uint64_t ended = lines->ended, start = lines->line_start, base = lines->counted;
    bool after_return = lines->after_return;
    for (size_t i = 0; i < length;) {
        if (length - i >= JT_LINES_BLOCK && !block_holds_line_end(text + i)) {
            after_return = false;
            i += JT_LINES_BLOCK;
            continue;
        }
        size_t block_end = length - i >= JT_LINES_BLOCK ? i + JT_LINES_BLOCK : length;
        while (i < block_end) {
            if (block_end - i >= 8) {
                uint64_t word = jt_load64(text + i);
                if ((holds(word, '\n') | holds(word, '\r')) == 0) {
                    after_return = false;
                    i += 8;
                    continue;
                }
            }
            size_t end = block_end - i >= 8 ? i + 8 : block_end;
            for (; i < end; i++) {
                uint8_t c = text[i];
                if (c == '\n' || c == '\r') {
                    // The line feed after a carriage return ends the same line.
                    ended += c == '\r' || !after_return;
                    start = base + i + 1;
                }
                after_return = c == '\r';
            }
        }
    }
    lines->ended = ended;
    lines->line_start = start;
    lines->counted = base + length;
    lines->after_return = after_return;
}
