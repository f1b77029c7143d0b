# SPDX-License-Identifier: GPL-2.0-only
"""The decoder's tables against scapy's layers, which others wrote or which are proved against the NIC's codec."""

from __future__ import annotations

import pytest
from scapy.layers.inet import IP, TCP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrFragment
from scapy.layers.l2 import ARP, Dot1Q, Ether

from host_stack.wire import layers
from ptf_tests.headers import internet, mrc
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
        (mrc.bth_layout(WireRules()), layers.MrcBTH()),
        (mrc.METH, layers.METH()),
        (mrc.TSETH, layers.TSETH()),
        (mrc.RETH, layers.RETH()),
        (mrc.IMMDT, layers.ImmDt()),
        (mrc.AETH, layers.AETH()),
        (mrc.SETH, layers.SETH()),
        (mrc.CC_STATE, layers.CCState()),
        (mrc.NETH, layers.NETH()),
        (mrc.PETH, layers.PETH()),
        (mrc.ERTH, layers.ERTH()),
        (mrc.eeth_layout(WireRules()), layers.EETH()),
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
