// SPDX-License-Identifier: Apache-2.0
// What bounds checks call (`bounds.py`): 1 when bytes may be touched, or else 0, after a report.
#include "words.h"

typedef struct {
    word count;
    const word *begins, *ends; // in order: no object overlaps another
} objects;

typedef struct {
    objects lasting;  // that stay
    objects visitors; // for one call of machine code
    void (*report)(const char *where, word base, word at, word size);
    void *spare; // memory to use instead
} process;

AT(process, visitors, 24);
AT(process, report, 48);
AT(process, spare, 56);

enum { STACK = 1 << 20 }; // so far above a function's own frame its callers' variables may be

static const process *state;

void bounds_attach(const process *of) { state = of; }

void *bounds_spare(void) { return state->spare; }

static bool holds(word start, word end, word at, word size) { return at >= start && at <= end && size <= end - at; }

static word report(const char *where, word base, word at, word size)
{
    state->report(where, base, at, size);
    return 0;
}

// The number + 1 of the object that an address is in; 0: in none.
static word object_of(const objects *known, word address)
{
    word low = 0, high = known->count; // the last begin up to it is before `high`
    while (low < high) {
        word middle = (low + high) / 2;
        if (known->begins[middle] > address)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == 0)
        return 0;
    return address < known->ends[low - 1] || address == known->begins[low - 1] ? low : 0;
}

// Whether `size` bytes are in the object that has the address `base`.
__attribute__((noinline)) word bounds_inside(word base, word at, word size, const char *where)
{
    // What an address was made from may be no address: then what it points into counts.
    const word places[] = {base, at};
    const objects *const lists[] = {&state->lasting, &state->visitors};
    for (word i = 0; i < 4; i++) {
        const objects *known = lists[i & 1];
        word one_more = object_of(known, places[i >> 1]);
        if (one_more) {
            bool fine = holds(known->begins[one_more - 1], known->ends[one_more - 1], at, size);
            return fine ? 1 : report(where, base, at, size);
        }
    }
    word frame = (word)__builtin_frame_address(0);
    return holds(frame, frame + STACK, at, size) ? 1 : report(where, base, at, size);
}

// Whether `size` bytes are among `extent` bytes from `start` on.
__attribute__((noinline)) word bounds_within(word start, word extent, word at, word size, const char *where)
{
    return holds(start, start + extent, at, size) ? 1 : report(where, start, at, size);
}

// `at`, or memory to use instead: what a load or a store in C asks for.
__attribute__((noinline)) void *bounds_inside_or_spare(word base, word at, word size, const char *where)
{
    return bounds_inside(base, at, size, where) ? (void *)at : state->spare;
}

__attribute__((noinline)) void *bounds_within_or_spare(word start, word extent, word at, word size, const char *where)
{
    return bounds_within(start, extent, at, size, where) ? (void *)at : state->spare;
}

// `size`, or 0 when either place of a block copy in C is not to be touched.
__attribute__((noinline)) word bounds_copy(word to_base, word to, word from_base, word from, word size, const char *where)
{
    word to_fits = bounds_inside(to_base, to, size, where);
    return bounds_inside(from_base, from, size, where) & to_fits ? size : 0;
}
