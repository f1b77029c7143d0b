# SPDX-License-Identifier: Apache-2.0
"""Transitions of a parse state: which of the values, masked values and value sets the key matches first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from llvmlite import ir

from p4soft.switch.native import ints
from p4soft.switch.native.errors import Unsupported
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I1, I32, I64, POINTER, Int, const, resize
from p4soft.switch.native.layout import Cell, container
from p4soft.switch.native.unit import Body
from p4soft.switch.program.model import KeyPart, Transition

MANY = 12
"""From here on values are searched in a list in memory: LLVM takes long over long chains of comparisons."""

MOST_SETS = 256

Go = Callable[[Transition], None]


class Selection:
    """The key of one parse state, and the tests against it."""

    def __init__(self, body: Body, exprs: Exprs, key: Sequence[KeyPart]) -> None:
        self.body = body
        self.unit = body.unit
        values = []
        for part in key:
            value = exprs.exact(part.expr)
            if value.signed:
                value = Int(resize(body.b, value, part.width), part.width)
            values.append((value, part.width))
        self._values = values
        self._key = self._concatenated([(value, (width + 7) // 8 * 8) for value, width in values])
        self._raw: Int | None = None

    @staticmethod
    def runs(transitions: Sequence[Transition]) -> list[list[Transition]]:
        """What is tested together, in order; defaults are left out.

        Raises:
            Unsupported: more than MOST_SETS value sets.
        """
        tested = [t for t in transitions if t.kind != "default"]
        if sum(t.kind == "parse_vset" for t in tested) > MOST_SETS:
            raise Unsupported(f"a parse state selects among more than {MOST_SETS} value sets")
        found: list[list[Transition]] = []
        for kind, group in groupby(tested, key=lambda t: t.kind):
            run = list(group)
            if kind == "hexstr" and len(run) >= MANY:
                found.append(run)
            else:
                found += [[t] for t in run]
        return found

    def test(self, run: list[Transition], go: Go) -> None:
        """Go where the first that matches says; what is written next is for when none does."""
        if len(run) > 1:
            self._search(run, go)
            return
        chosen, following = self.body.block("chosen"), self.body.block("next")
        self.body.b.cbranch(self._matches(run[0]), chosen, following)
        self.body.b.position_at_end(chosen)
        go(run[0])
        self.body.b.position_at_end(following)

    def _concatenated(self, parts: list[tuple[Int, int]]) -> Int:
        b = self.body.b
        total = ints.sized(sum(width for _, width in parts))
        kind = ir.IntType(total)
        result, shift = ir.Constant(kind, 0), total
        for value, width in parts:
            shift -= width
            wide = resize(b, value, total)
            result = b.or_(result, b.shl(wide, ir.Constant(kind, shift)) if shift else wide)
        return Int(result, total)

    def _matches(self, transition: Transition) -> ir.Value:
        b = self.body.b
        if transition.kind == "parse_vset":
            assert transition.value_set is not None, transition
            return self._in_set(transition.value_set, transition.mask)
        if transition.mask is None:
            return ints.compare(b, "==", self._key, const(transition.value))
        masked = ints.bitwise(b, "&", self._key, const(transition.mask))
        return ints.compare(b, "==", masked, const(transition.value & transition.mask))

    def _search(self, run: list[Transition], go: Go) -> None:
        """Through rows of value and mask; the number of the first that matches selects the next state."""
        b, body = self.body.b, self.body
        key = self._key
        numbers = [n for t in run for n in (t.value, t.mask or 0)]
        width = container(max(key.bits, *(n.bit_length() for n in numbers)))
        full = (1 << width) - 1
        rows = []
        for t in run:
            mask = full if t.mask is None else t.mask
            rows += [t.value & mask, mask]
        table = self.unit.words_constant(tuple(rows), width)
        wide = resize(b, key, width)
        number = body.variable(I64)
        b.store(ir.Constant(I64, len(run)), number)
        search, after = body.block("search"), body.block("found")
        with body.count_to(ir.Constant(I64, len(run))) as i:
            row = body.at(table, b.mul(i, ir.Constant(I64, 2 * (width // 8))))
            value, mask = body.load(row, Cell(0, width)).value, body.load(row, Cell(width // 8, width)).value
            b.cbranch(b.icmp_unsigned("==", b.and_(wide, mask), value), after, search)
            b.position_at_end(after)
            b.store(i, number)
            leave = body.block("leave")
            b.branch(leave)
            b.position_at_end(search)
        b.branch(leave)
        b.position_at_end(leave)
        targets = self.unit.words_constant(tuple(_targets(run)), 32)
        found = b.load(number)
        following = body.block("next")
        some = body.block("some")
        b.cbranch(b.icmp_unsigned("<", found, ir.Constant(I64, len(run))), some, following)
        b.position_at_end(some)
        target = b.load(body.at(targets, b.shl(found, ir.Constant(I64, 2))), typ=I32, align=4)
        switch = b.switch(target, following)
        for number_of, transition in enumerate(_distinct(run)):
            block = body.block("chosen")
            switch.add_case(ir.Constant(I32, number_of), block)
            b.position_at_end(block)
            go(transition)
        b.position_at_end(following)

    def _in_set(self, name: str, mask: int | None) -> ir.Value:
        """Whether a value set holds the key without padding: see profiles.py for how it lies in memory."""
        b, body, spec = self.body.b, self.body, self.unit.program.value_sets[name]
        if self._raw is None:
            self._raw = self._concatenated(self._values)
        raw, cell = self._raw, Cell(0, spec.width)
        root = body.pointer_in_context(self.unit.context.value_sets[name])
        count = b.load(root, typ=I64, align=8)
        rows = b.load(body.at(root, 8), typ=POINTER, align=8)
        found = body.variable(I1)
        b.store(ir.Constant(I1, 0), found)
        wide = max(raw.bits, spec.width)
        kind = ir.IntType(wide)
        looked_at = ir.Constant(kind, ((1 << wide) - 1) if mask is None else mask & ((1 << wide) - 1))
        with body.count_to(count) as i:
            row = body.at(rows, b.mul(i, ir.Constant(I64, 2 * cell.size)))
            value = resize(b, body.load(row, cell), wide)
            used = resize(b, body.load(row, Cell(cell.size, spec.width)), wide)
            differ = b.and_(b.and_(b.xor(resize(b, raw, wide), value), used), looked_at)
            same = b.icmp_unsigned("==", differ, ir.Constant(kind, 0))
            b.store(b.or_(b.load(found), same), found)
        return b.load(found)


def _distinct(run: list[Transition]) -> list[Transition]:
    """One transition for each next state."""
    return list({t.next_state: t for t in run}.values())


def _targets(run: list[Transition]) -> list[int]:
    """Of each transition, the number of its next state among the distinct ones."""
    states = [t.next_state for t in _distinct(run)]
    return [states.index(t.next_state) for t in run]
