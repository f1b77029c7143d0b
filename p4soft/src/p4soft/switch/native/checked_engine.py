# SPDX-License-Identifier: Apache-2.0
"""The engine of a process that checks bounds: says which frames and outputs machine code may touch, call by call."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from typing_extensions import override

from p4soft.switch.native.bounds import OBJECTS, BoundsError, Extent
from p4soft.switch.native.engine import NativeEngine, Stopped
from p4soft.switch.native.frames import Frame, Out, Sent
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER
from p4soft.switch.native.packet import NativePacket
from p4soft.switch.native.tables.memory_words import read_word, write_word

_GAP = 64


class CheckedEngine(NativeEngine):
    """A native engine whose machine code has bounds checks.

    What they find is a fault of the switch, and what the burst has sent until then does not leave.

    A burst's frames are copied to where nothing follows them, so that a step beyond one is not a step into the next.
    """

    _frames: ctypes.Array[ctypes.c_char]
    """Those of the last burst: the packet that it stopped with has one of them."""

    @override
    def _on_packet(self, function: Callable[..., int], packet: NativePacket, *room: int) -> int:
        frame = Extent(read_word(packet.address + FRAME_POINTER), read_word(packet.address + FRAME_LENGTH), "the frame")
        extents = [Extent(packet.address, self.native.layout.size, "the packet in Python"), frame]
        extents += [Extent(at, self.room_for(packet), "the frame that leaves") for at in room]
        with OBJECTS.visiting(*extents):
            status = super()._on_packet(function, packet, *room)
        self._notice()
        return status

    @override
    def burst(self, count: int, frames: int, out: int) -> Stopped:
        staged, extents = self._stage((Frame * count).from_address(frames))
        where = Out.from_address(out)
        extents += [
            Extent(out, ctypes.sizeof(Out), "where the output is"),
            Extent(where.records, where.limit * ctypes.sizeof(Sent), "the records of frames that leave"),
            Extent(where.bytes, where.size, "the bytes of frames that leave"),
        ]
        sent, used = where.count, where.used
        with OBJECTS.visiting(*extents):
            stopped = super().burst(count, ctypes.addressof(staged), out)
        if self._notice():
            where.count, where.used = sent, used
        return stopped

    def _stage(self, frames: ctypes.Array[Frame]) -> tuple[ctypes.Array[Frame], list[Extent]]:
        """Copies of frames and of their records."""
        size = sum(frame.length + _GAP for frame in frames) + _GAP
        self._frames, copies = ctypes.create_string_buffer(size), type(frames).from_buffer_copy(frames)
        extents = [Extent(ctypes.addressof(copies), ctypes.sizeof(copies), "the records of frames")]
        at = ctypes.addressof(self._frames) + _GAP
        for number, copy in enumerate(copies):
            pointer = ctypes.addressof(copy) + Frame.data.offset
            ctypes.memmove(at, read_word(pointer), copy.length)
            write_word(pointer, at)
            extents.append(Extent(at, copy.length, f"frame {number} of a burst"))
            at += copy.length + _GAP
        return copies, extents

    def _notice(self) -> bool:
        """Whether checks have found something, which is then why the packet fails."""
        try:
            OBJECTS.check()
        except BoundsError as error:
            self._host.error = error
            return True
        return False
