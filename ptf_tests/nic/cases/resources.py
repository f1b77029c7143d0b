# SPDX-License-Identifier: Apache-2.0
"""A receiver that runs out of something: posted receives, tracking, buffers; and windows that change on the way."""

from __future__ import annotations

from dataclasses import replace

from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, Traffic, data_of, kind_of
from ptf_tests.nic.wire import NetFrame, trimmed

_UNIT = 128


def _immediate(peer: Peer, index: int, *, msn: int) -> NetFrame:
    """A one-packet write with immediate ``index``."""
    return peer.make.write(
        index, b"imm!", opcode=mrc.WRITE_ONLY_IMM, offset=4 * index, immediate=index, rqmsn=index, msn=msn
    )


# --- Posted receives ------------------------------------------------------------------------------------------------


class EachImmediateUsesAReceive(NicCase):
    """As many immediates as receives are posted are delivered; the next is refused, invalid request."""

    requirements = ("NIC-179",)
    settings = replace(Settings(), posted_receives=3)

    def _exchange(self, peer: Peer) -> None:
        for index in range(3):
            acks = kind_of(peer.give(_immediate(peer, index, msn=index + 1)), mrc.ACK)
            peer.equal("syndromes", [one.header("AETH")["syndrome"] for one in acks], [mrc.SYNDROME_ACK])
        peer.equal("immediates delivered", [done.immediate for done in peer.completed() if done.ok], [0, 1, 2])
        naks = kind_of(peer.give(_immediate(peer, 3, msn=4)), mrc.ACK)
        peer.equal("answers", [one.header("AETH")["syndrome"] for one in naks], [mrc.SYNDROME_INVALID_REQUEST])
        peer.fields("AETH", naks[0].header("AETH"), msn=3)
        peer.equal("immediates delivered", [done.immediate for done in peer.completed() if done.ok], [])


class PlainWritesUseNone(NicCase):
    """Writes without immediate need no receive."""

    requirements = ("NIC-179",)
    settings = replace(Settings(), posted_receives=1)

    def _exchange(self, peer: Peer) -> None:
        for index in range(5):
            acks = kind_of(peer.give(peer.make.write(index, b"data", offset=4 * index, msn=index + 1)), mrc.ACK)
            peer.equal("syndromes", [one.header("AETH")["syndrome"] for one in acks], [mrc.SYNDROME_ACK])
        peer.give(_immediate(peer, 5, msn=6))
        peer.equal("immediates delivered", [done.immediate for done in peer.completed() if done.ok], [5])


class ReceivesAreTakenInOrder(NicCase):
    """An immediate that waits for its turn takes no receive from those before it: they are delivered in order."""

    requirements = ("NIC-179",)
    settings = replace(Settings(), posted_receives=2)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        seen = peer.give(_immediate(peer, 2, msn=3), _immediate(peer, 1, msn=2))
        peer.equal("answers while the first is missing", [one.opcode for one in kind_of(seen, mrc.ACK)], [])
        naks = kind_of(peer.give(make.write(0, b"imm!", opcode=mrc.WRITE_ONLY_IMM, immediate=9, rqmsn=0)), mrc.ACK)
        peer.equal("immediates delivered", [done.immediate for done in peer.completed() if done.ok], [9, 1])
        peer.equal(
            "last answer, the third has no receive",
            [one.header("AETH")["syndrome"] for one in naks][-1:],
            [mrc.SYNDROME_INVALID_REQUEST],
        )


# --- What the receiver has too little of ----------------------------------------------------------------------------


def _reasons(peer: Peer, *given: NetFrame) -> list[tuple[int, int]]:
    """(reason, PSN index) of the NACKs that frames bring."""
    first = peer.make.received_psn(0)
    nacks = [one.header("NETH") for one in kind_of(peer.give(*given), mrc.NACK)]
    return [(neth["reason"], neth["nack_psn"] - first & mrc.PSN_MASK) for neth in nacks]


class TrackingRunsOut(NicCase):
    """More packets above a hole than it can track: NACK NO_BITMAP; what is next in order is taken all the same."""

    requirements = ("NIC-180",)
    settings = replace(Settings(), receive_limits={"bitmap_psns": 4})

    def _exchange(self, peer: Peer) -> None:
        make, mtu = peer.make, peer.settings.mtu
        peer.equal("NACKs within the limit", _reasons(peer, *(make.data(index) for index in range(1, 5))), [])
        peer.equal("NACKs beyond it", _reasons(peer, make.data(5)), [(mrc.NO_BITMAP, 5)])
        peer.untouched(5 * mtu, mtu, "of the packet that was refused")
        peer.equal("NACKs in order", _reasons(peer, make.data(0)), [])
        peer.equal("NACKs once the hole is filled", _reasons(peer, make.data(5)), [])
        peer.memory(0, b"".join(wire.payload(index, mtu) for index in range(6)), "of six packets")


