# SPDX-License-Identifier: Apache-2.0
"""Frames for labs: built field by field, from random values, with a token by which an output is known again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import IPv6Address
from random import Random

from ptf_tests.headers import internet
from ptf_tests.headers.codec import encode

ETHERNET_BYTES, IPV6_BYTES, UDP_BYTES = 14, 40, 8
TOKEN_BYTES = 8
TOKEN_AT = ETHERNET_BYTES + IPV6_BYTES + UDP_BYTES
"""Offset of the token in a `V6` frame: within the first 70 bytes, so that it survives any trim."""

ROCE_PORT = 4791


@dataclass(frozen=True, slots=True)
class V6:
    """An Ethernet frame with IPv6, UDP and a payload that begins with its token. Lengths are in bytes.

    Attributes:
        payload_length: of the IPv6 header; None for what is right.
        kept: the frame ends after so many bytes; None: it is whole.
    """

    dst: int
    src: int
    hop_limit: int
    dscp: int
    ecn: int
    flow_label: int
    dst_mac: int
    src_mac: int
    sport: int
    payload: bytes
    payload_length: int | None = None
    kept: int | None = None

    def but(self, **changes: object) -> V6:
        """The same frame with other values in some of its fields."""
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def token(self) -> bytes:
        """What the payload begins with."""
        return self.payload[:TOKEN_BYTES]

    def wire(self) -> bytes:
        """The frame's bytes, without the checksum of Ethernet; the checksum of UDP is zero."""
        length = UDP_BYTES + len(self.payload)
        macs = {"dst": self.dst_mac, "src": self.src_mac, "ethertype": internet.IPV6_TYPE}
        header = {
            "version": 6, "dscp": self.dscp, "ecn": self.ecn, "flow_label": self.flow_label,
            "payload_length": length if self.payload_length is None else self.payload_length,
            "next_header": internet.UDP_PROTOCOL, "hop_limit": self.hop_limit, "src": self.src, "dst": self.dst,
        }  # fmt: skip
        udp = {"sport": self.sport, "dport": ROCE_PORT, "length": length}
        parts = ((internet.ETHERNET, macs), (internet.IPV6, header), (internet.UDP, udp))
        frame = b"".join(encode(layout, fields) for layout, fields in parts) + self.payload
        return frame if self.kept is None else frame[: self.kept]


def random_v6(rng: Random, *, size: int | None = None, **fields: int) -> V6:
    """A frame of random values; `size` is that of the whole frame, at least 70 bytes, or None for 70 to 400."""
    size = rng.randint(TOKEN_AT + TOKEN_BYTES, 400) if size is None else size
    return V6(
        dst=fields.pop("dst", rng.getrandbits(128)),
        src=fields.pop("src", 0xFD << 120 | rng.getrandbits(64)),
        hop_limit=fields.pop("hop_limit", rng.randint(3, 255)),
        dscp=fields.pop("dscp", rng.randrange(64)),
        ecn=fields.pop("ecn", rng.randrange(4)),
        flow_label=fields.pop("flow_label", rng.getrandbits(20)),
        dst_mac=fields.pop("dst_mac", random_mac(rng)),
        src_mac=fields.pop("src_mac", random_mac(rng)),
        sport=fields.pop("sport", rng.randint(0xC000, 0xFFFF)),
        payload=rng.randbytes(size - TOKEN_AT),
        **fields,
    )


def random_mac(rng: Random) -> int:
    """A random unicast address, locally administered (IEEE 802, bits 1 and 0 of the first octet)."""
    return 0x02 << 40 | rng.getrandbits(40)


def block_of(rng: Random) -> int:
    """A random 32-bit uSID block out of fc00::/8."""
    return 0xFC << 24 | rng.getrandbits(24)


def usids(rng: Random, count: int) -> list[int]:
    """Different random global uSIDs of 16 bits, 0x0001 to 0xDFFF."""
    return rng.sample(range(1, 0xE000), count)


def carrier(block: int, *parts: int) -> int:
    """The address `block : usid : usid ...`, zero filled (F3216): 32 bits of block, 16 of each uSID, six at most."""
    value = block
    for part in parts:
        value = value << 16 | part
    return value << 16 * (6 - len(parts))


def address(value: int) -> str:
    """An IPv6 address in text (RFC 5952)."""
    return str(IPv6Address(value))
