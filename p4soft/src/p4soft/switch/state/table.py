# SPDX-License-Identifier: Apache-2.0
"""Match-action tables as the control plane sees them: insert, modify, delete, read, default action, direct resources.

Priorities follow P4Runtime: they are positive where the table has ternary, optional or range fields, must be 0
elsewhere, and the highest wins. (BMv2 JSON's own const entries count the other way; they are converted so that the last
one listed gets 1.)

BMv2 JSON does not say whether a table's entries are const, and BMv2 takes them to be. P4Info says it: see
`Table.preinitialize`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence

from p4soft.switch.program.model import Action, ConstMatch, MeterArraySpec, TableSpec
from p4soft.switch.state.cells import CounterValue, Meter, MeterConfig, check_counter_value
from p4soft.switch.state.errors import EntryExists, EntryNotFound, ImmutableEntry, InvalidEntry, TableFull
from p4soft.switch.state.lookup import AnyIndex, Entry, make_index
from p4soft.switch.state.match import (
    ActionCall,
    ActionRef,
    Exact,
    GroupRef,
    KeyCheck,
    Lpm,
    MatchField,
    MemberRef,
    Range,
    Ternary,
    Valid,
    looked_at,
)
from p4soft.switch.state.profiles import ActionProfile, ActionSet


class Table:
    """One table. The data path uses `index` and `default`; everything else is for the control plane.

    Attributes:
        frozen: the entries that the program gives are const, and none can be added.
        needs_priority: entries carry a priority.
    """

    __slots__ = (
        "_actions",
        "_entries",
        "_free",
        "_generations",
        "_has_masks",
        "_initial_default",
        "_initial_meter",
        "_keys",
        "_meter_spec",
        "_new_entry",
        "_padded",
        "_profile",
        "_size",
        "default",
        "frozen",
        "index",
        "needs_priority",
        "spec",
    )

    def __init__(
        self,
        spec: TableSpec,
        actions: Mapping[int, Action],
        profile: ActionProfile | None = None,
        meter: MeterArraySpec | None = None,
        *,
        index: AnyIndex | None = None,
        new_entry: Callable[[int, Sequence[MatchField], int, ActionRef | None], Entry] = Entry,
    ) -> None:
        self.spec = spec
        self.index = index or make_index(spec)
        self._new_entry = new_entry
        self._profile = profile
        self._meter_spec = meter
        self._has_masks = any(part.mask is not None for part in spec.key)
        self._actions = ActionSet(f"table {spec.name}", spec.actions, actions)
        self._keys = KeyCheck(spec)
        self.needs_priority = spec.match in ("ternary", "range")
        self.frozen = spec.entries_const and bool(spec.entries)
        self._size = spec.max_size
        self._padded = any(k.match == "lpm" and k.width % 8 for k in spec.key)
        self._entries = self.index.by_handle()
        self._free: list[int] = []
        self._generations: dict[int, int] = {}
        self._initial_default: ActionCall | None = None
        self._initial_meter: MeterConfig | None = None
        if spec.default is not None:
            self._initial_default = ActionCall(actions[spec.default.action_id].name, spec.default.args)
        self.default = self._default_entry(self._initial_default, new_entry)
        self._load_initial([ActionCall(actions[e.action.action_id].name, e.action.args) for e in spec.entries])

    @property
    def name(self) -> str:
        return self.spec.name

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self) -> list[Entry]:
        """All entries (not the default one), in handle order."""
        found = (self._entries.get(handle) for handle in self._entries.handles())
        return [entry for entry in found if entry is not None]

    def get(self, key: Sequence[MatchField], priority: int = 0) -> Entry:
        """The entry with exactly this key and priority; raises InvalidEntry or EntryNotFound."""
        entry = self.index.find(self._checked(key, priority), priority)
        if entry is None:
            raise EntryNotFound(f"table {self.name}: no entry {self._describe(key, priority)}")
        return entry

    def by_handle(self, handle: int) -> Entry:
        """The entry with this handle; raises EntryNotFound."""
        entry = self._entries.get(handle)
        if entry is None:
            raise EntryNotFound(f"table {self.name}: no entry has handle {handle}")
        return entry

    def insert(
        self,
        key: Sequence[MatchField],
        action: ActionRef,
        *,
        priority: int = 0,
        idle_timeout_ns: int = 0,
        metadata: bytes = b"",
        now_us: int = 0,
    ) -> Entry:
        """Add an entry.

        Raises:
            InvalidEntry: key, priority, action or time-out do not fit the table.
            EntryExists: an entry with this key (and priority) is there.
            TableFull: the table's size is used up.
            ImmutableEntry: the table's entries are const.
            EntryNotFound: the member or group named does not exist.
        """
        self._check_mutable()
        return self._insert(key, priority, action, idle_timeout_ns=idle_timeout_ns, metadata=metadata, now_us=now_us)

    def modify(
        self,
        key: Sequence[MatchField],
        action: ActionRef,
        *,
        priority: int = 0,
        idle_timeout_ns: int | None = None,
        metadata: bytes | None = None,
        now_us: int = 0,
    ) -> Entry:
        """Change an entry's action (and time-out and metadata unless None); counters and meters keep their state.

        Raises:
            InvalidEntry, EntryNotFound, ImmutableEntry: as for insert.
        """
        self._check_mutable()
        entry = self.get(key, priority)
        self._check_not_const(entry)
        if idle_timeout_ns is not None:
            self._check_timeout(idle_timeout_ns)
        self._assign(entry, action)
        if idle_timeout_ns is not None:
            entry.idle_timeout_ns = idle_timeout_ns
        if metadata is not None:
            entry.metadata = metadata
        entry.last_hit_us = now_us
        return entry

    def set_timeout(self, entry: Entry, idle_timeout_ns: int, now_us: int) -> None:
        """Change an entry's idle time-out, which starts now; raises InvalidEntry where time-outs are not supported."""
        self._check_timeout(idle_timeout_ns)
        entry.idle_timeout_ns, entry.last_hit_us = idle_timeout_ns, now_us

    def delete(self, key: Sequence[MatchField], priority: int = 0) -> None:
        """Remove an entry; raises InvalidEntry, EntryNotFound or ImmutableEntry."""
        self._check_mutable()
        self.remove(self.get(key, priority))

    def remove(self, entry: Entry) -> None:
        """Remove an entry that is there; raises ImmutableEntry."""
        self._check_mutable()
        self._check_not_const(entry)
        self._remove(entry)

    def _remove(self, entry: Entry) -> None:
        self._release(entry)
        self._entries.drop(entry.handle)
        self._generations[entry.handle] = (entry.generation + 1) % 256
        heapq.heappush(self._free, entry.handle)
        self.index.remove(entry)
        entry.retire()

    def preinitialize(self, size: int) -> None:
        """The entries that the program gives are there from the start and not const, but for those that it marks so.

        For a frozen table just loaded, of which P4Info says it (P4Runtime §9.1.7).

        Args:
            size: how many entries the table takes, if that is more than the JSON says.
        """
        given = self.entries()
        for entry in given:
            self._remove(entry)
        self._generations.clear()
        self._free.clear()
        self._size = max(self._size, size)
        self.frozen = False
        self._load_initial([entry.action for entry in given])

    def clear(self) -> None:
        """Remove every entry that is not const; the default entry stays, and handles start at 0 again."""
        for entry in self.entries():
            if not entry.const:
                self.remove(entry)
        self._generations.clear()

    def reset(self) -> None:
        """Remove every entry that is not const, and return to the default action that the program declares."""
        if not self.frozen:
            self.clear()
        self._initial_meter = None
        if not self.spec.default_entry_const:
            self.reset_default()

    def set_default(self, action: ActionRef) -> Entry:
        """Set the default action; raises InvalidEntry, EntryNotFound, or ImmutableEntry for a const default."""
        if self.spec.default_entry_const:
            raise ImmutableEntry(f"table {self.name}: its default action is const in the program")
        fixed = self._initial_default if self.spec.default_action_const else None
        if fixed is not None and isinstance(action, ActionCall) and action.name != fixed.name:
            raise ImmutableEntry(f"table {self.name}: its default action must stay {fixed.name}")
        self._assign(self.default, action)
        return self.default

    def reset_default(self) -> Entry:
        """Return to the default action the program declares; raises ImmutableEntry for a const default."""
        if self.spec.default_entry_const:
            raise ImmutableEntry(f"table {self.name}: its default action is const in the program")
        self._release(self.default)
        self.default.member = self.default.group = None
        fresh = self._default_entry(self._initial_default, Entry)
        self.default.action, self.default.action_id, self.default.args = fresh.action, fresh.action_id, fresh.args
        return self.default

    def write_counter(self, entry: Entry, value: CounterValue) -> None:
        """Set an entry's direct counter; raises InvalidEntry when the table has none or the value is too wide."""
        if not self.spec.with_counters:
            raise InvalidEntry(f"table {self.name} has no direct counter")
        check_counter_value(f"table {self.name}: direct counter", value)
        entry.packets, entry.bytes = value.packets, value.bytes

    def write_meter(self, entry: Entry, config: MeterConfig | None, now_us: int = 0) -> None:
        """Configure (None: reset) an entry's direct meter; raises InvalidEntry when the table has none."""
        if self._meter_spec is None:
            raise InvalidEntry(f"table {self.name} has no direct meter")
        if entry.meter is None:
            entry.meter = Meter()
        entry.meter.configure(config, now_us, f"table {self.name}: direct meter")

    def write_meters(self, config: MeterConfig, now_us: int = 0) -> None:
        """Configure the direct meter of every entry, and of those to come; raises InvalidEntry as `write_meter`."""
        for entry in self.entries():
            self.write_meter(entry, config, now_us)
        self._initial_meter = config

    def expired(self, now_us: int) -> list[Entry]:
        """Entries whose idle time-out has passed without a hit."""
        if not self.spec.support_timeout:
            return []
        timed = (entry for entry in self._entries.known() if entry.idle_timeout_ns)
        return [entry for entry in timed if (now_us - entry.last_hit_us) * 1000 >= entry.idle_timeout_ns]

    # Many entries at once, which `SwitchState.storage` puts into the lookup structure.

    @property
    def takes_many(self) -> bool:
        """Whether entries need nothing but what each one says."""
        return self._initial_meter is None and not self.frozen

    def next_handles(self, count: int) -> list[int]:
        """The handles of the next entries: of `count`, or as many as the table takes."""
        count = max(0, min(count, self._size - len(self._entries)))
        self._free.sort()
        fresh = len(self._entries) + len(self._free)
        return [*self._free[:count], *range(fresh, fresh + count - len(self._free))]

    def put_written(self, handles: Sequence[int], written: Sequence[bytes]) -> None:
        """Add entries that the lookup structure has; the first of `next_handles`, and what each was written as."""
        self._free = self._free[len(handles) :]
        self._entries.put_written(handles, written)

    def read_written_with(self, read: Callable[[int, bytes], Entry]) -> None:
        """What makes an entry of its handle and what it was written as."""
        generations = self._generations

        def made(handle: int, written: bytes) -> Entry:
            entry = read(handle, written)
            entry.generation = generations.get(handle, 0)
            return entry

        self._entries.read = made

    def answers(self) -> Iterator[bytes | Entry]:
        """All entries in handle order: what each was written as, or the entry if anybody has asked for it."""
        for handle in self._entries.handles():
            found = self._entries.written(handle) or self._entries.get(handle)
            assert found is not None
            yield found

    def take_back(self, handles: Sequence[int]) -> None:
        """Remove entries, each given by its handle."""
        for handle in handles:
            self._remove(self.by_handle(handle))

    def _insert(
        self,
        key: Sequence[MatchField],
        priority: int,
        action: ActionRef,
        *,
        idle_timeout_ns: int = 0,
        metadata: bytes = b"",
        now_us: int = 0,
    ) -> Entry:
        kept = self._checked(key, priority)
        if self.index.find(kept, priority) is not None:
            raise EntryExists(f"table {self.name}: entry {self._describe(key, priority)} already exists")
        if self._padded:
            self._check_same_bits(kept, priority)
        if len(self._entries) >= self._size:
            raise TableFull(f"table {self.name} is full ({self._size} entries)")
        self._check_timeout(idle_timeout_ns)
        handle = self._free[0] if self._free else len(self._entries)
        entry = self._new_entry(handle, kept, priority, None)
        if self._generations:
            entry.generation = self._generations.get(handle, 0)
        self._assign(entry, action)
        entry.idle_timeout_ns, entry.metadata, entry.last_hit_us = idle_timeout_ns, metadata, now_us
        if self._initial_meter is not None:
            self.write_meter(entry, self._initial_meter, now_us)
        self.index.add(entry)
        if self._free:
            heapq.heappop(self._free)
        self._entries.put(entry)
        return entry

    def _check_same_bits(self, key: tuple[MatchField, ...], priority: int) -> None:
        """A prefix counts padding bits (see ignored_bits), so two that differ may look at the same bits."""
        rival = self.index.same_bits(key)
        if rival is not None:
            raise EntryExists(
                f"table {self.name}: entry {self._describe(key, priority)} looks at the same bits as entry "
                f"{self._describe(rival.key, rival.priority)}, which exists; a prefix counts from the first bit of "
                "the field's first byte"
            )

    def _load_initial(self, calls: Sequence[ActionRef | None]) -> None:
        """Add the entries that the program gives, with these calls."""
        last = max((e.priority for e in self.spec.entries), default=0)
        for given, call in zip(self.spec.entries, calls, strict=True):
            assert call is not None
            priority = last - given.priority + 1 if self.needs_priority else 0
            if self.needs_priority and not self.frozen and given.p4runtime_priority is not None:
                priority = given.p4runtime_priority
            key = [_from_program(m) for m in given.key]
            entry = self._insert(key, priority, call)
            entry.const = self.frozen or given.const
            entry.source = given.source

    def _default_entry(
        self,
        action: ActionCall | None,
        new_entry: Callable[[int, Sequence[MatchField], int, ActionRef | None], Entry],
    ) -> Entry:
        entry = new_entry(-1, (), 0, action)
        if action is not None and self.spec.default is not None:
            entry.action_id, entry.args = self.spec.default.action_id, action.args
        return entry

    def _assign(self, entry: Entry, action: ActionRef) -> None:
        """Point `entry` at `action`, keeping the profile's use counts; raises before anything has changed."""
        profile = self._profile
        if isinstance(action, ActionCall):
            if profile is not None:
                raise InvalidEntry(f"table {self.name} takes members of action profile {profile.name}, got {action}")
            action_id = self._actions.resolve(action)
            entry.action, entry.action_id, entry.args = action, action_id, action.args
            return
        if profile is None:
            raise InvalidEntry(f"table {self.name} has no action profile, got {action}; accepted: an action")
        member = profile.member(action.member_id) if isinstance(action, MemberRef) else None
        group = None
        if isinstance(action, GroupRef):
            if not profile.has_selector:
                raise InvalidEntry(f"table {self.name}: action profile {profile.name} has no groups, got {action}")
            group = profile.group(action.group_id)
        self._release(entry)
        entry.action, entry.member, entry.group = action, member, group
        for used in (member, group):
            if used is not None:
                used.users += 1

    def _release(self, entry: Entry) -> None:
        for used in (entry.member, entry.group):
            if used is not None:
                used.users -= 1

    def _check_mutable(self) -> None:
        if self.frozen:
            raise ImmutableEntry(f"table {self.name}: its entries are const in the program")

    def _check_not_const(self, entry: Entry) -> None:
        if entry.const:
            shown = self._describe(entry.key, entry.priority)
            raise ImmutableEntry(f"table {self.name}: entry {shown} is const in the program")

    def _check_timeout(self, idle_timeout_ns: int) -> None:
        if idle_timeout_ns < 0 or (idle_timeout_ns and not self.spec.support_timeout):
            raise InvalidEntry(
                f"table {self.name}: idle time-out {idle_timeout_ns} ns; accepted: 0 (not supported here)"
            )

    def _checked(self, key: Sequence[MatchField], priority: int) -> tuple[MatchField, ...]:
        """The key as it is kept; raises InvalidEntry unless key and priority fit the table."""
        self._keys.check(key)
        if self.needs_priority:
            if priority <= 0:
                raise InvalidEntry(f"table {self.name}: priority {priority}; accepted: 1 or more (highest wins)")
        elif priority != 0:
            raise InvalidEntry(f"table {self.name}: priority {priority}; accepted: 0 (a {self.spec.match} table)")
        if self._has_masks:
            return tuple(looked_at(part, match) for part, match in zip(self.spec.key, key, strict=True))
        return tuple(key)

    def _describe(self, key: Sequence[MatchField], priority: int) -> str:
        return Entry(0, key, priority, None).describe([k.name for k in self.spec.key]) or "()"


def _from_program(match: ConstMatch) -> MatchField:
    """A match component given in the program, as the control plane would write it."""
    if match.match == "exact":
        return Exact(match.value)
    if match.match == "lpm":
        return Lpm(match.value, match.prefix_len)
    if match.match == "ternary":
        return Ternary(match.value & match.mask, match.mask)
    if match.match == "range":
        return Range(match.value, match.high)
    return Valid(bool(match.value))
