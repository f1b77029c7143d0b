# SPDX-License-Identifier: Apache-2.0
"""`python -m p4soft.switch` as a process: command line, ports, signals, one clear message for each failure."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

import pytest
from command_kit import ran
from process_kit import ANY_ADDRESS, ROOT, TIMEOUT_S

from p4soft.switch.__main__ import main
from p4soft.targets.links import AttachError, create_pairs, delete_links, open_attachment

HELLO = bytes.fromhex("00000000000a 0000000000bb 88b5") + b"hello to whoever it may concern, padded to sixty bytes"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_stop_cleanly(start, tmp_path, number):
    process = start("--no-p4", "-i", f"0@unix:{tmp_path}/p0", *ANY_ADDRESS)
    address = process.ready()
    assert address.startswith("127.0.0.1:")
    assert (tmp_path / "p0").is_socket()
    assert process.stop(number) == 0
    assert process.popen.stderr.read() == ""
    assert not (tmp_path / "p0").exists()


def test_frames_come_back_through_a_program_given_on_the_command_line(start, tmp_path, loopback_program):
    trace = tmp_path / "trace.txt"
    process = start(
        loopback_program, "-i", f"5@unix:{tmp_path}/p5", f"--trace={trace}", "-L", "debug", "--pcap", tmp_path,
        "--nanolog", f"ipc://{tmp_path}/n", "--log-file", tmp_path / "log", "--device-id", "9", "--seed", "1",
        "--", "--grpc-server-addr", "127.0.0.1:0", "--cpu-port", "255", "--drop-port", "500", "--priority-queues", "8",
    )  # fmt: skip
    process.ready()
    with open_attachment(f"unix:{tmp_path}/p5") as port:
        for size in (1, 60, 9000, 65535):
            frame = (HELLO * 1300)[:size]
            port.send(frame)
            assert port.recv(time.monotonic() + TIMEOUT_S) == frame
    assert process.stop() == 0
    assert process.popen.stderr.read() == ""
    assert "received on port 5: 60 bytes" in trace.read_text()
    assert "device 9" in (tmp_path / "log").read_text()
    data = (tmp_path / "port5_in.pcap").read_bytes()
    magic, major, minor, _, _, _, linktype = struct.unpack(">IHHiIII", data[:24])
    assert (magic, major, minor, linktype) == (0xA1B2C3D4, 2, 4, 1)
    lengths, offset = [], 24
    while offset < len(data):
        _, _, kept, length = struct.unpack(">IIII", data[offset : offset + 16])
        assert kept == length
        lengths.append(length)
        offset += 16 + kept
    assert lengths == [1, 60, 9000, 65535]


def test_one_tester_at_a_time_and_the_next_one_after_it(start, tmp_path, loopback_program):
    process = start(loopback_program, "-i", f"0@unix:{tmp_path}/p", *ANY_ADDRESS)
    process.ready()
    with open_attachment(f"unix:{tmp_path}/p") as first:
        first.send(HELLO)
        assert first.recv(time.monotonic() + TIMEOUT_S) == HELLO
        with open_attachment(f"unix:{tmp_path}/p") as second, pytest.raises(AttachError, match="closed the port"):
            second.recv(time.monotonic() + TIMEOUT_S)
        first.send(HELLO)
        assert first.recv(time.monotonic() + TIMEOUT_S) == HELLO
    for number in range(20):
        with open_attachment(f"unix:{tmp_path}/p") as later:
            later.send(HELLO + bytes([number]))
            assert later.recv(time.monotonic() + TIMEOUT_S) == HELLO + bytes([number])


def test_slow_tester_loses_nothing_within_the_backlog(start, tmp_path, loopback_program):
    process = start(loopback_program, "-i", f"0@unix:{tmp_path}/p", *ANY_ADDRESS)
    process.ready()
    frames = [number.to_bytes(2, "big") * 500 for number in range(2000)]
    with open_attachment(f"unix:{tmp_path}/p") as port:
        for frame in frames:
            port.send(frame)
        assert [port.recv(time.monotonic() + TIMEOUT_S) for _ in frames] == frames


def test_standard_input_closing_stops_it():
    command = [sys.executable, "-m", "p4soft.switch", "--no-p4", "--exit-on-stdin-eof", "--"]
    command += ["--grpc-server-addr", "127.0.0.1:0"]
    result = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=TIMEOUT_S
    )
    assert result.returncode == 0


def failure(*arguments):
    """Exit status and standard error of a switch that does not start, here: this process keeps its log."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    try:
        done = ran(main, *arguments, cwd=ROOT)
        return done.returncode, done.stderr
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers


