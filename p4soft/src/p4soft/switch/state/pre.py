# SPDX-License-Identifier: Apache-2.0
"""The packet replication engine: multicast groups, their nodes as BMv2 has them, and clone sessions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from msgspec import Struct

from p4soft.switch.state.errors import EntryExists, EntryNotFound, InvalidEntry, ObjectInUse

MAX_GROUP = 0xFFFF
MAX_SESSION = 0x7FFF  # simple_switch keeps one bit of its 16 as "clone requested"


class Replica(Struct, frozen=True):
    """One copy: out of `port`, with `standard_metadata.egress_rid` = `instance` (16 bits)."""

    port: int
    instance: int = 0


class MulticastGroup(Struct, frozen=True):
    """A multicast group; `standard_metadata.mcast_grp` = `group_id` (1..65535) sends one copy per replica, in order."""

    group_id: int
    replicas: tuple[Replica, ...]
    metadata: bytes = b""


class CloneSession(Struct, frozen=True):
    """A clone (mirror) session, as P4Runtime defines it.

    Attributes:
        session_id: 0..32767, the first argument of clone() in P4.
        replicas: the copies to make.
        class_of_service: written to standard_metadata.priority of the copies.
        packet_length_bytes: copies are cut to this length on transmission; 0 = not cut.
        group_id: a multicast group that gets copies as well, with the replicas it then has; None: no group.
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


# --- Nodes: each a replication id with its ports and LAGs ------------------------------------------------------------


_LAG_HASH = 0xFF  # BMv2 hashes every packet to this, so one member of a LAG gets all copies


@dataclass(slots=True)
class Node:
    """One node: a copy for each of its ports, and one for each of its LAGs, all with `egress_rid` = `rid`."""

    handle: int
    rid: int
    ports: tuple[int, ...]
    lags: tuple[int, ...] = ()
    group_id: int | None = None


class MulticastNodes:
    """The nodes of all groups, and the ports of LAGs.

    `PacketReplicationEngine.groups` is what the data path and P4Runtime know; the nodes are another view of it. A
    change here rewrites the group. A group that somebody else has written since is cut into nodes, one for each
    replication id.

    Raises (all methods): InvalidEntry, EntryNotFound, ObjectInUse as their names say.
    """

    def __init__(self, pre: PacketReplicationEngine) -> None:
        self._pre = pre
        self._nodes: dict[int, Node] = {}
        self._members: dict[int, list[Node]] = {}
        self._written: dict[int, MulticastGroup] = {}
        """Each group as it was when its nodes last agreed with it."""
        self.lags: dict[int, tuple[int, ...]] = {}

    def groups(self) -> dict[int, list[Node]]:
        for group_id in self._members.keys() - self._pre.groups.keys():
            self._forget(group_id)
        for group_id, group in self._pre.groups.items():
            if self._written.get(group_id) is not group:
                self._adopt(group)
        return {group_id: self._members[group_id] for group_id in sorted(self._members)}

    def nodes(self) -> list[Node]:
        """Every node, associated with a group or not, in the order of handles."""
        self.groups()
        return [self._nodes[handle] for handle in sorted(self._nodes)]

    def create_group(self, group_id: int) -> None:
        """Add an empty group; one that exists stays as it is."""
        if not 0 <= group_id <= MAX_GROUP:
            raise InvalidEntry(f"multicast group id {group_id} is out of range; accepted: 0..{MAX_GROUP}")
        if group_id not in self.groups():
            self._members[group_id] = []
            self._write(group_id)

    def destroy_group(self, group_id: int) -> None:
        """Remove a group, if it exists; its nodes stay, without a group."""
        for node in self.groups().get(group_id, ()):
            node.group_id = None
        self._members.pop(group_id, None)
        self._written.pop(group_id, None)
        self._pre.groups.pop(group_id, None)

    def create_node(self, rid: int, ports: Collection[int], lags: Collection[int] = ()) -> Node:
        """Add a node that no group uses yet."""
        if not 0 <= rid <= 0xFFFF:
            raise InvalidEntry(f"multicast node: rid {rid} is out of range; accepted: 0..65535")
        self.groups()
        return self._new(rid, ports, lags)

    def update_node(self, handle: int, ports: Collection[int], lags: Collection[int] = ()) -> None:
        node = self.node(handle)
        node.ports, node.lags = tuple(sorted(ports)), tuple(sorted(lags))
        if node.group_id is not None:
            self._write(node.group_id)

    def destroy_node(self, handle: int) -> None:
        """Remove a node, from its group as well."""
        node = self.node(handle)
        del self._nodes[handle]
        if node.group_id is not None:
            self._members[node.group_id].remove(node)
            self._write(node.group_id)

    def associate(self, group_id: int, handle: int) -> None:
        node = self.node(handle)
        members = self._group(group_id)
        if node.group_id is not None:
            raise ObjectInUse(f"multicast node {handle} belongs to group {node.group_id} already")
        members.append(node)
        node.group_id = group_id
        self._write(group_id)

    def dissociate(self, group_id: int, handle: int) -> None:
        node = self.node(handle)
        members = self._group(group_id)
        if node.group_id != group_id:
            raise ObjectInUse(f"multicast node {handle} does not belong to group {group_id}")
        members.remove(node)
        node.group_id = None
        self._write(group_id)

    def set_lag(self, index: int, ports: Collection[int]) -> None:
        self.lags[index] = tuple(sorted(ports))
        for group_id, members in self.groups().items():
            if any(index in node.lags for node in members):
                self._write(group_id)

    def node(self, handle: int) -> Node:
        self.groups()
        if handle not in self._nodes:
            raise EntryNotFound(f"multicast node {handle} does not exist")
        return self._nodes[handle]

    def reset(self) -> None:
        """Forget every node and LAG. The groups are the replication engine's."""
        for known in (self._nodes, self._members, self._written, self.lags):
            known.clear()

    def _group(self, group_id: int) -> list[Node]:
        members = self.groups().get(group_id)
        if members is None:
            raise EntryNotFound(f"multicast group {group_id} does not exist")
        return members

    def _new(self, rid: int, ports: Collection[int], lags: Collection[int]) -> Node:
        handle = next(number for number in range(len(self._nodes) + 1) if number not in self._nodes)
        node = self._nodes[handle] = Node(handle, rid, tuple(sorted(ports)), tuple(sorted(lags)))
        return node

    def _write(self, group_id: int) -> None:
        replicas = tuple(Replica(port, node.rid) for node in self._members[group_id] for port in self._outputs(node))
        old = self._pre.groups.get(group_id)
        group = MulticastGroup(group_id, replicas, old.metadata if old is not None else b"")
        self._pre.groups[group_id] = self._written[group_id] = group

    def _outputs(self, node: Node) -> list[int]:
        chosen = [self.lags[lag][_LAG_HASH % len(self.lags[lag])] for lag in node.lags if self.lags.get(lag)]
        return [*node.ports, *chosen]

    def _adopt(self, group: MulticastGroup) -> None:
        self._forget(group.group_id)
        ports: dict[int, list[int]] = {}
        for replica in group.replicas:
            ports.setdefault(replica.instance, []).append(replica.port)
        members = [self._new(rid, outputs, ()) for rid, outputs in ports.items()]
        for node in members:
            node.group_id = group.group_id
        self._members[group.group_id] = members
        self._written[group.group_id] = group

    def _forget(self, group_id: int) -> None:
        for node in self._members.pop(group_id, ()):
            del self._nodes[node.handle]
        self._written.pop(group_id, None)
