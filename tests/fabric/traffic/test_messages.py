# SPDX-License-Identifier: Apache-2.0
"""Flows over qp_pairs that do as they are told: what is posted when, and whether wrong bytes are noticed."""

from __future__ import annotations

import tracemalloc
from functools import partial
from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest

from fabric.measurements import FlowNumbers
from fabric.traffic import payloads
from fabric.traffic.flow import Flow, QpPair, Through
from fabric.traffic.payloads import Contents, NicMemory, many_messages
from fabric.traffic.plan import End, PlannedFlow
from host_stack.transport.memory import DEFAULT_DOMAIN, Access, MemoryTable

MTU = 1024


class Receiver:
    """Memory, and how much of it there is."""

    def __init__(self):
        self.table, self.regions = MemoryTable(), []

    def register_memory(self, buffer):
        region = self.table.register(
            buffer, address=None, domain=DEFAULT_DOMAIN, access=Access.REMOTE_WRITE, rng=Random(1)
        )
        self.regions.append(region)
        return region

    def deregister_memory(self, region):
        self.table.remove(region)
        self.regions.remove(region)


class ObedientQpPair(QpPair):
    """Puts packets where they belong when it is told to, but not those of `lost`: numbers of message and packet."""

    def __init__(self, lost=(), room=100):
        self.room, self.lost, self.open, self.done, self.placed = room, set(lost), [], [], 0

    def post(self, piece, operation):
        self.open.append((piece, operation))

    def complete(self, now_ns, which=0):
        piece, operation = self.open.pop(which)
        for packet, begin in enumerate(range(0, len(piece.data), MTU)):
            if (piece.number, packet) not in self.lost:
                piece.region.write(piece.offset + begin, piece.data[begin : begin + MTU])
        self.placed += len(piece.data)
        if operation != "write":
            self.done.append(Through(piece.number, End.RECEIVER, now_ns - 5, None))
        self.done.append(Through(piece.number, End.SENDER, now_ns, None))

    def through(self):
        done, self.done = self.done, []
        return done

    def listen(self, hear):
        pass

    def placed_bytes(self):
        return self.placed

    def in_flight(self):
        return {("p0-t0-0",): 2 * len(self.open)}

    def ev_states(self):
        return {}

    def numbers(self):
        return FlowNumbers(0, 0, 0, 0, 0, 0, 0, 0)

    def ev_changes(self):
        return []


def flow(size, times, *qp_pairs, **plan):
    made = PlannedFlow(0, 1, size, 0, times=times, **plan)
    receiver = Receiver()
    contents = Contents(many_messages("7", size), size)
    return Flow(0, made, "a → b", contents, 0, qp_pairs=qp_pairs, memory=NicMemory(receiver)), receiver


def finish(made, qp_pair, step_ns=10):
    made.post()
    now_ns = 0
    while qp_pair.open:
        now_ns += step_ns
        qp_pair.complete(now_ns)
        made.settle()
        made.advance(now_ns)


def test_messages_of_a_flow_differ_in_every_packet_and_byte_for_short_ones():
    for size in (1, 2, 7, 8, 5000):
        contents = Contents(many_messages("1", size), size)
        carried = [bytes(contents.message(number)) for number in range(300)]
        assert {len(each) for each in carried} == {size}
        for one, other in pairwise(carried):
            assert all(one[at : at + MTU] != other[at : at + MTU] for at in range(0, size, MTU))


@pytest.mark.parametrize("operation", ["write", "write-imm"])
def test_a_packet_that_was_not_written_is_noticed_though_there_are_bytes_of_the_message_before(operation):
    qp_pair = ObedientQpPair(lost=[(3, 2)])
    made, receiver = flow(4 * MTU, 6, qp_pair, operation=operation)
    finish(made, qp_pair)
    assert made.completed_ns() == 60
    assert made.times().damaged == 1
    sent, received = made.digests()
    assert sent != received
    assert len(receiver.regions) == 1
    whole, _ = flow(4 * MTU, 6, good := ObedientQpPair(), operation=operation)
    finish(whole, good)
    assert whole.times().damaged == 0 and whole.digests() == (sent, sent)


def test_what_came_of_one_message_is_hashed_as_it_is():
    made, receiver = flow(4 * MTU, 1, qp_pair := ObedientQpPair())
    finish(made, qp_pair)
    sent, received = made.digests()
    assert sent == received == sha256(bytes(receiver.regions[0].data)).hexdigest()
    receiver.regions[0].data[2 * MTU] ^= 1
    assert made.digests() == (sent, sha256(bytes(receiver.regions[0].data)).hexdigest())


