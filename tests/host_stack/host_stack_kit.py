# SPDX-License-Identifier: Apache-2.0
"""NICs in virtual time: joined in memory by links with rate and delay and a hook, or facing a peer driven by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from data_headers_kit import pack_data
from nic_wire_kit import NicWire, pattern
from typing_extensions import override

from host_stack import (
    CcProfile,
    Completion,
    CompletionKind,
    CompletionStatus,
    EvProfile,
    EvSet,
    InitAttributes,
    Nic,
    NicConfig,
    PathTemplate,
    PortConfig,
    QpCounters,
    QueuePair,
    RtrAttributes,
    RtsAttributes,
    StaticPaths,
    TransportOptions,
    WireOptions,
)
from host_stack.paths.ev import EvEvents, Sending
from host_stack.wire.frames import FrameBuilder, FrameParser, Packet, ethernet
from host_stack.wire.headers import Bth, BthCodec, CcState, ImmDt, Seth, tick
from host_stack.wire.options import BthFlagOrder, ProbeSkipOnce

SACK, NACK, ACK, PROBE = 0xDC, 0xDD, 0xD1, 0xDE
#: PSN of the first packet that a `Peer` and its NIC send each other.
FIRST = 0xFFFFF0

#: hook(sender name, port, frame, now) -> frames that go on, each with extra delay in ns; [] drops.
Hook = Callable[[str, int, bytes, int], Sequence[tuple[int, bytes]]]

TRIM_SIZE = 256

#: Packets of the long write of a `Peer`.
PACKETS = 2048


def address(number: int) -> bytes:
    return bytes.fromhex("fd6d726300000000") + number.to_bytes(8, "big")


def template(planes: int = 2, uplinks: int = 2) -> PathTemplate:
    """fcbb:bbbb : T0 0 : T1 0 : T0 1 : downlink 0; the plane is at bit 9 of T0s, at bit 8 of the others."""
    base = 0xFCBB_BBBB_1000_2000_1001_3000_0000_0000
    plane_masks = tuple(
        (1 << 9 + bit) << 80 | (1 << 8 + bit) << 64 | (1 << 9 + bit) << 48 | (1 << 8 + bit) << 32
        for bit in range((planes - 1).bit_length())
    )
    uplink_masks = tuple((1 << bit) << 64 for bit in range((uplinks - 1).bit_length()))
    return PathTemplate(base, plane_masks, uplink_masks, planes, uplinks)


def config(
    name: str,
    number: int,
    peers: Sequence[int],
    *,
    planes: int = 2,
    uplinks: int = 2,
    wire: WireOptions | None = None,
    transport: TransportOptions | None = None,
    **more: int,
) -> NicConfig:
    return NicConfig(
        name=name,
        address=address(number),
        # Both MACs of a port name the port only, so that a pipe may join any two NICs.
        ports=tuple(PortConfig(mac(p), mac(p)) for p in range(planes)),
        paths=StaticPaths({address(peer): template(planes, uplinks) for peer in peers}),
        wire=wire or WireOptions(),
        transport=transport or TransportOptions(),
        **more,
    )


def mac(port: int) -> bytes:
    return bytes((2, 0, 0, 0, 0, port))


def uplink_of(frame: bytes) -> int:
    """T1 index in the outer destination of a frame as the NIC sent it."""
    return frame[38 + 6 + 1]


def with_dscp(frame: bytes, dscp: int) -> bytes:
    tc = (dscp << 2) | (frame[15] >> 4 & 3)
    return frame[:14] + bytes((0x60 | tc >> 4, (tc & 15) << 4 | frame[15] & 15)) + frame[16:]


def trim(frame: bytes, dscp: int = 12, size: int = TRIM_SIZE, update: bool = True) -> bytes:
    """What a switch does to a packet it cannot queue: cut, re-mark, and (unless `preserve`) fix the outer length."""
    cut = with_dscp(frame, dscp)[:size]
    if update:
        cut = cut[:18] + (len(cut) - 54).to_bytes(2, "big") + cut[20:]
    return cut


def opcode_of(frame: bytes) -> int:
    return frame[102]


def psn_of(frame: bytes) -> int:
    return int.from_bytes(frame[111:114], "big")


def is_data(frame: bytes) -> bool:
    return 0xC6 <= opcode_of(frame) <= 0xCB


class Pipe(NicWire[Nic]):
    """Every NIC's port p is wired to plane p; a frame goes to the NIC its inner destination names."""

    def __init__(self, nics: Sequence[Nic], *, delay_ns: int = 3000, rate_bps: int = 100_000_000_000) -> None:
        super().__init__(nics, delay_ns=delay_ns, rate_bps=rate_bps)
        self.by_address = {nic.config.address: nic for nic in nics}
        self.hook: Hook = lambda _name, _port, frame, _now: [(0, frame)]

    @override
    def _passed(self, nic: Nic, port: int, frame: bytes) -> Iterator[tuple[Nic, int, bytes]]:
        for extra, passed in self.hook(nic.config.name, port, frame, self.now):
            target = self.by_address.get(frame[78:94])
            if target is not None:
                yield target, extra, passed


