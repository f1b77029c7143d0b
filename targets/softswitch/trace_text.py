# SPDX-License-Identifier: Apache-2.0
"""Trace events as lines of text for people: one line per event, indented by where the packet is."""

from __future__ import annotations

import contextlib
from typing import TextIO

from targets.softswitch import trace as t
from targets.softswitch.program.header_model import SourceInfo

HIDDEN = "tbl_"  # p4c wraps bare statements in tables of its own; their names mean nothing to people


def _at(source: SourceInfo | None) -> str:
    return f"  [{source}]" if source else ""


def _pairs(pairs: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name}={value:#x}" for name, value in pairs)


def render(event: t.TraceEvent) -> str:
    """One line for one event, without the packet's number."""
    match event:
        case t.Received():
            again = "" if event.cause == "normal" else f" ({event.cause})"
            return f"received on port {event.port}: {event.length} bytes at {event.time_us} us{again}"
        case t.ParserStateEntered():
            return f"  parser state {event.state}"
        case t.HeaderExtracted():
            return f"    extract {event.header} ({event.length} bytes at {event.offset}): {_pairs(event.fields)}"
        case t.ParserTransition():
            key = f" on key {event.key:#x}" if event.key is not None else ""
            return f"    {event.state} -> {event.next_state or 'accept'}{key}"
        case t.ParserFailed():
            return f"    parser stops in {event.state}: {event.error}; ingress still runs"
        case t.ChecksumChecked():
            return _checksum(event)
        case t.PipelineEntered():
            return f"  control {event.pipeline}"
        case t.ConditionEvaluated():
            text = event.source.fragment if event.source and event.source.fragment else event.name
            return f"    if {text}: {'true' if event.result else 'false'}{_at(event.source)}"
        case t.TableApplied():
            return _table(event)
        case t.ActionEntered():
            return f"      action {event.action}({_pairs(event.params)}){_at(event.source)}"
        case t.FieldChanged():
            return f"        {event.field}: {event.old:#x} -> {event.new:#x}{_at(event.source)}"
        case t.ValidityChanged():
            state = "valid" if event.valid else "invalid"
            return f"        {event.header} becomes {state}{_at(event.source)}"
        case t.PrimitiveRan():
            return f"        {event.primitive}: {event.detail}{_at(event.source)}"
        case t.Copied():
            return f"  {event.kind}: {event.detail}"
        case t.Enqueued():
            return f"  queued for port {event.port} priority {event.priority} ({event.depth} ahead)"
        case t.Dequeued():
            return f"  leaves the queue of port {event.port} priority {event.priority} at {event.time_us} us"
        case t.Truncated():
            return f"    truncated from {event.length} to {event.kept} bytes"
        case t.Emitted():
            return f"  sent out of port {event.port}: {event.length} bytes"
        case t.Dropped():
            return f"  DROPPED in {event.stage}: {event.reason}{_at(event.source)}"
        case _:
            return f"  {event}"


def _checksum(event: t.ChecksumChecked) -> str:
    verdict = f"writes {event.computed:#x} over {event.found:#x}"
    if event.phase == "verify":
        verdict = (
            "is right" if event.computed == event.found else f"is wrong: {event.found:#x}, not {event.computed:#x}"
        )
    return f"    checksum {event.name} {verdict}{_at(event.source)}"


def _table(event: t.TableApplied) -> str:
    looked_up = f" key {_pairs(event.key)}" if event.key else ""
    if event.hit:
        found = f"hit entry {event.handle} ({event.entry}){_at(event.entry_source)}"
    else:
        found = "miss" if event.key else "no key"
    via = f" via {event.via}" if event.via else ""
    return f"    table {event.table}{looked_up}: {found} -> {event.action}{via}{_at(event.source)}"


class TextTracer:
    """A Tracer that writes each line, prefixed with the packet's number, to a text stream."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def event(self, event: t.TraceEvent) -> None:
        """Write one line, or none for the actions' wrappers p4c makes up."""
        if isinstance(event, t.TableApplied) and event.table.startswith(HIDDEN):
            return
        with contextlib.suppress(OSError):  # a closed pipe must not cost packets
            self._out.write(f"#{event.packet} {render(event)}\n")
