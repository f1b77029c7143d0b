# SPDX-License-Identifier: GPL-2.0-only
"""The suite's tables against scapy's layers, and the first field that differs."""

from __future__ import annotations

import pytest
from scapy.layers.inet import IP, TCP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrFragment
from scapy.layers.l2 import ARP, Dot1Q, Ether

from host_stack.wire import layers
from host_stack.wire.headers import BTH_LEN, PACKET_TYPES
from ptf_tests.headers import internet, mrc
from ptf_tests.headers.codec import size_of
from ptf_tests.headers.decoding import first_difference
from ptf_tests.headers.mrc import WireRules

# --- Tables ----------------------------------------------------------------------------------------------------------
# The suite's tables against scapy's layers, which others wrote or which are proved against the NIC's codec.

DSCP_AND_ECN = [6, 2]


def widths(packet) -> list[int]:
    """Bits of the fields of a packet built with defaults, flags and options apart."""
    found = []
    for field in packet.fields_desc:
        if field.name in ("icrc", "options"):
            continue
        size = getattr(field, "size", 0) or field.i2len(packet, getattr(packet, field.name)) * 8 or field.sz * 8
        found += DSCP_AND_ECN if field.name in ("tc", "tos") else [int(size)]
    return found


@pytest.mark.parametrize(
    ("layout", "packet"),
    [
        *((layout, layers.LAYERS[name]()) for name, layout in mrc.layouts(WireRules()).items()),
        (internet.ETHERNET, Ether()),
        (internet.VLAN, Dot1Q()),
        (internet.IPV6, IPv6()),
        (internet.FRAGMENT_HEADER, IPv6ExtHdrFragment()),
        (internet.IPV4, IP()),
        (internet.UDP, UDP()),
        (internet.TCP, TCP()),
        (internet.ARP, ARP()),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_same_fields_in_the_same_places(layout, packet):
    """Edges that scapy has must be edges here; TCP flags are one field here, reserved bits apart there."""
    edges, at = set(), 0
    for spec in layout:
        at += spec.bits
        edges.add(at)
    theirs, position = set(), 0
    for size in widths(packet):
        position += size
        theirs.add(position)
    if packet.name == "TCP":
        theirs.discard(32 * 3 + 4 + 3)
    assert edges == theirs


def test_nic_and_suite_know_the_same_opcodes_headers_and_sizes():
    """The suite's tables are its own, so that it does not believe what the NIC does; but both mean one wire format."""
    ours = {
        code: [("BTH", BTH_LEN), *((each.name, each.length) for each in kind.headers)]
        for code, kind in PACKET_TYPES.items()
    }
    rules = WireRules()
    bth = ("BTH", mrc.bth_layout(rules))
    theirs = {
        code: [(name, size_of(layout)) for name, layout in (bth, *mrc.following(code, True, rules))]
        for code in mrc.PACKET_TYPES
    }
    assert theirs == ours
    assert {code for code, kind in PACKET_TYPES.items() if kind.data} == mrc.DATA
    assert mrc.layouts(rules).keys() == {name for headers in ours.values() for name, _ in headers}


# --- Differences -----------------------------------------------------------------------------------------------------
# A failed case names the first field that differs, with both values.

ETHERNET = bytes.fromhex("020000000001 020000000002 86dd")
IPV6 = bytes.fromhex("60000000 0008 11 40 fcbb0000000000000000000000000001 fcbb0000000000000000000000000002")
UDP_HEADER = bytes.fromhex("12b7 12b8 0008 0000")
FRAME = ETHERNET + IPV6 + UDP_HEADER


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
