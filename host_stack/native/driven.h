// SPDX-License-Identifier: Apache-2.0
// How machine code, such as the emulator's, drives a NIC.
#pragma once

#include "words.h"

// How a function of a NIC has ended: it leaves all to Python, it has done all, or it has raised an exception.
enum nic_end { NIC_DECLINED, NIC_DONE, NIC_RAISED };

// A frame that leaves by a port: in the room that the driver offers, or an object of Python's.
typedef struct leaving {
    byte *room;          // NULL: frames are objects
    sword size;          // bytes that the room has
    sword length;        // of the frame in the room; 0: there is none
    struct object *frame; // a new reference, or NULL
    sword port;
} leaving;

static inline bool has_frame(const leaving *it) { return it->length || it->frame; }

// Functions of a NIC end with an `enum nic_end`. `when` is -1 for never.
typedef word taking(struct object *nic, sword port, const byte *data, sword length, sword now);
typedef word giving(struct object *nic, sword asked, sword now, leaving *to);
typedef word waking(struct object *nic, sword *when);
