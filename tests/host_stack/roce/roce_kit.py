# SPDX-License-Identifier: Apache-2.0
"""RoCE NICs in virtual time: joined by links with rate and delay and a hook, or facing a peer driven by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from nic_wire_kit import NicWire
from typing_extensions import override

from host_stack.roce import DcqcnParameters, Nic, NicConfig, PortConfig, QueuePair, RtrAttributes, RtsAttributes
from host_stack.roce.wire import Bth, FrameParser, Packet
from host_stack.wire.frames import FrameBuilder, ethernet
from host_stack.wire.headers import Aeth, Reth
from host_stack.wire.options import WireOptions

FIRST = 0xFFFFF8
"""PSN of the first packet, just below the wrap, so that nearly every test crosses it."""
MAC = bytes.fromhex("0200000000aa")

#: hook(frame, now) -> frames that go on, each with extra delay in ns; [] drops.
Hook = Callable[[bytes, int], Sequence[tuple[int, bytes]]]


def address(number: int, *, ipv4: bool = False) -> bytes:
    return bytes((10, 0, 0, number)) if ipv4 else bytes.fromhex("fd6d726300000000") + number.to_bytes(8, "big")


def config(
    number: int,
    *,
    ipv4: bool = False,
    ports: int = 1,
    rate_bps: int = 100_000_000_000,
    dcqcn: DcqcnParameters | None = None,
    **more: int,
) -> NicConfig:
    return NicConfig(
        name=f"n{number}",
        address=address(number, ipv4=ipv4),
        ports=(PortConfig(MAC, MAC, rate_bps),) * ports,
        dcqcn=dcqcn,
        **more,
    )


def nics(**more) -> tuple[Nic, Nic]:
    return Nic(config(1, **more), seed=1), Nic(config(2, **more), seed=2)


def join(
    a: Nic, b: Nic, *, mtu: int = 1024, rts: RtsAttributes | None = None, psn: int = FIRST, **rtr: int
) -> tuple[QueuePair, QueuePair]:
    """Connected queue pairs in RTS."""
    rts = rts or RtsAttributes(timeout=6)
    pair = a.create_qp(), b.create_qp()
    for own, other, peer in ((pair[0], pair[1], b), (pair[1], pair[0], a)):
        own.modify_to_init()
        own.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn, first_psn=psn, path_mtu=mtu, **rtr))
        own.modify_to_rts(replace(rts, first_psn=psn))
    return pair


def opcode_of(frame: bytes) -> int:
    return frame[62] if frame[12:14] == b"\x86\xdd" else frame[42]


def psn_of(frame: bytes) -> int:
    at = 62 if frame[12:14] == b"\x86\xdd" else 42
    return int.from_bytes(frame[at + 9 : at + 12], "big")


def is_request(frame: bytes) -> bool:
    return opcode_of(frame) <= 0x0B


class Wire(NicWire[Nic]):
    """Two NICs back to back; port p of one is wired to port p of the other."""

    def __init__(
        self, a: Nic, b: Nic, *, delay_ns: int = 1_000, rate_bps: int = 100_000_000_000, hook: Hook | None = None
    ) -> None:
        super().__init__([a, b], delay_ns=delay_ns, rate_bps=rate_bps)
        self.a, self.b = a, b
        self.hook: Hook = hook or (lambda frame, _now: [(0, frame)])

    @override
    def _passed(self, nic: Nic, port: int, frame: bytes) -> Iterator[tuple[Nic, int, bytes]]:
        for extra, passed in self.hook(frame, self.now):
            yield self.b if nic is self.a else self.a, extra, passed

    @override
    def run(self, until: Callable[[], bool] | None = None, *, limit_ns: int = 100_000_000) -> None:
        super().run(until, limit_ns=limit_ns)


class Peer:
    """A hand-driven peer of one NIC: sends what it likes, sees what comes back."""

    def __init__(self, *, mtu: int = 1024, rts: RtsAttributes | None = None, **more) -> None:
        self.nic = Nic(config(1, **more), seed=1)
        other = Nic(config(2), seed=2)
        self._mtu, self._rts = mtu, rts
        self.qp, self._other = join(self.nic, other, mtu=mtu, rts=rts)
        self.region = self.nic.register_memory(1 << 16)
        self.parser = FrameParser(address(2))
        self._builder = FrameBuilder(WireOptions(), [ethernet(MAC, MAC)])
        self.now = 1_000_000

    def reconnect(self) -> None:
        """The same queue pair again, as new."""
        self.qp.reset()
        self.qp.modify_to_init()
        self.qp.modify_to_rtr(RtrAttributes(address(2), self._other.qpn, first_psn=FIRST, path_mtu=self._mtu))
        self.qp.modify_to_rts(replace(self._rts or RtsAttributes(), first_psn=FIRST))

    def bth(self, opcode: int, psn: int = 0) -> Bth:
        return Bth(opcode, self.qp.qpn, psn)

    def frame(self, bth: Bth, body: bytes = b"", payload: bytes = b"", *, ecn: int = 2, source: int = 2) -> bytes:
        return self._builder.build(
            port=0,
            outer_addresses=b"",
            inner_addresses=address(source) + address(1),
            traffic_class=ecn,
            entropy=0xC000_0000,
            headers=bth._replace(pad=-len(payload) & 3).pack() + body,
            payload=payload,
        )

    def request(
        self, number: int, opcode: int, payload: bytes = b"", *, ack: bool = True, body: bytes = b"", **more
    ) -> bytes:
        """A request packet; ``number`` counts from the first."""
        return self.frame(Bth(opcode, self.qp.qpn, FIRST + number & 0xFFFFFF, ack), body, payload, **more)

    def reth(self, length: int, *, offset: int = 0, key: int | None = None) -> bytes:
        return Reth(self.region.address + offset, self.region.r_key if key is None else key, length).pack()

    def answer(self, number: int, syndrome: int) -> bytes:
        """An ACK or NAK about the NIC's packet ``number``."""
        return self.frame(Bth(0x11, self.qp.qpn, FIRST + number & 0xFFFFFF), Aeth(syndrome, 0).pack())

    def give(self, *frames: bytes) -> list[Packet]:
        """Hand in frames, 100 ns apart; what the NIC sends in answer."""
        for frame in frames:
            self.now += 100
            self.nic.receive(0, frame, self.now)
        return self.drain()

    def drain(self, limit: int = 1000) -> list[Packet]:
        out = []
        while len(out) < limit and (sent := self.nic.transmit(1, self.now)) is not None:
            packet = self.parser.parse(sent[1])
            assert isinstance(packet, Packet), packet
            out.append(packet)
        return out

    def later(self, ns: int) -> list[Packet]:
        self.now += ns
        return self.drain()


def numbers(packets: Sequence[Packet]) -> list[int]:
    """PSNs, counted from the first."""
    return [packet.bth.psn - FIRST & 0xFFFFFF for packet in packets]


def answers(packets: Sequence[Packet]) -> list[tuple[int, int]]:
    """(number, syndrome) of each, which are all acknowledgements."""
    found = []
    for packet in packets:
        assert packet.aeth is not None
        found.append((packet.bth.psn - FIRST & 0xFFFFFF, packet.aeth.syndrome))
    return found
