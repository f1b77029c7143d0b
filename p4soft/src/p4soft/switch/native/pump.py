# SPDX-License-Identifier: Apache-2.0
"""Frames into machine code as fast as it takes them, for measurements: nothing in Python for a frame."""

from __future__ import annotations

import ctypes
import time

from p4soft.switch.native.context import Exit
from p4soft.switch.native.fast_path import FastPath
from p4soft.switch.native.frames import Frame, Out, Sent

BURST = 256


def pump(fast: FastPath, port: int, frame: bytes, packets: int, start_us: int) -> tuple[float, int]:
    """Seconds of machine code for at least `packets` copies of a frame, 1 us apart, and how many were taken.

    What needs Python is finished in Python, and its time counts. The caller holds the switch's lock.
    """
    room = ctypes.create_string_buffer((len(frame) + fast.engine.headers) * BURST)
    records = (Sent * BURST)()
    out = Out(ctypes.addressof(records), BURST, 0, ctypes.addressof(room), len(room), 0)
    frames = (Frame * BURST)()
    for item in frames:
        item.port, item.length, item.data = port, len(frame), frame
    spent, done, now = 0.0, 0, start_us
    while done < packets:
        for item in frames:
            now += 1
            item.now_us = now
        taken = 0
        start = time.perf_counter()
        while taken < BURST:
            out.count = out.used = 0
            at = ctypes.addressof(frames) + taken * ctypes.sizeof(Frame)
            step, reason = fast.step(BURST - taken, at, ctypes.addressof(out))
            taken += step
            if reason is Exit.DUE:
                fast.plane.drain(now)
                fast.plan()
            elif reason not in (Exit.DONE, Exit.FULL):
                fast.finish(reason)
        spent += time.perf_counter() - start
        done += taken
    return spent, done
