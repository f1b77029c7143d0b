# SPDX-License-Identifier: Apache-2.0
"""Stories for `host_stack.explain`: frames of two made-up queue pairs, and captures of them."""

from __future__ import annotations

from pathlib import Path

from data_headers_kit import pack_data
from host_stack_kit import (
    address,
    mac,
    trim,
    with_dscp,
)
from nic_wire_kit import with_ce

from host_stack.explain.captures import CapturedFrame, PacketReader
from host_stack.explain.conversations import Conversation, Conversations, Fate, fates_of, read_conversations
from host_stack.wire.frames import FrameBuilder, ethernet
from host_stack.wire.headers import Aeth, Bth, BthCodec, CcState, Eeth, Erth, Neth, Peth, Seth
from host_stack.wire.options import BthFlagOrder, EethOpBits, WireOptions
from p4soft.outputs import NANOSECONDS, PcapngWriter

WRITER, READER = address(1), address(2)
WRITER_QP, READER_QP = 0x22, 0x11
A, B = 0xC000_0001, 0xC001_0001  # an EV of plane 0 and one of plane 1

_BUILDER = FrameBuilder(WireOptions(), [ethernet(mac(0), mac(0))])
__all__ = ["trim", "with_ce", "with_dscp"]


def frame(headers: bytes, payload=b"", *, forward=True, dscp=4, ecn=2, entropy=A) -> bytes:
    source, destination = (WRITER, READER) if forward else (READER, WRITER)
    return _BUILDER.build(
        port=0,
        outer_addresses=source + bytes(16),
        inner_addresses=source + destination,
        traffic_class=dscp << 2 | ecn,
        entropy=entropy,
        headers=headers,
        payload=payload,
    )


def data(psn: int, *, timestamp: int | None = 0, rtx=False, entropy=A, size=400, qp=READER_QP) -> bytes:
    headers = pack_data(
        opcode=0xC7,
        flags=0,
        pkey=0xFFFF,
        dest_qpn=qp,
        bits=0x20 if rtx else 0,
        psn=psn,
        rqmsn=0,
        msn=1,
        timestamp=timestamp,
        address=0x1000,
        r_key=7,
        length=1 << 20,
    )
    return frame(headers, bytes(size), entropy=entropy, dscp=8 if rtx else 4)


def _control(opcode: int, psn: int, body: bytes, *, forward=False, qp=WRITER_QP, entropy=A, rtx=False) -> bytes:
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(opcode, qp, psn, rtx=rtx))
    return frame(bth + body, forward=forward, dscp=46, ecn=0, entropy=entropy)


def sack(cack: int, *, ack=None, base=1, bits=0, mark=0, entropy=A, timestamp=0, probe=None, rtx=False) -> bytes:
    offset = probe if probe is not None else 0 if ack is None else ack - cack
    seth = Seth(mark, probe is not None, offset, entropy, READER_QP, WRITER_QP, cack, 0, base, bits)
    return _control(0xDC, cack, seth.pack() + CcState(timestamp, 0, 0).pack(), rtx=rtx)


def nack(psn: int, reason: int, *, entropy=A) -> bytes:
    return _control(0xDD, psn, Neth(reason, entropy, READER_QP, WRITER_QP, psn, 0).pack())


def ack(psn: int, syndrome=0x1F) -> bytes:
    return _control(0xD1, psn, Aeth(syndrome, 1).pack())


def probe() -> bytes:
    return _control(0xDE, 0, Peth(3, WRITER_QP, READER_QP, 0).pack(), forward=True, qp=READER_QP)


def ev_probe(request: int, *, answer=False, entropy=B) -> bytes:
    if answer:
        body = Eeth(1, 0).pack(EethOpBits.BITS_3_2)
        return _control(0xD9, request, body, qp=2, entropy=entropy)
    return _control(0xD8, request, Erth(1, 0).pack(), forward=True, qp=2, entropy=entropy)


def port_update(request: int, mask: int, *, answer=False, entropy=B) -> bytes:
    if answer:
        return _control(0xD9, request, Eeth(0, 0).pack(EethOpBits.BITS_3_2), qp=2, entropy=entropy)
    return _control(0xD8, request, Erth(0, 0, mask).pack(), forward=True, qp=2, entropy=entropy)


Story = list[tuple[int, str, bytes]]
"""Time in ns, link, frame."""


def told(story: Story) -> Conversations:
    reader = PacketReader(WireOptions())
    packets = [
        reader.read(CapturedFrame(number, time_ns, link, one, len(one)))
        for number, (time_ns, link, one) in enumerate(story, start=1)
    ]
    assert None not in packets
    return read_conversations(packet for packet in packets if packet is not None)


def one(story: Story) -> Conversation:
    (conversation,) = told(story).all()
    return conversation


def fates(story: Story) -> dict[int, list[Fate]]:
    return fates_of(one(story))


def outcomes(story: Story) -> dict[int, list[str]]:
    return {psn & 0xFFFFFF: [fate.outcome.value for fate in sent] for psn, sent in fates(story).items()}


def capture(path: Path, story: Story) -> Path:
    with path.open("wb") as stream:
        writer = PcapngWriter(stream, application="tests", resolution=NANOSECONDS)
        links = list(dict.fromkeys(link for _, link, _ in story))
        for link in links:
            writer.add_interface(link, link)
        for time_ns, link, one_frame in story:
            writer.write(links.index(link), time_ns, one_frame)
    return path
