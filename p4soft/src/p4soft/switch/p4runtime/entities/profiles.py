# SPDX-License-Identifier: Apache-2.0
"""ActionProfileMember and ActionProfileGroup."""

from __future__ import annotations

from collections.abc import Iterator

from finsy.proto.p4.v1 import p4runtime_pb2
from typing_extensions import override

from p4soft.switch.p4runtime.codec.matching import decode_action, encode_action
from p4soft.switch.p4runtime.entities.action_sets import (
    OneShots,
    check_weights,
    decode_watch,
    encode_watch,
    is_internal,
)
from p4soft.switch.p4runtime.entities.handler import DELETE, INSERT, Context, EntityHandler, Undo, find
from p4soft.switch.p4runtime.p4info.index import ActionUse, ProfileInfo
from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, P4RuntimeError, invalid
from p4soft.switch.state import ActionCall, ActionProfile, Group, GroupMember, Member


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
        """The actions of the profile's tables."""
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
