# SPDX-License-Identifier: Apache-2.0
"""What a test needs of a switch, and the software switch as such a device: in process, in virtual time, without waits.

The other device is `remote`, over P4Runtime.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from msgspec import Struct
from typing_extensions import override

from p4soft.command_line import EngineChoice
from p4soft.stf.statements import RefusedError
from p4soft.switch import Emission, SimpleSwitch, SwitchFault, TraceEvent
from p4soft.switch.program.model import Program, TableSpec
from p4soft.switch.state import (
    ActionCall,
    ActionRef,
    CloneSession,
    CounterValue,
    Entry,
    GroupMember,
    MatchField,
    MemberRef,
    MeterConfig,
    MulticastGroup,
    Replica,
    StateError,
    SwitchState,
)

# --- Any device ------------------------------------------------------------------------------------------------------


class Output(Struct, frozen=True):
    """A frame that left the switch. `cause` numbers the packet sent that led to it, from 0; None: not known."""

    port: int
    frame: bytes
    cause: int | None = None


class EntryId(Struct, frozen=True):
    """An entry a test added: enough to find it again."""

    table: str
    key: tuple[MatchField, ...]
    priority: int


class Device(Protocol):
    """A switch with a program loaded. Names are full control-plane names; every refusal is a RefusedError."""

    program: Program
    """The switch's program, which has the names that tests use."""

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


# --- The embedded switch ---------------------------------------------------------------------------------------------


_PACKET_GAP_US = 1_000
_SETTLE_US = 1_000_000


class Recorder:
    """A Tracer that keeps the events of each packet sent, by its number."""

    def __init__(self) -> None:
        self.events: dict[int, list[TraceEvent]] = {}

    def event(self, event: TraceEvent) -> None:
        self.events.setdefault(event.packet, []).append(event)


