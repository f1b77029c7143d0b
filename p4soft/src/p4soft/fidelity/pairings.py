# SPDX-License-Identifier: Apache-2.0
"""One random program through both compilers and both switches."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from p4soft.compiler import CompileErrors, compile_file
from p4soft.engine_choice import EngineChoice
from p4soft.fidelity.generator.case import Case
from p4soft.fidelity.reference import bmv2, p4c
from p4soft.fidelity.reference.errors import ReferenceFault
from p4soft.fidelity.runs import Outcome, run_bmv2, run_embedded
from p4soft.switch import ProgramError, SwitchFault
from p4soft.switch.codegen.runtime import AssertionFailed

OURS, P4C = "our compiler", "p4c"
EMBEDDED, BMV2 = "our switch", "BMv2"
PAIRINGS = ((OURS, EMBEDDED), (P4C, EMBEDDED), (OURS, BMV2), (P4C, BMV2))
REFERENCE = (P4C, BMV2)

Pairing = tuple[str, str]

_REFUSED = re.compile(r"\berror: ")


class Verdict(StrEnum):
    """How a pairing did on one program."""

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
    if p4c.available():
        try:
            programs[P4C], _p4info, _messages = p4c.compile_program(source, workdir)
        except ReferenceFault as fault:
            result.failures[P4C] = Failure(str(fault))
    for compiler, program in programs.items():
        _on_embedded(result, compiler, program, engine)
        if bmv2.available():
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
