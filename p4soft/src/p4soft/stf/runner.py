# SPDX-License-Identifier: Apache-2.0
"""Executes the statements of one test against one device, and compares what came out with what the test expects.

Packets are first in, first out on each port, in any order across ports. Names may be the end of a control-plane name
(`t` for `MyIngress.t`), as p4c allows.

BMv2 keeps replication nodes apart from the groups they belong to, and a mirroring session may name a group whose nodes
come later. A device knows replicas only: after a change, everything that depends on it is written again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from msgspec import Struct

from p4soft.stf import statements as s
from p4soft.stf.device import Device, EntryId, Output
from p4soft.stf.statements import RefusedError, StfError, column, default_match, grouped, to_match
from p4soft.switch.program.model import Action, Program, TableSpec
from p4soft.switch.state import ActionCall, ActionRef, CounterValue, GroupRef, MatchField, MemberRef, MeterConfig

# --- Names -----------------------------------------------------------------------------------------------------------


_INDEX = re.compile(r"\$([0-9]+)")
_VALID = "$valid$"


def find(kind: str, name: str, accepted: Iterable[str], where: str = "the program") -> str:
    """The one name of `accepted` that `name` means: itself, else what ends in `.name`, else what ends in `name`.

    Raises:
        RefusedError: nothing fits, or several do.
    """
    names = list(dict.fromkeys(accepted))
    if name in names:
        return name
    for suffix in (f".{name}", name):
        candidates = [n for n in names if n.endswith(suffix)]
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise RefusedError(f"{kind} {name!r} is ambiguous; it may be: {', '.join(candidates)}")
    raise RefusedError(f"{where} has no {kind} {name!r}; accepted: {', '.join(names) or 'none'}")


def find_table(program: Program, name: str) -> TableSpec:
    """The table a test calls `name`; raises RefusedError."""
    tables = {t.name: t for t in program.tables() if not t.is_hidden}
    return tables[find("table", name, tables)]


def find_action(program: Program, table: TableSpec, name: str) -> Action:
    """The action of `table` a test calls `name`; raises RefusedError."""
    actions = {program.actions[i].name: program.actions[i] for i in table.actions}
    return actions[find("action", name, actions, f"table {table.name}")]


def to_key(table: TableSpec, matches: Sequence[s.Match]) -> tuple[MatchField, ...]:
    """The whole key, in the table's order; fields not mentioned match anything (exact ones 0). Raises RefusedError."""
    given: dict[str, s.Match] = {}
    for match in matches:
        name = _find_field(table, match.field)
        if name in given:
            raise RefusedError(f"table {table.name}: match field {name} is given twice")
        given[name] = match
    return tuple(to_match(k, given[k.name].value) if k.name in given else default_match(k) for k in table.key)


def _find_field(table: TableSpec, written: str) -> str:
    """As p4c: `$N` may stand for `[N]`, and `valid` or `x.valid` for a validity key."""
    names = [k.name for k in table.key]
    wanted = _INDEX.sub(r"[\1]", written)
    for candidate in (wanted, f"{wanted}$", f"{wanted}.{_VALID}"):
        if candidate in names:
            return candidate
    if wanted == "valid" or wanted.endswith((".valid", ".$valid")):
        wanted = wanted[: wanted.rindex("valid")].rstrip("$") + _VALID
    endings = [n for n in names if n.endswith((f".{wanted}$", f".{wanted}.{_VALID}"))]
    if len(endings) == 1:
        return endings[0]
    return find("match field", wanted, names, f"table {table.name}")


def to_call(program: Program, table: TableSpec, call: s.Call) -> ActionCall:
    """The action call, arguments in declaration order; raises RefusedError."""
    action = find_action(program, table, call.action)
    names = [p.name for p in action.params]
    signature = f"{action.name}({', '.join(f'{p.name}: {p.width} bits' for p in action.params)})"
    values: dict[str, int] = {}
    for i, argument in enumerate(call.arguments):
        if argument.name is not None and argument.name not in names:
            raise RefusedError(f"the action has no parameter {argument.name!r}; accepted: {signature}")
        if i >= len(names):
            raise RefusedError(f"{len(call.arguments)} arguments; accepted: {signature}")
        name = names[i] if argument.name is None else argument.name
        if name in values:
            raise RefusedError(f"parameter {name} is given twice; accepted: {signature}")
        values[name] = argument.value.number()
    missing = [n for n in names if n not in values]
    if missing:
        raise RefusedError(f"no value for {', '.join(missing)}; accepted: {signature}")
    for param in action.params:
        if values[param.name] >> param.width:
            raise RefusedError(f"{param.name}: {values[param.name]:#x} does not fit; accepted: {signature}")
    return ActionCall(action.name, tuple(values[n] for n in names))


