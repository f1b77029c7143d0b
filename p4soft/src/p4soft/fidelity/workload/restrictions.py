# SPDX-License-Identifier: Apache-2.0
"""Which generated entries a program's @entry_restriction allows."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.constraints.evaluation import ConstraintTypeError, Facts, Type, Value, predicate
from p4soft.constraints.syntax import (
    Attribute,
    Comparison,
    Constant,
    ConstraintSyntaxError,
    Expression,
    Field,
    Logic,
    Name,
    Not,
    parse,
)
from p4soft.fidelity.workload.keys import EXACT, LPM, OPTIONAL, RANGE, TERNARY, Key, draw
from p4soft.fidelity.workload.pools import Pools
from p4soft.table_entries import Exact, Lpm, Match, Range, Ternary

Matches = Mapping[str, Match | None]
"""Match fields by name; None matches anything."""

_KINDS: dict[int, str] = {EXACT: "exact", LPM: "lpm", TERNARY: "ternary", RANGE: "range", OPTIONAL: "optional"}
_RESTRICTION = re.compile(r"@entry_restriction\s*\(")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PRIORITY = "::priority"
_TRIES = 600
_OMITTED = (0.2, 0.6, 0.9)
"""How many of its keys an entry leaves out: so that tables with many keys are hit as well."""
_WANTED, _SPARE = 0.7, 0.95


class Restriction:
    """What one table demands of its entries. `unread` says why a restriction could not be read, or is ""."""

    def __init__(self, table: p4info_pb2.Table, keys: Sequence[Key]) -> None:
        self._keys = tuple(keys)
        self._obeyed: Callable[[Facts], bool] | None = None
        self._wanted: dict[str, set[int]] = {}
        self.unread = ""
        annotation = next((a for a in table.preamble.annotations if _RESTRICTION.match(a)), None)
        if annotation is None:
            return
        text = " ".join(_STRING.findall(annotation))
        types = {key.name: Type(_KINDS.get(key.kind, "unspecified"), key.width) for key in keys}
        try:
            self._obeyed = predicate(parse(text), types)
        except (ConstraintSyntaxError, ConstraintTypeError) as error:
            self.unread = str(error)
            return
        for name, value in _mentioned(parse(text)):
            self._wanted.setdefault(name, set()).add(value)

    def draw(self, rng: random.Random, pools: Pools, priority: int) -> tuple[Matches, int] | None:
        """Match fields and a priority (0 stays 0) that obey; None when none were found in several hundred tries."""
        ranks = self.ranks()
        for _ in range(_TRIES):
            omitted = rng.choice(_OMITTED)
            if priority and ranks:
                priority = rng.choice(ranks)
            found = {key.name: self._draw_one(rng, pools, key, omitted) for key in self._keys}
            # An entry that matches everything leaves nothing for the others.
            if all(match is None for match in found.values()) and rng.random() < _SPARE:
                continue
            if self.obeyed(found, priority):
                return found, priority
        return None

    def obeyed(self, matches: Matches, priority: int) -> bool:
        """Whether an entry with these match fields and this priority is allowed."""
        return self._obeyed is None or self._obeyed(self._facts(matches, priority))

    def ranks(self) -> list[int]:
        """Priorities that the restriction speaks of."""
        return sorted(value for value in self._wanted.get(_PRIORITY, ()) if value)

    def _draw_one(self, rng: random.Random, pools: Pools, key: Key, omitted: float) -> Match | None:
        """As without a restriction, or a value that the restriction names."""
        wanted = sorted(v for v in self._wanted.get(key.name, ()) if not v >> key.width)
        if wanted and rng.random() < _WANTED and (key.kind == EXACT or rng.random() >= omitted):
            return exactly(key, rng.choice(wanted))
        return draw(rng, pools, key, omitted)

    def _facts(self, matches: Matches, priority: int) -> Facts:
        return Facts({key.name: _value(key, matches[key.name]) for key in self._keys}, priority)


def _mentioned(node: Expression) -> Iterator[tuple[str, int]]:
    """What keys are compared with, and what lies next to it; priority is `::priority`."""
    match node:
        case Comparison(_, left, right):
            for side, other in ((left, right), (right, left)):
                name = _name(side)
                if name and isinstance(other, Constant) and not isinstance(other.value, bool):
                    yield from (
                        (name, value) for value in (other.value, other.value + 1, other.value - 1) if value >= 0
                    )
        case Logic(_, operands):
            for operand in operands:
                yield from _mentioned(operand)
        case Not(operand):
            yield from _mentioned(operand)


def _name(node: Expression) -> str:
    match node:
        case Name(name) | Field(Name(name), "value"):
            return name
        case Attribute("priority"):
            return _PRIORITY
    return ""


def exactly(key: Key, value: int) -> Match:
    """The match of a key's kind that meets one value only."""
    match key.kind:
        case kind if kind == LPM:
            return Lpm(value, key.width)
        case kind if kind == RANGE:
            return Range(value, value)
        case kind if kind == TERNARY:
            return Ternary(value, (1 << key.width) - 1)
    return Exact(value)


def _value(key: Key, match: Match | None) -> Value:
    full = (1 << key.width) - 1
    if match is None:
        anything: dict[int, Match] = {LPM: Lpm(0, 0), RANGE: Range(0, full)}
        return anything.get(key.kind, Ternary(0, 0))
    return Ternary(match.value, full) if key.kind == OPTIONAL and isinstance(match, Exact) else match
