# SPDX-License-Identifier: Apache-2.0
"""NSCC by itself: each rule of endpoint §7.3 to §7.5 in numbers worked out by hand; and hints for its first window."""

import pytest
from host_stack_kit import (
    Pipe,
    config,
    template,
)
from nic_wire_kit import pattern

from host_stack import CcProfile, ConfigError, EvProfile, InitAttributes, Nic, QpHint, RtrAttributes, RtsAttributes
from host_stack.transport.congestion.controller import Conditions, SackSample
from host_stack.transport.congestion.nscc import Nscc, NsccParameters

# --- Rules -----------------------------------------------------------------------------------------------------------
# NSCC by itself: each rule of endpoint §7.3 to §7.5 in numbers worked out by hand.

PACKET = 4000
RTT = 12_000
#: 100 Gb/s and 12 us are UEC's reference: the BDP is 150,000 bytes and a is 1; target 9 us, b = 0.75.
REFERENCE = Conditions(base_rtt_ns=RTT, rate_bps=100_000_000_000, packet_bytes=PACKET, trimming=True)
TARGET = 9_000


def controller(**parameters):
    return Nscc(NsccParameters(**parameters).resolve(REFERENCE))


def sample(now, *, received=0, inflight=0, marked=False, delay=0, penalty=0, restore=False, rtt=True):
    return SackSample(received, inflight, marked, RTT + delay if rtt else None, penalty, restore, now)


def test_defaults_on_ultra_ethernets_reference_network():
    numbers = NsccParameters().resolve(REFERENCE)
    assert (numbers.base_rtt, numbers.target_delay, numbers.max_cwnd) == (12_000, 9_000, 225_000)
    assert (numbers.fi, numbers.eta, numbers.fi_scale) == (20_000.0, 600.0, 0.25)
    assert (numbers.gamma, numbers.max_md_jump, numbers.qa_gate) == (0.8, 0.5, 3)
    assert (numbers.adjust_bytes_threshold, numbers.adjust_period_threshold) == (32_000, 12_000)
    assert numbers.alpha == pytest.approx(4 * 4000 * 0.75 / 9000)
    assert numbers.qa_threshold == (1 << 32) - 1
    dropping = NsccParameters().resolve(Conditions(RTT, 100_000_000_000, PACKET, trimming=False))
    assert (dropping.target_delay, dropping.qa_threshold) == (12_000, 48_000)


def test_constants_scale_with_the_bandwidth_delay_product():
    numbers = NsccParameters().resolve(Conditions(RTT, 800_000_000_000, PACKET, trimming=True))
    assert (numbers.fi, numbers.eta, numbers.fi_scale) == (160_000.0, 4_800.0, 2.0)
    assert numbers.max_cwnd == 8 * 225_000


def test_it_starts_with_the_largest_window():
    assert controller().window == 225_000


def test_no_mark_and_delay_below_the_target_grows_in_proportion_to_what_is_left():
    near, far = controller(max_cwnd=1_000_000), controller(max_cwnd=1_000_000)
    for cc, delay in ((near, 6_000), (far, 3_000)):
        cc.cwnd = 100_000.0
        cc.on_sack(sample(5, received=40_000, delay=delay))
    # alpha * received * (target - delay) / cwnd = 1.333 * 40,000 * 3,000 / 100,000, and twice that.
    assert near.cwnd == pytest.approx(100_000 + 1_600)
    assert far.cwnd == pytest.approx(100_000 + 3_200)


def test_no_mark_and_delay_at_the_target_grows_by_fi_per_window():
    cc = controller(max_cwnd=1_000_000)
    cc.cwnd = 100_000.0
    cc.on_sack(sample(5, received=50_000, delay=TARGET))
    assert cc.cwnd == pytest.approx(100_000 + 20_000 / 2)


def test_a_mark_and_delay_below_the_target_hold():
    cc = controller()
    cc.cwnd = 100_000.0
    for now in range(0, 10_000, 1_000):
        cc.on_sack(sample(now, received=1_000, marked=True, delay=TARGET - 1))
    assert cc.cwnd == 100_000


def test_a_mark_and_delay_above_the_target_decrease_by_the_excess_once_per_base_rtt():
    cc = controller(gamma=0.8, eta=0.0)
    cc.on_sack(sample(20_000, marked=True, delay=12_000))
    # The first sample is the average: 0.8 * (12 - 9) / 12 = 0.2.
    assert cc.cwnd == pytest.approx(225_000 * 0.8)
    for now in range(20_001, 32_000, 1_000):
        cc.on_sack(sample(now, marked=True, delay=12_000))
    assert cc.decreases == 1
    cc.on_sack(sample(32_001, marked=True, delay=12_000))
    assert cc.decreases == 2
    assert cc.cwnd == pytest.approx(225_000 * 0.64)


