# SPDX-License-Identifier: Apache-2.0
"""A compiled program bound to one switch: the functions of `codegen.engine.Engine`, and bursts."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from dataclasses import dataclass

from p4soft.switch.codegen.engine import Engine
from p4soft.switch.codegen.layout import FRAME, Packet
from p4soft.switch.codegen.runtime import AssertionFailed
from p4soft.switch.native import context as words
from p4soft.switch.native.burst import REASON
from p4soft.switch.native.compiler import NativeProgram
from p4soft.switch.native.context import FOREVER, Exit
from p4soft.switch.native.host import HostCalls
from p4soft.switch.native.packet import NativePacket
from p4soft.switch.native.storage import NativeStorage
from p4soft.switch.native.tables.memory_words import read_word, write_word
from p4soft.switch.native.unit import FAILED
from p4soft.switch.standard import Slots
from p4soft.switch.state import SwitchState

_POINTER, _LONG, _INT = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32


@dataclass(frozen=True, slots=True)
class Stopped:
    """How a burst ended: frames taken, why it stopped, and the packet that is Python's to finish, if one is."""

    taken: int
    reason: Exit


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a switch's machine code is.

    Attributes:
        burst, context: addresses of the program's function and of this switch's context.
        failed: address of a word that is 0 unless a call into Python went wrong.
        headers: bytes by which a frame may grow.
    """

    burst: int
    context: int
    failed: int
    headers: int


class NativeEngine:
    """One switch's machine code at work.

    Attributes:
        engine: what `dataplane` needs.
        headers: bytes by which a frame may grow.
    """

    def __init__(
        self, native: NativeProgram, state: SwitchState, storage: NativeStorage, *, drop_port: int, rng: random.Random
    ) -> None:
        self.native = native
        self.headers = native.artifact.headers
        self.storage = storage
        self._layout = native.layout
        self._host = HostCalls(native, state)
        self._rng = rng
        storage.random.take(rng)
        self._packet = storage.memory.allocate(native.layout.size, "the packet at work")
        slots = Slots.of(native.layout.layout)
        for index, value in (
            (words.DROP_PORT, drop_port & slots.port_mask),
            (words.NOT_DROPPED, (drop_port + 1) & slots.port_mask),
            (words.NEXT_NS, FOREVER),
            (words.CPU_PORT, (1 << 64) - 1),
            (words.HOST, self._host.address),
            (words.PACKET, self._packet.address),
        ):
            write_word(storage.word(index), value)
        code = native.code
        self._parse, self._verify, self._ingress, self._egress = (
            code.function(name, _POINTER, _POINTER, result=_INT) for name in ("parse", "verify", "ingress", "egress")
        )
        self._deparse = code.function("deparse", _POINTER, _POINTER, _POINTER, result=_LONG)
        self._burst = code.function("burst", _POINTER, _LONG, _POINTER, _POINTER, result=_LONG)
        self.engine = Engine(
            native.layout.layout,
            self._running(self._parse),
            self._running(self._verify),
            self._running(self._ingress),
            self._running(self._egress),
            self.deparse,
            NativePacket.template(native.layout),
            self.adopt,
        )

    def leave(self) -> None:
        """This engine runs no more: what it has of Python's goes back."""
        self.storage.random.give_back(self._rng)

    def _running(self, function: Callable[..., int]) -> Callable[[Packet], None]:
        def run(packet: Packet) -> None:
            assert isinstance(packet, NativePacket), packet
            self._check(self._on_packet(function, packet))

        return run

    def _on_packet(self, function: Callable[..., int], packet: NativePacket, *room: int) -> int:
        """Call a function of machine code; `room` is the address where a frame may leave."""
        return function(self.storage.context, packet.address, *room)

    def room_for(self, packet: NativePacket) -> int:
        """Bytes that a packet may have when it leaves."""
        return self.headers + len(packet[FRAME]) + 8

    def _check(self, status: int) -> None:
        error = self._host.take_error()
        if error is not None:
            raise error
        if status >= FAILED:
            raise AssertionFailed(self.native.artifact.failures[status - FAILED])

    def adopt(self, packet: Packet) -> Packet:
        """A packet that the other engine began, for this one."""
        return packet if isinstance(packet, NativePacket) else NativePacket.of(self._layout, packet)

    def deparse(self, packet: Packet) -> bytes:
        """The frame that leaves."""
        assert isinstance(packet, NativePacket), packet
        room = ctypes.create_string_buffer(self.room_for(packet))
        length = self._on_packet(self._deparse, packet, ctypes.addressof(room))
        self._check(-length if length < 0 else 0)
        return room.raw[:length]

    def burst(self, count: int, frames: int, out: int) -> Stopped:
        """Take `count` frames (address of Frames), and put what leaves where `out` (address of an Out) says."""
        result = self._burst(self.storage.context, count, frames, out)
        return Stopped(result & 0xFFFF_FFFF, Exit(result >> REASON))

    def stopped_packet(self) -> NativePacket:
        """The packet that a burst left to Python."""
        return NativePacket.at(self._layout, self._packet.address)

    def failure(self) -> Exception:
        """Why that packet failed, or what went wrong in Python meanwhile."""
        error = self._host.take_error()
        if error is not None:
            return error
        return AssertionFailed(self.native.artifact.failures[read_word(self.storage.word(words.EXIT_STATUS)) - FAILED])

    @property
    def entry(self) -> Entry:
        """For machine code that calls this one's `burst` itself."""
        return Entry(
            self.native.code.address("burst"), self.storage.context, ctypes.addressof(self._host.failed), self.headers
        )

    @property
    def failed_in_python(self) -> bool:
        """Whether a call from native code into Python went wrong."""
        return self._host.error is not None

    def where_to(self) -> tuple[int, int]:
        """Port and priority of a packet that stopped in egress."""
        return read_word(self.storage.word(words.EXIT_PORT)), read_word(self.storage.word(words.EXIT_PRIORITY))

    def set_word(self, index: int, value: int) -> None:
        """Write a word of the context."""
        write_word(self.storage.word(index), value & ((1 << 64) - 1))

    def word(self, index: int) -> int:
        """Read a word of the context."""
        return read_word(self.storage.word(index))
