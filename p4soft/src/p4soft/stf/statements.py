# SPDX-License-Identifier: Apache-2.0
"""The statements of the Simple Test Framework's language, as `parser` makes them and `runner` executes them.

The language is that of p4c's `tools/stf` with the additions of its BMv2 back end and of 4ward; `parser.FORMS` lists
every form. Numbers follow p4c's rules (`backends/bmv2/bmv2stf.py`), which surprise: in a ternary field the mask covers
just the digits written, so `0x12` leaves the upper bits of a 16-bit field free and `0x0012` does not; a decimal number
is compared in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct

from p4soft.switch.program.model import KeyField
from p4soft.switch.state import Exact, Lpm, MatchField, Range, Ternary, Valid

# --- Errors ----------------------------------------------------------------------------------------------------------


class StfError(Exception):
    """A test that cannot be run: unreadable, malformed, or asking for something its program or target has not."""


class StfSyntaxError(StfError):
    """Every malformed line of a file, each as `file:line: verb: problem; accepted: form`."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class RefusedError(StfError):
    """A statement names something the program does not have, or that the target cannot do; no file or line yet."""


# --- Numbers ---------------------------------------------------------------------------------------------------------


_RADIX = {"0x": 4, "0b": 1, "0o": 3}
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
NUMBER = rf"0[xX][0-9a-fA-F*]+|0[bB][01*]+|0[oO][0-7*]+|{_IPV4}|[0-9]+"


class Literal(Struct, frozen=True):
    """A value as written: one number, or two with `/`, `&&&`, `->` or `..` between them; `*` alone is anything."""

    text: str
    first: str
    operator: str = ""
    second: str = ""

    def number(self) -> int:
        """The value, where only a plain number will do; raises RefusedError."""
        if self.operator or "*" in self.first:
            raise RefusedError(f"{self.text}: accepted: a number (decimal, 0x, 0b or 0o)")
        return plain(self.first)


def plain(text: str) -> int:
    """A number without wildcards: decimal (leading zeros allowed), 0x, 0b or 0o; or an IPv4 address."""
    if "." in text:
        return int.from_bytes(bytes(int(part) for part in text.split(".")))
    return int(text[2:], 1 << _RADIX[text[:2].lower()]) if text[:2].lower() in _RADIX else int(text)


def default_match(field: KeyField) -> MatchField:
    """What a match field that an entry does not mention means: anything, or 0 where the kind has no "anything"."""
    if field.match == "ternary":
        return Ternary(0, 0)
    if field.match == "lpm":
        return Lpm(0, 0)
    if field.match == "range":
        return Range(0, (1 << field.width) - 1)
    return Valid(False) if field.match == "valid" else Exact(0)


def to_match(field: KeyField, literal: Literal) -> MatchField:
    """The match field that `literal` means for this component of a key.

    Raises:
        RefusedError: the form does not suit the match kind, or a number does not fit the field.
    """
    convert = {"exact": _exact, "valid": _valid, "lpm": _lpm, "ternary": _ternary, "range": _range}[field.match]
    return convert(field, literal)


def _fail(field: KeyField, literal: Literal, problem: str) -> RefusedError:
    accepted = {
        "exact": "a number",
        "valid": "0 or 1",
        "lpm": "value/prefix-length, a number (the whole field), or digits ending in * (0x0a00****)",
        "ternary": "value&&&mask, 0x, 0b or 0o digits with * for any (0x12**), a decimal number, or *",
        "range": "low->high, low..high, a number, or *",
    }[field.match]
    return RefusedError(
        f"match field {field.name} ({field.match}, {field.width} bits): {literal.text}: {problem}; accepted: {accepted}"
    )


def _fit(field: KeyField, literal: Literal, text: str) -> int:
    if "*" in text:
        raise _fail(field, literal, f"{text} has wildcards here")
    value = plain(text)
    if value >> field.width:
        raise _fail(field, literal, f"{text} does not fit {field.width} bits")
    return value


def _exact(field: KeyField, literal: Literal) -> MatchField:
    if literal.operator:
        raise _fail(field, literal, f"'{literal.operator}' does not suit an exact field")
    return Exact(_fit(field, literal, literal.first))


