# SPDX-License-Identifier: Apache-2.0
"""The paper's figure 9a over the fabric: links of a NIC go one by one and come back, and throughput is what remains.

``make test`` takes four planes; ``MRC_PLANE_LOSS=8`` runs the scenario as it is.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

import topologies
from fabric.emulation.network import Network
from fabric.emulation.run import Ready, execute
from fabric.emulation.switches import running_switches
from fabric.measurements import Measurements
from fabric.progress import Progress
from fabric.scenario import Scenario
from fabric.scenario.reading import load
from fabric.traffic.nics import build_flows, build_nics
from fabric.traffic.payloads import payloads

SCENARIO = Path(topologies.__file__).parent / "scenarios" / "plane-loss.yaml"
PLANES = int(os.environ.get("MRC_PLANE_LOSS", "4"))
STEP_US = 100
#: What a link of 100 Gb/s carries of payload: 4,096 bytes in 4,262 on the wire.
LINK_GBPS = 100 * 4096 / (4096 + 166)


@dataclass
class Run:
    """A finished run: flows by number, and how many links of nic0 were up in each sample."""

    scenario: Scenario
    measured: Measurements
    nics: list

    @property
    def up(self) -> list[int]:
        samples = len(self.measured.series.flow_bytes[0])
        times = [number * self.scenario.sample_ns for number in range(samples)]
        return [
            PLANES + sum(1 if fault.restores else -1 for fault in self.scenario.faults if fault.at_ns <= at_ns)
            for at_ns in times
        ]

    def gbps(self, flow: int) -> list[float]:
        return [count * 8 / self.scenario.sample_ns for count in self.measured.series.flow_bytes[flow]]


def scenario_file(folder: Path, *, link_signal: str = "10us") -> Path:
    """The scenario over `PLANES` planes: as many links less, and as many bytes as its steps carry."""
    mib = int(STEP_US * LINK_GBPS * 1000 / 8 * (PLANES * (PLANES + 1) - 1) / (1 << 20)) + 8
    link = "nic0:{0}--p{0}-t0-0:0"
    faults = [f"{link.format(plane)} down" for plane in range(1, PLANES)]
    faults += [f"{link.format(plane)} up" for plane in range(1, PLANES)]
    lines = [
        f"base: {SCENARIO}",
        f"overrides: {{planes: {PLANES}}}",
        f"nic: {{link_signal: {link_signal}}}",
        "workload:",
        f"  - {{from: nic0, to: nic1, bytes: {mib}MiB}}",
        f"  - {{from: nic1, to: nic0, bytes: {mib}MiB}}",
        "faults:",
        *(f"  - {{at: {STEP_US * (n + 1)}us, do: 'link {text}'}}" for n, text in enumerate(faults)),
        "expect: {completion_us: }",
    ]
    file = folder / "plane-loss.yaml"
    file.write_text("\n".join(lines) + "\n")
    return file


def run(file: Path) -> Run:
    scenario = load(file)
    nics = build_nics(scenario)
    flows = build_flows(scenario, nics, [payload.contents for payload in payloads(scenario, None)])
    with running_switches(scenario.topology, scenario.seed, lambda _text: None, served=False) as built:
        network = Network(scenario.topology, built.switches, nics, seed=1, signal_ns=scenario.nic.signal_ns)
        measured = execute(scenario, Ready(network, flows), progress=Progress())
    return Run(scenario, measured, nics)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    return run(scenario_file(tmp_path_factory.mktemp("told")))


@pytest.fixture(scope="module")
def hidden(tmp_path_factory):
    return run(scenario_file(tmp_path_factory.mktemp("hidden"), link_signal="hidden"))


def settled(made, flow, *, after_us):
    """(links up, fraction of what they carry) of each step, from some time after its beginning."""
    per_step = STEP_US * 1000 // made.scenario.sample_ns
    rates, up = made.gbps(flow), made.up
    for step in range(2 * PLANES - 1):
        samples = range(step * per_step + after_us * 1000 // made.scenario.sample_ns, (step + 1) * per_step)
        yield up[samples[0]], sum(rates[at] for at in samples) / len(samples) / (up[samples[0]] * LINK_GBPS)


def dips(made, flow):
    """Runs of samples below 97 % of what the links that are up carry, as (first, last) times in us."""
    found = []
    sample_us = made.scenario.sample_ns // 1000
    steps = (2 * PLANES - 1) * STEP_US // sample_us
    for at, (rate, up) in enumerate(zip(made.gbps(flow)[:steps], made.up, strict=False)):
        # A sample holds a whole number of packets: it may be two short of what the links carry.
        if at and rate < 0.97 * up * LINK_GBPS - 2 * 4096 * 8 / made.scenario.sample_ns:
            if found and found[-1][1] == (at - 1) * sample_us:
                found[-1] = (found[-1][0], at * sample_us)
            else:
                found.append((at * sample_us, at * sample_us))
    return found


@pytest.mark.parametrize("flow", [0, 1])
def test_throughput_is_what_remains_at_every_step(told, flow):
    steps = list(settled(told, flow, after_us=50))
    assert [up for up, _ in steps] == [*range(PLANES, 0, -1), *range(2, PLANES + 1)]
    for up, fraction in steps:
        assert 0.97 <= fraction <= 1.01, (up, fraction)


@pytest.mark.parametrize("flow", [0, 1])
def test_one_dip_at_most_for_each_link_and_no_stall(told, flow):
    """Where a link goes, what it carried is sent again; where one comes back, it is used after probes of it."""
    for first, last in dips(told, flow):
        assert first % STEP_US <= 30, (first, last)
        assert last % STEP_US <= 40, (first, last)
    assert len(dips(told, flow)) <= 2 * (PLANES - 1)
    busy = told.gbps(flow)[1 : (2 * PLANES - 1) * STEP_US * 1000 // told.scenario.sample_ns]
    least = min(rate / up for rate, up in zip(busy, told.up[1:], strict=False) if rate is not None)
    assert least > 0.45 * LINK_GBPS  # one of two links, before the second is used


def test_no_queue_pair_is_lost_no_path_is_blamed_and_few_packets_are_sent_twice(told):
    for flow in told.measured.flows:
        assert flow.intact
        assert flow.failure is None
        assert (flow.numbers.evs_retired, flow.numbers.timeouts, flow.numbers.losses) == (0, 0, 0)
        assert flow.numbers.retransmissions < 0.05 * flow.numbers.packets
        assert flow.worst_latency_ns < 60_000
    # Each change is told once, and answered.
    assert told.nics[0].counters["port_status.sent"] == told.nics[0].counters["port_status.answered"] == 2 * PLANES - 2
    assert told.nics[1].counters["port_status.received"] == 2 * PLANES - 2


def test_without_a_signal_the_planes_are_found_dead_and_alive_by_what_is_lost(hidden):
    for flow in hidden.measured.flows:
        assert flow.intact
        assert flow.failure is None
        assert flow.numbers.evs_retired == 0  # it is the planes
        assert flow.numbers.timeouts == 0
        assert flow.numbers.retransmissions < 0.05 * flow.numbers.packets
    assert hidden.nics[0].counters["port_status.sent"] == 0
    for nic in hidden.nics[:2]:
        assert nic.counters["plane.silent"] >= PLANES - 1


@pytest.mark.parametrize("flow", [0, 1])
def test_without_a_signal_throughput_is_what_remains_as_planes_go(hidden, flow):
    """Paths that nothing is heard of are left out within two round trips, long before what they carried counts as lost.

    Planes that come back are found by the probes of their EVs, three of them 50 us apart: later than the next step.
    """
    steps = list(settled(hidden, flow, after_us=40))[:PLANES]
    assert [up for up, _ in steps] == [*range(PLANES, 0, -1)]
    for up, fraction in steps:
        assert 0.97 <= fraction <= 1.01, (up, fraction)
    falling = [(first, last) for first, last in dips(hidden, flow) if first < PLANES * STEP_US]
    assert len(falling) <= PLANES - 1
    for first, last in falling:
        assert 10 <= first % STEP_US <= 30, (first, last)
        assert last <= first + 20, (first, last)
