// SPDX-License-Identifier: Apache-2.0
// The receiving half of a queue pair in the common case: a whole data packet is placed, a SACK is queued, a SACK leaves.
//
// What `Responder.on_data`, `Answers.send` and `ReverseEvs.choose` do, step for step. All questions come first; where an
// answer is not the common one, nothing has been changed and Python does it all.
#include "packets.h"

enum { SACK_MINIMUM = 1024, OUTER = 40, REPORTED = 64 };

// --- The window ---------------------------------------------------------------------------------------------------------

// Whether a PSN is new to the window (`ReceiveWindow.classify`).
static bool is_new(object *window, sword index)
{
    sword offset = index - get_int(window, ReceiveWindow_cack) - 1;
    if (offset < 0 || index > get_int(window, ReceiveWindow_edge))
        return 0;
    word received;
    if (narrow(get(window, ReceiveWindow__received), &received))
        return offset >= WIDE || !(received >> offset & 1);
    object *place = integer(index), *said = method_1(window, the_classify, place);
    Py_DecRef(place);
    Py_DecRef(said);
    return said == the[the_new];
}

// `ReceiveWindow.accept`: whether cack moved; -1 after an exception.
static int accept(object *window, sword index)
{
    sword cack = get_int(window, ReceiveWindow_cack), offset = index - cack - 1;
    word received, unreported;
    bool small = narrow(get(window, ReceiveWindow__received), &received);
    if (!narrow(get(window, ReceiveWindow__unreported), &unreported) || !small || (word)offset >= WIDE) {
        object *place = integer(index), *moved = method_1(window, the_accept, place);
        Py_DecRef(place);
        bool advanced = moved == the[the_True];
        return done(moved) ? advanced : -1;
    }
    received |= (word)1 << offset;
    unreported |= (word)1 << offset;
    if (index > get_int(window, ReceiveWindow_max_received))
        put_int(window, ReceiveWindow_max_received, index);
    word advance = received & 1 ? (word)__builtin_ctzl(~received) : 0;
    put_int(window, ReceiveWindow__received, (sword)(received >> advance));
    put_int(window, ReceiveWindow__unreported, (sword)(unreported >> advance));
    if (!advance)
        return 0;
    cack += (sword)advance;
    put_int(window, ReceiveWindow_cack, cack);
    sword edge = cack + get_int(window, ReceiveWindow__size);
    if (edge > get_int(window, ReceiveWindow_edge))
        put_int(window, ReceiveWindow_edge, edge);
    return 1;
}

// --- What a packet says -------------------------------------------------------------------------------------------------

typedef struct part {
    sword rqmsn, msn, address, key, length, timestamp;
    const byte *payload;
    sword size, imm; // imm: -1 for None
    bool first, last;
} part;

// The headers of a data packet; whether they fit in (`frames._data`).
static bool read_part(const packet *it, part *to)
{
    const byte *at = it->frame + BODY_AT;
    bool immediate = is_true(it->kind, PacketType_immediate);
    sword start = BODY_AT + 4 + (it->stamped ? 4 : 0) + 16 + (immediate ? 4 : 0);
    if (start > it->body_end)
        return 0;
    to->rqmsn = (sword)read_16(at);
    to->msn = (sword)read_16(at + 2);
    to->timestamp = it->stamped ? (sword)read_16(at + 4) : 0;
    at += it->stamped ? 8 : 4;
    to->address = (sword)read_64(at);
    to->key = (sword)read_32(at + 8);
    to->length = (sword)read_32(at + 12);
    to->imm = immediate ? (sword)read_32(at + 16) : -1;
    to->size = it->body_end - start;
    to->payload = payload_of(it->frame, start, to->size, it->lack);
    to->first = is_true(it->kind, PacketType_first);
    to->last = is_true(it->kind, PacketType_last);
    return to->payload && to->address >= 0 && to->address < FARTHEST;
}

