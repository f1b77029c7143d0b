# SPDX-License-Identifier: Apache-2.0
"""What answers nothing, while every link stays up: planes, and neighbours."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from itertools import pairwise, product

import pytest
from host_stack_kit import Hook, Pipe, Transfer, address, config, is_data, join, mac, template, uplink_of
from long_kit import share
from silent_planes_kit import BIN_NS, DEATH_NS, RTT_NS, Silent, dead, deaf_to_data, flapping, half_dead, one_way

from host_stack import CcProfile, CompletionStatus, EvProfile, EvState, Nic, QpState, TransportOptions, WireOptions
from host_stack.paths.plane_health import PlaneHealth
from host_stack.peers import PlaneState
from host_stack.transport.connection import LossResponse
from host_stack.transport.work import PacketState
from host_stack.wire.frames import FrameBuilder, FrameParser, Packet, ethernet
from host_stack.wire.headers import Bth, BthCodec, Neth
from host_stack.wire.options import BthFlagOrder

# --- Planes ----------------------------------------------------------------------------------------------------------
# A plane stops forwarding while every link stays up: what remains is used, by all queue pairs.
#
# ``make test`` takes a few sizes, ``make test-long`` a few more, ``MRC_SILENT_PLANES=all`` every one of `SIZES`.

ALL = os.environ.get("MRC_SILENT_PLANES") == "all"
#: Queue pairs, planes, EVs of each.
SIZES = list(product((1, 4, 16), (2, 4, 8), (16, 64, 256)))


def sizes(*few, long=()):
    return pytest.mark.parametrize(("qps", "planes", "evs"), SIZES if ALL else share((*few, *long), few))


def product_of(sizes, others):
    """Each of these sizes with each of the others behind it."""
    return [(*size, other) for size, other in product(sizes, others)]


@pytest.mark.parametrize("fixed", share([False, True], [False]), ids=["nscc", "fixed"])
@sizes((1, 2, 128), (16, 2, 256), (4, 8, 16), long=[(4, 2, 16), (16, 4, 64)])
def test_within_100_us_of_a_planes_silent_death_what_remains_is_used(qps, planes, evs, fixed):
    """It was 0 to 8 of 96 Gb/s with two planes: each dead EV of each queue pair cost the window a packet."""
    run = Silent(qps, planes, evs, dead([planes - 1]), fixed=fixed).run(3)
    run.check(planes - 1, (1, 2))
    assert run.states() == (*[PlaneState.OPEN] * (planes - 1), PlaneState.PROBED)
    assert run.a.counters["plane.silent"] == 1
    # It is the plane, so no EV is blamed for what was lost with it, and nothing but probes is sent to it.
    assert sum(sender.counters.evs_retired for sender, _ in run.pairs) == 0
    assert sum(sender.counters.timeouts for sender, _ in run.pairs) == 0


@pytest.mark.parametrize("fixed", [False, True], ids=["nscc", "fixed"])
@sizes((4, 4, 64), long=[(16, 8, 64)])
def test_two_planes_die_at_once(qps, planes, evs, fixed):
    if planes == 2:
        pytest.skip("one has to remain")
    run = Silent(qps, planes, evs, dead([0, planes - 1]), fixed=fixed).run(3)
    run.check(planes - 2, (1, 2))
    assert run.a.counters["plane.silent"] == 2


@sizes((1, 2, 128), long=[(16, 4, 64)])
def test_a_plane_that_comes_back_is_used_again_after_probes(qps, planes, evs):
    """It is asked every round trip and a half at first, every 24 after long; three answers in a row open it."""
    back_ns = DEATH_NS + 3 * BIN_NS
    run = Silent(qps, planes, evs, dead([planes - 1], until_ns=back_ns)).run(3)
    while run.states()[planes - 1] is not PlaneState.OPEN:
        assert run.pipe.now < back_ns + 28 * RTT_NS
        run.pipe.run(limit_ns=run.pipe.now + RTT_NS)
    before = run.sent_by(planes - 1)
    run.pipe.run(limit_ns=run.pipe.now + 2 * BIN_NS)
    full = 2 * BIN_NS * 100 // 8 // 4262
    assert run.sent_by(planes - 1) - before >= 0.9 * full


@sizes((1, 2, 128), (4, 4, 64))
def test_a_plane_that_flaps_costs_the_others_nothing(qps, planes, evs):
    run = Silent(qps, planes, evs, flapping(planes - 1, 200_000, 100_000)).run(4)
    run.check(planes - 1, (1, 2, 3))


@pytest.mark.parametrize(
    ("qps", "planes", "evs"), share([(7, 3, 6), (24, 2, 40), (2, 2, 200)], [(7, 3, 6), (2, 2, 200)])
)
def test_a_plane_that_carries_probes_and_no_data_rests_ever_longer(qps, planes, evs):
    """Its probes opened it every 35 us, for another window of losses: 74 to 92 %, and up to 16 times in 500 us."""
    run = Silent(qps, planes, evs, deaf_to_data(planes - 1)).run(5)
    run.check(planes - 1, (2, 3, 4))
    # It rests 21, 42, 84, 168, 336 us, and each time three probes and the verdict take some 40.
    assert 2 <= run.a.counters["plane.silent"] <= 5


def test_a_plane_that_carries_data_again_is_used_after_its_rest_and_has_no_past():
    back_ns = DEATH_NS + 3 * BIN_NS
    run = Silent(4, 3, 24, deaf_to_data(2, until_ns=back_ns)).run(3)
    run.pipe.run(limit_ns=back_ns + 4 * BIN_NS)
    silent, before = run.a.counters["plane.silent"], run.sent_by(2)
    run.pipe.run(limit_ns=back_ns + 6 * BIN_NS)
    assert run.a.counters["plane.silent"] == silent
    assert run.sent_by(2) - before >= 0.9 * 2 * BIN_NS * 100 // 8 // 4262
    assert run.states()[2] is PlaneState.OPEN


@sizes((16, 2, 64))
def test_where_only_the_way_back_is_dead_the_plane_stays_open(qps, planes, evs):
    run = Silent(qps, planes, evs, one_way(planes - 1, "b")).run(3)
    assert run.states() == (PlaneState.OPEN,) * planes
    assert run.a.counters["plane.silent"] == 0
    run.check(planes - 0.9, (1, 2))  # it was so before, and is not the subject here
    assert run.sent_by(planes - 1) > 0.9 * run.sent_by(0)


@pytest.mark.parametrize(
    ("qps", "planes", "evs", "fixed"),
    share(product_of([(24, 2, 40), (16, 2, 16), (24, 3, 24)], (False, True)), [(16, 2, 16, True), (24, 3, 24, False)]),
)
def test_where_only_the_way_back_is_dead_no_queue_pair_asks_by_that_plane_again_and_again(qps, planes, evs, fixed):
    """All ports are full, and a probe left by whichever was free: five times the dead one, 154 us, shares of 0.17."""
    run = Silent(qps, planes, evs, one_way(0, "b"), fixed=fixed).run(2)
    assert min(run.least_share(0), run.least_share(1)) >= 0.5
    assert sum(sender.counters.timeouts for sender, _ in run.pairs) == 0


def test_where_only_the_way_there_is_dead_the_plane_is_left():
    run = Silent(4, 2, 64, one_way(1, "a")).run(3)
    run.check(1, (1, 2))
    assert run.states() == (PlaneState.OPEN, PlaneState.PROBED)


@sizes((1, 2, 128), (4, 4, 64), (16, 2, 64))
def test_a_plane_in_which_some_evs_live_is_not_closed(qps, planes, evs):
    run = Silent(qps, planes, evs, half_dead(planes - 1)).run(3)
    assert run.a.counters["plane.silent"] == 0
    # A hundred dead paths of one plane, on which a third of all packets leave, take a while to be found one by one.
    run.check(planes, (2,) if evs > 100 and planes == 2 else (1, 2))
    assert run.states() == (PlaneState.OPEN,) * planes
    assert run.sent_by(planes - 1) > 0.6 * run.sent_by(0)


def test_a_dead_path_is_found_once_and_not_by_each_queue_pair():
    """Half of 64 paths of a plane die under 16 queue pairs that use 32 of them each: it cost each its own losses."""
    run = Silent(16, 2, 64, half_dead(1)).run(2)
    paths = {e.entropy for sender, _ in run.pairs for e in sender.evs if e.state is EvState.ASSUMED_BAD}
    assert len(paths) >= 24
    assert sum(sender.counters.losses_inferred for sender, _ in run.pairs) < 3 * len(paths)


def test_what_is_given_up_before_it_counts_as_lost_comes_back_to_the_books():
    """Packets of one EV are 3 round trips late, and arrive: nothing is counted twice."""

    def late(name, port, frame, now):
        slow = name == "a" and port == 1 and not uplink_of(frame) and 15_000 <= now < 25_000
        return [(3 * RTT_NS if slow else 0, frame)]

    transfer = Transfer(4 << 20, late, uplinks=8, cc=CcProfile(), transport=TransportOptions(base_rtt_ns=RTT_NS))
    transfer.qa.post_write(transfer.data, transfer.region.address, transfer.region.r_key)
    given_up = 0

    def done():
        nonlocal given_up
        state = transfer.qa.requestor.state
        in_flight = [each for each in state.flight.records.in_order() if each.state is PacketState.IN_FLIGHT]
        given_up = max(given_up, sum(each.given_up for each in in_flight))
        assert state.cc._books == sum(each.size for each in in_flight if not each.given_up)
        return transfer.qa.counters.messages_completed == 1

    transfer.pipe.run(done)
    assert given_up > 0
    assert bytes(transfer.region.data) == transfer.data


def test_when_all_planes_fall_silent_none_is_closed_and_the_first_that_comes_back_is_used():
    run = Silent(4, 2, 64, dead([0, 1], until_ns=DEATH_NS + BIN_NS)).run(1)
    assert run.states() == (PlaneState.OPEN,) * 2
    assert run.run(4).goodput(4, 2) >= 0.9


def test_two_peers_are_judged_apart():
    """What one peer does not report, be it on purpose, closes a plane towards that peer alone."""
    silence = {peer: PlaneHealth(2) for peer in ("liar", "honest")}
    for number in range(20):
        silence["liar"].missing(1, number, 100 + number)
    silence["liar"].heard(0, 100 + 2 * RTT_NS)
    assert list(silence["liar"].fallen(lambda _plane: 64, RTT_NS, 0)) == [1]
    assert list(silence["honest"].fallen(lambda _plane: 64, RTT_NS, 0)) == []


def test_the_other_choice_cuts_a_packet_for_each_loss():
    """Half of the EVs of a plane die: by Ultra Ethernet's choice the window pays for it, by the default it does not."""
    packet, lost = 4178, {}
    for response in LossResponse:
        run = Silent(4, 2, 64, half_dead(1), loss_response=response).run(0)
        destination = run.a.destination(run.b.config.address, CcProfile(), (0, 1))
        windows = [destination.window]
        while run.pipe.now < DEATH_NS + BIN_NS:
            run.pipe.run(limit_ns=run.pipe.now + RTT_NS)
            windows.append(destination.window)
        lost[response] = windows[0] - min(windows)
    assert lost[LossResponse.PATH] == 0
    assert lost[LossResponse.PACKET] >= 2 * packet  # each dead path costs one loss, and the window grows in between


