// SPDX-License-Identifier: Apache-2.0
// Longest prefix match: a trie of 64-way nodes, compressed: every node parts or ends entries.
//
// A key of W words is looked at from its highest bit on, 6 bits at a time, and the last 4 bits of each word at once: 11
// levels a word, none across words. A node stands where entries end or part; the bits that all entries below have in
// common are skipped, and compared when the node is reached.
//
// Arrays are addressed in units of 16 bytes from the pool's start. `children` is an array of the nodes of those
// present, in order; `leaves` one of the leaves: a child with one entry is a leaf. A prefix that ends after n of a
// level's bits (0 to 5) has the place 2^n + those bits; `entries` is the array of their entry numbers in order of
// place, or the number itself when there is one.
//
// A lookup visits at most 11 nodes a word, however many entries and lengths there are. What it branches on is in the
// nodes above the leaf, which are few, so that a processor need not wait for one leaf to begin with the next lookup. n
// entries take at most n nodes and n leaves: every node but the root has two of entries, leaves and children.
#include "words.h"

enum { UNIT = 16, FANOUT = 64, LEVEL_BITS = 6 };

typedef struct {
    word fresh; // the next unit that was never used
    word end;
    word live; // units in use
    word unused;
    number free[]; // the first of the free arrays of each size in units, or 0; each begins with the next one
} pool;

typedef struct {
    word children_present, leaves_present;
    word prefixes; // those that end here
    number children, leaves, entries;
    number depth;
    word value[];
} node;

typedef struct {
    number entry;
    number length;
    word value[];
} leaf;

AT(pool, end, 8);
AT(pool, live, 16);
AT(pool, free, 32);
AT(node, leaves_present, 8);
AT(node, prefixes, 16);
AT(node, children, 24);
AT(node, depth, 36);
AT(node, value, 40);
AT(leaf, value, 8);

static ALWAYS_INLINE word node_size(word words) { return (sizeof(node) + 8 * words + UNIT - 1) / UNIT * UNIT; }
static ALWAYS_INLINE word leaf_size(word words) { return sizeof(leaf) + 8 * words; }
static ALWAYS_INLINE void *at_unit(const pool *in, word unit) { return (byte *)in + unit * UNIT; }

// The root node comes after the free lists, of which there is one for each size up to all children of a node.
static ALWAYS_INLINE node *root_of(const pool *in, word words)
{
    word largest = FANOUT * node_size(words) / UNIT;
    return at_unit(in, (sizeof(pool) + sizeof(number) * (largest + 1) + UNIT - 1) / UNIT);
}

// The bits of the level at a depth, of a key's (or value's) words.
static ALWAYS_INLINE word chunk(const word *key, word words, word depth)
{
    word lowest = key[0], highest = key[words - 1]; // in registers: no address depends on the depth
    word part = words > 2 ? key[words - 1 - (depth >> 6)] : depth & 64 ? lowest : highest;
    return part << (depth & 63) >> (64 - LEVEL_BITS);
}

static ALWAYS_INLINE bool has(word present, word place) { return present >> place & 1; }

// How many of the bits that are set in `present` are below `place`.
static ALWAYS_INLINE word rank_of(word present, word place) { return ones(present & (((word)1 << place) - 1)); }

static ALWAYS_INLINE node *child_at(const pool *in, const node *of, word bits, word words)
{
    return (node *)((byte *)at_unit(in, of->children) + rank_of(of->children_present, bits) * node_size(words));
}

static ALWAYS_INLINE leaf *leaf_at(const pool *in, const node *of, word bits, word words)
{
    return (leaf *)((byte *)at_unit(in, of->leaves) + rank_of(of->leaves_present, bits) * leaf_size(words));
}

// --- Lookups -----------------------------------------------------------------------------------------------------

// For each chunk, the places of all prefixes of it.
#define PLACES(b) (1ull << 1 | 1ull << (2 | (b) >> 5) | 1ull << (4 | (b) >> 4) | 1ull << (8 | (b) >> 3) \
                   | 1ull << (16 | (b) >> 2) | 1ull << (32 | (b) >> 1))
#define FOUR(b) PLACES(b), PLACES((b) + 1), PLACES((b) + 2), PLACES((b) + 3)
#define SIXTEEN(b) FOUR(b), FOUR((b) + 4), FOUR((b) + 8), FOUR((b) + 12)
static const word PREFIXES_OF[FANOUT] = {SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)};

