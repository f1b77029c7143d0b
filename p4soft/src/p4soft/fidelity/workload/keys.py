# SPDX-License-Identifier: Apache-2.0
"""What entries match: for each kind of match field, a match drawn from the pools, and its P4Runtime form."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.fidelity.workload.pools import Pools
from p4soft.p4runtime_client.bytestring import bytestring
from p4soft.table_entries import Exact, Lpm, Match, Range, Ternary

_Field = p4info_pb2.MatchField
EXACT, LPM, TERNARY, RANGE, OPTIONAL = (
    _Field.EXACT,
    _Field.LPM,
    _Field.TERNARY,
    _Field.RANGE,
    _Field.OPTIONAL,
)
_FULL = 0.5
_BYTE = 8


@dataclass(frozen=True, slots=True)
class Key:
    """One match field: its P4Info id, name, kind of match and width in bits."""

    id: int
    name: str
    kind: int
    width: int


def keys_of(table: p4info_pb2.Table, widths: Sequence[int]) -> tuple[Key, ...]:
    """The match fields of a table; `widths` are those in the data path: a translated type may be wider for clients."""
    return tuple(
        Key(field.id, field.name, field.match_type, width)
        for field, width in zip(table.match_fields, widths, strict=False)
    )


def draw(rng: random.Random, pools: Pools, key: Key, omitted: float) -> Match | None:
    """A match, or None for "anything" where the kind allows that, as often as `omitted` (0 to 1) says."""
    if key.kind == EXACT:
        return Exact(pools.pick(rng, key.width))
    if rng.random() < omitted:
        return None
    full = (1 << key.width) - 1
    value = pools.pick(rng, key.width)
    if key.kind == OPTIONAL:
        return Exact(value)
    if key.kind == LPM:
        length = key.width if rng.random() < _FULL else _prefix(rng, key.width)
        # BMv2 counts a prefix from the first bit of the field's first byte and refuses bits that it does not look at.
        seen = max(0, length - -key.width % _BYTE)
        return Lpm(value & ~(full >> seen), length) if length else None
    if key.kind == RANGE:
        low, high = sorted((value, pools.pick(rng, key.width)))
        return None if (low, high) == (0, full) else Range(low, high)
    mask = full if rng.random() < _FULL else rng.choice((rng.getrandbits(key.width), full & ~(full >> 1), full >> 1))
    return Ternary(value & mask, mask) if mask else None


def _prefix(rng: random.Random, width: int) -> int:
    whole = range(_BYTE, width, _BYTE)
    return rng.choice(whole) if whole and rng.random() < _FULL else rng.randint(0, width)


def field_match(key: Key, match: Match) -> p4runtime_pb2.FieldMatch:
    """As P4Runtime writes it."""
    found = p4runtime_pb2.FieldMatch(field_id=key.id)
    match match:
        case Exact() if key.kind == OPTIONAL:
            found.optional.value = bytestring(match.value)
        case Exact():
            found.exact.value = bytestring(match.value)
        case Lpm():
            found.lpm.value, found.lpm.prefix_len = bytestring(match.value), match.prefix_len
        case Ternary():
            found.ternary.value = bytestring(match.value)
            found.ternary.mask = bytestring(match.mask)
        case Range():
            found.range.low, found.range.high = bytestring(match.low), bytestring(match.high)
    return found


def example(rng: random.Random, match: Match, width: int) -> int:
    """A value that meets a match."""
    match match:
        case Exact():
            return match.value
        case Lpm():
            return match.value | rng.getrandbits(width) & ((1 << width) - 1 >> match.prefix_len)
        case Ternary():
            return match.value | rng.getrandbits(width) & ~match.mask
        case Range():
            return rng.randint(match.low, match.high)
