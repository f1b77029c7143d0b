# SPDX-License-Identifier: Apache-2.0
"""VPP, alone and with sonic_ext: what settings become, stand-ins for its programs, and the router where it is."""

from dataclasses import replace

import pytest
from routers_kit import VPP, VPPCTL, StandIn

from ptf_tests.conformance import Request
from ptf_tests.dut import router
from ptf_tests.dut.api import DeviceSpec
from ptf_tests.dut.router import SOCKET, changes
from ptf_tests.dut.vpp import Translator, TrimTranslator, VppBench, VppDevice, VppTrimmingBench, VppTrimmingDevice
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch.device import PORT_COUNTER, Count, DeviceError, DeviceGoneError
from ptf_tests.switch.profile import load, named
from ptf_tests.switch.settings import (
    Blackhole,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    QueueProfile,
    Route,
    SettingError,
    Sid,
    TcToQueue,
    Trimming,
    ua,
    un,
    un_ua,
)

PORTS = (0, 1, 2, 3)
B = "fcbb:bbbb"


def added(*settings):
    """Lines that add these settings to an empty router."""
    return changes({}, Translator(settings).translate())


def added_with_queues(*settings, blocked=()):
    return changes({}, TrimTranslator(settings, blocked).translate())


# --- Settings as local SIDs and routes


