# SPDX-License-Identifier: Apache-2.0
"""A switch that the suite did not start, and profiles of it."""

import contextlib
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
PORTS = (0, 1, 2, 3)
INSTALL = Path(__file__).with_name("install_configuration.py")
CLAIMS = "[trimming, trimming.asymmetric_dscp, srv6.un]"


@dataclass(frozen=True)
class Switch:
    """Where it serves P4Runtime, the sockets of its ports, and how to end it at once."""

    address: str
    sockets: dict[int, Path]
    kill: Callable[[], None] = lambda: None

    def with_sockets(self, sockets):
        """The same behind other sockets."""
        return replace(self, sockets=sockets)


@contextlib.contextmanager
def a_switch():
    """A `python -m p4soft.switch` of the test's own, that knows no program yet."""
    with tempfile.TemporaryDirectory(prefix="ext-") as directory:
        sockets = {port: Path(directory) / f"port{port}" for port in PORTS}
        command = [sys.executable, "-m", "p4soft.switch", "--no-p4", "--device-id", "7", "--exit-on-stdin-eof"]
        command += ["--engine", "python"]
        for port, path in sockets.items():
            command += ["-i", f"{port}@unix:{path}"]
        command += ["--", "--grpc-server-addr", "127.0.0.1:0", "--priority-queues", "8"]
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            line = process.stdout.readline()
            assert line.startswith("listening on "), line
            yield Switch(line.removeprefix("listening on ").strip(), sockets, process.kill)
        finally:
            process.stdin.close()
            process.wait()
            process.stdout.close()


def closed_port():
    """A TCP port of loopback where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def command_of(switch, program):
    """The `configure` command of a switch that runs p4src/; without quotes, and PYTHONPATH must lead to the project."""
    words = (sys.executable, INSTALL, switch.address, 7, program.p4info, program.json)
    return shlex.join(map(str, words)) + " {directory}"


def write_profile(directory, switch, access, claims=CLAIMS):
    """A profile `mine.yaml` of the switch."""
    path = directory / "mine.yaml"
    interfaces = "".join(f"    {port}: 'unix:{socket}'\n" for port, socket in switch.sockets.items())
    path.write_text(
        "# SPDX-License-Identifier: Apache-2.0\n"
        f"name: mine\ndescription: a switch of mine\ndut: external\nclaims: {claims}\n"
        f"choices: {{trim_dscp: asymmetric}}\naccess:\n  interfaces:\n{interfaces}{access}"
    )
    return path
