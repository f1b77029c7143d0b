# SPDX-License-Identifier: Apache-2.0
"""Ports on pcap files: --use-files, as simple_switch documents it."""

from __future__ import annotations

import os
import struct

import pytest
from process_kit import ANY_ADDRESS, FRAME
from waiting_kit import until

from p4soft.switch.ports import PortError
from p4soft.switch.ports.pcap import FilePort, FileReplay, PcapError, Record, read_pcap


def pcap(*records, order="<", magic=0xA1B2C3D4):
    """records: (seconds, fraction, frame)."""
    data = struct.pack(f"{order}IHHiIII", magic, 2, 4, 0, 0, 65535, 1)
    for seconds, fraction, frame in records:
        data += struct.pack(f"{order}IIII", seconds, fraction, len(frame), len(frame)) + frame
    return data


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(("magic", "fraction"), [(0xA1B2C3D4, 250), (0xA1B23C4D, 250_000)])
def test_every_classic_variant_is_read(tmp_path, order, magic, fraction):
    path = tmp_path / "x.pcap"
    path.write_bytes(pcap((7, fraction, b"first"), (8, 0, b""), order=order, magic=magic))
    assert list(read_pcap(path)) == [Record(7_000_250_000, b"first"), Record(8_000_000_000, b"")]


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"", "not a pcap file"),
        (b"\x0a\x0d\x0d\x0a" + bytes(40), "not a pcap file; accepted: classic pcap"),
        (pcap()[:20], "not a pcap file"),
        (pcap((1, 0, b"abc"))[:-1], "packet 0 (from 0): the file ends in the middle of it"),
        (pcap((1, 0, b"abc"), (1, 0, b"abc"))[:-8], "packet 1 (from 0): the file ends"),
        (pcap() + struct.pack("<IIII", 0, 0, 3, 9) + b"abc", "only 3 of 9 bytes were captured"),
        (pcap() + struct.pack("<IIII", 0, 0, 2**31, 2**31), "2147483648 bytes; accepted"),
    ],
)
def test_damage_is_named(tmp_path, data, wanted):
    path = tmp_path / "x.pcap"
    path.write_bytes(data)
    with pytest.raises(PcapError) as caught:
        list(read_pcap(path))
    assert wanted in str(caught.value)
    assert str(path) in str(caught.value)


def test_the_earliest_frame_of_all_files_goes_first_and_gaps_are_not_waited_for(tmp_path):
    (tmp_path / "a_in.pcap").write_bytes(pcap((10, 0, b"a0"), (5000, 0, b"a1")))
    (tmp_path / "b_in.pcap").write_bytes(pcap((9, 999_999, b"b0"), (10, 0, b"b1"), (4000, 0, b"b2")))
    (tmp_path / "c_in.pcap").write_bytes(pcap())
    replay = FileReplay({7: str(tmp_path / "b"), 3: str(tmp_path / "a"), 4: str(tmp_path / "c")}, start_us=2_000_000)
    assert replay.next_us() == 2_000_000
    assert list(replay.take(1_999_999)) == []
    # Of equal time stamps, the lower port first.
    assert list(replay.take(2_000_000)) == [(7, b"b0"), (3, b"a0"), (7, b"b1"), (7, b"b2"), (3, b"a1")]
    assert replay.next_us() is None
    assert list(replay.take(9_000_000)) == []


def test_missing_input_and_unwritable_output(tmp_path):
    with pytest.raises(PortError, match=r"port 2: .*none_in.pcap: cannot read: No such file"):
        FileReplay({2: str(tmp_path / "none")}, 0)
    with pytest.raises(PortError, match=r"port 2: .*x_out.pcap: cannot write"):
        FilePort(2, str(tmp_path / "no" / "x"))


def test_the_switch_reads_and_writes_files(start, tmp_path, loopback_program):
    frames = [FRAME + bytes([number]) for number in range(200)]
    (tmp_path / "left_in.pcap").write_bytes(pcap(*((n, 0, frame) for n, frame in enumerate(frames))))
    (tmp_path / "right_in.pcap").write_bytes(pcap((50, 1, b"x" * 64)))
    process = start(
        loopback_program, "--use-files", 0, "-i", f"1@{tmp_path}/left", "-i", f"2@{tmp_path}/right", *ANY_ADDRESS
    )
    process.ready()
    until(lambda: [record.frame for record in whole(tmp_path / "left_out.pcap")] == frames)
    assert [record.frame for record in read_pcap(tmp_path / "right_out.pcap")] == [b"x" * 64]
    # Like simple_switch, it goes on serving P4Runtime after the last frame.
    assert process.popen.poll() is None
    assert process.stop() == 0


def whole(path):
    try:
        return list(read_pcap(path))
    except PcapError:  # It is being written.
        return []


def test_a_wait_before_the_first_frame(start, tmp_path, loopback_program):
    (tmp_path / "p_in.pcap").write_bytes(pcap((0, 0, FRAME)))
    process = start(loopback_program, "--use-files", 3600, "-i", f"1@{tmp_path}/p", *ANY_ADDRESS)
    process.ready()
    assert process.stop() == 0
    assert list(read_pcap(tmp_path / "p_out.pcap")) == []


def test_a_damaged_file_ends_the_switch_with_one_message(start, tmp_path, loopback_program):
    (tmp_path / "p_in.pcap").write_bytes(pcap((0, 0, FRAME)) + b"half a header")
    status, message = start(loopback_program, "--use-files", 0, "-i", f"1@{tmp_path}/p", *ANY_ADDRESS).failure()
    assert status == 1
    assert message == f"error: port 1: {tmp_path}/p_in.pcap: packet 1 (from 0): the file ends in the middle of it\n"


def test_files_and_packet_in_exclude_each_other(start):
    status, message = start("--no-p4", "--use-files", 0, "--packet-in", "ipc:///x").failure()
    assert status == 2
    assert "--use-files and --packet-in exclude each other" in message
    assert os.linesep in message
