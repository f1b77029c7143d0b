# SPDX-License-Identifier: Apache-2.0
"""Lab 01's capture: a few packets of one link of the lab's fabric, others for every student."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import topologies
from labs.grading.lesson import identity
from p4soft.outputs import PcapngWriter, write_bytes
from ptf_tests.catalogue.claims import DscpRoles
from ptf_tests.headers import internet, mrc
from ptf_tests.headers.codec import Fields, encode
from ptf_tests.nic.wire import entropy_halves, icrc, later

TOPOLOGY = Path(__file__).resolve().parents[3] / "topologies" / "lab.yaml"
TRIM_SIZE = 256
_RULES = mrc.WireRules()
_DSCP = DscpRoles()
_OUTER_BYTES = 14 + 40
_USID_BITS = 16
_SPACING_US = 3

Answer = int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """What is in a capture, and the answers to the questions about it. Frames are counted from 1.

    Attributes:
        link: where it was taken, `node--node`.
        frames: Ethernet frames, in order.
        answers: by question; a tuple where several values are asked for, in order.
    """

    link: str
    frames: tuple[bytes, ...]
    answers: dict[str, Answer]


@dataclass(frozen=True, slots=True)
class _Side:
    """One end of the conversation as this link sees it.

    Attributes:
        source, destination: the ends.
        outer: destination of the outer header here, with the uSIDs that are still ahead.
        qp: that its packets are for.
        macs: of this link, destination first.
    """

    source: topologies.NicNode
    destination: topologies.NicNode
    outer: int
    qp: int
    macs: tuple[int, int]

    def frame(
        self, bth: Fields, headers: list[tuple[str, Fields]], payload: bytes = b"", *, dscp: int, ecn: int, ev: int
    ) -> bytes:
        """A whole frame, with the EV in the UDP source port and the flow labels."""
        table = mrc.layouts(_RULES)
        transport = encode(mrc.bth_layout(_RULES), {"pkey": 0xFFFF, "dest_qp": self.qp, **bth})
        transport += b"".join(encode(table[name], fields) for name, fields in headers) + payload
        sport, label = entropy_halves(ev, _RULES)
        udp = {"sport": sport, "dport": mrc.UDP_PORTS[0], "length": 8 + len(transport) + 4}
        common = {"version": 6, "dscp": dscp, "ecn": ecn, "flow_label": label, "src": self.source.address}
        inner = {
            **common, "payload_length": udp["length"], "next_header": internet.UDP_PROTOCOL, "hop_limit": 64,
            "dst": self.destination.address,
        }  # fmt: skip
        packet = encode(internet.IPV6, inner) + encode(internet.UDP, udp) + transport
        packet += icrc(packet)
        outer = {
            **common, "payload_length": len(packet), "next_header": internet.IN_IPV6, "hop_limit": 63,
            "dst": self.outer,
        }  # fmt: skip
        ethernet = {"dst": self.macs[0], "src": self.macs[1], "ethertype": internet.IPV6_TYPE}
        return encode(internet.ETHERNET, ethernet) + encode(internet.IPV6, outer) + packet


@dataclass(frozen=True, slots=True)
class _Data:
    """A data packet of the conversation."""

    psn: int
    ev: int
    payload: bytes

    def frame(self, side: _Side, *, ecn: int = internet.ECT0, rtx: int = 0, dscp: int = _DSCP.trimmable) -> bytes:
        """A middle packet of a long write."""
        bth = {"opcode": mrc.WRITE_MIDDLE, "ts": 1, "psn": self.psn, "rtx": rtx}
        reth = {"va": 0x10000000 + (self.psn & 0xFF) * 1024, "r_key": 0x1234, "dma_length": 1 << 20}
        headers = [("METH", {"msn": 1}), ("TSETH", {"tx_timestamp": self.psn & 0xFFFF, "ftype": 1}), ("RETH", reth)]
        return side.frame(bth, headers, self.payload, dscp=dscp, ecn=ecn, ev=self.ev)


def story(student: str) -> Story:
    """The capture of one student of this course."""
    rng = Random(f"lab 01: {identity(student)}")
    fabric = topologies.load(TOPOLOGY)
    nics = list(fabric.all_nics())
    first = rng.choice(nics)
    last = rng.choice([nic for nic in nics if nic.t0 != first.t0])
    plane, t1 = rng.randrange(fabric.planes), rng.randrange(fabric.t1s)
    there, back = fabric.path(first.name, last.name, plane, t1), fabric.path(last.name, first.name, plane, t1)
    at = rng.randrange(3)
    nodes = [first.name, *there.switches, last.name]
    macs = (rng.getrandbits(40) | 2 << 40, rng.getrandbits(40) | 2 << 40)
    one = _Side(first, last, _ahead(there.destination, at), rng.getrandbits(24), macs)
    other = _Side(last, first, _ahead(back.destination, 3 - at), rng.getrandbits(24), macs[::-1])
    frames, answers = _conversation(rng, one, other)
    ahead = tuple(there.usids[at:])
    places: dict[str, Answer] = {"usids": ahead, "next_switch": nodes[at + 1], "receiver": last.name}
    return Story(f"{nodes[at]}--{nodes[at + 1]}", tuple(frames), places | answers)


def _ahead(destination: int, shifts: int) -> int:
    """A destination after so many uN actions (RFC 9800 section 4.1.1)."""
    block, argument = destination >> 96, destination & (1 << 96) - 1
    return block << 96 | argument << shifts * _USID_BITS & (1 << 96) - 1


def _conversation(rng: Random, one: _Side, other: _Side) -> tuple[list[bytes], dict[str, Answer]]:
    """Data in random order, one marked, one trimmed; a SACK back; the trimmed one again."""
    psn = rng.getrandbits(24)
    data = [_Data(later(psn, at), _ev(rng), rng.randbytes(rng.randrange(300, 1100, 4))) for at in range(5)]
    rng.shuffle(data)
    marked, lost = rng.sample(range(1, 5), 2)
    frames = []
    for at, packet in enumerate(data):
        frame = packet.frame(one, ecn=internet.CE if at == marked else internet.ECT0)
        frames.append(_trimmed(one, packet) if at == lost else frame)
    sack_ev, cumulative = data[rng.choice((0, marked))].ev, later(psn, -1 - rng.randrange(3))
    frames.append(_sack(other, cumulative, sack_ev, _ev(rng)))
    again = _Data(data[lost].psn, _ev(rng), data[lost].payload)
    frames.append(again.frame(one, rtx=1, dscp=_DSCP.trimmable_retx))
    whole = len(data[lost].frame(one))
    return frames, {
        "ev": data[0].ev, "psn": data[0].psn, "queue_pair": one.qp, "payload_bytes": len(data[0].payload),
        "marked_frame": marked + 1, "trimmed_frame": lost + 1, "bytes_cut_off": whole - TRIM_SIZE,
        "retransmission_frame": len(frames), "lost_psn": data[lost].psn, "sack_frame": len(frames) - 1,
        "sack_cumulative_psn": cumulative, "sack_ev": sack_ev,
    }  # fmt: skip


def _trimmed(side: _Side, packet: _Data) -> bytes:
    """As a switch leaves it: cut, marked by its outer DSCP, the outer length mended, everything else stale."""
    whole = packet.frame(side)
    outer = whole[14:_OUTER_BYTES]
    word = int.from_bytes(outer[:4], "big") & ~(0x3F << 22) | _DSCP.trimmed << 22
    length = TRIM_SIZE - _OUTER_BYTES
    return whole[:14] + word.to_bytes(4, "big") + length.to_bytes(2, "big") + outer[6:] + whole[_OUTER_BYTES:TRIM_SIZE]


def _sack(side: _Side, cumulative: int, echoed: int, ev: int) -> bytes:
    seth = {"entropy": echoed, "cack_psn": cumulative, "ack_psn_offset": 1, "sack_offset": 1, "bitmap": 0b1011}
    bth = {"opcode": mrc.SACK, "psn": cumulative}
    headers = [("SETH", seth), ("CC_STATE", {"rcvd_bytes": 4096})]
    return side.frame(bth, headers, dscp=_DSCP.control, ecn=internet.NOT_ECT, ev=ev)


def _ev(rng: Random) -> int:
    """A random EV whose halves differ and are not small: no field can be taken for another."""
    return rng.randint(0xC000, 0xFFFF) << 16 | rng.randint(0x1000, 0xBFFF)


def write_capture(student: str, folder: Path) -> None:
    """Write `capture.pcapng` of one student into a folder, which is made.

    Raises:
        outputs.OutputError: it cannot be written.
    """
    found = story(student)
    stream = io.BytesIO()
    writer = PcapngWriter(stream, application="labs.grading", comment=f"lab 01, for {student}")
    interface = writer.add_interface(found.link, "one link of topologies/lab.yaml, both directions")
    for number, frame in enumerate(found.frames):
        writer.write(interface, 1_700_000_000_000_000 + number * _SPACING_US, frame)
    write_bytes(folder / "capture.pcapng", stream.getvalue())
