# SPDX-License-Identifier: Apache-2.0
"""What makes up a message: payload lengths, the order of packets, completions, and counters that wrap.

METH.MSN has 16 bits and AETH.MSN 24, so both wrap only after tens of thousands of messages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from ptf_tests.headers import codec, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import REMOTE_ADDRESS, REMOTE_KEY, NicCase, Peer, Seen, data_of, kind_of
from ptf_tests.nic.wire import BTH, INNER, NetFrame

# --- Messages --------------------------------------------------------------------------------------------------------


_LONG = 1 << 20
"""A DMA length of many packets, whatever the path MTU of a case."""


def _naks(seen: list[Seen]) -> list[tuple[int, int]]:
    """Syndrome and PSN of the transport NAKs among frames."""
    naks = [one for one in kind_of(seen, mrc.ACK) if one.header("AETH")["syndrome"] != mrc.SYNDROME_ACK]
    return [(one.header("AETH")["syndrome"], one.psn) for one in naks]


def _refused(peer: Peer, seen: list[Seen], index: int, why: str) -> None:
    """A NAK, invalid request, about the peer's packet ``index``, and again if more came; nothing has completed."""
    nak = (mrc.SYNDROME_INVALID_REQUEST, peer.make.received_psn(index))
    peer.equal(f"NAKs after {why}", set(_naks(seen)), {nak})
    peer.equal(f"completions after {why}", peer.completed(), [])


class WrongPayloadLengths(NicCase):
    """First and Middle of less or more than a path MTU, Last of nothing or too much, Only of more than a path MTU."""

    requirements = ("NIC-197",)

    def _exchange(self, peer: Peer) -> None:
        mtu = peer.settings.mtu
        wrong = {
            "a First of one byte": (mrc.WRITE_FIRST, 1, _LONG),
            "a First of more than a path MTU": (mrc.WRITE_FIRST, mtu + 4, _LONG),
            "an Only of two path MTUs": (mrc.WRITE_ONLY, 2 * mtu, 2 * mtu),
        }
        for why, (opcode, size, length) in wrong.items():
            again = Peer(peer.nic, self.settings)
            seen = again.give(again.make.write(0, b"\xff" * size, opcode=opcode, dma_length=length))
            _refused(again, seen, 0, why)
            again.untouched(0, 3 * mtu, f"after {why}")


class WrongPayloadLengthsInside(NicCase):
    """A Middle or Last that carries what it must not, in a message that began well."""

    requirements = ("NIC-197",)

    def _exchange(self, peer: Peer) -> None:
        mtu = peer.settings.mtu
        wrong = {
            "a Middle of one byte": (mrc.WRITE_MIDDLE, 1, 3 * mtu),
            "a Middle of more than a path MTU": (mrc.WRITE_MIDDLE, mtu + 4, 3 * mtu),
            "a Last of nothing": (mrc.WRITE_LAST, 0, 2 * mtu),
            "a Last of more than a path MTU": (mrc.WRITE_LAST, mtu + 4, 2 * mtu + 4),
        }
        for why, (opcode, size, length) in wrong.items():
            again = Peer(peer.nic, self.settings)
            make, first = again.make, wire.payload(0, mtu)
            seen = again.give(make.write(0, first, opcode=mrc.WRITE_FIRST, dma_length=length))
            seen += again.give(make.write(1, b"\xff" * size, opcode=opcode, offset=mtu, dma_length=length))
            _refused(again, seen, 1, why)
            again.memory(0, first + bytes(2 * mtu), f"after {why}")


