# SPDX-License-Identifier: Apache-2.0
"""Runs one program with one workload on one switch, and reads the outcome.

Entries are written over P4Runtime, and everything is read back, by the same requests for both switches.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from p4soft.command_line import EngineChoice
from p4soft.fidelity.reference import Bmv2Grpc, ReferenceFault
from p4soft.fidelity.workload import Workload
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import Program, SimpleSwitch, SwitchFault, load_program
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.program.model import FieldType

# --- Outcomes --------------------------------------------------------------------------------------------------------


Frames = tuple[tuple[int, bytes], ...]
"""The frames that one packet led to: (port, frame), sorted: the order of copies is not compared."""

UNREAD = "cannot be read"
Value = Frames | str | None


@dataclass
class Outcome:
    """The outcome of a run.

    Attributes:
        writes: for each update, whether it was accepted: "" or the refusal.
        packets: for each packet, the frames it led to; None when the switch did not come to rest or fell.
        cells: entries, counters, meters, and registers that are not 0, read back afterwards, by name.
        faults: what went wrong, in words.
        engine: which engine of the embedded switch ran it; "" for BMv2.
    """

    writes: list[str] = field(default_factory=list)
    packets: list[Frames | None] = field(default_factory=list)
    cells: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    engine: str = ""

    def items(self) -> Mapping[str, Value]:
        found: dict[str, Value] = {
            f"update {n}": "refused" if text else "accepted" for n, text in enumerate(self.writes)
        }
        found |= {f"packet {n}": frames for n, frames in enumerate(self.packets)}
        return {**found, **self.cells}

    @property
    def unread(self) -> list[str]:
        return [name for name, value in self.cells.items() if value.startswith(UNREAD)]


class Difference(Struct, frozen=True):
    item: str
    mine: Value
    theirs: Value

    def __str__(self) -> str:
        return f"{self.item}: {show(self.mine)}; the reference: {show(self.theirs)}"


def differences(mine: Outcome, theirs: Outcome) -> Iterator[Difference]:
    """Every item that differs, in order; what the reference cannot read back is not compared."""
    ours, others = mine.items(), theirs.items()
    unread = tuple(theirs.unread)
    for name in dict.fromkeys((*ours, *others)):
        if ours.get(name) != others.get(name) and not name.startswith(unread):
            yield Difference(name, ours.get(name), others.get(name))


def show(value: Value) -> str:
    if value is None:
        return "not there"
    if isinstance(value, str):
        return value
    if not value:
        return "nothing"
    return ", ".join(f"port {port}: {frame.hex()}" for port, frame in value)


# --- Control plane ---------------------------------------------------------------------------------------------------


_ADDRESS = re.compile(r" at [\w.]+:\d+")
_CELLS = 1024
"""Larger arrays are not read: a few dozen packets change few cells."""


def write(session: Session, workload: Workload) -> Iterator[str]:
    """For each update "", or why it was refused."""
    for update in workload.updates:
        try:
            session.write([update.message])
        except SessionError as error:
            yield plain(error) or "refused"
        else:
            yield ""


def plain(error: SessionError) -> str:
    """A switch's message, in one line and without its address, which differs from run to run."""
    return _ADDRESS.sub("", " ".join(str(error).split()))


def read(session: Session, info: p4info_pb2.P4Info, program: Program) -> Iterator[tuple[str, str]]:
    """What the switch holds, by name: entries with their direct counters, counters, meters."""
    specs = {spec.name: spec for spec in program.tables()}
    counted = {c.direct_table_id for c in info.direct_counters}
    metered = {m.direct_table_id for m in info.direct_meters}
    for table in info.tables:
        if table.preamble.name not in specs or not table.match_fields:
            continue
        query = p4runtime_pb2.Entity()
        query.table_entry.table_id = table.preamble.id
        if table.preamble.id in counted:
            query.table_entry.counter_data.SetInParent()
        if table.preamble.id in metered:
            query.table_entry.meter_config.SetInParent()
        yield from _entries(session, query, table)
    for counter in info.counters:
        if counter.preamble.name in program.counters and counter.size <= _CELLS:
            query = p4runtime_pb2.Entity()
            query.counter_entry.counter_id = counter.preamble.id
            name = f"counter {counter.preamble.name}"
            yield from _cells(session, query, name, lambda e: (e.counter_entry.index.index, e.counter_entry.data))
    for meter in info.meters:
        if meter.preamble.name in program.meters and meter.size <= _CELLS:
            query = p4runtime_pb2.Entity()
            query.meter_entry.meter_id = meter.preamble.id
            name = f"meter {meter.preamble.name}"
            yield from _cells(session, query, name, lambda e: (e.meter_entry.index.index, e.meter_entry.config))


