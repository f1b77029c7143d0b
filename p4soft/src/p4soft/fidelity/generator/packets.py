# SPDX-License-Identifier: Apache-2.0
"""Random frames for a program: small numbers mostly, for those are what programs compare with; sometimes cut short."""

from __future__ import annotations

import random

from p4soft.fidelity.generator.externs import PORTS

_SMALL = (0, 0, 1, 2, 3, 4, 5, 7, 8, 16, 32, 64, 128, 255)
_MAX_EXTRA = 60


def frames(rng: random.Random, base_bytes: int, count: int) -> tuple[tuple[int, bytes], ...]:
    """`count` frames with ingress ports; `base_bytes` is the size of the header every parser begins with."""
    found = []
    for _ in range(count):
        short = rng.random() < 0.08
        size = rng.randint(1, max(1, base_bytes)) if short else base_bytes + rng.randint(0, _MAX_EXTRA)
        smallness = rng.choice((0.3, 0.7, 1.0))
        frame = bytes(rng.choice(_SMALL) if rng.random() < smallness else rng.getrandbits(8) for _ in range(size))
        found.append((rng.choice(PORTS), frame))
    return tuple(found)
