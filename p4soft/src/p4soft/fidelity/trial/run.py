# SPDX-License-Identifier: Apache-2.0
"""Runs one JSON with one workload on either switch."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.engine_choice import EngineChoice
from p4soft.fidelity.reference.bmv2_grpc import Bmv2Grpc
from p4soft.fidelity.reference.errors import ReferenceFault
from p4soft.fidelity.trial.control import plain, read, write
from p4soft.fidelity.trial.outcome import UNREAD, Frames, Outcome
from p4soft.fidelity.workload import Workload
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import SimpleSwitch, SwitchFault, load_program
from p4soft.switch.p4runtime import P4RuntimeServer

_TIMEOUT_S = 120.0
"""For an answer of either switch: compiling a program may take that long on a busy machine."""
_SETTLE_S = 2.0
_REST_US = 60_000_000
"""How long, in the embedded switch's time, a frame may stay in a queue."""


class NotRun(Exception):  # noqa: N818 - a result
    """A switch does not take a program; the message says why."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When packets come to the embedded switch, in microseconds, and the seed of its random numbers."""

    start_us: int = 1_000_000
    gap_us: int = 2_000
    seed: int = 0


def run_embedded(
    document: dict[str, object],
    info: p4info_pb2.P4Info,
    workload: Workload,
    clock: Clock,
    engine: EngineChoice = "python",
) -> Outcome:
    """On the embedded switch, in virtual time.

    Raises:
        NotRun: it refuses the program.
    """
    outcome = Outcome()
    now = clock.start_us
    with ExitStack() as undo:
        switch = SimpleSwitch(seed=clock.seed, engine=engine)
        switch.faults_are_fatal = True
        server = P4RuntimeServer(switch, clock=lambda: now)
        undo.callback(server.stop)
        server.start()
        session = _session(server.address, undo, info, document)
        outcome.writes = list(write(session, workload))
        for number, (port, frame) in enumerate(workload.packets):
            now += clock.gap_us
            try:
                emissions = switch.receive(port, frame, now)
                emissions += switch.advance(now + _REST_US) if switch.next_event_us() is not None else []
            except SwitchFault as fault:
                outcome.packets.append(None)
                outcome.faults.append(f"packet {number}: {fault}")
                continue
            outcome.packets.append(_sorted((e.port, e.frame) for e in emissions))
        outcome.engine = switch.engine
        assert switch.program is not None and switch.state is not None
        outcome.cells = dict(read(session, info, switch.program))
        for name, register in switch.state.registers.items():
            outcome.cells.update(_register(name, register.read_range()))
    return outcome


def run_bmv2(
    document: dict[str, object], info: p4info_pb2.P4Info, workload: Workload, workdir: Path
) -> tuple[Outcome, Workload]:
    """On the real simple_switch_grpc.

    A packet that ends the process or keeps it busy is left out, and the rest is run again without it.

    Returns:
        The outcome, and the workload without what was left out; the outcome's faults say what that was.

    Raises:
        NotRun: it refuses the program, or nearly every packet ends it.
    """
    faults: list[str] = []
    numbers = list(range(len(workload.packets)))
    while True:
        left = replace(workload, packets=tuple(workload.packets[n] for n in numbers))
        outcome, fatal = _run_bmv2_once(document, info, left, workdir)
        if fatal is None:
            outcome.faults = faults
            return outcome, left
        index, why = fatal
        faults.append(f"packet {numbers[index]} left out: {why}")
        del numbers[index]
        if len(faults) > _MOST_FATAL:
            raise NotRun(f"BMv2 falls again and again: {faults[0]}")


_MOST_FATAL = 12


def _run_bmv2_once(
    document: dict[str, object], info: p4info_pb2.P4Info, workload: Workload, workdir: Path
) -> tuple[Outcome, tuple[int, str] | None]:
    outcome = Outcome()
    with ExitStack() as undo:
        switch = undo.enter_context(Bmv2Grpc(workdir))
        try:
            session = _session(switch.address, undo, info, document, device_id=0)
            switch.attach()
        except ReferenceFault as fault:
            raise NotRun(str(fault)) from None
        outcome.writes = list(write(session, workload))
        try:
            switch.check()
        except ReferenceFault as fault:
            raise NotRun(f"BMv2 ends while entries are written: {fault}") from None
        for number, (port, frame) in enumerate(workload.packets):
            try:
                switch.send(port, frame)
                found, rested = switch.settle(_SETTLE_S)
            except ReferenceFault as fault:
                return outcome, (number, str(fault))
            if not rested:
                return outcome, (number, f"no end of it within {_SETTLE_S:g} s of processor time")
            outcome.packets.append(_sorted(found))
        program = load_program(document)
        outcome.cells = dict(read(session, info, program))
        for name in program.registers:
            try:
                outcome.cells.update(_register(name, switch.read_register(name)))
            except ReferenceFault as fault:
                outcome.cells[f"register {name}"] = f"{UNREAD}: {fault}"
    return outcome, None


def _session(
    address: str, undo: ExitStack, info: p4info_pb2.P4Info, document: dict[str, object], device_id: int = 0
) -> Session:
    session = Session("the switch", address, device_id, timeout_s=_TIMEOUT_S)
    undo.callback(session.close)
    try:
        session.become_primary()
        session.set_pipeline(info, json.dumps(document).encode())
    except SessionError as error:
        raise NotRun(f"the pipeline is refused: {plain(error)}") from None
    return session


def _register(name: str, values: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The cells that are not 0."""
    return ((f"register {name}[{index}]", f"{value:#x}") for index, value in enumerate(values) if value)


def _sorted(frames: Iterable[tuple[int, bytes]]) -> Frames:
    return tuple(sorted(frames))
