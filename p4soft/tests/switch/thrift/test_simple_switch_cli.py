# SPDX-License-Identifier: Apache-2.0
"""The real simple_switch_CLI and ours, each on our switch and on BMv2's: all four have to print the same."""

from __future__ import annotations

import re
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from reference_kit import needs
from thrift_kit import EVERYTHING, TIMEOUT_S
from waiting_kit import until

from p4soft.drop_in.bindings import FOLDER

CLI_S = 60
ROOT = Path(__file__).resolve().parents[3]
COMMANDS = Path(__file__).with_name("commands.txt")
pytestmark = [pytest.mark.bmv2, needs("simple_switch_CLI")]


REAL = ("simple_switch_CLI",)
MAIN = "from p4soft.drop_in.cli import main; main()"
OURS = (sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {MAIN}")


def type_into_cli(port: int, commands: str, cli: tuple[str, ...] = REAL) -> str:
    """What the CLI prints, errors included."""
    result = subprocess.run(
        [*cli, "--thrift-port", str(port)],
        input=commands,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=CLI_S,
        check=False,
    )
    return result.stdout


def accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S).close()
    except ConnectionRefusedError:
        return False
    return True


def on_bmv2(directory: Path, cli: tuple[str, ...]) -> str:
    """What the commands print on the real simple_switch, in a network of its own: it listens on every address."""
    script = directory / "run.sh"
    script.write_text(f"""ip link set lo up
simple_switch {EVERYTHING} --log-level off --thrift-port 9090 --notifications-addr ipc://{directory}/n \
  -- --enable-swap > {directory}/log &
for _ in $(seq 200); do
  (: </dev/tcp/127.0.0.1/9090) 2>/dev/null && break
  sleep 0.05
done
{shlex.join(cli)} --thrift-port 9090 < {COMMANDS} 2>&1
kill $!
wait
""")
    command = ["unshare", "-n", "bash", str(script)]
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, timeout=CLI_S + 20, check=False)
    if "Control utility" not in result.stdout:
        pytest.skip(f"cannot run BMv2 in a network of its own: {result.stdout}")
    return result.stdout


@pytest.fixture(scope="session")
def bmv2_prints(tmp_path_factory):
    return on_bmv2(tmp_path_factory.mktemp("bmv2"), REAL)


def comparable(text: str) -> list[str]:
    """Lines without what differs by its nature: times, and the members of LAGs, for which BMv2's CLI shows others."""
    text = re.sub(r"\d+(?=ms since hit)", "SOME ", text)
    return re.sub(r"(?<=^lag\(1\) -> ports=\[).*(?=\])", "SOME", text, flags=re.MULTILINE).splitlines()


def test_every_command_prints_what_it_prints_on_bmv2(server, bmv2_prints):
    assert comparable(type_into_cli(server.port, COMMANDS.read_text())) == comparable(bmv2_prints)


def test_bmv2s_cli_runs_on_our_python_modules(server, bmv2_prints):
    tool = Path(shutil.which("simple_switch_CLI") or "")
    modules = next(tool.parents[1].rglob("sswitch_CLI.py")).parent
    main = f"import sys; sys.path[:0] = {[str(FOLDER), str(modules)]!r}; import sswitch_CLI; sswitch_CLI.main()"
    printed = type_into_cli(server.port, COMMANDS.read_text(), (sys.executable, "-c", main))
    assert comparable(printed) == comparable(bmv2_prints)


def test_our_cli_prints_the_same_on_our_switch(server, bmv2_prints):
    assert comparable(type_into_cli(server.port, COMMANDS.read_text(), OURS)) == comparable(bmv2_prints)


def test_our_cli_prints_the_same_on_bmv2(tmp_path, bmv2_prints):
    assert comparable(on_bmv2(tmp_path, OURS)) == comparable(bmv2_prints)


def test_ports_through_the_cli(start, tmp_path, loopback_program):
    process = start(
        loopback_program, "--thrift-port", "0", "-i", f"1@unix:{tmp_path}/p1", "--", "--grpc-server-addr", "127.0.0.1:0"
    )
    process.ready()
    port = int(process.popen.stdout.readline().removeprefix("thrift on 127.0.0.1:"))
    printed = type_into_cli(port, f"port_add unix:{tmp_path}/p2 2\nport_remove 1\nport_remove 1\nshow_ports\n")
    assert "Invalid device manager operation (ERROR)" in printed
    assert f"unix:{tmp_path}/p2" in printed
    assert f"unix:{tmp_path}/p1" not in printed
    until(lambda: accepts(port))
    assert process.stop() == 0
