# SPDX-License-Identifier: Apache-2.0
"""Ageing: which entries no packet has hit for their time-to-live."""

from __future__ import annotations

from p4soft.switch.state import Entry, SwitchState, Table

SCAN_INTERVAL_US = 50_000


class IdleEntries:
    """Scans the tables that support idle time-outs. Every call under the switch's lock."""

    def __init__(self, state: SwitchState) -> None:
        self._state = state
        self._told: dict[tuple[str, int], int] = {}
        """When an entry was last found idle, in microseconds, by (table name, entry handle)."""
        self._next_us = 0
        self._tables = [t for t in state.tables.values() if t.spec.support_timeout]

    def next_scan_us(self) -> int | None:
        """When `scan` has something to do next, or None."""
        return self._next_us if any(len(table) for table in self._tables) else None

    def scan(self, now_us: int) -> list[tuple[Table, Entry]]:
        """The entries that are idle now, and were not found so during their last time-out."""
        if now_us < self._next_us:
            return []
        self._next_us = now_us + SCAN_INTERVAL_US
        found = []
        for table, entry in self._state.expired_entries(now_us):
            key = (table.name, entry.handle)
            since = max(self._told.get(key, 0), entry.last_hit_us)
            if (now_us - since) * 1000 >= entry.idle_timeout_ns:
                self._told[key] = now_us
                found.append((table, entry))
        return found
