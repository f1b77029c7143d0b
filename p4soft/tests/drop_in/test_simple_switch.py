# SPDX-License-Identifier: Apache-2.0
"""`simple_switch` and `simple_switch_grpc`: started as the tutorials' runner and scripts start them."""

import json
import random
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import grpc
import pytest
from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from tests.command_kit import status
from tests.compiler.compiler_kit import build, source
from tests.switch.thrift.thrift_kit import Client
from waiting_kit import until

from p4soft.compiler.files import Job, compile_to_files, show_all
from p4soft.drop_in import simple_switch
from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch.thrift.interface import standard
from p4soft.targets.links import open_attachment

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 20.0
ADDRESS = "127.0.0.1:0"
FRAME = bytes.fromhex("0a0b0c0d0e0f10111213") + bytes(50)
MAINS = [simple_switch.main, simple_switch.main_grpc]


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    (folder / "prog.p4").write_text(source(ingress="std.egress_spec = std.ingress_port;"))
    compile_to_files(Job(source=folder / "prog.p4", json=folder / "prog.json"), show_all)
    return folder / "prog.json"


class Switch:
    """A command of the package as a process in a folder of its own."""

    def __init__(self, folder, entry, *arguments):
        call = (
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); from p4soft.drop_in.simple_switch import {entry} as main"
        )
        command = [sys.executable, "-c", f"{call}; main()", *map(str, arguments)]
        self.popen = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def line(self):
        assert select.select([self.popen.stdout], [], [], TIMEOUT_S)[0], "no line"
        return self.popen.stdout.readline().strip()

    def stop(self):
        self.popen.terminate()
        out, err = self.popen.communicate(timeout=TIMEOUT_S)
        assert self.popen.returncode == 0, err
        return out


@pytest.fixture
def start(tmp_path):
    switches = []

    def begin(entry, *arguments):
        switches.append(Switch(tmp_path, entry, *arguments))
        return switches[-1]

    yield begin
    for switch in switches:
        switch.popen.kill()
        switch.popen.communicate(timeout=TIMEOUT_S)


def echoed(folder, frame=FRAME):
    """Send a frame to port 1 and get it back."""
    deadline = time.monotonic() + TIMEOUT_S
    with open_attachment(f"unix:{folder}/p1") as port:
        port.send(frame)
        assert port.recv(deadline) == frame


def test_as_the_tutorials_runner_starts_it(start, tmp_path, program):
    (tmp_path / "pcaps").mkdir()
    switch = start(
        "main_grpc", "-i", f"1@unix:{tmp_path}/p1", "--pcap", tmp_path / "pcaps", "--nanolog", "ipc:///tmp/bm-0-log.ipc",
        "--device-id", "3", program, "--log-console", "--thrift-port", "0", "--", "--grpc-server-addr", "0.0.0.0:0",
        "--cpu-port", "510", "--priority-queues", "8",
    )  # fmt: skip
    while not (line := switch.line()).startswith("listening on 0.0.0.0:"):
        assert "[INFO] device 3: " in line  # which engine runs the program
    echoed(tmp_path)
    log = switch.stop()
    stamped = r"\[\d\d:\d\d:\d\d\.\d\d\d\] \[TRACE\] #0 "
    assert re.search(stamped + r"received on port 1: 60 bytes", log)
    assert re.search(stamped + r"  parser state start", log)
    assert re.search(stamped + r"    extract h ", log)
    assert re.search(stamped + r"  sent out of port 1: 60 bytes", log)
    assert sorted(path.name for path in (tmp_path / "pcaps").iterdir()) == ["port1_in.pcap", "port1_out.pcap"]


def test_as_the_tutorials_ptf_script_starts_it(start, tmp_path):
    arguments = ["--log-file", "ss-log", "--log-flush", "--dump-packet-data", "10", "-L", "info"]
    switch = start(
        "main_grpc", *arguments, "-i", f"1@unix:{tmp_path}/p1", "--no-p4", "--", "--grpc-server-addr", ADDRESS
    )
    address = switch.line().removeprefix("listening on ")
    result = build(tmp_path, source(ingress="std.egress_spec = std.ingress_port;"))
    session = Session("s", address, 0)
    session.become_primary()
    session.set_pipeline(result.p4info, json.dumps(result.json).encode())
    session.close()
    echoed(tmp_path)
    switch.stop()
    log = (tmp_path / "ss-log.txt").read_text()
    assert f"Received packet of length 60 on port 1: {FRAME[:10].hex()}\n" in log
    assert f"Sending packet of length 60 on port 1: {FRAME[:10].hex()}\n" in log
    assert "TRACE" not in log


