# SPDX-License-Identifier: Apache-2.0
"""Generates actions: writes to fields and header validity, and primitives (simple_switch's and the core ones).

Also hash inputs (bits concatenated without padding, fields of invalid headers left out) and checksum code.
"""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.switch.codegen.exprs import Base, Bound, ExprGen, Writer, fit, plus
from p4soft.switch.codegen.layout import (
    CHECKSUM_ERROR,
    CLONE,
    CLONE_BY,
    CLONE_LIST,
    EXIT,
    FRAME,
    GROUP_BY,
    JOURNEY,
    LEARN,
    LENGTH,
    NOW,
    OFFSET,
    PACKET_LENGTH,
    PRIORITY_BY,
    RECIRCULATE,
    RESUBMIT,
    SPEC_BY,
    TRUNCATE,
    Layout,
    field_offset,
    header_slots,
    length_offset,
)
from p4soft.switch.program.expressions import constant_of, is_bool
from p4soft.switch.program.model import (
    AccessField,
    Action,
    CalcInput,
    Const,
    Expr,
    FieldRef,
    FieldType,
    HeaderRef,
    HeaderType,
    ObjectRef,
    ParamsVector,
    PrimitiveCall,
    RegisterRef,
    SourceInfo,
    StackField,
    StackRef,
    Str,
    UnionStackRef,
)

# --- Writes, with the trace events they cause ------------------------------------------------------------------------


class StoreGen:
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
        w, header_type = self.writer, self.exprs.layout.header_type(expr)
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
        w, header_type = self.writer, self.exprs.layout.header_type(expr)
        base = self.named(self.exprs.header(expr))
        with w.block(f"if F[{base}]:"):
            extra = f" + F[{plus(base, length_offset(header_type))}] // 8" if header_type.varbit else ""
            w.line(f"F[{PACKET_LENGTH}] -= {header_type.fixed_bits // 8}{extra}")
            w.line(f"F[{base}] = 0")
            w.trace("ValidityChanged", repr(self.exprs.header_label(expr)), "False", w.src(source))

    def copy_header(self, dst: Expr, src: Expr, source: SourceInfo | None) -> None:
        """Header assignment, validity included."""
        to, label = self.named(self.exprs.header(dst)), self.exprs.header_label(dst)
        self.copy_bases(to, self.exprs.header(src), self.exprs.layout.header_type(dst), label, source)

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
            header_type = self.exprs.layout.header_type(target.header)
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


# --- Primitives ------------------------------------------------------------------------------------------------------


_BINARY = {
    "add": "+",
    "subtract": "-",
    "bit_xor": "^",
    "bit_or": "|",
    "bit_and": "&",
}
_MASK64 = "0xffffffffffffffff"


