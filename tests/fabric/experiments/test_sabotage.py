# SPDX-License-Identifier: Apache-2.0
"""Mechanisms are taken away, put back, and missed: by scenarios that need them, and by the figures that show them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from experiments_kit import TINY, Tiny, kept, made
from long_kit import share

import controller
import topologies
from controller.program import DATA_QUEUE_PROFILE, MY_SID, SET_NEXTHOP_IPV6
from fabric import PROGRAM
from fabric.emulation import switches
from fabric.experiments import running
from fabric.experiments.__main__ import cli
from fabric.experiments.figure import Criterion, ExperimentError, Finding, judged
from fabric.experiments.figures import FIGURES
from fabric.experiments.figures.faults import FIG11
from fabric.experiments.page import section, write
from fabric.experiments.sabotage import (
    SABOTAGES,
    Broke,
    Failed,
    Patch,
    Sabotage,
    Trial,
    _found,
    _mistake,
    attempt_broken,
    broken,
    chosen,
    try_out,
)
from fabric.experiments.store import Store, Task, code_digest
from host_stack.native import data_path
from host_stack.paths.ev_set import EvSet

# --- The catalogue ---------------------------------------------------------------------------------------------------


def members(sabotage):
    return [_found(sabotage, patch.of)[2] for patch in sabotage.patches]


@pytest.mark.parametrize("sabotage", SABOTAGES.values(), ids=lambda sabotage: sabotage.name)
def test_a_sabotage_breaks_what_is_there_and_puts_it_back(sabotage):
    good = members(sabotage)
    with pytest.raises(KeyboardInterrupt), broken(sabotage):
        assert all(now is not before for now, before in zip(members(sabotage), good, strict=True))
        raise KeyboardInterrupt
    assert all(now is before for now, before in zip(members(sabotage), good, strict=True))


@pytest.mark.parametrize(
    "of",
    [
        "host_stack.paths.nowhere:EvSet._blame",
        "host_stack.paths.ev_set:NoSuchClass._blame",
        "host_stack.paths.ev_set:EvSet.renamed",
        "host_stack.paths.ev_set:EvSet.__repr__",  # inherited: not of this class alone
        "controller:no_such_function",
    ],
)
def test_a_name_that_is_not_there_is_told_and_nothing_stays_broken(of):
    blame = vars(EvSet)["_blame"]
    patches = [Patch("host_stack.paths.ev_set:EvSet._blame", lambda good: good), Patch(of, lambda good: good)]
    with pytest.raises(ExperimentError, match=f"sabotage old: {of} is not there; accepted: "):  # noqa: SIM117
        with broken(Sabotage("old", "nothing", patches)):
            pass
    assert vars(EvSet)["_blame"] is blame


def test_every_figure_names_sabotages_that_there_are():
    assert {name for figure in FIGURES for name in figure.sabotages} <= set(SABOTAGES)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda each: each.name)
def test_a_figure_names_two_sabotages_or_more(figure):
    assert len(set(figure.sabotages)) >= 2


@pytest.mark.parametrize(("name", "python"), [("marks-never-set", False), ("window-fixed", True)])
def test_nics_run_in_python_where_something_of_them_is_broken(name, python):
    with broken(SABOTAGES[name]):
        assert data_path._python_only.get() is python
    assert not data_path._python_only.get()


# --- What they do to a switch ----------------------------------------------------------------------------------------


FABRIC = topologies.load(Path(topologies.__file__).parent / "lab.yaml")


def profiles(switch):
    return [
        entry.params["ecn"] for entry in controller.plan(FABRIC, switch).entries if entry.table == DATA_QUEUE_PROFILE
    ]


def test_a_switch_that_never_marks_has_no_queue_that_does():
    well = profiles("p0-t0-0")
    with broken(SABOTAGES["marks-never-set"]) as calls:
        assert profiles("p0-t0-0") == [0] * len(well)
        assert calls.count == 1
    assert profiles("p0-t0-0") == well
    assert 1 in well


def test_paths_over_one_t1_get_there():
    """A T0 sends to the first T1 whatever names another, and the first T1 takes that for its own."""
    with broken(SABOTAGES["paths-over-one-t1"]):
        up = {
            entry.params["port"]
            for entry in controller.plan(FABRIC, "p0-t0-0").entries
            if entry.action == SET_NEXTHOP_IPV6 and entry.params["port"] >= FABRIC.downlinks
        }
        assert up == {FABRIC.downlinks}
        first, second = (
            {entry.match["dst_addr"] for entry in controller.plan(FABRIC, name).entries if entry.table == MY_SID}
            for name in ("p0-t1-0", "p0-t1-1")
        )
    assert (len(first), len(second)) == (FABRIC.t1s, 1)
    assert second < first


def test_a_vendors_mistake_is_compiled_into_switches_and_one_that_is_none_is_told():
    well = switches.compile_program(PROGRAM)
    with broken(SABOTAGES["ecmp-ignores-ports"]):
        ill = switches.compile_program(PROGRAM)
    assert ill.device_config != well.device_config
    assert ill.p4info == well.p4info
    assert switches.compile_program(PROGRAM) is well
    old = Sabotage("old", "nothing", (_mistake("renamed"),), kind=None)
    told = r"renamed is no vendor's mistake; accepted: .*ecmp-ignores-ports"
    with broken(old), pytest.raises(ExperimentError, match=told):
        switches.compile_program(PROGRAM)


def test_what_breaks_switches_breaks_runs_of_any_nic():
    mrc, roce = Task.of(SMALL), Task.of({**SMALL, "nic": {"kind": "roce"}})
    asked = [SABOTAGES[name] for name in ("marks-never-set", "marks-ignored", "cnps-ignored")]
    assert [(each.breaks(mrc), each.breaks(roce)) for each in asked] == [(True, True), (True, False), (False, True)]


# --- What they do to a run -------------------------------------------------------------------------------------------


SMALL = {
    "name": "small",
    "topology": "../lab.yaml",
    "overrides": {"planes": 2, "t0s_per_plane": 2, "t1s_per_plane": 4, "nics": 4},
    "limit": "5ms",
    "nic": {"evs": 8},
    "workload": [{"from": "nic0", "to": "nic3", "bytes": "4MiB"}],
}
DEAD = {**SMALL, "faults": [{"at": "30us", "do": "switch p0-t1-1 stop"}]}
BACK = {
    **SMALL,
    "workload": [{"from": "nic0", "to": "nic3", "bytes": "16MiB"}],
    "faults": [*DEAD["faults"], {"at": "80us", "do": "switch p0-t1-1 start"}],
}
ROUTED = {**DEAD, "overrides": {**SMALL["overrides"], "ecmp": True}}
TOLD = {**SMALL, "faults": [{"at": "30us", "do": "link nic3:0--p0-t0-1:1 down"}]}
INCAST = {**SMALL, "workload": [{"from": f"nic{source}", "to": "nic3", "bytes": "512KiB"} for source in (0, 1, 2)]}


def lost_there(result):
    return result["scenario"]["faults"][0]["dead_path"]["data"]


def check(name):
    return lambda result: result["checks"][name]


MISSED = (
        ("losses-never-retire", DEAD, check("evs.retired"), lambda well, ill: well > 0 == ill),
        ("dead-paths-never-left", DEAD, lost_there, lambda well, ill: ill > 5 * well > 0),
        ("probes-never-sent", BACK, check("evs.revived"), lambda well, ill: well > 0 == ill),
        ("one-ev-a-plane", SMALL, check("paths.min"), lambda well, ill: (well, ill) == (8, 2)),
        ("paths-over-one-t1", SMALL, check("paths.min"), lambda well, ill: (well, ill) == (8, 2)),
        ("agent-of-routing", ROUTED, check("p4runtime_writes_during_run"), lambda well, ill: ill > well == 0),
        ("port-status-untold", TOLD, check("frames.lost_on_links"), lambda well, ill: ill > well > 0),
        ("trims-dropped", INCAST, check("losses.total"), lambda well, ill: ill > well == 0),
        ("window-fixed", INCAST, check("retransmissions.total"), lambda well, ill: ill > well),
)  # fmt: skip
ALIKE = {"dead-paths-never-left", "one-ev-a-plane", "port-status-untold", "window-fixed"}
"""Each takes something of NICs away, as another does that is tried always."""


@cache
def well_made(scenario):
    """The result with everything at work, of a scenario as JSON."""
    return json.loads(made(RunOf(json.loads(scenario))).result)


@pytest.mark.parametrize(
    ("name", "scenario", "seen", "holds"), share(MISSED, [each for each in MISSED if each[0] not in ALIKE])
)
def test_without_its_mechanism_a_run_is_another(name, scenario, seen, holds):
    task = Task.of(scenario)
    broke = attempt_broken(task, code_digest(), name)
    assert isinstance(broke, Broke)
    assert broke.calls > 0
    well = seen(well_made(json.dumps(scenario)))
    ill = seen(json.loads(broke.result))
    assert holds(well, ill), (well, ill)


@dataclass(frozen=True)
class RunOf:
    scenario: dict


# --- Whether a figure notices ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Needs(Tiny):
    """It shows that EVs are retired, or nothing."""

    needs: bool = True

    def judge(self, results):
        retired = [result["checks"]["evs.retired"] for result in results.values()]
        return Finding(
            [
                Criterion("EVs are retired", f"{min(retired)}", min(retired) > 0 or not self.needs),
                Criterion("five runs", f"{len(results)}", len(results) == 5),
                Criterion("never holds", "as ever", held=False),
            ],
            [],
        )


class Here:
    """Dask's client, as far as it is used, in this process."""

    def submit(self, function, *given, **_options):
        return Ready(function(*given))