class FullAndShortPackets(NicCase):
    """What is allowed at the edges: Only of 1 byte and of a path MTU, Last of 1 byte and of a path MTU."""

    requirements = ("NIC-197", "NIC-199")

    def _exchange(self, peer: Peer) -> None:
        make, mtu = peer.make, peer.settings.mtu
        one, full = b"\x5a", wire.payload(1, mtu)
        seen = peer.give(
            make.write(0, one, msn=1),
            make.write(1, full, offset=mtu, msn=2),
            make.write(2, full, opcode=mrc.WRITE_FIRST, offset=2 * mtu, dma_length=mtu + 1, msn=3),
            make.write(3, one, opcode=mrc.WRITE_LAST, offset=3 * mtu, dma_length=mtu + 1, msn=3),
            make.write(4, full, opcode=mrc.WRITE_FIRST, offset=4 * mtu, dma_length=2 * mtu, msn=4),
            make.write(5, full, opcode=mrc.WRITE_LAST, offset=5 * mtu, dma_length=2 * mtu, msn=4),
        )
        peer.equal("NAKs", _naks(seen), [])
        peer.fields("AETH of the last ACK", kind_of(seen, mrc.ACK)[-1].header("AETH"), msn=4)
        peer.memory(0, one + bytes(mtu - 1) + 2 * full + one + bytes(mtu - 1) + 2 * full, "of four messages")


class _Sequence(NicCase, ABC):
    """Packets that make up no message, in order and with the wrong one first."""

    requirements = ("NIC-198",)
    wrong = 1

    def _exchange(self, peer: Peer) -> None:
        for order in ((0, 1), (1, 0)):
            again = Peer(peer.nic, self.settings)
            packets = self.packets(again)
            seen = [one for index in order for one in again.give(packets[index])]
            _refused(again, seen, self.wrong, f"packets {order[0]} and {order[1]}")

    @abstractmethod
    def packets(self, peer: Peer) -> tuple[NetFrame, NetFrame]:
        """Two packets, of which the one with the index ``wrong`` does not follow."""


class LastWithoutFirst(_Sequence):
    """A Last after the end of a message."""

    def packets(self, peer: Peer) -> tuple[NetFrame, NetFrame]:
        """A whole message, and the end of none."""
        make, mtu = peer.make, peer.settings.mtu
        data = wire.payload(1, mtu)
        return make.write(0, b"good"), make.write(1, data, opcode=mrc.WRITE_LAST, offset=mtu, dma_length=2 * mtu)


class MiddleWithoutFirst(_Sequence):
    """A Middle as the first packet of a connection."""

    wrong = 0

    def packets(self, peer: Peer) -> tuple[NetFrame, NetFrame]:
        """A message without its beginning."""
        make, mtu = peer.make, peer.settings.mtu
        data = wire.payload(1, mtu)
        return (
            make.write(0, data, opcode=mrc.WRITE_MIDDLE, offset=mtu, dma_length=3 * mtu),
            make.write(1, data, opcode=mrc.WRITE_LAST, offset=2 * mtu, dma_length=3 * mtu),
        )


class OnlyInsideAMessage(_Sequence):
    """An Only, with immediate, after a First."""

    def packets(self, peer: Peer) -> tuple[NetFrame, NetFrame]:
        """A message that does not go on."""
        make, mtu = peer.make, peer.settings.mtu
        return (
            make.write(0, wire.payload(0, mtu), opcode=mrc.WRITE_FIRST, dma_length=2 * mtu),
            make.write(1, b"imm!", opcode=mrc.WRITE_ONLY_IMM, offset=mtu, immediate=7, rqmsn=1, msn=2),
        )


class AnotherAddressInside(_Sequence):
    """The end of a message at another address than where it was."""

    requirements = ("NIC-199",)

    def packets(self, peer: Peer) -> tuple[NetFrame, NetFrame]:
        """A message with a gap in the addresses."""
        make, mtu = peer.make, peer.settings.mtu
        return (
            make.write(0, wire.payload(0, mtu), opcode=mrc.WRITE_FIRST, dma_length=2 * mtu),
            make.write(1, wire.payload(1, mtu), opcode=mrc.WRITE_LAST, offset=2 * mtu, dma_length=2 * mtu),
        )


class AnotherLengthInside(_Sequence):
    """The end of a message with another DMA length than its beginning."""

    requirements = ("NIC-199",)

    def packets(self, peer: Peer) -> tuple[NetFrame, NetFrame]:
        """A message of three packets that ends with its second."""
        make, mtu = peer.make, peer.settings.mtu
        return (
            make.write(0, wire.payload(0, mtu), opcode=mrc.WRITE_FIRST, dma_length=3 * mtu),
            make.write(1, wire.payload(1, mtu), opcode=mrc.WRITE_LAST, offset=mtu, dma_length=2 * mtu),
        )


