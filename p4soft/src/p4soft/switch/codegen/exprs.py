# SPDX-License-Identifier: Apache-2.0
"""Turns expression trees into Python expressions over F.

Data expressions come with a bound: the number of bits their value is known to fit in as an unsigned integer, or None.
The bound saves masks that p4c has already written into the expression.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from p4soft.switch.codegen.layout import JOURNEY, Layout, field_offset, header_slots
from p4soft.switch.program.expressions import children, is_bool
from p4soft.switch.program.model import (
    AccessField,
    AccessUnionHeader,
    ActionParam,
    Bool,
    Const,
    Deref,
    Expr,
    FieldRef,
    FieldType,
    HeaderRef,
    Lookahead,
    Op,
    Param,
    RegisterRef,
    SourceInfo,
    StackField,
    StackRef,
    UnionRef,
    UnionStackField,
    UnionStackRef,
)

# --- Generated source: indentation, constants, and trace calls that vanish in untraced code --------------------------


class Writer:
    """The text of one generated module.

    Attributes:
        traced: whether `trace` writes anything.
        constants: names the text uses, with their values.
        sources: what SRC[n] in the text refers to.
    """

    def __init__(self, traced: bool) -> None:
        self.traced = traced
        self.constants: dict[str, object] = {}
        self.sources: list[SourceInfo] = []
        self._source_index: dict[SourceInfo, int] = {}
        self._lines: list[str] = []
        self._statements = 0
        self._depth = 0
        self._fresh = 0

    @property
    def depth(self) -> int:
        return self._depth

    def line(self, text: str) -> None:
        self._statements += 1
        self._lines.append("    " * self._depth + text)

    def lines(self, *texts: str) -> None:
        for text in texts:
            self.line(text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A compound statement: `head` ends with a colon. A body of comments alone gets a `pass`."""
        self.line(head)
        self._depth += 1
        start = self._statements
        yield
        if self._statements == start:
            self.line("pass")
        self._depth -= 1

    def comment(self, text: str, source: SourceInfo | None = None) -> None:
        where = f"  [{source}]" if source else ""
        self._lines.append("    " * self._depth + f"# {text}{where}".replace("\n", " "))

    def fresh(self, prefix: str) -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def constant(self, prefix: str, value: object) -> str:
        """A name bound to `value`; equal hashable constants share one."""
        for name, known in self.constants.items():
            if type(known) is type(value) and known == value:
                return name
        name = self.fresh(f"{prefix}_")
        self.constants[name] = value
        return name

    def src(self, source: SourceInfo | None) -> str:
        """The expression for a source location in trace calls."""
        if source is None:
            return "None"
        index = self._source_index.get(source)
        if index is None:
            index = self._source_index[source] = len(self.sources)
            self.sources.append(source)
        return f"SRC[{index}]"

    def trace(self, event: str, *arguments: str) -> None:
        """Emit a TraceEvent of class `event`; nothing in untraced code."""
        if self.traced:
            self.line(f"TR({event}(F[{JOURNEY}], {', '.join(arguments)}))")

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"


# --- Expressions -----------------------------------------------------------------------------------------------------


DEPTH_IN_PIECES = 40
"""Every how many levels a deep expression is cut; each level takes three parentheses at most."""

Bound = int | None
Base = int | str  # a base slot known now, or the expression for one


