# SPDX-License-Identifier: Apache-2.0
"""SetForwardingPipelineConfig, GetForwardingPipelineConfig and Capabilities."""

from __future__ import annotations

import grpc
import pytest
from p4runtime_kit import INSERT, MODIFY, Set

from p4soft.messages import p4runtime_pb2

Get = p4runtime_pb2.GetForwardingPipelineConfigRequest


def refusal(call, *arguments, **keywords) -> tuple[str, str]:
    with pytest.raises(grpc.RpcError) as caught:
        call(*arguments, **keywords)
    return caught.value.code().name, caught.value.details()


@pytest.fixture
def primary(connect):
    client = connect()
    client.become_primary()
    return client


def test_capabilities_names_the_api_version(primary):
    assert primary.stub.Capabilities(p4runtime_pb2.CapabilitiesRequest()).p4runtime_api_version == "1.4.1"


def wrapped(json: bytes) -> bytes:
    """A serialised `p4.tmp.P4DeviceConfig`: reassign is true, extras hold one pair, device_data is `json`."""
    size = bytes([len(json) & 0x7F | 0x80, len(json) >> 7 & 0x7F | 0x80, len(json) >> 14])
    return b"\x08\x01" + b"\x12\x0b\x0a\x09\x0a\x04port\x12\x01\x33" + (b"\x1a" + size + json if json else b"")


def test_a_config_wrapped_as_the_tutorials_do(primary, config, p4):
    old = p4runtime_pb2.ForwardingPipelineConfig(
        p4info=config.p4info, p4_device_config=wrapped(config.p4_device_config)
    )
    primary.set_pipeline(old)
    primary.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))))
    get = primary.stub.GetForwardingPipelineConfig
    assert get(Get(device_id=7)).config == old


@pytest.mark.parametrize("before", [b" \n\t", b"\xef\xbb\xbf"])
def test_bare_json_after_blanks_or_a_byte_order_mark(primary, config, before):
    changed = p4runtime_pb2.ForwardingPipelineConfig(
        p4info=config.p4info, p4_device_config=before + config.p4_device_config
    )
    primary.set_pipeline(changed)


def test_before_a_pipeline_everything_fails_as_with_bmv2(primary, p4):
    assert refusal(primary.read, p4.entry("exact_t"))[0] == "FAILED_PRECONDITION"
    assert refusal(primary.write, (INSERT, p4.entry("exact_t")))[0] == "FAILED_PRECONDITION"
    assert refusal(primary.stub.GetForwardingPipelineConfig, Get(device_id=7))[0] == "FAILED_PRECONDITION"


def test_get_returns_what_was_set(primary, config):
    wanted = p4runtime_pb2.ForwardingPipelineConfig()
    wanted.CopyFrom(config)
    wanted.cookie.cookie = 2**63 + 5
    primary.set_pipeline(wanted)
    get = primary.stub.GetForwardingPipelineConfig
    assert get(Get(device_id=7)).config == wanted
    only_cookie = get(Get(device_id=7, response_type=Get.COOKIE_ONLY)).config
    assert only_cookie == p4runtime_pb2.ForwardingPipelineConfig(cookie=wanted.cookie)
    info = get(Get(device_id=7, response_type=Get.P4INFO_AND_COOKIE)).config
    assert info == p4runtime_pb2.ForwardingPipelineConfig(cookie=wanted.cookie, p4info=config.p4info)
    device = get(Get(device_id=7, response_type=Get.DEVICE_CONFIG_AND_COOKIE)).config
    assert device == p4runtime_pb2.ForwardingPipelineConfig(
        cookie=wanted.cookie, p4_device_config=config.p4_device_config
    )


def test_get_of_another_device_is_not_found(primary):
    assert refusal(primary.stub.GetForwardingPipelineConfig, Get(device_id=8))[0] == "NOT_FOUND"


