// SPDX-License-Identifier: Apache-2.0
// The RoCE NIC's `receive`, `transmit` and `next_wakeup` as Python calls them: the common case here, all else in
// `roce.nic.Nic`. Whose turn it is, and what is paused.
#include "roce.h"

#define WINDOW ((sword)1 << 23) // as in requester.py

// --- When something is due ----------------------------------------------------------------------------------------------

// `QueuePair.data_ns`.
static sword data_ns(const object *qp)
{
    const object *requester = get(qp, RoceQueuePair__requester);
    if (requester == NONE)
        return NEVER_NS;
    sword next = get_int(requester, RoceRequester__next);
    if (next >= get_int(requester, RoceRequester__end) || next - get_int(requester, RoceRequester__unacked) >= WINDOW)
        return NEVER_NS;
    return most(get_int(requester, RoceRequester_hold_until_ns), get_int(qp, RoceQueuePair__pace_ns));
}

// `QueuePair.next_ns`.
static sword next_ns(const object *qp)
{
    const object *point = get(qp, RoceQueuePair__notification_point), *requester = get(qp, RoceQueuePair__requester);
    sword at = requester == NONE ? NEVER_NS : time_or_never(requester, RoceRequester_deadline_ns);
    if (point == NONE || !is_true(point, RoceNotificationPoint_again))
        return at;
    return earlier(at, time_or_never(point, RoceNotificationPoint__ends_ns));
}

// `Scheduler._remember`: whether that went well.
static bool remember(object *scheduler, object *qp, sword at)
{
    object *qpn = get(qp, RoceQueuePair_qpn), *armed = get(scheduler, RoceScheduler__armed);
    const object *before = at < 0 ? 0 : PyDict_GetItemWithError(armed, qpn);
    if (at < 0 || PyErr_Occurred() || (before && value_of((object *)before) <= at))
        return !PyErr_Occurred();
    object *time = integer(at), *place = time ? PyTuple_Pack(2, time, qpn) : 0;
    object *given[] = {0, get(scheduler, RoceScheduler__heap), place};
    bool fine = place && !PyDict_SetItem(armed, qpn, time) &&
                done(PyObject_Vectorcall(the[the_heappush], given + 1, 2 | FREE_PLACE, 0));
    Py_DecRef(time);
    Py_DecRef(place);
    return fine;
}

// Whether a queue pair is to be looked at when an entry of the heap says so: that has not been moved.
static bool holds(object *armed, object *entry)
{
    object *qpn = tuple_item(entry, 1), *at = qpn ? PyDict_GetItemWithError(armed, qpn) : 0;
    return at && value_of(at) == value_of(tuple_item(entry, 0));
}

// `Scheduler.earliest`: NEVER_NS for none. Whether that went well.
static bool earliest_due(object *scheduler, sword *at)
{
    object *heap = get(scheduler, RoceScheduler__heap), *armed = get(scheduler, RoceScheduler__armed);
    *at = NEVER_NS;
    while (list_size(heap) > 0) {
        if (holds(armed, list_item(heap, 0))) {
            *at = value_of(tuple_item(list_item(heap, 0), 0));
            break;
        }
        if (PyErr_Occurred() || !done(pop(heap)))
            return 0;
    }
    return !PyErr_Occurred();
}

// `Scheduler.due`: the number of a queue pair whose time has come, a new reference, NULL if there is none. Whether that
// went well.
static bool pop_due(object *scheduler, sword now, object **qpn)
{
    object *heap = get(scheduler, RoceScheduler__heap), *armed = get(scheduler, RoceScheduler__armed);
    *qpn = 0;
    while (!*qpn && list_size(heap) > 0 && value_of(tuple_item(list_item(heap, 0), 0)) <= now) {
        object *entry = PyErr_Occurred() ? 0 : pop(heap);
        if (!entry)
            return 0;
        if (holds(armed, entry))
            *qpn = kept(tuple_item(entry, 1));
        Py_DecRef(entry);
    }
    return !PyErr_Occurred() && (!*qpn || !PyDict_DelItem(armed, *qpn));
}

// --- Who waits for a turn -----------------------------------------------------------------------------------------------

