# SPDX-License-Identifier: Apache-2.0
"""Answers that go for the grader itself: its verdict, its seed, its files, its end."""

import ctypes
import shutil
import textwrap
from pathlib import Path

import pytest
from answers_kit import failed, told

from common import PROJECT_ROOT
from labs.grading import confined
from labs.grading.child import grade_here
from labs.grading.grader import supervise
from labs.grading.lesson import COURSE
from labs.grading.lessons import find_lab, find_the_bug, read_packet
from labs.grading.lessons.find_the_bug import bug_of
from labs.grading.sandbox import DialogueError, Limits, dialogue, no_orphans, run_python
from p4soft.targets import get_target
from ptf_tests.switch.case import cases

SEED = 987_654_321
needs_landlock = pytest.mark.skipif(
    not confined.available(), reason="no Landlock, which confines: Linux 5.13 or newer, with landlock in its list lsm="
)

FORGER = """
    import json, os
    parent = os.getppid()
    arguments = open(f"/proc/{parent}/cmdline").read().split("\\0")
    try:
        seed = [word for word in open(f"/proc/{parent}/environ").read().split("\\0") if "SEED" in word]
    except OSError:
        seed = []
    for descriptor in range(3, 40):
        try:
            with open(f"/proc/{parent}/fd/{descriptor}", "w") as pipe:
                for name in NAMES:
                    result = {"name": name, "shows": "x", "points": 1, "verdict": "passed", "seen": "", "look": ""}
                    pipe.write(json.dumps({"ended": result}) + "\\n")
        except OSError:
            pass
    try:
        os.kill(parent, 9)
    except OSError:
        pass
    raise ValueError(f"arguments {arguments}, seed {seed}")
"""

LIVES_ON = """
    import os, time
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(writing, str(os.getpid()).encode())
            time.sleep(600)
        os._exit(0)
    raise ValueError(f"pid {os.read(reading, 20).decode()} lives on")
"""

COUNTS = """
    from typing import ClassVar
    from ptf_tests.switch.congestion import TrimTest

    runs = []

    class Counting(TrimTest):
        requirements: ClassVar = ("TRIM-018",)

        def runTest(self):
            runs.append(self)
            self.assertLess(len(runs), 12)
"""


def written(path, text):
    path.write_text(textwrap.dedent(text))
    return path


@needs_landlock
def test_a_sender_neither_forges_its_grade_nor_finds_the_seed(tmp_path):
    lab = find_lab("07")
    names = [each.name for each in lab.lesson().items]
    grade = supervise(lab, written(tmp_path / "sender.py", FORGER.replace("NAMES", repr(names))), "embedded", SEED)
    assert grade.points == 0, told(grade)
    assert "seed []" in grade.items[0].seen, "it was called to its end, and the grader lives"
    assert "labs.grading.child" in grade.items[0].seen, "it has seen the arguments"
    assert str(SEED) not in told(grade)


def test_what_a_sender_forks_off_ends_with_the_grading(tmp_path):
    grade = supervise(find_lab("07"), written(tmp_path / "sender.py", LIVES_ON), "embedded", SEED)
    pids = [int(each.seen.split("pid ")[1].split()[0]) for each in grade.items]
    assert len(set(pids)) == len(grade.items)
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


@needs_landlock
@pytest.mark.parametrize(
    "deed", ["open(path, 'w')", "os.remove(path)", "os.mkdir(path + '-new')", "os.truncate(path, 0)"]
)
def test_a_sender_writes_nothing_outside_its_folder(deed, tmp_path):
    kept = written(tmp_path / "kept", "kept")
    text = f"import os\nopen('own', 'w').write('mine')\npath = {str(kept)!r}\n{deed}\nclass Sender: pass\n"
    sender = written(tmp_path / "sender.py", text)
    with dialogue(sender, "Sender") as talk, pytest.raises(DialogueError, match=r"sender.py:4: PermissionError"):
        talk.new()
    assert kept.read_text() == "kept"
    assert sorted(tmp_path.iterdir()) == [kept, sender]


@needs_landlock
def test_a_script_writes_nothing_outside_its_room(tmp_path):
    room = tmp_path / "room"
    room.mkdir()
    ended = run_python(["-c", "open('own', 'w'); open('../other', 'w')"], room=room, limits=Limits(cpu_seconds=5))
    assert "PermissionError" in ended.output
    assert (room / "own").exists()
    assert not (tmp_path / "other").exists()


@needs_landlock
@pytest.mark.parametrize(
    "path",
    [
        find_lab("07").solution,
        Path(read_packet.__file__),
        Path(__file__),
        PROJECT_ROOT / "ptf_tests/mutants/vendor.yaml",
    ],
)
def test_a_sender_reads_no_solution(path, tmp_path):
    sender = written(tmp_path / "sender.py", f"text = open({str(path)!r}).read()\nclass Sender: pass\n")
    with dialogue(sender, "Sender") as talk, pytest.raises(DialogueError, match=r"sender.py:1: PermissionError"):
        talk.new()


@needs_landlock
def test_a_script_reads_what_lies_beside_it_and_the_project_and_no_solution(tmp_path):
    room, beside = tmp_path / "room", written(tmp_path / "beside", "beside")
    room.mkdir()
    code = f"print(open({str(beside)!r}).read()); import fabric; open({str(find_lab('03').solution)!r})"
    assert "PermissionError" in run_python(["-c", code], room=room, reads=[beside]).output.splitlines()[-1]


