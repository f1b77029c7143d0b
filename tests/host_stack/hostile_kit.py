# SPDX-License-Identifier: Apache-2.0
"""A peer that means harm and knows everything: addresses, queue pair numbers, PSNs, keys, and the wire format."""

from __future__ import annotations

from random import Random

from host_stack_kit import (
    ACK,
    FIRST,
    NACK,
    PROBE,
    SACK,
    Peer,
    trim,
    with_dscp,
)
from nic_wire_kit import pattern, with_ce

from host_stack import CcProfile, QpState, RtsAttributes, TransportOptions
from host_stack.wire.headers import Aeth, Bth, BthCodec, CcState, Eeth, Erth, Neth, Peth, Seth
from host_stack.wire.options import BthFlagOrder, EethOpBits

#: Bytes of registered memory that this peer may write.
SIZE = 1 << 16
_LADDER = RtsAttributes(ack_timeout=4, linear_retries=2, exponential_retries=2)
#: From silence to the end of all retries: 16.384 us · (3 + 2 + 4), and as much again for a last word of the peer.
PATIENCE_NS = 2 * 16_384 * 9 + 1_000_000


class Hostile(Peer):
    """One NIC, its connection to this peer, memory that is nobody's business, and a script made of one seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        transport = TransportOptions(path_mtu=self.rng.choice((256, 1024)))
        super().__init__(transport=transport, rts=_LADDER, mpr=1, cc=CcProfile.fixed(self.rng.choice((4096, 65536))))
        self.nic.deregister_memory(self.region)
        self.region = self.nic.register_memory(SIZE)
        self.before = self.nic.register_memory(bytearray(b"\xa5" * 4096), address=self.region.address - 4096)
        self.after = self.nic.register_memory(bytearray(b"\xa5" * 4096), address=self.region.address + SIZE)
        self.heard: list[bytes] = []

    # --- Frames -----------------------------------------------------------------------------------------------------

    def _psn(self) -> int:
        rng = self.rng
        near = rng.randrange(-3, 12)
        return FIRST + rng.choice((near, near, near, near, rng.randrange(-2000, 2000), rng.getrandbits(24))) & 0xFFFFFF

    def _entropy(self) -> int:
        known = [entry.entropy for entry in self.qp.evs or ()] or [0]
        return self.rng.choice((*known, self.rng.getrandbits(32)))

    def _sack(self) -> bytes:
        rng = self.rng
        seth = Seth(
            rng.choice((0, 0, 0, 1, 2, 3)), rng.random() < 0.2, rng.choice((0, 1, rng.randrange(-0x8000, 0x8000))),
            self._entropy(), rng.getrandbits(16), rng.getrandbits(16), self._psn(), rng.getrandbits(8),
            rng.choice((1, 0, rng.randrange(-0x8000, 0x8000))), rng.choice((0, 1, 0xFF, rng.getrandbits(64))),
        )  # fmt: skip
        state = CcState(
            rng.getrandbits(16), rng.getrandbits(15), rng.getrandbits(24), rng.getrandbits(1), rng.getrandbits(7)
        )
        return self.control(SACK, seth.pack() + state.pack(), psn=self._psn(), rtx=rng.random() < 0.3)

    def _nack(self) -> bytes:
        rng = self.rng
        reason = rng.choice((1, 1, 2, 6, 7, 10, 11, rng.choice((25, rng.getrandbits(8)))))
        neth = Neth(reason, self._entropy(), rng.getrandbits(16), rng.getrandbits(16), self._psn(), rng.getrandbits(16))
        return self.control(NACK, neth.pack(), psn=self._psn(), rtx=rng.random() < 0.3)

    def _ack(self) -> bytes:
        rng = self.rng
        syndrome = rng.choice((0x1F, 0x1F, 0x1F, rng.choice((0x61, 0x62, 0x63, rng.getrandbits(8)))))
        return self.control(ACK, Aeth(syndrome, rng.choice((0, 1, 2, rng.getrandbits(24)))).pack(), psn=self._psn())

    def _data(self) -> bytes:
        rng = self.rng
        # Mostly what is right by itself: what is not is refused, and ends the queue pair before much has happened.
        right = rng.random() < 0.8
        opcode = rng.choice((0xCA, 0xCB) if right else (0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB))
        full = opcode in (0xC6, 0xC7) and rng.random() < 0.5
        place = self.region.address + rng.choice(
            (0, SIZE - 64, rng.randrange(SIZE), rng.randrange(-4000, 0), SIZE + rng.randrange(4000), 1 << 63)
        )
        known = rng.random() < 0.9
        frame = self.data(
            self._psn() - FIRST,
            rng.randbytes(self.mtu if full else rng.choice((0, 1, 64, 64, 250) if right else (0, 1, 64, 1000))),
            opcode=opcode,
            imm=rng.getrandbits(32) if opcode in (0xC9, 0xCB) else None,
            ack=rng.random() < 0.3,
            rtx=rng.random() < 0.3,
            va=place & 0xFFFF_FFFF_FFFF_FFFF,
            key=self.region.r_key if known else rng.getrandbits(32),
        )
        fate = rng.random()
        if fate < 0.15:
            return trim(frame, rng.choice((12, 16)), rng.choice((118, 122, 128, 256)))
        return with_ce(frame) if fate < 0.3 else frame

    def _probe(self) -> bytes:
        rng = self.rng
        peth = Peth(rng.getrandbits(16), rng.getrandbits(16), rng.getrandbits(16), rng.getrandbits(16))
        return self.control(PROBE, peth.pack(), psn=self._psn())

    def _endpoint(self) -> bytes:
        rng = self.rng
        bth = BthCodec(BthFlagOrder.IBTA)
        if rng.random() < 0.6:
            body = Erth(rng.randrange(4), rng.getrandbits(16), rng.choice((0, 3, rng.getrandbits(32)))).pack()
            headers = bth.pack(Bth(0xD8, 2, rng.getrandbits(24))) + body
        else:
            request = rng.choice((*self.nic.prober._open, rng.getrandbits(16)))
            headers = bth.pack(Bth(0xD9, 2, request)) + Eeth(rng.randrange(4), rng.getrandbits(16)).pack(
                EethOpBits.BITS_3_2
            )
        return self.frame(headers, dscp=46, ecn=0, entropy=self._entropy())

    def _echo(self) -> bytes:
        """What the NIC itself said, sent back to it, or an old frame again."""
        if not self.heard:
            return self._data()
        frame = self.rng.choice(self.heard)
        return frame[:62] + frame[78:94] + frame[62:78] + frame[94:]

    def _mangled(self) -> bytes:
        rng = self.rng
        frame = bytearray(rng.choice((self._data, self._sack, self._nack, self._endpoint))())
        for _ in range(rng.randrange(1, 4)):
            frame[rng.randrange(len(frame))] = rng.getrandbits(8)
        return with_dscp(bytes(frame[: rng.randrange(20, len(frame) + 1)]), rng.choice((4, 12, 46)))

    # --- The exchange -----------------------------------------------------------------------------------------------

    def play(self) -> Hostile:
        """Twenty moves, then silence until every timer has said what it has to say."""
        rng = self.rng
        moves = (
            self._sack, self._sack, self._nack, self._nack, self._ack, self._data, self._data, self._data,
            self._probe, self._endpoint, self._echo, self._mangled,
        )  # fmt: skip
        for _ in range(20):
            if rng.random() < 0.2 and self.qp.state is QpState.RTS:
                self.qp.post_write(pattern(rng.choice((1, 300, 5000))), 0x5000, 1)
            self.now += rng.choice((0, 128, 5_000, 40_000))
            port, frame = rng.randrange(2), self._to_port(rng.choice(moves)())
            for _ in range(300 if rng.random() < 0.03 else 1):
                self.nic.receive(port, frame, self.now)
            self._pump(rng.choice((0, 1, 2, 3)), rng.randrange(6))
            self.check()
        self._silence()
        return self

    def _to_port(self, frame: bytes) -> bytes:
        return bytes((2, 0, 0, 0, 0, self.rng.randrange(2))) + frame[6:]

    def _pump(self, free: int, most: int) -> None:
        for _ in range(most):
            sent = self.nic.transmit(free, self.now)
            if sent is None:
                break
            if len(self.heard) < 50:
                self.heard.append(sent[1])

    def _silence(self) -> None:
        """Every timer runs, and whatever was posted ends."""
        end = self.now + PATIENCE_NS
        while (wake := self.nic.next_wakeup()) is not None and wake < end:
            self.now = max(self.now, wake)
            self._pump(3, 10_000)
        self.now = end
        self._pump(3, 10_000)
        requestor = self.qp.requestor
        assert requestor is not None
        assert not requestor._queue.busy, "a write is still waiting, and no timer has ended it"
        assert requestor._cc._destination.inflight == 0, "bytes are in flight that nobody sent"
        self.check()

    def check(self) -> None:
        """What holds at any time: memory that is not this peer's is untouched, and state is bounded."""
        assert self.before.data == self.after.data == b"\xa5" * 4096
        requestor, responder = self.qp.requestor, self.qp.responder
        assert requestor is not None
        assert responder is not None
        window = 128
        assert len(requestor.flight.records) <= window
        assert len(requestor.flight.lost) <= 2 * window
        assert len(requestor.flight.again) <= window
        assert len(responder.answers) <= window + 65
        assert len(responder._ends) <= window
        assert len(self.nic.prober._open) <= 512
        assert len(self.nic._timers._heap) <= 200
        assert requestor._cc._destination.inflight >= 0
