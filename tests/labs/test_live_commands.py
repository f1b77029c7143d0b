# SPDX-License-Identifier: GPL-2.0-only
"""Commands of a live lab that a user meets first, on one lab: writes, faults, captures, tables, traces."""

import os
import re
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner
from lab_kit import DEADLINE_S, Lab
from namespace_kit import namespaces
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether
from scapy.utils import rdpcap
from waiting_kit import until

from fabric.proof.command import prove_command
from labs.node_commands import random_file

pytestmark = [pytest.mark.timeout(180), pytest.mark.xdist_group("live lab commands")]
CABLE = "nic1:0--p0-t0-0:1"
ALONE = ("env",)
"""A process of its own: the command becomes another program, or lets one speak."""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    namespaces()
    made = Lab(tmp_path_factory.mktemp("commands"))
    made.up("--trace")
    yield made
    made.run("down")


def test_writes_give_back_what_they_held(lab):
    assert "every byte arrived" in lab.run("write", "nic0", "nic1", "--bytes", "10KB")
    nics = lab.state().nics
    assert [nic.queue_pairs for nic in nics.values()] == [[], []]
    for _ in range(6):  # which nobody comes for
        lab.run("write", "nic0", "nic1", "--bytes", "1KB", "--no-wait")
    assert "every byte arrived" in lab.run("write", "nic0", "nic1", "--bytes", "10KB")
    state = lab.state()
    assert len(state.writes) == 8
    assert all(write.completed_ns and write.placed == write.size for write in state.writes)
    assert max(len(nic.queue_pairs) for nic in state.nics.values()) <= 4


def test_a_write_that_nobody_waits_for_any_longer_goes_on(lab):
    lab.run("fail", "switch", "p0-t0-0")
    with lab.start("write", "nic0", "nic1", "--bytes", "10KB") as write:
        number = re.match(r"write (\d+): ", write.stdout.readline())[1]
        write.send_signal(signal.SIGINT)
        said, _ = write.communicate(timeout=DEADLINE_S)
    assert write.returncode == 128 + signal.SIGINT
    assert re.search(rf"^write {number} goes on; `.* status` shows it\nerror: interrupted\n$", said, re.MULTILINE), said
    lab.run("heal", "all")
    until(lambda: lab.state().writes[int(number)].completed_ns is not None, DEADLINE_S)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda file: file.write_text(""), "is empty; accepted: a file of at least one byte"),
        (lambda file: file.mkdir(), "is a directory"),
        (lambda _: None, "does not exist"),
    ],
)
def test_a_file_that_is_none(lab, tmp_path, make, said):
    make(tmp_path / "file")
    status = 1 if "accepted" in said else 2
    assert said in lab.run("write", "nic0", "nic1", str(tmp_path / "file"), status=status)


def test_more_than_a_lab_holds_is_refused(lab, tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2 << 30)
    assert "2,147,483,648 bytes; accepted: at most 1,0" in lab.run("write", "nic0", "nic1", f"{file.name}", status=1)
    said = lab.run("write", "nic0", "nic1", "--bytes", "100GB", status=1)
    assert "error: --bytes: 100,000,000,000 is out of range; accepted: 1..1,073,741,824" in said


def test_noise_of_more_than_an_int_has_bits(tmp_path):
    assert random_file(tmp_path / "noise", "257MiB").stat().st_size == 257 << 20


def test_a_full_disk_is_told(lab):
    said = lab.run("capture", CABLE, "-o", "/dev/full", "--frames", "1", status=1, within=ALONE)
    assert "No space left on device" in said


def test_options_of_a_command_are_its_own(lab):
    assert "unrecognized option '--name'" in lab.run("exec", "nic0", "ls", "--name", status=2)
    lab.run("exec", "nic0", "--", "sh", "-c", "exit 7", status=7)
    lab.run("exec", "nic0", "sh", "-c", "kill -9 $$", status=-signal.SIGKILL, within=ALONE)
    assert "no-such" in lab.run("exec", "nic0", "no-such", status=127)


def test_status_needs_no_file_any_more(lab):
    topology = lab.folder / "tiny.yaml"
    text = topology.read_text()
    topology.unlink()
    try:
        assert "tiny on embedded" in lab.run("status")
    finally:
        topology.write_text(text)


