# SPDX-License-Identifier: Apache-2.0
"""Where payload goes, what duplicates do, the receive window, transport ACKs, and immediates in order."""

from __future__ import annotations

from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, kind_of
from ptf_tests.nic.wire import NetFrame, corrupted

_WINDOW_UNIT = 128


def _immediate(peer: Peer, index: int, number: int, *, msn: int) -> NetFrame:
    """A one-packet write with immediate ``number``."""
    return peer.make.write(
        index,
        b"imm!",
        opcode=mrc.WRITE_ONLY_IMM,
        offset=4 * index,
        immediate=number,
        rqmsn=number & 0xFFFF,
        msn=msn,
    )


class AnyOrder(NicCase):
    """Packets are placed as they come: each is in memory before those in front of it have arrived."""

    requirements = ("NIC-026",)

    def _exchange(self, peer: Peer) -> None:
        mtu = peer.settings.mtu
        for index in (4, 2, 0, 3, 1):
            peer.give(peer.make.data(index))
            peer.memory(index * mtu, wire.payload(index, mtu), f"right after packet {index}")
        peer.memory(0, b"".join(wire.payload(i, mtu) for i in range(5)), "of five packets")


class NothingBeside(NicCase):
    """A packet writes its payload and not a byte more: no padding, nothing before or behind."""

    requirements = ("NIC-019", "NIC-026")

    def _exchange(self, peer: Peer) -> None:
        for index, size in enumerate((1, 2, 3, 5)):
            peer.give(peer.make.write(index, b"\xff" * size, offset=64 * index + 7, msn=index + 1))
            expected = bytes(7) + b"\xff" * size + bytes(64 - 7 - size)
            peer.memory(64 * index, expected, f"around a write of {size} bytes")


class DuplicateBelow(NicCase):
    """A duplicate of an acknowledged packet is not written; SACK and transport ACK are repeated."""

    requirements = ("NIC-037",)

    def _exchange(self, peer: Peer) -> None:
        peer.give(peer.make.write(0, b"good"))
        seen = peer.give(peer.make.write(0, b"evil"))
        peer.kinds(seen, mrc.SACK, mrc.ACK)
        peer.memory(0, b"good", "after a duplicate")
        peer.fields("AETH", kind_of(seen, mrc.ACK)[0].header("AETH"), syndrome=mrc.SYNDROME_ACK, msn=1)
        peer.fields("SETH", kind_of(seen, mrc.SACK)[0].header("SETH"), cack_psn=peer.make.received_psn(0))


class DuplicateAbove(NicCase):
    """A duplicate above a hole is not written and brings a SACK that reports it, and no transport ACK."""

    requirements = ("NIC-090",)

    def _exchange(self, peer: Peer) -> None:
        good = peer.make.data(3)
        peer.give(good)
        seen = peer.give(corrupted(good, len(good.data) - 5, seal=True))
        seth = peer.one(seen, mrc.SACK).header("SETH")
        mtu = peer.settings.mtu
        peer.memory(3 * mtu, wire.payload(3, mtu), "after a duplicate")
        base = wire.distance(seth["cack_psn"], peer.settings.first_psn_received) + seth["sack_offset"]
        peer.equal("bitmap bit of the duplicate", seth["bitmap"] >> 3 - base & 1, 1)


class OneCompletionPerMessage(NicCase):
    """However often the packets of a message arrive, its immediate is delivered once."""

    requirements = ("NIC-037", "NIC-047")

    def _exchange(self, peer: Peer) -> None:
        for _ in range(3):
            peer.give(_immediate(peer, 0, 7, msn=1))
        peer.equal("immediates delivered", [done.immediate for done in peer.completed()], [7])


class LastPacketOfTheWindow(NicCase):
    """The highest PSN of the window is accepted before everything else; the window moves with the cumulative PSN."""

    requirements = ("NIC-098",)

    def _exchange(self, peer: Peer) -> None:
        mtu, window = peer.settings.mtu, peer.settings.mpr * _WINDOW_UNIT
        peer.give(peer.make.data(window - 1))
        peer.memory((window - 1) * mtu, wire.payload(window - 1, mtu), "of the last packet of the window")
        peer.give(peer.make.data(0), peer.make.data(1))
        peer.give(peer.make.data(window + 1))
        peer.memory((window + 1) * mtu, wire.payload(window + 1, mtu), "once the window has moved by two")


class AboveTheWindowDropped(NicCase):
    """A PSN above the window is neither placed nor NACKed."""

    requirements = ("NIC-038",)

    def _exchange(self, peer: Peer) -> None:
        mtu, window = peer.settings.mtu, peer.settings.mpr * _WINDOW_UNIT
        for index in (window, window + 50):
            seen = peer.give(peer.make.data(index, ack_req=1))
            peer.equal("NACKs for a PSN above the window", len(kind_of(seen, mrc.NACK)), 0)
            peer.untouched(index * mtu, mtu, f"of packet {index}, which is above the window")
        peer.give(peer.make.data(0), peer.make.data(window, ack_req=1))
        peer.memory(window * mtu, wire.payload(window, mtu), "once the window has moved by one")


class AboveTheWindowNacked(NicCase):
    """A PSN above the window is NACKed with PSN_OOR_WINDOW and not placed."""

    requirements = ("NIC-039",)

    def _exchange(self, peer: Peer) -> None:
        mtu, window = peer.settings.mtu, peer.settings.mpr * _WINDOW_UNIT
        nack = peer.one(peer.give(peer.make.data(window)), mrc.NACK)
        peer.fields("NETH", nack.header("NETH"), reason=mrc.PSN_OOR_WINDOW, nack_psn=peer.make.received_psn(window))
        peer.untouched(window * mtu, mtu, "of a packet above the window")


