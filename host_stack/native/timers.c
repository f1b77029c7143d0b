// SPDX-License-Identifier: Apache-2.0
// The timers of a NIC (`scheduler.Timers`, `Nic._run_timers`), and when a requestor needs one.
#include "packets.h"

enum { TIMER_BITS = 3, STEADY = 16, QUICK = 2, SLACK = 64 };
enum { REQUESTOR_TIMER, EV_PROBE_TIMER, REVERSE_TIMER, WAKE_TIMER, PORTS_TIMER };

// --- The heap -----------------------------------------------------------------------------------------------------------

// A number in a tuple; an exception of what is none.
static sword number_in(object *tuple, sword place) { return value_of(tuple_item(tuple, place)); }

// What `heappop` takes off, a new reference; NULL after an exception.
object *pop(object *heap)
{
    object *given[] = {0, heap};
    return PyObject_Vectorcall(the[the_heappop], given + 1, 1 | FREE_PLACE, 0);
}

// The first deadline that has not been moved (`Timers._look`): the heap's; NULL if there is none, or after an exception.
static object *look(object *timers)
{
    object *heap = get(timers, Timers__heap), *deadlines = get(timers, Timers__deadlines);
    while (list_size(heap) > 0) {
        object *first = list_item(heap, 0), *key = tuple_item(first, 2);
        object *current = key ? PyDict_GetItemWithError(deadlines, key) : 0;
        if (current && number_in(current, 1) == number_in(first, 1))
            return first;
        if (PyErr_Occurred() || !done(pop(heap)))
            return 0;
    }
    return 0;
}

// The earliest deadline, NEVER if there is none (`Timers.earliest`); -1 after an exception.
sword earliest(object *timers)
{
    if (!is_true(timers, Timers__settled)) {
        object *first = look(timers);
        sword at = first ? number_in(first, 0) : NEVER;
        if (PyErr_Occurred())
            return -1;
        put_int(timers, Timers__looked, least(at, NEVER));
        put_bool(timers, Timers__settled, 1);
    }
    return least(get_int(timers, Timers__looked), get_int(timers, Timers__wake_ns));
}

// `Timers.set`: whether that went well.
static bool set_timer(object *timers, sword key, object *at)
{
    object *heap = get(timers, Timers__heap), *deadlines = get(timers, Timers__deadlines), *name = integer(key);
    object *current = name ? PyDict_GetItemWithError(deadlines, name) : 0;
    bool stays = current && number_in(current, 0) == value_of(at);
    if (stays || PyErr_Occurred()) {
        Py_DecRef(name);
        return stays;
    }
    if (current)
        put_bool(timers, Timers__settled, 0);
    else if (is_true(timers, Timers__settled) && value_of(at) < get_int(timers, Timers__looked))
        put_int(timers, Timers__looked, value_of(at));
    add(timers, Timers__order, 1);
    object *order = integer(get_int(timers, Timers__order)), *deadline = order ? PyTuple_Pack(2, at, order) : 0;
    object *place = name && order ? PyTuple_Pack(3, at, order, name) : 0, *given[] = {0, heap, place};
    bool fine = deadline && place && !PyDict_SetItem(deadlines, name, deadline) &&
                done(PyObject_Vectorcall(the[the_heappush], given + 1, 2 | FREE_PLACE, 0));
    Py_DecRef(name);
    Py_DecRef(order);
    Py_DecRef(deadline);
    Py_DecRef(place);
    if (fine && list_size(heap) > 4 * dict_size(deadlines) + SLACK)
        return done(method(timers, the__compact));
    return fine;
}

