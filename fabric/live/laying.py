# SPDX-License-Identifier: Apache-2.0
"""Lays the cables of a fabric, of either kind."""

from __future__ import annotations

from pathlib import Path

from fabric.live.cable_choice import CableKind
from fabric.live.cables import Shape, bands, cables
from fabric.live.cabling import Cabling
from fabric.live.sockets import SocketCables
from fabric.live.veths import Veths
from topologies import Fabric


def lay(kind: CableKind, fabric: Fabric, slow: Fabric, workdir: Path, seed: int) -> Cabling:
    """A cable for each link.

    Args:
        kind: what they are made of.
        fabric: as its file has it.
        slow: the same at its live rates and delays.
        workdir: existing; of what they need.
        seed: of what is lost, where that is ours to draw.

    Raises:
        BuildError: they cannot be laid.
    """
    wanted = {cable.link.name: cable for cable in cables(fabric)}
    shapes = {link.name: Shape(link.rate_bps, link.delay_ns) for link in slow.links()}
    if kind == "unix":
        return SocketCables(wanted, shapes, bands(fabric), workdir, seed)
    return Veths(wanted, shapes, bands(fabric))
