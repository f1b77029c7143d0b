# SPDX-License-Identifier: Apache-2.0
"""When the NIC sends a SACK, and what it says: cumulative PSN, acked PSN, bitmap, echoes, counts."""

from __future__ import annotations

from dataclasses import replace

from ptf_tests.headers import internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import MismatchError, NicCase, Peer, Seen, kind_of

_BITMAP_BITS = 64


def reported(peer: Peer, sack: Seen) -> set[int]:
    """Packets (indices from the peer's first) that the bitmap of a SACK says have arrived."""
    seth = sack.header("SETH")
    base = wire.distance(seth["cack_psn"], peer.settings.first_psn_received) + seth["sack_offset"]
    return {base + bit for bit in range(_BITMAP_BITS) if seth["bitmap"] >> bit & 1}


def cumulative(peer: Peer, sack: Seen) -> int:
    """Index up to which, inclusive, a SACK says that everything has arrived."""
    return wire.distance(sack.header("SETH")["cack_psn"], peer.settings.first_psn_received)


def acked(peer: Peer, sack: Seen) -> int:
    """Index of the packet a SACK says it answers."""
    return cumulative(peer, sack) + sack.header("SETH")["ack_psn_offset"]


def check_state(peer: Peer, sack: Seen, cack: int, above: set[int]) -> None:
    """A SACK's cumulative PSN and what its bitmap says above it."""
    peer.equal("packets up to the cumulative PSN", cumulative(peer, sack), cack)
    peer.equal("packets above it in the bitmap", {index for index in reported(peer, sack) if index > cack}, above)


class NoTrigger(NicCase):
    """Packets that trigger nothing are not answered one by one."""

    requirements = ("NIC-027",)

    def _exchange(self, peer: Peer) -> None:
        peer.silent(peer.give(peer.make.data(0), peer.make.data(1), peer.make.data(2)), "below every SACK trigger")


class ByteThreshold(NicCase):
    """More bytes than the threshold since the last SACK bring one; the count starts again with it."""

    requirements = ("NIC-027",)

    def _exchange(self, peer: Peer) -> None:
        count = peer.settings.sack_threshold_bytes // peer.settings.mtu
        for rotation in range(3):
            start = rotation * (count + 1)
            peer.silent(
                peer.give(*(peer.make.data(start + index) for index in range(count))), "no more than the threshold"
            )
            sack = peer.one(peer.give(peer.make.data(start + count)), mrc.SACK)
            check_state(peer, sack, start + count, set())


class SmallPacketsCountAsAThousand(NicCase):
    """Towards the threshold a packet counts its payload, and at least 1024."""

    requirements = ("NIC-027",)

    def _exchange(self, peer: Peer) -> None:
        count = peer.settings.sack_threshold_bytes // 1024
        small = [peer.make.write(i, b"tiny", offset=4 * i, msn=i + 1) for i in range(count + 1)]
        peer.silent(kind_of(peer.give(*small[:-1]), mrc.SACK), f"{count} small packets")
        peer.one(kind_of(peer.give(small[-1]), mrc.SACK), mrc.SACK)


class AckReqTriggers(NicCase):
    """A packet with AckReq is answered at once, and the SACK names it."""

    requirements = ("NIC-028", "NIC-093")

    def _exchange(self, peer: Peer) -> None:
        for index in range(3):
            sack = peer.one(peer.give(peer.make.data(index, ack_req=1)), mrc.SACK)
            check_state(peer, sack, index, set())
            peer.equal("packet the SACK answers", acked(peer, sack), index)
            peer.fields("SETH", sack.header("SETH"), mark=mrc.MARK_NONE, pr=0)


class CeTriggers(NicCase):
    """CE in the outer header alone brings a SACK with M = SKIP_ONCE and that packet's EV."""

    requirements = ("NIC-029", "NIC-034")

    def _exchange(self, peer: Peer) -> None:
        for index, path in enumerate(peer.make.paths[:3]):
            sack = peer.one(peer.give(wire.marked(peer.make.data(index, entropy=path.entropy))), mrc.SACK)
            peer.fields("SETH", sack.header("SETH"), mark=mrc.MARK_SKIP_ONCE, entropy=path.entropy)
            check_state(peer, sack, index, set())


