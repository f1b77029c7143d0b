# SPDX-License-Identifier: Apache-2.0
"""What is sent again, and when: NACKs, holes, silence, timeouts, and the end of all retries."""

from __future__ import annotations

from itertools import pairwise

from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.case import REMOTE_ADDRESS, NicCase, Peer, Seen, Traffic, data_of, kind_of
from ptf_tests.nic.wire import NetFrame


def _same_packet(peer: Peer, again: Seen, first: Seen) -> None:
    """A retransmission: the same packet but for rtx, EV, path, timestamp and ICRC."""
    peer.equal("PSN, opcode and rtx bit", (again.psn, again.opcode, again.rtx), (first.psn, first.opcode, 1))
    for header in ("METH", "RETH"):
        peer.equal(f"{header} of the retransmission", again.header(header), first.header(header))
    peer.equal("payload of the retransmission", again.frame.payload, first.frame.payload)
    peer.equal("ICRC of the retransmission", again.frame.icrc.hex(), again.frame.icrc_expected.hex())


class NackedIsSentAgain(NicCase):
    """After NACK TRIMMED the packet is sent again: rtx bit, another EV than the NACK's, everything else the same."""

    requirements = ("NIC-017", "NIC-055")

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(10)
        for index in (9, 0, 4):
            nack = peer.make.nack(index, mrc.TRIMMED, sent[index].entropy, timestamp=sent[index].timestamp)
            again = peer.give(nack)
            peer.equal("packets sent after one NACK", len(again), 1)
            _same_packet(peer, again[0], sent[index])
            peer.true(again[0].entropy != sent[index].entropy, "sent again on the EV that the NACK names")


