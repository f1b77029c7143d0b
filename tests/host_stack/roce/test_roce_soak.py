# SPDX-License-Identifier: Apache-2.0
"""Random transfers over bad networks: byte for byte, or an error, and never a leftover.

``ROCE_SOAK_RUNS`` runs more of them (``make soak`` has its own for MRC).
"""

import os
from random import Random

import pytest
from roce_kit import Wire, config, join
from roce_soak_kit import network, soak

from host_stack.roce import Nic, QpState, RtsAttributes

RUNS = int(os.environ.get("ROCE_SOAK_RUNS", "60"))


@pytest.mark.parametrize("seed", range(RUNS))
def test_what_arrives_is_what_was_sent(seed):
    soak(seed)


def test_few_give_up():
    """The soak above would show nothing if its connections failed."""
    a, b = (Nic(config(n), seed=n) for n in (1, 2))
    rng = Random(5)
    pairs = [join(a, b, rts=RtsAttributes(timeout=3)) for _ in range(20)]
    region = b.register_memory(20_000)
    for qa, _ in pairs:
        qa.post_write(rng.randbytes(20_000), region.address, region.r_key)
    Wire(a, b, hook=network(rng, 0.05, ipv4=False)).run()
    assert sum(1 for qa, _ in pairs if qa.state is QpState.RTS) >= 19
