# SPDX-License-Identifier: Apache-2.0
"""How much of a core processes use: one that uses all of it forwards as fast as the machine, not as its cables."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_WINDOW_S = 1.0
_RECENT = 10
"""Windows: whoever looks by hand, now and then, shall see what was a moment ago."""
_PROC = Path("/proc")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def groups(leaders: Mapping[str, int]) -> dict[str, list[int]]:
    """The processes in each process group that a process of this namespace leads, by name; as /proc numbers them.

    In a live fabric /proc is the host's: it tells of every process its numbers in all namespaces (NSpgid, proc(5)).
    """
    found: dict[str, list[int]] = {name: [] for name in leaders}
    names = {str(leader): name for name, leader in leaders.items()}
    here = (_PROC / "self/ns/pid").stat().st_ino
    for entry in _PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):  # gone, or somebody else's
            lines = (entry / "status").read_text().splitlines()
            inner = next((line.split()[-1] for line in lines if line.startswith("NSpgid:")), "")
            if inner in names and (entry / "ns/pid").stat().st_ino == here:
                found[names[inner]].append(int(entry.name))
    return found


class Busy:
    """Watches groups of processes, by name.

    Attributes:
        worst: the largest share of a core that each used over a second, once it was warm: 1.0 is all of one, and one
            with several threads may use more.
    """

    def __init__(
        self, watched: Mapping[str, Sequence[int]], now_s: Callable[[], float] = time.monotonic,
        used_s: Callable[[int], float] | None = None,
    ) -> None:  # fmt: skip
        """Begin; what they do in the first second, when programs are translated, does not count.

        Args:
            watched: processes, as /proc numbers them.
            now_s: the clock.
            used_s: seconds of CPU time that a process has used. Raises OSError when it is gone.
        """
        self.worst: dict[str, float] = {}
        self._watched = watched
        self._now_s = now_s
        self._used_s = used_s or _used_s
        self._recent: list[dict[str, float]] = []
        self._warm = False
        self._begun = self._read()

    def look(self) -> None:
        """See how much they have used; to be called often."""
        before_s, before = self._begun
        if self._now_s() - before_s < _WINDOW_S:
            return
        now_s, used = self._begun = self._read()
        if self._warm:
            passed_s = now_s - before_s
            shares = {name: (used[name] - before[name]) / passed_s for name in used.keys() & before.keys()}
            self._recent = [*self._recent[1 - _RECENT :], shares]  # anew: another thread may read it
            self.worst = _largest(self.worst, shares)
        self._warm = True

    @property
    def recent(self) -> dict[str, float]:
        """The largest shares of the last ten seconds."""
        return _largest(*self._recent)

    def _read(self) -> tuple[float, dict[str, float]]:
        used = {}
        for name, processes in self._watched.items():
            with contextlib.suppress(OSError):
                used[name] = sum(self._used_s(process) for process in processes)
        return self._now_s(), used


def _largest(*shares: Mapping[str, float]) -> dict[str, float]:
    """Of each name."""
    names = {name for each in shares for name in each}
    return {name: max(each[name] for each in shares if name in each) for name in sorted(names)}


def _used_s(process: int) -> float:
    """In user and in kernel mode, all threads (proc(5), /proc/PID/stat: utime, stime)."""
    fields = (_PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S
