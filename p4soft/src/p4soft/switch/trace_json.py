# SPDX-License-Identifier: Apache-2.0
"""Trace events as JSON lines: one object per event, with the members docs/tracing.md lists.

Numbers of packets, ports, bytes and times are JSON numbers. Values of P4 fields, parameters and keys can be wider than
any JSON reader's integers and are hexadecimal strings ("0x1f", "-0x1" for negative signed fields); frames are
hexadecimal bytes. A place in the P4 source is {"file", "line", "column", "text"}; unknown is null.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from typing import TextIO

from p4soft.switch import trace as t
from p4soft.switch.program.header_model import SourceInfo

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