// `MessageRules.alone`.
static bool alone(const object *rules, const part *it)
{
    sword mtu = get_int(rules, MessageRules__mtu);
    if (!it->last)
        return it->size == mtu && it->length > (it->first ? mtu : 2 * mtu);
    if (it->first)
        return it->size == it->length && it->size <= mtu;
    return it->length > mtu && it->size == (it->length - 1) % mtu + 1;
}

// Whether a packet that is right alone follows the one before it; with `commit` it does, and is that for the next
// (`MessageRules.follows`).
static bool follows(object *rules, const part *it, bool commit)
{
    bool judged = is_true(rules, MessageRules__judge_msn);
    if (!commit) {
        sword before = get_int(rules, MessageRules__msn);
        if (judged && before >= 0 && it->msn != (it->first ? (before + 1) & 0xFFFF : before))
            return 0;
        sword left = get_int(rules, MessageRules__left);
        if (it->first)
            return !left;
        left -= it->size;
        return it->address == get_int(rules, MessageRules__address) && it->key == get_int(rules, MessageRules__r_key) &&
               it->length == get_int(rules, MessageRules__length) && (it->last ? left == 0 : left > 0);
    }
    if (judged)
        put_int(rules, MessageRules__msn, it->msn);
    put_int(rules, MessageRules__left, (it->first ? it->length : get_int(rules, MessageRules__left)) - it->size);
    put_int(rules, MessageRules__address, it->address + it->size);
    if (it->first) {
        put_int(rules, MessageRules__r_key, it->key);
        put_int(rules, MessageRules__length, it->length);
    }
    return 1;
}

// A packet that waits for the one before it (`_EARLY`).
typedef struct early {
    sword index, address;
    number key, length;
    half msn, size;
    bool first, last;
} early;

SIZE(early, 32);

// Where a packet waits, if it does; NULL: there is no room at all.
static early *early_at(const object *rules, sword index)
{
    object *array = get(rules, MessageRules__early);
    if (!is_a(array, the_bytearray))
        strange(array, the_bytearray << 16);
    word room = (word)word_of(array, SIZE) / sizeof(early);
    return room ? (early *)PyByteArray_AsString(array) + (word)index % room : 0;
}

// `MessageRules.keep`: whether that went well.
static bool keep_part(object *rules, sword index, const part *of)
{
    early *at;
    while (!(at = early_at(rules, index)) || (at->index && at->index != index && early_at(rules, at->index) == at))
        if (!done(method(rules, the_make_room)))
            return 0;
    add(rules, MessageRules__waiting, at->index != index);
    *at = (early){.index = index, .address = of->address, .key = (number)of->key, .length = (number)of->length,
                  .msn = (half)of->msn, .size = (half)of->size, .first = of->first, .last = of->last};
    return 1;
}

// `Responder._settle`: what came early follows what is in order now; whether that went well.
static bool settle_early(object *responder, object *rules, sword index, sword last)
{
    for (; index <= last && get_int(rules, MessageRules__waiting); index++) {
        early *at = early_at(rules, index);
        if (!at || at->index != index)
            continue;
        part it = {.msn = at->msn, .address = at->address, .key = at->key, .length = at->length, .size = at->size,
                   .first = at->first, .last = at->last};
        bool far = at->address < 0 || at->address >= FARTHEST;
        if (far || !follows(rules, &it, 0) || PyErr_Occurred()) { // what Python put there may have more bits, too
            object *from = integer(index);
            bool fine = forget() && from && done(method_1(responder, the__settle, from));
            Py_DecRef(from);
            return fine;
        }
        follows(rules, &it, 1);
        at->index = 0;
        add(rules, MessageRules__waiting, -1);
    }
    return 1;
}

// The region of `key`, if so many bytes at an address may be written; NULL if Python is to say why not
// (`MemoryTable.place`).
object *writable_region(const object *table, const object *domain, sword key, sword address, sword size)
{
    object *region = find_again(get(table, MemoryTable__regions), key);
    if (!region || get(region, MemoryRegion_domain) != domain || !is_true(region, MemoryRegion_writable))
        return 0;
    int overflow = 0;
    sword begin = PyLong_AsLongAndOverflow(get(region, MemoryRegion_address), &overflow);
    sword length = get_int(region, MemoryRegion_length), offset = address - begin;
    return overflow || begin < 0 || offset < 0 || offset > length || size > length - offset ? 0 : region;
}

