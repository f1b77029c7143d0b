# SPDX-License-Identifier: Apache-2.0
"""Files that are written: whole or not at all, JUnit XML, captures."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p4soft import outputs
from p4soft.outputs import NANOSECONDS, JunitCase, OutputError, PcapngWriter, junit_document

# --- Whole or not at all ---------------------------------------------------------------------------------------------
# Files appear whole or not at all.


def test_files_appear_whole_or_not_at_all(tmp_path):
    file = tmp_path / "deep" / "x.bin"
    outputs.write_bytes(file, b"first")

    def fail():
        with outputs.atomic_file(file) as stream:
            stream.write(b"second, but")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert file.read_bytes() == b"first"
    assert [each.name for each in file.parent.iterdir()] == ["x.bin"]


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError, match=r"file/x: cannot write"):
        outputs.write_bytes(tmp_path / "file" / "x", b"")


def test_who_is_interrupted_as_soon_as_the_file_is_there_leaves_none(tmp_path, monkeypatch):
    """A signal came between the file and its name, which nobody knew then."""
    create = Path.open

    def interrupted(path, mode):
        create(path, mode).close()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "open", interrupted)
    with pytest.raises(KeyboardInterrupt), outputs.atomic_file(tmp_path / "x"):
        pass
    assert list(tmp_path.iterdir()) == []


# --- JUnit XML -------------------------------------------------------------------------------------------------------
# JUnit XML: counts, outcomes, and text of any kind.


def test_counts_follow_the_cases_and_any_text_is_xml():
    suite = ElementTree.fromstring(
        junit_document(
            "a\x1bb",
            [
                JunitCase("p", "good", 0.25, notes="r = 1\x00"),
                JunitCase("p", "bad", 1, "failure", "<first>", "<first>\nsecond \ud800"),
                JunitCase("p", "broken", 1, "error"),
                JunitCase("p", "left out", 0, "skipped", "no time"),
            ],
        )
    )
    counts = {"name": "a?b", "tests": "4", "failures": "1", "errors": "1", "skipped": "1", "time": "2.250"}
    assert suite.attrib == counts
    assert [[child.tag for child in case] for case in suite] == [["system-out"], ["failure"], ["error"], ["skipped"]]
    assert suite[0].findtext("system-out") == "r = 1?"
    assert suite[1][0].attrib == {"message": "<first>"}
    assert suite[1][0].text == "<first>\nsecond ?"


# --- Captures --------------------------------------------------------------------------------------------------------
# Captures byte for byte.


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
