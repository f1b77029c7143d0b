# SPDX-License-Identifier: Apache-2.0
"""Settings of the Python that runs us: its collector of cyclic garbage, and its limit of recursion."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# --- Garbage collection ----------------------------------------------------------------------------------------------


@contextmanager
def no_collections() -> Iterator[None]:
    """Leave cycles alone in here: what makes thousands of objects that stay would be searched again and again.

    A compilation takes a third less time, a batch of entries a half. Nested, or in two threads at once, the first to
    leave lets the collector run again: it is about speed, not about memory.

    What was made in here is young at the end: the next collection, of the young alone, lets go what is garbage of it.
    """
    if not gc.isenabled():
        yield
        return
    try:  # an interrupt may come at once
        gc.disable()
        yield
    finally:
        gc.enable()


# --- Recursion -------------------------------------------------------------------------------------------------------


RECURSION_LIMIT = 12_000
"""In Python frames. Python's own limit of 1,000 is a few dozen levels of parentheses or of JSON objects."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let what runs inside recurse up to `RECURSION_LIMIT` frames; beyond that there is a RecursionError as ever.

    The limit is the interpreter's: it stays raised until the last of the threads that are inside has left.
    """
    with _lock:
        if not _inside:
            _before.append(sys.getrecursionlimit())
            sys.setrecursionlimit(max(_before[0], RECURSION_LIMIT))
        _inside.append(None)
    try:
        yield
    finally:
        with _lock:
            _inside.pop()
            if not _inside:
                sys.setrecursionlimit(_before.pop())


_lock = threading.Lock()
_inside: list[None] = []
_before: list[int] = []
