# SPDX-License-Identifier: Apache-2.0
"""VPP in the place of a switch: which SIDs and routes it gets, and that it forwards by them where it is there."""

import os
import secrets
import subprocess
import sys
import time
from ipaddress import IPv6Address

import pytest
from house_kit import ROOT
from namespace_kit import namespaces
from routers_kit import VPP, VPPCTL
from routers_kit import StandIn as Programs
from waiting_kit import until

import controller
from fabric import results
from fabric.errors import FabricError
from fabric.live import stand_in
from fabric.live.messages import TopologySource
from fabric.live.stand_in import in_place_of, interfaces_of, lines_of, settings_of
from p4soft.targets.links import open_attachment
from p4soft.targets.process import missing_programs
from ptf_tests.dut import router
from ptf_tests.dut.router import run_ip
from ptf_tests.switch.settings import Blackhole, Route, SettingError, un
from topologies import load

LAB = ROOT / "topologies" / "lab.yaml"


def switch_of(name):
    return next(switch for switch in load(LAB).switches() if switch.name == name)


def test_a_t0_has_its_sid_its_links_and_the_blackhole():
    """Plane 0's first T0 of topologies/lab.yaml: two NICs, then two T1s; uSIDs as docs/protocol says them."""
    switch = switch_of("p0-t0-0")
    found = list(settings_of(controller.plan(switch.fabric, switch).entries))
    assert found[:2] == [un("fcbb:bbbb:1000::/48"), Blackhole("fcbb:bbbb::/32")]
    assert [setting.port for setting in found[2:]] == [0, 1, 2, 3]
    assert {type(setting) for setting in found[2:]} == {Route}


def test_what_vpp_is_told():
    lines = lines_of(switch_of("p0-t0-0"))
    assert "set ip neighbor static host-s1p2 fdad:0:ffff:2::2 02:20:00:00:00:00" in lines
    assert "sr localsid prefix fcbb:bbbb:1000::/48 behavior un 16" in lines
    assert "ip route add fcbb:bbbb::/32 via drop" in lines
    assert len([line for line in lines if line.startswith("ip route add ")]) == 5


def test_two_that_stand_in_have_interfaces_of_different_names():
    """All switches are in one network, where a second name must be free: the second VPP was refused `p0`."""
    first, second = ({line.split()[3] for line in interfaces_of(switch_of(name))} for name in ("p0-t0-0", "p1-t0-0"))
    assert len(first) == len(second) == 4 and not first & second


def test_a_switch_that_does_more_is_refused(monkeypatch):
    monkeypatch.setattr(stand_in, "UN", "another")
    with pytest.raises(SettingError, match=r"my_sid\.uN: VPP stands in for uN SIDs and IPv6 routes; accepted: those"):
        lines_of(switch_of("p0-t0-0"))


FRAME = bytes.fromhex(
    "021000000000 022200000001 86dd 60000000 0008 3b 40 fd000000000000000000000000000001"
    " fcbbbbbb 1000 {usid} 0000000000000000 0102030405060708".replace(" ", "").replace("{usid}", "0000")
)
"""To the T0's MAC address on port 0: IPv6 without a payload that means anything (next header 59), hop limit 64."""


@pytest.mark.root
def test_it_forwards():
    """The network of a lab's switches is a namespace; the other ends of its links are here."""
    reason = router.unavailable() or missing_programs("vpp", "vppctl")
    if reason:
        pytest.skip(reason)
    switch = switch_of("p0-t0-0")
    token = secrets.token_hex(3)
    space, ends = f"mrc-test-{token}", {port.number: f"mrc{token}t{port.number}" for port in switch.ports()}
    run_ip(["netns", "add", space])
    try:
        run_ip(["-batch", "-"], batch=[
            f"link add {end} mtu 9600 type veth peer name {switch.name}.{port} mtu 9600 netns {space}"
            for port, end in ends.items()
        ])  # fmt: skip
        router.quiet(ends.values())
        run_ip(["-n", space, "-batch", "-"], batch=[f"link set {switch.name}.{port} up" for port in ends])
        with in_place_of(switch.name, TopologySource(file=str(LAB)), ["ip", "netns", "exec", space]) as running:
            assert running.version.startswith("VPP v") and running.death() is None
            route = [s for s in settings_of(controller.plan(switch.fabric, switch).entries) if isinstance(s, Route)][2]
            usid = IPv6Address(route.prefix.partition("/")[0]).packed[4:6]
            with open_attachment(ends[0]) as ours, open_attachment(ends[2]) as theirs:
                ours.send(FRAME[:44] + usid + FRAME[46:])
                got = theirs.recv(time.monotonic() + 10)
                while got is not None and got[-8:] != FRAME[-8:]:
                    got = theirs.recv(time.monotonic() + 10)
        assert running.process.returncode == 0
    finally:
        run_ip(["netns", "delete", space])
    assert got is not None
    assert got[:12] == bytes.fromhex("022000000000") + switch.mac(2).to_bytes(6, "big")
    assert got[21] == 63
    assert got[38:54] == bytes.fromhex("fcbbbbbb") + usid + bytes(10)


