// SPDX-License-Identifier: Apache-2.0
// The receiving half of a RoCE queue pair in the common case: a write in order, what comes behind a gap or again, an ACK.
//
// What `roce.responder.Responder` does, step for step. All questions come first; where an answer is not the common one,
// nothing has been changed and Python does it all.
#include "roce.h"

enum { ACKNOWLEDGED = 0x1F };

// A packet of a write, and the message that it is a part of; `length`: of the payload, `left`: before it.
typedef struct part {
    const byte *payload;
    sword length, address, key, left, imm;
    bool first, last;
} part;

// --- Marks --------------------------------------------------------------------------------------------------------------

// `NotificationPoint.on_marked`: whether to send a CNP now.
static bool on_marked(object *point, sword now)
{
    if (!is_none(point, RoceNotificationPoint__ends_ns) && now < get_int(point, RoceNotificationPoint__ends_ns)) {
        put_bool(point, RoceNotificationPoint_again, is_true(point, RoceNotificationPoint__remembers));
        return 0;
    }
    put_bool(point, RoceNotificationPoint_again, 0);
    put_int(point, RoceNotificationPoint__ends_ns, now + get_int(point, RoceNotificationPoint__interval_ns));
    return 1;
}

void note_mark(object *qp, sword now)
{
    add(get(qp, RoceQueuePair_counters), RoceQpCounters_marked, 1);
    object *point = get(qp, RoceQueuePair__notification_point);
    if (point != NONE && on_marked(point, now))
        put_bool(qp, RoceQueuePair_cnp_due, 1);
}

// `NotificationPoint.run`.
bool interval_ends(object *point, sword now)
{
    return is_true(point, RoceNotificationPoint_again) && !is_none(point, RoceNotificationPoint__ends_ns) &&
           now >= get_int(point, RoceNotificationPoint__ends_ns) && on_marked(point, now);
}

// --- Requests -----------------------------------------------------------------------------------------------------------

static bool is_first(sword opcode) { return opcode == WRITE_FIRST || opcode >= WRITE_ONLY; }
static bool has_immediate(sword opcode) { return opcode == WRITE_LAST_IMM || opcode == WRITE_ONLY_IMM; }

// Whether a packet has the headers of its opcode, which is that of a write.
static bool is_whole_write(const arrived *it)
{
    sword opcode = it->opcode, headers = (is_first(opcode) ? RETH : 0) + (has_immediate(opcode) ? IMMDT : 0);
    return opcode >= WRITE_FIRST && opcode <= WRITE_ONLY_IMM && it->length >= headers;
}

// Whether a packet of a write is the one that comes next, as long as it must be (`Responder._take`).
static bool is_next(const object *responder, const arrived *it, part *to)
{
    const object *message = get(responder, RoceResponder__message);
    sword opcode = it->opcode, mtu = get_int(responder, RoceResponder__mtu);
    to->first = is_first(opcode);
    to->last = opcode >= WRITE_LAST;
    sword headers = (to->first ? RETH : 0) + (has_immediate(opcode) ? IMMDT : 0);
    to->length = it->length - headers;
    to->payload = payload_of(it->frame, ROCE_BODY_AT + headers, to->length, it->lack);
    to->imm = has_immediate(opcode) ? (sword)read_32(it->body + headers - IMMDT) : -1;
    if (!to->payload || to->first != (message == NONE))
        return 0;
    return to->last ? to->length <= mtu && (to->first || to->length) : to->length == mtu;
}

// Where a packet goes; whether it may (`Responder._write`, its first half).
static bool may_write(const object *responder, const arrived *it, part *to, object **region)
{
    const object *message = get(responder, RoceResponder__message), *memory = get(responder, RoceResponder__memory);
    object *domain = get(responder, RoceResponder__domain);
    if (to->first) {
        to->address = (sword)read_64(it->body);
        to->key = (sword)read_32(it->body + 8);
        to->left = (sword)read_32(it->body + 12);
    } else {
        if (get(message, RoceMessage_operation) != the[the_roce_write])
            return 0;
        to->address = get_int(message, RoceMessage_address);
        to->key = get_int(message, RoceMessage_r_key);
        to->left = get_int(message, RoceMessage_left);
    }
    if (to->address < 0 || to->address >= FARTHEST)
        return 0;
    if (to->length > to->left || (to->last && to->length != to->left))
        return 0;
    if (to->imm >= 0 && !list_size(get(responder, RoceResponder_receives)))
        return 0;
    *region = to->length ? writable_region(memory, domain, to->key, to->address, to->first ? to->left : to->length) : 0;
    return *region || !to->length;
}

// The message that is arriving, a new reference.
static object *message_of(const object *responder, const part *it)
{
    object *message = get(responder, RoceResponder__message);
    if (!it->first)
        return kept(message);
    object *made = PyType_GenericAlloc(the[the_RoceMessage], 0);
    if (made) {
        put(made, RoceMessage_operation, kept(the[the_roce_write]));
        put_int(made, RoceMessage_address, it->address);
        put_int(made, RoceMessage_r_key, it->key);
        put_int(made, RoceMessage_left, it->left);
        put_int(made, RoceMessage_done, 0);
        put_none(made, RoceMessage_receive);
    }
    return made;
}

