# SPDX-License-Identifier: Apache-2.0
"""SONiC's interfaces: counters over gNMI, and its YANG models."""

import json
import os
import subprocess
from pathlib import Path

import grpc
import pytest
from click.testing import CliRunner
from external_kit import PORTS, closed_port
from gnmi_kit import USER, WORD, Telemetry, certificates, serving
from reference_kit import needs
from sonic_kit import NAMES

from controller.fleet import plan_fleet
from ptf_tests.__main__ import main
from ptf_tests.dut.external.sonic import SonicSwitch
from ptf_tests.switch.device import Count, DeviceGoneError
from ptf_tests.switch.profile import SONIC_PASSWORD, Access, GnmiAccess, SonicAccess
from topologies import load

# --- Counters --------------------------------------------------------------------------------------------------------
# Counters of a switch that runs SONiC over gNMI, from a server of the test's own that answers as SONiC's does.

QUEUE = {"SAI_QUEUE_STAT_PACKETS": "7", "SAI_QUEUE_STAT_BYTES": "1400", "SAI_QUEUE_STAT_TRIM_PACKETS": "2"}
COUNTERS_DB = {
    "COUNTERS_PORT_NAME_MAP": {name: f"oid:0x1{port}" for port, name in NAMES.items()},
    "COUNTERS_QUEUE_NAME_MAP": {"Ethernet8:6": "oid:0x216"},
    "COUNTERS:oid:0x10": {"SAI_PORT_STAT_IF_OUT_UCAST_PKTS": "3", "SAI_PORT_STAT_IF_OUT_OCTETS": "300"},
    "COUNTERS:oid:0x11": {"SAI_PORT_STAT_TRIM_PACKETS": "5"},
    "COUNTERS:oid:0x216": QUEUE,
}
"""Without COUNTERS_SWITCH_NAME_MAP, and without counters of ports 2 and 3."""


def hashes(keys):
    return [COUNTERS_DB.get(key, {}) for key in keys]


@pytest.fixture
def telemetry():
    return Telemetry(hashes)


def switch(port, *, timeout_s=20, **gnmi):
    gnmi = {"host": "127.0.0.1", "port": port, "insecure": "ca" not in gnmi, **gnmi}
    sonic = SonicAccess(host="leaf.example.net", counters="gnmi", gnmi=GnmiAccess(**gnmi), timeout_s=timeout_s)
    return SonicSwitch("leaf", Access(names=NAMES), sonic, PORTS)


def refusal(port, **gnmi):
    with pytest.raises(DeviceGoneError) as caught:
        switch(port, **gnmi).counters()
    told = str(caught.value)
    assert "\n" not in told
    return told


def test_the_counters_are_those_of_the_database(telemetry):
    with serving(telemetry) as port:
        found = switch(port).counters()
    assert found["port_tx_packets", 0] == Count(3, 300)
    assert found["port_trim_packets", 1] == Count(5, 0)
    assert found["queue_packets", 14] == Count(7, 1400)
    assert found["queue_trim_packets", 14].packets == 2
    assert len(found) == 4


def test_a_switch_is_asked_for_its_names_once(telemetry):
    with serving(telemetry) as port:
        leaf = switch(port)
        assert leaf.counters() == leaf.counters()
    names = [f"COUNTERS_{kind}_NAME_MAP" for kind in ("PORT", "QUEUE", "SWITCH")]
    objects = [f"COUNTERS:oid:0x{oid}" for oid in ("10", "11", "216", "12", "13")]
    assert telemetry.asked == [names, objects, objects]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (b"hello", "COUNTERS_PORT_NAME_MAP: output: invalid json"),
        (b"[]", "COUNTERS_PORT_NAME_MAP: output: input should be an object; accepted: a hash of strings"),
        (b'{"Ethernet0": 5}', "COUNTERS_PORT_NAME_MAP: Ethernet0: input should be a valid string; accepted: a hash"),
        (b"{}", "COUNTERS_PORT_NAME_MAP: no Ethernet0; accepted: access.names"),
    ],
)
def test_answers_that_are_no_counters(telemetry, value, message):
    def change(answer):
        for notification in answer.notification:
            notification.update[0].val.json_ietf_val = value

    telemetry.changes = change
    with serving(telemetry) as port:
        assert message in refusal(port)