class LengthIsNotHearsay(NicCase):
    """A write with immediate of 4 bytes that says it has more, or less: nothing placed, nothing completed."""

    requirements = ("NIC-199",)

    def _exchange(self, peer: Peer) -> None:
        for length in (0, 3, 5, _LONG):
            again = Peer(peer.nic, self.settings)
            frame = again.make.write(
                0, b"evil", opcode=mrc.WRITE_ONLY_IMM, dma_length=length, immediate=7, rqmsn=1, ack_req=1
            )
            _refused(again, again.give(frame), 0, f"4 bytes that say {length}")
            again.untouched(0, 64, f"after 4 bytes that say {length}")


class LastTooSoon(NicCase):
    """A message of three packets whose second is its last, all of its headers alike."""

    requirements = ("NIC-199",)

    def _exchange(self, peer: Peer) -> None:
        make, mtu = peer.make, peer.settings.mtu
        data, length = wire.payload(0, mtu), 3 * mtu
        seen = peer.give(
            make.write(0, data, opcode=mrc.WRITE_FIRST, dma_length=length),
            make.write(
                1, data, opcode=mrc.WRITE_LAST_IMM, offset=mtu, dma_length=length, immediate=7, rqmsn=1, ack_req=1
            ),
        )
        _refused(peer, seen, 1, "a message that ended too soon")


class NothingIsWritten(NicCase):
    """A write of no bytes completes, and so does its immediate, whatever its address and key."""

    requirements = ("NIC-200",)

    def _exchange(self, peer: Peer) -> None:
        make, key = peer.make, peer.connection.r_key ^ 1
        seen = peer.give(
            make.write(0, b"", r_key=key, offset=-64),
            make.write(1, b"", opcode=mrc.WRITE_ONLY_IMM, r_key=key, offset=-64, immediate=7, rqmsn=1, msn=2),
        )
        peer.equal("NAKs for writes of no bytes", _naks(seen), [])
        peer.fields("AETH of the last ACK", kind_of(seen, mrc.ACK)[-1].header("AETH"), msn=2)
        peer.equal("immediates and lengths", [(done.immediate, done.length) for done in peer.completed()], [(7, 0)])


class NothingIsSent(NicCase):
    """A write of no bytes leaves as a Write Only without payload, takes a PSN and an MSN, and completes."""

    requirements = ("NIC-200",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        sent = peer.one(data_of(peer.write(b"")), mrc.WRITE_ONLY)
        peer.equal("payload and DMA length", (sent.frame.payload, sent.header("RETH")["dma_length"]), (b"", 0))
        following = peer.one(data_of(peer.write(b"more", wr_id=2)), mrc.WRITE_ONLY)
        peer.equal("PSNs", (sent.psn, following.psn), (make.sent_psn(0), make.sent_psn(1)))
        peer.fields("METH", following.header("METH"), msn=sent.header("METH")["msn"] + 1)
        peer.give(make.ack(1, 2))
        peer.equal("completions", [(done.wr_id, done.ok) for done in peer.completed()], [(1, True), (2, True)])


class ProbesDrawLittle(NicCase):
    """300 probes, a round trip apart, about a window of which every second packet of one byte has come."""

    requirements = ("NIC-201",)
    settings = replace(Settings(), mpr=8)

    def _exchange(self, peer: Peer) -> None:
        make, window = peer.make, 128 * peer.settings.mpr
        came = drawn = 0
        for index in range(1, window, 2):
            frame = make.write(index, b"x", msn=index + 1)
            came += len(frame.data)
            peer.give(frame)
        for probe_id in range(300):
            frame = make.probe(probe_id)
            came += len(frame.data)
            drawn += sum(len(one.data) for one in kind_of(peer.give(frame), mrc.SACK))
            drawn += sum(len(one.data) for one in kind_of(peer.wait(peer.timing.rtt_ns), mrc.SACK))
        peer.true(drawn <= 4 * came, f"{came} bytes drew {drawn} bytes of SACKs")


# --- Wraps -----------------------------------------------------------------------------------------------------------


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
