# SPDX-License-Identifier: Apache-2.0
"""Looking ahead in bursts changes nothing that packets do: the same frames and counters as the Python engine's."""

import random

import pytest

from p4soft.compiler import compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.native.tables import base, ranked
from p4soft.switch.state import ActionCall, Exact, Lpm, MulticastGroup, Range, Replica, Ternary

SOURCE = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<16> a; bit<16> b; bit<8> c; bit<8> more; }
struct headers { h_t h; h_t inner; }
struct meta_t { bit<16> m; }
parser P(packet_in p, out headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start { p.extract(hdr.h); transition select(hdr.h.more) { 1: next; default: accept; } }
    state next { p.extract(hdr.inner); transition accept; }
}
control V(inout headers hdr, inout meta_t meta) { apply { } }
control I(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    direct_counter(CounterType.packets_and_bytes) seen;
    action send(bit<9> port) { std.egress_spec = port; }
    action rewrite(bit<16> v) { hdr.h.b = v; seen.count(); }
    direct_counter(CounterType.packets_and_bytes) again;
    action note(bit<16> v) { hdr.h.b = v; again.count(); }
    action copy(bit<16> v) { std.mcast_grp = 1; hdr.h.c = 7; seen.count(); }
    action nothing() { }
    table first { key = { hdr.h.a: exact; } actions = { @defaultonly nothing; rewrite; copy; } counters = seen;
                  default_action = nothing; size = 4096; }
    table second { key = { hdr.h.b: lpm; } actions = { send; nothing; } default_action = nothing; size = 4096; }
    table third { key = { hdr.h.c: ternary; std.ingress_port: exact; hdr.inner.isValid(): exact; hdr.inner.b: ternary; }
                  actions = { send; nothing; } default_action = nothing; size = 4096; }
    table fourth { key = { std.ingress_port: exact; hdr.h.b: range; } actions = { note; nothing; } counters = again;
                   default_action = nothing; size = 4096; }
    apply { first.apply(); second.apply(); third.apply(); fourth.apply(); }
}
control E(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } }
control C(inout headers hdr, inout meta_t meta) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr.h); p.emit(hdr.inner); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    source = tmp_path_factory.mktemp("lookahead") / "ahead.p4"
    source.write_text(SOURCE)
    return load_program(compile_file(source).json)


def change(rng, switches):
    """One random entry more or less, the same in every switch."""
    name, what = rng.choice(("first", "second", "third", "fourth")), rng.random()
    tables = [next(t for n, t in s.state.tables.items() if n.endswith(name)) for s in switches]
    if what < 0.3 and len(tables[0]):
        entry = rng.choice(tables[0].entries())
        for table in tables:
            table.delete(entry.key, entry.priority)
        return
    send = ActionCall("I.send", (rng.randint(1, 4),))
    if name == "first":
        key, priority = (Exact(rng.randint(0, 40)),), 0
        action = ActionCall(rng.choice(("I.rewrite", "I.rewrite", "I.copy")), (rng.getrandbits(16),))
    elif name == "second":
        length = rng.choice((0, 1, 2, 4, 16))
        key, action, priority = (Lpm(rng.getrandbits(16) >> (16 - length) << (16 - length), length),), send, 0
    elif name == "fourth":
        low = rng.getrandbits(16)
        key = (Exact(rng.randint(1, 2)), Range(low, min(0xFFFF, low + rng.choice((0, 300, 20_000)))))
        action, priority = ActionCall("I.note", (rng.getrandbits(16),)), rng.randint(1, 9)
    else:
        mask = rng.choice((0, 7, 0xFF))
        bits = (Ternary(rng.getrandbits(8) & mask, mask), Exact(rng.randint(1, 2)), Exact(rng.randint(0, 1)))
        key, action, priority = (*bits, Ternary(0, 0)), send, rng.randint(1, 9)
    if (key, priority) not in [(e.key, e.priority) for e in tables[0].entries()]:
        for table in tables:
            table.insert(key, action, priority=priority)


def frame(rng):
    shape = rng.choice((3, 6, 6, 6, 9, 12, 40))  # too short for one header or the other, or long enough
    more = 1 if shape > 6 else rng.randint(0, 1)
    head = rng.randint(0, 45).to_bytes(2, "big") + rng.randbytes(3) + bytes([more])
    return rng.randint(1, 2), (head + rng.randbytes(34))[:shape]


@pytest.mark.parametrize(("seed", "most_rows"), [(0, 64), (1, 2), (2, 8)])
def test_bursts_do_what_single_packets_do(program, seed, most_rows, monkeypatch):
    """Also where a ternary and a range table are tuple spaces."""
    monkeypatch.setattr(base, "MANY", 0)  # every table with an entry is large
    monkeypatch.setattr(ranked, "MOST_ROWS", most_rows)
    monkeypatch.setattr(ranked, "FEWEST_TUPLED", most_rows // 2)
    monkeypatch.setattr(ranked, "FEW_SLOTS", 0)
    rng = random.Random(seed)
    python, native = (SimpleSwitch(engine=e) for e in ("python", "native"))
    for switch in (python, native):
        switch.faults_are_fatal = True
        switch.load(program)
        switch.state.pre.insert_group(MulticastGroup(1, (Replica(3, 1), Replica(4, 2))))
    assert native.engine == "native"
    left = 0
    for now in range(0, 16_000, 1000):
        for _ in range(rng.randint(1, 12)):
            change(rng, (python, native))
        frames = [frame(rng) for _ in range(rng.choice((1, 3, 5, 16, 17, 40, 300)))]
        expected = [e for port, data in frames for e in python.receive(port, data, now)]
        assert native.receive_burst(frames, now) == expected
        left += len(expected)
    assert left > 100
    for name, table in python.state.tables.items():
        other = native.state.tables[name].entries()
        assert [(e.key, e.counter) for e in table.entries()] == [(e.key, e.counter) for e in other]
    assert any(e.packets for t in python.state.tables.values() for e in t.entries())


def test_what_was_found_is_forgotten_when_the_burst_ends(program, monkeypatch):
    """A burst that Python must go on with leaves nothing behind: entries may change before the next packet."""
    monkeypatch.setattr(base, "MANY", 0)
    switch = SimpleSwitch(engine="native")
    switch.load(program)
    switch.state.pre.insert_group(MulticastGroup(1, (Replica(3, 1),)))
    first = next(t for n, t in switch.state.tables.items() if n.endswith("first"))
    second = next(t for n, t in switch.state.tables.items() if n.endswith("second"))
    first.insert([Exact(1)], ActionCall("I.copy", (0,)))
    second.insert([Lpm(0x1234, 16)], ActionCall("I.send", (2,)))
    frames = [(1, bytes((0, 1, 0x12, 0x34, 0, 0))), *[(1, bytes((0, 9, 0x12, 0x34, 0, 0)))] * 8]
    assert [e.port for e in switch.receive_burst(frames, 0)] == [3, *[2] * 8]
    second.delete([Lpm(0x1234, 16)])
    second.insert([Lpm(0x1200, 8)], ActionCall("I.send", (4,)))
    assert [e.port for e in switch.receive_burst(frames[1:], 0)] == [4] * 8
    assert [e.port for e in switch.receive(1, frames[1][1], 0)] == [4]
