# SPDX-License-Identifier: Apache-2.0
"""The two codecs of a NIC, and what both can do: ``fast`` (``frames``), and ``scapy`` (``layer_codec``).

Both write the same bytes, and read the same from any bytes. scapy's layers are loaded when a NIC uses them:
this module, and every program that keeps to the fast codec, runs without scapy.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from importlib import import_module
from types import ModuleType
from typing import Protocol

from host_stack.errors import ConfigError
from host_stack.wire.frames import Drop, FrameBuilder, FrameParser, Packet, TrafficClasses
from host_stack.wire.headers import AnyHeader, Bth
from host_stack.wire.options import WireOptions


class Codec(Enum):
    """What makes the bytes of a NIC's frames, and reads them."""

    FAST = "fast"
    """Fixed layouts: for everything but a look at the layers."""
    SCAPY = "scapy"
    """The scapy layers themselves, some twenty times slower."""


class Parser(Protocol):
    """Reads what arrives for one NIC."""

    def parse(self, frame: bytes) -> Packet | Drop:
        """Classify one frame; any bytes are fine."""


class Builder(Protocol):
    """Makes the frames of one NIC: what ``FrameBuilder`` says of its methods.

    Attributes:
        classes: traffic classes of what it sends.
        pkey: the P_Key of its packets, 16 bits.
    """

    classes: TrafficClasses
    pkey: int

    def frame(
        self,
        *,
        port: int,
        outer_addresses: bytes,
        inner_addresses: bytes,
        traffic_class: int,
        entropy: int,
        bth: Bth,
        headers: Sequence[AnyHeader],
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """A frame of these headers; ``bth`` has its pad count set for ``payload``."""


def control(
    builder: Builder,
    *,
    port: int,
    outer_addresses: bytes,
    inner_addresses: bytes,
    entropy: int,
    opcode: int,
    dest_qpn: int,
    psn: int,
    headers: Sequence[AnyHeader],
    rtx: bool = False,
) -> bytes:
    """A frame without payload: BTH and ``headers``, in the class of service of ``opcode``."""
    return builder.frame(
        port=port,
        outer_addresses=outer_addresses,
        inner_addresses=inner_addresses,
        traffic_class=builder.classes.of(opcode, rtx),
        entropy=entropy,
        bth=Bth(opcode, dest_qpn, psn, pkey=builder.pkey, rtx=rtx),
        headers=headers,
    )


def check_codec(codec: object) -> None:
    """Raise ConfigError for what is no codec."""
    if not isinstance(codec, Codec):
        raise ConfigError(f"codec: {codec!r} is unknown; accepted: {', '.join(map(str, Codec))}")


def parser_of(codec: Codec, wire: WireOptions, address: bytes) -> Parser:
    """What reads frames for the NIC at ``address``. Raises ConfigError: scapy is not installed."""
    if codec is Codec.FAST:
        return FrameParser(wire, address)
    parser: Parser = layered("host_stack.wire.layer_codec").LayerParser(wire, address)
    return parser


def builder_of(codec: Codec, wire: WireOptions, links: Sequence[bytes]) -> Builder:
    """What makes frames; ``links``: as ``FrameBuilder`` takes them. Raises ConfigError: scapy is not installed."""
    if codec is Codec.FAST:
        return FrameBuilder(wire, links)
    builder: Builder = layered("host_stack.wire.layer_codec").LayerBuilder(wire, links)
    return builder


def layered(module: str) -> ModuleType:
    """A module that is built on scapy. Raises ConfigError: scapy is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] != "scapy":
            raise
        raise ConfigError("codec: scapy is not installed; accepted: fast, or scapy after `pip install scapy`") from None
