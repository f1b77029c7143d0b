# SPDX-License-Identifier: Apache-2.0
"""How the NIC sends: PSNs, one EV per packet, planes, windows, completions, immediates in flight."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ptf_tests.headers import mrc
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, Traffic, data_of

_WINDOW_UNIT = 128
_HEADERS = 8 + 12 + 4 + 4 + 16 + 4 + 40
"""Nominal size of a data packet with TSETH beyond its payload: UDP length without payload, and 40."""


class PsnsInOrder(NicCase):
    """PSNs of first transmissions grow by one across messages and across the wrap at 2^24."""

    requirements = ("NIC-013", "NIC-014")

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        seen = [*traffic.send(4), *traffic.send(1), *traffic.send(5)]
        peer.equal("PSNs", [one.psn for one in seen], [peer.make.sent_psn(index) for index in range(10)])
        peer.true(any(one.psn < 10 for one in seen), "the PSN did not wrap")
        msns = [one.header("METH")["msn"] for one in seen]
        first = msns[0]
        peer.equal("METH.msn", msns, [first] * 4 + [first + 1] + [first + 2] * 5)


class OneEvPerPacket(NicCase):
    """Each packet has another EV until all of the active set have been used."""

    requirements = ("NIC-052",)

    def _exchange(self, peer: Peer) -> None:
        count = len(peer.settings.paths())
        used = Traffic(peer).rotation(count)
        peer.equal("different EVs over one turn", len(set(used)), count)


class PlanesShareEqually(NicCase):
    """Over one turn through the active set each plane carries the same number of packets."""

    requirements = ("NIC-004", "NIC-053")
    settings = Settings(planes=4, paths_per_plane=4, active_per_plane=4)

    def _exchange(self, peer: Peer) -> None:
        seen = Traffic(peer).send(len(peer.settings.paths()))
        expected = dict.fromkeys(range(peer.settings.planes), peer.settings.paths_per_plane)
        peer.equal("packets per port over one turn", Counter(one.port for one in seen), Counter(expected))


class RotationGoesOn(NicCase):
    """Over many turns all EVs carry about as much: none is forgotten, none is preferred."""

    requirements = ("NIC-052",)

    def _exchange(self, peer: Peer) -> None:
        traffic, count = Traffic(peer), len(peer.settings.paths())
        used = Counter(entropy for _ in range(10) for entropy in traffic.rotation(count))
        peer.equal("EVs used over ten turns", len(used), count)
        peer.true(
            max(used.values()) - min(used.values()) <= 2, f"packets per EV over ten turns: {sorted(used.values())}"
        )


class PsnWindow(NicCase):
    """No PSN beyond the window; a SACK that moves the cumulative PSN opens it by as much, a bitmap alone does not."""

    requirements = ("NIC-068",)

    def _exchange(self, peer: Peer) -> None:
        make, window = peer.make, peer.settings.mpr * _WINDOW_UNIT
        seen = peer.write_packets(window + 40)
        peer.equal("packets sent before any SACK", len(seen), window)
        last = seen[-1]
        sack = make.sack(-1, 3, base=0, received=(1, 2, 3), entropy=last.entropy, timestamp=last.timestamp)
        peer.equal("PSNs sent after a bitmap above a hole", [one.psn for one in data_of(peer.give(sack))], [])
        sack = make.sack(9, 9, base=10, entropy=last.entropy, timestamp=last.timestamp)
        more = data_of(peer.give(sack))
        peer.equal(
            "PSNs sent once ten packets are acknowledged",
            [one.psn for one in more],
            [make.sent_psn(window + index) for index in range(10)],
        )


class CongestionWindow(NicCase):
    """No more bytes in flight than the window; what a SACK reports makes room, holes below it or not."""

    requirements = ("NIC-069",)
    settings = replace(Settings(), window_bytes=10 * (1024 + _HEADERS))

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        seen = peer.write_packets(40)
        peer.equal("packets in a window of ten", len(seen), 10)
        last = seen[-1]
        sack = make.sack(-1, 5, base=0, received=(1, 4, 5), entropy=last.entropy, timestamp=last.timestamp)
        more = data_of(peer.give(sack))
        peer.equal("PSNs once three have arrived", [one.psn for one in more], [make.sent_psn(10 + i) for i in range(3)])
        sack = make.sack(5, 5, base=6, entropy=last.entropy, timestamp=last.timestamp)
        more = data_of(peer.give(sack))
        peer.equal("PSNs once six have arrived", [one.psn for one in more], [make.sent_psn(13 + i) for i in range(3)])


class RetransmissionsUseTheWindowToo(NicCase):
    """A NACKed packet is no longer in flight, and in flight again when it is sent again: nothing else may leave."""

    requirements = ("NIC-069", "NIC-078")
    settings = replace(Settings(), window_bytes=4 * (1024 + _HEADERS))

    def _exchange(self, peer: Peer) -> None:
        seen = peer.write_packets(20)
        peer.equal("packets in a window of four", len(seen), 4)
        again = data_of(peer.give(peer.make.nack(2, mrc.NO_RESOURCE, seen[2].entropy)))
        peer.equal("sent after the NACK", [(one.psn, one.rtx) for one in again], [(seen[2].psn, 1)])


class CompletionNeedsTheAck(NicCase):
    """A SACK says that packets arrived, not that the write is complete: the transport ACK completes it."""

    requirements = ("NIC-076",)

    def _exchange(self, peer: Peer) -> None:
        seen = Traffic(peer).send(3)
        peer.give(peer.make.sack(2, 2, base=3, entropy=seen[2].entropy, timestamp=seen[2].timestamp))
        peer.equal("completions after a SACK of everything", peer.completed(), [])
        peer.give(peer.make.ack(2, 1))
        peer.equal(
            "completions after the transport ACK",
            [(done.wr_id, done.ok, done.length) for done in peer.completed()],
            [(1, True, 3 * peer.settings.mtu)],
        )


class AcksAreCumulative(NicCase):
    """One transport ACK completes all messages up to its PSN, in the order they were posted; its copy none."""

    requirements = ("NIC-076",)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        for _ in range(4):
            traffic.send(2)
        peer.give(peer.make.ack(5, 3))
        peer.equal("wr_ids completed", [done.wr_id for done in peer.completed()], [1, 2, 3])
        peer.give(peer.make.ack(5, 3), peer.make.ack(1, 1))
        peer.equal("completions after old ACKs", peer.completed(), [])
        peer.give(peer.make.ack(7, 4))
        peer.equal("wr_ids completed", [done.wr_id for done in peer.completed()], [4])


class AckIsASack(NicCase):
    """A transport ACK alone is as good as a SACK: what it covers is not sent again."""

    requirements = ("NIC-070", "NIC-076")

    def _exchange(self, peer: Peer) -> None:
        Traffic(peer).send(3)
        peer.give(peer.make.ack(2, 1))
        peer.equal("completions", [done.ok for done in peer.completed()], [True])
        later = data_of(peer.wait(2 * peer.timing.ack_timeout_ns))
        peer.equal("packets sent after everything is acknowledged", [one.psn for one in later], [])


class NakEndsTheWrite(NicCase):
    """A transport NAK completes the oldest write with an error, and nothing is sent any more."""

    requirements = ("NIC-100",)

    def _exchange(self, peer: Peer) -> None:
        Traffic(peer).send(1)
        peer.give(peer.make.ack(0, 0, syndrome=mrc.SYNDROME_REMOTE_ACCESS))
        peer.equal("whether the write succeeded", [done.ok for done in peer.completed()], [False])
        peer.equal("data sent after the NAK", data_of(peer.wait(2 * peer.timing.ack_timeout_ns)), [])


class ImmediatesInFlight(NicCase):
    """No more writes with immediate are in flight than negotiated; each transport ACK lets as many follow."""

    requirements = ("NIC-077",)

    def _exchange(self, peer: Peer) -> None:
        limit = peer.settings.max_immediates
        seen = []
        for number in range(1, limit + 9):
            seen += data_of(peer.write(b"imm!", wr_id=number, immediate=number))
        peer.equal("writes with immediate sent before any transport ACK", len(seen), limit)
        more = data_of(peer.give(peer.make.ack(2, 3)))
        peer.equal(
            "sent after three were acknowledged", [one.header("ImmDt")["immediate"] for one in more], [33, 34, 35]
        )


def _answer_probes(peer: Peer) -> None:
    """A plane may be open again: answer the EV probes that a NIC sends before it uses it."""
    for _ in range(8 * peer.timing.ev_probe_successes):
        for request in peer.ev_probes[:]:
            timestamp = request.header("ERTH")["tx_timestamp"]
            peer.give(peer.make.ev_answer(request.psn & 0xFFFF, request.entropy, timestamp))
        peer.ev_probes.clear()
        peer.wait(peer.timing.rtt_ns)


class PortGoesDown(NicCase):
    """Nothing is given to a port that is down; the transfer goes on over the others, and back when it is up.

    A NIC may probe the plane first: EV probes are answered.
    """

    requirements = ("NIC-065",)

    def _exchange(self, peer: Peer) -> None:
        traffic = Traffic(peer)
        traffic.rotation(8)
        peer.nic.set_port(1, up=False)
        seen = traffic.send(12)
        peer.equal("ports used while port 1 is down", {one.port for one in seen}, {0})
        traffic.acknowledge(seen[-1])
        peer.equal("completions", [done.ok for done in peer.completed()], [True, True])
        peer.ev_probes.clear()
        peer.nic.set_port(1, up=True)
        _answer_probes(peer)
        peer.equal("ports used when it is up again", {one.port for one in traffic.send(8)}, {0, 1})


class PortStateOfThePeer(NicCase):
    """A port status update (endpoint request, op 0) takes a plane out of use, another brings it back.

    A NIC may probe the plane first: EV probes are answered.
    """

    requirements = ("NIC-066",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        traffic, count = Traffic(peer), len(peer.settings.paths())
        traffic.rotation(count)
        everything = (1 << peer.settings.planes) - 1
        peer.give(peer.make.port_status(everything ^ 0b10))
        seen = traffic.send(2 * count)
        peer.equal("packets on port 1 while the peer's is down", sum(one.port == 1 for one in seen), 0)
        traffic.acknowledge(seen[-1])
        peer.ev_probes.clear()
        peer.give(peer.make.port_status(everything))
        _answer_probes(peer)
        seen = traffic.send(2 * count)
        peer.true(any(one.port == 1 for one in seen), "no packet on port 1 although the peer's is up again")
