# SPDX-License-Identifier: Apache-2.0
"""Runs figures on Dask: local processes, or a cluster that exists; what is there already is not run again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from distributed import Client, LocalCluster, as_completed

from experiments.errors import ExperimentError
from experiments.figure import Figure, Run
from experiments.identity import Task, code_digest
from experiments.store import Store
from experiments.worker import execute

Told = Callable[[str, Run, bool], None]
"""Told when a run has finished: name of its figure, the run, and whether it had been there."""


@contextmanager
def dask(address: str | None, workers: int | None) -> Iterator[Client]:
    """A client of the scheduler at `address`, or of one here, with a process per core, on loopback.

    Raises:
        ExperimentError: nobody answers there.
    """
    if address is not None:
        try:
            client = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as problem:
            raise ExperimentError(f"--cluster {address}: {problem}; accepted: tcp://HOST:PORT of a scheduler") from None
        with client:
            yield client
        return
    count = workers or os.cpu_count() or 1
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=count, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs="ERROR", memory_limit=0,
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):  # fmt: skip
        yield client


def run_figures(figures: Sequence[Figure], store: Store, client: Callable[[], Client], told: Told) -> None:
    """Run what is not there yet; each result is written as soon as it has come.

    Args:
        figures: whose runs.
        store: of their results.
        client: asked once, and only when something has to be run.
        told: as runs finish.

    Raises:
        ExperimentError: a run failed; the others of the same call may be missing, and are there next time.
        OutputError: a file cannot be written.
    """
    missing: list[tuple[Figure, Run]] = []
    for figure in figures:
        for run in figure.runs(store.scale):
            if store.has(figure, run):
                told(figure.name, run, True)
            else:
                missing.append((figure, run))
    if not missing:
        return
    dasks = client()
    code = code_digest()
    futures = {}
    for figure, run in missing:
        task = Task.of(run.scenario)
        key = f"{figure.name}/{run.name}-{task.stamp(code)}"  # a scheduler has one result for each key, whoever asks
        futures[dasks.submit(execute, task, code, pure=False, retries=0, key=key)] = (figure, run, task)
    for future in as_completed(futures):  # type: ignore[no-untyped-call]
        figure, run, task = futures[future]
        try:
            done = future.result()
        except Exception as problem:
            raise ExperimentError(f"{figure.name}, run {run.name}: {problem}") from problem
        store.keep(figure, run, task, done)
        told(figure.name, run, False)
