// SPDX-License-Identifier: Apache-2.0
// Messages in the common case: a write begins, its receiver completes it and says so, its sender hears that.
//
// What `SendQueue.start`, `Responder._complete`, `Answers.ack` and `Acknowledgements._on_ack` do, step for step.
#include "packets.h"

enum { AETH = 4, ACKNOWLEDGED = 0x1F, ANY_NAK = 0x60 };

// --- A write begins -----------------------------------------------------------------------------------------------------

// The write behind the one that is being sent, where there is none such (`SendQueue.next`); NULL if there is none.
object *waiting_write(const object *queue)
{
    object *pending = get(queue, SendQueue_pending), *work = size_of(pending) > 0 ? PySequence_GetItem(pending, 0) : 0;
    Py_DecRef(work);
    bool held = work && !is_none(work, WorkRequest_imm) &&
                get_int(queue, SendQueue__imms_open) >= get_int(queue, SendQueue__max_immediates);
    return held ? 0 : work;
}

// The beginning of `Requestor.send_new` of a write that waits, and `SendQueue.start`; whether that went well.
bool start_write(object *state, object *work, sword now)
{
    object *queue = get(state, SendState_queue), *begun = get(queue, SendQueue_begun);
    sword first = get_int(get(state, SendState_flight), InFlight_next_index), mtu = get_int(work, WorkRequest_mtu);
    if (!size_of(begun)) {
        progress(state, now);
        put_bool(state, SendState_stale, 1);
    }
    if (mtu < 1)
        PyErr_Format(the[the_TypeError], "a path MTU of %zd", mtu);
    if (PyErr_Occurred() || !done(pop_first(get(queue, SendQueue_pending))))
        return 0;
    put(queue, SendQueue_current, kept(work));
    add(queue, SendQueue__started, 1);
    put_int(work, WorkRequest_number, get_int(queue, SendQueue__started));
    if (!is_none(work, WorkRequest_imm)) {
        add(queue, SendQueue__imms_started, 1);
        add(queue, SendQueue__imms_open, 1);
        put_int(work, WorkRequest_rqmsn, get_int(queue, SendQueue__imms_started) & 0xFFFF);
    }
    put_int(work, WorkRequest_first_index, first);
    put_int(work, WorkRequest_last_index, first + most(1, (get_int(work, WorkRequest_length) + mtu - 1) / mtu) - 1);
    return append_to(begun, work);
}

// --- What completes -----------------------------------------------------------------------------------------------------

// `CompletionQueue.push`: whether that went well.
static bool push(object *queue, object *completion)
{
    if (is_true(queue, CompletionQueue__armed) || get_int(queue, CompletionQueue_overruns) ||
        size_of(get(queue, CompletionQueue__completions)) >= get_int(queue, CompletionQueue_depth))
        return done(method_1(queue, the_push, completion));
    if (!append_to(get(queue, CompletionQueue__completions), completion))
        return 0;
    object *handler = hold(queue, CompletionQueue_handler), *given[] = {0, get(completion, Completion_time_ns)};
    bool fine = handler == NONE || done(PyObject_Vectorcall(handler, given + 1, 1 | FREE_PLACE, 0));
    Py_DecRef(handler);
    return fine;
}

// What a completion says of what succeeded.
typedef struct completed {
    object *wr_id, *imm;
    sword length, qpn;
} completed;

// Something succeeded, of a kind; whether that went well.
static bool complete(object *queue, word kind, const completed *of, object *time)
{
    object *wr_id = kept(of->wr_id), *imm = kept(of->imm); // the collector may run as an object is made
    object *made = PyType_GenericAlloc(the[the_Completion], 0);
    if (!made || !wr_id || !time) {
        Py_DecRef(wr_id);
        Py_DecRef(imm);
        Py_DecRef(made);
        return 0;
    }
    put(made, Completion_kind, kept(the[kind]));
    put(made, Completion_status, kept(the[the_success]));
    put(made, Completion_wr_id, wr_id);
    put(made, Completion_length, integer(of->length));
    put(made, Completion_imm, imm);
    put(made, Completion_time_ns, kept(time));
    put(made, Completion_qpn, integer(of->qpn));
    bool fine = push(queue, made);
    Py_DecRef(made);
    return fine;
}

