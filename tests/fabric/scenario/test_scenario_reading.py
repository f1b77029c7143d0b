# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from fabric_kit import LAB

import topologies
from fabric.errors import ScenarioError
from fabric.scenario.faults import LinkLoss, SwitchStart, SwitchStop
from fabric.scenario.reading import load

SHIPPED = sorted((Path(topologies.__file__).parent / "scenarios").glob("*.yaml"))


def complaint(file):
    with pytest.raises(ScenarioError) as caught:
        load(file)
    return str(caught.value)


def test_a_scenario_is_resolved(scenario_file):
    loaded = load(scenario_file())
    assert (loaded.name, loaded.seed, loaded.limit_ns, loaded.sample_ns) == ("small", 7, 3_000_000, 10_000)
    assert [(w.source, w.to, w.bytes, w.at) for w in loaded.workload] == [
        ("nic0", "nic3", 400_000, 0),
        ("nic1", "nic3", 400_000, 5_000),
    ]
    assert loaded.faults == (SwitchStop(20_000, "p0-t1-0"), SwitchStart(50_000, "p0-t1-0"))
    assert loaded.captures == ("nic3:0--p0-t0-1:1",)
    assert str(loaded.expect["trims.total"]) == "≥ 1"


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_scenarios_load(file):
    assert load(file).name == file.stem


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ("from: nic0", "from: nic9", "workload.0.from", "no NIC named 'nic9'; did you mean"),
        ("from: nic0", "from: nic9", "workload.0.from", "NICs: nic0, nic1, nic2, nic3"),
        ("from: nic0, to: nic3", "from: nic3, to: nic3", "workload.0.to", "writes to itself"),
        ("switch p0-t1-0 stop", "switch p0-t1-7 stop", "faults.0.do", "no switch named 'p0-t1-7'"),
        ("switch p0-t1-0 stop", "switch p0-t1-7 stop", "faults.0.do", "switches: p0-t0-0, p0-t0-1, p0-t1-0"),
        ("switch p0-t1-0 stop", "reboot p0-t1-0", "faults.0.do", "`link A--B down`"),
        ("switch p0-t1-0 stop", "link p0-t0-0--p0-t1-0 loss 2", "faults.0.do", "accepted: 0 .. 1"),
        ("switch p0-t1-0 stop", "link p0-t0-0--p0-t1-0 rate fast", "faults.0.do", "100Gb/s"),
        ("switch p0-t1-0 stop", "link p0-t0-0--p0-t1-0 rate 0Gb/s", "faults.0.do", "above 0"),
        (
            "switch p0-t1-0 stop",
            "link p0-t0-0--p1-t1-0 down",
            "faults.0.do",
            "no link between 'p0-t0-0' and 'p1-t1-0'",
        ),
        ("nic3:0--p0-t0-1:1", "nic3:0--p0-t0-0:1", "captures.0", "no link named"),
        ("nic3:0--p0-t0-1:1", "nic3--nobody", "captures.0", "no switch named 'nobody'"),
        ("trims.total", "trim.total", "expect.trim.total", "did you mean 'trims.total'?"),
        ("{min: 1}\n  frames", "{most: 1}\n  frames", "expect.trims.total", "{min: ..., max: ...}"),
        ("seed: 7", "seeds: 7", "seeds", "unknown field; accepted: name, title"),
        ("bytes: 400kB}", "bytes: 400kb}", "workload.0.bytes", "MiB"),
        ("seed: 7", "nic: {link_signal: soon}", "nic.link_signal", "10us, or `hidden`"),
        ("limit: 3ms", "limit: 3 parsecs", "limit", "a number and one of ns, us"),
        ("at: 5us", "at: 5ms", "workload.1.at", "not before the limit"),
        ("name: small", "name: a/b", "name", "letters, digits"),
        ("bytes: 400kB}", "bytes: 400kB, times: 1000001}", "workload.0.times", "on the same queue pairs, 1..1000000"),
        ("seed: 7", "overrides: {wcmp.weights: {p0-t1-0: 2}}", "overrides.wcmp.weights", "named with dots"),
    ],
)
def test_mistakes_are_named_with_file_line_and_field(scenario_file, old, new, field, says):
    file = scenario_file(replace={old: new})
    text = complaint(file)
    number = next(i for i, content in enumerate(file.read_text().splitlines(), 1) if new.split("\n")[0] in content)
    assert f"{file}:{number}: {field}: " in text
    assert says in text


