# SPDX-License-Identifier: Apache-2.0
"""Deadlines of calls without a thread each."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_LOG = logging.getLogger("p4soft.p4runtime")


class Deadlines:
    """Gives up what is not done in time.

    One thread looks after all of it, and sleeps while short waits come and go; it ends when it finds none.
    """

    def __init__(self) -> None:
        self._begin()
        os.register_at_fork(after_in_child=self._begin)  # a child has no thread but the one that forked

    def _begin(self) -> None:
        self._changed = threading.Condition()
        self._waits: dict[object, tuple[float, Callable[[], object]]] = {}
        self._wakes: float | None = None
        """When the thread looks again; None: there is none."""

    @contextmanager
    def within(self, seconds: float, give_up: Callable[[], object]) -> Iterator[None]:
        """Call `give_up` if the block has not ended after this many seconds."""
        key, end = object(), time.monotonic() + seconds
        with self._changed:
            self._waits[key] = (end, give_up)
            if self._wakes is None:
                self._wakes = end
                threading.Thread(target=self._watch, name="p4runtime-deadlines", daemon=True).start()
            elif end < self._wakes:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._waits.pop(key, None)

    def _watch(self) -> None:
        while True:
            with self._changed:
                now = time.monotonic()
                late = [key for key, (end, _) in self._waits.items() if end <= now]
                over = [self._waits.pop(key)[1] for key in late]
                if not over:
                    if not self._waits:
                        self._wakes = None
                        return
                    self._wakes = min(end for end, _ in self._waits.values())
                    self._changed.wait(self._wakes - now)
            for give_up in over:
                try:
                    give_up()
                except Exception:  # noqa: BLE001  other waits go on
                    _LOG.exception("what is late cannot be given up")


DEADLINES = Deadlines()
