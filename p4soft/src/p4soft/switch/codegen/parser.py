# SPDX-License-Identifier: Apache-2.0
"""Generates the parser, states dispatched by number (one with a single predecessor stands in place), and the deparser.

Locals: `fr` the frame, `n` its length, `o` the byte offset of the cursor, `s` the state to enter.
"""

from __future__ import annotations

from collections import Counter

from p4soft.switch.codegen.exprs import Base, ExprGen, Writer, plus
from p4soft.switch.codegen.layout import (
    ERROR,
    FRAME,
    JOURNEY,
    NO_LIMIT,
    OFFSET,
    RECIRCULATE,
    TRUNCATE,
    Layout,
    field_positions,
    fixed_bytes,
    length_offset,
)
from p4soft.switch.codegen.primitives import PrimitiveGen, StoreGen, emit_primitives
from p4soft.switch.program.model import (
    Deparser,
    FieldRef,
    HeaderType,
    Lookahead,
    Parser,
    ParserOp,
    ParseState,
    Transition,
)

# --- The parser ------------------------------------------------------------------------------------------------------


MAX_DEPTH = 16  # inlining states deeper than this would make unreadable (and, past 100, illegal) indentation
MAX_STATES = 10_000  # per packet: a parser that loops without extracting stops with ParserTimeout


