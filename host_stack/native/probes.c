// SPDX-License-Identifier: Apache-2.0
// EV probes in the common case: one leaves, one of a peer is answered, an answer comes (`EvProber`, `nic.Endpoint`).
//
// All questions come first; where an answer is not the common one, nothing has been changed and Python does it all.
#include "packets.h"

enum { EV_PROBE = 1, ERTH = 16, EETH = 36, REFLECTED = 28, FTYPE = 1, ANSWERS_LIMIT = 256, PATIENCE = 2, MOST = 4 + EETH };

// --- Frames -------------------------------------------------------------------------------------------------------------

// A control frame that ends with the last word of its BTH and a header (`codecs.control`); NULL where Python is to make
// it, or after an exception.
static object *endpoint_frame(object *prober, start *of, const byte *rest, sword length)
{
    object *builder = get(prober, EvProber__builder);
    const object *kind = kind_of(of->opcode);
    if (type_of(builder) != the[the_FrameBuilder] || !kind)
        return 0;
    byte frame[START + MOST + ICRC];
    of->udp_length = UDP + 8 + length + ICRC;
    of->dest_qpn = ENDPOINT_QPN;
    of->traffic_class = traffic_class_of(get(builder, FrameBuilder_classes), kind, 0);
    if (bytes_size(get(prober, EvProber__address)) != 16 || !write_start(frame, builder, of))
        return 0;
    __builtin_memcpy(frame + START, rest, (word)length);
    byte *icrc = frame + START + length;
    write_icrc(icrc, packet_sum(frame + ETHERNET + IPV6, icrc));
    return PyBytes_FromStringAndSize(frame, START + length + ICRC);
}

// Where EETH.op is (`EethOpBits.shift`).
static sword op_shift(const object *prober)
{
    const object *builder = get(prober, EvProber__builder);
    return get(builder, FrameBuilder__eeth_bits) == the[the_bits_3_2] ? 2 : 4;
}

// --- Requests of peers --------------------------------------------------------------------------------------------------

// Own address and what leads back to who asks on this EV, a new reference; NULL where Python is to say.
static object *way_back(const object *prober, const packet *it)
{
    object *source = PyBytes_FromStringAndSize(it->source, 16);
    object *template = source ? PyDict_GetItemWithError(get(prober, EvProber__templates), source) : 0;
    Py_DecRef(source);
    return template ? outer_by(template, get(prober, EvProber__address), it->entropy) : 0;
}

// `EvProber.response`; NULL where Python is to say.
static object *response(object *prober, const packet *it, sword port)
{
    byte rest[4 + EETH] = {0};
    write_32(rest, (word)it->psn & 0xFFFF);
    write_16(rest + 4, (word)EV_PROBE << op_shift(prober));
    __builtin_memcpy(rest + 4 + REFLECTED, it->frame + BODY_AT + 12, 2);
    object *outer = way_back(prober, it);
    start of = {.outer = outer, .own = bytes_of(get(prober, EvProber__address)), .peer = it->source, .port = port,
                .entropy = it->entropy, .opcode = ENDPOINT_RESPONSE};
    object *frame = outer ? endpoint_frame(prober, &of, rest, sizeof rest) : 0;
    Py_DecRef(outer);
    return frame;
}

// `Scheduler.queue_answer`: whether that went well.
static bool queue_answer(object *scheduler, sword port, object *frame, sword now)
{
    object *queue = list_item(get(scheduler, Scheduler__answers), port);
    if (!queue)
        return 0;
    if (size_of(queue) >= ANSWERS_LIMIT) {
        count(get(scheduler, Scheduler__counters), the[the_probe_queue_full]);
        return 1;
    }
    object *until = integer(now + get_int(scheduler, Scheduler__patience_ns)), *pair = PyTuple_Pack(2, until, frame);
    bool fine = pair && append_to(queue, pair);
    Py_DecRef(until);
    Py_DecRef(pair);
    if (fine)
        add(scheduler, Scheduler__answers_waiting, 1);
    return fine;
}

