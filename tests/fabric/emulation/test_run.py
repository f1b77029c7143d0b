# SPDX-License-Identifier: Apache-2.0
"""A run from posting to measurements, on fakes."""

from __future__ import annotations

import socket

from fabric_kit import emulate

from fabric import results
from fabric.measurements import CHECKS


def test_a_run_delivers_survives_the_fault_and_keeps_its_expectations(scenario_file):
    made = emulate(scenario_file()).result()
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


def test_the_same_scenario_and_seed_give_the_same_bytes(scenario_file):
    file = scenario_file(replace={"switch p0-t1-0 stop": "link p0-t0-0--p0-t1-0 loss 0.1"})
    first, second = (results.dumps(emulate(file).result()) for _ in range(2))
    assert first == second
    file = scenario_file(replace={"switch p0-t1-0 stop": "link p0-t0-0--p0-t1-0 loss 0.1", "seed: 7": "seed: 8"})
    assert results.dumps(emulate(file).result()) != first


def test_a_result_tells_nothing_about_the_machine(scenario_file, tmp_path):
    text = results.dumps(emulate(scenario_file(), out=tmp_path / "out").result())
    assert str(tmp_path) not in text
    assert socket.gethostname() not in text
    assert "lab.yaml" not in text


def test_a_run_that_does_not_finish_fails_with_partial_numbers(scenario_file):
    made = emulate(scenario_file(replace={"limit: 3ms": "limit: 30us"})).result()
    assert made["verdict"]["passed"] is False
    assert made["verdict"]["end_ns"] == 30_000
    assert made["checks"]["completion_us"] is None
    assert made["flows"][0]["completed_ns"] is None
    assert 0 < made["flows"][0]["placed_bytes"] < 400_000
    assert [fault["happened"] for fault in made["scenario"]["faults"]] == [True, False]


def test_an_expectation_that_does_not_hold_fails_the_run(scenario_file):
    made = emulate(scenario_file(replace={"trims.total: {min: 1}": "trims.total: 0"})).result()
    assert made["verdict"]["all_intact"] is True
    assert made["verdict"]["passed"] is False
    assert [item["name"] for item in made["expectations"] if not item["held"]] == ["trims.total"]


def test_samples_add_up(scenario_file):
    record = emulate(scenario_file())
    timeline = record.result()["timeline"]
    series = record.measured.series
    assert timeline["samples"] == record.measured.end_ns // 10_000
    assert [sum(counts) for counts in series.flow_bytes] == [len(flow.sent) for flow in record.flows]
    numbers = [flow.numbers() for flow in record.flows]
    assert [sum(counts) for counts in series.flow_losses] == [each.losses for each in numbers]
    assert [sum(counts) for counts in series.flow_retransmissions] == [each.retransmissions for each in numbers]
    assert sum(each.losses for each in numbers) > 0
    delivered = [direction.delivered_bytes for direction in record.network.inbound(3)]
    assert [sum(counts) for counts in series.plane_bytes] == delivered
    assert sum(port.total_trims for port in series.ports) == sum(
        switch.trimmed for switch in record.network.switches.values()
    )
    for values in (*timeline["planes"], *timeline["flows"], *timeline["evs"].values()):
        assert len(values) == timeline["samples"]
    # A plane carries at most its 100 Gb/s, and at most one frame more than fits when sampled between arrivals.
    assert max(timeline["planes"][0]) <= 100 + 4238 * 8 / 10_000
    assert max(timeline["evs"]["ASSUMED_BAD"]) == 2  # one of each flow


def test_latency_is_measured_on_frames(scenario_file):
    run = emulate(
        scenario_file(
            replace={
                "limit: 3ms": "limit: 200us",
                "faults:": "  - {from: nic2, to: nic3, bytes: 4kB, at: 199us}\nfaults:",
            }
        )
    )
    first, _, too_late = run.measured.flows
    # Without queueing: 4 links of 0.5 + 1 + 1 + 0.5 us and 4 serialisations of 340.96 ns.
    assert first.worst_frame_latency_ns >= 3_000 + 4 * 340
    assert too_late.worst_frame_latency_ns is None


def test_captures_are_written_whole_and_named_in_the_result(scenario_file, tmp_path):
    out = tmp_path / "out"
    made = emulate(scenario_file(), out=out).result()
    assert made["captures"] == [{"link": "nic3:0--p0-t0-1:1", "file": "captures/nic3_0--p0-t0-1_1.pcapng"}]
    data = (out / made["captures"][0]["file"]).read_bytes()
    assert data[:4] == b"\x0a\x0d\x0d\x0a"
    assert [file.name for file in (out / "captures").iterdir()] == ["nic3_0--p0-t0-1_1.pcapng"]
    first = data
    emulate(scenario_file(), out=out)
    assert (out / made["captures"][0]["file"]).read_bytes() == first
