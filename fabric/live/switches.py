# SPDX-License-Identifier: Apache-2.0
"""The switch processes of a live fabric: started on their cables, tables installed once, the controller gone."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import controller
from controller.client import install
from controller.pipeline import Pipeline
from fabric.errors import BuildError, FabricError
from fabric.live.guard import SwitchCounts, SwitchGuard
from fabric.program import PRIORITY_QUEUES
from targets import RunningSwitch, SwitchOptions, Target, TargetError
from targets.engine_choice import EngineChoice
from targets.process import exit_of
from topologies import Fabric, Switch

_START_S = 60.0
"""Of a switch, and for its program to be compiled, on a machine where much else starts."""

_SOCKET_BYTES = 107
"""Of a Unix socket's path (unix(7)); a lab in a deeper directory has no control sockets."""

Say = Callable[[str], None]


class SwitchProcesses:
    """All switches of a fabric, running and loaded; they end with `stack`.

    Attributes:
        running: by name.
        traces: files that tell what happened to packets, by name; none unless traced.
        controls: control sockets by name (`targets.softswitch.ports.control`); of the embedded target only.
        entries: how many entries they hold.
        pipeline: what they run.
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
            interfaces: by switch and port, the ends that exist.
            workdir: of logs and compiled files.
            seed: of the run; each switch draws its own.
            engine: what runs the program on the embedded target.
            traced: they write what happens to every packet.
            stack: what ends them.
            say: told each step.

        Raises:
            BuildError: the program does not compile, a switch does not start, or refuses an entry.
        """
        self.running: dict[str, RunningSwitch] = {}
        self.traces: dict[str, Path] = {}
        self.controls: dict[str, Path] = {}
        self.entries = 0
        self._stopped: set[str] = set()
        self._guards: dict[str, SwitchGuard] = {}
        try:
            files = target.compile(program, workdir / "program")
            say(f"compiled {program.parent.name}/{program.name}")
            pipeline = self.pipeline = Pipeline.load(files.p4info, files.json)
            plain = SwitchOptions(priority_queues=PRIORITY_QUEUES, engine=engine, start_timeout_s=_START_S)
            for node in slow.switches():
                options = _options(
                    node, target, workdir, replace(plain, seed=seed << 20 | node.device_id), traced=traced
                )
                running = self._start(node, target, interfaces[node.name], workdir, options)
                stack.callback(running.stop)
                self.running[node.name] = running
                if options.control is not None:
                    self.controls[node.name] = options.control
                if traced:
                    self.traces[node.name] = options.trace or running.log
            stack.callback(self._start_stopped)
            for node in slow.switches():
                address = self.running[node.name].grpc_address
                self.entries += install(address, pipeline, controller.plan(slow, node), timeout_s=_START_S).entries
                guard = self._guards[node.name] = SwitchGuard(node, address, pipeline)
                stack.callback(guard.close)
        except (TargetError, controller.ControllerError) as problem:
            raise BuildError(str(problem)) from None
        say(f"{len(self.running)} switches hold {self.entries} verified entries; the controller is gone")

    def set_forwarding(self, name: str, forwarding: bool) -> None:
        """Let the process of a switch run, or stop it where it stands: its links stay up. Raises FabricError."""
        how = self.death(name)
        if how is not None:
            raise FabricError(f"{name} is gone ({how}); its log: {self.running[name].log}")
        # A switch's process leads a group of its own, with its supervisor when it has one.
        os.killpg(self.running[name].process_id, signal.SIGCONT if forwarding else signal.SIGSTOP)
        (self._stopped.discard if forwarding else self._stopped.add)(name)

    @property
    def standing(self) -> frozenset[str]:
        """Switches that were stopped and not started since."""
        return frozenset(self._stopped)

    def counted(self, name: str) -> SwitchCounts | None:
        """What the program of a switch has counted; None of one that stands still or is gone. Raises FabricError."""
        if name in self._stopped or self.death(name) is not None:
            return None
        return self._guards[name].counts()

    def writes(self) -> dict[str, int] | None:
        """P4Runtime writes since the controller is gone, by switch; None when somebody else might have written."""
        if any(guard.displaced() for guard in self._guards.values()):
            return None
        return dict.fromkeys(self._guards, 0)  # who guards does not write

    def death(self, name: str) -> str | None:
        """How the process of a switch ended, `signal 9`; None while it runs, or stands still."""
        seen = os.WEXITED | os.WNOHANG | os.WNOWAIT  # whoever started it still waits for it
        try:
            found = os.waitid(os.P_PID, self.running[name].process_id, seen)
        except ChildProcessError:  # waited for already
            return "ended"
        if found is None:
            return None
        return exit_of(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)

    def _start_stopped(self) -> None:
        """What stands still does not hear that it shall end."""
        for name in self._stopped:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.running[name].process_id, signal.SIGCONT)

    @staticmethod
    def _start(
        node: Switch, target: Target, interfaces: Mapping[int, str], workdir: Path, options: SwitchOptions
    ) -> RunningSwitch:
        folder = workdir / node.name
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return target.start(device_id=node.device_id, ports=interfaces, workdir=folder, options=options)
        except TargetError as problem:
            raise TargetError(f"{node.name}: {problem}") from None


def _options(node: Switch, target: Target, workdir: Path, plain: SwitchOptions, *, traced: bool) -> SwitchOptions:
    """How to start a switch of a target, its files below `workdir`."""
    if target.name == "bmv2":  # its trace is in its log
        return replace(plain, log_level="trace") if traced else plain
    folder = workdir / node.name
    control = folder / "control"
    return replace(
        plain,
        trace=folder / "trace" if traced else None,
        control=control if len(os.fsencode(control)) <= _SOCKET_BYTES else None,
    )
