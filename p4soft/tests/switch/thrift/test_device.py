# SPDX-License-Identifier: Apache-2.0
"""The device and its replication over Thrift."""

from __future__ import annotations

import hashlib
import json

import pytest
from process_kit import ANY_ADDRESS, TIMEOUT_S
from thrift_kit import EVERYTHING, NO_OPTIONS, Client, exact, refused
from thriftpy2.thrift import TApplicationException

from p4soft.switch import SimpleSwitch
from p4soft.switch.notifications import Publisher
from p4soft.switch.state import MulticastGroup, Replica
from p4soft.switch.thrift import ThriftServer, ThriftServerError
from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard

# --- Device ----------------------------------------------------------------------------------------------------------

Swap, SWAP_ERROR = standard.SwapOperationErrorCode, standard.InvalidSwapOperation


def test_what_the_switch_is(std, server):
    info = std.bm_mgmt_get_info()
    assert (info.device_id, info.thrift_port) == (7, server.port)
    text = EVERYTHING.read_text()
    assert std.bm_get_config() == text
    assert std.bm_get_config_md5() == hashlib.md5(text.encode(), usedforsecurity=False).digest()
    types = standard.BmResourceType
    assert std.bm_get_id_from_name(0, types.REGISTER, "MyIngress.cells") == 0
    with refused(standard.IdLookupErrorCode.INVALID_RESOURCE_NAME, standard.InvalidIdLookup):
        std.bm_get_id_from_name(0, types.METER, "MyIngress.cells")
    with refused(standard.IdLookupErrorCode.INVALID_RESOURCE_TYPE, standard.InvalidIdLookup):
        std.bm_get_id_from_name(0, 77, "MyIngress.cells")
    with pytest.raises(TApplicationException, match="serialized"):
        std.bm_serialize_state()


def test_reset_state_leaves_what_the_program_gives(client):
    std = client.standard
    std.bm_mt_add_entry(0, "MyIngress.exact_t", [exact(1, 6)], "MyIngress.forward", [b"\x01"], NO_OPTIONS)
    std.bm_mt_act_prof_add_member(0, "MyIngress.ecmp", "MyIngress.forward", [b"\x01"])
    std.bm_mt_indirect_add_entry(0, "MyIngress.selector_t", [exact(1, 2)], 0, NO_OPTIONS)
    std.bm_register_write(0, "MyIngress.cells", 0, 5)
    client.pre.bm_mc_mgrp_create(0, 1)
    client.pre.bm_mc_node_create(0, 1, "1", "1")
    client.switch.mirroring_mapping_add(1, 1)
    std.bm_reset_state()
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0
    assert std.bm_mt_get_num_entries(0, "MyIngress.selector_t") == 0
    assert std.bm_mt_get_num_entries(0, "MyIngress.const_t") == 2
    assert std.bm_mt_act_prof_get_members(0, "MyIngress.ecmp") == []
    assert std.bm_register_read(0, "MyIngress.cells", 0) == 0
    assert not any(json.loads(client.pre.bm_mc_get_entries(0)).values())
    assert client.switch.mirroring_mapping_delete(1) == 1  # BMv2 keeps it as well


def test_another_program(std, switch, loopback_program):
    with refused(Swap.NO_ONGOING_SWAP, SWAP_ERROR):
        std.bm_swap_configs()
    with pytest.raises(TApplicationException, match="not JSON"):
        std.bm_load_new_config("{")
    std.bm_load_new_config(loopback_program.read_text())
    with refused(Swap.ONGOING_SWAP, SWAP_ERROR):
        std.bm_load_new_config(loopback_program.read_text())
    assert switch.program.table("MyIngress.exact_t") is not None
    std.bm_swap_configs()
    assert switch.program.table("MyIngress.exact_t") is None
    assert std.bm_get_config() == loopback_program.read_text()


def test_swapping_can_be_disabled(switch):
    server = ThriftServer(switch, swappable=False)
    server.start()
    client = Client(server.port)
    try:
        with refused(Swap.CONFIG_SWAP_DISABLED, SWAP_ERROR):
            client.standard.bm_load_new_config("{}")
    finally:
        client.close()
        server.stop()