class CeInsideCountsToo(NicCase):
    """CE that is in the inner header already is a mark as well (RFC 6040)."""

    requirements = ("NIC-029",)

    def _exchange(self, peer: Peer) -> None:
        frame = wire.changed(peer.make.data(0), wire.INNER, internet.IPV6, seal=False, ecn=internet.CE)
        sack = peer.one(peer.give(frame), mrc.SACK)
        peer.fields("SETH", sack.header("SETH"), mark=mrc.MARK_SKIP_ONCE, entropy=peer.make.default)


class UnmarkedIsNotMarked(NicCase):
    """Not-ECT, ECT(0) and ECT(1) are no marks."""

    requirements = ("NIC-029",)

    def _exchange(self, peer: Peer) -> None:
        for index, ecn in enumerate((internet.NOT_ECT, internet.ECT1, internet.ECT0)):
            frame = peer.make.data(index, ack_req=1)
            for at in (wire.OUTER, wire.INNER):
                frame = wire.changed(frame, at, internet.IPV6, seal=False, ecn=ecn)
            sack = peer.one(peer.give(frame), mrc.SACK)
            peer.fields(f"SETH after ECN field {ecn}", sack.header("SETH"), mark=mrc.MARK_NONE)


class RtxTriggers(NicCase):
    """A retransmission is answered at once, and the SACK has the rtx bit so that its RTT is not believed."""

    requirements = ("NIC-030",)

    def _exchange(self, peer: Peer) -> None:
        peer.give(peer.make.data(0), peer.make.data(2))
        sack = peer.one(peer.give(peer.make.data(1, rtx=1)), mrc.SACK)
        peer.equal("rtx bit", sack.rtx, 1)
        check_state(peer, sack, 2, set())
        plain = peer.one(peer.give(peer.make.data(3, ack_req=1)), mrc.SACK)
        peer.equal("rtx bit after a first transmission", plain.rtx, 0)


class ProbeTriggers(NicCase):
    """A reliability probe brings a SACK with pr = 1 and its id; it takes no PSN."""

    requirements = ("NIC-031",)

    def _exchange(self, peer: Peer) -> None:
        peer.give(*(peer.make.data(index) for index in (0, 2, 3)))
        for probe_id in (0x0001, 0x7F0F):
            sack = peer.one(peer.give(peer.make.probe(probe_id, timestamp=0x2222)), mrc.SACK)
            peer.fields("SETH", sack.header("SETH"), pr=1, ack_psn_offset=probe_id)
            peer.fields("CC_STATE", sack.header("CC_STATE"), tx_timestamp=0x2222)
            check_state(peer, sack, 0, {2, 3})
        sack = peer.one(peer.give(peer.make.data(1, ack_req=1)), mrc.SACK)
        check_state(peer, sack, 3, set())


class ProbeBeforeAnyData(NicCase):
    """A probe before the first packet: nothing has arrived, so the cumulative PSN is the one before the first."""

    requirements = ("NIC-031", "NIC-033")

    def _exchange(self, peer: Peer) -> None:
        sack = peer.one(peer.give(peer.make.probe(5)), mrc.SACK)
        check_state(peer, sack, -1, set())


class BitmapWithHoles(NicCase):
    """Bit i of the bitmap is packet base + i, above several holes and across the wrap of the PSN."""

    requirements = ("NIC-033", "NIC-093")

    def _exchange(self, peer: Peer) -> None:
        arriving = (0, 1, 3, 5, 6, 20)
        seen = peer.give(*(peer.make.data(index) for index in arriving[:-1]), peer.make.data(20, ack_req=1))
        sack = peer.one(seen, mrc.SACK)
        check_state(peer, sack, 1, {3, 5, 6, 20})
        peer.equal("packet the SACK answers", acked(peer, sack), 20)


