# SPDX-License-Identifier: Apache-2.0
"""Runs a live fabric through a scenario: writes are posted and faults happen when the scenario says, in slowed time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabric.live.lateness import typical_and_worst
from fabric.live.messages import Measure, Measured
from fabric.live.network import LiveNetwork
from fabric.live.overload import overload
from fabric.live.scale import Clock
from fabric.live.scenarios.collect import collect
from fabric.live.scenarios.lanes import LiveTraffic, live_traffic
from fabric.live.scenarios.observing import Observer
from fabric.live.scenarios.posting import Posting
from fabric.live.scenarios.recording import recording
from fabric.measuring.measurements import Measurements
from fabric.progress import Progress
from fabric.scenario.faults import Fault
from fabric.scenario.model import Scenario
from fabric.traffic.conductor import Conductor, collective_measurements
from fabric.traffic.flow import Flow
from fabric.traffic.payloads import Contents
from fabric.traffic.plan import plan_of
from p4soft.command_line import shielded

_LEAD_NS = 200_000_000
"""Real time between the last preparation and the beginning."""
_SHORTEST_LOOK_S = 0.4
"""Real time between two looks at everything; each takes some tens of milliseconds of this machine."""


@dataclass(frozen=True, slots=True)
class LiveRun:
    """A finished run.

    Attributes:
        measurements: as every engine leaves them.
        overloaded: sentences that say that the machine was too slow; none when it was not.
        steering_ns: how long after a completion what waited for it was posted, ns of the topology: the median and the
            99th of 100 of the way there, and of the way back, added; None if nothing waited for one.
        flows: of the run, as long as its network is up.
    """

    measurements: Measurements
    overloaded: list[str]
    steering_ns: tuple[int, int] | None
    flows: Sequence[Flow]


class _Watched:
    """What progress shows."""

    def __init__(self, clock: Clock, observer: Observer) -> None:
        self._clock, self._observer = clock, observer

    @property
    def now_ns(self) -> int:
        """Since the beginning."""
        return self._clock.now_ns()

    @property
    def trimmed(self) -> int:
        """Frames that switches have trimmed."""
        return self._observer.trimmed


def execute(
    scenario: Scenario, network: LiveNetwork, carried: Sequence[Contents], *, progress: Progress, out: Path, files: Path
) -> LiveRun:
    """Run until every flow has completed or failed, or the scenario's limit is reached.

    Args:
        scenario: faults, sampling, limit and captures.
        network: up, without traffic.
        carried: what each flow carries.
        progress: told while it runs.
        out: where captures go, below `captures/`.
        files: directory for what is sent and received.

    Raises:
        FabricError: a process is gone, or refuses something.
        OutputError: a capture cannot be written.
    """
    plan = plan_of(scenario)
    with Posting(network) as posting:
        traffic = live_traffic(scenario, network, posting, carried, files)
        observer = Observer(network, traffic, interval(scenario.sample_ns, network.scale.factor))
        first = network.cabling.nic_ends()
        with recording(network, scenario.captures, scenario.snaplen, out) as captures, progress:
            clock = Clock(network.scale, time.monotonic_ns() + _LEAD_NS)
            captures.begin(clock.origin_ns)
            for lane in traffic.lanes:
                lane.begun_ns = network.scale.fabric_ns(clock.origin_ns - network.clock.origin_ns)
            Conductor(plan, traffic.flows, posting, _nobody).start()
            posting.begin(clock)
            end_ns = _conduct(scenario, network, traffic, observer, posting, clock=clock, progress=progress)
        posting.finish()
        last = network.cabling.nic_ends()
        measured = [nic.ask(Measure(), Measured) for nic in network.nics]
    for lane in traffic.lanes:
        lane.measured(measured)
    steering_ns = _steering_ns(posting, measured) if plan.steered() else None
    nics = {network.nics[index].name: status for index, status in observer.nics.items()}
    return LiveRun(
        collect(
            network, traffic.flows, observer,
            end_ns=end_ns, first=first, last=last, arrived=[each.arrived for each in measured], captures=captures.files,
            collectives=collective_measurements(scenario, plan, traffic.flows), together=plan.together(),
        ),
        overload(
            nics, network.fabric.base_rtt_ns, network.scale.fabric_ns(network.cabling.late_ns()), observer.busy.worst,
            steering_ns=steering_ns,
        ),
        steering_ns,
        traffic.flows,
    )  # fmt: skip


def _nobody(_nic: int) -> None:
    """A NIC process wakes by itself when it is told to post."""


def _steering_ns(posting: Posting, measured: Sequence[Measured]) -> tuple[int, int]:
    there = typical_and_worst(posting.heard_ns)
    typical, worst = (max(each) for each in zip(*(nic.posted_late_ns for nic in measured), strict=True))
    return there[0] + typical, there[1] + worst


def interval(sample_ns: int, factor: int) -> int:
    """The scenario's sample, as often as it takes to be no shorter than a look may be; ns of the topology."""
    return sample_ns * max(1, -int(-_SHORTEST_LOOK_S * 1e9 // (sample_ns * factor)))


def _conduct(
    scenario: Scenario,
    network: LiveNetwork,
    traffic: LiveTraffic,
    observer: Observer,
    posting: Posting,
    *,
    clock: Clock,
    progress: Progress,
) -> int:
    """What happens, in its order; when it was over, ns since the beginning."""

    def strike(fault: Fault) -> Callable[[], None]:
        def happen() -> None:
            fault.apply(network)
            observer.stands(network.standing)
            progress.fault(fault)

        return happen

    todo = [(fault.at_ns, strike(fault)) for fault in reversed(scenario.faults)]
    step_ns = observer.series.interval_ns
    progress.started(_Watched(clock, observer), traffic.flows)
    end_ns = 0
    over = False
    while end_ns < scenario.limit_ns and not over:
        end_ns = min(end_ns + step_ns, scenario.limit_ns)
        while todo and todo[-1][0] < end_ns:
            at_ns, happen = todo.pop()
            time.sleep(clock.seconds_until(at_ns))
            happen()
        time.sleep(clock.seconds_until(end_ns))
        with posting.lock:  # before the look: what it sees is then no older
            over = all(_over(flow) for flow in traffic.flows)
        posting.check()  # first: of what it stopped for, a NIC that does not answer may be a consequence
        with shielded():  # a signal in the middle of a call to a switch leaves gRPC with a lock held
            observer.look()
        progress.sampled()
    observer.stands(frozenset())
    return end_ns


def _over(flow: Flow) -> bool:
    return flow.completed_ns() is not None or flow.failure() is not None