def test_without_a_program_calls_say_so():
    server = ThriftServer(SimpleSwitch())
    server.start()
    client = Client(server.port)
    try:
        assert client.standard.bm_get_config() == "{}"
        with pytest.raises(TApplicationException, match="no program yet"):
            client.standard.bm_mt_get_num_entries(0, "t")
        client.standard.bm_reset_state()
    finally:
        client.close()
        server.stop()


def test_learning(std):
    std.bm_learning_ack_buffer(0, 1, 5)
    std.bm_learning_ack(0, 1, 5, [1, 2])
    code, error = standard.LearnOperationErrorCode, standard.InvalidLearnOperation
    with refused(code.INVALID_LIST_ID, error):
        std.bm_learning_ack_buffer(0, 99, 5)
    with refused(code.ERROR, error):
        std.bm_learning_set_timeout(0, 1, 5)


def test_a_port_in_use_is_said(server):
    with pytest.raises(ThriftServerError, match=f"--thrift-port {server.port}: cannot listen on 127.0.0.1: Address"):
        ThriftServer(SimpleSwitch(), server.port)


def test_ports_of_a_running_switch(start, tmp_path, loopback_program):
    process = start(loopback_program, "--thrift-port", "0", "-i", f"1@unix:{tmp_path}/p1", *ANY_ADDRESS)
    process.ready()
    port = int(process.popen.stdout.readline().removeprefix("thrift on 127.0.0.1:"))
    client = Client(port)
    show = client.standard.bm_dev_mgr_show_ports
    assert show() == [standard.DevMgrPortInfo(1, f"unix:{tmp_path}/p1", True, {})]
    client.standard.bm_dev_mgr_add_port(f"unix:{tmp_path}/p2", 2, "")
    assert [p.port_num for p in show()] == [1, 2]
    for wrong in ((f"unix:{tmp_path}/p3", 2, ""), (f"unix:{tmp_path}/p3", 512, ""), ("nowhere0", 3, ""), ("x", 4, "y")):
        with refused(1, standard.InvalidDevMgrOperation):
            client.standard.bm_dev_mgr_add_port(*wrong)
    client.standard.bm_dev_mgr_remove_port(2)
    with refused(1, standard.InvalidDevMgrOperation):
        client.standard.bm_dev_mgr_remove_port(2)
    assert not (tmp_path / "p2").exists()
    assert client.switch.get_time_elapsed_us() > 0
    assert process.stop() == 0
    client.close()


def test_the_server_is_off_unless_asked_for(start, loopback_program):
    process = start(loopback_program, *ANY_ADDRESS)
    process.ready()
    process.popen.send_signal(15)
    rest, _ = process.popen.communicate(timeout=TIMEOUT_S)
    assert "thrift" not in rest


def test_a_wrong_port_is_a_usage_error(start):
    status, message = start("--no-p4", "--thrift-port", "65536", *ANY_ADDRESS).failure()
    assert status == 2
    assert "--thrift-port" in message
    assert "accepted: 0..65535" in message


def test_digests_on_the_notification_socket_are_set_over_thrift(switch, clock, tmp_path):
    publisher = Publisher(switch, f"ipc://{tmp_path}/n", lambda: [], clock)
    server = ThriftServer(switch, publisher=publisher)
    server.start()
    client = Client(server.port)
    std, buffers = client.standard, publisher.lists()[1]
    assert std.bm_mgmt_get_info().notifications_socket == f"ipc://{tmp_path}/n"
    std.bm_learning_set_timeout(0, 1, 250)
    std.bm_learning_set_buffer_size(0, 1, 3)
    assert (buffers.timeout_ms, buffers.max_samples) == (250, 3)
    for wrong in (std.bm_learning_set_timeout, std.bm_learning_set_buffer_size):
        with refused(standard.LearnOperationErrorCode.ERROR, standard.InvalidLearnOperation):
            wrong(0, 1, -1)
        with refused(standard.LearnOperationErrorCode.INVALID_LIST_ID, standard.InvalidLearnOperation):
            wrong(0, 99, 1)
    buffers.add(b"sample", 0)
    buffers.take()
    std.bm_learning_ack(0, 1, 0, [0])
    assert not buffers.add(b"sample", 0)
    assert buffers.take() == (1, [b"sample"])
    std.bm_learning_ack_buffer(0, 1, 1)
    buffers.add(b"sample", 0)
    assert buffers.take() == (2, [b"sample"])
    client.close()
    server.stop()
    publisher.close()


# --- Replication -----------------------------------------------------------------------------------------------------

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
