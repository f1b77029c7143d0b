# SPDX-License-Identifier: Apache-2.0
"""The driver of an external device on its own: commands, a terminal, late configuration, fillers, MAC addresses."""

import json
import os
import pty
import shlex
import sys
import threading
from pathlib import Path
from unittest import SkipTest

import pytest
from waiting_kit import until

from ptf_tests.dut.api import DeviceSpec
from ptf_tests.dut.external.commands import CommandRunner, Terminal
from ptf_tests.dut.external.device import (
    DIRECTORY,
    PROFILE,
    SOURCE,
    drained,
    filler,
    holding,
    is_filler,
    markers,
    open_external,
)
from ptf_tests.switch.device import PORTS, DeviceError, DeviceGoneError
from ptf_tests.switch.profile import Access, Commands, Profile
from ptf_tests.switch.settings import DscpToTc, Isolation, QueueProfile, Route, SettingError, TcToQueue


def external(interfaces, **access):
    access = Access(interfaces=interfaces, **access)
    return Profile(name="mine", description="", dut="external", claims=frozenset(), access=access)


# --- Commands


def runner(**commands):
    return CommandRunner("mine", Commands(**commands))


def test_a_command_gets_its_placeholders_as_whole_words():
    out = runner().run(f"{sys.executable} -c 'import sys; print(sys.argv[1:])' {{directory}} -x", {"directory": "/a b"})
    assert out == "['/a b', '-x']\n"


