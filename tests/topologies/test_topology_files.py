# SPDX-License-Identifier: Apache-2.0
"""Topology files, and their comparison."""

from __future__ import annotations

import json
import re
import time
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import topologies
from common.quantities import parse_bytes
from topologies import TopologyError
from topologies.__main__ import cli
from topologies.comparing import Blast, cost, ports_at_nic_rate, single_planes
from topologies.schema import headroom_of

# --- Files -----------------------------------------------------------------------------------------------------------
# Topology files: the shipped ones load, bad ones are refused with file, line, field and accepted values.

HERE = Path(topologies.__file__).parent
LAB = (HERE / "lab.yaml").read_text(encoding="utf-8")


def write(tmp_path: Path, *edits: tuple[str, str]) -> Path:
    """lab.yaml with each first occurrence of old text replaced."""
    text = LAB
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def line_of(text: str, needle: str) -> int:
    return text[: text.index(needle)].count("\n") + 1


def refusal(path: Path) -> str:
    with pytest.raises(TopologyError) as caught:
        topologies.load(path)
    return str(caught.value)


def test_lab_is_the_fabric_of_the_issue():
    fabric = topologies.load(HERE / "lab.yaml")
    assert (fabric.planes, fabric.t0s, fabric.t1s, fabric.downlinks, fabric.nics) == (2, 2, 2, 2, 4)
    assert len(list(fabric.switches())) == 8
    assert {link.rate_bps for link in fabric.links()} == {100_000_000_000}
    assert fabric.qos.trim.size == 256
    assert {role: entry.dscp for role, entry in fabric.qos.roles.items()} == {
        "NO_TRIM": 0, "TRIMMABLE": 4, "TRIMMABLE_RETX": 8, "TRIMMED": 12, "TRIMMED_LASTHOP": 16, "CONTROL": 46,
    }  # fmt: skip


def test_paper_fabric_answers_without_being_expanded():
    start = time.perf_counter()
    fabric = topologies.load(HERE / "paper-8plane.yaml")
    path = fabric.path(0, 131_071, 7, 255)
    elapsed = time.perf_counter() - start
    assert fabric.nics == 131_072
    assert path.usids == (0x1E00, 0x27FF, 0x1FFF, 0x37FF)
    assert path.destination_text == "fcbb:bbbb:1e00:27ff:1fff:37ff::"
    assert elapsed < 1.0  # two machines' worth of slack: about 10 ms


def test_defaults_are_what_lab_writes_out(tmp_path):
    path = tmp_path / "short.yaml"
    path.write_text(LAB[: LAB.index("# With these links")], encoding="utf-8")
    assert topologies.load(path).qos == topologies.load(HERE / "lab.yaml").qos


