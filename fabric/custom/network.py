# SPDX-License-Identifier: Apache-2.0
"""A custom network, live and in real time: every switch gets its program and its entries from the network's file.

Entries become P4Runtime updates of one program, by names and widths from its P4Info. Once they are
written no client controls the switches: the next client is primary, and may write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from google.protobuf import json_format, text_format
from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from controller import ControllerError
from controller.encoding import MAX_PRIORITY, encode, encode_action
from controller.pipeline import LPM, RANGE, TERNARY, ActionInfo, FieldInfo, Pipeline, TableInfo
from fabric.custom.entries import Entry, Group, Named, UpdatesFile, Value, Written, number
from fabric.custom.reading import CustomFabric
from fabric.errors import BuildError
from fabric.live.description import BringUp, SwitchNode
from fabric.live.network import Network, Tables
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import Session, SessionError, WriteRefusedError
from p4soft.stf.runner import find
from p4soft.stf.statements import RefusedError
from p4soft.table_entries import Exact, Lpm, Match, Range, TableEntry, Ternary

# --- Entries as updates ----------------------------------------------------------------------------------------------


_INSERT, _MODIFY = p4runtime_pb2.Update.INSERT, p4runtime_pb2.Update.MODIFY
_KINDS = {LPM: "lpm: value/prefix length", TERNARY: "ternary: value&&&mask, or *", RANGE: "range: low..high, or *"}
_T = TypeVar("_T")


class PlacedUpdate(Struct, frozen=True):
    """An update, and where it was written: `file:line: field`."""

    where: str
    update: p4runtime_pb2.Update


def updates(pipeline: Pipeline, written: Sequence[Written]) -> list[PlacedUpdate]:
    """What to send to a switch that runs the program of `pipeline`. Raises BuildError, which says where it is wrong."""
    found: list[PlacedUpdate] = []
    for index, each in enumerate(written):
        try:
            # Of entries without a priority the first has the highest, as in a P4 program.
            made = _made(pipeline, each, len(written) - index)
            found += (PlacedUpdate(each.where, update) for update in made)
        except (ControllerError, RefusedError, ValueError) as problem:
            raise BuildError(f"{each.where}: {problem}") from None
    return found


def _made(pipeline: Pipeline, written: Written, default_priority: int) -> Iterator[p4runtime_pb2.Update]:
    match written.what:
        case UpdatesFile() as file:
            yield from _read(file)
        case Group() as group:
            yield _group(group)
        case Entry(is_default=True) as entry:
            yield _default(pipeline, entry)
        case Entry() as entry:
            yield _entry(pipeline, entry, default_priority)


def _read(file: UpdatesFile) -> Iterable[p4runtime_pb2.Update]:
    request = p4runtime_pb2.WriteRequest()
    try:
        text = file.file.read_text(encoding="utf-8")
        if file.file.suffix == ".json":
            json_format.Parse(text, request)
        else:
            text_format.Parse(text, request)
    except OSError as problem:
        raise ValueError(f"cannot read: {problem.strerror}") from None
    except (UnicodeDecodeError, text_format.ParseError, json_format.ParseError) as problem:
        raise ValueError(f"not a P4Runtime WriteRequest: {' '.join(str(problem).split())}") from None
    return request.updates


def _group(group: Group) -> p4runtime_pb2.Update:
    update = p4runtime_pb2.Update(type=_INSERT)
    engine = update.entity.packet_replication_engine_entry
    if group.clones:
        engine.clone_session_entry.session_id = group.number
        engine.clone_session_entry.packet_length_bytes = group.length
        replicas = engine.clone_session_entry.replicas
    else:
        engine.multicast_group_entry.multicast_group_id = group.number
        replicas = engine.multicast_group_entry.replicas
    for port, instance in group.replicas:
        replicas.add(egress_port=port, instance=instance)
    return update


def _default(pipeline: Pipeline, entry: Entry) -> p4runtime_pb2.Update:
    table = _table(pipeline, entry.table)
    actions = _actions(pipeline, table)
    action = actions[find("action", entry.action, actions, f"table {table.name}")]
    message = p4runtime_pb2.TableEntry(table_id=table.id, is_default_action=True)
    message.action.action.CopyFrom(encode_action(action, _arguments(action, entry.arguments), f"table {table.name}"))
    return _table_update(_MODIFY, message)


def _entry(pipeline: Pipeline, entry: Entry, default_priority: int) -> p4runtime_pb2.Update:
    table = _table(pipeline, entry.table)
    where = f"table {table.name}"
    if not table.fields:
        raise ValueError(f"{where} has no key; accepted: `default -> action(...)`")
    action = table.actions[find("action", entry.action, table.actions, where)]
    priority = entry.priority if entry.priority is not None else default_priority
    if not table.needs_priority:
        priority = 0
    elif not 1 <= priority <= MAX_PRIORITY:
        raise ValueError(f"priority {priority} is out of range; accepted: 1..{MAX_PRIORITY}")
    match: dict[str, Match | None] = {}
    for name, value in _placed(where, table.fields, entry.match):
        with _said_of(f"{where}, field {name}"):
            match[name] = _match(table.fields[name], value)
    arguments = _arguments(action, entry.arguments)
    plain = TableEntry(table.name, {n: m for n, m in match.items() if m is not None}, action.name, arguments, priority)
    message = encode(pipeline, plain)
    if table.action_profile:
        _in_profile(pipeline, table, message)
    return _table_update(_INSERT, message)


def _table_update(kind: p4runtime_pb2.Update.Type.ValueType, entry: p4runtime_pb2.TableEntry) -> p4runtime_pb2.Update:
    update = p4runtime_pb2.Update(type=kind)
    update.entity.table_entry.CopyFrom(entry)
    return update


def _in_profile(pipeline: Pipeline, table: TableInfo, message: p4runtime_pb2.TableEntry) -> None:
    """A table with a selector takes sets of actions, of one here; one with a bare profile takes members."""
    profile = next(each for each in pipeline.p4info.action_profiles if each.preamble.id == table.action_profile)
    if not profile.with_selector:
        raise ValueError(
            f"table {table.name} has an action profile, whose members only P4Runtime names; "
            "accepted: a file with a P4Runtime WriteRequest"
        )
    action = p4runtime_pb2.Action()
    action.CopyFrom(message.action.action)
    one = message.action.action_profile_action_set.action_profile_actions.add(weight=1)
    one.action.CopyFrom(action)


def _table(pipeline: Pipeline, name: str) -> TableInfo:
    table = pipeline.tables[find("table", name, pipeline.tables)]
    if table.is_const:
        raise ValueError(f"table {table.name} is filled by the program; accepted: a table without `const entries`")
    return table


def _actions(pipeline: Pipeline, table: TableInfo) -> dict[str, ActionInfo]:
    """All actions of a table, by name, with those that only its default entry may have."""
    described = next(each for each in pipeline.p4info.tables if each.preamble.id == table.id)
    only_entries = p4info_pb2.ActionRef.TABLE_ONLY
    found = (pipeline.actions_by_id[ref.id] for ref in described.action_refs if ref.scope != only_entries)
    return {action.name: action for action in found}


def _arguments(action: ActionInfo, given: Sequence[Named]) -> dict[str, int]:
    where = f"action {action.name}"
    arguments: dict[str, int] = {}
    for name, value in _placed(where, action.params, given):
        with _said_of(f"{where}, parameter {name}"):
            arguments[name] = number(value.first)
    return arguments


@contextmanager
def _said_of(where: str) -> Iterator[None]:
    """Complaints of the block begin with where they are."""
    try:
        yield
    except ValueError as problem:
        raise ValueError(f"{where}: {problem}") from None


def _placed(where: str, known: Mapping[str, _T], given: Sequence[Named]) -> list[tuple[str, Value]]:
    """Values by the names they mean: their own, or the next one's."""
    names = list(known)
    signature = f"{where} has {', '.join(names) or 'none'}"
    found: dict[str, Value] = {}
    for index, each in enumerate(given):
        if not each.name and index >= len(names):
            raise ValueError(f"{len(given)} values; accepted: {signature}")
        name = find("name", each.name, names, where) if each.name else names[index]
        if name in found:
            raise ValueError(f"{name} is given twice; accepted: {signature}")
        found[name] = each.value
    return list(found.items())


