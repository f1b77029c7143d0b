# SPDX-License-Identifier: Apache-2.0
"""A scenario, checked and resolved in its topology: all that an engine needs to know about a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import topologies
from common.documents import Document
from fabric.measuring.bounds import Bound
from fabric.scenario.faults import Fault
from fabric.scenario.schema import ClustermapperSpec, NicOptions, RoutingSpec, Scalar
from fabric.scenario.workload import WorkItem, WriteSpec


@dataclass(frozen=True, slots=True)
class Scenario:
    """Times in ns; node and link names exist in `topology`; faults in order of time.

    Attributes:
        document: where everything was written, for messages about it.
        topology_file: that `topology` was read from, before `overrides`.
        live_expect: what replaces `expect` on a live fabric, name by name; None takes an expectation away.
    """

    document: Document
    name: str
    title: str
    description: str
    topology: topologies.Fabric
    topology_file: str
    overrides: Mapping[str, Scalar]
    seed: int
    limit_ns: int
    sample_ns: int
    nic: NicOptions
    clustermapper: ClustermapperSpec | None
    routing: RoutingSpec
    workload: tuple[WorkItem, ...]
    faults: tuple[Fault, ...]
    captures: tuple[str, ...]
    snaplen: int
    expect: Mapping[str, Bound]
    live_expect: Mapping[str, Bound | None]

    @property
    def writes(self) -> tuple[WriteSpec, ...]:
        """Of the workload what is no collective."""
        return tuple(item for item in self.workload if isinstance(item, WriteSpec))

    def as_live(self) -> Scenario:
        """The scenario as it is meant for a live fabric: with the expectations that it has there."""
        merged = {**self.expect, **self.live_expect}
        return replace(self, expect={name: bound for name, bound in merged.items() if bound is not None})
