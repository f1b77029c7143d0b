# SPDX-License-Identifier: Apache-2.0
"""Random runs: each byte arrives exactly once and immediates come in order, or the queue pair reports an error.

``make soak RUNS=10000 SEED=0`` runs as many as you like; here is a share of them. A run that fails names its seed:
``make soak RUNS=1 SEED=that``.
"""

import os
from collections import Counter

from soak_kit import Soak

RUNS = int(os.environ.get("MRC_SOAK", "60"))
SEED = int(os.environ.get("MRC_SOAK_SEED", "0"))


def test_random_runs():
    outcomes = Counter(Soak(seed).run().outcome() for seed in range(SEED, SEED + RUNS))
    assert outcomes.total() == RUNS
    if RUNS >= 60:
        assert outcomes["intact"] > RUNS // 4, outcomes
        assert outcomes["error"] + outcomes["reset"] > 0, outcomes


def test_a_seed_is_a_run():
    def trace(seed: int) -> list[tuple[int, str, int, bytes]]:
        return Soak(seed).run().pipe.sent

    assert trace(SEED + 1) == trace(SEED + 1)
