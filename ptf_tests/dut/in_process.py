# SPDX-License-Identifier: Apache-2.0
"""The embedded switch in this process, in virtual time: no sockets, no P4Runtime, milliseconds per case.

For runs of the suite by the hundred (mutants); a vendor's device is reached over wires, and so is the embedded one in
`make conformance`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from controller.plan import EntryKey, Match, TableEntry
from controller.plan import Exact as PlanExact
from controller.plan import Lpm as PlanLpm
from controller.plan import Ternary as PlanTernary
from ptf_tests.claims import CLAIMS
from ptf_tests.device import QUEUES, Cell, Count, short_name, watched_cells
from ptf_tests.dut.api import DeviceError
from ptf_tests.dut.p4runtime_settings import entry_of, translate
from ptf_tests.settings import Setting, SettingError
from targets.softswitch import Program, SimpleSwitch, Tracer
from targets.softswitch.program.model import MatchKind
from targets.softswitch.state import ActionCall, Exact, Lpm, MatchField, StateError, SwitchState, Ternary
from targets.softswitch.state.table import Table

_STEP_US = 1_000
"""How much later than the last frame each frame comes."""

_AGE_US = 3_600_000_000
"""Time at a reset: a device has been up for an hour, so that one that drains by its age, not by what went by, shows."""


class InProcessDevice:
    """A `SimpleSwitch` that runs one program; frames and entries by direct call."""

    name = "embedded (in process)"

    def __init__(self, program: Program, ports: Sequence[int], tracer: Tracer | None = None) -> None:
        """Load `program`, whose tables must be those of `p4src/`; `tracer` is told what it does, which takes time."""
        self._ports = tuple(ports)
        self._switch = SimpleSwitch(priority_queues=QUEUES, tracer=tracer)
        self._switch.load(program)
        self._now_us = _STEP_US
        self._blocked: set[tuple[int, int]] = set()
        self._settings: tuple[Setting, ...] = ()
        self._installed: dict[EntryKey, TableEntry] = {}
        self._out: dict[int, deque[bytes]] = {port: deque() for port in ports}

    def capabilities(self) -> frozenset[str]:
        """As the embedded device."""
        return frozenset(CLAIMS)

    def reset(self) -> None:
        """Empty tables, counters and registers at zero, nothing in flight."""
        self._settings, self._installed = (), {}
        self._blocked.clear()
        for table in self._state.tables.values():
            table.clear()
        for counter in self._state.counters.values():
            counter.reset()
        for register in self._state.registers.values():
            register.reset()
        # The switch's time never goes back, but the program sees its 48 low bits only: those start again.
        self._now_us = ((self._now_us >> 49) + 1 << 49) + _AGE_US

    def configure(self, settings: Sequence[Setting]) -> None:
        """Insert, modify and delete what differs."""
        self._settings = tuple(settings)
        self._apply()

    def block(self, port: int, queue: int) -> None:
        """Give the queue rate 0."""
        self._blocked.add((port, queue))
        self._apply()

    def unblock(self, port: int, queue: int) -> None:
        """Give the queue its profile's rate."""
        self._blocked.discard((port, queue))
        self._apply()

    def send(self, port: int, frame: bytes) -> None:
        """Run the frame through the pipeline; what it leads to can be received at once."""
        self._now_us += _STEP_US
        for emission in self._switch.receive(port, frame, self._now_us):
            self._out.setdefault(emission.port, deque()).append(emission.frame)

    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame out of `port`; nothing is ever on its way."""
        del timeout_s
        frames = self._out[port]
        return frames.popleft() if frames else None

    def flush(self) -> None:
        """Forget frames nobody received."""
        for frames in self._out.values():
            frames.clear()

    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Every drop, queue and port counter of these ports; a program that lost one has it at 0."""
        found = {}
        for name, index in watched_cells(ports, ports):
            value = self._state.counter(name).read(index)
            found[short_name(name), index] = Count(value.packets, value.bytes)
        return found

    def hits(self, setting: Setting) -> Count | None:
        """The direct counter of the setting's entry."""
        wanted = entry_of(setting)
        table = self._state.tables[wanted.table]
        entry = table.get(_key(table, wanted), wanted.priority)
        return Count(entry.packets, entry.bytes)

    def trace(self) -> list[str]:
        """Nothing: whoever wants to know gives a tracer."""
        return []

    def close(self) -> None:
        """Nothing to close."""

    @property
    def _state(self) -> SwitchState:
        assert self._switch.state is not None  # loaded in __init__
        return self._switch.state

    def _apply(self) -> None:
        try:
            wanted = {entry.key: entry for entry in translate(self._settings, self._ports, self._blocked)}
            for key, old in self._installed.items():
                if key not in wanted:
                    table = self._state.tables[old.table]
                    table.delete(_key(table, old), old.priority)
            for key, entry in wanted.items():
                if self._installed.get(key) != entry:
                    self._write(entry, key in self._installed)
        except (StateError, SettingError) as error:
            raise DeviceError(f"{self.name}: {error}") from None
        self._installed = wanted

    def _write(self, entry: TableEntry, there: bool) -> None:
        table = self._state.tables[entry.table]
        action = next(a for a in self._state.program.actions.values() if a.name == entry.action)
        call = ActionCall(entry.action, tuple(entry.params[param.name] for param in action.params))
        write = table.modify if there else table.insert
        write(_key(table, entry), call, priority=entry.priority)


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
