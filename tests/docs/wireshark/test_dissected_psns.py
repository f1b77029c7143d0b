# SPDX-License-Identifier: Apache-2.0
"""What the dissector says of a conversation's PSNs, over stories of a few packets whose meaning is plain."""

import struct

from wireshark_kit import (
    CONTROL,
    NIC0,
    NIC3,
    RETX,
    TRIMMED,
    bth,
    capture,
    fields,
    frame,
    needs_tshark,
    numbers_of,
    write,
)

pytestmark = needs_tshark

OTHER = 0xC000_0000


def data(psn, *, timestamp=0, rtx=False, entropy=0xC001_0001, cut=None, qp=0x11):
    dscp = TRIMMED if cut else RETX if rtx else 4
    return frame(write(psn, timestamp=timestamp, rtx=rtx, qp=qp, size=400), dscp=dscp, entropy=entropy, cut=cut)


def answer(body, opcode, psn=0):
    return frame(bth(opcode, psn, qp=0x22) + body, source=NIC3, destination=NIC0, dscp=CONTROL, ecn=0)


def sack(cack, *, base=1, bits=0, ack=0, mark=0, entropy=0xC001_0001, timestamp=0):
    body = struct.pack(
        "!HHIHHIBBhQ", mark << 5, ack & 0xFFFF, entropy, 0x11, 0x22, cack, 0, 0, base, bits
    ) + struct.pack("!HHI", timestamp, 0, 0)
    return answer(body, 0xDC, cack)


def nack(psn, reason, *, entropy=0xC001_0001):
    return answer(struct.pack("!HBBIHHIBBH", 0, reason, 0, entropy, 0x11, 0x22, psn, 0x20, 0, 0), 0xDD, psn)


def test_a_trimmed_packet_is_nacked_and_sent_again(tmp_path):
    story = [
        data(10, timestamp=1),
        data(11, timestamp=2, cut=200),
        nack(11, 1),
        data(11, timestamp=5, rtx=True, entropy=OTHER),
        sack(11, ack=0, entropy=OTHER, timestamp=5),
    ]
    file = capture(tmp_path / "story.pcapng", story)
    assert numbers_of(file, "mrc.trimmed == 1") == [2]
    assert numbers_of(file, "mrc.expert.nack") == [3]
    assert fields(file, "mrc.analysis.about", only="mrc.opcode == 0xdd") == [["2"]]
    assert numbers_of(file, "mrc.expert.retransmission") == [4]
    (row,) = fields(
        file, "mrc.analysis.transmission", "mrc.analysis.retransmission_of", "_ws.expert.message", only="mrc.rtx == 1"
    )
    assert row == ["2", "2", "Retransmission: before it was NACKed TRIMMED"]
    assert numbers_of(file, "mrc.expert.unmarked || mrc.expert.gap || mrc.expert.late") == []


def test_a_packet_sent_again_without_the_bit_is_a_warning(tmp_path):
    file = capture(tmp_path / "story.pcapng", [data(10, timestamp=1), data(10, timestamp=9)])
    assert numbers_of(file, "mrc.expert.unmarked") == [2]
    assert numbers_of(file, "mrc.expert.retransmission") == []


def test_one_packet_seen_on_two_links_is_one_transmission(tmp_path):
    file = capture(
        tmp_path / "story.pcapng", [data(10, timestamp=1), data(10, timestamp=1), data(10, timestamp=1, cut=150)]
    )
    assert fields(file, "mrc.analysis.transmission", "mrc.analysis.same_packet") == [["1", ""], ["1", "1"], ["1", "1"]]
    assert numbers_of(file, "mrc.expert.unmarked || mrc.expert.retransmission") == []


