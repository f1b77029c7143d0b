# SPDX-License-Identifier: Apache-2.0
"""Responses of a Read: all entities in order, none empty, none larger than clients take by default (4 MiB)."""

import pytest

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.handler import Answers


@pytest.mark.parametrize(
    ("count", "size"), [(0, 0), (1, 0), (64, 10), (8192, 1), (8193, 1), (9000, 20), (20_000, 40), (300, 30_000)]
)
@pytest.mark.parametrize("messages", [0, 1, 3], ids=["bytes", "messages", "both"])
def test_every_entity_comes_once_in_responses_of_a_bounded_size(count, size, messages):
    answers = Answers()
    for n in range(count):
        if not messages or n % messages:
            answers.add_entry(p4runtime_pb2.TableEntry(table_id=n + 1, metadata=bytes(size)).SerializeToString())
        else:
            entry = answers.add().table_entry
            entry.table_id, entry.metadata = n + 1, bytes(size)
    responses = [p4runtime_pb2.ReadResponse.FromString(data) for data in answers.responses()]
    assert [entity.table_entry.table_id for r in responses for entity in r.entities] == list(range(1, count + 1))
    assert all(len(r.entities) > 0 and r.ByteSize() < 4 << 20 for r in responses)
    assert len(responses) <= 1 + count // 8192 or size > 10_000
