# SPDX-License-Identifier: Apache-2.0
"""Rates on a machine that does other things too: the best of several short runs, ours and the peer's in turn.

What one thread does is timed by the processor time of that thread, which other programs disturb least.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

Work = Callable[[], int]
"""Does a portion of work and says how many of the things that are counted it did."""


def rate(work: Work, seconds: float) -> float:
    """Things per second of this thread's time, from portions of work of `seconds` together (one portion at least)."""
    done, start = 0, time.thread_time()
    while True:
        done += work()
        spent = time.thread_time() - start
        if spent >= seconds:
            return done / spent


def best_rates(works: Sequence[Work], seconds: float, rounds: int = 3) -> list[float]:
    """The best rate of each, measured in turn `rounds` times, so that what disturbs one disturbs its peer as well."""
    best = [0.0] * len(works)
    for _ in range(rounds):
        for i, work in enumerate(works):
            best[i] = max(best[i], rate(work, seconds))
    return best


def best_seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """The shortest time that `work` took."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best
