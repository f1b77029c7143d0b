# SPDX-License-Identifier: Apache-2.0
"""What a peer may write: regions, keys, domains and rights; what a NAK says, when it comes; and partitions."""

from __future__ import annotations

from dataclasses import replace

from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, data_of, kind_of
from ptf_tests.nic.wire import BTH, NetFrame, changed


def _naks(seen: list[Seen]) -> list[int]:
    """Syndromes of the transport NAKs among frames."""
    syndromes = [one.header("AETH")["syndrome"] for one in kind_of(seen, mrc.ACK)]
    return [syndrome for syndrome in syndromes if syndrome != mrc.SYNDROME_ACK]


def _refused(peer: Peer, frame: NetFrame, why: str) -> Seen:
    """A one-packet write that may not be: a NAK, remote access; the NAK."""
    seen = peer.give(frame)
    peer.equal(f"syndromes after {why}", _naks(seen), [mrc.SYNDROME_REMOTE_ACCESS])
    return kind_of(seen, mrc.ACK)[-1]


# --- Regions, domains, rights ---------------------------------------------------------------------------------------


class RegionOfAnotherDomain(NicCase):
    """The right key of a region in another protection domain opens nothing."""

    requirements = ("NIC-140",)
    settings = replace(Settings(), region_of_another_domain=True)

    def _exchange(self, peer: Peer) -> None:
        _refused(peer, peer.make.write(0, b"evil"), "a write into another domain")
        peer.untouched(0, 64, "after a write into another domain")


class RegionWithoutRemoteWrite(NicCase):
    """A region that its owner registered for itself alone is not written."""

    requirements = ("NIC-141",)
    settings = replace(Settings(), region_writable=False)

    def _exchange(self, peer: Peer) -> None:
        _refused(peer, peer.make.write(0, b"evil"), "a write to a region without remote write")
        peer.untouched(0, 64, "after a write to a region without remote write")


class QueuePairWithoutRemoteWrite(NicCase):
    """By a queue pair without remote write nothing is written, whatever the region allows."""

    requirements = ("NIC-141",)
    settings = replace(Settings(), qp_writable=False)

    def _exchange(self, peer: Peer) -> None:
        _refused(peer, peer.make.write(0, b"evil"), "a write by a queue pair without remote write")
        peer.untouched(0, 64, "after a write by a queue pair without remote write")


class WithdrawnRegion(NicCase):
    """A region that was withdrawn in the middle of a message takes no further byte of it."""

    requirements = ("NIC-142",)

    def _exchange(self, peer: Peer) -> None:
        mtu = peer.settings.mtu
        peer.give(peer.make.data(0, of=2))
        peer.nic.withdraw_region()
        _refused(peer, peer.make.data(1, of=2), "a write to a region that was withdrawn")
        peer.memory(0, wire.payload(0, mtu) + bytes(mtu), "of a region that was withdrawn")


class EveryPacketIsChecked(NicCase):
    """A message whose first packet is allowed and whose second leaves the region is refused at the second."""

    requirements = ("NIC-046",)

    def _exchange(self, peer: Peer) -> None:
        size, mtu = peer.settings.region_bytes, peer.settings.mtu
        first = peer.make.write(0, wire.payload(0, mtu), opcode=mrc.WRITE_FIRST, offset=size - mtu, dma_length=2 * mtu)
        peer.equal("syndromes after the first packet", _naks(peer.give(first)), [])
        peer.memory(size - mtu, wire.payload(0, mtu), "of the packet that is allowed")
        second = peer.make.write(1, wire.payload(1, mtu), opcode=mrc.WRITE_LAST, offset=size, dma_length=2 * mtu)
        nak = _refused(peer, second, "a second packet outside of the region")
        peer.equal("PSN of the NAK", nak.psn, peer.make.received_psn(1))


