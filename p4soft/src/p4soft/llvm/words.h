// SPDX-License-Identifier: Apache-2.0
// What all C files here begin with: integers, memory, and checks of layouts that Python has too.
//
// There is no C library and no header of one: the code is linked into machine code that Python loads.
#pragma once

typedef unsigned char byte;
typedef unsigned short half;
typedef unsigned int number; // 32 bits: an entry's number, a unit of a pool
typedef int found;           // the number of the entry that wins, or -1
typedef unsigned long word;
typedef long sword;
typedef unsigned __int128 wide;
#include <stdbool.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define LOOKUP __attribute__((always_inline)) // copied into each program, where the number of words is a constant
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type)
#define AT(type, member, bytes) _Static_assert(__builtin_offsetof(type, member) == (bytes), #type "." #member)

SIZE(number, 4);
SIZE(word, 8);

static inline word ones(word value) { return (word)__builtin_popcountl(value); }
static inline word leading_zeros(word value) { return value ? (word)__builtin_clzl(value) : 64; }

// Ask for memory that is going to be read: the first and the last of `size` bytes, up to 64.
static ALWAYS_INLINE void ask_for(const void *at, word size)
{
    __builtin_prefetch(at, 0, 3);
    __builtin_prefetch((const byte *)at + size - 1, 0, 3);
}
