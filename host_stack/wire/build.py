# SPDX-License-Identifier: Apache-2.0
"""Whole outgoing frames: Ethernet / outer IPv6 / inner IPv6 / UDP / BTH and what follows / ICRC (wire-format §1)."""

import struct
from collections.abc import Sequence
from typing import Final

from host_stack.wire import icrc
from host_stack.wire.codec import AnyHeader, Bth, BthCodec, Eeth
from host_stack.wire.constants import (
    ECN_ECT0,
    ECN_NOT_ECT,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ICRC_LEN,
    IPV6_LEN,
    NH_IPV6,
    NH_ROUTING,
    NH_UDP,
    UDP_LEN,
)
from host_stack.wire.ip import IPV4_ADDRESS_LEN, ipv4_header
from host_stack.wire.opcodes import PACKET_TYPES, Service
from host_stack.wire.options import WireOptions, split_entropy

_UDP: Final = struct.Struct("!HHHH")
_IPV6_FIXED: Final = struct.Struct("!IHBB")
_REMEMBERED: Final = 1024
HeadKey = tuple[int, bytes, bytes, int, int, int]
"""What a frame's bytes up to the BTH follow from: the arguments of ``FrameBuilder.build``, and the UDP length."""
PADS: Final = (b"", b"\0", b"\0\0", b"\0\0\0")


def ethernet(mac: bytes, peer_mac: bytes) -> bytes:
    """The 14-byte Ethernet header of a port."""
    return peer_mac + mac + ETHERTYPE_IPV6.to_bytes(2, "big")


class TrafficClasses:
    """The IPv6 traffic class byte (DSCP << 2 | ECN) of each kind of packet a NIC sends (wire-format §7).

    Data, retransmissions and reliability probes are ECT(0), so switches can mark them; control is Not-ECT.
    """

    __slots__ = ("_again", "_first")

    def __init__(self, wire: WireOptions) -> None:
        dscp = wire.dscp
        first = {
            Service.DATA: (dscp.trimmable if wire.trimming else dscp.no_trim) << 2 | ECN_ECT0,
            Service.PROBE: dscp.no_trim << 2 | ECN_ECT0,
            Service.CONTROL: dscp.control << 2 | ECN_NOT_ECT,
        }
        again = first | {Service.DATA: (dscp.trimmable_retx if wire.trimming else dscp.no_trim) << 2 | ECN_ECT0}
        self._first = {opcode: first[kind.service] for opcode, kind in PACKET_TYPES.items()}
        self._again = {opcode: again[kind.service] for opcode, kind in PACKET_TYPES.items()}

    def of(self, opcode: int, rtx: bool = False) -> int:
        """The traffic class of an opcode's packets, or of those with the rtx bit."""
        return self._again[opcode] if rtx else self._first[opcode]


