# SPDX-License-Identifier: GPL-2.0-only
"""A scenario on a live fabric, whole: an incast, a T1 that stops and goes on, a collective, captures, the report."""

import os
import signal
import subprocess
import sys
import time

import pytest
from namespace_kit import namespaces
from scapy.layers.inet6 import IPv6
from scapy.utils import rdpcap
from topology_kit import one_plane

from fabric import results
from p4soft.targets import get_target
from p4soft.targets.process import environment

pytestmark = pytest.mark.timeout(240)
# Short queues: where a busy machine starts one NIC late, less than two whole windows meet, and still it trims.
TOPOLOGY = (
    one_plane("small", t0s=2, t1s=2, downlinks=2, nics=3)
    + """\
qos:
  queues:
    0: {discard: drop, fabric: {limit: 2 BDP}, host: {limit: 2 BDP}}
    1: {discard: trim, fabric: {limit: 0.25 BDP}, host: {limit: 0.25 BDP}}
    2: {discard: trim, fabric: {limit: 0.25 BDP}, host: {limit: 0.25 BDP}}
    6: {discard: drop, fabric: {limit: 1 BDP}, host: {limit: 1 BDP}}
    7: {discard: drop, fabric: {limit: 1 BDP}, host: {limit: 1 BDP}}
"""
)
SCENARIO = """\
name: short
topology: small.yaml
limit: 20ms
workload:
  - {from: nic0, to: nic2, bytes: 1MiB, name: one}
  - {from: nic1, to: nic2, bytes: 1MiB, name: two}
  - {collective: ring-all-reduce, bytes: 90kB, after: [one, two]}
faults:
  - {at: 20us, do: switch p0-t1-0 stop}
  - {at: 120us, do: switch p0-t1-0 start}
captures: ["nic2:0--p0-t0-1:0"]
snaplen: 200
expect:
  all_intact: true
  finished: true
  p4runtime_writes_during_run: 0
  frames.blackholed: {min: 1}
"""
LINK = "nic2:0--p0-t0-1:0"


def command(folder, *options):
    (folder / "small.yaml").write_text(TOPOLOGY)
    (folder / "short.yaml").write_text(SCENARIO)
    arguments = [folder / "short.yaml", "--out", folder / "out", "--scale", "10000", *options]
    return [sys.executable, "-m", "fabric", "live", *map(str, arguments)]


@pytest.fixture(params=["embedded", "bmv2"])
def target(request):
    """BMv2 where it is there, else the embedded switch; each that can be used here with MRC_LABS=full."""
    namespaces()
    reason = get_target(request.param).missing()
    if reason is not None:
        pytest.skip(reason)
    if request.param == "embedded" and "MRC_LABS" not in os.environ and get_target("bmv2").missing() is None:
        pytest.skip("runs on BMv2, which is here: MRC_LABS=full runs it on both")
    return request.param


@pytest.mark.skipif("MRC_LABS" not in os.environ, reason="twenty seconds: MRC_LABS=full runs it on sockets, too")
def test_a_scenario_runs_live_on_sockets(tmp_path):
    runs_live("embedded", "unix", tmp_path)


def test_a_scenario_runs_live(target, tmp_path):
    runs_live(target, "veth", tmp_path)


def runs_live(target, cables, tmp_path):
    run = subprocess.run(
        command(tmp_path, "--target", target, "--cables", cables),
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "PASSED: all bytes intact" in run.stdout and run.stderr == ""
    result = results.load(tmp_path / "out" / "result.json")
    assert [result["live"][what] for what in ("target", "cables", "factor")] == [target, cables, 10_000]
    assert [flow["intact"] for flow in result["flows"]] == [True] * 5
    assert [fault["happened"] for fault in result["scenario"]["faults"]] == [True, True]
    writes, ring = result["flows"][:2], result["collectives"][0]
    for flow in writes:
        # 1 MiB at half of 100 Gb/s takes 168 us of the fabric's time.
        assert flow["completed_ns"] - flow["post_ns"] > 84_000
    assert {tuple(path["switches"]) for flow in writes for path in flow["paths"]} == {
        ("p0-t0-0", "p0-t1-0", "p0-t0-1"), ("p0-t0-0", "p0-t1-1", "p0-t0-1"),
    }  # fmt: skip
    by_name = {switch["name"]: switch for switch in result["fabric"]["switches"]}
    assert by_name["p0-t1-0"]["blackholed"] > 0 == by_name["p0-t1-1"]["blackholed"]
    # Two NICs at one T0 outrun its two uplinks and the T0 of the third: somewhere more than fits is offered.
    trimmed = sum(switch["trimmed"] for switch in by_name.values())
    assert trimmed == result["checks"]["trims.total"] > 0
    assert sum(path["trimmed"] for flow in result["flows"] for path in flow["paths"]) > 0
    carried = {link["name"]: link["bytes"] for link in result["fabric"]["links"]}
    assert carried[LINK][1] > 2 << 20  # towards nic2
    placed = [sum(series) * result["timeline"]["interval_ns"] / 8 for series in result["timeline"]["flows"]]
    assert placed == pytest.approx([1 << 20] * 2 + [4 * 30_000] * 3, rel=0.01)
    # Four steps of 30 kB at 100 Gb/s, 2.5 us with their headers; of three hops one is below a T0, two cross.
    assert ring["begin_ns"] >= max(flow["completed_ns"] for flow in writes)
    assert ring["duration_ns"] > 0.9 * 4 * 2_500 and ring["bus_gbps"] > 0

    frames = rdpcap(str(tmp_path / "out" / "captures" / "nic2_0--p0-t0-1_0.pcapng"))
    assert frames[0][IPv6].dst.startswith("fcbb:bbbb") and max(len(frame) for frame in frames) == 200
    # In the run's time; captures end when everything has been looked at, a moment after the end.
    assert 0 < frames[0].time < frames[-1].time < 2 * result["verdict"]["end_ns"] / 1e9
    page = (tmp_path / "out" / "report.html").read_text()
    assert f"Run live on {target}" in page and "of emulated time" not in page
    assert ("cables of Unix sockets" in page) == (cables == "unix")
    assert not (tmp_path / "out" / "logs" / "data").exists()


def test_interrupted_it_leaves_no_half_result(tmp_path):
    namespaces()
    process = subprocess.Popen(
        command(tmp_path), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline()
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == 130 and time.monotonic() - begun < 30
    assert "Traceback" not in complaints
    assert sorted(each.name for each in (tmp_path / "out").glob("*")) in ([], ["logs"])
