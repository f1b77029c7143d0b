# SPDX-License-Identifier: Apache-2.0
"""Scenario and topology files that are not what they should be: one message, found soon, with file and line."""

from __future__ import annotations

import pytest
from bad_input_kit import LAB, run, scenario

import topologies
from fabric.errors import FabricError
from fabric.scenario.reading import load
from fabric.traffic.payloads import payloads

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join(['*' + below] * 9)}]\n" for below, name in zip("abcdefg", "bcdefgh", strict=True)
)

SCENARIOS = {
    "alias bomb": (BOMB, "too large"),
    "ordered map": (scenario("expect: !!omap [x: 1]"), "expect"),
    "merge key": (scenario("nic: &n {evs: 4}\nexpect:\n  <<: *n"), "expect"),
    "python tag": (scenario("seed: !!python/object/apply:os.system [id]"), "seed"),
    "null byte in topology": (scenario(topology="a\\0b"), "topology"),
    "null byte in base": ('base: "a\\0b"\n', "base"),
    "huge snaplen": (scenario("snaplen: 99999999999\ncaptures: [nic0--p0-t0-0]"), "snaplen"),
    "bound that is not a number": (scenario("expect: {paths.min: .nan}"), "expect.paths.min"),
    "infinite bound": (scenario("expect: {paths.min: {min: -.inf}}"), "expect.paths.min"),
    "bound upside down": (scenario("expect: {paths.min: {min: 5, max: 1}}"), "expect.paths.min"),
    "fault at negative time": (scenario("faults: [{at: -5us, do: switch p0-t1-0 stop}]"), "faults.0.at"),
    "unknown switch": (scenario("faults: [{at: 5us, do: switch p9-t1-0 stop}]"), "no switch named 'p9-t1-0'"),
    "unknown NIC": (scenario(writes="[{from: nic9, to: nic3, bytes: 1}]"), "no NIC named 'nic9'"),
    "unknown key": (scenario("wrkload: 3"), "wrkload: unknown field"),
    "duplicate key": (scenario("seed: 1\nseed: 2"), "duplicate key"),
    "missing keys": ("name: t\n", "workload: missing"),
    "null byte": ("\0", "not valid YAML"),
    "empty": ("", "not a mapping"),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_bad_scenario_is_one_message_with_its_place(tmp_path, name):
    text, says = SCENARIOS[name]
    file = tmp_path / "s.yaml"
    file.write_text(text)
    with pytest.raises(FabricError) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file}:")
    assert says in str(caught.value)
    assert "_FaultSpec" not in str(caught.value)


def test_a_merged_key_works_where_it_is_allowed(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(scenario("nic:\n  <<: {evs: 4}\n"))
    assert load(file).nic.evs == 4


def test_messages_name_no_class_of_ours(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(scenario("faults: [x]"))
    with pytest.raises(FabricError) as caught:
        load(file)
    assert "Spec" not in str(caught.value)


def test_a_null_byte_in_the_name_of_a_written_file(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(scenario(writes='[{from: nic0, to: nic3, file: "a\\0b"}]'))
    with pytest.raises(FabricError, match=r"s\.yaml:3: workload\.0\.file: "):
        payloads(load(file), None)


TOPOLOGIES = {
    "too many ports": ("nics: 4", "nics: 4\nports_per_switch: 3", "a T0 needs 4 ports"),
    "uSID overflow": ("planes: 2", "planes: 9", "overflows its 3 bits"),
    "duplicate names": ("nics: 4", "nics: 4\nnic_names: [a, a, b, c]", "duplicate name 'a'"),
    "unknown key": ("nics: 4", "nics: 4\nnicks: 4", "nicks: unknown field"),
    "trim below TSETH": ("size: 256", "size: 121", "would cut what the NIC needs"),
    "negative trim": ("size: 256", "size: -5", "would cut what the NIC needs"),
    "number beyond text": ("limit: 1.5 BDP", f"limit: {'9' * 5000} BDP", "limit"),
    "negative delay": ("delay: 500 ns", "delay: -500 ns", "links.host.delay"),
}


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_a_bad_topology_names_its_line(tmp_path, name):
    before, after, says = TOPOLOGIES[name]
    text = LAB.read_text()
    assert before in text
    file = tmp_path / "t.yaml"
    file.write_text(text.replace(before, after, 1))
    with pytest.raises(topologies.TopologyError) as caught:
        topologies.load(file)
    assert str(caught.value).startswith(f"{file}:")
    assert says in str(caught.value)


@pytest.mark.parametrize("command", [("controller", "plan"), ("fabric", "run", "--out", "out")])
@pytest.mark.parametrize("kind", ["endless", "directory", "missing", "junk"])
def test_a_file_that_is_no_text_file(tmp_path, command, kind):
    file = tmp_path / kind
    if kind == "directory":
        file.mkdir()
    elif kind == "junk":
        file.write_bytes(b"\x00\xff\xfe\x80")
    given = "/dev/zero" if kind == "endless" else file  # read only, as every input here
    done = run(tmp_path, *command, given)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {given}")
    assert not (tmp_path / "out").exists()
