# SPDX-License-Identifier: Apache-2.0
"""The commands as a person meets them: output, files, exit status, and one clear line per error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from controller_kit import trimming
from fake_p4runtime import FakeServer

import topologies
from controller import fleet_commands
from controller.__main__ import _ELSEWHERE, run
from controller.tables import walk

TOPOLOGIES = Path(topologies.__file__).parent
LAB, PAPER = str(TOPOLOGIES / "lab.yaml"), str(TOPOLOGIES / "paper-8plane.yaml")


@pytest.fixture
def command(monkeypatch, capsys):
    """Runs the command in this process: (status, standard output, standard error)."""

    def run_it(*arguments):
        monkeypatch.setattr(sys, "argv", ["controller", *map(str, arguments)])
        try:
            run()
            status = 0
        except SystemExit as exit_:
            status = exit_.code or 0
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_it


def test_plan_text_and_json_agree_and_repeat(command):
    status, text, _ = command("plan", LAB)
    assert status == 0
    assert text == command("plan", LAB)[1]
    lines = text.splitlines()
    assert lines[0] == "fabric lab"
    assert lines[1].startswith("switch p0-t0-0 device_id 1 entries ")
    assert (
        "  FabricIngress.route.route_ipv6 dst_addr=fcbb:bbbb:2001::/48 -> FabricIngress.route.set_nexthop_ipv6"
        "(port=3, src_mac=02:10:00:00:00:03, dst_mac=02:20:00:01:00:00)  # to p0-t1-1:0"
    ) in lines
    document = json.loads(command("plan", LAB, "--json")[1])
    assert [switch["switch"] for switch in document["switches"]] == [
        line.split()[1] for line in lines if line.startswith("switch ")
    ]
    assert sum(len(switch["entries"]) for switch in document["switches"]) == len(lines) - 9


def test_plan_of_one_switch_to_a_file(command, tmp_path):
    out = tmp_path / "plan.json"
    assert command("plan", LAB, "--switch", "p1-t1-0", "--json", "-o", out)[0] == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    [switch] = document["switches"]
    assert (switch["switch"], switch["device_id"]) == ("p1-t1-0", 7)
    assert switch["entries"][0] == {
        "table": "FabricIngress.my_sid.my_sid",
        "match": {"dst_addr": "fcbb:bbbb:2100::/48"},
        "action": "FabricIngress.my_sid.uN",
        "params": {"usd_flavor": "0", "dscp_mode": "0"},
        "note": "own uSID of p1-t1-0",
    }
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]


def test_plan_of_the_paper_fabric_wants_one_switch(command):
    assert command("plan", PAPER) == (
        1, "", "error: paper-8plane has 6144 switches; accepted: --switch NAME, or --all for all of them\n",
    )  # fmt: skip
    status, text, _ = command("plan", PAPER, "--switch", "p7-t1-255")
    assert (status, len(text.splitlines())) == (0, 2 + 4109)


@pytest.mark.parametrize(
    ("arguments", "status", "what"),
    [
        (("plan", "none.yaml"), 1, "error: none.yaml: cannot read: No such file"),
        (("plan", LAB, "--switch", "p9-t0-0"), 1, "error: lab: no switch named 'p9-t0-0'; accepted: p0-t0-0 .."),
        (("plan", LAB, "-o", "/dev/null/plan"), 1, "error: /dev/null/plan: cannot write: "),
        (("plan", LAB, "--switch", "p0-t0-0", "--all"), 2, "exclude each other"),
        (("path",), 2, "Missing argument 'TOPOLOGY'"),
        (("path", LAB, "nic0", "nic9"), 1, "error: lab: no NIC named 'nic9'; accepted: nic0 .. nic3 (4 NICs)"),
        (("path", LAB, "nic0", "nic1", "--plane", "5"), 1, "error: lab: no plane 5; accepted: 0..1"),
    ],
)
def test_errors_are_one_clear_message(command, arguments, status, what):
    got, out, err = command(*arguments)
    assert (got, out) == (status, "")
    assert what in err
    assert "Traceback" not in err


def test_path_of_the_paper_fabric(command):
    status, text, _ = command("path", PAPER, "nic0", "nic131071", "--plane", "7", "--t1", "255")
    assert status == 0
    assert "2048 shortest paths" in text
    assert "uSIDs 1e00 27ff 1fff 37ff\n" in text
    assert "outer destination fcbb:bbbb:1e00:27ff:1fff:37ff::, sent on NIC port 7\n" in text
    assert "leaves port 255 to nic131071 with destination fcbb:bbbb:37ff::\n" in text


def test_path_json_of_a_local_pair(command):
    document = json.loads(command("path", LAB, "nic2", "nic3", "--plane", "1", "--json")[1])
    assert document["t1"] is None
    assert document["outer_destination"] == "fcbb:bbbb:1201:3101::"
    [hop] = document["hops"]
    assert (hop["switch"], hop["port"], hop["peer"], hop["shifted"]) == ("p1-t0-1", 1, "nic3", "fcbb:bbbb:3101::")


def test_every_path_of_the_lab_reaches_its_nic_through_the_planned_tables(lab):
    for plane in range(2):
        for src in range(4):
            for dst in range(4):
                for t1 in [0, 1] + [None] * (src // 2 == dst // 2):
                    path = lab.path(src, dst, plane, t1)
                    hops = walk(lab, path)
                    assert tuple(hop.switch for hop in hops) == path.switches
                    assert [hop.peer for hop in hops] == [*path.switches[1:], f"nic{dst}"]


@pytest.fixture
def two_switches():
    servers = [FakeServer(1), FakeServer(3)]
    yield servers
    for server in servers:
        server.stop()


def test_install_then_verify(command, files, two_switches, tmp_path):
    t0, t1 = two_switches
    p4info, config = files
    inventory = tmp_path / "inventory.yaml"
    inventory.write_text(f"p0-t1-0: {t1.address}\n", encoding="utf-8")
    where = ("--p4info", p4info, "--json", config, "--switch", f"p0-t0-0={t0.address}", "--inventory", inventory)
    status, out, err = command("install", LAB, *where)
    assert (status, err) == (0, "")
    assert "p0-t0-0" in out
    assert "p0-t1-0" in out
    assert len(t0.entries) > len(t1.entries) > 0
    logs = list(t0.log), list(t1.log)
    assert "unchanged" in command("install", LAB, *where)[1]
    assert (t0.log, t1.log) == logs
    assert command("verify", LAB, *where) == (0, "p0-t0-0: 45 entries as planned\np0-t1-0: 29 entries as planned\n", "")

    t1.entries.popitem()
    status, out, err = command("verify", LAB, *where)
    assert (status, out) == (1, "p0-t0-0: 45 entries as planned\n")
    assert err == (
        "error: p0-t1-0: 1 entries\nmissing: FabricIngress.admission.switch_trimming egress_port=1 -> "
        f"FabricIngress.admission.set_trim({', '.join(f'{name}={n}' for name, n in trimming(dscp=12).items())})\n"
    )


def test_one_dead_switch_does_not_keep_the_others_from_their_tables(command, files, two_switches):
    t0, t1 = two_switches
    t0.stop()
    where = ("--p4info", files[0], "--json", files[1])
    switches = ("--switch", f"p0-t0-0={t0.address}", "--switch", f"p0-t1-0={t1.address}", "--retries", "0")
    status, out, err = command("install", LAB, *where, *switches)
    assert status == 1
    assert err.startswith(f"error: p0-t0-0 at {t0.address}: arbitration failed: no answer")
    assert "p0-t1-0" in out
    assert t1.entries


@pytest.mark.parametrize(
    ("switches", "what"),
    [
        (["p0-t0-0"], "--switch p0-t0-0: no address; accepted: NAME=HOST:PORT"),
        (["nope=127.0.0.1:1"], "--switch nope=127.0.0.1:1: lab: no switch named 'nope'"),
        (["p0-t0-0=localhost"], "bad address 'localhost'; accepted: HOST:PORT"),
        (["p0-t0-0=127.0.0.1:70000"], "bad address '127.0.0.1:70000'"),
        (["p0-t0-0=a:1", "p0-t0-0=a:2"], "switch p0-t0-0 is given twice"),
    ],
)
def test_bad_switch_arguments(command, files, switches, what):
    arguments = [part for switch in switches for part in ("--switch", switch)]
    status, out, err = command("verify", LAB, "--p4info", files[0], "--json", files[1], *arguments)
    assert (status, out) == (1, "")
    assert err.startswith("error: ")
    assert what in err


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "x.yaml:1: not a mapping"),
        ("a: [", "x.yaml:1: not valid YAML"),
        ("p0-t0-0: 127.0.0.1:5\np0-t0-9: 127.0.0.1:6\n", "x.yaml:2: p0-t0-9: lab: no switch named"),
        ("p0-t0-0: 7\n", "x.yaml:1: p0-t0-0: bad address '7'"),
        ("p0-t0-0: a:1\np0-t0-0: a:2\n", "x.yaml:2: not valid YAML: found duplicate key"),
    ],
)
def test_bad_inventory(command, files, tmp_path, text, what):
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    status, _, err = command("verify", LAB, "--p4info", files[0], "--json", files[1], "--inventory", path)
    assert status == 1
    assert f"error: {tmp_path}/{what}" in err


def test_no_switch_named_is_a_usage_error(command, files):
    status, _, err = command("verify", LAB, "--p4info", files[0], "--json", files[1])
    assert status == 2
    assert "name at least one switch" in err


def test_real_process_exit_status_and_stderr():
    done = subprocess.run(
        [sys.executable, "-m", "controller", "plan", "none.yaml"],
        cwd=TOPOLOGIES.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error: none.yaml: cannot read: No such file or directory; accepted: a readable YAML file\n"


def test_help_says_of_commands_elsewhere_what_they_say_themselves():
    for name, (where, says) in _ELSEWHERE.items():
        command = getattr(fleet_commands, where.partition(":")[2])
        assert command.name == name
        assert command.get_short_help_str(200).startswith(says.removesuffix("."))
