# SPDX-License-Identifier: Apache-2.0
"""``python -m host_stack explain``: from files to tables on a terminal, or to JSON, by the documents of ``summary``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from host_stack.explain.captures import CaptureError, PacketReader, read_capture
from host_stack.explain.conversations import Conversation, Conversations, fates_of, read_conversations
from host_stack.explain.summary import (
    ConversationDocument,
    Document,
    EvDocument,
    PacketDocument,
    PortUpdateDocument,
    ProbeDocument,
    RttDocument,
    conversation_document,
    document,
    packet_documents,
)
from host_stack.wire.options import WireOptions

# --- Tables ----------------------------------------------------------------------------------------------------------

#: Narrower terminals (and pipes) get the tables at this width, so that no column disappears.
MINIMUM_WIDTH = 126


def print_document(document: Document, console: Console) -> None:
    """Every conversation: its sums, its EVs; then EV probes, and port status updates."""
    span = document["last_ns"] - document["first_ns"]
    console.print(
        f"{document['packets']:,} MRC packets in {time_text(span)}, {len(document['conversations'])} conversations",
        highlight=False,
    )
    for conversation in document["conversations"]:
        print_conversation(conversation, console)
    if document["ev_probes"]:
        console.print(_probes(document["ev_probes"]))
    if document["port_updates"]:
        console.print(_port_updates(document["port_updates"]))


def print_conversation(conversation: ConversationDocument, console: Console) -> None:
    """Who, how much, what was sent again and why, and a row per EV."""
    console.print()
    console.print(f"[bold]{title(conversation)}[/bold]", highlight=False)
    for line in _sentences(conversation):
        console.print("  " + line, highlight=False)
    console.print(_evs(conversation["evs"]))


def title(conversation: ConversationDocument) -> str:
    writer, reader = conversation["writer_qpn"], conversation["reader_qpn"]
    own = f"QP {writer:#x}" if writer is not None else "QP unknown"
    return f"{conversation['writer']} {own} → {conversation['reader']} QP {reader:#x}"


def _sentences(c: ConversationDocument) -> list[str]:
    again = f"sent again: {c['retransmissions']:,} packets, {c['retransmitted_bytes']:,} bytes"
    lines = [
        f"{c['data_packets']:,} packets, {c['data_bytes']:,} bytes, planes {_counts(c['planes'])},"
        f" from {time_text(c['first_ns'])} to {time_text(c['last_ns'])}",
        again + (f" ({_counts(c['causes'])})" if c["causes"] else ""),
        f"what became of all {sum(c['outcomes'].values()):,}: {_counts(c['outcomes'])}",
        f"answers: {c['sacks']:,} SACKs ({c['sacks_marked']:,} marked), {c['acks']:,} ACKs,"
        f" NACKs: {_counts(c['nacks'])}; {c['probes']:,} reliability probes",
    ]
    if c["rtt"] is not None:
        lines.append(f"round trip seen: {_rtt(c['rtt'])} (min, mean, max of {c['rtt']['samples']:,})")
    return lines


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"


def _table(name: str) -> Table:
    return Table(title=name, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)


def _rtt(rtt: RttDocument | None) -> str:
    if rtt is None:
        return ""
    return " ".join(time_text(each) for each in (rtt["min_ns"], rtt["mean_ns"], rtt["max_ns"]))


def _evs(rows: list[EvDocument]) -> Table:
    table = _table("  EVs")
    table.add_column("  EV", no_wrap=True)
    for name in ("plane", "uplink", "packets", "arrived", "trimmed", "refused", "lost", "marks"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("RTT min mean max", justify="right", no_wrap=True, min_width=31)
    for row in rows:
        path = ("" if row["plane"] is None else str(row["plane"]), "" if row["uplink"] is None else str(row["uplink"]))
        numbers = (row["packets"], row["delivered"], row["trimmed"], row["refused"], row["lost"], row["marks"])
        table.add_row("  " + row["entropy"], *path, *(f"{number:,}" for number in numbers), _rtt(row["rtt"]))
    return table


def _probes(rows: list[ProbeDocument]) -> Table:
    table = _table("EV probes")
    for name in ("asker", "asked", "EV"):
        table.add_column(name, no_wrap=True)
    for name in ("sent", "answered", "RTT min mean max"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row["asker"], row["asked"], row["entropy"], f"{row['sent']:,}", f"{row['answered']:,}", _rtt(row["rtt"])
        )
    return table


def _port_updates(rows: list[PortUpdateDocument]) -> Table:
    table = _table("Port status updates")
    for name in ("at", "from", "to", "up", "EV"):
        table.add_column(name, no_wrap=True)
    table.add_column("answered after", justify="right", no_wrap=True)
    for row in rows:
        answered = row["answered_ns"]
        after = "no answer seen" if answered is None else time_text(answered - row["sent_ns"])
        up = " ".join(map(str, row["up"])) or "none"
        table.add_row(time_text(row["sent_ns"]), row["teller"], row["told"], up, row["entropy"], after)
    return table


def print_packet(conversation: ConversationDocument, packets: list[PacketDocument], console: Console) -> None:
    """The story of one PSN, sending by sending."""
    console.print(f"[bold]{title(conversation)}, PSN {packets[0]['psn']}[/bold]", highlight=False)
    for packet in packets:
        for line in story(packet):
            console.print(line, highlight=False)


def story(packet: PacketDocument) -> list[str]:
    """One sending in sentences."""
    plane = "" if packet["plane"] is None else f", plane {packet['plane']}"
    why = f" again ({packet['cause']})" if packet["cause"] is not None else ""
    lines = [
        f"  {time_text(packet['sent_ns'])}  frame {packet['frame']}: sent{why} on EV {packet['entropy']}{plane}",
        f"      seen on {', '.join(packet['seen_on'])}",
    ]
    if packet["trimmed_on"] is not None:
        lines.append(f"      trimmed before {packet['trimmed_on']}")
    end = packet["outcome"] + (f", NACK {packet['reason']}" if packet["reason"] is not None else "")
    if packet["answered_ns"] is not None:
        end += (
            f": told at {time_text(packet['answered_ns'])} by frame {packet['answered_in_frame']},"
            f" {time_text(packet['answered_ns'] - packet['sent_ns'])} later"
        )
    return [*lines, "      " + end]


def time_text(ns: int) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)):
        if abs(ns) >= size:
            return f"{ns / size:.3f} {unit}".replace(".000", "")
    return f"{ns} ns"


# --- The command -----------------------------------------------------------------------------------------------------


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
            print_document(made, console)
        return
    stories = [(each, packets) for each in chosen if (packets := _packets(each, psn))]
    if not stories:
        raise CaptureError(
            f"{_named(files)}: psn: {psn} was not sent in any chosen conversation; accepted: {_psns(chosen)}"
        )
    if as_json:
        console.print_json(json.dumps([packet for _, packets in stories for packet in packets]), highlight=False)
        return
    for each, packets in stories:
        print_packet(conversation_document(each, fates_of(each)), packets, console)


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
