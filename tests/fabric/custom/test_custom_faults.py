# SPDX-License-Identifier: Apache-2.0
"""What a fault does to the links of a custom network: to BMv2's not what it does to ours."""

import pytest

from fabric.custom.network import CustomNetwork
from fabric.custom.reading import CustomFabric
from fabric.live import tc
from fabric.live.cabling import Cable, Veths
from fabric.live.description import BringUp
from fabric.live.network import Network
from fabric.live.tc import CableEnd, Shape
from p4soft.targets import get_target


@pytest.mark.parametrize(
    ("cuts", "asked"),
    [
        (False, [["link set s2.3 down"], ["link set s2.3 up"]]),
        (True, [("cut", "s1--s2", True), ("cut", "s1--s2", False)]),  # it would hear nothing from other ports either
    ],
)
def test_a_link_goes_down_and_comes_up(monkeypatch, cuts, asked):
    done = []
    links = Veths.__new__(Veths)  # nothing is laid: only what is done to it counts
    ends = CableEnd("s1", 2, "s1.2"), CableEnd("s2", 3, "s2.3")
    links.cables = {"s1--s2": Cable(*ends, between_switches=True, shape=Shape(1000, 0))}
    links._nics, links._cuts = {}, cuts
    monkeypatch.setattr(tc, "run_ip", lambda lines: done.append(list(lines)))
    monkeypatch.setattr(links, "cut", lambda link, off: done.append(("cut", link, off)))
    links.set_state("s1--s2", False)
    links.set_state("s1--s2", True)
    assert done == asked


@pytest.mark.parametrize(("target", "cuts"), [("embedded", False), ("bmv2", True)])
def test_links_are_cut_on_bmv2_alone(monkeypatch, target, cuts):
    seen = []
    monkeypatch.setattr(Network, "__init__", lambda _self, described, _tables, _how: seen.append(described.cuts))
    CustomNetwork(
        CustomFabric(name="n", file=None, switches={}, links={}, programs={}), BringUp(get_target(target), None)
    )
    assert seen == [cuts]
