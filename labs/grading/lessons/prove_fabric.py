# SPDX-License-Identifier: Apache-2.0
"""Lab 13: a prover of static tables, on random fabrics of which one entry or several are wrong.

It lives in a `Dialogue`. The judge knows which entries it changed. It sends the packet that the prover gives as a proof
through the tables, the wrong ones and the right ones, and looks where it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from labs.grading.lesson import Item, Lesson, Work, WrongError
from labs.grading.sandbox import Dialogue, DialogueError, dialogue

# --- Fabrics and tables ----------------------------------------------------------------------------------------------


MOST_USIDS = 6
MOST_HOPS = 32
CPU_S = 6
"""Of the student's process. To follow each path of the item `size` takes minutes; to judge each switch, a moment."""

Usids = tuple[str, ...]


class Key(NamedTuple):
    """Where an entry stands: `my_sid` or `routes`, and the uSIDs that it matches."""

    switch: str
    table: str
    usids: Usids

    def text(self) -> str:
        return f"{self.table} {_text(self.usids)} of {self.switch}"


@dataclass(slots=True)
class SwitchTables:
    """What a switch holds: names that it takes away, and routes, a port for each or None, which drops."""

    my_sid: list[str]
    routes: dict[Usids, int | None]

    def document(self) -> dict[str, object]:
        routes = [{"usids": list(usids), "port": port} for usids, port in self.routes.items()]
        return {"my_sid": self.my_sid, "routes": routes}


Tables = dict[str, SwitchTables]


@dataclass(frozen=True, slots=True)
class Cable:
    """A port of a switch, and what is behind it: a NIC by the name of its downlink, or a switch by its own."""

    port: int
    to: str
    usid: str


@dataclass(frozen=True, slots=True)
class Cabling:
    """A fabric: the uSID and the cables of each switch, and of each NIC its T0 on each plane."""

    usids: dict[str, str]
    cables: dict[str, list[Cable]]
    nics: dict[str, list[str]]

    def document(self) -> dict[str, object]:
        return {
            "switches": {
                name: {
                    "usid": usid,
                    "ports": [{"port": each.port, "to": each.to, "usid": each.usid} for each in self.cables[name]],
                }
                for name, usid in self.usids.items()
            },
            "nics": self.nics,
        }

    def planned(self) -> Tables:
        """The right tables."""
        return {
            name: SwitchTables([usid], {(each.usid,): each.port for each in self.cables[name]} | {(): None})
            for name, usid in self.usids.items()
        }

    def t0s(self) -> list[str]:
        return sorted({t0 for places in self.nics.values() for t0 in places})

    def unused(self, rng: Random) -> str:
        """A uSID that nobody has."""
        used = {*self.usids.values(), *(each.usid for cables in self.cables.values() for each in cables)}
        return next(usid for usid in iter(lambda: _usid(rng.randrange(1, 0xE000)), "") if usid not in used)


def _usid(value: int) -> str:
    return f"{value:04x}"


def _text(usids: Sequence[str]) -> str:
    return ":".join(usids) or "(all others)"


def random_cabling(rng: Random, planes: int, t0s: int, t1s: int, downlinks: int) -> Cabling:
    """A fabric of this size, whose names and ports are drawn."""
    drawn = iter(rng.sample(range(1, 0xE000), planes * (t0s + t1s + downlinks)))
    found = Cabling({}, {}, {f"nic{nic}": [] for nic in range(t0s * downlinks)})
    for plane in range(planes):
        leaves, spines = [f"p{plane}-t0-{at}" for at in range(t0s)], [f"p{plane}-t1-{at}" for at in range(t1s)]
        found.usids.update({name: _usid(next(drawn)) for name in (*leaves, *spines)})
        doors = [_usid(next(drawn)) for _ in range(downlinks)]  # every T0 of a plane has the same
        for at, leaf in enumerate(leaves):
            behind = [(f"nic{at * downlinks + door}", usid) for door, usid in enumerate(doors)]
            for nic, _ in behind:
                found.nics[nic].append(leaf)
            found.cables[leaf] = _plugged(rng, [*behind, *((spine, found.usids[spine]) for spine in spines)])
        for spine in spines:
            found.cables[spine] = _plugged(rng, [(leaf, found.usids[leaf]) for leaf in leaves])
    return found


def _plugged(rng: Random, behind: Sequence[tuple[str, str]]) -> list[Cable]:
    ports = rng.sample(range(len(behind) + 2), len(behind))
    return [Cable(port, to, usid) for port, (to, usid) in zip(ports, behind, strict=True)]


def small(rng: Random) -> Cabling:
    return random_cabling(rng, rng.randint(1, 3), rng.randint(2, 4), rng.randint(2, 4), rng.randint(2, 3))


