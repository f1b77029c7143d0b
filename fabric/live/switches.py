# SPDX-License-Identifier: Apache-2.0
"""Switch processes on cables that exist: started, stopped where they stand, looked after; whatever they run."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from fabric.errors import FabricError
from p4soft.targets import RunningSwitch, SwitchOptions, Target, TargetError
from p4soft.targets.process import exit_of

START_S = 60.0
"""Of a switch, and for its program to be compiled, on a machine where much else starts."""
_SOCKET_BYTES = 107
"""Of a Unix socket's path (unix(7)); a lab in a deeper directory has no control sockets."""


@dataclass(frozen=True, slots=True)
class SwitchWanted:
    """A switch to start.

    Attributes:
        name, device_id: its own.
        interfaces: by port, the ends that exist: interfaces, or `unix:` paths.
        options: of its process, without files.
    """

    name: str
    device_id: int
    interfaces: Mapping[int, str]
    options: SwitchOptions


class SwitchProcesses:
    """Switches without a program, running; they end with `stack`.

    Attributes:
        running: by name.
        traces: files that tell what happened to packets, by name; none unless traced.
        controls: control sockets by name (`p4soft.switch.ports.control`); of the embedded target only.
    """

    def __init__(
        self, target: Target, wanted: Iterable[SwitchWanted], *, workdir: Path, traced: bool, stack: ExitStack
    ) -> None:
        """Start them.

        Args:
            target: what they are.
            wanted: all of them.
            workdir: of logs and sockets; a folder for each.
            traced: they write what happens to every packet.
            stack: what ends them.

        Raises:
            TargetError: one does not start.
        """
        self.running: dict[str, RunningSwitch] = {}
        self.traces: dict[str, Path] = {}
        self.controls: dict[str, Path] = {}
        self._stopped: set[str] = set()
        for switch in wanted:
            folder = workdir / switch.name
            options = _with_files(switch.options, target, folder, traced=traced)
            running = _start(switch, target, folder, options)
            stack.callback(running.stop)
            self.running[switch.name] = running
            if options.control is not None:
                self.controls[switch.name] = options.control
            if traced:
                self.traces[switch.name] = options.trace or running.log
        stack.callback(self._start_stopped)

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


def _start(switch: SwitchWanted, target: Target, folder: Path, options: SwitchOptions) -> RunningSwitch:
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return target.start(device_id=switch.device_id, ports=switch.interfaces, workdir=folder, options=options)
    except TargetError as problem:
        raise TargetError(f"{switch.name}: {problem}") from None


def _with_files(plain: SwitchOptions, target: Target, folder: Path, *, traced: bool) -> SwitchOptions:
    """How to start a switch of a target, its files in `folder`."""
    if target.name == "bmv2":  # its trace is in its log
        return replace(plain, log_level="trace") if traced else plain
    control = folder / "control"
    return replace(
        plain,
        trace=folder / "trace" if traced else None,
        control=control if len(os.fsencode(control)) <= _SOCKET_BYTES else None,
    )
