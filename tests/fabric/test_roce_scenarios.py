# SPDX-License-Identifier: Apache-2.0
"""RoCE NICs in the fabric: over the switches' ECMP, their marks and their drops, measured as MRC is."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

import topologies
from fabric.errors import ScenarioError
from fabric.live.scenarios.run import check_live
from fabric.running import result_of, run_scenario
from fabric.scenario.reading import load
from fabric.traffic.nics import build_traffic
from fabric.traffic.payloads import Contents
from host_stack.explain.captures import read_capture
from host_stack.roce.wire import FrameParser, Packet

LAB = Path(topologies.__file__).parent / "lab.yaml"

SCENARIO = """\
name: small-roce
topology: {lab}
overrides:
  ecmp: true
  nic_prefix_ipv4: 10.0.0.0/16
  qos.queues.1.host.limit: 400 kB
  qos.queues.1.host.ecn.min: 20 kB
  qos.queues.1.host.ecn.max: 200 kB
  qos.queues.1.host.ecn.p_max: 10 %
seed: 3
limit: 20ms
nic: {{kind: roce, qps: 8, options: {{timeout: 6}}}}
workload:
  - {{from: nic0, to: nic3, bytes: 1MiB}}
  - {{from: nic1, to: nic3, bytes: 1MiB}}
  - {{from: nic2, to: nic1, bytes: 300kB, at: 10us}}
faults:
  - {{at: 10us, do: link p0-t0-0--p0-t1-0 loss 0.02}}
captures: ["nic3:0--p0-t0-1:1", "p1-t0-0--p1-t1-0", "p1-t0-0--p1-t1-1", "p0-t0-0--p0-t1-0", "p0-t0-0--p0-t1-1"]
expect:
  all_intact: true
  trims.total: 0
  evs.retired: 0
  cnps.total: {{min: 1}}
  nacks.total: {{min: 1}}
  p4runtime_writes_during_run: 0
