# SPDX-License-Identifier: Apache-2.0
"""What makes up a message (IBTA volume 1, 9.7.4.1), in whatever order its packets come, and what does not."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from host_stack_kit import ACK, FIRST, NACK, SACK, Peer, Transfer, kinds, trim
from nic_wire_kit import pattern

from host_stack import CompletionStatus, QpState, TransportOptions
from host_stack.transport.completions import AsyncEventKind
from host_stack.transport.responder import MessageRules
from host_stack.wire.headers import Peth

WF, WM, WL, WL_IMM, WO, WO_IMM = 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB
MTU = 256
INVALID_REQUEST = 0x61


def small() -> Peer:
    return Peer(transport=TransportOptions(path_mtu=MTU, reverse_probe_interval_ns=1 << 60))


def made(peer: Peer, *packets: tuple) -> list[bytes]:
    """Frames of (opcode, payload bytes, DMA length, offset) from the first PSN on; with immediate 9 where there is one.

    A fifth is another key. MSNs begin anywhere, and count messages.
    """
    starts = [opcode in (WF, WO, WO_IMM) for opcode, *_ in packets]
    return [
        peer.data(
            number,
            bytes((number + 1,)) * size,
            opcode=opcode,
            length=length,
            va=peer.region.address + offset,
            imm=9 if opcode in (WL_IMM, WO_IMM) else None,
            key=more[0] ^ peer.region.r_key if more else None,
            msn=0xFFFF + sum(starts[: number + 1]) & 0xFFFF,
        )
        for number, (opcode, size, length, offset, *more) in enumerate(packets)
    ]


def naks(out) -> list[tuple[int, int, int]]:
    """(syndrome, number, MSN) of the NAKs among answers."""
    return [
        (p.control[0].syndrome, (p.bth.psn - FIRST) & 0xFFFFFF, p.control[0].msn)
        for p in out
        if p.bth.opcode == ACK and p.control[0].syndrome != 0x1F
    ]


#: A packet that is wrong by itself: how much it carries.
ALONE = {
    "FIRST of one byte": (WF, 1, 1000, 0),
    "FIRST of less than a path MTU": (WF, 255, 1000, 0),
    "FIRST of more than a path MTU": (WF, 257, 1000, 0),
    "FIRST of nothing": (WF, 0, 1000, 0),
    "FIRST of a message that fits into one packet": (WF, 256, 256, 0),
    "MIDDLE of one byte": (WM, 1, 1000, 0),
    "MIDDLE of more than a path MTU": (WM, 300, 1000, 0),
    "MIDDLE of a message of two packets": (WM, 256, 512, 0),
    "LAST of nothing": (WL, 0, 512, 0),
    "LAST of more than a path MTU": (WL, 257, 513, 0),
    "LAST of less than is left": (WL, 10, 300, 0),
    "LAST of a message that fits into one packet": (WL, 100, 100, 0),
    "LAST with immediate, of 4 bytes of 1 MiB": (WL_IMM, 4, 1 << 20, 0),
    "ONLY of more than it says": (WO, 4, 3, 0),
    "ONLY of less than it says": (WO, 4, 1 << 20, 0),
    "ONLY with immediate, of 4 bytes of 1 MiB": (WO_IMM, 4, 1 << 20, 0),
    "ONLY of more than a path MTU": (WO, 257, 257, 0),
    "ONLY of 9,000 bytes": (WO, 9000, 9000, 0),
    "ONLY of nothing that says something": (WO, 0, 5, 0),
}


@pytest.mark.parametrize("packet", ALONE.values(), ids=ALONE)
def test_a_packet_that_carries_what_it_must_not_is_refused_and_not_placed(packet):
    peer = small()
    (frame,) = made(peer, packet)
    assert naks(peer.give(frame)) == [(INVALID_REQUEST, 0, 0)]
    assert not any(peer.region.data)
    assert peer.qp.state is QpState.ERROR
    assert peer.qp.counters.length_errors == 1
    assert peer.qp.poll_completions() == []
    assert [event.kind for event in peer.nic.async_events.take()] == [AsyncEventKind.QP_REQ_ERR]


def test_a_wrong_length_is_sacked_at_once_and_refused_in_its_turn():
    peer = small()
    good, bad, behind = made(peer, (WO, 4, 4, 0), (WO_IMM, 4, 1 << 20, 8), (WO_IMM, 4, 4, 16))
    assert naks(peer.give(bad)) == []
    assert naks(peer.give(behind)) == []
    probe = peer.control(0xDE, Peth(1, 0, 0, 0).pack())
    (sack,) = (p for p in peer.give(probe) if p.bth.opcode == SACK)
    assert sack.control[0].bitmap == 0b110
    assert naks(peer.give(good)) == [(INVALID_REQUEST, 1, 1)]
    assert bytes(peer.region.data[:20]) == b"\1\1\1\1" + bytes(16)
    assert peer.qp.poll_completions() == []


#: Packets of which the one that is named, by its number, cannot follow those before it.
SEQUENCES = {
    "MIDDLE without FIRST": (0, [(WM, 256, 1000, 0)]),
    "LAST without FIRST": (0, [(WL, 100, 612, 512)]),
    "LAST with immediate without FIRST": (1, [(WO, 4, 4, 0), (WL_IMM, 100, 612, 512)]),
    "FIRST, then ONLY": (1, [(WF, 256, 600, 0), (WO, 4, 4, 0)]),
    "FIRST, then FIRST": (1, [(WF, 256, 600, 0), (WF, 256, 600, 256)]),
    "MIDDLE after LAST": (2, [(WF, 256, 300, 0), (WL, 44, 300, 256), (WM, 256, 1000, 300)]),
    "MIDDLE after ONLY": (1, [(WO, 4, 4, 0), (WM, 256, 1000, 300)]),
    "FIRST, then LAST of a longer message": (1, [(WF, 256, 600, 0), (WL, 88, 600, 256)]),
    "FIRST, MIDDLE and no end": (
        2,
        [(WF, 256, 600, 0), (WM, 256, 600, 256), (WM, 256, 600, 512), (WL, 88, 600, 768)],
    ),
    "another length": (1, [(WF, 256, 600, 0), (WM, 256, 856, 256), (WL, 88, 600, 512)]),
    "another address": (1, [(WF, 256, 600, 0), (WM, 256, 600, 260), (WL, 88, 600, 512)]),
    "the same address again": (2, [(WF, 256, 600, 0), (WM, 256, 600, 256), (WL, 88, 600, 256)]),
}


@pytest.mark.parametrize(("wrong", "packets"), SEQUENCES.values(), ids=SEQUENCES)
def test_packets_that_make_up_no_message_are_refused_in_whatever_order_they_come(wrong, packets):
    for order in permutations(range(len(packets))):
        peer = small()
        frames = made(peer, *packets)
        before = sum(opcode in (WL, WL_IMM, WO, WO_IMM) for opcode, *_ in packets[:wrong])
        out = [answer for number in order for answer in peer.give(frames[number])]
        assert naks(out)[0] == (INVALID_REQUEST, wrong, before), order
        assert set(naks(out)) == {(INVALID_REQUEST, wrong, before)}, order
        assert peer.qp.counters.sequence_errors == 1, order
        assert peer.qp.counters.messages_received == before, order
        assert peer.qp.state is QpState.ERROR
        assert peer.qp.poll_completions() == []


@pytest.mark.parametrize("first", [7, 0])
@pytest.mark.parametrize(("wrong", "more"), [(1, -7), (1, -1), (1, 1), (2, -7), (2, 0), (2, 2)])
def test_msns_count_messages(wrong, more, first):
    """Packets 0 to 2: FIRST and LAST with MSN ``first``, then an ONLY, which is to have one more."""
    packets = ((WF, 256, 300, 0), (WL, 44, 300, 256), (WO_IMM, 4, 4, 512))
    for order in permutations(range(3)):
        peer = small()
        msns = [first, first, first + 1]
        msns[wrong] = first + more & 0xFFFF
        frames = [
            peer.data(
                number,
                bytes(size),
                opcode=opcode,
                length=length,
                va=peer.region.address + at,
                msn=msns[number],
                imm=1 if opcode == WO_IMM else None,
            )
            for number, (opcode, size, length, at) in enumerate(packets)
        ]
        out = [answer for number in order for answer in peer.give(frames[number])]
        assert naks(out)[:1] == [(INVALID_REQUEST, wrong, wrong - 1)]
        assert peer.qp.poll_completions() == []


def test_msns_are_not_judged_where_that_is_off():
    peer = Peer(transport=TransportOptions(judge_msn=False, reverse_probe_interval_ns=1 << 60))
    assert naks(peer.give(*(peer.data(number, b"x", msn=msn) for number, msn in enumerate((9, 9, 0))))) == []
    assert peer.qp.counters.messages_received == 3


@pytest.mark.parametrize("wrong", [1, 2])
def test_a_message_has_one_key(wrong):
    for order in permutations(range(3)):
        peer = small()
        other = peer.nic.register_memory(4096, address=peer.region.address)
        keys = [0, 0, 0]
        keys[wrong] = other.r_key ^ peer.region.r_key
        frames = made(peer, (WF, 256, 600, 0, keys[0]), (WM, 256, 600, 256, keys[1]), (WL_IMM, 88, 600, 512, keys[2]))
        out = [answer for number in order for answer in peer.give(frames[number])]
        assert naks(out)[:1] == [(INVALID_REQUEST, wrong, 0)]
        assert peer.qp.poll_completions() == []
        if order == (0, 1, 2):
            assert not any(other.data)  # in order it is judged before any byte is placed


def test_of_two_that_are_wrong_the_first_is_named():
    peer = small()
    frames = made(peer, (WO, 4, 4, 0), (WM, 256, 1000, 0), (WO, 4, 5, 0), (WO, 4, 4, 0, 1))
    assert naks(peer.give(frames[3])) == naks(peer.give(frames[2])) == naks(peer.give(frames[1])) == []
    assert naks(peer.give(frames[0])) == [(INVALID_REQUEST, 1, 1)]


def test_what_waits_for_the_packet_before_it_is_bounded_by_the_window_and_forgotten_at_the_end():
    peer = small()
    peer.give(*(peer.data(number) for number in range(1, 1100)))
    assert len(peer.qp.responder._rules) == 1023
    peer.give(peer.data(0))
    assert len(peer.qp.responder._rules) == 0
    peer.give(peer.data(1025))
    peer.qp.reset()
    assert peer.qp.responder is None
    again = small()
    again.give(again.data(5))
    responder = again.qp.responder
    again.qp.modify_to_error()
    assert len(responder._rules) == 0


def sizes(rng: Random) -> list[int]:
    return [rng.choice((0, 1, 255, 256, 257, 511, 512, 513, 5 * 256, rng.randrange(2000))) for _ in range(6)]


class Told(MessageRules):
    """Rules that accept every part, and remember it."""

    __slots__ = ("parts",)

    def follows(self, part):
        self.parts.append(part)
        return True


@pytest.mark.parametrize(("window", "room"), [(3, 16), (16, 16), (60, 64), (1000, 1024)])
def test_what_waits_is_told_in_order_and_takes_no_more_room_than_the_window_has_packets(window, room):
    rules, drawn, first, come, made = Told(MTU, judge_msn=True), Random(window), 0xFFFF_FF00, set(), {}
    rules.parts = []
    expected = []
    while first < 0xFFFF_FF00 + 5 * window:
        index = first if drawn.random() < 0.3 else drawn.choice([drawn.randrange(window), window - 1]) + first
        if index in come:
            continue
        come.add(index)
        if index != first:
            key, even = drawn.getrandbits(32), index % 2 == 0
            made[index] = ((1 << 64) - index, key, index & 0xFF, index & 0xFFFF, 7, even, True)
            rules.keep(index, made[index])
            assert len(rules) == len(made)
            continue
        while first in come:
            expected += [made.pop(first)] if first in made else []
            first += 1
        assert rules.settle(index + 1, first - 1) is None
        assert rules.parts == expected
        assert len(rules) == len(made)
    assert len(rules._early) <= 32 * room
    rules.clear()
    assert not len(rules)
    assert not rules._early


def test_a_packet_that_waits_twice_is_one():
    rules = MessageRules(MTU, judge_msn=True)
    for length in (1, 2):
        rules.keep(5, (0, 0, length, 0, length, True, True))
    assert len(rules) == 1
    assert rules.settle(5, 5) is None
    assert (len(rules), rules._length) == (0, 2)


@pytest.mark.parametrize("seed", range(60))
def test_a_peer_that_keeps_the_rules_is_never_refused(seed):
    """Whatever the order, with copies, trims and retransmissions: every message completes, with what was placed."""
    rng = Random(seed)
    peer = small()
    frames, lengths, offset = [], [], 0
    for size in sizes(rng):
        count = max(1, -(-size // MTU))
        imm = rng.random() < 0.5
        for part in range(count):
            first, last = part == 0, part == count - 1
            opcode = WO if first and last else WF if first else WL if last else WM
            payload = pattern(size, offset)[part * MTU : part * MTU + MTU]
            frames.append(
                peer.data(
                    len(frames),
                    payload,
                    opcode=opcode + (last and imm),
                    length=size,
                    va=peer.region.address + offset + part * MTU,
                    imm=offset if last and imm else None,
                    rtx=rng.random() < 0.2,
                    msn=0xFFFD + len(lengths) & 0xFFFF,
                )
            )
        lengths.append((size, imm, offset))
        offset += size
    order = list(range(len(frames)))
    rng.shuffle(order)
    out = []
    for number in order:
        if rng.random() < 0.3:
            out += peer.give(trim(frames[number]))
        out += peer.give(frames[number])
        for _ in range(rng.choice((0, 0, 1, 2))):
            out += peer.give(frames[rng.choice(order[: order.index(number) + 1])])
    assert naks(out) == []
    assert {p.bth.opcode for p in out} <= {ACK, SACK, NACK}
    assert peer.qp.state is QpState.RTS
    assert peer.qp.counters.messages_received == len(lengths)
    done = [(c.length, c.imm, c.status) for c in peer.qp.poll_completions()]
    assert done == [(size, at, CompletionStatus.SUCCESS) for size, imm, at in lengths if imm]
    for size, _, at in lengths:
        assert bytes(peer.region.data[at : at + size]) == pattern(size, at)


# --- Writes of no bytes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "va"), [(None, None), (0xDEAD_BEEF, 0), (None, (1 << 64) - 1)])
def test_a_write_of_no_bytes_is_a_message_whatever_its_address_and_key(key, va):
    """IBTA C9-88: the key of a zero-length write is not checked, not even with an immediate."""
    peer = small()
    assert kinds(peer.give(peer.data(0, b"", key=key, va=va))) == [ACK]
    out = peer.give(peer.data(1, b"", opcode=WO_IMM, imm=7, key=key, va=va))
    assert [p.control[0].msn for p in out if p.bth.opcode == ACK] == [2]
    assert [(c.imm, c.length) for c in peer.qp.poll_completions()] == [(7, 0)]
    assert not any(peer.region.data)
    assert peer.nic.counters["drop.payload_length"] == 0


def test_a_write_of_no_bytes_leaves_as_one_packet():
    peer = small()
    peer.qp.post_write_imm(b"", 0, 0, 5, wr_id=3)
    (sent,) = peer.drain()
    assert (sent.bth.opcode, sent.bth.psn, sent.bth.ack_req, sent.length, sent.imm) == (WO_IMM, FIRST, True, 0, 5)
    assert (sent.payload, sent.udp_length) == (b"", 8 + 12 + 4 + 4 + 16 + 4 + 4)
    assert peer.qp.counters.data_bytes == 0


@pytest.mark.parametrize("imm", [None, 6])
def test_writes_of_no_bytes_between_others_complete_in_their_turn(imm):
    transfer = Transfer(size=0)
    if imm is None:
        transfer.run().arrived()
        return
    a, b = transfer.qa, transfer.qb
    region = transfer.b.register_memory(10_000)
    for number, data in enumerate((pattern(5000), b"", pattern(1), b"", b"")):
        a.post_write_imm(data, region.address, region.r_key, number, wr_id=number)
    transfer.pipe.run(lambda: a.counters.messages_completed == 5, limit_ns=1_000_000)
    assert [(c.wr_id, c.status, c.length) for c in a.poll_completions()] == [
        (number, CompletionStatus.SUCCESS, length) for number, length in enumerate((5000, 0, 1, 0, 0))
    ]
    assert [(c.imm, c.length) for c in b.poll_completions()] == [(0, 5000), (1, 0), (2, 1), (3, 0), (4, 0)]
