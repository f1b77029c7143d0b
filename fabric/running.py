# SPDX-License-Identifier: Apache-2.0
"""A scenario's fabric, built and ready to run in emulated time, as often as somebody wants to run it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import topologies
from fabric.emulation.interfaces import Endpoint, Forwarder
from fabric.emulation.lossless.parts import lossless_parts
from fabric.emulation.network import Network
from fabric.emulation.parts import Parts
from fabric.emulation.rerouting import Rerouting
from fabric.emulation.run import Probes, Writes
from fabric.emulation.size import check_size
from fabric.emulation.switches import Say, running_switches
from fabric.emulation.watch import Watch
from fabric.mapping.feeding import clustermapper_of
from fabric.program import PROGRAM
from fabric.results.document import Result
from fabric.scenario.model import Scenario
from fabric.traffic.build import build_traffic
from fabric.traffic.flow import Flow
from fabric.traffic.workload import Payload
from p4soft.engine_choice import EngineChoice


class Join(Protocol):
    """Joins switches and NICs to a network; `Network` does, with these arguments."""

    def __call__(
        self,
        topology: topologies.Fabric,
        switches: Mapping[str, Forwarder],
        nics: Sequence[Endpoint],
        *,
        seed: int,
        parts: Parts | None,
        signal_ns: int | None,
    ) -> Network:
        """All arguments are those of `Network`, which may be given others' nodes and parts."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A fabric at time 0.

    Attributes:
        network, flows: none of them posted.
        writes: tells of P4Runtime writes.
        rerouting: who changes routes; None: nobody.
        probes: what the Clustermapper saw up to now; None: there is none.
    """

    network: Network
    flows: Sequence[Flow]
    writes: Writes
    rerouting: Rerouting | None
    probes: Probes | None


Again = Callable[[Join], AbstractContextManager[Ready]]
"""Builds the fabric of a run anew, joined in another way."""


class Observer(Watch, Protocol):
    """Looks at a run, and then may look again: the same scenario gives the same packets."""

    def finish(self, result: Result, again: Again) -> None:
        """The run is over."""


@contextmanager
def ready(
    scenario: Scenario,
    carried: Sequence[Payload],
    say: Say,
    *,
    program: Path = PROGRAM,
    engine: EngineChoice = "auto",
    join: Join = Network,
) -> Iterator[Ready]:
    """Build the fabric of a scenario; its P4Runtime servers end with the block.

    Args:
        scenario: what is built.
        carried: what its writes carry.
        say: told each step, for people.
        program: P4 source of the switches.
        engine: what runs it; the result is the same.
        join: makes the network.

    Raises:
        FabricError: it cannot be built.
    """
    check_size(scenario.topology)
    traffic = build_traffic(scenario, [each.contents for each in carried])
    with running_switches(scenario.topology, scenario.seed, say, program, engine) as built:
        mapper = clustermapper_of(scenario, traffic.steered)
        network = join(
            scenario.topology,
            built.switches,
            traffic.nics if mapper is None else mapper.endpoints,
            seed=scenario.seed,
            parts=lossless_parts(scenario.topology),
            signal_ns=scenario.nic.signal_ns,
        )
        if mapper is not None:
            mapper.attach(network)
        convergence = scenario.routing.convergence
        rerouting = (
            Rerouting(scenario.topology, built, scenario.faults, convergence) if convergence is not None else None
        )
        probes = mapper.record.measured if mapper is not None else None
        yield Ready(network, traffic.flows, built.writes, rerouting, probes)
