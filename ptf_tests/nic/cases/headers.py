# SPDX-License-Identifier: Apache-2.0
"""What the NIC puts on the wire: whole frames against golden bytes, and rules that hold for every frame."""

from __future__ import annotations

from ptf_tests.headers import internet, mrc
from ptf_tests.nic import vectors, wire
from ptf_tests.nic.api import NIC_ADDRESS, PEER_ADDRESS, Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, data_of, kind_of

ONE_PATH = Settings(planes=1, paths_per_plane=1, active_per_plane=1)
_GOLDEN_EV = 0xC001_0003
_UNIT = 256


def _bits(seen: Seen) -> int:
    """Byte 8 of the BTH of a first transmission with TSETH; when to ask for a SACK is the sender's choice."""
    return seen.frame.bth["ack_req"] << 7 | 0x10


def _on_golden_path(peer: Peer, data: bytes, immediate: int | None = None) -> Seen:
    """One write per path; the frame that took the path of the golden vector."""
    seen = []
    for number in range(len(peer.settings.paths())):
        seen += data_of(peer.write(data, wr_id=number + 1, immediate=immediate))
    found = [one for one in seen if one.entropy == _GOLDEN_EV]
    peer.equal(f"packets on EV {_GOLDEN_EV:#x} when each of 8 EVs has had its turn", len(found), 1)
    return found[0]


class WriteOnlyFrame(NicCase):
    """A one-packet write: every byte of the frame, encapsulation, BTH, METH, TSETH, RETH, padding and ICRC."""

    requirements = (
        "NIC-001",
        "NIC-002",
        "NIC-003",
        "NIC-004",
        "NIC-010",
        "NIC-011",
        "NIC-012",
        "NIC-014",
        "NIC-015",
        "NIC-016",
        "NIC-017",
        "NIC-019",
        "NIC-085",
    )
    whichever = frozenset({"ev_halves"})
    needs = frozenset({"nic.multiplane"})

    def _exchange(self, peer: Peer) -> None:
        seen = _on_golden_path(peer, b"MRC-1!")
        peer.golden(seen, vectors.WRITE_ONLY, bits=_bits(seen), psn=seen.psn, msn=seen.header("METH")["msn"])


class WriteOnlyImmediateFrame(NicCase):
    """A one-packet write with immediate: ImmDt between RETH and payload."""

    requirements = ("NIC-084",)
    needs = frozenset({"nic.multiplane", "nic.timestamps"})

    def _exchange(self, peer: Peer) -> None:
        seen = _on_golden_path(peer, b"MRC!", immediate=0xDEADBEEF)
        meth = seen.header("METH")
        peer.true(meth["rqmsn"] != 0, "METH.rqmsn of a write with immediate is 0: it counts writes with immediate")
        peer.golden(
            seen,
            vectors.WRITE_ONLY_IMMEDIATE,
            bits=_bits(seen),
            psn=seen.psn,
            msn=meth["msn"],
            rqmsn=meth["rqmsn"],
        )


class MessageOfManyPackets(NicCase):
    """Opcodes first, middle, last; PSNs in order; RETH in every packet, with its own address and the whole length."""

    requirements = ("NIC-012", "NIC-013", "NIC-014", "NIC-015")

    def _exchange(self, peer: Peer) -> None:
        mtu = peer.settings.mtu
        data = wire.payload(9, 3 * mtu + 5)
        seen = data_of(peer.write(data))
        peer.equal("opcodes", [one.opcode for one in seen], [0xC6, 0xC7, 0xC7, 0xC8])
        for index, one in enumerate(seen):
            peer.equal(f"PSN of packet {index}", one.psn, peer.make.sent_psn(index))
            peer.fields(
                f"RETH of packet {index}",
                one.header("RETH"),
                va=0x1000_2000_3000_4000 + index * mtu,
                r_key=0x5566_7788,
                dma_length=len(data),
            )
            peer.equal(f"payload of packet {index}", one.frame.payload, data[index * mtu : (index + 1) * mtu])
            peer.equal(f"METH of packet {index}", one.header("METH"), seen[0].header("METH"))


