# SPDX-License-Identifier: Apache-2.0
"""Idle time-outs: tells the primary clients which entries no packet has hit for their time-to-live."""

from __future__ import annotations

import time
from collections.abc import Callable

from p4.v1 import p4runtime_pb2

from targets.softswitch.p4runtime.entities.handler import Context
from targets.softswitch.p4runtime.entities.table_entries import TableEntries

SCAN_INTERVAL_US = 50_000


class IdleScanner:
    """Scans the tables that support idle time-outs. Every call under the switch's lock."""

    def __init__(
        self, context: Context, entries: TableEntries, send: Callable[[p4runtime_pb2.StreamMessageResponse], None]
    ) -> None:
        """`send` takes each notification to the primary clients."""
        self._context = context
        self._entries = entries
        self._send = send
        self._notified: dict[tuple[str, int], int] = {}
        """Last notification, in microseconds, by (table name, entry handle)."""
        self._next_us = 0
        self._tables = [t for t in context.state.tables.values() if t.spec.support_timeout]

    def next_tick_us(self) -> int | None:
        """When `tick` has something to do next, or None."""
        return self._next_us if any(len(table) for table in self._tables) else None

    def tick(self, now_us: int) -> None:
        """Notify of the entries that are idle now, and not notified of during their last time-out."""
        if now_us < self._next_us:
            return
        self._next_us = now_us + SCAN_INTERVAL_US
        response = p4runtime_pb2.StreamMessageResponse()
        notification = response.idle_timeout_notification
        for table, entry in self._context.state.expired_entries(now_us):
            key = (table.name, entry.handle)
            since = max(self._notified.get(key, 0), entry.last_hit_us)
            if (now_us - since) * 1000 >= entry.idle_timeout_ns:
                self._notified[key] = now_us
                self._entries.encode_idle(table, entry, notification.table_entry.add())
        if notification.table_entry:
            notification.timestamp = time.time_ns()
            self._send(response)