@pytest.mark.parametrize(
    ("arguments", "status", "wanted"),
    [
        ([], 2, "give a BMv2 JSON file, or --no-p4"),
        (["--no-p4", "-i", "0"], 2, "'0'; accepted: PORT@IFACE"),
        (["--no-p4", "-i", "512@x"], 2, "'512'; accepted: 0..511"),
        (["--no-p4", "-i", "1@a", "-i", "1@b"], 2, "port 1 is given twice"),
        (["--no-p4", "-i", "5@a", "--", "--cpu-port", "5"], 2, "port 5 is the CPU port"),
        (["--no-p4", "--", "--cpu-port", "0"], 2, "'0'; accepted: 1..511"),
        (["--no-p4", "--", "--priority-queues", "9"], 2, "'9'; accepted: 1..8"),
        (["--no-p4", "--nonsense"], 2, "--nonsense"),
        (["--no-p4", "-i", "0@nosuchif0", *ANY_ADDRESS], 1, "error: port 0: interface nosuchif0"),
        (["--no-p4", "-i", "0@unix:/nowhere/x", *ANY_ADDRESS], 1, "error: port 0: /nowhere/x: cannot"),
        (["--no-p4", "--", "--grpc-server-addr", "nonsense"], 1, "address 'nonsense'; accepted: HOST:PORT"),
        (["nowhere.json"], 1, "error: nowhere.json: cannot read: No such file"),
        (["README.md"], 1, "error: README.md"),
        (["--no-p4", "--pcap=/nowhere"], 1, "error: --pcap /nowhere: not a directory"),
        (["--no-p4", "--log-file", "/nowhere/log"], 1, "error: --log-file /nowhere/log: cannot write"),
        (["--no-p4", "--trace=/nowhere/trace"], 1, "error: --trace /nowhere/trace: cannot write"),
        (["--no-p4", "--log-console", "--log-file", "x"], 1, "error: --log-console and --log-file exclude"),
    ],
)
def test_mistakes_get_one_clear_message(arguments, status, wanted):
    if arguments == ["README.md"] and not (ROOT / "README.md").exists():
        pytest.skip("no README yet")
    code, message = failure(*arguments)
    assert (code, wanted in message) == (status, True), message
    assert "Traceback" not in message
    if status == 1:
        assert message.count("\n") == 1


def test_addresses_and_sockets_in_use(start, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = "{}:{}".format(*taken.getsockname())
        code, message = failure("--no-p4", "--", "--grpc-server-addr", address)
    assert (code, f"error: gRPC server address {address}: cannot bind" in message) == (1, True)
    ours = start("--no-p4", "-i", f"0@unix:{tmp_path}/p", *ANY_ADDRESS)
    ours.ready()
    code, message = failure("--no-p4", "-i", f"0@unix:{tmp_path}/p", *ANY_ADDRESS)
    assert (code, "in use by another process" in message) == (1, True), message
    assert (tmp_path / "p").is_socket(), "the loser leaves the winner's socket alone"
    ours.popen.kill()
    ours.popen.wait(TIMEOUT_S)
    again = start("--no-p4", "-i", f"0@unix:{tmp_path}/p", *ANY_ADDRESS)
    again.ready()  # A socket that nobody listens on any more is replaced.
    (tmp_path / "file").write_text("precious")
    code, message = failure("--no-p4", "-i", f"0@unix:{tmp_path}/file", *ANY_ADDRESS)
    assert (code, "exists and is not a socket" in message) == (1, True)
    assert (tmp_path / "file").read_text() == "precious"


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("ip"), reason="needs root and ip")
def test_network_interfaces_carry_frames_and_vlan_tags(start, loopback_program):
    (pair,) = create_pairs([0])
    try:
        process = start(loopback_program, "-i", f"0@{pair.switch_end}", *ANY_ADDRESS)
        process.ready()
        tagged = HELLO[:12] + bytes.fromhex("8100 2064") + HELLO[12:]
        with open_attachment(pair.tester_end) as port:
            for frame in (HELLO, tagged, (HELLO * 200)[:9014]):
                port.send(frame)
                assert port.recv(time.monotonic() + TIMEOUT_S) == frame
            assert port.recv(time.monotonic()) is None, "own frames are not received"
        assert process.stop() == 0
    finally:
        delete_links([pair.switch_end])
    with pytest.raises(AttachError, match="no such network interface"):
        open_attachment(pair.tester_end)


def test_attachment_mistakes(tmp_path):
    with pytest.raises(AttachError, match="is the switch running"):
        open_attachment(f"unix:{tmp_path}/nobody")
    with pytest.raises(AttachError, match=r"no such network interface|needs root"):
        open_attachment("nosuchif0")
