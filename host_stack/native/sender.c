// SPDX-License-Identifier: Apache-2.0
// The next packet of a write leaves: what `Requestor.send_new` and `Account` do, step for step.
//
// All questions come first; where an answer is not the common one, nothing has been changed and Python does it all.
#include "packets.h"

// --- What is in flight --------------------------------------------------------------------------------------------------

sending hold_sending(object *requestor)
{
    object *state = get(requestor, Requestor_state);
    return (sending){
        kept(requestor), kept(state), hold(state, SendState_flight), hold(state, SendState_counters),
        hold(state, SendState_cc),
    };
}

void let_sending_go(const sending *it)
{
    Py_DecRef(it->cc);
    Py_DecRef(it->counters);
    Py_DecRef(it->flight);
    Py_DecRef(it->state);
    Py_DecRef(it->requestor);
}

// `Account._settle`.
void settle(object *account)
{
    object *to = get(account, Account__destination);
    sword books = get_int(account, Account__books), unreported = get_int(account, Account_unreported);
    if (books <= 0) {
        if (books)
            put_int(account, Account__books, 0);
        if (unreported)
            put_int(account, Account_unreported, 0);
        books = unreported = 0;
    } else if (unreported > books) {
        unreported = books;
        put_int(account, Account_unreported, books);
    }
    sword share = unreported > 0 ? books - unreported : books, before = get_int(account, Account__share);
    if (is_true(account, Account_aside))
        add(to, Destination_aside, share - before);
    else {
        add(to, Destination_inflight, share - before);
        if ((share > 0) != (before > 0))
            add(to, Destination_sharing, share > 0 ? 1 : -1);
    }
    put_int(account, Account__share, share);
}

// `Account.can_send`.
static bool can_send(const object *account, sword size)
{
    const object *to = get(account, Account__destination);
    sword inflight = get_int(to, Destination_inflight), window = get_int(to, Destination_window);
    if (is_true(account, Account_aside)) {
        bool alone = inflight <= 0 && get_int(to, Destination_aside) + size <= window;
        return alone || get_int(account, Account__share) <= 0;
    }
    if (is_true(to, Destination_mute) && get_int(account, Account__share) > 0)
        inflight += get_int(to, Destination_aside);
    return inflight + size <= window || inflight <= 0;
}

// `Account.ack_req_bytes`.
static sword ack_req_bytes(const object *account)
{
    const object *to = get(account, Account__destination);
    sword sharing = get_int(to, Destination_sharing);
    if (is_true(to, Destination_mute) || is_true(account, Account_aside))
        return 0;
    sword window = get_int(to, Destination_window);
    return sharing > 1 ? window / sharing / 3 : window / 2;
}

// `Account.asked`: whether that went well.
static bool asked(object *account, sword now)
{
    object *waiting = get(get(account, Account__destination), Destination_waiting);
    put_int(account, Account__asked_ns, now);
    return is_true(account, Account_aside) || PyDict_GetItemWithError(waiting, account) ||
           note_number(waiting, account, now);
}

static bool queue_is_empty(const object *queue)
{
    return is_none(queue, SendQueue_current) && !size_of(get(queue, SendQueue_pending));
}

// `SendState.spent`.
static bool spent(const object *state)
{
    const object *flight = get(state, SendState_flight);
    return queue_is_empty(get(state, SendState_queue)) ||
           get_int(flight, InFlight_next_index) - get_int(flight, InFlight_una) >= get_int(state, SendState_window) ||
           !can_send(get(state, SendState_cc), get_int(state, SendState_full_size));
}

// `SendState.stalled`.
bool stalled(const object *state)
{
    const object *flight = get(state, SendState_flight), *queue = get(state, SendState_queue);
    if (get_int(flight, InFlight_in_flight))
        return spent(state);
    return size_of(get(queue, SendQueue_begun)) && !packets_in(get(flight, InFlight_records)) && queue_is_empty(queue);
}

// Whether packets wait to be sent again, or did.
bool something_is_lost(object *requestor)
{
    return list_size(get(get(get(requestor, Requestor_state), SendState_flight), InFlight_lost)) > 0;
}

// `Requestor.has_work`, where nothing waits to be sent again.
bool has_work(object *requestor) { return !queue_is_empty(get(get(requestor, Requestor_state), SendState_queue)); }

// --- A packet that leaves -----------------------------------------------------------------------------------------------

enum { SPARE = 1024 };

// Packets that have arrived and that nobody else has: they become the next ones that leave.
static object *spare[SPARE];
static sword spares;

static object *spare_packet(void) { return spares ? spare[--spares] : PyType_GenericAlloc(the[the_SentPacket], 0); }