// `Timers.pop_due`: a key, -1 if none is due. Whether that went well.
static bool pop_due(object *timers, sword now, sword *key)
{
    sword at = earliest(timers), wake = get_int(timers, Timers__wake_ns);
    *key = -1;
    if (at > now || PyErr_Occurred())
        return at > now;
    object *first = look(timers);
    sword before = first ? wake - number_in(first, 0) : -1;
    bool wakes = wake != NEVER && (before < 0 || (!before && get_int(timers, Timers__wake_order) < number_in(first, 1)));
    if (PyErr_Occurred())
        return 0;
    if (wakes) {
        *key = WAKE_TIMER;
        put_int(timers, Timers__wake_ns, NEVER);
        return 1;
    }
    object *popped = pop(get(timers, Timers__heap)), *name = popped ? tuple_item(popped, 2) : 0;
    bool fine = name && !PyDict_DelItem(get(timers, Timers__deadlines), name);
    if (fine)
        *key = value_of(name);
    Py_DecRef(popped);
    put_bool(timers, Timers__settled, 0);
    return fine;
}

// --- Of a requestor -----------------------------------------------------------------------------------------------------

// `Requestor.deadline_ns`: -1 where nothing is outstanding, -2 where Python is to say.
static sword deadline(const object *state)
{
    const object *budget = get(state, SendState_budget), *queue = get(state, SendState_queue), *cc = get(state, SendState_cc);
    const object *flight = get(state, SendState_flight), *losses = get(state, SendState_losses), *limits;
    const object *probes = get(state, SendState_probes), *to = get(cc, Account__destination);
    sword vain = get_int(probes, ReliabilityProbes_vain);
    limits = get(budget, RetryBudget__limits);
    if (!is_a(limits, the_RtsAttributes) || vain > STEADY ||
        get_int(budget, RetryBudget_retries) > get_int(limits, RtsAttributes_linear_retries) ||
        list_size(get(flight, InFlight__delayed)) || list_size(get(get(losses, Losses__planes), PlaneLosses__waiting)))
        return -2;
    bool begun = size_of(get(queue, SendQueue_begun)) > 0;
    if (!begun && !size_of(get(queue, SendQueue_pending)))
        return -1;
    sword at = get_int(budget, RetryBudget_since_ns) + ((sword)1024 << least(24, get_int(limits, RtsAttributes_ack_timeout)));
    sword interval = get_int(probes, ReliabilityProbes__interval_ns), pause = most(1, interval / 2);
    sword asked = get_int(probes, ReliabilityProbes__last_ns), heard = get_int(state, SendState_heard_ns);
    if (begun)
        at = least(at, most(heard + interval, asked + pause));
    if (stalled(state)) {
        sword patience = get_int(get(losses, Losses_trips), TripTimes_patience_ns) +
                         (get_int(get(state, SendState_options), TransportOptions_base_rtt_ns) >> 1);
        sword since = get_int(flight, InFlight_in_flight) ? get_int(flight, InFlight_last_sent_ns) : heard;
        sword longer = patience << least(most(0, vain - QUICK), 8);
        at = least(at, most(since + patience, asked + least(longer, pause)));
    }
    object *waits = get_int(to, Destination_accounts) > 1
                        ? PyDict_GetItemWithError(get(to, Destination_waiting), (object *)cc)
                        : 0;
    if (waits) {
        sword longest = most(value_of(waits), get_int(to, Destination_heard_ns));
        at = least(at, longest + get_int(to, Destination_patience_ns) * 3 / 2);
    }
    return PyErr_Occurred() ? -2 : at;
}

// `Timers.arm`: whether that went well.
bool arm_timers(object *timers, object *qp)
{
    object *requestor = get(qp, QueuePair_requestor);
    object *due = get(get(get(qp, QueuePair_evs), EvSet_bad), BadEvs_due_ns);
    if (requestor == NONE || (due != NONE && due != get(qp, QueuePair_ev_probe_ns)))
        return done(method_1(timers, the_arm, qp));
    object *state = get(requestor, Requestor_state);
    bool runs = !is_none(qp, QueuePair_deadline_ns);
    if (runs && !is_true(state, SendState_stale))
        return 1;
    sword at = deadline(state);
    if (at == -2 && !forget())
        return 0;
    if (at == -2)
        return done(method_1(timers, the_arm, qp));
    put_bool(state, SendState_stale, 0);
    if (at == -1 || (runs && at >= get_int(qp, QueuePair_deadline_ns)))
        return 1;
    object *time = integer(at);
    put(qp, QueuePair_deadline_ns, kept(time));
    bool fine = time && set_timer(timers, get_int(qp, QueuePair_qpn) << TIMER_BITS | REQUESTOR_TIMER, time);
    Py_DecRef(time);
    return fine;
}

