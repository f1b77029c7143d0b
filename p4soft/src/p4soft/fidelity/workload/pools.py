# SPDX-License-Identifier: Apache-2.0
"""Few values for each width: what entries match, what actions are given, and what packets carry."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

PORTS = tuple(range(1, 9))
"""Where frames go in and, if entries say so, out. All below 512 and none of them the drop port (511)."""

PORT_BITS = 9
_CONSTANTS, _RANDOM = 3, 1
_SMALL = (1, 2, 3)
_POOLED = 0.9


class Pools:
    """The values of one program: small numbers, constants that its JSON holds, and a few random ones.

    Args:
        document: the BMv2 JSON.
        seed: of the random ones.
    """

    def __init__(self, document: Mapping[str, object], seed: str) -> None:
        self._seed = seed
        self._constants = sorted(set(_constants(document)))
        self._pools: dict[int, tuple[int, ...]] = {}

    def of(self, width: int) -> tuple[int, ...]:
        """The values of this width in bits, in a fixed order, each once."""
        if width not in self._pools:
            self._pools[width] = self._make(width)
        return self._pools[width]

    def pick(self, rng: random.Random, width: int) -> int:
        """A value of the pool, the first ones more often than the others; or now and then any."""
        if width <= 0:
            return 0
        if rng.random() >= _POOLED:
            return rng.getrandbits(width)
        pool = self.of(width)
        return pool[int(rng.random() ** 2 * len(pool))]

    def _make(self, width: int) -> tuple[int, ...]:
        if width <= 2:
            return tuple(range(1 << max(width, 0)))
        if width == PORT_BITS:
            return PORTS
        rng = random.Random(f"{self._seed}/{width}")
        # A constant of about this width is likely to have been written for a field of it.
        fitting = [c for c in self._constants if width // 2 < c.bit_length() <= width]
        chosen = rng.sample(fitting, min(_CONSTANTS, len(fitting)))
        values = [*_SMALL, *chosen, *(rng.getrandbits(width) for _ in range(_RANDOM))]
        return tuple(dict.fromkeys(v for v in values if not v >> width))


def _constants(node: object) -> Iterator[int]:
    if isinstance(node, Mapping):
        value = node.get("value")
        if node.get("type") in ("hexstr", "default", "parse_vset") and isinstance(value, str):
            if value.startswith("0x"):
                yield int(value, 16)
            return
        for inner in node.values():
            yield from _constants(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _constants(inner)