// Holds one more packet that has arrived; whether there is memory.
bool add_packet(delivery *to, object *record)
{
    if (to->count == to->room) {
        bool first = !to->room;
        sword room = first ? USUAL : 2 * to->room;
        object **more = first ? to->some : PyMem_Realloc(to->packets == to->some ? 0 : to->packets, (word)room * sizeof *more);
        if (!more)
            return PyErr_NoMemory() != 0;
        if (room == 2 * USUAL)
            __builtin_memcpy(more, to->some, sizeof to->some);
        to->packets = more;
        to->room = room;
    }
    to->packets[to->count++] = kept(record);
    return 1;
}

// Forgets packets that have arrived.
void forget_packets(delivery *of)
{
    while (of->count > 0) {
        object *record = of->packets[--of->count];
        bool last = is_held_once(record);
        if (last) { // their end may be the end of others
            put_none(record, SentPacket_work);
            put_none(record, SentPacket_entry);
        }
        if (last && spares < SPARE)
            spare[spares++] = record;
        else
            Py_DecRef(record);
    }
    if (of->room > USUAL)
        PyMem_Free(of->packets);
}

// `PacketRing.put` of a packet that has this index.
static void put_packet(object *ring, object *record, sword index)
{
    object **place = place_in(ring, index);
    if (*place != NONE) { // another's: the ring grows
        done(method_1(ring, the_put, record));
        return;
    }
    *place = kept(record);
    Py_DecRef(NONE);
    add(ring, PacketRing__count, 1);
}

// `SentPacket(index, work, size, now)`, on an EV, and `InFlight.sent`; NULL after an exception.
static object *note_sent(object *flight, object *work, sword index, sword size, object *entry, sword now)
{
    object *made = spare_packet();
    if (!made)
        return 0;
    put_int(made, SentPacket_entropy, get_int(entry, EvEntry_entropy));
    put(made, SentPacket_entry, kept(entry));
    put_int(made, SentPacket_sent_ns, now);
    put_int(made, SentPacket_sends, 1);
    put_int(made, SentPacket_index, index);
    put(made, SentPacket_work, kept(work));
    put_int(made, SentPacket_size, size);
    put(made, SentPacket_state, kept(the[the_in_flight]));
    put_int(made, SentPacket_first_sent_ns, now);
    put_int(made, SentPacket_ahead, index - get_int(flight, InFlight_una));
    put_int(made, SentPacket_refused, 0);
    put_bool(made, SentPacket_silent, 0);
    put_none(made, SentPacket_avoid);
    put_int(made, SentPacket_avoid_until_ns, 0);
    put_none(made, SentPacket_blamed);
    put_bool(made, SentPacket_repeated, 0);
    put_bool(made, SentPacket_given_up, 0);
    put(made, SentPacket_why, kept(the[the_missing]));
    add(flight, InFlight_in_flight, 1);
    put_int(flight, InFlight_last_sent_ns, now);
    put_packet(get(flight, InFlight_records), made, index);
    if (index < get_int(flight, InFlight__oldest))
        put_int(flight, InFlight__oldest, index);
    return made;
}

static sword opcode_of(bool first, bool last, bool immediate)
{
    if (last)
        return (first ? ONLY : LAST) + (immediate ? 1 : 0);
    return first ? FIRST : MIDDLE;
}

// UDP length + 40 of a data packet (`frames.nominal_size`), without an immediate.
static sword nominal_size(const object *frames, sword payload)
{
    sword headers = UDP + BTH + 4 + 16 + ICRC + IPV6 + (is_true(frames, QpFrames_timestamps) ? 4 : 0);
    return headers + payload + (-payload & 3);
}

// What `QpFrames.data` makes of a packet; whether that went well.
static bool data_frame(object *frames, object *entry, object *work, sword index, bool ack_req, sword now, leaving *sent)
{
    bool first = index == get_int(work, WorkRequest_first_index), last = index == get_int(work, WorkRequest_last_index);
    bool stamped = is_true(frames, QpFrames_timestamps), immediate = last && !is_none(work, WorkRequest_imm);
    sword mtu = get_int(work, WorkRequest_mtu), offset = (index - get_int(work, WorkRequest_first_index)) * mtu;
    sword length = get_int(work, WorkRequest_length), size = least(length - offset, mtu), opcode = opcode_of(first, last, immediate);
    byte rest[40], *to = rest;
    to = write_32(to, (ack_req ? 0x80000000u : 0) | (stamped ? 0x10000000u : 0) | (word)(index & PSN_MASK));
    to = write_16(to, (word)get_int(work, WorkRequest_rqmsn));
    to = write_16(to, (word)get_int(work, WorkRequest_number));
    if (stamped) {
        to = write_16(to, (word)tick(now));
        to = write_16(to, 1);
    }
    to = write_64(to, address_of(get(work, WorkRequest_remote_address)) + (word)offset);
    to = write_32(to, (word)get_int(work, WorkRequest_r_key));
    to = write_32(to, (word)length);
    if (immediate)
        to = write_32(to, (word)get_int(work, WorkRequest_imm));
    view from;
    if (PyObject_GetBuffer(get(work, WorkRequest_data), &from, READ_ONLY))
        return 0;
    bool whole = offset + size <= from.length;
    if (!whole)
        PyErr_Format(the[the_TypeError], "a payload has become shorter");
    const framing by = {frames, entry, opcode, 0};
    const payload carried = {from.data + offset, size, get(work, WorkRequest_lender)};
    bool fine = whole && frame_of(&by, rest, to - rest, &carried, sent);
    PyBuffer_Release(&from);
    return fine;
}

