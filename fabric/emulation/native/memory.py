# SPDX-License-Identifier: Apache-2.0
"""The memory of one emulation that machine code and Python share."""

from __future__ import annotations

import ctypes
import struct
import weakref
from collections.abc import Iterator
from typing import Final

from fabric.emulation.frames import Arrived, Transit
from fabric.emulation.native.machine import machine
from fabric.emulation.native.words import Core, Frame, Nic, Switch, Use, Wire
from fabric.measuring.measurements import FrameCount

_WORD: Final = ctypes.c_uint64


class Words:
    """So many words of memory, all 0: Python's view of them (signed), and where they are."""

    __slots__ = ("address", "buffer", "view")

    def __init__(self, count: int) -> None:
        self.buffer = (_WORD * max(1, count))()
        self.address = ctypes.addressof(self.buffer)
        self.view = memoryview(self.buffer).cast("B").cast("q")


class Memory:
    """The core, its directions, switches and NICs (`words`).

    Attributes:
        core, wires, switches, nics: those.
        header: bytes of a frame's header; trail: the bytes of the core at which the trail of the held frame is.
    """

    def __init__(self, *, wires: int, switches: int, nics: int) -> None:
        trail_words = max(1, -(-switches // 64))
        self.header = 8 * (Frame.TRAIL + trail_words)
        self.core = Words(Core.FRAME + Frame.TRAIL + trail_words)
        self.wires = Words(Wire.WORDS * wires)
        self.switches = Words(Switch.WORDS * switches)
        self.nics = Words(Nic.WORDS * nics)
        first = 8 * (Core.FRAME + Frame.TRAIL)
        self.trail = memoryview(self.core.buffer).cast("B")[first : first + 8 * trail_words]
        view = self.core.view
        view[Core.HEADER] = self.header
        view[Core.DIRECTIONS] = self.wires.address
        view[Core.SWITCHES] = self.switches.address
        view[Core.NICS] = self.nics.address
        view[Core.NONE] = id(None)
        weakref.finalize(self.core.buffer, machine().clear, self.core.address)

    def arrived(self) -> Iterator[Arrived]:
        """What has been counted of arrivals, path by path."""
        view, bytes_of_trail = self.core.view, len(self.trail)
        size = 8 * Use.TRAIL + bytes_of_trail
        count = view[Core.USE_ROOM]
        records = ctypes.string_at(view[Core.USE_RECORDS], count * size) if count else b""
        for start in range(0, count * size, size):
            origin, nic, frames, length, trimmed, worst = _USE.unpack_from(records, start)
            if origin:
                trail = int.from_bytes(records[start + 8 * Use.TRAIL : start + size], "little")
                yield Arrived(origin - 2, nic, trail, FrameCount(frames, length, trimmed), worst)

    def held_frame(self) -> bytes:
        """The bytes of the frame that `run` came back with."""
        view = self.core.view
        return ctypes.string_at(view[_HELD_DATA], view[_HELD_LENGTH])

    def transit(self, frame: bytes) -> Transit:
        """What the core says of the frame in question, with these bytes."""
        view = self.core.view
        trail = int.from_bytes(self.trail, "little")
        return Transit(frame, view[_ORIGIN], view[_BORN], trail, view[_TRIMMED] != 0)

    def born_ns(self, address: int) -> int:
        """When the first bit of the frame at an address left its NIC."""
        return _WORD.from_address(address + 8 * Frame.BORN).value

    def frame(self, address: int) -> bytes:
        """The bytes of the frame at an address."""
        data, length = (_WORD.from_address(address + 8 * word).value for word in (Frame.DATA, Frame.LENGTH))
        return ctypes.string_at(data, length)


_USE: Final = struct.Struct("=6q")
_ORIGIN: Final = Core.FRAME + Frame.ORIGIN
_BORN: Final = Core.FRAME + Frame.BORN
_TRIMMED: Final = Core.FRAME + Frame.TRIMMED
_HELD_DATA: Final = Core.FRAME + Frame.DATA
_HELD_LENGTH: Final = Core.FRAME + Frame.LENGTH
