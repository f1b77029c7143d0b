# SPDX-License-Identifier: GPL-2.0-only
"""The decoder's tables against scapy's layers, which others wrote or which are proved against the NIC's codec."""

from __future__ import annotations

import pytest
from scapy.layers.inet import IP, TCP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrFragment
from scapy.layers.l2 import ARP, Dot1Q, Ether

from host_stack.wire import layers
from ptf_tests.report import headers

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
        (headers.BTH, layers.MrcBTH()),
        (headers.METH, layers.METH()),
        (headers.TSETH, layers.TSETH()),
        (headers.RETH, layers.RETH()),
        (headers.IMMDT, layers.ImmDt()),
        (headers.AETH, layers.AETH()),
        (headers.SETH, layers.SETH()),
        (headers.CC_STATE, layers.CCState()),
        (headers.NETH, layers.NETH()),
        (headers.PETH, layers.PETH()),
        (headers.ERTH, layers.ERTH()),
        (headers.EETH, layers.EETH()),
        (headers.ETHERNET, Ether()),
        (headers.VLAN, Dot1Q()),
        (headers.IPV6, IPv6()),
        (headers.FRAGMENT_HEADER, IPv6ExtHdrFragment()),
        (headers.IPV4, IP()),
        (headers.UDP, UDP()),
        (headers.TCP, TCP()),
        (headers.ARP, ARP()),
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
