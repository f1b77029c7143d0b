# SPDX-License-Identifier: Apache-2.0
"""How the Clustermapper's probing scales: what all agents of a fabric send, and how soon they locate a fault.

The agents of a large fabric cannot be run here. So this is arithmetic (probes, bytes), and a simulation: planned tables
say where each agent's loops go, and of all probes of an interval only those that pass a fault are drawn. The map is one
of counters: losses are blamed on the component that explains most of them, as `fabric.clustermapper` does loop by loop.
No probe is lost without a fault, though the map expects `MapOptions.background` of them to be.
"""

from __future__ import annotations

import statistics
import tracemalloc
from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from controller.columns import SCHEMAS, ColumnPlanner, SwitchTables
from controller.program import MY_SID, ROUTE_IPV6, SET_NEXTHOP_IPV6, UN
from fabric.clustermapper import Agent, AgentOptions, MapOptions, Report
from topologies import Fabric, srv6

_Ports = npt.NDArray[np.int16]
_NOWHERE = -1
_WIRE_OVERHEAD = 24
"""Bytes of preamble, FCS and gap of a frame (IEEE 802.3)."""

# --- Where loops go --------------------------------------------------------------------------------------------------


class Loops(Struct, frozen=True):
    """The ports by which the planned tables send probes; -1 where they send none.

    Attributes:
        up: by plane, T0 and T1: the T0's port for the T1's uSID.
        down: by plane, T1 and T0: the T1's port for the T0's uSID.
        last: by plane, T0 and downlink: the T0's port for the downlink's uSID.
    """

    fabric: Fabric
    up: _Ports
    down: _Ports
    last: _Ports

    @classmethod
    def planned(cls, fabric: Fabric) -> Loops:
        """From the tables of every switch, as they are planned."""
        planner = ColumnPlanner(fabric)
        planes, t0s, t1s, downlinks = fabric.planes, fabric.t0s, fabric.t1s, fabric.downlinks
        up = np.full((planes, t0s, t1s), _NOWHERE, np.int16)
        down = np.full((planes, t1s, t0s), _NOWHERE, np.int16)
        last = np.full((planes, t0s, downlinks), _NOWHERE, np.int16)
        for switch in fabric.switches():
            ports = _ports(fabric, planner.plan(switch))
            plane, index = switch.plane, switch.index
            if switch.tier == "t1":
                first = srv6.t0_usid(plane, 0)
                down[plane, index] = ports[first : first + t0s]
            else:
                first = srv6.t1_usid(plane, 0)
                up[plane, index] = ports[first : first + t1s]
                first = srv6.downlink_usid(plane, 0)
                last[plane, index] = ports[first : first + downlinks]
        return cls(fabric, up, down, last)

    def whole(self) -> npt.NDArray[np.bool_]:
        """By plane, T0 and T1: whether the link's both directions are used as they are cabled."""
        fabric = self.fabric
        there = self.up == fabric.downlinks + np.arange(fabric.t1s)
        back = (self.down == np.arange(fabric.t0s)).transpose(0, 2, 1)
        return np.asarray(there & back, bool)

    def home(self) -> npt.NDArray[np.bool_]:
        """By plane, T0 and downlink: whether the last hop leads to the NIC that is there."""
        fabric = self.fabric
        index = np.arange(fabric.t0s)[:, None] * fabric.downlinks + np.arange(fabric.downlinks)
        return np.asarray((self.last == np.arange(fabric.downlinks)) & (index < fabric.nics), bool)

    def count(self) -> tuple[int, int]:
        """Loops by a T1 that come back to their NIC, and all there are."""
        coming = int((self.whole().sum(2) * self.home().sum(2)).sum())
        return coming, self.fabric.planes * self.fabric.nics * self.fabric.t1s


