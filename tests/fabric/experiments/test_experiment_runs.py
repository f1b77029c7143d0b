# SPDX-License-Identifier: Apache-2.0
"""Runs on Dask: a worker that is killed loses nothing, and what is there is not run again."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest
from experiments_kit import MUCH, TINY, Tiny, dashboard_status, made

import fabric.running
from fabric.errors import FabricError
from fabric.experiments import running, store
from fabric.experiments.figure import ExperimentError, Run
from fabric.experiments.running import Estimate, Plan, Planned, plan
from fabric.experiments.store import Cost, Done, Store, Task
from fabric.timeline import Timeline
from fabric.traffic.nics import build_traffic

ROOT = Path(__file__).resolve().parents[3]


class Here:
    """Dask's client, as far as it is used, in this process; it breaks off after so many runs."""

    def __init__(self, runs, workers=()):
        self.left = runs
        self.workers = workers
        self.wishes = []

    def nthreads(self):
        return dict.fromkeys(self.workers, 1)

    def submit(self, function, *arguments, workers=None, allow_other_workers=False, **_options):
        assert allow_other_workers or not workers
        self.wishes.append(workers)
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
    monkeypatch.setattr(
        running, "attempt", lambda task, _code: Done(json.dumps({"s": task.scenario}).encode(), done.cost)
    )
    figure = Tiny(2, TINY)
    assert run_here(figure, tmp_path, monkeypatch) == [("seed1", False), ("seed2", False)]
    assert run_here(figure, tmp_path, monkeypatch) == [("seed1", True), ("seed2", True)]
    (tmp_path / "tiny" / "runs" / "seed1" / "result.json").write_text('{"broken":')
    (tmp_path / "tiny" / "runs" / "seed2" / "cost.json").unlink()
    assert run_here(figure, tmp_path, monkeypatch) == [("seed1", False), ("seed2", False)]
    other = Tiny(2, {**TINY, "limit": "1ms"})
    assert run_here(other, tmp_path, monkeypatch) == [("seed1", False), ("seed2", False)]
    (tmp_path / "tiny" / "runs" / "seed2" / "made-by").unlink()  # interrupted before it was whole
    assert run_here(other, tmp_path, monkeypatch) == [("seed1", True), ("seed2", False)]
    monkeypatch.setattr(store, "code_digest", lambda: "other code")
    assert run_here(other, tmp_path, monkeypatch) == [("seed1", False), ("seed2", False)]


@pytest.mark.parametrize(
    ("workers", "wishes"),
    [
        ((), [None, None, None]),
        (("a",), [["a"], ["a"], ["a"]]),
        (("a", "b"), [["a"], ["b"], ["a"]]),
        (("a", "b", "c"), [["a"], ["b"], ["c"]]),
    ],
)
def test_runs_that_send_the_same_bytes_are_best_made_by_one_worker(workers, wishes, tmp_path, monkeypatch):
    fields = [{**TINY, "seed": seed, "nic": {"trimming": on}} for on in (True, False) for seed in (1, 2, 3)]
    planned = [Planned(Tiny(1, each), Run("seed1", each), Task.of(each), Estimate(1, 1, 2.0)) for each in fields]
    monkeypatch.setattr(running, "attempt", lambda _task, _code: Done(b"{}", Cost(1.0, 2, 3, 4)))
    monkeypatch.setattr(running, "as_completed", lambda futures: [Ready(done) for done in futures])
    dask = Here(99, workers)
    running.run_figures(Plan([], planned, {}), Store(tmp_path, "small"), lambda: dask, lambda *_told: None)
    assert dask.wishes == [*wishes, *wishes]


INTERRUPTED = """
import sys
from pathlib import Path
from experiments_kit import MUCH, TINY, Tiny
from fabric.experiments import running
from fabric.experiments.running import plan
from fabric.experiments.store import Store

def told(_figure, run, _there):
    finished.append(run.name)
    if len(finished) == 2:
        print("two", flush=True)
        sys.stdin.read()  # until it is killed

if __name__ == "__main__":
    finished = []
    store = Store(Path(sys.argv[1]), "small")
    with running.dask(None, 1) as client:
        running.run_figures(plan([Tiny(4, TINY)], store, MUCH), store, lambda: client, told)
"""
PATIENCE_S = 60


