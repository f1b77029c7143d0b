// SPDX-License-Identifier: Apache-2.0
// What a receiver learns of its senders from their data, and what its SACKs ask of them: incast_penalty.py, but what a turn
// finds out of several senders.
#include "packets.h"

enum { UNCOUNTED = 78, SILENT_TURNS = 3, DELAYED = 16, HOLD = 1, EXACT = 53 }; // a float has all whole numbers of 53 bits

static const double full_from = 0.917, gain = 2, forgetting = 1 - 1.0 / 64, most_surplus = 3;

// --- Turns --------------------------------------------------------------------------------------------------------------

static bool is_exact(sword value) { return !((word)value >> EXACT); }

// `_Peer.stand` of one that has all.
static void stand_alone(object *peer)
{
    double level = get_float(peer, _Peer_level), surplus = get_float(peer, _Peer_surplus) * forgetting + 1.0 - 1;
    put_float(peer, _Peer_level, level == 0 ? 1.0 : level + (1.0 - level) / gain);
    surplus = surplus < most_surplus ? surplus : most_surplus;
    put_float(peer, _Peer_surplus, surplus > -most_surplus ? surplus : -most_surplus);
    put_bool(peer, _Peer_may_grow, 1);
}

// Bytes a nanosecond of these planes' ports.
static double capacity_of(object *rates, word planes)
{
    double capacity = 0;
    for (sword plane = 0; plane < list_size(rates) && plane < WIDE; plane++)
        if (planes >> plane & 1)
            capacity += PyFloat_AsDouble(list_item(rates, plane));
    return capacity;
}

// `IncastPenalty._next_turn` of the only peer that is known, and that nothing is asked for: whether that is so. All
// questions come first.
static bool next_turn(object *policy, object *peer, sword now)
{
    word planes;
    if (dict_size(get(policy, IncastPenalty__peers)) != 1 || get(policy, IncastPenalty__turn) != the[the_measure] ||
        !narrow(get(policy, IncastPenalty__planes), &planes))
        return 0;
    sword received = get_int(peer, _Peer_received), silent = received ? 0 : get_int(peer, _Peer_silent_rounds) + 1;
    sword round = get_int(policy, IncastPenalty__base_rtt_ns), ends = get_int(policy, IncastPenalty__ends_ns);
    sword delayed = get_int(policy, IncastPenalty__delay_ticks), packets = get_int(policy, IncastPenalty__packets);
    sword elapsed = most(1, now - get_int(policy, IncastPenalty__began_ns));
    sword carried = received + get_int(policy, IncastPenalty__frames) * UNCOUNTED;
    double delay = get_float(policy, IncastPenalty__delay_ns);
    if (silent > SILENT_TURNS || !(delay >= 0 && delay < (double)((sword)1 << EXACT)) || !is_exact(round) ||
        !is_exact(packets) || (word)delayed >> (EXACT - TICK_BITS) || !is_exact(carried) || !is_exact(received))
        return 0;
    double least_bytes = full_from * capacity_of(get(policy, IncastPenalty__rates), planes) * (double)elapsed;
    if (PyErr_Occurred()) {
        forget();
        return 0;
    }
    bool idle = now - ends > round + (sword)delay;
    delay = idle || !packets ? 0.0 : (double)(delayed * TICK_NS) / (double)packets;
    add(policy, IncastPenalty_turns, 1);
    put_int(policy, IncastPenalty__senders, !idle);
    put_bool(policy, IncastPenalty__full, !idle && (double)carried >= least_bytes);
    put_float(policy, IncastPenalty__delay_ns, delay);
    put_int(peer, _Peer_silent_rounds, silent);
    if (received)
        stand_alone(peer);
    put_int(policy, IncastPenalty__began_ns, now);
    put_int(policy, IncastPenalty__ends_ns, now + round + (sword)delay);
    put_int(peer, _Peer_received, 0);
    put_int(policy, IncastPenalty__planes, 0);
    put_int(policy, IncastPenalty__delay_ticks, 0);
    put_int(policy, IncastPenalty__packets, 0);
    put_int(policy, IncastPenalty__frames, 0);
    return 1;
}

