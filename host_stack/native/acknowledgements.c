// SPDX-License-Identifier: Apache-2.0
// A SACK without a loss arrives: what `Acknowledgements.on_answer`, `InFlight` and `Account` do, step for step.
//
// All questions come first; where an answer is not the common one, nothing has been changed and Python does it all.
#include "packets.h"

enum { UNIT = 256, HALF = 1 << 23, LATELY = 64, REMEMBERED = 256, SLOW = 3 };
enum { LONG_BITS = 48 }; // of a time in flight, ns: three days

typedef struct sack {
    sword mark, ack_offset, entropy, cack, offset, timestamp, received, penalty, restore;
    word bitmap;
} sack;

static sword signed_16(word value) { return value & 0x8000 ? (sword)value - 0x10000 : (sword)value; }

// SETH and CC_STATE, unless a probe asked for it.
static bool read_sack(const packet *it, sack *to)
{
    const byte *at = it->frame + BODY_AT;
    if (it->body_end - BODY_AT != 36 || at[1] & 2)
        return 0;
    to->mark = at[1] >> 5 & 3;
    to->ack_offset = signed_16(read_16(at + 2));
    to->entropy = (sword)read_32(at + 4);
    to->cack = (sword)read_32(at + 12) & PSN_MASK;
    to->offset = signed_16(read_16(at + 18));
    to->bitmap = read_64(at + 20);
    to->timestamp = (sword)read_16(at + 28);
    word last = read_32(at + 32);
    to->restore = last >> 31;
    to->penalty = last >> 24 & 0x7F;
    to->received = last & PSN_MASK;
    return 1;
}

// `PacketRing.pop`, into what is delivered; NULL if there is none, or after an exception.
static object *take(object *ring, sword index, delivery *to)
{
    object *record = packet_at(ring, index);
    if (!record || !add_packet(to, record))
        return 0;
    *place_in(ring, index) = kept(NONE);
    Py_DecRef(record);
    add(ring, PacketRing__count, -1);
    return record;
}

// A packet is reported received, which is noted if it was not known (`InFlight.delivered`). Whether that went well.
static bool deliver(object *flight, sword index, delivery *to, sword own, object *time)
{
    object *record = take(get(flight, InFlight_records), index, to);
    if (!record)
        return !PyErr_Occurred();
    object *name = integer(index);
    bool fine = name != 0;
    if (fine && get(record, SentPacket_state) == the[the_in_flight]) {
        if (is_true(record, SentPacket_silent))
            fine = done(method_1(flight, the__land, record));
        else {
            add(flight, InFlight_in_flight, -1);
            fine = get_int(record, SentPacket_sends) <= 1 || !PyDict_DelItem(get(flight, InFlight_again), name);
        }
    }
    if (fine && get_int(record, SentPacket_sends) == 1 &&
        get_int(record, SentPacket_sent_ns) > get_int(flight, InFlight_first_ns))
        put_int(flight, InFlight_first_ns, get_int(record, SentPacket_sent_ns));
    if (dict_size(get(flight, InFlight__arrived)) >= REMEMBERED) {
        put(flight, InFlight__arrived_before, kept(get(flight, InFlight__arrived)));
        put(flight, InFlight__arrived, PyDict_New());
    }
    object *arrived = get(flight, InFlight__arrived);
    if (fine && index != own)
        fine = note_number(arrived, name, get_int(record, SentPacket_first_sent_ns));
    else if (fine && dict_size(arrived) && PyDict_GetItemWithError(arrived, name))
        fine = !PyDict_DelItem(arrived, name);
    object *reported = get(flight, InFlight__reported);
    if (fine && reported != NONE && (is_true(record, SentPacket_repeated) || !is_none(record, SentPacket_blamed))) {
        object *given[] = {0, record, time};
        fine = done(PyObject_Vectorcall(reported, given + 1, 2 | FREE_PLACE, 0));
    }
    Py_DecRef(name);
    return fine;
}

