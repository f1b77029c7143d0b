# SPDX-License-Identifier: Apache-2.0
"""A switch that runs SONiC, driven over SSH. The embedded switch behind a `ssh` of the test's own stands for it."""

import copy
import json
import tempfile
from pathlib import Path

import pytest
from command_kit import ran
from external_kit import PORTS, Switch, a_switch, closed_port, write_profile
from gnmi_kit import Telemetry, serving
from sonic_kit import BASE, NAMES, Sonic, hashes_of, reachable

from common.documents import DocumentError
from p4soft.targets import get_target
from ptf_tests.__main__ import entry
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import Request, select
from ptf_tests.dut.api import DeviceSpec
from ptf_tests.dut.external.configuration import Configuration, write_configuration
from ptf_tests.dut.external.sonic import SonicSwitch, render, whole
from ptf_tests.dut.kinds import bench_of
from ptf_tests.dut.p4runtime import PROGRAM, P4RuntimeDevice
from ptf_tests.run.ptf_runner import PtfRunner
from ptf_tests.switch.case import cases
from ptf_tests.switch.device import DeviceGoneError
from ptf_tests.switch.profile import SONIC_PASSWORD, Access, Profile, SonicAccess, load
from ptf_tests.switch.settings import QueueProfile, un

CLAIMS = (
    "[srv6.un, srv6.ua, srv6.un_ua, srv6.usd, routing.longest_prefix, routing.blackhole, trimming, "
    "trimming.asymmetric_dscp, trimming.disable_acl, qos.dscp_queues, qos.block_queue, isolation, counters.port, "
    "counters.queue, counters.trim]"
)
ACCESS = (
    "  names: {0: Ethernet0, 1: Ethernet8, 2: Ethernet16, 3: Ethernet24}\n  fill_frames: 40\n"
    "  sonic: {host: leaf.example.net, counters_s: 0}\nchoices: {trim_eligibility: queue}\n"
)
CASES = (
    "srv6.UnShift",
    "srv6_ua.UaShift",
    "routing.BlackholeNested",
    "trimming.TrimUnblock",
    "isolation.OtherPorts",
    "counters.CounterTrimSent",
)


@pytest.fixture(scope="module")
def embedded():
    with a_switch() as found:
        yield found


@pytest.fixture(scope="module")
def asic(embedded, tmp_path_factory):
    program = get_target("embedded").compile(PROGRAM, tmp_path_factory.mktemp("program"))
    spec = DeviceSpec(
        kind="p4runtime", name="asic", address=embedded.address, device_id=7, p4info=program.p4info,
        json_file=program.json,
    )  # fmt: skip
    device = P4RuntimeDevice(spec, None, PORTS)
    yield device
    device.close()


@pytest.fixture
def folder():
    """A short path: that of a socket has 107 characters."""
    with tempfile.TemporaryDirectory(prefix="sonic-") as made:
        yield Path(made)


@pytest.fixture
def sonic(folder, monkeypatch):
    """SONiC without an ASIC."""
    with reachable(Sonic(None), folder, monkeypatch) as found:
        yield found


def switch(**changes):
    access = Access(names=NAMES)
    return SonicSwitch("leaf", access, SonicAccess(host="leaf.example.net", **changes), PORTS)


def profile_of(folder, embedded, access=ACCESS):
    text = write_profile(folder, embedded, "", CLAIMS).read_text().replace("choices: {trim_dscp: asymmetric}\n", "")
    path = folder / "mine.yaml"
    path.write_text(text + access)
    return load(path)


def test_cases_pass_and_the_switch_is_left_as_it_was(folder, monkeypatch, embedded, asic):
    asic.reset()
    profile = profile_of(folder, embedded)
    names = [case.name for case in select(CASES, cases(), Catalogue.own(), profile).applicable]
    assert len(names) == len(CASES)
    with reachable(Sonic(asic), folder, monkeypatch) as sonic:
        done = run(profile, folder / "out", *names)
    assert {each.name: (each.outcome, each.text) for each in done.outcomes} == dict.fromkeys(names, ("passed", ""))
    assert sonic.replaced > len(names)
    assert sonic.config == BASE
    assert {tuple(words[:-1]) for words in sonic.words} == {
        ("-o", "StrictHostKeyChecking=yes", "-o", "BatchMode=yes", "-T", "-o", "ConnectTimeout=10", "-p", "22", "-l",
         "admin", "--", "leaf.example.net"),
    }  # fmt: skip