def test_a_decrease_keeps_max_md_jump_and_one_packet():
    cc = controller(max_md_jump=0.7, eta=0.0)
    cc.on_sack(sample(20_000, marked=True, delay=900_000))
    assert cc.cwnd == pytest.approx(225_000 * 0.7)
    for turn in range(2, 40):
        cc.on_sack(sample(20_000 * turn, marked=True, delay=900_000))
    assert cc.window == PACKET


def test_fast_increase_after_a_window_without_delay():
    cc = controller(max_cwnd=1_000_000, adjust_bytes_threshold=1 << 30, adjust_period_threshold=1 << 30)
    cc.cwnd = 20_000.0
    for now in (10, 20):
        cc.on_sack(sample(now, received=10_000))
    assert cc.cwnd == 20_000
    cc.on_sack(sample(30, received=10_000))
    # More than a window has come without delay: a quarter of every byte received, from now on.
    assert cc.cwnd == 22_500
    cc.on_sack(sample(40, received=8_000))
    assert cc.cwnd == 24_500
    # A delay ends it, and another window must come without one before it begins again.
    cc.on_sack(sample(50, received=8_000, delay=2_000))
    cc.on_sack(sample(60, received=20_000))
    assert cc.cwnd == 24_500
    cc.on_sack(sample(70, received=8_000))
    assert cc.cwnd == 26_500


def test_eta_once_per_period():
    cc = controller(max_cwnd=1_000_000)
    cc.cwnd = 100_000.0
    for now in range(12_000, 48_000, 500):
        cc.on_sack(sample(now, received=0, delay=TARGET - 1))
    assert cc.cwnd == 100_000 + 3 * 600


def test_the_window_never_exceeds_max_cwnd():
    cc = controller(max_cwnd=50_000)
    for now in range(0, 100_000, 500):
        cc.on_sack(sample(now, received=20_000))
        assert cc.window <= 50_000


def test_trims_and_losses_take_a_packet_each_the_last_hop_too():
    cc = controller(disable_qa=True)
    for step, last_hop in enumerate((False, True), start=1):
        cc.on_trim(PACKET, 0, last_hop=last_hop, now_ns=step)
        assert cc.window == 225_000 - step * PACKET
    cc.on_loss(PACKET, 0, now_ns=3)
    assert cc.window == 225_000 - 3 * PACKET
    for now in range(100):
        cc.on_loss(PACKET, 0, now_ns=now)
    assert cc.window == PACKET


def test_quick_adapt_sets_the_window_to_what_arrived_once_per_period():
    cc = controller()
    cc.on_sack(sample(100_000, received=4_000, delay=TARGET))  # the period of base RTT and target begins
    for now in range(101_000, 121_000, 4_000):
        cc.on_sack(sample(now, received=4_000, delay=TARGET))
    cc.on_trim(PACKET, 60_000, last_hop=True, now_ns=121_500)
    # Five packets arrived in the period: fewer than max_cwnd / 8 = 28,125 bytes.
    assert cc.window == 20_000
    assert cc.adaptations == 1
    # What was in flight then, 60,000 bytes, is not held against it again.
    for now in range(122_000, 132_000, 1_000):
        cc.on_trim(PACKET, 40_000, last_hop=True, now_ns=now)
    assert cc.window == 20_000


def test_a_trim_of_a_period_that_is_over_adapts_nothing():
    """Windows of few packets are reported in bursts: in any later period less than an eighth may have been."""
    cc = controller()
    cc.on_sack(sample(100_000, received=0, delay=TARGET))
    cc.on_trim(PACKET, 40_000, last_hop=True, now_ns=105_000)
    cc.on_sack(sample(110_000, received=28_125, delay=TARGET))
    for now in range(125_000, 300_000, 25_000):  # a period of 21 us is over each time
        before = cc.cwnd
        cc.on_sack(sample(now, received=4_000, delay=TARGET))
        assert (cc.adaptations, cc.cwnd >= before) == (0, True)


def test_a_trim_is_remembered_until_something_is_reported():
    cc = controller()
    cc.on_sack(sample(100_000, received=0, delay=TARGET))
    cc.on_trim(PACKET, 100_000, last_hop=True, now_ns=105_000)
    cc.on_sack(sample(125_000, received=0, delay=TARGET))  # of that period nothing was
    cc.on_sack(sample(130_000, received=8_000, delay=TARGET))
    cc.on_sack(sample(150_000, received=0, delay=TARGET))
    assert (cc.adaptations, cc.cwnd) == (1, 8_000)