@pytest.mark.parametrize(
    ("setting", "lines"),
    [
        (Route(f"{B}:2::/48", 1), [f"ip route add {B}:2::/48 via fdad:0:ffff:1::2 host-p1"]),
        (Route("198.51.100.0/24", 2), ["ip route add 198.51.100.0/24 via 198.18.2.2 host-p2"]),
        (Blackhole(f"{B}::/32"), [f"ip route add {B}::/32 via drop"]),
        (un(f"{B}:1::/48"), [f"sr localsid prefix {B}:1::/48 behavior un 16"]),
        (
            un(f"{B}:1::/48", usd=True),
            [
                f"sr localsid prefix {B}:1::/48 behavior un 16",
                f"sr localsid prefix {B}:1::/128 behavior end.dt6 0",
            ],
        ),
        (
            ua(f"{B}:e001::/48", 3, usd=True),
            [
                f"sr localsid prefix {B}:e001::/48 behavior ua 16 host-p3 fdad:0:ffff:3::2",
                f"sr localsid prefix {B}:e001::/128 behavior end.dx6 host-p3 fdad:0:ffff:3::2",
            ],
        ),
        (
            un_ua(f"{B}:1:e001::/64", 3),
            [f"sr localsid prefix {B}:1:e001::/64 behavior ua 32 host-p3 fdad:0:ffff:3::2"],
        ),
        (Sid("uDT6", f"{B}:5::/48"), [f"sr localsid prefix {B}:5::/48 behavior end.dt6 0"]),
        (DscpToTc(4, 1), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_setting_becomes(setting, lines):
    assert added(setting) == lines


def test_an_ecmp_route_has_a_path_for_each_member_that_is_there():
    members = (EcmpMember(5, 0, 1), EcmpMember(5, 1, 2), EcmpMember(6, 0, 3), EcmpMember(5, 2, 3))
    assert added(EcmpRoute("fd77::/64", 5, 2), *members) == [
        "ip route add fd77::/64 via fdad:0:ffff:1::2 host-p1 via fdad:0:ffff:2::2 host-p2"
    ]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (QueueProfile(1, 1), "VPP does not express this; accepted: Sid, Route, Blackhole, "),
        (un(f"{B}:1::/48", usd=True, uniform=True), "VPP keeps the inner DSCP; accepted: dscp_mode pipe"),
        (Sid("uDT46", f"{B}:1::/48"), "VPP has End.DT6 and End.DT4, not both at once; accepted: uDT6"),
        (EcmpRoute("fd77::/64", 5, 1), "no member is configured; accepted by VPP: at least one"),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_what_vpp_has_nothing_for(setting, message):
    with pytest.raises(SettingError) as caught:
        Translator([setting]).translate()
    assert message in str(caught.value)


def test_what_goes_is_taken_away_by_the_words_that_added_it():
    """`ip route add` of a prefix that is there would add a path to it."""
    before = Translator([Route("fd02::/64", 1), un(f"{B}:1::/48")]).translate()
    after = Translator([Route("fd02::/64", 2)]).translate()
    assert changes(before, after) == [
        f"sr localsid del prefix {B}:1::/48 behavior un 16",
        "ip route del fd02::/64 via fdad:0:ffff:1::2 host-p1",
        "ip route add fd02::/64 via fdad:0:ffff:2::2 host-p2",
    ]


# --- Queues and trimming


TRIMMING = Trimming(size=256, dscp=12, queue=6, length_mode="preserve")


def test_trimming_and_queues_become_lines_of_the_plugin():
    """Bytes are bytes, bits/s become bytes/s, a DSCP is mapped to the queue of its class."""
    found = added_with_queues(
        TcToQueue(1, 3),
        DscpToTc(4, 1),
        DscpToTc(5, 2),
        TRIMMING,
        QueueProfile(1, 3, rate="crawl", limit=1000, trim=True),
        QueueProfile(2, 6, rate=8000),
    )
    assert found == [
        "sonic-ext trim dscp-map 4 3",
        "sonic-ext trim global size 256 dscp 12 queue 6 mode symmetric",
        "sonic-ext trim queue host-p1 queue 3 rate 1 capacity 1000 eligible",
        "sonic-ext trim queue host-p2 queue 6 rate 1000 capacity 1000000000000 not-eligible",
    ]


def test_a_blocked_queue_is_an_empty_bucket():
    assert added_with_queues(QueueProfile(1, 3, trim=True), blocked={(1, 3), (2, 6)}) == [
        "sonic-ext trim queue host-p1 queue 3 rate 0 capacity 0 eligible",
        "sonic-ext trim queue host-p2 queue 6 rate 0 capacity 0 not-eligible",
    ]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (replace(TRIMMING, length_mode="update"), "accepted: length_mode preserve"),
        (replace(TRIMMING, queue=None), "accepted: symmetric and static"),
        (QueueProfile(1, 1, ecn=(1, 2)), "sonic_ext has no ECN marks and no overhead"),
    ],
)
def test_what_the_plugin_has_nothing_for(setting, message):
    with pytest.raises(SettingError, match=message):
        TrimTranslator([setting], ()).translate()


# --- Against stand-ins for VPP's programs


INTERFACES = """\
              Name               Idx    State  MTU (L3/IP4/IP6/MPLS)     Counter          Count
host-p1                           2      up          9500/0/0/0     rx packets                     3
                                                                    rx bytes                     270
                                                                    tx packets                     5
                                                                    tx bytes                     450
host-p2                           3      up          9500/0/0/0
local0                            0     down          0/0/0/0
"""
ERRORS = """\
   Count                  Node                              Reason               Severity
        {}             ip6-input                    ip6 source lookup miss         error
        2            sr-localsid                 (SR-Error) No SR header           error
"""
SIDS = f"""\
SRv6 - My LocalSID Table:
=========================
\tAddress: \t{B}:1::/48
\tBehavior: \tuN [End with uSID]
\tGood traffic: \t[7 packets : 700 bytes]
\tBad traffic:  \t[1 packets : 100 bytes]
--------------------
\tAddress: \t{B}:1::/64
\tBehavior: \tEnd
\tGood traffic: \t[2 packets : 200 bytes]
\tBad traffic:  \t[0 packets : 0 bytes]
--------------------
\tAddress: \t{B}:2::/48
\tBehavior: \tuN [End with uSID]
\tGood traffic: \t[90 packets : 9000 bytes]
\tBad traffic:  \t[0 packets : 0 bytes]
--------------------
"""
TRIM = "packet-trim state:\n  configured  : yes\n  counters    : sent 4 drop 1 admit-fail 5\n"


@pytest.fixture
def tool(tmp_path, monkeypatch):
    found = StandIn(tmp_path)
    found.install("vppctl", VPPCTL)
    found.install("vpp", VPP)
    for what, text in (("interfaces", INTERFACES), ("nodes", ERRORS.format(1)), ("sids", SIDS), ("trim", TRIM)):
        found.answer(what, text)
    monkeypatch.setenv("PATH", str(found.programs), prepend=":")
    return found


@pytest.fixture
def device(tool, tmp_path):
    del tool
    return VppDevice(DeviceSpec(kind="vpp", name="vpp", options={SOCKET: str(tmp_path / "s")}), None, PORTS)


@pytest.fixture
def trimmer(tool, tmp_path):
    del tool
    spec = DeviceSpec(kind="vpp-trimming", name="vpp-trimming", options={SOCKET: str(tmp_path / "s")})
    return VppTrimmingDevice(spec, None, PORTS)


def test_a_refused_line_is_one_sentence(device):
    with pytest.raises(DeviceError) as caught:
        device.configure([Route("fd01::/64", 1), Route("fd01:dead::/64", 2)])
    line = "ip route add fd01:dead::/64 via fdad:0:ffff:2::2 host-p2"
    assert str(caught.value) == f"vpp: vppctl: {line!r} refused: exec: ip route: unknown input `{line}'"


def test_what_vpp_counts(tool, device):
    assert device.counters((1, 2)) == {(PORT_COUNTER, 1): Count(5, 450), (PORT_COUNTER, 2): Count(0, 0)}
    assert device.hits(un(f"{B}:1::/48")) == Count(9, 900)
    assert device.hits(Route("fd01::/64", 1)) is None
    tool.answer("nodes", ERRORS.format(4))
    assert device.trace() == ["ip6-input: ip6 source lookup miss +3"]
    with pytest.raises(DeviceGoneError, match="vpp: VPP has no interface host-p3"):
        device.counters((3,))


def test_the_plugin_counts_the_whole_switch(tool, trimmer):
    assert trimmer.counters(PORTS) == {
        ("switch_tx_trim_packets", 0): Count(4, 0),
        ("switch_dropped_trim_packets", 0): Count(1, 0),
    }
    tool.answer("trim", "unknown input `sonic-ext trim'\n")
    with pytest.raises(DeviceError, match="accepted: a plugin sonic_ext that trims"):
        trimmer.counters(PORTS)


def test_blocking_writes_the_queue_alone(tool, trimmer):
    trimmer.configure([Route("fd01::/64", 1), QueueProfile(1, 3, trim=True)])
    tool.told()
    line = "sonic-ext trim queue host-p1 queue 3 rate"
    open_bucket = f"{line} 10000000000 capacity 1000000000000"
    trimmer.block(1, 3)
    assert tool.told() == [f"{open_bucket} not-eligible", f"{line} 0 capacity 0 eligible"]
    trimmer.unblock(1, 3)
    assert tool.told() == [f"{open_bucket} not-eligible", f"{open_bucket} eligible"]
    trimmer.reset()
    assert tool.told() == [f"{open_bucket} not-eligible", "ip route del fd01::/64 via fdad:0:ffff:1::2 host-p1"]


@pytest.mark.root
def test_the_bench_starts_it_and_leaves_nothing_behind(tool, tmp_path):
    if reason := router.unavailable():
        pytest.skip(reason)
    with VppTrimmingBench(PORTS).start(tmp_path) as attached:
        told = tool.told()
        assert "plugin sonic_ext_plugin.so { enable }" in " ".join(told)
        assert "create host-interface name p3 hw-addr 02:00:00:50:03:e1" in told
        assert "set ip neighbor static host-p1 fdad:0:ffff:1::2 02:00:00:a0:01:b3" in told
        assert set(attached.attachments) == set(PORTS)
        assert attached.spec.kind == "vpp-trimming"
        assert set(attached.versions) == {"VPP", "sonic_ext"}
        space = attached.attachments[0][3:9]
    assert space not in router.run_ip(["netns", "list"])
    assert f"link-netns mrc-dut-{space}" not in router.run_ip(["-o", "link"])


@pytest.mark.root
def test_a_router_that_does_not_start_says_why(tool, tmp_path):
    if reason := router.unavailable():
        pytest.skip(reason)
    tool.install("vpp", "#!/bin/sh\necho 'no huge pages' >&2\nexit 3\n")
    with (
        pytest.raises(DeviceError, match=r"stopped \(exit status 3\)(.|\n)*no huge pages"),
        VppBench(PORTS).start(tmp_path),
    ):
        pass


def test_without_the_program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert VppBench(PORTS).unavailable().startswith("not on the PATH: vpp, vppctl; VPP comes from https://fd.io/")


# --- The router itself


@pytest.mark.root
@pytest.mark.parametrize(
    ("bench", "names"),
    [
        (VppBench, ("srv6.UnShift", "srv6_udt.Udt6", "routing_ecmp.Ecmp")),
        (VppTrimmingBench, ("trimming.TrimDscp", "trimming_srv6.TrimAfterShift")),
    ],
)
def test_cases_hold_on_vpp(bench, names, tmp_path):
    started = bench(PORTS)
    if reason := started.unavailable():
        pytest.skip(reason)
    ran = PtfRunner(load(named(started.kind)), started).run(Request(tmp_path / "out", names))
    assert {outcome.outcome for outcome in ran.outcomes} == {"passed"}, ran.outcomes
