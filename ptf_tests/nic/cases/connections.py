# SPDX-License-Identifier: Apache-2.0
"""A queue pair is reset and connected again: nothing of the former connection has any effect on the new one."""

from __future__ import annotations

from dataclasses import replace

from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, data_of, kind_of

_PACKET = 1024 + 8 + 12 + 4 + 4 + 16 + 4 + 40
"""Nominal size of a full packet with TSETH: UDP length + 40."""


class DataOfTheFormerConnection(NicCase):
    """A packet of the former connection with a PSN that the new one expects is neither placed nor counted."""

    requirements = ("NIC-145",)

    def _exchange(self, peer: Peer) -> None:
        peer.give(peer.make.data(0))
        former = peer.reconnect()
        seen = peer.give(former.write(0, b"\xee" * 64, offset=4096, ack_req=1), former.data(1, ack_req=1))
        peer.silent(kind_of(seen, mrc.SACK), "data of the former connection")
        peer.untouched(4096, 64, "after data of the former connection")
        seen = peer.give(peer.make.write(0, b"new!", offset=8192, ack_req=1))
        peer.kinds(seen, mrc.SACK, mrc.ACK)
        peer.fields("SETH", kind_of(seen, mrc.SACK)[0].header("SETH"), cack_psn=peer.make.received_psn(0), bitmap=0)
        peer.memory(8192, b"new!", "of the new connection")


class AnswersOfTheFormerConnection(NicCase):
    """SACK, NACK, ACK and NAK of the former connection, with PSNs of the new one, change nothing."""

    requirements = ("NIC-145",)

    def _exchange(self, peer: Peer) -> None:
        peer.write_packets(3)
        former = peer.reconnect()
        peer.completed()
        sent = peer.write_packets(3, wr_id=7)
        late = (
            former.sack(2, 2, base=3, entropy=sent[2].entropy),
            former.nack(1, mrc.NO_RESOURCE, sent[1].entropy),
            former.ack(2, 0, syndrome=mrc.SYNDROME_REMOTE_ACCESS),
            former.ack(2, 1),
        )
        peer.silent(data_of(peer.give(*late)), "answers of the former connection")
        peer.equal("completions", peer.completed(), [])
        peer.give(peer.make.ack(2, 1))
        peer.equal("completions after the right ACK", [(d.wr_id, d.ok) for d in peer.completed()], [(7, True)])


class ResetGivesTheWindowBack(NicCase):
    """Reset with a full window in flight: the new connection has the whole of it."""

    requirements = ("NIC-146",)
    settings = replace(Settings(), window_bytes=10 * _PACKET)

    def _exchange(self, peer: Peer) -> None:
        for number in range(3):
            seen = data_of(peer.write(wire.payload(number, 40 * 1024), wr_id=number))
            peer.equal(f"packets in flight on connection {number}", len(seen), 10)
            peer.reconnect()


class ResetForgetsWrites(NicCase):
    """Writes under way when the queue pair is reset are not sent again, and do not complete on the new connection."""

    requirements = ("NIC-146",)

    def _exchange(self, peer: Peer) -> None:
        peer.write_packets(4)
        peer.reconnect()
        peer.completed()
        peer.equal("PSNs sent by the new connection", [o.psn for o in data_of(peer.wait(peer.timing.rtt_ns))], [])
        sent = peer.write_packets(1, wr_id=9)
        peer.equal("PSNs of the new connection", [one.psn for one in sent], [peer.make.sent_psn(0)])
        peer.give(peer.make.ack(0, 1))
        peer.equal("completions", [(done.wr_id, done.ok) for done in peer.completed()], [(9, True)])


class ResetForgetsImmediates(NicCase):
    """An immediate that waited for its turn when the queue pair was reset is never delivered."""

    requirements = ("NIC-145",)
    needs = frozenset({"nic.immediates"})

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        peer.give(make.write(1, b"imm!", opcode=mrc.WRITE_ONLY_IMM, offset=4, immediate=5, rqmsn=1, msn=2))
        peer.reconnect()
        seen = peer.give(peer.make.write(0, b"new!"))
        peer.equal("transport ACKs of the new connection's write", len(kind_of(seen, mrc.ACK)), 1)
        peer.fields("AETH", kind_of(seen, mrc.ACK)[0].header("AETH"), msn=1)
        peer.equal("immediates delivered", [done.immediate for done in peer.completed()], [])


class ManyConnections(NicCase):
    """Twenty connections one after the other, each given up in the middle: the last one works as the first."""

    requirements = ("NIC-145", "NIC-146")

    def _exchange(self, peer: Peer) -> None:
        for number in range(20):
            peer.give(peer.make.data(number % 3))
            peer.write_packets(5, wr_id=number)
            peer.reconnect()
        peer.completed()
        peer.give(peer.make.write(0, b"last", offset=512))
        peer.memory(512, b"last", "of the last connection")
        sent = peer.write_packets(2, wr_id=77)
        peer.equal("PSNs of the last connection", [o.psn for o in sent], [peer.make.sent_psn(i) for i in range(2)])
        peer.give(peer.make.ack(1, 1))
        peer.equal("completions", [(done.wr_id, done.ok) for done in peer.completed()], [(77, True)])
