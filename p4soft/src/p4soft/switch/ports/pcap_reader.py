# SPDX-License-Identifier: Apache-2.0
"""Classic pcap files, read without any packet library: either byte order, micro- or nanosecond time stamps."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FILE_HEADER_BYTES = 24
_RECORD_HEADER_BYTES = 16
_MAX_FRAME = 1 << 20
# The first four bytes, to byte order and nanoseconds per unit of the time stamp's second half.
_MAGICS = {
    b"\xa1\xb2\xc3\xd4": (">", 1000),
    b"\xd4\xc3\xb2\xa1": ("<", 1000),
    b"\xa1\xb2\x3c\x4d": (">", 1),
    b"\x4d\x3c\xb2\xa1": ("<", 1),
}


class PcapError(Exception):
    """A file cannot be read, or is not pcap; the message is complete and names the file."""


@dataclass(frozen=True, slots=True)
class Record:
    """One frame of a capture; `time_ns` is nanoseconds since the epoch."""

    time_ns: int
    frame: bytes


def read_pcap(path: Path) -> Iterator[Record]:
    """The frames of `path`, in file order, read as they are asked for.

    Raises:
        PcapError: at the first step when the file cannot be opened or is no pcap file; later when a record is damaged
            or holds less than the whole frame (as simple_switch refuses it).
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        raise PcapError(f"{path}: cannot read: {error.strerror}") from None
    with stream:
        header = stream.read(_FILE_HEADER_BYTES)
        order_and_unit = _MAGICS.get(header[:4])
        if order_and_unit is None or len(header) < _FILE_HEADER_BYTES:
            raise PcapError(f"{path}: not a pcap file; accepted: classic pcap (pcapng is another format)")
        order, unit_ns = order_and_unit
        layout = struct.Struct(f"{order}IIII")
        number = 0
        while head := stream.read(_RECORD_HEADER_BYTES):
            where = f"{path}: packet {number} (from 0)"
            if len(head) < _RECORD_HEADER_BYTES:
                raise PcapError(f"{where}: the file ends in the middle of it")
            seconds, fraction, kept, length = layout.unpack(head)
            if kept != length:
                raise PcapError(f"{where}: only {kept} of {length} bytes were captured; accepted: whole packets")
            if kept > _MAX_FRAME:
                raise PcapError(f"{where}: {kept} bytes; accepted: up to {_MAX_FRAME}")
            frame = stream.read(kept)
            if len(frame) < kept:
                raise PcapError(f"{where}: the file ends in the middle of it")
            yield Record(seconds * 1_000_000_000 + fraction * unit_ns, frame)
            number += 1
