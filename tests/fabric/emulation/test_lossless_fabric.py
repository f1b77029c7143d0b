# SPDX-License-Identifier: Apache-2.0
"""Priority flow control between links, switches and NICs: nothing is lost, and that needs the computed headroom."""

from __future__ import annotations

import threading

import pytest

from common.quantities import parse_rate, parse_time
from fabric.emulation.events import Transit
from fabric.emulation.lossless import FlowControl, LosslessParts, Thresholds, Wred, marked
from fabric.emulation.native.lossless import LosslessNativeParts
from host_stack.roce import pause
from host_stack.roce.nic import Pauses
from p4soft.switch import Emission
from topologies.schema import LinkSpec, headroom_bytes

RATE = 100_000_000_000
DATA, URGENT = 1, 7
MTU = 4096
FRAME = MTU + 190


class Switch:
    """Everything that comes by other ports leaves by port 0, at the priority of its first byte."""

    def __init__(self):
        self.lock = threading.RLock()

    def receive(self, _port, frame, _now_us):
        return [Emission(0, frame[0], frame)]

    def advance(self, _now_us):
        return []

    def next_event_us(self):
        return None


class Blaster:
    """Sends so many frames as fast as its port takes them, and heeds pauses."""

    def __init__(self, frames, *, obeys=True):
        self.left = frames
        self.obeys = obeys
        self.got = 0
        self.seen = []
        self.pauses = Pauses([RATE])

    def receive(self, port, frame, now_ns):
        if not self.pauses.receive(port, frame, now_ns):
            self.got += 1
            self.seen.append((frame[0], now_ns))

    def transmit(self, free_ports, now_ns):
        if not free_ports or not self.left or (self.obeys and self.pauses.ports(DATA, now_ns)):
            return None
        self.left -= 1
        return 0, bytes((DATA,)) * FRAME

    def next_wakeup(self):
        return None

    def set_carrier(self, port, up, now_ns):
        pass


@pytest.fixture(params=["python", "native"])
def made(request):
    """Makes the parts of a network with one switch."""

    def made(thresholds):
        control = FlowControl(thresholds)
        if request.param == "python":
            return LosslessParts(control)
        return LosslessNativeParts(control, wires=20, switches=1, nics=10)

    return made


def joined(parts, switch, senders, *, frames=0, delay_ns=1000, obeys=True, back_bps=RATE):
    """A switch between NIC 0 and `senders` others, before anything is sent; `back_bps`: rate from switch to NICs."""
    node = parts.switch("s", 0, switch)
    nics = [Blaster(0 if senders else frames, obeys=obeys), *(Blaster(frames, obeys=obeys) for _ in range(senders))]
    ends = [parts.nic(f"n{i}", i, nic) for i, nic in enumerate(nics)]
    for i in range(len(nics)):
        parts.wire((f"n{i}", 0), ("s", i), rate_bps=RATE, delay_ns=delay_ns, seed="1")
        parts.wire(("s", i), (f"n{i}", 0), rate_bps=back_bps, delay_ns=delay_ns, seed="1")
    parts.attach()
    return node, nics, ends


def incast(
    made, senders, thresholds, *, frames=400, delay_ns=1000, obeys=True, blocked=False, until_ns=10**9, switch=None,
    armed=False,
):  # fmt: skip
    """So many NICs send to one through one switch; all of it when it is over. `blocked`: the one is paused at first."""
    parts = made(thresholds)
    node, (sink, *sources), ends = joined(
        parts, switch or Switch(), senders, frames=frames, delay_ns=delay_ns, obeys=obeys
    )
    if armed:
        node._arm(1)
    if blocked:
        node.pausable[0].pauses.take({DATA: 0xFFFF})
    for end in ends[1:]:
        end.pump()
    parts.loop.run(until_ns)
    return node, sink, sources


def link(delay):
    return LinkSpec(rate=parse_rate("100 Gb/s"), delay=parse_time(delay))


@pytest.mark.parametrize("blocked", [False, True])
@pytest.mark.parametrize("senders", [2, 7])
@pytest.mark.parametrize("delay", ["0 ns", "1 us", "20 us"])
def test_nothing_is_lost(made, senders, delay, blocked):
    headroom = headroom_bytes(link(delay), MTU)
    thresholds = Thresholds(1 << DATA, xoff=100_000, xon=50_000, headroom=headroom)
    node, sink, sources = incast(made, senders, thresholds, delay_ns=parse_time(delay), blocked=blocked)
    assert sink.got == senders * 400
    assert [source.left for source in sources] == [0] * senders
    assert node.pauses > 0
    assert 100_000 < node.peak_held_bytes <= 100_000 + headroom
    assert sum(output.lost_overflow for output in node.pausable.values()) == 0


