# SPDX-License-Identifier: Apache-2.0
"""The match fields and action references an entry is made of. Values are unsigned integers in host order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exact:
    """Equal to `value`."""

    value: int

    def __str__(self) -> str:
        return f"{self.value:#x}"


@dataclass(frozen=True, slots=True)
class Lpm:
    """The top `prefix_len` bits equal `value`'s; the other bits of `value` must be 0."""

    value: int
    prefix_len: int

    def __str__(self) -> str:
        return f"{self.value:#x}/{self.prefix_len}"


@dataclass(frozen=True, slots=True)
class Ternary:
    """Equal to `value` where `mask` has ones; `value & ~mask` must be 0. Mask 0 matches anything.

    P4's `optional` is written so in BMv2 JSON: mask all ones when given, 0 when omitted.
    """

    value: int
    mask: int

    def __str__(self) -> str:
        return f"{self.value:#x} &&& {self.mask:#x}"


@dataclass(frozen=True, slots=True)
class Range:
    """`low` <= key <= `high`."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low:#x}..{self.high:#x}"


@dataclass(frozen=True, slots=True)
class Valid:
    """The header is valid (or is not)."""

    valid: bool

    def __str__(self) -> str:
        return "valid" if self.valid else "invalid"


MatchField = Exact | Lpm | Ternary | Range | Valid


@dataclass(frozen=True, slots=True)
class ActionCall:
    """An action by its P4 name, with its argument values in declaration order."""

    name: str
    args: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{a:#x}' for a in self.args)})"


@dataclass(frozen=True, slots=True)
class MemberRef:
    """One member of the table's action profile."""

    member_id: int

    def __str__(self) -> str:
        return f"member {self.member_id}"


@dataclass(frozen=True, slots=True)
class GroupRef:
    """A group of the table's action selector; the selector's hash picks the member per packet."""

    group_id: int

    def __str__(self) -> str:
        return f"group {self.group_id}"


ActionRef = ActionCall | MemberRef | GroupRef
