# SPDX-License-Identifier: Apache-2.0
"""Read and Write: batches over the entity handlers of one pipeline, and the responses to a Read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.action_profiles import Groups, Members, OneShots, Profiles
from p4soft.switch.p4runtime.counters import Counters, DirectCounters, DirectMeters, Meters, Registers
from p4soft.switch.p4runtime.digests import Digests
from p4soft.switch.p4runtime.handler import DELETE, INSERT, MODIFY, Context, EntityHandler, Undo
from p4soft.switch.p4runtime.pre import Replication
from p4soft.switch.p4runtime.status import (
    ABORTED,
    RESOURCE_EXHAUSTED,
    UNIMPLEMENTED,
    P4RuntimeError,
    from_state_error,
    invalid,
)
from p4soft.switch.p4runtime.table_entries import IdleNotifier, TableEntries, ValueSets
from p4soft.switch.state import StateError

# --- All handlers, and batches of updates with their atomicity -------------------------------------------------------


Send = Callable[[p4runtime_pb2.StreamMessageResponse], None]


class Entities:
    """Reads and writes the state of one pipeline. Every call under the switch's lock."""

    def __init__(self, context: Context, send: Send) -> None:
        """`send` takes digest lists and idle notifications to the primary clients."""
        self.context = context
        one_shots = OneShots(context)
        profiles = Profiles(context, one_shots)
        entries = TableEntries(context, one_shots)
        self.digests = Digests(context, send)
        self.idle = IdleNotifier(context, entries, send)
        self._handlers: dict[str, EntityHandler[Any]] = {
            "table_entry": entries,
            "action_profile_member": Members(profiles),
            "action_profile_group": Groups(profiles),
            "meter_entry": Meters(context, context.info.meters),
            "direct_meter_entry": DirectMeters(context, entries),
            "counter_entry": Counters(context, context.info.counters),
            "direct_counter_entry": DirectCounters(context, entries),
            "packet_replication_engine_entry": Replication(context),
            "value_set_entry": ValueSets(context),
            "register_entry": Registers(context, context.info.registers),
            "digest_entry": self.digests,
        }

    def write(self, update: p4runtime_pb2.Update) -> Undo:
        """Apply one update; raises P4RuntimeError, and then nothing has changed."""
        kind = update.type
        if kind not in (INSERT, MODIFY, DELETE):
            raise invalid(f"update type {kind}; accepted: INSERT (1), MODIFY (2), DELETE (3)")
        entity = update.entity
        name, handler = self._handler(entity)
        try:
            return handler.write(kind, getattr(entity, name))
        except StateError as error:
            raise from_state_error(error) from None

    def write_batch(
        self, updates: Sequence[p4runtime_pb2.Update], *, all_or_nothing: bool
    ) -> list[P4RuntimeError | None]:
        """Apply updates in order; one result each, None for success.

        With `all_or_nothing` the first failure takes back everything before it, and the others get ABORTED.
        """
        results: list[P4RuntimeError | None] = []
        undos: list[Undo] = []
        for update in updates:
            try:
                undo = self.write(update)
                if all_or_nothing:
                    undos.append(undo)
            except P4RuntimeError as error:
                if not all_or_nothing:
                    results.append(error)
                    continue
                for take_back in reversed(undos):
                    take_back()
                aborted = P4RuntimeError(
                    ABORTED, f"taken back, or not tried: update {len(results)} of the batch failed"
                )
                position = len(results)
                return [error if i == position else aborted for i in range(len(updates))]
            results.append(None)
        return results

    def read(self, entity: p4runtime_pb2.Entity) -> Iterator[p4runtime_pb2.Entity]:
        """The entities one request selects; raises P4RuntimeError (at the first step or later)."""
        name, handler = self._handler(entity)
        try:
            yield from handler.read(getattr(entity, name))
        except StateError as error:
            raise from_state_error(error) from None

    def answer(self, entity: p4runtime_pb2.Entity, add: Callable[[], p4runtime_pb2.Entity]) -> None:
        """As `read`, into entities that `add` gives."""
        name, handler = self._handler(entity)
        try:
            handler.answer(getattr(entity, name), add)
        except StateError as error:
            raise from_state_error(error) from None

    def tick(self, now_us: int) -> None:
        self.digests.tick(now_us)
        self.idle.tick(now_us)

    def next_tick_us(self) -> int | None:
        times = [t for t in (self.digests.next_tick_us(), self.idle.next_tick_us()) if t is not None]
        return min(times, default=None)

    def _handler(self, entity: p4runtime_pb2.Entity) -> tuple[str, EntityHandler[Any]]:
        name = entity.WhichOneof("entity")
        if name is None:
            raise invalid(f"the entity is missing; accepted: {', '.join(self._handlers)}")
        handler = self._handlers.get(name)
        if handler is None:
            raise P4RuntimeError(UNIMPLEMENTED, f"{name} is not supported; accepted: {', '.join(self._handlers)}")
        return name, handler


# --- Responses, each far below the 4 MiB that clients take by default ------------------------------------------------


_MOST_ENTITIES, _MOST_BYTES = 1024, 1 << 20
MOST_TOGETHER = 256 << 20
"""Bytes of the answers to one request, which may ask for the same many times."""
_LOOKED_AT = 64
"""After how many entities a response's size is looked at."""


class Answers:
    def __init__(self) -> None:
        self._full: list[p4runtime_pb2.ReadResponse] = []
        self._filling = p4runtime_pb2.ReadResponse()
        self._count = 0
        self._bytes = 0

    @property
    def too_long(self) -> bool:
        return self._bytes > MOST_TOGETHER

    def add(self) -> p4runtime_pb2.Entity:
        """One more entity, to be filled before the next is asked for.

        Raises:
            P4RuntimeError: RESOURCE_EXHAUSTED; there are too many.
        """
        if self._count and not self._count % _LOOKED_AT:
            full = self._count >= _MOST_ENTITIES or self._filling.ByteSize() >= _MOST_BYTES
            if full:
                self._bytes += self._filling.ByteSize()
                if self.too_long:
                    raise P4RuntimeError(
                        RESOURCE_EXHAUSTED, f"the answer is longer than {MOST_TOGETHER} bytes; ask for less at a time"
                    )
                self._full.append(self._filling)
                self._filling, self._count = p4runtime_pb2.ReadResponse(), 0
        self._count += 1
        return self._filling.entities.add()

    def responses(self) -> Iterator[p4runtime_pb2.ReadResponse]:
        """All of them, none empty; each is let go of once it is sent."""
        waiting, self._full = self._full[::-1], []
        while waiting:
            yield waiting.pop()
        if self._count:
            yield self._filling
