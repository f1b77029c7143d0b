# SPDX-License-Identifier: Apache-2.0
"""A program made ready for mutated frames: compiled, with entries in its tables, and with frames that it parses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

from fabric.program import PROGRAM
from p4runtime_client import Session, SessionError
from targets.compiler import CompileErrors, compile_file
from targets.softswitch import ProgramError, SimpleSwitch, load_program
from targets.softswitch.codegen.runtime import AssertionFailed
from targets.softswitch.p4runtime import P4RuntimeServer
from tools.bench.workload import install, lab_workload, pipeline, plan
from tools.fidelity.trial.control import write
from tools.fidelity.workload import Amount, generate, without_translation

_QUEUES = 8
_CPU_PORT = 510
_SLOW_PORT, _SLOW_PPS = 3, 100_000
_TIMEOUT_S = 600.0
_AMOUNT = Amount(entries=12, packets=64)
_FRAME = 256


class NoSubject(Exception):  # noqa: N818 - a result
    """A program says nothing about machine code: it does not compile, or not natively; the message says why."""


class Watched(SimpleSwitch):
    """A switch that remembers what went wrong inside of it; assertions of programs are their own doing."""

    def __init__(self, device_id: int) -> None:
        super().__init__(device_id=device_id, priority_queues=_QUEUES, cpu_port=_CPU_PORT)
        self.wrong: list[str] = []

    @override
    def fault(self, number: int, where: str, error: Exception) -> None:
        super().fault(number, where, error)
        if not isinstance(error, AssertionFailed):
            self.wrong.append(f"packet {number}: {where}: {type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class Subject:
    """A switch with a program, and frames to mutate, with their ports."""

    switch: Watched
    seeds: tuple[tuple[int, bytes], ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """How every program is prepared: `seed` of entries and frames, `defines` for its preprocessor."""

    seed: int
    defines: Mapping[str, str | None]


def prepare(path: Path, choices: Choices, turn: int) -> Subject:
    """A program on a switch.

    Args:
        path: the program's main file.
        choices: what is the same for all.
        turn: another one makes other entries; in even ones our own switch program has its lab's plan.

    Raises:
        NoSubject: it cannot be judged.
    """
    try:
        result = compile_file(path, include_dirs=(path.parent,), defines=choices.defines)
        document = json.loads(json.dumps(result.json))
        program = load_program(document, source=str(path))
        info, _ = without_translation(result.p4info, program)
        workload = generate(document, info, f"{choices.seed}/{turn}/{path.name}", _AMOUNT)
    except CompileErrors as errors:
        said = str(errors).splitlines()
        raise NoSubject(f"does not compile: {next((line for line in said if ' error: ' in line), said[0])}") from errors
    except (ProgramError, RecursionError) as error:
        raise NoSubject(f"is not taken by the switch: {error}") from error
    lab = lab_workload(_FRAME) if path.resolve() == PROGRAM and turn % 2 == 0 else None
    switch = Watched(plan(lab).device_id if lab is not None else 0)
    with ExitStack() as undo:
        server = P4RuntimeServer(switch)
        undo.callback(server.stop)
        server.start()
        session = Session("the switch", server.address, switch.device_id, timeout_s=_TIMEOUT_S)
        undo.callback(session.close)
        ours = pipeline()
        config = (info, json.dumps(document).encode()) if lab is None else (ours.p4info, ours.device_config)
        try:
            session.become_primary()
            session.set_pipeline(*config)
        except SessionError as error:
            raise NoSubject(f"is not taken by the switch: {error}") from error
        if lab is None:
            list(write(session, workload))
        else:
            session.close()
            install(lab, server.address)  # less patient than we are: by now the machine code is there
    if switch.engine != "native":
        raise NoSubject(f"runs in Python: {switch.engine_reason}")
    switch.set_queue_rate(_SLOW_PPS, port=_SLOW_PORT)
    sprayed = [(lab.port, frame) for frame in lab.frames] if lab is not None else []
    sprayed *= len(workload.packets) // max(1, len(sprayed))  # half of all
    return Subject(switch, (*sprayed, *workload.packets, (0, b"")))
