# SPDX-License-Identifier: Apache-2.0
"""Tables whose `entries` are not const: P4Runtime §9.1.7 of 1.4, preinitialized tables."""

from __future__ import annotations

import asyncio
import json

import finsy
import pytest
from p4runtime_kit import DELETE, DEVICE_ID, INSERT, MODIFY, Names, Set, with_counter

from p4soft.compiler import compile_file
from p4soft.messages import p4runtime_pb2

PROGRAM = """
#include <v1model.p4>
header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; }
struct metadata { }
parser P(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
    state start { p.extract(hdr.h); transition accept; }
}
control V(inout headers hdr, inout metadata m) { apply { } }
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
    direct_counter(CounterType.packets) seen;
    action put(bit<8> v) { hdr.h.b = v; s.egress_spec = 1; seen.count(); }
    action put_uncounted(bit<8> v) { hdr.h.b = v; s.egress_spec = 1; }
    table exact_t {
        key = { hdr.h.a : exact; } actions = { put_uncounted; NoAction; }
        entries = { 1 : put_uncounted(0x11); const 2 : put_uncounted(0x22); }
    }
    table ternary_t {
        key = { hdr.h.a : ternary; } actions = { put; put_uncounted; NoAction; }
        entries = {
            priority = 30 : 0x10 &&& 0xf0 : put(0x33);
            const priority = 20 : 0x20 &&& 0xf0 : put(0x44);
            0x30 &&& 0xf0 : put_uncounted(0x55);
        }
        counters = seen;
        size = 16;
    }
    table small_wins {
        key = { hdr.h.a : ternary; } actions = { put_uncounted; NoAction; }
        largest_priority_wins = false;
        entries = { priority = 30 : 1 : put_uncounted(3); priority = 10 : _ : put_uncounted(1); }
    }
    apply { exact_t.apply(); ternary_t.apply(); if (hdr.h.b == 0xee) { small_wins.apply(); } }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) { apply { } }
control C(inout headers hdr, inout metadata m) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""
OWN = ("is_const", "p4runtime_priority")
"""Members of an entry in our JSON that p4c does not write, because it has nothing of what they say."""


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    file = tmp_path_factory.mktemp("initial") / "initial.p4"
    file.write_text(PROGRAM)
    return compile_file(file)


@pytest.fixture
def p4(result):
    return Names(result.p4info)


def config_of(result, program):
    return p4runtime_pb2.ForwardingPipelineConfig(p4info=result.p4info, p4_device_config=json.dumps(program).encode())


@pytest.fixture
def client(connect, result):
    client = connect()
    client.become_primary()
    client.set_pipeline(config_of(result, result.json))
    return client


def as_p4c_writes_it(program):
    """The JSON without what only our compiler says."""
    program = json.loads(json.dumps(program))
    for pipeline in program["pipelines"]:
        for table in pipeline["tables"]:
            for member in ("counting_actions", "metering_actions"):
                table.pop(member, None)
            for entry in table.get("entries", ()):
                for name in OWN:
                    entry.pop(name, None)
    return program


def exact(p4, value, argument=None, **fields):
    action = None if argument is None else p4.action("put_uncounted", v=argument)
    return p4.entry("exact_t", {1: value}, action, **fields)


def test_p4info_says_that_they_are_there_and_not_const(result):
    (table,) = (t for t in result.p4info.tables if t.preamble.alias == "exact_t")
    assert (table.is_const_table, table.has_initial_entries) == (False, True)


def test_they_can_be_changed_deleted_and_joined_by_others(client, p4, switch):
    assert client.read(exact(p4, 1)) == [exact(p4, 1, 0x11)]
    client.write((MODIFY, exact(p4, 1, 0x12)))
    assert client.read(exact(p4, 1)) == [exact(p4, 1, 0x12)]
    assert [e.frame.hex() for e in switch.receive(0, b"\x01\x00", 10)] + [
        e.frame.hex() for e in switch.advance(1000)
    ] == ["0112"]
    client.write((INSERT, exact(p4, 7, 0x77)))
    client.write((DELETE, exact(p4, 1)))
    assert [e.match[0].exact.value for e in client.read(p4.entry("exact_t"))] == [b"\x02", b"\x07"]
    client.write((INSERT, exact(p4, 1, 0x13)))


def test_one_that_is_const_stays(client, p4):
    (entry,) = client.read(exact(p4, 2))
    assert entry == exact(p4, 2, 0x22, is_const=True)
    assert client.refused(MODIFY, exact(p4, 2, 0x23))[0] == "PERMISSION_DENIED"
    assert client.refused(DELETE, exact(p4, 2))[0] == "PERMISSION_DENIED"
    key = p4.entry("ternary_t", {1: (0x20, 0xF0)}, priority=20)
    client.write((MODIFY, with_counter(key, packets=5)))
    (found,) = client.read(with_counter(p4.entry("ternary_t", {1: (0x20, 0xF0)}, priority=20)))
    assert (found.is_const, found.counter_data.packet_count) == (True, 5)


def test_the_priorities_are_the_programs(client, p4):
    """P4_16 §14.2.1.4.1: an entry without a priority gets one less than the entry before it."""
    assert [(e.priority, e.is_const) for e in client.read(p4.entry("ternary_t"))] == [
        (30, False),
        (20, True),
        (19, False),
    ]


def test_where_the_smallest_wins_the_largest_wins_for_p4runtime(client, p4):
    """P4Runtime §9.1: "A higher priority number indicates that the entry must be given higher priority"."""
    found = {e.priority: len(e.match) for e in client.read(p4.entry("small_wins"))}
    assert found == {2: 0, 1: 1}  # the entry that matches everything has priority 10 in the program


def test_a_table_without_a_size_takes_as_many_as_p4info_says(client, p4):
    (table,) = (t for t in p4.info.tables if t.preamble.alias == "exact_t")
    assert table.size == 1024
    client.write(*((INSERT, exact(p4, value, 0)) for value in range(3, 256)))


def test_p4c_s_json_does_not_say_which_are_const(connect, result, p4):
    client = connect()
    client.become_primary()
    client.set_pipeline(config_of(result, as_p4c_writes_it(result.json)))
    assert [e.is_const for e in client.read(p4.entry("exact_t"))] == [False, False]
    assert [e.priority for e in client.read(p4.entry("ternary_t"))] == [3, 2, 1]
    client.write((DELETE, exact(p4, 2)))


def test_a_new_pipeline_keeps_what_was_deleted_away_and_changed(client, result, p4):
    client.write((MODIFY, exact(p4, 1, 0x12)), (DELETE, p4.entry("ternary_t", {1: (0x30, 0xF0)}, priority=19)))
    before = client.read(p4.entry("exact_t")), client.read(p4.entry("ternary_t"))
    client.set_pipeline(config_of(result, result.json), action=Set.RECONCILE_AND_COMMIT)
    assert (client.read(p4.entry("exact_t")), client.read(p4.entry("ternary_t"))) == before
    client.set_pipeline(config_of(result, result.json))
    assert client.read(exact(p4, 1)) == [exact(p4, 1, 0x11)]


def test_the_json_is_p4c_s_where_p4_says_no_more(result):
    program = compile_file_of(result)
    assert program["ternary_t"]["max_size"] == 3  # as p4c: the entries given, whatever `size` says
    assert [sorted(set(e) & set(OWN)) for e in program["exact_t"]["entries"]] == [[], ["is_const"]]
    assert [e.get("p4runtime_priority") for e in program["ternary_t"]["entries"]] == [30, 20, 19]
    assert all(not set(e) & set(OWN) for e in program["small_wins"]["entries"])


def compile_file_of(result):
    """The tables of the ingress by their short names."""
    return {t["name"].rpartition(".")[2]: t for t in result.json["pipelines"][0]["tables"]}


def test_finsy_deletes_all(server, result, tmp_path):
    """finsy's `delete_all` leaves tables out that P4Info calls const, and no others."""
    program = tmp_path / "program.json"
    without_const = as_p4c_writes_it(result.json)
    program.write_text(json.dumps(without_const))
    info = tmp_path / "program.p4info.txtpb"
    info.write_text(str(result.p4info))
    options = finsy.SwitchOptions(p4info=info, p4blob=program, device_id=DEVICE_ID)

    async def run() -> list[finsy.P4TableEntry]:
        async with finsy.Switch("s", server.address, options) as device:
            await device.delete_all()
            return [entry async for entry in device.read(finsy.P4TableEntry())]

    assert asyncio.run(run()) == []


