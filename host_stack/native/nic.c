// SPDX-License-Identifier: Apache-2.0
// A NIC's `receive`, `transmit` and `next_wakeup` as Python calls them: the common case here, all else in `nic.Nic`.
#include "packets.h"

enum { FRAME_OVERHEAD = 24 };
#define NS_OF_S 1000000000

object **the, *sought;
number (*checksum)(number running, const byte *data, number length);

landing *innermost;

void strange(const object *it, word slot)
{
    if (!PyErr_Occurred())
        PyErr_Format(the[the_TypeError], "%R where a %R belongs; MRC_NIC=python takes it in a NIC",
                     it ? type_of(it) : NONE, the[slot >> 16]);
    landing *own = innermost;
    for (word thread = PyThread_get_thread_ident(); own->thread != thread;)
        own = own->outer;
    longjmp(own->place, 1);
}

bool counts_as_true(object *it) { return PyObject_IsTrue(it) > 0; }

void leave_landing(landing *here)
{
    landing **at = &innermost;
    while (*at != here)
        at = &(*at)->outer;
    *at = here->outer;
}

void set_up_nics(object **things, number (*crc)(number running, const byte *data, number length))
{
    the = things;
    checksum = crc;
    sought = integer((sword)1 << DIGIT_BITS);
    set_up_kinds();
}

// --- In -----------------------------------------------------------------------------------------------------------------

// Whether a packet comes from the NIC that a queue pair is connected to.
static bool is_of_peer(const packet *it)
{
    object *address = get(it->qp, QueuePair_peer_address);
    return bytes_size(address) == 16 && !__builtin_memcmp(bytes_of(address), it->source, 16);
}

// What `take` does with a frame for a queue pair, or for none.
static enum end take_packet(object *nic, const packet *it, sword port, sword opcode, sword now)
{
    if (!it->qp)
        return receive_endpoint(nic, it, port, now);
    Py_IncRef(it->qp);
    enum end end = is_true(it->kind, PacketType_data) ? receive_data(nic, it, now)
                   : opcode == SACK                   ? receive_sack(nic, it, now)
                                                      : receive_ack(nic, it, now);
    Py_DecRef(it->qp);
    return end;
}

// Whether a queue pair is told of a packet in the common case.
static bool is_common(const packet *it, sword opcode)
{
    object *state = get(it->qp, QueuePair_state), *recipient = get(it->kind, PacketType_recipient);
    if ((state != the[the_rts] && state != the[the_rtr]) || !is_of_peer(it))
        return 0;
    return is_true(it->kind, PacketType_data) ||
           (recipient == the[the_requestor_of] && (opcode == SACK || opcode == ACK) && !it->pad);
}

// A frame arrives (`Nic.receive`).
static enum end take(object *nic, sword port, const byte *data, sword length, const lack *lack, sword now)
{
    packet it;
    object *macs = get(nic, Nic__macs);
    if (!is_none(nic, Nic_journal) || !is_time(now) || port < 0 || port >= list_size(macs) ||
        !read_packet(nic, data, length, lack && lack->fill ? lack : 0, &it) || __builtin_memcmp(data, bytes_of(list_item(macs, port)), 6))
        return DECLINED;
    sword opcode = get_int(it.kind, PacketType_opcode);
    if (it.qp && !is_common(&it, opcode))
        return DECLINED;
    put_int(nic, Nic_now_ns, now); // as Python does, whoever goes on
    put_bool(nic, Nic__settled, 0);
    add(nic, Nic__received, 1);
    enum end end = take_packet(nic, &it, port, opcode, now);
    if (end == DECLINED)
        add(nic, Nic__received, -1);
    return end;
}

// How a call ends: what Python is to do, it does without an exception of before.
word finished(enum end end)
{
    if (end == DECLINED)
        return forget() ? DECLINED : RAISED;
    return PyErr_Occurred() ? RAISED : end;
}

word nic_take(object *nic, sword port, const byte *data, sword length, const lack *lack, sword now)
{
    landing here;
    word end = LANDS(here) ? RAISED : finished(take(nic, port, data, length, lack, now));
    LEAVES(here);
    return end;
}

// --- Out ----------------------------------------------------------------------------------------------------------------

void queue_control(object *scheduler, object *qp)
{
    if (is_true(qp, QueuePair_control_queued))
        return;
    put_bool(qp, QueuePair_control_queued, 1);
    append_to(get(scheduler, Scheduler__control), qp);
}

