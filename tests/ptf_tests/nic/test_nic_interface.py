# SPDX-License-Identifier: Apache-2.0
"""The NIC suite against a NIC in another process, over unix sockets and in real time.

Timers of that NIC are long, so that a busy machine cannot make them expire in the middle of a case: cases that wait for
a timer are left to virtual time.
"""

import json
import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from nic_kit import run_nic

from common.documents import DocumentError
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import Request
from ptf_tests.dut.embedded_nic import DEFAULT
from ptf_tests.dut.interface_nic import InterfaceNic
from ptf_tests.nic.api import NicError, NicProfile, Timing, load_profile
from ptf_tests.run.nic_runner import NicRunner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MINUTE_NS = 60_000_000_000
PATIENT = Timing(
    rtt_ns=MINUTE_NS,
    reorder_ns=MINUTE_NS,
    silence_ns=MINUTE_NS,
    ack_timeout=24,
    ev_probe_ns=MINUTE_NS,
    reverse_probe_ns=MINUTE_NS,
    precision_ns=MINUTE_NS,
)
TIMED = {"nic.timers", "nic.reliability_probes", "nic.reverse_probes", "nic.ev_revival"}
CASES = (
    "headers",
    "receiving",
    "sacks",
    "trims",
    "placement",
    "access",
    "connections.DataOfTheFormerConnection",
    "connections.ResetGivesTheWindowBack",
    "sending.PsnsInOrder",
    "sending.OneEvPerPacket",
    "sending.PlanesShareEqually",
    "sending.PsnWindow",
    "sending.CongestionWindow",
    "sending.CompletionNeedsTheAck",
    "sending.ImmediatesInFlight",
    "recovery.NackedIsSentAgain",
    "entropy.MarkedIsLeftOutOnce",
    "entropy.TrimmedIsLeftOutOnce",
    "entropy.BackupOfTheSamePlane",
    "entropy.DeniedByTheController",
)


@contextmanager
def running(directory, *ports, timing=PATIENT):
    """A NIC that the suite did not start: its own process."""
    command = [sys.executable, HERE / "nic_process.py", directory, timing.model_dump_json(), *ports]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env={"PYTHONPATH": str(ROOT)})
    try:
        assert process.stdout.readline() == b"listening\n"
        yield
        assert process.poll() is None, "the NIC's process ended"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture
def nic_process(tmp_path):
    with running(tmp_path, "unix", "unix"):
        yield tmp_path


@pytest.fixture
def cables():
    """Two veth pairs: (the NIC's ends, the tester's ends)."""
    unique = f"{os.getpid():x}"
    ours, theirs = [f"nd{unique}.{p}" for p in (0, 1)], [f"nt{unique}.{p}" for p in (0, 1)]
    try:
        for one, other in zip(ours, theirs, strict=True):
            subprocess.run(["ip", "link", "add", one, "mtu", "9000", "type", "veth", "peer", other], check=True)
            for end in (one, other):
                subprocess.run(["ip", "link", "set", end, "mtu", "9000", "up"], check=True)
        yield ours, theirs
    finally:
        for one in ours:
            subprocess.run(["ip", "link", "del", one], check=False, capture_output=True)


def profile(directory: Path, **changes) -> NicProfile:
    fields = {
        "name": "process",
        "claims": DEFAULT.claims - TIMED,
        "timing": PATIENT,
        "interfaces": [f"unix:{directory}/port{port}" for port in range(2)],
        "command": (sys.executable, str(HERE / "nic_control.py"), f"{directory}/control"),
        "settle_ms": 0,
        "deadline_s": 60.0,
    }
    return NicProfile.model_validate(fields | changes)


def test_a_nic_in_another_process(nic_process):
    results = run_nic(lambda: InterfaceNic(profile(nic_process)), CASES)
    assert {case.name: case.evidence or case.reason for case in results if case.outcome in ("failed", "error")} == {}
    assert sum(case.outcome == "passed" for case in results) > 80


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="veth interfaces need root: run with sudo")
def test_a_nic_behind_network_interfaces(tmp_path, cables):
    ours, theirs = cables
    with running(tmp_path, *ours):
        results = run_nic(lambda: InterfaceNic(profile(tmp_path, interfaces=theirs, settle_ms=2)), CASES)
    assert {case.name: case.evidence or case.reason for case in results if case.outcome in ("failed", "error")} == {}
    assert sum(case.outcome == "passed" for case in results) > 80


