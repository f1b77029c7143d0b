# SPDX-License-Identifier: Apache-2.0
"""Writes to fields and header validity, with the trace events they cause."""

from __future__ import annotations

from p4soft.switch.codegen.exprs import Base, Bound, ExprGen, fit, plus
from p4soft.switch.codegen.layout import (
    GROUP_BY,
    JOURNEY,
    PACKET_LENGTH,
    PRIORITY_BY,
    SPEC_BY,
    field_offset,
    header_slots,
    length_offset,
)
from p4soft.switch.codegen.writer import Writer
from p4soft.switch.program.expr import AccessField, Const, Expr, FieldRef, RegisterRef, StackField
from p4soft.switch.program.header_model import FieldType, HeaderType, SourceInfo


class StoreGen:
    """Generates assignments for one program."""

    def __init__(self, writer: Writer, exprs: ExprGen) -> None:
        self.writer = writer
        self.exprs = exprs
        decisive = (
            ("standard_metadata.egress_spec", SPEC_BY),
            ("intrinsic_metadata.mcast_grp", GROUP_BY),
            ("intrinsic_metadata.priority", PRIORITY_BY),
        )
        self._written_by = {exprs.layout.standard(name): by for name, by in decisive}

    def assign(self, target: Expr, code: str, bound: Bound, source: SourceInfo | None) -> None:
        """`target = code`, cut to the target's width."""
        if isinstance(target, RegisterRef):
            self._register(target, code, bound, source)
            return
        slot, kind = self.target(target)
        self.store(slot, fit(code, bound, kind), self.exprs.label(target), source)

    def target(self, target: Expr) -> tuple[Base, FieldType]:
        """Slot and type of a left value that is a field."""
        if isinstance(target, FieldRef):
            return self.exprs.layout.slot(target), self.exprs.layout.field_type(target)
        if isinstance(target, StackField):
            return self.exprs.stack_slot(target.stack, target.field)
        assert isinstance(target, AccessField), target
        return self.exprs.access_slot(target)

    def store(self, slot: Base, code: str, label: str, source: SourceInfo | None) -> None:
        """The statement `F[slot] = code`, in the width of the field."""
        w = self.writer
        if not w.traced:
            w.line(f"F[{slot}] = {code}")
            return
        old, where = w.fresh("_o"), slot
        if isinstance(slot, str):
            where = w.fresh("_s")
            w.line(f"{where} = {slot}")
        w.lines(f"{old} = F[{where}]", f"F[{where}] = {code}")
        with w.block(f"if F[{where}] != {old}:"):
            w.trace("FieldChanged", repr(label), old, f"F[{where}]", w.src(source))
        if slot in self._written_by:
            w.line(f"F[{self._written_by[slot]}] = {w.src(source)}")

    def set_valid(self, expr: Expr, source: SourceInfo | None, *, fresh: bool) -> None:
        """Make a header valid; `fresh` clears its fields and counts its bytes, as setValid does."""
        w, header_type = self.writer, self.exprs.header_type(expr)
        base = self.named(self.exprs.header(expr))
        with w.block(f"if not F[{base}]:"):
            if fresh:
                slots = header_slots(header_type) - 1
                if slots:
                    first = plus(base, 1)
                    w.line(f"F[{first}:{plus(base, 1 + slots)}] = {w.constant('Z', (0,) * slots)}")
                w.line(f"F[{PACKET_LENGTH}] += {header_type.fixed_bits // 8}")
            w.line(f"F[{base}] = 1")
            w.trace("ValidityChanged", repr(self.exprs.header_label(expr)), "True", w.src(source))
        self.invalidate_siblings(base)

    def set_invalid(self, expr: Expr, source: SourceInfo | None) -> None:
        """Make a header invalid and take its bytes off the packet length."""
        w, header_type = self.writer, self.exprs.header_type(expr)
        base = self.named(self.exprs.header(expr))
        with w.block(f"if F[{base}]:"):
            extra = f" + F[{plus(base, length_offset(header_type))}] // 8" if header_type.varbit else ""
            w.line(f"F[{PACKET_LENGTH}] -= {header_type.fixed_bits // 8}{extra}")
            w.line(f"F[{base}] = 0")
            w.trace("ValidityChanged", repr(self.exprs.header_label(expr)), "False", w.src(source))

    def copy_header(self, dst: Expr, src: Expr, source: SourceInfo | None) -> None:
        """Header assignment, validity included."""
        to, label = self.named(self.exprs.header(dst)), self.exprs.header_label(dst)
        self.copy_bases(to, self.exprs.header(src), self.exprs.header_type(dst), label, source)

    def copy_bases(self, to: Base, src: Base, header_type: HeaderType, label: str, source: SourceInfo | None) -> None:
        """Header assignment between base slots."""
        w, slots = self.writer, header_slots(header_type)
        old = ""
        if w.traced:
            old = w.fresh("_h")
            w.line(f"{old} = F[{to}:{plus(to, slots)}]")
        siblings = f"SIBLINGS.get({to}, ())" if self.exprs.layout.siblings else "()"
        w.line(f"copy_header(F, {to}, {src}, {slots}, {siblings})")
        if w.traced:
            names = w.constant("N", tuple(f"{label}.{f.name}" for f in header_type.fields))
            new = f"F[{to}:{plus(to, slots)}]"
            details = f"names={names}, old={old}, new={new}, source={w.src(source)}"
            w.line(f"trace_copy(TR, F[{JOURNEY}], {label!r}, {details})")

    def copy_varbit(self, dst: Expr, src: Expr, source: SourceInfo | None) -> None:
        """Assignment of a variable-length field: value and length."""
        (to, _), (origin, _) = self.target(dst), self.target(src)
        self.store(to, f"F[{origin}]", self.exprs.label(dst), source)
        self.writer.line(f"F[{self._length_slot(dst)}] = F[{self._length_slot(src)}]")

    def invalidate_siblings(self, base: Base) -> None:
        """When a union member becomes valid, the others become invalid."""
        siblings = self.exprs.layout.siblings
        if isinstance(base, int):
            others = siblings.get(base, ())
            old = self.validities(others)
            for other in others:
                self.writer.line(f"F[{other}] = 0")
            self.trace_validities(others, old, None)
        elif siblings:
            with self.writer.block(f"for _u in SIBLINGS.get({base}, ()):"):
                self.writer.line("F[_u] = 0")

    def validities(self, bases: tuple[int, ...]) -> str:
        """Keep whether the headers at these slots are valid, for `trace_validities`; nothing in untraced code."""
        if not self.writer.traced or not bases:
            return ""
        old = self.writer.fresh("_v")
        self.writer.line(f"{old} = ({''.join(f'F[{b}], ' for b in bases)})")
        return old

    def trace_validities(self, bases: tuple[int, ...], old: str, source: SourceInfo | None) -> None:
        """Trace which of the headers at these slots changed their validity since `validities` returned `old`."""
        if not old:
            return
        known = dict(self.exprs.layout.header_names())
        headers = self.writer.constant("N", tuple((known[b], b) for b in bases))
        self.writer.line(f"trace_validity(TR, F, {headers}, old={old}, source={self.writer.src(source)})")

    def named(self, base: Base) -> Base:
        """`base`, computed once into a local when it is an expression."""
        if isinstance(base, int):
            return base
        name = self.writer.fresh("_b")
        self.writer.line(f"{name} = {base}")
        return name

    def _length_slot(self, target: Expr) -> Base:
        if isinstance(target, FieldRef):
            header = self.exprs.program.headers[target.header]
            return self.exprs.layout.base[header.name] + length_offset(header.type)
        if isinstance(target, AccessField):
            header_type = self.exprs.header_type(target.header)
            return plus(self.exprs.header(target.header), length_offset(header_type))
        assert isinstance(target, StackField), target
        stack_type = self.exprs.program.stacks[target.stack].type
        slot, _ = self.exprs.stack_slot(target.stack, target.field)
        return f"{slot} + {length_offset(stack_type) - field_offset(stack_type, target.field)}"

    def _register(self, target: RegisterRef, code: str, bound: Bound, source: SourceInfo | None) -> None:
        spec = self.exprs.program.registers[target.array]
        cells = self.exprs.register(target.array)
        value = fit(code, bound, FieldType("", spec.bitwidth))
        index = target.index.value if isinstance(target.index, Const) else self.exprs.data(target.index)
        with self.writer.block(f"if 0 <= {index} < {spec.size}:"):
            self.writer.line(f"{cells}[{index}] = {value}")
            detail = f"f'{target.array}[{{{index}}}] = {{{cells}[{index}]:#x}}'"
            self.writer.trace("PrimitiveRan", "'register_write'", detail, self.writer.src(source), repr(target.array))
