# SPDX-License-Identifier: Apache-2.0
"""Valid SRv6 and IPv4 frames, and what a fuzzer makes of them. Everything is drawn from one `random.Random`."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from random import Random

ETHERNET = bytes.fromhex("020000000002 020000000001 86dd")
ETHERNET_IPV4 = ETHERNET[:12] + bytes.fromhex("0800")
IPV6, SRH, INNER = 14, 54, 54
"""Byte offsets of the outer IPv6 header, of an SRH, and of an inner header where there is no SRH."""

IPV4_HEADER, UDP, ROUTING, ICMPV6 = 4, 17, 43, 58
IPV6_HEADER = 41
MAX_FRAME = 9000

HOP_LIMITS = (0, 1, 2, 2, 3, 255, *[64] * 18)
SIZES = (0, 1, 8, 20, 64, 64, 130, 180, 256, 600, 1400, 4096)


def ipv6(
    destination: int,
    payload: bytes,
    next_header: int,
    *,
    source: int = int(IPv6Address("fd00:0:0:ffff::1")),
    traffic_class: int = 0,
    flow_label: int = 0,
    hop_limit: int = 64,
) -> bytes:
    """An IPv6 header and its payload."""
    first = 6 << 28 | traffic_class << 20 | flow_label
    head = struct.pack("!IHBB", first, len(payload) & 0xFFFF, next_header, hop_limit)
    return head + source.to_bytes(16, "big") + destination.to_bytes(16, "big") + payload


def ipv4(destination: int, payload: bytes, protocol: int, *, tos: int = 0, ttl: int = 64, fragment: int = 0) -> bytes:
    """An IPv4 header without options, its checksum right, and its payload."""
    source = int(IPv4Address("192.0.2.1"))
    length = (20 + len(payload)) & 0xFFFF
    head = struct.pack("!BBHHHBBHII", 0x45, tos, length, 7, fragment, ttl, protocol, 0, source, destination)
    return head[:10] + struct.pack("!H", internet_checksum(head)) + head[12:] + payload


def internet_checksum(data: bytes) -> int:
    """RFC 1071."""
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def udp(payload: bytes, source_port: int = 0xC123, destination_port: int = 4791) -> bytes:
    """A UDP header with checksum 0 and its payload."""
    return struct.pack("!HHHH", source_port, destination_port, (8 + len(payload)) & 0xFFFF, 0) + payload


def srh(segments: Sequence[int], segments_left: int, next_header: int, tlvs: bytes = b"") -> bytes:
    """A Segment Routing Header (RFC 8754 §2); `tlvs` in multiples of 8 bytes."""
    extra = 2 * len(segments) + len(tlvs) // 8
    head = struct.pack("!BBBBBBH", next_header, extra, 4, segments_left, len(segments) - 1, 0, 0)
    return head + b"".join(segment.to_bytes(16, "big") for segment in segments) + tlvs


@dataclass(frozen=True, slots=True)
class Addresses:
    """What the tables under test know, for frames that get somewhere."""

    outer: Sequence[int]
    decapsulating: Sequence[int]
    inner6: Sequence[int]
    inner4: Sequence[int]
    dscps: Sequence[int]
    trim_sizes: Sequence[int] = (128, 256)


class FrameSource:
    """An endless, reproducible stream of frames: about one in six valid, the others mutated."""

    def __init__(self, seed: int, addresses: Addresses, *, min_frame: int = 1) -> None:
        self._rng = Random(seed)
        self._addresses = addresses
        self._min = min_frame
        self._count = 0
        self._previous = self.valid()

    def next(self) -> bytes:
        """The next frame; `min_frame` to 9,000 bytes."""
        rng = self._rng
        frame = bytearray(self.valid())
        if rng.random() < 0.2:
            del frame[rng.choice(self._addresses.trim_sizes) :]
        kept = bytes(frame)
        if rng.random() < 0.8:
            for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
                rng.choice(_MUTATIONS)(self, frame)
        self._previous = kept
        if len(frame) < self._min:
            frame += rng.randbytes(self._min - len(frame))
        return bytes(frame[:MAX_FRAME])

    def valid(self) -> bytes:
        """A well-formed frame."""
        rng, known = self._rng, self._addresses
        payload = self._payload()
        if rng.random() < 0.15:
            return ETHERNET_IPV4 + self._ipv4(payload)
        kind, inner = self._inner(payload)
        hop_limit = rng.choice(HOP_LIMITS)
        outer = {
            "traffic_class": self._traffic_class(),
            "flow_label": rng.getrandbits(20),
            "hop_limit": hop_limit,
        }
        decapsulate = kind in (IPV6_HEADER, IPV4_HEADER) and rng.random() < 0.4
        destination = rng.choice(known.decapsulating if decapsulate else known.outer)
        if rng.random() < 0.4:
            count = rng.choice((1, 1, 2, 2, 3, 5, 8, 9))
            segments = [rng.choice(known.outer) for _ in range(count)]
            tlvs = bytes(8) if rng.random() < 0.1 else b""
            inner = srh(segments, 0 if decapsulate else rng.randint(0, count), kind, tlvs) + inner
            kind = ROUTING
        return ETHERNET + ipv6(destination, inner, kind, **outer)

    def _traffic_class(self) -> int:
        return self._rng.choice(self._addresses.dscps) << 2 | self._rng.randrange(4)

    def _payload(self) -> bytes:
        self._count += 1
        size = self._rng.choice(SIZES)
        return (struct.pack("!Q", self._count) + bytes(size))[: max(size, 8)]

    def _inner(self, payload: bytes) -> tuple[int, bytes]:
        rng, known = self._rng, self._addresses
        kind = rng.choice((IPV6_HEADER, IPV6_HEADER, IPV6_HEADER, IPV4_HEADER, IPV4_HEADER, UDP, ICMPV6, 59))
        hop_limit = rng.choice(HOP_LIMITS)
        transport = rng.choice((UDP, UDP, UDP, ICMPV6, 6))
        body = udp(payload, rng.getrandbits(16)) if transport == UDP else payload
        if kind == IPV6_HEADER:
            destination = rng.choice(known.inner6)
            return kind, ipv6(destination, body, transport, traffic_class=self._traffic_class(), hop_limit=hop_limit)
        if kind == IPV4_HEADER:
            return kind, self._ipv4(payload)
        return kind, udp(payload) if kind == UDP else payload

    def _ipv4(self, payload: bytes) -> bytes:
        rng = self._rng
        transport = rng.choice((UDP, UDP, UDP, 1, 6))
        body = udp(payload, rng.getrandbits(16)) if transport == UDP else payload
        fragment = 0x2001 if rng.random() < 0.2 else 0
        destination, ttl = rng.choice(self._addresses.inner4), rng.choice(HOP_LIMITS)
        return ipv4(destination, body, transport, tos=self._traffic_class(), ttl=ttl, fragment=fragment)

    # -- mutations: each changes `frame` in place ----------------------------------------------------------------------

    def _flip_bits(self, frame: bytearray) -> None:
        for _ in range(self._rng.choice((1, 1, 2, 8))):
            if frame:
                frame[self._rng.randrange(min(len(frame), 200))] ^= 1 << self._rng.randrange(8)

    def _truncate(self, frame: bytearray) -> None:
        del frame[self._rng.randint(1, max(1, len(frame))) :]

    def _truncate_near_header(self, frame: bytearray) -> None:
        boundary = self._rng.choice((14, 34, 42, 54, 57, 62, 74, 78, 94, 102, 110, 118, 126, 134, 190))
        del frame[max(1, boundary + self._rng.choice((-1, 0, 1))) :]

    def _extend(self, frame: bytearray) -> None:
        frame += self._rng.randbytes(self._rng.choice((1, 2, 8, 64, 1500)))

    def _set_outer_field(self, frame: bytearray) -> None:
        rng = self._rng
        offset, values = rng.choice(
            (
                (12, (0x08, 0x86, 0x81)),
                (14, (0x60, 0x40, 0x6F, 0x00)),
                (18, (0, 0xFF)),
                (19, (0, 1, 0xFF)),
                (20, (0, 4, 6, 17, 41, 43, 44, 58, 59, 60, 255)),
                (21, (0, 1, 2, 255)),
                (22, (0xFF, 0, 0xFE)),
                (38, (0xFF, 0, 0xFE)),
            )
        )
        self._set(frame, offset, rng.choice(values))

    def _set_ipv4_field(self, frame: bytearray) -> None:
        """One byte of an outermost IPv4 header; its checksum follows, more often than not."""
        if frame[12:14] != ETHERNET_IPV4[12:14]:
            return
        rng = self._rng
        offset, values = rng.choice(
            (
                (14, (0x45, 0x46, 0x4F, 0x44, 0x55, 0x65)),
                (15, (0, 1, 2, 3, 0x10, 0x12, 0x20, 0xFF)),
                (16, (0, 0, 0xFF)),
                (17, (0, 19, 20, 0xFF)),
                (20, (0, 0x20, 0x40, 0x3F)),
                (21, (0, 1)),
                (22, (0, 1, 2, 255)),
                (23, (0, 1, 6, 17, 41)),
                (24, (0, 0xFF)),
                (26, (0, 127, 192, 223, 224, 240, 255)),
                (30, (0, 127, 192, 223, 224, 240, 255)),
            )
        )
        self._set(frame, offset, rng.choice(values))
        if len(frame) >= 34 and rng.random() < 0.7:
            frame[24:26] = bytes(2)
            frame[24:26] = internet_checksum(bytes(frame[14:34])).to_bytes(2, "big")

    def _set_srh_field(self, frame: bytearray) -> None:
        rng = self._rng
        offset, values = rng.choice(
            (
                (0, (4, 17, 41, 43, 59)),
                (1, (0, 1, 2, 3, 4, 5, 16, 17, 255)),
                (2, (0, 2, 3, 4, 5)),
                (3, (0, 1, 2, 7, 8, 9, 255)),
                (4, (0, 1, 2, 7, 8, 254, 255)),
                (5, (0, 0xFF)),
            )
        )
        self._set(frame, 20, ROUTING)
        self._set(frame, SRH + offset, rng.choice(values))

    def _set_inner_field(self, frame: bytearray) -> None:
        rng = self._rng
        inner = self._inner_offset(frame)
        offset, values = rng.choice(
            (
                (0, (0x45, 0x46, 0x44, 0x60, 0x40, 0x00, 0xF0)),
                (1, (0, 1, 2, 3, 0x10, 0x20, 0x30)),
                (4, (0, 0xFF)),
                (6, (0, 17, 41, 58)),
                (7, (0, 1, 2, 255)),
                (8, (0, 1, 0xFF)),
                (9, (0, 6, 17)),
                (10, (0, 0xFF)),
                (16, (0, 224, 255)),
                (24, (0, 0xFD, 0xFF)),
            )
        )
        self._set(frame, inner + offset, rng.choice(values))

    def _set_address(self, frame: bytearray) -> None:
        rng = self._rng
        offset = rng.choice((38, 38, SRH + 8, SRH + 24, self._inner_offset(frame) + 24))
        if offset + 16 <= len(frame):
            frame[offset : offset + 16] = rng.choice(self._addresses.outer).to_bytes(16, "big")

    def _clear_argument(self, frame: bytearray) -> None:
        start = self._rng.choice((38 + 6, 38 + 8))
        if len(frame) >= SRH:
            frame[start:SRH] = bytes(SRH - start)

    def _splice(self, frame: bytearray) -> None:
        cut = self._rng.choice((14, 38, 54, 62, 94, self._rng.randrange(1, 200)))
        frame[cut:] = self._previous[cut:]

    def _swap_payload_for_header(self, frame: bytearray) -> None:
        inner = self._inner_offset(frame)
        frame[inner:inner] = self._previous[IPV6 : IPV6 + 40]

    @staticmethod
    def _inner_offset(frame: bytearray) -> int:
        if len(frame) > SRH + 1 and frame[20] == ROUTING:
            return SRH + 8 + 8 * frame[SRH + 1]
        return INNER

    @staticmethod
    def _set(frame: bytearray, offset: int, value: int) -> None:
        if offset < len(frame):
            frame[offset] = value


_MUTATIONS = (
    FrameSource._flip_bits,
    FrameSource._truncate,
    FrameSource._truncate_near_header,
    FrameSource._extend,
    FrameSource._set_outer_field,
    FrameSource._set_outer_field,
    FrameSource._set_ipv4_field,
    FrameSource._set_ipv4_field,
    FrameSource._set_srh_field,
    FrameSource._set_srh_field,
    FrameSource._set_inner_field,
    FrameSource._set_inner_field,
    FrameSource._set_address,
    FrameSource._clear_argument,
    FrameSource._splice,
    FrameSource._swap_payload_for_header,
)
