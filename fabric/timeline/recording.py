# SPDX-License-Identifier: Apache-2.0
"""The counters of a run over time: in coarse bins over the whole run, in fine bins in windows worth a closer look.

Each number of a timeline is a column. When there are too many rows, each two become one that covers both, so memory is
bounded. Windows are around a run's first packets, each fault, the first trims, losses and retired EVs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Literal

from msgspec import Struct
from typing_extensions import override

from fabric.emulation.network import Network
from fabric.emulation.run import Watch
from fabric.measurements import EV_STATES
from fabric.results import Result
from fabric.scenario import Scenario
from fabric.traffic.flow import Flow

# --- Rows in bounded memory ------------------------------------------------------------------------------------------


class Joined(Enum):
    """How the values of two neighbouring bins become one."""

    SUM = "sum"
    PEAK = "peak"
    LAST = "last"


class Bins:
    """Bins of equal length, but for the last one, which may be shorter.

    Attributes:
        from_ns: where the first begins.
        step_ns: how long each is.
        rows: the values of each.
    """

    def __init__(self, joined: Sequence[Joined], *, from_ns: int, step_ns: int, most: int) -> None:
        """Rows of as many values as `joined` has; `most` of them, an even number, are too many."""
        self._sums = [place for place, each in enumerate(joined) if each is Joined.SUM]
        self._peaks = [place for place, each in enumerate(joined) if each is Joined.PEAK]
        self._most = most
        self.from_ns = from_ns
        self.step_ns = step_ns
        self.rows: list[list[int]] = []

    def add(self, row: list[int]) -> None:
        self.rows.append(row)
        if len(self.rows) >= self._most:
            self.halve()

    def halve(self) -> None:
        """Join each two neighbouring bins."""
        rows = self.rows
        self.rows = [
            self._join(rows[place], rows[place + 1]) if place + 1 < len(rows) else rows[place]
            for place in range(0, len(rows), 2)
        ]
        self.step_ns *= 2

    def _join(self, one: list[int], other: list[int]) -> list[int]:
        both = list(other)
        for place in self._sums:
            both[place] += one[place]
        for place in self._peaks:
            both[place] = max(both[place], one[place])
        return both

    @property
    def next_ns(self) -> int:
        """The end of the next bin."""
        return self.from_ns + (len(self.rows) + 1) * self.step_ns

    def start_ns(self, place: int) -> int:
        return self.from_ns + place * self.step_ns


# --- Columns ---------------------------------------------------------------------------------------------------------


class Column(Struct, frozen=True):
    """One number over time.

    Attributes:
        of: kind of thing; `direction` 2 n is link n from its `a` to its `b`, 2 n + 1 the other way.
        index: which of its kind, in the order of the network.
        what: the number; states of EVs have their own names.
        joined: what two neighbouring values are together.
    """

    of: Literal["direction", "switch", "flow"]
    index: int
    what: str
    joined: Joined


_DIRECTION = (("bytes", Joined.SUM), ("queue", Joined.PEAK), ("trims", Joined.SUM), ("lost", Joined.SUM))
_SWITCH = (("blackholed", Joined.SUM), ("dropped", Joined.SUM))
_FLOW = (
    ("placed", Joined.SUM),
    ("packets", Joined.SUM),
    ("retransmissions", Joined.SUM),
    ("nacks", Joined.SUM),
    ("losses", Joined.SUM),
    ("timeouts", Joined.SUM),
    *((state, Joined.LAST) for state in EV_STATES),
)


class Counters:
    """The counters of a network and its flows.

    Attributes:
        columns: in the order of the values.
    """

    def __init__(self, network: Network, flows: Sequence[Flow]) -> None:
        self._wires = [wire for link in network.links.values() for wire in link.directions]
        self._switches = list(network.switches.values())
        self._flows = flows
        self.columns = [
            *(Column("direction", n, what, how) for n in range(len(self._wires)) for what, how in _DIRECTION),
            *(Column("switch", n, what, how) for n in range(len(self._switches)) for what, how in _SWITCH),
            *(Column("flow", n, what, how) for n in range(len(flows)) for what, how in _FLOW),
        ]
        self._counts = [column.joined is Joined.SUM for column in self.columns]
        self._before = self._now()

    def row(self) -> list[int]:
        """Counts since the last call; of values that are no counts, the value now."""
        now, before = self._now(), self._before
        self._before = now
        return [new - old if count else new for new, old, count in zip(now, before, self._counts, strict=True)]

    def _now(self) -> list[int]:
        values: list[int] = []
        for wire in self._wires:
            lost = wire.lost_random + wire.lost_down + wire.lost_overflow
            values += (wire.delivered_bytes, wire.queued_bytes, wire.trims, lost)
        for switch in self._switches:
            values += (switch.blackholed, switch.consumed)
        for flow in self._flows:
            numbers, states = flow.numbers(), flow.ev_states()
            values += (
                flow.placed_bytes(), numbers.packets, numbers.retransmissions, numbers.nacks, numbers.losses,
                numbers.timeouts, *(states.get(state, 0) for state in EV_STATES),
            )  # fmt: skip
        return values


# --- The whole run ---------------------------------------------------------------------------------------------------


FINEST_NS = 1_000
"""Of a bin, at first."""
MOST_VALUES = 800_000
"""In all bins together; a network with many links has fewer bins."""
_FEWEST, _MOST = 64, 1_200
"""Bins that are joined to half as many."""


class Recording(Watch):
    """Takes the counters of a run at the end of each bin.

    Attributes:
        scenario, flows: of the run.
        columns: what the values of a row are.
        bins: the rows so far.
        end_ns: when it looked last.
    """

    scenario: Scenario
    flows: Sequence[Flow]
    columns: Sequence[Column]
    bins: Bins

    def __init__(self) -> None:
        self.end_ns = 0

    @property
    @override
    def due_ns(self) -> int:
        return self.bins.next_ns

    @override
    def begin(self, scenario: Scenario, network: Network, flows: Sequence[Flow]) -> None:
        self.scenario, self.flows = scenario, flows
        self._network = network
        self._counters = Counters(network, flows)
        self.columns = self._counters.columns
        most = min(_MOST, max(_FEWEST, MOST_VALUES // len(self.columns) & ~1))
        self.bins = Bins([c.joined for c in self.columns], from_ns=network.now_ns, step_ns=FINEST_NS, most=most)

    def let_go(self) -> None:
        """The run is over: its fabric, which is full of circles, is not to be held until it is old."""
        del self._network, self._counters, self.flows

    @override
    def look(self) -> None:
        now_ns = self._network.now_ns
        if now_ns > self.end_ns:
            self.end_ns = now_ns
            self.bins.add(self._counters.row())


# --- Windows worth a closer look -------------------------------------------------------------------------------------


MOST_WINDOWS = 12
_BEFORE_NS, _AFTER_NS = 2_000, 10_000
_BEFORE_CHANGE_NS = 8_000
"""The packet that changed an EV was sent about a round trip before."""
_FAULTS, _CHANGES = 6, 3
"""The most windows of faults, and of each kind of change of EVs."""


class Window(Struct, frozen=True):
    """A stretch of time, and the reasons to look at it closely."""

    from_ns: int
    to_ns: int
    reasons: tuple[str, ...]

    def holds(self, at_ns: int) -> bool:
        return self.from_ns <= at_ns < self.to_ns


def windows(recording: Recording, result: Result) -> list[Window]:
    """In order of time, apart from each other: those around the most important moments, `MOST_WINDOWS` at most.

    They begin and end where bins of the recording do, or with the run.
    """
    end_ns, step_ns = result["verdict"]["end_ns"], recording.bins.step_ns
    found: list[Window] = []
    for from_ns, to_ns, reason in _moments(recording, result):
        first_ns = max(0, from_ns - _BEFORE_NS) // step_ns * step_ns
        new = Window(first_ns, min(end_ns, -(-(to_ns + _AFTER_NS) // step_ns) * step_ns), (reason,))
        touched = [window for window in found if window.from_ns <= new.to_ns and new.from_ns <= window.to_ns]
        if new.from_ns >= new.to_ns or (not touched and len(found) >= MOST_WINDOWS):
            continue
        for window in touched:
            found.remove(window)
            known = tuple(each for each in window.reasons if each not in new.reasons)
            new = Window(min(window.from_ns, new.from_ns), max(window.to_ns, new.to_ns), known + new.reasons)
        found.append(new)
    return sorted(found, key=lambda window: window.from_ns)


def _moments(recording: Recording, result: Result) -> Iterator[tuple[int, int, str]]:
    """(from, to, reason) of what happened, the most important first."""
    if result["flows"]:
        first_ns = min(flow["post_ns"] for flow in result["flows"])
        yield first_ns, first_ns, "first packets"
    for fault in [each for each in result["scenario"]["faults"] if each["happened"]][:_FAULTS]:
        yield fault["at_ns"], fault["at_ns"], f"{fault['target']} {fault['state']}"
    for what, text in (
        ("trims", "first trims"),
        ("blackholed", "first frames lost in a stopped switch"),
        ("lost", "first frames lost on a link"),
        ("retransmissions", "first retransmissions"),
        ("timeouts", "first timeout"),
        ("dropped", "first frames dropped by a switch"),
    ):
        place = _first(recording, what)
        if place is not None:
            start_ns = recording.bins.start_ns(place)
            yield start_ns, start_ns + recording.bins.step_ns, text
    for fits, text in _EV_CHANGES:
        times = sorted(
            change["at_ns"] for flow in result["flows"] for change in flow["ev_changes"] if fits(change["to"])
        )
        for at_ns in times[:_CHANGES]:
            yield at_ns - _BEFORE_CHANGE_NS, at_ns, text


_OUT = ("ASSUMED_BAD", "DENIED")
_EV_CHANGES: Sequence[tuple[Callable[[str], bool], str]] = (
    (lambda to: to == "ASSUMED_BAD", "EVs retired"),
    (lambda to: to == "DENIED", "EVs denied"),
    (lambda to: to not in _OUT, "EVs back in use"),
)


def _first(recording: Recording, what: str) -> int | None:
    """The first bin with a count."""
    places = [place for place, column in enumerate(recording.columns) if column.what == what]
    return next((at for at, row in enumerate(recording.bins.rows) if any(row[place] for place in places)), None)


# --- Those windows, finer --------------------------------------------------------------------------------------------


CLOSEST_NS = 250
MOST_CLOSE_VALUES = 400_000
"""In all windows together; with many links, bins are longer."""
_NEVER = 1 << 62


class CloseUps(Watch):
    """Looks while a window is open, and else not.

    Attributes:
        taken: bins of each window that there has been; `ends_ns`: when each ended.
    """

    def __init__(self, windows: Sequence[Window], *, step_ns: int) -> None:
        """`windows`: in order of time, apart from each other; `step_ns`: of bins of the whole, which theirs divide."""
        self._windows = windows
        self._step_ns = step_ns
        self._open = False
        self.taken: list[Bins] = []
        self.ends_ns: list[int] = []

    @property
    @override
    def due_ns(self) -> int:
        if self._open:
            return min(self.taken[-1].next_ns, self._windows[len(self.ends_ns)].to_ns)
        return self._windows[len(self.ends_ns)].from_ns if len(self.ends_ns) < len(self._windows) else _NEVER

    @override
    def begin(self, scenario: Scenario, network: Network, flows: Sequence[Flow]) -> None:
        self._network = network
        self._counters = Counters(network, flows)

    @override
    def look(self) -> None:
        if len(self.ends_ns) == len(self._windows):
            return
        now_ns, window = self._network.now_ns, self._windows[len(self.ends_ns)]
        row = self._counters.row()
        if self._open:
            self.taken[-1].add(row)
        elif now_ns >= window.from_ns:
            self._open = True
            self.taken.append(self._bins(window))
        if self._open and now_ns >= window.to_ns:
            self._open = False
            self.ends_ns.append(now_ns)

    def end(self) -> None:
        """End the window that is still open when the run ends."""
        if self._open:
            self._open = False
            self.ends_ns.append(self._network.now_ns)

    def _bins(self, window: Window) -> Bins:
        columns = self._counters.columns
        most = max(8, MOST_CLOSE_VALUES // (len(columns) * len(self._windows)))
        shortest_ns = max(CLOSEST_NS, (window.to_ns - window.from_ns) / most)
        step_ns = self._step_ns
        while step_ns % 2 == 0 and step_ns // 2 >= shortest_ns:
            step_ns //= 2
        joined = [column.joined for column in columns]
        return Bins(joined, from_ns=window.from_ns, step_ns=step_ns, most=_NEVER)
