# SPDX-License-Identifier: Apache-2.0
"""Who looks at a run from outside while it runs, without being a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fabric.emulation.network import Network
from fabric.scenario.model import Scenario
from fabric.traffic.flow import Flow


class Watch(Protocol):
    """Is asked when it wants to look, and called then; the run goes on as if nobody had looked. Times in ns."""

    @property
    def due_ns(self) -> int:
        """When it wants to look next, later than the last time."""

    def begin(self, scenario: Scenario, network: Network, flows: Sequence[Flow]) -> None:
        """The run begins; nothing has been posted yet."""

    def look(self) -> None:
        """`due_ns` has come, or the run is over: the network's clock says which."""
