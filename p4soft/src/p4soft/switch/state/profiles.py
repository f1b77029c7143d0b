# SPDX-License-Identifier: Apache-2.0
"""Action profiles and action selectors: members, and weighted groups of members."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from p4soft.switch.program.model import Action
from p4soft.switch.state.errors import EntryExists, EntryNotFound, InvalidEntry, ObjectInUse, StateError, TableFull
from p4soft.switch.state.match import ActionCall

# --- Ports with a link, which members with a watch port depend on ----------------------------------------------------


class PortStates:
    """Up or down, per port. A port without a known state is `others_up`.

    Attributes:
        others_up: the state of ports never set: True without real ports (emulated fabrics), False once a switch has
            real ports, so that a port that does not exist is down (as in BMv2).
    """

    __slots__ = ("_up", "others_up")

    def __init__(self) -> None:
        self.others_up = True
        self._up: dict[int, bool] = {}

    def is_up(self, port: int) -> bool:
        return self._up.get(port, self.others_up)

    def set(self, port: int, up: bool) -> None:
        self._up[port] = up

    def forget(self, port: int) -> None:
        """Treat `port` as one never set."""
        self._up.pop(port, None)


# --- Action calls, resolved by name against what a table or a profile allows -----------------------------------------


_NONE: tuple[None, list[int]] = (None, [])


class ActionSet:
    __slots__ = ("_by_name", "_limits", "_where")

    def __init__(self, where: str, ids: Iterable[int], actions: Mapping[int, Action]) -> None:
        self._where = where
        self._by_name = {actions[i].name: actions[i] for i in ids}
        self._limits = {
            name: (action.id, [1 << param.width for param in action.params]) for name, action in self._by_name.items()
        }

    def resolve(self, call: ActionCall) -> int:
        """The id of the action called; raises InvalidEntry for an unknown name, wrong argument count or width."""
        action_id, limits = self._limits.get(call.name, _NONE)
        args = call.args
        if len(args) == len(limits):
            for value, limit in zip(args, limits, strict=True):
                if not 0 <= value < limit:
                    break
            else:
                if action_id is not None:
                    return action_id
        action = self._by_name.get(call.name)
        if action is None:
            raise InvalidEntry(
                f"{self._where}: action {call.name!r} cannot be used here; "
                f"accepted: {', '.join(self._by_name) or 'none'}"
            )
        if len(call.args) != len(action.params):
            wanted = ", ".join(f"bit<{p.width}> {p.name}" for p in action.params)
            raise InvalidEntry(
                f"{self._where}: action {call.name} takes {len(action.params)} arguments ({wanted}), "
                f"got {len(call.args)}"
            )
        for param, value in zip(action.params, call.args, strict=True):
            if not 0 <= value < 1 << param.width:
                raise InvalidEntry(
                    f"{self._where}: action {call.name}: argument {param.name}: {value:#x} does not fit "
                    f"{param.width} bits; accepted: 0..{(1 << param.width) - 1:#x}"
                )
        return action.id


# --- Profiles --------------------------------------------------------------------------------------------------------


class Member:
    """An action call with an id. The data path reads `action_id` and `args`."""

    __slots__ = ("action", "action_id", "args", "member_id", "users")

    def __init__(self, member_id: int, action: ActionCall, action_id: int) -> None:
        self.member_id = member_id
        self.action = action
        self.action_id = action_id
        self.args = action.args
        self.users = 0  # entries and groups pointing here

    def changed(self) -> None:
        """Called after `action_id` or `args` changed."""

    def retire(self) -> None:
        """Called when nothing points here any more, and nothing will."""


class GroupMember(Struct, frozen=True):
    """A member's place in a group: picked `weight` times as often as one of weight 1.

    Attributes:
        watch_port: the member is picked only while this port is up; None: always.
        watch_note: kept for the control plane: how it wrote the watch port.
    """

    member_id: int
    weight: int = 1
    watch_port: int | None = None
    watch_note: str = ""


class Group:
    """A group of members. The data path picks `picks[hash % len(picks)]`; an empty one is a hit without an action."""

    __slots__ = ("group_id", "max_size", "members", "picks", "users")

    def __init__(self, group_id: int, max_size: int) -> None:
        self.group_id = group_id
        self.max_size = max_size
        self.members: tuple[GroupMember, ...] = ()
        self.picks: list[Member] = []
        self.users = 0

    def changed(self) -> None:
        """Called after `picks` changed."""

    def retire(self) -> None:
        """Called when nothing points here any more, and nothing will."""


class ActionProfile:
    """An action profile; one with a selector has groups as well.

    Raises (all methods): EntryExists, EntryNotFound, InvalidEntry, TableFull, ObjectInUse as their names say.
    """

    __slots__ = (
        "_new_group",
        "_new_member",
        "_ports",
        "actions",
        "groups",
        "has_selector",
        "max_size",
        "members",
        "name",
    )

    def __init__(
        self,
        name: str,
        max_size: int,
        has_selector: bool,
        actions: ActionSet,
        ports: PortStates | None = None,
        *,
        new_member: Callable[[int, ActionCall, int], Member] = Member,
        new_group: Callable[[int, int], Group] = Group,
    ) -> None:
        """`ports` says which members with a watch port are active; without it, all are."""
        self.name = name
        self.max_size = max_size
        self.has_selector = has_selector
        self.actions = actions
        self.members: dict[int, Member] = {}
        self.groups: dict[int, Group] = {}
        self._ports = ports or PortStates()
        self._new_member = new_member
        self._new_group = new_group

    def ports_changed(self) -> None:
        """Choose the active members of every group again, after a port went up or down."""
        for group in self.groups.values():
            self._choose(group)

    def insert_member(self, member_id: int, action: ActionCall) -> Member:
        """Add a member; the profile's size counts members."""
        if member_id in self.members:
            raise EntryExists(f"action profile {self.name}: member {member_id} already exists")
        if len(self.members) >= self.max_size:
            raise TableFull(f"action profile {self.name} is full ({self.max_size} members)")
        member = self._new_member(member_id, action, self.actions.resolve(action))
        self.members[member_id] = member
        return member

    def modify_member(self, member_id: int, action: ActionCall) -> Member:
        """Change what a member does; entries and groups that use it follow at once."""
        member = self.member(member_id)
        member.action_id = self.actions.resolve(action)
        member.action, member.args = action, action.args
        member.changed()
        return member

    def delete_member(self, member_id: int) -> None:
        """Remove a member nothing points at."""
        member = self.member(member_id)
        if member.users:
            raise ObjectInUse(
                f"action profile {self.name}: member {member_id} is used by {member.users} entries or groups"
            )
        del self.members[member_id]
        member.retire()

    def member(self, member_id: int) -> Member:
        if member_id not in self.members:
            raise EntryNotFound(f"action profile {self.name}: member {member_id} does not exist")
        return self.members[member_id]

    def insert_group(self, group_id: int, members: Sequence[GroupMember] = (), max_size: int = 0) -> Group:
        """Add a group; `max_size` bounds the sum of weights (0: the profile's size)."""
        if not self.has_selector:
            raise InvalidEntry(f"action profile {self.name} has no selector, so it has no groups")
        if group_id in self.groups:
            raise EntryExists(f"action profile {self.name}: group {group_id} already exists")
        group = self._new_group(group_id, max_size)
        try:
            self._fill(group, members)
        except StateError:
            group.retire()
            raise
        self.groups[group_id] = group
        return group

    def modify_group(self, group_id: int, members: Sequence[GroupMember]) -> Group:
        group = self.group(group_id)
        self._fill(group, members)
        return group

    def delete_group(self, group_id: int) -> None:
        """Remove a group no entry points at."""
        group = self.group(group_id)
        if group.users:
            raise ObjectInUse(f"action profile {self.name}: group {group_id} is used by {group.users} entries")
        self._fill(group, ())
        del self.groups[group_id]
        group.retire()

    def group(self, group_id: int) -> Group:
        if group_id not in self.groups:
            raise EntryNotFound(f"action profile {self.name}: group {group_id} does not exist")
        return self.groups[group_id]

    def reset(self) -> None:
        """Forget every group and member. Only for a caller that has cleared the tables using them."""
        for group in self.groups.values():
            group.retire()
        for member in self.members.values():
            member.retire()
        self.groups.clear()
        self.members.clear()

    def _fill(self, group: Group, members: Sequence[GroupMember]) -> None:
        where = f"action profile {self.name}: group {group.group_id}"
        resolved: list[tuple[GroupMember, Member]] = []
        seen: set[int] = set()
        for item in members:
            if item.weight < 1:
                raise InvalidEntry(f"{where}: member {item.member_id} has weight {item.weight}; accepted: 1 or more")
            if item.member_id in seen:
                raise InvalidEntry(f"{where}: member {item.member_id} is listed twice")
            seen.add(item.member_id)
            resolved.append((item, self.member(item.member_id)))
        total, limit = sum(item.weight for item in members), group.max_size or self.max_size
        if total > limit:
            raise TableFull(f"{where}: weights add up to {total}, more than its size {limit}")
        for item in group.members:
            self.members[item.member_id].users -= 1
        for _, member in resolved:
            member.users += 1
        group.members = tuple(members)
        self._choose(group)

    def _choose(self, group: Group) -> None:
        """Fill `picks` with the members whose watch port is up, each as often as its weight says.

        BMv2 picks the n-th member in ascending order of member handle.
        """
        active = [m for m in group.members if m.watch_port is None or self._ports.is_up(m.watch_port)]
        active.sort(key=lambda item: item.member_id)
        group.picks = [self.members[item.member_id] for item in active for _ in range(item.weight)]
        group.changed()
