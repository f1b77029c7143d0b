# SPDX-License-Identifier: Apache-2.0
"""Outputs that are in the way: what is not ours stays as it was. Every output here is below `tmp_path`."""

from __future__ import annotations

import os
import stat

import pytest
from bad_input_kit import LAB, run

from p4soft import outputs
from p4soft.outputs import OutputError


def write_plan(tmp_path, out):
    done = run(tmp_path, "controller", "plan", LAB, "--switch", "p0-t0-0", "-o", out)
    return done.returncode, done.stderr


def write_atomic(_tmp_path, out):
    try:
        outputs.write_bytes(out, b"new")
    except OutputError as problem:
        return 1, f"error: {problem}"
    return 0, ""


WRITERS = pytest.mark.parametrize("write", [write_plan, write_atomic])


@WRITERS
def test_something_that_is_no_file_is_not_replaced(tmp_path, write):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    status, says = write(tmp_path, pipe)
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert (status, "not a regular file" in says) == (1, True)
    assert list(tmp_path.iterdir()) == [pipe]


@WRITERS
def test_a_link_is_followed_not_replaced(tmp_path, write):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    assert write(tmp_path, link)[0] == 0
    assert link.is_symlink()
    assert file.read_text() != "old"


def test_ptf_deletes_nothing_it_did_not_write(tmp_path):
    out = tmp_path / "mine"
    out.mkdir()
    (out / "precious.txt").write_text("precious")
    (out / "junit.xml").write_text("<good/>")
    done = run(tmp_path, "ptf_tests", "run", "--out", out, "srv6.NoSuchCase")
    assert done.returncode == 2
    assert done.stderr.startswith("error: test 'srv6.NoSuchCase' matches no case; accepted: ")
    assert (out / "precious.txt").read_text() == "precious"
    assert (out / "junit.xml").read_text() == "<good/>"  # a misspelt test loses no good result


def test_ptf_takes_over_no_directory_of_something_else(tmp_path):
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "precious.txt").write_text("precious")
    done = run(tmp_path, "ptf_tests", "run", "--out", ".", "srv6")
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {tmp_path}: holds files of something else; accepted: ")
    assert (tmp_path / "build" / "precious.txt").read_text() == "precious"


@pytest.mark.parametrize("words", [("--out", "file"), ("--out", "file/below")])
def test_ptf_wants_a_directory(tmp_path, words):
    (tmp_path / "file").write_text("precious")
    done = run(tmp_path, "ptf_tests", "run", *words, "srv6")
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert (tmp_path / "file").read_text() == "precious"


def test_ptf_wants_files_not_directories(tmp_path):
    (tmp_path / "d").mkdir()
    done = run(tmp_path, "ptf_tests", "run", "--out", "o", "--json", "d", "--p4info", "d", "srv6")
    assert done.returncode == 2
    assert "'d' is a directory" in done.stderr


def test_a_compiler_error_leaves_the_last_good_output(tmp_path):
    (tmp_path / "bad.p4").write_text('#include "nothere.p4"\n')
    (tmp_path / "out.json").write_text("good")
    done = run(tmp_path, "p4soft.compiler", "bad.p4", "-o", "out.json", "--p4runtime-files", "o.txtpb")
    assert done.returncode == 1
    assert "bad.p4:1:1: error: cannot find the include file nothere.p4" in done.stderr
    assert (tmp_path / "out.json").read_text() == "good"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.p4", "out.json"]
