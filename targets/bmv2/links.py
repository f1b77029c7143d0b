# SPDX-License-Identifier: Apache-2.0
"""veth pairs for switch ports: one end for the switch, one for the tester, silent until somebody sends."""

from __future__ import annotations

import contextlib
import secrets
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from targets.api import TargetError

MTU = 9500
"""Room for jumbo frames with encapsulations; the value p4lang's own set-up scripts use."""

_IPV6_SETTINGS = Path("/proc/sys/net/ipv6/conf")


@dataclass(frozen=True, slots=True)
class VethPair:
    """Interface names of one port; at most 15 characters each (IFNAMSIZ)."""

    port: int
    switch_end: str
    tester_end: str


def create_pairs(ports: Sequence[int]) -> list[VethPair]:
    """Create one veth pair for each port: both ends up, MTU 9500, IPv6 off (no router or neighbour discovery, no MLD).

    Raises:
        TargetError: `ip` failed; whatever was created is removed again.
    """
    tag = secrets.token_hex(3)
    pairs = [VethPair(port, f"sw{tag}s{port}", f"sw{tag}t{port}") for port in ports]
    try:
        _ip_batch(
            f"link add {pair.switch_end} mtu {MTU} type veth peer name {pair.tester_end} mtu {MTU}" for pair in pairs
        )
        for pair in pairs:
            for name in (pair.switch_end, pair.tester_end):
                _disable_ipv6(name)
        _ip_batch(f"link set {name} up" for pair in pairs for name in (pair.switch_end, pair.tester_end))
    except BaseException:
        delete_links(pair.switch_end for pair in pairs)
        raise
    return pairs


def delete_links(names: Iterable[str]) -> None:
    """Delete interfaces; a veth's peer goes with it. Names that do not exist are skipped."""
    for name in names:
        # Exit status 1 here means that it is already gone, which is what is wanted.
        with contextlib.suppress(OSError):
            subprocess.run(["ip", "link", "delete", name], capture_output=True, check=False)


def _disable_ipv6(name: str) -> None:
    setting = _IPV6_SETTINGS / name / "disable_ipv6"
    if not _IPV6_SETTINGS.is_dir():
        return  # A kernel without IPv6 sends no IPv6 noise either.
    try:
        setting.write_text("1")
    except OSError as error:
        raise TargetError(f"interface {name}: cannot disable IPv6 ({setting}): {error.strerror}") from None


def _ip_batch(lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    if not text:
        return
    result = subprocess.run(["ip", "-batch", "-"], input=text, capture_output=True, text=True, check=False)
    if result.returncode:
        raise TargetError(f"cannot set up veth interfaces: ip: {result.stderr.strip()}")
