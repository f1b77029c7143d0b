# SPDX-License-Identifier: Apache-2.0
"""Processes with limits: time, memory, output, children; and nothing of them stays."""

import importlib
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from long_kit import share
from waiting_kit import until

from labs.grading.child import grade_here
from labs.grading.lesson import WrongError
from labs.grading.lessons import find_lab
from labs.grading.sandbox import Limits, check_ended_well, run_python
from p4soft.targets.process import environment

QUICK = Limits(cpu_seconds=1, seconds=60, memory=1 << 30, file_size=1 << 20, output=1 << 16)


def run(code, tmp_path, limits=QUICK):
    return run_python(["-c", code], room=tmp_path, limits=limits)


def test_a_process_that_ends_well(tmp_path):
    ended = run("import os; print(os.getcwd())", tmp_path)
    assert (ended.status, ended.broken, ended.why) == (0, "", "")
    assert Path(ended.output.strip()) == tmp_path
    check_ended_well(ended, "it")


def test_what_a_process_wrote_is_told(tmp_path):
    ended = run("raise SystemExit('no such table')", tmp_path)
    with pytest.raises(WrongError, match=r"the script ended with exit status 1.*\nno such table"):
        check_ended_well(ended, "the script")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("while True: pass", "took more than 1 s of processor time"),
        ("import os; os.close(1); os.close(2)\nwhile True: pass", "took more than 1 s of processor time"),
        ("while True: print('x' * 1000)", "wrote more than 64 KiB"),
        ("x = bytearray(4 << 30)", "ended with exit status 1"),
        ("open('f', 'wb').write(bytes(2 << 20))", "ended with"),
        ("import os; os.kill(os.getpid(), 9)", "ended with signal 9"),
    ],
)
def test_limits_end_a_process(code, why, tmp_path):
    ended = run(code, tmp_path)
    assert why in ended.why
    assert len(ended.output) <= QUICK.output


def test_what_waits_for_ever_ends_by_the_clock(tmp_path):
    ended = run("import time; time.sleep(600)", tmp_path, Limits(seconds=1))
    assert ended.why == "did not end within 1 s"


def test_what_a_process_started_ends_with_it(tmp_path):
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True)\n"
    )
    start = time.monotonic()
    ended = run(code, tmp_path)
    assert not ended.why
    assert time.monotonic() - start < QUICK.seconds, "the pipe that the child holds open keeps nobody"
    until(lambda: gone(int(ended.output)))


def test_a_process_dies_with_its_parent(tmp_path):
    child = "import os, time; print(os.getpid(), file=open('pid', 'w'), flush=True); time.sleep(600)"
    code = (
        "import sys\nfrom pathlib import Path\nfrom labs.grading.sandbox import Limits, run\n"
        f"run([sys.executable, '-c', {child!r}], Limits(), cwd=Path.cwd())\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, env=environment())
    try:
        until(lambda: (tmp_path / "pid").is_file() and (tmp_path / "pid").read_text().strip())
    finally:
        process.kill()
        process.wait()
    until(lambda: gone(int((tmp_path / "pid").read_text())))


def gone(pid):
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize("number", share(["07", "08"], ["08"]))
def test_an_answer_that_loops_when_it_is_read_is_tried_once(number, tmp_path, monkeypatch):
    """Each item would wait for it anew: minutes for one answer of a class."""
    lab = find_lab(number)
    module = importlib.import_module(f"labs.grading.lessons.{lab.module}")
    monkeypatch.setattr(module, "dialogue", partial(module.dialogue, cpu_s=1))
    answer = tmp_path / lab.answer
    answer.write_text("while True: pass\n")
    first, *rest = grade_here(lab, answer, "embedded", 1).items
    assert first.verdict == "failed"
    assert first.seen.startswith("new: used up its processor time; does it loop?")
    assert {each.seen for each in rest} == {f"not tried: first comes {first.name}"}
