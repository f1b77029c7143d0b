# SPDX-License-Identifier: Apache-2.0
"""How equal shares are."""

from __future__ import annotations

from collections.abc import Iterable


def jain(shares: Iterable[float]) -> float | None:
    """Jain's index, rounded to four digits: 1 when all are equal, 1/n when one of n has everything; None of nothing.

    (sum x)^2 / (n sum x^2): Jain, Chiu and Hawe, DEC TR-301, 1984, equation 2.
    """
    values = list(shares)
    squares = sum(value * value for value in values)
    return round(sum(values) ** 2 / (len(values) * squares), 4) if squares else None
