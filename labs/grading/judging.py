# SPDX-License-Identifier: Apache-2.0
"""Compares what came out of a switch with what should have, packet by packet, in words for a student."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.text import plural
from ptf_tests.headers.decoding import gist, layers
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import compare_frames

Out = tuple[int, bytes]
"""Port, and the frame that left there."""

_RULES = WireRules()
_SHOWN = 96
_FIELDS = 6


@dataclass(frozen=True, slots=True)
class Probe:
    """A frame to send, and what must become of it.

    Attributes:
        port: where it goes in.
        frame: its bytes.
        token: bytes of it that no other frame has and that every answer to it keeps, by which answers are found.
        expected: ports and frames that must come out, in any order; empty: it is dropped.
        why: the reason, with its source, as the end of a sentence: "... because".
    """

    port: int
    frame: bytes
    token: bytes
    expected: tuple[Out, ...]
    why: str


def judge(
    probes: Sequence[Probe], outputs: Sequence[Out], ignoring: Callable[[bytes], bytes] = bytes
) -> tuple[int | None, str] | None:
    """None when every probe did what it should, after `ignoring` of both sides, and nothing else came out.

    Otherwise which probe (its place, or None for a frame that belongs to none) and what is wrong, sent, expected, came.
    """
    came: dict[int, list[Out]] = {place: [] for place in range(len(probes))}
    strays = []
    for output in outputs:
        place = next((at for at, probe in enumerate(probes) if probe.token in output[1]), None)
        if place is None:
            strays.append(output)
        else:
            came[place].append(output)

    def compared(frames: Sequence[Out]) -> list[Out]:
        return sorted((port, ignoring(frame)) for port, frame in frames)

    wrong = [at for at, probe in enumerate(probes) if compared(came[at]) != compared(probe.expected)]
    if wrong:
        return wrong[0], _told(probes[wrong[0]], came[wrong[0]], len(wrong), len(probes), ignoring)
    if strays:
        port, frame = strays[0]
        return None, f"a frame came out of port {port} that is none of those sent:\n  {shown(frame)}"
    return None


def _told(probe: Probe, came: Sequence[Out], wrong: int, sent: int, ignoring: Callable[[bytes], bytes]) -> str:
    lines = [f"sent into port {probe.port}: {described(probe.frame)}", f"  {shown(probe.frame)}"]
    if probe.expected:
        for port, frame in probe.expected:
            lines += [f"expected out of port {port}: {described(frame)}", f"  {shown(frame)}"]
    else:
        lines.append("expected: nothing comes out")
    lines.append(f"because {probe.why}")
    lines += _came(probe, came, ignoring)
    lines.append(f"({wrong} of {plural(sent, 'packet')} of this item went wrong; this is the first)")
    return "\n".join(lines)


def _came(probe: Probe, came: Sequence[Out], ignoring: Callable[[bytes], bytes]) -> list[str]:
    if not came:
        return ["came: nothing"]
    lines = []
    for port, frame in came:
        lines += [f"came out of port {port}: {described(frame)}", f"  {shown(frame)}"]
        if len(probe.expected) == 1:
            wanted = probe.expected[0]
            lines += _differences((wanted[0], ignoring(wanted[1])), (port, ignoring(frame)))
    if len(came) > max(1, len(probe.expected)):
        lines.append(f"that is {plural(len(came), 'frame')}, not {len(probe.expected)}")
    return lines


def _differences(expected: Out, came: Out) -> list[str]:
    lines = [] if expected[0] == came[0] else [f"  port: {came[0]}, not {expected[0]}"]
    if len(expected[1]) != len(came[1]):
        lines.append(f"  length: {len(came[1])} bytes, not {len(expected[1])}")
    for layer, pair in compare_frames(expected[1], came[1], _RULES).differing()[:_FIELDS]:
        ours = pair.expected.value if pair.expected else "not there"
        theirs = pair.received.value if pair.received else "not there"
        lines.append(f"  {layer}, {pair.name}: {theirs}, not {ours}" if ours != theirs else f"  {layer}, {pair.name}")
    return lines


def described(frame: bytes) -> str:
    """A frame in a line: its size, and the gist of its IP header."""
    found = next((each for each in layers(frame) if each.protocol in ("IPv6", "IPv4")), None)
    return f"{len(frame)} bytes" + (f", {found.protocol} {gist(found)}" if found else "")


def shown(frame: bytes) -> str:
    """A frame in hexadecimal, its beginning when it is long."""
    return frame.hex() if len(frame) <= _SHOWN else f"{frame[:_SHOWN].hex()}... ({len(frame)} bytes)"
