# SPDX-License-Identifier: Apache-2.0
"""Parser and builder remember how frames of a path begin: that changes nothing they say, whatever came before."""

import random

from data_headers_kit import pack_data
from host_stack_kit import address

from host_stack import WireOptions
from host_stack.wire.codecs import control
from host_stack.wire.frames import Drop, FrameBuilder, FrameParser, ethernet
from host_stack.wire.headers import Bth, BthCodec, CcState, Seth
from host_stack.wire.options import BthFlagOrder

A, B = address(1), address(2)
LINK = ethernet(bytes(6), bytes(6))
PATHS = [bytes.fromhex("fcbbbbbb12002101120131") + bytes([n]) + bytes(4) for n in range(3)]


def drawn_frame(rng, builder):
    """A data or control frame of one of a few paths."""
    entropy, path = rng.choice([(0xC0000001 + n, path) for n, path in enumerate(PATHS)])
    outer = A + path + rng.choice((b"", b"", b"", bytes((41, 2, 4, 0)) + bytes(20)))
    common = {"port": 0, "outer_addresses": outer, "inner_addresses": A + B, "entropy": entropy}
    if rng.random() < 0.2:
        bth = Bth(0xDC, 0x10, rng.getrandbits(24), rtx=rng.random() < 0.5)
        headers = BthCodec(BthFlagOrder.IBTA).pack(bth) + rng.randbytes(36)
        return builder.build(traffic_class=46 << 2, headers=headers, **common)
    payload = rng.randbytes(rng.choice((1, 64, 64, 65, 300)))
    headers = pack_data(
        opcode=rng.choice((0xC6, 0xC7, 0xC8, 0xCA)),
        flags=(-len(payload) & 3) << 4,
        pkey=0xFFFF,
        dest_qpn=rng.getrandbits(24),
        bits=rng.choice((0, 0x80, 0x20)),
        psn=rng.getrandbits(24),
        rqmsn=0,
        msn=rng.getrandbits(16),
        timestamp=rng.choice((None, 1, 2)),
        address=rng.getrandbits(64),
        r_key=7,
        length=len(payload) + rng.choice((0, 5)),
    )
    return builder.build(traffic_class=4 << 2 | 2, headers=headers, payload=payload, **common)


def changed(rng, frame):
    """Marked, cut, padded, or with some byte changed; or as it is."""
    match rng.randrange(6):
        case 0:
            at = rng.randrange(len(frame))
            return frame[:at] + bytes([frame[at] ^ 1 << rng.randrange(8)]) + frame[at + 1 :]
        case 1:
            return frame[: rng.randrange(len(frame))]
        case 2:
            return frame + bytes(rng.randrange(1, 40))
        case 3:
            return frame[:15] + bytes([frame[15] | 0x30]) + frame[16:]
    return frame


def said(found):
    """All that a parser says of a frame."""
    if isinstance(found, Drop):
        return found
    return {name: getattr(found, name) for name in type(found).__slots__}


def test_a_parser_that_has_seen_others_says_what_a_new_one_says():
    rng = random.Random(5)
    wire = WireOptions()
    builder, experienced = FrameBuilder(wire, [LINK]), FrameParser(wire, B)
    good = dropped = 0
    for _ in range(4000):
        frame = changed(rng, drawn_frame(rng, builder))
        found = said(experienced.parse(frame))
        assert found == said(FrameParser(wire, B).parse(frame)), frame.hex()
        good += isinstance(found, dict)
        dropped += isinstance(found, Drop)
    assert good > 1000
    assert dropped > 500


def test_a_builder_that_has_built_others_builds_what_a_new_one_builds():
    wire = WireOptions()
    experienced = FrameBuilder(wire, [LINK])
    for seed in range(1500):
        frame = drawn_frame(random.Random(seed), experienced)
        assert frame == drawn_frame(random.Random(seed), FrameBuilder(wire, [LINK]))


def test_more_paths_than_are_remembered():
    wire = WireOptions()
    builder, parser = FrameBuilder(wire, [LINK]), FrameParser(wire, B)
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(0xDC, 0x10, 1))
    for entropy in range(3000):
        frame = control(
            builder, port=0, outer_addresses=A + PATHS[0], inner_addresses=A + B, entropy=entropy, opcode=0xDC,
            dest_qpn=0x10, psn=1, headers=(Seth(*bytes(10)), CcState(*bytes(3))),
        )  # fmt: skip
        assert bth[:4] in frame
        for _ in range(2):
            found = parser.parse(frame)
            assert not isinstance(found, Drop)
            assert found.entropy == entropy
