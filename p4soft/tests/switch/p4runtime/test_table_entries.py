# SPDX-License-Identifier: Apache-2.0
"""TableEntry: writes, reads, validation, batches, const and default entries."""

from __future__ import annotations

import grpc
import pytest
from p4runtime_kit import DELETE, INSERT, MODIFY, code_name, details, with_counter

from p4soft.messages import p4runtime_pb2

# Writing and reading back


def test_insert_modify_delete(client, p4, switch):
    entry = p4.entry(
        "exact_t", {1: 0xA}, p4.action("forward", port=1), metadata=b"owner", controller_metadata=2**64 - 1
    )
    client.write((INSERT, entry))
    assert client.read(p4.entry("exact_t")) == [entry]
    changed = p4.entry("exact_t", {1: 0xA}, p4.action("rewrite", port=300, dst=0xB, e=0xF))
    client.write((MODIFY, changed))
    assert client.read(p4.entry("exact_t")) == [changed]
    client.write((DELETE, p4.entry("exact_t", {1: 0xA})))
    assert client.read(p4.entry("exact_t")) == []
    assert len(switch.state.table("MyIngress.exact_t")) == 0


def test_every_match_kind_reads_back_as_written(client, p4):
    entries = [
        p4.entry("lpm_t", {1: 1, 2: (0x0A000000, 8)}, p4.action("forward", port=1)),
        p4.entry("lpm_t", {1: 1}, p4.action("drop")),
        p4.entry("ternary_t", {1: (0x0A00, 0xFF00), 2: 0x123, 3: 4}, p4.action("metered", port=1), priority=5),
        p4.entry("ternary_t", {3: 4}, p4.action("metered", port=1), priority=1),
        p4.entry("range_t", {1: (5, 9), 2: 1}, p4.action("forward", port=1), priority=2147483647),
        p4.entry("range_t", {2: 0}, p4.action("forward", port=1), priority=1),
    ]
    for entry in entries:
        client.write((INSERT, entry))
    for table, count in (("lpm_t", 2), ("ternary_t", 2), ("range_t", 2)):
        wanted = [e for e in entries if e.table_id == p4.entry(table).table_id]
        found = client.read(p4.entry(table))
        assert len(found) == count
        assert all(e in found for e in wanted)


def test_padded_byte_strings_are_accepted_and_answered_canonically(client, p4):
    client.write(
        (INSERT, p4.entry("exact_t", {1: b"\x00\x00\x00\x00\x00\x00\x00\x0a"}, p4.action("forward", port=b"\x00\x01")))
    )
    (found,) = client.read(p4.entry("exact_t"))
    assert found.match[0].exact.value == b"\x0a"
    assert found.action.action.params[0].value == b"\x01"
    client.write((DELETE, p4.entry("exact_t", {1: b"\x00\x0a"})))


def test_priorities_larger_wins(client, p4, switch):
    for priority in (5, 9, 7):
        mask = 0xFF00 | priority
        entry = p4.entry(
            "ternary_t", {1: (0x0100, mask & 0xFF00), 3: 0}, p4.action("metered", port=priority), priority=priority
        )
        client.write((INSERT, entry))
    table = switch.state.table("MyIngress.ternary_t")
    key = (0x0101 << 12 | 0) << 9 | 0
    assert table.index.lookup(key).priority == 9


def test_same_match_with_another_priority_is_another_entry(client, p4):
    first = p4.entry("ternary_t", {3: 1}, p4.action("NoAction"), priority=1)
    second = p4.entry("ternary_t", {3: 1}, p4.action("NoAction"), priority=2)
    client.write((INSERT, first), (INSERT, second))
    assert client.refused(INSERT, second)[0] == "ALREADY_EXISTS"
    client.write((DELETE, first))
    assert client.read(p4.entry("ternary_t")) == [second]


def test_modify_without_action_keeps_it(client, p4):
    action = p4.action("forward", port=4)
    client.write((INSERT, p4.entry("exact_t", {1: 1}, action, metadata=b"old")))
    client.write((MODIFY, p4.entry("exact_t", {1: 1}, metadata=b"new")))
    (found,) = client.read(p4.entry("exact_t"))
    assert found.action.action == action
    assert found.metadata == b"new"


