# SPDX-License-Identifier: Apache-2.0
"""Fields and PSNs as tshark shows them with our dissector."""

import struct

import pytest
from wireshark_kit import (
    CONTROL,
    ENTROPY,
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
    registered,
    tshark,
    write,
)

from ptf_tests.nic.vectors import HEADERS

# --- Fields ----------------------------------------------------------------------------------------------------------
# Every bit of every header, as tshark shows it, against the golden bytes of docs/protocol/wire-format.md.

pytestmark = needs_tshark

#: Filter of each field of the suite's own tables: header, then field where the filter's name is another.
PREFIX = {
    "METH": "meth", "TSETH": "tseth", "RETH": "reth", "ImmDt": "immdt", "AETH": "aeth", "SETH": "seth",
    "CC_STATE": "cc", "NETH": "neth", "PETH": "peth", "ERTH": "erth", "EETH": "eeth",
}  # fmt: skip
NAMES = {
    "tx_timestamp": "timestamp", "r_key": "rkey", "dma_length": "length", "immediate": "value", "mark": "m",
    "rcvd_bytes": "rcvd_bytes",
}  # fmt: skip
BTH = {
    "opcode": "mrc.opcode", "se": "mrc.se", "m": "mrc.m", "pad": "mrc.pad", "tver": "mrc.tver", "pkey": "mrc.pkey",
    "rsvd_variant": "mrc.rsvd_variant", "dest_qp": "mrc.qp", "ack_req": "mrc.ackreq", "rsvd_6": "mrc.rsvd_6",
    "rtx": "mrc.rtx", "ts": "mrc.ts", "rsvd_invariant": "mrc.rsvd_invariant", "psn": "mrc.psn",
}  # fmt: skip
#: Opcode and headers before it of a packet that has the header.
AMONG = {
    "METH": (0xC7, ""), "TSETH": (0xC7, "00000000"), "RETH": (0xC7, "00000000 00000001"),
    "ImmDt": (0xCB, "00000000 00000001" + "00" * 16), "AETH": (0xD1, ""), "SETH": (0xDC, ""),
    "CC_STATE": (0xDC, "00" * 28), "NETH": (0xDD, ""), "PETH": (0xDE, ""), "ERTH": (0xD8, ""), "EETH": (0xD9, ""),
}  # fmt: skip
#: Reserved bits that the suite splits otherwise than the dissector: a filter, and its value from the suite's fields.
RESERVED = {
    "SETH": {
        "mrc.seth.type": lambda v: v.get("rsvd_type", 0), "mrc.seth.next": lambda v: v.get("rsvd_next", 0),
        "mrc.seth.rsvd": lambda v: v.get("rsvd_4_2", 0), "mrc.seth.rsvd2": lambda v: v.get("rsvd_0", 0),
        "mrc.seth.port_mask": lambda v: v.get("rsvd_12", 0),
    },
    "CC_STATE": {"mrc.cc.rsvd": lambda v: v.get("rsvd", 0)},
    "TSETH": {"mrc.tseth.rsvd": lambda v: v.get("rsvd", 0)},
    "NETH": {
        "mrc.neth.rsvd": lambda v: v.get("rsvd_type", 0) << 12 | v.get("rsvd_next", 0) << 7 | v.get("rsvd_1", 0),
        "mrc.neth.rsvd2": lambda v: v.get("rsvd_12", 0), "mrc.neth.rsvd3": lambda v: v.get("rsvd_17", 0),
    },
    "PETH": {
        "mrc.peth.rsvd": lambda v: v.get("rsvd_type", 0) << 12 | v.get("rsvd_next", 0) << 7 | v.get("rsvd_1", 0),
        "mrc.peth.rsvd2": lambda v: v.get("rsvd_2", 0), "mrc.peth.rsvd3": lambda v: v.get("rsvd_6", 0),
        "mrc.peth.rsvd4": lambda v: v.get("rsvd_14", 0),
    },
    "ERTH": {
        "mrc.erth.rsvd": lambda v: v.get("rsvd_type", 0) << 10 | v.get("rsvd_next", 0) << 5 | v.get("rsvd_1", 0),
        "mrc.erth.rsvd2": lambda v: v.get("rsvd_2", 0), "mrc.erth.rsvd3": lambda v: v.get("rsvd_8", 0),
        "mrc.erth.rsvd4": lambda v: v.get("rsvd_14", 0),
    },
}  # fmt: skip
TRAILING = {"METH": "00000001" + "00" * 16, "TSETH": "00" * 16, "SETH": "00" * 8}


def packet(vector):
    """A whole packet around a golden header."""
    header = vector.header.split(",")[0]
    if header == "BTH":
        return bytes.fromhex(vector.hex) + bytes(44)
    opcode, before = AMONG[header]
    bits = 0x10 if opcode < 0xD0 else 0
    return bth(opcode, 5, bits=bits) + bytes.fromhex(before + vector.hex + TRAILING.get(header, "")) + b""


def number(text):
    return {"True": 1, "False": 0}.get(text) if not text[:1].isdigit() and text[:1] != "-" else int(text, 0)


