# SPDX-License-Identifier: Apache-2.0
"""The Linux kernel as a device under test: what its routes are made of, and that the bench leaves nothing behind."""

import re
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from p4soft.targets import process
from ptf_tests.catalogue.requirements import Catalogue, excluded
from ptf_tests.conformance import Request, select
from ptf_tests.dut import linux as linux_bench
from ptf_tests.dut import router
from ptf_tests.dut.api import DeviceSpec
from ptf_tests.dut.linux import LinuxBench, LinuxDevice, changes, counted, translate
from ptf_tests.dut.router import NAMESPACE, run_ip
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch.case import cases
from ptf_tests.switch.device import DeviceError
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
    ua,
    un,
    un_ua,
)

ROOT = Path(__file__).resolve().parents[3]
PORTS = (0, 1, 2, 3)
B = "fcbb:bbbb"


@pytest.fixture
def bench():
    found = LinuxBench(PORTS)
    reason = found.unavailable()
    if reason is not None:
        pytest.skip(reason)
    return found


def added(*settings, vrf=False):
    """Lines that add these settings to an empty kernel."""
    return changes({}, translate(settings, vrf=vrf))


# --- Settings as routes


@pytest.mark.parametrize(
    ("setting", "lines"),
    [
        (Route(f"{B}:2::/48", 1), [f"route add {B}:2::/48 via inet6 fdad:0:ffff:1::2 dev p1"]),
        (Route("198.51.100.0/24", 2), ["route add 198.51.100.0/24 via inet6 fdad:0:ffff:2::2 dev p2"]),
        (Blackhole(f"{B}::/32"), [f"route add blackhole {B}::/32"]),
        (
            un(f"{B}:1::/48"),
            [f"route add {B}:1::/48 encap seg6local action End flavors next-csid lblen 32 nflen 16 count dev p0"],
        ),
        (
            un(f"{B}:1::/48", usd=True),
            [
                f"route add {B}:1::/48 encap seg6local action End flavors next-csid lblen 32 nflen 16 count dev p0",
                f"route add {B}:1::/128 encap seg6local action End.DT6 table 254 count dev p0",
            ],
        ),
        (
            ua(f"{B}:e001::/48", 3, usd=True),
            [
                f"route add {B}:e001::/48 encap seg6local action End.X nh6 fdad:0:ffff:3::2 "
                "flavors next-csid lblen 32 nflen 16 count dev p0",
                f"route add {B}:e001::/128 encap seg6local action End.DX6 nh6 fdad:0:ffff:3::2 count dev p0",
            ],
        ),
        (
            un_ua(f"{B}:1:e001::/64", 3),
            [
                f"route add {B}:1:e001::/64 encap seg6local action End.X nh6 fdad:0:ffff:3::2 "
                "flavors next-csid lblen 32 nflen 32 count dev p0"
            ],
        ),
        (
            Sid("uDT6", f"{B}:1:d006::/64"),
            [f"route add {B}:1:d006::/64 encap seg6local action End.DT6 table 254 count dev p0"],
        ),
        (DscpToTc(4, 1), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_setting_becomes(setting, lines):
    assert added(setting) == lines


def test_where_there_are_vrfs_decapsulation_takes_ipv4_too():
    assert added(Sid("uDT46", f"{B}:5::/48"), un(f"{B}:1::/48", usd=True), vrf=True) == [
        f"route add {B}:5::/48 encap seg6local action End.DT46 vrftable 254 count dev p0",
        f"route add {B}:1::/48 encap seg6local action End flavors next-csid lblen 32 nflen 16 count dev p0",
        f"route add {B}:1::/128 encap seg6local action End.DT46 vrftable 254 count dev p0",
    ]


def test_an_ecmp_route_leads_to_the_members_that_are_there():
    members = (EcmpMember(5, 0, 1), EcmpMember(5, 1, 2), EcmpMember(6, 0, 3), EcmpMember(5, 2, 3))
    assert added(EcmpRoute("fd77::/64", 5, 2), *members) == [
        "route add fd77::/64 nexthop via inet6 fdad:0:ffff:1::2 dev p1 nexthop via inet6 fdad:0:ffff:2::2 dev p2"
    ]


def test_a_sid_takes_the_place_of_a_route_of_its_prefix():
    sid, route = un(f"{B}:1::/48"), Route(f"{B}:1::/48", 2)
    assert added(sid, route) == added(route, sid) == added(sid)


def test_a_sid_takes_what_arrives_and_what_was_shifted_alike():
    sid = Sid("uA", f"{B}:e001::/48", 1)
    shifted = replace(sid, redispatch=True)
    assert added(sid, shifted) == added(shifted) == added(sid)
    with pytest.raises(SettingError, match=r"another SID of this prefix .*; accepted: the same SID for both"):
        translate([sid, replace(shifted, port=2)], vrf=False)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (QueueProfile(1, 1), "the Linux kernel's routes do not express this; accepted: Sid, Route, Blackhole, "),
        (un(f"{B}:1::/48", usd=True, uniform=True), "the Linux kernel keeps the inner DSCP; accepted: dscp_mode pipe"),
        (Sid("uDT46", f"{B}:1::/48"), "End.DT46 needs VRF devices; accepted: a kernel with CONFIG_NET_VRF"),
        (Sid("uA", f"{B}:1::/48"), "no port; accepted: the port of the adjacency"),
        (EcmpRoute("fd77::/64", 5, 1), "no member is configured; accepted by the Linux kernel: at least one"),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_what_the_kernel_has_nothing_for(setting, message):
    with pytest.raises(SettingError) as caught:
        translate([setting], vrf=False)
    assert message in str(caught.value)


def test_only_what_differs_is_written():
    """A plain route is replaced without a gap; other kinds are deleted and added."""
    kept, moved = Route("fd01::/64", 1), Route("fd02::/64", 2)
    before = translate([kept, Route("fd02::/64", 1), un(f"{B}:1::/48"), Blackhole("fd03::/64")], vrf=False)
    after = translate([kept, moved, Route("fd03::/64", 3), Route("fd04::/64", 1)], vrf=False)
    assert changes(before, before) == []
    assert changes(before, after) == [
        "route replace fd02::/64 via inet6 fdad:0:ffff:2::2 dev p2",
        "route del fd03::/64",
        "route add fd03::/64 via inet6 fdad:0:ffff:3::2 dev p3",
        f"route del {B}:1::/48",
        "route add fd04::/64 via inet6 fdad:0:ffff:1::2 dev p1",
    ]


def test_sids_are_counted_and_routes_are_not():
    assert counted(un(f"{B}:1::/48", usd=True)) == (f"{B}:1::/48", f"{B}:1::/128")
    assert counted(un(f"{B}:1::/48")) == (f"{B}:1::/48",)
    assert counted(Route("fd01::/64", 1)) == ()


def test_the_documentation_lists_every_difference_in_forwarding():
    """What the reference program is held to and the kernel is not, by claim, choice or limit."""
    catalogue = Catalogue.own()
    ours, kernel = load(named("embedded")), load(named("linux"))
    differing = {
        identity
        for identity in catalogue
        if excluded(catalogue[identity], ours) is None and excluded(catalogue[identity], kernel) is not None
    }
    forwarding = {identity for identity in differing if identity in catalogue.areas["srv6"]}
    chosen = {
        identity for identity in differing if (excluded(catalogue[identity], kernel) or "").startswith("linux chose")
    }
    section = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8").partition("### Linux beside")[2]
    listed = set(re.findall(r"[A-Z0-9]+-[0-9]{3}", section.partition("\n## ")[0]))
    assert listed == forwarding | chosen | set(kernel.limits)


# --- What is missing


def test_without_iproute2(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(process, "_ADMINISTRATORS", ())
    wanted = "not on the PATH: ip; on Debian and Ubuntu: `apt-get install iproute2`"
    assert LinuxBench(PORTS).unavailable() == wanted
    with pytest.raises(DeviceError, match=wanted):
        run_ip(["-V"])


def test_without_root(monkeypatch):
    monkeypatch.setattr(router, "missing_programs", lambda _: None)
    monkeypatch.setattr(router.os, "geteuid", lambda: 1000)
    assert LinuxBench(PORTS).unavailable() == (
        "network namespaces need root: run the command with sudo, or in a privileged container"
    )


def test_without_segment_routing(monkeypatch, tmp_path):
    monkeypatch.setattr(router, "missing_programs", lambda _: None)
    monkeypatch.setattr(router.os, "geteuid", lambda: 0)
    monkeypatch.setattr(linux_bench, "_CONF", tmp_path)
    assert LinuxBench(PORTS).unavailable() == (
        "this kernel has no IPv6 segment routing; needed: CONFIG_IPV6_SEG6_LWTUNNEL"
    )


@pytest.mark.root
@pytest.mark.parametrize(
    ("refused", "message"),
    [
        ("action End ", "lack End with NEXT-C-SID (Linux 6.1): ip -n mrc-probe-"),
        ("action End.X ", "lack End.X with NEXT-C-SID (Linux 6.6): ip -n mrc-probe-"),
    ],
)
def test_without_compressed_sids(bench, monkeypatch, refused, message):
    def ip_of_an_older_kernel(arguments, batch=()):
        lines = [line.replace("next-csid", "nosuch") if refused in line else line for line in batch]
        return run_ip(arguments, batch=lines)

    monkeypatch.setattr(linux_bench, "run_ip", ip_of_an_older_kernel)
    assert message in bench.unavailable()
    assert left_over() == []


# --- Real namespaces


OURS: list[str] = []
"""Tokens in the names that benches of the running test made."""


def left_over():
    """Namespaces and interfaces of these benches that are there."""
    spaces = [line.split()[0] for line in run_ip(["netns", "list"]).splitlines()]
    links = [name for _, name in socket.if_nameindex()]
    return [name for name in (*spaces, *links) if any(token in name for token in OURS)]


@pytest.fixture(autouse=True)
def tokens(monkeypatch):
    """Notes the names that benches of this test make, so that tests that run beside it are none of its business."""
    OURS.clear()
    real = router.secrets.token_hex

    def noted(size):
        OURS.append(real(size))
        return OURS[-1]

    monkeypatch.setattr(router.secrets, "token_hex", noted)


@pytest.mark.root
def test_the_bench_leaves_nothing_behind(bench, tmp_path):
    with bench.start(tmp_path) as attached:
        assert sorted(attached.attachments) == list(PORTS)
        assert len(left_over()) == 1 + len(PORTS)
        assert set(attached.versions) == {"kernel", "iproute2"}
    assert left_over() == []


@pytest.mark.root
def test_the_bench_leaves_nothing_behind_when_it_cannot_start(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(linux_bench, "_one_processor", lambda *_: run_ip(["link", "set", "nosuchif", "up"]))
    with pytest.raises(DeviceError, match="nosuchif"), bench.start(tmp_path):
        pass
    assert OURS
    assert left_over() == []


SLEEPER = """
import sys
from pathlib import Path
from p4soft.command_line import interruptible
from ptf_tests.dut.linux import LinuxBench
with interruptible(), LinuxBench((0, 1, 2, 3)).start(Path(".")) as attached:
    print(attached.spec.options["namespace"], flush=True)
    sys.stdin.read()
"""


@pytest.mark.root
@pytest.mark.usefixtures("bench")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_bench_leaves_nothing_behind_when_it_is_interrupted(number):
    process = subprocess.Popen(
        [sys.executable, "-c", SLEEPER],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    namespace = process.stdout.readline().strip()
    OURS.append(namespace.rpartition("-")[2])
    assert len(left_over()) == 1 + len(PORTS)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert left_over() == []


@pytest.mark.root
def test_the_driver_against_a_kernel(bench, tmp_path):
    with bench.start(tmp_path) as attached:
        device = LinuxDevice(attached.spec, None, PORTS)
        sid = un(f"{B}:1::/48", usd=True)
        device.configure([sid, Route("fd01::/64", 1), Route("198.51.100.0/24", 2)])
        device.configure([sid, Route("fd01::/64", 2)])
        assert device.hits(sid).packets == 0
        assert device.hits(Route("fd01::/64", 2)) is None
        assert {count.packets for count in device.counters(PORTS).values()} == {0}
        shown = run_ip(["-n", attached.spec.options[NAMESPACE], "maddress", "show", "dev", "p0"])
        assert "ff02::2" not in shown.split()  # or the kernel would send MLD reports, which case counters would see
        with pytest.raises(DeviceError, match=r"linux: cannot block queue 1 of port 2: .*; claim no trimming"):
            device.block(2, 1)
        device.reset()
        shown = run_ip(["-n", attached.spec.options[NAMESPACE], "-6", "route", "show"])
        assert "seg6local" not in shown
        assert "fd01::" not in shown


@pytest.mark.root
def test_what_the_kernel_refuses_is_one_sentence(bench, tmp_path):
    with bench.start(tmp_path) as attached, pytest.raises(DeviceError) as caught:
        LinuxDevice(attached.spec, None, PORTS).configure([Route("fd01::/64", 1), Route("fd02::/64", 9)])
    assert "'route add fd02::/64 via inet6 fdad:0:ffff:9::2 dev p9' refused: " in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.root
def test_a_namespace_that_is_not_there():
    with pytest.raises(DeviceError, match=r'Cannot open network namespace "nosuchspace"'):
        LinuxDevice(DeviceSpec(kind="linux", name="linux", options={NAMESPACE: "nosuchspace"}), None, PORTS)


@pytest.mark.root
def test_cases_hold_on_the_kernel(bench, tmp_path):
    """One of each module, and those that ask for what is easily lost: how flows spread, one SID after another."""
    profile = load(named("linux"))
    tests = (
        "srv6",
        "srv6_srh",
        "srv6_udt",
        "decap",
        "routing",
        "routing_ecmp.EcmpBehindSrh",
        "routing_ecmp.EcmpIpv6Inside",
        "routing_ecmp.EcmpByDestinationPort",
        "routing_ecmp.EcmpByFlowLabel",
        "srv6_passes.RedispatchNotAfterAdjacency",
        "srv6_passes.RedispatchToPipe",
    )
    found = [select((test,), cases(), Catalogue.own(), profile).applicable[:1] for test in tests]
    names = tuple(case.name for group in found for case in group)
    assert len(names) == len(tests)
    ran = PtfRunner(profile, bench).run(Request(tmp_path / "out", names))
    assert {outcome.outcome for outcome in ran.outcomes} == {"passed"}, ran.outcomes
    assert len(ran.outcomes) == len(names)


@pytest.mark.root
def test_the_limits_of_the_profile_are_true(bench, tmp_path):
    """Without its limits the profile would be wrong: for each there is a case that does not hold on a kernel."""
    profile = load(named("linux"))
    catalogue = Catalogue.own()
    unlimited = profile.model_copy(update={"limits": {}})
    applicable = select(tuple(profile.limits), cases(), catalogue, unlimited).applicable
    names = tuple(case.name for case in applicable)
    ran = PtfRunner(unlimited, bench).run(Request(tmp_path / "out", names))
    failed = {outcome.name for outcome in ran.outcomes if outcome.outcome != "passed"}
    for identity in profile.limits:
        assert failed & {case.name for case in applicable if identity in case.requirements}, identity
