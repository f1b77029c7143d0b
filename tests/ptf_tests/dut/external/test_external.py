# SPDX-License-Identifier: Apache-2.0
"""The suite against a switch that it did not start: over P4Runtime, by a command, by a person; and what goes wrong."""

import errno
import os
import pty
import re
import subprocess
import sys

import pytest
from external_kit import INSTALL, PORTS, ROOT, Switch, a_switch, command_of, write_profile
from reference_kit import needs

from p4soft.targets import CompiledFiles, get_target
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import Request, RunError, select
from ptf_tests.dut.external.configuration import P4RUNTIME
from ptf_tests.dut.external.device import ExternalBench
from ptf_tests.dut.p4runtime import PROGRAM
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch.case import cases
from ptf_tests.switch.profile import Access, Profile, load

SHOWN = ("srv6", "trimming_size")


@pytest.fixture(scope="module")
def switch():
    with a_switch() as found:
        yield found


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> CompiledFiles:
    return get_target("embedded").compile(PROGRAM, tmp_path_factory.mktemp("program"))


def shown_cases(profile, modules, each=2):
    """Names of the first applicable cases of each module."""
    found = [select((module,), cases(), Catalogue.own(), profile).applicable[:each] for module in modules]
    return tuple(case.name for group in found for case in group)


def run_shown(profile, out, each=2):
    """Outcomes of these cases, or of the first `each` of a module, by name."""
    names = shown_cases(profile, SHOWN, each)
    assert len(names) == each * len(SHOWN)
    ran = PtfRunner(profile, ExternalBench(profile)).run(Request(out, names))
    assert [o.name for o in ran.outcomes] == list(names)
    return {o.name: o for o in ran.outcomes}


@pytest.mark.parametrize("pipeline", ["push", "keep"])
def test_cases_pass_over_p4runtime(tmp_path, switch, program, pipeline):
    if pipeline == "keep":  # somebody has loaded it
        install(switch, program, tmp_path)
    access = (
        f"  p4runtime:\n    address: {switch.address}\n    device_id: 7\n    pipeline: {pipeline}\n"
        f"    p4info: {program.p4info}\n    json_file: {program.json}\n"
    )
    profile = load(write_profile(tmp_path, switch, access))
    outcomes = run_shown(profile, tmp_path / "out")
    assert {o.outcome for o in outcomes.values()} == {"passed"}, outcomes


def test_a_program_that_is_kept_and_is_not_there(tmp_path, program):
    with a_switch() as switch:
        access = (
            f"  p4runtime:\n    address: {switch.address}\n    device_id: 7\n    pipeline: keep\n"
            f"    p4info: {program.p4info}\n    json_file: {program.json}\n"
        )
        profile = load(write_profile(tmp_path, switch, access))
        names = shown_cases(profile, SHOWN)[:1]
        ran = PtfRunner(profile, ExternalBench(profile)).run(Request(tmp_path / "out", names))
    assert ran.outcomes == ()
    accepted = "accepted: one that is loaded before the run, or access.p4runtime.pipeline: push"
    assert f"mine: runs no program; {accepted}" in ran.ended


def install(switch, program, directory):
    empty = directory / "empty"
    empty.mkdir()
    (empty / P4RUNTIME).write_text("")
    command = [sys.executable, INSTALL, switch.address, "7", program.p4info, program.json, empty]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)})