// What Python says leaves: None, or a port and a frame. Whether that went well.
static bool said_by_python(object *said, leaving *to)
{
    if (said && said != NONE) {
        object *port = tuple_item(said, 0), *frame = port ? tuple_item(said, 1) : 0;
        to->port = frame ? PyLong_AsLong(port) : -1;
        if (frame && !PyErr_Occurred())
            to->frame = kept(frame);
    }
    return done(said) && !PyErr_Occurred();
}

// What a method of Python's sends on one of these ports.
static enum end asked_of(object *of, word name, sword free_ports, sword now, leaving *to)
{
    object *ports = integer(free_ports), *time = integer(now);
    bool fine = said_by_python(method_2(of, name, ports, time), to);
    Py_DecRef(ports);
    Py_DecRef(time);
    return fine ? DONE : RAISED;
}

// A function of `scheduler.py`, of a queue pair, says what leaves.
static enum end by_python(word function, object *qp, sword free_ports, sword now, leaving *to)
{
    if (!forget())
        return RAISED;
    object *given[] = {0, qp, integer(free_ports), integer(now)};
    object *said = PyObject_Vectorcall(the[function], given + 1, 3 | FREE_PLACE, 0);
    Py_DecRef(given[2]);
    Py_DecRef(given[3]);
    return said_by_python(said, to) ? DONE : RAISED;
}

static enum end rotate(object *queue)
{
    object *one = integer(-1);
    bool fine = done(method_1(queue, the_rotate, one));
    Py_DecRef(one);
    return fine ? DONE : RAISED;
}

// Whether a queue pair is at a place of a queue; an exception where there is no such place is forgotten.
static bool is_at(object *queue, sword place, const object *qp)
{
    object *at = PySequence_GetItem(queue, place);
    if (!at)
        forget();
    Py_DecRef(at);
    return at == qp;
}

// The first queue pair with a control packet sends a plain SACK (`Scheduler._turn_of_control`).
static enum end answer(object *scheduler, object *control, object *qp, sword free_ports, sword now, leaving *to)
{
    object *responder = hold(qp, QueuePair_responder), *answers = hold(responder, Responder_answers);
    bool fine = send_answer(scheduler, qp, answers, free_ports, now, to);
    Py_DecRef(answers);
    bool more = size_of(get(get(responder, Responder_answers), Answers__jobs)) > 0; // Python may have replaced them
    Py_DecRef(responder);
    if (!fine || !is_at(control, 0, qp)) // Python may have ended the queue pair
        return fine && !PyErr_Occurred() ? DONE : RAISED;
    if (more)
        return size_of(control) > 1 ? rotate(control) : DONE;
    put_bool(qp, QueuePair_control_queued, 0);
    return done(pop_first(control)) ? DONE : RAISED;
}

// `Scheduler._next_control`.
static enum end next_control(object *scheduler, sword free_ports, sword now, leaving *to)
{
    object *control = hold(scheduler, Scheduler__control);
    enum end end = DONE;
    for (sword waiting = size_of(control); end == DONE && !has_frame(to) && waiting; waiting--) {
        object *qp = PySequence_GetItem(control, 0);
        if (qp && is_plain_answer(qp))
            end = answer(scheduler, control, qp, free_ports, now, to);
        else
            end = qp ? asked_of(scheduler, the__turn_of_control, free_ports, now, to) : RAISED;
        Py_DecRef(qp);
    }
    Py_DecRef(control);
    return end;
}

// Whether a queue pair has more to send (`Requestor.has_work`); -1 after an exception.
static int has_more(object *requestor)
{
    if (requestor == NONE)
        return 0;
    if (has_work(requestor))
        return 1;
    if (!something_is_lost(requestor))
        return 0;
    object *more = PyObject_GetAttr(requestor, the[the_has_work]);
    bool is = more == the[the_True];
    return done(more) ? is : -1;
}

// Behind the others, if it has more to send (`Scheduler._line_up`); it is at `place` of those with data, unless it has
// been destroyed since.
static bool line_up(object *data, object *qp, sword place)
{
    int more = has_more(get(qp, QueuePair_requestor));
    if (more < 0)
        return 0;
    if (!is_at(data, place, qp)) {
        put_bool(qp, QueuePair_data_queued, PySequence_Contains(data, qp) > 0);
        return !PyErr_Occurred();
    }
    if (more && size_of(data) == 1)
        return 1;
    if (more && !place)
        return rotate(data) == DONE;
    if (PySequence_DelItem(data, place))
        return 0;
    if (more)
        return append_to(data, qp);
    put_bool(qp, QueuePair_data_queued, 0);
    return 1;
}

