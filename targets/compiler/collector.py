# SPDX-License-Identifier: Apache-2.0
"""Python's collector of cyclic garbage, and how a compilation does without it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collections() -> Iterator[None]:
    """Leave cycles alone in here: a compilation only builds, and searching what it built takes a third of its time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
