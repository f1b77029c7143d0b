# SPDX-License-Identifier: GPL-2.0-only
"""What labs 01 and 11 hand out."""

import subprocess

import pytest
from reference_kit import needs
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether

from labs.grading.lessons.find_the_bug import shortened
from labs.grading.lessons.read_packet import LESSON, TRIM_SIZE, story, write_capture
from ptf_tests.headers.codec import WireError
from ptf_tests.headers.mrc import WireRules
from ptf_tests.nic.wire import parse
from ptf_tests.switch.packets import describe

# --- Captures of lab 01 ----------------------------------------------------------------------------------------------
# Lab 01's captures: everybody's own, the same every time, well formed, and true to the questions.

STUDENTS = [f"student {number}" for number in range(40)]


def test_everybody_has_a_capture_of_their_own():
    stories = [story(student) for student in STUDENTS]
    assert len({each.frames for each in stories}) == len(STUDENTS)
    for question in ("ev", "psn", "queue_pair"):
        assert len({each.answers[question] for each in stories}) == len(STUDENTS)
    assert story("  ADA   lovelace ") == story("Ada Lovelace") != story("Ada")


@pytest.mark.parametrize("student", STUDENTS[:10])
def test_frames_say_what_the_answers_say(student):
    found = story(student)
    answers = found.answers
    for number, frame in enumerate(found.frames, start=1):
        if number == answers["trimmed_frame"]:
            assert len(frame) == TRIM_SIZE
            assert int.from_bytes(frame[111:114], "big") == answers["lost_psn"]
            with pytest.raises(WireError):
                parse(frame, WireRules())
            continue
        seen = parse(frame, WireRules())
        assert seen.icrc == seen.icrc_expected
        assert (seen.outer["ecn"] == 3) == (number == answers["marked_frame"])
        assert seen.bth["rtx"] == (number == answers["retransmission_frame"])
        assert ("SETH" in seen.headers) == (number == answers["sack_frame"])
    first = parse(found.frames[0], WireRules())
    assert first.entropy == answers["ev"]
    assert first.bth["psn"] == answers["psn"]
    assert len(first.payload) == answers["payload_bytes"]
    ahead = [first.outer["dst"] >> shift & 0xFFFF for shift in range(80, -1, -16)]
    assert ahead == [*answers["usids"], *[0] * (6 - len(answers["usids"]))]
    again = found.frames[answers["retransmission_frame"] - 1]
    assert parse(again, WireRules()).bth["psn"] == answers["lost_psn"]
    assert len(again) - TRIM_SIZE == answers["bytes_cut_off"]


def test_the_material_is_written_and_is_a_capture(tmp_path):
    LESSON.material("Ada Lovelace", tmp_path / "new")
    data = (tmp_path / "new" / "capture.pcapng").read_bytes()
    assert data[:4] == b"\x0a\x0d\x0d\x0a"
    assert all(frame in data for frame in story("Ada Lovelace").frames)
    write_capture("Ada Lovelace", tmp_path)
    assert (tmp_path / "capture.pcapng").read_bytes() == data


@needs("tshark")
def test_tshark_reads_it(tmp_path):
    write_capture("Ada Lovelace", tmp_path)
    marked = ["-Y", "ipv6.tclass.ecn == 3", "-T", "fields", "-e", "frame.number"]
    out = subprocess.run(
        ["tshark", "-r", str(tmp_path / "capture.pcapng"), *marked],
        capture_output=True, text=True, check=False, timeout=60,
    ).stdout  # fmt: skip
    assert out.split() == [str(story("Ada Lovelace").answers["marked_frame"])]


# --- Lab 11 ----------------------------------------------------------------------------------------------------------
# What lab 11 hands out.


def test_packets_are_shown_with_their_headers_and_without_their_payload():
    packet = Ether() / IP(src="192.0.2.1") / UDP(sport=7, dport=7) / bytes(range(200))
    text = f"port 1: differs\n--- sent\n{describe(bytes(packet))}\n--- received\nnothing"
    found = shortened(text).splitlines()
    assert max(map(len, found)) <= 160
    assert next(line for line in found if "load" in line).endswith(" ...")
    assert {"port 1: differs", "--- sent", "--- received", "nothing"} <= set(found)
    assert sum("192.0.2.1" in line for line in found) == 1
    numbers = [line[:4] for line in found if line[4:6] == "  " and line[:4].strip()]
    assert numbers[-2:] == ["0090", "...."] and numbers[0] == "0000" and len(numbers) == 11