// --- Of the way back ----------------------------------------------------------------------------------------------------

// `Timers.on_data`: whether that went well.
bool probe_later(object *timers, object *qp, object *time)
{
    object *probing = get(qp, QueuePair_probing);
    object *at = integer(value_of(time) + get_int(probing, ProbeSchedule__interval_ns));
    put_int(probing, ProbeSchedule__interval_since_ns, value_of(time));
    put(qp, QueuePair_reverse_ns, kept(at));
    bool fine = at && set_timer(timers, get_int(qp, QueuePair_qpn) << TIMER_BITS | REVERSE_TIMER, at);
    Py_DecRef(at);
    return fine;
}

// --- What is due --------------------------------------------------------------------------------------------------------

// The timer of a requestor: mostly it is only armed again. Whether that went well.
static bool run_requestor(object *nic, object *qp, object *time)
{
    object *requestor = get(qp, QueuePair_requestor);
    if (requestor == NONE)
        return 1;
    sword at = is_none(qp, QueuePair_evs) ? -2 : deadline(get(requestor, Requestor_state));
    if (!forget())
        return 0;
    if (at == -1 || at > value_of(time))
        return after(nic, qp);
    return done(method_1(requestor, the_on_timer, time)) && done(method_1(nic, the__after_requestor, qp));
}

// One timer of a queue pair that receives; whether that went well.
static bool run(object *nic, object *qp, sword timer, object *time)
{
    object *probing = get(qp, QueuePair_probing), *timers = get(nic, Nic__timers);
    if (timer == REQUESTOR_TIMER)
        return run_requestor(nic, qp, time);
    if (probing == NONE)
        return 1;
    if (timer == EV_PROBE_TIMER)
        return done(method_1(probing, the_revive, time)) && done(method_1(timers, the_arm, qp));
    if (get_int(probing, ProbeSchedule_received_ns) < get_int(probing, ProbeSchedule__interval_since_ns))
        return !PyErr_Occurred();
    kept(probing);
    bool fine = probe_later(timers, qp, time) && probe_way_back(probing, time);
    Py_DecRef(probing);
    return fine;
}

// One timer of a queue pair; whether that went well.
static bool run_timer(object *nic, object *qp, sword timer, object *time)
{
    if (timer == REQUESTOR_TIMER)
        put_none(qp, QueuePair_deadline_ns);
    else if (timer == EV_PROBE_TIMER)
        put_none(qp, QueuePair_ev_probe_ns);
    else if (timer == REVERSE_TIMER)
        put_none(qp, QueuePair_reverse_ns);
    object *state = get(qp, QueuePair_state);
    return (state != the[the_rts] && state != the[the_rtr]) || timer > REVERSE_TIMER || run(nic, qp, timer, time);
}

// `Nic._run_timers`: whether that went well.
bool run_timers(object *nic, object *time)
{
    object *timers = get(nic, Nic__timers);
    sword key = 0, now = value_of(time);
    bool fine = 1;
    Py_IncRef(time);
    while (fine && (fine = pop_due(timers, now, &key)) && key >= 0) {
        sword timer = key & ((1 << TIMER_BITS) - 1);
        object *qp = 0;
        if (timer == WAKE_TIMER)
            fine = done(method(nic, the__end_overrun));
        else if (timer == PORTS_TIMER)
            fine = done(method_1(get(nic, Nic_ports), the_run, time));
        else
            qp = find(get(nic, Nic_queue_pairs), key >> TIMER_BITS);
        if (qp) {
            Py_IncRef(qp);
            fine = run_timer(nic, qp, timer, time);
            Py_DecRef(qp);
        }
    }
    Py_DecRef(time);
    return fine && !PyErr_Occurred();
}
