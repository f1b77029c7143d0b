# SPDX-License-Identifier: Apache-2.0
"""The server as a whole: in processes and in this one, its answers, its programs, many entries."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import grpc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from p4runtime_kit import INSERT, PROGRAMS, Names, read_config, thousand_inserts
from tests.p4runtime_client.p4runtime_shell_kit import P4RuntimeClient, P4RuntimeWriteException
from tests.p4runtime_client.test_session import PROGRAM, text_of, writes_of_which_one_is_refused

from p4soft.compiler import compile_file
from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import SessionError
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.p4runtime import Device, DirectSession, P4RuntimeServer, ServerError
from p4soft.switch.p4runtime.handler import Answers
from p4soft.switch.p4runtime.pipeline import bind, realize
from p4soft.switch.p4runtime.status import P4RuntimeError

# --- The server ------------------------------------------------------------------------------------------------------
# The server as a whole: starting, p4runtime-shell's own client, speed, hostile input.


@pytest.mark.parametrize("address", ["", "nonsense", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", ":1"])
def test_malformed_address(address):
    with pytest.raises(ServerError, match="accepted: HOST:PORT"):
        P4RuntimeServer(SimpleSwitch(), address)


def test_address_in_use(server):
    with pytest.raises(ServerError, match="cannot bind"):
        P4RuntimeServer(SimpleSwitch(), server.address)


def test_binds_to_loopback_and_stops_twice():
    server = P4RuntimeServer(SimpleSwitch(device_id=1))
    assert server.address.startswith("127.0.0.1:")
    server.start()
    server.stop()
    server.stop()


def test_stop_ends_open_streams(connect, server):
    client = connect()
    client.become_primary()
    server.stop()
    with pytest.raises((StopIteration, grpc.RpcError)):
        client.receive()


def test_p4runtime_shell_client(server, p4):
    shell = P4RuntimeClient(7, server.address, (0, 1))
    try:
        shell.set_fwd_pipe_config(str(PROGRAMS / "everything.p4info.txtpb"), str(PROGRAMS / "everything.json"))
        assert Names(shell.get_p4info()).ids == p4.ids
        entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))
        update = p4runtime_pb2.Update(type=INSERT)
        update.entity.table_entry.CopyFrom(entry)
        shell.write_update(update)
        query = p4runtime_pb2.Entity()
        query.table_entry.table_id = entry.table_id
        assert [e.table_entry for response in shell.read_one(query) for e in response.entities] == [entry]
        with pytest.raises(P4RuntimeWriteException, match="ALREADY_EXISTS"):
            shell.write_update(update)
        server.packet_in(b"\x00\x85payload")
        assert shell.get_stream_packet("packet", timeout=5).packet.payload == b"payload"
        assert shell.api_version() == "1.4.1"
        second = P4RuntimeClient(7, server.address, (0, 2), role_name="other")
        second.tear_down()
    finally:
        shell.tear_down()


def test_a_thousand_inserts_count_as_a_thousand_writes(client, p4, server):
    request = client.write_request(
        *((INSERT, p4.entry("exact_t", {1: n}, p4.action("forward", port=1))) for n in range(1, 1001))
    )
    before = server.writes
    client.stub.Write(request)
    assert server.writes - before == 1000


# Hostile input. The handlers are called below gRPC, so that an exception is seen as what it is.

_ids = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 2, 3]))
_bytes = st.binary(max_size=8)


def _mutate(data, message, config_ids, depth=0):
    """Set random fields of a message to random values, descending into messages."""
    for field in data.draw(st.lists(st.sampled_from(list(message.DESCRIPTOR.fields)), max_size=4)):
        name = field.name
        if field.message_type is not None:
            if depth > 5 or field.message_type.full_name.startswith("google.protobuf"):
                continue
            if field.is_repeated:
                _mutate(data, getattr(message, name).add(), config_ids, depth + 1)
            else:
                getattr(message, name).SetInParent()
                _mutate(data, getattr(message, name), config_ids, depth + 1)
        elif field.is_repeated:
            continue
        elif field.type == field.TYPE_BYTES:
            setattr(message, name, data.draw(_bytes))
        elif field.type == field.TYPE_BOOL:
            setattr(message, name, data.draw(st.booleans()))
        elif field.type in (field.TYPE_INT32, field.TYPE_INT64):
            setattr(message, name, data.draw(st.sampled_from([-1, 0, 1, 2, 8, 33, 2**31 - 1])))
        elif field.type == field.TYPE_ENUM:
            setattr(message, name, data.draw(st.integers(0, 4)))
        elif field.type == field.TYPE_UINT32:
            setattr(message, name, data.draw(st.one_of(st.sampled_from(config_ids), _ids)))
        elif field.type == field.TYPE_UINT64:
            setattr(message, name, data.draw(st.integers(0, 3)))


def _hostile(examples):
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


@_hostile(60)
@given(data=st.data())
def test_mutated_requests_are_answered_with_errors(data, client, p4):
    _answered(data, client, p4)


@pytest.mark.long
@_hostile(300)
@given(data=st.data())
def test_many_mutated_requests_are_answered_with_errors(data, client, p4):
    _answered(data, client, p4)


def _answered(data, client, p4):
    everything = [*p4.tables.values(), *p4.actions.values()]
    config_ids = [thing.preamble.id for thing in everything] + list(p4.ids.values())
    entities = list(p4runtime_pb2.Entity.DESCRIPTOR.fields)
    request = client.write_request(atomicity=data.draw(st.integers(0, 2)))
    query = p4runtime_pb2.ReadRequest(device_id=7)
    for _ in range(3):
        update = request.updates.add(type=data.draw(st.integers(0, 3)))
        field = data.draw(st.sampled_from(entities))
        getattr(update.entity, field.name).SetInParent()
        _mutate(data, getattr(update.entity, field.name), config_ids)
        query.entities.add().CopyFrom(update.entity)
    before = _state(client)
    try:
        client.stub.Write(request)
    except grpc.RpcError as error:
        assert error.code() in (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INVALID_ARGUMENT), error
        assert "Exception calling application" not in error.details()
        if request.atomicity:
            assert _state(client) == before
    try:
        list(client.stub.Read(query))
    except grpc.RpcError as error:
        assert "Exception" not in error.details(), error


def _state(client):
    found = []
    for name in ("table_entry", "action_profile_member", "action_profile_group", "counter_entry", "meter_entry"):
        request = p4runtime_pb2.ReadRequest(device_id=7)
        getattr(request.entities.add(), name).SetInParent()
        found += [e for response in client.stub.Read(request) for e in response.entities]
    return found


@_hostile(100)
@given(raw=st.binary(max_size=200))
def test_random_bytes_never_break_the_server(raw, client):
    for method, kind in (
        ("Write", "unary_unary"),
        ("Read", "unary_stream"),
        ("SetForwardingPipelineConfig", "unary_unary"),
    ):
        call = getattr(client.channel, kind)(f"/p4.v1.P4Runtime/{method}")
        try:
            answer = call(raw)
            if kind == "unary_stream":
                list(answer)
        except grpc.RpcError as error:
            assert "Exception calling application" not in (error.details() or "")
    assert client.stub.Capabilities(p4runtime_pb2.CapabilitiesRequest()).p4runtime_api_version


@_hostile(75)
@given(data=st.data())
def test_mutated_stream_messages(data, client):
    request = p4runtime_pb2.StreamMessageRequest()
    which = data.draw(st.sampled_from(["packet", "digest_ack", "other"]))
    getattr(request, which).SetInParent()
    if which != "other":
        _mutate(data, getattr(request, which), [1, 2])
    client.send(request)
    marker = p4runtime_pb2.StreamMessageRequest()
    client.send(marker)  # Always answered with an error: the stream is alive.
    while "without content" not in client.receive().error.message:
        pass


# --- A session in this process ---------------------------------------------------------------------------------------
# A session with a switch in this process: the answers are those that a client over gRPC gets, without gRPC.


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    path = tmp_path_factory.mktemp("program") / "seen.p4"
    path.write_text(PROGRAM)
    return compile_file(path)


@pytest.fixture
def device():
    return Device(SimpleSwitch(device_id=3))


def load(session, compiled, cookie=None):
    session.set_pipeline(compiled.p4info, text_of(compiled), cookie=cookie)


def test_a_pipeline_and_its_cookie(device, compiled):
    session = DirectSession("p", device)
    assert session.pipeline_cookie() is None
    with pytest.raises(SessionError, match=r"^p: PERMISSION_DENIED: there is no primary client") as caught:
        load(session, compiled)
    assert caught.value.code == "PERMISSION_DENIED"
    session.become_primary()
    session.become_primary()  # once is enough
    load(session, compiled)
    assert session.pipeline_cookie() == 0
    load(session, compiled, cookie=2**64 - 1)
    assert session.pipeline_cookie() == 2**64 - 1
    assert device.writes == 2


def test_writes_are_read_back_and_refusals_say_which_update(device, compiled):
    session = DirectSession("p", device)
    session.become_primary()
    load(session, compiled)
    assert str(writes_of_which_one_is_refused(session, compiled)).startswith("p: UNKNOWN: ")


def test_the_highest_election_id_wins_and_control_is_given_up(device):
    first, second = DirectSession("p", device, election_id=2**64), DirectSession("p", device, election_id=2**64 - 1)
    first.become_primary()
    with pytest.raises(SessionError, match=r"^p: not primary: another client controls device 3"):
        second.become_primary()
    assert first.is_primary()
    first.close()
    first.close()
    assert not first.is_primary()
    third = DirectSession("p", device, election_id=2**64 + 1)
    third.become_primary()
    assert third.is_primary()


def test_it_needs_no_grpc():
    code = (
        "import sys; sys.modules['grpc'] = None\n"
        "import p4soft.p4runtime_client, p4soft.switch\n"
        "try: p4soft.p4runtime_client.Session\n"
        "except ImportError: print('no session over gRPC')\n"
        "import p4soft.switch.p4runtime.status, p4soft.switch.p4runtime.stream\n"
        "from p4soft.switch.p4runtime import DirectSession\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "no session over gRPC\n"), done.stderr


# --- Answers ---------------------------------------------------------------------------------------------------------
# Responses of a Read: all entities in order, none empty, none larger than clients take by default (4 MiB).


@pytest.mark.parametrize(
    ("count", "size"), [(0, 0), (1, 0), (64, 10), (8192, 1), (8193, 1), (9000, 20), (20_000, 40), (300, 30_000)]
)
@pytest.mark.parametrize("messages", [0, 1, 3], ids=["bytes", "messages", "both"])
def test_every_entity_comes_once_in_responses_of_a_bounded_size(count, size, messages):
    answers = Answers()
    for n in range(count):
        if not messages or n % messages:
            answers.add_entry(p4runtime_pb2.TableEntry(table_id=n + 1, metadata=bytes(size)).SerializeToString())
        else:
            entry = answers.add().table_entry
            entry.table_id, entry.metadata = n + 1, bytes(size)
    responses = [p4runtime_pb2.ReadResponse.FromString(data) for data in answers.responses()]
    assert [entity.table_entry.table_id for r in responses for entity in r.entities] == list(range(1, count + 1))
    assert all(len(r.entities) > 0 and r.ByteSize() < 4 << 20 for r in responses)
    assert len(responses) <= 1 + count // 8192 or size > 10_000


# --- The compiled fixture --------------------------------------------------------------------------------------------
# The compiled fixture belongs to its source, and our compiler's output of it serves P4Runtime as p4c's does.


def test_our_compiler_writes_the_same_p4info_and_a_json_that_fits_it(config):
    result = compile_file(PROGRAMS / "everything.p4")
    assert result.p4info == config.p4info
    ours = bind(config.p4info, load_program(result.json))
    theirs = bind(config.p4info, load_program(config.p4_device_config.decode()))
    assert ours.tables == theirs.tables
    assert ours.absent == theirs.absent == {}


# --- Programs --------------------------------------------------------------------------------------------------------
# Configs are made ready once for all switches of a process; what a switch learns of its clients stays its own.

TRANSLATED = Path(__file__).parent / "programs" / "translated.p4"


def test_the_same_config_is_made_ready_once():
    one, two = read_config(), read_config()
    first = realize(one.p4info, one.p4_device_config)
    assert realize(two.p4info, two.p4_device_config) is first
    assert first.is_of(two.p4info, two.p4_device_config)


def test_a_p4info_or_a_program_that_differs_is_another_config():
    config = read_config()
    first = realize(config.p4info, config.p4_device_config)
    config.p4info.pkg_info.version = "2"
    second = realize(config.p4info, config.p4_device_config)
    assert second is not first and second.program is first.program
    assert not first.is_of(config.p4info, config.p4_device_config)
    assert not second.is_of(config.p4info, config.p4_device_config + b" ")


def test_a_program_in_use_is_kept_as_long_as_its_config_is():
    """A config asked for again and again, others between: each of them had one copy, the program alone grew old."""
    config = read_config()
    first = realize(config.p4info, config.p4_device_config)
    for blanks in range(1, 6):
        realize(config.p4info, config.p4_device_config + b" " * blanks)
        assert realize(config.p4info, config.p4_device_config) is first
    config.p4info.pkg_info.version = "2"
    assert realize(config.p4info, config.p4_device_config).program is first.program


def test_each_switch_numbers_the_strings_of_its_own_clients():
    compiled = compile_file(TRANSLATED)
    config = json.dumps(compiled.json).encode()
    one, two = realize(compiled.p4info, config), realize(compiled.p4info, config)
    assert one.program is two.program
    mine, others = (next(iter(realized.info.strings.values())) for realized in (one, two))
    number = mine.decode(b"first", "")
    assert others.decode(b"second", "") == number
    assert (mine.encode(number), others.encode(number)) == (b"first", b"second")


def test_what_is_refused_is_refused_again():
    config = read_config()
    for _ in range(2):
        with pytest.raises(P4RuntimeError, match="p4_device_config"):
            realize(config.p4info, b"{}")


# --- Many entries ----------------------------------------------------------------------------------------------------
# A large program and 1,000 table inserts over P4Runtime in one Write.

ROUTER = Path(__file__).resolve().parents[3] / "examples" / "router.p4"


def test_a_thousand_inserts_in_one_write(connect, switch):
    result = compile_file(ROUTER)
    config = p4runtime_pb2.ForwardingPipelineConfig(
        p4info=result.p4info, p4_device_config=json.dumps(result.json).encode()
    )
    table, updates = thousand_inserts(Names(result.p4info))
    client = connect()
    client.become_primary()
    client.set_pipeline(config)
    client.stub.Write(client.write_request(*updates))
    assert len(switch.state.table(table)) == 1000
