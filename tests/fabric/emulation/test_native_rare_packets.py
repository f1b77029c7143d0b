# SPDX-License-Identifier: Apache-2.0
"""Packets with which a program's machine code stops leave the emulator's the same way: in Python."""

from __future__ import annotations

import pytest
from parts_kit import between_two_nics, both, counted

from fabric.emulation.native.parts import NativeParts
from p4soft.compiler import compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

SOURCE = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> what; bit<8> drawn; }
struct headers { h_t before; h_t h; }
struct meta_t { }
parser P(packet_in p, out headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start { p.extract(hdr.h); transition accept; }
}
control V(inout headers hdr, inout meta_t meta) { apply { } }
control I(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.h.what == 1) { random(hdr.h.drawn, 8w1, 8w200); }
        else if (hdr.h.what == 2) { clone(CloneType.I2E, 5); }
        else if (hdr.h.what == 3) { std.mcast_grp = 7; }
        else if (hdr.h.what == 4) { mark_to_drop(std); }
        else if (hdr.h.what == 5) { truncate(60); }
        else if (hdr.h.what == 6) { assert(hdr.h.drawn == 1); }
        else if (hdr.h.what == 7) { log_msg("{}", {hdr.h.drawn}); }
        else if (hdr.h.what == 8) { hdr.before.setValid(); hdr.before.what = 0xAB; hdr.before.drawn = 0xCD; }
        else if (hdr.h.what == 9) { hdr.h.setInvalid(); }
        else if (hdr.h.what == 10) { hdr.h.drawn = 0xEF; }
    }
}
control E(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } }
control C(inout headers hdr, inout meta_t meta) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr.before); p.emit(hdr.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""
FORWARD, RANDOM, CLONE, MULTICAST, DROP, TRUNCATE, ASSERT, LOG, LONGER, SHORTER, CHANGE = range(11)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    source = tmp_path_factory.mktemp("rare") / "rare.p4"
    source.write_text(SOURCE)
    return load_program(compile_file(source).json)


def made_switch(program):
    switch = SimpleSwitch(engine="native", seed=4)
    switch.load(program)
    assert switch.engine == "native"
    switch.state.pre.insert_session(CloneSession(5, (Replica(0),)))
    switch.state.pre.insert_group(MulticastGroup(7, (Replica(0), Replica(1), Replica(9))))
    return switch


def outcome(parts, switch, what, prepare=lambda _: None):
    loop, ends, node, wires, nics, seen = between_two_nics(parts, switch, bytes([what]) + bytes(199))
    prepare(switch)
    ends[0].pump()
    loop.run(10**6)
    return counted(node, wires, loop), [nic.got for nic in nics], seen, switch.faults, switch.drops


@pytest.mark.parametrize("what", range(CHANGE + 1))
def test_both_networks_take_them_to_the_same_end(program, what):
    python, native = (outcome(parts, made_switch(program), what) for parts in both())
    assert python == native
    arrived = {CLONE: 2, MULTICAST: 2, DROP: 0, ASSERT: 0}
    assert sum(len(got) for got in native[1]) == arrived.get(what, 1)
    assert native[3] == (what == ASSERT)


PAYLOAD = bytes(range(198))


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "shared"])
@pytest.mark.parametrize(
    ("what", "arrives"),
    [
        (FORWARD, b"\x00\x07" + PAYLOAD),
        (CHANGE, b"\x0a\xef" + PAYLOAD),
        (LONGER, b"\xab\xcd\x08\x07" + PAYLOAD),
        (SHORTER, PAYLOAD),
        (TRUNCATE, b"\x05\x07" + PAYLOAD[:58]),
    ],
)
def test_what_follows_the_headers_arrives_and_bytes_that_others_hold_stay(program, what, arrives, alone):
    loop, ends, _, _, nics, _ = between_two_nics(
        NativeParts(wires=4, switches=1, nics=2), made_switch(program), bytes([what, 7]) + PAYLOAD
    )
    sent = None if alone else nics[0].frame
    ends[0].pump()
    loop.run(10**6)
    assert [frame for _, frame, _ in nics[1].got] == [arrives]
    assert sent in {None, bytes([what, 7]) + PAYLOAD}


def test_a_call_into_python_that_fails_is_counted_at_its_packet(program, monkeypatch):
    def broken(_template, _values):
        raise RuntimeError("no words")

    monkeypatch.setattr("p4soft.switch.native.engine.format_message", broken)
    made = [outcome(parts, made_switch(program), LOG) for parts in both()]
    assert made[0] == made[1]
    assert made[1][3] == 1
    assert made[1][4]["internal error"] == 1


def test_a_rate_holds_frames_back_until_they_are_due(program):
    def slow(switch):
        switch.set_queue_rate(10_000)
        switch.receive(0, bytes(200), 0)  # the next one waits 100 us for its turn

    made = [outcome(parts, made_switch(program), FORWARD, slow) for parts in both()]
    assert made[0] == made[1]
    (_, _, now_ns), (_, got), *_ = made[1]
    assert [time for _, _, time in got] == [now_ns]
    assert now_ns >= 100_000
