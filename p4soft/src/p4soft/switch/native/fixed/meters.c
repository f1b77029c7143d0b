// SPDX-License-Identifier: Apache-2.0
// Meters: `Meter.execute`, number for number.
#include "words.h"

enum { GREEN, YELLOW, RED };

typedef struct {
    sword tokens;
    sword earned; // since the origin
    sword burst;
    double rate; // tokens a microsecond
} bucket;

typedef struct {
    word configured;
    sword origin; // microseconds
    bucket peak, committed;
} meter;

AT(meter, peak, 16);
AT(meter, committed, 48);
SIZE(meter, 80);

#define MOST_TOKENS (1l << 61)

// Refills a bucket with the tokens earned since the origin, and takes `amount` if there are as many.
static bool takes(bucket *from, double elapsed, sword amount)
{
    double earned = elapsed * from->rate;
    sword total = earned >= (double)MOST_TOKENS ? MOST_TOKENS : (sword)earned;
    sword refilled = from->tokens + total - from->earned, tokens = refilled < from->burst ? refilled : from->burst;
    bool enough = tokens >= amount;
    from->tokens = enough ? tokens - amount : tokens;
    from->earned = total;
    return enough;
}

// The colour of a packet of `amount` of the meter's units at a time in microseconds.
word meter_colour(meter *by, sword now, sword amount)
{
    if (!by->configured)
        return GREEN;
    sword passed = now - by->origin;
    double elapsed = (double)(passed < 0 ? 0 : passed);
    if (!takes(&by->peak, elapsed, amount))
        return RED;
    return takes(&by->committed, elapsed, amount) ? GREEN : YELLOW;
}
