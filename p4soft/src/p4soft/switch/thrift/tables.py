# SPDX-License-Identifier: Apache-2.0
"""The calls about tables (entries, default entries, direct counters and meters) and about action profiles."""

from __future__ import annotations

from typing import Any

from p4soft.switch.state import (
    ActionCall,
    ActionProfile,
    ActionRef,
    CounterValue,
    Entry,
    EntryNotFound,
    Group,
    GroupMember,
    GroupRef,
    Member,
    MemberRef,
    Table,
)
from p4soft.switch.thrift.interface import standard
from p4soft.switch.thrift.values import (
    DEFAULT_ENTRY,
    GROUP,
    MEMBER,
    TABLE,
    Context,
    Refusals,
    TableCode,
    action_call,
    action_data,
    entry_handle,
    handle_of,
    locked,
    match_key,
    match_parameters,
    meter_config,
    meter_rates,
    number_of,
    signed,
    state_priority,
    table_error,
    wire_priority,
)

# --- Tables ----------------------------------------------------------------------------------------------------------


_Error = standard.InvalidTableOperation
_DIRECT = ("simple",)
_INDIRECT = ("indirect", "indirect_ws")
_SELECTING = ("indirect_ws",)


class Tables:
    """Every `bm_mt_*` method but those about action profiles."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def bm_mt_get_num_entries(self, _cxt_id: int, table_name: str) -> int:
        return len(self._table(table_name))

    @locked
    def bm_mt_clear_entries(self, _cxt_id: int, table_name: str, reset_default_entry: bool) -> None:
        table = self._table(table_name)
        with Refusals(_Error, TABLE):
            table.clear()
        if reset_default_entry:
            with Refusals(_Error, DEFAULT_ENTRY):
                table.reset_default()

    @locked
    def bm_mt_get_entries(self, _cxt_id: int, table_name: str) -> list[Any]:
        table = self._table(table_name)
        return [self._message(table, entry) for entry in table.entries()]

    @locked
    def bm_mt_get_entry(self, _cxt_id: int, table_name: str, entry_handle: int) -> Any:
        table = self._table(table_name)
        return self._message(table, _entry(table, entry_handle))

    @locked
    def bm_mt_get_default_entry(self, _cxt_id: int, table_name: str) -> Any:
        return _action(self._table(table_name).default.action)

    @locked
    def bm_mt_get_entry_from_key(self, _cxt_id: int, table_name: str, key: list[Any], options: Any) -> Any:
        table = self._table(table_name)
        if not key:
            action = _action(table.default.action)
            return standard.BmMtEntry([], standard.BmAddEntryOptions(), 0, action)
        with Refusals(_Error, {**TABLE, EntryNotFound: TableCode.BAD_MATCH_KEY}):
            entry = table.get(match_key(table.spec, key), state_priority(table, options))
        return self._message(table, entry)

    # Direct counters and meters.

    @locked
    def bm_mt_read_counter(self, _cxt_id: int, table_name: str, entry_handle: int) -> Any:
        table = self._counted(table_name)
        value = _place(table, entry_handle).counter
        return standard.BmCounterValue(signed(value.bytes, 64), signed(value.packets, 64))

    @locked
    def bm_mt_reset_counters(self, _cxt_id: int, table_name: str) -> None:
        table = self._counted(table_name)
        for entry in table.entries():
            table.write_counter(entry, CounterValue())

    @locked
    def bm_mt_write_counter(self, _cxt_id: int, table_name: str, entry_handle: int, value: Any) -> None:
        table = self._counted(table_name)
        entry = _place(table, entry_handle)
        table.write_counter(entry, CounterValue(value.packets % (1 << 64), value.bytes % (1 << 64)))

    @locked
    def bm_mt_set_meter_rates(self, _cxt_id: int, table_name: str, entry_handle: int, rates: list[Any]) -> None:
        table = self._metered(table_name)
        entry = _place(table, entry_handle)
        if len(rates) != 2:
            raise table_error(TableCode.ERROR, f"table {table.name}: {len(rates)} rates; accepted: 2")
        with Refusals(_Error, {**TABLE, **dict.fromkeys(TABLE, TableCode.ERROR)}):
            table.write_meter(entry, meter_config(f"table {table.name}", rates), self.context.now_us())

    @locked
    def bm_mt_get_meter_rates(self, _cxt_id: int, table_name: str, entry_handle: int) -> list[Any]:
        meter = _place(self._metered(table_name), entry_handle).meter
        return meter_rates(None if meter is None else meter.config)

    # Entries with an action.

    @locked
    def bm_mt_add_entry(
        self, _cxt_id: int, table_name: str, key: list[Any], action_name: str, data: list[bytes], options: Any
    ) -> int:
        table = self._table(table_name, _DIRECT)
        return self._add(table, key, self._call(table, action_name, data), options)

    @locked
    def bm_mt_modify_entry(
        self, _cxt_id: int, table_name: str, entry_handle: int, action_name: str, data: list[bytes]
    ) -> None:
        table = self._table(table_name, _DIRECT)
        self._modify(table, entry_handle, self._call(table, action_name, data))

    @locked
    def bm_mt_delete_entry(self, _cxt_id: int, table_name: str, entry_handle: int) -> None:
        self._delete(self._table(table_name, _DIRECT), entry_handle)

    @locked
    def bm_mt_set_entry_ttl(self, _cxt_id: int, table_name: str, entry_handle: int, timeout_ms: int) -> None:
        self._set_timeout(self._table(table_name, _DIRECT), entry_handle, timeout_ms)

    @locked
    def bm_mt_set_default_action(self, _cxt_id: int, table_name: str, action_name: str, data: list[bytes]) -> None:
        table = self._table(table_name, _DIRECT)
        self._set_default(table, self._call(table, action_name, data))

    @locked
    def bm_mt_reset_default_entry(self, _cxt_id: int, table_name: str) -> None:
        self._reset_default(self._table(table_name, _DIRECT))

    # Entries with a member.

    @locked
    def bm_mt_indirect_add_entry(
        self, _cxt_id: int, table_name: str, key: list[Any], mbr_handle: int, options: Any
    ) -> int:
        table = self._table(table_name, _INDIRECT)
        return self._add(table, key, self._member(table, mbr_handle), options)

    @locked
    def bm_mt_indirect_modify_entry(self, _cxt_id: int, table_name: str, entry_handle: int, mbr_handle: int) -> None:
        table = self._table(table_name, _INDIRECT)
        self._modify(table, entry_handle, self._member(table, mbr_handle))

    @locked
    def bm_mt_indirect_delete_entry(self, _cxt_id: int, table_name: str, entry_handle: int) -> None:
        self._delete(self._table(table_name, _INDIRECT), entry_handle)

    @locked
    def bm_mt_indirect_set_entry_ttl(self, _cxt_id: int, table_name: str, entry_handle: int, timeout_ms: int) -> None:
        self._set_timeout(self._table(table_name, _INDIRECT), entry_handle, timeout_ms)

    @locked
    def bm_mt_indirect_set_default_member(self, _cxt_id: int, table_name: str, mbr_handle: int) -> None:
        table = self._table(table_name, _INDIRECT)
        self._set_default(table, self._member(table, mbr_handle))

    @locked
    def bm_mt_indirect_reset_default_entry(self, _cxt_id: int, table_name: str) -> None:
        self._reset_default(self._table(table_name, _INDIRECT))

    # Entries with a group.

    @locked
    def bm_mt_indirect_ws_add_entry(
        self, _cxt_id: int, table_name: str, key: list[Any], grp_handle: int, options: Any
    ) -> int:
        table = self._table(table_name, _SELECTING)
        return self._add(table, key, self._group(table, grp_handle), options)

    @locked
    def bm_mt_indirect_ws_modify_entry(self, _cxt_id: int, table_name: str, entry_handle: int, grp_handle: int) -> None:
        table = self._table(table_name, _SELECTING)
        self._modify(table, entry_handle, self._group(table, grp_handle))

    @locked
    def bm_mt_indirect_ws_set_default_group(self, _cxt_id: int, table_name: str, grp_handle: int) -> None:
        table = self._table(table_name, _SELECTING)
        self._set_default(table, self._group(table, grp_handle))

    def _table(self, name: str, kinds: tuple[str, ...] = _DIRECT + _INDIRECT) -> Table:
        with Refusals(_Error, TABLE):
            table = self.context.state.table(name)
        if table.spec.kind not in kinds:
            reason = f"table {name} is {table.spec.kind}; accepted here: {', '.join(kinds)}"
            raise table_error(TableCode.WRONG_TABLE_TYPE, reason)
        return table

    def _counted(self, name: str) -> Table:
        table = self._table(name)
        if not table.spec.with_counters:
            raise table_error(TableCode.COUNTERS_DISABLED, f"table {name} has no direct counter")
        return table

    def _metered(self, name: str) -> Table:
        table = self._table(name)
        if table.spec.direct_meter is None:
            raise table_error(TableCode.METERS_DISABLED, f"table {name} has no direct meter")
        return table

    def _call(self, table: Table, name: str, data: list[bytes]) -> ActionCall:
        return action_call(f"table {table.name}", self.context.program, table.spec.actions, name, data)

    def _member(self, table: Table, handle: int) -> MemberRef:
        with Refusals(_Error, MEMBER):
            return MemberRef(self.context.profile_of(table).member(number_of(handle)).member_id)

    def _group(self, table: Table, handle: int) -> GroupRef:
        with Refusals(_Error, GROUP):
            group = self.context.profile_of(table).group(number_of(handle))
        if not group.members:
            raise table_error(TableCode.EMPTY_GRP, f"table {table.name}: group {handle} has no members")
        return GroupRef(group.group_id)

    def _add(self, table: Table, key: list[Any], action: ActionRef, options: Any) -> int:
        if not table.spec.key:
            raise table_error(TableCode.NO_TABLE_KEY, f"table {table.name} has no key, so it takes no entries")
        fields, priority = match_key(table.spec, key), state_priority(table, options)
        with Refusals(_Error, TABLE):
            return entry_handle(table.insert(fields, action, priority=priority, now_us=self.context.now_us()))

    def _modify(self, table: Table, handle: int, action: ActionRef) -> None:
        _check_mutable(table)
        entry = _entry(table, handle)
        with Refusals(_Error, TABLE):
            table.modify(entry.key, action, priority=entry.priority, now_us=self.context.now_us())

    def _delete(self, table: Table, handle: int) -> None:
        _check_mutable(table)
        entry = _entry(table, handle)
        with Refusals(_Error, TABLE):
            table.remove(entry)

    def _set_timeout(self, table: Table, handle: int, timeout_ms: int) -> None:
        if not table.spec.support_timeout:
            raise table_error(TableCode.AGEING_DISABLED, f"table {table.name} does not support idle time-outs")
        with Refusals(_Error, {**TABLE, **dict.fromkeys(TABLE, TableCode.ERROR)}):
            table.set_timeout(_place(table, handle), timeout_ms * 1_000_000, self.context.now_us())

    def _set_default(self, table: Table, action: ActionRef) -> None:
        if table.spec.default_action_const and not table.spec.default_entry_const:
            first = table.spec.default
            name = None if first is None else self.context.program.actions[first.action_id].name
            if not isinstance(action, ActionCall) or action.name != name:
                reason = f"table {table.name}: its default action must stay {name}"
                raise table_error(TableCode.DEFAULT_ACTION_IS_CONST, reason)
        with Refusals(_Error, DEFAULT_ENTRY):
            table.set_default(action)

    def _reset_default(self, table: Table) -> None:
        if not table.spec.default_entry_const:  # one that cannot change is what it was
            table.reset_default()

    def _message(self, table: Table, entry: Entry) -> Any:
        message = standard.BmMtEntry(
            match_parameters(table.spec, entry.key),
            standard.BmAddEntryOptions(wire_priority(table, entry)),
            entry_handle(entry),
            _action(entry.action),
        )
        if entry.idle_timeout_ns:
            since_ms = max(0, self.context.now_us() - entry.last_hit_us) // 1000
            message.life = standard.BmMtEntryLife(signed(entry.idle_timeout_ns // 1_000_000, 32), signed(since_ms, 32))
        return message


def _action(action: ActionRef | None) -> Any:
    kinds, make = standard.BmActionEntryType, standard.BmActionEntry
    if isinstance(action, ActionCall):
        return make(kinds.ACTION_DATA, action_name=action.name, action_data=action_data(action))
    if isinstance(action, MemberRef):
        return make(kinds.MBR_HANDLE, mbr_handle=handle_of(action.member_id))
    if isinstance(action, GroupRef):
        return make(kinds.GRP_HANDLE, grp_handle=handle_of(action.group_id))
    return make(kinds.NONE)


def _place(table: Table, handle: int) -> Entry:
    """The entry at a handle's place, whatever its generation: enough for counters, meters and time-outs, as in BMv2."""
    with Refusals(_Error, TABLE):
        return table.by_handle(handle & 0xFFFFFF)