class TheWholeRegion(NicCase):
    """The first and the last byte of a region may be written."""

    requirements = ("NIC-046",)

    def _exchange(self, peer: Peer) -> None:
        size = peer.settings.region_bytes
        seen = peer.give(peer.make.write(0, b"\x5a", offset=0), peer.make.write(1, b"\xa5", offset=size - 1, msn=2))
        peer.equal("syndromes", _naks(seen), [])
        peer.memory(0, b"\x5a", "at the start of the region")
        peer.memory(size - 1, b"\xa5", "at the end of the region")


class AddressesDoNotWrap(NicCase):
    """An address just below 2^64, or one byte in front of the region, is outside of it."""

    requirements = ("NIC-046",)

    def _exchange(self, peer: Peer) -> None:
        for offset in (-1, (1 << 64) - 4 - peer.connection.region_address):
            again = Peer(peer.nic, self.settings)
            _refused(again, again.make.write(0, b"\xff" * 8, offset=offset), f"an address {offset:+#x} from the region")
            again.untouched(0, 64, "after an address outside of the region")


# --- Transport NAKs -------------------------------------------------------------------------------------------------


class NakWaitsForItsTurn(NicCase):
    """A refused packet is NAKed when everything before it has arrived and completed, and not before."""

    requirements = ("NIC-135",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        early = peer.give(make.write(2, b"evil", r_key=peer.connection.r_key ^ 1, msn=2))
        peer.equal("syndromes while packets 0 and 1 are missing", _naks(early), [])
        peer.equal("syndromes while packet 1 is missing", _naks(peer.give(make.data(0, of=2))), [])
        peer.equal("syndromes at its turn", _naks(peer.give(make.data(1, of=2))), [mrc.SYNDROME_REMOTE_ACCESS])
        peer.memory(0, wire.payload(0, peer.settings.mtu), "of the write before the refused one")


class NakCountsWhatCompleted(NicCase):
    """A NAK has the PSN of the refused packet, and AETH.MSN counts the writes completed before it."""

    requirements = ("NIC-129", "NIC-136")

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        peer.give(make.write(0, b"one."), make.write(1, b"two.", offset=4, msn=2))
        nak = _refused(peer, make.write(2, b"evil", r_key=peer.connection.r_key ^ 1, msn=3), "a wrong key")
        peer.equal("PSN of the NAK", nak.psn, make.received_psn(2))
        peer.fields("AETH", nak.header("AETH"), msn=2)
        peer.memory(0, b"one.two.", "of the writes before the refused one")


class NothingBehindARefusedPacket(NicCase):
    """What comes behind a refused packet is not placed, and completes nothing."""

    requirements = ("NIC-137",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        evil = make.write(1, b"evil", r_key=peer.connection.r_key ^ 1, msn=2)
        behind = make.write(2, b"late", opcode=mrc.WRITE_ONLY_IMM, offset=64, immediate=7, rqmsn=1, msn=3)
        peer.give(evil, behind, make.write(0, b"good"))
        peer.give(make.write(3, b"last", offset=128, msn=4))
        peer.memory(0, b"good", "of the write before the refused one")
        peer.untouched(64, 4, "of the write behind the refused one")
        peer.untouched(128, 4, "of a write after the NAK")
        peer.equal("immediates delivered", [done.immediate for done in peer.completed()], [])


class RefusedAndSacked(NicCase):
    """Reliability and semantics are independent: a packet that is refused has arrived, and SACKs say so."""

    requirements = ("NIC-138",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        frame = make.write(2, b"evil", r_key=peer.connection.r_key ^ 1, msn=2, ack_req=1)
        sack = peer.one(peer.give(frame), mrc.SACK).header("SETH")
        peer.fields("SETH", sack, cack_psn=make.received_psn(-1))
        peer.equal("bitmap bit of the refused packet", sack["bitmap"] >> 2 - (sack["sack_offset"] - 1) & 1, 1)


class LostNakIsRepeated(NicCase):
    """The NAK was lost, and the peer sends the packet again or probes: it is told the same once more."""

    requirements = ("NIC-139",)

    def _exchange(self, peer: Peer) -> None:
        make, key = peer.make, peer.connection.r_key ^ 1
        first = _refused(peer, make.write(0, b"evil", r_key=key), "a wrong key")
        again = {
            "the packet again": make.write(0, b"evil", r_key=key, rtx=1),
            "a probe": make.probe(9),
            "the packet once more": make.write(0, b"evil", r_key=key, rtx=1),
        }
        for what, frame in again.items():
            nak = _refused(peer, frame, what)
            peer.equal(f"PSN of the NAK after {what}", nak.psn, first.psn)
            peer.equal(f"AETH of the NAK after {what}", nak.header("AETH"), first.header("AETH"))


# --- Partitions -----------------------------------------------------------------------------------------------------


def _of_partition(peer: Peer, frame: NetFrame, pkey: int) -> NetFrame:
    return changed(frame, BTH, mrc.bth_layout(peer.capabilities.rules), seal=True, pkey=pkey)


class ForeignPartition(NicCase):
    """Data with another partition's key is dropped without an answer; the right one is placed."""

    requirements = ("NIC-143",)

    def _exchange(self, peer: Peer) -> None:
        good = peer.make.data(0, ack_req=1)
        for pkey in (0x8001, 0x0001, 0xFFFE, 0x8000, 0x0000):
            peer.silent(peer.give(_of_partition(peer, good, pkey)), f"P_Key {pkey:#06x}")
            peer.untouched(0, peer.settings.mtu, f"after P_Key {pkey:#06x}")
        peer.one(peer.give(good), mrc.SACK)


class AnswersOfAForeignPartition(NicCase):
    """SACK, NACK, ACK and NAK with another partition's key change nothing."""

    requirements = ("NIC-143",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        sent = peer.write_packets(3)
        answers = (
            make.nack(1, mrc.NO_RESOURCE, sent[1].entropy),
            make.nack(1, mrc.UNEXP_EVENT, sent[1].entropy),
            make.ack(2, 0, syndrome=mrc.SYNDROME_REMOTE_ACCESS),
            make.ack(2, 1),
        )
        for frame in answers:
            peer.silent(data_of(peer.give(_of_partition(peer, frame, 0x8123))), "an answer of another partition")
        peer.equal("completions", peer.completed(), [])
        peer.give(make.ack(2, 1))
        peer.equal("completions after the right ACK", [done.ok for done in peer.completed()], [True])


class ProbesOfAForeignPartition(NicCase):
    """Reliability probes and EV probes with another partition's key are not answered."""

    requirements = ("NIC-143",)
    needs = frozenset({"nic.ev_probes"})

    def _exchange(self, peer: Peer) -> None:
        for frame in (peer.make.probe(1), peer.make.ev_probe(1)):
            peer.silent(peer.give(_of_partition(peer, frame, 0x8123)), "a probe of another partition")
        peer.one(peer.give(peer.make.probe(1)), mrc.SACK)
        peer.one(peer.give(peer.make.ev_probe(1)), mrc.ENDPOINT_RESPONSE)


class LimitedMembers(NicCase):
    """A NIC with limited membership hears full members of its partition, and no other limited ones."""

    requirements = ("NIC-144",)
    settings = replace(Settings(), pkey=0x1234)

    def _exchange(self, peer: Peer) -> None:
        good = peer.make.data(0, ack_req=1)
        peer.silent(peer.give(_of_partition(peer, good, 0x1234)), "a limited member, to a limited member")
        sack = peer.one(peer.give(_of_partition(peer, good, 0x9234)), mrc.SACK)
        peer.equal("P_Key of what the NIC sends", sack.frame.bth["pkey"], 0x1234)


class LimitedMembersAreHeardByFullOnes(NicCase):
    """A NIC with full membership hears limited members of its partition too."""

    requirements = ("NIC-144",)
    settings = replace(Settings(), pkey=0x9234)

    def _exchange(self, peer: Peer) -> None:
        peer.one(peer.give(_of_partition(peer, peer.make.data(0, ack_req=1), 0x1234)), mrc.SACK)
        peer.silent(peer.give(_of_partition(peer, peer.make.data(1, ack_req=1), 0x1235)), "another partition")
