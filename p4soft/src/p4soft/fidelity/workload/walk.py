# SPDX-License-Identifier: Apache-2.0
"""Walks through a parser's graph, each leaving the frame that takes this way.

A walk decides the bits that its transitions, `verify` and variable-length headers ask for, and nothing else; ways that
were taken least come first, so that a few dozen walks reach every state and every transition that can be reached.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from p4soft.fidelity.workload.bits import PORT_START, Atoms, Bits, constant
from p4soft.fidelity.workload.values import Unknown, Values
from p4soft.switch import Program
from p4soft.switch.program.model import (
    Expr,
    FieldRef,
    HeaderType,
    Lookahead,
    ParserOp,
    ParseState,
    StackField,
    Transition,
    UnionStackField,
)

_LONGEST = 64
"""States on one way, and at most this many elements of a stack."""
_FRAME_BITS = 8 * 1200
_GUESSES = 200
_PASSES_VERIFY = 0.9


@dataclass
class Walk:
    """One way: the frame's bits, its length, and where each extracted field lies (by header instance)."""

    bits: Bits
    length: int = 0
    fields: dict[FieldRef, Atoms] = field(default_factory=dict)
    accepted: bool = False


class Walker:
    """Walks through the parser of one program."""

    def __init__(self, program: Program, rng: random.Random) -> None:
        self._program = program
        self._rng = rng
        self._taken: Counter[tuple[str, int]] = Counter()
        parser = next(iter(program.parsers.values()), None)
        self._states: Mapping[str, ParseState] = parser.states if parser is not None else {}
        self._start = parser.init_state if parser is not None else None

    def walk(self) -> Walk:
        """The next way."""
        return _OneWalk(self._program, self._rng, self._taken).run(self._states, self._start)


