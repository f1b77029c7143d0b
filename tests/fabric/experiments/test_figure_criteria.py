# SPDX-License-Identifier: Apache-2.0
"""The judging of figures about pairs of NICs, on results made by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from experiments_kit import held, result
from msgspec.structs import replace

from fabric.experiments.figure import SCENARIOS
from fabric.experiments.figures.ablations import CONNECTIONS, COUNTS, KIB, TRIMMING, VARIANTS, run_name
from fabric.experiments.figures.collectives import FIG15, SEC53, START_US
from fabric.experiments.figures.entropy import FIG12, FIG14
from fabric.experiments.figures.faults import FIG19
from fabric.experiments.figures.roce import FIG22
from fabric.experiments.store import Task
from fabric.scenario.reading import load
from fabric.traffic.nics import build_nics, first_evs
from host_stack.provision import connect

# --- Figure 15 and section 5.3 ---------------------------------------------------------------------------------------
# Figure 15 and section 5.3: results made by hand are judged.


def held_by_pair(figure, result):
    return [criterion.held for criterion in figure.judge({"seed1": result, "seed2": result}).criteria]


def sent_and_received(rates, *, intact=True):
    collectives = [
        {
            "name": f"{size}MiB",
            "bytes": size << 20,
            "begin_ns": 0,
            "end_ns": 1000,
            "duration_ns": 1000,
            "bus_gbps": rate,
        }
        for size, rate in zip((32, 64), rates, strict=True)
    ]
    return {"collectives": collectives, "flows": [{"intact": intact}]}


@pytest.mark.parametrize(
    ("rates", "holds"),
    [
        ((676.0, 709.0), [True, True, True]),
        ((676.0, 700.0), [True, True, True]),  # 767 us less 38: 736.5
        ((676.0, 698.0), [True, False, True]),  # 769 us less 38: 734
        ((668.0, 709.0), [True, True, True]),
        ((664.0, 709.0), [True, False, True]),  # 404 us less 38: 733
        ((640.0, 709.0), [False, False, True]),
        ((676.0, 735.0), [False, True, True]),
        ((705.0, 704.0), [True, True, False]),
    ],
)
def test_send_and_receive_has_the_papers_bandwidth_at_each_size(rates, holds):
    assert held_by_pair(FIG15, sent_and_received(rates)) == [*holds, True]


def test_a_damaged_message_does_not_hold():
    assert held_by_pair(FIG15, sent_and_received((676.0, 709.0), intact=False)) == [True, True, True, False]


def test_the_start_that_is_taken_off_is_the_scenarios():
    items = Task.of(FIG15.runs("small")[0].scenario).load().workload
    assert [(item.bytes >> 20, item.latency / 1000) for item in items] == [(32, START_US), (64, START_US)]


def point_to_point(gbps, loaded_ns=10_000):
    """Load, 2 bytes to a full port and on idle paths, then writes, each 100 us, slow in its first and last 20 us."""
    delivery = {2: loaded_ns, 3: 1026, 4: 3052}
    idle = [0.0] * 10
    busy = [[10.0] * 2 + [rate] * 6 + [10.0] * 2 for rate in gbps]
    return {
        "flows": [
            {"completed_ns": None, "intact": True, "messages": {"delivery": {"mean": ns, "max": ns}}}
            for ns in (delivery.get(index, 0) for index in range(7))
        ],
        "timeline": {
            "interval_ns": 10_000,
            "samples": 20,
            "flows": [idle * 2] * 5 + [busy[0] + idle, idle + busy[1]],
        },
    }


@pytest.mark.parametrize(
    ("loaded_ns", "gbps", "holds"),
    [
        (14_000, (769.0, 768.0), [True, True, True]),  # 3.05 us of links, and 138 kB at 100 Gb/s: 14.1 us
        (14_200, (769.0, 768.0), [False, True, True]),
        (3_052, (769.0, 768.0), [False, True, True]),  # the port was not full
        (10_000, (762.0, 768.0), [True, False, True]),
        (10_000, (769.0, 778.0), [True, True, False]),
    ],
)
def test_short_messages_wait_for_a_queue_at_most_and_bandwidth_is_that_of_the_paper(loaded_ns, gbps, holds):
    assert held_by_pair(SEC53, point_to_point(gbps, loaded_ns)) == [*holds, True]


# --- Many queue pairs ------------------------------------------------------------------------------------------------
# Small writes over many queue pairs: results made by hand are judged, and runs have the queue pairs they say.

LEFT = 400 * 4096 / 4262 - 4096 * 8 / 200  # 220.6 Gb/s


def held_by_small_writes(p99_us=None, *, large=LEFT, intact=True):
    """Two flows of small writes, and the large one; `p99_us` of the slower flow by queue pairs."""
    results = {}
    for count in COUNTS["paper"]:
        slow = (p99_us or {}).get(count, 7.8) * 1000
        small = [{"completion": {"p99": each, "max": each}} for each in (7_000, slow)]
        flows = [{"messages": each, "intact": intact} for each in small]
        results[f"{count}-qps"] = {"flows": [*flows, {"goodput_gbps": large, "intact": intact}]}
    return [criterion.held for criterion in CONNECTIONS.judge(results).criteria]


@pytest.mark.parametrize(
    ("given", "red"),
    [
        ({}, []),
        ({"p99_us": {10_000: 8.5}}, []),
        ({"p99_us": {10_000: 8.6}}, [0]),  # 1.103 times 7.8
        ({"p99_us": {100: 9.0}}, [0]),
        ({"p99_us": {1: 8.2}}, [1]),  # 6 us of links and six frames of 341 ns are 8.05
        ({"large": 0.96 * LEFT}, [2]),
        ({"intact": False}, [3]),
    ],
)
def test_a_small_write_waits_for_nobody(given, red):
    assert [at for at, well in enumerate(held_by_small_writes(**given)) if not well] == red


def test_runs_have_the_queue_pairs_they_are_named_for():
    for run in CONNECTIONS.runs("paper"):
        *small, large = Task.of(run.scenario).load().workload
        assert sum(flow.qps for flow in small) == int(run.name.removesuffix("-qps"))
        assert sum(flow.times for flow in small) == 10_000
        assert large.bytes == 48 << 20
        posted = sorted(flow.at + number * flow.every for flow in small for number in range(flow.times))
        assert {after - before for before, after in pairwise(posted)} == {200}


# --- A flow that is to move ------------------------------------------------------------------------------------------
# A flow that is to move is judged by where it went, and by what both have.

LINE = 100 * 4096 / 4262


def seen(on_a, first=1.0, second=1.0, intact=True):
    """40 samples of 10 us; the second flow comes after 20. `on_a`: of the first, since then, by EV-A."""
    flows = [[LINE] * 20 + [LINE * first] * 20, [0.0] * 20 + [LINE * second] * 20]
    made = result(flows, intact=intact)
    before, since = 20.0, 20.0 * first
    paths = {"p0-t1-0": before / 2 + since * on_a, "p0-t1-1": before / 2 + since * (1 - on_a)}
    made["flows"][0]["paths"] = [{"switches": ["p0-t0-0", t1, "p0-t0-1"], "bytes": part} for t1, part in paths.items()]
    return made


def judged(turn, timer):
    runs = {run.name: seen(0.02) for run in FIG14.runs("small")}
    return held(FIG14.judge(runs | {"turn-seed3": turn, "timer-seed2": timer}))


def test_both_ways_of_ending_skip_are_judged_alike():
    well = seen(0.02)
    assert judged(well, well) == [True] * 5
    assert judged(seen(1 / 3, second=0.65), well) == [False, False, True, True, True]
    assert judged(well, seen(0.12)) == [True, True, False, True, True]
    assert judged(well, seen(0.02, second=0.94)) == [True, True, True, False, True]
    assert judged(seen(0.02, first=0.94), well) == [True, False, True, True, True]
    assert judged(well, seen(0.02, intact=False)) == [True, True, True, True, False]


# --- One lossy EV ----------------------------------------------------------------------------------------------------
# One lossy EV is judged by what is seen of it: in throughput, in who is blamed, in who comes.

EV = 0xC0030005
RUNS = [run.name for run in FIG12.runs("small")]


def path(uplink, mbytes, plane=3):
    return {"switches": [f"p{plane}-t0-0", f"p{plane}-t1-{uplink}", f"p{plane}-t0-1"], "bytes": mbytes * 1_000_000}


def seen_on_paths(*, after=1500.0, out_us=40.0, came=1.0, retired=1, intact=True):
    """40 samples of 10 us, a fault at 150 us; flow 0 has two EVs on plane 3 and as much elsewhere as 14 more."""
    total = [1500.0] * 15 + [after] * 25
    made = result([[half / 2 for half in total]] * 2, faults=((150, False),), intact=intact)
    made["scenario"]["faults"][0]["entropy"] = EV
    out = (
        []
        if out_us is None
        else [{"at_ns": int((150 + out_us) * 1000), "ev": EV, "to": "ASSUMED_BAD", "reason": "loss"}]
    )
    sixteenth = 4.0 * (400 - 150 - (out_us or 0)) / 400
    paths = [path(5, 2.0), path(1, 2.0), path(2, sixteenth * came), path(0, 60.0 - sixteenth * came, plane=0)]
    made["flows"][0] |= {"ev_changes": out, "evs_retired": retired, "paths": paths}
    made["flows"][1] |= {"ev_changes": [], "evs_retired": 0, "paths": []}
    return made


def judged_path(**changes):
    return held(FIG12.judge({**{name: seen_on_paths() for name in RUNS}, "loss20-seed3": seen_on_paths(**changes)}))


def test_all_is_well():
    assert judged_path() == [True] * 6


@pytest.mark.parametrize(
    ("changes", "fails"),
    [
        ({"after": 1460.0}, {0}),
        ({"out_us": 70.0}, {1}),
        ({"out_us": None}, {1, 2, 3}),
        ({"came": 0.3}, {3}),
        ({"retired": 2}, {4}),
        ({"intact": False}, {5}),
    ],
)
def test_what_is_not(changes, fails):
    assert {at for at, well in enumerate(judged_path(**changes)) if not well} == fails


def test_an_ev_that_is_good_again_and_parked_is_shown_out_of_use_until_it_joins():
    results = {name: seen_on_paths() for name in RUNS}
    for name in RUNS:
        if name.startswith("loss20-"):
            parked = {"at_ns": 305_000, "ev": EV, "to": "GOOD", "reason": "parked"}
            joined = {"at_ns": 355_000, "ev": EV, "to": "GOOD", "reason": "activated"}
            results[name]["flows"][0]["ev_changes"] += [parked, joined]
    shown = FIG12.judge(results).panels[1]
    assert shown.curves[1].y == [0] * 19 + [1] * 16 + [0] * 5


def test_the_scenarios_let_an_ev_fail_that_is_in_use():
    scenario = load(SCENARIOS / "paper" / "fig12.yaml")
    drawn = first_evs(scenario)
    assert len(drawn) == 16 and {entropy >> 16 & 0xFF for entropy in drawn} == set(range(8))
    assert f"{next(entropy for entropy in drawn if entropy >> 16 & 0xFF == 3):#010x}" in str(scenario.faults[0])
    # Of a run: its NICs connect in the order of the workload.
    nics = build_nics(replace(scenario, seed=4))
    evs = connect(scenario.topology, nics[0], nics[1], evs=16).a.evs
    assert first_evs(replace(scenario, seed=4)) == [entry.entropy for entry in evs if entry.active] != drawn


# --- Links to the spines ---------------------------------------------------------------------------------------------
# Links to the spines are judged by plateau, dip and loss, each part by what its links carry.

SHARE = 4096 / 4262
STEPS = {  # until when (us), and how many links are up; links come back at the end of a step before which fewer were
    "a": [(600, 4), (1200, 3), (1800, 2), (2400, 1)],
    "b": [(600, 4), (1200, 3), (1800, 2), (2400, 1), (4400, 2), (6400, 3), (8600, 4)],
    "c": [(600, 4), (1200, 2), (3400, 4)],
}


def seen_on_spines(letter, *, worst=1.0, dip_at=(), intact=True):
    """Each link carries its rate, but for the third step, which has `worst` of it; and 0 for 50 us from `dip_at` on."""
    rate, flow, faults, from_us = (400 if letter == "a" else 100), [], [], 0
    for number, (to_us, up) in enumerate(STEPS[letter]):
        carried = min(400, rate * up) * SHARE * (worst if number == 2 else 1)
        flow += [carried] * ((to_us - from_us) // 10)
        if number:
            change = up - STEPS[letter][number - 1][1]
            faults += [(from_us, change > 0)] * abs(change)
        from_us = to_us
    for at_us in dip_at:
        flow[at_us // 10 : at_us // 10 + 5] = [0.0] * 5
    return result([flow], faults=faults, intact=intact)


def judged_spines(letter="b", **changes):
    results = {run.name: seen_on_spines(run.name[0]) for run in FIG19.runs("small")}
    results[f"{letter}-seed4"] = seen_on_spines(letter, **changes)
    return held(FIG19.judge(results))


def wrong(letter="b", **changes):
    return [at for at, well in enumerate(judged_spines(letter, **changes)) if not well]


def test_each_part_is_judged_by_itself():
    assert wrong() == []
    assert wrong("a", worst=0.96) == [0]
    assert wrong("a", worst=1.04) == [0]
    assert wrong("b", worst=0.96) == [2]
    assert wrong("c", worst=0.96) == [5, 7]  # and so it never has what its links carry
    assert wrong("b", dip_at=(1800,)) == []
    assert wrong("b", dip_at=(1800, 1900)) == [3]
    assert wrong("c", intact=False) == [8]


def test_a_link_that_came_back_has_to_carry_its_share_in_time():
    """The last of 19b is back at 6,400 us; its windows are 50 us, and that of 8,150 us is the first that is late."""
    assert wrong("b", dip_at=(8100,)) == []
    assert wrong("b", dip_at=(8150,)) == []
    assert wrong("b", dip_at=(8200,)) == [2, 4]


def test_a_plateau_that_was_not_reached_does_not_hold():
    short = seen_on_spines("b")
    short["flows"][0]["completed_ns"] = 8_000_000  # nothing of the last one is left to be judged
    results = {run.name: seen_on_spines(run.name[0]) for run in FIG19.runs("small")} | {"b-seed1": short}
    assert held(FIG19.judge(results))[2] is False


def test_the_parts_differ_in_links_alone():
    runs = {run.name: load_of(run) for run in FIG19.runs("small") if run.name.endswith("seed1")}
    assert {name: scenario.topology.spec.links.fabric.rate for name, scenario in runs.items()} == {
        "a-seed1": 400_000_000_000, "b-seed1": 100_000_000_000, "c-seed1": 100_000_000_000,
    }  # fmt: skip
    assert [len(scenario.faults) for scenario in runs.values()] == [3, 6, 4]


def load_of(run):
    return Task.of(run.scenario).load()


# --- Writes with trims and without -----------------------------------------------------------------------------------
# The sweep of writes with trims and without: results made by hand are judged at the sizes that are asked for.

SMALL, LARGE, NONE = "256-byte trims", "128-byte trims", "no trims"


def held_by_sweep(changed=None, *, intact=True, **checks):
    """Trims halve the time; `checks` of seed 3 of the changed variant and size."""
    results = {}
    for variant in VARIANTS:
        for kib in KIB:
            for seed in range(1, 6):
                drops = variant == NONE and kib >= 64
                made = {
                    "completion_us": 2.0 * kib if drops else 1.0 * kib,
                    "losses.total": 9 if drops else 0,
                    "evs.retired": 2 if drops else 0,
                }
                odd = checks if (variant, kib, seed) == (*(changed or ()), 3) else {}
                results[f"{run_name(variant, kib)}-seed{seed}"] = {"checks": made | odd, "flows": [{"intact": intact}]}
    return [criterion.held for criterion in TRIMMING.judge(results).criteria]


@pytest.mark.parametrize(
    ("changed", "checks", "fails"),
    [
        ((SMALL, 64), {"completion_us": 86.0}, [0]),  # 128 is 1.49 times 86
        ((LARGE, 128), {"completion_us": 171.0}, [0]),
        ((SMALL, 64), {"completion_us": 85.0}, []),
        ((NONE, 128), {"completion_us": None}, []),  # it never ended
        ((SMALL, 128), {"completion_us": None}, [0]),
        ((SMALL, 256), {"completion_us": 512.0}, []),  # the port is full whatever is lost
        ((LARGE, 512), {"losses.total": 1}, [1]),
        ((NONE, 64), {"losses.total": 0}, [1]),
        ((NONE, 32), {"losses.total": 0}, []),
        ((LARGE, 32), {"evs.retired": 1}, [2]),
        ((NONE, 512), {"evs.retired": 0}, [2]),
    ],
)
def test_what_trims_are_for(changed, checks, fails):
    assert [at for at, well in enumerate(held_by_sweep(changed, **checks)) if not well] == fails


def test_a_damaged_write_does_not_hold():
    assert held_by_sweep(intact=False) == [True, True, True, False]


@pytest.mark.parametrize(("variant", "trim"), [(SMALL, 256), (LARGE, 128)])
def test_trims_have_the_size_that_the_variant_says(variant, trim):
    runs = {run.name: run for run in TRIMMING.runs("small")}
    scenario = Task.of(runs[f"{run_name(variant, 512)}-seed2"].scenario).load()
    assert scenario.topology.qos.trim.size == trim
    assert {write.bytes for write in scenario.writes} == {512 << 10} and len(scenario.writes) == 15


# --- Figure 22 -------------------------------------------------------------------------------------------------------
# Figure 22: results made by hand are judged.

LINE_RATE = 400 * 4096 / 4198  # frame of 4,096 bytes: 78 of headers and ICRC, 24 of preamble, gap and checksum


def dcqcn_result(share, queue_mb, pauses, before_mb=3.0, first_us=100):
    """Fifteen flows, one more each sample; until the tenth begins nothing is at the line, and so much waits."""
    rates = [10.0] * 9 + [LINE_RATE * share] * 11
    checks = ("frames.overflowed", "frames.dropped_by_switches", "retransmissions.total")
    return {
        "checks": dict.fromkeys(checks, 0),
        "flows": [{"post_ns": index * 10_000} for index in range(15)],
        "verdict": {"end_ns": 200_000},
        "fabric": {
            "switches": [{"pauses": pauses, **({"first_pause_ns": first_us * 1000} if pauses else {})}, {"pauses": 0}]
        },
        "timeline": {
            "interval_ns": 10_000,
            "samples": 20,
            "flows": [rates],
            "ports": [
                {"port": "p0-t0-1:4>p0-t1-0:1", "peak_bytes": [90_000_000] * 20},
                {
                    "port": "p0-t0-0:0>nic0:0",
                    "peak_bytes": [round(before_mb * 1e6)] * 9 + [round(queue_mb * 1e6)] * 11,
                },
            ],
        },
    }


GOOD = {"default": (1.0, 22.0, 5), "aggressive": (0.9, 4.0, 0, 1.0), "most-aggressive": (0.8, 5.5, 0, 1.0)}


def judged_profiles(profile, seen):
    profiles = {**GOOD, profile: seen}
    return FIG22.judge(
        {run.name: dcqcn_result(*profiles[run.name.rpartition("-seed")[0]]) for run in FIG22.runs("small")}
    )


def test_one_seed_is_judged_alone():
    runs = [run for run in FIG22.runs("small") if run.seed == 1]
    made = FIG22.judge({run.name: dcqcn_result(*GOOD[run.name.rpartition("-seed")[0]]) for run in runs})
    assert len(runs) == 3 and made.held


@pytest.mark.parametrize(
    ("profile", "seen", "fails"),
    [
        ("default", (1.0, 22.0, 5), None),
        ("default", (0.96, 22.0, 5), 0),
        ("default", (1.0, 22.0, 5, 4.1), 1),
        ("default", (1.0, 22.0, 5, 1.9), 1),
        ("default", (1.0, 22.0, 5, 3.0, 89), 2),
        ("default", (1.0, 22.0, 5, 3.0, 90), None),  # the tenth flow begins at 90 us
        ("default", (1.0, 22.0, 0), 3),
        ("default", (1.0, 21.0, 5), 3),
        ("aggressive", (0.9, 4.0, 1, 1.0), 4),
        ("most-aggressive", (0.8, 5.5, 1, 1.0), 5),
        ("aggressive", (0.9, 4.1, 0, 1.0), 7),
        ("aggressive", (0.96, 4.0, 0, 1.0), 8),
        ("aggressive", (0.84, 4.0, 0, 1.0), 8),
        ("most-aggressive", (0.8, 5.45, 0, 1.0), None),
        ("most-aggressive", (0.86, 5.5, 0, 1.0), 10),
        ("most-aggressive", (0.74, 5.5, 0, 1.0), 10),
    ],
)
def test_either_the_queue_or_the_throughput(profile, seen, fails):
    finding = judged_profiles(profile, seen)
    assert [criterion.held for criterion in finding.criteria] == [index != fails for index in range(11)]
    assert [panel.title for panel in finding.panels][1].startswith("queue")


def test_a_queue_above_the_most_does_not_hold():
    finding = judged_profiles("most-aggressive", (0.8, 5.6, 0, 1.0))
    assert [criterion.held for criterion in finding.criteria] == [at not in (3, 9) for at in range(11)]
