# SPDX-License-Identifier: GPL-2.0-only
"""Packets of any protocol that scapy knows, field by field, for the page."""

from __future__ import annotations

from collections.abc import Sequence

from scapy.layers import dhcp, dns, inet, inet6, l2, vxlan  # noqa: F401 - what frames are read by
from typing_extensions import override

from host_stack.explain.captures import CapturedFrame
from host_stack.explain.fields import Layer, scapy_layers
from labs.page.frames import Decoder, FieldShown, LayerShown, Summary

_SHOWN_BYTES = 12
_UNDESCRIBED = ("payload", "padding")


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
        return [_shown(layer, frame) for layer in scapy_layers(l2.Ether(frame), frame)]
    except Exception:  # noqa: BLE001 - scapy's dissectors raise anything; a page shows bytes all the same
        return [_payload(frame, 0)]


def plain_summary(layers: Sequence[LayerShown]) -> tuple[str, str]:
    """A frame's kind in a word, and the addresses and ports of its innermost headers."""
    named = [layer for layer in layers if layer.label not in _UNDESCRIBED]
    gists = [layer.gist for layer in named if layer.gist]
    return (named[-1].label if named else "payload"), " · ".join(gists[-2:])


def _shown(layer: Layer, frame: bytes) -> LayerShown:
    if layer.label in _UNDESCRIBED:
        return _payload(frame[layer.start : layer.stop], layer.start, layer.label)
    fields = [FieldShown(name=f.name, value=f.value, note=f.note, start=f.start, stop=f.stop) for f in layer.fields]
    return LayerShown(label=layer.label, gist=layer.gist, start=layer.start, stop=layer.stop, fields=fields)


def _payload(data: bytes, start: int, label: str = "payload") -> LayerShown:
    shown = data[:_SHOWN_BYTES].hex(" ") + (" …" if len(data) > _SHOWN_BYTES else "")
    value = FieldShown(name="bytes", value=shown, note="", start=start, stop=start + len(data))
    return LayerShown(label=label, gist=f"{len(data)} bytes", start=start, stop=start + len(data), fields=[value])