@pytest.mark.long
def test_symmetric_trimming_after_asymmetric(folder, monkeypatch, embedded, asic):
    """swss refuses an update without the `tc_value` it has: the suite, and what it gives back, must keep it."""
    asic.reset()
    names = ("trimming_dscp.TrimModeSwitch",)
    access = ACCESS.replace("choices: {", "choices: {trim_dscp: [asymmetric, symmetric], ")
    profile = profile_of(folder, embedded, access)
    before = {"size": "200", "dscp_value": "11", "queue_index": "3"}
    with reachable(Sonic(asic), folder, monkeypatch) as sonic:
        sonic.config["SWITCH_TRIMMING"] = {"GLOBAL": before}
        done = run(profile, folder / "out", *names)
    assert {each.name: (each.outcome, each.text) for each in done.outcomes} == dict.fromkeys(names, ("passed", ""))
    assert done.ended == ""
    assert sonic.trimming == {**before, "tc_value": "6"}


def suite(folder, embedded, *tests, access=ACCESS):
    """The command on this switch: how it ended, and `conformance.json` if there is one."""
    profile_of(folder, embedded, access)
    done = ran(entry, "run", "--profile", folder / "mine.yaml", "--out", folder / "out", *tests)
    results = folder / "out" / "conformance.json"
    return done, json.loads(results.read_text()) if results.exists() else None


def test_queues_that_no_dscp_leads_to_are_no_fault_of_the_switch(folder, monkeypatch, embedded, asic):
    """TRIM-033 blocks each queue but that of the copies, and the maps of its cases lead to some of them only."""
    asic.reset()
    with reachable(Sonic(asic), folder, monkeypatch):
        done, report = suite(folder, embedded, "TRIM-033", "trimming.TrimUnblock")
    assert (done.returncode, done.stderr) == (0, "")
    why = "no DSCP leads to queue 2, so that it cannot be filled"
    outcomes = {case["name"]: (case["outcome"], case["reason"]) for case in report["cases"]}
    assert outcomes.pop("trimming.TrimUnblock") == ("passed", "")
    assert {outcome for outcome, _ in outcomes.values()} == {"skipped"}
    assert outcomes["trimming_queue.TrimStaticQueue"][1] == why
    verdicts = {each["id"]: (each["verdict"], each["note"]) for each in report["requirements"]}
    verdict, note = verdicts["TRIM-033"]
    assert verdict == "not_tested"
    assert note.startswith("its cases ask for more: ") and note.count(why) == 1
    assert "failed" not in {verdict for verdict, _ in verdicts.values()}


def over_gnmi(port):
    """An access whose counters come over gNMI on this port of loopback."""
    gnmi = f"counters: gnmi, gnmi: {{host: 127.0.0.1, port: {port}, insecure: true}}"
    return ACCESS.replace("counters_s: 0", f"counters_s: 0, {gnmi}")


def test_counters_over_gnmi(folder, monkeypatch, embedded, asic):
    asic.reset()
    telemetry = Telemetry(lambda keys: hashes_of(asic, keys))
    with reachable(Sonic(asic), folder, monkeypatch) as sonic, serving(telemetry) as port:
        done, report = suite(folder, embedded, "counters.CounterTrimSent", access=over_gnmi(port))
    assert (done.returncode, done.stderr) == (0, "")
    assert [(case["name"], case["outcome"]) for case in report["cases"]] == [("counters.CounterTrimSent", "passed")]
    assert not [words for words in sonic.words if "COUNTERS_DB" in words[-1]]
    assert len(telemetry.asked) > 2


def test_a_switch_whose_counters_cannot_be_read_is_left_as_it_is(folder, sonic, embedded):
    port = closed_port()
    done, report = suite(folder, embedded, "srv6.UnShift", access=over_gnmi(port))
    assert (done.returncode, report["cases"], sonic.replaced) == (2, [], 0)
    assert done.stderr.startswith(f"error: mine: gNMI at 127.0.0.1:{port}: UNAVAILABLE: ")
    assert done.stderr.count("\n") == 1


def test_files_of_gnmi_are_beside_the_profile(folder, embedded):
    gnmi = "counters: gnmi, gnmi: {ca: ca.pem, certificate: /etc/me.pem, key: me.key}"
    profile = profile_of(folder, embedded, ACCESS.replace("counters_s: 0", gnmi))
    found = Profile.model_validate_json(profile.model_dump_json()).access.sonic.gnmi
    assert (found.ca, found.certificate, found.key) == (folder / "ca.pem", Path("/etc/me.pem"), folder / "me.key")


# --- What the switch says of trimming


SYMMETRIC = {"size": "256", "dscp_value": "12", "queue_index": "6"}
BY_CLASS = {"size": "256", "dscp_value": "from-tc", "tc_value": "6", "queue_index": "dynamic"}


