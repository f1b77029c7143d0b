// SPDX-License-Identifier: Apache-2.0
// Random numbers as Python's `random` makes them.
#include "twister.h"

typedef struct {
    number words[TWISTED];
    word used; // of the words; all are made anew when none is left
} twister;

AT(twister, used, 2496);

static number draw(twister *state)
{
    if (state->used >= TWISTED) {
        twist(state->words);
        state->used = 0;
    }
    return tempered(state->words, state->used++);
}

// As `randint`; low <= high.
word random_between(twister *state, word low, word high)
{
    wide count = (wide)(high - low) + 1, drawn; // 65 bits at most
    word bits = count >> 64 ? 65 : 64 - leading_zeros((word)count);
    do { // words from the lowest on, of the last its highest bits
        drawn = 0;
        for (word at = 0; at < bits; at += 32)
            drawn |= (wide)(draw(state) >> (bits - at < 32 ? 32 - (bits - at) : 0)) << at;
    } while (drawn >= count);
    return low + (word)drawn;
}
