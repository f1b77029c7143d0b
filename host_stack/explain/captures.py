# SPDX-License-Identifier: Apache-2.0
"""Reads pcapng files (draft-ietf-opsawg-pcapng), any byte order and time resolution, any number of sections."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from host_stack.errors import HostStackError

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
