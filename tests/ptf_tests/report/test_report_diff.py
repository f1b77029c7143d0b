# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from report_kit import (
    DESTINATION,
    ETHERNET,
    INNER,
    SRH,
    TUNNEL,
    TUNNEL_SRH,
    WRONG_DSCP,
    WRONG_HOP_LIMIT,
    evidence,
    ipv6,
)

from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import evidence as views
from ptf_tests.report.diff import compare_frames, match_frames
from ptf_tests.results import ExpectedFrame, SentFrame


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
