# SPDX-License-Identifier: Apache-2.0
"""Our JSON or p4c's, on our switch (either engine) or BMv2's: the same packets on every conformance case."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from p4soft.targets import get_target

ROOT = Path(__file__).resolve().parents[2]
RANDOM_CASES = {"ecn.EcnProbability"}
"""Random marks: not comparable byte by byte."""

CONFORMANCE_S = 1200

COMPILERS = ("embedded", "bmv2")
SWITCHES = (("embedded", ("--engine", "native")), ("embedded", ("--engine", "python")), ("bmv2", ()))
"""Ours with both of its engines."""


def record(compiler, switch, options, directory):
    files = get_target(compiler).compile(ROOT / "p4src" / "main.p4", directory / "build")
    out = directory / "run"
    command = [sys.executable, "-m", "ptf_tests", "run", "--dut", switch, "--out", out, "--record", *options]
    command += ["--json", files.json, "--p4info", files.p4info]
    result = subprocess.run(
        [*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=CONFORMANCE_S
    )
    assert result.returncode == 0, result.stdout + result.stderr
    lines = (json.loads(line) for line in (out / "record.jsonl").read_text().splitlines())
    return [by_queue(line) for line in lines if line["case"] not in RANDOM_CASES]


def by_queue(line):
    """A recorded check whose outputs keep their order per DSCP only: BMv2's queues may overtake each other."""
    return {**line, "out": {port: sorted(frames, key=dscp) for port, frames in line["out"].items()}}


def dscp(frame):
    """Of a frame's outer IP header; 0 for other frames."""
    data = bytes.fromhex(frame)
    if data[12:14] == b"\x86\xdd":
        return int.from_bytes(data[14:16], "big") >> 6 & 0x3F
    return data[15] >> 2 if data[12:14] == b"\x08\x00" else 0


@pytest.mark.bmv2
@pytest.mark.timeout(len(COMPILERS) * len(SWITCHES) * CONFORMANCE_S)
def test_four_pairings_agree_packet_for_packet(tmp_path):
    reason = get_target("bmv2").unavailable()
    if reason is not None:
        pytest.skip(f"needs the real p4c and BMv2: {reason}")
    records = {}
    for compiler in COMPILERS:
        for switch, options in SWITCHES:
            directory = tmp_path / "-".join((compiler, switch, *options[1:]))
            directory.mkdir()
            records[compiler, switch, *options[1:]] = record(compiler, switch, options, directory)
    reference = records["bmv2", "bmv2"]
    assert len(reference) > 60
    for pairing, lines in records.items():
        assert lines == reference, f"compiler {pairing[0]}, switch {' '.join(pairing[1:])}"