// The region that a packet may write, NULL if there is none.
static object *region_of(const object *responder, const part *it)
{
    object *domain = get(responder, Responder__domain);
    if (!it->size || domain == NONE)
        return 0;
    return writable_region(get(responder, Responder__memory), domain, it->key, it->address, it->size);
}

// `MemoryRegion.write` at an address; whether that went well.
bool write_region(object *region, sword address, const byte *data, sword size)
{
    view to;
    if (PyObject_GetBuffer(get(region, MemoryRegion__view), &to, WRITABLE))
        return 0;
    sword offset = address - get_int(region, MemoryRegion_address);
    if (offset + size <= to.length)
        __builtin_memcpy(to.data + offset, data, (word)size);
    PyBuffer_Release(&to);
    add(region, MemoryRegion_bytes_placed, size);
    return 1;
}

// --- Answers ------------------------------------------------------------------------------------------------------------

static bool is_plain(const object *job)
{
    return type_of(job) == the[the_SackJob] && get(job, SackJob_mark) == the[the_unmarked] &&
           !is_true(job, SackJob_rtx) && is_none(job, SackJob_probe);
}

// `Answers.sack`: whether that went well.
static bool queue_sack(object *answers, object *reception, object *job)
{
    object *jobs = get(answers, Answers__jobs);
    put_int(reception, Reception_bytes_since_sack, 0);
    sword waiting = size_of(jobs);
    if (waiting && is_plain(job)) {
        object *last = PySequence_GetItem(jobs, -1);
        bool replaced = last && is_plain(last);
        Py_DecRef(last);
        if (replaced)
            return !PySequence_SetItem(jobs, -1, job);
    }
    if (waiting >= get_int(answers, Answers_limit)) {
        add(get(answers, Answers__counters), QpCounters_answers_refused, 1);
        return 1;
    }
    return append_to(jobs, job);
}

static object *sack_job(const packet *it, sword index, object *mark, sword timestamp, sword now)
{
    object *job = PyType_GenericAlloc(the[the_SackJob], 0);
    if (!job)
        return 0;
    put_int(job, SackJob_index, index);
    put(job, SackJob_mark, kept(mark));
    put_int(job, SackJob_entropy, it->entropy);
    put_int(job, SackJob_timestamp, timestamp);
    put_bool(job, SackJob_rtx, it->rtx);
    put_int(job, SackJob_arrived_ns, now);
    put_none(job, SackJob_probe);
    return job;
}

// --- Data that arrives --------------------------------------------------------------------------------------------------

// The plane of an EV by which a packet has come, from 0 to 61; -1 for any other, which `odd` is then, a new reference, and
// NULL after an exception.
static sword plane_of(object *responder, sword entropy, object **odd)
{
    object *format = get(responder, Responder__format);
    if (type_of(format) == the[the_PlaneUplink]) {
        sword named = named_plane(entropy);
        *odd = named < WIDE ? 0 : integer(named);
        return named < WIDE ? named : -1;
    }
    object *number = integer(entropy), *said = method_1(format, the_plane, number);
    int overflow = 0;
    sword plane = is_a(said, the_int) ? PyLong_AsLongAndOverflow(said, &overflow) : -1;
    Py_DecRef(number);
    if (plane < 0 || plane >= WIDE) {
        *odd = said;
        return -1;
    }
    Py_DecRef(said);
    return plane;
}

// `heappush(self._ends, (index, imm, length))`; an immediate is counted.
static bool note_end(object *responder, sword index, const part *of)
{
    object *at = integer(index), *bytes = integer(of->length), *imm = of->imm < 0 ? kept(NONE) : integer(of->imm);
    object *end = PyTuple_Pack(3, at, imm, bytes), *given[] = {0, get(responder, Responder__ends), end};
    if (of->imm >= 0)
        add(responder, Responder__stashed, 1);
    bool fine = end && done(PyObject_Vectorcall(the[the_heappush], given + 1, 2 | FREE_PLACE, 0));
    Py_DecRef(at);
    Py_DecRef(bytes);
    Py_DecRef(imm);
    Py_DecRef(end);
    return fine;
}

