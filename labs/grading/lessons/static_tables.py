# SPDX-License-Identifier: Apache-2.0
"""Lab 03: static tables for one T0. The script fills a running switch: tables are read back, packets sent through."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from random import Random

from fabric import PROGRAM
from labs.grading.bench import Probe, ServedBench, block_of, carrier, compiled, prefix, random_mac, random_v6, usids
from labs.grading.lesson import Item, Lesson, UngradableError, Work, WrongError
from labs.grading.sandbox import check_ended_well, run_python

PORTS = range(8)
MY_SID, ROUTE = "FabricIngress.my_sid.my_sid", "FabricIngress.route.route_ipv6"
_UN, _NEXT_HOP, _BLACK_HOLE = (
    "FabricIngress.my_sid.uN",
    "FabricIngress.route.set_nexthop_ipv6",
    "FabricIngress.route.blackhole_ipv6",
)
_WHY_STATIC = "docs/pipeline.md, the tables my_sid and route_ipv6"
_INSTALL = "run `pip install ipython` and `pip install --no-deps p4runtime-shell==0.0.6` (it asks for protobuf 3)"


@dataclass(frozen=True, slots=True)
class Neighbour:
    port: int
    name: str
    usid: int
    src_mac: int
    dst_mac: int


@dataclass(frozen=True, slots=True)
class T0:
    block: int
    usid: int
    neighbours: tuple[Neighbour, ...]

    def facts(self) -> dict[str, object]:
        return {
            "block": f"{self.block >> 16:04x}:{self.block & 0xFFFF:04x}",
            "usid": f"{self.usid:04x}",
            "ports": [
                {
                    "port": each.port, "neighbour": each.name, "usid": f"{each.usid:04x}",
                    "src_mac": _mac(each.src_mac), "dst_mac": _mac(each.dst_mac),
                }
                for each in self.neighbours
            ],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Row:
    """An entry that must be there: table, prefix and its length, action, parameters."""

    table: str
    value: int
    length: int
    action: str
    params: Mapping[str, int]


def _mac(value: int) -> str:
    return value.to_bytes(6, "big").hex(":")


def random_t0(rng: Random) -> T0:
    """A T0 with a random number of downlinks and uplinks on random ports."""
    down, up = rng.randint(1, 4), rng.randint(2, 4)
    own, *names = usids(rng, 1 + down + up)
    kinds = [f"nic{at}" for at in range(down)] + [f"t1-{at}" for at in range(up)]
    ports = rng.sample(PORTS, down + up)
    neighbours = [
        Neighbour(port, name, usid, random_mac(rng), random_mac(rng))
        for port, name, usid in zip(ports, kinds, names, strict=True)
    ]
    return T0(block_of(rng), own, tuple(neighbours))


def _my_sid(t0: T0) -> list[_Row]:
    return [_Row(MY_SID, carrier(t0.block, t0.usid), 48, _UN, {"usd_flavor": 0, "dscp_mode": 0})]


def _routes(t0: T0) -> list[_Row]:
    return [
        _Row(
            ROUTE, carrier(t0.block, each.usid), 48, _NEXT_HOP,
            {"port": each.port, "src_mac": each.src_mac, "dst_mac": each.dst_mac},
        )
        for each in t0.neighbours
    ]  # fmt: skip


def _black_hole(t0: T0) -> list[_Row]:
    return [_Row(ROUTE, carrier(t0.block), 32, _BLACK_HOLE, {})]


def _grade(work: Work) -> None:
    for module in ("p4runtime_sh", "IPython"):
        if importlib.util.find_spec(module) is None:
            raise UngradableError(f"lab 03 needs p4runtime-shell; {_INSTALL}")
    program = compiled(replace(work, answer=PROGRAM))
    t0 = random_t0(work.rng)
    with ExitStack() as stack:
        bench = stack.enter_context(ServedBench(work, program, PORTS))
        with work.must("runs"):
            _run(work, bench, t0)
        for name, rows in (("own-sid", _my_sid(t0)), ("neighbours", _routes(t0)), ("black-hole", _black_hole(t0))):
            with work.item(name):
                _check_rows(bench, rows)
        with work.item("nothing-else"):
            _check_others(bench, [*_my_sid(t0), *_routes(t0), *_black_hole(t0)])
        with work.item("packets"):
            bench.check(_packets(work.rng, t0))
    with work.item("another-t0"), ServedBench(work, program, PORTS) as bench:
        _check_another(work, bench)


def _check_another(work: Work, bench: ServedBench) -> None:
    """The same script, another switch: other numbers, other ports, another number of neighbours."""
    t0 = random_t0(work.rng)
    _run(work, bench, t0)
    rows = [*_my_sid(t0), *_routes(t0), *_black_hole(t0)]
    _check_rows(bench, rows)
    _check_others(bench, rows)


def _run(work: Work, bench: ServedBench, t0: T0) -> None:
    facts = work.room / "facts.json"
    facts.write_text(json.dumps(t0.facts(), indent=2))
    command = [
        "-m",
        "labs.grading.programs",
        "shell",
        bench.address,
        str(bench.device_id),
        str(work.answer),
        str(facts),
    ]
    check_ended_well(run_python(command, room=work.room, reads=[work.answer.parent]), "the script")


def _check_rows(bench: ServedBench, rows: Sequence[_Row]) -> None:
    there = bench.entries()
    for row in rows:
        if _encoded(bench, row) not in there:
            found = "\n".join(f"  {each}" for each in bench.described(row.table)) or "  (empty)"
            wanted = bench.text(_encoded(bench, row))
            raise WrongError(
                f"expected the entry\n  {wanted}\nbecause of {_WHY_STATIC}; came: the table holds\n{found}"
            )


def _check_others(bench: ServedBench, rows: Sequence[_Row]) -> None:
    wanted = [_encoded(bench, row) for row in rows]
    others = [each for each in bench.entries() if each not in wanted]
    if others:
        raise WrongError(f"expected no entries but those; came: {len(others)} more, such as\n  {bench.text(others[0])}")


def _encoded(bench: ServedBench, row: _Row) -> bytes:
    return bench.encoded(row.table, [prefix(row.value, row.length)], row.action, row.params)


def _packets(rng: Random, t0: T0) -> list[Probe]:
    """Every way through the switch: by each neighbour's uSID behind its own, or in front; and what must not pass."""
    probes = []
    for each in t0.neighbours:
        for own in (True, False):
            rest = usids(rng, rng.randrange(3))
            ahead = [each.usid, *rest]
            frame = random_v6(rng, dst=carrier(t0.block, *([t0.usid] if own else []), *ahead))
            after = frame.but(
                dst=carrier(t0.block, *ahead), hop_limit=frame.hop_limit - 1, src_mac=each.src_mac, dst_mac=each.dst_mac
            )
            way = f"uSID {t0.usid:04x} is this switch's own, uN removes it; " if own else ""
            why = f"{way}{each.usid:04x} is {each.name} at port {each.port}"
            probes.append(Probe(rng.choice(PORTS), frame.wire(), frame.token, ((each.port, after.wire()),), why))
    known = {t0.usid, *(each.usid for each in t0.neighbours)}
    for usid in [each for each in usids(rng, 12) if each not in known][:4]:
        frame = random_v6(rng, dst=carrier(t0.block, usid, *usids(rng, 2)))
        why = f"uSID {usid:04x} is nobody here: the rest of the block is a black hole"
        probes.append(Probe(rng.choice(PORTS), frame.wire(), frame.token, (), why))
    return probes


LESSON = Lesson(
    title="static tables for one T0",
    items=(
        Item("runs", "the script fills a running switch and ends well", "what it wrote; README.md, 'What you need'"),
        Item("own-sid", "the switch knows its own uSID", "README.md, step 2", 2),
        Item("neighbours", "each neighbour's uSID leads to its port, with the MAC addresses of that link", "step 3", 3),
        Item("black-hole", "what is nobody's uSID is dropped on purpose", "step 4", 2),
        Item("nothing-else", "no other entries: a static table is what somebody meant", "does a loop go too far?"),
        Item("packets", "packets of every path pass, others do not", "read the tables back, in README.md", 2),
        Item("another-t0", "the same script fills another T0", "what in the script is not from the facts?", 3),
    ),
    grade=_grade,
)