class Ready:
    def __init__(self, done):
        self._done = done

    def result(self):
        return self._done


def tried(figure, names, out, monkeypatch):
    monkeypatch.setattr(running, "as_completed", list)
    pairs = [(figure, SABOTAGES[name]) for name in names]
    return try_out(pairs, Store(out, "small"), Here, lambda _figure: None)


def test_a_figure_is_judged_without_and_its_results_stay_true(tmp_path, monkeypatch):
    figure = Needs(5, DEAD, name="needs")
    survived = Needs(5, DEAD, name="blind", needs=False)
    noticed, foreign = tried(figure, ["losses-never-retire", "cnps-ignored"], tmp_path, monkeypatch)
    assert noticed.noticed
    assert noticed.said == "EVs are retired: 0"  # and not what never held
    assert not foreign.noticed
    assert foreign.said == "no run comes to what was broken"
    (blind,) = tried(survived, ["losses-never-retire"], tmp_path, monkeypatch)
    assert not blind.noticed
    assert blind.said == "what does not hold now does not hold with everything at work either"
    there = Store(tmp_path, "small")
    first, *others = figure.runs("small")
    assert there.has(figure, first)  # with everything at work
    assert there.result(figure, first)["checks"]["evs.retired"] > 0
    assert not any(there.has(figure, run) for run in others)
    assert [file.name for file in sorted((tmp_path / "sabotage").rglob("*.json"))] == [
        "losses-never-retire.json", "cnps-ignored.json", "losses-never-retire.json",
    ]  # fmt: skip
    file = tmp_path / "sabotage" / "needs" / "losses-never-retire.json"
    written = json.loads(file.read_text())
    assert (written["noticed"], written["said"]) == (True, noticed.said)
    named = replace(figure, sabotages=("losses-never-retire",))
    assert there.trials(named) == [written]
    file.write_text(json.dumps({**written, "code": "other"}))
    assert there.trials(named) == []
    file.write_text("{")
    assert there.trials(named) == []


