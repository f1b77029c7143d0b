# SPDX-License-Identifier: Apache-2.0
"""PacketReplicationEngineEntry: multicast groups and clone sessions."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import override

from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import bytestring as encode
from p4soft.switch.p4runtime.handler import DELETE, INSERT, Context, EntityHandler, Undo
from p4soft.switch.p4runtime.p4info import decode
from p4soft.switch.p4runtime.status import UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

_PORT_BITS = 32

_Replicated = p4runtime_pb2.MulticastGroupEntry | p4runtime_pb2.CloneSessionEntry


class Replication(EntityHandler[p4runtime_pb2.PacketReplicationEngineEntry]):
    """PacketReplicationEngineEntry. Session id 0 and group id 0 are reserved by P4Runtime as read wildcards."""

    def __init__(self, context: Context) -> None:
        self._pre = context.state.pre
        self._ports_as_bytes: dict[tuple[str, int], tuple[bool, ...]] = {}

    @override
    def write(self, kind: int, message: p4runtime_pb2.PacketReplicationEngineEntry) -> Undo:
        which = message.WhichOneof("type")
        if which == "multicast_group_entry":
            return self._write_group(kind, message.multicast_group_entry)
        if which == "clone_session_entry":
            return self._write_session(kind, message.clone_session_entry)
        raise invalid("packet replication engine entry without a type; accepted: a multicast group or a clone session")

    @override
    def read(self, message: p4runtime_pb2.PacketReplicationEngineEntry) -> Iterator[p4runtime_pb2.Entity]:
        """An unset type selects every group and session."""
        which = message.WhichOneof("type")
        if which in (None, "multicast_group_entry"):
            group_id = message.multicast_group_entry.multicast_group_id
            for group in [self._pre.group(group_id)] if group_id else list(self._pre.groups.values()):
                entity = p4runtime_pb2.Entity()
                result = entity.packet_replication_engine_entry.multicast_group_entry
                result.multicast_group_id = group.group_id
                result.metadata = group.metadata
                self._encode_replicas(("group", group.group_id), group.replicas, result)
                yield entity
        if which in (None, "clone_session_entry"):
            session_id = message.clone_session_entry.session_id
            for session in [self._pre.session(session_id)] if session_id else list(self._pre.sessions.values()):
                entity = p4runtime_pb2.Entity()
                clone = entity.packet_replication_engine_entry.clone_session_entry
                clone.session_id = session.session_id
                clone.class_of_service = session.class_of_service
                clone.packet_length_bytes = session.packet_length_bytes
                self._encode_replicas(("session", session.session_id), self._pre.copies(session), clone)
                yield entity

    def _write_group(self, kind: int, message: p4runtime_pb2.MulticastGroupEntry) -> Undo:
        pre, group_id = self._pre, message.multicast_group_id
        where = f"multicast group {group_id}"
        if not group_id:
            raise invalid("multicast_group_id 0 is reserved for reading all groups; accepted: 1..65535")
        if kind == DELETE:
            old = pre.group(group_id)
            pre.delete_group(group_id)
            return lambda: pre.insert_group(old)
        replicas, styles = self._replicas(where, message)
        group = MulticastGroup(group_id, replicas, message.metadata)
        if kind == INSERT:
            pre.insert_group(group)
            self._ports_as_bytes["group", group_id] = styles
            return lambda: pre.delete_group(group_id)
        previous = pre.group(group_id)
        pre.modify_group(group)
        self._ports_as_bytes["group", group_id] = styles
        return lambda: pre.modify_group(previous)

    def _write_session(self, kind: int, message: p4runtime_pb2.CloneSessionEntry) -> Undo:
        pre, session_id = self._pre, message.session_id
        where = f"clone session {session_id}"
        if not session_id:
            raise invalid("session_id 0 is reserved for reading all sessions; accepted: 1..32767")
        if kind == DELETE:
            old = pre.session(session_id)
            pre.delete_session(session_id)
            return lambda: pre.insert_session(old)
        if message.packet_length_bytes < 0:
            raise invalid(f"{where}: packet_length_bytes {message.packet_length_bytes}; accepted: 0 (not cut) or more")
        replicas, styles = self._replicas(where, message)
        session = CloneSession(session_id, replicas, message.class_of_service, message.packet_length_bytes)
        if kind == INSERT:
            pre.insert_session(session)
            self._ports_as_bytes["session", session_id] = styles
            return lambda: pre.delete_session(session_id)
        previous = pre.session(session_id)
        pre.modify_session(session)
        self._ports_as_bytes["session", session_id] = styles
        return lambda: pre.modify_session(previous)

    def _replicas(self, where: str, message: _Replicated) -> tuple[tuple[Replica, ...], tuple[bool, ...]]:
        """The replicas, and for each whether its port was given as bytes (`port`) or as a number (`egress_port`)."""
        replicas, styles = [], []
        for number, item in enumerate(message.replicas):
            which = item.WhichOneof("port_kind")
            if which is None:
                raise invalid(f"{where}: replica {number}: the port is missing")
            if item.backup_replicas:
                raise P4RuntimeError(
                    UNIMPLEMENTED, f"{where}: replica {number}: backup replicas are not supported; accepted: none"
                )
            as_bytes = which == "port"
            port = item.egress_port
            if as_bytes:
                port = decode(item.port, _PORT_BITS, "%s: replica %d: port", where, number)
            if port > 511:
                raise invalid(f"{where}: replica {number}: port {port} is out of range; accepted: 0..511 (v1model)")
            replicas.append(Replica(port, item.instance))
            styles.append(as_bytes)
        return tuple(replicas), tuple(styles)

    def _encode_replicas(self, key: tuple[str, int], replicas: tuple[Replica, ...], message: _Replicated) -> None:
        styles = self._ports_as_bytes.get(key, ())
        for number, replica in enumerate(replicas):
            item = message.replicas.add()
            if number < len(styles) and styles[number]:
                item.port = encode(replica.port)
            else:
                item.egress_port = replica.port
            item.instance = replica.instance