def test_quick_adapt_does_not_act_on_silence():
    cc = controller()
    for now in (1_000, 30_000):  # more than a period of 21 us between them, and no SACK
        before = cc.cwnd
        cc.on_trim(PACKET, 100_000, last_hop=True, now_ns=now)
        assert (cc.cwnd, cc.adaptations) == (before - PACKET, 0)
    # The first report of some bytes opens a period in which there is something to go by.
    cc.on_sack(sample(31_000, received=8_000, delay=TARGET))
    cc.on_trim(PACKET, 100_000, last_hop=True, now_ns=52_000)
    assert (cc.cwnd, cc.adaptations) == (8_000, 1)


def test_where_there_is_no_sample_the_average_delay_counts():
    near, far = controller(max_cwnd=1_000_000), controller(max_cwnd=1_000_000)
    for cc, delay in ((near, 6_000), (far, 12_000)):
        cc.on_sack(sample(20_000, delay=delay, marked=True))
        cc.cwnd = 100_000.0
        cc.on_sack(sample(20_010, received=40_000, rtt=False))
    # As with a sample of 6 us: 1.333 * 40,000 * 3,000 / 100,000; and above the target fair increase: 20,000 * 0.4.
    assert near.cwnd == pytest.approx(100_000 + 1_600)
    assert far.cwnd == pytest.approx(100_000 + 8_000)


def test_fast_increase_goes_on_through_what_is_sent_again():
    cc = controller(max_cwnd=1_000_000, adjust_bytes_threshold=1 << 30, adjust_period_threshold=1 << 30)
    cc.cwnd = 20_000.0
    for now in range(0, 60, 10):
        cc.on_sack(sample(now, received=5_000, rtt=False))
    # More than a window came, and nothing says that there was a delay: a quarter of the fifth and sixth 5,000.
    assert cc.cwnd == 20_000 + 2 * 1_250


def test_quick_adapt_leaves_a_flow_alone_that_got_its_eighth():
    cc = controller()
    cc.on_sack(sample(100_000, received=0, delay=TARGET))
    cc.on_sack(sample(110_000, received=28_125, inflight=0, delay=TARGET))
    before = cc.cwnd
    cc.on_trim(PACKET, 0, last_hop=True, now_ns=122_000)
    assert cc.adaptations == 0
    assert cc.cwnd == before - PACKET


def test_without_trimming_a_great_delay_adapts():
    cc = Nscc(NsccParameters().resolve(Conditions(RTT, 100_000_000_000, PACKET, trimming=False)))
    cc.on_sack(sample(100_000, received=8_000, delay=48_001))
    cc.on_sack(sample(110_000, received=8_000, delay=48_001))
    cc.on_sack(sample(125_000, received=0, delay=48_001))
    assert cc.window == 8_000
    assert cc.adaptations == 1


def test_a_penalty_of_64_halves_in_a_round_trip_and_restore_brings_the_window_back():
    cc = controller()
    cc.cwnd = 100_000.0
    left = 100_000
    for now in range(25):
        left -= 4_000
        cc.on_sack(sample(now, received=4_000, inflight=left, delay=TARGET, penalty=64))
        left += max(0, int(cc.cwnd) - left) // 4_000 * 4_000
    assert cc.window == pytest.approx(50_000, abs=4_000)
    cc.on_sack(sample(30, inflight=left))
    assert cc.window < 60_000
    cc.on_sack(sample(31, inflight=left, restore=True))
    assert cc.window == 100_000
    cc.cwnd = 50_000.0
    cc.on_sack(sample(32, inflight=left, restore=True))
    assert cc.window == 50_000


def test_a_penalty_of_127_leaves_one_packet():
    cc = controller()
    for now in range(100):
        cc.on_sack(sample(now, received=4_000, inflight=int(cc.cwnd) - 4_000, penalty=127))
    assert cc.window == PACKET


def test_a_penalty_however_small_stops_increases():
    cc = controller(max_cwnd=1_000_000)
    cc.cwnd = 100_000.0
    for now in range(0, 50_000, 1_000):
        before = cc.cwnd
        cc.on_sack(sample(now, received=4_000, inflight=100_000, delay=TARGET + 1, penalty=1))
        assert cc.cwnd < before
    assert cc.cwnd == pytest.approx(100_000 - 50 * 4_000 / 128)


