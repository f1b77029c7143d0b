# SPDX-License-Identifier: Apache-2.0
"""Generates controls: the graph of tables and conditions becomes nested ifs.

What follows a branch whatever it decides (its post-dominator) is written after it, once. A node that several branches
enter but that is not such a join becomes a function, and so does code nested too deeply.
"""

from __future__ import annotations

from p4soft.switch.codegen.exprs import ExprGen, Writer
from p4soft.switch.codegen.layout import EXIT, LENGTH, NOW, Layout
from p4soft.switch.codegen.primitives import StoreGen
from p4soft.switch.program.controls import joins, successors, topological
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.model import KeyField, Pipeline, TableSpec
from p4soft.switch.state.lookup import lpm_order, range_fields

# --- Table applications: key, lookup, direct resources, action; `e` is the entry then, and `hit` ---------------------


class TableGen:
    def __init__(self, writer: Writer, layout: Layout) -> None:
        self.writer = writer
        self.layout = layout
        self.stores = StoreGen(writer, ExprGen(layout, writer))

    def apply(self, table: TableSpec) -> None:
        """Apply one table and run the action it selects; the action's owner is left in `m`, hit or miss in `e`."""
        w = self.writer
        w.comment(f"table {table.name}", table.source)
        if table.is_constant:
            self._constant(table)
            return
        t = f"T{table.id}"
        if table.key:
            w.line(f"e = {self._lookup(table)}")
            with w.block("if e is None:"):
                w.lines(f"e = {t}.default", "hit = False")
            with w.block("else:"):
                w.line("hit = True")
                self._on_hit(table)
        else:
            w.lines(f"e = {t}.default", "hit = False")
        w.line("m = e")
        via = "''"
        if table.kind != "simple":
            via = self._select(table)
        if w.traced:
            w.line(self._trace_call(table, f"({self._traced_key(table)})", "hit", via))
        self._after_hit(table)
        w.line("ACTIONS[m.action_id](F, m.args)")

    def _constant(self, table: TableSpec) -> None:
        assert table.default is not None, table
        w = self.writer
        if w.traced and not table.is_hidden:
            w.line(f"e = m = T{table.id}.default")
            w.line(self._trace_call(table, "()", "False", "''"))
        args = w.constant("K", table.default.args) if table.default.args else "()"
        w.line(f"A{table.default.action_id}(F, {args})")

    def _on_hit(self, table: TableSpec) -> None:
        w = self.writer
        if table.with_counters:
            w.lines("e.packets += 1", f"e.bytes += F[{LENGTH}]")
        if table.support_timeout:
            w.line(f"e.last_hit_us = F[{NOW}]")

    def _after_hit(self, table: TableSpec) -> None:
        """The direct meter, executed once the entry's action is chosen (as BMv2), and what traces say of a hit."""
        w, program = self.writer, self.layout.program
        spec = program.meters[table.direct_meter] if table.direct_meter is not None else None
        metered = spec if spec is not None and spec.result is not None else None
        if not table.key or (metered is None and not (w.traced and table.with_counters)):
            return
        with w.block("if hit:"):
            if table.with_counters:
                bound = (c.name for c in program.counters.values() if c.direct and c.binding == table.name)
                name = next(bound, table.name)
                now = "f'{e.packets} packets, {e.bytes} bytes so far'"
                values = "(('packets', e.packets), ('bytes', e.bytes))"
                w.trace(
                    "PrimitiveRan",
                    "'direct_counter'",
                    f"{f'{name} of entry '!r} f'{{e.handle}}: ' {now}",
                    w.src(table.source),
                    repr(name),
                    values,
                )
            if metered is not None and metered.result is not None:
                amount = f"F[{LENGTH}]" if metered.unit == "bytes" else "1"
                code = f"(e.meter.execute(F[{NOW}], {amount}) if e.meter is not None else 0)"
                if w.traced:
                    w.line(f"c = {code}")
                    code = "c"
                    detail = f"{f'{metered.name} of entry '!r} f'{{e.handle}} is {{COLOURS[c]}}'"
                    w.trace(
                        "PrimitiveRan",
                        "'direct_meter'",
                        detail,
                        w.src(table.source),
                        repr(metered.name),
                        "(('colour', c),)",
                    )
                self.stores.assign(metered.result, code, 2, table.source)

    def _lookup(self, table: TableSpec) -> str:
        key = table.key
        lookup = f"L{table.id}"
        if table.match == "exact":
            values = [self._value(k) for k in key]
            return f"{lookup}({values[0]})" if len(values) == 1 else f"{lookup}(({', '.join(values)}))"
        if table.match == "lpm":
            return f"{lookup}({self._packed([key[i] for i in lpm_order(key)])})"
        if table.match == "range":
            values = [self._value(key[i]) for i in range_fields(key)]
            return f"{lookup}({self._packed(list(key))}, ({', '.join(values)},))"
        return f"{lookup}({self._packed(list(key))})"

    def _packed(self, key: list[KeyField]) -> str:
        parts, shift = [], 0
        for k in reversed(key):
            parts.append(f"{self._value(k)} << {shift}" if shift else self._value(k))
            shift += k.width
        return " | ".join(reversed(parts))

    def _value(self, k: KeyField) -> str:
        """A key field's value: 0 in an invalid header (as BMv2), masked, unsigned."""
        code = f"F[{self.layout.slot(k.target)}]"
        if k.target.field != VALID:
            kind = self.layout.field_type(k.target)
            if kind.signed:
                code = f"({code} & {hex((1 << kind.width) - 1)})"
            if not self.layout.program.headers[k.target.header].metadata:
                code = f"({code} if F[{self.layout.base[k.target.header]}] else 0)"
        return f"({code} & {hex(k.mask)})" if k.mask is not None else code

    def _select(self, table: TableSpec) -> str:
        """Resolve a member or group reference to the member in `m`; returns the trace's "via" expression."""
        w = self.writer
        profile = self.layout.program.action_profiles[table.action_profile or ""]
        with w.block("if e.member is not None:"):
            w.line("m = e.member")
        if table.kind == "indirect_ws":
            with w.block("elif e.group is not None and e.group.picks:"):
                w.line(f"m = e.group.picks[S{profile.id}(F) % len(e.group.picks)]")
        return "describe_via(e, m)"

    def _trace_call(self, table: TableSpec, key: str, hit: str, via: str) -> str:
        details = f"key={key}, entry=e, hit={hit}, chosen=m, via={via}, source={self.writer.src(table.source)}"
        return f"trace_table(TR, T{table.id}, F, {details})"

    def _traced_key(self, table: TableSpec) -> str:
        return "".join(f"({k.name!r}, {self._value(k)}), " for k in table.key)


