# SPDX-License-Identifier: Apache-2.0
"""Frames as the page shows them: layers, fields, and the bytes they are."""

from __future__ import annotations

from fabric.live.messages import Message


class FieldShown(Message):
    """A field: name, value, what is odd about it, and its first byte and the one after its last."""

    name: str
    value: str
    note: str
    start: int
    stop: int


class LayerShown(Message):
    """A header, or the payload."""

    label: str
    gist: str
    start: int
    stop: int
    fields: list[FieldShown]


class FrameShown(Message):
    """A frame.

    Attributes:
        time_ns: of the topology.
        way: `a>b`.
        length: bytes of it.
        kind: what it is, in a word or two.
        what: its PSN, its path and the like.
        mark: trimmed, marked, or nothing.
        layers: all of it, outermost first.
        head: its first bytes, in hex.
    """

    time_ns: int
    way: str
    length: int
    kind: str
    what: str
    mark: str
    layers: list[LayerShown]
    head: str
