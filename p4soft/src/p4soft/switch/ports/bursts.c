// SPDX-License-Identifier: Apache-2.0
// Bursts between sockets and native memory (`bursts.py`): recvmmsg(2) and sendmmsg(2), packet(7) and cmsg(3). And
// between rings and native memory: packet_mmap of the kernel's documentation. And from a ring through a switch's machine
// code to sockets.
#include "words.h"

enum { BURST = 64, MAX_FRAME = 65536, MSG_DONTWAIT = 0x40 };

typedef struct { // struct iovec
    byte *base;
    word length;
} vector;

typedef struct { // struct mmsghdr
    struct link_address *name;
    number name_length, gap;
    vector *vectors;
    word vector_count;
    struct auxiliary *control;
    word control_length;
    number flags, padding;
    number length; // of the message, after the call
    number padding2;
} message;

typedef struct link_address { // struct sockaddr_ll, padded to 24 bytes
    half family, protocol;
    number interface;
    half hardware;
    byte packet_type;
    byte rest[13];
} link_address;

typedef struct auxiliary { // struct cmsghdr and struct tpacket_auxdata: what the kernel took out of a frame
    word size;
    number level, kind;
    number status, length, captured;
    half link_offset, network_offset, vlan_tci, vlan_tpid;
    number padding;
} auxiliary;

typedef struct { // struct tpacket2_hdr, and the struct sockaddr_ll behind it: the beginning of a slot of a ring
    number status, length, captured;
    half link_offset, network_offset;
    number seconds, nanoseconds;
    half vlan_tci, vlan_tpid;
    number padding;
    link_address from;
} slot;

typedef struct { // a ring (`bursts.py`): its memory, and the sizes of all, of a block and of a slot
    byte *memory;
    word size, block, slot;
    word next;  // offset of the slot that the kernel fills next
    word taken; // slots from there on that are not given back yet
} ring;

typedef struct { // a ring that the kernel empties (`bursts.SendRing`): `next` is the slot that it sends next
    ring slots;
    word last;    // offset of the slot that was sent last
    word longest; // bytes of a frame that may be sent so
    word socket;
} send_ring;

typedef struct { // a frame on its way in (`native.burst.Frame`)
    number port, length;
    byte *data;
    sword now_us;
} frame;

typedef struct { // a frame on its way out (`native.burst.Sent`)
    number port, priority, offset, length;
} sent;

typedef struct { // where a switch's machine code puts what leaves (`native.burst.Out`)
    sent *records;
    word limit, count;
    byte *bytes;
    word size, used, left;
} outgoing;

AT(message, vectors, 16);
AT(message, control, 32);
AT(message, control_length, 40);
AT(message, length, 56);
SIZE(message, 64);
SIZE(vector, 16);
AT(link_address, packet_type, 10);
AT(link_address, rest, 11);
SIZE(link_address, 24);
AT(auxiliary, level, 8);
AT(auxiliary, status, 16);
AT(auxiliary, vlan_tci, 32);
AT(auxiliary, padding, 36);
SIZE(auxiliary, 40);
AT(slot, link_offset, 12);
AT(slot, vlan_tci, 24);
AT(slot, from, 32);
AT(ring, next, 32);
SIZE(ring, 48);
AT(send_ring, last, 48);
AT(send_ring, socket, 64);
SIZE(send_ring, 72);
AT(frame, data, 8);
AT(frame, now_us, 16);
SIZE(frame, 24);
SIZE(sent, 16);
AT(outgoing, bytes, 24);
SIZE(outgoing, 56);

extern int recvmmsg(int socket, message *messages, number count, int flags, const void *timeout);
extern int sendmmsg(int socket, message *messages, number count, int flags);
extern long sendto(int socket, const void *data, word length, int flags, const void *to, unsigned to_length);
extern int *__errno_location(void);
extern int clock_gettime(int clock, sword *seconds_and_nanoseconds);

// --- From a socket ------------------------------------------------------------------------------------------------

enum { SOL_PACKET = 263, PACKET_AUXDATA = 8, PACKET_OUTGOING = 4, ETH_P_8021Q = 0x8100 };
enum { VLAN_VALID = 0x10, VLAN_TPID_VALID = 0x40 }; // of a status
enum { ADDRESSES = 12, TAG = 4 };

#define ENDED ((word)1 << 32) // in the result: the other end has closed a SOCK_SEQPACKET connection

// A packet socket gave a frame that this machine sent. Other sockets give no address.
static bool is_ours(const message *from)
{
    return from->name_length >= __builtin_offsetof(link_address, rest) && from->name->packet_type == PACKET_OUTGOING;
}

