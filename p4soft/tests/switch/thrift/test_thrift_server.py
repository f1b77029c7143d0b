# SPDX-License-Identifier: Apache-2.0
"""What a client may send that it should not, and that the switch goes on."""

from __future__ import annotations

import contextlib
import logging
import random
import resource
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest
from thrift_kit import NO_OPTIONS, TIMEOUT_S, Client, call_bytes, connect, exact
from thriftpy2.thrift import TApplicationException
from waiting_kit import until

from p4soft.switch.thrift import protocol
from p4soft.switch.thrift import server as thrift_server
from p4soft.switch.thrift.interface import standard

# --- What a client sends ---------------------------------------------------------------------------------------------
# What a client may send that it should not, and that the switch goes on.

LIST = bytes([15]) + struct.pack(">h", 3)


def is_closed(sock: socket.socket) -> bool:
    """Whether the server has closed the connection, or does so before long."""
    try:
        return sock.recv(1) == b""
    except ConnectionResetError:
        return True


def answer(port: int, data: bytes, *, more: bool = False) -> bytes:
    """Everything the server sends before it closes the connection, which it has to."""
    with connect(port) as sock:
        sock.sendall(data)
        if not more:
            sock.shutdown(socket.SHUT_WR)
        received = b""
        while part := sock.recv(4096):
            received += part
        return received


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "starts with 0x4745"),
        (b"\x00\x00\x00\x10" + bytes(16), "starts with 0x0000"),
        (struct.pack(">HHi", 0x8001, 1, -1), "the method's name is -1 bytes long"),
        (struct.pack(">HHI", 0x8001, 1, 1 << 30), "the method's name is 1073741824 bytes long"),
        (call_bytes("a", bytes([11, 0, 1]) + struct.pack(">i", 1 << 30)), "a string is 1073741824 bytes long"),
        (call_bytes("a", LIST + b"\x00" + struct.pack(">i", (1 << 31) - 1)), "a list or map has 2147483647 elements"),
        (call_bytes("a", LIST + b"\x00" + struct.pack(">i", 5)), "0 is no type of a value"),
        (call_bytes("a", LIST + b"\x02" + struct.pack(">i", -5)), "a list or map has -5 elements"),
        (call_bytes("a", bytes([12, 0, 1]) * 100), "nested deeper than 16"),
        (call_bytes("a", bytes([99, 0, 1])), "99 is no type"),
        (call_bytes("standard:bm_get_config")[:-2], "ended within a message"),
        (call_bytes("standard:bm_get_config", kind=2), "message type 2 is no call"),
        (call_bytes("a").replace(b"a", b"\xff"), "not UTF-8"),
    ],
)
def test_garbage_closes_the_connection_with_a_reason(server, std, caplog, data, said):
    with caplog.at_level(logging.WARNING):
        assert answer(server.port, data) == b""
    assert said in caplog.text
    assert "Traceback" not in caplog.text
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bm_get_config", "accepted: SERVICE:METHOD"),
        ("nobody:bm_get_config", "with a service of standard, simple_pre_lag, simple_switch"),
        ("standard:nothing", "service standard has no method nothing"),
        ("standard:__class__", "has no method __class__"),
        ("standard:bm_mt_get_num_entries", "cxt_id is missing"),
    ],
)
def test_calls_that_nobody_has_are_answered(server, name, said):
    assert said.encode() in answer(server.port, call_bytes(name))


def test_parts_that_are_missing_are_named(std):
    with pytest.raises(TApplicationException, match=r"match_key\[0\]\.type is missing"):
        std.bm_mt_add_entry(0, "MyIngress.exact_t", [standard.BmMatchParam()], "a", [], NO_OPTIONS)
    with pytest.raises(TApplicationException, match=r"value\.packets is missing"):
        std.bm_counter_write(0, "MyIngress.port_counter", 0, standard.BmCounterValue(bytes=1))
    with pytest.raises(TApplicationException, match="table_name is missing"):
        std.bm_mt_get_num_entries(0, None)


def test_random_bytes_and_mutated_calls(server, std, switch):
    random_bytes = random.Random(1)
    good = call_bytes(
        "standard:bm_mt_get_num_entries", b"\x08\x00\x01" + bytes(4) + b"\x0b\x00\x02\x00\x00\x00\x01t\x00"
    )
    for number in range(300):
        data = bytearray(good)
        for _ in range(1 + number % 4):
            data[random_bytes.randrange(len(data))] = random_bytes.randrange(256)
        answer(server.port, bytes(data) if number % 3 else random_bytes.randbytes(number))
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0
    assert switch.faults == 0


