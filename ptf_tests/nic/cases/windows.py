# SPDX-License-Identifier: Apache-2.0
"""NSCC's window, its rarer moves: losses, repeated news, quick adapt, fast increase, base RTT, penalty's end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ptf_tests.headers import mrc
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, data_of
from ptf_tests.nic.cases.congestion import Flow, nscc

_PACKET = 1024 + 8 + 12 + 4 + 4 + 16 + 4 + 40
_RTT, _TARGET = 10_000, 8_000
_TICK_NS = 128
_TURN = 1 << 16
"""Ticks until a tx_timestamp comes again."""


class DelayAloneCutsNothing(NicCase):
    """Without a mark no delay, however long, makes the window smaller."""

    requirements = ("NIC-147",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        windows = [flow.round(penalty=64), *(flow.round(_TARGET * 2) for _ in range(6))]
        for before, after in pairwise(windows):
            peer.true(after >= before, f"unmarked, with twice the target's delay: the window went {windows}")


class BaseRttFalls(NicCase):
    """Answers that come in half the configured base RTT: it is the base RTT from now on, and max_cwnd falls with it."""

    requirements = ("NIC-148",)
    settings = nscc(base_rtt=2 * _RTT)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        peer.equal("packets of the first window", flow.window, 40)
        flow.round()  # one round trip alone need not be believed: a SACK may name a packet that is on its way
        windows = [flow.round() for _ in range(4)]  # a round is 10 us, half of the 20 us it was told
        peer.true(
            all(19 <= one <= 21 for one in windows),
            f"half of 40 packets once the base RTT has halved; it went {windows}",
        )


class BaseRttDoesNotRise(NicCase):
    """A longer round trip is delay, and not a new base RTT: the largest window does not grow with it."""

    requirements = ("NIC-148",)
    settings = nscc(max_cwnd=20 * _PACKET, fi=8.0 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        windows = [flow.round(_TARGET * 2) for _ in range(8)]
        peer.equal("windows of slow round trips", windows, [20] * 8)


class EtaPerPeriod(NicCase):
    """eta is added once per adjust period, whatever the delay."""

    requirements = ("NIC-149",)
    settings = nscc(eta=3.0 * _PACKET, fi=0.0, adjust_period_threshold=_RTT // 2)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        low = flow.round(penalty=96)
        windows = [flow.round(_TARGET + 1_000) for _ in range(4)]
        grown = [after - before for before, after in pairwise([low, *windows])]
        peer.true(
            all(2 <= one <= 4 for one in grown), f"eta of three packets per round trip: the window grew by {grown}"
        )


class LossTakesAPacket(NicCase):
    """A loss takes the packet's size off the window, and no more."""

    requirements = ("NIC-150",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        seen = peer.write_packets(200)
        peer.equal("packets of the first window", len(seen), 40)
        lost = range(20, 25)
        step_ns = peer.timing.reorder_ns * 3 // 4

        def sack(cack: int, newest: int) -> list[Seen]:
            # A penalty of 1 keeps the window from growing, and takes less than a packet off in all three SACKs.
            peer.wait(step_ns)
            arrived = newest + 1 - (len(lost) if newest > lost[0] else 0)
            more = data_of(
                peer.give(
                    peer.make.sack(
                        cack,
                        newest,
                        base=cack + 1,
                        received=tuple(range(lost[-1] + 1, newest + 1)) if newest > lost[0] else (),
                        entropy=seen[newest].entropy,
                        timestamp=seen[newest].timestamp,
                        rcvd_bytes=-(-arrived * _PACKET // 256),
                        penalty=1,
                    )
                )
            )
            seen.extend(one for one in more if not one.rtx)
            return more

        sack(lost[0] - 1, lost[0] - 1)
        peer.equal("sent again while it may be reordering", [one.psn for one in sack(19, 39) if one.rtx], [])
        newest = len(seen) - 10
        more = sack(19, newest)
        again = [one.psn for one in more if one.rtx]
        peer.equal("packets sent again", again, [peer.make.sent_psn(index) for index in lost])
        flying = len(seen) - 1 - newest + len(again)
        peer.true(33 <= flying <= 35, f"five losses in a window of 40 leave 35 packets; in flight are {flying}")


class TheSameTrimTwice(NicCase):
    """A NACK that comes twice, or about an earlier transmission, takes no further packet off the window."""

    requirements = ("NIC-101", "NIC-151")
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        entropies = [one.entropy for one in flow.flying[-5:]]
        flow.trim(5)
        for _ in range(4):
            for offset, entropy in enumerate(entropies):
                peer.give(peer.make.nack(35 + offset, mrc.TRIMMED, entropy))
        flow.round(_TARGET - 128, count=5)
        peer.equal("in flight after five trims told five times", flow.window, 35)


class OneAdaptationPerPeriod(NicCase):
    """After a quick adapt further trims of packets sent before it cost nothing: they are what it was about."""

    requirements = ("NIC-152",)
    settings = nscc(disable_qa=0, qa_gate=2)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        flow.little_arrives()
        flow.trim(1)
        flow.trim(8)
        flow.round(penalty=1)
        peer.true(3 <= flow.window <= 6, f"four packets arrived in the period; the window is {flow.window}")


class FastIncreaseNeedsAWindow(NicCase):
    """Fast increase begins once a whole window has been received without a delay, and not with the first SACK."""

    requirements = ("NIC-111",)
    settings = nscc(fi_scale=1.0, max_cwnd=80 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        start = flow.round(penalty=96)
        flow.round(_TARGET - 128)  # a delay: the count of a window without one starts anew
        before = flow.window
        half = flow.round(count=before // 2)
        peer.true(
            half - before <= before // 4,
            f"half a window of {before} without a delay: it grew by {half - before} as if fast increase had begun",
        )
        peer.true(start <= before, f"the window fell from {start} to {before} without a mark")


class FastIncreaseEnds(NicCase):
    """The first delay ends fast increase: from then on it grows as below the target."""

    requirements = ("NIC-111",)
    settings = nscc(fi_scale=1.0, max_cwnd=120 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        for _ in range(2):
            flow.round(penalty=112)
        for _ in range(3):
            flow.round()
        before = flow.window
        after = flow.round(_TARGET - 128)
        peer.true(
            after - before <= before // 4, f"after a delay just below the target the window went {before}, {after}"
        )


class RestoreWaitsForTheEndOfThePenalty(NicCase):
    """restore_cwnd in a SACK that has a penalty too restores nothing."""

    requirements = ("NIC-123", "NIC-153")
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        low = flow.round(penalty=96)
        windows = [flow.round(_TARGET - 128, penalty=1, restore=1) for _ in range(3)]
        peer.true(max(windows) <= low, f"a penalty of 1 with restore_cwnd: the window went {low}, {windows}")
        peer.equal("packets once restored without a penalty", flow.round(_TARGET - 128, restore=1), 40)


class RestoredOnce(NicCase):
    """restore_cwnd without a penalty before it restores nothing: after a decrease the window stays down."""

    requirements = ("NIC-123", "NIC-153")
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer)
        flow.round(penalty=64)
        peer.equal("packets once restored", flow.round(_TARGET - 128, restore=1), 40)
        low = flow.round(2 * _TARGET, mark=mrc.MARK_SKIP_ONCE)
        peer.true(low <= 25, f"40 packets less 40 % are 24; the window is {low}")
        windows = [flow.round(_TARGET - 128, restore=1) for _ in range(2)]
        peer.true(max(windows) <= low + 2, f"restore_cwnd with nothing to restore: the window went {low}, {windows}")


class SmallWindowsAsk(NicCase):
    """A window of fewer bytes than trigger a SACK does not stall: at least one packet in each window asks for one."""

    requirements = ("NIC-154",)
    settings = replace(Settings(), window_bytes=4 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        flow = Flow(peer, packets=40)
        for _ in range(6):
            peer.true(
                any(one.frame.bth["ack_req"] for one in flow.flying),
                f"none of the {len(flow.flying)} packets of a whole window has AckReq",
            )
            flow.round()


class TimestampZeroIsATime(NicCase):
    """A SACK that reflects tx_timestamp 0 is a sample like any other: with a mark and a long delay the window falls."""

    requirements = ("NIC-155",)
    settings = nscc()

    def _exchange(self, peer: Peer) -> None:
        first = peer.write_packets(1, wr_id=1)[0]
        peer.wait(_RTT)
        peer.give(
            peer.make.sack(0, 0, base=1, entropy=first.entropy, timestamp=first.timestamp, rcvd_bytes=5),
            peer.make.ack(0, 1),
        )
        peer.wait((_TURN - first.timestamp) * _TICK_NS - _RTT)
        seen = peer.write_packets(200, wr_id=2)
        peer.equal("timestamp of the packets that are sent now", {one.timestamp for one in seen}, {0})
        peer.equal("packets of the first window", len(seen), 40)
        peer.wait(_RTT + 2 * _TARGET)
        more = data_of(
            peer.give(
                peer.make.sack(
                    40, 40, base=41, mark=mrc.MARK_SKIP_ONCE, entropy=seen[-1].entropy, timestamp=0,
                    rcvd_bytes=-(-41 * _PACKET // 256),
                )
            )
        )  # fmt: skip
        peer.true(23 <= len(more) <= 25, f"40 packets less 40 % are 24; {len(more)} were sent")
