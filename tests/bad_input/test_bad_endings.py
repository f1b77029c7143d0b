# SPDX-License-Identifier: Apache-2.0
"""Interrupted runs, wrong switches and the Makefile: a clear end, and nothing left behind."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from contextlib import ExitStack

import pytest
from bad_input_kit import LAB, ROOT, processes_naming, run, run_alone, start
from waiting_kit import until

SIGNALS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])


@pytest.fixture(autouse=True)
def hangups_end_programs():
    """Tests that run below nohup start programs that do not."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", [signal.SIGINT])
def test_an_interrupted_demo_leaves_no_part_of_a_file(tmp_path, number):
    out, long = tmp_path / "out", tmp_path / "long.yaml"  # the demo itself is over before a signal reaches it
    long.write_text(
        f"base: {ROOT / 'topologies/scenarios/demo.yaml'}\nname: long\ntopology: {ROOT / 'topologies/lab.yaml'}\n"
        "limit: 1s\nworkload:\n  - {from: nic0, to: nic3, bytes: 256MiB}\n"
    )
    with start(tmp_path, "fabric", "run", long, "--out", out) as demo:
        until(lambda: list(out.rglob("*.part")), 90)
        demo.send_signal(number)
        _, says = demo.communicate(timeout=60)
    assert demo.returncode == 128 + number
    assert says.startswith("error: interrupted")
    assert [path for path in out.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_ptf_leaves_no_process(tmp_path, number):
    out = tmp_path / "out"
    with start(tmp_path, "ptf_tests", "run", "--out", out) as suite:
        until(lambda: any("/ptf " in line for line in processes_naming(str(out))), 90)
        suite.send_signal(number)
        _, says = suite.communicate(timeout=60)
    assert suite.returncode == 128 + number
    assert says.startswith("error: interrupted")
    until(lambda: not processes_naming(str(out)), 20)
    assert list(out.glob("*.ports")) == []


@SIGNALS
def test_an_interrupted_switch_removes_its_sockets(tmp_path, number):
    words = ("--no-p4", "-i", "0@unix:port0", "--", "--grpc-server-addr", "127.0.0.1:0")
    with start(tmp_path, "targets.softswitch", *words) as switch:
        assert switch.stdout.readline().startswith("listening on ")
        switch.send_signal(number)
        switch.communicate(timeout=60)
    assert switch.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_nohup_keeps_a_switch_alive(tmp_path):
    words = ("--no-p4", "--", "--grpc-server-addr", "127.0.0.1:0")
    with ExitStack() as stack:
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # inherited, as below nohup
        try:
            switch = stack.enter_context(start(tmp_path, "targets.softswitch", *words))
        finally:
            signal.signal(signal.SIGHUP, before)
        assert switch.stdout.readline().startswith("listening on ")
        switch.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            switch.wait(0.5)
        switch.terminate()
        switch.communicate(timeout=60)
        assert switch.returncode == 0


def test_a_grpc_port_in_use_is_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run_alone(tmp_path, "targets.softswitch", "--no-p4", "--", "--grpc-server-addr", address)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [done.stderr.strip()]
    assert done.stderr.startswith(f"error: gRPC server address {address}: cannot bind")


@pytest.fixture
def program(tmp_path):
    (tmp_path / "p.txtpb").write_text("")
    (tmp_path / "p.json").write_text("{}")
    return ("--p4info", "p.txtpb", "--json", "p.json")


@pytest.mark.parametrize("timeout", ["nan", "inf", "-1"])
def test_a_timeout_is_a_number(tmp_path, program, timeout):
    words = ("--switch", "p0-t0-0=127.0.0.1:1", "--timeout", timeout)
    done = run(tmp_path, "controller", "install", LAB, *program, *words)
    assert done.returncode == 2
    assert "--timeout" in done.stderr


def test_json_is_not_p4info_and_a_silent_switch_is_named(tmp_path, program):
    words = ("--switch", "p0-t0-0=127.0.0.1:1", "--timeout", "2")
    wrong = run(tmp_path, "controller", "install", LAB, "--p4info", "p.json", "--json", "p.json", *words)
    assert (wrong.returncode, wrong.stderr.startswith("error: p.json: not P4Info")) == (1, True)
    silent = run(tmp_path, "controller", "install", LAB, *program, *words)
    assert (silent.returncode, silent.stderr.startswith("error: p0-t0-0 at 127.0.0.1:1: no answer")) == (1, True)


def test_set_up_never_empties_an_environment_behind_a_link(tmp_path):
    """`venv --clear` follows a link: a checkout with .venv -> elsewhere must not lose what is there."""
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    project.mkdir()
    elsewhere.mkdir()
    (elsewhere / "precious").write_text("precious")
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, project)
    (project / ".venv").symlink_to(elsewhere)
    stand_in = tmp_path / "python"  # never a real interpreter: it only notes that it was called
    stand_in.write_text(f"#!/bin/sh\necho called > '{tmp_path}/called'\nexit 1\n")
    stand_in.chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(
        ["make", "-C", project, f"PYTHON={stand_in}", "plan"],
        env=environment, capture_output=True, text=True, timeout=20, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "error: .venv is a symbolic link" in done.stderr
    assert not (tmp_path / "called").exists()
    assert (elsewhere / "precious").read_text() == "precious"
