# SPDX-License-Identifier: Apache-2.0
"""DPDK grout as a device under test: what settings become, a stand-in for its tool, and the router where it is."""

import json
import re
from dataclasses import replace

import pytest
from routers_kit import GRCLI, StandIn

from ptf_tests.conformance import Request
from ptf_tests.dut.api import DeviceSpec
from ptf_tests.dut.grout import GroutBench, GroutDevice, Translator
from ptf_tests.dut.router import SOCKET, changes
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch.device import PORT_COUNTER, Count, DeviceError, DeviceGoneError
from ptf_tests.switch.profile import load, named
from ptf_tests.switch.settings import (
    Blackhole,
    EcmpMember,
    EcmpRoute,
    QueueProfile,
    Route,
    SettingError,
    Sid,
    TcToQueue,
    ua,
    un,
    un_ua,
)

PORTS = (0, 1, 2, 3)
B = "fcbb:bbbb"
UN = "nexthop add srv6-local behavior end flavor next-csid"


def added(*settings):
    """Lines that add these settings to an empty router."""
    return changes({}, Translator().translate(settings))


# --- Settings as nexthops and routes


@pytest.mark.parametrize(
    ("setting", "lines"),
    [
        (Route(f"{B}:2::/48", 1), [f"route add {B}:2::/48 via id 2"]),
        (Route("198.51.100.0/24", 2), ["route add 198.51.100.0/24 via id 3"]),
        (Blackhole(f"{B}::/32"), ["nexthop add blackhole id 1000", f"route add {B}::/32 via id 1000"]),
        (un(f"{B}:1::/48"), [f"{UN} block-bits 32 csid-bits 16 id 1000", f"route add {B}:1::/48 via id 1000"]),
        (
            un(f"{B}:1::/48", usd=True),
            [f"{UN} usd block-bits 32 csid-bits 16 id 1000", f"route add {B}:1::/48 via id 1000"],
        ),
        (
            ua(f"{B}:e001::/48", 3),
            [
                "nexthop add srv6-local behavior end.x nexthop fdad:0:ffff:3::2 iface p3 flavor next-csid "
                "block-bits 32 csid-bits 16 id 1000",
                f"route add {B}:e001::/48 via id 1000",
            ],
        ),
        (
            un_ua(f"{B}:1:e001::/64", 3, usd=True),
            [
                "nexthop add srv6-local behavior end.x nexthop fdad:0:ffff:3::2 iface p3 flavor next-csid usd "
                "block-bits 32 csid-bits 32 id 1000",
                f"route add {B}:1:e001::/64 via id 1000",
            ],
        ),
        (
            Sid("uDT46", f"{B}:5::/48"),
            ["nexthop add srv6-local behavior end.dt46 id 1000", f"route add {B}:5::/48 via id 1000"],
        ),
        (TcToQueue(1, 1), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_setting_becomes(setting, lines):
    assert added(setting) == lines


def test_an_ecmp_route_leads_to_a_group_of_the_members_that_are_there():
    members = (EcmpMember(5, 0, 1), EcmpMember(5, 1, 2), EcmpMember(6, 0, 3), EcmpMember(5, 2, 3))
    assert added(EcmpRoute("fd77::/64", 5, 2), *members) == [
        "nexthop add group id 1000 member 2 member 3",
        "route add fd77::/64 via id 1000",
    ]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (QueueProfile(1, 1), "grout does not express this; accepted: Sid, Route, Blackhole, "),
        (un(f"{B}:1::/48", usd=True, uniform=True), "grout keeps the inner DSCP; accepted: dscp_mode pipe"),
        (EcmpRoute("fd77::/64", 5, 1), "no member is configured; accepted by grout: at least one"),
        (Sid("uA", f"{B}:1::/48"), "no port; accepted: the port of the adjacency"),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_what_grout_has_nothing_for(setting, message):
    with pytest.raises(SettingError) as caught:
        Translator().translate([setting])
    assert message in str(caught.value)


def test_like_nexthops_are_one():
    """Grout renumbers a nexthop when one like it is added; the route to the first would lose it with the second."""
    translator = Translator()
    both = translator.translate([un(f"{B}:1::/48"), un(f"{B}:2::/48")])
    assert changes({}, both) == [
        f"{UN} block-bits 32 csid-bits 16 id 1000",
        f"route add {B}:1::/48 via id 1000",
        f"route add {B}:2::/48 via id 1000",
    ]
    assert changes(both, translator.translate([un(f"{B}:1::/48")])) == [f"route del {B}:2::/48"]


def test_only_what_differs_is_written():
    """A nexthop keeps its number; the longer route goes before the shorter one, which grout could not delete else."""
    translator = Translator()
    kept = un(f"{B}:1::/48")
    before = translator.translate([kept, Blackhole("fd01::/48"), Route("fd01::/64", 1)])
    after = translator.translate([Route("fd02::/64", 2), kept])
    assert changes(before, after) == [
        "route del fd01::/64",
        "route del fd01::/48",
        "nexthop del 1000",
        "route add fd02::/64 via id 3",
    ]
    assert changes(after, after) == []


def test_a_sid_takes_what_arrives_and_what_was_shifted_alike():
    sid = un(f"{B}:1::/48")
    assert added(sid, replace(sid, redispatch=True)) == added(sid)
    with pytest.raises(SettingError, match=r"another SID of this prefix .* grout looks up"):
        added(sid, replace(sid, redispatch=True, usd=True))


# --- Against a stand-in for grcli


NODES = [
    {"node": "ip6_input", "packets": 7},
    {"node": "sr6_local_invalid", "packets": 1},
    {"node": "idle", "packets": 9},
]


@pytest.fixture
def tool(tmp_path, monkeypatch):
    found = StandIn(tmp_path)
    found.install("grcli", GRCLI)
    found.answer("nodes", json.dumps(NODES))
    found.answer(
        "interfaces", json.dumps([{"interface": f"p{port}", "tx_packets": port, "tx_bytes": 100} for port in PORTS])
    )
    monkeypatch.setenv("PATH", str(found.programs), prepend=":")
    return found


@pytest.fixture
def device(tool, tmp_path):
    del tool
    return GroutDevice(DeviceSpec(kind="grout", name="grout", options={SOCKET: str(tmp_path / "s")}), None, PORTS)


def test_a_device_writes_what_differs_and_resets(tool, device):
    device.configure([Route("fd01::/64", 1)])
    device.configure([Route("fd01::/64", 1), Route("fd02::/64", 2)])
    device.reset()
    assert tool.told() == [
        "route add fd01::/64 via id 2",
        "route add fd02::/64 via id 3",
        "route del fd02::/64",
        "route del fd01::/64",
    ]


def test_a_refused_line_is_one_sentence(device):
    with pytest.raises(DeviceError) as caught:
        device.configure([Route("fd01::/64", 1), Route("fd01:dead::/64", 2)])
    assert str(caught.value) == (
        "grout: grcli: 'route add fd01:dead::/64 via id 3' refused: error: command failed: Invalid argument (EINVAL)"
    )


def test_the_trace_tells_the_nodes_of_packets(tool, device):
    assert device.trace() == []
    later = [{**NODES[0], "packets": 10}, {**NODES[1], "packets": 2}, {"node": "idle", "packets": 99}]
    tool.answer("nodes", json.dumps(later))
    assert device.trace() == ["ip6_input +3", "sr6_local_invalid +1"]


def test_counters_are_those_of_interfaces(tool, device):
    assert device.counters((1, 2)) == {(PORT_COUNTER, 1): Count(1, 100), (PORT_COUNTER, 2): Count(2, 100)}
    assert device.hits(un(f"{B}:1::/48")) is None
    tool.answer("interfaces", "[]")
    with pytest.raises(DeviceGoneError, match="grout: grout has no interface p1"):
        device.counters((1,))
    tool.answer("interfaces", "not JSON")
    with pytest.raises(DeviceGoneError, match="grout: grcli interface stats: no JSON"):
        device.counters((1,))


def test_a_queue_cannot_be_blocked(device):
    with pytest.raises(DeviceError, match=r"cannot block queue 1 of port 2: ports of grout have no queues"):
        device.block(2, 1)


def test_a_router_that_does_not_answer_is_gone(tool, tmp_path):
    tool.install("grcli", '#!/bin/sh\necho "error: gr_api_client_connect: No such file" >&2\nexit 1\n')
    with pytest.raises(DeviceGoneError, match=r"^grout: grcli: error: gr_api_client_connect: No such file$"):
        GroutDevice(DeviceSpec(kind="grout", name="grout", options={SOCKET: str(tmp_path / "s")}), None, PORTS)


def test_without_the_program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    reason = GroutBench(PORTS).unavailable()
    assert reason.startswith("not on the PATH: grout, grcli; grout comes from https://github.com/DPDK/grout")


# --- The router itself


@pytest.mark.root
def test_cases_hold_on_grout(tmp_path):
    bench = GroutBench(PORTS)
    reason = bench.unavailable()
    if reason is not None:
        pytest.skip(reason)
    names = ("srv6.UnShift", "srv6_udt.Udt46", "config_runtime.OtherSidsUndisturbed")
    ran = PtfRunner(load(named("grout")), bench).run(Request(tmp_path / "out", names))
    assert {outcome.outcome for outcome in ran.outcomes} == {"passed"}, ran.outcomes
    assert re.match(r"v\d+\.", ran.versions["grout"])
