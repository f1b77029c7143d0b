# SPDX-License-Identifier: Apache-2.0
"""MRC over IPv4 and ECMP, end to end: the shipped scenario with a quarter of its bytes, and what its links carried."""

from __future__ import annotations

import io
import json
import struct
from pathlib import Path

import pytest
from rich.console import Console

import topologies
from fabric.errors import ScenarioError
from fabric.running import run_scenario
from fabric.scenario.reading import load
from fabric.traffic.nics import build_nics
from host_stack.explain.captures import read_capture

SCENARIO = Path(topologies.__file__).parent / "scenarios" / "ipv4-ecmp.yaml"
TRIM_SIZE = 256
TRIMMED, TRIMMED_LASTHOP = 12, 16

SHORTER = """\
base: {base}
name: shorter
topology: {lab}
workload:
  - {{from: nic0, to: nic3, bytes: 1MiB}}
  - {{from: nic1, to: nic3, bytes: 1MiB}}
  - {{from: nic2, to: nic3, bytes: 1MiB}}
faults:
  - {{at: 40us, do: switch p0-t1-0 stop}}
captures: ["nic3:0--p0-t0-1:1", "p1-t0-0--p1-t1-0", "p1-t0-0--p1-t1-1"]
expect:
  evs.revived:
  goodput_fraction.min:
  plane_balance:
  retransmission_fraction: {{max: 0.4}}
"""


def scenario_file(folder: Path, extra: str = "") -> Path:
    file = folder / "shorter.yaml"
    file.write_text(SHORTER.format(base=SCENARIO, lab=SCENARIO.parents[1] / "lab.yaml") + extra)
    return file


def captured(folder: Path, name: str) -> list[bytes]:
    return [bytes(frame.data) for frame in read_capture(folder / f"captures/{name}.pcapng")]


def checksum_over(header: bytes) -> int:
    """RFC 1071 over a header and its checksum: 0 if that is right."""
    total = sum(struct.unpack("!10H", header))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ipv4")
    console = Console(file=io.StringIO(), width=120)
    held = run_scenario(scenario_file(folder), folder, None, console, show_progress=False)
    assert held, console.file.getvalue()
    return folder


def test_all_bytes_arrive_while_ports_trim_and_a_t1_is_dead(ran):
    result = json.loads((ran / "result.json").read_text())
    checks = result["checks"]
    assert [flow["intact"] for flow in result["flows"]] == [True] * 3
    assert checks["trims.total"] >= 30
    # A NACK may meet the dead T1, and one that may have been lost is said again, once.
    assert abs(checks["nacks.total"] - checks["trims.total"]) <= 3
    assert checks["frames.blackholed"] >= 1
    # EVs of plane 0 that hash to the dead T1 go, and nobody knows beforehand which: half of 64, half of those that
    # take their places, and so on, of each of two senders.
    assert 20 <= checks["evs.retired"] <= 150


def test_every_frame_is_ipv4_as_its_sender_and_its_hops_have_to_make_it(ran):
    """RFC 791: version, length, checksum; RFC 6864 §4.1: no fragments, identification 0; a TTL less each hop."""
    frames = captured(ran, "nic3_0--p0-t0-1_1")
    towards = [frame for frame in frames if frame[30:34] == bytes((10, 0, 0, 6))]
    assert len(towards) > 200
    assert {frame[12:15] for frame in frames} == {b"\x08\x00\x45"}
    assert {checksum_over(frame[14:34]) for frame in frames} == {0}
    assert {frame[18:22] for frame in frames} == {b"\0\0\x40\0"}
    ttls = {source: {f[22] for f in towards if f[29] == source} for source in (1, 2, 5)}
    assert ttls[1] == ttls[2]
    (far,), (near,) = ttls[1], ttls[5]
    assert near - far == 2  # one switch, and three


def test_a_trimmed_copy_has_its_length_and_its_role(ran):
    frames = captured(ran, "nic3_0--p0-t0-1_1")
    trimmed = [frame for frame in frames if frame[15] >> 2 in (TRIMMED, TRIMMED_LASTHOP)]
    assert {frame[15] >> 2 for frame in trimmed} == {TRIMMED_LASTHOP}  # the incast is at the receiver's own ports
    assert {len(frame) for frame in trimmed} == {TRIM_SIZE}
    assert {int.from_bytes(frame[16:18], "big") for frame in trimmed} == {TRIM_SIZE - 14}
    # The UDP length is that of the whole packet: by it a receiver can tell what was cut.
    assert {int.from_bytes(frame[38:40], "big") for frame in trimmed} <= set(range(TRIM_SIZE - 34 + 1, 4200))


def test_the_udp_source_port_spreads_a_flow_over_the_t1s(ran):
    for source in (1, 2):
        ports = []
        for t1 in (0, 1):
            frames = captured(ran, f"p1-t0-0_{2 + t1}--p1-t1-{t1}_0")
            ports.append({frame[34:36] for frame in frames if frame[29] == source})
        assert not ports[0] & ports[1], "an EV takes one path"
        assert min(map(len, ports)) > 0.25 * max(map(len, ports))


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("nic: {options: {network: ipv4, ev_mode: srv6}}\n", "ev_mode: srv6 has no place in IPv4; accepted: udp"),
        ("nic: {options: {network: ipv5, ev_mode: udp}}\n", "network: 'ipv5' is unknown; accepted: ipv6, ipv4"),
        ("overrides: {nic_prefix_ipv4: }\n", "network: the topology has no nic_prefix_ipv4; accepted: ipv6"),
    ],
)
def test_what_does_not_fit_ipv4_is_refused(tmp_path, extra, message):
    with pytest.raises(ScenarioError) as caught:
        build_nics(load(scenario_file(tmp_path, extra)))
    assert message in str(caught.value)
