// SPDX-License-Identifier: Apache-2.0
// Frames that arrive, in the common case: one outer header, nothing trimmed, for a queue pair of this NIC.
//
// What `FrameParser.parse` does, step for step; a frame of which all is not as it should be is left to Python.
#include "packets.h"

enum { PREFIX = 48, MASKED = PREFIX + UDP + 5, ANSWER_BITS = 10 };

// What was found in a dictionary. It owns that still if it is what it was then, which its version says: no dictionary
// ever has a version again that one had.
static struct answer {
    word version;
    sword key;
    object *found;
} answers[1 << ANSWER_BITS];

object *find_again(object *dictionary, sword key)
{
    if (!dict_version || !is_a(dictionary, the_dict))
        return find(dictionary, key);
    word version = *(const word *)((const byte *)dictionary + dict_version);
    struct answer *it = answers + ((version + (word)key) * 0x9E3779B97F4A7C15u >> (64 - ANSWER_BITS));
    if (it->version == version && it->key == key)
        return it->found;
    object *found = find(dictionary, key);
    if (found)
        *it = (struct answer){version, key, found};
    return found;
}

// The CRC of a packet of RoCE over IPv6, which begins at `ip`, up to `end` (`icrc.prefix`, `over_udp`, `over_bth`).
number packet_sum(const byte *ip, const byte *end)
{
    byte masked[MASKED], *to = masked + PREFIX;
    const byte *udp = ip + IPV6;
    __builtin_memset(masked, 0xFF, 12);
    masked[8] = 0x6F;
    __builtin_memcpy(masked + 12, ip + 4, 3);
    masked[15] = 0xFF;
    __builtin_memcpy(masked + 16, ip + 8, 32);
    __builtin_memcpy(to, udp, 6);
    to[6] = to[7] = 0xFF;
    __builtin_memcpy(to + UDP, udp + UDP, 4);
    to[UDP + 4] = 0xFF;
    return checksum(checksum(0, masked, MASKED), ip + SUMMED, (number)(end - ip - SUMMED));
}

// Whether the headers up to UDP are those of a whole packet for this NIC.
static bool is_for_us(const object *parser, const byte *frame, sword length)
{
    const byte *outer = frame + ETHERNET, *inner = outer + IPV6, *udp = frame + UDP_AT;
    if (read_16(frame + 12) != ETHERTYPE || !is_ipv6(outer, IN_IPV6) || !is_ipv6(inner, IN_UDP))
        return 0;
    sword end = ETHERNET + IPV6 + (sword)read_16(outer + 4), udp_length = (sword)read_16(udp + 4);
    if (end > length || end < BODY_AT + ICRC || udp_length != end - UDP_AT || (sword)read_16(inner + 4) != udp_length)
        return 0;
    const object *role = tuple_item(get(parser, FrameParser__roles), traffic_class(outer) >> 2);
    if (role == the[the_trimmed] || role == the[the_trimmed_lasthop])
        return 0;
    if (!(traffic_class(inner) & 3) && (traffic_class(outer) & 3) == CE) // RFC 6040 drops it
        return 0;
    object *address = get(parser, FrameParser__address);
    return (sword)read_16(udp + 2) == get_int(parser, FrameParser__port) && bytes_size(address) == 16 &&
           !__builtin_memcmp(inner + 24, bytes_of(address), 16);
}

static object *kinds[256]; // `PACKET_TYPES`, by opcode; NULL: there is none

void set_up_kinds(void)
{
    for (sword opcode = 0; opcode < 256; opcode++)
        kinds[opcode] = find(the[the_packet_types], opcode);
}

object *kind_of(sword opcode) { return opcode >= 0 && opcode < 256 ? kinds[opcode] : 0; }

// Whether a packet of RoCE, which begins at `ip`, has the ICRC that its bytes up to the byte `end` have. What it lacks
// cannot have been changed.
bool is_intact(const byte *frame, sword length, const byte *ip, sword end, const lack *lack)
{
    if (!lack)
        return packet_sum(ip, frame + end) == RESIDUE;
    return lack->fill == fill_frame && end == length && ip - frame == lack->packet && is_as_made(frame, lack);
}

// Where `length` bytes of a frame's payload are, which starts at the byte `at`; NULL if not all of them are there.
const byte *payload_of(const byte *frame, sword at, sword length, const lack *lack)
{
    if (!lack)
        return frame + at;
    bool fits = lack->from >= at && lack->from + lack->size == at + length;
    return fits ? lack->payload - (lack->from - at) : 0;
}

bool read_packet(object *nic, const byte *frame, sword length, const lack *lack, packet *to)
{
    const object *parser = get(nic, Nic__parser);
    if (length < BODY_AT + ICRC || type_of(parser) != the[the_FrameParser] || !is_for_us(parser, frame, length))
        return 0;
    const byte *inner = frame + ETHERNET + IPV6, *udp = frame + UDP_AT, *bth = frame + BTH_AT;
    sword end = UDP_AT + (sword)read_16(udp + 4);
    to->kind = kinds[bth[0]];
    if (!to->kind || bth[1] & 15 || (sword)read_16(bth + 2) != get_int(nic, Nic__good_pkey) ||
        !is_intact(frame, length, inner, end, lack))
        return 0;
    word port = read_16(udp), label = is_true(parser, FrameParser__labels) ? read_16(inner + 2) : 0, bits = bth[8];
    to->frame = frame;
    to->lack = lack;
    to->source = inner + 8;
    to->marked = (traffic_class(inner) & 3) == CE || (traffic_class(frame + ETHERNET) & 3) == CE;
    to->entropy = (sword)(get(parser, FrameParser__ev_split) == the[the_sport_high] ? port << 16 | label : label << 16 | port);
    to->udp_length = (sword)read_16(udp + 4);
    to->pad = bth[1] >> 4 & 3;
    to->body_end = end - ICRC - to->pad;
    to->psn = (sword)read_32(bth + 8) & PSN_MASK;
    to->ack_req = bits >> 7 & 1;
    to->rtx = bits >> 5 & 1;
    to->stamped = bits >> 4 & 1;
    sword qpn = (sword)read_32(bth + 4) & PSN_MASK;
    bool endpoint = qpn == ENDPOINT_QPN;
    to->qp = endpoint ? 0 : find_again(get(nic, Nic_queue_pairs), qpn);
    return endpoint ? get(to->kind, PacketType_recipient) == the[the_endpoint_of] : to->qp != 0;
}
