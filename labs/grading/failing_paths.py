# SPDX-License-Identifier: Apache-2.0
"""A fabric whose paths fail, recover and get congested in virtual time, for a path manager that lives in a `Dialogue`.

A packet is sent every `GAP_NS`. Paths lead through switches; what crosses a dead switch is lost, and so are probes. The
judge keeps its own book of which paths are retired, by the rules that the student is told, and holds every choice and
every probe against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random

from labs.grading.dialogue import Dialogue, DialogueError

GAP_NS = 1_000
RTT_NS = 10_000
NOTICED_NS = 20_000
"""From sending a packet or probe to knowing that it is lost."""
ASK_NS = 5_000
"""How often there is an opportunity to probe."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the path manager is told.

    Attributes:
        paths: numbers of the paths, in the order in which they take turns.
        floor: so many paths are never retired.
        interval_ns: between two probes of a path, and from its retirement to the first.
        successes: answers in a row that revive it.
    """

    paths: tuple[int, ...]
    floor: int
    interval_ns: int
    successes: int


@dataclass(slots=True)
class Fabric:
    """Which switch each path crosses, and what is wrong.

    Attributes:
        switch_of: by path.
        dead: switches that lose everything.
        unsteady: paths that lose some packets and probes: asked for each, the function says whether it is lost.
        marked: paths on which packets are marked (CE) or trimmed.
    """

    switch_of: Mapping[int, int]
    dead: set[int] = field(default_factory=set)
    unsteady: dict[int, Callable[[], bool]] = field(default_factory=dict)
    marked: set[int] = field(default_factory=set)

    def loses(self, path: int) -> bool:
        """Whether what is sent on this path now is lost."""
        unsteady = self.unsteady.get(path)
        return self.switch_of[path] in self.dead or (unsteady is not None and unsteady())


@dataclass(slots=True)
class Observed:
    """What a run saw.

    Attributes:
        uses: when each path was used, as numbers of packets.
        marks: (path, number of packets sent before) of each mark that arrived.
        lost: packets lost.
        retired: paths that the rules have retired when the run ends.
        retirements, revivals: how many there were.
        on_retired, bad_probe, missed_probe: the first violation of its kind in words, or "".
        problem: what the student's code did wrong by itself, or "".
    """

    uses: dict[int, list[int]] = field(default_factory=dict)
    marks: list[tuple[int, int]] = field(default_factory=list)
    lost: int = 0
    retired: set[int] = field(default_factory=set)
    retirements: int = 0
    revivals: int = 0
    on_retired: str = ""
    bad_probe: str = ""
    missed_probe: str = ""
    problem: str = ""


@dataclass(slots=True)
class _Retired:
    since_ns: int
    due_ns: int
    streak: int = 0


class PathRun:
    """One path manager on one fabric; `send` lets time pass, and the fabric may be changed in between."""

    def __init__(self, manager: Dialogue, rules: Rules, fabric: Fabric) -> None:
        """Make the path manager. Raises DialogueError."""
        self._manager = manager
        self._rules = rules
        self.fabric = fabric
        self.observed = Observed(uses={path: [] for path in rules.paths})
        self._book: dict[int, _Retired] = {}
        self._events: list[tuple[int, int, str, int]] = []
        self._order = 0
        self._now = 0
        self._sent = 0
        manager.new(list(rules.paths), rules.floor, rules.interval_ns, rules.successes)

    @property
    def sent(self) -> int:
        """Packets so far."""
        return self._sent

    def send(self, packets: int) -> None:
        """Send so many packets, one each `GAP_NS`. Raises DialogueError."""
        for _ in range(packets):
            self._deliver()
            if self._now % ASK_NS == 0:
                self._probe()
            self._choose()
            self._sent += 1
            self._now += GAP_NS
        self.observed.retired = set(self._book)

    def _choose(self) -> None:
        path = self._manager.number("choose", self._now)
        if path is None or path not in self.observed.uses:
            raise DialogueError(
                f"choose: returned {path} at {self._us(self._now)}; accepted: one of the paths it was given"
            )
        gone = self._book.get(path)
        if gone is not None and not self.observed.on_retired:
            self.observed.on_retired = (
                f"path {path} was chosen at {self._us(self._now)}; it is retired since {self._us(gone.since_ns)}, "
                f"with {gone.streak} of {self._rules.successes} probes answered in a row"
            )
        self.observed.uses[path].append(self._sent)
        if self.fabric.loses(path):
            self.observed.lost += 1
            self._at(NOTICED_NS, "loss", path)
        else:
            self._at(RTT_NS, "skip" if path in self.fabric.marked else "none", path)

    def _probe(self) -> None:
        for _ in range(2 * len(self._rules.paths)):
            path = self._manager.number("next_probe", self._now)
            if path is None:
                break
            gone = self._book.get(path)
            if gone is None:
                self._note_probe(f"path {path} was probed at {self._us(self._now)}, which is not retired")
                continue
            if self._now < gone.due_ns:
                self._note_probe(
                    f"path {path} was probed at {self._us(self._now)}, and the next probe was due at "
                    f"{self._us(gone.due_ns)}"
                )
            gone.due_ns = self._now + self._rules.interval_ns
            if self.fabric.loses(path):
                self._at(NOTICED_NS, "unanswered", path)
            else:
                self._at(RTT_NS, "answered", path)
        else:
            self._note_probe(f"next_probe never returns None at {self._us(self._now)}")
        for path, gone in self._book.items():
            if self._now > gone.due_ns + 2 * ASK_NS and not self.observed.missed_probe:
                self.observed.missed_probe = (
                    f"path {path}, retired since {self._us(gone.since_ns)}, was to be probed at "
                    f"{self._us(gone.due_ns)}, and is not by {self._us(self._now)}"
                )

    def _note_probe(self, text: str) -> None:
        self.observed.bad_probe = self.observed.bad_probe or text

    def _deliver(self) -> None:
        while self._events and self._events[0][0] <= self._now:
            _, _, what, path = heappop(self._events)
            if what == "loss":
                self._loss(path)
                self._manager.call("on_loss", self._now, path)
            elif what in ("none", "skip"):
                if what == "skip":
                    self.observed.marks.append((path, self._sent))
                self._manager.call("on_answer", self._now, path, what)
            else:
                self._probed(path, answered=what == "answered")
                self._manager.call("on_probe", self._now, path, what == "answered")

    def _loss(self, path: int) -> None:
        if path in self._book or len(self._rules.paths) - len(self._book) <= self._rules.floor:
            return
        self._book[path] = _Retired(self._now, self._now + self._rules.interval_ns)
        self.observed.retirements += 1

    def _probed(self, path: int, *, answered: bool) -> None:
        gone = self._book.get(path)
        if gone is None:
            return
        gone.streak = gone.streak + 1 if answered else 0
        if gone.streak == self._rules.successes:
            del self._book[path]
            self.observed.revivals += 1

    def _at(self, after_ns: int, what: str, path: int) -> None:
        self._order += 1
        heappush(self._events, (self._now + after_ns, self._order, what, path))

    @staticmethod
    def _us(time_ns: int) -> str:
        return f"{time_ns // 1000} us"


def random_rules(rng: Random) -> Rules:
    """Paths with any numbers, and any times."""
    count = rng.randrange(8, 17)
    return Rules(
        paths=tuple(rng.sample(range(1 << 16), count)),
        floor=rng.randrange(2, count // 3 + 1),
        interval_ns=rng.randrange(6, 13) * ASK_NS,
        successes=rng.randrange(2, 5),
    )


def random_fabric(rules: Rules, rng: Random, switches: int = 4) -> Fabric:
    """Each path crosses one of so many switches, which have equally many of them."""
    paths: Sequence[int] = rng.sample(rules.paths, len(rules.paths))
    return Fabric({path: position % switches for position, path in enumerate(paths)})
