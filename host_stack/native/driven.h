// SPDX-License-Identifier: Apache-2.0
// How machine code, such as the emulator's, drives a NIC.
#pragma once

#include "words.h"

// How a function of a NIC has ended: it leaves all to Python, it has done all, or it has raised an exception.
enum nic_end { NIC_DECLINED, NIC_DONE, NIC_RAISED };

enum { SEEN = 256 }; // bytes at a frame's start that are always there: switches look at them

// What the bytes of a frame lack, so that a payload is copied once, from where it is sent to where it is placed: `size`
// bytes from the byte `from` on, which are those at `payload`, and all that follows them. `fill` adds that. Until then
// the room for them is the NIC's, which has made the frame.
typedef struct lack {
    void (*fill)(byte *data, sword length, const struct lack *of); // NULL: they lack nothing
    const byte *payload;
    sword from;
    sword size;
    sword packet; // the byte where the packet begins that the NIC has made
} lack;

// A frame that leaves by a port: in the room that the driver offers, or an object of Python's.
typedef struct leaving {
    byte *room;          // NULL: frames are objects
    sword size;          // bytes that the room has
    sword length;        // of the frame in the room; 0: there is none
    struct object *frame; // a new reference, or NULL
    sword port;
    lack *lack;           // what the frame in the room lacks; NULL: it may lack nothing
    struct object *lender; // who has the bytes that it lacks, which never change: a new reference, or NULL
} leaving;

static inline bool has_frame(const leaving *it) { return it->length || it->frame; }

// Functions of a NIC end with an `enum nic_end`. `when` is -1 for never; `lack` may be NULL.
typedef word taking(struct object *nic, sword port, const byte *data, sword length, const lack *lack, sword now);
typedef word giving(struct object *nic, sword asked, sword now, leaving *to);
typedef word waking(struct object *nic, sword *when);