class FrameBuilder:
    """Builds frames of one NIC. UDP checksum is sent as zero (wire-format §3); the ICRC covers the inner packet.

    Both IPv6 headers carry the same traffic class, flow label and hop limit; the outer source is the NIC's own address.

    Attributes:
        classes: traffic classes of what it sends.
    """

    __slots__ = (
        "_bth",
        "_dport",
        "_eeth_bits",
        "_halves",
        "_heads",
        "_hop_limit",
        "_links",
        "_pkey",
        "_prefixes",
        "classes",
    )

    def __init__(self, wire: WireOptions, links: Sequence[bytes]) -> None:
        """``links``: the Ethernet header of each port, from ``ethernet``."""
        self._bth = BthCodec(wire.bth_flag_order)
        self._dport = wire.udp_port
        self._eeth_bits = wire.eeth_op_bits
        self._halves = wire.ev_halves
        self._hop_limit = wire.hop_limit
        self._links = links
        self._pkey = wire.pkey
        self._prefixes = icrc.Prefixes()
        self._heads: dict[HeadKey, tuple[bytes, int]] = {}
        self.classes = TrafficClasses(wire)

    def control(
        self,
        *,
        port: int,
        outer_addresses: bytes,
        inner_addresses: bytes,
        entropy: int,
        opcode: int,
        dest_qpn: int,
        psn: int,
        headers: Sequence[AnyHeader],
        rtx: bool = False,
    ) -> bytes:
        """A frame without payload: BTH and ``headers``, in the class of service of ``opcode``."""
        return self.frame(
            port=port,
            outer_addresses=outer_addresses,
            inner_addresses=inner_addresses,
            traffic_class=self.classes.of(opcode, rtx),
            entropy=entropy,
            bth=Bth(opcode, dest_qpn, psn, pkey=self._pkey, rtx=rtx),
            headers=headers,
        )

    def frame(
        self,
        *,
        port: int,
        outer_addresses: bytes,
        inner_addresses: bytes,
        traffic_class: int,
        entropy: int,
        bth: Bth,
        headers: Sequence[AnyHeader],
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """``build`` of headers that are not packed yet; ``bth`` has its pad count set for ``payload``."""
        packed = [self._bth.pack(bth)]
        for each in headers:
            packed.append(each.pack(self._eeth_bits) if isinstance(each, Eeth) else each.pack())
        return self.build(
            port=port,
            outer_addresses=outer_addresses,
            inner_addresses=inner_addresses,
            traffic_class=traffic_class,
            entropy=entropy,
            headers=b"".join(packed),
            payload=payload,
        )

    def build(
        self,
        *,
        port: int,
        outer_addresses: bytes,
        inner_addresses: bytes,
        traffic_class: int,
        entropy: int,
        headers: bytes,
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """A frame.

        Args:
            port: the port it leaves by.
            outer_addresses: own address and SRv6 path, 32 bytes; a routing header may follow; b"" for no outer header.
            inner_addresses: own address and peer's address, 32 bytes; 8 on IPv4, where there is no outer header.
            traffic_class: DSCP << 2 | ECN.
            entropy: the EV's 32 bits.
            headers: BTH (with its pad count set for ``payload``) and what follows it.
            payload: message bytes.
        """
        pad = -len(payload) & 3
        udp_length = UDP_LEN + len(headers) + len(payload) + pad + ICRC_LEN
        key = (port, outer_addresses, inner_addresses, traffic_class, entropy, udp_length)
        known = self._heads.get(key)
        if known is None:
            if len(self._heads) >= _REMEMBERED:
                self._heads.clear()
            known = self._heads[key] = self.head(key)
        head, running = known
        tail = PADS[pad]
        running = icrc.over_rest(headers[5:], icrc.over_bth(running, headers[:4]))
        running = icrc.over_rest(tail, icrc.over_rest(payload, running))
        return b"".join((head, headers, payload, tail, icrc.on_the_wire(running)))

    def head(self, key: HeadKey) -> tuple[bytes, int]:
        """A frame up to and with its UDP header, and the ICRC so far: alike for many packets of a path."""
        port, outer_addresses, inner_addresses, traffic_class, entropy, udp_length = key
        sport, label = split_entropy(entropy, self._halves)
        udp = _UDP.pack(sport, self._dport, udp_length, 0)
        if len(inner_addresses) == 2 * IPV4_ADDRESS_LEN:
            network = ipv4_header(
                inner_addresses, traffic_class=traffic_class, payload_length=udp_length, ttl=self._hop_limit
            )
            link = self._links[port][:12] + ETHERTYPE_IPV4.to_bytes(2, "big")
            return link + network + udp, icrc.over_udp(icrc.prefix_ipv4(network), udp)
        word = 6 << 28 | traffic_class << 20 | label
        # With a routing header there is more than two addresses; without encapsulation, nothing.
        extra = len(outer_addresses) - 32
        outer = b""
        if extra >= 0:
            next_header = NH_ROUTING if extra else NH_IPV6
            outer = _IPV6_FIXED.pack(word, IPV6_LEN + extra + udp_length, next_header, self._hop_limit)
        inner = _IPV6_FIXED.pack(word, udp_length, NH_UDP, self._hop_limit)
        running = icrc.over_udp(self._prefixes.of(udp_length, inner_addresses), udp)
        return b"".join((self._links[port], outer, outer_addresses, inner, inner_addresses, udp)), running