// Puts a queue pair at the end of a queue of its port, if it is not in it yet; whether that went well.
static bool line_up(object *scheduler, object *qp, word flag, word queue)
{
    if (is_true(qp, flag))
        return 1;
    const object *turns = list_item(get(scheduler, RoceScheduler__ports), get_int(qp, RoceQueuePair_port));
    if (!turns)
        return 0;
    put_bool(qp, flag, 1);
    return append_to(get(turns, queue), qp);
}

// `Scheduler._queue_answers`.
static bool queue_answers(object *scheduler, object *qp)
{
    bool fine = !is_true(qp, RoceQueuePair_cnp_due) || line_up(scheduler, qp, RoceQueuePair_cnp_queued, RoceTurns_cnps);
    return fine && (!has_acknowledgement(qp) || line_up(scheduler, qp, RoceQueuePair_answer_queued, RoceTurns_answers));
}

// `Scheduler._look_at_data`.
static bool look_at_data(object *scheduler, object *qp, sword now)
{
    sword at = next_ns(qp), data = is_true(qp, RoceQueuePair_data_queued) ? NEVER_NS : data_ns(qp);
    if (data > now)
        at = earlier(at, data);
    else if (data >= 0 && !line_up(scheduler, qp, RoceQueuePair_data_queued, RoceTurns_data))
        return 0;
    return remember(scheduler, qp, at);
}

// `Scheduler.look_at`.
static bool look_at(object *scheduler, object *qp, sword now)
{
    return queue_answers(scheduler, qp) && look_at_data(scheduler, qp, now);
}

// --- In -----------------------------------------------------------------------------------------------------------------

// `Nic.receive`.
static enum end take(object *nic, sword port, const byte *data, sword length, const lack *lack, sword now)
{
    arrived it;
    if (port >= tuple_size(get(get(nic, RoceNic_config), RoceNicConfig_ports)) ||
        !read_arrived(nic, data, length, lack && lack->fill ? lack : 0, &it))
        return DECLINED;
    object *state = get(it.qp, RoceQueuePair_state), *peer = get(it.qp, RoceQueuePair__peer);
    if ((state != the[the_rts] && state != the[the_rtr]) || get(it.qp, RoceQueuePair__responder) == NONE ||
        bytes_size(peer) != 16 || __builtin_memcmp(bytes_of(peer), it.source, 16))
        return DECLINED;
    Py_IncRef(it.qp);
    object *scheduler = hold(nic, RoceNic__scheduler);
    put_int(nic, RoceNic_now_ns, now); // as Python does, whoever goes on
    bool answer = it.opcode == ACKNOWLEDGE;
    object *counters = get(nic, RoceNic_counters);
    count(counters, the[the_roce_received_frames]);
    enum end end = answer ? take_acknowledgement(it.qp, &it, now) : take_request(nic, it.qp, &it, now);
    if (end == DECLINED)
        count_back(counters, the[the_roce_received_frames]);
    if (end == DONE && !(answer ? look_at(scheduler, it.qp, now)
                                : queue_answers(scheduler, it.qp) && remember(scheduler, it.qp, next_ns(it.qp))))
        end = RAISED;
    Py_DecRef(scheduler);
    Py_DecRef(it.qp);
    return end;
}

word roce_take(object *nic, sword port, const byte *data, sword length, const lack *lack, sword now)
{
    landing here;
    if (port < 0 || !is_time(now))
        return DECLINED;
    word end = LANDS(here) ? RAISED : finished(take(nic, port, data, length, lack, now));
    LEAVES(here);
    return end;
}

// --- Pauses -------------------------------------------------------------------------------------------------------------

// `Pauses.ports`.
static sword paused(const object *pauses, sword priority, sword now)
{
    object *until = get(pauses, RocePauses__until_ns);
    sword ports = 0;
    for (sword port = 0; port < list_size(until); port++)
        if (value_of(list_item(list_item(until, port), priority)) > now)
            ports |= (sword)1 << port;
    return ports;
}

