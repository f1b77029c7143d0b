# SPDX-License-Identifier: Apache-2.0
"""Each program here behaves as the STF beside it says: by our compiler and switch, and by p4c and BMv2."""

import json
import re
import subprocess
from itertools import takewhile
from pathlib import Path

import pytest
from google.protobuf import text_format
from reference_kit import needs

from p4soft.compiler import compile_file
from p4soft.stf import Case, Options, embedded_opener, run_case
from p4soft.stf.remote import remote_opener
from p4soft.targets import get_target

FOLDER = Path(__file__).parent
PROGRAMS = sorted(FOLDER.glob("*.p4"))
COMPILER = "p4c-bm2-ss"
_BMV2 = get_target("bmv2").unavailable()
NO_BMV2 = pytest.mark.skipif(_BMV2 is not None, reason=str(_BMV2))
each_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)

_OPTIONS = re.compile(r"^// Options: (.+)$", re.M)
_NOT = re.compile(r"^// Not (with p4c|on BMv2): (.+)$", re.M)
_ROW = re.compile(r"^\| .+ \| `(\w+)` \|$", re.M)
_LINES = 65


def defines(program):
    """The -D options that a program asks for in its header."""
    found = _OPTIONS.search(program.read_text())
    words = found.group(1).split() if found else []
    assert words[0::2] == ["-D"] * len(words[1::2])
    return {name: value if equals else None for name, equals, value in (word.partition("=") for word in words[1::2])}


def skip_where_said(program, *where):
    """Skip a program whose header names a limit of the reference."""
    for place, reason in _NOT.findall(program.read_text()):
        if place in where:
            pytest.skip(f"{place}: {reason}")


def compiled_by_p4c(program, folder):
    """The program as p4c compiles it."""
    output, info = folder / "program.json", folder / "program.txtpb"
    options = [f"-D{name}={1 if value is None else value}" for name, value in defines(program).items()]
    command = [COMPILER, "--std", "p4-16", *options, str(program), "-o", str(output), "--p4runtime-files", str(info)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return Case(output, program.with_suffix(".stf"), is_json=True, p4info=info)


def check(result):
    """A pass, or a failure that shows what the runner found."""
    assert result.passed, result.text


@each_program
def test_program(program):
    open_device = embedded_opener(Options(defines=defines(program)))
    check(run_case(Case(program, program.with_suffix(".stf")), open_device))


@pytest.mark.bmv2
@needs(COMPILER)
@each_program
def test_compiled_by_p4c(program, tmp_path):
    skip_where_said(program, "with p4c")
    check(run_case(compiled_by_p4c(program, tmp_path), embedded_opener(Options())))


@pytest.mark.bmv2
@pytest.mark.root
@NO_BMV2
@each_program
def test_p4c_on_bmv2(program, tmp_path):
    skip_where_said(program, "with p4c", "on BMv2")
    check(run_case(compiled_by_p4c(program, tmp_path), remote_opener("bmv2", Options())))


@pytest.mark.bmv2
@pytest.mark.root
@NO_BMV2
@each_program
def test_ours_on_bmv2(program, tmp_path):
    skip_where_said(program, "on BMv2")
    compiled = compile_file(program, defines=defines(program))
    output, info = tmp_path / "program.json", tmp_path / "program.txtpb"
    output.write_text(json.dumps(compiled.json))
    info.write_text(text_format.MessageToString(compiled.p4info))
    case = Case(output, program.with_suffix(".stf"), is_json=True, p4info=info)
    check(run_case(case, remote_opener("bmv2", Options())))


def test_table_of_constructs_is_complete():
    listed = _ROW.findall((FOLDER / "README.md").read_text())
    assert sorted(listed) == [p.stem for p in PROGRAMS], "README.md: one row per program, one program per row"


def test_programs_and_tests_come_in_pairs():
    assert [t.stem for t in sorted(FOLDER.glob("*.stf"))] == [p.stem for p in PROGRAMS]


@each_program
def test_program_says_its_rule(program):
    text = program.read_text()
    head = list(takewhile(lambda line: line.startswith("//"), text.splitlines()))
    assert head[0] == "// SPDX-License-Identifier: Apache-2.0"
    assert sum(line.startswith("// Spec: ") for line in head) == 1
    assert len(head) >= 3, "a sentence that states the rule comes before the Spec line"
    assert text.count("\n") <= _LINES
    assert "main;" in text


def test_every_test_expects_packets():
    silent = [t.name for t in FOLDER.glob("*.stf") if not re.search(r"^expect \d", t.read_text(), re.M)]
    assert not silent
