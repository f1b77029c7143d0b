# SPDX-License-Identifier: Apache-2.0
"""Runs figures on Dask: local processes, or a cluster that exists; what is there already is not run again.

Timelines (docs/timeline.md) are made of runs that are repeated and recorded. Of runs that differ in their
seed alone the first has one. A result is the same with and without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar

from distributed import Client, Future, LocalCluster, as_completed

from fabric.errors import FabricError
from fabric.experiments.figure import ExperimentError, Figure, Run, Scale
from fabric.experiments.planning import Plan
from fabric.experiments.store import Store, Task, attempt, code_digest, require_code
from fabric.running import result_of
from fabric.timeline import Timeline

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
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs="ERROR", memory_limit=0,
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):  # fmt: skip
        yield client


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
        ExperimentError: a run failed; the others of the same call may be missing, and are there next time.
        OutputError: a file cannot be written.
    """
    for figure, run in plan.there:
        finished(figure.name, run, True)
    if not plan.missing:
        return
    dasks = client()
    code = code_digest()
    futures = {}
    for each in plan.missing:
        key = f"{each.figure.name}/{each.run.name}-{each.task.stamp(code)}"  # one result for each key
        futures[dasks.submit(attempt, each.task, code, pure=False, retries=0, key=key)] = each
    for made, done in answers(futures, lambda made: f"{made.figure.name}, run {made.run.name}"):
        store.keep(made.figure, made.run, made.task, done)
        finished(made.figure.name, made.run, False)


def answers(futures: Mapping[Future[Any], _Asked], name: Callable[[_Asked], str]) -> Iterator[tuple[_Asked, Any]]:
    """What workers answer, as it comes, each with what was asked; `name`: how it is called in a message.

    Raises:
        ExperimentError: a worker says by a string why it cannot, or raised something.
    """
    for future in as_completed(futures):  # type: ignore[no-untyped-call]  # distributed has no types
        asked = futures[future]
        try:
            answer = future.result()
        except Exception as problem:  # whatever code on the worker raised, or befell the worker
            raise ExperimentError(f"{name(asked)}: {problem}") from problem
        if isinstance(answer, str):
            raise ExperimentError(f"{name(asked)}: {answer}")
        yield asked, answer


# --- Timelines -------------------------------------------------------------------------------------------------------


_SEED = re.compile(r"-?seed[0-9]+$")


def watched(figure: Figure, scale: Scale) -> list[Run]:
    first: dict[str, Run] = {}
    for run in figure.runs(scale):
        first.setdefault(_SEED.sub("", run.name), run)
    return list(first.values())


def timeline_of(task: Task, code: str) -> bytes | str:
    """The page of a run; or why there is none, for Dask, which would print a traceback of whatever is raised."""
    timeline = Timeline()
    try:
        require_code(code)
        result_of(task.load(), timeline)
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
        for run in watched(figure, store.scale):
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
