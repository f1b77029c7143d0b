# SPDX-License-Identifier: Apache-2.0
"""How many bytes of a frame a program looks at; each number is counted by hand."""

import pytest
from program_kit import Builder, call, extract

from p4soft.compiler import compile_file
from p4soft.switch import load_program
from p4soft.switch.program.reach import EVERYTHING, reach

PROGRAM = """
#include <core.p4>
#include <v1model.p4>
header a_t { bit<8> kind; bit<24> rest; }
header b_t { bit<64> words; }
header v_t { bit<8> size; varbit<320> options; }
struct headers { a_t a; b_t b; v_t v; a_t[5] stack; }
struct meta_t { bit<16> sum; }
parser P(packet_in p, out headers hdr, inout meta_t meta, inout standard_metadata_t std) { STATES }
control V(inout headers hdr, inout meta_t meta) { apply { } }
control I(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) { apply { std.egress_spec = 1; } }
control E(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } }
control C(inout headers hdr, inout meta_t meta) { apply { CHECKSUM } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""
SEES = "transition select(hdr.a.kind) { 1: more; default: accept; } }"


def program(folder, states, checksum=""):
    source = folder / "reach.p4"
    source.write_text(PROGRAM.replace("STATES", states).replace("CHECKSUM", checksum))
    return load_program(compile_file(source).json)


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ("state start { transition accept; }", 0),
        ("state start { p.extract(hdr.a); transition accept; }", 4),
        ("state start { p.extract(hdr.a); " + SEES + " state more { p.extract(hdr.b); transition accept; }", 4 + 8),
        # Whichever way is longest.
        (
            "state start { p.extract(hdr.a); transition select(hdr.a.kind) { 1: one; 2: two; default: accept; } }"
            " state one { p.extract(hdr.b); transition accept; } state two { p.extract(hdr.v, 8); transition accept; }",
            4 + 1 + 40,
        ),
        ("state start { p.advance(72); p.extract(hdr.a); transition accept; }", 9 + 4),
        # Lookaheads: in a key, and in an expression.
        ("state start { p.extract(hdr.a); transition select(p.lookahead<bit<120>>()[7:0]) { _: accept; } }", 4 + 15),
        ("state start { p.extract(hdr.a); meta.sum = 1 + p.lookahead<bit<68>>()[15:0]; transition accept; }", 4 + 9),
        ("state start { meta.sum = p.lookahead<bit<16>>(); p.extract(hdr.a); transition accept; }", 4),
        # A loop that fills a stack: five of four bytes, and what comes behind it.
        (
            "state start { p.extract(hdr.stack.next); transition select(hdr.stack.last.kind) { 1: start; _: more; } }"
            " state more { p.extract(hdr.b); transition accept; }",
            5 * 4 + 8,
        ),
        (
            "state start { p.extract(hdr.a); " + SEES + " state more { p.extract(hdr.stack.next);"
            " transition select(p.lookahead<bit<48>>()[7:0]) { 1: again; default: accept; } }"
            " state again { transition more; }",
            4 + 5 * 4 + 6 + 4,  # behind a full stack, once more as far as the loop looks
        ),
        # A loop that makes room in the stack again, or has no stack.
        (
            "state start { p.extract(hdr.stack.next); hdr.stack.pop_front(1);"
            " transition select(hdr.stack[0].kind) { 1: start; default: accept; } }",
            EVERYTHING,
        ),
        ("state start { p.extract(hdr.a); transition select(hdr.a.kind) { 1: start; default: accept; } }", EVERYTHING),
        ("state start { p.extract(hdr.a); p.advance((bit<32>)hdr.a.kind); transition accept; }", EVERYTHING),
    ],
)  # fmt: skip
def test_the_longest_way_through_the_parser_counts(tmp_path, states, expected):
    assert reach(program(tmp_path, states)) == expected


def test_a_checksum_over_the_payload_sees_it(tmp_path):
    text = "update_checksum_with_payload(true, {hdr.a.kind}, meta.sum, HashAlgorithm.csum16);"
    states = "state start { p.extract(hdr.a); transition accept; }"
    assert reach(program(tmp_path, states, text)) == EVERYTHING
    assert reach(program(tmp_path, states, text.replace("_with_payload", ""))) == 4


def test_a_call_in_the_parser_may_look_ahead():
    b = Builder()
    b.header("h", [["kind", 8, False], ["rest", 24, False]])
    ahead = {"type": "lookahead", "value": [80, 16]}
    told = {"type": "string", "value": "{}"}, {"type": "parameters_vector", "value": [ahead]}
    b.state("start", extract("h"), {"op": "primitive", "parameters": [call("log_msg", *told)]})
    assert reach(load_program(b.json)) == 4 + 12
