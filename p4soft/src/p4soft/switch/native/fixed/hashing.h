// SPDX-License-Identifier: Apache-2.0
// The hash table of a match-action table: open addressing, linear probing, keys stored whole.
//
//     block:   a header of 64 bytes, then slots records, then the filter: 8 bits for each slot, in words, then perhaps
//              the tags
//     record:  rank | key words (64 bits each)
//
// A record is empty when its rank is 0. The rank is what a lookup wants: the entry's number + 1 in its low half and its
// precedence in its high half, lowest first, so that the better of two matches is the smaller rank. Deletion moves the
// records behind the gap back, so nothing but entries is ever probed. Seeds are secret random numbers: who chooses keys
// cannot choose where they go. The filter is a blocked Bloom filter: a key's highest hash bits name a word, and its
// lowest ones bits of that, which are set for every key in the table and some that were removed since the block was
// made. Nearly all searches for what is not there end at it.
//
// The tags are for tuple spaces (ranked.h): one or two dimensions, then as many arrays of 32 bits for each slot, or for
// every other one. A dimension is a part of the key's bits. What a key has there names a place in the array, which has a
// bit for the tag of each tuple with such an entry (tag modulo 32). A tuple whose mask has not all of that part is open:
// its bit counts as set in all places. A search leaves out the tuples that lack their bit in one of the dimensions.
//
// A block that takes another's place points to the other until all records have moved, a few with each update: a record
// is in one of the two, and what searches looks into both. Older blocks have none that is older still.
#pragma once

#include "words.h"

enum { FILTER_BITS = 8 }; // for each slot

typedef struct block {
    word mask; // slots - 1
    word seed, multiplier;
    word shift;         // of a hash, to the number of its word in the filter
    word filter;        // where that begins, from the block's start
    struct block *older;
    word tags; // where the dimensions begin
    word dimensions;
} block;

SIZE(block, 64);
AT(block, seed, 8);
AT(block, multiplier, 16);
AT(block, shift, 24);
AT(block, filter, 32);
AT(block, older, 40);
AT(block, tags, 48);
AT(block, dimensions, 56);

typedef struct {
    number open; // a bit for the tag of each open tuple
    number unused;
    word mask[]; // of the key's words
} dimension;

AT(dimension, mask, 8);

typedef struct {
    word rank;
    word key[]; // as many words as the table's keys have
} record;

static inline word record_size(word words) { return sizeof(record) + 8 * words; }

static inline record *record_at(const block *of, word slot, word words)
{
    return (record *)((byte *)of + sizeof(block) + slot * record_size(words));
}

// Asks for a record: one that divides a line of the cache is in one.
static ALWAYS_INLINE void ask_for_record(const record *here, word words)
{
    __builtin_prefetch(here, 0, 3);
    if (64 % record_size(words))
        __builtin_prefetch((const byte *)here + record_size(words) - 1, 0, 3);
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

// The filter's word for a hash.
static ALWAYS_INLINE word *filter_word(const block *of, word hash)
{
    return (word *)((byte *)of + of->filter) + (hash >> of->shift);
}

static ALWAYS_INLINE word filter_bits(word hash)
{
    return (word)1 << (hash & 63) | (word)1 << (hash >> 6 & 63) | (word)1 << (hash >> 12 & 63);
}

// 1 if there can be a key with this hash, or else 0.
static ALWAYS_INLINE word may_have(const block *of, word hash)
{
    word bits = *filter_word(of, hash);
    return bits >> (hash & 63) & bits >> (hash >> 6 & 63) & bits >> (hash >> 12 & 63) & 1;
}

static ALWAYS_INLINE dimension *dimension_of(const block *of, word i, word words)
{
    return (dimension *)((byte *)of + of->tags + i * (sizeof(dimension) + 8 * words));
}

// A key's place in a dimension. The key's words are without the tag.
static ALWAYS_INLINE word place_of(const block *of, word i, const word *key, word words)
{
    const word *mask = dimension_of(of, i, words)->mask;
    word state = of->seed, last = of->mask >> (of->dimensions - 1);
    for (word n = 0; n + 1 < words; n += 2)
        state = mixed(state ^ (key[n] & mask[n]), of->multiplier ^ (key[n + 1] & mask[n + 1]));
    if (words & 1)
        state = mixed(state ^ (key[words - 1] & mask[words - 1]), of->multiplier);
    return i * (last + 1) + (state & last);
}

// The bits of tags at a place.
static ALWAYS_INLINE number *tags_in(const block *of, word place, word words)
{
    return (number *)dimension_of(of, of->dimensions, words) + place;
}

static ALWAYS_INLINE number *tags_at(const block *of, word i, const word *key, word words)
{
    return tags_in(of, place_of(of, i, key, words), words);
}

// The bits of the tags that entries for a key can have.
static ALWAYS_INLINE number tags_for(const block *of, const word *key, word words)
{
    number tags = ~(number)0;
    for (word i = 0; i < of->dimensions; i++)
        tags &= *tags_at(of, i, key, words) | dimension_of(of, i, words)->open;
    return tags;
}

static ALWAYS_INLINE number tag_bit(word tag) { return (number)1 << (tag & 31); }

// The record of a key whose hash has these low bits in one block, or NULL.
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
