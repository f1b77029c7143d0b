# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
import shutil
import subprocess

import pytest

from outputs.pcapng import PcapngWriter, file_name, taps


def test_a_capture_byte_for_byte():
    stream = io.BytesIO()
    writer = PcapngWriter(stream, application="x")
    interface = writer.add_interface("a:0>b:1", "d", 100_000_000_000)
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
    writer.add_interface("a", "d", 1)
    start = stream.tell()
    writer.write(0, 0, b"123456789")
    block = stream.getvalue()[start:]
    assert block[20:32] == bytes([4, 0, 0, 0, 9, 0, 0, 0]) + b"1234"
    assert len(block) == 36


def test_link_names_become_file_names():
    assert file_name("nic3:0--p0-t0-1:1") == "nic3_0--p0-t0-1_1.pcapng"


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_reads_interfaces_and_nanoseconds(tmp_path):
    file = tmp_path / "x.pcapng"
    with file.open("wb") as stream:
        writer = PcapngWriter(stream, application="mrc-fabric")
        up, down = taps(writer, [("a:0>b:1", 10**11), ("b:1>a:0", 10**11)])
        up(1, bytes(60))
        down(1_000_000_123, bytes(61))
    shown = subprocess.run(
        [
            "tshark",
            "-r",
            file,
            "-T",
            "fields",
            "-e",
            "frame.interface_name",
            "-e",
            "frame.time_epoch",
            "-e",
            "frame.len",
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.split()
    assert [shown[0], shown[3]] == ["a:0>b:1", "b:1>a:0"]
    # Older tsharks print seconds, newer ones ISO 8601: the fraction is the same.
    assert shown[1].rstrip("Z").endswith("0.000000001")
    assert shown[4].rstrip("Z").endswith("1.000000123")
    assert [shown[2], shown[5]] == ["60", "61"]
