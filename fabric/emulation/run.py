# SPDX-License-Identifier: Apache-2.0
"""Runs a built fabric through a scenario's emulated time, and captures the links that the scenario names.

A `Watch` looks on without being a part of the run. A capture is one pcapng file per link, with one interface per
direction, in nanoseconds of emulated time: time 0 of the run is 1970-01-01T00:00:00Z. A frame is recorded when its
first bit leaves the sending port, so a frame that is lost on the wire is in the capture.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from fabric.emulation.events import EventLoop
from fabric.emulation.interfaces import Tap, Wire
from fabric.emulation.measuring import DeadPaths, PathUses, Sampler, collect
from fabric.emulation.network import Link, Network
from fabric.emulation.switches import Rerouting
from fabric.measurements import Measurements, ProbeMeasurement, capture_file
from fabric.progress import Progress
from fabric.scenario import Scenario
from fabric.scenario.faults import Fault
from fabric.traffic.flow import Conductor, Flow, collective_measurements
from fabric.traffic.plan import plan_of
from fabric.traffic.training import Trainer, training_measurements
from p4soft.outputs import NANOSECONDS, PcapngWriter, atomic_file

# --- Captures --------------------------------------------------------------------------------------------------------


_APPLICATION = "mrc-fabric"


@contextlib.contextmanager
def capturing(links: Iterable[Link], out: Path, snaplen: int) -> Iterator[dict[str, str]]:
    """Tap the links; the files get their names when the block ends.

    Yields:
        File names relative to `out`, by link.

    Raises:
        OutputError: a capture cannot be written.
    """
    files: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        for link in links:
            relative = capture_file(link.name)
            stream = stack.enter_context(atomic_file(out / relative))
            writer = PcapngWriter(stream, application=_APPLICATION, snaplen=snaplen, resolution=NANOSECONDS)
            for direction in link:
                direction.tap = _tap(writer, direction)
            files[link.name] = relative
        yield files


def _tap(writer: PcapngWriter, direction: Wire) -> Tap:
    sender = direction.name.split(">")[0]
    interface = writer.add_interface(direction.name, f"leaving {sender}", speed_bps=direction.rate_bps)
    return lambda time_ns, frame: writer.write(interface, time_ns, frame)


# --- Looking on ------------------------------------------------------------------------------------------------------


class Watch(Protocol):
    """Looks at a run at times that it chooses; the run is the same without it. Times in ns."""

    @property
    def due_ns(self) -> int:
        """When it wants to look next, later than the last time."""

    def begin(self, scenario: Scenario, network: Network, flows: Sequence[Flow]) -> None:
        """The run begins; nothing has been posted yet."""

    def look(self) -> None:
        """`due_ns` has come, or the run is over: the network's clock says which."""


# --- Run -------------------------------------------------------------------------------------------------------------


class Ready(Struct, frozen=True):
    """A fabric at time 0.

    Attributes:
        flows: not posted yet.
        writes: accepted P4Runtime writes per switch so far; asked before and after the run.
        rerouting: what changes routes; None: they stay.
        probes: what the Clustermapper saw up to now; None: there is none.
    """

    network: Network
    flows: Sequence[Flow]
    writes: Callable[[], Mapping[str, int]] | None = None
    rerouting: Rerouting | None = None
    probes: Callable[[], ProbeMeasurement] | None = None


def execute(
    scenario: Scenario,
    fabric: Ready,
    *,
    progress: Progress,
    out: Path | None = None,
    watch: Watch | None = None,
) -> Measurements:
    """Run until every flow has completed or failed, or the scenario's limit is reached.

    Args:
        scenario: faults, sampling, limit and captures.
        fabric: built for it.
        progress: called while it runs.
        out: where captures go, below `captures/`; None writes none.
        watch: looks at the run, which does not notice.

    Raises:
        OutputError: a capture cannot be written.
        BuildError: routes cannot be changed as they should.
    """
    network, flows, rerouting = fabric.network, fabric.flows, fabric.rerouting
    before = fabric.writes() if fabric.writes is not None else {}
    loop = network.loop
    plan = plan_of(scenario)
    arrivals = PathUses(network)
    sampler = Sampler(network, flows, scenario.sample_ns)
    trainers = [Trainer(training, flows, loop) for training in plan.trainings]
    dead_paths = DeadPaths(network, scenario.faults)

    def happen(numbered: tuple[int, Fault]) -> None:
        number, fault = numbered
        fault.apply(network)
        dead_paths.happened(number, fault)
        progress.fault(fault)

    def wake(nic: int) -> None:
        network.nics[nic].pump()

    tapped = [network.links[name] for name in scenario.captures] if out is not None else []
    with capturing(tapped, out or Path(), scenario.snaplen) as captures, progress:
        for number, fault in enumerate(scenario.faults):
            loop.at(fault.at_ns, happen, (number, fault))
        Conductor(plan, flows, loop, wake, trainers).start()
        progress.started(network, flows)
        if watch is not None:
            watch.begin(scenario, network, flows)
        end_ns = 0
        while end_ns < scenario.limit_ns and not all(_over(flow) for flow in flows):
            end_ns = min(end_ns + scenario.sample_ns, scenario.limit_ns)
            while rerouting is not None and (due_ns := rerouting.next_ns()) is not None and due_ns <= end_ns:
                _advance(loop, due_ns, watch)
                rerouting.converge()
            _advance(loop, end_ns, watch)
            sampler.take()
            progress.sampled()
        dead_paths.end()
        if watch is not None:
            watch.look()
    writes = None
    if fabric.writes is not None:
        writes = {name: count - before.get(name, 0) for name, count in fabric.writes().items()}
    return replace(
        collect(network, flows, arrivals, sampler, together=plan.together()),
        p4runtime_writes=writes,
        captures=captures,
        route_changes=rerouting.changes if rerouting is not None else (),
        probes=fabric.probes() if fabric.probes is not None else None,
        dead_paths=dead_paths.uses,
        collectives=collective_measurements(scenario, plan, flows),
        trainings=training_measurements(scenario, trainers, flows, network.loop.now),
    )


def _advance(loop: EventLoop, until_ns: int, watch: Watch | None) -> None:
    while watch is not None and watch.due_ns < until_ns:
        due_ns = watch.due_ns
        loop.run(due_ns)
        loop.now = due_ns
        watch.look()
    loop.run(until_ns)
    loop.now = until_ns  # nothing more happens until then, even when the events ran out


def _over(flow: Flow) -> bool:
    return flow.completed_ns() is not None or flow.failure() is not None
