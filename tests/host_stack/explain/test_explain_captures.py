# SPDX-License-Identifier: Apache-2.0
"""Captures explained: files as others write them, and sums over them."""

import io
import json
import re
import struct
from collections import Counter
from random import Random

import explain_kit as kit
import pytest
from host_stack_kit import Transfer, is_data, trim
from rich.console import Console

from fabric.running import run_scenario
from host_stack import Journal
from host_stack.explain.captures import CapturedFrame, CaptureError, PacketReader, read_capture
from host_stack.explain.conversations import (
    Outcome,
    explain_journals,
    fates_of,
    read_conversations,
    reason_name,
    write_journals,
)
from host_stack.explain.summary import conversation_document
from host_stack.wire.frames import FrameParser, Packet
from host_stack.wire.options import WireOptions

# --- Files -----------------------------------------------------------------------------------------------------------
# pcapng files: as others write them, and as they must not be.

STORY = [(1_234_567_891, "w", kit.data(10)), (1_234_568_000, "r", kit.sack(10, ack=10))]


def block(order, kind, body):
    body += bytes(-len(body) % 4)
    size = 12 + len(body)
    return struct.pack(order + "II", kind, size) + body + struct.pack(order + "I", size)


def section(order):
    return block(order, 0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))


def interface(order, *, link=1, resolution=None):
    options = b"" if resolution is None else struct.pack(order + "HHB3xHH", 9, 1, resolution, 0, 0)
    return block(order, 1, struct.pack(order + "HHI", link, 0, 0) + options)


def packet(order, ticks, data, number=0, length=None):
    head = struct.pack(order + "IIIII", number, ticks >> 32, ticks & 0xFFFFFFFF, len(data), length or len(data))
    return block(order, 6, head + data)


def write(tmp_path, content):
    path = tmp_path / "x.pcapng"
    path.write_bytes(content)
    return path


def test_our_own_captures(tmp_path):
    path = kit.capture(tmp_path / "x.pcapng", STORY)
    assert list(read_capture(path)) == [
        CapturedFrame(1, 1_234_567_891, "w", STORY[0][2], len(STORY[0][2])),
        CapturedFrame(2, 1_234_568_000, "r", STORY[1][2], len(STORY[1][2])),
    ]


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    ("resolution", "ticks", "time_ns"),
    [(None, 3, 3_000), (6, 3, 3_000), (9, 3, 3), (3, 3, 3_000_000), (0x80 | 10, 1 << 10, 1_000_000_000)],
)
def test_byte_orders_and_resolutions(tmp_path, order, resolution, ticks, time_ns):
    content = section(order) + interface(order, resolution=resolution) + packet(order, ticks, b"12345", length=77)
    assert list(read_capture(write(tmp_path, content))) == [CapturedFrame(1, time_ns, "0", b"12345", 77)]


def test_a_second_section_has_its_own_interfaces_and_order(tmp_path):
    content = section("<") + interface("<", resolution=9) + packet("<", 5, b"ab")
    content += section(">") + interface(">") + packet(">", 5, b"cd")
    assert [(f.number, f.time_ns, f.data) for f in read_capture(write(tmp_path, content))] == [
        (1, 5, b"ab"),
        (2, 5_000, b"cd"),
    ]


def test_other_blocks_and_other_links_are_passed_over(tmp_path):
    content = section("<") + interface("<", link=113) + interface("<") + block("<", 5, bytes(12))
    content += packet("<", 1, b"cooked", number=0) + packet("<", 2, b"ethernet", number=1)
    assert [frame.data for frame in read_capture(write(tmp_path, content))] == [b"ethernet"]


