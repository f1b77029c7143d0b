# SPDX-License-Identifier: Apache-2.0
"""Whether a process has anything left to do (all of its threads are asleep), and how much it has done.

A thread that hands work to another wakes it before it goes to sleep itself, so a moment in which every thread sleeps is
one in which nothing is under way. Linux only (proc(5), `stat`).
"""

from __future__ import annotations

import os
from pathlib import Path

_ASLEEP = "S"
_TICKS = os.sysconf("SC_CLK_TCK")


def is_idle(process_id: int) -> bool:
    """Whether every thread of a process sleeps; a process that is gone is idle."""
    try:
        tasks = list(Path(f"/proc/{process_id}/task").iterdir())
        return all(_state(task) == _ASLEEP for task in tasks)
    except OSError:
        return not Path(f"/proc/{process_id}").exists()


def processor_seconds(process_id: int) -> float:
    """The processor time that a process has used; 0 for one that is gone."""
    try:
        user, system = _fields(Path(f"/proc/{process_id}"))[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) / _TICKS


def _state(task: Path) -> str:
    """The state letter."""
    try:
        return _fields(task)[0]
    except FileNotFoundError:
        return _ASLEEP  # the thread has ended meanwhile


def _fields(task: Path) -> list[str]:
    """What follows the name, which may itself hold brackets."""
    return (task / "stat").read_text(errors="replace").rpartition(")")[2].split()
