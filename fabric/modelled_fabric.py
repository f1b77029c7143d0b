# SPDX-License-Identifier: Apache-2.0
"""Probes of the Clustermapper's agents in a fabric that is a model: numbers of what passes, no switch and no frame.

A fabric of hundreds of loops is probed a hundred times faster than it is emulated. The agents keep the same turns
(`clustermapper.probes.Turns`) and make the same reports, and a test holds both equal. What is left out: a probe meets
the fabric as it is when its turn begins, and links keep their rate.

Traffic takes `load` of the time of each port. A probe is in a class before data, so at each port it waits at most for
the frame that is being sent. It is lost if that makes it late.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from fabric.clustermapper import AgentOptions, Report
from fabric.clustermapper.probes import FRAME_BYTES, Turns
from fabric.errors import FabricError
from fabric.scenario.faults import Faultable, Selection
from topologies import Fabric

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_DATA_BYTES = 4_300
"""A data frame of the largest MTU, 4,096 bytes of payload with its headers."""
_OUTPUTS_AT_T0, _OUTPUTS_AT_T1 = 2, 4
"""Ports that a loop leaves by."""


class ModelledFabric(Faultable):
    """Agents at all NICs of a fabric, and what comes back to them.

    Attributes:
        now_ns: how far it has got.
    """

    def __init__(
        self,
        fabric: Fabric,
        tell: Callable[[Report], None],
        options: AgentOptions | None = None,
        *,
        seed: int,
        load: float = 0.0,
        signal_ns: int = 10_000,
    ) -> None:
        """`tell` is given each report; `load`: of each port, 0..1; `signal_ns`: until a NIC sees a carrier change."""
        if not 0.0 <= load < 1.0:
            raise ValueError(f"load: {load}; accepted: 0 or more, below 1")
        self.now_ns = 0
        self._fabric = fabric
        self._tell = tell
        self._options = options = options or AgentOptions()
        self._random = np.random.default_rng(seed)
        self._load = load
        self._signal_ns = signal_ns
        planes, t0s, t1s = fabric.planes, fabric.t0s, fabric.t1s
        self._link_up = {link.name: True for link in fabric.links()}
        self._loss: dict[str, tuple[float, float]] = dict.fromkeys(self._link_up, (0.0, 0.0))
        self._carrier: Bools = np.ones((planes, fabric.nics), dtype=np.bool_)
        self._carrier_ns: NDArray[np.int64] = np.full((planes, fabric.nics), -signal_ns, dtype=np.int64)
        self._host: Floats = np.ones((planes, fabric.nics))
        self._up: Floats = np.ones((planes, t0s, t1s))
        self._t0: Floats = np.ones((planes, t0s))
        self._t1: Floats = np.ones((planes, t1s))
        self._places = _places(fabric)
        self._turns = [Turns(node, options, seed) for node in fabric.all_nics()]
        self._open: list[Report | None] = [None] * fabric.nics
        self._due = [(turns.begin_ns, nic) for nic, turns in enumerate(self._turns)]
        heapq.heapify(self._due)

    def advance(self, by_ns: int) -> None:
        """Let the agents probe for so long."""
        until_ns = self.now_ns + by_ns
        while self._due[0][0] <= until_ns:
            at_ns, nic = self._due[0]
            report = self._open[nic]
            if report is None:
                self._open[nic] = self._probe(nic, at_ns)
                heapq.heapreplace(self._due, (at_ns + self._options.timeout_ns, nic))
            else:
                self._open[nic] = None
                heapq.heapreplace(self._due, (self._turns[nic].begin_ns, nic))
                self._tell(Report(nic, at_ns, report.t1s, report.lost, self._dark(nic, at_ns)))
        self.now_ns = until_ns

    def _probe(self, nic: int, now_ns: int) -> Report:
        """What becomes of the probes of a turn, which is reported later."""
        t1s = self._turns[nic].take(now_ns)
        t0 = nic // self._fabric.downlinks
        turned = np.array(t1s[1:])
        back = np.empty((self._fabric.planes, len(t1s)))
        back[:, 0] = self._t0[:, t0]
        back[:, 1:] = (self._t0[:, t0, None] * self._up[:, t0, turned]) * self._t1[:, turned]
        back *= self._host[:, nic, None]
        lost: Bools = self._random.random(back.shape) >= back
        if self._load:
            lost |= self._late(back.shape)
        return Report(nic, now_ns, t1s, lost)

    def _late(self, shape: tuple[int, ...]) -> Bools:
        """Which probes come back after the timeout: each port sends one frame of data before them, or none."""
        links = self._fabric.spec.links
        host, between = links.host, links.fabric
        frame_ns = [8e9 * _DATA_BYTES / link.rate for link in (host, between)]
        probe_ns = [8e9 * FRAME_BYTES / link.rate + link.delay for link in (host, between)]
        took = 8e9 * FRAME_BYTES / host.rate * np.arange(shape[1]) + 2 * probe_ns[0] * np.ones(shape)
        took[:, 1:] += 2 * probe_ns[1]
        for each, at in ((frame_ns[0], 0), (frame_ns[0], 0), (frame_ns[1], 1), (frame_ns[1], 1)):
            drawn = self._random.random((2, *shape))
            waits = np.where(drawn[0] < self._load, drawn[1] * each, 0.0)
            took[:, at:] += waits[:, at:]
        late: Bools = took >= self._options.timeout_ns
        return late

    def _dark(self, nic: int, now_ns: int) -> frozenset[int]:
        """Planes whose port the NIC believes to be without carrier."""
        seen = self._carrier[:, nic] ^ (now_ns < self._carrier_ns[:, nic] + self._signal_ns)
        return frozenset(np.flatnonzero(~seen).tolist())

    # --- Faults

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        node = self._fabric.switch(switch)
        of_tier = self._t0 if node.tier == "t0" else self._t1
        of_tier[node.plane, node.index] = float(forwarding)

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        if self._link_up[link] is up:
            return
        self._link_up[link] = up
        where = self._places[link]
        if len(where) == 2:
            self._carrier[where] = up
            self._carrier_ns[where] = self.now_ns
        self._set(link)

    @override
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        first, second = self._fabric.link(link).nodes
        self._loss[link] = probability if to in (None, second) else 0.0, probability if to in (None, first) else 0.0
        self._set(link)

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        raise FabricError(f"{link}: modelled links keep their rate; accepted: emulated time")

    @override
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        raise FabricError(f"{frames}: modelled links carry no frames; accepted: emulated time")

    def _set(self, link: str) -> None:
        there, back = self._loss[link]
        passed = float(self._link_up[link]) * (1 - there) * (1 - back)
        where = self._places[link]
        if len(where) == 2:
            self._host[where] = passed
        else:
            self._up[where] = passed


def _places(fabric: Fabric) -> dict[str, tuple[int, ...]]:
    """By link: plane and NIC, or plane, T0 and T1."""
    found: dict[str, tuple[int, ...]] = {}
    for plane in range(fabric.planes):
        for nic in range(fabric.nics):
            found[fabric.host_link(plane, nic).name] = plane, nic
        for t0 in range(fabric.t0s):
            for t1 in range(fabric.t1s):
                found[fabric.fabric_link(plane, t0, t1).name] = plane, t0, t1
    return found
