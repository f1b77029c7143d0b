# SPDX-License-Identifier: Apache-2.0
"""What is to be run, what is refused and with what words, and what a run is."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from experiments_kit import TINY, Tiny, kept

from fabric.experiments import running
from fabric.experiments.__main__ import cli
from fabric.experiments.figure import ExperimentError
from fabric.experiments.figures import FIGURES
from fabric.experiments.page import section, write
from fabric.experiments.running import Allowance, Estimate, Plan, Planned, estimate, plan
from fabric.experiments.store import Store, Task, execute
from fabric.scenario.reading import load
from mrc_fabric.__main__ import ROWS, translated

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(("only", "wrong"), [("fig9a,fig99", "fig99"), (",", ""), (" ", ""), ("fig9a,,fig9b", "")])
def test_what_is_not_a_figure_is_told_and_nothing_is_run(tmp_path, only, wrong):
    told = CliRunner().invoke(cli, ["run", "--only", only, "--out", str(tmp_path)])
    assert isinstance(told.exception, ExperimentError)
    assert f"{wrong!r} is not a figure; accepted: fig4, " in str(told.exception)


@pytest.mark.parametrize(("given", "watched"), [((), False), (("TIMELINE=0",), False), (("TIMELINE=1",), True)])
@pytest.mark.parametrize("target", ["experiments", "demo"])
def test_make_writes_timelines_when_they_are_asked_for(tmp_path, target, given, watched):
    ready = tmp_path / "ready"
    words = ["make", "-s", "-C", ROOT, f"RUN={ready}", f"EXPERIMENTS={ready}", "-o", ready, "PY=echo", target, *given]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    name, *words = told[-1 if target in told[-1] else 0].removeprefix("-m mrc_fabric ").split()
    assert ("--timeline" in translated(ROWS[name].command(), words, ROWS[name])) is watched


def test_an_address_that_is_none_is_told():
    with pytest.raises(ExperimentError, match="accepted: tcp://HOST:PORT"), running.dask("nonsense://x", 1):
        pass


def test_a_figure_that_needs_more_than_there_is_is_refused_and_the_others_are_not(tmp_path):
    whole = {"planes": 8, "t0s_per_plane": 512, "t1s_per_plane": 256, "downlinks_per_t0": 256, "nics": 131072}
    huge = Tiny(1, {**TINY, "overrides": whole}, name="huge")
    gib = {"from": "nic0", "to": "nic1", "bytes": "1GiB"}
    long = Tiny(1, {**TINY, "limit": "1s", "workload": [gib, gib, gib]}, name="long")
    planned = plan([huge, long, Tiny(1, TINY)], Store(tmp_path, "small"), Allowance(8 << 30, 0.25))
    assert [each.figure.name for each in planned.missing] == ["tiny"]
    assert re.fullmatch(
        r"run seed1 needs about \d+\.\d\d GiB of memory, .* switch passes; accepted: the 8 GiB .*, or a cluster",
        planned.refused["huge"],
    )
    assert "accepted: 0.25 minutes a run, or a larger --minutes" in planned.refused["long"]
    there = Store(tmp_path, "small")
    page = write(there, [section(huge, there, planned.refused["huge"])]).read_text()
    assert "Refused: run seed1 needs about" in page


def test_processes_are_as_many_as_memory_has_room_for():
    figure = Tiny(1, TINY)
    task = Task.of(TINY)
    planned = Plan([], [Planned(figure, figure.runs("small")[0], task, Estimate(3 << 30, 1, 1.0))], {})
    assert [planned.workers(4, gib << 30) for gib in (1, 7, 100)] == [1, 2, 4]


@pytest.mark.parametrize(("size", "limit", "sent"), [("4MiB", "10ms", 4 << 20), ("1GiB", "1ms", 12_500_000)])
def test_an_estimate_knows_what_is_written_and_what_can_be_sent(size, limit, sent):
    workload = [{"from": "nic0", "to": "nic1", "bytes": size}]
    seen = estimate(Task.of({**TINY, "limit": limit, "workload": workload}).load())
    packets = sent / 4096
    assert 3 * packets <= seen.switch_passes <= 4 * packets  # three switches each way, reports are fewer than packets
    assert seen.memory_bytes > 2 * sent


def test_a_task_is_whole_and_kept_so_that_it_can_be_run_again(tmp_path):
    figure = Tiny(1, {**TINY, "nic": {"evs": 16}})
    (run,) = figure.runs("small")
    there = kept(tmp_path, figure)
    loaded = load(there.folder(figure, run) / "scenario.yaml")
    assert (loaded.seed, loaded.nic.evs, loaded.topology.planes) == (1, 16, 1)
    with pytest.raises(ExperimentError, match="not a scenario"):
        Task.of({"base": "nothing.yaml"})


def test_a_worker_of_other_code_is_refused():
    with pytest.raises(ExperimentError, match="accepted: the same commit"):
        execute(Task.of(TINY), "other code")


def test_the_papers_values_can_be_listed():
    said = CliRunner().invoke(cli, ["list", "--paper"])
    assert said.exit_code == 0 and max(map(len, said.output.splitlines())) < 80
    begun = [line.partition(":")[0] for line in said.output.splitlines() if not line.startswith(" ")]
    assert begun == [figure.name for figure in FIGURES]
    assert "fig9c: 1532 to 1534 Gb/s throughout." in said.output
