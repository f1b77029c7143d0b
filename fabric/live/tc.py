# SPDX-License-Identifier: Apache-2.0
"""Veth pairs as the kernel shapes and counts them, by `ip` and `tc`: rate, delay, loss and strict priority.

Every end sends through the same queueing disciplines: htb holds the rate and serves the program's queues in their
order, a filter loses, and netem delays in each queue. The P4 program admits into its own model of a queue first, which
drains at the same rate: admitted frames wait here, and the program decides what does not fit.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from fabric.errors import BuildError, FabricError
from fabric.live.messages import EndState
from p4soft.targets import TargetError
from p4soft.targets import links as iproute

_BURST_BYTES = 10_000
"""Size of the token buckets: one largest frame."""
_BUCKETS = f"burst {_BURST_BYTES} cburst {_BURST_BYTES} quantum {_BURST_BYTES}"
_LONGEST_DEBT_S = 2
"""How long a cable whose rate rises may still wait for one largest frame at the rate of before."""
_SLOWEST_BPS = 8
"""tc counts whole bytes a second."""
_LIMIT_FRAMES = 1 << 20
"""Limit of a band: the P4 program limits queues, this must not."""
_PLAIN = f"pfifo limit {_LIMIT_FRAMES}"
BANDS = 8
_CLASSES = 10
"""Minor number of band 0's class."""
_LOST = 9
"""Minor number of the class whose queue holds nothing."""
LOST_CLASS = f"1:{_LOST}"
"""Where frames go that are lost at random: what its queue drops is counted there."""
CUT_CLASS = "1:8"
"""Where all frames go at an end that is cut off."""


class CableEnd(Struct, frozen=True):
    """One end: whose it is, its port there, and the name of its interface (at most 15 characters, IFNAMSIZ)."""

    node: str
    port: int
    interface: str


def lay(pairs: Iterable[tuple[CableEnd, CableEnd]]) -> None:
    """Make veth pairs with these ends in this network namespace, down. Raises BuildError."""
    run_ip(
        f"link add {a.interface} mtu {iproute.MTU} type veth peer name {b.interface} mtu {iproute.MTU}"
        for a, b in pairs
    )


def disable_ipv6(interface: str) -> None:
    """No router or neighbour discovery, no MLD: IPv6 of the host's stack off. Raises BuildError."""
    try:
        iproute.disable_ipv6(interface)
    except TargetError as error:
        raise BuildError(str(error)) from None


def await_up(interfaces: Iterable[str]) -> None:
    """Wait until both ends of their cables are up, and the kernel has noticed. Raises BuildError."""
    try:
        iproute.await_up(interfaces)
    except TargetError as error:
        raise BuildError(str(error)) from None


class Shape(Struct, frozen=True):
    """What one direction of a cable does to frames.

    Attributes:
        rate_bps: bits per real second.
        delay_ns: real, one way; 0 on a kernel that cannot (`can_delay`).
        loss: probability 0..1.
        cut: nothing that is sent from now on arrives; the interface stays up.
    """

    rate_bps: int
    delay_ns: int
    loss: float = 0.0
    cut: bool = False


def can_delay() -> bool:
    """Whether this kernel has netem (CONFIG_NET_SCH_NETEM), without which no cable has a delay."""
    probe = subprocess.run(
        ["tc", "qdisc", "replace", "dev", "lo", "root", "netem", "delay", "1us"], check=False, capture_output=True
    )
    subprocess.run(["tc", "qdisc", "del", "dev", "lo", "root"], check=False, capture_output=True)
    return probe.returncode == 0


def shaped(interface: str, shape: Shape, bands: Mapping[int, int]) -> list[str]:
    """The lines of `tc -batch` that give an interface its first shape.

    Args:
        interface: which sends.
        shape: what it does.
        bands: DSCP to band, 0 (served first) to 7; any other DSCP is in the last.
    """
    device = f"dev {interface}"
    lines = [
        f"qdisc replace {device} root handle 1: htb default {_CLASSES + BANDS - 1}",
        *_classes("add", interface, shape),
    ]
    for nowhere in (LOST_CLASS, CUT_CLASS):
        lines += [
            f"class add {device} parent 1:1 classid {nowhere} htb rate 8bit {_BUCKETS}",
            f"qdisc add {device} parent {nowhere} pfifo limit 0",
        ]
    for band in range(BANDS):
        leaf = f"netem limit {_LIMIT_FRAMES} delay {shape.delay_ns // 1000}us" if shape.delay_ns else _PLAIN
        lines.append(f"qdisc add {device} parent 1:{_CLASSES + band} {leaf}")
    for dscp, band in sorted(bands.items()):
        for protocol, match in (
            # IPv6 begins with version (4 bits), traffic class (8), flow label; the DSCP is the class's upper six.
            ("ipv6 prio 2", f"u16 {dscp << 6:#06x} 0x0fc0 at 0"),
            # IPv4 begins with version and header length, then a byte whose upper six bits are the DSCP.
            ("ip prio 3", f"u8 {dscp << 2:#04x} 0xfc at 1"),
        ):
            lines.append(
                f"filter add {device} parent 1: protocol {protocol} u32 match {match} flowid 1:{_CLASSES + band}"
            )
    return lines + _losing(interface, shape)