class MessageWithImmediate(NicCase):
    """ImmDt only in the last packet (opcode 0xC9), RQMSN in every packet of the message."""

    requirements = ("NIC-084",)

    def _exchange(self, peer: Peer) -> None:
        seen = data_of(peer.write(wire.payload(3, 3 * peer.settings.mtu), immediate=0xCAFEF00D))
        peer.equal("opcodes", [one.opcode for one in seen], [0xC6, 0xC7, 0xC9])
        peer.equal("immediate", seen[2].header("ImmDt")["immediate"], 0xCAFEF00D)
        first = seen[0].header("METH")["rqmsn"]
        peer.true(first != 0, "METH.rqmsn of a write with immediate is 0")
        peer.equal("METH.rqmsn of all its packets", [one.header("METH")["rqmsn"] for one in seen], [first] * 3)


class MessageNumbers(NicCase):
    """MSN counts messages one by one; RQMSN counts only those with immediate."""

    requirements = ("NIC-014", "NIC-084")

    def _exchange(self, peer: Peer) -> None:
        seen = []
        for number, immediate in enumerate((None, 7, None, 8), start=1):
            seen += data_of(peer.write(b"data", wr_id=number, immediate=immediate))
        msns = [one.header("METH")["msn"] for one in seen]
        peer.equal("METH.msn of four messages", msns, [msns[0] + step for step in range(4)])
        rqmsns = [one.header("METH")["rqmsn"] for one in seen]
        peer.equal("METH.rqmsn of both writes with immediate", rqmsns[3], rqmsns[1] + 1)
        peer.equal("METH.rqmsn of both plain writes", (rqmsns[0], rqmsns[2]), (0, 0))


class PaddingToFourBytes(NicCase):
    """Padding is zero bytes up to a multiple of four, counted in the BTH."""

    requirements = ("NIC-019",)

    def _exchange(self, peer: Peer) -> None:
        for size, pad in ((1, 3), (2, 2), (3, 1), (4, 0)):
            one = peer.one(peer.write(b"\xff" * size, wr_id=size), mrc.WRITE_ONLY)
            peer.equal(f"BTH.pad of {size} bytes", one.frame.bth["pad"], pad)
            peer.equal(f"padding of {size} bytes", one.frame.pad, bytes(pad))
            peer.equal("payload", one.frame.payload, b"\xff" * size)


class SackFrame(NicCase):
    """A SACK, byte for byte: SETH with the echoed EV and the acked PSN, CC_STATE with the reflected timestamp."""

    requirements = ("NIC-032", "NIC-034", "NIC-092")
    settings = ONE_PATH

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(peer.make.data(0), peer.make.data(2, ack_req=1))
        peer.golden(
            peer.one(seen, mrc.SACK),
            vectors.SACK_AFTER_A_HOLE,
            qp=peer.connection.qp & 0xFFFF,
            ports=_ports_said(peer),
            rcvd_bytes=_received(peer, 2),
        )


class ProbeAnswerFrame(NicCase):
    """The SACK that answers a reliability probe, byte for byte: pr=1 and the probe's id and timestamp."""

    requirements = ("NIC-031", "NIC-032")
    settings = ONE_PATH

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(peer.make.data(0), peer.make.probe(0xBEEF, timestamp=0x4321))
        peer.golden(
            peer.one(seen, mrc.SACK),
            vectors.SACK_FOR_A_PROBE,
            qp=peer.connection.qp & 0xFFFF,
            ports=_ports_said(peer),
            rcvd_bytes=_received(peer, 1),
        )


class NackFrame(NicCase):
    """A NACK, byte for byte."""

    requirements = ("NIC-032", "NIC-040")
    settings = ONE_PATH

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(wire.trimmed(peer.make.data(3), peer.capabilities.dscp.trimmed))
        peer.golden(peer.one(seen, mrc.NACK), vectors.NACK_TRIMMED, qp=peer.connection.qp & 0xFFFF)


class TransportAckFrame(NicCase):
    """A transport ACK, byte for byte: syndrome 0x1F (the credit field is fixed) and the message's MSN."""

    requirements = ("NIC-083",)
    settings = ONE_PATH

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(peer.make.write(0, b"abcd"))
        peer.golden(peer.one(seen, mrc.ACK), vectors.TRANSPORT_ACK)


class EvProbeAnswerFrame(NicCase):
    """The answer to an EV probe, byte for byte: request id and timestamp come back, on the control class."""

    requirements = ("NIC-048", "NIC-049", "NIC-050", "NIC-082")
    whichever = frozenset({"eeth_op_bits"})
    settings = ONE_PATH

    def _exchange(self, peer: Peer) -> None:
        seen = peer.give(peer.make.ev_probe(0xBEEF, timestamp=0x4321))
        op = mrc.OP_EV_PROBE << peer.capabilities.rules.eeth_op_shift
        peer.golden(peer.one(seen, mrc.ENDPOINT_RESPONSE), vectors.EV_PROBE_ANSWER, op=op)