def runs(process_id):
    """Whether a process is there, and no zombie."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_a_command_that_does_not_end_is_ended_with_what_it_started(tmp_path):
    pid = tmp_path / "pid"
    command = f"sh -c 'sleep 1000 & echo $! > {pid}; wait'"
    with pytest.raises(DeviceError, match=r"mine: .* did not end within 3 s \(access.commands.timeout_s\)"):
        runner(timeout_s=3).run(command, {})
    until(lambda: not runs(int(pid.read_text())), 10)  # a process that was killed may still have to run to its end


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("/no/such/program x", "mine: cannot run '/no/such/program x': No such file or directory"),
        ("'unbalanced", 'mine: command "\'unbalanced": No closing quotation'),
        ("false", "mine: 'false' ended with status 1: it wrote nothing to standard error"),
    ],
)
def test_commands_that_cannot_work(command, message):
    with pytest.raises(DeviceError) as caught:
        runner().run(command, {})
    assert str(caught.value) == message


def test_counters_of_a_command(tmp_path):
    answer = tmp_path / "answer"
    answer.write_text(
        json.dumps(
            [
                {"name": "queue_packets", "port": 2, "queue": 6, "packets": 5, "bytes": 700},
                {"name": "port_tx_packets", "port": 1, "packets": 9},
            ]
        )
    )
    found = runner(counters=f"cat {answer}").counters(PORTS)
    assert {cell: (count.packets, count.bytes) for cell, count in found.items()} == {
        ("queue_packets", 22): (5, 700),
        ("port_tx_packets", 1): (9, 0),
    }
    assert runner().counters(PORTS) == {}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("hello", "invalid json"),
        (
            '[{"name": "queue_packets", "port": 1, "packets": 5}]',
            "unknown port counter 'queue_packets'; accepted: dr",
        ),
        ('[{"name": "x", "port": 1, "queue": 1, "packets": 5}]', "unknown queue counter 'x'; accepted: queue_dropped"),
        (
            '[{"name": "x", "port": 1, "queue": 9, "packets": 5}]',
            "0.queue: input should be less than 8; accepted",
        ),
        (
            '[{"name": "port_tx_packets", "port": 1}]',
            "0.packets: field required; accepted: a JSON list of {",
        ),
    ],
)
def test_counters_that_make_no_sense(tmp_path, answer, message):
    (tmp_path / "answer").write_text(answer)
    with pytest.raises(DeviceError) as caught:
        runner(counters=f"cat {tmp_path / 'answer'}").counters(PORTS)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


class Deaf:
    """A wire that takes everything."""

    def __getattr__(self, name):
        return lambda *_: None


def test_a_counter_that_goes_backwards_is_not_the_devices_fault(tmp_path):
    """Unless it was configured in between: devices clear counters when trimming is switched off."""
    answer = tmp_path / "answer"

    def counted(packets):
        answer.write_text(json.dumps([{"name": "port_tx_packets", "port": 1, "packets": packets}]))
        return device.counters(PORTS)

    commands = Commands(configure="true {directory}", counters=f"cat {answer}", reset="true")
    profile = external({port: f"unix:/{port}" for port in PORTS}, commands=commands)
    options = {PROFILE: profile.model_dump_json(), DIRECTORY: str(tmp_path / "made")}
    device = open_external(DeviceSpec(kind="external", name="mine", options=options), Deaf(), PORTS)
    device.configure([Route("fd00::/64", 1)])
    counted(500)
    device.configure([])
    counted(3)
    device.reset()
    counted(1)
    counted(1)
    with pytest.raises(DeviceGoneError) as caught:
        counted(0)
    told = "mine: port_tx_packets[1] went from 1 to 0 packets; does somebody else clear counters, or did it restart?"
    assert str(caught.value) == told


# --- A person at a terminal


def test_nobody_to_ask():
    with pytest.raises(DeviceError) as caught:
        Terminal(lambda: False).ask("please")
    assert str(caught.value) == (
        "nobody to ask to configure the device: no terminal; "
        "accepted: a run at a terminal, access.p4runtime, or access.commands.configure"
    )


def test_a_person_is_told_and_waited_for():
    ours, theirs = pty.openpty()
    terminal = Terminal(lambda: True, Path(os.ttyname(theirs)))
    asking = threading.Thread(target=terminal.ask, args=("Configure it. Press Enter: ",))
    asking.start()
    try:
        shown = b""
        while b"Press Enter" not in shown:
            shown += os.read(ours, 1000)
        assert asking.is_alive()
        os.write(ours, b"\n")
        asking.join(30)
        assert not asking.is_alive()
    finally:
        os.close(ours)
        os.close(theirs)


# --- The driver, on a wire of the test's own


class FakeWire:
    """Frames sent, and frames to be received."""

    def __init__(self):
        self.sent, self.waiting = [], []

    def send(self, port, frame):
        self.sent.append((port, frame))

    def receive(self, port, timeout_s):
        del port, timeout_s
        return self.waiting.pop(0) if self.waiting else None

    def flush(self):
        self.waiting.clear()


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "log"
    path.touch()
    return path


def opened(tmp_path, log, wire, **access):
    """A device whose commands append their name and arguments to `log`."""
    words = {"configure": "configure {directory}", "block": "block {port} {interface} {queue}", "reset": "reset"}
    words["unblock"] = words["block"].replace("block", "unblock")
    append = shlex.join(["sh", "-c", f'echo "$@" >> {log}', "sh"])
    commands = {name: f"{append} {words[name]}" for name in access.pop("commands")}
    profile = external(dict.fromkeys(PORTS, "x"), commands=Commands(**commands), names={1: "Ethernet4"}, **access)
    options = {PROFILE: profile.model_dump_json(), DIRECTORY: str(tmp_path / "configuration")}
    return open_external(DeviceSpec(kind="external", name="mine", options=options), wire, PORTS)


MAPS = (Route("fd00::/64", 1), DscpToTc(4, 1, trim_eligible=True), DscpToTc(0, 1), TcToQueue(1, 1))
PROFILED = (*MAPS, QueueProfile(1, 1, trim=True))


def test_a_configuration_is_made_once_and_only_when_it_is_used(tmp_path, log):
    wire = FakeWire()
    device = opened(tmp_path, log, wire, commands=["configure"])
    for _ in range(2):  # two cases alike
        device.reset()
        device.configure(MAPS)
        device.configure(PROFILED)
        device.send(0, b"frame")
    device.configure(MAPS)
    device.send(0, b"frame")
    device.configure(PROFILED)
    device.counters(PORTS)
    base = tmp_path / "configuration"
    assert log.read_text().splitlines() == [f"configure {base}/{name}" for name in ("0001", "0002", "0001")]
    assert wire.sent == [(0, b"frame")] * 3


def test_a_blocked_queue_is_configuration_where_no_command_blocks(tmp_path, log):
    device = opened(tmp_path, log, FakeWire(), commands=["configure"])
    device.configure(PROFILED)
    device.block(1, 1)
    device.send(0, b"frame")
    text = (tmp_path / "configuration" / "0002" / "what-to-configure.txt").read_text()  # the first one empties queues
    assert "Queue 1 of port 1 (Ethernet4) admits nothing: block it, or keep it full." in text


def test_block_and_unblock_commands(tmp_path, log):
    device = opened(tmp_path, log, FakeWire(), commands=["configure", "block", "unblock", "reset"])
    device.configure(PROFILED)
    device.block(1, 1)
    device.send(0, b"frame")
    device.reset()
    base = tmp_path / "configuration"
    assert log.read_text().splitlines() == [
        "block 1 Ethernet4 1",
        f"configure {base}/0001",
        "unblock 1 Ethernet4 1",
        "reset",
    ]


def test_a_blocked_queue_is_filled_before_it_is_used_and_fillers_are_never_seen(tmp_path, log):
    wire = FakeWire()
    device = opened(tmp_path, log, wire, commands=["configure"], fill_frames=3)
    device.configure(PROFILED)
    device.block(1, 1)
    device.send(0, b"frame")
    fill = filler(PROFILED, 0, 1, 1)
    *fillers, (_, last) = [(port, frame) for port, frame in wire.sent if port == 0][-28:]
    assert [frame for _, frame in fillers[:3]] == [fill] * 3
    assert {len(frame) for _, frame in fillers[3:]} == {64}, "room that 1500 bytes leave takes no trimmed packet"
    assert sum(len(frame) for _, frame in fillers[3:]) >= len(fill)
    assert all(is_filler(frame) for _, frame in fillers)
    assert last == b"frame"
    wire.waiting = [fill, fill[:256], b"frame" * 20]
    assert device.receive(1, 0.1) == b"frame" * 20
    assert device.receive(1, 0.1) is None


def test_a_queue_that_the_suite_cannot_fill_is_its_own_limit_and_nothing_is_done_to_the_device(tmp_path, log):
    """Of the two blocked queues, one has a DSCP: fillers for it would wait there, and nobody would let them out."""
    wire = FakeWire()
    device = opened(tmp_path, log, wire, commands=["configure"], fill_frames=3)
    device.configure(PROFILED)
    device.block(1, 1)
    device.block(1, 3)
    with pytest.raises(SkipTest, match=r"^mine: no DSCP leads to queue 3, so that it cannot be filled$"):
        device.send(0, b"frame")
    assert (log.read_text(), wire.sent) == ("", [])
    device.unblock(1, 3)
    device.send(0, b"frame")
    assert wire.sent[-1] == (0, b"frame")


class Queues(FakeWire):
    """A device with one queue: what is sent waits in it as long as the configuration that was made last blocks it."""

    def __init__(self, log):
        super().__init__()
        self.log, self.queue = log, []

    def send(self, port, frame):
        super().send(port, frame)
        self.queue.append(frame)

    def receive(self, port, timeout_s):
        del port, timeout_s
        directory = Path(self.log.read_text().split()[-1])
        blocked = "admits nothing" in (directory / "what-to-configure.txt").read_text()
        return None if blocked or not self.queue else self.queue.pop(0)


def test_a_case_finds_nothing_of_the_one_before_in_a_queue(tmp_path, log):
    """Two cases of one configuration: their frames stay in the blocked queue, and the second lets its own out."""
    wire = Queues(log)
    device = opened(tmp_path, log, wire, commands=["configure"], fill_frames=3)
    for name in (b"first", b"second"):
        device.reset()
        device.configure(PROFILED)
        device.block(1, 1)
        device.send(0, name.ljust(60))
        assert device.receive(1, 0.1) is None
    assert [is_filler(frame) for frame in wire.queue] == [True] * (len(wire.queue) - 1) + [False]
    assert len(wire.queue) > 3
    device.unblock(1, 1)
    device.counters(PORTS)
    assert device.receive(1, 0.1) == b"second".ljust(60)
    assert device.receive(1, 0.1) is None
    base = tmp_path / "configuration"
    emptied, blocked, let_out = "0001", "0002", "0003"
    assert log.read_text().split()[1::2] == [f"{base}/{name}" for name in (emptied, blocked, let_out, blocked, "0004")]
    text = (base / let_out / "what-to-configure.txt").read_text()
    assert "Queue 1 of port 1 (Ethernet4): drains at line rate; admits any backlog; drops what it refuses." in text
    assert "admits nothing" not in text


def test_a_reset_command_empties_queues_itself(tmp_path, log):
    device = opened(tmp_path, log, FakeWire(), commands=["configure", "reset"])
    for _ in range(2):
        device.reset()
        device.configure(PROFILED)
        device.block(1, 1)
        device.send(0, b"frame")
    assert log.read_text().splitlines() == ["reset", f"configure {tmp_path}/configuration/0001", "reset"]


def test_a_person_is_asked_to_empty_queues_with_the_next_configuration(tmp_path, log):
    asked = []
    device = opened(tmp_path, log, FakeWire(), commands=[])
    device._configurator._terminal.ask = asked.append
    for _ in range(2):
        device.reset()
        device.configure((*PROFILED, QueueProfile(1, 2, rate="crawl")))
        device.block(1, 1)
        device.send(0, b"frame")
    assert ["First let out what waits in" in text for text in asked] == [False, True]
    assert "===\nFirst let out what waits in queue 1 of port 1, queue 2 of port 1.\nPorts" in asked[1]


def test_configurations_without_slow_queues_are_still_made_once(tmp_path, log):
    device = opened(tmp_path, log, FakeWire(), commands=["configure"])
    for _ in range(3):
        device.reset()
        device.configure(PROFILED)
        device.send(0, b"frame")
    assert log.read_text().splitlines() == [f"configure {tmp_path}/configuration/0001"]


def test_markers_go_through_the_queues_and_then_behind_them():
    """Queue 3 has no DSCP: nothing of a case has got there either."""
    settings = drained((*PROFILED, Isolation(0), QueueProfile(1, 3, rate="crawl", limit=5)), {(1, 1), (1, 3)})
    assert set(settings) == {*MAPS, QueueProfile(1, 1), QueueProfile(1, 3), QueueProfile(1, 0)}
    first, last = markers(settings, {(1, 1), (1, 3)}, PORTS)
    assert [(each.ingress, each.port, each.number) for each in (first, last)] == [(0, 1, 1), (0, 1, 2)]
    assert first.frame[14:18].hex() == "60200001"  # DSCP 0, which queue 1 takes; flow label 1
    assert last.frame[14:18].hex() == "6fe00002"  # DSCP 63, in no map: queue 0; ECT(0); flow label 2


@pytest.mark.parametrize(
    ("settings", "blocked", "places"),
    [
        (MAPS, [], set()),
        (PROFILED, [], set()),
        (PROFILED, [(1, 1)], {(1, 1)}),
        ((QueueProfile(0, 2, rate="crawl"), QueueProfile(0, 3, rate=8000), QueueProfile(0, 4)), [], {(0, 2), (0, 3)}),
    ],
)
def test_queues_that_may_hold_frames(settings, blocked, places):
    assert holding(settings, blocked) == places


def test_a_filler_enters_elsewhere_and_prefers_a_dscp_that_is_never_trimmed():
    frame = filler((*PROFILED, Route("fd00::1/128", 1)), 0, 1, 1)
    assert len(frame) == 1500
    assert frame[:14].hex() == "0200005000e1" + "020000000001" + "86dd"
    assert frame[14:16].hex() == "6020"  # version 6, DSCP 0, ECT(0)
    assert frame[18:20] == (1500 - 54).to_bytes(2, "big")
    assert frame[22:38] == SOURCE.packed
    assert frame[38:54].hex() == "fd000000000000000000000000000001"
    assert is_filler(frame)
    assert not is_filler(frame[:22] + bytes(16))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (MAPS[1:], "no IPv6 route leads to port 1, so that its queue cannot be filled"),
        (MAPS[:1], "no DSCP leads to queue 1, so that it cannot be filled"),
    ],
)
def test_a_queue_that_cannot_be_filled(settings, message):
    with pytest.raises(SettingError, match=message):
        filler(settings, 0, 1, 1)


def test_the_macs_of_a_router_are_those_of_the_suite_to_the_cases(tmp_path, log):
    wire = FakeWire()
    device = opened(tmp_path, log, wire, commands=["configure"], macs={0: "0c:42:a1:00:00:01", 1: "0c:42:a1:00:00:01"})
    device.send(0, bytes.fromhex("0200005000e1") + b"x" * 20)
    device.send(0, bytes.fromhex("ffffffffffff") + b"x" * 20)
    assert [frame[:6].hex() for _, frame in wire.sent] == ["0c42a1000001", "ffffffffffff"]
    wire.waiting = [bytes.fromhex("020000a001b3" + "0c42a1000001") + b"y" * 50]
    assert device.receive(1, 0.1) == bytes.fromhex("020000a001b3" + "0200005001e1") + b"y" * 50
