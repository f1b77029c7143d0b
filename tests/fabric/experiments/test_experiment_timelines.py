# SPDX-License-Identifier: Apache-2.0
"""Timelines of runs: made once for runs that differ in their seed alone, kept, and linked from the page of all."""

from __future__ import annotations

import pytest
from experiments_kit import TINY, Tiny, kept

from fabric.experiments import page, running, store
from fabric.experiments.figure import ExperimentError, Run
from fabric.experiments.store import Store, Task, code_digest
from fabric.timeline import MOST_BYTES


class Ready(str):
    """What Dask gives for a page that is there at once."""

    page: bytes | str

    def result(self):
        return self.page


class Here:
    """Dask's client, as far as it is used, in this process."""

    def __init__(self):
        self.made = []

    def submit(self, function, *arguments, key, **_options):
        future = Ready(key)
        future.page = function(*arguments)
        self.made.append(key)
        return future


@pytest.fixture
def make(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "as_completed", list)

    def made(figure, there=None):
        client, told = Here(), []
        there = there or Store(tmp_path, "small")
        running.make_timelines([figure], there, lambda: client, lambda name, run: told.append((name, run.name)))
        return len(client.made), told

    return made


def test_the_first_seed_of_each_kind_of_run_is_watched():
    class Kinds(Tiny):
        def runs(self, _scale):
            return [Run(f"{kind}-seed{seed}", {}) for kind in ("mrc", "roce-1qp") for seed in (1, 2)] + [
                Run("lone", {})
            ]

    assert [run.name for run in running.one_seed(Kinds(0, TINY), "small")] == ["mrc-seed1", "roce-1qp-seed1", "lone"]


def test_a_timeline_is_made_once_and_linked(make, tmp_path, monkeypatch):
    figure = Tiny(2, TINY)
    there = kept(tmp_path, figure)
    assert page.section(figure, there).timelines == []
    assert make(figure) == (1, [("tiny", "seed1")])
    written = tmp_path / "tiny/runs/seed1/timeline.html"
    assert b"tiny" in written.read_bytes()
    assert written.stat().st_size < MOST_BYTES
    assert make(figure) == (0, [("tiny", "seed1")])
    shown = page.write(there, [page.section(figure, there)]).read_text(encoding="utf-8")
    assert '<a href="tiny/runs/seed1/timeline.html">seed1</a>' in shown
    for module in (store, running):
        monkeypatch.setattr(module, "code_digest", lambda: "other code")
    assert page.section(figure, there).timelines == ()
    assert make(figure)[0] == 1


def test_a_run_that_cannot_be_made_says_why(make):
    wrong = {**TINY, "workload": [{"from": "nic0", "to": "nic9", "bytes": "64KiB"}]}
    with pytest.raises(ExperimentError, match=r"^tiny, timeline of run seed1: .*nic9"):
        make(Tiny(1, wrong))


def test_a_worker_of_other_code_refuses():
    assert "other code" in running.timeline_of(Task.of(TINY), code_digest() + "x")