def messages(data: bytes) -> list[bytes] | str:
    """What the reader takes from a connection on which this comes and no more; what is wrong, after those."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(data)
        theirs.shutdown(socket.SHUT_WR)
        reader, found = protocol.MessageReader(ours, protocol.Allowance()), []
        try:
            while (message := reader.read()) is not None:
                found.append(message)
        except protocol.FramingError as error:
            return f"{found}: {error}"
        return found


def add_entry_bytes(number: int) -> bytes:
    """A call with a list of structs, structs in structs, a list of strings and numbers."""
    key = b"\x0b\x00\x01\x00\x00\x00\x06" + number.to_bytes(6, "big") + b"\x00"
    match = b"\x08\x00\x01\x00\x00\x00\x00" + b"\x0c\x00\x02" + key + b"\x00"
    return call_bytes(
        "standard:bm_mt_add_entry",
        b"\x08\x00\x01" + bytes(4)  # context
        + b"\x0b\x00\x02\x00\x00\x00\x11MyIngress.exact_t"
        + b"\x0f\x00\x03\x0c\x00\x00\x00\x01" + match
        + b"\x0b\x00\x04\x00\x00\x00\x11MyIngress.forward"
        + b"\x0f\x00\x05\x0b\x00\x00\x00\x01\x00\x00\x00\x01\x05"
        + b"\x0c\x00\x06\x00\x00",
    )  # fmt: skip


def test_messages_that_come_whole_are_what_they_are_when_they_come_in_parts(monkeypatch):
    """The short way and the long one, which takes what is not all here, agree about good and bad messages."""
    rng = random.Random(2)
    good = add_entry_bytes(7)
    numbers = call_bytes("a", LIST + b"\x08" + struct.pack(">i", 3) + bytes(12) + b"\x00")
    cases = [good, good * 3, good * 400, numbers * 2]  # 400 are more than is received at a time
    cases += [call_bytes("a", bytes([12, 0, 1]) * depth + bytes(depth + 1)) for depth in range(14, 19)]
    for number in range(400):
        data = bytearray(good * 2)
        for _ in range(1 + number % 3):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 8, 11, 12, 13, 15, 99, 255, rng.randrange(256)))
        cases.append(bytes(data[: rng.randrange(len(data))] if number % 5 == 0 else data))
    short = [messages(data) for data in cases]
    assert short[:4] == [[good], [good] * 3, [good] * 400, [numbers] * 2]
    assert [isinstance(found, str) for found in short[4:9]] == [False, False, True, True, True]
    monkeypatch.setattr(protocol, "_whole", lambda _data: 0)
    assert [messages(data) for data in cases] == short


def test_a_client_may_call_again_before_the_answer_is_there(server, std):
    with connect(server.port) as sock:
        sock.sendall(b"".join(add_entry_bytes(number) for number in range(1000)))
        sock.shutdown(socket.SHUT_WR)
        received = b""
        while part := sock.recv(1 << 16):
            received += part
    reply = struct.pack(">HHI", 0x8001, 2, 24) + b"standard:bm_mt_add_entry" + struct.pack(">I", 1)
    assert received == b"".join(reply + b"\x08\x00\x00" + n.to_bytes(4, "big") + b"\x00" for n in range(1000))
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 1000


def test_a_client_has_its_time_to_read_an_answer_whatever_its_call_took(monkeypatch):
    monkeypatch.setattr(thrift_server, "_ANSWER_TIMEOUT_S", TIMEOUT_S)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        filled = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                filled += ours.send(bytes(1 << 16))
        ours.settimeout(0.01)  # what was left of the time for the call
        sending = threading.Thread(target=thrift_server._send, args=(ours, b"answer"))
        sending.start()
        until(lambda: ours.gettimeout() == TIMEOUT_S)
        theirs.settimeout(TIMEOUT_S)
        received = bytearray()
        while len(received) < filled + 6:
            received += theirs.recv(1 << 16)
        assert received[-6:] == b"answer"
        sending.join()


def test_a_message_that_never_ends_is_cut_off_in_time_and_size(server, std, monkeypatch, caplog):
    monkeypatch.setattr(protocol, "MESSAGE_TIMEOUT_S", 0.2)
    assert answer(server.port, call_bytes("standard:bm_get_config")[:-3], more=True) == b""
    assert "took longer" in caplog.text
    monkeypatch.setattr(protocol, "MESSAGE_TIMEOUT_S", TIMEOUT_S)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    chunk = bytes([11, 0, 1]) + struct.pack(">i", 1 << 20) + bytes(1 << 20)
    with connect(server.port) as sock, pytest.raises(OSError):
        sock.sendall(call_bytes("standard:bm_get_config", b"")[:])
        for _ in range(200):
            sock.sendall(chunk)
    assert "longer than" in caplog.text
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 << 10  # KiB
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0


def test_half_open_connections_take_no_more_than_their_number(server, std, monkeypatch):
    monkeypatch.setattr(thrift_server, "MAX_CLIENTS", 5)
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0
    sockets = [connect(server.port) for _ in range(20)]
    for sock in sockets:
        with contextlib.suppress(OSError):
            sock.sendall(b"\x80")
    assert all(is_closed(sock) for sock in sockets[:12])  # the first had to go for the last
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0
    for sock in sockets:
        sock.close()


def test_stop_closes_every_connection(server):
    sock = connect(server.port)
    sock.sendall(b"\x80")
    server.stop()
    server.stop()
    assert is_closed(sock)
    sock.close()
    with pytest.raises(OSError):
        connect(server.port).recv(1)


def test_many_clients_at_once(server, switch):
    def work(first: int) -> None:
        client = Client(server.port)
        for number in range(first, first + 50):
            client.standard.bm_mt_add_entry(
                0, "MyIngress.exact_t", [exact(number, 6)], "MyIngress.forward", [b"\x01"], NO_OPTIONS
            )
        client.close()

    threads = [threading.Thread(target=work, args=(number * 50,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert len(switch.state.table("MyIngress.exact_t")) == 400


# --- Crowds ----------------------------------------------------------------------------------------------------------
# Many Thrift clients that say nothing, half of something, or a byte now and then: others are served all the same.

HALF = call_bytes("standard:bm_get_config")[:9]


@contextlib.contextmanager
def crowd(port: int, count: int, said: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connections that have said so much and say no more."""
    sockets = []
    try:
        for _ in range(count):
            sockets.append(connect(port))
            with contextlib.suppress(OSError):
                sockets[-1].sendall(said)
        yield sockets
    finally:
        for sock in sockets:
            sock.close()


