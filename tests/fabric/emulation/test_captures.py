# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess

from reference_kit import needs

from fabric.emulation.events import EventLoop, Transit
from fabric.emulation.network import Link
from fabric.emulation.nodes import Direction
from fabric.emulation.run import capturing
from fabric.measurements import capture_file


class Nobody:
    def deliver(self, port, transit):
        pass


def test_link_names_become_file_names():
    assert capture_file("nic3:0--p0-t0-1:1") == "captures/nic3_0--p0-t0-1_1.pcapng"


@needs("tshark")
def test_tshark_reads_interfaces_and_nanoseconds(tmp_path):
    loop = EventLoop()
    link = Link("a:0--b:1", *(
        Direction(loop, name, rate_bps=10**11, delay_ns=0, sink=Nobody(), sink_port=0, seed="1")
        for name in ("a:0>b:1", "b:1>a:0")
    ))  # fmt: skip
    up, down = link
    with capturing([link], tmp_path, 0) as files:
        loop.now = 1
        up.send(Transit(bytes(60), 0, 1))
        loop.now = 1_000_000_123
        down.send(Transit(bytes(61), 0, loop.now))
    assert files == {"a:0--b:1": "captures/a_0--b_1.pcapng"}
    file = tmp_path / files["a:0--b:1"]
    shown = subprocess.run(
        [
            "tshark",
            "-r",
            file,
            "-T",
            "fields",
            "-e",
            "frame.interface_name",
            "-e",
            "frame.time_epoch",
            "-e",
            "frame.len",
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.split()
    assert [shown[0], shown[3]] == ["a:0>b:1", "b:1>a:0"]
    # Older tsharks print seconds, newer ones ISO 8601: the fraction is the same.
    assert shown[1].rstrip("Z").endswith("0.000000001")
    assert shown[4].rstrip("Z").endswith("1.000000123")
    assert [shown[2], shown[5]] == ["60", "61"]