def test_simple_switch_has_no_p4runtime_unless_asked(start, tmp_path, program):
    switch = start("main", program, "-i", f"1@unix:{tmp_path}/p1", "--log-file", "log")
    until((tmp_path / "p1").exists)
    echoed(tmp_path)
    assert "listening" not in switch.stop()
    assert "#0   sent out of port 1" in (tmp_path / "log.txt").read_text()


def test_log_files_are_put_aside_when_they_are_large(start, tmp_path, program):
    arguments = ["--log-file", "log", "--log-file-max-size", "2000", "--log-file-max-files", "2"]
    switch = start("main", *arguments, program, "-i", f"1@unix:{tmp_path}/p1", "--", "--grpc-server-addr", ADDRESS)
    switch.line()
    for _ in range(20):
        echoed(tmp_path)
    switch.stop()
    assert sorted(path.name for path in tmp_path.glob("log*")) == ["log.1.txt", "log.2.txt", "log.txt"]
    assert all(path.stat().st_size <= 2000 for path in tmp_path.glob("log*"))


def test_disable_swap_keeps_the_program(start, tmp_path, program):
    switch = start("main_grpc", program, "--", "--disable-swap", "--grpc-server-addr", ADDRESS)
    address = switch.line().removeprefix("listening on ")
    result = build(tmp_path, source())
    session = Session("s", address, 0)
    session.become_primary()
    with pytest.raises(SessionError, match="started with --disable-swap"):
        session.set_pipeline(result.p4info, program.read_bytes())
    session.close()
    switch.stop()


@pytest.mark.parametrize(
    ("main", "words", "swaps"),
    [
        (simple_switch.main, [], False),
        (simple_switch.main, ["--", "--enable-swap"], True),
        (simple_switch.main_grpc, [], True),
        (simple_switch.main_grpc, ["--", "--disable-swap"], False),
    ],
)
def test_swapping_over_thrift_as_on_bmv2(main, words, swaps, asked):
    """BMv2: simple_switch swaps with --enable-swap only, simple_switch_grpc unless told --disable-swap (main.cpp)."""
    assert status(main, ["--no-p4", *words]) == 0
    assert asked[0].thrift_swap is swaps


def test_swap_configs_answers_as_bmv2s_simple_switch(start, program):
    """It reads nothing and asks for no program first: swapping is disabled."""
    switch = start("main", program, "--thrift-port", "0")
    client = Client(int(switch.line().rpartition(":")[2]))
    codes = set()
    for call in (client.standard.bm_swap_configs, lambda: client.standard.bm_load_new_config(program.read_text())):
        with pytest.raises(standard.InvalidSwapOperation) as caught:
            call()
        codes.add(caught.value.code)
    client.close()
    switch.stop()
    assert codes == {standard.SwapOperationErrorCode.CONFIG_SWAP_DISABLED}


def test_writes_without_a_primary_are_an_option(start, tmp_path, program):
    result = build(tmp_path, source(ingress="std.egress_spec = std.ingress_port;"))
    for words, code in (([], grpc.StatusCode.PERMISSION_DENIED), (["--without-primary"], None)):
        switch = start("main_grpc", program, "--", "--grpc-server-addr", ADDRESS, *words)
        channel = grpc.insecure_channel(switch.line().removeprefix("listening on "))
        request = p4runtime_pb2.SetForwardingPipelineConfigRequest(action="VERIFY_AND_COMMIT")
        request.config.p4info.CopyFrom(result.p4info)
        request.config.p4_device_config = json.dumps(result.json).encode()
        call = p4runtime_pb2_grpc.P4RuntimeStub(channel).SetForwardingPipelineConfig.future(request, timeout=TIMEOUT_S)
        assert call.exception() is None if code is None else call.code() is code
        channel.close()
        switch.stop()


