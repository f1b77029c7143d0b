# SPDX-License-Identifier: Apache-2.0
"""What is refused again and again, transport NAKs, and how a queue pair ends: not in silence, not by a stale word."""

from __future__ import annotations

from dataclasses import replace

from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import MismatchError, NicCase, Peer, Seen, Traffic, data_of

_ROUNDS = 60
_UNDEFINED = (0x00, 0x03, 0x05, 0x0C, 0x18, 0x1A, 0x7F, 0xFF)
"""NACK reasons that neither MRC nor UET's PDS gives a sender of writes a meaning for."""


def _refuse_for_ever(peer: Peer, packet: Seen, reason: int, until_ns: int) -> list[Seen]:
    """NACK every transmission of the first packet a round trip later, until the write ends; the transmissions."""
    sent = [packet]
    for _ in range(until_ns // peer.timing.rtt_ns):
        seen = data_of(peer.wait(peer.timing.rtt_ns))
        for one in seen or sent[-1:]:
            sent += data_of(peer.give(peer.make.nack(0, reason, one.entropy, rtx=one.rtx)))
        sent += seen
        if peer.completed():
            return sent
    raise MismatchError(f"packet 0 was refused {len(sent)} times in {until_ns} ns, and its write has not ended")


def _patience_ns(peer: Peer) -> int:
    """Longer than all retries of a queue pair that hears nothing."""
    settings = peer.settings
    return peer.timing.ack_timeout_ns * (settings.linear_retries + (8 << settings.exponential_retries))


class RefusedForEver(NicCase):
    """Every transmission is NACKed NO_RESOURCE: the retries run out and the write fails, after as many as there are."""

    requirements = ("NIC-126",)

    def _exchange(self, peer: Peer) -> None:
        packet = Traffic(peer).send(1)[0]
        sent = _refuse_for_ever(peer, packet, mrc.NO_RESOURCE, _patience_ns(peer))
        most = 2 * (peer.settings.linear_retries + peer.settings.exponential_retries + 2)
        peer.true(len(sent) <= most, f"{len(sent)} transmissions of a packet that is always refused; at most {most}")
        peer.equal("data sent afterwards", data_of(peer.wait(2 * peer.timing.ack_timeout_ns)), [])


class TrimmedForEver(NicCase):
    """Every transmission is trimmed and nothing else happens: the ACK timer goes on under the NACKs and ends it."""

    requirements = ("NIC-127",)

    def _exchange(self, peer: Peer) -> None:
        packet = Traffic(peer).send(1)[0]
        sent = _refuse_for_ever(peer, packet, mrc.TRIMMED, _patience_ns(peer))
        peer.equal("data sent afterwards", data_of(peer.wait(2 * peer.timing.ack_timeout_ns)), [])
        peer.true(len(sent) >= 2, "the trimmed packet was never sent again")


class TrimsWithProgressAreNoError(NicCase):
    """One packet is trimmed as often as all retries, while others arrive: nothing ends, and it completes at last."""

    requirements = ("NIC-075", "NIC-127")
    needs = frozenset({"nic.trimming"})

    def _exchange(self, peer: Peer) -> None:
        sent = peer.write_packets(_ROUNDS)
        last = sent[0]
        for index in range(1, _ROUNDS):
            again = data_of(peer.give(peer.make.nack(0, mrc.TRIMMED, last.entropy, rtx=last.rtx)))
            if not again:
                again = data_of(peer.wait(peer.timing.rtt_ns * 2))
            again = [one for one in again if one.psn == sent[0].psn]
            peer.true(bool(again), f"trimmed {index} times among packets that arrive: it is not sent again")
            last = again[-1]
            received = tuple(range(1, index + 1))
            peer.give(peer.make.sack(-1, index, base=0, received=received, entropy=sent[index].entropy))
        peer.equal("completions, which would be failures", peer.completed(), [])
        newest = _ROUNDS - 1
        peer.give(peer.make.sack(newest, 0, base=_ROUNDS, entropy=last.entropy, rtx=1), peer.make.ack(newest, 1))
        peer.equal("completions", [done.ok for done in peer.completed()], [True])


class ProgressRestoresWhatRefusalsDrew(NicCase):
    """Refusals draw on the same retries as timeouts, and a packet that arrives gives all of them back."""

    requirements = ("NIC-075", "NIC-126")

    def _exchange(self, peer: Peer) -> None:
        sent = peer.write_packets(8)
        allowed = peer.settings.linear_retries + peer.settings.exponential_retries
        last = sent[0]
        for arrived in range(1, 4):
            for _ in range(allowed - 1):
                last = self._refused(peer, last)
            received = tuple(range(1, arrived + 1))
            peer.give(peer.make.sack(-1, arrived, base=0, received=received, entropy=sent[arrived].entropy))
        peer.equal("completions, which would be failures", peer.completed(), [])

    @staticmethod
    def _refused(peer: Peer, last: Seen) -> Seen:
        """NACK a transmission of packet 0; the next one of it."""
        seen = data_of(peer.give(peer.make.nack(0, mrc.NO_PKT_BUFFER, last.entropy, rtx=last.rtx)))
        for _ in range(_ROUNDS):
            again = [one for one in seen if one.psn == last.psn]
            if again:
                return again[-1]
            seen = data_of(peer.wait(peer.timing.rtt_ns))
        raise MismatchError(f"refused, and not sent again in {_ROUNDS} round trips")


class OutOfWindowNackIsRecoverable(NicCase):
    """NACK PSN_OOR_WINDOW: the packet is sent again, as after other recoverable reasons."""

    requirements = ("NIC-133",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(3)
        again = data_of(peer.give(peer.make.nack(2, mrc.PSN_OOR_WINDOW, sent[2].entropy)))
        peer.equal("sent again", [(one.psn, one.rtx) for one in again], [(sent[2].psn, 1)])


class UndefinedNackReasons(NicCase):
    """A NACK with a reason that nobody has defined changes nothing: no packet is sent again, no write ends."""

    requirements = ("NIC-131",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(4)
        for reason in _UNDEFINED:
            seen = peer.give(peer.make.nack(1, reason, sent[1].entropy))
            peer.equal(f"PSNs sent after NACK reason {reason:#04x}", [one.psn for one in data_of(seen)], [])
        peer.equal("completions, which would be failures", peer.completed(), [])
        peer.give(peer.make.ack(3, 1))
        peer.equal("completions after the transport ACK", [done.ok for done in peer.completed()], [True])


class StaleFatalNack(NicCase):
    """A fatal NACK about a packet that is not in flight, acknowledged or never sent, ends nothing."""

    requirements = ("NIC-132",)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        traffic.rotation(4)
        last = traffic.send(2)[-1]
        for index in (0, 3, -1, -1000, 6, 1000):
            peer.silent(peer.give(peer.make.nack(index, mrc.UNEXP_EVENT, last.entropy)), f"a NACK of packet {index}")
        peer.equal("completions", [done.ok for done in peer.completed()], [True])
        traffic.acknowledge(last)
        peer.equal("completions of the second write", [done.ok for done in peer.completed()], [True])


class NakFailsTheWriteItNames(NicCase):
    """A NAK names a packet: its write fails, those before it that AETH.MSN counts succeed, those behind are flushed."""

    requirements = ("NIC-100", "NIC-129")

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for _ in range(4):
            traffic.send(2)
        peer.give(peer.make.ack(5, 2, syndrome=mrc.SYNDROME_REMOTE_ACCESS))
        done = peer.completed()
        peer.equal("writes in the order they end", [one.wr_id for one in done], [1, 2, 3, 4])
        peer.equal("which succeeded", [one.ok for one in done], [True, True, False, False])
        peer.true(
            done[2].status != done[3].status, f"the refused write and the one behind it both end as {done[2].status}"
        )
        peer.equal("data sent after the NAK", data_of(peer.wait(2 * peer.timing.ack_timeout_ns)), [])


class NakCompletesNoMoreThanItCounts(NicCase):
    """Writes before the refused one that AETH.MSN does not count as complete have not succeeded."""

    requirements = ("NIC-129",)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for _ in range(3):
            traffic.send(1)
        peer.give(peer.make.ack(2, 1, syndrome=mrc.SYNDROME_INVALID_REQUEST))
        done = peer.completed()
        peer.equal("which succeeded", [(one.wr_id, one.ok) for one in done], [(1, True), (2, False), (3, False)])


class StaleNak(NicCase):
    """A NAK about a write that has completed, or about a packet never sent, ends nothing."""

    requirements = ("NIC-103", "NIC-130")

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        traffic.rotation(2)
        last = traffic.send(2)[-1]
        for index in (0, 1, -5, 4, 900):
            peer.give(peer.make.ack(index, 1, syndrome=mrc.SYNDROME_REMOTE_ACCESS))
        peer.equal("completions", [done.ok for done in peer.completed()], [True])
        traffic.acknowledge(last)
        peer.equal("completions of the second write", [done.ok for done in peer.completed()], [True])


class EverythingEnds(NicCase):
    """When retries run out every write ends, in the order posted, begun or not; the queue pair is quiet after it."""

    requirements = ("NIC-074", "NIC-134")
    settings = replace(Settings(), window_bytes=4096)

    def _exchange(self, peer: Peer) -> None:
        for number in range(1, 7):
            peer.write_packets(3, wr_id=number)
        peer.wait(_patience_ns(peer))
        done = peer.completed()
        peer.equal("writes in the order they end", [one.wr_id for one in done], [1, 2, 3, 4, 5, 6])
        peer.equal("which succeeded", [one.wr_id for one in done if one.ok], [])
        peer.silent(data_of(peer.wait(_patience_ns(peer))), "the queue pair has failed")


class WordsAfterTheEnd(NicCase):
    """A queue pair that has failed takes no more notice: late SACKs, ACKs and NACKs complete nothing, send nothing."""

    requirements = ("NIC-134",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(3)
        peer.give(peer.make.nack(0, mrc.UNEXP_EVENT, sent[0].entropy))
        peer.equal("completions", [done.ok for done in peer.completed()], [False])
        make = peer.make
        late = (make.sack(2, 2, base=3), make.ack(2, 1), make.nack(1, mrc.TRIMMED, sent[1].entropy))
        peer.silent(data_of(peer.give(*late)), "answers to a queue pair that has failed")
        peer.equal("completions after it", peer.completed(), [])
        peer.give(make.data(0))
        peer.untouched(0, peer.settings.mtu, "after data for a queue pair that has failed")


class RetransmissionsOfOneWriteAlone(NicCase):
    """A NACK of an early write does not touch later ones: they complete behind it, in order, once it has arrived."""

    requirements = ("NIC-076", "NIC-078")

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        first = traffic.send(2)
        traffic.send(2)
        again = data_of(peer.give(peer.make.nack(0, mrc.NO_BITMAP, first[0].entropy)))
        peer.equal("PSNs sent again", [wire.distance(one.psn, peer.make.sent_psn(0)) for one in again], [0])
        peer.give(peer.make.sack(-1, 3, base=0, received=(1, 2, 3), entropy=first[1].entropy))
        peer.equal("completions while packet 0 is missing", peer.completed(), [])
        peer.give(peer.make.ack(3, 2))
        peer.equal("writes in the order they end", [(d.wr_id, d.ok) for d in peer.completed()], [(1, True), (2, True)])
