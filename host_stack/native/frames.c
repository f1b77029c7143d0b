// SPDX-License-Identifier: Apache-2.0
// Frames of a queue pair, as `QpFrames` makes them, and the order that EVs take turns in.
#include "packets.h"

enum { REMEMBERED = 1024 };

// `TrafficClasses.of`; -1, and an exception perhaps, of what is not there.
sword traffic_class_of(const object *classes, sword opcode, bool rtx)
{
    object *found = find(get(classes, rtx ? TrafficClasses__again : TrafficClasses__first), opcode);
    return found ? value_of(found) : -1;
}

static byte *write_ipv6(byte *to, word first, sword length, byte next_header, word hops)
{
    to = write_16(write_32(to, first), (word)length);
    *to++ = next_header;
    *to++ = (byte)hops;
    return to;
}

// Where it ends.
byte *write_packet_start(byte *to, const packet_start *of)
{
    byte *addresses = write_ipv6(to, of->first, of->udp_length, IN_UDP, of->hops);
    __builtin_memcpy(addresses, of->own, 16);
    __builtin_memcpy(addresses + 16, of->peer, 16);
    byte *udp = write_16(write_16(addresses + 32, of->source_port), of->port);
    return write_16(write_16(udp, (word)of->udp_length), 0);
}

// How a frame begins that has two IPv6 headers and nothing else before UDP (`FrameBuilder.head`, `pack_bth_start`), and
// its ICRC so far; whether it is such a one. If not, Python makes it.
bool write_start(byte *to, object *builder, const start *of, number *running)
{
    object *link = PySequence_GetItem(get(builder, FrameBuilder__links), of->port);
    bool whole = link && bytes_size(link) == ETHERNET && of->outer && bytes_size(of->outer) == IPV6 - 8;
    if (whole) {
        bool high = get(builder, FrameBuilder__ev_split) == the[the_sport_high];
        word above = (word)of->entropy >> 16, below = (word)of->entropy & 0xFFFF, hops = (word)get_int(builder, FrameBuilder__hop_limit);
        const packet_start begun = {
            .first = 6u << 28 | (word)of->traffic_class << 20 | (high ? below : above), .hops = hops,
            .source_port = high ? above : below, .port = (word)get_int(builder, FrameBuilder__dport),
            .own = of->own, .peer = of->peer, .udp_length = of->udp_length,
        };
        __builtin_memcpy(to, bytes_of(link), ETHERNET);
        byte *outer = to + ETHERNET, *inner = outer + IPV6, *udp = inner + IPV6;
        __builtin_memcpy(write_ipv6(outer, begun.first, IPV6 + of->udp_length, IN_IPV6, hops), bytes_of(of->outer), IPV6 - 8);
        byte *at = write_packet_start(inner, &begun);
        *at++ = (byte)of->opcode;
        *at++ = (byte)(of->pad << 4);
        write_32(write_16(at, (word)get_int(builder, FrameBuilder_pkey)), (word)of->dest_qpn);
        *running = checksum(masked_sum(inner, udp), udp + UDP + 5, 3);
    }
    Py_DecRef(link);
    return whole && of->traffic_class >= 0 && !PyErr_Occurred();
}

// `EvEntry.outer_addresses`; NULL where Python is to say why there is none.
object *outer_of(object *entry)
{
    if (type_of(get(entry, EvEntry__outer)) == the[the_bytes])
        return get(entry, EvEntry__outer);
    bool fine = done(PyObject_GetAttr(entry, the[the_outer_addresses]));
    return fine ? get(entry, EvEntry__outer) : 0;
}

