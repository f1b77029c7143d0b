# SPDX-License-Identifier: Apache-2.0
"""A slice of a fabric runs: its scenario, its command, and what does not go with it."""

import json

import pytest
import yaml
from command_kit import ran

import topologies
from fabric.__main__ import main
from fabric.errors import ScenarioError
from fabric.live.scenarios.run import check_live
from fabric.scenario.reading import load

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
