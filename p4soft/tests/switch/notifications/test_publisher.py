# SPDX-License-Identifier: Apache-2.0
"""The notification socket, its subscribers, and the event log."""

from __future__ import annotations

import contextlib
import resource
import socket
import struct
import time

import pytest
from long_kit import share
from process_kit import ANY_ADDRESS
from program_kit import assign, bytes_program, field, std
from reference_kit import needs
from tests.switch.notifications import event_kit, watch_kit
from tests.switch.notifications.isolated_kit import OURS, RUN_S, watched
from waiting_kit import until

from p4soft.switch import SimpleSwitch, notifications
from p4soft.switch.notifications import EventLog, Kind, Publisher

# --- Between processes -----------------------------------------------------------------------------------------------
# The notification socket, between processes: what a subscriber gets from our simple_switch and from BMv2's.

pynng = pytest.importorskip("pynng")

LEARNING = struct.Struct("<4sQIiQI")


@pytest.fixture(scope="module")
def watch(tmp_path_factory):
    return lambda *words: watched(watch_kit.__file__, tmp_path_factory.mktemp("watch"), words).split()


@pytest.fixture(scope="module")
def ours(watch):
    return watch(*OURS)


def samples(line: str) -> tuple[tuple[int, ...], list[bytes]]:
    """A LEA message: device, context, list, buffer, and its samples of 6 + 2 bytes."""
    message = bytes.fromhex(line)
    kind, *header, count = LEARNING.unpack_from(message)
    assert (kind, len(message)) == (b"LEA|", LEARNING.size + 8 * count)
    return tuple(header), [message[at : at + 8] for at in range(LEARNING.size, len(message), 8)]


def learned(*sources: int) -> list[bytes]:
    return [source.to_bytes(6) + (1).to_bytes(2) for source in sources]


def test_ports_digests_and_idle_entries_are_published(ours):
    down, up, *rest = ours
    header = b"PRT|" + struct.pack("<QI16x", 7, 1)
    assert bytes.fromhex(down) == header + struct.pack("<ii", 1, 0)
    assert bytes.fromhex(up) == header + struct.pack("<ii", 1, 1)
    assert [samples(line) for line in rest[:5]] == [
        ((7, 0, 1, 0), learned(1, 2, 3)),
        ((7, 0, 1, 1), learned(*range(4, 20))),
        ((7, 0, 1, 2), learned(1, 2, 3)),
        ((7, 0, 1, 3), learned(1)),
        ((7, 0, 1, 4), learned(3)),
    ]
    assert rest[5] == "nothing"
    assert samples(rest[6]) == ((7, 0, 1, 5), learned(30, 31))
    table_id = next(t for t in watch_kit.tables() if t["name"] == "MyIngress.idle_t")["id"]
    assert bytes.fromhex(rest[7]) == b"AGE|" + struct.pack("<QIiIII", 7, 0, table_id, 2, 0, 1)
    assert rest[8] == "nothing"
    assert samples(rest[9]) == ((7, 0, 1, 0), learned(40))


@pytest.mark.bmv2
@needs("simple_switch")
def test_bmv2_publishes_the_same(ours, watch):
    assert watch("simple_switch") == ours


WRONG = ["nowhere", "ipc:///no/such/folder/x", "tcp://256.0.0.1:1", "udp://127.0.0.1:1"]


@pytest.mark.parametrize("address", share(WRONG, ["ipc:///no/such/folder/x"]))
def test_an_address_that_cannot_be_one(start, loopback_program, address):
    process = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    assert process.popen.wait(RUN_S) == 1
    message = process.popen.stderr.read()
    assert message.startswith(f"error: --notifications-addr {address}: cannot listen: ")
    assert message.endswith("; accepted: ipc://PATH or tcp://HOST:PORT\n")


def test_an_address_that_is_taken_and_one_that_was_left_behind(start, loopback_program, tmp_path):
    address = f"ipc://{tmp_path}/n"
    first = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    first.ready()
    second = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    assert second.popen.wait(RUN_S) == 1
    assert "cannot listen: Address in use" in second.popen.stderr.read()
    first.popen.kill()
    first.popen.wait(RUN_S)
    third = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    third.ready()
    assert third.stop() == 0


# --- Subscribers -----------------------------------------------------------------------------------------------------
# Whoever connects to the notification socket: garbage, crowds, subscribers that never read. The others hear all.

WAIT_S = 20.0


