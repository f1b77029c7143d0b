# SPDX-License-Identifier: Apache-2.0
"""Frames that borrow their payload from who sends it: nobody sees a difference, and each is whole where it is seen."""

from __future__ import annotations

import gc
import random
import sys

import pytest
from fabric_kit import LAB
from parts_kit import Nic as Sink
from parts_kit import both, counted

import topologies
from fabric.emulation.native.parts import NativeParts
from host_stack import Nic
from host_stack.provision import connect, nic_config
from host_stack.roce import nic as roce_nic
from host_stack.roce import provision as roce_provision
from p4soft.compiler import compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state import MulticastGroup, Replica

FABRIC = topologies.load(LAB, {"planes": 1, "ecmp": True})
PROGRAM = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<48> to; bit<64> ethernet; bit<320> outer; bit<48> start; bit<8> next; bit<8> hops; bit<256> addresses;
             bit<32> ports; bit<16> length; bit<16> checksum; }
header more_t { bit<16> more; }
header bth_t { bit<8> opcode; bit<8> flags; bit<16> pkey; }
header most_t { bit<1184> before; bit<16> payload; }
struct headers { more_t more; h_t h; bth_t bth; most_t most; }
struct meta_t { bit<32> seen; bit<16> sum; }
parser P(packet_in p, out headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start { p.extract(hdr.h); transition select(hdr.h.next) { 17: further; default: accept; } }
    state further { PARSED transition accept; }
}
control V(inout headers hdr, inout meta_t meta) { apply { } }
control I(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = std.ingress_port ^ 1;
        hdr.h.to = std.ingress_port == 0 ? 48wMAC_1 : 48wMAC_0;
        if (std.ingress_port == 0 && std.packet_length > 1000) { DONE }
    }
}
control E(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } }
control C(inout headers hdr, inout meta_t meta) { apply { CHECKED } }
control D(packet_out p, in headers hdr) {
    apply { p.emit(hdr.more); p.emit(hdr.h); p.emit(hdr.bth); p.emit(hdr.most); }
}
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""
FRAME = 14 + 2 * 40 + 8 + 12 + 4 + 16 + 4096 + 4 + 4  # with a timestamp, METH, RETH and ICRC
NOTHING, SUM = "", "update_checksum_with_payload(true, {hdr.h.hops}, hdr.h.checksum, HashAlgorithm.csum16);"
PROGRAMS = {
    "forward": (NOTHING, NOTHING, NOTHING),
    "rewrite": (NOTHING, "hdr.h.hops = hdr.h.hops - 1;", NOTHING),
    "another key": ("p.extract(hdr.bth);", "hdr.bth.pkey = hdr.bth.pkey ^ 1;", NOTHING),
    "another port": (NOTHING, "hdr.h.ports = hdr.h.ports ^ 0x10000;", NOTHING),
    "another flag": ("p.extract(hdr.bth);", "hdr.bth.flags = hdr.bth.flags ^ 0x80;", NOTHING),
    "another source": (NOTHING, "hdr.h.addresses = hdr.h.addresses ^ (1 << 130);", NOTHING),
    "another label, checksum": (NOTHING, "hdr.h.start = hdr.h.start ^ 0x10000; hdr.h.checksum = 1;", NOTHING),
    "another payload": ("p.extract(hdr.most);", "hdr.most.payload = hdr.most.payload + 1;", NOTHING),
    "longer": (NOTHING, "hdr.more.setValid(); hdr.more.more = 7;", NOTHING),
    "shorter": ("p.extract(hdr.bth);", "hdr.bth.setInvalid();", NOTHING),
    "far": ("meta.seen = p.lookahead<bit<2000>>()[31:0];", "hdr.h.checksum = meta.seen[15:0];", NOTHING),
    "all": (NOTHING, NOTHING, SUM),
    "log": (NOTHING, 'log_msg("{}", {hdr.h.hops});', NOTHING),
    "drop": (NOTHING, "mark_to_drop(std);", NOTHING),
    "copies": (NOTHING, "std.mcast_grp = 7;", NOTHING),
    **{
        f"cut at {size}": (NOTHING, f"truncate({size});", NOTHING)
        for size in (60, 102, 103, 255, 256, 257, 300, FRAME - 6, FRAME - 5, FRAME - 4, FRAME - 3, FRAME - 1, FRAME)
    },
}


def program_of(name, folder):
    parsed, done, checked = PROGRAMS[name]
    source = folder / "lent.p4"
    text = PROGRAM.replace("PARSED", parsed).replace("DONE", done).replace("CHECKED", checked)
    for i in (0, 1):
        text = text.replace(f"MAC_{i}", f"0x{nic_config(FABRIC, i).ports[0].mac.hex()}")
    source.write_text(text)
    return load_program(compile_file(source).json)


