// SPDX-License-Identifier: Apache-2.0
// The generator of Python's `random`: a Mersenne Twister (Matsumoto and Nishimura, MT19937).
#pragma once

#include "words.h"

enum { TWISTED = 624, TWISTED_MIDDLE = 397 }; // words of its state

static __attribute__((noinline)) void twist(number *words)
{
    for (int i = 0; i < TWISTED; i++) {
        number both = (words[i] & 0x80000000) | (words[(i + 1) % TWISTED] & 0x7FFFFFFF);
        words[i] = words[(i + TWISTED_MIDDLE) % TWISTED] ^ both >> 1 ^ (both & 1 ? 0x9908B0DF : 0);
    }
}

// The word at a place of the state, as it leaves the generator.
static inline number tempered(const number *words, word place)
{
    number value = words[place];
    value ^= value >> 11;
    value ^= value << 7 & 0x9D2C5680;
    value ^= value << 15 & 0xEFC60000;
    return value ^ value >> 18;
}
