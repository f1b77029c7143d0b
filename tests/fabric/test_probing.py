# SPDX-License-Identifier: Apache-2.0
"""Probing at any size: loops as the planned tables send them, loads by arithmetic, faults located in a simulation."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

import topologies
from fabric.clustermapper import Agent, AgentOptions, MapOptions
from fabric.probing import KINDS, Loops, Part, Simulation, load, trial

PAPER = Path(topologies.__file__).parent / "paper-8plane.yaml"


@pytest.fixture(scope="module")
def lab():
    return topologies.load(topologies.LAB)


@pytest.fixture(scope="module")
def wide(lab):
    """Two planes of 6 T0s with 8 NICs each, 24 T1s."""
    sizes = {"t0s_per_plane": 6, "t1s_per_plane": 24, "downlinks_per_t0": 8, "nics": None}
    return type(lab)(lab.spec.model_copy(update=sizes))


@pytest.fixture(scope="module")
def loops(wide):
    return Loops.planned(wide)


def test_every_loop_comes_back_by_the_planned_tables(lab, loops):
    assert Loops.planned(lab).count() == (16, 16)  # 4 NICs, 2 planes, 2 T1s
    assert loops.count() == (6 * 8 * 2 * 24, 6 * 8 * 2 * 24)


@pytest.mark.parametrize(
    ("name", "index", "gone"), [("up", (1, 2, 3), 8), ("down", (1, 3, 2), 8), ("last", (1, 2, 3), 24)]
)
def test_a_wrong_entry_costs_the_loops_that_use_it(loops, name, index, gone):
    """A T0's or T1's route of a link: the 8 NICs of that T0. A route of a downlink: that NIC, by all 24 T1s."""
    ports = getattr(loops, name).copy()
    ports[index] += 1
    coming, there = structs.replace(loops, **{name: ports}).count()
    assert there - coming == gone


def test_what_the_papers_agents_send_on_one_plane():
    """131,072 NICs; each probes 1 T0 and 16 T1s each millisecond, with 126 bytes: Ethernet 14, two IPv6 headers 80,
    UDP 8, payload 24; the wire adds 24. 256 NICs of a T0 share its 256 uplinks."""
    paper = topologies.load(PAPER)
    cost = load(type(paper)(paper.spec.model_copy(update={"planes": 1})), AgentOptions(), MapOptions())
    assert cost.probes_per_s == 131_072 * 17 * 1000
    assert cost.probe_bytes == 126
    assert cost.nic_port_bps == 17_000 * 150 * 8
    assert cost.link_bps == 16_000 * 150 * 8
    assert (cost.sweep_ns, cost.link_gap_ns) == (16_000_000, 62_500)
    assert cost.map_bytes == 262_144 * 3 * 2 * 4  # links, windows, two counters of 4 bytes
    assert cost.report_bps == 131_072 * 1000 * (96 + 17)
    assert 20_000 < cost.agent_bytes < 200_000


@pytest.mark.parametrize("downlink", [0, 3, 7])
def test_simulated_agents_take_turns_as_agents_do(wide, loops, downlink):
    options = AgentOptions()
    told = []
    agent = Agent(wide.nic(2 * 8 + downlink), told.append, options=options)
    simulation = Simulation(loops, {}, 0, options, MapOptions())
    now = options.interval_ns
    for interval in range(4):
        agent.transmit(0, now)
        now += options.timeout_ns
        agent.transmit(0, now)
        probed = set(told[interval].t1s) - {-1}
        assert probed == set(simulation._turns(interval)[downlink].tolist())
        now += options.timeout_ns


FAULTS = {
    "NIC link": Part("NIC link", 1, 2, 3),
    "T0": Part("T0", 0, 5, -1),
    "link": Part("link", 1, 0, 23),
    "T1": Part("T1", 0, -1, 7),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_dead_is_found_by_three_looks_and_nothing_else_is(loops, kind):
    """Three intervals of 1 ms less the first one's beginning, and 0.5 ms until its last probes count as lost."""
    found = trial(loops, FAULTS[kind], 1.0, seed=1)
    assert (found.after_ns, found.wrong) == (2_500_000, ())


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_lossy_is_found_later(loops, kind):
    found = trial(loops, FAULTS[kind], 0.05, seed=1)
    assert found.after_ns is not None
    assert found.wrong == ()
    assert trial(loops, FAULTS[kind], 0.05, seed=1) == found


def test_a_wrong_entry_looks_like_a_dead_link(loops):
    ports = loops.up.copy()
    ports[1, 2, 3] += 1
    simulation = Simulation(structs.replace(loops, up=ports), {}, 1, AgentOptions(), MapOptions())
    assert [simulation.step() for _ in range(3)] == [[], [], [Part("link", 1, 2, 3)]]
