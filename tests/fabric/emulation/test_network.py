# SPDX-License-Identifier: Apache-2.0
"""A network and what it is made of: events, faults, samples, captures, memory."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from fabric_kit import fake_network
from long_kit import share
from parts_kit import between_two_nics, both
from reference_kit import needs

import controller
import topologies
from fabric.emulation import switches as size
from fabric.emulation.events import EventLoop, Transit
from fabric.emulation.measuring import Sampler
from fabric.emulation.native.loop import Memory, NativeLoop
from fabric.emulation.network import Link
from fabric.emulation.nodes import Direction
from fabric.emulation.run import capturing
from fabric.emulation.switches import running_switches
from fabric.measurements import capture_file
from fabric.scenario.reading import load
from p4soft.switch import Emission

# --- Faults ----------------------------------------------------------------------------------------------------------
# Faults happen to a network: to both directions of a link, and to no other.

CABLE = "p0-t0-0:2--p0-t1-0:0"


def test_a_nic_and_no_switch_is_told_of_its_link(scenario_file):
    network = fake_network(load(scenario_file()))
    seen = []
    for node in network.nics:
        node.nic.set_carrier = lambda port, up, now, name=node.name: seen.append((name, port, up, now))
    network.set_link_state(CABLE, False)
    network.set_link_state("nic1:1--p1-t0-0:1", False)
    network.set_link_state("nic1:1--p1-t0-0:1", False)  # it was down
    network.loop.run(10**9)
    assert seen == [("nic1", 1, False, 10_000)]


def test_a_fault_of_a_link_changes_both_directions_of_that_link(scenario_file):
    network = fake_network(load(scenario_file()))
    untouched = {name: [(d.loss, d.rate_bps, d.up) for d in link] for name, link in network.links.items()}
    network.set_link_loss(CABLE, 0.5)
    network.set_link_rate(CABLE, 5)
    network.set_link_state(CABLE, False)
    assert {name: [(d.loss, d.rate_bps, d.up) for d in link] for name, link in network.links.items()} == {
        **untouched,
        CABLE: [(0.5, 5, False)] * 2,
    }


def test_a_loss_towards_a_node_spares_the_other_way(scenario_file):
    network = fake_network(load(scenario_file()))
    ways = {way.name: way for way in network.links[CABLE]}
    network.set_link_loss(CABLE, 0.5)
    network.set_link_loss(CABLE, 0.25, "p0-t1-0")
    assert {name: way.loss for name, way in ways.items()} == {
        "p0-t0-0:2>p0-t1-0:0": 0.25,
        "p0-t1-0:0>p0-t0-0:2": 0.0,
    }


# --- Events ----------------------------------------------------------------------------------------------------------

loops = pytest.mark.parametrize("make", [EventLoop, lambda: NativeLoop(Memory(wires=0, switches=0, nics=0))])


@loops
def test_events_run_in_time_order_and_ties_in_the_order_of_scheduling(make):
    loop = make()
    seen = []
    for when, name in ((30, "c"), (10, "a1"), (10, "a2"), (20, "b"), (10, "a3")):
        loop.at(when, lambda label: seen.append((loop.now, label)), name)
    assert loop.run(100) is False
    assert seen == [(10, "a1"), (10, "a2"), (10, "a3"), (20, "b"), (30, "c")]
    assert loop.processed == 5


@loops
def test_run_includes_its_last_nanosecond_and_stops_the_clock_there(make):
    loop = make()
    seen = []
    for when in (50, 51):
        loop.at(when, seen.append, when)
    loop.run(50)
    assert seen == [50]
    assert loop.now == 50
    assert len(loop) == 1


@loops
def test_an_event_may_schedule_another_for_the_same_nanosecond(make):
    loop = make()
    seen = []
    loop.at(5, lambda _: loop.at(5, seen.append, "later"))
    loop.at(5, seen.append, "earlier")
    loop.run(5)
    assert seen == ["earlier", "later"]


@loops
def test_the_past_is_refused(make):
    loop = make()
    loop.at(10, lambda _: None)
    loop.run(10)
    with pytest.raises(ValueError, match="9 ns: the clock is already at 10 ns"):
        loop.at(9, lambda _: None)


@loops
def test_stop_ends_a_run(make):
    loop = make()
    seen = []
    for when in range(10):
        loop.at(when, seen.append, when)
    assert loop.run(100, stop=lambda: len(seen) >= 4, every=1) is True
    assert seen == [0, 1, 2, 3]


# How long before an event is scheduled: the native queue has a list for each of the next 4,096 ns.
AHEAD_NS = (0, 0, 1, 63, 64, 65, 335, 1335, 4031, 4032, 4095, 4096, 4097, 8191, 8192, 20_000)


def order_of_events(loop, seed):
    """Which of 2,000 events, some of which schedule others, ran when; runs end at random, and before they begin."""
    rng, seen, numbers = random.Random(seed), [], itertools.count(1)

    def schedule():
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 40))):
            if (number := next(numbers)) <= 2_000:
                loop.at(loop.now + rng.choice(AHEAD_NS) + rng.choice((0, 0, rng.randrange(64))), happen, number)

    def happen(number):
        seen.append((loop.now, number))
        schedule()

    while len(seen) < 2_000:
        schedule()
        loop.run(max(0, loop.now + rng.choice((-3, 0, 1, 500, 5_000, 30_000))))
        seen.append((loop.now, len(loop), loop.processed))
    return seen


@pytest.mark.parametrize("seed", share(range(20), range(4)))
def test_both_loops_run_events_in_one_order(seed):
    native = NativeLoop(Memory(wires=0, switches=0, nics=0))
    assert order_of_events(native, seed) == order_of_events(EventLoop(), seed)


# --- Samples ---------------------------------------------------------------------------------------------------------
# Samples of switches' ports: one value per interval of a port that is in use, none of one at which nothing waits.


def test_a_port_that_is_used_late_has_zeros_before_and_one_that_never_is_has_nothing():
    looks = iter([([0, 0, 0], [0, 0, 0]), ([70, 0, 0], [0, 1, 0]), ([0, 0, 0], [0, 4, 0])])
    network = SimpleNamespace(
        topology=SimpleNamespace(planes=0),
        switch_ports=[SimpleNamespace(name=name) for name in "abc"],
        sample_ports=lambda: next(looks),
    )
    sampler = Sampler(network, [], 1000)
    for _ in range(3):
        sampler.take()
    first, second, third = sampler.series.ports
    assert (first.peak_bytes, first.trims, first.peak) == ([0, 70, 0], [0, 0, 0], 70)
    assert (second.peak_bytes, second.trims, second.total_trims) == ([0, 0, 0], [0, 1, 3], 4)
    assert (third.peak_bytes, third.trims, third.peak, third.total_trims) == ([], [], 0, 0)


class Trimmer:
    """Sends three short copies of each frame out of port 1."""

    def __init__(self):
        self.lock = threading.RLock()

    def receive(self, _port, frame, _now_us):
        return [Emission(1, 1, frame[:150])] * 3

    def advance(self, _now_us):
        return []

    def next_event_us(self):
        return None


@pytest.mark.parametrize("parts", both(), ids=["python", "native"])
def test_a_look_tells_the_longest_queue_since_the_last_one_and_all_trims(parts):
    loop, _, _, wires, *_ = between_two_nics(parts, Trimmer(), begin=True)  # 200 bytes: 16 ns, and 500 ns of way
    to_second, to_first = wires[3], wires[1]
    look = parts.sample([to_second, to_first])
    loop.run(517)  # the first copy is on the wire, which takes 12 ns for each
    assert [list(each) for each in look()] == [[300, 0], [3, 0]]
    assert [list(each) for each in look()] == [[300, 0], [3, 0]]  # two wait still
    loop.run(10_000)
    assert [list(each) for each in look()] == [[300, 0], [3, 0]]
    assert [list(each) for each in look()] == [[0, 0], [3, 0]]


# --- Captures --------------------------------------------------------------------------------------------------------


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


# --- Size ------------------------------------------------------------------------------------------------------------
# What limits the size of an emulated fabric: memory; not threads, nor open files.

LAB = Path(topologies.__file__).with_name("lab.yaml")


def fabric(**changes):
    return topologies.load(LAB, changes)


def test_memory_grows_with_switches_nics_and_links():
    lab, more_nics, more_switches = fabric(), fabric(downlinks_per_t0=8, nics=16), fabric(t1s_per_plane=3)
    # 12 NICs more: as many links on each of 2 planes, and 2 x 2 x 6 ports more, with entries.
    entries = 2 * 2 * 6 * (3 + len(lab.qos.queues)) * size.ENTRY_BYTES
    grown = size.needed_bytes(more_nics) - size.needed_bytes(lab)
    assert grown == 12 * size.NIC_BYTES + 24 * size.LINK_BYTES + entries
    assert size.needed_bytes(more_switches) - size.needed_bytes(lab) > 2 * size.SWITCH_BYTES
    assert more_switches.switch_count == 10


def test_a_fabric_beyond_the_old_limits_is_welcome():
    size.check_size(fabric(t0s_per_plane=300, t1s_per_plane=8, downlinks_per_t0=8, nics=2400))


def test_sixty_switches_share_one_program_one_server_and_its_threads():
    def taken():
        return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))

    before = taken()
    many = fabric(t0s_per_plane=20, t1s_per_plane=10, downlinks_per_t0=2, nics=40)
    with running_switches(many, 1, str) as built:
        programs = {id(switch.program) for switch in built.switches.values()}
        threads, files = (there - then for there, then in zip(taken(), before, strict=True))
        writes = built.writes()
        entries = {name: sum(len(t) for t in s.state.tables.values()) for name, s in built.switches.items()}
    assert len(built.switches) == 60 and len(programs) == 1
    assert threads < 20 and files < 20
    # What a switch holds more than its program brought came over P4Runtime, after one pipeline.
    assert all(0 < writes[name] - 1 <= entries[name] for name in writes)
    assert sum(writes.values()) - 60 == size.entry_count(many)


def test_plans_are_made_once_in_a_process_for_each_of_a_few_fabrics(monkeypatch):
    planned = []
    plan = controller.plan
    monkeypatch.setattr(controller, "plan", lambda *asked: planned.append(asked) or plan(*asked))
    monkeypatch.setattr(size, "_kept", {})

    def held(topology):
        planned.clear()
        entries = {}
        with running_switches(topology, 1, str, served=False) as built:
            for name in built.switches:
                with built.client(name) as client:
                    entries[name] = client.read_entries()
        return len(planned), entries

    def of(nics):
        return fabric(t0s_per_plane=2, t1s_per_plane=1, downlinks_per_t0=4, nics=nics)

    made, entries = held(of(6))
    assert made == len(entries) > 2 and all(entries.values())
    assert held(of(6)) == (0, entries)
    assert held(topologies.Slice(of(6), ["nic0", "nic1"]))[1] != entries
    assert [held(of(nics))[0] for nics in (8, 7, 5, 6, 4, 7, 8)] == [made, made, made, 0, made, 0, made]
    assert held(of(6)) == (0, entries)


MEASURE = """
import os, sys
from pathlib import Path
import topologies
from fabric.emulation import switches

def resident():
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")

def fabric(t0s, t1s, downlinks):
    sizes = {"t0s_per_plane": t0s, "t1s_per_plane": t1s, "downlinks_per_t0": downlinks, "nics": t0s * downlinks}
    return topologies.load(topologies.LAB, sizes)

many = fabric(*map(int, sys.argv[1:]))
with switches.running_switches(fabric(2, 2, 2), 1, str, served=False):  # all that switches share is there
    before = resident()
    with switches.running_switches(many, 1, str, served=False):
        entries = switches.entry_count(many)
        print(resident() - before, many.switch_count * switches.SWITCH_BYTES + entries * switches.ENTRY_BYTES)
"""


@pytest.mark.parametrize("sizes", ["60 2 2", "50 2 60"], ids=["small switches", "many entries"])
def test_switches_at_rest_take_what_is_estimated(sizes):
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *sizes.split()],
        cwd=LAB.parents[1], capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    taken, estimated = map(int, done.stdout.split())
    assert 0.75 < estimated / taken < 1.5, done.stdout
