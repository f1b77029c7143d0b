# SPDX-License-Identifier: Apache-2.0
"""The benchmark measures packets that really go through every table."""

from command_kit import status

from p4soft.switch import SimpleSwitch
from tools.bench import throughput


def test_the_benchmark_program_forwards_and_hits_every_table():
    sw = SimpleSwitch()
    sw.faults_are_fatal = True
    sw.load(throughput.build_program())
    throughput.fill(sw)
    ip = bytes([0x60]) + bytes(5) + bytes([41, 64]) + bytes(16) + b"\xfc" + bytes(15)
    frame = bytes(14) + ip * 2 + bytes(2) + b"\x12\xb7" + bytes(4) + bytes(100)
    (emission,) = sw.receive(1, frame, 0)
    assert emission.port == 2
    assert emission.frame[14 + 7] == 63
    assert emission.frame[14 + 24 :][:16] == bytes(16)  # three shifts by 16 push the leading byte out
    hits = [sum(e.packets for e in t.entries()) for t in sw.state.tables.values()]
    # after the first shift 0xfc00... is 0, so later lpm tables miss
    assert [h for i, h in enumerate(hits) if i % 3] == [1] * 8
    assert hits[0] == 1


def test_command_line(capsys):
    assert status(throughput.entry, ["--packets", "20"]) == 0
    assert capsys.readouterr().out.count("packets/s") == 16
    assert status(throughput.entry, ["--program", "no-such-file.json"]) == 1
    assert "error: " in capsys.readouterr().err
    assert status(throughput.entry, ["--nope"]) == 2
