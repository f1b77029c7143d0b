# SPDX-License-Identifier: Apache-2.0
"""Lab 05: what becomes of a trimmed packet: its queue, its mark, its length; never twice."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from common.text import plural
from labs.grading.bench import (
    COMPILES,
    IPV6_AT,
    LARGEST,
    PORTS,
    SHORTEST,
    V6,
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
from labs.grading.lesson import Item, Lesson, Work, WrongError

_SONIC = "docs/protocol/trimming.md"
_ALL_QUEUES = range(8)


@dataclass(frozen=True, slots=True)
class _Trim:
    size: int
    dscp: int
    queue: int


class _Plan:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        names = dscps(rng, 12)
        self.data = {dscp: rng.randrange(3) for dscp in names[:6]}
        marks = names[6:8]
        self.marks = dict(zip(marks, rng.sample(range(3, 8), 2), strict=True))
        sizes = rng.sample(range(SHORTEST + 10, 400), 3)
        self.trims = {
            dscp: _Trim(size, mark, self.marks[mark])
            for dscp, size, mark in zip(names[:3], sizes, [*marks, rng.choice(marks)], strict=True)
        }
        # Somebody configured the marks as trimmable too: a switch has to know better.
        self.again = {mark: _Trim(SHORTEST, marks[0], self.marks[marks[0]]) for mark in marks}
        self.others = names[3:6]
        self.exits = Exits(rng)

    def install(self, bench: Bench) -> None:
        for dscp, queue in {**self.data, **self.marks}.items():
            bench.add("classify", [exact(dscp)], "set_queue", {"queue": queue})
        for mark in self.marks:
            bench.add("trimmed_dscp", [exact(mark)], "came_trimmed")
        for dscp, trim in {**self.trims, **self.again}.items():
            bench.add("trimming", [exact(dscp)], "trim_to", {"size": trim.size, "dscp": trim.dscp, "queue": trim.queue})

    def port(self, bench: Bench) -> Exit:
        return self.exits.take(bench)

    def limit(self, bench: Bench, table: str, out: Exit, queue: int, limit: int) -> None:
        bench.add(table, [exact(out.port), exact(queue)], "admit", {"limit": limit, "bytes_per_us": 0})

    def blocked(self, bench: Bench, dscp: int) -> Exit:
        out = self.port(bench)
        self.limit(bench, "data_queues", out, self.data[dscp], 0)
        return out

    def header(self, out: Exit, frame: V6, why: str = "") -> Probe:
        """What a trim makes of a frame that does not fit."""
        trim, size = self.trims[frame.dscp], len(frame.wire())
        reason = (
            f"its queue is full and DSCP {frame.dscp} may be trimmed: to {trim.size} bytes, DSCP {trim.dscp}, ECN as "
            f"it was, payload length {trim.size} - {IPV6_AT} ({_SONIC})"
        )
        if size <= trim.size:
            return out.passes(frame, why or reason, dscp=trim.dscp)
        return out.passes(frame, why or reason, dscp=trim.dscp, kept=trim.size, payload_length=trim.size - IPV6_AT)

    def any_trim(self) -> tuple[int, _Trim]:
        return self.rng.choice([*self.trims.items()])

    def long(self) -> int:
        return self.rng.randint(450, LARGEST)


def _grade(work: Work) -> None:
    plan = _Plan(work.rng)
    with running(work, PORTS, plan.install) as bench:
        for name, item in _ITEMS.items():
            with work.item(name):
                item(plan, bench)


def _whole(plan: _Plan, bench: Bench) -> None:
    """Frames that fit are not changed, headers trimmed elsewhere included; each leaves through its queue."""
    out = plan.port(bench)
    probes, counts = [], dict.fromkeys(_ALL_QUEUES, 0)
    for dscp, queue in plan.rng.sample([*plan.data.items(), *plan.marks.items()] * 2, 10):
        frame = out.frame(plan.rng, plan.rng.randint(SHORTEST, LARGEST), dscp=dscp)
        probes.append(out.passes(frame, "its queue has room: it leaves as it came, by the queue of its DSCP"))
        counts[queue] += 1
    bench.check(probes)
    _check_queues(bench, out, counts, "packets that fit")


def _mark(plan: _Plan, bench: Bench) -> None:
    dscp, _ = plan.any_trim()
    out = plan.blocked(bench, dscp)
    frames = [out.frame(plan.rng, plan.long(), dscp=dscp, ecn=ecn) for ecn in (0, 1, 2, 3, 2, 0)]
    # The length is the next item's: here the frame and its marks count, whatever the header states.
    bench.check([plan.header(out, frame) for frame in frames], ignoring=_length_of)


def _length_of(frame: bytes) -> bytes:
    """The frame without what the IPv6 header states as payload length."""
    return frame[:18] + b"\0\0" + frame[20:]


def _dscp_of(frame: bytes) -> bytes:
    return frame[:14] + bytes((frame[14] & 0xF0, frame[15] & 0x3F)) + frame[16:]


def _length(plan: _Plan, bench: Bench) -> None:
    probes = []
    for dscp in plan.trims:
        out = plan.blocked(bench, dscp)
        probes += [plan.header(out, out.frame(plan.rng, plan.long(), dscp=dscp)) for _ in range(3)]
    bench.check(probes, ignoring=_dscp_of)


def _short(plan: _Plan, bench: Bench) -> None:
    dscp, trim = plan.any_trim()
    out = plan.blocked(bench, dscp)
    probes = []
    for size in (trim.size, trim.size - 1, plan.rng.randint(SHORTEST, trim.size), trim.size + 1):
        frame = out.frame(plan.rng, size, dscp=dscp)
        why = f"its queue is full; with {size} bytes there is nothing to cut: marked and re-queued, its length stays"
        probes.append(plan.header(out, frame, why if size <= trim.size else ""))
    bench.check(probes)


def _queue(plan: _Plan, bench: Bench) -> None:
    for count, (dscp, trim) in enumerate(plan.trims.items(), start=2):
        out = plan.blocked(bench, dscp)
        frames = [out.frame(plan.rng, plan.long(), dscp=dscp) for _ in range(count)]
        bench.check([plan.header(out, frame) for frame in frames], ignoring=_marks_of)
        _check_queues(bench, out, {**dict.fromkeys(_ALL_QUEUES, 0), trim.queue: count}, "trimmed packets")


def _marks_of(frame: bytes) -> bytes:
    """The frame without DSCP and payload length, which are other items'."""
    return _length_of(_dscp_of(frame))


