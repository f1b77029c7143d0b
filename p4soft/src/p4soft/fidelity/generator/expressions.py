# SPDX-License-Identifier: Apache-2.0
"""Random expressions of a wanted type."""

from __future__ import annotations

from collections.abc import Callable as Function
from dataclasses import replace

from p4soft.fidelity.generator.model import (
    BOOL,
    Bits,
    Boolean,
    Callable,
    Parameter,
    Record,
    Scalar,
    Scope,
    Source,
    Value,
)

_MAX_WIDTH = 200


def literal(kind: Bits, number: int) -> str:
    text = f"{kind.width}{'s' if kind.signed else 'w'}{abs(number) if number > -1000 else hex(-number)}"
    if number > 4096:
        text = f"{kind.width}{'s' if kind.signed else 'w'}{number:#x}"
    return f"(-{text})" if number < 0 else text


class Expressions:
    """Makes expressions.

    `extends`: whether int values are cast to other widths, which p4c often refuses to compile. `aliases`: how often a
    place is passed to a call that passes it, or a call around it, already. `names`: how often arguments are named.
    """

    def __init__(self, source: Source) -> None:
        self._s = source
        self._rng = source.rng
        self.extends = source.chance(0.1)
        self.aliases = source.rng.choice((0, 0.2, 0.6))
        self.names = source.rng.choice((0, 0.3))
        self._passed: list[str] = []

    def of(self, scope: Scope, kind: Scalar, depth: int = 3) -> str:
        return self.boolean(scope, depth) if isinstance(kind, Boolean) else self.bits(scope, kind, depth)

    def literal(self, kind: Bits) -> str:
        return literal(kind, self._s.number(kind))

    def leaf(self, scope: Scope, kind: Scalar) -> str:
        """A variable of the type if there is one (or a piece of one), or a literal."""
        exact = [v.text for v in scope.readable() if v.type == kind]
        if exact and not self._s.chance(0.15):
            return self._rng.choice(self._favoured(exact))
        if isinstance(kind, Boolean):
            return self._rng.choice(("true", "false"))
        if not kind.signed and self._s.chance(0.75):
            wider = [v for v in scope.readable() if isinstance(v.type, Bits) and v.type.width > kind.width]
            if wider:
                value = self._rng.choice(wider)
                assert isinstance(value.type, Bits)
                low = self._rng.choice((0, self._rng.randint(0, value.type.width - kind.width)))
                return f"{value.text}[{low + kind.width - 1}:{low}]"
        if self._s.chance(0.5) and (self.extends or not kind.signed):
            same_sign = [v.text for v in scope.readable() if isinstance(v.type, Bits) and v.type.signed == kind.signed]
            if same_sign:
                return f"({kind}){self._rng.choice(same_sign)}"
        return self.literal(kind)

    def bits(self, scope: Scope, kind: Bits, depth: int) -> str:
        """An expression of type bit<W> or int<W>."""
        if depth <= 0 or self._s.chance(0.2):
            return self.leaf(scope, kind)
        options: list[tuple[int, Function[[Scope, Bits, int], str]]] = [
            (6, self._arithmetic), (3, self._saturating), (4, self._bitwise), (4, self._shift), (2, self._unary),
            (3, self._cast), (2, self._ternary),
        ]  # fmt: skip
        if not kind.signed:
            options += [(3, self._slice), (1, self._divide)]
            if kind.width > 1:
                options.append((3, self._concat))
        calls = [f for f in scope.functions if f.result == kind]
        if calls:
            options.append((6, lambda s, _kind, d: self.call(s, self._rng.choice(calls), d)))
        weights, makers = zip(*options, strict=True)
        maker: Function[[Scope, Bits, int], str] = self._rng.choices(makers, weights)[0]
        return maker(scope, kind, depth - 1)

    def call(self, scope: Scope, target: Callable, depth: int) -> str:
        """A call with random arguments; a literal or a leaf of the result's type if an argument cannot be found."""
        arguments = self.arguments(scope, target, depth)
        if arguments is None:
            assert target.result is not None
            return self.leaf(scope, target.result)
        return f"{target.name}({', '.join(arguments)})"

    def arguments(self, scope: Scope, target: Callable, depth: int) -> list[str] | None:
        """Arguments for a call, or None if something that must be passed does not exist here."""
        arguments = list(target.leading)
        outer = len(self._passed)
        try:
            for parameter in target.parameters:
                here = self._apart(scope, target.leading, outer) if target.exits else scope
                argument = self._argument(here, parameter, depth)
                if argument is None:
                    return None
                arguments.append(argument)
                self._passed.append(argument)
        finally:
            del self._passed[outer:]
        return self._named(target, arguments)

    def _apart(self, scope: Scope, leading: tuple[str, ...], outer: int) -> Scope:
        """The scope for an argument of what may exit: no calls, and no place that another argument covers."""
        taken = (*leading, *self._passed[outer:])
        inner = scope.child()
        inner.functions = []
        inner.values = [
            replace(v, writable=v.writable and not any(v.text.startswith(t) or t.startswith(v.text) for t in taken))
            for v in scope.values
        ]
        inner.whole = True
        return inner

    def _argument(self, scope: Scope, parameter: Parameter, depth: int) -> str | None:
        if parameter.direction in ("out", "inout"):
            return self.place(scope, parameter.type)
        if isinstance(parameter.type, Record):
            whole = [v.text for v in scope.readable() if v.type == parameter.type]
            return self._rng.choice(self._favoured(whole)) if whole else None
        return self.of(scope, parameter.type, depth)

    def _named(self, target: Callable, arguments: list[str]) -> list[str]:
        """The arguments as they are, or by name in another order; what is bound to `leading` has the same name."""
        names = [*target.leading, *(p.name for p in target.parameters)]
        if not all(names) or not self._s.chance(self.names):
            return arguments
        named = [f"{name} = {text}" for name, text in zip(names, arguments, strict=True)]
        self._rng.shuffle(named)
        return named

    def _favoured(self, places: list[str]) -> list[str]:
        """Sometimes only those that are passed already; else all."""
        if not self._s.chance(self.aliases):
            return places
        return [p for p in places if p in self._passed] or places

    def place(self, scope: Scope, kind: object) -> str | None:
        """Something assignable of exactly this type: a variable, a field, or a slice of one."""
        exact = [v.text for v in scope.writable() if v.type == kind]
        if exact and not self._s.chance(0.2):
            return self._rng.choice(self._favoured(exact))
        if isinstance(kind, Bits) and not kind.signed and not scope.whole:
            # Not of an int: p4c casts what is assigned to a slice of one to that int, which it then refuses.
            bits = [v for v in scope.writable() if isinstance(v.type, Bits) and not v.type.signed]
            wider = [v for v in bits if isinstance(v.type, Bits) and v.type.width > kind.width]
            if wider:
                around = [v for v in wider if v.text in self._favoured([v.text for v in wider])]
                return self._piece(self._rng.choice(around), kind.width)
        return self._rng.choice(exact) if exact else None

    def _piece(self, value: Value, width: int) -> str:
        assert isinstance(value.type, Bits)
        low = self._rng.randint(0, value.type.width - width)
        return f"{value.text}[{low + width - 1}:{low}]"

    def _right(self, scope: Scope, kind: Bits, depth: int) -> str:
        """A right operand: sometimes a literal without width, which takes the left operand's type."""
        if self._s.chance(0.15):
            number = self._s.number(kind)
            return str(number) if number >= 0 else f"({number})"
        return self.bits(scope, kind, depth)

    def _arithmetic(self, scope: Scope, kind: Bits, depth: int) -> str:
        operator = self._rng.choice("++--*")
        return f"({self.bits(scope, kind, depth)} {operator} {self._right(scope, kind, depth)})"

    def _divide(self, scope: Scope, kind: Bits, depth: int) -> str:
        divisor = 1 << self._rng.randint(0, kind.width - 1)  # neither compiler divides by anything else at run time
        return f"({self.bits(scope, kind, depth)} {self._rng.choice('/%')} {literal(kind, divisor)})"

    def _saturating(self, scope: Scope, kind: Bits, depth: int) -> str:
        operator = self._rng.choice(("|+|", "|-|"))
        return f"({self.bits(scope, kind, depth)} {operator} {self._right(scope, kind, depth)})"

    def _bitwise(self, scope: Scope, kind: Bits, depth: int) -> str:
        operator = self._rng.choice("&|^")
        return f"({self.bits(scope, kind, depth)} {operator} {self._right(scope, kind, depth)})"

    def _shift(self, scope: Scope, kind: Bits, depth: int) -> str:
        operator = self._rng.choice(("<<", ">>"))
        if self._s.chance(0.6):
            amount = str(self._rng.choice((0, 1, 2, kind.width - 1, kind.width, self._rng.randint(0, kind.width + 3))))
        else:
            amount = self.bits(scope, Bits(self._rng.randint(1, 8)), min(depth, 1))
        return f"({self.bits(scope, kind, depth)} {operator} {amount})"

    def _unary(self, scope: Scope, kind: Bits, depth: int) -> str:
        return f"({self._rng.choice('-~')}{self.bits(scope, kind, depth)})"

    def _cast(self, scope: Scope, kind: Bits, depth: int) -> str:
        if kind == Bits(1) and self._s.chance(0.5):
            return f"(bit<1>)({self.boolean(scope, depth)})"
        if kind.width > 1 and self._s.chance(0.4):
            return f"({kind}){self.bits(scope, Bits(kind.width, not kind.signed), depth)}"
        if kind.signed:
            # p4c joins a cast to another width with a cast of the operand and then refuses the result; so no operand
            # but a variable, and seldom, for variables are replaced by what they were set to.
            signed = [v.text for v in scope.readable() if isinstance(v.type, Bits) and v.type.signed]
            if signed and self.extends and self._s.chance(0.2):
                return f"({kind}){self._rng.choice(signed)}"
            return self.literal(kind)
        other = Bits(max(2, self._s.width()))
        return f"({kind}){self.bits(scope, other, depth)}"

    def _ternary(self, scope: Scope, kind: Bits, depth: int) -> str:
        condition = self.boolean(scope, depth)
        return f"({condition} ? {self.bits(scope, kind, depth)} : {self.bits(scope, kind, depth)})"

    def _slice(self, scope: Scope, kind: Bits, depth: int) -> str:
        width = min(_MAX_WIDTH, kind.width + self._rng.randint(0, 20))
        if width < kind.width:
            return self.leaf(scope, kind)
        signed = width > 1 and self._s.chance(0.2)
        low = self._rng.randint(0, width - kind.width)
        return f"({self.bits(scope, Bits(width, signed), depth)})[{low + kind.width - 1}:{low}]"

    def _concat(self, scope: Scope, kind: Bits, depth: int) -> str:
        left = self._rng.randint(1, kind.width - 1)
        return f"({self.bits(scope, Bits(left), depth)} ++ {self.bits(scope, Bits(kind.width - left), depth)})"

    def boolean(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self._s.chance(0.15):
            return self._boolean_leaf(scope)
        choice = self._rng.random()
        if choice < 0.45:
            return self._comparison(scope, depth - 1)
        if choice < 0.7:
            operator = self._rng.choice(("&&", "||"))
            return f"({self.boolean(scope, depth - 1)} {operator} {self.boolean(scope, depth - 1)})"
        if choice < 0.8:
            return f"(!{self.boolean(scope, depth - 1)})"
        if choice < 0.85:
            return f"(bool){self.bits(scope, Bits(1), depth - 1)}"
        if choice < 0.9:
            operator = self._rng.choice(("==", "!="))
            return f"({self.boolean(scope, depth - 1)} {operator} {self.boolean(scope, depth - 1)})"
        if choice < 0.94:
            return (
                f"({self.boolean(scope, depth - 1)} ? {self.boolean(scope, depth - 1)} : {self._boolean_leaf(scope)})"
            )
        calls = [f for f in scope.functions if f.result == BOOL]
        if calls:
            return self.call(scope, self._rng.choice(calls), depth - 1)
        return self._guarded(scope, depth - 1)

    def _boolean_leaf(self, scope: Scope) -> str:
        if scope.sees_headers and self._s.chance(0.4):
            headers = sorted({v.needs for v in scope.values if v.needs})
            if headers:
                return f"{self._rng.choice(headers)}.isValid()"
        if self._s.chance(0.4):
            return self._comparison(scope, 0)
        return self.leaf(scope, BOOL)

    def _guarded(self, scope: Scope, depth: int) -> str:
        """A test of a field that short-circuits when its header is not valid."""
        headers = sorted({v.needs for v in scope.values if v.needs} - scope.facts)
        if not headers:
            return self._comparison(scope, depth)
        header = self._rng.choice(headers)
        # Only the fields of this header: a call might change anything else between the two tests.
        inner = Scope(scope.place, [v for v in scope.values if v.needs == header], frozenset({header}))
        if self._s.chance(0.5):
            return f"({header}.isValid() && {self._comparison(inner, depth)})"
        return f"(!{header}.isValid() || {self._comparison(inner, depth)})"

    def _comparison(self, scope: Scope, depth: int) -> str:
        records = [v for v in scope.readable() if isinstance(v.type, Record) and not v.type.varbit]
        if records and self._s.chance(0.1):
            left = self._rng.choice(records)
            right = self._rng.choice([v for v in records if v.type == left.type])
            return f"({left.text} {self._rng.choice(('==', '!='))} {right.text})"
        known = [v.type for v in scope.readable() if isinstance(v.type, Bits)]
        kind = self._rng.choice(known) if known and self._s.chance(0.8) else self._s.bits()
        operator = self._rng.choice(("==", "==", "!=", "<", "<=", ">", ">="))
        return f"({self.bits(scope, kind, depth)} {operator} {self._right(scope, kind, depth)})"