def started(*command, **options):
    """A process of this project, in a session of its own."""
    paths = os.pathsep.join(str(path) for path in (ROOT, Path(__file__).parent))
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.Popen([sys.executable, *command], start_new_session=True, cwd=ROOT, env=environment, **options)


def gone(process_group):
    """Whether no process of it is left, before the deadline."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            os.killpg(process_group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_the_command_may_be_killed_and_what_was_made_is_not_made_again(tmp_path, monkeypatch):
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED)
    figure, there = Tiny(4, TINY), Store(tmp_path / "out", "small")
    process = started(str(script), str(there.out), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        assert process.stdout.readline() == b"two\n"
        process.kill()
    assert gone(process.pid)  # Dask's processes do not outlive their parent
    before = {run.name: there.has(figure, run) for run in figure.runs("small")}
    assert sum(before.values()) == 2
    assert dict(run_here(figure, there.out, monkeypatch)) == before
    for run in figure.runs("small"):
        assert (there.folder(figure, run) / "result.json").read_bytes() == made(run).result


@pytest.mark.long
def test_processes_here_have_a_dashboard_and_a_run_that_fails_is_told_once_with_its_figure(tmp_path, capfd):
    """The other run of the figure is made all the same."""
    figure, there = Tiny(2, TINY), Store(tmp_path, "small")
    bad, good = figure.runs("small")
    task = Task.of({**TINY, "workload": [{"from": "nic0", "to": "nobody", "bytes": "1KiB"}]})
    tasks = ((bad, task), (good, Task.of(good.scenario)))
    planned = Plan([], [Planned(figure, run, of, Estimate(1, 1, 1.0)) for run, of in tasks], {})
    with running.dask(None, 1) as client:
        assert dashboard_status(client) == 200
        with pytest.raises(ExperimentError, match=r"tiny, run seed1: .*nobody"):
            running.run_figures(planned, there, lambda: client, lambda *_: None)
    assert [there.has(figure, run) for run in (bad, good)] == [False, True]
    assert "Traceback" not in "".join(capfd.readouterr())


class Tired:
    """A part of Dask that does not end in time."""

    def __init__(self, *_cluster, **_options):
        self.closed = 0

    def close(self):
        self.closed += 1
        raise TimeoutError


def test_processes_that_take_long_to_end_are_no_error(monkeypatch):
    monkeypatch.setattr(running, "LocalCluster", Tired)
    monkeypatch.setattr(running, "Client", Tired)
    with running.dask(None, 1) as client:
        assert not client.closed
    assert client.closed == 1
    with pytest.raises(TimeoutError, match="asked"), running.dask(None, 1):
        raise TimeoutError("asked")


def test_no_collection_in_a_run_and_the_next_one_of_the_young_lets_its_fabric_go(monkeypatch):
    nics, seen = [], []

    def build(*given):
        traffic = build_traffic(*given)
        nics.extend(map(weakref.ref, traffic.nics))
        gc.callbacks.append(note)
        return traffic

    def note(_phase, info):
        seen.append(info["generation"])

    def is_over():
        gc.callbacks.remove(note)
        return 0

    monkeypatch.setattr(fabric.running, "build_traffic", build)
    monkeypatch.setattr(store, "_peak_bytes", is_over)
    gc.collect()
    store.execute(Task.of(TINY), store.code_digest())
    assert nics
    assert not seen
    gc.collect(0)
    assert not any(nic() is not None for nic in nics)


NICS = 2
"""Of TINY."""


@pytest.mark.parametrize("fails", [False, True])
def test_fabrics_go_where_runs_are_looked_at_again_or_fail(fails, monkeypatch):
    nics, most = weakref.WeakSet(), []

    def build(*given):
        most.append(len(nics))
        traffic = build_traffic(*given)
        nics.update(traffic.nics)
        return traffic

    def fail(*_given, **_more):
        raise FabricError("of a test")

    monkeypatch.setattr(fabric.running, "build_traffic", build)
    if fails:
        monkeypatch.setattr(fabric.running, "execute", fail)
    gc.collect()
    for seed in range(4):
        task = Task.of({**TINY, "seed": seed + 1})
        if fails:
            assert store.attempt(task, store.code_digest()) == "of a test"
        else:
            fabric.running.result_of(task.load(), Timeline(), served=False)
    assert len(most) >= 4
    assert max(most) <= (0 if fails else 3 * NICS)  # a run that is looked at again builds three