def _match(field: FieldInfo, value: Value) -> Match | None:
    """What a value means for a field; None where it matches anything. Raises ValueError."""
    full = (1 << field.bits) - 1
    if value.first == "*" and not value.operator:
        return None
    first = number(value.first)
    if field.kind == LPM and value.operator in ("", "/", ","):
        length = _prefix_length(field, value) if value.operator else field.bits
        return Lpm(first >> field.bits - length << field.bits - length, length)
    if field.kind == TERNARY and value.operator in ("", "&&&", ","):
        mask = number(value.second) if value.operator else full
        return Ternary(first & mask, mask)
    if field.kind == TERNARY and value.operator == "/":  # as people write networks
        length = _prefix_length(field, value)
        mask = full >> field.bits - length << field.bits - length
        return Ternary(first & mask, mask)
    if field.kind == RANGE and value.operator in ("", "..", ","):
        return Range(first, number(value.second) if value.operator else first)
    if field.kind not in _KINDS and not value.operator:
        return Exact(first)
    accepted = _KINDS.get(field.kind, "exact: a value")
    raise ValueError(f"`{value.first}{value.operator}{value.second}` does not suit it; accepted: {accepted}")


def _prefix_length(field: FieldInfo, value: Value) -> int:
    length = number(value.second)
    if length > field.bits:
        raise ValueError(f"prefix length {length}; accepted: 0..{field.bits}")
    return length


