# SPDX-License-Identifier: Apache-2.0
"""Frames in and out of simple_switch through `--packet-in`: a nanomsg PAIR socket over the IPC transport.

The IPC transport (nanomsg RFC "ipc mapping for scalability protocols"): each side sends an 8-byte greeting that names
its protocol; then messages are one type byte (1), a big-endian 64-bit size and the body. The bodies simple_switch
expects are its own (`dev_mgr_packet_in`): three native 32-bit integers (type, port, length), then the frame.
"""

from __future__ import annotations

import select
import socket
import struct
import time
from pathlib import Path

from p4soft.fidelity.reference.errors import ReferenceFault

_PAIR = 0x10
_GREETING = struct.pack(">4sHH", b"\x00SP\x00", _PAIR, 0)
_ENVELOPE = struct.Struct(">BQ")
_MESSAGE = struct.Struct("=iii")
_PACKET_IN, _PACKET_OUT, _INFO_REQUEST, _INFO_REPLY = 3, 4, 5, 6
_RETRY_S = 0.002


class FrameSocket:
    """One connection to a simple_switch. Every method raises ReferenceFault when the switch is gone or too slow."""

    def __init__(self, path: Path, deadline: float) -> None:
        """Connect, and wait until the switch answers (`deadline` is of `time.monotonic()`)."""
        self._socket = _connect(path, deadline)
        self._pending = b""
        self._send(_GREETING)
        self._receive_exactly(len(_GREETING), deadline)
        self._message(_INFO_REQUEST, 0, 1, b"")
        while self._receive(deadline)[0] != _INFO_REPLY:
            pass

    def send(self, port: int, frame: bytes) -> None:
        """Put a frame into a port."""
        self._message(_PACKET_IN, port, len(frame), frame)

    def receive(self, deadline: float) -> tuple[int, bytes]:
        """The next frame that comes out, with its port."""
        while True:
            kind, port, frame = self._receive(deadline)
            if kind == _PACKET_OUT:
                return port, frame

    def readable(self, seconds: float) -> bool:
        """Whether something has come or comes within a time (a message from the switch that has ended counts)."""
        return bool(self._pending or select.select([self._socket], [], [], max(seconds, 0.0))[0])

    def close(self) -> None:
        """Let go of the switch."""
        self._socket.close()

    def _message(self, kind: int, port: int, more: int, body: bytes) -> None:
        size = _MESSAGE.size + len(body)
        self._send(_ENVELOPE.pack(1, size) + _MESSAGE.pack(kind, port, more) + body)

    def _send(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise ReferenceFault(f"simple_switch stopped taking frames: {error.strerror}") from None

    def _receive(self, deadline: float) -> tuple[int, int, bytes]:
        _type, size = _ENVELOPE.unpack(self._receive_exactly(_ENVELOPE.size, deadline))
        body = self._receive_exactly(size, deadline)
        kind, port, _more = _MESSAGE.unpack_from(body)
        return kind, port, body[_MESSAGE.size :]

    def _receive_exactly(self, size: int, deadline: float) -> bytes:
        while len(self._pending) < size:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise ReferenceFault("simple_switch did not answer in time")
            self._socket.settimeout(remaining)
            try:
                chunk = self._socket.recv(65536)
            except TimeoutError:
                continue
            except OSError as error:
                raise ReferenceFault(f"simple_switch stopped giving frames: {error.strerror}") from None
            if not chunk:
                raise ReferenceFault("simple_switch ended")
            self._pending += chunk
        result, self._pending = self._pending[:size], self._pending[size:]
        return result


def _connect(path: Path, deadline: float) -> socket.socket:
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(path))
        except OSError as error:
            connection.close()
            if time.monotonic() > deadline:
                raise ReferenceFault(f"simple_switch does not listen on its packet socket: {error.strerror}") from None
            time.sleep(_RETRY_S)  # nothing to wait on before the socket exists
        else:
            return connection
