# SPDX-License-Identifier: GPL-2.0-only
"""Lab 09, solved: a test for the requirement TRIM-018, for any switch."""

from typing import ClassVar

from ptf_tests.switch.case import HOST, IN, OUT, forwarded, with_destination
from ptf_tests.switch.congestion import OWN, USIDS, TrimTest
from ptf_tests.switch.packets import carrier, inner_ipv6, mrc_write, over_ipv6, raw_bytes, tunnel
from ptf_tests.switch.settings import un

TRAFFIC_CLASS = slice(14, 16)
PAYLOAD_LENGTH = slice(18, 20)
ECN_AND_AROUND = 0xF03F
"""Of the first 16 bits of an IPv6 header: version, ECN, and the first bits of the flow label; the DSCP is left out."""

HEADERS = 102
"""Ethernet, two IPv6 headers and UDP."""


def comparable(frame: bytes) -> bytes:
    """The frame without what a trim may change: the outermost DSCP and payload length."""
    without = bytearray(frame)
    without[TRAFFIC_CLASS] = (int.from_bytes(frame[TRAFFIC_CLASS], "big") & ECN_AND_AROUND).to_bytes(2, "big")
    without[PAYLOAD_LENGTH] = bytes(2)
    return bytes(without)


class TrimmedContents(TrimTest):
    """A trimmed copy is the beginning of the packet as it would have left, but for DSCP, length and checksum."""

    requirements: ClassVar = ("TRIM-018",)

    def runTest(self) -> None:
        """Every ECN field, both DSCPs, long and short, to both ports, with every kind of inner packet, and shifted."""
        dscps = self.values.dscp.trimmable, self.values.dscp.trimmable_retx
        identity = 0
        for dscp in dscps:
            for ecn in range(4):
                for port in (OUT, HOST):
                    identity += 1
                    frame = self.frame(identity, port=port, dscp=dscp, ecn=ecn)
                    self.copied(frame, forwarded(frame, port), port)
        size = self.values.trim_size
        for length in (size + 1, size + 2, 1500, 4000, 9000):
            frame = self.frame(length, length=length)
            self.copied(frame, forwarded(frame, OUT), OUT)
        write = over_ipv6(mrc_write(1000), dscp=dscps[0], ecn=2)
        marked = inner_ipv6(dscp=11, ecn=3, hop_limit=2, size=1000, identity=77)
        for inner in (write, marked):
            frame = raw_bytes(tunnel(inner, carrier(USIDS[OUT]), dscp=dscps[0], hop_limit=2))
            self.copied(frame, forwarded(frame, OUT), OUT)
        self.configure(un(f"{carrier(OWN)}/48"))
        for port in (OUT, HOST):
            rest = USIDS[port], 0x2001, 0x1002
            frame = raw_bytes(tunnel(inner_ipv6(size=1000), carrier(OWN, *rest), dscp=dscps[0]))
            self.copied(frame, with_destination(forwarded(frame, port), carrier(*rest)), port)

    def copied(self, frame: bytes, whole: bytes, port: int) -> None:
        """The frame leaves as a copy of the beginning of `whole`, on `port`."""
        self.send(IN, frame)
        copies = self.collect(IN)[port]
        self.assertEqual(len(copies), 1, "one copy is to come out")
        copy = copies[0]
        self.assertGreaterEqual(len(copy), min(HEADERS, len(whole)), "the copy has lost its headers")
        self.assertEqual(
            comparable(copy).hex(), comparable(whole)[: len(copy)].hex(), "not the beginning of the packet"
        )
