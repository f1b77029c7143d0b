# SPDX-License-Identifier: Apache-2.0
"""What a keeper keeps: the seam between the commands that every lab knows and what it is a lab of."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from fabric.live.samples import Sampled
from fabric.live.switches import SwitchProcesses
from fabric.scenario.faults import Faultable
from labs.failing import Failable
from labs.requests import OwnState, Reply, State, SwitchState, WriteRequest


class Kept(Protocol):
    """A network that is up. Its methods raise FabricError or LabError."""

    @property
    @abstractmethod
    def network(self) -> Faultable:
        """What faults happen to."""

    @property
    @abstractmethod
    def names(self) -> Failable:
        """What can fail in it."""

    @abstractmethod
    def now_ns(self) -> int:
        """Ns of its file's time since it came up."""

    @abstractmethod
    def deaths(self) -> Mapping[str, str]:
        """How processes ended that should run, by name: `signal 9`."""

    @abstractmethod
    def watch(self) -> None:
        """Called several times a second, beside all the others."""

    @abstractmethod
    def look(self, faults: Mapping[str, list[str]], stopped: Collection[str]) -> State | OwnState:
        """All of it, now.

        Args:
            faults: what is not as its file has it: target, and what it is.
            stopped: switches that were told to forward nothing.
        """

    @abstractmethod
    def sample(self, silent: Collection[str]) -> Sampled:
        """What changes all the time, of all but those that are silent."""

    @abstractmethod
    def write(self, request: WriteRequest) -> Reply:
        """Do what only NICs can."""


def switch_states(switches: SwitchProcesses, dead: Collection[str], stopped: Collection[str]) -> Iterator[SwitchState]:
    """The switches of a lab, now; `dead` and `stopped` by name."""
    for name, running in switches.running.items():
        yield SwitchState(
            name=name,
            device_id=running.device_id,
            grpc_address=running.grpc_address,
            log=str(running.log),
            trace=_text(switches.traces.get(name)),
            control=_text(switches.controls.get(name)),
            forwards=name not in dead and name not in stopped,
        )


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)