class ExprGen:
    """Generates expressions for one program. `params` are the parameters of the action being generated.

    Each method raises TypeError for an expression of another kind than it generates.
    """

    def __init__(self, layout: Layout, writer: Writer, params: Sequence[ActionParam] = ()) -> None:
        self.layout = layout
        self.program = layout.program
        self.writer = writer
        self.params = params
        self._numbers: dict[int, int] = {}
        self._hoisted: dict[int, tuple[str, Bound]] = {}

    def hoist(self, exprs: Iterable[Expr]) -> None:
        """Compute into locals what several places in these expressions share; valid until `forget`.

        p4c substitutes expressions into each other freely, so the same subtree can appear dozens of times. Expressions
        that are very deep are cut into pieces too: Python reads 200 nested parentheses at most.
        """
        uses: Counter[int] = Counter()
        found: dict[int, tuple[Expr, int]] = {}  # by number: an expression and how deep it is
        numbers: dict[object, int] = {}

        def visit(expr: Expr) -> int:
            """The number of an expression; equal ones have the same. Hashing them whole would take quadratic time."""
            inner = [visit(i) for i in children(expr)]
            key = (expr.op, expr.left is None, *inner) if isinstance(expr, Op) else expr
            number = numbers.setdefault(key, len(numbers))
            self._numbers[id(expr)] = number
            if number not in found:
                found[number] = expr, 1 + max((found[i][1] for i in inner), default=0)
            return number

        def count(expr: Expr) -> None:
            number = self._numbers[id(expr)]
            uses[number] += 1
            if uses[number] == 1:
                for inner in children(expr):
                    count(inner)

        for expr in exprs:
            visit(expr)
            count(expr)
        for number, (expr, depth) in found.items():
            if isinstance(expr, Op) and (depth % DEPTH_IN_PIECES == 0 or (uses[number] > 1 and not is_bool(expr))):
                code, bound = (self.boolean(expr), 1) if is_bool(expr) else self.bounded(expr)
                name = self.writer.fresh("_x")
                self.writer.line(f"{name} = {code}")
                self._hoisted[number] = (name, bound)

    def forget(self) -> None:
        """Drop what `hoist` computed, because fields may change now."""
        self._hoisted.clear()
        self._numbers.clear()

    def _kept(self, expr: Expr) -> tuple[str, Bound] | None:
        """The local that has an expression's value, if `hoist` made one."""
        return self._hoisted.get(self._numbers.get(id(expr), -1))

    def data(self, expr: Expr) -> str:
        """An int-valued Python expression, safe to embed."""
        return self.bounded(expr)[0]

    def bounded(self, expr: Expr) -> tuple[str, Bound]:
        """An int-valued Python expression and its bound."""
        match expr:
            case FieldRef():
                kind = self.layout.field_type(expr)
                return f"F[{self.layout.slot(expr)}]", None if kind.signed else kind.width
            case Const(value=value):
                return (f"({value})" if value < 0 else _number(value)), value.bit_length() if value >= 0 else None
            case Param(index=i):
                return f"p{i}", self.params[i].width if i < len(self.params) else None
            case StackField(stack=stack, field=name):
                return self._stack_field(stack, name)
            case UnionStackField():
                return self._union_stack_field(expr)
            case AccessField():
                slot, kind = self.access_slot(expr)
                return f"F[{slot}]", None if kind.signed else kind.width
            case RegisterRef(array=array, index=index):
                name = self.register(array)
                return f"cell({name}, {self.data(index)})", self.program.registers[array].bitwidth
            case Lookahead(offset=offset, width=width):
                return f"peek(fr, o, {offset}, {width}, TOO_SHORT)", width
            case Op():
                return self._kept(expr) or self._op(expr)
            case _:
                raise TypeError(f"not a data expression: {expr!r}")

    def register(self, array: str) -> str:
        """The global name of a register's cells."""
        return f"R{self.program.registers[array].id}"

    def is_zero(self, expr: Expr) -> str:
        """A Python expression that is truthy exactly when the data expression `expr` is 0."""
        if isinstance(expr, Op) and expr.op == "b2d" and expr.right is not None:
            return f"not {self.boolean(expr.right)}"
        return f"{self.data(expr)} == 0"

    def boolean(self, expr: Expr) -> str:
        """A Python expression that is truthy exactly when `expr` holds."""
        if isinstance(expr, Bool):
            return "True" if expr.value else "False"
        if not isinstance(expr, Op):
            raise TypeError(f"not a boolean expression: {expr!r}")
        kept = self._kept(expr)
        if kept is not None:
            return kept[0]
        left, right = expr.left, expr.right
        assert right is not None, expr
        match expr.op:
            case "valid":
                return f"F[{self.header(right)}]"
            case "valid_union":
                return "(" + " or ".join(f"F[{b}]" for b in self.union(right)) + ")"
            case "d2b":
                return f"({self.data(right)} != 0)"
            case "not":
                return f"(not {self.boolean(right)})"
            case "?":
                assert left is not None and expr.cond is not None, expr
                return f"({self.boolean(left)} if {self.boolean(expr.cond)} else {self.boolean(right)})"
            case "and" | "or":
                assert left is not None, expr
                return f"({self.boolean(left)} {expr.op} {self.boolean(right)})"
        assert left is not None, expr
        if expr.op in ("==", "!="):
            return self._equality(expr.op, left, right)
        return f"({self.data(left)} {expr.op} {self.data(right)})"

    def header(self, expr: Expr) -> Base:
        """The base slot of a header-valued expression."""
        if isinstance(expr, HeaderRef):
            return self.layout.base[expr.name]
        if isinstance(expr, Deref) and isinstance(expr.stack, StackRef):
            bases = self.layout.stack_bases[expr.stack.name]
            return self._element(bases, expr.index)
        if isinstance(expr, AccessUnionHeader):
            return self.union(expr.union)[expr.index]
        raise TypeError(f"not a header: {expr!r}")

    def union(self, expr: Expr) -> tuple[Base, ...]:
        """The base slots of a union's members."""
        if isinstance(expr, UnionRef):
            return tuple(self.layout.base[h] for _, h in self.program.unions[expr.name].members)
        if isinstance(expr, Deref) and isinstance(expr.stack, UnionStackRef):
            rows = self.layout.union_bases[expr.stack.name]
            return tuple(self._element(column, expr.index) for column in zip(*rows, strict=True))
        raise TypeError(f"not a header union: {expr!r}")

    def access_slot(self, expr: AccessField) -> tuple[Base, FieldType]:
        """Slot and type of a field of a header that may be known only at run time."""
        header_type = self.layout.header_type(expr.header)
        return plus(self.header(expr.header), 1 + expr.index), header_type.fields[expr.index]

    def stack_slot(self, stack: str, name: str) -> tuple[str, FieldType]:
        """Slot and type of a field of a stack's last element; the scratch element when the stack is empty."""
        header_type = self.program.stacks[stack].type
        kind = header_type.field(name)
        assert kind is not None, (stack, name)
        bases = self.writer.constant("B", self.layout.stack_bases[stack])
        next_slot = self.layout.next_slot[stack]
        return f"{bases}[F[{next_slot}] - 1] + {field_offset(header_type, name)}", kind

    def label(self, expr: Expr) -> str:
        """What to call a left value in traces."""
        match expr:
            case FieldRef():
                return str(expr)
            case StackField(stack=stack, field=name):
                return f"{stack}.last.{name}"
            case AccessField(header=header, index=i):
                return f"{self.header_label(header)}.{self.layout.header_type(header).fields[i].name}"
            case UnionStackField(stack=stack, member=member, field=name):
                return f"{stack}.last.{member}.{name}"
            case Lookahead(offset=offset, width=width):
                return f"lookahead[{offset}+:{width}]" if offset else f"lookahead<bit<{width}>>"
            case RegisterRef(array=array):
                return array
            case _:
                return type(expr).__name__

    def header_label(self, expr: Expr) -> str:
        match expr:
            case HeaderRef(name=name):
                return name
            case Deref(stack=stack):
                return f"{stack.name}[...]"
            case AccessUnionHeader(union=union, index=i):
                return f"{self.header_label(union)}.{i}"
            case UnionRef(name=name) | StackRef(name=name) | UnionStackRef(name=name):
                return name
            case _:
                return type(expr).__name__

    def _element(self, bases: tuple[int, ...], index: Expr) -> Base:
        size = len(bases) - 1
        if isinstance(index, Const):
            return bases[index.value] if 0 <= index.value < size else bases[size]
        return f"{self.writer.constant('B', bases)}[index({self.data(index)}, {size})]"

    def _stack_field(self, stack: str, name: str) -> tuple[str, Bound]:
        slot, kind = self.stack_slot(stack, name)
        return f"F[{slot}]", None if kind.signed else kind.width

    def _union_stack_field(self, expr: UnionStackField) -> tuple[str, Bound]:
        rows = self.layout.union_bases[expr.stack]
        members = self.program.row_members(expr.stack)
        member = [label for label, _ in members].index(expr.member)
        header_type = self.program.headers[members[member][1]].type
        kind = header_type.field(expr.field)
        assert kind is not None, expr
        bases = self.writer.constant("B", tuple(row[member] for row in rows))
        slot = f"{bases}[F[{self.layout.next_slot[expr.stack]}] - 1] + {field_offset(header_type, expr.field)}"
        return f"F[{slot}]", None if kind.signed else kind.width

    def _equality(self, op: str, left: Expr, right: Expr) -> str:
        negate = "not " if op == "!=" else ""
        if is_bool(left) or is_bool(right):
            return f"(bool({self.boolean(left)}) {op} bool({self.boolean(right)}))"
        if isinstance(left, HeaderRef | AccessUnionHeader) or (
            isinstance(left, Deref) and isinstance(left.stack, StackRef)
        ):
            slots = header_slots(self.layout.header_type(left))
            return f"({negate}header_equal(F, {self.header(left)}, {self.header(right)}, {slots}))"
        if isinstance(left, UnionRef | Deref):
            pairs = zip(self.union(left), self.union(right), self.layout.union_types(left), strict=True)
            tests = " and ".join(f"header_equal(F, {a}, {b}, {header_slots(t)})" for a, b, t in pairs)
            return f"({negate}({tests}))"
        if isinstance(left, StackRef) and isinstance(right, StackRef):
            slots = header_slots(self.program.stacks[left.name].type)
            pairs2 = zip(self.layout.stack_bases[left.name], self.layout.stack_bases[right.name], strict=True)
            tests = " and ".join(f"header_equal(F, {a}, {b}, {slots})" for a, b in list(pairs2)[:-1])
            return f"({negate}({tests}))"
        return f"({self.data(left)} {op} {self.data(right)})"

    def _op(self, expr: Op) -> tuple[str, Bound]:
        left, right = expr.left, expr.right
        assert right is not None, expr
        if expr.op == "b2d":
            return f"(1 if {self.boolean(right)} else 0)", 1
        if expr.op in ("last_stack_index", "size_stack"):
            assert isinstance(right, StackRef | UnionStackRef), expr
            slot = self.layout.next_slot[right.name]
            return (f"(F[{slot}] - 1)", None) if expr.op == "last_stack_index" else (f"F[{slot}]", 32)
        if expr.op == "?":
            assert left is not None and expr.cond is not None, expr
            (a, abits), (b, bbits) = self.bounded(left), self.bounded(right)
            bound = None if abits is None or bbits is None else max(abits, bbits)
            return f"({a} if {self.boolean(expr.cond)} else {b})", bound
        b, bbits = self.bounded(right)
        if expr.op == "~":
            return f"(~{b})", None
        if left is None:
            return (f"(-{b})", None) if expr.op == "-" else (b, bbits)
        a, abits = self.bounded(left)
        match expr.op:
            case "&":
                if abits is not None and isinstance(right, Const) and right.value == (1 << max(abits, bbits or 0)) - 1:
                    return a, abits  # the mask takes nothing away
                known = [x for x in (abits, bbits) if x is not None]
                return f"({a} & {b})", min(known) if known else None
            case "|" | "^":
                return f"({a} {expr.op} {b})", None if abits is None or bbits is None else max(abits, bbits)
            case "+":
                return f"({a} + {b})", None if abits is None or bbits is None else max(abits, bbits) + 1
            case "*":
                return f"({a} * {b})", None if abits is None or bbits is None else abits + bbits
            case "-":
                return f"({a} - {b})", None
            case "<<":
                if isinstance(right, Const) and 0 <= right.value < 1 << 12:
                    return f"({a} << {right.value})", None if abits is None else abits + right.value
                return f"shl({a}, {b})", None
            case ">>":
                if isinstance(right, Const) and right.value >= 0:
                    return f"({a} >> {right.value})", None if abits is None else max(0, abits - right.value)
                return (f"({a} >> {b})", abits) if bbits is not None else (f"shr({a}, {b})", abits)
            case "/":
                return f"div({a}, {b})", abits if bbits is not None else None
            case "%":
                return f"mod({a}, {b})", abits if bbits is not None else None
            case "two_comp_mod":
                return f"two_comp_mod({a}, {b})", None
            case "usat_cast":
                return f"usat_cast({a}, {b})", right.value if isinstance(right, Const) else None
            case "sat_cast":
                return f"sat_cast({a}, {b})", None
            case _:
                raise TypeError(f"not a data operator: {expr.op}")


def fit(code: str, bound: Bound, kind: FieldType) -> str:
    """`code` wrapped so that its value fits a field, as BMv2 does on assignment."""
    if kind.saturating:
        return f"{'sat_cast' if kind.signed else 'usat_cast'}({code}, {kind.width})"
    if kind.signed:
        return code if bound is not None and bound < kind.width else f"two_comp_mod({code}, {kind.width})"
    if bound is not None and bound <= kind.width:
        return code
    return f"{code} & {_number((1 << kind.width) - 1)}"


def plus(base: Base, offset: int) -> Base:
    """`base + offset`, folded when the base is known."""
    return base + offset if isinstance(base, int) else f"{base} + {offset}"


def _number(value: int) -> str:
    return str(value) if value < 10 else hex(value)
