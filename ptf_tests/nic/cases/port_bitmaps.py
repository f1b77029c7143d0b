# SPDX-License-Identifier: Apache-2.0
"""Port state as a bitmap in SACKs: what is said in byte 12 of SETH, and what is believed of it."""

from __future__ import annotations

from ptf_tests.headers import mrc
from ptf_tests.nic.case import NicCase, Traffic
from ptf_tests.nic.cases.ports import FOUR_PLANES, requests
from ptf_tests.nic.peer import Peer, kind_of

_STEPS = 40
_BURST = 4
"""Packets for each plane, from which the ports in use show."""


def _everything(peer: Peer) -> int:
    return (1 << peer.settings.planes) - 1


def _ports_used(peer: Peer, traffic: Traffic, *, then: int = 0) -> set[int]:
    """The ports that a burst leaves by; ``then`` is the bitmap of the SACK that acknowledges it."""
    seen = traffic.send(_BURST * peer.settings.planes)
    newest, last = traffic.packets - 1, seen[-1]
    peer.give(
        peer.make.sack(newest, newest, base=newest + 1, entropy=last.entropy, timestamp=last.timestamp, ports=then),
        peer.make.ack(newest, traffic.messages),
    )
    peer.completed()
    return {one.port for one in seen}


def _answered(peer: Peer) -> None:
    """Time passes at a peer that answers every EV probe."""
    for _ in range(_STEPS):
        peer.wait(peer.timing.rtt_ns)
        for request in requests(peer, mrc.OP_EV_PROBE):
            timestamp = request.header("ERTH")["tx_timestamp"]
            peer.give(peer.make.ev_answer(request.psn & 0xFFFF, request.entropy, timestamp))


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