def test_an_answer_that_is_missing_or_in_another_encoding(telemetry):
    with serving(telemetry) as port:
        telemetry.changes = lambda answer: answer.notification.pop()
        assert refusal(port).endswith("COUNTERS_PORT_NAME_MAP: no answer; accepted: one to each path")
        telemetry.changes = lambda answer: setattr(answer.notification[0].update[0].val, "string_val", "x")
        assert refusal(port).endswith("COUNTERS_SWITCH_NAME_MAP: string_val; accepted: json_ietf_val")


def test_nobody_answers():
    port = closed_port()
    assert refusal(port).startswith(f"leaf: gNMI at 127.0.0.1:{port}: UNAVAILABLE: ")


def test_a_server_that_does_not_answer_in_time(telemetry):
    telemetry.changes = lambda _: __import__("time").sleep(2)
    with serving(telemetry) as port:
        assert refusal(port, timeout_s=0.2).startswith(f"leaf: gNMI at 127.0.0.1:{port}: DEADLINE_EXCEEDED: ")


def test_a_server_that_knows_no_such_origin(telemetry):
    telemetry._key = lambda _, context: context.abort(grpc.StatusCode.NOT_FOUND, "unknown\norigin")
    with serving(telemetry) as port:
        assert refusal(port) == f"leaf: gNMI at 127.0.0.1:{port}: NOT_FOUND: unknown origin"


# --- Who asks, and who answers


def test_a_password_of_the_environment_goes_along(monkeypatch):
    with serving(Telemetry(hashes, WORD)) as port:
        assert refusal(port).endswith("UNAUTHENTICATED: No Username Provided")
        monkeypatch.setenv(SONIC_PASSWORD, "other")
        assert refusal(port).endswith("PERMISSION_DENIED: Invalid Password")
        monkeypatch.setenv(SONIC_PASSWORD, WORD)
        assert switch(port).counters()
        monkeypatch.setenv(SONIC_PASSWORD, "pass\nwörd")
        told = refusal(port)
    assert told == f"leaf: {SONIC_PASSWORD}: gNMI cannot carry it; accepted: printable ASCII"
    assert SonicAccess(host="x").user == USER


@pytest.fixture(scope="module")
def pki(tmp_path_factory):
    return certificates(tmp_path_factory.mktemp("pki"))


def server_credentials(pki, *, roots=None):
    pair = ((pki / "switch.key").read_bytes(), (pki / "switch.pem").read_bytes())
    return grpc.ssl_server_credentials([pair], roots and (pki / roots).read_bytes(), roots is not None)


@needs("openssl")
def test_a_switch_is_known_by_who_signed_its_certificate(pki, telemetry):
    named = {"server_name": "leaf.example.net"}
    with serving(telemetry, server_credentials(pki)) as port:
        assert switch(port, ca=pki / "ca.pem", **named).counters()
        assert "UNAVAILABLE" in refusal(port, ca=pki / "other.pem", **named)
        assert "UNAVAILABLE" in refusal(port, ca=pki / "ca.pem"), "the certificate is of another host"
        assert "UNAVAILABLE" in refusal(port), "clear text"


@needs("openssl")
def test_a_switch_that_asks_for_a_certificate(pki, telemetry):
    gnmi = {"ca": pki / "ca.pem", "server_name": "leaf.example.net"}
    with serving(telemetry, server_credentials(pki, roots="ca.pem")) as port:
        assert switch(port, certificate=pki / "tester.pem", key=pki / "tester.key", **gnmi).counters()
        assert "UNAVAILABLE" in refusal(port, **gnmi)


def test_files_that_are_no_certificates(tmp_path):
    (tmp_path / "ca.pem").write_text("hello")
    accepted = "text with -----BEGIN ...-----"
    assert (
        refusal(1, ca=tmp_path / "ca.pem")
        == f"leaf: access.sonic.gnmi.ca: {tmp_path}/ca.pem: not PEM; accepted: {accepted}"
    )
    told = f"leaf: access.sonic.gnmi.ca: {tmp_path}/none: No such file or directory; accepted: a PEM file"
    assert refusal(1, ca=tmp_path / "none") == told


