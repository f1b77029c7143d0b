# SPDX-License-Identifier: Apache-2.0
"""What packets leave in the fields of headers: BMv2 shows it to later ones in which the header is not valid."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from targets.softswitch import SimpleSwitch, load_program
from targets.softswitch.trace import HeaderExtracted, TraceEvent
from tools.fidelity.workload.frames import Packet

Seen = Mapping[tuple[str, str], tuple[int, ...]]
"""The values of a header's field, by the names of both, in the order in which they came, each once."""


class _Extracted:
    """A tracer that keeps what the parser extracts."""

    def __init__(self) -> None:
        self.seen: dict[tuple[str, str], dict[int, None]] = {}

    def event(self, event: TraceEvent) -> None:
        if isinstance(event, HeaderExtracted):
            for name, value in event.fields:
                self.seen.setdefault((event.header, name), {})[value] = None


def left_behind(document: dict[str, object], packets: Iterable[Packet]) -> Seen:
    """What the parser of a program finds in packets."""
    tracer = _Extracted()
    switch = SimpleSwitch(engine="python", tracer=tracer)
    log = logging.getLogger("targets.softswitch")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        switch.load(load_program(document))
        for number, (port, frame) in enumerate(packets):
            switch.receive(port, frame, number)
    finally:
        log.setLevel(level)
    return {field: tuple(values) for field, values in tracer.seen.items()}