// `PlaneHealth.heard`; whether that went well.
static bool tell_health(object *health, sword plane, sword sent)
{
    object *number = integer(plane), *left = integer(sent);
    bool fine = done(method_2(health, the_heard, number, left));
    Py_DecRef(number);
    Py_DecRef(left);
    return fine;
}

// `EvSet.on_delivered` of one packet; whether that went well.
static bool tell_evs(object *evs, const object *record)
{
    sword sent = get_int(record, SentPacket_sent_ns);
    object *entry = get(record, SentPacket_entry);
    if (entry != NONE) {
        sword told = get_int(entry, EvEntry_told_lately) + 1;
        add(entry, EvEntry_told_back, 1);
        if (told >= LATELY) {
            told >>= 1;
            put_int(entry, EvEntry_marked_lately, get_int(entry, EvEntry_marked_lately) >> 1);
        }
        put_int(entry, EvEntry_told_lately, told);
        if (sent > get_int(entry, EvEntry_proof_ns)) {
            put_int(entry, EvEntry_proof_ns, sent);
            object *health = get(evs, EvSet_health);
            sword number = get_int(entry, EvEntry_plane);
            object *heard = health == NONE ? 0 : get(health, PlaneHealth_heard_ns);
            if (heard && get_int(record, SentPacket_sends) == 1 && sent > value_of(list_item(heard, number))) {
                if (!(get_int(health, PlaneHealth_watched) >> number & 1))
                    put_number(heard, number, sent);
                else if (!tell_health(health, number, sent))
                    return 0;
            }
        }
    }
    if (sent >= get_int(evs, EvSet__proof_ns)) {
        put_int(evs, EvSet__proof_ns, sent);
        put_int(evs, EvSet__proof, get_int(record, SentPacket_entropy));
    }
    return 1;
}

// `SendState.progress`.
void progress(object *state, sword now)
{
    object *budget = get(state, SendState_budget);
    put_int(state, SendState_heard_ns, now);
    put_int(get(state, SendState_probes), ReliabilityProbes_vain, 0);
    put_int(budget, RetryBudget_retries, 0);
    put_int(budget, RetryBudget__round, 0);
    put_int(budget, RetryBudget_since_ns, now);
}

// `Acknowledgements._deliver` of packets that are off the books; the bytes in flight that this frees, and others.
static void count_delivered(object *state, const delivery *of, sword una, sword now, sword *acked, sword *late)
{
    object *counters = get(state, SendState_counters);
    sword worst = get_int(counters, QpCounters_worst_delivery_ns), total = 0;
    bool progresses = 0;
    for (sword i = 0; i < of->count; i++) {
        const object *record = of->packets[i];
        sword elapsed = now - get_int(record, SentPacket_first_sent_ns), size = get_int(record, SentPacket_size);
        worst = most(worst, elapsed);
        if ((word)elapsed >> LONG_BITS)
            add_any(counters, QpCounters_total_delivery_ns, elapsed);
        else
            total += elapsed;
        progresses = progresses || get_int(record, SentPacket_index) >= una;
        if (get(record, SentPacket_state) != the[the_in_flight] || is_true(record, SentPacket_given_up))
            *late += size;
        else
            *acked += size;
    }
    if (of->count) {
        put_int(counters, QpCounters_worst_delivery_ns, worst);
        add_any(counters, QpCounters_total_delivery_ns, total);
        add(counters, QpCounters_deliveries, of->count);
    }
    if (progresses)
        progress(state, now);
}

// What packets that have been found tell; whether that went well.
static bool tell_found(object *state, const delivery *of, sword una, sword now, sword *acked, sword *late)
{
    object *flight = get(state, SendState_flight);
    if (of->count) {
        put_int(flight, InFlight_again_ns, most(get_int(flight, InFlight_again_ns), get_int(flight, InFlight_first_ns)));
        put_int(flight, InFlight_reported_ns, now);
    }
    for (sword i = 0; i < of->count; i++)
        if (!tell_evs(get(state, SendState_evs), of->packets[i]))
            return 0;
    count_delivered(state, of, una, now, acked, late);
    return 1;
}

