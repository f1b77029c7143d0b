# SPDX-License-Identifier: Apache-2.0
"""Read and Write: batches over the entity handlers of one pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.action_profiles import Groups, Members, OneShots, Profiles
from p4soft.switch.p4runtime.counters import Counters, DirectCounters, DirectMeters, Meters, Registers
from p4soft.switch.p4runtime.digests import Digests
from p4soft.switch.p4runtime.handler import DELETE, INSERT, MODIFY, Answers, Context, EntityHandler, Undo
from p4soft.switch.p4runtime.pre import Replication
from p4soft.switch.p4runtime.status import (
    ABORTED,
    UNIMPLEMENTED,
    P4RuntimeError,
    from_state_error,
    invalid,
)
from p4soft.switch.p4runtime.table_entries import IdleNotifier, TableEntries, ValueSets
from p4soft.switch.state import StateError
from p4soft.switch.state.switch_state import Batch

# --- All handlers, and batches of updates with their atomicity -------------------------------------------------------


Send = Callable[[p4runtime_pb2.StreamMessageResponse], None]
_MANY, _FEW = 1 << 16, 16
"""Plain updates to try at once: at first, and after one that is not to be inserted."""


class Updates(Protocol):
    """The updates of a WriteRequest, or those of a batch that are read only when they are wanted."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> p4runtime_pb2.Update: ...


class Entities:
    """Reads and writes the state of one pipeline. Every call under the switch's lock."""

    def __init__(self, context: Context, send: Send) -> None:
        """`send` takes digest lists and idle notifications to the primary clients."""
        self.context = context
        one_shots = OneShots(context)
        profiles = Profiles(context, one_shots)
        entries = TableEntries(context, one_shots)
        self.batches = context.state.storage.batches(entries.wire_tables())
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
        self, updates: Updates, *, all_or_nothing: bool, batch: Batch | None = None
    ) -> list[P4RuntimeError | None]:
        """Apply updates in order; one result each, None for success.

        With `all_or_nothing` the first failure takes back everything before it, and the others get ABORTED. With a
        `batch` of the same updates, its plain ones are inserted many at once.
        """
        results: list[P4RuntimeError | None] = []
        undos: list[Undo] = []
        most, count = _MANY, len(updates)
        while len(results) < count:
            inserted = batch.insert(len(results), most, self.context.now_us()) if batch is not None else None
            if inserted is not None:
                table, handles = inserted
                undos.append(partial(table.take_back, handles))
                results += [None] * len(handles)
                most = 2 * most if len(handles) == most else _FEW
                continue
            most = _FEW
            try:
                undo = self.write(updates[len(results)])
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
                return [error if i == position else aborted for i in range(count)]
            results.append(None)
        return results

    def read(self, entity: p4runtime_pb2.Entity) -> Iterator[p4runtime_pb2.Entity]:
        """The entities one request selects; raises P4RuntimeError (at the first step or later)."""
        name, handler = self._handler(entity)
        try:
            yield from handler.read(getattr(entity, name))
        except StateError as error:
            raise from_state_error(error) from None

    def answer(self, entity: p4runtime_pb2.Entity, answers: Answers) -> None:
        """As `read`, into the answers."""
        name, handler = self._handler(entity)
        try:
            handler.answer(getattr(entity, name), answers)
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
