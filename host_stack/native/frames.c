// SPDX-License-Identifier: Apache-2.0
// Frames of a queue pair, as `QpFrames` makes them, and the order that EVs take turns in.
#include "packets.h"
#include "twister.h"

// `TrafficClasses.of`.
sword traffic_class_of(const object *classes, const object *kind, bool rtx)
{
    if (is_true(kind, PacketType_data))
        return get_int(classes, rtx ? TrafficClasses__again : TrafficClasses__first);
    bool probe = get(kind, PacketType_service) == the[the_service_probe];
    return get_int(classes, probe ? TrafficClasses__probe : TrafficClasses__control);
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

// How a frame begins that has two IPv6 headers and nothing else before UDP (`FrameBuilder.head`, `pack_bth_start`);
// whether it is such a one. If not, Python makes it.
bool write_start(byte *to, object *builder, const start *of)
{
    object *link = tuple_item(get(builder, FrameBuilder__links), of->port);
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
        byte *outer = to + ETHERNET;
        __builtin_memcpy(write_ipv6(outer, begun.first, IPV6 + of->udp_length, IN_IPV6, hops), bytes_of(of->outer), IPV6 - 8);
        byte *at = write_packet_start(outer + IPV6, &begun);
        *at++ = (byte)of->opcode;
        *at++ = (byte)(of->pad << 4);
        write_32(write_16(at, (word)get_int(builder, FrameBuilder_pkey)), (word)of->dest_qpn);
    }
    return whole && !PyErr_Occurred();
}

// A whole number of up to 128 bits; whether it is one.
static bool read_wide(const object *it, wide *to)
{
    word size = is_a(it, the_int) ? (word)word_of(it, SIZE) : 0, count = size / long_digit;
    const number *digits = (const number *)it + 6;
    if (!is_a(it, the_int) || count > 5 || (count && size % long_digit) || (count == 5 && digits[4] >> 8))
        return 0;
    for (*to = 0; count; count--)
        *to = *to << DIGIT_BITS | digits[count - 1];
    return 1;
}

// `PathTemplate.outer`: a new reference; NULL where Python is to make it, or after an exception.
object *outer_by(const object *template, object *source, sword entropy)
{
    if (type_of(template) != the[the_PathTemplate] ||
        type_of(get(template, PathTemplate_format)) != the[the_PlaneUplink] || !is_a(source, the_bytes) ||
        bytes_size(source) != 16)
        return 0;
    object *planes = get(template, PathTemplate__plane_flips), *uplinks = get(template, PathTemplate__uplink_flips);
    sword plane = named_plane(entropy), uplink = entropy & 0xFFFF;
    wide base, of_plane, of_uplink;
    if (entropy >> 24 != 0xC0 || plane >= tuple_size(planes) || uplink >= tuple_size(uplinks) ||
        !read_wide(get(template, PathTemplate_base), &base) || !read_wide(tuple_item(planes, plane), &of_plane) ||
        !read_wide(tuple_item(uplinks, uplink), &of_uplink))
        return 0;
    object *made = PyBytes_FromStringAndSize(0, 32);
    if (made) {
        wide destination = base ^ of_plane ^ of_uplink;
        __builtin_memcpy(bytes_of(made), bytes_of(source), 16);
        write_64(write_64(bytes_of(made) + 16, (word)(destination >> 64)), (word)destination);
    }
    return made;
}

// `EvEntry.outer_addresses`; NULL where Python is to say why there is none.
object *outer_of(object *entry)
{
    object *outer = get(entry, EvEntry__outer), *made = 0;
    if (is_a(outer, the_bytes))
        return outer;
    if (is_a(outer, the_Outer))
        made = outer_by(get(outer, Outer_template), get(outer, Outer_source), get_int(entry, EvEntry_entropy));
    put(entry, EvEntry__outer, made);
    if (made || PyErr_Occurred())
        return made;
    bool fine = done(PyObject_GetAttr(entry, the[the_outer_addresses]));
    return fine ? get(entry, EvEntry__outer) : 0;
}

