# SPDX-License-Identifier: Apache-2.0
"""Run the project's commands as a clumsy person would, always below a scratch directory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from command_kit import ran

import controller.__main__
import fabric.__main__
import p4soft.compiler.__main__
import p4soft.explain.__main__
import ptf_tests.__main__

ROOT = Path(__file__).resolve().parents[2]
LAB = ROOT / "topologies" / "lab.yaml"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}


ENTRIES = {
    "controller": controller.__main__.run,
    "fabric": fabric.__main__.main,
    "ptf_tests": ptf_tests.__main__.entry,
    "p4soft.compiler": p4soft.compiler.__main__.entry,
    "p4soft.explain": p4soft.explain.__main__.entry,
}


def run(cwd, program, *words):
    """`python -m PROGRAM WORDS` in `cwd`, without another interpreter."""
    with mock.patch.dict(os.environ, ENVIRONMENT):
        done = ran(ENTRIES[program], *words, cwd=cwd)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done


def run_alone(cwd, *words, timeout=90):
    """`python -m WORDS` in `cwd`, a process of its own; nothing it says may be a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, words)],
        cwd=cwd, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
        timeout=timeout, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done


@contextmanager
def start(cwd, *words, ignored=(), stdin=subprocess.DEVNULL):
    """A process, which the end of the block ends, and what it started with it (they share a session).

    It ignores the signals `ignored`: a shell that runs a script ignores SIGINT for `command &`, nohup ignores SIGHUP.
    """
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ignored}  # which it inherits
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", *map(str, words)], start_new_session=True,
            cwd=cwd, env=ENVIRONMENT, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)  # it ends its own children, which may have sessions of their own
            try:
                process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def scenario(extra="", writes="[{from: nic0, to: nic3, bytes: 4kB}]", topology=LAB):
    return f'name: t\ntopology: "{topology}"\nworkload: {writes}\n{extra}\n'


def processes_naming(text):
    """Command lines of live processes that contain `text`, without zombies."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in line and int(entry.name) != os.getpid():
            found.append(line)
    return found
