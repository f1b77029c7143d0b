# SPDX-License-Identifier: Apache-2.0
"""What a switch shall hold, and how what it holds differs. No P4Runtime in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p4soft.table_entries import EntryKey, TableEntry


@dataclass(frozen=True, slots=True)
class SwitchPlan:
    """Everything one switch shall hold, in a fixed order.

    Attributes:
        switch: Name of the switch.
        device_id: P4Runtime device id.
        entries: Table entries, in table order and then by key.
        max_port: Highest port number in use, which a target must be able to express.
    """

    switch: str
    device_id: int
    entries: tuple[TableEntry, ...]
    max_port: int


@dataclass(frozen=True, slots=True)
class Difference:
    """One disagreement between plan and switch.

    ``missing``: planned only. ``extra``: on the switch only. ``differs``: same key, other action or parameters.
    """

    planned: TableEntry | None
    found: TableEntry | None

    @property
    def kind(self) -> str:
        """``missing``, ``extra`` or ``differs``."""
        if self.found is None:
            return "missing"
        return "extra" if self.planned is None else "differs"


def compare(planned: Mapping[EntryKey, TableEntry], found: Mapping[EntryKey, TableEntry]) -> list[Difference]:
    """All differences: first missing and differing entries in planned order, then extra ones in found order."""
    differences = []
    for key, entry in planned.items():
        other = found.get(key)
        if other is None:
            differences.append(Difference(entry, None))
        elif entry.action != other.action or entry.group != other.group or dict(entry.params) != dict(other.params):
            differences.append(Difference(entry, other))
    differences.extend(Difference(None, entry) for key, entry in found.items() if key not in planned)
    return differences