// `Endpoint._ev_probe_request`.
static enum end receive_request(object *nic, const packet *it, sword now)
{
    object *prober = get(nic, Nic_prober);
    sword port = named_plane(it->entropy);
    if (type_of(get(prober, EvProber__builder)) != the[the_FrameBuilder] || port >= tuple_size(get(prober, EvProber__waiting)))
        return DECLINED;
    object *frame = response(prober, it, port);
    if (!frame)
        return DECLINED;
    count(get(nic, Nic__counters), the[the_probe_responses]);
    bool fine = queue_answer(get(nic, Nic__scheduler), port, frame, now);
    Py_DecRef(frame);
    return fine ? DONE : RAISED;
}

// `Scheduler._next_answer`.
enum end send_probe_answer(object *scheduler, sword free_ports, sword now, leaving *to)
{
    if (!get_int(scheduler, Scheduler__answers_waiting))
        return PyErr_Occurred() ? RAISED : DONE;
    object *queues = get(scheduler, Scheduler__answers);
    for (sword number_of = 0; number_of < list_size(queues); number_of++) {
        object *queue = list_item(queues, number_of);
        while (free_ports >> number_of & 1 && size_of(queue) > 0) {
            object *pair = kept(list_item(queue, 0)), *until = pair ? tuple_item(pair, 0) : 0;
            object *first = until ? tuple_item(pair, 1) : 0;
            sword patient = first ? value_of(until) : -1;
            add(scheduler, Scheduler__answers_waiting, -1);
            if (pair && PyList_SetSlice(queue, 0, 1, 0))
                first = 0;
            if (first && now <= patient) {
                to->port = number_of;
                to->frame = kept(first);
            }
            Py_DecRef(pair);
            if (!first || PyErr_Occurred())
                return RAISED;
            if (to->frame)
                return DONE;
            count(get(scheduler, Scheduler__counters), the[the_probe_answer_stale]);
        }
    }
    return PyErr_Occurred() ? RAISED : DONE;
}

// --- Requests of one's own ----------------------------------------------------------------------------------------------

// `OpenProbe.wanted`.
static bool is_wanted(const object *probe)
{
    return !is_true(probe, OpenProbe_given_up) && (get(probe, OpenProbe_purpose) != the[the_purpose_revive] ||
                                                   get(get(probe, OpenProbe_entry), EvEntry_state) == the[the_assumed_bad]);
}

// Those who still want to know; NULL after an exception.
static object *who_wants(object *asked)
{
    object *wanted = PyList_New(0);
    for (sword i = 0; wanted && i < list_size(asked); i++)
        if (is_wanted(list_item(asked, i)))
            PyList_Append(wanted, list_item(asked, i));
    return wanted;
}

// `EvProber._request`: a frame, NULL after an exception.
static object *request(object *prober, object *path, sword now)
{
    object *entry = get(path, _PathProbe_entry), *peer = get(path, _PathProbe_peer), *asked = get(path, _PathProbe_asked);
    object *time = integer(now), *frame = 0;
    sword id = get_int(prober, EvProber__next_id);
    byte rest[4 + ERTH] = {0};
    write_32(rest, (word)id);
    write_16(rest + 4, EV_PROBE);
    write_16(write_16(rest + 4 + 12, (word)tick(now)), FTYPE);
    start of = {.outer = outer_of(entry), .own = bytes_of(get(prober, EvProber__address)),
                .peer = bytes_of(peer), .port = get_int(entry, EvEntry_plane), .entropy = get_int(entry, EvEntry_entropy),
                .opcode = ENDPOINT_REQUEST};
    if (bytes_size(peer) == 16)
        frame = endpoint_frame(prober, &of, rest, sizeof rest);
    if (!frame) {
        frame = forget() ? method_2(prober, the__request, path, time) : 0;
        Py_DecRef(time);
        return frame;
    }
    object *name = integer(id);
    put_int(prober, EvProber__next_id, (id + 1) & 0xFFFF);
    if (name)
        PyDict_SetItem(get(prober, EvProber__open), name, path);
    for (sword i = 0; name && i < list_size(asked); i++) {
        object *probe = list_item(asked, i), *purpose = get(probe, OpenProbe_purpose);
        put_int(probe, OpenProbe_request_id, id);
        put_int(probe, OpenProbe_sent_ns, value_of(time));
        if (purpose != the[the_purpose_controller])
            put_bool(get(probe, OpenProbe_entry), EvEntry_probe_open, purpose == the[the_purpose_revive]);
    }
    count(get(prober, EvProber__counters), the[the_probe_sent]);
    Py_DecRef(name);
    Py_DecRef(time);
    return frame;
}

