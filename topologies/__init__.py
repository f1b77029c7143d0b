# SPDX-License-Identifier: Apache-2.0
"""Fabrics as data: planes, T0s, T1s, NICs, links, uSIDs, addresses. Knows nothing about sending or installing."""

from typing import Final

from common import PROJECT_ROOT
from common.quantities import Bytes
from topologies.fabric import (
    NO_OUTAGES,
    Fabric,
    Link,
    NicAddresses,
    NicNode,
    Outages,
    Path,
    Port,
    PortRole,
    Switch,
    Tier,
)
from topologies.reading import load
from topologies.schema import TopologyError
from topologies.slicing import Slice

__all__ = [
    "LAB",
    "NO_OUTAGES",
    "Bytes",
    "Fabric",
    "Link",
    "NicAddresses",
    "NicNode",
    "Outages",
    "Path",
    "Port",
    "PortRole",
    "Slice",
    "Switch",
    "Tier",
    "TopologyError",
    "load",
]

LAB: Final = PROJECT_ROOT / "topologies" / "lab.yaml"
"""The file of the fabric that examples, tests and labs use."""
