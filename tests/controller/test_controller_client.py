# SPDX-License-Identifier: Apache-2.0
"""`SwitchClient` against a P4Runtime server that behaves, and against ones that do not."""

from __future__ import annotations

import socket
import threading
import time

import pytest
from controller_kit import build

import controller.client
from controller import (
    ControllerError,
    Exact,
    Lpm,
    PipelineError,
    SwitchError,
    SwitchPlan,
    TableEntry,
    VerifyError,
    plan,
)
from controller.client import SwitchClient
from controller.encoding import encode
from controller.pipeline import Pipeline
from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import Session

TC_TO_QUEUE = "FabricIngress.classify.tc_to_queue"


@pytest.fixture
def client(server, pipeline):
    with SwitchClient(server.address, 1, pipeline, name="p0-t0-0", timeout_s=5) as client:
        yield client


@pytest.fixture(autouse=True)
def no_threads_left():
    before = set(threading.enumerate())
    yield
    left = [t for t in set(threading.enumerate()) - before if t.name.startswith("p4runtime ") and t.is_alive()]
    assert not left


def queue_entry(tc, queue):
    return TableEntry(TC_TO_QUEUE, {"tc": Exact(tc)}, "FabricIngress.classify.set_queue", {"queue": queue})


def test_install_sets_the_pipeline_and_every_entry(client, server, lab, pipeline):
    planned = plan(lab, "p0-t0-0")
    report = client.install(planned)
    assert (report.pipeline_set, report.inserted, report.modified, report.deleted) == (True, len(planned.entries), 0, 0)
    assert server.config.p4info == pipeline.p4info
    assert server.config.p4_device_config == pipeline.device_config
    wire = {encode(pipeline, entry).SerializeToString(deterministic=True) for entry in planned.entries}
    assert {entry.SerializeToString(deterministic=True) for entry in server.entries.values()} == wire
    assert client.verify(planned) == []


def test_installing_twice_changes_nothing(client, server, lab, pipeline):
    planned = plan(lab, "p0-t0-0")
    client.install(planned)
    before = list(server.log)
    report = client.install(planned)
    assert not report.changed
    client.close()
    with SwitchClient(server.address, 1, pipeline, name="again") as other:
        assert not other.install(planned).changed
    assert server.log == before


def test_another_program_is_replaced(client, server, lab):
    client.install(plan(lab, "p0-t0-0"))
    client.close()
    newer = Pipeline(build(), b"another device config")
    with SwitchClient(server.address, 1, newer) as other:
        assert other.install(plan(lab, "p0-t0-0")).pipeline_set
    assert server.config.p4_device_config == b"another device config"


def test_install_repairs_exactly_what_differs(client, server, lab):
    planned = plan(lab, "p0-t0-0")
    client.install(planned)
    client.modify([queue_entry(7, 0)])
    client.delete([queue_entry(1, 1)])
    client.insert([queue_entry(5, 3)])
    server.log.clear()
    found = client.verify(planned)
    assert [(d.kind, (d.planned or d.found).match["tc"].value) for d in found] == [
        ("missing", 1), ("differs", 7), ("extra", 5),
    ]  # fmt: skip
    assert server.log == []  # verify writes nothing
    report = client.install(planned)
    assert (report.pipeline_set, report.inserted, report.modified, report.deleted) == (False, 1, 1, 1)
    assert server.log == ["delete", "modify", "insert"]
    assert client.verify(planned) == []


def test_verify_needs_no_arbitration(server, lab, pipeline):
    with SwitchClient(server.address, 1, pipeline) as writer:
        writer.install(plan(lab, "p0-t0-0"))
        with SwitchClient(server.address, 1, pipeline) as reader:
            assert reader.verify(plan(lab, "p0-t0-0")) == []
    assert server.streams == 1


def test_verify_of_a_switch_without_our_program(client, server, lab):
    with pytest.raises(VerifyError, match=r"p0-t0-0 at .*: runs no pipeline; install it first"):
        client.verify(plan(lab, "p0-t0-0"))
    server.config = p4runtime_pb2.ForwardingPipelineConfig()
    server.config.cookie.cookie = 0x1234
    with pytest.raises(VerifyError, match=r"runs another pipeline .cookie 0x0000000000001234. than doc.p4info.txtpb"):
        client.verify(plan(lab, "p0-t0-0"))
    assert server.log == []


