# SPDX-License-Identifier: Apache-2.0
"""A transport NAK is about one write: those before it complete, it fails with the reason, later ones are flushed."""

import random

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    PROBE,
    SACK,
    Peer,
    Transfer,
    is_data,
    kinds,
    opcode_of,
    psn_of,
)
from nic_wire_kit import pattern

from host_stack import CompletionStatus, QpState
from host_stack.wire.constants import Syndrome
from host_stack.wire.headers import Aeth, Peth

GOOD, ACCESS, FLUSHED = CompletionStatus.SUCCESS, CompletionStatus.REMOTE_ACCESS, CompletionStatus.FLUSHED


def mixed(hook=None, bad=2, count=5, size=3 * 4096, **kw):
    """``count`` writes of which number ``bad`` names a wrong key; the completions in order."""
    t = Transfer(count * size, hook, **kw)
    for number in range(count):
        at = t.region.address + number * size
        key = t.region.r_key ^ (number == bad)
        t.qa.post_write(t.data[number * size : (number + 1) * size], at, key, wr_id=number)
    t.pipe.run(lambda: t.qa.error is not None, limit_ns=200_000_000)
    return t, [(c.wr_id, c.status) for c in t.qa.poll_completions()]


def test_a_nak_fails_the_write_it_names():
    t, done = mixed()
    assert done == [(0, GOOD), (1, GOOD), (2, ACCESS), (3, FLUSHED), (4, FLUSHED)]
    assert t.qa.error is ACCESS
    assert t.qb.state is QpState.ERROR
    assert bytes(t.region.data[: 6 * 4096]) == t.data[: 6 * 4096]
    assert not any(t.region.data[6 * 4096 : 9 * 4096])


def test_a_nak_waits_for_what_comes_before_it():
    """The first packet of the first write is lost: the NAK of the second must not overtake its retransmission."""
    lost = []

    def hook(name, _p, frame, _now):
        if name == "a" and is_data(frame) and psn_of(frame) == 0xFFFFF0 and not lost:
            lost.append(frame)
            return []
        return [(0, frame)]

    t, done = mixed(hook, bad=1, count=3)
    assert lost
    assert done == [(0, GOOD), (1, ACCESS), (2, FLUSHED)]
    assert bytes(t.region.data[: 3 * 4096]) == t.data[: 3 * 4096]


@pytest.mark.parametrize("seed", range(20))
def test_naks_name_the_right_write_whatever_the_network_does(seed):
    rng = random.Random(seed)
    bad = rng.randrange(6)
    t, done = mixed(
        lambda _n, _p, frame, _now: [] if rng.random() < 0.1 else [(rng.randrange(8000), frame)], bad=bad, count=6
    )
    statuses = [GOOD] * bad + [ACCESS] + [FLUSHED] * (5 - bad)
    assert done == list(enumerate(statuses))
    assert bytes(t.region.data[: bad * 3 * 4096]) == t.data[: bad * 3 * 4096]
    assert not any(t.region.data[bad * 3 * 4096 : (bad + 1) * 3 * 4096])


def test_a_lost_nak_is_repeated():
    naks = []

    def hook(name, _p, frame, _now):
        if name == "b" and opcode_of(frame) == ACK and frame[114] & 0x60:
            naks.append(frame)
            return [] if len(naks) < 4 else [(0, frame)]
        return [(0, frame)]

    _, done = mixed(hook, bad=0, count=1)
    assert done == [(0, ACCESS)]
    assert len(naks) == 4


def test_a_responder_that_refused_says_so_again_but_once_per_question():
    peer = Peer()
    nak = peer.give(peer.data(0, b"evil", key=peer.region.r_key ^ 1, opcode=0xCA))
    assert [p.control[0].syndrome for p in nak if p.bth.opcode == ACK] == [Syndrome.NAK_REMOTE_ACCESS]
    assert peer.qp.state is QpState.ERROR
    for question in (peer.data(0, b"evil"), peer.control(PROBE, Peth(1, 0, 0, 0).pack())):
        again = peer.give(*[question] * 50)
        assert [(p.bth.psn, p.control[0]) for p in again] == [(FIRST, Aeth(Syndrome.NAK_REMOTE_ACCESS, 0))] or kinds(
            again
        ).count(ACK) == 1
    assert not any(peer.region.data)


def test_the_nak_has_the_msn_of_the_last_write_that_completed():
    peer = Peer()
    out = peer.give(
        peer.data(0, b"aaaa", opcode=0xCA),
        peer.data(3, b"evil", opcode=0xCA, key=peer.region.r_key ^ 1, ack=True),
        peer.data(1, b"bbbb", opcode=0xCA, va=peer.region.address + 4),
    )
    # PSN 3 has been received, and that it is refused must wait for PSN 2.
    assert [p.control[0].syndrome for p in out if p.bth.opcode == ACK] == [0x1F]
    assert SACK in kinds(out)
    out = peer.give(peer.data(4, b"late", opcode=0xCA, va=peer.region.address + 12))
    assert peer.region.data[12:16] == bytes(4)  # behind a refused write nothing is placed any more
    out = peer.give(peer.data(2, b"cccc", opcode=0xCA, va=peer.region.address + 8))
    naks = [(p.bth.psn, p.control[0]) for p in out if p.bth.opcode == ACK]
    assert naks == [(FIRST + 3, Aeth(Syndrome.NAK_REMOTE_ACCESS, 3))]
    assert peer.region.data[:12] == b"aaaabbbbcccc"


def posted(count=4):
    peer = Peer()
    for number in range(count):
        peer.qp.post_write(bytes(5000), 0x5000, 1, wr_id=number)
    peer.drain()
    return peer


def nak(peer, index, msn, syndrome=0x62):
    peer.give(peer.control(ACK, Aeth(syndrome, msn).pack(), psn=FIRST + index & 0xFFFFFF))
    return [(c.wr_id, c.status.value) for c in peer.qp.poll_completions()]


def test_a_requestor_completes_what_the_msn_counts():
    assert nak(posted(), 5, 2) == [
        (0, "success"), (1, "success"), (2, "remote_access"), (3, "flushed"),
    ]  # fmt: skip
    # A peer that does not wait: its MSN says that the second had not completed.
    assert nak(posted(), 5, 1) == [(0, "success"), (1, "flushed"), (2, "remote_access"), (3, "flushed")]


def test_an_msn_cannot_complete_the_write_that_is_refused_nor_later_ones():
    assert nak(posted(), 2, 4) == [
        (0, "success"), (1, "remote_access"), (2, "flushed"), (3, "flushed"),
    ]  # fmt: skip


def test_a_nak_about_a_write_that_has_completed_is_stale():
    peer = posted()
    peer.give(peer.control(ACK, Aeth(0x1F, 2).pack(), psn=FIRST + 3))
    assert [c.wr_id for c in peer.qp.poll_completions()] == [0, 1]
    assert nak(peer, 1, 1) == []
    assert peer.qp.state is QpState.RTS
    assert peer.nic.counters["drop.stale_psn"] == 1


def test_both_directions_end():
    t = Transfer(10_000)
    t.qb.post_write(pattern(5), 0, 0, wr_id=9)  # nobody's key
    t.qa.post_write(pattern(5), 0, 0, wr_id=8)
    t.pipe.run(limit_ns=1_000_000)
    assert t.qa.state is t.qb.state is QpState.ERROR
    assert [c.status for c in t.qa.poll_completions()] != [GOOD]