class PrimitiveGen:
    def __init__(self, writer: Writer, exprs: ExprGen, stores: StoreGen) -> None:
        self.writer = writer
        self.exprs = exprs
        self.stores = stores

    def emit(self, call: PrimitiveCall) -> None:
        """The code of one primitive. Jumps are not handled here: see actions.py."""
        self.exprs.hoist(call.args)
        self._primitive(call)
        self.exprs.forget()

    def _primitive(self, call: PrimitiveCall) -> None:
        args, source = call.args, call.source
        match call.op:
            case "assign" | "modify_field":
                self.stores.assign(args[0], *self.exprs.bounded(args[1]), source)
            case "assign_VL":
                self.stores.copy_varbit(args[0], args[1], source)
            case "assign_header" | "copy_header":
                self.stores.copy_header(args[0], args[1], source)
            case "assign_header_stack":
                self._copy_stack(args[0], args[1], source)
            case "assign_union":
                self._copy_union(args[0], args[1], source)
            case "assign_union_stack":
                self._copy_union_stack(args[0], args[1], source)
            case "push" | "pop":
                self._shift_stack(call.op, args[0], self.exprs.data(args[1]), source)
            case "add" | "subtract" | "bit_xor" | "bit_or" | "bit_and":
                left, right = self.exprs.data(args[1]), self.exprs.data(args[2])
                self.stores.assign(args[0], f"({left} {_BINARY[call.op]} {right})", None, source)
            case "shift_left" | "shift_right":
                name = "shl" if call.op == "shift_left" else "shr"
                self.stores.assign(
                    args[0], f"{name}({self.exprs.data(args[1])}, {self.exprs.data(args[2])})", None, source
                )
            case "add_to_field" | "subtract_from_field":
                sign = "+" if call.op == "add_to_field" else "-"
                self.stores.assign(
                    args[0], f"({self.exprs.data(args[0])} {sign} {self.exprs.data(args[1])})", None, source
                )
            case "add_header" | "add_header_fast":
                self.stores.set_valid(args[0], source, fresh=call.op == "add_header")
            case "remove_header":
                self.stores.set_invalid(args[0], source)
            case _:
                self._extern(call)

    def _extern(self, call: PrimitiveCall) -> None:
        w, args, source = self.writer, call.args, call.source
        match call.op:
            case "drop" | "mark_to_drop":
                self._drop(args[0] if args else None, source)
            case "exit":
                w.trace("PrimitiveRan", "'exit'", "'the control ends here'", w.src(source))
                w.lines(f"F[{EXIT}] = 1", "return")
            case "assert" | "assume":
                fails = f"not {self.exprs.boolean(args[0])}" if is_bool(args[0]) else self.exprs.is_zero(args[0])
                with w.block(f"if {fails}:"):
                    w.trace("PrimitiveRan", repr(call.op), "'is false'", w.src(source))
                    w.line(f"raise AssertionFailed({f'{call.op} failed at {source}'!r})")
                w.trace("PrimitiveRan", repr(call.op), "'is true'", w.src(source))
            case "log_msg":
                self._log(args[0], args[1], source)
            case "no_op":
                w.line("pass")
            case "modify_field_rng_uniform":
                self._random(args, source)
            case "modify_field_with_hash_based_offset":
                self._hash(args, source)
            case "generate_digest":
                self._request(LEARN, args[1], "digest", source)
            case "clone_ingress_pkt_to_egress" | "clone_egress_pkt_to_egress":
                w.lines(
                    f"F[{CLONE}] = {self.exprs.data(args[0])} & 0x7fff", f"F[{CLONE_LIST}] = {constant_of(args[1])}"
                )
                if w.traced:
                    w.line(f"F[{CLONE_BY}] = {w.src(source)}")
                    values = f"(('session', F[{CLONE}]), ('field_list', F[{CLONE_LIST}]))"
                    w.trace("PrimitiveRan", "'clone'", f"f'session {{F[{CLONE}]}}'", w.src(source), "''", values)
            case "resubmit":
                self._request(RESUBMIT, args[0], "resubmit", source)
            case "recirculate":
                self._request(RECIRCULATE, args[0], "recirculate", source)
            case "truncate":
                w.line(f"F[{TRUNCATE}] = min(F[{TRUNCATE}], {self.exprs.data(args[0])})")
                values = f"(('bytes', F[{TRUNCATE}]),)"
                w.trace("PrimitiveRan", "'truncate'", f"f'to {{F[{TRUNCATE}]}} bytes'", w.src(source), "''", values)
            case "count":
                self._count(args, source)
            case "execute_meter":
                self._meter(args, source)
            case "register_read":
                self._register_read(args, source)
            case "register_write":
                self._register_write(args, source)
            case _:
                raise NotImplementedError(call.op)

    def _drop(self, header: Expr | None, source: SourceInfo | None) -> None:
        w, (spec, group) = self.writer, self.exprs.layout.drop_slots(header)
        w.line(f"F[{spec}] = DROP_PORT")
        if group is not None:
            w.line(f"F[{group}] = 0")
        if w.traced:
            w.line(f"F[{SPEC_BY}] = {w.src(source)}")
            w.trace("PrimitiveRan", "'mark_to_drop'", "f'egress_spec = {DROP_PORT}'", w.src(source))

    def _request(self, slot: int, value: Expr, name: str, source: SourceInfo | None) -> None:
        w = self.writer
        w.line(f"F[{slot}] = {constant_of(value) & 0xFFFF}")
        number = constant_of(value)
        learn = self.exprs.program.learn_lists.get(number) if slot == LEARN else None
        target = learn.name if learn is not None else ""
        values = f"(('field_list', {number}),)"
        w.trace("PrimitiveRan", repr(name), repr(target or f"list {number}"), w.src(source), repr(target), values)

    def _log(self, template: Expr, values: Expr, source: SourceInfo | None) -> None:
        assert isinstance(template, Str) and isinstance(values, ParamsVector), (template, values)
        items = "".join(f"{self.exprs.data(v)}, " for v in values.items)
        text = self.writer.fresh("_m")
        self.writer.lines(f"{text} = format_message({template.value!r}, ({items}))", f"LOG.info('%s', {text})")
        self.writer.trace("PrimitiveRan", "'log_msg'", text, self.writer.src(source))

    def _random(self, args: tuple[Expr, ...], source: SourceInfo | None) -> None:
        w = self.writer
        low, high = w.fresh("_l"), w.fresh("_l")
        w.lines(f"{low} = {self.exprs.data(args[1])} & {_MASK64}", f"{high} = {self.exprs.data(args[2])} & {_MASK64}")
        with w.block(f"if {low} <= {high}:"):  # BMv2 leaves the field alone otherwise
            drawn = f"RANDINT({low}, {high})"
            if w.traced:
                w.line(f"_r = {drawn}")
                drawn = "_r"
                values = f"(('low', {low}), ('high', {high}), ('result', _r))"
                detail = f"f'{{_r:#x}} out of {{{low}:#x}}..{{{high}:#x}}'"
                w.trace("PrimitiveRan", "'random'", detail, w.src(source), "''", values)
            self.stores.assign(args[0], drawn, None, source)

    def _hash(self, args: tuple[Expr, ...], source: SourceInfo | None) -> None:
        calculation = args[2]
        assert isinstance(calculation, ObjectRef), calculation
        number = self.exprs.program.calculations[calculation.name].id
        base, size = self.exprs.data(args[1]), self.exprs.data(args[3])
        # uint64 arithmetic; a size of 0 is taken as 1.
        code = f"((C{number}(F) % (({size} & {_MASK64}) or 1) + {base}) & {_MASK64})"
        if self.writer.traced:
            code = self._trace_hash(calculation.name, code, base, size, source)
        self.stores.assign(args[0], code, 64, source)

    def _trace_hash(self, name: str, code: str, base: str, size: str, source: SourceInfo | None) -> str:
        """Compute a hash into a local and trace it with its inputs; the local."""
        w, calculation = self.writer, self.exprs.program.calculations[name]
        result = w.fresh("_h")
        w.line(f"{result} = {code}")
        fields = [i.expr for i in calculation.inputs if i.kind == "field" and i.expr is not None]
        inputs = "".join(f"({self.exprs.label(f)!r}, {self.exprs.data(f)}), " for f in fields)
        values = f"({inputs}('base', {base}), ('size', {size}), ('result', {result}))"
        others = "".join(f" and {i.kind}" for i in calculation.inputs if i.kind in ("header", "payload"))
        detail = f"{f'{calculation.algo} {name}{others} is '!r} f'{{{result}:#x}}'"
        w.trace("PrimitiveRan", "'hash'", detail, w.src(source), repr(name), values)
        return result

    def _count(self, args: tuple[Expr, ...], source: SourceInfo | None) -> None:
        w, array = self.writer, args[0]
        assert isinstance(array, ObjectRef), array
        spec = self.exprs.program.counters[array.name]
        i = self._index(args[1])
        with w.block(f"if 0 <= {i} < {spec.size}:"):
            w.lines(f"CP{spec.id}[{i}] += 1", f"CB{spec.id}[{i}] += F[{LENGTH}]")
            values = f"(('index', {i}), ('packets', CP{spec.id}[{i}]), ('bytes', CB{spec.id}[{i}]))"
            detail = f"f'{array.name}[{{{i}}}]: {{CP{spec.id}[{i}]}} packets, {{CB{spec.id}[{i}]}} bytes so far'"
            w.trace("PrimitiveRan", "'count'", detail, w.src(source), repr(array.name), values)
        self._out_of_range("count", array.name, spec.size, i, source)

    def _meter(self, args: tuple[Expr, ...], source: SourceInfo | None) -> None:
        w, array = self.writer, args[0]
        assert isinstance(array, ObjectRef), array
        spec = self.exprs.program.meters[array.name]
        i = self._index(args[1])
        with w.block(f"if 0 <= {i} < {spec.size}:"):
            code = f"M{spec.id}.execute({i}, F[{NOW}], F[{LENGTH}])"
            if w.traced:
                w.line(f"_c = {code}")
                code = "_c"
                detail, values = f"f'{array.name}[{{{i}}}] is {{COLOURS[_c]}}'", f"(('index', {i}), ('colour', _c))"
                w.trace("PrimitiveRan", "'execute_meter'", detail, w.src(source), repr(array.name), values)
            self.stores.assign(args[2], code, 2, source)
        self._out_of_range("execute_meter", array.name, spec.size, i, source)

    def _register_read(self, args: tuple[Expr, ...], source: SourceInfo | None) -> None:
        w, array = self.writer, args[1]
        assert isinstance(array, ObjectRef), array
        spec = self.exprs.program.registers[array.name]
        i = self._index(args[2])
        with w.block(f"if 0 <= {i} < {spec.size}:"):
            self.stores.assign(args[0], f"R{spec.id}[{i}]", spec.bitwidth, source)
            detail = f"f'{array.name}[{{{i}}}] is {{R{spec.id}[{i}]:#x}}'"
            values = f"(('index', {i}), ('value', R{spec.id}[{i}]))"
            w.trace("PrimitiveRan", "'register_read'", detail, w.src(source), repr(array.name), values)
        self._out_of_range("register_read", array.name, spec.size, i, source)

    def _register_write(self, args: tuple[Expr, ...], source: SourceInfo | None) -> None:
        w, array = self.writer, args[0]
        assert isinstance(array, ObjectRef), array
        spec = self.exprs.program.registers[array.name]
        i = self._index(args[1])
        with w.block(f"if 0 <= {i} < {spec.size}:"):
            code, bound = self.exprs.bounded(args[2])
            w.line(f"R{spec.id}[{i}] = {fit(code, bound, FieldType('', spec.bitwidth))}")
            detail = f"f'{array.name}[{{{i}}}] = {{R{spec.id}[{i}]:#x}}'"
            values = f"(('index', {i}), ('value', R{spec.id}[{i}]))"
            w.trace("PrimitiveRan", "'register_write'", detail, w.src(source), repr(array.name), values)
        self._out_of_range("register_write", array.name, spec.size, i, source)

    def _index(self, expr: Expr) -> str:
        code = self.exprs.data(expr)
        if isinstance(expr, Const) or code.isidentifier():
            return code
        name = self.writer.fresh("_i")
        self.writer.line(f"{name} = {code}")
        return name

    def _out_of_range(self, op: str, name: str, size: int, index: str, source: SourceInfo | None) -> None:
        if self.writer.traced:
            with self.writer.block("else:"):
                detail = f"f'{name}[{{{index}}}] is out of range (size {size}): nothing done'"
                values = f"(('index', {index}),)"
                self.writer.trace("PrimitiveRan", repr(op), detail, self.writer.src(source), repr(name), values)

    def _copy_stack(self, dst: Expr, src: Expr, source: SourceInfo | None) -> None:
        assert isinstance(dst, StackRef) and isinstance(src, StackRef), (dst, src)
        layout, stack = self.exprs.layout, self.exprs.program.stacks[dst.name]
        pairs = list(zip(layout.stack_bases[dst.name], layout.stack_bases[src.name], strict=True))[:-1]
        for i, (to, origin) in enumerate(pairs):
            self.stores.copy_bases(to, origin, stack.type, f"{dst.name}[{i}]", source)
        self.writer.line(f"F[{layout.next_slot[dst.name]}] = F[{layout.next_slot[src.name]}]")

    def _copy_union(self, dst: Expr, src: Expr, source: SourceInfo | None) -> None:
        types = self.exprs.layout.union_types(dst)
        label = self.exprs.header_label(dst)
        pairs = zip(self.exprs.union(dst), self.exprs.union(src), strict=True)
        bases = [(self.stores.named(a), self.stores.named(b)) for a, b in pairs]
        self._copy_members(bases, [(t, f"{label}.{i}") for i, t in enumerate(types)], source)

    def _copy_members(
        self, bases: list[tuple[int | str, int | str]], kinds: list[tuple[HeaderType, str]], source: SourceInfo | None
    ) -> None:
        """Copy the members of a union one by one; at most one is valid, so none invalidates another wrongly."""
        for (to, origin), (header_type, label) in zip(bases, kinds, strict=True):
            self.stores.copy_bases(to, origin, header_type, label, source)

    def _copy_union_stack(self, dst: Expr, src: Expr, source: SourceInfo | None) -> None:
        assert isinstance(dst, UnionStackRef) and isinstance(src, UnionStackRef), (dst, src)
        layout, program = self.exprs.layout, self.exprs.program
        members = program.row_members(dst.name)
        rows = list(zip(layout.union_bases[dst.name], layout.union_bases[src.name], strict=True))[:-1]
        for i, (to, origin) in enumerate(rows):
            kinds = [(program.headers[h].type, f"{dst.name}[{i}].{label}") for label, h in members]
            self._copy_members(list(zip(to, origin, strict=True)), kinds, source)
        self.writer.line(f"F[{layout.next_slot[dst.name]}] = F[{layout.next_slot[src.name]}]")

    def _shift_stack(self, op: str, stack: Expr, count: str, source: SourceInfo | None) -> None:
        w, layout, program = self.writer, self.exprs.layout, self.exprs.program
        if isinstance(stack, StackRef):
            starts = layout.stack_bases[stack.name][:-1]
            size = header_slots(program.stacks[stack.name].type)
        else:
            assert isinstance(stack, UnionStackRef), stack
            starts = tuple(row[0] for row in layout.union_bases[stack.name][:-1])
            size = sum(header_slots(program.headers[h].type) for _, h in program.row_members(stack.name))
        headers = starts
        if isinstance(stack, UnionStackRef):
            headers = tuple(base for row in layout.union_bases[stack.name][:-1] for base in row)
        bases = w.constant("B", starts)
        old = self.stores.validities(headers)
        detail = f"{f'{stack.name} by '!r} f'{{{count}}}'"
        w.trace("PrimitiveRan", repr(f"{op}_front"), detail, w.src(source), repr(stack.name), f"(('count', {count}),)")
        w.line(f"{op}_front(F, {bases}, {size}, {layout.next_slot[stack.name]}, {count})")
        self.stores.trace_validities(headers, old, source)


