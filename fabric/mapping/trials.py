# SPDX-License-Identifier: Apache-2.0
"""Random faults in an emulated fabric, one or two at a time: does the Clustermapper find them, only them, and when?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import topologies
from fabric.clustermapper import Agent, AgentOptions, Component, HealthMap, Route
from fabric.clustermapper.components import passes
from fabric.emulation.network import Network
from fabric.emulation.switches import Say, running_switches
from fabric.errors import FabricError
from fabric.mapping.ailments import Illness, draw
from fabric.mapping.beside import Beside, Silent
from p4soft.engine_choice import EngineChoice

INTERVAL_NS = 1_000_000
_LOOK = 250
"""Intervals after which what the map tells is judged."""
_LIMIT = 5_000
"""Intervals after which faults that were ended must not be told any more."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial.

    Attributes:
        illnesses: what was wrong.
        located_ns: for each, how long it took until the map told it, or what no probe can tell from it, for good; None
            when it did not.
        masked: for each, whether every probe through it passed another dead component, too, so that none could tell.
        named: for each, whether the map said rightly what was wrong with it.
        wrong: components that were well and told to be at fault at the end.
        passing: such that were told meanwhile, and no longer at the end.
        cleared_ns: from the end of the faults until the map told none.
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
        FabricError: faults that were ended are still told of after two seconds.
    """
    health = HealthMap(fabric)
    with running_switches(fabric, seed, say, engine=engine) as running:
        options = AgentOptions(interval_ns=INTERVAL_NS)
        nodes = [Beside(Agent(nic, health.feed, options=options, seed=seed), Silent()) for nic in fabric.all_nics()]
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
    told: dict[Component, int] = {}
    ever: set[Component] = set()
    for _ in range(_LOOK):
        _advance(network, INTERVAL_NS)
        ever |= health.findings.keys()
        told = {component: told.get(component, network.now_ns - began_ns) for component in health.findings}
    findings = dict(health.findings)
    ended_ns = network.now_ns
    for illness in illnesses:
        illness.end(fabric, network)
    _until_well(network, health)
    right = frozenset[Component]().union(*alike)
    located, named = [], []
    for illness, same in zip(illnesses, alike, strict=True):
        found = sorted(same & told.keys(), key=lambda component: told[component])
        located.append(told[found[0]] if found else None)
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
