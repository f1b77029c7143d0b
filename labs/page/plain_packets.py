# SPDX-License-Identifier: GPL-2.0-only
"""Packets of any protocol that scapy knows, field by field, for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scapy.fields import ConditionalField
from scapy.layers import dhcp, dns, inet, inet6, l2, vxlan  # noqa: F401 - what frames are read by
from scapy.packet import NoPayload, Packet, Padding, Raw
from typing_extensions import override

from host_stack.explain.captures import CapturedFrame
from labs.page.frames import Decoder, FieldShown, LayerShown, Summary

_SHOWN_BYTES = 12
_LONGEST = 120
"""Characters of a value."""


class PlainDecoder(Decoder):
    """Decodes with scapy."""

    @override
    def layers(self, data: bytes) -> list[LayerShown]:
        return plain_layers(data)

    @override
    def summary(self, frame: CapturedFrame, layers: Sequence[LayerShown]) -> Summary:
        kind, what = plain_summary(layers)
        return kind, what, ""


def plain_layers(frame: bytes) -> list[LayerShown]:
    """Every layer of a frame, outermost first; bytes that scapy cannot read are payload. Never raises."""
    try:
        return list(_layers(l2.Ether(frame), frame))
    except Exception:  # noqa: BLE001 - scapy's dissectors raise anything; a page shows bytes all the same
        return [_payload(frame, 0)]


def plain_summary(layers: Sequence[LayerShown]) -> tuple[str, str]:
    """A frame's kind in a word, and the addresses and ports of its innermost headers."""
    named = [layer for layer in layers if layer.label not in ("payload", "padding")]
    gists = [layer.gist for layer in named if layer.gist]
    return (named[-1].label if named else "payload"), " · ".join(gists[-2:])


def _layers(packet: Packet, frame: bytes) -> Iterator[LayerShown]:
    start = 0
    while not isinstance(packet, NoPayload):
        if isinstance(packet, Raw | Padding):
            label = "payload" if type(packet) is Raw else "padding"
            yield _payload(bytes(packet.load), start, label)
            start += len(packet.load)
        else:
            own = len(packet.original) - len(packet.payload.original) if packet.payload else len(packet.original)
            stop = min(len(frame), start + max(0, own))
            yield LayerShown(
                label=packet.name,
                gist=_gist(packet),
                start=start,
                stop=stop,
                fields=list(_fields(packet, start, stop)),
            )
            start = stop
        packet = packet.payload


def _fields(packet: Packet, start: int, stop: int) -> Iterator[FieldShown]:
    at = start * 8  # in bits
    for described in packet.fields_desc:
        field = described
        while isinstance(field, ConditionalField):
            if not field._evalcond(packet):
                break
            field = field.fld
        else:
            value = packet.getfieldval(field.name)
            bits = _bits(packet, field, value)
            text = str(field.i2repr(packet, value))
            yield FieldShown(
                name=field.name,
                value=text if len(text) <= _LONGEST else text[:_LONGEST] + "…",
                note="",
                start=min(stop, at // 8),
                stop=min(stop, -(-(at + bits) // 8)),
            )
            at += bits


def _bits(packet: Packet, field: Any, value: object) -> int:  # noqa: ANN401 - scapy's fields have no common type
    """How much of a header a field takes; those that are not whole bytes know their size."""
    return int(getattr(field, "size", 0)) or 8 * len(field.addfield(packet, b"", value))


def _gist(packet: Packet) -> str:
    """`10.0.1.1 > 10.0.2.2`, `5201 > 40001 S`, or nothing."""
    for source, destination in (("src", "dst"), ("sport", "dport"), ("psrc", "pdst")):
        if source in packet.fields and destination in packet.fields:
            rest = f" {packet.sprintf('%flags%')}" if "flags" in packet.fields and source == "sport" else ""
            return f"{packet.fields[source]} > {packet.fields[destination]}{rest}"
    if "type" in packet.fields:
        return str(packet.sprintf("%type%"))
    return ""


def _payload(data: bytes, start: int, label: str = "payload") -> LayerShown:
    shown = data[:_SHOWN_BYTES].hex(" ") + (" …" if len(data) > _SHOWN_BYTES else "")
    value = FieldShown(name="bytes", value=shown, note="", start=start, stop=start + len(data))
    return LayerShown(label=label, gist=f"{len(data)} bytes", start=start, stop=start + len(data), fields=[value])