def test_all_problems_are_reported_at_once(scenario_file):
    text = complaint(
        scenario_file(replace={"seed: 7": "seed: -7", "limit: 3ms": "limit: never", "to: nic3": "two: nic3"})
    )
    assert [line.split(": ")[1] for line in text.splitlines()] == [
        "seed",
        "limit",
        "workload.0.to",
        "workload.0.two",
        "workload.1.to",
        "workload.1.two",
    ]


def test_a_write_needs_bytes_or_a_file(scenario_file):
    assert "needs either `bytes` or `file`" in complaint(scenario_file(replace={", bytes: 400kB}": "}"}))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a mapping"),
        (b"- 1\n", "not a mapping"),
        (b"a: [1\n", ":2: not valid YAML"),
        (b"a: 1\na: 2\n", "not valid YAML"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"name: &a [*a]\n", "error"),
    ],
)
def test_files_that_are_no_scenario(tmp_path, content, says):
    file = tmp_path / "s.yaml"
    file.write_bytes(content)
    try:
        text = complaint(file)
    except RecursionError:
        pytest.fail("recursion")
    assert str(file) in text
    if says != "error":
        assert says in text


def test_a_missing_file_is_named(tmp_path):
    assert "cannot read: No such file" in complaint(tmp_path / "none.yaml")


def test_a_broken_topology_is_blamed_on_the_line_that_names_it(scenario_file, tmp_path):
    (tmp_path / "t.yaml").write_text("name: t\nplanes: 99\n")
    file = scenario_file(text="name: s\ntopology: t.yaml\nworkload: [{from: nic0, to: nic1, bytes: 1}]\n")
    text = complaint(file)
    assert text.startswith(f"{file}:2: topology: cannot be used:")
    assert "t.yaml:1: links: missing" in text


def test_an_override_that_the_topology_refuses_is_blamed_on_its_own_line(scenario_file):
    text = """\
    name: s
    topology: LAB
    overrides:
      ecmp: true
      wcmp.weights.p0-t1-9: 2
    workload: [{from: nic0, to: nic1, bytes: 1}]
    """
    file = scenario_file(text=text)
    what = "wcmp.weights.p0-t1-9: 'p0-t1-9' is neither a T1 nor a link of this topology"
    assert complaint(file).startswith(f"{file}:5: {what}; accepted: a T1, such as p0-t1-0")
    assert "\n" not in complaint(file)
    file = scenario_file(text=text.replace("ecmp: true", "ecmp: false").replace("t1-9", "t1-1"))
    assert complaint(file).startswith(f"{file}:5: wcmp.weights: nothing is hashed over uplinks; accepted: ")


@pytest.mark.parametrize(
    ("override", "field", "says"),
    [
        ("links.fabric.rate: 0 Gb/s", "links.fabric.rate", "should be greater than 0, got '0 Gb/s'; accepted: a rate"),
        ("links.host.delay: -1us", "links.host.delay", "accepted: a delay with a unit"),
        ("links.rates.p0-t9-0--p0-t1-0: 1 Gb/s", "links.rates.p0-t9-0--p0-t1-0", "accepted: "),
        ("qos.pfc.headroom: 0", "qos.pfc.queue", "missing; accepted: the lossless queue, 0..6"),
        ("qos.trim.size: 3", "qos.trim.size", "accepted: 128..9216 bytes"),
        ("qos.trim.queue: 9", "qos.trim.queue", "accepted: "),
        ("qos.queues.1.host.ecn.min: 9 kB", "qos.queues.1.host.ecn.max", "missing; accepted: bytes"),
        ("qos.queues.1.host.size: 1", "qos.queues.1.host.size", "unknown field; accepted: limit, ecn"),
        ("qos.tc_to_queue.1: 5", "qos.tc_to_queue.1", "accepted: "),
        ("planes: 99", "planes", "accepted: 1..8"),
        ("nics: 5", "nics", "accepted: "),
        ("t1s_per_plane: 1000", "t1s_per_plane", "accepted: 1..256"),
        ("mtu: 10000", "mtu", "accepted: "),
        ("nic_prefix_ipv4: 10.0.0.0/24", "nic_prefix_ipv4", "accepted: `ecmp: true` beside it"),
        # What does not go with what the topology's file has elsewhere.
        ("ports_per_switch: 2", "overrides.ports_per_switch", "a T0 needs 4 ports (2 downlinks + 2 uplinks)"),
        ("qos.queues.1.fabric.limit: 1", "overrides.qos.queues.1.fabric.limit", "73600 bytes exceed the queue limit"),
        ("qos.roles.NO_TRIM.dscp: 4", "overrides.qos.roles.NO_TRIM.dscp", "does not suit LAB:25: qos.roles.TRIMMABLE"),
    ],
)
def test_what_is_wrong_with_an_override_is_told_of_its_line(scenario_file, override, field, says):
    text = f"""\
    name: s
    topology: LAB
    overrides:
      qos.trim.lengths: update
      {override}
    workload: [{{from: nic0, to: nic1, bytes: 1}}]
    """
    file = scenario_file(text=text)
    first, *more = complaint(file).splitlines()
    assert first.startswith(f"{file}:5: {field}: ")
    assert says.replace("LAB", str(LAB)) in first
    assert "; accepted: " in first
    assert all(each.startswith(f"{file}:5: ") for each in more)


