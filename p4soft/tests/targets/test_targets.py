# SPDX-License-Identifier: Apache-2.0
"""The same checks on every target: start, push a pipeline, insert, frames through, counters, stop, nothing left."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.p4runtime_client.p4runtime_shell_kit import P4RuntimeClient

from p4soft.messages import p4runtime_pb2
from p4soft.targets import SwitchOptions, TargetError, check_start_arguments, get_target, process
from p4soft.targets.links import AttachError, open_attachment

ROOT = Path(__file__).resolve().parents[2]
FORWARD_TO_1 = bytes.fromhex("00000000000a 0000000000bb 0800") + b"a frame that is long enough for any interface......"
UNKNOWN = bytes.fromhex("00000000000c 0000000000bb 0800") + b"no entry for this destination....................."
TIMEOUT_S = 10.0
STARTED_S = 60.0


@pytest.fixture(params=["embedded", pytest.param("bmv2", marks=pytest.mark.bmv2)])
def target(request):
    target = get_target(request.param)
    reason = target.unavailable()
    if reason is not None:
        pytest.skip(reason)
    return target


@pytest.fixture
def running(target, tmp_path):
    with target.start(
        device_id=3, ports=[0, 1, 2], workdir=tmp_path, options=SwitchOptions(cpu_port=255, priority_queues=8)
    ) as switch:
        yield switch


@pytest.fixture
def shell(running, everything):
    client = P4RuntimeClient(3, running.grpc_address, (0, 1))
    client.set_fwd_pipe_config(str(everything.p4info), str(everything.json))
    yield client
    client.tear_down()


def interface_names() -> set[str]:
    return {name for _, name in socket.if_nameindex()}


def insert(shell, info, dst, action_name, **params):
    table = next(t for t in info.tables if t.preamble.alias == "exact_t")
    action = next(a for a in info.actions if a.preamble.alias == action_name)
    update = p4runtime_pb2.Update(type=p4runtime_pb2.Update.INSERT)
    entry = update.entity.table_entry
    entry.table_id = table.preamble.id
    entry.match.add(field_id=1).exact.value = dst
    entry.action.action.action_id = action.preamble.id
    for param in action.params:
        entry.action.action.params.add(param_id=param.id, value=params[param.name])
    shell.write_update(update)
    return entry


def test_frames_pass_through_an_entry_and_are_counted(running, shell):
    info = shell.get_p4info()
    entry = insert(shell, info, b"\x0a", "forward", port=b"\x01")
    with open_attachment(running.attachments[0]) as sender, open_attachment(running.attachments[1]) as receiver:
        sender.send(UNKNOWN)
        sender.send(FORWARD_TO_1)
        assert receiver.recv(time.monotonic() + TIMEOUT_S) == FORWARD_TO_1
        # Nothing of the first frame came, and nothing comes back to the sender.
        assert receiver.recv(time.monotonic()) is None
        assert sender.recv(time.monotonic()) is None
    query = p4runtime_pb2.Entity()
    query.table_entry.table_id = entry.table_id
    query.table_entry.counter_data.SetInParent()
    (found,) = [e.table_entry for response in shell.read_one(query) for e in response.entities]
    assert found.match == entry.match
    assert found.action == entry.action
    assert (found.counter_data.packet_count, found.counter_data.byte_count) == (1, len(FORWARD_TO_1))


def test_packet_in_and_packet_out(running, shell):
    insert(shell, shell.get_p4info(), b"\x0a", "to_cpu")
    with open_attachment(running.attachments[2]) as port:
        port.send(FORWARD_TO_1)
        packet = shell.get_stream_packet("packet", timeout=TIMEOUT_S).packet
        assert packet.payload == FORWARD_TO_1
        assert [(m.metadata_id, m.value) for m in packet.metadata] == [(1, b"\x02"), (2, b"\x05")]
        request = p4runtime_pb2.StreamMessageRequest()
        request.packet.payload = UNKNOWN
        request.packet.metadata.add(metadata_id=1, value=b"\x02")
        request.packet.metadata.add(metadata_id=2, value=b"\x00")
        shell.stream_out_q.put(request)
        assert port.recv(time.monotonic() + TIMEOUT_S) == UNKNOWN


def test_multicast(running, shell):
    info = shell.get_p4info()
    update = p4runtime_pb2.Update(type=p4runtime_pb2.Update.INSERT)
    group = update.entity.packet_replication_engine_entry.multicast_group_entry
    group.multicast_group_id = 4
    for port in (1, 2):
        group.replicas.add(egress_port=port, instance=1)
    shell.write_update(update)
    insert(shell, info, b"\x0a", "flood", group=b"\x04")
    with (
        open_attachment(running.attachments[0]) as sender,
        open_attachment(running.attachments[1]) as first,
        open_attachment(running.attachments[2]) as second,
    ):
        sender.send(FORWARD_TO_1)
        assert first.recv(time.monotonic() + TIMEOUT_S) == FORWARD_TO_1
        assert second.recv(time.monotonic() + TIMEOUT_S) == FORWARD_TO_1


def test_stop_leaves_nothing(target, tmp_path, gone):
    switch = target.start(device_id=1, ports=[0, 7], workdir=tmp_path, options=SwitchOptions())
    assert switch.log.is_file()
    host, port = switch.grpc_address.rsplit(":", 1)
    assert host == "127.0.0.1"
    switch.stop()
    switch.stop()
    gone(switch.process_id)
    assert interfaces_of(switch.attachments.values()) == set()
    assert [path for path in tmp_path.rglob("*") if path.is_socket()] == []
    with socket.socket() as probe:
        assert probe.connect_ex((host, int(port))) != 0
    for spec in switch.attachments.values():
        with pytest.raises(AttachError):
            open_attachment(spec)


def interfaces_of(attachments):
    """Interfaces that share their stem with an attachment: both ends of all veths of its switch, and no other's."""
    stems = {spec.rstrip("0123456789")[:-1] for spec in attachments if not spec.startswith("unix:")}
    return {name for name in interface_names() if any(name.startswith(stem) for stem in stems)}


