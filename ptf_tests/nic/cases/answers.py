# SPDX-License-Identifier: Apache-2.0
"""Answers in corners: what has not arrived is not told, what waited is not merged away, ids and EVs are exact."""

from __future__ import annotations

from ptf_tests.headers import internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, kind_of
from ptf_tests.nic.cases.sacks import check_state
from ptf_tests.nic.wire import NetFrame, marked, trimmed

_WINDOW_UNIT = 128
_HALF = 1 << 23


class TrimmedHasNotArrived(NicCase):
    """A trimmed packet is in no SACK, counts no bytes towards the threshold or in rcvd_bytes, and completes nothing."""

    requirements = ("NIC-164",)

    def _exchange(self, peer: Peer) -> None:
        make, dscp = peer.make, peer.capabilities.dscp.trimmed
        before = peer.one(peer.give(make.data(0, ack_req=1)), mrc.SACK)
        count = peer.settings.sack_threshold_bytes // peer.settings.mtu + 2
        seen = peer.give(*(trimmed(make.data(index), dscp) for index in range(1, count + 1)))
        peer.equal("SACKs for trimmed packets alone", len(kind_of(seen, mrc.SACK)), 0)
        after = peer.one(peer.give(make.probe(1)), mrc.SACK)
        check_state(peer, after, 0, set())
        reported = [one.header("CC_STATE") for one in (before, after)]
        peer.equal("rcvd_bytes", reported[1]["rcvd_bytes"], reported[0]["rcvd_bytes"])
        peer.fields("CC_STATE", reported[1], ooo_count=0)


class TrimmedLastPacket(NicCase):
    """The last packet of a message is trimmed: no transport ACK and no immediate until it has come whole."""

    requirements = ("NIC-164",)
    needs = frozenset({"nic.immediates"})

    def _exchange(self, peer: Peer) -> None:
        frame = peer.make.write(0, b"x" * 64, opcode=mrc.WRITE_ONLY_IMM, immediate=9, rqmsn=1)
        nack = peer.one(peer.give(trimmed(frame, peer.capabilities.dscp.trimmed)), mrc.NACK)
        peer.fields("NETH", nack.header("NETH"), reason=mrc.TRIMMED, nack_psn=peer.make.received_psn(0))
        peer.equal("immediates delivered", peer.completed(), [])
        peer.equal("transport ACKs", len(kind_of(peer.give(frame), mrc.ACK)), 1)
        peer.equal("immediates delivered", [done.immediate for done in peer.completed()], [9])


class TrimmedAboveTheWindow(NicCase):
    """A trimmed packet whose PSN is above the window is dropped as a whole one is: there is no NACK of a trim."""

    requirements = ("NIC-165",)

    def _exchange(self, peer: Peer) -> None:
        window = peer.settings.mpr * _WINDOW_UNIT
        for index in (window, window + 77):
            seen = peer.give(trimmed(peer.make.data(index), peer.capabilities.dscp.trimmed))
            reasons = [one.header("NETH")["reason"] for one in kind_of(seen, mrc.NACK)]
            peer.true(mrc.TRIMMED not in reasons, f"PSN {index - window} above the window: NACK TRIMMED")


