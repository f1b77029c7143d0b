# SPDX-License-Identifier: Apache-2.0
"""P4Runtime and Thrift on one switch: one state, under one lock."""

from __future__ import annotations

import threading

import grpc
import pytest
from p4runtime_kit import DELETE, INSERT, Names, read_config
from p4runtime_kit import Client as P4RuntimeClient
from thrift_kit import NO_OPTIONS, TIMEOUT_S, Code, exact, priority, refused, ternary

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.thrift.interface import simple_switch, standard

EXACT, TERNARY, FORWARD = "MyIngress.exact_t", "MyIngress.ternary_t", "MyIngress.forward"


@pytest.fixture
def p4runtime(switch, clock):
    server = P4RuntimeServer(switch, clock=clock)
    server.start()
    client = P4RuntimeClient(server.address)
    client.become_primary()
    client.set_pipeline(read_config())
    yield client
    client.close()
    server.stop()


@pytest.fixture
def p4():
    return Names(read_config().p4info)


def test_entries(p4runtime, p4, std):
    entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=5))
    p4runtime.write((INSERT, entry))
    assert std.bm_mt_get_entry(0, EXACT, 0).match_key == [exact(1, 6)]
    assert std.bm_mt_add_entry(0, EXACT, [exact(2, 6)], FORWARD, [b"\x06"], NO_OPTIONS) == 1
    with refused(Code.DUPLICATE_ENTRY):
        std.bm_mt_add_entry(0, EXACT, [exact(1, 6)], FORWARD, [b"\x06"], NO_OPTIONS)
    read = p4runtime.read(p4.entry("exact_t"))
    assert [e.match[0].exact.value for e in read] == [b"\x01", b"\x02"]
    std.bm_mt_delete_entry(0, EXACT, 0)
    assert p4runtime.refused(DELETE, entry)[0] == "NOT_FOUND"
    p4runtime.write((DELETE, p4.entry("exact_t", {1: 2})))
    with refused(Code.INVALID_HANDLE):
        std.bm_mt_get_entry(0, EXACT, 1)


def test_priorities_are_mirrored(p4runtime, p4, std):
    key = {1: (0x12, 0xFF), 3: 1}
    p4runtime.write((INSERT, p4.entry("ternary_t", key, p4.action("NoAction"), priority=2**31 - 1 - 10)))
    (entry,) = std.bm_mt_get_entries(0, TERNARY)
    assert entry.options.priority == 10
    fields = [ternary(0x13, 0xFF, 2), ternary(0, 0, 2), exact(1, 2)]
    std.bm_mt_add_entry(0, TERNARY, fields, "NoAction", [], priority(0))
    assert [e.priority for e in p4runtime.read(p4.entry("ternary_t"))] == [2**31 - 11, 2**31 - 1]


def test_members_and_groups(p4runtime, p4, std):
    profile = p4.ids["ecmp"]
    member = p4runtime_pb2.ActionProfileMember(
        action_profile_id=profile, member_id=1, action=p4.action("forward", port=1)
    )
    p4runtime.write((INSERT, member))
    assert [m.mbr_handle for m in std.bm_mt_act_prof_get_members(0, "MyIngress.ecmp")] == [0]
    assert std.bm_mt_act_prof_add_member(0, "MyIngress.ecmp", FORWARD, [b"\x02"]) == 1
    assert std.bm_mt_act_prof_create_group(0, "MyIngress.ecmp") == 0
    std.bm_mt_act_prof_add_member_to_group(0, "MyIngress.ecmp", 1, 0)
    (group,) = p4runtime.read(p4runtime_pb2.ActionProfileGroup(action_profile_id=profile))
    assert (group.group_id, [m.member_id for m in group.members]) == (1, [2])
    far = p4runtime_pb2.ActionProfileMember(
        action_profile_id=profile, member_id=2**32 - 1, action=p4.action("forward", port=1)
    )
    p4runtime.write((INSERT, far))
    std.bm_mt_act_prof_delete_member(0, "MyIngress.ecmp", -2)
    assert p4runtime.refused(DELETE, far)[0] == "NOT_FOUND"


def test_replication(p4runtime, client):
    group = p4runtime_pb2.MulticastGroupEntry(multicast_group_id=3)
    group.replicas.add(egress_port=1, instance=7)
    p4runtime.write((INSERT, group))
    client.pre.bm_mc_node_update(0, 0, "110", "")
    (read,) = p4runtime.read(p4runtime_pb2.MulticastGroupEntry(multicast_group_id=3))
    assert [(r.egress_port, r.instance) for r in read.replicas] == [(1, 7), (2, 7)]
    client.switch.mirroring_session_add(4, simple_switch.MirroringSessionConfig(mgid=3))
    (session,) = p4runtime.read(p4runtime_pb2.CloneSessionEntry(session_id=4))
    assert [r.egress_port for r in session.replicas] == [1, 2]
    p4runtime.write((DELETE, p4runtime_pb2.CloneSessionEntry(session_id=4)))
    with refused(1, simple_switch.InvalidMirroringOperation):
        client.switch.mirroring_session_get(4)


def test_meters_with_fractions_are_rounded_for_p4runtime(p4runtime, p4, std):
    rates = [standard.BmMeterRateConfig(0.0000015, 5), standard.BmMeterRateConfig(2.5, 9)]
    std.bm_meter_set_rates(0, "MyIngress.port_meter", 1, rates)
    query = p4runtime_pb2.MeterEntry(meter_id=p4.ids["port_meter"])
    query.index.index = 1
    (read,) = p4runtime.read(query)
    assert (read.config.cir, read.config.cburst, read.config.pir) == (1, 5, 2_500_000)


def test_a_swapped_program_is_not_p4runtimes_any_more(p4runtime, p4, std, loopback_program):
    std.bm_load_new_config(loopback_program.read_text())
    std.bm_swap_configs()
    with pytest.raises(grpc.RpcError) as caught:
        p4runtime.read(p4.entry("exact_t"))
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
    p4runtime.set_pipeline(read_config())
    assert p4runtime.read(p4.entry("exact_t")) == []


def test_both_write_at_once(p4runtime, p4, std, switch):
    def over_p4runtime() -> None:
        for number in range(100):
            p4runtime.write((INSERT, p4.entry("exact_t", {1: number + 1}, p4.action("forward", port=5))))

    thread = threading.Thread(target=over_p4runtime)
    thread.start()
    handles = [
        std.bm_mt_add_entry(0, EXACT, [exact(1000 + number, 6)], FORWARD, [b"\x06"], NO_OPTIONS)
        for number in range(100)
    ]
    thread.join(TIMEOUT_S)
    entries = switch.state.table(EXACT).entries()
    assert len(entries) == 200
    assert [std.bm_mt_get_entry(0, EXACT, handle).match_key for handle in handles] == [
        [exact(1000 + number, 6)] for number in range(100)
    ]
