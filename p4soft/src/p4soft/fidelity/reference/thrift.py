# SPDX-License-Identifier: Apache-2.0
"""Just enough of Thrift (binary protocol, buffered transport, multiplexed services) to configure a simple_switch."""

from __future__ import annotations

import socket
import struct
import time
from typing import Literal

from p4soft.fidelity.reference.errors import ReferenceFault

_CALL, _REPLY, _EXCEPTION = 1, 2, 3
_VERSION = 0x80010000
_STOP = b"\x00"

Kind = Literal["i32", "i64", "string", "struct"]
Field = tuple[int, Kind, object]
"""A field to send: its id, its type and its value (for a struct: a list of fields)."""

_TYPES: dict[str, int] = {"i32": 8, "i64": 10, "string": 11, "struct": 12}


class ThriftClient:
    """One connection. A refusal by the switch is a ReferenceFault with the call's name and the error code."""

    def __init__(self, port: int, timeout_s: float) -> None:
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout_s)
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise ReferenceFault(f"simple_switch does not serve Thrift on port {port}: {error}") from None
                time.sleep(0.002)  # its thread for Thrift starts at its leisure
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._stream = self._socket.makefile("rb")

    def call(self, service: str, method: str, *fields: Field) -> object:
        """Call a method; its result (None for void): int, bytes, list, or a struct as a dict from field id."""
        name = f"{service}:{method}".encode()
        head = struct.pack(">Ii", _VERSION | _CALL, len(name)) + name + struct.pack(">i", 0)
        try:
            self._socket.sendall(head + _struct(fields))
            (version,) = struct.unpack(">I", self._read(4))
            self._read(self._i32())
            self._i32()
            reply = self._value(12)
        except OSError as error:
            raise ReferenceFault(f"{method}: {error}") from None
        assert isinstance(reply, dict)
        if version & 0xFF == _EXCEPTION or any(number != 0 for number in reply):
            raise ReferenceFault(f"simple_switch refused {method}: {reply}")
        return reply.get(0)

    def close(self) -> None:
        """Let go of the switch."""
        self._stream.close()
        self._socket.close()

    def _read(self, size: int) -> bytes:
        data = self._stream.read(size)
        if len(data) < size:
            raise ReferenceFault("simple_switch closed its Thrift connection")
        return data

    def _i32(self) -> int:
        return int.from_bytes(self._read(4), "big", signed=True)

    def _value(self, kind: int) -> object:
        sizes = {2: 1, 3: 1, 6: 2, 8: 4, 10: 8}
        if kind in sizes:
            return int.from_bytes(self._read(sizes[kind]), "big", signed=True)
        if kind == 11:
            return self._read(self._i32())
        if kind == 12:
            result = {}
            while (inner := self._read(1)[0]) != 0:
                number = int.from_bytes(self._read(2), "big")
                result[number] = self._value(inner)
            return result
        if kind == 15:
            inner = self._read(1)[0]
            return [self._value(inner) for _ in range(self._i32())]
        raise ReferenceFault(f"simple_switch sent a Thrift value of type {kind}, which no call made here returns")


def _struct(fields: object) -> bytes:
    assert isinstance(fields, tuple | list)
    return b"".join(struct.pack(">bh", _TYPES[k], n) + _encode(k, v) for n, k, v in fields) + _STOP


def _encode(kind: Kind, value: object) -> bytes:
    if kind == "struct":
        return _struct(value)
    if kind == "string":
        assert isinstance(value, str)
        return struct.pack(">i", len(value)) + value.encode()
    assert isinstance(value, int)
    return value.to_bytes(4 if kind == "i32" else 8, "big", signed=True)
