# SPDX-License-Identifier: Apache-2.0
"""The relay on real sockets: frames cross, are counted and seen, and whoever goes or stands still holds up nobody."""

import random
import selectors
import socket
import threading
import time

import pytest

from fabric.live.capture import open_tap
from fabric.live.messages import RELAY_REQUESTS, Lay, RelayCable, RelayEnd
from fabric.live.relay import Relay

DEADLINE_S = 10.0
FAST = 100_000_000


@pytest.fixture
def relay():
    with selectors.EpollSelector() as selector:
        made = Relay(selector)
        yield made
        made.close()


@pytest.fixture
def laid(relay, tmp_path):
    """Lays one cable, `x--y`; gives what is at its ends."""
    opened = []

    def laid(rate_bps=FAST, delay_ns=0):
        near, a = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        far, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        opened.extend((near, far))
        for sock in opened:
            sock.setblocking(False)
        cable = RelayCable(
            link="x--y", a=RelayEnd(name="x", descriptor=a.detach()), b=RelayEnd(name="y", descriptor=b.detach()),
            rate_bps=rate_bps, delay_ns=delay_ns,
        )  # fmt: skip
        relay.lay(Lay(cables=[cable], taps=str(tmp_path / "taps"), bands={}, seed=1))
        return near, far

    yield laid
    for sock in opened:
        sock.close()


def until(relay, holds):
    deadline = time.monotonic() + DEADLINE_S
    while not (found := holds()):
        assert time.monotonic() < deadline
        relay.step()
    return found


def waiting(sock):
    """All that waits in a socket."""
    found = []
    while True:
        try:
            found.append(sock.recv(1 << 16))
        except BlockingIOError:
            return found


def test_frames_cross_both_ways_and_are_counted(relay, laid):
    near, far = laid()
    near.send(b"a" * 100)
    near.send(b"b" * 60)
    far.send(b"c" * 70)
    got = []
    until(relay, lambda: got.extend(waiting(far)) or len(got) == 2)
    assert got == [b"a" * 100, b"b" * 60]
    assert until(relay, lambda: waiting(near)) == [b"c" * 70]
    ends = relay.counted()
    assert ends.keys() == {"x", "y"}
    assert (ends["x"].sent_frames, ends["x"].sent_bytes, ends["x"].received_bytes) == (2, 160, 70)
    assert (ends["y"].received_frames, ends["y"].received_bytes, ends["y"].sent_frames) == (2, 160, 1)


def test_a_cable_takes_its_time(relay, laid):
    near, far = laid(rate_bps=1_000_000, delay_ns=20_000_000)
    begun = time.monotonic()
    near.send(bytes(2500))  # 20 ms of bits, 20 ms of cable
    until(relay, lambda: waiting(far))
    assert time.monotonic() - begun >= 0.040
    assert relay.late_ns() >= 0


