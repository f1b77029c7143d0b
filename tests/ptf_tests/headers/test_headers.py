# SPDX-License-Identifier: GPL-2.0-only
"""The suite's tables against scapy's layers, which others wrote or which are proved against the NIC's codec."""

from __future__ import annotations

import pytest
from scapy.layers.inet import IP, TCP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrFragment
from scapy.layers.l2 import ARP, Dot1Q, Ether

from host_stack.wire import layers
from host_stack.wire.headers import BTH_LEN, PACKET_TYPES
from ptf_tests.headers import internet, mrc
from ptf_tests.headers.codec import size_of
from ptf_tests.headers.mrc import WireRules

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
