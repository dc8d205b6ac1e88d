// Powers of five with 128 bits: numbers are parsed and formatted with the same table.

#ifndef CJSONPOWERS_H
#define CJSONPOWERS_H

#include <stdint.h>

#define JT_POWER_MIN (-342)
#define JT_POWER_MAX 308
extern const uint64_t jt_powers_of_five[JT_POWER_MAX - JT_POWER_MIN + 1][2];

#endif
