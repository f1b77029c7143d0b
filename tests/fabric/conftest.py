# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

import topologies
from fabric.emulation.fakes import FakeNic, FakeSwitch
from fabric.emulation.network import Network
from fabric.emulation.run import execute
from fabric.report.progress import Silent
from fabric.scenario import reading as scenarios
from fabric.traffic.flow import EvChange, FlowNumbers

LAB = Path(topologies.__file__).with_name("lab.yaml")
PAYLOAD = 4096


class FakeFlow:
    """A flow over `FakeNic`s: frame i of the sender carries bytes [4096 i, 4096 (i + 1))."""

    def __init__(self, network, index, source, destination, *, data, post_ns):
        self.index, self.source, self.destination = index, source, destination
        self.name = f"nic{source} → nic{destination}"
        self.sent = data
        self.post_ns = post_ns
        self._network = network
        self._nic = network.nics[source].nic
        self._sink = network.nics[destination].nic
        self._frames = -(-len(data) // PAYLOAD)
        self._done = None

    def post(self):
        self._nic.start(self._frames)

    def completed_ns(self):
        if self._done is None and len(self._nic.acknowledged) == self._frames:
            self._done = self._network.loop.now
        return self._done

    def failure(self):
        return None

    def _arrived(self):
        return sorted(sequence for source, sequence in self._sink.received if source == self.source)

    def placed_bytes(self):
        return min(len(self.sent), PAYLOAD * len(self._arrived()))

    def received(self):
        out = bytearray(len(self.sent))
        for sequence in self._arrived():
            part = slice(sequence * PAYLOAD, (sequence + 1) * PAYLOAD)
            out[part] = self.sent[part]
        return bytes(out)

    def ev_states(self):
        stopped = sum(1 for switch in self._network.switches.values() if switch.stopped)
        return {"GOOD": 4 - stopped, "SKIP": 0, "ASSUMED_BAD": stopped, "DENIED": 0}

    def numbers(self):
        return FlowNumbers(self._nic.sent, self._nic.resent, 0, self._nic.resent, 0, 1, 1, 4_000)

    def ev_changes(self):
        path = ("p0-t0-0", "p0-t1-0", "p0-t0-1")
        return [
            EvChange(60_000, 0xC0000000, 0, path, "GOOD", "ASSUMED_BAD", "loss"),
            EvChange(120_000, 0xC0000000, 0, path, "ASSUMED_BAD", "GOOD", "probed"),
        ]


SCENARIO = """\
name: small
title: A small <incast>
topology: {lab}
seed: 7
limit: 3ms
sample: 10us
workload:
  - {{from: nic0, to: nic3, bytes: 400kB}}
  - {{from: nic1, to: nic3, bytes: 400kB, at: 5us}}
faults:
  - {{at: 20us, do: switch p0-t1-0 stop}}
  - {{at: 50us, do: switch p0-t1-0 start}}
captures: [nic3:0--p0-t0-1:1]
expect:
  all_intact: true
  trims.total: {{min: 1}}
  frames.blackholed: {{min: 1}}
  p4runtime_writes_during_run: 0
"""


@pytest.fixture
def scenario_file(tmp_path):
    """Writes a scenario and returns its path; `text` replaces the small incast, `changes` replaces parts of it."""

    def write(text=None, name="scenario.yaml", **changes):
        content = SCENARIO.format(lab=LAB) if text is None else textwrap.dedent(text).replace("LAB", str(LAB))
        for old, new in changes.get("replace", {}).items():
            assert old in content
            content = content.replace(old, new)
        file = tmp_path / name
        file.write_text(content, encoding="utf-8")
        return file

    return write


def fake_network(scenario, trim_every=9):
    topology = scenario.topology
    switches = {s.name: FakeSwitch(topology, s.name, trim_every) for s in topology.switches()}
    targets = {topology.nic(write.source).index: topology.nic(write.to).index for write in scenario.workload}
    nics = [FakeNic(topology, index, targets.get(index)) for index in range(topology.nics)]
    return Network(topology, switches, nics, seed=scenario.seed)


@pytest.fixture
def fake_run():
    """Runs a scenario on fakes and returns its record."""

    def run(file, out=None, progress=None, trim_every=9):
        scenario = scenarios.load(file)
        network = fake_network(scenario, trim_every)
        flows = [
            FakeFlow(
                network,
                index,
                scenario.topology.nic(write.source).index,
                scenario.topology.nic(write.to).index,
                data=bytes(range(256)) * (write.bytes // 256),
                post_ns=write.at,
            )
            for index, write in enumerate(scenario.workload)
        ]
        return execute(
            scenario,
            network,
            flows,
            progress=progress or Silent(),
            out=out,
            p4runtime_writes=lambda: dict.fromkeys(network.switches, 30),
        )

    return run
