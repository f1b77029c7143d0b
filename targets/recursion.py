# SPDX-License-Identifier: Apache-2.0
"""Room for code that follows nested programs by recursion."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

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