@pytest.mark.parametrize("delay", ["1 us", "20 us"])
def test_less_headroom_loses(made, delay):
    """The bound is not generous: where nothing drains, two frames and a tenth less lose some."""
    headroom = headroom_bytes(link(delay), MTU) * 9 // 10 - 2 * FRAME
    thresholds = Thresholds(1 << DATA, xoff=100_000, xon=50_000, headroom=headroom)
    node, sink, _ = incast(made, 3, thresholds, delay_ns=parse_time(delay), blocked=True)
    assert node.pausable[0].lost_overflow > 0
    assert sink.got + node.pausable[0].lost_overflow == 3 * 400


def test_a_nic_that_does_not_obey_loses(made):
    thresholds = Thresholds(1 << DATA, xoff=100_000, xon=50_000, headroom=headroom_bytes(link("1 us"), MTU))
    node, sink, _ = incast(made, 3, thresholds, obeys=False)
    assert 0 < node.pausable[0].lost_overflow == 3 * 400 - sink.got


def test_a_priority_without_flow_control_is_not_paused(made):
    node, sink, _ = incast(made, 3, Thresholds(1 << 5, xoff=1000, xon=500, headroom=1000))
    assert node.pauses == 0 and sink.got == 3 * 400


class Emitting(Switch):
    """A frame that arrives leaves by port 0, at this priority. At 1 us it sends frames that it made by itself."""

    def __init__(self, priority=DATA, by_itself=0):
        super().__init__()
        self.priority, self.by_itself = priority, by_itself

    def receive(self, _port, frame, _now_us):
        return [Emission(0, self.priority, frame)]

    def advance(self, _now_us):
        frames, self.by_itself = [Emission(0, DATA, bytes((DATA,)) * FRAME)] * self.by_itself, 0
        return frames

    def next_event_us(self):
        return 1 if self.by_itself else None


@pytest.mark.parametrize("lossless", [1, 1 << DATA, 1 << 7])
@pytest.mark.parametrize("priority", [-1, 9])
def test_priorities_that_there_are_not_are_the_nearest(made, priority, lossless):
    thresholds = Thresholds(lossless, 5_000, xoff=10_000, xon=5_000)
    node, sink, _ = incast(made, 2, thresholds, frames=40, switch=Emitting(priority))
    pausing = lossless == (1 if priority < 0 else 1 << 7)
    assert (node.pauses > 0) == pausing and sink.got + node.pausable[0].lost_overflow == 80


def test_what_a_switch_emits_before_anything_arrived_is_on_no_account(made):
    switch = Emitting(by_itself=8)
    thresholds = Thresholds(1 << DATA, 5_000, xoff=10_000, xon=5_000)
    node, sink, _ = incast(made, 0, thresholds, frames=0, switch=switch, armed=True)
    assert (node.pauses, node.peak_held_bytes, sink.got) == (0, 0, 8)


def fails_with(text):
    def tap(_time_ns, _frame):
        raise OSError(text)

    return tap


def test_of_two_errors_in_one_event_the_first_is_raised(made):
    """A frame starts, which ends a pause: the taps of the pause frame's way, and of its own, both fail."""
    parts = made(Thresholds(1 << DATA, 10**6, xoff=5_000, xon=5_000))
    node, _, nics = joined(parts, Switch(), 1, frames=2)
    node.pausable[0].pauses.take({DATA: 0xFFFF})
    nics[1].pump()
    parts.loop.run(330_000)
    node.pausable[0].tap, node.pausable[1].tap = fails_with("first byte out"), fails_with("pause frame")
    with pytest.raises(OSError, match="pause frame"):
        parts.loop.run(10**6)


def test_an_error_is_raised_where_it_was_made_and_not_again(made):
    parts = made(Thresholds(1 << DATA, 50_000, xoff=10_000, xon=5_000))
    node, _, _ = joined(parts, Switch(), 1, frames=2)
    for out in node.pausable.values():
        out.tap = fails_with("disk full")
    with pytest.raises(OSError, match="disk full"):
        node.pausable[0].send_first(bytes(60))
    parts.loop.run(20)

    def act(_nothing):
        try:
            node.pausable[1].send_first(bytes(60))
        finally:
            raise KeyError("of the event")

    parts.loop.at(2_000, act)
    with pytest.raises(KeyError, match="of the event"):
        parts.loop.run(5_000)
    for out in node.pausable.values():
        out.tap = None
    assert not parts.loop.run(10_000)


def test_the_links_own_frames_are_not_paused(made):
    parts = made(Thresholds(1 << DATA, 5_000, xoff=10_000, xon=5_000))
    node, nic, _ = joined(parts, Switch(), 0)
    node.pausable[0].pauses.take({URGENT: 0xFFFF})
    node.pausable[0].send_first(bytes((URGENT,)) * 60)
    node.pausable[0].send_first(bytes((URGENT,)) * 60)
    parts.loop.run(10_000)
    assert nic[0].got == 2


