# SPDX-License-Identifier: Apache-2.0
"""Table entries as people write them: `10.0.1.0/24 -> forward(08:00:00:00:01:00, 1)`, or files of them.

A file is the `sX-runtime.json` of p4lang's tutorials, or a P4Runtime WriteRequest as text or JSON. What names and
values mean is a matter of the program (`fabric.custom.network`); here they are still text.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Struct
from pydantic import BeforeValidator, ConfigDict, Field

from common.documents import Document, read, validate
from common.model import Model

# --- One by one ------------------------------------------------------------------------------------------------------


_MAC = re.compile(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}", re.ASCII)
_NAME = r"[A-Za-z_$][A-Za-z0-9_.$\[\]]*"
_CALL = re.compile(rf"({_NAME})\s*(?:\((.*)\))?\s*(?:priority\s+(\d{{1,10}}))?", re.ASCII)
_NAMED = re.compile(rf"({_NAME})\s*=\s*(.*)", re.ASCII)
_OPERATORS = re.compile(r"\s*(&&&|\.\.|/)\s*")
FORM = "`match, ... -> action(argument, ...)`, `default -> action()`"
_LONGEST = 40
"""Digits of a number; more do not fit any field of a header that people write by hand."""


class Value(Struct, frozen=True):
    """A match value: `operator` is empty, `/`, `&&&`, `..`, or `,` where a file only lists two numbers.

    Attributes:
        first, second: as written; `first` may be `*`, `second` is empty without operator.
    """

    first: str
    operator: str = ""
    second: str = ""


class Named(Struct, frozen=True):
    """A value and its name in the program; without a name it is the next one."""

    name: str
    value: Value


class Entry(Struct, frozen=True):
    """An entry of a table, or its default action (then there is no match).

    Attributes:
        table, action: names, whole or their ends.
        match: of the fields, in order of the table where they have no names.
        arguments: of the action, in order where they have no names.
        priority: None: a line that comes earlier is stronger.
    """

    table: str
    match: tuple[Named, ...]
    action: str
    arguments: tuple[Named, ...]
    priority: int | None
    is_default: bool


class Group(Struct, frozen=True):
    """A multicast group, or a clone session (`clones`).

    Attributes:
        replicas: egress ports, each with its instance.
        length: bytes of a packet that a clone session keeps; 0 for all.
    """

    number: int
    replicas: tuple[tuple[int, int], ...]
    clones: bool
    length: int = 0


class UpdatesFile(Struct, frozen=True):
    """A P4Runtime WriteRequest in protobuf's text format, or as JSON, whose updates are written as they are."""

    file: Path


class Written(Struct, frozen=True):
    """One thing to write, and where it stands, for messages: `file:line: field`."""

    where: str
    what: Entry | Group | UpdatesFile


def parse_entry(table: str, text: str) -> Entry:
    """An entry as people write it. Raises ValueError."""
    keys, arrow, rest = text.partition("->")
    call = _CALL.fullmatch(rest.strip())
    if not arrow or call is None:
        raise ValueError(f"{text!r} is not an entry")
    action, arguments, priority = call.groups()
    keys = keys.strip()
    is_default = keys == "default"
    match = () if is_default else tuple(_named(part) for part in _parts(keys))
    given = tuple(_named(part) for part in _parts(arguments or ""))
    for each in given:
        if each.value.operator or each.value.first == "*":
            raise ValueError(f"argument {each.value.first!r} of {action} is not one number or address")
    return Entry(table.strip(), match, action, given, None if priority is None else int(priority), is_default)


