#include "CTapeInternals.h"

#include "skeleton.h"

void jt_test_set_count(jt_parser *parser, uint64_t count) {
    jt_frame *frame = parser->frames + parser->depth;
    frame->count = (__typeof__(frame->count))count;
}

void jt_test_fill_slots(jt_parser *parser) {
    uint32_t filled = (uint32_t)parser->options.limits.slots + JT_FIRST_SLOT;
    parser->written = parser->confirmed = parser->block_slot = filled;
    parser->slot_capacity = UINT32_MAX - 1;
}

jt_status jt_test_show_key(jt_parser *parser, uint64_t length, bool unquoted) {
    parser->slots[1] = (jt_slot){jt_head(JT_OBJECT, 0), 0};
    parser->slots[2] = unquoted ? (jt_slot){jt_head(JT_STRING | JT_UNQUOTED, 1), length}
                                : (jt_slot){jt_head(JT_STRING, 2), length};
    parser->written = 3;
    jt_append(parser, "{\"\"", 3);
    return jt_hand_over(parser, false);
}
