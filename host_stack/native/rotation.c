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

static bool keep_cursor(object *rotation, object *plane, sword at)
{
    object *cursor = integer(at);
    bool fine = cursor && !PyDict_SetItem(get(rotation, Rotation__cursor), plane, cursor);
    Py_DecRef(cursor);
    return fine;
}

static bool is_left_out(const object *entry) { return get(entry, EvEntry_state) == the[the_skip]; }

// The EV of a plane whose turn it is, a new reference; None if all are left out, NULL after an exception. `visited`: the one
// of those that comes back first, a new reference.
static object *whose_turn(object *rotation, object *plane, sword now, object **visited)
{
    object *entries = PyDict_GetItemWithError(get(rotation, Rotation__rotation), plane);
    object *cursor = PyDict_GetItemWithError(get(rotation, Rotation__cursor), plane);
    if (!entries || !cursor)
        return 0;
    sword size = list_size(entries), at = value_of(cursor), timer = get_int(rotation, Rotation__skip_timer_ns);
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
        bool found = fine && !out && (wrapped || entry != *visited);
        if (found && keep_cursor(rotation, plane, at))
            return entry;
        Py_DecRef(entry);
        if (found || !fine)
            return 0;
    }
    return keep_cursor(rotation, plane, least(at, size)) ? kept(NONE) : 0;
}

// `Rotation._next_in`: an EV, a new reference, None if there is none, NULL after an exception.
static object *next_in(object *rotation, object *plane, sword now)
{
    object *visited = 0, *found = whose_turn(rotation, plane, now, &visited);
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
    object *planes = get(rotation, Rotation__planes), *turns = get(rotation, Rotation__rotation);
    sword count_of = tuple_size(planes), turn = get_int(rotation, Rotation__next_plane);
    sword closed = get_int(rotation, Rotation_closed);
    for (sword step = 0; step < count_of; step++) {
        object *plane = tuple_item(planes, (turn + step) % count_of);
        if (!plane)
            strange(plane, the_int << 16);
        object *entries = PyDict_GetItemWithError(turns, plane);
        if (entries && list_size(entries) && !(closed >> value_of(plane) & 1))
            return (sword)1 << value_of(plane);
    }
    return 0;
}

// `Rotation.choose`: a new reference; None: no EV, NULL after an exception.
object *choose(object *evs, sword free_ports, sword now)
{
    object *rotation = get(evs, EvSet__rotation), *planes = get(rotation, Rotation__planes);
    sword count_of = tuple_size(planes), turn = get_int(rotation, Rotation__next_plane);
    sword open = free_ports & ~get_int(rotation, Rotation_closed);
    for (sword step = 0; step < count_of; step++) {
        sword position = (turn + step) % count_of;
        object *plane = tuple_item(planes, position);
        if (!(open >> value_of(plane) & 1))
            continue;
        object *entry = next_in(rotation, plane, now);
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
