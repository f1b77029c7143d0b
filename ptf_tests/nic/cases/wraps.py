# SPDX-License-Identifier: Apache-2.0
"""Counters that wrap after tens of thousands of messages: METH.MSN, 16 bits, beside AETH.MSN, 24 bits."""

from __future__ import annotations

from dataclasses import replace

from ptf_tests.headers import codec, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.case import NicCase
from ptf_tests.nic.frames import BTH, INNER, NetFrame
from ptf_tests.nic.peer import REMOTE_ADDRESS, REMOTE_KEY, Peer, kind_of
from ptf_tests.nic.settings import Settings

_MESSAGES = (1 << 16) + 5
_BATCH = 1 << 13
"""Messages in flight at a time; a window of PSNs has room for them."""
_METH = BTH + 12
_RETH = _METH + codec.size_of(mrc.METH)
_LAST = b"last"
MANY = replace(Settings(), mpr=0xFF, window_bytes=1 << 30, sack_threshold_bytes=1 << 30)


class MsnSentWraps(NicCase):
    """The NIC writes 65,541 messages: METH.MSN of each is its number modulo 2^16, and every one completes."""

    requirements = ("NIC-196",)
    settings = MANY

    def _exchange(self, peer: Peer) -> None:
        completed = 0
        for first in range(1, _MESSAGES + 1, _BATCH):
            numbers = range(first, min(first + _BATCH, _MESSAGES + 1))
            for number in numbers:
                peer.nic.post_write(b"x", REMOTE_ADDRESS, REMOTE_KEY, wr_id=number)
            peer.nic.settle()
            sent = [one.frame for one in peer.nic.transmitted()]
            found = [int.from_bytes(frame[_METH + 2 : _METH + 4], "big") for frame in sent if frame[BTH] in mrc.DATA]
            wrong = [(number, msn) for number, msn in zip(numbers, found, strict=False) if msn != number & 0xFFFF]
            peer.equal("(message, its METH.MSN) where that is another", wrong[:3], [])
            peer.equal(f"packets of messages {numbers[0]} to {numbers[-1]}", len(found), len(numbers))
            newest = numbers[-1] - 1
            peer.give(peer.make.sack(newest, newest, base=newest + 1), peer.make.ack(newest, numbers[-1]))
            completed += sum(done.ok for done in peer.completed())
        peer.equal("writes that completed", completed, _MESSAGES)


class MsnReceivedWraps(NicCase):
    """65,541 messages of the peer, whose METH.MSN wraps: each is placed, and the transport ACK counts them all."""

    requirements = ("NIC-196",)
    settings = MANY

    def _exchange(self, peer: Peer) -> None:
        model = peer.make.write(0, bytes(4), timestamp=None)
        for number in range(1, _MESSAGES):
            frame = _message(peer, model, number, number.to_bytes(4, "big"))
            peer.nic.receive_from_network(frame.port, frame.data)
            if not number % _BATCH:
                peer.nic.settle()
                peer.nic.transmitted()
        peer.nic.settle()
        peer.nic.transmitted()
        seen = peer.give(_message(peer, model, _MESSAGES, _LAST))
        ack = peer.one(kind_of(seen, mrc.ACK), mrc.ACK)
        peer.fields("AETH", ack.header("AETH"), syndrome=mrc.SYNDROME_ACK, msn=_MESSAGES)
        peer.equal("PSN of the transport ACK", ack.psn, peer.make.received_psn(_MESSAGES - 1))
        places = peer.settings.region_bytes // 4
        for number in (1 << 16) - 1, 1 << 16, (1 << 16) + 1:
            peer.memory(number % places * 4, number.to_bytes(4, "big"), f"of message {number}")
        peer.memory(_MESSAGES % places * 4, _LAST, "of the last message")


def _message(peer: Peer, model: NetFrame, number: int, data: bytes) -> NetFrame:
    """Message ``number``, of one packet: ``model`` with its PSN, MSN, address, bytes and ICRC."""
    frame = bytearray(model.data)
    frame[BTH + 9 : BTH + 12] = peer.make.received_psn(number - 1).to_bytes(3, "big")
    frame[_METH + 2 : _METH + 4] = (number & 0xFFFF).to_bytes(2, "big")
    place = peer.connection.region_address + 4 * (number % (peer.settings.region_bytes // 4))
    frame[_RETH : _RETH + 8] = place.to_bytes(8, "big")
    frame[-8:-4] = data
    frame[-4:] = wire.icrc(bytes(frame[INNER:-4]))
    return NetFrame(model.port, bytes(frame))