class AckAfterTheWholeMessage(NicCase):
    """The transport ACK of a message leaves when its last hole is filled, and not before."""

    requirements = ("NIC-045", "NIC-083")

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        early = peer.give(make.data(1, of=3), make.data(2, of=3))
        peer.equal("transport ACKs while packet 0 is missing", len(kind_of(early, mrc.ACK)), 0)
        acks = kind_of(peer.give(make.data(0, of=3)), mrc.ACK)
        peer.equal("transport ACKs once all three are there", len(acks), 1)
        peer.fields("AETH", acks[0].header("AETH"), syndrome=mrc.SYNDROME_ACK, msn=1)


class AcksInOrderOfMessages(NicCase):
    """A later message that is complete is not acknowledged while an earlier one is not; then one ACK covers both."""

    requirements = ("NIC-045",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        early = peer.give(make.write(1, b"two.", offset=4, msn=2), make.write(2, b"thre", offset=8, msn=3))
        peer.equal("transport ACKs while the first message is missing", len(kind_of(early, mrc.ACK)), 0)
        acks = kind_of(peer.give(make.write(0, b"one.", msn=1)), mrc.ACK)
        peer.true(bool(acks), "no transport ACK once all three messages are there")
        peer.fields("AETH of the last transport ACK", acks[-1].header("AETH"), msn=3, syndrome=mrc.SYNDROME_ACK)
        peer.memory(0, b"one.two.thre", "of three messages")


class ImmediateWaitsItsTurn(NicCase):
    """An early write with immediate is placed at once, and completes when all writes before it have arrived."""

    requirements = ("NIC-026", "NIC-047")

    def _exchange(self, peer: Peer) -> None:
        peer.give(_immediate(peer, 2, 5, msn=2))
        peer.memory(8, b"imm!", "of an early write with immediate")
        peer.equal("completions while packets 0 and 1 are missing", peer.completed(), [])
        peer.give(peer.make.data(0, of=2))
        peer.equal("completions while packet 1 is missing", peer.completed(), [])
        peer.give(peer.make.data(1, of=2))
        peer.equal("immediates delivered", [done.immediate for done in peer.completed()], [5])


class ImmediatesInOrder(NicCase):
    """Immediates are delivered in the order of the messages, not of arrival; plain writes deliver none."""

    requirements = ("NIC-047",)

    def _exchange(self, peer: Peer) -> None:
        given = {0: _immediate(peer, 0, 100, msn=1), 2: _immediate(peer, 2, 102, msn=3)}
        given |= {1: peer.make.write(1, b"none", msn=2), 3: _immediate(peer, 3, 103, msn=4)}
        for index in (3, 1, 2, 0):
            peer.give(given[index])
        done = peer.completed()
        peer.equal("immediates delivered", [one.immediate for one in done], [100, 102, 103])
        peer.equal("their lengths", [one.length for one in done], [4, 4, 4])


class TooManyImmediates(NicCase):
    """More immediates in flight than negotiated are an error: a transport NAK, invalid request."""

    requirements = ("NIC-099",)

    def _exchange(self, peer: Peer) -> None:
        limit = peer.settings.max_immediates
        within = peer.give(*(_immediate(peer, index, index, msn=index + 1) for index in range(1, limit + 1)))
        naks = [one for one in kind_of(within, mrc.ACK) if one.header("AETH")["syndrome"] != mrc.SYNDROME_ACK]
        peer.equal(f"NAKs for {limit} immediates", len(naks), 0)
        seen = peer.give(_immediate(peer, limit + 1, limit + 1, msn=limit + 2))
        peer.equal(
            f"syndromes after {limit + 1} immediates",
            [one.header("AETH")["syndrome"] for one in kind_of(seen, mrc.ACK)],
            [mrc.SYNDROME_INVALID_REQUEST],
        )


class UnknownKey(NicCase):
    """A key that allows nothing: nothing is written, and a transport NAK (remote access) says so."""

    requirements = ("NIC-046",)

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(peer.make.write(0, b"evil", r_key=peer.connection.r_key ^ 0x0101_0101))
        naks = kind_of(seen, mrc.ACK)
        peer.equal("syndromes", [one.header("AETH")["syndrome"] for one in naks], [mrc.SYNDROME_REMOTE_ACCESS])
        peer.untouched(0, 64, "after a write with a wrong key")


class BeyondTheRegion(NicCase):
    """A write that starts inside the region and ends outside of it writes nothing and is NAKed."""

    requirements = ("NIC-046",)

    def _exchange(self, peer: Peer) -> None:
        size = peer.settings.region_bytes
        seen = peer.give(peer.make.write(0, b"evil", offset=size - 3))
        naks = kind_of(seen, mrc.ACK)
        peer.equal("syndromes", [one.header("AETH")["syndrome"] for one in naks], [mrc.SYNDROME_REMOTE_ACCESS])
        peer.untouched(size - 8, 8, "at the end of the region")


class LargePackets(NicCase):
    """Packets with 4096 bytes of payload, the default path MTU."""

    requirements = ("NIC-026",)
    settings = Settings(mtu=4096)

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(peer.make.data(1, of=2), peer.make.data(0, of=2))
        peer.equal("transport ACKs", len(kind_of(seen, mrc.ACK)), 1)
        peer.memory(0, wire.payload(0, 4096) + wire.payload(1, 4096), "of two large packets")
        sent = peer.write_packets(3)
        peer.equal("payload sizes", [len(one.frame.payload) for one in sent], [4096] * 3)