// Whether an immediate is one more than there may be before they complete, or Python is to say.
static bool is_beyond_limit(const object *responder, const part *of)
{
    const object *limits = get(responder, Responder__limits);
    return of->imm >= 0 && (!is_a(limits, the_RtrAttributes) ||
                            get_int(responder, Responder__stashed) >= get_int(limits, RtrAttributes_max_immediates));
}

// The parts of a receiving half, held while it takes a packet.
typedef struct receiving {
    object *responder, *counters, *reception, *window, *rules;
} receiving;

// `Responder._place`, of a packet of which all is as it should be; whether that went well.
static bool take(const receiving *by, const packet *it, const part *of, object *region, sword index, sword now)
{
    object *responder = by->responder, *counters = by->counters, *reception = by->reception;
    object *window = by->window, *rules = by->rules;
    bool in_order = index == get_int(window, ReceiveWindow_cack) + 1;
    if (in_order)
        follows(rules, of, 1);
    else if (!keep_part(rules, index, of))
        return 0;
    if (!write_region(region, of->address, of->payload, of->size))
        return 0;
    add(counters, QpCounters_packets_placed, 1);
    add(counters, QpCounters_bytes_placed, of->size);
    if (!in_order)
        add(counters, QpCounters_out_of_order, 1);
    if (it->stamped) {
        sword one_way = ((now / TICK_NS - of->timestamp) & 0xFFFF) * TICK_NS;
        if (one_way > get_int(counters, QpCounters_worst_one_way_ns))
            put_int(counters, QpCounters_worst_one_way_ns, one_way);
    }
    sword counts = most(of->size, SACK_MINIMUM);
    sword size = is_true(responder, Responder__counts_nominal) ? it->udp_length + OUTER : counts;
    add(reception, Reception_rcvd_bytes, size);
    counted came = {.size = size, .timestamp = it->stamped ? of->timestamp : -1, .now = now};
    came.plane = plane_of(responder, it->entropy, &came.odd);
    came.peer = get(responder, Responder__peer);
    bool fine = (came.plane >= 0 || came.odd) && count_data(get(responder, Responder__flow_control), &came);
    Py_DecRef(came.odd);
    if (!fine || (of->last && !note_end(responder, index, of)))
        return 0;
    int advanced = accept(window, index);
    if (advanced < 0 || (advanced && !settle_early(responder, rules, index + 1, get_int(window, ReceiveWindow_cack))))
        return 0;
    sword since = get_int(reception, Reception_bytes_since_sack) + counts;
    put_int(reception, Reception_bytes_since_sack, since);
    if (it->marked)
        add(counters, QpCounters_marked_received, 1);
    sword threshold = get_int(get(responder, Responder__options), TransportOptions_sack_threshold_bytes);
    if (it->marked || it->ack_req || it->rtx || since > threshold) {
        object *mark = the[it->marked ? the_skip_once : the_unmarked];
        object *job = sack_job(it, index, mark, of->timestamp, now);
        fine = job && queue_sack(get(responder, Responder_answers), reception, job);
        Py_DecRef(job);
    }
    return fine && (!advanced || complete_messages(responder, get_int(window, ReceiveWindow_cack), now));
}

// Whether the NACK of a trim is to be repeated now (`TrimRepeats.due`).
static bool repeats_a_nack(const object *responder, sword now)
{
    object *next = first_value(get(get(responder, Responder__repeats), TrimRepeats_waiting));
    return next && value_of(tuple_item(next, 0)) <= now;
}

