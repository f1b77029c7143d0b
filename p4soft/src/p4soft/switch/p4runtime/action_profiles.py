# SPDX-License-Identifier: Apache-2.0
"""ActionProfileMember, ActionProfileGroup and one-shots: entries that bring a group along."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from msgspec import Struct
from typing_extensions import override

from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import bytestring as encode
from p4soft.switch.p4runtime.codec import decode_action, encode_action
from p4soft.switch.p4runtime.handler import DELETE, INSERT, Context, EntityHandler, Undo, find, nothing_to_undo
from p4soft.switch.p4runtime.p4info import ActionUse, ProfileInfo, TableInfo, decode
from p4soft.switch.p4runtime.status import PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import ActionCall, ActionProfile, ActionRef, Group, GroupMember, GroupRef, Member

# --- One-shot action selector programming (P4Runtime specification, same name) ---------------------------------------


FIRST_INTERNAL_ID = 1 << 32


_PORT_BITS = 32
_MAX_PORT = 511

Watch = tuple[int | None, str]
"""A watch port (None: none), and the member of the message's oneof that carried it."""

_Watching = p4runtime_pb2.ActionProfileAction | p4runtime_pb2.ActionProfileGroup.Member


class _OneShot(Struct, frozen=True):
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


# --- Members and groups ----------------------------------------------------------------------------------------------


class Profiles:
    """What members and groups have in common: finding the profile, and keeping apart from one-shots."""

    def __init__(self, context: Context, one_shots: OneShots) -> None:
        self.context = context
        self._one_shots = one_shots
        self.max_sizes: dict[tuple[int, int], int] = {}
        """max_size as the client gave it, by (profile id, group id)."""

    def profile(self, profile_id: int) -> tuple[ProfileInfo, ActionProfile]:
        """The profile with this id; raises P4RuntimeError when there is none."""
        info = find(self.context.info, "action profile", profile_id, self.context.info.profiles)
        return info, self.context.state.action_profile(info.name)

    def selected(self, profile_id: int) -> list[tuple[ProfileInfo, ActionProfile]]:
        """The profile a read selects, or all of them for id 0."""
        ids = [profile_id] if profile_id else list(self.context.info.profiles)
        return [self.profile(i) for i in ids]

    def check_style(self, info: ProfileInfo) -> None:
        """Check that members and groups are this profile's way.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT when it is programmed with one-shots.
        """
        if self._one_shots.in_use(info.id):
            raise invalid(
                f"action profile {info.name} is programmed with action sets (one-shots); "
                "members and groups cannot be mixed with them"
            )

    def actions(self, info: ProfileInfo) -> dict[int, ActionUse]:
        uses: dict[int, ActionUse] = {}
        for table in self.context.info.tables.values():
            if table.profile_id == info.id:
                uses.update(table.actions)
        return uses


