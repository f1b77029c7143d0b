# SPDX-License-Identifier: Apache-2.0
"""TableEntry, with direct counters and meters and its idle timeouts; ValueSetEntry, which has keys alone.

The members of a parser value set are always written as a whole. IdleTimeoutNotification tells the primary clients which
entries no packet has hit for their time-to-live.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from typing_extensions import override

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.codec import (
    MatchCodec,
    decode_action,
    decode_config,
    decode_counter,
    encode_action,
    encode_config,
    encode_counter,
    refuse_counter_data,
)
from p4soft.switch.p4runtime.handler import (
    INSERT,
    MODIFY,
    Answers,
    Context,
    EntityHandler,
    Undo,
    find,
    nothing_to_undo,
    only_modify,
    unknown_id,
)
from p4soft.switch.p4runtime.p4info import RANGE, TableInfo, ValueSetInfo
from p4soft.switch.p4runtime.status import (
    ALREADY_EXISTS,
    PERMISSION_DENIED,
    RESOURCE_EXHAUSTED,
    UNIMPLEMENTED,
    P4RuntimeError,
    invalid,
)
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state import (
    ActionCall,
    ActionRef,
    Entry,
    EntryNotFound,
    Exact,
    GroupRef,
    Lpm,
    MatchField,
    MemberRef,
    SwitchState,
    Table,
    Ternary,
)
from p4soft.switch.state.switch_state import WireAction, WireField, WireTable

if TYPE_CHECKING:
    from p4soft.switch.p4runtime.action_profiles import OneShots


# --- Direct counters and meters in a TableEntry ----------------------------------------------------------------------


class DirectResources:
    """The counter_data, meter_config and meter_counter_data fields of a TableEntry."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def check(self, info: TableInfo, message: p4runtime_pb2.TableEntry, spec: TableSpec, action: str | None) -> None:
        """Check what an update gives to an entry with this action (None: not known, or several).

        Raises:
            P4RuntimeError: INVALID_ARGUMENT or UNIMPLEMENTED for resources the table lacks or the action does not
                execute (P4Runtime §9.1.10), and for values they cannot take.
        """
        if message.HasField("counter_data"):
            where = f"table {info.name}"
            if not info.direct_counter_id:
                raise invalid(f"{where} has no direct counter; leave counter_data unset")
            _check_executed(where, action, spec.counting_actions, "count", "counter_data")
            decode_counter(message.counter_data, where)
        if message.HasField("meter_config"):
            if not info.direct_meter_id:
                raise invalid(f"table {info.name} has no direct meter; leave meter_config unset")
            _check_executed(f"table {info.name}", action, spec.metering_actions, "read the meter", "meter_config")
            decode_config(self._context.info.direct_meters[info.direct_meter_id], message.meter_config)
        if message.HasField("meter_counter_data"):
            refuse_counter_data(f"table {info.name}")

    def apply(
        self, info: TableInfo, table: Table, entry: Entry, message: p4runtime_pb2.TableEntry, *, inserting: bool
    ) -> None:
        """Write the checked resources: an unset meter_config means the default one, unset counter_data no change."""
        if message.HasField("counter_data"):
            table.write_counter(entry, decode_counter(message.counter_data, table.name))
        if info.direct_meter_id:
            config = None
            if message.HasField("meter_config"):
                config = decode_config(self._context.info.direct_meters[info.direct_meter_id], message.meter_config)
            if config is not None or not inserting:
                table.write_meter(entry, config, self._context.now_us())

    def reset(self, info: TableInfo, table: Table, entry: Entry) -> None:
        """Return the meter to its default configuration."""
        if info.direct_meter_id:
            table.write_meter(entry, None, self._context.now_us())

    def saver(self, entry: Entry) -> Undo:
        """A function that restores the entry's present counter and meter configuration."""
        packets, octets = entry.packets, entry.bytes
        config = entry.meter.config if entry.meter else None

        def restore() -> None:
            entry.packets, entry.bytes = packets, octets
            if entry.meter is not None:
                entry.meter.configure(config, self._context.now_us())

        return restore

    def check_read(self, info: TableInfo, request: p4runtime_pb2.TableEntry) -> None:
        """Refuse to read what there is not; raises P4RuntimeError (UNIMPLEMENTED)."""
        if request.HasField("meter_counter_data"):
            refuse_counter_data(f"table {info.name}")

    def encode(
        self,
        info: TableInfo,
        entry: Entry,
        message: p4runtime_pb2.TableEntry,
        request: p4runtime_pb2.TableEntry,
    ) -> None:
        """Add the resources the read request asks for (by having the field set)."""
        if request.HasField("counter_data") and info.direct_counter_id:
            message.counter_data.SetInParent()
            encode_counter(entry.counter, message.counter_data)
        if request.HasField("meter_config") and entry.meter is not None and entry.meter.config is not None:
            encode_config(entry.meter.config, message.meter_config)


