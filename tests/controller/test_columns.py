# SPDX-License-Identifier: Apache-2.0
"""Tables as columns and as bytes: equal to the planned entries."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from controller_kit import build, compiled
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

import controller
import topologies
from controller import ConstraintError, ControllerError, PipelineError, Range, plan
from controller.column_codec import ColumnCodec
from controller.columns import SCHEMAS, ColumnPlanner, SwitchTables, Table, from_bytes, read, to_bytes
from controller.encoding import EncodedPlan, EncodedTable, codec, split, table_head, updates
from controller.pipeline import EXACT, LPM, OPTIONAL, RANGE, TERNARY, Pipeline
from controller.program import ACL_DISABLE_TRIM, DISABLE_TRIM, ROUTE_IPV6, SWITCH_TRIMMING
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.table_entries import Exact, Lpm, TableEntry, Ternary
from topologies import Fabric

# --- Columns ---------------------------------------------------------------------------------------------------------
# Tables as columns: equal to the planned entries, one digest for equal entries, files that notice damage.

SAMPLED = ("p0-t0-0", "p3-t0-511", "p7-t0-17", "p0-t1-0", "p7-t1-255")


def test_schemas_are_those_of_the_compiled_program():
    kinds = {"exact": EXACT, "lpm": LPM, "ternary": TERNARY}
    pipeline = Pipeline(compiled().p4info, b"")
    assert list(SCHEMAS) == list(pipeline.tables)
    for name, table in pipeline.tables.items():
        fields = {each.name: (each.kind, each.bits) for each in table.fields.values()}
        assert {field: (kinds[kind], bits) for field, (kind, bits) in SCHEMAS[name].fields.items()} == fields
        actions = {
            action: {param: bits for param, (_, bits) in info.params.items()} for action, info in table.actions.items()
        }
        assert SCHEMAS[name].actions == actions
        assert SCHEMAS[name].has_priority == table.needs_priority


def check_equal(fabric, switch):
    planned = {entry.key: entry for entry in controller.plan(fabric, switch).entries}
    tables = ColumnPlanner(fabric).plan(fabric.switch(switch))
    assert tables.by_key() == planned
    assert (tables.switch, tables.device_id) == (switch, fabric.switch(switch).device_id)
    assert tables.digest == SwitchTables.of_entries(switch, 0, planned.values()).digest


def test_the_lab_is_planned_alike_as_columns_and_as_entries(lab):
    for switch in lab.switches():
        check_equal(lab, switch.name)


@pytest.mark.parametrize("switch", SAMPLED)
def test_the_papers_switches_are_planned_alike(paper, switch):
    check_equal(paper, switch)


VARIANTS = (
    {"nics": 3},
    {"nics": 1},
    {"qos.trim.enabled": False},
    {"qos.trim.queue": 7, "qos.trim.size": 128, "qos.trim.lengths": "preserve"},
    {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16", "links.rates": {"p0-t0-0--p0-t1-1": "50 Gb/s"}},
)


@pytest.mark.parametrize("overrides", VARIANTS)
def test_other_fabrics_are_planned_alike(overrides):
    fabric = topologies.load(topologies.LAB, overrides)
    for switch in fabric.switches():
        check_equal(fabric, switch.name)


def test_the_digest_is_of_the_entries_and_not_of_their_order(lab):
    entries = list(controller.plan(lab, "p0-t0-0").entries)
    digest = SwitchTables.of_entries("a", 1, entries).digest
    random.Random(1).shuffle(entries)
    assert SwitchTables.of_entries("b", 2, entries).digest == digest
    for changed in (entries[1:], [replace(entries[0], params={**entries[0].params, "port": 1}), *entries[1:]]):
        try:
            assert SwitchTables.of_entries("a", 1, changed).digest != digest
        except ControllerError as error:  # an action without a port
            assert "accepted" in str(error)


def test_every_kind_of_match_comes_back():
    match = {"src_addr": Ternary(1 << 127 | 1, 1 << 127 | 1), "dscp": Ternary(4, 63)}
    acl = TableEntry(ACL_DISABLE_TRIM, match, DISABLE_TRIM, {}, priority=7)
    everything = TableEntry(ROUTE_IPV6, {}, "FabricIngress.route.blackhole_ipv6")
    tables = SwitchTables.of_entries("x", 1, [acl, everything])
    assert list(tables.entries()) == [everything, acl]


def route(**changes):
    entry = TableEntry(
        ROUTE_IPV6,
        {"dst_addr": Lpm(1 << 127, 1)},
        "FabricIngress.route.set_nexthop_ipv6",
        {"port": 1, "src_mac": 2, "dst_mac": 3},
    )
    return replace(entry, **changes)


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ([route(), route(params={"port": 2})], "x: two entries with one key: FabricIngress.route.route_ipv6 "),
        ([route(params={"port": 512})], "port 512; accepted: 0..0x1ff (9 bits)"),
        ([route(match={"dst_addr": Exact(1)})], "field dst_addr: Exact; accepted: lpm"),
        ([route(action="FabricIngress.route.teleport")], "an action, field or parameter"),
        ([route(match={"src_addr": Lpm(1, 1)})], "an action, field or parameter"),
        ([route(table="#5")], "x: no table '#5' in p4src; accepted: FabricIngress.validate.port_isolation,"),
    ],
)  # fmt: skip
def test_strange_entries_are_named(entries, what):
    with pytest.raises(ControllerError) as caught:
        SwitchTables.of_entries("x", 1, entries)
    assert what in str(caught.value)


def test_a_file_holds_a_switch(lab, tmp_path):
    tables = ColumnPlanner(lab).plan(lab.switch("p1-t1-0"))
    path = tmp_path / "a.tables"
    path.write_bytes(to_bytes(tables, "topology"))
    again = read(path)
    assert (again.switch, again.device_id, again.digest) == ("p1-t1-0", 7, tables.digest)
    assert list(again.entries()) == list(tables.entries())


def test_no_damage_to_a_file_goes_unnoticed(lab):
    """Each byte changed, each length short of the whole: an error that begins with the file's name, or equal tables."""
    tables = ColumnPlanner(lab).plan(lab.switch("p0-t0-0"))
    data = to_bytes(tables, "topology")
    draw = random.Random(4)
    damaged = [data[:length] for length in range(0, len(data), 7)]
    for at in range(0, len(data), 2):
        damaged.append(data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :])
    for each in damaged:
        try:
            found = from_bytes(each, "file")
        except ControllerError as error:
            assert str(error).startswith("file: ")
        else:
            assert found.digest == tables.digest  # the name, or the id, was hit: the index knows both