GOOD = section("<") + interface("<") + packet("<", 1, b"12345678")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "byte 0: not a pcapng file: no section header; accepted: a capture in pcapng format"),
        (b"name: demo\n" * 9, "byte 0: not a pcapng file"),
        (b"\xd4\xc3\xb2\xa1" + bytes(40), "byte 0: a pcap file; accepted: pcapng; `editcap -F pcapng IN OUT`"),
        (b"\xa1\xb2\x3c\x4d" + bytes(40), "byte 0: a pcap file"),
        (GOOD[:-1], "byte 48: a block says it has 40 bytes, 39 are left; accepted: a whole pcapng file, not cut off"),
        (GOOD[:53], "byte 48: the file ends inside a block (5 bytes left)"),
        (GOOD[:8] + b"\1\2\3\4" + GOOD[12:], "byte 0: byte-order magic 01020304; accepted: 1a2b3c4d in either order"),
        (GOOD[:-4] + b"\0\0\0\0", "byte 48: a block begins with length 40 and ends with 0"),
        (section("<") + packet("<", 1, b"1234"), "a frame of interface 0, which is not described"),
        (GOOD + block("<", 6, bytes(8)), "a block is too short for its fields"),
        (GOOD + block("<", 3, bytes(8)), "simple packet blocks have no time"),
        (GOOD + block("<", 6, struct.pack("<IIIII", 0, 0, 0, 999, 999)), "a frame of 999 bytes in a block of 20"),
    ],
)
def test_bad_files_get_one_clear_message(tmp_path, content, complaint):
    path = write(tmp_path, content)
    with pytest.raises(CaptureError, match="^" + re.escape(f"{path}: ") + ".*" + re.escape(complaint)):
        list(read_capture(path))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CaptureError, match="No such file or directory; accepted: a capture"):
        list(read_capture(tmp_path / "nowhere"))


def test_damaged_files_never_raise_anything_else(tmp_path):
    good = kit.capture(tmp_path / "good.pcapng", STORY).read_bytes()
    rng = Random(7)
    complaints = 0
    for _ in range(3_000):
        out = bytearray(good)
        for _ in range(rng.randrange(1, 5)):
            out[rng.randrange(len(out))] = rng.randrange(256)
        del out[rng.choice((len(out), len(out), rng.randrange(len(out)))) :]
        try:
            for frame in read_capture(write(tmp_path, bytes(out))):
                PacketReader(WireOptions()).read(frame)
        except CaptureError:
            complaints += 1
    assert 1_000 < complaints < 3_000


def test_packets_are_decoded_as_the_nic_does_it():
    """What the NIC's parser accepts is seen the same way here."""
    reader, parser = PacketReader(WireOptions()), FrameParser(WireOptions(), kit.READER)
    frames = [kit.data(10), kit.data(11, rtx=True), kit.data(12, timestamp=None), kit.trim(kit.data(13)), kit.probe()]
    frames += [kit.with_ce(kit.data(14)), kit.ev_probe(3)]
    for number, frame in enumerate(frames):
        seen, packet_ = reader.read(CapturedFrame(1, 0, "x", frame, len(frame))), parser.parse(frame)
        assert isinstance(packet_, Packet)
        assert seen is not None
        assert (seen.bth, seen.kind, seen.entropy, seen.role) == (
            packet_.bth,
            packet_.kind,
            packet_.entropy,
            packet_.role,
        )
        assert (seen.source, seen.marked, seen.timestamp) == (packet_.source, packet_.marked, packet_.timestamp), number
        assert seen.trimmed is (packet_.trimmed is not None)
        assert seen.control == packet_.control
        if packet_.kind.data:
            assert seen.payload == 400
            assert seen.meth == packet_.meth


def test_the_plane_of_an_ev_follows_from_how_it_travels():
    reader = PacketReader(WireOptions())
    whole = kit.data(10, entropy=0xC801_0001)
    routed = whole[:20] + b"\x2b" + whole[21:54] + bytes.fromhex("2902040000000000") + bytes(16) + whole[54:]
    planes = {}
    for name, frame in {
        "srv6": kit.data(10, entropy=0xC001_0003),
        "srv6 of others": whole,
        "with a routing header": routed,
        "bare": whole[:14] + whole[54:],
    }.items():
        seen = reader.read(CapturedFrame(1, 0, "x", frame, len(frame)))
        assert seen is not None
        planes[name] = (seen.plane, seen.uplink)
    assert planes == {
        "srv6": (1, 3),
        "srv6 of others": (None, None),
        "with a routing header": (None, None),
        "bare": (1, None),
    }


