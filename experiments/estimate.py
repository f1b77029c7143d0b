# SPDX-License-Identifier: Apache-2.0
"""What a run will take, before it is begun: memory, switch passes, time.

Time is within a factor of two for fabrics of up to some 150 switches, on quiet cores; fabrics of 2,000 take longer:
more than seven times what is said here, where it was tried (figure 9b at the paper's scale, beside much else, was
stopped then).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from documents.quantities import show_size
from fabric.emulation.size import entry_count, needed_bytes, port_count, switch_count
from fabric.scenario.model import Scenario
from fabric.workloads.expansion import plan_of

PROCESS_BYTES = 250_000_000
"""Of a process that has run nothing: Python, the compiler, machine code."""
COPIES = 2
"""Of each byte that is written: at the sender, and at the receiver."""
SAMPLE_BYTES = 16
"""Of a port of a switch for each sample: its queue and its trims, most of them nothing."""
PASSES_PER_PACKET = 3.6
"""Three switches between T0s, and the reports on the way back."""
PASS_SECONDS, SWITCH_SECONDS, ENTRY_SECONDS = 45e-6, 0.015, 120e-6
"""Of one core: a frame in a switch with its share of links and NICs, not compiled; a switch to be set up, with each of
its table entries."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take.

    Attributes:
        memory_bytes: of its process, at the most.
        switch_passes: frames that switches will receive, at the most.
        seconds: of one core.
    """

    memory_bytes: int
    switch_passes: int
    seconds: float

    def __str__(self) -> str:
        """For people: memory, time and passes."""
        minutes = self.seconds / 60
        time = f"{minutes / 60:,.1f} hours" if minutes >= 120 else f"{minutes:,.1f} minutes"
        return f"{show_size(self.memory_bytes)} of memory, {time} of one core, {self.switch_passes:,} switch passes"


def estimate(scenario: Scenario) -> Estimate:
    """What a scenario will take: its writes, or what its NICs can send until its limit, if that is less."""
    topology = scenario.topology
    flows = plan_of(scenario).flows
    written = sum((flow.bytes or 0) * flow.times for flow in flows)
    under_way = sum((flow.bytes or 0) * min(flow.times, flow.outstanding or flow.times) for flow in flows)
    line_bps = topology.planes * topology.rate_bps("host")
    senders = {flow.source for flow in flows}
    sent = min(written, len(senders) * line_bps * scenario.limit_ns // 8_000_000_000)
    passes = round(sent / topology.spec.mtu * PASSES_PER_PACKET)
    samples = scenario.limit_ns // scenario.sample_ns
    memory = PROCESS_BYTES + needed_bytes(topology) + COPIES * under_way + port_count(topology) * samples * SAMPLE_BYTES
    setting_up = switch_count(topology) * SWITCH_SECONDS + entry_count(topology) * ENTRY_SECONDS
    return Estimate(memory, passes, passes * PASS_SECONDS + setting_up)


def free_memory() -> int:
    """Bytes that processes of this machine may still take."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