def _ports(fabric: Fabric, tables: SwitchTables) -> _Ports:
    """A switch's port for each uSID; -1 where it has none, and for all if it does not take its own uSID off."""
    ports = np.full(1 << srv6.USID_BITS, _NOWHERE, np.int16)
    own = tables.table(MY_SID).columns
    route = tables.table(ROUTE_IPV6).columns
    takes_off = own["action"] == list(SCHEMAS[MY_SID].actions).index(UN)
    if not (takes_off & (own["dst_addr.high"] >> np.uint64(32) == fabric.block)).any():
        return ports
    forwards = (route["action"] == list(SCHEMAS[ROUTE_IPV6].actions).index(SET_NEXTHOP_IPV6)) & (
        route["dst_addr.len"] == srv6.USID_PREFIX_LEN
    )
    forwards &= route["dst_addr.high"] >> np.uint64(32) == fabric.block
    usids = (route["dst_addr.high"][forwards] >> np.uint64(16)).astype(np.int64) & (1 << srv6.USID_BITS) - 1
    ports[usids] = route["port"][forwards]
    return ports


# --- On paper --------------------------------------------------------------------------------------------------------


class Load(Struct, frozen=True):
    """What all agents of a fabric cost.

    Attributes:
        probes_per_s: of the whole fabric.
        probe_bytes: of a frame, without what the wire adds.
        nic_port_bps: of a NIC's port, each way, with what the wire adds.
        link_bps: of a link between T0 and T1, each way.
        sweep_ns: until an agent has probed all T1s once.
        link_gap_ns: between two probes of a link between T0 and T1, by all agents of the T0.
        agent_bytes: of one agent's memory, measured.
        report_bps: of all reports, a bit for each probe and 12 bytes for NIC and time.
        map_bytes: two counters of 32 bits for each link and window.
    """

    probes_per_s: float
    probe_bytes: int
    nic_port_bps: float
    link_bps: float
    sweep_ns: int
    link_gap_ns: float
    agent_bytes: int
    report_bps: float
    map_bytes: int


