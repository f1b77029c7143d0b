# SPDX-License-Identifier: Apache-2.0
"""The calls that are simple_switch's own: mirroring, queues and time."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from p4soft.switch.state import CloneSession, Replica, StateError
from p4soft.switch.thrift.context import Context, locked
from p4soft.switch.thrift.dispatch import RefusalError
from p4soft.switch.thrift.interface import simple_switch

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
    """Depths and rates of output queues."""

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
    """What the switch's clock says."""

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