def _entries(session: Session, query: p4runtime_pb2.Entity, table: p4info_pb2.Table) -> Iterator[tuple[str, str]]:
    """Each entry: what identifies it, and what it does and has counted.

    The priority of an entry that the program gives is left out: BMv2 counts it down from 2147483647.
    """
    name = f"entry of {table.preamble.name}"
    try:
        found = list(session.read([query]))
    except SessionError as error:
        yield name, f"{UNREAD}: {error.code}"
        return
    for entity in found:
        entry = entity.table_entry
        fields = sorted(entry.match, key=lambda m: m.field_id)
        key = " ".join(_line(m) for m in fields)
        if not table.is_const_table and not table.has_initial_entries:
            key += f" priority {entry.priority}"
        # BMv2's P4Runtime is older than `is_const`.
        for part in ("match", "priority", "table_id", "is_const"):
            entry.ClearField(part)
        yield f"{name}: {key}", _line(entry)


def _cells(
    session: Session,
    query: p4runtime_pb2.Entity,
    name: str,
    cell: Callable[[p4runtime_pb2.Entity], tuple[int, object]],
) -> Iterator[tuple[str, str]]:
    try:
        for entity in session.read([query]):
            index, value = cell(entity)
            yield f"{name}[{index}]", _line(value)
    except SessionError as error:
        yield name, f"{UNREAD}: {error.code}"


def _line(message: object) -> str:
    return " ".join(str(message).split())


# --- Headers without earlier packets ---------------------------------------------------------------------------------


Document = dict[str, object]
_FIRST = "cleared headers"


def cleared(document: Document) -> Document:
    """The document with all fields of all headers 0 before parsing begins; itself without a parser or headers."""
    fields = list(header_fields(load_program(document)))
    if not fields:
        return document
    return before_parsing(document, [set_field(header, field.name, 0) for header, field in fields])


def header_fields(program: Program) -> Iterator[tuple[str, FieldType]]:
    """Every field of a header instance that can be set, by the name of the header."""
    for header in program.headers.values():
        if not header.metadata:
            yield from ((header.name, f) for f in header.type.fields if not f.varbit and f.width)


def before_parsing(document: Document, operations: list[Mapping[str, object]]) -> Document:
    """The document with a parser state for these operations in front of its first; itself without a parser."""
    changed: dict[str, Any] = copy.deepcopy(document)
    parser = next(iter(changed.get("parsers", ())), None)
    if parser is None or parser.get("init_state") is None:
        return document
    states = parser["parse_states"]
    go_on = {"type": "default", "value": None, "mask": None, "next_state": parser["init_state"]}
    name = _FIRST
    while any(state["name"] == name for state in states):
        name += " once more"
    number = 1 + max(state["id"] for state in states)
    parser["init_state"] = name
    states.append({"name": name, "id": number, "parser_ops": operations, "transition_key": [], "transitions": [go_on]})
    return changed


def set_field(header: str, field: str, value: int) -> Mapping[str, object]:
    target = {"type": "field", "value": [header, field]}
    return {"op": "set", "parameters": [target, {"type": "hexstr", "value": f"{value:#x}"}]}


# --- Runs ------------------------------------------------------------------------------------------------------------


_TIMEOUT_S = 120.0
"""For an answer of either switch: compiling a program may take that long on a busy machine."""
_SETTLE_S = 2.0
_REST_US = 60_000_000
"""How long, in the embedded switch's time, a frame may stay in a queue."""


class NotRun(Exception):  # noqa: N818 - a result
    """A switch does not take a program; the message says why."""


class Clock(Struct, frozen=True):
    """When packets come to the embedded switch, in microseconds, and the seed of its random numbers."""

    start_us: int = 1_000_000
    gap_us: int = 2_000
    seed: int = 0


