# SPDX-License-Identifier: Apache-2.0
"""Two figures are run, and the judging of all is tried on results made by hand."""

from __future__ import annotations

import json

import pytest
from experiments_kit import dead, held, made, result

from fabric.experiments.figure import SCALES, SCENARIOS, judged
from fabric.experiments.figures import FIGURES
from fabric.experiments.figures.faults import FIG9A, FIG9B, FIG10, FIG11
from fabric.experiments.figures.roce import FIG18, FIG20, FIG21, FIG22, LINE_GBPS
from fabric.experiments.store import Task
from fabric.scenario.reading import load

LINK = 100 * 4096 / 4262  # wire-format §1: payload of a full packet, and what it takes on the wire


@pytest.mark.parametrize("figure", [FIG9B, FIG11], ids=lambda figure: figure.name)
def test_a_figure_holds(figure):
    """With its first seed."""
    results = {run.name: json.loads(made(run).result) for run in figure.runs("small")[:1]}
    finding = figure.judge(results)
    assert finding.held, finding.criteria
    assert finding.panels[0].curves


def steps(fractions):
    """Two flows over 8, 7 and 8 links, 100 us each, at these shares of what the links carry; then 40 us to end."""
    rates = [up * LINK * share for up, share in zip((8, 7, 8), fractions, strict=True) for _ in range(10)]
    return [rates + [8 * LINK] * 4] * 2


def test_removals_are_judged_by_plateau_dip_blame_and_loss():
    faults = ((100, False), (200, True))
    well = result(steps((1, 1, 1)), faults=faults)
    assert held(FIG9A.judge({"seed1": well})) == [True] * 4
    for share in (0.96, 1.04):
        off = result(steps((1, share, 1)), faults=faults)
        assert held(FIG9A.judge({"seed1": well, "seed2": off})) == [False, True, True, True]
    bad = result(steps((1, 1, 1)), faults=faults, retired=1, intact=False)
    assert held(FIG9A.judge({"seed1": well, "seed2": bad})) == [True, True, False, False]
    twice = [list(flow) for flow in steps((1, 1, 1))]
    twice[0][11] = twice[0][13] = 0.0
    assert held(FIG9A.judge({"seed1": well, "seed2": result(twice, faults=faults)})) == [True, False, True, True]


def away(share=1.0, **use):
    """A T1 stops at 150 us and comes back at 350; goodput is this share until the end at 450."""
    made = result([[100.0] * 15 + [100.0 * share] * 30] * 2, faults=((150, False), (350, True)))
    dead(made["scenario"]["faults"][0], **use)
    return made


def gone(share, **use):
    """A T0 stops at 150 us for good."""
    made = away(share, **use)
    del made["scenario"]["faults"][1]
    return made


@pytest.mark.parametrize(
    ("share", "use", "verdicts"),
    [
        (0.87, {}, [True, True, True, True]),
        (0.85, {}, [False, True, True, True]),
        (0.90, {}, [False, True, True, True]),  # more than seven links carry
        (0.87, {"left_us": 101}, [True, True, False, True]),
        (0.87, {"data": 0}, [True, False, False, True]),
    ],
)
def test_a_t0_costs_its_plane_neither_more_nor_less(share, use, verdicts):
    assert held(FIG10.judge({"seed1": gone(0.875), "seed2": gone(share, **use)}))[:1] == verdicts[:1]
    assert held(FIG10.judge({"seed1": gone(share, **use)})) == verdicts


def test_a_step_inside_the_fabric_is_two_percent_at_most():
    for share, holds in ((0.99, True), (0.97, False)):
        assert held(FIG11.judge({"seed1": away(), "seed2": away(share)})) == [holds, True, True, True, True]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"left_us": 100}, None),
        ({"left_us": 101}, 2),
        ({"back": 5_000}, None),  # of 150,000 B in 150 us it carries 5,000 B in 100 us
        ({"back": 4_999}, 3),
    ],
)
def test_what_fails_is_left_and_used_again(change, wrong):
    finding = FIG11.judge({"seed1": away(), "seed2": away(**change)})
    assert held(finding) == [at != wrong for at in range(5)]


def test_what_was_not_in_use_is_no_data():
    finding = FIG11.judge({"seed1": away(data=0)})
    assert held(finding) == [True, False, False, False, True]
    assert all("no data: nothing was lost at any of 1" in criterion.seen for criterion in finding.criteria[1:4])
    assert [each.seen for each in FIG11.judge({"seed1": gone(1.0)}).criteria][3] == "no data: none came back"


def test_a_judge_without_data_says_so():
    finding = judged(FIG11, {})
    assert not finding.held
    assert [criterion.seen.partition(":")[0] for criterion in finding.criteria] == ["no data"]


