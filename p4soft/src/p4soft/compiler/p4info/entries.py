# SPDX-License-Identifier: Apache-2.0
"""The entries that a program gives its tables, as the P4Runtime WriteRequest that p4c writes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.compiler import ast
from p4soft.compiler.evaluation.entry_priorities import entry_priorities
from p4soft.compiler.p4info.tables import MATCH_TYPES

_RANKED = {MATCH_TYPES["ternary"], MATCH_TYPES["range"], MATCH_TYPES["optional"]}
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class InitialEntry:
    """What BMv2's JSON does not say of an entry: its priority for P4Runtime, and whether it is const."""

    priority: int
    const: bool


def initial_entries(decl: ast.TableDecl) -> tuple[InitialEntry, ...]:
    """A table's entries in the order of the program.

    Entries of a const table win in the order in which they stand, so they count down to 1.
    """
    priorities = range(len(decl.entries), 0, -1) if decl.entries_const else entry_priorities(decl)
    return tuple(
        InitialEntry(priority, decl.entries_const or entry.const)
        for priority, entry in zip(priorities, decl.entries, strict=True)
    )


def write_request(
    json: Json, info: p4info_pb2.P4Info, given: Mapping[str, Sequence[InitialEntry]]
) -> p4runtime_pb2.WriteRequest:
    """One INSERT for each entry, those that win first.

    Args:
        json: the program as BMv2 JSON.
        info: its P4Info.
        given: the entries of each table, by its name.
    """
    request = p4runtime_pb2.WriteRequest()
    tables = {table["name"]: table for pipeline in json["pipelines"] for table in pipeline["tables"]}
    actions = {action["id"]: action["name"] for action in json["actions"]}
    described = {action.preamble.name: action for action in info.actions}
    for table in info.tables:
        name = table.preamble.name
        if name not in given or name not in tables:
            continue
        pairs = list(zip(tables[name]["entries"], given[name], strict=True))
        if not table.is_const_table:
            pairs.sort(key=lambda pair: int(pair[0]["priority"]))
        for item, initial in pairs:
            update = request.updates.add()
            update.type = p4runtime_pb2.Update.INSERT
            entry = update.entity.table_entry
            entry.table_id = table.preamble.id
            entry.match.extend(_matches(table, item["match_key"]))
            called = item["action_entry"]
            action = described[actions[called["action_id"]]]
            entry.action.action.action_id = action.preamble.id
            for param, value in zip(action.params, called["action_data"], strict=True):
                entry.action.action.params.add(param_id=param.id, value=_bytes(value))
            if any(field.match_type in _RANKED for field in table.match_fields):
                entry.priority = initial.priority
            entry.is_const = initial.const
    return request


def _matches(table: p4info_pb2.Table, keys: Sequence[Json]) -> Iterator[p4runtime_pb2.FieldMatch]:
    """The fields that an entry looks at."""
    for field, key in zip(table.match_fields, keys, strict=True):
        match = p4runtime_pb2.FieldMatch(field_id=field.id)
        if field.match_type == MATCH_TYPES["exact"]:
            match.exact.value = _bytes(key["key"])
        elif field.match_type == MATCH_TYPES["lpm"]:
            match.lpm.value, match.lpm.prefix_len = _bytes(key["key"]), key["prefix_length"]
            if not key["prefix_length"]:
                continue
        elif field.match_type == MATCH_TYPES["range"]:
            match.range.low, match.range.high = _bytes(key["start"]), _bytes(key["end"])
            if int(key["start"], 16) == 0 and int(key["end"], 16) == (1 << field.bitwidth) - 1:
                continue
        elif int(key["mask"], 16) == 0:
            continue
        elif field.match_type == MATCH_TYPES["optional"]:
            match.optional.value = _bytes(key["key"])
        else:
            match.ternary.value, match.ternary.mask = _bytes(key["key"]), _bytes(key["mask"])
        yield match


def _bytes(hexstr: str) -> bytes:
    """A number of the JSON, which has all the digits of its width."""
    return bytes.fromhex(hexstr.removeprefix("0x"))