@pytest.mark.parametrize("asked", [None, SYMMETRIC, BY_CLASS])
def test_a_switch_that_trims_as_it_was_asked_to(sonic, asked):
    sonic.config = {} if asked is None else {"SWITCH_TRIMMING": {"GLOBAL": asked}}
    switch().check_trimming(sonic.config)


def test_images_before_the_traffic_class_do_not_show_it(sonic):
    """sonic-utilities of 2025 at first printed three fields."""
    shown = {name: value for name, value in BY_CLASS.items() if name != "tc_value"}
    sonic.refuses = lambda *_: (0, json.dumps(shown, indent=4) + "\n", "")
    switch().check_trimming({"SWITCH_TRIMMING": {"GLOBAL": BY_CLASS}})


@pytest.mark.parametrize(
    ("asked", "answer", "message"),
    [
        (SYMMETRIC, json.dumps({**SYMMETRIC, "size": "128"}), "size 128; accepted: size 256, as configured"),
        (
            SYMMETRIC,
            json.dumps({**SYMMETRIC, "dscp_value": "48", "queue_index": "N/A"}),
            "dscp_value 48, queue_index N/A; accepted: dscp_value 12, queue_index 6, as configured",
        ),
        (BY_CLASS, json.dumps({**BY_CLASS, "tc_value": "5"}), "tc_value 5; accepted: tc_value 6, as configured"),
        (
            SYMMETRIC,
            json.dumps({**SYMMETRIC, "tc_value": "6"}),
            "tc_value 6; accepted: tc_value N/A, as configured",
        ),
        (
            SYMMETRIC,
            "No configuration is present in CONFIG DB",
            "size N/A, dscp_value N/A, queue_index N/A; accepted: size 256, dscp_value 12, queue_index 6, as con",
        ),
        (SYMMETRIC, json.dumps({"size": "256"}), "no dscp_value, queue_index; accepted: size, dscp_value, queue_index"),
        (SYMMETRIC, "+----+", "output: invalid json"),
        (SYMMETRIC, '{"size": [1]}', "size: input should be a valid string; accepted: "),
        (SYMMETRIC, "[]", "output: input should be an object; accepted: "),
        ({}, json.dumps(SYMMETRIC), "size 256, dscp_value 12, queue_index 6; accepted: size N/A, "),
    ],
)  # fmt: skip
def test_a_switch_that_says_something_else(sonic, asked, answer, message):
    sonic.refuses = lambda *_: (0, answer + "\n", "")
    with pytest.raises(DeviceGoneError) as caught:
        switch().check_trimming({"SWITCH_TRIMMING": {"GLOBAL": asked}})
    told = str(caught.value)
    assert told.startswith(f"leaf: admin@leaf.example.net: `show switch-trimming global --json`: {message}")
    assert "\n" not in told


def test_a_switch_that_does_not_show_trimming_is_left_as_it_is(folder, monkeypatch, embedded):
    """Its profile claims trimming: nothing is configured and nothing is judged."""
    sonic = Sonic(None)
    sonic.refuses = lambda _, command: (
        (2, "", 'Error: No such command "switch-trimming".\n') if (command.startswith("show")) else None
    )
    with reachable(sonic, folder, monkeypatch):
        done, report = suite(folder, embedded, "srv6.UnShift")
    assert (done.returncode, report["cases"], sonic.replaced) == (2, [], 0)
    told = '`show switch-trimming global --json` ended with status 2: Error: No such command "switch-trimming".'
    assert done.stderr == f"error: mine: admin@leaf.example.net: {told}\n"


def test_trimming_that_is_not_what_was_asked_for_ends_the_run(folder, monkeypatch, embedded, asic):
    """The case without trimming is judged, the one with it is not, and the switch gets its first configuration back."""
    asic.reset()
    sonic = Sonic(asic)
    other = json.dumps({**SYMMETRIC, "tc_value": "N/A", "size": "128"})
    sonic.refuses = lambda replaced, command: (0, other, "") if command.startswith("show") and replaced else None
    with reachable(sonic, folder, monkeypatch):
        done, report = suite(folder, embedded, "srv6.UnShift", "trimming.TrimUnblock")
    assert done.returncode == 2
    assert [(case["name"], case["outcome"]) for case in report["cases"]] == [("srv6.UnShift", "passed")]
    told = "error: trimming.TrimUnblock: mine: admin@leaf.example.net: `show switch-trimming global --json`: size 128"
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1
    assert "failed" not in {each["verdict"] for each in report["requirements"]}
    assert sonic.config == BASE


# --- A whole configuration


