# SPDX-License-Identifier: Apache-2.0
"""The calls about the switch itself: program and ports, multicast and mirroring, digests, queues and time."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from p4soft.switch.notifications import Publisher, SampleBuffers
from p4soft.switch.ports import PortError
from p4soft.switch.program import ProgramError, load_program
from p4soft.switch.program.model import Program
from p4soft.switch.state import CloneSession, MulticastNodes, Replica, StateError
from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard
from p4soft.switch.thrift.protocol import RefusalError
from p4soft.switch.thrift.values import MULTICAST, Context, Refusals, locked

if TYPE_CHECKING:
    from p4soft.switch.ports.loop import PortDirectory

# --- Program and ports -----------------------------------------------------------------------------------------------


_LOG = logging.getLogger(__name__)


class Device:
    def __init__(self, context: Context, port: int, ports: PortDirectory | None, notifications: str | None) -> None:
        """`port` is the one the server listens on; without `ports`, they cannot be changed.

        `notifications` is the address of the socket that they are published on.
        """
        self.context = context
        self._port = port
        self._ports = ports
        self._notifications = notifications

    def bm_mgmt_get_info(self) -> Any:
        return standard.BmConfig(self.context.switch.device_id, self._port, self._notifications)

    @locked
    def bm_reset_state(self) -> None:
        if self.context.switch.state is not None:
            self.context.switch.state.reset()

    @locked
    def bm_get_id_from_name(self, _cxt_id: int, resource_type: int, resource_name: str) -> int:
        """The number that the JSON gives an object; raises InvalidIdLookup."""
        program, types = self.context.program, standard.BmResourceType
        tables = {table.name: table for table in program.tables()}
        lists = {learn.name: learn for learn in program.learn_lists.values()}
        known: dict[int, Any] = {
            types.MATCH_TABLE: tables,
            types.ACTION_PROFILE: program.action_profiles,
            types.COUNTER: program.counters,
            types.METER: program.meters,
            types.REGISTER: program.registers,
            types.LEARNING_LIST: lists,
        }
        if resource_type not in known:
            raise standard.InvalidIdLookup(standard.IdLookupErrorCode.INVALID_RESOURCE_TYPE)
        found = known[resource_type].get(resource_name)
        if found is None:
            raise standard.InvalidIdLookup(standard.IdLookupErrorCode.INVALID_RESOURCE_NAME)
        return int(found.id)

    def bm_serialize_state(self) -> str:
        """Raises RefusalError: the format is BMv2's own."""
        raise RefusalError(
            "the state cannot be serialized in BMv2's format; accepted: table_dump and its like, or P4Runtime"
        )

    def bm_dev_mgr_add_port(self, iface_name: str, port_num: int, pcap_path: str) -> None:
        if pcap_path:
            _refuse_port(
                f"port {port_num}: a capture file cannot be given here; accepted: --pcap when the switch starts"
            )
        if self._ports is None or not 0 <= port_num <= 511:
            _refuse_port(f"port {port_num} cannot be added; accepted: 0..511, on a switch with real ports")
        else:
            try:
                self._ports.add(port_num, iface_name)
            except PortError as error:
                _refuse_port(str(error))

    def bm_dev_mgr_remove_port(self, port_num: int) -> None:
        if self._ports is None:
            _refuse_port(f"port {port_num} cannot be removed: the switch has no real ports")
        else:
            try:
                self._ports.remove(port_num)
            except PortError as error:
                _refuse_port(str(error))

    def bm_dev_mgr_show_ports(self) -> list[Any]:
        shown = () if self._ports is None else self._ports.show()
        return [standard.DevMgrPortInfo(port.number, port.interface, port.is_up, {}) for port in shown]