STARTER = """
import sys, pathlib
from p4soft.targets import SwitchOptions, get_target
directory = pathlib.Path(sys.argv[2])
switch = get_target(sys.argv[1]).start(device_id=1, ports=[0], workdir=directory, options=SwitchOptions())
print(switch.process_id, switch.attachments[0], flush=True)
sys.stdin.read()
"""


def test_switch_dies_with_a_parent_that_is_killed(target, tmp_path, gone):
    command = [sys.executable, "-c", STARTER, target.name, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        readable, _, _ = select.select([parent.stdout], [], [], STARTED_S)
        line = parent.stdout.readline() if readable else ""
        parent.send_signal(signal.SIGKILL)
        parent.wait(TIMEOUT_S)
    group, attachment = line.split()
    gone(int(group))
    assert interfaces_of([attachment]) == set()
    assert [path for path in tmp_path.rglob("*") if path.is_socket()] == []


def test_two_switches_at_once(target, tmp_path):
    with (
        target.start(device_id=1, ports=[0], workdir=tmp_path, options=SwitchOptions()) as first,
        target.start(device_id=2, ports=[0], workdir=tmp_path, options=SwitchOptions()) as second,
    ):
        assert first.grpc_address != second.grpc_address
        assert first.attachments[0] != second.attachments[0]


def test_captures_hold_what_went_through(target, tmp_path, everything):
    options = SwitchOptions(pcap_dir=tmp_path)
    with target.start(device_id=3, ports=[0, 1], workdir=tmp_path, options=options) as switch:
        client = P4RuntimeClient(3, switch.grpc_address, (0, 1))
        client.set_fwd_pipe_config(str(everything.p4info), str(everything.json))
        insert(client, client.get_p4info(), b"\x0a", "forward", port=b"\x01")
        client.tear_down()
        with open_attachment(switch.attachments[0]) as sender, open_attachment(switch.attachments[1]) as receiver:
            sender.send(FORWARD_TO_1)
            assert receiver.recv(time.monotonic() + TIMEOUT_S) == FORWARD_TO_1
    received = [path for path in tmp_path.glob("*_in.pcap") if FORWARD_TO_1 in path.read_bytes()]
    sent = [path for path in tmp_path.glob("*_out.pcap") if FORWARD_TO_1 in path.read_bytes()]
    assert len(received) == len(sent) == 1


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"device_id": 0}, "device_id: 0 is out of range; accepted: 1.."),
        ({"ports": [600]}, "port 600 is out of range; accepted: 0..510"),
        ({"ports": [1, 1]}, "ports are not unique: 1, 1"),
        ({"ports": [255], "options": SwitchOptions(cpu_port=255)}, "port 255 is the CPU port"),
        ({"ports": [5], "options": SwitchOptions(drop_port=5)}, "port 5 is the drop port"),
        ({"workdir": Path("nowhere")}, "workdir nowhere: not a directory"),
    ],
)
def test_arguments_no_target_accepts(tmp_path, changes, wanted):
    arguments = {"device_id": 1, "ports": [0], "workdir": tmp_path, "options": SwitchOptions(), **changes}
    with pytest.raises(TargetError, match=wanted):
        check_start_arguments(**arguments)


