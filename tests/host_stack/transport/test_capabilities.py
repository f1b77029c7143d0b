# SPDX-License-Identifier: Apache-2.0
"""What two ends tell each other before they connect, and the attributes of a queue pair."""

import random
from dataclasses import replace

import pytest
from host_stack_kit import Transfer, address, config, is_data

from host_stack import (
    Agreement,
    Capabilities,
    CapabilityError,
    CcProfile,
    ConfigError,
    Nic,
    RtrAttributes,
    TransportOptions,
    WireOptions,
    agree,
)
from host_stack.transport.connection import RtsAttributes
from host_stack.wire.options import (
    BthFlagOrder,
    DscpRoles,
    EethOpBits,
    EvMode,
    EvSplit,
    IntactTrim,
    OutOfWindow,
    ProbeSkipOnce,
    RcvdBytesBasis,
)

# --- Capabilities ----------------------------------------------------------------------------------------------------
# What two ends tell each other before they connect: refusals name the field, and each end keeps to the other's limits
# (endpoint §1.2).

PLAIN = Capabilities(WireOptions(), 2)


def wire(**kw):
    return replace(PLAIN, wire=WireOptions(**kw))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (wire(ev_mode=EvMode.UDP), "ev_mode: srv6 here, udp at the peer; accepted: the same at both ends"),
        (wire(ev_halves=EvSplit.SPORT_LOW), "ev_halves: sport_high here, sport_low at the peer; "),
        (wire(bth_flag_order=BthFlagOrder.SWAPPED), "bth_flag_order: ibta here, swapped at the peer; "),
        (wire(eeth_op_bits=EethOpBits.BITS_5_4), "eeth_op_bits: bits_3_2 here, bits_5_4 at the peer; "),
        (wire(rcvd_bytes=RcvdBytesBasis.MAX_PAYLOAD_1024), "rcvd_bytes: udp_length_plus_40 here, max_payload_1024 at"),
        (wire(dscp=DscpRoles(trimmed=13)), "dscp: 0/4/8/12/16/46 here, 0/4/8/13/16/46 at the peer; "),
        (replace(PLAIN, path_mtu=1024), "path_mtu: 4096 here, 1024 at the peer; accepted: the same at both ends"),
        (wire(pkey=0x8001), "pkey: 0xffff here, 0x8001 at the peer; accepted: the same partition"),
        (
            wire(udp_port=5000, udp_ports_accepted=frozenset({4791})),
            "udp_port: 5000 is not among this end's udp_ports_accepted; accepted: 4791, 4971",
        ),
        (
            wire(udp_port=4971, udp_ports_accepted=frozenset()),
            "udp_port: 4791 is not among the peer's udp_ports_accepted; accepted: 4971",
        ),
    ],
)
def test_what_must_be_alike_is_refused_with_both_values(other, message):
    with pytest.raises(CapabilityError) as caught:
        agree(PLAIN, other)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    with pytest.raises(CapabilityError):
        agree(other, PLAIN)


def test_every_reason_has_a_line():
    with pytest.raises(CapabilityError) as caught:
        agree(PLAIN, replace(wire(ev_mode=EvMode.STEV, dscp=DscpRoles(control=40)), path_mtu=2048))
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == ["ev_mode", "dscp", "path_mtu"]


def test_what_is_an_ends_own_business_is_not_compared():
    other = wire(
        timestamps=False,
        hop_limit=3,
        trimming=False,
        out_of_window=OutOfWindow.NACK,
        probe_skip_once=ProbeSkipOnce.GOOD,
        intact_trim=IntactTrim.PLACE,
        pkey=0x7FFF,
    )
    assert agree(PLAIN, other).planes == 2


@pytest.mark.parametrize("mine", [False, True])
@pytest.mark.parametrize("theirs", [False, True])
def test_dynamic_mpr_and_service_time_need_both_ends(mine, theirs):
    own = replace(PLAIN, dynamic_mpr=mine, service_time=mine)
    peer = replace(PLAIN, dynamic_mpr=theirs, service_time=theirs)
    for agreement in (agree(own, peer), agree(peer, own)):
        assert agreement.dynamic_mpr is agreement.service_time is (mine and theirs)


