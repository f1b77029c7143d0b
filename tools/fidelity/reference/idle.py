# SPDX-License-Identifier: Apache-2.0
"""Whether a process has anything left to do: all of its threads are asleep.

A thread that hands work to another wakes it before it goes to sleep itself, so a moment in which every thread sleeps is
one in which nothing is under way. Linux only (proc(5), `stat`).
"""

from __future__ import annotations

from pathlib import Path

_ASLEEP = "S"


def is_idle(process_id: int) -> bool:
    """Whether every thread of a process sleeps; a process that is gone is idle."""
    try:
        tasks = list(Path(f"/proc/{process_id}/task").iterdir())
        return all(_state(task) == _ASLEEP for task in tasks)
    except OSError:
        return not Path(f"/proc/{process_id}").exists()


def _state(task: Path) -> str:
    """The state letter; it follows the name, which may itself hold brackets."""
    try:
        text = (task / "stat").read_text(errors="replace")
    except FileNotFoundError:
        return _ASLEEP  # the thread has ended meanwhile
    return text.rpartition(")")[2].split()[0]