// What follows data (`Nic._to_responder`): whether that went well.
static bool follow_data(object *nic, object *qp, object *responder, sword now)
{
    if (get(qp, QueuePair_responder) != responder) // Python has ended the queue pair
        return 1;
    object *reverse = get(qp, QueuePair_reverse);
    put_int(get(qp, QueuePair_probing), ProbeSchedule_received_ns, now);
    bool turned = reverse != NONE && !is_none(reverse, ReverseEvs_turned), fine = 1;
    if (turned || is_none(qp, QueuePair_reverse_ns)) {
        object *time = integer(now);
        fine = time && (!turned || done(method_1(reverse, the_heard, time)));
        if (fine && is_none(qp, QueuePair_reverse_ns) && get(qp, QueuePair_responder) == responder)
            fine = probe_later(get(nic, Nic__timers), qp, time);
        Py_DecRef(time);
    }
    object *answers = get(responder, Responder_answers);
    if (fine && !is_true(qp, QueuePair_control_queued) && size_of(get(answers, Answers__jobs)))
        queue_control(get(nic, Nic__scheduler), qp);
    return fine;
}

// `Nic._to_responder` of a data packet.
static enum end on_data(object *nic, const packet *it, const receiving *by, sword now)
{
    object *responder = by->responder, *window = by->window, *rules = by->rules;
    part of;
    if ( is_none(it->qp, QueuePair_probing) || is_true(responder, Responder_failed) ||
        !is_none(responder, Responder__refused) || !read_part(it, &of) || is_beyond_limit(responder, &of))
        return DECLINED;
    if (repeats_a_nack(responder, now) ||
        is_true(get(responder, Responder__resources), ReceiveResources_limited) ||
        get_int(get(responder, Responder__ports), Ports_leaving))
        return DECLINED;
    sword next = get_int(window, ReceiveWindow_cack) + 1, index = index_of(it->psn, next);
    if (!is_new(window, index) || !alone(rules, &of) || (index == next && !follows(rules, &of, 0)))
        return DECLINED;
    object *region = region_of(responder, &of);
    if (!region || PyErr_Occurred())
        return DECLINED;
    put_int(responder, Responder__asked, 0);
    if (it->rtx)
        add(by->counters, QpCounters_retransmissions_received, 1);
    kept(region);
    bool fine = take(by, it, &of, region, index, now) && follow_data(nic, it->qp, responder, now);
    Py_DecRef(region);
    return fine ? DONE : RAISED;
}

enum end receive_data(object *nic, const packet *it, sword now)
{
    object *responder = get(it->qp, QueuePair_responder);
    if (type_of(responder) != the[the_Responder])
        return DECLINED;
    const receiving by = {
        kept(responder), hold(responder, Responder__counters), hold(responder, Responder_reception),
        hold(get(responder, Responder_reception), Reception_window), hold(responder, Responder__rules),
    };
    enum end end = on_data(nic, it, &by, now);
    Py_DecRef(by.rules);
    Py_DecRef(by.window);
    Py_DecRef(by.reception);
    Py_DecRef(by.counters);
    Py_DecRef(responder);
    return end;
}

// --- A SACK that leaves -------------------------------------------------------------------------------------------------

// Whether what a queue pair has to say first is a transport ACK or a SACK that no probe asked for, and nothing else is
// urgent.
bool is_plain_answer(object *qp)
{
    object *responder = get(qp, QueuePair_responder), *requestor = get(qp, QueuePair_requestor);
    if (type_of(responder) != the[the_Responder] || is_none(qp, QueuePair_reverse) || is_true(responder, Responder_failed))
        return 0;
    object *answers = get(responder, Responder_answers), *jobs = get(answers, Answers__jobs);
    if (!size_of(jobs) || is_none(get(answers, Answers__frames), QpFrames__fast))
        return 0;
    if (requestor != NONE && is_true(get(requestor, Requestor_probes), ReliabilityProbes_wanted))
        return 0;
    object *job = PySequence_GetItem(jobs, 0);
    bool plain = job && (type_of(job) == the[the_SackJob] ? is_none(job, SackJob_probe) : is_ack(job));
    Py_DecRef(job);
    return plain;
}

