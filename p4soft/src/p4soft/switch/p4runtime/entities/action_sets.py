# SPDX-License-Identifier: Apache-2.0
"""One-shot action selector programming: an entry that brings its own group (P4Runtime specification, same name).

A one-shot becomes a group and members with ids beyond the 32 bits a client can name, so they never meet a client's own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.bytestring import decode, encode
from p4soft.switch.p4runtime.codec.matching import decode_action, encode_action
from p4soft.switch.p4runtime.entities.handler import Context, Undo, nothing_to_undo
from p4soft.switch.p4runtime.p4info.index import ProfileInfo, TableInfo
from p4soft.switch.p4runtime.status import PERMISSION_DENIED, UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import ActionCall, ActionProfile, ActionRef, GroupMember, GroupRef

FIRST_INTERNAL_ID = 1 << 32


_PORT_BITS = 32
_MAX_PORT = 511

Watch = tuple[int | None, str]
"""A watch port (None: none), and the member of the message's oneof that carried it."""

_Watching = p4runtime_pb2.ActionProfileAction | p4runtime_pb2.ActionProfileGroup.Member


@dataclass(frozen=True, slots=True)
class _OneShot:
    """One action of a set, as the client wrote it."""

    call: ActionCall
    weight: int
    watch: Watch


def is_internal(number: int) -> bool:
    """Whether a member or group id belongs to a one-shot."""
    return number >= FIRST_INTERNAL_ID


def decode_watch(message: _Watching, where: str) -> Watch:
    """The watch port: `watch_port`, or the deprecated numeric `watch`, where 0 means none (SDN_PORT_UNKNOWN).

    Raises:
        P4RuntimeError: INVALID_ARGUMENT for a port v1model cannot have.
    """
    note = message.WhichOneof("watch_kind") or ""
    port = message.watch or None
    if note == "watch_port":
        port = decode(message.watch_port, _PORT_BITS, "%s: watch_port", where)
    if port is not None and not 0 <= port <= _MAX_PORT:
        raise invalid(f"{where}: {note} {port} is out of range; accepted: 0..{_MAX_PORT} (v1model)")
    return port, note


def encode_watch(watch: Watch, message: _Watching) -> None:
    """Write the watch port the way the client did."""
    port, note = watch
    if note == "watch":
        message.watch = port or 0
    elif port is not None:
        message.watch_port = encode(port)


def check_weights(profile: ProfileInfo, weights: list[int], where: str) -> None:
    """Raise INVALID_ARGUMENT for weights below 1, or more of them than the P4Info's limits allow."""
    for weight in weights:
        if weight < 1:
            raise invalid(f"{where}: weight {weight}; accepted: 1 or more")
        if profile.sum_of_members and profile.max_member_weight and weight > profile.max_member_weight:
            raise invalid(f"{where}: weight {weight}; accepted: 1..{profile.max_member_weight}")
    size = len(weights) if profile.sum_of_members else sum(weights)
    if profile.max_group_size and size > profile.max_group_size:
        counted = "members" if profile.sum_of_members else "weights, added up,"
        raise invalid(f"{where}: {size} {counted} are more than max_group_size {profile.max_group_size}")


class OneShots:
    """Creates, encodes and retires the groups behind action sets."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._ids = itertools.count(FIRST_INTERNAL_ID)
        self._sets: dict[int, list[_OneShot]] = {}
        self._count: dict[int, int] = {}

    def in_use(self, profile_id: int) -> bool:
        """Whether any entry uses a one-shot of this profile."""
        return self._count.get(profile_id, 0) > 0

    def create(
        self, where: str, table: TableInfo, message: p4runtime_pb2.ActionProfileActionSet
    ) -> tuple[ActionRef, Callable[[], None]]:
        """A group for an action set, and what removes it again while no entry uses it.

        Raises:
            P4RuntimeError, StateError: refused; nothing has changed.
        """
        info = self._context.info.profiles[table.profile_id]
        if not info.with_selector:
            raise invalid(f"{where}: action profile {info.name} has no selector; accepted: a member id")
        if message.action_selection_mode or message.size_semantics:
            raise P4RuntimeError(
                UNIMPLEMENTED,
                f"{where}: action set: action_selection_mode and size_semantics are those of the P4Info here; "
                "accepted: both left out",
            )
        profile = self._context.state.action_profile(info.name)
        if any(not is_internal(i) for i in itertools.chain(profile.members, profile.groups)):
            raise invalid(
                f"{where}: action profile {info.name} is programmed with members and groups; "
                "an action set cannot be mixed with them"
            )
        shots = [self._decode(where, table, action) for action in message.action_profile_actions]
        check_weights(info, [shot.weight for shot in shots], f"{where}: action set")
        group_id = next(self._ids)
        self._build(info, profile, group_id, shots)
        return GroupRef(group_id), lambda: self._remove(info, profile, group_id)

    def retire(self, table: TableInfo, action: ActionRef) -> Undo:
        """Remove the group of an entry that no longer uses it, if it was a one-shot; returns what brings it back."""
        if not isinstance(action, GroupRef) or not is_internal(action.group_id):
            return nothing_to_undo
        info = self._context.info.profiles[table.profile_id]
        profile = self._context.state.action_profile(info.name)
        shots = self._sets[action.group_id]
        self._remove(info, profile, action.group_id)
        return lambda: self._build(info, profile, action.group_id, shots)

    def encode_group(self, table: TableInfo, action: GroupRef, message: p4runtime_pb2.TableAction) -> None:
        """Fill `message` with the group id, or with the action set exactly as the client wrote it."""
        if not is_internal(action.group_id):
            message.action_profile_group_id = action.group_id
            return
        message.action_profile_action_set.SetInParent()
        for shot in self._sets[action.group_id]:
            item = message.action_profile_action_set.action_profile_actions.add()
            encode_action(table.actions[table.action_ids[shot.call.name]].action, shot.call, item.action)
            item.weight = shot.weight
            encode_watch(shot.watch, item)

    def _decode(self, where: str, table: TableInfo, item: p4runtime_pb2.ActionProfileAction) -> _OneShot:
        use = table.actions.get(item.action.action_id)
        if use is None:
            names = ", ".join(f"{i:#x} ({u.action.name})" for i, u in table.actions.items())
            raise invalid(f"{where}: action id {item.action.action_id:#x} is not one of its actions; accepted: {names}")
        if not use.in_entries:
            raise P4RuntimeError(PERMISSION_DENIED, f"{where}: action {use.action.name} is for the default entry only")
        return _OneShot(decode_action(use.action, item.action, where), item.weight, decode_watch(item, where))

    def _build(self, info: ProfileInfo, profile: ActionProfile, group_id: int, shots: list[_OneShot]) -> None:
        members: list[int] = []
        try:
            for shot in shots:
                member_id = next(self._ids)
                profile.insert_member(member_id, shot.call)
                members.append(member_id)
            total = sum(shot.weight for shot in shots)
            wanted = [GroupMember(m, shot.weight, *shot.watch) for m, shot in zip(members, shots, strict=True)]
            profile.insert_group(group_id, wanted, total)
        except Exception:
            for member_id in members:
                profile.delete_member(member_id)
            raise
        self._sets[group_id] = shots
        self._count[info.id] = self._count.get(info.id, 0) + 1

    def _remove(self, info: ProfileInfo, profile: ActionProfile, group_id: int) -> None:
        members = [item.member_id for item in profile.group(group_id).members]
        profile.delete_group(group_id)
        for member_id in members:
            profile.delete_member(member_id)
        del self._sets[group_id]
        self._count[info.id] -= 1
