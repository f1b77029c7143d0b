# SPDX-License-Identifier: Apache-2.0
"""Entries and cells as P4Runtime entities, with ids from P4Info (P4Runtime 1.4, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.p4runtime_client import bytestring
from p4soft.stf.errors import RefusedError
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state import (
    ActionCall,
    ActionRef,
    Exact,
    GroupRef,
    Lpm,
    MatchField,
    MemberRef,
    Range,
    Ternary,
    Valid,
)

_OPTIONAL = p4info_pb2.MatchField.OPTIONAL


class Encoder:
    """Encodes for one P4Info. Every method raises RefusedError for what the P4Info does not know.

    Members and groups, which tests number from 0, get one more: 0 is none in P4Runtime.
    """

    def __init__(self, p4info: p4info_pb2.P4Info) -> None:
        self.p4info = p4info

    def table_entry(
        self, spec: TableSpec, key: Sequence[MatchField], priority: int, call: ActionRef | None
    ) -> p4runtime_pb2.Entity:
        """An entry; an empty key means the default entry, no call leaves the action out (for reading)."""
        entity = p4runtime_pb2.Entity()
        entry = entity.table_entry
        table = _named("table", spec.name, self.p4info.tables)
        entry.table_id, entry.priority = table.preamble.id, priority
        # P4Info lists match fields in the key's order, as BMv2 JSON does.
        for field, part, match in zip(table.match_fields, spec.key, key, strict=False):
            _add_match(entry, field, part.width, match)
        if not key:
            entry.is_default_action = True
        if call is None:
            return entity
        if isinstance(call, MemberRef):
            entry.action.action_profile_member_id = call.member_id + 1
            return entity
        if isinstance(call, GroupRef):
            entry.action.action_profile_group_id = call.group_id + 1
            return entity
        action = self._action(call)
        if not table.implementation_id:
            entry.action.action.CopyFrom(action)
        elif any(p.preamble.id == table.implementation_id and p.with_selector for p in self.p4info.action_profiles):
            one = entry.action.action_profile_action_set.action_profile_actions.add(weight=1)
            one.action.CopyFrom(action)
        else:
            raise RefusedError(
                f"table {spec.name} has an action profile without selector; accepted: member=N, after `member` made it"
            )
        return entity

    def member(self, profile: str, number: int, call: ActionCall) -> p4runtime_pb2.Entity:
        """A member of an action profile."""
        entity = p4runtime_pb2.Entity()
        member = entity.action_profile_member
        member.action_profile_id = _named("action profile", profile, self.p4info.action_profiles).preamble.id
        member.member_id = number + 1
        member.action.CopyFrom(self._action(call))
        return entity

    def group(self, profile: str, number: int, members: Sequence[int]) -> p4runtime_pb2.Entity:
        """A group of an action selector, its members of weight 1."""
        entity = p4runtime_pb2.Entity()
        group = entity.action_profile_group
        known = _named("action profile", profile, self.p4info.action_profiles)
        group.action_profile_id, group.group_id = known.preamble.id, number + 1
        group.max_size = max(1, len(members))
        for member in members:
            group.members.add(member_id=member + 1, weight=1)
        return entity

    def _action(self, call: ActionCall) -> p4runtime_pb2.Action:
        known = _named("action", call.name, self.p4info.actions)
        action = p4runtime_pb2.Action(action_id=known.preamble.id)
        for param, value in zip(known.params, call.args, strict=True):
            action.params.add(param_id=param.id, value=bytestring(value))
        return action

    def counter_id(self, name: str) -> int:
        """An indirect counter's id."""
        return int(_named("counter", name, self.p4info.counters).preamble.id)

    def meter_id(self, name: str) -> int:
        """An indirect meter's id."""
        return int(_named("meter", name, self.p4info.meters).preamble.id)


def _named(kind: str, name: str, objects: Iterable[Any]) -> Any:  # noqa: ANN401 - generated messages are untyped
    for found in objects:
        if found.preamble.name == name:
            return found
    raise RefusedError(f"the P4Info has no {kind} {name!r}, so P4Runtime cannot name it")


def _add_match(entry: p4runtime_pb2.TableEntry, field: p4info_pb2.MatchField, width: int, match: MatchField) -> None:
    """Add a match field; one that matches anything is left out, as the specification demands."""
    full = (1 << width) - 1
    out = p4runtime_pb2.FieldMatch(field_id=field.id)
    if isinstance(match, Exact | Valid):
        out.exact.value = bytestring(match.value if isinstance(match, Exact) else int(match.valid))
    elif isinstance(match, Lpm):
        if not match.prefix_len:
            return
        out.lpm.value, out.lpm.prefix_len = bytestring(match.value), match.prefix_len
    elif isinstance(match, Ternary):
        if not match.mask:
            return
        if field.match_type == _OPTIONAL:
            if match.mask != full:
                raise RefusedError(f"match field {field.name} is optional; accepted: a whole value, or *")
            out.optional.value = bytestring(match.value)
        else:
            out.ternary.value, out.ternary.mask = bytestring(match.value), bytestring(match.mask)
    elif isinstance(match, Range):
        if (match.low, match.high) == (0, full):
            return
        out.range.low, out.range.high = bytestring(match.low), bytestring(match.high)
    entry.match.append(out)
