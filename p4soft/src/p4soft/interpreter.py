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
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


MANY_OBJECTS = 250_000
"""So many objects take the collector a quarter of a second, each time that it searches them all."""

_thawed = False


def collect_thawed() -> None:
    """Let garbage go that `set_aside` has left: the collector does not count what has thawed, and never looks there."""
    global _thawed  # noqa: PLW0603  as the collector's own state
    if _thawed:
        _thawed = False
        gc.collect()


@contextmanager
def set_aside() -> Iterator[None]:
    """Let the collector search nothing, while in here, of what is there already, if that is a lot.

    `collect_thawed` is to be called when it is not needed any more. If somebody has frozen objects before, they alone
    are left out, and what is frozen in here thaws: it is all or nothing.
    """
    global _thawed  # noqa: PLW0603  see above
    if gc.get_freeze_count() or not (
        _thawed or len(gc.get_objects()) >= MANY_OBJECTS
    ):  # counting takes 0.1 s a million
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        _thawed = True


def count_as_old() -> None:
    """In `no_collections`, where a lot was made that stays: else the next collection, of the young, searches it all.

    `collect_thawed` is to be called when it is not needed any more.
    """
    global _thawed  # noqa: PLW0603  see above
    if gc.get_freeze_count() or gc.get_count()[0] < MANY_OBJECTS:
        return
    gc.freeze()
    gc.unfreeze()
    _thawed = True


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
