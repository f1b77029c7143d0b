# SPDX-License-Identifier: Apache-2.0
"""What a test needs of a switch. Two devices exist: `embedded` (in process, virtual time) and `remote` (P4Runtime)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from p4soft.switch.program.model import Program, TableSpec
from p4soft.switch.state import ActionCall, ActionRef, CounterValue, MatchField, MeterConfig


@dataclass(frozen=True, slots=True)
class Output:
    """A frame that left the switch. `cause` numbers the packet sent that led to it, from 0; None: not known."""

    port: int
    frame: bytes
    cause: int | None = None


@dataclass(frozen=True, slots=True)
class EntryId:
    """An entry a test added: enough to find it again."""

    table: str
    key: tuple[MatchField, ...]
    priority: int


class Device(Protocol):
    """A switch with a program loaded. Names are full control-plane names; every refusal is a RefusedError."""

    program: Program
    """What the switch runs; it says what there is to name."""

    def send(self, port: int, frame: bytes) -> None:
        """Send a frame into a port."""

    def settle(self, wanted: dict[int, int]) -> None:
        """Let what was sent run its course; `wanted` says how many frames in all each port should give so far."""

    def outputs(self) -> Sequence[Output]:
        """Every frame that came out so far, in order for each port."""

    def add(self, table: TableSpec, key: tuple[MatchField, ...], priority: int, call: ActionRef) -> EntryId:
        """Add an entry; the largest `priority` (0 or more) wins."""

    def add_member(self, profile: str, member: int, call: ActionCall) -> None:
        """Make a member of an action profile; numbers count from 0."""

    def add_group(self, profile: str, group: int, members: Sequence[int]) -> None:
        """Make a group of an action selector, its members of weight 1; numbers count from 0."""

    def set_default(self, table: TableSpec, call: ActionCall) -> None:
        """Set the default action."""

    def remove_all(self) -> None:
        """Remove every entry that is not const."""

    def read_counter(self, name: str, index: int | EntryId) -> CounterValue:
        """A cell of an indirect counter; of a direct one, the entry's (by handle or by id)."""

    def write_counter(self, name: str, index: int, value: CounterValue) -> None:
        """Set a cell of an indirect counter, or the counter of the entry with this handle."""

    def read_register(self, name: str, index: int) -> int:
        """A cell of a register."""

    def write_register(self, name: str, index: int, value: int) -> None:
        """Set a cell of a register."""

    def reset_register(self, name: str) -> None:
        """Set every cell of a register to 0."""

    def read_meter(self, name: str, index: int) -> MeterConfig | None:
        """A meter cell's rates, or None when never set."""

    def write_meter(self, name: str, index: int, config: MeterConfig) -> None:
        """Set a meter cell's rates."""

    def write_group(self, group: int, replicas: Sequence[tuple[int, int]]) -> None:
        """Create or replace a multicast group of (port, rid) replicas."""

    def write_session(self, session: int, replicas: Sequence[tuple[int, int]]) -> None:
        """Create or replace a clone session of (port, rid) replicas."""

    def delete_session(self, session: int) -> None:
        """Remove a clone session."""

    def pass_time(self, seconds: float) -> None:
        """Let the switch's clock go on by so much."""

    def close(self) -> None:
        """Let go of the switch. Idempotent."""