@pytest.fixture
def batches(monkeypatch):
    """How many updates each Write has, which are at most 300."""
    sizes = []
    send = Session.send

    def counted(self, updates):
        sizes.append(len(p4runtime_pb2.WriteRequest.FromString(updates).updates))
        return send(self, updates)

    monkeypatch.setattr(controller.client, "BATCH", 300)
    monkeypatch.setattr(controller.client, "ENCODED_BATCH", 300)
    monkeypatch.setattr(Session, "send", counted)
    return sizes


def test_paper_t1_is_batched(client, server, paper, batches):
    planned = plan(paper, "p0-t1-0")
    writable = SwitchPlan("p0-t1-0", 1, tuple(e for e in planned.entries if e.params.get("port", 0) < 511)[:700], 510)
    client.install(writable)
    assert batches == [300, 300, 100]
    assert len(server.entries) == 700


ROUTE = "FabricIngress.route.route_ipv6"


def routes(count):
    return [
        TableEntry(ROUTE, {"dst_addr": Lpm(n << 64, 64)}, "FabricIngress.route.blackhole_ipv6") for n in range(count)
    ]


def test_no_batch_is_sent_before_the_one_ahead_was_accepted(client, server, batches):
    client.become_primary()
    client.insert(routes(301)[300:])
    with pytest.raises(SwitchError, match=r"insert refused for 1 of 300 entries:\nALREADY_EXISTS: .*0:0:0:12c::/64"):
        client.insert(routes(900))
    assert batches == [1, 300, 300]
    assert len(server.entries) == 600


def test_a_bad_entry_of_a_later_batch_comes_after_the_batches_ahead(client, server, batches):
    client.become_primary()
    with pytest.raises(PipelineError, match="prefix length 129"):
        client.insert(
            [*routes(500), TableEntry(ROUTE, {"dst_addr": Lpm(0, 129)}, "FabricIngress.route.blackhole_ipv6")]
        )
    assert batches == [300]
    assert len(server.entries) == 300


def test_every_refusal_of_a_large_batch_is_told(client):
    client.become_primary()
    client.insert(routes(2000))
    with pytest.raises(SwitchError, match=r"insert refused for 2000 of 2000 entries:\n(.*\n){20}\.\.\. and 1980 more"):
        client.insert(routes(2000))


def test_port_511_is_refused_when_installing_not_when_planning(client, server, paper):
    planned = plan(paper, "p0-t0-0")
    with pytest.raises(ControllerError, match=r"p0-t0-0: port 511 does not exist on v1model; accepted: 0\.\.510"):
        client.install(planned)
    assert server.log == []


def test_a_busy_switch_has_longer_to_load_a_program_than_for_other_calls(server, pipeline):
    with SwitchClient(server.address, 1, pipeline, timeout_s=7) as client:
        client.become_primary()
        client.set_pipeline()
    assert 35 < server.time_to_load < 43


def test_silent_address_is_an_error_within_the_deadline(pipeline):
    with socket.socket() as listener:  # accepts connections, never answers
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        start = time.monotonic()
        with pytest.raises(SwitchError, match=rf"p0-t0-0 at {address}: no answer within 0.3 s"):
            SwitchClient(address, 1, pipeline, name="p0-t0-0", timeout_s=0.3)
        assert time.monotonic() - start < 3


def test_closed_port_is_an_error_at_once(pipeline):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(SwitchError, match=rf"p0-t0-0 at {address}: no answer: .*is a P4Runtime server running there\?"):
        SwitchClient(address, 1, pipeline, name="p0-t0-0")


@pytest.mark.parametrize(
    ("call", "what"),
    [
        ("StreamChannel", "no answer to arbitration within 0.3 s"),
        ("Read", "Read failed: no answer within"),
        ("Write", "Write failed: no answer within"),
    ],
)
def test_a_server_that_hangs_is_an_error(server, lab, pipeline, call, what):
    server.hanging.add(call)
    with SwitchClient(server.address, 1, pipeline, timeout_s=0.3) as client, pytest.raises(SwitchError, match=what):
        client.install(plan(lab, "p0-t0-0"))
    server.hang.set()


