# SPDX-License-Identifier: Apache-2.0
"""Responses of a Read: all entities in order, none empty, none larger than clients take by default (4 MiB)."""

import pytest

from p4soft.switch.p4runtime.entities import Answers


@pytest.mark.parametrize(("count", "size"), [(0, 0), (1, 0), (64, 10), (1024, 1), (1025, 1), (5000, 20), (300, 30_000)])
def test_every_entity_comes_once_in_responses_of_a_bounded_size(count, size):
    answers = Answers()
    for n in range(count):
        entry = answers.add().table_entry
        entry.table_id, entry.metadata = n + 1, bytes(size)
    responses = list(answers.responses())
    assert [entity.table_entry.table_id for r in responses for entity in r.entities] == list(range(1, count + 1))
    assert all(len(r.entities) > 0 and r.ByteSize() < 4 << 20 for r in responses)
    assert len(responses) <= 1 + count // 1024 or size > 10_000
