# SPDX-License-Identifier: Apache-2.0
"""The scale of a live fabric: time runs slower by a factor, and nothing else changes. And what this machine carries.

A link of 100 Gb/s and 1 us becomes one of 10 Mb/s and 10 ms at a factor of 10,000. Bytes stay bytes: frames, queue
limits and windows are those of the topology, so is every ratio of two times. NICs keep the topology's rates and timers,
and are given a clock that runs slower by the same factor.

Before a lab comes up its memory and its scale are estimated. While it is up the processor time of switches, the
punctuality of NICs and the frames that full sockets lose say whether one sees the machine as well as the network.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

import topologies
from fabric.errors import BuildError
from fabric.live.messages import NicStatus
from fabric.live.namespaces import CableKind

if TYPE_CHECKING:
    from topologies import Fabric

# --- The rule --------------------------------------------------------------------------------------------------------


SLOWEST = 10_000_000
"""The largest factor: 100 Gb/s become 10 kb/s."""


class Scale(Struct, frozen=True):
    """How many real nanoseconds one nanosecond of the topology takes.

    Raises:
        ValueError: the factor is not from 1 to `SLOWEST`.
    """

    factor: int

    def __post_init__(self) -> None:
        if not 1 <= self.factor <= SLOWEST:
            raise ValueError(f"scale: {self.factor} is out of range; accepted: 1..{SLOWEST}")

    def real_ns(self, fabric_ns: int) -> int:
        """A duration of the topology, as a clock on the wall shows it."""
        return fabric_ns * self.factor

    def fabric_ns(self, real_ns: int) -> int:
        """A duration on the wall, as the topology counts it; rounded down."""
        return real_ns // self.factor

    def real_bps(self, fabric_bps: int) -> int:
        """A rate of the topology in bits of real seconds, at least 1."""
        return max(1, fabric_bps // self.factor)

    def slowed(self, fabric: Fabric) -> Fabric:
        """The fabric as its switches and cables see it: rates divided, delays multiplied, bytes as they are."""
        links = fabric.spec.links
        slow: dict[str, object] = {
            role: kind.model_copy(update={"rate": self.real_bps(kind.rate), "delay": self.real_ns(kind.delay)})
            for role, kind in (("host", links.host), ("fabric", links.fabric))
        }
        slow["rates"] = {name: self.real_bps(rate) for name, rate in links.rates.items()}
        return topologies.Fabric(fabric.spec.model_copy(update={"links": links.model_copy(update=slow)}))


class Clock(Struct, frozen=True):
    """The time of a live fabric: ns of its topology since a moment of `time.monotonic_ns` that all processes share."""

    scale: Scale
    origin_ns: int

    def now_ns(self) -> int:
        return self.scale.fabric_ns(time.monotonic_ns() - self.origin_ns)

    def seconds_until(self, fabric_ns: int) -> float:
        """Real seconds until then; 0 when it has passed."""
        return max(0.0, (self.origin_ns + self.scale.real_ns(fabric_ns) - time.monotonic_ns()) / 1e9)


# --- Memory ----------------------------------------------------------------------------------------------------------


SWITCH_BYTES, NIC_BYTES = 120 << 20, 45 << 20
"""Resident memory of a process with its tables, measured (embedded target, topologies/lab.yaml)."""
_HOST_BYTES = 2 << 20
_MANY = 64
"""Processes; more take minutes to come up."""
_MEMINFO = Path("/proc/meminfo")


def check_size(fabric: Fabric, say: Callable[[str], None]) -> None:
    """Raise BuildError for a fabric that this machine has no memory for; warn of one that is large."""
    switches = fabric.switch_count
    what = f"{fabric.name}: {switches:,} switches and {fabric.nics:,} NICs, a process each"
    accepted = "a smaller topology, or `python -m fabric run`, which emulates large ones"
    _check(what, switches + fabric.nics, switches * SWITCH_BYTES + fabric.nics * NIC_BYTES, accepted, say)


def check_network(name: str, switches: int, hosts: int, say: Callable[[str], None]) -> None:
    """As `check_size`, for a network of that many switches and hosts. Raises BuildError."""
    what = f"{name}: {switches:,} switches and {hosts:,} hosts, a process each"
    _check(what, switches + hosts, switches * SWITCH_BYTES + hosts * _HOST_BYTES, "a smaller network", say)


def _check(what: str, processes: int, needed: int, accepted: str, say: Callable[[str], None]) -> None:
    free = _available_bytes()
    if free is not None and needed > free:
        raise BuildError(
            f"{what}, need about {needed / (1 << 30):,.1f} GiB of memory, and {free / (1 << 30):,.1f} GiB are free; "
            f"accepted: {accepted}"
        )
    if processes > _MANY:
        say(f"{what}: this will take a while")


def _available_bytes() -> int | None:
    """Memory that processes can get without swapping; None where the kernel does not tell (proc(5))."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB$", _MEMINFO.read_text(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) << 10 if found else None


# --- Processor time of switches --------------------------------------------------------------------------------------


_WINDOW_S = 1.0
_RECENT = 10
"""Windows that `recent` covers, for a person who looks now and then."""
_PROC = Path("/proc")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def groups(leaders: Mapping[str, int]) -> dict[str, list[int]]:
    """The processes in each process group that a process of this namespace leads, by name; as /proc numbers them.

    In a live fabric /proc is the host's: it tells of every process its numbers in all namespaces (NSpgid, proc(5)).
    """
    found: dict[str, list[int]] = {name: [] for name in leaders}
    names = {str(leader): name for name, leader in leaders.items()}
    here = (_PROC / "self/ns/pid").stat().st_ino
    for entry in _PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):  # gone, or another user's
            lines = (entry / "status").read_text().splitlines()
            inner = next((line.split()[-1] for line in lines if line.startswith("NSpgid:")), "")
            if inner in names and (entry / "ns/pid").stat().st_ino == here:
                found[names[inner]].append(int(entry.name))
    return found