def serves(port: int) -> bool:
    client = Client(port)
    try:
        return client.standard.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0
    finally:
        client.close()


@pytest.mark.parametrize("said", [b"", b"\x80", HALF])
def test_a_hundred_connections_that_say_no_whole_message_keep_nobody_out(server, std, said):
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0
    with crowd(server.port, 100, said):
        for _ in range(3):
            assert serves(server.port)
        # Who has called before keeps its place, however long it says nothing.
        assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0
    assert server.counts["closed for another client, without ever a call"] >= 36
    assert not server.counts["refused: too many clients"]


def test_clients_at_work_are_not_sent_away_for_new_ones(server):
    with contextlib.ExitStack() as stack:
        clients = [Client(server.port) for _ in range(64)]
        for client in clients:
            stack.callback(client.close)
            client.standard.bm_mt_get_num_entries(0, "MyIngress.exact_t")
        with connect(server.port) as late:
            assert late.recv(1) == b""
        assert server.counts["refused: too many clients"] == 1
        for client in clients:
            client.standard.bm_mt_get_num_entries(0, "MyIngress.exact_t")


def test_a_byte_now_and_then_is_not_enough(server, monkeypatch):
    monkeypatch.setattr(protocol, "MESSAGE_TIMEOUT_S", 0.5)
    whole = call_bytes("standard:bm_get_config")
    with crowd(server.port, 30, whole[:1]) as sockets:
        deadline = time.monotonic() + TIMEOUT_S
        at = 0
        while server.counts["no message"] < 30 and time.monotonic() < deadline:
            at += 1
            for sock in sockets:
                with contextlib.suppress(OSError):
                    sock.sendall(whole[at % 20 : at % 20 + 1])
            assert serves(server.port)
            threading.Event().wait(0.1)
        assert server.counts["no message"] == 30


def test_half_messages_of_many_clients_together_take_bounded_memory(server):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # A string of 31 MiB, of which the last byte never comes.
    start = call_bytes("standard:bm_load_new_config", bytes([11, 0, 1]) + struct.pack(">i", 31 << 20))
    body = start + bytes(1 << 20)
    with crowd(server.port, 0) as sockets:
        for _ in range(12):
            sock = connect(server.port)
            sockets.append(sock)
            with contextlib.suppress(OSError):
                sock.sendall(body)
                for _ in range(28):
                    sock.sendall(bytes(1 << 20))
        assert serves(server.port)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200 << 10  # KiB; 12 clients have sent 350 MiB
    assert server.counts["no message"]
    assert serves(server.port)
