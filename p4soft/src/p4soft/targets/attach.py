# SPDX-License-Identifier: Apache-2.0
"""The tester's end of a switch port: send and receive whole frames, whatever the port is made of."""

from __future__ import annotations

import errno
import select
import socket
import time
from types import TracebackType

from p4soft.packet_socket import MAX_FRAME, open_interface, receive_frame

UNIX_PREFIX = "unix:"
_RECEIVE_BUFFER = 8 << 20
_SEND_TIMEOUT_S = 10.0


class AttachError(Exception):
    """The attachment cannot be opened or went away; the message is complete and meant for people."""


class FrameTooLongError(AttachError):
    """The interface takes no frame of this length; shorter ones it does."""


class PortSocket:
    """A tester attached to one switch port. Not thread-safe; one thread per direction is fine."""

    def __init__(self, spec: str, sock: socket.socket, *, is_interface: bool) -> None:
        self.spec = spec
        self._sock = sock
        self._is_interface = is_interface

    def fileno(self) -> int:
        """File descriptor, for `select` and friends."""
        return self._sock.fileno()

    def send(self, frame: bytes) -> None:
        """Send one frame into the switch.

        Raises:
            ValueError: an empty frame, or one over 65,535 bytes.
            FrameTooLongError: more than the interface's MTU.
            AttachError: the switch, or the interface, is gone.
        """
        if not 1 <= len(frame) <= MAX_FRAME:
            raise ValueError(f"{self.spec}: a frame of {len(frame)} bytes; accepted: 1..{MAX_FRAME}")
        while True:
            try:
                self._sock.send(frame)
                return
            except BlockingIOError:
                # The switch is busy: wait for room, as a cable with flow control would.
                if not self._wait(select.POLLOUT, _SEND_TIMEOUT_S):
                    raise AttachError(f"{self.spec}: the switch took no frame for {_SEND_TIMEOUT_S:.0f} s") from None
            except OSError as error:
                kind = FrameTooLongError if error.errno == errno.EMSGSIZE else AttachError
                raise kind(f"{self.spec}: cannot send {len(frame)} bytes: {error.strerror}") from None

    def recv(self, deadline: float) -> bytes | None:
        """The next frame from the switch, or None when `deadline` (of `time.monotonic()`) passes first.

        A deadline in the past still returns a frame that is already waiting.

        Raises:
            AttachError: the switch closed the port, or the interface is gone.
        """
        while True:
            try:
                frame = receive_frame(self._sock) if self._is_interface else self._sock.recv(MAX_FRAME)
            except BlockingIOError:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return None
                self._wait(select.POLLIN, remaining)
                continue
            except OSError as error:
                raise AttachError(f"{self.spec}: cannot receive: {error.strerror}") from None
            if frame is None:
                continue
            if not frame:
                raise AttachError(f"{self.spec}: the switch closed the port")
            return frame

    def _wait(self, event: int, seconds: float) -> bool:
        poller = select.poll()
        poller.register(self._sock, event)
        return bool(poller.poll(seconds * 1000))

    def close(self) -> None:
        """Let the port go, for the next tester; idempotent."""
        self._sock.close()

    def __enter__(self) -> PortSocket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_attachment(spec: str) -> PortSocket:
    """Attach to a switch port.

    Args:
        spec: `unix:/path` (a SOCK_SEQPACKET listener of the software switch, one frame per message) or the name of
            a network interface (the tester's end of a veth pair; needs CAP_NET_RAW).

    Raises:
        AttachError: no such path or interface, nobody listening, or no permission.
    """
    if spec.startswith(UNIX_PREFIX):
        path = spec.removeprefix(UNIX_PREFIX)
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            sock.connect(path)
        except OSError as error:
            sock.close()
            raise AttachError(f"{spec}: cannot attach: {error.strerror or error}; is the switch running?") from None
        sock.setblocking(False)
        return PortSocket(spec, sock, is_interface=False)
    try:
        sock = open_interface(spec)
    except OSError as error:
        raise AttachError(str(error.strerror or error)) from None
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
    return PortSocket(spec, sock, is_interface=True)