@pytest.mark.parametrize("main", MAINS)
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--restore-state", "x"], "nothing saves such a state"),
        (["--debugger"], "no debugger of BMv2's kind"),
        (["--", "--load-modules", "x.so"], "shared objects made for BMv2"),
        (["--", "--dp-grpc-server-addr", "0.0.0.0:1"], "frames do not travel over gRPC"),
        (["--log-file-max-size", "0"], "accepted: 1.."),
        (["--dump-packet-data", "-1"], "'-1'; accepted: 0.."),
        (["-L", "loud"], "'loud' is not one of"),
        (["--max-port-count", "-1"], "'-1'; accepted: 0.."),
        (["--max-port-count", "many"], "'many'; accepted: 0.."),
        (["--thrift-port", "65536"], "'65536'; accepted: 0..65535"),
        (["--device-id", "x"], "'x'; accepted: 0.."),
        (["--notifications-addr"], "requires an argument"),
        (["-i", "0veth"], "accepted: PORT@IFACE"),
        (["-i", "512@veth"], "accepted: 0..511"),
        (["--", "--priority-queues", "9"], "accepted: 1..8"),
        (["--", "--cpu-port", "0"], "accepted: 1..511"),
        (["--", "--no-such-option"], "No such option"),
    ],
)
def test_refused_options_say_why(main, options, reason, capsys):
    assert status(main, ["--no-p4", *options]) == 2
    assert reason in capsys.readouterr().err


@pytest.fixture
def asked(monkeypatch):
    """The options that a switch would run with."""
    found = []
    monkeypatch.setattr(simple_switch, "run", found.append)
    return found


@pytest.mark.parametrize("main", MAINS)
def test_options_without_effect(main, asked):
    general = ["--no-p4", "--max-port-count", "8", "--notifications-addr", "ipc:///tmp/x.ipc", "--nanolog", "ipc:///y"]
    target = ["--enable-swap", "--max-mc-groups", "9", "--max-l1-entries", "9", "--max-l2-entries", "9"]
    assert status(main, [*general, "--", *target, "--drop-port", "510"]) == 0
    assert asked[0].drop_port == 510
    assert asked[0].notices == []
    assert (asked[0].max_ports, asked[0].notifications) == (8, "ipc:///tmp/x.ipc")
    assert asked[0].nanolog == "ipc:///y"


def test_controllers_over_thrift_find_notifications_where_bmv2_has_them(asked):
    for words in (["--no-p4"], ["--no-p4", "--thrift-port", "0", "--device-id", "3"]):
        for main in MAINS:
            assert status(main, words) == 0
    assert [options.usual_notifications for options in asked] == [
        None, None, "ipc:///tmp/bmv2-3-notifications.ipc", None,
    ]  # fmt: skip


def test_an_address_that_nobody_asked_for_may_be_taken(start, program):
    device, words = random.randrange(1 << 60), [program, "--thrift-port", "0", "--device-id"]
    first, second = (start("main", *words, device) for _ in range(2))
    places = [switch.line() for switch in (first, second)]
    assert all(place.startswith("thrift on 127.0.0.1:") for place in places)
    sockets = set()
    for place in places:
        client = Client(int(place.rpartition(":")[2]))
        sockets.add(client.standard.bm_mgmt_get_info().notifications_socket)
        client.close()
    assert sockets == {f"ipc:///tmp/bmv2-{device}-notifications.ipc", None}
    for switch in (first, second):
        switch.stop()
    assert not Path(f"/tmp/bmv2-{device}-notifications.ipc").exists()


def test_more_interfaces_than_max_port_count(start, tmp_path, program):
    ports = [word for number in range(3) for word in ("-i", f"{number}@unix:{tmp_path}/p{number}")]
    switch = start("main_grpc", program, *ports, "--max-port-count", "2")
    assert switch.popen.wait(TIMEOUT_S) == 1
    assert "port 2: there are 2 ports, as many as --max-port-count allows" in switch.popen.stderr.read()


@pytest.mark.parametrize("main", MAINS)
def test_versions(main, capsys):
    assert status(main, ["-v"]) == 0
    assert re.match(r"1\.15\.\d+ \(p4soft ", capsys.readouterr().out)
    assert status(main, ["--json-version"]) == 0
    assert capsys.readouterr().out == "2.23\n"


def test_a_dump_that_the_level_leaves_out_is_said(asked):
    assert status(simple_switch.main_grpc, ["--no-p4", "--dump-packet-data", "5", "-L", "warn"]) == 0
    assert asked[0].notices == ["ignoring --dump-packet-data: log level warn leaves 'info' out"]


def test_defaults_are_bmv2s_but_for_the_addresses(asked):
    for main in MAINS:
        assert status(main, ["--no-p4"]) == 0
    assert [options.grpc_address for options in asked] == [None, "127.0.0.1:9559"]
    assert {options.log.level for options in asked} == {"trace"}
    assert (asked[0].drop_port, asked[0].cpu_port, asked[0].device_id) == (511, None, 0)