def _parts(text: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if "" in parts:
        raise ValueError(f"{text!r} has a comma too many")
    return parts


def _named(text: str) -> Named:
    found = _NAMED.fullmatch(text)
    name, value = found.groups() if found else ("", text)
    parts = _OPERATORS.split(value.strip())
    if len(parts) not in (1, 3) or not all(parts):
        raise ValueError(f"{value!r} is not a value")
    return Named(name, Value(*parts))


def number(text: str) -> int:
    """What a number or an address counts: decimal, 0x, 0b, a MAC, an IPv4 or IPv6 address. Raises ValueError."""
    if _MAC.fullmatch(text):
        return int(text.replace(":", ""), 16)
    try:
        if "." in text or ":" in text:
            return int(ipaddress.ip_address(text))
        if len(text) <= _LONGEST * 4 and not text.startswith("-"):
            return int(text, 0) if not text.isdecimal() else int(text)
    except ValueError:
        pass
    raise ValueError(
        f"{text!r} is not a number or an address; accepted: 10, 0x0a, 0b1010, or a MAC, IPv4 or IPv6 address"
    )


# --- Files of them ---------------------------------------------------------------------------------------------------


_LARGEST = 16 << 20
_VALUES = 2_000_000

_Number = str | int


def _or_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


_Match = Annotated[list[_Number], BeforeValidator(_or_list), Field(min_length=1, max_length=2)]


class _Spec(Model):
    model_config = ConfigDict(extra="ignore")


class _EntrySpec(_Spec):
    table: str = Field(description="the name of a table")
    match: dict[str, _Match] | None = Field(
        None, description="a map of match fields to a value, or to [value, prefix length or mask], or [low, high]"
    )
    action_name: str = Field(description="the name of an action")
    action_params: dict[str, _Number] = Field(default_factory=dict, description="a map of parameters to values")
    default_action: bool = Field(False, description="true or false")
    priority: int | None = Field(None, description="a number above 0")


class _ReplicaSpec(_Spec):
    egress_port: int = Field(description="a port")
    instance: int = Field(0, description="a number")


class _GroupSpec(_Spec):
    multicast_group_id: int = Field(gt=0, description="a number above 0")
    replicas: list[_ReplicaSpec] = Field(description="a list of {egress_port, instance}")


class _CloneSpec(_Spec):
    clone_session_id: int = Field(gt=0, description="a number above 0")
    replicas: list[_ReplicaSpec] = Field(description="a list of {egress_port, instance}")
    packet_length_bytes: int = Field(0, ge=0, description="bytes, 0 for all")


class _RuntimeSpec(_Spec):
    table_entries: list[_EntrySpec] = Field([], description="a list of entries")
    multicast_group_entries: list[_GroupSpec] = Field([], description="a list of groups")
    clone_session_entries: list[_CloneSpec] = Field([], description="a list of clone sessions")


def read_entries(file: Path) -> list[Written]:
    """What a file says to write. Raises DocumentError."""
    if file.suffix != ".json":
        return [Written(str(file), UpdatesFile(file))]
    document = read(file, max_bytes=_LARGEST, max_values=_VALUES)
    if "updates" in document.data:
        return [Written(str(file), UpdatesFile(file))]
    return list(_of_runtime(document, validate(document, _RuntimeSpec)))


def _of_runtime(document: Document, spec: _RuntimeSpec) -> Iterator[Written]:
    def where(field: str, index: int) -> str:
        return f"{document.position((field, index))}: {field}.{index}"

    # The order of the tutorials' own controller.
    for index, entry in enumerate(spec.table_entries):
        yield Written(where("table_entries", index), _entry(entry))
    for index, group in enumerate(spec.multicast_group_entries):
        what = Group(group.multicast_group_id, _replicas(group.replicas), clones=False)
        yield Written(where("multicast_group_entries", index), what)
    for index, clone in enumerate(spec.clone_session_entries):
        what = Group(clone.clone_session_id, _replicas(clone.replicas), clones=True, length=clone.packet_length_bytes)
        yield Written(where("clone_session_entries", index), what)


def _entry(spec: _EntrySpec) -> Entry:
    match: Mapping[str, list[_Number]] = spec.match or {}
    return Entry(
        table=spec.table,
        match=tuple(Named(name, _value(parts)) for name, parts in match.items()),
        action=spec.action_name,
        arguments=tuple(Named(name, Value(str(value))) for name, value in spec.action_params.items()),
        priority=spec.priority,
        is_default=spec.default_action,
    )


def _value(parts: list[_Number]) -> Value:
    first, *more = map(str, parts)
    return Value(first, ",", more[0]) if more else Value(first)


def _replicas(specs: list[_ReplicaSpec]) -> tuple[tuple[int, int], ...]:
    return tuple((each.egress_port, each.instance) for each in specs)