ONE_LIVES = [(2, 0, 240), (3, 0, 360), (5, 3, 700)]
"""Planes, the one that lives, and how many us are enough."""


@pytest.mark.parametrize(
    ("planes", "lives", "limit_us", "qps"),
    share(product_of(ONE_LIVES, (1, 2, 7)), [*product_of(ONE_LIVES, (1,)), (3, 0, 360, 2), (2, 0, 240, 7)]),
)
def test_a_write_of_one_packet_follows_a_probe_that_was_answered(planes, lives, limit_us, qps):
    """Only one plane lives. Probes found it, and what they asked about went to the next: 342, 681 and 1,474 us.

    For one queue pair nothing else says which planes are dead.
    """
    for seed in range(0, 40, 2):
        a, b = (Nic(config("ab"[i], i + 1, [2 - i], planes=planes, uplinks=16), seed=seed + i) for i in (0, 1))
        profile = EvProfile(template(planes, 16), active_per_plane=8, backup_per_plane=8)
        pairs = [join(a, b, profile=profile, cc=CcProfile()) for _ in range(qps)]
        region = b.register_memory(64)
        pipe = Pipe([a, b])
        pipe.hook = lambda _name, port, frame, _now: [(0, frame)] if port == lives else []
        for sender, _ in pairs:
            sender.post_write(bytes(64), region.address, region.r_key)
        pipe.run(limit_ns=limit_us * 1000)
        assert all(sender.counters.messages_completed == 1 for sender, _ in pairs), seed


