# SPDX-License-Identifier: Apache-2.0
"""One whole Thrift message off a socket, in the binary protocol and within limits.

Nothing is decoded before the message is here: its shape is walked over first, so that a length or a count that a client
makes up costs neither memory nor time. (Thrift has no frame around messages in this protocol.)
"""

from __future__ import annotations

import socket
import struct
import threading
import time

MAX_MESSAGE = 32 << 20
"""Bytes of one message: a program is sent in one."""
MAX_TOGETHER = 64 << 20
"""Bytes of all messages that are on their way to one server."""
MAX_ELEMENTS = 1 << 16
"""Elements of all lists and maps of one message together."""
MAX_DEPTH = 16
MESSAGE_TIMEOUT_S = 30.0
"""From the first byte of a message to its last."""

_CHUNK = 1 << 16
_VERSION = 0x8001
_STOP, _STRING, _STRUCT, _MAP, _SET, _LIST = 0, 11, 12, 13, 14, 15
_FIXED = {2: 1, 3: 1, 4: 8, 6: 2, 8: 4, 10: 8}


class FramingError(Exception):
    """Bytes that are no Thrift message, or too much of one; the message says which."""


class Allowance:
    """How many bytes the messages on their way to one server may take together. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = 0

    def take(self, count: int) -> bool:
        """Whether so many bytes more are allowed; fewer than none are given back."""
        with self._lock:
            if count > 0 and self._taken + count > MAX_TOGETHER:
                return False
            self._taken += count
            return True


class MessageReader:
    """Takes messages from a connected socket."""

    def __init__(self, connection: socket.socket, allowance: Allowance) -> None:
        self._socket = connection
        self._allowance = allowance
        self._allowed = 0
        self._buffer = bytearray()
        self._at = 0
        self._elements = 0
        self._deadline: float | None = None

    def read(self) -> bytes | None:
        """The next message, None when the client has closed the connection between two.

        Raises:
            FramingError: the bytes are not a message, or one beyond the limits.
            OSError: the connection broke.
        """
        self._at = self._elements = 0
        self._deadline = None
        if not self._buffer and not self._receive():
            return None
        self._deadline = time.monotonic() + MESSAGE_TIMEOUT_S
        version, _kind = self._take(2), self._take(2)
        if int.from_bytes(version) != _VERSION:
            raise FramingError(f"the message starts with 0x{version.hex()}; accepted: 0x8001, Thrift's binary protocol")
        self._string("the method's name")
        self._take(4)
        self._value(_STRUCT, MAX_DEPTH)
        message = bytes(self._buffer[: self._at])
        del self._buffer[: self._at]
        self._give_back()
        return message

    def close(self) -> None:
        """Read no more. Idempotent."""
        self._buffer.clear()
        self._give_back()

    def _give_back(self) -> None:
        self._allowance.take(len(self._buffer) - self._allowed)
        self._allowed = len(self._buffer)

    def _value(self, kind: int, depth: int) -> None:
        if kind in _FIXED:
            self._take(_FIXED[kind])
        elif kind == _STRING:
            self._string("a string")
        elif depth == 0:
            raise FramingError(f"values are nested deeper than {MAX_DEPTH}")
        elif kind == _STRUCT:
            while (field := self._take(1)[0]) != _STOP:
                self._take(2)
                self._value(field, depth - 1)
        elif kind in (_LIST, _SET):
            element = self._take(1)[0]
            for _ in range(self._count()):
                self._value(element, depth - 1)
        elif kind == _MAP:
            key, value = self._take(2)
            for _ in range(self._count()):
                self._value(key, depth - 1)
                self._value(value, depth - 1)
        else:
            raise FramingError(f"{kind} is no type of a value")

    def _string(self, what: str) -> None:
        (length,) = struct.unpack(">i", self._take(4))
        if not 0 <= length <= MAX_MESSAGE:
            raise FramingError(f"{what} is {length} bytes long; accepted: 0..{MAX_MESSAGE}")
        self._take(length)

    def _count(self) -> int:
        (count,) = struct.unpack(">i", self._take(4))
        if not 0 <= count <= MAX_ELEMENTS - self._elements:
            raise FramingError(f"a list or map has {count} elements; accepted: {MAX_ELEMENTS} in one message")
        self._elements += count
        return int(count)

    def _take(self, length: int) -> bytes:
        end = self._at + length
        if end > MAX_MESSAGE:
            raise FramingError(f"the message is longer than {MAX_MESSAGE} bytes")
        while len(self._buffer) < end:
            if not self._receive():
                raise FramingError(f"the connection ended within a message, after {len(self._buffer)} bytes")
        taken = bytes(self._buffer[self._at : end])
        self._at = end
        return taken

    def _receive(self) -> bool:
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if left is not None and left <= 0:
            raise FramingError(f"a message took longer than {MESSAGE_TIMEOUT_S:.0f} s to arrive")
        self._socket.settimeout(left)
        try:
            data = self._socket.recv(_CHUNK)
        except TimeoutError:
            raise FramingError(f"a message took longer than {MESSAGE_TIMEOUT_S:.0f} s to arrive") from None
        if not self._allowance.take(len(data)):
            raise FramingError(f"the unfinished messages of all clients are longer than {MAX_TOGETHER} bytes")
        self._allowed += len(data)
        self._buffer += data
        return bool(data)
