# SPDX-License-Identifier: Apache-2.0
"""Every bit of every header, as tshark shows it, against the golden bytes of docs/protocol/wire-format.md."""

import pytest
from wireshark_kit import CONTROL, ENTROPY, bth, capture, fields, frame, needs_tshark, registered, tshark

from ptf_tests.nic.vectors import HEADERS

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
