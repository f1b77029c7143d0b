# SPDX-License-Identifier: Apache-2.0
"""Random runs: each byte arrives exactly once and immediates come in order, or the queue pair reports an error.

``make soak RUNS=10000 SEED=0`` runs as many as you like; here is a share of them. A run that fails names its seed:
``make soak RUNS=1 SEED=that``.
"""

import os
from collections import Counter

import pytest
from long_kit import rounds
from soak_kit import Soak

SEED = int(os.environ.get("MRC_SOAK_SEED", "0"))


@pytest.mark.parametrize("runs", rounds("MRC_SOAK", 24, 60))
def test_random_runs(runs):
    outcomes = Counter(Soak(seed).run().outcome() for seed in range(SEED, SEED + runs))
    assert outcomes.total() == runs
    if runs >= 24:
        assert outcomes["intact"] > runs // 4, outcomes
        assert outcomes["error"] + outcomes["reset"] > 0, outcomes


def test_a_seed_is_a_run():
    def trace(seed: int) -> list[tuple[int, str, int, bytes]]:
        return Soak(seed).run().pipe.sent

    assert trace(SEED + 1) == trace(SEED + 1)