// Whether the first bits of a key are not those of a value.
static ALWAYS_INLINE bool differs(const word *key, const word *value, word length, word words)
{
    word last = length >> 6, bits = length & 63, different = 0;
    for (word i = 0; i < words; i++) { // from the highest word on
        word whole = key[words - 1 - i] ^ value[words - 1 - i], part = whole >> 1 >> (63 - bits);
        different |= i < last ? whole : i == last ? part : 0;
    }
    return different != 0;
}

// A search that remembers the last prefix it has passed.
static ALWAYS_INLINE found search_all(pool *const *root, const word *key, word words)
{
    const pool *in = *root;
    const node *this = root_of(in, words), *last = 0;
    word matching = 0;
    for (;;) {
        if (differs(key, this->value, this->depth, words))
            break;
        word bits = chunk(key, words, this->depth), ending = this->prefixes & PREFIXES_OF[bits];
        last = ending ? this : last;
        matching = ending ? ending : matching;
        if (has(this->leaves_present, bits)) {
            const leaf *end = leaf_at(in, this, bits, words);
            if (!differs(key, end->value, end->length, words))
                return (found)end->entry;
            break;
        }
        if (!has(this->children_present, bits))
            break;
        this = child_at(in, this, bits, words);
    }
    if (!last)
        return -1;
    if ((last->prefixes & (last->prefixes - 1)) == 0)
        return (found)last->entries;
    return ((const found *)at_unit(in, last->entries))[rank_of(last->prefixes, 63 - leading_zeros(matching))];
}

// Apart, so that what is around a lookup is short, and its key in registers.
static __attribute__((noinline)) found search_1(pool *const *root, word low) { return search_all(root, &low, 1); }

static __attribute__((noinline)) found search_2(pool *const *root, word low, word high)
{
    const word key[] = {low, high};
    return search_all(root, key, 2);
}

static __attribute__((noinline)) found search_long(pool *const *root, const word *key, word words)
{
    return search_all(root, key, words);
}

// Most keys have the prefix of the leaf to which their bits lead: no other is longer, and the leaf says whether the
// bits that nodes skip are the key's. So the way there is short, and the search begins anew for those who go astray.
LOOKUP found trie_lookup(pool *const *root, const word *key, word words)
{
    const pool *in = *root;
    const node *first = root_of(in, words), *this = first;
    for (;;) {
        word bits = chunk(key, words, this->depth);
        if (has(this->leaves_present, bits)) {
            const leaf *end = leaf_at(in, this, bits, words);
            if (differs(key, end->value, end->length, words))
                break;
            return (found)end->entry;
        }
        if (!has(this->children_present, bits))
            break;
        this = child_at(in, this, bits, words);
    }
    if (this == first && first->prefixes == 0)
        return -1; // as in an empty table
    return words == 1   ? search_1(root, key[0])
           : words == 2 ? search_2(root, key[0], key[1])
                        : search_long(root, key, words);
}

// A lookup in parts, between which memory has time to come: the way to the leaf to which a key's bits lead, one node a
// round. In a large trie, each may be in no cache. The walk does not compare what nodes skip: if a key has other bits
// there, the leaf has too. Where it is: a node, or a leaf + 1; 0: nowhere.
static ALWAYS_INLINE word below(const pool *in, const node *this, const word *key, word words)
{
    word bits = chunk(key, words, this->depth), is_leaf = this->leaves_present >> bits & 1;
    word present = is_leaf ? this->leaves_present : this->children_present;
    word array = (&this->children)[is_leaf], rank = rank_of(present, bits);
    word next = (word)in + array * UNIT + (is_leaf ? rank * leaf_size(words) : rank * node_size(words));
    ask_for((const void *)next, sizeof(node));
    return has(present, bits) ? next + is_leaf : 0;
}

LOOKUP word trie_locate(pool *const *root, const word *key, word words)
{
    return below(*root, root_of(*root, words), key, words);
}

LOOKUP word trie_follow(pool *const *root, const word *key, word where, word words)
{
    return where == 0 || where & 1 ? where : below(*root, (const node *)where, key, words);
}

LOOKUP found trie_take(pool *const *root, const word *key, word where, word words)
{
    if (where & 1) {
        const leaf *end = (const leaf *)(where - 1);
        if (!differs(key, end->value, end->length, words))
            return (found)end->entry;
    }
    return trie_lookup(root, key, words);
}

// --- Arrays in a pool: taken, given back, and changed one element at a time ----------------------------------------

// An array of n elements has room for the next number of the row 1, 2, 3, 4, 6, 8, 12, 16, 24, ..., in whole units.
static word units_of(word count, word size)
{
    word power = (word)1 << (64 - leading_zeros(count - 1)), less = power - (power >> 2);
    word room = power > 2 && count <= less ? less : power;
    return (room * size + UNIT - 1) / UNIT;
}

