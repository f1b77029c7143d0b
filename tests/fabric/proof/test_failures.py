# SPDX-License-Identifier: Apache-2.0
"""Failures: classes count every combination once, and say what counting path by path says."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest
from click.testing import CliRunner

import topologies
from fabric.proof.command import prove_command
from fabric.proof.failures import Failure, Failures
from fabric.proof.proving import nics_of

PAPER = topologies.LAB.parent / "paper-8plane.yaml"


def everything(fabric):
    """All that can fail."""
    for plane in range(fabric.planes):
        yield from (Failure("T1", plane, t1=t1) for t1 in range(fabric.t1s))
        for t0 in range(fabric.t0s):
            yield Failure("T0", plane, t0)
            yield from (Failure("link", plane, t0, t1) for t1 in range(fabric.t1s))
            yield from (Failure("NIC port", plane, t0, nic=nic) for nic in range(nics_of(fabric, t0)))


def paths(fabric, dead):
    """By plane, the living paths of each pair of NICs, each path followed over what it needs."""
    found = {}
    for one, two in itertools.combinations(fabric.all_nics(), 2):
        for plane in range(fabric.planes):
            ends = [Failure("NIC port", plane, each.t0, nic=each.downlink) for each in (one, two)]
            ends += [Failure("T0", plane, each.t0) for each in (one, two)]
            ways = [ends] if one.t0 == two.t0 else []
            for t1 in range(fabric.t1s):
                links = [Failure("link", plane, each.t0, t1) for each in (one, two)]
                ways.append([*ends, *links, Failure("T1", plane, t1=t1)])
            found[one.index, two.index, plane] = sum(not dead & set(way) for way in ways)
    return found


def counted(fabric, combination):
    """What `Effect` says of a combination, from paths alone."""
    dead = {each._replace(nics=-1) for each in combination}
    before, after = paths(fabric, set()), paths(fabric, dead)
    pairs = list(itertools.combinations(range(fabric.nics), 2))
    planes = range(fabric.planes)
    had = {pair: sum(before[*pair, plane] for plane in planes) for pair in pairs}
    lost = {pair: had[pair] - sum(after[*pair, plane] for plane in planes) for pair in pairs}
    uneven = {nic for pair in pairs if len({after[*pair, plane] for plane in planes}) > 1 for nic in pair}
    worst = max(((lost[pair] / had[pair], lost[pair], had[pair]) for pair in pairs if lost[pair]), default=(0, 0, 1))
    hit = {plane for pair in pairs for plane in planes if after[*pair, plane] < before[*pair, plane]}
    return (
        sum(1 for pair in pairs if lost[pair]), worst[1:], sum(1 for pair in pairs if lost[pair] == had[pair]),
        len(uneven), len(hit),
    )  # fmt: skip


@pytest.mark.parametrize("overrides", [{}, {"nics": 3}, {"planes": 1, "t0s_per_plane": 3, "nics": 5}])
def test_classes_say_of_the_lab_what_every_combination_counted_says(overrides):
    fabric = topologies.load(topologies.LAB, overrides)
    for failures in (1, 2):
        by_classes = Counter()
        for effect in Failures(fabric).effects(failures):
            told = effect.pairs, effect.worst, effect.cut_off, effect.uneven, effect.planes
            assert told == counted(fabric, effect.example), effect
            by_classes[told] += effect.combinations
        one_by_one = Counter(counted(fabric, each) for each in itertools.combinations(everything(fabric), failures))
        assert by_classes == one_by_one


@pytest.mark.parametrize(("failures", "classes"), [(1, 4), (2, 34), (3, 257)])
def test_all_combinations_of_the_papers_fabric_are_in_a_class(failures, classes):
    paper = topologies.load(PAPER)
    can_fail = paper.planes * (paper.nics + paper.t0s * paper.t1s + paper.t0s + paper.t1s)
    effects = Failures(paper).effects(failures)
    assert sum(effect.combinations for effect in effects) == math.comb(can_fail, failures)
    assert len(effects) == classes


def test_more_failures_than_can_be_counted_are_refused():
    told = CliRunner().invoke(prove_command, ["--failures", "5"])
    assert (told.exit_code, "'--failures': 5 is not in the range 0<=x<=4" in told.stderr) == (2, True)


def test_single_failures_of_the_papers_fabric_take_what_the_paper_says():
    """arXiv 2605.04333 §2: a link T0-T1 is one of 2,048 paths of its T0's NICs, a T0 an eighth of all."""
    effects = {effect.example[0].kind: effect for effect in Failures(topologies.load(PAPER)).effects(1)}
    others = 131_072 - 256
    assert effects["link"].pairs == 256 * others + 256 * 255 // 2
    assert effects["T0"].worst[0] / effects["T0"].worst[1] == 1 / 8
    assert effects["T1"].pairs == 131_072 * 131_071 // 2
    assert effects["NIC port"].pairs == 131_071
    assert {effect.cut_off for effect in effects.values()} == {0}
