# SPDX-License-Identifier: Apache-2.0
"""Walks through a parser's graph, each leaving the frame that takes this way.

A walk decides the bits that its transitions, `verify` and variable-length headers ask for, and nothing else; ways that
were taken least come first, so that a few dozen walks reach every state and every transition that can be reached.

A value is a list of atoms, most significant first: 0 and 1 are those bits, an atom from 2 on is bit `atom - 2` of the
frame. So what a parser copies into metadata and looks at later can still be traced to the frame.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from p4soft.switch import Program
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.model import (
    Bool,
    Const,
    Expr,
    FieldRef,
    HeaderType,
    Lookahead,
    Op,
    ParserOp,
    ParseState,
    StackField,
    Transition,
    UnionStackField,
)

# --- The frame -------------------------------------------------------------------------------------------------------


Atoms = list[int]

PORT_START = 1 << 20
"""Where the bits of the ingress port are: behind every frame."""
_FIRST = 2


def constant(value: int, width: int) -> Atoms:
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
        """The undecided bits among these, each once."""
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
        return self.number(self.span(0, 8 * length)).to_bytes(length, "big") if length else b""


# --- Fields and expressions ------------------------------------------------------------------------------------------


_WIDE = 512
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b if 0 <= b <= _WIDE else 0,
    ">>": lambda a, b: a >> b if b >= 0 else 0,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "and": lambda a, b: int(bool(a and b)),
    "or": lambda a, b: int(bool(a or b)),
    "usat_cast": lambda a, b: max(0, min(a, (1 << b) - 1)),
    "sat_cast": lambda a, b: max(-(1 << b >> 1), min(a, (1 << b >> 1) - 1)),
    "two_comp_mod": lambda a, b: ((a + (1 << b >> 1)) & ((1 << b) - 1)) - (1 << b >> 1) if b else 0,
}


class Unknown(Exception):  # noqa: N818 - a result: the walk cannot follow the program here
    """An expression that has no value here, or none that is wanted."""


class Values:
    """The state of one walk.

    Attributes:
        known: fields that were extracted or set. Metadata that was not is 0.
        extracted: fields of the frame.
        valid: headers that were extracted.
    """

    def __init__(
        self, program: Program, bits: Bits, lookahead: Callable[[Lookahead], Atoms], used: Counter[str]
    ) -> None:
        self._program = program
        self._bits = bits
        self._lookahead = lookahead
        self._used = used
        self.known: dict[FieldRef, Atoms] = {}
        self.extracted: dict[FieldRef, Atoms] = {}
        self.valid: set[str] = set()

    def width(self, ref: FieldRef) -> int | None:
        """The width of a field in bits; None for one that is not there."""
        if ref.field == VALID:
            return 1
        found = self._program.headers[ref.header].type.field(ref.field)
        return found.width if found is not None else None

    def resolve(self, expr: Expr) -> FieldRef | None:
        """The field of a header instance that an expression names; None when it names none, or no element is there."""
        match expr:
            case FieldRef():
                return expr
            case StackField():
                last = self._used[expr.stack] - 1
                headers = self._program.stacks[expr.stack].headers
                return FieldRef(headers[last], expr.field) if 0 <= last < len(headers) else None
            case UnionStackField():
                last = self._used[expr.stack] - 1
                unions = self._program.union_stacks[expr.stack].unions
                if not 0 <= last < len(unions):
                    return None
                return FieldRef(dict(self._program.unions[unions[last]].members)[expr.member], expr.field)
        return None

    def atoms(self, expr: Expr, width: int | None) -> Atoms:
        """The bits of an expression; traced to the frame through copies, masks and shifts, else decided now."""
        match expr:
            case FieldRef() | StackField() | UnionStackField():
                return self._field(expr)
            case Lookahead():
                return self._lookahead(expr)
            case Op("&", left, Const(mask)) if left is not None:
                inner = self.atoms(left, None)
                return [a if mask >> (len(inner) - 1 - i) & 1 else 0 for i, a in enumerate(inner)]
            case Op(">>", left, Const(shift)) if left is not None and shift >= 0:
                inner = self.atoms(left, None)
                return ([0] * shift + inner)[: len(inner)]
            case Op("<<", left, Const(shift)) if left is not None and 0 <= shift <= _WIDE:
                return [*self.atoms(left, None), *([0] * shift)]
        value = self.number(expr)
        return constant(value, width if width is not None else max(value.bit_length(), 1))

    def number(self, expr: Expr) -> int:
        """The value of an expression; booleans are 0 and 1. Free bits are decided. Raises Unknown."""
        match expr:
            case Const(value):
                return value
            case Bool(value):
                return int(value)
            case FieldRef() if expr.field == VALID:
                return int(expr.header in self.valid)
            case FieldRef() | StackField() | UnionStackField() | Lookahead():
                return self._bits.number(self.atoms(expr, None))
            case Op():
                return self._operation(expr)
        raise Unknown

    def _operation(self, expr: Op) -> int:
        if expr.right is None:
            raise Unknown
        if expr.op == "?":
            if expr.cond is None or expr.left is None:
                raise Unknown
            return self.number(expr.left if self.number(expr.cond) else expr.right)
        if expr.op in ("b2d", "d2b"):
            return int(bool(self.number(expr.right)))
        if expr.op == "not":
            return int(not self.number(expr.right))
        if expr.op == "~":
            return ~self.number(expr.right)
        function = _ARITHMETIC.get(expr.op)
        if function is None:
            raise Unknown
        left = self.number(expr.left) if expr.left is not None else 0
        return function(left, self.number(expr.right))

    def _field(self, expr: Expr) -> Atoms:
        ref = self.resolve(expr)
        if ref is None:
            raise Unknown
        if ref not in self.known:
            width = self.width(ref)
            if width is None or width > 1 << 16:
                raise Unknown
            return constant(0, width)
        return self.known[ref]

    def leaves(self, expr: Expr) -> Iterator[Atoms]:
        """The bits of every field and lookahead in an expression."""
        for leaf in _leaves(expr):
            if not isinstance(leaf, Const | Bool) and not (isinstance(leaf, FieldRef) and leaf.field == VALID):
                try:
                    yield self.atoms(leaf, None)
                except Unknown:
                    continue

    def atoms_in(self, expr: Expr) -> Sequence[int]:
        return [atom for atoms in self.leaves(expr) for atom in atoms]

    def constants(self, expr: Expr) -> list[int]:
        """The constants in an expression that could be a field's value."""
        return [leaf.value for leaf in _leaves(expr) if isinstance(leaf, Const) and leaf.value >= 0]


def _leaves(expr: Expr) -> Iterator[Expr]:
    match expr:
        case Op():
            for inner in (expr.cond, expr.left, expr.right):
                if inner is not None:
                    yield from _leaves(inner)
        case Const() | Bool() | FieldRef() | StackField() | UnionStackField() | Lookahead():
            yield expr


# --- Walks -----------------------------------------------------------------------------------------------------------


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
    def __init__(self, program: Program, rng: random.Random) -> None:
        self._program = program
        self._rng = rng
        self._taken: Counter[tuple[str, int]] = Counter()
        parser = next(iter(program.parsers.values()), None)
        self._states: Mapping[str, ParseState] = parser.states if parser is not None else {}
        self._start = parser.init_state if parser is not None else None

    def walk(self) -> Walk:
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
