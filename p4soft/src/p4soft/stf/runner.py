# SPDX-License-Identifier: Apache-2.0
"""Executes the statements of one test against one device."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from p4soft.stf import statements as s
from p4soft.stf.checks import Failure, check_outputs
from p4soft.stf.device import Device, EntryId
from p4soft.stf.errors import RefusedError, StfError
from p4soft.stf.names import find, find_table, to_call, to_key
from p4soft.stf.replication import Replication
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state import ActionRef, CounterValue, GroupRef, MemberRef, MeterConfig

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
