# SPDX-License-Identifier: GPL-2.0-only
"""Cases: their expected packets, what they know, and what they do to a device."""

from __future__ import annotations

import subprocess
import sys
import unittest
from pathlib import Path

import pytest
from long_kit import share

import ptf_tests
from p4soft.compiler import compile_file
from p4soft.switch import load_program
from ptf_tests.dut.in_process import InProcessDevice
from ptf_tests.nic import case as nic_case
from ptf_tests.switch import case as switch_case
from ptf_tests.switch import packets
from ptf_tests.switch.case import Session, classes, use
from ptf_tests.switch.congestion import CongestionTest
from ptf_tests.switch.device import DROP_COUNTERS, PORTS
from ptf_tests.switch.profile import load, named
from ptf_tests.switch.settings import Trimming

# --- Packets ---------------------------------------------------------------------------------------------------------
# The functions that build expected packets, against literal bytes worked out by hand.


def test_carrier_is_block_then_usids_then_zeros():
    assert packets.carrier(0x1001, 0x2002) == "fcbb:bbbb:1001:2002::"
    assert packets.carrier(1, 2, 3, 4, 5, 6) == "fcbb:bbbb:1:2:3:4:5:6"
    with pytest.raises(ValueError, match=r"0\.\.6"):
        packets.carrier(1, 2, 3, 4, 5, 6, 7)


def test_tunnel_bytes():
    frame = packets.raw_bytes(
        packets.tunnel(packets.inner_ipv6(size=8, identity=5), packets.carrier(0x1001), dscp=4, ecn=2)
    )
    assert frame[:14].hex() == "020000000002" + "020000000001" + "86dd"
    # version 6, DSCP 4 and ECN 2 make traffic class 0x12; flow label 0x12345; 56 bytes of payload, next header 41
    assert frame[14:22].hex() == "61212345" + "0038" + "29" + "40"
    assert frame[22:54].hex() == "fd0000000000ffff0000000000000001" + "fcbbbbbb100100000000000000000000"
    # inner: traffic class 0, same label, 16 bytes of payload, next header 17
    assert frame[54:62].hex() == "60012345" + "0010" + "11" + "40"
    assert frame[62:94].hex() == "fd00000000000000000000000000000a" + "fd00000000000000000000000000000b"
    assert frame[94:100].hex() == "c123" + "12b7" + "0010"
    assert frame[102:].hex() == "0000000000000005"


def test_trimmed_changes_dscp_and_outer_length_only():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(size=400), packets.carrier(1), dscp=4, ecn=1))
    cut = packets.trimmed(frame, 128, 12)
    assert len(cut) == 128
    assert cut[14:20].hex() == "63112345004a"  # traffic class 12 << 2 | 1 = 0x31, length 128 - 54 = 74
    assert cut[20:] == frame[20:128]
    assert cut[:14] == frame[:14]


def test_trimmed_preserving_the_length():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(size=400), packets.carrier(1)))
    assert packets.trimmed(frame, 128, 12, update_length=False)[18:20] == frame[18:20]


def test_trimmed_short_packet_is_not_cut():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(size=8), packets.carrier(1), dscp=4, ecn=0))
    cut = packets.trimmed(frame, 256, 12)
    assert len(cut) == len(frame)
    assert cut[14:16].hex() == "6301"
    assert cut[16:] == frame[16:]


def test_marked_sets_ce_and_keeps_dscp_and_label():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(), packets.carrier(1), dscp=4, ecn=2))
    assert frame[14:16].hex() == "6121"
    assert packets.marked(frame)[14:16].hex() == "6131"


def test_sentinel_is_recognised_by_identity():
    frame = packets.sentinel(3, 7)
    assert packets.is_sentinel(frame, 7)
    assert not packets.is_sentinel(frame, 8)
    assert not packets.is_sentinel(frame[:60], 7)
    assert packets.sentinel_address(3) == "fd5e:5e5e::3"


def test_trimmed_ipv4_changes_dscp_length_and_checksum_only():
    frame = packets.raw_bytes(packets.native(packets.over_ipv4(packets.udp(size=400), dscp=4, ecn=2)))
    # 20 + 8 + 400 bytes; header checksum by hand: 4512+01ac+beef+4011+c000+0201+c633+6402 = 331f4 -> 31f7 -> ce08
    assert frame[12:34].hex() == "0800" + "451201ac" + "beef0000" + "4011ce08" + "c0000201" + "c6336402"
    cut = packets.trimmed_ipv4(frame, 256, 12)
    assert len(cut) == 256
    # TOS 12 << 2 | 2 = 0x32, total length 242: 20 more and 186 (0xba) less in the sum, so the checksum is 9a more
    assert cut[14:26].hex() == "453200f2" + "beef0000" + "4011cea2"
    assert cut[:14] == frame[:14]
    assert cut[26:] == frame[26:256]


def test_trimmed_ipv4_preserving_the_length():
    frame = packets.raw_bytes(packets.native(packets.over_ipv4(packets.udp(size=400), dscp=4, ecn=2)))
    assert (
        packets.trimmed_ipv4(frame, 256, 12, update_length=False)[14:26].hex() == "453201ac" + "beef0000" + "4011cde8"
    )


