# SPDX-License-Identifier: Apache-2.0
"""Generates hash inputs (bits concatenated without padding, fields of invalid headers left out) and checksum code."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.switch.codegen.exprs import ExprGen, Writer, fit
from p4soft.switch.codegen.layout import CHECKSUM_ERROR, FRAME, OFFSET, TRUNCATE, Layout, length_offset
from p4soft.switch.codegen.primitives import StoreGen
from p4soft.switch.program.model import CalcInput, Const, FieldRef, HeaderRef, HeaderType


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
