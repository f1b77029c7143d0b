# SPDX-License-Identifier: Apache-2.0
"""What a parser knows on its way: fields as atoms of the frame, expressions over them as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from p4soft.fidelity.workload.bits import Atoms, Bits, constant
from p4soft.switch import Program
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.model import Bool, Const, Expr, FieldRef, Lookahead, Op, StackField, UnionStackField

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
        """All of them in one list."""
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