static void put_half(byte *at, number value) { at[0] = (byte)(value >> 8), at[1] = (byte)value; }

// Puts the VLAN tag that the kernel keeps apart back behind the addresses, in the headroom before the frame: whether
// there is one.
static bool restore_tag(byte *data, word length, number status, half tci, half tpid)
{
    if (!(status & VLAN_VALID) || length < ADDRESSES)
        return 0;
    __builtin_memmove(data - TAG, data, ADDRESSES);
    put_half(data + ADDRESSES - TAG, status & VLAN_TPID_VALID ? tpid : ETH_P_8021Q);
    put_half(data + ADDRESSES - TAG + 2, tci);
    return 1;
}

static bool restore_tag_of(const message *from, byte *data, word length)
{
    const auxiliary *about = from->control;
    if (from->control_length < __builtin_offsetof(auxiliary, padding))
        return 0;
    if (about->level != SOL_PACKET || about->kind != PACKET_AUXDATA)
        return 0;
    return restore_tag(data, length, about->status, about->vlan_tci, about->vlan_tpid);
}

static sword when(sword since_us, sword now_us, word i, word count)
{
    return since_us + (sword)((word)(now_us - since_us) * (i + 1) / count);
}

// Makes frame records of the messages that wait at a socket. The kernel does not say when a frame came: they are taken
// to have come evenly between `since_us` and `now_us`, so that a burst does not look like a crowd to a program that
// measures time. How many records were made, with ENDED; or an errno, negated. Frames that this machine sent itself are
// left out, and VLAN tags that the kernel took out of frames are put back.
sword receive(word socket, message *messages, frame *records, word port, sword since_us, sword now_us)
{
    for (int i = 0; i < BURST; i++) {
        messages[i].name_length = sizeof(link_address);
        messages[i].control_length = sizeof(auxiliary);
    }
    int got = recvmmsg((int)socket, messages, BURST, MSG_DONTWAIT, 0);
    if (got < 0)
        return -(sword)*__errno_location();
    word made = 0, ended = 0;
    for (int i = 0; i < got; i++) {
        const message *from = &messages[i];
        word length = from->length;
        byte *data = from->vectors->base;
        if (length == 0) {
            ended = ENDED;
            continue;
        }
        if (is_ours(from))
            continue;
        if (restore_tag_of(from, data, length))
            data -= TAG, length += TAG;
        if (length >= MAX_FRAME) // the tag may make it too long for anybody
            continue;
        frame *record = &records[made++];
        record->port = (number)port;
        record->length = (number)length;
        record->data = data;
        record->now_us = when(since_us, now_us, (word)i, (word)got);
    }
    return (sword)(made | ended);
}

// --- From a ring --------------------------------------------------------------------------------------------------

enum { STATUS_USER = 1 };

#define CUT ((word)1 << 33) // in the result: the frame of the next slot is longer than a slot

static slot *slot_at(const ring *of, word at) { return (slot *)(of->memory + at); }

enum { LINE = 64, LINES = 5 };

// Another processor has filled the slots: ask for the beginning of one, which costs no time while others are looked at.
static void ask_for_slot(const ring *of, word at)
{
    for (word line = 0; line < LINES; line++)
        __builtin_prefetch(of->memory + at + line * LINE);
}

static word after(const ring *of, word at)
{
    at += of->slot;
    if (at % of->block + of->slot > of->block) // the rest of a block is no slot
        at += of->block - at % of->block;
    return at >= of->size ? 0 : at;
}

// As `receive`, but the frames stay in the ring, and its slots are not the kernel's until `give_back`. The result is 0
// as well if the kernel has filled none.
sword take(ring *from, frame *records, word port, sword since_us, sword now_us)
{
    word made = 0, cut = 0;
    for (word at = from->next; from->taken < BURST; at = after(from, at), from->taken++) {
        const slot *here = slot_at(from, at);
        if (!(__atomic_load_n(&here->status, __ATOMIC_ACQUIRE) & STATUS_USER))
            break;
        ask_for_slot(from, at);
        word length = here->length;
        if (length > here->captured) {
            cut = CUT;
            break;
        }
        byte *data = (byte *)here + here->link_offset;
        if (!length || here->from.packet_type == PACKET_OUTGOING)
            continue;
        if (restore_tag(data, length, here->status, here->vlan_tci, here->vlan_tpid))
            data -= TAG, length += TAG;
        if (length >= MAX_FRAME)
            continue;
        frame *record = &records[made++];
        record->port = (number)port;
        record->length = (number)length;
        record->data = data;
    }
    for (word i = 0; i < made; i++)
        records[i].now_us = when(since_us, now_us, i, made);
    return (sword)(made | cut);
}

