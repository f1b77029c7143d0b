# SPDX-License-Identifier: Apache-2.0
"""Checks that a P4Info and a BMv2 JSON program describe the same pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.switch.p4runtime.p4info.index import (
    EXACT,
    LPM,
    OPTIONAL,
    RANGE,
    TERNARY,
    ActionInfo,
    P4InfoIndex,
    TableInfo,
    index_p4info,
)
from p4soft.switch.p4runtime.p4info.widths import Widths, mismatch
from p4soft.switch.program import Program
from p4soft.switch.program.model import TableSpec

_T = TypeVar("_T")
_I = TypeVar("_I", bound=Any)
_GENERATED = "tbl_"
"""How p4c names the tables it makes of statements; they are not in the P4Info."""

# P4Info's match type to what BMv2 JSON may call it. v1model's optional is written as ternary; an exact match on
# isValid() may be written as "valid"; and p4c gives every field of a ternary or range table its own kind.
_JSON_KINDS: Mapping[str, tuple[str, ...]] = {
    EXACT: ("exact", "valid"),
    LPM: ("lpm",),
    TERNARY: ("ternary",),
    OPTIONAL: ("ternary", "optional"),
    RANGE: ("range",),
}


def bind(p4info: p4info_pb2.P4Info, program: Program) -> P4InfoIndex:
    """Index `p4info` and check it against `program`.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT naming the first object on which the two disagree.
    """
    index, absent = index_p4info(p4info), {}
    specs = {t.name: t for t in program.tables()}
    if index.tables and not any(t.name in specs for t in index.tables.values()):
        # A compiler may drop tables that do nothing, but hardly every one of them while others are there.
        others = [name for name in specs if not name.startswith(_GENERATED)]
        if others:
            names = _list(t.name for t in index.tables.values())
            raise mismatch(f"the P4Info has the tables {names}; the JSON has {_list(others)}")

    def present(kind: str, infos: Mapping[int, _I], among: Mapping[str, object]) -> dict[int, _I]:
        absent.update({i: f"{kind} {info.name}" for i, info in infos.items() if info.name not in among})
        return {i: info for i, info in infos.items() if info.name in among}

    bound = replace(
        index,
        tables=present("table", index.tables, specs),
        profiles=present("action profile", index.profiles, program.action_profiles),
        counters=present("counter", index.counters, program.counters),
        meters=present("meter", index.meters, program.meters),
        registers=present("register", index.registers, program.registers),
        value_sets=present("value set", index.value_sets, program.value_sets),
        digests=present("digest", index.digests, {d.name: d for d in program.learn_lists.values()}),
        absent=absent,
    )
    actions: dict[int, ActionInfo] = dict(bound.actions)
    widths = Widths(program)
    learned = {learn.name: learn.widths for learn in program.learn_lists.values()}
    bound = replace(
        bound,
        tables={i: _bind_table(t, specs[t.name], program, actions, widths) for i, t in bound.tables.items()},
        actions=actions,
        value_sets={i: widths.value_set(v) for i, v in bound.value_sets.items()},
        packet_headers={name: widths.packet_header(h) for name, h in bound.packet_headers.items()},
        registers={i: widths.data(r, (program.registers[r.name].bitwidth,)) for i, r in bound.registers.items()},
        digests={i: widths.data(d, learned[d.name]) for i, d in bound.digests.items()},
        strings=widths.strings,
    )
    for profile in bound.profiles.values():
        if profile.with_selector != (program.action_profiles[profile.name].selector_algo is not None):
            raise mismatch(f"action profile {profile.name}: only one of the two has a selector")
    for counter in bound.counters.values():
        if program.counters[counter.name].direct:
            raise mismatch(f"counter {counter.name}: direct in the JSON only")
    for meter in bound.meters.values():
        if program.meters[meter.name].direct:
            raise mismatch(f"meter {meter.name}: direct in the JSON only")
    return bound


def _bind_table(
    table: TableInfo, spec: TableSpec, program: Program, actions: dict[int, ActionInfo], widths: Widths
) -> TableInfo:
    """The table with the widths the data path has; its actions, likewise, are put into `actions`."""
    where = f"table {table.name}"
    if len(table.fields) != len(spec.key):
        raise mismatch(f"{where}: {len(table.fields)} match fields in the P4Info, {len(spec.key)} in the JSON")
    fields = []
    for info, key in zip(table.fields, spec.key, strict=True):
        if key.match not in _JSON_KINDS[info.kind]:
            raise mismatch(f"{where}: match field {info.name}: {info.kind} in the P4Info, {key.match} in the JSON")
        fields.append(widths.field(f"{where}: match field {info.name}", info, key.width))
    uses = {}
    json_actions = {program.actions[i].name: program.actions[i] for i in spec.actions}
    for action_id, use in table.actions.items():
        params = _named(f"{where}: action", use.action.name, json_actions).params
        actions[action_id] = _bind_action(use.action, [p.width for p in params], widths)
        uses[action_id] = replace(use, action=actions[action_id])
    if bool(table.profile_id) != bool(spec.action_profile):
        raise mismatch(f"{where}: only one of the two has an action profile")
    if table.direct_counter_id and not spec.with_counters:
        raise mismatch(f"{where}: the P4Info has a direct counter, the JSON has with_counters false")
    if table.direct_meter_id and not spec.direct_meter:
        raise mismatch(f"{where}: the P4Info has a direct meter, the JSON has none")
    if table.idle_timeout and not spec.support_timeout:
        raise mismatch(f"{where}: the P4Info has idle time-outs, the JSON has support_timeout false")
    return replace(table, fields=tuple(fields), actions=uses)


def _bind_action(action: ActionInfo, real: list[int], widths: Widths) -> ActionInfo:
    where = f"action {action.name}"
    if len(action.params) != len(real):
        raise mismatch(f"{where}: {len(action.params)} parameters in the P4Info, {len(real)} in the JSON")
    params = [
        widths.field(f"{where}: parameter {info.name}", info, width)
        for info, width in zip(action.params, real, strict=True)
    ]
    return replace(action, params=tuple(params))


def _named(what: str, name: str, among: Mapping[str, _T]) -> _T:
    found = among.get(name)
    if found is None:
        raise mismatch(f"{what} {name} is in the P4Info but not in the JSON, which has: {_list(among)}")
    return found


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
