# SPDX-License-Identifier: Apache-2.0
"""What an `expect` says about a packet's bytes: hexadecimal digits, `*` for any digit, `$` for the packet's end."""

from __future__ import annotations

from dataclasses import dataclass

_HEX = frozenset("0123456789abcdefABCDEF")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a packet departs from a pattern: `digit` counts hexadecimal digits from 0; `problem` says it in words."""

    digit: int
    problem: str


@dataclass(frozen=True, slots=True)
class Pattern:
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
        """The pattern's length for people."""
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
