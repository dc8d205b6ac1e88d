// Vectors of 16 bytes, with SSE2 or NEON. JT_VECTOR, the number of bytes, is not defined where there is neither.

#ifndef CJSONVECTORS_H
#define CJSONVECTORS_H

#include "CJSONShared.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#define JT_VECTOR 16
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#define JT_VECTOR 16

// Four bits for each byte of a mask: the shift narrows its 128 bits to 64.
JT_INLINE uint64_t jt_narrowed(uint8x16_t found) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
}
#endif

#endif
