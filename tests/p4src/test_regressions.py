# SPDX-License-Identifier: Apache-2.0
"""What fuzzing found in the switch program, one frame each. Expected bytes and reasons are from the documents cited."""

from __future__ import annotations

from ipaddress import IPv4Address

import p4src_tables as tables
import pytest
from p4src_frames import ipv4

from controller.program import DROP_REASONS
from p4soft.switch.trace import FieldChanged
from ptf_tests.dut import entries
from ptf_tests.switch.packets import carrier
from ptf_tests.switch.settings import Sid, un

IN, OUT = 0, 6
OWN, LOCAL = 0x1000, 0x400A
ETHERNET_OUT = bytes.fromhex("020000a006b3 0200005006e1 86dd")
OUTER = bytes.fromhex("020000000002 020000000001 86dd 60000000 0030 29 40 fd00000000000000000000000000000a fcbbbbbb")
"""Ethernet and an outer IPv6 header up to the block of the destination; 48 bytes of IPv6 follow."""
ARGUMENT_LEFT = bytes.fromhex("1000 400a 0000 0000 0000 0000")
ARGUMENT_ZERO = bytes.fromhex("400a 0000 0000 0000 0000 0000")
ADDRESSES = bytes.fromhex("fd00000000000000000000000000000a fd00000000000000000000000000000b")
UDP = bytes.fromhex("c123 12b7 0008 0000")


@pytest.fixture
def reasons(embedded):
    """The drop counters that are not 0, by reason."""
    return lambda: {name.removeprefix("drop_"): n for (name, _), n in embedded.moved().items() if name[:5] == "drop_"}


def inner(version=6, hop_limit=64):
    return bytes.fromhex(f"{version:x}0000000 0008 11") + bytes([hop_limit]) + ADDRESSES + UDP


def redispatching(embedded):
    """The own uN, then (second pass) a uDT6 behind it."""
    udt6 = entries.sid(Sid("uDT6", f"{carrier(LOCAL)}/48", redispatch=True))
    embedded.insert([entries.sid(un(f"{carrier(OWN)}/48")), udt6, entries.route6("fd00::/64", OUT)])


def test_the_inner_hop_limit_counts_down_after_a_redispatched_decapsulation(embedded):
    """RFC 8986 §4.6: the inner packet is forwarded by its own look-up; RFC 8200 §3: that takes one hop of its own."""
    redispatching(embedded)
    (out,) = embedded.receive(IN, OUTER + ARGUMENT_LEFT + inner(hop_limit=64), 0)
    assert out.frame.hex() == (ETHERNET_OUT + inner(hop_limit=63)).hex()


@pytest.mark.parametrize("hop_limit", [0, 1])
def test_an_inner_packet_at_its_last_hop_ends_after_a_redispatched_decapsulation(embedded, reasons, hop_limit):
    redispatching(embedded)
    assert embedded.receive(IN, OUTER + ARGUMENT_LEFT + inner(hop_limit=hop_limit), 0) == []
    assert reasons() == {"hop_limit": 1}


@pytest.mark.parametrize("version", [0, 4, 5, 7, 15])
def test_an_inner_header_of_another_version_is_not_decapsulated(embedded, reasons, version):
    """RFC 8200 §3: version 6. docs/pipeline.md, drop_inner_unsupported: no inner IP header that this SID accepts."""
    embedded.insert([entries.sid(Sid("uDT6", f"{carrier(LOCAL)}/48")), entries.route6("fd00::/64", OUT)])
    assert embedded.receive(IN, OUTER + ARGUMENT_ZERO + inner(version=version), 0) == []
    assert reasons() == {"inner_unsupported": 1}


@pytest.mark.parametrize("extra", [-1, 0])
def test_a_frame_that_fits_the_trim_size_keeps_its_length_field(embedded, extra):
    """SAI: a packet not longer than the trim size is not cut, only queued and marked anew; so its length stays.

    Such a frame comes from an upstream switch that trims to the same size and preserves lengths.
    """
    embedded.insert(
        [
            entries.route6("fcbb:bbbb:400a::/48", OUT),
            entries.dscp_to_tc(0, 1, trim_eligible=True),
            entries.tc_to_queue(1, 1),
            entries.queue_profile(OUT, 1, rate=0, trim=True),
            tables.trimming(OUT, size=128, dscp=12, queue=6),
        ]
    )
    frame = bytearray(OUTER + ARGUMENT_ZERO + inner() + bytes(26 + extra))
    frame[18:20] = (1000).to_bytes(2, "big")
    (out,) = embedded.receive(IN, bytes(frame), 0)
    assert len(out.frame) == 128 + extra
    assert out.frame[18:20] == frame[18:20]


def test_a_decapsulated_ipv4_packet_meets_the_trim_rules_of_ipv4_alone(embedded):
    """docs/pipeline.md: each version of IP has its own; real BMv2 matched 0 for the addresses of an absent header."""
    embedded.insert(tables.acl())
    embedded.insert(
        [
            entries.sid(Sid("uDT46", f"{carrier(LOCAL)}/48")),
            entries.route4("198.51.100.0/24", OUT),
            entries.dscp_to_tc(0, 1, trim_eligible=True),
            entries.tc_to_queue(1, 1),
            entries.queue_profile(OUT, 1, rate=0, trim=True),
            tables.trimming(OUT, size=128, dscp=12, queue=6),
        ]
    )
    packet = ipv4(int(IPv4Address("198.51.100.2")), UDP + bytes(20), 17)
    frame = bytearray(OUTER + ARGUMENT_ZERO + packet)
    frame[20] = 4
    ports = {port: len(embedded.receive(port, bytes(frame), 0)) for port in (0, 2, 3)}
    assert ports == {0: 1, 2: 1, 3: 0}  # tables.acl() has a rule of IPv6 for port 2, and one of IPv4 for port 3


class DropReasons:
    """A tracer that notes every change of the drop reason."""

    def __init__(self):
        self.given = []

    def event(self, event):
        if isinstance(event, FieldChanged) and "drop_reason" in event.field:
            self.given.append(event.new)


def srh_out_of_range():
    """Segments Left and Last Entry say more than the header holds, in a packet at its last hop."""
    header = bytearray(OUTER + bytes.fromhex("1000") + bytes(10))
    header[20], header[21] = 43, 1
    return bytes(header) + bytes.fromhex("29 02 04 07 00 00 0000") + ADDRESSES[:16] + inner()


def expired_inner_multicast():
    """A decapsulated packet at its last hop, to a multicast address."""
    packet = bytearray(inner(hop_limit=1))
    packet[24] = 0xFF
    return OUTER + ARGUMENT_ZERO + bytes(packet)


@pytest.mark.parametrize("frame", [srh_out_of_range(), expired_inner_multicast()])
def test_the_first_drop_reason_stays(embedded, reasons, frame):
    """RFC 8986 §4.1: S05, the hop limit, comes before S09, the SRH; and no stage writes over what another found."""
    udt6 = entries.sid(Sid("uDT6", f"{carrier(LOCAL)}/48"))
    embedded.insert([entries.sid(un(f"{carrier(OWN)}/48")), udt6, entries.route6("fd00::/64", OUT)])
    tracer = embedded.switch.tracer = DropReasons()
    try:
        assert embedded.receive(IN, frame, 0) == []
    finally:
        embedded.switch.tracer = None
    assert tracer.given == [DROP_REASONS["HOP_LIMIT"]]
    assert reasons() == {"hop_limit": 1}
