# SPDX-License-Identifier: Apache-2.0
"""Lab 04: trim instead of drop, judged by queues of random limits that fill to the byte."""

from __future__ import annotations

from random import Random

from labs.grading.bench import (
    COMPILES,
    LARGEST,
    PORTS,
    SHORTEST,
    Bench,
    Exit,
    Exits,
    Probe,
    dscps,
    exact,
    running,
    split,
    tables_item,
)
from labs.grading.lesson import Item, Lesson, Work


class _Plan:
    """One random operator: which DSCPs may be trimmed, and to how many bytes."""

    def __init__(self, rng: Random) -> None:
        names = dscps(rng, 8)
        self.rng = rng
        self.sizes = dict(zip(names[:3], rng.sample(range(SHORTEST + 10, 400), 3), strict=True))
        self.others = names[3:]
        self.exits = Exits(rng)

    def install(self, bench: Bench) -> None:
        for dscp, size in self.sizes.items():
            bench.add("trimming", [exact(dscp)], "trim_to", {"size": size})

    def queue(self, bench: Bench, limit: int, rate: int = 0) -> Exit:
        """A port whose queue takes `limit` bytes."""
        out = self.exits.take(bench)
        bench.add("port_queue", [exact(out.port)], "admit", {"limit": limit, "bytes_per_us": rate})
        return out

    def fill(self, out: Exit, limit: int) -> list[Probe]:
        probes, left = [], limit
        for size in split(self.rng, limit, max(3, limit // 900)):
            frame = out.frame(self.rng, size, dscp=self.rng.choice([*self.sizes, *self.others]))
            why = f"{left} bytes of the port's {limit} are free, and the frame has {size}: it fits, whatever its DSCP"
            probes.append(out.passes(frame, why))
            left -= size
        return probes

    def limit(self) -> int:
        return self.rng.randint(3000, 8000)

    def trimmed(self, out: Exit, dscp: int, size: int) -> Probe:
        """A frame longer than the trim size, into a queue that is full."""
        keep = self.sizes[dscp]
        frame = out.frame(self.rng, size, dscp=dscp)
        why = f"its {size} bytes do not fit, and DSCP {dscp} is trimmed to {keep} bytes of frame instead of dropped"
        return out.passes(frame, why, kept=keep)


def _grade(work: Work) -> None:
    plan = _Plan(work.rng)
    with running(work, PORTS, plan.install) as bench:
        with work.must("fits"):
            limit = plan.limit()
            bench.check(plan.fill(plan.queue(bench, limit), limit))
        for name, item in _ITEMS.items():
            with work.item(name):
                item(plan, bench)


def _trims(plan: _Plan, bench: Bench) -> None:
    """One DSCP, so that the item is about cutting alone."""
    limit, dscp = plan.limit(), next(iter(plan.sizes))
    out = plan.queue(bench, limit)
    sizes = [plan.rng.randint(500, LARGEST) for _ in range(6)]
    bench.check([*plan.fill(out, limit), *(plan.trimmed(out, dscp, size) for size in sizes)])


def _by_dscp(plan: _Plan, bench: Bench) -> None:
    limit = plan.limit()
    out = plan.queue(bench, limit)
    order = plan.rng.sample([*plan.sizes] * 3, 9)
    bench.check([*plan.fill(out, limit), *(plan.trimmed(out, dscp, plan.rng.randint(450, LARGEST)) for dscp in order)])


def _others(plan: _Plan, bench: Bench) -> None:
    limit = plan.limit()
    out = plan.queue(bench, limit)
    probes = plan.fill(out, limit)
    for dscp in plan.rng.sample(plan.others * 2, 8):
        frame = out.frame(plan.rng, plan.rng.randint(SHORTEST, LARGEST), dscp=dscp)
        why = f"the queue is full, and the table trimming has no entry for DSCP {dscp}: it is dropped as ever"
        probes.append(out.drops(frame, why))
    bench.check(probes)


def _short(plan: _Plan, bench: Bench) -> None:
    limit = plan.limit()
    out = plan.queue(bench, limit)
    probes = plan.fill(out, limit)
    for dscp, keep in plan.sizes.items():
        for size in (keep, keep - 1, plan.rng.randint(SHORTEST, keep), keep + 1):
            frame = out.frame(plan.rng, size, dscp=dscp)
            if size > keep:
                probes.append(plan.trimmed(out, dscp, size))
                continue
            why = f"it has {size} bytes and would be cut to {keep}: there is nothing to cut, and it leaves as it is"
            probes.append(out.passes(frame, why))
    bench.check(probes)


def _books(plan: _Plan, bench: Bench) -> None:
    """Trimmed frames take no room: smaller frames find what is left, to the byte."""
    limit, free = plan.limit(), plan.rng.randint(200, 400)
    out = plan.queue(bench, limit)
    probes = plan.fill(out, limit - free)
    dscp = plan.rng.choice([*plan.sizes])
    probes += [plan.trimmed(out, dscp, plan.rng.randint(free + 200, LARGEST)) for _ in range(3)]
    frame = out.frame(plan.rng, free, dscp=plan.rng.choice(plan.others))
    why = f"{free} bytes are still free: what did not fit was trimmed, and took none of them"
    probes.append(out.passes(frame, why))
    bench.check(probes)


def _drains(plan: _Plan, bench: Bench) -> None:
    """A queue at a rate: after a second it is empty, and takes a full load again, untouched."""
    limit = plan.rng.randint(900, LARGEST)
    out = plan.queue(bench, limit, rate=1)
    for _ in range(2):
        frame = out.frame(plan.rng, limit, dscp=plan.rng.choice([*plan.sizes]))
        why = f"the queue of {limit} bytes drains 1 byte per us and has been idle for a second: it is empty"
        bench.check([out.passes(frame, why)])
        bench.pass_time(1)


_ITEMS = {
    "trims": _trims,
    "by-dscp": _by_dscp,
    "others": _others,
    "short": _short,
    "books": _books,
    "drains": _drains,
}

LESSON = Lesson(
    title="trim instead of drop",
    items=(
        COMPILES,
        tables_item("route, port_queue and trimming take entries"),
        Item(
            "fits", "what fits leaves whole, whatever its DSCP", "is trimming tried for packets that fit?"
        ),
        Item(
            "trims", "what does not fit leaves with its first bytes only, by the same port",
            "step 2 of README.md: which of drop() and meta.cut? step 3: truncate, in egress", 3,
        ),
        Item("by-dscp", "each DSCP is cut to its own size", "the size comes from the table, by meta.size", 2),
        Item("others", "what may not be trimmed is dropped", "what does the table do with a DSCP it does not know?", 2),
        Item(
            "short", "a packet that is not longer than the trim size leaves whole",
            "step 2 of README.md: nothing to cut is no reason to drop", 2,
        ),
        Item("books", "a trimmed packet takes no room in the queue", "admit() keeps the books: does anything else?"),
        Item("drains", "the queue drains with time", "admit() does that: was it changed?"),
    ),
    grade=_grade,
)  # fmt: skip