# --- Expected packets ------------------------------------------------------------------------------------------------


class Failure(Struct, frozen=True):
    """One thing that is not as expected. `cause` numbers the packet to look at, from 0; None: none in particular."""

    line: int
    message: str
    cause: int | None = None


def is_strict(statements: Sequence[s.Statement]) -> bool:
    """Whether unexpected packets are failures: as soon as a test expects any packet, or says no_packet."""
    return any(isinstance(x, s.Expect | s.NoPacket) for x in statements)


def check_outputs(statements: Sequence[s.Statement], outputs: Sequence[Output]) -> list[Failure]:
    """Every difference between the expect statements of a test and what came out, in the order of the test."""
    packets = [x for x in statements if isinstance(x, s.Packet)]
    expected: dict[int, list[s.Expect]] = {}
    actual: dict[int, list[Output]] = {}
    for statement in statements:
        if isinstance(statement, s.Expect):
            expected.setdefault(statement.port, []).append(statement)
    for output in outputs:
        actual.setdefault(output.port, []).append(output)
    failures = []
    for port in sorted({*expected, *actual}):
        wanted, came = expected.get(port, []), actual.get(port, [])
        for i, (want, got) in enumerate(zip(wanted, came, strict=False)):
            failures += _compare(want, got, i, packets)
        counts = f"{_packets(len(came))} came out of port {port}, {len(wanted)} expected"
        failures += [_missing(want, counts, packets) for want in wanted[len(came) :]]
        if is_strict(statements):
            failures += [_unexpected(got, counts, packets) for got in came[len(wanted) :]]
    return sorted(failures, key=lambda f: f.line)


def _packets(count: int) -> str:
    return "1 packet" if count == 1 else f"{count} packets"


def _compare(want: s.Expect, got: Output, index: int, packets: Sequence[s.Packet]) -> list[Failure]:
    difference = want.pattern.difference(got.frame) if want.pattern is not None else None
    if difference is None:
        return []
    lines = [
        f"expect {want.port}: packet {index} of the port differs at {difference.problem}"
        if difference.problem.startswith("byte")
        else f"expect {want.port}: packet {index} of the port is {difference.problem}",
        f"  expected  {want.pattern}",
        f"  actual    {grouped(got.frame.hex())}",
        " " * (12 + column(difference.digit)) + "^",
        *_caused_by(got.cause, packets),
    ]
    return [Failure(want.line, "\n".join(lines), got.cause)]


def _missing(want: s.Expect, counts: str, packets: Sequence[s.Packet]) -> Failure:
    # Tests write `packet` before or after what it leads to; the nearest one before is the better guess.
    before = [i for i, p in enumerate(packets) if p.line < want.line]
    cause = before[-1] if before else (0 if packets else None)
    pattern = "any packet" if want.pattern is None else str(want.pattern)
    lines = [f"expect {want.port}: no such packet: {counts}", f"  expected  {pattern}"]
    if cause is not None:
        lines.append(f"  the nearest packet is the one of line {packets[cause].line}, into port {packets[cause].port}")
    return Failure(want.line, "\n".join(lines), cause)


def _unexpected(got: Output, counts: str, packets: Sequence[s.Packet]) -> Failure:
    line = packets[got.cause].line if got.cause is not None else 0
    lines = [f"unexpected packet: {counts}", f"  actual    {grouped(got.frame.hex())}", *_caused_by(got.cause, packets)]
    return Failure(line, "\n".join(lines), got.cause)


def _caused_by(cause: int | None, packets: Sequence[s.Packet]) -> list[str]:
    if cause is None:
        return []
    packet = packets[cause]
    return [f"  caused by {grouped(packet.frame.hex())}", f"  sent by line {packet.line} into port {packet.port}"]


# --- BMv2's replication commands -------------------------------------------------------------------------------------