class BitmapIsExact(NicCase):
    """One packet above a hole, at each of 64 distances: exactly its bit is set."""

    requirements = ("NIC-033",)

    def _exchange(self, peer: Peer) -> None:
        present: set[int] = set()
        for index in range(64, 0, -1):
            present.add(index)
            sack = peer.one(peer.give(peer.make.data(index, ack_req=1)), mrc.SACK)
            acknowledged = reported(peer, sack)
            peer.equal("cumulative PSN while packet 0 is missing", cumulative(peer, sack), -1)
            peer.true(index in acknowledged, f"packet {index} asked for this SACK, whose bitmap does not have it")
            peer.true(
                acknowledged <= present,
                f"the bitmap says {sorted(acknowledged - present)} arrived, which were never sent",
            )


class FilledHoles(NicCase):
    """Filling a hole moves the cumulative PSN past what was held; the acked PSN may be below it (negative offset)."""

    requirements = ("NIC-033", "NIC-093")

    def _exchange(self, peer: Peer) -> None:
        peer.give(*(peer.make.data(index) for index in (0, 2, 3, 5)))
        sack = peer.one(peer.give(peer.make.data(1, ack_req=1)), mrc.SACK)
        check_state(peer, sack, 3, {5})
        peer.equal("packet the SACK answers", acked(peer, sack), 1)
        sack = peer.one(peer.give(peer.make.data(4, ack_req=1)), mrc.SACK)
        check_state(peer, sack, 5, set())


class MoreThanABitmapHolds(NicCase):
    """More than 64 packets above a hole are all reported, in as many SACKs as it takes, the one with pr=1 last."""

    requirements = ("NIC-094",)

    def _exchange(self, peer: Peer) -> None:
        peer.give(*(peer.make.data(index) for index in range(1, 120)))
        seen = peer.give(peer.make.probe(9))
        sacks = kind_of(seen, mrc.SACK)
        acknowledged: set[int] = set()
        for sack in sacks:
            acknowledged |= reported(peer, sack)
        peer.equal("packets reported", acknowledged, set(range(1, 120)))
        peer.equal("pr of each SACK", [s.header("SETH")["pr"] for s in sacks], [0] * (len(sacks) - 1) + [1])


class EntropyIsEchoed(NicCase):
    """A SACK names the EV of the packet that it answers, not that of the SACK itself or of another packet."""

    requirements = ("NIC-034",)

    def _exchange(self, peer: Peer) -> None:
        for index, path in enumerate(peer.make.paths):
            sack = peer.one(peer.give(peer.make.data(index, ack_req=1, entropy=path.entropy)), mrc.SACK)
            peer.fields("SETH", sack.header("SETH"), entropy=path.entropy)


class ForeignEntropyIsEchoed(NicCase):
    """The peer's EVs are its own: any 32 bits come back as they are."""

    requirements = ("NIC-034",)

    def _exchange(self, peer: Peer) -> None:
        for index, entropy in enumerate((0x0001_0002, 0xFFFF_FFFE, 0x8000_7FFF)):
            sack = peer.one(peer.give(peer.make.data(index, ack_req=1, entropy=entropy)), mrc.SACK)
            peer.fields("SETH", sack.header("SETH"), entropy=entropy)


class TimestampIsReflected(NicCase):
    """CC_STATE carries the tx_timestamp of the packet that triggered the SACK."""

    requirements = ("NIC-092",)

    def _exchange(self, peer: Peer) -> None:
        for index, timestamp in enumerate((0x0001, 0xFFFF, 0x8000)):
            peer.give(peer.make.data(2 * index, timestamp=0x5555))
            sack = peer.one(peer.give(peer.make.data(2 * index + 1, ack_req=1, timestamp=timestamp)), mrc.SACK)
            peer.fields("CC_STATE", sack.header("CC_STATE"), tx_timestamp=timestamp)


