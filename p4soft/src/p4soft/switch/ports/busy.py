# SPDX-License-Identifier: Apache-2.0
"""Which ports take no more frames for now, so that their packets wait in the switch's queues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p4soft.switch import Emission, SimpleSwitch
from p4soft.switch.ports.base import BURST, Port


class BusyPorts:
    """The busy ones of a switch's ports. Every method on the event loop's thread."""

    def __init__(self, switch: SimpleSwitch, ports: Mapping[int, Port]) -> None:
        self._switch, self._ports = switch, ports
        self._held: set[int] = set()
        self._crowded: set[int] = set()

    def __len__(self) -> int:
        """How many ports are held."""
        return len(self._held)

    def notice(self, number: int, port: Port) -> None:
        """A port has got a frame: it may have little room left, or none."""
        room = port.room()
        if room >= BURST:
            return
        self._crowded.add(number)
        if not room and number not in self._held:
            self._held.add(number)
            with self._switch.lock:
                self._switch.hold(number)

    def is_crowded(self) -> bool:
        """Whether a burst might bring a port more frames than are to come there."""
        if not self._crowded:
            return False
        rooms = {number: self._ports[number].room() for number in self._crowded if number in self._ports}
        self._crowded = {number for number, room in rooms.items() if room < BURST}
        return any(0 < room < BURST for room in rooms.values())

    def may_release(self) -> bool:
        """Whether a port that is held takes frames again, or is gone."""
        return any(self._takes_frames(number) for number in self._held)

    def release(self, now_us: int) -> Iterator[list[Emission]]:
        """What leaves of queues, packet by packet, as far as ports take it; each is to be sent before the next."""
        for number in list(self._held):
            for _ in range(BURST):
                if not self._takes_frames(number):
                    break
                with self._switch.lock:
                    emissions = self._switch.release(number, now_us)
                if emissions is None:
                    self._held.discard(number)
                    break
                yield emissions

    def _takes_frames(self, number: int) -> bool:
        port = self._ports.get(number)
        return port is None or port.room() > 0
