# SPDX-License-Identifier: GPL-2.0-only
"""Runs the cases for switches with PTF: bring the device up, `ptf`, collect outcomes as they come, take it down.

Below, PTF's own process: `MRC_PTF_SESSION` names a JSON file (`SessionSpec`) that the command writes before it starts
PTF; the device is driven over PTF's data plane (`platforms/attached.py` calls `open_session`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NoReturn

import ptf
from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from common.model import Model
from p4soft.command_line import InterruptedCommandError, shielded
from p4soft.targets.links import AttachError, FrameTooLongError
from p4soft.targets.process import environment
from ptf_tests.catalogue.names import AREAS
from ptf_tests.catalogue.requirements import CaseInfo
from ptf_tests.conformance import (
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
from ptf_tests.dut.api import TRACE, Attached, Bench, DeviceSpec, Wire
from ptf_tests.dut.kinds import open_device
from ptf_tests.results import CaseOutcome, Subject
from ptf_tests.switch.case import CASES, Session, cases
from ptf_tests.switch.device import PORTS, DeviceError, DeviceGoneError
from ptf_tests.switch.profile import Profile

VARIABLE = "MRC_PTF_SESSION"

REFUSED = 3
"""Exit status of PTF's process when the device could not be driven, or not any longer; `REFUSAL` says why."""
CRASHED = 4
"""Exit status of PTF's process when an unexpected exception ended it; its output has it."""


class SessionSpec(Model):
    """What the runner tells PTF's process.

    Attributes:
        device: how to drive the device.
        profile: the device's profile.
        outcomes: file every case's `CaseOutcome` is appended to (JSON lines).
        record: file for every case's inputs and outputs (JSON lines), or None.
        traces: file for the traces of the cases that fail, or None.
    """

    device: DeviceSpec
    profile: Profile
    outcomes: Path
    record: Path | None = None
    traces: Path | None = None


# --- In the command's process ----------------------------------------------------------------------------------------


ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = Path(__file__).resolve().parent / "platforms"
CASE_TIMEOUT_S = 60
POLL_S = 0.2


class PtfRunner(Struct, frozen=True):
    """A switch, as `conformance.Runner` has it.

    Attributes:
        declared: the switch's profile.
        bench: brings it up.
    """

    declared: Profile
    bench: Bench

    @property
    def subject(self) -> Subject:
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
        return tuple(area for area in AREAS if area != "nic")

    @property
    def cases(self) -> Mapping[str, CaseInfo]:
        return cases()

    def reloads(self, names: Sequence[str]) -> tuple[int, float] | None:
        access = self.declared.access
        by_hand = access.by_hand and self.declared.dut == "external"
        if not by_hand and not access.reload_s:
            return None
        from ptf_tests.run.in_process import configurations_made  # noqa: PLC0415 - most runs need no plan

        return configurations_made(names, self.declared), 0.0 if by_hand else access.reload_s

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
        if not found.outcomes:
            return ran
        (again.out / FAILED_TRACES if (again.out / FAILED_TRACES).exists() else again.out / TRACE).replace(
            request.out / TRACE
        )
        shutil.rmtree(again.out)
        second = {outcome.name: outcome for outcome in found.outcomes}
        outcomes = tuple(with_trace_of(outcome, second.get(outcome.name)) for outcome in ran.outcomes)
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
        if not judged and interruption is None and not ended:
            ended = f"PTF ran no case; see {request.out / MARK}"
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


def with_trace_of(outcome: CaseOutcome, again: CaseOutcome | None) -> CaseOutcome:
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
                read = CaseOutcome.model_validate_json(line)
                outcome = read.model_copy(update={"text": _last_line(read.text)})
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
        f"--test-dir={CASES}",
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


# --- In PTF's process ------------------------------------------------------------------------------------------------


class PtfWire(Wire):
    """Ports of PTF's device 0."""

    @override
    def send(self, port: int, frame: bytes) -> None:
        """Send. Raises DeviceGoneError when the port is lost, or when the tester's interface is for shorter frames."""
        self._require(port)
        try:
            ptf.dataplane_instance.send(0, port, frame)
        except FrameTooLongError as error:
            accepted = f"an MTU of {len(frame) - 14} or more there, or a smaller values.max_frame in the profile"
            raise DeviceGoneError(f"port {port}: {error}; accepted: {accepted}") from None
        except AttachError as error:
            raise DeviceGoneError(f"port {port}: {error}") from None

    @override
    def receive(self, port: int, timeout_s: float) -> bytes | None:
        plane = ptf.dataplane_instance
        deadline = time.monotonic() + timeout_s
        result = plane.poll(device_number=0, port_number=port, timeout=max(0.0, deadline - time.monotonic()))
        if isinstance(result, plane.PollSuccess):
            return bytes(result.packet)
        self._require(port)
        return None

    @override
    def flush(self) -> None:
        ptf.dataplane_instance.flush()

    def _require(self, port: int) -> None:
        """Raise DeviceGoneError if PTF's thread lost the port: nothing will ever come out of it."""
        lost = ptf.dataplane_instance.ports[0, port].lost
        if lost:
            raise DeviceGoneError(f"port {port}: {lost}")

    def open_log(self, case: str) -> None:
        """Let PTF's log and capture go to files of this case."""
        ptf.open_logfile(case)


def open_session() -> Session:
    """The session that `MRC_PTF_SESSION` describes.

    A device that cannot be driven ends the process.
    """
    spec = _spec()
    try:
        return _session_of(spec)
    except DeviceError as error:
        end_run(str(error))


def end_run(reason: str) -> NoReturn:
    """End PTF's process at once, and leave the reason in the file `REFUSAL` for the command."""
    _spec().outcomes.with_name(REFUSAL).write_text(reason, encoding="utf-8")
    _end(REFUSED)


def end_on_exceptions() -> None:
    """Let an exception that ends the main thread end the process, which PTF's data plane would keep for ever."""

    def end(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, value, trace)
        _end(CRASHED)

    sys.excepthook = end


def _end(status: int) -> NoReturn:
    """Exit without waiting for PTF's data plane, a thread that only PTF's own end stops."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _spec() -> SessionSpec:
    return SessionSpec.model_validate_json(Path(os.environ[VARIABLE]).read_bytes())


def _session_of(spec: SessionSpec) -> Session:
    wire = PtfWire()
    device = open_device(spec.device, wire, PORTS)
    missing = spec.profile.claims - device.capabilities()
    if missing:
        names = ", ".join(sorted(missing))
        raise DeviceError(f"profile {spec.profile.name}: claims: {device.name} cannot show {names}; accepted: without")
    return Session(
        device,
        spec.profile,
        partial(_append, spec.outcomes),
        wire.open_log,
        on_gone=lambda case, error: end_run(f"{case}: {error}"),
        record=spec.record,
        traces=spec.traces,
    )


def _append(path: Path, outcome: CaseOutcome) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(outcome.model_dump_json() + "\n")