class World:
    """A switch with one port that goes up and down, and its publisher."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.up = False
        self.now = 0
        self.publisher = Publisher(SimpleSwitch(), self.address, lambda: [(1, self.up)], lambda: 0)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def toggle(self) -> None:
        self.up = not self.up
        self.now += 200_000
        self.publisher.tick(self.now)

    def subscriber(self):
        made = pynng.Sub0(recv_timeout=int(WAIT_S * 1000))
        made.subscribe(b"PRT|")
        made.dial(self.address, block=True)
        return made


@pytest.fixture
def world():
    made = World()
    yield made
    made.publisher.close()


def pipes(world: World) -> int:
    return len(world.publisher._socket._socket.pipes)


def hears(world: World, subscriber) -> bool:
    world.toggle()
    return subscriber.recv()[:4] == b"PRT|"


def test_garbage_is_nothing_to_the_others(world):
    with world.subscriber() as subscriber, contextlib.ExitStack() as stack:
        until(lambda: pipes(world) == 1)
        for said in (b"", b"GET / HTTP/1.1\r\n\r\n", bytes(1000), b"\0SP\0\0\x21\0\0" + b"\xff" * 100_000) * 20:
            raw = stack.enter_context(socket.create_connection(("127.0.0.1", world.port)))
            with contextlib.suppress(OSError):
                raw.sendall(said)
            assert hears(world, subscriber)


def test_a_crowd_has_so_many_places_and_no_more(world, monkeypatch):
    monkeypatch.setattr(notifications, "MAX_SUBSCRIBERS", 20)
    with contextlib.ExitStack() as stack:
        first = [stack.enter_context(world.subscriber()) for _ in range(20)]
        until(lambda: pipes(world) == 20)
        for _ in range(40):
            late = stack.enter_context(pynng.Sub0())
            with contextlib.suppress(pynng.NNGException):
                late.dial(world.address, block=False)
        until(lambda: world.publisher.counts["refused: too many subscribers"] >= 40)
        assert pipes(world) <= 21  # one may be on its way out
        world.toggle()
        assert {subscriber.recv()[:4] for subscriber in first} == {b"PRT|"}


def test_a_place_that_is_left_can_be_taken(world, monkeypatch):
    monkeypatch.setattr(notifications, "MAX_SUBSCRIBERS", 1)
    with world.subscriber():
        until(lambda: pipes(world) == 1)
    until(lambda: not pipes(world))
    with world.subscriber() as subscriber:
        until(lambda: pipes(world) == 1)
        assert hears(world, subscriber)


def test_subscribers_that_never_read_cost_neither_memory_nor_time(world):
    with contextlib.ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(world.subscriber())
        until(lambda: pipes(world) == 30)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = time.monotonic()
        for _ in range(20_000):  # 40 bytes each, to 30 subscribers: 24 MB
            world.toggle()
        assert time.monotonic() - started < WAIT_S
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 << 10  # KiB, both ends of the sockets


# --- The event log ---------------------------------------------------------------------------------------------------
# The event log, --nanolog: what a subscriber gets from our simple_switch and from BMv2's, and what it costs nobody.


@pytest.fixture(scope="module")
def log_of(tmp_path_factory):
    return lambda *words: watched(event_kit.__file__, tmp_path_factory.mktemp("events"), words).splitlines()


@pytest.fixture(scope="module")
def our_log(log_of):
    return log_of(*OURS)


def test_packets_are_told_from_port_to_port(our_log):
    kinds = [(int(line.split()[4]), Kind(int(line.split()[0])).name) for line in our_log]
    forwarded = [kind for number, kind in kinds if number == 0]
    assert forwarded[:3] == ["PACKET_IN", "PARSER_START", "PARSER_EXTRACT"]
    assert forwarded[-4:] == ["DEPARSER_START", "DEPARSER_EMIT", "DEPARSER_DONE", "PACKET_OUT"]
    assert forwarded.count("TABLE_HIT") == 1
    for number in (1, 2):  # dropped at the end of ingress
        assert [kind for n, kind in kinds if n == number][-1] == "PIPELINE_DONE"


@pytest.mark.bmv2
@needs("simple_switch")
def test_bmv2_logs_the_same(our_log, log_of):
    assert log_of("simple_switch") == our_log


def test_a_switch_that_nobody_listens_to_runs_natively(tmp_path):
    program = bytes_program()
    program.run("in", assign(std("egress_spec"), field("h", "x")), start=True)
    switch = program.load(engine="native")
    address = f"ipc://{tmp_path}/events"
    log = EventLog(switch, address, lambda: None)
    try:
        for _ in range(2):
            assert log.next_tick_us() is None
            assert switch.takes_records
            with pynng.Sub0(dial=address, block_on_dial=True, topics="", recv_timeout=5000) as subscriber:
                until(lambda: log.next_tick_us() == 0)
                log.tick(0)
                assert log.next_tick_us() is None
                assert len(switch.receive(4, bytes([0, 3, 0, 0, 0]), 0)) == 1
                first = subscriber.recv()
                assert struct.unpack_from("<i", first) == (Kind.PACKET_IN,)
                assert struct.unpack("<i", first[-4:]) == (4,)
                switch.load(switch.program)
            until(lambda: log.next_tick_us() == 0)
            log.tick(0)
    finally:
        log.close()


def test_another_program_is_told(tmp_path):
    program = bytes_program()
    program.run("in", assign(std("egress_spec"), field("h", "x")), start=True)
    switch = program.load(engine="python")
    address = f"ipc://{tmp_path}/events"
    log = EventLog(switch, address, lambda: None)
    try:
        with pynng.Sub0(dial=address, block_on_dial=True, topics="", recv_timeout=5000) as subscriber:
            until(lambda: log.next_tick_us() == 0)
            log.tick(0)
            switch.load(program.load(engine="python").program)
            assert log.next_tick_us() == 0
            log.tick(0)
            assert struct.unpack_from("<i", subscriber.recv()) == (Kind.CONFIG_CHANGE,)
            assert log.next_tick_us() is None
    finally:
        log.close()


def test_an_address_of_a_log_that_cannot_be_one(start, loopback_program):
    process = start(loopback_program, "--nanolog", "nowhere", *ANY_ADDRESS)
    assert process.popen.wait(RUN_S) == 1
    message = process.popen.stderr.read()
    assert message.startswith("error: --nanolog nowhere: cannot listen: ")
    assert message.endswith("; accepted: ipc://PATH or tcp://HOST:PORT\n")
