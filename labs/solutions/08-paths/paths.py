# SPDX-License-Identifier: Apache-2.0
"""Lab 08, solved: turns, paths that sit out one, and a book of retired paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass
class Retired:
    """A path that is not used: when its next probe is due, and how many were answered in a row."""

    due_ns: int
    streak: int = 0


class Paths:
    """Spreads packets over paths, leaves those that lose packets, and comes back to those that answer probes."""

    def __init__(self, paths: list[int], floor: int, probe_interval_ns: int, probe_successes: int) -> None:
        """See the starter."""
        self.paths = paths
        self.floor = floor
        self.probe_interval_ns = probe_interval_ns
        self.probe_successes = probe_successes
        self.turn = 0
        self.skip: set[int] = set()
        self.retired: dict[int, Retired] = {}

    def choose(self, now_ns: int) -> int:
        """The next path in turn that is not retired and does not sit out."""
        while True:  # at most twice round: `floor` paths stay, and each sits out once
            path = self.paths[self.turn]
            self.turn = (self.turn + 1) % len(self.paths)
            if path in self.retired:
                continue
            if path in self.skip:
                self.skip.remove(path)
                continue
            return path

    def on_answer(self, now_ns: int, path: int, mark: Literal["none", "skip"]) -> None:
        """Congestion: sit out a turn. What a retired path still answers was sent before, and proves nothing."""
        if mark == "skip" and path not in self.retired:
            self.skip.add(path)

    def on_loss(self, now_ns: int, path: int) -> None:
        """Retire the path, unless it is already, or too few would stay."""
        if path not in self.retired and len(self.paths) - len(self.retired) > self.floor:
            self.retired[path] = Retired(now_ns + self.probe_interval_ns)
            self.skip.discard(path)

    def next_probe(self, now_ns: int) -> int | None:
        """Any path whose probe is due."""
        for path, state in self.retired.items():
            if state.due_ns <= now_ns:
                state.due_ns = now_ns + self.probe_interval_ns
                return path
        return None

    def on_probe(self, now_ns: int, path: int, answered: bool) -> None:
        """Count answers in a row; enough of them revive the path."""
        state = self.retired.get(path)
        if state is None:
            return
        state.streak = state.streak + 1 if answered else 0
        if state.streak == self.probe_successes:
            del self.retired[path]
