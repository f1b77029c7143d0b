# SPDX-License-Identifier: Apache-2.0
"""Cables: which a user gets, what `tc` is told, what their taps capture."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from namespace_kit import namespaces

import topologies
from fabric.errors import BuildError
from fabric.live import namespaces as places
from fabric.live import scale, tc
from fabric.live.cabling import cables
from fabric.live.capture import Recording, Seen, record
from fabric.live.fabric import bands, described
from fabric.live.messages import NicSettings, TopologySource
from fabric.live.namespaces import ground
from fabric.live.scale import Clock, Scale, suitable_factor
from fabric.live.tc import Shape
from p4soft.targets import process
from p4soft.targets.process import environment

# --- Choice ----------------------------------------------------------------------------------------------------------
# Which cables a user gets where, and what he is told; and how slow time must be on them.

LAB = Path(__file__).parents[3] / "topologies" / "lab.yaml"


@pytest.fixture
def allowed_namespaces(monkeypatch):
    monkeypatch.setattr(places, "outer", lambda: ["unshare"])


@pytest.fixture
def no_namespaces(monkeypatch):
    def refuse():
        raise BuildError("no network namespace: because")

    monkeypatch.setattr(places, "outer", refuse)


@pytest.mark.usefixtures("allowed_namespaces")
def test_veths_where_there_are_namespaces():
    for target in ("embedded", "bmv2"):
        for wanted in ("auto", "veth"):
            found = ground(wanted, target)
            assert (found.cables, found.prefix, found.note) == ("veth", ["unshare"], None)


@pytest.mark.usefixtures("allowed_namespaces")
def test_sockets_for_who_asks_for_them_and_nothing_is_said():
    found = ground("unix", "embedded")
    assert (found.cables, found.prefix, found.note) == ("unix", [], None)


@pytest.mark.usefixtures("no_namespaces")
def test_sockets_where_there_are_none_and_one_line_says_why():
    found = ground("auto", "embedded")
    assert (found.cables, found.prefix) == ("unix", [])
    assert found.note.startswith("cables are unix sockets, without namespaces: NICs have no network to `exec` in")
    assert found.note.endswith("(no network namespace: because)") and "\n" not in found.note


@pytest.mark.usefixtures("no_namespaces")
@pytest.mark.parametrize(
    ("wanted", "target", "said"),
    [
        ("veth", "embedded", "no network namespace: because"),
        ("veth", "bmv2", "no network namespace: because"),
        ("auto", "bmv2", "no network namespace: because; or choose --target embedded, which can do without"),
        (
            "unix",
            "bmv2",
            "--cables unix: ports of the bmv2 target are network interfaces; accepted: --target embedded, or --cables "
            "veth",
        ),
    ],
)
def test_what_is_not_to_be_had(wanted, target, said):
    with pytest.raises(BuildError) as refusal:
        ground(wanted, target)
    assert str(refusal.value) == said


@pytest.fixture
def factor(monkeypatch):
    """Of a machine on which a packet costs two NICs 40 us."""

    def factor(cables, cores):
        monkeypatch.setattr("host_stack.bench.transfer", lambda _size: (1000, 0.04))
        monkeypatch.setattr(scale.time, "perf_counter", iter(x / 25 for x in range(100)).__next__)
        monkeypatch.setattr(scale.os, "cpu_count", lambda: cores)
        return suitable_factor(topologies.load(LAB), "embedded", cables)

    return factor


def test_relaying_costs_time_and_one_process_does_it(factor):
    assert factor("veth", 2) == 10_000 and factor("unix", 2) == 20_000
    # Switches and NICs are spread over any number of cores, the relay is not.
    assert factor("veth", 64) <= 500
    assert factor("unix", 64) == factor("unix", 1024) == 10_000


# --- Names and tc ----------------------------------------------------------------------------------------------------
# Cables: names that fit into 15 characters, and what `tc` is told about rate, priority, delay and loss.

ROOT = Path(__file__).parents[3]


def cables_of(fabric):
    source = TopologySource(file=str(ROOT / "topologies" / "lab.yaml"))
    return cables(described(source, fabric, fabric, Path("main.p4"), NicSettings()))


def test_a_cable_for_each_link():
    fabric = topologies.load(ROOT / "topologies" / "lab.yaml")
    laid = list(cables_of(fabric).values())
    assert list(cables_of(fabric)) == [link.name for link in fabric.links()]
    assert [tuple((end.node, end.port) for end in cable.ends) for cable in laid] == [
        link.ends for link in fabric.links()
    ]
    assert [cable.between_switches for cable in laid] == [link.role == "fabric" for link in fabric.links()]
    assert (laid[0].a.interface, laid[0].b.interface) == ("n0.0", "p0-t0-0.0")
    names = [end.interface for cable in laid for end in cable.ends]
    assert len(set(names)) == len(names) == 2 * len(laid)


def test_names_fit_whatever_the_nics_are_called():
    overrides = {"nic_names": [f"a-long-name-for-one-nic-{n}" for n in range(4)]}
    fabric = topologies.load(ROOT / "topologies" / "lab.yaml", overrides)
    assert max(len(end.interface) for cable in cables_of(fabric).values() for end in cable.ends) <= 15


def test_bands_follow_the_queues():
    """Queue 7 is served first. CONTROL has queue 7, trimmed packets queue 6, data queue 1."""
    fabric = topologies.load(ROOT / "topologies" / "lab.yaml")
    assert bands(fabric) == {46: 0, 12: 1, 16: 1, 0: 6, 4: 6, 8: 6}


def test_a_shape_says_rate_order_and_delay():
    lines = tc.shaped("p0-t0-0.1", Shape(2_000_000, 25_000_000), {46: 0})
    assert lines[0] == "qdisc replace dev p0-t0-0.1 root handle 1: htb default 17"
    assert "rate 2000000bit" in lines[1]
    assert [line.rpartition(" prio ")[2] for line in lines if "ceil" in line] == list("01234567")
    assert sum("netem" in line and "delay 25000us" in line for line in lines) == 8
    # 46 << 6: the DSCP's place in the first 16 bits of an IPv6 header
    assert lines[-2].endswith("protocol ipv6 prio 2 u32 match u16 0x0b80 0x0fc0 at 0 flowid 1:10")
    # 46 << 2: its place in an IPv4 header's second byte
    assert lines[-1].endswith("protocol ip prio 3 u32 match u8 0xb8 0xfc at 1 flowid 1:10")


def test_no_netem_without_a_delay():
    assert not any("netem" in line for line in tc.shaped("x", Shape(1000, 0), {}))


def test_loss_is_a_lottery():
    (line,) = (line for line in tc.shaped("x", Shape(1000, 0, 0.25), {}) if "bpf" in line)
    # ld #random; jge #2^30 over the next; ret #-1 (lost); ret #0
    assert "bytecode '4,32 0 0 4294963256,53 1 0 1073741824,6 0 0 4294967295,6 0 0 0' flowid 1:9" in line
    assert not any("bpf" in line for line in tc.shaped("x", Shape(1000, 0, 0.0), {}))


def test_an_end_that_is_cut_off_loses_everything_and_then_as_much_as_before():
    losing = Shape(1000, 0, 0.25)
    cut = tc.reshaped("x", losing, replace(losing, cut=True), {})
    # The program says "a match" of every frame.
    assert cut[-2:] == [
        "filter del dev x parent 1: protocol all prio 1",
        "filter add dev x parent 1: protocol all prio 1 bpf bytecode '1,6 0 0 4294967295' flowid 1:8",
    ]
    healed = tc.reshaped("x", replace(losing, cut=True), losing, {})
    assert healed[-2] == cut[-2] and "flowid 1:9" in healed[-1]


def test_a_rate_so_low_that_htb_waits_a_minute_for_a_frame_that_it_has_sent_begins_anew():
    slow, fast = Shape(8, 0), Shape(5_000_000, 0)
    assert tc.reshaped("x", slow, fast, {46: 0}) == ["qdisc del dev x root", *tc.shaped("x", fast, {46: 0})]
    for before, after in ((fast, slow), (Shape(1_000_000, 0), fast)):
        assert all(line.startswith("class change dev x ") for line in tc.reshaped("x", before, after, {46: 0}))


def test_a_refusal_names_the_line():
    with pytest.raises(BuildError, match=r"^ip \(link set no-such-one up\): "):
        tc.run_ip(["link show lo", "link set no-such-one up"])


def test_a_missing_program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(process, "_ADMINISTRATORS", ())
    with pytest.raises(BuildError, match="not on the PATH: tc; on Debian and Ubuntu: `apt-get install iproute2`"):
        tc.run_tc(["qdisc show"])


# --- Interfaces ------------------------------------------------------------------------------------------------------
# Interfaces are waited for where they are: in the network namespace of who waits, whatever /sys shows.

WAITS = """
import sys
from p4soft.targets import links
links._UP_S = 0.3
links.batch("ip", ["link add near type veth peer name far", "link set near up"])
for _ in range(2):
    try:
        links.await_up(["near"])
        print("up")
    except links.TargetError as error:
        print(error)
    links.batch("ip", ["link set far up"])
    links._UP_S = 10
