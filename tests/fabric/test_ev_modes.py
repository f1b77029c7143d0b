# SPDX-License-Identifier: Apache-2.0
"""Every way an EV can travel, over the whole fabric."""

from __future__ import annotations

import io
import json
import struct
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

import topologies
from controller.program import ECMP_MEMBER, ROUTE_IPV6, SET_ECMP_GROUP_IPV6
from controller.tables import plan
from fabric.emulation.network import Network
from fabric.emulation.run import Ready, execute
from fabric.emulation.switches import running_switches
from fabric.errors import ScenarioError
from fabric.progress import Progress
from fabric.running import run_scenario
from fabric.scenario.reading import load
from fabric.traffic.nics import build_flows, build_nics
from fabric.traffic.payloads import payloads
from host_stack.explain.captures import read_capture
from host_stack.wire.options import EvMode

# --- Modes -----------------------------------------------------------------------------------------------------------
# Every way an EV can travel, over the whole fabric: p4src, compiler, switches, controller, NICs.

LAB = Path(topologies.__file__).with_name("lab.yaml")

SCENARIO = """\
name: modes
title: Two NICs write to a third over a T1 that dies
topology: lab.yaml
seed: 2
limit: 10ms
sample: 10us
nic: {{congestion: {{algorithm: fixed-window}}, window: 36, options: {{ev_mode: {mode}}}}}
workload:
  - {{from: nic0, to: nic3, bytes: 1MiB}}
  - {{from: nic1, to: nic3, bytes: 1MiB}}
  - {{from: nic2, to: nic3, bytes: 256KiB}}
faults:
  - {{at: 40us, do: switch p0-t1-0 stop}}
captures: [p1-t0-0--p1-t1-0, p1-t0-0--p1-t1-1, "nic3:1--p1-t0-1:1"]
expect:
  all_intact: true
  frames.overflowed: 0
  frames.blackholed: {{min: 1}}
  trims.total: {{min: 10}}
"""


@pytest.fixture(scope="module")
def topology(tmp_path_factory):
    folder = tmp_path_factory.mktemp("modes")
    (folder / "lab.yaml").write_text(LAB.read_text().replace("planes: 2\n", "planes: 2\necmp: true\n", 1))
    return folder


def counted(file):
    """Frames by what follows the first IPv6 header, and those trimmed."""
    frames = list(read_capture(file))
    return Counter(frame.data[20] for frame in frames), frames


@pytest.mark.parametrize("mode", EvMode)
def test_all_bytes_arrive_and_trims_and_a_dead_t1_are_survived(topology, tmp_path, mode):
    (topology / f"{mode.value}.yaml").write_text(SCENARIO.format(mode=mode.value))
    console = Console(file=io.StringIO(), width=120)
    assert run_scenario(topology / f"{mode.value}.yaml", tmp_path, None, console, show_progress=False), (
        console.file.getvalue()
    )
    result = json.loads((tmp_path / "result.json").read_text())
    assert [flow["intact"] for flow in result["flows"]] == [True] * 3
    # NH 17: not encapsulated; 41: IPv6 in IPv6; 43: a routing header before it.
    header = {EvMode.SRV6: 41, EvMode.SRV6_SRH: 43, EvMode.STEV: 17, EvMode.UDP: 17}[mode]
    sizes = []
    for t1 in (0, 1):
        kinds, frames = counted(tmp_path / f"captures/p1-t0-0_{2 + t1}--p1-t1-{t1}_0.pcapng")
        assert set(kinds) == {header}
        sizes.append(sum(frame.length for frame in frames))
    # Both T1s of a plane carry their part, whoever chooses.
    assert min(sizes) > 0.25 * max(sizes)
    kinds, _ = counted(tmp_path / "captures/nic3_1--p1-t0-1_1.pcapng")
    assert set(kinds) == {header}


def test_routes_to_nics_are_planned_only_if_the_topology_says_so(topology):
    plain, hashed = topologies.load(LAB), topologies.load(topology / "lab.yaml")
    for switch in plain.switches():
        without = {entry.key for entry in plan(plain, switch).entries}
        both = {entry.key for entry in plan(hashed, switch.name).entries}
        assert without < both
        added = [entry for entry in plan(hashed, switch.name).entries if entry.key not in without]
        tables = Counter(entry.table for entry in added)
        # T0: two NICs, its own /64, the others' /48; two members. T1: a /64 per T0.
        expected = {ROUTE_IPV6: 4, ECMP_MEMBER: 2} if switch.tier == "t0" else {ROUTE_IPV6: 2}
        assert tables == expected
        groups = [entry for entry in added if entry.action == SET_ECMP_GROUP_IPV6]
        assert [entry.params["members"] for entry in groups] == ([2] if switch.tier == "t0" else [])


# --- Many EVs --------------------------------------------------------------------------------------------------------
# 256 EVs of one queue pair over eight planes, each its own path through 272 switches, and a plane lost under them.

PLANES, T1S = 8, 32
MANY_EVS = f"""\
name: many-evs
topology: {LAB}
overrides: {{planes: {PLANES}, t0s_per_plane: 2, t1s_per_plane: {T1S}, downlinks_per_t0: 1, nics: 2}}
limit: 2ms
nic: {{evs: {PLANES * T1S}}}
workload:
  - {{from: nic0, to: nic1, bytes: 6MiB}}
faults:
  - {{at: 25us, do: "link nic0:3--p3-t0-0:0 down"}}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    file = tmp_path_factory.mktemp("many") / "many-evs.yaml"
    file.write_text(MANY_EVS)
    scenario = load(file)
    nics = build_nics(scenario)
    flows = build_flows(scenario, nics, [payload.contents for payload in payloads(scenario, None)])
    with running_switches(scenario.topology, scenario.seed, lambda _text: None, served=False) as built:
        network = Network(scenario.topology, built.switches, nics, seed=1)
        measured = execute(scenario, Ready(network, flows), progress=Progress())
    return measured, next(qp for qp in nics[0].queue_pairs.values() if qp.counters.data_packets)


def test_all_256_evs_carry_data_each_on_a_path_of_its_own(run):
    measured, qp = run
    (flow,) = measured.flows
    assert flow.intact
    assert len(qp.evs) == qp.evs.usable() == PLANES * T1S
    assert sum(entry.packets > 0 for entry in qp.evs) == PLANES * T1S
    assert len({path.switches for path in flow.paths}) == PLANES * T1S
    assert Counter(entry.plane for entry in qp.evs) == dict.fromkeys(range(PLANES), T1S)


def test_a_plane_of_32_evs_is_left_as_one_and_blames_none(run):
    measured, qp = run
    assert qp.counters.evs_retired == 0
    assert qp.counters.plane_losses > 0
    assert qp.counters.timeouts == 0
    after = qp.counters.plane_packets
    # 35 us at 24 packets a us over eight planes, then seven: the others carry more, and as much as each other.
    others = [count for plane, count in enumerate(after) if plane != 3]
    assert max(others) - min(others) <= 0.03 * max(others) + 2
    assert after[3] < 0.7 * min(others)
    assert measured.flows[0].worst_latency_ns < 60_000


# --- IPv4 and ECMP ---------------------------------------------------------------------------------------------------
# MRC over IPv4 and ECMP, end to end: the shipped scenario with a quarter of its bytes, and what its links carried.

ECMP = Path(topologies.__file__).parent / "scenarios" / "ipv4-ecmp.yaml"
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
    file.write_text(SHORTER.format(base=ECMP, lab=ECMP.parents[1] / "lab.yaml") + extra)
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
