# SPDX-License-Identifier: Apache-2.0
"""The process that keeps a lab: brings it up, answers commands, takes everything with it when it ends.

`python -m labs.supervisor FOLDER SETTINGS`, started by `labs.starting` in namespaces of its own. It prints a line per
step; the last is `ready`. Whoever started it answers `keep`, or the lab ends: a command that is killed leaves none
behind.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import assert_never

from fabric.errors import FabricError
from fabric.live.messages import Done, Refused, Sample
from fabric.live.namespaces import host_process_id
from fabric.scenario.faults import Fault, parse_fault
from labs.control_socket import ControlServer
from labs.directory import LabDirectory, LabError
from labs.faults import Failing
from labs.lab import Lab, lab_up
from labs.messages import (
    REQUESTS,
    SETTINGS,
    CustomState,
    Fail,
    Fetch,
    Happened,
    Heal,
    Look,
    Peek,
    PostWrite,
    Reply,
    Request,
    Settings,
    State,
    Stop,
    Strike,
)
from p4soft.command_line import InterruptedCommandError, interruptible
from p4soft.targets import TargetError
from topologies import TopologyError

READY = "ready"
KEEP = b"keep\n"


class Supervisor:
    """What a lab answers to commands, one at a time.

    Attributes:
        ended: it was asked to stop.
    """

    def __init__(self, lab: Lab) -> None:
        self.ended = False
        self._lab = lab
        self._failing = Failing(lab.names)
        self._faults: dict[tuple[str, str], Fault] = {}

    def answer(self, line: bytes) -> Reply:
        """What to say to a line."""
        try:
            return self._do(REQUESTS.read(line))
        except OSError as problem:
            return Refused(why=f"{problem.filename or 'lab'}: {problem.strerror}")
        except (ValueError, FabricError, LabError) as problem:
            return Refused(why=str(problem))

    def watch(self) -> None:
        """Called several times a second while it is served, from another thread."""
        self._lab.watch()

    def _do(self, request: Request) -> Reply:
        now_ns = self._lab.now_ns()
        match request:
            case Look():
                return self._look()
            case Sample():
                return self._lab.sample(self._lab.deaths().keys() | self._stopped())
            case PostWrite() | Fetch() | Peek():
                return self._lab.write(request)
            case Strike(fault=text):
                return self._strike([parse_fault(text, now_ns, self._lab.names)])
            case Fail(words=words):
                return self._strike(self._failing.failures(words, now_ns))
            case Heal(words=words):
                return self._strike(self._failing.cures(words, self._faults.values(), now_ns))
            case Stop():
                self.ended = True
            case _:
                assert_never(request)
        return Done()

    def _strike(self, faults: Iterable[Fault]) -> Happened:
        """Let them happen, each whether others can or not. Raises LabError for those that cannot."""
        happened, problems = [], []
        for fault in faults:
            try:
                fault.apply(self._lab.network)
            except FabricError as problem:
                problems.append(str(problem))
                continue
            happened.append(str(fault))
            self._faults.pop((fault.target, fault.affects), None)
            if not fault.restores:
                self._faults[fault.target, fault.affects] = fault
        if problems:
            raise LabError("; ".join(problems))
        return Happened(faults=happened)

    def _stopped(self) -> set[str]:
        return {name for name, affects in self._faults if affects == "forwarding"}

    def _look(self) -> State | CustomState:
        faults: dict[str, list[str]] = {}
        for fault in self._faults.values():
            faults.setdefault(fault.target, []).append(fault.state)
        return self._lab.look(faults, self._stopped())


def _end_unless_kept() -> None:
    """End this process, unless who started it says that it shall stay; he may be killed while we build."""
    if sys.stdin.buffer.readline() != KEEP:
        os.kill(os.getpid(), signal.SIGTERM)


def _say(step: str) -> None:
    print(step, flush=True)


def _keep(where: LabDirectory, settings: Settings) -> None:
    """Bring the lab up, and serve it until somebody says stop."""
    with contextlib.ExitStack() as stack:
        stack.callback(where.clean)
        threading.Thread(target=_end_unless_kept, daemon=True).start()
        supervisor = Supervisor(stack.enter_context(lab_up(where, settings, _say)))
        server = stack.enter_context(
            ControlServer(where.socket, supervisor.answer, lambda: supervisor.ended, supervisor.watch)
        )
        print(READY, flush=True)
        with where.log.open("ab") as log:  # until now, what goes wrong is for who started us
            os.dup2(log.fileno(), sys.stderr.fileno())
        server.serve_forever(poll_interval=0.2)


def main(arguments: Sequence[str]) -> int:
    """Keep a lab until it is told to stop."""
    folder, settings = arguments
    where = LabDirectory(Path(folder).name, Path(folder))
    try:
        lock = where.lock()
        if lock is None:
            raise LabError(f"the lab {where.name!r} is up already")
        where.sign(lock, host_process_id())
        with interruptible():
            _keep(where, SETTINGS.read(settings))
    except InterruptedCommandError as interrupted:
        return interrupted.status
    except (FabricError, LabError, TargetError, TopologyError, ValueError) as problem:
        return _give_up(str(problem))
    except OSError as problem:
        return _give_up(f"{problem.filename or where.folder}: {problem.strerror}")
    return 0


def _give_up(why: str) -> int:
    with contextlib.suppress(OSError):  # nobody may be there to read it
        print(f"error: {why}", flush=True)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