def test_cases_pass_when_a_command_configures_the_switch(tmp_path, switch, program, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    access = f'  commands:\n    configure: "{command_of(switch, program)}"\n'
    profile = load(write_profile(tmp_path, switch, access))
    outcomes = run_shown(profile, tmp_path / "out", each=1)
    assert {o.outcome for o in outcomes.values()} == {"passed"}, outcomes
    written = sorted(path.name for path in (tmp_path / "out" / "configuration" / "0001").iterdir())
    assert written == ["config_db.json", "not-expressible.txt", "p4runtime.txtpb", "what-to-configure.txt"]


def test_a_device_that_answers_nothing(tmp_path, switch, program):
    """Configured by a command that does nothing, the switch forwards nothing."""
    profile = load(write_profile(tmp_path, switch, "  commands:\n    configure: 'true {directory}'\n"))
    install(switch, program, tmp_path)
    names = shown_cases(profile, SHOWN)[:1]
    ran = PtfRunner(profile, ExternalBench(profile)).run(Request(tmp_path / "out", names))
    assert ran.outcomes == ()
    assert ran.ended.startswith(f"{names[0]}: mine: no port answers: of the frames sent into each port, none came out")


# --- Before anything runs


def test_an_interface_that_is_not_there(tmp_path, switch):
    profile = load(write_profile(tmp_path, Switch("", {**switch.sockets, 2: tmp_path / "none"}), ""))
    with pytest.raises(RunError, match=r"mine: port 2: unix:.*none: cannot attach: No such file.*is the switch run"):
        PtfRunner(profile, ExternalBench(profile)).run(Request(tmp_path / "out", ("srv6",)))


def external(interfaces, **access):
    access = Access(interfaces=interfaces, **access)
    return Profile(name="mine", description="", dut="external", claims=frozenset(), access=access)


def test_no_such_network_interface():
    reason = ExternalBench(external(dict.fromkeys(PORTS, "nosuchif0"))).unavailable()
    if os.geteuid() == 0:
        assert reason == "mine: port 0: interface nosuchif0: no such network interface"
    else:
        assert "needs root or CAP_NET_RAW" in reason


def test_no_permission_for_raw_sockets(monkeypatch):
    def refuse(*_args):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("p4soft.packet_socket.socket.socket", refuse)
    reason = ExternalBench(external(dict.fromkeys(PORTS, "lo"))).unavailable()
    assert reason == "mine: port 0: interface lo: opening a packet socket needs root or CAP_NET_RAW (or use unix:/path)"


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="veth interfaces need root: run with sudo")
def test_an_interface_that_is_down():
    names = [f"x{os.getpid() % 0xFFFFF:x}{end}" for end in "ab"]
    subprocess.run(["ip", "link", "add", names[0], "type", "veth", "peer", "name", names[1]], check=True)
    try:
        bench = ExternalBench(external(dict.fromkeys(PORTS, names[0])))
        assert bench.unavailable() == (
            f"mine: port 0: interface {names[0]} is down; accepted: up, as after `ip link set {names[0]} up`"
        )
        subprocess.run(["ip", "link", "set", names[0], "up"], check=True)
        assert bench.unavailable() == (
            f"mine: port 0: interface {names[0]} has no carrier; accepted: a cable to a port of the device that is up"
        )
        subprocess.run(["ip", "link", "set", names[1], "up"], check=True)
        assert bench.unavailable() is None
    finally:
        subprocess.run(["ip", "link", "del", names[0]], check=True)


def test_a_port_without_interface():
    assert ExternalBench(external({})).unavailable() == "mine: port 0: no interface"


# --- A person at a terminal

ASKED = """
import sys
from pathlib import Path
from ptf_tests.dut.external.device import ExternalBench
from ptf_tests.switch.profile import load
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.conformance import Request
profile, out, *names = sys.argv[1:]
profile = load(Path(profile))
ran = PtfRunner(profile, ExternalBench(profile)).run(Request(Path(out), tuple(names)))
print("outcomes", *(outcome.outcome for outcome in ran.outcomes))
"""


@pytest.mark.long
@needs("setsid")
def test_cases_pass_when_a_person_configures_the_switch(tmp_path, switch, program):
    """The person, who is this test, reads the directory off the terminal, installs, and presses Enter."""
    profile = write_profile(tmp_path, switch, "")
    names = shown_cases(load(profile), SHOWN[:1], each=1)
    ours, theirs = pty.openpty()
    command = ["setsid", "--ctty", "--wait", sys.executable, "-c", ASKED, profile, tmp_path / "out", *names]
    process = subprocess.Popen(command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown, asked = "", 0
    try:
        while re.search(r"outcomes.*\n", shown) is None:
            shown += os.read(ours, 4096).decode()
            prompts = re.findall(r"\(also in (\S+)\) ===.*?Press Enter when it is so: ", shown, re.DOTALL)
            for directory in prompts[asked:]:
                command = [sys.executable, INSTALL, switch.address, "7", program.p4info, program.json, directory]
                subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
                os.write(ours, b"\n")
            asked = len(prompts)
        assert shown.split("outcomes")[1].split() == ["passed"] * len(names), shown
        assert 1 <= asked <= len(names)
        assert "SID fcbb:bbbb:1001::/48, uN" in shown
    finally:
        os.close(ours)
        process.kill()
        process.wait()
