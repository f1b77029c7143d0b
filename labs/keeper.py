# SPDX-License-Identifier: Apache-2.0
"""The process that keeps a lab: brings it up, answers commands, takes everything with it when it ends.

`python -m labs.keeper FOLDER SETTINGS`, started by `labs.starting` in namespaces of its own. It prints a line per step;
the last is `ready`. Whoever started it answers `keep`, or the lab ends: a command that is killed leaves none behind.
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

from command_line import InterruptedCommandError, interruptible
from fabric.errors import FabricError
from fabric.live.isolation import host_process_id
from fabric.live.messages import Done, NicSettings, NicStatus, Refused, Sample, Status
from fabric.live.network import LiveNetwork
from fabric.live.sampling import Sampler
from fabric.live.scale import Scale
from fabric.program import PROGRAM
from fabric.scenario.faults import Fault, parse_fault
from fabric.scenario.names import Names
from labs.errors import LabError
from labs.failing import Failing
from labs.place import Place
from labs.requests import (
    Fail,
    Fetch,
    Happened,
    Heal,
    Look,
    Peek,
    Posted,
    PostWrite,
    Reply,
    Request,
    State,
    Stop,
    Strike,
    SwitchState,
    read_request,
)
from labs.serving import ControlServer
from labs.settings import Settings
from labs.writes import Writes
from targets import TargetError, get_target
from topologies import TopologyError

READY = "ready"
KEEP = b"keep\n"
_LOOK_S = 2.0
"""For a NIC to say how it is; it answers between two frames."""


class Keeper:
    """What a lab answers to commands, one at a time.

    Attributes:
        ended: it was asked to stop.
    """

    def __init__(self, where: Place, settings: Settings, network: LiveNetwork) -> None:
        self.ended = False
        self._where = where
        self._settings = settings
        self._network = network
        self._names = Names(network.fabric)
        self._failing = Failing(network.fabric)
        self._writes = Writes(network)
        self._sampler = Sampler(network)
        self._faults: dict[tuple[str, str], Fault] = {}
        self._known = {nic.name: nic.ask(Status(), NicStatus) for nic in network.nics}

    def answer(self, line: bytes) -> Reply:
        """What to say to a line."""
        try:
            return self._do(read_request(line))
        except OSError as problem:
            return Refused(why=f"{problem.filename or 'lab'}: {problem.strerror}")
        except (ValueError, FabricError, LabError) as problem:
            return Refused(why=str(problem))

    def _do(self, request: Request) -> Reply:
        now_ns = self._network.clock.now_ns()
        match request:
            case Look():
                return self._look()
            case Sample():
                return self._sampler.take(self._silent())
            case PostWrite():
                self._observe()  # what is over makes room
                return Posted(index=self._writes.post(request))
            case Fetch(index=index, file=file):
                self._writes.fetch(index, Path(file))
            case Peek(index=index, file=file):
                self._writes.peek(index, Path(file))
            case Strike(fault=text):
                return self._strike([parse_fault(text, now_ns, self._names)])
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
                fault.apply(self._network)
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

    def _observe(self) -> dict[str, str]:
        """Ask every NIC how it is; what should run and does not, or does not answer."""
        dead = self._network.deaths()
        ended = dict(dead)
        for nic in self._network.nics:
            if nic.name in dead:
                continue
            try:
                self._known[nic.name] = nic.ask(Status(), NicStatus, patience_s=_LOOK_S)
            except FabricError:
                how = nic.death()
                dead[nic.name] = how or "does not answer"
                if how:
                    ended[nic.name] = how
        self._writes.update(self._known, ended)
        return dead

    def _silent(self) -> set[str]:
        """Who is stopped, or gone."""
        return self._network.deaths().keys() | {name for name, affects in self._faults if affects == "forwarding"}

    def _look(self) -> State:
        network = self._network
        fabric = network.fabric
        dead = self._observe()
        faults: dict[str, list[str]] = {}
        for fault in self._faults.values():
            faults.setdefault(fault.target, []).append(fault.state)
        switches = {name: str(running.log) for name, running in network.switches.items()}
        nics = {nic.name: str(nic.log) for nic in network.nics}
        return State(
            name=self._where.name,
            topology=self._settings.source.file,
            fabric=fabric.name,
            host_bps=fabric.rate_bps("host"),
            base_rtt_ns=fabric.base_rtt_ns,
            target=self._settings.target,
            factor=network.scale.factor,
            delays=network.delays,
            process_id=host_process_id(),
            origin_ns=network.clock.origin_ns,
            now_ns=network.clock.now_ns(),
            switches=[
                SwitchState(
                    name=name,
                    device_id=running.device_id,
                    grpc_address=running.grpc_address,
                    log=str(running.log),
                    trace=_text(network.traces.get(name)),
                    control=_text(network.controls.get(name)),
                    forwards=name not in dead and (name, "forwarding") not in self._faults,
                )
                for name, running in network.switches.items()
            ],
            nics=dict(self._known),
            writes=self._writes.states(),
            logs={**switches, **nics, "keeper": str(self._where.log)},
            dead=dead,
            faults=faults,
            taps={name: network.cabling.tap(name) for name in network.cables},
        )


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _end_unless_kept() -> None:
    """End this process, unless who started it says that it shall stay; he may be killed while we build."""
    if sys.stdin.buffer.readline() != KEEP:
        os.kill(os.getpid(), signal.SIGTERM)


def _keep(where: Place, settings: Settings) -> None:
    """Bring the lab up, and serve it until somebody says stop."""
    with contextlib.ExitStack() as stack:
        stack.callback(where.clean)
        threading.Thread(target=_end_unless_kept, daemon=True).start()
        network = stack.enter_context(
            LiveNetwork(
                settings.source, Scale(settings.factor), get_target(settings.target), PROGRAM,
                workdir=where.folder, seed=settings.seed, nic_settings=NicSettings(seed=settings.seed),
                engine=settings.engine, traced=settings.traced,
                say=lambda step: print(step, flush=True),
            )
        )  # fmt: skip
        keeper = Keeper(where, settings, network)
        server = stack.enter_context(ControlServer(where.socket, keeper.answer, lambda: keeper.ended))
        print(READY, flush=True)
        with where.log.open("ab") as log:  # until now, what goes wrong is for who started us
            os.dup2(log.fileno(), sys.stderr.fileno())
        server.serve_forever(poll_interval=0.2)


def main(arguments: Sequence[str]) -> int:
    """Keep a lab until it is told to stop."""
    folder, settings = arguments
    where = Place(Path(folder).name, Path(folder))
    try:
        lock = where.lock()
        if lock is None:
            raise LabError(f"the lab {where.name!r} is up already")
        where.sign(lock, host_process_id())
        with interruptible():
            _keep(where, Settings.model_validate_json(settings))
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