# --- From columns to bytes -------------------------------------------------------------------------------------------
# Columns become the bytes that protobuf makes of the entries, and what does not fit the program is refused.


def one_by_one(pipeline, entries):
    return sorted(codec(pipeline).encoded(entry) for entry in entries)


@pytest.mark.parametrize("ecmp", [False, True])
def test_the_plans_of_the_lab(lab, pipeline, ecmp):
    fabric = Fabric(lab.spec.model_copy(update={"ecmp": ecmp}))
    planner, encoder = ColumnPlanner(fabric), ColumnCodec(pipeline)
    for switch in fabric.switches():
        entries = plan(fabric, switch).entries
        assert sorted(encoder.encode(planner.plan(switch)).entries) == one_by_one(pipeline, entries)


def test_switches_together_have_the_bytes_that_each_has_alone(lab, pipeline):
    planner, together = ColumnPlanner(lab), ColumnCodec(pipeline)
    tables = [planner.plan(switch) for switch in lab.switches()]
    together.prepare(tables)
    for each in tables:
        assert together.encode(each) == ColumnCodec(pipeline).encode(each)


def numbers(bits):
    """Values of every length in bytes, those on both sides of a boundary among them."""
    return st.integers(0, bits).map(lambda bit: (1 << bit) - 1) | st.integers(0, (1 << bits) - 1)


