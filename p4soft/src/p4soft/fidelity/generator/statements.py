# SPDX-License-Identifier: Apache-2.0
"""Random expressions of a wanted type, statements, and uses of v1model's externs, all with one defined result.

Each line holds one statement or bracket, so that a minimiser can leave lines out.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from dataclasses import dataclass, field

from msgspec.structs import replace

from p4soft.fidelity.generator.model import (
    BOOL,
    Bits,
    Boolean,
    Callable,
    Headers,
    Parameter,
    Record,
    Scalar,
    Scope,
    Source,
    Value,
    fields_of,
    indent,
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


# --- Statements ------------------------------------------------------------------------------------------------------


Lines = list[str]
Maker = Function[[Scope, int], Lines]


class Statements:
    """Makes statements for functions, actions and controls; `extra` are makers that one kind of body adds."""

    def __init__(self, source: Source, headers: Headers, structs: list[Record], features: frozenset[str]) -> None:
        self._s = source
        self._rng = source.rng
        self._headers = headers
        self._structs = structs
        self._features = features
        self._leaving = source.rng.choice((0.12, 0.3))
        self.expressions = Expressions(source)

    def block(self, scope: Scope, size: int, depth: int, extra: list[tuple[int, Maker]] | None = None) -> Lines:
        """About `size` statements, nesting at most `depth` deep."""
        lines: Lines = []
        for _ in range(size):
            lines += self.one(scope, depth, extra)
        return lines

    def one(self, scope: Scope, depth: int, extra: list[tuple[int, Maker]] | None = None) -> Lines:
        """One random statement; `extra` are further kinds with their weights, `depth` how far it may nest."""
        options: list[tuple[int, Maker]] = [(10, self._assign), (4, self._declare), (2, self._compound)]
        if scope.place != "parser":
            options.append((3, self._call))
        if depth > 0:
            options.append((5, lambda s, d: self._if(s, d, extra)))
            if "for" in self._features and scope.in_action and not scope.in_loop:
                options.append((2, self._for))
            if "switch" in self._features and scope.place in ("ingress", "egress") and not scope.in_action:
                options.append((2, lambda s, d: self._switch(s, d, extra)))
            if scope.sees_headers:
                options.append((4, lambda s, d: self._guard(s, d, extra)))
                if self._headers.stacks and "index" in self._features:
                    options.append((2, self._indexed))
        if scope.sees_headers:
            options += [(3, self._validity), (1, self._copy)]
            if self._headers.stacks:
                options.append((2, self._shift_stack))
        if extra:
            options += extra
        weights, makers = zip(*options, strict=True)
        maker: Maker = self._rng.choices(makers, weights)[0]
        return maker(scope, depth)

    def _assign(self, scope: Scope, _depth: int) -> Lines:
        targets = scope.writable()
        if not targets:
            return []
        target = self._rng.choice(targets)
        if isinstance(target.type, Record):
            return self._assign_record(scope, target)
        if isinstance(target.type, Bits) and not target.type.signed and target.type.width > 1 and self._s.chance(0.15):
            low = self._rng.randint(0, target.type.width - 1)
            high = self._rng.randint(low, target.type.width - 1)
            value = self.expressions.bits(scope, Bits(high - low + 1), 3)
            return [f"{target.text}[{high}:{low}] = {value};"]
        return [f"{target.text} = {self.expressions.of(scope, target.type, self._rng.randint(1, 4))};"]

    def _assign_record(self, scope: Scope, target: Value) -> Lines:
        assert isinstance(target.type, Record)
        if target.type.varbit or (target.type.is_header and not target.needs):
            return []
        if target.type.is_header:
            scope = self._without(scope, target.text)
        same = [v.text for v in scope.readable() if v.type == target.type]
        if same and self._s.chance(0.5):
            return [f"{target.text} = {self._rng.choice(same)};"]
        return [f"{target.text} = {self.record(scope, target.type)};"]

    def record(self, scope: Scope, kind: Record) -> str:
        """A struct-valued expression, positional or by name."""
        parts = [(name, self.expressions.of(scope, k, 2)) for name, k in kind.fields]
        if self._s.chance(0.5):
            return "{ " + ", ".join(f"{name} = {text}" for name, text in parts) + " }"
        return "{ " + ", ".join(text for _name, text in parts) + " }"

    def _without(self, scope: Scope, header: str) -> Scope:
        """The scope without a header: p4c makes one invalid that is assigned a list of its own fields."""
        inner = scope.child()
        inner.values = [v for v in scope.values if v.needs != header]
        inner.functions = []
        return inner

    def _compound(self, scope: Scope, _depth: int) -> Lines:
        targets = [v for v in scope.writable() if isinstance(v.type, Bits)]
        if not targets or "compound" not in self._features:
            return []
        target = self._rng.choice(targets)
        assert isinstance(target.type, Bits)
        operator = self._rng.choice(("+=", "-=", "*=", "|+|=", "|-|=", "&=", "|=", "^=", "<<=", ">>="))
        if operator in ("<<=", ">>="):
            return [f"{target.text} {operator} {self._rng.randint(0, target.type.width)};"]
        return [f"{target.text} {operator} {self.expressions.bits(scope, target.type, 2)};"]

    def _declare(self, scope: Scope, _depth: int) -> Lines:
        name = self._s.name("v")
        if self._structs and self._s.chance(0.2):
            kind = self._rng.choice(self._structs)
            line = f"{kind} {name} = {self.record(scope, kind)};"
            scope.values += [Value(name, kind), *fields_of(name, kind)]
            return [line]
        if self._s.chance(0.08):
            return self._tuple(scope, name)
        kind2 = self._s.scalar()
        line = f"{kind2} {name} = {self.expressions.of(scope, kind2, 3)};"
        scope.values.append(Value(name, kind2))
        return [line]

    def _tuple(self, scope: Scope, name: str) -> Lines:
        kinds = [self._s.scalar() for _ in range(self._rng.randint(1, 3))]
        parts = ", ".join(self.expressions.of(scope, k, 2) for k in kinds)
        scope.values += [Value(f"{name}[{i}]", k, False) for i, k in enumerate(kinds)]
        return [f"tuple<{', '.join(map(str, kinds))}> {name} = {{ {parts} }};"]

    def _call(self, scope: Scope, _depth: int) -> Lines:
        targets = [t for t in scope.statements if not t.effects & scope.facts and not (t.once and scope.in_loop)]
        targets += [f for f in scope.functions if f.result is None]
        if not targets:
            return []
        target = self._rng.choice(targets)
        arguments = self.expressions.arguments(scope, target, 2)
        if arguments is None:
            return []
        scope.effects |= target.effects
        if target.once:
            scope.statements.remove(target)
        return [f"{target.name}({', '.join(arguments)});"]

    def _if(self, scope: Scope, depth: int, extra: list[tuple[int, Maker]] | None) -> Lines:
        lines = [f"if ({self.expressions.boolean(scope, 3)}) {{"]
        lines += indent(self._arm(scope.child(), depth, extra))
        if self._s.chance(0.5):
            lines.append("} else {")
            lines += indent(self._arm(scope.child(), depth, extra))
        return [*lines, "}"]

    def _arm(self, scope: Scope, depth: int, extra: list[tuple[int, Maker]] | None) -> Lines:
        leaving = self._leave(scope) if self._s.chance(self._leaving) else []
        if leaving and self._s.chance(0.15):
            return leaving
        return [*self.block(scope, self._rng.randint(1, 3), depth - 1, extra), *leaving]

    def _leave(self, scope: Scope) -> Lines:
        if scope.in_loop and self._s.chance(0.6):
            return [self._rng.choice(("break;", "continue;"))]
        if scope.place == "function":
            return [f"return {self.expressions.of(scope, scope.result, 2)};" if scope.result else "return;"]
        if scope.may_leave:
            return [self._rng.choice(("return;", "exit;"))]
        return []

    def _guard(self, scope: Scope, depth: int, extra: list[tuple[int, Maker]] | None) -> Lines:
        """Code that may use a header, under a test that it is valid."""
        headers = sorted({v.needs for v in scope.values if v.needs} - scope.facts)
        if not headers:
            return []
        header = self._rng.choice(headers)
        lines = [f"if ({header}.isValid()) {{"]
        lines += indent(self.block(scope.child([header]), self._rng.randint(1, 4), depth - 1, extra))
        if self._s.chance(0.3):
            lines.append("} else {")
            lines += indent(self._arm(scope.child(), depth, extra))
        return [*lines, "}"]

    def _for(self, scope: Scope, depth: int) -> Lines:
        name, count = self._s.name("i"), self._rng.randint(1, 4)
        kind = Bits(self._rng.choice((8, 8, 16, 5)))
        inner = scope.child()
        inner.in_loop = True
        inner.values.append(Value(name, kind, False))
        lines = [f"for ({kind} {name} = 0; {name} < {count}; {name} = {name} + 1) {{"]
        return [*lines, *indent(self.block(inner, self._rng.randint(1, 2), min(depth - 1, 1))), "}"]

    def _switch(self, scope: Scope, depth: int, extra: list[tuple[int, Maker]] | None) -> Lines:
        kind = Bits(self._rng.choice((2, 3, 4, 8)))
        lines = [f"switch ({self.expressions.bits(scope, kind, 2)}) {{"]
        numbers = sorted({self._rng.randint(0, min(7, (1 << kind.width) - 1)) for _ in range(self._rng.randint(1, 4))})
        for i, number in enumerate(numbers):
            if i + 1 < len(numbers) and self._s.chance(0.2):
                lines.append(f"    {literal(kind, number)}:")
                continue
            lines.append(f"    {literal(kind, number)}: {{")
            lines += indent(indent(self._arm(scope.child(), depth, extra)))
            lines.append("    }")
        # Without a default, p4c takes the cases for all there is: what follows is unreachable when each of them ends
        # with return or exit, and what a single case assigns is assigned whether it matches or not.
        lines.append("    default: {")
        lines += indent(indent(self._arm(scope.child(), depth, extra)))
        return [*lines, "    }", "}"]

    def _validity(self, scope: Scope, _depth: int) -> Lines:
        """setInvalid, or setValid followed at once by a value for every field."""
        every = self._headers.every()
        header = self._rng.choice(sorted(every))
        others = self._without(scope, header)
        rivals = self._rivals(header)
        if self._s.chance(0.35):
            # Of a union, the other members become invalid too (P4_16 §8.20); simple_switch leaves them.
            return [f"{header}.setInvalid();"] if scope.may_invalidate([header, *rivals]) else []
        if not scope.may_invalidate(rivals):
            return []
        lines = [f"{header}.setValid();"]
        if rivals:
            # Field by field: p4c drops an assignment of a whole member that a later one makes useless, and with it that
            # the other members become invalid.
            pass
        elif self._s.chance(0.3) and header not in scope.facts:
            lines = []  # assigning a struct expression makes it valid
            lines.append(f"{header} = {self.record(others, every[header])};")
        elif self._s.chance(0.3):
            lines.append(f"{header} = {self.record(others, every[header])};")
        if len(lines) == 1 and lines[0].endswith(".setValid();"):
            lines += [f"{header}.{n} = {self.expressions.of(scope, k, 2)};" for n, k in every[header].fields]
        return lines

    def _rivals(self, header: str) -> list[str]:
        """The other members of a header's union."""
        for union, members in self._headers.unions.items():
            paths = [f"{union}.{name}" for name in members]
            if header in paths:
                return [p for p in paths if p != header]
        return []

    def _copy(self, scope: Scope, _depth: int) -> Lines:
        """One header to another of the same type, valid or not."""
        every = self._headers.every()
        targets = [header for header in every if not self._rivals(header)]
        pairs = [(a, b) for a in targets for b in every if a != b and every[a] == every[b]]
        if not pairs:
            return []
        target, origin = self._rng.choice(pairs)
        if not scope.may_invalidate([target]):
            return []
        return [f"{target} = {origin};"]

    def _shift_stack(self, scope: Scope, _depth: int) -> Lines:
        stack = self._rng.choice(sorted(self._headers.stacks))
        elements = self._headers.elements(stack)
        if not scope.may_invalidate(elements):
            return []
        count = self._rng.randint(1, len(elements))
        if self._s.chance(0.5):
            return [f"{stack}.pop_front({count});"]
        record = self._headers.stacks[stack][0]
        lines = [f"{stack}.push_front({count});"]
        for element in elements[:count]:
            lines.append(f"{element}.setValid();")
            lines += [f"{element}.{n} = {self.expressions.of(scope, k, 1)};" for n, k in record.fields]
        return lines

    def _indexed(self, scope: Scope, _depth: int) -> Lines:
        """An element of a stack by an index known only at run time."""
        stack = self._rng.choice(sorted(self._headers.stacks))
        record, size = self._headers.stacks[stack]
        name = self._s.name("x")
        element = f"{stack}[{name}]"
        inner = scope.child([element])
        inner.values = [v for v in inner.values if not v.text.startswith(stack)]
        inner.values += fields_of(element, record, needs=element)
        inner.functions = []
        inner.statements = []
        body = [*self._assign(inner, 0), *self._assign(inner, 0)]
        return [
            f"bit<32> {name} = (bit<32>){self.expressions.bits(scope, Bits(2), 1)};",
            f"if ({name} < {size}) {{",
            f"    if ({' && '.join(f'{e}.isValid()' for e in self._headers.elements(stack))}) {{",
            *indent(indent(body)),
            "    }",
            "}",
        ]

    def condition(self, scope: Scope) -> str:
        return self.expressions.of(scope, BOOL, 2)