@pytest.mark.parametrize(
    "bad", [{"cpu_port": 0}, {"drop_port": 512}, {"priority_queues": 0}, {"log_level": "loud"}, {"cpu_port": 511}]
)
def test_bad_options(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        SwitchOptions(**bad)


def test_unknown_target():
    with pytest.raises(TargetError, match="unknown target 'tofino'; accepted: embedded, bmv2"):
        get_target("tofino")


def test_p4softs_own_commands_are_not_taken_for_the_reference(monkeypatch, tmp_path):
    for name, module in (("p4c-bm2-ss", "p4c"), ("simple_switch_grpc", "simple_switch")):
        (tmp_path / name).write_text(f"#!/bin/python\nimport sys\nfrom p4soft.drop_in.{module} import main\n")  # by pip
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert process.reference_program("p4c-bm2-ss") is None
    said = get_target("bmv2").missing()
    assert "not on the PATH: p4c-bm2-ss, simple_switch_grpc; " in said
    assert f"{tmp_path / 'simple_switch_grpc'} is p4soft's own" in said


def test_a_wrapper_of_the_real_program_is_the_reference(monkeypatch, tmp_path):
    (tmp_path / "p4c-bm2-ss").write_text("#!/bin/sh\nexec docker run p4lang/p4c p4c-bm2-ss\n")
    (tmp_path / "p4c-bm2-ss").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert process.reference_program("p4c-bm2-ss") == str(tmp_path / "p4c-bm2-ss")


def test_unavailable_says_what_is_missing_and_where_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(process, "_ADMINISTRATORS", ())
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    bmv2 = get_target("bmv2")
    reason = bmv2.unavailable()
    for wanted in ("p4c-bm2-ss, simple_switch_grpc", "p4lang-bmv2", "iproute2", "needs root"):
        assert wanted in reason
    with pytest.raises(TargetError, match="not on the PATH"):
        bmv2.start(device_id=1, ports=[0], workdir=tmp_path, options=SwitchOptions())
    with pytest.raises(TargetError, match="p4c-bm2-ss is not on the PATH"):
        bmv2.compile(tmp_path / "x.p4", tmp_path)


def test_compile_error_names_the_place_and_leaves_no_files(target, tmp_path):
    source = tmp_path / "broken.p4"
    source.write_text("#include <core.p4>\n\nheader h_t { bit<8> a }\n")
    with pytest.raises(TargetError, match=r"broken\.p4"):
        target.compile(source, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_compile_writes_both_files(target, tmp_path):
    files = target.compile(ROOT / "tests" / "switch" / "p4runtime" / "programs" / "everything.p4", tmp_path / "out")
    assert '"tables"' in files.json.read_text()
    assert "MyIngress.exact_t" in files.p4info.read_text()


_WARM_UP = (
    "import sys; from pathlib import Path; from p4soft.targets import SwitchOptions, get_target; "
    "t = get_target('embedded'); "
    "t.warm_up(t.compile(Path('tests/language/statement_if.p4'), Path(sys.argv[1])), SwitchOptions(engine=sys.argv[2]))"
)


@pytest.mark.parametrize(("engine", "kept"), [("auto", True), ("python", False)])
def test_machine_code_is_made_before_many_switches_want_it(engine, kept, tmp_path):
    said = {**os.environ, "MRC_NATIVE_CACHE": str(tmp_path / "cache")}
    subprocess.run(
        [sys.executable, "-c", _WARM_UP, str(tmp_path / "p4"), engine], env=said, cwd=ROOT, check=True, timeout=120
    )
    assert (tmp_path / "cache").exists() is kept
