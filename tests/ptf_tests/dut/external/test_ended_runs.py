# SPDX-License-Identifier: Apache-2.0
"""A device that cannot be driven, or not any longer, ends a run: status 2, one message, and what was judged so far."""

import json
import re
import select as waiting
import socket
import sys
from contextlib import contextmanager
from ipaddress import IPv6Address
from types import SimpleNamespace

import pytest
from command_kit import ran
from external_kit import PORTS, ROOT, a_switch, closed_port, command_of, write_profile
from long_kit import share
from typing_extensions import override

from controller.client import SwitchClient
from controller.pipeline import Pipeline
from p4soft.targets import get_target
from p4soft.targets.links import FrameTooLongError
from ptf_tests.__main__ import entry
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import Request, judged, results, select
from ptf_tests.dut.api import DeviceSpec
from ptf_tests.dut.kinds import bench_of
from ptf_tests.dut.p4runtime import PROGRAM, P4RuntimeDevice
from ptf_tests.results import CaseOutcome
from ptf_tests.run import ptf_runner
from ptf_tests.run.platforms.attached import AttachedPort
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch import case as case_module
from ptf_tests.switch import packets, wiring
from ptf_tests.switch.case import IN, Session, SwitchTest, cases, classes, use
from ptf_tests.switch.device import DeviceError, DeviceGoneError
from ptf_tests.switch.profile import load, named
from ptf_tests.switch.settings import Route

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


def nothing_was_judged(done, message):
    assert done.returncode == 2
    assert done.stderr.startswith("error: "), done.stderr
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def all_is_not_judged(directory, done, message):
    """There is a report, which says so of every requirement that the profile claims and a case shows."""
    nothing_was_judged(done, message)
    report = json.loads((directory / "out" / "conformance.json").read_text())
    assert report["ended"] == done.stderr.removeprefix("error: ").rstrip("\n")
    assert {case["outcome"] for case in report["cases"]} <= {"skipped"}
    verdicts = [each["verdict"] for each in report["requirements"]]
    assert "not_judged" in verdicts
    assert not {"held", "failed"} & set(verdicts)
    assert "What ended it: " in (directory / "out" / "conformance.html").read_text()


# --- From the start


@pytest.mark.long
def test_a_p4runtime_server_that_refuses_the_connection(tmp_path, switch):
    done = run_suite(tmp_path, switch, f"  p4runtime: {{address: '127.0.0.1:{closed_port()}'}}\n", "srv6")
    all_is_not_judged(tmp_path, done, "Connection refused; is a P4Runtime server running there?")


def test_a_p4runtime_server_that_never_answers(tmp_path, switch):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        done = run_suite(tmp_path, switch, f"  p4runtime: {{address: '{address}'}}\n", "srv6")
    all_is_not_judged(tmp_path, done, f"mine: device under test at {address}: no answer within 10 s")


def test_another_controller_is_primary(tmp_path, program):
    """Its election id is 5: ours of 1 is refused, one of 6 takes over."""
    with a_switch() as switch, SwitchClient(switch.address, 7, _pipeline(program), election_id=5) as other:
        access = f"  p4runtime: {{address: '{switch.address}', device_id: 7, election_id: %d}}\n"
        other.become_primary()
        done = run_suite(tmp_path, switch, access % 1, "srv6.UnShift")
        all_is_not_judged(tmp_path, done, "another client controls device 7 with election id 5 (ours is 1)")
        done = run_suite(tmp_path, switch, access % 6, "srv6.UnShift")
        assert done.returncode == 0, done.stdout + done.stderr


def _pipeline(program):
    return Pipeline.load(program.p4info, program.json)


def test_a_port_that_is_not_there(tmp_path, switch):
    sockets = {**switch.sockets, 2: tmp_path / "none"}
    done = run_suite(tmp_path, switch.with_sockets(sockets), "", "srv6")
    nothing_was_judged(done, "mine: port 2: unix:")
    assert not (tmp_path / "out").exists(), "results of an earlier run would stay"


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
    all_is_not_judged(tmp_path, done, message)


@pytest.mark.long
def test_counters_that_no_command_reads(tmp_path, switch, program):
    commands = f"    configure: '{command_of(switch, program)}'\n    counters: 'echo none {{ports}}'\n"
    done = run_suite(tmp_path, switch, f"  commands:\n{commands}", "srv6.UnShift")
    all_is_not_judged(tmp_path, done, "accepted: a JSON list of {name, port, queue, packets, bytes}")


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


@pytest.mark.long
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


@pytest.mark.parametrize("driven", share(["p4runtime", "commands"], ["p4runtime"]))
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


# --- Ports that are not where the profile says


def swapped(switch, order):
    """The same switch, with the socket of port `order[n]` as that of port n."""
    return switch.with_sockets({port: switch.sockets[other] for port, other in zip(PORTS, order, strict=True)})


SWAPPED = [
    ((0, 2, 1, 3), {1: 2, 2: 1}),
    ((3, 1, 2, 0), {0: 3, 3: 0}),
    ((1, 0, 3, 2), {0: 1, 1: 0, 2: 3, 3: 2}),
]


@pytest.mark.parametrize(
    ("order", "said"),
    share(SWAPPED, SWAPPED[1:2]),
    ids=["two", "the one of the frames", "all"],
)
def test_ports_that_are_swapped(tmp_path, switch, order, said):
    """It was a failed must for each case."""
    wired = swapped(switch, order)
    done = run_suite(tmp_path, wired, f"  p4runtime: {{address: '{switch.address}', device_id: 7}}\n", "srv6")
    for port, other in said.items():
        there = f"port {other} (unix:{wired.sockets[other]})"
        assert f"what goes to port {port} (unix:{wired.sockets[port]}) comes out of {there}" in done.stderr
    all_is_not_judged(tmp_path, done, "check access.interfaces of the profile")
    assert done.stderr.count("comes out of") == len(said)


