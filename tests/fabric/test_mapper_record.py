# SPDX-License-Identifier: Apache-2.0
"""What the Clustermapper of a run saw and told is in its result."""

from __future__ import annotations

from pathlib import Path

import pytest

import topologies
from fabric.running import result_of
from fabric.scenario.reading import load

LAB = Path(topologies.__file__).parent / "lab.yaml"
SCENARIO = f"""
name: seen
topology: {LAB}
limit: 3ms
clustermapper: {{interval: 50us, timeout: 25us}}
workload:
  - {{from: nic0, to: nic2, bytes: 64KiB}}
  - {{from: nic0, to: nic2, bytes: 64KiB, at: 1500us}}
faults:
  - {{at: 400us, do: switch p0-t1-0 stop}}
  - {{at: 800us, do: switch p0-t1-0 start}}
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """A T1 that stands still from 400 to 800 us, in a result."""
    file = tmp_path_factory.mktemp("seen") / "seen.yaml"
    file.write_text(SCENARIO)
    return result_of(load(file), served=False)


def test_probes_are_counted_by_where_they_turn_over_time(seen):
    probes = seen["clustermapper"]
    assert probes["interval_ns"] == 50_000
    assert (
        set(probes["sent"])
        == set(probes["lost"])
        == {f"p{p}-t{tier}-{i}" for p in (0, 1) for tier in (0, 1) for i in (0, 1)}
    )
    whole = range(2, seen["verdict"]["end_ns"] // 50_000 - 1)
    assert all(probes["sent"]["p0-t1-0"][at] == 4 for at in whole)  # an agent beside each of four NICs
    assert all(probes["sent"]["p0-t0-0"][at] == 2 for at in whole)  # two of them at each T0
    during = range(9, 16)
    assert all(probes["lost"]["p0-t1-0"][at] == 4 for at in during)
    assert not sum(probes["lost"]["p0-t1-0"][:8]) and not sum(probes["lost"]["p0-t1-0"][18:])
    assert not any(sum(lost) for name, lost in probes["lost"].items() if name != "p0-t1-0")


def test_findings_are_told_with_their_begin_and_end(seen):
    (finding,) = seen["clustermapper"]["findings"]
    assert (finding["name"], finding["state"]) == ("p0-t1-0", "dead")
    assert 400_000 < finding["since_ns"] < 800_000 < finding["until_ns"] < 1_500_000
