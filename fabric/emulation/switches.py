# SPDX-License-Identifier: Apache-2.0
"""Brings the switches of a topology up: compiled program, P4Runtime on loopback, tables installed and verified.

One P4Runtime server serves them all, each as a device, so that thousands of switches take no more threads and sockets
than one. The controller is gone before emulated time starts; the server stays, so that `writes` can prove that no
client wrote. With routed failover (`rerouting`) it comes back to write. A fabric that this machine's memory cannot
carry is refused before anything starts.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import controller
import topologies
from controller.client import SwitchClient, install
from controller.pipeline import Pipeline
from fabric import PRIORITY_QUEUES, PROGRAM
from fabric.errors import BuildError
from p4soft.command_line import EngineChoice
from p4soft.compiler import CompileErrors, compile_file
from p4soft.interpreter import no_collections
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import Device, ServerError, SharedServer

# --- How large a fabric can be ---------------------------------------------------------------------------------------


#: Bytes of memory (docs/performance.md says how measured): a switch with the cells of `p4src`, one of its
#: table entries, a NIC at rest, a link with both its queues empty. Traffic comes on top.
SWITCH_BYTES = 850_000
ENTRY_BYTES = 600
NIC_BYTES = 20_000
LINK_BYTES = 20_000
_GB = 1_000_000_000
_OF_A_PORT, _OF_A_SWITCH = 3, 8


def switch_count(topology: topologies.Fabric) -> int:
    return topology.planes * (topology.t0s + topology.t1s)


def port_count(topology: topologies.Fabric) -> int:
    return topology.planes * (topology.t0s * (topology.downlinks + 2 * topology.t1s))


def entry_count(topology: topologies.Fabric) -> int:
    """How many table entries its switches have, without those of ECMP.

    Of a port a route, trimming, and a profile for each queue and for what is trimmed; of a switch its uSID, the routes
    that go nowhere, traffic classes, and a queue for each.
    """
    queues = len(topology.qos.queues)
    return port_count(topology) * (_OF_A_PORT + queues) + switch_count(topology) * (_OF_A_SWITCH + queues)


def needed_bytes(topology: topologies.Fabric) -> int:
    """About what a fabric at rest takes: its switches, their entries, its NICs and links."""
    links = topology.planes * (topology.nics + topology.t0s * topology.t1s)
    return (
        switch_count(topology) * SWITCH_BYTES
        + entry_count(topology) * ENTRY_BYTES
        + topology.nics * NIC_BYTES
        + links * LINK_BYTES
    )


def check_size(topology: topologies.Fabric) -> None:
    """Raises BuildError when a fabric needs more memory than this machine has."""
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    needed = needed_bytes(topology)
    if needed > there:
        raise BuildError(
            f"{topology.name}: {switch_count(topology):,} switches and {topology.nics:,} NICs need about "
            f"{needed / _GB:,.1f} GB of memory in one emulation; accepted: what fits into this machine's "
            f"{there / _GB:,.1f} GB"
        )


# --- Switches --------------------------------------------------------------------------------------------------------


_PATIENCE_S = 120.0
"""How long a switch may take to answer: the first one compiles machine code, and the machine may be busy."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Switches:
    """Running switches and what P4Runtime's clients see of them, by name; where they are served, and what they run."""

    switches: Mapping[str, SimpleSwitch]
    devices: Mapping[str, Device]
    address: str
    pipeline: Pipeline

    def client(self, name: str) -> SwitchClient:
        """A controller's session with a switch, to be closed. Raises ControllerError."""
        device_id = self.switches[name].device_id
        return SwitchClient(self.address, device_id, self.pipeline, name=name, timeout_s=_PATIENCE_S)

    def writes(self) -> dict[str, int]:
        return {name: device.writes for name, device in self.devices.items()}


@contextlib.contextmanager
def running_switches(
    topology: topologies.Fabric, seed: int, say: Say, program: Path = PROGRAM, engine: EngineChoice = "auto"
) -> Iterator[Switches]:
    """Compile, start, install, verify; stop every server at the end, whatever happens.

    Args:
        topology: which switches.
        seed: of the run; each switch draws its own from it.
        say: called with each step, for people.
        program: P4 source.
        engine: what runs it.

    Raises:
        BuildError: the program does not compile, the fabric is too large, a switch does not answer or
            refuses an entry, or holds something else than planned.
    """
    check_size(topology)
    pipeline = compile_program(program)
    say(f"compiled {program.parent.name}/{program.name}")
    switches = {
        node.name: SimpleSwitch(
            device_id=node.device_id,
            priority_queues=PRIORITY_QUEUES,
            seed=zlib.crc32(f"{seed}/{node.name}".encode()),
            engine=engine,
        )
        for node in topology.switches()
    }
    devices = {name: Device(switch) for name, switch in switches.items()}
    with contextlib.ExitStack() as stack:
        try:
            server = SharedServer(tuple(devices.values()))
        except ServerError as problem:
            raise BuildError(f"{topology.name}: {problem}") from None
        stack.callback(server.stop)
        server.start()
        entries = 0
        with no_collections():
            for node in topology.switches():
                try:
                    plan = controller.plan(topology, node)
                    entries += install(server.address, pipeline, plan, timeout_s=_PATIENCE_S).entries
                except controller.ControllerError as problem:
                    raise BuildError(f"{node.name}: {problem}") from None
        for switch in switches.values():
            if switch.engine_reason is not None:
                say(f"switches run in Python: {switch.engine_reason}")
                break
        say(f"{len(switches)} switches hold {entries} verified entries, set over P4Runtime; the controller is gone")
        yield Switches(switches, devices, server.address, pipeline)


@functools.cache
def compile_program(program: Path) -> Pipeline:
    """P4 source to what a controller installs, compiled once in a process that runs several scenarios.

    Raises:
        BuildError: with the compiler's diagnostics.
    """
    try:
        compiled = compile_file(program)
    except CompileErrors as problem:
        raise BuildError(f"{program.name} does not compile:\n{problem}") from None
    config = json.dumps(compiled.json, separators=(",", ":")).encode()
    return Pipeline(compiled.p4info, config, program.name)
