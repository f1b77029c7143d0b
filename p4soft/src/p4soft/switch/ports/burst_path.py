# SPDX-License-Identifier: Apache-2.0
"""Bursts from ports through the native engine to ports, while both ends of the way can take them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence

from typing_extensions import override

from p4soft.switch.native.frames import Sent
from p4soft.switch.ports.base import Port
from p4soft.switch.ports.bursts import BurstTransfer, Received
from p4soft.switch.switch import BurstSink, Emission, SimpleSwitch


class BurstPath(BurstSink):
    """One switch and its ports. Frames that a port does not take at once go to it one by one, through `emit`."""

    def __init__(
        self, switch: SimpleSwitch, ports: Mapping[int, Port], emit: Callable[[Sequence[Emission]], None]
    ) -> None:
        self._switch, self._ports, self._emit = switch, ports, emit
        self._transfer = BurstTransfer()
        self._stale = True

    def ports_changed(self) -> None:
        """Some port may have another socket now, or none."""
        self._stale = True

    def receive(self, port: int, sock: int, since_us: int, now_us: int) -> Received:
        """Take a burst off a socket (a file descriptor), through the switch, whose lock the caller holds.

        Its frames are taken to have come evenly between `since_us` and `now_us`.

        Raises:
            OSError: the socket has nothing, or no more.
        """
        received = self._transfer.receive(sock, port, since_us, now_us)
        if received.frames:
            self._switch.receive_records(self._transfer.records, received.frames, self)
        return received

    @override
    def records(self, records: int, count: int, data: int) -> None:
        if self._stale:
            sockets = {number: port.burst_socket() for number, port in self._ports.items()}
            self._transfer.serve({number: sock for number, sock in sockets.items() if sock is not None})
            self._stale = False
        left = self._transfer.send(records, count, data)
        if left:
            found = (Sent * count).from_address(records)
            self.emissions(
                [
                    Emission(r.port, r.priority, ctypes.string_at(data + r.offset, r.length))
                    for r in (found[i] for i in left)
                ]
            )

    @override
    def emissions(self, emissions: Sequence[Emission]) -> None:
        self._emit(emissions)
        self._stale = True  # a port that keeps frames waiting must get the next ones behind them