def test_messages_are_hashed_once_in_a_process(monkeypatch):
    """Those of one origin, and only those; more of them are hashed where the others end."""

    def hashed(origin, times, flow=0, size=300):
        contents = Contents(many_messages(origin or "x", size), size, flow, origin)
        expected = b"".join(sha256(contents.message(number)).digest() for number in range(times))
        seen.clear()
        assert contents.digests(times) == expected
        return len(seen)

    seen = []
    monkeypatch.setattr(payloads, "_hashed", payloads._Hashed())
    monkeypatch.setattr(payloads.hashlib, "sha256", lambda data: (seen.append(data), sha256(data))[1])
    assert [hashed("1/write/0", times) for times in (5, 5, 3, 9, 9)] == [5, 0, 0, 4, 0]
    assert [hashed("1/write/0", 5, flow=1), hashed("2/write/0", 5), hashed("1/write/0", 5, size=301)] == [5, 5, 5]
    assert [hashed(None, 5), hashed(None, 5)] == [5, 5]
    monkeypatch.setattr(payloads, "_hashed", payloads._Hashed())
    monkeypatch.setattr(payloads, "_REMEMBERED", 12 * 32)
    of = [("1/write/0", 4), ("2/write/0", 4), ("1/write/0", 8), ("2/write/0", 4), ("2/write/0", 5), ("1/write/0", 8)]
    assert [hashed(*each) for each in of] == [4, 4, 4, 0, 1, 8]
    monkeypatch.setattr(payloads, "_REMEMBERED", 0)
    assert [hashed("1/write/0", 12), hashed("1/write/0", 12), hashed("2/write/0", 5)] == [4, 0, 5]


def test_to_remember_another_digest_takes_the_same_however_many_there_are():
    """Counted in lengths that are asked for: of 500 flows, each of which grows once."""

    class Measured(bytes):
        def __len__(self):
            asked.append(self)
            return super().__len__()

    asked, hashed = [], payloads._Hashed()
    for size in (32, 64):
        for flow in range(500):
            hashed.keep((flow,), Measured(size))
    assert len(asked) <= 2 * 2 * 500


def test_a_flow_of_many_messages_needs_the_memory_of_those_under_way():
    """200 messages of 256 KiB, two at a time: one buffer that is sent from, two that are written to."""
    size = 256 * 1024
    tracemalloc.start()
    try:
        qp_pair = ObedientQpPair()
        made, receiver = flow(size, 200, qp_pair, outstanding=2)
        finish(made, qp_pair)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert made.completed_ns() is not None and len(receiver.regions) == 2
    assert most < 6 * size  # a copy for the comparison, and small things


def test_a_closed_loop_keeps_so_many_open_and_deals_them_to_its_lanes():
    qp_pairs = [ObedientQpPair(), ObedientQpPair()]
    made, _ = flow(100, 7, *qp_pairs, outstanding=3)
    made.post()
    assert [[piece.number for piece, _ in qp_pair.open] for qp_pair in qp_pairs] == [[0, 2], [1]]
    qp_pairs[0].complete(10, which=1)  # message 2, before 0
    made.settle()
    assert made.through(End.SENDER) == 0 and made.advance(10)
    qp_pairs[0].complete(20)
    qp_pairs[1].complete(20)
    made.settle()
    assert made.through(End.SENDER) == 3 and made.advance(20)
    assert [[piece.number for piece, _ in qp_pair.open] for qp_pair in qp_pairs] == [[4], [3, 5]]
    left = made.outstanding()
    assert (left.messages, left.posted, left.bytes, left.waits) == (4, 3, 400, "")
    assert left.paths == {("p0-t0-0",): 6}


class AudibleQpPair(ObedientQpPair):
    """Says when something completes, and counts how often it is asked what."""

    def __init__(self):
        super().__init__()
        self.asked = 0

    def listen(self, hear):
        self.hear = hear

    def complete(self, now_ns, which=0):
        super().complete(now_ns, which)
        self.hear(now_ns)

    def through(self):
        self.asked += 1
        return super().through()