// `Pauses.next_ns`.
static sword next_end(const object *pauses, sword now)
{
    object *until = get(pauses, RocePauses__until_ns);
    sword first = NEVER_NS;
    for (sword port = 0; port < list_size(until); port++) {
        object *of_port = list_item(until, port);
        for (sword priority = 0; priority < list_size(of_port); priority++) {
            sword at = value_of(list_item(of_port, priority));
            if (at > now)
                first = earlier(first, at);
        }
    }
    return first;
}

// --- Out ----------------------------------------------------------------------------------------------------------------

// The queue pair that has waited longest, a new reference; it is in the queue no more. NULL after an exception.
static object *take_first(object *queue, word flag)
{
    object *qp = pop_first(queue);
    if (qp)
        put_bool(qp, flag, 0);
    return qp;
}

// What a method of a queue pair makes.
static enum end made_by_python(object *qp, word name, object *argument, leaving *to)
{
    to->frame = argument ? method_1(qp, name, argument) : method(qp, name);
    return to->frame ? DONE : RAISED;
}

// The next CNP of a port.
static enum end next_cnp(object *queue, leaving *to)
{
    enum end end = DONE;
    while (end == DONE && !has_frame(to) && size_of(queue) > 0) {
        object *qp = take_first(queue, RoceQueuePair_cnp_queued);
        if (!qp)
            return RAISED;
        if (is_true(qp, RoceQueuePair_cnp_due))
            end = made_by_python(qp, the_next_cnp, 0, to);
        Py_DecRef(qp);
    }
    return end;
}

// The next acknowledgement of a port.
static enum end next_answer(object *queue, leaving *to)
{
    enum end end = DONE;
    while (end == DONE && !has_frame(to) && size_of(queue) > 0) {
        object *qp = take_first(queue, RoceQueuePair_answer_queued);
        if (!qp)
            return RAISED;
        if (has_acknowledgement(qp)) {
            end = send_acknowledgement(qp, to);
            if (end == DECLINED)
                end = made_by_python(qp, the_next_answer, 0, to);
        }
        Py_DecRef(qp);
    }
    return end;
}

// Data of a queue pair whose turn it is, if its time has come.
static enum end turn(object *scheduler, object *qp, sword now, leaving *to)
{
    sword at = data_ns(qp);
    enum end end = at >= 0 && at <= now ? send_packet(qp, now, to) : DONE;
    if (end == DECLINED) {
        object *time = integer(now);
        end = time ? made_by_python(qp, the_next_data, time, to) : RAISED;
        Py_DecRef(time);
    }
    return end == DONE && !look_at_data(scheduler, qp, now) ? RAISED : end;
}

// The next data of a port.
static enum end next_data(object *scheduler, object *queue, sword now, leaving *to)
{
    enum end end = DONE;
    for (sword waiting = size_of(queue); end == DONE && !has_frame(to) && waiting > 0; waiting--) {
        object *qp = take_first(queue, RoceQueuePair_data_queued);
        if (!qp)
            return RAISED;
        end = turn(scheduler, qp, now, to);
        Py_DecRef(qp);
    }
    return end;
}

// `Scheduler.next`.
static enum end next_frame(object *scheduler, sword data_ports, sword cnp_ports, sword now, leaving *to)
{
    object *ports = get(scheduler, RoceScheduler__ports);
    enum end end = DONE;
    for (to->port = 0; to->port < list_size(ports); ++to->port) {
        const object *turns = list_item(ports, to->port);
        if (cnp_ports >> to->port & 1)
            end = next_cnp(get(turns, RoceTurns_cnps), to);
        if (end == DONE && !has_frame(to) && data_ports >> to->port & 1) {
            end = next_answer(get(turns, RoceTurns_answers), to);
            if (end == DONE && !has_frame(to))
                end = next_data(scheduler, get(turns, RoceTurns_data), now, to);
        }
        if (end != DONE || has_frame(to))
            break;
    }
    return end;
}

