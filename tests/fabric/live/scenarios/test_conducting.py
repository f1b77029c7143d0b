# SPDX-License-Identifier: Apache-2.0
"""A live run: what is refused before it, its order, its program, and a verdict of a machine that was too busy."""

import fcntl
import io
import os
import re
import signal
import socket
import threading
import time
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_kit import status
from namespace_kit import namespaces
from rich.console import Console

from common import PROJECT_ROOT
from fabric import __main__ as fabric_main
from fabric.errors import FabricError
from fabric.live.messages import ORDERS, Compare, Compared, Ended, Provide, Provided, Watch, line_of
from fabric.live.processes import OrderChannel
from fabric.live.scale import Clock, Scale
from fabric.live.scenarios import run
from fabric.live.scenarios import traffic as module
from fabric.live.scenarios.run import check_live, check_stand_ins, check_target, interval
from fabric.live.scenarios.traffic import Posting
from fabric.scenario.reading import load
from fabric.traffic.payloads import Contents
from fabric.traffic.plan import plan_of
from p4soft.command_line import InterruptedCommandError, interruptible
from p4soft.targets import get_target

# --- Refusals --------------------------------------------------------------------------------------------------------
# Scenarios that cannot run live are refused before anything starts, in one clear message.

ROOT = Path(__file__).parents[4]
DEMO = ROOT / "topologies" / "scenarios" / "demo.yaml"


def scenario_of(tmp_path, text):
    file = tmp_path / "scenario.yaml"
    file.write_text(f"base: {DEMO}\nname: mine\n{text}")
    return load(file)


def refusal(scenario, factor=1000, size=1000):
    with pytest.raises(FabricError) as refused:
        check_live(scenario, [Contents(bytes(size), size)] * len(plan_of(scenario).flows), factor, print)
    return str(refused.value)


def test_expectations_are_replaced_name_by_name(tmp_path):
    text = "expect: {trims.total: {min: 7}, nacks.total: {max: 9}}\nlive: {expect: {trims.total: 3, nacks.total: }}\n"
    scenario = scenario_of(tmp_path, text)
    assert str(scenario.expect["trims.total"]) == "≥ 7"
    live = scenario.as_live().expect
    assert str(live["trims.total"]) == "= 3"
    assert "nacks.total" not in live and live["all_intact"] == scenario.expect["all_intact"]


def test_a_check_that_does_not_exist_is_named_with_its_line(tmp_path):
    with pytest.raises(FabricError, match=r"scenario.yaml:3: live.expect.trimms.total: no check named 'trimms.total'"):
        scenario_of(tmp_path, "live: {expect: {trimms.total: 3}}\n")


def test_frames_that_live_links_cannot_tell_are_refused_by_name(tmp_path):
    said = refusal(scenario_of(tmp_path, "faults: [{at: 5us, do: flow nic0>nic3 loss 0.2 ev 0xc0000001}]\n"))
    assert re.search(r"scenario\.yaml:3: faults: `flow nic0>nic3 ev 0xc0000001 loss 0\.2`: .*live links lose any", said)
    assert "accepted: `link A--B loss 0.2`, or emulated time" in said


def test_what_no_live_run_can_measure(tmp_path):
    scenario = scenario_of(tmp_path, "expect: {latency.worst_frame_us: {max: 9}}\n")
    said = refusal(scenario)
    assert re.search(r"scenario\.yaml:3: expect\.latency\.worst_frame_us: cannot be measured live: no frame says", said)
    assert "accepted: `live: {expect: {latency.worst_frame_us: }}`" in said
    check_live(
        scenario_of(
            tmp_path,
            "expect: {latency.worst_frame_us: {max: 9}}\nlive: {expect: {latency.worst_frame_us: }}\n",
        ).as_live(),
        [Contents(bytes(1000), 1000)] * 3, 1000, print,
    )  # fmt: skip


def test_what_would_take_hours(tmp_path):
    # Three writes of 1 MB into one NIC of 200 Gb/s: 120 us, a million times slower 120 s, 100 million times 3.3 h.
    scenario = scenario_of(tmp_path, "")
    check_live(scenario, [Contents(bytes(1_000_000), 1_000_000)] * 3, 10_000_000, print)
    said = refusal(scenario, factor=100_000_000, size=1_000_000)
    assert "mine: at 1 : 100,000,000 its writes take 3.3 h or more; accepted: 1 h, with shorter writes" in said


def test_an_open_loop_takes_its_time_whatever_it_carries(tmp_path):
    text = "workload: [{from: nic0, to: nic3, bytes: 2, times: 5001, every: 1us}]\nlimit: 1s\nfaults: []\n"
    assert "its writes take 1.4 h or more" in refusal(scenario_of(tmp_path, text), factor=1_000_000, size=2)  # 5 ms