def test_the_page_says_what_was_taken_away_and_what_the_criteria_said(tmp_path):
    figure = Tiny(1, TINY, sabotages=("marks-ignored",))
    there = kept(tmp_path, figure)
    marks = SABOTAGES["marks-ignored"]
    trial = Trial(figure, marks, [Criterion("<b> marks", "no mark", held=False)])
    there.keep_trial(figure, marks.name, trial.document())
    page = write(there, [section(figure, there)]).read_text()
    assert f"<td>marks-ignored: {marks.what}</td><td>&lt;b&gt; marks: no mark</td>" in page
    assert ">noticed</td>" in page


def test_a_run_that_fails_without_is_told_and_is_no_proof(tmp_path, monkeypatch):
    task = Task.of(TINY)
    assert attempt_broken(task, "other code", "marks-ignored") == Failed(
        "this worker has other code than who asked it; accepted: the same commit on all machines"
    )
    monkeypatch.setattr("fabric.experiments.sabotage.attempt_broken", lambda *_given: Failed("it is so"))
    (trial,) = tried(Needs(5, DEAD, name="needs"), ["marks-ignored"], tmp_path, monkeypatch)
    assert (trial.noticed, trial.said) == (False, "cannot be run: it is so")


def test_names_are_chosen_and_what_is_none_is_refused(tmp_path):
    assert [each.name for _, each in chosen([FIG11], "1")] == list(FIG11.sabotages)
    assert [each.name for _, each in chosen([FIG11], "trims-dropped, marks-ignored")] == [
        "trims-dropped", "marks-ignored",
    ]  # fmt: skip
    for words, told in (
        (["--sabotage", "nonsense"], "--sabotage: 'nonsense' is not a sabotage; accepted: losses-never-retire, "),
        (["--sabotage", "--only", "fig99"], "--only: 'fig99' is not a figure; accepted: fig4, "),
        (["--sabotage", "--cluster", "tcp://here:1"], "--cluster with --sabotage; accepted: "),
        (["--sabotage", "--seeds", "2"], "--seeds with --sabotage; accepted: "),
    ):
        answer = CliRunner().invoke(cli, ["run", *words, "--out", str(tmp_path / "out")])
        assert answer.exit_code == 2
        assert told in answer.output
    assert not (tmp_path / "out").exists()


@pytest.mark.long
def test_the_t1_that_stops_is_missed_when_nobody_comes_back():
    """That it holds with everything at work, test_figures asks."""
    run = FIG11.runs("small")[0]
    broke = attempt_broken(Task.of(run.scenario), code_digest(), "probes-never-sent")
    assert isinstance(broke, Broke)
    finding = judged(FIG11, {run.name: json.loads(broke.result)})
    (red,) = [criterion for criterion in finding.criteria if not criterion.held]
    assert "is in use again" in red.text
