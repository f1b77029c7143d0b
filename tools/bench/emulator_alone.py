# SPDX-License-Identifier: Apache-2.0
"""How fast the emulator itself is: events and frames per second of real time, with switches and NICs that do nothing.

Run as `python -m tools.bench.emulator_alone`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import click

import topologies
from fabric.emulation.measuring import PathUses
from fabric.emulation.network import Network
from p4soft.command_line import run_command
from tools.bench.fakes import FakeNic, FakeSwitch

_LAB = Path(topologies.__file__).with_name("lab.yaml")


@dataclass(frozen=True, slots=True)
class Measurement:
    """Events run, frames through switches and the CPU time they took."""

    events: int
    passes: int
    seconds: float

    @property
    def microseconds_per_event(self) -> float:
        """CPU time per event, µs."""
        return self.seconds * 1e6 / self.events


def measure(frames: int, topology_file: Path = _LAB) -> Measurement:
    """Run a 3:1 incast of `frames` frames per sender on fakes and time it."""
    topology = topologies.load(topology_file)
    switches = {s.name: FakeSwitch(topology, s.name) for s in topology.switches()}
    last = topology.nics - 1
    nics = [
        FakeNic(topology, i, last if i < last else None, frames=frames if i < last else 0) for i in range(topology.nics)
    ]
    network = Network(topology, switches, nics, seed=1)
    PathUses(network)
    for nic in network.nics:
        nic.pump()
    start = time.process_time()
    network.loop.run(10**12, stop=lambda: all(len(nic.acknowledged) == frames for nic in nics[:last]))
    seconds = time.process_time() - start
    return Measurement(network.loop.processed, sum(node.received for node in network.switches.values()), seconds)


@click.command()
@click.option(
    "--frames", type=click.IntRange(1, 1_000_000), default=20_000, show_default=True, help="Data frames per sender."
)
def bench(frames: int) -> None:
    """Measure the emulator alone."""
    result = measure(frames)
    click.echo(
        f"{result.events:,} events, {result.passes:,} switch passes in {result.seconds:.2f} s of CPU: "
        f"{result.events / result.seconds:,.0f} events/s, {result.microseconds_per_event:.2f} µs per event"
    )


if __name__ == "__main__":
    run_command(bench, (), status=1)