def walk(cabling: Cabling, tables: Tables, nic: str, plane: int, usids: Sequence[str]) -> list[tuple[str, str]]:
    """Each switch that a packet meets, and where it goes from there: a neighbour, nowhere, or a port with no cable."""
    left, at, hops = tuple(usids), cabling.nics[nic][plane], list[tuple[str, str]]()
    while at in cabling.usids and len(hops) < MOST_HOPS:
        held = tables[at]
        if left[:1] and left[0] in held.my_sid:
            left = left[1:]
        keys = (left[:length] for length in range(len(left), -1, -1))
        key = next((key for key in keys if left and key in held.routes), None)
        port = None if key is None else held.routes[key]
        behind = {each.port: each.to for each in cabling.cables[at]}
        hops.append((at, "nowhere" if port is None else behind.get(port, f"port {port}, which has no cable")))
        at = hops[-1][1]
    return hops


# --- Mistakes --------------------------------------------------------------------------------------------------------


Mistake = Callable[[Cabling, Tables, str, Random], Key]
"""Changes one entry of a switch, and says which."""


def _wrong_port(cabling: Cabling, tables: Tables, switch: str, rng: Random) -> Key:
    cable = rng.choice(cabling.cables[switch])
    ports = range(len(cabling.cables[switch]) + 2)
    tables[switch].routes[cable.usid,] = rng.choice([port for port in ports if port != cable.port])
    return Key(switch, "routes", (cable.usid,))


def _missing(cabling: Cabling, tables: Tables, switch: str, rng: Random) -> Key:
    cable = rng.choice(cabling.cables[switch])
    del tables[switch].routes[cable.usid,]
    return Key(switch, "routes", (cable.usid,))


def _no_own_sid(cabling: Cabling, tables: Tables, switch: str, _rng: Random) -> Key:
    tables[switch].my_sid.clear()
    return Key(switch, "my_sid", (cabling.usids[switch],))


def _another_sid(cabling: Cabling, tables: Tables, switch: str, rng: Random) -> Key:
    """A T0 takes the name of a neighbour, too: a NIC can send such a packet."""
    switch = rng.choice(cabling.t0s())
    usid = rng.choice(cabling.cables[switch]).usid
    tables[switch].my_sid.insert(rng.randrange(2), usid)
    return Key(switch, "my_sid", (usid,))


def _stranger(cabling: Cabling, tables: Tables, switch: str, rng: Random) -> Key:
    usid = cabling.unused(rng)
    tables[switch].routes[usid,] = rng.choice(cabling.cables[switch]).port
    return Key(switch, "routes", (usid,))


def _way_for_all(cabling: Cabling, tables: Tables, switch: str, rng: Random) -> Key:
    tables[switch].routes[()] = rng.choice(cabling.cables[switch]).port
    return Key(switch, "routes", ())


def _longer(cabling: Cabling, tables: Tables, switch: str, rng: Random) -> Key:
    """Two uSIDs together go another way than the first alone; every entry that was planned is there."""
    cable, other = rng.sample(cabling.cables[switch], 2)
    behind = cabling.cables.get(cable.to)
    usids = (cable.usid, rng.choice(behind).usid if behind else cabling.unused(rng))
    tables[switch].routes[usids] = rng.choice([other.port, None])
    return Key(switch, "routes", usids)


ALL: tuple[Mistake, ...] = (_wrong_port, _missing, _no_own_sid, _another_sid, _stranger, _way_for_all, _longer)

# --- A prover on trial -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Finding:
    """What the student's prover says: an entry, and the packet that shows it."""

    key: Key
    nic: str
    plane: int
    usids: Usids


def findings(talk: Dialogue, cabling: Cabling, tables: Tables) -> list[Finding]:
    """What the prover says of these tables. Raises WrongError."""
    try:
        talk.new(cabling.document())
        said = talk.call("prove", {name: held.document() for name, held in tables.items()})
    except DialogueError as error:
        raise WrongError(str(error)) from None
    if not isinstance(said, list):
        raise WrongError(f"prove: returned {said!r:.80}; accepted: a list of findings")
    return [_finding(each, cabling) for each in said]


def _finding(said: object, cabling: Cabling) -> Finding:
    match said:
        case {
            "switch": str(switch), "table": str(table), "usids": list(usids),
            "packet": {"nic": str(nic), "plane": int(plane), "usids": list(sent)},
        } if nic in cabling.nics and 0 <= plane < len(cabling.nics[nic]) and len(sent) <= MOST_USIDS:  # fmt: skip
            return Finding(Key(switch, table, tuple(map(str, usids))), nic, plane, tuple(map(str, sent)))
    raise WrongError(
        f"prove: a finding is {said!s:.200}; accepted: switch, table, usids, and packet with nic, plane and at most "
        f"{MOST_USIDS} usids"
    )


