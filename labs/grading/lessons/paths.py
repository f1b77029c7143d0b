# SPDX-License-Identifier: Apache-2.0
"""Lab 08: a path manager that retires, probes and revives, while switches die, return, flap and get congested.

It lives in a `Dialogue`, beside a fabric whose paths fail, recover and get congested in virtual time: a packet is sent
every `GAP_NS`. Paths lead through switches; a dead switch loses packets and probes. The judge keeps its
own book of which paths are retired, by the rules that the student is told, and holds every choice and every probe
against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import cycle
from random import Random

from labs.grading.lesson import Item, Lesson, Work, WrongError
from labs.grading.sandbox import Dialogue, DialogueError, dialogue

# --- A fabric whose paths fail ---------------------------------------------------------------------------------------


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
        floor: this many paths are never retired.
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
        unsteady: paths that lose some packets and probes: asked for each, the function says whether it is lost.
        marked: paths on which packets are marked (CE) or trimmed.
    """

    switch_of: Mapping[int, int]
    dead: set[int] = field(default_factory=set)
    unsteady: dict[int, Callable[[], bool]] = field(default_factory=dict)
    marked: set[int] = field(default_factory=set)

    def loses(self, path: int) -> bool:
        unsteady = self.unsteady.get(path)
        return self.switch_of[path] in self.dead or (unsteady is not None and unsteady())


