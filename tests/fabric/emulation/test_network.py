# SPDX-License-Identifier: Apache-2.0
"""Faults happen to a network: to both directions of a link, and to no other."""

from __future__ import annotations

from fabric_kit import fake_network

from fabric.scenario.reading import load

CABLE = "p0-t0-0:2--p0-t1-0:0"


def test_a_nic_and_no_switch_is_told_of_its_link(scenario_file):
    network = fake_network(load(scenario_file()))
    seen = []
    for node in network.nics:
        node.nic.set_carrier = lambda port, up, now, name=node.name: seen.append((name, port, up, now))
    network.set_link_state(CABLE, False)
    network.set_link_state("nic1:1--p1-t0-0:1", False)
    network.set_link_state("nic1:1--p1-t0-0:1", False)  # it was down
    network.loop.run(10**9)
    assert seen == [("nic1", 1, False, 10_000)]


def test_a_fault_of_a_link_changes_both_directions_of_that_link(scenario_file):
    network = fake_network(load(scenario_file()))
    untouched = {name: [(d.loss, d.rate_bps, d.up) for d in link] for name, link in network.links.items()}
    network.set_link_loss(CABLE, 0.5)
    network.set_link_rate(CABLE, 5)
    network.set_link_state(CABLE, False)
    assert {name: [(d.loss, d.rate_bps, d.up) for d in link] for name, link in network.links.items()} == {
        **untouched,
        CABLE: [(0.5, 5, False)] * 2,
    }


def test_a_loss_towards_a_node_spares_the_other_way(scenario_file):
    network = fake_network(load(scenario_file()))
    ways = {way.name: way for way in network.links[CABLE]}
    network.set_link_loss(CABLE, 0.5)
    network.set_link_loss(CABLE, 0.25, "p0-t1-0")
    assert {name: way.loss for name, way in ways.items()} == {
        "p0-t0-0:2>p0-t1-0:0": 0.25,
        "p0-t1-0:0>p0-t0-0:2": 0.0,
    }
