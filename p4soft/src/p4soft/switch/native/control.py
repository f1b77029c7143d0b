# SPDX-License-Identifier: Apache-2.0
"""Controls: a basic block per node of the graph, and table applications."""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.codegen.layout import LENGTH, NOW
from p4soft.switch.native import layout
from p4soft.switch.native.burst import TableKeys, emit_find
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I1, I32, I64, POINTER, Int
from p4soft.switch.native.layout import Arguments
from p4soft.switch.native.meters import colour
from p4soft.switch.native.primitives import Primitives, Stores, add_to
from p4soft.switch.native.unit import DONE, Unit
from p4soft.switch.program.controls import actions_of, joins, topological
from p4soft.switch.program.model import Action, Pipeline, TableSpec
from p4soft.switch.state.cells import GREEN
from p4soft.switch.state.lookup import NO_ACTION_ID


def emit_action(unit: Unit, action: Action) -> None:
    """The function of one action: `(context, packet, arguments, the pipeline's variables)`."""
    body = unit.function(f"action.{action.id}", I32, (POINTER, POINTER, POINTER, POINTER))
    body.own = body.function.args[3]
    # Variables are in registers only where whoever uses them is; a long action would have LLVM work at every node.
    body.function.attributes.add("alwaysinline" if action.id in unit.layout.inlined else "noinline")
    exprs = Exprs(body, Arguments.of(action).cells, body.function.args[2])
    Primitives(exprs).emit_all(action.primitives)
    body.b.ret(ir.Constant(I32, DONE))
    unit.actions[action.id] = body.function


def emit_control(unit: Unit, name: str, pipeline: Pipeline) -> None:
    """The function `name(context, packet)`: DONE, EXITED, or FAILED + n for an assertion."""
    _ControlGen(unit, name, pipeline).emit()