def test_a_whole_configuration_keeps_what_is_not_the_suites():
    base = copy.deepcopy(BASE)
    base["QUEUE"] = {"Ethernet0|3": {"scheduler": "theirs"}, "Ethernet96|3": {"scheduler": "theirs"}}
    base["SCHEDULER"] = {"theirs": {"type": "STRICT"}, "mrc_Ethernet0_1": {"type": "DWRR"}}
    ours = render([un("fcbb:bbbb:1::/48"), QueueProfile(1, 1, trim=True)], [(1, 1)], PORTS, NAMES).tables
    found = whole(ours, base, NAMES.values())
    assert found["PORT"] == base["PORT"] and found["BUFFER_POOL"] == base["BUFFER_POOL"]
    assert list(found["SRV6_MY_SIDS"].values()) == [{"action": "uN"}]
    assert "old" not in found["SRV6_MY_LOCATORS"] and "STATIC_ROUTE" not in found
    assert found["QUEUE"] == {
        "Ethernet96|3": {"scheduler": "theirs"}, "Ethernet8|1": {"scheduler": "mrc_Ethernet8_1"}
    }  # fmt: skip
    crawl = {"type": "DWRR", "weight": "15", "meter_type": "packets", "cir": "1", "pir": "1"}
    assert found["SCHEDULER"] == {"theirs": {"type": "STRICT"}, "mrc_Ethernet8_1": crawl}
    assert whole({}, found, NAMES.values()).keys() == base.keys() - {"SRV6_MY_LOCATORS", "SRV6_MY_SIDS", "STATIC_ROUTE"}


def test_a_switch_without_the_pool_gets_it():
    ours = render([QueueProfile(1, 1)], [], PORTS, NAMES).tables
    assert whole(ours, {}, NAMES.values())["BUFFER_POOL"] == {
        "egress_lossy_pool": {"type": "egress", "mode": "dynamic"}
    }


def test_whole_configurations_as_files(tmp_path):
    profile = Profile(name="mine", description="", dut="external", claims=frozenset(), access=Access(names=NAMES))
    write_configuration(Configuration((un("fcbb:bbbb:1::/48"),)), tmp_path, profile, base=copy.deepcopy(BASE))
    found = json.loads((tmp_path / "config_db.json").read_text())
    assert found["PORT"] == BASE["PORT"]
    assert list(found["SRV6_MY_SIDS"].values()) == [{"action": "uN"}]


def test_a_base_that_is_no_config_db(tmp_path):
    base = tmp_path / "base.json"
    base.write_text('{"PORT": 1}')
    words = ["--profile", "sonic-spectrum4", "--base", base, "--out", tmp_path / "out", "srv6.UnShift"]
    done = ran(entry, "configuration", *words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"error: {base}: PORT: input should be an object; accepted: tables as in config_db.json" in done.stderr


# --- What goes wrong: one message


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((255, "", "Host key verification failed.\n"), "leaf: admin@leaf.example.net: ssh: Host key verification fail"),
        (
            (127, "", "sudo: sonic-cfggen: command not found\n"),
            "ended with status 127: sudo: sonic-cfggen: ",
        ),
        ((0, "hello", ""), "`sudo sonic-cfggen -d --print-data`: output: invalid json"),
        ((0, '{"PORT": {"Ethernet0": {"mtu": 9100}}}', ""), "PORT.Ethernet0.mtu.str: input should be a valid string"),
        ((0, "[]", ""), "output: input should be an object; accepted: tables as in config_db.json"),
    ],
)
def test_a_switch_that_does_not_give_its_configuration(sonic, answer, message):
    sonic.refuses = lambda *_: answer
    with pytest.raises(DeviceGoneError) as caught:
        switch().configuration()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("{}\n", "COUNTERS_DB: 1 answers to 3 keys"),
        ("{}\n{}\n{}\n", "COUNTERS_PORT_NAME_MAP: no Ethernet0; accepted: access.names"),
        ("{}\n__import__('os')\n{}\n", "is no hash"),
        ("{}\n" + "(" * 5000 + "\n{}\n", "is no hash"),
        ("{'a': 1}\n{}\n{}\n", "is no hash"),
    ],
)
def test_counters_that_are_none(sonic, answer, message):
    sonic.refuses = lambda *_: (0, answer, "")
    with pytest.raises(DeviceGoneError) as caught:
        switch().counters()
    assert message in str(caught.value)


