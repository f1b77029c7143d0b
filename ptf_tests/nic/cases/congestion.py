# SPDX-License-Identifier: Apache-2.0
"""NSCC as a peer sees it: the window is what leaves before an answer comes, and answers are the peer's to make up."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ptf_tests.headers import mrc
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, data_of, kind_of

_PACKET = 1024 + 8 + 12 + 4 + 4 + 16 + 4 + 40
"""Nominal size of a full packet with TSETH: UDP length + 40."""
_WINDOW = 40
_RTT, _TARGET = 10_000, 8_000
_LONG = 18_000
"""A delay of more than twice the target; with the round trip it is still no silence that the NIC would probe."""
_UNIT = 256


def nscc(**parameters: float) -> Settings:
    """Settings with NSCC: 40 packets at most, nothing that grows by itself, increases applied at every SACK."""
    chosen = {
        "max_cwnd": _WINDOW * _PACKET,
        "base_rtt": _RTT,
        "target_delay": _TARGET,
        "adjust_bytes_threshold": 1,
        "eta": 0.0,
        "fi": 4.0 * _PACKET,
        "fi_scale": 0.5,
        "gamma": 0.8,
        "max_md_jump": 0.5,
        "disable_qa": 1,
    }
    return replace(Settings(), congestion={**chosen, **parameters}, mpr=8)


class Flow:
    """One long write of the NIC, answered round by round.

    Attributes:
        flying: what has been sent and not answered, oldest first.
        window: packets that were in flight when last nothing more came.
    """

    def __init__(self, peer: Peer, packets: int = 900) -> None:
        self._peer = peer
        self.flying = peer.write_packets(packets)
        self.window = len(self.flying)
        self.received = 0
        self._done = -1

    def round(
        self,
        delay_ns: int = 0,
        *,
        count: int | None = None,
        mark: int = mrc.MARK_NONE,
        penalty: int = 0,
        restore: int = 0,
        rtx: int = 0,
        wait: bool = True,
    ) -> int:
        """A round trip with a queue of ``delay_ns``, then a SACK of the oldest ``count`` (all); the window after it."""
        if wait:
            self._peer.wait(_RTT + delay_ns)
        count = len(self.flying) if count is None else count
        newest = self.flying[count - 1]
        self._done += count
        self.received += count * _PACKET
        sack = self._peer.make.sack(
            self._done,
            self._done,
            base=self._done + 1,
            mark=mark,
            entropy=newest.entropy,
            timestamp=newest.timestamp,
            rtx=rtx,
            rcvd_bytes=-(-self.received // _UNIT),
            penalty=penalty,
            restore=restore,
        )
        del self.flying[:count]
        self.flying += data_of(self._peer.give(sack))
        self.window = len(self.flying)
        return self.window

    def little_arrives(self) -> None:
        """A period of base RTT and target, and a little more, in which four packets arrive."""
        self.round(_TARGET, count=2)  # the period of measuring begins
        for _ in range(4):
            self._peer.wait((_RTT + _TARGET) // 5)
            self.round(count=1, wait=False)
        self._peer.wait((_RTT + _TARGET) // 4)

    def trim(self, count: int, reason: int = mrc.TRIMMED) -> list[Seen]:
        """NACKs of the newest ``count``; what is sent because of them."""
        trimmed = self.flying[-count:]
        del self.flying[-count:]
        first = self._done + 1 + len(self.flying)
        again = []
        for offset, one in enumerate(trimmed):
            again += data_of(self._peer.give(self._peer.make.nack(first + offset, reason, one.entropy)))
        return again


class FirstWindow(NicCase):
    """The first window is max_cwnd, and it is never exceeded, however fast and clean the answers are."""

    requirements = ("NIC-108",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        peer.equal("packets of the first window", flow.window, _WINDOW)
        for _ in range(6):
            peer.equal("packets of a later window", flow.round(), _WINDOW)


class ReceivedBytesMakeRoom(NicCase):
    """What rcvd_bytes has grown by is no longer in flight, whether or not the bitmap says which packets it was."""

    requirements = ("NIC-109",)
    settings = replace(Settings(), window_bytes=10 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        seen = peer.write_packets(40)
        peer.equal("packets in a window of ten", len(seen), 10)
        last = seen[-1]
        for step, (units, expected) in enumerate(((4 * _PACKET, 4), (4 * _PACKET, 0), (6 * _PACKET, 2)), start=1):
            sack = peer.make.sack(
                0, 0, base=1, entropy=last.entropy, timestamp=last.timestamp, rcvd_bytes=-(-units // _UNIT)
            )
            peer.equal(f"packets sent after SACK {step}", len(data_of(peer.give(sack))), expected)


class ReceivedBytesWrap(NicCase):
    """rcvd_bytes is 24 bits wide and wraps: growth is a difference modulo 2^24."""

    requirements = ("NIC-109",)
    settings = replace(Settings(), window_bytes=10 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        # No honest peer gets there within a case: it claims far more than was sent while nothing else is in flight.
        for done, rcvd in enumerate((0x600000, 0xC00000, 0xFFFFFE)):
            one = peer.write_packets(1, wr_id=done + 1)[0]
            sack = make.sack(done, done, base=done + 1, entropy=one.entropy, timestamp=one.timestamp, rcvd_bytes=rcvd)
            peer.give(sack, make.ack(done, done + 1))
        seen = peer.write_packets(40, wr_id=4)
        peer.equal("packets in a window of ten", len(seen), 10)
        grown = -(-3 * _PACKET // _UNIT)
        sack = make.sack(
            2, 2, base=3, entropy=seen[0].entropy, timestamp=seen[0].timestamp, rcvd_bytes=0xFFFFFE + grown
        )
        peer.equal("packets sent once rcvd_bytes has wrapped", len(data_of(peer.give(sack))), 3)


class OvertakenSacksMakeNoRoom(NicCase):
    """A SACK that was overtaken has less rcvd_bytes than the one before: that is no growth."""

    requirements = ("NIC-109",)
    settings = replace(Settings(), window_bytes=10 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        seen = peer.write_packets(40)
        last = seen[-1]
        for packets, expected in ((5, 5), (3, 0), (1, 0), (5, 0), (6, 1)):
            sack = peer.make.sack(
                0, 0, base=1, entropy=last.entropy, timestamp=last.timestamp, rcvd_bytes=-(-packets * _PACKET // _UNIT)
            )
            peer.equal(f"packets sent at rcvd_bytes of {packets} packets", len(data_of(peer.give(sack))), expected)


class ProportionalIncrease(NicCase):
    """Without marks and below the target delay the window grows, the more the shorter the queue."""

    requirements = ("NIC-110",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        grown = []
        for delay in (_TARGET - 500, _TARGET // 2):
            flow = Flow(Peer(peer.nic, self.settings))
            before = flow.round(penalty=80)
            for _ in range(2):
                flow.round(delay)
            grown.append(flow.window - before)
        peer.true(grown[0] >= 0, f"the window shrank by {-grown[0]} packets without a mark, below the target")
        peer.true(grown[1] > grown[0], f"at half the target it grew by {grown[1]}, just below the target by {grown[0]}")


class FastIncrease(NicCase):
    """After a window without any queue it grows by fi_scale of every byte received, and stops at the first delay."""

    requirements = ("NIC-111",)
    settings = nscc(fi_scale=0.5, max_cwnd=80 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        start = flow.round(penalty=112)
        windows = [start, *(flow.round() for _ in range(4))]
        peer.true(
            windows[-1] >= min(80, int(start * 1.5**3)),
            f"four windows without a queue and fi_scale 0.5: the window went {windows}",
        )


class FairIncrease(NicCase):
    """Without marks and from the target delay on the window grows by fi per window received."""

    requirements = ("NIC-112",)
    settings = nscc(fi=4.0 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        windows = [flow.round(penalty=96), *(flow.round(_TARGET + 1_000) for _ in range(4))]
        for before, after in pairwise(windows):
            peer.true(3 <= after - before <= 5, f"four packets per window were due; the window went {windows}")


class MarksAloneHold(NicCase):
    """Marks while the delay is below the target move nothing: the EV is changed, not the window."""

    requirements = ("NIC-113",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        before = flow.round(penalty=48)
        windows = [flow.round(1_000, mark=mrc.MARK_SKIP_ONCE) for _ in range(4)]
        peer.true(
            all(abs(one - before) <= 1 for one in windows), f"marks without delay: the window went {before}, {windows}"
        )


class MultiplicativeDecrease(NicCase):
    """Marks and a delay of twice the target: down by gamma times the excess, 0.8 / 2, per round trip."""

    requirements = ("NIC-114",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        first = flow.round(2 * _TARGET, mark=mrc.MARK_SKIP_ONCE)
        peer.true(23 <= first <= 25, f"40 packets less 40 % are 24; the window is {first}")
        second = flow.round(2 * _TARGET, mark=mrc.MARK_SKIP_ONCE)
        peer.true(13 <= second <= 15, f"24 packets less 40 % are 14; the window is {second}")


class DecreaseHasALimit(NicCase):
    """However long the queue, one decrease leaves max_md_jump of the window, and the last packet is never taken."""

    requirements = ("NIC-114", "NIC-122")
    settings = nscc(max_md_jump=0.75)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        first = flow.round(_LONG, mark=mrc.MARK_SKIP_ONCE)
        peer.true(29 <= first <= 30, f"three quarters of 40 packets are 30; the window is {first}")
        for _ in range(30):
            flow.round(_LONG, mark=mrc.MARK_SKIP_ONCE)
        peer.equal("packets of the least window", flow.window, 1)


class OneDecreasePerBaseRtt(NicCase):
    """Many marked SACKs within one base RTT decrease the window once."""

    requirements = ("NIC-115",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        flow.round(2 * _TARGET, count=4, mark=mrc.MARK_SKIP_ONCE)
        for _ in range(5):
            peer.wait(_RTT // 10)
            flow.round(count=4, mark=mrc.MARK_SKIP_ONCE, wait=False)
        # The rest of the round trip's packets, unmarked and at the target: no cut, and no increase that counts.
        peer.true(22 <= flow.window <= 26, f"one decrease of 40 % leaves 24 of 40 packets; in flight are {flow.window}")


class TrimsTakeAPacketEach(NicCase):
    """Each trim takes a packet off the window, at the last hop too: no receiver credits stand in for it."""

    requirements = ("NIC-116",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        for reason in (mrc.TRIMMED, mrc.TRIMMED_LASTHOP):
            flow = Flow(Peer(peer.nic, self.settings))
            again = flow.trim(10, reason)
            peer.equal(f"sent again at once after ten NACKs of reason {reason:#x}", len(again), 0)
            # 30 are in flight in a window of 30: once five have arrived, five may leave.
            flow.round(_TARGET - 128, count=5)
            peer.equal("in flight after ten trims", flow.window, 30)


class QuickAdapt(NicCase):
    """A trim when little has arrived for a base RTT and the target: the window becomes what did arrive."""

    requirements = ("NIC-117",)
    settings = nscc(disable_qa=0, qa_gate=2)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        flow.little_arrives()
        flow.trim(1)
        flow.round(penalty=1)  # what is in flight arrives; the penalty keeps the window from growing by it
        peer.true(3 <= flow.window <= 6, f"four packets arrived in the period; the window is {flow.window}")


class QuickAdaptCanBeDisabled(NicCase):
    """With disable_qa a trim costs a packet, however little arrived."""

    requirements = ("NIC-118",)
    settings = nscc(disable_qa=1, qa_gate=2)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        flow.little_arrives()
        flow.trim(1)
        flow.round(penalty=1)  # what is in flight arrives; the penalty keeps the window from growing by it
        peer.true(flow.window >= 35, f"one packet of 40 was trimmed; the window is {flow.window}")


class RoundTripsOfRetransmissionsAreRefused(NicCase):
    """A SACK with the rtx bit gives no round trip: its age alone decreases nothing."""

    requirements = ("NIC-119",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        for _ in range(3):
            flow.round(_LONG, mark=mrc.MARK_SKIP_ONCE, rtx=1)
        peer.true(flow.window >= _WINDOW - 1, f"marked SACKs with rtx: the window fell from 40 to {flow.window}")


class PenaltyHalves(NicCase):
    """rcv_cwnd_pen 64 in all SACKs of a round trip halves the window."""

    requirements = ("NIC-120",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        window = Flow(peer).round(penalty=64)
        peer.true(19 <= window <= 21, f"half of 40 packets are 20; the window is {window}")


class PenaltyToOnePacket(NicCase):
    """rcv_cwnd_pen 127 leaves one packet per round trip, and never less."""

    requirements = ("NIC-120", "NIC-122")
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        windows = [flow.round(penalty=127) for _ in range(4)]
        peer.equal("windows under the largest penalty", windows, [1, 1, 1, 1])


class PenaltyStopsIncreases(NicCase):
    """While SACKs carry a penalty, the smallest one too, the window does not grow."""

    requirements = ("NIC-121",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        windows = [flow.round(penalty=80), *(flow.round(_TARGET + 1_000, penalty=1) for _ in range(5))]
        peer.true(max(windows[1:]) <= windows[0], f"under a penalty of 1 the window went {windows}")


class RestoreBringsTheWindowBack(NicCase):
    """restore_cwnd without a penalty brings back the window of before the first penalty, and only that bit does."""

    requirements = ("NIC-123",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        low = flow.round(penalty=96)
        peer.true(low <= 11, f"a quarter of 40 packets are 10; the window is {low}")
        held = flow.round(_TARGET - 128)
        peer.true(held <= 12, f"the penalty ended without restore_cwnd: the window went from {low} to {held}")
        peer.equal("packets once restored", flow.round(_TARGET - 128, restore=1), _WINDOW)
        lower = flow.round(2 * _TARGET, mark=mrc.MARK_SKIP_ONCE)
        again = flow.round(_TARGET - 128, restore=1)
        peer.true(again <= lower + 1, f"restore_cwnd without a penalty before it: from {lower} to {again} packets")


class ServiceTimeIsLeftOut(NicCase):
    """A SACK that waited for a port reflects its trigger's timestamp moved on by the time it waited."""

    requirements = ("NIC-124",)
    settings = replace(Settings(), planes=1, service_time=True)

    def _exchange(self, peer: Peer) -> None:
        peer.nic.set_port(0, up=False)
        path = peer.settings.paths()[0].entropy
        peer.silent(peer.give(peer.make.data(0, ack_req=1, timestamp=0x2000, entropy=path)), "no port is up")
        peer.wait(100 * mrc.TICK_NS)
        peer.nic.set_port(0, up=True)
        sacks = kind_of(peer.give(), mrc.SACK)
        peer.equal("SACKs", len(sacks), 1)
        reflected = sacks[0].header("CC_STATE")["tx_timestamp"]
        slack = peer.timing.precision_ns // mrc.TICK_NS
        peer.true(
            0x2000 + 100 - 1 <= reflected <= 0x2000 + 100 + 1 + slack,
            f"100 ticks after a trigger of 0x2000 the SACK reflects {reflected:#x}",
        )


class OneSenderIsNotPenalised(NicCase):
    """A receiver with one sender asks nothing of it, however fast it sends."""

    requirements = ("NIC-125",)

    def _exchange(self, peer: Peer) -> None:
        for start in range(0, 96, 8):
            frames = [peer.make.data(start + i, ack_req=int(i == 7)) for i in range(8)]
            for sack in kind_of(peer.give(*frames), mrc.SACK):
                peer.fields("CC_STATE", sack.header("CC_STATE"), rcv_cwnd_pen=0, restore_cwnd=0)
            peer.wait(700)