@pytest.mark.usefixtures("primary")
def test_only_the_primary_may_set(connect, config):
    backup = connect(election_id=None)
    assert refusal(backup.set_pipeline, config)[0] == "PERMISSION_DENIED"


def test_verify_changes_nothing(primary, server, config):
    primary.set_pipeline(config, Set.VERIFY)
    assert refusal(primary.stub.GetForwardingPipelineConfig, Get(device_id=7))[0] == "FAILED_PRECONDITION"
    assert server.writes == 0


def test_verify_and_commit_clears_the_state(client, server, config, p4):
    client.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))))
    client.set_pipeline(config)
    assert client.read(p4.entry("exact_t")) == []
    assert server.writes == 3


def test_a_config_set_twice_is_read_once(client, switch, config):
    client.set_pipeline(config)
    program = switch.program
    state = switch.state
    client.set_pipeline(config)
    assert switch.program is program
    assert switch.state is not state


def test_commit_realizes_a_saved_config_with_the_writes_since(client, switch, config, p4):
    entry = p4.entry("exact_t", {1: 2}, p4.action("forward", port=2))
    client.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))))
    running = switch.state
    client.set_pipeline(config, Set.VERIFY_AND_SAVE)
    client.write(
        (INSERT, entry), (MODIFY, p4.entry("keyless_t", {}, p4.action("forward", port=3), is_default_action=True))
    )
    assert switch.state is running, "saving leaves the data path alone"
    assert len(switch.state.table("MyIngress.exact_t")) == 1
    client.set_pipeline(action=Set.COMMIT)
    assert switch.state is not running
    assert client.read(p4.entry("exact_t")) == [entry]
    assert len(switch.state.table("MyIngress.exact_t")) == 1
    (default,) = client.read(p4.entry("keyless_t", is_default_action=True))
    assert default.action.action == p4.action("forward", port=3)


def test_commit_needs_a_saved_config_and_takes_none(client, config):
    assert refusal(client.set_pipeline, action=Set.COMMIT)[0] == "NOT_FOUND"
    assert refusal(client.set_pipeline, config, Set.COMMIT)[0] == "INVALID_ARGUMENT"


def test_reconcile_keeps_entries_counters_groups_and_registers(client, switch, config, p4):
    state = switch.state
    entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1), metadata=b"m", controller_metadata=5)
    entry.counter_data.packet_count, entry.counter_data.byte_count = 3, 300
    group = p4runtime_pb2.MulticastGroupEntry(multicast_group_id=4, replicas=[{"egress_port": 1, "instance": 2}])
    client.write((INSERT, entry), (INSERT, group))
    state.register("MyIngress.cells").write(2, 77)
    state.counter("MyIngress.port_counter").packets[3] = 9
    client.set_pipeline(config, Set.RECONCILE_AND_COMMIT)
    assert switch.state is not state
    query = p4.entry("exact_t")
    query.counter_data.SetInParent()
    assert client.read(query) == [entry]
    assert client.read(p4runtime_pb2.MulticastGroupEntry()) == [group]
    assert switch.state.register("MyIngress.cells").read(2) == 77
    assert switch.state.counter("MyIngress.port_counter").packets[3] == 9
    assert len(client.read(p4.entry("const_t"))) == 2


def test_reconcile_refuses_what_does_not_fit_and_leaves_the_pipeline_alone(client, switch, config, p4):
    smaller = p4runtime_pb2.ForwardingPipelineConfig()
    smaller.CopyFrom(config)
    smaller.p4_device_config = config.p4_device_config.replace(b'"max_size":8', b'"max_size":1')
    for number in range(2):
        client.write((INSERT, p4.entry("lpm_t", {1: number}, p4.action("forward", port=1))))
    state = switch.state
    code, message = refusal(client.set_pipeline, smaller, Set.RECONCILE_AND_COMMIT)
    assert code == "INVALID_ARGUMENT"
    assert "lpm_t is full (1 entries)" in message
    assert switch.state is state
    assert len(client.read(p4.entry("lpm_t"))) == 2


