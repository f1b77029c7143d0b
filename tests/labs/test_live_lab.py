# SPDX-License-Identifier: Apache-2.0
"""The live lab, end to end: up, a write that arrives, faults, down; and nothing stays, however it ends."""

import os
import signal
import time
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from lab_kit import DEADLINE_S, Lab, descendants, living, wait_until_gone
from namespace_kit import namespaces
from topology_kit import TINY, one_plane
from waiting_kit import until

from fabric.live.messages import message_of
from labs.command import cli
from labs.control_socket import State
from labs.directory import DEFAULT, LabDirectory
from p4soft.targets import get_target

pytestmark = pytest.mark.timeout(180)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    namespaces()
    made = Lab(tmp_path_factory.mktemp("shared"))
    yield made
    made.run("down")


@pytest.fixture
def shared_lab(place):
    """A lab for all tests that leave it as it was, and then for those that end it: the next one brings it up again."""
    if not LabDirectory(DEFAULT, place.folder / "mrc-lab" / DEFAULT).is_up():
        place.up("--name", DEFAULT)
    return place


@pytest.mark.long
def test_a_link_that_fails_leaves_the_rest_of_its_switch_alone(lab):
    """BMv2 hears nothing at all any more, when an interface of its is set down and no frame comes there afterwards."""
    target = "bmv2" if get_target("bmv2").missing() is None else "embedded"
    (lab.folder / "three.yaml").write_text(one_plane("three", t0s=2, t1s=2, downlinks=2, nics=3))
    lab.run("up", "--topology", f"{lab.folder}/three.yaml", "--scale", "20000", "--no-page", "--target", target)
    lab.run("fail", "link", "nic1:0--p0-t0-0:1")  # nobody sends there
    lab.run("fail", "link", "p0-t0-0:2--p0-t1-0:0")
    assert "every byte arrived" in lab.run("write", "nic0", "nic2", "--bytes", "100KB")
    until(lambda: lab.state().nics["nic1"].ports_up == [False])
    assert lab.run("heal", "all").count(" up") == 2
    until(lambda: lab.state().nics["nic1"].ports_up == [True])
    assert "every byte arrived" in lab.run("write", "nic0", "nic1", "--bytes", "100KB")
    assert "every byte arrived" in lab.run("write", "nic0", "nic2", "--bytes", "100KB")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("write", "nic0", "nic7", "--bytes", "1KiB"), "no NIC named 'nic7'; did you mean 'nic1'?"),
        (("write", "nic0", "nic0", "--bytes", "1KiB"), "nic0 does not write to itself; accepted: two NICs"),
        (("write", "nic0", "nic1", "--bytes", "lots"), "--bytes: "),
        (
            ("fault", "switch", "p0-t0-0", "explode"),
            "'switch p0-t0-0 explode' is not a fault; accepted: `switch NAME stop`",
        ),
        (("fault", "switch", "p9-t0-0", "stop"), "no switch named 'p9-t0-0'; did you mean 'p0-t0-0'?"),
        (
            ("logs", "p9-t0-0"),
            "no node named 'p9-t0-0'; did you mean 'p0-t0-0'?; accepted: nodes: p0-t0-0, p0-t1-0, nic0",
        ),
        (
            ("exec", "nic9", "true"),
            "no network named 'nic9'; did you mean 'nic1'?; accepted: networks: fabric, nic0, nic1",
        ),
    ],
)
def test_bad_input_is_told_and_the_lab_goes_on(shared_lab, arguments, said):
    assert said in " ".join(shared_lab.run(*arguments, status=1).split())
    assert shared_lab.state().writes == []


def test_two_labs_of_one_name(shared_lab):
    assert "is up already" in shared_lab.run("up", status=1)
    assert shared_lab.state().nics.keys() == {"nic0", "nic1"}


def test_how_busy_its_switches_are_is_told(shared_lab):
    until(lambda: shared_lab.state().busy.keys() == {"p0-t0-0", "p0-t1-0"})
    assert all(0 <= share < 2 for share in shared_lab.state().busy.values())


