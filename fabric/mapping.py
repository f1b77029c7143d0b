# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper in an emulated fabric: an agent beside each NIC, one map, and trials of what the map finds.

In a run its findings go onto the NICs' denylists, and what it saw and found is recorded over time. In a trial
(`python -m fabric mapper`) one or two components go wrong at a time. Does it find them, only them, and when? The answer
is precision, recall and time to locate.
"""

from __future__ import annotations

import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from ipaddress import ip_address
from pathlib import Path
from random import Random
from typing import Literal

from rich.console import Console
from rich.progress import track
from rich.table import Table
from typing_extensions import override

import topologies
from fabric.clustermapper import (
    Agent,
    AgentOptions,
    Component,
    Denied,
    Finding,
    HealthMap,
    Kind,
    MapOptions,
    Report,
    Route,
    State,
    denied_paths,
)
from fabric.clustermapper.health_map import components, passes
from fabric.emulation.interfaces import Endpoint
from fabric.emulation.network import Network
from fabric.emulation.switches import Say, running_switches
from fabric.errors import FabricError
from fabric.measurements import ProbeFinding, ProbeMeasurement
from fabric.scenario.faults import Faultable
from fabric.scenario.model import Scenario
from host_stack import EvState, Nic, QueuePair
from host_stack.ev_control import EvControl
from p4soft.command_line import EngineChoice
from topologies import Fabric

# --- An agent and a NIC behind the same ports ------------------------------------------------------------------------


class AgentAndNic(Endpoint):
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


class IdleNic(Endpoint):
    """A NIC without traffic."""

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


# --- What was seen and found -----------------------------------------------------------------------------------------


class Record:
    """Takes what the map is given and what it tells, in order of time."""

    def __init__(self, fabric: Fabric, interval_ns: int) -> None:
        self._fabric = fabric
        self._interval_ns = interval_ns
        self._tallies: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
        self._open: dict[Component, ProbeFinding] = {}
        self._over: list[ProbeFinding] = []
        self._last = 0

    def heard(self, report: Report) -> None:
        at = report.at_ns // self._interval_ns
        self._last = max(self._last, at)
        for route, tally in report.tallies.items():
            turn = self._tallies[self._turn(route)]
            sent, lost = turn.get(at, (0, 0))
            turn[at] = sent + tally.sent, lost + tally.lost

    def found(self, findings: Mapping[Component, Finding], now_ns: int) -> None:
        """All that is at fault now; of what is wrong with one, the last that was reported counts."""
        for component in self._open.keys() - findings.keys():
            self._over.append(self._open.pop(component).ended(now_ns))
        for component, finding in findings.items():
            since_ns = self._open[component].since_ns if component in self._open else now_ns
            name = component.name(self._fabric)
            self._open[component] = ProbeFinding(name, finding.state.value, since_ns, None)

    def measured(self) -> ProbeMeasurement:
        findings = sorted((*self._over, *self._open.values()), key=lambda each: (each.since_ns, each.name))
        return ProbeMeasurement(
            self._interval_ns, {name: self._series(name, 0) for name in sorted(self._tallies)},
            {name: self._series(name, 1) for name in sorted(self._tallies)}, findings,
        )  # fmt: skip

    def _series(self, turn: str, which: int) -> list[int]:
        return [self._tallies[turn].get(at, (0, 0))[which] for at in range(self._last + 1)]

    def _turn(self, route: Route) -> str:
        if route.t1 < 0:
            return self._fabric.t0(route.plane, self._fabric.nic(route.nic).t0).name
        return self._fabric.t1(route.plane, route.t1).name


# --- The Clustermapper of a run --------------------------------------------------------------------------------------


class Clustermapper:
    """Agents, their map, and the way from it to the NICs; reports reach the map at once.

    Attributes:
        endpoints: what stands at the ports instead of the NICs.
        record: what it was given, and what it reported.
    """

    def __init__(self, fabric: Fabric, nics: Sequence[Nic], options: AgentOptions, *, seed: int) -> None:
        self.health = HealthMap(fabric, MapOptions(interval_ns=options.interval_ns))
        self.endpoints = [
            AgentAndNic(Agent(node, self._reported, options=options, seed=seed), nic)
            for node, nic in zip(fabric.all_nics(), nics, strict=True)
        ]
        self.record = Record(fabric, options.interval_ns)
        self._fabric = fabric
        self._nics = nics
        self._network: Network | None = None
        self._known: frozenset[Component] = frozenset()
        self._denied: dict[tuple[int, int], set[int]] = {}

    def attach(self, network: Network) -> None:
        self._network = network
        for node in network.nics:
            node.pump()

    def _reported(self, report: Report) -> None:
        self.record.heard(report)
        self.health.feed(report)
        self.record.found(self.health.findings, report.at_ns)
        known = frozenset(self.health.findings)
        if known != self._known and self._network is not None:
            self._known = known
            # A NIC is in the middle of something while its agent reports.
            self._network.loop.at(self._network.now_ns, self._deny, known)

    def _deny(self, faulty: frozenset[Component]) -> None:
        """Put the EVs of every queue pair on its denylist that pass something at fault, and take the others off."""
        assert self._network is not None
        for index, nic in enumerate(self._nics):
            changed = 0
            for qp in nic.queue_pairs.values():
                changed += self._deny_of(index, nic, qp, faulty)
            if changed:
                self._network.nics[index].pump()

    def _deny_of(self, index: int, nic: Nic, qp: QueuePair, faulty: frozenset[Component]) -> int:
        if qp.evs is None or (peer := self._fabric.nic_with_address(ip_address(qp.peer_address))) is None:
            return 0
        paths = denied_paths(self._fabric, faulty, index, peer.index)
        wanted = {entry.entropy for entry in qp.evs if _passes(paths, entry.plane, entry.uplink)}
        before = self._denied.get((index, qp.qpn), set())
        self._denied[index, qp.qpn] = wanted
        control = EvControl(nic)
        return control.set_state(sorted(wanted - before), EvState.DENIED, [qp]) + control.set_state(
            sorted(before - wanted), EvState.GOOD, [qp]
        )


def clustermapper_of(scenario: Scenario, nics: Sequence[Nic]) -> Clustermapper | None:
    spec = scenario.clustermapper
    if spec is None:
        return None
    options = AgentOptions(interval_ns=spec.interval, timeout_ns=spec.timeout, t1s=spec.t1s)
    return Clustermapper(scenario.topology, nics, options, seed=scenario.seed)


def _passes(paths: set[Denied], plane: int, uplink: int) -> bool:
    return Denied(plane, None) in paths or Denied(plane, uplink) in paths


# --- What can be wrong with a component ------------------------------------------------------------------------------


Ailment = Literal["down", "black hole", "lossy"]
AILMENTS: tuple[Ailment, ...] = ("down", "black hole", "lossy")


@dataclass(frozen=True, slots=True)
class Illness:
    """One component, and what is wrong with it.

    Attributes:
        ailment: `down`: its links have no carrier; `black hole`: they have, and nothing passes; `lossy`: some passes.
        loss: of each frame on each of its links, 0..1; of a lossy one.
    """

    component: Component
    ailment: Ailment
    loss: float

    def states(self, reported: Kind) -> set[State]:
        """What the map may rightly say of a component of that kind: where no NIC sees the carrier, dead is dead."""
        if self.ailment == "lossy":
            return {State.LOSSY}
        if self.component.kind in (Kind.NIC_LINK, Kind.T0) and reported in (Kind.NIC_LINK, Kind.T0):
            return {State.DOWN if self.ailment == "down" else State.BLACK_HOLE}
        return {State.DEAD, State.BLACK_HOLE}

    def begin(self, fabric: Fabric, network: Faultable) -> None:
        """Let it happen."""
        self._set(fabric, network, well=False)

    def end(self, fabric: Fabric, network: Faultable) -> None:
        self._set(fabric, network, well=True)

    def _set(self, fabric: Fabric, network: Faultable, *, well: bool) -> None:
        switch = self.component.kind in (Kind.T0, Kind.T1)
        if self.ailment == "black hole" and switch:
            network.set_forwarding(self.component.name(fabric), well)
            return
        for link in links(fabric, self.component):
            if self.ailment == "down":
                network.set_link_state(link, well)
            else:
                network.set_link_loss(link, 0.0 if well else self.loss)


def links(fabric: Fabric, component: Component) -> Sequence[str]:
    """The link that a component is, or those of the switch."""
    if component.kind in (Kind.NIC_LINK, Kind.T0_T1_LINK):
        return [component.name(fabric)]
    ports = fabric.switch(component.name(fabric)).ports()
    return [port.link.name for port in ports]


def draw(fabric: Fabric, random: Random, count: int) -> list[Illness]:
    """So many components of the fabric, each kind as likely as another, and what is wrong with each."""
    drawn: dict[Component, Illness] = {}
    while len(drawn) < count:
        plane, kind = random.randrange(fabric.planes), random.choice(list(Kind))
        component = random.choice([each for each in components(fabric, plane) if each.kind is kind])
        ailment = random.choice(AILMENTS)
        loss = math.exp(random.uniform(math.log(0.01), math.log(0.3))) if ailment == "lossy" else 1.0
        drawn[component] = Illness(component, ailment, loss)
    return list(drawn.values())


# --- Trials ----------------------------------------------------------------------------------------------------------


INTERVAL_NS = 1_000_000
_LOOK = 250
"""Intervals after which what the map tells is judged."""
_LIMIT = 5_000
"""Intervals after which faults that were ended must not be reported any more."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial.

    Attributes:
        located_ns: for each, how long it took until the map reported it, or what no probe can tell from it, for good;
            None when it did not.
        masked: for each, whether every probe through it passed another dead component, too, so that none could tell.
        named: for each, whether the map said rightly what was wrong with it.
        wrong: components that were well and reported to be at fault at the end.
        passing: such that were reported meanwhile, and no longer at the end.
        cleared_ns: from the end of the faults until the map reported none.
    """

    illnesses: Sequence[Illness]
    located_ns: Sequence[int | None]
    masked: Sequence[bool]
    named: Sequence[bool]
    wrong: frozenset[Component]
    passing: frozenset[Component]
    cleared_ns: int


def run_trials(
    fabric: topologies.Fabric, count: int, *, seed: int, say: Say, engine: EngineChoice = "auto", most: int = 2
) -> Iterator[Trial]:
    """`count` trials, one after the other on one fabric, each with one to `most` random faults.

    Raises:
        BuildError: the fabric cannot be brought up.
        FabricError: faults that were ended are still reported after two seconds.
    """
    health = HealthMap(fabric)
    with running_switches(fabric, seed, say, engine=engine) as running:
        options = AgentOptions(interval_ns=INTERVAL_NS)
        nodes = [
            AgentAndNic(Agent(nic, health.feed, options=options, seed=seed), IdleNic()) for nic in fabric.all_nics()
        ]
        network = Network(fabric, running.switches, nodes, seed=seed)
        for nic in network.nics:
            nic.pump()
        random = Random(f"{seed}/trials")
        for _ in range(count):
            yield _trial(fabric, network, health, draw(fabric, random, random.randint(1, most)), random)


def _trial(
    fabric: topologies.Fabric, network: Network, health: HealthMap, illnesses: Sequence[Illness], random: Random
) -> Trial:
    _advance(network, 5 * INTERVAL_NS + random.randrange(INTERVAL_NS))
    began_ns = network.now_ns
    for illness in illnesses:
        illness.begin(fabric, network)
    masked = [_open_routes(fabric, illness.component, illnesses) == {} for illness in illnesses]
    alike = [_alike(fabric, illness, illnesses) for illness in illnesses]
    reported: dict[Component, int] = {}
    ever: set[Component] = set()
    for _ in range(_LOOK):
        _advance(network, INTERVAL_NS)
        ever |= health.findings.keys()
        reported = {component: reported.get(component, network.now_ns - began_ns) for component in health.findings}
    findings = dict(health.findings)
    ended_ns = network.now_ns
    for illness in illnesses:
        illness.end(fabric, network)
    _until_well(network, health)
    right = frozenset[Component]().union(*alike)
    located, named = [], []
    for illness, same in zip(illnesses, alike, strict=True):
        found = sorted(same & reported.keys(), key=lambda component: reported[component])
        located.append(reported[found[0]] if found else None)
        named.append(bool(found) and findings[found[0]].state in illness.states(found[0].kind))
    return Trial(
        illnesses,
        located,
        masked,
        named,
        frozenset(findings.keys() - right),
        frozenset(ever - findings.keys() - right),
        network.now_ns - ended_ns,
    )


def _open_routes(
    fabric: topologies.Fabric, component: Component, illnesses: Sequence[Illness]
) -> dict[Route, dict[Component, int]]:
    """The loops through a component on which nothing else is dead, and what they pass."""
    dead = {each.component for each in illnesses if each.ailment != "lossy" and each.component != component}
    routes = (Route(nic, component.plane, t1) for nic in range(fabric.nics) for t1 in range(-1, fabric.t1s))
    through = {route: on for route in routes if component in (on := passes(fabric, route))}
    return {route: on for route, on in through.items() if not dead & on.keys()}


def _alike(fabric: topologies.Fabric, illness: Illness, illnesses: Sequence[Illness]) -> frozenset[Component]:
    """The component, and those on exactly the same loops as long as the others are dead: no probe tells them apart."""
    own = _open_routes(fabric, illness.component, illnesses)
    suspects = {component for on in own.values() for component in on}
    others = {each.component for each in illnesses}
    same = (each for each in suspects - others if _open_routes(fabric, each, illnesses).keys() == own.keys())
    return frozenset([illness.component, *same])


def _until_well(network: Network, health: HealthMap) -> None:
    for _ in range(_LIMIT):
        _advance(network, INTERVAL_NS)
        if not health.findings:
            return
    raise FabricError(f"the map still tells of {len(health.findings)} faults two seconds after they were ended")


def _advance(network: Network, by_ns: int) -> None:
    until_ns = network.now_ns + by_ns
    network.loop.run(until_ns)
    network.loop.now = until_ns


# --- Trials in numbers -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Times:
    """How long it took to locate what had one ailment."""

    ailment: Ailment
    located: int
    median_ns: float
    p90_ns: float
    worst_ns: float


@dataclass(frozen=True, slots=True)
class Scores:
    """What many trials come to.

    Attributes:
        masked: of them, those that no probe could see behind another fault; not asked for.
        located: those that the map reported at the end of the trial.
        missed: those it did not, masked ones not counted.
        wrong: components that were well and reported to be at fault at the end of a trial.
        named: of those located, how many it said the right thing of: down, black hole or lossy.
        passing: components that were well and reported to be at fault for a while.
        times: to locate, by ailment.
    """

    trials: int
    faults: int
    masked: int
    located: int
    missed: int
    wrong: int
    named: int
    passing: int
    times: Sequence[Times]

    @property
    def precision(self) -> float:
        """Share of what was reported at the end of a trial that was at fault, 0..1."""
        return self.located / (self.located + self.wrong) if self.located + self.wrong else 1.0

    @property
    def precision_of_all_told(self) -> float:
        """Share of what was ever reported in a trial, be it for a look or two, that was at fault, 0..1."""
        reported = self.located + self.wrong + self.passing
        return self.located / reported if reported else 1.0

    @property
    def recall(self) -> float:
        """Share of what was at fault that was reported, 0..1."""
        return self.located / (self.located + self.missed) if self.located + self.missed else 1.0


def score(trials: Sequence[Trial]) -> Scores:
    outcomes = [
        (illness, at_ns, masked, named)
        for trial in trials
        for illness, at_ns, masked, named in zip(
            trial.illnesses, trial.located_ns, trial.masked, trial.named, strict=True
        )
    ]
    times = []
    for ailment in AILMENTS:
        took = sorted(at_ns for illness, at_ns, _, _ in outcomes if at_ns is not None and illness.ailment == ailment)
        if took:
            times.append(Times(ailment, len(took), statistics.median(took), took[int(0.9 * (len(took) - 1))], took[-1]))
    return Scores(
        trials=len(trials),
        faults=len(outcomes),
        masked=sum(masked for _, _, masked, _ in outcomes),
        located=sum(at_ns is not None for _, at_ns, _, _ in outcomes),
        missed=sum(at_ns is None and not masked for _, at_ns, masked, _ in outcomes),
        wrong=sum(len(trial.wrong) for trial in trials),
        named=sum(named for _, _, _, named in outcomes),
        passing=sum(len(trial.passing) for trial in trials),
        times=times,
    )


# --- The command -----------------------------------------------------------------------------------------------------


def run_mapper(
    topology: Path, count: int, console: Console, *, seed: int, most: int, engine: EngineChoice, as_json: bool
) -> None:
    """Run `count` trials with up to `most` faults at a time, and print what they come to.

    Raises:
        FabricError, TopologyError: anything the user can put right.
    """
    fabric = topologies.load(topology)
    steps = Console(stderr=True)
    trials = run_trials(fabric, count, seed=seed, say=steps.print, engine=engine, most=most)
    scores = score(list(track(trials, "trials", total=count, console=steps)))
    if as_json:
        shares = ("precision", "precision_of_all_told", "recall")
        document = asdict(scores) | {share: getattr(scores, share) for share in shares}
        console.print_json(json.dumps(document))
        return
    for table in _tables(scores):
        console.print(table)


def _tables(scores: Scores) -> tuple[Table, Table]:
    totals = Table(title=f"{scores.trials} trials, {scores.faults} faults")
    totals.add_column("")
    totals.add_column("", justify="right")
    for name, value in (
        ("precision, at the end of a trial", f"{100 * scores.precision:.2f} %"),
        ("precision, of all that was ever told", f"{100 * scores.precision_of_all_told:.2f} %"),
        ("recall", f"{100 * scores.recall:.2f} %"),
        ("located", str(scores.located)),
        ("missed", str(scores.missed)),
        ("behind another fault, not to be seen", str(scores.masked)),
        ("told although well", str(scores.wrong)),
        ("told for a while although well", str(scores.passing)),
        ("rightly named: down, black hole, lossy", f"{scores.named} of {scores.located}"),
    ):
        totals.add_row(name, value)
    times = Table(title="time to locate, ms")
    for name in ("", "located", "median", "90 %", "worst"):
        times.add_column(name, justify="right" if name else "left")
    for each in scores.times:
        shown = (f"{at_ns / 1e6:.0f}" for at_ns in (each.median_ns, each.p90_ns, each.worst_ns))
        times.add_row(each.ailment, str(each.located), *shown)
    return totals, times