// What has left is noted, the queue pair goes behind the others; whether that went well.
static bool left(object *nic, object *data, object *qp, sword place, sword now)
{
    if (!line_up(data, qp, place))
        return 0;
    if (!is_none(qp, QueuePair_probing))
        put_int(get(qp, QueuePair_probing), ProbeSchedule_sent_ns, now);
    return is_none(qp, QueuePair_evs) || arm_timers(get(nic, Nic__timers), qp);
}

// `scheduler.new_of`.
static enum end new_of(object *qp, sword free_ports, sword now, leaving *to)
{
    enum end end = send_data(qp, free_ports, now, to);
    return end == DECLINED ? by_python(the_new_of, qp, free_ports, now, to) : end;
}

// `scheduler.retransmission_of`, where something waits to be sent again.
static enum end retransmission_of(object *qp, sword free_ports, sword now, leaving *to)
{
    object *requestor = get(qp, QueuePair_requestor);
    if (requestor == NONE || is_none(qp, QueuePair_evs) || !something_is_lost(requestor))
        return DONE;
    return by_python(the_retransmission_of, qp, free_ports, now, to);
}

// The ports that carry a frame just now and come free after it (`Scheduler._soon`).
static sword come_free(const object *scheduler, sword now)
{
    object *busy = get(scheduler, Scheduler__busy_until_ns);
    sword soon = 0;
    for (sword port = 0; port < list_size(busy); port++)
        if (value_of(list_item(busy, port)) + SLACK_NS > now)
            soon |= (sword)1 << port;
    return soon;
}

// A queue pair, unless it waits for a port that is busy, or its peer is one of those of others that do.
static enum end on_its_plane(object *qp, sword free_ports, sword soon, sword now, object *passed, leaving *to)
{
    if (is_none(qp, QueuePair_requestor) || is_none(qp, QueuePair_evs))
        return DONE;
    enum end end = retransmission_of(qp, free_ports, now, to);
    if (end != DONE || has_frame(to))
        return end;
    object *requestor = get(qp, QueuePair_requestor), *evs = get(qp, QueuePair_evs); // Python may have changed them
    if (requestor == NONE || evs == NONE)
        return DONE;
    int is_passed = PySet_Contains(passed, get(qp, QueuePair_peer_address));
    if (is_passed)
        return is_passed < 0 ? RAISED : DONE;
    sword own = next_plane(evs);
    if (!(own & soon & ~free_ports))
        return new_of(qp, own & free_ports ? own & free_ports : free_ports, now, to);
    int may = may_send_new(requestor);
    return may < 0 || (may && PySet_Add(passed, get(qp, QueuePair_peer_address))) ? RAISED : DONE;
}

// `Scheduler._on_its_plane`.
static enum end on_their_planes(object *nic, object *scheduler, object *data, sword free_ports, sword now, leaving *to)
{
    object *passed = PySet_New(0);
    sword soon = come_free(scheduler, now);
    enum end end = passed ? DONE : RAISED;
    for (sword place = 0; end == DONE && !has_frame(to) && place < size_of(data); place++) {
        object *qp = PySequence_GetItem(data, place);
        end = qp ? on_its_plane(qp, free_ports, soon, now, passed, to) : RAISED;
        if (end == DONE && has_frame(to) && !left(nic, data, qp, place, now))
            end = RAISED;
        Py_DecRef(qp);
    }
    Py_DecRef(passed);
    return end;
}

// `Scheduler._turn`.
static enum end in_turn(object *nic, object *data, sword free_ports, sword now, leaving *to)
{
    enum end end = DONE;
    for (sword waiting = size_of(data); end == DONE && !has_frame(to) && waiting; waiting--) {
        object *qp = PySequence_GetItem(data, 0);
        end = qp ? retransmission_of(qp, free_ports, now, to) : RAISED;
        if (end == DONE && !has_frame(to))
            end = new_of(qp, free_ports, now, to);
        if (end == DONE && !(has_frame(to) ? left(nic, data, qp, 0, now) : line_up(data, qp, 0)))
            end = RAISED;
        Py_DecRef(qp);
    }
    return end;
}

// `Scheduler._next_data`.
static enum end next_data(object *nic, object *scheduler, sword free_ports, sword now, leaving *to)
{
    object *data = hold(scheduler, Scheduler__data);
    enum end end = size_of(data) > 1 ? on_their_planes(nic, scheduler, data, free_ports, now, to) : DONE;
    if (end == DONE && !has_frame(to))
        end = in_turn(nic, data, free_ports, now, to);
    Py_DecRef(data);
    return end;
}