@st.composite
def matches(draw, kind, bits):
    if kind == "exact":
        return Exact(draw(numbers(bits)))
    if kind == "lpm":
        length = draw(st.integers(1, bits))
        return Lpm(draw(numbers(length)) << bits - length, length)
    mask = draw(numbers(bits)) or 1
    return Ternary(draw(numbers(bits)) & mask, mask)


@st.composite
def entries_of(draw):
    """Entries that the program's rules allow: no port is 511, trim sizes are 128 and more, thresholds are in order."""
    schema = SCHEMAS[draw(st.sampled_from(sorted(SCHEMAS)))]
    action = draw(st.sampled_from(sorted(schema.actions)))
    match = {
        name: draw(matches(kind, bits))
        for name, (kind, bits) in schema.fields.items()
        if kind == "exact" or draw(st.booleans())
    }
    params = {name: draw(numbers(bits)) for name, bits in schema.actions[action].items()}
    for name in match.keys() & {"egress_port", "ingress_port"}:
        if match[name] in (Exact(511), Ternary(511, 511)):
            match[name] = Exact(510) if isinstance(match[name], Exact) else Ternary(510, 511)
    for name, change in (("port", lambda n: min(n, 510)), ("size", lambda n: max(n, 128)), ("ecn", lambda _: 0)):
        if name in params:
            params[name] = change(params[name])
    return TableEntry(schema.name, match, action, params, draw(st.integers(1, 2**31 - 1)) if schema.has_priority else 0)


@settings(max_examples=25, deadline=None)
@given(st.lists(entries_of(), min_size=1, max_size=12, unique_by=lambda entry: entry.key))
def test_any_entries(pipeline, entries):
    tables = SwitchTables.of_entries("s", 1, entries)
    assert sorted(ColumnCodec(pipeline).encode(tables).entries) == one_by_one(pipeline, entries)


def changed(lab, table, **columns):
    """The first switch with other columns in a table."""
    tables = ColumnPlanner(lab).plan(lab.switch("p0-t0-0"))
    found = tables.table(table)
    types = found.schema.columns
    made = {name: np.full(len(found), value).astype(types[name]) for name, value in columns.items()}
    return tables.with_table(Table(found.schema, dict(found.columns) | made))


