# SPDX-License-Identifier: Apache-2.0
"""Lab 01: read a packet. The answers are compared with what the student's own capture was made of.

The capture has a few packets of one link of the lab's fabric, others for every student.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import topologies
from common.documents import Document, DocumentError, read
from labs.grading.lesson import Item, Lesson, Work, WrongError, identity, marked_as
from p4soft.outputs import OutputError, PcapngWriter, write_bytes
from ptf_tests.catalogue.roles import DscpRoles
from ptf_tests.headers import internet, mrc
from ptf_tests.headers.codec import Fields, encode
from ptf_tests.nic.wire import icrc, later, split_entropy

# --- The capture -----------------------------------------------------------------------------------------------------


TOPOLOGY = topologies.LAB
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
        sport, label = split_entropy(ev, _RULES)
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
    psn: int
    ev: int
    payload: bytes

    def frame(self, side: _Side, *, ecn: int = internet.ECT0, rtx: int = 0, dscp: int = _DSCP.trimmable) -> bytes:
        bth = {"opcode": mrc.WRITE_MIDDLE, "ts": 1, "psn": self.psn, "rtx": rtx}
        reth = {"va": 0x10000000 + (self.psn & 0xFF) * 1024, "r_key": 0x1234, "dma_length": 1 << 20}
        headers = [("METH", {"msn": 1}), ("TSETH", {"tx_timestamp": self.psn & 0xFFFF, "ftype": 1}), ("RETH", reth)]
        return side.frame(bth, headers, self.payload, dscp=dscp, ecn=ecn, ev=self.ev)


def story(student: str) -> Story:
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
    """A destination after this many uN actions (RFC 9800 section 4.1.1)."""
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


# --- The lab ---------------------------------------------------------------------------------------------------------


_WIRE = "docs/protocol/wire-format.md"
_WHERE = {
    "usids": "the outer destination: 32 bits of block, then 16 bits each, until zeros",
    "next_switch": "the first uSID ahead; README.md says which bits name plane, tier and number",
    "receiver": "the last uSID ahead is the downlink at the last T0; the inner destination says the same",
    "ev": f"the UDP source port is its high half, the low 16 bits of the flow label its low half ({_WIRE})",
    "psn": "the last three bytes of the BTH",
    "queue_pair": "bytes 5 to 7 of the BTH",
    "payload_bytes": "the UDP length, less 8 of UDP, 12 of BTH, METH, TSETH, RETH, and 4 of ICRC",
    "marked_frame": "the two bits of ECN in the outer traffic class: 3 is CE",
    "trimmed_frame": "the outer DSCP, and an inner length that is longer than what is there",
    "bytes_cut_off": "what the inner IPv6 header still states against what is there",
    "lost_psn": "the PSN of the trimmed frame: its BTH is still there",
    "retransmission_frame": "the rtx bit of the BTH, and the same PSN again",
    "sack_frame": "the opcode of the BTH",
    "sack_cumulative_psn": "cack_psn in the SETH",
    "sack_ev": "the entropy field of the SETH, not the UDP source port of the SACK itself",
}
_ITEMS = {
    "path": ("usids", "next_switch", "receiver"),
    "entropy": ("ev",),
    "transport": ("psn", "queue_pair"),
    "payload": ("payload_bytes",),
    "mark": ("marked_frame",),
    "trim": ("trimmed_frame", "bytes_cut_off"),
    "repair": ("lost_psn", "retransmission_frame"),
    "sack": ("sack_frame", "sack_cumulative_psn", "sack_ev"),
}


def _grade(work: Work) -> None:
    with work.must("file"):
        document = _document(work.answer)
    with work.must("student"):
        student = str(document.data.get("student") or "")
        if not student.strip():
            raise WrongError(
                f"{document.position(('student',))}: student: empty; accepted: the name you got the capture for"
            )
        student = marked_as(student, work.student)
    truth = story(student).answers
    for name, questions in _ITEMS.items():
        with work.item(name):
            wrong = [_wrong(document, question, truth[question]) for question in questions]
            if any(wrong):
                raise WrongError("\n".join(filter(None, wrong)))


def _document(path: Path) -> Document:
    try:
        document = read(path)
    except DocumentError as error:
        raise WrongError(str(error)) from None
    missing = [name for name in ("student", *_WHERE) if name not in document.data]
    if missing:
        raise WrongError(f"{path.name}: no answer to {', '.join(missing)}; accepted: every question of the starter")
    unknown = [name for name in document.data if name not in ("student", *_WHERE)]
    if unknown:
        at = document.position((unknown[0],))
        raise WrongError(f"{at}: {unknown[0]}: nobody asked; accepted: {', '.join(_WHERE)}")
    return document


def _wrong(document: Document, question: str, truth: Answer) -> str:
    """What is wrong with an answer, without the right one; empty if nothing is."""
    given = document.data[question]
    if _plain(given) == _plain(list(truth) if isinstance(truth, tuple) else truth):
        return ""
    shown = [hex(each) if isinstance(each, int) else each for each in given] if isinstance(given, list) else given
    text = f"{shown} ({given:#x})" if isinstance(given, int) and not isinstance(given, bool) else f"{shown}"
    line = document.position((question,)).line
    return f"line {line}, {question}: {text} is not what the capture says; read {_WHERE[question]}"


def _plain(value: object) -> object:
    """A value that compares: numbers as numbers, also those written as text; names in small letters."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, str):
        try:
            return int(value, 0)
        except ValueError:
            return value.strip().casefold()
    return value


def _material(student: str, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot make the folder: {error.strerror}") from None
    write_capture(student, folder)


LESSON = Lesson(
    title="read a packet",
    only="no switch",
    items=(
        Item("file", "the file can be read, and has an answer to every question", "the starter has all questions"),
        Item("student", "it says whose it is", "the name that make lab-material was given"),
        Item("path", "frame 1: the uSIDs ahead, the next node, the receiver", "README.md, 'Names'", 3),
        Item("entropy", "frame 1: the entropy value", f"{_WIRE}, the EV", 2),
        Item("transport", "frame 1: PSN and queue pair", f"{_WIRE}, section 6: the BTH", 1),
        Item("payload", "frame 1: the bytes it carries", f"{_WIRE}, section 1.3", 1),
        Item("mark", "the frame that was marked", "hints.md, 3", 1),
        Item("trim", "the frame that was trimmed, and how much is missing", "hints.md, 4", 2),
        Item("repair", "what was lost, and where it was sent again", "hints.md, 5", 2),
        Item("sack", "what the receiver reported", f"{_WIRE}, section 6: the SETH", 2),
    ),
    grade=_grade,
    material=_material,
)
