# SPDX-License-Identifier: Apache-2.0
"""Results stay below 5 MB, whatever was run, and what they keep is what matters."""

from __future__ import annotations

import pytest

from fabric import results as bounds
from fabric.results import MAX_BYTES, bounded, dumps

SMALL_BYTES = MAX_BYTES // 40


@pytest.fixture
def fortieth(monkeypatch):
    """A fortieth of the room."""
    monkeypatch.setattr(bounds, "_TARGET_BYTES", SMALL_BYTES * 9 // 10)


def made(*, flows=4, samples=100, paths=10, changes=3, links=20):
    """A result with so much of everything; item number i of each list carried i."""

    def series():
        return [float(number % 977) for number in range(samples)]

    return {
        "flows": [
            {
                "paths": [
                    {"switches": ["p0-t0-0", f"p0-t1-{at}", "p0-t0-1"], "frames": at, "bytes": at * 4096, "trimmed": 0}
                    for at in range(paths)
                ],
                "ev_changes": [
                    {"at_ns": 1000 * at, "ev": at, "path": ["p0-t0-0", "p0-t1-0", "p0-t0-1"], "to": "ASSUMED_BAD"}
                    for at in range(changes)
                ],
                "name": f"nic{index} to nic{index + 1}",
            }
            for index in range(flows)
        ],
        "fabric": {
            "links": [{"name": f"l{at}", "failed": at == 0, "lost": [0, 0], "bytes": [at, at]} for at in range(links)],
            "switches": [{"name": f"s{at}", "failed": at == 0, "received": at} for at in range(links // 2)],
        },
        "timeline": {
            "interval_ns": 10_000,
            "samples": samples,
            "planes": [series()],
            "flows": [series() for _ in range(flows)],
            "losses": [[1] * samples for _ in range(flows)],
            "retransmissions": [[2] * samples for _ in range(flows)],
            "evs": {"GOOD": series()},
            "ports": [{"port": "a>b", "peak_bytes": series(), "trims": [1] * samples}],
        },
    }


def test_a_small_result_stays_as_it_is():
    small = made()
    assert bounded(small) is small


@pytest.mark.usefixtures("fortieth")
@pytest.mark.parametrize(
    "much", [{"samples": 5_000}, {"paths": 500}, {"changes": 500}, {"links": 1_500}, {"flows": 75}]
)
def test_every_part_that_grows_is_cut(much):
    large = made(**much)
    assert len(dumps(large)) > SMALL_BYTES
    small = bounded(large)
    assert SMALL_BYTES / 10 < len(dumps(small)) <= SMALL_BYTES
    assert len(small["flows"]) == len(large["flows"])
    assert bounded(small) is small


def test_no_result_is_above_five_megabytes():
    large = made(paths=6_000, samples=20_000)
    assert len(dumps(large)) > MAX_BYTES >= len(dumps(bounded(large)))


@pytest.mark.usefixtures("fortieth")
def test_what_is_kept_is_what_matters_and_what_is_cut_is_told():
    large = made(paths=500, changes=500, links=1_500, samples=1_250)
    small = bounded(large)
    flow, fabric = small["flows"][0], small["fabric"]
    assert flow["paths"][-1]["frames"] == 499  # those that carried most, in their order
    assert flow["ev_changes"][0]["at_ns"] == 0  # the first
    assert fabric["links"][0]["name"] == "l0" and fabric["links"][-1]["name"] == "l1499"  # what failed, too
    assert small["cut"]["paths"] == sum(500 - len(each["paths"]) for each in small["flows"])
    assert small["cut"]["links"] == 1_500 - len(fabric["links"]) > 0


@pytest.mark.usefixtures("fortieth")
def test_samples_are_put_together_by_what_they_mean():
    large = made(samples=5_000)
    large["timeline"]["flows"][0] = [10.0, 30.0] * 2_500
    large["timeline"]["ports"][0]["peak_bytes"] = [0] * 4_999 + [77]
    line = bounded(large)["timeline"]
    many = bounded(large)["cut"]["timeline"]
    assert many > 1 and line["interval_ns"] == many * 10_000
    assert line["samples"] == len(line["flows"][0]) == -(-5_000 // many)
    assert set(line["flows"][0]) == {20.0}
    assert sum(line["ports"][0]["trims"]) == sum(line["losses"][0]) == 5_000
    assert sum(line["retransmissions"][0]) == 10_000
    assert line["ports"][0]["peak_bytes"][-1] == 77
    assert line["evs"]["GOOD"][0] == float((many - 1) % 977)
