# SPDX-License-Identifier: Apache-2.0
"""Trimmed packets and what the NIC answers: NACKs, by the DSCP of the outer header and by nothing else."""

from __future__ import annotations

from ptf_tests.headers import internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.case import NicCase, Peer, Seen, kind_of
from ptf_tests.nic.wire import INNER, OUTER, UDP, changed, trimmed

_SHORTEST = 122
"""Ethernet, two IPv6 headers, UDP, BTH, METH and TSETH: what a NACK needs."""


def _nack(peer: Peer, seen: list[Seen], index: int, **expected: int) -> Seen:
    nack = peer.one(seen, mrc.NACK)
    peer.fields("NETH", nack.header("NETH"), nack_psn=peer.make.received_psn(index), **expected)
    return nack


class TrimmedIsNacked(NicCase):
    """A packet with DSCP TRIMMED brings a NACK TRIMMED with its PSN, EV and timestamp; nothing of it is written."""

    requirements = ("NIC-034", "NIC-040", "NIC-042", "NIC-092")

    def _exchange(self, peer: Peer) -> None:
        dscp = peer.capabilities.dscp.trimmed
        for index, path in enumerate(peer.make.paths[:4]):
            frame = peer.make.data(index, entropy=path.entropy, timestamp=0x4000 + index)
            _nack(
                peer,
                peer.give(trimmed(frame, dscp)),
                index,
                reason=mrc.TRIMMED,
                entropy=path.entropy,
                tx_timestamp=0x4000 + index,
            )
        peer.untouched(0, 4 * peer.settings.mtu, "after trimmed packets")


class TrimmedAtTheLastHop(NicCase):
    """DSCP TRIMMED_LASTHOP brings reason TRIMMED_LASTHOP."""

    requirements = ("NIC-034", "NIC-041")

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(trimmed(peer.make.data(5), peer.capabilities.dscp.trimmed_lasthop))
        _nack(peer, seen, 5, reason=mrc.TRIMMED_LASTHOP, entropy=peer.make.default)


class TrimmedToAnySize(NicCase):
    """Whatever is left behind TSETH: 122, 128, 200, 256 or 1000 bytes."""

    requirements = ("NIC-042",)

    def _exchange(self, peer: Peer) -> None:
        for index, size in enumerate((_SHORTEST, 128, 200, 256, 1000)):
            seen = peer.give(trimmed(peer.make.data(index), peer.capabilities.dscp.trimmed, size=size))
            _nack(peer, seen, index, reason=mrc.TRIMMED)


class TrimmedWithStaleLengths(NicCase):
    """The outer length may be that of the whole packet, and the inner ones always are."""

    requirements = ("NIC-042",)

    def _exchange(self, peer: Peer) -> None:
        frame = trimmed(peer.make.data(0), peer.capabilities.dscp.trimmed, update_length=False)
        _nack(peer, peer.give(frame), 0, reason=mrc.TRIMMED)


class TrimmedWithEveryLengthUpdated(NicCase):
    """A switch that updates the inner length and the UDP length too is understood as well."""

    requirements = ("NIC-042",)

    def _exchange(self, peer: Peer) -> None:
        frame = trimmed(peer.make.data(0), peer.capabilities.dscp.trimmed)
        length = len(frame.data) - UDP
        frame = changed(frame, INNER, internet.IPV6, seal=False, payload_length=length)
        frame = changed(frame, UDP, internet.UDP, seal=False, length=length)
        _nack(peer, peer.give(frame), 0, reason=mrc.TRIMMED)


class InnerDscpDoesNotTrim(NicCase):
    """Switches write the outer header: a trimmed DSCP in the inner one alone means nothing."""

    requirements = ("NIC-040",)

    def _exchange(self, peer: Peer) -> None:
        dscp = peer.capabilities.dscp.trimmed
        frame = changed(peer.make.data(0, ack_req=1), INNER, internet.IPV6, seal=False, dscp=dscp)
        peer.one(peer.give(frame), mrc.SACK)
        peer.memory(0, wire.payload(0, peer.settings.mtu), "after a packet whose inner DSCP alone says trimmed")