def test_what_fails_is_healed(lab):
    assert lab.run("fail", "plane", "0").splitlines() == ["switch p0-t0-0 stopped", "switch p0-t1-0 stopped"]
    assert lab.run("fail", "loss", CABLE, "0.5").strip() == f"link {CABLE} loss 0.5"
    assert not any(switch.forwards for switch in lab.state().switches)
    assert lab.run("heal", "switch", "p0-t1-0").strip() == "switch p0-t1-0 started"
    assert lab.run("heal", "all").splitlines() == ["switch p0-t0-0 started", f"link {CABLE} loss 0"]
    assert lab.run("heal", "all").strip() == "nothing to heal"
    assert lab.state().faults == {}
    assert "every byte arrived" in lab.run("write", "nic1", "nic0", "--bytes", "10KB")


def test_a_negative_loss_is_a_value_not_an_option(lab):
    assert "'-1' is not a loss probability; accepted: 0 .. 1" in lab.run("fail", "loss", CABLE, "-1", status=1)
    assert "'-1' is not a loss probability" in lab.run("fault", "link", CABLE, "loss", "-1", status=1)


def test_the_slowest_rate_there_is(lab):
    sent = lab.state().nics["nic1"].counters["tx.frames"]
    lab.run("fail", "rate", CABLE, "1b/s")
    try:
        lab.run("write", "nic1", "nic0", "--bytes", "10KB", "--no-wait")  # its first frames would take years
        until(lambda: lab.state().nics["nic1"].counters["tx.frames"] > sent)
    finally:
        assert lab.run("heal", "rate", CABLE).strip() == f"link {CABLE} rate 100.0 Gb/s"
    until(lambda: all(write.completed_ns for write in lab.state().writes), 90)
    assert "every byte arrived" in lab.run("write", "nic1", "nic0", "--bytes", "10KB")


def test_a_capture_has_both_directions_in_the_time_of_the_fabric(lab, tmp_path):
    file = tmp_path / "cable.pcapng"
    begun = lab.state().now_ns / 1e9
    with lab.start("capture", CABLE, "-o", str(file)) as capture:
        assert capture.stdout.readline() == f"capturing {CABLE}\n"
        lab.run("write", "nic1", "nic0", "--bytes", "10KB")
        capture.send_signal(signal.SIGINT)
        said, _ = capture.communicate(timeout=60)
    assert capture.returncode == 0 and said.endswith(" frames\n"), said
    frames = rdpcap(str(file))
    assert [frame.time for frame in frames] == sorted(frame.time for frame in frames)
    assert begun < frames[0].time < frames[-1].time < lab.state().now_ns / 1e9
    assert all(Ether in frame and IPv6 in frame for frame in frames)
    sides = [frame.sniffed_on for frame in frames]
    assert set(sides) == {"nic1:0>p0-t0-0:1", "p0-t0-0:1>nic1:0"}
    sent = [frame for frame in frames if frame.sniffed_on == "nic1:0>p0-t0-0:1"]
    assert sum(len(frame) for frame in sent) > 10_000


def test_a_capture_ends_with_its_frames_and_with_who_started_it(lab, tmp_path):
    file = tmp_path / "cable.pcapng"
    with lab.start("capture", CABLE, "-o", str(file), "--frames", "3") as capture:
        assert capture.stdout.readline() == f"capturing {CABLE}\n"
        lab.run("write", "nic1", "nic0", "--bytes", "10KB")
        assert capture.communicate(timeout=60)[0] == "3 frames\n" and capture.returncode == 0
    assert len(rdpcap(str(file))) == 3
    with lab.start("capture", CABLE, "-o", str(file)) as capture:
        assert capture.stdout.readline() == f"capturing {CABLE}\n"
        capture.kill()
        assert capture.stdout.read() == "0 frames\n"  # it has seen the end


FAKE_WIRESHARK = """\
#!/bin/sh
echo "$*" > "$0.words"
head -c 500 > "$0.stdin"
"""


def test_wireshark_shows_a_capture_with_the_dissector_and_the_names(lab, tmp_path, monkeypatch):
    program = tmp_path / "wireshark"
    program.write_text(FAKE_WIRESHARK)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with lab.start("capture", CABLE, "--wireshark") as capture:
        assert capture.stdout.readline() == f"capturing {CABLE}\n"
        lab.run("write", "nic1", "nic0", "--bytes", "100KB")
        said, _ = capture.communicate(timeout=60)  # it is closed after 500 bytes, which ends the capture
    assert capture.returncode == 0, said
    words = (tmp_path / "wireshark.words").read_text().split()
    assert words[:4] == ["-k", "-i", "-", "-X"]
    assert words[4].startswith("lua_script:") and Path(words[4].partition(":")[2]).is_file()
    assert words[5:7] == ["-o", f"mrc.names:{lab.folder / 'tiny.yaml'}"]
    assert (tmp_path / "wireshark.stdin").read_bytes()[:4] == bytes.fromhex("0a0d0d0a"), "pcapng begins so"