// The probe of a path that is still wanted, of those that wait for a port; `frame` is NULL where there is none. Whether
// that went well.
static bool first_wanted(object *prober, object *queue, sword port, sword now, object **frame)
{
    while (!*frame && dict_size(queue) > 0) {
        object *pair = method_1(queue, the_popitem, the[the_False]), *path = pair ? tuple_item(pair, 1) : 0;
        add(prober, EvProber_waiting_paths, -1);
        object *wanted = path ? who_wants(get(path, _PathProbe_asked)) : 0;
        bool any = wanted && list_size(wanted), fine = wanted != 0;
        if (fine)
            put(path, _PathProbe_asked, wanted);
        if (any) {
            object *spacing = tuple_item(get(prober, EvProber__spacing_ns), port);
            fine = spacing && !PyList_SetItem(get(prober, EvProber__next_ns), port, integer(now + value_of(spacing)));
            *frame = fine ? request(prober, path, now) : 0;
            fine = *frame != 0;
        }
        Py_DecRef(pair);
        if (!fine)
            return 0;
    }
    return !PyErr_Occurred();
}

// `EvProber.next`.
enum end send_probe(object *prober, sword free_ports, sword now, leaving *to)
{
    if (!get_int(prober, EvProber_waiting_paths))
        return PyErr_Occurred() ? RAISED : DONE;
    object *queues = get(prober, EvProber__waiting), *times = get(prober, EvProber__next_ns);
    for (sword number_of = 0; number_of < tuple_size(queues); number_of++) {
        if (!(free_ports >> number_of & 1) || value_of(list_item(times, number_of)) > now)
            continue;
        if (!first_wanted(prober, tuple_item(queues, number_of), number_of, now, &to->frame))
            return RAISED;
        if (to->frame) {
            to->port = number_of;
            return DONE;
        }
    }
    return PyErr_Occurred() ? RAISED : DONE;
}

// `EvProber.next_ns`: -1 if none waits for that.
sword next_probe_ns(const object *prober, sword now)
{
    if (!get_int(prober, EvProber_waiting_paths))
        return -1;
    object *queues = get(prober, EvProber__waiting), *times = get(prober, EvProber__next_ns);
    sword first = -1;
    for (sword port = 0; port < tuple_size(queues); port++) {
        sword at = value_of(list_item(times, port));
        if (at > now && (first < 0 || at < first) && dict_size(tuple_item(queues, port)) > 0)
            first = at;
    }
    return first;
}

// --- Answers ------------------------------------------------------------------------------------------------------------

// Whether all who ask about a path are queue pairs.
static bool is_of_queue_pairs(object *asked)
{
    for (sword i = 0; i < list_size(asked); i++) {
        const object *purpose = get(list_item(asked, i), OpenProbe_purpose);
        if (purpose != the[the_purpose_revive] && purpose != the[the_purpose_reverse])
            return 0;
    }
    return 1;
}

