# SPDX-License-Identifier: Apache-2.0
"""Which EVs of a plane were marked last: whether one of them alone is full, or others are as well."""

from host_stack.paths.ev import EvEntry


class PlaneMarks:
    """Of one EV set."""

    __slots__ = ("_before", "_last")

    def __init__(self) -> None:
        self._last: dict[int, tuple[EvEntry, int]] = {}
        self._before: dict[int, int] = {}

    def of_others(self, entry: EvEntry, now_ns: int) -> int:
        """When another EV of its plane was last heard to be marked, −1 if none was; now this one is."""
        plane = entry.plane
        last = self._last.get(plane)
        if last is not None and last[0] is not entry:
            self._before[plane] = last[1]
        self._last[plane] = (entry, now_ns)
        return self._before.get(plane, -1)