def _check_executed(where: str, action: str | None, executing: tuple[str, ...], what: str, field: str) -> None:
    if action is not None and executing and action not in executing:
        raise invalid(
            f"{where}: action {action} does not {what}; leave {field} unset (accepted with: {', '.join(executing)})"
        )


# --- Table entries ---------------------------------------------------------------------------------------------------


_NO_BYTES = b""
_CALLS_KEPT = 4096
"""Decoded actions of a table to keep."""


@dataclass(slots=True)
class _Binding:
    """One table: what the P4Info says, the table itself, and what only the server remembers of its entries."""

    info: TableInfo
    table: Table
    match: MatchCodec
    where: str
    cookies: dict[int, int]
    """controller_metadata by entry handle (-1: the default entry), where not 0."""
    encoded: dict[int, tuple[ActionCall, bytes]]
    """The way back, by the object's id."""
    calls: dict[bytes, ActionCall]
    """Actions of entries decoded before, by their message's bytes: many entries share few."""


class TableEntries(EntityHandler[p4runtime_pb2.TableEntry]):
    """TableEntry; the direct resources and one-shot groups of entries live and die with them."""

    def __init__(self, context: Context, one_shots: OneShots) -> None:
        self._context = context
        self._one_shots = one_shots
        self.direct = DirectResources(context)
        self._tables: dict[int, _Binding] = {}
        for info in context.info.tables.values():
            table = context.state.table(info.name)
            if table.frozen and not info.const_entries:
                table.preinitialize(info.size)
            valid = frozenset(i for i, key in enumerate(table.spec.key) if key.match == "valid")
            where = f"table {info.name}"
            match = MatchCodec(where, info.fields, info.index, valid)
            self._tables[info.id] = _Binding(info, table, match, where, {}, {}, {})

    def wire_tables(self) -> list[WireTable]:
        """The tables whose entries `SwitchState.storage` may take many at once: those that it can read by itself."""
        bound_tables = (bound for bound in self._tables.values() if not bound.info.const_entries)
        return [_wire(bound, self._context.state) for bound in bound_tables if _is_plain(bound.info)]

    @override
    def write(self, kind: int, message: p4runtime_pb2.TableEntry) -> Undo:
        bound = self._bound(message.table_id)
        if message.is_const:
            # Of a DELETE the server looks at nothing else but the key (P4Runtime §9.1).
            raise invalid(f"{bound.where}: is_const cannot be written; accepted: false")
        if message.is_default_action:
            return self._write_default(bound, kind, message)
        if not bound.info.fields:
            raise invalid(f"{bound.where} has no key, so it takes no entries; set its default action instead")
        if kind == INSERT:
            return self._insert(bound, message)
        return self._modify(bound, message) if kind == MODIFY else self._delete(bound, message)

    @override
    def read(self, message: p4runtime_pb2.TableEntry) -> Iterator[p4runtime_pb2.Entity]:
        answers = Answers(bounded=False)
        self.answer(message, answers)
        for response in answers.responses():
            yield from p4runtime_pb2.ReadResponse.FromString(response).entities

    @override
    def answer(self, message: p4runtime_pb2.TableEntry, answers: Answers) -> None:
        """Table id 0 selects every table."""
        if not message.table_id:
            if message.match:
                raise invalid(
                    "reading all tables (table_id 0) with match fields; accepted: no match fields, or a table_id"
                )
            selected = list(self._tables.values())
        else:
            selected = [self._bound(message.table_id)]
        everything = _asks_for_everything(message)
        for bound in selected:
            entries: Iterable[bytes | Entry]
            if everything and not bound.cookies:
                entries = bound.table.answers()
            else:
                try:
                    entries = self.select(message, bound.info.id)
                except EntryNotFound:  # A key is a filter here, and a filter may select nothing.
                    continue
                if entries:
                    self.direct.check_read(bound.info, message)
            for entry in entries:
                if isinstance(entry, bytes):
                    answers.add_entry(entry)
                else:
                    self._encode(bound, entry, answers.add().table_entry, message)

    def find(self, message: p4runtime_pb2.TableEntry) -> tuple[TableInfo, Table, Entry]:
        """The one entry a direct counter or meter request names; raises EntryNotFound or INVALID_ARGUMENT."""
        bound = self._bound(message.table_id)
        if message.is_default_action:
            self._check_default_key(bound, message)
            return bound.info, bound.table, bound.table.default
        return bound.info, bound.table, bound.table.get(bound.match.decode(message.match), message.priority)

    def select(self, message: p4runtime_pb2.TableEntry, table_id: int) -> list[Entry]:
        """The entries of one table a read request selects by key, priority, action, metadata or cookie."""
        bound = self._bound(table_id)
        if message.is_default_action:
            self._check_default_key(bound, message)
            return [bound.table.default]
        if message.match:
            key = bound.match.decode(message.match)
            if bound.table.needs_priority and not message.priority:
                entries = [entry for entry in bound.table.entries() if entry.key == key]
            else:
                entries = [bound.table.get(key, message.priority)]
        else:
            entries = bound.table.entries()
        return [entry for entry in entries if self._selected(bound, entry, message)]

    def encode_key(self, table_id: int, entry: Entry, message: p4runtime_pb2.TableEntry) -> None:
        bound = self._tables[table_id]
        message.table_id = table_id
        if entry.is_default:
            message.is_default_action = True
            return
        bound.match.encode(entry.key, message.match)
        message.priority = entry.priority

    def encode_idle(self, table: Table, entry: Entry, message: p4runtime_pb2.TableEntry) -> None:
        bound = next(b for b in self._tables.values() if b.table is table)
        self.encode_key(bound.info.id, entry, message)
        message.idle_timeout_ns = entry.idle_timeout_ns
        message.metadata = entry.metadata
        message.controller_metadata = bound.cookies.get(entry.handle, 0)

    def _bound(self, table_id: int) -> _Binding:
        bound = self._tables.get(table_id)
        if bound is None:
            raise unknown_id(self._context.info, "table", table_id, self._context.info.tables)
        return bound

    def _insert(self, bound: _Binding, message: p4runtime_pb2.TableEntry) -> Undo:
        self._check_const_entries(bound)
        table = bound.table
        key = bound.match.decode(message.match)
        self._check_direct(bound, message, None)
        self._check_idle(bound, message)
        action, release = self._entry_action(bound, message)
        try:
            entry = table.insert(
                key,
                action,
                priority=message.priority,
                idle_timeout_ns=message.idle_timeout_ns,
                metadata=message.metadata,
                now_us=self._context.now_us(),
            )
        except Exception:
            release()
            raise
        handle = entry.handle
        if message.controller_metadata:
            bound.cookies[handle] = message.controller_metadata
        self.direct.apply(bound.info, table, entry, message, inserting=True)

        def undo() -> None:
            table.delete(entry.key, entry.priority)
            bound.cookies.pop(handle, None)
            release()

        return undo

    def _modify(self, bound: _Binding, message: p4runtime_pb2.TableEntry) -> Undo:
        table = bound.table
        key = bound.match.decode(message.match)
        entry = table.get(key, message.priority)
        self._check_direct(bound, message, entry.action)
        restore_direct = self.direct.saver(entry)
        if bound.info.const_entries or entry.const:
            if message.HasField("action"):
                raise P4RuntimeError(
                    PERMISSION_DENIED,
                    f"{bound.where}: its entries are const in the program; their action cannot be set",
                )
            self.direct.apply(bound.info, table, entry, message, inserting=False)
            return restore_direct
        self._check_idle(bound, message)
        old_action, old_timeout, old_metadata = entry.action, entry.idle_timeout_ns, entry.metadata
        old_cookie = bound.cookies.get(entry.handle, 0)
        assert old_action is not None
        action, release = (old_action, nothing_to_undo)
        if message.HasField("action"):
            action, release = self._entry_action(bound, message)

        def assign(to: ActionRef, timeout: int, metadata: bytes, cookie: int) -> None:
            table.modify(
                entry.key,
                to,
                priority=entry.priority,
                idle_timeout_ns=timeout,
                metadata=metadata,
                now_us=self._context.now_us(),
            )
            _set_cookie(bound.cookies, entry.handle, cookie)

        try:
            assign(action, message.idle_timeout_ns, message.metadata, message.controller_metadata)
        except Exception:
            release()
            raise
        restore_old = self._one_shots.retire(bound.info, old_action) if action is not old_action else nothing_to_undo
        self.direct.apply(bound.info, table, entry, message, inserting=False)

        def undo() -> None:
            restore_old()
            assign(old_action, old_timeout, old_metadata, old_cookie)
            release()
            restore_direct()

        return undo

    def _delete(self, bound: _Binding, message: p4runtime_pb2.TableEntry) -> Undo:
        self._check_const_entries(bound)
        table = bound.table
        entry = table.get(bound.match.decode(message.match), message.priority)
        table.remove(entry)
        cookie = bound.cookies.pop(entry.handle, 0)
        action = entry.action
        assert action is not None
        restore_action = self._one_shots.retire(bound.info, action)

        def undo() -> None:
            restore_action()
            again = table.insert(
                entry.key,
                action,
                priority=entry.priority,
                idle_timeout_ns=entry.idle_timeout_ns,
                metadata=entry.metadata,
                now_us=entry.last_hit_us,
            )
            again.packets, again.bytes, again.meter = entry.packets, entry.bytes, entry.meter
            _set_cookie(bound.cookies, again.handle, cookie)

        return undo

    def _write_default(self, bound: _Binding, kind: int, message: p4runtime_pb2.TableEntry) -> Undo:
        if kind != MODIFY:
            raise invalid(f"{bound.where}: the default entry always exists; accepted: MODIFY")
        self._check_default_key(bound, message)
        if message.idle_timeout_ns or message.HasField("time_since_last_hit"):
            raise invalid(f"{bound.where}: the default entry has no idle time-out; accepted: 0")
        table, entry = bound.table, bound.table.default
        if bound.info.const_default or bound.info.profile_id:
            why = "const in the program" if bound.info.const_default else "that of a table with an action profile"
            raise P4RuntimeError(
                PERMISSION_DENIED, f"{bound.where}: the default action is {why}; it cannot be modified"
            )
        self._check_direct(bound, message, None)
        old_action, old_metadata, old_cookie = entry.action, entry.metadata, bound.cookies.get(-1, 0)
        restore_direct = self.direct.saver(entry)
        if message.HasField("action"):
            action, _ = self._action(bound, message)
            table.set_default(action)
            entry.metadata = message.metadata
            _set_cookie(bound.cookies, -1, message.controller_metadata)
            self.direct.apply(bound.info, table, entry, message, inserting=False)
        else:
            table.reset_default()
            entry.metadata = _NO_BYTES
            bound.cookies.pop(-1, None)
            self.direct.reset(bound.info, table, entry)

        def undo() -> None:
            if old_action is None:
                table.reset_default()
            else:
                table.set_default(old_action)
            entry.metadata = old_metadata
            _set_cookie(bound.cookies, -1, old_cookie)
            restore_direct()

        return undo

    def _entry_action(self, bound: _Binding, message: p4runtime_pb2.TableEntry) -> tuple[ActionRef, Callable[[], None]]:
        """As `_action`, for an entry that is not the default one; equal actions are decoded once."""
        data = message.action.SerializeToString()
        known = bound.calls.get(data)
        if known is not None:
            return known, nothing_to_undo
        action, release = self._action(bound, message)
        if isinstance(action, ActionCall) and not bound.info.translated:
            if len(bound.calls) >= _CALLS_KEPT:
                bound.calls.clear()
            bound.calls[data] = action
        return action, release

    def _action(self, bound: _Binding, message: p4runtime_pb2.TableEntry) -> tuple[ActionRef, Callable[[], None]]:
        """The entry's action, and how to release the group that was created for it (a one-shot's)."""
        info = bound.info
        given = message.action
        kind = given.WhichOneof("type")
        if kind == "action":
            if info.profile_id:
                raise invalid(
                    f"{bound.where} has an action profile, got an action; accepted: {_profile_actions(self, info)}"
                )
            return self._call(bound, given.action, default=message.is_default_action), nothing_to_undo
        if kind is None:
            raise invalid(f"{bound.where}: the action is missing")
        if not info.profile_id:
            raise invalid(f"{bound.where} has no action profile, got {kind}; accepted: an action")
        profile = self._context.info.profiles[info.profile_id]
        if kind == "action_profile_action_set":
            return self._one_shots.create(bound.where, info, given.action_profile_action_set)
        if kind == "action_profile_group_id":
            if not profile.with_selector:
                raise invalid(f"{bound.where}: action profile {profile.name} has no groups; accepted: a member id")
            return GroupRef(given.action_profile_group_id), nothing_to_undo
        return MemberRef(given.action_profile_member_id), nothing_to_undo

    def _call(self, bound: _Binding, action: p4runtime_pb2.Action, *, default: bool) -> ActionCall:
        use = bound.info.actions.get(action.action_id)
        if use is None:
            names = ", ".join(f"{i:#x} ({u.action.name})" for i, u in bound.info.actions.items())
            raise invalid(
                f"{bound.where}: action id {action.action_id:#x} is not one of its actions; accepted: {names}"
            )
        if not (use.as_default if default else use.in_entries):
            place = "the default action" if default else "an entry"
            raise P4RuntimeError(
                PERMISSION_DENIED,
                f"{bound.where}: action {use.action.name} cannot be used in {place} (@tableonly, @defaultonly)",
            )
        return decode_action(use.action, action, bound.where)

    def _selected(self, bound: _Binding, entry: Entry, message: p4runtime_pb2.TableEntry) -> bool:
        if message.priority and entry.priority != message.priority:
            return False
        if message.metadata and entry.metadata != message.metadata:
            return False
        if message.controller_metadata and bound.cookies.get(entry.handle, 0) != message.controller_metadata:
            return False
        wanted = message.action.action.action_id
        if wanted:
            action = entry.action
            return isinstance(action, ActionCall) and bound.info.action_ids.get(action.name) == wanted
        return True

    def _encode(
        self,
        bound: _Binding,
        entry: Entry,
        message: p4runtime_pb2.TableEntry,
        request: p4runtime_pb2.TableEntry,
    ) -> None:
        self.encode_key(bound.info.id, entry, message)
        action = entry.action
        if isinstance(action, ActionCall):
            message.action.MergeFromString(self._encoded_call(bound, action))
        elif isinstance(action, MemberRef):
            message.action.action_profile_member_id = action.member_id
        elif isinstance(action, GroupRef):
            self._one_shots.encode_group(bound.info, action, message.action)
        if entry.metadata:
            message.metadata = entry.metadata
        if bound.cookies:
            message.controller_metadata = bound.cookies.get(entry.handle, 0)
        if entry.const:
            message.is_const = True
        if entry.idle_timeout_ns:
            message.idle_timeout_ns = entry.idle_timeout_ns
        if request.HasField("time_since_last_hit") and bound.info.idle_timeout and not entry.is_default:
            message.time_since_last_hit.elapsed_ns = max(0, self._context.now_us() - entry.last_hit_us) * 1000
        self.direct.encode(bound.info, entry, message, request)

    def _encoded_call(self, bound: _Binding, action: ActionCall) -> bytes:
        """The TableAction of a call. Entries that share an action share the object, which is kept so its id stays."""
        known = bound.encoded.get(id(action))
        if known is not None:
            return known[1]
        message = p4runtime_pb2.TableAction()
        encode_action(bound.info.actions[bound.info.action_ids[action.name]].action, action, message.action)
        data = message.SerializeToString()
        if len(bound.encoded) >= _CALLS_KEPT:
            bound.encoded.clear()
        bound.encoded[id(action)] = (action, data)
        return data

    def _check_direct(self, bound: _Binding, message: p4runtime_pb2.TableEntry, kept: ActionRef | None) -> None:
        """Check the direct resources given, with the action of the message, or the one that the entry keeps."""
        name = kept.name if isinstance(kept, ActionCall) else None
        if message.action.HasField("action"):
            use = bound.info.actions.get(message.action.action.action_id)
            name = None if use is None else use.action.name
        self.direct.check(bound.info, message, bound.table.spec, name)

    def _check_default_key(self, bound: _Binding, message: p4runtime_pb2.TableEntry) -> None:
        if message.match or message.priority:
            raise invalid(f"{bound.where}: the default entry has no match fields and no priority; leave both out")

    def _check_const_entries(self, bound: _Binding) -> None:
        if bound.info.const_entries:
            raise P4RuntimeError(PERMISSION_DENIED, f"{bound.where}: its entries are const in the program")

    def _check_idle(self, bound: _Binding, message: p4runtime_pb2.TableEntry) -> None:
        if message.HasField("time_since_last_hit"):
            raise invalid(f"{bound.where}: time_since_last_hit can only be read")
        timeout_ns = message.idle_timeout_ns
        if timeout_ns and not bound.info.idle_timeout:
            raise invalid(f"{bound.where}: idle_timeout_ns is not supported by this table; accepted: 0")
        if timeout_ns < 0:
            raise invalid(f"{bound.where}: idle_timeout_ns {timeout_ns} is negative; accepted: 0 or more")


