# SPDX-License-Identifier: Apache-2.0
"""Runs on Dask: a worker that is killed loses nothing, and what is there is not run again."""

from __future__ import annotations

import os
import signal

import pytest
from experiments_kit import MUCH, TINY, Tiny, made

from experiments import running, store
from experiments.errors import ExperimentError
from experiments.estimate import Estimate
from experiments.identity import Task
from experiments.planning import Plan, Planned, plan
from experiments.store import Store
from experiments.worker import Cost, Done


class Here:
    """Dask's client, as far as it is used, in this process; it breaks off after so many runs."""

    def __init__(self, runs):
        self.left = runs

    def submit(self, function, *arguments, **_options):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return function(*arguments)


def run_here(figure, out, monkeypatch, *, runs=99):
    """Without Dask: what was there already, and what was run."""
    told = []
    monkeypatch.setattr(running, "as_completed", lambda futures: [Ready(done) for done in futures])
    try:
        running.run_figures(
            plan([figure], Store(out, "small"), MUCH),
            Store(out, "small"),
            lambda: Here(runs),
            lambda _figure, run, there: told.append((run.name, there)),
        )
    except KeyboardInterrupt:
        told.append("interrupted")
    return told


class Ready:
    def __init__(self, done):
        self._done = done

    def __hash__(self):
        return hash(self._done)

    def __eq__(self, other):
        return self._done == other

    def result(self):
        return self._done


def test_what_is_there_is_not_run_again_unless_something_changed(tmp_path, monkeypatch):
    done = Done(b"{}", Cost(1.0, 2, 3, 4))
    monkeypatch.setattr(running, "execute", lambda task, _code: Done(task.scenario.encode(), done.cost))
    figure = Tiny(2, TINY)
    assert run_here(figure, tmp_path, monkeypatch) == [("seed1", False), ("seed2", False)]
    assert run_here(figure, tmp_path, monkeypatch) == [("seed1", True), ("seed2", True)]
    other = Tiny(2, {**TINY, "limit": "1ms"})
    assert run_here(other, tmp_path, monkeypatch) == [("seed1", False), ("seed2", False)]
    (tmp_path / "tiny" / "runs" / "seed2" / "made-by").unlink()  # interrupted before it was whole
    assert run_here(other, tmp_path, monkeypatch) == [("seed1", True), ("seed2", False)]
    monkeypatch.setattr(store, "code_digest", lambda: "other code")
    assert run_here(other, tmp_path, monkeypatch) == [("seed1", False), ("seed2", False)]


def test_a_worker_that_is_killed_loses_no_result_and_results_are_the_same_bytes(tmp_path):
    figure, kept = Tiny(3, TINY), Store(tmp_path, "small")
    killed = []

    def kill_one(_figure, _run, _there):
        if not killed:
            processes = client.run(os.getpid)
            killed.append(next(iter(processes.values())))
            os.kill(killed[0], signal.SIGKILL)

    with running.dask(None, 2) as client:
        running.run_figures(plan([figure], kept, MUCH), kept, lambda: client, kill_one)
    assert killed
    for run in figure.runs("small"):
        assert (kept.folder(figure, run) / "result.json").read_bytes() == made(run).result
    assert len(kept.results(figure)) == 3


def test_a_run_that_fails_is_told_with_its_figure(tmp_path):
    figure = Tiny(1, TINY)
    (run,) = figure.runs("small")
    task = Task.of({**TINY, "workload": [{"from": "nic0", "to": "nobody", "bytes": "1KiB"}]})
    planned = Plan([], [Planned(figure, run, task, Estimate(1, 1, 1.0))], {})
    with (
        running.dask(None, 1) as client,
        pytest.raises(ExperimentError, match=r"tiny, run seed1: .*nobody"),
    ):
        running.run_figures(planned, Store(tmp_path, "small"), lambda: client, lambda *_: None)
