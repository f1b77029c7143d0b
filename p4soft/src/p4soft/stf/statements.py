# SPDX-License-Identifier: Apache-2.0
"""The statements of the Simple Test Framework's language, as `parser` makes them and `runner` executes them.

The language is that of p4c's `tools/stf` with the additions of its BMv2 back end and of 4ward; `forms.FORMS` lists
every form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from p4soft.stf.pattern import Pattern
from p4soft.stf.values import Literal


@dataclass(frozen=True, slots=True)
class Statement:
    """Base of all statements; `line` counts from 1, `text` is the line without comment and surrounding blanks."""

    line: int
    text: str

    @property
    def verb(self) -> str:
        """The statement's first word, in lower case."""
        return self.text.split(None, 1)[0].lower()


@dataclass(frozen=True, slots=True)
class Packet(Statement):
    """Send `frame` into `port`."""

    port: int
    frame: bytes


@dataclass(frozen=True, slots=True)
class Expect(Statement):
    """One packet comes out of `port`; `pattern` None: whatever it contains."""

    port: int
    pattern: Pattern | None


@dataclass(frozen=True, slots=True)
class NoPacket(Statement):
    """Nothing comes out that no `expect` asks for, even if there is no `expect` at all."""


@dataclass(frozen=True, slots=True)
class Wait(Statement):
    """Let everything in the switch settle: one second of virtual time passes."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An action argument; `name` None: positional."""

    name: str | None
    value: Literal


@dataclass(frozen=True, slots=True)
class Call:
    """An action with its arguments, as written."""

    action: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """A member or group of an action profile by its number, as an entry's action; `kind` is member or group."""

    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class Match:
    """One match field, as written."""

    field: str
    value: Literal


@dataclass(frozen=True, slots=True)
class Add(Statement):
    """Add a table entry; the largest `priority` wins. `label` names it for `check_counter NAME($label)`."""

    table: str
    priority: int | None
    matches: tuple[Match, ...]
    call: Call | Shared
    label: str | None


@dataclass(frozen=True, slots=True)
class Member(Statement):
    """Make a member of an action profile; numbers count from 0."""

    profile: str
    number: int
    call: Call


@dataclass(frozen=True, slots=True)
class Group(Statement):
    """Make a group of an action selector; its members, each of weight 1."""

    profile: str
    number: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetDefault(Statement):
    """Set a table's default action."""

    table: str
    call: Call


@dataclass(frozen=True, slots=True)
class RemoveAll(Statement):
    """Remove every table entry that the program does not declare const."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison with a number: `operator` is one of ==, !=, <, <=, >, >=."""

    operator: str
    value: int

    def holds(self, found: int) -> bool:
        """Whether `found` satisfies the condition."""
        return {
            "==": found == self.value,
            "!=": found != self.value,
            "<": found < self.value,
            "<=": found <= self.value,
            ">": found > self.value,
            ">=": found >= self.value,
        }[self.operator]

    def __str__(self) -> str:
        return f"{self.operator} {self.value}"


@dataclass(frozen=True, slots=True)
class CheckCounter(Statement):
    """Compare a counter. `index` is a cell number, or the label of the entry whose direct counter is meant.

    `unit` is packets or bytes. Without a condition the counter must merely exist.
    """

    counter: str
    index: int | str
    unit: str
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Rate:
    """One rate of a meter as BMv2's command line has it: units per microsecond, and a burst in units."""

    per_us: Decimal
    burst: int


@dataclass(frozen=True, slots=True)
class Command(Statement):
    """A command that p4c hands to BMv2's command line: what it names, its numbers, rates, condition."""

    name: str = ""
    numbers: tuple[int, ...] = ()
    rates: tuple[Rate, ...] = ()
    condition: Condition | None = None


def ports(statements: Sequence[Statement]) -> list[int]:
    """The ports a test names in packet and expect statements, ascending."""
    return sorted({s.port for s in statements if isinstance(s, Packet | Expect)})
