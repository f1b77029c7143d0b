// SPDX-License-Identifier: Apache-2.0
// Ternary and range tables: rows from the best rank to the worst while they are few, or else a tuple space.
//
// A tuple space has one search for each distinct mask. No entry of a tuple is better than its bound, and descriptors
// are in order of bounds: the search ends at the first one whose bound is worse than what has been found. A record's
// key is its tuple's tag and the masked words of the key; its rank is the first entry's.
#pragma once

#include "hashing.h"

typedef struct {
    word count;
    word tags;    // of tuples: every tag is below
    word first[]; // descriptors, or rows
} list;

typedef struct {
    word bound;
    word tag;
    word mask[];
} descriptor;

typedef struct {
    word rank;
    word content[]; // value words | mask words | limits
} row;

// One for each entry number, in a chain from the best rank to the worst.
typedef struct {
    word rank;
    word next;     // number + 1 of the next entry, 0 at the end
    word limits[]; // for each range field its lowest and its highest value
} node;

typedef struct {
    block *hash;
    const list *tuples;
    const byte *nodes;
    const list *rows; // NULL when the tuple space has the entries
    const word *masks; // those of the first `AHEAD` tags
} ranked;

enum { AHEAD = 60 };

AT(list, tags, 8);
AT(list, first, 16);
AT(descriptor, tag, 8);
AT(descriptor, mask, 16);
AT(row, content, 8);
AT(node, next, 8);
AT(node, limits, 16);
AT(ranked, tuples, 8);
AT(ranked, nodes, 16);
AT(ranked, rows, 24);
AT(ranked, masks, 32);

// Where a range field is in the key: `width` bits, `shift` bits from the low end.
typedef struct {
    number shift, width;
} range_field;

#define NOTHING 0xFFFFFFFF00000000 // a rank that is worse than any, of entry number -1

static inline word number_of(word rank) { return rank & 0xFFFFFFFF; }

static ALWAYS_INLINE word limit_words(range_field field) { return field.width <= 64 ? 1 : (field.width + 63) / 64; }

static ALWAYS_INLINE word limits_size(const range_field *ranges, word fields)
{
    word size = 0;
    for (word i = 0; i < fields; i++)
        size += 16 * limit_words(ranges[i]);
    return size;
}

static ALWAYS_INLINE node *node_at(const void *nodes, word stride, word one_more)
{
    return (node *)((byte *)nodes + (one_more - 1) * stride);
}
