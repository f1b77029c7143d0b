# SPDX-License-Identifier: Apache-2.0
"""Ports that go down and come up: updates to peers, port bitmaps in SACKs (SETH byte 12), flaps, service."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ptf_tests.headers import internet, mrc
from ptf_tests.nic.api import STRANGER_ADDRESS, Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, Traffic, data_of, kind_of
from ptf_tests.nic.wire import INNER, NetFrame, changed

# --- Ports -----------------------------------------------------------------------------------------------------------


FOUR_PLANES = Settings(planes=4, paths_per_plane=2, active_per_plane=2)
_STEPS = 40
_BURST = 4
"""Packets for each plane, from which the ports in use show."""


def requests(peer: Peer, op: int) -> list[Seen]:
    """Endpoint requests of the NIC with this operation that have not been looked at, oldest first."""
    found = [request for request in peer.ev_probes if request.header("ERTH")["op"] == op]
    for request in found:
        peer.ev_probes.remove(request)
    return found


def _updates(peer: Peer) -> list[Seen]:
    return requests(peer, mrc.OP_PORT_STATUS)


def _answer(peer: Peer, request: Seen, op: int) -> NetFrame:
    timestamp = request.header("ERTH")["tx_timestamp"]
    return peer.make.endpoint_answer(request.psn & 0xFFFF, request.entropy, timestamp, op=op)


def _answer_probes(peer: Peer) -> None:
    """A round trip passes, and every EV probe is answered."""
    peer.wait(peer.timing.rtt_ns)
    for request in requests(peer, mrc.OP_EV_PROBE):
        peer.give(_answer(peer, request, mrc.OP_EV_PROBE))


def _healthy(peer: Peer, steps: int = _STEPS) -> list[Seen]:
    """Time passes at a healthy peer, which answers every EV probe and every update; the updates."""
    updates = []
    for _ in range(steps):
        _answer_probes(peer)
        for request in _updates(peer):
            updates.append(request)
            peer.give(_answer(peer, request, mrc.OP_PORT_STATUS))
    return updates


def _everything(peer: Peer) -> int:
    return (1 << peer.settings.planes) - 1


class PeersAreTold(NicCase):
    """A port goes down, and comes back: an update to the peer each time, with the bit of each port that is up."""

    requirements = ("NIC-169",)
    settings = FOUR_PLANES
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        for up, mask in ((False, 0b1011), (True, 0b1111)):
            peer.ev_probes.clear()
            peer.nic.set_port(2, up=up)
            peer.wait(peer.timing.rtt_ns)
            updates = _updates(peer)
            peer.true(bool(updates), f"port 2 went {'up' if up else 'down'}, and the peer was not told in a round trip")
            erth = updates[-1].header("ERTH")
            peer.equal("port_status_mask", erth["port_status_mask"], mask & _everything(peer))
            peer.equal("DestQP", updates[-1].frame.bth["dest_qp"], mrc.ENDPOINT_QP)
            peer.equal("DSCP", updates[-1].frame.outer["dscp"], peer.capabilities.dscp.control)
            peer.true(up or updates[-1].port != 2, "the update left by the port that is down")
            peer.give(_answer(peer, updates[-1], mrc.OP_PORT_STATUS))


class UpdatesAreRepeated(NicCase):
    """An update that is not answered is said again, with another request id, and not for ever."""

    requirements = ("NIC-170",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        peer.nic.set_port(0, up=False)
        updates = []
        for _ in range(2 * _STEPS):
            peer.wait(peer.timing.rtt_ns)
            updates += _updates(peer)
        peer.true(
            len(updates) >= 3,
            f"an update that nobody answers was sent {len(updates)} times in {2 * _STEPS} round trips",
        )
        peer.equal("different request ids", len({one.psn for one in updates}), len(updates))
        gaps = [after.time_ns - before.time_ns for before, after in pairwise(updates)]
        peer.true(gaps[-1] > gaps[0], f"updates that nobody answers come as often as ever: {gaps} ns apart")


class AnsweredUpdatesAreNot(NicCase):
    """An update that was answered is not sent again."""

    requirements = ("NIC-170",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        peer.nic.set_port(0, up=False)
        updates = _healthy(peer)
        peer.true(bool(updates), "port 0 went down, and the peer was not told")
        peer.equal("updates after the answer", len(updates), 1)


class UpdatesAreAnswered(NicCase):
    """A peer's update is answered by an endpoint response with its request id and op 0, on the control class."""

    requirements = ("NIC-171",)
    settings = FOUR_PLANES
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        for request_id, mask in ((0x0101, 0b1110), (0x0102, 0b1111)):
            seen = peer.give(peer.make.port_status(mask & _everything(peer), request_id=request_id))
            answer = peer.one(seen, mrc.ENDPOINT_RESPONSE)
            peer.equal("request id", answer.psn & 0xFFFF, request_id)
            peer.equal("DestQP", answer.frame.bth["dest_qp"], mrc.ENDPOINT_QP)
            peer.fields("EETH", answer.header("EETH"), op=mrc.OP_PORT_STATUS)
            peer.equal("DSCP", answer.frame.outer["dscp"], peer.capabilities.dscp.control)


