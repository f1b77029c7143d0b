# SPDX-License-Identifier: Apache-2.0
"""Programs of a folder, compiled by both compilers; p4c is a stand-in that says what a test needs."""

import pytest
from command_kit import status
from google.protobuf import text_format

from targets.compiler import compile_file
from tests.compiler.compiler_kit import source
from tools.fidelity.__main__ import entry
from tools.fidelity.wild import programs


@pytest.fixture
def p4c(tmp_path, monkeypatch):
    """Puts a p4c-bm2-ss on an otherwise empty PATH: the script, with $json and $info where outputs go."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def put(script):
        path = folder / "p4c-bm2-ss"
        last = 'while [ $# -gt 0 ]; do case "$1" in -o) json=$2;; --p4runtime-files) info=$2;; esac; shift; done\n'
        path.write_text(f"#!/bin/bash\nPATH=/usr/bin:/bin\n{last}{script}\n")
        path.chmod(0o755)

    return put


@pytest.fixture
def folder(tmp_path):
    wild = tmp_path / "wild"
    (wild / "deep").mkdir(parents=True)
    (wild / "deep" / "one.p4").write_text(source())
    return wild


def wild(capsys, folder, *options):
    code = status(entry, ["wild", str(folder), "--list", "--jobs", "1", *options])
    return code, capsys.readouterr().out.splitlines()


def test_programs_are_what_has_a_main_and_no_other_includes(folder):
    head, _, main = source().rpartition("V1Switch(")
    (folder / "split.p4").write_text(f'{head}\n#include "main.p4"\n')
    (folder / "main.p4").write_text(f"#include <v1model.p4>\nV1Switch({main}")
    (folder / "headers.p4").write_text("header h_t { bit<8> x; }\n")
    assert [p.relative_to(folder).as_posix() for p in programs(folder)] == ["deep/one.p4", "split.p4"]


def test_equal_p4info_passes_and_a_different_one_does_not(folder, tmp_path, p4c, capsys):
    info = tmp_path / "info.txtpb"
    info.write_text(text_format.MessageToString(compile_file(folder / "deep" / "one.p4").p4info))
    p4c(f'echo "{{}}" > "$json"; cat {info} > "$info"')
    code, out = wild(capsys, folder)
    assert code == 0
    assert "  equal P4Info 1 of 1 (100.0 %)" in out
    p4c('echo "{}" > "$json"; echo \'pkg_info { arch: "other" }\' > "$info"')
    code, out = wild(capsys, folder)
    assert code == 1
    assert "deep/one.p4: different P4Info" in out


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("BMV2 does not support for-in loops", (": loops over ranges and lists are unrolled here", 0)),
        ("something new", ("", 1)),
    ],
)
def test_a_difference_needs_a_reason(folder, p4c, capsys, said, result):
    reason, code = result
    p4c(f'echo "one.p4(1): [--Werror=unsupported] error: {said}" >&2; exit 1')
    status_, out = wild(capsys, folder)
    assert status_ == code
    assert f"deep/one.p4: compiled by us only{reason}" in out


def test_macros_are_for_both_compilers(folder, p4c, capsys):
    (folder / "deep" / "one.p4").write_text(source(ingress="hdr.h.a = VALUE;"))
    p4c('echo "one.p4(1): [--Werror=unsupported] error: $*" >&2; exit 1')
    _code, out = wild(capsys, folder, "-D", "VALUE=3")
    assert "deep/one.p4: compiled by us only" in out


def test_a_folder_without_programs(tmp_path, p4c, capsys):
    p4c("exit 1")
    (tmp_path / "empty").mkdir()
    assert status(entry, ["wild", str(tmp_path / "empty")]) == 2
    assert "no v1model programs there" in capsys.readouterr().err