// --- At the receiver ----------------------------------------------------------------------------------------------------

// `Answers.ack`: whether that went well.
static bool queue_ack(object *answers)
{
    object *jobs = get(answers, Answers__jobs);
    if (!is_none(answers, Answers__ack))
        return 1;
    if (size_of(jobs) >= get_int(answers, Answers_limit)) {
        add(get(answers, Answers__counters), QpCounters_answers_refused, 1);
        return 1;
    }
    object *job = PyType_GenericAlloc(the[the_AckJob], 0);
    if (!job)
        return 0;
    put_int(job, AckJob_index, -1);
    put(job, AckJob_syndrome, kept(the[the_acknowledged]));
    put(answers, Answers__ack, kept(job));
    bool fine = append_to(jobs, job);
    Py_DecRef(job);
    return fine;
}

// The oldest message, whose last packet cack has passed, is complete; whether that went well.
static bool complete_first(object *responder, object *end, object *time)
{
    object *reception = get(responder, Responder_reception), *counters = get(responder, Responder__counters);
    object *ends = get(responder, Responder__ends), *imm = tuple_item(end, 1), *given[] = {0, ends};
    if (!imm || !tuple_item(end, 2) || !done(PyObject_Vectorcall(the[the_heappop], given + 1, 1 | FREE_PLACE, 0)))
        return 0;
    add(reception, Reception_messages, 1);
    put(reception, Reception_completed_index, kept(tuple_item(end, 0)));
    add(counters, QpCounters_messages_received, 1);
    if (imm == NONE)
        return 1;
    add(responder, Responder__stashed, -1);
    add(counters, QpCounters_immediates, 1);
    // Where no receive is posted, the number of the message is the id of one (`ReceiveQueue.take`).
    const completed it = {integer(get_int(reception, Reception_messages)), imm, value_of(tuple_item(end, 2)),
                          get_int(responder, Responder__qpn)};
    bool fine = complete(get(responder, Responder__completions), the_recv_imm, &it, time);
    Py_DecRef(it.wr_id);
    return fine;
}

// `Responder._complete`, unless nothing is complete or refused; whether that went well.
bool complete_messages(object *responder, sword cack, sword now)
{
    object *ends = get(responder, Responder__ends), *time;
    bool refused = !is_none(responder, Responder__refused), fine = 1, any = 0;
    if (!refused && !list_size(ends))
        return 1;
    if (!refused && value_of(tuple_item(list_item(ends, 0), 0)) > cack)
        return 1;
    time = integer(now);
    if (refused || !is_none(get(responder, Responder__receives), ReceiveQueue_depth)) {
        fine = done(method_1(responder, the__complete, time));
        Py_DecRef(time);
        return fine;
    }
    while (fine && list_size(ends) > 0) {
        object *end = kept(list_item(ends, 0)), *index = tuple_item(end, 0);
        bool passed = index && value_of(index) <= cack;
        fine = index && (!passed || complete_first(responder, end, time));
        Py_DecRef(end);
        if (!passed)
            break;
        any = 1;
    }
    Py_DecRef(time);
    return fine && (!any || queue_ack(get(responder, Responder_answers)));
}

// Whether what waits to be said is a transport ACK.
bool is_ack(const object *job) { return type_of(job) == the[the_AckJob] && get(job, AckJob_syndrome) == the[the_acknowledged]; }