"""


def test_an_interface_is_up_when_both_ends_of_its_cable_are():
    run = subprocess.run(
        [*namespaces(), sys.executable, "-c", WAITS], env=environment(), capture_output=True, text=True, check=False
    )
    assert run.stdout.splitlines() == ["interface near: not up 0.3 s after it was set up", "up"], run.stderr


# --- Captures --------------------------------------------------------------------------------------------------------
# What of the frames that a tap saw is in its capture.

EPOCH_NS = 1_000_000
"""`time.monotonic_ns` when the clock of the fabric was at 0."""


class FakeTap:
    """Has seen frames at these times of the fabric, 1 : 1; a pipe that has something makes it readable."""

    def __init__(self, *times_ns):
        self.ended = False
        self.sock, feed = os.pipe()
        os.write(feed, b"x")
        os.close(feed)
        self.waiting = [Seen(EPOCH_NS + at_ns, leaving=False, frame=bytes(60)) for at_ns in times_ns]

    def take(self):
        return self.waiting.pop(0) if self.waiting else None


@pytest.fixture
def ended():
    """A descriptor that has ended: whoever started the capture has closed it."""
    here, there = os.pipe()
    os.close(there)
    yield here
    os.close(here)


@pytest.fixture
def recorded(ended):
    """How many of the frames of a tap are in a capture of so many."""

    def recorded(tap, frames):
        recording = Recording(io.BytesIO(), "a:0--b:0", Clock(Scale(1), EPOCH_NS), 0)
        record(tap, recording, ended, frames)
        return recording.frames

    return recorded


def test_a_frame_before_time_begins_is_left_out_and_ends_nothing(recorded):
    assert recorded(FakeTap(-5, 1, 2, 3), 0) == 3


def test_it_ends_with_the_frames_that_were_asked_for(recorded):
    tap = FakeTap(-5, 1, 2, 3)
    assert recorded(tap, 2) == 2
    assert len(tap.waiting) == 1


def test_all_that_passed_before_the_end_is_taken_and_nothing_that_came_later(recorded):
    now_ns = time.monotonic_ns() - EPOCH_NS
    tap = FakeTap(*range(1000), now_ns + 3_600_000_000_000)
    assert recorded(tap, 0) == 1000
