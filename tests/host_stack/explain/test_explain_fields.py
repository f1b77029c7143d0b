# SPDX-License-Identifier: GPL-2.0-only
"""Frames field by field, for pages: every byte once, whatever it is; and as the conformance suite reads them."""

import random

import pytest
from fuzz_kit import corpus, mutate
from long_kit import rounds
from scapy.layers.inet import ICMP, IP, TCP
from scapy.layers.inet6 import ICMPv6ND_NS, IPv6, IPv6ExtHdrSegmentRouting
from scapy.layers.l2 import ARP, Dot1Q, Ether

from host_stack.explain.fields import layers
from host_stack.roce import wire as roce
from host_stack.wire.frames import ethernet
from host_stack.wire.headers import Reth
from ptf_tests.headers import decoding

FRAMES = corpus()
WRITE = roce.FrameBuilder([ethernet(bytes(6), bytes(6))], 64).frame(
    port=0, addresses=bytes((10, 0, 0, 1, 10, 0, 0, 2)), traffic_class=2, source_port=0xC001,
    bth=roce.Bth(roce.Opcode.WRITE_ONLY, 5, 6), headers=[Reth(1, 2, 4)], payload=b"data",
)  # fmt: skip
OTHERS = [
    Ether() / ARP(), Ether() / IP() / TCP() / b"GET", Ether() / IPv6() / ICMPv6ND_NS(),
    Ether() / Dot1Q() / IP() / ICMP(),
    Ether() / IPv6() / IPv6ExtHdrSegmentRouting(addresses=["::1", "::2"]) / IPv6() / b"more", WRITE,
]  # fmt: skip


def outline(read, frame):
    """Label, place, and fields with names and places: what does not depend on how values are written."""
    return [
        (layer.label, layer.start, layer.stop, [(field.name, field.start, field.stop) for field in layer.fields])
        for layer in read(frame)
    ]


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
def test_the_layers_and_the_conformance_suite_find_the_same_fields(frame):
    """Two readings of the same documents, which share nothing; the suite has no name for SETH's reserved byte."""
    for size in range(len(frame) if len(frame) < 300 else 200, len(frame) + 1, 97):
        expected = str(outline(decoding.layers, frame[:size])).replace("reserved 3', 126", "port_mask', 126")
        assert str(outline(layers, frame[:size])) == expected


def test_values_are_for_people():
    found = {
        (layer.label, field.name): field.value for frame in FRAMES for layer in layers(frame) for field in layer.fields
    }
    assert found["outer IPv6", "ECN"] in ("2 (ECT(0))", "0 (Not-ECT)")
    assert found["inner IPv6", "next header"] == "17 (UDP)"
    assert found["BTH", "P_Key"] == "0xffff"
    assert found["NETH", "reason"] == "0x19 (UNEXP_EVENT)"
    assert {layer.gist.partition(",")[0] for frame in FRAMES for layer in layers(frame) if layer.label == "BTH"} >= {
        "0xc7 (WRITE_MIDDLE)", "0xdc (SACK)", "0xde (PROBE)",
    }  # fmt: skip


def test_a_trimmed_packet_says_what_its_lengths_promise():
    trimmed = next(frame for frame in FRAMES if len(frame) == 256)
    notes = {(layer.label, field.name): field.note for layer in layers(trimmed) for field in layer.fields if field.note}
    assert notes == {("inner IPv6", "payload length"): "the frame has 162", ("UDP", "length"): "the frame has 162"}
    assert layers(trimmed)[-1].label == "payload"
    cut = layers(trimmed[:128])[-1]
    assert (cut.label, cut.fields[-1].name) == ("RETH", "VA")
    assert cut.fields[-1].value.endswith("(cut after 6 of 8 bytes)")


def test_roce_and_others_have_their_own_layers():
    labels = [[layer.label for layer in layers(bytes(frame))] for frame in OTHERS]
    assert labels[0] == ["Ethernet", "ARP"]
    assert labels[1] == ["Ethernet", "IPv4", "TCP", "payload"]
    assert labels[2][:2] == ["Ethernet", "IPv6"]
    assert labels[4][:4] == ["Ethernet", "outer IPv6", "SRH", "inner IPv6"]
    assert labels[5] == ["Ethernet", "IPv4", "UDP", "BTH", "RETH", "payload", "ICRC"]
    segments = [field.value for field in layers(bytes(OTHERS[4]))[2].fields if field.name.startswith("segment list")]
    assert segments == ["::1", "::2"]


@pytest.mark.parametrize("frames", rounds("MRC_FUZZ_EXPLAIN", 400, 1500))
def test_every_byte_is_in_one_layer_whatever_the_frame(frames):
    drawn = random.Random(3)
    for number in range(frames):
        frame = mutate(bytes(drawn.choice([*FRAMES, *map(bytes, OTHERS)])), drawn)
        found = layers(frame)
        ends = [0, *(layer.stop for layer in found)]
        assert [layer.start for layer in found] == ends[:-1], (number, frame.hex())
        assert ends[-1] == len(frame), (number, frame.hex())
        assert all(layer.start <= field.start <= field.stop <= layer.stop for layer in found for field in layer.fields)
