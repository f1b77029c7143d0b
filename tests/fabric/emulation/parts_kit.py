# SPDX-License-Identifier: Apache-2.0
"""One switch between two NICs that do almost nothing, made by either kind of parts."""

from __future__ import annotations

import os

from long_kit import share

from fabric import results
from fabric.emulation.native.parts import NativeParts
from fabric.emulation.nodes import PythonParts

#: Random runs of each kind; MRC_FABRIC_RUNS asks for more.
RUNS = int(os.environ.get("MRC_FABRIC_RUNS", "12"))
SEEDS = share(range(RUNS), range(RUNS if "MRC_FABRIC_RUNS" in os.environ else 4))
#: Some of the lab's.
LINKS = ("nic0:0--p0-t0-0:0", "p0-t0-0--p0-t1-0", "p0-t0-0--p0-t1-1", "p1-t0-1--p1-t1-0", "nic3:0--p0-t0-1:1")


def outcome(folder, run):
    """result.json, and every capture."""
    captures = {file.name: file.read_bytes() for file in sorted((folder / "captures").iterdir())}
    assert captures
    return results.dumps(run), captures


class Nic:
    """Sends one frame, and keeps what arrives."""

    def __init__(self, frame=None):
        self.frame, self.got = frame, []

    def receive(self, port, frame, now_ns):
        self.got.append((port, frame, now_ns))

    def transmit(self, _free_ports, _now_ns):
        frame, self.frame = self.frame, None
        return None if frame is None else (0, frame)

    def next_wakeup(self):
        return None


def between_two_nics(parts, switch, frame=bytes(range(200)), second=None, *, begin=False):
    """One switch, NIC 0 on port 0 and NIC 1, or `second`, on port 1; what was seen. `begin`: NIC 0 sends at once."""
    nics = [Nic(frame), second or Nic()]
    node = parts.switch("s", 0, switch)
    ends = [parts.nic(f"n{i}", i, nic) for i, nic in enumerate(nics)]
    wires = [
        parts.wire(source, sink, rate_bps=10**11, delay_ns=500, seed="1")
        for i in (0, 1)
        for source, sink in ((((f"n{i}"), 0), ("s", i)), (("s", i), (f"n{i}", 0)))
    ]
    parts.attach()
    seen = []
    for end in ends:
        end.watch(lambda nic, t, _: seen.append((nic, t.frame, t.origin, t.born_ns, t.trail, t.trimmed)))
    if begin:
        ends[0].pump()
    return parts.loop, ends, node, wires, nics, seen


def both():
    return PythonParts(), NativeParts(wires=4, switches=1, nics=2)


def counted(node, wires, loop):
    of_node = (node.received, node.emitted, node.trimmed, node.consumed, node.blackholed, node.unconnected)
    return of_node, [(w.sent_frames, w.delivered_bytes, w.peak_bytes, w.trims, w.lost_down) for w in wires], loop.now
