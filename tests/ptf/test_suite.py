# SPDX-License-Identifier: Apache-2.0
"""The conformance suite itself, on the embedded target, and how its command line answers mistakes."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_suite(*arguments, check=True):
    command = [sys.executable, "-m", "ptf_tests", *map(str, arguments)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if check:
        assert result.returncode == 0, result.stdout + result.stderr
    return result


def test_all_cases_pass_on_the_embedded_target(tmp_path):
    run_suite("--out", tmp_path / "ptf")
    suite = ET.parse(tmp_path / "ptf" / "junit.xml").getroot().find("testsuite")
    assert suite.get("failures") == suite.get("errors") == suite.get("skipped") == "0"
    assert int(suite.get("tests")) >= 60


def test_a_test_name_that_matches_nothing(tmp_path):
    result = run_suite("--out", tmp_path / "ptf", "nosuch.Case", check=False)
    assert result.returncode == 1
    assert "nosuch.Case" in result.stderr
    assert "accepted: a module or module.Class of decap, ecn, routing, srv6, trimming" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("option", ["--json", "--p4info"])
def test_json_and_p4info_belong_together(tmp_path, option):
    file = tmp_path / "file"
    file.write_text("{}")
    result = run_suite(option, file, check=False)
    assert result.returncode == 2
    assert "belong together" in result.stderr


def test_a_broken_program_fails_with_decoded_packets(tmp_path):
    """A switch that trims to the wrong DSCP is caught, and the report shows expected and received."""
    source = tmp_path / "p4src"
    subprocess.run(["cp", "-r", ROOT / "p4src", source], check=True)
    stage = source / "stages" / "admission.p4"
    text = stage.read_text()
    assert "meta.dscp = trim_dscp;" in text
    stage.write_text(text.replace("meta.dscp = trim_dscp;", ""))
    json_file, p4info = tmp_path / "a.json", tmp_path / "a.txtpb"
    compile_command = [sys.executable, "-m", "targets.compiler", source / "main.p4", "-o", json_file]
    subprocess.run([*compile_command, "--p4runtime-files", p4info], cwd=ROOT, check=True, capture_output=True)
    result = run_suite(
        "--out", tmp_path / "ptf", "--json", json_file, "--p4info", p4info, "trimming.TrimDscp", check=False
    )
    assert result.returncode == 1
    assert "expected frame 0" in result.stdout
    assert "received frame 0" in result.stdout
    assert "###[ IPv6 ]###" in result.stdout