// Packets are off the books, if that went `fine`, and are forgotten; whether all went well.
static bool note_found(object *state, delivery *of, bool fine, sword una, object *time, sword *acked, sword *late)
{
    fine = fine && tell_found(state, of, una, value_of(time), acked, late);
    forget_packets(of);
    return fine;
}

// Takes off the books what a SACK reports; whether that went well.
static bool deliver_all(object *state, const sack *it, sword cack, object *time, sword *acked, sword *late)
{
    object *flight = get(state, SendState_flight);
    delivery to = {.count = 0, .room = 0};
    sword una = get_int(flight, InFlight_una), base = cack + it->offset, own = cack + it->ack_offset;
    bool fine = 1;
    for (sword index = una; fine && index <= cack; index++)
        fine = deliver(flight, index, &to, own, time);
    for (word bitmap = it->bitmap; fine && bitmap; bitmap &= bitmap - 1)
        fine = deliver(flight, base + (sword)__builtin_ctzl(bitmap), &to, own, time);
    fine = fine && deliver(flight, own, &to, own, time);
    return note_found(state, &to, fine, una, time, acked, late);
}

// Takes off the books what a transport ACK reports (`Acknowledgements._deliver`); whether that went well.
bool deliver_range(object *state, sword first, sword last, object *time, sword *acked, sword *late)
{
    object *flight = get(state, SendState_flight);
    delivery to = {.count = 0, .room = 0};
    sword una = get_int(flight, InFlight_una);
    bool fine = 1;
    for (sword index = first; fine && index <= last; index++)
        fine = deliver(flight, index, &to, -1, time);
    return note_found(state, &to, fine, una, time, acked, late);
}

// `InFlight.own_report`: when a packet left for the first time, -1 if nobody knows any more.
static sword own_report(const object *flight, sword index)
{
    object *name = integer(index);
    sword left = -1;
    for (int old = 0; name && left < 0 && old < 2; old++) {
        object *arrived = get(flight, old ? InFlight__arrived_before : InFlight__arrived);
        object *known = PyDict_GetItemWithError(arrived, name);
        if (known) {
            left = PyLong_AsLong(known);
            PyDict_DelItem(arrived, name);
        }
    }
    Py_DecRef(name);
    return left;
}

// Whether another has waited since then or longer.
static bool waits_longer(object *waiting, const object *account, sword then)
{
    sword place = 0;
    object *other, *since;
    while (PyDict_Next(waiting, &place, &other, &since))
        if (other != account)
            return value_of(since) <= then;
    return 0;
}

// `Account.heard`: whether that went well.
bool heard(object *account, sword sent, object *time)
{
    object *to = get(account, Account__destination), *waiting = get(to, Destination_waiting);
    sword now = value_of(time), horizon = sent - (now - sent) / 2;
    if (is_true(account, Account_aside) || now <= horizon || waits_longer(waiting, account, horizon)) {
        object *left = integer(sent);
        bool fine = done(method_2(account, the_heard, left, time));
        Py_DecRef(left);
        return fine;
    }
    put_int(to, Destination_heard_ns, now);
    put_bool(to, Destination_mute, 0);
    bool waits = get_int(account, Account__asked_ns) > sent && get_int(account, Account__share) > 0;
    bool waited = dict_size(waiting) && PyDict_GetItemWithError(waiting, account);
    if (waited && !(waits && dict_size(waiting) == 1) && PyDict_DelItem(waiting, account))
        return 0;
    return !waits || !PyDict_SetItem(waiting, account, time); // behind the others
}

// `Account.on_sack`: whether that went well. `rtt` and `full_rtt`: -1 for None.
static bool tell_account(object *account, const sack *it, sword acked, sword late, sword rtt, sword full_rtt, sword now)
{
    object *to = get(account, Account__destination);
    sword growth = (it->received - get_int(account, Account__rcvd_bytes)) & PSN_MASK, before = get_int(account, Account__share);
    if (growth >= HALF)
        growth = 0;
    else
        put_int(account, Account__rcvd_bytes, it->received);
    add(account, Account__books, -acked);
    add(account, Account_unreported, growth * UNIT - acked - late);
    settle(account);
    sword received = most(0, before - get_int(account, Account__share)) + get_int(account, Account__acknowledged);
    put_int(account, Account__acknowledged, 0);
    return tell_controller(to, received, it->mark == 1, rtt, it->penalty, it->restore, now, full_rtt);
}

