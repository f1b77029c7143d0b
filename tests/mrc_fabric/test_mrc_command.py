# SPDX-License-Identifier: Apache-2.0
"""`mrc`: its commands, the words that make gives it, completion."""

import os
import shutil
import subprocess
import sys

import click
import click.shell_completion
import pytest
from click.testing import CliRunner
from command_kit import ran

from mrc_fabric import ROOT
from mrc_fabric.__main__ import ROWS, cli, main, translated

NAMES = [
    "demo", "lab", "lab-check", "conformance", "experiments", "plan", "path", "explain", "shell", "compare", "bench",
    "parameters", "fields", "topology-fields", "slides", "diff", "prove", "mutate", "map", "install", "status",
    "verify", "read", "watch", "slice", "mapper", "probing", "topology-compare",
]  # fmt: skip
SCRIPT = """#!/bin/sh
PYTHONPATH={root} exec {python} -c '
import sys
sys.argv[0] = "mrc"
from mrc_fabric.__main__ import main
main()
' "$@"
"""


def test_help_lists_every_command():
    said = CliRunner().invoke(cli, ["--help"]).stdout
    assert all(f"\n  {name} " in said for name in [*NAMES, "completion"])
    assert sorted(NAMES) == sorted(ROWS)
    assert max(map(len, said.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help(name):
    done = CliRunner().invoke(cli, [name, "--help"], prog_name="mrc")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"Usage: mrc {name} ")
    assert [line for line in done.stdout.splitlines() if len(line) > 80] == []


def test_help_of_make_fits_a_terminal():
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line for line in said.splitlines() if len(line) > 80] == []


def test_a_stand_in_without_a_live_run_is_refused(tmp_path):
    done = CliRunner().invoke(cli, ["demo", "STAND_IN=p0-t0-0", f"OUT={tmp_path}"], prog_name="mrc")
    assert done.exit_code == 2
    assert "--stand-in goes with --live (make: STAND_IN with LIVE=1)" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_stand_in_that_cannot_be_is_refused_before_anything_runs(tmp_path):
    words = ["demo", "LIVE=1", "STAND_IN=p9-t9-9", f"OUT={tmp_path}"]
    done = CliRunner().invoke(cli, words, prog_name="mrc")
    assert done.exit_code == 1
    assert "--stand-in: no switch named 'p9-t9-9'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def read(name, *words):
    return translated(ROWS[name].command(), words, ROWS[name])


@pytest.mark.parametrize(
    ("words", "read_as"),
    [
        (("lab-check", "LAB=02", "ANSWER=a b/x.p4", "JSON=g.json"), ["02", "--answer", "a b/x.p4", "--json", "g.json"]),
        (("lab-check", "02", "--target", "bmv2"), ["02", "--target", "bmv2"]),
        (("lab-check", "--lab", "02", "--seed", "1"), ["02", "--seed", "1"]),
        (("lab-check", "--lab=02"), ["02"]),
        (("demo", "TIMELINE=1", "LIVE=0", "FILE=", "CODEC=scapy"), ["--timeline", "--codec", "scapy"]),
        (("conformance", "DUT=nic", "TEST=srv6 TRIM-007", "TRACES="), ["--dut", "nic", "srv6", "TRIM-007"]),
        (("conformance", "requirements", "AREA=trimming"), ["requirements", "--area", "trimming"]),
        (("lab", "TOPOLOGY=mine.yaml"), ["--topology", "mine.yaml"]),
        (("shell", "-c", "X=1"), ["-c", "X=1"]),
        (("demo", "--", "TIMELINE=1"), ["--", "TIMELINE=1"]),
        (("experiments", "ONLY=fig4", "SCALE=small"), ["--only", "fig4", "--scale", "small"]),
    ],
)
def test_a_variable_of_make_is_an_option(words, read_as):
    assert read(*words) == read_as


def test_files_that_come_with_it_are_found_by_their_place_in_a_checkout(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read("plan", "topologies/lab.yaml") == [str(ROOT / "topologies" / "lab.yaml")]
    (tmp_path / "topologies").mkdir()
    (tmp_path / "topologies" / "lab.yaml").touch()
    assert read("plan", "topologies/lab.yaml") == ["topologies/lab.yaml"], "one's own comes first"


def test_an_unknown_command_is_one_message():
    done = CliRunner().invoke(cli, ["dmeo"])
    assert done.exit_code == 2 and "No such command 'dmeo'" in done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("conformance", "SEED=abc"),
            "Error: Invalid value for '--seed': 'abc' is no whole number; accepted: 0 or more\n",
        ),
        (
            ("lab", "--page-port", "x"),
            "Error: Invalid value for '--page-port': 'x' is no whole number; accepted: 0..65535\n",
        ),
        (("lab", "--scale", "0"), "Error: Invalid value for '--scale': 0 is not in the range x>=1.\n"),
    ],
)
def test_what_is_no_number_is_told_what_is_accepted(words, told):
    done = ran(main, *words)
    assert done.returncode == 2
    assert done.stderr.endswith(told)


def test_an_error_of_a_package_is_one_line(tmp_path):
    done = CliRunner().invoke(cli, ["plan", str(tmp_path / "none.yaml")])
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(f"error: {tmp_path}/none.yaml: cannot read: ")


# --- Completion ------------------------------------------------------------------------------------------------------


@pytest.fixture
def on_the_path(tmp_path):
    script = tmp_path / "mrc"
    script.write_text(SCRIPT.format(root=ROOT, python=sys.executable))
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_each_shell(shell):
    said = CliRunner().invoke(cli, ["completion", shell])
    assert said.exit_code == 0 and f"_MRC_COMPLETE={shell}_complete" in said.stdout


@pytest.mark.parametrize(
    ("begun", "ends"), [("pl", "plan"), ("conformance --du", "--dut"), ("demo --codec sc", "scapy")]
)
def test_bash_completes_commands_options_and_values(on_the_path, begun, ends):
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    words = f"mrc {begun}".split()
    program = (
        'eval "$(mrc completion bash)"\n'
        f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}\n"
        f'_mrc_completion mrc {words[-1]} {words[-2]}; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", program], env=on_the_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [ends], done.stderr


def test_the_table_names_click_commands():
    assert all(isinstance(row.command(), click.Command) and row.errors() for row in ROWS.values())


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("", {"run", "compare", "profiles"}), ("pro", {"profiles"}), ("--d", {"--dut"}), ("--he", {"--help"})],
)
def test_the_first_word_behind_conformance_is_completed(typed, offered):
    completion = click.shell_completion.BashComplete(cli, {}, "mrc", "_MRC_COMPLETE")
    found = [each.value for each in completion.get_completions(["conformance"], typed)]
    assert offered <= set(found) and len(found) == len(set(found))


@pytest.mark.parametrize("name", ["parameters", "fields", "topology-fields"])
def test_lists_are_printed_and_a_wrong_word_is_refused_in_one_line(name):
    listed = CliRunner().invoke(cli, [name])
    assert listed.exit_code == 0 and len(listed.stdout.splitlines()) > 40
    refused = CliRunner().invoke(cli, [name, "xyz"])
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1)
    assert refused.stderr.startswith("error: xyz: no such ")
