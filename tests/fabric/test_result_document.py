# SPDX-License-Identifier: Apache-2.0
"""`result.json`: its layout, its bounds, and the numbers in it."""

from __future__ import annotations

import io
import json

import pytest
from fabric_kit import emulate
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import format as format_json
from rich.console import Console

from fabric import results
from fabric import results as bounds
from fabric.errors import FabricError
from fabric.measurements import Bound, FlowNumbers, jain, spread, summed
from fabric.progress import Lines, Screen
from fabric.results import MAX_BYTES, bounded, dumps

# --- Layout ----------------------------------------------------------------------------------------------------------
# `result.json` on disk: its layout, and files that are none.


def test_json_round_trip_and_layout(scenario_file, tmp_path):
    made = emulate(scenario_file()).result()
    text = results.dumps(made)
    assert json.loads(text) == json.loads(json.dumps(made))
    series = [line.strip() for line in text.splitlines() if '"trims": [' in line]
    assert series
    assert all(line.endswith("]") for line in series)  # one line each
    file = tmp_path / "result.json"
    file.write_text(text, encoding="utf-8")
    assert results.load(file) == json.loads(text)


_VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()


@given(
    st.recursive(_VALUES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20),
    st.sampled_from([1, 5]),
)
def test_indented_text_is_that_of_python(value, indent):
    for ascii_alone in (False, True):
        text = json.dumps(value, ensure_ascii=ascii_alone)
        assert format_json(text, indent=indent) == json.dumps(value, indent=indent, ensure_ascii=ascii_alone)


def test_a_number_that_is_none_is_no_json():
    with pytest.raises(ValueError, match="not JSON compliant"):
        results.dumps({"value": float("nan")})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "format: None"),
        ('{"format": 99}', "format: 99"),
        ('{"format": 2}', "format: 2 is not a result of this version; accepted: 3"),
        ('{"format": 3}', "captures, checks"),
    ],
)
def test_files_that_are_no_result(tmp_path, text, says):
    file = tmp_path / "r.json"
    file.write_text(text)
    with pytest.raises(FabricError, match=says) as caught:
        results.load(file)
    assert str(file) in str(caught.value)


def test_a_result_made_before_there_was_a_number_is_refused_with_its_name(scenario_file, tmp_path):
    made = emulate(scenario_file()).result()
    del made["checks"]["messages.damaged"]
    file = tmp_path / "r.json"
    file.write_text(results.dumps(made))
    with pytest.raises(FabricError, match=r"r\.json: checks\.messages\.damaged: missing; accepted: .*run the scenario"):
        results.load(file)


# --- Bounds ----------------------------------------------------------------------------------------------------------
# Results stay below 5 MB, whatever was run, and what they keep is what matters.

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


@pytest.mark.parametrize(
    "value", [1e-05, 1e22, -0.0, 1 / 3, 0, "→ \x1f", None, [], {}, [[], [1.5e-07, [2]], {"a": [True]}]]
)
def test_what_a_result_takes_at_most_is_no_less_than_it_takes(value):
    """Deeper than a result is, and more of each."""
    for _ in range(6):
        value = {"é": [value] * 4, "b": value}
        assert results._at_most(value) >= len(dumps(value))


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


# --- Spread ----------------------------------------------------------------------------------------------------------
# What is said of many values: how they are spread, and how equal they are.


def test_percentiles_are_values_by_nearest_rank():
    assert spread([]) is None
    of_hundred = spread(list(range(100, 0, -1)))
    assert (of_hundred.count, of_hundred.min, of_hundred.mean, of_hundred.max) == (100, 1, 50.5, 100)
    assert (of_hundred.p50, of_hundred.p95, of_hundred.p99) == (50, 95, 99)
    of_three = spread([7, 5, 9])
    assert (of_three.p50, of_three.p95, of_three.p99, of_three.mean) == (7, 9, 9, 7.0)


def test_jains_index():
    assert jain([3.0] * 7) == 1.0
    assert jain([8.0, 0.0, 0.0, 0.0]) == 0.25
    assert jain([1.0, 2.0, 3.0]) == round(36 / (3 * 14), 4)
    assert jain([]) is jain([0.0, 0.0]) is None


def test_queue_pairs_of_a_flow_are_summed_but_for_the_worst_latency():
    one, other = FlowNumbers(1, 2, 3, 4, 5, 6, 7, 80, 9), FlowNumbers(10, 20, 30, 40, 50, 60, 70, 60, 90)
    assert summed([one, other]) == FlowNumbers(11, 22, 33, 44, 55, 66, 77, 80, 99)


# --- Bounds of numbers -----------------------------------------------------------------------------------------------
# What holds, and how bounds are shown.


def test_bounds():
    assert Bound(min=1).holds(1)
    assert not Bound(min=1).holds(0)
    assert Bound(max=0.5).holds(0.5)
    assert not Bound(min=1, max=2).holds(2.1)
    assert Bound(equals=True).holds(True)
    assert not Bound(equals=0).holds(None)
    assert not Bound(min=0).holds(None)
    assert [str(b) for b in (Bound(min=1, max=2), Bound(equals=0), Bound(max=0.25))] == ["1 … 2", "= 0", "≤ 0.250"]


# --- Progress of a run -----------------------------------------------------------------------------------------------
# Progress for logs and for terminals.


def test_lines_tell_tenths_and_faults(scenario_file):
    stream = io.StringIO()
    emulate(scenario_file(), progress=Lines(Console(file=stream, width=120)))
    lines = stream.getvalue().splitlines()
    assert any("switch p0-t1-0 stop" in line for line in lines)
    assert "100 %" in lines[-1]


def test_the_screen_draws(scenario_file):
    stream = io.StringIO()
    emulate(scenario_file(), progress=Screen(Console(file=stream, width=120, force_terminal=True)))
    assert "of the fabric's time" in stream.getvalue()
