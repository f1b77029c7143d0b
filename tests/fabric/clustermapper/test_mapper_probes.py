# SPDX-License-Identifier: Apache-2.0
"""Probes and agents: bytes as docs/clustermapper.md has them, loops as wire-format §2.1 has them, counted by turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import topologies
from fabric.clustermapper import Agent, AgentOptions, Report, Route
from fabric.clustermapper.probes import Probe, ProbeFormat

LAB = topologies.load(Path(topologies.__file__).parent / "lab.yaml")
FORMAT = ProbeFormat(LAB.nic(0), key=0x0102_0304_0506_0708, dscp=46)

BY_T1 = bytes.fromhex(
    # Ethernet: to port 0 of p1-t0-0, from port 1 of NIC 0
    "021100000000 023100000000 86dd"
    # outer IPv6: traffic class 0xb8 (DSCP 46), 72 bytes, IPv6 next, 64 hops; fcbb:bbbb : T0 : T1 : T0 : downlink
    "6b800000 0048 29 40 fd6d7263000000000000000000000001 fcbbbbbb120021011200310000000000"
    # inner IPv6: 32 bytes, UDP next, from the NIC to itself
    "6b800000 0020 11 40 fd6d7263000000000000000000000001 fd6d7263000000000000000000000001"
    # UDP: port 49191 twice, 32 bytes; the checksum is scapy's
    "c027 c027 0020 f40b"
    # MCMP, version 1, plane 1, T1 1, sequence number 5, key
    "4d434d50 01 01 0001 0000000000000005 0102030405060708"
)


def test_a_probe_by_a_t1_is_these_bytes():
    assert FORMAT.frame(Route(0, 1, 1), 5) == BY_T1


def test_a_probe_that_turns_at_the_t0_names_it_and_the_downlink():
    frame = FORMAT.frame(Route(0, 1, -1), 5)
    assert frame[38:54] == bytes.fromhex("fcbbbbbb120031000000000000000000")
    assert frame[-20:-16] == bytes.fromhex("0101ffff")


def test_a_probe_comes_back_with_its_outer_header_or_without():
    assert FORMAT.parse(BY_T1) == FORMAT.parse(BY_T1[:14] + BY_T1[54:]) == Probe(1, 1, 5)


def test_frames_may_be_own_that_have_the_nic_s_address_as_a_source():
    other = BY_T1.replace(LAB.nic(0).address.to_bytes(16, "big"), LAB.nic(1).address.to_bytes(16, "big"))
    decapsulated = BY_T1[:14] + BY_T1[54:]
    assert FORMAT.may_be_own(decapsulated) and FORMAT.may_be_own(other[:14] + BY_T1[14:54] + other[54:])
    assert FORMAT.may_be_own(other[:54] + BY_T1[54:])
    assert not FORMAT.may_be_own(other) and not FORMAT.may_be_own(other[:14] + other[54:])
    assert not FORMAT.may_be_own(b"")


@pytest.mark.parametrize("at", range(12, len(BY_T1)))
def test_a_probe_with_a_byte_changed_is_none_of_ours_unless_switches_may_change_it(at):
    changed = FORMAT.parse(BY_T1[:at] + bytes([BY_T1[at] ^ 0xFF]) + BY_T1[at + 1 :])
    hop_by_hop = (at in range(14, 54) and at != 20) or at in (*range(55, 58), 61)
    assert (changed == Probe(1, 1, 5)) is hop_by_hop


@given(st.binary(max_size=200), st.integers(0, len(BY_T1)))
def test_any_bytes_are_taken(tail, kept):
    FORMAT.parse(BY_T1[:kept] + tail)


def agent_of(reports, **options):
    return Agent(LAB.nic(0), reports.append, options=AgentOptions(**options), seed=3)


def sent_at(agent, now_ns, ports=0b11):
    found = []
    while (pulled := agent.transmit(ports, now_ns)) is not None:
        found.append(pulled)
    return found


def test_what_comes_back_in_time_on_its_plane_is_not_lost():
    reports: list[Report] = []
    agent = agent_of(reports, interval_ns=1000, timeout_ns=400)
    begin_ns = agent.next_wakeup()
    probes = sent_at(agent, begin_ns)
    assert [port for port, _ in probes] == [0, 0, 0, 1, 1, 1]
    for port, frame in probes[:2]:
        assert agent.receive(port, frame, begin_ns + 100)
    assert agent.receive(0, probes[2][1], begin_ns + 400)  # in time's last moment is too late
    assert agent.receive(0, probes[3][1], begin_ns + 100)  # not by its plane
    (report,) = reports
    assert report.at_ns == begin_ns + 400 and report.dark == frozenset()
    assert report.t1s == (-1, 0, 1)
    assert report.lost.tolist() == [[False, False, True], [True, True, True]]
    assert agent.next_wakeup() == begin_ns + 1000


def test_it_says_from_when_on_it_has_something_to_send():
    reports: list[Report] = []
    agent = agent_of(reports, interval_ns=1000, timeout_ns=400)
    begin_ns = agent.next_wakeup()
    assert agent.quiet_ns == begin_ns and agent.transmit(0b11, begin_ns - 1) is None
    assert agent.transmit(0b01, begin_ns) is not None and agent.quiet_ns == 0
    sent_at(agent, begin_ns, ports=0b01)
    assert agent.quiet_ns == 0  # port 1 may be free in a moment
    sent_at(agent, begin_ns + 10, ports=0b10)
    assert agent.quiet_ns == begin_ns + 400
    sent_at(agent, begin_ns + 400)
    assert len(reports) == 1 and agent.quiet_ns == begin_ns + 1000
    assert agent.transmit(0b01, begin_ns + 1000) is not None and agent.quiet_ns == 0
    sent_at(agent, begin_ns + 1400)  # time is up for those that are left
    assert len(reports) == 2 and agent.quiet_ns == begin_ns + 2000


def test_a_probe_counts_once():
    reports: list[Report] = []
    agent = agent_of(reports, interval_ns=1000, timeout_ns=400)
    begin_ns = agent.next_wakeup()
    ((_, frame), *_) = sent_at(agent, begin_ns)
    for _ in range(3):
        assert agent.receive(0, frame, begin_ns + 10)
    sent_at(agent, begin_ns + 400)
    assert reports[0].lost.sum() == 5


def test_a_port_without_carrier_loses_its_probes_and_is_reported_dark():
    reports: list[Report] = []
    agent = agent_of(reports, interval_ns=1000, timeout_ns=400)
    agent.set_carrier(1, up=False)
    begin_ns = agent.next_wakeup()
    for port, frame in sent_at(agent, begin_ns, ports=0b01):
        agent.receive(port, frame, begin_ns + 10)
    sent_at(agent, begin_ns + 400, ports=0b01)
    assert reports[0].dark == {1}
    assert reports[0].lost.tolist() == [[False] * 3, [True] * 3]
    assert sent_at(agent, begin_ns + 401) == []  # what waited is not sent later


def test_agents_of_a_t0_begin_with_different_t1s_and_go_round(tmp_path):
    file = tmp_path / "wide.yaml"
    link = "{rate: 100 Gb/s, delay: 1 us}"
    file.write_text(
        "name: wide\nplanes: 1\nt0s_per_plane: 2\nt1s_per_plane: 4\ndownlinks_per_t0: 2\n"
        f"links: {{host: {link}, fabric: {link}}}\n"
    )
    fabric = topologies.load(file)
    turns = []
    for nic in (0, 1):
        reports: list[Report] = []
        agent = Agent(fabric.nic(nic), reports.append, options=AgentOptions(1000, 400, t1s=2))
        for _ in range(5):
            agent.transmit(0, agent.next_wakeup())
        turns.append([set(report.t1s) - {-1} for report in reports])
    assert turns == [[{0, 1}, {2, 3}], [{2, 3}, {0, 1}]]


@pytest.mark.parametrize("options", [(1000, 1000, 1), (1000, 0, 1), (1000, 400, 0)])
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(ValueError, match="accepted: "):
        AgentOptions(*options)
