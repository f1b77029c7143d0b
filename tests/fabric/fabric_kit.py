# SPDX-License-Identifier: Apache-2.0
"""A small scenario, and runs of it on switches and NICs that do almost nothing."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import topologies
from fabric.emulation.network import Network
from fabric.emulation.run import Ready, execute
from fabric.measurements import EvChange, FlowNumbers, Measurements, MessageTimes, Outstanding, spread
from fabric.progress import Progress
from fabric.results import build
from fabric.scenario import Scenario
from fabric.scenario.reading import load
from fabric.traffic.flow import Flow
from tools.bench.emulator import FakeNic, FakeSwitch

LAB = Path(topologies.__file__).with_name("lab.yaml")


PAYLOAD = 4096


class FakeFlow(Flow):
    """A flow over `FakeNic`s: frame i of the sender carries bytes [4096 i, 4096 (i + 1))."""

    def __init__(self, network, index, source, destination, *, data, post_ns):
        self.index, self.source, self.destination = index, source, destination
        self.name = f"nic{source} → nic{destination}"
        self.sent = data
        self.size = len(data)
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

    def digests(self):
        sent, received = (hashlib.sha256(data).hexdigest() for data in (self.sent, self.received()))
        return sent, received

    def times(self):
        done = self.completed_ns()
        return MessageTimes(1, spread([done - self.post_ns] if done is not None else []))

    def outstanding(self):
        if self.completed_ns() is not None:
            return None
        return Outstanding(1, 1, self.size - self.placed_bytes(), "", {})

    def ev_states(self):
        stopped = sum(1 for switch in self._network.switches.values() if switch.stopped)
        return {"GOOD": 4 - stopped, "SKIP": 0, "ASSUMED_BAD": stopped, "DENIED": 0}

    def numbers(self):
        return FlowNumbers(self._nic.sent, self._nic.resent, 0, self._nic.resent, 0, 1, 1, 4_000)

    def lost(self):
        return self._nic.resent, self._nic.resent

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


def fake_network(scenario, trim_every=9, parts=None):
    topology = scenario.topology
    switches = {s.name: FakeSwitch(topology, s.name, trim_every) for s in topology.switches()}
    targets = {topology.nic(write.source).index: topology.nic(write.to).index for write in scenario.workload}
    nics = [FakeNic(topology, index, targets.get(index)) for index in range(topology.nics)]
    return Network(topology, switches, nics, seed=scenario.seed, parts=parts)


@dataclass(frozen=True)
class Emulated:
    """A run on fakes, and what it was made of."""

    scenario: Scenario
    network: Network
    flows: list[FakeFlow]
    measured: Measurements

    def result(self):
        return build(self.scenario, self.measured)


def emulate(file, out=None, progress=None, trim_every=9, parts=None):
    """Run a scenario on fakes."""
    scenario = load(file)
    network = fake_network(scenario, trim_every, parts)
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
    fabric = Ready(network, flows, writes=lambda: dict.fromkeys(network.switches, 30))
    measured = execute(scenario, fabric, progress=progress or Progress(), out=out)
    return Emulated(scenario, network, flows, measured)


class Page(HTMLParser):
    VOID = frozenset(("meta", "br", "img", "link", "hr", "path", "rect", "line", "use", "circle"))

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.references, self.loads = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.ids.append(given["id"])
        for value in given.values():
            self.references.extend(re.findall(r"url\(#([^)]*)\)", value or ""))
        for name in ("href", "xlink:href"):
            if (given.get(name) or "").startswith("#"):
                self.references.append(given[name][1:])
            elif given.get(name):
                self.loads.append(given[name])
        if "src" in given or tag in ("iframe", "object"):  # a script without `src` is in the page
            self.loads.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        assert self.open, f"</{tag}> without start"
        assert self.open.pop() == tag
