// Checks only the C code, which makes it the fastest fuzzer: slots and errors must not depend on chunks and on cuts of the
// tape. Runs with the undefined behaviour sanitizer, and with failing allocations.
//
// Inputs have the format of ChunkingFuzz: options, the length of chunks, a bound, the document.

#include "windows.h"

enum { SINGLE_STEPS = 97 };

typedef struct ledger {
    size_t calls, failing, live;
} ledger;

static void *resize(void *context, void *old, size_t bytes) {
    ledger *book = context;
    if (++book->calls == book->failing) return NULL;
    void *new = realloc(old, bytes);
    if (new != NULL && old == NULL) book->live++;
    return new;
}

static void release(void *context, void *old) {
    ((ledger *)context)->live--;
    free(old);
}
// Reads the tokens of the tape.
static void read_tokens(const jt_parser *parser) {
    const uint8_t *text = jt_parser_text(parser);
    size_t available = jt_parser_text_length(parser);
    for (uint32_t i = JT_FIRST_SLOT; i < jt_parser_slot_count(parser); i++) {
        jt_slot slot = jt_parser_slots(parser)[i];
        uint64_t offset = slot.head >> 24;
        if (offset > available) abort();
        size_t left = available - (size_t)offset;
        double value;
        switch (slot.head & 0xF) {
        case JT_NUMBER: {
            jt_number_double(&slot, &value);
            jt_slot again;
            size_t run = jt_number_length(text + offset, left);
            if (run > left || !jt_number_parse(text + offset, run, &again)) abort();
            if (again.body != slot.body) abort();
            break;
        }
        case JT_STRING: case JT_KEY: {
            size_t length = (slot.head & 0xF) == JT_KEY ? (uint32_t)slot.body : (size_t)slot.body;
            if (length > left) abort();
            uint8_t *output = malloc(length + 1);
            if (output == NULL) abort();
            if (jt_string_unescape(text + offset, length, output) > length) abort();
            free(output);
            break;
        }
        case JT_OBJECT: case JT_ARRAY:
            if ((uint32_t)slot.body > jt_parser_slot_count(parser) || (uint32_t)slot.body <= i) abort();
            break;
        default: break;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    uint8_t bits = data[0];
    size_t step = 1 + data[1] % SINGLE_STEPS, bound = data[2];
    size_t length = size - 3;
    // A copy, so that the sanitizer detects reads before the document.
    uint8_t *text = malloc(length + 1);
    if (text == NULL) abort();
    memcpy(text, data + 3, length);
    text = realloc(text, length == 0 ? 1 : length);

    jt_options options = {0};
    options.limits = (jt_limits){
        .depth = bits & 2 ? bound % 5 : 512,
        .document_bytes = bits & 32 ? bound : UINT64_MAX,
        .string_bytes = bits & 4 ? bound % 17 : UINT32_MAX,
        .number_bytes = bits & 8 ? bound % 9 : 1 << 20,
        .slots = bits & 16 ? bound % 37 : UINT32_MAX,
        .members = bits & 64 ? bound % 7 : UINT64_MAX,
        .elements = bits & 128 ? bound % 11 : UINT64_MAX,
    };
    options.many_documents = bits & 1;

    // One parser for all inputs, as in a decoder.
    static jt_parser *common;
    if (common == NULL) common = jt_parser_create(NULL);
    jt_parser *parser = common;
    if (parser == NULL) abort();
    result whole = parse(parser, &options, text, length, 0, false, true);
    if (whole.status == JT_OK && !options.many_documents) read_tokens(parser);
    result chunks = parse(parser, &options, text, length, step, false, true);
    compare("chunks", &whole, &chunks);
    options.portable = true;
    result portable = parse(parser, &options, text, length, 0, false, true);
    compare("portable", &whole, &portable);
    if (!(bits & 16)) {
        result plain = parse(parser, &options, text, length, 0, false, false);
        result discarding = parse(parser, &options, text, length, step, true, false);
        compare("discarding", &plain, &discarding);
        free(plain.slots);
        free(discarding.slots);
    }
    options.portable = false;
    static jt_parser *window;
    if (window == NULL) window = jt_parser_create(NULL);
    if (window == NULL) abort();
    windows state = {.whole = &whole, .text = text, .length = length, .chance = size + bound * 1000 + data[1] * 300000};
    if (!(bits & 16)) {
        state.parser = parser;
        state.window = window;
        parse_windows(&state, &options, step);
    }
    if (!options.many_documents) {
        state.parser = parser;
        state.window = window;
        state.delivered = state.shift = 0;
        parse_elements(&state, &options, step);
    }
    if (whole.status == JT_OK && !options.many_documents) {
        options.json5 = true;
        result json5 = parse(parser, &options, text, length, 0, false, true);
        compare("JSON5", &whole, &json5);
        options.json5 = false;
        options.trailing_commas = true;
        result commas = parse(parser, &options, text, length, 0, false, true);
        compare("trailing commas", &whole, &commas);
        options.trailing_commas = false;
        free(json5.slots);
        free(commas.slots);
    } else if (!options.many_documents) {
        // Any result is accepted.
        options.json5 = true;
        result json5 = parse(parser, &options, text, length, 0, false, true);
        options.json5 = false;
        free(json5.slots);
    }
    jt_parser_forget(parser);

    // With large steps, an allocation fails: the first parse must report an error, and the next must succeed.
    if (data[1] >= 2 * SINGLE_STEPS) {
        ledger book = {.failing = 1 + bound % 16};
        jt_allocator allocator = {resize, release, &book};
        parser = jt_parser_create(&allocator);
        if (parser != NULL) {
            result starved = parse(parser, &options, text, length, step, false, true);
            if (starved.status != JT_OUT_OF_MEMORY) compare("starved", &whole, &starved);
            free(starved.slots);
            result fed = parse(parser, &options, text, length, step, false, true);
            if (fed.status != JT_OUT_OF_MEMORY) compare("fed again", &whole, &fed);
            free(fed.slots);
            jt_parser_trim(parser);
        }
        jt_parser *other = parser == NULL || (bits & 16) ? NULL : jt_parser_create(&allocator);
        if (other != NULL) {
            // Once with a failing allocation, and once more with the same parser.
            book.failing = book.calls + 1 + bound % 16;
            for (int round = 0; round < 2; round++) {
                windows starved = {.parser = parser, .window = other, .whole = &whole, .text = text, .length = length,
                                   .chance = state.chance};
                parse_windows(&starved, &options, step);
                if (options.many_documents) continue;
                starved.delivered = starved.shift = 0;
                parse_elements(&starved, &options, step);
            }
        }
        jt_parser_destroy(other);
        jt_parser_destroy(parser);
        if (book.live != 0) abort();
    }
    free(whole.slots);
    free(chunks.slots);
    free(portable.slots);
    free(text);
    return 0;
}
