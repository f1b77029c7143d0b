# SPDX-License-Identifier: Apache-2.0
"""What the NIC accepts and what it must refuse: ICRC, reserved bits, ports, opcodes, addresses, broken frames."""

from __future__ import annotations

from ptf_tests.headers import codec, internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import NIC_ADDRESS, STRANGER_ADDRESS
from ptf_tests.nic.case import NicCase, Peer, data_of
from ptf_tests.nic.wire import BTH, INNER, OUTER, UDP, NetFrame, changed


def _refused(peer: Peer, frame: NetFrame, why: str) -> None:
    """``frame`` (packet 0 with AckReq) has no effect: no answer, no byte written, and its PSN is still expected."""
    peer.silent(peer.give(frame), why)
    peer.untouched(0, peer.settings.mtu, why)


def _accepted(peer: Peer, frame: NetFrame, why: str) -> None:
    """``frame`` (packet 0 with AckReq) is placed and answered by a SACK that acknowledges it."""
    sack = peer.one(peer.give(frame), mrc.SACK).header("SETH")
    peer.fields(f"SETH after {why}", sack, cack_psn=peer.make.received_psn(0))
    peer.memory(0, wire.payload(0, peer.settings.mtu), why)


class WrongIcrcIsDropped(NicCase):
    """A data packet with a wrong ICRC is dropped silently, wherever the bit is wrong; the right one is accepted."""

    requirements = ("NIC-018",)

    def _exchange(self, peer: Peer) -> None:
        good = peer.make.data(0, ack_req=1)
        places = {"payload": 200, "ICRC": len(good.data) - 1, "RETH": BTH + 25, "PSN": BTH + 11, "UDP port": UDP}
        for name, at in places.items():
            _refused(peer, wire.corrupted(good, at, 0x04), f"a bit of the {name} is wrong")
        _accepted(peer, good, "a right ICRC")


class WrongIcrcOfControlIsDropped(NicCase):
    """A SACK, NACK or ACK with a wrong ICRC has no effect."""

    requirements = ("NIC-018",)

    def _exchange(self, peer: Peer) -> None:
        sent = peer.one(peer.write(b"data"), mrc.WRITE_ONLY)
        for frame in (peer.make.ack(0, 1), peer.make.nack(0, mrc.TRIMMED, sent.entropy), peer.make.probe(1)):
            peer.silent(peer.give(wire.corrupted(frame, len(frame.data) - 2)), "a wrong ICRC")
        peer.equal("completions after an ACK with a wrong ICRC", peer.completed(), [])
        peer.give(peer.make.ack(0, 1))
        peer.equal("completions after the right ACK", [done.ok for done in peer.completed()], [True])


class FieldsThatChangeOnTheWay(NicCase):
    """Traffic class, flow label, hop limit, UDP checksum and byte 4 of the BTH are not covered by the ICRC."""

    requirements = ("NIC-088",)

    def _exchange(self, peer: Peer) -> None:
        frame = peer.make.data(0, ack_req=1)
        frame = changed(frame, OUTER, internet.IPV6, seal=False, hop_limit=1, flow_label=0xABCDE)
        frame = changed(frame, INNER, internet.IPV6, seal=False, hop_limit=7, flow_label=0x50002, dscp=1)
        frame = changed(frame, UDP, internet.UDP, seal=False, checksum=0x1234)
        layout = mrc.bth_layout(peer.capabilities.rules)
        frame = changed(frame, BTH, layout, seal=False, rsvd_variant=0xA5)
        _accepted(peer, frame, "fields changed that may change")


class ReservedBitsOfDataAreIgnored(NicCase):
    """Reserved bits of BTH and TSETH, all ones: the packet is placed and answered as ever."""

    requirements = ("NIC-087",)

    def _exchange(self, peer: Peer) -> None:
        _accepted(peer, peer.make.data(0, ack_req=1, reserved=1), "reserved bits set")


