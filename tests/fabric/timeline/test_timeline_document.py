# SPDX-License-Identifier: Apache-2.0
"""The document of a small incast, its bins, and what frames are called."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timeline_kit import DEAD, LAB, START_NS, STOP_NS, watch

import topologies
from fabric.emulation.run import Watch
from fabric.running import result_of
from fabric.scenario.reading import load
from fabric.timeline.journeys import DATA, OTHER, RETRANSMISSION, MrcReader, RoceReader
from fabric.timeline.recording import Bins, Joined
from host_stack.provision import nic_config
from host_stack.roce.wire import Bth, Opcode

# --- The document ----------------------------------------------------------------------------------------------------
# The document of a small incast against what its scenario lets happen, and against the result of the same run.


def test_the_run_does_not_notice(watched):
    assert result_of(load(watched.file), served=False) == watched.result


def test_faults_are_those_of_the_scenario(watched):
    assert [(each["at_ns"], each["target"], each["state"]) for each in watched.document["faults"]] == [
        (STOP_NS, DEAD, "stopped"),
        (START_NS, DEAD, "started"),
    ]


@pytest.mark.parametrize(
    ("what", "check"),
    [
        ("trims", "trims.total"),
        ("retransmissions", "retransmissions.total"),
        ("nacks", "nacks.total"),
        ("losses", "losses.total"),
        ("timeouts", "timeouts.total"),
        ("blackholed", "frames.blackholed"),
        ("dropped", "frames.dropped_by_switches"),
    ],
)
def test_what_bins_count_is_what_the_result_has(watched, what, check):
    assert watched.total(what) == watched.result["checks"][check]


def test_the_run_is_one_in_which_things_happen(watched):
    checks = watched.result["checks"]
    assert checks["all_intact"]
    assert min(checks[name] for name in ("trims.total", "retransmissions.total", "frames.blackholed")) > 0


def test_flows_and_links_carry_in_all_bins_what_they_carry_in_the_result(watched):
    columns = watched.document["levels"][0]["columns"]
    for index, flow in enumerate(watched.result["flows"]):
        assert sum(columns[f"flow {index} placed"]) == flow["bytes"]
        assert sum(columns[f"flow {index} packets"]) == flow["packets"]
    for index, link in enumerate(watched.result["fabric"]["links"]):
        for way, carried in enumerate(link["bytes"]):
            assert sum(columns.get(f"direction {2 * index + way} bytes", [])) == carried


def test_evs_are_counted_by_state(watched):
    """nic0 has an EV for each plane and T1, two by two."""
    columns = watched.document["levels"][0]["columns"]
    states = [columns.get(f"flow 0 {state}") for state in ("GOOD", "SKIP", "ASSUMED_BAD", "DENIED")]
    bins = watched.document["levels"][0]["bins"]
    assert {sum(values[at] for values in states if values) for at in range(bins)} == {4}


def test_levels_cover_what_they_say(watched):
    whole, *close = watched.document["levels"]
    assert whole["from_ns"] == 0
    assert whole["end_ns"] == watched.result["verdict"]["end_ns"]
    before_ns = -1
    for level in (whole, *close):
        assert all(len(values) == level["bins"] for values in level["columns"].values())
        last_ns = level["from_ns"] + (level["bins"] - 1) * level["step_ns"]
        assert last_ns < level["end_ns"] <= last_ns + level["step_ns"]
    for level in close:
        assert level["from_ns"] > before_ns
        assert level["step_ns"] < whole["step_ns"]
        before_ns = level["end_ns"]
    for at_ns in (0, STOP_NS, START_NS):
        assert any(level["from_ns"] <= at_ns < level["end_ns"] for level in close), at_ns
    reasons = {reason for level in close for reason in level["reasons"]}
    assert {"first packets", "first trims", f"{DEAD} stopped", f"{DEAD} started"} <= reasons


def test_a_close_up_counts_what_the_whole_run_counts_in_the_same_time(watched):
    """Two engines made them: machine code the whole, Python's links the close-ups."""
    whole, *close = watched.document["levels"]
    assert close
    for level in close:
        assert level["from_ns"] % whole["step_ns"] == whole["step_ns"] % level["step_ns"] == 0
        bins = slice(level["from_ns"] // whole["step_ns"], -(-level["end_ns"] // whole["step_ns"]))
        for name, values in level["columns"].items():
            if name.split()[2] in ("bytes", "trims", "placed", "retransmissions", "blackholed"):
                assert sum(values) == sum(whole["columns"][name][bins]), name


def test_the_first_packet_goes_the_way_that_its_ev_names(watched):
    first = watched.document["packets"][0]
    assert (first["kind"], first["from"], first["to"], first["born_ns"]) == ("data", "nic0", "nic3", 0)
    plane, uplink = re.search(r"by p(\d)-t1-(\d)$", first["text"]).groups()
    path = topologies.load(LAB).path(0, 3, int(plane), int(uplink))
    assert [hop["node"] for hop in first["hops"]] == ["nic0", *path.switches, "nic3"]


def test_a_packet_that_arrives_goes_by_the_switch_that_its_text_names(watched):
    arrived = [packet for packet in watched.document["packets"] if packet["to"] is not None]
    assert arrived
    for packet in arrived:
        assert packet["text"].rpartition(" by ")[2] in [hop["node"] for hop in packet["hops"]]


def test_hops_follow_each_other_along_links(watched):
    links = {link["name"]: {link["a"], link["b"]} for link in watched.document["fabric"]["links"]}
    for packet in watched.document["packets"]:
        for here, there in zip(packet["hops"], packet["hops"][1:], strict=False):
            assert links[here["link"]] == {here["node"], there["node"]}
            assert here["at_ns"] <= here["left_ns"] < there["at_ns"]
            assert here["out_size"] == there["size"]


def test_a_trimmed_packet_is_cut_to_the_size_of_the_topology_and_the_switch_says_so(watched):
    trimmed = [packet for packet in watched.document["packets"] if packet["trimmed_ns"] is not None]
    assert trimmed
    for packet in trimmed:
        (hop,) = [hop for hop in packet["hops"] if hop["port"] is not None and hop["out_size"] not in (0, hop["size"])]
        assert hop["out_size"] == 256
        lines = [watched.document["lines"][number][1].strip() for number in hop["trace"]]
        assert f"truncated from {hop['size']} to 256 bytes" in lines
        assert packet["trimmed_ns"] == hop["at_ns"]


def test_of_a_trimmed_packet_the_retransmission_is_kept_too(watched):
    packets = watched.document["packets"]
    trimmed = next(packet for packet in packets if packet["trimmed_ns"] is not None and packet["kind"] == "data")
    again = [each for each in packets if (each["from"], each["psn"]) == (trimmed["from"], trimmed["psn"])]
    assert [each["kind"] for each in again if each is not trimmed][:1] == ["retransmission"]
    assert again[-1]["born_ns"] > trimmed["trimmed_ns"]


def test_a_packet_into_the_dead_switch_is_lost_there(watched):
    lost = [packet for packet in watched.document["packets"] if packet["to"] is None]
    assert lost
    for packet in lost:
        assert packet["fate"].endswith(f"for {DEAD}, and vanished: {DEAD} stopped")
        assert STOP_NS - 1_340 <= packet["end_ns"] < START_NS  # a full frame takes 340 ns, and 1 us, to be there


def test_every_switch_that_forwarded_a_packet_explains_it(watched):
    lines = watched.document["lines"]
    for packet in watched.document["packets"]:
        for hop in packet["hops"]:
            if hop["node"].startswith("nic"):
                assert not hop["trace"]
                continue
            text = [lines[number][1] for number in hop["trace"]]
            assert text[0] == f"received on port {hop['port']}: {hop['size']} bytes at {hop['at_ns'] // 1000} us"
            assert text[-1] == f"  sent out of port {hop['out_port']}: {hop['out_size']} bytes"


def test_kinds_of_packets_around_what_happened(watched):
    kinds = {packet["kind"] for packet in watched.document["packets"]}
    assert {"data", "retransmission", "sack", "nack"} <= kinds
    assert len(watched.document["packets"]) <= 160


def test_fields_of_a_frame_are_there(watched):
    labels = [layer[0] for layer in watched.document["packets"][0]["sent"]]
    assert labels[:5] == ["Ethernet", "outer IPv6", "inner IPv6", "UDP", "BTH"]


def test_places_in_p4_are_told_from_the_top_of_the_project(watched):
    places = {place for _, text in watched.document["lines"] for place in re.findall(r"\[(\S+\.p4):\d+\]", text)}
    assert places
    assert all(place.startswith("p4src/") for place in places)


ROCE = """\
name: lossy
topology: {lab}
limit: 5ms
nic: {{kind: roce}}
workload:
  - {{from: nic0, to: nic2, bytes: 200kB}}
faults:
  - {{at: 0us, do: link nic0:0--p0-t0-0:0 loss 0.05}}
  - {{at: 0us, do: link nic0:1--p1-t0-0:0 loss 0.05}}
overrides: {{ecmp: true}}
"""


PAUSED = """\
name: paused
base: {scenarios}/roce-pfc.yaml
workload:
  - {{from: nic4, to: nic0, bytes: 64KiB}}
  - {{from: nic5, to: nic0, bytes: 64KiB}}
  - {{from: nic6, to: nic0, bytes: 64KiB}}
expect: {{}}
"""
MAPPED = """\
name: mapped
topology: {lab}
limit: 5ms
clustermapper: {{interval: 20us, timeout: 10us}}
workload:
  - {{from: nic0, to: nic3, bytes: 512KiB}}
faults:
  - {{at: 10us, do: link p0-t0-0--p0-t1-0 down}}
"""


@pytest.mark.parametrize(("text", "kinds"), [(PAUSED, {"data", "acknowledge"}), (MAPPED, {"data", "sack", "other"})])
def test_whoever_else_takes_part_does_not_notice(tmp_path, text, kinds):
    seen = watch(tmp_path / "scenario.yaml", text.format(lab=LAB, scenarios=LAB.with_name("scenarios")))
    assert result_of(load(seen.file), served=False) == seen.result
    assert kinds <= {packet["kind"] for packet in seen.document["packets"]}


def test_what_goes_back_sends_again(tmp_path):
    lossy = watch(tmp_path / "lossy.yaml", ROCE.format(lab=LAB))
    packets = lossy.document["packets"]
    assert lossy.result["checks"]["retransmissions.total"] == lossy.total("retransmissions") > 0
    assert {"data", "retransmission", "acknowledge"} <= {packet["kind"] for packet in packets}
    lost = [packet for packet in packets if packet["to"] is None]
    assert lost
    assert all("loss 0.05" in packet["fate"] for packet in lost)


def test_who_looks_is_asked_only_when_it_wants_to_be(watched):
    class Never(Watch):
        due_ns = 1 << 62
        looks = 0

        def begin(self, scenario, network, flows):
            pass

        def look(self):
            self.looks += 1

        def finish(self, result, again):
            pass

    never = Never()
    assert result_of(load(watched.file), never, served=False) == watched.result
    assert never.looks == 1  # at the end


# --- Bins ------------------------------------------------------------------------------------------------------------
# Bins in bounded memory: nothing that was counted is lost when they are joined.


def test_two_bins_become_one_that_covers_both():
    bins = Bins([Joined.SUM, Joined.PEAK, Joined.LAST], from_ns=100, step_ns=10, most=4)
    for row in ([1, 5, 7], [2, 3, 8], [3, 1, 9]):
        bins.add(row)
    assert (bins.step_ns, bins.next_ns) == (10, 140)
    bins.add([4, 2, 6])
    assert bins.rows == [[3, 5, 8], [7, 2, 6]]
    assert (bins.step_ns, bins.next_ns, bins.start_ns(1)) == (20, 160, 120)


def test_a_long_run_takes_no_more_room_than_a_short_one():
    bins = Bins([Joined.SUM], from_ns=0, step_ns=1, most=8)
    for _ in range(1000):
        while_ns = bins.step_ns
        bins.add([while_ns])  # as many as nanoseconds
        assert len(bins.rows) < 8
    assert all(row == [bins.step_ns] for row in bins.rows)


def test_an_odd_bin_at_the_end_stays_as_it_is():
    bins = Bins([Joined.SUM], from_ns=0, step_ns=1, most=100)
    for value in (1, 2, 4):
        bins.add([value])
    bins.halve()
    assert bins.rows == [[3], [4]]


# --- Frames in a word ------------------------------------------------------------------------------------------------
# What frames are, in a word; whatever bytes they are.

FABRIC = topologies.load(LAB)
MRC = nic_config(FABRIC, 0).wire


def roce(opcode, psn, *, qpn=7, version=6):
    """A RoCEv2 frame as far as it is read: Ethernet, IP with UDP next, UDP, BTH."""
    ip = bytes([0x60, 0, 0, 0, 0, 0, 17, 64]) + bytes(32) if version == 6 else bytes([0x45] + 8 * [0] + [17] + 10 * [0])
    ethertype = b"\x86\xdd" if version == 6 else b"\x08\x00"
    return bytes(12) + ethertype + ip + bytes(8) + Bth(opcode, qpn, psn).pack() + bytes(20)


def test_what_is_no_newer_than_what_was_sent_is_sent_again():
    for version in (4, 6):
        reader = RoceReader()
        kinds = [reader.read(0, roce(Opcode.WRITE_MIDDLE, psn, version=version)).kind for psn in (5, 6, 7, 6, 7, 8)]
        assert kinds == [DATA, DATA, DATA, RETRANSMISSION, RETRANSMISSION, DATA]


def test_psns_go_round_and_belong_to_a_queue_pair_and_a_nic():
    reader = RoceReader()
    last = (1 << 24) - 1
    assert reader.read(0, roce(Opcode.WRITE_FIRST, last)).kind == DATA
    assert reader.read(0, roce(Opcode.WRITE_LAST, 0)).kind == DATA
    assert reader.read(0, roce(Opcode.WRITE_FIRST, last)).kind == RETRANSMISSION
    assert reader.read(0, roce(Opcode.WRITE_FIRST, last, qpn=8)).kind == DATA
    assert reader.read(1, roce(Opcode.WRITE_FIRST, last)).kind == DATA


def test_answers_are_called_by_their_opcodes():
    reader = RoceReader()
    assert [reader.read(0, roce(opcode, 3)).kind for opcode in (Opcode.ACKNOWLEDGE, Opcode.CNP)] == [
        "acknowledge",
        "cnp",
    ]
    assert reader.read(0, roce(0x60, 3)).kind == OTHER


@given(st.binary(max_size=200), st.sampled_from([roce(Opcode.WRITE_ONLY, 1), roce(0xC6, 1), b""]), st.integers(0, 100))
def test_no_bytes_raise(tail, head, length):
    for reader in (RoceReader(), MrcReader(MRC, FABRIC)):
        read = reader.read(0, head[:length] + tail)
        assert read.kind
        assert read.text