def test_a_sack_without_a_round_trip_moves_neither_base_rtt_nor_average():
    cc = controller()
    cc.on_sack(sample(10, received=4_000, rtt=False))
    assert cc.base_rtt == RTT
    cc.on_sack(sample(20_000, marked=True, delay=12_000, received=1))
    assert cc.decreases == 1


def full(now, rtt):
    """The SACK of a full packet: its whole round trip is known."""
    return SackSample(0, 0, False, rtt, 0, False, now, full_rtt_ns=rtt)


def twice(cc, now, rtt):
    """One round trip alone lowers nothing."""
    for _ in range(2):
        cc.on_sack(full(now, rtt))


def test_the_base_rtt_is_the_least_of_late_and_at_most_the_configured_one():
    cc = controller()
    twice(cc, 10, 6_000)
    assert (cc.base_rtt, cc.window) == (6_000, 112_500)
    cc.on_sack(full(20, 50_000))
    assert cc.base_rtt == 6_000
    # A period is 64 base RTTs; what was least in one is remembered through the next, and no longer.
    period = 64 * RTT
    cc.on_sack(full(10 + period, 50_000))
    twice(cc, 9 + 2 * period, 8_000)
    assert cc.base_rtt == 6_000
    cc.on_sack(full(10 + 2 * period, 50_000))
    assert cc.base_rtt == 8_000
    cc.on_sack(full(10 + 3 * period, 50_000))
    assert cc.base_rtt == RTT
    cc.cwnd = 200_000.0  # which the largest window allows again
    cc.on_sack(full(11 + 3 * period, 50_000))
    assert cc.window == 200_000


def test_after_a_pause_what_was_least_before_is_forgotten():
    cc = controller()
    twice(cc, 10, 6_000)
    twice(cc, 10 + 2 * 64 * RTT, 9_000)
    assert cc.base_rtt == 9_000


