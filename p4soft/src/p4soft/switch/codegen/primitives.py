# SPDX-License-Identifier: Apache-2.0
"""Generates code for primitives (simple_switch's and the core ones)."""

from __future__ import annotations

from p4soft.switch.codegen.exprs import ExprGen, fit
from p4soft.switch.codegen.layout import (
    CLONE,
    CLONE_BY,
    CLONE_LIST,
    EXIT,
    LEARN,
    LENGTH,
    NOW,
    RECIRCULATE,
    RESUBMIT,
    SPEC_BY,
    TRUNCATE,
    header_slots,
)
from p4soft.switch.codegen.stores import StoreGen
from p4soft.switch.codegen.writer import Writer
from p4soft.switch.program.expr import Const, Expr, HeaderRef, ObjectRef, ParamsVector, StackRef, Str, UnionStackRef
from p4soft.switch.program.exprs import is_bool
from p4soft.switch.program.header_model import FieldType, HeaderType, SourceInfo
from p4soft.switch.program.model import PrimitiveCall

_BINARY = {
    "add": "+",
    "subtract": "-",
    "bit_xor": "^",
    "bit_or": "|",
    "bit_and": "&",
}
_MASK64 = "0xffffffffffffffff"


class PrimitiveGen:
    """Generates primitives into one function body."""

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
                w.lines(f"F[{CLONE}] = {self.exprs.data(args[0])} & 0x7fff", f"F[{CLONE_LIST}] = {_const(args[1])}")
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
        w, layout = self.writer, self.exprs.layout
        spec = layout.standard("standard_metadata.egress_spec")
        group = layout.standard("intrinsic_metadata.mcast_grp")
        if isinstance(header, HeaderRef):
            kind = self.exprs.program.headers[header.name].type
            names = [f.name for f in kind.fields]
            base = layout.base[header.name]
            spec = base + 1 + names.index("egress_spec") if "egress_spec" in names else spec
            group = base + 1 + names.index("mcast_grp") if "mcast_grp" in names else group
        w.line(f"F[{spec}] = DROP_PORT")
        if group is not None:
            w.line(f"F[{group}] = 0")
        if w.traced:
            w.line(f"F[{SPEC_BY}] = {w.src(source)}")
            w.trace("PrimitiveRan", "'mark_to_drop'", "f'egress_spec = {DROP_PORT}'", w.src(source))

    def _request(self, slot: int, value: Expr, name: str, source: SourceInfo | None) -> None:
        w = self.writer
        w.line(f"F[{slot}] = {_const(value) & 0xFFFF}")
        number = _const(value)
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
        types = self.exprs.union_types(dst)
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
        union = program.unions[program.union_stacks[dst.name].unions[0]]
        rows = list(zip(layout.union_bases[dst.name], layout.union_bases[src.name], strict=True))[:-1]
        for i, (to, origin) in enumerate(rows):
            kinds = [(program.headers[h].type, f"{dst.name}[{i}].{label}") for label, h in union.members]
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
            union = program.unions[program.union_stacks[stack.name].unions[0]]
            size = sum(header_slots(program.headers[h].type) for _, h in union.members)
        headers = starts
        if isinstance(stack, UnionStackRef):
            headers = tuple(base for row in layout.union_bases[stack.name][:-1] for base in row)
        bases = w.constant("B", starts)
        old = self.stores.validities(headers)
        detail = f"{f'{stack.name} by '!r} f'{{{count}}}'"
        w.trace("PrimitiveRan", repr(f"{op}_front"), detail, w.src(source), repr(stack.name), f"(('count', {count}),)")
        w.line(f"{op}_front(F, {bases}, {size}, {layout.next_slot[stack.name]}, {count})")
        self.stores.trace_validities(headers, old, source)


def _const(expr: Expr) -> int:
    assert isinstance(expr, Const), expr
    return expr.value
