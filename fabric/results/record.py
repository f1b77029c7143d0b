# SPDX-License-Identifier: Apache-2.0
"""What a finished run leaves behind, before it is turned into data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabric.emulation.arrivals import Arrivals
from fabric.emulation.network import Network
from fabric.emulation.sampler import Sampler
from fabric.scenario.faults import Fault
from fabric.scenario.model import Scenario
from fabric.traffic.flow import Flow


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A finished run.

    Attributes:
        end_ns: emulated time at its end.
        faults: those of the scenario that happened before the end.
        p4runtime_writes: accepted P4Runtime writes during the run, per switch; None without P4Runtime (tests).
        captures: file names of captures, relative to the output directory, by link.
    """

    scenario: Scenario
    network: Network
    flows: Sequence[Flow]
    arrivals: Arrivals
    sampler: Sampler
    end_ns: int
    faults: Sequence[Fault]
    p4runtime_writes: Mapping[str, int] | None
    captures: Mapping[str, str]