class _OneWalk:
    def __init__(self, program: Program, rng: random.Random, taken: Counter[tuple[str, int]]) -> None:
        self._program = program
        self._rng = rng
        self._taken = taken
        # Half of the walks go on as long as they can; the others see to it that every transition is taken.
        self._far = rng.random() < 0.5
        self._cursor = 0
        self._next: Counter[str] = Counter()
        self._result = Walk(Bits(rng))
        self._bits = self._result.bits
        self._values = Values(program, self._bits, self._lookahead, self._next)
        port = program.aliases.get("intrinsic_metadata.ingress_port", FieldRef("standard_metadata", "ingress_port"))
        self._values.known[port] = self._bits.span(PORT_START, self._values.width(port) or 9)

    def run(self, states: Mapping[str, ParseState], start: str | None) -> Walk:
        name, seen = start, 0
        while name is not None and seen < _LONGEST and self._cursor <= _FRAME_BITS:
            seen += 1
            state = states[name]
            if not all(self._operation(op) for op in state.ops):
                break
            chosen = self._transition(state)
            if chosen is None:
                break
            name = chosen.next_state
            if name is None:
                self._result.accepted = True
        self._result.length = -(-self._cursor // 8)
        self._result.fields = dict(self._values.extracted)
        return self._result

    def _lookahead(self, look: Lookahead) -> Atoms:
        return self._bits.span(self._cursor + look.offset, look.width)

    # Operations. Each says whether the parser goes on.

    def _operation(self, op: ParserOp) -> bool:
        try:
            match op.op:
                case "extract" | "extract_VL":
                    return self._extract(op)
                case "set":
                    self._set(op.args[0], op.args[1])
                case "advance":
                    self._cursor += self._number(op.args[0], lambda n: 0 <= n <= _FRAME_BITS)
                case "verify":
                    return self._verify(op.args[0])
                case "primitive" if op.call is not None and op.call.op == "assign_header":
                    pass
        except Unknown:
            # Whatever it does, the walk cannot follow it; the frame is still one that comes here.
            return op.op != "advance"
        return True

    def _extract(self, op: ParserOp) -> bool:
        header = self._target(op.target)
        if header is None:
            return False
        header_type = self._program.headers[header].type
        varying = self._varying(header_type, op.args[0]) if op.args else 0
        for kind in header_type.fields:
            width = varying if kind.varbit else kind.width
            ref = FieldRef(header, kind.name)
            self._values.known[ref] = self._bits.span(self._cursor, width)
            self._values.extracted[ref] = self._values.known[ref]
            self._cursor += width
        self._values.valid.add(header)
        return True

    def _target(self, target: tuple[str, ...]) -> str | None:
        """The header instance to extract; None when a stack is full."""
        if len(target) == 1:
            return target[0]
        stack, used = target[1], self._next[target[1]]
        self._next[stack] += 1
        if target[0] == "stack":
            headers = self._program.stacks[stack].headers
            return headers[used] if used < len(headers) else None
        unions = self._program.union_stacks[stack].unions
        return dict(self._program.unions[unions[used]].members)[target[2]] if used < len(unions) else None

    def _varying(self, header_type: HeaderType, length: Expr) -> int:
        """The bits of a variable-length field, decided so that they fit."""
        most = next(f.width for f in header_type.fields if f.varbit)
        # The header's own fields may say how long it is: they stand in front of the variable-length one.
        return self._number(length, lambda n: 0 <= n <= most and n % 8 == 0)

    def _number(self, expr: Expr, fits: Callable[[int], bool]) -> int:
        """The value of an expression; free bits in it are decided so that it fits."""
        return self._decide(expr, self._values.number, fits)

    def _verify(self, condition: Expr) -> bool:
        wanted = self._rng.random() < _PASSES_VERIFY
        return bool(self._decide(condition, self._values.number, lambda n: bool(n) == wanted))

    def _decide(self, expr: Expr, evaluate: Callable[[Expr], int], fits: Callable[[int], bool]) -> int:
        free = self._bits.free(self._values.atoms_in(expr))
        fields = [self._bits.free(atoms) for atoms in self._values.leaves(expr)]
        constants = self._values.constants(expr)
        value = 0
        for guess in range(_GUESSES if free else 1):
            self._bits.release(free)
            for atoms in fields:
                chosen = self._rng.choice(constants) if constants and guess % 2 else self._rng.getrandbits(6)
                still = self._bits.free(atoms)
                self._bits.force(still, chosen, (1 << len(still)) - 1)
            value = evaluate(expr)
            if fits(value):
                return value
        if not fits(value):
            raise Unknown
        return value

    def _set(self, target: Expr, source: Expr) -> None:
        ref = self._values.resolve(target)
        if ref is None:
            raise Unknown
        width = self._values.width(ref)
        try:
            atoms = self._values.atoms(source, width)
        except Unknown:
            self._values.known.pop(ref, None)
            return
        if width is not None:
            self._values.known[ref] = ([0] * width + atoms)[-width:] if width else []

    # Transitions.

    def _transition(self, state: ParseState) -> Transition | None:
        """A transition that can be taken, seldom taken ones first."""
        atoms: Atoms | None = []
        for part in state.key:
            try:
                padding = -part.width % 8
                assert atoms is not None
                atoms += [0] * padding + self._key(part.expr, part.width)
            except Unknown:
                atoms = None
                break
        order = list(range(len(state.transitions)))
        self._rng.shuffle(order)
        ends = [t.kind != "hexstr" or t.next_state is None for t in state.transitions]
        order.sort(key=lambda i: ends[i] if self._far else self._taken[state.name, i])
        for index in order:
            transition = state.transitions[index]
            if atoms is None or self._takes(state, atoms, index):
                self._taken[state.name, index] += 1
                return transition
            self._taken[state.name, index] += 1
        return None

    def _key(self, expr: Expr, width: int) -> Atoms:
        ref = self._values.resolve(expr) if isinstance(expr, FieldRef | StackField | UnionStackField) else None
        if ref is not None and ref not in self._values.known:
            # Never written: 0 in metadata, anything in a header that was not extracted.
            return constant(0, width)
        return self._values.atoms(expr, width)

    def _takes(self, state: ParseState, atoms: Atoms, index: int) -> bool:
        transition = state.transitions[index]
        if transition.kind == "parse_vset":
            return False
        full = (1 << len(atoms)) - 1
        if transition.kind == "hexstr":
            mask = full if transition.mask is None else transition.mask & full
            return self._bits.force(atoms, transition.value, mask)
        others = [t for t in state.transitions if t.kind == "hexstr"]
        free = self._bits.free(atoms)
        for _ in range(_GUESSES if free else 1):
            self._bits.release(free)
            value = self._bits.number(atoms)
            if not any((value ^ t.value) & (full if t.mask is None else t.mask) == 0 for t in others):
                return True
        self._bits.release(free)
        return False
