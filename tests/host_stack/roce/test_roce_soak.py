# SPDX-License-Identifier: Apache-2.0
"""RoCE NICs over bad networks and facing hostile frames; and the soak finds NICs that are broken."""

import os
from random import Random

import pytest
from nic_wire_kit import pattern, with_ce
from roce_kit import (
    Peer,
    Wire,
    config,
    join,
    nics,
)
from roce_soak_kit import network, soak

from host_stack.native.data_path import in_python
from host_stack.roce import DcqcnParameters, Nic, QpState, RtsAttributes, wire
from host_stack.roce.requester import Requester
from host_stack.roce.responder import Responder
from host_stack.wire import icrc

# --- Bad networks ----------------------------------------------------------------------------------------------------
# Random transfers over bad networks: byte for byte, or an error, and never a leftover.
#
# ``ROCE_SOAK_RUNS`` runs more of them (``make soak`` has its own for MRC).

RUNS = int(os.environ.get("ROCE_SOAK_RUNS", "60"))


@pytest.mark.parametrize("seed", range(RUNS))
def test_what_arrives_is_what_was_sent(seed):
    soak(seed)


def test_few_give_up():
    """The soak above would show nothing if its connections failed."""
    a, b = (Nic(config(n), seed=n) for n in (1, 2))
    rng = Random(5)
    pairs = [join(a, b, rts=RtsAttributes(timeout=3)) for _ in range(20)]
    region = b.register_memory(20_000)
    for qa, _ in pairs:
        qa.post_write(rng.randbytes(20_000), region.address, region.r_key)
    Wire(a, b, hook=network(rng, 0.05, ipv4=False)).run()
    assert sum(1 for qa, _ in pairs if qa.state is QpState.RTS) >= 19


# --- Broken NICs -----------------------------------------------------------------------------------------------------
# NICs that are broken in one place each: the soak finds every one of them.

RUNS_PER_FAULT = 60


def takes_duplicates_as_new(patch):
    honest = Responder._out_of_order

    def out_of_order(self, index, packet):
        if index == self._expected - 1 and packet.kind.last:
            self._expected = index
            self.on_request(packet)
        else:
            honest(self, index, packet)

    patch.setattr(Responder, "_out_of_order", out_of_order)


def says_nothing_of_gaps_and_skips_them(patch):
    def out_of_order(self, index, packet):
        if index > self._expected:
            self._expected = index
            self.on_request(packet)

    patch.setattr(Responder, "_out_of_order", out_of_order)


def acknowledges_one_too_many(patch):
    honest = Requester._acknowledged
    patch.setattr(Requester, "_acknowledged", lambda self, before, now: honest(self, min(before + 1, self._sent), now))


def goes_back_too_little(patch):
    honest = Requester._go_to
    patch.setattr(Requester, "_go_to", lambda self, index: honest(self, min(index + 1, self._sent)))


def does_not_check_the_icrc(patch):
    patch.setattr(wire.FrameParser, "_icrc_holds", lambda *_: True)


def has_no_timer(patch):
    patch.setattr(Requester, "_start_timer", lambda *_: None)


def skips_what_was_not_ready(patch):
    honest = Requester._not_ready

    def not_ready(self, until_ns):
        honest(self, until_ns)
        self._go_to(min(self._unacked + 1, self._sent))

    patch.setattr(Requester, "_not_ready", not_ready)


@pytest.mark.parametrize(
    "broken",
    [
        takes_duplicates_as_new,
        says_nothing_of_gaps_and_skips_them,
        acknowledges_one_too_many,
        goes_back_too_little,
        does_not_check_the_icrc,
        has_no_timer,
        skips_what_was_not_ready,
    ],
)
def test_it_is_noticed(broken, monkeypatch):
    broken(monkeypatch)
    with in_python(), pytest.raises(AssertionError):
        for seed in range(RUNS_PER_FAULT):
            soak(seed)


# --- Hostile frames --------------------------------------------------------------------------------------------------
# Hostile frames: a NIC never raises, writes nothing that it was not asked to, and stays small.
#
# ``ROCE_FUZZ_FRAMES`` gives it more of them.

FRAMES = int(os.environ.get("ROCE_FUZZ_FRAMES", "40000"))


def sealed(frame: bytes) -> bytes:
    """With the lengths and the ICRC that it would need, if it has room for them."""
    if len(frame) < 14 + 40 + 8 + 12 + 4:
        return frame
    length = len(frame) - 54
    out = frame[:18] + length.to_bytes(2, "big") + frame[20:58] + length.to_bytes(2, "big") + frame[60:]
    return out[:-4] + icrc.compute(out[14:-4])


