# SPDX-License-Identifier: Apache-2.0
"""Keeps the controller's place at a switch once the controller is gone, idle, so that whoever connects may only read.

BMv2 makes a client primary that is alone, whatever its election id is; P4Runtime knows one primary at a time, and only
it writes (P4Runtime specification, "Client Arbitration and Controller Replication"). The same session reads counters.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller import ControllerError
from controller import program as names
from controller.client import SwitchClient
from controller.pipeline import Pipeline
from controller.program import DROP_REASONS, QUEUES, drop_index, queue_index
from fabric.errors import FabricError
from fabric.live.counter_cells import CounterCells
from topologies import Switch

_IDLE = 1 << 64
"""Its election id: above those that controllers and p4runtime-shell choose by default."""
_ANSWER_S = 30.0
"""A switch that was loaded just now may still be making machine code of its program, beside all the others."""
_TRIMS = names.QUEUE_COUNTERS[4]
"""Trimmed packets that were sent, per egress port and the queue that had no room for them."""


@dataclass(frozen=True, slots=True)
class SwitchCounts:
    """What a switch's program has counted.

    Attributes:
        trimmed: packets that it sent trimmed, by egress port.
        dropped: packets that it dropped, by reason; those that it never dropped for are left out.
    """

    trimmed: dict[int, int]
    dropped: dict[str, int]


class SwitchGuard:
    """The idle primary of one switch."""

    def __init__(self, node: Switch, address: str, pipeline: Pipeline) -> None:
        """Become primary. Raises ControllerError: no answer, or another client is primary."""
        self._ports = [port.number for port in node.ports()]
        self._client = SwitchClient(
            address, node.device_id, pipeline, name=node.name, timeout_s=_ANSWER_S, election_id=_IDLE
        )
        try:
            self._client.become_primary()
        except BaseException:  # an interrupt as well
            self._client.close()
            raise
        self._cells = CounterCells(pipeline)

    def counts(self) -> SwitchCounts:
        """What the program has counted since it was loaded. Raises FabricError."""
        queues = {queue_index(port, queue): port for port in self._ports for queue in range(QUEUES)}
        reasons = {drop_index(port, number): reason for port in self._ports for reason, number in DROP_REASONS.items()}
        trimmed, dropped = dict.fromkeys(self._ports, 0), dict.fromkeys(DROP_REASONS, 0)
        asked = [*self._cells.asked(_TRIMS, queues), *self._cells.asked(names.DROPPED_PACKETS, reasons)]
        try:
            read = self._client.read(*asked) if asked else []
        except ControllerError as problem:
            raise FabricError(str(problem)) from None
        for name, index, packets in self._cells.packets(read):
            if name == _TRIMS:
                trimmed[queues[index]] += packets
            else:
                dropped[reasons[index]] += packets
        return SwitchCounts(trimmed, {reason: packets for reason, packets in dropped.items() if packets})

    def displaced(self) -> bool:
        """Whether somebody else is primary, or has been."""
        return not self._client.is_primary()

    def close(self) -> None:
        """Give the place up. Idempotent."""
        self._client.close()