# (old text, new text, field in the message, text of the line reported (None: the edited one), what, accepted values)
REFUSED = [
    ("planes: 2", "planes: 9", "planes", None, "9 overflows its 3 bits in every uSID", "1..8"),
    ("planes: 2", "planes: 0", "planes", None, "greater than or equal to 1", "1..8"),
    ("planes: 2", "planes: two", "planes", None, "valid integer", "1..8"),
    ("planes: 2", "planes: true", "planes", None, "valid integer", "1..8"),
    ("t0s_per_plane: 2", "t0s_per_plane: 513", "t0s_per_plane", None, "513 overflows its 9 bits", "1..512"),
    ("t1s_per_plane: 2", "t1s_per_plane: 257", "t1s_per_plane", None, "257 overflows its 8 bits", "1..256"),
    ("downlinks_per_t0: 2", "downlinks_per_t0: 257", "downlinks_per_t0", None, "257 overflows its 8 bits", "1..256"),
    ("nics: 4", "nics: 5", "nics", None, "capacity of 2 T0 x 2 downlinks = 4", "1..4"),
    ("nics: 4", "ports_per_switch: 3", "downlinks_per_t0", "downlinks_per_t0: 2", "needs 4 ports", "at most 3"),
    ("nics: 4", "nicks: 4", "nicks", None, "unknown field", "nic_names"),
    ("nics: 4", "nic_names: [a, b, a, c]", "nic_names.2", None, "duplicate name 'a'", "all different"),
    ("nics: 4", "nic_names: [a, b, c]", "nic_names", None, "3 names for 4 NICs", "exactly 4"),
    ("nics: 4", "nic_names: [a, b, c, p0-t0-0]", "nic_names.3", None, "form of a switch name", "any other name"),
    ("nics: 4", "nic_names: [a, b, c, 'd:0']", "nic_names.3", None, "bad name 'd:0'", "letters, digits"),
    ("rate: 100 Gb/s", "rate: 0 Gb/s", "links.host.rate", None, "greater than 0", "above 0"),
    ("rate: 100 Gb/s", "rate: -5", "links.host.rate", None, "greater than 0", "above 0"),
    ("rate: 100 Gb/s", "rate: 100 Gbps", "links.host.rate", None, "unknown unit 'Gbps'", "Gb/s"),
    ("delay: 500 ns", "delay: 0.5 ns", "links.host.delay", None, "not a whole number of ns", "500 ns"),
    ("size: 256", "size: 100", "qos.trim.size", None, "through TSETH, 122 bytes", "128..9216"),
    ("size: 256", "size: 127", "qos.trim.size", None, "through TSETH, 122 bytes", "128..9216"),
    ("size: 256", "size: 9217", "qos.trim.size", None, "larger than any frame", "128..9216"),
    ("size: 256", "sise: 256", "qos.trim.sise", None, "unknown field", "size"),
    ("queue: dynamic", "queue: foo", "qos.trim.queue", None, "'foo'", "dynamic"),
    ("queue: dynamic", "queue: 1", "qos.trim.queue", None, "never trimmed twice", "discard: drop"),
    ("queue: dynamic", "queue: 5", "qos.trim.queue", None, "queue 5 is not described", "0, 1, 2, 6, 7"),
    ("dscp: 8,", "dscp: 4,", "qos.roles.TRIMMABLE_RETX.dscp", None, "already TRIMMABLE's", "all different"),
    ("dscp: 8,", "dscp: 64,", "qos.roles.TRIMMABLE_RETX.dscp", None, "less than or equal to 63", "0..63"),
    ("CONTROL:", "CONTROLS:", "qos.roles.CONTROLS", None, "'CONTROLS'", "CONTROL"),
    ("tc: 7}", "tc: 1}", "qos.roles.CONTROL.tc", None, "never trimmed", "discard: drop"),
    ("tc: 7}", "tc: 5}", "qos.roles.CONTROL.tc", None, "maps to no queue", "0, 1, 2, 6, 7"),
    ("ecn: {min: 0.2", "ecn: {min: 0.9", "qos.queues.0.fabric.ecn.min", None, "82800 bytes exceed", "0..73600"),
    ("max: 0.8", "max: 3", "qos.queues.0.fabric.ecn.max", None, "exceed the queue limit", "..184000"),
    ("ecn: {min: 0.2", "ecn: {p_max: 0, min: 0.2", "qos.queues.0.fabric.ecn.p_max", None, "0", "above 0, at most 1"),
    ("ecn: {min: 0.2", "ecn: {p_max: 101 %, min: 0.2", "qos.queues.0.fabric.ecn.p_max", None, "1", "such as `1 %`"),
    ("limit: 2 BDP", "limit: 0", "qos.queues.0.fabric.limit", None, "0 bytes", "1..4294967295"),
    ("fcbb:bbbb::/32", "fcbb::/16", "usid_block", None, "is a /16", "/32"),
    ("fd6d:7263::/48", "2001:db8::/48", "nic_prefix", None, "not a unique local /48", "fd6d:7263::/48"),
    ("mtu: 4096", "nic_prefix_ipv4: 8.8.0.0/16", "nic_prefix_ipv4", None, "8.8.0.0/16 is not private", "10.0.0.0/8"),
    ("mtu: 4096", "nic_prefix_ipv4: 10.0.0.1/8", "nic_prefix_ipv4", None, "has host bits set", "10.0.0.0/8"),
    ("mtu: 4096", "nic_prefix_ipv4: 'fd00::/8'", "nic_prefix_ipv4", None, "fd00::/8", "10.0.0.0/8"),
    ("mtu: 4096", "nic_prefix_ipv4: 10", "nic_prefix_ipv4", None, "10 is not text", "10.0.0.0/8"),
    ("mtu: 4096", "nic_prefix_ipv4: 10.0.0.0/30", "nic_prefix_ipv4", None, "with a /30 of 4 each", "/29 or shorter"),
    ("mtu: 4096", "nic_prefix_ipv4: 10.0.0.0/16", "nic_prefix_ipv4", None, "no SRv6 header steers it", "`ecmp: true`"),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSED, ids=[f"{case[2]}-{case[1]}" for case in REFUSED])