// A write with immediate has used a receive up; whether that went well.
static bool immediate(object *nic, object *qp, object *responder, const object *message, sword imm)
{
    object *receives = get(responder, RoceResponder_receives), *receive = kept(list_item(receives, 0));
    object *value = integer(imm);
    bool fine = receive && value && !PyList_SetSlice(receives, 0, 1, 0) &&
                complete_message(qp, the_roce_receives_imm, get(receive, RoceReceive_wr_id),
                                 get_int(message, RoceMessage_done), value, get_int(nic, RoceNic_now_ns));
    Py_DecRef(receive);
    Py_DecRef(value);
    return fine;
}

// `Responder._write`, its second half; whether that went well.
static bool place(object *nic, object *qp, object *responder, const part *it, object *region)
{
    if (it->length && !write_region(region, it->address, it->payload, it->length))
        return 0;
    if (it->first && it->last && it->imm < 0) { // nobody sees the message
        add(get(responder, RoceResponder__counters), RoceQpCounters_bytes_placed, it->length);
        return 1;
    }
    object *message = message_of(responder, it);
    if (!message)
        return 0;
    put_int(message, RoceMessage_address, it->address + it->length);
    put_int(message, RoceMessage_left, it->left - it->length);
    add(message, RoceMessage_done, it->length);
    put(responder, RoceResponder__message, kept(message));
    add(get(responder, RoceResponder__counters), RoceQpCounters_bytes_placed, it->length);
    bool fine = it->imm < 0 || immediate(nic, qp, responder, message, it->imm);
    Py_DecRef(message);
    return fine;
}

// A packet that is not the one that is expected (`Responder._out_of_order`).
static enum end out_of_order(object *responder, const arrived *it, sword ahead)
{
    object *counters = get(responder, RoceResponder__counters);
    if (ahead > 0 && !is_true(responder, RoceResponder__complained))
        return DECLINED;
    add(counters, ahead > 0 ? RoceQpCounters_out_of_sequence : RoceQpCounters_duplicates, 1);
    if (ahead < 0 && it->ack_req)
        put_bool(responder, RoceResponder__ack_due, 1);
    return DONE;
}

// `Responder.on_request`.
static enum end on_request(object *nic, object *qp, object *responder, const arrived *it, sword now)
{
    object *region = 0;
    sword expected = get_int(responder, RoceResponder__expected), index = index_of(it->psn, expected);
    part of;
    if (is_true(responder, RoceResponder_failed) || !is_whole_write(it))
        return DECLINED;
    if (index != expected) {
        enum end end = out_of_order(responder, it, index - expected);
        if (end == DONE && it->marked)
            note_mark(qp, now);
        return end;
    }
    if (!is_next(responder, it, &of) || !may_write(responder, it, &of, &region))
        return DECLINED;
    if (it->marked)
        note_mark(qp, now);
    if (!place(nic, qp, responder, &of, region))
        return RAISED;
    add(responder, RoceResponder__expected, 1);
    put_bool(responder, RoceResponder__complained, 0);
    put_none(responder, RoceResponder__nak);
    if (of.last) {
        add(responder, RoceResponder__messages, 1);
        put_none(responder, RoceResponder__message);
    }
    if (it->ack_req)
        put_bool(responder, RoceResponder__ack_due, 1);
    return DONE;
}

// `QueuePair.receive` of a request.
enum end take_request(object *nic, object *qp, const arrived *it, sword now)
{
    object *responder = hold(qp, RoceQueuePair__responder);
    enum end end = on_request(nic, qp, responder, it, now);
    Py_DecRef(responder);
    return end;
}

// --- Answers ------------------------------------------------------------------------------------------------------------

// `QueuePair.has_answer`.
bool has_acknowledgement(const object *qp)
{
    const object *responder = get(qp, RoceQueuePair__responder), *state = get(qp, RoceQueuePair_state);
    if (responder == NONE || (!is_true(responder, RoceResponder__ack_due) && is_none(responder, RoceResponder__nak)))
        return 0;
    return state == the[the_rtr] || state == the[the_rts] || is_true(qp, RoceQueuePair__last_words);
}

// `QueuePair.next_answer` of an ACK.
enum end send_acknowledgement(object *qp, leaving *to)
{
    object *responder = get(qp, RoceQueuePair__responder), *frames = get(responder, RoceResponder__frames);
    if (!is_none(responder, RoceResponder__nak) || !makes_frames(frames))
        return DECLINED;
    byte aeth[AETH];
    write_32(aeth, (word)ACKNOWLEDGED << 24 | ((word)get_int(responder, RoceResponder__messages) & PSN_MASK));
    const content of = {
        .traffic_class = get_int(get(frames, RoceQpFrames__classes), RoceTrafficClasses_data) << 2, .opcode = ACKNOWLEDGE,
        .psn = get_int(responder, RoceResponder__expected) - 1, .rest = aeth, .rest_length = AETH,
    };
    put_bool(qp, RoceQueuePair__last_words, 0);
    put_bool(responder, RoceResponder__ack_due, 0);
    return make_frame(frames, &of, to) ? DONE : RAISED;
}
