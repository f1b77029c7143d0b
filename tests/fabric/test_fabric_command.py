# SPDX-License-Identifier: Apache-2.0
"""The commands of the fabric, also for a slice of one."""

from __future__ import annotations

import json
import os
from unittest import mock

import pytest
import yaml
from command_kit import ran
from fabric_kit import emulate

import topologies
from fabric import results
from fabric.__main__ import main
from fabric.errors import ScenarioError
from fabric.live.scenarios.run import check_live
from fabric.scenario.reading import load
from p4soft import outputs as atomic

# --- Commands --------------------------------------------------------------------------------------------------------
# The commands of the fabric.


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


# --- A slice ---------------------------------------------------------------------------------------------------------
# A slice of a fabric runs: its scenario, its command, and what does not go with it.

T0S_OF_9_PORTS = {
    "name": "many", "planes": 2, "t0s_per_plane": 3, "t1s_per_plane": 4, "downlinks_per_t0": 5,
    "links": {"host": {"rate": "100 Gb/s", "delay": "500 ns"}, "fabric": {"rate": "100 Gb/s", "delay": "1 us"}},
}  # fmt: skip


@pytest.fixture
def scenario(tmp_path):
    def write(**fields):
        file = tmp_path / "scenario.yaml"
        document = {
            "name": "part",
            "topology": str(topologies.LAB),
            "slice": {"nics": ["nic3", "nic0"]},
            "workload": [{"from": "nic0", "to": "nic3", "bytes": "64KiB"}],
        }
        file.write_text(yaml.safe_dump(document | fields))
        return file

    return write


def test_command_writes_over_every_path_and_survives_a_fault(tmp_path, monkeypatch):
    """A switch cannot send to the last port of its T0s here: were that cable not moved, two paths would be missing."""
    monkeypatch.setattr("topologies.slicing.HIGHEST_PORT", 7)
    topology, out = tmp_path / "many.yaml", tmp_path / "out"
    topology.write_text(yaml.safe_dump(T0S_OF_9_PORTS))
    done = ran(main, "slice", topology, "nic 4 nic 11", "--fault", "5us switch p1-t1-2 stop", "--out", out)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "proved" not in done.stdout, "a proof is of whole tables"
    result = json.loads((out / "result.json").read_text())
    assert (result["fabric"]["switches_total"], result["fabric"]["nics"]) == (2 * (2 + 4), 2)
    again = load(out / "scenario.yaml")
    assert [str(fault) for fault in again.faults] == ["switch p1-t1-2 stopped"]
    assert again.expect["paths.min"].holds(8)
    assert not again.expect["paths.min"].holds(7)


def test_a_folder_that_cannot_be_made_is_one_line():
    done = ran(main, "slice", topologies.LAB, "nic 0 nic 3", "--out", "/dev/full")
    assert (done.returncode, done.stderr) == (1, "error: /dev/full/scenario.yaml: cannot write: File exists\n")


def test_a_fault_without_a_time_is_refused(tmp_path):
    done = ran(main, "slice", topologies.LAB, "nic 0 nic 3", "--fault", "switch p1-t1-3 stop", "--out", tmp_path)
    assert done.returncode == 1
    assert "no time; accepted: a time and a fault, `100us switch p3-t1-7 stop`" in done.stderr


def test_a_live_fabric_is_whole(scenario):
    with pytest.raises(ScenarioError, match=r"scenario.yaml:\d+: slice: a live fabric is a whole one; accepted: no"):
        check_live(load(scenario()), [], 1000, print)


@pytest.mark.parametrize(
    ("fields", "where", "message"),
    [
        ({"slice": {"nics": ["nic0", "nic9"]}}, "slice.nics.1", "no NIC named 'nic9'"),
        ({"slice": {"nics": ["nic0", "nic0"]}}, "slice", "2 NICs or more, each once"),
        ({"slice": {"nics": ["nic0", "nic3"], "planes": 3}}, "slice", "a slice of 3 planes; accepted: 1..2"),
        ({"clustermapper": {}}, "clustermapper", "its agents probe all of a fabric"),
        ({"workload": [{"from": "nic0", "to": "nic1", "bytes": 1}]}, "workload.0.to", "no NIC named 'nic1'"),
        ({"faults": [{"at": "1us", "do": "link nic1:0--p0-t0-0:1 down"}]}, "faults.0.do", "no link named"),
    ],
)
def test_refused(scenario, fields, where, message):
    with pytest.raises(ScenarioError) as refused:
        load(scenario(**fields))
    assert f": {where}: " in str(refused.value)
    assert message in str(refused.value)
