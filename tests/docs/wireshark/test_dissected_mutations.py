# SPDX-License-Identifier: Apache-2.0
"""No bytes upset the dissector: no Lua error, no frame that it calls malformed.

MRC_WIRESHARK_FRAMES sets how many mutated frames; the default takes a few seconds.
"""

import os
from random import Random

from wireshark_kit import CONTROL, LAB, LASTHOP, TRIMMED, bth, capture, frame, needs_tshark, tshark, write

from ptf_tests.nic.vectors import HEADERS

FRAMES = int(os.environ.get("MRC_WIRESHARK_FRAMES", "10000"))
TRANSPORT = 14 + 40 + 40 + 8
FOLLOWS = {"AETH": 0xD1, "SETH": 0xDC, "NETH": 0xDD, "PETH": 0xDE, "ERTH": 0xD8, "EETH": 0xD9}


def seeds():
    """One frame of every kind."""
    yield from (frame(write(number, timestamp=number, size=300)) for number in range(3))
    yield frame(write(4, timestamp=4, size=300), dscp=TRIMMED, cut=160)
    yield frame(write(5, timestamp=5, size=300), path=None)
    yield frame(bth(0xCB, 6, bits=0x10) + bytes(28) + b"payload!")
    for vector in HEADERS:
        opcode = FOLLOWS.get(vector.header)
        if opcode is not None:
            body = bytes.fromhex(vector.hex) + (bytes(8) if opcode == 0xDC else b"")
            yield frame(bth(opcode, 1) + body, dscp=CONTROL, ecn=0)


def mutated(rng: Random, whole: bytes) -> bytes:
    """Bytes changed from UDP on (what lies below is Wireshark's), or cut with the outer lengths true, or both."""
    out = bytearray(whole)
    for _ in range(rng.randrange(6)):
        at = rng.randrange(TRANSPORT, len(out))
        out[at] = rng.choice((rng.randrange(256), out[at] ^ 1 << rng.randrange(8), 0, 255))
    if rng.randrange(3) == 0:
        size = rng.randrange(TRANSPORT, len(out) + 1)
        inner = 14 if out[20] == 17 else 54
        out[18:20] = (size - 54).to_bytes(2, "big")
        if inner == 54:
            out[58:60] = (size - 94).to_bytes(2, "big")
        at = inner + 40 + 4
        out[at : at + 2] = (size - inner - 40).to_bytes(2, "big")
        out = out[:size]
    if rng.randrange(4) == 0:
        # Another traffic class; stale lengths with the DSCP of a whole packet would be malformed indeed.
        stale = whole[20] != 17 and int.from_bytes(whole[58:60], "big") > len(whole) - 94
        tc = rng.choice((TRIMMED, LASTHOP) if stale else (4, 8, TRIMMED, LASTHOP, CONTROL, 9)) << 2 | rng.randrange(4)
        out[14:16] = bytes((0x60 | tc >> 4, (tc & 15) << 4 | out[15] & 15))
    return bytes(out)


@needs_tshark
def test_mutated_frames(tmp_path):
    rng = Random(20261122)
    kinds = list(seeds())
    frames = [mutated(rng, rng.choice(kinds)) for _ in range(FRAMES)]
    file = capture(tmp_path / "mutated.pcapng", frames)
    options = [f"mrc.names:{LAB}", "mrc.check_icrc:TRUE"]
    # `-V` builds every tree; the kit fails on a Lua error anywhere.
    text = tshark(file, "-V", preferences=options)
    assert text.count("Multipath Reliable Connection") > FRAMES // 3
    assert tshark(file, "-Y", "_ws.malformed && mrc.opcode", preferences=options) == ""
    # Wireshark's own dissector of RPC over RDMA trips over RoCE frames here, with or without our script.
    others = ("--disable-protocol", "rpcordma")
    assert tshark(file, "-2", *others, "-T", "fields", "-e", "frame.number", preferences=options).count("\n") == FRAMES
