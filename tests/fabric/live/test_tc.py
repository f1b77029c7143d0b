# SPDX-License-Identifier: Apache-2.0
"""Cables: names that fit into 15 characters, and what `tc` is told about rate, priority, delay and loss."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import topologies
from fabric.errors import BuildError
from fabric.live import tc
from fabric.live.cabling import cables
from fabric.live.fabric import bands, described
from fabric.live.messages import NicSettings, TopologySource
from fabric.live.tc import Shape
from p4soft.targets import process

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
