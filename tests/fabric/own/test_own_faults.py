# SPDX-License-Identifier: Apache-2.0
"""What a fault does to the links of a network of one's own: to BMv2's not what it does to ours."""

import pytest

from fabric.own.network import OwnNetwork


class Links:
    """Writes down what it is asked."""

    def __init__(self):
        self.asked = []

    def cut(self, link, off):
        self.asked.append(("cut", link, off))

    def set_state(self, link, up):
        self.asked.append(("set_state", link, up))


@pytest.mark.parametrize(
    ("target", "asked"),
    [
        ("embedded", [("set_state", "s1--s2", False), ("set_state", "s1--s2", True)]),
        ("bmv2", [("cut", "s1--s2", True), ("cut", "s1--s2", False)]),  # it would hear nothing from other ports either
    ],
)
def test_a_link_goes_down_and_comes_up(target, asked):
    network = OwnNetwork.__new__(OwnNetwork)  # no processes: only which of its links' methods is called
    network._target, network.links = target, Links()
    network.set_link_state("s1--s2", False)
    network.set_link_state("s1--s2", True)
    assert network.links.asked == asked
