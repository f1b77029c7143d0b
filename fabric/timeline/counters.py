# SPDX-License-Identifier: Apache-2.0
"""Every number of a network and its flows that a timeline shows, as columns: what each is of, and its value now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fabric.emulation.network import Network
from fabric.measuring.measurements import EV_STATES
from fabric.timeline.bins import Joined
from fabric.traffic.flow import Flow


@dataclass(frozen=True, slots=True)
class Column:
    """One number over time.

    Attributes:
        of: kind of thing; `direction` 2 n is link n from its `a` to its `b`, 2 n + 1 the other way.
        index: which of its kind, in the order of the network.
        what: the number; states of EVs have their own names.
        joined: what two neighbouring values are together.
    """

    of: Literal["direction", "switch", "flow"]
    index: int
    what: str
    joined: Joined


_DIRECTION = (("bytes", Joined.SUM), ("queue", Joined.PEAK), ("trims", Joined.SUM), ("lost", Joined.SUM))
_SWITCH = (("blackholed", Joined.SUM), ("dropped", Joined.SUM))
_FLOW = (
    ("placed", Joined.SUM),
    ("packets", Joined.SUM),
    ("retransmissions", Joined.SUM),
    ("nacks", Joined.SUM),
    ("losses", Joined.SUM),
    ("timeouts", Joined.SUM),
    *((state, Joined.LAST) for state in EV_STATES),
)


class Counters:
    """Reads them all.

    Attributes:
        columns: in the order of the values.
    """

    def __init__(self, network: Network, flows: Sequence[Flow]) -> None:
        self._wires = [wire for link in network.links.values() for wire in link.directions]
        self._switches = list(network.switches.values())
        self._flows = flows
        self.columns = [
            *(Column("direction", n, what, how) for n in range(len(self._wires)) for what, how in _DIRECTION),
            *(Column("switch", n, what, how) for n in range(len(self._switches)) for what, how in _SWITCH),
            *(Column("flow", n, what, how) for n in range(len(flows)) for what, how in _FLOW),
        ]
        self._counts = [column.joined is Joined.SUM for column in self.columns]
        self._before = self._now()

    def row(self) -> list[int]:
        """What has been counted since it was last asked; of what is no count, the value now."""
        now, before = self._now(), self._before
        self._before = now
        return [new - old if count else new for new, old, count in zip(now, before, self._counts, strict=True)]

    def _now(self) -> list[int]:
        values: list[int] = []
        for wire in self._wires:
            lost = wire.lost_random + wire.lost_down + wire.lost_overflow
            values += (wire.delivered_bytes, wire.queued_bytes, wire.trims, lost)
        for switch in self._switches:
            values += (switch.blackholed, switch.consumed)
        for flow in self._flows:
            numbers, states = flow.numbers(), flow.ev_states()
            values += (
                flow.placed_bytes(), numbers.packets, numbers.retransmissions, numbers.nacks, numbers.losses,
                numbers.timeouts, *(states.get(state, 0) for state in EV_STATES),
            )  # fmt: skip
        return values
