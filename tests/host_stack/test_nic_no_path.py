# SPDX-License-Identifier: Apache-2.0
"""No path at all: what waits goes on when there is one again, and otherwise ends in an error, not in silence."""

from host_stack_kit import (
    Peer,
    Transfer,
)
from nic_wire_kit import pattern

from host_stack import CompletionStatus, QpState


def test_all_denied_is_reported():
    t = Transfer(5000, limit_ns=100_000_000)
    for entry in t.qa.evs:
        t.qa.evs.deny(entry.entropy, 0)
    t.run()
    assert [c.status for c in t.qa.poll_completions()] == [CompletionStatus.RETRY_EXCEEDED]
    assert t.qa.state is QpState.ERROR
    assert 30_000_000 < t.pipe.now < 40_000_000  # the whole ladder of retries
    assert not [frame for _, name, _, frame in t.pipe.sent if name == "a"]


def test_all_ports_down_is_reported():
    t = Transfer(5000, limit_ns=100_000_000)
    t.pipe.down = {("a", 0), ("a", 1)}
    t.run()
    assert [c.status for c in t.qa.poll_completions()] == [CompletionStatus.RETRY_EXCEEDED]


def test_allow_arms_a_wake_up():
    peer = Peer()
    entropies = [entry.entropy for entry in peer.qp.evs]
    for entropy in entropies:
        peer.qp.evs.deny(entropy, peer.now)
    peer.qp.post_write(pattern(100), 0x5000, 1)
    assert peer.drain() == []
    peer.now += 1000
    assert peer.nic.next_wakeup() > peer.now
    peer.qp.evs.allow(entropies[0], peer.now)
    assert peer.nic.next_wakeup() <= peer.now
    assert [p.entropy for p in peer.drain()] == [entropies[0]]


def test_a_path_that_is_allowed_in_time_saves_the_write():
    t = Transfer(5000)
    for entry in t.qa.evs:
        t.qa.evs.deny(entry.entropy, 0)
    t.pipe.at(10_000_000, lambda: (t.qa.evs.allow(0xC0000000, t.pipe.now), t.pipe.pump(t.a)))
    t.run().arrived()
    assert t.pipe.now < 10_010_000


def test_who_has_nothing_to_send_arms_nothing():
    peer = Peer()
    assert peer.drain() == []
    assert peer.nic.next_wakeup() is None
