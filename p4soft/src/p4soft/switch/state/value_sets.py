# SPDX-License-Identifier: Apache-2.0
"""Parser value sets, filled by the control plane."""

from __future__ import annotations

from p4soft.switch.state.errors import EntryExists, EntryNotFound, InvalidEntry, TableFull


class ParserValueSet:
    """Values a parse state compares its (unpadded, concatenated) select key with.

    The data path reads `members`: the key is in the set when `key & mask == value & mask` for one member.
    """

    __slots__ = ("max_size", "members", "name", "width")

    def __init__(self, name: str, width: int, max_size: int | None = None) -> None:
        self.name = name
        self.width = width
        self.max_size = max_size
        self.members: list[tuple[int, int]] = []

    def insert(self, value: int, mask: int | None = None) -> None:
        """Add a value (`width` bits), with an optional mask; raises InvalidEntry, EntryExists or TableFull."""
        member = self._member(value, mask)
        if member in self.members:
            raise EntryExists(f"value set {self.name}: {value:#x} is already a member")
        if self.max_size is not None and len(self.members) >= self.max_size:
            raise TableFull(f"value set {self.name} is full ({self.max_size} members)")
        self.members.append(member)
        self.changed()

    def delete(self, value: int, mask: int | None = None) -> None:
        """Remove a value; raises EntryNotFound."""
        member = self._member(value, mask)
        if member not in self.members:
            raise EntryNotFound(f"value set {self.name}: {value:#x} is not a member")
        self.members.remove(member)
        self.changed()

    def clear(self) -> None:
        """Remove every member."""
        self.members.clear()
        self.changed()

    def changed(self) -> None:
        """Called after every change of `members`."""

    def _member(self, value: int, mask: int | None) -> tuple[int, int]:
        full = (1 << self.width) - 1
        for label, number in (("value", value), ("mask", full if mask is None else mask)):
            if not 0 <= number <= full:
                raise InvalidEntry(f"value set {self.name}: {label} {number:#x} does not fit {self.width} bits")
        used = full if mask is None else mask
        return (value & used, used)
