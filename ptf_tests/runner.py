# SPDX-License-Identifier: Apache-2.0
"""Runs the cases with PTF against one switch: compile, start, `ptf`, collect, stop."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from controller.interrupt import shielded
from ptf_tests.junit import CaseResult, read_results, write_junit
from targets.api import CompiledFiles, RunningSwitch, SwitchOptions, Target, TargetError

ROOT = Path(__file__).resolve().parent.parent
CASES = Path(__file__).resolve().parent / "cases"
PLATFORMS = Path(__file__).resolve().parent / "platforms"
PROGRAM = ROOT / "p4src" / "main.p4"
PORTS = (0, 1, 2, 3)
DEVICE_ID = 1
CASE_TIMEOUT_S = 60
MARK = "ptf.txt"
"""PTF's output. There from the start of a run, it tells a directory of an earlier one."""
WRITTEN = (MARK, "junit.xml", "record.jsonl", "build", "log", "xunit", f"switch-{DEVICE_ID}.log")
"""What a run writes into its directory, and so may delete of an earlier one."""


class RunError(Exception):
    """The suite could not be run; the message is complete and meant for people."""


@dataclass(frozen=True, slots=True)
class Run:
    """What to run.

    Attributes:
        target: the switch.
        out: directory for logs, JUnit and records: new, empty, or of an earlier run, whose files are deleted first.
        tests: PTF test specs (`srv6`, `trimming.TrimSize`); empty means all.
        files: compiled program to use instead of compiling `p4src/` with the target's own compiler.
        record: also write every case's inputs and outputs to `out/record.jsonl`.
    """

    target: Target
    out: Path
    tests: tuple[str, ...] = ()
    files: CompiledFiles | None = None
    record: bool = False


def run(request: Run) -> list[CaseResult]:
    """Run the cases and return their results.

    Raises:
        RunError: the target is unavailable or would not start, `out` is not ours to write in, a test spec matches
            nothing, or PTF itself failed.
    """
    reason = request.target.unavailable()
    if reason is not None:
        raise RunError(f"target {request.target.name}: {reason}")
    _check_tests(request.tests)
    _prepare(request.out)
    try:
        files = request.files or request.target.compile(PROGRAM, request.out / "build")
        with request.target.start(
            device_id=DEVICE_ID, ports=PORTS, workdir=request.out, options=SwitchOptions(priority_queues=8)
        ) as switch:
            _run_ptf(request, switch, files)
    except TargetError as error:
        raise RunError(str(error)) from None
    results = read_results(request.out / "xunit")
    if not results:
        raise RunError(f"PTF ran no case; see {request.out / 'ptf.txt'}")
    write_junit(results, f"ptf.{request.target.name}", request.out / "junit.xml")
    return results


def _check_tests(tests: Sequence[str]) -> None:
    """Refuse misspelt tests before anything is deleted; PTF's other forms (groups, `^`) are left to PTF."""
    known = {name: _classes(name) for name in modules()}
    for test in tests:
        module, dot, case = test.partition(".")
        if re.fullmatch(r"\w*(\.\w*)?", test) and (module not in known or (dot and case not in known[module])):
            near = f"{module}.{{{', '.join(sorted(known[module]))}}}" if module in known else ", ".join(known)
            raise RunError(f"test {test!r} matches no case; accepted: a module or module.Class of {near}")


def _classes(module: str) -> set[str]:
    tree = ast.parse((CASES / f"{module}.py").read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


def _prepare(out: Path) -> None:
    """Make `out`, without what an earlier run left there; what we did not write is never deleted."""
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


def _run_ptf(request: Run, switch: RunningSwitch, files: CompiledFiles) -> None:
    command = [*_ptf_command(request.out, request.tests), *_interfaces(switch)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "MRC_PTF_TARGET": request.target.name,
        "MRC_PTF_ADDRESS": switch.grpc_address,
        "MRC_PTF_DEVICE_ID": str(DEVICE_ID),
        "MRC_PTF_P4INFO": str(files.p4info),
        "MRC_PTF_JSON": str(files.json),
    }
    if request.record:
        environment["MRC_PTF_RECORD"] = str(request.out / "record.jsonl")
    with (request.out / "ptf.txt").open("wb") as output:
        status = _status_of(command, environment, output)
    text = (request.out / "ptf.txt").read_text(encoding="utf-8", errors="replace")
    for line in text.splitlines():
        if "did not match any tests" in line:
            raise RunError(
                f"{line.split(':', 2)[-1].strip()}; accepted: a module or module.Class of {', '.join(modules())}"
            )
    if status not in (0, 1) or ("Traceback" in text and not (request.out / "xunit").exists()):
        raise RunError(f"PTF exited with status {status}; see {request.out / 'ptf.txt'}")


def _status_of(command: Sequence[str], environment: Mapping[str, str], output: BinaryIO) -> int:
    """Run a command to its end; whatever ends this one ends it too."""
    process: subprocess.Popen[bytes] | None = None
    try:
        with shielded():
            process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        return process.wait()
    finally:
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()


def _ptf_command(out: Path, tests: Sequence[str]) -> list[str]:
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
        f"--log-dir={out / 'log'}",
        "--xunit",
        f"--xunit-dir={out / 'xunit'}",
        *tests,
    ]


def _interfaces(switch: RunningSwitch) -> list[str]:
    return [f"--interface=0-{port}@{spec}" for port, spec in sorted(switch.attachments.items())]


def modules() -> list[str]:
    """Names of the case modules."""
    return sorted(path.stem for path in CASES.glob("[a-z]*.py"))