@pytest.mark.parametrize("rtt", [0, 1, RTT // 16 - 1])
def test_a_round_trip_that_no_path_can_have_is_refused(rtt):
    cc = controller(eta=0.0)
    cc.on_sack(sample(20_000, marked=True, delay=12_000))
    before = cc.window
    cc.on_sack(full(40_000, rtt))
    assert (cc.base_rtt, cc.window) == (RTT, before)
    # Nor is it a delay of 0: the average is 12 us, 3 us over the target, and 0.8 of that share goes.
    cc.on_sack(sample(40_010, marked=True, delay=12_000))
    assert cc.window == int(225_000 * 0.8 * 0.8)


def test_a_round_trip_of_which_a_part_is_hearsay_does_not_lower_the_base_rtt():
    cc = controller()
    cc.on_sack(sample(10, delay=-6_000))
    assert (cc.base_rtt, cc.window) == (RTT, 225_000)


def test_one_premature_sack_slows_nothing():
    """It names a packet that is still on its way: it was a sixteenth of the window for up to 128 base RTTs."""
    cc = controller()
    for now in (1_000, 2_000 + 64 * RTT, 3_000 + 128 * RTT):  # one in each period
        cc.on_sack(full(now, RTT // 16))
        cc.on_sack(full(now + 500, RTT))
        assert (cc.base_rtt, cc.window) == (RTT, 225_000)


def test_the_base_rtt_is_the_second_least_of_what_was_seen():
    cc = controller()
    seen = []
    for rtt in (2_000, 9_000, 11_000, 7_000, 8_000, 1_000, 6_500):
        cc.on_sack(full(1_000, rtt))
        seen.append(cc.base_rtt)
    assert seen == [RTT, 9_000, 9_000, 7_000, 7_000, 2_000, 2_000]


def test_premature_sacks_slow_a_flow_for_128_base_rtts_at_most():
    cc = controller()
    twice(cc, 1_000, RTT // 16)
    assert cc.window == 225_000 // 16
    now = 1_000
    while cc.base_rtt < RTT:
        now += 1_000
        cc.on_sack(full(now, RTT))
    assert now <= 1_000 + 2 * 64 * RTT


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"gamma": 1.5}, r"cc\.gamma: 1.5 is out of range; accepted: 0\.\.1"),
        ({"max_md_jump": -0.1}, r"cc\.max_md_jump: -0.1 is out of range"),
        ({"max_cwnd": 0}, r"cc\.max_cwnd: 0 is out of range; accepted: 1\.\.4294967295"),
        ({"qa_gate": 32}, r"cc\.qa_gate: 32 is out of range; accepted: 0\.\.31"),
        ({"eta": -1}, r"cc\.eta: -1 is out of range"),
        ({"target_delay": 1.5}, r"cc\.target_delay: 1.5 is not a whole number"),
        ({"disable_qa": 1}, r"cc\.disable_qa: 1 is not true or false"),
        ({"gamma": "much"}, r"cc\.gamma: 'much' is not a number"),
        ({"alpha": 1}, r"cc\.alpha: uet-1\.0-nscc has no such parameter; accepted: disable_qa, "),
    ],
)
def test_impossible_parameters(parameters, message):
    with pytest.raises(ConfigError, match=message):
        CcProfile(parameters=parameters)


def test_a_window_of_less_than_a_packet_is_refused_when_the_packet_is_known():
    with pytest.raises(ConfigError, match=r"cc\.max_cwnd: 3999 is less than a packet; accepted: 4000\.\.4294967295"):
        CcProfile(parameters={"max_cwnd": 3999}).create(REFERENCE)


def test_the_other_algorithms():
    assert CcProfile.fixed(5).create(REFERENCE).window == 5
    assert CcProfile("fixed-window").create(REFERENCE).window == 225_000
    assert CcProfile("null").create(REFERENCE).window > 255 * 128 * 8192
    with pytest.raises(ConfigError, match=r"cc\.window: 0 is out of range"):
        CcProfile.fixed(0)
    with pytest.raises(ConfigError, match=r"cc\.window: null has no such parameter; accepted: nothing"):
        CcProfile("null", {"window": 1})


# --- Hints -----------------------------------------------------------------------------------------------------------
# A hint makes the first window smaller, and nothing else (endpoint §1.2).

PEER = config("o", 2, [1]).address


def first_window(hint, cc=None):
    nic = Nic(config("n", 1, [2]), 1)
    qp = nic.create_qp()
    qp.modify_to_init(InitAttributes(EvProfile(template()), cc or CcProfile(), hint))
    qp.modify_to_rtr(RtrAttributes(PEER, 17))
    qp.modify_to_rts(RtsAttributes())
    return nic.destination(PEER, CcProfile(), (0, 1)).controller.window


@pytest.mark.parametrize(
    ("hint", "part"),
    [
        (QpHint(), 1),
        (QpHint(num_qps_per_peer=8), 1),  # they share the destination's window
        (QpHint(num_remote_recv_peers=7), 7),
        (QpHint(num_send_peers=4), 4),
        (QpHint(num_send_peers=4, num_remote_recv_peers=7), 7),
        (QpHint(num_qps_per_peer=8, num_remote_recv_peers=56), 7),  # seven NICs of eight queue pairs
        (QpHint(num_qps_per_peer=8, num_remote_recv_peers=57), 8),
    ],
)
def test_the_first_window_is_a_part_of_the_largest(hint, part):
    largest = 200_000_000_000 * 10_000 // 8_000_000_000 * 3 // 2  # 1.5 bandwidth-delay products of two ports
    assert first_window(hint) == largest // part


def test_it_is_never_less_than_a_packet():
    assert first_window(QpHint(num_remote_recv_peers=1 << 20)) == Conditions(1, 1, 4184, True).packet_bytes


def test_a_fixed_window_is_fixed():
    assert first_window(QpHint(num_remote_recv_peers=7), CcProfile.fixed(70_000)) == 70_000


def test_the_window_grows_to_what_it_would_have_been():
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    pairs = []
    for nic, peer in ((a, b), (b, a)):
        qp = nic.create_qp()
        found = nic.config.paths.template(peer.config.address)
        qp.modify_to_init(InitAttributes(EvProfile(found), CcProfile(), QpHint(num_remote_recv_peers=64)))
        pairs.append(qp)
    for qp, other, peer in ((pairs[0], pairs[1], b), (pairs[1], pairs[0], a)):
        qp.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn, mpr=32))
        qp.modify_to_rts(RtsAttributes(mpr=32))
    controller = a.destination(b.config.address, CcProfile(), (0, 1)).controller
    begun = controller.window
    data = pattern(4 << 20)
    region = b.register_memory(len(data))
    pairs[0].post_write(data, region.address, region.r_key)
    Pipe([a, b]).run(lambda: pairs[0].counters.messages_completed == 1)
    assert bytes(region.data) == data
    assert controller.window > 16 * begun


def test_numbers_without_a_hint_are_those_of_before():
    conditions = Conditions(10_000, 100_000_000_000, 4184, True)
    assert conditions.sharers == NsccParameters().resolve(conditions).sharers == 1
