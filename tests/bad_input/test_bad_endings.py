# SPDX-License-Identifier: Apache-2.0
"""Interrupted runs, wrong switches and the Makefile: a clear end, and nothing left behind."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest
from bad_input_kit import LAB, ROOT, processes_naming, run, run_alone, start
from long_kit import share
from waiting_kit import until

pytestmark = pytest.mark.usefixtures("hangups_end_programs")
SIGNALS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
IGNORED = {"command &": (signal.SIGINT,), "nohup command &": (signal.SIGINT, signal.SIGHUP)}
BACKGROUND = pytest.mark.parametrize("ignored", IGNORED.values(), ids=IGNORED)


def a_long_demo(folder):
    """One that a signal reaches: the demo itself is over before."""
    long = folder / "long.yaml"
    long.write_text(
        f"base: {ROOT / 'topologies/scenarios/demo.yaml'}\nname: long\ntopology: {ROOT / 'topologies/lab.yaml'}\n"
        "limit: 1s\nworkload:\n  - {from: nic0, to: nic3, bytes: 64MiB}\n"
    )
    return ("fabric", "run", long, "--out", folder / "out")


def a_switch(_folder):
    return ("p4soft.switch", "--no-p4", "-i", "0@unix:port", "--", "--grpc-server-addr", "127.0.0.1:0")


def a_supervised_one(_folder):
    return ("p4soft.targets.links", "", "sleep", "600")


@pytest.mark.parametrize("number", [signal.SIGINT])
def test_an_interrupted_demo_leaves_no_part_of_a_file(tmp_path, number):
    out = tmp_path / "out"
    with start(tmp_path, *a_long_demo(tmp_path)) as demo:
        until(lambda: list(out.rglob("*.part")), 90)
        demo.send_signal(number)
        _, says = demo.communicate(timeout=60)
    assert demo.returncode == 128 + number
    assert says.startswith("error: interrupted")
    assert [path for path in out.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("number", share([signal.SIGTERM, signal.SIGHUP], [signal.SIGTERM]))
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
    with start(tmp_path, *a_switch(tmp_path)) as switch:
        assert switch.stdout.readline().startswith("listening on ")
        switch.send_signal(number)
        switch.communicate(timeout=60)
    assert switch.returncode == 0
    assert list(tmp_path.iterdir()) == []


def disposed(process):
    """The signals that a process ignores, and those that it handles."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{process.pid}/status").read_text().splitlines())
    return [{n for n in range(1, 32) if int(fields[name], 16) >> n - 1 & 1} for name in ("SigIgn", "SigCgt")]


IN_THE_BACKGROUND = [
    (words, begun, end, ignored)
    for words, begun, end in (
        (a_long_demo, lambda _, folder: list(folder.rglob("*.part")), (128 + signal.SIGTERM, "error: interrupted\n")),
        (a_switch, lambda process, _: process.stdout.readline().startswith("listening on "), (0, "")),
        (a_supervised_one, lambda process, _: signal.SIGTERM in disposed(process)[1], (-signal.SIGTERM & 255, "")),
    )
    for ignored in IGNORED.values()
]


@pytest.mark.parametrize(
    ("words", "begun", "end", "ignored"),
    share(IN_THE_BACKGROUND, IN_THE_BACKGROUND[1:]),  # the demo once
    ids=[f"{words.__name__}, {name}" for words in (a_long_demo, a_switch, a_supervised_one) for name in IGNORED],
)
def test_in_the_background_what_was_ignored_stays_ignored_and_sigterm_ends_a_command(
    tmp_path, words, begun, end, ignored
):
    with start(tmp_path, *words(tmp_path), ignored=ignored, stdin=subprocess.PIPE) as command:
        until(lambda: begun(command, tmp_path), 90)
        for number in ignored:
            command.send_signal(number)
        ignores, handles = disposed(command)
        assert ignores >= set(ignored) and signal.SIGTERM in handles, "it goes on"
        command.terminate()
        command.wait(60)  # and its standard input stays open: that would end some
        _, said = command.communicate(timeout=60)
    assert (command.returncode, said[-len("error: interrupted\n") :]) == end
    assert not list(tmp_path.rglob("*.part")) and not (tmp_path / "port").exists()


@BACKGROUND
def test_the_tests_of_signals_hold_in_the_background(ignored):
    """A signal that somebody raises in vain would fail them."""
    there = ROOT / "p4soft/tests/command_line/test_interrupt.py"
    with start(ROOT, "pytest", "-n", "0", there, ignored=ignored) as tests:
        said, _ = tests.communicate(timeout=300)
    assert tests.returncode == 0, said


def test_a_grpc_port_in_use_is_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run_alone(tmp_path, "p4soft.switch", "--no-p4", "--", "--grpc-server-addr", address)
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


def test_json_is_not_p4info_and_another_programs_p4info_is_named(tmp_path, program):
    words = ("--switch", "p0-t0-0=127.0.0.1:1", "--timeout", "2")
    wrong = run(tmp_path, "controller", "install", LAB, "--p4info", "p.json", "--json", "p.json", *words)
    assert (wrong.returncode, wrong.stderr.startswith("error: p.json: not P4Info")) == (1, True)
    other = run(tmp_path, "controller", "install", LAB, *program, *words)
    assert other.returncode == 1
    assert other.stderr.startswith("error: p0-t0-0: p.txtpb: no table 'FabricIngress.my_sid.my_sid'; accepted: none")
    assert other.stderr.endswith("nothing was written\n")


def test_set_up_never_empties_an_environment_behind_a_link(tmp_path):
    """`venv --clear` follows a link: a checkout with .venv -> elsewhere must not lose what is there."""
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    project.mkdir()
    elsewhere.mkdir()
    (elsewhere / "precious").write_text("precious")
    (project / "tools" / "requirements").mkdir(parents=True)
    for name in ("Makefile", "tools/requirements/run.txt"):
        shutil.copy(ROOT / name, project / name)
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
