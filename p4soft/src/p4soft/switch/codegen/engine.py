# SPDX-License-Identifier: Apache-2.0
"""What the switch needs from a compiled program; a native engine can stand beside the generated-Python one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p4soft.switch.codegen.layout import Layout, Packet


@dataclass(frozen=True, slots=True)
class Engine:
    """A program compiled and bound to one switch's state. Every function works on a Packet in place.

    Attributes:
        layout: the slots.
        parse: runs the parser over F[FRAME], sets OFFSET and ERROR.
        verify: verifies checksums, sets CHECKSUM_ERROR.
        ingress, egress: the controls.
        deparse: updates checksums and returns the frame, at most F[TRUNCATE] bytes.
        template: what a packet is before it arrives; a copy of it is a packet.
        adopt: a packet that another engine over the same state began, as this one takes it.
    """

    layout: Layout
    parse: Callable[[Packet], None]
    verify: Callable[[Packet], None]
    ingress: Callable[[Packet], None]
    egress: Callable[[Packet], None]
    deparse: Callable[[Packet], bytes]
    template: Packet
    adopt: Callable[[Packet], Packet] = lambda packet: packet
