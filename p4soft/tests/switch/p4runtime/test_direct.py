# SPDX-License-Identifier: Apache-2.0
"""What hangs on table entries: direct counters, direct meters, idle time-outs."""

from __future__ import annotations

from p4runtime_kit import DELETE, INSERT, MODIFY, with_counter

from p4soft.messages import p4runtime_pb2


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
