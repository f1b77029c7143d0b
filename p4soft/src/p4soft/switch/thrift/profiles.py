# SPDX-License-Identifier: Apache-2.0
"""The calls about action profiles: members and groups."""

from __future__ import annotations

from typing import Any

from p4soft.switch.state import ActionCall, ActionProfile, Group, GroupMember, Member
from p4soft.switch.thrift.codes import GROUP, MEMBER, TableCode, refusals, table_error
from p4soft.switch.thrift.context import Context, handle_of, locked, number_of
from p4soft.switch.thrift.interface import standard
from p4soft.switch.thrift.values import action_call, action_data

_Error = standard.InvalidTableOperation


class Profiles:
    """Every `bm_mt_act_prof_*` method. A new member or group takes the lowest free handle."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def bm_mt_act_prof_add_member(self, _cxt_id: int, act_prof_name: str, action_name: str, data: list[bytes]) -> int:
        profile = self._profile(act_prof_name)
        number = _free(profile.members)
        with refusals(_Error, MEMBER):
            profile.insert_member(number, self._call(profile, action_name, data))
        return handle_of(number)

    @locked
    def bm_mt_act_prof_delete_member(self, _cxt_id: int, act_prof_name: str, mbr_handle: int) -> None:
        profile = self._profile(act_prof_name)
        with refusals(_Error, MEMBER):
            profile.delete_member(number_of(mbr_handle))

    @locked
    def bm_mt_act_prof_modify_member(
        self, _cxt_id: int, act_prof_name: str, mbr_handle: int, action_name: str, data: list[bytes]
    ) -> None:
        profile = self._profile(act_prof_name)
        with refusals(_Error, MEMBER):
            profile.modify_member(number_of(mbr_handle), self._call(profile, action_name, data))

    @locked
    def bm_mt_act_prof_create_group(self, _cxt_id: int, act_prof_name: str) -> int:
        profile = self._profile(act_prof_name)
        number = _free(profile.groups)
        with refusals(_Error, GROUP):
            profile.insert_group(number)
        return handle_of(number)

    @locked
    def bm_mt_act_prof_delete_group(self, _cxt_id: int, act_prof_name: str, grp_handle: int) -> None:
        profile = self._profile(act_prof_name, selecting=True)
        with refusals(_Error, GROUP):
            profile.delete_group(number_of(grp_handle))

    @locked
    def bm_mt_act_prof_add_member_to_group(
        self, _cxt_id: int, act_prof_name: str, mbr_handle: int, grp_handle: int
    ) -> None:
        profile = self._profile(act_prof_name, selecting=True)
        member, group = _member(profile, mbr_handle), _group(profile, grp_handle)
        if any(item.member_id == member.member_id for item in group.members):
            raise table_error(TableCode.MBR_ALREADY_IN_GRP, f"{profile.name}: {mbr_handle} is in group {grp_handle}")
        with refusals(_Error, GROUP):
            profile.modify_group(group.group_id, [*group.members, GroupMember(member.member_id)])

    @locked
    def bm_mt_act_prof_remove_member_from_group(
        self, _cxt_id: int, act_prof_name: str, mbr_handle: int, grp_handle: int
    ) -> None:
        profile = self._profile(act_prof_name, selecting=True)
        member, group = _member(profile, mbr_handle), _group(profile, grp_handle)
        left = [item for item in group.members if item.member_id != member.member_id]
        if len(left) == len(group.members):
            raise table_error(TableCode.MBR_NOT_IN_GRP, f"{profile.name}: {mbr_handle} is not in group {grp_handle}")
        with refusals(_Error, GROUP):
            profile.modify_group(group.group_id, left)

    @locked
    def bm_mt_act_prof_get_members(self, _cxt_id: int, act_prof_name: str) -> list[Any]:
        profile = self._profile(act_prof_name)
        return [_member_message(profile.members[number]) for number in sorted(profile.members)]

    @locked
    def bm_mt_act_prof_get_member(self, _cxt_id: int, act_prof_name: str, mbr_handle: int) -> Any:
        return _member_message(_member(self._profile(act_prof_name), mbr_handle))

    @locked
    def bm_mt_act_prof_get_groups(self, _cxt_id: int, act_prof_name: str) -> list[Any]:
        profile = self._profile(act_prof_name)
        return [_group_message(profile.groups[number]) for number in sorted(profile.groups)]

    @locked
    def bm_mt_act_prof_get_group(self, _cxt_id: int, act_prof_name: str, grp_handle: int) -> Any:
        return _group_message(_group(self._profile(act_prof_name, selecting=True), grp_handle))

    def _profile(self, name: str, *, selecting: bool = False) -> ActionProfile:
        with refusals(_Error, MEMBER):
            profile = self.context.state.action_profile(name)
        if selecting and not profile.has_selector:
            raise table_error(TableCode.NO_ACTION_PROFILE_SELECTION, f"action profile {name} has no selector")
        return profile

    def _call(self, profile: ActionProfile, name: str, data: list[bytes]) -> ActionCall:
        program = self.context.program
        ids = [i for table in program.tables() if table.action_profile == profile.name for i in table.actions]
        return action_call(f"action profile {profile.name}", program, ids, name, data)


def _free(used: dict[int, Any]) -> int:
    return next(number for number in range(1, len(used) + 2) if number not in used)


def _member(profile: ActionProfile, handle: int) -> Member:
    with refusals(_Error, MEMBER):
        return profile.member(number_of(handle))


def _group(profile: ActionProfile, handle: int) -> Group:
    with refusals(_Error, GROUP):
        return profile.group(number_of(handle))


def _member_message(member: Member) -> Any:
    return standard.BmMtActProfMember(handle_of(member.member_id), member.action.name, action_data(member.action))


def _group_message(group: Group) -> Any:
    return standard.BmMtActProfGroup(handle_of(group.group_id), sorted(handle_of(m.member_id) for m in group.members))
