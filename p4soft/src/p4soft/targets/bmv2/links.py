# SPDX-License-Identifier: Apache-2.0
"""veth pairs for switch ports: one end for the switch, one for the tester, silent until somebody sends."""

from __future__ import annotations

import contextlib
import secrets
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from p4soft.targets.api import TargetError
from p4soft.targets.iproute import MTU, BatchError, await_up, batch, silence
from p4soft.targets.process import environment


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
        _ip(f"link add {pair.switch_end} mtu {MTU} type veth peer name {pair.tester_end} mtu {MTU}" for pair in pairs)
        for pair in pairs:
            for name in (pair.switch_end, pair.tester_end):
                silence(name)
        names = [name for pair in pairs for name in (pair.switch_end, pair.tester_end)]
        _ip(f"link set {name} up" for name in names)
        await_up(names)
    except BaseException:
        delete_links(pair.switch_end for pair in pairs)
        raise
    return pairs


def delete_links(names: Iterable[str]) -> None:
    """Delete interfaces; a veth's peer goes with it. Names that do not exist are skipped."""
    for name in names:
        # Exit status 1 here means that it is already gone, which is what is wanted.
        with contextlib.suppress(OSError):
            subprocess.run(["ip", "link", "delete", name], capture_output=True, check=False, env=environment())


def _ip(lines: Iterable[str]) -> None:
    try:
        batch("ip", lines)
    except BatchError as error:
        which = f" ({error.line})" if error.line else ""
        raise TargetError(f"cannot set up veth interfaces: ip: {error.said}{which}") from None