@pytest.mark.parametrize("keep", [114, 118, 122, 138, 200])
def test_what_a_snap_length_leaves_is_decoded(keep):
    whole = kit.data(10, timestamp=5)
    seen = PacketReader(WireOptions()).read(CapturedFrame(1, 0, "x", whole[:keep], len(whole)))
    assert seen is not None
    assert (seen.bth.psn, seen.payload, seen.trimmed) == (10, 400, False)
    assert (seen.meth is None, seen.timestamp, seen.reth is None) == (
        keep < 118,
        5 if keep >= 122 else None,
        keep < 138,
    )


def test_random_frames_never_raise():
    reader, rng = PacketReader(WireOptions()), Random(3)
    kinds = [kit.data(1), kit.trim(kit.data(2)), kit.sack(3), kit.nack(3, 1), kit.ack(3), kit.probe(), kit.ev_probe(1)]
    found = 0
    for _ in range(20_000):
        frame = bytearray(rng.choice(kinds))
        for _ in range(rng.randrange(4)):
            frame[rng.randrange(len(frame))] = rng.randrange(256)
        del frame[rng.choice((len(frame), rng.randrange(len(frame)))) :]
        found += reader.read(CapturedFrame(1, 0, "x", bytes(frame), 400)) is not None
    assert found > 1_000


# --- Sums ------------------------------------------------------------------------------------------------------------
# What is counted from frames agrees with what the NICs counted: over their journals, and over captures of links.


def bad_wire(seed):
    """Trims, losses and delays; answers get lost too."""
    rng = Random(seed)

    def hook(_name, port, frame, _now):
        chance = rng.random()
        if is_data(frame) and chance < 0.08 and len(frame) > 256:
            return [(0, trim(frame, 12 if port else 16))]
        if chance > 0.97:
            return []
        return [(rng.choice((0, 0, 0, 5_000)), frame)]

    return hook


def journaled(seed, size=300_000):
    transfer = Transfer(size, bad_wire(seed))
    transfer.a.journal, transfer.b.journal = Journal(), Journal()
    transfer.run()
    return transfer


@pytest.mark.parametrize("seed", range(8))
def test_the_journals_of_two_nics_tell_what_their_counters_do(seed):
    transfer = journaled(seed)
    journals = {"a": transfer.a.journal, "b": transfer.b.journal}
    conversations = explain_journals(journals, WireOptions())
    (conversation,) = conversations.all()
    fates = fates_of(conversation)
    made = conversation_document(conversation, fates)
    counters, peer = transfer.qa.counters, transfer.qb.counters
    packets = {entry.entropy: entry.packets for entry in transfer.qa.evs if entry.packets}
    assert made["data_packets"] == counters.data_packets
    assert made["data_bytes"] == counters.data_bytes == 300_000
    assert made["retransmissions"] == counters.retransmissions
    assert made["retransmitted_bytes"] == counters.retransmitted_bytes
    assert {int(row["entropy"], 16): row["packets"] for row in made["evs"]} == packets
    assert {int(plane): count for plane, count in made["planes"].items()} == counters.as_dict()["plane_packets"]
    assert (made["sacks"], made["acks"], made["probes"]) == (peer.sacks_sent, peer.acks_sent, counters.probes_sent)
    assert made["nacks"] == {reason_name(reason): count for reason, count in peer.nacks_sent.items()}
    assert (made["writer_qpn"], made["reader_qpn"]) == (transfer.qa.qpn, transfer.qb.qpn)
    # What was seen cut on arrival is what the reader says it received trimmed.
    cut = [fate for sent in fates.values() for fate in sent if fate.transmission.cut is not None]
    assert len(cut) == peer.trims_received
    assert all(fate.outcome is Outcome.TRIMMED for fate in cut)
    # Everything was delivered, once each.
    last = Counter(fate.outcome for sent in fates.values() for fate in sent)
    assert last[Outcome.DELIVERED] == counters.data_packets
    assert last[Outcome.OPEN] == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_sending_that_is_said_to_have_arrived_did_arrive(seed):
    """The reader's journal says which sendings came whole; explain is told the writer's alone."""
    transfer = journaled(seed)
    (told,) = explain_journals({"a": transfer.a.journal}, WireOptions()).all()
    (truth,) = explain_journals({"b": transfer.b.journal}, WireOptions()).all()
    arrived = {
        (one.psn, one.first.entropy, one.first.timestamp)
        for sent in truth.transmissions.values()
        for one in sent
        if one.cut is None
    }
    said = [
        (fate.transmission.psn, fate.transmission.first.entropy, fate.transmission.first.timestamp)
        for sent in fates_of(told).values()
        for fate in sent
        if fate.outcome is Outcome.DELIVERED
    ]
    right = sum(each in arrived for each in said)
    # Which of two sendings was reported is a guess when both may have been; it is seldom wrong.
    assert right >= 0.97 * len(said)
    assert len(said) > 70