// `Account.on_ack`.
void tell_acknowledged(object *account, sword acked, sword late)
{
    sword before = get_int(account, Account__share);
    add(account, Account__books, -acked);
    add(account, Account_unreported, -(acked + late));
    settle(account);
    add(account, Account__acknowledged, most(0, before - get_int(account, Account__share)));
}

// `InFlight._oldest_heard` of first transmissions; NULL if there is none.
static const object *oldest_first(object *flight)
{
    const object *ring = get(flight, InFlight_records), *found = 0;
    sword index = get_int(flight, InFlight__oldest), next = get_int(flight, InFlight_next_index);
    for (; !found && index < next; index++) {
        const object *record = packet_at(ring, index);
        if (record && get(record, SentPacket_state) == the[the_in_flight] &&
            get_int(record, SentPacket_sends) == 1 && !is_true(record, SentPacket_silent))
            found = record;
    }
    put_int(flight, InFlight__oldest, found ? index - 1 : index);
    return found;
}

// Whether a packet that left so long before others that have been reported is not reported (`InFlight.fall_silent`).
static bool somebody_is_late(object *flight, const object *options)
{
    sword patience = least(get_int(options, TransportOptions_base_rtt_ns), get_int(options, TransportOptions_reorder_ns));
    for (sword kind = 0; kind < 2; kind++) {
        const object *oldest = kind ? first_value(get(flight, InFlight_again)) : oldest_first(flight);
        sword evidence = get_int(flight, kind ? InFlight_again_ns : InFlight_first_ns);
        if (dict_size(tuple_item(get(flight, InFlight_silent), kind)) ||
            (oldest && get_int(oldest, SentPacket_sent_ns) <= evidence - patience))
            return 1;
    }
    return 0;
}

// `Losses.infer` after a SACK that no probe asked for; whether that went well.
static bool infer(object *state, object *time)
{
    object *losses = get(state, SendState_losses), *flight = get(state, SendState_flight);
    if (size_of(get(losses, Losses__silent)) || somebody_is_late(flight, get(state, SendState_options)))
        return done(method_2(losses, the_infer, NONE, time));
    put_none(get(losses, Losses__doubt), ReverseDoubt_asked_ns);
    if (dict_size(get(flight, InFlight_again)))
        return done(method_2(get(losses, Losses_repeats), the_look, NONE, time));
    return 1;
}

// `EvSet.on_trip` of what was slow; whether that went well.
static bool tell_trip(object *evs, const sack *it, sword rtt, object *time)
{
    object *given[] = {0, evs, integer(it->entropy), integer(rtt), time};
    bool fine = done(PyObject_VectorcallMethod(the[the_on_trip], given + 1, 4 | FREE_PLACE, 0));
    Py_DecRef(given[2]);
    Py_DecRef(given[3]);
    return fine;
}

// A round trip has been measured; whether that went well.
static bool note_trip(object *state, const sack *it, sword rtt, object *time)
{
    object *evs = get(state, SendState_evs), *trips = hold(get(state, SendState_losses), Losses_trips);
    object *entry = find(get(evs, EvSet_entries), it->entropy);
    bool fine = 1;
    if (entry) {
        put_int(entry, EvEntry_rtt_ns, rtt);
        fine = it->mark || rtt <= SLOW * get_int(get(evs, EvSet__rules), EvRules_base_rtt_ns) || tell_trip(evs, it, rtt, time);
    }
    if (fine && (value_of(time) >= get_int(trips, TripTimes__ends_ns) || rtt > get_int(trips, TripTimes__worst_ns))) {
        object *trip = integer(rtt);
        fine = done(method_2(trips, the_note, trip, time));
        Py_DecRef(trip);
    }
    Py_DecRef(trips);
    return fine;
}