class EvProbeRequestFrame(NicCase):
    """An EV probe of the NIC, byte for byte: DestQP 2, a request id in PSN[15:0], op 1."""

    requirements = ("NIC-081",)
    needs = frozenset({"nic.reverse_probes"})
    settings = ONE_PATH

    def _exchange(self, peer: Peer) -> None:
        for index in range(6):
            peer.give(peer.make.data(index))
            peer.wait(peer.timing.reverse_probe_ns // 2)
        peer.true(bool(peer.ev_probes), "the NIC received data and sent none, and has not probed its reverse path")
        probe = peer.ev_probes[0]
        peer.golden(probe, vectors.EV_PROBE_REQUEST, id=probe.psn & 0xFFFF)


class ReliabilityProbeFrame(NicCase):
    """A reliability probe of the NIC, byte for byte."""

    requirements = ("NIC-072", "NIC-080")
    settings = ONE_PATH

    def _exchange(self, peer: Peer) -> None:
        peer.one(peer.write(b"lost"), mrc.WRITE_ONLY)
        probes = kind_of(peer.wait(2 * peer.timing.silence_ns), mrc.PROBE)
        peer.true(bool(probes), "the NIC heard nothing of its packet, and has not asked")
        peer.golden(probes[0], vectors.RELIABILITY_PROBE, qp=peer.connection.qp & 0xFFFF)


class TimestampTicks(NicCase):
    """tx_timestamp counts ticks of 128 ns (tsr = 0)."""

    requirements = ("NIC-104",)
    needs = frozenset({"nic.timers"})

    def _exchange(self, peer: Peer) -> None:
        first = peer.one(peer.write(b"one"), mrc.WRITE_ONLY)
        peer.acknowledge(first, up_to=0, msn=1)
        peer.wait(2_000_000)
        second = data_of(peer.write(b"two", wr_id=2))[-1]
        ticks = second.timestamp - first.timestamp & 0xFFFF
        elapsed = second.time_ns - first.time_ns
        off = abs((ticks - elapsed // mrc.TICK_NS + 0x8000 & 0xFFFF) - 0x8000)
        peer.true(
            off <= 1 + peer.timing.precision_ns // mrc.TICK_NS,
            f"tx_timestamp moved by {ticks} ticks in {elapsed} ns; expected {elapsed // mrc.TICK_NS & 0xFFFF}",
        )


class TheWholeConversation(NicCase):
    """Every kind of frame: reserved fields are zero; ICRC, TVer, addresses and UDP port are right."""

    requirements = ("NIC-001", "NIC-003", "NIC-007", "NIC-008", "NIC-017", "NIC-086", "NIC-107")
    whichever = frozenset({"udp_port"})

    def _exchange(self, peer: Peer) -> None:
        for one in _conversation(peer):
            frame, name = one.frame, one.frame.name
            for field, value in frame.reserved():
                said = _ports_said(peer) if field == "SETH.rsvd_12" else 0
                peer.equal(f"{name}: reserved field {field}", value, said)
            peer.equal(f"{name}: ICRC", frame.icrc.hex(), frame.icrc_expected.hex())
            peer.fields(f"{name}: BTH", frame.bth, tver=0)
            peer.equal(f"{name}: bits 7:5 of the opcode", one.opcode >> 5, 0b110)
            peer.fields(
                f"{name}: inner IPv6",
                frame.inner,
                src=int.from_bytes(NIC_ADDRESS, "big"),
                dst=int.from_bytes(PEER_ADDRESS, "big"),
            )
            peer.fields(f"{name}: UDP", frame.udp, dport=peer.capabilities.rules.udp_port)


class OuterDestinationIsThePath(NicCase):
    """Each frame leaves by the port of its EV's plane, with the EV's path in the outer destination and no SRH."""

    requirements = ("NIC-001", "NIC-002", "NIC-003", "NIC-004")

    def _exchange(self, peer: Peer) -> None:
        for one in _conversation(peer):
            path = peer.make.path_of(one.entropy)
            if path is None:
                peer.true(False, f"{one.frame.name}: EV {one.entropy:#x} is none of the connection's")
                return
            peer.equal(f"{one.frame.name} on EV {one.entropy:#x}: port", one.port, path.port)
            destination = one.frame.outer["dst"].to_bytes(16, "big")
            peer.equal(f"{one.frame.name} on EV {one.entropy:#x}: path", destination.hex(), path.destination.hex())
            peer.equal("next header of the outer header", one.frame.outer["next_header"], internet.IN_IPV6)


class OuterAndInnerClassAgree(NicCase):
    """Switches see only the outer header: it carries the DSCP and ECN of the inner one."""

    requirements = ("NIC-005",)

    def _exchange(self, peer: Peer) -> None:
        for one in _conversation(peer):
            inner = one.frame.inner
            peer.fields(f"{one.frame.name}: outer IPv6", one.frame.outer, dscp=inner["dscp"], ecn=inner["ecn"])


class DscpRoles(NicCase):
    """Data is TRIMMABLE, and retransmissions are TRIMMABLE_RETX."""

    requirements = ("NIC-022",)

    def _exchange(self, peer: Peer) -> None:
        dscp = peer.capabilities.dscp
        for one in data_of(_conversation(peer)):
            role = dscp.trimmable_retx if one.rtx else dscp.trimmable
            peer.equal(f"DSCP of a {one.frame.name} with rtx={one.rtx}", one.frame.outer["dscp"], role)


class ControlClass(NicCase):
    """SACK, NACK, transport ACK and answers to EV probes have DSCP CONTROL and are not ECN-capable."""

    requirements = ("NIC-023",)

    def _exchange(self, peer: Peer) -> None:
        control = {mrc.SACK, mrc.NACK, mrc.ACK, mrc.ENDPOINT_RESPONSE}
        found = [one for one in _conversation(peer) if one.opcode in control]
        peer.true(len(found) >= 3, "the NIC sent fewer control packets than there were triggers")
        for one in found:
            expected = {"dscp": peer.capabilities.dscp.control, "ecn": internet.NOT_ECT}
            peer.fields(f"outer IPv6 of a {one.frame.name}", one.frame.outer, **expected)


class DataIsEcnCapable(NicCase):
    """Data can be marked: it is ECT(0) or ECT(1)."""

    requirements = ("NIC-024",)

    def _exchange(self, peer: Peer) -> None:
        for one in _conversation(peer):
            if one.opcode in mrc.DATA:
                ecn = one.frame.outer["ecn"]
                peer.true(
                    ecn in (internet.ECT0, internet.ECT1), f"ECN field of a {one.frame.name} is {ecn}, which is not ECT"
                )


def _ports_said(peer: Peer) -> int:
    """Byte 12 of SETH: reserved, or the ports that are up, which is all of them."""
    return (1 << peer.settings.planes) - 1 if peer.capabilities.choice("port_state") == "sack_bitmap" else 0


def _received(peer: Peer, packets: int) -> int:
    """CC_STATE.rcvd_bytes after full packets with TSETH: 256-byte units, rounded up."""
    mtu = peer.settings.mtu
    udp_length = 8 + 12 + 4 + 4 + 16 + mtu + 4
    each = udp_length + 40 if peer.capabilities.choice("rcvd_bytes") == "udp_length_plus_40" else max(mtu, 1024)
    return -(-packets * each // _UNIT)


def _conversation(peer: Peer) -> list[Seen]:
    """Make the NIC send one of everything it is able to send."""
    make, claims = peer.make, peer.capabilities.claims
    seen = peer.write(wire.payload(5, 3 * peer.settings.mtu))
    again = peer.give(make.nack(1, mrc.NO_RESOURCE, seen[1].entropy, timestamp=seen[1].timestamp))
    peer.true(any(one.rtx for one in again), "the NIC did not send a NACKed packet again")
    seen += again
    if "nic.immediates" in claims:
        seen += peer.write(b"imm", wr_id=2, immediate=5)
    seen += peer.give(make.write(0, b"abcd", ack_req=1), make.probe(1))
    if "nic.trimming" in claims:
        seen += peer.give(wire.trimmed(make.data(2), peer.capabilities.dscp.trimmed))
    if "nic.ev_probes" in claims:
        seen += peer.give(make.ev_probe(3))
    if "nic.reliability_probes" in claims:
        seen += peer.wait(2 * peer.timing.silence_ns)
    return [*seen, *peer.ev_probes]