def test_bmv2s_own_priority_decides_in_p4runtime_too(tmp_path, connect):
    """`@priority` is p4c's older way, which its JSON follows: the lowest number wins."""
    (tmp_path / "p.p4").write_text(
        PROGRAM.replace("priority = 30 : 1 :", "1 :")
        .replace("priority = 10 : _ : put_uncounted(1);", "_ : put_uncounted(1) @priority(1);")
        .replace("put_uncounted(3);", "put_uncounted(3) @priority(2);")
        .replace("largest_priority_wins = false;", "priority_delta = 5;")
    )
    result = compile_file(tmp_path / "p.p4")
    client = connect()
    client.become_primary()
    client.set_pipeline(config_of(result, result.json))
    found = {e.priority: len(e.match) for e in client.read(Names(result.p4info).entry("small_wins"))}
    assert found == {1: 1, 2: 0}


def test_priority_delta_without_priorities(tmp_path, connect):
    """P4_16 §14.2.1.4.1: the last entry has priority 1, each before it `priority_delta` more."""
    (tmp_path / "p.p4").write_text(
        PROGRAM.replace("priority = 30 : 1 :", "1 :")
        .replace("priority = 10 : _ :", "_ :")
        .replace("largest_priority_wins = false;", "priority_delta = 5;")
    )
    result = compile_file(tmp_path / "p.p4")
    client = connect()
    client.become_primary()
    client.set_pipeline(config_of(result, result.json))
    found = {e.priority: len(e.match) for e in client.read(Names(result.p4info).entry("small_wins"))}
    assert found == {6: 1, 1: 0}