// `Nic._on_probe_answer` of a queue pair's probe; whether that went well.
static bool tell_asker(object *nic, object *probe, object *time)
{
    object *qp = PyDict_GetItemWithError(get(nic, Nic_queue_pairs), get(probe, OpenProbe_qpn));
    if (!qp || is_none(qp, QueuePair_probing))
        return !PyErr_Occurred();
    Py_IncRef(qp);
    object *probing = get(qp, QueuePair_probing), *timers = get(nic, Nic__timers);
    bool fine;
    if (get(probe, OpenProbe_purpose) == the[the_purpose_reverse])
        fine = confirm(get(probing, ProbeSchedule__reverse), get(probe, OpenProbe_entry));
    else
        fine = done(method_2(probing, the_on_answer, probe, time));
    if (fine)
        fine = is_none(qp, QueuePair_evs) ? done(method_1(timers, the_arm, qp)) : arm_timers(timers, qp);
    Py_DecRef(qp);
    return fine;
}

// `EvProber.answer`, and what follows.
static enum end receive_response(object *nic, const packet *it, sword port, sword now)
{
    object *prober = get(nic, Nic_prober), *open = get(prober, EvProber__open), *waited = PyList_New(0);
    object *id = integer(it->psn & 0xFFFF), *path = id ? PyDict_GetItemWithError(open, id) : 0;
    object *peer = path ? get(path, _PathProbe_peer) : 0;
    if (!path || bytes_size(peer) != 16 || __builtin_memcmp(bytes_of(peer), it->source, 16) ||
        !is_of_queue_pairs(get(path, _PathProbe_asked)) || PyErr_Occurred()) {
        Py_DecRef(waited);
        Py_DecRef(id);
        return DECLINED;
    }
    object *asked = hold(path, _PathProbe_asked), *time = integer(now);
    bool fine = waited && !PyDict_DelItem(open, id);
    Py_DecRef(id);
    if (fine)
        count(get(nic, Nic__counters), the[the_probe_answered]);
    for (sword i = 0; fine && i < list_size(asked); i++) {
        object *probe = list_item(asked, i);
        if (is_true(probe, OpenProbe_given_up))
            continue;
        put_bool(probe, OpenProbe_answered, 1);
        put_int(probe, OpenProbe_answered_ns, value_of(time));
        put_int(probe, OpenProbe_answered_port, port);
        fine = !PyList_Append(waited, probe);
    }
    for (sword i = 0; fine && i < list_size(waited); i++)
        fine = tell_asker(nic, list_item(waited, i), time);
    Py_DecRef(asked);
    Py_DecRef(waited);
    Py_DecRef(time);
    return fine ? DONE : RAISED;
}

// `Endpoint.receive` of EV probes.
enum end receive_endpoint(object *nic, const packet *it, sword port, sword now)
{
    sword opcode = get_int(it->kind, PacketType_opcode), length = it->body_end - BODY_AT;
    const byte *body = it->frame + BODY_AT;
    const object *prober = get(nic, Nic_prober);
    if (it->pad || type_of(get(prober, EvProber__builder)) != the[the_FrameBuilder])
        return DECLINED;
    if (opcode == ENDPOINT_REQUEST && length == ERTH && (body[1] & 3) == EV_PROBE)
        return receive_request(nic, it, now);
    if (opcode == ENDPOINT_RESPONSE && length == EETH && (read_16(body) >> op_shift(prober) & 3) == EV_PROBE)
        return receive_response(nic, it, port, now);
    return DECLINED;
}

// --- Probes of the way back ---------------------------------------------------------------------------------------------

// `EvSet.in_plane`: how many there are, and the one at `place`.
static sword in_plane(object *entries, sword plane, sword place, object **found)
{
    sword at = 0, count_of = 0;
    object *key, *entry;
    while (PyDict_Next(entries, &at, &key, &entry))
        if (get_int(entry, EvEntry_plane) == plane && get(entry, EvEntry_state) != the[the_denied]) {
            if (count_of == place)
                *found = entry;
            count_of++;
        }
    return count_of;
}

