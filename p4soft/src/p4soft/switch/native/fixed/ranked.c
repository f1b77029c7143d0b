// SPDX-License-Identifier: Apache-2.0
// Lookups in ternary and range tables, and the functions that change chains of entries with ranges.
#include "ranked.h"

// --- Lookups -----------------------------------------------------------------------------------------------------

// Word `i` of a range field's value, lowest first.
static ALWAYS_INLINE word field_word(const word *key, range_field field, word i)
{
    word at = field.shift + 64 * i, bits = field.width - 64 * i, low = at & 63;
    if (field.width == 0)
        return 0;
    word value = key[at >> 6] >> low;
    if (low && low + (bits < 64 ? bits : 64) > 64)
        value |= key[(at >> 6) + 1] << (64 - low);
    return bits < 64 ? value & (((word)1 << bits) - 1) : value;
}

static ALWAYS_INLINE bool within(const word *key, range_field field, const word *limits)
{
    word words = limit_words(field);
    bool low = true, high = true; // of the lower words: the value is not below, not above
    for (word i = 0; i < words; i++) {
        word value = field_word(key, field, i), least = limits[i], most = limits[words + i];
        low = value > least || (value == least && low);
        high = value < most || (value == most && high);
    }
    return low & high;
}

static ALWAYS_INLINE bool all_within(const word *key, const range_field *ranges, word fields, const word *limits)
{
    bool inside = true;
    for (word i = 0; i < fields; i++) {
        inside &= within(key, ranges[i], limits);
        limits += 2 * limit_words(ranges[i]);
    }
    return inside;
}

// The first row that matches.
static ALWAYS_INLINE found first_row(const list *rows, const word *key, word words, const range_field *ranges,
                                     word fields)
{
    word size = sizeof(row) + 16 * words + limits_size(ranges, fields);
    const byte *at = (const byte *)rows->first, *end = at + rows->count * size;
    for (; at < end; at += size) {
        const row *this = (const row *)at;
        word different = 0;
        for (word i = 0; i < words; i++)
            different |= (key[i] & this->content[words + i]) ^ this->content[i];
        if (different == 0 && all_within(key, ranges, fields, this->content + 2 * words))
            return (found)this->rank - 1;
    }
    return -1;
}

// The better of a rank and that of the first entry of a chain whose ranges the key is in.
static ALWAYS_INLINE word best_of_chain(const ranked *root, const word *key, const range_field *ranges, word fields,
                                        word first, word best)
{
    word stride = sizeof(node) + limits_size(ranges, fields);
    for (word one_more = number_of(first); one_more;) {
        const node *this = node_at(root->nodes, stride, one_more);
        if (this->rank > best)
            break;
        if (all_within(key, ranges, fields, this->limits))
            return this->rank;
        one_more = this->next;
    }
    return best;
}

// The best rank for a key, found in one block under a tuple's tag and masked words, or the one given.
static ALWAYS_INLINE word best_of_block(const ranked *root, const block *in, const word *masked, const word *key,
                                        word words, const range_field *ranges, word fields, word best)
{
    word hash = hash_of(in, masked, words + 1);
    if (!may_have(in, hash))
        return best;
    const record *hit = search(in, hash, masked, words + 1);
    if (!hit)
        return best;
    if (fields)
        return best_of_chain(root, key, ranges, fields, hit->rank, best);
    return hit->rank < best ? hit->rank : best;
}

static ALWAYS_INLINE void mask_key(word *masked, const word *key, word tag, const word *mask, word words)
{
    masked[0] = tag;
    for (word i = 0; i < words; i++)
        masked[i + 1] = key[i] & mask[i];
}

// `masked` is room for a tag and the words of a key.
static ALWAYS_INLINE found best_tuple(const ranked *root, const word *key, word *masked, word words,
                                      const range_field *ranges, word fields)
{
    word size = sizeof(descriptor) + 8 * words, best = NOTHING;
    const block *newest = root->hash, *older = newest->older;
    const byte *at = (const byte *)root->tuples->first, *end = at + root->tuples->count * size;
    number tags = tags_for(newest, key, words);
    if (older)
        tags |= tags_for(older, key, words);
    for (; at < end; at += size) {
        const descriptor *this = (const descriptor *)at;
        if (this->bound > best)
            break;
        if (!(tags & tag_bit(this->tag)))
            continue;
        mask_key(masked, key, this->tag, this->mask, words);
        best = best_of_block(root, newest, masked, key, words, ranges, fields, best);
        if (older)
            best = best_of_block(root, older, masked, key, words, ranges, fields, best);
    }
    return (found)best - 1;
}