def test_a_server_that_dies_is_an_error(client, server, lab):
    client.become_primary()
    server.stop()
    with pytest.raises(SwitchError, match=r"no answer"):
        client.install(plan(lab, "p0-t0-0"))


def test_second_controller_is_told_it_is_not_primary(client, server, lab, pipeline):
    client.become_primary()
    what = "not primary: another client controls device 1 with election id 1"
    with SwitchClient(server.address, 1, pipeline, name="p0-t0-0") as other, pytest.raises(SwitchError, match=what):
        other.install(plan(lab, "p0-t0-0"))
    with SwitchClient(server.address, 1, pipeline, election_id=2) as winner:
        winner.install(plan(lab, "p0-t0-0"))


def test_wrong_device_id_is_an_error(server, pipeline, lab):
    with SwitchClient(server.address, 9, pipeline) as client, pytest.raises(SwitchError, match=r"no device 9"):
        client.install(plan(lab, "p0-t0-0"))


def test_refused_entry_is_named(client, server, lab, pipeline):
    server.refuse[pipeline.tables[TC_TO_QUEUE].id] = "queue out of range"
    with pytest.raises(SwitchError) as caught:
        client.install(plan(lab, "p0-t0-0"))
    message = str(caught.value)
    assert "insert refused for 5 of 45 entries:" in message
    assert (
        f"INVALID_ARGUMENT: queue out of range: {TC_TO_QUEUE} tc=0 -> FabricIngress.classify.set_queue(queue=0)"
    ) in message


def test_first_update_of_a_failed_batch_may_be_fine(client, lab):
    """p4runtime-shell's error iterator never gets past an OK detail; ours does."""
    client.install(plan(lab, "p0-t0-0"))
    with pytest.raises(
        SwitchError, match=r"insert refused for 1 of 2 entries:\nALREADY_EXISTS: match entry exists: .*tc=0"
    ):
        client.insert([queue_entry(5, 5), queue_entry(0, 0)])


def test_entries_the_switch_forgets_are_found_by_reading_back(client, server, lab, pipeline):
    server.lose.add(pipeline.tables["FabricIngress.admission.switch_trimming"].id)
    with pytest.raises(
        VerifyError, match=r"after install\nmissing: FabricIngress.admission.switch_trimming egress_port=0 ->"
    ):
        client.install(plan(lab, "p0-t0-0"))


def test_p4info_without_a_planned_table(server, lab):
    older = Pipeline(build(without="admission.switch_trimming"), b"", "older.p4info.txtpb")
    with (
        SwitchClient(server.address, 1, older) as client,
        pytest.raises(PipelineError, match=r"older.p4info.txtpb: no table 'FabricIngress.admission.switch_trimming'"),
    ):
        client.install(plan(lab, "p0-t0-0"))
    assert server.log == []  # refused before anything was sent


def test_a_key_planned_twice_is_refused(client, server):
    twice = SwitchPlan("p0-t0-0", 1, (queue_entry(1, 1), queue_entry(1, 2)), 3)
    with pytest.raises(ControllerError, match=r"p0-t0-0: planned twice: .*tc=1"):
        client.install(twice)
    assert server.log == []


def test_counter_cell(client):
    assert client.read_counter("FabricIngress.drop.dropped_packets", 3) == (7, 700)
    with pytest.raises(
        PipelineError,
        match=r"no counter 'x'; accepted: FabricEgress.*drop\.dropped_packets",
    ):
        client.read_counter("x", 0)
    with pytest.raises(ControllerError, match=r"index 16384; accepted: 0\.\.16383"):
        client.read_counter("FabricIngress.drop.dropped_packets", 16384)


def test_environment_proxies_are_not_used(server, pipeline, monkeypatch):
    for name in ("http_proxy", "https_proxy", "grpc_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with SwitchClient(server.address, 1, pipeline) as client:
        assert client.current_cookie() is None


def test_close_is_idempotent_and_frees_the_switch(client, server, pipeline):
    client.become_primary()
    client.close()
    client.close()
    with SwitchClient(server.address, 1, pipeline) as other:
        other.become_primary()
