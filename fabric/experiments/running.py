# SPDX-License-Identifier: Apache-2.0
"""Which runs of figures are missing, what they will take, and how Dask makes them: on local processes, or a cluster.

A plan estimates memory, switch passes and time of one quiet core for each run, and refuses what is out of bounds.

Timelines (docs/timeline.md) are made of runs that are repeated and recorded. Of runs that differ in their seed alone
the first has one. A result is the same with and without.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from graphlib import TopologicalSorter
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from distributed import Client, Future, LocalCluster, as_completed
from msgspec import Struct

from common.quantities import show_size
from fabric.emulation.switches import entry_count, needed_bytes
from fabric.errors import FabricError
from fabric.experiments.figure import SEEDS, ExperimentError, Figure, Run, Scale
from fabric.experiments.store import Store, Task, attempt, code_digest, require_code
from fabric.running import result_of
from fabric.scenario import Scenario
from fabric.timeline import Timeline
from fabric.traffic.plan import Plan as WorkloadPlan
from fabric.traffic.plan import PlannedFlow, plan_of

# --- What a run will take --------------------------------------------------------------------------------------------


PROCESS_BYTES = 220_000_000
"""Memory of a process before its first run: Python, Dask, the compiler, machine code."""
SAMPLE_BYTES = 16
"""Memory of a switch port for each sample: its queue and its trims."""
PAIR_BYTES = {"mrc": 130_000, "roce": 8_000}
"""Memory of two connected queue pairs; MRC's have EVs."""
PAIR_SECONDS, MESSAGE_SECONDS = {"mrc": 1.2e-3, "roce": 1e-4}, 8e-5
"""Of one core: two queue pairs to be connected, with what a result says of them; a message to be posted and settled."""
BYTE_SECONDS = 5e-10
"""Of one core: a byte of what is written, to be drawn and compared."""
PASSES_PER_PACKET = 3.6
"""Three switches between T0s, and the reports on the way back."""
LONGER_THAN_LINES = 2
"""By how much a run is longer, at the most, than its busiest NIC needs at its line's rate."""
START_SECONDS, SWITCH_SECONDS, ENTRY_SECONDS = 0.03, 1e-3, 40e-6
"""Of one core: what every run begins with; a switch to be set up, with each of its table entries."""
PASS_SECONDS, PAUSABLE_PASS_SECONDS, CROWD_SECONDS = 1.9e-6, 1.6e-6, 4e-9
"""Of one core: a frame in a switch with its share of links and NICs; where there is priority flow control, with RoCE's
NICs; and for each switch of the fabric, whose tables have to be in a cache, too."""


class Estimate(Struct, frozen=True):
    """What a run will take.

    Attributes:
        memory_bytes: of its process, at the most.
        switch_passes: frames that switches will receive, at the most.
        seconds: of one core.
    """

    memory_bytes: int
    switch_passes: int
    seconds: float

    def __str__(self) -> str:
        minutes = self.seconds / 60
        time = f"{minutes / 60:,.1f} hours" if minutes >= 120 else f"{minutes:,.1f} minutes"
        return f"{show_size(self.memory_bytes)} of memory, {time} of one core, {self.switch_passes:,} switch passes"