@pytest.mark.parametrize(
    ("change", "error", "what"),
    [
        ((SWITCH_TRIMMING, {"size": 127}), ConstraintError, r"^p0-t0-0: .*wants size >= 128, but size = 127"),
        ((SWITCH_TRIMMING, {"dscp": 64}), PipelineError, r"^p0-t0-0: .*parameter dscp: 0x40 does not fit; accepted"),
        ((SWITCH_TRIMMING, {"egress_port": 512}), ControllerError, "port 512 does not exist on v1model"),
        ((SWITCH_TRIMMING, {"egress_port": 511}), ControllerError, "port 511 does not exist on v1model"),
        ((ROUTE_IPV6, {"dst_addr.low": 1}), PipelineError, "dst_addr has bits set after its prefix"),
        ((ROUTE_IPV6, {"dst_addr.len": 129}), PipelineError, "prefix length 129; accepted: 0..128"),
        ((ROUTE_IPV6, {"port": 511}), ControllerError, "port 511 does not exist on v1model"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(lab, pipeline, change, error, what):
    table, columns = change
    with pytest.raises(error, match=what):
        ColumnCodec(pipeline).encode(changed(lab, table, **columns))


def test_a_mask_that_does_not_cover_its_value_is_refused(pipeline):
    match = {"dscp": Ternary(1, 1)}
    tables = SwitchTables.of_entries("s", 1, [TableEntry(ACL_DISABLE_TRIM, match, DISABLE_TRIM, {}, 1)])
    table = tables.table(ACL_DISABLE_TRIM)
    wrong = structs.replace(table, columns=dict(table.columns) | {"dscp": np.array([3], np.uint8)})
    with pytest.raises(PipelineError, match="dscp has bits set outside its mask"):
        ColumnCodec(pipeline).encode(tables.with_table(wrong))


def test_a_program_without_the_table(lab):
    older = Pipeline(build(without="admission.switch_trimming"), b"", "older.p4info.txtpb")
    with pytest.raises(PipelineError, match=r"older.p4info.txtpb: no table 'FabricIngress.admission.switch_trimming'"):
        ColumnCodec(older).encode(ColumnPlanner(lab).plan(lab.switch("p0-t0-0")))


def test_the_paper_has_a_port_that_v1model_lacks(paper, pipeline):
    with pytest.raises(ControllerError, match=r"^p0-t0-0: port 511 does not exist on v1model; accepted: 0\.\.510"):
        ColumnCodec(pipeline).encode(ColumnPlanner(paper).plan(paper.switch("p0-t0-0")))


# --- Entries as bytes ------------------------------------------------------------------------------------------------
# Entries as bytes are what protobuf makes of the messages, and answers are split whatever a server sends.

INSERT, DELETE = p4runtime_pb2.Update.INSERT, p4runtime_pb2.Update.DELETE
WIDTHS = {"bit": 1, "port": 9, "address": 128, "wide": 2000}  # a mask's length takes one byte, or two
KINDS = {"exact": EXACT, "lpm": LPM, "ternary": TERNARY, "range": RANGE, "optional": OPTIONAL}


def entry(table_id=0x02000001, value=b"\x01", action=b""):
    message = p4runtime_pb2.TableEntry(table_id=table_id)
    match = message.match.add(field_id=1)
    match.exact.value = value
    param = message.action.action.params.add(param_id=1)
    param.value = action
    return message


@pytest.mark.parametrize("size", [0, 60, 100, 130, 300, 20_000])
def test_updates_and_answers_are_those_of_protobuf(size):
    """Sizes on both sides of where a length takes one, two and three bytes."""
    messages = [entry(value=bytes([n]), action=b"x" * size) for n in range(3)]
    encoded = [message.SerializeToString() for message in messages]
    plan = EncodedPlan("s", 1, [EncodedTable.of_entries(encoded)])
    [(count, inserts)] = plan.batches(10)
    assert count == 3
    for kind, fields in ((INSERT, inserts), (DELETE, updates(DELETE, encoded))):
        request = p4runtime_pb2.WriteRequest.FromString(fields)
        assert [each.type for each in request.updates] == [kind] * 3
        assert [each.entity.table_entry for each in request.updates] == messages
    response = p4runtime_pb2.ReadResponse()
    for message in messages:
        response.entities.add().table_entry.CopyFrom(message)
    assert response.SerializeToString() == plan.answer
    assert split(plan.answer) == encoded


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=9), min_size=1, max_size=4), st.integers(1, 12))
def test_batches_have_all_entries_in_order_and_no_more_than_asked_for(tables, most):
    """Tables of entries of several lengths, one after the other."""
    encoded = [[entry(action=b"x" * size).SerializeToString() for size in sizes] for sizes in tables]
    plan = EncodedPlan("s", 1, [EncodedTable.of_entries(each) for each in encoded])
    batches = list(plan.batches(most))
    assert [count for count, _ in batches[:-1]] == [most] * (len(batches) - 1)
    sent = [p4runtime_pb2.WriteRequest.FromString(data).updates for _, data in batches]
    assert [count for count, _ in batches] == list(map(len, sent))
    found = [each.entity.table_entry.SerializeToString() for part in sent for each in part]
    assert found == [each for table in encoded for each in table] == plan.entries
    assert len(plan) == len(found)


def test_what_is_no_table_entry_is_left_out():
    response = p4runtime_pb2.ReadResponse()
    response.entities.add().counter_entry.counter_id = 7
    response.entities.add().table_entry.CopyFrom(entry())
    assert split(response.SerializeToString()) == [entry().SerializeToString()]


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_split_as_protobuf_reads_them_or_refused(data):
    try:
        message = p4runtime_pb2.ReadResponse.FromString(data)
    except DecodeError:
        with pytest.raises(DecodeError):
            for found in split(data):
                p4runtime_pb2.TableEntry.FromString(found)
        return
    wanted = [each.table_entry for each in message.entities if each.HasField("table_entry")]
    assert [p4runtime_pb2.TableEntry.FromString(found) for found in split(data)] == wanted


