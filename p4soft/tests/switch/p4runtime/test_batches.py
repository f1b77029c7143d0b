# SPDX-License-Identifier: Apache-2.0
"""A WriteRequest's bytes, whose plain inserts go into native tables many at once, do what its messages do one by one.

`MRC_FUZZ_BATCHES=20000` sets the number of requests (80 unless told, 400 if long).
"""

from __future__ import annotations

import json
import os
import random

import pytest
from finsy.proto.p4.config.v1.p4info_pb2 import MatchField
from google.protobuf.message import DecodeError
from long_kit import rounds
from p4runtime_kit import DELETE, INSERT, MODIFY, Names, Set

from p4soft.compiler import compile_file
from p4soft.messages import p4runtime_pb2
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import Device
from p4soft.switch.p4runtime.status import BatchError, P4RuntimeError
from p4soft.switch.state.lookup import lpm_order

ROUNDS = int(os.environ.get("MRC_FUZZ_BATCHES", "400"))
EVERYTHING = p4runtime_pb2.ReadRequest(device_id=1, entities=[p4runtime_pb2.Entity(table_entry={})])
WITH_COUNTERS = p4runtime_pb2.ReadRequest(
    device_id=1, entities=[p4runtime_pb2.Entity(table_entry={"counter_data": {}, "time_since_last_hit": {}})]
)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A program with tables of all kinds, of one word and of several, which nothing but entries fills."""
    path = tmp_path_factory.mktemp("tables") / "tables.p4"
    path.write_text(PROGRAM)
    return compile_file(path)


PROGRAM = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<128> a; bit<32> b; bit<16> c; bit<12> d; bit<4> e; bit<64> f; }
struct headers { h_t h; }
struct metadata {}
parser P(packet_in p, out headers h, inout metadata m, inout standard_metadata_t s) {
    state start { p.extract(h.h); transition accept; }
}
control C(inout headers h, inout metadata m) { apply {} }
control I(inout headers h, inout metadata m, inout standard_metadata_t s) {
    action go(bit<9> port, bit<48> mac, bit<100> wide) { s.egress_spec = port; h.h.f[47:0] = mac; h.h.a[99:0] = wide; }
    action stop() { mark_to_drop(s); }
    @defaultonly action miss() {}
    direct_counter(CounterType.packets) counted;
    table exact_1 {
        key = { h.h.b: exact; h.h.e: exact; } actions = { go; stop; miss; } counters = counted; size = 300;
    }
    table exact_short { key = { h.h.d: exact; } actions = { go; stop; } size = 4096; }
    table exact_3 { key = { h.h.a: exact; h.h.c: exact; } actions = { go; stop; } size = 4096; }
    table lpm_1 { key = { h.h.b: lpm; } actions = { go; stop; } size = 4096; }
    table lpm_3 { key = { h.h.a: lpm; h.h.c: exact; } actions = { go; stop; } size = 4096; }
    table lpm_odd { key = { h.h.d: lpm; } actions = { go; stop; } size = 4096; }
    table ternary_1 { key = { h.h.c: ternary; h.h.b: lpm; } actions = { go; stop; } size = 4096; }
    table ternary_4 { key = { h.h.a: ternary; h.h.f: optional; h.h.e: exact; } actions = { go; stop; } size = 4096; }
    table range_2 { key = { h.h.c: range; h.h.f: range; h.h.e: exact; } actions = { go; stop; } size = 4096; }
    table range_3 { key = { h.h.a: range; h.h.c: ternary; } actions = { go; stop; } size = 4096; }
    table aged { key = { h.h.b: exact; } actions = { stop; } support_timeout = true; size = 4096; }
    apply {
        exact_1.apply(); exact_short.apply(); exact_3.apply(); lpm_1.apply(); lpm_3.apply(); lpm_odd.apply();
        ternary_1.apply(); ternary_4.apply(); range_2.apply(); range_3.apply(); aged.apply();
    }
}
control E(inout headers h, inout metadata m, inout standard_metadata_t s) { apply {} }
control D(packet_out p, in headers h) { apply { p.emit(h.h); } }
V1Switch(P(), C(), I(), E(), C(), D()) main;
"""


def device(program, engine):
    switch = SimpleSwitch(device_id=1, engine=engine)
    made = Device(switch, without_primary=True, clock=lambda: 5_000_000)
    request = Set(device_id=1, action=Set.VERIFY_AND_COMMIT)
    request.config.p4info.CopyFrom(program.p4info)
    request.config.p4_device_config = json.dumps(program.json).encode()
    made.set_pipeline(request)
    return made