def test_faults_of_a_link(relay, laid):
    near, far = laid()
    relay.set_state("x--y", False)
    near.send(b"gone")
    until(relay, lambda: relay.counted()["x"].lost_down)
    relay.set_state("x--y", True)
    relay.set_loss("x--y", 0.0, 1.0)
    far.send(b"gone, too")
    until(relay, lambda: relay.counted()["y"].lost_random)
    relay.set_loss("x--y", 0.0, 0.0)
    relay.set_rate("x--y", FAST // 2)
    near.send(b"there")
    assert until(relay, lambda: waiting(far)) == [b"there"]
    assert waiting(near) == []
    with pytest.raises(KeyError):
        relay.set_rate("x--z", 1)


def test_whoever_stands_still_finds_what_came_up_to_a_limit_and_nobody_waits_for_him(relay, laid):
    near, far = laid(rate_bps=10**12)
    sent, number = 0, 600  # of 60,000 bytes: 36 MB, of which the relay keeps 8 MiB and the kernel some
    while sent < number:
        try:
            near.send(sent.to_bytes(4, "big").ljust(60_000, b"\0"))
            sent += 1
        except BlockingIOError:
            relay.step()
    lost = until(relay, lambda: relay.counted()["x"].lost_overflow)
    far.send(b"the other way")
    assert until(relay, lambda: waiting(near)) == [b"the other way"]
    until(relay, lambda: relay.counted()["y"].received_frames + relay.counted()["x"].lost_overflow == number)
    found = []
    until(relay, lambda: found.extend(waiting(far)) or len(found) >= relay.counted()["y"].received_frames)
    numbers = [int.from_bytes(frame[:4], "big") for frame in found]
    assert numbers == sorted(numbers)
    assert lost <= relay.counted()["x"].lost_overflow < 460  # 8 MiB are 139 frames


def test_an_end_that_is_gone_takes_what_is_sent_to_it(relay, laid):
    near, far = laid()
    far.close()
    near.send(b"to nobody")
    until(relay, lambda: relay.counted()["x"].lost_overflow == 1)


def test_who_looks_sees_both_ways_with_their_times(relay, laid, tmp_path):
    near, far = laid(rate_bps=1_000_000, delay_ns=1_000_000)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as client:  # as `SocketTap` does, in one thread
        client.connect(str(tmp_path / "taps"))
        client.send(b"x--y")
        client.setblocking(False)
        until(relay, lambda: waiting(client) == [b"x--y"])
    begun = time.monotonic_ns()
    near.send(b"1" * 125)  # 1 ms
    until(relay, lambda: waiting(far))
    far.send(b"2" * 125)
    until(relay, lambda: waiting(near))
    assert relay.counted()["y"].sent_frames == 1  # who looked is gone again, and nobody minds
    assert time.monotonic_ns() - begun >= 4_000_000


def test_a_tap(relay, laid, tmp_path):
    near, far = laid(rate_bps=1_000_000, delay_ns=1_000_000)
    ended = threading.Event()
    turning = threading.Thread(target=lambda: [relay.step() for _ in iter(ended.is_set, True)])
    turning.start()
    try:
        with pytest.raises(OSError, match="No such device"):
            open_tap(f"unix:{tmp_path}/taps", "x--z")
        tap = open_tap(f"unix:{tmp_path}/taps", "x--y")
        begun = time.monotonic_ns()
        near.send(b"1" * 125)
        seen = [take(tap)]
        far.send(b"2" * 125)
        seen.append(take(tap))
    finally:
        ended.set()
        near.send(b"wake")
        turning.join()
    assert [(each.leaving, each.frame[:1], len(each.frame)) for each in seen] == [(False, b"1", 125), (True, b"2", 125)]
    assert seen[0].at_ns - begun >= 2_000_000  # it arrived there after its bits and the delay
    assert (tap.take(), tap.lost(), tap.ended) == (None, 0, False)
    relay.close()
    assert (tap.take(), tap.ended) == (None, True)
    tap.sock.close()


def take(tap):
    deadline = time.monotonic() + DEADLINE_S
    while (seen := tap.take()) is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    return seen


def test_an_end_that_is_not_there_is_named(relay, tmp_path):
    here, _there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    cable = RelayCable(
        link="x--y", a=RelayEnd(name="x", descriptor=here.detach()), b=RelayEnd(name="p0-t0-0.0", path="/nowhere/0"),
        rate_bps=1, delay_ns=0,
    )  # fmt: skip
    with pytest.raises(FileNotFoundError) as problem:
        relay.lay(Lay(cables=[cable], taps=str(tmp_path / "taps"), bands={}, seed=1))
    assert problem.value.filename == "p0-t0-0.0"


def test_requests_of_any_bytes_are_refused():
    drawn = random.Random(1)
    good = b'{"ask":"rate","link":"x--y","rate_bps":5}'
    RELAY_REQUESTS.read(good)
    for _ in range(300):
        mutated = bytearray(good)
        mutated[drawn.randrange(len(mutated))] = drawn.randrange(256)
        try:
            RELAY_REQUESTS.read(bytes(mutated))
        except ValueError:
            continue