def join(
    a: Nic,
    b: Nic,
    *,
    profile: EvProfile | None = None,
    cwnd: int = 256 * 1024,
    cc: CcProfile | None = None,
    rts: RtsAttributes | None = None,
    psn: int = 0xFFFFF0,
    mpr: int = 8,
    given: tuple[QueuePair | None, QueuePair | None] = (None, None),
    until: str = "RTS",
    dynamic: bool = False,
    service_time: bool = False,
) -> tuple[QueuePair, QueuePair]:
    """Connected queue pairs in RTS. PSNs start just below the 24-bit wrap so that every test crosses it.

    ``given``: of them, those that were made with more to say; ``until``: INIT to leave them there.
    """
    rts = rts or RtsAttributes()
    pairs = []
    for nic, peer, own in ((a, b, given[0]), (b, a, given[1])):
        found = nic.config.paths.template(peer.config.address)
        assert found is not None
        qp = own if own is not None else nic.create_qp()
        chosen = EvProfile(found) if profile is None else replace(profile, template=found)
        qp.modify_to_init(InitAttributes(chosen, cc or CcProfile.fixed(cwnd)))
        pairs.append(qp)
    if until == "INIT":
        return pairs[0], pairs[1]
    for qp, other, peer in ((pairs[0], pairs[1], b), (pairs[1], pairs[0], a)):
        qp.modify_to_rtr(
            RtrAttributes(
                peer.config.address,
                other.qpn,
                first_psn=psn,
                mpr=mpr,
                max_immediates=32,
                dynamic_mpr=dynamic,
                service_time=service_time,
            )
        )
        qp.modify_to_rts(replace(rts, first_psn=psn, mpr=mpr, dynamic_mpr=dynamic))
    return pairs[0], pairs[1]


class Peer:
    """A hand-driven peer of one NIC: sends what it likes, sees what comes back."""

    def __init__(self, wire: WireOptions | None = None, transport: TransportOptions | None = None, limits=None, **kw):
        self.wire = wire or WireOptions()
        # No reverse probes in between: they are tested over the pipe.
        transport = transport or TransportOptions(reverse_probe_interval_ns=1 << 60)
        own = config("n", 1, [2], wire=wire, transport=transport)
        self.nic = Nic(own if limits is None else replace(own, receive_limits=limits), seed=1)
        other = Nic(config("o", 2, [1], wire=wire, transport=transport), seed=2)
        self.qp, peer_qp = join(self.nic, other, psn=FIRST, **kw)
        self.peer_qpn = peer_qp.qpn
        self.mtu = transport.path_mtu
        self.region = self.nic.register_memory(PACKETS * self.mtu)
        self.builder = FrameBuilder(self.wire, [ethernet(mac(port), mac(port)) for port in range(2)])
        self.parser = FrameParser(self.wire, address(2))
        self.now = 1_000_000

    def frame(self, headers: bytes, payload: bytes = b"", *, dscp=4, ecn=2, entropy=0xC0010001) -> bytes:
        return self.builder.build(
            port=1,
            outer_addresses=address(2) + bytes(16),
            inner_addresses=address(2) + address(1),
            traffic_class=dscp << 2 | ecn,
            entropy=entropy,
            headers=headers,
            payload=payload,
        )

    def data(
        self,
        number: int,
        payload=None,
        *,
        opcode=None,
        length=None,
        imm=None,
        ack=False,
        rtx=False,
        va=None,
        key=None,
        msn=None,
    ):
        """Packet `number` of a long write to the region; with an own payload, a write of one packet to its start.

        Writes of one packet count as if there had been no others.
        """
        if opcode is None:
            opcode = 0xCA if payload is not None else 0xC6 if number == 0 else 0xC7
        alone = opcode in (0xCA, 0xCB)
        payload = b"x" * self.mtu if payload is None else payload
        if length is None:
            length = len(payload) if alone else PACKETS * self.mtu
        headers = pack_data(
            opcode=opcode,
            flags=(-len(payload) & 3) << 4,
            pkey=0xFFFF,
            dest_qpn=self.qp.qpn,
            bits=(0x80 if ack else 0) | (0x20 if rtx else 0),
            psn=FIRST + number & 0xFFFFFF,
            rqmsn=0,
            msn=(number + 1 & 0xFFFF if alone else 1) if msn is None else msn,
            timestamp=tick(self.now),
            address=self.region.address + (0 if alone else number * self.mtu) if va is None else va,
            r_key=self.region.r_key if key is None else key,
            length=length,
        )
        if imm is not None:
            headers += ImmDt(imm).pack()
        return self.frame(headers, payload)

    def control(self, opcode: int, body: bytes, psn: int = 0, rtx: bool = False, entropy: int = 0xC0010001) -> bytes:
        bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(opcode, self.qp.qpn, psn, rtx=rtx))
        return self.frame(bth + body, dscp=46, ecn=0, entropy=entropy)

    def give(self, *frames: bytes) -> list[Packet]:
        """Hand in frames, 128 ns apart; what the NIC sends in answer, parsed."""
        for frame in frames:
            self.now += 128
            self.nic.receive(1, frame, self.now)
        return self.drain()

    def drain(self, limit: int = 1000) -> list[Packet]:
        out = []
        while len(out) < limit and (sent := self.nic.transmit(0b11, self.now)) is not None:
            packet = self.parser.parse(sent[1])
            assert isinstance(packet, Packet)
            out.append(packet)
        return out

    def sack(
        self, number: int, ack: int, *, base=0, bitmap=0, mark=0, entropy=0xC0010001, probe=None, rtx=False, ts=None
    ):
        """cack = FIRST + number; acked and base as indices from FIRST."""
        seth = Seth(
            mark,
            probe is not None,
            probe if probe is not None else ack - number,
            entropy,
            self.peer_qpn,
            self.qp.qpn,
            FIRST + number & 0xFFFFFF,
            0,
            base - number,
            bitmap,
        )
        state = CcState(tick(self.now if ts is None else ts), 0, 0)
        return self.control(SACK, seth.pack() + state.pack(), rtx=rtx)


