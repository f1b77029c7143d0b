# SPDX-License-Identifier: Apache-2.0
"""Headers that lie in machine code's packet as they are on the wire; what packets do is as in Python."""

from __future__ import annotations

import random

import pytest
from native_pair_kit import Pair
from program_kit import Builder, assign, const, extract, field, op, std

from p4soft.compiler import compile_file
from p4soft.switch import load_program
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native.layout import MOST_ON_WIRE, NativeLayout, NativePacket
from p4soft.switch.state import CloneSession, Replica

SIZES = (1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 14, 15, 16, 17, 40, 63, 64, 65, 72, 200)


def cut(rng, bits):
    """Widths of fields that are `bits` together."""
    widths = []
    while bits:
        width = min(bits, rng.choice((1, 2, 3, 4, 6, 8, 8, 12, 13, 16, 16, 20, 24, 32, 33, 48, 64, 65, 128, 200)))
        widths.append(width)
        bits -= width
    return widths


def random_header(rng, size, *, changed):
    """A program whose packets begin with a header of `size` bytes; an action adds to some of its fields."""
    b = Builder()
    fields = [[f"f{i}", width, rng.random() < 0.3] for i, width in enumerate(cut(rng, 8 * size))]
    b.header("w", fields)
    b.state("start", extract("w"), extract("w") if rng.random() < 0.1 else {"op": "advance", "parameters": [const(0)]})
    changes = []
    for name, width, signed in fields:
        if rng.random() < changed:
            other, _, _ = rng.choice(fields)
            total = op("+", field("w", name), op("^", field("w", other), const(0x5A)))
            low = op("two_comp_mod", total, const(width)) if signed else op("&", total, const((1 << width) - 1))
            changes.append(assign(field("w", name), low))
    b.run("set", assign(std("egress_spec"), const(1)), *changes, start=True)
    return load_program(b.json)


@pytest.mark.parametrize("size", SIZES)
def test_fields_anywhere_in_a_header_are_read_and_written(size):
    rng = random.Random(size)
    for changed in (0, 0.3, 1):
        pair = Pair(random_header(rng, size, changed=changed))
        shape = pair.native.fast_path.engine.native.layout.shapes["w_t"]
        assert shape.on_wire == size
        for more in (0, 0, 3, 300, -1):
            pair.burst([(0, rng.randbytes(max(0, size + more))) for _ in range(3)], 0, f"{size} {changed}")


@pytest.mark.parametrize("size", SIZES)
def test_python_reads_and_writes_the_same_bits(size):
    rng = random.Random(size)
    layout = NativeLayout(Layout(random_header(rng, size, changed=0)))
    packet = NativePacket.template(layout)
    slots = range(layout.layout.base["w"] + 1, layout.layout.base["w"] + 1 + len(layout.shapes["w_t"].fields))
    values = {slot: rng.getrandbits(layout.cell(slot).width) for slot in slots}
    for slot, value in values.items():
        packet[slot] = value
    for slot, value in values.items():
        cell = layout.cell(slot)
        assert packet[slot] == value - (cell.signed and value >> (cell.width - 1) << cell.width)
    start = layout.cell(slots[0]).offset
    bits = "".join(f"{value:0{layout.cell(slot).width}b}" for slot, value in values.items())
    assert bytes(packet._image[start : start + size]) == int(bits, 2).to_bytes(size, "big")
    assert not any(packet._image[start + size : layout.set_size])