class Both:
    """Two switches with one program: bytes go to the native one, their messages to the Python one."""

    def __init__(self, program):
        self.native, self.python = device(program, "native"), device(program, "python")
        self.names = Names(program.p4info)

    def write(self, data):
        """What each refuses, which is the same; None: protobuf refuses the bytes."""
        outcomes = []
        for write in (
            lambda: self.native.write_encoded(data),
            lambda: self.python.write(p4runtime_pb2.WriteRequest.FromString(data)),
        ):
            try:
                write()
                outcomes.append([])
            except BatchError as error:
                outcomes.append([result and (result.code, result.message) for result in error.results])
            except P4RuntimeError as error:
                outcomes.append((error.code, error.message))
            except (DecodeError, UnicodeDecodeError):
                outcomes.append(None)
        assert outcomes[0] == outcomes[1]
        return outcomes[0]

    def check(self, request=EVERYTHING):
        """Both hold the same, in the same order, and their tables find the same."""
        found = [list(each.read_encoded(request)) for each in (self.native, self.python)]
        assert found[0] == found[1]
        return sum(len(p4runtime_pb2.ReadResponse.FromString(data).entities) for data in found[0])

    def check_lookups(self, rng, count):
        for name, table in self.native.switch.state.tables.items():
            other = self.python.switch.state.tables[name]
            for key in keys(rng, table, count):
                one, two = table.index.lookup(*key), other.index.lookup(*key)
                assert (one is None) == (two is None), (name, key)
                assert one is None or (one.handle, one.key, one.args) == (two.handle, two.key, two.args)


def keys(rng, table, count):
    """Keys of lookups near those of entries."""
    entries = table.entries()
    for entry in rng.sample(entries, min(count, len(entries))):
        values = [getattr(match, "low", getattr(match, "value", 0)) ^ rng.choice((0, 0, 1)) for match in entry.key]
        if table.spec.match == "exact":
            yield (values[0] if len(values) == 1 else tuple(values),)
            continue
        order, packed = lpm_order(table.spec.key) if table.spec.match == "lpm" else range(len(values)), 0
        for i in order:
            packed = packed << table.spec.key[i].width | values[i]
        ranges = tuple(v for v, part in zip(values, table.spec.key, strict=True) if part.match == "range")
        yield (packed, ranges) if table.spec.match == "range" else (packed,)