def test_a_link_that_goes_down_may_end_a_pause_on_itself(made):
    parts = made(Thresholds(1 << 7, 10**6, xoff=2_000, xon=1_000))

    class Back(Switch):
        def receive(self, port, frame, _now_us):
            return [Emission(port, 7, frame)]

    node, _, nics = joined(parts, Back(), 0, frames=10, obeys=False, back_bps=10**8)
    nics[0].pump()
    parts.loop.run(20_000)
    node.pausable[0].set_state(False)
    assert node.pauses == 1 and node.pausable[0].queued_bytes == 0


# --- A pool that all ports share -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("senders", "th"), [(1, 0), (3, 0), (7, 0), (3, -2), (7, 1)])
def test_a_port_may_have_its_part_of_what_is_left(made, senders, th):
    """Nothing drains: n ports with T = alpha (pool - n T) each, so that T = alpha pool / (1 + n alpha)."""
    headroom = headroom_bytes(link("1 us"), MTU)
    thresholds = Thresholds(1 << DATA, headroom, pool=1_200_000, alpha=2.0**th, xon_offset=2288)
    node, sink, sources = incast(made, senders, thresholds, blocked=True, until_ns=100_000)
    share = 2.0**th * 1_200_000 / (1 + senders * 2.0**th)
    assert node.pauses == senders
    assert share - senders * FRAME < node.peak_held_bytes <= share + headroom + senders * FRAME
    assert sink.got == 0 and all(source.left for source in sources)
    assert sum(output.lost_overflow for output in node.pausable.values()) == 0


@pytest.mark.parametrize("offset", [2288, 100_000])
def test_a_pool_loses_nothing_and_is_given_back(made, offset):
    thresholds = Thresholds(1 << DATA, headroom_bytes(link("1 us"), MTU), pool=400_000, alpha=0.5, xon_offset=offset)
    node, sink, _ = incast(made, 7, thresholds)
    assert sink.got == 7 * 400 and node.pauses > 7
    assert node.first_pause_ns is not None and 0 < node.first_pause_ns < 100_000
    assert sum(output.lost_overflow for output in node.pausable.values()) == 0
    assert thresholds.xoff_at(0) == 200_000 and thresholds.xon_at(0) == 200_000 - offset


def test_a_port_is_not_released_before_its_headroom_is_free():
    """Alpha 1, a pool of 80 frames: with 40 held of another port, this one may have 20, and uses headroom for two."""
    parts = LosslessParts(FlowControl(Thresholds(1 << DATA, 5_000, pool=80_000, alpha=1.0)))
    accounts = parts.switch("s", 0, Switch()).accounts
    for port in (1, 2):
        parts.nic(f"n{port}", port, Blaster(0))
        parts.wire(("s", port), (f"n{port}", 0), rate_bps=RATE, delay_ns=0, seed="1")
    frames = [Transit(bytes(1_000), 0, 0) for _ in range(62)]
    for index, transit in enumerate(frames):
        accounts.ingress = 2 if index < 40 else 1
        assert accounts.charge(transit, DATA)
    assert accounts.pauses.count == 1
    for transit in (*frames[:40], frames[40]):
        accounts.release(transit)
    accounts.ingress = 1
    more = [Transit(bytes(1_000), 0, 0) for _ in range(21)]
    assert (
        all(accounts.charge(transit, DATA) for transit in more) and accounts.pauses.count == 1
    )  # still the same pause
    for transit in (*frames[41:], *more):
        accounts.release(transit)
    assert all(accounts.charge(Transit(bytes(1_000), 0, 0), DATA) for _ in range(42)) and accounts.pauses.count == 2


# --- A port that is asked to pause -----------------------------------------------------------------------------------


@pytest.fixture
def port():
    """The direction from a switch to a NIC, and what arrives there, with its time."""
    parts = LosslessParts(FlowControl(Thresholds(1 << DATA, xoff=10**9, xon=0, headroom=0)))
    node = parts.switch("s", 0, Switch())
    nic = Blaster(0)
    parts.nic("n", 0, nic)
    for source, to in ((("n", 0), ("s", 0)), (("s", 0), ("n", 0))):
        parts.wire(source, to, rate_bps=RATE, delay_ns=0, seed="1")
    parts.attach()
    return parts.loop, node, node.pausable[0], nic.seen


def frame(priority):
    return Transit(bytes((priority,)) * 1226, 0, 0)  # 100 ns on the wire


