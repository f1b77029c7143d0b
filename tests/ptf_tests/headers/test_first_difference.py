# SPDX-License-Identifier: Apache-2.0
"""A failed case names the first field that differs, with both values."""

import pytest

from ptf_tests.headers.decoding import first_difference

ETHERNET = bytes.fromhex("020000000001 020000000002 86dd")
IPV6 = bytes.fromhex("60000000 0008 11 40 fcbb0000000000000000000000000001 fcbb0000000000000000000000000002")
UDP = bytes.fromhex("12b7 12b8 0008 0000")
FRAME = ETHERNET + IPV6 + UDP


def changed(at, value):
    return FRAME[:at] + bytes([value]) + FRAME[at + 1 :]


@pytest.mark.parametrize(
    ("received", "told"),
    [
        (changed(21, 0x3F), "IPv6 hop limit: 64 expected, 63 received"),
        (changed(57, 0xB9), "UDP destination port: 4792 expected, 4793 received"),
        (changed(53, 3), "IPv6 destination: fcbb::2 expected, fcbb::3 received"),
        (FRAME + b"more", "alike as far as both go"),
        (FRAME[:20], "alike as far as both go"),
        (b"", "alike as far as both go"),
        (bytes(len(FRAME)), "Ethernet destination: 02:00:00:00:00:01 expected, 00:00:00:00:00:00 received"),
    ],
)
def test_the_first_field_that_differs_is_named(received, told):
    assert first_difference(FRAME, received) == told


def test_where_the_headers_differ_both_are_named():
    tcp = changed(20, 6)
    assert first_difference(FRAME, tcp).startswith("IPv6 next header: ")


def test_where_the_value_is_abbreviated_the_byte_is_named():
    frame = ETHERNET[:-2] + b"\x12\x34" + bytes(200)
    assert first_difference(frame, frame[:150] + b"\xff" + frame[151:]).endswith("00 at byte 150 expected, ff received")
