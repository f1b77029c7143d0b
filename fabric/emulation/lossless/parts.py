# SPDX-License-Identifier: Apache-2.0
"""The parts of a network with priority flow control, in Python."""

from __future__ import annotations

from typing_extensions import override

import topologies
from fabric.emulation.interfaces import Forwarder
from fabric.emulation.links import Direction
from fabric.emulation.lossless.accounts import Thresholds
from fabric.emulation.lossless.direction import PausableDirection
from fabric.emulation.lossless.switch_node import LosslessSwitchNode
from fabric.emulation.python_parts import PythonParts
from topologies.pfc import headroom_of


def lossless_parts(topology: topologies.Fabric) -> LosslessParts | None:
    """What a fabric with `qos.pfc` is made of; None without, when speed may choose."""
    pfc = topology.qos.pfc
    if pfc is None:
        return None
    bdp_bytes = topology.bdp_bytes
    thresholds = Thresholds(
        priorities=1 << pfc.queue,
        xoff=pfc.xoff.resolve(bdp_bytes),
        xon=pfc.xon.resolve(bdp_bytes),
        headroom=headroom_of(topology.spec, pfc, bdp_bytes),
    )
    return LosslessParts(thresholds)


class LosslessParts(PythonParts):
    """`PythonParts` whose switches have priority flow control."""

    def __init__(self, thresholds: Thresholds) -> None:
        super().__init__()
        self._thresholds = thresholds
        self._lossless: dict[str, LosslessSwitchNode] = {}

    @override
    def switch(self, name: str, index: int, switch: Forwarder) -> LosslessSwitchNode:
        node = LosslessSwitchNode(self.loop, name, index, switch, self._thresholds)
        self._switches[name] = self._lossless[name] = node
        return node

    @override
    def wire(
        self, source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> Direction:
        direction = self._direction(PausableDirection, source, sink, rate_bps=rate_bps, delay_ns=delay_ns, seed=seed)
        switch = self._lossless.get(source[0])
        if switch is None:
            self._outputs[source[0]][source[1]] = direction
        else:
            switch.add_output(source[1], direction)
        return direction