def test_refused(tmp_path, case):
    old, new, field, where, what, accepted = case
    path = write(tmp_path, (old, new))
    message = refusal(path)
    assert message.startswith(f"{path}:{line_of(LAB, where or old)}: {field}: "), message
    said, _, values = message.partition("; accepted: ")
    assert what in said
    assert accepted in values


def test_trim_size_128_is_accepted(tmp_path):
    assert topologies.load(write(tmp_path, ("size: 256", "size: 128"))).qos.trim.size == 128


@pytest.mark.parametrize(
    ("old", "new"),
    [("limit: 2 BDP", "limit: 184 kB"), ("limit: 2 BDP", "limit: 184KB"), ("delay: 500 ns", "delay: 0.5 µs"),
     ("limit: 2 BDP", "limit: 1GiB")],
)  # fmt: skip
def test_units_are_written_as_in_scenarios(tmp_path, old, new):
    assert topologies.load(write(tmp_path, (old, new))).bdp_bytes == 92_000


def test_missing_field_is_named(tmp_path):
    message = refusal(write(tmp_path, ("planes: 2\n", "")))
    assert re.search(r"x\.yaml:\d+: planes: missing; accepted: 1\.\.8", message)


def test_missing_role_is_named(tmp_path):
    message = refusal(write(tmp_path, ("    CONTROL: {dscp: 46, tc: 7}\n", "")))
    assert "qos.roles: missing CONTROL" in message


def test_every_problem_is_reported_at_once(tmp_path):
    message = refusal(write(tmp_path, ("planes: 2", "planes: 9"), ("size: 256", "size: 64"), ("nics: 4", "nics: 9")))
    assert [line.split(": ")[1] for line in message.splitlines()] == ["planes", "nics", "qos.trim.size"]


def test_duplicate_key_is_refused_with_its_line(tmp_path):
    path = write(tmp_path, ("nics: 4", "nics: 4\nnics: 3"))
    message = refusal(path)
    assert message.startswith(f"{path}:{line_of(path.read_text(encoding='utf-8'), 'nics: 3')}: ")
    assert 'duplicate key "nics"' in message


@pytest.mark.parametrize(
    "text", ["", "- 1\n", "planes", "a: [1", "a: *b\n", "\t", "&a [*a]", "a: !!python/object:os.x {}"]
)
def test_no_yaml_text_gets_past_with_a_traceback(tmp_path, text):
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    assert refusal(path).startswith(f"{path}:")


def test_aliases_cannot_make_a_file_endless(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("planes: &a [*a]\n", encoding="utf-8")
    assert refusal(path).startswith(f"{path}:1: ")
    bomb = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))
    path.write_text("a0: &a0 [x]\n" + bomb, encoding="utf-8")
    assert "aliases or nesting make it too large" in refusal(path)


def test_anchors_and_merge_keys_work(tmp_path):
    path = write(
        tmp_path, ("host: {rate", "host: &link {rate"), ("fabric: {rate: 100 Gb/s, delay", "fabric: {<<: *link, delay")
    )
    assert topologies.load(path).fabric_link(0, 0, 0).rate_bps == 100_000_000_000


