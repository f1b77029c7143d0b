# SPDX-License-Identifier: Apache-2.0
"""IdleTimeoutNotification: tells the primary clients which entries no packet has hit for their time-to-live."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.handler import Context
from p4soft.switch.state import Entry, SwitchState, Table

if TYPE_CHECKING:
    from p4soft.switch.p4runtime.table_entries import TableEntries


SCAN_INTERVAL_US = 50_000


class IdleEntries:
    """Scans the tables that support idle time-outs. Every call under the switch's lock."""

    def __init__(self, state: SwitchState) -> None:
        self._state = state
        self._found_idle: dict[tuple[str, int], int] = {}
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
            since = max(self._found_idle.get(key, 0), entry.last_hit_us)
            if (now_us - since) * 1000 >= entry.idle_timeout_ns:
                self._found_idle[key] = now_us
                found.append((table, entry))
        return found


class IdleNotifier:
    """Sends what `IdleEntries` finds. Every call under the switch's lock."""

    def __init__(
        self, context: Context, entries: TableEntries, send: Callable[[p4runtime_pb2.StreamMessageResponse], None]
    ) -> None:
        """`send` takes each notification to the primary clients."""
        self._idle = IdleEntries(context.state)
        self._entries = entries
        self._send = send

    def next_tick_us(self) -> int | None:
        """When `tick` has something to do next, or None."""
        return self._idle.next_scan_us()

    def tick(self, now_us: int) -> None:
        """Notify of the entries that have become idle."""
        found = self._idle.scan(now_us)
        if not found:
            return
        response = p4runtime_pb2.StreamMessageResponse()
        notification = response.idle_timeout_notification
        for table, entry in found:
            self._entries.encode_idle(table, entry, notification.table_entry.add())
        notification.timestamp = time.time_ns()
        self._send(response)
