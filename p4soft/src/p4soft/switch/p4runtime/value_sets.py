# SPDX-License-Identifier: Apache-2.0
"""ValueSetEntry: the members of a parser value set, always written as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from finsy.proto.p4.v1 import p4runtime_pb2
from typing_extensions import override

from p4soft.switch.p4runtime.codec import MatchCodec
from p4soft.switch.p4runtime.handler import Context, EntityHandler, Undo, find, only_modify
from p4soft.switch.p4runtime.p4info import RANGE, ValueSetInfo
from p4soft.switch.p4runtime.status import ALREADY_EXISTS, RESOURCE_EXHAUSTED, UNIMPLEMENTED, P4RuntimeError
from p4soft.switch.state import Exact, Lpm, MatchField, Ternary

_Key = tuple[MatchField, ...]


class ValueSets(EntityHandler[p4runtime_pb2.ValueSetEntry]):
    """ValueSetEntry; what the parser sees of it is one value and mask for each member."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._codecs = {
            info.id: MatchCodec(f"value set {info.name}", info.fields, info.index)
            for info in context.info.value_sets.values()
        }
        self._keys: dict[int, list[_Key]] = {}

    @override
    def write(self, kind: int, message: p4runtime_pb2.ValueSetEntry) -> Undo:
        """The message's members replace all there were."""
        only_modify(kind, "a value set")
        info = self._info(message.value_set_id)
        where = f"value set {info.name}"
        if any(f.kind == RANGE for f in info.fields):
            raise P4RuntimeError(UNIMPLEMENTED, f"{where}: range matches are not supported in value sets")
        if info.size and len(message.members) > info.size:
            raise P4RuntimeError(
                RESOURCE_EXHAUSTED, f"{where}: {len(message.members)} members; accepted: up to {info.size}"
            )
        keys: list[_Key] = []
        for member in message.members:
            key = self._codecs[info.id].decode(member.match)
            if key in keys:
                raise P4RuntimeError(ALREADY_EXISTS, f"{where}: member {len(keys)} is the same as an earlier one")
            keys.append(key)
        previous = self._keys.get(info.id, [])
        self._store(info, keys)
        return lambda: self._store(info, previous)

    @override
    def read(self, message: p4runtime_pb2.ValueSetEntry) -> Iterator[p4runtime_pb2.Entity]:
        """Value set id 0 selects all of them."""
        if message.value_set_id:
            selected = [self._info(message.value_set_id)]
        else:
            selected = list(self._context.info.value_sets.values())
        for info in selected:
            entity = p4runtime_pb2.Entity()
            entity.value_set_entry.value_set_id = info.id
            for key in self._keys.get(info.id, []):
                self._codecs[info.id].encode(key, entity.value_set_entry.members.add().match)
            yield entity

    def _store(self, info: ValueSetInfo, keys: list[_Key]) -> None:
        value_set = self._context.state.value_set(info.name)
        value_set.clear()
        self._keys[info.id] = keys
        widths = [f.width for f in info.fields]
        for member in dict.fromkeys(_concatenate(key, widths) for key in keys):
            value_set.insert(*member)

    def _info(self, value_set_id: int) -> ValueSetInfo:
        return find(self._context.info, "value set", value_set_id, self._context.info.value_sets)


def _concatenate(key: _Key, widths: Sequence[int]) -> tuple[int, int]:
    """Value and mask of all fields put together, the first one most significant."""
    value = mask = 0
    for field, width in zip(key, widths, strict=True):
        full = (1 << width) - 1
        field_value = field_mask = 0
        if isinstance(field, Exact):
            field_value, field_mask = field.value, full
        elif isinstance(field, Lpm):
            field_value, field_mask = field.value, full & ~(full >> field.prefix_len)
        elif isinstance(field, Ternary):
            field_value, field_mask = field.value, field.mask
        value, mask = value << width | field_value, mask << width | field_mask
    return value, mask