@pytest.fixture(scope="module", params=PROGRAMS)
def program(request, tmp_path_factory):
    return program_of(request.param, tmp_path_factory.mktemp("lent"))


def switch_of(program):
    switch = SimpleSwitch(engine="native", seed=4)
    switch.load(program)
    assert switch.engine == "native"
    switch.state.pre.insert_group(MulticastGroup(7, (Replica(0), Replica(1))))
    return switch


def mrc_pair():
    """Two NICs of one plane, and the queue pair of the first."""
    nics = [Nic(nic_config(FABRIC, i), 1 + i) for i in (0, 1)]
    return nics, connect(FABRIC, *nics).a


def roce_pair():
    options = roce_provision.options_of({}, None)
    nics = [roce_nic.Nic(roce_provision.nic_config(FABRIC, i, options), 1 + i) for i in (0, 1)]
    return nics, roce_provision.connect(FABRIC, *nics, options).a


def wired(parts, program, nics):
    """The NICs on ports 0 and 1 of a switch: the loop, their nodes, the switch's, and the wires."""
    node = parts.switch("s", 0, switch_of(program))
    ends = [parts.nic(f"n{i}", i, nic) for i, nic in enumerate(nics)]
    wires = [
        parts.wire(source, sink, rate_bps=10**11, delay_ns=500, seed="1")
        for i in (0, 1)
        for source, sink in (((f"n{i}", 0), ("s", i)), (("s", i), (f"n{i}", 0)))
    ]
    parts.attach()
    return parts.loop, ends, node, wires


def sent(parts, program, data, pair, *, to_sink):
    """Three writes: the frames that a sink keeps, the bytes of a region, and the counters of NICs, switch and wires."""
    nics, qp = pair()
    region = nics[1].register_memory(20_000)
    sink = Sink()
    loop, ends, node, wires = wired(parts, program, [nics[0], sink if to_sink else nics[1]])
    for i in range(3):
        qp.post_write(memoryview(data)[100 * i :], region.address + 100 * i, region.r_key)
        ends[0].pump()
        loop.run(loop.now + 3_000)
    loop.run(loop.now + 200_000)
    return sink.got, bytes(region.data), [nic.counters for nic in nics], counted(node, wires, loop)


@pytest.mark.parametrize("to_sink", [True, False], ids=["sink", "nic"])
@pytest.mark.parametrize("pair", [mrc_pair, roce_pair])
def test_both_networks_carry_the_same(program, pair, to_sink):
    data = random.Random(1).randbytes(9_000)
    made = [sent(parts, program, kind(data), pair, to_sink=to_sink) for kind in (bytes, bytearray) for parts in both()]
    assert made[0] == made[1] == made[2] == made[3]
    assert made[0][3][0][0] > 3  # frames came to the switch


def sending(data, folder, pair=mrc_pair):
    """A write whose first frame is on its way, and whose second one is being sent."""
    nics, qp = pair()
    region = nics[1].register_memory(len(data))
    loop, ends, *_ = wired(NativeParts(wires=4, switches=1, nics=2), program_of("forward", folder), nics)
    qp.post_write(data, region.address, region.r_key)
    before = sys.getrefcount(data)
    ends[0].pump()
    loop.run(600)
    return loop, region, sys.getrefcount(data) - before


@pytest.mark.parametrize("pair", [mrc_pair, roce_pair])
def test_bytes_that_never_change_are_lent_to_each_frame_until_it_has_arrived(tmp_path, pair):
    data = random.Random(2).randbytes(9_000)
    own = sys.getrefcount(data)
    loop, region, lent = sending(data, tmp_path, pair)
    loop.run(200_000)
    assert bytes(region.data) == data
    del loop
    gc.collect()
    assert (lent, sys.getrefcount(data)) == (2, own)


def test_frames_that_never_arrive_give_back_what_they_borrowed(tmp_path):
    data = bytes(9_000)
    own = sys.getrefcount(data)
    sending(data, tmp_path)
    gc.collect()
    assert sys.getrefcount(data) == own


def test_bytes_that_may_change_are_copied_when_they_are_sent(tmp_path):
    data = bytearray(9_000)
    loop, region, lent = sending(data, tmp_path)
    data[100:4_000] = bytes([7]) * 3_900
    loop.run(200_000)
    assert (lent, bytes(region.data)) == (0, bytes(9_000))