// The unit where a new array starts. There is room.
static word take(pool *in, word units)
{
    in->live += units;
    word first = in->free[units];
    if (first) {
        in->free[units] = *(number *)at_unit(in, first);
        return first;
    }
    word fresh = in->fresh;
    in->fresh += units;
    return fresh;
}

static void give(pool *in, word unit, word units)
{
    in->live -= units;
    *(number *)at_unit(in, unit) = in->free[units];
    in->free[units] = (number)unit;
}

// Opens a gap of one element; where the array is then.
static word widen(pool *in, word unit, word count, word size, word index)
{
    word old = count ? units_of(count, size) : 0, new = units_of(count + 1, size);
    word before = index * size, after = (count - index) * size;
    byte *from = at_unit(in, unit);
    if (old == new) {
        __builtin_memmove(from + before + size, from + before, after);
        return unit;
    }
    word made = take(in, new);
    if (count) {
        byte *to = at_unit(in, made);
        __builtin_memmove(to, from, before);
        __builtin_memmove(to + before + size, from + before, after);
        give(in, unit, old);
    }
    return made;
}

// Removes an element; where the array is then. That needs no room: the end of the array is freed.
static word narrow(pool *in, word unit, word count, word size, word index)
{
    word old = units_of(count, size);
    if (count == 1) {
        give(in, unit, old);
        return 0;
    }
    byte *from = at_unit(in, unit) + index * size;
    __builtin_memmove(from, from + size, (count - 1 - index) * size);
    word new = units_of(count - 1, size);
    if (old != new)
        give(in, unit + new, old - new);
    return unit;
}

// --- Nodes, leaves and prefixes ----------------------------------------------------------------------------------

// The depth of the level that has a bit.
static word level_of(word bit) { return (bit & ~(word)63) + (bit & 63) / LEVEL_BITS * LEVEL_BITS; }

// The first bit in which two values differ, counted from the highest; as many as there are bits when in none.
static word differing(const word *one, const word *other, word words)
{
    for (word i = words; i--;)
        if (one[i] != other[i])
            return (words - 1 - i) * 64 + leading_zeros(one[i] ^ other[i]);
    return words * 64;
}

static word min(word one, word other) { return one < other ? one : other; }

// Where a prefix ends: the depth of its last node if it were one, and its place there.
static word depth_of(word length)
{
    if (length == 0)
        return 0;
    word bits = ((length - 1) & 63) + 1, last = bits / LEVEL_BITS * LEVEL_BITS;
    return ((length - 1) & ~(word)63) + (last > 60 ? 60 : last);
}

static word place_of(const word *value, word length, word words)
{
    word depth = depth_of(length), count = length - depth;
    return (word)1 << count | chunk(value, words, depth) >> (LEVEL_BITS - count);
}

static void clear_node(node *made, word depth, const word *value, word words)
{
    made->children_present = made->leaves_present = made->prefixes = 0;
    made->children = made->leaves = made->entries = 0;
    made->depth = (number)depth;
    __builtin_memmove(made->value, value, 8 * words);
}

// A new leaf, which is to be written, where a node has nothing.
static leaf *add_leaf(pool *in, node *to, word bits, word words)
{
    word rank = rank_of(to->leaves_present, bits), size = leaf_size(words);
    to->leaves = (number)widen(in, to->leaves, ones(to->leaves_present), size, rank);
    to->leaves_present |= (word)1 << bits;
    return (leaf *)((byte *)at_unit(in, to->leaves) + rank * size);
}

// A new child with nothing in it, where a node has none.
static node *add_child(pool *in, node *to, word bits, word depth, const word *value, word words)
{
    word rank = rank_of(to->children_present, bits), size = node_size(words);
    to->children = (number)widen(in, to->children, ones(to->children_present), size, rank);
    to->children_present |= (word)1 << bits;
    node *made = (node *)((byte *)at_unit(in, to->children) + rank * size);
    clear_node(made, depth, value, words);
    return made;
}

static void drop_child(pool *in, node *of, word bits, word words)
{
    word present = of->children_present;
    of->children = (number)narrow(in, of->children, ones(present), node_size(words), rank_of(present, bits));
    of->children_present ^= (word)1 << bits;
}

static void drop_leaf(pool *in, node *of, word bits, word words)
{
    word present = of->leaves_present;
    of->leaves = (number)narrow(in, of->leaves, ones(present), leaf_size(words), rank_of(present, bits));
    of->leaves_present ^= (word)1 << bits;
}

