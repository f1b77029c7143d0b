# SPDX-License-Identifier: Apache-2.0
"""An agent and a NIC behind the same ports."""

from __future__ import annotations

from typing_extensions import override

from fabric.clustermapper import Agent
from fabric.emulation.interfaces import Endpoint


class Beside(Endpoint):
    """What the fabric sees of a node with an agent: probes leave first, and what is no probe is the NIC's."""

    def __init__(self, agent: Agent, nic: Endpoint) -> None:
        self._agent = agent
        self._nic = nic

    @override
    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        if not self._agent.receive(port, frame, now_ns):
            self._nic.receive(port, frame, now_ns)

    @override
    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        return self._agent.transmit(free_ports, now_ns) or self._nic.transmit(free_ports, now_ns)

    @override
    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        self._agent.set_carrier(port, up)
        self._nic.set_carrier(port, up, now_ns)

    @override
    def next_wakeup(self) -> int | None:
        own, other = self._agent.next_wakeup(), self._nic.next_wakeup()
        return own if other is None else min(own, other)


class Silent(Endpoint):
    """A NIC that nobody uses."""

    @override
    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        return

    @override
    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        return None

    @override
    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        return

    @override
    def next_wakeup(self) -> int | None:
        return None
