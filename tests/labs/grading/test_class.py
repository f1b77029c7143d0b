# SPDX-License-Identifier: Apache-2.0
"""A class of submissions to a lab: a table, a CSV file, and what is no answer."""

import csv
import os
import shutil
import signal
from functools import partial
from multiprocessing import active_children
from threading import Event

import pytest
from waiting_kit import until

from labs.grading.grader import Mark, Submission, entry, graded, supervise
from labs.grading.lesson import UngradableError
from labs.grading.lessons import find_lab
from p4soft.command_line import InterruptedCommandError

LAB = find_lab("02")


@pytest.fixture
def folder(tmp_path):
    """Six submissions: a solution as a folder and one as a file, the starter, nothing, no text, and a loop."""
    for name in ("ada", "grace", "alan", "nobody"):
        (tmp_path / name).mkdir()
    shutil.copy(LAB.solution, tmp_path / "ada" / LAB.answer)
    shutil.copy(LAB.solution, tmp_path / "edsger.p4")
    shutil.copy(LAB.starter, tmp_path / "grace" / LAB.answer)
    (tmp_path / "alan" / LAB.answer).write_bytes(bytes(range(256)))
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes.txt").write_text("no submission")
    return tmp_path


@pytest.fixture(scope="module")
def grades(tmp_path_factory):
    """Grade of each answer that the folder has, by its bytes."""
    room = tmp_path_factory.mktemp("graded") / LAB.answer
    found = {}
    for answer in (LAB.solution.read_bytes(), LAB.starter.read_bytes(), bytes(range(256))):
        room.write_bytes(answer)
        found[answer] = supervise(LAB, room, "embedded", 7)
    return found


@pytest.fixture
def graded_before(grades, monkeypatch):
    """Grading takes no time: the tests that use this are about names, sheets and links."""

    def remembered(_lab, answer, *_):
        assert str(answer).isprintable(), "compilers want names in UTF-8"
        return grades[answer.read_bytes()]

    monkeypatch.setattr("labs.grading.grader.supervise", remembered)


def grade(monkeypatch, *arguments):
    """The command in this process; its exit status."""
    monkeypatch.setattr("sys.argv", ["labs.grading", *map(str, arguments)])
    try:
        entry()
    except SystemExit as ended:
        return ended.code
    return 0


def rows(file):
    with file.open(encoding="utf-8-sig", newline="") as stream:
        return {row["student"]: row for row in csv.DictReader(stream)}


def test_a_class_gets_a_table_and_a_csv(folder, monkeypatch, capsys):
    assert grade(monkeypatch, "02", "--class", folder, "--seed", "7", "--jobs", "2") == 0, "whatever they wrote"
    found = rows(folder / "grades-02.csv")
    assert list(found) == ["ada", "alan", "edsger", "grace", "nobody"]
    items = [item.name for item in LAB.lesson().items]
    assert list(found["ada"]) == ["student", "points", "of", "passed", *items, "note"]
    for name in ("ada", "edsger"):
        assert (found[name]["points"], found[name]["passed"], found[name]["note"]) == (found[name]["of"], "yes", "")
        assert {found[name][item] for item in items} == {"ok"}
    assert found["grace"]["passed"] == "no"
    assert "FAIL" in found["grace"].values()
    assert int(found["grace"]["points"]) < int(found["grace"]["of"])
    assert (found["nobody"]["points"], found["nobody"]["note"]) == ("0", "no switch.p4; the folder is empty")
    assert (found["alan"]["points"], found["alan"]["passed"]) == ("0", "no")
    printed = capsys.readouterr().out
    assert "2 of 5 submissions passed; seed 7; " in printed
    for name in found:
        assert name in printed
    assert "passed over: notes.txt; accepted: STUDENT/switch.p4 or STUDENT.p4" in printed


@pytest.mark.long
@pytest.mark.usefixtures("graded_before")
def test_the_sheet_goes_where_it_is_to(folder, monkeypatch, tmp_path):
    sheet = tmp_path / "sheet.csv"
    assert grade(monkeypatch, "02", "--class", folder, "--csv", sheet, "--seed", "1") == 0
    assert len(rows(sheet)) == 5
    assert not (folder / "grades-02.csv").exists()