class ParserGen:
    def __init__(self, writer: Writer, layout: Layout, parser: Parser) -> None:
        self.writer = writer
        self.layout = layout
        self.parser = parser
        self.exprs = ExprGen(layout, writer)
        self.stores = StoreGen(writer, self.exprs)
        self.primitives = PrimitiveGen(writer, self.exprs, self.stores)
        ways_in = Counter(t.next_state for s in parser.states.values() for t in s.transitions)
        self._heads = [s for s in parser.states if s == parser.init_state or ways_in[s] != 1]
        self._numbers = {name: i for i, name in enumerate(parser.states)}

    def emit(self) -> None:
        """The function `parse(F)`."""
        w = self.writer
        w.comment(f"parser {self.parser.name}")
        with w.block("def parse(F):"):
            if self.parser.init_state is None:
                w.line(f"F[{OFFSET}] = 0")
                return
            w.lines(f"fr = F[{FRAME}]", "n = len(fr)", "o = 0", f"s = {self._numbers[self.parser.init_state]}")
            w.line(f"F[{ERROR}] = NO_ERROR")
            if w.traced:
                w.lines("st = ''", "at = None")
            with w.block("try:"):
                with w.block(f"for _ in range({MAX_STATES}):"):
                    self._dispatch()
                with w.block("else:"):
                    w.line("raise ParseFault(TIMEOUT)")
            with w.block("except ParseFault as fault:"):
                w.line(f"F[{ERROR}] = fault.code")
                w.trace("ParserFailed", "st", "ERRORS.get(fault.code, str(fault.code))", "at")
            w.line(f"F[{OFFSET}] = o")

    def _dispatch(self) -> None:
        w, done = self.writer, 0
        while done < len(self._heads):  # inlining that gets too deep appends new heads
            name = self._heads[done]
            with w.block(f"{'el' if done else ''}if s == {self._numbers[name]}:"):
                self._state(self.parser.states[name])
            done += 1

    def _state(self, state: ParseState) -> None:
        w = self.writer
        w.comment(f"state {state.name}", state.source)
        if w.traced:
            w.lines(f"st = {state.name!r}", f"at = {w.src(state.source)}")
            w.trace("ParserStateEntered", repr(self.parser.name), repr(state.name), "at")
        for op in state.ops:
            self._op(op)
        self._transitions(state)

    def _op(self, op: ParserOp) -> None:
        w = self.writer
        if w.traced and op.source is not None:
            w.line(f"at = {w.src(op.source)}")
        match op.op:
            case "extract" | "extract_VL":
                self._extract(op)
            case "set":
                target, value = op.args
                if isinstance(target, FieldRef) and self.layout.field_type(target).varbit:
                    self.stores.copy_varbit(target, value, op.source)
                else:
                    self.stores.assign(target, *self.exprs.bounded(value), op.source)
            case "verify":
                with w.block(f"if not {self.exprs.boolean(op.args[0])}:"):
                    w.line(f"raise ParseFault({self.exprs.data(op.args[1])})")
            case "advance":
                bits = w.fresh("_a")
                w.line(f"{bits} = {self.exprs.data(op.args[0])}")
                with w.block(f"if {bits} % 8:"):
                    w.line("raise ParseFault(INVALID_ARGUMENT)")
                with w.block(f"if o + {bits} // 8 > n or {bits} < 0:"):
                    w.line("raise ParseFault(TOO_SHORT)")
                w.trace("ParserAdvanced", bits, "o", w.src(op.source))
                w.line(f"o += {bits} // 8")
            case _:
                assert op.call is not None, op
                self.primitives.emit(op.call)

    def _extract(self, op: ParserOp) -> None:
        w = self.writer
        after: list[str] = []
        base: Base
        if len(op.target) == 1:
            header = self.layout.program.headers[op.target[0]]
            base, header_type, label = self.layout.base[header.name], header.type, repr(header.name)
        else:
            next_slot = self.layout.next_slot[op.target[1]]
            bases, header_type = self._next_bases(op.target)
            with w.block(f"if F[{next_slot}] >= {len(bases) - 1}:"):
                w.line("raise ParseFault(STACK_OUT_OF_BOUNDS)")
            base = self.stores.named(f"{w.constant('B', bases)}[F[{next_slot}]]")
            label = f"f'{op.target[1]}[{{F[{next_slot}]}}]'"
            after.append(f"F[{next_slot}] += 1")
        size = fixed_bytes(self.layout.program, header_type)
        extra = ""
        if op.op == "extract_VL":
            extra = self._variable_length(op)
        w.line(f"e = o + {size}{f' + {extra} // 8' if extra else ''}")
        with w.block("if e > n:"):
            w.line("raise ParseFault(TOO_SHORT)")
        if extra:
            with w.block(f"if e - o > {header_type.max_bytes}:"):
                w.line("raise ParseFault(HEADER_TOO_SHORT)")
        self._fields(base, header_type, size * 8, extra)
        w.line(f"F[{base}] = 1")
        self.stores.invalidate_siblings(base)
        if w.traced:
            pairs = "".join(f"({f.name!r}, F[{plus(base, 1 + i)}]), " for i, f in enumerate(header_type.fields))
            w.trace("HeaderExtracted", label, "o", "e - o", f"({pairs})", w.src(op.source))
        w.lines("o = e", *after)

    def _next_bases(self, target: tuple[str, ...]) -> tuple[tuple[int, ...], HeaderType]:
        program = self.layout.program
        if target[0] == "stack":
            return self.layout.stack_bases[target[1]], program.stacks[target[1]].type
        members = program.row_members(target[1])
        member = [label for label, _ in members].index(target[2])
        bases = tuple(row[member] for row in self.layout.union_bases[target[1]])
        return bases, program.headers[members[member][1]].type

    def _variable_length(self, op: ParserOp) -> str:
        """Compute the variable-length field's bits into a local, checked as BMv2 checks them."""
        w = self.writer
        bits = w.fresh("_v")
        w.line(f"{bits} = {self.exprs.data(op.args[0])}")
        with w.block(f"if {bits} % 8 or {bits} < 0:"):
            w.line("raise ParseFault(INVALID_ARGUMENT)")
        return bits

    def _fields(self, base: Base, header_type: HeaderType, fixed_bits: int, extra: str) -> None:
        """Cut the header into its fields with one conversion and shifts."""
        w = self.writer
        fields = header_type.fields
        if not fields:
            return
        w.line("v = from_bytes(fr[o:e], 'big')")
        if extra:
            self._fields_with_varbit(base, header_type, fixed_bits, extra)
            return
        for i, field, shift in field_positions(fields, fixed_bits):
            code = f"v >> {shift}" if shift else "v"
            if shift + field.width < fixed_bits:
                code = f"{code} & {hex((1 << field.width) - 1)}"
            if field.signed:
                code = f"two_comp_mod({code}, {field.width})"
            w.line(f"F[{plus(base, 1 + i)}] = {code}")

    def _fields_with_varbit(self, base: Base, header_type: HeaderType, fixed_bits: int, extra: str) -> None:
        w = self.writer
        left, past = fixed_bits, False
        for i, field in enumerate(header_type.fields):
            slot = plus(base, 1 + i)
            if field.varbit:
                past = True
                w.line(f"F[{slot}] = v >> {left} & (1 << {extra}) - 1")
                w.line(f"F[{plus(base, length_offset(header_type))}] = {extra}")
                continue
            left -= field.width
            shift = str(left) if past else f"({left} + {extra})"
            code = f"v >> {shift} & {hex((1 << field.width) - 1)}"
            if field.signed:
                code = f"two_comp_mod({code}, {field.width})"
            w.line(f"F[{slot}] = {code}")

    def _transitions(self, state: ParseState) -> None:
        w = self.writer
        # simple_switch keeps one default per state, the last read, and tries it after everything else.
        default = next((t for t in reversed(state.transitions) if t.kind == "default"), None)
        if not state.key:
            self._go(state, default, None)
            return
        key = w.fresh("k")
        w.line(f"{key} = {self._key(state, padded=True)}")
        raw = key
        if any(t.kind == "parse_vset" for t in state.transitions):
            raw = w.fresh("k")
            w.line(f"{raw} = {self._key(state, padded=False)}")
        for transition in state.transitions:  # no elif: every branch leaves, and Python nests a chain of them
            if transition.kind == "default":
                continue
            with w.block(f"if {self._test(transition, key, raw)}:"):
                self._go(state, transition, key)
        self._go(state, default, key)

    def _key(self, state: ParseState, *, padded: bool) -> str:
        parts, shift = [], 0
        for part in reversed(state.key):
            code, bound = self.exprs.bounded(part.expr)
            if bound is None and not isinstance(part.expr, Lookahead):
                code = f"({code} & {hex((1 << part.width) - 1)})"
            parts.append(f"{code} << {shift}" if shift else code)
            shift += (part.width + 7) // 8 * 8 if padded else part.width
        return " | ".join(reversed(parts))

    def _traced_key(self, state: ParseState, key: str) -> str:
        """Items of a tuple display: what the padded `key` is made of."""
        parts, shift = [], 0
        for part in reversed(state.key):
            code = f"{key} >> {shift} & {hex((1 << part.width) - 1)}"
            parts.append(f"({self.exprs.label(part.expr)!r}, {code}), ")
            shift += (part.width + 7) // 8 * 8
        return "".join(reversed(parts))

    def _test(self, transition: Transition, key: str, raw: str) -> str:
        if transition.kind == "parse_vset":
            mask = -1 if transition.mask is None else transition.mask
            assert transition.value_set is not None, transition
            return f"in_set(V{self.layout.program.value_sets[transition.value_set].id}, {raw}, {mask})"
        if transition.mask is None:
            return f"{key} == {hex(transition.value)}"
        return f"{key} & {hex(transition.mask)} == {hex(transition.value & transition.mask)}"

    def _go(self, state: ParseState, transition: Transition | None, key: str | None) -> None:
        w = self.writer
        target = transition.next_state if transition else None
        if w.traced:
            parts = self._traced_key(state, key) if key is not None else ""
            matched = _describe(transition) if key is not None else ""
            w.trace(
                "ParserTransition", repr(state.name), f"({parts})", repr(matched), repr(target), w.src(state.source)
            )
        if target is None:
            w.line("break")
        elif target in self._heads:
            w.lines(f"s = {self._numbers[target]}", "continue")
        elif w.depth > MAX_DEPTH:
            self._heads.append(target)
            w.lines(f"s = {self._numbers[target]}", "continue")
        else:
            self._state(self.parser.states[target])


