# SPDX-License-Identifier: Apache-2.0
"""What lies where in the memory that the emulator's machine code works on (core.h): words of 64 bits, by their number.

```
core       the clock, where the queue of events and the others are, why `run` came back and with which frame
direction  one direction of a link, as `nodes.Direction` describes it
switch     its program's machine code and context, its counters, which direction leaves each port
buffer     what a switch with flow control holds of each port
NIC        its free ports, its methods, when it is to be woken, which direction leaves each port
frame      what `events.Transit` says of a frame, and where its bytes are
```
"""

from __future__ import annotations

from enum import IntEnum


class Core(IntEnum):
    """The core; the header of the frame in question comes after the last word."""

    NOW = 0
    PROCESSED = 1
    LEFT = 2  # events until `run` comes back with PAUSE
    HALT = 3  # not 0: a call into Python went wrong, `run` comes back
    EVENTS = 4  # how many are scheduled
    QUEUE = 5  # address of the queue of events (events.h); or 0
    DIRECTIONS = 6
    SWITCHES = 7
    HEADER = 8  # bytes of a frame's header
    HOST = 9  # address of Python's function for what `Ask` says
    HELD = 10  # the frame that `run` came back with: it is given back when `run` is called again; or 0
    WHO = 11  # which NIC, switch, direction or call `run` came back for
    PORT = 12
    REASON = 13  # why a switch's machine code stopped (`native.context.Exit`), and frames taken as in its result
    IN_PORT = 14  # the record of the frame that a switch gets (`native.burst.Frame`)
    IN_DATA = 15
    IN_TIME = 16
    OUT_RECORDS = 17  # where it puts what leaves (`native.burst.Out`)
    OUT_LIMIT = 18
    OUT_COUNT = 19
    OUT_BYTES = 20
    OUT_SIZE = 21
    OUT_USED = 22
    OUT_LEFT = 23
    RECORD = 24  # port and priority of what leaves (`native.burst.Sent`)
    RECORD_BYTES = 25
    NICS = 26
    POOL = 27  # the first of the frames that were given back and are kept for others; or 0
    NONE = 28  # address of Python's None
    COUNTING = 29  # whether arrivals are counted: the records, for how many there is room, and how many there are
    USE_RECORDS = 30
    USE_ROOM = 31
    USES = 32
    FRAME = 33


class Frame(IntEnum):
    """A frame: its header."""

    NEXT = 0  # in its queue
    LENGTH = 1
    ROOM = 2  # for this many bytes, if it goes to the pool when it is given back; or 0
    DATA = 3  # address of its bytes: behind its header, or its owner's
    OWNER = 4  # Python's object whose bytes they are, until a switch has made others of them, or those it lacks; or 0
    CHARGED = 5  # to which ingress port * 8 + priority of its switch, + 1, while it waits in a queue; or 0
    LACK = 6  # five words: what its bytes lack (driven.h); Python sees frames that lack nothing
    ORIGIN = 11
    BORN = 12
    TRIMMED = 13
    TRAIL = 14  # as many words as the switches need, lowest first


class Wire(IntEnum):
    """A direction of a link, its queues last."""

    RATE = 0
    DELAY = 1
    REMAINDER = 2
    EPOCH = 3
    UP = 4
    BUSY = 5
    LOSSY = 6  # not 0: Python is to be asked about the frame that is the so-manieth from now on
    TAPPED = 7  # Python is to be told of each frame
    LIMIT = 8
    QUEUED = 9
    PEAK = 10
    SENT_FRAMES = 11
    SENT_BYTES = 12
    DELIVERED_FRAMES = 13
    DELIVERED_BYTES = 14
    LOST_RANDOM = 15
    LOST_DOWN = 16
    LOST_OVERFLOW = 17
    TRIMS = 18
    MASK = 19  # bit i: queue i holds frames
    SINK_IS_NIC = 20
    SINK = 21  # number of the switch or NIC at its end
    SINK_PORT = 22
    SENDER = 23  # number of the NIC that sends on it, + 1
    SENDER_FREE = 24  # address of that NIC's mask of free ports
    SENDER_BIT = 25
    HELD = 26  # bit i: nothing of queue i is sent now
    MARKS = 27  # the port was paused, and no frame has come to its empty queue since: Python marks lossless ones
    BUFFER = 28  # address of that of the switch which it leaves; 0: without flow control
    FIRST = 29  # 8 queues: the first frame of each
    LAST = 37  # and the last
    WORDS = 45