def against(figure, mrc, roce, before=None):
    """Its finding when flows of MRC and of RoCE have these rates, and `before`, if any, until judging begins."""
    begin = round(getattr(figure, "begin_us", 0) / 10)
    flows = {run.name: mrc if run.name.startswith("mrc") else roce for run in figure.runs("small")}
    return figure.judge(
        {
            name: result([[rate if before is None else before] * begin + [rate] * 40 for rate in rates])
            for name, rates in flows.items()
        }
    )


def test_an_incast_is_judged_by_shares_and_its_victim():
    fair = [LINE_GBPS / 7] * 7
    hurt = 319 / 389 * LINE_GBPS
    assert held(against(FIG18, [*fair, LINE_GBPS], [*fair, hurt - 1])) == [True] * 5
    uneven = [1.03 * fair[0], *fair[1:], LINE_GBPS]
    assert held(against(FIG18, uneven, [*fair, hurt - 1])) == [False, True, True, True, True]
    assert held(against(FIG18, [*fair, 0.96 * LINE_GBPS], [*fair, 200.0])) == [True, False, True, True, True]
    assert held(against(FIG18, [*fair, LINE_GBPS], [*fair, hurt + 1])) == [True, True, False, True, True]
    assert held(against(FIG18, [*fair, LINE_GBPS], [*fair, LINE_GBPS - 1])) == [True, True, False, False, True]


def test_flow_control_alone_leaves_a_victim_a_quarter():
    """97 Gb/s of 389 in the paper's figure 21b."""
    fair = [LINE_GBPS / 7] * 7
    for left, holds in ((95.0, True), (97.0, False)):
        assert held(against(FIG21, [*fair, LINE_GBPS], [*fair, left])) == [True, True, holds, True]


def test_what_is_judged_of_an_incast_begins_at_the_same_time_for_all():
    flows = [*[LINE_GBPS / 7] * 7, LINE_GBPS], [*[LINE_GBPS / 7] * 7, 20.0]
    assert FIG21.begin_us == 400
    assert held(against(FIG21, *flows, before=400.0)) == [True] * 4


def test_a_permutation_is_judged_by_its_slowest_flow():
    assert held(against(FIG20, [LINE_GBPS] * 8, [195.0] * 8)) == [True, True, True]
    assert held(against(FIG20, [LINE_GBPS] * 8, [200.0] * 8)) == [True, False, True]
    assert held(against(FIG20, [*[LINE_GBPS] * 7, 0.96 * LINE_GBPS], [391.0] * 8)) == [False, False, True]


def test_cluster_d_is_the_same_in_all_its_figures():
    """One set of switch thresholds, marks before pauses, and one DCQCN where a figure does not vary it."""
    d = load(SCENARIOS / "paper" / "fig22.yaml").topology.spec
    for figure in (FIG18, FIG20, FIG21):
        for run in figure.runs("small"):
            spec = Task.of(run.scenario).load().topology.spec
            if run.name.startswith("mrc"):
                assert spec.qos.pfc is None
                continue
            assert (spec.qos, spec.ecmp) == (d.qos, d.ecmp)
    pfc, entry = d.qos.pfc, d.qos.queues[1]
    assert pfc is not None
    for admission in (entry.fabric, entry.host):
        assert admission.ecn is not None
        assert pfc.xoff.resolve(0) > (d.downlinks_per_t0 + d.t1s_per_plane) * admission.ecn.min.resolve(0)
        assert pfc.xoff.resolve(0) > admission.ecn.max.resolve(0)
    for run in (*FIG18.runs("small"), *FIG20.runs("small")):
        if not run.name.startswith("mrc"):
            assert run.scenario["nic"]["congestion"] == FIG22.runs("small")[0].scenario["nic"]["congestion"]


def test_every_figure_names_the_paper_and_its_scale_and_runs_are_scenarios():
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)
    for figure in FIGURES:
        assert figure.paper and figure.title and figure.shows
        names = [run.name for run in figure.runs("small")]
        assert len(set(names)) == len(names) > 0
        for scale in SCALES:
            assert figure.scale[scale]
            assert set(names) <= {run.name for run in figure.runs(scale)}
            for run in figure.runs(scale):
                assert run.scenario["base"] == f"paper/{figure.name}.yaml"
                Task.of(run.scenario).load()


def test_runs_with_more_to_send_than_time_say_so():
    endless = {
        (figure.name, run.name.partition("-seed")[0])
        for figure in FIGURES
        for run in figure.runs("small")
        if run.endless
    }
    profiles = {("fig22", name) for name in ("default", "aggressive", "most-aggressive")}
    assert endless == profiles | {("fig21", "pfc-1qp"), ("fig21", "pfc-8qp")}


def test_every_figure_has_a_scenario_file_and_every_file_its_figure():
    files = (SCENARIOS / "paper").glob("*.yaml")
    assert {file.stem for file in files} == {figure.name for figure in FIGURES}
    for figure in FIGURES:
        assert load(SCENARIOS / "paper" / f"{figure.name}.yaml").name == figure.name