def test_delete_ignores_everything_but_the_key(client, p4):
    client.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=4))))
    nonsense = p4runtime_pb2.Action(action_id=99)
    client.write((DELETE, p4.entry("exact_t", {1: 1}, nonsense, idle_timeout_ns=-4)))
    assert client.read(p4.entry("exact_t")) == []


def test_no_update_may_say_that_an_entry_is_const(client, p4):
    """P4Runtime §9.1: is_const "must be false in any INSERT, MODIFY, or DELETE", else INVALID_ARGUMENT."""
    client.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=4))))
    for kind in (INSERT, MODIFY, DELETE):
        code, message = client.refused(kind, p4.entry("exact_t", {1: 1}, p4.action("forward", port=5), is_const=True))
        assert (code, "is_const cannot be written" in message) == ("INVALID_ARGUMENT", True)
    default = p4.entry("exact_t", {}, p4.action("forward", port=5), is_default_action=True, is_const=True)
    assert client.refused(MODIFY, default)[0] == "INVALID_ARGUMENT"
    const = p4.entry("const_t", {1: 2}, priority=1, is_const=True)
    assert client.refused(DELETE, const)[0] == "INVALID_ARGUMENT"
    (kept,) = client.read(p4.entry("exact_t"))
    assert kept.action.action == p4.action("forward", port=4)


# Validation: code, and a message that names table, field and accepted values


def bad_entries(p4):
    forward = p4.action("forward", port=1)
    full = "accepted: 0..0xffffffffffff (bit<48>)"
    return [
        (p4.entry("exact_t", {}, forward), "match field hdr.ethernet.dst (id 1, exact) is missing"),
        (p4.entry("exact_t", {1: 1 << 48}, forward), full),
        (
            p4.entry("exact_t", {1: b""}, forward),
            "table MyIngress.exact_t: match field hdr.ethernet.dst: empty byte string",
        ),
        (p4.entry("exact_t", {1: 1, 2: 1}, forward), "match field id 2 is unknown; accepted: 1 (hdr.ethernet.dst)"),
        (p4.entry("exact_t", {1: 1}), "the action is missing"),
        (p4.entry("exact_t", {1: 1}, forward, priority=1), "priority 1; accepted: 0"),
        (p4.entry("exact_t", {1: 1}, p4.action("forward")), "parameter port (id 1) is missing"),
        (
            p4.entry("exact_t", {1: 1}, p4.action("forward", port=512)),
            "parameter port: 0x200 does not fit; accepted: 0..0x1ff",
        ),
        (p4.entry("exact_t", {1: 1}, p4.action("metered", port=1)), "is not one of its actions; accepted: "),
        (p4.entry("exact_t", {1: 1}, p4runtime_pb2.Action(action_id=1)), "action id 0x1 is not one of its actions"),
        (p4.entry("exact_t", {1: 1}, forward, is_const=True), "is_const cannot be written"),
        (p4.entry("exact_t", {1: 1}, forward, idle_timeout_ns=1), "idle_timeout_ns is not supported by this table"),
        (p4.entry("lpm_t", {1: 1, 2: (1, 33)}, forward), "prefix length 33 is out of range; accepted: 1..32"),
        (p4.entry("lpm_t", {1: 1, 2: (1, -1)}, forward), "prefix length -1 is out of range; accepted: 1..32"),
        (p4.entry("lpm_t", {1: 1, 2: (1, 8)}, forward), "bits set after its prefix"),
        (p4.entry("lpm_t", {1: 1, 2: (0, 0)}, forward), "prefix length 0 means don't-care"),
        (p4.entry("ternary_t", {3: 1}, p4.action("NoAction")), "priority 0; accepted: 1 or more"),
        (p4.entry("ternary_t", {3: 1}, p4.action("NoAction"), priority=-1), "priority -1; accepted: 1 or more"),
        (p4.entry("ternary_t", {1: (1, 0), 3: 1}, p4.action("NoAction"), priority=1), "mask 0 means don't-care"),
        (
            p4.entry("ternary_t", {1: (3, 2), 3: 1}, p4.action("NoAction"), priority=1),
            "bits set where mask 0x2 has none",
        ),
        (p4.entry("range_t", {1: (9, 5), 2: 1}, forward, priority=1), "low 0x9 is above high 0x5"),
        (p4.entry("range_t", {1: (0, 0xFFFF), 2: 1}, forward, priority=1), "the whole range means don't-care"),
        (p4.entry("keyless_t", {}, forward), "has no key, so it takes no entries"),
        (p4runtime_pb2.TableEntry(table_id=77), "table id 0x4d is not in the P4Info; accepted: "),
        (with_counter(p4.entry("lpm_t", {1: 1}, forward)), "has no direct counter"),
        (with_counter(p4.entry("exact_t", {1: 1}, forward), -1), "packet_count -1"),
        (p4.entry("exact_t", {1: 1}, forward, meter_config={"cir": 1}), "has no direct meter"),
        (p4.entry("exact_t", {1: 1}, p4runtime_pb2.TableAction(action_profile_member_id=1)), "has no action profile"),
        (p4.entry("exact_t", {1: 1}, forward, time_since_last_hit={}), "time_since_last_hit can only be read"),
    ]


