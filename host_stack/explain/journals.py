# SPDX-License-Identifier: Apache-2.0
"""A NIC's journal as a capture: to explain it at once, or to keep it as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from host_stack.explain.captures import CapturedFrame
from host_stack.explain.conversations import Conversations, read_conversations
from host_stack.explain.packets import PacketReader
from host_stack.journal import HEADERS, Journal, JournalEntry
from host_stack.wire.options import WireOptions
from p4soft.outputs import atomic_file
from p4soft.outputs.pcapng import NANOSECONDS, PcapngWriter


def journal_frames(journals: Mapping[str, Journal]) -> Iterator[CapturedFrame]:
    """Frames of the journals of one or several NICs (by name), in order of time."""
    merged = [(name, entry) for name, journal in journals.items() for entry in journal]
    merged.sort(key=lambda each: each[1].time_ns)
    for number, (name, entry) in enumerate(merged, start=1):
        yield CapturedFrame(number, entry.time_ns, _interface(name, entry), entry.data, entry.length)


def explain_journals(journals: Mapping[str, Journal], wire: WireOptions) -> Conversations:
    """The conversations that journals (by name of the NIC) tell of."""
    reader = PacketReader(wire)
    return read_conversations(found for frame in journal_frames(journals) if (found := reader.read(frame)) is not None)


def write_journals(journals: Mapping[str, Journal], path: Path) -> None:
    """Journals as one pcapng file, an interface per NIC, port and direction.

    Raises:
        OutputError: it cannot be written.
    """
    with atomic_file(path) as stream:
        writer = PcapngWriter(stream, application="mrc-fabric journal", snaplen=HEADERS, resolution=NANOSECONDS)
        known: dict[str, int] = {}
        for frame in journal_frames(journals):
            if frame.interface not in known:
                known[frame.interface] = writer.add_interface(frame.interface, "as the NIC saw it")
            writer.write(known[frame.interface], frame.time_ns, frame.data, length=frame.length)


def _interface(name: str, entry: JournalEntry) -> str:
    return f"{name}:{entry.port} {'out' if entry.sent else 'in'}"
