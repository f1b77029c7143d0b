# SPDX-License-Identifier: Apache-2.0
"""Ports on classic pcap files (simple_switch's --use-files): NAME_in.pcap is what arrives, NAME_out.pcap what leaves.

Written as Ethernet with microseconds, big-endian; read in either byte order, with micro- or nanoseconds; without any
packet library.
"""

from __future__ import annotations

import heapq
import logging
import selectors
import struct
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from typing_extensions import override

from p4soft.switch.ports import BURST, Port, PortError

# --- Writing ---------------------------------------------------------------------------------------------------------


_MAGIC = 0xA1B2C3D4
_LINKTYPE_ETHERNET = 1
_SNAP_LENGTH = 65535
_FILE_HEADER = struct.Struct(">IHHiIII")
_RECORD_HEADER = struct.Struct(">IIII")


class PcapWriter:
    """Appends frames to one new pcap file."""

    def __init__(self, path: Path) -> None:
        """Create (or truncate) `path`. Raises OSError."""
        self._file = path.open("wb")
        self._file.write(_FILE_HEADER.pack(_MAGIC, 2, 4, 0, 0, _SNAP_LENGTH, _LINKTYPE_ETHERNET))
        self._file.flush()

    def write(self, frame: bytes, time_ns: int | None = None) -> None:
        """Append `frame` with a timestamp in nanoseconds since the epoch (default: now)."""
        stamp_us = (time.time_ns() if time_ns is None else time_ns) // 1000
        kept = frame[:_SNAP_LENGTH]
        self._file.write(_RECORD_HEADER.pack(stamp_us // 1_000_000, stamp_us % 1_000_000, len(kept), len(frame)))
        self._file.write(kept)

    def flush(self) -> None:
        """Make everything written so far visible to readers."""
        self._file.flush()

    def close(self) -> None:
        self._file.close()


class PortCapture:
    """The two files of one port, named as BMv2 names them: `<name>_in.pcap` and `<name>_out.pcap`."""

    def __init__(self, directory: Path, name: str) -> None:
        """Open both files in the existing `directory`. Raises OSError."""
        self.received = PcapWriter(directory / f"{name}_in.pcap")
        try:
            self.sent = PcapWriter(directory / f"{name}_out.pcap")
        except OSError:
            self.received.close()
            raise

    def flush(self) -> None:
        self.received.flush()
        self.sent.flush()

    def close(self) -> None:
        self.received.close()
        self.sent.close()


# --- Reading ---------------------------------------------------------------------------------------------------------


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


class Record(Struct, frozen=True):
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


# --- Ports -----------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)


class FilePort(Port):
    """The output half of a port that is a pair of files. Every frame is on disk when `transmit` returns."""

    def __init__(self, number: int, name: str) -> None:
        """Create `<name>_out.pcap`. Raises PortError."""
        self.number = number
        self.capture_name = Path(name).name
        self.lost = Counter()
        path = Path(f"{name}_out.pcap")
        try:
            self._writer = PcapWriter(path)
        except OSError as error:
            raise PortError(f"port {number}: {path}: cannot write: {error.strerror}") from None

    @override
    def register(self, selector: selectors.BaseSelector) -> None:
        """: there is nothing to wait for."""

    @override
    def is_up(self) -> bool:
        return True

    @override
    def transmit(self, frame: bytes) -> bool:
        self._writer.write(frame)
        self._writer.flush()
        return True

    @override
    def close(self) -> None:
        self._writer.close()


class FileReplay:
    """Hands out the frames of all input files, as simple_switch does.

    The earliest time stamp goes first (of equal ones the lowest port), each as soon as the one before it is done: the
    gaps between time stamps are not waited for.
    """

    def __init__(self, names: Mapping[int, str], start_us: int) -> None:
        """Open `<name>_in.pcap` of every port; nothing is due before `start_us`.

        Raises:
            PortError: a file is missing or is not a pcap file.
        """
        self._start_us = start_us
        # (time stamp, port, the record, what follows it)
        self._heads: list[tuple[int, int, Record, Iterator[Record]]] = []
        for port, name in sorted(names.items()):
            self._push(port, read_pcap(Path(f"{name}_in.pcap")))

    def next_us(self) -> int | None:
        """When `take` has something, or None after the last frame."""
        return self._start_us if self._heads else None

    def take(self, now_us: int) -> Iterator[tuple[int, bytes]]:
        """At most `BURST` frames that are due, as (port, frame). Raises PortError: a record is damaged."""
        if now_us < self._start_us:
            return
        for _ in range(BURST):
            if not self._heads:
                return
            _, port, record, rest = heapq.heappop(self._heads)
            yield port, record.frame
            self._push(port, rest)
            if not self._heads:
                _log.info("all input files have been read")

    def _push(self, port: int, records: Iterator[Record]) -> None:
        try:
            record = next(records, None)
        except PcapError as error:
            raise PortError(f"port {port}: {error}") from None
        if record is not None:
            heapq.heappush(self._heads, (record.time_ns, port, record, records))