"""


def scenario_file(folder: Path, old: str = "", new: str = "") -> Path:
    text = SCENARIO.format(lab=LAB)
    assert old in text
    file = folder / "small-roce.yaml"
    file.write_text(text.replace(old, new, 1))
    return file


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    folder = tmp_path_factory.mktemp("roce")
    console = Console(file=io.StringIO(), width=120)
    held = run_scenario(scenario_file(folder), folder, None, console, show_progress=False)
    assert held, console.file.getvalue()
    return folder


def packets(folder: Path, link: str, receiver: topologies.NicNode) -> list[tuple[bytes, Packet]]:
    """What a link carried towards a NIC, with its UDP source port."""
    parser = FrameParser(receiver.address.to_bytes(16, "big"))
    frames = [bytes(frame.data) for frame in read_capture(folder / f"captures/{link}.pcapng")]
    parsed = [(frame[54:56], parser.parse(frame)) for frame in frames]
    return [(port, packet) for port, packet in parsed if isinstance(packet, Packet)]


def test_everything_arrives_and_is_measured(ran):
    result = json.loads((ran / "result.json").read_text())
    flows = result["flows"]
    assert [flow["intact"] for flow in flows] == [True] * 3
    # 1 MiB in packets of 4096; what was lost, and what was behind it, was sent again.
    assert [flow["packets"] for flow in flows] == [256, 256, 74]
    assert sum(flow["retransmissions"] for flow in flows) > sum(flow["losses"] for flow in flows) > 0
    for what in ("losses", "retransmissions"):
        assert [sum(counts) for counts in result["timeline"][what]] == [flow[what] for flow in flows]
    assert flows[0]["cnps"] + flows[1]["cnps"] > 0
    assert [flow["evs_retired"] for flow in flows] == [0] * 3
    assert result["scenario"]["nic"]["kind"] == "roce"
    # Nobody chooses paths: eight queue pairs, four on each of two planes, that hash to one of two T1s each.
    assert all(1 <= flow["sprayed_paths"] <= 4 for flow in flows)
    assert result["checks"]["frames.lost_on_links"] > 0
    assert (ran / "report.html").read_text().count("Entropy values") == 0


def test_a_queue_pair_takes_one_path(ran):
    lab = topologies.load(LAB, {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16"})
    nic3 = lab.nic("nic3")
    seen: dict[tuple[bytes, int], set[str]] = {}
    for plane in (0, 1):
        for t1 in (0, 1):
            link = f"p{plane}-t0-0_{2 + t1}--p{plane}-t1-{t1}_0"
            for port, packet in packets(ran, link, nic3):
                if packet.kind.operation.value == "write":
                    seen.setdefault((port, packet.bth.dest_qpn), set()).add(link)
    assert len(seen) == 16  # of nic0 and nic1; all of them cross a T1
    assert {len(links) for links in seen.values()} == {1}
    assert len(set.union(*seen.values())) >= 3


def test_marks_reach_the_receiver_on_the_last_hop(ran):
    nic3 = topologies.load(LAB).nic("nic3")
    data = [p for _, p in packets(ran, "nic3_0--p0-t0-1_1", nic3) if p.kind.operation.value == "write"]
    assert 0 < sum(packet.marked for packet in data) < len(data)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("qps: 8", "qps: 17", "nic.qps: .*1..16"),
        ("qps: 8", "qps: 8, evs: 4", "`evs` does not belong to `kind: roce`"),
        ("qps: 8", "qps: 8, trimming: false", "`trimming` does not belong to `kind: roce`"),
        ("kind: roce", "kind: mrc", "`qps` does not belong to `kind: mrc`"),
        ("kind: roce", "kind: uec", "nic.kind: .*accepted: `mrc`, or `roce`"),
        ("seed: 3", "seed: 3\nclustermapper: {}", "clustermapper.*`kind: roce` chooses no paths"),
        ("timeout: 6", "timeout: 32", "nic.options.timeout: .*accepted: 0..31"),
        ("timeout: 6", "timeout: fast", "nic.options.timeout: .*a whole number"),
        ("timeout: 6", "ev_mode: udp", "nic.options.ev_mode: no such option of a RoCE NIC; accepted: ack_every"),
        ("timeout: 6", "network: ipv5", "nic.options.network: 'ipv5' is unknown; accepted: ipv6, ipv4"),
        ("qps: 8", "congestion: {algorithm: nscc}", "nic.congestion.algorithm: .*accepted: dcqcn, none"),
        ("qps: 8", "congestion: {algorithm: none, g: 1}", "nic.congestion.g: .*no parameters"),
        ("qps: 8", "congestion: {g: 2}", "nic.congestion.g: 2 is out of range; accepted"),
        ("qps: 8", "congestion: {begin_bps: 0}", "nic.congestion.begin_bps: 0 is out of range; accepted: .* 1"),
        ("qps: 8", "congestion: {alpha: 2}", "nic.congestion.alpha: 2 is out of range; accepted: above 0, at most 1"),
        ("qps: 8", "congestion: {cnp_pacing: nic}", "nic.congestion.cnp_pacing: 'nic' is unknown; accepted: qp, port"),
        (
            "qps: 8, options: {timeout: 6}}\nworkload:\n  - {from: nic0,",
            "congestion: {algorithm: none}}\nworkload:\n  - {begin_bps: 5, from: nic0,",
            r"workload.0.begin_bps: there is no rate without DCQCN; accepted: `algorithm: dcqcn`",
        ),
        ("bytes: 300kB", "bytes: 300kB, begin_bps: 0", r"workload.2.begin_bps: .*1 or more"),
        ("qps: 8", "congestion: {k_min: 2}", "nic.congestion.k_min: no such parameter of dcqcn; accepted: g, cnp"),
        ("  ecmp: true\n  nic_prefix_ipv4: 10.0.0.0/16\n", "", "no routes to NICs; accepted: .*`ecmp: true`"),
        ("  ecmp: true\n", "  ecmp: true\n  mtu: 1500\n", "mtu 1500 is not one of IBTA; accepted: 256"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, old, new, says):
    with pytest.raises(ScenarioError, match=says) as caught:
        build_traffic(load(scenario_file(tmp_path, old, new)), [b"x"] * 3)
    assert "small-roce.yaml:" in str(caught.value)


PFC = """\
  qos.pfc.queue: 1
  qos.pfc.xoff: 100 kB
  qos.pfc.xon: 60 kB
  qos.queues.1.discard: drop
  qos.queues.1.fabric.limit: 1 MB