// The planes that are open and not suspect, and of which some EV takes turns or is a backup (`Rotation.hopeful`).
static word good_planes(const object *reverse)
{
    const object *evs = get(reverse, ReverseEvs__evs), *rotation = get(evs, EvSet__rotation);
    object *all = get(rotation, Rotation__planes), *suspect = get(reverse, ReverseEvs_suspect);
    word good = 0;
    for (sword i = 0; i < list_size(all); i++) {
        const object *turns = list_item(all, i);
        if (list_size(get(turns, PlaneTurns_entries)) || list_size(get(turns, PlaneTurns_backups)))
            good |= (word)1 << get_int(turns, PlaneTurns_plane);
    }
    object *planes = PySet_Size(suspect) ? get(evs, EvSet__planes) : 0;
    for (sword i = 0; planes && i < tuple_size(planes); i++)
        if (PySet_Contains(suspect, tuple_item(planes, i)))
            good &= ~((word)1 << value_of(tuple_item(planes, i)));
    return good & ~(word)get_int(rotation, Rotation_closed);
}

// The planes of these that are still to come in this turn.
static word in_turn(object *order, word planes)
{
    word found = 0;
    for (sword i = 0; i < list_size(order); i++)
        found |= (word)1 << value_of(list_item(order, i)) & planes;
    return found;
}

// `ReverseEvs.choose` of any plane: a new reference, None to wait, NULL after an exception.
static object *choose_reverse(object *reverse, word free_ports, word soon)
{
    object *evs = get(reverse, ReverseEvs__evs), *planes = get(evs, EvSet__planes);
    word good = good_planes(reverse), reachable = free_ports | soon;
    if (good)
        reachable &= good;
    object *order = hold(reverse, ReverseEvs__order);
    if (!in_turn(order, reachable)) {
        Py_DecRef(order);
        order = PyList_New(0);
        if (!order)
            return 0;
        for (sword i = 0; i < tuple_size(planes); i++)
            PyList_Append(order, tuple_item(planes, i));
        put(reverse, ReverseEvs__order, kept(order));
        shuffle(get(reverse, ReverseEvs__rng), order);
    }
    word usable = free_ports & reachable;
    for (sword i = 0; usable && i < list_size(order);) {
        object *number = list_item(order, i);
        if (!(usable >> value_of(number) & 1)) {
            i++;
            continue;
        }
        Py_IncRef(number);
        PyList_SetSlice(order, i, i + 1, 0);
        object *entry = list_item(get(reverse, ReverseEvs__by_plane), value_of(number));
        if (!entry) {
            Py_DecRef(number);
            Py_DecRef(order);
            return 0;
        }
        object *state = entry == NONE ? NONE : get(entry, EvEntry_state);
        if (state == NONE || state == the[the_assumed_bad] || state == the[the_denied])
            entry = method_1(reverse, the__replace, number);
        else
            Py_IncRef(entry);
        Py_DecRef(number);
        if (entry != NONE) {
            Py_DecRef(order);
            return entry;
        }
        Py_DecRef(entry);
    }
    Py_DecRef(order);
    return kept(NONE);
}

// `ReceiveWindow.report`: whether that went well.
static bool report(object *window, sword *base, word *bitmap, bool *more)
{
    word received, unreported;
    bool small = narrow(get(window, ReceiveWindow__received), &received);
    sword floor = get_int(window, ReceiveWindow_cack) + 1, newest = get_int(window, ReceiveWindow_max_received);
    if (!narrow(get(window, ReceiveWindow__unreported), &unreported) || !small) {
        object *said = method(window, the_report);
        if (!said)
            return 0;
        *base = value_of(tuple_item(said, 0));
        *bitmap = PyLong_AsUnsignedLongLong(tuple_item(said, 1));
        Py_DecRef(said);
        *more = PyObject_IsTrue(get(window, ReceiveWindow__unreported));
        return !PyErr_Occurred();
    }
    sword start = unreported ? floor + (sword)__builtin_ctzl(unreported) : newest;
    *base = most(floor, least(start, newest - REPORTED + 1));
    word offset = (word)(*base - floor);
    *bitmap = received >> offset;
    unreported &= ((word)1 << offset) - 1;
    put_int(window, ReceiveWindow__unreported, (sword)unreported);
    *more = unreported != 0;
    return 1;
}

