# SPDX-License-Identifier: Apache-2.0
"""Scenarios that cannot run live are refused before anything starts, in one clear message."""

import fcntl
import os
import re
from pathlib import Path

import pytest
from command_kit import status
from namespace_kit import namespaces

from fabric import __main__ as fabric_main
from fabric.errors import FabricError
from fabric.live.scenarios.run import check_live, check_stand_ins, check_target, interval
from fabric.scenario.reading import load
from fabric.traffic.payloads import Contents
from fabric.traffic.plan import plan_of
from p4soft.targets import get_target

ROOT = Path(__file__).parents[4]
DEMO = ROOT / "topologies" / "scenarios" / "demo.yaml"


def scenario_of(tmp_path, text):
    file = tmp_path / "scenario.yaml"
    file.write_text(f"base: {DEMO}\nname: mine\n{text}")
    return load(file)


def refusal(scenario, factor=1000, size=1000):
    with pytest.raises(FabricError) as refused:
        check_live(scenario, [Contents(bytes(size), size)] * len(plan_of(scenario).flows), factor, print)
    return str(refused.value)


def test_expectations_are_replaced_name_by_name(tmp_path):
    text = "expect: {trims.total: {min: 7}, nacks.total: {max: 9}}\nlive: {expect: {trims.total: 3, nacks.total: }}\n"
    scenario = scenario_of(tmp_path, text)
    assert str(scenario.expect["trims.total"]) == "≥ 7"
    live = scenario.as_live().expect
    assert str(live["trims.total"]) == "= 3"
    assert "nacks.total" not in live and live["all_intact"] == scenario.expect["all_intact"]


def test_a_check_that_does_not_exist_is_named_with_its_line(tmp_path):
    with pytest.raises(FabricError, match=r"scenario.yaml:3: live.expect.trimms.total: no check named 'trimms.total'"):
        scenario_of(tmp_path, "live: {expect: {trimms.total: 3}}\n")


def test_frames_that_live_links_cannot_tell_are_refused_by_name(tmp_path):
    said = refusal(scenario_of(tmp_path, "faults: [{at: 5us, do: flow nic0>nic3 loss 0.2 ev 0xc0000001}]\n"))
    assert re.search(r"scenario\.yaml:3: faults: `flow nic0>nic3 ev 0xc0000001 loss 0\.2`: .*live links lose any", said)
    assert "accepted: `link A--B loss 0.2`, or emulated time" in said


def test_what_no_live_run_can_measure(tmp_path):
    scenario = scenario_of(tmp_path, "expect: {latency.worst_frame_us: {max: 9}}\n")
    said = refusal(scenario)
    assert re.search(r"scenario\.yaml:3: expect\.latency\.worst_frame_us: cannot be measured live: no frame says", said)
    assert "accepted: `live: {expect: {latency.worst_frame_us: }}`" in said
    check_live(
        scenario_of(
            tmp_path,
            "expect: {latency.worst_frame_us: {max: 9}}\nlive: {expect: {latency.worst_frame_us: }}\n",
        ).as_live(),
        [Contents(bytes(1000), 1000)] * 3, 1000, print,
    )  # fmt: skip


def test_what_would_take_hours(tmp_path):
    # Three writes of 1 MB into one NIC of 200 Gb/s: 120 us, a million times slower 120 s, 100 million times 3.3 h.
    scenario = scenario_of(tmp_path, "")
    check_live(scenario, [Contents(bytes(1_000_000), 1_000_000)] * 3, 10_000_000, print)
    said = refusal(scenario, factor=100_000_000, size=1_000_000)
    assert "mine: at 1 : 100,000,000 its writes take 3.3 h or more; accepted: 1 h, with shorter writes" in said


def test_an_open_loop_takes_its_time_whatever_it_carries(tmp_path):
    text = "workload: [{from: nic0, to: nic3, bytes: 2, times: 5001, every: 1us}]\nlimit: 1s\nfaults: []\n"
    assert "its writes take 1.4 h or more" in refusal(scenario_of(tmp_path, text), factor=1_000_000, size=2)  # 5 ms


def test_pinned_evs_that_are_none(tmp_path):
    text = "workload: [{from: nic0, to: nic3, bytes: 2, evs: [p0-t9-9]}]\nfaults: []\n"
    said = refusal(scenario_of(tmp_path, text))
    assert re.search(r"scenario\.yaml:3: workload\.0\.evs\.0: no path of the flow crosses 'p0-t9-9'; accepted: ", said)


def test_nics_that_cannot_be_set_up_so(tmp_path):
    assert "nic.options.no_such: no such NIC option" in refusal(scenario_of(tmp_path, "nic: {options: {no_such: 1}}\n"))
    assert "nic.congestion" in refusal(scenario_of(tmp_path, "nic: {congestion: {algorithm: none-such}}\n"))


def test_a_target_that_is_not_there(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    arguments = ["live", DEMO, "--target", "bmv2", "--scale", "1000", "--out", tmp_path / "out"]
    if get_target("bmv2").unavailable() is None:
        pytest.skip("p4c and BMv2 are in /usr/bin or /bin: this runs where they are elsewhere, or nowhere")
    assert status(fabric_main.main, arguments) == 1
    assert "error: the bmv2 target is not available: not on the PATH: p4c-bm2-ss" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_bmv2_needs_no_root_where_namespaces_are_to_be_had(monkeypatch, tmp_path):
    for program in ("p4c-bm2-ss", "simple_switch_grpc", "ip"):
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    check_target(get_target("bmv2"))


def test_an_output_directory_into_which_another_run_writes(capsys, tmp_path):
    namespaces()
    other = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    assert status(fabric_main.main, ["live", DEMO, "--scale", "1000", "--out", tmp_path]) == 1
    os.close(other)
    assert f"error: {tmp_path}: another live run writes there; accepted: another --out" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_looks_are_not_more_frequent_than_a_machine_can_look():
    assert interval(10_000, 50_000) == 10_000  # 0.5 s
    assert interval(10_000, 10_000) == 40_000  # 0.1 s would be too often
    assert interval(10_000, 9_999) == 50_000


@pytest.mark.parametrize(
    ("switch", "cables", "said"),
    [
        (
            "p0-t0-9",
            "veth",
            r"--stand-in: no switch named 'p0-t0-9'; did you mean 'p0-t0-[01]'",
        ),
        ("p0-t0-0 p0-t0-0", "veth", "--stand-in: p0-t0-0 stands twice; accepted: each switch once"),
        ("p0-t0-0", "unix", "--stand-in: VPP needs the interfaces of a switch; accepted: --cables veth"),
        ("p0-t1-0", "veth", r"faults\.0: `switch p0-t1-0 stopped`: VPP is in its place; accepted: another --stand-in"),
        ("p0-t0-0", "veth", "not on the PATH: vpp, vppctl; VPP comes from https://fd.io/"),
    ],
)
def test_what_vpp_cannot_stand_in_for(switch, cables, said, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FabricError, match=said):
        check_stand_ins(load(DEMO), switch.split(), cables)