def test_pinned_evs_that_are_none(tmp_path):
    text = "workload: [{from: nic0, to: nic3, bytes: 2, evs: [p0-t9-9]}]\nfaults: []\n"
    said = refusal(scenario_of(tmp_path, text))
    assert re.search(r"scenario\.yaml:3: workload\.0\.evs\.0: no path of the flow crosses 'p0-t9-9'; accepted: ", said)


def test_nics_that_cannot_be_set_up_so(tmp_path):
    assert "nic.options.no_such: no such NIC option" in refusal(scenario_of(tmp_path, "nic: {options: {no_such: 1}}\n"))
    assert "nic.congestion" in refusal(scenario_of(tmp_path, "nic: {congestion: {algorithm: none-such}}\n"))


def test_a_target_that_is_not_there(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    arguments = ["live", DEMO, "--target", "bmv2", "--scale", "1000", "--out", tmp_path / "out"]
    if get_target("bmv2").unavailable() is None:
        pytest.skip("p4c and BMv2 are in /usr/bin or /bin: this runs where they are elsewhere, or nowhere")
    assert status(fabric_main.main, arguments) == 1
    assert "error: the bmv2 target is not available: not on the PATH: p4c-bm2-ss" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_bmv2_needs_no_root_where_namespaces_are_to_be_had(monkeypatch, tmp_path):
    for program in ("p4c-bm2-ss", "simple_switch_grpc", "ip"):
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    check_target(get_target("bmv2"))


def test_an_output_directory_into_which_another_run_writes(capsys, tmp_path):
    namespaces()
    other = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    assert status(fabric_main.main, ["live", DEMO, "--scale", "1000", "--out", tmp_path]) == 1
    os.close(other)
    assert f"error: {tmp_path}: another live run writes there; accepted: another --out" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_looks_are_not_more_frequent_than_a_machine_can_look():
    assert interval(10_000, 50_000) == 10_000  # 0.5 s
    assert interval(10_000, 10_000) == 40_000  # 0.1 s would be too often
    assert interval(10_000, 9_999) == 50_000


@pytest.mark.parametrize(
    ("switch", "cables", "said"),
    [
        (
            "p0-t0-9",
            "veth",
            r"--stand-in: no switch named 'p0-t0-9'; did you mean 'p0-t0-[01]'",
        ),
        ("p0-t0-0 p0-t0-0", "veth", "--stand-in: p0-t0-0 stands twice; accepted: each switch once"),
        ("p0-t0-0", "unix", "--stand-in: VPP needs the interfaces of a switch; accepted: --cables veth"),
        ("p0-t1-0", "veth", r"faults\.0: `switch p0-t1-0 stopped`: VPP is in its place; accepted: another --stand-in"),
        ("p0-t0-0", "veth", "not on the PATH: vpp, vppctl; VPP comes from https://fd.io/"),
    ],
)
def test_what_vpp_cannot_stand_in_for(switch, cables, said, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FabricError, match=said):
        check_stand_ins(load(DEMO), switch.split(), cables)


# --- Order -----------------------------------------------------------------------------------------------------------
# What a live run does in its order, and what a signal may interrupt.


class Looking:
    """An observer that is told to end while it asks a switch."""

    series = SimpleNamespace(interval_ns=1000)

    def __init__(self):
        self.done = []

    def look(self):
        os.kill(os.getpid(), signal.SIGTERM)
        self.done.append("looked")

    def stands(self, _standing):
        self.done.append("over")


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals need the main thread")
def test_a_signal_waits_until_the_switches_have_answered():
    observer = Looking()
    progress = SimpleNamespace(started=lambda *_: None, sampled=lambda: None)
    with pytest.raises(InterruptedCommandError), interruptible():
        run._conduct(
            SimpleNamespace(faults=[], limit_ns=5000), None, SimpleNamespace(flows=[]), observer,
            SimpleNamespace(lock=nullcontext(), check=lambda: None), clock=Clock(Scale(1), 0), progress=progress,
        )  # fmt: skip
    assert observer.done == ["looked"]


# --- The program -----------------------------------------------------------------------------------------------------
# The program beside the NICs: what happens when, in its thread, and how it ends.

DEADLINE_S = 10


@pytest.fixture
def made():
    """Beside one NIC, whose end of the orders is a socket; and the clock of a run that begins now."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(DEADLINE_S)
    clock = Clock(Scale(1000), time.monotonic_ns())
    network = SimpleNamespace(nics=[SimpleNamespace(name="nic0", orders=OrderChannel("nic0", ours))], clock=clock)
    with ours, theirs, Posting(network) as posting:
        yield posting, theirs, clock


def order_of(theirs):
    return ORDERS.read(theirs.makefile("rb", buffering=0).readline())


def test_things_happen_in_their_order_and_not_before_their_time(made):
    posting, _, clock = made
    happened, done = [], threading.Event()

    def happen(what):
        happened.append((what, clock.now_ns()))
        if what == "last":
            done.set()
        if what == "first":
            posting.at(5_000, happen, "between")

    posting.at(20_000, happen, "last")
    posting.at(1_000, happen, "first")
    posting.begin(clock)
    assert done.wait(DEADLINE_S)
    posting.finish()
    assert [what for what, _ in happened] == ["first", "between", "last"]
    assert all(at >= due for (_, at), due in zip(happened, (1_000, 5_000, 20_000), strict=True))


def test_what_ends_at_a_nic_is_heard_and_counted_as_late(made):
    posting, theirs, clock = made
    heard, done = [], threading.Event()

    def hear(ended):
        assert posting.lock.locked()
        heard.append(ended.number)
        done.set()

    posting.watch(0, 7, hear)
    assert order_of(theirs) == Watch(qpn=7)
    posting.begin(clock)
    theirs.sendall(line_of(Ended(qpn=7, number=3, time_ns=clock.now_ns(), failure=None)))
    assert done.wait(DEADLINE_S)
    posting.finish()
    assert heard == [3] and len(posting.heard_ns) == 1 and posting.heard_ns[0] >= 0
    theirs.settimeout(DEADLINE_S)  # it is over; what a NIC still tells is taken, or it would wait for that for ever
    theirs.sendall(5000 * line_of(Ended(qpn=7, number=4, time_ns=0, failure=None)))
    assert heard == [3]


def test_an_answer_is_waited_for_and_what_comes_before_it_is_kept(made):
    posting, theirs, clock = made
    heard = []
    posting.watch(0, 7, lambda ended: heard.append(ended.number))
    for told in (Ended(qpn=7, number=3, time_ns=0, failure=None), Provided(address=4096, r_key=9)):
        theirs.sendall(line_of(told))
    assert posting.provide(0, 100).address == 4096 and heard == []
    assert [order_of(theirs) for _ in range(2)] == [Watch(qpn=7), Provide(size=100)]
    posting.begin(clock)
    while not heard:
        assert clock.now_ns() < DEADLINE_S * 10**9 / 1000
    posting.finish()


def test_it_ends_when_everything_is_compared(made):
    posting, theirs, clock = made
    found = []
    posting.compare(0, 9, "file", 5, found.append)
    assert order_of(theirs) == Compare(ticket=0, r_key=9, file="file", begin=5)
    posting.begin(clock)
    theirs.sendall(line_of(Compared(ticket=0, found="00ff")))
    posting.finish()
    assert found == [b"\x00\xff"]


def test_nics_that_do_not_tell(made, monkeypatch):
    posting, _, clock = made
    monkeypatch.setattr(module, "_ANSWER_S", 0.1)
    posting.compare(0, 9, "file", 5, lambda _: None)
    posting.begin(clock)
    with pytest.raises(FabricError, match="NICs do not tell whether what arrived is what was sent"):
        posting.finish()


def test_a_nic_that_is_gone_ends_it(made):
    posting, theirs, clock = made
    posting.begin(clock)
    theirs.close()
    deadline = time.monotonic() + DEADLINE_S
    with pytest.raises(FabricError, match="nic0 is gone"):
        while time.monotonic() < deadline:
            posting.check()


# --- Once more -------------------------------------------------------------------------------------------------------
# A verdict of a machine that was too busy is none: at a measured scale the run is made again, twice as slow.


@pytest.fixture
def runs(monkeypatch):
    """What each run ends with, and the scales at which they were made."""
    monkeypatch.setattr(run, "suitable_factor", lambda *_: 5_000)
    statuses, factors = [], []

    def there(settled, _prefix):
        factors.append(settled.factor)
        return statuses.pop(0)

    monkeypatch.setattr(run, "_run_there", there)
    return statuses, factors


def live(tmp_path, factor=None):
    options = run.LiveOptions(
        scenario=str(PROJECT_ROOT / "topologies/scenarios/demo.yaml"), out=str(tmp_path), payload=None,
        target="embedded", cables="unix", engine="auto", factor=factor, progress=False,
    )  # fmt: skip
    said = io.StringIO()
    return run.run_live(options, Console(file=said, width=100)), said.getvalue()


@pytest.mark.parametrize(
    ("ends", "factors", "status"),
    [
        ([0], [5_000], 0),
        ([1], [5_000], 1),
        ([3, 0], [5_000, 10_000], 0),
        ([3, 3, 1], [5_000, 10_000, 20_000], 1),
        ([3, 3, 3], [5_000, 10_000, 20_000], 1),
        ([3, 130], [5_000, 10_000], 130),
    ],
    ids=["held", "not held", "held when slower", "not held when slower", "always too busy", "interrupted"],
)
def test_a_measured_scale_is_doubled_while_the_machine_is_too_busy(tmp_path, runs, ends, factors, status):
    runs[0].extend(ends)
    ended, said = live(tmp_path)
    assert (ended, runs[1]) == (status, factors)
    assert said.count("too busy for that verdict: again, at 1 : ") == len(factors) - 1


def test_a_scale_that_was_given_stays(tmp_path, runs):
    runs[0].append(3)
    assert live(tmp_path, factor=2_000)[0] == 1
    assert runs[1] == [2_000]
