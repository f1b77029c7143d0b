# SPDX-License-Identifier: Apache-2.0
"""Timelines of runs (docs/timeline.md): each is a run made once more with somebody looking on, on Dask as runs are.

Of runs that differ in their seed alone the first has one. A result is the same with and without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from fabric.command import result_of
from fabric.errors import FabricError
from fabric.experiments.errors import ExperimentError
from fabric.experiments.figure import Figure, Run, Scale
from fabric.experiments.identity import Task, code_digest, require_code
from fabric.experiments.running import answers
from fabric.experiments.store import Store
from fabric.timeline import Timeline

if TYPE_CHECKING:
    from distributed import Client

_SEED = re.compile(r"-?seed[0-9]+$")


def watched(figure: Figure, scale: Scale) -> list[Run]:
    """The runs of a figure that have a timeline."""
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


def make(
    figures: Iterable[Figure], store: Store, client: Callable[[], Client], told: Callable[[str, Run], None]
) -> None:
    """Make the timelines that are not there; each is written as soon as it has come.

    Args:
        figures: whose.
        store: of the results.
        client: asked when one has to be made.
        told: name of the figure and the run, for each that is there.

    Raises:
        ExperimentError: one cannot be made.
        OutputError: a file cannot be written.
    """
    code = code_digest()
    futures = {}
    for figure in figures:
        for run in watched(figure, store.scale):
            if store.timeline(figure, run) is not None:
                told(figure.name, run)
                continue
            task = Task.of(run.scenario)
            key = f"timeline/{figure.name}/{run.name}-{task.stamp(code)}"
            futures[client().submit(timeline_of, task, code, pure=False, retries=0, key=key)] = figure, run, task
    for (figure, run, task), page in answers(
        futures, lambda asked: f"{asked[0].name}, timeline of run {asked[1].name}"
    ):
        store.keep_timeline(figure, run, task, page)
        told(figure.name, run)
