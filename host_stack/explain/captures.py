# SPDX-License-Identifier: Apache-2.0
"""Reads captures: pcapng files (draft-ietf-opsawg-pcapng), and each frame decoded as far as it goes.

Files may have any byte order and time resolution, and any number of sections. A frame may have any destination, and
any end may be cut off. The NIC's own parser (``wire.frames``) decides what a NIC acts on; this one only looks, and
checks no ICRC.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from host_stack.errors import HostStackError
from host_stack.paths.expansion import PLANE_UPLINK
from host_stack.wire.constants import ECN_CE, ICRC_LEN, TRIMMED_ROLES, UDP_LEN, Role
from host_stack.wire.headers import (
    BTH_LEN,
    METH,
    PACKET_TYPES,
    RETH,
    TSETH,
    AnyHeader,
    Bth,
    BthCodec,
    Meth,
    PacketType,
    Reth,
    Tseth,
)
from host_stack.wire.ip import read_network
from host_stack.wire.options import WireOptions, join_entropy

# --- Files -----------------------------------------------------------------------------------------------------------

_SECTION_HEADER = 0x0A0D0D0A
_INTERFACE = 1
_SIMPLE_PACKET = 3
_ENHANCED_PACKET = 6
_MAGIC = 0x1A2B3C4D
_PCAP_MAGICS = {b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\xc3\xd4", b"\x4d\x3c\xb2\xa1", b"\xa1\xb2\x3c\x4d"}
_ETHERNET = 1
_OPTION_NAME = 2
_OPTION_RESOLUTION = 9
_NS = 1_000_000_000


class CaptureError(HostStackError):
    """A file that is not a whole capture with MRC in it; the message says where, what, and what is accepted."""


@dataclass(frozen=True, slots=True)
class CapturedFrame:
    """One frame.

    Attributes:
        number: in the file, from 1.
        time_ns: since the epoch of the capture's clock.
        interface: name of the interface, or its number as text.
        data: its bytes, as many as were kept.
        length: bytes it had on the wire.
    """

    number: int
    time_ns: int
    interface: str
    data: bytes
    length: int


@dataclass(frozen=True, slots=True)
class _Interface:
    name: str
    link_type: int
    ticks_per_second: int


class _Reader:
    """One file: walks its blocks."""

    def __init__(self, path: Path, content: bytes) -> None:
        self._path = path
        self._content = content
        self._at = 0
        self._order = "<"
        self._interfaces: list[_Interface] = []
        self._frames = 0

    def frames(self) -> Iterator[CapturedFrame]:
        """The frames of all sections. Raises CaptureError at the first block that is not whole."""
        self._check_start()
        while self._at < len(self._content):
            kind, body = self._block()
            if kind == _INTERFACE:
                self._interfaces.append(self._interface(body))
            elif kind == _ENHANCED_PACKET:
                frame = self._enhanced(body)
                if frame is not None:
                    yield frame
            elif kind == _SIMPLE_PACKET:
                raise self._error("simple packet blocks have no time", "enhanced packet blocks")

    def _error(self, what: str, accepted: str) -> CaptureError:
        return CaptureError(f"{self._path}: byte {self._at}: {what}; accepted: {accepted}")

    def _check_start(self) -> None:
        start = self._content[:4]
        if start in _PCAP_MAGICS:
            raise self._error("a pcap file", "pcapng; `editcap -F pcapng IN OUT` makes one of it")
        if len(self._content) < 28 or int.from_bytes(start, "big") != _SECTION_HEADER:
            raise self._error("not a pcapng file: no section header", "a capture in pcapng format")

    def _unpack(self, layout: str, data: bytes, at: int = 0) -> tuple[int, ...]:
        if at + struct.calcsize(self._order + layout) > len(data):
            raise self._error("a block is too short for its fields", "a whole pcapng file")
        return struct.unpack_from(self._order + layout, data, at)

    def _block(self) -> tuple[int, bytes]:
        content, at = self._content, self._at
        if len(content) - at < 12:
            raise self._error(f"the file ends inside a block ({len(content) - at} bytes left)", "a whole pcapng file")
        if int.from_bytes(content[at : at + 4], "big") == _SECTION_HEADER:
            self._start_section()
        kind, size = self._unpack("II", content, at)
        if size < 12 or size % 4 or at + size > len(content):
            raise self._error(
                f"a block says it has {size} bytes, {len(content) - at} are left", "a whole pcapng file, not cut off"
            )
        (again,) = self._unpack("I", content, at + size - 4)
        if again != size:
            raise self._error(f"a block begins with length {size} and ends with {again}", "an undamaged pcapng file")
        self._at += size
        return kind, content[at + 8 : at + size - 4]

    def _start_section(self) -> None:
        magic = self._content[self._at + 8 : self._at + 12]
        for order, name in (("<", "little"), (">", "big")):
            if int.from_bytes(magic, "little" if name == "little" else "big") == _MAGIC:
                self._order = order
                self._interfaces = []
                return
        raise self._error(f"byte-order magic {magic.hex()}", "1a2b3c4d in either order")

    def _interface(self, body: bytes) -> _Interface:
        (link_type,) = self._unpack("H", body)
        name, ticks = str(len(self._interfaces)), 1_000_000
        at = 8
        while at + 4 <= len(body):
            code, size = self._unpack("HH", body, at)
            value = body[at + 4 : at + 4 + size]
            if code == 0:
                break
            if code == _OPTION_NAME:
                name = value.decode(errors="replace")
            elif code == _OPTION_RESOLUTION and value:
                exponent = value[0] & 0x7F
                # Finer than 2^-63 or 10^-18 s is no clock.
                ticks = 2 ** min(exponent, 63) if value[0] & 0x80 else 10 ** min(exponent, 18)
            at += 4 + size + -size % 4
        return _Interface(name, link_type, ticks)

    def _enhanced(self, body: bytes) -> CapturedFrame | None:
        number, high, low, kept, length = self._unpack("IIIII", body)
        if number >= len(self._interfaces):
            raise self._error(f"a frame of interface {number}, which is not described", "an undamaged pcapng file")
        if 20 + kept > len(body):
            raise self._error(f"a frame of {kept} bytes in a block of {len(body)}", "an undamaged pcapng file")
        self._frames += 1
        interface = self._interfaces[number]
        if interface.link_type != _ETHERNET:
            return None
        time_ns = (high << 32 | low) * _NS // interface.ticks_per_second
        return CapturedFrame(self._frames, time_ns, interface.name, body[20 : 20 + kept], length)


def read_capture(path: Path) -> Iterator[CapturedFrame]:
    """The Ethernet frames of a pcapng file, in its order.

    Raises:
        CaptureError: it cannot be read, or is not a whole pcapng file.
    """
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise CaptureError(f"{path}: {problem.strerror}; accepted: a capture in pcapng format") from problem
    yield from _Reader(path, content).frames()


# --- Packets ---------------------------------------------------------------------------------------------------------

_OPCODE_MASK, _OPCODE_MRC = 0xE0, 0xC0


@dataclass(frozen=True, slots=True)
class SeenPacket:
    """An MRC packet as a link saw it.

    Attributes:
        number, time_ns, interface: of the frame.
        source, destination: innermost addresses, 16 bytes (or 4: IPv4).
        role: of the outermost DSCP; marked: it was CE.
        entropy: its EV; plane, uplink: what it names, as far as this project's fabrics go (None: unknown).
        bth, kind: base header, and what its opcode says.
        trimmed: it carries the DSCP of a trimmed packet, and payload is missing.
        payload: bytes of message it carried before any cut.
        meth, timestamp, reth: of data packets, as far as they are there.
        control: headers of a control packet; () if they are not whole.
    """

    number: int
    time_ns: int
    interface: str
    source: bytes
    destination: bytes
    role: Role
    marked: bool
    entropy: int
    plane: int | None
    uplink: int | None
    bth: Bth
    kind: PacketType
    trimmed: bool
    payload: int
    meth: Meth | None
    timestamp: int | None
    reth: Reth | None
    control: tuple[AnyHeader, ...]


class PacketReader:
    """Decodes frames by one choice of wire format."""

    def __init__(self, wire: WireOptions) -> None:
        self._wire = wire
        self._ports = wire.udp_ports_accepted | {wire.udp_port}
        self._roles = wire.dscp.by_dscp()
        self._bth = BthCodec(wire.bth_flag_order)

    def read(self, frame: CapturedFrame) -> SeenPacket | None:
        """The MRC packet in a frame; None if there is none, or not even its BTH was kept. Never raises."""
        data = frame.data
        network = read_network(data)
        if network is None:
            return None
        at = network.at
        body = at + UDP_LEN + BTH_LEN
        if body > len(data):
            return None
        sport, dport, udp_length = struct.unpack_from("!HHH", data, at)
        if dport not in self._ports or data[at + UDP_LEN] & _OPCODE_MASK != _OPCODE_MRC:
            return None
        bth = self._bth.unpack(data, at + UDP_LEN)
        kind = PACKET_TYPES.get(bth.opcode)
        if kind is None:
            return None
        role = self._roles[network.dscp]
        entropy = join_entropy(sport, network.label, self._wire.ev_halves)
        plane, uplink = _path(entropy, sport, network.headers)
        meth, timestamp, reth, headers = _data_headers(data, body, bth) if kind.data else (None, None, None, 0)
        return SeenPacket(
            frame.number,
            frame.time_ns,
            frame.interface,
            network.source,
            network.destination,
            role,
            network.ecn == ECN_CE,
            entropy,
            plane,
            uplink,
            bth,
            kind,
            trimmed=role in TRIMMED_ROLES and udp_length > frame.length - at,
            payload=_payload(udp_length, bth, kind, headers),
            meth=meth,
            timestamp=timestamp,
            reth=reth,
            control=() if kind.data else self._control(data, body, kind),
        )

    def _control(self, data: bytes, body: int, kind: PacketType) -> tuple[AnyHeader, ...]:
        found: list[AnyHeader] = []
        for header in kind.headers:
            if body + header.length > len(data):
                return ()
            found.append(header.reader(self._wire)(data, body))
            body += header.length
        return tuple(found)


def _path(entropy: int, sport: int, headers: int) -> tuple[int | None, int | None]:
    """(plane, T0 uplink) of an EV of this project, by how it travels; None for what it does not say."""
    if headers == 1:
        # Not encapsulated: 0b11 and the plane begin the source port, and switches hash the rest.
        return (sport >> 11 & 7 if sport >> 14 == 3 else None), None
    if headers > 2:
        return None, None  # a routing header: the EV is any fabric's own
    try:
        return PLANE_UPLINK.path(entropy)
    except ValueError:
        return None, None


def _payload(udp_length: int, bth: Bth, kind: PacketType, headers: int) -> int:
    if not kind.data:
        return 0
    return max(0, udp_length - UDP_LEN - BTH_LEN - (headers + (4 if kind.immediate else 0)) - bth.pad - ICRC_LEN)


def _data_headers(data: bytes, body: int, bth: Bth) -> tuple[Meth | None, int | None, Reth | None, int]:
    """What is there of METH, TSETH and RETH, and how long they are when whole."""
    length = METH.length + (TSETH.length if bth.ts else 0) + RETH.length
    meth = Meth.unpack(data, body) if body + METH.length <= len(data) else None
    at = body + METH.length
    timestamp = None
    if bth.ts:
        if at + TSETH.length <= len(data):
            timestamp = Tseth.unpack(data, at).timestamp
        at += TSETH.length
    reth = Reth.unpack(data, at) if at + RETH.length <= len(data) else None
    return meth, timestamp, reth, length
