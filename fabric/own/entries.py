# SPDX-License-Identifier: Apache-2.0
"""Table entries as people write them: `10.0.1.0/24 -> forward(08:00:00:00:01:00, 1)`, or one of p4lang's runtime files.

What names and values mean is a matter of the program (`fabric.own.encoding`); here they are still text.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from pathlib import Path

_MAC = re.compile(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}", re.ASCII)
_NAME = r"[A-Za-z_$][A-Za-z0-9_.$\[\]]*"
_CALL = re.compile(rf"({_NAME})\s*(?:\((.*)\))?\s*(?:priority\s+(\d{{1,10}}))?", re.ASCII)
_NAMED = re.compile(rf"({_NAME})\s*=\s*(.*)", re.ASCII)
_OPERATORS = re.compile(r"\s*(&&&|\.\.|/)\s*")
FORM = "`match, ... -> action(argument, ...)`, `default -> action()`"
_LONGEST = 40
"""Digits of a number; more do not fit any field of a header that people write by hand."""


@dataclass(frozen=True, slots=True)
class Value:
    """A match value: `operator` is empty, `/`, `&&&`, `..`, or `,` where a file only lists two numbers.

    Attributes:
        first, second: as written; `first` may be `*`, `second` is empty without operator.
    """

    first: str
    operator: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A value and its name in the program; without a name it is the next one."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Entry:
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


@dataclass(frozen=True, slots=True)
class Group:
    """A multicast group, or a clone session (`clones`).

    Attributes:
        number: of either.
        replicas: egress ports, each with its instance.
        length: bytes of a packet that a clone session keeps; 0 for all.
    """

    number: int
    replicas: tuple[tuple[int, int], ...]
    clones: bool
    length: int = 0


@dataclass(frozen=True, slots=True)
class UpdatesFile:
    """A P4Runtime WriteRequest in protobuf's text format, or as JSON, whose updates are written as they are."""

    file: Path


@dataclass(frozen=True, slots=True)
class Written:
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
    raise ValueError(f"{text!r} is not a number or an address")
