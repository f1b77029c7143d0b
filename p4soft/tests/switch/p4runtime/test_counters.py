# SPDX-License-Identifier: Apache-2.0
"""Counters, meters, registers, groups, sessions, value sets; and what hangs on table entries."""

from __future__ import annotations

from p4runtime_kit import DELETE, INSERT, MODIFY, to_bytes, with_counter

from p4soft.messages import p4runtime_pb2

# --- By themselves ---------------------------------------------------------------------------------------------------
# Counters, meters, registers, multicast groups, clone sessions, value sets.


def counter(p4, index=None, **data):
    entry = p4runtime_pb2.CounterEntry(counter_id=p4.ids["port_counter"])
    if index is not None:
        entry.index.SetInParent()
        entry.index.index = index
    if data:
        entry.data.CopyFrom(p4runtime_pb2.CounterData(**data))
    return entry


def meter(p4, index=None, **config):
    entry = p4runtime_pb2.MeterEntry(meter_id=p4.ids["port_meter"])
    if index is not None:
        entry.index.SetInParent()
        entry.index.index = index
    if config:
        entry.config.CopyFrom(p4runtime_pb2.MeterConfig(**config))
    return entry


def register(p4, index=None, value=None):
    entry = p4runtime_pb2.RegisterEntry(register_id=p4.ids["cells"])
    if index is not None:
        entry.index.SetInParent()
        entry.index.index = index
    if value is not None:
        entry.data.bitstring = to_bytes(value)
    return entry


def test_counter_cells(client, p4, switch):
    client.write((MODIFY, counter(p4, 3, packet_count=5, byte_count=500)))
    assert client.read(counter(p4, 3)) == [counter(p4, 3, packet_count=5, byte_count=500)]
    found = client.read(counter(p4))
    assert [c.index.index for c in found] == list(range(16))
    assert [c.data.packet_count for c in found] == [0] * 3 + [5] + [0] * 12
    assert len(client.read(p4runtime_pb2.CounterEntry())) == 16
    client.write((MODIFY, counter(p4, packet_count=1)))
    assert switch.state.counter("MyIngress.port_counter").packets == [1] * 16
    client.write((MODIFY, counter(p4, 3)))
    assert switch.state.counter("MyIngress.port_counter").packets[3] == 1, "without data nothing is written"


def test_cell_refusals(client, p4):
    for build, top in ((counter, 15), (meter, 7), (register, 3)):
        assert client.refused(INSERT, build(p4, 0))[0] == "INVALID_ARGUMENT"
        assert client.refused(DELETE, build(p4, 0))[0] == "INVALID_ARGUMENT"
        assert client.refused(MODIFY, build(p4, -1))[0] == "INVALID_ARGUMENT"
        code, message = client.refused(MODIFY, build(p4, top + 1))
        assert (code, f"accepted: 0..{top}" in message) == ("OUT_OF_RANGE", True)
    assert (
        "counter id 0x3 is not in the P4Info; accepted: "
        in client.refused(MODIFY, p4runtime_pb2.CounterEntry(counter_id=3))[1]
    )
    assert client.refused(MODIFY, counter(p4, 0, packet_count=-1))[0] == "INVALID_ARGUMENT"


def test_meter_cells(client, p4):
    config = {"cir": 1, "cburst": 2, "pir": 3, "pburst": 4}
    client.write((MODIFY, meter(p4, 2, **config)))
    assert client.read(meter(p4, 2)) == [meter(p4, 2, **config)]
    found = client.read(p4runtime_pb2.MeterEntry())
    assert [m.HasField("config") for m in found] == [False, False, True] + [False] * 5
    client.write((MODIFY, meter(p4)))
    assert client.read(meter(p4, 2)) == [meter(p4, 2)], "an unset config resets every cell"
    assert client.refused(MODIFY, meter(p4, 0, cir=-1))[0] == "INVALID_ARGUMENT"
    assert client.refused(MODIFY, meter(p4, 0, cir=2, pir=1))[0] == "INVALID_ARGUMENT"
    assert client.refused(MODIFY, meter(p4, 0, eburst=1))[0] == "INVALID_ARGUMENT"


def test_register_cells(client, p4, switch):
    client.write((MODIFY, register(p4, 1, 0xABCDE)))
    assert switch.state.register("MyIngress.cells").cells == [0, 0xABCDE, 0, 0]
    assert client.read(register(p4, 1)) == [register(p4, 1, 0xABCDE)]
    assert [r.data.bitstring for r in client.read(p4runtime_pb2.RegisterEntry())] == [
        b"\0",
        b"\x0a\xbc\xde",
        b"\0",
        b"\0",
    ]
    client.write((MODIFY, register(p4, None, 7)))
    assert switch.state.register("MyIngress.cells").cells == [7] * 4
    code, message = client.refused(MODIFY, register(p4, 1, 1 << 20))
    assert (code, "0x100000 does not fit; accepted: 0..0xfffff" in message) == ("INVALID_ARGUMENT", True)
    wrong = register(p4, 1)
    wrong.data.bool = True
    assert client.refused(MODIFY, wrong)[0] == "INVALID_ARGUMENT"
    assert client.refused(MODIFY, register(p4, 1))[0] == "INVALID_ARGUMENT"