def an_entry(rng, names):
    """An entry of any table, well-formed in most cases."""
    table = names.tables[rng.choice(list(names.tables))]
    entry = p4runtime_pb2.TableEntry(table_id=table.preamble.id)
    few = rng.random() < 0.3
    for field in table.match_fields:
        width, kind = field.bitwidth, field.match_type
        value = rng.getrandbits(4 if few else width) << (width - 4 if few and rng.random() < 0.5 else 0)
        value = value & (1 << width) - 1 if rng.random() < 0.99 else value << 3
        match = p4runtime_pb2.FieldMatch(field_id=field.id)
        if kind == MatchField.EXACT:
            match.exact.value = written(rng, value)
        elif rng.random() < 0.2:
            continue
        elif kind == MatchField.LPM:
            length = rng.choice((width, rng.randint(0, width)))
            match.lpm.value, match.lpm.prefix_len = written(rng, value >> width - length << width - length), length
        elif kind == MatchField.TERNARY:
            mask = rng.choice(((1 << width) - 1, (1 << width) - 16, 0xF, 0xF0, rng.getrandbits(width)))
            match.ternary.value, match.ternary.mask = written(rng, value & mask), written(rng, mask)
        elif kind == MatchField.RANGE:
            high = min(value + rng.choice((0, 1, 5, 1 << width // 2)), (1 << width) - 1)
            match.range.low, match.range.high = written(rng, value), written(rng, high)
        else:
            match.optional.value = written(rng, value)
        entry.match.append(match)
    if any(field.match_type not in (MatchField.EXACT, MatchField.LPM) for field in table.match_fields):
        entry.priority = rng.randint(1, 3) if rng.random() < 0.99 else 0
    action = names.actions[rng.choice(("go", "stop", "stop", "miss") if rng.random() < 0.1 else ("go", "stop"))]
    entry.action.action.action_id = action.preamble.id
    for param in action.params:
        value = rng.getrandbits(param.bitwidth + (rng.random() < 0.01))
        entry.action.action.params.add(param_id=param.id, value=written(rng, value))
    what = rng.random()
    if what < 0.02 and entry.match:
        entry.match.append(rng.choice(entry.match))
    elif what < 0.04 and entry.match:
        entry.match[0].field_id += 1
    elif what < 0.06:
        entry.controller_metadata = 5
    elif what < 0.08:
        entry.metadata = b"x"
    elif what < 0.1:
        entry.counter_data.packet_count = 4
    elif what < 0.12:
        entry.idle_timeout_ns = 10**9
    elif what < 0.13:
        entry.ClearField("action")
    return entry


def written(rng, value):
    """A byte string: the shortest one, in most cases."""
    length = max(1, (value.bit_length() + 7) // 8) + (rng.random() < 0.01)
    return value.to_bytes(length, "big")


def a_request(rng, names, known):
    request = p4runtime_pb2.WriteRequest(device_id=1, atomicity=rng.choice((0, 0, 0, 1)))
    for _ in range(rng.choice((1, 3, 20, 60))):
        kind = rng.choices((INSERT, MODIFY, DELETE, 0), (92, 4, 4, 0.1))[0]
        entry = (
            rng.choice(known) if known and rng.random() < (0.02 if kind == INSERT else 0.9) else an_entry(rng, names)
        )
        known.append(entry)
        request.updates.add(type=kind, entity=p4runtime_pb2.Entity(table_entry=entry))
    del known[:-500]
    return request


@pytest.mark.parametrize("requests", rounds("MRC_FUZZ_BATCHES", 80, 400))
def test_requests_of_all_kinds(tables, requests):
    rng, both, known, accepted = random.Random(1), Both(tables), [], 0
    for number in range(requests):
        accepted += both.write(a_request(rng, both.names, known).SerializeToString()) == []
        if number % 20 == 19:
            both.check(WITH_COUNTERS if number % 100 == 99 else EVERYTHING)
            both.check_lookups(rng, 5)
    assert accepted > requests / 10
    assert both.check() > 500
    assert both.check(WITH_COUNTERS) > 500


def test_mutated_bytes(tables):
    """Bytes that protobuf refuses are refused whole; others do what protobuf reads in them."""
    rng, both, known, refused = random.Random(2), Both(tables), [], 0
    for number in range(ROUNDS):
        data = bytearray(a_request(rng, both.names, known).SerializeToString())
        for _ in range(rng.randint(1, 3)):
            at, what = rng.randrange(len(data)), rng.randrange(4)
            if what == 0:
                data[at] ^= 1 << rng.randrange(8)
            elif what == 1:
                del data[at : at + rng.choice((1, 5))]
            elif what == 2:
                data[at:at] = rng.choice((b"\x00", b"\x80", b"\x08\x01", b"\x12\x00", b"\xff\xff\xff\xff\x0f"))
            else:
                del data[at:]
            if not data:
                break
        refused += both.write(bytes(data)) is None
        if number % 20 == 19:
            both.check()
    assert refused > ROUNDS / 10
    both.check_lookups(rng, 50)


def test_plain_entries_stay_bytes_until_somebody_asks(tables):
    """A Read of everything answers with what was written; a MODIFY and a lookup make the entry that they are about."""
    both = Both(tables)
    request = p4runtime_pb2.WriteRequest(device_id=1)
    for number in range(500):
        entry = both.names.entry("lpm_1", {1: (number << 8, 24)}, both.names.action("go", port=1, mac=2, wide=number))
        request.updates.add(type=INSERT, entity=p4runtime_pb2.Entity(table_entry=entry))
    assert both.write(request.SerializeToString()) == []
    table = both.native.switch.state.table("I.lpm_1")
    assert (len(table), table._entries.known()) == (500, [])
    assert both.check() == 500
    assert table._entries.known() == []
    found = table.index.lookup(7 << 8 | 3)
    assert (found.args, table._entries.known()) == ((1, 2, 7), [found])
    assert both.write(request.SerializeToString()) == both.write(request.SerializeToString()) != []
    assert both.check() == 500


def test_a_table_takes_as_many_as_its_size_and_refuses_the_others_one_by_one(tables):
    both = Both(tables)
    request = p4runtime_pb2.WriteRequest(device_id=1)
    for number in range(310):
        entry = both.names.entry("exact_1", {1: number, 2: 1}, both.names.action("stop"))
        request.updates.add(type=INSERT, entity=p4runtime_pb2.Entity(table_entry=entry))
    outcome = both.write(request.SerializeToString())
    assert outcome[:300] == [None] * 300
    assert {code for code, _ in outcome[300:]} == {8}


def test_a_batch_that_fails_is_taken_back_whole(tables):
    both = Both(tables)
    request = p4runtime_pb2.WriteRequest(device_id=1, atomicity=p4runtime_pb2.WriteRequest.ROLLBACK_ON_ERROR)
    for number in (*range(200), 5):
        entry = both.names.entry("exact_3", {1: number, 2: 1}, both.names.action("stop"))
        request.updates.add(type=INSERT, entity=p4runtime_pb2.Entity(table_entry=entry))
    assert both.write(request.SerializeToString())[-1][0] == 6
    assert both.check() == 0
    del request.updates[-1]
    assert both.write(request.SerializeToString()) == []
    assert both.check() == 200