class Replication:
    """Groups, nodes and sessions of one device. Every method raises RefusedError."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._groups: dict[int, list[int]] = {}
        self._nodes: list[tuple[int, tuple[int, ...]]] = []  # (rid, ports); the index is BMv2's handle
        self._session_ports: dict[int, int] = {}
        self._session_groups: dict[int, int] = {}

    def create_group(self, group: int) -> None:
        """mc_mgrp_create: a group without members."""
        if group in self._groups:
            raise RefusedError(f"multicast group {group} already exists")
        self._device.write_group(group, ())
        self._groups[group] = []
        self._refresh(group)

    def create_node(self, rid: int, ports: tuple[int, ...]) -> int:
        """mc_node_create; returns the node's handle: they count from 0."""
        self._nodes.append((rid, _distinct(ports)))
        return len(self._nodes) - 1

    def update_node(self, handle: int, ports: tuple[int, ...]) -> None:
        """mc_node_update: the node, and its group, go to other ports."""
        rid, _ = self._node(handle)
        self._nodes[handle] = (rid, _distinct(ports))
        for group, handles in self._groups.items():
            if handle in handles:
                self._refresh(group)

    def associate(self, group: int, handle: int) -> None:
        """mc_node_associate: a node joins a group; it can be in one only."""
        self._node(handle)
        if group not in self._groups:
            raise RefusedError(f"multicast group {group} does not exist; create it with mc_mgrp_create {group}")
        owner = next((g for g, handles in self._groups.items() if handle in handles), None)
        if owner is not None:
            raise RefusedError(f"node {handle} already belongs to multicast group {owner}")
        self._groups[group].append(handle)
        self._refresh(group)

    def mirror_to_port(self, session: int, port: int) -> None:
        """mirroring_add: replaces what the session was."""
        self._device.write_session(session, ((port, 0),))
        self._session_groups.pop(session, None)
        self._session_ports[session] = port

    def mirror_to_group(self, session: int, group: int) -> None:
        """mirroring_add_mc: replaces what the session was."""
        self._device.write_session(session, self._replicas(group))
        self._session_ports.pop(session, None)
        self._session_groups[session] = group

    def delete_session(self, session: int) -> None:
        """mirroring_delete: packets cloned to the session go nowhere."""
        self._device.delete_session(session)
        self._session_ports.pop(session, None)
        self._session_groups.pop(session, None)

    def describe_session(self, session: int) -> str:
        """mirroring_get: where the session sends, in words."""
        if session in self._session_ports:
            return f"port {self._session_ports[session]}"
        if session in self._session_groups:
            return f"multicast group {self._session_groups[session]}"
        raise RefusedError(f"mirroring session {session} does not exist")

    def _node(self, handle: int) -> tuple[int, tuple[int, ...]]:
        if not 0 <= handle < len(self._nodes):
            last = len(self._nodes) - 1
            raise RefusedError(
                f"no node has handle {handle}; handles count from 0 in the order of mc_node_create, "
                + (f"accepted: 0..{last}" if self._nodes else "and there is none yet")
            )
        return self._nodes[handle]

    def _replicas(self, group: int) -> tuple[tuple[int, int], ...]:
        """As BMv2 sends them: node by node in the order of association, ports ascending within a node."""
        nodes = (self._nodes[handle] for handle in self._groups.get(group, ()))
        return tuple((port, rid) for rid, ports in nodes for port in ports)

    def _refresh(self, group: int) -> None:
        replicas = self._replicas(group)
        self._device.write_group(group, replicas)
        for session, used in self._session_groups.items():
            if used == group:
                self._device.write_session(session, replicas)


def _distinct(ports: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(ports)))


# --- The runner ------------------------------------------------------------------------------------------------------


_PER_SECOND = Decimal(1_000_000)