# --- One function per action: `A<id>(F, a)` with the arguments in the tuple `a` --------------------------------------


JUMPS = ("_jump", "_jump_if_zero")
MAX_ITERATIONS = 1 << 16


def emit_action(writer: Writer, layout: Layout, action: Action, *, hidden: bool) -> None:
    """The function of one action; `hidden`: it is no table's, it only wraps statements."""
    exprs = ExprGen(layout, writer, action.params)
    primitives = PrimitiveGen(writer, exprs, StoreGen(writer, exprs))
    writer.comment(f"action {action.name}", action.source)
    with writer.block(f"def A{action.id}(F, a):"):
        if action.params:
            names = "".join(f"p{i}, " for i in range(len(action.params)))
            writer.line(f"{names.rstrip()} = a")
        pairs = "".join(f"({p.name!r}, p{i}), " for i, p in enumerate(action.params))
        writer.trace("ActionEntered", repr(action.name), f"({pairs})", writer.src(action.source), repr(hidden))
        emit_primitives(writer, primitives, action.primitives)


def emit_primitives(writer: Writer, primitives: PrimitiveGen, calls: tuple[PrimitiveCall, ...]) -> None:
    """A list of primitives; jumps set a program counter that segments test, in a Python loop if any goes back."""
    jumps = [(i, jump_target(c)) for i, c in enumerate(calls) if c.op in JUMPS]
    if not jumps:
        for call in calls:
            primitives.emit(call)
        return
    writer.line("pc = 0")
    targets = {target for _, target in jumps}
    if all(target > i for i, target in jumps):
        _segments(writer, primitives, calls, targets)
        return
    with writer.block(f"for _ in range({MAX_ITERATIONS}):"):
        _segments(writer, primitives, calls, targets)
        writer.line("break")
    with writer.block("else:"):
        writer.line(f"raise AssertionFailed('a loop in P4 ran more than {MAX_ITERATIONS} times')")


