# SPDX-License-Identifier: Apache-2.0
"""Frames decoded, and how two differ."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from report_kit import (
    DESTINATION,
    ETHERNET,
    INNER,
    PAYLOAD,
    SRH,
    TUNNEL,
    TUNNEL_SRH,
    UDP,
    WRONG_DSCP,
    WRONG_HOP_LIMIT,
    evidence,
    ipv6,
)

from host_stack.wire.headers import PACKET_TYPES
from ptf_tests.headers import internet, mrc
from ptf_tests.headers.codec import FieldSpec
from ptf_tests.headers.decoding import decode, gist, identity, layers
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import evidence as views
from ptf_tests.report.diff import compare_frames, match_frames
from ptf_tests.results import ExpectedFrame, SentFrame

# --- Frames ----------------------------------------------------------------------------------------------------------


def values(frame: bytes, label: str) -> dict[str, str]:
    return {field.name: field.value for field in decode(frame) if field.layer == label}


def labels(frame: bytes) -> list[str]:
    return [layer.label for layer in layers(frame)]


def test_every_field_of_a_tunnelled_frame_with_its_bytes():
    assert [(field.layer, field.name, field.value, field.start, field.stop) for field in decode(TUNNEL)] == [
        ("Ethernet", "destination", "02:00:00:00:00:02", 0, 6),
        ("Ethernet", "source", "02:00:00:00:00:01", 6, 12),
        ("Ethernet", "type", "0x86dd (IPv6)", 12, 14),
        ("outer IPv6", "version", "6", 14, 15),
        ("outer IPv6", "DSCP", "4", 14, 16),
        ("outer IPv6", "ECN", "2 (ECT(0))", 15, 16),
        ("outer IPv6", "flow label", "0x12345", 15, 18),
        ("outer IPv6", "payload length", "64", 18, 20),
        ("outer IPv6", "next header", "41 (IPv6)", 20, 21),
        ("outer IPv6", "hop limit", "63", 21, 22),
        ("outer IPv6", "source", "fd00::1", 22, 38),
        ("outer IPv6", "destination", "fcbb:bbbb:2001::", 38, 54),
        ("inner IPv6", "version", "6", 54, 55),
        ("inner IPv6", "DSCP", "0", 54, 56),
        ("inner IPv6", "ECN", "2 (ECT(0))", 55, 56),
        ("inner IPv6", "flow label", "0x12345", 55, 58),
        ("inner IPv6", "payload length", "24", 58, 60),
        ("inner IPv6", "next header", "17 (UDP)", 60, 61),
        ("inner IPv6", "hop limit", "64", 61, 62),
        ("inner IPv6", "source", "fd00::1", 62, 78),
        ("inner IPv6", "destination", "fcbb:bbbb:2001::", 78, 94),
        ("UDP", "source port", "49443", 94, 96),
        ("UDP", "destination port", "4791", 96, 98),
        ("UDP", "length", "24", 98, 100),
        ("UDP", "checksum", "0x0000", 100, 102),
        ("payload", "first 8 bytes", "00 00 00 00 00 00 00 07", 102, 110),
        ("payload", "rest", "07 08 09 0a 0b 0c 0d 0e", 110, 118),
    ]
    assert not any(field.note for field in decode(TUNNEL))


def test_srh_with_segments_and_tlvs():
    tlv = bytes.fromhex("0104000000000000")
    srh = SRH[:1] + b"\x03" + SRH[2:] + tlv
    frame = ETHERNET + ipv6(43, srh + INNER)
    assert labels(frame) == ["Ethernet", "outer IPv6", "SRH", "inner IPv6", "UDP", "payload"]
    srh_values = values(frame, "SRH")
    assert srh_values["segments left"] == "0"
    assert srh_values["segment list [0]"] == "fcbb:bbbb:3001::"
    assert srh_values["options"] == "01 04 00 00 00 00 00 00"


def test_segments_beyond_the_header_length_are_not_made_up():
    srh = SRH[:4] + b"\xff" + SRH[5:]  # Last Entry 255, room for one segment
    assert [name for name in values(ETHERNET + ipv6(43, srh + INNER), "SRH") if name.startswith("segment list")] == [
        "segment list [0]"
    ]


def test_a_trimmed_frame_shows_stale_lengths_and_goes_on():
    cut = TUNNEL[:110]
    notes = {(field.layer, field.name): field.note for field in decode(cut) if field.note}
    assert notes == {
        ("outer IPv6", "payload length"): "the frame has 56",
        ("inner IPv6", "payload length"): "the frame has 16",
        ("UDP", "length"): "the frame has 16",
    }


@pytest.mark.parametrize("size", range(len(TUNNEL_SRH) + 1))
def test_a_frame_cut_anywhere_says_what_is_left(size):
    whole = {(field.layer, field.name): field.raw for field in decode(TUNNEL_SRH)}
    found = layers(TUNNEL_SRH[:size])
    assert sum(layer.stop - layer.start for layer in found) == size
    rename = {"IPv6": "outer IPv6", "routing header": "SRH"}  # what can be said of the little that is there
    for layer in found:
        for field in layer.fields:
            if "(cut after" not in field.value and layer.protocol != "payload":
                assert field.raw == whole[rename.get(field.layer, field.layer), field.name]
    assert all(layer.missing == 0 for layer in found[:-1])


def test_cut_within_a_field():
    last = decode(TUNNEL[:40])[-1]
    assert (last.name, last.value, last.start, last.stop) == ("destination", "fc bb (cut after 2 of 16 bytes)", 38, 40)
    assert layers(TUNNEL[:40])[-1].missing == 14


# Write Only with timestamp: opcode, SE=0 M=0 pad=1, P_Key, QP 0x11, AckReq and ts, PSN 0x123;
# METH 5, 7; TSETH 0x1234, tsr 0, ftype 1; RETH.
BTH = bytes.fromhex("ca10ffff 00000011 90000123".replace(" ", ""))
MRC = BTH + bytes.fromhex("00050007 12340001 00007f0000001000deadbeef00000003 61626300".replace(" ", ""))
ICRC = bytes.fromhex("a1b2c3d4")


def roce(transport: bytes, *, length: int | None = None) -> bytes:
    size = 8 + len(transport) if length is None else length
    return ETHERNET + ipv6(17, bytes.fromhex("c12312b7") + size.to_bytes(2, "big") + b"\0\0" + transport)


def test_mrc_write():
    frame = roce(MRC + ICRC)
    assert labels(frame) == ["Ethernet", "IPv6", "UDP", "BTH", "METH", "TSETH", "RETH", "payload", "ICRC"]
    bth = values(frame, "BTH")
    assert bth == {
        "opcode": "0xca (Write Only)",
        "SE": "0",
        "M": "0",
        "pad": "1",
        "TVer": "0",
        "P_Key": "0xffff",
        "reserved (variant)": "0x00",
        "destination QP": "0x000011",
        "AckReq": "1",
        "reserved": "0",
        "rtx": "0",
        "ts": "1",
        "reserved (invariant)": "0x0",
        "PSN": "291",
    }
    assert values(frame, "METH") == {"RQMSN": "5", "MSN": "7"}
    assert values(frame, "TSETH") == {"tx_timestamp": "4660", "tsr": "0", "reserved": "0x000", "ftype": "1"}
    assert values(frame, "RETH") == {"VA": "0x00007f0000001000", "R_Key": "0xdeadbeef", "length": "3"}
    assert values(frame, "payload") == {"first 4 bytes": "61 62 63 00"}
    assert values(frame, "ICRC") == {"ICRC": "0xa1b2c3d4"}


def test_a_trimmed_write_has_no_icrc():
    frame = roce(MRC + ICRC)[:-6]
    assert labels(frame)[-1] == "payload"
    assert values(frame, "payload") == {"first 2 bytes": "61 62"}


def test_bytes_behind_the_datagram_are_a_trailer():
    assert labels(roce(MRC + ICRC) + b"\xee" * 5)[-2:] == ["ICRC", "trailer"]


@pytest.mark.parametrize("kind", PACKET_TYPES.values(), ids=lambda kind: kind.opcode.name)
def test_every_header_has_its_size(kind):
    frame = roce(bytes([kind.opcode]) + BTH[1:] + bytes(kind.length) + ICRC)
    assert [(layer.protocol, layer.stop - layer.start) for layer in layers(frame)[-1 - len(kind.headers) : -1]] == [
        (header.name, header.length) for header in kind.headers
    ]


def test_nack_fields():
    neth = bytes.fromhex("0000 0200 00c10002 0011 0022 00 000123 20 00 1234".replace(" ", ""))
    frame = roce(b"\xdd" + BTH[1:8] + b"\0" + BTH[9:] + neth + ICRC)
    found = values(frame, "NETH")
    assert found["reason"] == "0x02 (TRIMMED_LASTHOP)"
    assert found["entropy"] == "0x00c10002"
    assert found["nack_psn"] == "291"
    assert found["cc_type"] == "2"
    assert found["tx_timestamp"] == "4660"


def test_a_test_payload_on_port_4791_is_not_taken_for_a_bth():
    assert "BTH" not in labels(TUNNEL)
    assert identity(TUNNEL) == PAYLOAD[:8]


def test_ipv4_vlan_and_unknown():
    ip = bytes.fromhex("4511 002c 0007 4000 3f 11 abcd c0000201 c6336402".replace(" ", "")) + UDP
    frame = ETHERNET[:12] + bytes.fromhex("8100 2064 0800".replace(" ", "")) + ip
    assert labels(frame) == ["Ethernet", "VLAN tag", "IPv4", "UDP", "payload"]
    assert values(frame, "VLAN tag") == {"PCP": "1", "DEI": "0", "VLAN": "100", "type": "0x0800 (IPv4)"}
    found = values(frame, "IPv4")
    assert (found["DSCP"], found["ECN"]) == ("4", "1 (ECT(1))")
    assert (found["flags"], found["TTL"], found["destination"]) == ("2 (DF)", "63", "198.51.100.2")
    assert labels(ETHERNET[:12] + b"\x88\xcc" + b"x" * 9) == ["Ethernet", "payload"]


def test_gist_names_addresses():
    assert gist(layers(TUNNEL)[1]) == "fd00::1 → fcbb:bbbb:2001::, DSCP 4, hop limit 63"
    assert gist(layers(TUNNEL[:20])[1]) == "DSCP 4"


def test_widths_are_whole_bytes():
    tables = {**mrc.layouts(WireRules()), **{name: getattr(internet, name) for name in dir(internet)}}
    for name, layout in tables.items():
        if isinstance(layout, tuple) and layout and isinstance(layout[0], FieldSpec) and not name.startswith("_"):
            assert sum(spec.bits for spec in layout) % 8 == 0, name
            assert len({spec.name for spec in layout}) == len(layout), name
            assert len({spec.label for spec in layout}) == len(layout), name


def test_a_nic_that_reads_the_specification_otherwise_is_not_mislabelled():
    rules = WireRules(bth_flag_order="swapped", eeth_op_bits="bits_5_4")
    response = b"\xd9\x40" + BTH[2:8] + b"\0" + BTH[9:] + b"\x00\x10" + bytes(34) + ICRC
    assert {field.name: field.value for field in decode(roce(response), rules) if field.layer == "BTH"}["SE"] == "1"
    assert {field.name: field.value for field in decode(roce(response), rules) if field.layer == "EETH"}["op"] == "1"
    assert (values(roce(response), "BTH")["SE"], values(roce(response), "EETH")["op"]) == ("0", "0")


@st.composite
def mutated(draw):
    """Real frames with bytes overwritten, removed or inserted."""
    frame = bytearray(draw(st.sampled_from([TUNNEL, TUNNEL_SRH, roce(MRC + ICRC)])))
    for _ in range(draw(st.integers(0, 6))):
        if not frame:
            break
        position = draw(st.integers(0, len(frame) - 1))
        frame[position : position + draw(st.integers(0, 3))] = draw(st.binary(max_size=4))
    return bytes(frame)


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=300), mutated(), st.binary(max_size=200).map(lambda rest: ETHERNET + rest)))
def test_never_raises_and_covers_every_byte_once(frame):
    found = layers(frame)
    at = 0
    for layer in found:
        assert layer.start == at
        assert layer.stop > at
        at = layer.stop
        for field in layer.fields:
            assert layer.start <= field.start < field.stop <= layer.stop
            assert 0 <= field.raw < 1 << max(1, field.bits)
        names = [field.name for field in layer.fields]
        assert len(set(names)) == len(names)
        gist(layer)
    assert at == len(frame)


def test_headers_without_end_are_cut_off():
    frame = ETHERNET + b"".join(ipv6(41, b"", length=9000) for _ in range(200))
    assert len(layers(frame)) < 80
    assert layers(frame)[-1].stop == len(frame)


# --- Differences -----------------------------------------------------------------------------------------------------


def names(expected: bytes, received: bytes) -> list[tuple[str, str]]:
    return [(label, pair.name) for label, pair in compare_frames(expected, received, WireRules()).differing()]


def test_equal_frames_have_no_difference():
    diff = compare_frames(TUNNEL, TUNNEL, WireRules())
    assert diff.differing() == []
    assert not diff.expected_bytes | diff.received_bytes


def test_exactly_the_dscp():
    diff = compare_frames(TUNNEL, WRONG_DSCP, WireRules())
    assert names(TUNNEL, WRONG_DSCP) == [("outer IPv6", "DSCP")]
    # DSCP 4 is 0x10, 16 is 0x40 in the traffic class: the second nibble of byte 14 alone.
    assert (diff.expected_bytes, diff.received_bytes) == ({14}, {14})


def test_exactly_the_hop_limit_and_one_payload_byte():
    received = bytearray(WRONG_HOP_LIMIT)
    received[117] ^= 1
    assert names(TUNNEL, bytes(received)) == [("outer IPv6", "hop limit"), ("payload", "rest")]
    assert compare_frames(TUNNEL, bytes(received), WireRules()).received_bytes == {21, 117}


def test_a_missing_srh_is_a_missing_srh():
    diff = compare_frames(TUNNEL_SRH, TUNNEL, WireRules())
    assert [pair.expected.label for pair in diff.layers if pair.received is None] == ["SRH"]
    assert {label for label, _ in diff.differing()} == {"outer IPv6", "SRH"}
    # Payload length (its low byte), next header, and the 24 bytes of the SRH.
    assert diff.expected_bytes == {19, 20, *range(54, 78)}
    assert diff.received_bytes == {19, 20}


def test_a_decapsulated_frame_is_compared_with_the_inner_packet():
    diff = compare_frames(TUNNEL, ETHERNET + INNER, WireRules())
    missing = [pair.expected.label for pair in diff.layers if pair.received is None]
    assert missing == ["outer IPv6"]
    assert diff.expected_bytes == set(range(14, 54))
    assert diff.received_bytes == frozenset()


def test_a_frame_cut_four_bytes_too_early():
    diff = compare_frames(TUNNEL, TUNNEL[:-4], WireRules())
    assert diff.expected_bytes == {114, 115, 116, 117}
    assert diff.received_bytes == frozenset()
    assert [(label, pair.name) for label, pair in diff.differing()] == [("payload", "rest")]


@settings(deadline=None)
@given(st.binary(max_size=200), st.binary(max_size=200))
def test_any_two_frames_can_be_compared(a, b):
    diff = compare_frames(a, b, WireRules())
    assert (a == b) == (not diff.expected_bytes and not diff.received_bytes)
    kept = bytes(byte for i, byte in enumerate(a) if i not in diff.expected_bytes)
    assert kept == bytes(byte for i, byte in enumerate(b) if i not in diff.received_bytes)


@settings(deadline=None)
@given(st.integers(0, len(TUNNEL) - 1), st.integers(1, 255))
@example(20, 41 ^ 17)  # UDP instead of IPv6: a payload began elsewhere, and had bytes in common by chance
def test_one_changed_byte_is_marked_alone_even_if_all_behind_it_reads_differently(position, change):
    received = bytearray(TUNNEL)
    received[position] ^= change
    diff = compare_frames(TUNNEL, bytes(received), WireRules())
    assert diff.expected_bytes == diff.received_bytes == {position}
    if position > 102 or 22 <= position < 54:  # payload behind what could be an opcode; outer addresses
        assert len(diff.differing()) == 1


def frame(identity: int, **changes: int) -> bytes:
    return ETHERNET + ipv6(41, INNER.replace(b"\0\0\0\0\0\0\0\x07", identity.to_bytes(8, "big")), **changes)


def expected(port: int, *frames: bytes) -> ExpectedFrame:
    return ExpectedFrame(port=port, accepted=tuple(each.hex() for each in frames))


def received(port: int, content: bytes) -> SentFrame:
    return SentFrame(port=port, hex=content.hex())


def test_frames_are_matched_by_identity_and_not_by_time():
    seen = evidence(
        sent=(),
        expected=(expected(1, frame(1)), expected(1, frame(2))),
        received=(received(1, frame(2, dscp=9)), received(1, frame(1, dscp=9))),
    )
    assert [(match.expected, match.received, match.exact) for match in match_frames(seen, WireRules())] == [
        (0, 1, False),
        (1, 0, False),
    ]


def test_order_missing_unexpected_and_wrong_port():
    seen = evidence(
        sent=(received(0, frame(1)), received(0, frame(2))),
        expected=(expected(1, frame(1)), expected(1, frame(2)), expected(2, frame(3)), expected(3, frame(4))),
        received=(
            received(1, frame(2)),
            received(1, frame(1)),
            received(1, frame(3)),
            received(1, bytes.fromhex("ffffffffffff0300000000010806") + b"\xaa" * 46),
        ),
    )
    found = match_frames(seen, WireRules())
    assert [(match.expected, match.received, match.exact, match.late) for match in found] == [
        (0, 1, True, True),
        (1, 0, True, False),
        (2, 2, False, False),
        (3, None, False, False),
        (None, 3, False, False),
    ]
    assert [match.sent for match in found[:2]] == [0, 1]
    shown = views.view(seen, WireRules())
    assert shown.right == 1
    assert [view.headline for view in shown.frames] == [
        "Expected frame 1, port 1: came out behind a frame that it should have preceded",
        "Expected frame 3, port 2: came out of port 1",
        "Expected frame 4, port 3: did not come out",
        "Unexpected frame on port 1: nothing like it should have come out",
    ]


def test_equal_frames_are_matched_one_to_one():
    seen = evidence(expected=(expected(1, TUNNEL),) * 3, received=(received(1, TUNNEL),) * 2)
    assert [match.received for match in match_frames(seen, WireRules())] == [0, 1, None]


def test_the_closest_accepted_form_is_shown():
    other = ETHERNET + ipv6(43, SRH + INNER, dscp=1, hop_limit=9)
    seen = evidence(expected=(expected(1, other, TUNNEL),), received=(received(1, WRONG_DSCP),))
    (match,) = match_frames(seen, WireRules())
    assert match.form == 1
    (view,) = views.view(seen, WireRules()).frames
    assert view.columns[1].frame == TUNNEL
    assert [form for _, form in view.alternatives] == [other]


def test_any_accepted_form_is_right():
    seen = evidence(expected=(expected(1, TUNNEL_SRH, TUNNEL),), received=(received(1, TUNNEL),))
    assert match_frames(seen, WireRules())[0].exact
    assert views.view(seen, WireRules()).frames == ()


def test_many_frames_are_still_matched():
    many = range(150)
    seen = evidence(
        sent=(),
        expected=tuple(expected(1, frame(i)) for i in many),
        received=tuple(received(1, frame(i, dscp=1)) for i in reversed(many)),
    )
    assert [match.received for match in match_frames(seen, WireRules())] == [149 - i for i in many]
    shown = views.view(seen, WireRules())
    assert len(shown.frames) == views.SHOWN
    assert len(shown.more) == 150 - views.SHOWN


def test_headline_says_the_value_and_rows_mark_what_the_device_was_to_change():
    (view,) = views.view(evidence(), WireRules()).frames
    assert view.headline == "Expected frame 1, port 1: outer IPv6 DSCP is 16, not 4"
    outer = next(layer for layer in view.layers if layer.label == "outer IPv6")
    assert [(row.name, [cell.value for cell in row.cells]) for row in outer.rows if row.differs] == [
        ("DSCP", ["4", "4", "16"])
    ]
    assert [row.name for row in outer.rows if row.rewritten] == ["hop limit"]
    assert [layer.standing for layer in view.layers] == ["same", "1 field differs", "same", "same", "same"]


def test_a_difference_deep_in_a_payload_is_located():
    payload = bytes(64)
    other = payload[:40] + b"\x55" + payload[41:]
    head = ETHERNET[:12] + b"\x88\xcc"
    seen = evidence(sent=(), expected=(expected(1, head + payload),), received=(received(1, head + other),))
    (view,) = views.view(seen, WireRules()).frames
    assert [row.note for layer in view.layers for row in layer.rows if row.differs] == [
        "first differs at byte 0x0036: 00, 55"
    ]


def test_long_frames_show_the_lines_that_differ():
    long = ETHERNET[:12] + b"\x88\xcc" + bytes(4000)
    other = long[:2000] + b"\x01" + long[2001:]
    seen = evidence(sent=(), expected=(expected(1, long),), received=(received(1, other),))
    (view,) = views.view(seen, WireRules()).frames
    assert [line.offset for line in view.hex_lines] == [0, 16, 32, 48, 1984, 2000, 2016]
    assert [line.skipped for line in view.hex_lines] == [0, 0, 0, 0, 120, 0, 0]
    assert view.hex_skipped == 251 - 127
    marked = [digits for line in view.hex_lines for column in line.columns for digits, mark in column if mark]
    assert marked == ["00", "01"]


@pytest.mark.parametrize("text", ["0g", "abc", "<script>"])
def test_what_is_not_a_frame_is_no_evidence(text):
    with pytest.raises(ValidationError, match="should match pattern"):
        SentFrame(port=1, hex=text)


def test_addresses_are_where_the_test_thinks():
    assert TUNNEL[38:54] == DESTINATION