# --- The evidence ---------------------------------------------------------------------------------------------------


def told(evs, *, first=1000, heard=(), others=1000 + 2 * RTT_NS):
    silence = PlaneHealth(3)
    silence.heard(1, first - 1)
    for number in range(evs):
        silence.missing(1, 0xC0010000 + number, first + number)
    for sent in heard:
        silence.heard(1, sent)
    silence.heard(0, others)
    return silence


def fallen(silence, in_use=64, now=50_000):
    return list(silence.fallen(lambda _plane: in_use, RTT_NS * 3 // 2, now))


def test_packets_missing_on_eight_evs_make_a_plane_silent_and_on_seven_do_not():
    assert fallen(told(8)) == [1]
    assert fallen(told(7)) == []


def test_all_evs_that_are_in_use_are_enough_but_never_one():
    assert fallen(told(2), in_use=2) == [1]
    assert fallen(told(2), in_use=3) == []
    assert fallen(told(1), in_use=1) == []


def test_a_plane_that_carries_nothing_anyhow_is_not_judged():
    assert fallen(told(8), in_use=0) == []


def test_what_arrives_acquits_all_that_left_before():
    assert fallen(told(9, heard=[1000])) == [1]  # the first of nine
    assert fallen(told(9, heard=[1001])) == []
    assert fallen(told(20, heard=[1019])) == []


def test_another_plane_must_have_been_heard_of_what_left_later():
    assert fallen(told(8, others=1000 + RTT_NS * 3 // 2 - 1)) == []
    assert fallen(told(8, others=1000 + RTT_NS * 3 // 2)) == [1]


def test_what_is_missing_from_before_the_last_that_was_heard_is_no_evidence():
    silence = told(0)
    for number in range(8):
        silence.missing(1, number, 900)
    assert fallen(silence) == []


def test_a_plane_is_found_silent_once_and_found_slow_by_what_had_left_before():
    silence = told(8)
    assert fallen(silence, now=50_000) == [1]
    assert fallen(silence) == []
    assert not silence.heard_again(1)
    silence.heard(1, 50_001)  # a probe, which left after: that is for those who count probes
    assert not silence.heard_again(1)
    silence = told(8)
    assert fallen(silence, now=50_000) == [1]
    silence.heard(1, 1003)
    assert silence.heard_again(1)


# --- Neighbours ------------------------------------------------------------------------------------------------------
# Queue pairs that get no answer do not slow down others, to the same NIC or elsewhere, and are not starved later.

NACK = 0xDD
PACKET = 4184
"""At least the nominal bytes of a full packet, and less than those of two."""
MIB = 1 << 20
NO_BITMAP, NO_PKT_BUFFER, NO_RESOURCE = 0x06, 0x07, 0x0A


def dest_qpn(frame: bytes) -> int:
    return int.from_bytes(frame[107:110], "big")


class Neighbours:
    """One NIC with a healthy queue pair and others to the same NIC, which are not answered."""

    def __init__(self, silent: int, cc: CcProfile, how: str):
        self.a, self.b = Nic(config("a", 1, [2], uplinks=8), 1), Nic(config("b", 2, [1], uplinks=8), 2)
        self.pairs = [join(self.a, self.b, cc=cc) for _ in range(silent)]
        self.good, good_peer = join(self.a, self.b, cc=cc)
        self.good_qpn = good_peer.qpn
        self.region = self.b.register_memory(4 * MIB)
        self.pipe = Pipe([self.a, self.b])
        self.silent = True
        # By the number that the data has: the queue pair that an answer goes to.
        self._of = {peer.qpn: own.qpn for own, peer in self.pairs}
        wire = WireOptions()
        self._builder = FrameBuilder(wire, [ethernet(mac(port), mac(port)) for port in range(2)])
        self._parser = FrameParser(wire, address(2))
        if how == "destroyed":
            for _, peer in self.pairs:
                self.b.destroy_qp(peer)
        elif how == "failed":
            for _, peer in self.pairs:
                peer.modify_to_error()
        else:
            self.pipe.hook = self._frozen if how == "frozen" else self._refusing(int(how))

    def _frozen(self, name: str, _port: int, frame: bytes, _now: int):
        """The peer takes everything in, and nothing it says comes out."""
        mute = self.silent and name == "b" and dest_qpn(frame) in self._of.values()
        return [] if mute else [(0, frame)]

    def _refusing(self, reason: int) -> Hook:
        """The peer refuses each packet, but answers probes."""

        def hook(name: str, port: int, frame: bytes, now: int):
            if not (self.silent and name == "a" and is_data(frame) and dest_qpn(frame) in self._of):
                return [(0, frame)]
            packet = self._parser.parse(frame)
            assert isinstance(packet, Packet)
            bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(NACK, self._of[packet.bth.dest_qpn], 0))
            nack = self._builder.build(
                port=port,
                outer_addresses=address(2) + bytes(16),
                inner_addresses=address(2) + address(1),
                traffic_class=46 << 2,
                entropy=packet.entropy,
                headers=bth + Neth(reason, packet.entropy, 0, 0, packet.bth.psn, 0).pack(),
                payload=b"",
            )
            self.pipe.at(now + 7_000, lambda: self._answer(port, nack))
            return []

        return hook

    def _answer(self, port: int, frame: bytes) -> None:
        self.a.receive(port, frame, self.pipe.now)
        self.pipe.pump(self.a)

    def post(self, qp, size: int) -> None:
        qp.post_write(bytes(size), self.region.address, self.region.r_key)
        self.pipe.pump(self.a)

    def time_of_healthy(self, begin_ns: int) -> int:
        """How long 1 MiB takes, posted after the others have tried to send for so long."""
        for own, _ in self.pairs:
            own.post_write(bytes(4 * MIB), self.region.address, self.region.r_key)
        self.pipe.at(begin_ns, lambda: self.post(self.good, MIB))
        self.pipe.run(lambda: self.good.counters.messages_completed == 1, limit_ns=begin_ns + 10_000_000)
        assert self.good.counters.messages_completed == 1
        return self.pipe.now - begin_ns

    def data_of(self, since_ns: int, until_ns: int) -> Counter[int]:
        """Data packets by queue pair that they went to."""
        return Counter(
            dest_qpn(frame)
            for at_ns, name, _, frame in self.pipe.sent
            if name == "a" and is_data(frame) and since_ns <= at_ns < until_ns
        )


def profile(algorithm: str, packets: int) -> CcProfile:
    size = packets * PACKET
    return CcProfile.fixed(size) if algorithm == "fixed" else CcProfile("uet-1.0-nscc", {"max_cwnd": size})


@cache
def alone(algorithm: str, packets: int) -> int:
    return Neighbours(0, profile(algorithm, packets), "destroyed").time_of_healthy(0)


#: How many packets a window has, and how many queue pairs are silent.
NEIGHBOUR_SIZES = share(product((1, 2, 8, 64), (1, 3, 15)), [(1, 15), (2, 3), (8, 1), (64, 15)])


@pytest.mark.parametrize("begin_ns", [0, 1_000_000])
@pytest.mark.parametrize(("packets", "silent"), NEIGHBOUR_SIZES)
@pytest.mark.parametrize("algorithm", ["fixed", "nscc"])
def test_queue_pairs_whose_peer_is_gone_slow_nobody_down(algorithm, packets, silent, begin_ns):
    """It was 22 to 694 times as long: their retransmissions went first, and they held the window till each timeout."""
    neighbours = Neighbours(silent, profile(algorithm, packets), "destroyed")
    assert neighbours.time_of_healthy(begin_ns) <= 1.5 * alone(algorithm, packets)


HOW = ("frozen", "failed", str(NO_BITMAP), str(NO_PKT_BUFFER), str(NO_RESOURCE))
ALWAYS = [("nscc", "frozen"), ("fixed", "failed"), ("nscc", str(NO_BITMAP)), ("fixed", str(NO_RESOURCE))]


@pytest.mark.parametrize("silent", share([1, 15], [15]))
@pytest.mark.parametrize(("algorithm", "how"), share(product(("fixed", "nscc"), HOW), ALWAYS))
def test_nor_do_those_whose_peer_is_frozen_or_refuses_everything(algorithm, silent, how):
    for begin_ns in (0, 1_000_000):
        neighbours = Neighbours(silent, profile(algorithm, 64), how)
        assert neighbours.time_of_healthy(begin_ns) <= 1.5 * alone(algorithm, 64)


@pytest.mark.parametrize("how", ["destroyed", str(NO_RESOURCE)])
def test_what_is_sent_without_an_answer_is_little(how):
    """Beside one that is answered: a packet per timeout, or per pause after a refusal, of each."""
    neighbours = Neighbours(3, profile("nscc", 64), how)
    neighbours.time_of_healthy(1_000_000)
    # The healthy one goes on for another millisecond.
    begin_ns = neighbours.pipe.now
    neighbours.post(neighbours.good, 4 * MIB)
    neighbours.post(neighbours.good, 4 * MIB)
    neighbours.post(neighbours.good, 4 * MIB)
    neighbours.pipe.run(limit_ns=begin_ns + 500_000)
    sent = neighbours.data_of(begin_ns, begin_ns + 500_000)
    good = sent.pop(neighbours.good_qpn)
    assert good > 2500
    assert 0 < sum(sent.values()) < good // 20


def test_who_is_never_answered_fails_as_soon_as_it_would_alone():
    def failed_ns(neighbours: Neighbours) -> int:
        for own, _ in neighbours.pairs:
            own.post_write(bytes(MIB), neighbours.region.address, neighbours.region.r_key)
        neighbours.pipe.run(lambda: all(own.error for own, _ in neighbours.pairs), limit_ns=200_000_000)
        assert all(own.state is QpState.ERROR for own, _ in neighbours.pairs)
        (done,) = {completion.status for own, _ in neighbours.pairs for completion in own.poll_completions()}
        assert done is CompletionStatus.RETRY_EXCEEDED
        return neighbours.pipe.now

    for packets in (1, 64):
        one, many = (failed_ns(Neighbours(count, profile("nscc", packets), "destroyed")) for count in (1, 8))
        assert many <= 1.05 * one


@pytest.mark.parametrize("algorithm", ["fixed", "nscc"])
def test_whose_peer_speaks_again_has_its_share_at_once(algorithm):
    """A queue pair that was set aside is not behind afterwards: half of what is sent is its own."""
    neighbours = Neighbours(1, profile(algorithm, 64), "frozen")
    ((own, peer),) = neighbours.pairs
    for qp in (own, neighbours.good):
        for _ in range(4):
            qp.post_write(bytes(4 * MIB), neighbours.region.address, neighbours.region.r_key)
    neighbours.pipe.run(limit_ns=300_000)
    neighbours.silent = False
    # Its next probe is due within 15 us.
    neighbours.pipe.run(limit_ns=450_000)
    sent = neighbours.data_of(350_000, 450_000)
    assert 0.9 <= sent[peer.qpn] / sent[neighbours.good_qpn] <= 1.1
    assert not own.error


def test_what_is_sent_again_to_one_peer_waits_its_turn_like_the_rest():
    """Two peers, one behind a network that loses everything: the other has its turns all the time."""
    a = Nic(config("a", 1, [2, 3], uplinks=8), 1)
    b, c = Nic(config("b", 2, [1], uplinks=8), 2), Nic(config("c", 3, [1], uplinks=8), 3)
    lost, _ = join(a, b, cc=CcProfile.fixed(1024 * PACKET))
    good, _ = join(a, c, cc=CcProfile.fixed(64 * PACKET))
    region = c.register_memory(4 * MIB)
    pipe = Pipe([a, b, c])
    pipe.hook = lambda name, _p, frame, _now: [] if name == "a" and frame[78:94] == address(2) else [(0, frame)]
    lost.post_write(bytes(4 * MIB), 0, 1)
    for _ in range(4):
        good.post_write(bytes(4 * MIB), region.address, region.r_key)
    pipe.run(limit_ns=1_000_000)
    assert lost.counters.retransmissions > 1000
    times = [at for at, name, _, frame in pipe.sent if name == "a" and is_data(frame) and frame[78:94] == address(3)]
    # A packet takes 0.35 us. While a thousand are sent again, every other is the healthy one's.
    assert max(later - earlier for earlier, later in pairwise(times)) < 2_000
    assert lost.counters.timeouts > 0


@pytest.mark.parametrize("how", ["destroyed", "frozen"])
def test_a_peer_that_is_gone_is_held_against_no_path_of_an_idle_neighbour(how):
    """What its timeouts declare lost says nothing about paths: nobody has heard that they carry anything, or not."""
    setup = Neighbours(1, CcProfile(), how)
    sender, _ = setup.pairs[0]
    sender.post_write(bytes(MIB), setup.region.address, setup.region.r_key)
    setup.pipe.run(limit_ns=3_000_000)
    assert sender.counters.timeouts > 1
    assert {entry.state for entry in setup.good.evs} == {EvState.GOOD}


@pytest.mark.parametrize("gone", [1, 16])
def test_probes_of_a_peer_that_is_gone_become_rare(gone):
    """16 probes half of `tail_probe_ns` apart (15 us), then pauses that double to 240 us, for a budget of 34 ms."""
    setup = Neighbours(gone, CcProfile(), "destroyed")
    for sender, _ in setup.pairs:
        sender.post_write(bytes(MIB), setup.region.address, setup.region.r_key)
    setup.pipe.run(lambda: all(sender.state is QpState.ERROR for sender, _ in setup.pairs), limit_ns=60_000_000)
    for sender, _ in setup.pairs:
        assert sender.state is QpState.ERROR
        assert sender.counters.probes_sent <= 16 + 5 + 34_400_000 // 240_000


def test_a_peer_that_was_silent_for_long_is_heard_soon_after_it_speaks():
    setup = Neighbours(1, CcProfile(), "frozen")
    sender, peer = setup.pairs[0]
    sender.post_write(bytes(MIB), setup.region.address, setup.region.r_key)
    setup.pipe.run(limit_ns=5_000_000)
    assert sender.counters.messages_completed == 0
    setup.silent = False
    setup.pipe.run(lambda: sender.counters.messages_completed == 1, limit_ns=6_000_000)
    assert sender.counters.messages_completed == 1
    assert bytes(setup.region.data[:MIB]) == bytes(MIB) and peer.counters.bytes_placed >= MIB
