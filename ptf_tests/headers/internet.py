# SPDX-License-Identifier: Apache-2.0
"""Link, network and transport headers below MRC.

Sources: IEEE 802.3 and 802.1Q, RFC 768, 791, 792, 826, 4443, 8200, 8754 (SRH), 9293.
"""

from __future__ import annotations

from ptf_tests.headers.codec import Layout, hex_spec, hexadecimal, ipv4, ipv6, mac, named, spec

IPV6_TYPE, IPV4_TYPE, VLAN_TYPE, QINQ_TYPE, ARP_TYPE = 0x86DD, 0x0800, 0x8100, 0x88A8, 0x0806
ETHERTYPES = {IPV6_TYPE: "IPv6", IPV4_TYPE: "IPv4", VLAN_TYPE: "802.1Q", QINQ_TYPE: "802.1ad", ARP_TYPE: "ARP"}

HOP_BY_HOP, ICMP, IN_IPV4, TCP_PROTOCOL, UDP_PROTOCOL, IN_IPV6 = 0, 1, 4, 6, 17, 41
ROUTING, FRAGMENT, ICMPV6, NO_NEXT, OPTIONS = 43, 44, 58, 59, 60
PROTOCOLS = {
    HOP_BY_HOP: "hop-by-hop options",
    ICMP: "ICMP",
    IN_IPV4: "IPv4",
    TCP_PROTOCOL: "TCP",
    UDP_PROTOCOL: "UDP",
    IN_IPV6: "IPv6",
    ROUTING: "routing header",
    FRAGMENT: "fragment",
    ICMPV6: "ICMPv6",
    NO_NEXT: "nothing",
    OPTIONS: "destination options",
}
_PROTOCOL = named(PROTOCOLS)
NOT_ECT, ECT1, ECT0, CE = range(4)
_ECN = named({NOT_ECT: "Not-ECT", ECT1: "ECT(1)", ECT0: "ECT(0)", CE: "CE"})
SRH_TYPE = 4

ETHERNET: Layout = (
    spec("dst", 48, "destination", mac),
    spec("src", 48, "source", mac),
    spec("ethertype", 16, "type", named(ETHERTYPES, hexadecimal)),
)
VLAN: Layout = (
    spec("pcp", 3, "PCP"), spec("dei", 1, "DEI"), spec("vlan", 12, "VLAN"),
    spec("ethertype", 16, "type", named(ETHERTYPES, hexadecimal)),
)  # fmt: skip
ARP: Layout = (
    spec("hardware_type", 16), hex_spec("protocol_type", 16), spec("hardware_length", 8), spec("protocol_length", 8),
    spec("operation", 16, show=named({1: "request", 2: "reply"})),
    spec("sender_mac", 48, "sender MAC", mac), spec("sender_ip", 32, "sender IP", ipv4),
    spec("target_mac", 48, "target MAC", mac), spec("target_ip", 32, "target IP", ipv4),
)  # fmt: skip
IPV6: Layout = (
    spec("version", 4), spec("dscp", 6, "DSCP"), spec("ecn", 2, "ECN", _ECN), hex_spec("flow_label", 20),
    spec("payload_length", 16), spec("next_header", 8, show=_PROTOCOL), spec("hop_limit", 8),
    spec("src", 128, "source", ipv6), spec("dst", 128, "destination", ipv6),
)  # fmt: skip
IPV4: Layout = (
    spec("version", 4), spec("ihl", 4, "IHL"), spec("dscp", 6, "DSCP"), spec("ecn", 2, "ECN", _ECN),
    spec("total_length", 16), hex_spec("identification", 16), spec("flags", 3, show=named({1: "MF", 2: "DF"})),
    spec("fragment_offset", 13), spec("ttl", 8, "TTL"), spec("protocol", 8, show=_PROTOCOL), hex_spec("checksum", 16),
    spec("src", 32, "source", ipv4), spec("dst", 32, "destination", ipv4),
)  # fmt: skip
EXTENSION: Layout = (spec("next_header", 8, show=_PROTOCOL), spec("header_length", 8))
"""Of hop-by-hop and destination options; the length is in units of 8 bytes beyond the first 8."""
ROUTING_HEADER: Layout = (
    *EXTENSION, spec("routing_type", 8, show=named({SRH_TYPE: "segment routing"})), spec("segments_left", 8),
)  # fmt: skip
SRH: Layout = (*ROUTING_HEADER, spec("last_entry", 8), hex_spec("flags", 8), hex_spec("tag", 16))
SEGMENT_BYTES = 16
FRAGMENT_HEADER: Layout = (
    spec("next_header", 8, show=_PROTOCOL), spec("rsvd", 8, "reserved"), spec("fragment_offset", 13),
    spec("rsvd_2", 2, "reserved 2"), spec("more", 1, "M"), hex_spec("identification", 32),
)  # fmt: skip
UDP: Layout = (
    spec("sport", 16, "source port"), spec("dport", 16, "destination port"), spec("length", 16),
    hex_spec("checksum", 16),
)  # fmt: skip
TCP: Layout = (
    spec("sport", 16, "source port"), spec("dport", 16, "destination port"), spec("sequence", 32),
    spec("acknowledgment", 32), spec("data_offset", 4), hex_spec("flags", 12), spec("window", 16),
    hex_spec("checksum", 16), spec("urgent", 16),
)  # fmt: skip
ICMPV6_HEADER: Layout = (
    spec("type", 8, show=named({
        1: "destination unreachable", 2: "packet too big", 3: "time exceeded", 4: "parameter problem",
        128: "echo request", 129: "echo reply", 133: "router solicitation", 134: "router advertisement",
        135: "neighbour solicitation", 136: "neighbour advertisement", 143: "MLDv2 report",
    })),
    spec("code", 8), hex_spec("checksum", 16), hex_spec("identifier", 16), spec("sequence", 16),
)  # fmt: skip
ICMP_HEADER: Layout = (
    spec("type", 8), spec("code", 8), hex_spec("checksum", 16), hex_spec("identifier", 16), spec("sequence", 16),
)  # fmt: skip
