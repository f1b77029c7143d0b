# SPDX-License-Identifier: Apache-2.0
"""Packet-in and packet-out: the header the program puts before a frame on the CPU port, as metadata."""

from __future__ import annotations

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.p4info.index import P4InfoIndex, PacketHeaderInfo
from p4soft.switch.p4runtime.status import invalid


def packet_in(info: P4InfoIndex, frame: bytes) -> p4runtime_pb2.PacketIn | None:
    """The message for a frame that left through the CPU port.

    Fields are taken from the front of the frame, in the order of the `packet_in` header, most significant bit first.
    None when the frame is too short to hold that header.
    """
    header = info.packet_headers.get("packet_in")
    if header is None:
        return p4runtime_pb2.PacketIn(payload=frame)
    length = _header_bytes(header)
    if len(frame) < length:
        return None
    message = p4runtime_pb2.PacketIn(payload=frame[length:])
    bits = int.from_bytes(frame[:length], "big")
    remaining = length * 8
    for field in header.fields:
        remaining -= field.width
        metadata = message.metadata.add()
        metadata.metadata_id = field.id
        metadata.value = field.encode(bits >> remaining & ((1 << field.width) - 1))
    return message


def packet_out(info: P4InfoIndex, message: p4runtime_pb2.PacketOut) -> bytes:
    """The frame to inject on the CPU port.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT when the metadata is not exactly what the `packet_out` header declares.
    """
    header = info.packet_headers.get("packet_out")
    if header is None:
        if message.metadata:
            raise invalid("packet-out with metadata, but the P4Info declares no packet_out header; leave metadata out")
        return bytes(message.payload)
    values: dict[int, int] = {}
    for metadata in message.metadata:
        position = header.index.get(metadata.metadata_id)
        if position is None:
            names = ", ".join(f"{f.id} ({f.name})" for f in header.fields)
            raise invalid(f"packet-out: metadata id {metadata.metadata_id} is unknown; accepted: {names}")
        if position in values:
            raise invalid(f"packet-out: metadata {header.fields[position].name} is given twice")
        field = header.fields[position]
        values[position] = field.decode(metadata.value, "packet-out: metadata %s", field.name)
    bits = 0
    for position, field in enumerate(header.fields):
        if position not in values:
            raise invalid(f"packet-out: metadata {field.name} (id {field.id}) is missing")
        bits = bits << field.width | values[position]
    length = _header_bytes(header)
    padding = length * 8 - sum(f.width for f in header.fields)
    return (bits << padding).to_bytes(length, "big") + bytes(message.payload)


def _header_bytes(header: PacketHeaderInfo) -> int:
    return (sum(f.width for f in header.fields) + 7) // 8