class QueuePairNumbersAreEchoed(NicCase):
    """spdcid and dpdcid are the low 16 bits of the NIC's and the peer's queue pair numbers."""

    requirements = ("NIC-032",)
    settings = replace(Settings(), peer_qp=0xABCDEF)

    def _exchange(self, peer: Peer) -> None:
        sack = peer.one(peer.give(peer.make.data(0, ack_req=1)), mrc.SACK)
        peer.fields("SETH", sack.header("SETH"), spdcid=peer.connection.qp & 0xFFFF, dpdcid=0xCDEF)
        peer.equal("DestQP", sack.frame.bth["dest_qp"], 0xABCDEF)


class PacketsHeldAboveAHole(NicCase):
    """ooo_count is how many packets above the cumulative PSN have arrived."""

    requirements = ("NIC-095",)

    def _exchange(self, peer: Peer) -> None:
        for arriving, held in (((0, 2), 1), ((4, 5), 3), ((1,), 2), ((3,), 0)):
            seen = peer.give(*(peer.make.data(i) for i in arriving[:-1]), peer.make.data(arriving[-1], ack_req=1))
            peer.fields("CC_STATE", peer.one(seen, mrc.SACK).header("CC_STATE"), ooo_count=held)


def _received_bytes(peer: Peer, index: int, size: int) -> int:
    data = wire.payload(index, size)
    frame = peer.make.write(index, data, msn=index + 1, ack_req=1)
    return peer.one(kind_of(peer.give(frame), mrc.SACK), mrc.SACK).header("CC_STATE")["rcvd_bytes"]


class ReceivedBytesCountHeaders(NicCase):
    """rcvd_bytes counts UDP length + 40 of each new packet, in 256-byte units rounded up; duplicates count nothing."""

    requirements = ("NIC-035",)

    def _exchange(self, peer: Peer) -> None:
        total = 0
        for index, size in enumerate((4, 1024, 300, 1)):
            total += 8 + 12 + 4 + 4 + 16 + size + -size % 4 + 4 + 40
            peer.equal(f"rcvd_bytes after {total} bytes", _received_bytes(peer, index, size), -(-total // 256))
        sacks = kind_of(peer.give(peer.make.data(0, ack_req=1)), mrc.SACK)
        peer.true(bool(sacks), "no SACK for a duplicate")
        peer.equal("rcvd_bytes after a duplicate", sacks[0].header("CC_STATE")["rcvd_bytes"], -(-total // 256))


class ReceivedBytesCountPayload(NicCase):
    """rcvd_bytes counts max(payload, 1024) of each new packet, in 256-byte units."""

    requirements = ("NIC-036",)

    def _exchange(self, peer: Peer) -> None:
        total = 0
        for index, size in enumerate((4, 1024, 300)):
            total += max(size, 1024)
            peer.equal(f"rcvd_bytes after {total} bytes", _received_bytes(peer, index, size), -(-total // 256))


class NeverMoreThanArrived(NicCase):
    """Over a long random order of arrivals no SACK reports a packet that did not arrive, and the last reports all."""

    requirements = ("NIC-026", "NIC-033")

    def _exchange(self, peer: Peer) -> None:
        # A fixed permutation of 0..99: 37 is prime to 100.
        order = [index * 37 % 100 for index in range(100)]
        arrived: set[int] = set()
        last: Seen | None = None
        for number, index in enumerate(order):
            arrived.add(index)
            for sack in kind_of(peer.give(peer.make.data(index, ack_req=int(number % 7 == 0))), mrc.SACK):
                acknowledged = {i for i in reported(peer, sack) if i > cumulative(peer, sack)}
                acknowledged |= set(range(cumulative(peer, sack) + 1))
                peer.true(
                    acknowledged <= arrived,
                    f"a SACK reports packets {sorted(acknowledged - arrived)}, which had not arrived",
                )
                last = sack
        if last is None:
            raise MismatchError("100 packets and not one SACK")
        sack = peer.one(peer.give(peer.make.probe(1)), mrc.SACK)
        check_state(peer, sack, 99, set())
        for index in order:
            peer.memory(index * peer.settings.mtu, wire.payload(index, peer.settings.mtu), f"of packet {index}")
