# SPDX-License-Identifier: Apache-2.0
"""`up` interrupted at any moment, killed, or twice at once: nothing stays of what is not up."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from lab_kit import DEADLINE_S, ROOT, Lab, descendants, patient, wait_until_gone
from long_kit import share
from namespace_kit import namespaces
from waiting_kit import until

pytestmark = pytest.mark.timeout(180)


def begun(lab, process):
    """Wait until `up` is past its first steps, and give all its processes."""
    until((lab.folder / "mrc-lab" / "lab" / "lock").exists)
    found = descendants(process.pid)
    assert len(found) >= 3  # the command, unshare, the keeper
    return found


def nothing_stays(lab, processes):
    wait_until_gone(processes)
    until(lambda: not (lab.folder / "mrc-lab").exists())


@pytest.mark.parametrize("end", share([signal.SIGINT, signal.SIGTERM, signal.SIGKILL], [signal.SIGTERM]))
def test_up_is_ended_at_its_beginning(lab, end):
    with lab.start(*lab.up_arguments()) as process:
        processes = begun(lab, process)
        process.send_signal(end)
        process.wait(DEADLINE_S)
        nothing_stays(lab, processes - {process.pid})


@pytest.mark.parametrize("end", share([signal.SIGINT, signal.SIGKILL], [signal.SIGKILL]))
def test_up_is_ended_while_it_builds(lab, end):
    with lab.start(*lab.up_arguments()) as process:
        assert process.stdout.readline().startswith("compiled ")
        processes = begun(lab, process)
        process.send_signal(end)
        process.wait(DEADLINE_S)
        nothing_stays(lab, processes - {process.pid})
    assert "no lab; bring one up" in lab.run("list")


def test_up_is_ended_while_its_page_starts(lab):
    """The lab is up then, and stays: who interrupted must be told."""
    slow = lab.folder / "sitecustomize.py"
    slow.write_text("import sys, time\nif 'labs.page.server' in sys.orig_argv: time.sleep(60)\n")
    arguments = [each for each in lab.up_arguments() if each != "--no-page"]
    with lab.start(*arguments, python_path=lab.folder) as process:
        until(lambda: "# ends it" in process.stdout.readline(), DEADLINE_S)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 128 + signal.SIGINT
    assert re.fullmatch(r"the lab is up; `.* down` ends it\nerror: interrupted\n", said), said
    assert lab.state().nics.keys() == {"nic0", "nic1"}


def test_the_keeper_is_killed_while_it_builds(lab):
    with lab.start(*lab.up_arguments()) as process:
        assert process.stdout.readline().startswith("compiled ")
        processes = begun(lab, process)
        keeper = int((lab.folder / "mrc-lab" / "lab" / "lock").read_text())
        assert keeper in processes
        os.kill(keeper, signal.SIGKILL)
        said, _ = process.communicate(timeout=DEADLINE_S)
        assert process.returncode == 1
        assert "error: the lab did not come up" in said and "Traceback" not in said
        nothing_stays(lab, processes - {process.pid})


def test_a_switch_that_dies_at_its_start_is_named_with_the_end_of_its_log(lab, monkeypatch):
    for program, does in (
        ("p4c-bm2-ss", "echo {} >$4; : >$6"),
        ("simple_switch_grpc", 'echo "boom: cannot" >&2; exit 3'),
    ):
        file = lab.folder / "bin" / program
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{lab.folder / 'bin'}:{os.environ['PATH']}")
    said = lab.run(*lab.up_arguments(), "--target", "bmv2", status=1)
    assert "error: p0-t0-0: " in said and "boom: cannot" in said and "Traceback" not in said
    assert not (lab.folder / "mrc-lab").exists()


def test_down_ends_what_is_still_coming_up(lab):
    eight_switches = str(ROOT / "topologies" / "lab.yaml")  # enough of them to be asked meanwhile
    with lab.start("up", "--topology", eight_switches, "--scale", "50000") as process:
        assert process.stdout.readline().startswith("compiled ")
        processes = begun(lab, process)
        assert "is just coming up, or ending; try again" in lab.run("status", status=1)
        assert lab.run("down").strip() == "down"
        said, _ = process.communicate(timeout=DEADLINE_S)
        assert process.returncode == 1 and "Traceback" not in said
        nothing_stays(lab, processes - {process.pid})


@patient
def test_two_at_once_of_one_name(lab):
    """The one that comes too late must not clean what is the other's."""
    both = [lab.start(*lab.up_arguments()) for _ in range(2)]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert sorted(process.returncode for process in both) == [0, 1], said
    assert sum("is up already" in each for each in said) == 1
    assert lab.state().nics.keys() == {"nic0", "nic1"}


def test_two_labs_of_different_names(lab):
    both = [lab.start(*lab.up_arguments(), "--name", name) for name in ("one", "two")]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert lab.run("list") == "one: up\ntwo: up\n"
    assert lab.run("down", "--name", "one").strip() == "down"
    assert "every byte arrived" in lab.run("write", "--name", "two", "nic0", "nic1", "--bytes", "10KB")
    assert lab.run("down", "--name", "two").strip() == "down"
    assert not Path(lab.folder / "mrc-lab").exists()


def test_a_directory_that_is_too_deep(tmp_path):
    namespaces()
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    lab = Lab(deep)
    said = lab.run(*lab.up_arguments(), status=1)
    assert "longer than a socket's path may be; accepted: 107 bytes" in said
    assert [each.name for each in deep.iterdir()] == ["tiny.yaml"]
    assert "is not up" in lab.run("status", status=1)


def inside(*options, script):
    """What to put before a command that is run in a namespace of its own, after `script`; skips where it cannot be."""
    prefix = ["unshare", *options]
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
        pytest.skip(f"no `{' '.join(prefix)}` here")
    return [*prefix, "sh", "-c", script, "sh"]


def test_no_permission(lab):
    """As where an administrator has switched namespaces off."""
    off = inside("--user", "--map-root-user", script='echo 0 >/proc/sys/user/max_net_namespaces; exec "$@"')
    said = lab.run(*lab.up_arguments(), "--cables", "veth", status=1, within=off)
    assert said.startswith("error: no network namespace: ") and said.count("\n") == 1
    assert "To enable it, run it as root, or let users have namespaces: `sysctl " in said
    assert {each.name for each in lab.folder.iterdir()} == {"tiny.yaml"}


def test_a_full_disk(lab):
    disk = lab.folder / "disk"
    disk.mkdir()
    small = inside(
        "--user", "--map-root-user", "--mount",
        script=f'mount -t tmpfs -o size=64k none {disk}; "$@"; status=$?; ls {disk}/mrc-lab; exit $status',
    )  # fmt: skip
    said = Lab(disk).run("up", *lab.up_arguments()[1:], status=1, within=small)
    assert "mrc-lab/lab/program/main.json: cannot write: No space left on device" in said
    assert "Traceback" not in said and "ls: cannot access" in said  # nothing stayed


def test_a_scale_out_of_range(lab):
    said = lab.run(*lab.up_arguments(), "--scale", "10000001", status=1)
    assert "error: scale: 10000001 is out of range; accepted: 1..10000000" in said
    assert not Path(lab.folder / "mrc-lab").exists()