def test_of_many_queue_pairs_only_those_are_asked_that_have_completed_something():
    qp_pairs, heard = [AudibleQpPair() for _ in range(3)], []
    plan = PlannedFlow(0, 1, 300, 0, times=2, operation="write-imm")
    contents = Contents(many_messages("7", 300), 300)
    made = Flow(0, plan, "a → b", contents, 0, qp_pairs=qp_pairs, memory=NicMemory(Receiver()), share=100)
    made.steer(lambda _number: None, heard.append)
    made.post()
    for now_ns, which in ((10, 2), (20, 0)):
        qp_pairs[which].complete(now_ns)
        assert not made.settle()  # pieces of a message
    assert [qp_pair.asked for qp_pair in qp_pairs] == [1, 0, 1] and heard == [10, 20]
    assert not made.settle() and made.through(End.RECEIVER) == 0
    qp_pairs[1].complete(30)
    assert made.settle() and made.through(End.RECEIVER) == made.through(End.SENDER) == 1
    assert [qp_pair.asked for qp_pair in qp_pairs] == [1, 1, 1]
    made.advance(30)
    for now_ns, qp_pair in enumerate(qp_pairs, 40):
        qp_pair.complete(now_ns)
    qp_pairs[1].done.append(Through(1, End.SENDER, 50, "flushed"))
    assert made.settle() and (made.completed_ns(), made.failure()) == (42, "flushed")


def test_an_open_loop_posts_when_it_is_due_and_counts_from_then():
    qp_pair = ObedientQpPair(room=2)
    made, _ = flow(100, 4, qp_pair, outstanding=None, every_ns=100)
    made.post()
    assert (len(qp_pair.open), made.next_due_ns()) == (1, 100)
    assert not made.advance(99)
    assert made.advance(100) and made.next_due_ns() == 200
    assert not made.advance(250)  # the queue pair has no room: it waits, and its time runs
    qp_pair.complete(260)
    made.settle()
    assert made.advance(260) and made.next_due_ns() == 300
    qp_pair.complete(270)
    qp_pair.complete(270)
    made.settle()
    assert made.times().completion.max == 260 and made.times().completion.min == 70  # due at 0, 100 and 200


def test_memory_of_a_collective_is_given_back_when_it_is_over():
    qp_pair = ObedientQpPair()
    made, receiver = flow(100, 3, qp_pair, operation="write-imm", collective=True)
    assert not receiver.regions
    finish(made, qp_pair)
    assert made.arrived_ns() == 25 and not receiver.regions
    assert len(set(made.digests())) == 1


class LaterMemory(NicMemory):
    """Compares when it is told to."""

    def __init__(self, nic):
        super().__init__(nic)
        self.later = []

    def compare(self, *given):
        self.later.append(partial(super().compare, *given))


def test_memory_is_not_written_again_before_it_has_been_compared():
    qp_pair, receiver = ObedientQpPair(lost=[(1, 0)]), Receiver()
    memory, contents = LaterMemory(receiver), Contents(many_messages("7", 100), 100)
    plan = PlannedFlow(0, 1, 100, 0, times=4, operation="write-imm", collective=True)
    made = Flow(0, plan, "a → b", contents, 0, qp_pairs=[qp_pair], memory=memory)
    made.post()
    used = []
    for now_ns in (10, 20, 30, 40):
        used.append(qp_pair.open[0][0].region)
        qp_pair.complete(now_ns)
        made.settle()
        if now_ns == 20:
            memory.later.pop(0)()
        made.advance(now_ns)
    # The first is free when the third message is posted; the second and the third are still to be compared.
    assert used[2] is used[0] and len({id(region) for region in used}) == 3
    assert made.completed_ns() == 40 and made.times().damaged == 0 and len(receiver.regions) == 3
    while memory.later:
        memory.later.pop(0)()
    assert made.times().damaged == 1 and not receiver.regions


def test_pieces_of_one_message_are_through_when_all_are():
    qp_pairs = [ObedientQpPair(), ObedientQpPair()]
    contents = Contents(b"x" * 3000, 3000)
    made = Flow(
        0,
        PlannedFlow(0, 1, 3000, 0),
        "a → b",
        contents,
        0,
        qp_pairs=qp_pairs,
        memory=NicMemory(Receiver()),
        share=2 * MTU,
    )
    made.post()
    qp_pairs[1].complete(90)
    qp_pairs[0].complete(100)
    # Both are looked at together, the later one first: that counts all the same.
    assert made.completed_ns() == 100
    assert [len(piece.data) for qp_pair in qp_pairs for piece, _ in qp_pair.open] == []
