// SPDX-License-Identifier: Apache-2.0
// What the parts of the NIC's C say to each other.
#pragma once

#include "driven.h"
#include "slots.h"

enum {
    ETHERNET = 14,
    IPV6 = 40,
    UDP = 8,
    BTH = 12,
    ICRC = 4,
    UDP_AT = ETHERNET + 2 * IPV6,
    BTH_AT = UDP_AT + UDP,
    BODY_AT = BTH_AT + BTH,
    SUMMED = IPV6 + UDP + 5, // from this byte of a packet on its ICRC covers all
    PSN_MASK = 0xFFFFFF,
    TICK_BITS = 7,
    TICK_NS = 1 << TICK_BITS,
    SLACK_NS = 100, // as in scheduler.py
};
enum { FIRST = 0xC6, MIDDLE = 0xC7, LAST = 0xC8, LAST_IMM = 0xC9, ONLY = 0xCA, ONLY_IMM = 0xCB };
enum { ACK = 0xD1, ENDPOINT_REQUEST = 0xD8, ENDPOINT_RESPONSE = 0xD9, SACK = 0xDC };
enum { ENDPOINT_QPN = 2 };
enum { ETHERTYPE = 0x86DD, IN_IPV6 = 41, IN_UDP = 17, ECT_0 = 2, CE = 3 };
#define RESIDUE 0x2144DF1C // what a CRC-32 leaves of bytes that end with theirs

// A frame that has arrived, whole and for a queue pair of this NIC, or for none, but an endpoint operation.
typedef struct packet {
    object *kind;
    object *qp;
    const byte *frame;
    const byte *source; // 16 bytes
    const lack *lack;   // what the frame's bytes lack; NULL: nothing
    sword entropy, udp_length, pad, psn;
    sword body_end; // one past the last byte before padding and ICRC
    bool marked, ack_req, rtx, stamped;
} packet;

static inline word read_16(const byte *at) { return (word)at[0] << 8 | at[1]; }
static inline word read_32(const byte *at) { return read_16(at) << 16 | read_16(at + 2); }
static inline word read_64(const byte *at) { return read_32(at) << 32 | read_32(at + 4); }

static inline byte *write_16(byte *at, word value)
{
    at[0] = (byte)(value >> 8);
    at[1] = (byte)value;
    return at + 2;
}
static inline byte *write_32(byte *at, word value) { return write_16(write_16(at, value >> 16), value); }
static inline byte *write_64(byte *at, word value) { return write_32(write_32(at, value >> 32), value); }

static inline bool is_ipv6(const byte *at, byte next_header) { return at[0] >> 4 == 6 && at[6] == next_header; }
static inline byte traffic_class(const byte *at) { return (byte)(at[0] << 4 | at[1] >> 4); }

#define NEVER ((sword)(~(word)0 >> 1)) // a time after all others
#define FARTHEST ((sword)1 << 62) // addresses from here on, where sums have more bits than a word, are Python's

static inline sword least(sword one, sword other) { return one < other ? one : other; }
static inline sword most(sword one, sword other) { return one > other ? one : other; }
enum { WIDE = 62 };

// A bitmap; whether it has so few bits that a word holds them.
static inline bool narrow(object *bitmap, word *bits)
{
    if (type_of(bitmap) == the[the_int] && ((const word *)bitmap)[2] <= 2 * long_digit) {
        *bits = (word)value_of(bitmap);
        return !(*bits >> WIDE);
    }
    int overflow = 0;
    sword value = PyLong_AsLongAndOverflow(bitmap, &overflow);
    *bits = (word)value;
    return !overflow && !((word)value >> WIDE);
}

// Whether Python's methods take it as a time (`check_time`).
static ALWAYS_INLINE bool is_time(sword now) { return !((word)now >> 62); }

// The plane of an EV of the usual form (`PlaneUplink.plane`).
static inline sword named_plane(sword entropy) { return entropy >> 16 & 0xFF; }

static inline sword tick(sword now) { return now / TICK_NS & 0xFFFF; } // times are not negative

// The index closest to `near` that has this PSN (`headers.index_of`).
static inline sword index_of(sword psn, sword near)
{
    sword distance = (psn - near) & PSN_MASK;
    return distance >= 1 << 23 ? near + distance - (1 << 24) : near + distance;
}

static inline void write_icrc(byte *at, number running)
{
    for (int i = 0; i < ICRC; i++)
        at[i] = (byte)(running >> 8 * i);
}

// What decides how a frame begins, up to byte 7 of its BTH; `own` and `peer`: inner addresses, of 16 bytes.
typedef struct start {
    object *outer;
    const byte *own, *peer;
    sword port, traffic_class, entropy, udp_length, opcode, pad, dest_qpn;
} start;

enum { START = BTH_AT + 8 };

// A queue pair's frames (`QpFrames`), the EV that one of them takes, and what it is.
typedef struct framing {
    object *frames, *entry;
    sword opcode;
    bool rtx;
} framing;

// What a frame carries; `lender`: bytes that never change and that it is a part of, or another object.
typedef struct payload {
    const byte *bytes;
    sword length;
    object *lender;
} payload;


// A packet's headers of IPv6 and UDP; `first`: the first word, `own` and `peer`: addresses.
typedef struct packet_start {
    word first, hops, source_port, port;
    const byte *own, *peer;
    sword udp_length;
} packet_start;

