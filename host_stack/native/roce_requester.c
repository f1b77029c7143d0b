// SPDX-License-Identifier: Apache-2.0
// The sending half of a RoCE queue pair in the common case: a packet of a write leaves, an ACK arrives; and its rate.
//
// What `roce.requester.Requester` and `roce.dcqcn.ReactionPoint` do, step for step. All questions come first; where an
// answer is not the common one, nothing has been changed and Python does it all.
#include "roce.h"

enum { NOT_ACK = 0xE0, WIRE_OVERHEAD = 24, LONGEST = 4096, TIMEOUT_NS = 4096, TIMEOUT_BITS = 31, MOST_PACKETS = 1 << 30 };
#define NS_PER_BYTE 8000000000.0
#define LINE 0.999 // as in dcqcn.py

// --- Rate ---------------------------------------------------------------------------------------------------------------

// `ReactionPoint._increase`.
static void increase(object *point)
{
    const object *p = get(point, RoceReactionPoint__p);
    sword by_time = get_int(point, RoceReactionPoint__by_time), by_bytes = get_int(point, RoceReactionPoint__by_bytes);
    sword recovery = get_int(p, RoceDcqcnParameters_fast_recovery), hyper = least(by_time, by_bytes) - recovery;
    double target = get_float(point, RoceReactionPoint_target_bps), line = get_float(point, RoceReactionPoint__line_bps);
    if (hyper > 0)
        target += (double)(hyper * get_int(p, RoceDcqcnParameters_hyper_bps));
    else if (most(by_time, by_bytes) >= recovery)
        target += (double)get_int(p, RoceDcqcnParameters_additive_bps);
    if (target > line)
        target = line;
    double rate = (target + get_float(point, RoceReactionPoint_rate_bps)) / 2;
    if (rate >= LINE * line) {
        rate = target = line;
        put_bool(point, RoceReactionPoint__limited, 0);
    }
    put_float(point, RoceReactionPoint_target_bps, target);
    put_float(point, RoceReactionPoint_rate_bps, rate);
}

static bool is_limited(const object *point) { return is_true(point, RoceReactionPoint__limited); }

// `ReactionPoint.advance`.
static void advance(object *point, sword now)
{
    sword period = get_int(get(point, RoceReactionPoint__p), RoceDcqcnParameters_increase_timer_ns);
    if (is_none(point, RoceReactionPoint__timer_ns))
        put_int(point, RoceReactionPoint__timer_ns, now);
    while (is_limited(point) && period > 0 && now - get_int(point, RoceReactionPoint__timer_ns) >= period) {
        add(point, RoceReactionPoint__timer_ns, period);
        add(point, RoceReactionPoint__by_time, 1);
        increase(point);
    }
}

// `ReactionPoint.on_sent`.
static void on_sent(object *point, sword octets, sword now)
{
    sword most_bytes = get_int(get(point, RoceReactionPoint__p), RoceDcqcnParameters_byte_counter);
    advance(point, now);
    add(point, RoceReactionPoint__sent, octets);
    while (is_limited(point) && most_bytes > 0 && get_int(point, RoceReactionPoint__sent) >= most_bytes) {
        add(point, RoceReactionPoint__sent, -most_bytes);
        add(point, RoceReactionPoint__by_bytes, 1);
        increase(point);
    }
}

// What a queue pair's rate makes of a frame that leaves (`QueuePair.next_data`).
static void pace(object *qp, sword length, sword now)
{
    object *point = get(qp, RoceQueuePair_reaction_point);
    if (point == NONE || !is_limited(point))
        return;
    sword octets = length + WIRE_OVERHEAD;
    on_sent(point, octets, now);
    if (is_limited(point)) {
        sword later = (sword)((double)octets * NS_PER_BYTE / get_float(point, RoceReactionPoint_rate_bps));
        put_int(qp, RoceQueuePair__pace_ns, most(get_int(qp, RoceQueuePair__pace_ns) + later, now));
    }
}

// Whether a queue pair's rate is one that C can divide by.
static bool has_a_rate(const object *qp)
{
    const object *point = get(qp, RoceQueuePair_reaction_point);
    return point == NONE || get_float(point, RoceReactionPoint_rate_bps) >= 1;
}

// Whether the limits of its retries are not of a subclass, which Python is to ask.
static bool has_plain_limits(const object *requester)
{
    return is_a(get(requester, RoceRequester__limits), the_RoceRtsAttributes);
}

// --- Out ----------------------------------------------------------------------------------------------------------------

static void start_timer(object *requester, sword now)
{
    sword timeout = get_int(get(requester, RoceRequester__limits), RoceRtsAttributes_timeout);
    if (timeout)
        put_int(requester, RoceRequester_deadline_ns, now + ((sword)TIMEOUT_NS << (timeout & TIMEOUT_BITS)));
    else
        put_none(requester, RoceRequester_deadline_ns);
}

