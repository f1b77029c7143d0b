# SPDX-License-Identifier: Apache-2.0
"""The life of an EV: left out once, retired, replaced, probed, used again, denied; and the reverse path."""

from __future__ import annotations

from dataclasses import replace

from ptf_tests.headers import mrc
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import MismatchError, NicCase, Peer, Seen, Traffic, absent, data_of, kind_of, present

ONE_PLANE = Settings(planes=1, paths_per_plane=4, active_per_plane=4)
_SET = 4
_CALM = 12
"""Turns without a trim, after which a NIC that leaves an EV out for longer when it is trimmed again begins anew."""


class MarkedIsLeftOutOnce(NicCase):
    """SACK with SKIP_ONCE: the EV is left out of the next turn and used in the one after; nothing is sent again."""

    requirements = ("NIC-054",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for position in range(_SET):
            sent = traffic.send(_SET)
            entropy = sent[position].entropy
            traffic.mark(sent[-1], entropy, mrc.MARK_SKIP_ONCE)
            absent(entropy, traffic.rotation(_SET - 1), "the turn after SKIP_ONCE")
            present(entropy, traffic.rotation(2 * _SET), "the turns after that")


class TrimmedIsLeftOutOnce(NicCase):
    """NACK TRIMMED: the EV is left out of the next turn, retransmission included, and used in the one after."""

    requirements = ("NIC-055",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for position in range(_SET):
            start = traffic.packets
            sent = traffic.send(_SET)
            entropy = sent[position].entropy
            again = data_of(peer.give(peer.make.nack(start + position, mrc.TRIMMED, entropy)))
            peer.equal("packets sent again", len(again), 1)
            traffic.acknowledge(sent[-1])
            absent(entropy, [again[0].entropy, *traffic.rotation(_SET - 2)], "the turn after NACK TRIMMED")
            present(entropy, traffic.rotation(2 * _SET), "the turns after that")


class LastHopBlamesNoPath(NicCase):
    """NACK TRIMMED_LASTHOP: the EV stays in its turn (the receiver's own link was full, not the path)."""

    requirements = ("NIC-056",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic, attempts, kept = Traffic(peer), 12, 0
        for _ in range(attempts):
            start = traffic.packets
            sent = traffic.send(_SET)
            again = data_of(peer.give(peer.make.nack(start + 1, mrc.TRIMMED_LASTHOP, sent[1].entropy)))
            traffic.acknowledge(sent[-1])
            # The retransmission may pass over this EV, as it should, and one EV of the turn is still to come: so the EV
            # may be missing now and then, but it is always missing only if it is left out.
            kept += sent[1].entropy in [*(one.entropy for one in again), *traffic.rotation(_SET - 2)]
            for _ in range(_CALM):
                traffic.rotation(_SET)
        peer.true(kept > 0, f"after each of {attempts} NACKs TRIMMED_LASTHOP the EV was left out of the next turn")


class AlwaysSkipRetires(NicCase):
    """SACK with ALWAYS_SKIP: the EV is not used any more."""

    requirements = ("NIC-058",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(_SET)
        entropy = sent[1].entropy
        traffic.mark(sent[-1], entropy, mrc.MARK_ALWAYS_SKIP)
        used = traffic.rotation(3 * _SET)
        absent(entropy, used, "after ALWAYS_SKIP")
        peer.equal("EVs in use", len(set(used)), _SET - 1)


class LossRetires(NicCase):
    """A loss that nothing explains: the EV of the lost packet is not used any more, and the others are."""

    requirements = ("NIC-057",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(_SET)
        peer.wait(peer.timing.reorder_ns + peer.timing.reorder_ns // 4)
        late = traffic.send(1)[0]
        sack = peer.make.sack(0, _SET, base=1, received=(2, 3, 4), entropy=late.entropy, timestamp=late.timestamp)
        again = data_of(peer.give(sack))
        peer.equal("PSNs sent again", [one.psn for one in again], [sent[1].psn])
        traffic.acknowledge(again[0])
        used = [again[0].entropy, *traffic.rotation(3 * _SET)]
        absent(sent[1].entropy, used, "after a loss on it")
        peer.equal("EVs in use", len(set(used)), _SET - 1)


class TimeoutRetires(NicCase):
    """A packet that timed out blames its EV too."""

    requirements = ("NIC-057",)
    needs = frozenset({"nic.timers"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        traffic.rotation(_SET)
        sent = traffic.send(1)[0]
        again = data_of(peer.wait(peer.timing.ack_timeout_ns * 5 // 4))
        peer.true(bool(again), "nothing was sent again after the local ACK timeout")
        traffic.acknowledge(again[-1])
        absent(sent.entropy, [again[0].entropy, *traffic.rotation(2 * _SET)], "after a timeout on it")


class TrimmedIsNotRetired(NicCase):
    """A trimmed packet is no loss: after its one turn off, the EV carries as much as the others."""

    requirements = ("NIC-055", "NIC-057")
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(_SET)
        for index, one in enumerate(sent):
            peer.give(peer.make.nack(index, mrc.TRIMMED, one.entropy))
        traffic.acknowledge(sent[-1])
        traffic.rotation(2 * _SET)
        peer.equal("EVs in use two turns later", set(traffic.rotation(2 * _SET)), {one.entropy for one in sent})


class BackupOfTheSamePlane(NicCase):
    """A retired EV is replaced by one that was not in use, of the same plane; the planes stay equal."""

    requirements = ("NIC-053", "NIC-062")
    needs = frozenset({"nic.ecn", "nic.ev_control"})
    settings = Settings(planes=2, paths_per_plane=4, active_per_plane=2)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(_SET)
        active = {one.entropy for one in sent}
        peer.equal("EVs in the active set", len(active), _SET)
        retired = sent[0]
        traffic.mark(sent[-1], retired.entropy, mrc.MARK_ALWAYS_SKIP)
        after = traffic.send(4 * _SET)
        absent(retired.entropy, (one.entropy for one in after), "after ALWAYS_SKIP")
        fresh = {(one.entropy, one.port) for one in after if one.entropy not in active}
        peer.equal("ports of the EVs that are new", [port for _, port in fresh], [retired.port])
        counts = [sum(one.port == port for one in after[-_SET:]) for port in (0, 1)]
        peer.equal("packets per port over one turn", counts, [2, 2])


class FloorOfTheActiveSet(NicCase):
    """Losses do not retire EVs below the floor."""

    requirements = ("NIC-064",)
    needs = frozenset({"nic.ecn"})
    settings = replace(ONE_PLANE, min_active_evs=3)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(_SET)
        for one in sent:
            traffic.mark(sent[-1], one.entropy, mrc.MARK_ALWAYS_SKIP)
        peer.equal("EVs in use, with a floor of 3", len(set(traffic.rotation(4 * _SET))), 3)


class DeniedByTheController(NicCase):
    """An EV on the denylist is not used, and is used again when it is taken off."""

    requirements = ("NIC-063",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = traffic.rotation(_SET)[2]
        peer.nic.control_ev(entropy, denied=True)
        absent(entropy, traffic.rotation(3 * _SET), "while it is denied")
        peer.nic.control_ev(entropy, denied=False)
        present(entropy, traffic.rotation(2 * _SET), "after its release")


class DeniedFromTheStart(NicCase):
    """EVs denied before the queue pair is made are never used."""

    requirements = ("NIC-063",)
    settings = replace(ONE_PLANE, denied=frozenset({0xC000_0001, 0xC000_0002}))

    def _exchange(self, peer: Peer) -> None:
        peer.equal("EVs in use", set(Traffic(peer).rotation(3 * _SET)), {0xC000_0000, 0xC000_0003})


def _retire(peer: Peer, traffic: Traffic) -> int:
    """Send one turn and retire the EV of its second packet; the EV."""
    sent = traffic.send(_SET)
    traffic.mark(sent[-1], sent[1].entropy, mrc.MARK_ALWAYS_SKIP)
    peer.ev_probes.clear()
    return sent[1].entropy


def _answer(peer: Peer, request: Seen, *, wrong_id: int = 0) -> None:
    """Answer an EV probe of the NIC."""
    erth = request.header("ERTH")
    peer.give(peer.make.ev_answer(request.psn & 0xFFFF ^ wrong_id, request.entropy, erth["tx_timestamp"]))


def _next_probe(peer: Peer, entropy: int) -> Seen:
    """Wait for the next EV probe of a retired EV. Raises MismatchError if none comes."""
    for _ in range(8):
        for number, request in enumerate(peer.ev_probes):
            if request.entropy == entropy:
                del peer.ev_probes[: number + 1]
                return request
        peer.wait(peer.timing.ev_probe_ns // 2)
    raise MismatchError(f"EV {entropy:#010x} is assumed bad and was not probed in four probe intervals")


class AnsweredProbesRevive(NicCase):
    """A retired EV is probed, and used again once as many probes in a row as configured were answered, not earlier."""

    requirements = ("NIC-059", "NIC-081")
    needs = frozenset({"nic.ecn"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = _retire(peer, traffic)
        for number in range(peer.timing.ev_probe_successes):
            absent(entropy, traffic.rotation(_SET), f"after {number} answered probes")
            request = _next_probe(peer, entropy)
            peer.fields("ERTH", request.header("ERTH"), op=mrc.OP_EV_PROBE)
            peer.equal("DestQP of the probe", request.frame.bth["dest_qp"], mrc.ENDPOINT_QP)
            _answer(peer, request)
        present(entropy, traffic.rotation(2 * _SET), "after all probes were answered")


class UnansweredProbesDoNot(NicCase):
    """While its probes are not answered, or answered with another request's id, a retired EV is not used."""

    requirements = ("NIC-059",)
    needs = frozenset({"nic.ecn"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = _retire(peer, traffic)
        for number in range(2 * peer.timing.ev_probe_successes):
            request = _next_probe(peer, entropy)
            if number % 2:
                _answer(peer, request, wrong_id=0x5000)
        absent(entropy, traffic.rotation(2 * _SET), "without an answered probe")


class ProbesMustBeAnsweredInARow(NicCase):
    """An unanswered probe starts the count again."""

    requirements = ("NIC-059",)
    needs = frozenset({"nic.ecn"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = _retire(peer, traffic)
        successes = peer.timing.ev_probe_successes
        for _ in range(successes - 1):
            _answer(peer, _next_probe(peer, entropy))
        _next_probe(peer, entropy)
        for _ in range(successes - 1):
            _answer(peer, _next_probe(peer, entropy))
            absent(entropy, traffic.rotation(_SET), "after an unanswered probe in between")
        _answer(peer, _next_probe(peer, entropy))
        present(entropy, traffic.rotation(2 * _SET), "after as many answers in a row as it takes")


def _revived_by_a_marked_answer(peer: Peer) -> tuple[Traffic, int]:
    """Retire the EV of a reliability probe, answer its EV probes but one, and then the probe itself with SKIP_ONCE."""
    traffic = Traffic(peer)
    sent = traffic.send(_SET)
    probes = kind_of(peer.wait(peer.timing.silence_ns * 5 // 4), mrc.PROBE)
    peer.true(bool(probes), "no reliability probe although nothing was answered")
    probe = probes[0]
    traffic.mark(sent[-1], probe.entropy, mrc.MARK_ALWAYS_SKIP)
    peer.ev_probes.clear()
    for _ in range(peer.timing.ev_probe_successes - 1):
        _answer(peer, _next_probe(peer, probe.entropy))
    peth, newest = probe.header("PETH"), traffic.packets - 1
    peer.give(
        peer.make.sack(
            newest,
            newest,
            base=newest + 1,
            mark=mrc.MARK_SKIP_ONCE,
            entropy=probe.entropy,
            probe_id=peth["probe_id"],
            timestamp=peth["tx_timestamp"],
        )
    )
    return traffic, probe.entropy


class RevivedToSkip(NicCase):
    """The last probe is answered with SKIP_ONCE: the EV is left out once, then used again."""

    requirements = ("NIC-060",)
    needs = frozenset({"nic.ecn", "nic.reliability_probes"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic, entropy = _revived_by_a_marked_answer(peer)
        # It may come back in the middle of a turn: it is left out when its place in the order comes.
        absent(entropy, traffic.rotation(1), "right after its revival")
        present(entropy, traffic.rotation(3 * _SET), "later")


class RevivedToGood(NicCase):
    """The last probe is answered with SKIP_ONCE: the EV is used again at its next turn."""

    requirements = ("NIC-061",)
    needs = frozenset({"nic.ecn", "nic.reliability_probes"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic, entropy = _revived_by_a_marked_answer(peer)
        present(entropy, traffic.rotation(_SET), "at its next turn")


class ReverseProbes(NicCase):
    """A queue pair that receives and does not send probes its reverse path, by EVs of the whole set."""

    requirements = ("NIC-051",)

    def _exchange(self, peer: Peer) -> None:
        for index in range(60):
            peer.give(peer.make.data(index))
            peer.wait(peer.timing.reverse_probe_ns)
        used = {request.entropy for request in peer.ev_probes}
        peer.true(len(peer.ev_probes) >= 30, f"{len(peer.ev_probes)} EV probes in 60 round trips of receiving")
        peer.true(len(used) >= 4, f"60 round trips of probes used only {len(used)} EVs")


class NoReverseProbesWhileSending(NicCase):
    """A queue pair that sends data learns about the reverse path from its SACKs, and one that is idle needs none."""

    requirements = ("NIC-051",)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for index in range(20):
            peer.give(peer.make.data(index))
            traffic.rotation(1)
            peer.wait(peer.timing.reverse_probe_ns // 4)
        peer.equal("EV probes while it sends data", len(peer.ev_probes), 0)
        peer.wait(2 * peer.timing.reverse_probe_ns)
        peer.ev_probes.clear()
        peer.wait(20 * peer.timing.reverse_probe_ns)
        peer.equal("EV probes of an idle queue pair", len(peer.ev_probes), 0)


class AnswersLeaveByConfirmedEvs(NicCase):
    """When only one EV is answered, SACKs come to leave by it."""

    requirements = ("NIC-051",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        index, works, answered = 0, 0xC000_0002, 0
        for _ in range(200):
            peer.give(peer.make.data(index))
            index += 1
            peer.wait(peer.timing.reverse_probe_ns)
            for request in peer.ev_probes:
                if request.entropy == works:
                    _answer(peer, request)
                    answered += 1
            peer.ev_probes.clear()
            if answered >= 2:
                break
        peer.true(answered >= 2, f"EV {works:#010x} was not probed twice in {index} round trips")
        used = [kind_of(peer.give(peer.make.data(index + i, ack_req=1)), mrc.SACK)[0].entropy for i in range(6)]
        peer.equal("EVs of the next SACKs", set(used), {works})