def test_trimmed_short_ipv4_packet_is_not_cut():
    frame = packets.raw_bytes(packets.native(packets.over_ipv4(packets.udp(size=8), dscp=4)))
    assert packets.trimmed_ipv4(frame, 256, 4) == frame


def test_with_ttl_changes_ttl_and_checksum():
    frame = packets.raw_bytes(packets.native(packets.over_ipv4(packets.udp(size=400), dscp=4, ecn=2)))
    assert packets.with_ttl(frame, 63)[22:26].hex() == "3f11cf08"
    assert packets.with_ttl(frame, 63)[26:] == frame[26:]


def test_with_source_replaces_the_outer_source_only():
    frame = packets.raw_bytes(packets.tunnel(packets.inner_ipv6(), packets.carrier(1)))
    moved = packets.with_source(frame, "fd01::7")
    assert moved[22:38].hex() == "fd010000000000000000000000000007"
    assert moved[:22] + moved[38:] == frame[:22] + frame[38:]


def test_mrc_write_headers_end_at_byte_138_of_an_srv6_frame():
    inner = packets.over_ipv6(packets.mrc_write(size=512, identity=9))
    frame = packets.raw_bytes(packets.tunnel(inner, packets.carrier(1)))
    assert frame[94:98].hex() == "c12312b7"
    assert frame[102:114].hex() == "ca40ffff00123456b0654321"
    assert frame[114:122].hex() == "a1a2a3a4" + "b1b20001"
    assert frame[122:138].hex() == "c1c2c3c4c5c6c7c8" + "d1d2d3d4" + "00000200"
    assert frame[138:146].hex() == "0000000000000009"
    assert len(frame) == 138 + 512 + 4


def test_tcp_and_native_ipv6():
    frame = packets.raw_bytes(packets.native(packets.over_ipv6(packets.tcp(size=16, identity=3), dscp=4, ecn=2)))
    assert frame[12:22].hex() == "86dd" + "61200000" + "0024" + "06" + "40"
    assert frame[54:68].hex() == "10e104d2" + "01020304" + "05060708" + "5010"
    assert frame[74:82].hex() == "0000000000000003"


# --- What a case knows -----------------------------------------------------------------------------------------------
# A case knows settings and packets: what drives the device, and how, is no part of it.

ROOT = Path(ptf_tests.__file__).resolve().parent
SWITCH_CASES, NIC_CASES = (
    sorted({case.__module__ for case in module.classes().values()}) for module in (switch_case, nic_case)
)
DRIVING = (
    "grpc",
    "p4",
    "google.protobuf",
    "p4runtime_sh",
    "p4runtime_client",
    "controller.client",
    "controller.pipeline",
    "p4soft.compiler",
    "p4soft.p4runtime_client",
    "p4soft.switch",
    "p4soft.targets",
    "host_stack",
)
"""`controller.program` is none of them: it has the names of the counters, once for everybody.

Nor is `p4soft.table_entries`, which the package `controller` imports: entries as plain data.
"""
DRIVERS = ("ptf_tests.dut", "ptf_tests.run", "ptf_tests.conformance")


@pytest.mark.parametrize("cases", [SWITCH_CASES, NIC_CASES], ids=["switch", "nic"])
def test_a_case_loads_nothing_that_drives_a_device(cases):
    script = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, *cases], cwd=ROOT.parent, capture_output=True, check=True)
    loaded = done.stdout.decode().split()
    assert set(cases) <= set(loaded)
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{room}." for room in DRIVING + DRIVERS))] == []


# --- What a case does ------------------------------------------------------------------------------------------------
# What cases do to a device, seen from the device: they configure what the profile chose, and meet every reason.

CASES = [name for name, case in classes().items() if issubclass(case, CongestionTest)]


class _Listening(InProcessDevice):
    """Notes every trimming it is configured with."""

    def __init__(self, program):
        super().__init__(program, PORTS)
        self.trimming = set()

    def configure(self, settings):
        self.trimming |= {setting for setting in settings if isinstance(setting, Trimming)}
        super().configure(settings)


@pytest.fixture(scope="module")
def program():
    return load_program(compile_file(Path(__file__).resolve().parents[3] / "p4src" / "main.p4").json)


@pytest.mark.parametrize("every", share([12, 1], [12]))
def test_trimming_is_configured_as_the_profile_chose(program, every):
    profile = load(named("embedded"))
    profile = profile.model_copy(update={"choices": {**profile.choices, "trim_length": ("preserve",)}})
    device, otherwise, trimming = _Listening(program), set(), 0
    session = Session(device, profile, [].append)
    for name in CASES[::every]:
        device.trimming.clear()
        use(session)
        case = classes()[name]()
        case.run(unittest.TestResult())
        if case.length_mode is None:
            otherwise |= {name for setting in device.trimming if setting.length_mode != "preserve"}
            trimming += bool(device.trimming)
    assert otherwise == set()
    assert trimming > 50 // every


def test_conservation_meets_every_reason_to_drop(program):
    """But for an isolated port, which drops all that enters: its reason has a case of its own."""
    device = InProcessDevice(program, PORTS)
    use(Session(device, load(named("embedded")), [].append))
    classes()["counters_forwarding.CounterConservation"]().run(unittest.TestResult())
    moved = {name for (name, _), count in device.counters(PORTS).items() if count.packets}
    assert set(DROP_COUNTERS) - moved == {"drop_port_isolated"}
