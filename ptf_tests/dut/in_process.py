# SPDX-License-Identifier: Apache-2.0
"""The embedded switch in this process, in virtual time: no sockets, no P4Runtime, milliseconds per case.

For runs of the suite by the hundred (mutants); a vendor's device is reached over wires, and so is the embedded one in
`make conformance`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from typing_extensions import override

from controller.program import QUEUES
from p4soft.command_line import EngineChoice
from p4soft.switch import Program, SimpleSwitch, Tracer
from p4soft.switch.program.model import MatchKind
from p4soft.switch.state import ActionCall, Exact, Lpm, MatchField, StateError, SwitchState, Ternary
from p4soft.switch.state.table import Table
from p4soft.table_entries import Exact as PlanExact
from p4soft.table_entries import Lpm as PlanLpm
from p4soft.table_entries import Match, TableEntry
from p4soft.table_entries import Ternary as PlanTernary
from ptf_tests.catalogue.claims import CLAIMS
from ptf_tests.dut.entries import ByDifference, addresses, entry_of
from ptf_tests.switch.device import Cell, Count, DeviceError
from ptf_tests.switch.settings import Setting

_STEP_US = 1_000
"""How much later than the last frame each frame comes."""

_AGE_US = 3_600_000_000
"""Time at a reset: a device has been up for an hour, so that one that drains by its age, not by what went by, shows."""


class InProcessDevice(ByDifference):
    """A `SimpleSwitch` that runs one program; frames and entries by direct call."""

    name = "embedded (in process)"

    def __init__(
        self, program: Program, ports: Sequence[int], tracer: Tracer | None = None, engine: EngineChoice = "python"
    ) -> None:
        """Load `program`, whose tables must be those of `p4src/`; `tracer` is told what it does, which takes time.

        `engine` runs it: in Python unless told, since a mutant runs for less time than its machine code takes to make.
        """
        super().__init__(ports)
        self._switch = SimpleSwitch(priority_queues=QUEUES, tracer=tracer, engine=engine)
        self._switch.load(program)
        self._now_us = _STEP_US
        self._out: dict[int, deque[bytes]] = {port: deque() for port in ports}

    @override
    def capabilities(self) -> frozenset[str]:
        return frozenset(CLAIMS)

    @override
    def reset(self) -> None:
        """Empty tables, counters and registers at zero, nothing in flight."""
        self._forget()
        for table in self._state.tables.values():
            table.clear()
        for counter in self._state.counters.values():
            counter.reset()
        for register in self._state.registers.values():
            register.reset()
        # The switch's time never goes back, but the program sees its 48 low bits only: those start again.
        self._now_us = ((self._now_us >> 49) + 1 << 49) + _AGE_US

    @override
    def send(self, port: int, frame: bytes) -> None:
        """Run the frame through the pipeline; what it leads to can be received at once."""
        self._now_us += _STEP_US
        for emission in self._switch.receive(port, frame, self._now_us):
            self._out.setdefault(emission.port, deque()).append(emission.frame)

    def pass_time(self, microseconds: int) -> None:
        """The next frame comes so much later (see `switch.device.Clock`)."""
        self._now_us += microseconds

    @override
    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame out of `port`; nothing is ever on its way."""
        del timeout_s
        frames = self._out[port]
        return frames.popleft() if frames else None

    @override
    def flush(self) -> None:
        for frames in self._out.values():
            frames.clear()

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Every drop, queue and port counter of these ports; a program that lost one has it at 0."""
        found = {}
        for cell, (name, index) in addresses(tuple(ports)).items():
            value = self._state.counter(name).read(index)
            found[cell] = Count(value.packets, value.bytes)
        return found

    @override
    def hits(self, setting: Setting) -> Count | None:
        """The direct counter of the setting's entry."""
        wanted = entry_of(setting)
        table = self._state.tables[wanted.table]
        entry = table.get(_key(table, wanted), wanted.priority)
        return Count(entry.packets, entry.bytes)

    @override
    def close(self) -> None: ...

    @property
    def _state(self) -> SwitchState:
        assert self._switch.state is not None  # loaded in __init__
        return self._switch.state

    def _write(
        self, deleted: Sequence[TableEntry], modified: Sequence[TableEntry], inserted: Sequence[TableEntry]
    ) -> None:
        try:
            for entry in deleted:
                table = self._state.tables[entry.table]
                table.delete(_key(table, entry), entry.priority)
            for entry in modified:
                table = self._state.tables[entry.table]
                table.modify(_key(table, entry), self._call(entry), priority=entry.priority)
            for entry in inserted:
                table = self._state.tables[entry.table]
                table.insert(_key(table, entry), self._call(entry), priority=entry.priority)
        except StateError as error:
            raise DeviceError(f"{self.name}: {error}") from None

    def _call(self, entry: TableEntry) -> ActionCall:
        action = next(a for a in self._state.program.actions.values() if a.name == entry.action)
        return ActionCall(entry.action, tuple(entry.params[param.name] for param in action.params))


def _key(table: Table, entry: TableEntry) -> list[MatchField]:
    """The entry's match in the order of the table's key; fields left out match anything."""
    return [_field(entry.match.get(field.name), field.match) for field in table.spec.key]


def _field(match: Match | None, kind: MatchKind) -> MatchField:
    if isinstance(match, PlanExact):
        return Exact(match.value)
    if isinstance(match, PlanLpm):
        return Lpm(match.value, match.prefix_len)
    if isinstance(match, PlanTernary):
        return Ternary(match.value, match.mask)
    return Lpm(0, 0) if kind == "lpm" else Ternary(0, 0)
