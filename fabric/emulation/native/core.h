// SPDX-License-Identifier: Apache-2.0
// What lies where in the memory that the emulator's machine code works on (words.py): words of 64 bits.
#pragma once

#include "driven.h"
#include "events.h"
#include "words.h"

enum { PRIORITIES = 8 };

typedef struct object object; // Python's

// A frame on its way: what `events.Transit` says of it, and where its bytes are.
typedef struct frame {
    struct frame *next; // in its queue, or in the pool
    word length;
    word room;     // for this many bytes, if it goes to the pool when it is given back; or 0
    byte *data;    // behind its header, or its owner's
    object *owner; // whose bytes they are, until a switch has made others of them, or those that it lacks are; or NULL
    word charged;  // to which account of its switch, + 1, while it waits in a queue; or 0
    lack lack;
    word origin;
    word born;
    word trimmed;
    word trail[]; // as many words as the switches need, lowest first
} frame;

// Bytes of an ingress port and priority that wait in the queues of a switch: below its threshold when they came, and
// above it; and whether the port is paused.
typedef struct account {
    word shared;
    word headroom;
    word paused;
} account;

// What a switch with flow control holds of each port, and its thresholds (`lossless.Thresholds`).
typedef struct buffer {
    word number; // of the switch
    word ports;
    word priorities; // bit i: frames of priority i are lossless
    word headroom;
    word xoff;
    word xon;
    word pool; // bytes that ports share; 0: `xoff` and `xon` are the thresholds
    double alpha;
    word xon_offset;
    word used;      // bytes of the pool
    word ingress;   // the port that the last frame came by
    word peak;      // most that was held of one port and priority
    account held[]; // of each port * 8 + priority
} buffer;

// A direction of a link, as `nodes.Direction` describes it.
typedef struct wire {
    word rate;
    word delay;
    word remainder;
    word epoch;
    word up;
    word busy;
    word lossy;  // not 0: Python is to be asked about the frame that is the so-manieth from now on
    word tapped; // Python is to be told of each frame
    word limit;
    word queued;
    word peak;
    word sent_frames;
    word sent_bytes;
    word delivered_frames;
    word delivered_bytes;
    word lost_random;
    word lost_down;
    word lost_overflow;
    word trims;
    word mask; // bit i: queue i holds frames
    word sink_is_nic;
    word sink; // number of the switch or NIC at its end
    word sink_port;
    word sender;       // number of the NIC that sends on it, + 1
    word *sender_free; // that NIC's mask of free ports
    word sender_bit;
    word held;      // bit i: nothing of queue i is sent now
    word marks;     // the port was paused, and no frame has come to its empty queue since: Python marks lossless ones
    buffer *buffer; // of the switch that it leaves; NULL: without flow control
    frame *first[PRIORITIES];
    frame *last[PRIORITIES];
} wire;

// A switch: its program's machine code and context, its counters, which direction leaves each port.
typedef struct node {
    word (*code)(void *context, word count, void *frames, void *out); // its program's `burst`; NULL: frames go to Python
    void *context;
    word headers; // bytes by which a frame may grow
    word reach;   // so many bytes from a frame's start its program may look at
    word stopped;
    word received;
    word emitted;
    word trimmed;
    word consumed;
    word blackholed;
    word unconnected;
    const word *outputs; // for each port: number of the direction that leaves there, + 1
    word ports;
    const word *failed; // not 0 when a call from machine code into Python failed
    buffer *buffer;     // NULL: without flow control
} node;

// A NIC. Its methods are Python's objects, which the NIC's node keeps.
typedef struct nic {
    word free;     // bit p: port p can take a frame
    word carriers; // bit p: the NIC believes that port p has a link
    word odd;      // Python asks it for frames, and gives it what arrives
    word pumping;
    word armed; // when it is to be woken, + 1; or 0
    object *transmit;
    object *receive;
    object *next_wakeup;
    object *arrived;     // of its node: told of each frame before the NIC gets it; or NULL
    const word *outputs; // for each port: number of the direction that leaves there
    word ports;
    object *self; // the NIC, if it has machine code for these three
    taking *take;
    giving *give;
    waking *wake;
} nic;

// What has arrived at a NIC from another over one path.
typedef struct use {
    word origin; // number of the sending NIC, + 2; 0: nothing yet
    word nic;
    word frames;
    word bytes;
    word trimmed;
    word worst; // latency
    word trail[];
} use;

typedef struct core {
    word now;
    word processed;
    word left; // events until `run` comes back with PAUSE
    word halt; // not 0: a call into Python went wrong, `run` comes back
    word events; // how many are scheduled
    queue *queue;
    wire *directions;
    node *switches;
    word header;                                         // bytes of a frame's header
    word (*host)(word what, word number, word subject); // what an `enum ask` says
    frame *held;     // the frame that `run` came back with: it is given back when `run` is called again; or NULL
    word who;        // which NIC, switch, direction or call `run` came back for
    word port;
    word reason;     // why a switch's machine code stopped, and frames taken as in its result
    word in_port;    // the record of the frame that a switch gets (`native.burst.Frame`)
    byte *in_data;
    word in_time;
    word *out_records; // where it puts what leaves (`native.burst.Out`)
    word out_limit;
    word out_count;
    byte *out_bytes;
    word out_size;
    word out_used;
    word out_left;
    word record; // port and priority of what leaves (`native.burst.Sent`)
    word record_bytes;
    nic *nics;
    frame *pool;    // the frames that were given back and are kept for others
    object *none;   // Python's None
    word counting;  // whether arrivals are counted: the records, for how many there is room, and how many there are
    use *use_records;
    word use_room;
    word uses;
    word frame[]; // the header of the frame in question
} core;

// What an event is.
enum happens { SENT, ARRIVED, CALL, WAKE };

// Why `run` came back.
enum back {
    BACK_NOTHING, // what functions inside say that let it go on
    BACK_EMPTY,
    BACK_UNTIL,
    BACK_PAUSE,
    BACK_HALT,
    BACK_CALL,
    BACK_IDLE,
    BACK_DELIVER,
    BACK_SWITCH,
    BACK_ERROR,
};

// What Python is called for meanwhile.
enum ask {
    ASK_TAP,
    ASK_LOSS,
    ASK_FAILED,
    ASK_PORT,
    ASK_LOST,
    ASK_VANISHED,
    ASK_PAUSE,
    ASK_RELEASE,
    ASK_PAUSED,
    ASK_MARK,
};
