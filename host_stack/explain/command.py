# SPDX-License-Identifier: Apache-2.0
"""From files to what is printed: `python -m host_stack explain`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from host_stack.explain import tables
from host_stack.explain.captures import CaptureError, read_capture
from host_stack.explain.conversations import Conversation, Conversations, read_conversations
from host_stack.explain.fates import fates_of
from host_stack.explain.packets import PacketReader
from host_stack.explain.summary import PacketDocument, conversation_document, document, packet_documents
from host_stack.wire.options import WireOptions


def explain(
    files: Sequence[Path], console: Console, *, wire: WireOptions, qpn: int | None, psn: int | None, as_json: bool
) -> None:
    """Print the stories in captures.

    Args:
        files: pcapng files of one clock; their frames are merged by time.
        console: for tables or JSON.
        wire: how the packets are written.
        qpn: only conversations of this queue pair number at either end; None for all.
        psn: the story of this PSN (24 bit) instead of sums; None for sums.
        as_json: print JSON.

    Raises:
        CaptureError: a file is no capture, has no MRC in it, or nothing of what was asked for.
    """
    conversations = _read(files, wire)
    chosen = _choose(conversations, qpn, _named(files))
    if psn is None:
        made = document(conversations, chosen)
        if as_json:
            console.print_json(json.dumps(made), highlight=False)
        else:
            tables.print_document(made, console)
        return
    told = [(each, packets) for each in chosen if (packets := _packets(each, psn))]
    if not told:
        raise CaptureError(
            f"{_named(files)}: psn: {psn} was not sent in any chosen conversation; accepted: {_psns(chosen)}"
        )
    if as_json:
        console.print_json(json.dumps([packet for _, packets in told for packet in packets]), highlight=False)
        return
    for each, packets in told:
        tables.print_packet(conversation_document(each, fates_of(each)), packets, console)


def _named(files: Sequence[Path]) -> str:
    return ", ".join(str(file) for file in files)


def _read(files: Sequence[Path], wire: WireOptions) -> Conversations:
    reader = PacketReader(wire)
    frames = [frame for file in files for frame in read_capture(file)]
    if len(files) > 1:
        frames.sort(key=lambda frame: frame.time_ns)
    conversations = read_conversations(found for frame in frames if (found := reader.read(frame)) is not None)
    if not conversations.packets:
        ports = ", ".join(str(port) for port in sorted(wire.udp_ports_accepted | {wire.udp_port}))
        raise CaptureError(
            f"{_named(files)}: {len(frames):,} frames, none of them MRC; accepted: UDP port {ports}, opcode 0xc0..0xdf"
        )
    return conversations


def _choose(conversations: Conversations, qpn: int | None, files: str) -> list[Conversation]:
    every = conversations.all()
    chosen = [each for each in every if qpn is None or qpn in (each.reader_qpn, each.writer_qpn)]
    if qpn is not None and not chosen:
        known = sorted(
            {number for each in every for number in (each.reader_qpn, each.writer_qpn) if number is not None}
        )
        accepted = ", ".join(f"{number:#x}" for number in known) or "none: no data packet was captured"
        raise CaptureError(f"{files}: qp: {qpn:#x} is no end of a conversation here; accepted: {accepted}")
    return chosen


def _packets(conversation: Conversation, psn: int) -> list[PacketDocument]:
    fates = fates_of(conversation)
    return [made for index, sent in fates.items() if index & 0xFFFFFF == psn for made in packet_documents(sent)]


def _psns(chosen: Sequence[Conversation]) -> str:
    spans = []
    for each in chosen:
        numbers = sorted(each.transmissions)
        spans.append(f"{numbers[0] & 0xFFFFFF}..{numbers[-1] & 0xFFFFFF}")
    return ", ".join(spans) or "none: no data packet was captured"