@dataclass(slots=True)
class Observed:
    """What a run saw.

    Attributes:
        uses: when each path was used, as numbers of packets.
        marks: (path, number of packets sent before) of each mark that arrived.
        retired: paths that the rules have retired when the run ends.
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
        return self._sent

    def send(self, packets: int) -> None:
        """Send `count` packets, one each `GAP_NS`. Raises DialogueError."""
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
    count = rng.randrange(8, 17)
    return Rules(
        paths=tuple(rng.sample(range(1 << 16), count)),
        floor=rng.randrange(2, count // 3 + 1),
        interval_ns=rng.randrange(6, 13) * ASK_NS,
        successes=rng.randrange(2, 5),
    )


def random_fabric(rules: Rules, rng: Random) -> Fabric:
    """Each path crosses one of four switches, which have equally many of them."""
    paths: Sequence[int] = rng.sample(rules.paths, len(rules.paths))
    return Fabric({path: position % 4 for position, path in enumerate(paths)})


# --- The lab ---------------------------------------------------------------------------------------------------------


FAULTS = 6
"""How many switches die or return in the item of random faults."""

_SETTLED = (NOTICED_NS + RTT_NS) // GAP_NS
"""Packets until everything is known that happened to those before."""

ITEMS = (
    Item("turns", "good paths take turns, in their order", "starter: choose"),
    Item(
        "skip", "a path that was marked sits out its next turn, once, and is not retired", "README, Steps 2; hint 2", 2
    ),
    Item("all-marked", "when every path is marked, packets still leave", "hint 2"),
    Item("retire", "after a loss a path carries nothing until it is revived", "README, Steps 3; hint 3", 2),
    Item("probe", "a retired path is probed every interval, and no other path is", "README, Steps 4; hint 4", 2),
    Item("revive", "enough answers in a row bring a path back, to its turn", "README, Steps 4 and 5; hint 5", 2),
    Item("unsteady", "a path that answers now and then stays retired", "hint 5: in a row"),
    Item("floor", "some paths stay even if all switches die, and all come back", "README, Steps 6; hint 6"),
    Item(
        "random-faults",
        "switches die and return at random, and nothing is lost that need not be",
        "README, Background",
        3,
    ),
)


def _grade(work: Work) -> None:
    for name, judged in (
        ("turns", _turns),
        ("skip", _skip),
        ("all-marked", _all_marked),
        ("retire", _retire),
        ("probe", _probe),
        ("revive", _revive),
        ("unsteady", _unsteady),
        ("floor", _floor),
        ("random-faults", _random_faults),
    ):
        with work.item(name), dialogue(work.answer, "Paths") as manager:
            try:
                judged(manager, work.rng)
            except DialogueError as error:
                raise WrongError(str(error)) from None
        if manager.stuck:
            return


def _started(manager: Dialogue, rng: Random) -> tuple[PathRun, Rules]:
    rules = random_rules(rng)
    return PathRun(manager, rules, random_fabric(rules, rng)), rules


def _equal_turns(run: PathRun, paths: Iterable[int], start: int) -> None:
    """From packet `start` on, each of these paths was used equally often, and no other."""
    uses = {path: sum(1 for number in numbers if number >= start) for path, numbers in run.observed.uses.items()}
    wanted = set(paths)
    others = [path for path, number in uses.items() if number and path not in wanted]
    if others:
        raise WrongError(
            f"of the last {run.sent - start} packets {uses[others[0]]} took path {others[0]}, which is retired"
        )
    most, least = max(wanted, key=lambda path: uses[path]), min(wanted, key=lambda path: uses[path])
    if uses[most] - uses[least] > 1:
        raise WrongError(
            f"of the last {run.sent - start} packets {uses[most]} took path {most} and {uses[least]} took path {least}"
            f"; {len(wanted)} paths are in use, and they take turns"
        )


def _turns(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    run.send(10 * len(rules.paths) + rng.randrange(len(rules.paths)))
    _equal_turns(run, rules.paths, 0)
    chosen = sorted((number, path) for path, numbers in run.observed.uses.items() for number in numbers)
    order = [path for _, path in chosen[: len(rules.paths)]]
    start = rules.paths.index(order[0])
    if order != [*rules.paths[start:], *rules.paths[:start]]:
        raise WrongError(f"the first packets took the paths {order}; the order given is {list(rules.paths)}")


def _skip(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    count = len(rules.paths)
    run.send(4 * count)
    path = rng.choice(rules.paths)
    uses = run.observed.uses[path]
    marked_from = len(uses)
    run.fabric.marked.add(path)
    for _ in range(4 * count):
        if len(uses) == marked_from:
            run.send(1)
    run.fabric.marked.clear()
    if not marked_from or len(uses) == marked_from:
        raise WrongError(
            f"of {run.sent} packets {len(uses)} took path {path}, one of {count}: the good ones take turns"
        )
    # The mark arrives a round trip later; until then the path may have had turns.
    run.send(6 * count + 2 * _SETTLED)
    ((_, arrived),) = run.observed.marks
    before = max(number for number in uses if number < arrived)
    after = min((number for number in uses if number >= arrived), default=None)
    if after is None:
        raise WrongError(f"path {path} was marked once, and never used again: congestion is no failure")
    if after - before < 2 * count - 2:
        raise WrongError(
            f"path {path} was marked; it was used for packet {before}, the mark arrived before packet {arrived}, "
            f"and it was used again for packet {after}: with {count} paths, two turns are {2 * count - 1} packets"
        )
    later = [*(number for number in uses if number >= after), run.sent]
    if after - before > 2 * count or later[1] - later[0] > count + 1:
        raise WrongError(
            f"path {path} was marked once and was used for packets {before}, {later[0]}, {later[1]}: "
            "it sits out one turn"
        )
    if run.observed.bad_probe:
        raise WrongError(f"{run.observed.bad_probe}; it was only marked")


def _all_marked(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    run.fabric.marked.update(rules.paths)
    run.send(20 * len(rules.paths))
    unused = [path for path, numbers in run.observed.uses.items() if len(numbers) < 5]
    if unused:
        raise WrongError(
            f"all paths are marked all the time, and of {run.sent} packets path {unused[0]} got fewer than 5"
        )


def _kill(run: PathRun, rng: Random) -> int:
    switch = rng.choice(sorted(set(run.fabric.switch_of.values()) - run.fabric.dead))
    run.fabric.dead.add(switch)
    return switch


def _no_wrong_use(run: PathRun) -> None:
    if run.observed.on_retired:
        raise WrongError(run.observed.on_retired)


def _retire(manager: Dialogue, rng: Random) -> None:
    _one_loss(manager, rng)
    run, rules = _started(manager, rng)
    run.send(rng.randrange(20, 60))
    switch = _kill(run, rng)
    run.send(6 * len(rules.paths) + _SETTLED)
    _no_wrong_use(run)
    start = run.sent
    run.send(6 * len(rules.paths))
    _no_wrong_use(run)
    dead = [path for path, crossed in run.fabric.switch_of.items() if crossed == switch]
    _equal_turns(run, set(rules.paths) - set(dead), start)


def _one_loss(manager: Dialogue, rng: Random) -> None:
    """One packet is lost; those that follow it on its path are answered, the next after the loss is known."""
    run, rules = _started(manager, rng)
    run.send(len(rules.paths) + rng.randrange(20))
    losses = iter([True])
    run.fabric.unsteady[rng.choice(rules.paths)] = lambda: next(losses, False)
    run.send(3 * len(rules.paths) + _SETTLED)
    _no_wrong_use(run)


def _probe(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    run.send(rng.randrange(20, 60))
    _kill(run, rng)
    run.send(6 * len(rules.paths) + 6 * rules.interval_ns // GAP_NS)
    for text in (run.observed.bad_probe, run.observed.missed_probe):
        if text:
            raise WrongError(text)


def _revive(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    run.send(rng.randrange(20, 60))
    _kill(run, rng)
    run.send(6 * len(rules.paths) + _SETTLED + rng.randrange(100))
    run.fabric.dead.clear()
    run.send((rules.successes + 2) * (rules.interval_ns + 2 * ASK_NS) // GAP_NS + _SETTLED)
    if run.observed.retired:
        path = min(run.observed.retired)
        why = run.observed.missed_probe or f"path {path} is still without {rules.successes} answered probes in a row"
        raise WrongError(f"the dead switch has long returned, and {why}")
    if not run.observed.retirements:
        raise WrongError("nothing was lost on any path of the switch that died: are all paths used?")
    _no_wrong_use(run)
    start = run.sent
    run.send(8 * len(rules.paths))
    _equal_turns(run, rules.paths, start)


def _unsteady(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    path = rng.choice(rules.paths)
    run.send(2 * len(rules.paths))
    # Lost once, then one answer fewer than is needed, then a lost one, and so on.
    pattern = cycle([True, *[False] * (rules.successes - 1)])
    run.fabric.unsteady[path] = lambda: next(pattern)
    run.send(8 * rules.successes * (rules.interval_ns + ASK_NS) // GAP_NS)
    if path not in run.observed.retired:
        why = run.observed.missed_probe or "it was never used"
        raise WrongError(f"a packet on path {path} was lost, and it was not kept retired: {why}")
    _no_wrong_use(run)
    if run.observed.missed_probe:
        raise WrongError(run.observed.missed_probe)


def _floor(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    run.send(2 * len(rules.paths))
    run.fabric.dead.update(run.fabric.switch_of.values())
    run.send(6 * len(rules.paths) + 2 * _SETTLED)
    start = run.sent
    run.send(6 * len(rules.paths))
    _no_wrong_use(run)
    used = [path for path, numbers in run.observed.uses.items() if numbers and numbers[-1] >= start]
    if len(used) != rules.floor:
        raise WrongError(f"all switches are dead, and {len(used)} paths are in use; the floor is {rules.floor}")
    run.fabric.dead.clear()
    run.send((rules.successes + 2) * (rules.interval_ns + 2 * ASK_NS) // GAP_NS + _SETTLED)
    _no_wrong_use(run)
    start = run.sent
    run.send(4 * len(rules.paths))
    _equal_turns(run, rules.paths, start)


def _random_faults(manager: Dialogue, rng: Random) -> None:
    run, rules = _started(manager, rng)
    for _ in range(FAULTS):
        run.send(rng.randrange(20, 120))
        if run.fabric.dead and rng.random() < 0.5:
            run.fabric.dead.remove(rng.choice(sorted(run.fabric.dead)))
        elif len(run.fabric.dead) < 2:
            _kill(run, rng)
        run.fabric.marked = set(rng.sample(rules.paths, 2))
    run.fabric.dead.clear()
    run.send((rules.successes + 2) * (rules.interval_ns + 2 * ASK_NS) // GAP_NS + _SETTLED)
    for text in (run.observed.on_retired, run.observed.bad_probe, run.observed.missed_probe):
        if text:
            raise WrongError(text)
    run.fabric.marked.clear()
    run.send(_SETTLED + 2 * len(rules.paths))
    start = run.sent
    run.send(4 * len(rules.paths))
    _equal_turns(run, rules.paths, start)


LESSON = Lesson("paths: retire, probe, revive", ITEMS, _grade, only="no switch")