def _valid(field: KeyField, literal: Literal) -> MatchField:
    match = _exact(field, literal)
    return Valid(isinstance(match, Exact) and bool(match.value))


def _lpm(field: KeyField, literal: Literal) -> MatchField:
    if literal.operator == "/":
        value, length = _fit(field, literal, literal.first), plain(literal.second.replace("*", "0"))
        if length > field.width:
            raise _fail(field, literal, f"prefix length {length} is out of range 0..{field.width}")
    elif literal.operator:
        raise _fail(field, literal, f"'{literal.operator}' does not suit an lpm field")
    elif literal.first == "*":
        value, length = 0, 0
    else:
        fixed = literal.first.rstrip("*")
        if "*" in fixed:
            raise _fail(field, literal, "a * may only stand at the end")
        wild = (len(literal.first) - len(fixed)) * _RADIX.get(literal.first[:2].lower(), 0)
        value = _fit(field, literal, fixed + "0" * (len(literal.first) - len(fixed)))
        length = max(0, field.width - wild)
    # BMv2 ignores the bits after the prefix; the switch's own interface insists that they are 0.
    return Lpm(value >> (field.width - length) << (field.width - length), length)


def _ternary(field: KeyField, literal: Literal) -> MatchField:
    full = (1 << field.width) - 1
    if literal.operator == "&&&":
        value, mask = _fit(field, literal, literal.first), _fit(field, literal, literal.second)
    elif literal.operator:
        raise _fail(field, literal, f"'{literal.operator}' does not suit a ternary field")
    elif literal.first == "*":
        value, mask = 0, 0
    else:
        value = _fit(field, literal, literal.first.replace("*", "0"))
        bits = _RADIX.get(literal.first[:2].lower())
        mask = full
        if bits is not None:
            ones = "1" * bits
            mask = full & int("".join("0" * bits if c == "*" else ones for c in literal.first[2:]), 2)
    return Ternary(value & mask, mask)


def _range(field: KeyField, literal: Literal) -> MatchField:
    if literal.first == "*":
        return Range(0, (1 << field.width) - 1)
    low = _fit(field, literal, literal.first)
    if not literal.operator:
        return Range(low, low)
    if literal.operator not in ("->", ".."):
        raise _fail(field, literal, f"'{literal.operator}' does not suit a range field")
    high = _fit(field, literal, literal.second)
    if high < low:
        raise _fail(field, literal, f"{literal.second} is below {literal.first}")
    return Range(low, high)


# --- Expected bytes --------------------------------------------------------------------------------------------------


_HEX = frozenset("0123456789abcdefABCDEF")


class Difference(Struct, frozen=True):
    """Where a packet departs from a pattern: `digit` counts hexadecimal digits from 0; `problem` says it in words."""

    digit: int
    problem: str


class Pattern(Struct, frozen=True):
    """`digits` are lower-case hexadecimal digits and `*`; `exact` also asks that the packet ends with them."""

    digits: str
    exact: bool

    def difference(self, frame: bytes) -> Difference | None:
        """The first difference of `frame`, or None if it matches."""
        found = frame.hex()
        for i, (want, got) in enumerate(zip(self.digits, found, strict=False)):
            if want not in ("*", got):
                return Difference(i, f"byte {i // 2} ({_half(i)}): expected {want}, got {got}")
        length = f"{len(frame)} bytes"
        if len(found) < len(self.digits):
            least = "" if self.exact else "at least "
            return Difference(len(found), f"too short: expected {least}{self.size}, got {length}")
        if self.exact and len(found) > len(self.digits):
            return Difference(len(self.digits), f"too long: expected exactly {self.size}, got {length}")
        return None

    @property
    def size(self) -> str:
        whole, half = divmod(len(self.digits), 2)
        return f"{whole} and a half bytes" if half else f"{whole} bytes"

    def __str__(self) -> str:
        return grouped(self.digits) + (" $" if self.exact else "")


def _half(digit: int) -> str:
    return "low digit" if digit % 2 else "high digit"


def grouped(digits: str) -> str:
    """Digits in groups of four (two bytes)."""
    return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))


def column(digit: int) -> int:
    """Where `grouped` puts a digit, counting from 0."""
    return digit + digit // 4


