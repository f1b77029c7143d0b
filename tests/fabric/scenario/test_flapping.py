# SPDX-License-Identifier: Apache-2.0
"""Links that flap by chance: as often as asked, never twice at once, the same for the same seed."""

from __future__ import annotations

import pytest

from fabric.errors import ScenarioError
from fabric.scenario.faults import LinkDown, LinkUp
from fabric.scenario.reading import load

FLAPS = """
flaps:
  - {links: ["p0-t0-*--p0-t1-*", nic0:0--p0-t0-0:0], from: 100us, until: 4100us, every: 20us, down: 30us}
"""
FAULTS = """faults:
  - {at: 20us, do: switch p0-t1-0 stop}
  - {at: 50us, do: switch p0-t1-0 start}
"""


def flapping(scenario_file, text=FLAPS, seed=7):
    return load(scenario_file(replace={FAULTS: text, "seed: 7": f"seed: {seed}"})).faults


def test_links_flap_at_their_rate_and_come_back(scenario_file):
    faults = flapping(scenario_file)
    downs = [fault for fault in faults if isinstance(fault, LinkDown)]
    ups = [fault for fault in faults if isinstance(fault, LinkUp)]
    # 200 flaps are meant: four standard deviations of a Poisson process are 57.
    assert 143 < len(downs) < 257 and len(ups) == len(downs) == len(faults) // 2
    assert all(100_000 <= fault.at_ns < 4_100_000 for fault in downs)
    assert sorted((fault.at_ns + 30_000, fault.target) for fault in downs) == [(up.at_ns, up.target) for up in ups]
    # Each link flaps; of one that is down, nothing more goes down.
    assert {fault.target for fault in downs} == {
        "p0-t0-0:2--p0-t1-0:0", "p0-t0-0:3--p0-t1-1:0", "p0-t0-1:2--p0-t1-0:1", "p0-t0-1:3--p0-t1-1:1",
        "nic0:0--p0-t0-0:0",
    }  # fmt: skip
    up = dict.fromkeys((fault.target for fault in downs), True)
    for fault in faults:
        assert up[fault.target] is isinstance(fault, LinkDown)
        up[fault.target] = isinstance(fault, LinkUp)


def test_the_seed_decides(scenario_file):
    assert flapping(scenario_file) == flapping(scenario_file) != flapping(scenario_file, seed=8)


def test_beside_faults_in_order_of_time(scenario_file):
    faults = flapping(scenario_file, FAULTS + FLAPS)
    assert [fault.at_ns for fault in faults] == sorted(fault.at_ns for fault in faults)
    assert str(faults[0]) == "switch p0-t1-0 stopped"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"p0-t0-*--p0-t1-*"', '"p9-*"', r":\d+: flaps\.0: no link named 'p9-\*'"),
        ('"p0-t0-*--p0-t1-*"', "p0-t0-0--p1-t1-0", r"flaps\.0: no link between"),
        ("every: 20us", "every: 0us", r":\d+: flaps\.0\.every: .*greater than 0"),
        ("from: 100us", "from: 5ms", "`from` is not before `until`"),
        ("every: 20us", "every: 1ns", r"flaps\.0: some 4,000,000 flaps; accepted: 20,000 at most"),
        (", down: 30us", "", r"flaps\.0\.down: "),
        ("down: 30us", "down: 30us, often: true", r"flaps\.0\.often: "),
    ],
)
def test_what_cannot_flap_is_refused(scenario_file, old, new, says):
    assert old in FLAPS
    with pytest.raises(ScenarioError, match=says):
        flapping(scenario_file, FLAPS.replace(old, new))
