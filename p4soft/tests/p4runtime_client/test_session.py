# SPDX-License-Identifier: Apache-2.0
"""The one P4Runtime session against the software switch's server, and its deadlines."""

import json
import os
import threading

import pytest
from waiting_kit import until

from p4soft.compiler import compile_file
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import Connection, Session, SessionError, WriteRefusedError, bytestring
from p4soft.p4runtime_client.deadlines import Deadlines
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer

# --- Sessions --------------------------------------------------------------------------------------------------------
# The one P4Runtime session against the software switch's server; tests/controller has a server that misbehaves.

PROGRAM = """#include <core.p4>
#include <v1model.p4>
struct h_t { }
struct m_t { }
parser P(packet_in p, out h_t h, inout m_t m, inout standard_metadata_t s) { state start { transition accept; } }
control V(inout h_t h, inout m_t m) { apply { } }
control I(inout h_t h, inout m_t m, inout standard_metadata_t s) {
    counter(4, CounterType.packets) seen;
    apply { seen.count((bit<32>)s.ingress_port); }
}
control E(inout h_t h, inout m_t m, inout standard_metadata_t s) { apply { } }
control D(packet_out p, in h_t h) { apply { } }
V1Switch(P(), V(), I(), E(), V(), D()) main;
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    path = tmp_path_factory.mktemp("program") / "seen.p4"
    path.write_text(PROGRAM)
    return compile_file(path)


@pytest.fixture
def server():
    server = P4RuntimeServer(SimpleSwitch(device_id=3))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def connect(server):
    sessions = []

    def begin(**options):
        sessions.append(Session("p", server.address, 3, **options))
        return sessions[-1]

    yield begin
    for session in sessions:
        session.close()


@pytest.fixture
def primary(connect, compiled):
    session = connect()
    session.become_primary()
    session.set_pipeline(compiled.p4info, text_of(compiled), cookie=5)
    return session


def text_of(compiled):
    return json.dumps(compiled.json).encode()


def counter(index, counter_id, packets=None):
    entity = p4runtime_pb2.Entity()
    entity.counter_entry.counter_id, entity.counter_entry.index.index = counter_id, index
    if packets is not None:
        entity.counter_entry.data.packet_count = packets
    return entity


def test_a_pipeline_and_its_cookie(connect, compiled):
    session = connect()
    assert session.api_version() == "1.4.1"
    assert session.pipeline_cookie() is None
    with pytest.raises(SessionError, match=r"^p at 127\.0\.0\.1:\d+: not primary: ") as caught:
        session.set_pipeline(compiled.p4info, text_of(compiled))
    assert caught.value.code == "PERMISSION_DENIED"
    session.become_primary()
    session.become_primary()  # once is enough
    session.set_pipeline(compiled.p4info, text_of(compiled))
    assert session.pipeline_cookie() == 0
    session.set_pipeline(compiled.p4info, text_of(compiled), cookie=2**64 - 1)
    assert session.pipeline_cookie() == 2**64 - 1


def writes_of_which_one_is_refused(session, compiled):
    """Three updates, read back; then a read that is refused: its error."""
    (seen,) = (c.preamble.id for c in compiled.p4info.counters)
    modify = p4runtime_pb2.Update.MODIFY
    updates = [p4runtime_pb2.Update(type=modify, entity=counter(i, seen, packets=i + 1)) for i in (0, 9, 3)]
    with pytest.raises(WriteRefusedError) as caught:
        session.write(updates)
    (refusal,) = caught.value.refusals
    assert (refusal.index, refusal.code) == (1, "OUT_OF_RANGE")
    assert "index 9 is out of range; accepted: 0..3" in refusal.message
    found = [entity.counter_entry.data.packet_count for entity in session.read([counter(0, seen), counter(3, seen)])]
    assert found == [1, 4]
    with pytest.raises(SessionError, match=r"UNKNOWN: .*out of range") as caught:
        list(session.read([counter(9, seen)]))
    assert type(caught.value) is SessionError, "it is about no Write"
    assert [refusal.index for refusal in caught.value.refusals] == [0]
    return caught.value


def test_writes_are_read_back_and_refusals_say_which_update(primary, compiled):
    assert ": Read failed: UNKNOWN: " in str(writes_of_which_one_is_refused(primary, compiled))


def test_the_highest_election_id_wins_beyond_64_bits(connect, primary):
    other = connect(election_id=1 << 64)
    other.become_primary()
    with pytest.raises(SessionError, match="not primary"):
        primary.set_pipeline(p4info_pb2.P4Info(), b"{}")
    late = connect(election_id=7)
    with pytest.raises(SessionError, match=rf"election id {1 << 64} \(ours is 7\); stop it, or use a higher one"):
        late.become_primary()
    assert not late.is_primary()
    until(lambda: not primary.is_primary())
    assert other.is_primary()
    other.close()
    assert not other.is_primary()


def test_sessions_that_are_not_watched_take_no_threads_of_their_own(connect):
    before = threading.enumerate()
    for election_id in range(1, 5):
        connect(election_id=election_id, watched=False).become_primary()
    names = [thread.name for thread in threading.enumerate() if thread not in before]
    assert names.count("p4runtime-deadlines") <= 1
    assert not any(name.startswith("p4runtime p at") for name in names)


def test_a_session_that_was_closed_may_become_primary_again(server):
    shared = Connection(server.address)
    again = Session("p", shared, 3)
    for _ in range(2):
        again.become_primary()
        assert again.is_primary()
        again.close()
        assert not again.is_primary()
    shared.close()


def test_bytestrings_are_canonical():
    assert [bytestring(value) for value in (0, 1, 255, 256)] == [b"\0", b"\1", b"\xff", b"\1\0"]


# --- Deadlines -------------------------------------------------------------------------------------------------------
# One thread gives up all that is late.


def test_deadlines_end_what_is_late_and_nothing_else():
    deadlines, done = Deadlines(), threading.Event()
    with deadlines.within(60, done.set):
        for _ in range(2):  # the second time the thread is asleep, and is told
            with deadlines.within(0.3, done.set):
                pass
            late = threading.Event()
            with deadlines.within(0.4, late.set):
                assert late.wait(10)
    assert not done.is_set()


def test_a_wait_that_cannot_be_given_up_hinders_no_other():
    deadlines, late = Deadlines(), threading.Event()

    def broken():
        raise OSError("it is gone")

    with deadlines.within(0.1, broken), deadlines.within(0.2, late.set):
        assert late.wait(10)
    after = threading.Event()
    with deadlines.within(0.1, after.set):
        assert after.wait(10)


def test_deadlines_work_in_a_process_that_was_forked():
    deadlines = Deadlines()
    with deadlines.within(60, threading.Event().set):
        child = os.fork()
        if not child:
            late = threading.Event()
            with deadlines.within(0.1, late.set):
                os._exit(0 if late.wait(10) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
