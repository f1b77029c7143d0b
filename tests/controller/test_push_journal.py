# SPDX-License-Identifier: Apache-2.0
"""A journal can be read wherever it was cut, and is of one push only."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller import ControllerError, journal
from controller.journal import Heading, Journal, Record

HEADING = Heading("lab", "d" * 64, 7, 8, (1, 8))


def record(switch, state="holds"):
    return Record(switch, state, "e" * 64, 1)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, HEADING) as noted:
        noted.add(record("a", "begun"))
        noted.add(record("a"))
        noted.add(record("b", "begun"))
    return path


def test_it_has_the_last_word_on_each_switch(path):
    story = journal.read(path)
    assert (story.heading, story.runs, story.ended) == (HEADING, 1, "")
    assert {name: each.state for name, each in story.records.items()} == {"a": "holds", "b": "begun"}


def test_cut_anywhere_in_its_last_line_it_goes_on_as_if_that_was_not_there(path):
    whole = path.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    for cut in range(start, len(whole)):
        path.write_bytes(whole[:cut])
        assert list(journal.read(path).records) == ["a"]
        with Journal(path, HEADING) as noted:
            noted.add(record("c"))
        assert list(journal.read(path).records) == ["a", "c"]


def test_a_last_line_that_a_crash_left_empty_does_not_count(path):
    whole = path.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    path.write_bytes(whole[:start] + b"\0" * 40 + b"\n")
    assert list(journal.read(path).records) == ["a"]


def test_a_run_after_a_finished_one_begins_anew(path):
    with Journal(path, HEADING) as noted:
        noted.end("some failed")
    assert list(journal.read(path).records) == ["a", "b"]
    with Journal(path, HEADING) as noted:
        assert list(noted.story.records) == ["a", "b"]
        noted.end("finished")
    assert list(journal.read(path).records) == ["a", "b"]
    with Journal(path, HEADING) as noted:
        assert noted.story.records == {}
        noted.add(record("b"))
    story = journal.read(path)  # that run was killed
    assert (list(story.records), story.runs, story.ended) == (["b"], 4, "")


def test_cut_in_its_first_line_it_begins_again(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, HEADING):
        pass
    whole = path.read_bytes()
    for cut in (1, 30, whole.index(b"\n")):
        path.write_bytes(whole[:cut])
        with Journal(path, HEADING):
            pass
        assert path.read_bytes() == whole


def test_a_line_that_the_disk_had_no_room_for_is_not_there(path, monkeypatch):
    write = os.write
    with Journal(path, HEADING) as noted:
        monkeypatch.setattr(os, "write", lambda file, line: write(file, line[:20]))
        with pytest.raises(ControllerError, match="journal: cannot write: no room for a line"):
            noted.add(record("c"))
        monkeypatch.undo()
        noted.add(record("d"))
        noted.add(record("e"))
    assert list(journal.read(path).records) == ["a", "b", "d", "e"]


def test_a_damaged_line_is_named(path):
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"begun", b"holds")
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(ControllerError, match=r"journal:3: damaged, or no line of a journal; accepted: mrc-push 1$"):
        journal.read(path)
    with pytest.raises(ControllerError, match=r"journal:3: damaged"):
        Journal(path, HEADING)


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (Heading("lab", "c" * 64, 7, 8, (1, 8)), r"plan dddddddddddddddd; accepted: cccccccccccccccc, or another file"),
        (Heading("lab", "d" * 64, 9, 8, (1, 8)), r"cookie 7; accepted: 9"),
        (Heading("lab", "d" * 64, 7, 8, (8,)), r"waves \(1, 8\); accepted: \(8,\)"),
    ],
)
def test_the_journal_of_another_push_is_left_alone(path, other, what):
    before = path.read_bytes()
    with pytest.raises(ControllerError, match=rf"journal:1: the journal of another push: {what}"):
        Journal(path, other)
    assert path.read_bytes() == before


def test_one_process_writes_it(path):
    with (
        Journal(path, HEADING),
        pytest.raises(ControllerError, match="journal: another push writes this journal; wait for it, or stop it"),
    ):
        Journal(path, HEADING)


@pytest.mark.parametrize("data", [b"", b"\n", b"x\n", b"00000000 {}\n", b"\xff\n", b"a3 [[[[\n"])
def test_what_is_no_journal_is_refused(tmp_path, data):
    path = tmp_path / "journal"
    path.write_bytes(data)
    with pytest.raises(ControllerError, match="journal:1: "):
        journal.read(path)


def test_a_place_that_cannot_be_written(tmp_path):
    with pytest.raises(ControllerError, match="cannot write: "):
        Journal(tmp_path, HEADING)
    with pytest.raises(ControllerError, match=r"^/dev/null: cannot write: not a regular file$"):
        Journal(Path("/dev/null"), HEADING)
