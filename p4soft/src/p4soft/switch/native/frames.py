# SPDX-License-Identifier: Apache-2.0
"""The records of frames that go through native code, and of where it puts those that leave."""

from __future__ import annotations

import ctypes

from p4soft.switch.native.burst import FRAME_SIZE, RECORD_SIZE


class Frame(ctypes.Structure):
    """A frame on its way in, as `burst` takes it: `length` bytes at `data`, which came on `port` at `now_us`."""

    _fields_ = (
        ("port", ctypes.c_uint32),
        ("length", ctypes.c_uint32),
        ("data", ctypes.c_char_p),
        ("now_us", ctypes.c_int64),
    )


class Sent(ctypes.Structure):
    """A frame on its way out, as `burst` leaves it: `length` bytes at `offset` of its bytes."""

    _fields_ = tuple((name, ctypes.c_uint32) for name in ("port", "priority", "offset", "length"))


class Out(ctypes.Structure):
    """Where `burst` puts what leaves."""

    _fields_ = tuple((name, ctypes.c_int64) for name in ("records", "limit", "count", "bytes", "size", "used"))


assert (ctypes.sizeof(Frame), ctypes.sizeof(Sent)) == (FRAME_SIZE, RECORD_SIZE)