# --- The network -----------------------------------------------------------------------------------------------------


_ANSWER_S = 60.0
"""A switch that is loaded may be making machine code of its program, beside all the others."""
_SHOWN = 8
"""Most refusals that a message lists."""


class CustomNetwork(Network):
    """A custom network that is up.

    Attributes:
        custom: as its file has it.
    """

    def __init__(self, custom: CustomFabric, how: BringUp) -> None:
        """Bring it up. Raises BuildError: something did not come up; nothing of it stays."""
        self.custom = custom
        # Whatever runs on BMv2 hears nothing from other ports while an interface of its is down.
        super().__init__(replace(custom, cuts=how.target.name == "bmv2"), WrittenTables(custom), how)


class WrittenTables(Tables):
    def __init__(self, custom: CustomFabric) -> None:
        self._custom = custom
        self._updates: dict[str, list[PlacedUpdate]] = {}

    @override
    def prepare(self, pipelines: Mapping[Path, Pipeline]) -> None:
        for each in self._custom.switches.values():
            self._updates[each.name] = updates(pipelines[each.program], each.entries)

    @override
    def fill(self, node: SwitchNode, address: str, pipeline: Pipeline, stack: ExitStack) -> None:
        _fill(node.name, address, node.device_id, pipeline, self._updates[node.name])

    @override
    def summary(self, switches: int) -> str:
        count = sum(map(len, self._updates.values()))
        return f"entries written: {count}; nobody controls the switches, who asks may write"


def _fill(name: str, address: str, device_id: int, pipeline: Pipeline, updates: Sequence[PlacedUpdate]) -> None:
    """Load a program into a switch and write its entries.

    Raises:
        BuildError: it does not answer, cannot run the program, or refuses an entry; the message says which.
    """
    session = Session(name, address, device_id, timeout_s=_ANSWER_S)
    try:
        session.become_primary()
        session.set_pipeline(pipeline.p4info, pipeline.device_config, pipeline.cookie)
        if updates:
            session.write(each.update for each in updates)
    except WriteRefusedError as error:
        refusals = [
            f"{updates[refusal.index].where}: {name} refuses it: {refusal.message} ({refusal.code})"
            for refusal in error.refusals
            if refusal.index < len(updates)
        ]
        more = [f"... and {len(refusals) - _SHOWN} more"] if len(refusals) > _SHOWN else []
        raise BuildError("\n".join([*refusals[:_SHOWN], *more]) or str(error)) from None
    except SessionError as error:
        raise BuildError(str(error)) from None
    finally:
        session.close()