def group(number, *replicas, **fields):
    message = p4runtime_pb2.MulticastGroupEntry(multicast_group_id=number, **fields)
    for port, instance in replicas:
        message.replicas.add(egress_port=port, instance=instance)
    return message


def session(number, *replicas, **fields):
    message = p4runtime_pb2.CloneSessionEntry(session_id=number, **fields)
    for port, instance in replicas:
        message.replicas.add(egress_port=port, instance=instance)
    return message


def test_multicast_groups(client):
    first = group(1, (1, 0), (2, 5), metadata=b"m")
    by_bytes = group(2)
    by_bytes.replicas.add(port=b"\x01\x02", instance=9)
    client.write((INSERT, first), (INSERT, by_bytes))
    assert client.read(group(0)) == [first, by_bytes]
    assert client.read(group(2)) == [by_bytes]
    client.write((MODIFY, group(1, (3, 3))))
    assert client.read(group(1)) == [group(1, (3, 3))]
    client.write((DELETE, group(1)))
    assert client.read(group(0)) == [by_bytes]
    assert client.refused(INSERT, by_bytes)[0] == "ALREADY_EXISTS"
    assert client.refused(DELETE, group(1))[0] == "NOT_FOUND"
    assert client.refused(MODIFY, group(1))[0] == "NOT_FOUND"
    for bad in (group(0), group(70000), group(3, (1, 1), (1, 1)), group(3, (512, 0)), group(3, (1, 70000))):
        assert client.refused(INSERT, bad)[0] == "INVALID_ARGUMENT"
    missing = group(3)
    missing.replicas.add(instance=1)
    assert "replica 0: the port is missing" in client.refused(INSERT, missing)[1]
    assert client.refused(INSERT, p4runtime_pb2.PacketReplicationEngineEntry())[0] == "INVALID_ARGUMENT"


def test_clone_sessions(client):
    first = session(7, (1, 0), (2, 5), class_of_service=2, packet_length_bytes=128)
    client.write((INSERT, first))
    assert client.read(session(0)) == [first]
    client.write((MODIFY, session(7, (1, 1))))
    assert client.read(session(7)) == [session(7, (1, 1))]
    client.write((INSERT, group(1)))
    assert len(client.read(p4runtime_pb2.PacketReplicationEngineEntry())) == 2
    client.write((DELETE, session(7)))
    assert client.read(session(0)) == []
    for bad in (session(0), session(40000), session(3, packet_length_bytes=-1), session(3, (1, 1), (1, 1))):
        assert client.refused(INSERT, bad)[0] == "INVALID_ARGUMENT"
    assert client.refused(DELETE, session(7))[0] == "NOT_FOUND"


def value_set(p4, *values):
    entry = p4runtime_pb2.ValueSetEntry(value_set_id=p4.ids["probe_types"])
    for value in values:
        entry.members.add().match.add(field_id=1).exact.value = to_bytes(value)
    return entry


def test_value_sets(client, p4, switch):
    client.write((MODIFY, value_set(p4, 0x1234, 0x88B6)))
    assert client.read(value_set(p4)) == [value_set(p4, 0x1234, 0x88B6)]
    (members,) = [v.members for v in switch.state.value_sets.values()]
    assert members == [(0x1234, 0xFFFF), (0x88B6, 0xFFFF)]
    client.write((MODIFY, value_set(p4, 5)))
    assert client.read(p4runtime_pb2.ValueSetEntry()) == [value_set(p4, 5)]
    assert client.refused(INSERT, value_set(p4, 1))[0] == "INVALID_ARGUMENT"
    assert client.refused(MODIFY, value_set(p4, 1, 1))[0] == "ALREADY_EXISTS"
    assert client.refused(MODIFY, value_set(p4, 1, 2, 3, 4, 6))[0] == "RESOURCE_EXHAUSTED"
    assert client.refused(MODIFY, value_set(p4, 0x10000))[0] == "INVALID_ARGUMENT"
    assert client.read(value_set(p4)) == [value_set(p4, 5)]
    client.write((MODIFY, value_set(p4)))
    assert client.read(value_set(p4)) == [value_set(p4)]


def test_externs_are_unimplemented(client):
    assert client.refused(INSERT, p4runtime_pb2.ExternEntry(extern_id=1))[0] == "UNIMPLEMENTED"


