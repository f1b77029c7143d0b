# SPDX-License-Identifier: Apache-2.0
"""NICs joined in memory, in virtual time: links with rate and delay, and a hook that may do anything to a frame."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import replace

from host_stack import (
    CcProfile,
    EvProfile,
    InitAttributes,
    Nic,
    NicConfig,
    PathTemplate,
    PortConfig,
    QueuePair,
    RtrAttributes,
    RtsAttributes,
    StaticPaths,
    TransportOptions,
    WireOptions,
)

#: hook(sender name, port, frame, now) -> frames that go on, each with extra delay in ns; [] drops.
Hook = Callable[[str, int, bytes, int], Sequence[tuple[int, bytes]]]

TRIM_SIZE = 256


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
) -> NicConfig:
    return NicConfig(
        name=name,
        address=address(number),
        # Both MACs of a port name the port only, so that a pipe may join any two NICs.
        ports=tuple(PortConfig(mac(p), mac(p)) for p in range(planes)),
        paths=StaticPaths({address(peer): template(planes, uplinks) for peer in peers}),
        wire=wire or WireOptions(),
        transport=transport or TransportOptions(),
    )


def mac(port: int) -> bytes:
    return bytes((2, 0, 0, 0, 0, port))


def uplink_of(frame: bytes) -> int:
    """T1 index in the outer destination of a frame as the NIC sent it."""
    return frame[38 + 6 + 1]


def with_dscp(frame: bytes, dscp: int) -> bytes:
    tc = (dscp << 2) | (frame[15] >> 4 & 3)
    return frame[:14] + bytes((0x60 | tc >> 4, (tc & 15) << 4 | frame[15] & 15)) + frame[16:]


def with_ce(frame: bytes) -> bytes:
    return frame[:15] + bytes((frame[15] | 0x30,)) + frame[16:]


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


class Pipe:
    """Every NIC's port p is wired to plane p; a frame goes to the NIC its inner destination names."""

    def __init__(self, nics: Sequence[Nic], *, delay_ns: int = 3000, rate_bps: int = 100_000_000_000) -> None:
        self.nics = {nic.config.name: nic for nic in nics}
        self.by_address = {nic.config.address: nic for nic in nics}
        self.now = 0
        self.delay_ns = delay_ns
        self.rate_bps = rate_bps
        self.hook: Hook = lambda _name, _port, frame, _now: [(0, frame)]
        self.sent: list[tuple[int, str, int, bytes]] = []
        self.down: set[tuple[str, int]] = set()
        self._busy: dict[tuple[str, int], int] = {}
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._wakes: dict[str, int] = {}

    def at(self, when: int, action: Callable[[], None]) -> None:
        self._order += 1
        heapq.heappush(self._events, (when, self._order, action))

    def pump(self, nic: Nic) -> None:
        name = nic.config.name
        while True:
            free = sum(
                1 << port
                for port in range(len(nic.config.ports))
                if self._busy.get((name, port), 0) <= self.now and (name, port) not in self.down
            )
            out = nic.transmit(free, self.now)
            if out is None:
                break
            port, frame = out
            assert free >> port & 1, "transmitted on a port that was not free"
            self.sent.append((self.now, name, port, frame))
            done = self.now + (len(frame) + 24) * 8 * 10**9 // self.rate_bps
            self._busy[name, port] = done
            self.at(done, lambda nic=nic: self.pump(nic))
            for extra, passed in self.hook(name, port, frame, self.now):
                target = self.by_address.get(frame[78:94])
                if target is not None:
                    self.at(done + self.delay_ns + extra, lambda t=target, p=port, f=passed: self._deliver(t, p, f))
        wake = nic.next_wakeup()
        if wake is not None:
            assert wake > self.now, "a wake-up must be in the future once transmit has said None"
            if name not in self._wakes or wake < self._wakes[name]:
                self._wakes[name] = wake
                self.at(wake, lambda: self._wake(nic, wake))

    def _wake(self, nic: Nic, when: int) -> None:
        # An earlier one may have been asked for since; then that one has pumped, and armed the next.
        if self._wakes.get(nic.config.name) == when:
            del self._wakes[nic.config.name]
            self.pump(nic)

    def _deliver(self, nic: Nic, port: int, frame: bytes) -> None:
        nic.receive(port, frame, self.now)
        self.pump(nic)

    def run(self, until: Callable[[], bool] | None = None, *, limit_ns: int = 20_000_000) -> None:
        """Run until the condition holds (checked after each event) or virtual time passes the limit."""
        for nic in self.nics.values():
            self.pump(nic)
        while self._events and not (until is not None and until()):
            if self._events[0][0] > limit_ns:
                self.now = limit_ns
                return
            self.now, _, action = heapq.heappop(self._events)
            action()


def join(
    a: Nic,
    b: Nic,
    *,
    profile: EvProfile | None = None,
    cwnd: int = 256 * 1024,
    rts: RtsAttributes | None = None,
    psn: int = 0xFFFFF0,
    mpr: int = 8,
) -> tuple[QueuePair, QueuePair]:
    """Connected queue pairs in RTS. PSNs start just below the 24-bit wrap so that every test crosses it."""
    rts = rts or RtsAttributes()
    pairs = []
    for nic, peer in ((a, b), (b, a)):
        found = nic.config.paths.template(peer.config.address)
        assert found is not None
        qp = nic.create_qp()
        chosen = EvProfile(found) if profile is None else replace(profile, template=found)
        qp.modify_to_init(InitAttributes(chosen, CcProfile(cwnd=cwnd)))
        pairs.append(qp)
    for qp, other, peer in ((pairs[0], pairs[1], b), (pairs[1], pairs[0], a)):
        qp.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn, first_psn=psn, mpr=mpr, max_immediates=32))
        qp.modify_to_rts(replace(rts, first_psn=psn, mpr=mpr))
    return pairs[0], pairs[1]


def pattern(size: int, seed: int = 1) -> bytes:
    """Bytes that differ at every packet boundary."""
    block = bytes((i * 7 + seed) & 0xFF for i in range(251))
    return (block * (size // 251 + 1))[:size]
