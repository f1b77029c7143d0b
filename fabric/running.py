# SPDX-License-Identifier: Apache-2.0
"""A scenario in emulated time, from its file to a verdict and everything that a run leaves behind.

The fabric is built anew for each run of a scenario: the same scenario gives the same packets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import yaml
from msgspec import Struct
from rich.console import Console

import topologies
from fabric.emulation.interfaces import Endpoint, Forwarder, Parts
from fabric.emulation.network import Network
from fabric.emulation.run import Ready, Watch, execute
from fabric.emulation.switches import Rerouting, Say, check_size, running_switches
from fabric.errors import FabricError
from fabric.progress import Progress, choose
from fabric.report.tables import finish
from fabric.results import Result, build
from fabric.scenario import Scenario
from fabric.scenario.reading import load
from fabric.traffic.nics import build_traffic
from fabric.traffic.payloads import Payload, payloads, with_time_for, write_received
from host_stack import Nic
from host_stack.wire.codecs import Codec
from p4soft.command_line import EngineChoice
from p4soft.interpreter import no_collections
from p4soft.outputs import write_text
from topologies.slicing import SliceWish

if TYPE_CHECKING:
    from fabric.mapping import Clustermapper

# --- A fabric, ready to run ------------------------------------------------------------------------------------------


class Nodes(Struct, frozen=True):
    """What a network is joined from, with the arguments of `Network`."""

    topology: topologies.Fabric
    switches: Mapping[str, Forwarder]
    nics: Sequence[Endpoint]
    seed: int
    signal_ns: int | None
    parts: Parts | None = None

    def join(self) -> Network:
        return Network(
            self.topology, self.switches, self.nics, seed=self.seed, parts=self.parts, signal_ns=self.signal_ns
        )


Join = Callable[[Nodes], Network]


Again = Callable[[Join], AbstractContextManager[Ready]]
"""Builds the fabric of a run anew, joined in another way."""


class Observer(Watch, Protocol):
    """Looks at a run, and then may look again: the same scenario gives the same packets.

    It is a protocol because `fabric.timeline`, which implements it, is built on this module.
    """

    def finish(self, result: Result, again: Again) -> None:
        """The run is over."""


@contextmanager
def ready(
    scenario: Scenario,
    carried: Sequence[Payload],
    say: Say,
    *,
    engine: EngineChoice = "auto",
    codec: Codec = Codec.FAST,
    join: Join = Nodes.join,
    served: bool = True,
) -> Iterator[Ready]:
    """Build the fabric of a scenario; its P4Runtime servers end with the block.

    Args:
        scenario: what is built.
        carried: what its writes carry.
        say: called with each step, for people.
        engine: what runs it; the result is the same.
        codec: what makes and reads the NICs' frames; the result is the same.
        join: makes the network, perhaps of nodes around these.
        served: whether tables are filled over gRPC; False: by direct call, with the same messages.

    Raises:
        FabricError: it cannot be built.
    """
    check_size(scenario.topology)
    traffic = build_traffic(scenario, [each.contents for each in carried], codec)
    with running_switches(scenario.topology, scenario.seed, say, engine=engine, served=served) as built:
        mapper = _clustermapper(scenario, traffic.steered)
        nodes = Nodes(
            scenario.topology,
            built.switches,
            traffic.nics if mapper is None else mapper.endpoints,
            scenario.seed,
            scenario.nic.signal_ns,
        )
        network = join(nodes)
        if mapper is not None:
            mapper.attach(network)
        convergence = scenario.routing.convergence
        rerouting = (
            Rerouting(scenario.topology, built, scenario.faults, convergence) if convergence is not None else None
        )
        probes = mapper.record.measured if mapper is not None else None
        yield Ready(network, traffic.flows, built.writes, rerouting, probes)


def _clustermapper(scenario: Scenario, nics: Sequence[Nic]) -> Clustermapper | None:
    if scenario.clustermapper is None:
        return None
    from fabric.mapping import clustermapper_of  # noqa: PLC0415 - it needs NumPy, which a browser may not have

    return clustermapper_of(scenario.clustermapper, scenario.topology, nics, scenario.seed)


# --- A run -----------------------------------------------------------------------------------------------------------


@no_collections()  # a fabric is up to millions of objects, which stay until the end
def run_scenario(
    file: Path,
    out: Path,
    payload: Path | None,
    console: Console,
    *,
    show_progress: bool = True,
    engine: EngineChoice = "auto",
    codec: Codec = Codec.FAST,
    observer: Observer | None = None,
) -> bool:
    """Run a scenario and write `result.json`, `report.html`, captures and received files below `out`.

    Args:
        file: the scenario.
        out: output directory, made when missing.
        payload: a file every write carries instead of the scenario's data; None for the scenario's own.
        console: for progress, tables and the verdict.
        show_progress: False prints results only.
        engine: what runs it; the result is the same.
        codec: what makes and reads the NICs' frames; the result is the same.
        observer: looks at the run.

    Returns:
        True when all bytes arrived intact and every expectation held.

    Raises:
        FabricError: anything the user can put right; nothing half-written remains.
    """
    started = time.monotonic()

    def say(text: str) -> None:
        if show_progress:
            console.print(f"{time.monotonic() - started:6.1f} s  {text}", markup=False, highlight=False, soft_wrap=True)

    loaded = load(file)
    carried = payloads(loaded, payload)
    loaded = with_time_for(loaded, carried)
    progress = choose(console, show_progress)
    say(f"{loaded.title} ({loaded.name}, seed {loaded.seed})")
    again = partial(ready, loaded, carried, engine=engine, codec=codec)
    with again(say) as built:
        measured = execute(loaded, built, progress=progress, out=out, watch=observer)
    say(f"ran {measured.events:,} events")
    write_received(loaded, carried, lambda index: built.flows[index].received(), out)
    made = build(loaded, measured)
    if observer is not None:
        say("looking again for the timeline")
        observer.finish(made, lambda join: again(_silent, join=join))
    return finish(made, out, console)


PACKETS_A_PATH = 8
"""Of a slice's write, unless its size is given: each path is used, and what is lost on one shows."""


