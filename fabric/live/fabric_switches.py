# SPDX-License-Identifier: Apache-2.0
"""The switches of a live fabric: running the fabric's program, tables installed once, the controller gone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import controller
from controller.client import install
from controller.pipeline import Pipeline
from fabric.errors import BuildError
from fabric.live.cabling import Cabling
from fabric.live.guard import SwitchCounts, SwitchGuard
from fabric.live.switches import START_S, SwitchProcesses, SwitchWanted
from fabric.program import PRIORITY_QUEUES
from p4soft.command_line import EngineChoice
from p4soft.targets import SwitchOptions, Target, TargetError
from topologies import Fabric

Say = Callable[[str], None]


class FabricSwitches(SwitchProcesses):
    """All switches of a fabric, running and loaded; they end with `stack`.

    Attributes:
        entries: how many entries they hold.
        pipeline: what they run.
    """

    def __init__(
        self,
        slow: Fabric,
        target: Target,
        program: Path,
        cabling: Cabling,
        *,
        workdir: Path,
        seed: int,
        engine: EngineChoice,
        traced: bool,
        stack: ExitStack,
        say: Say,
    ) -> None:
        """Compile, start, install and verify.

        Args:
            slow: the fabric at its live rates.
            target: what compiles and runs the program.
            program: P4 source.
            cabling: the cables that they are plugged into.
            workdir: of logs and compiled files.
            seed: of the run; each switch draws its own.
            engine: what runs the program on the embedded target.
            traced: they write what happens to every packet.
            stack: what ends them.
            say: told each step.

        Raises:
            BuildError: the program does not compile, a switch does not start, or refuses an entry.
        """
        self.entries = 0
        self._guards: dict[str, SwitchGuard] = {}
        try:
            files = target.compile(program, workdir / "program")
            say(f"compiled {program.parent.name}/{program.name}")
            pipeline = self.pipeline = Pipeline.load(files.p4info, files.json)
            plain = SwitchOptions(
                priority_queues=PRIORITY_QUEUES, engine=engine, start_timeout_s=START_S,
                prefix=tuple(cabling.switch_prefix()),
            )  # fmt: skip
            target.warm_up(files, plain)
            attachments = cabling.attachments()
            wanted = [
                SwitchWanted(
                    node.name,
                    node.device_id,
                    attachments[node.name],
                    replace(plain, seed=seed << 20 | node.device_id),
                )
                for node in slow.switches()
            ]
            super().__init__(target, wanted, workdir=workdir, traced=traced, stack=stack)
            for node in slow.switches():
                address = self.running[node.name].grpc_address
                self.entries += install(address, pipeline, controller.plan(slow, node), timeout_s=START_S).entries
                guard = self._guards[node.name] = SwitchGuard(node, address, pipeline)
                stack.callback(guard.close)
        except (TargetError, controller.ControllerError) as problem:
            raise BuildError(str(problem)) from None
        say(f"{len(self.running)} switches hold {self.entries} verified entries; the controller is gone")

    def counted(self, name: str) -> SwitchCounts | None:
        """What the program of a switch has counted; None of one that stands still or is gone. Raises FabricError."""
        if name in self.standing or self.death(name) is not None:
            return None
        return self._guards[name].counts()

    def writes(self) -> dict[str, int] | None:
        """P4Runtime writes since the controller is gone, by switch; None when somebody else might have written."""
        if any(guard.displaced() for guard in self._guards.values()):
            return None
        return dict.fromkeys(self._guards, 0)  # who guards does not write