class _ControlGen:
    def __init__(self, unit: Unit, name: str, pipeline: Pipeline) -> None:
        self.unit = unit
        self.pipeline = pipeline
        self.body = unit.step(name, I32, (POINTER, POINTER))
        self.exprs = Exprs(self.body)
        self.keys = TableKeys(self.exprs)
        self.joins = joins(pipeline)

    def emit(self) -> None:
        b, body = self.body.b, self.body
        size = self.unit.layout.own_size[self.pipeline.name]
        body.own = body.room(size)
        body.clear(body.own, size)
        nodes = topological(self.pipeline)
        self.blocks: dict[str | None, ir.Block] = {node: body.block("node") for node in nodes}
        self.blocks[None] = end = body.block("end")
        b.branch(self.blocks[self.pipeline.init])
        for node in nodes:
            b.position_at_end(self.blocks[node])
            self._node(node)
        b.position_at_end(end)
        b.ret(ir.Constant(I32, DONE))

    def _node(self, node: str) -> None:
        b, pipeline = self.body.b, self.pipeline
        if node in pipeline.conditionals:
            conditional = pipeline.conditionals[node]
            self.exprs.share((conditional.condition,))
            test = self.exprs.boolean(conditional.condition)
            self.exprs.forget()
            b.cbranch(test, self.blocks[conditional.true_next], self.blocks[conditional.false_next])
        elif node in pipeline.action_calls:
            call = pipeline.action_calls[node]
            self._run(call.action_id, ir.Constant(POINTER, None))
            b.branch(self.blocks[call.next_node])
        else:
            self._table(pipeline.tables[node])

    def _run(self, action_id: int, arguments: ir.Value) -> None:
        """Call an action; leave the control if it says so."""
        b = self.body.b
        body = self.body
        status = b.call(self.unit.actions[action_id], [body.context, body.packet, arguments, body.own])
        if self._may_leave(action_id):
            with self.body.when(b.icmp_unsigned("!=", status, ir.Constant(I32, DONE))):
                b.ret(status)

    def _may_leave(self, action_id: int) -> bool:
        leaving = ("exit", "assert", "assume", "_jump", "_jump_if_zero")
        return any(call.op in leaving for call in self.unit.program.actions[action_id].primitives)

    # -- tables --------------------------------------------------------------------------------------------------

    def _table(self, table: TableSpec) -> None:
        b, body, unit = self.body.b, self.body, self.unit
        if table.is_constant:
            assert table.default is not None, table
            action = unit.program.actions[table.default.action_id]
            self._run(action.id, self._constant_arguments(action, table.default.args))
            following = (
                table.next_miss
                if not table.key and table.split_on_hit
                else table.next_by_action[table.default.action_id]
            )
            b.branch(self.blocks[following])
            return
        start = body.pointer_in_context(unit.context.records[table.name])
        size = layout.entry_sizes(unit.program)[table.name]
        if table.key:
            found = emit_find(body, table, self.keys.key(table))
            number = b.zext(b.add(found, ir.Constant(I32, 1)), I64)
            start = body.at(start, b.mul(number, ir.Constant(I64, size)))
            hit = b.icmp_signed(">=", found, ir.Constant(I32, 0))
        else:
            hit = ir.Constant(I1, 0)
        entry = body.at(start, -layout.entry_left_out(table))
        self._on_hit(table, entry, hit)
        action, arguments = self._selected(table, entry)
        self._meter(table, entry, hit)
        self._dispatch(table, action, arguments)
        self._follow(table, action, hit)

    def _constant_arguments(self, action: Action, values: tuple[int, ...]) -> ir.Value:
        places = Arguments.of(action)
        if not places.size:
            return ir.Constant(POINTER, None)
        return self.unit.bytes_constant(layout.pack_arguments(places, values))

    def _on_hit(self, table: TableSpec, entry: ir.Value, hit: ir.Value) -> None:
        body = self.body
        if not table.key or not (table.with_counters or table.support_timeout):
            return
        with body.when(hit):
            if table.with_counters:
                add_to(body, body.at(entry, layout.PACKETS.offset), ir.Constant(I64, 1))
                add_to(body, body.at(entry, layout.BYTES.offset), body.slot(LENGTH).value)
            if table.support_timeout:
                body.store(entry, layout.LAST_HIT, body.slot(NOW).value)

    def _meter(self, table: TableSpec, entry: ir.Value, hit: ir.Value) -> None:
        """The direct meter, executed once the entry's action is chosen (as BMv2)."""
        spec = self.unit.program.meters[table.direct_meter] if table.direct_meter is not None else None
        if spec is None or spec.result is None or not table.key:
            return
        b, body = self.body.b, self.body
        with body.when(hit):
            found = body.variable(I64)
            b.store(ir.Constant(I64, GREEN), found)
            number = body.load(entry, layout.METER).value
            with body.when(b.icmp_signed(">=", number, ir.Constant(I32, 0))):
                rows = body.pointer_in_context(self.unit.context.meters[spec.name])
                amount = body.slot(LENGTH).value if spec.unit == "bytes" else ir.Constant(I64, 1)
                b.store(colour(body, rows, b.zext(number, I64), body.slot(NOW).value, amount), found)
            Stores(self.exprs).assign_value(spec.result, Int(b.trunc(b.load(found), ir.IntType(2)), 2))

    def _selected(self, table: TableSpec, entry: ir.Value) -> tuple[ir.Value, ir.Value]:
        """Action id and address of the arguments: of the entry, or of the member that it or its group names."""
        b, body = self.body.b, self.body
        if table.kind == "simple":
            return body.load(entry, layout.ACTION).value, body.at(entry, layout.ENTRY_ARGUMENTS)
        name = table.action_profile or ""
        chosen = body.variable(I32)
        b.store(body.load(entry, layout.MEMBER).value, chosen)
        if table.kind == "indirect_ws":
            none = b.icmp_signed("<", b.load(chosen), ir.Constant(I32, 0))
            group = body.load(entry, layout.GROUP).value
            with body.when(b.and_(none, b.icmp_signed(">=", group, ir.Constant(I32, 0)))):
                groups = body.pointer_in_context(self.unit.context.groups[name])
                row = body.at(groups, b.mul(b.zext(group, I64), ir.Constant(I64, layout.GROUP_SIZE)))
                count = body.load(row, layout.PICK_COUNT).value
                with body.when(b.icmp_unsigned("!=", count, ir.Constant(I64, 0))):
                    hashed = b.call(self.unit.selectors[name], [body.context, body.packet])
                    picks = b.load(body.at(row, layout.PICKS), typ=POINTER, align=8)
                    place = b.mul(b.urem(hashed, count), ir.Constant(I64, 4))
                    b.store(b.load(body.at(picks, place), typ=I32, align=4), chosen)
        number = b.load(chosen)
        direct = b.icmp_signed("<", number, ir.Constant(I32, 0))
        members = body.pointer_in_context(self.unit.context.members[name])
        size = ir.Constant(I64, layout.member_size(self.unit.program, name))
        member = body.at(members, b.mul(b.sext(number, I64), size))
        action = b.select(direct, body.at(entry, layout.ACTION.offset), body.at(member, layout.MEMBER_ACTION.offset))
        arguments = b.select(direct, body.at(entry, layout.ENTRY_ARGUMENTS), body.at(member, layout.MEMBER_ARGUMENTS))
        return b.load(action, typ=I32, align=4), arguments

    def _dispatch(self, table: TableSpec, action: ir.Value, arguments: ir.Value) -> None:
        b, body = self.body.b, self.body
        after = body.block("after")
        switch = b.switch(action, after)
        for action_id in actions_of(self.unit.program, table):
            block = body.block(f"run{action_id}")
            switch.add_case(ir.Constant(I32, action_id), block)
            b.position_at_end(block)
            self._run(action_id, arguments)
            b.branch(after)
        b.position_at_end(after)

    def _follow(self, table: TableSpec, action: ir.Value, hit: ir.Value) -> None:
        """Go to the next node: by hit or miss, or by the action that ran."""
        b = self.body.b
        if table.split_on_hit:
            if table.key:
                b.cbranch(hit, self.blocks[table.next_hit], self.blocks[table.next_miss])
            else:
                b.branch(self.blocks[table.next_miss])
            return
        targets: dict[str | None, list[int]] = {}
        for action_id, following in table.next_by_action.items():
            targets.setdefault(following, []).append(action_id)
        if table.default is None:
            targets.setdefault(table.base_default_next, []).append(NO_ACTION_ID)
        if len(targets) == 1:
            b.branch(self.blocks[next(iter(targets))])
            return
        # An action that no way out names goes where all ways meet, as in the generated Python.
        switch = b.switch(action, self.blocks[self.joins[table.name]])
        for following, ids in targets.items():
            for action_id in ids:
                switch.add_case(ir.Constant(I32, action_id), self.blocks[following])
