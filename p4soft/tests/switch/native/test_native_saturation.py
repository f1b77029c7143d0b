# SPDX-License-Identifier: Apache-2.0
"""Sums and differences that saturate: machine code gives what integers without bounds give, cut to the range."""

from __future__ import annotations

from itertools import product

import pytest
from native_pair_kit import Pair

from p4soft.compiler import compile_file
from p4soft.switch import load_program

PROGRAM = """
#include <core.p4>
#include <v1model.p4>
header h_t {{ {kind}<{width}> a; {kind}<{width}> b; {kind}<{width}> sum; {kind}<{width}> difference; }}
struct H {{ h_t h; }}
struct M {{ }}
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) {{
    state start {{ p.extract(h.h); transition accept; }}
}}
control V(inout H h, inout M m) {{ apply {{}} }}
control I(inout H h, inout M m, inout standard_metadata_t s) {{
    apply {{ s.egress_spec = 1; h.h.sum = h.h.a |+| h.h.b; h.h.difference = h.h.a |-| h.h.b; }}
}}
control E(inout H h, inout M m, inout standard_metadata_t s) {{ apply {{}} }}
control C(inout H h, inout M m) {{ apply {{}} }}
control D(packet_out p, in H h) {{ apply {{ p.emit(h.h); }} }}
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""


@pytest.mark.parametrize("kind", ["bit", "int"])
@pytest.mark.parametrize("width", [8, 24, 64, 72])
def test_at_the_ends_of_the_range(kind, width, tmp_path):
    source = tmp_path / "program.p4"
    source.write_text(PROGRAM.format(kind=kind, width=width))
    pair = Pair(load_program(compile_file(source).json))
    half, size = 1 << (width - 1), width // 8
    low, high = (0, 2 * half - 1) if kind == "bit" else (-half, half - 1)

    def octets(*values):
        return b"".join((value % (2 * half)).to_bytes(size, "big") for value in values)

    for a, b in product((low, low + 1, -1, 0, 1, 5, half - 1, half, high - 1, high), repeat=2):
        if low <= a <= high and low <= b <= high:
            (sent,) = pair.burst([(0, octets(a, b, 0, 0))], 0)
            expected = (min(max(value, low), high) for value in (a + b, a - b))
            assert sent.frame == octets(a, b, *expected), (a, b)
