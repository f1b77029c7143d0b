# SPDX-License-Identifier: Apache-2.0
"""Writes that are posted by what has completed, between NIC processes: on cables of sockets, which all users get."""

import subprocess
import sys

import pytest
from topology_kit import TINY

from fabric import results
from p4soft.targets.process import environment

SCENARIO = """\
name: steered
topology: tiny.yaml
limit: 170us
nic: {evs: 8}
workload:
  - {name: ring, collective: ring-all-reduce, bytes: 100kB}
  - {name: loop, from: nic0, to: nic1, bytes: 20kB, times: 8, outstanding: 2, qps: 2, after: [ring]}
  - {from: nic1, to: nic0, bytes: 2, times: 4, every: 10us, operation: write-imm, evs: [p0-t0-0], name: timed}
  - {from: nic0, to: nic1, bytes: 4MB, at: 100us, after: [loop, timed], name: stuck}
  - {from: nic1, to: nic0, bytes: 1kB, after: [stuck]}
faults:
  - {at: 130us, do: "link nic1:0--p0-t0-0:1 down"}
expect:
  messages.damaged: 0
"""


@pytest.mark.long
def test_workloads_steer_themselves_and_what_is_left_at_the_limit_is_told(tmp_path):
    (tmp_path / "tiny.yaml").write_text(TINY)
    (tmp_path / "steered.yaml").write_text(SCENARIO)
    run = subprocess.run(
        [
            sys.executable, "-m", "fabric", "live", tmp_path / "steered.yaml",
            "--out", tmp_path / "out", "--scale", "10000", "--cables", "unix",
        ],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1 and run.stderr == "", run.stdout + run.stderr
    result = results.load(tmp_path / "out" / "result.json")
    there, back, loop, timed, stuck, last = result["flows"]
    assert [flow["intact"] for flow in result["flows"]] == [True] * 4 + [False] * 2
    assert [flow["messages"]["completion"]["count"] for flow in (there, back, loop, timed)] == [2, 2, 8, 4]

    (ring,) = result["collectives"]
    # Two steps of 50 kB at 100 Gb/s, 4.16 us with their headers, and a way of 1 us behind each.
    assert 0.9 * 2 * 5_160 < ring["duration_ns"] < loop["post_ns"] - ring["begin_ns"]
    assert ring["algorithm_gbps"] == pytest.approx(100_000 * 8 / ring["duration_ns"], abs=1e-3)
    assert ring["bus_gbps"] == pytest.approx(ring["algorithm_gbps"], abs=1e-3) and ring["jain"] > 0.9
    assert loop["post_ns"] >= max(there["completed_ns"], back["completed_ns"])
    # 160 kB in eight messages, two at a time: none faster than a round trip, all of them no faster than the link.
    assert loop["messages"]["completion"]["min"] >= 2_000 and loop["goodput_gbps"] < 110
    assert timed["messages"]["delivery"]["count"] == 4 and timed["messages"]["delivery"]["min"] >= 1_000
    assert timed["completed_ns"] - timed["post_ns"] >= 3 * 10_000
    assert stuck["post_ns"] >= 100_000

    assert result["verdict"]["end_ns"] == 170_000 and not result["verdict"]["finished"]
    left = stuck["outstanding"]
    assert (left["messages"], left["posted"], left["waits"]) == (1, 1, "")
    assert left["bytes"] == 4_000_000 - stuck["placed_bytes"] > 0
    assert [path["switches"] for path in left["paths"]] == [["p0-t0-0"]] and left["paths"][0]["packets"] > 0
    assert last["outstanding"]["waits"] == "it has not begun: it comes after stuck"
    late = result["live"]["steering_ns"]
    assert 0 < late["p50"] <= late["p99"]
    page = (tmp_path / "out" / "report.html").read_text()
    assert "What waited for a completion was posted" in page and "Not done at the end" in page
