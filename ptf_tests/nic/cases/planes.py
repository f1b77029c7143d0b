# SPDX-License-Identifier: Apache-2.0
"""Planes that die, EVs that are probed in vain, and the way back: budgets, back-off, who may revive what."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ptf_tests.headers import internet, mrc
from ptf_tests.nic.api import STRANGER_ADDRESS, Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, Traffic, absent, data_of, kind_of, present
from ptf_tests.nic.wire import INNER, changed, payload

ONE_PLANE = Settings(planes=1, paths_per_plane=4, active_per_plane=4)
_SET = 4


def _retire(peer: Peer, traffic: Traffic, position: int = 1) -> int:
    """Send one turn and retire the EV of one of its packets; the EV."""
    sent = traffic.send(_SET)
    traffic.mark(sent[-1], sent[position].entropy, mrc.MARK_ALWAYS_SKIP)
    peer.ev_probes.clear()
    return sent[position].entropy


def _probes(peer: Peer, entropy: int, duration_ns: int, step_ns: int) -> list[Seen]:
    """EV probes of one EV in a while."""
    peer.ev_probes.clear()
    for _ in range(duration_ns // step_ns):
        peer.wait(step_ns)
    return [request for request in peer.ev_probes if request.entropy == entropy]


class ProbingBacksOff(NicCase):
    """An EV whose probes are never answered is asked less and less often, and never left alone for good."""

    requirements = ("NIC-156",)
    needs = frozenset({"nic.ecn"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = _retire(peer, traffic)
        interval = peer.timing.ev_probe_ns
        probes = _probes(peer, entropy, 120 * interval, interval // 4)
        peer.true(8 <= len(probes) <= 60, f"{len(probes)} probes of a dead EV in 120 intervals: 8 to 60 are due")
        gaps = [after.time_ns - before.time_ns for before, after in pairwise(probes)]
        peer.true(gaps[-1] >= 4 * interval, f"the last two probes are {gaps[-1]} ns apart: intervals do not grow")
        again = _probes(peer, entropy, 40 * interval, interval)
        peer.true(bool(again), "after 120 intervals a dead EV is not probed any more")


class ProbesHaveABudget(NicCase):
    """Many dead EVs on one port: their probes keep the distance that the port's budget sets, all EVs have a turn."""

    requirements = ("NIC-157",)
    needs = frozenset({"nic.ecn"})
    settings = Settings(planes=1, paths_per_plane=64, active_per_plane=64)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(64)
        dead = [one.entropy for one in sent[:60]]
        for entropy in dead:
            traffic.mark(sent[-1], entropy, mrc.MARK_ALWAYS_SKIP)
        peer.ev_probes.clear()
        peer.wait(4 * peer.timing.ev_probe_ns)
        times = sorted(request.time_ns for request in peer.ev_probes)
        peer.true(len(times) >= 60, f"{len(times)} probes of 60 dead EVs in four intervals")
        gaps = [after - before for before, after in pairwise(times)]
        least = peer.timing.ev_probe_spacing_ns
        peer.true(min(gaps) >= least, f"two probes {min(gaps)} ns apart on one port; at least {least} ns are due")
        peer.equal("EVs probed", {request.entropy for request in peer.ev_probes} >= set(dead), True)


