# SPDX-License-Identifier: GPL-2.0-only
"""The same mutated frames into real BMv2 and into the embedded switch: the same frames out, the same counters.

Nothing here depends on time: queues are open, blocked, or drain so slowly that they only fill. Needs p4c, BMv2 and
root.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from itertools import count
from random import Random

import p4src_tables as tables
import pytest
from p4src_device import DEVICE_ID, EmbeddedDevice
from p4src_frames import FrameSource

from controller.pipeline import Pipeline
from p4soft.targets import SwitchOptions, get_target
from p4soft.targets.links import open_attachment
from ptf_tests.dut import entries
from ptf_tests.dut.p4runtime import SwitchConnection
from ptf_tests.switch import packets
from ptf_tests.switch.device import DROP_COUNTERS, watched_cells

FRAMES = int(os.environ.get("MRC_DIFFERENTIAL_FRAMES", "2000"))
"""Per pairing; about 250 a second."""
ROUND = 500
"""Frames until both switches start from scratch: full queues are dull."""
BURST = 25
"""At most: libpcap's ring, from which BMv2 reads, has room for about 30 frames."""
MIN_FRAME = 15
"""What a Linux packet socket sends: an Ethernet header and something."""
PORTS = tables.EGRESS_PORTS
DEADLINE_S = 20.0
DIRECT_COUNTERS = ("my_sid", "route_ipv6", "route_ipv4", "port_isolation", "acl_disable_trim", "acl_disable_trim_ipv4")

pytestmark = pytest.mark.bmv2


class Bmv2Device:
    """A real switch over veths, and the device's P4Runtime."""

    def __init__(self, stack, target, pipeline, workdir):
        options = SwitchOptions(priority_queues=8, log_level="off")
        switch = stack.enter_context(target.start(device_id=DEVICE_ID, ports=PORTS, workdir=workdir, options=options))
        self.device = SwitchConnection(switch.grpc_address, DEVICE_ID, pipeline)
        stack.callback(self.device.close)
        self._sockets = {port: stack.enter_context(open_attachment(spec)) for port, spec in switch.attachments.items()}
        self._ids = count(1)

    def sentinels(self):
        return {port: next(self._ids) for port in PORTS}

    def exchange(self, ingress, frames, sentinels):
        """Send a burst, then to each port in turn a sentinel; everything each port sent before its sentinel."""
        for frame in frames:
            self._sockets[ingress].send(frame)
        received = {}
        for port, identity in sentinels.items():
            self._sockets[ingress].send(packets.sentinel(port, identity))
            received[port] = self._until_sentinel(port, identity)
        return received

    def _until_sentinel(self, port, identity):
        received, deadline = [], time.monotonic() + DEADLINE_S
        while True:
            frame = self._sockets[port].recv(deadline)
            assert frame is not None, f"port {port}: no sentinel within {DEADLINE_S:.0f} s"
            if packets.is_sentinel(frame, identity):
                return received
            received.append(frame)


def embedded_exchange(device, ingress, frames, sentinels):
    received = {port: [] for port in PORTS}
    for frame in frames:
        for emission in device.receive(ingress, frame, 1):
            received[emission.port].append(emission.frame)
    for port, identity in sentinels.items():
        (emission,) = device.receive(ingress, packets.sentinel(port, identity), 1)
        assert emission.port == port
    return received


def by_class(frames):
    """Order is a promise within a queue only, and these tables put each outgoing DSCP of a port into one queue."""
    return sorted(
        frames, key=lambda frame: frame[15] if frame[12] == 8 else (frame[14] & 0xF) << 4 | frame[15] >> 6 << 2
    )


def pipeline_of(compiler, program, directory):
    files = get_target(compiler).compile(program, directory / compiler)
    return Pipeline.load(files.p4info, files.json)


@pytest.mark.parametrize(("real_runs", "embedded_runs"), [("bmv2", "embedded"), ("embedded", "bmv2")])
def test_real_and_embedded_switch_agree(bmv2, program, lab, tmp_path, *, real_runs, embedded_runs):
    table_entries = [
        *tables.timeless_entries(lab),
        *(entries.route6(f"{packets.sentinel_address(port)}/128", port) for port in PORTS),
    ]
    rng = Random(7)
    source = FrameSource(7, tables.addresses(), min_frame=MIN_FRAME)
    with ExitStack() as stack:
        real = Bmv2Device(stack, bmv2, pipeline_of(real_runs, program, tmp_path), tmp_path)
        ours = stack.enter_context(EmbeddedDevice(pipeline_of(embedded_runs, program, tmp_path)))
        left = FRAMES
        while left > 0:
            real.device.push_pipeline()
            real.device.insert(table_entries)
            ours.reset()
            ours.insert(table_entries)
            _round(real, ours, source, rng, min(left, ROUND))
            _compare_counters(real, ours, table_entries)
            left -= ROUND
        assert not ours.switch.drops


def _round(real, ours, source, rng, frames):
    while frames > 0:
        size = min(frames, rng.randint(1, BURST))
        frames -= size
        ingress = rng.choice(tables.INGRESS_PORTS)
        burst = [source.next() for _ in range(size)]
        sentinels = real.sentinels()
        theirs = real.exchange(ingress, burst, sentinels)
        mine = embedded_exchange(ours, ingress, burst, sentinels)
        sent = "\n".join(frame.hex() for frame in burst)
        for port in PORTS:
            got, want = by_class(mine[port]), by_class(theirs[port])
            assert [f.hex() for f in got] == [f.hex() for f in want], f"port {port}; sent into port {ingress}:\n{sent}"
        cells = [(name, ingress) for name in DROP_COUNTERS]
        assert ours.counters(cells) == real.device.read_counters(cells), f"sent into port {ingress}:\n{sent}"


def _compare_counters(real, ours, table_entries):
    cells = watched_cells(PORTS)
    assert ours.counters(cells) == real.device.read_counters(cells)
    for entry in table_entries:
        if entry.table.rsplit(".", 1)[1] in DIRECT_COUNTERS:
            assert ours.direct_counter(entry) == real.device.read_direct_counter(entry), entry