// `ReverseEvs.candidate`: a new reference, None if there is none; NULL after an exception.
static object *candidate(object *reverse)
{
    object *evs = get(reverse, ReverseEvs__evs), *planes = get(evs, EvSet__planes);
    if (!is_none(reverse, ReverseEvs__doubted) || is_none(reverse, ReverseEvs__looked_at))
        return method(reverse, the_candidate);
    sword closed = get_int(get(evs, EvSet__rotation), Rotation_closed), count_of = tuple_size(planes);
    sword at = get_int(reverse, ReverseEvs__looked_at);
    for (sword step = 0; step < count_of; step++) {
        object *entry = 0;
        at = (at + 1) % count_of;
        put_int(reverse, ReverseEvs__looked_at, at);
        sword plane = value_of(tuple_item(planes, at));
        sword open = closed >> plane & 1 ? 0 : in_plane(get(evs, EvSet_entries), plane, -1, &entry);
        if (!open)
            continue;
        sword place = draw(get(reverse, ReverseEvs__rng), open);
        in_plane(get(evs, EvSet_entries), plane, place, &entry);
        return entry ? kept(entry) : 0;
    }
    return kept(NONE);
}

// `OpenProbe` of the way back; NULL after an exception.
static object *reverse_probe(const object *probing, object *entry)
{
    object *made = PyType_GenericAlloc(the[the_OpenProbe], 0);
    if (!made)
        return 0;
    put(made, OpenProbe_qpn, kept(get(probing, ProbeSchedule__qpn)));
    put(made, OpenProbe_peer, kept(get(probing, ProbeSchedule__peer)));
    put(made, OpenProbe_entry, kept(entry));
    put(made, OpenProbe_purpose, kept(the[the_purpose_reverse]));
    put_int(made, OpenProbe_request_id, -1);
    put_int(made, OpenProbe_sent_ns, -1);
    put_bool(made, OpenProbe_answered, 0);
    put_int(made, OpenProbe_answered_ns, -1);
    put_int(made, OpenProbe_answered_port, -1);
    put_bool(made, OpenProbe_given_up, 0);
    return made;
}

// `EvProber.ask`: whether that went well.
static bool ask(object *prober, object *probe)
{
    object *entry = get(probe, OpenProbe_entry), *peer = get(probe, OpenProbe_peer);
    object *queue = tuple_item(get(prober, EvProber__waiting), get_int(entry, EvEntry_plane));
    object *entropy = integer(get_int(entry, EvEntry_entropy)), *key = queue && entropy ? PyTuple_Pack(2, peer, entropy) : 0;
    Py_DecRef(entropy);
    object *path = key ? PyDict_GetItemWithError(queue, key) : 0;
    bool fine = key && !PyErr_Occurred();
    if (fine && !path) {
        object *made = PyType_GenericAlloc(the[the__PathProbe], 0);
        fine = made != 0;
        if (fine) {
            put(made, _PathProbe_peer, kept(peer));
            put(made, _PathProbe_entry, kept(entry));
            put(made, _PathProbe_asked, PyList_New(0));
            fine = !PyObject_SetItem(queue, key, made);
            add(prober, EvProber_waiting_paths, 1);
        }
        path = made; // the queue has it
        Py_DecRef(made);
    }
    Py_DecRef(key);
    return fine && !PyList_Append(get(path, _PathProbe_asked), probe);
}

// `ProbeSchedule.probe_reverse`: whether that went well.
bool probe_way_back(object *probing, object *time)
{
    object *probes = get(probing, ProbeSchedule__reverse_probes);
    if (size_of(probes) == PATIENCE) {
        object *oldest = PySequence_GetItem(probes, 0);
        bool answered = oldest && is_true(oldest, OpenProbe_answered);
        Py_DecRef(oldest);
        if (!answered)
            return done(method_1(probing, the_probe_reverse, time));
        if (!done(pop_first(probes)))
            return 0;
    }
    if (get_int(probing, ProbeSchedule_sent_ns) > value_of(time) - get_int(probing, ProbeSchedule__interval_ns))
        return 1;
    object *entry = candidate(get(probing, ProbeSchedule__reverse));
    object *probe = entry && entry != NONE ? reverse_probe(probing, entry) : 0;
    bool fine = entry == NONE || (probe && append_to(probes, probe) && ask(get(probing, ProbeSchedule__prober), probe));
    Py_DecRef(probe);
    Py_DecRef(entry);
    return fine;
}