def test_a_capture_goes_to_one_place(lab, tmp_path):
    for words in ((), ("-o", str(tmp_path / "x"), "--wireshark")):
        assert "accepted: one of -o FILE and --wireshark" in lab.run("capture", CABLE, *words, status=2)


def test_what_cannot_be_captured_is_told(lab, tmp_path):
    assert "no link named 'nic9--x'; " in lab.run("capture", "nic9--x", "-o", str(tmp_path / "x"), status=1)
    said = lab.run("capture", CABLE, "-o", str(tmp_path / "none" / "x"), status=1)
    assert "none/x: No such file or directory" in said


def test_the_shell_reads_and_cannot_write(lab):
    read = 'print("tables:", list(tables)[0].name)\n'
    write = "group = MulticastGroupEntry(group_id=1)\ngroup.add(1, 1)\ngroup.insert()\n"
    said = lab.run("shell", "p0-t0-0", stdin=read + write + "exit\n")
    assert "you only have read access" in said
    assert "tables: Fabric" in said
    assert "PERMISSION_DENIED" in said
    assert "no switch named 'nic0'" in lab.run("shell", "nic0", status=1)


def _route(port):
    """What a teacher types to send `nic1`'s packets by another port, and `nic1`'s own again."""
    return f"""entry = TableEntry("FabricIngress.route.route_ipv6")(action="FabricIngress.route.set_nexthop_ipv6")
entry.match["dst_addr"] = "fcbb:bbbb:3001::/48"
entry.action["port"], entry.action["src_mac"] = "{port}", "02:10:00:00:00:01"
entry.action["dst_mac"] = "02:30:00:00:00:01"
entry.modify()
exit
"""


def _proof(lab, folder):
    """What `prove` says of the tables that the lab's switches hold now."""
    switches = len(lab.state().switches)
    assert f"{folder}: {switches} switches read" in lab.run("read", "--folder", str(folder))
    return CliRunner().invoke(prove_command, [f"{folder}.yaml", "--tables", str(folder), "--jobs", "1", "--run"])


def test_an_entry_that_is_broken_by_hand_is_found_by_the_prover(lab, tmp_path):
    """The story of lab 13. The lab's time is slow, and so are the rates that its tables have."""
    before = _proof(lab, tmp_path / "before")
    assert before.exit_code == 0 and "every path proved: tiny" in before.output
    assert "PERMISSION_DENIED" not in lab.run("shell", "--write", "p0-t0-0", stdin=_route(0))
    after = _proof(lab, tmp_path / "after")
    lab.run("shell", "--write", "p0-t0-0", stdin=_route(1))
    assert after.exit_code == 1
    lines = after.output.splitlines()
    assert lines[0] == "p0-t0-0: FabricIngress.route.route_ipv6 dst_addr=fcbb:bbbb:3001::/48"
    assert "set_nexthop_ipv6(port=0," in lines[1] and "set_nexthop_ipv6(port=1," in lines[2]
    assert lines[3].startswith("  nic0 port 0 sends to fcbb:bbbb:1000:3001::;")
    assert lines[4].startswith("  leaves port 0 by queue 1,") and "should be: leaves port 1" in lines[4]
    assert "not proved: tiny, 1 of " in after.output and "p4src on p0-t0-0: as predicted: leaves port 0" in after.output
    assert "every byte arrived" in lab.run("write", "nic0", "nic1", "--bytes", "10KB")


def test_a_trace_tells_what_happened_to_a_packet(lab):
    lab.run("write", "nic1", "nic0", "--bytes", "10KB")
    said = lab.run("trace", "p0-t0-0")
    assert "received on port 1" in said and "control ingress" in said
    assert "no switch named 'p9'" in lab.run("trace", "p9", status=1)


def test_logs_of_all(lab):
    for node in ("p0-t0-0", "nic0", "keeper"):
        lab.run("logs", node)
    assert "no node named 'nic9'; did you mean 'nic" in lab.run("logs", "nic9", status=1)


def test_list_names_it(lab):
    assert lab.run("list") == "lab: up\n"
    assert Path(lab.folder / "mrc-lab").stat().st_mode & 0o077 == 0
