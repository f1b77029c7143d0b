# SPDX-License-Identifier: Apache-2.0
"""A scenario, checked and resolved in its topology: all that an engine needs to know about a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import topologies
from documents import Document
from fabric.measuring.bounds import Bound
from fabric.scenario.faults import Fault
from fabric.scenario.schema import NicOptions, Scalar, WriteSpec


@dataclass(frozen=True, slots=True)
class Scenario:
    """Times in ns; node and link names exist in `topology`; faults in order of time.

    Attributes:
        document: where everything was written, for messages about it.
    """

    document: Document
    name: str
    title: str
    description: str
    topology: topologies.Fabric
    overrides: Mapping[str, Scalar]
    seed: int
    limit_ns: int
    sample_ns: int
    nic: NicOptions
    workload: tuple[WriteSpec, ...]
    faults: tuple[Fault, ...]
    captures: tuple[str, ...]
    snaplen: int
    expect: Mapping[str, Bound]