class NackedAtTheLastHop(NicCase):
    """After NACK TRIMMED_LASTHOP the packet is sent again."""

    requirements = ("NIC-056",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(3)
        again = data_of(peer.give(peer.make.nack(1, mrc.TRIMMED_LASTHOP, sent[1].entropy)))
        peer.equal("packets sent after one NACK", len(again), 1)
        _same_packet(peer, again[0], sent[1])


class NackedTwice(NicCase):
    """A NACK of the retransmission brings a third transmission; a second NACK of the first one brings nothing."""

    requirements = ("NIC-055", "NIC-101")

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        sent = Traffic(peer).send(3)[1]
        second = data_of(peer.give(make.nack(1, mrc.TRIMMED, sent.entropy)))[0]
        stale = data_of(peer.give(make.nack(1, mrc.TRIMMED, sent.entropy)))
        peer.equal("sent after a NACK about an earlier transmission", [one.psn for one in stale], [])
        third = data_of(peer.give(make.nack(1, mrc.TRIMMED, second.entropy, rtx=1)))
        peer.equal("packets sent after the NACK of the retransmission", len(third), 1)
        _same_packet(peer, third[0], sent)
        peer.true(third[0].entropy != second.entropy, "sent again on the EV that the NACK names")


class NoResourcesAtTheReceiver(NicCase):
    """NACKs NO_BITMAP, NO_PKT_BUFFER and NO_RESOURCE are recoverable: the packet is sent again."""

    requirements = ("NIC-078",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(4)
        for index, reason in enumerate((mrc.NO_BITMAP, mrc.NO_PKT_BUFFER, mrc.NO_RESOURCE), start=1):
            again = data_of(peer.give(peer.make.nack(index, reason, sent[index].entropy)))
            peer.equal(f"sent again after reason {reason:#x}", [(o.psn, o.rtx) for o in again], [(sent[index].psn, 1)])


class FatalNack(NicCase):
    """NACK UNEXP_EVENT ends the queue pair: the write fails, and nothing is sent any more."""

    requirements = ("NIC-079",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(2)
        peer.silent(data_of(peer.give(peer.make.nack(0, mrc.UNEXP_EVENT, sent[0].entropy))), "a fatal NACK")
        peer.equal("whether the write succeeded", [done.ok for done in peer.completed()], [False])
        peer.equal("data sent afterwards", data_of(peer.wait(2 * peer.timing.ack_timeout_ns)), [])


class HolesAreSentAgain(NicCase):
    """Holes older than the reorder time are sent again: only they, the oldest first, rtx set, by other EVs."""

    requirements = ("NIC-057", "NIC-070")

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(8)
        _, again = _lose(peer, traffic, missing={2, 5, 7})
        peer.equal("PSNs sent again", [one.psn for one in again], [sent[i].psn for i in (2, 5, 7)])
        for one, index in zip(again, (2, 5, 7), strict=True):
            _same_packet(peer, one, sent[index])
        lost = {sent[index].entropy for index in (2, 5, 7)}
        peer.equal("EVs of lost packets used to send them again", lost & {one.entropy for one in again}, set())


class ReorderingIsNotLoss(NicCase):
    """Holes below packets sent at about the same time are reordering: nothing is sent again, no EV retired."""

    requirements = ("NIC-071",)

    def _exchange(self, peer: Peer) -> None:
        traffic, sent = Traffic(peer), []
        for _ in range(8):
            sent += traffic.send(1)
            peer.wait(peer.timing.reorder_ns // 64)
        for newest in (3, 5, 7):
            received = tuple(range(2, newest + 1))
            sack = peer.make.sack(
                -1, newest, base=0, received=received, entropy=sent[newest].entropy, timestamp=sent[newest].timestamp
            )
            peer.equal("sent again because of reordering", [one.psn for one in data_of(peer.give(sack))], [])
        traffic.acknowledge(sent[1])
        peer.equal("EVs still in use", set(traffic.rotation(8)), {path.entropy for path in peer.settings.paths()})


class RetransmissionsAreAcknowledged(NicCase):
    """A write that lost packets completes when the retransmissions are acknowledged, and nothing more is sent."""

    requirements = ("NIC-070", "NIC-076")

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        traffic.send(8)
        _, again = _lose(peer, traffic, missing={2})
        peer.equal("packets sent again", len(again), 1)
        sack = peer.make.sack(8, 2, base=9, entropy=again[0].entropy, timestamp=again[0].timestamp, rtx=1)
        peer.give(sack, peer.make.ack(8, 2))
        peer.equal("writes that succeeded", [done.wr_id for done in peer.completed() if done.ok], [1, 2])
        later = data_of(peer.wait(2 * peer.timing.ack_timeout_ns))
        peer.equal("data sent after everything is acknowledged", [one.psn for one in later], [])


class SilenceIsProbed(NicCase):
    """Packets in flight and a silent peer: a reliability probe, which takes no PSN; its answer shows holes."""

    requirements = ("NIC-070", "NIC-072")

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(4)
        probes = kind_of(peer.wait(peer.timing.silence_ns + peer.timing.silence_ns // 4), mrc.PROBE)
        peer.true(bool(probes), "no reliability probe although nothing was answered")
        peth = probes[0].header("PETH")
        answer = peer.make.sack(
            1,
            1,
            base=2,
            received=(3,),
            entropy=probes[0].entropy,
            probe_id=peth["probe_id"],
            timestamp=peth["tx_timestamp"],
        )
        again = data_of(peer.give(answer))
        peer.equal("sent again after the probe's answer", [(one.psn, one.rtx) for one in again], [(sent[2].psn, 1)])
        traffic.send(1)


class NoProbeWithoutNeed(NicCase):
    """Nothing in flight, nothing to ask: no reliability probe, and no data."""

    requirements = ("NIC-072",)

    def _exchange(self, peer: Peer) -> None:
        Traffic(peer).rotation(4)
        peer.silent(peer.wait(4 * peer.timing.silence_ns), "everything is acknowledged")


class LostTransportAck(NicCase):
    """Everything is SACKed and the transport ACK is lost: the NIC makes the peer repeat it, and then completes."""

    requirements = ("NIC-102",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(2)
        peer.give(peer.make.sack(1, 1, base=2, entropy=sent[1].entropy, timestamp=sent[1].timestamp))
        seen = peer.wait(2 * peer.timing.ack_timeout_ns)
        repeated = {one.psn for one in data_of(seen)}
        peer.true(
            repeated == {sent[1].psn} or bool(kind_of(seen, mrc.PROBE)),
            "the NIC neither repeated the last packet nor probed",
        )
        peer.give(peer.make.ack(1, 1))
        peer.equal("completions", [done.ok for done in peer.completed()], [True])


class Timeouts(NicCase):
    """Nothing is answered: sent again at each local ACK timeout while linear retries last, then less often."""

    requirements = ("NIC-073",)

    def _exchange(self, peer: Peer) -> None:
        timeout, precision = peer.timing.ack_timeout_ns, peer.timing.precision_ns
        first = Traffic(peer).send(1)[0]
        times = [first.time_ns]
        for _ in range(40):
            times += [one.time_ns for one in data_of(peer.wait(timeout // 4))]
        gaps = [after - before for before, after in pairwise(times)]
        linear = peer.settings.linear_retries
        peer.true(len(gaps) > linear, f"sent again {len(gaps)} times in ten timeouts; expected more than {linear}")
        for gap in gaps[:linear]:
            peer.true(
                abs(gap - timeout) <= precision,
                f"a retransmission after {gap} ns; the local ACK timeout is {timeout} ns",
            )
        peer.true(gaps[-1] > timeout * 3 // 2, f"the last interval is {gaps[-1]} ns: intervals do not grow")


class RetriesRunOut(NicCase):
    """When all retries are used up the write fails, and the queue pair sends nothing any more."""

    requirements = ("NIC-074",)

    def _exchange(self, peer: Peer) -> None:
        Traffic(peer).send(1)
        settings = peer.settings
        peer.wait(peer.timing.ack_timeout_ns * (settings.linear_retries + 2 ** (settings.exponential_retries + 2)))
        peer.equal("whether the write succeeded", [done.ok for done in peer.completed()], [False])
        peer.equal("data sent afterwards", data_of(peer.wait(4 * peer.timing.ack_timeout_ns)), [])


class ProgressRestoresRetries(NicCase):
    """A packet that is acknowledged gives all retries back."""

    requirements = ("NIC-075",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(2)
        allowed = peer.settings.linear_retries + peer.settings.exponential_retries
        before = _until_sent_again(peer, sent[0], allowed - 1)
        peer.equal("transmissions of packet 0 before any progress", before, allowed - 1)
        peer.give(peer.make.sack(-1, 1, base=0, received=(1,), entropy=sent[1].entropy, rtx=1))
        after = _until_sent_again(peer, sent[0], allowed - 1)
        peer.equal("transmissions of packet 0 after progress", after, allowed - 1)
        peer.equal("completions, which would be failures", peer.completed(), [])


class TimeoutSendsOnlyWhatIsMissing(NicCase):
    """After a timeout only packets that no SACK reported are sent again."""

    requirements = ("NIC-070", "NIC-073")

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(5)
        sack = peer.make.sack(0, 4, base=1, received=(2, 4), entropy=sent[4].entropy, timestamp=sent[4].timestamp)
        peer.equal("sent again at once", [one.psn for one in data_of(peer.give(sack))], [])
        again = data_of(peer.wait(peer.timing.ack_timeout_ns * 3 // 2))
        peer.equal("PSNs sent again", {one.psn for one in again}, {sent[1].psn, sent[3].psn})


class LossyTransfer(NicCase):
    """A long write over a network that trims one packet in seven and loses one in five: all of it arrives."""

    requirements = ("NIC-015", "NIC-055", "NIC-070", "NIC-076")
    needs = frozenset({"nic.reliability_probes"})

    def _exchange(self, peer: Peer) -> None:
        make, count = peer.make, 100
        arrived: dict[int, bytes] = {}
        waiting = Traffic(peer).send(count)
        for _ in range(200):
            answers = []
            for one in waiting:
                index = wire.distance(one.psn, peer.settings.first_psn_sent)
                if not one.rtx and index % 7 == 3:
                    answers.append(make.nack(index, mrc.TRIMMED, one.entropy, timestamp=one.timestamp))
                elif one.rtx or index % 5 != 2:
                    offset = one.header("RETH")["va"] - REMOTE_ADDRESS
                    arrived[offset] = one.frame.payload
                    answers.append(_state(peer, arrived, index, one))
            if len(arrived) == count:
                answers.append(make.ack(count - 1, 1))
            waiting = data_of(peer.give(*answers))
            if len(arrived) == count:
                break
            waiting += data_of(peer.wait(peer.timing.silence_ns))
        peer.equal("packets that have arrived", len(arrived), count)
        data = b"".join(arrived[offset] for offset in sorted(arrived))
        peer.equal("bytes in a row", sorted(arrived), [index * peer.settings.mtu for index in range(count)])
        peer.equal("bytes", len(data), count * peer.settings.mtu)
        peer.equal("completions", [done.ok for done in peer.completed()], [True])


def _state(peer: Peer, arrived: dict[int, bytes], index: int, trigger: Seen) -> NetFrame:
    """The SACK of a receiver that holds ``arrived`` (by offset), triggered by packet ``index``."""
    have = {offset // peer.settings.mtu for offset in arrived}
    cack = next(i for i in range(len(have) + 1) if i not in have) - 1
    base = max(cack + 1, index - 63)
    received = tuple(i for i in range(base, base + 64) if i in have)
    return peer.make.sack(
        cack,
        index,
        base=base,
        received=received,
        entropy=trigger.entropy,
        timestamp=trigger.timestamp,
        rtx=trigger.rtx,
    )


def _lose(peer: Peer, traffic: Traffic, missing: set[int]) -> tuple[Seen, list[Seen]]:
    """Packets 0..7 were sent; one more follows after the reorder time, and its SACK reports all but ``missing``.

    Returns the packet that followed, and what is sent again.
    """
    peer.wait(peer.timing.reorder_ns + peer.timing.reorder_ns // 4)
    late = traffic.send(1)[0]
    first = min(missing)
    received = tuple(index for index in range(first, 9) if index not in missing)
    sack = peer.make.sack(first - 1, 8, base=first, received=received, entropy=late.entropy, timestamp=late.timestamp)
    return late, data_of(peer.give(sack))


def _until_sent_again(peer: Peer, packet: Seen, times: int) -> int:
    """Wait, in quarters of the ACK timeout, until a packet was sent again so often; how often it was."""
    seen = 0
    for _ in range(4 * (peer.settings.linear_retries + 2 ** (peer.settings.exponential_retries + 1))):
        seen += sum(one.psn == packet.psn for one in data_of(peer.wait(peer.timing.ack_timeout_ns // 4)))
        if seen >= times:
            break
    return seen