// `EvSet.on_mark`: whether that went well. `left`: -1 for None.
static bool tell_mark(object *evs, const sack *it, sword left, object *time)
{
    object *given[] = {
        0, evs, integer(it->entropy), integer(it->mark), left < 0 ? kept(NONE) : integer(left), time,
    };
    bool fine = done(PyObject_VectorcallMethod(the[the_on_mark], given + 1, 5 | FREE_PLACE, 0));
    for (int i = 2; i < 5; i++)
        Py_DecRef(given[i]);
    return fine;
}

// `Acknowledgements._on_sack`, whose questions have been answered; whether that went well.
static bool note_sack(const sending *by, object *acknowledgements, const sack *it, sword cack, const object *trigger,
                      object *time)
{
    object *state = by->state, *flight = by->flight, *counters = by->counters, *cc = by->cc;
    sword now = value_of(time), index = cack + it->ack_offset, left = -1, acked = 0;
    sword late = get_int(acknowledgements, Acknowledgements__late_bytes);
    add(counters, QpCounters_sacks_received, 1);
    bool full = 0, known = trigger != 0;
    if (known) {
        left = get_int(trigger, SentPacket_first_sent_ns);
        full = get_int(trigger, SentPacket_size) >= get_int(state, SendState_full_size);
    }
    bool fine = deliver_all(state, it, cack, time, &acked, &late);
    if (late)
        put_int(acknowledgements, Acknowledgements__late_bytes, late);
    if (!fine)
        return 0;
    if (cack >= get_int(flight, InFlight_una))
        put_int(flight, InFlight_una, cack + 1);
    if (!known)
        left = own_report(flight, index);
    if (left >= 0) {
        if (left > get_int(flight, InFlight_first_ns))
            put_int(flight, InFlight_first_ns, left);
        if (left > get_int(flight, InFlight_again_ns))
            put_int(flight, InFlight_again_ns, left);
    }
    if (it->mark) {
        add(counters, QpCounters_sacks_marked, 1);
        if (!tell_mark(get(state, SendState_evs), it, left, time))
            return 0;
    }
    sword rtt = -1, full_rtt = -1;
    if (left >= 0) {
        sword waited = 0;
        if (is_true(state, SendState_service_time) && is_true(get(state, SendState_frames), QpFrames_timestamps)) {
            waited = ((it->timestamp - tick(left)) & 0xFFFF) * TICK_NS;
            if (waited >= now - left)
                waited = -1;
        }
        if (waited >= 0) {
            rtt = now - left - waited;
            if (!note_trip(state, it, rtt, time))
                return 0;
        }
        if (full)
            full_rtt = now - left;
    }
    late = get_int(acknowledgements, Acknowledgements__late_bytes);
    if (late)
        put_int(acknowledgements, Acknowledgements__late_bytes, 0);
    if (!tell_account(cc, it, acked, late, rtt, full_rtt, now) ||
        ((acked || late) && !heard(cc, get_int(flight, InFlight_again_ns), time)) || !infer(state, time))
        return 0;
    if (!is_true(state, SendState_stale) && stalled(state))
        put_bool(state, SendState_stale, 1);
    return 1;
}

static bool on_sack(const sending *by, const sack *it, sword cack, const object *trigger, object *time)
{
    object *acknowledgements = hold(by->requestor, Requestor_acknowledgements);
    bool fine = note_sack(by, acknowledgements, it, cack, trigger, time);
    Py_DecRef(acknowledgements);
    return fine;
}

