# SPDX-License-Identifier: Apache-2.0
"""Messages from end to end, and what is sent again when something is lost."""

import pytest
from nic_wire_kit import pattern
from roce_kit import (
    FIRST,
    Peer,
    Wire,
    answers,
    is_request,
    join,
    nics,
    numbers,
    opcode_of,
    psn_of,
)

from host_stack.roce import CompletionKind, CompletionStatus, QpState, RtsAttributes
from host_stack.roce.wire import RNR_TIMERS_NS, udp_source_port

# --- Messages --------------------------------------------------------------------------------------------------------
# Messages from end to end: what arrives, in which packets, and what completes when.

OK = CompletionStatus.SUCCESS


@pytest.mark.parametrize("ipv4", [False, True])
@pytest.mark.parametrize("mtu", [1024, 2048, 4096])
@pytest.mark.parametrize("size", [0, 1, 1023, 1024, 1025, 4096, 70_001])
def test_a_write_arrives(size, mtu, ipv4):
    a, b = nics(ipv4=ipv4)
    qa, qb = join(a, b, mtu=mtu)
    region = b.register_memory(max(size, 1) + 7)
    data = pattern(size)
    qa.post_write(data, region.address + 7, region.r_key, wr_id=9)
    wire = Wire(a, b)
    wire.run()
    assert bytes(region.data) == bytes(7) + data[: len(region.data) - 7] + bytes(size == 0)
    (done,) = qa.poll_completions()
    assert (done.kind, done.status, done.wr_id, done.length) == (CompletionKind.WRITE, OK, 9, size)
    assert qb.poll_completions() == []
    packets = max(1, -(-size // mtu))
    expected = [0x06] + [0x07] * (packets - 2) + [0x08] if packets > 1 else [0x0A]
    sent = [frame for _, name, _, frame in wire.sent if name == "n1"]
    assert [opcode_of(frame) for frame in sent] == expected
    assert [psn_of(frame) for frame in sent] == [FIRST + i & 0xFFFFFF for i in range(packets)]
    assert qa.counters.retransmissions == 0


@pytest.mark.parametrize("mtu", [1024, 4096])
def test_sends_and_immediates_arrive_in_order(mtu):
    a, b = nics()
    qa, qb = join(a, b, mtu=mtu)
    region = b.register_memory(10_000)
    buffers = [bytearray(6000) for _ in range(4)]
    for number, buffer in enumerate(buffers):
        qb.post_receive(buffer, wr_id=100 + number)
    qa.post_send(pattern(5000), wr_id=1)
    qa.post_write(pattern(9000, 3), region.address, region.r_key, wr_id=2)
    qa.post_write(pattern(3, 3), region.address, region.r_key, imm=0xCAFE, wr_id=3)
    qa.post_send(b"", imm=7, wr_id=4)
    qa.post_send(pattern(6000, 5), imm=8, wr_id=5)
    wire = Wire(a, b)
    wire.run()
    assert [(c.wr_id, c.kind, c.status) for c in qa.poll_completions()] == [
        (1, CompletionKind.SEND, OK),
        (2, CompletionKind.WRITE, OK),
        (3, CompletionKind.WRITE, OK),
        (4, CompletionKind.SEND, OK),
        (5, CompletionKind.SEND, OK),
    ]
    assert [(c.wr_id, c.kind, c.length, c.imm) for c in qb.poll_completions()] == [
        (100, CompletionKind.RECV, 5000, None),
        (101, CompletionKind.RECV_WRITE_IMM, 3, 0xCAFE),
        (102, CompletionKind.RECV, 0, 7),
        (103, CompletionKind.RECV, 6000, 8),
    ]
    assert bytes(buffers[0][:5000]) == pattern(5000)
    assert bytes(buffers[3]) == pattern(6000, 5)
    assert buffers[1] == buffers[2] == bytearray(6000)


def test_both_directions_at_once():
    a, b = nics()
    qa, qb = join(a, b)
    there, back = b.register_memory(200_000), a.register_memory(200_000)
    qa.post_write(pattern(200_000), there.address, there.r_key)
    qb.post_write(pattern(200_000, 2), back.address, back.r_key)
    wire = Wire(a, b)
    wire.run()
    assert bytes(there.data) == pattern(200_000) and bytes(back.data) == pattern(200_000, 2)
    # 196 packets of 1024 + 74 + 24 + 4 bytes at 100 Gb/s, the last one, and its answer.
    assert wire.now < 300_000


def test_queue_pairs_take_turns():
    a, b = nics()
    pairs = [join(a, b)[0] for _ in range(4)]
    region = b.register_memory(50_000)
    for qp in pairs:
        qp.post_write(pattern(50_000), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    sent = [frame[66:70] for _, name, _, frame in wire.sent if name == "n1" and is_request(frame)]
    assert len(sent) == 4 * 49
    for begin in range(0, len(sent), 4):
        assert len(set(sent[begin : begin + 4])) == 4


def test_a_connection_keeps_one_source_port_and_others_have_others():
    a, b = nics()
    pairs = [join(a, b) for _ in range(16)]
    region = b.register_memory(5000)
    for qa, _ in pairs:
        qa.post_write(pattern(5000), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    ports: dict[int, set[int]] = {}
    for _, name, _, frame in wire.sent:
        if name == "n1":
            ports.setdefault(int.from_bytes(frame[67:70], "big"), set()).add(int.from_bytes(frame[54:56], "big"))
    assert len(ports) == 16
    assert all(len(used) == 1 for used in ports.values())
    assert len(set.union(*ports.values())) >= 14
    for qa, qb in pairs:
        assert ports[qb.qpn] == {qa.source_port}


@pytest.mark.parametrize(
    ("local", "remote", "port"),
    [
        # By hand: 3 * 5 = 15; 0x12345 * 0x54321 folds to 0x79ef3, whose high six bits fold into the low 14.
        (3, 5, 0xC00F),
        (0x100, 0x101, (0x10100 & 0x3FFF ^ 0x10100 >> 14) | 0xC000),
    ],
)
def test_source_ports_are_as_linux_has_them(local, remote, port):
    assert udp_source_port(local, remote) == udp_source_port(remote, local) == port


@pytest.mark.parametrize("every", [1, 4, 16])
def test_acknowledgements_coalesce(every):
    a, b = nics(ack_every=every)
    qa, _ = join(a, b)
    region = b.register_memory(64 * 1024)
    qa.post_write(pattern(64 * 1024), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    assert qa.counters.acks == 64 // every
    asked = [frame[70] >> 7 for _, name, _, frame in wire.sent if name == "n1"]
    assert [i for i, asks in enumerate(asked) if asks] == list(range(every - 1, 64, every))


def test_acknowledgements_coalesce_while_the_port_is_busy():
    a, b = nics(ack_every=1)
    qa, qb = join(a, b)
    region, back = b.register_memory(64 * 1024), a.register_memory(64 * 1024)
    qa.post_write(pattern(64 * 1024), region.address, region.r_key)
    qb.post_write(pattern(64 * 1024), back.address, back.r_key)
    wire = Wire(a, b)
    wire.run()
    assert qa.poll_completions()[0].status is OK
    assert qa.counters.acks <= 64


def test_queue_pairs_stay_on_their_port():
    a, b = nics(ports=2)
    first, second = join(a, b, port=0)[0], join(a, b, port=1)[0]
    region = b.register_memory(9000)
    for qp in (first, second):
        qp.post_write(pattern(9000), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    used = {(int.from_bytes(f[54:56], "big"), port) for _, name, port, f in wire.sent if name == "n1"}
    assert used == {(first.source_port, 0), (second.source_port, 1)}


# --- Losses ----------------------------------------------------------------------------------------------------------
# Go-back-N, timers and retry counts: what is sent again when something is lost.

ACK, SEQUENCE_ERROR = 0x1F, 0x60


def dropping(*drops, kind=is_request):
    """A hook that drops the frames of this kind at these positions."""
    seen = [-1]

    def hook(frame, _now):
        if kind(frame):
            seen[0] += 1
            if seen[0] in drops:
                return []
        return [(0, frame)]

    return hook


def test_one_loss_sends_everything_again_from_there():
    a, b = nics()
    qa, qb = join(a, b)
    region = b.register_memory(20 * 1024)
    qa.post_write(pattern(20 * 1024), region.address, region.r_key)
    wire = Wire(a, b, hook=dropping(5))
    wire.run()
    assert bytes(region.data) == pattern(20 * 1024)
    sent = [psn_of(f) + 8 & 0xFFFFFF for _, name, _, f in wire.sent if name == "n1"]
    lost = sent.index(5, 6)
    assert sent[:lost] == list(range(lost)) and sent[lost:] == list(range(5, 20))
    assert qa.counters.sequence_naks == 1 and qa.counters.timeouts == 0
    assert qb.counters.out_of_sequence == lost - 6
    assert qa.counters.retransmissions == lost - 5


def test_a_lost_last_packet_needs_the_timer():
    a, b = nics()
    qa, _ = join(a, b, rts=RtsAttributes(timeout=5))
    region = b.register_memory(3000)
    qa.post_write(pattern(3000), region.address, region.r_key)
    wire = Wire(a, b, hook=dropping(2))
    wire.run()
    assert bytes(region.data) == pattern(3000)
    assert qa.counters.timeouts == 1
    sent_ns = [now for now, name, _, frame in wire.sent if name == "n1"]
    # 4.096 us * 2^5 after the packet that asked for an ACK.
    assert sent_ns[3] - sent_ns[2] == 131_072


def test_a_lost_acknowledgement_needs_the_timer_and_is_given_again():
    a, b = nics()
    qa, qb = join(a, b)
    region = b.register_memory(3000)
    qa.post_write(pattern(3000), region.address, region.r_key)
    wire = Wire(a, b, hook=dropping(0, kind=lambda frame: opcode_of(frame) == 0x11))
    wire.run()
    assert qa.poll_completions()[0].status is CompletionStatus.SUCCESS
    assert qb.counters.duplicates == 3 and qb.counters.bytes_placed == 3000


def test_a_lost_nak_is_not_sent_again():
    """IBTA 9.7.5.1.2: one per expected packet; the requester's timer has to find out."""
    a, b = nics()
    qa, _ = join(a, b)
    region = b.register_memory(20 * 1024)
    qa.post_write(pattern(20 * 1024), region.address, region.r_key)
    requests, naks = dropping(5), dropping(0, kind=lambda frame: opcode_of(frame) == 0x11)
    wire = Wire(a, b, hook=lambda f, n: requests(f, n) if is_request(f) else naks(f, n))
    wire.run()
    assert bytes(region.data) == pattern(20 * 1024)
    assert qa.counters.timeouts == 1 and qa.counters.sequence_naks == 0


@pytest.mark.parametrize("retry_count", [0, 1, 3, 7])
def test_nobody_answers(retry_count):
    a, b = nics()
    qa, _ = join(a, b, rts=RtsAttributes(timeout=4, retry_count=retry_count))
    for wr_id in range(3):
        qa.post_write(b"x" * 1024, 0, 0, wr_id=wr_id)
    wire = Wire(a, b, hook=lambda *_: [])
    wire.run()
    assert [(c.wr_id, c.status) for c in qa.poll_completions()] == [
        (0, CompletionStatus.RETRY_EXCEEDED),
        (1, CompletionStatus.FLUSHED),
        (2, CompletionStatus.FLUSHED),
    ]
    assert qa.state is QpState.ERROR and qa.error is CompletionStatus.RETRY_EXCEEDED
    assert len(wire.sent) == 3 * (retry_count + 1)
    assert qa.counters.timeouts == retry_count + 1
    assert a.next_wakeup() is None


def test_progress_gives_the_retries_back():
    """Every second packet is lost once, far more often than seven times."""
    a, b = nics()
    qa, _ = join(a, b, rts=RtsAttributes(timeout=2, retry_count=1))
    region = b.register_memory(40 * 1024)
    seen = set()

    def hook(frame, _now):
        psn = psn_of(frame)
        if is_request(frame) and psn % 2 and psn not in seen:
            seen.add(psn)
            return []
        return [(0, frame)]

    qa.post_write(pattern(40 * 1024), region.address, region.r_key)
    wire = Wire(a, b, hook=hook)
    wire.run()
    assert bytes(region.data) == pattern(40 * 1024)
    assert len(seen) == 20


def test_timeout_0_waits_for_ever():
    peer = Peer(rts=RtsAttributes(timeout=0))
    peer.qp.post_write(b"x", 0, 0)
    assert numbers(peer.drain()) == [0]
    assert peer.nic.next_wakeup() is None
    assert peer.later(10**12) == []


def test_an_ack_of_a_later_packet_acknowledges_all_before():
    peer = Peer()
    for wr_id in range(3):
        peer.qp.post_write(b"x" * 2048, 0, 0, wr_id=wr_id)
    assert numbers(peer.drain()) == list(range(6))
    peer.give(peer.answer(4, ACK))
    assert [c.wr_id for c in peer.qp.poll_completions()] == [0, 1]
    peer.give(peer.answer(5, ACK))
    assert [c.wr_id for c in peer.qp.poll_completions()] == [2]


def test_an_ack_of_what_was_sent_before_going_back_saves_it():
    """After a timeout the first transmission's ACK arrives late: what it covers is not sent again."""
    peer = Peer(rts=RtsAttributes(timeout=1))
    peer.qp.post_write(b"x" * 8 * 1024, 0, 0)
    assert numbers(peer.drain()) == list(range(8))
    peer.now += 8_192
    packet = peer.parser.parse(peer.nic.transmit(1, peer.now)[1])
    assert numbers([packet]) == [0]
    assert numbers(peer.give(peer.answer(5, ACK))) == [6, 7]


@pytest.mark.parametrize("number", [-1, -1000, 6, 7, 1 << 22])
def test_an_ack_of_what_was_not_sent_or_is_done_means_nothing(number):
    peer = Peer()
    peer.qp.post_write(b"x" * 6 * 1024, 0, 0)
    peer.drain()
    assert peer.give(peer.answer(number, ACK), peer.answer(number, SEQUENCE_ERROR), peer.answer(number, 0x62)) == []
    assert peer.qp.state is QpState.RTS and peer.qp.poll_completions() == []
    peer.give(peer.answer(5, ACK))
    assert peer.qp.poll_completions()[0].status is CompletionStatus.SUCCESS


@pytest.mark.parametrize("syndrome", [0x65, 0x7F, 0x40, 0x5F, 0x80, 0xFF, 0x64])
def test_reserved_syndromes_are_ignored(syndrome):
    peer = Peer()
    peer.qp.post_write(b"x", 0, 0)
    peer.drain()
    assert peer.give(peer.answer(0, syndrome)) == []
    assert peer.qp.counters.ignored == 1 and peer.qp.state is QpState.RTS


@pytest.mark.parametrize("credits", [0, 1, 15, 30, 31])
def test_credits_are_not_looked_at(credits):
    peer = Peer()
    peer.qp.post_send(b"x")
    peer.drain()
    peer.give(peer.answer(0, credits))
    assert peer.qp.poll_completions()[0].status is CompletionStatus.SUCCESS


# IBTA table 45, in microseconds.
RNR_US = [
    655360, 10, 20, 30, 40, 60, 80, 120, 160, 240, 320, 480, 640, 960, 1280, 1920,
    2560, 3840, 5120, 7680, 10240, 15360, 20480, 30720, 40960, 61440, 81920, 122880, 163840, 245760, 327680, 491520,
]  # fmt: skip


@pytest.mark.parametrize("timer", range(32))
def test_the_requester_waits_as_long_as_an_rnr_nak_says(timer):
    peer = Peer(rts=RtsAttributes(timeout=0))
    peer.qp.post_send(b"x" * 3000)
    assert numbers(peer.drain()) == [0, 1, 2]
    assert peer.give(peer.answer(0, 0x20 | timer)) == []
    assert RNR_TIMERS_NS[timer] == RNR_US[timer] * 1000
    assert peer.nic.next_wakeup() == peer.now + RNR_US[timer] * 1000
    assert peer.later(RNR_US[timer] * 1000 - 1) == []
    assert numbers(peer.later(1)) == [0, 1, 2]


@pytest.mark.parametrize("rnr_retry", [0, 2, 6])
def test_too_many_rnr_naks(rnr_retry):
    peer = Peer(rts=RtsAttributes(rnr_retry=rnr_retry))
    peer.qp.post_send(b"x")
    peer.drain()
    for _ in range(rnr_retry):
        peer.give(peer.answer(0, 0x21))
        assert numbers(peer.later(10_000)) == [0]
    peer.give(peer.answer(0, 0x21))
    assert peer.qp.poll_completions()[0].status is CompletionStatus.RNR_RETRY_EXCEEDED
    assert peer.qp.state is QpState.ERROR


def test_rnr_retry_7_is_for_ever():
    peer = Peer(rts=RtsAttributes(rnr_retry=7))
    peer.qp.post_send(b"x")
    peer.drain()
    for _ in range(50):
        peer.give(peer.answer(0, 0x21))
        assert numbers(peer.later(10_000)) == [0]
    assert peer.qp.state is QpState.RTS


def test_a_receive_that_is_posted_late():
    a, b = nics()
    qa, qb = join(a, b, min_rnr_timer=1)
    buffer = bytearray(5000)
    qa.post_send(pattern(5000))
    wire = Wire(a, b)
    wire.at(35_000, lambda: qb.post_receive(buffer))
    wire.run()
    assert bytes(buffer) == pattern(5000)
    # Asked every 10 us and a round trip of 2.3 us.
    assert qa.counters.rnr_naks == 3 and qa.counters.timeouts == 0


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (0x61, CompletionStatus.REMOTE_INVALID_REQUEST),
        (0x62, CompletionStatus.REMOTE_ACCESS),
        (0x63, CompletionStatus.REMOTE_OPERATION),
    ],
)
def test_fatal_naks(code, status):
    """What came before has arrived, this message has failed, and the rest is flushed."""
    peer = Peer()
    for wr_id in range(3):
        peer.qp.post_write(b"x" * 2048, 0, 0, wr_id=wr_id)
    peer.drain()
    assert peer.give(peer.answer(3, code)) == []
    assert [(c.wr_id, c.status) for c in peer.qp.poll_completions()] == [
        (0, CompletionStatus.SUCCESS),
        (1, status),
        (2, CompletionStatus.FLUSHED),
    ]
    assert peer.qp.error is status


def test_a_port_without_carrier_sends_nothing_until_it_is_back():
    a, b = nics()
    qa, _ = join(a, b, rts=RtsAttributes(timeout=1, retry_count=7))
    a.set_carrier(0, False, 0)
    qa.post_write(b"x", 0, 0)
    wire = Wire(a, b)
    wire.run(limit_ns=1_000_000)
    assert wire.sent == []
    a.set_carrier(0, True, wire.now)
    wire.run(lambda: bool(wire.sent))
    assert len(wire.sent) == 1


def test_answers_say_where_it_is():
    peer = Peer()
    got = peer.give(
        *(peer.request(i, op, b"x" * 1024, body=peer.reth(3072) if i == 0 else b"") for i, op in enumerate((6, 7, 8)))
    )
    assert answers(got) == [(2, ACK)]
    assert got[0].aeth.msn == 1
