# SPDX-License-Identifier: Apache-2.0
"""The serializable enums of `p4src/`: names, numbers and widths, from the one place that has them, the program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from controller.errors import ControllerError

PROGRAM = Path(__file__).resolve().parents[2] / "p4src"


@dataclass(frozen=True, slots=True)
class Enum:
    """`enum bit<width> NAME { member = number, ... }`."""

    width: int
    members: Mapping[str, int]

    def __getitem__(self, member: str) -> int:
        return self.members[member]


def read_enums(folder: Path) -> Mapping[str, Enum]:
    """The enums of the P4 files in a folder and below it, by their names.

    Raises:
        ControllerError: a file cannot be read, or has an enum of which this reader would miss something.
    """
    return MappingProxyType({name: enum for path in sorted(folder.rglob("*.p4")) for name, enum in _enums_of(path)})


def _enums_of(path: Path) -> Iterator[tuple[str, Enum]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}") from None
    code = re.sub(r"//[^\n]*|/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment[0]), text, flags=re.DOTALL)
    macros = dict(re.findall(r"^#define (\w+) (\d+)\s*$", code, re.MULTILINE))
    for found in re.finditer(r"\benum\s+(\w+\s*\{|(?P<head>[^{]+?)\s*\{(?P<body>[^}]*)\})", code):
        if found["head"] is None:
            continue  # without numbers: never part of a table
        line = code.count("\n", 0, found.start()) + 1
        head = re.fullmatch(r"bit<(\w+)>\s+(\w+)", found["head"])
        bits = str(macros.get(head[1], head[1])) if head else ""
        if head is None or not bits.isdecimal():
            raise ControllerError(f"{path}:{line}: 'enum {found['head']}'; accepted: enum bit<WIDTH> NAME")
        width = int(bits)
        members: dict[str, int] = {}
        for part in re.finditer(r"\s*([^,]*[^,\s])", found["body"]):
            where = f"{path}:{code.count(chr(10), 0, found.start('body') + part.start(1)) + 1}: enum {head[2]}"
            member = re.fullmatch(r"(\w+)\s*=\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|[1-9]\d*|0)", part[1])
            if member is None:
                raise ControllerError(f"{where}: '{part[1]}'; accepted: NAME = number")
            members[member[1]] = number = int(member[2], 0)
            if number >> width:
                raise ControllerError(f"{where}: {part[1]} does not fit; accepted: 0..{(1 << width) - 1}")
        yield head[2], Enum(width, MappingProxyType(members))


ENUMS = read_enums(PROGRAM)

DROP_REASONS = MappingProxyType({name: number for name, number in ENUMS["drop_reason_t"].members.items() if number})
"""Why the program drops packets, NONE left out: the low bits of an index of `names.DROPPED_PACKETS`."""
