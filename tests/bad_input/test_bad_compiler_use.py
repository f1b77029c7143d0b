# SPDX-License-Identifier: Apache-2.0
"""Misuse of the compiler's command line: nothing is destroyed, nothing runs for ever."""

import os
import stat

import pytest
from bad_input_kit import ROOT, run

PROGRAM = ROOT / "p4src" / "main.p4"


def refused(cwd, *words):
    done = run(cwd, "p4soft.compiler", *words)
    assert done.returncode in (1, 2), done
    return done.stderr


def test_the_source_is_not_overwritten(tmp_path):
    source = tmp_path / "a.p4"
    source.write_text("const bit<8> A = 1;\n")
    assert f"{source}: cannot write: it is the source as well" in refused(tmp_path, source, "-o", source)
    assert source.read_text() == "const bit<8> A = 1;\n"


def test_two_outputs_need_two_names(tmp_path):
    both = tmp_path / "x.json"
    assert "give each output a name of its own" in refused(tmp_path, PROGRAM, "-o", both, "--p4runtime-files", both)
    assert not both.exists()


def test_a_pipe_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert f"{pipe}: cannot write: not a regular file" in refused(tmp_path, PROGRAM, "-o", pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "real" / "out.json")
    assert run(tmp_path, "p4soft.compiler", PROGRAM, "-o", link).returncode == 0
    assert link.is_symlink()
    assert (tmp_path / "real" / "out.json").is_file()


def test_an_output_directory_that_is_missing_is_named_as_given(tmp_path):
    missing = tmp_path / "nowhere" / "x.json"
    assert f"error: {missing}: cannot write: No such file or directory" in refused(tmp_path, PROGRAM, "-o", missing)


def test_an_include_directory_that_is_missing(tmp_path):
    assert "nowhere' is not a directory" in refused(tmp_path, PROGRAM, "-I", tmp_path / "nowhere")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs /dev/zero, as Linux has it")  # noqa: PTH110
def test_a_source_without_end(tmp_path):
    assert "too large" in refused(tmp_path, "/dev/zero")


def test_macros_that_double(tmp_path):
    source = tmp_path / "bomb.p4"
    levels = "".join(f"#define M{i} M{i + 1} M{i + 1}\n" for i in range(40))
    source.write_text(levels + "#define M40 +\nconst bit<8> A = 1 M0 1;\n")
    assert "the expansion of macros here has more than 500,000 tokens" in refused(tmp_path, source)
