# SPDX-License-Identifier: Apache-2.0
"""A program made ready for mutated frames: compiled, with entries in its tables, and with frames that it parses."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from finsy.proto.p4.config.v1 import p4info_pb2
from typing_extensions import override

from p4soft.compiler import CompileErrors, compile_file
from p4soft.fidelity.trial.control import write
from p4soft.fidelity.workload import Amount, generate, without_translation
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.codegen.runtime import AssertionFailed
from p4soft.switch.p4runtime import P4RuntimeServer

_QUEUES = 8
_CPU_PORT = 510
_SLOW_PORT, _SLOW_PPS = 3, 100_000
_TIMEOUT_S = 600.0
_AMOUNT = Amount(entries=12, packets=64)


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
    """How every program is prepared: `seed` of entries and frames, `defines` for its preprocessor.

    `workload` names a function of one's own, as `module:function`, or is "".
    """

    seed: int
    defines: Mapping[str, str | None]
    workload: str = ""


@dataclass(frozen=True, slots=True)
class Workload:
    """Entries and frames that somebody has for a program, in place of generated ones.

    A function that `Choices.workload` names gets the program's main file, and gives this, or None for other programs.

    Attributes:
        device_id: of the switch.
        p4info, device_config: what goes into SetForwardingPipelineConfig.
        install: writes the entries to the switch that serves P4Runtime at an address.
        frames: (port, frame) pairs, which get as many turns as the generated ones.
    """

    device_id: int
    p4info: p4info_pb2.P4Info
    device_config: bytes
    install: Callable[[str], object]
    frames: Sequence[tuple[int, bytes]]


def _workload(path: Path, name: str) -> Workload | None:
    if not name:
        return None
    module, _, function = name.partition(":")
    given: Workload | None = getattr(importlib.import_module(module), function)(path)
    return given


def prepare(path: Path, choices: Choices, turn: int) -> Subject:
    """A program on a switch.

    Args:
        path: the program's main file.
        choices: what is the same for all.
        turn: another one makes other entries; in even ones a program has the workload that was given.

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
    given = _workload(path, choices.workload) if turn % 2 == 0 else None
    switch = Watched(given.device_id if given is not None else 0)
    with ExitStack() as undo:
        server = P4RuntimeServer(switch)
        undo.callback(server.stop)
        server.start()
        session = Session("the switch", server.address, switch.device_id, timeout_s=_TIMEOUT_S)
        undo.callback(session.close)
        config = (info, json.dumps(document).encode())
        if given is not None:
            config = (given.p4info, given.device_config)
        try:
            session.become_primary()
            session.set_pipeline(*config)
        except SessionError as error:
            raise NoSubject(f"is not taken by the switch: {error}") from error
        if given is None:
            list(write(session, workload))
        else:
            session.close()
            given.install(server.address)  # may be less patient than we are: by now the machine code is there
    if switch.engine != "native":
        raise NoSubject(f"runs in Python: {switch.engine_reason}")
    switch.set_queue_rate(_SLOW_PPS, port=_SLOW_PORT)
    frames = list(given.frames) if given is not None else []
    frames *= len(workload.packets) // max(1, len(frames))  # half of all
    return Subject(switch, (*frames, *workload.packets, (0, b"")))