def test_each_end_keeps_to_the_limits_of_the_other():
    small = Capabilities(WireOptions(), 1, mpr=8, max_immediates=32, trim_nacks=False)
    large = Capabilities(WireOptions(), 8, mpr=32, max_immediates=128)
    assert agree(small, large) == Agreement(32, False, 128, True, True, 1)
    assert agree(large, small) == Agreement(8, False, 32, False, True, 1)


def test_limits_that_nobody_has_are_refused():
    for bad, message in (
        ({"mpr": 0}, r"mpr: 0 is out of range; accepted: 1\.\.255"),
        ({"max_immediates": 31}, r"max_immediates: 31 is out of range; accepted: 32\.\."),
        ({"ports": 9}, r"ports: 9 is out of range; accepted: 1\.\.8"),
    ):
        with pytest.raises(ConfigError, match=message):
            replace(PLAIN, **bad)


def test_a_nic_tells_its_options():
    options = TransportOptions(path_mtu=1024, dynamic_mpr=True)
    nic = Nic(config("n", 1, [2], transport=options), 1)
    assert nic.capabilities(mpr=16, max_immediates=64) == Capabilities(
        WireOptions(), 2, path_mtu=1024, mpr=16, dynamic_mpr=True, max_immediates=64
    )


def test_data_to_a_peer_that_cannot_nack_trims_is_not_offered_for_trimming():
    """NO_TRIM, first and again (endpoint §4.1); control packets stay what they are."""
    rng = random.Random(1)
    seen = set()

    def hook(name, _p, frame, _now):
        if name == "a" and is_data(frame):
            seen.add((bool(frame[110] & 0x20), int.from_bytes(frame[14:16], "big") >> 6 & 0x3F))
            return [] if rng.random() < 0.05 else [(0, frame)]
        return [(0, frame)]

    Transfer(300_000, hook, rts=RtsAttributes(trim_nacks=False)).run().arrived()
    dscp = DscpRoles()
    assert seen == {(False, dscp.no_trim), (True, dscp.no_trim)}
    seen.clear()
    Transfer(300_000, hook).run().arrived()
    assert seen == {(False, dscp.trimmable), (True, dscp.trimmable_retx)}


# --- Attributes ------------------------------------------------------------------------------------------------------
# What the attributes of a queue pair accept.


def test_attribute_ranges():
    for bad, message in (
        (lambda: RtrAttributes(address(2), 2), r"dest_qpn: 2 is out of range; accepted: 3..16777215"),
        (lambda: RtrAttributes(b"", 5), "a 16-byte IPv6 address"),
        (lambda: RtrAttributes(address(2), 5, max_immediates=31), r"max_immediates: 31 is out of range; accepted: 32"),
        (lambda: RtsAttributes(ack_timeout=25), r"ack_timeout: 25 is out of range; accepted: 0..24"),
        (lambda: RtsAttributes(mpr=0), r"mpr: 0 is out of range; accepted: 1..255"),
    ):
        with pytest.raises(ConfigError, match=message):
            bad()
    with pytest.raises(
        ConfigError, match=r"cc.algorithm: 'nscc' is unknown; accepted: fixed-window, null, uet-1\.0-nscc"
    ):
        CcProfile("nscc")


def test_ack_timeout_formula():
    rts = RtsAttributes(ack_timeout=8, linear_retries=7, exponential_retries=25)
    assert rts.timeout_ns(0) == rts.timeout_ns(7) == 262_144  # 1.024 us * 2^8
    assert rts.timeout_ns(8) == 524_288
    assert rts.timeout_ns(1000) == 1024 << 24  # 17.17 s, for ever
    assert RtsAttributes(linear_retries=0, exponential_retries=0).timeout_ns(1) is None
