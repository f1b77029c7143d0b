# SPDX-License-Identifier: Apache-2.0
"""A frame that is being made up: bits that a parse path asks for, and bits that are still free.

A value is a list of atoms, most significant first: 0 and 1 are those bits, an atom from 2 on is bit `atom - 2` of the
frame. So what a parser copies into metadata and looks at later can still be traced to the frame.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

Atoms = list[int]

PORT_START = 1 << 20
"""Where the bits of the ingress port are: behind every frame."""
_FIRST = 2


def constant(value: int, width: int) -> Atoms:
    """The atoms of a number, cut to a width."""
    return [value >> (width - 1 - i) & 1 for i in range(width)]


class Bits:
    """The bits of one frame and of its ingress port, each 0, 1 or free."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._known: dict[int, int] = {}

    def span(self, start: int, width: int) -> Atoms:
        """`width` bits from bit `start` of the frame."""
        return list(range(start + _FIRST, start + _FIRST + width))

    def is_free(self, atoms: Sequence[int]) -> bool:
        """Whether none of them is decided."""
        return all(a >= _FIRST and a - _FIRST not in self._known for a in atoms)

    def free(self, atoms: Sequence[int]) -> list[int]:
        """Those that are not decided, each once."""
        return [a for a in dict.fromkeys(atoms) if a >= _FIRST and a - _FIRST not in self._known]

    def force(self, atoms: Sequence[int], value: int, mask: int) -> bool:
        """Make the bits of `mask` those of `value`; False, and nothing is changed, when one is already otherwise."""
        wanted: dict[int, int] = {}
        for shift, atom in zip(range(len(atoms) - 1, -1, -1), atoms, strict=True):
            if not mask >> shift & 1:
                continue
            bit = value >> shift & 1
            known = atom if atom < _FIRST else wanted.get(atom, self._known.get(atom - _FIRST))
            if known is None:
                wanted[atom] = bit
            elif known != bit:
                return False
        self._known.update((atom - _FIRST, bit) for atom, bit in wanted.items())
        return True

    def release(self, atoms: Sequence[int]) -> None:
        """Make them free again."""
        for atom in atoms:
            self._known.pop(atom - _FIRST, None)

    def number(self, atoms: Sequence[int]) -> int:
        """The value; what is free is decided now, by chance, mostly as 0."""
        value = 0
        for atom in atoms:
            bit = atom if atom < _FIRST else self._known.setdefault(atom - _FIRST, int(self._rng.random() < 1 / 4))
            value = value << 1 | bit
        return value

    def frame(self, length: int) -> bytes:
        """The first `length` bytes."""
        return self.number(self.span(0, 8 * length)).to_bytes(length, "big") if length else b""