def _judge(found: Iterable[Finding], wrong: set[Key]) -> None:
    """Raise WrongError unless these entries are named, and no other."""
    named = {each.key for each in found}
    if missed := sorted(wrong - named):
        raise WrongError(f"not found: {missed[0].text()}" + (f", and {len(missed) - 1} more" if missed[1:] else ""))
    if others := sorted(named - wrong):
        raise WrongError(f"{others[0].text()} is said to be wrong, and is as it should be")


def _shows(finding: Finding, cabling: Cabling, tables: Tables) -> None:
    """Raise WrongError unless the packet meets the switch, and goes another way than it should."""
    packet = finding.nic, finding.plane, finding.usids
    got, wanted = walk(cabling, tables, *packet), walk(cabling, cabling.planned(), *packet)
    told = f"{finding.nic} sends {_text(finding.usids)} on plane {finding.plane} to show {finding.key.text()}"
    if finding.key.switch not in [switch for switch, _ in got]:
        raise WrongError(f"{told}; it does not come there, but {_way(got)}")
    if got == wanted:
        raise WrongError(f"{told}; with right tables it goes the same way: {_way(got)}")


def _way(hops: Sequence[tuple[str, str]]) -> str:
    return "; ".join(f"{switch} to {to}" for switch, to in hops)


def _cases(rng: Random, mistakes: Sequence[Mistake], each: int) -> Iterator[tuple[Cabling, Tables, Key]]:
    for mistake in [*mistakes] * each:
        cabling = small(rng)
        tables = cabling.planned()
        yield cabling, tables, mistake(cabling, tables, rng.choice(list(cabling.usids)), rng)


def _grade(work: Work) -> None:
    rng = work.rng
    with dialogue(work.answer, "Prover", cpu_s=CPU_S) as talk:
        with work.must("runs"):
            cabling = small(rng)
            findings(talk, cabling, cabling.planned())
        with work.item("right"):
            for cabling in (small(rng) for _ in range(4)):
                _judge(findings(talk, cabling, _shuffled(cabling.planned(), rng)), set())
        shown: list[tuple[Cabling, Tables, Finding]] = []
        for name, mistakes in (
            ("next-hops", (_wrong_port, _missing)),
            ("own-sids", (_no_own_sid, _another_sid)),
            ("nowhere", (_stranger, _way_for_all)),
            ("longer", (_longer,)),
        ):
            with work.item(name):
                for cabling, tables, wrong in _cases(rng, mistakes, 4):
                    found = findings(talk, cabling, _shuffled(tables, rng))
                    _judge(found, {wrong})
                    shown += [(cabling, tables, each) for each in found]
        with work.item("several"):
            _several(talk, rng)
        with work.item("packets"):
            if not shown:
                raise WrongError("no wrong entry was named, so there is no packet to try")
            for cabling, tables, finding in shown:
                _shows(finding, cabling, tables)
        with work.item("size"):
            cabling = random_cabling(rng, 8, 16, 16, 16)
            tables = cabling.planned()
            wrong = _longer(cabling, tables, rng.choice(list(cabling.usids)), rng)
            _judge(findings(talk, cabling, tables), {wrong})


def _several(talk: Dialogue, rng: Random) -> None:
    """Mistakes of all kinds at once, each in a switch of its own."""
    cabling = random_cabling(rng, 2, 4, 4, 2)
    tables = cabling.planned()
    switches = rng.sample([name for name in cabling.usids if name not in cabling.t0s()], len(ALL) - 1)
    kinds = [mistake for mistake in ALL if mistake is not _another_sid]
    wrong = {mistake(cabling, tables, switch, rng) for mistake, switch in zip(kinds, switches, strict=True)}
    wrong.add(_another_sid(cabling, tables, "", rng))
    _judge(findings(talk, cabling, _shuffled(tables, rng)), wrong)


def _shuffled(tables: Tables, rng: Random) -> Tables:
    """The same entries in another order: a switch gives them back in any."""
    found = deepcopy(tables)
    for held in found.values():
        routes = list(held.routes.items())
        rng.shuffle(routes)
        held.routes = dict(routes)
    return found


LESSON = Lesson(
    title="prove a fabric",
    only="no switch",
    items=(
        Item("runs", "the file has a Prover, and prove returns a list", "README.md, step 1"),
        Item("right", "right tables are proved, in any order", "README.md, Background"),
        Item("next-hops", "a route by a wrong port, or none, is found", "hint 1", 2),
        Item("own-sids", "a name that is not taken away, or should not be, is found", "hint 2", 2),
        Item("nowhere", "an entry that gives an unknown uSID a way is found", "hint 3", 2),
        Item("longer", "an entry that nobody planned and that a longer match finds first, is found", "hint 4", 2),
        Item("several", "of several wrong entries each is named", "go on after the first", 1),
        Item("packets", "each packet goes another way because of the entry", "hints 5 and 6", 3),
        Item("size", "8 million paths are proved in seconds", "docs/proof.md, from hop to hop; hint 7", 2),
    ),
    grade=_grade,
)