def test_backup_replicas_of_p4runtime_1_5_are_refused(client):
    message = p4runtime_pb2.MulticastGroupEntry(multicast_group_id=3)
    message.replicas.add(egress_port=1, backup_replicas=[p4runtime_pb2.BackupReplica(port=b"\x02")])
    code, text = client.refused(INSERT, message)
    assert code == "UNIMPLEMENTED" and "replica 0: backup replicas are not supported" in text


# --- On entries ------------------------------------------------------------------------------------------------------
# What hangs on table entries: direct counters, direct meters, idle time-outs.


def test_direct_counter_in_entries_and_alone(client, p4, switch):
    entry = with_counter(p4.entry("exact_t", {1: 1}, p4.action("forward", port=1)), 7, 700)
    plain = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))
    client.write((INSERT, entry))
    assert client.read(p4.entry("exact_t")) == [plain], "counters only when asked for"
    assert client.read(with_counter(p4.entry("exact_t"))) == [entry]
    direct = p4runtime_pb2.DirectCounterEntry(table_entry=p4.entry("exact_t", {1: 1}))
    (found,) = client.read(direct)
    assert (found.data.packet_count, found.data.byte_count) == (7, 700)
    assert found.table_entry == p4.entry("exact_t", {1: 1})
    client.write((MODIFY, plain))
    assert client.read(direct)[0].data.packet_count == 7, "modify without counter_data leaves the counter"
    direct.data.packet_count = 1
    client.write((MODIFY, direct))
    (row,) = switch.state.table("MyIngress.exact_t").entries()
    assert (row.packets, row.bytes) == (1, 0)
    assert client.refused(INSERT, direct)[0] == "INVALID_ARGUMENT"
    assert (
        client.refused(MODIFY, p4runtime_pb2.DirectCounterEntry(table_entry=p4.entry("exact_t", {1: 2})))[0]
        == "NOT_FOUND"
    )
    assert (
        client.refused(MODIFY, p4runtime_pb2.DirectCounterEntry(table_entry=p4.entry("lpm_t", {1: 2})))[0]
        == "NOT_FOUND"
    )
    assert len(client.read(p4runtime_pb2.DirectCounterEntry())) == 1


def test_direct_meter_in_entries_and_alone(client, p4):
    config = {"cir": 10, "cburst": 20, "pir": 30, "pburst": 40}
    entry = p4.entry("ternary_t", {3: 1}, p4.action("metered", port=1), priority=1, meter_config=config)
    key = p4.entry("ternary_t", {3: 1}, priority=1)
    client.write((INSERT, entry))
    query = p4.entry("ternary_t", meter_config={})
    query.meter_config.SetInParent()
    assert client.read(query) == [entry]
    direct = p4runtime_pb2.DirectMeterEntry(table_entry=key)
    (found,) = client.read(direct)
    assert found.config == p4runtime_pb2.MeterConfig(**config)
    client.write((MODIFY, p4.entry("ternary_t", {3: 1}, p4.action("metered", port=1), priority=1)))
    assert not client.read(direct)[0].HasField("config"), "modify without meter_config resets the meter"
    direct.config.CopyFrom(p4runtime_pb2.MeterConfig(**config))
    client.write((MODIFY, direct))
    assert client.read(p4runtime_pb2.DirectMeterEntry(table_entry=p4.entry("ternary_t")))[0].config.pir == 30
    direct.config.pir = 5
    code, message = client.refused(MODIFY, direct)
    assert (code, "pir 5 is below cir 10" in message) == ("INVALID_ARGUMENT", True)
    direct.config.Clear()
    direct.config.eburst = 1
    assert client.refused(MODIFY, direct)[0] == "INVALID_ARGUMENT"
    direct.ClearField("config")
    direct.counter_data.SetInParent()
    assert client.refused(MODIFY, direct)[0] == "UNIMPLEMENTED"


# Idle time-outs


def test_idle_entries_are_notified_once_per_timeout(client, p4, server, clock):
    entry = p4.entry("idle_t", {1: 5}, p4.action("NoAction"), idle_timeout_ns=10_000_000, metadata=b"m")
    forever = p4.entry("idle_t", {1: 6}, p4.action("NoAction"))
    client.write((INSERT, entry), (INSERT, forever))
    assert client.read(p4.entry("idle_t", {1: 5})) == [entry]
    clock.now = 2_000_000
    server.tick(clock.now)
    server.tick(clock.now + 1000)
    notification = client.receive().idle_timeout_notification
    assert [e.match for e in notification.table_entry] == [entry.match]
    assert notification.table_entry[0].idle_timeout_ns == 10_000_000
    assert notification.table_entry[0].metadata == b"m"
    query = p4.entry("idle_t", {1: 5})
    query.time_since_last_hit.SetInParent()
    assert client.read(query)[0].time_since_last_hit.elapsed_ns == 2_000_000_000
    client.write((DELETE, entry))
    assert client.read(p4.entry("idle_t")) == [forever]
