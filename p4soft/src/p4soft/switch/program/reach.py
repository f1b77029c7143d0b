# SPDX-License-Identifier: Apache-2.0
"""How far into a frame a program looks: its parser does, and so do checksums over the payload."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from p4soft.interpreter import deep_recursion
from p4soft.switch.program.model import Const, Lookahead, Parser, ParserOp, ParseState, Program

EVERYTHING: Final = (1 << 63) - 1
"""The reach of a program that may look at every byte."""


@lru_cache(maxsize=64)
def reach(program: Program) -> int:
    """So many bytes from a frame's start decide all that a program does; others it copies, or cuts off.

    A loop that only fills a header stack ends when that is full. EVERYTHING: a loop of the parser does something else,
    the parser advances by what a packet says, or a checksum covers the payload.
    """
    inputs = (part for calculation in program.calculations.values() for part in calculation.inputs)
    if any(part.kind == "payload" for part in inputs):
        return EVERYTHING
    with deep_recursion():
        bits = max((_Walk(program, parser).bits() for parser in program.parsers.values()), default=0)
    return min(EVERYTHING, bits + 7 >> 3)


_UNLIMITED: Final = 8 * EVERYTHING


class _Walk:
    """The ways through a parser."""

    def __init__(self, program: Program, parser: Parser) -> None:
        self._program = program
        self._states = parser.states
        self._first = parser.init_state
        self._known: dict[str, int] = {}

    def bits(self) -> int:
        return 0 if self._first is None else self._from(self._first)

    def _from(self, name: str) -> int:
        """Bits from where a state begins to the last one that is looked at on any way from there."""
        if name not in self._known:
            loop = self._loop(name)
            ahead, seen = self._around(loop) if loop else self._through(self._states[name])
            among = loop or {name}
            after = {following for each in among for following in _next(self._states[each])} - among
            self._known[name] = max([seen, *(ahead + self._from(following) for following in after)])
        return self._known[name]

    def _loop(self, name: str) -> set[str]:
        """The states from which a parser may come back to this one, which comes to them; none: it is in no loop."""
        return {each for each in self._after(name) if name in self._after(each)}

    def _after(self, name: str) -> set[str]:
        found, ahead = set[str](), [name]
        while ahead:
            new = _next(self._states[ahead.pop()]) - found
            found |= new
            ahead += new
        return found

    def _around(self, loop: Iterable[str]) -> tuple[int, int]:
        """By how many bits a loop moves on at most, and up to which bit it looks."""
        states = [self._states[name] for name in loop]
        moving = [op for state in states for op in state.ops if self._step(op) or op.call is not None]
        if not all(op.target[:1] in {("stack",), ("union_stack",)} for op in moving):  # a call may empty the stack
            return _UNLIMITED, _UNLIMITED
        whole = {op.target[:2]: self._step(op) * self._places(op.target) for op in moving}
        ahead = sum(whole.values())
        return ahead, ahead + max(self._through(state)[1] for state in states)

    def _through(self, state: ParseState) -> tuple[int, int]:
        """By how many bits a state moves on, and up to which bit it looks."""
        at = seen = 0
        for op in state.ops:
            seen = max(seen, at + _looked(op))
            at += self._step(op)
        return at, max(seen, at + _looked(state.key))

    def _step(self, op: ParserOp) -> int:
        match op:
            case ParserOp(op="extract" | "extract_VL", target=target):
                return max(self._size(name) for name in self._filled(target))
            case ParserOp(op="advance", args=(Const(value=value),)):
                return value
            case ParserOp(op="advance"):
                return _UNLIMITED
        return 0

    def _filled(self, target: tuple[str, ...]) -> list[str]:
        """The headers that an operation may fill."""
        match target:
            case ("stack", name, *_):
                return list(self._program.stacks[name].headers)
            case ("union_stack", name, *_):
                rows = self._program.union_stacks[name].unions
                return [header for row in rows for _, header in self._program.unions[row].members]
        return [target[0]]

    def _places(self, target: tuple[str, ...]) -> int:
        if target[0] == "stack":
            return len(self._program.stacks[target[1]].headers)
        return len(self._program.union_stacks[target[1]].unions)

    def _size(self, header: str) -> int:
        kind = self._program.headers[header].type
        return max(kind.fixed_bits, 8 * (kind.max_bytes or 0))


def _next(state: ParseState) -> set[str]:
    return {each.next_state for each in state.transitions if each.next_state is not None}


def _looked(part: object) -> int:
    """Up to which bit from here a part of a parser looks ahead."""
    if isinstance(part, Lookahead):
        return part.offset + part.width
    inner: Iterable[object] = part if isinstance(part, tuple) else ()
    if isinstance(part, Struct):
        inner = (getattr(part, name) for name in part.__struct_fields__)
    return max(map(_looked, inner), default=0)
