# SPDX-License-Identifier: Apache-2.0
"""What the ends of cables count and hold, as the kernel tells it in this network namespace."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fabric.errors import FabricError
from fabric.live.cables import CUT_CLASS, LOST_CLASS
from fabric.live.messages import EndState

_COUNTERS = Path("/proc/net/dev")
RX_BYTES, _RX_FRAMES, TX_BYTES, _TX_FRAMES = 0, 1, 8, 9
"""Columns behind an interface's name (proc(5))."""


def read_ends(interfaces: Iterable[str]) -> dict[str, EndState]:
    """How those interfaces are that there are here, by name. Raises FabricError: `tc` cannot tell."""
    counted = counters()
    queues = _queues()
    return {
        name: EndState(
            received_frames=counted[name][_RX_FRAMES],
            received_bytes=counted[name][RX_BYTES],
            sent_frames=counted[name][_TX_FRAMES],
            sent_bytes=counted[name][TX_BYTES],
            **queues.get(name, {"queued_bytes": 0, "lost_random": 0, "lost_overflow": 0}),
        )
        for name in interfaces
        if name in counted
    }


def counters() -> dict[str, list[int]]:
    """What the kernel counts at each interface of this network, by name; columns of /proc/net/dev (proc(5))."""
    found = {}
    for line in _COUNTERS.read_text().splitlines()[2:]:
        name, _, numbers = line.partition(":")
        found[name.strip()] = [int(number) for number in numbers.split()]
    return found


def _queues() -> dict[str, dict[str, int]]:
    """By interface, what its queueing disciplines hold and have dropped (tc(8), `-s -j qdisc show`)."""
    result = subprocess.run(["tc", "-s", "-j", "qdisc", "show"], capture_output=True, text=True, check=False)
    try:
        told: list[dict[str, Any]] = json.loads(result.stdout or "[]")
    except ValueError:
        told = []
    if result.returncode or not told:
        raise FabricError(f"tc: {result.stderr.strip() or 'says nothing about queueing disciplines'}")
    found: dict[str, dict[str, int]] = {}
    for each in told:
        queue = found.setdefault(each["dev"], {"queued_bytes": 0, "lost_random": 0, "lost_overflow": 0})
        if each.get("root"):
            queue["queued_bytes"] = each["backlog"]
        elif each.get("parent") == LOST_CLASS:
            queue["lost_random"] = each["drops"]
        elif each.get("parent") != CUT_CLASS:
            queue["lost_overflow"] += each["drops"]
    return found
