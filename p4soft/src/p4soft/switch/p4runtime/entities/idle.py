# SPDX-License-Identifier: Apache-2.0
"""IdleTimeoutNotification: tells the primary clients which entries are idle."""

from __future__ import annotations

import time
from collections.abc import Callable

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.notifications.ageing import IdleEntries
from p4soft.switch.p4runtime.entities.handler import Context
from p4soft.switch.p4runtime.entities.table_entries import TableEntries


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
