# SPDX-License-Identifier: Apache-2.0
"""The objects that checked machine code may touch: where each begins and ends, and what it is.

state:  how many | address of the begins | address of the ends      objects that stay (the arrays are sorted)
        the same again                                              visitors: for one call of machine code
        what is called when a check fails | memory to use instead
"""

from __future__ import annotations

import ctypes
import logging
import threading
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from p4soft.switch.native.bounds.errors import BoundsError
from p4soft.switch.native.bounds.runtime import OUTSIDE_SIZE, REPORT, SPARE, VISITORS

_LOG = logging.getLogger("p4soft.switch")
_WORD = ctypes.c_uint64
_REPORT = ctypes.CFUNCTYPE(None, ctypes.c_char_p, _WORD, _WORD, _WORD)
_MOST = 100
"""Violations to keep."""


@dataclass(frozen=True, slots=True)
class Extent:
    """`size` bytes from `start` on, and what they are."""

    start: int
    size: int
    what: str


class _Sorted:
    """Extents in order of their starts, as machine code searches them: none overlaps another."""

    def __init__(self, state: ctypes.Array[_WORD], at: int) -> None:
        self._state, self._at = state, at
        self.extents: list[Extent] = []
        self._starts: list[int] = []
        self._room = 0
        self._begins = self._ends = (_WORD * 0)()

    def put(self, extent: Extent) -> None:
        place = bisect_left(self._starts, extent.start)
        self._starts.insert(place, extent.start)
        self.extents.insert(place, extent)
        self._publish(place)

    def take(self, start: int) -> None:
        place = bisect_left(self._starts, start)
        assert self._starts[place] == start, start
        del self._starts[place], self.extents[place]
        self._publish(place)

    def replace(self, extents: Sequence[Extent]) -> None:
        self.extents = sorted(extents, key=lambda e: e.start)
        self._starts = [e.start for e in self.extents]
        self._publish(0)

    def find(self, address: int) -> Extent | None:
        """The extent with the last start that is not above an address."""
        place = bisect_right(self._starts, address)
        return self.extents[place - 1] if place else None

    def _publish(self, place: int) -> None:
        """Write what changed, from a place on."""
        count = len(self.extents)
        if count > self._room:
            self._room, place = 2 * count + 16, 0
            self._begins, self._ends = (_WORD * self._room)(), (_WORD * self._room)()
            self._state[self._at + 1] = ctypes.addressof(self._begins)
            self._state[self._at + 2] = ctypes.addressof(self._ends)
        for number, extent in enumerate(self.extents[place:], place):
            self._begins[number], self._ends[number] = extent.start, extent.start + extent.size
        self._state[self._at] = count


class Objects:
    """All objects of a process; `address` is where its state is. Machine code runs one call at a time (`visiting`)."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._state = (_WORD * (SPARE + 1))()
        self._spare = ctypes.create_string_buffer(OUTSIDE_SIZE)
        self._function = _REPORT(self._report)
        self._state[REPORT] = ctypes.cast(self._function, ctypes.c_void_p).value or 0
        self._state[SPARE] = ctypes.addressof(self._spare)
        self._lasting, self._visitors = _Sorted(self._state, 0), _Sorted(self._state, VISITORS)
        self._violations: list[str] = []
        self._gone: deque[int] = deque()

    @property
    def address(self) -> int:
        """Where machine code finds all of this."""
        return ctypes.addressof(self._state)

    def add(self, start: int, size: int, what: str) -> None:
        """An object that stays until `remove`."""
        with self._lock:
            self._tidy()
            self._lasting.put(Extent(start, size, what))

    def remove(self, start: int) -> None:
        """The object that starts there is gone."""
        with self._lock:
            self._lasting.take(start)

    def forget(self, starts: Iterable[int]) -> None:
        """The objects that start there are gone; what the collector of garbage may call at any time."""
        self._gone.extend(starts)

    @contextmanager
    def visiting(self, *extents: Extent) -> Iterator[None]:
        """Call machine code inside; these objects are there meanwhile, beside those that stay."""
        with self._lock:
            self._tidy()
            before = self._visitors.extents
            self._visitors.replace([*before, *extents])
            try:
                yield
            finally:
                self._visitors.replace(before)

    def check(self) -> None:
        """Raise BoundsError if machine code wanted to touch something else since this was last asked."""
        found, self._violations = self._violations, []
        if found:
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            raise BoundsError(found[0] + more)

    def _tidy(self) -> None:
        while self._gone:
            self._lasting.take(self._gone.popleft())

    def _report(self, where: bytes, base: int, at: int, size: int) -> None:
        text = f"{where.decode()}: {size} bytes at {self._told(base, at)}"
        _LOG.error("bounds: %s", text)
        ctypes.memset(self._spare, 0, OUTSIDE_SIZE)
        if len(self._violations) < _MOST:
            self._violations.append(text)

    def _told(self, base: int, at: int) -> str:
        for known in (self._lasting, self._visitors):
            found = known.find(base)
            if found is not None and base <= found.start + found.size:
                return f"{at - found.start:+d} of {found.what}, which has {found.size}"
        return f"{at:#x}, which is in no object"


OBJECTS = Objects()
"""Those of this process."""