// frames.c
byte *write_packet_start(byte *to, const packet_start *of);
bool write_start(byte *to, object *builder, const start *of);
sword traffic_class_of(const object *classes, const object *kind, bool rtx);
static inline sword length_of(const leaving *it) { return it->frame ? bytes_size(it->frame) : it->length; }
byte *room_for(leaving *to, sword length);
void fill_frame(byte *data, sword length, const lack *of);
bool is_as_made(const byte *frame, const lack *of);
void end_frame(byte *frame, sword length, const payload *of, sword at, sword packet, leaving *sent);
bool frame_of(const framing *by, const byte *rest, sword rest_length, const payload *of, leaving *to);
object *outer_by(const object *template, object *source, sword entropy);
object *outer_of(object *entry);
sword draw(object *rng, sword limit);
void shuffle(object *rng, object *entries);

// parser.c
void set_up_kinds(void);
object *kind_of(sword opcode);
number packet_sum(const byte *ip, const byte *end);
bool is_intact(const byte *frame, sword length, const byte *ip, sword end, const lack *lack);
const byte *payload_of(const byte *frame, sword at, sword length, const lack *lack);
bool read_packet(object *nic, const byte *frame, sword length, const lack *lack, packet *to);

// The parts of a sending half, held while a packet of it leaves or is answered.
typedef struct sending {
    object *requestor, *state, *flight, *counters, *cc;
} sending;

// The place of an index in a `PacketRing`.
static inline object **place_in(const object *ring, sword index)
{
    object *places = get(ring, PacketRing__places);
    sword size = is_a(places, the_list) ? word_of(places, SIZE) : 0;
    if (size <= 0)
        strange(places, the_list << 16);
    return (object **)word_of(places, ITEMS) + (index & (size - 1));
}

// `PacketRing.get`, which the ring owns; NULL if there is none.
static inline object *packet_at(const object *ring, sword index)
{
    object *found = *place_in(ring, index);
    return found != NONE && get_int(found, SentPacket_index) == index ? found : 0;
}

static inline sword packets_in(const object *ring) { return get_int(ring, PacketRing__count); }

enum { USUAL = 16 };

// Packets that a SACK or ACK reports received, each held; `some`: where they are while they are few.
typedef struct delivery {
    object **packets, *some[USUAL];
    sword count, room;
} delivery;

// receiver.c
object *writable_region(const object *table, const object *domain, sword key, sword address, sword size);
bool write_region(object *region, sword address, const byte *data, sword size);
enum end receive_data(object *nic, const packet *it, sword now);
bool send_answer(object *scheduler, object *qp, object *answers, sword free_ports, sword now, leaving *to);
bool is_plain_answer(object *qp);

// A data packet, as a receiver counts it. `plane`: that by which it has come, from 0 to 61; -1 for anything else, which is
// `odd`; `timestamp`: -1 for none.
typedef struct counted {
    object *peer, *odd;
    sword size, plane, timestamp, now;
} counted;

// incast_penalty.c: `FlowControl.on_data`, and `penalty`; whether that went well
bool count_data(object *policy, const counted *of);
bool ask_penalty(object *policy, object *to, sword now, word *penalty, word *restore);

// congestion.c
bool tell_controller(object *to, sword received, bool marked, sword rtt, sword penalty, bool restore, sword now,
                     sword full_rtt);

// rotation.c
sword next_plane(const object *evs);
object *choose(object *evs, sword free_ports, sword now);

// sender.c
sending hold_sending(object *requestor);
void let_sending_go(const sending *it);
enum end send_data(object *qp, sword free_ports, sword now, leaving *to);
int may_send_new(object *requestor);
bool has_work(object *requestor);
bool something_is_lost(object *requestor);
bool stalled(const object *state);
void settle(object *account);
bool add_packet(delivery *to, object *record);
void forget_packets(delivery *of);

// acknowledgements.c
enum end receive_sack(object *nic, const packet *it, sword now);
bool confirm(object *reverse, object *entry);
void progress(object *state, sword now);
bool deliver_range(object *state, sword first, sword last, object *time, sword *acked, sword *late);
void tell_acknowledged(object *account, sword acked, sword late);
bool heard(object *account, sword sent, object *time);
bool after(object *nic, object *qp);
bool after_answer(object *nic, const packet *it, object *evs, object *time);

// messages.c
object *waiting_write(const object *queue);
bool start_write(object *state, object *work, sword now);
bool complete_messages(object *responder, sword cack, sword now);
bool is_ack(const object *job);
bool ack_frame(object *answers, const object *job, object *entry, leaving *to);
enum end receive_ack(object *nic, const packet *it, sword now);

// probes.c
enum end receive_endpoint(object *nic, const packet *it, sword port, sword now);
enum end send_probe(object *prober, sword free_ports, sword now, leaving *to);
enum end send_probe_answer(object *scheduler, sword free_ports, sword now, leaving *to);
sword next_probe_ns(const object *prober, sword now);

bool probe_way_back(object *probing, object *time);

// timers.c
object *pop(object *heap);
sword earliest(object *timers);
bool arm_timers(object *timers, object *qp);
bool probe_later(object *timers, object *qp, object *time);
bool run_timers(object *nic, object *time);

// nic.c
void queue_control(object *scheduler, object *qp);

// How a NIC is driven by machine code, and by Python, which goes on with a function of its own.
word finished(enum end end);

object *receive_by(taking *take_by, word function, object *nic, object *const *given, sword count, object *names);
object *transmit_by(giving *give_by, word function, object *nic, object *const *given, sword count, object *names);
object *wakeup_by(waking *wake_by, word function, object *nic, object *const *given, sword count, object *names);