def run_embedded(
    document: dict[str, object],
    info: p4info_pb2.P4Info,
    workload: Workload,
    clock: Clock,
    engine: EngineChoice = "python",
) -> Outcome:
    """On the embedded switch, in virtual time. Raises NotRun: it refuses the program."""
    outcome = Outcome()
    now = clock.start_us
    with ExitStack() as undo:
        switch = SimpleSwitch(seed=clock.seed, engine=engine)
        switch.faults_are_fatal = True
        server = P4RuntimeServer(switch, clock=lambda: now)
        undo.callback(server.stop)
        server.start()
        session = _session(server.address, undo, info, document)
        outcome.writes = list(write(session, workload))
        for number, (port, frame) in enumerate(workload.packets):
            now += clock.gap_us
            try:
                emissions = switch.receive(port, frame, now)
                emissions += switch.advance(now + _REST_US) if switch.next_event_us() is not None else []
            except SwitchFault as fault:
                outcome.packets.append(None)
                outcome.faults.append(f"packet {number}: {fault}")
                continue
            outcome.packets.append(_sorted((e.port, e.frame) for e in emissions))
        outcome.engine = switch.engine
        assert switch.program is not None and switch.state is not None
        outcome.cells = dict(read(session, info, switch.program))
        for name, register in switch.state.registers.items():
            outcome.cells.update(_register(name, register.read_range()))
    return outcome


def run_bmv2(
    document: dict[str, object], info: p4info_pb2.P4Info, workload: Workload, workdir: Path
) -> tuple[Outcome, Workload]:
    """On the real simple_switch_grpc.

    A packet that ends the process or keeps it busy is left out, and the rest is run again without it.

    Returns:
        The outcome, and the workload without what was left out; the outcome's faults say what that was.

    Raises:
        NotRun: it refuses the program, or nearly every packet ends it.
    """
    faults: list[str] = []
    numbers = list(range(len(workload.packets)))
    while True:
        left = replace(workload, packets=tuple(workload.packets[n] for n in numbers))
        outcome, fatal = _run_bmv2_once(document, info, left, workdir)
        if fatal is None:
            outcome.faults = faults
            return outcome, left
        index, why = fatal
        faults.append(f"packet {numbers[index]} left out: {why}")
        del numbers[index]
        if len(faults) > _MOST_FATAL:
            raise NotRun(f"BMv2 falls again and again: {faults[0]}")


_MOST_FATAL = 12


def _run_bmv2_once(
    document: dict[str, object], info: p4info_pb2.P4Info, workload: Workload, workdir: Path
) -> tuple[Outcome, tuple[int, str] | None]:
    outcome = Outcome()
    with ExitStack() as undo:
        switch = undo.enter_context(Bmv2Grpc(workdir))
        try:
            session = _session(switch.address, undo, info, document, device_id=0)
            switch.attach()
        except ReferenceFault as fault:
            raise NotRun(str(fault)) from None
        outcome.writes = list(write(session, workload))
        try:
            switch.check()
        except ReferenceFault as fault:
            raise NotRun(f"BMv2 ends while entries are written: {fault}") from None
        for number, (port, frame) in enumerate(workload.packets):
            try:
                switch.send(port, frame)
                found, rested = switch.settle(_SETTLE_S)
            except ReferenceFault as fault:
                return outcome, (number, str(fault))
            if not rested:
                return outcome, (number, f"no end of it within {_SETTLE_S:g} s of processor time")
            outcome.packets.append(_sorted(found))
        program = load_program(document)
        outcome.cells = dict(read(session, info, program))
        for name in program.registers:
            try:
                outcome.cells.update(_register(name, switch.read_register(name)))
            except ReferenceFault as fault:
                outcome.cells[f"register {name}"] = f"{UNREAD}: {fault}"
    return outcome, None


def _session(
    address: str, undo: ExitStack, info: p4info_pb2.P4Info, document: dict[str, object], device_id: int = 0
) -> Session:
    session = Session("the switch", address, device_id, timeout_s=_TIMEOUT_S)
    undo.callback(session.close)
    try:
        session.become_primary()
        session.set_pipeline(info, json.dumps(document).encode())
    except SessionError as error:
        raise NotRun(f"the pipeline is refused: {plain(error)}") from None
    return session


def _register(name: str, values: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The cells that are not 0."""
    return ((f"register {name}[{index}]", f"{value:#x}") for index, value in enumerate(values) if value)


def _sorted(frames: Iterable[tuple[int, bytes]]) -> Frames:
    return tuple(sorted(frames))
