# SPDX-License-Identifier: Apache-2.0
"""Trials of the Clustermapper: some components go wrong at once. Does the map find them, only them, and when?

The answer is precision, recall and time to locate. A trial runs in an emulated fabric, where each probe is a frame that
switches forward, or in a modelled one (`fabric.mapping`), which may have hundreds of loops.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal

import numpy as np
from msgspec import Struct, to_builtins
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

import topologies
from common.written_tables import NoPlaceError, replaced
from fabric.clustermapper import Agent, AgentOptions, Component, HealthMap, Kind, State
from fabric.clustermapper.locating import Loops, components
from fabric.emulation.network import Network
from fabric.emulation.switches import Say, running_switches
from fabric.errors import FabricError
from fabric.mapping import AgentAndNic, IdleNic, ModelledFabric
from fabric.scenario.faults import Faultable
from p4soft import outputs
from p4soft.command_line import EngineChoice
from topologies import Fabric

# --- What can be wrong with a component ------------------------------------------------------------------------------


Ailment = Literal["down", "black hole", "lossy"]
AILMENTS: tuple[Ailment, ...] = ("down", "black hole", "lossy")


class Illness(Struct, frozen=True):
    """One component, and what is wrong with it.

    Attributes:
        ailment: `down`: its links have no carrier; `black hole`: they have, and nothing passes; `lossy`: some passes.
        loss: of each frame on each of its links, 0..1; of a lossy one.
    """

    component: Component
    ailment: Ailment
    loss: float

    def states(self, reported: Kind) -> set[State]:
        """What the map may rightly say of a component of that kind: where no NIC sees the carrier, dead is dead."""
        if self.ailment == "lossy":
            return {State.LOSSY}
        if self.component.kind in (Kind.NIC_LINK, Kind.T0) and reported in (Kind.NIC_LINK, Kind.T0):
            return {State.DOWN if self.ailment == "down" else State.BLACK_HOLE}
        return {State.DEAD, State.BLACK_HOLE}

    def begin(self, fabric: Fabric, network: Faultable) -> None:
        """Let it happen."""
        self._set(fabric, network, well=False)

    def end(self, fabric: Fabric, network: Faultable) -> None:
        self._set(fabric, network, well=True)

    def _set(self, fabric: Fabric, network: Faultable, *, well: bool) -> None:
        switch = self.component.kind in (Kind.T0, Kind.T1)
        if self.ailment == "black hole" and switch:
            network.set_forwarding(self.component.name(fabric), well)
            return
        for link in links(fabric, self.component):
            if self.ailment == "down":
                network.set_link_state(link, well)
            else:
                network.set_link_loss(link, 0.0 if well else self.loss)


def links(fabric: Fabric, component: Component) -> Sequence[str]:
    """The link that a component is, or those of the switch."""
    if component.kind in (Kind.NIC_LINK, Kind.T0_T1_LINK):
        return [component.name(fabric)]
    ports = fabric.switch(component.name(fabric)).ports()
    return [port.link.name for port in ports]


def draw(fabric: Fabric, random: Random, count: int) -> list[Illness]:
    """So many components of the fabric, each kind as likely as another, and what is wrong with each."""
    drawn: dict[Component, Illness] = {}
    while len(drawn) < count:
        plane, kind = random.randrange(fabric.planes), random.choice(list(Kind))
        component = random.choice([each for each in components(fabric, plane) if each.kind is kind])
        ailment = random.choice(AILMENTS)
        loss = math.exp(random.uniform(math.log(0.01), math.log(0.3))) if ailment == "lossy" else 1.0
        drawn[component] = Illness(component, ailment, loss)
    return list(drawn.values())


# --- Probed fabrics --------------------------------------------------------------------------------------------------


class Probed(Struct, frozen=True):
    """A fabric with an agent at each NIC, and their map.

    Attributes:
        faults: what goes wrong with it.
        advance: lets this many ns pass.
    """

    fabric: Fabric
    health: HealthMap
    faults: Faultable
    advance: Callable[[int], None]


@contextmanager
def emulated(fabric: Fabric, *, seed: int, say: Say, engine: EngineChoice = "auto") -> Iterator[Probed]:
    """With switches that forward each probe. Raises BuildError."""
    health = HealthMap(fabric)
    with running_switches(fabric, seed, say, engine=engine) as running:
        nodes = [AgentAndNic(Agent(nic, health.feed, seed=seed), IdleNic()) for nic in fabric.all_nics()]
        network = Network(fabric, running.switches, nodes, seed=seed)
        for nic in network.nics:
            nic.pump()

        def advance(by_ns: int) -> None:
            until_ns = network.now_ns + by_ns
            network.loop.run(until_ns)
            network.loop.now = until_ns

        yield Probed(fabric, health, network, advance)


def modelled(fabric: Fabric, *, seed: int, load: float = 0.0) -> Probed:
    """Without switches; traffic takes the share `load` of each port."""
    health = HealthMap(fabric)
    model = ModelledFabric(fabric, health.feed, seed=seed, load=load)
    return Probed(fabric, health, model, model.advance)


# --- Trials ----------------------------------------------------------------------------------------------------------


INTERVAL_NS = AgentOptions().interval_ns
_LOOK = 250
"""Intervals after which what the map tells is judged."""
_LIMIT = 5_000
"""Intervals after which faults that were ended must not be reported any more."""


class Trial(Struct, frozen=True):
    """One trial.

    Attributes:
        located_ns: for each, how long it took until the map reported it, or what no probe can tell from it, for good;
            None when it did not.
        masked: for each, whether every probe through it passed another dead component, too, so that none could tell.
        named: for each, whether the map said rightly what was wrong with it.
        wrong: components that were well and reported to be at fault at the end.
        passing: such that were reported at another time of the trial, be it for one look.
        cleared_ns: from the end of the faults until the map reported none.
    """

    illnesses: Sequence[Illness]
    located_ns: Sequence[int | None]
    masked: Sequence[bool]
    named: Sequence[bool]
    wrong: frozenset[Component]
    passing: frozenset[Component]
    cleared_ns: int


def run_trials(probed: Probed, count: int, *, seed: int, most: int = 2) -> Iterator[Trial]:
    """`count` trials, one after the other on one fabric, each with none to `most` random faults.

    Raises:
        FabricError: faults that were ended are still reported after five seconds.
    """
    random = Random(f"{seed}/trials")
    for _ in range(count):
        yield _trial(probed, draw(probed.fabric, random, random.randint(0, most)), random)


def _trial(probed: Probed, illnesses: Sequence[Illness], random: Random) -> Trial:
    fabric, health = probed.fabric, probed.health
    probed.advance(5 * INTERVAL_NS + random.randrange(INTERVAL_NS))
    for illness in illnesses:
        illness.begin(fabric, probed.faults)
    reported: dict[Component, int] = {}
    ever: set[Component] = set()
    for look in range(1, _LOOK + 1):
        probed.advance(INTERVAL_NS)
        ever |= health.findings.keys()
        reported = {component: reported.get(component, look * INTERVAL_NS) for component in health.findings}
    findings = dict(health.findings)
    for illness in illnesses:
        illness.end(fabric, probed.faults)
    cleared_ns = 0
    while health.findings:
        if cleared_ns >= _LIMIT * INTERVAL_NS:
            raise FabricError(
                f"the map still tells of {len(health.findings)} faults five seconds after they were ended"
            )
        probed.advance(INTERVAL_NS)
        ever |= health.findings.keys()
        cleared_ns += INTERVAL_NS
    open_loops = [_open_loops(fabric, illness, illnesses) for illness in illnesses]
    alike = [_alike(fabric, illness, loops, illnesses) for illness, loops in zip(illnesses, open_loops, strict=True)]
    right = frozenset[Component]().union(*alike)
    located, named = [], []
    for illness, same in zip(illnesses, alike, strict=True):
        found = sorted(same & reported.keys(), key=lambda component: reported[component])
        located.append(reported[found[0]] if found else None)
        named.append(bool(found) and findings[found[0]].state in illness.states(found[0].kind))
    return Trial(
        illnesses,
        located,
        [not loops.any() for loops in open_loops],
        named,
        frozenset(findings.keys() - right),
        frozenset(ever - findings.keys() - right),
        cleared_ns,
    )


def _open_loops(fabric: Fabric, illness: Illness, illnesses: Sequence[Illness]) -> NDArray[np.bool_]:
    """The loops through a component on which nothing else is dead (`Loops`)."""
    loops = Loops.of(fabric)
    found: NDArray[np.bool_] = np.zeros(loops.shape, dtype=np.bool_)
    found[loops.through(illness.component)] = True
    found.reshape(-1, loops.shape[2])[fabric.nics :] = False
    for other in illnesses:
        component = other.component
        if other.ailment != "lossy" and component != illness.component and component.plane == illness.component.plane:
            found[loops.through(component)] = False
    return found


def _alike(
    fabric: Fabric, illness: Illness, own: NDArray[np.bool_], illnesses: Sequence[Illness]
) -> frozenset[Component]:
    """The component, and those on exactly the same loops as long as the others are dead: no probe tells them apart."""
    others = {each.component for each in illnesses}
    suspects = (each for each in components(fabric, illness.component.plane) if each not in others)
    same = []
    for each in suspects if own.any() else ():
        loops = _open_loops(
            fabric,
            Illness(each, illness.ailment, illness.loss),
            [other for other in illnesses if other.component != illness.component],
        )
        if np.array_equal(loops, own):
            same.append(each)
    return frozenset([illness.component, *same])


# --- Trials in numbers -----------------------------------------------------------------------------------------------


class Times(Struct, frozen=True):
    """How long it took to locate what had one ailment."""

    ailment: Ailment
    located: int
    median_ns: float
    p90_ns: float
    worst_ns: float


class Scores(Struct, frozen=True):
    """What many trials come to.

    Attributes:
        masked: of them, those that no probe could see behind another fault; not asked for.
        located: those that the map reported at the end of the trial.
        missed: those it did not, masked ones not counted.
        wrong: components that were well and reported to be at fault at the end of a trial.
        named: of those located, how many it said the right thing of: down, black hole or lossy.
        passing: components that were well and reported to be at fault for a while.
        times: to locate, by ailment.
    """

    trials: int
    faults: int
    masked: int
    located: int
    missed: int
    wrong: int
    named: int
    passing: int
    times: Sequence[Times]

    @property
    def precision(self) -> float:
        """Share of what was reported at the end of a trial that was at fault, 0..1."""
        return self.located / (self.located + self.wrong) if self.located + self.wrong else 1.0

    @property
    def precision_of_all_told(self) -> float:
        """Share of what was ever reported in a trial, be it for a look or two, that was at fault, 0..1."""
        reported = self.located + self.wrong + self.passing
        return self.located / reported if reported else 1.0

    @property
    def recall(self) -> float:
        """Share of what was at fault that was reported, 0..1."""
        return self.located / (self.located + self.missed) if self.located + self.missed else 1.0


def score(trials: Sequence[Trial]) -> Scores:
    outcomes = [
        (illness, at_ns, masked, named)
        for trial in trials
        for illness, at_ns, masked, named in zip(
            trial.illnesses, trial.located_ns, trial.masked, trial.named, strict=True
        )
    ]
    times = []
    for ailment in AILMENTS:
        took = sorted(at_ns for illness, at_ns, _, _ in outcomes if at_ns is not None and illness.ailment == ailment)
        if took:
            times.append(Times(ailment, len(took), statistics.median(took), took[int(0.9 * (len(took) - 1))], took[-1]))
    return Scores(
        trials=len(trials),
        faults=len(outcomes),
        masked=sum(masked for _, _, masked, _ in outcomes),
        located=sum(at_ns is not None for _, at_ns, _, _ in outcomes),
        missed=sum(at_ns is None and not masked for _, at_ns, masked, _ in outcomes),
        wrong=sum(len(trial.wrong) for trial in trials),
        named=sum(named for _, _, _, named in outcomes),
        passing=sum(len(trial.passing) for trial in trials),
        times=times,
    )


# --- Scores that are kept --------------------------------------------------------------------------------------------


FILE = "clustermapper.json"
"""Name of the stored scores, next to the page that shows them."""
COMMAND = "python -m fabric mapper --page docs/clustermapper.md"
"""Which writes the table."""
_HEAD = (
    "fabric", "probes are", "seed", "trials", "faults", "located", "missed", "behind another", "wrong at the end",
    "wrong for a while", "precision of all told", "recall", "time to locate, median and worst",
)  # fmt: skip


class Kept(Struct, frozen=True):
    """Scores, and what they are of.

    Attributes:
        fabric: the topology's name.
        probes: `emulated` or `modelled`.
        most: faults at a time.
        load: of each port by traffic, 0..1.
    """

    fabric: str
    probes: str
    seed: int
    most: int
    load: float
    scores: Scores

    def row(self) -> str:
        found = self.scores
        times = "; ".join(
            f"{each.ailment}: {each.median_ns / 1e6:.0f}, {each.worst_ns / 1e6:.0f} ms" for each in found.times
        )
        cells = (
            f"`{self.fabric}`", f"{self.probes}, load {self.load:g}" if self.load else self.probes, self.seed,
            found.trials, f"{found.faults}, up to {self.most} at once", found.located, found.missed, found.masked,
            found.wrong, found.passing, _percent(found.precision_of_all_told), _percent(found.recall), times,
        )  # fmt: skip
        return f"| {' | '.join(str(cell) for cell in cells)} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def read_kept(file: Path) -> list[Kept]:
    """The stored scores; none where there is no file. Raises FabricError: it is not one that `keep` wrote."""
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
        return [_kept_of(each) for each in entries]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as problem:
        accepted = "a file that `python -m fabric mapper --page` wrote"
        raise FabricError(f"{file}: no scores ({type(problem).__name__}: {problem}); accepted: {accepted}") from None


def _kept_of(entry: dict[str, Any]) -> Kept:
    scores = entry["scores"]
    times = [Times(**each) for each in scores["times"]]
    return Kept(**{**entry, "scores": Scores(**{**scores, "times": times})})


def table(kept: Sequence[Kept]) -> str:
    """A table of Markdown, a row for each."""
    rows = [f"| {' | '.join(_HEAD)} |", "|" + "---|" * len(_HEAD), *(each.row() for each in kept)]
    return "\n".join(rows)


def keep(page: Path, new: Kept) -> None:
    """Store scores next to a page, in place of those of the same fabric and probes, and write the page's table.

    Raises:
        FabricError: it is no page with such a table.
        OutputError: it cannot be written.
    """
    try:
        text = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise FabricError(f"--page: {page}: {problem}; accepted: docs/clustermapper.md") from None
    file = page.with_name(FILE)
    others = [each for each in read_kept(file) if (each.fabric, each.probes) != (new.fabric, new.probes)]
    everything = sorted([*others, new], key=lambda each: (each.probes, each.fabric))
    try:
        made = replaced(text, COMMAND, table(everything))
    except NoPlaceError as problem:
        raise FabricError(f"--page: {page}: {problem}") from None
    outputs.write_text(file, json.dumps([to_builtins(each) for each in everything], indent=1) + "\n")
    outputs.write_text(page, made)


# --- The command -----------------------------------------------------------------------------------------------------


class Asked(Struct, frozen=True):
    """What `python -m fabric mapper` is to try.

    Attributes:
        most: faults at a time.
        load: of each port by traffic, 0..1; None: probes are emulated, without traffic.
        page: where scores are kept; None: nowhere.
    """

    topology: Path
    trials: int
    seed: int
    most: int
    load: float | None
    engine: EngineChoice
    page: Path | None


def run_mapper(asked: Asked, console: Console, *, as_json: bool) -> None:
    """Run trials, and print what they come to.

    Raises:
        FabricError, TopologyError: anything the user can put right.
    """
    fabric = topologies.load(asked.topology)
    steps = Console(stderr=True)
    if asked.load is None:
        with emulated(fabric, seed=asked.seed, say=steps.print, engine=asked.engine) as probed:
            scores = _scores(probed, asked, steps)
    else:
        scores = _scores(modelled(fabric, seed=asked.seed, load=asked.load), asked, steps)
    if asked.page is not None:
        probes = "emulated" if asked.load is None else "modelled"
        keep(asked.page, Kept(fabric.name, probes, asked.seed, asked.most, asked.load or 0.0, scores))
    if as_json:
        shares = ("precision", "precision_of_all_told", "recall")
        document = to_builtins(scores) | {share: getattr(scores, share) for share in shares}
        console.print_json(json.dumps(document))
        return
    for each in _tables(scores):
        console.print(each)


def _scores(probed: Probed, asked: Asked, steps: Console) -> Scores:
    trials = run_trials(probed, asked.trials, seed=asked.seed, most=asked.most)
    return score(list(track(trials, "trials", total=asked.trials, console=steps)))


def _tables(scores: Scores) -> tuple[Table, Table]:
    totals = Table(title=f"{scores.trials} trials, {scores.faults} faults")
    totals.add_column("")
    totals.add_column("", justify="right")
    for name, value in (
        ("precision, at the end of a trial", f"{100 * scores.precision:.2f} %"),
        ("precision, of all that was ever told", f"{100 * scores.precision_of_all_told:.2f} %"),
        ("recall", f"{100 * scores.recall:.2f} %"),
        ("located", str(scores.located)),
        ("missed", str(scores.missed)),
        ("behind another fault, not to be seen", str(scores.masked)),
        ("told although well", str(scores.wrong)),
        ("told for a while although well", str(scores.passing)),
        ("rightly named: down, black hole, lossy", f"{scores.named} of {scores.located}"),
    ):
        totals.add_row(name, value)
    times = Table(title="time to locate, ms")
    for name in ("", "located", "median", "90 %", "worst"):
        times.add_column(name, justify="right" if name else "left")
    for each in scores.times:
        shown = (f"{at_ns / 1e6:.0f}" for at_ns in (each.median_ns, each.p90_ns, each.worst_ns))
        times.add_row(each.ailment, str(each.located), *shown)
    return totals, times