def test_an_answer_that_cannot_be_graded_is_a_row_and_status_2(folder, monkeypatch):
    def broken(*_):
        raise UngradableError("the grader itself failed")

    monkeypatch.setattr("labs.grading.grader.supervise", broken)
    assert grade(monkeypatch, "02", "--class", folder, "--seed", "1") == 2
    found = rows(folder / "grades-02.csv")
    assert found["ada"]["note"] == "the grader itself failed"
    assert found["nobody"]["note"].startswith("no switch.p4")


def test_a_grade_in_a_class_is_that_of_the_answer_alone(folder, monkeypatch, capsys):
    (folder / "edsger.p4").unlink()
    for name in ("ada", "alan", "nobody"):
        shutil.rmtree(folder / name)  # the class above has them
    grade(monkeypatch, "02", "--class", folder, "--seed", "7")
    capsys.readouterr()
    assert grade(monkeypatch, "02", "--answer", folder / "grace", "--seed", "7") == 1
    alone = capsys.readouterr().out
    row = rows(folder / "grades-02.csv")["grace"]
    for item in LAB.lesson().items:
        mark = {"ok": "ok  ", "FAIL": "FAIL", "--": "--  "}[row[item.name]]
        assert f"  {mark}  {item.name}" in alone


@pytest.mark.usefixtures("graded_before")
def test_a_name_is_no_formula_of_a_spreadsheet(folder, monkeypatch):
    shutil.copytree(folder / "grace", folder / "=1+1")
    grade(monkeypatch, "02", "--class", folder, "--seed", "7")
    assert "'=1+1" in rows(folder / "grades-02.csv")


@pytest.mark.usefixtures("graded_before")
def test_a_name_may_be_any_bytes(folder, monkeypatch, capsys):
    """Unpacked on another system, an umlaut is no UTF-8; and brackets and escapes are no commands to the terminal."""
    names = {b"M\xfcller": "M\\udcfcller", b"[red]": "[red]", b"[": "[", b"\x1b[2J": "\\x1b[2J", b"a\nb": "a b"}
    for name in names:
        place = folder / os.fsdecode(name)
        place.mkdir()
        shutil.copy(LAB.solution, place / LAB.answer)
    assert grade(monkeypatch, "02", "--class", folder, "--seed", "7") == 0
    printed = capsys.readouterr().out
    found = rows(folder / "grades-02.csv")
    for name in names.values():
        assert found[name]["passed"] == "yes"
        assert name in printed
    assert "\x1b[2J" not in printed


@pytest.mark.usefixtures("graded_before")
def test_a_spreadsheet_reads_umlauts_and_a_note_is_one_line(folder, monkeypatch):
    shutil.copytree(folder / "grace", folder / "Jürgen")
    grade(monkeypatch, "02", "--class", folder, "--seed", "7")
    sheet = folder / "grades-02.csv"
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbf"), "without the mark Excel takes UTF-8 for Latin 1"
    note = rows(sheet)["Jürgen"]["note"]
    assert note.startswith("shift: sent into port")
    assert "expected out of port" in note, "what came and what should have"
    assert "\n" not in note
    assert len(note) <= 600


@pytest.mark.usefixtures("graded_before")
def test_a_link_out_of_a_students_folder_is_no_answer(folder, monkeypatch, tmp_path_factory):
    """It would be the neighbour's answer, or the solution."""
    for name, target in (("copier", f"../ada/{LAB.answer}"), ("thief", LAB.solution), ("own", f"v2/{LAB.answer}")):
        (folder / name).mkdir()
        (folder / name / LAB.answer).symlink_to(target)
    (folder / "linus.p4").symlink_to(LAB.solution)
    (folder / "own" / "v2").mkdir()
    shutil.copy(LAB.solution, folder / "own" / "v2")
    elsewhere = tmp_path_factory.mktemp("collected")
    shutil.copy(LAB.solution, elsewhere / LAB.answer)
    (folder / "barbara").symlink_to(elsewhere)  # whoever collects may do so by links
    grade(monkeypatch, "02", "--class", folder, "--seed", "7")
    found = rows(folder / "grades-02.csv")
    for name in ("copier", "thief", "linus"):
        assert found[name]["points"] == "0"
        assert found[name]["note"] == "switch.p4 is a symbolic link to elsewhere; accepted: the file itself"
    assert found["own"]["passed"] == found["barbara"]["passed"] == "yes"


