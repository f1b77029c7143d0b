# SPDX-License-Identifier: Apache-2.0
"""Flow control in machine code does what it does in Python, whatever becomes of links, byte for byte."""

from __future__ import annotations

import random

import pytest
from parts_kit import LINKS, SEEDS, outcome

from fabric.emulation.lossless import LosslessParts, flow_control
from fabric.emulation.native.lossless import LosslessNativeParts
from fabric.emulation.network import Network, choose_parts, python_parts
from fabric.emulation.run import Ready, execute
from fabric.emulation.switches import running_switches
from fabric.progress import Progress
from fabric.results import build
from fabric.scenario.reading import load
from fabric.traffic.nics import build_traffic
from fabric.traffic.payloads import payloads

STATIC = "qos.pfc.xoff: 40 kB\n  qos.pfc.xon: 20 kB"
DYNAMIC = "qos.pfc.dynamic_th: -1\n  qos.pfc.pool: 200 kB\n  qos.pfc.xon_offset: 10 kB"
SCENARIO = """\
name: lossless
topology: LAB
overrides:
  ecmp: true
  qos.pfc.queue: 1
  THRESHOLDS
  qos.queues.1.discard: drop
  qos.queues.1.fabric.limit: 1 MB
  qos.queues.1.host.limit: 1 MB
  qos.queues.1.host.ecn.min: 20 kB
  qos.queues.1.host.ecn.max: 100 kB
  qos.queues.1.host.ecn.p_max: 20 %
  qos.queues.1.fabric.ecn.min: 10 kB
  qos.queues.1.fabric.ecn.max: 100 kB
  qos.queues.1.fabric.ecn.p_max: 20 %
seed: 3
limit: 1ms
sample: 20us
nic: {kind: roce, qps: 4, options: {timeout: 4}, congestion: {algorithm: ALGORITHM}}
workload:
  - {from: nic0, to: nic3, bytes: 500kB}
  - {from: nic1, to: nic3, bytes: 500kB}
  - {from: nic2, to: nic3, bytes: 500kB, at: 5us}
  - {from: nic3, to: nic0, bytes: 200kB, at: 9us}
faults:
  FAULTS
captures: [nic3:0--p0-t0-1:1, p0-t0-0--p0-t1-0]
"""


def random_faults(rng):
    for _ in range(rng.randrange(1, 6)):
        at, link = rng.randrange(1, 200), rng.choice(LINKS)
        what = rng.choice(("down", "down", "loss 0.05", f"rate {rng.choice((1, 37, 100))} Gb/s"))
        yield f"- {{at: {at}us, do: link {link} {what}}}"
        if what == "down":
            yield f"- {{at: {at + rng.randrange(1, 60)}us, do: link {link} up}}"
    yield "- {at: 20us, do: switch p0-t1-0 stop}"
    yield "- {at: 60us, do: switch p0-t1-0 start}"


def run(scenario, out, make):
    traffic = build_traffic(scenario, [each.contents for each in payloads(scenario, None)])
    with running_switches(scenario.topology, scenario.seed, lambda _: None, served=False) as built:
        network = Network(scenario.topology, built.switches, traffic.nics, seed=scenario.seed, parts=make(built))
        measured = execute(scenario, Ready(network, traffic.flows, built.writes), progress=Progress(), out=out)
    peaks = {name: node.peak_held_bytes for name, node in network.switches.items()}
    return network, (outcome(out, build(scenario, measured)), measured.events, peaks)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_leave_the_same_bytes(scenario_file, tmp_path, seed):
    rng = random.Random(seed)
    text = SCENARIO.replace("THRESHOLDS", rng.choice((STATIC, DYNAMIC)))
    text = text.replace("ALGORITHM", rng.choice(("dcqcn", "none"))).replace("FAULTS", "\n  ".join(random_faults(rng)))
    scenario = load(scenario_file(text=text))
    sizes = {"wires": 2 * len(list(scenario.topology.links())), "nics": scenario.topology.nics}

    def chosen(built):
        return choose_parts(scenario.topology, built.switches.values(), **sizes)

    slow, made = run(scenario, tmp_path / "python", lambda _built: python_parts(scenario.topology))
    _, same = run(scenario, tmp_path / "native", chosen)
    assert made == same
    assert sum(node.pauses for node in slow.switches.values()) > 0


def test_each_is_chosen_where_it_belongs(scenario_file):
    text = SCENARIO.replace("THRESHOLDS", STATIC).replace("ALGORITHM", "none").replace("FAULTS", "[]")
    topology = load(scenario_file(text=text)).topology
    assert flow_control(topology) is not None and isinstance(python_parts(topology), LosslessParts)
    with running_switches(topology, 1, lambda _: None, served=False) as built:
        parts = choose_parts(topology, built.switches.values(), wires=40, nics=4)
    assert isinstance(parts, LosslessNativeParts)