def load(fabric: Fabric, options: AgentOptions, looks: MapOptions) -> Load:
    """What the agents of a fabric cost, from its sizes; an agent is made to see how large it is."""
    share = min(options.t1s, fabric.t1s)
    per_s = 1e9 / options.interval_ns
    probes = share + 1
    frame, agent_bytes = _agent(fabric, options)
    wire_bits = 8 * (frame + _WIRE_OVERHEAD)
    nics_of_t0 = min(fabric.downlinks, fabric.nics)
    of_link = nics_of_t0 * share / fabric.t1s * per_s
    links = fabric.planes * (fabric.nics + fabric.t0s * fabric.t1s)
    return Load(
        probes_per_s=fabric.nics * fabric.planes * probes * per_s,
        probe_bytes=frame,
        nic_port_bps=probes * per_s * wire_bits,
        link_bps=of_link * wire_bits,
        sweep_ns=-(-fabric.t1s // share) * options.interval_ns,
        link_gap_ns=1e9 / of_link,
        agent_bytes=agent_bytes,
        report_bps=fabric.nics * per_s * (12 * 8 + fabric.planes * probes),
        map_bytes=links * len(looks.windows) * 2 * 4,
    )


def _agent(fabric: Fabric, options: AgentOptions) -> tuple[int, int]:
    """Bytes of a probe, and of an agent that has probed every loop once."""
    size = 0

    def ignore(_report: Report) -> None:
        pass

    tracemalloc.start()
    try:
        agent = Agent(fabric.nic(0), ignore, options=options)
        now = 0
        for _ in range(-(-fabric.t1s // min(options.t1s, fabric.t1s)) + 1):
            now += options.interval_ns
            while (sent := agent.transmit((1 << fabric.planes) - 1, now)) is not None:
                size = len(sent[1])
            now = max(now, agent.next_wakeup())
            agent.transmit(0, now)
        return size, tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


# --- Simulated -------------------------------------------------------------------------------------------------------


Kind = Literal["NIC link", "T0", "link", "T1"]
KINDS: tuple[Kind, ...] = ("NIC link", "T0", "link", "T1")


class Part(NamedTuple):
    """A component: a NIC's link (plane, T0, downlink), a T0, a link (plane, T0, T1), a T1 (plane, -1, T1)."""

    kind: Kind
    plane: int
    t0: int
    other: int

    @property
    def name(self) -> str:
        """As faults are named elsewhere."""
        t0, t1 = f"p{self.plane}-t0-{self.t0}", f"p{self.plane}-t1-{self.other}"
        return {"NIC link": f"{t0}:{self.other}", "T0": t0, "link": f"{t0}--{t1}", "T1": t1}[self.kind]


class _Probes(NamedTuple):
    """Probes of an interval: columns of plane, T0, downlink, T1 (-1: it turns at the T0)."""

    plane: npt.NDArray[np.int64]
    t0: npt.NDArray[np.int64]
    downlink: npt.NDArray[np.int64]
    t1: npt.NDArray[np.int64]


class Simulation:
    """All agents of a fabric, interval by interval, and the counters of the map.

    Args:
        loops: where probes go.
        faults: share of frames that a component loses each time one passes it, 1 for all.
        seed: of what is lost.
    """

    def __init__(
        self, loops: Loops, faults: dict[Part, float], seed: int, options: AgentOptions, looks: MapOptions
    ) -> None:
        self._fabric = fabric = loops.fabric
        self._options, self._looks = options, looks
        self._faults = dict(faults)
        astray = np.argwhere(~loops.whole())
        self._faults.update({Part("link", int(p), int(t0), int(t1)): 1.0 for p, t0, t1 in astray})
        self._share = min(options.t1s, fabric.t1s)
        self._home = loops.home()
        self._random = np.random.default_rng(seed)
        self._lost: list[_Probes] = []
        self._told: dict[Part, int] = {}
        self.interval = 0

    def step(self) -> list[Part]:
        """One interval; the components that the map tells at its end: found by `confirm` looks in a row."""
        probes = self._concerned()
        survival = self._survival(probes)
        lost = self._random.random(len(survival)) >= survival
        self._lost.append(_Probes(*(column[lost] for column in probes)))
        del self._lost[: -max(self._looks.windows)]
        self.interval += 1
        found = {part for window in self._looks.windows for part in self._located(window)}
        self._told = {part: self._told.get(part, 0) + 1 for part in found}
        return sorted(part for part, times in self._told.items() if times >= self._looks.confirm)

    def _turns(self, interval: int) -> npt.NDArray[np.int64]:
        """The T1s that the agents of a T0 probe in an interval: a row for each downlink, as `Agent` takes turns."""
        first = np.arange(self._fabric.downlinks) * self._options.t1s + interval * self._share
        return (first[:, None] + np.arange(self._share)) % self._fabric.t1s

    def _concerned(self) -> _Probes:
        """The probes of this interval that pass a component at fault, each once."""
        turns = self._turns(self.interval)
        rows = [row for part in self._faults for row in self._through(part, turns)]
        if not rows:
            return _Probes(*np.zeros((4, 0), np.int64))
        unique = np.unique(np.concatenate(rows, axis=1), axis=1)
        probes = _Probes(*unique)
        there = self._home[probes.plane, probes.t0, probes.downlink]
        return _Probes(*(column[there] for column in probes))

    def _through(self, part: Part, turns: npt.NDArray[np.int64]) -> Iterator[npt.NDArray[np.int64]]:
        """Probes that pass a component, as rows of plane, T0, downlink, T1."""
        downlinks = np.arange(self._fabric.downlinks)
        if part.kind in ("NIC link", "T0"):
            chosen = downlinks if part.kind == "T0" else np.array([part.other])
            t1 = np.concatenate([turns[chosen], np.full((len(chosen), 1), -1)], axis=1)
            yield self._rows(part.plane, part.t0, np.repeat(chosen, t1.shape[1]), t1.ravel())
            return
        probing = downlinks[(turns == part.other).any(1)]
        for t0 in range(self._fabric.t0s) if part.kind == "T1" else (part.t0,):
            yield self._rows(part.plane, t0, probing, np.full(len(probing), part.other))

    @staticmethod
    def _rows(plane: int, t0: int, downlink: npt.NDArray[np.int64], t1: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        count = len(downlink)
        return np.stack([np.full(count, plane), np.full(count, t0), downlink, t1])

    def _survival(self, probes: _Probes) -> npt.NDArray[np.float64]:
        """The probability that each comes back: a link twice, a T1 once, a T0 twice, or once where it turns there."""
        survival = np.ones(len(probes.plane))
        for part, loss in self._faults.items():
            here = probes.plane == part.plane
            if part.kind == "T1":
                passes = (here & (probes.t1 == part.other)).astype(int)
            elif part.kind == "T0":
                passes = (here & (probes.t0 == part.t0)) * np.where(probes.t1 < 0, 1, 2)
            elif part.kind == "link":
                passes = 2 * (here & (probes.t0 == part.t0) & (probes.t1 == part.other))
            else:
                passes = 2 * (here & (probes.t0 == part.t0) & (probes.downlink == part.other))
            survival *= (1.0 - loss) ** passes
        return survival

    def _located(self, window: int) -> Iterator[Part]:
        """The components that explain the losses of the last intervals, the one that explains most of them first."""
        recent = self._lost[-window:]
        lost = _Probes(*(np.concatenate(columns) for columns in zip(*recent, strict=True)))
        while len(lost.plane):
            gain, part = max((self._gain(part, count, len(recent)), part) for part, count in _suspects(lost))
            if gain < self._looks.evidence:
                return
            yield part
            left = ~_passes(lost, part)
            lost = _Probes(*(column[left] for column in lost))

    def _gain(self, part: Part, lost: int, intervals: int) -> float:
        """Nats by which the losses are likelier if the component is at fault than if they were background."""
        sent = max(self._sent(part, intervals), lost)
        rate, background = lost / sent, self._looks.background
        if rate <= background:
            return 0.0
        gain = lost * np.log(rate / background)
        if lost < sent:
            gain += (sent - lost) * (np.log1p(-rate) - np.log1p(-background))
        return float(gain)

    def _sent(self, part: Part, intervals: int) -> int:
        """Probes through a component in the last intervals."""
        fabric, nics = self._fabric, self._home[part.plane, max(part.t0, 0)]
        if part.kind == "NIC link":
            return intervals * (self._share + 1)
        if part.kind == "T0":
            return intervals * (self._share + 1) * int(nics.sum())
        times = range(self.interval - intervals, self.interval)
        if part.kind == "link":
            return sum(int(((self._turns(n) == part.other).any(1) & nics).sum()) for n in times)
        probing = self._home[part.plane].sum(0)
        assert len(probing) == fabric.downlinks
        return sum(int(probing[(self._turns(n) == part.other).any(1)].sum()) for n in times)


def _suspects(lost: _Probes) -> Iterator[tuple[Part, int]]:
    """Each component that a lost probe passed, and how many passed it."""
    by_t1 = lost.t1 >= 0
    kinds: tuple[tuple[Kind, Sequence[npt.NDArray[np.int64]]], ...] = (
        ("NIC link", (lost.plane, lost.t0, lost.downlink)),
        ("T0", (lost.plane, lost.t0, np.full(len(lost.plane), -1))),
        ("link", (lost.plane[by_t1], lost.t0[by_t1], lost.t1[by_t1])),
        ("T1", (lost.plane[by_t1], np.full(int(by_t1.sum()), -1), lost.t1[by_t1])),
    )
    for kind, columns in kinds:
        if len(columns[0]):
            found, counts = np.unique(np.stack(columns), axis=1, return_counts=True)
            for (plane, t0, other), count in zip(found.T.tolist(), counts.tolist(), strict=True):
                yield Part(kind, plane, t0, other), count


def _passes(lost: _Probes, part: Part) -> npt.NDArray[np.bool_]:
    found = np.asarray(lost.plane == part.plane)
    if part.kind != "T1":
        found &= lost.t0 == part.t0
    if part.kind in ("T1", "link"):
        found &= lost.t1 == part.other
    elif part.kind == "NIC link":
        found &= lost.downlink == part.other
    return found


# --- Trials ----------------------------------------------------------------------------------------------------------


LOSSY = 0.02
"""Share of frames that a lossy component of a trial loses each time."""
_PATIENCE = 120
"""Intervals that the map has to find a fault."""


class Trial(Struct, frozen=True):
    """One fault.

    Attributes:
        after_ns: until the map told it, from when it began; None: it did not.
        wrong: components that the map told and that are well.
    """

    fault: Part
    loss: float
    after_ns: int | None
    wrong: tuple[Part, ...]


def trial(loops: Loops, fault: Part, loss: float, seed: int) -> Trial:
    """One component breaks; how soon the map tells it."""
    options, looks = AgentOptions(), MapOptions()
    simulation = Simulation(loops, {fault: loss}, seed, options, looks)
    wrong: set[Part] = set()
    while simulation.interval < _PATIENCE:
        told = simulation.step()
        wrong |= {part for part in told if part != fault}
        if fault in told:
            after = (simulation.interval - 1) * options.interval_ns + options.timeout_ns
            return Trial(fault, loss, after, tuple(sorted(wrong)))
    return Trial(fault, loss, None, tuple(sorted(wrong)))


def drawn(fabric: Fabric, draw: Random, kind: Kind) -> Part:
    """A random component with NICs behind it."""
    nic = draw.randrange(fabric.nics)
    plane, t0, t1 = draw.randrange(fabric.planes), nic // fabric.downlinks, draw.randrange(fabric.t1s)
    if kind == "T1":
        return Part(kind, plane, -1, t1)
    return Part(kind, plane, t0, {"NIC link": nic % fabric.downlinks, "T0": -1, "link": t1}[kind])


def run_probing(fabric: Fabric, trials: int, console: Console, *, seed: int) -> None:
    """Print what the agents of a fabric cost and how soon they locate a fault: ``trials`` of each kind and loss."""
    loops = Loops.planned(fabric)
    coming, there = loops.count()
    cost = load(fabric, AgentOptions(), MapOptions())
    console.print(f"{fabric.name}: {coming} of {there} loops by T1s come back by the planned tables", highlight=False)
    for line in _cost_lines(cost):
        console.print(line, highlight=False)
    table = Table("fault", "frames lost", "trials", "located", "median", "longest", "wrongly told")
    draw = Random(f"{seed}/fabric/probing")
    for kind in KINDS:
        for loss in (1.0, LOSSY):
            found = [trial(loops, drawn(fabric, draw, kind), loss, seed + n) for n in range(trials)]
            table.add_row(kind, f"{loss:.0%}", str(trials), *_times(found))
    console.print(table)


def _cost_lines(cost: Load) -> Iterator[str]:
    yield f"probes: {cost.probes_per_s / 1e6:g} million/s of {cost.probe_bytes} bytes"
    yield f"NIC port: {cost.nic_port_bps / 1e6:.1f} Mb/s; link T0-T1: {cost.link_bps / 1e6:.1f} Mb/s, each way"
    yield f"all T1s of a NIC: {cost.sweep_ns / 1e6:g} ms; a probe on a link T0-T1 each {cost.link_gap_ns / 1e3:.1f} us"
    yield f"memory: {cost.agent_bytes / 1e6:.2f} MB an agent, {cost.map_bytes / 1e6:.1f} MB of counters in the map"
    yield f"reports: {cost.report_bps / 1e9:.2f} Gb/s in all"


def _times(found: Sequence[Trial]) -> tuple[str, str, str, str]:
    times = [each.after_ns / 1e6 for each in found if each.after_ns is not None]
    wrong = sum(bool(each.wrong) for each in found)
    if not times:
        return "0", "-", "-", str(wrong)
    return str(len(times)), f"{statistics.median(times):.1f} ms", f"{max(times):.1f} ms", str(wrong)
