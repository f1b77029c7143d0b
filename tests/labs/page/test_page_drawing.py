# SPDX-License-Identifier: Apache-2.0
"""Where nodes stand in the drawing: every node and link once, nobody on another's place, T0s above their NICs."""

from pathlib import Path

import pytest

import topologies
from labs.page.drawing import sheets

TOPOLOGIES = Path(__file__).parents[3] / "topologies"
SMALL = {"planes": 3, "t0s_per_plane": 3, "t1s_per_plane": 2, "downlinks_per_t0": 3, "nics": 7}


@pytest.mark.parametrize("overrides", [{}, {"planes": 1}, {"planes": 8}, SMALL])
def test_every_node_and_every_link_has_its_place(overrides):
    fabric = topologies.load(TOPOLOGIES / "lab.yaml", overrides)
    drawn = list(sheets(fabric))
    assert [plane for sheet in drawn for plane in sheet.planes] == list(range(fabric.planes))
    switches = [place.name for sheet in drawn for place in sheet.places if place.tier != "nic"]
    assert sorted(switches) == sorted(switch.name for switch in fabric.switches())
    cables = [cable.name for sheet in drawn for cable in sheet.cables]
    assert sorted(cables) == sorted(link.name for link in fabric.links())
    for sheet in drawn:
        names = {place.name for place in sheet.places}
        assert {nic.name for nic in fabric.all_nics()} <= names
        assert all(end[0] in names for cable in sheet.cables for end in (cable.a, cable.b))
        spots = [(place.row, round(place.x, 6)) for place in sheet.places]
        assert len(set(spots)) == len(spots)
        assert all(0 < place.x < 1 for place in sheet.places)


def test_the_second_plane_of_a_sheet_is_below_the_nics():
    (sheet,) = sheets(topologies.load(TOPOLOGIES / "lab.yaml"))
    rows = {place.name: place.row for place in sheet.places}
    assert (rows["p0-t1-0"], rows["p0-t0-0"], rows["nic0"], rows["p1-t0-0"], rows["p1-t1-0"]) == (2, 1, 0, -1, -2)


def test_nics_stand_around_their_t0():
    (sheet,) = sheets(topologies.load(TOPOLOGIES / "lab.yaml"))
    x = {place.name: place.x for place in sheet.places}
    assert (x["nic0"] + x["nic1"]) / 2 == pytest.approx(x["p0-t0-0"])
    assert (x["nic2"] + x["nic3"]) / 2 == pytest.approx(x["p0-t0-1"])


def test_limits_are_those_of_the_queue_of_data():
    # topologies/lab.yaml: one BDP is 92,000 bytes; a limit of 1 BDP in the fabric, 1.5 BDP at the last hop.
    (sheet,) = sheets(topologies.load(TOPOLOGIES / "lab.yaml"))
    cables = {cable.name: cable for cable in sheet.cables}
    assert cables["p0-t0-0:2--p0-t1-0:0"].limits == (92_000, 92_000)
    assert cables["nic0:0--p0-t0-0:0"].limits == (None, 138_000)
