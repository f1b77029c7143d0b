# SPDX-License-Identifier: Apache-2.0
"""Queue pairs that get no answer do not slow down others, to the same NIC or elsewhere, and are not starved later."""

from collections import Counter
from functools import cache
from itertools import pairwise, product

import pytest
from host_stack_kit import Hook, Pipe, address, config, is_data, join, mac
from long_kit import share

from host_stack import CcProfile, CompletionStatus, Nic, QpState, WireOptions
from host_stack.paths.ev import EvState
from host_stack.wire.frames import FrameBuilder, FrameParser, Packet, ethernet
from host_stack.wire.headers import Bth, BthCodec, Neth
from host_stack.wire.options import BthFlagOrder

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
SIZES = share(product((1, 2, 8, 64), (1, 3, 15)), [(1, 15), (2, 3), (8, 1), (64, 15)])


@pytest.mark.parametrize("begin_ns", [0, 1_000_000])
@pytest.mark.parametrize(("packets", "silent"), SIZES)
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