def test_malformed_entries_are_invalid_arguments_that_say_what_is_accepted(client, p4, switch):
    for entry, wanted in bad_entries(p4):
        code, message = client.refused(INSERT, entry)
        assert (code, wanted in message) == ("INVALID_ARGUMENT", True), (wanted, code, message)
    assert all(len(t) == 0 or t.name == "MyIngress.const_t" for t in switch.state.tables.values())


def test_repeated_field_and_parameter(client, p4):
    entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))
    entry.match.add(field_id=1).exact.value = b"\x02"
    assert "hdr.ethernet.dst is given twice" in client.refused(INSERT, entry)[1]
    entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))
    entry.action.action.params.add(param_id=1, value=b"\x02")
    assert "parameter port is given twice" in client.refused(INSERT, entry)[1]
    entry.action.action.params[1].param_id = 2
    assert "parameter id 2 is unknown; accepted: 1 (port)" in client.refused(INSERT, entry)[1]


def test_wrong_match_type(client, p4):
    entry = p4.entry("exact_t", {}, p4.action("forward", port=1))
    entry.match.add(field_id=1).lpm.prefix_len = 8
    assert client.refused(INSERT, entry) == (
        "INVALID_ARGUMENT",
        "table MyIngress.exact_t: match field hdr.ethernet.dst: got lpm; accepted: exact",
    )


def test_update_without_type_or_entity(client, p4):
    assert client.refused(0, p4.entry("exact_t"))[0] == "INVALID_ARGUMENT"
    request = client.write_request((INSERT, p4.entry("exact_t")))
    request.updates[0].entity.Clear()
    with pytest.raises(grpc.RpcError) as caught:
        client.stub.Write(request)
    assert "the entity is missing" in details(caught.value)[0].message


def test_missing_full_and_existing(client, p4):
    entry = p4.entry("lpm_t", {1: 0}, p4.action("forward", port=1))
    assert client.refused(MODIFY, entry)[0] == "NOT_FOUND"
    assert client.refused(DELETE, entry)[0] == "NOT_FOUND"
    for number in range(8):
        client.write((INSERT, p4.entry("lpm_t", {1: number}, p4.action("forward", port=1))))
    assert client.refused(INSERT, entry)[0] == "ALREADY_EXISTS"
    code, message = client.refused(INSERT, p4.entry("lpm_t", {1: 8}, p4.action("forward", port=1)))
    assert (code, "full (8 entries)" in message) == ("RESOURCE_EXHAUSTED", True)


# Batches


def test_one_error_per_update_in_order(client, p4, server):
    good = [p4.entry("exact_t", {1: n}, p4.action("forward", port=1)) for n in (1, 2)]
    before = server.writes
    with pytest.raises(grpc.RpcError) as caught:
        client.write((INSERT, good[0]), (DELETE, p4.entry("exact_t", {1: 9})), (INSERT, good[1]), (INSERT, good[0]))
    assert [code_name(d.canonical_code) for d in details(caught.value)] == ["OK", "NOT_FOUND", "OK", "ALREADY_EXISTS"]
    assert "2 of 4 failed; the first is number 1 (from 0): NOT_FOUND" in caught.value.details()
    assert client.read(p4.entry("exact_t")) == good
    assert server.writes == before + 2


