# SPDX-License-Identifier: Apache-2.0
"""The end of `fabric.live.orders` that orders. It never waits: what does not fit into the socket stays here."""

from __future__ import annotations

import socket

from fabric.errors import FabricError
from fabric.live.messages import Refused, line_of
from fabric.live.orders import Order, Report, read_report

_READ = 1 << 18


class OrderChannel:
    """To one NIC process. Not for two threads at once.

    Orders for which the socket has no room wait: `flush` again when it has.
    """

    def __init__(self, name: str, sock: socket.socket) -> None:
        """Over a connected stream socket; `name` is the NIC's."""
        self._name = name
        self._sock = sock
        self._out = bytearray()
        self._pending = b""
        sock.setblocking(False)

    def fileno(self) -> int:
        """Of the socket, by which a channel can be given to `select`."""
        return self._sock.fileno()

    def close(self) -> None:
        """Let it go. Idempotent."""
        self._sock.close()

    @property
    def waiting(self) -> bool:
        """Whether orders wait."""
        return bool(self._out)

    def order(self, order: Order) -> None:
        """Have the NIC do something. Raises FabricError: it is gone."""
        self._out += line_of(order)
        self.flush()

    def flush(self) -> None:
        """Send what waits. Raises FabricError: the NIC is gone."""
        try:
            while self._out:
                del self._out[: self._sock.send(self._out)]
        except BlockingIOError:
            pass
        except OSError as error:
            raise FabricError(f"{self._name} is gone ({error.strerror})") from None

    def read(self) -> list[Report]:
        """What it has told since. Raises FabricError: it is gone, or has refused something."""
        try:
            data = self._sock.recv(_READ)
        except BlockingIOError:
            return []
        except OSError as error:
            raise FabricError(f"{self._name} is gone ({error.strerror})") from None
        if not data:
            raise FabricError(f"{self._name} is gone")
        *lines, self._pending = (self._pending + data).split(b"\n")
        try:
            reports = [read_report(line) for line in lines]
        except ValueError:
            raise FabricError(f"{self._name} tells what is no report") from None
        for report in reports:
            if isinstance(report, Refused):
                raise FabricError(f"{self._name}: {report.why}")
        return reports