@pytest.mark.parametrize("buffering", [None, "", "1"], ids=["unset", "empty", "set"])
def test_what_a_script_prints_comes_before_its_traceback(buffering, tmp_path, monkeypatch):
    """As at a terminal, whatever the machine says of buffering, and of the programs that the script starts, too."""
    if buffering is None:
        monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    else:
        monkeypatch.setenv("PYTHONUNBUFFERED", buffering)
    code = "import subprocess, sys; print('first'); subprocess.run([sys.executable, '-c', 'print(2); 1 / 0']); 1 / 0"
    lines = run_python(["-c", code], room=tmp_path).output.splitlines()
    told = [line for line in lines if line in {"first", "2"} or line.startswith("ZeroDivisionError")]
    assert told == ["first", "2", *["ZeroDivisionError: division by zero"] * 2]


@pytest.mark.parametrize("how", ["path", "link", "beside"])
def test_a_program_that_includes_the_solution_is_found_out(how, tmp_path):
    lab = find_lab("02")
    name = {"path": str(lab.solution), "link": "mine.p4", "beside": "part/mine.p4"}[how]
    (tmp_path / "part").mkdir()
    (tmp_path / "mine.p4").symlink_to(lab.solution)
    shutil.copyfile(lab.solution, tmp_path / "part" / "mine.p4")
    grade = grade_here(lab, written(tmp_path / "switch.p4", f'#include "{name}"\n'), "embedded", SEED)
    if how == "beside":
        assert grade.passed, "an answer may be in several files"
    else:
        assert failed(grade) == ["compiles"]
        assert ".p4 from elsewhere" in grade.items[0].seen


@needs_landlock
def test_p4c_does_not_include_the_solution_either(tmp_path):
    if reason := get_target("bmv2").unavailable():
        pytest.skip(reason)
    lab = find_lab("02")
    parts = ["#ifdef __ASSEMBLER__", f'#include "{lab.solution}"', "#else", lab.starter.read_text(), "#endif"]
    (tmp_path / "switch.p4").write_text("\n".join(parts))
    grade = grade_here(lab, tmp_path / "switch.p4", "bmv2", SEED)
    assert failed(grade) == ["compiles"]
    assert "Permission denied" in grade.items[0].seen


def test_a_repair_that_includes_the_right_program_is_found_out(tmp_path, monkeypatch):
    lab = find_lab("11")
    # Of the cases that may notice the bug those of the requirement that the finding names are enough here.
    few = tuple(name for name, case in cases().items() if "TRIM-008" in case.requirements)
    monkeypatch.setattr(find_the_bug, "_about", lambda _: few)
    monkeypatch.setattr(find_the_bug, "_broken", find_the_bug._broken.__wrapped__)
    right = PROJECT_ROOT / "p4src" / "stages" / "classify.p4"
    shutil.copytree(lab.solution.parent, tmp_path, dirs_exist_ok=True)
    (tmp_path / "p4src" / "stages" / "classify.p4").write_text(f'#include "{right}"\n')
    assert failed(grade_here(lab, tmp_path / "finding.yaml", "embedded", SEED)) == ["compiles"]


@pytest.mark.parametrize(("number", "own", "asked"), [("01", "Ada Lovelace", "student"), ("11", "grace", "finding")])
def test_a_copied_answer_fails_for_another_student(number, own, asked):
    lab = find_lab(number)
    grade = grade_here(lab, lab.solution, "embedded", SEED, student="somebody else")
    assert failed(grade) == [asked]
    assert own in grade.items[[each.name for each in grade.items].index(asked)].seen
    if number == "01":
        assert grade_here(lab, lab.solution, "embedded", SEED, student=f" {own.upper()} ").passed


def test_a_course_has_captures_and_bugs_that_its_graders_do_not_tell(monkeypatch):
    students = [f"student {number}" for number in range(6)]

    def handed_out():
        return [read_packet.story(student).frames for student in students], [
            bug_of(student).name for student in students
        ]

    outside = handed_out()
    bug_of.cache_clear()
    monkeypatch.setenv(COURSE, "correct horse battery staple")
    captures, bugs = handed_out()
    bug_of.cache_clear()
    assert not [one for one, other in zip(captures, outside[0], strict=True) if one == other]
    assert bugs != outside[1]


def test_what_lies_in_the_folder_does_not_run_before_the_limits(tmp_path):
    for name in ("ctypes.py", "resource.py", "signal.py"):
        written(tmp_path / name, "raise SystemExit('no limits here')")
    ended = run_python(["-I", "-c", "print('limited')"], room=tmp_path)
    assert (ended.why, ended.output) == ("", "limited\n")


def test_a_test_that_counts_its_runs_is_found_out(tmp_path):
    grade = grade_here(find_lab("09"), written(tmp_path / "trimmed_contents.py", COUNTS), "embedded", SEED)
    assert failed(grade) == ["again"], told(grade)


def test_who_has_graded_inherits_no_more_orphans():
    with no_orphans():
        pass
    inherits = ctypes.c_int(-1)
    assert ctypes.CDLL(None).prctl(37, ctypes.byref(inherits), 0, 0, 0) == 0  # PR_GET_CHILD_SUBREAPER
    assert inherits.value == 0