def parse_frame(words: list[str]) -> bytes:
    """The bytes of a packet; raises ValueError with the reason."""
    digits = "".join(words)
    _check(digits, _HEX)
    if not digits:
        raise ValueError("the packet has no data")
    if len(digits) % 2:
        raise ValueError(f"{len(digits)} hexadecimal digits are not whole bytes")
    return bytes.fromhex(digits)


def parse_pattern(words: list[str]) -> Pattern | None:
    """The pattern of an expect, None without any; raises ValueError with the reason."""
    if not words:
        return None
    digits = "".join(words)
    exact = digits.endswith("$")
    digits = digits.removesuffix("$")
    if "$" in digits:
        raise ValueError("'$' (the packet ends here) may only stand at the end")
    _check(digits, _HEX | {"*"})
    return Pattern(digits.lower(), exact)


def _check(digits: str, accepted: frozenset[str]) -> None:
    bad = next((c for c in digits if c not in accepted), None)
    if bad is not None:
        raise ValueError(f"{bad!r} is not a hexadecimal digit{' or *' if '*' in accepted else ''}")


# --- Statements ------------------------------------------------------------------------------------------------------


class Statement(Struct, frozen=True):
    """Base of all statements; `line` counts from 1, `text` is the line without comment and surrounding blanks."""

    line: int
    text: str

    @property
    def verb(self) -> str:
        """The statement's first word, in lower case."""
        return self.text.split(None, 1)[0].lower()


class Packet(Statement, frozen=True):
    port: int
    frame: bytes


class Expect(Statement, frozen=True):
    """One packet comes out of `port`; `pattern` None: whatever it contains."""

    port: int
    pattern: Pattern | None


class NoPacket(Statement, frozen=True):
    """Nothing comes out that no `expect` asks for, even if there is no `expect` at all."""


class Wait(Statement, frozen=True):
    """Let everything in the switch settle: one second of virtual time passes."""


class Argument(Struct, frozen=True):
    """An action argument; `name` None: positional."""

    name: str | None
    value: Literal


class Call(Struct, frozen=True):
    """An action with its arguments, as written."""

    action: str
    arguments: tuple[Argument, ...]


class Shared(Struct, frozen=True):
    """A member or group of an action profile by its number, as an entry's action; `kind` is member or group."""

    kind: str
    number: int


class Match(Struct, frozen=True):
    """One match field, as written."""

    field: str
    value: Literal


class Add(Statement, frozen=True):
    """Add a table entry; the largest `priority` wins. `label` names it for `check_counter NAME($label)`."""

    table: str
    priority: int | None
    matches: tuple[Match, ...]
    call: Call | Shared
    label: str | None


class Member(Statement, frozen=True):
    """Make a member of an action profile; numbers count from 0."""

    profile: str
    number: int
    call: Call


class Group(Statement, frozen=True):
    """Make a group of an action selector; its members, each of weight 1."""

    profile: str
    number: int
    members: tuple[int, ...]


class SetDefault(Statement, frozen=True):
    table: str
    call: Call


class RemoveAll(Statement, frozen=True):
    """Remove every table entry that the program does not declare const."""


class Condition(Struct, frozen=True):
    """A comparison with a number: `operator` is one of ==, !=, <, <=, >, >=."""

    operator: str
    value: int

    def holds(self, found: int) -> bool:
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


class CheckCounter(Statement, frozen=True):
    """Compare a counter. `index` is a cell number, or the label of the entry whose direct counter is meant.

    `unit` is packets or bytes. Without a condition the counter must merely exist.
    """

    counter: str
    index: int | str
    unit: str
    condition: Condition | None


class Rate(Struct, frozen=True):
    """One rate of a meter as BMv2's command line has it: units per microsecond, and a burst in units."""

    per_us: Decimal
    burst: int


class Command(Statement, frozen=True):
    """A command that p4c hands to BMv2's command line: what it names, its numbers, rates, condition."""

    name: str = ""
    numbers: tuple[int, ...] = ()
    rates: tuple[Rate, ...] = ()
    condition: Condition | None = None


def ports(statements: Sequence[Statement]) -> list[int]:
    """The ports a test names in packet and expect statements, ascending."""
    return sorted({s.port for s in statements if isinstance(s, Packet | Expect)})