# --- Externs ---------------------------------------------------------------------------------------------------------


PORTS = tuple(range(8))
HASHES = ("crc32", "crc16", "csum16", "xor16", "identity", "crc32_custom", "crc16_custom")
_MAX_DATA = 5


@dataclass
class Objects:
    """Counters and registers of one control, and the sessions and groups the program uses."""

    counters: dict[str, int] = field(default_factory=dict)
    registers: dict[str, tuple[Bits, int]] = field(default_factory=dict)
    sessions: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)
    groups: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)


class Externs:
    def __init__(self, source: Source, expressions: Expressions, objects: Objects) -> None:
        self._s = source
        self._rng = source.rng
        self._expressions = expressions
        self._objects = objects

    def register(self, scope: Scope, _depth: int) -> list[str]:
        if not self._objects.registers:
            return []
        name = self._rng.choice(sorted(self._objects.registers))
        kind, size = self._objects.registers[name]
        index = self._index(scope, size)
        if self._s.chance(0.5):
            return [f"{name}.write({index}, {self._expressions.bits(scope, kind, 2)});"]
        places = [v.text for v in scope.writable() if v.type == kind]
        if places:
            return [f"{name}.read({self._rng.choice(places)}, {index});"]
        fresh = self._s.name("v")
        scope.values.append(Value(fresh, kind))
        return [f"{kind} {fresh} = 0;", f"{name}.read({fresh}, {index});"]

    def count(self, scope: Scope, _depth: int) -> list[str]:
        if not self._objects.counters:
            return []
        name = self._rng.choice(sorted(self._objects.counters))
        return [f"{name}.count({self._index(scope, self._objects.counters[name])});"]

    def _index(self, scope: Scope, size: int) -> str:
        width = size.bit_length() - 1
        return f"(bit<32>){self._expressions.bits(scope, Bits(width), 1)}"

    def data(self, scope: Scope) -> str:
        """A tuple of bit and int values to hash: variables, slices and literals."""
        kinds = [self._s.bits() for _ in range(self._rng.randint(1, _MAX_DATA))]
        readable = [v for v in scope.readable() if isinstance(v.type, Bits)]
        parts = []
        for kind in kinds:
            if readable and self._s.chance(0.8):
                parts.append(self._rng.choice(readable).text)
            else:
                parts.append(self._expressions.bits(scope, kind, self._rng.choice((0, 0, 2))))
        return "{ " + ", ".join(parts) + " }"

    def hash(self, scope: Scope, _depth: int) -> list[str]:
        """hash, with a largest value that is not 0."""
        targets = [v for v in scope.writable() if isinstance(v.type, Bits) and not v.type.signed]
        if not targets:
            return []
        target = self._rng.choice(targets)
        base, limit = Bits(self._rng.choice((8, 16, 32))), Bits(self._rng.choice((8, 16, 32, 64)))
        low = literal(base, self._rng.choice((0, 0, 1, 100)))
        high = literal(limit, self._rng.choice((1, 2, 10, 255, (1 << limit.width) - 1)))
        algorithm = self._rng.choice(HASHES)
        return [f"hash({target.text}, HashAlgorithm.{algorithm}, {low}, {self.data(scope)}, {high});"]

    def random(self, scope: Scope, _depth: int) -> list[str]:
        """Random with only one possible result."""
        targets = [v for v in scope.writable() if isinstance(v.type, Bits) and not v.type.signed and v.type.width <= 63]
        if not targets:
            return []
        target = self._rng.choice(targets)
        assert isinstance(target.type, Bits)
        only = literal(target.type, self._s.number(target.type))
        return [f"random({target.text}, {only}, {only});"]

    def log(self, scope: Scope, _depth: int) -> list[str]:
        readable = [v.text for v in scope.readable() if isinstance(v.type, Bits)]
        if not readable or self._s.chance(0.3):
            return ['log_msg("here");']
        return [f'log_msg("value {{}}", {{ {self._rng.choice(readable)} }});']

    def drop(self, _scope: Scope, _depth: int) -> list[str]:
        """mark_to_drop, sometimes undone."""
        lines = ["mark_to_drop(sm);"]
        if self._s.chance(0.5):
            lines.append(self.port(_scope, 0)[0])
        return lines

    def port(self, _scope: Scope, _depth: int) -> list[str]:
        """Choose the output port; also by the packet's contents."""
        return [f"sm.egress_spec = {self._rng.choice(PORTS)};"]

    def truncate(self, scope: Scope, _depth: int) -> list[str]:
        amount = self._expressions.bits(scope, Bits(5), 1)
        return [f"truncate(32w{self._rng.choice((14, 20, 40))} + (bit<32>){amount});"]

    def multicast(self, _scope: Scope, _depth: int) -> list[str]:
        if not self._objects.groups:
            return []
        return [f"sm.mcast_grp = {self._rng.choice(sorted(self._objects.groups))};"]