@pytest.mark.usefixtures("graded_before")
def test_a_note_says_what_is_there_instead(folder, monkeypatch):
    (folder / "nobody" / "lab 02").mkdir()
    shutil.copy(LAB.solution, folder / "nobody" / "lab 02")
    (folder / "nobody" / "__MACOSX").mkdir()
    (folder / "upper").mkdir()
    shutil.copy(LAB.solution, folder / "upper" / "SWITCH.P4")
    grade(monkeypatch, "02", "--class", folder, "--seed", "7")
    found = rows(folder / "grades-02.csv")
    assert found["nobody"]["note"] == "no switch.p4; there is lab 02/switch.p4"
    assert found["upper"]["note"] == "no switch.p4; there is SWITCH.P4"


def test_interrupted_it_keeps_the_grades_that_it_has(folder, grades, monkeypatch, capsys):
    sheet = folder / "grades-02.csv"
    sheet.write_text("of last time")
    of_ada = grades[LAB.solution.read_bytes()]

    def only_the_first(*_, **__):
        yield Mark("ada", of_ada)
        raise InterruptedCommandError(signal.SIGINT)

    monkeypatch.setattr("labs.grading.grader.graded", only_the_first)
    assert grade(monkeypatch, "02", "--class", folder, "--seed", "7") == 128 + signal.SIGINT
    found = rows(folder / "grades-02-interrupted.csv")
    assert found["ada"]["passed"] == "yes"
    assert found["grace"]["note"] == "not graded: interrupted"
    assert found["nobody"]["note"].startswith("no switch.p4")
    printed = capsys.readouterr().err
    assert "1 of 4 answers graded; seed 7; " in printed
    assert "Traceback" not in printed
    assert sheet.read_text() == "of last time"


def told_apart(room, answer, _student):
    """Grades `quick` at once. `slow` waits for a minute, and says so if it was let."""
    if answer.name == "slow":
        (room / "began").touch()
        Event().wait(60)
        (room / "ended").touch()
    raise UngradableError(answer.name)


def test_interrupted_it_ends_the_gradings_that_have_begun(tmp_path):
    handed_in = [Submission(name, tmp_path / name) for name in ("slow", "quick")]
    coming = graded(LAB, handed_in, partial(told_apart, tmp_path), jobs=2)
    assert next(coming).why == "quick"
    until((tmp_path / "began").exists)
    coming.close()
    assert not (tmp_path / "ended").exists()
    until(lambda: not active_children())


@pytest.mark.usefixtures("graded_before")
def test_an_answer_may_have_any_name(folder, monkeypatch, capsys):
    answer = folder / os.fsdecode(b"M\xfcller.p4")
    shutil.copy(LAB.solution, answer)
    assert grade(monkeypatch, "02", "--answer", answer, "--seed", "7") == 0
    assert "M\\udcfcller.p4" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--class", "GONE"],
            "gone: No such file or directory; accepted: a folder with",
        ),
        (["--class", "EMPTY"], "no submissions; accepted: STUDENT/switch.p4 or STUDENT.p4"),
        (["--class", "TWICE"], "ada is there twice, as a folder and as a file; accepted: one of them"),
        (["--class", "EMPTY", "--answer", "x.p4"], "--class goes with --csv, --jobs, --target and --seed only"),
        (["--csv", "x.csv"], "--csv and --jobs go with --class only"),
    ],
)
def test_what_is_no_class_is_one_message(arguments, message, tmp_path, monkeypatch, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "twice" / "ada").mkdir(parents=True)
    (tmp_path / "twice" / "ada.p4").touch()
    places = {"EMPTY": tmp_path / "empty", "TWICE": tmp_path / "twice", "GONE": tmp_path / "gone"}
    assert grade(monkeypatch, "02", *(places.get(word, word) for word in arguments)) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert "Traceback" not in printed.err