def _full(plan: _Plan, bench: Bench) -> None:
    """The trim queue takes this many headers, by their trimmed length, and then drops."""
    dscp, trim = plan.any_trim()
    out = plan.blocked(bench, dscp)
    room, rest = plan.rng.randint(2, 5), plan.rng.randint(1, trim.size - 1)
    limit = room * trim.size + rest
    plan.limit(bench, "trim_queues", out, trim.queue, limit)
    probes = []
    for number in range(room + 3):
        frame = out.frame(plan.rng, plan.long(), dscp=dscp)
        left = limit - number * trim.size
        if number < room:
            why = f"trimmed to {trim.size} bytes, it fits the trim queue, of which {left} of {limit} bytes are free"
            probes.append(plan.header(out, frame, why))
        else:
            why = f"even with {trim.size} bytes it does not fit: of the trim queue {rest} of {limit} bytes are free"
            probes.append(out.drops(frame, why))
    bench.check(probes, ignoring=_marks_of)


def _twice(plan: _Plan, bench: Bench) -> None:
    """Headers from upstream meet a full trim queue: dropped, although the table would have them trimmed."""
    out = plan.port(bench)
    limit = plan.rng.randint(1500, 3000)
    mark, queue = plan.rng.choice([*plan.marks.items()])
    plan.limit(bench, "data_queues", out, queue, limit)
    probes = []
    for size in split(plan.rng, limit, 4):
        frame = out.frame(plan.rng, size, dscp=mark)
        probes.append(out.passes(frame, "it came trimmed, its queue has room, and it leaves as it came"))
    for _ in range(6):
        frame = out.frame(plan.rng, plan.rng.randint(SHORTEST, LARGEST), dscp=mark)
        why = (
            f"its DSCP {frame.dscp} says that it was trimmed on its way (table trimmed_dscp), and its queue is full: "
            f"it is dropped, never trimmed a second time, whatever the table trimming says ({_SONIC})"
        )
        probes.append(out.drops(frame, why))
    bench.check(probes)


