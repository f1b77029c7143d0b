# SPDX-License-Identifier: Apache-2.0
"""The match fields and action references an entry is made of, and the check of a key against its table.

Values are unsigned integers in host order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from msgspec import Struct

from p4soft.switch.program.model import KeyField, TableSpec
from p4soft.switch.state.errors import InvalidEntry


class Exact(Struct, frozen=True):
    value: int

    def __str__(self) -> str:
        return f"{self.value:#x}"


class Lpm(Struct, frozen=True):
    """The top `prefix_len` bits equal `value`'s; the other bits of `value` must be 0."""

    value: int
    prefix_len: int

    def __str__(self) -> str:
        return f"{self.value:#x}/{self.prefix_len}"


class Ternary(Struct, frozen=True):
    """Equal to `value` where `mask` has ones; `value & ~mask` must be 0. Mask 0 matches anything.

    P4's `optional` is written so in BMv2 JSON: mask all ones when given, 0 when omitted.
    """

    value: int
    mask: int

    def __str__(self) -> str:
        return f"{self.value:#x} &&& {self.mask:#x}"


class Range(Struct, frozen=True):
    """`low` <= key <= `high`."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low:#x}..{self.high:#x}"


class Valid(Struct, frozen=True):
    """The header is valid (or is not)."""

    valid: bool

    def __str__(self) -> str:
        return "valid" if self.valid else "invalid"


MatchField = Exact | Lpm | Ternary | Range | Valid


class ActionCall(Struct, frozen=True):
    """An action by its P4 name, with its argument values in declaration order."""

    name: str
    args: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{a:#x}' for a in self.args)})"


class MemberRef(Struct, frozen=True):
    """One member of the table's action profile."""

    member_id: int

    def __str__(self) -> str:
        return f"member {self.member_id}"


class GroupRef(Struct, frozen=True):
    """A group of the table's action selector; the selector's hash picks the member per packet."""

    group_id: int

    def __str__(self) -> str:
        return f"group {self.group_id}"


ActionRef = ActionCall | MemberRef | GroupRef


# --- A table's keys, checked -----------------------------------------------------------------------------------------


_CLASS: dict[str, type] = {"exact": Exact, "lpm": Lpm, "ternary": Ternary, "range": Range, "valid": Valid}


class KeyCheck:
    """Checks the keys of one table; what one insertion costs depends on it, so a well-formed key takes a short way."""

    __slots__ = ("_fits", "_spec")

    def __init__(self, spec: TableSpec) -> None:
        self._spec = spec
        self._fits = [_FITS[part.match](part.width) for part in spec.key]

    def check(self, key: Sequence[MatchField]) -> None:
        """Raise InvalidEntry unless a key is well-formed."""
        if not self._fits or len(self._fits) != len(key):
            check_key(self._spec, key)
        for fits, match in zip(self._fits, key, strict=True):
            if not fits(match):
                check_key(self._spec, key)


@cache
def _exact(width: int) -> Callable[[MatchField], bool]:
    full = (1 << width) - 1
    return lambda match: isinstance(match, Exact) and 0 <= match.value <= full


@cache
def _lpm(width: int) -> Callable[[MatchField], bool]:
    # By prefix length: the bits of the field that must be 0, those beyond its width included.
    beyond = [~(((1 << width) - 1) ^ ((1 << (width - length)) - 1)) for length in range(width + 1)]
    return lambda match: (
        isinstance(match, Lpm) and 0 <= match.prefix_len <= width and not match.value & beyond[match.prefix_len]
    )


@cache
def _ternary(width: int) -> Callable[[MatchField], bool]:
    full = (1 << width) - 1
    return lambda match: isinstance(match, Ternary) and 0 <= match.mask <= full and not match.value & ~match.mask


@cache
def _range(width: int) -> Callable[[MatchField], bool]:
    full = (1 << width) - 1
    return lambda match: isinstance(match, Range) and 0 <= match.low <= match.high <= full


@cache
def _valid(_width: int) -> Callable[[MatchField], bool]:
    return lambda match: isinstance(match, Valid)


_FITS = {"exact": _exact, "lpm": _lpm, "ternary": _ternary, "range": _range, "valid": _valid}


def check_key(spec: TableSpec, key: Sequence[MatchField]) -> None:
    """Raise InvalidEntry unless `key` has one well-formed match field per component of the table's key."""
    if not spec.key:
        raise InvalidEntry(f"table {spec.name} has no key, so it takes no entries; set its default action instead")
    if len(key) != len(spec.key):
        names = ", ".join(f"{k.name} ({k.match})" for k in spec.key)
        raise InvalidEntry(f"table {spec.name}: {len(key)} match fields; accepted: {len(spec.key)}: {names}")
    for part, match in zip(spec.key, key, strict=True):
        _check_field(spec.name, part, match)


def _check_field(table: str, part: KeyField, match: MatchField) -> None:
    where = f"table {table}: match field {part.name}"
    if not isinstance(match, _CLASS[part.match]):
        raise InvalidEntry(f"{where}: got {type(match).__name__}; accepted: {_CLASS[part.match].__name__}")
    full = (1 << part.width) - 1
    problem = None
    if isinstance(match, Exact) and not 0 <= match.value <= full:
        problem = f"{match.value:#x} does not fit {part.width} bits"
    elif isinstance(match, Lpm):
        if not 0 <= match.prefix_len <= part.width:
            problem = f"prefix length {match.prefix_len} is out of range; accepted: 0..{part.width}"
        elif not 0 <= match.value <= full:
            problem = f"{match.value:#x} does not fit {part.width} bits"
        elif match.value & ((1 << (part.width - match.prefix_len)) - 1):
            problem = f"{match} has bits set after its prefix; accepted: those bits 0"
    elif isinstance(match, Ternary):
        if not 0 <= match.value <= full or not 0 <= match.mask <= full:
            problem = f"{match} does not fit {part.width} bits"
        elif match.value & ~match.mask:
            problem = f"{match} has value bits set where the mask has none; accepted: those bits 0"
    elif isinstance(match, Range) and not 0 <= match.low <= match.high <= full:
        problem = f"range {match} is empty or does not fit {part.width} bits; accepted: 0 <= low <= high"
    if problem:
        raise InvalidEntry(f"{where}: {problem}")


def looked_at(part: KeyField, match: MatchField) -> MatchField:
    """A match field as the switch keeps it: without the bits of the value that the key's mask leaves out."""
    match match:
        case Exact(value):
            return Exact(part.looked_at(value))
        case Lpm(value, prefix_len):
            return Lpm(part.looked_at(value), prefix_len)
        case Ternary(value, mask):
            return Ternary(part.looked_at(value), mask)
        case Range(low, high):
            return Range(part.looked_at(low), high)
    return match