def test_losses_in_real_time(tmp_path):
    """The one timer whose expiry a busy machine can only help."""
    timing = PATIENT.model_copy(update={"reorder_ns": 200_000_000})
    cases = ["recovery.HolesAreSentAgain", "entropy.LossRetires"]
    with running(tmp_path, "unix", "unix", timing=timing):
        results = run_nic(lambda: InterfaceNic(profile(tmp_path, timing=timing)), cases)
    assert {case.name: case.evidence or case.reason for case in results if case.outcome != "passed"} == {}


def test_a_nic_without_ev_probes_is_settled_by_silence(nic_process):
    claims = DEFAULT.claims - TIMED - {"nic.ev_probes"}
    nic = InterfaceNic(profile(nic_process, claims=claims, settle_ms=200))
    results = run_nic(lambda: nic, ["placement.AnyOrder", "headers.EvProbeAnswerFrame"])
    assert [(case.outcome, case.reason) for case in results] == [
        ("passed", ""),
        ("skipped", "process does not claim nic.ev_probes"),
    ]


def test_a_nic_that_is_not_there(tmp_path):
    (tmp_path / "control.py").write_text("input()\n")
    with pytest.raises(NicError, match=r"process: unix:.*port0: cannot attach: No such file or directory"):
        InterfaceNic(profile(tmp_path, command=(sys.executable, str(tmp_path / "control.py"))))
    with pytest.raises(NicError, match=r"command: /nonexistent/nic: cannot start: No such file or directory"):
        InterfaceNic(profile(tmp_path, command=("/nonexistent/nic",)))


def answering(tmp_path, program):
    """A command that answers each request with what `program` makes of its number `n` and its text `line`."""
    script = tmp_path / "control.py"
    script.write_text(f"import sys\nfor n, line in enumerate(sys.stdin):\n    print({program}, flush=True)\n")
    return (sys.executable, str(script))


def test_a_request_that_is_refused_fails_its_case(nic_process, tmp_path):
    command = answering(tmp_path, repr('{"error": "no such device"}'))
    results = run_nic(lambda: InterfaceNic(profile(nic_process, command=command)), ["sacks.NoTrigger"])
    assert [case.outcome for case in results] == ["error"]
    assert results[0].reason.endswith("configure: no such device")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("what?", r"answered configure with b'what\?'; accepted: a JSON object"),
        ("[1]", r"answered configure with b'\[1\]'; accepted: a JSON object"),
        ('{"qp": 16}', r"answered configure wrongly: region_address"),
        ('{"qp": "x", "region_address": 0, "r_key": 0}', r"answered configure wrongly: qp"),
    ],
)
def test_a_command_that_answers_wrongly_ends_the_run(nic_process, tmp_path, answer, message):
    described = profile(nic_process, command=answering(tmp_path, repr(answer)))
    ran = nic_run(described, tmp_path, "sacks.NoTrigger", "sacks.NoTrigger")
    assert ran.outcomes == ()
    assert re.match(rf"sacks.NoTrigger: command: .*{message}", ran.ended)


def nic_run(described, directory, *names):
    runner = NicRunner(described.capabilities(), lambda: InterfaceNic(described))
    return runner.run(Request(directory / "out", names))