def expected(vector):
    """Filter -> value, of every field of the header."""
    from ptf_tests.nic.vectors import LAYOUTS

    header = vector.header.split(",")[0]
    if header == "BTH":
        return {filter_: vector.fields.get(name, 0) for name, filter_ in BTH.items()}
    found = {name: value(vector.fields) for name, value in RESERVED.get(header, {}).items()}
    for spec in LAYOUTS[vector.header]:
        if not spec.name.startswith("rsvd"):
            found[f"mrc.{PREFIX[header]}.{NAMES.get(spec.name, spec.name)}"] = vector.fields.get(spec.name, 0)
    return found


def preferences(vector):
    if "swapped" in vector.header:
        return ["mrc.bth_flags:M bit 7, SE bit 6"]
    return ["mrc.eeth_op:bits 5:4"] if "5:4" in vector.header else []


@pytest.mark.parametrize("vector", HEADERS, ids=lambda vector: vector.name)
def test_a_golden_header_is_shown_field_by_field(vector, tmp_path):
    file = capture(tmp_path / "one.pcapng", [frame(packet(vector), dscp=CONTROL, ecn=0)])
    wanted = expected(vector)
    if "answer to a probe" in vector.name:
        wanted["mrc.seth.ack_psn_offset"] = 0x3EEF
    (row,) = fields(file, *wanted, preferences=preferences(vector))
    assert dict(zip(wanted, map(number, row), strict=True)) == wanted


def test_no_field_of_a_header_goes_without_a_golden_value(tmp_path):
    """What is registered for headers is what the test above reads, but for what only other tests make."""
    read = {name for vector in HEADERS for name in expected(vector)}
    headers = {name for name in registered(tmp_path) if name.split(".")[1] in PREFIX.values()}
    assert headers == {name for name in read if name.split(".")[1] in PREFIX.values()}


def test_a_reserved_bit_that_is_set_is_remarked(tmp_path):
    frames = [frame(packet(vector), dscp=CONTROL, ecn=0) for vector in HEADERS]
    file = capture(tmp_path / "all.pcapng", frames)
    remarked = [bool(row[0]) for row in fields(file, "mrc.expert.reserved")]
    for vector, found in zip(HEADERS, remarked, strict=True):
        reserved = any(name.startswith("rsvd") and value for name, value in vector.fields.items())
        assert found is (reserved and vector.header != "EETH"), vector.name


def test_names_of_values_are_shown(tmp_path):
    nack = bytes.fromhex("0000 02 00 c0010003 1b2c 0010 00 123456 20 00 abcd")
    sack = bytes.fromhex("0020 fffe c0010003 1b2c 0010 00 fffffe 00 08 0001 0000000000000005") + bytes(8)
    file = capture(
        tmp_path / "named.pcapng",
        [frame(bth(0xDD) + nack, dscp=CONTROL, ecn=0), frame(bth(0xDC) + sack, dscp=CONTROL, ecn=0)],
    )
    text = tshark(file, "-V")
    assert "Reason: TRIMMED_LASTHOP (0x02)" in text
    assert "Mark (M): SKIP_ONCE (1)" in text
    # Derived: cack + offset is the PSN acknowledged, and the bitmap says which are missing: 5 = bits 0 and 2.
    rows = fields(
        file, "mrc.analysis.acked_psn", "mrc.analysis.bitmap_base", "mrc.analysis.missing", only="mrc.opcode == 0xdc"
    )
    assert rows == [[str(0xFFFFFC), str(0xFFFFFF), "0"]]  # base 0xffffff, then 0 is missing, then 1 arrived


@pytest.mark.parametrize(
    ("preference", "sport", "label", "ev"),
    [
        ("the high half of the EV", 0xC001, 0x0003, 0xC0010003),
        ("the low half of the EV", 0x0003, 0xC001, 0xC0010003),
    ],
)
def test_the_ev_is_put_together_as_the_preference_says(tmp_path, preference, sport, label, ev):
    file = capture(tmp_path / "ev.pcapng", [frame(bth(0xD1) + bytes.fromhex("1f000007"), entropy=sport << 16 | label)])
    rows = fields(file, "mrc.ev", "mrc.ev.plane", "mrc.ev.uplink", preferences=[f"mrc.ev_halves:{preference}"])
    assert rows == [[f"0x{ev:08x}", "1", "3"]]


def test_other_ports_are_a_preference_and_other_roce_stays_with_wireshark(tmp_path):
    ack = bth(0xD1) + bytes.fromhex("1f000007")
    roce = bth(0x11) + bytes.fromhex("1f000007")
    file = capture(
        tmp_path / "ports.pcapng",
        [frame(ack), frame(ack, port=4971), frame(ack, port=5000), frame(roce), frame(roce, port=5000)],
    )
    protocols = [row[0].split(":")[-1] for row in fields(file, "frame.protocols")]
    assert protocols == ["mrc", "mrc", "data", "infiniband", "data"]
    protocols = [row[0].split(":")[-1] for row in fields(file, "frame.protocols", preferences=["mrc.ports:5000"])]
    assert protocols == ["infiniband", "data", "mrc", "infiniband", "data"]


def test_the_entropy_of_the_test_frames_is_what_they_carry(tmp_path):
    file = capture(tmp_path / "one.pcapng", [frame(bth(0xD1) + bytes.fromhex("1f000007"))])
    assert fields(file, "mrc.ev") == [[f"0x{ENTROPY:08x}"]]


# --- PSNs ------------------------------------------------------------------------------------------------------------
# What the dissector says of a conversation's PSNs, over stories of a few packets whose meaning is plain.

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