@pytest.mark.parametrize("atomicity", [1, 2])
def test_roll_back_leaves_nothing_behind(client, p4, server, atomicity):
    kept = with_counter(p4.entry("exact_t", {1: 1}, p4.action("forward", port=1), metadata=b"kept"), 5, 50)
    dropped = p4.entry("exact_t", {1: 2}, p4.action("drop"))
    client.write((INSERT, kept), (INSERT, dropped))
    before = server.writes
    with pytest.raises(grpc.RpcError) as caught:
        client.write(
            (MODIFY, with_counter(p4.entry("exact_t", {1: 1}, p4.action("to_cpu")), 0, 0)),
            (DELETE, dropped),
            (INSERT, p4.entry("exact_t", {1: 3}, p4.action("drop"))),
            (MODIFY, p4.entry("exact_t", action=p4.action("forward", port=9), is_default_action=True)),
            (MODIFY, p4runtime_pb2.CounterEntry(counter_id=p4.ids["port_counter"], data={"packet_count": 4})),
            (INSERT, p4runtime_pb2.MulticastGroupEntry(multicast_group_id=1, replicas=[{"egress_port": 1}])),
            (INSERT, p4.entry("exact_t", {1: 1}, p4.action("drop"))),
            (INSERT, p4.entry("exact_t", {1: 4}, p4.action("drop"))),
            atomicity=atomicity,
        )
    codes = [code_name(d.canonical_code) for d in details(caught.value)]
    assert codes == ["ABORTED"] * 6 + ["ALREADY_EXISTS", "ABORTED"]
    query = with_counter(p4.entry("exact_t"))
    assert client.read(query) == [kept, with_counter(dropped)]
    assert client.read(p4runtime_pb2.MulticastGroupEntry()) == []
    (default,) = client.read(p4.entry("exact_t", is_default_action=True))
    assert default.action.action == p4.action("miss")
    assert (
        client.read(p4runtime_pb2.CounterEntry(counter_id=p4.ids["port_counter"], index={"index": 0}))[
            0
        ].data.packet_count
        == 0
    )
    assert server.writes == before


def test_unknown_atomicity_is_refused(client):
    with pytest.raises(grpc.RpcError) as caught:
        client.write(atomicity=3)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


# Default entries


def test_default_entry_is_modified_reset_and_read(client, p4):
    (found,) = client.read(p4.entry("exact_t", is_default_action=True))
    assert found == p4.entry("exact_t", {}, p4.action("miss"), is_default_action=True)
    changed = p4.entry("exact_t", {}, p4.action("forward", port=3), is_default_action=True, metadata=b"x")
    client.write((MODIFY, changed))
    assert client.read(p4.entry("exact_t", is_default_action=True)) == [changed]
    client.write((MODIFY, p4.entry("exact_t", is_default_action=True)))
    assert client.read(p4.entry("exact_t", is_default_action=True)) == [found]


def test_default_entries_of_all_tables(client, p4):
    found = client.read(p4runtime_pb2.TableEntry(is_default_action=True))
    assert {e.table_id for e in found} == {t.preamble.id for t in p4.tables.values()}
    assert all(e.is_default_action and not e.match for e in found)


def test_default_entry_rules(client, p4):
    default = p4.entry("exact_t", {}, p4.action("forward", port=3), is_default_action=True)
    assert client.refused(INSERT, default)[0] == "INVALID_ARGUMENT"
    assert client.refused(DELETE, default)[0] == "INVALID_ARGUMENT"
    const = p4.entry("lpm_t", {}, p4.action("drop"), is_default_action=True)
    assert client.refused(MODIFY, const)[0] == "PERMISSION_DENIED"
    assert (
        client.refused(MODIFY, p4.entry("exact_t", {1: 1}, p4.action("to_cpu"), is_default_action=True))[0]
        == "INVALID_ARGUMENT"
    )
    only_entries = p4.entry("exact_t", {}, p4.action("drop"), is_default_action=True)
    code, message = client.refused(MODIFY, only_entries)
    assert (code, "MyIngress.drop cannot be used in the default action" in message) == ("PERMISSION_DENIED", True)
    code, message = client.refused(INSERT, p4.entry("exact_t", {1: 1}, p4.action("miss")))
    assert (code, "MyIngress.miss cannot be used in an entry" in message) == ("PERMISSION_DENIED", True)
    selector = p4.entry("selector_t", {}, p4.action("forward", port=3), is_default_action=True)
    assert client.refused(MODIFY, selector)[0] == "PERMISSION_DENIED"


