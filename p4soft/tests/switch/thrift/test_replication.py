# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import pytest
from thrift_kit import refused
from thriftpy2.thrift import TApplicationException

from p4soft.switch.state import MulticastGroup, Replica
from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch

Mc = simple_pre_lag.McOperationErrorCode
MC_ERROR = simple_pre_lag.InvalidMcOperation


def test_groups_are_made_of_nodes(client, switch):
    pre, groups = client.pre, switch.state.pre.groups
    assert pre.bm_mc_mgrp_create(0, 5) == 5
    assert pre.bm_mc_node_create(0, 400, "110", "") == 0
    assert pre.bm_mc_node_create(0, 0, "1000", "") == 1
    pre.bm_mc_node_associate(0, 5, 0)
    pre.bm_mc_node_associate(0, 5, 1)
    assert groups[5].replicas == (Replica(1, 400), Replica(2, 400), Replica(3, 0))
    pre.bm_mc_node_update(0, 0, "1", "")
    assert groups[5].replicas == (Replica(0, 400), Replica(3, 0))
    pre.bm_mc_node_dissociate(0, 5, 1)
    assert groups[5].replicas == (Replica(0, 400),)
    pre.bm_mc_node_destroy(0, 0)
    assert groups[5].replicas == ()
    pre.bm_mc_mgrp_destroy(0, 5)
    assert groups == {}
    assert json.loads(pre.bm_mc_get_entries(0)) == {
        "mgrps": [],
        "l1_handles": [{"handle": 1, "rid": 0, "l2_handle": 1}],
        "l2_handles": [{"handle": 1, "ports": [3], "lags": []}],
        "lags": [],
    }


def test_one_port_of_a_lag_gets_the_copy(client, switch):
    pre = client.pre
    pre.bm_mc_mgrp_create(0, 1)
    pre.bm_mc_node_create(0, 2, "", "10")
    pre.bm_mc_node_associate(0, 1, 0)
    assert switch.state.pre.groups[1].replicas == ()
    pre.bm_mc_set_lag_membership(0, 1, "110100")  # BMv2's constant hash 255 picks number 0 of three
    assert switch.state.pre.groups[1].replicas == (Replica(2, 2),)
    pre.bm_mc_set_lag_membership(0, 1, "1100")
    assert switch.state.pre.groups[1].replicas == (Replica(3, 2),)


def test_a_group_written_by_somebody_else_is_cut_into_nodes(client, switch):
    group = MulticastGroup(9, (Replica(1, 7), Replica(4, 7), Replica(2, 8)))
    switch.state.pre.insert_group(group)
    known = json.loads(client.pre.bm_mc_get_entries(0))
    assert known["mgrps"] == [{"id": 9, "l1_handles": [0, 1]}]
    assert [(n["handle"], n["rid"]) for n in known["l1_handles"]] == [(0, 7), (1, 8)]
    assert [n["ports"] for n in known["l2_handles"]] == [[1, 4], [2]]
    client.pre.bm_mc_node_destroy(0, 0)
    assert switch.state.pre.groups[9].replicas == (Replica(2, 8),)
    switch.state.pre.delete_group(9)
    assert json.loads(client.pre.bm_mc_get_entries(0))["l1_handles"] == []


def test_multicast_errors(client):
    pre = client.pre
    with refused(Mc.INVALID_MGID, MC_ERROR):
        pre.bm_mc_mgrp_create(0, 1 << 16)
    with refused(Mc.INVALID_L1_HANDLE, MC_ERROR):
        pre.bm_mc_node_associate(0, 1, 0)
    pre.bm_mc_node_create(0, 1, "1", "")
    with refused(Mc.INVALID_MGRP_HANDLE, MC_ERROR):
        pre.bm_mc_node_associate(0, 1, 0)
    pre.bm_mc_mgrp_create(0, 1)
    pre.bm_mc_node_associate(0, 1, 0)
    with refused(Mc.ERROR, MC_ERROR):
        pre.bm_mc_node_associate(0, 1, 0)
    for wrong in ("2", "1" * 513):
        with refused(Mc.ERROR, MC_ERROR):
            pre.bm_mc_node_create(0, 1, wrong, "")


def test_mirroring_sessions(client, switch):
    config, pre = simple_switch.MirroringSessionConfig, switch.state.pre
    client.switch.mirroring_session_add(7, config(port=3))
    assert pre.session(7).replicas == (Replica(3, 0),)
    assert client.switch.mirroring_session_get(7) == config(port=3)
    client.switch.mirroring_session_add(7, config(mgid=5))
    assert client.switch.mirroring_session_get(7) == config(mgid=5)
    pre.insert_group(MulticastGroup(5, (Replica(1, 1), Replica(2, 2))))
    assert pre.copies(pre.session(7)) == (Replica(1, 1), Replica(2, 2))
    client.switch.mirroring_session_delete(7)
    code, error = simple_switch.MirroringOperationErrorCode.SESSION_NOT_FOUND, simple_switch.InvalidMirroringOperation
    with refused(code, error):
        client.switch.mirroring_session_get(7)
    with refused(code, error):
        client.switch.mirroring_session_delete(7)
    with pytest.raises(TApplicationException, match=r"0\.\.32767"):
        client.switch.mirroring_session_add(32768, config(port=3))


def test_a_mirrored_packet_follows_its_group(client, switch):
    client.switch.mirroring_session_add(7, simple_switch.MirroringSessionConfig(mgid=5))
    client.pre.bm_mc_mgrp_create(0, 5)
    client.pre.bm_mc_node_create(0, 1, "1100", "")
    client.pre.bm_mc_node_associate(0, 5, 0)
    client.standard.bm_mt_set_default_action(0, "MyIngress.exact_t", "MyIngress.mirror", [])
    frame = bytes(60)
    with switch.lock:
        ports = sorted(e.port for e in switch.receive(1, frame, 0))
    assert ports == [0, 2, 3]  # the packet itself leaves through port 0


def test_the_older_mirroring_calls(client):
    assert client.switch.mirroring_mapping_add(1, 6) == 1
    assert client.switch.mirroring_mapping_get_egress_port(1) == 6
    assert client.switch.mirroring_mapping_delete(1) == 1
    assert client.switch.mirroring_mapping_delete(1) == 0
    assert client.switch.mirroring_mapping_get_egress_port(1) == -1


def test_queues_and_time(client, clock):
    assert client.switch.set_all_egress_queue_depths(10) == 0
    assert client.switch.set_egress_queue_depth(1, 10) == 0
    assert client.switch.set_egress_priority_queue_depth(1, 0, 10) == 0
    assert client.switch.set_all_egress_queue_rates(1000) == 0
    assert client.switch.set_egress_queue_rate(1, 1000) == 0
    assert client.switch.set_egress_priority_queue_rate(1, 0, 1000) == 0
    for call in (
        lambda: client.switch.set_egress_priority_queue_rate(1, 1, 1000),
        lambda: client.switch.set_egress_queue_rate(512, 1),
        lambda: client.switch.set_egress_queue_depth(1, -1),
    ):
        with pytest.raises(TApplicationException, match="accepted: 0"):
            call()
    clock.now = 1234
    assert client.switch.get_time_elapsed_us() == 1234
    assert client.switch.get_time_since_epoch_us() > 1 << 50
