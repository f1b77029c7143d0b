// SPDX-License-Identifier: Apache-2.0
// Tables whose fields are all exact: lookups, and the functions that change hash blocks.
#include "hashing.h"

// --- Lookups -----------------------------------------------------------------------------------------------------

LOOKUP found exact_lookup(block *const *root, const word *key, word words)
{
    for (const block *here = *root; here; here = here->older) {
        const record *hit = search(here, hash_of(here, key, words), key, words);
        if (hit)
            return (found)hit->rank - 1;
    }
    return -1;
}

// A table with few possible keys: for each, the entry's number + 1, or 0.
LOOKUP found short_lookup(const number *const *root, const word *key, word words)
{
    (void)words;
    return (found)(*root)[*key] - 1;
}

// A lookup in two parts, between which memory has time to come. This one asks for where the search begins, in most
// cases where it ends too.
LOOKUP word exact_locate(block *const *root, const word *key, word words)
{
    const block *newest = *root;
    const record *home = record_at(newest, hash_of(newest, key, words) & newest->mask, words);
    ask_for_record(home, words);
    return (word)home;
}

LOOKUP found exact_take(block *const *root, const word *key, word where, word words)
{
    const record *home = (const record *)where;
    if (home->rank && same_words(home->key, key, words))
        return (found)home->rank - 1;
    return exact_lookup(root, key, words);
}

// --- Changes -----------------------------------------------------------------------------------------------------

// The key's record, in this block or the older one, or NULL.
record *hash_find(block *newest, word words, const word *key)
{
    for (block *here = newest; here; here = here->older) {
        record *hit = search(here, hash_of(here, key, words), key, words);
        if (hit)
            return hit;
    }
    return 0;
}

// Sets a key's rank in this block, in a new record if need be; how far that is from its home. There is an empty record.
word hash_put(block *into, word words, const word *key, word rank)
{
    word hash = hash_of(into, key, words), distance = 0;
    *filter_word(into, hash) |= filter_bits(hash);
    for (word i = 0; i < into->dimensions; i++)
        if (!(dimension_of(into, i, words - 1)->open & tag_bit(key[0])))
            *tags_at(into, i, key + 1, words - 1) |= tag_bit(key[0]);
    record *here;
    for (word slot = hash & into->mask;; slot = (slot + 1) & into->mask, distance++) {
        here = record_at(into, slot, words);
        if (here->rank == 0 || same_words(here->key, key, words))
            break;
    }
    for (word i = 0; i < words; i++)
        here->key[i] = key[i];
    here->rank = rank;
    return distance;
}

// Removes a record of this block or the older one.
void hash_erase(block *newest, word words, record *gone)
{
    word size = record_size(words), end = sizeof(block) + (newest->mask + 1) * size;
    block *of = (word)gone - (word)newest < end ? newest : newest->older;
    word gap = ((word)gone - (word)of - sizeof(block)) / size;
    for (word slot = (gap + 1) & of->mask;; slot = (slot + 1) & of->mask) {
        record *moved = record_at(of, slot, words);
        if (moved->rank == 0)
            break;
        word home = hash_of(of, moved->key, words) & of->mask;
        if (((slot - home) & of->mask) >= ((slot - gap) & of->mask)) {
            record *to = record_at(of, gap, words);
            to->rank = moved->rank;
            for (word i = 0; i < words; i++)
                to->key[i] = moved->key[i];
            gap = slot;
        }
    }
    record_at(of, gap, words)->rank = 0;
}

// Moves what is in `count` slots of the older block, from `slot` on; up to there it is empty. The slot that is next.
word hash_move(block *into, word words, word slot, word count)
{
    block *from = into->older;
    word slots = from->mask + 1, end = slots - slot < count ? slots : slot + count;
    for (; slot < end; slot++) {
        record *here = record_at(from, slot, words);
        while (here->rank) { // the record behind it moves here once it is gone
            hash_put(into, words, here->key, here->rank);
            hash_erase(from, words, here);
        }
    }
    return end;
}