class Members(EntityHandler[p4runtime_pb2.ActionProfileMember]):
    """ActionProfileMember: an action with its parameters, by number."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles

    @override
    def write(self, kind: int, message: p4runtime_pb2.ActionProfileMember) -> Undo:
        info, profile = self._profiles.profile(message.action_profile_id)
        member_id = message.member_id
        if not member_id:
            raise invalid(f"action profile {info.name}: member_id 0; accepted: 1 or more")
        if kind == DELETE:
            old = profile.member(member_id).action
            profile.delete_member(member_id)

            def insert_again() -> None:
                profile.insert_member(member_id, old)

            return insert_again
        self._profiles.check_style(info)
        if kind == INSERT:
            profile.insert_member(member_id, self._call(info, message))
            return lambda: profile.delete_member(member_id)
        previous = profile.member(member_id).action
        profile.modify_member(member_id, self._call(info, message))

        def modify_back() -> None:
            profile.modify_member(member_id, previous)

        return modify_back

    @override
    def read(self, message: p4runtime_pb2.ActionProfileMember) -> Iterator[p4runtime_pb2.Entity]:
        for info, profile in self._profiles.selected(message.action_profile_id):
            if message.member_id:
                members: list[Member] = [profile.member(message.member_id)]
            else:
                members = [m for i, m in profile.members.items() if not is_internal(i)]
            uses = {use.action.name: use.action for use in self._profiles.actions(info).values()}
            for member in members:
                entity = p4runtime_pb2.Entity()
                entity.action_profile_member.action_profile_id = info.id
                entity.action_profile_member.member_id = member.member_id
                encode_action(uses[member.action.name], member.action, entity.action_profile_member.action)
                yield entity

    def _call(self, info: ProfileInfo, message: p4runtime_pb2.ActionProfileMember) -> ActionCall:
        where = f"action profile {info.name}: member {message.member_id}"
        if not message.HasField("action"):
            raise invalid(f"{where}: the action is missing")
        known = {i: use.action for i, use in self._profiles.actions(info).items()}
        action = find(self._profiles.context.info, f"{where}: action", message.action.action_id, known)
        return decode_action(action, message.action, where)


class Groups(EntityHandler[p4runtime_pb2.ActionProfileGroup]):
    """ActionProfileGroup: weighted members to select from."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles

    @override
    def write(self, kind: int, message: p4runtime_pb2.ActionProfileGroup) -> Undo:
        info, profile = self._profiles.profile(message.action_profile_id)
        group_id = message.group_id
        where = f"action profile {info.name}: group {group_id}"
        if not info.with_selector:
            raise invalid(f"action profile {info.name} has no selector, so it has no groups")
        if not group_id:
            raise invalid(f"{where}: accepted: group_id 1 or more")
        if kind == DELETE:
            return self._delete(info, profile, group_id)
        self._profiles.check_style(info)
        members = [self._member(item, where) for item in message.members]
        check_weights(info, [m.weight for m in members], where)
        sizes, key = self._profiles.max_sizes, (info.id, group_id)
        if kind == INSERT:
            self._check_max_size(info, members, message.max_size, where)
            profile.insert_group(group_id, members, _engine_size(info, members, message.max_size))
            sizes[key] = message.max_size

            def delete_again() -> None:
                profile.delete_group(group_id)
                sizes.pop(key, None)

            return delete_again
        group = profile.group(group_id)
        if message.max_size != sizes.get(key, 0):
            raise invalid(
                f"{where}: max_size {message.max_size} differs from the one it was inserted with, {sizes.get(key, 0)}"
            )
        self._check_max_size(info, members, message.max_size, where)
        previous, previous_size = group.members, group.max_size
        group.max_size = _engine_size(info, members, message.max_size)
        try:
            profile.modify_group(group_id, members)
        except Exception:
            group.max_size = previous_size
            raise

        def modify_back() -> None:
            group.max_size = previous_size
            profile.modify_group(group_id, previous)

        return modify_back

    @override
    def read(self, message: p4runtime_pb2.ActionProfileGroup) -> Iterator[p4runtime_pb2.Entity]:
        for info, profile in self._profiles.selected(message.action_profile_id):
            if message.group_id:
                groups: list[Group] = [profile.group(message.group_id)]
            else:
                groups = [g for i, g in profile.groups.items() if not is_internal(i)]
            for group in groups:
                entity = p4runtime_pb2.Entity()
                result = entity.action_profile_group
                result.action_profile_id = info.id
                result.group_id = group.group_id
                result.max_size = self._profiles.max_sizes.get((info.id, group.group_id), 0)
                for item in group.members:
                    member = result.members.add()
                    member.member_id = item.member_id
                    member.weight = item.weight
                    encode_watch((item.watch_port, item.watch_note), member)
                yield entity

    def _delete(self, info: ProfileInfo, profile: ActionProfile, group_id: int) -> Undo:
        group = profile.group(group_id)
        members, engine_size = group.members, group.max_size
        profile.delete_group(group_id)
        max_size = self._profiles.max_sizes.pop((info.id, group_id), 0)

        def insert_again() -> None:
            profile.insert_group(group_id, members, engine_size)
            self._profiles.max_sizes[(info.id, group_id)] = max_size

        return insert_again

    def _member(self, item: p4runtime_pb2.ActionProfileGroup.Member, where: str) -> GroupMember:
        return GroupMember(item.member_id, item.weight, *decode_watch(item, f"{where}: member {item.member_id}"))

    def _check_max_size(self, info: ProfileInfo, members: list[GroupMember], max_size: int, where: str) -> None:
        limit = info.max_group_size
        if max_size < 0 or (limit and not 0 < max_size <= limit):
            raise invalid(f"{where}: max_size {max_size}; accepted: {f'1..{limit}' if limit else '0 or more'}")
        size = len(members) if info.sum_of_members else sum(m.weight for m in members)
        if max_size and size > max_size:
            raise P4RuntimeError(RESOURCE_EXHAUSTED, f"{where}: its members need {size}, more than max_size {max_size}")


def _engine_size(info: ProfileInfo, members: list[GroupMember], max_size: int) -> int:
    """The switch bounds the sum of weights; when the P4Info counts members, that bound must not be in the way."""
    return sum(m.weight for m in members) if info.sum_of_members else max_size