// `QpFrames._begin` of what is not remembered; NULL where Python is to do it.
static object *begin(object *frames, object *entry, sword opcode, bool rtx, sword pad, sword udp_length, sword key)
{
    object *builder = get(frames, QpFrames__fast), *inner = get(frames, QpFrames__inner), *begun = get(frames, QpFrames__begun);
    const object *kind = kind_of(opcode);
    if (!kind || bytes_size(inner) != 32)
        return 0;
    const object *classes = is_true(kind, PacketType_data) ? get(frames, QpFrames__classes) : get(builder, FrameBuilder_classes);
    start of = {
        .outer = outer_of(entry), .own = bytes_of(inner), .peer = bytes_of(inner) + 16,
        .port = get_int(entry, EvEntry_plane), .traffic_class = traffic_class_of(classes, opcode, rtx),
        .entropy = get_int(entry, EvEntry_entropy), .udp_length = udp_length, .opcode = opcode, .pad = pad,
        .dest_qpn = get_int(frames, QpFrames_dest_qpn),
    };
    byte head[START];
    number running;
    if (!write_start(head, builder, &of, &running))
        return 0;
    object *made = PyType_GenericAlloc(the[the__Beginning], 0), *name = integer(key);
    if (made && name) {
        put(made, _Beginning_entry, kept(entry));
        put(made, _Beginning_head, PyBytes_FromStringAndSize(head, START));
        put_int(made, _Beginning_running, running);
        if (dict_size(begun) >= REMEMBERED)
            PyDict_Clear(begun);
        PyDict_SetItem(begun, name, made);
    }
    Py_DecRef(name);
    return made;
}

// What frames of a queue pair on one path, of one kind and length, begin with: the queue pair has it, or makes it now.
// A new reference; NULL after an exception.
object *beginning(object *frames, object *entry, sword opcode, bool rtx, sword pad, sword udp_length)
{
    sword entropy = get_int(entry, EvEntry_entropy);
    word key = (word)entropy | (word)udp_length << 32 | (word)opcode << 48 | (word)pad << 56 | (word)rtx << 58;
    object *known = find(get(frames, QpFrames__begun), (sword)key);
    if (known && get(known, _Beginning_entry) == entry)
        return kept(known);
    object *new = begin(frames, entry, opcode, rtx, pad, udp_length, (sword)key);
    if (new)
        return new;
    if (!forget())
        return 0;
    object *numbers[] = {0, frames, entry, integer(opcode), BOOL(rtx), integer(pad), integer(udp_length)};
    object *made = PyObject_VectorcallMethod(the[the__begin], numbers + 1, 6 | FREE_PLACE, 0);
    Py_DecRef(numbers[3]);
    Py_DecRef(numbers[5]);
    Py_DecRef(numbers[6]);
    return made;
}

// Where a frame of `length` bytes is to be written: in the driver's room, or in a new object; NULL after an exception.
byte *room_for(leaving *to, sword length)
{
    if (length <= to->size) {
        to->length = length;
        return to->room;
    }
    to->frame = PyBytes_FromStringAndSize(0, length);
    return to->frame ? bytes_of(to->frame) : 0;
}

// A frame that begins so, with padding and ICRC; whether that went well.
bool frame_of(object *begun, const byte *rest, sword rest_length, const byte *payload, sword length, leaving *sent)
{
    byte *head;
    sword head_length, pad = -length & 3;
    object *start = get(begun, _Beginning_head);
    if (PyBytes_AsStringAndSize(start, &head, &head_length))
        return 0;
    byte *to = room_for(sent, head_length + rest_length + length + pad + ICRC), *from = to + head_length;
    if (!to)
        return 0;
    __builtin_memcpy(to, head, (word)head_length);
    __builtin_memcpy(from, rest, (word)rest_length);
    if (length)
        __builtin_memcpy(from + rest_length, payload, (word)length);
    __builtin_memset(from + rest_length + length, 0, (word)pad);
    number running = (number)get_int(begun, _Beginning_running);
    running = checksum(running, from, (number)(rest_length + length + pad));
    write_icrc(from + rest_length + length + pad, running);
    return 1;
}

// A whole number below `limit`, as `Random.getrandbits` gives it, or -1 after an exception.
sword draw(object *rng, sword limit)
{
    object *bits = integer(64 - (sword)leading_zeros((word)limit));
    sword drawn = bits ? limit : -1;
    while (drawn >= limit) {
        object *said = method_1(rng, the_getrandbits, bits);
        if (!said) {
            drawn = -1;
            break;
        }
        drawn = PyLong_AsLong(said);
        Py_DecRef(said);
    }
    Py_DecRef(bits);
    return drawn;
}

// `rotation.shuffle`.
void shuffle(object *rng, object *entries)
{
    for (sword last = list_size(entries) - 1; last > 0; last--) {
        sword at = draw(rng, last + 1);
        if (at < 0)
            return;
        object *one = kept(list_item(entries, last)), *other = kept(list_item(entries, at));
        PyList_SetItem(entries, last, other);
        PyList_SetItem(entries, at, one);
    }
}
