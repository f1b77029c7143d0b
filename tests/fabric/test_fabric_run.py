# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
import json
import socket

import pytest
from rich.console import Console

from fabric import bench
from fabric.errors import FabricError
from fabric.measuring.bounds import Bound
from fabric.measuring.checks import CHECKS
from fabric.report import tables
from fabric.report.progress import Lines, Screen
from fabric.results import document as result


def test_a_run_delivers_survives_the_fault_and_keeps_its_expectations(scenario_file, fake_run):
    made = result.build(fake_run(scenario_file()))
    assert made["verdict"] == {
        "passed": True,
        "all_intact": True,
        "finished": True,
        "expectations_held": True,
        "end_ns": made["verdict"]["end_ns"],
    }
    checks = made["checks"]
    assert set(checks) == set(CHECKS)
    assert checks["frames.blackholed"] > 0
    assert checks["trims.total"] > 0
    assert checks["p4runtime_writes_during_run"] == 0
    assert [fault["happened"] for fault in made["scenario"]["faults"]] == [True, True]
    flow = made["flows"][0]
    assert flow["sha256_sent"] == flow["sha256_received"]
    assert flow["trims"] + made["flows"][1]["trims"] == checks["trims.total"]
    assert flow["fair_share_gbps"] == 100.0
    assert {tuple(path["switches"]) for path in flow["paths"]} == {
        (f"p{p}-t0-0", f"p{p}-t1-{t}", f"p{p}-t0-1") for p in (0, 1) for t in (0, 1)
    }


def test_the_same_scenario_and_seed_give_the_same_bytes(scenario_file, fake_run):
    file = scenario_file(replace={"switch p0-t1-0 stop": "link p0-t0-0--p0-t1-0 loss 0.1"})
    first, second = (result.dumps(result.build(fake_run(file))) for _ in range(2))
    assert first == second
    file = scenario_file(replace={"switch p0-t1-0 stop": "link p0-t0-0--p0-t1-0 loss 0.1", "seed: 7": "seed: 8"})
    assert result.dumps(result.build(fake_run(file))) != first


def test_a_result_tells_nothing_about_the_machine(scenario_file, fake_run, tmp_path):
    text = result.dumps(result.build(fake_run(scenario_file(), out=tmp_path / "out")))
    assert str(tmp_path) not in text
    assert socket.gethostname() not in text
    assert "lab.yaml" not in text


def test_a_run_that_does_not_finish_fails_with_partial_numbers(scenario_file, fake_run):
    made = result.build(fake_run(scenario_file(replace={"limit: 3ms": "limit: 30us"})))
    assert made["verdict"]["passed"] is False
    assert made["verdict"]["end_ns"] == 30_000
    assert made["checks"]["completion_us"] is None
    assert made["flows"][0]["completed_ns"] is None
    assert 0 < made["flows"][0]["placed_bytes"] < 400_000
    assert [fault["happened"] for fault in made["scenario"]["faults"]] == [True, False]


def test_an_expectation_that_does_not_hold_fails_the_run(scenario_file, fake_run):
    made = result.build(fake_run(scenario_file(replace={"trims.total: {min: 1}": "trims.total: 0"})))
    assert made["verdict"]["all_intact"] is True
    assert made["verdict"]["passed"] is False
    assert [item["name"] for item in made["expectations"] if not item["held"]] == ["trims.total"]


def test_samples_add_up(scenario_file, fake_run):
    record = fake_run(scenario_file())
    timeline = result.build(record)["timeline"]
    assert timeline["samples"] == record.end_ns // 10_000
    assert [sum(counts) for counts in record.sampler.flow_bytes] == [len(flow.sent) for flow in record.flows]
    delivered = [direction.delivered_bytes for direction in record.network.inbound(3)]
    assert [sum(counts) for counts in record.sampler.plane_bytes] == delivered
    assert sum(port.total_trims for port in record.sampler.ports) == sum(
        switch.trimmed for switch in record.network.switches.values()
    )
    for values in (*timeline["planes"], *timeline["flows"], *timeline["evs"].values()):
        assert len(values) == timeline["samples"]
    # A plane carries at most its 100 Gb/s, and at most one frame more than fits when sampled between arrivals.
    assert max(timeline["planes"][0]) <= 100 + 4238 * 8 / 10_000
    assert max(timeline["evs"]["ASSUMED_BAD"]) == 2  # one of each flow