class ReservedBitsOfControlAreIgnored(NicCase):
    """Reserved bits of SETH, CC_STATE, NETH and PETH, all ones: they work as ever."""

    requirements = ("NIC-087",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        sent = peer.write_packets(3)
        again = peer.give(make.nack(1, mrc.NO_RESOURCE, sent[1].entropy, reserved=1))
        peer.equal("PSNs sent again after the NACK", [(one.psn, one.rtx) for one in again], [(sent[1].psn, 1)])
        sack = make.sack(2, 2, base=3, entropy=sent[2].entropy, timestamp=sent[2].timestamp, reserved=1)
        peer.silent(peer.give(sack, make.ack(2, 1, reserved=1)), "a SACK and an ACK of everything")
        peer.equal("completions", [done.ok for done in peer.completed()], [True])
        answer = peer.one(peer.give(make.data(0), make.probe(7, reserved=1)), mrc.SACK)
        peer.fields("SETH of the answer to a probe", answer.header("SETH"), pr=1, ack_psn_offset=7)


class ReservedBitsOfEvProbesAreIgnored(NicCase):
    """Reserved bits of ERTH, all ones: the probe is answered, with zeros in its own reserved fields."""

    requirements = ("NIC-086", "NIC-087")
    needs = frozenset({"nic.ev_probes"})

    def _exchange(self, peer: Peer) -> None:
        answer = peer.one(peer.give(peer.make.ev_probe(0x77, reserved=1)), mrc.ENDPOINT_RESPONSE)
        peer.equal("request id", answer.psn & 0xFFFF, 0x77)
        for field, value in answer.frame.reserved():
            peer.equal(f"reserved field {field}", value, 0)


class BothUdpPorts(NicCase):
    """Both destination ports that readers of the specification report, 4791 and 4971, are accepted."""

    requirements = ("NIC-009",)

    def _exchange(self, peer: Peer) -> None:
        for index, port in enumerate((4791, 4971)):
            frame = changed(peer.make.data(index, ack_req=1), UDP, internet.UDP, seal=True, dport=port)
            sack = peer.one(peer.give(frame), mrc.SACK).header("SETH")
            peer.fields(f"SETH after port {port}", sack, cack_psn=peer.make.received_psn(index))


class OtherUdpPorts(NicCase):
    """Other UDP ports are not MRC's."""

    requirements = ("NIC-106",)

    def _exchange(self, peer: Peer) -> None:
        for port in (4790, 4972, 0):
            frame = changed(peer.make.data(0, ack_req=1), UDP, internet.UDP, seal=True, dport=port)
            _refused(peer, frame, f"UDP port {port}")


class ForeignOpcodes(NicCase):
    """RC opcodes and opcodes MRC does not define are dropped."""

    requirements = ("NIC-025", "NIC-107")

    def _exchange(self, peer: Peer) -> None:
        layout = mrc.bth_layout(peer.capabilities.rules)
        for opcode in (0x0A, 0x2A, 0xC0, 0xC4, 0xCC, 0xDF, 0xEA):
            frame = changed(peer.make.data(0, ack_req=1), BTH, layout, seal=True, opcode=opcode)
            _refused(peer, frame, f"opcode {opcode:#x}")
        _accepted(peer, peer.make.data(0, ack_req=1), "opcodes of others")


class TransportVersion(NicCase):
    """TVer other than 0 is dropped."""

    requirements = ("NIC-025",)

    def _exchange(self, peer: Peer) -> None:
        layout = mrc.bth_layout(peer.capabilities.rules)
        _refused(peer, changed(peer.make.data(0, ack_req=1), BTH, layout, seal=True, tver=1), "TVer 1")


class UnknownQueuePair(NicCase):
    """A packet for a queue pair that does not exist is dropped."""

    requirements = ("NIC-025",)

    def _exchange(self, peer: Peer) -> None:
        layout = mrc.bth_layout(peer.capabilities.rules)
        frame = changed(peer.make.data(0, ack_req=1), BTH, layout, seal=True, dest_qp=peer.connection.qp ^ 0x8000)
        _refused(peer, frame, "an unknown queue pair")


class DataToTheEndpointQueuePair(NicCase):
    """Queue pair 2 is for endpoint operations only."""

    requirements = ("NIC-089",)

    def _exchange(self, peer: Peer) -> None:
        layout = mrc.bth_layout(peer.capabilities.rules)
        frame = changed(peer.make.data(0, ack_req=1), BTH, layout, seal=True, dest_qp=mrc.ENDPOINT_QP)
        _refused(peer, frame, "data for queue pair 2")


class ForeignAddresses(NicCase):
    """The inner destination must be the NIC's own, and the inner source the peer's."""

    requirements = ("NIC-006", "NIC-105")

    def _exchange(self, peer: Peer) -> None:
        stranger = int.from_bytes(STRANGER_ADDRESS, "big")
        good = peer.make.data(0, ack_req=1)
        _refused(peer, changed(good, INNER, internet.IPV6, seal=True, dst=stranger), "somebody else's packet")
        _refused(peer, changed(good, INNER, internet.IPV6, seal=True, src=stranger), "a packet of a stranger")
        _accepted(peer, good, "packets of strangers")


class WhateverTheOuterHeaderSays(NicCase):
    """The inner address alone says that a packet is the NIC's own: the outer destination has been shifted away."""

    requirements = ("NIC-006",)

    def _exchange(self, peer: Peer) -> None:
        own = int.from_bytes(NIC_ADDRESS, "big")
        for index, destination in enumerate((own, 0xFCBBBBBB_3100_0000_0000_0000_0000_0000)):
            frame = changed(peer.make.data(index, ack_req=1), OUTER, internet.IPV6, seal=False, dst=destination)
            sack = peer.one(peer.give(frame), mrc.SACK).header("SETH")
            peer.fields(f"SETH after outer destination {destination:#x}", sack, cack_psn=peer.make.received_psn(index))


class DataWithoutTimestamp(NicCase):
    """TSETH is optional: without it (BTH.ts = 0) the RETH follows the METH."""

    requirements = ("NIC-091",)

    def _exchange(self, peer: Peer) -> None:
        _accepted(peer, peer.make.data(0, ack_req=1, timestamp=None), "no TSETH")


class CutShort(NicCase):
    """A frame that ends early without saying that it was trimmed is dropped, wherever it ends."""

    requirements = ("NIC-025",)

    def _exchange(self, peer: Peer) -> None:
        good = peer.make.data(0, ack_req=1)
        for size in (14, 40, 54, 93, 100, 108, 114, 121, 138, 500, len(good.data) - 1):
            _refused(peer, NetFrame(good.port, good.data[:size]), f"only {size} bytes of the frame")
        _accepted(peer, good, "frames cut short")


class LengthsThatDisagree(NicCase):
    """An untrimmed packet whose UDP length contradicts its IPv6 length is dropped, ICRC or not."""

    requirements = ("NIC-025",)

    def _exchange(self, peer: Peer) -> None:
        good = peer.make.data(0, ack_req=1)
        length = codec.decode(internet.UDP, good.data[UDP:])["length"]
        _refused(peer, changed(good, UDP, internet.UDP, seal=True, length=length - 4), "a UDP length that is too small")
        _refused(peer, changed(good, UDP, internet.UDP, seal=True, length=length + 4), "a UDP length that is too large")


class AnswersAboutPacketsNeverSent(NicCase):
    """A SACK, NACK or ACK of a PSN that was never sent is ignored: nothing completes, nothing is sent again."""

    requirements = ("NIC-103",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        sent = peer.one(peer.write(b"data"), mrc.WRITE_ONLY)
        for frame in (make.sack(50, 50), make.ack(9, 1), make.nack(9, mrc.TRIMMED, sent.entropy)):
            peer.silent(peer.give(frame), "an answer about a PSN never sent")
        peer.equal("completions", peer.completed(), [])
        peer.give(make.ack(0, 1))
        peer.equal("completions after the right ACK", [done.ok for done in peer.completed()], [True])
        following = data_of(peer.write(b"more", wr_id=2))
        peer.equal("PSN of the next packet", [one.psn for one in following], [make.sent_psn(1)])
