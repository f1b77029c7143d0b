# SPDX-License-Identifier: GPL-2.0-only
"""The table of opcodes is what builder, parser and scapy's layers go by: every row makes the round trip."""

import pytest
from host_stack_kit import address
from scapy.layers.inet import UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw

from host_stack import WireOptions
from host_stack.wire.constants import Role
from host_stack.wire.frames import FrameBuilder, FrameParser, Packet, ethernet
from host_stack.wire.headers import PACKET_TYPES, TSETH, WRITES, Bth, BthCodec, Opcode, Service
from host_stack.wire.layers import LAYERS, MrcBTH
from host_stack.wire.options import BthFlagOrder

ROLE = {Service.DATA: Role.TRIMMABLE, Service.PROBE: Role.NO_TRIM, Service.CONTROL: Role.CONTROL}


def test_every_opcode_has_a_row():
    assert set(PACKET_TYPES) == set(Opcode)
    assert set(WRITES) == {(f, last, imm) for f in (True, False) for last in (True, False) for imm in (last, False)}


@pytest.mark.parametrize("kind", PACKET_TYPES.values(), ids=lambda kind: kind.opcode.name)
def test_a_row_makes_the_round_trip(kind):
    headers = [header for header in kind.headers if header is not TSETH]
    length = sum(header.length for header in headers)
    # Ones in the last bytes of the RETH: a message long enough for the payload.
    body = bytes(16) + b"\xff" * 4 + bytes(length - 20) + b"payload." if kind.data else bytes(length)
    builder = FrameBuilder(WireOptions(), [ethernet(bytes(6), bytes(6))])
    frame = builder.build(
        port=0,
        outer_addresses=bytes(32),
        inner_addresses=address(1) + address(2),
        traffic_class=builder.classes.of(kind.opcode),
        entropy=0xC0000000,
        headers=BthCodec(BthFlagOrder.IBTA).pack(Bth(kind.opcode, 0x10, 1)) + body,
    )
    packet = FrameParser(WireOptions(), address(2)).parse(frame)
    assert isinstance(packet, Packet)
    assert packet.kind is kind
    assert packet.role is ROLE[kind.service]
    assert len(packet.control) == (0 if kind.data else len(headers))
    layer = Ether(frame)[UDP].payload
    assert isinstance(layer, MrcBTH)
    for header in headers:
        layer = layer.payload
        assert type(layer) is LAYERS.get(header.name), f"layers.py has no layer MRC {header.name} that follows here"
    assert type(layer.payload).__name__ == ("Raw" if kind.data else "NoPayload")
    assert not kind.data or layer[Raw].load == b"payload."