// `Answers.send` of a transport ACK: whether that went well.
bool ack_frame(object *answers, const object *job, object *entry, leaving *to)
{
    object *reception = get(answers, Answers__reception), *frames = get(answers, Answers__frames);
    if (!done(pop_first(get(answers, Answers__jobs))))
        return 0;
    put_none(answers, Answers__ack);
    add(get(answers, Answers__counters), QpCounters_acks_sent, 1);
    bool none = is_none(reception, Reception_completed_index);
    sword index = none ? get_int(job, AckJob_index) : get_int(reception, Reception_completed_index);
    byte rest[4 + AETH];
    word messages = (word)get_int(reception, Reception_messages) & 0xFFFFFF;
    write_32(write_32(rest, (word)(index & PSN_MASK)), (word)ACKNOWLEDGED << 24 | messages);
    return frame_of(&(framing){frames, entry, ACK, 0}, rest, sizeof rest, &(payload){0}, to);
}

// --- At the sender ------------------------------------------------------------------------------------------------------

// The oldest write is acknowledged (`SendQueue._take`, `Acknowledgements._complete`); whether that went well.
static bool finish_write(object *state, object *work, object *time, sword *acked, sword *late)
{
    object *queue = get(state, SendState_queue);
    if (!done(pop_first(get(queue, SendQueue_begun))))
        return 0;
    if (!is_none(work, WorkRequest_imm))
        add(queue, SendQueue__imms_open, -1);
    sword last = get_int(work, WorkRequest_last_index);
    if (!deliver_range(state, last, last, time, acked, late))
        return 0;
    add(get(state, SendState_counters), QpCounters_messages_completed, 1);
    progress(state, value_of(time));
    if (!is_true(work, WorkRequest_signalled))
        return 1;
    const completed it = {get(work, WorkRequest_wr_id), get(work, WorkRequest_imm), get_int(work, WorkRequest_length),
                          get_int(get(state, SendState_frames), QpFrames_qpn)};
    return complete(get(state, SendState__completions), the_write, &it, time);
}

// `Acknowledgements._on_ack` of a packet that has been sent; whether that went well.
static bool on_ack(const sending *by, sword index, object *time)
{
    object *state = by->state, *flight = by->flight, *cc = by->cc;
    object *acknowledgements = hold(by->requestor, Requestor_acknowledgements);
    object *begun = hold(get(state, SendState_queue), SendQueue_begun);
    sword acked = 0, late = get_int(acknowledgements, Acknowledgements__late_bytes), una = get_int(flight, InFlight_una);
    bool fine = deliver_range(state, una, index, time, &acked, &late), more = fine;
    if (fine && index >= una)
        put_int(flight, InFlight_una, index + 1);
    while (more && size_of(begun) > 0) {
        object *work = PySequence_GetItem(begun, 0);
        more = work && get_int(work, WorkRequest_last_index) <= index;
        fine = work && (!more || finish_write(state, work, time, &acked, &late));
        more = more && fine;
        Py_DecRef(work);
    }
    put_int(acknowledgements, Acknowledgements__late_bytes, fine ? 0 : late);
    Py_DecRef(begun);
    Py_DecRef(acknowledgements);
    if (!fine)
        return 0;
    if (!acked && !late)
        return 1;
    tell_acknowledged(cc, acked, late);
    return heard(cc, get_int(flight, InFlight_again_ns), time);
}

// A transport ACK arrives.
enum end receive_ack(object *nic, const packet *it, sword now)
{
    object *requestor = get(it->qp, QueuePair_requestor), *evs = get(it->qp, QueuePair_evs);
    if (requestor == NONE || evs == NONE || type_of(requestor) != the[the_Requestor] ||
        it->body_end - BODY_AT != AETH || it->frame[BODY_AT] & ANY_NAK)
        return DECLINED;
    const object *flight = get(get(requestor, Requestor_state), SendState_flight);
    sword index = index_of(it->psn, get_int(flight, InFlight_una) - 1);
    if (index >= get_int(flight, InFlight_next_index) || PyErr_Occurred())
        return DECLINED;
    object *time = integer(now);
    const sending by = hold_sending(requestor);
    kept(evs);
    bool fine = on_ack(&by, index, time) && after_answer(nic, it, evs, time);
    Py_DecRef(evs);
    let_sending_go(&by);
    Py_DecRef(time);
    return fine ? DONE : RAISED;
}
