# SPDX-License-Identifier: Apache-2.0
"""Collectives as flows, and fair shares, counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fabric.errors import ScenarioError
from fabric.scenario.reading import load
from fabric.traffic.flow import fair_shares
from fabric.traffic.plan import End, plan_of

# --- Collectives -----------------------------------------------------------------------------------------------------
# Collectives as flows: what is sent to whom, and after what; counted by hand.

EIGHT = "overrides: {t0s_per_plane: 4, nics: 8}"


def plan(scenario_file, item, overrides=EIGHT, seed=1):
    lines = f"name: c\ntopology: LAB\nseed: {seed}\n{overrides}\nworkload:\n"
    return plan_of(load(scenario_file(text=f"{lines}  - {{from: nic0, to: nic1, bytes: 1}}\n  - {item}\n")))


def rounds(planned):
    """How many rounds a plan takes if every message that may be posted takes one: of each flow one at a time."""
    flows = planned.flows[1:]
    done = [0] * len(flows)
    count = 0
    while any(through < flow.times for through, flow in zip(done, flows, strict=True)):
        ready = [
            index
            for index, flow in enumerate(flows)
            if done[index] < flow.times and all(done[need.flow - 1] > done[index] - need.lag for need in flow.needs)
        ]
        assert ready, "nothing may be posted, and not all is done"
        for index in ready:
            done[index] += 1
        count += 1
    return count


def test_a_ring_all_reduce_takes_twice_n_minus_1_steps_of_an_nth(scenario_file):
    planned = plan(scenario_file, "{collective: ring-all-reduce, bytes: 800003}")
    flows, (measured,) = planned.flows[1:], planned.collectives
    assert [(flow.source, flow.destination) for flow in flows] == [(nic, (nic + 1) % 8) for nic in range(8)]
    assert {(flow.times, flow.bytes) for flow in flows} == {(14, 100_000)}
    assert rounds(planned) == 14
    assert (measured.bytes, measured.factor) == (800_000, Fraction(14, 8))
    # What a NIC sends over what it has is the factor of bus bandwidth.
    assert Fraction(14 * 100_000, measured.bytes) == measured.factor
    for place, flow in enumerate(flows):  # what is passed on is what the NIC before has brought
        (need,) = flow.needs
        assert (need.flow, need.lag, need.end) == (1 + (place - 1) % 8, 1, End.RECEIVER)


@pytest.mark.parametrize(("outstanding", "took"), [(1, 7), (2, 4), (3, 3), (7, 1)])
def test_an_all_to_all_goes_by_steps(scenario_file, outstanding, took):
    planned = plan(scenario_file, f"{{collective: all-to-all, bytes: 80, outstanding: {outstanding}}}")
    flows, (measured,) = planned.flows[1:], planned.collectives
    pairs = {(a, b) for a in range(8) for b in range(8) if a != b}
    assert {(flow.source, flow.destination) for flow in flows} == pairs and len(flows) == len(pairs)
    assert {(flow.times, flow.bytes) for flow in flows} == {(1, 10)}
    assert (measured.bytes, measured.factor) == (80, Fraction(7, 8))
    assert rounds(planned) == took
    for flow in flows:  # it waits for what arrives at its own NIC, and for what that has sent
        for need in flow.needs:
            before = planned.flows[need.flow]
            assert flow.source == (before.destination if need.end is End.RECEIVER else before.source)


def test_rounds_of_several_times(scenario_file):
    assert rounds(plan(scenario_file, "{collective: all-to-all, bytes: 80, times: 3}")) == 21
    assert rounds(plan(scenario_file, "{collective: ring-all-reduce, bytes: 80, times: 2}")) == 28
    sent = plan(scenario_file, "{collective: send-receive, bytes: 80, times: 5, nics: [nic5, nic1, nic3]}")
    assert [(flow.source, flow.destination) for flow in sent.flows[1:]] == [(5, 1), (1, 3), (3, 5)]
    assert rounds(sent) == 5
    assert (sent.collectives[0].bytes, sent.collectives[0].factor) == (80, 1)


@pytest.mark.parametrize(
    ("size", "slices", "sent"),
    [("13kB", 1, 12_500), ("12500", 1, 12_500), ("8kB", 2, 6_250), ("1300", 10, 1_250), ("1000", 13, 961)],
)
def test_a_step_goes_in_the_fewest_slices_all_alike(scenario_file, size, slices, sent):
    planned = plan(scenario_file, f"{{collective: ring-all-reduce, bytes: 100kB, slice: {size}}}")  # 12,500 a step
    assert {(flow.times, flow.bytes) for flow in planned.flows[1:]} == {(14 * slices, sent)}
    assert planned.collectives[0].bytes == 8 * slices * sent


def test_a_slice_waits_for_its_like_and_for_its_slot(scenario_file):
    item = "{collective: ring-all-reduce, bytes: 320kB, slice: 10kB, slots: 3, latency: 7us}"
    flows = plan(scenario_file, item).flows[1:]
    for place, flow in enumerate(flows):
        brought, slot = flow.needs
        assert (brought.flow, brought.lag, brought.end) == (1 + (place - 1) % 8, 4, End.RECEIVER)
        assert (slot.flow, slot.lag, slot.end) == (1 + place, 3, End.SENDER)
        assert (flow.outstanding, flow.latency_ns) == (3, 7_000)
    assert plan(scenario_file, "{collective: all-to-all, bytes: 80, slice: 5}").flows[1].outstanding == 8


def test_without_slices_and_latency_a_plan_is_what_it_was(scenario_file):
    for flow in plan(scenario_file, "{collective: send-receive, bytes: 80}").flows[1:]:
        assert (flow.times, flow.bytes, flow.outstanding, flow.latency_ns, len(flow.needs)) == (1, 80, 1, 0, 1)


def test_a_permutation_is_drawn_by_the_seed(scenario_file):
    drawn = [plan(scenario_file, "{collective: permutation, bytes: 80}", seed=seed).flows[1:] for seed in (1, 1, 2)]
    for flows in drawn:
        assert sorted(flow.source for flow in flows) == sorted(flow.destination for flow in flows) == list(range(8))
        assert all(flow.source != flow.destination for flow in flows)
    assert drawn[0] == drawn[1] != drawn[2]


def test_an_incast_and_its_victim(scenario_file):
    item = (
        "{collective: incast, bytes: 80, nics: [nic1, nic2, nic4], to: nic2, victim: {from: nic6, to: nic3}, times: 2}"
    )
    planned = plan(scenario_file, item)
    assert [(flow.source, flow.destination, flow.bytes) for flow in planned.flows[1:]] == [
        (1, 2, 80), (4, 2, 80), (6, 3, 160),
    ]  # fmt: skip
    (measured,) = planned.collectives
    assert list(measured.flows) == [1, 2]
    # As nccl-tests' gather: the size is what the root has in the end, and an n-th of that was there before.
    assert (measured.bytes, measured.factor) == (240, Fraction(2, 3))


@pytest.mark.parametrize(
    ("item", "field", "says"),
    [
        ("collective: ring-all-reduce", "workload.1.bytes", "missing; accepted: of each NIC, a size"),
        ("collective: ring, bytes: 8", "workload.1.collective", "accepted: ring-all-reduce, all-to-all, send-receive"),
        ("collective: all-to-all, bytes: 7", "workload.1.bytes", "7 bytes are shared out over 8 NICs; accepted: 8"),
        ("collective: all-to-all, bytes: 8, outstanding: 8", "workload.1.outstanding", "has 7 steps; accepted: 1..7"),
        ("collective: all-to-all, bytes: 8, nics: [nic1]", "workload.1.nics", "at least 2 items"),
        ("collective: all-to-all, bytes: 8, nics: [nic1, nic9]", "workload.1.nics.1", "no NIC named 'nic9'"),
        ("collective: all-to-all, bytes: 8, nics: [nic1, nic1]", "workload.1.nics.1", "'nic1' takes part twice"),
        ("collective: all-to-all, bytes: 8, victim: {from: nic1, to: nic2}", "workload.1", "`victim` does not belong"),
        ("collective: incast, bytes: 0, to: nic1", "workload.1.bytes", "greater than 0"),
        (
            "collective: incast, bytes: 8, nics: [nic1, nic2], to: nic3",
            "workload.1.to",
            "no NIC of the collective named",
        ),
        ("collective: incast, bytes: 8, victim: {from: nic1, to: nic1}", "workload.1.victim.to", "writes to itself"),
        (
            "collective: incast, bytes: 8, victim: {form: nic1, to: nic2}",
            "workload.1.victim.form",
            "accepted: from, to",
        ),
        ("collective: permutation, bytes: 8, operation: send", "workload.1.operation", "MRC has no sends"),
        ("collective: permutation, bytes: 8, file: x", "workload.1.file", "unknown field; accepted: at, name, after"),
        ("collective: permutation, bytes: 8, at: 1s", "workload.1.at", "is not before the limit"),
        ("collective: incast, bytes: 8, slice: 4", "workload.1", "`slice` does not belong to `collective: incast`"),
        ("collective: permutation, bytes: 8, latency: 1us", "workload.1", "`latency` does not belong"),
        ("collective: all-to-all, bytes: 8, slots: 2", "workload.1", "`slots` needs `slice`"),
        ("collective: all-to-all, bytes: 8, slice: 0", "workload.1.slice", "greater than 0"),
        ("collective: all-to-all, bytes: 8, slice: 4, slots: 0", "workload.1.slots", "slices to one neighbour"),
        ("collective: all-to-all, bytes: 8, latency: -1us", "workload.1.latency", "accepted: from the arrival of what"),
        ("collective: all-to-all, bytes: 8, latency: 10", "workload.1.latency", "accepted: from the arrival of what"),
        ("collective: all-to-all, bytes: 8, latency: 10ms", "workload.1.latency", "is not before the limit"),
        (
            "collective: ring-all-reduce, bytes: 1GiB, slice: 1kB",
            "workload.1.slice",
            "1,879,052 slices from one NIC to the next; accepted: 1880 bytes or more",
        ),
        (
            "collective: send-receive, bytes: 1GiB, slice: 16MiB, slots: 128",
            "workload.1.slots",
            "2,147,483,648 bytes under way from one NIC to the next; accepted: 1..64",
        ),
    ],
)
def test_a_collective_that_cannot_be_is_refused(scenario_file, item, field, says):
    with pytest.raises(ScenarioError) as caught:
        plan(scenario_file, f"{{{item}}}")
    lines = [line for line in str(caught.value).splitlines() if f":7: {field}: " in line]
    assert len(lines) == 1 and says in lines[0], str(caught.value)


# --- Fair shares -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flows", "shares"),
    [
        ([(0, 1)], [200.0]),
        ([(0, 3), (1, 3), (2, 3)], [200 / 3] * 3),
        ([(0, 1), (0, 2)], [100.0, 100.0]),
        # NIC 3 gives its three flows 66.7 each; the rest of NIC 0 goes to its other flow.
        ([(0, 3), (1, 3), (2, 3), (0, 1)], [200 / 3, 200 / 3, 200 / 3, 400 / 3]),
        ([(0, 1), (1, 0)], [200.0, 200.0]),
        ([], []),
    ],
)
def test_max_min_shares(flows, shares):
    assert fair_shares(flows, 200) == pytest.approx(shares)