def test_ssh_that_never_ends(folder, monkeypatch):
    (folder / "ssh").write_text("#!/bin/sh\nexec sleep 1000\n")
    (folder / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    with pytest.raises(DeviceGoneError, match=r"^leaf: admin@leaf.example.net: did not end within 0.2 s$"):
        switch(timeout_s=0.2).configuration()


def test_a_password_is_asked_of_the_environment_and_stays_there(folder, monkeypatch):
    """`ssh` runs the helper as OpenSSH does; the words of no command have it."""
    program = folder / "ssh"
    program.write_text('#!/bin/sh\necho "$*" >&2\nprintf \'{"A": {"b": {"c": "%s"}}}\' "$($SSH_ASKPASS Password:)"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv(SONIC_PASSWORD, "$(x) 'y'")
    assert switch().configuration() == {"A": {"b": {"c": "$(x) 'y'"}}}


def run(profile, out, *names):
    return PtfRunner(profile, bench_of(profile)).run(Request(out, names))


@pytest.mark.long
def test_a_refusal_in_the_middle_keeps_what_was_judged(folder, monkeypatch, embedded, asic):
    """The third configuration is refused, and so is the one before the run, which must not be lost."""
    asic.reset()
    sonic = Sonic(asic)
    lost = (255, "", "ssh: connect to host leaf.example.net port 22: No route to host\n")
    sonic.refuses = lambda replaced, _: lost if replaced >= 2 else None
    profile = profile_of(folder, embedded)
    names = [case.name for case in select(("srv6",), cases(), Catalogue.own(), profile).applicable]
    with reachable(sonic, folder, monkeypatch):
        done = run(profile, folder / "out", *names)
    assert 1 <= len(done.outcomes) < len(names)
    assert {each.outcome for each in done.outcomes} == {"passed"}
    assert done.ended.startswith(f"{names[len(done.outcomes)]}: mine: admin@leaf.example.net: ssh: ")
    assert (folder / "out" / "configuration" / "before.json").is_file()


def test_a_switch_that_is_not_there_is_no_verdict(folder, sonic, embedded):
    sonic.refuses = lambda *_: (255, "", "Permission denied (publickey).\n")
    profile = profile_of(folder, embedded)
    ran = run(profile, folder / "out", "srv6.UnShift")
    assert ran.outcomes == ()
    assert ran.ended == "mine: admin@leaf.example.net: ssh: Permission denied (publickey)."


@pytest.mark.parametrize(
    ("sonic_access", "message"),
    [
        ("{host: '-oProxyCommand=x'}", "access.sonic.host: "),
        ("{host: leaf, user: '-x'}", "access.sonic.user: "),
        ("{host: leaf, password: x}", "access.sonic.password: "),
        ("{host: leaf, port: 0}", "access.sonic.port: "),
        ("{host: leaf, timeout_s: 0}", "access.sonic.timeout_s: "),
        ("{host: leaf, counters_s: -1}", "access.sonic.counters_s: "),
        ("{host: leaf}\n  commands: {configure: 'x {directory}'}", "access.commands.configure: access.sonic does it"),
        ("{host: leaf}\n  p4runtime: {address: 'a:1'}", "access.sonic: the device has p4runtime too"),
        ("{host: leaf, counters: snmp}", "access.sonic.counters: "),
        ("{host: leaf, gnmi: {port: 50051}}", "access.sonic.gnmi: nothing is read over gNMI; accepted: counters: gnm"),
        (
            "{host: leaf, counters: gnmi}",
            "access.sonic.gnmi: nothing says which switch may answer; accepted: ca: a PEM",
        ),
        ("{host: leaf, counters: gnmi, gnmi: {password: x}}", "access.sonic.gnmi.password: "),
        ("{host: leaf, counters: gnmi, gnmi: {host: '-x'}}", "access.sonic.gnmi.host: "),
        ("{host: leaf, counters: gnmi, gnmi: {port: 0}}", "access.sonic.gnmi.port: "),
        (
            "{host: leaf, counters: gnmi, gnmi: {insecure: true}}",
            "access.sonic.gnmi.insecure: clear text to leaf; accepted: ca, or a host of loopback such as 127.0.0.1",
        ),
        (
            "{host: leaf, counters: gnmi, gnmi: {host: '::1', insecure: true, ca: x}}",
            "access.sonic.gnmi.ca: clear text",
        ),
        ("{host: leaf, counters: gnmi, gnmi: {ca: x, key: y}}", "access.sonic.gnmi: certificate and key belong togeth"),
    ],
)
def test_a_wrong_access_is_told_with_its_line(tmp_path, sonic_access, message):
    path = write_profile(tmp_path, Switch("", {port: tmp_path / str(port) for port in PORTS}),
                         f"  sonic: {sonic_access}\n", "[srv6.un, counters.queue]")  # fmt: skip
    with pytest.raises(DocumentError) as refused:
        load(path)
    assert message in str(refused.value)
