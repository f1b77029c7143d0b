# SPDX-License-Identifier: Apache-2.0
"""The paper's figures: two are run, the judging of all is tried on results made by hand, and Dask loses nothing."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import dataclass, field

import pytest
from click.testing import CliRunner

from experiments import running, store
from experiments.__main__ import cli
from experiments.errors import ExperimentError
from experiments.figure import SCALES, Criterion, Curve, Finding, Panel, Run
from experiments.figures import FIGURES
from experiments.figures.against_roce import FIG18, FIG20, LINE_GBPS
from experiments.figures.fabric_faults import FIG11
from experiments.figures.removals import FIG9A, FIG9B
from experiments.identity import Task, code_digest
from experiments.page import section, write
from experiments.scaling import SCENARIOS
from experiments.store import Store
from experiments.worker import Cost, Done, execute
from fabric.scenario.reading import load

LINK = 100 * 4096 / 4262  # wire-format §1: payload of a full packet, and what it takes on the wire
TINY = {
    "name": "tiny",
    "topology": "../lab.yaml",
    "workload": [{"from": "nic0", "to": "nic2", "bytes": "64KiB"}],
}


def result(flows, *, step_us=10, ends_us=None, faults=(), planes=8, retired=0, intact=True):
    """A result with only what figures read: goodput of each flow by sample."""
    samples = len(flows[0])
    ends = ends_us or [samples * step_us] * len(flows)
    return {
        "scenario": {"faults": [{"at_ns": at * 1000, "restores": restores} for at, restores in faults]},
        "verdict": {"end_ns": samples * step_us * 1000},
        "checks": {"evs.retired": retired},
        "flows": [{"completed_ns": end * 1000, "intact": intact} for end in ends],
        "fabric": {"planes": planes},
        "timeline": {"interval_ns": step_us * 1000, "samples": samples, "flows": flows},
    }


def made(run):
    return execute(Task.of(run.scenario), code_digest())


def held(finding):
    return [criterion.held for criterion in finding.criteria]


@pytest.mark.parametrize("figure", [FIG9B, FIG11], ids=lambda figure: figure.name)
def test_a_figure_holds(figure):
    results = {run.name: json.loads(made(run).result) for run in figure.runs("small")}
    finding = figure.judge(results)
    assert finding.held, finding.criteria
    assert finding.panels[0].curves


def steps(fractions):
    """Two flows over 8, 7 and 8 links, 100 us each, at these shares of what the links carry; then 40 us to end."""
    rates = [up * LINK * share for up, share in zip((8, 7, 8), fractions, strict=True) for _ in range(10)]
    return [rates + [8 * LINK] * 4] * 2


def test_removals_are_judged_by_plateau_dip_blame_and_loss():
    faults = ((100, False), (200, True))
    assert held(FIG9A.judge({"mrc": result(steps((1, 1, 1)), faults=faults)})) == [True] * 4
    assert held(FIG9A.judge({"mrc": result(steps((1, 0.96, 1)), faults=faults)})) == [False, True, True, True]
    bad = {"mrc": result(steps((1, 1, 1)), faults=faults, retired=1, intact=False)}
    assert held(FIG9A.judge(bad)) == [True, True, False, False]
    twice = [list(flow) for flow in steps((1, 1, 1))]
    twice[0][11] = twice[0][13] = 0.0
    assert held(FIG9A.judge({"mrc": result(twice, faults=faults)})) == [True, False, True, True]


def test_a_step_inside_the_fabric_is_two_percent_at_most():
    for share, holds in ((0.99, True), (0.97, False)):
        flows = [[100.0] * 15 + [100.0 * share] * 25] * 2
        assert held(FIG11.judge({"mrc": result(flows, faults=((150, False),))})) == [holds, True]


def against(figure, mrc, roce):
    flows = {"mrc": mrc, "roce-1qp": roce, "roce-8qp": roce}
    return figure.judge(
        {
            run.name: result([[rate] * 40 for rate in flows[run.name.rpartition("-seed")[0]]])
            for run in figure.runs("small")
        }
    )


def test_an_incast_is_judged_by_shares_and_its_victim():
    fair = [LINE_GBPS / 7] * 7
    assert held(against(FIG18, [*fair, LINE_GBPS], [*fair, 300.0])) == [True] * 4
    assert held(against(FIG18, [1.03 * fair[0], *fair[1:], LINE_GBPS], [*fair, 300.0])) == [False, True, True, True]
    assert held(against(FIG18, [*fair, 0.96 * LINE_GBPS], [*fair, 300.0])) == [True, False, True, True]
    assert held(against(FIG18, [*fair, LINE_GBPS], [*fair, LINE_GBPS])) == [True, True, False, True]


def test_a_permutation_is_judged_by_its_slowest_flow():
    assert held(against(FIG20, [LINE_GBPS] * 8, [196.0] * 8)) == [True, True, True]
    assert held(against(FIG20, [*[LINE_GBPS] * 7, 0.96 * LINE_GBPS], [391.0] * 8)) == [False, False, True]


@dataclass(frozen=True)
class Tiny:
    """A figure of runs that take no time."""

    count: int
    scenario: dict
    name: str = "tiny"
    title: str = "a tiny <figure>"
    paper: str = "nothing"
    shows: str = "no more"
    scale: dict = field(default_factory=lambda: {"small": "none", "paper": "none"})

    def runs(self, _scale):
        return [Run(f"seed{seed}", {**self.scenario, "seed": seed}) for seed in range(1, 1 + self.count)]

    def judge(self, results):
        panel = Panel("p", "x", "y", [Curve("ours", [0, 1], [1, 2]), Curve("paper's", [0, 1], [1, 1], paper=True)])
        return Finding([Criterion("all there", f"{len(results)} runs", len(results) == self.count)], [panel])


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
            [figure],
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
        running.run_figures([figure], kept, lambda: client, kill_one)
    assert killed
    for run in figure.runs("small"):
        assert (kept.folder(figure, run) / "result.json").read_bytes() == made(run).result
    assert len(kept.results(figure)) == 3


def kept(out, figure, **verdict):
    """A store with a result for each run of a figure."""
    there = Store(out, "small")
    for run in figure.runs("small"):
        document = {
            "verdict": {"finished": True, "end_ns": 5_000_000, **verdict},
            "flows": [
                {"completed_ns": 9, "bytes": 10, "placed_bytes": 10},
                {"completed_ns": None, "bytes": 2_000_000, "placed_bytes": 500_000},
            ],
        }
        done = Done(json.dumps(document).encode(), Cost(1.5, 10, 30, 1 << 20))
        there.keep(figure, run, Task.of(run.scenario), done)
    return there


def test_the_page_has_every_figure_and_loads_nothing(tmp_path):
    figure, absent = Tiny(1, TINY), Tiny(2, TINY, name="absent", title="another")
    there = kept(tmp_path, figure)
    sections = [section(figure, there), section(absent, there)]
    assert [(each.verdict, each.held) for each in sections] == [("holds", True), ("not run", False)]
    page = write(there, sections).read_text()
    assert "a tiny &lt;figure&gt;" in page and "1 runs" in page and "not run" in page and "1 run: " in page
    assert "http://" not in page.replace("http://www.w3.org/", "") and "<script" not in page
    data = json.loads((tmp_path / "tiny" / "data.json").read_text())
    assert data["held"] is True and data["criteria"][0]["text"] == "all there"
    assert data["cost"] == {"seconds": 1.5, "packets": 10, "switch_passes": 30, "peak_bytes": 1 << 20}
    assert (tmp_path / "tiny" / "data.csv").read_text().splitlines()[:2] == ["panel,curve,x,y", "p,ours,0,1"]


def test_a_run_that_met_its_limit_says_so(tmp_path):
    figure = Tiny(1, TINY)
    there = kept(tmp_path, figure, finished=False)
    (sentence,) = section(figure, there).unfinished
    assert sentence == "seed1 met its limit of 5.000 ms: 1 of 2 writes open, 1.43 MiB missing"
    assert sentence in write(there, [section(figure, there)]).read_text()


def test_every_figure_names_the_paper_and_its_scale_and_runs_are_scenarios():
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)
    for figure in FIGURES:
        assert figure.paper and figure.title and figure.shows
        names = [run.name for run in figure.runs("small")]
        assert len(set(names)) == len(names) > 0
        for scale in SCALES:
            assert figure.scale[scale]
            assert [run.name for run in figure.runs(scale)] == names
            for run in figure.runs(scale):
                assert run.scenario["base"] == f"paper/{figure.name}.yaml"
                Task.of(run.scenario).load()


def test_bad_input_is_told(tmp_path):
    told = CliRunner().invoke(cli, ["run", "--only", "fig99", "--out", str(tmp_path)])
    assert isinstance(told.exception, ExperimentError)
    assert "'fig99' is not a figure; accepted: fig9a, " in str(told.exception)
    with pytest.raises(ExperimentError, match="accepted: tcp://HOST:PORT"), running.dask("nonsense://x", None):
        pass


def test_a_scenario_that_cannot_run_is_told_with_its_figure(tmp_path):
    figure = Tiny(1, {**TINY, "workload": [{"from": "nic0", "to": "nobody", "bytes": "1KiB"}]})
    with (
        running.dask(None, 1) as client,
        pytest.raises(ExperimentError, match=r"tiny, run seed1: .*nobody"),
    ):
        running.run_figures([figure], Store(tmp_path, "small"), lambda: client, lambda *_: None)


def test_every_figure_has_a_scenario_file_and_every_file_its_figure():
    files = (SCENARIOS / "paper").glob("*.yaml")
    assert {file.stem for file in files} == {figure.name for figure in FIGURES}
    for figure in FIGURES:
        assert load(SCENARIOS / "paper" / f"{figure.name}.yaml").name == figure.name


def test_a_task_is_whole_and_kept_so_that_it_can_be_run_again(tmp_path):
    figure = Tiny(1, {**TINY, "nic": {"evs": 16}})
    (run,) = figure.runs("small")
    there = kept(tmp_path, figure)
    loaded = load(there.folder(figure, run) / "scenario.yaml")
    assert (loaded.seed, loaded.nic.evs, loaded.topology.planes) == (1, 16, 2)
    with pytest.raises(ExperimentError, match="not a scenario"):
        Task.of({"base": "nothing.yaml"})


def test_a_worker_of_other_code_is_refused():
    with pytest.raises(ExperimentError, match="accepted: the same commit"):
        execute(Task.of(TINY), "other code")
