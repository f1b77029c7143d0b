# SPDX-License-Identifier: Apache-2.0
"""The calls about multicast (`simple_pre_lag`)."""

from __future__ import annotations

import json

from p4soft.switch.state import MulticastNodes
from p4soft.switch.thrift.codes import MULTICAST, refusals
from p4soft.switch.thrift.context import Context, locked
from p4soft.switch.thrift.interface import simple_pre_lag

_Error, _Code = simple_pre_lag.InvalidMcOperation, simple_pre_lag.McOperationErrorCode
_MAX_PORTS, _MAX_LAGS = 512, 256


class Replication:
    """Every method of the service. The handle of a group is its number."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def bm_mc_mgrp_create(self, _cxt_id: int, mgrp: int) -> int:
        with refusals(_Error, MULTICAST):
            self._nodes.create_group(mgrp)
        return mgrp

    @locked
    def bm_mc_mgrp_destroy(self, _cxt_id: int, mgrp_handle: int) -> None:
        self._nodes.destroy_group(mgrp_handle)

    @locked
    def bm_mc_node_create(self, _cxt_id: int, rid: int, port_map: str, lag_map: str) -> int:
        ports, lags = _numbers(port_map, _MAX_PORTS), _numbers(lag_map, _MAX_LAGS)
        with refusals(_Error, MULTICAST):
            return self._nodes.create_node(rid % (1 << 16), ports, lags).handle

    @locked
    def bm_mc_node_associate(self, _cxt_id: int, mgrp_handle: int, l1_handle: int) -> None:
        self._check_group(mgrp_handle, l1_handle)
        with refusals(_Error, MULTICAST):
            self._nodes.associate(mgrp_handle, l1_handle)

    @locked
    def bm_mc_node_dissociate(self, _cxt_id: int, mgrp_handle: int, l1_handle: int) -> None:
        self._check_group(mgrp_handle, l1_handle)
        with refusals(_Error, MULTICAST):
            self._nodes.dissociate(mgrp_handle, l1_handle)

    @locked
    def bm_mc_node_destroy(self, _cxt_id: int, l1_handle: int) -> None:
        with refusals(_Error, MULTICAST):
            self._nodes.destroy_node(l1_handle)

    @locked
    def bm_mc_node_update(self, _cxt_id: int, l1_handle: int, port_map: str, lag_map: str) -> None:
        ports, lags = _numbers(port_map, _MAX_PORTS), _numbers(lag_map, _MAX_LAGS)
        with refusals(_Error, MULTICAST):
            self._nodes.update_node(l1_handle, ports, lags)

    @locked
    def bm_mc_set_lag_membership(self, _cxt_id: int, lag_index: int, port_map: str) -> None:
        if not 0 <= lag_index <= _MAX_LAGS:
            raise _Error(_Code.ERROR)
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
        with refusals(_Error, MULTICAST):
            self._nodes.node(handle)
        if group_id not in self._nodes.groups():
            raise _Error(_Code.INVALID_MGRP_HANDLE)


def _numbers(bits: str, limit: int) -> list[int]:
    """The places of the ones in a map, counted from its end."""
    if len(bits) > limit or set(bits) - {"0", "1"}:
        raise _Error(_Code.ERROR)
    return [number for number, bit in enumerate(reversed(bits)) if bit == "1"]
