# SPDX-License-Identifier: Apache-2.0
"""Lab 02: the uN action, judged by random carriers through random tables."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from labs.grading.bench import (
    COMPILES,
    V6,
    Bench,
    Probe,
    block_of,
    carrier,
    prefix,
    random_mac,
    random_v6,
    running,
    tables_item,
    usids,
)
from labs.grading.lesson import Item, Lesson, Work

HOST_PORT = 7
PORTS = range(8)
_PROBES = 12
_RFC = "RFC 9800 section 4.1.1"


@dataclass(frozen=True, slots=True)
class _Way:
    usid: int
    port: int
    mac: int


class _Switch:
    def __init__(self, rng: Random) -> None:
        self.block = block_of(rng)
        own, others = usids(rng, 10)[:2], usids(rng, 10)
        self.own = own
        others = [each for each in others if each not in own][:5]
        ports = rng.sample(range(HOST_PORT), len(others))
        self.ways = [_Way(usid, port, random_mac(rng)) for usid, port in zip(others, ports, strict=True)]

    def install(self, bench: Bench) -> None:
        for usid in self.own:
            bench.add("my_sid", [prefix(carrier(self.block, usid), 48)], "uN")
        for way in self.ways:
            address = prefix(carrier(self.block, way.usid), 48)
            bench.add("route", [address], "forward", {"port": way.port, "dst_mac": way.mac})


def _grade(work: Work) -> None:
    rng = work.rng
    switch = _Switch(rng)
    with running(work, PORTS, switch.install) as bench:
        for name, probes in _PLAN.items():
            with work.item(name):
                bench.check(probes(rng, switch))


def _sent(rng: Random, frame: V6, expected: tuple[tuple[int, bytes], ...], why: str) -> Probe:
    return Probe(rng.choice(PORTS), frame.wire(), frame.token, expected, why)


def _shifted(rng: Random, switch: _Switch, rest: list[int], **fields: int) -> Probe:
    """A carrier for this switch, with a next uSID that it has a route for, and what else there is behind it."""
    way = rng.choice(switch.ways)
    own = rng.choice(switch.own)
    frame = random_v6(rng, dst=carrier(switch.block, own, way.usid, *rest), **fields)
    after = frame.but(
        dst=carrier(switch.block, way.usid, *rest), hop_limit=max(frame.hop_limit - 1, 0), dst_mac=way.mac
    )
    why = (
        f"the destination begins with this switch's block {switch.block:08x} and uSID {own:04x}, so the argument "
        f"moves up behind the block, zeros follow, and the hop counts ({_RFC}); then its route is taken"
    )
    return _sent(rng, frame, ((way.port, after.wire()),), why)


def _shift(rng: Random, switch: _Switch) -> list[Probe]:
    return [_shifted(rng, switch, usids(rng, rng.randrange(4))) for _ in range(_PROBES)]


def _full(rng: Random, switch: _Switch) -> list[Probe]:
    """Six uSIDs fill the address: the last 16 bits are argument too."""
    return [_shifted(rng, switch, usids(rng, 4)) for _ in range(_PROBES)]


def _hop_limit(rng: Random, switch: _Switch) -> list[Probe]:
    probes = []
    for hop_limit in (0, 1, 2, 1, 0, 2, 255):
        probe = _shifted(rng, switch, usids(rng, 2), hop_limit=hop_limit)
        if hop_limit <= 1:
            why = f"its hop limit is {hop_limit}: it is not forwarded ({_RFC}, S02)"
            probe = Probe(probe.port, probe.frame, probe.token, (), why)
        probes.append(probe)
    return probes


def _end(rng: Random, switch: _Switch) -> list[Probe]:
    probes = []
    for _ in range(_PROBES):
        own = rng.choice(switch.own)
        frame = random_v6(rng, dst=carrier(switch.block, own), hop_limit=rng.choice((1, 2, 64, 255)))
        why = f"nothing follows this switch's uSID {own:04x}: the argument is zero, so it has reached its end here"
        probes.append(_sent(rng, frame, ((HOST_PORT, frame.wire()),), f"{why} and leaves as it came"))
    return probes


def _whole_argument(rng: Random, switch: _Switch) -> list[Probe]:
    """The next 16 bits are zero, bits further down are not: the argument is not zero."""
    probes = []
    for _ in range(_PROBES):
        own = rng.choice(switch.own)
        rest = rng.choice(([0, *usids(rng, 1)], [0, 0, *usids(rng, 2)], [0, 0, 0, 0, 1 << rng.randrange(16)]))
        frame = random_v6(rng, dst=carrier(switch.block, own, *rest))
        why = (
            f"the argument is all 80 bits behind uSID {own:04x}, and they are not all zero: so it is shifted, not "
            f"delivered here ({_RFC}); the shifted destination has no route, and the packet is dropped"
        )
        probes.append(_sent(rng, frame, (), why))
    return [*probes, *_shift(rng, switch)[:1]]


def _foreign(rng: Random, switch: _Switch) -> list[Probe]:
    """Destinations that are not ours are forwarded as they are, also when a uSID of ours stands further down."""
    probes = []
    for _ in range(_PROBES):
        way = rng.choice(switch.ways)
        frame = random_v6(rng, dst=carrier(switch.block, way.usid, *rng.sample(switch.own, 1), *usids(rng, 2)))
        why = (
            f"its first uSID {way.usid:04x} is not one of this switch's: uN has no business with it, its route is taken"
        )
        probes.append(_sent(rng, frame, ((way.port, frame.but(dst_mac=way.mac).wire()),), why))
    return probes


_PLAN = {
    "shift": _shift,
    "full-carrier": _full,
    "hop-limit": _hop_limit,
    "end": _end,
    "whole-argument": _whole_argument,
    "foreign": _foreign,
}

LESSON = Lesson(
    title="write the uN action",
    items=(
        COMPILES,
        tables_item("tables my_sid and route take entries, with the actions uN() and forward(port, dst_mac)"),
        Item(
            "shift", "the argument moves up behind the block, zeros follow, the hop is counted",
            "the picture at the top of switch.p4; slices and ++ in README.md, 'What you need of P4'", 3,
        ),
        Item(
            "full-carrier", "of six uSIDs none is lost, and the last 16 bits become zero",
            "which bits are the argument? the lowest of them is bit 0", 1,
        ),
        Item(
            "hop-limit", "a packet with hop limit 1 or less is dropped; 2 becomes 1",
            "step 3 of README.md; is the comparison before the subtraction?", 1,
        ),
        Item("end", "an argument of zero: the packet goes to the host port, as it came", "step 2 of README.md", 2),
        Item(
            "whole-argument", "the argument is all 80 bits, not just the next uSID",
            "docs/protocol/srv6.md, sections 2.1 and 2.4", 2,
        ),
        Item("foreign", "what is not for this switch is not shifted", "who decides that uN runs: table or action?", 1),
    ),
    grade=_grade,
)  # fmt: skip