// Puts a node of less depth above a node, in its place, and lets that be the only child.
static void part(pool *in, node *here, word depth, const word *value, word words)
{
    word array = take(in, units_of(1, node_size(words)));
    node *moved = at_unit(in, array);
    __builtin_memmove(moved, here, node_size(words));
    clear_node(here, depth, value, words);
    here->children_present = (word)1 << chunk(moved->value, words, depth);
    here->children = (number)array;
}

// Gives a node an entry at a place, or changes it; the number + 1 of the one that was there, or 0.
static word set_entry(pool *in, node *of, word place, word entry)
{
    word only = (word)1 << place, prefixes = of->prefixes, count = ones(prefixes), rank = rank_of(prefixes, place);
    if ((prefixes | only) == only) {
        word before = prefixes ? (word)of->entries + 1 : 0;
        of->entries = (number)entry;
        of->prefixes = only;
        return before;
    }
    word array = of->entries, before = 0;
    if (count == 1) {
        array = take(in, units_of(1, sizeof(number)));
        *(number *)at_unit(in, array) = of->entries;
    }
    if (has(prefixes, place))
        before = (word)((number *)at_unit(in, array))[rank] + 1;
    else
        array = widen(in, array, count, sizeof(number), rank);
    ((number *)at_unit(in, array))[rank] = (number)entry;
    of->entries = (number)array;
    of->prefixes = prefixes | only;
    return before;
}

// --- Changes: `value` is a key whose bits after the first `length` are 0 -----------------------------------------

enum where { NOWHERE, IN_LEAF, IN_NODE };

// Where a prefix is: in a leaf of the node that goes to `*here`, in that node, or nowhere; its parent goes to `*above`.
static enum where reach(pool *in, word words, const word *value, word length, node *root, node **here, node **above)
{
    word depth = depth_of(length);
    node *this = root, *parent = 0;
    for (; this->depth < depth; parent = this, this = child_at(in, this, chunk(value, words, this->depth), words)) {
        word bits = chunk(value, words, this->depth);
        *here = this, *above = parent;
        if (has(this->leaves_present, bits)) {
            const leaf *end = leaf_at(in, this, bits, words);
            bool equal = differing(value, end->value, words) == words * 64 && end->length == length;
            return equal ? IN_LEAF : NOWHERE;
        }
        if (!has(this->children_present, bits))
            return NOWHERE;
    }
    *here = this, *above = parent;
    bool there = this->depth == depth && has(this->prefixes, place_of(value, length, words));
    return there && differing(value, this->value, words) >= depth ? IN_NODE : NOWHERE;
}

// The number + 1 of the prefix's entry, or 0.
word trie_find(pool *in, word words, const word *value, word length, word root)
{
    node *here, *above;
    enum where where = reach(in, words, value, length, at_unit(in, root), &here, &above);
    if (where == NOWHERE)
        return 0;
    if (where == IN_LEAF)
        return (word)leaf_at(in, here, chunk(value, words, here->depth), words)->entry + 1;
    if (ones(here->prefixes) == 1)
        return (word)here->entries + 1;
    number *entries = at_unit(in, here->entries);
    return (word)entries[rank_of(here->prefixes, place_of(value, length, words))] + 1;
}

// Gives a node a prefix that is not there: one that ends in it, or a leaf.
static word insert(pool *in, word words, node *to, const word *value, word length, word entry)
{
    if (to->depth == depth_of(length))
        return set_entry(in, to, place_of(value, length, words), entry);
    leaf *made = add_leaf(in, to, chunk(value, words, to->depth), words);
    made->entry = (number)entry;
    made->length = (number)length;
    __builtin_memmove(made->value, value, 8 * words);
    return 0;
}

// Adds a prefix, or changes its number; the number + 1 that it had, or 0. There is room (`TriePool`).
word trie_put(pool *in, word words, const word *value, word length, word root, word entry)
{
    word depth = depth_of(length);
    for (node *this = at_unit(in, root);;) {
        word here = this->depth, common = differing(value, this->value, words);
        if (common < here && common < depth) {
            part(in, this, level_of(common), value, words);
            return insert(in, words, this, value, length, entry);
        }
        if (depth < here)
            part(in, this, depth, value, words);
        if (depth <= here)
            return set_entry(in, this, place_of(value, length, words), entry);
        word bits = chunk(value, words, here);
        if (has(this->leaves_present, bits)) {
            leaf *end = leaf_at(in, this, bits, words);
            word other = end->length, shared = differing(value, end->value, words), before = end->entry;
            if (shared == words * 64 && other == length) {
                end->entry = (number)entry;
                return before + 1;
            }
            // Two prefixes: where they part, or where the shorter one ends, there is a node from now on.
            word at = min(min(depth, depth_of(other)), level_of(shared));
            node *made = add_child(in, this, bits, at, value, words);
            insert(in, words, made, end->value, other, before);
            insert(in, words, made, value, length, entry);
            drop_leaf(in, this, bits, words);
            return 0;
        }
        if (!has(this->children_present, bits))
            return insert(in, words, this, value, length, entry);
        this = child_at(in, this, bits, words);
    }
}

