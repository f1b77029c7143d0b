# SPDX-License-Identifier: Apache-2.0
"""Interfaces by iproute2: batches of `ip` and `tc`, and silence on what they made."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from p4soft.packet_socket import is_up
from p4soft.targets.api import TargetError
from p4soft.targets.process import environment, missing_programs

MTU = 9500
"""Room for jumbo frames with encapsulations; the value p4lang's own set-up scripts use."""

_UP_S = 10.0
_IPV6_SETTINGS = Path("/proc/sys/net/ipv6/conf")


class BatchError(TargetError):
    """A program of iproute2 refused a line of a batch.

    Attributes:
        program: `ip` or `tc`.
        line: the refused one; "" when the program did not say which.
        said: what it said, in one line.
    """

    def __init__(self, program: str, line: str, said: str) -> None:
        """Say all three."""
        self.program, self.line, self.said = program, line, said
        super().__init__(f"{program} ({line}): {said}" if line else f"{program}: {said}")


def batch(program: str, lines: Iterable[str], *, within: Sequence[str] = ()) -> None:
    """Run lines of `ip -batch` or `tc -batch`, if there are any.

    Args:
        program: `ip` or `tc`.
        lines: of the batch.
        within: what to put before the command, so that it runs in another network.

    Raises:
        BatchError: a line was refused.
        TargetError: the program is missing.
    """
    text = "".join(f"{line}\n" for line in lines)
    if not text:
        return
    if missing := missing_programs(program, *within[:1]):
        raise TargetError(missing)
    command = [*within, program, "-batch", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=environment())
    if result.returncode:
        said = result.stderr.strip() or f"exit status {result.returncode}"
        refused = re.search(r"Command failed -:(\d+)", said)
        raise BatchError(program, text.splitlines()[int(refused[1]) - 1] if refused else "", said.splitlines()[0])


def await_up(interfaces: Iterable[str]) -> None:
    """Wait until the kernel has noticed that interfaces of this network namespace are up and have a carrier.

    For up to a second, and longer on a busy machine, it drops what they send until then.

    Raises:
        TargetError: one is not up after ten seconds.
    """
    deadline = time.monotonic() + _UP_S
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for interface in interfaces:
            while not is_up(sock, interface):
                if time.monotonic() > deadline:
                    raise TargetError(f"interface {interface}: not up {_UP_S:g} s after it was set up")
                time.sleep(0.002)


def silence(interface: str) -> None:
    """No router or neighbour discovery, no MLD: IPv6 of the host's stack off. Raises TargetError."""
    setting = _IPV6_SETTINGS / interface / "disable_ipv6"
    if _IPV6_SETTINGS.is_dir():  # a kernel without IPv6 is silent anyway
        try:
            setting.write_text("1")
        except OSError as error:
            raise TargetError(f"interface {interface}: cannot disable IPv6 ({setting}): {error.strerror}") from None