PIECES = st.sampled_from(
    [*"{}[]:,&*!|>-?#'\"%@\t\n \0\u2028", "<<: ", "- ", ": ", "null", "1e9", "2020-01-01", "? [a]\n: b"]
)


@settings(max_examples=150, deadline=None)
@given(edits=st.lists(st.tuples(st.integers(0, len(LAB)), st.integers(0, 30), PIECES), min_size=1, max_size=4))
def test_mutated_files_load_or_are_refused(tmp_path_factory, edits):
    text = LAB
    for start, length, piece in edits:
        text = text[:start] + piece + text[start + length :]
    path = tmp_path_factory.mktemp("mutated") / "x.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        topologies.load(path)
    except TopologyError as error:
        assert all(problem.startswith(f"{path}:") for problem in error.problems)


def test_unreadable_files(tmp_path):
    assert "cannot read: No such file" in refusal(tmp_path / "none.yaml")
    assert "cannot read" in refusal(tmp_path)
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe")
    assert "not UTF-8 text" in refusal(tmp_path / "b.yaml")


def test_overrides_replace_fields_of_the_file():
    fabric = topologies.load(HERE / "lab.yaml", {"qos.trim.enabled": False, "links.host.rate": "10 Gb/s"})
    assert not fabric.qos.trim.enabled
    assert fabric.host_link(0, 0).rate_bps == 10_000_000_000
    assert topologies.load(HERE / "lab.yaml").qos.trim.enabled  # the file itself is untouched


def test_an_override_reaches_into_maps_whose_keys_are_numbers():
    limits = {"qos.queues.1.host.limit": "0.5 BDP", "qos.tc_to_queue.1": 2}
    qos, before = topologies.load(HERE / "lab.yaml", limits).qos, topologies.load(HERE / "lab.yaml").qos
    assert (qos.queues[1].host.limit, qos.queues[0]) == (parse_bytes("0.5 BDP"), before.queues[0])
    assert (before.tc_to_queue[1], qos.tc_to_queue[1]) == (1, 2)


def test_bad_override_is_refused():
    with pytest.raises(TopologyError, match=r"qos\.trim\.size: 4 would cut what the NIC needs"):
        topologies.load(HERE / "lab.yaml", {"qos.trim.size": 4})
    with pytest.raises(TopologyError, match=r"qos\.trimm: unknown field"):
        topologies.load(HERE / "paper-8plane.yaml", {"qos.trimm.size": 256})


PFC = {f"qos.pfc.{name}": value for name, value in (("queue", 1), ("xoff", "100 kB"), ("xon", "50 kB"))} | {
    "qos.queues.1.discard": "drop", "qos.queues.1.host.limit": "1 MB", "qos.queues.1.fabric.limit": "1 MB",
}  # fmt: skip


def test_headroom_of_flow_control_is_computed():
    """Three frames of 4,096 + 190 + 24 bytes, a pause frame of 84, and 1 us both ways at 100 Gb/s."""
    fabric = topologies.load(HERE / "lab.yaml", PFC)
    assert fabric.qos.pfc is not None
    assert headroom_of(fabric.spec, fabric.qos.pfc, fabric.bdp_bytes) == 3 * 4310 + 84 + 25_000


