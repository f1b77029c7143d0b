# SPDX-License-Identifier: Apache-2.0
"""`python -m labs.grading`: exit statuses, JSON, a run repeated, and answers that break everything they can."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from command_kit import ran
from long_kit import share

from common import PROJECT_ROOT
from labs.grading.child import grade_here
from labs.grading.grader import entry, supervise
from labs.grading.lesson import Item, ItemResult, as_text, collect
from labs.grading.lessons import find_lab
from p4soft.targets.process import environment

LAB = find_lab("02")
SOLUTION = LAB.solution.read_text()
MARKS = {"passed": "ok  ", "failed": "FAIL", "not tried": "--  "}
NO_PROGRAMS = ["", "\0" * 1000, "control c() { apply { } }", '#include "switch.p4"\n', "x" * 2_000_000]


def command(*arguments, cwd=PROJECT_ROOT):
    return subprocess.run(
        [sys.executable, "-m", "labs.grading", *map(str, arguments)],
        cwd=cwd, env=environment(), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_a_grade_in_text_and_json_and_a_repeated_run(tmp_path, monkeypatch):
    own = tmp_path / "tmp"  # beside others' that are being graded
    own.mkdir()
    monkeypatch.setenv("TMPDIR", str(own))
    first = command("2", "--json", tmp_path / "grade.json")
    grade = json.loads((tmp_path / "grade.json").read_text())
    assert first.returncode == 1, first.stderr
    assert (grade["lab"], grade["target"], grade["passed"]) == ("02", "embedded", False)
    assert 0 < grade["points"] < grade["of"]
    assert grade["answer"] == "labs/02-un-action/starter/switch.p4"
    for item in grade["items"]:
        assert item["passed"] == (item["verdict"] == "passed") == (item["seen"] == "")
        assert f"  {MARKS[item['verdict']]}  {item['name']}" in first.stdout
    assert ran(entry, "02", "--seed", grade["seed"], cwd=PROJECT_ROOT).stdout == first.stdout
    assert not list(own.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["99"], "lab 99: not there; accepted: "),
        (["02", "--answer", "/nowhere.p4"], "/nowhere.p4: no such file"),
        (["02", "--answer", "/"], "/switch.p4: no such file"),
        (["02", "--answer", "/dev/zero"], "/dev/zero: no such file"),
        (["02", "--target", "tofino"], "tofino"),
        (["02", "--seed", "x"], "x"),
        (["02", "--material", "out"], "hands out nothing"),
        ([], "NN"),
    ],
)
def test_what_cannot_be_graded_is_one_message(arguments, message, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["grading", *arguments])
    with pytest.raises(SystemExit) as ended:
        entry()
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def graded(tmp_path, text):
    path = tmp_path / "switch.p4"
    path.write_text(text)
    return {each.name: each for each in grade_here(LAB, path, "embedded", 1).items}


def test_a_program_that_does_not_compile_names_the_line(tmp_path):
    items = graded(tmp_path, SOLUTION.replace("meta.to_host = true;", "meta.to_hots = true;"))
    assert "switch.p4:" in items["compiles"].seen
    assert "to_hots" in items["compiles"].seen
    assert items["shift"].seen == "not tried: first comes compiles"


def test_what_was_not_tried_is_no_failure_and_counts_no_points(tmp_path):
    (tmp_path / "switch.p4").write_text("control c() { apply { } }")
    done = ran(entry, "02", "--answer", tmp_path, "--json", tmp_path / "grade.json", cwd=PROJECT_ROOT)
    grade = json.loads((tmp_path / "grade.json").read_text())
    first, *others = grade["items"]
    assert (first["name"], first["verdict"], first["passed"]) == ("compiles", "failed", False)
    assert {(each["verdict"], each["passed"], each["seen"]) for each in others} == {
        ("not tried", False, "not tried: first comes compiles")
    }
    assert (done.returncode, grade["passed"], grade["points"]) == (1, False, 0)
    assert done.stdout.count("FAIL") == 1 and done.stdout.count("  --    ") == len(others)
    assert f"0 of {grade['of']} points; {len(others)} items not tried; " in done.stdout


ERRORS = [
    ("07", "def next_psn(", "sender.py:27: NameError: name 'nowhere' is not defined", []),
    ("08", "def choose(", "paths.py:32: NameError: name 'nowhere' is not defined", []),
    ("09", "def comparable(", "NameError: name 'nowhere' is not defined", ["case"]),
]


@pytest.mark.parametrize(("number", "line", "error", "before"), share(ERRORS, [ERRORS[0]]))
def test_an_error_that_ends_one_item_after_the_other_is_told_once(tmp_path, number, line, error, before):
    lab = find_lab(number)
    indent = "    " if number == "09" else "        "
    lines = lab.solution.read_text().splitlines()
    (place,) = [at for at, each in enumerate(lines) if line in each]
    lines.insert(place + 1, f"{indent}nowhere")
    path = tmp_path / lab.answer
    path.write_text("\n".join(lines) + "\n")
    grade = grade_here(lab, path, "embedded", 1)
    text = as_text(grade)
    assert text.count(error) == 1, text
    failing = [each for each in grade.items if each.verdict == "failed"]
    assert [each.name for each in grade.items if each.passed][: len(before)] == before
    assert failing[0].seen.count(error) == 1 and text.count("        look: ") == 1
    assert {each.seen for each in failing[1:]} == {f"the same error as in {failing[0].name}"}
    assert len(failing) >= 8


SEEN = {
    "one": "choose: paths.py:9: KeyError: 3",
    "same": "after 7 us choose: paths.py:9: KeyError: 3\n2 of 9 packets are missing",
    "elsewhere": "choose: paths.py:10: KeyError: 3",
    "another": "choose: paths.py:9: KeyError: 4",
    "called": "choose: TypeError: choose() takes 1 positional argument but 2 were given",
    "again": "choose: TypeError: choose() takes 1 positional argument but 2 were given",
    "traced": 'it ends with an error on A:\n  File "/x/test.py", line 4, in runTest\n    x\nValueError: no',
    "deeper": 'it ends with an error on B:\n  File "/x/test.py", line 5, in runTest\n    x\nValueError: no',
    "traced-again": 'it ends with an error on C:\n  File "/x/test.py", line 4, in runTest\n    x\nValueError: no',
    "asserts": "it fails on A:\nAssertionError: 1 != 2",
    "asserts-too": "it fails on B:\nAssertionError: 1 != 2",
    "packets": "came: nothing",
    "no-packets": "came: nothing",
    "own": "choose: paths.py:9: Oops: what",
    "own-again": "choose: paths.py:9: Oops: what",
}
REPEATED = {"same": "one", "again": "called", "traced-again": "traced", "own-again": "own"}


def test_only_the_same_error_at_the_same_place_is_told_once():
    items = [Item(name, "it holds", "README") for name in SEEN]
    results = {item.name: ItemResult.of(item, SEEN[item.name]) for item in items}
    found = {each.name: each.seen for each in collect(items, results, None, "")}
    assert found == SEEN | {name: f"the same error as in {first}" for name, first in REPEATED.items()}


def make(folder, *words):
    (folder / "bin").mkdir()
    python = folder / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (folder / "ready").touch()
    return subprocess.run(
        ["make", "-C", PROJECT_ROOT, f"VENV={folder}", f"SUITE={folder}/ready", *words],
        env={name: value for name, value in environment().items() if not name.startswith("MAKE")},  # if make runs us
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_a_failing_grade_is_the_last_word_of_make(tmp_path):
    done = make(tmp_path, "lab-check", "LAB=01", "SEED=5")
    assert done.returncode == 1
    assert done.stderr == ""
    said = [line for line in done.stdout.splitlines() if not line.startswith("make: ")]  # -C says where it is
    assert said[-1].endswith("--seed 5 (make: SEED=5)")


def test_a_grade_that_holds_and_what_cannot_be_graded_end_make_too(tmp_path):
    done = make(tmp_path, "lab-check", "LAB=01", f"ANSWER={find_lab('01').solution}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "; all holds; " in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [([], "error: which lab? make lab-check LAB=02"), (["LAB=99"], "error: lab 99: not there; accepted: ")],
)
def test_what_make_cannot_grade_is_status_2(tmp_path, words, said):
    done = make(tmp_path, "lab-check", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(said)


def test_make_shows_what_it_would_grade_with_and_grades_nothing(tmp_path):
    done = make(tmp_path, "-n", "lab-check", "LAB=02")
    assert (done.returncode, done.stderr) == (0, "")
    assert "-m mrc_fabric lab-check" in done.stdout and "points" not in done.stdout


@pytest.mark.parametrize("text", NO_PROGRAMS)
def test_what_is_no_program_is_said(tmp_path, text):
    items = graded(tmp_path, text)
    assert not items["compiles"].passed
    assert len(items["compiles"].seen) < 5000


def test_renamed_tables_are_named(tmp_path):
    items = graded(tmp_path, SOLUTION.replace("table my_sid", "table sids").replace("my_sid.apply", "sids.apply"))
    assert "my_sid" in items["tables"].seen
    assert "sids" in items["tables"].seen


def test_a_program_that_never_ends_is_a_failed_item(tmp_path):
    again = "    state again {\n        transition again;\n    }\n\n    state parse_ipv6 {"
    text = SOLUTION.replace("    state parse_ipv6 {", again).replace(
        "ETHERTYPE_IPV6: parse_ipv6;", "ETHERTYPE_IPV6: again;"
    )
    (tmp_path / "switch.p4").write_text(text)
    grade = supervise(replace(LAB, limit_s=5), tmp_path / "switch.p4", "embedded", 1)
    items = {each.name: each for each in grade.items}
    assert items["tables"].passed
    assert not items["shift"].passed


@pytest.mark.parametrize("words", [[], ["LAB=01"], ["STUDENT=ada"]])
def test_material_without_a_lab_or_a_name_says_what_to_type(tmp_path, words):
    (tmp_path / "ready").touch()
    done = subprocess.run(
        ["make", "-C", PROJECT_ROOT, f"VENV={tmp_path}", f"SUITE={tmp_path}/ready", "lab-material", *words],
        env={name: value for name, value in environment().items() if not name.startswith("MAKE")},  # if make runs us
        capture_output=True, text=True, timeout=20, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "error: which lab, for whom? make lab-material LAB=01 STUDENT=name" in done.stderr
