// Counting lines: at the speed of the C library's searches where no line ends, with vectors where all lines end in line feeds,
// otherwise eight bytes at a time.

#include "internal.h"

#include <string.h>

// Not 0 if one of the eight bytes is `byte`.
JT_INLINE uint64_t holds(uint64_t word, uint8_t byte) {
    uint64_t mixed = word ^ (jt_lowest_bits * byte);
    return (mixed - jt_lowest_bits) & ~mixed & jt_highest_bits;
}

// Counts the line feeds. Compilers make vector instructions of the inner loop, whose sum fits one byte.
JT_INLINE size_t line_feeds(const uint8_t *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length;) {
        size_t end = length - i > 128 ? i + 128 : length;
        uint8_t sum = 0;
        for (; i < end; i++) sum += text[i] == '\n';
        count += sum;
    }
    return count;
}

// Text without carriage returns.
JT_INLINE void count_without_returns(jt_lines *lines, const uint8_t *text, size_t length) {
    if (length == 0) return;
    const uint8_t *first = memchr(text, '\n', length);
    if (first) {
        size_t start = (size_t)(first - text);
        // The line feed after a carriage return ends the same line.
        lines->ended += line_feeds(first, length - start) - (lines->after_return && start == 0);
        size_t end = length;
        while (text[end - 1] != '\n') end--;
        lines->line_start = lines->counted + end;
    }
    lines->after_return = false;
    lines->counted += length;
}

void jt_lines_count(jt_lines *lines, const uint8_t *text, size_t length) {
    if (length == 0) return;
    const uint8_t *returns = memchr(text, '\r', length);
    size_t without = returns ? (size_t)(returns - text) : length;
    count_without_returns(lines, text, without);
    uint64_t ended = lines->ended, start = lines->line_start, base = lines->counted - without;
    bool after_return = lines->after_return;
    for (size_t i = without; i < length;) {
        if (length - i >= 8) {
            uint64_t word = jt_load64(text + i);
            if ((holds(word, '\n') | holds(word, '\r')) == 0) {
                after_return = false;
                i += 8;
                continue;
            }
        }
        size_t end = length - i >= 8 ? i + 8 : length;
        for (; i < end; i++) {
            uint8_t c = text[i];
            if (c == '\n' || c == '\r') {
                ended += c == '\r' || !after_return;
                start = base + i + 1;
            }
            after_return = c == '\r';
        }
    }
    lines->ended = ended;
    lines->line_start = start;
    lines->counted = base + length;
    lines->after_return = after_return;
}