// How a frame of a queue pair begins (`QpFrames._begin`); whether it begins as most do. It is worked out anew for each: to
// have it for all paths of all queue pairs would take more memory than a processor has at hand.
static bool begin(const framing *by, sword pad, sword udp_length, byte *head)
{
    object *frames = by->frames, *builder = get(frames, QpFrames__fast), *inner = get(frames, QpFrames__inner);
    const object *kind = kind_of(by->opcode);
    if (!kind || bytes_size(inner) != 32)
        return 0;
    const object *classes = is_true(kind, PacketType_data) ? get(frames, QpFrames__classes) : get(builder, FrameBuilder_classes);
    start of = {
        .outer = outer_of(by->entry), .own = bytes_of(inner), .peer = bytes_of(inner) + 16,
        .port = get_int(by->entry, EvEntry_plane), .traffic_class = traffic_class_of(classes, kind, by->rtx),
        .entropy = get_int(by->entry, EvEntry_entropy), .udp_length = udp_length, .opcode = by->opcode, .pad = pad,
        .dest_qpn = get_int(frames, QpFrames_dest_qpn),
    };
    return write_start(head, builder, &of);
}

// The same as Python has it, or makes it: a new reference; NULL after an exception.
static object *beginning(const framing *by, sword pad, sword udp_length)
{
    if (!forget())
        return 0;
    sword entropy = get_int(by->entry, EvEntry_entropy);
    word key = (word)entropy | (word)udp_length << 32 | (word)by->opcode << 48 | (word)pad << 56 | (word)by->rtx << 58;
    object *known = find(get(by->frames, QpFrames__begun), (sword)key);
    if (known && get(known, _Beginning_entry) == by->entry)
        return kept(known);
    object *numbers[] = {0, by->frames, by->entry, integer(by->opcode), BOOL(by->rtx), integer(pad), integer(udp_length)};
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

// Writes so many bytes of a payload, and the padding before the ICRC.
static void write_payload(byte *to, const byte *payload, sword size, const byte *icrc)
{
    if (size)
        __builtin_memcpy(to, payload, (word)size);
    __builtin_memset(to + size, 0, (word)(icrc - to - size));
}

// The packet of a frame that lacks some of its payload, as the NIC has made it: in the room for what the frame lacks.
static const byte *made_packet(const byte *frame, const lack *of) { return frame + of->from; }

// Adds payload, padding and ICRC to a frame: those of the packet that the NIC has made.
void fill_frame(byte *data, sword length, const lack *of)
{
    byte *icrc = data + length - ICRC;
    const byte *made = made_packet(data, of);
    number running = packet_sum(made, made + of->from - of->packet);
    write_payload(data + of->from, of->payload, of->size, icrc);
    write_icrc(icrc, checksum(running, data + of->from, (number)(icrc - data - of->from)));
}

// Whether a packet is, as far as its ICRC covers it, the one that the NIC has made.
bool is_as_made(const byte *frame, const lack *of)
{
    const byte *now = frame + of->packet, *made = made_packet(frame, of);
    word rest = (word)(of->from - of->packet - SUMMED);
    return !__builtin_memcmp(now + 4, made + 4, 3) && !__builtin_memcmp(now + 8, made + 8, IPV6 - 2) &&
           !__builtin_memcmp(now + IPV6 + UDP, made + IPV6 + UDP, 4) && !__builtin_memcmp(now + SUMMED, made + SUMMED, rest);
}

enum { WORTH_LENDING = 256 }; // bytes of payload

// Whether a frame in the driver's room may lack its payload from the byte `from` on: whose bytes it is, they do not change.
static bool is_lent(const payload *of, sword from, const leaving *sent)
{
    if (!sent->lack || sent->frame || of->length < WORTH_LENDING || 2 * from > sent->size || !is_a(of->lender, the_bytes))
        return 0;
    const byte *first = bytes_of(of->lender);
    return of->bytes >= first && of->bytes + of->length <= first + bytes_size(of->lender);
}

// Ends a frame of `length` bytes with a payload, at the byte `at`, padding and ICRC; or notes what it lacks of them. The
// packet begins at the byte `packet`.
void end_frame(byte *frame, sword length, const payload *of, sword at, sword packet, leaving *sent)
{
    sword from = most(SEEN, at), here = from - at;
    byte *icrc = frame + length - ICRC;
    if (!is_lent(of, from, sent)) {
        write_payload(frame + at, of->bytes, of->length, icrc);
        write_icrc(icrc, packet_sum(frame + packet, icrc));
        return;
    }
    const lack lacks = {fill_frame, of->bytes + here, from, of->length - here, packet};
    if (here)
        __builtin_memcpy(frame + at, of->bytes, (word)here);
    __builtin_memcpy(frame + from, frame + packet, (word)(from - packet)); // `made_packet`
    *sent->lack = lacks;
    sent->lender = kept(of->lender);
}

// A frame of a queue pair that begins otherwise than most, as Python says; whether that went well.
static bool frame_by_python(const framing *by, const byte *rest, sword rest_length, const payload *of, leaving *sent)
{
    byte *head;
    sword head_length, pad = -of->length & 3, behind = rest_length + of->length + pad + ICRC;
    object *begun = beginning(by, pad, UDP + 8 + behind);
    bool fine = begun && !PyBytes_AsStringAndSize(get(begun, _Beginning_head), &head, &head_length);
    byte *to = fine ? room_for(sent, head_length + behind) : 0;
    if (to) {
        byte *from = to + head_length, *icrc = from + behind - ICRC;
        __builtin_memcpy(to, head, (word)head_length);
        __builtin_memcpy(from, rest, (word)rest_length);
        write_payload(from + rest_length, of->bytes, of->length, icrc);
        write_icrc(icrc, checksum((number)get_int(begun, _Beginning_running), from, (number)(icrc - from)));
    }
    Py_DecRef(begun);
    return to != 0;
}

// A frame of a queue pair with what follows byte 7 of its BTH, and a payload; whether that went well.
bool frame_of(const framing *by, const byte *rest, sword rest_length, const payload *of, leaving *sent)
{
    byte head[START];
    sword pad = -of->length & 3, behind = rest_length + of->length + pad + ICRC;
    if (!begin(by, pad, UDP + 8 + behind, head))
        return frame_by_python(by, rest, rest_length, of, sent);
    byte *to = room_for(sent, START + behind);
    if (!to)
        return 0;
    __builtin_memcpy(to, head, START);
    __builtin_memcpy(to + START, rest, (word)rest_length);
    end_frame(to, START + behind, of, START + rest_length, ETHERNET + IPV6, sent);
    return 1;
}

// Python's `Random`: how many words of its state are used, behind what every object has, and the state.
typedef struct generator {
    word head[2];
    int used;
    number words[TWISTED];
} generator;

// The next so many bits of a generator, at most 32.
static sword next_bits(generator *of, sword bits)
{
    if (of->used >= TWISTED) {
        twist(of->words);
        of->used = 0;
    }
    return tempered(of->words, (word)of->used++) >> (32 - bits);
}

// A whole number below `limit`, as `Random.getrandbits` gives it, or -1 after an exception.
sword draw(object *rng, sword limit)
{
    sword bits = 64 - (sword)leading_zeros((word)limit), drawn = limit;
    bool plain = is_a(rng, the_Random) && bits <= 32;
    while (drawn >= limit) {
        object *asked = plain ? 0 : integer(bits), *said = asked ? method_1(rng, the_getrandbits, asked) : 0;
        Py_DecRef(asked);
        drawn = plain ? next_bits((generator *)rng, bits) : said ? PyLong_AsLong(said) : -1;
        Py_DecRef(said);
    }
    return drawn;
}

// `rotation.shuffle`.
void shuffle(object *rng, object *entries)
{
    for (sword last = list_size(entries) - 1; last > 0; last--) {
        sword at = draw(rng, last + 1);
        if (at < 0)
            return;
        object *one = list_item(entries, last), *other = list_item(entries, at);
        if (!one || !other)
            return;
        object **items = (object **)word_of(entries, ITEMS);
        items[last] = other;
        items[at] = one;
    }
}
