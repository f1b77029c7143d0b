// SPDX-License-Identifier: Apache-2.0
// The hash table of a match-action table: open addressing, linear probing, keys stored whole.
//
//     block:   a header of 64 bytes, then slots records, then the filter: 8 bits for each slot, then perhaps the tags
//     record:  rank | key words (64 bits each)
//
// A record is empty when its rank is 0. The rank is what a lookup wants: the entry's number + 1 in its low half and its
// precedence in its high half, lowest first, so that the better of two matches is the smaller rank. Deletion moves the
// records behind the gap back, so nothing but entries is ever probed. Seeds are secret random numbers: who chooses keys
// cannot choose where they go. The filter has the bit set that a key's highest hash bits name, for every key in the
// table and some that were removed since the block was made: most searches for what is not there end at it.
//
// The tags are for tuple spaces (ranked.h) whose keys have exact fields: a mask of these fields, and 32 bits for each
// slot. A key's exact fields name a slot, which has a bit for the tag of each tuple with such an entry (tag modulo 32):
// a search leaves out the other tuples.
//
// A block that takes another's place points to the other until all records have moved, a few with each update: a record
// is in one of the two, and what searches looks into both. Older blocks have none that is older still.
#pragma once

#include "words.h"

enum { FILTER_BITS = 8 }; // for each slot

typedef struct block {
    word mask; // slots - 1
    word seed, multiplier;
    word shift;         // of a hash, to the number of its bit in the filter
    word filter;        // where that begins, from the block's start
    struct block *older;
    word tags; // where the tags begin; 0: there are none
    word unused;
} block;

SIZE(block, 64);
AT(block, seed, 8);
AT(block, multiplier, 16);
AT(block, shift, 24);
AT(block, filter, 32);
AT(block, older, 40);
AT(block, tags, 48);

typedef struct {
    word rank;
    word key[]; // as many words as the table's keys have
} record;

static inline word record_size(word words) { return sizeof(record) + 8 * words; }

static inline record *record_at(const block *of, word slot, word words)
{
    return (record *)((byte *)of + sizeof(block) + slot * record_size(words));
}

// Both halves of a product of 128 bits, folded.
static ALWAYS_INLINE word mixed(word one, word other)
{
    wide product = (wide)one * other;
    return (word)product ^ (word)(product >> 64);
}

// Two words with each product: either factor is secret.
static ALWAYS_INLINE word hash_of(const block *of, const word *key, word words)
{
    word state = of->seed;
    for (word i = 0; i + 1 < words; i += 2)
        state = mixed(state ^ key[i], of->multiplier ^ key[i + 1]);
    return words & 1 ? mixed(state ^ key[words - 1], of->multiplier) : state;
}

static ALWAYS_INLINE bool same_words(const word *one, const word *other, word words)
{
    word different = 0;
    for (word i = 0; i < words; i++)
        different |= one[i] ^ other[i];
    return different == 0;
}

// The filter's byte for a hash; its bit is 1 << (hash >> shift & 7).
static ALWAYS_INLINE byte *filter_byte(const block *of, word hash)
{
    return (byte *)of + of->filter + (hash >> of->shift >> 3);
}

static ALWAYS_INLINE byte filter_bit(const block *of, word hash) { return (byte)(1 << (hash >> of->shift & 7)); }

// The tags of a key's slot.
static ALWAYS_INLINE number *tags_of(const block *of, const word *key, word words)
{
    const word *exact = (const word *)((const byte *)of + of->tags);
    word state = of->seed;
    for (word i = 0; i < words; i++)
        state = mixed(state ^ (key[i] & exact[i]), of->multiplier);
    return (number *)(exact + words) + (state & of->mask);
}

static ALWAYS_INLINE number tag_bit(word tag) { return (number)1 << (tag & 31); }

// The record of a key with this hash in one block, or NULL.
static ALWAYS_INLINE record *search(const block *of, word hash, const word *key, word words)
{
    for (word slot = hash & of->mask;; slot = (slot + 1) & of->mask) {
        record *found = record_at(of, slot, words);
        if (found->rank == 0)
            return 0;
        if (same_words(found->key, key, words))
            return found;
    }
}

record *hash_find(block *newest, word words, const word *key);
word hash_put(block *into, word words, const word *key, word rank);
void hash_erase(block *newest, word words, record *gone);
