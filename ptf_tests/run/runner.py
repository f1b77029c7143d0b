# SPDX-License-Identifier: Apache-2.0
"""Runs cases with PTF against one device: bring it up, `ptf`, collect outcomes as they come, take it down."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from command_line.interrupt import InterruptedCommandError, shielded
from ptf_tests.dut.api import Attached, Bench
from ptf_tests.results import CaseOutcome
from ptf_tests.run.ptf_process import REFUSAL, VARIABLE, SessionSpec
from ptf_tests.switch.device import DeviceError
from ptf_tests.switch.profile import Profile

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "ptf_tests" / "switch" / "cases"
PLATFORMS = Path(__file__).resolve().parent / "platforms"
CASE_TIMEOUT_S = 60
POLL_S = 0.2
MARK = "ptf.txt"
"""PTF's output. There from the start of a run, it tells a directory of an earlier one."""
OUTCOMES = "outcomes.jsonl"
WRITTEN = (
    MARK,
    OUTCOMES,
    REFUSAL,
    "junit.xml",
    "conformance.json",
    "conformance.html",
    "captures",
    "record.jsonl",
    "build",
    "log",
    "configuration",
    "session.json",
    "switch-1.log",
    "switch-trace.txt",
)
"""What a run writes into its directory, and so may delete of an earlier one."""


class RunError(Exception):
    """The suite could not be run; the message is complete and meant for people."""


@dataclass(frozen=True, slots=True)
class Run:
    """What to run.

    Attributes:
        bench: brings the device up.
        profile: the device's profile.
        out: directory for logs, outcomes and records: new, empty, or of an earlier run, whose files are deleted first.
        tests: PTF test specs (`srv6`, `trimming.TrimSize`), at least one.
        record: also write every case's inputs and outputs to `out/record.jsonl`.
        seed: shuffles the order of the cases; 0 leaves it.
    """

    bench: Bench
    profile: Profile
    out: Path
    tests: tuple[str, ...]
    record: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Ran:
    """How far a run came.

    Attributes:
        outcomes: of the cases that ended, in the order they did.
        versions: of the programs involved.
        interruption: what ended the run early, if anything did; raise it once the results are safe.
    """

    outcomes: tuple[CaseOutcome, ...]
    versions: Mapping[str, str]
    interruption: InterruptedCommandError | None = None


def run(request: Run, on_outcome: Callable[[CaseOutcome], None] = lambda _: None) -> Ran:
    """Run the cases; an interrupted run returns what there is.

    Raises:
        RunError: the device is unavailable or would not start, `out` is not ours to write in, or PTF itself failed.
    """
    reason = request.bench.unavailable()
    if reason is not None:
        raise RunError(f"target {request.bench.kind}: {reason}")
    prepare(request.out)
    follower = _Follower(request.out / OUTCOMES, on_outcome)
    versions: Mapping[str, str] = {}
    interruption = None
    try:
        with request.bench.start(request.out) as attached:
            versions = attached.versions
            _run_ptf(request, attached, follower)
    except DeviceError as error:
        raise RunError(str(error)) from None
    except InterruptedCommandError as error:
        interruption = error
    follower.poll()
    if not follower.found and interruption is None:
        raise RunError(f"PTF ran no case; see {request.out / MARK}")
    return Ran(tuple(follower.found), versions, interruption)


def prepare(out: Path) -> None:
    """Make `out`, without what an earlier run left there; what we did not write is never deleted. Raises RunError."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()) and not (out / MARK).is_file():
            raise RunError(f"{out}: holds files of something else; accepted: a new, an empty or an earlier run's --out")
        for path in (out / name for name in WRITTEN):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        (out / MARK).touch()
    except OSError as error:
        raise RunError(f"{out}: cannot write: {error.strerror}; accepted: a directory") from None


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
                outcome = CaseOutcome.model_validate_json(line)
                self.found.append(outcome)
                self._on_outcome(outcome)


def _run_ptf(request: Run, attached: Attached, follower: _Follower) -> None:
    command = [*_ptf_command(request), *_interfaces(attached)]
    session = SessionSpec(
        device=attached.spec,
        profile=request.profile,
        outcomes=request.out / OUTCOMES,
        record=request.out / "record.jsonl" if request.record else None,
    )
    (request.out / "session.json").write_text(session.model_dump_json(), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        VARIABLE: str(request.out / "session.json"),
    }
    with (request.out / MARK).open("wb") as output:
        status = _status_of(command, environment, output, follower)
    refusal = request.out / REFUSAL
    if refusal.exists():
        raise RunError(refusal.read_text(encoding="utf-8"))
    if status not in (0, 1) or not (request.out / OUTCOMES).exists():
        raise RunError(f"PTF exited with status {status}; see {request.out / MARK}")


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


def _ptf_command(request: Run) -> list[str]:
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
