# SPDX-License-Identifier: Apache-2.0
"""Fabrics as data: planes, T0s, T1s, NICs, links, uSIDs, addresses. Knows nothing about sending or installing."""

from documents.quantities import Bytes
from topologies.addressing import NicAddresses
from topologies.errors import TopologyError
from topologies.fabric import Fabric, load
from topologies.nodes import Link, NicNode, Path, Port, PortRole, Switch, Tier

__all__ = [
    "Bytes",
    "Fabric",
    "Link",
    "NicAddresses",
    "NicNode",
    "Path",
    "Port",
    "PortRole",
    "Switch",
    "Tier",
    "TopologyError",
    "load",
]
