# SPDX-License-Identifier: Apache-2.0
"""Network namespaces in which devices that run on this machine stand, and `ip`, which makes them."""

from __future__ import annotations

import contextlib
import os
import platform
import secrets
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p4soft.command_line import shielded
from p4soft.targets.process import environment, missing_programs
from ptf_tests.dut.api import mac_text
from ptf_tests.switch.device import DeviceError, DeviceGoneError
from ptf_tests.switch.settings import mac

NAMESPACE: Final = "namespace"
"""Option of a DeviceSpec: name of the network namespace."""
IP_TIMEOUT_S = 30.0
MTU: Final = 9600
"""Room for the largest frame of a profile (Values.max_frame) and more."""

_CONF = Path("/proc/sys/net/ipv6/conf")


@dataclass(frozen=True, slots=True)
class Namespace:
    """A namespace for a run.

    Attributes:
        name: of the namespace.
        testers: port to the tester's interface, which is outside of the namespace.
    """

    name: str
    testers: Mapping[int, str]


def interface(port: int) -> str:
    """Name of a port's interface in the device's network namespace."""
    return f"p{port}"


def unavailable(*programs: str) -> str | None:
    """Why this machine cannot run such programs in a namespace, and how to enable it; None if it can."""
    if platform.system() != "Linux":
        return "needs a Linux kernel; this is " + platform.system()
    if missing := missing_programs("ip", *programs):
        return missing
    if os.geteuid() != 0:
        return "network namespaces need root: run the command with sudo, or in a privileged container"
    return None


@contextmanager
def scratch_namespace(ports: Sequence[int], purpose: str = "dut") -> Iterator[Namespace]:
    """An empty namespace; on exit it is gone, and so are the testers' interfaces. Raises DeviceError."""
    token = secrets.token_hex(3)
    space = Namespace(f"mrc-{purpose}-{token}", {port: f"mrc{token}t{port}" for port in ports})
    try:
        with shielded():
            run_ip(["netns", "add", space.name])
        yield space
    finally:
        with shielded():
            for name in space.testers.values():
                _quietly(["link", "delete", name])
            _quietly(["netns", "delete", space.name])


def add_pairs(space: Namespace) -> None:
    """A veth pair for each port: in the namespace with the device's address, outside up and otherwise silent."""
    run_ip(["-batch", "-"], batch=[_pair(space, port, tester) for port, tester in space.testers.items()])
    quiet(space.testers.values())


def quiet(testers: Iterable[str]) -> None:
    """Bring the testers' interfaces up, on which the kernel outside says nothing itself."""
    for name in testers:
        _disable_ipv6(name)
    run_ip(["-batch", "-"], batch=[f"link set {name} up" for name in testers])


def write_settings(namespace: str, values: Mapping[str, int]) -> None:
    """Set kernel parameters under /proc/sys/net/ in a namespace."""
    write_files(namespace, {f"/proc/sys/net/{name}": value for name, value in values.items()})


def write_files(namespace: str, values: Mapping[str, int]) -> None:
    script = "".join(f"echo {value} > {path}\n" for path, value in values.items())
    run_ip(["netns", "exec", namespace, "sh", "-e"], batch=script.splitlines())


def run_ip(arguments: Sequence[str], *, batch: Sequence[str] = ()) -> str:
    """Run `ip` and return what it prints; `batch` lines go to its standard input.

    Raises:
        DeviceError: with the refused line and the kernel's reason.
        DeviceGoneError: it cannot be run, or does not end.
    """
    command = ["ip", *arguments]
    text = "".join(f"{line}\n" for line in batch)
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False, timeout=IP_TIMEOUT_S, env=environment()
        )
    except OSError as error:
        raise DeviceGoneError(missing_programs("ip") or f"ip: cannot run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise DeviceGoneError(f"{' '.join(command)}: no end after {IP_TIMEOUT_S:.0f} s") from None
    if done.returncode:
        raise DeviceError(f"{' '.join(command)}: {_refusal(done.stderr, batch)}")
    return done.stdout


def _refusal(stderr: str, batch: Sequence[str]) -> str:
    """`Error: reason` and `Command failed -:3` as one sentence with the line that failed."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    if not lines:
        return "failed without a message"
    number = lines[-1].rpartition(":")[2]
    if lines[-1].startswith("Command failed") and number.isdigit() and 0 < int(number) <= len(batch):
        return f"{batch[int(number) - 1]!r} refused: {' '.join(lines[:-1])}"
    return " ".join(lines)


def _pair(space: Namespace, port: int, tester: str) -> str:
    peer = f"peer name {interface(port)} mtu {MTU} address {mac_text(mac(port))} netns {space.name}"
    return f"link add {tester} mtu {MTU} type veth {peer}"


def _disable_ipv6(name: str) -> None:
    """Keep the tester's own kernel quiet."""
    setting = _CONF / name / "disable_ipv6"
    try:
        setting.write_text("1", encoding="ascii")
    except OSError as error:
        raise DeviceError(f"{setting}: cannot write: {error.strerror}; accepted: /proc/sys that is writable") from None


def _quietly(arguments: list[str]) -> None:
    with contextlib.suppress(OSError):
        subprocess.run(["ip", *arguments], capture_output=True, check=False, env=environment())