class DeniedIsNotProbed(NicCase):
    """An EV on the denylist is not probed to revive it, and no answer brings it back: the controller alone does."""

    requirements = ("NIC-158",)
    needs = frozenset({"nic.ecn", "nic.ev_revival"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = _retire(peer, traffic)
        peer.wait(peer.timing.ev_probe_ns * 5 // 4)
        open_probes = [request for request in peer.ev_probes if request.entropy == entropy]
        peer.true(bool(open_probes), "a retired EV was not probed")
        peer.nic.control_ev(entropy, denied=True)
        later = _probes(peer, entropy, 10 * peer.timing.ev_probe_ns, peer.timing.ev_probe_ns)
        peer.equal("probes of an EV on the denylist", len(later), 0)
        for request in open_probes * peer.timing.ev_probe_successes:
            timestamp = request.header("ERTH")["tx_timestamp"]
            peer.give(peer.make.ev_answer(request.psn & 0xFFFF, entropy, timestamp))
        absent(entropy, traffic.rotation(3 * _SET), "while it is denied")
        peer.nic.control_ev(entropy, denied=False)
        present(entropy, traffic.rotation(2 * _SET), "after its release")


class AnswersOfStrangers(NicCase):
    """Answers to EV probes from another address, or to requests never sent, revive nothing."""

    requirements = ("NIC-159",)
    needs = frozenset({"nic.ecn"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = _retire(peer, traffic)
        stranger = int.from_bytes(STRANGER_ADDRESS, "big")
        for _ in range(2 * peer.timing.ev_probe_successes):
            peer.wait(peer.timing.ev_probe_ns)
            requests = [request for request in peer.ev_probes if request.entropy == entropy]
            if not requests:
                break  # it has been revived, or is left alone for good: what it carries tells
            timestamp = requests[-1].header("ERTH")["tx_timestamp"]
            answer = peer.make.ev_answer(requests[-1].psn & 0xFFFF, entropy, timestamp)
            peer.give(changed(answer, INNER, internet.IPV6, seal=True, src=stranger))
            peer.give(peer.make.ev_answer(requests[-1].psn + 0x4000 & 0xFFFF, entropy, timestamp))
            peer.ev_probes.clear()
        absent(entropy, traffic.rotation(2 * _SET), "after answers of strangers")


class AnAnswerCountsOnce(NicCase):
    """The same answer again and again is one answer."""

    requirements = ("NIC-059", "NIC-159")
    needs = frozenset({"nic.ecn"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        entropy = _retire(peer, traffic)
        peer.wait(peer.timing.ev_probe_ns * 5 // 4)
        requests = [request for request in peer.ev_probes if request.entropy == entropy]
        peer.true(bool(requests), "a retired EV was not probed")
        timestamp = requests[0].header("ERTH")["tx_timestamp"]
        answer = peer.make.ev_answer(requests[0].psn & 0xFFFF, entropy, timestamp)
        peer.give(*[answer] * (2 * peer.timing.ev_probe_successes))
        absent(entropy, traffic.rotation(2 * _SET), "after one answer that came many times")


class DeadPlaneIsLeft(NicCase):
    """All that goes by one plane is lost, and the other delivers: after a few losses everything takes the other."""

    requirements = ("NIC-160",)
    needs = frozenset({"nic.ev_control"})
    settings = replace(Settings(), min_active_evs=6)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        dead = 1
        for _ in range(6):
            start = traffic.packets
            sent = traffic.send(8)
            peer.wait(peer.timing.reorder_ns * 5 // 4)
            late = next(one for one in reversed(traffic.send(2)) if one.port != dead)
            arrived = {start + number for number, one in enumerate(sent) if one.port != dead} | {start + 8, start + 9}
            first = min(set(range(start, start + 10)) - arrived, default=start + 10)
            received = tuple(sorted(number for number in arrived if number > first))
            sack = peer.make.sack(
                first - 1,
                start + 9,
                base=first,
                received=received,
                entropy=late.entropy,
                timestamp=late.timestamp,
            )
            peer.give(sack)
            traffic.acknowledge(late)
            peer.completed()
        ports = [one.port for one in traffic.send(12)]
        peer.equal("packets by the plane that lost everything", ports.count(dead), 0)


class ProbeIsAnsweredByItsPlane(NicCase):
    """The answer to a reliability probe leaves by the plane that the probe came by, which works at least one way."""

    requirements = ("NIC-161",)
    needs = frozenset({"nic.multiplane"})
    settings = Settings(planes=4, paths_per_plane=2, active_per_plane=2)

    def _exchange(self, peer: Peer) -> None:
        for number, path in enumerate(peer.make.paths * 2):
            sack = peer.one(peer.give(peer.make.probe(number, entropy=path.entropy)), mrc.SACK)
            peer.equal(f"port of the answer to a probe by port {path.port}", sack.port, path.port)


class ProbeOfAPlaneWithoutItsPort(NicCase):
    """If that port is down, the answer leaves by another within a round trip, without being asked again."""

    requirements = ("NIC-161",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        path = peer.make.paths[-1]
        peer.nic.set_port(path.port, up=False)
        seen = peer.give(peer.make.probe(0x55, entropy=path.entropy))
        seen += peer.wait(peer.timing.rtt_ns + peer.timing.precision_ns)
        sack = peer.one(seen, mrc.SACK)
        peer.true(sack.port != path.port, "the answer left by a port that is down")
        peer.fields("SETH", sack.header("SETH"), pr=1, ack_psn_offset=0x55)


class AllPortsDownAndUp(NicCase):
    """Every port goes down for a while: nothing is sent, nothing is lost, and it goes on when one is up again."""

    requirements = ("NIC-162",)

    def _exchange(self, peer: Peer) -> None:
        ports = range(peer.settings.planes)
        traffic = Traffic(peer)
        traffic.rotation(4)
        peer.completed()
        for port in ports:
            peer.nic.set_port(port, up=False)
        peer.silent(peer.write(b"data", wr_id=9), "no port is up")
        peer.silent(peer.give(peer.make.data(0, ack_req=1)), "no port is up")
        peer.memory(0, payload(0, peer.settings.mtu), "of a packet that came while no port could send")
        peer.nic.set_port(0, up=True)
        seen = peer.wait(peer.timing.rtt_ns)
        peer.equal("ports used", {one.port for one in seen}, {0})
        peer.true(bool(kind_of(seen, mrc.SACK)), "the answer that waited was not sent")
        peer.equal("PSNs of the write that waited", [one.psn for one in data_of(seen)], [peer.make.sent_psn(4)])


class NoPathEndsInAnError(NicCase):
    """All EVs are denied and stay so: what is posted fails when the retries are used up, and not in silence."""

    requirements = ("NIC-163",)
    needs = frozenset({"nic.timers"})
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        for path in peer.make.paths:
            peer.nic.control_ev(path.entropy, denied=True)
        peer.silent(peer.write(b"data"), "every EV is denied")
        settings = peer.settings
        peer.wait(peer.timing.ack_timeout_ns * (settings.linear_retries + 2 ** (settings.exponential_retries + 2)))
        peer.equal("whether the write succeeded", [done.ok for done in peer.completed()], [False])


class ReleaseWakes(NicCase):
    """All EVs are denied, a write is posted, one is released: the write leaves at once, without waiting for a timer."""

    requirements = ("NIC-063",)
    settings = ONE_PLANE

    def _exchange(self, peer: Peer) -> None:
        for path in peer.make.paths:
            peer.nic.control_ev(path.entropy, denied=True)
        peer.silent(peer.write(b"data"), "every EV is denied")
        released = peer.make.paths[2].entropy
        peer.nic.control_ev(released, denied=False)
        seen = data_of(peer.wait(1))
        peer.equal("EVs of what is sent on its release", [one.entropy for one in seen], [released])