class BuffersRunOut(NicCase):
    """Packets faster than memory takes them: NACK NO_PKT_BUFFER; a moment later there is room again."""

    requirements = ("NIC-180",)
    settings = replace(Settings(), receive_limits={"buffer_bytes": 4096, "host_bps": 1_000_000_000})

    def _exchange(self, peer: Peer) -> None:
        make, mtu = peer.make, peer.settings.mtu
        refused = _reasons(peer, *(make.data(index) for index in range(12)))
        peer.true(bool(refused), "12 packets at once into a buffer of four: none was refused")
        peer.equal("reasons", {reason for reason, _ in refused}, {mrc.NO_PKT_BUFFER})
        for _, index in refused:
            peer.untouched(index * mtu, mtu, f"of packet {index}, which was refused")
        for _, index in refused:
            peer.wait(mtu * 8)  # at 1 Gb/s
            peer.equal(f"NACKs for packet {index} later", _reasons(peer, make.data(index, rtx=1)), [])
        peer.memory(0, b"".join(wire.payload(index, mtu) for index in range(12)), "of twelve packets")


class MessagesRunOut(NicCase):
    """More ends of messages whose beginning is missing than it can hold: NACK NO_RESOURCE."""

    requirements = ("NIC-180",)
    settings = replace(Settings(), receive_limits={"messages": 2})

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        small = [make.write(index, b"mes.", offset=4 * index, msn=index + 1) for index in range(4)]
        peer.equal("NACKs within the limit", _reasons(peer, small[1], small[2]), [])
        peer.equal("NACKs beyond it", _reasons(peer, small[3]), [(mrc.NO_RESOURCE, 3)])
        peer.equal("NACKs in order", _reasons(peer, small[0], small[3]), [])
        peer.memory(0, b"mes." * 4, "of four messages")


class DataAfterTheEnd(NicCase):
    """Data for a queue pair that has failed for reasons of its own is answered by a fatal NACK: nobody waits for it."""

    requirements = ("NIC-181",)

    def _exchange(self, peer: Peer) -> None:
        sent = Traffic(peer).send(1)
        peer.give(peer.make.nack(0, mrc.UNEXP_EVENT, sent[0].entropy))
        peer.equal("whether the write succeeded", [done.ok for done in peer.completed()], [False])
        peer.equal("NACKs", _reasons(peer, peer.make.data(0)), [(mrc.UNEXP_EVENT, 0)])
        peer.untouched(0, peer.settings.mtu, "after data for a queue pair that has failed")