// `QueuePair.run`, and `Scheduler.look_at`; whether that went well.
static bool run(object *scheduler, object *qp, sword now)
{
    const object *requester = get(qp, RoceQueuePair__requester);
    object *point = get(qp, RoceQueuePair__notification_point);
    sword deadline = requester == NONE ? NEVER_NS : time_or_never(requester, RoceRequester_deadline_ns);
    if (deadline >= 0 && deadline <= now) {
        object *time = integer(now);
        bool fine = time && done(method_1(qp, the_run, time));
        Py_DecRef(time);
        if (!fine)
            return 0;
    } else if (point != NONE && interval_ends(point, now))
        put_bool(qp, RoceQueuePair_cnp_due, 1);
    return look_at(scheduler, qp, now);
}

// Runs all timers that are due; whether that went well.
static bool run_due(object *nic, object *scheduler, sword now)
{
    for (;;) {
        object *qpn;
        if (!pop_due(scheduler, now, &qpn))
            return 0;
        if (!qpn)
            return 1;
        object *qp = kept(PyDict_GetItemWithError(get(nic, RoceNic_queue_pairs), qpn));
        bool fine = qp ? run(scheduler, qp, now) : !PyErr_Occurred();
        Py_DecRef(qp);
        Py_DecRef(qpn);
        if (!fine)
            return 0;
    }
}

// `Nic.transmit` with the NIC's scheduler.
static enum end give_next(object *nic, object *scheduler, sword asked, sword now, leaving *to)
{
    object *pauses = get(nic, RoceNic__pauses), *config = get(nic, RoceNic_config);
    put_int(nic, RoceNic_now_ns, now);
    put_bool(nic, RoceNic__asked, 0);
    if (!run_due(nic, scheduler, now))
        return RAISED;
    sword data = asked & get_int(nic, RoceNic__carriers), cnps = data;
    if (get_int(pauses, RocePauses_last_ns) > now) {
        data &= ~paused(pauses, get_int(config, RoceNicConfig_data_priority), now);
        cnps &= ~paused(pauses, get_int(config, RoceNicConfig_cnp_priority), now);
    }
    enum end end = next_frame(scheduler, data, cnps, now, to);
    if (end == DONE && has_frame(to))
        count(get(nic, RoceNic_counters), the[the_roce_sent_frames]);
    if (end == DONE && !PyErr_Occurred())
        return DONE;
    Py_DecRef(to->frame);
    to->frame = 0;
    return RAISED;
}

// `Nic.transmit`: a frame to send, if there is one.
static enum end give(object *nic, sword asked, sword now, leaving *to)
{
    object *scheduler = hold(nic, RoceNic__scheduler);
    enum end end = give_next(nic, scheduler, asked, now, to);
    Py_DecRef(scheduler);
    return end;
}

word roce_give(object *nic, sword asked, sword now, leaving *to)
{
    landing here;
    if (asked < 0 || !is_time(now))
        return DECLINED;
    word end = LANDS(here) ? RAISED : finished(give(nic, asked, now, to));
    LEAVES(here);
    return end;
}

// `Nic.next_wakeup`: NEVER_NS for never.
static enum end wake_at(object *nic, sword *when)
{
    const object *pauses = get(nic, RoceNic__pauses);
    sword now = get_int(nic, RoceNic_now_ns);
    *when = now;
    if (is_true(nic, RoceNic__asked))
        return DONE;
    if (!earliest_due(get(nic, RoceNic__scheduler), when))
        return DECLINED;
    if (get_int(pauses, RocePauses_last_ns) > now)
        *when = earlier(*when, next_end(pauses, now));
    return DONE;
}

word roce_wake(object *nic, sword *when)
{
    landing here;
    enum end end = LANDS(here) ? DECLINED : wake_at(nic, when);
    LEAVES(here);
    return finished(end);
}

// --- As Python calls it -------------------------------------------------------------------------------------------------

object *roce_receive(object *nic, object *const *given, sword count, object *names)
{
    return receive_by(roce_take, the_roce_receive, nic, given, count, names);
}

object *roce_transmit(object *nic, object *const *given, sword count, object *names)
{
    return transmit_by(roce_give, the_roce_transmit, nic, given, count, names);
}

object *roce_next_wakeup(object *nic, object *const *given, sword count, object *names)
{
    return wakeup_by(roce_wake, the_roce_next_wakeup, nic, given, count, names);
}
