# SPDX-License-Identifier: Apache-2.0
"""Ports on a nanomsg socket: --packet-in, as PTF's nn platform and simple_switch speak it."""

from __future__ import annotations

import struct
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from process_kit import ANY_ADDRESS, FRAME, TIMEOUT_S
from reference_kit import needs_package

pynng = pytest.importorskip("pynng")


@pytest.fixture
def address(tmp_path):
    return f"ipc://{tmp_path}/nn.ipc"


@pytest.fixture
def tester(start, loopback_program, address):
    process = start(loopback_program, "--packet-in", address, *ANY_ADDRESS)
    process.ready()
    with pynng.Pair0(recv_timeout=int(TIMEOUT_S * 1000), send_timeout=int(TIMEOUT_S * 1000), dial=address) as socket:
        yield socket
    assert process.stop() == 0


def test_frames_go_in_and_out(tester):
    for port in (0, 5, 510):
        tester.send(struct.pack("<iii", 3, port, len(FRAME)) + FRAME)
        assert tester.recv() == struct.pack("<iii", 4, port, len(FRAME)) + FRAME


def test_a_burst_loses_nothing(tester):
    for number in range(1000):
        tester.send(struct.pack("<iii", 3, 1, 64) + number.to_bytes(2, "big") + bytes(62))
    for number in range(1000):
        assert tester.recv()[12:14] == number.to_bytes(2, "big")


def test_port_messages_and_nonsense_are_harmless(tester):
    for message in (
        struct.pack("<iii", 0, 1, 0),  # add port 1
        struct.pack("<iii", 2, 1, 0),  # its status: down
        struct.pack("<iii", 1, 1, 0),  # remove it
        b"", b"short",
        struct.pack("<iii", 3, 1, 100) + b"fewer",
        struct.pack("<iii", 3, 1, -1) + b"x",
        struct.pack("<iii", 3, 4096, 1) + b"x",
        struct.pack("<iii", 3, -1, 1) + b"x",
        struct.pack("<iii", 4, 1, 1) + b"x",
        struct.pack("<iii", 99, 1, 0),
    ):  # fmt: skip
        tester.send(message)
    # BMv2 says "not supported" to every question about a port.
    tester.send(struct.pack("<iii", 5, 6, 0))
    assert tester.recv() == struct.pack("<iiii", 6, 6, 0, 1)
    tester.send(struct.pack("<iii", 3, 1, 2) + b"ok")
    assert tester.recv() == struct.pack("<iii", 4, 1, 2) + b"ok"


def answer(socket, message):
    """The answer to `message`. A PAIR socket refuses a tester as long as it has not noticed that the last one left,
    and what that tester sends meanwhile is lost: it has to say it again.
    """
    deadline = time.monotonic() + 10
    while True:
        socket.send(message)
        try:
            return socket.recv()
        except pynng.Timeout:
            assert time.monotonic() < deadline, "no answer"


def test_testers_come_and_go(start, loopback_program, address):
    process = start(loopback_program, "--packet-in", address, *ANY_ADDRESS)
    process.ready()
    for number in range(3):
        with pynng.Pair0(recv_timeout=500, send_timeout=10_000, dial=address) as socket:
            assert answer(socket, struct.pack("<iii", 3, 1, 1) + bytes([number]))[12:] == bytes([number])
    assert process.stop() == 0


def test_an_address_that_cannot_be_used(start):
    status, message = start("--no-p4", "--packet-in", "nonsense", *ANY_ADDRESS).failure()
    assert status == 1
    assert message.startswith("error: --packet-in nonsense: cannot listen")
    assert "ipc://PATH or tcp://HOST:PORT" in message


@needs_package("ptf", "ptf")
def test_ptf_itself(start, loopback_program, address, tmp_path):
    """PTF's own runner with --platform nn, no root."""
    (tmp_path / "loop.py").write_text(
        textwrap.dedent(
            """
            import ptf
            from ptf.base_tests import BaseTest
            from ptf.testutils import send_packet, simple_udp_packet, verify_packet, verify_no_other_packets

            class Loop(BaseTest):
                def setUp(self):
                    BaseTest.setUp(self)
                    self.dataplane = ptf.dataplane_instance
                    self.dataplane.flush()
                def runTest(self):
                    for port in (1, 3):
                        packet = simple_udp_packet(pktlen=200 + port)
                        send_packet(self, port, packet)
                        verify_packet(self, packet, port)
                    verify_no_other_packets(self)
            """
        )
    )
    process = start(loopback_program, "--packet-in", address, *ANY_ADDRESS)
    process.ready()
    result = subprocess.run(
        [sys.executable, Path(sys.executable).with_name("ptf"), "--platform", "nn",
         "--device-socket", f"0-{{1-3}}@{address}",
         "--test-dir", tmp_path, "--log-dir", tmp_path / "log", "--relax",
         "--default-timeout", "15"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Loop ... ok" in result.stdout + result.stderr
    assert process.stop() == 0