# --- In a scenario, with a program that takes VPP's words and forwards nothing ---------------------------------------


SCENARIO = f"""\
name: swallowed
topology: {LAB}
overrides: {{t0s_per_plane: 1, t1s_per_plane: 1, nics: 2}}
limit: 60ms
workload: [{{from: nic0, to: nic1, bytes: 256KiB}}]
expect: {{all_intact: true}}
"""


ENDS = VPP.replace("exec sleep 600", "until grep -q behavior {log}; do sleep 0.1; done; sleep 1")


def installed(tmp_path, vpp):
    """Programs that take VPP's words, with this script as `vpp`."""
    programs = Programs(tmp_path)
    programs.install("vppctl", VPPCTL)
    programs.install("vpp", vpp)
    return programs


def test_one_that_ends_is_gone(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{installed(tmp_path, ENDS).programs}:{os.environ['PATH']}")
    with (
        pytest.raises(FabricError, match=r"^what stood in for p0-t0-0 ended \(exit status 1\)$"),
        in_place_of("p0-t0-0", TopologySource(file=str(LAB))) as running,
    ):
        assert running.version == "VPP v26.06-release"
        until(running.death, 60)
        assert running.death() == "exit status 1"


def live(tmp_path, vpp, scale=5000):
    """A scenario whose switch p0-t0-0 is stopped, with this script as `vpp`."""
    namespaces()
    programs = installed(tmp_path, vpp)
    scenario = tmp_path / "swallowed.yaml"
    scenario.write_text(SCENARIO)
    command = [sys.executable, "-m", "fabric", "live", scenario, "--out", tmp_path / "out", "--stand-in", "p0-t0-0"]
    path = f"{programs.programs}:{os.environ['PATH']}"
    run = subprocess.run(
        [*map(str, command), "--scale", str(scale), "--engine", "python"],
        capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "PATH": path},
    )  # fmt: skip
    return run, programs.told()


def test_a_scenario_with_a_switch_in_whose_place_is_another_program(tmp_path):
    run, told = live(tmp_path, VPP)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "VPP v26.06-release forwards in the place of p0-t0-0" in run.stdout
    assert "create host-interface name s1p0 hw-addr 02:10:00:00:00:00" in [line.strip() for line in told]
    assert "sr localsid prefix fcbb:bbbb:1000::/48 behavior un 16" in told
    result = results.load(tmp_path / "out" / "result.json")
    assert result["live"]["stand_ins"] == {"p0-t0-0": "VPP v26.06-release"}
    arrived = [path for path in result["flows"][0]["paths"] if path["frames"]]
    assert {path["switches"][0] for path in arrived} == {"p1-t0-0"}
    switch = next(each for each in result["fabric"]["switches"] if each["name"] == "p0-t0-0")
    assert switch["received"] > 0 == switch["emitted"] == switch["blackholed"]
    assert not switch["stopped_at_end"]


@pytest.mark.long
def test_a_program_that_ends_while_it_stands_in(tmp_path):
    run, _ = live(tmp_path, ENDS, scale=50_000)
    assert run.returncode == 1
    assert "VPP v26.06-release in the place of p0-t0-0 is gone (exit status 1)" in run.stderr
    assert "Traceback" not in run.stderr and not (tmp_path / "out" / "result.json").exists()
