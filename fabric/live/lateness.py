# SPDX-License-Identifier: Apache-2.0
"""How late something was, many times, in two numbers."""

from __future__ import annotations

from collections.abc import Iterable


def typical_and_worst(late_ns: Iterable[int]) -> tuple[int, int]:
    """The median and the 99th of 100; 0 of none."""
    late = sorted(late_ns) or [0]
    return late[len(late) // 2], late[len(late) * 99 // 100]
