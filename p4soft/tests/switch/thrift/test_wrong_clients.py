# SPDX-License-Identifier: Apache-2.0
"""Clients at the wrong door, and programs of another BMv2: they hear why, and the switch goes on."""

from __future__ import annotations

import json
import socket

import grpc
import pytest
from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from process_kit import ANY_ADDRESS, TIMEOUT_S, command
from thrift_kit import EVERYTHING, Client, connect
from thriftpy2.thrift import TApplicationException, TException

from p4soft.messages import p4runtime_pb2


def capabilities(address: str) -> str:
    with grpc.insecure_channel(address) as channel:
        stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
        request = p4runtime_pb2.CapabilitiesRequest()
        return stub.Capabilities(request, timeout=TIMEOUT_S).p4runtime_api_version


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


def test_each_protocol_at_the_others_port(start, loopback_program):
    process = start(loopback_program, "--thrift-port", "0", "--", "--grpc-server-addr", "127.0.0.1:0")
    p4runtime = process.ready()
    thrift = int(process.popen.stdout.readline().rpartition(":")[2])
    for _ in range(3):
        wrong = Client(int(p4runtime.rpartition(":")[2]))
        with pytest.raises((TException, OSError, EOFError)):
            wrong.standard.bm_mgmt_get_info()
        wrong.close()
        with pytest.raises(grpc.RpcError):
            capabilities(f"127.0.0.1:{thrift}")
        with connect(thrift) as raw:
            raw.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert raw.recv(100) == b""
    right = Client(thrift)
    assert right.standard.bm_mgmt_get_info().thrift_port == thrift
    right.close()
    assert capabilities(p4runtime) == "1.4.1"
    assert process.stop() == 0


@pytest.mark.parametrize(("version", "reason"), [([1, 0], "1.0"), ([3, 0], "3.0"), ("2.23", "version")])
def test_a_program_of_another_bmv2_is_refused_and_the_old_one_runs_on(std, version, reason):
    document = json.loads(EVERYTHING.read_text())
    before = std.bm_get_config()
    document["__meta__"]["version"] = version
    with pytest.raises(TApplicationException, match=reason):
        std.bm_load_new_config(json.dumps(document))
    assert std.bm_get_config() == before
    std.bm_load_new_config(before)
    std.bm_swap_configs()
    assert std.bm_mt_get_num_entries(0, "MyIngress.exact_t") == 0


def test_the_control_socket_says_who_was_sent_away(start, loopback_program, tmp_path):
    control = tmp_path / "control"
    address = f"tcp://127.0.0.1:{free_port()}"
    process = start(
        loopback_program, "--thrift-port", "0", "--control", control, "--notifications-addr", address, *ANY_ADDRESS
    )
    process.ready()
    thrift = int(process.popen.stdout.readline().rpartition(":")[2])
    assert command(control, "show_clients") == ["ok"]
    for _ in range(3):
        with connect(thrift) as raw:
            raw.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert raw.recv(100) == b""
    assert command(control, "show_clients") == ["3 thrift: no message", "ok"]
    assert process.stop() == 0
