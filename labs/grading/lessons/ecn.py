# SPDX-License-Identifier: Apache-2.0
"""Lab 06: ECN marking in the fabric and not on the last hop, judged by random ports, thresholds and packets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from labs.grading.bench import (
    COMPILES,
    ETHERNET_BYTES,
    V6,
    Bench,
    Compiled,
    Probe,
    block_of,
    carrier,
    compiled,
    exact,
    prefix,
    random_mac,
    random_v6,
    tables_item,
    usids,
)
from labs.grading.lesson import Item, Lesson, Work, WrongError

PORTS = range(6)
CE, NOT_ECT = 3, 0
DRAWS = 480
"""Packets of the item that counts marks."""
BURST = 24
"""So many are sent at once: BMv2's ring holds 32."""

_SLOPE_ONE = 1 << 32
_RFC = "RFC 3168 section 5"
_STUCK = 0
_FAST = 1 << 24


@dataclass(frozen=True, slots=True)
class _Port:
    """An egress port and what leads there; thresholds None: the last hop."""

    number: int
    usid: int
    mac: int
    thresholds: tuple[int, int] | None


class _Switch:
    """A switch with random ports. Those in the fabric mark between their thresholds (bytes), the last hop does not."""

    def __init__(self, work: Work, program: Compiled, *thresholds: tuple[int, int] | None, rate: int = _STUCK) -> None:
        """Start one with a port for each of `thresholds`, whose links send `rate` bytes in 1024 us."""
        rng = work.rng
        self.rng = rng
        self.block = block_of(rng)
        self.ingress = rng.choice(PORTS)  # one only: packets of several may overtake each other on BMv2
        numbers = rng.sample(PORTS, len(thresholds))
        self.ports = [
            _Port(number, usid, random_mac(rng), pair)
            for number, usid, pair in zip(numbers, usids(rng, len(thresholds)), thresholds, strict=True)
        ]
        self.backlog = dict.fromkeys(numbers, 0)
        self.bench = Bench(work, program, PORTS)
        try:
            self._install(rate)
        except BaseException:
            self.bench.__exit__(None, None, None)
            raise

    def _install(self, rate: int) -> None:
        for port in self.ports:
            way = {"port": port.number, "dst_mac": port.mac}
            self.bench.add("route", [prefix(carrier(self.block, port.usid), 48)], "forward", way)
            self.bench.add("port_rate", [exact(port.number)], "set_rate", {"bytes_per_ms": rate})
            if port.thresholds is not None:
                low, high = port.thresholds
                slope = min(_SLOPE_ONE - 1, _SLOPE_ONE // max(1, high - low))
                values = {"lowest": low, "highest": high, "slope_per_byte": slope}
                self.bench.add("thresholds", [exact(port.number)], "set_thresholds", values)

    def __enter__(self) -> _Switch:
        return self

    def __exit__(self, *_: object) -> None:
        self.bench.__exit__(None, None, None)

    def frame(self, port: _Port, **fields: int) -> V6:
        return random_v6(
            self.rng, dst=carrier(self.block, port.usid, *usids(self.rng, self.rng.randrange(3))), **fields
        )

    def leaves(self, port: _Port, frame: V6) -> tuple[int, bytes]:
        """How it leaves if nothing is marked; it is behind what was sent there before."""
        self.backlog[port.number] += len(frame.wire())
        return port.number, frame.but(dst_mac=port.mac).wire()

    def sent(self, port: _Port, frame: V6, *, marks: bool, why: str) -> Probe:
        """A frame that is to leave marked, or as it is."""
        ahead = self.backlog[port.number]
        number, plain = self.leaves(port, frame)
        after = frame.but(dst_mac=port.mac, ecn=CE).wire() if marks else plain
        entry = "has no entry in thresholds" if port.thresholds is None else f"marks from {port.thresholds[1]} bytes on"
        text = f"{ahead} bytes are ahead of it on port {number}, which {entry}; {why}"
        return Probe(self.ingress, frame.wire(), frame.token, ((number, after),), text)

    def check(self, probes: Sequence[Probe]) -> None:
        """Send them in bursts. Raises WrongError."""
        for start in range(0, len(probes), BURST):
            self.bench.check(probes[start : start + BURST])

    def fill(self, port: _Port, ahead: int) -> list[Probe]:
        """Packets that are not ECN-capable, which bring the backlog to exactly this many bytes."""
        probes = []
        while (left := ahead - self.backlog[port.number]) > 0:
            size = left if left <= 400 else 400 if left >= 500 else left - 100
            frame = self.frame(port, size=size, ecn=NOT_ECT)
            probes.append(self.sent(port, frame, marks=False, why=f"it is Not-ECT, and is never marked ({_RFC})"))
        return probes


def _grade(work: Work) -> None:
    with work.must(COMPILES.name):
        program = compiled(work)
    with work.must("tables"), _Switch(work, program, (1000, 2000), None):
        pass
    for name, judged in (
        ("below", _below),
        ("above", _above),
        ("code-points", _code_points),
        ("last-hop", _last_hop),
        ("per-port", _per_port),
        ("between", _between),
        ("drained", _drained),
        ("counter", _counter),
    ):
        with work.item(name):
            judged(work, program)


def _step(rng: Random) -> tuple[int, int]:
    at = rng.randrange(800, 4000)
    return at, at


def _capable(rng: Random) -> int:
    return rng.choice((1, 2))


def _below(work: Work, program: Compiled) -> None:
    """Thresholds are far apart on one port, and the same on the other, so that one byte decides there."""
    low = work.rng.randrange(1500, 4000)
    with _Switch(work, program, (low, low + work.rng.randrange(500, 2000)), _step(work.rng)) as switch:
        far, near = switch.ports
        probes = []
        while switch.backlog[far.number] < low - 900:
            frame = switch.frame(far, ecn=work.rng.randrange(4))
            probes.append(switch.sent(far, frame, marks=False, why=f"that is less than the lower threshold, {low}"))
        assert near.thresholds is not None
        at = near.thresholds[0]
        probes += switch.fill(near, at - 1)
        last = switch.frame(near, ecn=_capable(work.rng))
        probes.append(switch.sent(near, last, marks=False, why=f"that is one byte less than the lower threshold, {at}"))
        switch.check(probes)


def _above(work: Work, program: Compiled) -> None:
    with _Switch(work, program, _step(work.rng)) as switch:
        (port,) = switch.ports
        assert port.thresholds is not None
        probes = switch.fill(port, port.thresholds[1])
        for _ in range(10):
            frame = switch.frame(port, ecn=_capable(work.rng))
            probes.append(switch.sent(port, frame, marks=True, why="so it leaves with CE, its DSCP as it was"))
        switch.check(probes)


def _code_points(work: Work, program: Compiled) -> None:
    with _Switch(work, program, _step(work.rng)) as switch:
        (port,) = switch.ports
        assert port.thresholds is not None
        probes = switch.fill(port, port.thresholds[1])
        for ecn in (0, 1, 2, 3, *(work.rng.randrange(4) for _ in range(12))):
            frame = switch.frame(port, ecn=ecn)
            why = (
                f"it is Not-ECT, and is never marked ({_RFC})"
                if ecn == NOT_ECT
                else f"ECN {ecn} becomes CE, DSCP stays"
            )
            probes.append(switch.sent(port, frame, marks=ecn != NOT_ECT, why=why))
        switch.check(probes)


def _last_hop(work: Work, program: Compiled) -> None:
    with _Switch(work, program, _step(work.rng), None) as switch:
        fabric, host = switch.ports
        probes = [*switch.fill(host, 6000), *switch.fill(fabric, 4000)]
        for _ in range(6):
            frame = switch.frame(host, ecn=work.rng.randrange(1, 4))
            probes.append(switch.sent(host, frame, marks=False, why="there the receiver's NIC is told by trimming"))
            frame = switch.frame(fabric, ecn=_capable(work.rng))
            probes.append(switch.sent(fabric, frame, marks=True, why="so it leaves with CE"))
        switch.check(probes)


def _per_port(work: Work, program: Compiled) -> None:
    rng = work.rng
    with _Switch(work, program, *(_step(rng) for _ in range(4))) as switch:
        probes = []
        for _ in range(BURST * 2):
            port = rng.choice(switch.ports)
            assert port.thresholds is not None
            marks = switch.backlog[port.number] >= port.thresholds[1]
            why = "so it leaves with CE" if marks else "so it leaves as it came"
            probes.append(switch.sent(port, switch.frame(port, ecn=_capable(rng)), marks=marks, why=why))
        switch.check(probes)


def _between(work: Work, program: Compiled) -> None:
    """Marks are counted while the backlog grows from the lower to the upper threshold."""
    rng = work.rng
    size = 100
    low = rng.randrange(400, 1200)
    high = low + DRAWS * size
    with _Switch(work, program, (low, high)) as switch:
        (port,) = switch.ports
        switch.check(switch.fill(port, low))
        expected, variance, marked = [0.0, 0.0], [0.0, 0.0], [0, 0]  # of the two halves
        for start in range(0, DRAWS, BURST):
            frames = []
            half = start >= DRAWS // 2
            for _ in range(BURST):
                chance = (switch.backlog[port.number] - low) / (high - low)
                expected[half] += chance
                variance[half] += chance * (1 - chance)
                frame = switch.frame(port, size=size, ecn=_capable(rng))
                switch.leaves(port, frame)
                frames.append((switch.ingress, frame.wire()))
            outputs = switch.bench.exchange(frames, {port.number: len(frames)})
            marked[half] += sum(_ecn(frame) == CE for _, frame in outputs)
    for half, name in ((False, "lower"), (True, "upper")):
        off = 4.5 * variance[half] ** 0.5  # a right answer is outside of this once in 100,000 runs
        if abs(marked[half] - expected[half]) > off:
            raise WrongError(
                f"{DRAWS} packets found from {low} to {high} bytes ahead of them, the two thresholds; of those in the "
                f"{name} half {marked[half]} were marked, and {expected[half]:.0f} are to be expected, "
                f"give or take {off:.0f}"
            )


def _ecn(frame: bytes) -> int:
    """The ECN field of an IPv6 frame: the two lower bits of its traffic class."""
    return frame[ETHERNET_BYTES + 1] >> 4 & 3


def _drained(work: Work, program: Compiled) -> None:
    with _Switch(work, program, _step(work.rng), rate=_FAST) as switch:
        (port,) = switch.ports
        probes = []
        for _ in range(12):
            frame = switch.frame(port, ecn=_capable(work.rng))
            probes.append(
                switch.sent(port, frame, marks=False, why="but its link is fast, and they were gone before it came")
            )
        for probe in probes:
            switch.bench.check([probe])
            switch.bench.pass_time(0.01)


def _counter(work: Work, program: Compiled) -> None:
    rng = work.rng
    with _Switch(work, program, _step(rng), _step(rng), None) as switch:
        one, other, host = switch.ports
        assert one.thresholds is not None
        assert other.thresholds is not None
        probes = [
            *switch.fill(one, one.thresholds[1]),
            *switch.fill(other, other.thresholds[1]),
            *switch.fill(host, 800),
        ]
        wanted = {one.number: rng.randrange(2, 8), other.number: rng.randrange(8, 12), host.number: 0}
        for port in switch.ports:
            for _ in range(wanted[port.number] or 3):
                frame = switch.frame(port, ecn=_capable(rng))
                probes.append(switch.sent(port, frame, marks=port.thresholds is not None, why="and marks are counted"))
        switch.check(probes)
        for number, packets in wanted.items():
            counted = switch.bench.counter("marked", number).packets
            if counted != packets:
                raise WrongError(f"{packets} packets were marked on port {number}, and marked[{number}] is {counted}")


LESSON = Lesson(
    title="ECN in the fabric, off on the last hop",
    items=(
        COMPILES,
        tables_item("tables route, port_rate and thresholds take entries, with their actions"),
        Item("below", "below the lower threshold nothing is marked", "README.md, step 2; >= or >?"),
        Item("above", "from the upper threshold on what is ECN-capable is marked; its DSCP stays", "step 3", 2),
        Item("code-points", "Not-ECT stays Not-ECT, and CE stays CE", "RFC 3168 section 5; README.md, step 3", 2),
        Item("last-hop", "a port without an entry does not mark, however long its queue", "step 2: hit or miss?", 2),
        Item("per-port", "each port has its own thresholds and backlog", "what is the key of thresholds?"),
        Item("between", "between the thresholds the probability grows from 0 to 1", "step 4; hints 4 and 5", 3),
        Item("drained", "a queue that has drained marks nothing", "which number do you compare: meta.backlog?"),
        Item("counter", "marked counts the marks of each port", "README.md, step 3: the index is the egress port"),
    ),
    grade=_grade,
)  # fmt: skip
