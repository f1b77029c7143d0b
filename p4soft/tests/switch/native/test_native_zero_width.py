# SPDX-License-Identifier: Apache-2.0
"""`bit<0>` where machine code could meet it: keys of every kind, action data, header fields, expressions."""

import pytest
from tests.compiler.compiler_kit import build, source

from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state.match import ActionCall, Exact, Lpm, Range, Ternary

HEADERS = "header z_t { bit<0> none; bit<8> one; bit<0> nothing; int<8> two; }"
BODY = """
hdr.z.one = hdr.z.one + (bit<8>)hdr.z.none;
hdr.z.nothing = 0;
t.apply();
hdr.z.none = 1;
hdr.z.two = (int<8>)(bit<8>)hdr.z.none;
"""


def switch(tmp_path, kinds, engine):
    keys = " ".join(f"{field} : {kind};" for field, kind in kinds)
    text = source(
        globals=HEADERS,
        more_headers="z_t z;",
        after_extract="packet.extract(hdr.z); transition accept;",
        locals="action set(bit<0> x, bit<8> y) { hdr.h.a = y; hdr.z.nothing = x; }"
        f"table t {{ key = {{ {keys} }} actions = {{ set; NoAction; }} }}",
        ingress=BODY,
    )
    found = SimpleSwitch(engine=engine)
    found.faults_are_fatal = True
    found.load(load_program(build(tmp_path, text).json))
    assert found.engine == engine
    return found


@pytest.mark.parametrize(
    ("kinds", "key", "priority"),
    [
        ([("hdr.z.none", "exact")], [Exact(0)], 0),
        ([("hdr.z.one", "exact"), ("hdr.z.nothing", "exact")], [Exact(7), Exact(0)], 0),
        ([("hdr.z.nothing", "ternary"), ("hdr.z.one", "ternary")], [Ternary(0, 0), Ternary(7, 0xFF)], 1),
        ([("hdr.z.one", "lpm"), ("hdr.z.none", "exact")], [Lpm(7, 8), Exact(0)], 0),
        ([("hdr.z.none", "range"), ("hdr.z.one", "exact")], [Range(0, 0), Exact(7)], 1),
        ([("hdr.z.none", "optional"), ("hdr.z.one", "exact")], [Ternary(0, 0), Exact(7)], 1),
    ],
)
def test_tables_with_a_key_of_no_bits(tmp_path, kinds, key, priority):
    left = []
    for engine in ("python", "native"):
        one = switch(tmp_path, kinds, engine)
        one.state.table("MyIngress.t").insert(key, ActionCall("MyIngress.set", (0, 0x5A)), priority=priority)
        frames = [bytes.fromhex(f"0102030405060708090a{value}ff") for value in ("07", "08")]
        left.append([e.frame.hex() for n, frame in enumerate(frames) for e in one.receive(0, frame, n)])
    hit = "5a02030405060708090a0700"
    miss = "0102030405060708090a0800" if len(kinds) > 1 else "5a02030405060708090a0800"
    assert left == [[hit, miss]] * 2
