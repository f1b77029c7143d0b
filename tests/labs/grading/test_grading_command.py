# SPDX-License-Identifier: Apache-2.0
"""`python -m labs.grading`: exit statuses, JSON, a run repeated, and answers that break everything they can."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from labs.grading.command import entry
from labs.grading.grader import grade_here
from labs.grading.lessons import find_lab
from labs.grading.supervising import supervise
from targets.process import PROJECT_ROOT, environment

LAB = find_lab("02")
SOLUTION = LAB.solution.read_text()
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
        assert item["passed"] == (item["seen"] == "")
        assert f"{'ok  ' if item['passed'] else 'FAIL'}  {item['name']}" in first.stdout
    assert command("02", "--seed", grade["seed"]).stdout == first.stdout
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
        ["make", "-C", PROJECT_ROOT, f"VENV={tmp_path}", f"READY={tmp_path}/ready", "lab-material", *words],
        env=environment(), capture_output=True, text=True, timeout=20, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "error: which lab, for whom? make lab-material LAB=01 STUDENT=name" in done.stderr
