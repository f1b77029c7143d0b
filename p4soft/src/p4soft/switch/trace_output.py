# SPDX-License-Identifier: Apache-2.0
"""Trace events as lines of text for people, and as JSON lines."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from typing import TextIO

from p4soft.switch import trace as t
from p4soft.switch.program.model import SourceInfo

# --- Text: one line per event, indented by where the packet is -------------------------------------------------------


HIDDEN = "tbl_"  # p4c wraps bare statements in tables; their names mean nothing to people


def _at(source: SourceInfo | None) -> str:
    return f"  [{source}]" if source else ""


def _pairs(pairs: t.Pairs) -> str:
    return ", ".join(f"{name}={value:#x}" for name, value in pairs)


def _bytes(count: int) -> str:
    return f"{count} byte{'' if count == 1 else 's'}"


def journey(at: t.Journey) -> str:
    """Which packet, copy and pass: `#3`, `#3.1` for its first copy, `#3.1+2` for that copy's third pass."""
    copy = f".{at.copy}" if at.copy else ""
    return f"#{at.packet}{copy}{f'+{at.pass_number}' if at.pass_number else ''}"


def render(event: t.TraceEvent) -> str:
    """One line for one event, without the packet's number."""
    match event:
        case t.Received():
            again = "" if event.cause == "normal" else f" ({event.cause})"
            return f"received on port {event.port}: {_bytes(event.length)} at {event.time_us} us{again}"
        case t.ParserStateEntered():
            return f"  parser state {event.state}{_at(event.source)}"
        case t.HeaderExtracted():
            where = f"{_bytes(event.length)} at {event.offset}"
            return f"    extract {event.header} ({where}): {_pairs(event.fields)}{_at(event.source)}"
        case t.ParserAdvanced():
            return f"    advance by {event.bits} bits from byte {event.offset}{_at(event.source)}"
        case t.ParserTransition():
            return _transition(event)
        case t.ParserFailed():
            return f"    parser stops in {event.state}: {event.error}; ingress still runs{_at(event.source)}"
        case t.ChecksumChecked():
            return _checksum(event)
        case t.PipelineEntered():
            return f"  control {event.pipeline}{_at(event.source)}"
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
            inputs = f" of {_pairs(_hash_inputs(event))}" if event.primitive == "hash" else ""
            return f"        {event.primitive}: {event.detail}{inputs}{_at(event.source)}"
        case _:
            return _between_controls(event)


def _between_controls(event: t.TraceEvent) -> str:
    match event:
        case t.DigestSent():
            return f"  digest {event.digest} to the control plane: {_pairs(event.fields)}"
        case t.Copied():
            return _copied(event)
        case t.Enqueued():
            return f"  queued for port {event.port} priority {event.priority} ({event.depth} ahead)"
        case t.Dequeued():
            return f"  leaves the queue of port {event.port} priority {event.priority} at {event.time_us} us"
        case t.Deparsed():
            headers = ", ".join(event.headers) or "no header"
            rest = f"and {_bytes(event.payload)} of payload" if event.payload else "and no payload"
            return f"  deparser writes {headers} ({_bytes(event.length)}) {rest}{_at(event.source)}"
        case t.Truncated():
            return f"    truncated from {event.length} to {event.kept} bytes"
        case t.Emitted():
            return f"  sent out of port {event.port}: {_bytes(event.length)}"
        case t.Dropped():
            return f"  DROPPED in {event.stage}: {event.reason}{_at(event.source)}"
        case _:
            return f"  {event}"


def _transition(event: t.ParserTransition) -> str:
    text = f"    {event.state} -> {event.next_state or 'accept'}"
    if not event.matched:
        return f"{text}{_at(event.source)}"
    return f"{text} on {_pairs(event.key)} (case {event.matched}){_at(event.source)}"


def _hash_inputs(event: t.PrimitiveRan) -> t.Pairs:
    return event.values[:-1]  # the last one is the result, which `detail` has


def _checksum(event: t.ChecksumChecked) -> str:
    verdict = f"writes {event.computed:#x} over {event.found:#x}"
    if event.phase == "verify":
        verdict = (
            "is right" if event.computed == event.found else f"is wrong: {event.found:#x}, not {event.computed:#x}"
        )
    return f"    checksum {event.name} {verdict}{_at(event.source)}"


def _table(event: t.TableApplied) -> str:
    looked_up = f" key {_pairs(event.key)}" if event.key else ""
    const = "const " if event.const else ""
    if event.hit:
        found = f"hit {const}entry {event.handle} ({event.entry}){_at(event.entry_source)} ->"
    else:
        found = f"{'miss' if event.key else 'no key'} -> {const}default"
    via = f" via {event.via}" if event.via else ""
    return f"    table {event.table}{looked_up}: {found} {event.action}{via}{_at(event.source)}"


def _copied(event: t.Copied) -> str:
    became = journey(t.Journey(event.packet, event.new_pass, event.new_copy))
    kept = f", keeping {_pairs(event.preserved)}" if event.preserved else ""
    return f"  {event.kind}: {event.detail}, as {became}{kept}"


def is_hidden(event: t.TraceEvent) -> bool:
    """Whether an event is about a wrapper p4c makes up, which people need not see."""
    if isinstance(event, t.TableApplied):
        return event.table.startswith(HIDDEN)
    return isinstance(event, t.ActionEntered) and event.hidden


class TextTracer:
    """A Tracer that writes each line, prefixed with the packet's `journey`, to a text stream."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def event(self, event: t.TraceEvent) -> None:
        """Write one line, or none for the actions' wrappers p4c makes up."""
        if is_hidden(event):
            return
        with contextlib.suppress(OSError):  # a closed pipe must not cost packets
            self._out.write(f"{journey(event.at)} {render(event)}\n")


# --- JSON: one object per event, with the members docs/tracing.md lists ----------------------------------------------


# Numbers of packets, ports, bytes and times are JSON numbers. Values of P4 fields, parameters and keys can be wider
# than any JSON reader's integers and are hexadecimal strings ("0x1f", "-0x1" for negative signed fields); frames are
# hexadecimal bytes. A place in the P4 source is {"file", "line", "column", "text"}; unknown is null.

# Members whose integers are values of P4 fields, by event.
_WIDE = {t.FieldChanged: ("old", "new"), t.ChecksumChecked: ("computed", "found")}


def event_name(kind: type[t.TraceEvent]) -> str:
    """What the member "event" says: the class in lower case with underscores."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def to_object(event: t.TraceEvent) -> dict[str, object]:
    """The JSON object of one event."""
    found: dict[str, object] = {
        "packet": event.at.packet,
        "pass": event.at.pass_number,
        "copy": event.at.copy,
        "event": event_name(type(event)),
    }
    wide = _WIDE.get(type(event), ())
    for field in dataclasses.fields(event):
        if field.name != "at":
            value = getattr(event, field.name)
            found[field.name] = hex(value) if field.name in wide else _value(value)
    return found


def _value(value: object) -> object:
    match value:
        case bytes():
            return value.hex()
        case SourceInfo():
            return {"file": value.filename, "line": value.line, "column": value.column, "text": value.fragment}
        case tuple():
            return [{"name": v[0], "value": hex(v[1])} if isinstance(v, tuple) else v for v in value]
        case _:
            return value


class JsonTracer:
    """A Tracer that writes one JSON object per line to a text stream."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def event(self, event: t.TraceEvent) -> None:
        """Write one line."""
        with contextlib.suppress(OSError):  # a closed pipe must not cost packets
            self._out.write(json.dumps(to_object(event)) + "\n")
