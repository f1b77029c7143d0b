# SPDX-License-Identifier: Apache-2.0
"""Runs the cases for switches with PTF: bring the device up, `ptf`, collect outcomes as they come, take it down."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from p4soft.command_line import InterruptedCommandError, shielded
from p4soft.targets.process import environment
from ptf_tests.catalogue.cases import CaseInfo
from ptf_tests.catalogue.requirements import AREAS
from ptf_tests.dut.api import TRACE, Attached, Bench
from ptf_tests.results import CaseOutcome, Subject
from ptf_tests.run.ptf_process import VARIABLE, SessionSpec
from ptf_tests.run.request import (
    AGAIN,
    FAILED_TRACES,
    MARK,
    OUTCOMES,
    RECORD,
    REFUSAL,
    SESSION,
    Ran,
    Request,
    RunError,
    answered,
    prepare,
)
from ptf_tests.switch import suite
from ptf_tests.switch.device import DeviceError
from ptf_tests.switch.profile import Profile

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = Path(__file__).resolve().parent / "platforms"
CASE_TIMEOUT_S = 60
POLL_S = 0.2


@dataclass(frozen=True, slots=True)
class PtfRunner:
    """A switch, as `run.request.Runner` has it.

    Attributes:
        declared: the switch's profile.
        bench: brings it up.
    """

    declared: Profile
    bench: Bench

    @property
    def subject(self) -> Subject:
        """What the profile says."""
        profile = self.declared
        return Subject(
            name=profile.name,
            dut=profile.dut,
            description=profile.description,
            claims=tuple(sorted(profile.claims)),
            choices={name: ", ".join(values) for name, values in sorted(profile.choices.items())},
        )

    @property
    def areas(self) -> tuple[str, ...]:
        """All but those of NICs."""
        return tuple(area for area in AREAS if area != "nic")

    @property
    def cases(self) -> Mapping[str, CaseInfo]:
        """Every case for switches."""
        return suite.cases()

    def run(self, request: Request, on_outcome: Callable[[CaseOutcome], None] = lambda _: None) -> Ran:
        """Run the cases.

        Raises:
            RunError: as `Runner` says, or PTF itself failed.
        """
        reason = self.bench.unavailable()
        if reason is not None:
            raise RunError(f"target {self.bench.kind}: {reason}")
        traced = self.bench.traced()
        if request.traces and traced is not None:
            return self._run(traced, request, on_outcome)
        ran = self._run(self.bench, request, on_outcome)
        failed = tuple(outcome.name for outcome in ran.outcomes if outcome.outcome in ("failed", "error"))
        if traced is None or not failed or ran.interruption is not None or ran.ended:
            return ran
        return self._with_traces(traced, replace(request, tests=failed, record=False), ran)

    def _with_traces(self, bench: Bench, request: Request, ran: Ran) -> Ran:
        """Run what failed once more on a device that tells what it does, for that alone: verdicts stay."""
        again = replace(request, out=request.out / AGAIN)
        try:
            found = self._run(bench, again, lambda _: None)
        except RunError:
            return ran
        (again.out / FAILED_TRACES if (again.out / FAILED_TRACES).exists() else again.out / TRACE).replace(
            request.out / TRACE
        )
        shutil.rmtree(again.out)
        second = {outcome.name: outcome for outcome in found.outcomes}
        outcomes = tuple(told(outcome, second.get(outcome.name)) for outcome in ran.outcomes)
        return replace(ran, outcomes=outcomes, interruption=found.interruption)

    def _run(self, bench: Bench, request: Request, on_outcome: Callable[[CaseOutcome], None]) -> Ran:
        prepare(request.out)
        follower = _Follower(request.out / OUTCOMES, on_outcome)
        versions: Mapping[str, str] = {}
        interruption, ended = None, ""
        try:
            with bench.start(request.out) as attached:
                versions = attached.versions
                ended = self._run_ptf(request, attached, follower)
        except DeviceError as error:
            ended = ended or str(error)
        except InterruptedCommandError as error:
            interruption = error
        follower.poll()
        judged = tuple(answered(follower.found) if ended else follower.found)
        if not judged and interruption is None:
            raise RunError(ended or f"PTF ran no case; see {request.out / MARK}")
        return Ran(judged, versions, interruption, ended)

    def _run_ptf(self, request: Request, attached: Attached, follower: _Follower) -> str:
        """Run PTF; returns what ended it before its time, or nothing."""
        command = [*_ptf_command(request), *_interfaces(attached)]
        session = SessionSpec(
            device=attached.spec,
            profile=self.declared,
            outcomes=request.out / OUTCOMES,
            record=request.out / RECORD if request.record else None,
            traces=None if request.traces or attached.spec.trace is None else request.out / FAILED_TRACES,
        )
        (request.out / SESSION).write_text(session.model_dump_json(), encoding="utf-8")
        variables = {**environment(), VARIABLE: str(request.out / SESSION)}
        with (request.out / MARK).open("wb") as output:
            status = _status_of(command, variables, output, follower)
        refusal = request.out / REFUSAL
        if refusal.exists():
            return refusal.read_text(encoding="utf-8")
        if status not in (0, 1) or not (request.out / OUTCOMES).exists():
            return f"PTF exited with status {status}; see {request.out / MARK}"
        return ""


def told(outcome: CaseOutcome, again: CaseOutcome | None) -> CaseOutcome:
    """How a case ended, with the trace of its second run."""
    if outcome.evidence is None or again is None:
        return outcome
    seen = again.evidence
    trace = seen.trace if seen is not None else (f"(run once more for a trace, it {again.outcome})",)
    return outcome.model_copy(update={"evidence": outcome.evidence.model_copy(update={"trace": trace})})


class _Follower:
    """Reads outcomes as PTF's process appends them."""

    def __init__(self, path: Path, on_outcome: Callable[[CaseOutcome], None]) -> None:
        self._path = path
        self._offset = 0
        self._on_outcome = on_outcome
        self.found: list[CaseOutcome] = []

    def poll(self) -> None:
        """Take what is new; half a line stays for the next time."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._offset)
            whole, _, _ = file.read().rpartition(b"\n")
        if whole:
            self._offset += len(whole) + 1
            for line in whole.splitlines():
                told = CaseOutcome.model_validate_json(line)
                outcome = told.model_copy(update={"text": _last_line(told.text)})
                self.found.append(outcome)
                self._on_outcome(outcome)


def _last_line(text: str) -> str:
    """What a traceback ends in, without the name of the exception."""
    lines = text.strip().splitlines()
    return lines[-1].partition(": ")[2] or lines[-1] if lines else ""


def _status_of(command: Sequence[str], environment: Mapping[str, str], output: BinaryIO, follower: _Follower) -> int:
    """Run a command to its end; whatever ends this one ends it too."""
    process: subprocess.Popen[bytes] | None = None
    try:
        with shielded():
            process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        while True:
            try:
                return process.wait(POLL_S)
            except subprocess.TimeoutExpired:
                follower.poll()
    finally:
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()


def _ptf_command(request: Request) -> list[str]:
    order = ["--test-order=rand", f"--test-order-seed={request.seed}"] if request.seed else []
    return [
        sys.executable,
        str(Path(sys.executable).with_name("ptf")),
        f"--test-dir={suite.CASES}",
        f"--platform-dir={PLATFORMS}",
        "--platform=attached",
        "--allow-user",
        "--relax",
        "--qlen=10000",
        f"--test-case-timeout={CASE_TIMEOUT_S}",
        f"--log-dir={request.out / 'log'}",
        *order,
        *request.tests,
    ]


def _interfaces(attached: Attached) -> list[str]:
    return [f"--interface=0-{port}@{spec}" for port, spec in sorted(attached.attachments.items())]
