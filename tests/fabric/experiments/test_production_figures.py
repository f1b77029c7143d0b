# SPDX-License-Identifier: Apache-2.0
"""The judging of the production figures, on results made by hand: what holds, and what each criterion notices."""

from __future__ import annotations

import pytest
from experiments_kit import dead as died
from experiments_kit import held, result

from fabric.experiments.figures.production import FIG4, FIG5, FIG6, FIG8

STOP, START, T1 = 720, 1680, "p1-t1-5"


def started(losses, **use):
    """A run with these losses in each half minute (120 us), of one queue pair, which begins after 100 us."""
    samples = [count if at == 0 else 0 for count in losses for at in range(12)]
    made = result([[100.0] * len(samples)], faults=((0, False),))
    died(made["scenario"]["faults"][0], **use)
    made["timeline"]["losses"] = [samples]
    made["flows"][0] |= {"losses": sum(losses), "post_ns": 100_000}
    return made


@pytest.mark.parametrize(
    ("losses", "verdicts"),
    [
        ([0, 30, 90, 60, 1, 0, 0, 1, 0, 0, 0, 0], [True, True, True, True]),
        ([0, 30, 90, 60, 2, 2, 2, 2, 2, 2, 2, 2], [False, True, True, True]),  # 45 times
        ([0, 30, 90, 60, 0, 0, 0, 0, 0, 0, 0, 6], [True, False, True, True]),  # a second peak
        ([0, 30, 90, 9, 0, 0, 0, 0, 0, 0, 0, 0], [True, True, True, True]),  # nothing at all is left
    ],
)
def test_losses_at_a_start_fall_sixty_times_and_stay_low(losses, verdicts):
    finding = FIG4.judge({"seed1": started([0, 90, 1, 0, 0, 0, 0, 0]), "seed2": started(losses)})
    assert held(finding) == verdicts
    assert finding.numbers["losses_per_queue_pair.max"] == max(91, sum(losses))


@pytest.mark.parametrize(("use", "holds"), [({"left_us": 340}, True), ({"left_us": 341}, False), ({"data": 0}, False)])
def test_dead_links_are_in_use_and_left_soon_after_the_last_start(use, holds):
    losses = [0, 90, 1, 0, 0, 0, 0, 0]
    assert held(FIG4.judge({"seed1": started(losses, **use)})) == [True, True, holds, True]


def test_a_start_without_losses_or_without_an_end_is_no_data():
    for losses, why in (([0, 0, 0, 0], "nothing lost"), ([0, 1, 2, 90], "no minute after it")):
        finding = FIG4.judge({"seed1": started([0, 90, 1, 0, 0, 0, 0, 0]), "seed2": started(losses)})
        assert [(each.held, each.seen) for each in finding.criteria] == [(False, f"no data: seed2: {why}")]


def flapping(share=1.0, *, hit=40, out_us=30, back_us=200, stuck=0):
    """Ten minutes of one flow, the seventh of them at this share, and forty flaps of a link each.

    Of these `hit` lose data, whose EV goes out of use so long after the flap begins and comes back so long after it;
    `stuck` do not come back.
    """
    samples = [100.0] * 144 + [100.0 * share] * 24 + [100.0] * 72
    begins = [240 + 40 * number for number in range(40)]
    made = result([samples], faults=[(at + later, later > 0) for at in begins for later in (0, 120)])
    changes = []
    for number, begin in enumerate(begins):
        down, up = made["scenario"]["faults"][2 * number : 2 * number + 2]
        for fault in (down, up):
            fault |= {"target": f"p0-t0-0:{number + 1}--p0-t1-{number}:0", "dead_path": None}
        down["dead_path"] = {"data": int(number < hit)}
        change = {"path": ["p0-t0-0", f"p0-t1-{number}", "p0-t0-1"], "from": "GOOD", "to": "ASSUMED_BAD"}
        if number < hit:
            changes.append({**change, "at_ns": 1000 * (begin + out_us)})
        if stuck <= number < hit:
            changes.append({**change, "at_ns": 1000 * (begin + back_us), "from": "ASSUMED_BAD", "to": "GOOD"})
    made["flows"][0]["ev_changes"] = changes
    made["checks"]["losses.total"] = 3
    return made


@pytest.mark.parametrize(
    ("change", "verdicts"),
    [
        ({"share": 0.985}, [True, True, True, True, True]),
        ({"share": 0.97}, [False, True, True, True, True]),
        ({"hit": 0}, [True, False, False, False, True]),
        ({"out_us": 171}, [True, True, False, False, True]),  # 51 us after the link was back: nothing went out in time
        ({"back_us": 361}, [True, True, True, False, True]),  # a minute and a bit after the link
        ({"stuck": 2}, [True, True, True, True, True]),  # 5 %
        ({"stuck": 3}, [True, True, True, False, True]),
    ],
)
def test_flaps_are_judged_by_minute_and_by_the_evs_that_they_take(change, verdicts):
    assert held(FIG5.judge({"calm": result([[100.0] * 240]), "seed1": flapping(**change)})) == verdicts