def reshaped(interface: str, before: Shape, after: Shape, bands: Mapping[int, int]) -> list[str]:
    """The lines that give an interface that has a shape another rate and loss; frames in its queues stay.

    They are lost, and its counts begin anew, where the rate was so low that htb would go on waiting: it remembers for
    up to a minute how long the frames it has sent took at the rate of before.
    """
    if after.rate_bps > before.rate_bps and before.rate_bps * _LONGEST_DEBT_S < 8 * _BURST_BYTES:
        return [f"qdisc del dev {interface} root", *shaped(interface, after, bands)]
    gone = [f"filter del dev {interface} parent 1: protocol all prio 1"] if before.loss or before.cut else []
    return [*_classes("change", interface, after), *gone, *_losing(interface, after)]


def _classes(verb: str, interface: str, shape: Shape) -> list[str]:
    # A band's own rate is next to nothing: it borrows the rest, in the order of prio.
    rate = max(_SLOWEST_BPS, shape.rate_bps)
    own = max(_SLOWEST_BPS, rate // 1000)
    line = f"class {verb} dev {interface} parent"
    return [
        f"{line} 1: classid 1:1 htb rate {rate}bit {_BUCKETS}",
        *(
            f"{line} 1:1 classid 1:{_CLASSES + band} htb rate {own}bit ceil {rate}bit {_BUCKETS} prio {band}"
            for band in range(BANDS)
        ),
    ]


def _losing(interface: str, shape: Shape) -> list[str]:
    line = f"filter add dev {interface} parent 1: protocol all prio 1 bpf bytecode"
    if shape.cut:
        return [f"{line} '{_EVERY}' flowid {CUT_CLASS}"]
    return [f"{line} '{_lottery(shape.loss)}' flowid {LOST_CLASS}"] if shape.loss else []


_EVERY = "1,6 0 0 4294967295"
"""Classic BPF: ret #-1, a match."""


def _lottery(loss: float) -> str:
    """Classic BPF (linux/filter.h) that returns "match" for that share of frames, at random."""
    drawn = min(0xFFFFFFFF, round(loss * (1 << 32)))
    program = (
        (0x20, 0, 0, 0xFFFFF038),  # ld [SKF_AD_OFF + SKF_AD_RANDOM]
        (0x35, 1, 0, drawn),  # jge #drawn: over the next
        (0x06, 0, 0, 0xFFFFFFFF),  # ret #-1: match
        (0x06, 0, 0, 0),  # ret #0: none
    )
    return f"{len(program)},{','.join(' '.join(map(str, each)) for each in program)}"


def run_ip(lines: Iterable[str]) -> None:
    """Run lines of `ip -batch`. Raises BuildError."""
    _batch("ip", lines)


def run_tc(lines: Iterable[str]) -> None:
    """Run lines of `tc -batch`. Raises BuildError."""
    _batch("tc", lines)


def _batch(program: str, lines: Iterable[str]) -> None:
    try:
        iproute.batch(program, lines)
    except TargetError as error:
        raise BuildError(str(error)) from None


_COUNTERS = Path("/proc/net/dev")
RX_BYTES, _RX_FRAMES, TX_BYTES, _TX_FRAMES = 0, 1, 8, 9
"""Columns behind an interface's name (proc(5))."""


def read_ends(interfaces: Iterable[str]) -> dict[str, EndState]:
    """How those interfaces are that there are here, by name. Raises FabricError: `tc` cannot tell."""
    counted = counters()
    queues = _queues()
    return {
        name: EndState(
            received_frames=counted[name][_RX_FRAMES],
            received_bytes=counted[name][RX_BYTES],
            sent_frames=counted[name][_TX_FRAMES],
            sent_bytes=counted[name][TX_BYTES],
            **queues.get(name, {"queued_bytes": 0, "lost_random": 0, "lost_overflow": 0}),
        )
        for name in interfaces
        if name in counted
    }


def counters() -> dict[str, list[int]]:
    """What the kernel counts at each interface of this network, by name; columns of /proc/net/dev (proc(5))."""
    found = {}
    for line in _COUNTERS.read_text().splitlines()[2:]:
        name, _, numbers = line.partition(":")
        found[name.strip()] = [int(number) for number in numbers.split()]
    return found


def _queues() -> dict[str, dict[str, int]]:
    """What the queueing disciplines of each interface hold and have dropped (tc(8), `-s -j qdisc show`)."""
    result = subprocess.run(["tc", "-s", "-j", "qdisc", "show"], capture_output=True, text=True, check=False)
    try:
        classes: list[dict[str, Any]] = json.loads(result.stdout or "[]")
    except ValueError:
        classes = []
    if result.returncode or not classes:
        raise FabricError(f"tc: {result.stderr.strip() or 'says nothing about queueing disciplines'}")
    found: dict[str, dict[str, int]] = {}
    for each in classes:
        queue = found.setdefault(each["dev"], {"queued_bytes": 0, "lost_random": 0, "lost_overflow": 0})
        if each.get("root"):
            queue["queued_bytes"] = each["backlog"]
        elif each.get("parent") == LOST_CLASS:
            queue["lost_random"] = each["drops"]
        elif each.get("parent") != CUT_CLASS:
            queue["lost_overflow"] += each["drops"]
    return found
