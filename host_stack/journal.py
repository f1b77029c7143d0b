# SPDX-License-Identifier: Apache-2.0
"""A NIC's own log: the beginning of every frame that came or went, the newest of them, in bounded memory.

``nic.journal = Journal()`` switches it on, None off; off, it costs one comparison per frame. ``host_stack.explain``
tells from it what befell any packet, as it does from captures.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from host_stack.errors import check_range

HEADERS = 160
"""Bytes kept of a frame: Ethernet, two IPv6 headers, UDP and every header of MRC take 150 at most."""


class JournalEntry(NamedTuple):
    """A frame that came or went.

    Attributes:
        time_ns: when.
        port: by which port of the NIC.
        sent: it left; False: it arrived.
        data: its first `HEADERS` bytes.
        length: bytes of the whole.
    """

    time_ns: int
    port: int
    sent: bool
    data: bytes
    length: int


class Journal:
    """The newest frames of a NIC.

    Attributes:
        capacity: how many frames it keeps.
        forgotten: how many older ones it no longer has.
    """

    __slots__ = ("_entries", "capacity", "forgotten")

    def __init__(self, capacity: int = 65_536) -> None:
        """Room for ``capacity`` frames, about 300 bytes each. Raises ConfigError below 1 or above 2^24."""
        check_range("journal.capacity", capacity, 1, 1 << 24)
        self.capacity = capacity
        self.forgotten = 0
        self._entries: deque[JournalEntry] = deque()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[JournalEntry]:
        return iter(self._entries)

    def sent(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame left by ``port``."""
        self._note(JournalEntry(now_ns, port, True, frame[:HEADERS], len(frame)))

    def received(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame arrived on ``port``."""
        self._note(JournalEntry(now_ns, port, False, frame[:HEADERS], len(frame)))

    def _note(self, entry: JournalEntry) -> None:
        entries = self._entries
        if len(entries) >= self.capacity:
            entries.popleft()
            self.forgotten += 1
        entries.append(entry)