def _asks_for_everything(message: p4runtime_pb2.TableEntry) -> bool:
    """Whether a Read is of all entries of a table, without what an entry does not say when it is written."""
    return all(field.name == "table_id" for field, _ in message.ListFields())


def _is_plain(info: TableInfo) -> bool:
    """Whether the entries of a table have nothing but match fields and actions, none of them with names for numbers."""
    return not info.profile_id and not info.translated and all(field.strings is None for field in info.fields)


def _wire(bound: _Binding, state: SwitchState) -> WireTable:
    program, uses = state.program, bound.info.actions
    numbers = {program.actions[number].name: number for number in bound.table.spec.actions}

    def decode(written: bytes) -> tuple[tuple[MatchField, ...], int, ActionCall]:
        message = p4runtime_pb2.TableEntry.FromString(written)
        given = message.action.action
        call = calls.get(message.action.SerializeToString())
        if call is None:
            call = decode_action(uses[given.action_id].action, given, where)
        return match.decode(message.match), message.priority, call

    match, where, calls = bound.match, bound.where, bound.calls
    return WireTable(
        bound.table,
        bound.info.id,
        tuple(WireField(field.id, field.kind, field.width) for field in bound.info.fields),
        tuple(
            WireAction(
                use.action.id,
                numbers[use.action.name],
                use.action.name,
                tuple(param.id for param in use.action.params),
                tuple(param.width for param in use.action.params),
            )
            for use in uses.values()
            if use.in_entries
        ),
        decode,
    )