class Busy:
    """Watches groups of processes, by name.

    Attributes:
        worst: the largest share of a core that each used over a second, once it was warm: 1.0 is all of one, and one
            with several threads may use more.
    """

    def __init__(
        self, watched: Mapping[str, Sequence[int]], now_s: Callable[[], float] = time.monotonic,
        used_s: Callable[[int], float] | None = None,
    ) -> None:  # fmt: skip
        """Begin; what they do in the first second, when programs are translated, does not count.

        Args:
            watched: processes, as /proc numbers them.
            now_s: the clock.
            used_s: seconds of CPU time that a process has used. Raises OSError when it is gone.
        """
        self.worst: dict[str, float] = {}
        self._watched = watched
        self._now_s = now_s
        self._used_s = used_s or _used_s
        self._recent: list[dict[str, float]] = []
        self._warm = False
        self._begun = self._read()

    def look(self) -> None:
        before_s, before = self._begun
        if self._now_s() - before_s < _WINDOW_S:
            return
        now_s, used = self._begun = self._read()
        if self._warm:
            passed_s = now_s - before_s
            shares = {name: (used[name] - before[name]) / passed_s for name in used.keys() & before.keys()}
            self._recent = [*self._recent[1 - _RECENT :], shares]  # anew: another thread may read it
            self.worst = _largest(self.worst, shares)
        self._warm = True

    @property
    def recent(self) -> dict[str, float]:
        """The largest shares of the last ten seconds."""
        return _largest(*self._recent)

    def _read(self) -> tuple[float, dict[str, float]]:
        used = {}
        for name, processes in self._watched.items():
            with contextlib.suppress(OSError):
                used[name] = sum(self._used_s(process) for process in processes)
        return self._now_s(), used


def _largest(*shares: Mapping[str, float]) -> dict[str, float]:
    names = {name for each in shares for name in each}
    return {name: max(each[name] for each in shares if name in each) for name in sorted(names)}


def _used_s(process: int) -> float:
    """In user and in kernel mode, all threads (proc(5), /proc/PID/stat: utime, stime)."""
    fields = (_PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S


# --- Whether one sees the machine ------------------------------------------------------------------------------------


_LATE_SHARE = 0.5
"""A share of the base round trip: NICs that are later than that measure the machine, not the network."""


_BUSY_SHARE = 0.9
"""A share of a core: a switch that uses as much forwards no faster, whatever its cables carry."""
_NOBODY: Mapping[str, float] = MappingProxyType({})


def advice(reasons: Sequence[str], factor: int) -> str:
    """The consequence of a machine that is too slow, and what to do; empty where `overload` gave no reasons.

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


# --- Lateness --------------------------------------------------------------------------------------------------------


def latenesses() -> deque[int]:
    """Room for the newest, ns: enough for statistics."""
    return deque(maxlen=4096)


def typical_and_worst(late_ns: Iterable[int]) -> tuple[int, int]:
    """The median and the 99th of 100; 0 of none."""
    late = sorted(late_ns) or [0]
    return late[len(late) // 2], late[len(late) * 99 // 100]


# --- At which scale it keeps up --------------------------------------------------------------------------------------


_MEASURED_BYTES = 2 << 20
_SWITCH_OF_NIC = {"embedded": 1.5, "bmv2": 2.5}
"""A packet through a switch process, in and out of the kernel, costs this many times what it costs both NICs together
(docs/live-lab.md, "The scale")."""
_CABLE_OF_NIC = {"veth": 0.0, "unix": 0.6}
"""The same of a packet that the relay carries over one cable of Unix sockets; veths are part of the number above."""
_HOPS = 3
_ANSWERS = 1.35
"""Frames per data packet, SACKs and probes included."""
_SHARE = 0.4
"""The share of the machine that a lab may take: the rest is for the user, and keeps timers punctual."""


def suitable_factor(fabric: Fabric, target: str, cables: CableKind) -> int:
    """The factor, rounded up to 1, 2 or 5 times a power of ten, at which every NIC may send at its full rate."""
    from host_stack.bench import transfer  # noqa: PLC0415 - who only looks at a lab measures nothing
    from topologies.fabric import HEADERS_BYTES, WIRE_OVERHEAD_BYTES  # noqa: PLC0415 - the same

    packets, seconds = transfer(_MEASURED_BYTES)
    best = seconds / packets
    for _ in range(2):  # the quickest of three: the first compiles and warms up
        begun = time.perf_counter()
        packets, _ = transfer(_MEASURED_BYTES)
        best = min(best, (time.perf_counter() - begun) / packets)
    switching = best * _HOPS * _ANSWERS * _SWITCH_OF_NIC[target]
    relaying = best * (_HOPS + 1) * _ANSWERS * _CABLE_OF_NIC[cables]
    carried = _SHARE * (os.cpu_count() or 1) / (best + switching + relaying)
    if relaying:
        carried = min(carried, _SHARE / relaying)  # one process does that, so one core
    frame_bits = (fabric.spec.mtu + HEADERS_BYTES + WIRE_OVERHEAD_BYTES) * 8
    offered = fabric.nics * fabric.planes * fabric.rate_bps("host") / frame_bits
    return rounded(offered / carried)


def rounded(factor: float) -> int:
    """Up to 1, 2 or 5 times a power of ten, within what `Scale` takes."""
    power = 1
    while power <= SLOWEST:
        for step in (1, 2, 5):
            if factor <= step * power:
                return min(SLOWEST, step * power)
        power *= 10
    return SLOWEST