// `Scheduler._next`.
static enum end next_frame(object *nic, object *scheduler, sword free_ports, sword now, leaving *to)
{
    sword answered = get_int(scheduler, Scheduler__answered);
    enum end end = send_probe(get(scheduler, Scheduler__probes), free_ports, now, to);
    if (end != DONE || has_frame(to))
        return end;
    end = send_probe_answer(scheduler, free_ports & ~answered, now, to);
    if (end == DONE && has_frame(to))
        put_int(scheduler, Scheduler__answered, answered | (sword)1 << to->port);
    if (end != DONE || has_frame(to))
        return end;
    end = next_control(scheduler, free_ports, now, to);
    if (end == DONE && !has_frame(to))
        end = next_data(nic, scheduler, free_ports, now, to);
    if (end == DONE && !has_frame(to))
        return send_probe_answer(scheduler, free_ports, now, to);
    if (end == DONE)
        put_int(scheduler, Scheduler__answered, answered & ~((sword)1 << to->port));
    return end;
}

// A frame leaves by a port, which comes free later (`Scheduler.next`).
static void note_left(object *nic, object *scheduler, const leaving *of, sword now)
{
    sword port = of->port, bits = (length_of(of) + FRAME_OVERHEAD) * 8;
    object *rate = tuple_item(get(scheduler, Scheduler__rates_bps), port);
    if (rate && !value_of(rate))
        PyErr_Format(the[the_TypeError], "port %zd has 0 bit/s", port);
    else if (rate)
        put_number(get(scheduler, Scheduler__busy_until_ns), port, now + bits * NS_OF_S / value_of(rate));
    put_bool(nic, Nic__settled, 0);
    add(nic, Nic__sent, 1);
}

// When a port of those that carry frames is free at the latest, -1: none does (`Scheduler.patient_ns`).
static sword next_free(const object *scheduler, sword now)
{
    object *busy = get(scheduler, Scheduler__busy_until_ns);
    sword first = -1;
    for (sword port = 0; port < list_size(busy); port++) {
        sword until = value_of(list_item(busy, port)) + SLACK_NS;
        if (until > now && (first < 0 || until < first))
            first = until;
    }
    return first;
}

// Whether all that waits to be answered are plain SACKs.
static bool all_are_plain(object *control)
{
    bool plain = 1;
    for (sword place = 0; plain && place < size_of(control); place++) {
        object *qp = PySequence_GetItem(control, place);
        plain = qp && is_plain_answer(qp);
        Py_DecRef(qp);
    }
    return plain;
}

// Everything that is possible has been asked for (`Nic._settle`): whether that is all that there is to it.
static bool settled(object *nic, sword now)
{
    object *scheduler = get(nic, Nic__scheduler), *timers = get(nic, Nic__timers), *control = get(scheduler, Scheduler__control);
    object *prober = get(nic, Nic_prober);
    if (!all_are_plain(control))
        return 0;
    sword at = size_of(control) ? next_free(scheduler, now) : -1;
    sword next = next_probe_ns(prober, now);
    if (next >= 0)
        at = at < 0 ? next : least(at, next);
    if (PyErr_Occurred()) {
        forget();
        return 0;
    }
    if (at >= 0 && get_int(timers, Timers__wake_ns) != at) {
        add(timers, Timers__order, 1);
        put_int(timers, Timers__wake_order, get_int(timers, Timers__order));
    }
    put_int(timers, Timers__wake_ns, at < 0 ? NEVER : least(at, NEVER));
    put_bool(nic, Nic__settled, 1);
    return 1;
}

static bool settle_in_python(object *nic, object *time) { return done(method_1(nic, the__settle, time)); }

// What a function does that takes the time as a number of Python's; whether that went well.
static bool by_time(bool (*function)(object *nic, object *time), object *nic, sword now)
{
    object *time = integer(now);
    bool fine = time && function(nic, time);
    Py_DecRef(time);
    return fine;
}