def _ports_used(peer: Peer, traffic: Traffic, *, then: int = 0) -> set[int]:
    """The ports that a burst leaves by; ``then`` is the bitmap of the SACK that acknowledges it."""
    seen = traffic.send(_BURST * peer.settings.planes)
    traffic.acknowledge(seen[-1], ports=then)
    peer.completed()
    return {one.port for one in seen}


class UpdatesOfStrangers(NicCase):
    """An update from somebody the NIC is not connected to changes nothing."""

    requirements = ("NIC-172",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        stranger = int.from_bytes(STRANGER_ADDRESS, "big")
        peer.give(changed(peer.make.port_status(0b01), INNER, internet.IPV6, seal=True, src=stranger))
        peer.equal("ports in use", _ports_used(peer, Traffic(peer)), set(range(peer.settings.planes)))


class UpdatesWithoutAPort(NicCase):
    """An update that says that no port is up, which nobody could have sent, changes nothing."""

    requirements = ("NIC-173",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for request_id, mask in enumerate((0, 0xFFFF_FF00)):
            peer.give(peer.make.port_status(mask, request_id=request_id))
            peer.equal("ports in use", _ports_used(peer, traffic), set(range(peer.settings.planes)))


class OvertakenUpdates(NicCase):
    """An update that was overtaken by a newer one does not undo it."""

    requirements = ("NIC-173",)
    settings = FOUR_PLANES
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        everything = _everything(peer)
        peer.give(peer.make.port_status(everything ^ 0b0100, request_id=8))
        _healthy(peer, 2)
        peer.give(peer.make.port_status(everything ^ 0b0001, request_id=7))
        peer.equal("ports in use", _ports_used(peer, Traffic(peer)), set(range(peer.settings.planes)) - {2})


class PlaneReturnsWhenItAnswers(NicCase):
    """The peer's port is up again: the plane is probed first, and used when probes were answered, not before."""

    requirements = ("NIC-174",)
    needs = frozenset({"nic.multiplane", "nic.ev_probes"})

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        everything = _everything(peer)
        peer.give(peer.make.port_status(everything ^ 0b10, request_id=1))
        peer.wait(4 * peer.timing.rtt_ns)
        peer.give(peer.make.port_status(everything, request_id=2))
        for _ in range(4):
            peer.wait(peer.timing.rtt_ns)
        peer.equal("ports in use while no probe is answered", _ports_used(peer, traffic), {0})
        _healthy(peer)
        peer.equal("ports in use once probes are answered", _ports_used(peer, traffic), {0, 1})


class NobodysWordIsForEver(NicCase):
    """A plane that only the peer has called down is probed now and then: if it answers, it is used again."""

    requirements = ("NIC-175",)
    needs = frozenset({"nic.multiplane", "nic.ev_probes"})

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        peer.give(peer.make.port_status(0b01, request_id=1))
        peer.equal("ports in use", _ports_used(peer, traffic), {0})
        _healthy(peer, 4 * _STEPS)
        peer.equal("ports in use once the plane has answered", _ports_used(peer, traffic), {0, 1})


class WhatWasOnItsWay(NicCase):
    """A port goes down under packets in flight: they are sent again on others soon, and no EV is blamed for them."""

    requirements = ("NIC-176",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        sent = traffic.send(8)
        lost = {one.psn for one in sent if one.port == 1}
        peer.nic.set_port(1, up=False)
        again: list[Seen] = []
        for _ in range(4):
            again += data_of(peer.wait(peer.timing.rtt_ns))
        peer.equal("PSNs sent again within four round trips", {one.psn for one in again} >= lost, True)
        peer.equal("ports they took", {one.port for one in again}, {0})
        traffic.acknowledge(again[-1])
        peer.completed()
        peer.nic.set_port(1, up=True)
        _healthy(peer)
        used = {entropy for _ in range(4) for entropy in traffic.rotation(8)}
        peer.equal("EVs in use once the port is back", used, {path.entropy for path in peer.settings.paths()})


class FlappingPortsAreDamped(NicCase):
    """A port that goes down again and again stays out of use for a while after it is up, and is used in the end."""

    requirements = ("NIC-177",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for _ in range(6):
            peer.nic.set_port(1, up=False)
            peer.wait(1_000)
            peer.nic.set_port(1, up=True)
            peer.wait(1_000)
        _healthy(peer, 10)
        peer.equal("ports in use right after six flaps", _ports_used(peer, traffic), {0})
        _healthy(peer, 1_000)
        peer.equal("ports in use long after", _ports_used(peer, traffic), {0, 1})


class OneFlapIsNone(NicCase):
    """A port that goes down once is used again as soon as its plane answers."""

    requirements = ("NIC-177",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        peer.nic.set_port(1, up=False)
        peer.wait(1_000)
        peer.nic.set_port(1, up=True)
        _healthy(peer, 10)
        peer.equal("ports in use after one flap", _ports_used(peer, Traffic(peer)), {0, 1})


class OutOfService(NicCase):
    """The controller takes a port out of service: nothing leaves by it, peers are told, what arrives is taken."""

    requirements = ("NIC-178",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        peer.nic.enable_port(1, enabled=False)
        updates = _healthy(peer, 4)
        if peer.capabilities.choice("port_state") == "endpoint_op":
            peer.true(bool(updates), "a port was taken out of service, and the peer was not told")
            peer.equal("port_status_mask", updates[-1].header("ERTH")["port_status_mask"], 0b01)
        peer.equal("ports in use", _ports_used(peer, traffic), {0})
        path = next(path for path in peer.make.paths if path.port == 1)
        seen = peer.give(peer.make.data(0, ack_req=1, entropy=path.entropy))
        peer.equal("port of the answer", [one.port for one in kind_of(seen, mrc.SACK)], [0])
        peer.nic.enable_port(1, enabled=True)
        _healthy(peer)
        peer.equal("ports in use once it is back in service", _ports_used(peer, traffic), {0, 1})


class LastPortFailsNothingAtOnce(NicCase):
    """The last port goes down with a write under way: it does not fail at once, and goes on when a port is back."""

    requirements = ("NIC-162",)
    settings = replace(Settings(), linear_retries=7, exponential_retries=4)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        traffic.send(4)
        for port in range(peer.settings.planes):
            peer.nic.set_port(port, up=False)
        peer.silent(peer.wait(2 * peer.timing.ack_timeout_ns), "no port is up")
        peer.equal("completions, which would be failures", peer.completed(), [])
        peer.nic.set_port(0, up=True)
        again = []
        for _ in range(_STEPS):
            again += data_of(peer.wait(peer.timing.rtt_ns))
        peer.equal("PSNs sent again", {one.psn for one in again}, {peer.make.sent_psn(i) for i in range(4)})
        peer.give(peer.make.ack(3, 1))
        peer.equal("completions", [done.ok for done in peer.completed()], [True])


# --- Port bitmaps ----------------------------------------------------------------------------------------------------


def _answered(peer: Peer) -> None:
    """Time passes at a peer that answers every EV probe, and no update."""
    for _ in range(_STEPS):
        _answer_probes(peer)


class SacksSayPorts(NicCase):
    """Every SACK has the bit of each port that is up; it changes with the next SACK after a port does."""

    requirements = ("NIC-187",)
    settings = FOUR_PLANES
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        everything = _everything(peer)
        for index, (port, up, expected) in enumerate(
            (
                (None, True, everything),
                (2, False, everything & ~0b100),
                (0, False, everything & ~0b101),
                (2, True, None),
            )
        ):
            if port is not None and port < peer.settings.planes:
                peer.nic.set_port(port, up=up)
            sack = peer.one(kind_of(peer.give(peer.make.data(index, ack_req=1)), mrc.SACK), mrc.SACK)
            said = everything & ~0b001 if expected is None else expected
            peer.equal("ports in the SACK", sack.header("SETH")["rsvd_12"], said)


class NoUpdatesBesides(NicCase):
    """A port goes down and comes back: nobody is sent a port status update."""

    requirements = ("NIC-187",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        for up in (False, True):
            peer.nic.set_port(1, up=up)
            _answered(peer)
            peer.equal("port status updates", len(requests(peer, mrc.OP_PORT_STATUS)), 0)


class BitmapClosesThePlane(NicCase):
    """A SACK in which the bit of a port is clear: from then on nothing leaves for that plane."""

    requirements = ("NIC-067",)
    settings = FOUR_PLANES
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        traffic, everything = Traffic(peer), _everything(peer)
        every = set(range(peer.settings.planes))
        peer.equal("ports in use", _ports_used(peer, traffic, then=everything & ~0b10), every)
        peer.equal("ports in use after the SACK", _ports_used(peer, traffic, then=everything & ~0b10), every - {1})
        peer.equal("ports in use later", _ports_used(peer, traffic), every - {1})


class BitmapWithoutAPort(NicCase):
    """A bitmap that is empty says nothing: all ports are used as before."""

    requirements = ("NIC-067",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        traffic, every = Traffic(peer), set(range(peer.settings.planes))
        _ports_used(peer, traffic)
        peer.equal("ports in use after an empty bitmap", _ports_used(peer, traffic), every)
        _ports_used(peer, traffic, then=_everything(peer))
        peer.equal("ports in use after a full one", _ports_used(peer, traffic), every)


class BitmapBringsThePlaneBack(NicCase):
    """The bit is set again: the plane is probed, and used when probes were answered, not before."""

    requirements = ("NIC-067",)
    needs = frozenset({"nic.multiplane", "nic.ev_probes"})

    def _exchange(self, peer: Peer) -> None:
        traffic, everything = Traffic(peer), _everything(peer)
        _ports_used(peer, traffic, then=everything & ~0b10)
        peer.equal("ports in use while it is down", _ports_used(peer, traffic, then=everything), {0})
        for _ in range(4):
            peer.wait(peer.timing.rtt_ns)
        peer.equal("ports in use while no probe is answered", _ports_used(peer, traffic, then=everything), {0})
        _answered(peer)
        peer.equal("ports in use once probes are answered", _ports_used(peer, traffic, then=everything), {0, 1})


class UpdatesAreHeededBesides(NicCase):
    """A port status update of a peer is answered and heeded all the same: it may be of the other opinion."""

    requirements = ("NIC-067", "NIC-171")
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(peer.make.port_status(_everything(peer) & ~0b10, request_id=5))
        peer.equal("request id of the answer", peer.one(seen, mrc.ENDPOINT_RESPONSE).psn & 0xFFFF, 5)
        peer.equal("ports in use", _ports_used(peer, Traffic(peer)), set(range(peer.settings.planes)) - {1})