class FarFromTheWindow(NicCase):
    """PSNs in the far half of their space are neither new nor known: nothing is placed, and the window stays."""

    requirements = ("NIC-166",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        peer.give(make.data(0))
        for far in (_HALF - 1, _HALF, _HALF + 1, 3 * _HALF // 2, 1 << 20):
            peer.give(make.write(far, b"\xee" * 16, offset=8192, ack_req=1))
            peer.untouched(8192, 16, f"after a PSN {far:#x} ahead")
        check_state(peer, peer.one(peer.give(make.probe(1)), mrc.SACK), 0, set())


class ProbeIdsOf16Bits(NicCase):
    """Every id of a reliability probe comes back as it is, with its highest bit too."""

    requirements = ("NIC-031",)

    def _exchange(self, peer: Peer) -> None:
        for probe_id in (0x8000, 0xFFFF, 0x0000, 0x8001):
            sack = peer.one(peer.give(peer.make.probe(probe_id)), mrc.SACK)
            seth = sack.header("SETH")
            peer.equal("pr and id", (seth["pr"], seth["ack_psn_offset"] & 0xFFFF), (1, probe_id))


class MarkedProbe(NicCase):
    """A reliability probe that arrives CE brings M = SKIP_ONCE and its EV."""

    requirements = ("NIC-029", "NIC-031")

    def _exchange(self, peer: Peer) -> None:
        path = peer.make.paths[1]
        probe = peer.make.probe(3, entropy=path.entropy)
        probe = wire.changed(probe, wire.INNER, internet.IPV6, seal=False, ecn=internet.ECT0)
        sack = peer.one(peer.give(marked(probe)), mrc.SACK)
        peer.fields("SETH", sack.header("SETH"), pr=1, mark=mrc.MARK_SKIP_ONCE, entropy=path.entropy)


class DuplicatesEchoTheirOwnEv(NicCase):
    """The SACK for a duplicate names the EV and the timestamp of the duplicate, not of the packet that was placed."""

    requirements = ("NIC-034", "NIC-092")

    def _exchange(self, peer: Peer) -> None:
        make, paths = peer.make, peer.make.paths
        peer.give(make.data(0, entropy=paths[0].entropy, timestamp=0x1001), make.data(2, entropy=paths[1].entropy))
        for index, path, timestamp in ((0, paths[2], 0x2002), (2, paths[3], 0x3003)):
            seen = peer.give(make.data(index, entropy=path.entropy, timestamp=timestamp))
            sack = kind_of(seen, mrc.SACK)[0]
            peer.fields("SETH", sack.header("SETH"), entropy=path.entropy)
            peer.fields("CC_STATE", sack.header("CC_STATE"), tx_timestamp=timestamp)


class MarkedDuplicates(NicCase):
    """A duplicate that arrives CE tells of congestion as any packet does: M = SKIP_ONCE and its EV."""

    requirements = ("NIC-029",)

    def _exchange(self, peer: Peer) -> None:
        make, paths = peer.make, peer.make.paths
        peer.give(make.data(0), make.data(2))
        for index, path in ((0, paths[2]), (2, paths[3])):
            sack = kind_of(peer.give(marked(make.data(index, entropy=path.entropy))), mrc.SACK)[0]
            peer.fields("SETH", sack.header("SETH"), mark=mrc.MARK_SKIP_ONCE, entropy=path.entropy)


class AnyAnswerRestartsTheCount(NicCase):
    """Bytes towards the threshold count from the last SACK, whatever triggered that one."""

    requirements = ("NIC-027",)

    def _exchange(self, peer: Peer) -> None:
        make, count = peer.make, peer.settings.sack_threshold_bytes // peer.settings.mtu
        peer.silent(peer.give(*(make.data(index) for index in range(count))), "no more than the threshold")
        peer.one(peer.give(make.data(count, ack_req=1)), mrc.SACK)
        more = [make.data(index) for index in range(count + 1, 2 * count + 2)]
        peer.silent(peer.give(*more[:-1]), "no more than the threshold since a packet with AckReq")
        peer.one(peer.give(more[-1]), mrc.SACK)


def _while_nothing_leaves(peer: Peer, *given: NetFrame) -> list[Seen]:
    """What is sent when a port comes up after ``given`` arrived while all were down."""
    for port in range(peer.settings.planes):
        peer.nic.set_port(port, up=False)
    peer.silent(peer.give(*given), "no port is up")
    for port in range(peer.settings.planes):
        peer.nic.set_port(port, up=True)
    return peer.wait(peer.timing.rtt_ns)


class WaitingMarksAreNotMerged(NicCase):
    """Marked packets whose SACKs had to wait for a port each have one of their own: every EV is named."""

    requirements = ("NIC-167",)
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        given = [marked(peer.make.data(i, entropy=path.entropy)) for i, path in enumerate(peer.make.paths[:5])]
        seen = kind_of(_while_nothing_leaves(peer, *given), mrc.SACK)
        reported = {(one.header("SETH")["entropy"], one.header("SETH")["mark"]) for one in seen}
        expected = {(path.entropy, mrc.MARK_SKIP_ONCE) for path in peer.make.paths[:5]}
        peer.equal("EVs told as marked", reported, expected)
        check_state(peer, seen[-1], 4, set())


class WaitingNacksAreNotMerged(NicCase):
    """Trimmed packets whose NACKs had to wait for a port each have one of their own, but those that came since."""

    requirements = ("NIC-040", "NIC-168")
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        make, dscp = peer.make, peer.capabilities.dscp.trimmed
        given = [trimmed(make.data(index), dscp) for index in range(6)]
        seen = kind_of(_while_nothing_leaves(peer, *given, make.data(2, rtx=1)), mrc.NACK)
        reported = [one.header("NETH")["nack_psn"] for one in seen]
        peer.equal("PSNs NACKed", reported, [make.received_psn(index) for index in (0, 1, 3, 4, 5)])


class SacksThatWaitedAreTrue(NicCase):
    """A SACK that had to wait tells what is true when it leaves: it shows no hole that has been filled."""

    requirements = ("NIC-033", "NIC-167")
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        given = (make.data(1, ack_req=1), make.data(3, ack_req=1), make.data(0, ack_req=1), make.data(2))
        for sack in kind_of(_while_nothing_leaves(peer, *given), mrc.SACK):
            check_state(peer, sack, 3, set())


class BytesOfEveryNewPacketOnce(NicCase):
    """rcvd_bytes counts each packet once, in any order: no duplicate, nothing trimmed, nothing above the window."""

    requirements = ("NIC-035",)
    settings = Settings()

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        dscp, window = peer.capabilities.dscp.trimmed, peer.settings.mpr * _WINDOW_UNIT
        size = 8 + 12 + 4 + 4 + 16 + 1024 + 4 + 40
        others = (make.data(5), trimmed(make.data(1), dscp), make.data(window + 9), make.data(3))
        peer.give(make.data(5), make.data(3), *others)
        sack = peer.one(peer.give(make.probe(1)), mrc.SACK)
        peer.equal("rcvd_bytes of two packets", sack.header("CC_STATE")["rcvd_bytes"], -(-2 * size // 256))
        peer.give(*(make.data(index) for index in (0, 1, 2, 4)), *others)
        sack = peer.one(peer.give(make.probe(2)), mrc.SACK)
        peer.equal("rcvd_bytes of six packets", sack.header("CC_STATE")["rcvd_bytes"], -(-6 * size // 256))