// A packet of a write that is to leave.
typedef struct packet_out {
    object *request;
    view data;
    sword index, number, offset, size; // of the PSN; which of the message's packets, from where on, how many bytes
    bool last;
} packet_out;

// The packet that is next, with a view of its message; whether it is one that leaves from here.
static bool next_packet(const object *requester, packet_out *to)
{
    object *requests = get(requester, RoceRequester__requests);
    sword at = get_int(requester, RoceRequester__at), mtu = get_int(requester, RoceRequester__mtu);
    if (!makes_frames(get(requester, RoceRequester__frames)) || !has_plain_limits(requester) || at < 0 ||
        at >= list_size(requests))
        return 0;
    to->request = list_item(requests, at);
    if (get(to->request, RoceSendRequest_operation) != the[the_roce_write] || mtu < 1 || mtu > LONGEST)
        return 0;
    to->index = get_int(requester, RoceRequester__next);
    to->number = to->index - get_int(to->request, RoceSendRequest_first);
    sword packets = get_int(to->request, RoceSendRequest_packets);
    to->last = to->number == packets - 1;
    to->offset = to->number * mtu;
    if (to->number < 0 || to->number >= packets || to->number > MOST_PACKETS ||
        PyObject_GetBuffer(get(to->request, RoceSendRequest_data), &to->data, READ_ONLY))
        return 0;
    to->size = least(to->data.length - to->offset, mtu);
    if (to->size >= 0)
        return 1;
    PyBuffer_Release(&to->data);
    return 0;
}

// `Requester.next_frame`, but for the frame: what changes as the packet leaves; whether it asks for an ACK.
static bool leaves(object *requester, const packet_out *it, sword now)
{
    object *counters = get(requester, RoceRequester__counters);
    add(requester, RoceRequester__unasked, 1);
    bool asks = it->last || get_int(requester, RoceRequester__unasked) >= get_int(requester, RoceRequester__ack_every);
    if (asks) {
        put_int(requester, RoceRequester__unasked, 0);
        put_int(requester, RoceRequester__asked, most(time_or_never(requester, RoceRequester__asked), it->index));
        if (is_none(requester, RoceRequester_deadline_ns))
            start_timer(requester, now);
    }
    if (it->index < get_int(requester, RoceRequester__sent))
        add(counters, RoceQpCounters_retransmissions, 1);
    else {
        object *time = integer(now);
        add(counters, RoceQpCounters_data_packets, 1);
        add(requester, RoceRequester__sent, 1);
        if (time)
            PyList_Append(get(requester, RoceRequester__first_sent_ns), time);
        Py_DecRef(time);
    }
    add(requester, RoceRequester__next, 1);
    if (it->last)
        add(requester, RoceRequester__at, 1);
    return asks;
}

// The headers behind the BTH; their length.
static sword write_headers(byte *to, const packet_out *it, object *imm)
{
    byte *at = to;
    if (!it->number) {
        at = write_64(at, PyLong_AsUnsignedLongLong(get(it->request, RoceSendRequest_address)));
        at = write_32(write_32(at, (word)get_int(it->request, RoceSendRequest_r_key)), (word)it->data.length);
    }
    if (it->last && imm != NONE)
        at = write_32(at, (word)value_of(imm));
    return at - to;
}

static sword opcode_of(const packet_out *it, bool immediate)
{
    if (!it->last)
        return it->number ? WRITE_MIDDLE : WRITE_FIRST;
    return (it->number ? WRITE_LAST : WRITE_ONLY) + immediate;
}

// `QueuePair.next_data` of a packet of a write.
enum end send_packet(object *qp, sword now, leaving *to)
{
    object *requester = get(qp, RoceQueuePair__requester), *frames = get(requester, RoceRequester__frames);
    packet_out it;
    if (!has_a_rate(qp) || !next_packet(requester, &it))
        return PyErr_Occurred() ? RAISED : DECLINED;
    byte rest[RETH + IMMDT];
    object *imm = get(it.request, RoceSendRequest_imm);
    content of = {
        .traffic_class = get_int(get(frames, RoceQpFrames__classes), RoceTrafficClasses_data) << 2 | ECT_0,
        .opcode = opcode_of(&it, imm != NONE), .psn = it.index, .rest = rest,
        .payload = {it.data.data + it.offset, it.size, get(it.request, RoceSendRequest_lender)},
    };
    of.rest_length = write_headers(rest, &it, imm);
    of.ack_req = leaves(requester, &it, now);
    bool made = make_frame(frames, &of, to);
    PyBuffer_Release(&it.data);
    if (made)
        pace(qp, length_of(to), now);
    return PyErr_Occurred() ? RAISED : DONE;
}

// --- In -----------------------------------------------------------------------------------------------------------------