def heads(layout: Layout, parser: Parser) -> tuple[str, ...]:
    """The states that are entered by number; each entry counts towards MAX_STATES, in every engine."""
    generator = ParserGen(Writer(False), layout, parser)
    generator.emit()
    return tuple(generator._heads)


def _describe(transition: Transition | None) -> str:
    """What a transition matches, as traces say it."""
    if transition is None:
        return "none"
    if transition.kind == "default":
        return "default"
    text = f"value set {transition.value_set}" if transition.kind == "parse_vset" else f"{transition.value:#x}"
    return text if transition.mask is None else f"{text} &&& {transition.mask:#x}"


# --- The deparser: valid headers, then the rest of the frame, cut to F[TRUNCATE] bytes -------------------------------


def emit_deparser(writer: Writer, layout: Layout, deparser: Deparser) -> None:
    """The function `deparse(F)`."""
    w = writer
    exprs = ExprGen(layout, w)
    w.comment(f"deparser {deparser.name}")
    if deparser.primitives:
        with w.block("def deparser_primitives(F):"):
            emit_primitives(w, PrimitiveGen(w, exprs, StoreGen(w, exprs)), deparser.primitives)
    with w.block("def deparse(F):"):
        w.line("update_checksums(F)")
        if deparser.primitives:
            w.line("deparser_primitives(F)")
        w.line("out = []")
        for name in deparser.order:
            header = layout.program.headers[name]
            if not header.type.fields:
                continue
            base = layout.base[name]
            with w.block(f"if F[{base}]:"):
                w.line(f"out.append({_serialise(layout, header.type, base)})  # {name}")
        w.lines(f"o = F[{OFFSET}]", f"fr = F[{FRAME}]", "h = b''.join(out)")
        w.line(f"k = {NO_LIMIT} if F[{RECIRCULATE}] else F[{TRUNCATE}]")  # what recirculates is a copy, of full length
        if w.traced:
            pairs = tuple((h, layout.base[h]) for h in deparser.order if layout.program.headers[h].type.fields)
            written = f"deparsed_headers(F, {w.constant('D', pairs)})"
            w.trace("Deparsed", written, "len(h)", "len(fr) - o", w.src(deparser.source))
        with w.block("if len(h) + len(fr) - o <= k:"):
            w.line("return b''.join((h, memoryview(fr)[o:]))")
        if w.traced:
            w.line(f"TR(Truncated(F[{JOURNEY}], len(h) + len(fr) - o, k))")
        with w.block("if len(h) >= k:"):
            w.line("return h[:k]")
        w.line("return b''.join((h, memoryview(fr)[o:o + k - len(h)]))")


def _serialise(layout: Layout, header_type: HeaderType, base: int) -> str:
    size = fixed_bytes(layout.program, header_type)
    if header_type.varbit is not None:
        return _serialise_varbit(header_type, base, size)
    parts = []
    for i, field, shift in field_positions(header_type.fields, size * 8):
        value = f"F[{base + 1 + i}]"
        if field.signed:
            value = f"({value} & {hex((1 << field.width) - 1)})"
        parts.append(f"{value} << {shift}" if shift else value)
    return f"({' | '.join(parts)}).to_bytes({size}, 'big')"


def _serialise_varbit(header_type: HeaderType, base: int, size: int) -> str:
    length = f"F[{base + length_offset(header_type)}]"
    code = "0"
    for i, field in enumerate(header_type.fields):
        slot = base + 1 + i
        value = f"(F[{slot}] & {hex((1 << field.width) - 1)})" if field.signed else f"F[{slot}]"
        code = f"({code} << {length if field.varbit else field.width} | {value})"
    return f"{code}.to_bytes({size} + {length} // 8, 'big')"