# Const tables


def test_const_entries_are_read_and_cannot_be_changed(client, p4):
    found = client.read(p4.entry("const_t"))
    first = p4.entry("const_t", {1: 1, 2: (0x10, 0xF0)}, p4.action("forward", port=1), priority=2, is_const=True)
    second = p4.entry("const_t", {1: 2}, p4.action("forward", port=2), priority=1, is_const=True)
    assert found == [first, second]
    new = p4.entry("const_t", {1: 3}, p4.action("forward", port=1), priority=5)
    assert client.refused(INSERT, new)[0] == "PERMISSION_DENIED"
    key = p4.entry("const_t", {1: 2}, priority=1)
    assert client.refused(DELETE, key)[0] == "PERMISSION_DENIED"
    assert (
        client.refused(MODIFY, p4.entry("const_t", {1: 2}, p4.action("forward", port=2), priority=1))[0]
        == "PERMISSION_DENIED"
    )
    client.write((MODIFY, key))  # No action: only direct resources, of which this table has none.


# Reading


def test_read_filters(client, p4):
    a = p4.entry("ternary_t", {3: 1}, p4.action("metered", port=1), priority=4, metadata=b"a")
    b = p4.entry("ternary_t", {3: 2}, p4.action("NoAction"), priority=4, metadata=b"b", controller_metadata=6)
    c = p4.entry("ternary_t", {3: 3}, p4.action("NoAction"), priority=5)
    client.write((INSERT, a), (INSERT, b), (INSERT, c))
    assert client.read(p4.entry("ternary_t", priority=4)) == [a, b]
    assert client.read(p4.entry("ternary_t", action=p4.action("NoAction"))) == [b, c]
    assert client.read(p4.entry("ternary_t", metadata=b"a")) == [a]
    assert client.read(p4.entry("ternary_t", controller_metadata=6)) == [b]
    assert client.read(p4.entry("ternary_t", {3: 3}, priority=5)) == [c]
    assert client.read(p4.entry("ternary_t", {3: 3})) == [c]
    assert client.read(p4.entry("ternary_t", {3: 4}, priority=5)) == []
    assert client.read(p4.entry("exact_t", {1: 4})) == []


def test_reading_all_tables_includes_const_entries(client, p4):
    entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))
    client.write((INSERT, entry))
    found = client.read(p4runtime_pb2.TableEntry())
    assert len(found) == 3
    assert entry in found


def test_read_errors_come_after_what_could_be_read(client, p4):
    entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))
    client.write((INSERT, entry))
    request = p4runtime_pb2.ReadRequest(device_id=7)
    for wanted in (p4.entry("exact_t", {2: 5}), p4.entry("exact_t"), p4runtime_pb2.TableEntry(table_id=3)):
        request.entities.add().table_entry.CopyFrom(wanted)
    request.entities.add()
    found = []
    with pytest.raises(grpc.RpcError) as caught:
        for response in client.stub.Read(request):
            found.extend(e.table_entry for e in response.entities)
    assert found == [entry]
    codes = [code_name(d.canonical_code) for d in details(caught.value)]
    assert codes == ["INVALID_ARGUMENT", "OK", "INVALID_ARGUMENT", "INVALID_ARGUMENT"]


def test_read_needs_no_stream_but_the_right_device_and_role(client, connect, p4):
    with pytest.raises(grpc.RpcError) as caught:
        list(client.stub.Read(p4runtime_pb2.ReadRequest(device_id=8)))
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND
    with pytest.raises(grpc.RpcError) as caught:
        list(client.stub.Read(p4runtime_pb2.ReadRequest(device_id=7, role="ghost")))
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND
    assert len(connect().read(p4.entry("const_t"))) == 2


def test_many_entries_come_in_several_messages(client, p4):
    updates = [(INSERT, p4.entry("exact_t", {1: n}, p4.action("forward", port=1))) for n in range(1, 1501)]
    client.write(*updates)
    request = p4runtime_pb2.ReadRequest(device_id=7)
    for _ in range(6):
        request.entities.add().table_entry.table_id = p4.entry("exact_t").table_id
    sizes = [len(response.entities) for response in client.stub.Read(request)]
    assert sum(sizes) == 6 * 1500
    assert len(sizes) > 1
