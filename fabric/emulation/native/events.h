// SPDX-License-Identifier: Apache-2.0
// The queue of events: a list for each nanosecond that comes soon, and a heap of those that come later.
//
// Most events are a frame's last bit, a microsecond or less ahead: they are put into their list and taken off it without a
// comparison. Of events at one time the heap's are first: they were scheduled when that time was still far away.
#pragma once

#include "words.h"

extern void *malloc(word size);
extern void *calloc(word count, word size);
extern void *realloc(void *old, word size);
extern void free(void *old);

#define NEVER (~(word)0)

// What happens: its kind, the number of a direction or NIC << 2, and a direction's epoch << 32; and a frame, the number
// of a call into Python, or a time.
typedef struct event {
    word what, subject;
} event;

enum { SOON = 4096, WORD_BITS = 64, FIRST_EVENTS = 1024 };

typedef struct soon {
    event event;
    word next; // in its list, whose last has the first; or of those that nothing is in
} soon;

typedef struct late {
    word when, order; // of two at one time the lower order is the earlier
    event event;
} late;

typedef struct queue {
    word base;   // a time: events before `base + SOON` are put into lists
    word filled; // bit i: `lists[i]` is not 0
    word lists[SOON / WORD_BITS]; // a bit for each list: it has an event
    number last[SOON];            // of each list: the number of its last event
    soon *soon;
    word soon_room, spare; // how many there may be; the first that nothing is in, + 1, or 0
    late *heap;
    word late, late_room; // how many there are, and may be
    word sequence;
} queue;

static queue *new_queue(void) { return calloc(1, sizeof(queue)); }

static void end_queue(queue *of)
{
    if (of) {
        free(of->soon);
        free(of->heap);
    }
    free(of);
}

// --- Those that come soon -----------------------------------------------------------------------------------------------

// More room for events, none of which is used yet; whether there is memory.
static bool more_soon(queue *of)
{
    word room = of->soon_room ? of->soon_room * 2 : FIRST_EVENTS;
    soon *larger = realloc(of->soon, room * sizeof(soon));
    if (!larger)
        return 0;
    for (word i = room; i-- > of->soon_room;) {
        larger[i].next = of->spare;
        of->spare = i + 1;
    }
    of->soon = larger;
    of->soon_room = room;
    return 1;
}

static bool push_soon(queue *of, word when, event what)
{
    if (!of->spare && !more_soon(of))
        return 0;
    word list = when % SOON, number_of = of->spare - 1, *lists = &of->lists[list / WORD_BITS], bit = (word)1 << list % WORD_BITS;
    soon *made = &of->soon[number_of];
    of->spare = made->next;
    made->event = what;
    if (*lists & bit) {
        soon *before = &of->soon[of->last[list]];
        made->next = before->next;
        before->next = number_of;
    } else {
        made->next = number_of;
        *lists |= bit;
        of->filled |= (word)1 << list / WORD_BITS;
    }
    of->last[list] = (number)number_of;
    return 1;
}

// When the first of them is; NEVER: there is none.
static ALWAYS_INLINE word first_soon(const queue *of)
{
    word place = of->base % SOON, at = place / WORD_BITS, lists = of->lists[at] >> place % WORD_BITS;
    if (lists)
        return of->base + (word)__builtin_ctzl(lists);
    if (!of->filled)
        return NEVER;
    word above = of->filled & ~(((word)2 << at) - 1);
    at = (word)__builtin_ctzl(above ? above : of->filled);
    return of->base + (at * WORD_BITS + (word)__builtin_ctzl(of->lists[at]) - place) % SOON;
}

static ALWAYS_INLINE event take_soon(queue *of, word when)
{
    word list = when % SOON, last = of->last[list], first = of->soon[last].next;
    soon *taken = &of->soon[first];
    if (first != last)
        of->soon[last].next = taken->next;
    else {
        word *lists = &of->lists[list / WORD_BITS];
        *lists &= ~((word)1 << list % WORD_BITS);
        of->filled &= ~((word)!*lists << list / WORD_BITS);
    }
    taken->next = of->spare;
    of->spare = first + 1;
    return taken->event;
}

// --- Those that come later ----------------------------------------------------------------------------------------------

static wide key_of(const late *it) { return (wide)it->when << 64 | it->order; }
static bool earlier(const late *one, const late *other) { return key_of(one) < key_of(other); }

static bool push_late(queue *of, word when, event what)
{
    if (of->late == of->late_room) {
        word room = of->late_room ? of->late_room * 2 : FIRST_EVENTS;
        late *larger = realloc(of->heap, room * sizeof(late));
        if (!larger)
            return 0;
        of->heap = larger;
        of->late_room = room;
    }
    late *heap = of->heap, made = {when, ++of->sequence, what};
    word place = of->late++;
    while (place) {
        word above = (place - 1) / 2;
        if (heap[above].when <= when) // of two events at one time the new one is the later
            break;
        heap[place] = heap[above];
        place = above;
    }
    heap[place] = made;
    return 1;
}

static event take_late(queue *of)
{
    late *heap = of->heap, last = heap[--of->late];
    event taken = heap[0].event;
    word count = of->late, place = 0;
    for (word child; (child = 2 * place + 1) < count; place = child) {
        // The processor cannot guess which it is, so there is no branch: behind the last event is the one taken off.
        child += (word)(child + 1 < count) & (word)earlier(&heap[child + 1], &heap[child]);
        if (earlier(&last, &heap[child]))
            break;
        heap[place] = heap[child];
    }
    heap[place] = last;
    return taken;
}

// --- All of them --------------------------------------------------------------------------------------------------------

// Schedules an event behind all others of its time; whether there is memory.
static ALWAYS_INLINE bool push_event(queue *of, word when, event what)
{
    return when - of->base < SOON ? push_soon(of, when, what) : push_late(of, when, what);
}

// When the first event is; NEVER: there is none.
static ALWAYS_INLINE word first_event(const queue *of)
{
    word soon = first_soon(of);
    return of->late && of->heap->when < soon ? of->heap->when : soon;
}

// Takes the first event off, which is then.
static ALWAYS_INLINE event take_event(queue *of, word when)
{
    bool is_late = of->late && of->heap->when == when;
    if (when > of->base)
        of->base = when;
    return is_late ? take_late(of) : take_soon(of, when);
}

// The first event, which is then and stays.
static ALWAYS_INLINE const event *event_at(const queue *of, word when)
{
    if (of->late && of->heap->when == when)
        return &of->heap->event;
    return &of->soon[of->soon[of->last[when % SOON]].next].event;
}

// Takes any event off; whether there was one.
static bool take_any(queue *of, event *to)
{
    word when = first_event(of);
    if (when != NEVER)
        *to = take_event(of, when);
    return when != NEVER;
}
