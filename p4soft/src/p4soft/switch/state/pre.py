# SPDX-License-Identifier: Apache-2.0
"""The packet replication engine: multicast groups and clone sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p4soft.switch.state.errors import EntryExists, EntryNotFound, InvalidEntry

MAX_GROUP = 0xFFFF
MAX_SESSION = 0x7FFF  # simple_switch keeps one bit of its 16 as "clone requested"


@dataclass(frozen=True, slots=True)
class Replica:
    """One copy: out of `port`, with `standard_metadata.egress_rid` = `instance` (16 bits)."""

    port: int
    instance: int = 0


@dataclass(frozen=True, slots=True)
class MulticastGroup:
    """A multicast group; `standard_metadata.mcast_grp` = `group_id` (1..65535) sends one copy per replica, in order."""

    group_id: int
    replicas: tuple[Replica, ...]
    metadata: bytes = b""


@dataclass(frozen=True, slots=True)
class CloneSession:
    """A clone (mirror) session, as P4Runtime defines it.

    Attributes:
        session_id: 0..32767, the first argument of clone() in P4.
        replicas: the copies to make.
        class_of_service: written to standard_metadata.priority of the copies.
        packet_length_bytes: copies are cut to this length on transmission; 0 = not cut.
        group_id: a multicast group that gets copies as well, whatever it holds by then; None: no group.
    """

    session_id: int
    replicas: tuple[Replica, ...]
    class_of_service: int = 0
    packet_length_bytes: int = 0
    group_id: int | None = None


class PacketReplicationEngine:
    """Multicast groups and clone sessions of one switch; the data path reads `groups` and `sessions`."""

    __slots__ = ("groups", "sessions")

    def __init__(self) -> None:
        self.groups: dict[int, MulticastGroup] = {}
        self.sessions: dict[int, CloneSession] = {}

    def insert_group(self, group: MulticastGroup) -> None:
        """Add a group; raises InvalidEntry or EntryExists."""
        _check_id("multicast group", group.group_id, 1, MAX_GROUP)
        _check_replicas(f"multicast group {group.group_id}", group.replicas)
        if group.group_id in self.groups:
            raise EntryExists(f"multicast group {group.group_id} already exists")
        self.groups[group.group_id] = group

    def modify_group(self, group: MulticastGroup) -> None:
        """Replace a group; raises InvalidEntry or EntryNotFound."""
        _check_replicas(f"multicast group {group.group_id}", group.replicas)
        self.group(group.group_id)
        self.groups[group.group_id] = group

    def delete_group(self, group_id: int) -> None:
        """Remove a group; raises EntryNotFound."""
        self.group(group_id)
        del self.groups[group_id]

    def group(self, group_id: int) -> MulticastGroup:
        """The group; raises EntryNotFound."""
        if group_id not in self.groups:
            raise EntryNotFound(f"multicast group {group_id} does not exist")
        return self.groups[group_id]

    def copies(self, session: CloneSession) -> tuple[Replica, ...]:
        """The copies that a clone session makes now."""
        group = None if session.group_id is None else self.groups.get(session.group_id)
        return session.replicas if group is None else group.replicas + session.replicas

    def insert_session(self, session: CloneSession) -> None:
        """Add a clone session; raises InvalidEntry or EntryExists."""
        _check_session(session)
        if session.session_id in self.sessions:
            raise EntryExists(f"clone session {session.session_id} already exists")
        self.sessions[session.session_id] = session

    def modify_session(self, session: CloneSession) -> None:
        """Replace a clone session; raises InvalidEntry or EntryNotFound."""
        _check_session(session)
        self.session(session.session_id)
        self.sessions[session.session_id] = session

    def delete_session(self, session_id: int) -> None:
        """Remove a clone session; raises EntryNotFound."""
        self.session(session_id)
        del self.sessions[session_id]

    def session(self, session_id: int) -> CloneSession:
        """The clone session; raises EntryNotFound."""
        if session_id not in self.sessions:
            raise EntryNotFound(f"clone session {session_id} does not exist")
        return self.sessions[session_id]

    def reset(self) -> None:
        """Forget every group and session."""
        self.groups.clear()
        self.sessions.clear()


def _check_id(what: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise InvalidEntry(f"{what} id {number} is out of range; accepted: {low}..{high}")


def _check_replicas(what: str, replicas: Sequence[Replica]) -> None:
    seen = set()
    for replica in replicas:
        if replica.port < 0 or not 0 <= replica.instance <= 0xFFFF:
            raise InvalidEntry(f"{what}: {replica} is out of range; accepted: port >= 0, instance 0..65535")
        if replica in seen:
            raise InvalidEntry(f"{what}: {replica} is listed twice; each (port, instance) may appear once")
        seen.add(replica)


def _check_session(session: CloneSession) -> None:
    _check_id("clone session", session.session_id, 0, MAX_SESSION)
    what = f"clone session {session.session_id}"
    _check_replicas(what, session.replicas)
    if session.class_of_service < 0 or session.packet_length_bytes < 0:
        raise InvalidEntry(f"{what}: class_of_service and packet_length_bytes must be 0 or more")
