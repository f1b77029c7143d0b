# SPDX-License-Identifier: GPL-2.0-only
"""IPv4 in queues: classification by DSCP, ECN marks, trims of MRC packets, and rules that disable trimming."""

from __future__ import annotations

from typing import ClassVar

from scapy.layers.inet import IP
from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, SPARE, forwarded
from ptf_tests.switch.cases.ecn import FromFirstTest
from ptf_tests.switch.cases.ipv4 import DESTINATION, NETWORK, SOURCE, datagram
from ptf_tests.switch.cases.qos import EveryDscpTest
from ptf_tests.switch.cases.trimming_acl import TrimRulesTest
from ptf_tests.switch.congestion import TrimTest
from ptf_tests.switch.packets import mrc_write, native, raw_bytes, tcp, traffic_class
from ptf_tests.switch.settings import DisableTrim, Route

HOST_NETWORK = "203.0.113.0/24"
HOST_ADDRESS = "203.0.113.7"
ANY = "0.0.0.0/0"
UDP = 17


class Ipv4EveryDscp(EveryDscpTest):
    """Each of the 64 DSCPs of IPv4 counts on the queue to which the maps lead it."""

    requirements: ClassVar = ("IPV4-016",)

    def runTest(self) -> None:
        """Each with another ECN field than the next."""
        self.configure(Route(NETWORK, OUT))
        frames = [datagram(dscp, tos=traffic_class(dscp, dscp % 4)) for dscp in range(64)]
        self.classified(frames, [forwarded(frame, OUT) for frame in frames])


class Ipv4Marked(FromFirstTest):
    """ECN-capable packets leave marked, with a correct header checksum; others leave as they are."""

    requirements: ClassVar = ("IPV4-017",)

    def runTest(self) -> None:
        """Not-ECT first, then ECT(1), ECT(0), CE; identifications for which the checksum carries and does not."""
        self.configure(Route(NETWORK, OUT))
        dscp = self.values.dscp.trimmable
        plain = [datagram(n, tos=traffic_class(dscp, 0), id=n << 12) for n in range(4)]
        capable = [datagram(n, tos=traffic_class(dscp, 1 + n % 3), id=n * 0x1111) for n in range(16)]
        self.leaves([*plain, *capable], len(plain))


class _Ipv4TrimTest(TrimTest):
    """Routes of IPv4 to OUT and HOST, whose data queues trim and are blocked."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(Route(NETWORK, OUT), Route(HOST_NETWORK, HOST))

    def datagram(self, identity: int = 1, *, dscp: int | None = None, **fields: object) -> bytes:
        """A packet that a trim shortens, ECT(0) and TRIMMABLE unless told otherwise."""
        dscp = self.values.dscp.trimmable if dscp is None else dscp
        return datagram(identity, size=self.long, tos=traffic_class(dscp, 2), **fields)


class Ipv4TrimMrcWrite(_Ipv4TrimTest):
    """A trimmed MRC write keeps its headers through RETH, in both directions of the fabric."""

    requirements: ClassVar = ("IPV4-021", "TRIM-025")

    def runTest(self) -> None:
        """4096 bytes of payload towards another switch and towards a host, first transmissions and repeated ones."""
        dscp = self.values.dscp
        for port, destination in ((OUT, DESTINATION), (HOST, HOST_ADDRESS)):
            frames = [
                raw_bytes(
                    native(IP(src=SOURCE, dst=destination, tos=traffic_class(role, 2), flags="DF") / mrc_write(4096))
                )
                for role in (dscp.trimmable, dscp.trimmable_retx)
            ]
            for frame in frames:
                self.assertEqual(self.copy(frame, port)[34:112], frame[34:112], "UDP, BTH, METH, TSETH and RETH")
            self.trims(*frames, port=port)


class Ipv4TrimmedStays(_Ipv4TrimTest):
    """A packet that arrives trimmed passes as it is in the queue of its DSCP, and is dropped where that refuses it."""

    requirements: ClassVar = ("IPV4-020", "IPV4-010")

    def runTest(self) -> None:
        """Both DSCPs of trimmed packets; then the trim queue is blocked."""
        values = self.values
        frames = [self.datagram(n, dscp=n) for n in (values.dscp.trimmed, values.dscp.trimmed_lasthop)]
        self.passes(*frames, queue=values.trim_queue)
        self.block(OUT, values.trim_queue)
        self.drops(*frames, queue=values.trim_queue)


class _Rules(_Ipv4TrimTest, TrimRulesTest):
    """A packet of IPv4."""

    @override
    def setUp(self) -> None:
        super().setUp()
        dscp = self.values.dscp
        self.matching = self.datagram(1)
        tos = traffic_class(dscp.trimmable, 2)
        self.others = {
            "source": self.datagram(2, src="192.0.2.2"),
            "destination": self.datagram(3, dst="198.51.100.3"),
            "next_header": raw_bytes(native(IP(src=SOURCE, dst=DESTINATION, tos=tos, id=7) / tcp(self.long, 4))),
            "dscp": self.datagram(5, dscp=dscp.trimmable_retx),
        }


class Ipv4RuleEachField(_Rules):
    """A rule of one field of IPv4 drops what matches it where packets that differ in that field are trimmed."""

    requirements: ClassVar = ("IPV4-018",)

    def runTest(self) -> None:
        """Source, destination, protocol, DSCP and ingress port."""
        rules = {
            "source": DisableTrim(f"{SOURCE}/32"),
            "destination": DisableTrim(ANY, destination=f"{DESTINATION}/32"),
            "next_header": DisableTrim(ANY, next_header=UDP),
            "dscp": DisableTrim(ANY, dscp=self.values.dscp.trimmable),
        }
        self.each_alone(rules, DisableTrim(ANY, ingress=IN), (SPARE,))


class Ipv4RuleAllFields(_Rules):
    """A rule of all fields drops what matches every one of them, and nothing that differs in one; it counts that."""

    requirements: ClassVar = ("IPV4-018", "CNT-023")

    def runTest(self) -> None:
        """One rule, and a packet for each field."""
        rule = DisableTrim(
            f"{SOURCE}/32",
            destination=f"{DESTINATION}/32",
            next_header=UDP,
            dscp=self.values.dscp.trimmable,
            ingress=IN,
        )
        self.all_together(rule)
        self.assertEqual(self.hits(rule).packets, 1)


class Ipv4RulesApart(_Rules):
    """A rule for one version of IP does not touch packets of the other, though it asks for nothing more."""

    requirements: ClassVar = ("IPV4-019",)

    def runTest(self) -> None:
        """All IPv6, then all IPv4."""
        six, four = DisableTrim("::/0"), DisableTrim(ANY)
        self.configure(six)
        self.trims(self.matching)
        self.drops(self.frame())
        self.remove(six)
        self.configure(four)
        self.drops(self.matching)
        self.trims(self.frame())
