# SPDX-License-Identifier: Apache-2.0
"""What the generator knows about types and about the names a piece of code can see; the program that it makes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import Struct

# --- Types and scopes ------------------------------------------------------------------------------------------------


class Bits(Struct, frozen=True):
    """`bit<width>` or `int<width>`."""

    width: int
    signed: bool = False

    def __str__(self) -> str:
        return f"{'int' if self.signed else 'bit'}<{self.width}>"


class Boolean(Struct, frozen=True):
    def __str__(self) -> str:
        return "bool"


BOOL = Boolean()
Scalar = Bits | Boolean


class Record(Struct, frozen=True):
    """A struct or a header; `varbit` is the size of the header's last field, 0 if it has none."""

    name: str
    fields: tuple[tuple[str, Scalar], ...]
    is_header: bool = False
    varbit: int = 0

    def __str__(self) -> str:
        return self.name

    def declaration(self) -> list[str]:
        lines = [f"{'header' if self.is_header else 'struct'} {self.name} {{"]
        lines += [f"    {kind} {name};" for name, kind in self.fields]
        if self.varbit:
            lines.append(f"    varbit<{self.varbit}> options;")
        return [*lines, "}"]

    @property
    def size_bytes(self) -> int:
        """Size of the fixed part of a header."""
        return sum(k.width for _, k in self.fields if isinstance(k, Bits)) // 8


Type = Scalar | Record


class Value(Struct, frozen=True):
    """Something that can be read. `needs` is the header that must be valid, "" if none."""

    text: str
    type: Type
    writable: bool = True
    needs: str = ""


class Parameter(Struct, frozen=True):
    direction: str
    type: Type
    name: str

    def __str__(self) -> str:
        return f"{self.direction} {self.type} {self.name}".strip()


class Callable(Struct, frozen=True):
    """A function, an action or a control instance (`name` then ends in .apply).

    `effects` are the headers that a call may make invalid. A control with tables is called `once`: simple_switch's
    tables have one successor each. Only `straight` functions have no conditions, and fit a parser. `result` is None for
    things that are only statements. `exits`: the body may exit, and p4c then
    loses some copies back.
    """

    name: str
    parameters: tuple[Parameter, ...]
    result: Scalar | None = None
    effects: frozenset[str] = frozenset()
    leading: tuple[str, ...] = ()
    once: bool = False
    straight: bool = True
    exits: bool = False


@dataclass
class Headers:
    """The instances in `headers_t`: plain headers, stacks and unions, by path."""

    plain: dict[str, Record] = field(default_factory=dict)
    stacks: dict[str, tuple[Record, int]] = field(default_factory=dict)
    unions: dict[str, dict[str, Record]] = field(default_factory=dict)

    def elements(self, stack: str) -> list[str]:
        """The paths of a stack's elements."""
        return [f"{stack}[{i}]" for i in range(self.stacks[stack][1])]

    def every(self) -> dict[str, Record]:
        """Every single header by path: plain ones, stack elements, union members; none with a varbit field."""
        found = {p: r for p, r in self.plain.items() if not r.varbit}
        for stack, (record, _size) in self.stacks.items():
            found.update(dict.fromkeys(self.elements(stack), record))
        for union, members in self.unions.items():
            found.update({f"{union}.{name}": r for name, r in members.items()})
        return found


