# SPDX-License-Identifier: Apache-2.0
"""BMv2's packet replication commands (nodes, groups, mirroring sessions) on a device that knows replicas only.

BMv2 keeps nodes apart from the groups they belong to, and a mirroring session may name a group whose nodes come later;
so whenever something changes, whatever depends on it is written again.
"""

from __future__ import annotations

from p4soft.stf.device import Device
from p4soft.stf.errors import RefusedError


class Replication:
    """Groups, nodes and sessions of one device. Every method raises RefusedError."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._groups: dict[int, list[int]] = {}
        self._nodes: list[tuple[int, tuple[int, ...]]] = []  # (rid, ports); the index is BMv2's handle
        self._session_ports: dict[int, int] = {}
        self._session_groups: dict[int, int] = {}

    def create_group(self, group: int) -> None:
        """mc_mgrp_create: a group without members."""
        if group in self._groups:
            raise RefusedError(f"multicast group {group} already exists")
        self._device.write_group(group, ())
        self._groups[group] = []
        self._refresh(group)

    def create_node(self, rid: int, ports: tuple[int, ...]) -> int:
        """mc_node_create; returns the node's handle: they count from 0."""
        self._nodes.append((rid, _distinct(ports)))
        return len(self._nodes) - 1

    def update_node(self, handle: int, ports: tuple[int, ...]) -> None:
        """mc_node_update: the node, and its group, go to other ports."""
        rid, _ = self._node(handle)
        self._nodes[handle] = (rid, _distinct(ports))
        for group, handles in self._groups.items():
            if handle in handles:
                self._refresh(group)

    def associate(self, group: int, handle: int) -> None:
        """mc_node_associate: a node joins a group; it can be in one only."""
        self._node(handle)
        if group not in self._groups:
            raise RefusedError(f"multicast group {group} does not exist; create it with mc_mgrp_create {group}")
        owner = next((g for g, handles in self._groups.items() if handle in handles), None)
        if owner is not None:
            raise RefusedError(f"node {handle} already belongs to multicast group {owner}")
        self._groups[group].append(handle)
        self._refresh(group)

    def mirror_to_port(self, session: int, port: int) -> None:
        """mirroring_add: replaces what the session was."""
        self._device.write_session(session, ((port, 0),))
        self._session_groups.pop(session, None)
        self._session_ports[session] = port

    def mirror_to_group(self, session: int, group: int) -> None:
        """mirroring_add_mc: replaces what the session was."""
        self._device.write_session(session, self._replicas(group))
        self._session_ports.pop(session, None)
        self._session_groups[session] = group

    def delete_session(self, session: int) -> None:
        """mirroring_delete: packets cloned to the session go nowhere."""
        self._device.delete_session(session)
        self._session_ports.pop(session, None)
        self._session_groups.pop(session, None)

    def describe_session(self, session: int) -> str:
        """mirroring_get: where the session sends, in words."""
        if session in self._session_ports:
            return f"port {self._session_ports[session]}"
        if session in self._session_groups:
            return f"multicast group {self._session_groups[session]}"
        raise RefusedError(f"mirroring session {session} does not exist")

    def _node(self, handle: int) -> tuple[int, tuple[int, ...]]:
        if not 0 <= handle < len(self._nodes):
            last = len(self._nodes) - 1
            raise RefusedError(
                f"no node has handle {handle}; handles count from 0 in the order of mc_node_create, "
                + (f"accepted: 0..{last}" if self._nodes else "and there is none yet")
            )
        return self._nodes[handle]

    def _replicas(self, group: int) -> tuple[tuple[int, int], ...]:
        """As BMv2 sends them: node by node in the order of association, ports ascending within a node."""
        nodes = (self._nodes[handle] for handle in self._groups.get(group, ()))
        return tuple((port, rid) for rid, ports in nodes for port in ports)

    def _refresh(self, group: int) -> None:
        replicas = self._replicas(group)
        self._device.write_group(group, replicas)
        for session, used in self._session_groups.items():
            if used == group:
                self._device.write_session(session, replicas)


def _distinct(ports: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(ports)))