class Programs:
    def __init__(self, context: Context, *, swappable: bool) -> None:
        self.context = context
        self._swappable = swappable
        self._next: Program | None = None

    @locked
    def bm_get_config(self) -> str:
        """The JSON: the next program's as soon as there is one."""
        program = self._next or self.context.switch.program
        return "{}" if program is None else program.text

    def bm_get_config_md5(self) -> bytes:
        text: str = self.bm_get_config()
        return hashlib.md5(text.encode(), usedforsecurity=False).digest()

    def bm_load_new_config(self, config_str: str) -> None:
        """Have a program ready for `bm_swap_configs`.

        Raises:
            InvalidSwapOperation: swapping is disabled, or a program is ready already.
            RefusalError: it is no program for this switch.
        """
        codes = standard.SwapOperationErrorCode
        if not self._swappable:
            raise standard.InvalidSwapOperation(codes.CONFIG_SWAP_DISABLED)
        if self._next is not None:
            raise standard.InvalidSwapOperation(codes.ONGOING_SWAP)
        try:
            self._next = load_program(config_str, source="load_new_config")
        except ProgramError as error:
            raise RefusalError(str(error)) from None

    @locked
    def bm_swap_configs(self) -> None:
        """Run the next program. P4Runtime clients must set theirs again before they go on.

        Raises:
            InvalidSwapOperation: swapping is disabled, or no program is ready.
            RefusalError: the program cannot be compiled.
        """
        codes = standard.SwapOperationErrorCode
        if not self._swappable:
            raise standard.InvalidSwapOperation(codes.CONFIG_SWAP_DISABLED)
        if self._next is None:
            raise standard.InvalidSwapOperation(codes.NO_ONGOING_SWAP)
        program, self._next = self._next, None
        try:
            self.context.switch.load(program)
        except ProgramError as error:
            raise RefusalError(str(error)) from None
        self.context.switch.digest_listener = None  # it knows the digests of the program that went


def _refuse_port(reason: str) -> None:
    _LOG.warning("thrift: %s", reason)
    raise standard.InvalidDevMgrOperation(standard.DevMgrErrorCode.ERROR)


# --- Multicast (`simple_pre_lag`) ------------------------------------------------------------------------------------


_McError, _McCode = simple_pre_lag.InvalidMcOperation, simple_pre_lag.McOperationErrorCode
_MAX_PORTS, _MAX_LAGS = 512, 256