def _profile_actions(entries: TableEntries, info: TableInfo) -> str:
    with_selector = entries._context.info.profiles[info.profile_id].with_selector
    return "a member id, a group id or an action set" if with_selector else "a member id"


def _set_cookie(cookies: dict[int, int], handle: int, cookie: int) -> None:
    if cookie:
        cookies[handle] = cookie
    else:
        cookies.pop(handle, None)


# --- Value sets ------------------------------------------------------------------------------------------------------


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


# --- Idle timeouts ---------------------------------------------------------------------------------------------------


SCAN_INTERVAL_US = 50_000


class IdleEntries:
    """Scans the tables that support idle time-outs. Every call under the switch's lock."""

    def __init__(self, state: SwitchState) -> None:
        self._state = state
        self._found_idle: dict[tuple[str, int], int] = {}
        """When an entry was last found idle, in microseconds, by (table name, entry handle)."""
        self._next_us = 0
        self._tables = [t for t in state.tables.values() if t.spec.support_timeout]

    def next_scan_us(self) -> int | None:
        """When `scan` has something to do next, or None."""
        return self._next_us if any(len(table) for table in self._tables) else None

    def scan(self, now_us: int) -> list[tuple[Table, Entry]]:
        """The entries that are idle now, and were not found so during their last time-out."""
        if now_us < self._next_us:
            return []
        self._next_us = now_us + SCAN_INTERVAL_US
        found = []
        for table, entry in self._state.expired_entries(now_us):
            key = (table.name, entry.handle)
            since = max(self._found_idle.get(key, 0), entry.last_hit_us)
            if (now_us - since) * 1000 >= entry.idle_timeout_ns:
                self._found_idle[key] = now_us
                found.append((table, entry))
        return found


class IdleNotifier:
    """Sends what `IdleEntries` finds. Every call under the switch's lock."""

    def __init__(
        self, context: Context, entries: TableEntries, send: Callable[[p4runtime_pb2.StreamMessageResponse], None]
    ) -> None:
        """`send` takes each notification to the primary clients."""
        self._idle = IdleEntries(context.state)
        self._entries = entries
        self._send = send

    def next_tick_us(self) -> int | None:
        return self._idle.next_scan_us()

    def tick(self, now_us: int) -> None:
        found = self._idle.scan(now_us)
        if not found:
            return
        response = p4runtime_pb2.StreamMessageResponse()
        notification = response.idle_timeout_notification
        for table, entry in found:
            self._entries.encode_idle(table, entry, notification.table_entry.add())
        notification.timestamp = time.time_ns()
        self._send(response)