LOOKUP found ranked_lookup(const ranked *root, const word *key, word *masked, word words, const range_field *ranges,
                           word fields)
{
    if (root->rows)
        return first_row(root->rows, key, words, ranges, fields);
    return best_tuple(root, key, masked, words, ranges, fields);
}

// A lookup in parts, between which memory has time to come, for up to `AHEAD` tags in one block. The first one asks for
// the places in the dimensions, the second one for the records of the tuples that are left: most often there is one, and
// then it says where in the block that is. The next one asks for the first entry of each record, whose limits are to be
// held against the key. What each says, with LOCATED; 0: it is not for such a table.
#define LOCATED ((word)1 << 63)
#define PLACED ((word)1 << 60) // a place in each dimension, `PLACE_BITS` for each
#define ONE ((word)1 << 62)    // tag << 32 | low bits of the hash; or else a bit for each tag
#define FIRST ((word)1 << 61)  // number + 1 of the first entry; 0: there is none
enum { PLACE_BITS = 30 };

static ALWAYS_INLINE void mask_for(word *masked, const word *key, const ranked *root, word tag, word words)
{
    mask_key(masked, key, tag, root->masks + tag * words, words);
}

LOOKUP word ranked_locate(const ranked *root, const word *key, word words)
{
    const block *in = root->hash;
    if (root->rows || in->older || root->tuples->tags > AHEAD || in->mask >> PLACE_BITS)
        return 0;
    word where = LOCATED | PLACED;
    for (word i = 0; i < in->dimensions; i++) {
        word place = place_of(in, i, key, words);
        __builtin_prefetch(tags_in(in, place, words), 0, 3);
        where |= place << (i * PLACE_BITS);
    }
    return where;
}

static ALWAYS_INLINE word records_of(const ranked *root, const word *key, word *masked, word words, word places)
{
    const block *in = root->hash;
    word where = 0, hashes[AHEAD], tags = ~(number)0, last = ((word)1 << PLACE_BITS) - 1;
    for (word i = 0; i < in->dimensions; i++) {
        word place = places >> (i * PLACE_BITS) & last;
        tags &= *tags_in(in, place, words) | dimension_of(in, i, words)->open;
    }
    word left = (tags | tags << 32) & (((word)1 << root->tuples->tags) - 1);
    if (left == 0)
        return LOCATED;
    if ((left & (left - 1)) == 0) {
        word tag = (word)__builtin_ctzl(left);
        mask_for(masked, key, root, tag, words);
        word slot = hash_of(in, masked, words + 1) & in->mask;
        ask_for_record(record_at(in, slot, words + 1), words + 1);
        return LOCATED | ONE | tag << 32 | slot;
    }
    for (; left; left &= left - 1) {
        word tag = (word)__builtin_ctzl(left);
        mask_for(masked, key, root, tag, words);
        word hash = hashes[tag] = hash_of(in, masked, words + 1);
        where |= may_have(in, hash) << tag; // no branch: it is not foreseeable
    }
    for (left = where; left; left &= left - 1)
        ask_for_record(record_at(in, hashes[__builtin_ctzl(left)] & in->mask, words + 1), words + 1);
    if (where == 0 || where & (where - 1))
        return LOCATED | where;
    word tag = (word)__builtin_ctzl(where);
    return LOCATED | ONE | tag << 32 | (hashes[tag] & in->mask);
}

// The rank of the record of the only tuple, or 0.
static ALWAYS_INLINE word only(const ranked *root, const word *key, word *masked, word words, word where)
{
    mask_for(masked, key, root, where >> 32 & 63, words);
    const record *hit = search(root->hash, number_of(where), masked, words + 1);
    return hit ? hit->rank : 0;
}