def test_a_pool_needs_queues_that_hold_it():
    """By hand: seven ports beside the full one, 1/8 of what is left each: 7/15 of the pool, and seven headrooms."""
    queue = {f"qos.queues.1.{side}.limit": "500 kB" for side in ("host", "fabric")}
    given = PFC | queue | {"downlinks_per_t0": 4, "t1s_per_plane": 4, "nics": 4}
    del given["qos.pfc.xoff"], given["qos.pfc.xon"]
    need = 7 * 600_000 // 15 + 7 * 38_014
    pool = {"qos.pfc.dynamic_th": -3, "qos.pfc.pool": "600 kB"}
    with pytest.raises(TopologyError, match=f"up to {need} may wait there"):
        topologies.load(HERE / "lab.yaml", given | pool)
    fabric = topologies.load(HERE / "lab.yaml", given | pool | dict.fromkeys(queue, "600 kB"))
    assert fabric.qos.pfc is not None and fabric.qos.pfc.alpha == 1 / 8
    with pytest.raises(TopologyError, match=r"qos\.pfc\.pool: 0 bytes are no pool; accepted: 1 byte or more"):
        topologies.load(HERE / "lab.yaml", given | pool | {"qos.pfc.pool": 0})
    with pytest.raises(TopologyError, match=r"qos\.pfc: `dynamic_th`; accepted: `xoff` and `xon`, or `dynamic_th`"):
        topologies.load(HERE / "lab.yaml", given | {"qos.pfc.dynamic_th": -3})
    with pytest.raises(TopologyError, match=r"qos\.pfc\.dynamic_th: .*accepted: -8\.\.7"):
        topologies.load(HERE / "lab.yaml", given | pool | {"qos.pfc.dynamic_th": 8})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"qos.pfc.headroom": "30 kB"}, r"qos\.pfc\.headroom: 30000 bytes: 38014 may arrive .*accepted: 38014"),
        ({"qos.pfc.dynamic_th": -3}, r"qos\.pfc: `dynamic_th`, `xoff`, `xon`; accepted: `xoff` and `xon`, or `dyn"),
        ({"qos.pfc.xon": "101 kB"}, r"qos\.pfc\.xon: 101000 bytes exceed xoff of 100000"),
        ({"qos.queues.1.host.limit": "400 kB"}, r"qos\.queues\.1\.host\.limit: 400000 bytes: up to 414042 may wait"),
        ({"qos.queues.1.discard": "trim"}, r"a lossless queue does not trim; accepted: drop"),
        ({"qos.pfc.queue": 7}, r"qos\.pfc\.queue: .*accepted: the lossless queue, 0\.\.6"),
        ({"qos.pfc.queue": 3}, r"queue 3 is not described in qos\.queues; accepted: 0, 1, 2, 6, 7"),
        ({"qos.pfc.headroms": 1}, r"qos\.pfc\.headroms: unknown field"),
    ],
)  # fmt: skip
def test_flow_control_that_would_lose_is_refused(change, says):
    with pytest.raises(TopologyError, match=says):
        topologies.load(HERE / "lab.yaml", PFC | change)


# --- Comparison ------------------------------------------------------------------------------------------------------
# `python -m topologies compare`: the comparison of the production paper (arXiv 2605.04333 §2, Fig. 1).

PAPER = topologies.load(HERE / "paper-8plane.yaml")
COMPARED = topologies.load(HERE / "lab.yaml")


def test_the_papers_fabric_has_its_totals():
    ours = cost(PAPER)
    assert (ours.nics, ours.switches, ours.paths, ours.tiers, ours.hops) == (131_072, 4_096 + 2_048, 2_048, 2, 3)
    assert ours.oversubscription == 1


def test_the_papers_alternative_is_three_tiers_of_its_sizes():
    """Fig. 1a: 64 ports of 800 Gb/s, 64 pods of 1,024 NICs, 2,048 T0s, 2,048 T1s and 1,024 T2s; five hops, or seven."""
    assert ports_at_nic_rate(PAPER) == 64
    three, four = single_planes(PAPER)
    assert [fabric.name for fabric in (three, four)] == ["single plane, 3 tiers", "single plane, 4 tiers"]
    assert (three.nics, three.tiers, three.switches, three.hops) == (65_536, 3, 2_048 + 2_048 + 1_024, 5)
    assert (four.nics, four.tiers, four.hops) == (131_072, 4, 7)


def test_optics_and_switches_are_two_thirds_and_three_fifths_of_three_tiers():
    ours, three = cost(PAPER), single_planes(PAPER)[0]
    assert ours.transceivers_per_nic / three.transceivers_per_nic == Fraction(2, 3)
    assert ours.switches_per_nic / three.switches_per_nic == Fraction(3, 5)


