# SPDX-License-Identifier: Apache-2.0
"""Into the networks of a lab, where it has some."""

from __future__ import annotations

from fabric.live.isolation import enter
from labs.requests import Looked, OwnState


def inside(state: Looked, process_id: int) -> list[str]:
    """What to put before a command to run it in the network of a process of a lab. Raises FabricError: it is gone.

    Args:
        state: of the lab; one whose cables are unix sockets is in nobody's network but this machine's.
        process_id: as the host has it.
    """
    return enter(process_id) if state.cables == "veth" else []


def inside_node(state: Looked, node: str, process_id: int) -> list[str]:
    """The same for a command of a user in the network of a node of that name, a process of which is `process_id`.

    Raises FabricError. In a host /sys tells of the host's interfaces, as programs that look for `eth0` there expect.
    """
    entered = inside(state, process_id)
    if not isinstance(state, OwnState) or node not in state.hosts:
        return entered
    return [*entered, "unshare", "--mount", "sh", "-c", 'mount -t sysfs sysfs /sys 2>/dev/null; exec "$@"', "sh"]
