# SPDX-License-Identifier: Apache-2.0
"""Brings the switches of a topology up: compiled program, P4Runtime on loopback, tables installed and verified.

The controller is gone before emulated time starts; the P4Runtime servers stay, so that `writes` can prove that nobody
wrote. With routed failover (`rerouting`) it comes back to write.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent import futures
from dataclasses import dataclass
from pathlib import Path

import controller
import topologies
from controller.client import SwitchClient, install
from controller.pipeline import Pipeline
from fabric.emulation.size import allow_servers, check_size
from fabric.errors import BuildError
from fabric.program import PRIORITY_QUEUES, PROGRAM
from interpreter.collector import no_collections
from targets.compiler import CompileErrors, compile_file
from targets.engine_choice import EngineChoice
from targets.softswitch import SimpleSwitch
from targets.softswitch.p4runtime import P4RuntimeServer, ServerError

_WORKERS = 64
"""Calls that all P4Runtime servers of a fabric serve at a time, open streams among them."""
_PATIENCE_S = 120.0
"""For an answer of a switch in this process: the first one compiles machine code, and the machine may be busy."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Switches:
    """Running switches by name, their P4Runtime servers, and what they run."""

    switches: Mapping[str, SimpleSwitch]
    servers: Mapping[str, P4RuntimeServer]
    pipeline: Pipeline

    def client(self, name: str) -> SwitchClient:
        """A controller's session with a switch, to be closed. Raises ControllerError."""
        switch, server = self.switches[name], self.servers[name]
        return SwitchClient(server.address, switch.device_id, self.pipeline, name=name, timeout_s=_PATIENCE_S)

    def writes(self) -> dict[str, int]:
        """P4Runtime writes each switch has accepted so far."""
        return {name: server.writes for name, server in self.servers.items()}


@contextlib.contextmanager
def running_switches(
    topology: topologies.Fabric, seed: int, say: Say, program: Path = PROGRAM, engine: EngineChoice = "auto"
) -> Iterator[Switches]:
    """Compile, start, install, verify; stop every server at the end, whatever happens.

    Args:
        topology: which switches.
        seed: of the run; each switch draws its own from it.
        say: told each step, for people.
        program: P4 source.
        engine: what runs it.

    Raises:
        BuildError: the program does not compile, the fabric is too large, a switch does not answer or
            refuses an entry, or holds something else than planned.
    """
    check_size(topology)
    allow_servers(topology)
    pipeline = compile_program(program)
    say(f"compiled {program.parent.name}/{program.name}")
    with contextlib.ExitStack() as stack:
        workers = stack.enter_context(futures.ThreadPoolExecutor(_WORKERS, thread_name_prefix="p4runtime"))
        switches: dict[str, SimpleSwitch] = {}
        servers: dict[str, P4RuntimeServer] = {}
        entries = 0
        with no_collections():
            for node in topology.switches():
                switch = SimpleSwitch(
                    device_id=node.device_id,
                    priority_queues=PRIORITY_QUEUES,
                    seed=zlib.crc32(f"{seed}/{node.name}".encode()),
                    engine=engine,
                )
                try:
                    server = P4RuntimeServer(switch, "127.0.0.1:0", workers=workers)
                    stack.callback(server.stop)
                    server.start()
                    plan = controller.plan(topology, node)
                    entries += install(server.address, pipeline, plan, timeout_s=_PATIENCE_S).entries
                except (controller.ControllerError, ServerError) as problem:
                    raise BuildError(f"{node.name}: {problem}") from None
                if switch.engine_reason is not None and not switches:
                    say(f"switches run in Python: {switch.engine_reason}")
                switches[node.name] = switch
                servers[node.name] = server
        say(f"{len(switches)} switches hold {entries} verified entries, set over P4Runtime; the controller is gone")
        yield Switches(switches, servers, pipeline)


def compile_program(program: Path) -> Pipeline:
    """P4 source to what a controller installs. Raises BuildError with the compiler's diagnostics."""
    try:
        compiled = compile_file(program)
    except CompileErrors as problem:
        raise BuildError(f"{program.name} does not compile:\n{problem}") from None
    config = json.dumps(compiled.json, separators=(",", ":")).encode()
    return Pipeline(compiled.p4info, config, program.name)
