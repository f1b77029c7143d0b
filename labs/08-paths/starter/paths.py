# SPDX-License-Identifier: Apache-2.0
"""Lab 08: which path the next packet takes. It has no clock and no network: only paths, and the time it is told."""

from __future__ import annotations

from typing import Literal


class Paths:
    """Spreads packets over paths, leaves those that lose packets, and comes back to those that answer probes."""

    def __init__(self, paths: list[int], floor: int, probe_interval_ns: int, probe_successes: int) -> None:
        """Prepare; all paths are good.

        Args:
            paths: their numbers, in the order in which they take turns.
            floor: a path is retired only if at least so many stay.
            probe_interval_ns: from retiring a path to its first probe, and between two probes of it.
            probe_successes: so many answered probes in a row revive it.
        """
        self.paths = paths
        self.floor = floor
        self.probe_interval_ns = probe_interval_ns
        self.probe_successes = probe_successes
        self.turn = 0

    def choose(self, now_ns: int) -> int:
        """The path of the next packet: the next one in turn that may be used."""
        # TODO: not one that is retired, and not one that is to sit out a turn.
        path = self.paths[self.turn]
        self.turn = (self.turn + 1) % len(self.paths)
        return path

    def on_answer(self, now_ns: int, path: int, mark: Literal["none", "skip"]) -> None:
        """A packet on `path` arrived. With "skip" it was marked or trimmed: the path sits out its next turn, once."""
        # TODO

    def on_loss(self, now_ns: int, path: int) -> None:
        """A packet on `path` was lost, and no switch said why: the path is retired at once."""
        # TODO

    def next_probe(self, now_ns: int) -> int | None:
        """A retired path that is due to be probed now, or None. Asked again until it returns None."""
        # TODO
        return None

    def on_probe(self, now_ns: int, path: int, answered: bool) -> None:
        """A probe of `path` was answered, or will never be."""
        # TODO
