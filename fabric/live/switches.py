# SPDX-License-Identifier: Apache-2.0
"""The switch processes of a live fabric: started on their cables, tables installed once, the controller gone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

import controller
from controller.client import SwitchClient
from controller.pipeline import Pipeline
from fabric.errors import BuildError
from targets import RunningSwitch, SwitchOptions, Target, TargetError
from topologies import Fabric, Switch

PRIORITY_QUEUES = 8
"""Queues per port: `standard_metadata.priority` has 3 bits."""

Say = Callable[[str], None]


class SwitchProcesses:
    """All switches of a fabric, running and loaded; they end with `stack`.

    Attributes:
        running: by name.
        entries: how many entries they hold.
    """

    def __init__(
        self,
        slow: Fabric,
        target: Target,
        program: Path,
        interfaces: Mapping[str, Mapping[int, str]],
        *,
        workdir: Path,
        seed: int,
        stack: ExitStack,
        say: Say,
    ) -> None:
        """Compile, start, install and verify.

        Args:
            slow: the fabric at its live rates.
            target: what compiles and runs the program.
            program: P4 source.
            interfaces: by switch and port, the ends that exist.
            workdir: of logs and compiled files.
            seed: of the run; each switch draws its own.
            stack: what ends them.
            say: told each step.

        Raises:
            BuildError: the program does not compile, a switch does not start, or refuses an entry.
        """
        self.running: dict[str, RunningSwitch] = {}
        self.entries = 0
        try:
            files = target.compile(program, workdir / "program")
            say(f"compiled {program.parent.name}/{program.name}")
            pipeline = Pipeline.load(files.p4info, files.json)
            for node in slow.switches():
                running = self._start(node, target, interfaces[node.name], workdir, seed)
                stack.callback(running.stop)
                self.running[node.name] = running
            for node in slow.switches():
                self.entries += self._install(node, pipeline)
        except (TargetError, controller.ControllerError) as problem:
            raise BuildError(str(problem)) from None
        say(f"{len(self.running)} switches hold {self.entries} verified entries; the controller is gone")

    def set_forwarding(self, name: str, forwarding: bool) -> None:
        """Let the process of a switch run, or stop it where it stands: its links stay up."""
        # A switch's process leads a group of its own, with its supervisor when it has one.
        os.killpg(self.running[name].process_id, signal.SIGCONT if forwarding else signal.SIGSTOP)

    @staticmethod
    def _start(node: Switch, target: Target, interfaces: Mapping[int, str], workdir: Path, seed: int) -> RunningSwitch:
        options = SwitchOptions(priority_queues=PRIORITY_QUEUES, seed=seed << 20 | node.device_id)
        folder = workdir / node.name
        folder.mkdir(parents=True, exist_ok=True)
        return target.start(device_id=node.device_id, ports=interfaces, workdir=folder, options=options)

    def _install(self, node: Switch, pipeline: Pipeline) -> int:
        plan = controller.plan(node.fabric, node)
        address = self.running[node.name].grpc_address
        with SwitchClient(address, node.device_id, pipeline, name=node.name) as client:
            return client.install(plan).entries
