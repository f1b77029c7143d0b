# SPDX-License-Identifier: Apache-2.0
"""What a run showed, as items that can be compared one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Frames = tuple[tuple[int, bytes], ...]
"""What one packet led to: (port, frame), sorted: the order of copies is not compared."""

UNREAD = "cannot be read"
Value = Frames | str | None


@dataclass
class Outcome:
    """What a run showed.

    Attributes:
        writes: for each update, whether it was accepted: "" or the refusal.
        packets: for each packet, the frames it led to; None when the switch did not come to rest or fell.
        cells: entries, counters, meters, and registers that are not 0, read back afterwards, by name.
        faults: what went wrong, in words.
        engine: which engine of the embedded switch ran it; "" for BMv2.
    """

    writes: list[str] = field(default_factory=list)
    packets: list[Frames | None] = field(default_factory=list)
    cells: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    engine: str = ""

    def items(self) -> Mapping[str, Value]:
        """Everything by name."""
        found: dict[str, Value] = {
            f"update {n}": "refused" if text else "accepted" for n, text in enumerate(self.writes)
        }
        found |= {f"packet {n}": frames for n, frames in enumerate(self.packets)}
        return {**found, **self.cells}

    @property
    def unread(self) -> list[str]:
        """What could not be read back."""
        return [name for name, value in self.cells.items() if value.startswith(UNREAD)]


@dataclass(frozen=True, slots=True)
class Difference:
    """One item that differs."""

    item: str
    mine: Value
    theirs: Value

    def __str__(self) -> str:
        return f"{self.item}: {show(self.mine)}; the reference: {show(self.theirs)}"


def differences(mine: Outcome, theirs: Outcome) -> Iterator[Difference]:
    """Every item that differs, in order; what the reference cannot read back is not compared."""
    ours, others = mine.items(), theirs.items()
    unread = tuple(theirs.unread)
    for name in dict.fromkeys((*ours, *others)):
        if ours.get(name) != others.get(name) and not name.startswith(unread):
            yield Difference(name, ours.get(name), others.get(name))


def show(value: Value) -> str:
    """A value for people."""
    if value is None:
        return "not there"
    if isinstance(value, str):
        return value
    if not value:
        return "nothing"
    return ", ".join(f"port {port}: {frame.hex()}" for port, frame in value)