// The write whose next packet may leave now, NULL if there is none (`Requestor.next_new`).
static object *next_new(const object *requestor)
{
    object *state = get(requestor, Requestor_state), *flight = get(state, SendState_flight), *cc = get(state, SendState_cc);
    if (get_int(flight, InFlight_next_index) - get_int(flight, InFlight_una) >= get_int(state, SendState_window) ||
        (is_true(cc, Account_aside) && packets_in(get(flight, InFlight_records))))
        return 0;
    object *queue = get(state, SendState_queue), *work = get(queue, SendQueue_current);
    bool begins = work == NONE;
    if (begins)
        work = waiting_write(queue);
    if (!work)
        return 0;
    sword sent = begins ? 0 : get_int(flight, InFlight_next_index) - get_int(work, WorkRequest_first_index);
    sword mtu = get_int(work, WorkRequest_mtu), size = least(get_int(work, WorkRequest_length) - sent * mtu, mtu);
    return can_send(cc, nominal_size(get(state, SendState_frames), size)) ? work : 0;
}

// `Requestor.send_new` of the write that is being sent; whether that went well.
static bool send_new(const sending *by, object *work, object *entry, sword now, leaving *to)
{
    object *state = by->state, *flight = by->flight, *cc = by->cc, *counters = by->counters;
    sword index = get_int(flight, InFlight_next_index), mtu = get_int(work, WorkRequest_mtu);
    sword offset = (index - get_int(work, WorkRequest_first_index)) * mtu;
    sword payload = least(get_int(work, WorkRequest_length) - offset, mtu);
    bool last = index == get_int(work, WorkRequest_last_index), immediate = last && !is_none(work, WorkRequest_imm);
    sword size = nominal_size(get(state, SendState_frames), payload) + (immediate ? 4 : 0);
    put_int(flight, InFlight_next_index, index + 1);
    Py_IncRef(work);
    if (last)
        put_none(get(state, SendState_queue), SendQueue_current);
    add(counters, QpCounters_data_packets, 1);
    add(counters, QpCounters_data_bytes, payload);
    object *record = note_sent(flight, work, index, size, entry, now);
    Py_DecRef(record);
    bool begins = get_int(cc, Account__share) <= 0 && get_int(get(cc, Account__destination), Destination_accounts) > 1;
    add(cc, Account__books, size);
    settle(cc);
    add(entry, EvEntry_packets, 1);
    count_in(get(counters, QpCounters_plane_packets), get_int(entry, EvEntry_plane));
    sword since = get_int(state, SendState_bytes_since_ack_req) + size;
    bool ack_req = last || since > ack_req_bytes(cc);
    put_int(state, SendState_bytes_since_ack_req, ack_req ? 0 : since);
    bool fine = record && !PyErr_Occurred() && (!(ack_req || begins) || asked(cc, now));
    if (!is_true(state, SendState_stale) && spent(state))
        put_bool(state, SendState_stale, 1);
    fine = fine && data_frame(get(state, SendState_frames), entry, work, index, ack_req || begins, now, to);
    Py_DecRef(work);
    return fine;
}

// `Requestor.next_new` is something; -1 after an exception.
int may_send_new(object *requestor)
{
    object *work = next_new(requestor);
    if (!PyErr_Occurred())
        return work != 0;
    if (!forget())
        return -1;
    object *found = method(requestor, the_next_new);
    bool is = found && found != NONE;
    return done(found) ? is : -1;
}

// `scheduler.new_of`, where nothing waits to be sent again.
enum end send_data(object *qp, sword free_ports, sword now, leaving *to)
{
    object *requestor = get(qp, QueuePair_requestor), *evs = get(qp, QueuePair_evs);
    if (requestor == NONE || evs == NONE || type_of(requestor) != the[the_Requestor])
        return DECLINED;
    if (is_none(get(get(requestor, Requestor_state), SendState_frames), QpFrames__fast))
        return DECLINED;
    object *work = next_new(requestor);
    if (PyErr_Occurred())
        return DECLINED;
    if (!work)
        return DONE;
    const sending by = hold_sending(requestor);
    kept(evs);
    kept(work);
    object *entry = choose(evs, free_ports, now);
    bool fine = entry != 0;
    if (fine && entry != NONE) {
        fine = work == get(get(by.state, SendState_queue), SendQueue_current) || start_write(by.state, work, now);
        fine = fine && send_new(&by, work, entry, now, to);
        to->port = get_int(entry, EvEntry_plane);
    }
    Py_DecRef(entry);
    Py_DecRef(work);
    Py_DecRef(evs);
    let_sending_go(&by);
    return fine ? DONE : RAISED;
}