LOOKUP word ranked_follow(const ranked *root, const word *key, word *masked, word words, const range_field *ranges,
                          word fields, word where)
{
    word stride = sizeof(node) + limits_size(ranges, fields);
    if (where & PLACED)
        return records_of(root, key, masked, words, where);
    if (where & ONE) {
        word first = number_of(only(root, key, masked, words, where));
        if (first)
            ask_for(node_at(root->nodes, stride, first), stride);
        return LOCATED | FIRST | first;
    }
    for (word left = where & ~LOCATED; left; left &= left - 1) {
        mask_for(masked, key, root, (word)__builtin_ctzl(left), words);
        const record *hit = search(root->hash, hash_of(root->hash, masked, words + 1), masked, words + 1);
        if (hit)
            ask_for(node_at(root->nodes, stride, number_of(hit->rank)), stride);
    }
    return where;
}

LOOKUP found ranked_take(const ranked *root, const word *key, word *masked, word words, const range_field *ranges,
                         word fields, word where)
{
    if (!where)
        return ranked_lookup(root, key, masked, words, ranges, fields);
    word best = NOTHING;
    if (where & FIRST)
        return (found)best_of_chain(root, key, ranges, fields, where, best) - 1;
    if (where & ONE)
        return (found)only(root, key, masked, words, where) - 1;
    for (word left = where & ~LOCATED; left; left &= left - 1) {
        mask_for(masked, key, root, (word)__builtin_ctzl(left), words);
        const record *hit = search(root->hash, hash_of(root->hash, masked, words + 1), masked, words + 1);
        if (hit && fields)
            best = best_of_chain(root, key, ranges, fields, hit->rank, best);
        else if (hit && hit->rank < best)
            best = hit->rank;
    }
    return (found)best - 1;
}

// --- Changes -----------------------------------------------------------------------------------------------------

// Adds an entry; 0 when it shares a record, or else 1 + the new record's distance from its home. There is an empty
// record, and a node for the entry.
word chain_add(block *newest, word words, byte *nodes, word stride, const word *key, word rank)
{
    node *added = node_at(nodes, stride, number_of(rank));
    added->rank = rank;
    record *shared = hash_find(newest, words, key);
    if (!shared) {
        added->next = 0;
        return hash_put(newest, words, key, rank) + 1;
    }
    if (rank < shared->rank) {
        added->next = number_of(shared->rank);
        shared->rank = rank;
        return 0;
    }
    node *before = node_at(nodes, stride, number_of(shared->rank));
    while (before->next && node_at(nodes, stride, before->next)->rank <= rank)
        before = node_at(nodes, stride, before->next);
    added->next = before->next;
    before->next = number_of(rank);
    return 0;
}

// Removes an entry; how many records that removes.
word chain_remove(block *newest, word words, byte *nodes, word stride, const word *key, word rank)
{
    record *shared = hash_find(newest, words, key);
    if (!shared)
        return 0;
    word one_more = number_of(rank), following = node_at(nodes, stride, one_more)->next;
    if (shared->rank == rank) {
        if (!following) {
            hash_erase(newest, words, shared);
            return 1;
        }
        shared->rank = node_at(nodes, stride, following)->rank;
        return 0;
    }
    node *before = node_at(nodes, stride, number_of(shared->rank));
    while (before->next != one_more) {
        if (!before->next)
            return 0;
        before = node_at(nodes, stride, before->next);
    }
    before->next = following;
    return 0;
}

// The rank of the first entry of a record's chain with at least this rank and these limits, or 0.
word chain_find(block *newest, word words, const byte *nodes, word stride, const word *key, word rank,
                const byte *limits)
{
    const record *shared = hash_find(newest, words, key);
    if (!shared)
        return 0;
    for (word one_more = number_of(shared->rank); one_more;) {
        const node *here = node_at(nodes, stride, one_more);
        word different = 0;
        for (word i = 0; i < (stride - sizeof(node)) / 8; i++)
            different |= here->limits[i] ^ ((const word *)limits)[i];
        if (here->rank >= rank && different == 0)
            return here->rank;
        one_more = here->next;
    }
    return 0;
}

// Lowers each tag's word in an array to the best rank of its records.
void chain_bounds(const block *newest, word words, word *bounds)
{
    for (const block *here = newest; here; here = here->older)
        for (word slot = 0; slot <= here->mask; slot++) {
            const record *of = record_at(here, slot, words);
            if (of->rank && of->rank < bounds[of->key[0]])
                bounds[of->key[0]] = of->rank;
        }
}