@dataclass
class Scope:
    """What code at one place can see and do.

    `facts` are headers known to be valid here; nothing in this scope may make them invalid. `effects` collects what
    the whole body may make invalid. `whole`: a call writes to no slices.
    `place` is "parser", "function", "action", "ingress" or "egress".
    """

    place: str
    values: list[Value] = field(default_factory=list)
    facts: frozenset[str] = frozenset()
    effects: set[str] = field(default_factory=set)
    functions: list[Callable] = field(default_factory=list)
    statements: list[Callable] = field(default_factory=list)
    result: Scalar | None = None
    may_leave: bool = False
    sees_headers: bool = False
    in_loop: bool = False
    in_action: bool = False
    whole: bool = False

    def child(self, facts: Iterable[str] = ()) -> Scope:
        return Scope(
            self.place, list(self.values), self.facts | frozenset(facts), self.effects, self.functions,
            self.statements, self.result, self.may_leave, self.sees_headers, self.in_loop, self.in_action,
            self.whole,
        )  # fmt: skip

    def readable(self) -> list[Value]:
        return [v for v in self.values if not v.needs or v.needs in self.facts]

    def writable(self) -> list[Value]:
        return [v for v in self.readable() if v.writable]

    def may_invalidate(self, headers: Iterable[str]) -> bool:
        """Whether nothing here relies on these headers; if so, they count as effects."""
        wanted = set(headers)
        if wanted & self.facts:
            return False
        self.effects |= wanted
        return True


class Source:
    """Random choices and fresh names."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self._names = 0

    def name(self, prefix: str) -> str:
        """A name used nowhere else in the program."""
        self._names += 1
        return f"{prefix}{self._names}"

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.rng.random() < probability

    def width(self) -> int:
        """A width in bits: mostly the usual ones, sometimes odd or huge."""
        if self.chance(0.55):
            return self.rng.choice((1, 4, 8, 8, 16, 16, 32, 32, 48, 64))
        return self.rng.choice((self.rng.randint(1, 20), self.rng.randint(1, 70), self.rng.randint(60, 160)))

    def bits(self) -> Bits:
        width = self.width()
        return Bits(width, width > 1 and self.chance(0.25))

    def scalar(self) -> Scalar:
        return BOOL if self.chance(0.12) else self.bits()

    def number(self, kind: Bits) -> int:
        """A value of a type: often one near an edge, for that is where mistakes show."""
        low, high = (-(1 << kind.width - 1), (1 << kind.width - 1) - 1) if kind.signed else (0, (1 << kind.width) - 1)
        choice = self.rng.random()
        if choice < 0.5:
            return min(high, self.rng.choice((0, 1, 1, 2, 3, 5, 7)))
        if choice < 0.7:
            return self.rng.choice((low, high, high - 1, low + 1))
        return self.rng.randint(low, high)


def fields_of(path: str, record: Record, *, writable: bool = True, needs: str = "") -> list[Value]:
    return [Value(f"{path}.{name}", kind, writable, needs) for name, kind in record.fields]


def indent(lines: Iterable[str]) -> list[str]:
    """The lines four columns to the right."""
    return [f"    {line}" for line in lines]


# --- The program and its packets -------------------------------------------------------------------------------------


FIRST_SENTINEL_PORT = 506
"""Generated programs send a frame that enters at ports 506..509 straight back out of the same port, unchanged.

simple_switch handles egress port p in egress thread p modulo 4, so one such frame per port tells that everything sent
before has been through.
"""

SENTINEL_PORTS = tuple(range(FIRST_SENTINEL_PORT, FIRST_SENTINEL_PORT + 4))


class Case(Struct, frozen=True):
    """One program, its configuration and its packets.

    Attributes:
        source: P4_16 text; one statement or one bracket per line, so that lines can be left out when minimising.
        packets: (ingress port, frame).
        sessions: clone session -> (egress port, or None) or (None, multicast group).
        groups: multicast group -> (port, rid) replicas.
        counters: indirect counters by control-plane name, with their size.
        registers: registers by control-plane name, with their size.
        ordered: whether the frames a packet leads to leave each port in a certain order; copies made in egress do not,
            for simple_switch handles ports in several threads.
        rounds: how many times sentinels must pass before a packet and its copies are through.
    """

    seed: int
    source: str
    packets: tuple[tuple[int, bytes], ...]
    sessions: dict[int, tuple[int | None, int | None]]
    groups: dict[int, tuple[tuple[int, int], ...]]
    counters: dict[str, int]
    registers: dict[str, int]
    rounds: int
    ordered: bool