class LostNacksOfTrims(NicCase):
    """A trimmed packet that does not come again may have lost its NACK: it is NACKed once more, and not for ever."""

    requirements = ("NIC-182",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        seen = peer.give(make.data(0), trimmed(make.data(1), peer.capabilities.dscp.trimmed), make.data(2))
        peer.equal("NACKs at once", len(kind_of(seen, mrc.NACK)), 1)
        later = []
        for index in range(3, 20):
            later += kind_of(peer.wait(peer.timing.reorder_ns), mrc.NACK)
            later += kind_of(peer.give(make.data(index)), mrc.NACK)
        nacked = [one.header("NETH")["nack_psn"] for one in later]
        peer.equal("PSNs NACKed again", nacked, [make.received_psn(1)])


class RepairedTrimsAreNotRepeated(NicCase):
    """A trimmed packet that has come again is not NACKed any more."""

    requirements = ("NIC-182",)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        peer.give(trimmed(make.data(0), peer.capabilities.dscp.trimmed))
        peer.give(make.data(0, rtx=1))
        for index in range(1, 6):
            seen = [*peer.wait(peer.timing.reorder_ns), *peer.give(make.data(index), make.probe(index))]
            peer.equal("NACKs of a packet that has arrived", len(kind_of(seen, mrc.NACK)), 0)


class OverdueIsAskedAbout(NicCase):
    """rcvd_bytes has counted packets that no report names: reports were lost. A probe comes before any EV is blamed."""

    requirements = ("NIC-183",)
    settings = Settings(planes=1, paths_per_plane=4, active_per_plane=4)

    def _exchange(self, peer: Peer) -> None:
        traffic, size = Traffic(peer), 1024 + 8 + 12 + 4 + 4 + 16 + 4 + 40
        sent = traffic.send(4)
        peer.wait(peer.timing.reorder_ns * 5 // 4)
        late = traffic.send(1)[0]
        sack = peer.make.sack(
            -1, 4, base=0, received=(4,), entropy=late.entropy, timestamp=late.timestamp, rcvd_bytes=-(-5 * size // 256)
        )
        seen = peer.give(sack)
        peer.equal("sent again though all bytes have arrived", [one.psn for one in data_of(seen)], [])
        peer.true(bool(kind_of(seen, mrc.PROBE)), "no reliability probe although reports must have been lost")
        probe = kind_of(seen, mrc.PROBE)[0]
        peth = probe.header("PETH")
        peer.give(
            peer.make.sack(
                4, 4, base=5, entropy=probe.entropy, probe_id=peth["probe_id"], timestamp=peth["tx_timestamp"],
                rcvd_bytes=-(-5 * size // 256),
            ),
            peer.make.ack(4, 2),
        )  # fmt: skip
        peer.equal("EVs still in use", set(traffic.rotation(12)), {one.entropy for one in sent})


# --- Windows that change --------------------------------------------------------------------------------------------

DYNAMIC = replace(Settings(), dynamic_mpr=True, mpr=1, window_bytes=1 << 24, region_bytes=1 << 20)


class WindowIsTold(NicCase):
    """With dynamic MPR every SACK says the window; without it the field is 0."""

    requirements = ("NIC-184",)
    settings = DYNAMIC

    def _exchange(self, peer: Peer) -> None:
        for index in range(3):
            sack = peer.one(peer.give(peer.make.data(index, ack_req=1)), mrc.SACK)
            peer.fields("SETH", sack.header("SETH"), mpr=1)
        again = Peer(peer.nic, replace(self.settings, dynamic_mpr=False))
        sack = again.one(again.give(again.make.data(0, ack_req=1)), mrc.SACK)
        again.fields("SETH without dynamic MPR", sack.header("SETH"), mpr=0)


class WindowGrows(NicCase):
    """A SACK that says a larger window lets as many PSNs more out; one that says 0 changes nothing."""

    requirements = ("NIC-185",)
    settings = DYNAMIC

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        seen = peer.write_packets(4 * _UNIT)
        peer.equal("packets in the first window", len(seen), _UNIT)
        last = seen[-1]
        for mpr, expected, rcvd in ((2, _UNIT, 1), (0, 0, 2), (3, _UNIT, 3), (3, 0, 4)):
            sack = make.sack(-1, 0, base=0, entropy=last.entropy, mpr=mpr, rcvd_bytes=rcvd)
            peer.equal(f"packets sent after SACK.mpr {mpr}", len(data_of(peer.give(sack))), expected)


class WindowShrinks(NicCase):
    """A SACK that says a smaller window: nothing new leaves until the cumulative PSN has come so far."""

    requirements = ("NIC-185",)
    settings = replace(DYNAMIC, mpr=2)

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        seen = peer.write_packets(5 * _UNIT)
        peer.equal("packets in the first window", len(seen), 2 * _UNIT)
        last = seen[-1]
        for step, (cack, expected) in enumerate(((9, 0), (_UNIT - 1, 0), (_UNIT + 9, 10)), start=1):
            sack = make.sack(cack, cack, base=cack + 1, entropy=last.entropy, mpr=1, rcvd_bytes=step)
            peer.equal(f"packets sent at cumulative PSN {cack}", len(data_of(peer.give(sack))), expected)


class WindowsOfOldSacks(NicCase):
    """A SACK that was overtaken, with fewer rcvd_bytes than the one before, says nothing of the window."""

    requirements = ("NIC-186",)
    settings = DYNAMIC

    def _exchange(self, peer: Peer) -> None:
        make = peer.make
        last = peer.write_packets(6 * _UNIT)[-1]
        peer.give(make.sack(-1, 0, base=0, entropy=last.entropy, mpr=1, rcvd_bytes=20))
        seen = peer.give(make.sack(-1, 0, base=0, entropy=last.entropy, mpr=5, rcvd_bytes=10))
        peer.equal("packets sent after an old SACK with a larger window", len(data_of(seen)), 0)
