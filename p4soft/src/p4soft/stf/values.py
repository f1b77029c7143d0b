# SPDX-License-Identifier: Apache-2.0
"""Numbers as STF writes them, and what they mean for a table's match kinds.

p4c's rules (`backends/bmv2/bmv2stf.py`), which surprise: in a ternary field the mask covers just the digits written,
so `0x12` leaves the upper bits of a 16-bit field free and `0x0012` does not; a decimal number is compared in full.
"""

from __future__ import annotations

from dataclasses import dataclass

from p4soft.stf.errors import RefusedError
from p4soft.switch.program.model import KeyField
from p4soft.switch.state import Exact, Lpm, MatchField, Range, Ternary, Valid

_RADIX = {"0x": 4, "0b": 1, "0o": 3}
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
NUMBER = rf"0[xX][0-9a-fA-F*]+|0[bB][01*]+|0[oO][0-7*]+|{_IPV4}|[0-9]+"


@dataclass(frozen=True, slots=True)
class Literal:
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
