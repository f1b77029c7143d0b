# SPDX-License-Identifier: Apache-2.0
"""Data packets per second through two NICs back to back: encoded, with ICRC, decoded, placed and acknowledged."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.accelerated import COMPILED, PYTHON, compiled_is_there, python
from tools.bench.results import Figure
from tools.bench.settings import Settings

_MEBIBYTES = 64
_MEASURE = f"from host_stack.bench import transfer; print(*transfer({_MEBIBYTES} << 20))"
_ROUNDS = 3


def nic_packets(settings: Settings) -> Iterator[Figure]:
    """The compiled NIC beside the Python one, each in a process of its own, in turn; both ends on one core."""
    del settings
    both = compiled_is_there()
    sources = compiled = 0.0
    for _ in range(_ROUNDS):
        sources = max(sources, _rate(PYTHON))
        if both:
            compiled = max(compiled, _rate(COMPILED))
    if both:
        yield Figure("nic_packets", compiled, "packets/s", "the same sources, interpreted", sources)
    else:
        yield Figure("nic_packets", sources, "packets/s", why="no compiled build: make accelerate")


def _rate(accelerated: str) -> float:
    packets, seconds = python("-c", _MEASURE, accelerated=accelerated).split()
    return int(packets) / float(seconds)
