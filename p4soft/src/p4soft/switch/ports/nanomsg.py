# SPDX-License-Identifier: Apache-2.0
"""All ports on one nanomsg PAIR socket (simple_switch's --packet-in), for PTF's nn platform: no privileges needed.

Every message starts with three little-endian 32-bit integers: type, port and a third whose meaning depends on the type.
As in simple_switch, any port number may be used, and adding, removing or setting the status of a port changes nothing
in the data path.
"""

from __future__ import annotations

import logging
import selectors
import struct
from typing import Any

from p4soft.switch.ports import BURST, FrameSink, PortError

PORT_ADD, PORT_REMOVE, PORT_SET_STATUS, PACKET_IN, PACKET_OUT, INFO_REQ, INFO_REP = range(7)
_NOT_SUPPORTED = 1
_HEADER = struct.Struct("<iii")
_INFO_REPLY = struct.Struct("<iiii")
_MESSAGES = 8192
"""Messages that wait for a slow or absent tester before further ones are dropped (the most that nng allows)."""
_MAX_PORT = 511

_log = logging.getLogger(__name__)


class NanomsgTrunk:
    """The socket that carries every port. Every method runs on the event loop's thread.

    Attributes:
        dropped: frames for which there was no room.
    """

    def __init__(self, address: str, sink: FrameSink) -> None:
        """Listen at `address`: `ipc://PATH` or `tcp://HOST:PORT`. Raises PortError."""
        try:
            import pynng  # noqa: PLC0415  a C library that only this kind of port needs
        except ImportError as error:
            raise PortError(f"--packet-in {address}: the package pynng cannot be loaded: {error}") from None
        self.dropped = 0
        self._sink = sink
        self._try_again: type[Exception] = pynng.TryAgain
        self._broken: type[Exception] = pynng.NNGException
        self._socket: Any = pynng.Pair0(recv_buffer_size=_MESSAGES, send_buffer_size=_MESSAGES)
        try:
            self._socket.listen(address)
        except self._broken as error:
            self._socket.close()
            raise PortError(
                f"--packet-in {address}: cannot listen: {error}; accepted: ipc://PATH or tcp://HOST:PORT"
            ) from None

    def register(self, selector: selectors.BaseSelector) -> None:
        selector.register(self._socket.recv_fd, selectors.EVENT_READ, self._readable)

    def transmit(self, port: int, frame: bytes) -> bool:
        """Send a frame out of `port` without blocking; False when it was dropped.

        While no tester is there, frames wait for the next one, as in simple_switch.
        """
        return self._send(_HEADER.pack(PACKET_OUT, port, len(frame)) + frame)

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._socket.close()

    def _readable(self, _events: int) -> None:
        for _ in range(BURST):
            try:
                # Not recv(), which fails on an empty message.
                message = self._socket.recv_msg(block=False).bytes
            except self._try_again:
                return
            except self._broken as error:
                _log.warning("packet-in socket: %s", error)
                return
            self._handle(message)

    def _handle(self, message: bytes) -> None:
        if len(message) < _HEADER.size:
            _log.warning("packet-in socket: ignored a message of %d bytes; accepted: 12 or more", len(message))
            return
        kind, port, more = _HEADER.unpack_from(message)
        if kind == PACKET_IN:
            frame = message[_HEADER.size :]
            if not 0 <= port <= _MAX_PORT or not 0 < more <= len(frame):
                _log.warning("packet-in socket: ignored a frame for port %d: %d of %d bytes", port, more, len(frame))
                return
            self._sink(port, frame[:more])
        elif kind == INFO_REQ:
            self._send(_INFO_REPLY.pack(INFO_REP, port, more, _NOT_SUPPORTED))
        elif kind not in (PORT_ADD, PORT_REMOVE, PORT_SET_STATUS):
            _log.warning("packet-in socket: ignored a message of type %d; accepted: 0..3 and 5", kind)

    def _send(self, message: bytes) -> bool:
        try:
            self._socket.send(message, block=False)
        except self._broken:  # No room, or the tester is gone.
            self.dropped += 1
            return False
        return True