def test_a_journal_as_a_file_tells_the_same(tmp_path):
    transfer = journaled(3)
    journals = {"a": transfer.a.journal, "b": transfer.b.journal}
    write_journals(journals, tmp_path / "journal.pcapng")
    reader = PacketReader(WireOptions())
    frames = list(read_capture(tmp_path / "journal.pcapng"))
    assert {frame.interface for frame in frames} == {
        f"{n}:{p} {way}" for n in "ab" for p in (0, 1) for way in ("in", "out")
    }
    (again,) = read_conversations(found for frame in frames if (found := reader.read(frame))).all()
    (once,) = explain_journals(journals, WireOptions()).all()
    assert conversation_document(again, fates_of(again)) == conversation_document(once, fates_of(once))


SCENARIO = """\
name: incast
title: An incast, captured
topology: {lab}
seed: 5
limit: 5ms
sample: 10us
nic: {{congestion: {{algorithm: fixed-window}}, window: 64}}
workload:
  - {{from: nic0, to: nic3, bytes: 400kB}}
  - {{from: nic1, to: nic3, bytes: 400kB}}
faults:
  - {{at: 10us, do: switch p0-t1-0 stop}}
captures: ["nic0:0--p0-t0-0:0", "nic0:1--p1-t0-0:0"]
"""


def test_captures_of_a_nics_links_tell_what_the_fabrics_result_does(tmp_path):
    from pathlib import Path

    lab = Path(__file__).resolve().parents[3] / "topologies" / "lab.yaml"
    (tmp_path / "incast.yaml").write_text(SCENARIO.format(lab=lab))
    run_scenario(tmp_path / "incast.yaml", tmp_path / "out", None, Console(file=io.StringIO()), show_progress=False)
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    reader = PacketReader(WireOptions())
    frames = [frame for file in sorted((tmp_path / "out/captures").iterdir()) for frame in read_capture(file)]
    frames.sort(key=lambda frame: frame.time_ns)
    (conversation,) = read_conversations(found for frame in frames if (found := reader.read(frame))).all()
    made = conversation_document(conversation, fates_of(conversation))
    (flow,) = [each for each in result["flows"] if each["from"] == "nic0"]
    assert made["data_bytes"] == flow["bytes"] == 400_000
    assert made["retransmissions"] == flow["retransmissions"] > 0
    assert sum(made["nacks"].values()) == flow["nacks"]
    assert made["outcomes"]["delivered"] == made["data_packets"]
    assert made["outcomes"].get("lost", 0) > 0
