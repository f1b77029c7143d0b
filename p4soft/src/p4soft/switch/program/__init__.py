# SPDX-License-Identifier: Apache-2.0
"""A v1model program as data: BMv2 JSON read, validated and frozen."""

from __future__ import annotations

import json
from collections.abc import Mapping

from p4soft.interpreter import deep_recursion
from p4soft.switch.program.actions import (
    read_actions,
    read_calculations,
    read_checksums,
    read_counters,
    read_externs,
    read_field_lists,
    read_learn_lists,
    read_meters,
    read_registers,
)
from p4soft.switch.program.controls import ControlContext, read_pipelines
from p4soft.switch.program.cursor import Cursor, Names, ProgramError
from p4soft.switch.program.model import FieldRef, Program
from p4soft.switch.program.parsers import read_deparsers, read_headers, read_parsers, read_value_sets

__all__ = [
    "Program",
    "ProgramError",
    "load_program",
]


MAJOR_VERSION = 2
REQUIRED_FIELDS = ("ingress_port", "packet_length", "instance_type", "egress_spec", "egress_port")


def load_program(json_text: str | dict[str, object], *, source: str = "<json>") -> Program:
    """Read and validate a program for simple_switch (v1model).

    Args:
        json_text: BMv2 JSON, as text or already parsed.
        source: the file's name, for messages.

    Raises:
        ProgramError: the text is not JSON, or something in it cannot be run; names the JSON path.
    """
    with deep_recursion():
        value: object = json_text
        if isinstance(json_text, str):
            try:
                value = json.loads(json_text)
            except (ValueError, RecursionError) as error:
                raise ProgramError(source, "$", f"not JSON: {error}; accepted: what p4c-bm2-ss writes") from None
        try:
            return _load(Cursor(value, "", source), source, json_text)
        except RecursionError:
            raise ProgramError(source, "$", "an expression is nested too deeply") from None


def _load(root: Cursor, source: str, document: str | dict[str, object]) -> Program:
    if not isinstance(root.value, dict):
        raise root.fail("expected a JSON object, as p4c-bm2-ss writes it")
    version = _version(root)
    names = Names()
    read_headers(root, names)
    read_externs(root, names)
    counters = read_counters(root, names)
    meters = read_meters(root, names)
    registers = read_registers(root, names)
    calculations = read_calculations(root, names)
    value_sets = read_value_sets(root)
    parsers = read_parsers(root, names, value_sets)
    deparsers = read_deparsers(root, names)
    actions = read_actions(root, names)
    context = ControlContext(names, actions, meters, {})
    pipelines = read_pipelines(root, context)
    _require(root, "parsers", parsers, ("parser",))
    _require(root, "deparsers", deparsers, ("deparser",))
    _require(root, "pipelines", pipelines, ("ingress", "egress"))
    aliases = _aliases(root, names)
    for field in REQUIRED_FIELDS:
        if f"standard_metadata.{field}" not in aliases and not _has(names, "standard_metadata", field):
            raise root.get("headers").fail(f"standard_metadata.{field} is missing; simple_switch programs have it")
    return Program(
        source=source,
        version=version,
        name=root.optional_str("program") or "",
        headers=names.headers,
        stacks=names.stacks,
        unions=names.unions,
        union_stacks=names.union_stacks,
        errors={e.pair()[0].text(): e.pair()[1].integer() for e in root.array("errors")},
        enums={
            e.name(): {i.pair()[0].text(): i.pair()[1].integer() for i in e.array("entries")}
            for e in root.array("enums")
        },
        parsers=parsers,
        value_sets=value_sets,
        deparsers=deparsers,
        meters=meters,
        counters=counters,
        registers=registers,
        actions=actions,
        action_profiles=context.profiles,
        pipelines=pipelines,
        calculations=calculations,
        checksums=read_checksums(root, names, calculations),
        learn_lists=read_learn_lists(root, names),
        field_lists=read_field_lists(root, names),
        aliases=aliases,
        document=document,
    )


def _version(root: Cursor) -> tuple[int, int]:
    meta = root.find("__meta__")
    version = meta.find("version") if meta else None
    if version is None:
        return MAJOR_VERSION, 0  # untagged files are taken as current, as BMv2 does
    major, minor = version.pair()
    if major.integer() != MAJOR_VERSION:
        raise version.fail(f"format version {major.integer()}.{minor.integer()}; accepted: {MAJOR_VERSION}.x")
    return major.integer(), minor.integer()


def _aliases(root: Cursor, names: Names) -> dict[str, FieldRef]:
    found = {}
    for at in root.array("field_aliases"):
        alias, ref = at.pair()
        found[alias.text()] = names.field(ref)
    return found


def _has(names: Names, header: str, field: str) -> bool:
    return header in names.headers and names.headers[header].type.field(field) is not None


def _require(root: Cursor, key: str, found: Mapping[str, object], wanted: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in found:
            raise root.get(key).fail(f"{name!r} is missing; simple_switch needs {', '.join(wanted)}")