def test_order_over_the_24_bit_wrap(tmp_path):
    top = 0xFFFFFF
    story = [data(top - 1, timestamp=1), data(1, timestamp=2), data(top, timestamp=3), data(0, timestamp=4), data(2)]
    file = capture(tmp_path / "story.pcapng", story)
    assert numbers_of(file, "mrc.expert.skipped") == [2]
    assert fields(file, "mrc.analysis.skipped", only="mrc.expert.skipped") == [["2"]]
    assert numbers_of(file, "mrc.expert.late") == [3, 4]
    assert [row[0] for row in fields(file, "mrc.analysis.late", only="mrc.expert.late")] == ["2", "1"]


def test_conversations_do_not_mix(tmp_path):
    story = [data(10, timestamp=1), data(10, timestamp=2, qp=0x12), data(9, timestamp=3, qp=0x13)]
    file = capture(tmp_path / "story.pcapng", story)
    assert numbers_of(file, "mrc.expert.unmarked || mrc.expert.late") == []


def test_the_gaps_of_a_sack(tmp_path):
    """cack 9; the bitmap starts at 11 with bits 0, 1, 5: 13, 14 and 15 are missing. What is below its base it does not
    say."""
    file = capture(tmp_path / "story.pcapng", [sack(9, base=2, bits=0b100011, ack=7), sack(9, base=1, bits=0)])
    assert numbers_of(file, "mrc.expert.gap") == [1]
    names = ["mrc.analysis.missing", "mrc.analysis.missing.count", "mrc.analysis.bitmap_base", "mrc.analysis.acked_psn"]
    assert fields(file, *names, only="mrc.expert.gap") == [["13-15", "3", "11", "16"]]


def test_gaps_and_bits_reach_over_all_64(tmp_path):
    bits = 1 << 63 | 1 << 40 | 0xFF
    file = capture(tmp_path / "story.pcapng", [sack(0xFFFFF0, base=1, bits=bits)])
    first = 0xFFFFF1
    gaps = [(8, 39), (41, 62)]
    text = ", ".join(f"{(first + a) % (1 << 24)}-{(first + b) % (1 << 24)}" for a, b in gaps)
    assert fields(file, "mrc.analysis.missing", "mrc.analysis.missing.count") == [[text, str(32 + 22)]]


def test_a_sack_says_what_caused_it_and_how_long_it_took(tmp_path):
    story = [
        (1_000, data(10, timestamp=7)),
        (2_000, data(11, timestamp=8, entropy=OTHER)),
        (9_500, sack(11, ack=0, timestamp=8, entropy=OTHER)),
    ]
    file = capture(tmp_path / "story.pcapng", story)
    (row,) = fields(file, "mrc.analysis.about", "mrc.analysis.rtt_us", only="mrc.opcode == 0xdc")
    assert row[0] == "2"
    assert abs(float(row[1]) - 7.5) < 1e-6
    # Two passes: what is only known later is shown as well.
    rows = fields_of_two_passes(file)
    assert rows[1] == ["3"]


def fields_of_two_passes(file):
    from wireshark_kit import tshark

    lines = tshark(file, "-2", "-T", "fields", "-e", "mrc.analysis.sacked_in").splitlines()
    return [line.split("\t") for line in lines]


def test_marks_naks_and_fatal_nacks(tmp_path):
    story = [
        sack(9, mark=1),
        sack(9, mark=2),
        nack(3, 0x19),
        nack(3, 0x0A),
        answer(bytes.fromhex("62000001"), 0xD1),
        answer(bytes.fromhex("1f000001"), 0xD1),
    ]
    file = capture(tmp_path / "story.pcapng", story)
    assert numbers_of(file, "mrc.expert.marked") == [1, 2]
    assert numbers_of(file, "mrc.expert.fatal") == [3]
    assert numbers_of(file, "mrc.expert.nack") == [4]
    assert numbers_of(file, "mrc.expert.nak") == [5]
    assert numbers_of(file, "mrc.neth.reason == 0x0a") == [4]


def test_a_marked_packet_is_remarked(tmp_path):
    file = capture(tmp_path / "ce.pcapng", [frame(write(1, timestamp=1), ecn=3), frame(write(2, timestamp=1))])
    assert numbers_of(file, "mrc.ce == 1") == numbers_of(file, "mrc.expert.ce") == [1]