class Replication:
    """Every method of the service. The handle of a group is its number."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def bm_mc_mgrp_create(self, _cxt_id: int, mgrp: int) -> int:
        with Refusals(_McError, MULTICAST):
            self._nodes.create_group(mgrp)
        return mgrp

    @locked
    def bm_mc_mgrp_destroy(self, _cxt_id: int, mgrp_handle: int) -> None:
        self._nodes.destroy_group(mgrp_handle)

    @locked
    def bm_mc_node_create(self, _cxt_id: int, rid: int, port_map: str, lag_map: str) -> int:
        ports, lags = _numbers(port_map, _MAX_PORTS), _numbers(lag_map, _MAX_LAGS)
        with Refusals(_McError, MULTICAST):
            return self._nodes.create_node(rid % (1 << 16), ports, lags).handle

    @locked
    def bm_mc_node_associate(self, _cxt_id: int, mgrp_handle: int, l1_handle: int) -> None:
        self._check_group(mgrp_handle, l1_handle)
        with Refusals(_McError, MULTICAST):
            self._nodes.associate(mgrp_handle, l1_handle)

    @locked
    def bm_mc_node_dissociate(self, _cxt_id: int, mgrp_handle: int, l1_handle: int) -> None:
        self._check_group(mgrp_handle, l1_handle)
        with Refusals(_McError, MULTICAST):
            self._nodes.dissociate(mgrp_handle, l1_handle)

    @locked
    def bm_mc_node_destroy(self, _cxt_id: int, l1_handle: int) -> None:
        with Refusals(_McError, MULTICAST):
            self._nodes.destroy_node(l1_handle)

    @locked
    def bm_mc_node_update(self, _cxt_id: int, l1_handle: int, port_map: str, lag_map: str) -> None:
        ports, lags = _numbers(port_map, _MAX_PORTS), _numbers(lag_map, _MAX_LAGS)
        with Refusals(_McError, MULTICAST):
            self._nodes.update_node(l1_handle, ports, lags)

    @locked
    def bm_mc_set_lag_membership(self, _cxt_id: int, lag_index: int, port_map: str) -> None:
        if not 0 <= lag_index <= _MAX_LAGS:
            raise _McError(_McCode.ERROR)
        self._nodes.set_lag(lag_index, _numbers(port_map, _MAX_PORTS))

    @locked
    def bm_mc_get_entries(self, _cxt_id: int) -> str:
        """Everything as JSON. Nodes have two levels in BMv2, with one handle each; here the handles are the same."""
        nodes = self._nodes
        known = {
            "mgrps": [{"id": i, "l1_handles": [n.handle for n in members]} for i, members in nodes.groups().items()],
            "l1_handles": [{"handle": n.handle, "rid": n.rid, "l2_handle": n.handle} for n in nodes.nodes()],
            "l2_handles": [{"handle": n.handle, "ports": n.ports, "lags": n.lags} for n in nodes.nodes()],
            "lags": [{"id": index, "ports": ports} for index, ports in sorted(nodes.lags.items())],
        }
        return json.dumps(known)

    @property
    def _nodes(self) -> MulticastNodes:
        return self.context.state.multicast

    def _check_group(self, group_id: int, handle: int) -> None:
        with Refusals(_McError, MULTICAST):
            self._nodes.node(handle)
        if group_id not in self._nodes.groups():
            raise _McError(_McCode.INVALID_MGRP_HANDLE)


def _numbers(bits: str, limit: int) -> list[int]:
    """The places of the ones in a map, counted from its end."""
    if len(bits) > limit or set(bits) - {"0", "1"}:
        raise _McError(_McCode.ERROR)
    return [number for number, bit in enumerate(reversed(bits)) if bit == "1"]


# --- Digests: when their buffers are published, and what was dealt with ----------------------------------------------


_LearnError, _LearnCode = standard.InvalidLearnOperation, standard.LearnOperationErrorCode


class Learning:
    """Digests on the notification socket. Without one they travel over P4Runtime only, and here is nothing to set."""

    def __init__(self, context: Context, publisher: Publisher | None) -> None:
        self.context = context
        self._publisher = publisher

    @locked
    def bm_learning_ack(self, _cxt_id: int, list_id: int, buffer_id: int, sample_ids: list[int]) -> None:
        buffers = self._buffers(list_id)
        if buffers is not None:
            buffers.acknowledge_samples(buffer_id, sample_ids)

    @locked
    def bm_learning_ack_buffer(self, _cxt_id: int, list_id: int, buffer_id: int) -> None:
        buffers = self._buffers(list_id)
        if buffers is not None:
            buffers.acknowledge(buffer_id)

    @locked
    def bm_learning_set_timeout(self, _cxt_id: int, list_id: int, timeout_ms: int) -> None:
        """In milliseconds after the first sample; 0: a buffer is sent only when it is full."""
        self._existing(list_id)
        if timeout_ms < 0:
            _refuse(f"digest {list_id}: time-out {timeout_ms} ms; accepted: 0 or more")
        self._existing(list_id).timeout_ms = timeout_ms

    @locked
    def bm_learning_set_buffer_size(self, _cxt_id: int, list_id: int, nb_samples: int) -> None:
        """A buffer that has as many already is sent at once."""
        buffers = self._existing(list_id)
        if nb_samples < 1:
            _refuse(f"digest {list_id}: {nb_samples} samples in a buffer; accepted: 1 or more")
        buffers.max_samples = nb_samples
        if buffers.is_full() and self._publisher is not None:
            self._publisher.flush(list_id)

    def _buffers(self, list_id: int) -> SampleBuffers | None:
        if list_id not in self.context.program.learn_lists:
            raise _LearnError(_LearnCode.INVALID_LIST_ID)
        return None if self._publisher is None else self._publisher.lists()[list_id]

    def _existing(self, list_id: int) -> SampleBuffers:
        buffers = self._buffers(list_id)
        if buffers is None:
            _LOG.warning(
                "thrift: digest %d: accepted: --notifications-addr, or a DigestEntry over P4Runtime, which carries "
                "digests here",
                list_id,
            )
            raise _LearnError(_LearnCode.ERROR)
        return buffers


def _refuse(reason: str) -> None:
    _LOG.warning("thrift: %s", reason)
    raise _LearnError(_LearnCode.ERROR)


# --- simple_switch's own: mirroring, queues and time -----------------------------------------------------------------


_Config = simple_switch.MirroringSessionConfig
_SESSION_GROUP = 1 << 15
"""A session with several copies is shown as this multicast group plus its number, as BMv2 has it."""


class Mirroring:
    """Mirroring sessions are the clone sessions of P4Runtime."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def mirroring_session_add(self, mirror_id: int, config: Any) -> None:
        """Add a session, or replace it."""
        self._write(mirror_id, config.port, config.mgid)

    @locked
    def mirroring_session_delete(self, mirror_id: int) -> None:
        with _session_found():
            self.context.state.pre.delete_session(mirror_id)

    @locked
    def mirroring_session_get(self, mirror_id: int) -> Any:
        with _session_found():
            session = self.context.state.pre.session(mirror_id)
        if len(session.replicas) > 1:
            return _Config(mgid=_SESSION_GROUP + mirror_id)
        return _Config(port=session.replicas[0].port if session.replicas else None, mgid=session.group_id)

    @locked
    def mirroring_mapping_add(self, mirror_id: int, egress_port: int) -> int:
        self._write(mirror_id, egress_port, None)
        return 1

    @locked
    def mirroring_mapping_delete(self, mirror_id: int) -> int:
        return int(self.context.state.pre.sessions.pop(mirror_id, None) is not None)

    @locked
    def mirroring_mapping_get_egress_port(self, mirror_id: int) -> int:
        session = self.context.state.pre.sessions.get(mirror_id)
        return session.replicas[0].port if session is not None and len(session.replicas) == 1 else -1

    def _write(self, mirror_id: int, port: int | None, group_id: int | None) -> None:
        pre = self.context.state.pre
        replicas = () if port is None else (Replica(port),)
        session = CloneSession(mirror_id, replicas, group_id=group_id)
        try:
            if mirror_id in pre.sessions:
                pre.modify_session(session)
            else:
                pre.insert_session(session)
        except StateError as error:
            raise RefusalError(str(error)) from None


