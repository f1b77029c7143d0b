# SPDX-License-Identifier: Apache-2.0
"""One program per construct, run on packets worked out by hand from the rule that the program states."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from targets.stf.__main__ import main

HERE = Path(__file__).resolve().parent
PROGRAMS = sorted(HERE.glob("*.p4"))
NO_P4C = "p4c-bm2-ss is not on the PATH; README, 'The reference target', says where people get it"


def options(program):
    """What follows `// Options:` in the first comment, for the compiler."""
    found = re.search(r"^// Options: (.*)$", program.read_text(encoding="utf-8"), re.MULTILINE)
    return found.group(1).split() if found else []


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_construct(program, capsys):
    status = main([*options(program), str(program), str(program.with_suffix(".stf"))])
    assert status == 0, capsys.readouterr().out


@pytest.mark.bmv2
@pytest.mark.skipif(shutil.which("p4c-bm2-ss") is None, reason=NO_P4C)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_p4c_agrees(program, tmp_path, capsys):
    if "// p4c differs: " in program.read_text(encoding="utf-8"):
        pytest.skip("p4c does otherwise with this program, as its comment says; nothing enables it")
    json, p4info = tmp_path / "p.json", tmp_path / "p.txtpb"
    command = ["p4c-bm2-ss", *options(program), program, "-o", json, "--p4runtime-files", p4info]
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
    status = main(["--json", str(json), "--p4info", str(p4info), str(program.with_suffix(".stf"))])
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_program_states_its_rule(program):
    lines = program.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "// SPDX-License-Identifier: Apache-2.0"
    assert lines[1].startswith("// ")
    assert any(line.startswith("// Spec: ") for line in lines)
    assert len(lines) <= 80
    assert "expect" in program.with_suffix(".stf").read_text(encoding="utf-8")


def test_no_test_without_a_program():
    assert {test.stem for test in HERE.glob("*.stf")} == {program.stem for program in PROGRAMS}


def test_a_wrong_expectation_fails(tmp_path, capsys):
    """The runner has teeth: the same program with one digit of an expectation changed does not pass."""
    test = tmp_path / "wrong.stf"
    right = (HERE / "lookahead.stf").read_text(encoding="utf-8")
    wrong = re.sub(r"(?m)^(expect \d+ )(\w)", lambda m: m[1] + ("0" if m[2] != "0" else "1"), right, count=1)
    test.write_text(wrong, encoding="utf-8")
    assert main([str(HERE / "lookahead.p4"), str(test)]) == 1
    assert "FAIL" in capsys.readouterr().out
