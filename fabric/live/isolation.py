# SPDX-License-Identifier: Apache-2.0
"""Namespaces: a network and a set of processes for all of a live fabric, a network for each NIC in it.

Nothing has a name on the host, so nothing can be in the way or be left behind: interfaces, queueing disciplines and
ports of servers are the namespace's. When the first process in it ends, however it ends, the kernel kills the others,
stopped ones too, and takes the networks away. An ordinary user gets all this inside a user namespace, where the kernel
allows it.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from fabric.errors import BuildError, FabricError
from p4soft.targets.process import environment, missing_programs

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
