# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper in the emulated fabric: random faults are located, and NICs stop using what is at fault."""

from __future__ import annotations

import os
from pathlib import Path

import topologies
from fabric.clustermapper import AgentOptions
from fabric.emulation.network import Network
from fabric.emulation.switches import running_switches
from fabric.mapping import Clustermapper, run_trials, score
from host_stack import EvState, Nic
from host_stack.provision import connect, nic_config

LAB = topologies.load(Path(topologies.__file__).parent / "lab.yaml")


def test_faults_are_located():
    """`MRC_MAPPER_TRIALS=330`: five hundred faults; precision, recall above 98 %, of all that is ever told 80."""
    count = int(os.environ.get("MRC_MAPPER_TRIALS", "2"))
    scores = score(list(run_trials(LAB, count, seed=1, say=lambda _: None)))
    assert scores.located + scores.masked > 0
    assert min(scores.precision, scores.recall) >= 0.98
    assert scores.precision_of_all_told >= 0.8


def test_nics_leave_out_what_is_at_fault_and_use_it_again():
    """The link of NIC 3 on plane 0 loses a fifth: every EV of that plane is denied to who writes to it, no other."""
    nics = [Nic(nic_config(LAB, index), seed=index) for index in range(LAB.nics)]
    to_lossy = connect(LAB, nics[0], nics[3], evs=16).a
    elsewhere = connect(LAB, nics[0], nics[2], evs=16).a
    mapper = Clustermapper(LAB, nics, AgentOptions(interval_ns=50_000, timeout_ns=25_000), seed=1)

    def denied(qp):
        assert qp.evs is not None
        return {entry.plane for entry in qp.evs if entry.state is EvState.DENIED}

    with running_switches(LAB, 1, lambda _: None) as running:
        network = Network(LAB, running.switches, mapper.endpoints, seed=1)
        mapper.attach(network)
        network.loop.run(500_000)
        assert denied(to_lossy) == denied(elsewhere) == set()
        network.set_link_loss("nic3:0--p0-t0-1:1", 0.2)
        network.loop.run(3_000_000)
        assert denied(to_lossy) == {0} and denied(elsewhere) == set()
        assert to_lossy.evs is not None
        assert all(entry.state is EvState.DENIED for entry in to_lossy.evs if entry.plane == 0)
        network.set_link_loss("nic3:0--p0-t0-1:1", 0.0)
        network.loop.run(12_000_000)
        assert denied(to_lossy) == set()
