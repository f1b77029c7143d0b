# SPDX-License-Identifier: Apache-2.0
"""`python -m host_stack explain`: what it prints, and how it refuses."""

import json

import explain_kit as kit
import pytest
from command_kit import ran
from explain_kit import B

from host_stack.__main__ import main

STORY = [
    (0, "w", kit.data(10)),
    (400, "r", kit.trim(kit.data(10))),
    (900, "r", kit.nack(10, 1)),
    (1_500, "w", kit.data(10, timestamp=9, rtx=True, entropy=B)),
    (4_000, "r", kit.sack(10, ack=10, entropy=B, timestamp=9, rtx=True)),
]


def run(*arguments):
    return ran(main, "explain", *arguments)


@pytest.fixture
def file(tmp_path):
    return kit.capture(tmp_path / "x.pcapng", STORY)


def test_tables(file):
    result = run(file)
    assert (result.returncode, result.stderr) == (0, "")
    assert "fd6d:7263::1 QP 0x22 → fd6d:7263::2 QP 0x11" in result.stdout
    assert "1 packets, 400 bytes" in result.stdout
    assert "sent again: 1 packets, 400 bytes (NACK after a trim 1)" in result.stdout
    assert "what became of all 2: trimmed 1, delivered 1" in result.stdout
    assert "0xc0010001" in result.stdout


def test_the_story_of_a_packet(file):
    assert run(file, "--psn", "10", "--qp", "0x11").stdout.splitlines() == [
        "fd6d:7263::1 QP 0x22 → fd6d:7263::2 QP 0x11, PSN 10",
        "  0 ns  frame 1: sent on EV 0xc0000001, plane 0",
        "      seen on w, r",
        "      trimmed before r",
        "      trimmed, NACK TRIMMED: told at 900 ns by frame 3, 900 ns later",
        "  1.500 us  frame 4: sent again (NACK after a trim) on EV 0xc0010001, plane 1",
        "      seen on w",
        "      delivered: told at 4 us by frame 5, 2.500 us later",
    ]


def test_json(file):
    document = json.loads(run(file, "--json").stdout)
    assert document["format"] == "mrc-explain-1"
    assert document["packets"] == 5
    assert document["conversations"][0]["outcomes"] == {"trimmed": 1, "delivered": 1}
    packets = json.loads(run(file, "--json", "--psn", "0xa").stdout)
    assert [packet["outcome"] for packet in packets] == ["trimmed", "delivered"]


def test_several_captures_of_one_run_are_merged_by_time(tmp_path):
    first = kit.capture(tmp_path / "a.pcapng", [STORY[0], STORY[3]])
    second = kit.capture(tmp_path / "b.pcapng", [STORY[1], STORY[2], STORY[4]])
    assert json.loads(run(second, first, "--json").stdout)["conversations"][0]["outcomes"] == {
        "trimmed": 1,
        "delivered": 1,
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--qp", "0x99"], "qp: 0x99 is no end of a conversation here; accepted: 0x11, 0x22"),
        (["--psn", "99"], "psn: 99 was not sent in any chosen conversation; accepted: 10..10"),
        (["--udp-port", "0"], "udp_port: 0 is out of range"),
    ],
)
def test_what_is_not_there(file, arguments, complaint):
    result = run(file, *arguments)
    assert result.returncode == 1
    assert result.stderr.startswith("error: ")
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("value", ["x", "-1", "16777216"])
def test_numbers_of_other_sizes_are_wrong_usage(file, value):
    result = run(file, "--psn", value)
    assert result.returncode == 2
    assert "is not a 24-bit number; accepted: 0..16777215, or hexadecimal after 0x" in result.stderr


def test_a_capture_without_mrc(tmp_path):
    file = kit.capture(tmp_path / "x.pcapng", [(0, "w", bytes(60)), (1, "w", kit.data(1)[:90])])
    result = run(file)
    assert result.returncode == 1
    assert result.stderr == (
        f"error: {file}: 2 frames, none of them MRC; accepted: UDP port 4791, 4971, opcode 0xc0..0xdf\n"
    )


def test_a_file_that_is_no_capture(tmp_path):
    (tmp_path / "x").write_text("hello")
    result = run(tmp_path / "x")
    assert result.returncode == 1
    assert result.stderr.startswith(f"error: {tmp_path}/x: byte 0: not a pcapng file")
