# SPDX-License-Identifier: Apache-2.0
"""`python -m topologies compare`: the comparison of the production paper (arXiv 2605.04333 §2, Fig. 1)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from click.testing import CliRunner

import topologies
from topologies.__main__ import cli
from topologies.comparing import Blast, cost, ports_at_nic_rate, single_planes

HERE = Path(topologies.__file__).parent
PAPER = topologies.load(HERE / "paper-8plane.yaml")
LAB = topologies.load(HERE / "lab.yaml")


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
    ours = cost(LAB)
    assert ours.switches == len(list(LAB.switches()))
    assert ours.links == len(list(LAB.links()))
    far = {LAB.path(0, 3, plane, t1).destination for plane in range(LAB.planes) for t1 in range(LAB.t1s)}
    assert ours.paths == len(far)
    assert ours.hops == len(LAB.path(0, 3, 0, 0).switches)


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
