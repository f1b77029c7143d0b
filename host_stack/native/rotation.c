// SPDX-License-Identifier: Apache-2.0
// The rotation of an EV set: which EV the next packet takes (`paths/rotation.py`).
#include "packets.h"

// An EV that was left out is used again; whether that went well.
static bool come_back(object *rotation, object *entry, word reason, sword now)
{
    object *given[] = {0, entry, the[reason], integer(now)};
    bool fine = done(PyObject_Vectorcall(get(rotation, Rotation__good), given + 1, 3 | FREE_PLACE, 0));
    Py_DecRef(given[3]);
    return fine;
}

static bool is_left_out(const object *entry) { return get(entry, EvEntry_state) == the[the_skip]; }

// The EV of a plane whose turn it is, a new reference; None if all are left out, NULL after an exception. `visited`: the one
// of those that comes back first, a new reference.
static object *whose_turn(object *rotation, object *turns, sword now, object **visited)
{
    object *entries = get(turns, PlaneTurns_entries);
    sword size = list_size(entries), at = get_int(turns, PlaneTurns_cursor);
    sword timer = get_int(rotation, Rotation__skip_timer_ns);
    bool wrapped = 0;
    for (sword i = 0; i < 2 * size; i++) {
        if (at >= size) {
            if (size > 1)
                shuffle(get(rotation, Rotation__rng), entries);
            at = 0;
            wrapped = 1;
        }
        object *entry = list_item(entries, at++);
        bool out = is_left_out(entry), fine = 1, comes = 0;
        kept(entry); // until Python has heard that it comes back
        if (out && timer && now >= get_int(entry, EvEntry_skipped_ns) + timer) {
            fine = come_back(rotation, entry, the_skip_timer, now);
            out = 0;
        } else if (out && (!*visited || is_left_out(*visited))) {
            comes = !timer && now >= get_int(entry, EvEntry_held_until_ns);
            if (comes || !*visited || get_int(entry, EvEntry_skipped_ns) < get_int(*visited, EvEntry_skipped_ns)) {
                Py_DecRef(*visited);
                *visited = kept(entry);
            }
            fine = !comes || come_back(rotation, entry, the_visited, now);
        }
        if (fine && !out && (wrapped || entry != *visited)) {
            put_int(turns, PlaneTurns_cursor, at);
            return entry;
        }
        Py_DecRef(entry);
        if (!fine)
            return 0;
    }
    put_int(turns, PlaneTurns_cursor, least(at, size));
    return kept(NONE);
}

// `Rotation._next_in`: an EV, a new reference, None if there is none, NULL after an exception.
static object *next_in(object *rotation, object *turns, sword now)
{
    object *visited = 0, *found = whose_turn(rotation, turns, now, &visited);
    if (found == NONE && visited) {
        Py_DecRef(found);
        found = is_left_out(visited) && !come_back(rotation, visited, the_visited, now) ? 0 : kept(visited);
    }
    Py_DecRef(visited);
    return found;
}

// `Rotation.next_plane`.
sword next_plane(const object *evs)
{
    const object *rotation = get(evs, EvSet__rotation);
    object *planes = get(rotation, Rotation__planes);
    sword count_of = list_size(planes), turn = get_int(rotation, Rotation__next_plane);
    sword closed = get_int(rotation, Rotation_closed);
    for (sword step = 0; step < count_of; step++) {
        const object *turns = list_item(planes, (turn + step) % count_of);
        sword plane = get_int(turns, PlaneTurns_plane);
        if (list_size(get(turns, PlaneTurns_entries)) && !(closed >> plane & 1))
            return (sword)1 << plane;
    }
    return 0;
}

// `Rotation.choose`: a new reference; None: no EV, NULL after an exception.
object *choose(object *evs, sword free_ports, sword now)
{
    object *rotation = get(evs, EvSet__rotation), *planes = get(rotation, Rotation__planes);
    sword count_of = list_size(planes), turn = get_int(rotation, Rotation__next_plane);
    sword open = free_ports & ~get_int(rotation, Rotation_closed);
    for (sword step = 0; step < count_of; step++) {
        sword position = (turn + step) % count_of;
        object *turns = list_item(planes, position);
        if (!(open >> get_int(turns, PlaneTurns_plane) & 1))
            continue;
        object *entry = next_in(rotation, turns, now);
        if (entry != NONE) {
            put_int(rotation, Rotation__next_plane, (position + 1) % count_of);
            return entry;
        }
        Py_DecRef(entry);
    }
    object *mask = integer(open), *time = integer(now), *chosen = method_2(rotation, the__otherwise, mask, time);
    Py_DecRef(mask);
    Py_DecRef(time);
    return chosen;
}