def _segments(writer: Writer, primitives: PrimitiveGen, calls: tuple[PrimitiveCall, ...], targets: set[int]) -> None:
    """Straight runs of primitives between jumps and their targets, each guarded by the program counter."""
    i = 0
    while i < len(calls):
        end = i + 1
        while end < len(calls) and end not in targets and calls[end - 1].op not in JUMPS:
            end += 1
        with writer.block(f"if pc <= {i}:"):
            for j, call in enumerate(calls[i:end], i):
                if call.op == "_jump":
                    _jump(writer, j, call)
                elif call.op == "_jump_if_zero":
                    primitives.exprs.hoist(call.args)
                    with writer.block(f"if {primitives.exprs.is_zero(call.args[0])}:"):
                        _jump(writer, j, call)
                    primitives.exprs.forget()
                else:
                    primitives.emit(call)
        i = end


def _jump(writer: Writer, at: int, call: PrimitiveCall) -> None:
    writer.line(f"pc = {jump_target(call)}")
    if jump_target(call) <= at:
        writer.line("continue")


def jump_target(call: PrimitiveCall) -> int:
    return constant_of(call.args[-1])


# --- Calculations ----------------------------------------------------------------------------------------------------


class CalculationGen:
    """Generates `C<id>(F)` per calculation and the checksum functions."""

    def __init__(self, writer: Writer, layout: Layout) -> None:
        self.writer = writer
        self.layout = layout
        self.exprs = ExprGen(layout, writer)
        self.stores = StoreGen(writer, self.exprs)

    def emit_function(self, name: str, hash_name: str, inputs: Sequence[CalcInput], comment: str) -> None:
        """`def name(F)` returning the hash of the inputs, computed by the global `hash_name`."""
        w = self.writer
        w.comment(comment)
        with w.block(f"def {name}(F):"):
            w.lines("v = 0", "w = 0")
            for item in inputs:
                self._input(item)
            w.lines("pad = -w % 8", "data = (v << pad).to_bytes(w + pad >> 3, 'big')")
            if any(i.kind == "payload" for i in inputs):
                # Of a truncated packet no more than it keeps, headers not counted (simple_switch's get_data_size).
                w.line(f"data += F[{FRAME}][F[{OFFSET}]:F[{OFFSET}] + F[{TRUNCATE}]]")
            w.line(f"return {hash_name}(data)")

    def emit_checksums(self) -> None:
        """`verify(F)` and `update_checksums(F)`."""
        w, program = self.writer, self.layout.program
        with w.block("def verify(F):"):
            w.line(f"F[{CHECKSUM_ERROR}] = 0")
            for checksum in program.checksums:
                if not checksum.verify:
                    continue
                calculation = program.calculations[checksum.calculation]
                slot = self.layout.slot(checksum.target)
                condition = f"F[{self.layout.base[checksum.target.header]}]"
                if checksum.condition is not None:
                    condition += f" and {self.exprs.boolean(checksum.condition)}"
                w.comment(f"checksum {checksum.name}", checksum.source)
                with w.block(f"if {condition}:"):
                    w.line(f"c = C{calculation.id}(F)")
                    where = w.src(checksum.source)
                    w.trace("ChecksumChecked", repr(checksum.name), "'verify'", "c", f"F[{slot}]", where)
                    with w.block(f"if c != F[{slot}]:"):
                        w.line(f"F[{CHECKSUM_ERROR}] = 1")
        with w.block("def update_checksums(F):"):
            for checksum in program.checksums:
                if not checksum.update:
                    continue
                calculation = program.calculations[checksum.calculation]
                slot, kind = self.layout.slot(checksum.target), self.layout.field_type(checksum.target)
                condition = self.exprs.boolean(checksum.condition) if checksum.condition is not None else "True"
                w.comment(f"checksum {checksum.name}", checksum.source)
                with w.block(f"if {condition}:"):
                    w.line(f"c = C{calculation.id}(F)")
                    where = w.src(checksum.source)
                    w.trace("ChecksumChecked", repr(checksum.name), "'update'", "c", f"F[{slot}]", where)
                    w.line(f"F[{slot}] = {fit('c', None, kind)}")

    def _input(self, item: CalcInput) -> None:
        match item.kind:
            case "payload":
                return
            case "const":
                assert isinstance(item.expr, Const), item
                value = item.expr.value & ((1 << item.width) - 1)
                self.writer.lines(f"v = v << {item.width} | {hex(value)}", f"w += {item.width}")
            case "field":
                assert isinstance(item.expr, FieldRef), item
                self._field(item.expr)
            case "header":
                assert isinstance(item.expr, HeaderRef), item
                header = self.layout.program.headers[item.expr.name]
                with self.writer.block(f"if F[{self.layout.base[header.name]}]:"):
                    for field in header.type.fields:
                        self._append(header.name, header.type, field.name)

    def _field(self, ref: FieldRef) -> None:
        header = self.layout.program.headers[ref.header]
        if header.metadata or ref.field == "$valid$":
            self._append(ref.header, header.type, ref.field)
            return
        with self.writer.block(f"if F[{self.layout.base[ref.header]}]:"):
            self._append(ref.header, header.type, ref.field)

    def _append(self, header: str, header_type: HeaderType, name: str) -> None:
        ref = FieldRef(header, name)
        kind, slot = self.layout.field_type(ref), self.layout.slot(ref)
        width: int | str = kind.width
        if kind.varbit:
            width = f"F[{self.layout.base[header] + length_offset(header_type)}]"
        value = f"F[{slot}] & {hex((1 << kind.width) - 1)}" if kind.signed else f"F[{slot}]"
        self.writer.lines(f"v = v << {width} | {value}", f"w += {width}")