def dead(
    *, dip=0.99, later=1.0, struck=12, outage=0, rebooted=0, probes=2, elsewhere=0, told=(T1,), stuck=0, good_us=239,
    **use,
):  # fmt: skip
    """Eleven minutes; a T1 is dead from the fourth to the seventh. Of twenty EVs by it `stuck` stay bad."""
    samples = [100.0] * 72 + [100.0 * dip] * 24 + [100.0 * later] * 144
    made = result([samples], faults=((STOP, False), (START, True)))
    for fault in made["scenario"]["faults"]:
        fault["target"] = T1
    died(made["scenario"]["faults"][0], **use)
    path = ["p1-t0-0", T1, "p1-t0-1"]
    bad = {"path": path, "ev": 5, "from": "GOOD", "to": "ASSUMED_BAD", "reason": "loss", "at_ns": 1000 * (STOP + 30)}
    good = {**bad, "from": "ASSUMED_BAD", "to": "GOOD", "at_ns": 1000 * (START + good_us), "reason": "probed"}
    made["flows"][0]["ev_changes"] = [bad] * 20 + [good] * (20 - stuck)
    resent = [0] * 240
    resent[76], resent[120], resent[200] = struck, outage, rebooted
    made["timeline"]["retransmissions"] = [resent]
    lost = [probes if STOP // 40 < at < START // 40 else 0 for at in range(60)]
    made["clustermapper"] = {
        "interval_ns": 40_000,
        "sent": {T1: [2] * 60, "p0-t1-0": [2] * 60},
        "lost": {T1: lost, "p0-t1-0": [elsewhere] + [0] * 59},
        "findings": [{"name": name} for name in told],
    }
    return made


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, None),
        ({"later": 0.97}, 0),
        ({"dip": 0.97}, 0),
        ({"left_us": 101}, 2),
        ({"stuck": 2}, None),  # of forty
        ({"stuck": 3}, 3),
        ({"good_us": 241}, 3),
        ({"outage": 10}, 4),
        ({"rebooted": 10}, 4),
        ({"probes": 1}, 5),
        ({"elsewhere": 1}, 5),
        ({"told": ()}, 6),
        ({"told": (T1, "p0-t1-0")}, 6),
    ],
)
def test_a_dead_t1_costs_no_minute_is_left_and_located_and_comes_back(change, wrong):
    verdicts = held(FIG8.judge({"seed1": dead(), "seed2": dead(**change)}))
    assert verdicts == [at != wrong for at in range(8)]


def test_a_t1_that_nobody_used_shows_nothing():
    assert held(FIG8.judge({"seed1": dead(data=0)})) == [True, False, False, *[True] * 5]
    unused = dead()
    unused["flows"][0]["ev_changes"] = []
    assert [each.seen for each in FIG8.judge({"seed1": unused}).criteria][3] == "no data: none went bad"


def flapped(*, share=0.75, after=1.0, stranger=0, own=9):
    """Two flows for twelve minutes; links of nic0 and nic1, one of them idle, are away from the fourth to the sixth."""
    samples = [100.0] * 72 + [100.0 * share] * 72 + [100.0] * 24 + [100.0 * after] * 120
    made = result([samples, samples], faults=((720, False), (720, False), (1440, True), (1440, True)), planes=4)
    for fault, nic in zip(made["scenario"]["faults"], (0, 1, 0, 1), strict=True):
        fault["target"] = f"nic{nic}:2--p2-t0-0:{nic}"
    for flow, ends, lost in zip(made["flows"], (("nic0", "nic2"), ("nic2", "nic3")), (own, stranger), strict=True):
        flow["from"], flow["to"] = ends
        flow["retransmissions"] = lost
    made["fabric"]["nodes"] = [{"name": f"nic{index}"} for index in range(4)]
    made["timeline"]["retransmissions"] = [[own, *[0] * 287], [stranger, *[0] * 287]]
    return made


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, None),
        ({"share": 0.79}, 0),
        ({"share": 0.71}, 0),
        ({"after": 0.97}, 1),
        ({"stranger": 1}, 3),
    ],
)
def test_a_transceiver_costs_its_plane_and_nobody_elses_packets(change, wrong):
    finding = FIG6.judge({"seed1": flapped(), "seed2": flapped(**change)})
    assert held(finding) == [at != wrong for at in range(4)]
    assert finding.numbers["lost.nic0"] == 9 and finding.numbers["lost.nic3"] == 0