def test_blast_radii_are_the_papers():
    """arXiv 2605.04333 §2: a link T0-T1 is 0.4 % against 3 %, a link NIC-T0 12 %; a T0 costs its NICs one plane."""
    ours, three = cost(PAPER), single_planes(PAPER)[0]
    assert (Fraction(1, ours.t0_uplinks), Fraction(1, three.t0_uplinks)) == (Fraction(1, 256), Fraction(1, 32))
    assert (ours.host_link, three.host_link) == (Blast(1, Fraction(1, 8)), Blast(1, Fraction(1)))
    assert (ours.t0, three.t0) == (Blast(256, Fraction(1, 8)), Blast(32, Fraction(1)))
    assert (ours.fabric_link, three.fabric_link) == (Blast(256, Fraction(1, 2048)), Blast(32, Fraction(1, 32)))
    assert (ours.t1, three.t1) == (Blast(131_072, Fraction(1, 2048)), Blast(1_024, Fraction(1, 32)))


def test_numbers_are_what_counting_the_fabric_gives():
    ours = cost(COMPARED)
    assert ours.switches == len(list(COMPARED.switches()))
    assert ours.links == len(list(COMPARED.links()))
    far = {COMPARED.path(0, 3, plane, t1).destination for plane in range(COMPARED.planes) for t1 in range(COMPARED.t1s)}
    assert ours.paths == len(far)
    assert ours.hops == len(COMPARED.path(0, 3, 0, 0).switches)


def test_two_tiers_of_a_single_plane_lose_a_t1_among_those_there_are(tmp_path):
    """Eight NICs of 100 Gb/s on switches of four ports: four T0s, two T1s, each of which is half of every way up."""
    file = tmp_path / "small.yaml"
    link = "{rate: 50 Gb/s, delay: 1 us}"
    file.write_text(
        "name: small\nplanes: 2\nt0s_per_plane: 2\nt1s_per_plane: 4\ndownlinks_per_t0: 4\nports_per_switch: 8\n"
        f"links: {{host: {link}, fabric: {link}}}\n"
    )
    (single,) = single_planes(topologies.load(file))
    assert (single.tiers, single.nics, single.switches, single.hops) == (2, 8, 4 + 2, 3)
    assert single.t1 == Blast(8, Fraction(1, 2))
    assert single.t0 == Blast(2, Fraction(1))


def test_the_command_prints_a_table_or_json():
    table = CliRunner().invoke(cli, ["compare"], env={"COLUMNS": "120"})
    assert table.exit_code == 0 and "131,072" in table.output and "0.391 %" in table.output
    printed = CliRunner().invoke(cli, ["compare", str(HERE / "lab.yaml"), "--json"])
    document = json.loads(printed.output)
    assert [fabric["name"] for fabric in document["fabrics"]] == ["lab"]
    assert document["fabrics"][0]["t0"] == {"nics": 2, "capacity": 0.5}
    assert document["remarks"] == [
        "lab: no single plane: of 200 Gb/s a switch has 2 ports, too few for a Clos of 4 NICs"
    ]


def test_links_with_rates_of_their_own_count_in_the_optics_and_are_said(tmp_path):
    """Eight of lab's sixteen links go to NICs: 32 times 100 Gb/s of transceivers, of which 50 Gb/s at two ends go."""
    text = (HERE / "lab.yaml").read_text(encoding="utf-8")
    file = tmp_path / "slow.yaml"
    file.write_text(text.replace("links:\n", "links:\n  rates: {p0-t0-0--p0-t1-1: 50 Gb/s}\n"), encoding="utf-8")
    assert cost(topologies.load(file)).transceivers == Fraction(3200 - 100, 200)
    said = CliRunner().invoke(cli, ["compare", str(file)]).output
    assert "lab: links with rates of their own (`links.rates`), 1 in all" in said
