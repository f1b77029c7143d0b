# SPDX-License-Identifier: GPL-2.0-only
"""Frames and captures, explained: their fields, and the command."""

import json
import random

import explain_kit as kit
import pytest
from command_kit import ran
from explain_kit import B
from fuzz_kit import corpus, mutate
from long_kit import rounds
from scapy.layers.inet import ICMP, IP, TCP
from scapy.layers.inet6 import ICMPv6ND_NS, IPv6, IPv6ExtHdrSegmentRouting
from scapy.layers.l2 import ARP, Dot1Q, Ether

from host_stack.__main__ import main
from host_stack.explain.fields import layers
from host_stack.roce import wire as roce
from host_stack.wire.frames import ethernet
from host_stack.wire.headers import Reth
from ptf_tests.headers import decoding

# --- Fields ----------------------------------------------------------------------------------------------------------
# Frames field by field, for pages: every byte once, whatever it is; and as the conformance suite reads them.

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


# --- The command -----------------------------------------------------------------------------------------------------
# `python -m host_stack explain`: what it prints, and how it refuses.

STORY = [
    (0, "w", kit.data(10)),
    (400, "r", kit.trim(kit.data(10))),
    (900, "r", kit.nack(10, 1)),
    (1_500, "w", kit.data(10, timestamp=9, rtx=True, entropy=B)),
    (4_000, "r", kit.sack(10, ack=10, entropy=B, timestamp=9, rtx=True)),
]


def run(*arguments):
    return ran(main, "explain", *arguments)


@pytest.fixture
def file(tmp_path):
    return kit.capture(tmp_path / "x.pcapng", STORY)


def test_tables(file):
    result = run(file)
    assert (result.returncode, result.stderr) == (0, "")
    assert "fd6d:7263::1 QP 0x22 → fd6d:7263::2 QP 0x11" in result.stdout
    assert "1 packets, 400 bytes" in result.stdout
    assert "sent again: 1 packets, 400 bytes (NACK after a trim 1)" in result.stdout
    assert "what became of all 2: trimmed 1, delivered 1" in result.stdout
    assert "0xc0010001" in result.stdout


def test_the_story_of_a_packet(file):
    assert run(file, "--psn", "10", "--qp", "0x11").stdout.splitlines() == [
        "fd6d:7263::1 QP 0x22 → fd6d:7263::2 QP 0x11, PSN 10",
        "  0 ns  frame 1: sent on EV 0xc0000001, plane 0",
        "      seen on w, r",
        "      trimmed before r",
        "      trimmed, NACK TRIMMED: told at 900 ns by frame 3, 900 ns later",
        "  1.500 us  frame 4: sent again (NACK after a trim) on EV 0xc0010001, plane 1",
        "      seen on w",
        "      delivered: told at 4 us by frame 5, 2.500 us later",
    ]


def test_json(file):
    document = json.loads(run(file, "--json").stdout)
    assert document["format"] == "mrc-explain-1"
    assert document["packets"] == 5
    assert document["conversations"][0]["outcomes"] == {"trimmed": 1, "delivered": 1}
    packets = json.loads(run(file, "--json", "--psn", "0xa").stdout)
    assert [packet["outcome"] for packet in packets] == ["trimmed", "delivered"]


def test_several_captures_of_one_run_are_merged_by_time(tmp_path):
    first = kit.capture(tmp_path / "a.pcapng", [STORY[0], STORY[3]])
    second = kit.capture(tmp_path / "b.pcapng", [STORY[1], STORY[2], STORY[4]])
    assert json.loads(run(second, first, "--json").stdout)["conversations"][0]["outcomes"] == {
        "trimmed": 1,
        "delivered": 1,
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--qp", "0x99"], "qp: 0x99 is no end of a conversation here; accepted: 0x11, 0x22"),
        (["--psn", "99"], "psn: 99 was not sent in any chosen conversation; accepted: 10..10"),
        (["--udp-port", "0"], "udp_port: 0 is out of range"),
    ],
)
def test_what_is_not_there(file, arguments, complaint):
    result = run(file, *arguments)
    assert result.returncode == 1
    assert result.stderr.startswith("error: ")
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("value", ["x", "-1", "16777216"])
def test_numbers_of_other_sizes_are_wrong_usage(file, value):
    result = run(file, "--psn", value)
    assert result.returncode == 2
    assert "is not a 24-bit number; accepted: 0..16777215, or hexadecimal after 0x" in result.stderr


def test_a_capture_without_mrc(tmp_path):
    file = kit.capture(tmp_path / "x.pcapng", [(0, "w", bytes(60)), (1, "w", kit.data(1)[:90])])
    result = run(file)
    assert result.returncode == 1
    assert result.stderr == (
        f"error: {file}: 2 frames, none of them MRC; accepted: UDP port 4791, 4971, opcode 0xc0..0xdf\n"
    )


def test_a_file_that_is_no_capture(tmp_path):
    (tmp_path / "x").write_text("hello")
    result = run(tmp_path / "x")
    assert result.returncode == 1
    assert result.stderr.startswith(f"error: {tmp_path}/x: byte 0: not a pcapng file")
