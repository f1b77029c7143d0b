# SPDX-License-Identifier: Apache-2.0
"""What is to be run, what is refused with what words, and how long it may take."""

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

# --- Plans -----------------------------------------------------------------------------------------------------------
# What is to be run, what is refused and with what words, and what a run is.

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
    planned = plan([huge, long, Tiny(1, TINY)], Store(tmp_path, "small"), Allowance(8 << 30, 0.05))
    assert [each.figure.name for each in planned.missing] == ["tiny"]
    assert re.fullmatch(
        r"run seed1 needs about \d+\.\d\d GiB of memory, .* switch passes; accepted: the 8 GiB .*, or a cluster",
        planned.refused["huge"],
    )
    assert "accepted: 0.05 minutes a run, or a larger --minutes" in planned.refused["long"]
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


# --- Estimates -------------------------------------------------------------------------------------------------------
# Estimates beside what runs took, within a factor of two: nine of ten small runs, and these of every kind.

MEASURED = [
    # figure, scale, run, seconds of one core, MiB of its process at most. Small: on two quiet cores, in a sweep of all.
    # MiB: later, of one of Dask's processes that makes these one after the other.
    ("fig4", "small", "seed1", 2.42, 245),
    ("fig6", "small", "seed1", 3.4, 242),
    ("fig9a", "small", "seed1", 1.04, 562),
    ("fig15", "small", "seed1", 1.34, 258),
    ("fig18", "small", "mrc-seed1", 0.71, 561),
    ("fig18", "small", "roce-8qp-seed1", 0.33, 422),
    ("fig19", "small", "a-seed1", 0.15, 265),
    ("fig22", "small", "default-seed1", 0.54, 271),
    ("failover", "small", "mrc-far-link-seed1", 0.19, 283),
    ("failover", "small", "roce-t1-seed5", 0.21, 235),
    ("evs", "small", "64-evs-seed5", 0.6, 263),
    ("fig16", "small", "mrc-loss-0p1-4mb-seed1", 5.38, 313),
    ("fig16", "small", "mrc-loss-no-16mb-seed1", 8.91, 319),
    ("fig16", "small", "roce-1qp-loss-no-16mb-seed1", 5.63, 310),
    ("fig17", "small", "mrc-loss-no-4mb-seed1", 5.05, 762),
    ("fig17", "small", "roce-1qp-loss-no-16mb-seed1", 3.75, 682),
    ("fig17", "small", "roce-16qp-loss-no-4mb-seed1", 5.81, 686),
    ("connections", "paper", "10000-qps", 9.0, 893),
    # The paper's: 2,064 switches; beside two other processes on the two cores.
    ("fig9b", "paper", "seed1", 13.0, 2570),
    ("fig9c", "paper", "seed1", 12.7, 2570),
]


@pytest.mark.parametrize(("figure", "scale", "run", "seconds", "mebibytes"), MEASURED)
def test_an_estimate_is_within_a_factor_of_two_of_what_a_run_took(figure, scale, run, seconds, mebibytes):
    runs = next(each for each in FIGURES if each.name == figure).runs(scale)
    estimated = estimate(Task.of(next(each for each in runs if each.name == run).scenario).load())
    assert 0.5 < estimated.seconds / seconds < 2
    assert 0.9 < estimated.memory_bytes / (mebibytes << 20) < 2


def sized(**changes):
    return estimate(Task.of({**TINY, **changes}).load())


def test_set_up_is_of_each_switch_and_each_port():
    few, more = (sized(overrides={**TINY["overrides"], "t1s_per_plane": t1s}) for t1s in (101, 201))
    # A hundred T1s: at each a port, and one at the T0, of 8 entries each; 13 entries of the switch itself.
    assert more.seconds - few.seconds == pytest.approx(100 * (1e-3 + (2 * 8 + 13) * 40e-6), rel=0.01)
    assert more.switch_passes == few.switch_passes


def test_nobody_sends_more_than_its_peer_can_receive_until_the_limit():
    fan_in = {"overrides": {**TINY["overrides"], "downlinks_per_t0": 4, "nics": 4}, "limit": "1ms"}
    writes = [{"from": f"nic{number}", "to": "nic3", "bytes": "1GiB"} for number in range(3)]
    alone, together = (sized(**fan_in, workload=some) for some in (writes[:1], writes))
    assert together.switch_passes == alone.switch_passes


def test_collectives_that_come_after_others_take_no_more_memory_than_the_largest():
    nics = {"overrides": {**TINY["overrides"], "downlinks_per_t0": 4, "nics": 4}}
    small, large = (
        {"name": size, "collective": "send-receive", "bytes": size, "nics": ["nic0", "nic1", "nic2", "nic3"]}
        for size in ("1MiB", "64MiB")
    )
    alone = sized(**nics, workload=[large]).memory_bytes
    after = sized(**nics, workload=[{**large, "after": ["1MiB"]}, small]).memory_bytes
    at_once = sized(**nics, workload=[large, small]).memory_bytes
    # What the small one sends, and its four pairs of queue pairs.
    assert after - alone == pytest.approx((1 << 20) + 4 * 130_000, rel=0.1)
    assert at_once - after == 4 << 20  # what it receives
