// SPDX-License-Identifier: Apache-2.0
// Random numbers as Python's `random` makes them: a Mersenne Twister (Matsumoto and Nishimura, MT19937).
#include "words.h"

enum { WORDS = 624, MIDDLE = 397 };

typedef struct {
    number words[WORDS];
    word used; // of the words; all are made anew when none is left
} twister;

AT(twister, used, 2496);

static void renew(twister *state)
{
    number *words = state->words;
    for (int i = 0; i < WORDS; i++) {
        number both = (words[i] & 0x80000000) | (words[(i + 1) % WORDS] & 0x7FFFFFFF);
        words[i] = words[(i + MIDDLE) % WORDS] ^ both >> 1 ^ (both & 1 ? 0x9908B0DF : 0);
    }
    state->used = 0;
}

static number draw(twister *state)
{
    if (state->used >= WORDS)
        renew(state);
    number value = state->words[state->used++];
    value ^= value >> 11;
    value ^= value << 7 & 0x9D2C5680;
    value ^= value << 15 & 0xEFC60000;
    return value ^ value >> 18;
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
