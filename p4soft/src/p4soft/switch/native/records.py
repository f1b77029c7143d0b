# SPDX-License-Identifier: Apache-2.0
"""How table entries, action profile members and groups lie in native memory: where code and `state` agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from p4soft.switch.native.layout import Cell, container
from p4soft.switch.program.model import Action, Program, TableSpec

# An entry's record; the default entry's is the first, that of handle n is number n + 1.
ACTION = Cell(0, 32, signed=True)  # -1: none
MEMBER = Cell(4, 32, signed=True)  # number of the member's record; -1: none
GROUP = Cell(8, 32, signed=True)  # likewise
METER = Cell(12, 32, signed=True)  # number of the direct meter's words; -1: none
PACKETS = Cell(16, 64)
BYTES = Cell(24, 64)
LAST_HIT = Cell(32, 64, signed=True)  # microseconds
ENTRY_ARGUMENTS = 40

MEMBER_ARGUMENTS = 8  # a member's record begins with its action, as an entry's

# A group's record: how many picks, and where their member numbers (32 bits each) are.
PICK_COUNT = Cell(0, 64)
PICKS = 8
GROUP_SIZE = 16


@dataclass(frozen=True, slots=True)
class Arguments:
    """Where an action's arguments lie from the start of the arguments on."""

    cells: tuple[Cell, ...]
    size: int

    @classmethod
    def of(cls, action: Action) -> Arguments:
        """Those of one action."""
        at, cells = 0, []
        for param in action.params:
            width = max(1, param.width)
            step = min(8, container(width) // 8)
            at = -(-at // step) * step
            cells.append(Cell(at, width))
            at += cells[-1].size
        return cls(tuple(cells), -(-at // 8) * 8)


def pack_arguments(places: Arguments, values: tuple[int, ...]) -> bytes:
    """Argument values as native code reads them."""
    image = bytearray(places.size)
    for cell, value in zip(places.cells, values, strict=True):
        cut = value & ((1 << cell.width) - 1)
        image[cell.offset : cell.offset + cell.size] = cut.to_bytes(cell.size, "little")
    return bytes(image)


@lru_cache(maxsize=64)
def arguments_of(program: Program) -> Mapping[int, Arguments]:
    """Those of each action, by its id: the same for all switches that run the program."""
    return {i: Arguments.of(action) for i, action in program.actions.items()}


def actions_of(program: Program, table: TableSpec) -> tuple[int, ...]:
    """Ids of the actions that an entry of a table, or a member it refers to, may have."""
    ids = dict.fromkeys(table.actions)
    if table.action_profile is not None:
        for other in program.tables():
            if other.action_profile == table.action_profile:
                ids.update(dict.fromkeys(other.actions))
    if table.default is not None:
        ids[table.default.action_id] = None
    return tuple(ids)


def entry_size(program: Program, table: TableSpec) -> int:
    """Bytes from one entry's record to the next."""
    arguments = arguments_of(program)
    sizes = (arguments[i].size for i in actions_of(program, table))
    return ENTRY_ARGUMENTS + max(sizes, default=0)


def member_size(program: Program, profile: str) -> int:
    """Bytes from one member's record to the next."""
    ids = {i for t in program.tables() if t.action_profile == profile for i in t.actions}
    return MEMBER_ARGUMENTS + max((arguments_of(program)[i].size for i in ids), default=0)
