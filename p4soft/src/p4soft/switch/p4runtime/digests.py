# SPDX-License-Identifier: Apache-2.0
"""Digests: DigestEntry configures them, DigestList carries them, DigestListAck lets its messages come again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from typing_extensions import override

from p4soft.messages import p4runtime_pb2
from p4soft.switch import Digest
from p4soft.switch.p4runtime.codec import encode_data
from p4soft.switch.p4runtime.handler import DELETE, INSERT, Context, EntityHandler, Undo, find
from p4soft.switch.p4runtime.p4info import DataInfo
from p4soft.switch.p4runtime.status import ALREADY_EXISTS, NOT_FOUND, UNIMPLEMENTED, P4RuntimeError, invalid

# --- Messages gathered into lists ------------------------------------------------------------------------------------


_UNLIMITED = 1024
"""Digest messages in one list when max_list_size is 0 (any size)."""

Values = tuple[int, ...]


class LearningConfig(Struct, frozen=True):
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


# --- DigestEntry and DigestList --------------------------------------------------------------------------------------


class _Learning(Struct, frozen=True):
    info: DataInfo
    buffer: LearnBuffer


class Digests(EntityHandler[p4runtime_pb2.DigestEntry]):
    """DigestEntry, and the lists themselves. Every call under the switch's lock."""

    def __init__(self, context: Context, send: Callable[[p4runtime_pb2.StreamMessageResponse], None]) -> None:
        """`send` takes each DigestList to the primary clients."""
        self._context = context
        self._send = send
        self._enabled: dict[int, _Learning] = {}
        self._ids = {info.name: info.id for info in context.info.digests.values()}
        self._next_list = 1

    @override
    def write(self, kind: int, message: p4runtime_pb2.DigestEntry) -> Undo:
        info = self._info(message.digest_id)
        where = f"digest {info.name}"
        current = self._enabled.get(info.id)
        if kind == INSERT and current is not None:
            raise P4RuntimeError(ALREADY_EXISTS, f"{where} is already enabled; accepted: MODIFY or DELETE")
        if kind != INSERT and current is None:
            raise P4RuntimeError(NOT_FOUND, f"{where} is not enabled; accepted: INSERT")

        def undo() -> None:
            if current is None:
                self._enabled.pop(info.id, None)
            else:
                self._enabled[info.id] = current

        if kind == DELETE:
            del self._enabled[info.id]
            return undo
        if not info.fields:
            raise P4RuntimeError(
                UNIMPLEMENTED, f"{where}: its type cannot be carried; supported: bit, int, bool, varbit"
            )
        config = LearningConfig(
            message.config.max_timeout_ns, message.config.max_list_size, message.config.ack_timeout_ns
        )
        for name in ("max_timeout_ns", "max_list_size", "ack_timeout_ns"):
            if getattr(config, name) < 0:
                raise invalid(f"{where}: {name} {getattr(config, name)} is negative; accepted: 0 or more")
        self._enabled[info.id] = _Learning(info, LearnBuffer(config))
        return undo

    @override
    def read(self, message: p4runtime_pb2.DigestEntry) -> Iterator[p4runtime_pb2.Entity]:
        """Digest id 0 selects every enabled digest."""
        if message.digest_id:
            info = self._info(message.digest_id)
            if info.id not in self._enabled:
                raise P4RuntimeError(NOT_FOUND, f"digest {info.name} is not enabled")
            selected = [self._enabled[info.id]]
        else:
            selected = list(self._enabled.values())
        for learning in selected:
            entity = p4runtime_pb2.Entity()
            entity.digest_entry.digest_id = learning.info.id
            config = learning.buffer.config
            entity.digest_entry.config.max_timeout_ns = config.max_timeout_ns
            entity.digest_entry.config.max_list_size = config.max_list_size
            entity.digest_entry.config.ack_timeout_ns = config.ack_timeout_ns
            yield entity

    def learn(self, digest: Digest) -> None:
        """Take one digest message from the data path; duplicates of unacknowledged ones are dropped."""
        learning = self._enabled.get(self._ids.get(digest.name, 0))
        if learning is None:
            return
        now = self._context.now_us()
        if learning.buffer.add(digest.values, now):
            self._flush(learning, now)

    def acknowledge(self, ack: p4runtime_pb2.DigestListAck) -> None:
        """Forget a list that the client has dealt with; raises INVALID_ARGUMENT for an unknown digest."""
        info = self._info(ack.digest_id)
        learning = self._enabled.get(info.id)
        if learning is not None:
            learning.buffer.acknowledge(ack.list_id)

    def tick(self, now_us: int) -> None:
        """Send the lists whose max_timeout_ns has passed."""
        for learning in self._enabled.values():
            due_us = learning.buffer.due_us()
            if due_us is not None and now_us >= due_us:
                self._flush(learning, now_us)

    def next_tick_us(self) -> int | None:
        times = (learning.buffer.due_us() for learning in self._enabled.values())
        return min((time_us for time_us in times if time_us is not None), default=None)

    def _flush(self, learning: _Learning, now_us: int) -> None:
        response = p4runtime_pb2.StreamMessageResponse()
        digest = response.digest
        digest.digest_id = learning.info.id
        digest.list_id = self._next_list
        digest.timestamp = time.time_ns()
        digest.data.extend(encode_data(learning.info, v) for v in learning.buffer.take(self._next_list, now_us))
        self._next_list += 1
        self._send(response)

    def _info(self, digest_id: int) -> DataInfo:
        return find(self._context.info, "digest", digest_id, self._context.info.digests)
