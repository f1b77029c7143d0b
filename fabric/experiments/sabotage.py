# SPDX-License-Identifier: Apache-2.0
"""Mechanisms taken away on purpose: a figure that stays as it was without the one it shows proves nothing.

A sabotage replaces methods of the NIC, of the RoCE NIC or of the Clustermapper's agents in this process while a run is
made, and puts them back. It breaks what a method does, never what a figure reads. One whose method is not there any
more is refused, and so is a run that never came to what was broken: neither says anything of a figure.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from common.acceleration import VARIABLE, is_accelerated
from fabric.clustermapper.health_map import HealthMap
from fabric.clustermapper.probes import Report
from fabric.emulation.events import Transit
from fabric.emulation.lossless import PausableDirection
from fabric.errors import FabricError
from fabric.experiments.figure import Criterion, ExperimentError, Figure, Finding, Result, Run, judged
from fabric.experiments.running import answers, first_seeds, one_seed
from fabric.experiments.store import Done, Store, Task, attempt, code_digest, execute
from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_set import EvSet
from host_stack.roce import pause
from host_stack.transport.responder import Responder
from host_stack.wire.frames import Packet

if TYPE_CHECKING:
    from distributed import Client, Future

# --- A sabotage ------------------------------------------------------------------------------------------------------


Method = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Patch:
    """A method that does something else.

    Attributes:
        of: `module:Class.method`; the class itself must have it, as a method or a property.
        made: the broken one of the good one.
    """

    of: str
    made: Callable[[Method], Method]


@dataclass(frozen=True, slots=True)
class Sabotage:
    """One mechanism taken away.

    Attributes:
        what: what is not done any more, in a sentence.
        kind: of the NICs that it breaks, as a scenario's `nic.kind`; runs with other NICs are as they were.
    """

    name: str
    what: str
    patches: Sequence[Patch]
    kind: str = "mrc"


@dataclass(slots=True)
class Calls:
    """How often what was broken was come to."""

    count: int = 0


@contextmanager
def broken(sabotage: Sabotage) -> Iterator[Calls]:
    """Break this process until the end of the block.

    Raises:
        ExperimentError: a method is not there, or machine code would not notice that it is broken.
    """
    if is_accelerated():
        raise ExperimentError(f"sabotage {sabotage.name}: compiled NICs cannot be broken; accepted: {VARIABLE}=0")
    calls = Calls()
    good = [(*_found(sabotage, patch.of), patch) for patch in sabotage.patches]
    try:
        for owner, name, member, patch in good:
            setattr(owner, name, _broken(member, patch, calls))
        yield calls
    finally:
        for owner, name, member, _ in good:
            setattr(owner, name, member)


def _found(sabotage: Sabotage, of: str) -> tuple[type, str, object]:
    """The class that has a method, its name, and the method."""
    module, _, place = of.partition(":")
    owner, _, name = place.partition(".")
    try:
        found = getattr(import_module(module), owner)
        return found, name, vars(found)[name]
    except (ImportError, AttributeError, KeyError):
        message = f"sabotage {sabotage.name}: {of} is not there; accepted: module:Class.method of the code as it is"
        raise ExperimentError(message) from None


def _broken(member: object, patch: Patch, calls: Calls) -> object:
    if isinstance(member, property):
        return property(_counted(patch.made(member.fget or _nothing), calls))
    if not callable(member):
        raise ExperimentError(f"{patch.of} is neither method nor property; accepted: one of these")
    return _counted(patch.made(member), calls)


def _counted(method: Method, calls: Calls) -> Method:
    @wraps(method)
    def counted(*given: object, **named: object) -> object:
        calls.count += 1
        return method(*given, **named)

    return counted


def _nothing(*_given: object, **_named: object) -> None:
    pass


def _never(_good: Method) -> Method:
    """A method that does nothing."""
    return _nothing


def _says(value: object) -> Callable[[Method], Method]:
    """A method that answers this whatever happens, and does nothing."""
    return lambda _good: lambda *_given, **_named: value


# --- The catalogue ---------------------------------------------------------------------------------------------------


def _asks_nobody(good: Method) -> Method:
    """What is due is looked up, so that time goes on, and nothing is sent."""

    def due_probes(evs: EvSet, now_ns: int) -> list[EvEntry]:
        good(evs, now_ns)
        return []

    return due_probes


def _one_of_each(good: Method) -> Method:
    return lambda profile: dict.fromkeys(good(profile), (1, 0))


def _unmarked(good: Method) -> Method:
    return lambda controller, sample: good(controller, sample._replace(marked=False))


def _deaf_to_trims(good: Method) -> Method:
    def on_data(responder: Responder, packet: Packet, now_ns: int) -> None:
        if packet.trimmed is None:
            good(responder, packet, now_ns)

    return on_data


def _unmarked_on_leaving(good: Method) -> Method:
    """A port that takes CE off frames of IPv6 before it queues them."""

    def send(direction: PausableDirection, transit: Transit, priority: int = 0) -> None:
        frame = transit.frame
        if frame[12:14] == b"\x86\xdd" and frame[15] & 0x30 == 0x30:
            transit.frame = frame[:15] + bytes((frame[15] & 0xEF,)) + frame[16:]
        good(direction, transit, priority)

    return send


def _heeds_no_pause(_good: Method) -> Method:
    return lambda _pauses, _port, frame, _now_ns: pause.unpack(frame) is not None


def _all_well(good: Method) -> Method:
    """A report that says of every probe that it came back, and of every port that it is up."""

    def feed(health: HealthMap, report: Report) -> None:
        tallies = {route: replace(tally, lost=0) for route, tally in report.tallies.items()}
        good(health, replace(report, tallies=tallies, dark=frozenset()))

    return feed


_NO_RETIREMENT = Patch("host_stack.paths.ev_set:EvSet._blame", _says(False))
_NO_REST = Patch("host_stack.paths.rotation:Rotation.rest", _never)

_NO_SILENCE = Patch("host_stack.paths.plane_health:PlaneHealth.fallen", _says(()))
_NO_EV_LEFT_OUT = Patch("host_stack.paths.ev_set:EvSet.on_mark", _never)

_ALL = (
    Sabotage("losses-never-retire", "A loss takes no EV out of use.", (_NO_RETIREMENT,)),
    Sabotage("silent-evs-not-rested", "An EV of which nothing is heard is used on.", (_NO_REST,)),
    Sabotage(
        "dead-paths-never-left",
        "Neither loss nor silence takes an EV or a plane out of use.",
        (_NO_RETIREMENT, _NO_REST, _NO_SILENCE),
    ),
    Sabotage(
        "closed-planes-used",
        "A NIC sends on planes whose ports, its own or its peer's, are down.",
        (Patch("host_stack.paths.ev_set:EvSet.close", _never),),
    ),
    Sabotage(
        "planes-stay-closed",
        "A plane that was closed is never opened again.",
        (Patch("host_stack.peers:PeerPlanes._open", _never),),
    ),
    Sabotage(
        "probes-never-sent",
        "An EV that is out of use is never probed.",
        (Patch("host_stack.paths.ev_set:EvSet.due_probes", _asks_nobody),),
    ),
    Sabotage(
        "one-ev-a-plane",
        "Nothing is sprayed inside a plane: one EV is all there is.",
        (Patch("host_stack.paths.ev_profile:EvProfile.sizes", _one_of_each),),
    ),
    Sabotage(
        "no-backup-ev",
        "Nothing takes the place of an EV that went out of use.",
        (Patch("host_stack.paths.rotation:Rotation.activate_backup", _never),),
    ),
    Sabotage(
        "marks-ignored",
        "ECN marks move neither EVs nor the window.",
        (
            _NO_EV_LEFT_OUT,
            Patch("host_stack.transport.congestion.nscc:Nscc.on_sack", _unmarked),
        ),
    ),
    Sabotage("marks-leave-no-ev-out", "ECN marks move the window alone.", (_NO_EV_LEFT_OUT,)),
    Sabotage(
        "window-fixed",
        "The congestion window is as large as it may be, always.",
        (
            Patch(
                "host_stack.transport.congestion.nscc:Nscc.window",
                lambda _good: lambda controller: int(controller._numbers.max_cwnd),
            ),
        ),
    ),
    Sabotage(
        "trims-dropped",
        "A receiver throws trimmed packets away.",
        (Patch("host_stack.transport.responder:Responder.on_data", _deaf_to_trims),),
    ),
    Sabotage(
        "port-status-untold",
        "A NIC tells no peer which of its ports are down.",
        (Patch("host_stack.peers:PortStatus.tell", _never),),
    ),
    Sabotage(
        "agents-see-no-loss",
        "The Clustermapper hears that all probes came back.",
        (Patch("fabric.clustermapper.health_map:HealthMap.feed", _all_well),),
    ),
    Sabotage(
        "cnps-ignored",
        "A RoCE sender does not slow down for CNPs.",
        (Patch("host_stack.roce.dcqcn:ReactionPoint.on_cnp", _never),),
        kind="roce",
    ),
    Sabotage(
        "switches-never-mark",
        "No switch marks a RoCE packet.",
        (Patch("fabric.emulation.lossless:PausableDirection.send", _unmarked_on_leaving),),
        kind="roce",
    ),
    Sabotage(
        "switches-never-pause",
        "A switch whose buffer is full sends no pause frame.",
        (Patch("fabric.emulation.lossless:Accounts._ask", _never),),
        kind="roce",
    ),
    Sabotage(
        "pauses-unheeded",
        "A RoCE NIC sends on while it is paused.",
        (Patch("host_stack.roce.nic:Pauses.receive", _heeds_no_pause),),
        kind="roce",
    ),
)

SABOTAGES: Mapping[str, Sabotage] = MappingProxyType({each.name: each for each in _ALL})
"""By name."""


# --- Does a figure notice? -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a figure without a mechanism.

    Attributes:
        turned: the criteria that hold with it, and not without.
        why_not: why none has turned, where it is not that all still hold.
    """

    figure: Figure
    sabotage: Sabotage
    turned: Sequence[Criterion] = ()
    why_not: str = ""

    @property
    def noticed(self) -> bool:
        return bool(self.turned)

    @property
    def said(self) -> str:
        """What the criteria that turned say; or why none did."""
        if self.turned:
            return "; ".join(f"{each.text}: {each.seen}" for each in self.turned)
        return self.why_not or "all criteria still hold"

    def document(self) -> dict[str, Any]:
        """As values, with the digest of the code that it is about."""
        return {
            "figure": self.figure.name, "sabotage": self.sabotage.name, "what": self.sabotage.what,
            "noticed": self.noticed, "said": self.said, "code": code_digest(),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Broke:
    """A finished run without a mechanism: the bytes of its result, and how often the broken methods were called."""

    result: bytes
    calls: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A run that cannot be made, and why."""

    why: str


def attempt_broken(task: Task, code: str, name: str) -> Broke | Failed:
    """Make a run without a mechanism. A NIC that is broken may raise anything; that is no error of who asked."""
    try:
        with broken(SABOTAGES[name]) as calls:
            done = execute(task, code)
    except (ExperimentError, FabricError) as problem:
        return Failed(str(problem))
    return Broke(done.result, calls.count)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A run to be made; `sabotage`: None for one with everything at work."""

    figure: Figure
    run: Run
    task: Task
    sabotage: Sabotage | None

    @property
    def name(self) -> str:
        without = "" if self.sabotage is None else f", without what {self.sabotage.name} takes away"
        return f"{self.figure.name}, run {self.run.name}{without}"

    def submit(self, dask: Client, code: str) -> Future[Any]:
        """Let a process of Dask's make it."""
        given = (self.task, code) if self.sabotage is None else (self.task, code, self.sabotage.name)
        made = attempt if self.sabotage is None else attempt_broken
        key = f"sabotage/{self.name}-{self.task.stamp(code)}"
        future: Future[Any] = dask.submit(made, *given, pure=False, retries=0, key=key)
        return future


def try_out(
    pairs: Sequence[tuple[Figure, Sabotage]],
    store: Store,
    client: Callable[[], Client],
    finished: Callable[[str], None],
) -> list[Trial]:
    """Break what figures show, and let each judge itself, once with everything at work and once for each sabotage.

    One seed stands for all of them. Results without a mechanism are judged and forgotten; those with all are kept.

    Args:
        pairs: figures, each with a sabotage.
        store: of the results, and of what came of the trials.
        client: of Dask's, each of whose processes makes one run at a time; asked once.
        finished: called with the name of a figure as its runs finish.

    Raises:
        ExperimentError: a run with everything at work cannot be made.
        OutputError: a file cannot be written.
    """
    code = code_digest()
    figures = {figure.name: figure for figure, _ in pairs}
    tasks = {
        (name, run.name): (figure, run, Task.of(run.scenario))
        for name, figure in figures.items()
        for run in one_seed(figure, store.scale)
    }
    with_all = {key: store.result(figure, run) for key, (figure, run, _) in tasks.items() if store.has(figure, run)}
    without: dict[tuple[str, str, str], Broke | Failed] = {}
    wanted = [_Asked(*given, None) for key, given in tasks.items() if key not in with_all]
    wanted += [
        _Asked(figure, run, task, sabotage)
        for figure, sabotage in pairs
        for (name, _), (_, run, task) in tasks.items()
        if name == figure.name and _kind(task) == sabotage.kind
    ]
    futures = {each.submit(client(), code): each for each in wanted}
    for asked, answer in answers(futures, lambda asked: asked.name):
        if asked.sabotage is None:
            done: Done = answer
            store.keep(asked.figure, asked.run, asked.task, done)
            with_all[asked.figure.name, asked.run.name] = json.loads(done.result)
        else:
            without[asked.figure.name, asked.run.name, asked.sabotage.name] = answer
        finished(asked.figure.name)
    trials = [_trial(figure, sabotage, store, with_all, without) for figure, sabotage in pairs]
    for trial in trials:
        store.keep_trial(trial.figure, trial.sabotage.name, trial.document())
    return trials


def _kind(task: Task) -> str:
    nic: Mapping[str, Any] = json.loads(task.scenario).get("nic") or {}
    return str(nic.get("kind", "mrc"))


def _trial(
    figure: Figure,
    sabotage: Sabotage,
    store: Store,
    with_all: Mapping[tuple[str, str], Result],
    without: Mapping[tuple[str, str, str], Broke | Failed],
) -> Trial:
    runs = first_seeds(figure, store.scale)
    broke = {first.name: without.get((figure.name, first.name, sabotage.name)) for first in runs.values()}
    failed = [answer.why for answer in broke.values() if isinstance(answer, Failed)]
    if failed:
        return Trial(figure, sabotage, why_not=f"cannot be run: {failed[0]}")
    there = {name: answer for name, answer in broke.items() if isinstance(answer, Broke)}
    if not any(answer.calls for answer in there.values()):
        return Trial(figure, sabotage, why_not="no run comes to what was broken")
    read = {name: json.loads(answer.result) for name, answer in there.items()}
    of_all = {name: with_all[figure.name, first.name] for name, first in runs.items()}
    before = judged(figure, of_all)
    after = judged(figure, {name: read.get(first.name, of_all[name]) for name, first in runs.items()})
    turned = _turned(before, after)
    red = "" if before.held else "what does not hold now does not hold with everything at work either"
    return Trial(figure, sabotage, turned, "" if turned or after.held else red)


def _turned(before: Finding, after: Finding) -> list[Criterion]:
    """What does not hold any more. What did not hold before says nothing."""
    red = {criterion.text for criterion in before.criteria if not criterion.held}
    return [criterion for criterion in after.criteria if not criterion.held and criterion.text not in red]


def chosen(figures: Sequence[Figure], asked: str) -> list[tuple[Figure, Sabotage]]:
    """Each figure with each of its sabotages, or, unless `asked` is "1", with those of these names.

    Raises:
        ExperimentError: a name is not a sabotage, or a figure names none.
    """
    names = [] if asked == "1" else [name.strip() for name in asked.split(",")]
    for name in names:
        if name not in SABOTAGES:
            raise ExperimentError(f"--sabotage: {name!r} is not a sabotage; accepted: {', '.join(SABOTAGES)}")
    return [(figure, SABOTAGES[name]) for figure in figures for name in names or figure.sabotages]