def test_a_scenario_based_on_another_changes_what_it_names(scenario_file):
    scenario_file(name="base.yaml")
    file = scenario_file(
        name="variant.yaml",
        text="""\
        base: base.yaml
        name: variant
        nic: {paths: 1}
        overrides: {qos.trim.enabled: false}
        expect: {trims.total: 0, frames.blackholed: null}
        """,
    )
    loaded = load(file)
    assert (loaded.name, loaded.seed, loaded.nic.paths) == ("variant", 7, 1)
    assert len(loaded.workload) == 2
    assert str(loaded.expect["trims.total"]) == "= 0"
    assert str(loaded.expect["all_intact"]) == "= yes"
    assert "frames.blackholed" not in loaded.expect
    assert loaded.topology.qos.trim.enabled is False


def test_a_variant_may_have_an_empty_map_where_its_base_has_names(scenario_file):
    scenario_file(name="base.yaml")
    file = scenario_file(name="variant.yaml", text="base: base.yaml\nname: variant\nnic: {}\nexpect: {}\n")
    assert str(load(file).expect["trims.total"]) == "≥ 1"


def test_mistakes_in_a_variant_and_in_its_base_name_the_right_file(scenario_file):
    base = scenario_file(name="base.yaml", replace={"from: nic0": "from: nic9"})
    file = scenario_file(name="variant.yaml", text="base: base.yaml\nname: variant\n")
    assert f"{base}:8: workload.0.from" in complaint(file)
    file = scenario_file(
        name="variant.yaml", text="base: base.yaml\nname: variant\nexpect:\n  nonsense: 1\nworkload: 3\n"
    )
    assert f"{file}:5: workload" in complaint(file)


def test_scenarios_based_on_each_other_are_refused(scenario_file):
    scenario_file(name="a.yaml", text="base: b.yaml\n")
    file = scenario_file(name="b.yaml", text="base: a.yaml\n")
    assert "scenarios based on each other" in complaint(file)


def test_links_between_nodes_need_no_ports(scenario_file):
    loaded = load(scenario_file(replace={"switch p0-t1-0 stop": "link p0-t1-0--p0-t0-1 loss 0.25"}))
    assert loaded.faults[0] == LinkLoss(20_000, "p0-t0-1:2--p0-t1-0:1", 0.25)


@pytest.mark.parametrize(
    ("size", "count"), [("64kB", 64_000), ("64KB", 64_000), ("64 KiB", 65_536), ("1GiB", 1 << 30), ("64_000", 64_000)]
)
def test_sizes_are_written_as_in_topologies(scenario_file, size, count):
    assert load(scenario_file(replace={"bytes: 400kB}": f"bytes: {size}}}"})).workload[0].bytes == count


def test_a_duration_needs_a_unit(scenario_file):
    assert "5 is not a number with a unit" in complaint(scenario_file(replace={"at: 5us": "at: 5"}))


@pytest.mark.parametrize(("said", "signal_ns"), [("10us", 10_000), ("250us", 250_000), ("0us", 0), ("hidden", None)])
def test_how_long_a_nic_takes_to_notice_its_link(scenario_file, said, signal_ns):
    assert load(scenario_file(replace={"seed: 7": f"nic: {{link_signal: {said}}}"})).nic.signal_ns == signal_ns
    assert load(scenario_file()).nic.signal_ns == 10_000