// `ReverseEvs.confirm`: whether that went well.
bool confirm(object *reverse, object *entry)
{
    if (get(entry, EvEntry_state) == the[the_denied])
        return 1;
    sword plane = get_int(entry, EvEntry_plane);
    object *suspect = get(reverse, ReverseEvs_suspect), *doubted = get(reverse, ReverseEvs__doubted);
    bool fine = !PyList_SetItem(get(reverse, ReverseEvs__by_plane), plane, kept(entry));
    if (fine && PySet_Size(suspect)) {
        object *number = integer(plane);
        fine = number && done(method_1(suspect, the_discard, number));
        Py_DecRef(number);
    }
    if (fine && doubted != NONE && value_of(doubted) == plane)
        put_none(reverse, ReverseEvs__doubted);
    return fine;
}

// What follows an answer (`Nic._after_requestor`): whether that went well.
bool after(object *nic, object *qp)
{
    object *requestor = get(qp, QueuePair_requestor), *evs = get(qp, QueuePair_evs), *scheduler = get(nic, Nic__scheduler);
    if (requestor == NONE) // Python has ended the queue pair
        return 1;
    object *state = get(requestor, Requestor_state);
    if (!is_none(state, SendState_failure))
        return done(method_1(nic, the__after_requestor, qp));
    if (is_true(get(requestor, Requestor_probes), ReliabilityProbes_wanted))
        queue_control(scheduler, qp);
    bool lost = list_size(get(get(state, SendState_flight), InFlight_lost)) > 0;
    if (!is_true(qp, QueuePair_data_queued) && (lost || has_work(requestor))) {
        if (lost)
            return done(method_1(nic, the__after_requestor, qp));
        put_bool(qp, QueuePair_data_queued, 1);
        if (!append_to(get(scheduler, Scheduler__data), qp))
            return 0;
    }
    object *due = get(get(evs, EvSet_bad), BadEvs_due_ns), *armed = get(qp, QueuePair_ev_probe_ns);
    if (is_none(qp, QueuePair_deadline_ns) || is_true(state, SendState_stale) || due != armed)
        return arm_timers(get(nic, Nic__timers), qp);
    return 1;
}

// What follows any answer to a sender with these EVs: whether that went well.
bool after_answer(object *nic, const packet *it, object *evs, object *time)
{
    object *health = get(evs, EvSet_health);
    if (health != NONE && is_true(health, PlaneHealth_suspicious)) {
        object *source = PyBytes_FromStringAndSize(it->source, 16);
        bool fine = source && done(method_2(get(nic, Nic_ports), the_listen, source, time));
        Py_DecRef(source);
        if (!fine)
            return 0;
    }
    return after(nic, it->qp);
}

enum end receive_sack(object *nic, const packet *it, sword now)
{
    object *requestor = get(it->qp, QueuePair_requestor), *evs = get(it->qp, QueuePair_evs);
    sack said;
    if (requestor == NONE || evs == NONE || type_of(requestor) != the[the_Requestor] || it->rtx || !read_sack(it, &said) ||
        is_true(get(nic, Nic_ports), PortControl_in_sacks))
        return DECLINED;
    object *state = get(requestor, Requestor_state), *flight = get(state, SendState_flight);
    object *losses = get(state, SendState_losses);
    sword una = get_int(flight, InFlight_una), cack = index_of(said.cack, una - 1);
    if (cack >= get_int(flight, InFlight_next_index) || is_true(state, SendState_dynamic) ||
        size_of(get(get(losses, Losses_repeats), Repeats_open)))
        return DECLINED;
    const object *trigger = packet_at(get(flight, InFlight_records), cack + said.ack_offset);
    if ((trigger && !is_none(trigger, SentPacket_blamed)) || PyErr_Occurred())
        return DECLINED;
    object *time = integer(now), *reverse = hold(it->qp, QueuePair_reverse);
    const sending by = hold_sending(requestor);
    kept(evs);
    bool fine = on_sack(&by, &said, cack, trigger, time);
    if (fine && !said.mark && reverse != NONE) {
        object *entry = find(get(evs, EvSet_entries), said.entropy);
        fine = !entry || confirm(reverse, entry);
    }
    fine = fine && after_answer(nic, it, evs, time);
    Py_DecRef(evs);
    let_sending_go(&by);
    Py_DecRef(reverse);
    Py_DecRef(time);
    return fine ? DONE : RAISED;
}
