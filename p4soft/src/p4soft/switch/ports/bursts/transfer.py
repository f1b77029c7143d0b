# SPDX-License-Identifier: Apache-2.0
"""Bursts between sockets and native memory, as the event loop uses them."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from llvmlite import ir

from p4soft.switch.native.frames import Frame
from p4soft.switch.native.jit import Compiled
from p4soft.switch.ports.bursts.messages import BURST, HEADROOM, MAX_FRAME, Auxiliary, IoVec, LinkAddress, Message
from p4soft.switch.ports.bursts.receiving import ENDED, emit_receive
from p4soft.switch.ports.bursts.sending import NOBODY, emit_send

_FRAME_SPACE = HEADROOM + MAX_FRAME


class Received(NamedTuple):
    """What one burst brought: how many frame records, and whether the other end has closed the connection."""

    frames: int
    ended: bool


class BurstTransfer:
    """Memory for one burst in and one out, and the sockets that frames leave by. One thread at a time.

    Attributes:
        records: address of the frame records of the last `receive` (`Frame`).
    """

    def __init__(self) -> None:
        code = _code()
        self._receive, self._send = code.receive, code.send
        self._frames = (Frame * BURST)()
        self.records = ctypes.addressof(self._frames)
        self._space = (ctypes.c_uint8 * (_FRAME_SPACE * BURST))()
        self._names = (LinkAddress * BURST)()
        self._control = (Auxiliary * BURST)()
        self._in, self._in_vectors = _messages()
        self._out, self._out_vectors = _messages()
        space = ctypes.addressof(self._space)
        for i in range(BURST):
            self._in_vectors[i].base = space + i * _FRAME_SPACE + HEADROOM
            self._in_vectors[i].length = MAX_FRAME
            self._in[i].name = ctypes.addressof(self._names[i])
            self._in[i].control = ctypes.addressof(self._control[i])
        self._sockets = (ctypes.c_uint32 * 1)(NOBODY)
        self._work = (ctypes.c_uint32 * 0)()

    def serve(self, sockets: Mapping[int, int]) -> None:
        """Frames to these ports leave by these sockets (file descriptors); those to all others are left to Python."""
        count = max(sockets, default=0) + 1
        self._sockets = (ctypes.c_uint32 * count)(*(sockets.get(port, NOBODY) for port in range(count)))

    def receive(self, sock: int, port: int, since_us: int, now_us: int) -> Received:
        """Take at most 64 frames that wait at a socket (a file descriptor), and came between `since_us` and `now_us`.

        Raises:
            BlockingIOError: none waits.
            OSError: the interface is down or gone.
        """
        result = self._receive(sock, ctypes.addressof(self._in), self.records, port, since_us, now_us)
        if result < 0:
            raise OSError(-result, os.strerror(-result))
        return Received(result & (ENDED - 1), bool(result & ENDED))

    def send(self, records: int, count: int, data: int) -> list[int]:
        """Send `count` frames, `Sent` at `records` with offsets from `data`, as far as sockets take them.

        Returns:
            The numbers of the records that are left: in the order of frames, for each port.
        """
        ports = len(self._sockets)
        size = 2 * ports + 3 * count
        if len(self._work) < size:
            self._work = (ctypes.c_uint32 * (2 * size))()
        sockets, work, out = (ctypes.addressof(memory) for memory in (self._sockets, self._work, self._out))
        left = self._send(records, count, data, sockets, ports, work, out)
        first = 2 * ports + 2 * count
        return self._work[first : first + left]


class _Code:
    """The machine code, made once in a process."""

    def __init__(self) -> None:
        module = ir.Module("bursts")
        emit_receive(module)
        emit_send(module)
        self._compiled = Compiled(module)
        words = [ctypes.c_int64] * 8
        self.receive = ctypes.CFUNCTYPE(*words[:7])(self._compiled.address("receive"))
        self.send = ctypes.CFUNCTYPE(*words)(self._compiled.address("send"))


@cache
def _code() -> _Code:
    return _Code()


def _messages() -> tuple[ctypes.Array[Message], ctypes.Array[IoVec]]:
    messages, vectors = (Message * BURST)(), (IoVec * BURST)()
    for message, vector in zip(messages, vectors, strict=True):
        message.vectors, message.vector_count = ctypes.addressof(vector), 1
    return messages, vectors