class Queues:
    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def set_egress_priority_queue_depth(self, port_num: int, priority: int, depth_pkts: int) -> int:
        return self._set_depth(depth_pkts, port_num, priority)

    @locked
    def set_egress_queue_depth(self, port_num: int, depth_pkts: int) -> int:
        return self._set_depth(depth_pkts, port_num, None)

    @locked
    def set_all_egress_queue_depths(self, depth_pkts: int) -> int:
        return self._set_depth(depth_pkts, None, None)

    @locked
    def set_egress_priority_queue_rate(self, port_num: int, priority: int, rate_pps: int) -> int:
        return self._set_rate(rate_pps, port_num, priority)

    @locked
    def set_egress_queue_rate(self, port_num: int, rate_pps: int) -> int:
        return self._set_rate(rate_pps, port_num, None)

    @locked
    def set_all_egress_queue_rates(self, rate_pps: int) -> int:
        return self._set_rate(rate_pps, None, None)

    def _set_depth(self, depth: int, port: int | None, priority: int | None) -> int:
        with _in_range(port):
            self.context.switch.set_queue_depth(depth, port, priority)
        return 0

    def _set_rate(self, rate: int, port: int | None, priority: int | None) -> int:
        with _in_range(port):
            self.context.switch.set_queue_rate(rate, port, priority)
        return 0


class Time:
    def __init__(self, context: Context) -> None:
        self.context = context

    def get_time_elapsed_us(self) -> int:
        """Microseconds since the switch started."""
        return self.context.now_us()

    def get_time_since_epoch_us(self) -> int:
        """Microseconds since 1970, in UTC."""
        return time.time_ns() // 1000


@contextlib.contextmanager
def _session_found() -> Iterator[None]:
    try:
        yield
    except StateError:
        raise simple_switch.InvalidMirroringOperation(
            simple_switch.MirroringOperationErrorCode.SESSION_NOT_FOUND
        ) from None


@contextlib.contextmanager
def _in_range(port: int | None) -> Iterator[None]:
    """Queues are made when they are first spoken of, so a port must be one that can be."""
    if port is not None and not 0 <= port <= 511:
        raise RefusalError(f"port {port}; accepted: 0..511")
    try:
        yield
    except ValueError as error:
        raise RefusalError(str(error)) from None