@contextmanager
def a_port_that_leads_nowhere(directory):
    """A port that takes each frame and answers none, as if its cable led to something else."""
    path = directory / "nowhere"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        server.bind(str(path))
        server.listen(16)
        yield path


@pytest.mark.long
def test_a_port_that_is_dead(tmp_path, switch):
    with a_port_that_leads_nowhere(tmp_path) as path:
        access = f"  p4runtime: {{address: '{switch.address}', device_id: 7}}\n"
        done = run_suite(tmp_path, switch.with_sockets({**switch.sockets, 3: path}), access, "srv6")
    all_is_not_judged(tmp_path, done, f"no answer from port 3 (unix:{path}); check the cable")


class Cut:
    """A device of which a port is cut after some cases; everything else it is given comes out where it should."""

    name = "mine"

    def __init__(self):
        self.cut = None
        self.out = {port: [] for port in PORTS}

    def __getattr__(self, name):
        return lambda *_: {} if name == "counters" else None

    def send(self, port, frame):
        egress = next((each for each in PORTS if frame[38:54] == _address(each)), None)
        if egress is not None and self.cut not in (port, egress):
            self.out[egress].append(frame)

    def receive(self, port, _timeout):
        return self.out[port].pop(0) if self.out[port] else None


def _address(port):
    return IPv6Address(packets.sentinel_address(port)).packed


class Sentinels(SwitchTest):
    """Looks at nothing but sentinels."""

    __test__ = False  # of this suite's

    @override
    def runTest(self):
        self.collect(IN)


def test_a_port_that_is_cut_in_the_middle_is_no_failure(monkeypatch):
    """The case in which it happens is not judged: it was an error, and so were those behind it."""
    monkeypatch.setattr(case_module, "DEADLINE_S", 0.1)
    monkeypatch.setattr(wiring, "DEADLINE_S", 0.3)
    outcomes, gone = [], []
    device = Cut()
    profile = load(named("external-example"))
    use(Session(device, profile, outcomes.append, on_gone=lambda case, error: gone.append((case, str(error)))))
    Sentinels().run()
    device.cut = 2
    Sentinels().run()
    assert [each.outcome for each in outcomes] == ["passed"]
    ((_, why),) = gone
    assert why == (
        "external-example: no answer any more from port 2 (eth3); check the cable, that the device's port is up, and "
        "access.interfaces and access.macs of the profile"
    )


def test_a_device_that_is_silent_in_one_case_alone_is_at_fault(monkeypatch):
    """Its ports answer the probes: what it did not do is a failure of the case, and the run goes on."""
    monkeypatch.setattr(case_module, "DEADLINE_S", 0.1)
    outcomes, gone = [], []
    device = Cut()

    class Silent(Sentinels):
        """Lost for the time of the case."""

        @override
        def runTest(self):
            device.cut = 2
            try:
                super().runTest()
            finally:
                device.cut = None

    use(Session(device, load(named("external-example")), outcomes.append, on_gone=lambda *told: gone.append(told)))
    for case in [Sentinels, *[Silent] * 4, Sentinels]:
        case().run()
    assert [each.outcome for each in outcomes] == ["passed", *["error"] * 4, "passed"]
    assert {each.unanswered for each in outcomes} == {False}
    assert gone == []


# --- Another controller


@pytest.mark.parametrize("notices", ["a write", "frames"])
def test_a_controller_that_takes_over_in_the_middle_of_a_case(program, notices):
    """The case saw the device with the configuration of another controller."""
    outcomes, gone = [], []
    with a_switch() as switch, SwitchClient(switch.address, 7, _pipeline(program), election_id=5) as other:

        class TakenOver(SwitchTest):
            """Meanwhile the other one becomes primary."""

            @override
            def runTest(self):
                other.become_primary()
                if notices == "a write":
                    self.configure(Route("2001:db8::/48", 1))
                self.fail("frames that the other one's entries led elsewhere")

        spec = DeviceSpec(
            kind="external", name="mine", address=switch.address, device_id=7, p4info=program.p4info,
            json_file=program.json,
        )  # fmt: skip
        device = P4RuntimeDevice(spec, Cut(), PORTS)
        use(Session(device, load(named("embedded")), outcomes.append, on_gone=lambda *told: gone.append(told)))
        TakenOver().run()
        device.close()
    assert outcomes == []
    ((case, error),) = gone
    assert "TakenOver" in case
    assert "not primary" in str(error)
    assert "another controller took the device over" in str(error)


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


# --- An interface that takes no long frame ---------------------------------------------------------------------------


def test_an_interface_with_a_small_mtu_is_the_testers_fault(monkeypatch):
    """A must failed with `Message too long` of the tester's own interface."""

    def refuse(_device, _port, frame):
        raise FrameTooLongError(f"tg0: cannot send {len(frame)} bytes: Message too long")

    plane = SimpleNamespace(send=refuse, ports={(0, 0): SimpleNamespace(lost="")})
    monkeypatch.setattr(ptf_runner.ptf, "dataplane_instance", plane)
    said = (
        "port 0: tg0: cannot send 4330 bytes: Message too long; accepted: an MTU of 4316 or more there, "
        "or a smaller values.max_frame in the profile"
    )
    with pytest.raises(DeviceGoneError, match=f"^{re.escape(said)}$"):
        ptf_runner.PtfWire().send(0, bytes(4330))