def corpus(peer: Peer) -> list[bytes]:
    """Every opcode that there is, about the PSNs that the queue pair is at."""
    full = b"b" * 1024
    frames = [
        peer.request(number, opcode, payload, body=body, ecn=ecn)
        for number in (-1, 0, 1, 2)
        for opcode, payload in ((0x04, b"a" * 8), (0x00, full), (0x01, full), (0x02, b"b"), (0x06, full))
        for body, ecn in ((peer.reth(len(payload)) if opcode == 0x06 else b"", 2), (b"", 3))
    ]
    frames += [peer.request(n, op, b"d" * 12, body=peer.reth(12)) for n in (0, 1) for op in (0x0A, 0x0B, 0x0C, 0x13)]
    frames += [peer.answer(number, syndrome) for number in (-1, 0, 1, 5) for syndrome in (0x1F, 0x21, 0x60, 0x62, 0x80)]
    frames.append(peer.frame(peer.bth(0x81), payload=bytes(16)))
    return frames


def mutated(frame: bytes, rng: Random) -> bytes:
    out = bytearray(frame)
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        at = min(rng.choice((rng.randrange(54, 100), rng.randrange(0, len(out) + 1))), max(0, len(out) - 1))
        kind = rng.randrange(6)
        if not out:
            break
        if kind <= 1:
            out[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            out[at] = rng.choice((0, 0xFF, 0x7F, 0x80, rng.randrange(256)))
        elif kind == 3:
            del out[at:]
        elif kind == 4:
            out[at:at] = rng.randbytes(rng.randrange(1, 12))
        else:
            del out[at : at + rng.randrange(1, 12)]
    return sealed(bytes(out)) if rng.random() < 0.8 else bytes(out)


@pytest.mark.parametrize("seed", range(4))
def test_mutated_frames(seed):
    rng = Random(seed)
    peer = Peer(dcqcn=DcqcnParameters(), rts=RtsAttributes(timeout=1))
    guard = peer.nic.register_memory(4096)
    for _ in range(FRAMES // 4):
        if peer.qp.state is not QpState.RTS or rng.random() < 0.01:
            peer.reconnect()
            peer.qp.post_write(b"x" * 3000, 0, 0)
            peer.qp.post_receive(bytearray(100))
        peer.now += rng.choice((1, 100, 100_000))
        peer.nic.receive(0, mutated(rng.choice(corpus_of(peer)), rng), peer.now)
        for _ in range(rng.choice((0, 1, 9))):
            if peer.nic.transmit(1, peer.now) is None:
                break
        assert len(peer.qp.poll_completions()) <= 4
    assert bytes(guard.data) == bytes(4096)
    dropped = {name for name in peer.nic.counters if name.startswith("drop.")}
    assert {"drop.network", "drop.udp", "drop.icrc", "drop.opcode", "drop.payload_length", "drop.unknown_qp"} <= dropped


_CORPORA: dict[int, list[bytes]] = {}


def corpus_of(peer: Peer) -> list[bytes]:
    """Remembered: a queue pair keeps its number and begins at the same PSN whenever it is connected again."""
    if id(peer) not in _CORPORA:
        _CORPORA.clear()
        _CORPORA[id(peer)] = corpus(peer)
    return _CORPORA[id(peer)]


def test_noise():
    rng = Random(1)
    for ipv4 in (False, True):
        nic, _ = nics(ipv4=ipv4)
        for size in range(300):
            noise = rng.randbytes(size)
            nic.receive(0, noise, size)
            nic.receive(0, noise[:12] + (b"\x08\x00\x45" if ipv4 else b"\x86\xdd\x60") + noise[15:], size)
        assert nic.counters["rx.frames"] == 600
        assert nic.transmit(1, 1000) is None


def test_every_cut_of_a_frame():
    peer = Peer()
    whole = peer.request(0, 0x0B, b"abcd", body=peer.reth(4) + b"\0\0\0\1")
    for end in range(len(whole)):
        peer.nic.receive(0, whole[:end], peer.now)
        peer.nic.receive(0, sealed(whole[:end]), peer.now)
    assert peer.region.bytes_placed == 0
    assert peer.drain() == [] or peer.qp.state is QpState.ERROR


def test_padding_of_ethernet_is_not_a_part():
    peer = Peer()
    assert len(peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4)) + bytes(20))) == 1
    assert bytes(peer.region.data[:4]) == b"abcd"


def test_a_flood_of_requests_leaves_one_answer():
    """Whatever arrives while nothing can be sent: at most a CNP, a NAK and an ACK wait."""
    peer = Peer(dcqcn=DcqcnParameters())
    for number in range(500):
        peer.nic.receive(0, with_ce(peer.request(number, 0x0A, b"abcd", body=peer.reth(4))), peer.now)
        peer.nic.receive(0, with_ce(peer.request(number + 7, 0x0A, b"abcd", body=peer.reth(4))), peer.now)
    assert [packet.bth.opcode for packet in peer.drain()] == [0x81, 0x11]


def test_a_flood_of_acknowledgements_and_cnps_leaves_nothing():
    a, b = (Nic(config(n, dcqcn=DcqcnParameters()), seed=n) for n in (1, 2))
    qa, _ = join(a, b)
    region = b.register_memory(50_000)
    qa.post_write(pattern(50_000), region.address, region.r_key)
    wire = Wire(a, b, hook=lambda frame, _now: [(0, frame)] * 3)
    wire.run()
    assert bytes(region.data) == pattern(50_000)
    assert a.next_wakeup() is None and b.next_wakeup() is None
