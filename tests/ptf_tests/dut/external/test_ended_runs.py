# SPDX-License-Identifier: Apache-2.0
"""A device that cannot be driven, or not any longer, ends a run: status 2, one message, and what was judged so far."""

import json
import select as waiting
import socket
import sys

import pytest
from command_kit import ran
from external_kit import ROOT, a_switch, closed_port, command_of, write_profile

from controller.client import SwitchClient
from controller.pipeline import Pipeline
from p4soft.targets import get_target
from ptf_tests.__main__ import entry
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import Request, judged, results, select
from ptf_tests.dut.kinds import bench_of
from ptf_tests.dut.p4runtime import PROGRAM
from ptf_tests.results import CaseOutcome
from ptf_tests.run.platforms.attached import AttachedPort
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch.case import Session, cases, classes, use
from ptf_tests.switch.device import DeviceError, DeviceGoneError
from ptf_tests.switch.profile import load, named

pytestmark = pytest.mark.timeout(120)  # what ends a run once let PTF's process stay for ever


@pytest.fixture(autouse=True)
def project_on_the_path(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture(scope="module")
def switch():
    with a_switch() as found:
        yield found


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return get_target("embedded").compile(PROGRAM, tmp_path_factory.mktemp("program"))


def run_suite(directory, switch, access, *tests):
    """The command on a device of this access; all of it that ends the run early is told once, without a traceback."""
    profile = write_profile(directory, switch, access)
    done = ran(entry, "run", "--profile", profile, "--out", directory / "out", *tests)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def nothing_was_judged(directory, done, message):
    assert done.returncode == 2
    assert done.stderr.startswith("error: "), done.stderr
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
    assert not (directory / "out" / "conformance.json").exists()


# --- From the start


def test_a_p4runtime_server_that_refuses_the_connection(tmp_path, switch):
    done = run_suite(tmp_path, switch, f"  p4runtime: {{address: '127.0.0.1:{closed_port()}'}}\n", "srv6")
    nothing_was_judged(tmp_path, done, "Connection refused; is a P4Runtime server running there?")


def test_a_p4runtime_server_that_never_answers(tmp_path, switch):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        done = run_suite(tmp_path, switch, f"  p4runtime: {{address: '{address}'}}\n", "srv6")
    nothing_was_judged(tmp_path, done, f"mine: device under test at {address}: no answer within 10 s")


def test_another_controller_is_primary(tmp_path, program):
    """Its election id is 5: ours of 1 is refused, one of 6 takes over."""
    with a_switch() as switch, SwitchClient(switch.address, 7, _pipeline(program), election_id=5) as other:
        access = f"  p4runtime: {{address: '{switch.address}', device_id: 7, election_id: %d}}\n"
        other.become_primary()
        done = run_suite(tmp_path, switch, access % 1, "srv6.UnShift")
        nothing_was_judged(tmp_path, done, "another client controls device 7 with election id 5 (ours is 1)")
        done = run_suite(tmp_path, switch, access % 6, "srv6.UnShift")
        assert done.returncode == 0, done.stdout + done.stderr


def _pipeline(program):
    return Pipeline.load(program.p4info, program.json)


def test_a_port_that_is_not_there(tmp_path, switch):
    sockets = {**switch.sockets, 2: tmp_path / "none"}
    done = run_suite(tmp_path, switch.with_sockets(sockets), "", "srv6")
    nothing_was_judged(tmp_path, done, "mine: port 2: unix:")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("sh -c 'echo no such table >&2; exit 1' {directory}", "ended with status 1: no such table"),
        ("/no/such/program {directory}", "No such file or directory"),
    ],
    ids=["status 1", "no program"],
)
def test_a_command_that_does_not_work(tmp_path, switch, command, message):
    """It was 54 failed musts."""
    done = run_suite(tmp_path, switch, f'  commands:\n    configure: "{command}"\n', "srv6", "trimming")
    nothing_was_judged(tmp_path, done, message)


def test_counters_that_no_command_reads(tmp_path, switch, program):
    commands = f"    configure: '{command_of(switch, program)}'\n    counters: 'echo none {{ports}}'\n"
    done = run_suite(tmp_path, switch, f"  commands:\n{commands}", "srv6.UnShift")
    nothing_was_judged(tmp_path, done, "accepted: a JSON list of {name, port, queue, packets, bytes}")


# --- In the middle


FAILS_LATER = """
import subprocess, sys
from pathlib import Path
count, left, *command = sys.argv[1:]
done = len(Path(count).read_text()) if Path(count).exists() else 0
Path(count).write_text("x" * (done + 1))
if done >= int(left):
    sys.exit("the card is on fire")
sys.exit(subprocess.run(command).returncode)
"""