class Runner:
    """One run of one test.

    Attributes:
        notes: what the read commands found, one line each, in order.
    """

    def __init__(self, device: Device, source: str) -> None:
        self.notes: list[str] = []
        self._device = device
        self._source = source
        self._pre = Replication(device)
        self._labels: dict[str, EntryId] = {}
        self._wanted: dict[int, int] = {}
        self._failures: list[Failure] = []
        self._sent_since_settled = False

    def run(self, statements: Sequence[s.Statement]) -> list[Failure]:
        """Everything that is not as the test expects, in the order of the test.

        Raises:
            StfError: a statement does not fit the program or the target; the message names file, line and verb.
        """
        for statement in statements:
            try:
                self._execute(statement)
            except RefusedError as error:
                raise StfError(f"{self._source}:{statement.line}: {statement.verb}: {error}") from None
        self._device.settle(self._wanted)
        found = self._failures + check_outputs(statements, self._device.outputs())
        return sorted(found, key=lambda f: f.line)

    def _execute(self, statement: s.Statement) -> None:
        if isinstance(statement, s.Packet):
            self._device.send(statement.port, statement.frame)
            self._sent_since_settled = True
            return
        if isinstance(statement, s.Expect):
            self._wanted[statement.port] = self._wanted.get(statement.port, 0) + 1
            return
        if isinstance(statement, s.NoPacket):
            return
        if self._sent_since_settled:
            # What was sent before must not see what this statement changes.
            self._device.settle(self._wanted)
            self._sent_since_settled = False
        if isinstance(statement, s.Add):
            self._add(statement)
        elif isinstance(statement, s.Member):
            profile = self._profile(statement.profile)
            call = to_call(self._device.program, self._table_of(profile), statement.call)
            self._device.add_member(profile, statement.number, call)
        elif isinstance(statement, s.Group):
            profile = self._profile(statement.profile)
            self._device.add_group(profile, statement.number, statement.members)
        elif isinstance(statement, s.SetDefault):
            table = find_table(self._device.program, statement.table)
            self._device.set_default(table, to_call(self._device.program, table, statement.call))
        elif isinstance(statement, s.RemoveAll):
            self._device.remove_all()
        elif isinstance(statement, s.CheckCounter):
            self._check_counter(statement)
        elif isinstance(statement, s.Command):
            _COMMANDS[statement.verb](self, statement)

    def _add(self, statement: s.Add) -> None:
        program = self._device.program
        table = find_table(program, statement.table)
        if not table.key:
            raise RefusedError(f"table {table.name} has no key, so it takes no entries; use setdefault")
        if table.match in ("ternary", "range") and statement.priority is None:
            raise RefusedError(
                f"table {table.name} has ternary, optional or range fields, so its entries need a priority "
                f"(the largest wins); accepted: add {statement.table} PRIORITY FIELD:VALUE... ACTION(...)"
            )
        call: ActionRef
        if isinstance(statement.call, s.Call):
            call = to_call(program, table, statement.call)
        elif table.action_profile is None:
            kind = statement.call.kind
            raise RefusedError(
                f"table {table.name} has no action profile, so it takes no {kind}; accepted: ACTION(...)"
            )
        else:
            refer = GroupRef if statement.call.kind == "group" else MemberRef
            call = refer(statement.call.number)
        entry = self._device.add(table, to_key(table, statement.matches), statement.priority or 0, call)
        if statement.label is not None:
            self._labels[statement.label] = entry

    def _profile(self, name: str) -> str:
        return self._find("action profile", name, self._device.program.action_profiles)

    def _table_of(self, profile: str) -> TableSpec:
        """A table that uses the profile: it says which actions there are."""
        for table in self._device.program.tables():
            if table.action_profile == profile:
                return table
        raise RefusedError(f"no table uses action profile {profile}")

    def _check_counter(self, statement: s.CheckCounter) -> None:
        name = self._find("counter", statement.counter, self._device.program.counters)
        index: int | EntryId
        if isinstance(statement.index, str):
            if statement.index not in self._labels:
                known = ", ".join(f"${label}" for label in self._labels) or "none"
                raise RefusedError(f"no entry is labelled ${statement.index}; accepted: {known}")
            index = self._labels[statement.index]
        else:
            index = statement.index
        value = self._device.read_counter(name, index)
        found = value.packets if statement.unit == "packets" else value.bytes
        if statement.condition is not None and not statement.condition.holds(found):
            what = f"{statement.verb} {name}: {statement.unit}: expected {statement.condition}, found {found}"
            self._failures.append(Failure(statement.line, what))

    def _find(self, kind: str, name: str, accepted: Iterable[str]) -> str:
        return find(kind, name, accepted)

    def _note(self, statement: s.Command, text: str) -> None:
        self.notes.append(f"{self._source}:{statement.line}: {text}")

    def _mirroring_add(self, statement: s.Command) -> None:
        self._pre.mirror_to_port(*statement.numbers)

    def _mirroring_add_mc(self, statement: s.Command) -> None:
        self._pre.mirror_to_group(*statement.numbers)

    def _mirroring_delete(self, statement: s.Command) -> None:
        self._pre.delete_session(*statement.numbers)

    def _mirroring_get(self, statement: s.Command) -> None:
        session = statement.numbers[0]
        self._note(statement, f"mirroring session {session}: {self._pre.describe_session(session)}")

    def _mc_mgrp_create(self, statement: s.Command) -> None:
        self._pre.create_group(*statement.numbers)

    def _mc_node_create(self, statement: s.Command) -> None:
        self._pre.create_node(statement.numbers[0], statement.numbers[1:])

    def _mc_node_update(self, statement: s.Command) -> None:
        self._pre.update_node(statement.numbers[0], statement.numbers[1:])

    def _mc_node_associate(self, statement: s.Command) -> None:
        self._pre.associate(*statement.numbers)

    def _counter_read(self, statement: s.Command) -> None:
        name, index = self._counter(statement), statement.numbers[0]
        value = self._device.read_counter(name, index)
        self._note(statement, f"counter {name}[{index}] = {value.packets} packets, {value.bytes} bytes")

    def _counter_write(self, statement: s.Command) -> None:
        index, packets, octets = statement.numbers
        self._device.write_counter(self._counter(statement), index, CounterValue(packets, octets))

    def _counter(self, statement: s.Command) -> str:
        return self._find("counter", statement.name, self._device.program.counters)

    def _register_read(self, statement: s.Command) -> None:
        name, index = self._register(statement), statement.numbers[0]
        value = self._device.read_register(name, index)
        self._note(statement, f"register {name}[{index}] = {value} ({value:#x})")
        if statement.condition is not None and not statement.condition.holds(value):
            what = f"register_read {name}[{index}]: expected {statement.condition}, found {value} ({value:#x})"
            self._failures.append(Failure(statement.line, what))

    def _register_write(self, statement: s.Command) -> None:
        self._device.write_register(self._register(statement), *statement.numbers)

    def _register_reset(self, statement: s.Command) -> None:
        self._device.reset_register(self._register(statement))

    def _register(self, statement: s.Command) -> str:
        return self._find("register", statement.name, self._device.program.registers)

    def _meter_get_rates(self, statement: s.Command) -> None:
        name, index = self._meter(statement), statement.numbers[0]
        config = self._device.read_meter(name, index)
        text = "not set" if config is None else f"{config.cir}/s:{config.cburst} {config.pir}/s:{config.pburst}"
        self._note(statement, f"meter {name}[{index}] = {text}")

    def _meter_set_rates(self, statement: s.Command) -> None:
        self._device.write_meter(self._meter(statement), statement.numbers[0], _config(statement.rates))

    def _meter_array_set_rates(self, statement: s.Command) -> None:
        name = self._meter(statement)
        for index in range(self._device.program.meters[name].size):
            self._device.write_meter(name, index, _config(statement.rates))

    def _meter(self, statement: s.Command) -> str:
        meters = self._device.program.meters
        name = self._find("meter", statement.name, meters)
        if meters[name].direct:
            raise RefusedError(f"meter {name} is a direct meter; accepted: an indirect one")
        return name


