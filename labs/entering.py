# SPDX-License-Identifier: Apache-2.0
"""Into the networks of a lab, where it has some."""

from __future__ import annotations

from fabric.live.isolation import enter
from labs.requests import Looked


def inside(state: Looked, process_id: int) -> list[str]:
    """What to put before a command to run it in the network of a process of a lab. Raises FabricError: it is gone.

    Args:
        state: of the lab; one whose cables are unix sockets is in nobody's network but this machine's.
        process_id: as the host has it.
    """
    return enter(process_id) if state.cables == "veth" else []