def test_what_was_judged_before_a_command_failed_is_kept(tmp_path, switch, program):
    """Two configurations work, the third does not: status 2, no must failed, and the rest is not judged."""
    script = tmp_path / "later.py"
    script.write_text(FAILS_LATER)
    configure = f"{sys.executable} {script} {tmp_path / 'count'} 2 {command_of(switch, program)}"
    names = ("srv6", "trimming")
    done = run_suite(tmp_path, switch, f"  commands:\n    configure: '{configure}'\n", *names)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("ended with status 1: the card is on fire\n")
    report = json.loads((tmp_path / "out" / "conformance.json").read_text())
    profile = load(tmp_path / "mine.yaml")
    applicable = [case.name for case in select(names, cases(), Catalogue.own(), profile).applicable]
    ended = [case["name"] for case in report["cases"] if case["outcome"] == "passed"]
    assert ended == applicable[: len(ended)]
    assert 2 <= len(ended) < len(applicable)
    assert f"error: {applicable[len(ended)]}: mine: " in done.stderr, "the case in which it happened"
    assert report["ended"] == done.stderr.removeprefix("error: ").rstrip("\n")
    verdicts = [each["verdict"] for each in report["requirements"]]
    assert "failed" not in verdicts
    assert verdicts.count("not_judged") > 10
    assert "held" in verdicts
    assert "not judged" in done.stdout
    page = (tmp_path / "out" / "conformance.html").read_text()
    assert "What ended it: " in page
    assert "the card is on fire" in page
    assert "the card is on fire" in (tmp_path / "out" / "junit.xml").read_text()


@pytest.mark.parametrize("driven", ["p4runtime", "commands"])
def test_a_switch_that_dies(tmp_path, program, driven):
    """It is killed when the first case has ended; by what it is noticed, control or frames, is chance."""
    with a_switch() as mortal:
        access = {
            "p4runtime": f"  p4runtime: {{address: '{mortal.address}', device_id: 7}}\n",
            "commands": f"  commands: {{configure: '{command_of(mortal, program)}'}}\n",
        }[driven]
        profile = load(write_profile(tmp_path, mortal, access))
        names = [case.name for case in select(("srv6", "trimming"), cases(), Catalogue.own(), profile).applicable]
        ran_ = PtfRunner(profile, bench_of(profile)).run(
            Request(tmp_path / "out", tuple(names)), lambda _: mortal.kill()
        )
    assert [outcome.name for outcome in ran_.outcomes] == names[: len(ran_.outcomes)]
    assert 1 <= len(ran_.outcomes) < len(names)
    assert {outcome.outcome for outcome in ran_.outcomes} == {"passed"}, ran_.outcomes
    assert ran_.ended.startswith(f"{names[len(ran_.outcomes)]}: ")


# --- A device that forwards nothing


class Mute:
    """Takes everything, says nothing."""

    name = "mute"

    def __getattr__(self, name):
        return lambda *_: {} if name == "counters" else None


def test_a_device_that_forwards_nothing_is_gone_after_three_cases():
    outcomes, gone = [], []
    session = Session(
        Mute(), load(named("embedded")), outcomes.append, on_gone=lambda case, error: gone.append((case, str(error)))
    )
    for name in list(classes())[:3]:
        use(session)
        classes()[name]().run()
    assert [(each.outcome, each.unanswered) for each in outcomes] == [("error", True)] * 2
    assert [text for _, text in gone] == [
        "mute: port 0: no answer to the sentinel within 10 s, in 3 cases in a row; is it forwarding?"
    ]


class Unresettable(Mute):
    """Its pipeline cannot be loaded."""

    def reset(self):
        raise DeviceError("mute: refused: out of memory")


def test_a_device_that_cannot_be_emptied_is_gone_at_once():
    outcomes, gone = [], []
    session = Session(Unresettable(), load(named("embedded")), outcomes.append, on_gone=lambda *told: gone.append(told))
    use(session)
    next(iter(classes().values()))().run()
    assert outcomes == []
    ((_, error),) = gone
    assert isinstance(error, DeviceGoneError)
    assert str(error) == "mute: refused: out of memory"


# --- What is told


def test_requirements_of_cases_that_were_not_come_to_are_not_judged():
    """One of two cases of SRV6-001 passed; SRV6-002's failed; of SRV6-003's none was come to."""
    profile = load(named("embedded"))
    selection = select((), cases(), Catalogue.own(), profile)
    shows = {name: case.requirements for name, case in cases().items()}
    ids = ("SRV6-001", "SRV6-002", "SRV6-003")
    by_id = {each: [name for name, found in shows.items() if each in found] for each in ids}
    first, failing = by_id["SRV6-001"][0], next(name for name in by_id["SRV6-002"] if name not in by_id["SRV6-001"])
    outcomes = [
        CaseOutcome(name=first, outcome="passed", seconds=0),
        CaseOutcome(name=failing, outcome="failed", seconds=0),
    ]
    missing = [case for case in selection.applicable if case.name not in (first, failing)]
    found = judged(Catalogue.own(), ("srv6",), profile, results(selection, cases(), outcomes), missing)
    verdicts = {each.id: (each.verdict, each.note) for each in found}
    assert len(by_id["SRV6-001"]) > 1
    assert verdicts["SRV6-001"][0] == "not_judged"
    assert verdicts["SRV6-002"][0] == "failed"
    assert verdicts["SRV6-003"][0] == "not_judged"
    assert verdicts["SRV6-003"][1].startswith(f"the run ended before {by_id['SRV6-003'][0]}")


def test_a_port_that_is_lost_is_quiet_for_ptf(tmp_path):
    """PTF's thread would end of an error, or look at the end of the socket for ever."""
    path = tmp_path / "port"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        server.bind(str(path))
        server.listen()
        port = AttachedPort(f"unix:{path}", 0, 1)
        server.accept()[0].close()
    assert select_ready(port)
    assert port.recv() is None
    assert port.lost == f"unix:{path}: the switch closed the port"
    assert not select_ready(port)
    port.close()


def select_ready(port):
    return waiting.select([port], [], [], 0)[0]