// PSNs above cack that have been received; -1 after an exception.
static sword held(object *window)
{
    word received;
    if (narrow(get(window, ReceiveWindow__received), &received))
        return (sword)ones(received);
    object *said = method(get(window, ReceiveWindow__received), the_bit_count);
    sword bits = said ? PyLong_AsLong(said) : -1;
    Py_DecRef(said);
    return bits;
}

// `Answers._send_sack`: whether that went well.
static bool sack_frame(object *answers, object *job, object *entry, sword now, leaving *sent)
{
    object *reception = get(answers, Answers__reception), *window = get(reception, Reception_window);
    object *frames = get(answers, Answers__frames), *options = get(answers, Answers__options);
    sword base = 0, cack = get_int(window, ReceiveWindow_cack), index = get_int(job, SackJob_index);
    word bitmap = 0, penalty, restore;
    bool more;
    if (!report(window, &base, &bitmap, &more) || !done(pop_first(get(answers, Answers__jobs))))
        return 0;
    if (more)
        put_int(reception, Reception_bytes_since_sack, get_int(options, TransportOptions_sack_threshold_bytes));
    add(get(answers, Answers__counters), QpCounters_sacks_sent, 1);
    sword timestamp = get_int(job, SackJob_timestamp), psn = cack & PSN_MASK;
    if (is_true(answers, Answers__service_time))
        timestamp = (timestamp + ((now - get_int(job, SackJob_arrived_ns)) >> TICK_BITS)) & 0xFFFF;
    if (!ask_penalty(get(answers, Answers__flow_control), get(answers, Answers__peer), now, &penalty, &restore))
        return 0;
    sword held_bits = held(window);
    bool rtx = is_true(job, SackJob_rtx);
    byte rest[40], *to = rest;
    to = write_32(to, (rtx ? 0x20000000u : 0) | (word)psn);
    to = write_16(to, (word)get_int(job, SackJob_mark) << 5);
    to = write_16(to, (word)most(index - cack, -0x8000));
    to = write_32(to, (word)get_int(job, SackJob_entropy));
    to = write_16(to, (word)get_int(frames, QpFrames_qpn));
    to = write_16(to, (word)get_int(frames, QpFrames_dest_qpn));
    to = write_32(to, (word)get_int(get(answers, Answers__ports), Ports_sack_mask) << 24 | (word)psn);
    *to++ = 0;
    *to++ = (byte)get_int(reception, Reception_mpr);
    to = write_16(to, (word)(base - cack));
    to = write_64(to, bitmap);
    to = write_16(to, (word)timestamp);
    to = write_16(to, (word)least(held_bits, 0x7FFF));
    word received = (word)(get_int(reception, Reception_rcvd_bytes) + 255) >> 8 & PSN_MASK;
    write_32(to, restore << 31 | penalty << 24 | received);
    return frame_of(&(framing){frames, entry, SACK, rtx}, rest, sizeof rest, &(payload){0}, sent);
}

// `Scheduler._control_of` of a plain answer, which may wait for a port: whether that went well.
bool send_answer(object *scheduler, object *qp, object *answers, sword free_ports, sword now, leaving *to)
{
    object *busy = get(scheduler, Scheduler__busy_until_ns), *reverse = hold(qp, QueuePair_reverse);
    word soon = 0;
    for (sword port = 0; port < list_size(busy); port++)
        if (value_of(list_item(busy, port)) + SLACK_NS > now)
            soon |= (word)1 << port;
    object *entry = choose_reverse(reverse, (word)free_ports, soon);
    Py_DecRef(reverse);
    object *jobs = get(answers, Answers__jobs);
    bool fine = entry != 0;
    if (fine && entry != NONE && size_of(jobs)) { // Python may have ended the queue pair
        object *job = PySequence_GetItem(jobs, 0);
        fine = job && (is_ack(job) ? ack_frame(answers, job, entry, to) : sack_frame(answers, job, entry, now, to));
        Py_DecRef(job);
        to->port = get_int(entry, EvEntry_plane);
    }
    Py_DecRef(entry);
    return fine && !PyErr_Occurred();
}