# --- Models ----------------------------------------------------------------------------------------------------------
# SONiC's own YANG models take what this project writes as `config_db.json`.
#
# Needs two things from sonic-net/sonic-buildimage, neither of which is in a package registry:
#
# * `MRC_SONIC_MODELS=DIR`: the files of `src/sonic-yang-models`, its templates rendered.
# * `MRC_SONIC_PYTHON=PATH`: a Python that imports `sonic_yang` (`src/sonic-yang-mgmt`), libyang with SONiC's patches.

PYTHON, MODELS = os.environ.get("MRC_SONIC_PYTHON", ""), os.environ.get("MRC_SONIC_MODELS", "")
PROFILES = ("sonic-spectrum4", "sonic-tomahawk5")
TOPOLOGY = Path(__file__).resolve().parents[4] / "topologies" / "lab.yaml"
JUDGE = """
import sys, syslog
syslog.openlog(facility=syslog.LOG_USER)
from json import loads
from pathlib import Path
from sonic_yang import SonicYang

models = SonicYang(sys.argv[1])
models.loadYangModel()
for name in sys.stdin.read().split():
    try:
        models.loadData(loads(Path(name).read_text()))
        models.validate_data_tree()
    except Exception as error:
        print(name, " ".join(str(error).split()))
    else:
        if models.tablesWithOutYang:
            print(name, "no model of", *sorted(models.tablesWithOutYang))
"""
"""One line for each file that the models do not take."""

needs_models = pytest.mark.skipif(
    not (PYTHON and MODELS), reason="needs MRC_SONIC_PYTHON and MRC_SONIC_MODELS (the docstring of this module)"
)


def base():
    """What a switch of 64 ports has before the suite comes."""
    ports = {
        f"Ethernet{4 * number}": {
            "lanes": ",".join(str(4 * number + lane) for lane in range(4)),
            "speed": "100000",
            "alias": f"etp{number + 1}",
            "admin_status": "up",
        }
        for number in range(64)
    }
    about = {"hostname": "dut", "mac": "02:00:00:00:00:01", "type": "ToRRouter", "bgp_asn": "65100"}
    pools = {"egress_lossy_pool": {"type": "egress", "mode": "dynamic"}}
    return {"DEVICE_METADATA": {"localhost": about}, "PORT": ports, "BUFFER_POOL": pools}


def refused(*files):
    """What the models say against each file that they do not take."""
    done = subprocess.run(
        [PYTHON, "-c", JUDGE, MODELS], input="\n".join(map(str, files)), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module", params=PROFILES)
def configurations(request, tmp_path_factory):
    """The whole configurations of every case that a profile runs."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "base.json").write_text(json.dumps(base()))
    options = ["--profile", request.param, "--base", str(folder / "base.json"), "--out", str(folder / "out")]
    made = CliRunner().invoke(main, ["configuration", *options], catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return sorted((folder / "out").glob("*/config_db.json"))


@needs_models
def test_every_configuration_of_the_suite_is_valid(configurations):
    assert len(configurations) > 100
    assert refused(*configurations) == []


@needs_models
def test_tables_of_a_planned_fabric_are_valid(tmp_path):
    """They are loaded on top of the platform's own."""
    plan_fleet(load(TOPOLOGY), tmp_path / "plan", "config_db", jobs=1)
    files = []
    for path in sorted((tmp_path / "plan").glob("*.config_db.json")):
        whole = base()
        for table, rows in json.loads(path.read_text()).items():
            whole[table] = whole.get(table, {}) | rows
        files.append(tmp_path / path.name)
        files[-1].write_text(json.dumps(whole))
    assert len(files) == 8
    assert refused(*files) == []


@needs_models
def test_a_broken_configuration_is_noticed(configurations, tmp_path):
    """A scheduler with a peak rate and no committed one, which an earlier version of the suite wrote."""
    document = next(found for found in map(_read, configurations) if "SCHEDULER" in found)
    for scheduler in document["SCHEDULER"].values():
        del scheduler["cir"]
    (tmp_path / "broken.json").write_text(json.dumps(document))
    assert any("pir can't be configured without cir" in line for line in refused(tmp_path / "broken.json"))


def _read(path):
    return json.loads(path.read_text())