def test_a_command_that_ends_keeps_what_was_judged(nic_process, tmp_path):
    """It passes on what the NIC's own command answers for two cases, and is gone in the third."""
    script = tmp_path / "mortal.py"
    script.write_text(
        "import subprocess, sys\n"
        "nic = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)\n"
        "configured = 0\n"
        "for line in sys.stdin:\n"
        "    configured += '\"configure\"' in line\n"
        "    if configured == 3:\n"
        "        break\n"
        "    nic.stdin.write(line)\n"
        "    nic.stdin.flush()\n"
        "    print(nic.stdout.readline(), end='', flush=True)\n"
        "nic.kill()\n"
    )
    own = profile(nic_process).command
    described = profile(nic_process, command=(sys.executable, str(script), *own))
    names = ["placement.AnyOrder", "headers.EvProbeAnswerFrame", "sacks.NoTrigger", "sacks.NoTrigger"]
    ran = nic_run(described, tmp_path, *names)
    assert [(outcome.name, outcome.outcome) for outcome in ran.outcomes] == [(name, "passed") for name in names[:2]]
    assert ran.ended.startswith("sacks.NoTrigger: command: ")
    assert ran.ended.endswith("ended without an answer to configure")


def test_a_nic_that_answers_no_probe_is_gone_after_three_cases(tmp_path):
    """Its command says that all is well; at the other end of its cables nobody says anything."""
    good = {"qp": 16, "region_address": 0, "r_key": 0, "completions": [], "data": "", "counters": {}}
    described = profile(tmp_path, command=answering(tmp_path, repr(json.dumps(good))), deadline_s=0.3)
    names = ["sacks.NoTrigger", "placement.AnyOrder", "headers.EvProbeAnswerFrame", "sacks.NoTrigger"]
    with ExitStack() as cables:
        for port in range(2):
            cable = cables.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            cable.bind(f"{tmp_path}/port{port}")
            cable.listen()
        ran = nic_run(described, tmp_path, *names)
    assert ran.outcomes == ()
    assert re.match(r"headers.EvProbeAnswerFrame: process: no answer to an EV probe in 0.3 s.*3 cas", ran.ended)


def test_a_typo_in_a_profile_is_told_with_what_is_near(tmp_path):
    path = tmp_path / "nic.yaml"
    path.write_text(
        "name: bench\nclaims: [nic, nic.triming]\nchoices: {udp_prt: '4791'}\nlimits: {NIC-1: no}\n"
        "interfaces: [eth7]\ncommand: [/usr/bin/verbs]\n"
    )
    with pytest.raises(DocumentError) as caught:
        load_profile(path, Catalogue.own())
    told = "\n".join(caught.value.problems)
    assert "nic.yaml:2: claims: nic.triming is no claim of a NIC; did you mean nic.trimming?; accepted: " in told
    assert "nic.yaml:3: choices.udp_prt: there is no such choice; did you mean udp_port?; accepted: " in told
    assert "nic.yaml:4: limits.NIC-1: unknown requirement NIC-1; did you mean NIC-001?; accepted: ids of " in told


def test_profile_files(tmp_path):
    path = tmp_path / "nic.yaml"
    path.write_text(
        "name: bench\nclaims: [nic, nic.trimming]\nchoices: {udp_port: '4971'}\n"
        "timing: {ack_timeout: 20}\ninterfaces: [eth7]\ncommand: [/usr/bin/verbs]\n"
    )
    capabilities = load_profile(path).capabilities()
    assert capabilities.rules.udp_port == 4971
    assert (capabilities.ports, capabilities.ordered) == (1, True)
    assert capabilities.timing.ack_timeout_ns == 1024 << 20
    path.write_text("name: bench\nclaims: [nic.nosuch]\nchoices: {udp_port: '1'}\ninterfaces: [eth7]\ncommand: [x]\n")
    with pytest.raises(DocumentError) as caught:
        load_profile(path)
    assert f"{path}:2: claims: nic.nosuch is no claim of a NIC; accepted: nic, nic." in str(caught.value)
    assert f"{path}:3: choices.udp_port: '1' is none of its values; accepted: 4791, 4971" in str(caught.value)
    path.write_text("name: bench\ntiming: {nosuch: 1}\ninterfaces: []\ncommand: [x]\n")
    with pytest.raises(DocumentError) as caught:
        load_profile(path)
    assert f"{path}:2: timing.nosuch: unknown field; accepted: rtt_ns, reorder_ns" in str(caught.value)
    assert f"{path}:3: interfaces: " in str(caught.value)
