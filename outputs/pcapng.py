# SPDX-License-Identifier: Apache-2.0
"""Captures of links as pcapng (draft-ietf-opsawg-pcapng), with nanosecond timestamps of emulated time.

One file per link, one interface per direction. A frame is recorded when its first bit leaves the sending port, so one
lost on the wire is in the capture: the tap sits at the sender. Time 0 of the run is 1970-01-01T00:00:00Z.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import BinaryIO

_SECTION_HEADER = 0x0A0D0D0A
_INTERFACE_DESCRIPTION = 1
_ENHANCED_PACKET = 6
_BYTE_ORDER_MAGIC = 0x1A2B3C4D
_LINKTYPE_ETHERNET = 1
_OPTION_END = 0
_OPTION_SHB_USERAPPL = 4
_OPTION_IF_NAME = 2
_OPTION_IF_DESCRIPTION = 3
_OPTION_IF_SPEED = 8
_OPTION_IF_TSRESOL = 9
_NANOSECONDS = 9


def _option(code: int, value: bytes) -> bytes:
    return struct.pack("<HH", code, len(value)) + value + b"\0" * (-len(value) % 4)


def _block(kind: int, body: bytes) -> bytes:
    length = 12 + len(body)
    return struct.pack("<II", kind, length) + body + struct.pack("<I", length)


class PcapngWriter:
    """Writes one pcapng section to a stream.

    Args:
        stream: an open binary file; the writer does not close it.
        application: recorded in the section header.
        snaplen: bytes kept of each frame; 0 keeps all.
    """

    def __init__(self, stream: BinaryIO, *, application: str, snaplen: int = 0) -> None:
        self._stream = stream
        self._snaplen = snaplen
        self._interfaces = 0
        options = _option(_OPTION_SHB_USERAPPL, application.encode()) + _option(_OPTION_END, b"")
        # Major 1, minor 0; section length -1: not known in advance.
        stream.write(_block(_SECTION_HEADER, struct.pack("<IHHq", _BYTE_ORDER_MAGIC, 1, 0, -1) + options))

    def add_interface(self, name: str, description: str, speed_bps: int) -> int:
        """Describe an interface; returns its id for `write`."""
        options = (
            _option(_OPTION_IF_NAME, name.encode())
            + _option(_OPTION_IF_DESCRIPTION, description.encode())
            + _option(_OPTION_IF_SPEED, struct.pack("<Q", speed_bps))
            + _option(_OPTION_IF_TSRESOL, bytes([_NANOSECONDS]))
            + _option(_OPTION_END, b"")
        )
        body = struct.pack("<HHI", _LINKTYPE_ETHERNET, 0, self._snaplen) + options
        self._stream.write(_block(_INTERFACE_DESCRIPTION, body))
        self._interfaces += 1
        return self._interfaces - 1

    def write(self, interface: int, time_ns: int, frame: bytes) -> None:
        """Append one frame (without FCS)."""
        size = len(frame)
        data = frame[: self._snaplen] if self._snaplen else frame
        kept = len(data)
        padding = -kept % 4
        length = 32 + kept + padding
        self._stream.write(
            struct.pack(
                "<IIIIIII",
                _ENHANCED_PACKET,
                length,
                interface,
                time_ns >> 32,
                time_ns & 0xFFFFFFFF,
                kept,
                size,
            )
            + data
            + struct.pack(f"<{padding}xI", length)
        )


def taps(writer: PcapngWriter, directions: Sequence[tuple[str, int]]) -> list[Callable[[int, bytes], None]]:
    """One tap per direction, given as (name, rate in bits/s), for `Direction.tap`."""

    def tap_for(interface: int) -> Callable[[int, bytes], None]:
        return lambda time_ns, frame: writer.write(interface, time_ns, frame)

    return [tap_for(writer.add_interface(name, f"leaving {name.split('>')[0]}", rate)) for name, rate in directions]


def file_name(link: str) -> str:
    """A capture's file name: the link's name without characters that some file systems refuse."""
    return link.replace(":", "_") + ".pcapng"