def test_a_held_priority_waits_and_others_pass(port):
    loop, node, out, got = port
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 100}), 0, 0))  # 512 ns
    for priority in (DATA, URGENT, DATA):
        out.send(frame(priority), priority)
    loop.run(10_000)
    assert got == [(URGENT, 100), (DATA, 612), (DATA, 712)]


def test_a_frame_that_is_being_sent_is_finished(port):
    loop, node, out, got = port
    out.send(frame(DATA), DATA)
    out.send(frame(DATA), DATA)
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 0xFFFF}), 0, 0))
    loop.run(1_000)
    assert got == [(DATA, 100)]
    assert out.queued_bytes == 1226
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 0}), 0, 0))
    loop.run(2_000)
    assert [priority for priority, _ in got] == [DATA, DATA]
    assert out.queued_bytes == 0


def test_a_link_that_goes_down_forgets(port):
    loop, node, out, got = port
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 0xFFFF}), 0, 0))
    out.send(frame(DATA), DATA)
    out.set_state(False)
    assert out.lost_down == 1
    out.set_state(True)
    out.send(frame(DATA), DATA)
    loop.run(1_000)
    assert [priority for priority, _ in got] == [DATA]


IPV6 = bytes.fromhex("02000000000102000000000286dd6020000000001140")
IPV4 = bytes.fromhex("02000000000102000000000208004502005400004000401126950a0000010a000002")
"""Both with ECT(0); the checksum of the IPv4 header is by hand, RFC 1071."""


def test_a_mark_sets_both_bits_of_ecn_and_mends_the_checksum():
    """CE adds 1 to the first word of an IPv4 header with ECT(0), 2 to one with ECT(1): the checksum loses as much."""
    assert marked(IPV6.ljust(60, b"x")) == (IPV6[:15] + b"\x30" + IPV6[16:]).ljust(60, b"x")
    four = marked(IPV4)
    assert four == IPV4[:15] + b"\x03" + IPV4[16:24] + bytes.fromhex("2694") + IPV4[26:]
    assert marked(four) == four
    for unable in (IPV6[:15] + b"\x00" + IPV6[16:], IPV4[:15] + b"\x00" + IPV4[16:], pause.pack(bytes(6), {1: 1}), b""):
        assert marked(unable.ljust(60, b"x")) == unable.ljust(60, b"x")


def marks_behind(out, frames):
    """So many frames that know ECN, of 1,226 bytes, behind each other: which are marked."""
    sent = [Transit(IPV6.ljust(1226, b"x"), 0, 0) for _ in range(frames)]
    for transit in sent:
        out.send(transit, DATA)
    return [transit.frame[15] == 0x30 for transit in sent]


def test_a_port_that_was_paused_marks_by_its_own_queue(port):
    """None below 3 kB, all from 6 kB; and none once its queue has been empty: the program's marks do it then."""
    loop, node, out, _ = port
    out.wred = Wred(3_000, 6_000, 0.0)
    assert not any(marks_behind(out, 8))
    loop.run(10_000)
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 100}), 0, 0))
    assert marks_behind(out, 8) == [False] * 5 + [True] * 3  # 6,130 bytes wait after five
    loop.run(30_000)
    assert not any(marks_behind(out, 8))


def test_marks_between_the_thresholds_are_as_likely_as_wred_says():
    wred = Wred(1_000_000, 2_000_000, 0.05)
    lengths = 999_999, 1_000_000, 1_500_000, 1_999_999, 2_000_000
    assert [round(wred.probability(length), 4) for length in lengths] == [0, 0, 0.025, 0.05, 1]


def test_a_long_pause_is_asked_for_again(made):
    """65,535 quanta are 336 us at 100 Gb/s; the way out is blocked for nearly ten times as long."""
    thresholds = Thresholds(1 << DATA, xoff=10_000, xon=5_000, headroom=headroom_bytes(link("1 us"), MTU))
    parts = made(thresholds)
    node = parts.switch("s", 0, Switch())
    sink, source = Blaster(0), Blaster(50)
    nics = [parts.nic(f"n{i}", i, nic) for i, nic in enumerate((sink, source))]
    for i in (0, 1):
        for begin, to in (((f"n{i}", 0), ("s", i)), (("s", i), (f"n{i}", 0))):
            parts.wire(begin, to, rate_bps=RATE, delay_ns=1000, seed="1")
    parts.attach()
    node.pausable[0].pauses.take({DATA: 0xFFFF})
    for n in range(1, 10):
        parts.loop.at(n * 300_000, lambda _: node.pausable[0].pauses.take({DATA: 0xFFFF}), None)
    nics[1].pump()
    parts.loop.run(2_900_000)
    assert sink.got == 0 and source.left > 0
    assert node.pausable[0].lost_overflow == 0
    parts.loop.run(10_000_000)
    assert sink.got == 50
