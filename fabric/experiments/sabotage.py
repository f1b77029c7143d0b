# SPDX-License-Identifier: Apache-2.0
"""Mechanisms taken away on purpose: a figure that stays as it was without the one it shows proves nothing.

A sabotage replaces methods of the NIC, of the RoCE NIC or of the Clustermapper's agents in this process while a run is
made, and puts them back. Of a switch it replaces the entries that a controller plans for it, or the program: one of the
mistakes of `ptf_tests/mutants/vendor.yaml`. It breaks what is done, never what a figure reads. One whose method is not
there any more is refused, and so is a run that never came to what was broken: neither says anything of a figure.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct, structs

from controller import Lpm, SwitchPlan, TableEntry
from controller.pipeline import Pipeline
from controller.program import DATA_QUEUE_PROFILE, MY_SID, SET_NEXTHOP_IPV6
from controller.tables import adjacency
from fabric.clustermapper.health_map import HealthMap
from fabric.clustermapper.probes import Report
from fabric.emulation.run import Ready
from fabric.emulation.switches import Rerouting, Switches
from fabric.errors import FabricError
from fabric.experiments.figure import Criterion, ExperimentError, Figure, Finding, Result, Run, judged
from fabric.experiments.running import answers, first_seeds, one_seed
from fabric.experiments.store import Done, Store, Task, attempt, code_digest, execute
from fabric.scenario import Scenario
from host_stack.native.data_path import in_python
from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_set import EvSet
from host_stack.queue_pair import QueuePair
from host_stack.roce import pause
from host_stack.scheduler import Scheduler
from host_stack.transport.requestor import Acknowledgements
from host_stack.transport.responder import Responder
from host_stack.wire.frames import Packet
from host_stack.wire.headers import Neth
from ptf_tests.mutants import vendor
from topologies import Fabric, Switch, srv6

if TYPE_CHECKING:
    from distributed import Client, Future

# --- A sabotage ------------------------------------------------------------------------------------------------------


Method = Callable[..., Any]


class Patch(Struct, frozen=True):
    """A method that does something else.

    Attributes:
        of: `module:Class.method`, or `module:function` as its callers find it. The class itself must have it, as a
            method or a property.
        made: the broken one of the good one.
    """

    of: str
    made: Callable[[Method], Method]


class Sabotage(Struct, frozen=True):
    """One mechanism taken away.

    Attributes:
        what: what is not done any more, in a sentence.
        kind: of the NICs that it breaks, as a scenario's `nic.kind`; runs with other NICs are as they were. None: it
            breaks what any NIC has, such as switches.
    """

    name: str
    what: str
    patches: Sequence[Patch]
    kind: str | None = "mrc"

    def breaks(self, task: Task) -> bool:
        """Whether a run has what it breaks."""
        nic: Mapping[str, Any] = json.loads(task.scenario).get("nic") or {}
        return self.kind in (None, nic.get("kind", "mrc"))


@dataclass(slots=True)
class Calls:
    """How often what was broken was come to."""

    count: int = 0


@contextmanager
def broken(sabotage: Sabotage) -> Iterator[Calls]:
    """Break this process until the end of the block. NICs run in Python if a method of theirs is broken.

    Raises:
        ExperimentError: a method is not there.
    """
    calls = Calls()
    good = [(*_found(sabotage, patch.of), patch) for patch in sabotage.patches]
    try:
        for owner, name, member, patch in good:
            setattr(owner, name, _broken(member, patch, calls))
        with in_python() if any(patch.of.startswith("host_stack.") for patch in sabotage.patches) else nullcontext():
            yield calls
    finally:
        for owner, name, member, _ in good:
            setattr(owner, name, member)


def _found(sabotage: Sabotage, of: str) -> tuple[object, str, object]:
    """The class or module that has a method or function, its name, and what it is."""
    module, _, place = of.partition(":")
    owner, _, name = place.rpartition(".")
    try:
        found: object = import_module(module)
        if owner:
            found = getattr(found, owner)
        return found, name, vars(found)[name] if owner else getattr(found, name)
    except (ImportError, AttributeError, KeyError):
        accepted = "module:Class.method or module:function of the code as it is"
        raise ExperimentError(f"sabotage {sabotage.name}: {of} is not there; accepted: {accepted}") from None


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


def _puts_off(_good: Method) -> Method:
    return lambda probes, now_ns: probes.put_off(now_ns)


def _keeps_its_turn(good: Method) -> Method:
    def line_up(scheduler: Scheduler, qp: QueuePair) -> None:
        good(scheduler, qp)
        if scheduler._data and scheduler._data[-1] is qp:
            scheduler._data.rotate(1)

    return line_up


def _same_again(_good: Method) -> Method:
    def retransmission_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
        requestor, evs = qp.requestor, qp.evs
        record = None if requestor is None else requestor.next_retransmission()
        if requestor is None or evs is None or record is None:
            return None
        same = evs.get(record.entropy)
        if same is None or not free >> same.plane & 1:
            return None
        return same.plane, requestor.retransmit(record, same, now_ns)

    return retransmission_of


def _one_of_each(good: Method) -> Method:
    return lambda profile: dict.fromkeys(good(profile), (1, 0))


def _unmarked(good: Method) -> Method:
    return lambda controller, sample: good(controller, sample._replace(marked=False))


def _deaf_to_trims(good: Method) -> Method:
    def on_data(responder: Responder, packet: Packet, now_ns: int) -> None:
        if packet.trimmed is None:
            good(responder, packet, now_ns)

    return on_data


def _blames_the_path(good: Method) -> Method:
    def on_nack(answers: Acknowledgements, neth: Neth, now_ns: int) -> object:
        found = good(answers, neth, now_ns)
        answers._state.evs.on_loss(neth.entropy, now_ns, "loss", now_ns)
        return found

    return on_nack


def _heeds_no_pause(_good: Method) -> Method:
    return lambda _pauses, _port, frame, _now_ns: pause.unpack(frame) is not None


def _all_well(good: Method) -> Method:
    """A report that says of every probe that it came back, and of every port that it is up."""

    def feed(health: HealthMap, report: Report) -> None:
        good(health, structs.replace(report, lost=np.zeros_like(report.lost), dark=frozenset()))

    return feed


def _one_loop(good: Method) -> Method:
    """Every probe turns at the T0, whatever it is to say of a T1."""
    return lambda form, route: good(form, replace(route, t1=-1))


def _no_way_found(rerouting: Rerouting) -> None:
    rerouting._due.pop(0)


_ROUTED_NS = 20_000


def _looked_after(good: Method) -> Method:
    """A run whose routes an agent changes soon after each fault, which nobody asked for."""

    def execute(scenario: Scenario, fabric: Ready, **named: object) -> object:
        switches = getattr(fabric.writes, "__self__", None)
        assert isinstance(switches, Switches)
        agent = Rerouting(scenario.topology, switches, scenario.faults, _ROUTED_NS)
        return good(scenario, structs.replace(fabric, rerouting=agent), **named)

    return execute


# --- What is wrong with switches -------------------------------------------------------------------------------------


_PLAN, _COMPILED = "controller:plan", "fabric.emulation.switches:compile_program"


def _planned(change: Callable[[Switch, TableEntry], Iterable[TableEntry]]) -> Patch:
    """A controller that installs these entries in place of each that a switch should get."""

    def made(good: Method) -> Method:
        def plan(fabric: Fabric, *given: object) -> SwitchPlan:
            right: SwitchPlan = good(fabric, *given)
            node = fabric.switch(right.switch)
            return structs.replace(
                right, entries=tuple(wrong for entry in right.entries for wrong in change(node, entry))
            )

        return plan

    return Patch(_PLAN, made)


def _with(entry: TableEntry, **params: int) -> TableEntry:
    return replace(entry, params={**entry.params, **params})


def _unmarking(_node: Switch, entry: TableEntry) -> Iterable[TableEntry]:
    yield _with(entry, ecn=0) if entry.table == DATA_QUEUE_PROFILE else entry


def _over_one_t1(node: Switch, entry: TableEntry) -> Iterable[TableEntry]:
    """The first T1 of each plane has the SIDs of all, and T0s send there what names any."""
    fabric = node.fabric
    if node.tier == "t0" and entry.action == SET_NEXTHOP_IPV6 and entry.params["port"] >= fabric.downlinks:
        first = node.port(fabric.downlinks)
        assert first is not None
        yield _with(entry, **adjacency(node, first))
        return
    yield entry
    if node.tier == "t1" and node.index == 0 and entry.table == MY_SID:
        for index in range(1, fabric.t1s):
            usid = srv6.prefix(fabric.block, fabric.t1(node.plane, index).usid)
            yield replace(entry, match={"dst_addr": Lpm(usid, srv6.USID_PREFIX_LEN)})


def _mistake(name: str) -> Patch:
    """Switches with the program of a vendor who made a mistake."""

    def made(good: Method) -> Method:
        def compile_program(program: Path) -> Pipeline:
            mistakes = {each.name: each for each in vendor.read_replacements(program.parent)}
            if name not in mistakes:
                raise ExperimentError(f"{name} is no vendor's mistake; accepted: {', '.join(mistakes)}")
            with TemporaryDirectory(prefix="mrc-mistake-") as folder:
                copy = Path(shutil.copytree(program.parent, Path(folder) / program.parent.name))
                vendor.apply(mistakes[name], copy)
                wrong: Pipeline = good(copy / program.name)
            return wrong

        return compile_program

    return Patch(_COMPILED, made)


def _window_of(share: float) -> Patch:
    """A congestion window of this share of the largest, always."""
    return Patch(
        "host_stack.transport.congestion.nscc:Nscc.window",
        lambda _good: lambda controller: int(share * controller._numbers.max_cwnd),
    )


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
        (_window_of(1),),
    ),
    Sabotage(
        "trims-dropped",
        "A receiver throws trimmed packets away.",
        (Patch("host_stack.transport.responder:Responder.on_data", _deaf_to_trims),),
    ),
    Sabotage(
        "window-quarter",
        "The congestion window is a quarter of what it may be, always.",
        (_window_of(0.25),),
    ),
    Sabotage(
        "losses-found-late",
        "A loss is found by the local ACK timeout alone.",
        (Patch("host_stack.transport.recovery:Losses.infer", _never),),
    ),
    Sabotage(
        "tails-not-asked",
        "A sender asks nobody whether the last packets of a message arrived.",
        (Patch("host_stack.transport.retries:ReliabilityProbes.ask", _puts_off),),
    ),
    Sabotage(
        "no-turns",
        "A queue pair that has sent keeps its turn as long as it has data.",
        (Patch("host_stack.scheduler:Scheduler._line_up", _keeps_its_turn),),
    ),
    Sabotage(
        "trims-blame-paths",
        "A sender takes a packet that was trimmed for one that its path lost.",
        (Patch("host_stack.transport.requestor:Acknowledgements._on_nack", _blames_the_path),),
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
        "carrier-untold",
        "A NIC believes that its own links are up, whatever becomes of them.",
        (Patch("host_stack.nic:Nic.set_carrier", _never),),
    ),
    Sabotage(
        "reordering-is-loss",
        "What was sent later and arrived earlier is a loss at once.",
        (
            Patch(
                "host_stack.transport.recovery:InFlight.overdue",
                lambda good: lambda flight, _reorder_ns: good(flight, 1),
            ),
        ),
    ),
    Sabotage(
        "lost-sent-there-again",
        "What is lost is sent again on the path that lost it.",
        (Patch("host_stack.scheduler:retransmission_of", _same_again),),
    ),
    Sabotage(
        "loops-turn-at-the-t0",
        "Probes of the Clustermapper's agents never get to a T1.",
        (Patch("fabric.clustermapper.probes:ProbeFormat._head", _one_loop),),
    ),
    Sabotage(
        "denylist-unheeded",
        "What the Clustermapper finds gets onto no NIC's denylist.",
        (Patch("fabric.mapping:Clustermapper._deny", _never),),
    ),
    Sabotage(
        "routing-stands-still",
        "Nothing finds another way for RoCE around what failed.",
        (Patch("fabric.emulation.switches:Rerouting.converge", lambda _good: _no_way_found),),
        kind="roce",
    ),
    Sabotage(
        "agent-of-routing",
        "An agent of routing writes to switches when something has failed.",
        (Patch("fabric.running:execute", _looked_after),),
        kind=None,
    ),
    Sabotage("marks-never-set", "No queue of a switch marks packets.", (_planned(_unmarking),), kind=None),
    Sabotage(
        "paths-over-one-t1",
        "T0s send all that goes up by the first T1 of its plane, whichever a packet names.",
        (_planned(_over_one_t1),),
        kind=None,
    ),
    Sabotage(
        "ecmp-ignores-ports",
        "The hash of a switch leaves the UDP ports out, so that all packets between two NICs take one path.",
        (_mistake("ecmp-ignores-ports"),),
        kind="roce",
    ),
    Sabotage(
        "switches-never-mark",
        "No switch marks a RoCE packet.",
        (_planned(_unmarking), Patch("fabric.emulation.lossless:_wred", _says(None))),
        kind="roce",
    ),
    Sabotage(
        "switches-never-pause",
        "A switch whose buffer is full sends no pause frame.",
        (Patch("fabric.emulation.lossless:SentPauses._ask", _never),),
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


class Trial(Struct, frozen=True):
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


class Broke(Struct, frozen=True):
    """A finished run without a mechanism: the bytes of its result, and how often the broken methods were called."""

    result: bytes
    calls: int


class Failed(Struct, frozen=True):
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


class _Asked(Struct, frozen=True):
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
        if name == figure.name and sabotage.breaks(task)
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
