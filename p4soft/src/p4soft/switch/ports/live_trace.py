# SPDX-License-Identifier: Apache-2.0
"""A trace that begins and ends while the switch runs, beside those that were asked for when it started."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from p4soft.switch import SimpleSwitch
from p4soft.switch.ports.base import PortError
from p4soft.switch.trace import Tracer
from p4soft.switch.trace_filter import with_tracer, without_tracer
from p4soft.switch.trace_json import JsonTracer
from p4soft.switch.trace_text import TextTracer

JSON_SUFFIX = ".jsonl"


class LiveTrace:
    """At most one at a time. Every call under the switch's lock."""

    def __init__(self, switch: SimpleSwitch) -> None:
        self._switch = switch
        self._tracer: Tracer | None = None
        self._out: TextIO | None = None

    def start(self, path: Path) -> None:
        """Write what happens to each packet to a file, which begins empty: JSON lines if it ends in `.jsonl`, or text.

        Raises:
            PortError: there is a trace already, or the file cannot be written.
        """
        if self._out is not None:
            raise PortError(f"a trace is being written to {self._out.name}; end it with trace_stop")
        try:
            self._out = path.open("w", buffering=1, encoding="utf-8")
        except OSError as error:
            raise PortError(f"{path}: cannot write: {error.strerror}") from None
        self._tracer = JsonTracer(self._out) if path.suffix == JSON_SUFFIX else TextTracer(self._out)
        self._switch.tracer = with_tracer(self._switch.tracer, self._tracer)

    def stop(self) -> None:
        """End the trace: the switch runs as before. Raises PortError when there is none."""
        if self._out is None or self._tracer is None:
            raise PortError("no trace is being written; begin one with trace_start")
        self._switch.tracer = without_tracer(self._switch.tracer, self._tracer)
        self._out.close()
        self._out = self._tracer = None
