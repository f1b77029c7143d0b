# SPDX-License-Identifier: Apache-2.0
"""How long something is sent into links that are down and switches that are stopped."""

from __future__ import annotations

import threading

import pytest
from fabric_kit import LAB, emulate
from parts_kit import between_two_nics, both

from fabric.running import result_of
from fabric.scenario.reading import load
from p4soft.switch import Emission

FRAME = bytes(range(200))


class ToPort1:
    """A switch that sends all there."""

    def __init__(self):
        self.lock = threading.RLock()

    def receive(self, _port, frame, _now_us):
        return [Emission(1, 1, frame)]

    def advance(self, _now_us):
        return []

    def next_event_us(self):
        return None


@pytest.mark.parametrize("parts", both(), ids=["python", "native"])
def test_what_comes_to_a_dead_link_or_a_stopped_switch_is_told(parts):
    """224 bytes with their overhead take 17 ns at 100 Gb/s, and 500 ns for the way."""
    loop, ends, node, wires, nics, _ = between_two_nics(parts, ToPort1(), FRAME)
    told = []
    out = next(wire for wire in wires if wire.name == "s:1>n1:0")
    node.on_lost = lambda *lost: told.append(("switch", *lost))
    out.on_lost = lambda *lost: told.append(("link", *lost))

    def send(_nothing):
        nics[0].frame = FRAME
        ends[0].pump()

    out.set_state(False)
    ends[0].pump()
    loop.run(1_000)
    assert told == [("link", FRAME, 0, 517)]
    node.stopped = True
    loop.at(2_000, send)
    loop.run(3_000)
    assert told[1:] == [("switch", FRAME, 2_000, 2_517)]
    node.on_lost = out.on_lost = None
    loop.at(3_500, send)
    loop.run(5_000)
    assert len(told) == 2
    assert (node.blackholed, out.lost_down) == (2, 1)


def test_each_fault_has_what_it_lost_until_its_end(scenario_file):
    result = emulate(scenario_file()).result()
    stop, start = result["scenario"]["faults"]
    assert stop["dead_path"]["frames"] == result["checks"]["frames.blackholed"] > 0
    assert 20_000 < stop["dead_path"]["last_sent_ns"] < stop["dead_path"]["last_lost_ns"] <= 50_000
    assert result["checks"]["dead_paths.used_us"] == (stop["dead_path"]["last_sent_ns"] - 20_000) / 1000
    assert start["dead_path"] is None


def one_write(tmp_path, size, *faults):
    """The result of one write from nic0 to nic2 of the lab, with 16 EVs, while something fails."""
    file = tmp_path / "dead.yaml"
    file.write_text(f"""\
name: dead
topology: {LAB}
limit: 5ms
nic: {{evs: 16}}
workload: [{{from: nic0, to: nic2, bytes: {size}}}]
faults: [{", ".join(f"{{at: {at}, do: {does}}}" for at, does in faults)}]
""")
    return result_of(load(file), served=False)


def test_mrc_is_off_a_dead_path_in_microseconds_and_looks_whether_it_is_back(tmp_path):
    """Half of plane 0's paths are dead: data goes on there for some round trips of 9 us, EV probes for good."""
    result = one_write(tmp_path, "6MiB", ("50us", "link p0-t0-1--p0-t1-0 down"))
    use = result["scenario"]["faults"][0]["dead_path"]
    assert result["flows"][0]["completed_ns"] > 250_000
    assert 0 < use["data"] < use["frames"]
    assert 0 < use["probes"] <= use["frames"] - use["data"]
    assert 50_000 < use["last_data_sent_ns"] < 80_000
    assert use["used_ns"] < 100_000


@pytest.mark.parametrize("target", ["link p0-t0-1--p0-t1-0", "switch p0-t1-0"])
def test_what_came_by_before_a_fault_and_after_it_is_counted(tmp_path, target):
    """Until it fails a path carries a quarter of 16 MiB at most, and some of it again once its EVs have been probed."""
    down, up = ("down", "up") if target.startswith("link") else ("stop", "start")
    faults = ("50us", f"{target} {down}"), ("100us", f"{target} {up}"), ("600us", f"{target} {down}")
    result = one_write(tmp_path, "16MiB", *faults)
    first, restored, second = (fault["dead_path"] for fault in result["scenario"]["faults"])
    assert restored is None
    assert 100_000 < first["before_bytes"] < 4 << 20
    assert first["back_bytes"] > 100_000
    lost = second["before_bytes"] - first["before_bytes"] - first["back_bytes"]
    assert 0 <= lost <= 4300 * first["frames"]  # what comes to a stopped switch, no link carries when it is down
    assert second["back_bytes"] == 0
