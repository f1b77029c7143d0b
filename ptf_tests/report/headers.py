# SPDX-License-Identifier: Apache-2.0
"""Layouts of the headers that the decoder knows, as tables: fields in wire order, big-endian, widths in bits.

Sources: IEEE 802.3 and 802.1Q, RFC 791, 768, 826, 4443, 8200, 8754 (SRH), 9293, IBTA volume 1 (BTH), and for the MRC
headers the transcriptions of the OCP MRC specification 1.0 that docs/wire-profile.md lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

Show = Callable[[int, int], str]
"""A raw value and its width in bits as text; different values give different texts."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One field of a header: its name, its width in bits, and how its value is written."""

    name: str
    bits: int
    show: Show


Layout = tuple[Spec, ...]


def octets(layout: Layout) -> int:
    """Length of a header in bytes."""
    return sum(spec.bits for spec in layout) // 8


def decimal(value: int, bits: int) -> str:
    """Unsigned."""
    del bits
    return str(value)


def signed(value: int, bits: int) -> str:
    """Two's complement."""
    return str(value - (1 << bits) if value >> (bits - 1) else value)


def hexadecimal(value: int, bits: int) -> str:
    """Zero filled to the field's width."""
    return f"0x{value:0{(bits + 3) // 4}x}"


def mac(value: int, bits: int) -> str:
    """Six octets."""
    return value.to_bytes(bits // 8, "big").hex(":")


def ipv4(value: int, bits: int) -> str:
    """Dotted quad."""
    del bits
    return str(IPv4Address(value))


def ipv6(value: int, bits: int) -> str:
    """RFC 5952."""
    del bits
    return str(IPv6Address(value))


def named(names: Mapping[int, str], number: Show = decimal) -> Show:
    """A number with its name, when it has one."""

    def show(value: int, bits: int) -> str:
        name = names.get(value)
        return number(value, bits) + (f" ({name})" if name else "")

    return show


def _d(name: str, bits: int) -> Spec:
    return Spec(name, bits, decimal)


def _x(name: str, bits: int) -> Spec:
    return Spec(name, bits, hexadecimal)


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
_ECN = named({0: "Not-ECT", 1: "ECT(1)", 2: "ECT(0)", 3: "CE"})
SRH_TYPE = 4

ETHERNET: Layout = (
    Spec("destination", 48, mac),
    Spec("source", 48, mac),
    Spec("type", 16, named(ETHERTYPES, hexadecimal)),
)
VLAN: Layout = (_d("PCP", 3), _d("DEI", 1), _d("VLAN", 12), Spec("type", 16, named(ETHERTYPES, hexadecimal)))
ARP: Layout = (
    _d("hardware type", 16), _x("protocol type", 16), _d("hardware length", 8), _d("protocol length", 8),
    Spec("operation", 16, named({1: "request", 2: "reply"})), Spec("sender MAC", 48, mac), Spec("sender IP", 32, ipv4),
    Spec("target MAC", 48, mac), Spec("target IP", 32, ipv4),
)  # fmt: skip
IPV6: Layout = (
    _d("version", 4), _d("DSCP", 6), Spec("ECN", 2, _ECN), _x("flow label", 20), _d("payload length", 16),
    Spec("next header", 8, _PROTOCOL), _d("hop limit", 8), Spec("source", 128, ipv6), Spec("destination", 128, ipv6),
)  # fmt: skip
IPV4: Layout = (
    _d("version", 4), _d("IHL", 4), _d("DSCP", 6), Spec("ECN", 2, _ECN), _d("total length", 16),
    _x("identification", 16), Spec("flags", 3, named({1: "MF", 2: "DF"})), _d("fragment offset", 13), _d("TTL", 8),
    Spec("protocol", 8, _PROTOCOL), _x("checksum", 16), Spec("source", 32, ipv4), Spec("destination", 32, ipv4),
)  # fmt: skip
EXTENSION: Layout = (Spec("next header", 8, _PROTOCOL), _d("header length", 8))
"""Of hop-by-hop and destination options; the length is in units of 8 bytes beyond the first 8."""
ROUTING_HEADER: Layout = (
    *EXTENSION, Spec("routing type", 8, named({SRH_TYPE: "segment routing"})), _d("segments left", 8),
)  # fmt: skip
SRH: Layout = (*ROUTING_HEADER, _d("last entry", 8), _x("flags", 8), _x("tag", 16))
SEGMENT_BYTES = 16
FRAGMENT_HEADER: Layout = (
    Spec("next header", 8, _PROTOCOL), _d("reserved", 8), _d("fragment offset", 13), _d("reserved 2", 2), _d("M", 1),
    _x("identification", 32),
)  # fmt: skip
UDP: Layout = (_d("source port", 16), _d("destination port", 16), _d("length", 16), _x("checksum", 16))
TCP: Layout = (
    _d("source port", 16), _d("destination port", 16), _d("sequence", 32), _d("acknowledgment", 32),
    _d("data offset", 4), _x("flags", 12), _d("window", 16), _x("checksum", 16), _d("urgent", 16),
)  # fmt: skip
ICMPV6_HEADER: Layout = (
    Spec("type", 8, named({
        1: "destination unreachable", 2: "packet too big", 3: "time exceeded", 4: "parameter problem",
        128: "echo request", 129: "echo reply", 133: "router solicitation", 134: "router advertisement",
        135: "neighbour solicitation", 136: "neighbour advertisement", 143: "MLDv2 report",
    })),
    _d("code", 8), _x("checksum", 16), _x("identifier", 16), _d("sequence", 16),
)  # fmt: skip
ICMP_HEADER: Layout = (_d("type", 8), _d("code", 8), _x("checksum", 16), _x("identifier", 16), _d("sequence", 16))

ROCE_PORTS = (4791, 4971)
"""UDP destination ports: RoCEv2's, and the one that transcriptions of the MRC specification print."""
OPCODES = {
    0x00: "RC Send First", 0x01: "RC Send Middle", 0x02: "RC Send Last", 0x04: "RC Send Only",
    0x06: "RC Write First", 0x07: "RC Write Middle", 0x08: "RC Write Last", 0x0A: "RC Write Only",
    0x0C: "RC Read Request", 0x11: "RC Acknowledge", 0x81: "CNP",
    0xC6: "Write First", 0xC7: "Write Middle", 0xC8: "Write Last", 0xC9: "Write Last + Imm", 0xCA: "Write Only",
    0xCB: "Write Only + Imm", 0xD1: "ACK", 0xD8: "Endpoint Request", 0xD9: "Endpoint Response", 0xDC: "SACK",
    0xDD: "NACK", 0xDE: "Probe",
}  # fmt: skip
DEFAULT_P_KEY = b"\xff\xff"
DATA_OPCODES = range(0xC6, 0xCC)
IMMEDIATE_OPCODES = (0xC9, 0xCB)
MRC_CLASS = 0b110
"""Of opcode bits 7:5."""

_CONTROL = (_d("type", 4), _d("next", 5))
BTH: Layout = (
    Spec("opcode", 8, named(OPCODES, hexadecimal)), _d("SE", 1), _d("M", 1), _d("pad", 2), _d("TVer", 4),
    _x("P_Key", 16), _x("reserved (variant)", 8), _x("destination QP", 24), _d("AckReq", 1), _d("reserved", 1),
    _d("rtx", 1), _d("ts", 1), _x("reserved (invariant)", 4), _d("PSN", 24),
)  # fmt: skip
METH: Layout = (_d("RQMSN", 16), _d("MSN", 16))
TSETH: Layout = (_d("tx_timestamp", 16), _d("tsr", 1), _x("reserved", 11), _d("ftype", 4))
RETH: Layout = (_x("VA", 64), _x("R_Key", 32), _d("length", 32))
IMMDT: Layout = (_x("immediate", 32),)
AETH: Layout = (_x("syndrome", 8), _d("MSN", 24))
SETH: Layout = (
    *_CONTROL, Spec("mark", 2, named({0: "NONE", 1: "SKIP_ONCE", 2: "ALWAYS_SKIP"})), _d("reserved", 3), _d("pr", 1),
    _d("reserved 2", 1), Spec("ack_psn_offset", 16, signed), _x("entropy", 32), _x("SPDCID", 16), _x("DPDCID", 16),
    _x("reserved 3", 8), _d("cack_psn", 24), _d("cc_type", 4), _x("cc_flags", 4), _d("mpr", 8),
    Spec("sack_offset", 16, signed), _x("bitmap", 64),
)  # fmt: skip
CC_STATE: Layout = (
    _d("tx_timestamp", 16), _d("reserved", 1), _d("ooo_count", 15), _d("restore_cwnd", 1), _d("rcv_cwnd_pen", 7),
    _d("rcvd_bytes", 24),
)  # fmt: skip
NETH: Layout = (
    *_CONTROL, _x("reserved", 7),
    Spec("reason", 8, named({
        0x01: "TRIMMED", 0x02: "TRIMMED_LASTHOP", 0x06: "NO_BITMAP", 0x07: "NO_PKT_BUFFER", 0x0A: "NO_RESOURCE",
        0x0B: "PSN_OOR_WINDOW", 0x19: "UNEXP_EVENT",
    }, hexadecimal)),
    _x("vendor", 8), _x("entropy", 32), _x("SPDCID", 16), _x("DPDCID", 16), _x("reserved 2", 8), _d("nack_psn", 24),
    _d("cc_type", 4), _x("cc_flags", 4), _x("reserved 3", 8), _d("tx_timestamp", 16),
)  # fmt: skip
_TIMESTAMP = (_d("tx_timestamp", 16), _d("tsr", 1), _x("reserved 4", 11), _d("ftype", 4))
PETH: Layout = (
    *_CONTROL, _x("reserved", 7), _x("reserved 2", 8), _x("vendor", 8), _d("probe id", 16), _x("reserved 3", 16),
    _x("SPDCID", 16), _x("DPDCID", 16), *_TIMESTAMP,
)  # fmt: skip
ERTH: Layout = (
    *_CONTROL, _x("reserved", 5), _d("op", 2), _x("reserved 2", 8), _x("vendor", 8), _x("port_status_mask", 32),
    _x("reserved 3", 32), *_TIMESTAMP,
)  # fmt: skip
EETH: Layout = (
    *_CONTROL, _x("reserved", 3), _d("op", 2), _x("reserved 2", 2), _x("reserved 3", 208), _d("tx_timestamp", 16),
    _x("reserved 4", 48),
)  # fmt: skip
CONTROL_HEADERS: Mapping[int, tuple[str, Layout]] = {
    0xD1: ("AETH", AETH), 0xD8: ("ERTH", ERTH), 0xD9: ("EETH", EETH), 0xDC: ("SETH", SETH), 0xDD: ("NETH", NETH),
    0xDE: ("PETH", PETH),
}  # fmt: skip
"""What follows the BTH of an opcode that carries no data."""
