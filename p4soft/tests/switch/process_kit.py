# SPDX-License-Identifier: Apache-2.0
"""`python -m p4soft.switch` as a process, for tests."""

from __future__ import annotations

import json
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

from p4soft.compiler import compile_file

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 30.0
ANY_ADDRESS = ("--", "--grpc-server-addr", "127.0.0.1:0")
FRAME = bytes.fromhex("00000000000a 0000000000bb 88b5") + b"sixty bytes of Ethernet, headers included, to try"

LOOPBACK = """#include <core.p4>
#include <v1model.p4>
struct h_t { }
struct m_t { }
parser P(packet_in p, out h_t h, inout m_t m, inout standard_metadata_t s) { state start { transition accept; } }
control V(inout h_t h, inout m_t m) { apply { } }
control I(inout h_t h, inout m_t m, inout standard_metadata_t s) { apply { s.egress_spec = s.ingress_port; } }
control E(inout h_t h, inout m_t m, inout standard_metadata_t s) { apply { } }
control D(packet_out p, in h_t h) { apply { } }
V1Switch(P(), V(), I(), E(), V(), D()) main;
"""


def write_loopback(directory: Path) -> Path:
    """A program that sends every frame back where it came from."""
    source = directory / "loopback.p4"
    source.write_text(LOOPBACK)
    path = directory / "loopback.json"
    path.write_text(json.dumps(compile_file(source).json))
    return path


class Process:
    """A switch process; nothing waits for it longer than `TIMEOUT_S`."""

    def __init__(self, *arguments: object) -> None:
        command = [sys.executable, "-m", "p4soft.switch", *map(str, arguments)]
        self.popen = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ready(self) -> str:
        readable, _, _ = select.select([self.popen.stdout], [], [], TIMEOUT_S)
        assert readable, "no ready line"
        line = self.popen.stdout.readline().strip()
        if not line.startswith("listening on "):
            self.popen.kill()
            raise AssertionError(line + self.popen.communicate(timeout=TIMEOUT_S)[1])
        return line.removeprefix("listening on ")

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.popen.send_signal(number)
        return self.popen.wait(TIMEOUT_S)

    def failure(self) -> tuple[int, str]:
        """Exit status and standard error of a process that ends by itself."""
        _, message = self.popen.communicate(timeout=TIMEOUT_S)
        return self.popen.returncode, message

    def close(self) -> None:
        if self.popen.poll() is None:
            self.popen.kill()
        self.popen.wait(TIMEOUT_S)
        self.popen.stdout.close()
        self.popen.stderr.close()


def command(path: Path, line: str) -> list[str]:
    """What the control socket at `path` answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(TIMEOUT_S)
        sock.connect(str(path))
        sock.sendall(f"{line}\n".encode())
        with sock.makefile() as answers:
            lines = []
            for answer in answers:
                lines.append(answer.rstrip("\n"))
                if lines[-1] == "ok" or lines[-1].startswith("error: "):
                    return lines
    raise AssertionError(f"no end of the answer to {line!r}: {lines}")
