# SPDX-License-Identifier: Apache-2.0
"""Runs a live fabric through a scenario: writes are posted and faults happen when the scenario says, in slowed time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabric.live.messages import Measure, Measured
from fabric.live.network import LiveNetwork
from fabric.live.overload import overload
from fabric.live.scale import Clock
from fabric.live.scenarios.collect import collect
from fabric.live.scenarios.observing import Observer
from fabric.live.scenarios.recording import recording
from fabric.live.scenarios.writes import LiveWrite
from fabric.measuring.measurements import Measurements
from fabric.progress import Progress
from fabric.scenario.faults import Fault
from fabric.scenario.model import Scenario

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
    """

    measurements: Measurements
    overloaded: list[str]


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
    scenario: Scenario, network: LiveNetwork, payloads: Sequence[bytes], *, progress: Progress, out: Path, files: Path
) -> LiveRun:
    """Run until every write has completed or failed, or the scenario's limit is reached.

    Args:
        scenario: faults, sampling, limit and captures.
        network: up, without traffic.
        payloads: what each write carries.
        progress: told while it runs.
        out: where captures go, below `captures/`.
        files: directory for what is sent and received.

    Raises:
        FabricError: a process is gone, or refuses something.
        OutputError: a capture cannot be written.
    """
    writes = [LiveWrite(index, scenario, data, network, files) for index, data in enumerate(payloads)]
    interval_ns = interval(scenario.sample_ns, network.scale.factor)
    observer = Observer(network, writes, interval_ns)
    first = network.cabling.nic_ends()
    with recording(network, scenario.captures, scenario.snaplen, out) as captures, progress:
        clock = Clock(network.scale, time.monotonic_ns() + _LEAD_NS)
        captures.begin(clock.origin_ns)
        for write in writes:
            write.begun_ns = network.scale.fabric_ns(clock.origin_ns - network.clock.origin_ns)
        end_ns = _conduct(scenario, network, writes, observer, clock=clock, progress=progress)
    last = network.cabling.nic_ends()
    arrived = [nic.ask(Measure(), Measured).arrived for nic in network.nics]
    nics = {network.nics[index].name: status for index, status in observer.nics.items()}
    return LiveRun(
        collect(
            network, writes, observer,
            end_ns=end_ns, first=first, last=last, arrived=arrived, captures=captures.files,
        ),
        overload(
            nics, network.fabric.base_rtt_ns, network.scale.fabric_ns(network.cabling.late_ns()), observer.busy.worst
        ),
    )  # fmt: skip


def interval(sample_ns: int, factor: int) -> int:
    """The scenario's sample, as often as it takes to be no shorter than a look may be; ns of the topology."""
    return sample_ns * max(1, -int(-_SHORTEST_LOOK_S * 1e9 // (sample_ns * factor)))


def _conduct(
    scenario: Scenario,
    network: LiveNetwork,
    writes: Sequence[LiveWrite],
    observer: Observer,
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

    todo: list[tuple[int, Callable[[], None]]] = [
        *((write.post_ns, write.post) for write in writes),
        *((fault.at_ns, strike(fault)) for fault in scenario.faults),
    ]
    todo.sort(key=lambda item: item[0], reverse=True)
    step_ns = observer.series.interval_ns
    progress.started(_Watched(clock, observer), writes)
    end_ns = 0
    while end_ns < scenario.limit_ns and not all(_over(write) for write in writes):
        end_ns = min(end_ns + step_ns, scenario.limit_ns)
        while todo and todo[-1][0] < end_ns:
            at_ns, happen = todo.pop()
            time.sleep(clock.seconds_until(at_ns))
            happen()
        time.sleep(clock.seconds_until(end_ns))
        observer.look()
        progress.sampled()
    observer.stands(frozenset())
    return end_ns


def _over(write: LiveWrite) -> bool:
    return write.completed_ns() is not None or write.failure() is not None
