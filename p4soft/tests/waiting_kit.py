# SPDX-License-Identifier: Apache-2.0
"""Waiting for what another process or thread does: with a deadline, and without keeping a core busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


def until(holds: Callable[[], _T], seconds: float = 60.0) -> _T:
    """What `holds` returns as soon as that is true; fails the test when it is not for so long."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"waited {seconds:g} s in vain; last: {found!r}"
        time.sleep(0.01)
    return found