def kinds(packets: list[Packet]) -> list[int]:
    return [p.bth.opcode for p in packets]


def ev_set(
    profile: EvProfile | None = None,
    *,
    seed=1,
    skip=ProbeSkipOnce.SKIP,
    options=None,
    planes=2,
    uplinks=8,
    events=None,
    rate_bps=0,
):
    events, counters = EvEvents(1 << 16) if events is None else events, QpCounters()
    options = options or TransportOptions(ev_probe_interval_ns=100, ev_probe_successes=3)
    evs = EvSet(
        profile or EvProfile(template(planes, uplinks)),
        source=address(1),
        qpn=0x10,
        rules=options.ev_rules(skip, rate_bps=rate_bps),
        rng=Random(seed),
        events=events,
        counters=counters,
    )
    return evs, events, counters


def delivered(evs: EvSet, entropy: int, sent_ns: int, *, sends: int = 1) -> None:
    """What left on an EV has arrived."""
    sending = Sending(sent_ns)
    sending.entropy, sending.entry, sending.sends = entropy, evs.get(entropy), sends
    evs.on_delivered([sending])


class Transfer:
    """One write from a to b over a hook."""

    def __init__(
        self, size=1 << 20, hook=None, *, planes=2, uplinks=2, wire=None, transport=None, limit_ns=20_000_000, **kw
    ):
        given = {"planes": planes, "uplinks": uplinks, "wire": wire, "transport": transport}
        self.a = Nic(config("a", 1, [2], **given), seed=1)
        self.b = Nic(config("b", 2, [1], **given), seed=2)
        self.qa, self.qb = join(self.a, self.b, **kw)
        self.data = pattern(size)
        self.region = self.b.register_memory(size)
        self.pipe = Pipe([self.a, self.b])
        if hook is not None:
            self.pipe.hook = hook
        self.limit_ns = limit_ns

    def run(self):
        self.qa.post_write(self.data, self.region.address, self.region.r_key, wr_id=7)
        self.pipe.run(
            lambda: self.qa.counters.messages_completed == 1 or self.qa.error is not None, limit_ns=self.limit_ns
        )
        return self

    def arrived(self):
        expected = Completion(
            CompletionKind.WRITE, CompletionStatus.SUCCESS, 7, len(self.data), None, self.pipe.now, self.qa.qpn
        )
        assert self.qa.poll_completions() == [expected]
        assert bytes(self.region.data) == self.data
        return self