// Gives the slots taken, and `more` behind them, back to the kernel.
word give_back(ring *to, word more)
{
    for (word left = to->taken + more; left; left--, to->next = after(to, to->next))
        __atomic_store_n(&slot_at(to, to->next)->status, 0, __ATOMIC_RELEASE);
    return to->taken = 0;
}

// --- To sockets -----------------------------------------------------------------------------------------------------

#define NOBODY 0xFFFFFFFFu // in the table of sockets: a port whose frames are Python's. In a chain of records: the end

typedef struct {
    const sent *records;
    byte *bytes;
    const number *sockets;
    send_ring *const *rings; // of the same ports; 0: it has none
    message *messages;
    number *next; // of each record, in the chain of its port
    number *left; // records for Python
    word left_count;
    word wants; // 1 + a port that would do well to have a ring, or 0
} burst;

enum { MANY = 16 }; // frames to one port for which a ring is worth it

static void leave(burst *of, number record) { of->left[of->left_count++] = record; }

// Sends a chain of records with sendmmsg; from the first on that the socket does not take, they are left.
static void send_chain(burst *of, number socket, number first)
{
    number start = first, here = first;
    while (here != NOBODY) {
        number filled = 0;
        for (start = here; here != NOBODY && filled < BURST; here = of->next[here], filled++) {
            vector *to = of->messages[filled].vectors;
            to->base = of->bytes + of->records[here].offset;
            to->length = of->records[here].length;
        }
        int gone = sendmmsg((int)socket, of->messages, filled, MSG_DONTWAIT);
        if (gone >= (int)filled)
            continue;
        for (int i = 0; start != NOBODY; start = of->next[start], i++)
            if (i >= gone)
                leave(of, start);
        return;
    }
}

enum { STATUS_AVAILABLE, STATUS_SEND_REQUEST, STATUS_SENDING, STATUS_WRONG_FORMAT = 4 };
enum { IN_SEND_SLOT = 32, VIRTIO_HEADER = 10, BYTES_TO_COPY = 2 }; // struct virtio_net_hdr: `hdr_len` is its third byte

static number status_of(const slot *of) { return __atomic_load_n(&of->status, __ATOMIC_ACQUIRE); }
static void set_status(slot *of, number status) { __atomic_store_n(&of->status, status, __ATOMIC_RELEASE); }

// Puts a frame into a slot. The header says that the kernel is to copy all of it.
static void fill(slot *to, const byte *data, number length)
{
    byte *at = (byte *)to + IN_SEND_SLOT;
    __builtin_memcpy(at + BYTES_TO_COPY, &(half){(half)length}, sizeof(half));
    __builtin_memmove(at + VIRTIO_HEADER, data, length);
    to->length = length + VIRTIO_HEADER;
    set_status(to, STATUS_SEND_REQUEST);
}

// How many of the slots filled the kernel has sent; the others are free again.
static number sent_of(send_ring *by, number filled)
{
    ring *slots = &by->slots;
    number gone = 0;
    for (; gone < filled; gone++, slots->next = after(slots, slots->next)) {
        if (status_of(slot_at(slots, slots->next)) & (STATUS_SEND_REQUEST | STATUS_WRONG_FORMAT))
            break;
        by->last = slots->next;
    }
    word at = slots->next;
    for (number i = gone; i < filled; i++, at = after(slots, at))
        set_status(slot_at(slots, at), STATUS_AVAILABLE);
    return gone;
}

// Sends a chain by a ring as far as that goes: the first record that is not sent. While the interface still has frames
// that came this way, others do not.
static number send_by_ring(const burst *of, send_ring *by, number first)
{
    ring *slots = &by->slots;
    while (first != NOBODY && status_of(slot_at(slots, by->last)) == STATUS_AVAILABLE) {
        word at = slots->next;
        number filled = 0;
        for (number here = first; here != NOBODY && filled < BURST; here = of->next[here], filled++) {
            const sent *record = &of->records[here];
            slot *to = slot_at(slots, at);
            if (record->length > by->longest || status_of(to) != STATUS_AVAILABLE)
                break;
            fill(to, of->bytes + record->offset, record->length);
            at = after(slots, at);
        }
        if (!filled)
            break;
        sendto((int)by->socket, 0, 0, MSG_DONTWAIT, 0, 0);
        number gone = sent_of(by, filled);
        for (number i = 0; i < gone; i++)
            first = of->next[first];
        if (gone < filled)
            break;
    }
    return first;
}

