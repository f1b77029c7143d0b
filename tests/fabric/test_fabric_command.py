# SPDX-License-Identifier: Apache-2.0
"""The commands of the fabric."""

from __future__ import annotations

import os
from unittest import mock

import pytest
from command_kit import ran
from fabric_kit import emulate

from fabric import results
from fabric.__main__ import main
from p4soft import outputs as atomic


def fabric(*arguments):
    with mock.patch.dict(os.environ, COLUMNS="80"):
        return ran(main, *arguments)


@pytest.fixture
def result_file(scenario_file, tmp_path):
    file = tmp_path / "out" / "result.json"
    atomic.write_text(file, results.dumps(emulate(scenario_file()).result()))
    return file


def test_help_names_the_commands():
    shown = fabric("--help")
    assert shown.returncode == 0
    assert [word for word in ("run", "compare", "report") if word not in shown.stdout] == []


def test_a_bad_scenario_is_one_message_and_leaves_nothing(scenario_file, tmp_path):
    file = scenario_file(replace={"from: nic0": "from: nic7"})
    shown = fabric("run", file, "--out", tmp_path / "out")
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"error: {file}:8: workload.0.from: no NIC named 'nic7'")
    assert "Traceback" not in shown.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "cannot read: No such file"), (b"", "not a regular file of 1 ..")],
)
def test_a_bad_file_is_named(scenario_file, tmp_path, content, says):
    file = tmp_path / "mine.bin"
    if content is not None:
        file.write_bytes(content)
    shown = fabric("run", scenario_file(), "--out", tmp_path / "out", "--file", file)
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"error: --file: {file}: ")
    assert says in shown.stderr


def test_an_unknown_nic_option_is_blamed_on_its_line(scenario_file, tmp_path):
    file = scenario_file(replace={"seed: 7": "seed: 7\nnic:\n  options:\n    hop_limits: 3"})
    shown = fabric("run", file, "--out", tmp_path / "out")
    assert shown.returncode == 1
    assert f"error: {file}:7: nic.options.hop_limits: no such NIC option; accepted: " in shown.stderr


def test_wrong_usage_is_status_2(tmp_path):
    assert fabric("run").returncode == 2
    assert fabric("nothing").returncode == 2
    assert fabric("report", tmp_path / "none.json").returncode == 2


def test_comparing_one_result_is_wrong_usage(result_file):
    shown = fabric("compare", result_file)
    assert shown.returncode == 2
    assert "two or more" in shown.stderr


def test_report_makes_the_page_again(result_file):
    shown = fabric("report", result_file)
    assert shown.returncode == 0, shown.stderr
    assert "EVs out/back" in shown.stdout  # also when the terminal is narrow
    assert "How to read this" in result_file.with_name("report.html").read_text()


def test_compare_prints_and_writes_a_page(result_file, tmp_path):
    page = tmp_path / "c.html"
    shown = fabric("compare", result_file, result_file, "--out", page)
    assert shown.returncode == 0, shown.stderr
    assert "small #2" in shown.stdout
    assert "What did not change" in page.read_text()
    assert shown.stdout.splitlines()[-1] == f"wrote {page}"


def test_a_broken_result_is_one_message(tmp_path):
    file = tmp_path / "r.json"
    file.write_text("{}")
    shown = fabric("report", file)
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"error: {file}: format: None")


@pytest.mark.long
def test_the_result_does_not_depend_on_the_engine(scenario_file, tmp_path):
    """Same scenario, same seed, same bytes, whatever runs the switches' program."""
    file, results = scenario_file(), []
    for engine in ("native", "python"):
        shown = fabric("run", file, "--out", tmp_path / engine, "--engine", engine)
        assert (tmp_path / engine / "result.json").exists(), shown.stderr
        results.append((tmp_path / engine / "result.json").read_text())
    assert results[0] == results[1]


def test_an_engine_that_there_is_not(scenario_file, tmp_path):
    shown = fabric("run", scenario_file(), "--out", tmp_path / "out", "--engine", "fast")
    assert shown.returncode == 2 and "'fast' is not one of 'auto', 'native', 'python'" in shown.stderr
