# SPDX-License-Identifier: Apache-2.0
"""What the cables of a live fabric are made of: what its user may have here, and what the target can be plugged to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fabric.errors import BuildError
from fabric.live.isolation import outer

CableKind = Literal["veth", "unix"]
CableChoice = Literal["auto", "veth", "unix"]
CABLE_CHOICES: tuple[CableChoice, ...] = ("auto", "veth", "unix")
CABLES_HELP = "Cables: veths in namespaces, unix sockets without any, or what is to be had here."
_NOT_THERE = "NICs have no network to `exec` in, and the switches' P4Runtime servers are on this machine's loopback"


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a live fabric can be.

    Attributes:
        cables: what they are made of.
        prefix: what to put before the command of its first process.
        note: what somebody must know who did not choose it; one line.
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
