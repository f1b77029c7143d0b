# SPDX-License-Identifier: Apache-2.0
"""The writes of a lab: posted, looked at, fetched, and given back, so that any number of them needs bounded memory."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fabric.errors import FabricError
from fabric.live.messages import NicStatus
from fabric.live.network import LiveFlow, LiveNetwork
from fabric.scenario.names import Names
from labs.errors import LabError
from labs.requests import LARGEST_BYTES, PostWrite, WriteState

_UNFETCHED = 4
"""So many writes that are over keep their bytes for whom they were made for; older ones are given back."""


@dataclass
class _Write:
    flow: LiveFlow
    state: WriteState
    held: bool = True

    @property
    def over(self) -> bool:
        """Nothing more will happen to it."""
        return self.state.completed_ns is not None or self.state.failure is not None


class Writes:
    """All writes since the lab came up."""

    def __init__(self, network: LiveNetwork) -> None:
        self._network = network
        self._names = Names(network.fabric)
        self._writes: list[_Write] = []

    def states(self) -> list[WriteState]:
        """As they were when `update` last looked."""
        return [write.state for write in self._writes]

    def post(self, request: PostWrite) -> int:
        """Begin one; its number. Raises LabError, FabricError, OSError, or ValueError for a name that is none."""
        source, destination = (self._names.nic(name) for name in (request.source, request.destination))
        if source.index == destination.index:
            raise LabError(f"{source.name} does not write to itself; accepted: two NICs")
        size = self._size(Path(request.file))
        flow = self._network.connect(source.index, destination.index, size)
        posted_ns = self._network.clock.now_ns()
        try:
            self._network.write(flow, Path(request.file))
        except FabricError:
            self._network.release(flow)
            raise
        state = WriteState(
            source=source.name, source_qpn=flow.source_qpn, destination=destination.name, size=size, placed=0,
            posted_ns=posted_ns, completed_ns=None, failure=None,
        )  # fmt: skip
        self._writes.append(_Write(flow, state))
        return len(self._writes) - 1

    def fetch(self, index: int, file: Path) -> None:
        """Put what arrived of a write into a file, and give back what it held. Raises LabError, FabricError."""
        write = self._held(index)
        self._network.save(write.flow, file)
        if write.over:
            self._release(write)

    def peek(self, index: int, file: Path) -> None:
        """Put what arrived of a write into a file. Raises LabError, FabricError."""
        self._network.save(self._held(index).flow, file)

    def _held(self, index: int) -> _Write:
        if not 0 <= index < len(self._writes):
            raise LabError(f"no write {index}; there are {len(self._writes)}, counted from 0")
        write = self._writes[index]
        if not write.held:
            raise LabError(f"write {index}: what arrived was fetched, or given back after {_UNFETCHED} later writes")
        return write

    def update(self, nics: Mapping[str, NicStatus], deaths: Mapping[str, str]) -> None:
        """Look at each that is not over, and give back what nobody came for.

        Args:
            nics: all NICs by name, as they were when they last answered.
            deaths: how processes ended that are gone.
        """
        for write in self._writes:
            if not write.over:
                write.state = _seen(write, nics, deaths)
        waiting = [write for write in self._writes if write.held and write.over]
        for write in waiting[:-_UNFETCHED]:
            self._release(write)

    def _size(self, file: Path) -> int:
        if not file.is_file():
            raise LabError(f"{file}: not a file that can be read")
        size = file.stat().st_size
        if not size:
            raise LabError(f"{file} is empty; accepted: a file of at least one byte")
        left = LARGEST_BYTES - sum(write.state.size for write in self._writes if write.held)
        if size > left:
            raise LabError(f"{file} has {size:,} bytes; accepted: at most {left:,}, as all writes under way are held")
        return size

    def _release(self, write: _Write) -> None:
        write.held = False
        with contextlib.suppress(FabricError):  # of a NIC that is gone
            self._network.release(write.flow)


def _seen(write: _Write, nics: Mapping[str, NicStatus], deaths: Mapping[str, str]) -> WriteState:
    flow, before = write.flow, write.state
    for name in (before.source, before.destination):
        if name in deaths:
            return before.model_copy(update={"failure": f"{name} is gone ({deaths[name]})"})
    sender = next((qp for qp in nics[before.source].queue_pairs if qp.qpn == flow.source_qpn), None)
    receiver = next((qp for qp in nics[before.destination].queue_pairs if qp.qpn == flow.destination_qpn), None)
    if sender is None or receiver is None:  # posted after that NIC last answered
        return before
    return before.model_copy(
        update={
            "placed": min(before.size, receiver.bytes_placed),
            "completed_ns": sender.completed[0] if sender.completed else None,
            "failure": sender.failures[0] if sender.failures else None,
        }
    )
