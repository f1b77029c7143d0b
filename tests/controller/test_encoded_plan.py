# SPDX-License-Identifier: Apache-2.0
"""Entries as bytes are what protobuf makes of the messages, and answers are split whatever a server sends."""

from __future__ import annotations

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import Exact, Lpm, Range, TableEntry, Ternary
from controller.encoding import EncodedPlan, EncodedTable, codec, split, table_head, updates
from controller.errors import PipelineError
from controller.pipeline import EXACT, LPM, OPTIONAL, RANGE, TERNARY, Pipeline
from p4soft.messages import p4info_pb2, p4runtime_pb2

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