class ShortWithoutTrimDscp(NicCase):
    """A packet is not trimmed because it is short: without the DSCP it is malformed, and dropped."""

    requirements = ("NIC-025", "NIC-040")

    def _exchange(self, peer: Peer) -> None:
        frame = trimmed(peer.make.data(0, ack_req=1), peer.capabilities.dscp.trimmable)
        peer.silent(peer.give(frame), "a cut packet whose DSCP does not say trimmed")


class TrimmedThenSentAgain(NicCase):
    """After the NACK the PSN is still missing: SACKs do not report it, and the retransmission is placed."""

    requirements = ("NIC-033", "NIC-042")

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        peer.give(make.data(0), trimmed(make.data(1), peer.capabilities.dscp.trimmed))
        sack = peer.one(peer.give(make.data(2, ack_req=1)), mrc.SACK)
        peer.fields("SETH", sack.header("SETH"), cack_psn=make.received_psn(0))
        sack = peer.one(peer.give(make.data(1, rtx=1)), mrc.SACK)
        peer.fields("SETH", sack.header("SETH"), cack_psn=make.received_psn(2))
        peer.memory(peer.settings.mtu, wire.payload(1, peer.settings.mtu), "of the packet sent again")


class TrimmedRetransmission(NicCase):
    """A trimmed retransmission brings a NACK with the rtx bit."""

    requirements = ("NIC-040", "NIC-096")

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(trimmed(peer.make.data(0, rtx=1), peer.capabilities.dscp.trimmed))
        peer.equal("rtx bit of the NACK", _nack(peer, seen, 0, reason=mrc.TRIMMED).rtx, 1)


class TrimmedDuplicate(NicCase):
    """A trimmed copy of a packet that has arrived needs no retransmission: no NACK."""

    requirements = ("NIC-097",)

    def _exchange(self, peer: Peer) -> None:
        make, dscp = peer.make, peer.capabilities.dscp.trimmed
        peer.give(make.data(0), make.data(2))
        for index in (0, 2):
            seen = peer.give(trimmed(make.data(index), dscp))
            peer.equal(f"NACKs for a trimmed copy of packet {index}", len(kind_of(seen, mrc.NACK)), 0)
        peer.memory(0, wire.payload(0, peer.settings.mtu), "after trimmed copies")


class TrimmedControl(NicCase):
    """Control packets are never trimmed: one that says so is dropped, and changes nothing."""

    requirements = ("NIC-025",)
    needs = frozenset({"nic.trimming"})

    def _exchange(self, peer: Peer) -> None:
        peer.one(peer.write(b"data"), mrc.WRITE_ONLY)
        dscp = peer.capabilities.dscp.trimmed
        for frame in (peer.make.ack(0, 1), peer.make.probe(3)):
            cut = trimmed(frame, dscp, size=len(frame.data) - 4)
            peer.silent(peer.give(cut), "a control packet with a trimmed DSCP and no ICRC")
        peer.equal("completions", peer.completed(), [])


class WholePacketWithTrimDscp(NicCase):
    """A packet too short to be cut, re-marked as trimmed and otherwise whole, is NACKed: the DSCP is believed."""

    requirements = ("NIC-043",)

    def _exchange(self, peer: Peer) -> None:
        frame = peer.make.write(0, b"shortone", ack_req=1)
        frame = changed(frame, OUTER, internet.IPV6, seal=False, dscp=peer.capabilities.dscp.trimmed)
        _nack(peer, peer.give(frame), 0, reason=mrc.TRIMMED)
        peer.untouched(0, 8, "after a whole packet with a trimmed DSCP")


class WholePacketWithTrimDscpPlaced(NicCase):
    """A packet too short to be cut, re-marked as trimmed and otherwise whole, is placed and its EV reported."""

    requirements = ("NIC-044",)

    def _exchange(self, peer: Peer) -> None:
        frame = peer.make.data(0)
        frame = changed(frame, OUTER, internet.IPV6, seal=False, dscp=peer.capabilities.dscp.trimmed)
        sack = peer.one(peer.give(frame), mrc.SACK)
        peer.fields("SETH", sack.header("SETH"), mark=mrc.MARK_SKIP_ONCE, entropy=peer.make.default)
        peer.memory(0, wire.payload(0, peer.settings.mtu), "after a whole packet with a trimmed DSCP")