def estimate(scenario: Scenario) -> Estimate:
    """What a scenario will take: its writes, or what its NICs can send and receive until its limit, if that is less."""
    topology = scenario.topology
    plan = plan_of(scenario)
    line_bps = topology.planes * topology.rate_bps("host")
    most = line_bps * scenario.limit_ns // 8_000_000_000
    ends = [Counter[int](), Counter[int]()]
    for flow in plan.flows:
        for end, nic in zip(ends, (flow.source, flow.destination), strict=True):
            end[nic] += (flow.bytes or 0) * flow.times
    sent = min(sum(min(most, each) for each in end.values()) for end in ends)
    busiest = max((each for end in ends for each in end.values()), default=0)
    passes = round(sent / topology.spec.mtu * PASSES_PER_PACKET)
    lasts_ns = min(scenario.limit_ns, LONGER_THAN_LINES * busiest * 8_000_000_000 // line_bps)
    samples = topology.port_count * (lasts_ns // scenario.sample_ns) * SAMPLE_BYTES
    contents = _contents(plan)
    memory = PROCESS_BYTES + needed_bytes(topology) + contents + samples
    pairs = sum(flow.qps or scenario.nic.qps for flow in plan.flows)
    memory += PAIR_BYTES[scenario.nic.kind] * pairs
    setting_up = (
        topology.switch_count * SWITCH_SECONDS
        + entry_count(topology) * ENTRY_SECONDS
        + pairs * PAIR_SECONDS[scenario.nic.kind]
        + sum(flow.times for flow in plan.flows) * MESSAGE_SECONDS
        + contents * BYTE_SECONDS
    )
    passing = PAUSABLE_PASS_SECONDS if topology.qos.pfc is not None else PASS_SECONDS
    passing += topology.switch_count * CROWD_SECONDS
    return Estimate(memory, passes, START_SECONDS + setting_up + passes * passing)


def _contents(plan: WorkloadPlan) -> int:
    """Bytes of what is written: at senders, at receivers, and one message once more, while the two are compared."""
    shared = {(flow.item, flow.bytes or 0) for flow in plan.flows if flow.collective}
    own = [flow for flow in plan.flows if not flow.collective]
    sent = sum(size for _, size in shared) + sum(flow.bytes or 0 for flow in own)
    largest = max((flow.bytes or 0 for flow in plan.flows), default=0)
    return sent + sum(map(_received, own)) + _most_at_a_time(plan) + largest


def _received(flow: PlannedFlow) -> int:
    """Bytes of a flow's messages under way; of those that wait for others, one that comes and one that is compared."""
    open_at_a_time = max(2, flow.outstanding or 0) if flow.needs else flow.outstanding or flow.times
    return (flow.bytes or 0) * min(flow.times, open_at_a_time)


def _most_at_a_time(plan: WorkloadPlan) -> int:
    """Bytes under way of collectives, which give memory back for those that come after them."""
    levels: dict[int, int] = {}
    taken = Counter[int]()
    for number in TopologicalSorter({number: job.after for number, job in enumerate(plan.jobs)}).static_order():
        job = plan.jobs[number]
        levels[number] = 1 + max((levels[before] for before in job.after), default=0)
        flows = (plan.flows[index] for index in job.flows)
        taken[levels[number]] += sum(_received(flow) for flow in flows if flow.collective)
    return max(taken.values(), default=0)


def free_memory() -> int:
    """Bytes that processes of this machine may still take."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


# --- Which runs are to be made ---------------------------------------------------------------------------------------


class Allowance(Struct, frozen=True):
    """What one run may take, by estimate.

    Attributes:
        memory_bytes: of one process; None where runs are made elsewhere.
        minutes: of one core.
    """

    memory_bytes: int | None
    minutes: float


class Planned(Struct, frozen=True):
    figure: Figure
    run: Run
    task: Task
    estimate: Estimate


class Plan(Struct, frozen=True):
    """What is to be done.

    Attributes:
        there: runs whose results are there.
        refused: why a figure is not run, by its name.
    """

    there: Sequence[tuple[Figure, Run]]
    missing: Sequence[Planned]
    refused: Mapping[str, str]

    @property
    def seconds(self) -> float:
        return sum(each.estimate.seconds for each in self.missing)

    def workers(self, cores: int, memory_bytes: int) -> int:
        """How many processes of this machine may run at a time: one per core, as long as the largest fit in memory."""
        largest = max((each.estimate.memory_bytes for each in self.missing), default=1)
        return max(1, min(cores, memory_bytes // largest))


def plan(figures: Sequence[Figure], store: Store, allowance: Allowance) -> Plan:
    """What is there, what is to be made, and what is refused.

    Raises:
        ExperimentError: a run is not a scenario.
        FabricError: a run is a scenario that cannot be run.
    """
    there: list[tuple[Figure, Run]] = []
    missing: list[Planned] = []
    refused: dict[str, str] = {}
    for figure in figures:
        of_figure = store.runs(figure)
        runs = [run for run in of_figure if not store.has(figure, run)]
        there += [(figure, run) for run in of_figure if run not in runs]
        planned = [_planned(figure, run) for run in runs]
        problems = [problem for each in planned if (problem := _problem(each, allowance))]
        if problems:
            refused[figure.name] = problems[0]
        else:
            missing += planned
    return Plan(there, missing, refused)


def _planned(figure: Figure, run: Run) -> Planned:
    task = Task.of(run.scenario)
    return Planned(figure, run, task, estimate(task.load()))


def _problem(planned: Planned, allowance: Allowance) -> str | None:
    needed = planned.estimate
    if allowance.memory_bytes is not None and needed.memory_bytes > allowance.memory_bytes:
        accepted = f"the {show_size(allowance.memory_bytes)} that are free here, or a cluster"
    elif needed.seconds > 60 * allowance.minutes:
        accepted = f"{allowance.minutes:g} minutes a run, or a larger --minutes"
    else:
        return None
    return f"run {planned.run.name} needs about {needed}; accepted: {accepted}"


# --- Figures ---------------------------------------------------------------------------------------------------------


Finished = Callable[[str, Run, bool], None]
"""Called when a run has finished: name of its figure, the run, and whether it had been there."""
_Asked = TypeVar("_Asked")


@contextmanager
def dask(address: str | None, workers: int) -> Iterator[Client]:
    """A client of the scheduler at `address`, or of one on loopback with `workers` processes.

    Raises:
        ExperimentError: no scheduler answers there, or the scheduler or one of its workers lacks the project.
    """
    if address is not None:
        try:
            client = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as problem:
            raise ExperimentError(f"--cluster {address}: {problem}; accepted: tcp://HOST:PORT of a scheduler") from None
        with client:
            if without := _without_project(client):
                raise ExperimentError(
                    f"--cluster {address}: {without} cannot import `fabric`; accepted: processes that are started "
                    "at the top of a checkout, as docs/experiments.md says"
                )
            yield client
        return
    with (
        _ended(
            LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1",
                dashboard_address="127.0.0.1:0", silence_logs="ERROR", memory_limit=0,
            )
        ) as cluster,
        _ended(Client(cluster)) as client,  # type: ignore[no-untyped-call]
    ):  # fmt: skip
        yield client


_Dask = TypeVar("_Dask", Client, LocalCluster)


@contextmanager
def _ended(part: _Dask) -> Iterator[_Dask]:
    """Close it at the end. On a busy machine that takes longer than Dask waits: all answers are there by then."""
    try:
        yield part
    finally:
        with suppress(TimeoutError):
            part.close()  # type: ignore[no-untyped-call]


def _without_project(client: Client) -> str:
    """The workers of a cluster that lack the project. They are asked with Python's own means.

    A worker that is gone before it answers is none of the cluster's: it lacks nothing.
    """
    package = "fabric"
    if client.run_on_scheduler(find_spec, package) is None:  # type: ignore[no-untyped-call]
        return "the scheduler"
    workers = client.run(find_spec, package, on_error="return")
    for worker, found in workers.items():
        if found is None or (isinstance(found, Exception) and not isinstance(found, OSError)):
            return f"worker {worker}"
    return ""


def run_figures(plan: Plan, store: Store, client: Callable[[], Client], finished: Finished) -> None:
    """Make the runs that are missing; each result is written as soon as it has come.

    Args:
        plan: what is there, and what is missing.
        store: of the results.
        client: asked once, and only when something has to be run.
        finished: called as runs finish.

    Raises:
        ExperimentError: a run failed; the others have been made and are there next time.
        OutputError: a file cannot be written.
    """
    for figure, run in plan.there:
        finished(figure.name, run, True)
    if not plan.missing:
        return
    dasks = client()
    code = code_digest()
    futures = {}
    for each, place in _placed(plan.missing, sorted(dasks.nthreads())):  # type: ignore[no-untyped-call]
        key = f"{each.figure.name}/{each.run.name}-{each.task.stamp(code)}"  # one result for each key
        wish = {"workers": [place], "allow_other_workers": True} if place else {}
        futures[dasks.submit(attempt, each.task, code, pure=False, retries=0, key=key, **wish)] = each
    for made, done in answers(futures, lambda made: f"{made.figure.name}, run {made.run.name}"):
        store.keep(made.figure, made.run, made.task, done)
        finished(made.figure.name, made.run, False)


def _placed(missing: Sequence[Planned], workers: Sequence[str]) -> Iterator[tuple[Planned, str | None]]:
    """Where runs are made best: a worker hashes messages once that several runs send, which differ in other things."""
    places: dict[str, str] = {}
    seconds = dict.fromkeys(workers, 0.0)
    for each in missing:
        scenario = json.loads(each.task.scenario)
        sent = json.dumps([scenario.get("seed"), scenario["workload"]])
        if workers and sent not in places:
            places[sent] = min(workers, key=seconds.__getitem__)
        place = places.get(sent)
        if place is not None:
            seconds[place] += each.estimate.seconds
        yield each, place


def answers(futures: Mapping[Future[Any], _Asked], name: Callable[[_Asked], str]) -> Iterator[tuple[_Asked, Any]]:
    """What workers answer, as it comes, each with what was asked; `name`: how it is called in a message.

    Raises:
        ExperimentError: a worker says by a string why it cannot, or raised something; when all others have answered.
    """
    problems = []
    for future in as_completed(futures):  # type: ignore[no-untyped-call]  # distributed has no types
        asked = futures[future]
        try:
            answer = future.result()
        except Exception as problem:  # noqa: BLE001 - whatever code on the worker raised, or befell the worker
            answer = str(problem)
        if isinstance(answer, str):
            problems.append(f"{name(asked)}: {answer}")
        else:
            yield asked, answer
    if problems:
        more = f" (and {len(problems) - 1} more)" if problems[1:] else ""
        raise ExperimentError(f"{problems[0]}{more}")


# --- Timelines -------------------------------------------------------------------------------------------------------


def first_seeds(figure: Figure, scale: Scale) -> dict[str, Run]:
    """Of each run of a figure, by name, the first of those that differ from it in their seed alone."""
    first: dict[str, Run] = {}
    return {run.name: first.setdefault(run.but_for_seed, run) for run in figure.runs(scale)}


def one_seed(figure: Figure, scale: Scale) -> list[Run]:
    """The runs of a figure, of those that differ in their seed alone the first. These are the ones with timelines."""
    return [run for run in figure.runs(scale) if run.seed == SEEDS[0]]


def timeline_of(task: Task, code: str) -> bytes | str:
    """The page of a run; or why there is none, for Dask, which would print a traceback of whatever is raised."""
    timeline = Timeline()
    try:
        require_code(code)
        result_of(task.load(), timeline, served=False)
    except (ExperimentError, FabricError) as problem:
        return str(problem)
    return timeline.page.encode()


def make_timelines(
    figures: Iterable[Figure], store: Store, client: Callable[[], Client], finished: Callable[[str, Run], None]
) -> None:
    """Make the timelines that are not there; each is written as soon as it has come.

    Raises:
        ExperimentError: one cannot be made.
        OutputError: a file cannot be written.
    """
    code = code_digest()
    futures = {}
    for figure in figures:
        for run in one_seed(figure, store.scale):
            if store.timeline(figure, run) is not None:
                finished(figure.name, run)
                continue
            task = Task.of(run.scenario)
            key = f"timeline/{figure.name}/{run.name}-{task.stamp(code)}"
            futures[client().submit(timeline_of, task, code, pure=False, retries=0, key=key)] = figure, run, task
    for (figure, run, task), page in answers(
        futures, lambda asked: f"{asked[0].name}, timeline of run {asked[1].name}"
    ):
        store.keep_timeline(figure, run, task, page)
        finished(figure.name, run)
