# SPDX-License-Identifier: Apache-2.0
"""Checks an entry's match fields against the table's key."""

from __future__ import annotations

from collections.abc import Sequence

from targets.softswitch.program.model import KeyField, TableSpec
from targets.softswitch.state.errors import InvalidEntry
from targets.softswitch.state.match import Exact, Lpm, MatchField, Range, Ternary, Valid

_CLASS = {"exact": Exact, "lpm": Lpm, "ternary": Ternary, "range": Range, "valid": Valid}


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
