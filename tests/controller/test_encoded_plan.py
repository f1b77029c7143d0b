# SPDX-License-Identifier: Apache-2.0
"""Entries as bytes are what protobuf makes of the messages, and answers are split whatever a server sends."""

from __future__ import annotations

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.encoding import EncodedPlan, EncodedTable, split, table_head, update
from p4soft.messages import p4runtime_pb2

INSERT, DELETE = p4runtime_pb2.Update.INSERT, p4runtime_pb2.Update.DELETE


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
    for kind, fields in ((INSERT, inserts), (DELETE, b"".join([update(DELETE, data) for data in encoded]))):
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
    updates = [p4runtime_pb2.WriteRequest.FromString(data).updates for _, data in batches]
    assert [count for count, _ in batches] == list(map(len, updates))
    found = [each.entity.table_entry.SerializeToString() for part in updates for each in part]
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