class EmbeddedDevice(Device):
    """The switch in this process, in virtual time.

    Args:
        program: what to run.
        cpu_port: port number of packet-in and packet-out, or None; its frames count as outputs like any other's.
        recorder: receives what happens to each packet, or None.
        engine: what runs the program.
        priority_queues: strict-priority queues per port, 1..8.
    """

    def __init__(
        self,
        program: Program,
        *,
        cpu_port: int | None = None,
        recorder: Recorder | None = None,
        engine: EngineChoice = "auto",
        priority_queues: int = 1,
    ) -> None:
        self.program = program
        self.switch = SimpleSwitch(cpu_port=cpu_port, tracer=recorder, engine=engine, priority_queues=priority_queues)
        self.switch.faults_are_fatal = True
        self.switch.load(program)
        self.now_us = _SETTLE_US
        self._sent = 0
        self._outputs: list[Output] = []

    @property
    def _state(self) -> SwitchState:
        state = self.switch.state
        if state is None:  # load() in the constructor has set it
            raise RuntimeError("no program is loaded")
        return state

    def send(self, port: int, frame: bytes) -> None:
        """Send a frame, a millisecond after the one before, and let everything it causes happen."""
        with _refusals():
            self._keep(self.switch.receive(port, frame, self.now_us))
            self._run_until(self.now_us + _PACKET_GAP_US)
        self._sent += 1

    def settle(self, wanted: dict[int, int]) -> None:
        """A second passes. Outputs never lag behind in virtual time, so `wanted` does not matter."""
        del wanted
        self._run_until(self.now_us + _SETTLE_US)

    @override
    def outputs(self) -> Sequence[Output]:
        return self._outputs

    def add(self, table: TableSpec, key: tuple[MatchField, ...], priority: int, call: ActionRef) -> EntryId:
        """Add an entry; a table with an action profile gets a new member for it, as P4Runtime's one-shot does."""
        with _refusals():
            target = self._state.table(table.name)
            # The switch's priorities start at 1, STF's at 0; tables without ternary or range fields have none.
            rank = priority + 1 if target.needs_priority else 0
            target.insert(key, self._profiled(table, call), priority=rank, now_us=self.now_us)
        return EntryId(table.name, key, rank)

    @override
    def set_default(self, table: TableSpec, call: ActionCall) -> None:
        with _refusals():
            self._state.table(table.name).set_default(self._profiled(table, call))

    @override
    def add_member(self, profile: str, member: int, call: ActionCall) -> None:
        with _refusals():
            self._state.action_profile(profile).insert_member(member, call)

    @override
    def add_group(self, profile: str, group: int, members: Sequence[int]) -> None:
        with _refusals():
            self._state.action_profile(profile).insert_group(group, [GroupMember(member) for member in members])

    def _profiled(self, table: TableSpec, call: ActionRef) -> ActionRef:
        if table.action_profile is None or not isinstance(call, ActionCall):
            return call
        profile = self._state.action_profile(table.action_profile)
        member = max(profile.members, default=0) + 1
        profile.insert_member(member, call)
        return MemberRef(member)

    @override
    def remove_all(self) -> None:
        with _refusals():
            for table in self._state.tables.values():
                table.clear()

    @override
    def read_counter(self, name: str, index: int | EntryId) -> CounterValue:
        with _refusals():
            if self.program.counters[name].direct:
                return self._entry(name, index).counter
            if isinstance(index, EntryId):
                raise RefusedError(f"counter {name} is not a direct counter; accepted: an index")
            return self._state.counter(name).read(index)

    @override
    def write_counter(self, name: str, index: int, value: CounterValue) -> None:
        with _refusals():
            if self.program.counters[name].direct:
                table = self._state.table(self.program.counters[name].binding or "")
                table.write_counter(self._entry(name, index), value)
            else:
                self._state.counter(name).write(index, value)

    def _entry(self, counter: str, index: int | EntryId) -> Entry:
        table = self._state.table(self.program.counters[counter].binding or "")
        if isinstance(index, int):
            return table.by_handle(index)
        if index.table != table.name:
            raise RefusedError(f"counter {counter} counts table {table.name}, but the entry is of table {index.table}")
        return table.get(index.key, index.priority)

    @override
    def read_register(self, name: str, index: int) -> int:
        with _refusals():
            return self._state.register(name).read(index)

    @override
    def write_register(self, name: str, index: int, value: int) -> None:
        with _refusals():
            self._state.register(name).write(index, value)

    @override
    def reset_register(self, name: str) -> None:
        with _refusals():
            self._state.register(name).reset()

    @override
    def read_meter(self, name: str, index: int) -> MeterConfig | None:
        with _refusals():
            return self._state.meter(name).read(index)

    @override
    def write_meter(self, name: str, index: int, config: MeterConfig) -> None:
        with _refusals():
            self._state.meter(name).write(index, config, self.now_us)

    @override
    def write_group(self, group: int, replicas: Sequence[tuple[int, int]]) -> None:
        wanted = MulticastGroup(group, tuple(Replica(port, rid) for port, rid in replicas))
        with _refusals():
            known = group in self._state.pre.groups
            (self._state.pre.modify_group if known else self._state.pre.insert_group)(wanted)

    @override
    def write_session(self, session: int, replicas: Sequence[tuple[int, int]]) -> None:
        wanted = CloneSession(session, tuple(Replica(port, rid) for port, rid in replicas))
        with _refusals():
            known = session in self._state.pre.sessions
            (self._state.pre.modify_session if known else self._state.pre.insert_session)(wanted)

    @override
    def delete_session(self, session: int) -> None:
        with _refusals():
            self._state.pre.delete_session(session)

    @override
    def pass_time(self, seconds: float) -> None:
        self._run_until(self.now_us + round(seconds * 1e6))

    def close(self) -> None:
        """Nothing to let go of."""

    def _run_until(self, end_us: int) -> None:
        due = self.switch.next_event_us()
        while due is not None and due <= end_us:
            self.now_us = max(due, self.now_us)
            self._keep(self.switch.advance(self.now_us))
            due = self.switch.next_event_us()
        self.now_us = end_us

    def _keep(self, emissions: Sequence[Emission]) -> None:
        self._outputs += [Output(e.port, e.frame, self._sent) for e in emissions]


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except StateError as error:
        raise RefusedError(str(error)) from None
    except SwitchFault as error:
        raise RefusedError(f"the switch failed: {error}") from None
