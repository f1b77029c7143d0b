# SPDX-License-Identifier: Apache-2.0
"""Python's collector of cyclic garbage, and how work that only builds does without it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collections() -> Iterator[None]:
    """Leave cycles alone in here: what makes thousands of objects that stay would be searched again and again.

    A compilation takes a third less time, a batch of entries a half. Nested, or in two threads at once, the first to
    leave lets the collector run again: it is about speed, not about memory.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
