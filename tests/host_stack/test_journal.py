# SPDX-License-Identifier: Apache-2.0
"""A NIC's journal: off unless asked for, bounded, and only a log."""

import pytest
from host_stack_kit import Transfer

from host_stack import ConfigError, Journal
from host_stack.journal import HEADERS, JournalEntry


def test_it_is_off_at_the_start_and_changes_nothing_when_on():
    plain, logged = Transfer(100_000), Transfer(100_000)
    assert plain.a.journal is None
    logged.a.journal = Journal()
    assert plain.run().pipe.sent == logged.run().pipe.sent


def test_it_has_every_frame_in_and_out():
    transfer = Transfer(100_000)
    transfer.a.journal, transfer.b.journal = Journal(), Journal()
    transfer.run()
    sent = [
        JournalEntry(now, port, True, frame[:HEADERS], len(frame))
        for now, name, port, frame in transfer.pipe.sent
        if name == "a"
    ]
    assert [entry for entry in transfer.a.journal if entry.sent] == sent
    assert len(transfer.a.journal) == transfer.a.counters["tx.frames"] + transfer.a.counters["rx.frames"]


def test_it_keeps_the_newest_and_counts_the_rest():
    journal = Journal(3)
    for number in range(5):
        journal.received(1, bytes([number]) * 200, number)
    assert [entry.time_ns for entry in journal] == [2, 3, 4]
    assert (len(journal), journal.forgotten) == (3, 2)
    assert {(entry.port, entry.sent, len(entry.data), entry.length) for entry in journal} == {(1, False, HEADERS, 200)}


@pytest.mark.parametrize("capacity", [0, -1, (1 << 24) + 1])
def test_a_journal_has_room_for_something(capacity):
    with pytest.raises(ConfigError, match=r"journal\.capacity"):
        Journal(capacity)
