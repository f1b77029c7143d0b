# SPDX-License-Identifier: Apache-2.0
"""Python's cyclic garbage collector and batches of entries: it would look at every entry again and again."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collected_later() -> Iterator[None]:
    """Hold the cyclic collector back while a batch makes thousands of objects that stay and no cycles; any thread.

    Nested, or in two threads at once, the first to leave lets it run again: it is about speed, not about memory.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
