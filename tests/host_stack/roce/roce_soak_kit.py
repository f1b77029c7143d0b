# SPDX-License-Identifier: Apache-2.0
"""Random transfers over networks that lose, reorder, copy, corrupt and mark."""

from __future__ import annotations

from random import Random

from nic_wire_kit import with_ce
from roce_kit import (
    Wire,
    config,
    join,
    opcode_of,
)

from host_stack.roce import (
    Completion,
    CompletionKind,
    CompletionStatus,
    DcqcnParameters,
    Nic,
    QpState,
    QueuePair,
    RtsAttributes,
)


def network(rng: Random, loss: float, ipv4: bool):
    def hook(frame, _now):
        dice = rng.random()
        if dice < loss:
            return []
        if dice < loss + 0.02:
            return [(0, frame), (rng.randrange(5_000), frame)]
        if dice < loss + 0.05:
            return [(rng.randrange(20_000), frame)]
        if dice < loss + 0.06:
            broken = bytearray(frame)
            broken[rng.randrange(14, len(frame))] ^= 1 << rng.randrange(8)
            return [(0, bytes(broken))]
        if dice < loss + 0.16 and not ipv4 and opcode_of(frame) <= 0x0B:
            return [(0, with_ce(frame))]
        return [(0, frame)]

    return hook


class End:
    """One end of a connection: what it has posted, and what its peer must have got of it."""

    def __init__(self, qp: QueuePair) -> None:
        self.qp = qp
        self.posted = 0
        self.written: list[tuple[bytearray, bytes]] = []
        self.buffers: list[bytearray] = []
        self.announced: list[tuple[CompletionKind, bytes, int | None]] = []
        self.done: list[Completion] = []

    def post(self, rng: Random, peer: End, to: Nic, wire: Wire, mtu: int) -> None:
        data = rng.randbytes(rng.choice((0, 1, mtu, rng.randrange(12 * mtu))))
        imm = rng.choice((None, rng.getrandbits(32)))
        if rng.random() < 0.6:
            region = to.register_memory(len(data))
            self.qp.post_write(data, region.address, region.r_key, imm=imm, wr_id=self.posted)
            peer.written.append((region.data, data))
            kind = CompletionKind.RECV_WRITE_IMM
        else:
            self.qp.post_send(data, imm=imm, wr_id=self.posted)
            kind = CompletionKind.RECV
        self.posted += 1
        if kind is CompletionKind.RECV or imm is not None:
            peer.announced.append((kind, data, imm))
            wire.at(rng.randrange(40_000), lambda: peer.receive(12 * mtu))

    def receive(self, size: int) -> None:
        if self.qp.state is QpState.RTS:
            self.buffers.append(bytearray(size))
            self.qp.post_receive(self.buffers[-1], wr_id=len(self.buffers) - 1)

    def judge(self) -> None:
        """All of it, in order, once."""
        sends = [c for c in self.done if c.kind in (CompletionKind.WRITE, CompletionKind.SEND)]
        assert [(c.wr_id, c.status) for c in sends] == [(n, CompletionStatus.SUCCESS) for n in range(self.posted)]
        receives = [c for c in self.done if c not in sends]
        assert [(c.kind, c.length, c.imm) for c in receives] == [(k, len(d), i) for k, d, i in self.announced]
        assert [c.wr_id for c in receives] == list(range(len(self.announced)))
        for buffer, (kind, data, _) in zip(self.buffers, self.announced, strict=True):
            assert bytes(buffer[: len(data)]) == (data if kind is CompletionKind.RECV else bytes(len(data)))
        for found, data in self.written:
            assert bytes(found) == data


def soak(seed: int) -> tuple[Wire, list[Completion]]:
    """One random run, and all that completed; AssertionError says what did not hold."""
    rng = Random(seed)
    ipv4 = rng.random() < 0.3
    dcqcn = rng.choice((None, DcqcnParameters(), DcqcnParameters(byte_counter=20_000, increase_timer_ns=9_000)))
    a, b = (
        Nic(config(n, ipv4=ipv4, dcqcn=dcqcn, ack_every=rng.choice((1, 3, 16))), seed=seed << 1 | n & 1) for n in (1, 2)
    )
    wire = Wire(a, b, hook=network(rng, rng.choice((0, 0.01, 0.05)), ipv4))
    ends = []
    for _ in range(rng.randrange(1, 4)):
        mtu = rng.choice((256, 1024, 4096))
        rts = RtsAttributes(timeout=rng.choice((3, 5)), retry_count=7, rnr_retry=7)
        psn = rng.choice((0, 0xFFFFF0, rng.getrandbits(24)))
        pair = [End(qp) for qp in join(a, b, mtu=mtu, rts=rts, psn=psn, min_rnr_timer=1)]
        for own, peer, to in ((pair[0], pair[1], b), (pair[1], pair[0], a)):
            for _ in range(rng.randrange(5)):
                own.post(rng, peer, to, wire, mtu)
        ends.append(pair)
    wire.run(limit_ns=60_000_000)
    for pair in ends:
        for end in pair:
            end.done = end.qp.poll_completions()
        if any(end.qp.error is CompletionStatus.RETRY_EXCEEDED for end in pair):
            continue  # this network may be too bad; then both ends know
        for end in pair:
            assert end.qp.state is QpState.RTS
            end.judge()
    assert a.next_wakeup() is None and b.next_wakeup() is None
    return wire, [each for pair in ends for end in pair for each in end.done]
