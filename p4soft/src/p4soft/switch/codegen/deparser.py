# SPDX-License-Identifier: Apache-2.0
"""Generates the deparser: valid headers in order, then the unparsed rest of the frame, cut to F[TRUNCATE] bytes."""

from __future__ import annotations

from p4soft.switch.codegen.actions import emit_primitives
from p4soft.switch.codegen.exprs import ExprGen
from p4soft.switch.codegen.layout import (
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
from p4soft.switch.codegen.primitives import PrimitiveGen
from p4soft.switch.codegen.stores import StoreGen
from p4soft.switch.codegen.writer import Writer
from p4soft.switch.program.header_model import HeaderType
from p4soft.switch.program.model import Deparser


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