"""


def test_flow_control_makes_it_lossless(tmp_path):
    """No DCQCN, line rate from three sides, and nothing is lost; without flow control, in the same run, much is."""
    lossless = scenario_file(tmp_path, "  qos.queues.1.host.limit: 400 kB\n", PFC + "  qos.queues.1.host.limit: 1 MB\n")
    text = lossless.read_text().replace("faults:\n  - {at: 10us, do: link p0-t0-0--p0-t1-0 loss 0.02}\n", "")
    text = text.replace("qps: 8", "qps: 8, congestion: {algorithm: none}").split("expect:")[0]
    lossless.write_text(text)
    checks = result_of(load(lossless), served=False)["checks"]
    assert checks["all_intact"] and checks["pauses.total"] > 0
    assert checks["retransmissions.total"] == checks["frames.overflowed"] == checks["frames.dropped_by_switches"] == 0
    lossy = tmp_path / "lossy.yaml"
    without = "".join(line for line in text.splitlines(keepends=True) if "qos.pfc" not in line)
    lossy.write_text(without.replace("limit: 1 MB", "limit: 100 kB").replace("ecn.max: 200 kB", "ecn.max: 100 kB"))
    checks = result_of(load(lossy), served=False)["checks"]
    assert checks["all_intact"] and checks["pauses.total"] == 0
    assert checks["retransmissions.total"] > checks["frames.dropped_by_switches"] > 0


def test_mrc_does_not_obey_pauses(tmp_path):
    file = scenario_file(tmp_path, "  qos.queues.1.host.limit: 400 kB\n", PFC + "  qos.queues.1.host.limit: 1 MB\n")
    file.write_text(file.read_text().replace("nic: {kind: roce, qps: 8, options: {timeout: 6}}\n", ""))
    with pytest.raises(ScenarioError, match=r"mrc does not obey the pauses of qos\.pfc; accepted: roce"):
        load(file)


def test_over_ipv4(tmp_path):
    file = scenario_file(tmp_path, "timeout: 6", "timeout: 6, network: ipv4")
    traffic = build_traffic(load(file), [Contents(b"x" * 5000, 5000)] * 3)
    assert [nic.config.address for nic in traffic.nics] == [bytes((10, 0, 0, n)) for n in (1, 2, 5, 6)]
    assert [flow.name for flow in traffic.flows] == ["nic0 → nic3", "nic1 → nic3", "nic2 → nic1"]


def test_a_write_shorter_than_its_queue_pairs(tmp_path):
    """Parts are whole packets: two packets keep two of eight queue pairs busy."""
    carried = [Contents(b"x" * size, size) for size in (5000, 1, 8 * 4096)]
    traffic = build_traffic(load(scenario_file(tmp_path)), carried)
    for flow in traffic.flows:
        flow.post()
    for flow, packets_of_it, pairs in zip(traffic.flows, (2, 1, 8), (2, 1, 8), strict=True):
        sent = []
        while (out := traffic.nics[flow.source].transmit(0b11, 0)) is not None:
            sent.append(out[1])
        assert flow.numbers().packets == len(sent) == packets_of_it
        assert len({frame[67:70] for frame in sent}) == pairs
        assert flow.completed_ns() is None


def test_a_run_that_ends_before_its_local_ack_timeout_says_that_it_waits_for_that(tmp_path):
    """By hand: 4.096 us * 2^14 = 67.1 ms from the last acknowledgement on; what a dead link takes is not missed."""
    text = f"""\
name: dead
topology: {LAB}
overrides: {{ecmp: true}}
limit: 300us
nic: {{kind: roce}}
workload: [{{from: nic0, to: nic3, bytes: 100kB}}]
faults: [{{at: 1us, do: "link nic3:0--p0-t0-1:1 down"}}]
"""
    (tmp_path / "dead.yaml").write_text(text)
    (flow,) = result_of(load(tmp_path / "dead.yaml"), served=False)["flows"]
    waits = flow["outstanding"]["waits"]
    assert waits.startswith("its local ACK timeout, which ends at 67.1")
    assert flow["outstanding"]["paths"][0]["packets"] > 0


def test_it_is_refused_live(tmp_path):
    with pytest.raises(ScenarioError, match=r"nic\.kind: roce does not run live; accepted: mrc"):
        check_live(load(scenario_file(tmp_path)), [Contents(b"x", 1)] * 3, 1000, print)
