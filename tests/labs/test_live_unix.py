# SPDX-License-Identifier: Apache-2.0
"""A lab where neither root nor user namespaces are to be had: cables are Unix sockets, and all but `exec` is there."""

import os
import signal
import subprocess
from collections import Counter
from itertools import pairwise

import pytest
from lab_kit import DEADLINE_S, Lab, descendants, wait_until_gone
from topology_kit import one_plane
from waiting_kit import until

from fabric.errors import BuildError
from fabric.live.messages import Sample, Sampled
from fabric.live.namespaces import outer
from host_stack.explain.captures import read_capture
from labs.control_socket import Fail, Happened, Heal, Look, State, ask
from labs.directory import LabDirectory

pytestmark = [pytest.mark.timeout(180), pytest.mark.xdist_group("live lab on sockets")]
TOPOLOGY = one_plane("small", t0s=2, t1s=2, downlinks=1, nics=2)
CABLE = "nic0:0--p0-t0-0:0"
FORBID = (
    "echo 0 > /proc/sys/user/max_user_namespaces && echo 0 > /proc/sys/user/max_net_namespaces && "
    'exec setpriv --bounding-set -all --inh-caps -all --no-new-privs "$@"'
)
"""Forbids namespaces in the one that it runs in, and gives up every capability."""


@pytest.fixture(scope="module")
def forbidden():
    """What to put before a command so that its user gets no namespaces."""
    prefix = ("unshare", "--user", "--map-root-user", "--", "sh", "-c", FORBID, "sh")
    if subprocess.run([*prefix, "true"], check=False, capture_output=True).returncode == 0:
        return prefix
    try:
        outer()
    except BuildError:
        return ()  # as it is
    pytest.skip(
        "this user gets namespaces and cannot forbid them to a process of his; to enable: root, or "
        "`sysctl user.max_user_namespaces=1000` and the program setpriv (package util-linux)"
    )


@pytest.fixture(scope="module")
def lab(tmp_path_factory, forbidden):
    made = Lab(tmp_path_factory.mktemp("sockets"), forbidden)
    (made.folder / "small.yaml").write_text(TOPOLOGY)
    said = made.run("up", "--topology", str(made.folder / "small.yaml"), "--scale", "20000", "--no-page").splitlines()
    assert said[0].startswith("cables are unix sockets, without namespaces: NICs have no network to `exec` in")
    assert "no network namespace: " in said[0] and said[1].startswith("compiled ")
    yield made
    made.run("down")


@pytest.fixture
def place(lab):
    return LabDirectory("lab", lab.folder / "mrc-lab" / "lab")


def until_state(place, holds):
    return until(lambda: state if holds(state := ask(place, Look(), State)) else None, DEADLINE_S)


def test_a_write_survives_a_t1_that_stops_and_is_captured(lab, place, tmp_path):
    file = tmp_path / "link.pcapng"
    with lab.start("capture", CABLE, "-o", str(file)) as capture:
        assert capture.stdout.readline() == f"capturing {CABLE}\n"
        with lab.start("write", "nic0", "nic1", "--bytes", "400KiB") as write:
            until_state(place, lambda state: state.writes and state.writes[0].placed)
            ask(place, Fail(words=["switch", "p0-t1-0"]), Happened)
            assert ask(place, Look(), State).writes[0].completed_ns is None
            assert "every byte arrived" in write.communicate(timeout=60)[0]
        capture.send_signal(signal.SIGINT)
        assert capture.communicate(timeout=30)[0].endswith(" frames\n")
    state = ask(place, Look(), State)
    (written,) = state.writes
    assert (written.size, written.placed, written.failure) == (409_600, 409_600, None)
    assert written.completed_ns - written.posted_ns > 32_768  # 400 KiB at 100 Gb/s
    assert lab.run("heal", "all").strip() == "switch p0-t1-0 started"
    carried = ask(place, Sample(), Sampled).links  # as the page sees it
    assert carried[CABLE][0] > 409_600 > carried[CABLE][1] > 0

    frames = list(read_capture(file))
    ways = Counter(frame.interface for frame in frames)
    assert ways.keys() == {"nic0:0>p0-t0-0:0", "p0-t0-0:0>nic0:0"}
    assert ways["nic0:0>p0-t0-0:0"] >= 100  # of 4 KiB, and those that the T1 kept
    sent = sum(frame.length for frame in frames if frame.interface == "nic0:0>p0-t0-0:0")
    assert sent > 409_600
    for way in ways:
        times = [frame.time_ns for frame in frames if frame.interface == way]
        assert all(one <= next_one for one, next_one in pairwise(times))
    # No faster than the cable: what arrived after the first frame did so at 100 Gb/s at most.
    arrived = [frame for frame in frames if frame.interface == "nic0:0>p0-t0-0:0"]
    assert arrived[-1].time_ns - arrived[0].time_ns >= (sent - arrived[0].length) * 8 / 100


def test_a_nic_sees_its_link_go_and_come(lab, place):
    ask(place, Fail(words=["port", "nic1:0"]), Happened)
    until_state(place, lambda state: state.nics["nic1"].ports_up == [False])
    ask(place, Heal(words=["all"]), Happened)
    until_state(place, lambda state: state.nics["nic1"].ports_up == [True])
    ask(place, Fail(words=["loss", CABLE, "0.05"]), Happened)
    assert "every byte arrived" in lab.run("write", "nic1", "nic0", "--bytes", "100KB")
    ask(place, Heal(words=["all"]), Happened)


def test_what_is_not_there_is_said(lab):
    assert "nothing in this lab has a network of its own: its cables are unix" in lab.run(
        "exec", "nic0", "true", status=1
    )
    said = lab.run("up", "--name", "other", "--cables", "veth", status=1)
    assert "error: no network namespace: " in said and not (lab.folder / "mrc-lab" / "other").exists()
    assert lab.run("logs", "cables") == ""


@pytest.mark.long
def test_killed_it_takes_everything_along_even_what_is_stopped(lab, place):
    """Must be the last: it ends the lab of the others."""
    ask(place, Fail(words=["plane", "0"]), Happened)
    keeper = ask(place, Look(), State).process_id
    everything = descendants(keeper)
    assert len(everything) >= 8  # itself, the relay, four switches, two NICs
    os.kill(keeper, signal.SIGKILL)
    wait_until_gone(everything)
    assert lab.run("list").strip() == "lab: not up; `down` cleans it"
    # Ports have no names, so nothing is left of them. Where taps connect, the relay removes when it has the time.
    assert {each.name for each in (place.folder / "cables").iterdir()} <= {"taps"}
    assert lab.run("down").strip() == "down"
    assert not (lab.folder / "mrc-lab").exists()
