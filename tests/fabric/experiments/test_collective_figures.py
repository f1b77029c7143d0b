# SPDX-License-Identifier: Apache-2.0
"""Figures 16 and 17: what is run, and how results made by hand are judged."""

from __future__ import annotations

import pytest

from fabric.experiments.figure import SEEDS, collected
from fabric.experiments.figures.collectives import FIG16, FIG17, KINDS, LOSSES, ingress_loss, to_and_fro
from fabric.experiments.store import Task

SIZES = (1 << 20, 8 << 20)
SMALL = {"no": 100.0, "0p1": 50.0, "1": 20.0}
LARGE = {"no": 300.0, "0p1": 270.0, "1": 120.0}  # 10 % and 60 % less


def channel(name, size, bus_gbps, begin_ns=0):
    """One that takes as long as its bandwidth says, if bus bandwidth is bytes over time."""
    took = round(size * 8 / bus_gbps) if bus_gbps else None
    return {
        "name": name, "bytes": size, "begin_ns": begin_ns, "end_ns": begin_ns + took if took else None,
        "duration_ns": took, "bus_gbps": bus_gbps,
    }  # fmt: skip


def results(mrc, roce, *, intact=True):
    """A result per run of a figure; `mrc` and `roce` say what the two sizes come to at a loss."""
    made = {}
    for kind in KINDS:
        for loss in LOSSES:
            rates = (mrc if kind == "mrc" else roce)(loss)
            both = [channel(f"{size}", size, rate) for size, rate in zip(SIZES, rates, strict=True)]
            for seed in SEEDS:
                made[f"{kind}-loss-{loss}-seed{seed}"] = {"collectives": both, "flows": [{"intact": intact}]}
    return made


def held(figure, given):
    return [criterion.held for criterion in figure.judge(given).criteria]


def ours(loss):
    return SMALL[loss], LARGE[loss]


def half(loss):
    return SMALL[loss] / 2, LARGE[loss] / 2


def test_all_that_holds_in_the_paper_holds():
    assert held(FIG16, results(ours, half)) == [True] * 6


@pytest.mark.parametrize("loss", LOSSES)
def test_mrc_is_above_roce_at_every_size(loss):
    def as_fast(other):
        return (SMALL[other], LARGE[other] / 2) if other == loss else half(other)

    assert held(FIG16, results(ours, as_fast)) == [each != loss for each in LOSSES] + [True] * 3


@pytest.mark.parametrize(
    ("figure", "loss", "share", "holds"),
    [
        (FIG16, "0p1", 0.075, False), (FIG16, "0p1", 0.085, True), (FIG16, "0p1", 0.115, False),
        (FIG16, "1", 0.54, False), (FIG16, "1", 0.56, True), (FIG16, "1", 0.66, False),
        (FIG17, "0p1", 0.075, False), (FIG17, "0p1", 0.105, True),
        (FIG17, "1", 0.29, False), (FIG17, "1", 0.35, True), (FIG17, "1", 0.41, False),
    ],
)  # fmt: skip
def test_a_loss_costs_what_it_costs_in_the_paper_neither_more_nor_less(figure, loss, share, holds):
    def cost(given):
        return SMALL[given], 300.0 * (1 - share) if given == loss else LARGE[given]

    judged = held(figure, results(cost, lambda _: (1.0, 1.0)))
    assert judged[3 + ["0p1", "1"].index(loss)] is holds


def test_sizes_stand_beside_those_that_they_are_a_1024th_of_and_seeds_have_their_spread():
    given = results(ours, half)
    fifth = [channel(f"{size}", size, 200.0) for size in SIZES]
    given["mrc-loss-no-seed5"] = {**given["mrc-loss-no-seed5"], "collectives": fifth}
    panel = FIG16.judge(given).panels[0]
    mrc, paper = panel.curves[:2]
    assert (mrc.label, paper.of, paper.paper, panel.logarithmic) == ("mrc", "mrc", True, "x")
    assert (list(mrc.x), list(paper.x)) == ([1024, 8 * 1024], [4, 16, 64, 256, 1024, 4096, 16384])
    assert (mrc.low[0], mrc.y[0], mrc.high[0]) == pytest.approx((100, 120, 200), rel=1e-3)


def test_what_has_not_finished_or_is_damaged_does_not_hold():
    def never(loss):
        return (SMALL[loss] / 2, None if loss == "1" else LARGE[loss] / 2)

    assert held(FIG16, results(ours, never)) == [True, True, False, True, True, True]
    assert held(FIG16, results(ours, half, intact=False)) == [True] * 5 + [False]


def test_channels_of_a_collective_are_one_and_the_last_to_end_decides():
    size = 1 << 20
    both = [channel("1MiB.0", size, 100.0), channel("1MiB.1", size, 50.0), channel("2MiB.0", size, 80.0, 10**6)]
    first, second = collected({"collectives": both})
    assert first.bytes == 2 * size
    assert first.bus_gbps == pytest.approx(2 * 50.0, rel=1e-4)  # twice the bytes in the time of the slower one
    assert second.bus_gbps == pytest.approx(80.0)
    assert collected({"collectives": [both[0], channel("1MiB.1", size, None)]})[0].bus_gbps is None


def test_every_nic_loses_what_comes_in_on_all_planes():
    faults = [fault["do"] for fault in ingress_loss(nics=8, t0s=2, planes=4, probability=0.001)]
    assert len(faults) == 32
    assert faults[-1] == "link nic7:3--p3-t0-1:3 loss 0.001 to nic7"


def test_a_ring_crosses_at_every_step():
    assert to_and_fro(8, 2) == ["nic0", "nic4", "nic1", "nic5", "nic2", "nic6", "nic3", "nic7"]


@pytest.mark.parametrize("scale", ["small", "paper"])
def test_three_quarters_of_an_all_to_all_crosses_the_t1s(scale):
    run = next(run for run in FIG17.runs(scale) if run.name.startswith("roce"))
    topology = Task.of(run.scenario).load().topology
    racks = [topology.nic(index).t0 for index in range(topology.nics)]
    crossing = [sum(other != own for other in racks) for own in racks]
    assert min(crossing) >= 0.75 * (len(racks) - 1)
    assert topology.spec.t1s_per_plane == topology.spec.downlinks_per_t0  # as many uplinks as downlinks


@pytest.mark.parametrize("figure", [FIG16, FIG17], ids=lambda figure: figure.name)
@pytest.mark.parametrize("scale", ["small", "paper"])
def test_runs_are_scenarios(figure, scale):
    runs = {run.name: run for run in figure.runs(scale)}
    for name in ("mrc-loss-1-seed2", "roce-16qp-loss-0p1-seed5"):
        scenario = Task.of(runs[name].scenario).load()
        assert scenario.topology.planes == (4 if name.startswith("mrc") else 1)
        assert scenario.topology.planes * scenario.topology.rate_bps("host") == 400e9
        assert len(scenario.faults) == scenario.topology.planes * scenario.topology.nics
