# SPDX-License-Identifier: Apache-2.0
"""Whether this machine can hold a lab: as many processes as a topology has switches and NICs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from fabric.errors import BuildError
from topologies import Fabric

SWITCH_BYTES, NIC_BYTES = 120 << 20, 45 << 20
"""Resident memory of a process with its tables, measured (embedded target, topologies/lab.yaml)."""
_HOST_BYTES = 2 << 20
_MANY = 64
"""Processes; more take minutes to come up."""
_MEMINFO = Path("/proc/meminfo")


def check_size(fabric: Fabric, say: Callable[[str], None]) -> None:
    """Raise BuildError for a fabric that this machine has no memory for; warn of one that is large.

    Args:
        fabric: the topology.
        say: told a warning.
    """
    switches = fabric.planes * (fabric.t0s + fabric.t1s)
    what = f"{fabric.name}: {switches:,} switches and {fabric.nics:,} NICs, a process each"
    accepted = "a smaller topology, or `python -m fabric run`, which emulates large ones"
    _check(what, switches + fabric.nics, switches * SWITCH_BYTES + fabric.nics * NIC_BYTES, accepted, say)


def check_network(name: str, switches: int, hosts: int, say: Callable[[str], None]) -> None:
    """The same for a network of that many switches and hosts; raises BuildError."""
    what = f"{name}: {switches:,} switches and {hosts:,} hosts, a process each"
    _check(what, switches + hosts, switches * SWITCH_BYTES + hosts * _HOST_BYTES, "a smaller network", say)


def _check(what: str, processes: int, needed: int, accepted: str, say: Callable[[str], None]) -> None:
    free = _available_bytes()
    if free is not None and needed > free:
        raise BuildError(
            f"{what}, need about {needed / (1 << 30):,.1f} GiB of memory, and {free / (1 << 30):,.1f} GiB are free; "
            f"accepted: {accepted}"
        )
    if processes > _MANY:
        say(f"{what}: this will take a while")


def _available_bytes() -> int | None:
    """Memory that processes can get without swapping; None where the kernel does not tell (proc(5))."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB$", _MEMINFO.read_text(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) << 10 if found else None