@pytest.mark.parametrize(
    ("fields", "on_wire"),
    [
        ([["a", 4, False], ["b", 12, False]], 2),
        ([["a", MOST_ON_WIRE, False]], MOST_ON_WIRE // 8),
        ([["a", MOST_ON_WIRE + 8, False]], None),
        ([["a", 0, False], ["b", 8, False]], None),
        ([["a", 8, False], ["b", "*", False]], None),
    ],
)
def test_which_headers_lie_so(fields, on_wire):
    b = Builder()
    b.header("w", fields, **({"max_length": 9} if fields[-1][1] == "*" else {}))
    b.state("start")
    b.run("set", assign(std("egress_spec"), const(1)), start=True)
    layout = NativeLayout(Layout(load_program(b.json)))
    assert layout.shapes["w_t"].on_wire == on_wire
    assert all(shape.on_wire is None for name, shape in layout.shapes.items() if name != "w_t"), (
        "metadata are integers of their own"
    )


EVERYTHING = """
#include <core.p4>
#include <v1model.p4>
header head_t { bit<8> what; bit<4> low; bit<12> port; }
header w_t { bit<3> a; bit<13> b; bit<48> c; int<7> d; bit<1> e; bit<20> f; bit<4> g; bit<128> h; bit<16> sum; }
header u_t { bit<24> x; bit<16> y; }
header_union both_t { w_t w; u_t u; }
struct H { head_t head; w_t first; w_t second; u_t[3] list; both_t both; w_t made; }
struct M { @field_list(1) bit<48> kept; bit<20> seen; }
struct learned_t { bit<13> b; int<7> d; bit<128> h; }
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) {
    state start {
        p.extract(h.head);
        transition select(h.head.low) { 0: list; 1: listed; 2: either; 3: other; 4: accept; default: two; }
    }
    state two { p.extract(h.first); p.extract(h.second); transition accept; }
    state list { p.extract(h.list.next); transition listed; }
    state listed { p.extract(h.list.next); p.extract(h.first); transition accept; }
    state either { p.extract(h.both.w); m.seen = h.both.w.f; transition accept; }
    state other { p.extract(h.both.u); p.extract(h.second); transition accept; }
}
control V(inout H h, inout M m) {
    apply {
        verify_checksum(h.first.isValid(), { h.first.a, h.first.b, h.first.c, h.first.d, h.first.e, h.first.f,
            h.first.g, h.first.h }, h.first.sum, HashAlgorithm.csum16);
        verify_checksum(h.second.isValid(), { h.second.b, h.second.f, h.second.a }, h.second.sum, HashAlgorithm.csum16);
    }
}
control I(inout H h, inout M m, inout standard_metadata_t s) {
    apply {
        s.egress_spec = (bit<9>)h.head.port[2:0] + 1;
        if (s.checksum_error == 1) { h.head.port = h.head.port + 0x100; }
        if (h.head.what == 0) { h.first.setInvalid(); }
        else if (h.head.what == 1) { h.second = h.first; h.second.c = h.second.c + 1; }
        else if (h.head.what == 2) { h.made.setValid(); h.made.d = -3; h.made.h = h.first.h << 3; }
        else if (h.head.what == 3) { h.list.push_front(1); h.list[0].setValid(); h.list[0].y = 7; }
        else if (h.head.what == 4) { h.list.pop_front(1); h.list[0].x = h.list[0].x |+| 0x800001; }
        else if (h.head.what == 5) { h.both.u.setValid(); h.both.u.x = (bit<24>)m.seen; }
        else if (h.head.what == 6) { h.both.w = h.first; h.both.w.e = 1 - h.both.w.e; }
        else if (h.head.what == 7) { digest<learned_t>(1, { h.first.b, h.first.d, h.second.h }); }
        else if (h.head.what == 8) { m.kept = h.first.c; clone_preserving_field_list(CloneType.I2E, 5, 1); }
        else if (h.head.what == 9) { if (h.first.e == 1) { h.first.f = h.first.f ^ 0xF0F0F; } }
        else if (h.head.what == 10 && s.instance_type == 6) { h.first.c = m.kept; }
        else if (h.head.what == 10) { m.kept = h.second.c;
            resubmit_preserving_field_list(1); }
        else if (h.head.what == 11) { h.first.d = h.first.d - h.second.d; h.first.g = h.second == h.first ? 4w1 : 4w2; }
        else if (h.head.what == 12) { truncate(30); h.second.a = h.second.a + 1; }
        else if (h.head.what == 13) {
            hash(h.second.f, HashAlgorithm.crc32, 20w0, { h.first, h.second.b }, 20w0xFFFFF); }
        else { h.first.a = h.first.a + 1; h.first.b = h.first.b - 1; h.first.h[77:3] = h.first.h[75:1]; }
    }
}
control E(inout H h, inout M m, inout standard_metadata_t s) {
    apply {
        if (s.instance_type == 1) { h.first.c = m.kept; h.second.f = 5; }
        if (h.head.what == 14 && s.instance_type == 0) { h.head.what = 15; m.kept = 9; h.first.c = 77;
            recirculate_preserving_field_list(1); }
    }
}
control C(inout H h, inout M m) {
    apply {
        update_checksum(h.second.isValid(), { h.second.a, h.second.b, h.second.c, h.second.d, h.second.e, h.second.f,
            h.second.g, h.second.h }, h.second.sum, HashAlgorithm.csum16);
        update_checksum(h.made.isValid(), { h.made.h, h.made.b, h.made.a, h.made.c }, h.made.sum, HashAlgorithm.csum16);
    }
}
control D(packet_out p, in H h) {
    apply { p.emit(h.head); p.emit(h.first); p.emit(h.second); p.emit(h.list); p.emit(h.both); p.emit(h.made); }
}
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""


@pytest.fixture
def everything(tmp_path):
    source = tmp_path / "program.p4"
    source.write_text(EVERYTHING)
    pair = Pair(load_program(compile_file(source).json))
    pair.change(lambda switch: switch.state.pre.insert_session(CloneSession(5, (Replica(4, 2),), class_of_service=0)))
    return pair


@pytest.mark.parametrize("what", range(17))
def test_whatever_a_program_does_with_them(everything, what):
    rng, sent = random.Random(what), 0
    for now in range(12):
        frames = [
            (1, bytes([what, how << 4 | rng.getrandbits(4)]) + rng.randbytes(rng.choice((70, 90, 61, 30, 5))))
            for how in range(7)
        ]
        sent += len(everything.burst(frames, 1000 * now))
    everything.check()
    assert sent > 50


def test_the_checksum_of_a_header_that_came_is_right(everything):
    """Of bytes that a sum of 16-bit words is written for here, not by either engine."""
    body = bytes(range(28))
    total = sum(int.from_bytes(body[i : i + 2], "big") for i in range(0, 28, 2))
    total = (total & 0xFFFF) + (total >> 16)
    for given, port in ((~total & 0xFFFF, 0x002), (~total & 0xFFFF ^ 1, 0x102)):
        first = body + given.to_bytes(2, "big")
        second = bytes(28) + b"\xff\xff"
        (sent,) = everything.burst([(1, bytes([99, 0xF0, 2]) + first + second)], 0)
        assert int.from_bytes(sent.frame[1:3], "big") & 0xFFF == port
