# SPDX-License-Identifier: Apache-2.0
"""The control socket, ports that come and go, and link states."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from process_kit import ANY_ADDRESS, FRAME, TIMEOUT_S, command
from waiting_kit import until

from p4soft.switch import SimpleSwitch
from p4soft.switch.ports import PortError
from p4soft.switch.ports.loop import PortLoop
from p4soft.switch.ports.unix import Listener
from p4soft.targets.links import open_attachment


def test_ports_are_added_and_removed_while_it_runs(start, tmp_path, loopback_program):
    control = tmp_path / "control"
    process = start(loopback_program, "--control", control, "-i", f"1@unix:{tmp_path}/p1", *ANY_ADDRESS)
    process.ready()
    assert command(control, f"port_add unix:{tmp_path}/p2 2") == ["ok"]
    assert command(control, "port_down 1") == ["ok"]
    assert command(control, "show_ports") == ["1 down", "2 up", "ok"]
    for name in ("p1", "p2"):  # A port that is down still carries frames: it is the link that would not.
        with open_attachment(f"unix:{tmp_path}/{name}") as port:
            port.send(FRAME)
            assert port.recv(time.monotonic() + TIMEOUT_S) == FRAME
    assert command(control, "port_remove 2") == ["ok"]
    assert not (tmp_path / "p2").exists()
    assert command(control, "show_ports") == ["1 down", "ok"]
    assert command(control, f"port_add unix:{tmp_path}/p2b 2") == ["ok"]
    assert process.stop() == 0
    assert not control.exists()
    assert not (tmp_path / "p2b").exists()


def test_queues(start, tmp_path, loopback_program):
    control = tmp_path / "control"
    process = start(loopback_program, "--control", control, "-i", f"1@unix:{tmp_path}/p1", *ANY_ADDRESS)
    process.ready()
    assert command(control, "set_queue_rate 1 1") == ["ok"]
    assert command(control, "set_queue_depth 2 1 0") == ["ok"]
    with open_attachment(f"unix:{tmp_path}/p1") as port:
        for _ in range(5):  # One leaves at once, two wait, two find the queue full.
            port.send(FRAME)
        assert port.recv(time.monotonic() + TIMEOUT_S) == FRAME
        until(lambda: command(control, "show_drops") == ["2 queue full", "ok"])
    assert int(command(control, "get_time_elapsed")[0]) > 0


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("nonsense", "error: command 'nonsense' is unknown; accepted: help, port_add"),
        ("port_add x", "error: accepted: port_add <interface or unix:/path> <port>"),
        ("port_add nosuchif0 3", "error: port 3: interface nosuchif0"),
        ("port_add unix:/nowhere/x 3", "error: port 3: /nowhere/x: cannot listen"),
        ("port_add unix:/x 1", "error: port 1 exists already"),
        ("port_add unix:a\0b 3", r"error: port 3: 'unix:a\x00b' has a NUL byte"),
        ("port_add a\0b 3", r"error: port 3: 'a\x00b' has a NUL byte"),
        ("port_remove 9", "error: there is no port 9; ports: 1"),
        ("port_up 512", "error: port '512'; accepted: 0..511"),
        ("set_queue_rate -1", "error: packets/s '-1'; accepted"),
        ("set_queue_depth 1 1 3", "error: queue priority 3 is out of range; accepted: 0..0"),
        ("port_add 'x", "error: No closing quotation"),
        ("'' x", "error: command '' is unknown"),
    ],
)
def test_mistakes_are_explained(shared_control, line, wanted):
    assert command(shared_control, line)[-1].startswith(wanted)


@pytest.fixture(scope="module")
def shared_control(tmp_path_factory):
    from process_kit import Process

    folder = tmp_path_factory.mktemp("shared")
    process = Process("--no-p4", "--control", folder / "c", "-i", f"1@unix:{folder}/p", *ANY_ADDRESS)
    process.ready()
    yield folder / "c"
    process.close()


def test_help_lists_every_command(shared_control):
    answer = command(shared_control, "help")
    assert "set_queue_rate <packets/s> [<port> [<priority>]]" in answer
    assert answer[-1] == "ok"


def test_many_commands_may_come_at_once(shared_control):
    count = 1000  # more bytes than a line may have, and ends of reads within lines
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(TIMEOUT_S)
        sock.connect(str(shared_control))
        sock.sendall(b"show_ports\n" * count)
        with sock.makefile() as answers:
            assert [answers.readline() for _ in range(2 * count)] == ["1 up\n", "ok\n"] * count


def test_a_call_that_fails_in_an_unforeseen_way_does_not_end_the_loop():
    loop = PortLoop(SimpleSwitch())
    thread = threading.Thread(target=loop.run)
    thread.start()
    try:
        with pytest.raises(ZeroDivisionError):
            loop.call(lambda: 1 // 0)
        assert loop.call(lambda: 1) == 1
    finally:
        loop.stop()
        thread.join(TIMEOUT_S)
        loop.close()


def test_a_port_that_does_not_exist_is_down(tmp_path):
    switch = SimpleSwitch()
    assert switch.ports.is_up(3)  # Without real ports, nobody knows better.
    loop = PortLoop(switch)
    try:
        loop.open({1: f"unix:{tmp_path}/p1"})
        assert switch.ports.is_up(1)
        assert not switch.ports.is_up(3)
        loop.remove_port(1)
        assert not switch.ports.is_up(1)
        with pytest.raises(PortError, match="there is no port 1; ports: none"):
            loop.remove_port(1)
    finally:
        loop.close()


def test_what_was_said_of_a_port_holds_while_other_links_change(tmp_path):
    switch = SimpleSwitch()
    loop = PortLoop(switch)
    try:
        loop.open({1: f"unix:{tmp_path}/p1"})
        switch.set_port_up(1, False)
        loop._look_at_links()  # as for each event of any link of this machine
        assert not switch.ports.is_up(1)
        loop.remove_port(1)
        loop.add_port(1, f"unix:{tmp_path}/p1")
        assert switch.ports.is_up(1)
    finally:
        loop.close()


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("ip") is None, reason="needs root and the ip command")
def test_the_link_of_an_interface_is_followed(start, tmp_path):
    name, peer = f"lnk{os.getpid() % 100000}a", f"lnk{os.getpid() % 100000}b"
    if subprocess.run(
        ["ip", "link", "add", name, "type", "veth", "peer", "name", peer], check=False, timeout=TIMEOUT_S
    ).returncode:
        pytest.skip("veth interfaces cannot be made here")
    try:
        for end in (name, peer):
            subprocess.run(["ip", "link", "set", end, "up"], check=True, timeout=TIMEOUT_S)
        control = tmp_path / "control"
        process = start("--no-p4", "--control", control, "-i", f"4@{name}", *ANY_ADDRESS)
        process.ready()
        for state in ("up", "down", "up"):
            subprocess.run(["ip", "link", "set", peer, state], check=True, timeout=TIMEOUT_S)
            until(lambda state=state: command(control, "show_ports")[0] == f"4 {state}")
    finally:
        subprocess.run(["ip", "link", "delete", name], check=False, timeout=TIMEOUT_S)


def connected(path):
    made = socket.socket(socket.AF_UNIX)
    made.settimeout(TIMEOUT_S)
    made.connect(str(path))
    return made


def test_clients_that_say_nothing_make_room_for_others(start, tmp_path):
    control = tmp_path / "c"
    process = start("--no-p4", "--control", control, "-i", f"1@unix:{tmp_path}/1", *ANY_ADDRESS)
    process.ready()
    with contextlib.ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(connected(control))
            assert command(control, "show_ports") == ["1 up", "ok"]
    assert process.stop() == 0


def test_without_room_for_open_files_newcomers_hear_so_and_others_are_served(start, tmp_path, loopback_program):
    control = tmp_path / "c"
    process = start(loopback_program, "--control", control, "-i", f"1@unix:{tmp_path}/1", *ANY_ADDRESS)
    address = process.ready()
    pid = process.popen.pid
    with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)) as tester:
        tester.settimeout(TIMEOUT_S)
        tester.connect(str(tmp_path / "1"))
        tester.send(bytes(60))
        assert tester.recv(100) == bytes(60)
        files = Path(f"/proc/{pid}/fd")
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        limit = max(int(file.name) for file in files.iterdir()) + 5
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, before[1]))
        host, port = address.split(":")
        with contextlib.ExitStack() as stack:
            for _ in range(40):  # which take what is left
                stack.enter_context(socket.create_connection((host, int(port)), timeout=TIMEOUT_S))
            until(lambda: len(list(files.iterdir())) == limit)
            for _ in range(20):
                with connected(control) as late:
                    assert late.recv(10) == b""
            tester.send(b"still here")
            assert tester.recv(100) == b"still here"
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
        assert command(control, "show_ports") == ["1 up", "ok"]
    assert process.stop() == 0


def test_who_takes_every_file_at_once_keeps_nobody_from_being_sent_away(tmp_path):
    """As gRPC's threads do: what one that listens closes to make room is open again before its next call."""
    taken = []

    def take(_frame, event, _argument):
        if event == "c_return":
            with contextlib.suppress(OSError):
                taken.append(os.dup(0))

    path = tmp_path / "c"
    listener = Listener("c", path, socket.SOCK_STREAM)
    newcomers = [socket.socket(socket.AF_UNIX) for _ in range(20)]  # which need files themselves
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (newcomers[-1].fileno() + 5, before[1]))
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.dup(0))
        for newcomer in newcomers:
            newcomer.settimeout(TIMEOUT_S)
            newcomer.connect(str(path))
            sys.setprofile(take)
            try:
                assert listener.accept() is None
            finally:
                sys.setprofile(None)
            assert newcomer.recv(1) == b""
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for number in taken:
            os.close(number)
        for newcomer in newcomers:
            newcomer.close()
    with connected(path) as late, contextlib.closing(listener.accept()) as there:
        late.sendall(b"x")
        assert there.recv(1) == b"x"
    listener.close()