def _apart(plan: _Plan, bench: Bench) -> None:
    """Trimmed packets take no room in the data queue, and no other queue's limit matters to them."""
    dscp, _ = plan.any_trim()
    out = plan.port(bench)
    free = plan.rng.randint(200, 400)
    used = plan.rng.randint(SHORTEST, LARGEST)
    plan.limit(bench, "data_queues", out, plan.data[dscp], used + free)
    first = out.frame(plan.rng, used, dscp=dscp)
    probes = [out.passes(first, f"it fits: {used + free} bytes are free")]
    probes += [plan.header(out, out.frame(plan.rng, plan.long(), dscp=dscp)) for _ in range(4)]
    last = out.frame(plan.rng, free, dscp=dscp)
    why = f"{free} bytes of its queue are free: what was trimmed went to the trim queue and took none of them"
    probes.append(out.passes(last, why))
    other = out.frame(plan.rng, plan.long(), dscp=plan.rng.choice(plan.others))
    if plan.data[other.dscp] == plan.data[dscp]:
        why = f"its queue is full, and DSCP {other.dscp} may not be trimmed: dropped"
        probes.append(out.drops(other, why))
    else:
        probes.append(out.passes(other, "its queue has no limit"))
    bench.check(probes, ignoring=_marks_of)


def _check_queues(bench: Bench, out: Exit, expected: dict[int, int], what: str) -> None:
    for queue, count in expected.items():
        found = bench.counter("sent", out.port << 3 | queue).packets
        if found != count:
            raise WrongError(
                f"expected {plural(count, 'packet')} out of port {out.port} by queue {queue} (counter sent, cell "
                f"{out.port << 3 | queue}), because of the {what}; came: {found}"
            )


_ITEMS = {
    "whole": _whole,
    "queue": _queue,
    "mark": _mark,
    "length": _length,
    "short": _short,
    "trim-queue-full": _full,
    "never-twice": _twice,
    "apart": _apart,
}

LESSON = Lesson(
    title="the trimmed packet: queue, mark, lengths; never twice",
    items=(
        COMPILES,
        tables_item("route, classify, trimmed_dscp, data_queues and trimming take entries"),
        Item("whole", "what fits is not touched, and leaves by its DSCP's queue", "what happens before !meta.fits?"),
        Item(
            "queue", "a trimmed packet leaves by the trim queue",
            "TODO 1; standard_metadata.priority is set from meta.queue at the end", 2,
        ),
        Item(
            "mark", "its DSCP says that it was trimmed; ECN stays", "TODO 2; the DSCP comes from the table", 2,
        ),
        Item(
            "length", "the IPv6 header states what is really there",
            "TODO 5; the payload length does not count Ethernet nor the IPv6 header itself", 2,
        ),
        Item("short", "what is too short to be cut is marked and re-queued, and keeps its length", "meta.cut", 1),
        Item(
            "trim-queue-full", "a trimmed packet that does not fit the trim queue either is dropped, by its new length",
            "TODO 4; a table that is never applied is removed by the compiler; which length does admit() count?", 3,
        ),
        Item(
            "never-twice", "a packet that came trimmed is dropped when its queue is full",
            "TODO 3; meta.is_header is set before", 2,
        ),
        Item("apart", "trimmed packets take no room in the data queue", "which queue was admit() called for?"),
    ),
    grade=_grade,
)  # fmt: skip
