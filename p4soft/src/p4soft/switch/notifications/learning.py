# SPDX-License-Identifier: Apache-2.0
"""Learning: digest messages gathered into lists, and silence about what a control plane has not acknowledged yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_UNLIMITED = 1024
"""Digest messages in one list when max_list_size is 0 (any size)."""

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LearningConfig:
    """When a list is sent, and for how long its messages are not sent again."""

    max_timeout_ns: int
    max_list_size: int
    ack_timeout_ns: int


class LearnBuffer:
    """The messages of one digest. Every call under the switch's lock."""

    def __init__(self, config: LearningConfig) -> None:
        self.config = config
        self._buffer: list[Values] = []
        self._buffered: set[Values] = set()
        self._first_us = 0
        self._unacknowledged: dict[int, tuple[int, frozenset[Values]]] = {}
        """List id to (time sent, its messages)."""

    def add(self, message: Sequence[int], now_us: int) -> bool:
        """Take one message, unless it is buffered or unacknowledged; whether the list is to be sent at once."""
        limit_ns = self.config.ack_timeout_ns
        old = [i for i, (sent_us, _) in self._unacknowledged.items() if (now_us - sent_us) * 1000 >= limit_ns]
        for list_id in old:
            del self._unacknowledged[list_id]
        values = tuple(message)
        if values in self._buffered or any(values in sent for _, sent in self._unacknowledged.values()):
            return False
        if not self._buffer:
            self._first_us = now_us
        self._buffer.append(values)
        self._buffered.add(values)
        return len(self._buffer) >= (self.config.max_list_size or _UNLIMITED) or not self.config.max_timeout_ns

    def due_us(self) -> int | None:
        """When the list is to be sent, full or not; None while it is empty."""
        return self._first_us + -(-self.config.max_timeout_ns // 1000) if self._buffer else None

    def take(self, list_id: int, now_us: int) -> list[Values]:
        """The list's messages, which are sent now under this id."""
        messages = self._buffer
        if self.config.ack_timeout_ns:
            self._unacknowledged[list_id] = (now_us, frozenset(self._buffered))
        self._buffer, self._buffered = [], set()
        return messages

    def acknowledge(self, list_id: int) -> None:
        """The control plane has dealt with a list: its messages may come again."""
        self._unacknowledged.pop(list_id, None)
