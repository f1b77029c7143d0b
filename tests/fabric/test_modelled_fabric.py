# SPDX-License-Identifier: Apache-2.0
"""Modelled probing says what emulated probing says, and faults are located in a fabric of eight planes."""

from __future__ import annotations

from pathlib import Path

import pytest

import topologies
from fabric.clustermapper import Agent, AgentOptions
from fabric.emulation.network import Network
from fabric.emulation.switches import running_switches
from fabric.errors import FabricError
from fabric.mapping import AgentAndNic, IdleNic, ModelledFabric
from fabric.scenario.faults import Selection

ROOM = Path(topologies.__file__).parent
LAB = topologies.load(ROOM / "lab.yaml")
MS = 1_000_000
OPTIONS = AgentOptions(interval_ns=MS, timeout_ns=400_000, t1s=1)
DEAD = (
    lambda fabric, well: fabric.set_forwarding("p0-t1-1", well),
    lambda fabric, well: fabric.set_forwarding("p1-t0-0", well),
    lambda fabric, well: fabric.set_link_state("nic2:0--p0-t0-1:0", well),
    lambda fabric, well: fabric.set_link_state("p1-t0-1:3--p1-t1-1:1", well),
    lambda fabric, well: fabric.set_link_loss("p0-t0-0:2--p0-t1-0:0", 0.0 if well else 1.0),
    lambda fabric, well: fabric.set_link_loss("nic3:1--p1-t0-1:1", 0.0 if well else 1.0, to="nic3"),
)
LOSSY = "nic1:0--p0-t0-0:1"


def emulated(drive):
    """The reports of the agents of the lab while `drive` runs, which is given the fabric and how to let time pass."""
    reports = []
    with running_switches(LAB, 1, lambda _: None, served=False) as running:
        agents = [Agent(nic, reports.append, options=OPTIONS, seed=7) for nic in LAB.all_nics()]
        network = Network(LAB, running.switches, [AgentAndNic(agent, IdleNic()) for agent in agents], seed=1)
        for nic in network.nics:
            nic.pump()

        def advance(by_ns):
            until_ns = network.now_ns + by_ns
            network.loop.run(until_ns)
            network.loop.now = until_ns

        drive(network, advance)
    return reports


def modelled(drive, load=0.0):
    reports = []
    fabric = ModelledFabric(LAB, reports.append, OPTIONS, seed=7, load=load)
    drive(fabric, fabric.advance)
    return reports


def plain(reports):
    return sorted((each.at_ns, each.nic, each.t1s, each.lost.tolist(), sorted(each.dark)) for each in reports)


def break_and_mend(fabric, advance):
    """Each kind of fault for three intervals, then all at once, while no probe is under way."""
    for change in DEAD:
        advance(2 * MS)
        change(fabric, False)
        advance(3 * MS)
        change(fabric, True)
    for change in DEAD:
        change(fabric, False)
    advance(4 * MS)


def lose(fabric, advance):
    fabric.set_link_loss(LOSSY, 0.2)
    advance(250 * MS)


def test_a_model_reports_what_the_emulated_fabric_reports():
    told = plain(modelled(break_and_mend))
    assert told == plain(emulated(break_and_mend))
    assert {dark for *_, planes in told for dark in planes} == {0}
    assert len(told) >= 33 * LAB.nics


def test_a_lossy_link_loses_the_same_share_in_both():
    """Both ways pass: 1 - 0.8 * 0.8 of 250 turns, by the T0 and by one T1 in each."""
    for reports in (modelled(lose), emulated(lose)):
        lost = sum(int(each.lost[0].sum()) for each in reports if each.nic == 1)
        assert lost == pytest.approx(0.36 * 500, abs=4 * (500 * 0.36 * 0.64) ** 0.5)
        assert not sum(int(each.lost[1].sum()) for each in reports)
        assert not sum(int(each.lost.sum()) for each in reports if each.nic != 1)


def test_traffic_makes_no_probe_late_unless_the_timeout_is_as_short_as_a_round_trip():
    assert plain(modelled(break_and_mend, load=0.9)) == plain(modelled(break_and_mend))
    late = []
    short = AgentOptions(interval_ns=MS, timeout_ns=4_000, t1s=1)
    ModelledFabric(LAB, late.append, short, seed=7, load=0.9).advance(50 * MS)
    by_t1 = sum(int(each.lost[:, 1:].sum()) for each in late)
    assert 0 < by_t1 < 50 * LAB.nics * LAB.planes
    assert not sum(int(each.lost[:, 0].sum()) for each in late)


def test_what_a_model_cannot_do_is_refused():
    fabric = ModelledFabric(LAB, lambda _: None, seed=1)
    with pytest.raises(FabricError, match="accepted: emulated time"):
        fabric.set_link_rate(LOSSY, 1)
    with pytest.raises(FabricError, match="accepted: emulated time"):
        fabric.set_selected_loss(Selection(link=LOSSY), 0.1)
    with pytest.raises(ValueError, match="accepted: "):
        ModelledFabric(LAB, lambda _: None, seed=1, load=1.0)