class Switch(IntEnum):
    """A switch, its counters in the middle."""

    CODE = 0  # address of its program's `burst`; 0: its frames go to Python
    CONTEXT = 1
    HEADERS = 2  # bytes by which a frame may grow
    REACH = 3  # so many bytes from a frame's start its program may look at
    STOPPED = 4
    RECEIVED = 5
    EMITTED = 6
    TRIMMED = 7
    CONSUMED = 8
    BLACKHOLED = 9
    UNCONNECTED = 10
    OUTPUTS = 11  # address of a word for each port: number of the direction that leaves there, + 1
    PORTS = 12  # how many there are
    FAILED = 13  # address of a word that is not 0 when a call from machine code into Python failed
    BUFFER = 14  # address of its own; 0: without flow control
    WORDS = 15


class Buffer(IntEnum):
    """What a switch with flow control holds of each port, and its thresholds (`lossless.Thresholds`)."""

    NUMBER = 0  # of the switch
    PORTS = 1
    PRIORITIES = 2  # bit i: frames of priority i are lossless
    HEADROOM = 3
    XOFF = 4
    XON = 5
    POOL = 6  # bytes that ports share; 0: XOFF and XON are the thresholds
    ALPHA = 7  # a double
    XON_OFFSET = 8
    USED = 9  # bytes of the pool
    INGRESS = 10  # the port that the last frame came by
    PEAK = 11  # most that was held of one port and priority
    HELD = 12  # an account for each port * 8 + priority
    WORDS = 12


class Account(IntEnum):
    """Bytes of a port and priority that wait in the queues of a switch."""

    SHARED = 0
    HEADROOM = 1
    PAUSED = 2
    WORDS = 3


class Nic(IntEnum):
    """A NIC. Its methods are addresses of Python's objects, which the NIC's node keeps."""

    FREE = 0  # bit p: port p can take a frame
    CARRIERS = 1  # bit p: the NIC believes that port p has a link
    ODD = 2  # Python asks it for frames, and gives it what arrives
    PUMPING = 3
    ARMED = 4  # when it is to be woken, + 1; or 0
    TRANSMIT = 5
    RECEIVE = 6
    NEXT_WAKEUP = 7
    ARRIVED = 8  # of its node: told of each frame before the NIC gets it; or 0
    OUTPUTS = 9  # address of a word for each port: number of the direction that leaves there
    PORTS = 10
    SELF = 11  # address of the NIC, if it has machine code (`host_stack.native`): of the next three
    TAKE = 12
    GIVE = 13
    WAKE = 14
    WORDS = 15


class Use(IntEnum):
    """What has arrived at a NIC from another over one path."""

    ORIGIN = 0  # number of the sending NIC, + 2; 0: nothing yet
    NIC = 1
    FRAMES = 2
    BYTES = 3
    TRIMMED = 4
    WORST = 5  # latency
    TRAIL = 6  # as in a frame


class Happens(IntEnum):
    """What an event is."""

    SENT = 0
    ARRIVED = 1
    CALL = 2
    WAKE = 3  # a NIC, if that is still when it is to be woken


class Back(IntEnum):
    """Why `run` came back."""

    NOTHING = 0  # what functions inside say that let it go on
    EMPTY = 1  # no events are left
    UNTIL = 2
    PAUSE = 3
    HALT = 4
    CALL = 5  # an event of Python's: WHO is its number
    IDLE = 6  # NIC WHO, which is ODD, has a free port or is to be woken
    DELIVER = 7  # a frame for NIC WHO, which is ODD, came on PORT
    SWITCH = 8  # a frame for switch WHO came on PORT, and REASON says how far it got
    ERROR = 9  # a NIC has raised an exception


class Ask(IntEnum):
    """What Python is called for meanwhile."""

    TAP = 0  # a frame's first bit leaves on a direction
    LOSS = 1  # is a frame lost on a direction?
    FAILED = 2  # a call from a switch's machine code into Python went wrong
    PORT = 3  # a NIC sends on a port that it does not have
    LOST = 4  # a frame is sent on a direction that is down
    VANISHED = 5  # a frame arrives at a switch that is stopped
    PAUSE = 6  # a switch has too much of an ingress port * 8 + priority
    RELEASE = 7  # and has not any more
    PAUSED = 8  # a pause frame has come to a switch
    MARK = 9  # a frame is sent on a direction that was paused: mark it, if it is to be
