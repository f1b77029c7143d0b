# SPDX-License-Identifier: Apache-2.0
"""The work of a T0 of the lab fabric: data packets from a NIC below it, sprayed over its uplinks."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import controller
import topologies
from controller import client
from controller.pipeline import Pipeline
from fabric import PROGRAM
from fabric.emulation.switches import compile_program
from p4soft.fidelity.mutation_worker import Workload as Mutated

_SWITCH = "p0-t0-0"
_ETHERNET, _IPV6 = 14, 40
_ECT0 = 2
_FRAME = 256


@dataclass(frozen=True, slots=True)
class Workload:
    """Frames that arrive on `port` of the switch `name`, and the ports that they leave by."""

    fabric: topologies.Fabric
    name: str
    port: int
    leave_by: Sequence[int]
    frames: Sequence[bytes]


def lab_workload(size: int) -> Workload:
    """Frames of `size` bytes (154 at least), one for each path from nic0 to the last NIC on plane 0."""
    fabric = topologies.load(topologies.LAB)
    switch, source, sink = fabric.switch(_SWITCH), fabric.nic(0), fabric.nic(fabric.nics - 1)
    ethernet = switch.mac(source.downlink).to_bytes(6, "big") + source.mac(0).to_bytes(6, "big") + b"\x86\xdd"
    traffic_class = fabric.qos.roles["TRIMMABLE"].dscp << 2 | _ECT0
    frames = []
    for t1 in range(fabric.t1s):
        inner_length = size - _ETHERNET - 2 * _IPV6
        first = 6 << 28 | traffic_class << 20 | t1
        destination = fabric.path(0, fabric.nics - 1, 0, t1).destination
        outer = struct.pack("!IHBB", first, size - _ETHERNET - _IPV6, 41, 64)
        inner = struct.pack("!IHBB", first, inner_length, 17, 64)
        addresses = (source.address.to_bytes(16, "big"), sink.address.to_bytes(16, "big"))
        udp = struct.pack("!HHHH", 0xC000, 4791, inner_length, 0)
        packet = outer + addresses[0] + destination.to_bytes(16, "big") + inner + b"".join(addresses) + udp
        frames.append((ethernet + packet).ljust(size, b"\0"))
    uplinks = [port.number for port in switch.ports() if port.role == "fabric"]
    return Workload(fabric, _SWITCH, source.downlink, uplinks, frames)


def install(workload: Workload, address: str) -> int:
    """Make the switch that serves P4Runtime at `address` the workload's, entries and all; how many entries it holds.

    Raises:
        ControllerError: it does not answer, or refuses something.
    """
    return client.install(address, pipeline(), plan(workload)).entries


def of_program(path: Path) -> Mutated | None:
    """The lab's T0 for `python -m p4soft.fidelity fuzz --workload tools.bench.workload:of_program`."""
    if path.resolve() != PROGRAM:
        return None
    lab = lab_workload(_FRAME)
    ours = pipeline()
    frames = [(lab.port, frame) for frame in lab.frames]
    return Mutated(plan(lab).device_id, ours.p4info, ours.device_config, lambda address: install(lab, address), frames)


def plan(workload: Workload) -> controller.SwitchPlan:
    return controller.plan(workload.fabric, workload.fabric.switch(workload.name))


@cache
def pipeline() -> Pipeline:
    """p4src, compiled once."""
    return compile_program(PROGRAM)