def _config(rates: Sequence[s.Rate]) -> MeterConfig:
    """The committed and the peak rate, from units per microsecond to units per second."""
    committed, peak = (rate.per_us * _PER_SECOND for rate in rates)
    for rate in (committed, peak):
        if rate != rate.to_integral_value():
            written = (rate / _PER_SECOND).normalize()
            raise RefusedError(
                f"a rate of {written:f} is {rate.normalize():f} units per second; accepted: whole units per second"
            )
    return MeterConfig(int(committed), rates[0].burst, int(peak), rates[1].burst)


_COMMANDS: dict[str, Callable[[Runner, s.Command], None]] = {
    "mirroring_add": Runner._mirroring_add,
    "mirroring_add_mc": Runner._mirroring_add_mc,
    "mirroring_delete": Runner._mirroring_delete,
    "mirroring_get": Runner._mirroring_get,
    "mc_mgrp_create": Runner._mc_mgrp_create,
    "mc_node_create": Runner._mc_node_create,
    "mc_node_update": Runner._mc_node_update,
    "mc_node_associate": Runner._mc_node_associate,
    "counter_read": Runner._counter_read,
    "counter_write": Runner._counter_write,
    "register_read": Runner._register_read,
    "register_write": Runner._register_write,
    "register_reset": Runner._register_reset,
    "meter_get_rates": Runner._meter_get_rates,
    "meter_set_rates": Runner._meter_set_rates,
    "meter_array_set_rates": Runner._meter_array_set_rates,
}