def test_latency_is_measured_on_frames(scenario_file, fake_run):
    record = fake_run(scenario_file())
    # Without queueing: 4 links of 0.5 + 1 + 1 + 0.5 us and 4 serialisations of 340.96 ns.
    assert record.arrivals.worst_latency_ns(0, 3) >= 3_000 + 4 * 340
    assert record.arrivals.worst_latency_ns(2, 3) is None


def test_captures_are_written_whole_and_named_in_the_result(scenario_file, fake_run, tmp_path):
    out = tmp_path / "out"
    made = result.build(fake_run(scenario_file(), out=out))
    assert made["captures"] == [{"link": "nic3:0--p0-t0-1:1", "file": "captures/nic3_0--p0-t0-1_1.pcapng"}]
    data = (out / made["captures"][0]["file"]).read_bytes()
    assert data[:4] == b"\x0a\x0d\x0d\x0a"
    assert [file.name for file in (out / "captures").iterdir()] == ["nic3_0--p0-t0-1_1.pcapng"]
    first = data
    fake_run(scenario_file(), out=out)
    assert (out / made["captures"][0]["file"]).read_bytes() == first


def test_json_round_trip_and_layout(scenario_file, fake_run, tmp_path):
    made = result.build(fake_run(scenario_file()))
    text = result.dumps(made)
    assert json.loads(text) == json.loads(json.dumps(made))
    series = [line.strip() for line in text.splitlines() if '"trims": [' in line]
    assert series
    assert all(line.endswith("]") for line in series)  # one line each
    file = tmp_path / "result.json"
    file.write_text(text, encoding="utf-8")
    assert result.load(file) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "format: None"),
        ('{"format": 99}', "format: 99"),
        ('{"format": 1}', "format: 1 is not a result of this version; accepted: 2"),
        ('{"format": 2}', "captures, checks"),
    ],
)
def test_files_that_are_no_result(tmp_path, text, says):
    file = tmp_path / "r.json"
    file.write_text(text)
    with pytest.raises(FabricError, match=says) as caught:
        result.load(file)
    assert str(file) in str(caught.value)


def test_bounds():
    assert Bound(min=1).holds(1)
    assert not Bound(min=1).holds(0)
    assert Bound(max=0.5).holds(0.5)
    assert not Bound(min=1, max=2).holds(2.1)
    assert Bound(equals=True).holds(True)
    assert not Bound(equals=0).holds(None)
    assert not Bound(min=0).holds(None)
    assert [str(b) for b in (Bound(min=1, max=2), Bound(equals=0), Bound(max=0.25))] == ["1 … 2", "= 0", "≤ 0.250"]


def test_lines_tell_tenths_and_faults(scenario_file, fake_run):
    stream = io.StringIO()
    fake_run(scenario_file(), progress=Lines(Console(file=stream, width=120)))
    lines = stream.getvalue().splitlines()
    assert any("switch p0-t1-0 stop" in line for line in lines)
    assert "100 %" in lines[-1]


def test_the_screen_draws(scenario_file, fake_run):
    stream = io.StringIO()
    fake_run(scenario_file(), progress=Screen(Console(file=stream, width=120, force_terminal=True)))
    assert "of emulated time" in stream.getvalue()


def test_tables_show_flows_digests_expectations_and_the_verdict(scenario_file, fake_run):
    made = result.build(fake_run(scenario_file(replace={"trims.total: {min: 1}": "trims.total: 0"})))
    stream = io.StringIO()
    tables.print_result(made, Console(file=stream, width=tables.MINIMUM_WIDTH))
    text = stream.getvalue()
    assert "EVs out/back" in text  # no column is cut
    for part in (
        "nic0 → nic3",
        made["flows"][0]["sha256_sent"][:24],
        "NOT HELD",
        "FAILED: not held: trims.total",
    ):
        assert part in text


def test_the_emulator_alone_is_fast_enough():
    measured = bench.measure(300)
    assert measured.events > 10_000
    # The room's own budget is 10 us per event on an idle core; three times that tolerates a shared one.
    assert measured.microseconds_per_event < 30
