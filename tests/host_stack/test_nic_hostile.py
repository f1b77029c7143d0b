# SPDX-License-Identifier: Apache-2.0
"""Hostile exchanges: nothing outside of what the peer may write changes, state is bounded, and every stall ends.

``make fuzz EXCHANGES=100000 SEED=0`` plays as many as you like; here is a share of them.
"""

import os
from collections import Counter

import pytest
from hostile_kit import SIZE, Hostile
from long_kit import rounds

from host_stack import QpState

SEED = int(os.environ.get("MRC_HOSTILE_SEED", "0"))


@pytest.mark.parametrize("exchanges", rounds("MRC_HOSTILE", 120, 400))
def test_hostile_exchanges(exchanges):
    states: Counter[QpState] = Counter()
    placed = 0
    for seed in range(SEED, SEED + exchanges):
        try:
            played = Hostile(seed).play()
        except Exception as error:
            raise AssertionError(f"exchange {seed}: {error!r}") from error
        states[played.qp.state] += 1
        placed += played.region.bytes_placed
        assert played.region.length == SIZE
    if exchanges >= 100:
        assert states[QpState.RTS] > 0, states
        assert states[QpState.ERROR] > exchanges // 20, states
        assert placed > 0