def test_a_trace_begins_and_ends_while_the_switch_runs(shared_lab):
    assert "no trace is being written" in shared_lab.run("trace", "p0-t0-0", "--stop", status=1)
    for _ in range(2):  # the first leaves nothing in the way of the second
        with shared_lab.start("trace", "p0-t0-0") as trace:
            until((shared_lab.folder / "mrc-lab" / "lab" / "p0-t0-0" / "trace").exists)
            assert "somebody else follows its trace" in shared_lab.run("trace", "p0-t0-0", status=1)
            assert "every byte arrived" in shared_lab.run("write", "nic0", "nic1", "--bytes", "1KB")
            assert "received on port 0" in trace.stdout.readline()
            trace.send_signal(signal.SIGINT)
            assert "control ingress" in trace.communicate(timeout=60)[0]
            assert trace.returncode == 0
    assert not (shared_lab.folder / "mrc-lab" / "lab" / "p0-t0-0" / "trace").exists()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("mrc-lab stat", {"status"}),
        ("mrc-lab write nic", {"nic0", "nic1"}),
        ("mrc-lab write nic0 ", {"nic0", "nic1"}),
        ("mrc-lab fail p", {"port", "plane"}),
        ("mrc-lab fail switch ", {"p0-t0-0", "p0-t1-0"}),
        ("mrc-lab heal plane ", {"0"}),
        ("mrc-lab capture nic1", {"nic1--p0-t0-0"}),
        ("mrc-lab logs k", {"keeper"}),
        ("mrc-lab exec f", {"fabric"}),
        ("mrc-lab shell --name la", {"lab"}),
        ("mrc-lab shell --name none p0", set()),
    ],
)
def test_the_tab_key_offers_what_there_is(shared_lab, monkeypatch, words, offered):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(shared_lab.folder))
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    completer = BashComplete(cli, {}, "mrc-lab", "_MRC_LAB_COMPLETE")
    given, begun = completer.get_completion_args()
    assert {item.value for item in completer.get_completions(given, begun)} == offered


def test_exec_runs_in_the_network_of_a_nic(shared_lab):
    assert shared_lab.run("exec", "nic1", "cat", "/proc/net/dev").count("port0:") == 1
    assert "p0-t0-0.1:" in shared_lab.run("exec", "fabric", "cat", "/proc/net/dev")


def test_a_topology_that_is_none(tmp_path):
    namespaces()
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(TINY.replace("planes: 1\n", "planes: 99\n"))
    said = Lab(tmp_path).run("up", "--topology", str(wrong), "--scale", "1000", status=1)
    assert f"error: {wrong}:2: planes: " in said
    assert not (tmp_path / "mrc-lab" / "lab").exists()


def test_killed_it_takes_everything_along_even_what_is_stopped(shared_lab):
    lab = shared_lab
    lab.run("fault", "switch", "p0-t0-0", "stop")
    state = lab.state()
    everything = descendants(state.process_id)
    with lab.start("trace", "p0-t1-0") as trace:
        until(lambda: len(descendants(trace.pid)) > 1)  # `tail` shows what the switch writes
        os.kill(state.process_id, signal.SIGKILL)
        assert trace.communicate(timeout=DEADLINE_S)[0] == "error: the lab has ended\n" and trace.returncode == 1
    wait_until_gone(everything)
    assert "lab: not up; `down` cleans it" in lab.run("list")
    assert "error: the lab 'lab' is not up" in lab.run("status", status=1)
    lab.up()  # and it may come back at once


def test_a_write_a_fault_and_the_end(shared_lab):
    lab = shared_lab
    said = lab.run("write", "nic0", "nic1", "--bytes", "400KiB")
    assert "every byte arrived" in said
    state = message_of(lab.run("status", "--json"), State)
    write = state.writes[-1]
    assert (write.size, write.placed, write.failure) == (409_600, 409_600, None)
    assert write.completed_ns is not None
    # 400 KiB at 100 Gb/s take 32.8 us of the fabric's time; buckets that begin full make up for some frames of it.
    assert write.completed_ns - write.posted_ns > 0.9 * 32_768

    lab.run("fault", "link", "nic1:0--p0-t0-0:1", "down")
    until(lambda: lab.state().nics["nic1"].ports_up == [False])
    assert lab.state().nics["nic0"].ports_up == [True]
    assert lab.state().faults == {"nic1:0--p0-t0-0:1": ["down"]}
    lab.run("fault", "link", "nic1:0--p0-t0-0:1", "up")
    lab.run("fault", "link", "nic1:0--p0-t0-0:1", "loss", "0.05")
    assert "every byte arrived" in lab.run("write", "nic1", "nic0", "--bytes", "100KiB")

    interfaces = Path("/sys/class/net").iterdir()
    assert not {"p0-t0-0.0", "n0.0"} & {each.name for each in interfaces}  # not on the host
    everything = descendants(state.process_id)
    assert len(everything) >= 5  # the keeper, two switches, two NICs
    lab.run("fail", "plane", "0")
    begun = time.monotonic()
    assert lab.run("down").strip() == "down"
    # Each switch that stands still would be given 10 s to end by itself, one after the other.
    assert time.monotonic() - begun < 15
    assert living(everything) == set()
    assert not (lab.folder / "mrc-lab" / "lab").exists()
    assert "there is no lab" in lab.run("down")