// Writes the leaf for the only prefix that ends in a node.
static void leaf_of_prefix(leaf *made, const node *from, word words)
{
    word depth = from->depth, place = 63 - leading_zeros(from->prefixes), count = 63 - leading_zeros(place);
    word bits = place ^ (word)1 << count, start = depth & 63, last = words - 1 - (depth >> 6);
    made->entry = from->entries;
    made->length = (number)(depth + count);
    for (word i = 0; i < words; i++) {
        word kept = from->value[i] & ~(~(word)0 >> start), ending = bits ? bits << ((64 - start - count) & 63) : 0;
        made->value[i] = i > last ? from->value[i] : i == last ? kept | ending : 0;
    }
}

// After a removal: a node (not the root) that has but one thing left gives way to it, if there is room.
static void tidy(pool *in, word words, node *here, node *parent)
{
    word children = ones(here->children_present), leaves = ones(here->leaves_present), prefixes = ones(here->prefixes);
    if (!parent || children + leaves + prefixes > 1)
        return;
    word bits = chunk(here->value, words, parent->depth);
    if (children + leaves + prefixes == 0) {
        drop_child(in, parent, bits, words);
        return;
    }
    if (children) {
        word unit = here->children;
        __builtin_memmove(here, at_unit(in, unit), node_size(words));
        give(in, unit, units_of(1, node_size(words)));
        return;
    }
    if (in->fresh + leaf_size(words) * FANOUT / UNIT > in->end) // of all the leaves that a node can have
        return;
    leaf *made = add_leaf(in, parent, bits, words);
    if (leaves) {
        __builtin_memmove(made, at_unit(in, here->leaves), leaf_size(words));
        give(in, here->leaves, units_of(1, leaf_size(words)));
    } else
        leaf_of_prefix(made, here, words);
    drop_child(in, parent, bits, words);
}

// Removes a prefix, if it is there.
void trie_drop(pool *in, word words, const word *value, word length, word root)
{
    node *here, *above;
    enum where where = reach(in, words, value, length, at_unit(in, root), &here, &above);
    if (where == NOWHERE)
        return;
    if (where == IN_LEAF)
        drop_leaf(in, here, chunk(value, words, here->depth), words);
    else {
        word place = place_of(value, length, words), count = ones(here->prefixes);
        if (count > 1) {
            word left = narrow(in, here->entries, count, sizeof(number), rank_of(here->prefixes, place));
            if (count == 2) {
                word kept = *(number *)at_unit(in, left);
                give(in, left, units_of(1, sizeof(number)));
                left = kept;
            }
            here->entries = (number)left;
        }
        here->prefixes ^= (word)1 << place;
    }
    tidy(in, words, here, above);
}

// Where the copy of an array is.
static number copied(const pool *from, pool *to, number array, word count, word size)
{
    number made = (number)take(to, units_of(count, size));
    __builtin_memmove(at_unit(to, made), at_unit(from, array), count * size);
    return made;
}

static void copy_below(const pool *from, pool *to, word words, node *here)
{
    word children = ones(here->children_present), leaves = ones(here->leaves_present), prefixes = ones(here->prefixes);
    if (prefixes > 1)
        here->entries = copied(from, to, here->entries, prefixes, sizeof(number));
    if (leaves)
        here->leaves = copied(from, to, here->leaves, leaves, leaf_size(words));
    if (children) {
        here->children = copied(from, to, here->children, children, node_size(words));
        for (word i = 0; i < children; i++)
            copy_below(from, to, words, (node *)((byte *)at_unit(to, here->children) + i * node_size(words)));
    }
}

// Copies everything into another pool, which is fresh and large enough.
void trie_copy(const pool *from, pool *to, word words, word root)
{
    __builtin_memmove(at_unit(to, root), at_unit(from, root), node_size(words));
    copy_below(from, to, words, at_unit(to, root));
}
