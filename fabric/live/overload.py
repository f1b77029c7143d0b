# SPDX-License-Identifier: Apache-2.0
"""Whether a machine is too slow for the scale of a live fabric: then one sees the machine as well as the network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from fabric.live.messages import NicStatus

_LATE_SHARE = 0.5
"""Of the base round trip: NICs that are later than that measure the machine, not the network."""


_BUSY_SHARE = 0.9
"""Of a core: a switch that uses it forwards no faster, whatever its cables carry."""
_NOBODY: Mapping[str, float] = MappingProxyType({})


def advice(reasons: Sequence[str], factor: int) -> str:
    """What it means that a machine is too slow, and what to do; nothing where `overload` gave no reasons.

    Args:
        reasons: what `overload` said.
        factor: how many times slower than the topology the fabric runs.
    """
    if not reasons:
        return ""
    slower = 2 * factor
    return (
        f"The machine is too busy for 1 : {factor:,}. What is lost, late or sent again may be its doing and not the "
        f"network's. Run it slower, with --scale {slower} (make: SCALE={slower}) or more, or end what else runs here."
    )


def overload(
    nics: Mapping[str, NicStatus],
    base_rtt_ns: int,
    cables_late_ns: int,
    busy: Mapping[str, float] = _NOBODY,
    steering_ns: tuple[int, int] | None = None,
) -> list[str]:
    """What says so, one sentence each; none when all is well.

    Args:
        nics: by name.
        base_rtt_ns: of the topology.
        cables_late_ns: how late frames came out of cables in the worst of 100, ns of the topology.
        busy: shares of a core that switches used, by name; of those that were watched.
        steering_ns: how long after a completion what waited for it was posted, the median and the 99th of 100; None if
            nothing waited.
    """
    lines = []
    times = {**{name: nic.late_ns[1] for name, nic in nics.items()}, "a cable": cables_late_ns}
    late = {name: late_ns for name, late_ns in times.items() if late_ns > _LATE_SHARE * base_rtt_ns}
    if late:
        worst = max(late, key=lambda name: late[name])
        lines.append(
            f"overloaded: {worst} was {late[worst] / 1e3:.1f} us late in 1 of 100 wake-ups, of a round trip of "
            f"{base_rtt_ns / 1e3:.1f} us: you see the machine as well as the network; take a larger --scale"
        )
    if steering_ns is not None and steering_ns[1] > _LATE_SHARE * base_rtt_ns:
        lines.append(
            f"overloaded: what waited for a completion was posted {steering_ns[1] / 1e3:.1f} us after it in 1 of 100 "
            f"cases, of a round trip of {base_rtt_ns / 1e3:.1f} us: take a larger --scale"
        )
    lost = {name: nic.lost_by_kernel for name, nic in nics.items() if nic.lost_by_kernel}
    if lost:
        lines.append(f"overloaded: full sockets lost frames: {', '.join(f'{name} {n}' for name, n in lost.items())}")
    full = {name: share for name, share in busy.items() if share > _BUSY_SHARE}
    if full:
        worst = max(full, key=lambda name: full[name])
        lines.append(
            f"overloaded: {worst} used {100 * full[worst]:.0f} % of a core: you see how fast it forwards here, and not "
            "only what its links carry; take a larger --scale"
        )
    return lines
