# SPDX-License-Identifier: Apache-2.0
"""Room for code that follows nested programs by recursion."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

RECURSION_LIMIT = 12_000
"""In Python frames. Python's own limit of 1,000 is a few dozen levels of parentheses or of JSON objects."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let what runs inside recurse up to `RECURSION_LIMIT` frames; beyond that there is a RecursionError as ever."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
