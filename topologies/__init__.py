# SPDX-License-Identifier: Apache-2.0
"""Fabrics as data: planes, T0s, T1s, NICs, links, uSIDs, addresses. Knows nothing about sending or installing.

Apart from `LAB` and `TopologyError` each name is imported on first use: a command that only says how it is used does
not wait for what files are read with.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from common import PROJECT_ROOT
from topologies.errors import TopologyError

if TYPE_CHECKING:
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

_ELSEWHERE: Final = {"Bytes": "common.quantities", "Slice": "topologies.slicing", "load": "topologies.reading"}
"""Name -> its module, of those that are not of `topologies.fabric`."""


def __getattr__(name: str) -> object:
    """Raises AttributeError: there is no such name."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ELSEWHERE.get(name, "topologies.fabric")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
