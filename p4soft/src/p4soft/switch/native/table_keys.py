# SPDX-License-Identifier: Apache-2.0
"""The key that a packet has for a table, as `native.tables` takes it."""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I64, Int, const, resize
from p4soft.switch.program.model import KeyField, TableSpec
from p4soft.switch.program.names import VALID
from p4soft.switch.state.lookup import lpm_order


class TableKeys:
    """Writes keys into one function."""

    def __init__(self, exprs: Exprs) -> None:
        self.exprs = exprs
        self.body = exprs.body

    def key(self, table: TableSpec) -> ir.Value:
        """The key in 64-bit words, lowest first."""
        b, body, key = self.body.b, self.body, table.key
        order = lpm_order(key) if table.match == "lpm" else list(range(len(key)))
        values = [self._key_value(k) for k in key]
        words = self._concatenated([(values[i], key[i].width) for i in order])
        room = body.room(8 * len(words))
        for i, word in enumerate(words):
            b.store(word, body.at(room, 8 * i), align=8)
        return room

    def _concatenated(self, parts: list[tuple[Int, int]]) -> list[ir.Value]:
        """Integers one after the other, the last lowest, as 64-bit words."""
        b, total = self.body.b, sum(width for _, width in parts)
        words = [ir.Constant(I64, 0)] * max(1, -(-total // 64))
        at = 0
        for value, width in reversed(parts):
            done = 0
            bits = resize(b, value, max(1, width))
            while done < width:
                step = min(64 - at % 64, width - done)
                part = b.lshr(bits, ir.Constant(bits.type, done)) if done else bits
                part = resize(b, Int(part, width), 64)
                if step < 64 and done + step < width:
                    part = b.and_(part, ir.Constant(I64, (1 << step) - 1))
                if at % 64:
                    part = b.shl(part, ir.Constant(I64, at % 64))
                words[at // 64] = part if at % 64 == 0 else b.or_(words[at // 64], part)
                at, done = at + step, done + step
        return words

    def _key_value(self, k: KeyField) -> Int:
        """A key field's value: 0 in an invalid header (as BMv2), masked, unsigned."""
        b, exprs = self.body.b, self.exprs
        pointer, cell = exprs.field(k.target)
        if not cell.width:  # LLVM has no integers of no bits
            return const(0)
        value = Int(resize(b, self.body.load(pointer, cell), cell.width), cell.width)
        if k.target.field != VALID and not exprs.program.headers[k.target.header].metadata:
            valid = exprs.is_valid(exprs.instance(k.target.header))
            value = Int(b.select(valid, value.value, ir.Constant(value.value.type, 0)), cell.width)
        if k.mask is not None:
            mask = k.mask & ((1 << cell.width) - 1)
            value = Int(b.and_(value.value, ir.Constant(value.value.type, mask)), cell.width)
        return value
