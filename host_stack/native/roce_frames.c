// SPDX-License-Identifier: Apache-2.0
// Frames of RoCE over IPv6, in and out, as `roce.wire.FrameParser` and `FrameBuilder` read and make them.
#include "roce.h"

enum { ROCE_PORT = 4791, MIGRATED = 0x40, ANY_PARTITION = 0xFFFF, FULL_MEMBER = 0x8000 };

// Whether the headers up to UDP are those of a whole packet for this NIC.
static bool is_for_us(const object *parser, const byte *frame, sword length)
{
    const byte *ip = frame + ETHERNET, *udp = frame + ROCE_UDP_AT;
    if (read_16(frame + 12) != ETHERTYPE || !is_ipv6(ip, IN_UDP))
        return 0;
    sword udp_length = (sword)read_16(ip + 4);
    if (ROCE_UDP_AT + udp_length > length || udp_length < UDP + BTH + ICRC || (sword)read_16(udp + 4) != udp_length)
        return 0;
    object *address = get(parser, RoceFrameParser__address);
    return read_16(udp + 2) == ROCE_PORT && bytes_size(address) == 16 && !__builtin_memcmp(ip + 24, bytes_of(address), 16);
}

// What `FrameParser.parse` does; a frame of which all is not as it should be is left to Python.
bool read_arrived(object *nic, const byte *frame, sword length, const lack *lack, arrived *to)
{
    const object *parser = get(nic, RoceNic__parser);
    if (length < ROCE_BODY_AT + ICRC || type_of(parser) != the[the_RoceFrameParser] || !is_for_us(parser, frame, length))
        return 0;
    const byte *ip = frame + ETHERNET, *udp = frame + ROCE_UDP_AT, *bth = frame + ROCE_BTH_AT;
    sword end = ROCE_UDP_AT + (sword)read_16(udp + 4), pkey = get_int(get(nic, RoceNic_config), RoceNicConfig_pkey);
    if (bth[1] & 15 || (sword)read_16(bth + 2) != pkey || !(pkey & FULL_MEMBER) ||
        !is_intact(frame, length, ip, end, lack))
        return 0;
    to->frame = frame;
    to->lack = lack;
    to->source = ip + 8;
    to->body = frame + ROCE_BODY_AT;
    to->length = end - ICRC - (bth[1] >> 4 & 3) - ROCE_BODY_AT;
    to->opcode = bth[0];
    to->psn = (sword)read_32(bth + 8) & PSN_MASK;
    to->marked = (traffic_class(ip) & 3) == CE;
    to->ack_req = bth[8] >> 7;
    to->qp = find_again(get(nic, RoceNic_queue_pairs), (sword)read_32(bth + 4) & PSN_MASK);
    return to->qp != 0;
}

// The Ethernet header of the port that frames of a queue pair leave by; NULL if there is none.
static object *link_of(const object *frames)
{
    const object *builder = get(frames, RoceQpFrames__builder);
    if (type_of(builder) != the[the_RoceFrameBuilder])
        return 0;
    sword port = get_int(frames, RoceQpFrames__port);
    object *links = get(get(builder, RoceFrameBuilder__plain), FrameBuilder__links);
    return port < 0 || port >= tuple_size(links) ? 0 : tuple_item(links, port);
}

// Whether `make_frame` makes the frames of a queue pair: those of IPv4, and of the layers, Python makes.
bool makes_frames(const object *frames)
{
    const object *addresses = get(frames, RoceQpFrames__addresses);
    object *link = type_of(addresses) == the[the_bytes] && bytes_size((object *)addresses) == 32 ? link_of(frames) : 0;
    return link && type_of(link) == the[the_bytes] && bytes_size(link) == ETHERNET;
}

// `FrameBuilder.frame`: whether that went well.
bool make_frame(object *frames, const content *of, leaving *sent)
{
    const object *plain = get(get(frames, RoceQpFrames__builder), RoceFrameBuilder__plain);
    const byte *addresses = bytes_of(get(frames, RoceQpFrames__addresses)), *link = bytes_of(link_of(frames));
    sword pad = -of->payload.length & 3, udp_length = UDP + BTH + of->rest_length + of->payload.length + pad + ICRC;
    const packet_start start = {
        .first = 6u << 28 | (word)of->traffic_class << 20, .hops = (word)get_int(plain, FrameBuilder__hop_limit),
        .own = addresses, .peer = addresses + 16, .source_port = (word)get_int(frames, RoceQpFrames__source_port),
        .port = (word)get_int(plain, FrameBuilder__dport), .udp_length = udp_length,
    };
    word peer = (word)get_int(frames, RoceQpFrames__peer);
    byte *to = room_for(sent, ROCE_UDP_AT + udp_length), *ip = to + ETHERNET, *bth = ip + IPV6 + UDP;
    if (!to)
        return 0;
    __builtin_memcpy(to, link, ETHERNET);
    write_packet_start(ip, &start);
    bth[0] = (byte)of->opcode;
    bth[1] = (byte)(MIGRATED | pad << 4);
    byte *rest = write_32(write_32(write_16(bth + 2, ANY_PARTITION), peer), (word)of->ack_req << 31 | (word)(of->psn & PSN_MASK));
    __builtin_memcpy(rest, of->rest, (word)of->rest_length);
    end_frame(to, ROCE_UDP_AT + udp_length, &of->payload, rest + of->rest_length - to, ETHERNET, sent);
    return 1;
}