def write_slice_scenario(
    topology: Path, wanted: SliceWish, faults: Sequence[str], file: Path, size: int | None = None
) -> None:
    """Write a scenario in which the first NIC of a slice writes to each of the others, over every path between them.

    Args:
        topology: the file of the whole fabric.
        wanted: NICs and planes.
        faults: each a time and a fault of scenarios, `100us switch p3-t1-7 stop`.
        file: the scenario; its directory is made when missing.
        size: bytes of each write; None: 8 packets for each path.

    Raises:
        TopologyError: no such fabric, or no such slice of it.
        FabricError: a fault without a time.
        OutputError: the scenario cannot be written.
    """
    part = topologies.Slice(topologies.load(topology), wanted.nics, wanted.planes)
    first, *others = part.all_nics()
    paths = {nic.name: part.planes * (1 if nic.t0 == first.t0 else part.t1s) for nic in others}
    timed = [fault.partition(" ") for fault in faults]
    for fault, (at, _, do) in zip(faults, timed, strict=True):
        if not (at[:1].isdigit() and do):
            raise FabricError(f"--fault {fault!r}: no time; accepted: a time and a fault, `100us switch p3-t1-7 stop`")
    document = {
        "name": "slice",
        "title": f"{', '.join(nic.name for nic in part.all_nics())} of {part.name}, over {max(paths.values()):,} paths",
        "topology": str(topology.absolute()),
        "slice": {"nics": [nic.name for nic in part.all_nics()], "planes": part.planes},
        "limit": "100ms",
        "nic": {"evs": max(paths.values())},
        "workload": [
            {"from": first.name, "to": nic, "bytes": size or count * PACKETS_A_PATH * part.spec.mtu}
            for nic, count in paths.items()
        ],
        "faults": [{"at": at, "do": do} for at, _, do in timed],
        "expect": {"all_intact": True, "p4runtime_writes_during_run": 0}
        | ({} if size else {"paths.min": min(paths.values())}),
    }
    write_text(file, yaml.safe_dump(document, sort_keys=False, width=110))


@no_collections()  # as above: what is left of it is young, and goes with the next collection
def result_of(
    scenario: Scenario,
    observer: Observer | None = None,
    *,
    progress: Progress | None = None,
    served: bool = True,
) -> Result:
    """The result of a scenario, for a program: nothing is shown or written. Raises FabricError.

    Args:
        scenario: to be run.
        observer: looks at the run.
        progress: is told how far the run is.
        served: whether tables are filled over gRPC; False: by direct call, with the same result.
    """
    carried = payloads(scenario, None)
    scenario = with_time_for(scenario, carried)
    again = partial(ready, scenario, carried, _silent, served=served)
    with again() as built:
        measured = execute(scenario, built, progress=progress or Progress(), watch=observer)
    made = build(scenario, measured)
    if observer is not None:
        observer.finish(made, lambda join: again(join=join))
    return made


def _silent(_text: str) -> None:
    """Show no progress."""
