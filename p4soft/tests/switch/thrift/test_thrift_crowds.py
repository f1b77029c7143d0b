# SPDX-License-Identifier: Apache-2.0
"""Many Thrift clients that say nothing, half of something, or a byte now and then: others are served all the same."""

from __future__ import annotations

import contextlib
import resource
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest
from thrift_kit import TIMEOUT_S, Client, call_bytes, connect

from p4soft.switch.thrift import protocol

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
