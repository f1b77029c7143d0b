# SPDX-License-Identifier: Apache-2.0
"""What a queue pair costs a NIC: memory and time, with one peer and with many.

`python -m tools.bench.connections QPS PEERS` is a process that measures it and prints a JSON object.
"""

from __future__ import annotations

import gc
import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import topologies
from host_stack import Nic
from host_stack.provision import connect, nic_config
from tools.bench.emulator import PYTHON, python
from tools.bench.measurements import Better, Figure, Settings

QPS: Final = 1_000
PEERS: Final = 1_000
_EVS: Final = 128
_LAB: Final = Path(topologies.__file__).parent / "lab.yaml"
_LARGE: Final = {"planes": 8, "t0s_per_plane": 512, "t1s_per_plane": 16, "downlinks_per_t0": 32, "nics": 16_384}
"""A fabric with more NICs than the peers that are asked for."""
_TRACED: Final = 20
"""One call in so many is traced, the last ones: what all connections share is there then."""


def connections(settings: Settings) -> Iterator[Figure]:
    """Memory and set-up time of a queue pair, interpreted; tracemalloc counts the memory: the same each time."""
    del settings
    found = json.loads(python("-m", "tools.bench.connections", str(QPS), str(PEERS), accelerated=PYTHON))
    evs = f"{_EVS} EVs and as many backups; the last of {QPS:,} to one peer"
    yield Figure("qp_memory", found["qp_bytes"], "bytes", better=Better.LESS, why=evs)
    yield Figure("qp_setup", found["qp_seconds"] * 1e3, "ms", better=Better.LESS, why=evs)
    peers = f"{PEERS:,} peers on one NIC, with one queue pair each"
    yield Figure("peer_memory", found["peer_bytes"], "bytes", better=Better.LESS, why=peers)
    yield Figure("peer_setup", found["peer_seconds"] * 1e3, "ms", better=Better.LESS, why=peers)


def cost(count: int, connect_one: Callable[[int], None]) -> tuple[float, float]:
    """Bytes that stay, and seconds of a core, of each of so many calls.

    The last calls are traced, which takes its time, and the others timed.
    """
    traced = max(1, count // _TRACED)
    begin = time.process_time()
    for number in range(count - traced):
        connect_one(number)
    seconds = (time.process_time() - begin) / max(1, count - traced)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(count - traced, count):
        connect_one(number)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / traced, seconds


def measured(qps: int, peers: int) -> dict[str, float]:
    """Of one end: the other's half is taken off where both stay, and dropped where only one NIC is looked at."""
    small = topologies.load(_LAB, {"planes": 8, "t1s_per_plane": 16})
    ends = [Nic(nic_config(small, index), seed=index) for index in (0, 2)]
    both_bytes, both_seconds = cost(qps, lambda _: _discard(connect(small, *ends, evs=_EVS)))
    large = topologies.load(_LAB, _LARGE)
    one = Nic(nic_config(large, 0), seed=0)

    def next_peer(number: int) -> None:
        connect(large, one, Nic(nic_config(large, 1 + number), seed=1 + number), evs=_EVS)

    peer_bytes, peer_seconds = cost(peers, next_peer)
    return {
        "qp_bytes": both_bytes / 2, "qp_seconds": both_seconds / 2,
        "peer_bytes": peer_bytes, "peer_seconds": peer_seconds,
    }  # fmt: skip


def _discard(_connection: object) -> None:
    """Both NICs keep their queue pairs."""


if __name__ == "__main__":
    print(json.dumps(measured(*map(int, sys.argv[1:3]))))
