# SPDX-License-Identifier: Apache-2.0
"""Live progress: a table that updates in a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text
from typing_extensions import override

from common.quantities import show_size, show_time
from fabric.scenario.faults import Fault
from fabric.traffic.flow import Flow


class Watched(Protocol):
    @property
    def now_ns(self) -> int:
        """Time since the start."""

    @property
    def trimmed(self) -> int:
        """Frames that switches have trimmed so far."""


class Progress:
    """Told about a run while it runs, as a context manager around it. This one shows nothing."""

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pass

    def started(self, fabric: Watched, flows: Sequence[Flow]) -> None:
        """Called once, before the first event."""

    def fault(self, fault: Fault) -> None:
        """Called when a fault has just happened."""

    def sampled(self) -> None:
        """Called after each sample of the time series."""


class _Watching(Progress):
    """What both displays need to know."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.fabric: Watched | None = None
        self.flows: Sequence[Flow] = ()
        self.latest_fault = ""

    @override
    def started(self, fabric: Watched, flows: Sequence[Flow]) -> None:
        self.fabric = fabric
        self.flows = flows

    @override
    def fault(self, fault: Fault) -> None:
        self.latest_fault = f"{fault} at {show_time(fault.at_ns)}"

    def totals(self) -> tuple[int, int, int, int]:
        """Bytes placed, bytes to place, frames trimmed, EVs out of use."""
        assert self.fabric is not None
        placed = sum(flow.placed_bytes() for flow in self.flows)
        size = sum(flow.size for flow in self.flows)
        trims = self.fabric.trimmed
        bad = sum(flow.ev_states().get("ASSUMED_BAD", 0) for flow in self.flows)
        return placed, size, trims, bad


class Lines(_Watching):
    """A line at every tenth of the bytes, and at every fault: for logs and pipes."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._tenth = 0

    @override
    def fault(self, fault: Fault) -> None:
        super().fault(fault)
        self._print(f"  {show_time(fault.at_ns):>10}  {fault}")

    @override
    def sampled(self) -> None:
        assert self.fabric is not None
        placed, size, trims, bad = self.totals()
        tenth = placed * 10 // size
        if tenth > self._tenth:
            self._tenth = tenth
            now = show_time(self.fabric.now_ns)
            self._print(
                f"  {now:>10}  {tenth * 10:3d} %  {show_size(placed):>10}  {trims:,} trims, {bad} EVs out of use"
            )

    def _print(self, line: str) -> None:
        self.console.print(line, markup=False, highlight=False, soft_wrap=True)


class Screen(_Watching):
    """A table that updates a few times per second of real time."""

    #: Seconds between two drawings; drawing costs more than a thousand events.
    _INTERVAL = 0.15

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._drawn = 0.0

    @override
    def __enter__(self) -> Screen:
        self._live.__enter__()
        return self

    @override
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, value, traceback)

    @override
    def sampled(self) -> None:
        now = time.monotonic()
        if now - self._drawn >= self._INTERVAL:
            self._drawn = now
            self._live.update(self._table(), refresh=True)

    def _table(self) -> Table:
        assert self.fabric is not None
        _, _, trims, bad = self.totals()
        table = Table.grid(padding=(0, 2))
        for flow in self.flows:
            placed = flow.placed_bytes()
            table.add_row(
                flow.name,
                ProgressBar(total=flow.size, completed=placed, width=32),
                f"{show_size(placed):>10} of {show_size(flow.size)}",
            )
        state = Text(f"{show_time(self.fabric.now_ns)} of the fabric's time", "bold")
        state.append(f"   {trims:,} trims   {bad} EVs out of use", "default")
        if self.latest_fault:
            state.append(f"   {self.latest_fault}", "red")
        outer = Table.grid()
        outer.add_row(table)
        outer.add_row(state)
        return outer


def choose(console: Console, wanted: bool) -> Progress:
    """The display that fits: none when not wanted, a live table in a terminal, lines elsewhere."""
    if not wanted:
        return Progress()
    return Screen(console) if console.is_terminal else Lines(console)