@pytest.mark.parametrize("table_id", [1, 127, 128, 0x02FFFFFF, 0xFFFFFFFF])
def test_the_head_of_a_table(table_id):
    assert entry(table_id).SerializeToString().startswith(table_head(table_id))


# --- Entries of any table


def program():
    """A table for each width; each with a field of each kind, the ids of which take one byte or two."""
    info = p4info_pb2.P4Info()
    action = info.actions.add(preamble={"id": 0x01000001, "name": "act"})
    action.params.add(id=1, name="p", bitwidth=9)
    for number, (name, bits) in enumerate(WIDTHS.items()):
        table = info.tables.add(preamble={"id": 0x02000001 + number, "name": name})
        table.action_refs.add(id=0x01000001)
        for field_id, (field, kind) in zip((1, 128, 300, 4, 5), KINDS.items(), strict=True):
            table.match_fields.add(id=field_id, name=field, bitwidth=bits, match_type=kind)
    return Pipeline(info, b"")


def octets(value):
    """P4Runtime's byte string, counted out."""
    return bytes.fromhex(f"{value:x}".zfill(len(f"{value:x}") + 1 & ~1))


@st.composite
def entries(draw):
    """An entry, and its message."""
    table = draw(st.sampled_from(sorted(WIDTHS)))
    bits = WIDTHS[table]
    values = st.integers(0, 2**bits - 1)
    exact, length, mask = draw(values), draw(st.integers(0, bits)), draw(values)
    prefix, ternary = draw(values) >> (bits - length) << (bits - length), draw(values) & mask
    low, high = sorted((draw(values), draw(values)))
    port, priority = draw(st.integers(0, 511)), draw(st.integers(1, 2**31 - 1))
    match = {
        "ternary": Ternary(ternary, mask),
        "exact": Exact(exact),
        "lpm": Lpm(prefix, length),
        "range": Range(low, high),
        "optional": Exact(exact),
    }
    message = p4runtime_pb2.TableEntry(table_id=0x02000001 + list(WIDTHS).index(table), priority=priority)
    message.match.add(field_id=1).exact.value = octets(exact)
    if length:
        message.match.add(field_id=128, lpm={"value": octets(prefix), "prefix_len": length})
    if mask:
        message.match.add(field_id=300, ternary={"value": octets(ternary), "mask": octets(mask)})
    if (low, high) != (0, 2**bits - 1):
        message.match.add(field_id=4, range={"low": octets(low), "high": octets(high)})
    message.match.add(field_id=5).optional.value = octets(exact)
    message.action.action.action_id = 0x01000001
    message.action.action.params.add(param_id=1, value=octets(port))
    return TableEntry(table, match, "act", {"p": port}, priority), message


PROGRAM = program()


@settings(deadline=None)
@given(entries())
def test_entries_of_every_kind_and_width_are_those_of_protobuf(pair):
    entry, message = pair
    assert codec(PROGRAM).encoded(entry) == message.SerializeToString(deterministic=True)


def test_one_action_after_another_and_one_with_no_name():
    """The action before is remembered, whatever becomes of the mapping that had its parameters."""
    params = {"p": 1}
    entry = TableEntry("bit", {"exact": Exact(1)}, "act", params, 1)
    first = codec(PROGRAM).encoded(entry)
    params["p"] = 300
    other = codec(PROGRAM).encoded(entry)
    assert [p4runtime_pb2.TableEntry.FromString(data).action.action.params[0].value for data in (first, other)] == [
        b"\x01", b"\x01\x2c",
    ]  # fmt: skip
    with pytest.raises(PipelineError, match="no action ''"):
        codec(program()).encoded(TableEntry("bit", {"exact": Exact(1)}, "", {}, 1))
