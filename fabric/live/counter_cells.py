# SPDX-License-Identifier: Apache-2.0
"""Cells of the program's counters: how they are asked for in a Read, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from finsy.proto.p4.v1 import p4runtime_pb2

from controller.pipeline import Pipeline


class CounterCells:
    """Those of one program. A counter that it does not have has no cells: a user's program has others."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._numbers = {name: found[0] for name, found in pipeline.counters.items()}
        self._names = {number: name for name, number in self._numbers.items()}

    def asked(self, name: str, indices: Iterable[int]) -> Iterator[p4runtime_pb2.Entity]:
        """What to read for these cells of a counter."""
        if name not in self._numbers:
            return
        for index in indices:
            entity = p4runtime_pb2.Entity()
            entity.counter_entry.counter_id = self._numbers[name]
            entity.counter_entry.index.index = index
            yield entity

    def packets(self, read: Iterable[p4runtime_pb2.Entity]) -> Iterator[tuple[str, int, int]]:
        """Name, index and packets of each cell among what was read."""
        for entity in read:
            if entity.HasField("counter_entry"):
                cell = entity.counter_entry
                yield self._names[cell.counter_id], cell.index.index, cell.data.packet_count
