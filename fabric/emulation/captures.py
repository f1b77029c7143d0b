# SPDX-License-Identifier: Apache-2.0
"""Captures of links, one pcapng file each, one interface per direction, in nanoseconds of emulated time.

A frame is recorded when its first bit leaves the sending port, so one lost on the wire is in the capture: the tap sits
at the sender. Time 0 of the run is 1970-01-01T00:00:00Z.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from fabric.emulation.interfaces import Tap, Wire
from fabric.emulation.network import Link
from fabric.measuring.measurements import capture_file
from p4soft.outputs import NANOSECONDS, PcapngWriter, atomic_file

_APPLICATION = "mrc-fabric"


@contextlib.contextmanager
def capturing(links: Iterable[Link], out: Path, snaplen: int) -> Iterator[dict[str, str]]:
    """Tap the links; the files get their names when the block ends.

    Yields:
        File names relative to `out`, by link.

    Raises:
        OutputError: a capture cannot be written.
    """
    files: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        for link in links:
            relative = capture_file(link.name)
            stream = stack.enter_context(atomic_file(out / relative))
            writer = PcapngWriter(stream, application=_APPLICATION, snaplen=snaplen, resolution=NANOSECONDS)
            for direction in link:
                direction.tap = _tap(writer, direction)
            files[link.name] = relative
        yield files


def _tap(writer: PcapngWriter, direction: Wire) -> Tap:
    sender = direction.name.split(">")[0]
    interface = writer.add_interface(direction.name, f"leaving {sender}", speed_bps=direction.rate_bps)
    return lambda time_ns, frame: writer.write(interface, time_ns, frame)
