# SPDX-License-Identifier: Apache-2.0
"""Captures byte for byte."""

from __future__ import annotations

import io

from p4soft.outputs import NANOSECONDS, PcapngWriter


def test_a_text_too_long_for_its_option_is_cut_between_characters():
    stream = io.BytesIO()
    PcapngWriter(stream, application="x", comment="\u00e4" * 40_000)
    data = stream.getvalue()
    assert data[24:28] == bytes([1, 0, 0xFE, 0xFF])  # 65534 bytes: half a character fits no more
    assert len(data) == int.from_bytes(data[4:8], "little")


def test_a_streamed_capture_in_nanoseconds_byte_for_byte():
    stream = io.BytesIO()
    writer = PcapngWriter(stream, application="x", resolution=NANOSECONDS)
    interface = writer.add_interface("a:0>b:1", "d", speed_bps=100_000_000_000)
    writer.write(interface, 0x1_0000_0002, b"\xaa\xbb\xcc\xdd\xee")
    # draft-ietf-opsawg-pcapng, little-endian section
    assert stream.getvalue().hex(" ", -4) == (
        "0a0d0d0a 28000000 4d3c2b1a 01000000 ffffffff ffffffff"  # SHB, 40 bytes, 1.0, length unknown
        " 04000100 78000000 00000000 28000000"  # shb_userappl "x", end of options
        " 01000000 40000000 01000000 00000000"  # IDB, 64 bytes, Ethernet, no snap length
        " 02000700 613a303e 623a3100"  # if_name
        " 03000100 64000000"  # if_description
        " 08000800 00e87648 17000000"  # if_speed, bits per second
        " 09000100 09000000"  # if_tsresol: 10^-9
        " 00000000 40000000"
        " 06000000 28000000 00000000 01000000 02000000"  # EPB, 40 bytes, interface 0, time high, low
        " 05000000 05000000 aabbccdd ee000000 28000000"
    )


def test_a_snap_length_cuts_the_data_and_keeps_the_length():
    stream = io.BytesIO()
    writer = PcapngWriter(stream, application="x", snaplen=4)
    writer.add_interface("a", "d", speed_bps=1)
    start = stream.tell()
    writer.write(0, 0, b"123456789")
    block = stream.getvalue()[start:]
    assert block[20:32] == bytes([4, 0, 0, 0, 9, 0, 0, 0]) + b"1234"
    assert len(block) == 36
