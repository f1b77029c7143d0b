# SPDX-License-Identifier: Apache-2.0
"""One random program through both compilers and both switches."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from p4soft.command_line import EngineChoice
from p4soft.compiler import CompileErrors, compile_file
from p4soft.fidelity.generator.model import SENTINEL_PORTS, Case
from p4soft.fidelity.reference import P4C_BM2_SS, SIMPLE_SWITCH, Bmv2, ReferenceFault, available, p4c_program
from p4soft.switch import ProgramError, SimpleSwitch, SwitchFault, load_program
from p4soft.switch.codegen.runtime import AssertionFailed
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

# --- Either switch ---------------------------------------------------------------------------------------------------


_GAP_US = 1_000
_START_US = 1_000_000
_SENTINEL = bytes(14)

Frames = dict[int, tuple[bytes, ...]]
"""What one packet led to: port -> frames in the order they left it."""


@dataclass(frozen=True)
class Outcome:
    """What a run showed: the frames each packet led to, and how counters and registers ended."""

    frames: tuple[Frames, ...]
    counters: Mapping[str, tuple[tuple[int, int], ...]]
    registers: Mapping[str, tuple[int, ...]]

    def difference(self, reference: Outcome) -> str | None:
        for number, (mine, theirs) in enumerate(zip(self.frames, reference.frames, strict=True)):
            if mine != theirs:
                return f"packet {number}: {_show(mine)}; the reference: {_show(theirs)}"
        for what in ("counters", "registers"):
            ours, others = getattr(self, what), getattr(reference, what)
            for name in ours:
                if ours[name] != others[name]:
                    return f"{what[:-1]} {name}: {ours[name]}; the reference: {others[name]}"
        return None


def _show(frames: Frames) -> str:
    parts = [f"port {port}: {frame.hex()}" for port, several in sorted(frames.items()) for frame in several]
    return ", ".join(parts) or "nothing"


def run_embedded(program: dict[str, object], case: Case, engine: EngineChoice = "auto") -> Outcome:
    """Run on the embedded switch, in virtual time. An internal error is raised (SwitchFault)."""
    switch = SimpleSwitch(engine=engine)
    switch.faults_are_fatal = True
    switch.load(load_program(program))
    state = switch.state
    assert state is not None
    for group, replicas in case.groups.items():
        state.pre.insert_group(MulticastGroup(group, tuple(Replica(p, r) for p, r in replicas)))
    for session, (port, of_group) in case.sessions.items():
        copies = ((port, 0),) if port is not None else case.groups[of_group or 0]
        state.pre.insert_session(CloneSession(session, tuple(Replica(p, r) for p, r in copies)))
    found = []
    now = _START_US
    for port, frame in case.packets:
        emissions = switch.receive(port, frame, now)
        now += _GAP_US
        emissions = [*emissions, *switch.advance(now)]
        outputs: dict[int, list[bytes]] = {}
        for emission in emissions:
            outputs.setdefault(emission.port, []).append(emission.frame)
        found.append(_frames(outputs, case))
    counters = {
        name: tuple((c.packets, c.bytes) for c in (state.counter(name).read(i) for i in range(size)))
        for name, size in case.counters.items()
    }
    registers = {name: tuple(state.register(name).read_range()) for name in case.registers}
    return Outcome(tuple(found), counters, registers)


def run_bmv2(program: dict[str, object], name: str, workdir: Path, case: Case) -> Outcome:
    """Run on the real simple_switch.

    Raises:
        ReferenceFault: it does not start, crashes or hangs.
    """
    path = workdir / f"{name}.json"
    path.write_text(json.dumps(program))
    with Bmv2(path, workdir) as switch:
        for group, replicas in case.groups.items():
            switch.add_group(group, replicas)
        for session, (port, of_group) in case.sessions.items():
            switch.add_session(session, port, of_group)
        found = []
        for number, (port, frame) in enumerate(case.packets):
            try:
                switch.send(port, frame)
                found.append(_frames(_collect(switch, case.rounds), case))
            except ReferenceFault as error:
                raise ReferenceFault(f"packet {number}: {error}") from None
        counters = {n: tuple(switch.read_counter(n, i) for i in range(size)) for n, size in case.counters.items()}
        registers = {n: tuple(switch.read_register(n)) for n in case.registers}
        return Outcome(tuple(found), counters, registers)


def _collect(switch: Bmv2, rounds: int) -> dict[int, list[bytes]]:
    """Everything that leaves before the sentinels of the last round have come back."""
    outputs: dict[int, list[bytes]] = {}
    for _ in range(rounds):
        for port in SENTINEL_PORTS:
            switch.send(port, _SENTINEL)
        missing = set(SENTINEL_PORTS)
        while missing:
            port, frame = switch.receive()
            if port in missing:
                missing.remove(port)
            else:
                outputs.setdefault(port, []).append(frame)
    return outputs


def _frames(outputs: dict[int, list[bytes]], case: Case) -> Frames:
    return {port: tuple(frames if case.ordered else sorted(frames)) for port, frames in outputs.items()}


# --- Every pairing ---------------------------------------------------------------------------------------------------


OURS, P4C = "our compiler", "p4c"
EMBEDDED, BMV2 = "our switch", "BMv2"
PAIRINGS = ((OURS, EMBEDDED), (P4C, EMBEDDED), (OURS, BMV2), (P4C, BMV2))
REFERENCE = (P4C, BMV2)

Pairing = tuple[str, str]

_REFUSED = re.compile(r"\berror: ")


class Verdict(StrEnum):
    AGREES = "agrees"
    DIFFERS = "differs"
    INTERNAL_ERROR = "internal error"
    NO_REFERENCE = "no reference"


@dataclass(frozen=True)
class Failure:
    """Why a compiler or a switch did not do its work: a refusal, or (`internal`) a traceback."""

    text: str
    internal: bool = False

    @property
    def line(self) -> str:
        """The one line that says most: a refusal's first, a traceback's last."""
        return self.text.strip().splitlines()[-1 if self.internal else 0]


@dataclass
class Result:
    """What each pairing did with one program.

    Attributes:
        outcomes: the pairings that ran to the end.
        failures: what did not, with the reason: compilers by name, switches by pairing.
    """

    case: Case
    outcomes: dict[Pairing, Outcome] = field(default_factory=dict)
    failures: dict[str | Pairing, Failure] = field(default_factory=dict)

    @property
    def without_reference(self) -> str:
        """Why there is nothing to compare with, in a few words; "" when there is.

        That is when p4c refuses the program, or fails on it (a "Compiler Bug", a crash, more than a minute), or BMv2
        refuses the JSON that p4c wrote (p4c sometimes names fields there that do not exist).
        """
        if REFERENCE in self.outcomes:
            return ""
        if P4C in self.failures:
            return "p4c refused" if _REFUSED.search(self.failures[P4C].text) else "p4c failed"
        return "BMv2 does not run p4c's JSON" if REFERENCE in self.failures else "p4c or BMv2 is not here"

    def failure(self, pairing: Pairing) -> Failure | None:
        """Why this pairing did not run to the end, if it did not."""
        return self.failures.get(pairing[0]) or self.failures.get(pairing)

    def verdict(self, pairing: Pairing) -> Verdict:
        """How the pairing did. An internal error of ours is one, whether or not there is a reference."""
        failure = self.failure(pairing)
        if failure is not None and failure.internal:
            return Verdict.INTERNAL_ERROR
        if self.without_reference:
            return Verdict.NO_REFERENCE
        return Verdict.AGREES if self.difference(pairing) is None else Verdict.DIFFERS

    def difference(self, pairing: Pairing) -> str | None:
        """How a pairing departs from the reference or failed, or None (also when there is no reference)."""
        failure = self.failure(pairing)
        if failure is not None:
            return failure.text if failure.internal or not self.without_reference else None
        reference = self.outcomes.get(REFERENCE)
        return self.outcomes[pairing].difference(reference) if reference and pairing in self.outcomes else None

    def signature(self, pairing: Pairing) -> str:
        """What kind of difference it is, so that a smaller program can be seen to have the same one."""
        difference = self.difference(pairing)
        if difference is None:
            return ""
        failure = self.failure(pairing)
        return difference.split(" ", 1)[0] if failure is None else failure.line.split("error:", 1)[-1][:60]


def run_case(case: Case, workdir: Path, engine: EngineChoice = "auto") -> Result:
    """Compile and run a program every way there is on this machine; `engine` is our switch's."""
    result = Result(case)
    source = workdir / "program.p4"
    source.write_text(case.source, encoding="utf-8")
    programs: dict[str, dict[str, object]] = {}
    try:
        programs[OURS] = compile_file(source).json
    except CompileErrors as errors:
        result.failures[OURS] = Failure("\n".join(str(e) for e in errors.errors))
    except Exception:  # noqa: BLE001 - whatever the compiler does is what is being looked for
        result.failures[OURS] = _internal_error()
    if available(P4C_BM2_SS):
        try:
            programs[P4C], _p4info, _messages = p4c_program(source, workdir)
        except ReferenceFault as fault:
            result.failures[P4C] = Failure(str(fault))
    for compiler, program in programs.items():
        _on_embedded(result, compiler, program, engine)
        if available(SIMPLE_SWITCH):
            try:
                name = "ours" if compiler == OURS else "theirs"
                result.outcomes[compiler, BMV2] = run_bmv2(program, name, workdir, case)
            except ReferenceFault as fault:
                result.failures[compiler, BMV2] = Failure(str(fault))
    return result


def _on_embedded(result: Result, compiler: str, program: dict[str, object], engine: EngineChoice) -> None:
    try:
        result.outcomes[compiler, EMBEDDED] = run_embedded(program, result.case, engine)
    except ProgramError as error:
        result.failures[compiler, EMBEDDED] = Failure(str(error))
    except SwitchFault as fault:
        # An assertion that does not hold, or a loop without end, is the program's own doing.
        own = isinstance(fault.__cause__, AssertionFailed)
        result.failures[compiler, EMBEDDED] = Failure(str(fault.__cause__)) if own else _internal_error()
    except Exception:  # noqa: BLE001 - whatever the switch does is what is being looked for
        result.failures[compiler, EMBEDDED] = _internal_error()


def _internal_error() -> Failure:
    return Failure(traceback.format_exc(limit=-6), internal=True)