def _entry(table: Table, handle: int) -> Entry:
    entry = _place(table, handle)
    if entry.generation != handle >> 24 & 0xFF:
        raise table_error(TableCode.EXPIRED_HANDLE, f"table {table.name}: the entry of handle {handle} was deleted")
    return entry


def _check_mutable(table: Table) -> None:
    """BMv2 looks at this before it looks at the handle."""
    if table.frozen:
        raise table_error(
            TableCode.IMMUTABLE_TABLE_ENTRIES, f"table {table.name}: its entries are const in the program"
        )


# --- Members and groups ----------------------------------------------------------------------------------------------


class Profiles:
    """Every `bm_mt_act_prof_*` method. A new member or group takes the lowest free handle."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def bm_mt_act_prof_add_member(self, _cxt_id: int, act_prof_name: str, action_name: str, data: list[bytes]) -> int:
        profile = self._profile(act_prof_name)
        number = _free(profile.members)
        with Refusals(_Error, MEMBER):
            profile.insert_member(number, self._call(profile, action_name, data))
        return handle_of(number)

    @locked
    def bm_mt_act_prof_delete_member(self, _cxt_id: int, act_prof_name: str, mbr_handle: int) -> None:
        profile = self._profile(act_prof_name)
        with Refusals(_Error, MEMBER):
            profile.delete_member(number_of(mbr_handle))

    @locked
    def bm_mt_act_prof_modify_member(
        self, _cxt_id: int, act_prof_name: str, mbr_handle: int, action_name: str, data: list[bytes]
    ) -> None:
        profile = self._profile(act_prof_name)
        with Refusals(_Error, MEMBER):
            profile.modify_member(number_of(mbr_handle), self._call(profile, action_name, data))

    @locked
    def bm_mt_act_prof_create_group(self, _cxt_id: int, act_prof_name: str) -> int:
        profile = self._profile(act_prof_name)
        number = _free(profile.groups)
        with Refusals(_Error, GROUP):
            profile.insert_group(number)
        return handle_of(number)

    @locked
    def bm_mt_act_prof_delete_group(self, _cxt_id: int, act_prof_name: str, grp_handle: int) -> None:
        profile = self._profile(act_prof_name, selecting=True)
        with Refusals(_Error, GROUP):
            profile.delete_group(number_of(grp_handle))

    @locked
    def bm_mt_act_prof_add_member_to_group(
        self, _cxt_id: int, act_prof_name: str, mbr_handle: int, grp_handle: int
    ) -> None:
        profile = self._profile(act_prof_name, selecting=True)
        member, group = _member(profile, mbr_handle), _group(profile, grp_handle)
        if any(item.member_id == member.member_id for item in group.members):
            raise table_error(TableCode.MBR_ALREADY_IN_GRP, f"{profile.name}: {mbr_handle} is in group {grp_handle}")
        with Refusals(_Error, GROUP):
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
        with Refusals(_Error, GROUP):
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
        with Refusals(_Error, MEMBER):
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
    with Refusals(_Error, MEMBER):
        return profile.member(number_of(handle))


def _group(profile: ActionProfile, handle: int) -> Group:
    with Refusals(_Error, GROUP):
        return profile.group(number_of(handle))


def _member_message(member: Member) -> Any:
    return standard.BmMtActProfMember(handle_of(member.member_id), member.action.name, action_data(member.action))


def _group_message(group: Group) -> Any:
    return standard.BmMtActProfGroup(handle_of(group.group_id), sorted(handle_of(m.member_id) for m in group.members))
