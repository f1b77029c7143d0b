# SPDX-License-Identifier: Apache-2.0
"""Links that flap by chance: from a rate and a time to the faults that come of them, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from fabric.errors import RefusedValueError
from fabric.scenario.faults import Fault, LinkDown, LinkUp
from fabric.scenario.schema import FlapSpec

MAX_FLAPS = 20_000
"""Of one generator: a result lists each."""


def flaps(spec: FlapSpec, links: Sequence[str], seed: str) -> Iterator[Fault]:
    """Downs and ups of `links`, by name, in pairs.

    Flaps begin as a Poisson process of mean interval `every`, over all links together; each hits one of those that are
    up, alike, and takes it away for `down`. One that finds no link up does not happen.

    Raises:
        RefusedValueError: there would be too many.
    """
    if (spec.until - spec.begin) / spec.every > MAX_FLAPS:
        raise RefusedValueError(f"some {(spec.until - spec.begin) // spec.every:,} flaps", f"{MAX_FLAPS:,} at most")
    rng = Random(seed)
    up_from = dict.fromkeys(links, 0)
    now = float(spec.begin)
    while (now := now + rng.expovariate(1 / spec.every)) < spec.until:
        at_ns = int(now)
        up = [link for link, from_ns in up_from.items() if from_ns <= at_ns]
        if up:
            link = rng.choice(up)
            up_from[link] = at_ns + spec.down + 1
            yield LinkDown(at_ns, link)
            yield LinkUp(at_ns + spec.down, link)