// A frame to send, if there is one (`Nic.transmit`).
static enum end give(object *nic, sword asked, sword now, leaving *to)
{
    if (!is_time(now) || asked < 0 || !is_none(nic, Nic_journal))
        return DECLINED;
    put_int(nic, Nic_now_ns, now);
    sword first = earliest(get(nic, Nic__timers));
    if (first <= now && (PyErr_Occurred() || !by_time(run_timers, nic, now)))
        return RAISED;
    if (size_of(get(get(nic, Nic_ports), PortControl_pending)))
        return DECLINED;
    sword free_ports = asked & get_int(get(nic, Nic__masks), Ports_up);
    object *scheduler = hold(nic, Nic__scheduler);
    enum end end = free_ports ? next_frame(nic, scheduler, free_ports, now, to) : DONE;
    if (end == DONE && has_frame(to))
        note_left(nic, scheduler, to, now);
    Py_DecRef(scheduler);
    if (end != DONE || PyErr_Occurred()) {
        Py_DecRef(to->frame);
        to->frame = 0;
        return RAISED;
    }
    if (has_frame(to))
        return DONE;
    bool fine = settled(nic, now) || (!PyErr_Occurred() && by_time(settle_in_python, nic, now));
    return fine ? DONE : RAISED;
}

word nic_give(object *nic, sword asked, sword now, leaving *to)
{
    landing here;
    word end = LANDS(here) ? RAISED : finished(give(nic, asked, now, to));
    LEAVES(here);
    return end;
}

// When to ask for a frame although nothing arrives, -1: never (`Nic.next_wakeup`).
static enum end wake_at(object *nic, sword *when)
{
    object *timers = get(nic, Nic__timers);
    sword at = earliest(timers), now = get_int(nic, Nic_now_ns);
    if (at > now && !is_true(nic, Nic__settled)) {
        if (!settled(nic, now))
            return DECLINED;
        at = earliest(timers);
    }
    *when = at == NEVER ? -1 : at;
    return at >= 0 ? DONE : DECLINED;
}

word nic_wake(object *nic, sword *when)
{
    landing here;
    enum end end = LANDS(here) ? DECLINED : wake_at(nic, when);
    LEAVES(here);
    return finished(end);
}

// --- As Python calls it ---------------------------------------------------------------------------------------------------

// A call with `count` arguments by their places and others by their names.
static object *in_python(word function, object *nic, object *const *given, sword count, object *names)
{
    enum { TOO_MANY = 4 };
    object *arguments[2 + TOO_MANY] = {0, nic};
    sword all = count + (names ? tuple_size(names) : 0);
    if (all > TOO_MANY) {
        all = count = TOO_MANY;
        names = 0;
    }
    for (sword i = 0; i < all; i++)
        arguments[2 + i] = given[i];
    return PyObject_Vectorcall(the[function], arguments + 1, (word)(count + 1) | FREE_PLACE, names);
}

object *receive_by(taking *take_by, word function, object *nic, object *const *given, sword count, object *names)
{
    byte *data;
    sword length;
    enum end end = DECLINED;
    if (count == 3 && !names && !PyBytes_AsStringAndSize(given[1], &data, &length))
        end = take_by(nic, PyLong_AsLong(given[0]), data, length, 0, PyLong_AsLong(given[2]));
    if (end == DONE)
        return kept(NONE);
    if (end == RAISED)
        return 0;
    return forget() ? in_python(function, nic, given, count, names) : 0; // what is no number is an error of Python's
}

object *transmit_by(giving *give_by, word function, object *nic, object *const *given, sword count, object *names)
{
    leaving to = {.port = -1};
    enum end end = DECLINED;
    if (count == 2 && !names)
        end = give_by(nic, PyLong_AsLong(given[0]), PyLong_AsLong(given[1]), &to);
    if (end == RAISED)
        return 0;
    if (end == DONE) {
        object *port = to.frame ? integer(to.port) : 0, *result = to.frame ? PyTuple_Pack(2, port, to.frame) : kept(NONE);
        Py_DecRef(port);
        Py_DecRef(to.frame);
        return result;
    }
    return forget() ? in_python(function, nic, given, count, names) : 0;
}

object *wakeup_by(waking *wake_by, word function, object *nic, object *const *given, sword count, object *names)
{
    sword at = -1;
    enum end end = count || names ? DECLINED : wake_by(nic, &at);
    if (end == DONE)
        return at < 0 ? kept(NONE) : integer(at);
    if (end == RAISED)
        return 0;
    return in_python(function, nic, given, count, names);
}

object *nic_receive(object *nic, object *const *given, sword count, object *names)
{
    return receive_by(nic_take, the_receive, nic, given, count, names);
}

object *nic_transmit(object *nic, object *const *given, sword count, object *names)
{
    return transmit_by(nic_give, the_transmit, nic, given, count, names);
}

object *nic_next_wakeup(object *nic, object *const *given, sword count, object *names)
{
    return wakeup_by(nic_wake, the_next_wakeup, nic, given, count, names);
}
