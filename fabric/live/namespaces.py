# SPDX-License-Identifier: Apache-2.0
"""Namespaces: where a live network can be on this machine, and how a command gets into it.

A live network has a network and a set of processes, and a network for each NIC or host in it. Nothing has a name on the
machine, so nothing can be in the way or be left behind: interfaces, queueing disciplines and ports of servers are the
namespace's. When the first process in it ends, however it ends, the kernel kills the others, stopped ones too, and
takes the networks away. An ordinary user gets all this inside a user namespace, where the kernel allows it; where it
does not, cables can be Unix sockets.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from fabric.errors import BuildError, FabricError
from p4soft.targets.process import environment, missing_programs

# --- Namespaces ------------------------------------------------------------------------------------------------------


_ENABLE = (
    "run it as root, or let users have namespaces: `sysctl kernel.unprivileged_userns_clone=1` (Debian), "
    "`sysctl kernel.apparmor_restrict_unprivileged_userns=0` (Ubuntu 24.04), `sysctl user.max_user_namespaces=15000`"
)


def outer() -> list[str]:
    """What to put before a command so that it is the first process of namespaces of its own, in which it is root.

    Raises:
        BuildError: neither root nor a user namespace is to be had here; the message says how to enable it.
    """
    if missing := missing_programs("unshare", "nsenter", "ip", "tc"):
        raise BuildError(missing)
    reasons = []
    for prefix in _prefixes():
        reason = _refusal(prefix)
        if reason is None:
            return prefix
        reasons.append(reason)
    raise BuildError(f"no network namespace: {'; '.join(reasons)}. To enable it, {_ENABLE}")


def inner() -> list[str]:
    """What to put before a command, inside the outer namespace, so that it has a network of its own again."""
    return ["unshare", "--net", "--"]


def host_process_id() -> int:
    """This process's number as the host has it: inside a live fabric `os.getpid` tells another."""
    return int(str(Path("/proc/self").readlink()))


def enter(process_id: int) -> list[str]:
    """What to put before a command, on the host, to run it in the network of a process of a live fabric, as root there.

    It is one of the fabric's processes then: it ends with the fabric.

    Args:
        process_id: as the host has it.

    Raises:
        FabricError: there is no such process any more.
    """
    try:
        own, other = (Path(f"/proc/{who}/ns/user").stat().st_ino for who in ("self", process_id))
    except OSError as error:
        raise FabricError(f"process {process_id}: {error.strerror}") from None
    user = [] if own == other else ["--user", "--preserve-credentials"]
    return ["nsenter", f"--target={process_id}", *user, "--net", "--pid", "--"]


def network_of(process_id: int) -> list[str]:
    """What to put before a command, inside the outer namespace, to run it in the network of a process there.

    Args:
        process_id: as the host has it.
    """
    return ["nsenter", f"--net=/proc/{process_id}/ns/net", "--"]


def _prefixes() -> Sequence[list[str]]:
    spaces = ["--net", "--pid", "--fork", "--kill-child", "--"]
    alone, mapped = ["unshare", *spaces], ["unshare", "--user", "--map-root-user", *spaces]
    return (alone, mapped) if os.geteuid() == 0 else (mapped,)


def _refusal(prefix: Sequence[str]) -> str | None:
    """Why a veth cannot be made behind `prefix`; None when it can."""
    probe = "ip link add probe0 type veth peer name probe1 && tc qdisc add dev probe0 root handle 1: htb"
    result = subprocess.run(
        [*prefix, "sh", "-c", probe], capture_output=True, text=True, check=False, env=environment()
    )
    if result.returncode == 0:
        return None
    return f"`{' '.join(prefix[:-1])}`: {(result.stderr.strip() or f'exit status {result.returncode}').splitlines()[0]}"


# --- Cables without them ---------------------------------------------------------------------------------------------


CableKind = Literal["veth", "unix"]
CableChoice = Literal["auto", "veth", "unix"]
CABLE_CHOICES: tuple[CableChoice, ...] = ("auto", "veth", "unix")
CABLES_HELP = "veth: veths in namespaces; unix: Unix sockets; auto: veths if the machine allows them."
_NOT_THERE = "NICs have no network to `exec` in, and the switches' P4Runtime servers are on this machine's loopback"


class Ground(Struct, frozen=True):
    """Where a live fabric can be.

    Attributes:
        cables: what they are made of.
        prefix: what to put before the command of its first process.
        note: one line for a user who did not choose it.
    """

    cables: CableKind
    prefix: Sequence[str]
    note: str | None = None


def ground(wanted: CableChoice, target: str) -> Ground:
    """What is to be had here.

    Args:
        wanted: `auto` prefers veths.
        target: of the switches.

    Raises:
        BuildError: it is not to be had; the message says what is.
    """
    if wanted == "unix":
        if target != "embedded":
            raise BuildError(
                f"--cables unix: ports of the {target} target are network interfaces; "
                "accepted: --target embedded, or --cables veth"
            )
        return Ground("unix", [])
    try:
        return Ground("veth", outer())
    except BuildError as refusal:
        if wanted == "veth":
            raise
        if target != "embedded":
            raise BuildError(f"{refusal}; or choose --target embedded, which can do without") from None
        return Ground("unix", [], f"cables are unix sockets, without namespaces: {_NOT_THERE} ({refusal})")