# --- The graph -------------------------------------------------------------------------------------------------------


MAX_DEPTH = 24


class ControlGen:
    def __init__(self, writer: Writer, layout: Layout, pipeline: Pipeline) -> None:
        self.writer = writer
        self.layout = layout
        self.pipeline = pipeline
        self.exprs = ExprGen(layout, writer)
        self.tables = TableGen(writer, layout)
        self._order = topological(pipeline)
        self._joins = joins(pipeline)
        self._ways_in = self._predecessors()
        self._functions: dict[tuple[str, str | None], str] = {}
        self._pending: list[tuple[str, str | None, str]] = []
        self._exits = {a.id for a in layout.program.actions.values() if any(c.op == "exit" for c in a.primitives)}

    def emit(self, name: str) -> None:
        """The function `name(F)`, then the functions it needs."""
        w = self.writer
        w.comment(f"control {self.pipeline.name}")
        with w.block(f"def {name}(F):"):
            w.trace("PipelineEntered", repr(self.pipeline.name), w.src(self.pipeline.source))
            self._region(self.pipeline.init, None)
        while self._pending:
            node, stop, function = self._pending.pop()
            with w.block(f"def {function}(F):"):
                self._region(node, stop, fresh=True)

    def _region(self, node: str | None, stop: str | None, *, fresh: bool = False) -> None:
        """Code from `node` up to, not including, `stop`. `fresh`: the first node is where a function starts."""
        entered = True
        while node is not None and node != stop:
            crowded = entered and self._ways_in.get(node, 0) > 1
            if not fresh and (crowded or (entered and self.writer.depth > MAX_DEPTH)):
                self._call(node, stop)
                return
            fresh = entered = False
            self._node(node)
            node = self._joins[node]

    def _call(self, node: str, stop: str | None) -> None:
        function = self._functions.get((node, stop))
        if function is None:
            function = self._functions[(node, stop)] = self.writer.fresh(f"{self.pipeline.name}_")
            self._pending.append((node, stop, function))
        self.writer.line(f"{function}(F)")
        if self._exits:
            self._leave_on_exit()

    def _node(self, node: str) -> None:
        join = self._joins[node]
        if node in self.pipeline.conditionals:
            conditional = self.pipeline.conditionals[node]
            w = self.writer
            w.comment(f"condition {conditional.name}", conditional.source)
            self.exprs.hoist((conditional.condition,))
            test = self.exprs.boolean(conditional.condition)
            self.exprs.forget()
            if w.traced:
                w.line(f"c = bool({test})")
                w.trace("ConditionEvaluated", repr(conditional.name), "c", w.src(conditional.source))
                test = "c"
            self._branches([(test, conditional.true_next), ("", conditional.false_next)], join)
        elif node in self.pipeline.action_calls:
            call = self.pipeline.action_calls[node]
            self.writer.line(f"A{call.action_id}(F, ())")
            if call.action_id in self._exits:
                self._leave_on_exit()
        else:
            self._table(self.pipeline.tables[node], join)

    def _table(self, table: TableSpec, join: str | None) -> None:
        self.tables.apply(table)
        if self._exits & set(table.actions):
            self._leave_on_exit()
        if len(successors(self.pipeline, table.name)) < 2:
            return
        if table.split_on_hit:
            self._branches([("hit", table.next_hit), ("", table.next_miss)], join)
            return
        targets: dict[str | None, list[int]] = {}
        for action, following in table.next_by_action.items():
            targets.setdefault(following, []).append(action)
        if table.default is None:
            targets.setdefault(table.base_default_next, []).append(-1)
        # The join's own actions need no test; the rest are told apart by action id.
        tests = [(self._action_test(ids), following) for following, ids in targets.items() if following != join]
        self._branches([*tests, ("", join)], join)

    def _action_test(self, ids: list[int]) -> str:
        return f"m.action_id == {ids[0]}" if len(ids) == 1 else f"m.action_id in {tuple(ids)}"

    def _branches(self, branches: list[tuple[str, str | None]], join: str | None) -> None:
        """if/elif/else over (test, first node) pairs; the last pair's test is empty."""
        live = [(test, node) for test, node in branches if node != join or test]
        tested = [b for b in live if b[0]]
        last = next((node for test, node in branches if not test), None)
        if len(tested) == 1 and tested[0][1] == join:
            if last != join:
                with self.writer.block(f"if not {tested[0][0]}:"):
                    self._region(last, join)
            return
        word = "if"
        for test, node in tested:
            with self.writer.block(f"{word} {test}:"):
                if node != join:
                    self._region(node, join)
            word = "elif"
        if last != join:
            with self.writer.block("else:"):
                self._region(last, join)

    def _leave_on_exit(self) -> None:
        with self.writer.block(f"if F[{EXIT}]:"):
            self.writer.line("return")

    def _predecessors(self) -> dict[str, int]:
        count: dict[str, int] = {}
        for node in self._order:
            for following in successors(self.pipeline, node):
                if following is not None:
                    count[following] = count.get(following, 0) + 1
        return count
