# SPDX-License-Identifier: Apache-2.0
"""What a queue pair costs a NIC: memory that stays is counted, and a NIC takes many peers."""

from __future__ import annotations

import pytest

from tools.bench.emulator import cost, measured


def test_memory_that_stays_is_counted_for_each_call():
    kept, numbers = [], []

    def connect_one(number):
        numbers.append(number)
        kept.append(bytearray(100_000))
        bytearray(1_000_000)  # is gone at once

    per_call, seconds = cost(200, connect_one)
    assert per_call == pytest.approx(100_000, rel=0.02)
    assert seconds > 0
    assert numbers == list(range(200))


def test_a_peer_costs_what_a_queue_pair_costs_and_one_more_destination():
    found = measured(60, 60)
    assert found["qp_bytes"] > 128 * 2 * 50  # the state of 128 EVs and as many backups, tens of bytes each
    assert found["qp_bytes"] < 64_000  # 68,000 with the outer addresses of EVs that have carried nothing
    assert 0.5 < found["peer_bytes"] / found["qp_bytes"] < 2
    # With the configuration of 8 planes; 27,000 if it has generators, tables and long queues of its own.
    assert found["nic_bytes"] < 14_000