// --- What comes of a sender ---------------------------------------------------------------------------------------------

// `_Peer.delay_ticks`.
static sword delay_ticks(object *peer, const counted *of)
{
    sword ticks = (of->now / TICK_NS - of->timestamp) & 0xFFFF;
    sword fastest = is_none(peer, _Peer__least_tick) ? -1 : get_int(peer, _Peer__least_tick);
    if (fastest >= 0 && ((ticks - fastest) & 0xFFFF) < 0x8000)
        return (ticks - fastest) & 0xFFFF;
    put_int(peer, _Peer__least_tick, ticks);
    return 0;
}

static bool count_in_python(object *policy, const counted *of)
{
    object *stamp = of->timestamp < 0 ? kept(NONE) : integer(of->timestamp), *size = integer(of->size);
    object *number = of->odd ? kept(of->odd) : integer(of->plane), *time = integer(of->now);
    object *given[] = {0, policy, of->peer, size, number, stamp, time};
    bool fine = done(PyObject_Vectorcall(the[the_count_data], given + 1, 6 | FREE_PLACE, 0));
    Py_DecRef(size);
    Py_DecRef(number);
    Py_DecRef(stamp);
    Py_DecRef(time);
    return fine;
}

bool count_data(object *policy, const counted *of)
{
    if (type_of(policy) == the[the_NoPenalty])
        return 1;
    if (type_of(policy) != the[the_IncastPenalty] || of->plane < 0)
        return count_in_python(policy, of);
    object *peer = PyDict_GetItemWithError(get(policy, IncastPenalty__peers), of->peer);
    word planes;
    if (!peer || (of->now >= get_int(policy, IncastPenalty__ends_ns) && !next_turn(policy, peer, of->now)) ||
        !narrow(get(policy, IncastPenalty__planes), &planes))
        return !PyErr_Occurred() && count_in_python(policy, of);
    add(peer, _Peer_received, of->size);
    add(policy, IncastPenalty__frames, 1);
    put_int(policy, IncastPenalty__planes, (sword)(planes | (word)1 << of->plane));
    if (of->timestamp < 0)
        return 1;
    sword ticks = delay_ticks(peer, of);
    double recent = get_float(policy, IncastPenalty__recent_ns);
    put_float(policy, IncastPenalty__recent_ns, recent + ((double)(ticks * TICK_NS) - recent) / DELAYED);
    add(policy, IncastPenalty__delay_ticks, ticks);
    add(policy, IncastPenalty__packets, 1);
    return 1;
}

// --- What a SACK asks for -----------------------------------------------------------------------------------------------

// `IncastPenalty.penalty` of one of several senders.
static word part_of(const object *policy, object *known)
{
    sword penalty = get(policy, IncastPenalty__turn) == the[the_ask] ? get_int(known, _Peer_penalty) : 0;
    double recent = get_float(policy, IncastPenalty__recent_ns);
    if (!penalty && is_true(policy, IncastPenalty__full) &&
        (!is_true(known, _Peer_may_grow) || recent >= (double)get_int(policy, IncastPenalty__target_ns)))
        penalty = HOLD;
    if (penalty > 0)
        put_bool(known, _Peer_asked, 1);
    return (word)penalty;
}

bool ask_penalty(object *policy, object *to, sword now, word *penalty, word *restore)
{
    *penalty = *restore = 0;
    if (type_of(policy) == the[the_NoPenalty])
        return 1;
    if (type_of(policy) == the[the_IncastPenalty]) {
        object *known = PyDict_GetItemWithError(get(policy, IncastPenalty__peers), to);
        if (!known)
            return !PyErr_Occurred();
        if (get_int(policy, IncastPenalty__senders) < 2)
            *restore = is_true(known, _Peer_asked);
        else
            *penalty = part_of(policy, known);
        return 1;
    }
    object *time = integer(now), *said = method_2(policy, the_penalty, to, time);
    Py_DecRef(time);
    if (!said)
        return 0;
    *penalty = PyLong_AsUnsignedLongLong(tuple_item(said, 0));
    *restore = PyLong_AsUnsignedLongLong(tuple_item(said, 1));
    Py_DecRef(said);
    return 1;
}