static void send_to(burst *of, number port, number first, word length)
{
    send_ring *by = of->rings[port];
    if (by)
        first = send_by_ring(of, by, first);
    else if (length >= MANY)
        of->wants = port + 1;
    send_chain(of, of->sockets[port], first);
}

// `send`, for a burst with records, bytes, sockets, rings and messages.
static void send_burst(burst *of, word count, word ports, number *work)
{
    number *first = work, *last = first + ports, *seen = last + ports + count;
    of->next = last + ports, of->left = seen + count;
    of->left_count = of->wants = 0;
    word seen_count = 0;
    for (number i = 0; i < count; i++) {
        number port = of->records[i].port;
        if (port >= ports || !of->records[i].length || of->sockets[port] == NOBODY) {
            leave(of, i);
            continue;
        }
        word place = 0; // among the ports seen. They are few: those of one burst
        while (place < seen_count && seen[place] != port)
            place++;
        of->next[i] = NOBODY;
        if (place < seen_count)
            of->next[last[port]] = i;
        else {
            first[port] = i;
            seen[seen_count++] = port;
        }
        last[port] = i;
    }
    for (word i = 0; i < seen_count; i++)
        send_to(of, seen[i], first[seen[i]], count / seen_count);
}

// Sends each port's frames in order, in as few calls as may be. `sockets` has a file descriptor, or NOBODY, for each of
// `ports` ports, and `rings` a ring or none. `work` is tables one after the other: first record of each port and last
// record of each port (`ports` entries each), then next record of each record, ports seen, and records left (`count`
// entries each). How many records are left: those of ports without a socket, those of no bytes, and from the first on
// that a socket does not take, the port's own, in their order.
word send(const sent *records, word count, byte *bytes, const number *sockets, send_ring *const *rings, word ports,
          number *work, message *messages)
{
    burst of = {records, bytes, sockets, rings, messages, 0, 0, 0, 0};
    send_burst(&of, count, ports, work);
    return of.left_count;
}

// --- From a ring through a switch ------------------------------------------------------------------------------------

enum { DONE, STOPPED, LEFT }; // results

typedef struct { // `bursts.Way`
    word (*program)(void *context, word count, const frame *, outgoing *out); // `native.burst`
    void *context;
    const word *failed; // not 0: a call from the program into Python went wrong
    outgoing *out;
    ring *from;
    frame *records;
    const number *sockets; // this and the next four are arguments of `send`
    send_ring *const *rings;
    word ports;
    number *work;
    message *messages;
    sword began_ns; // when the switch's time was 0
    sword longest_wait_us;
    word port;
    word taken; // frames
    word made; // of these in the last burst
    word stopped; // what the program said of it
    word left; // what `send` said
    word wants; // 1 + a port that would do well to have a ring, or 0
} way;

AT(way, out, 24);
AT(way, sockets, 48);
AT(way, began_ns, 88);
AT(way, left, 136);
SIZE(way, 152);

static sword switch_time(const way *on)
{
    enum { CLOCK_MONOTONIC = 1 };
    sword now[2] = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, now);
    return (now[0] * 1000000000 + now[1] - on->began_ns) / 1000;
}

// Moves bursts from a ring through a program to sockets: at most so many, the last of which is not full. Ends with the
// first one with which Python must go on: where the program STOPPED, or with what sockets have LEFT.
word forward_bursts(way *on, word bursts, sword since_us, sword now_us)
{
    on->taken = on->wants = 0;
    for (word i = 0; i < bursts; i++) {
        if (i) {
            since_us = now_us;
            sword now = switch_time(on);
            now_us = now > now_us ? now : now_us;
            if (since_us < now_us - on->longest_wait_us)
                since_us = now_us - on->longest_wait_us;
        }
        on->made = (word)take(on->from, on->records, on->port, since_us, now_us) & (CUT - 1);
        on->taken += on->made;
        if (on->made) {
            on->stopped = on->program(on->context, on->made, on->records, on->out);
            if (on->stopped >> 32 || *on->failed)
                return STOPPED;
            outgoing *out = on->out;
            burst of = {out->records, out->bytes, on->sockets, on->rings, on->messages, 0, 0, 0, 0};
            send_burst(&of, out->count, on->ports, on->work);
            on->left = of.left_count, on->wants = of.wants ? of.wants : on->wants;
            if (on->left)
                return LEFT;
            out->count = out->used = 0;
        }
        bool is_full = on->from->taken == BURST;
        give_back(on->from, 0);
        if (!is_full)
            break;
    }
    return DONE;
}
