# SPDX-License-Identifier: Apache-2.0
"""Classic pcap files (LINKTYPE_ETHERNET, microseconds, big-endian), written without any packet library."""

from __future__ import annotations

import struct
import time
from pathlib import Path

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
        """Flush and close."""
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
        """Flush both files."""
        self.received.flush()
        self.sent.flush()

    def close(self) -> None:
        """Close both files."""
        self.received.close()
        self.sent.close()