// `QueuePair._push` of something that has succeeded, `kind`: which of `the` says what; whether that went well.
bool complete_message(object *qp, word kind, object *wr_id, sword length, object *imm, sword now)
{
    object *made = PyType_GenericAlloc(the[the_RoceCompletion], 0);
    if (!made)
        return 0;
    put(made, RoceCompletion_kind, kept(the[kind]));
    put(made, RoceCompletion_status, kept(the[the_roce_success]));
    put(made, RoceCompletion_wr_id, kept(wr_id));
    put_int(made, RoceCompletion_length, length);
    put(made, RoceCompletion_imm, kept(imm));
    put_int(made, RoceCompletion_time_ns, now);
    put(made, RoceCompletion_qpn, kept(get(qp, RoceQueuePair_qpn)));
    bool fine = !PyErr_Occurred() && !PyList_Append(get(qp, RoceQueuePair__completions), made);
    object *handler = hold(qp, RoceQueuePair_completion_handler), *given[] = {0, hold(made, RoceCompletion_time_ns)};
    if (fine && handler != NONE)
        fine = done(PyObject_Vectorcall(handler, given + 1, 1 | FREE_PLACE, 0));
    Py_DecRef(handler);
    Py_DecRef(given[1]);
    Py_DecRef(made);
    return fine;
}

// The oldest message has arrived to its end; whether that went well.
static bool complete_first(object *qp, object *requester, sword now)
{
    object *requests = get(requester, RoceRequester__requests), *request = kept(list_item(requests, 0));
    word kind = get(request, RoceSendRequest_operation) == the[the_roce_write] ? the_roce_sends_write : the_roce_sends_send;
    add(requester, RoceRequester__at, -1);
    bool fine = !PyList_SetSlice(requests, 0, 1, 0) &&
                complete_message(qp, kind, get(request, RoceSendRequest_wr_id),
                                 size_of(get(request, RoceSendRequest_data)), NONE, now);
    Py_DecRef(request);
    return fine;
}

static sword last_of(const object *request)
{
    return get_int(request, RoceSendRequest_first) + get_int(request, RoceSendRequest_packets) - 1;
}

// `Requester._go_to`.
static void go_to(object *requester, sword index)
{
    object *requests = get(requester, RoceRequester__requests);
    sword at = 0;
    while (at < list_size(requests) && last_of(list_item(requests, at)) < index)
        at++;
    put_int(requester, RoceRequester__next, index);
    put_int(requester, RoceRequester__at, at);
}

// `Requester._acknowledged`, of something new; whether that went well.
static bool acknowledged(object *qp, object *requester, sword before, sword now)
{
    object *limits = get(requester, RoceRequester__limits), *counters = get(requester, RoceRequester__counters);
    object *sent_ns = get(requester, RoceRequester__first_sent_ns), *first = list_item(sent_ns, 0);
    if (!first)
        return 0;
    sword took = now - value_of(first);
    if (took > get_int(counters, RoceQpCounters_worst_delivery_ns))
        put_int(counters, RoceQpCounters_worst_delivery_ns, took);
    if (PyList_SetSlice(sent_ns, 0, before - get_int(requester, RoceRequester__unacked), 0))
        return 0;
    put_int(requester, RoceRequester__unacked, before);
    put(requester, RoceRequester__retries, kept(get(limits, RoceRtsAttributes_retry_count)));
    put(requester, RoceRequester__rnr_retries, kept(get(limits, RoceRtsAttributes_rnr_retry)));
    for (;;) {
        object *requests = get(requester, RoceRequester__requests);
        if (list_size(requests) < 1 || last_of(list_item(requests, 0)) >= before)
            break;
        if (!complete_first(qp, requester, now))
            return 0;
    }
    if (get_int(requester, RoceRequester__next) < before)
        go_to(requester, before);
    put_none(requester, RoceRequester_deadline_ns);
    if (time_or_never(requester, RoceRequester__asked) >= before)
        start_timer(requester, now);
    else
        put_none(requester, RoceRequester__asked);
    return !PyErr_Occurred();
}

// `QueuePair.receive` of an ACK, and `Requester.on_acknowledge`.
enum end take_acknowledgement(object *qp, const arrived *it, sword now)
{
    object *requester = get(qp, RoceQueuePair__requester);
    if (it->length != AETH || it->body[0] & NOT_ACK || requester == NONE || !is_none(requester, RoceRequester_failure) ||
        !has_plain_limits(requester))
        return DECLINED;
    object *counters = get(requester, RoceRequester__counters);
    sword unacked = get_int(requester, RoceRequester__unacked), index = index_of(it->psn, unacked);
    if (it->marked)
        note_mark(qp, now);
    add(counters, RoceQpCounters_acks, 1);
    if (index < unacked)
        return DONE;
    if (index >= get_int(requester, RoceRequester__sent)) {
        add(counters, RoceQpCounters_ignored, 1);
        return DONE;
    }
    Py_IncRef(requester);
    bool fine = acknowledged(qp, requester, index + 1, now);
    Py_DecRef(requester);
    return fine ? DONE : RAISED;
}
