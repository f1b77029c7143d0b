# SPDX-License-Identifier: Apache-2.0
"""Lab 08: a path manager that retires, probes and revives, while switches die, return, flap and get congested."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from random import Random

from labs.grading.dialogue import Dialogue, DialogueError, dialogue
from labs.grading.failing_paths import ASK_NS, GAP_NS, NOTICED_NS, RTT_NS, PathRun, Rules, random_fabric, random_rules
from labs.grading.lesson import Lesson, Work, WrongError
from labs.grading.results import Item

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
    """Run the path manager on random fabrics, item by item."""
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
    """A switch with a path dies."""
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
