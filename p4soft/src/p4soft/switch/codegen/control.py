# SPDX-License-Identifier: Apache-2.0
"""Generates controls: the graph of tables and conditions becomes nested ifs.

What follows a branch whatever it decides (its post-dominator) is written after it, once. A node that several branches
enter but that is not such a join becomes a function of its own, and so does code nested too deeply.
"""

from __future__ import annotations

from p4soft.switch.codegen.exprs import ExprGen
from p4soft.switch.codegen.layout import EXIT, Layout
from p4soft.switch.codegen.tables import TableGen
from p4soft.switch.codegen.writer import Writer
from p4soft.switch.program.graph import joins, successors, topological
from p4soft.switch.program.model import Pipeline, TableSpec

MAX_DEPTH = 24


class ControlGen:
    """Generates one pipeline."""

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