@pytest.mark.parametrize(
    ("spoil", "wanted"),
    [
        (lambda c: c.ClearField("p4info"), "config.p4info is missing"),
        (lambda c: c.ClearField("p4_device_config"), "p4_device_config is missing"),
        (lambda c: setattr(c, "p4_device_config", b"\xff\xfe"), "not text"),
        (lambda c: setattr(c, "p4_device_config", b"{ not json"), "p4_device_config"),
        (lambda c: setattr(c, "p4_device_config", b"[]"), "p4_device_config"),
        (lambda c: setattr(c, "p4_device_config", wrapped(b"")), "no device_data"),
        (lambda c: setattr(c, "p4_device_config", wrapped(b"\xff\xfe")), "not text"),
        (lambda c: setattr(c, "p4_device_config", wrapped(b"{ not json")), "p4_device_config"),
        (lambda c: setattr(c, "p4_device_config", wrapped(b"{}")[:-1]), "no protobuf message"),
        (
            lambda c: setattr(c.p4info.tables[0].match_fields[0], "bitwidth", 47),
            "47 bits in the P4Info, 48 in the JSON",
        ),
        (
            lambda c: setattr(c.p4info.tables[0].match_fields[0], "match_type", 3),
            "lpm in the P4Info, exact in the JSON",
        ),
        (
            lambda c: c.p4info.tables[0].match_fields.add(id=2, bitwidth=1, match_type=2),
            "2 match fields in the P4Info, 1",
        ),
        (lambda c: setattr(c.p4info.tables[1].preamble, "id", c.p4info.tables[0].preamble.id), "both have id"),
        (lambda c: setattr(c.p4info.tables[0].action_refs[0], "id", 3), "action id 0x3 is not an action"),
        (lambda c: setattr(c.p4info.tables[0], "implementation_id", 9), "implementation 0x9 is not an action profile"),
    ],
)
def test_config_that_cannot_be_realized_names_why(client, switch, config, spoil, wanted):
    spoiled = p4runtime_pb2.ForwardingPipelineConfig()
    spoiled.CopyFrom(config)
    spoil(spoiled)
    program = switch.program
    code, message = refusal(client.set_pipeline, spoiled)
    assert code == "INVALID_ARGUMENT"
    assert wanted in message
    assert switch.program is program


def test_p4info_of_another_program_is_refused(client, config):
    other = p4runtime_pb2.ForwardingPipelineConfig()
    other.CopyFrom(config)
    for table in other.p4info.tables:
        table.preamble.name = table.preamble.name.replace("MyIngress", "Other")
    code, message = refusal(client.set_pipeline, other)
    assert code == "INVALID_ARGUMENT"
    assert "do not belong together" in message


def test_table_that_only_the_p4info_has_is_unimplemented(client, config):
    """p4c may drop a table that cannot matter from the JSON and keep it in the P4Info."""
    more = p4runtime_pb2.ForwardingPipelineConfig()
    more.CopyFrom(config)
    extra = more.p4info.tables.add()
    extra.preamble.id, extra.preamble.name = 0x2000001, "MyIngress.gone"
    client.set_pipeline(more)
    code, message = client.refused(INSERT, p4runtime_pb2.TableEntry(table_id=0x2000001))
    assert code == "UNIMPLEMENTED"
    assert "table MyIngress.gone is in the P4Info but not in the BMv2 JSON" in message


def test_unknown_actions_and_response_types_are_refused(client, config):
    assert refusal(client.set_pipeline, config, Set.UNSPECIFIED)[0] == "INVALID_ARGUMENT"
    assert refusal(client.set_pipeline, config, 9)[0] == "INVALID_ARGUMENT"
    assert refusal(client.stub.GetForwardingPipelineConfig, Get(device_id=7, response_type=9))[0] == "INVALID_ARGUMENT"
    assert refusal(client.set_pipeline, action=Set.VERIFY)[0] == "INVALID_ARGUMENT"
