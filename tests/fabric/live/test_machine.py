# SPDX-License-Identifier: Apache-2.0
"""What a live fabric needs of its machine: programs, memory, time; and that nothing outlives it."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from topology_kit import TINY

import topologies
from fabric.errors import BuildError
from fabric.live import namespaces, network, scale
from fabric.live.child_lifetime import bound_to_parent
from fabric.live.namespaces import outer
from fabric.live.network import Builders
from fabric.live.scale import Busy, advice, check_size, groups, overload
from p4soft.targets import links as iproute
from p4soft.targets import process
from p4soft.targets.process import environment, find_program, missing_programs
from ptf_tests.dut.router import run_ip

# --- What is built at a time -----------------------------------------------------------------------------------------
# A network starts and loads several switches at a time.


@pytest.fixture
def builders():
    with ExitStack() as stack:
        yield Builders(stack)


def test_parts_are_built_at_a_time_and_come_in_their_order(builders):
    together = threading.Barrier(4, timeout=30)

    def build(part):
        together.wait()
        return part * 2

    assert builders.each(build, range(4)) == [0, 2, 4, 6]


def test_the_first_part_that_fails_says_why_when_none_is_being_built_any_more(builders):
    begun, done = threading.Event(), []

    def build(part):
        if part == 2:
            begun.wait(30)
            raise BuildError("2 does not start")
        if part == 1:
            begun.set()
            raise BuildError("1 does not start")
        done.append(part)

    with pytest.raises(BuildError, match="1 does not start"):
        builders.each(build, range(4))
    assert sorted(done) == [0, 3]


def test_an_interrupt_waits_for_what_is_being_built_and_begins_no_more(builders, monkeypatch):
    begun, go_on, built = threading.Event(), threading.Event(), []

    def build(part):
        begun.set()
        assert go_on.wait(30)
        built.append(part)

    real, waits = network.wait, []

    def interrupted(tasks):
        waits.append(tasks)
        if len(waits) == 1:
            assert begun.wait(30)
            raise KeyboardInterrupt
        go_on.set()
        return real(tasks)

    monkeypatch.setattr(network, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        builders.each(build, range(40))
    assert 0 < len(built) <= network._AT_ONCE
    assert len(built) == len(waits[1])


# --- Programs --------------------------------------------------------------------------------------------------------
# Programs of the system: where Debian has them for administrators, too, and which package has what is missing.

DEBIAN_USER = "/usr/local/bin:/usr/bin:/bin:/usr/games"
"""As /etc/profile has it for who is not root."""


@pytest.fixture
def sbin(tmp_path, monkeypatch):
    """A folder of administrators, the only one, with `ip` and `tc`, and a PATH without it, as a user's."""
    there = tmp_path / "sbin"
    there.mkdir()
    (there / "ip").write_text(f"#!/bin/sh\necho ran ip $*; cat >> {tmp_path}/said\n")
    (there / "tc").write_text(f"#!/bin/sh\ncat >> {tmp_path}/said\n")
    for program in there.iterdir():
        program.chmod(0o755)
    (tmp_path / "bin").mkdir()
    for name in ("sh", "cat"):
        (tmp_path / "bin" / name).symlink_to(f"/bin/{name}")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(process, "_ADMINISTRATORS", (str(there),))
    return there


def test_what_is_not_on_the_path_of_a_user_is_found(sbin, tmp_path):
    assert find_program("ip") == str(sbin / "ip")
    assert missing_programs("ip", "tc", "sh") is None
    iproute.batch("tc", ["qdisc show"])
    iproute.batch("ip", ["link show"], within=["sh", "-c", 'exec "$@"', "sh"])
    assert (tmp_path / "said").read_text() == "qdisc show\nlink show\n"
    assert run_ip(["-V"]) == "ran ip -V\n"


@pytest.mark.usefixtures("sbin")
def test_the_users_own_come_first(tmp_path):
    mine = tmp_path / "bin" / "ip"
    mine.symlink_to("/bin/cat")
    assert find_program("ip") == str(mine)


@pytest.mark.usefixtures("sbin")
@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["ping"], "not on the PATH: ping; on Debian and Ubuntu: `apt-get install iputils-ping`"),
        (["iperf3"], "not on the PATH: iperf3; on Debian and Ubuntu: `apt-get install iperf3`"),
        (["tcpdump", "ethtool"], "not on the PATH: tcpdump, ethtool; on Debian and Ubuntu: "
         "`apt-get install tcpdump ethtool`"),
        (["nsenter", "ip", "unshare"], "not on the PATH: nsenter, unshare; on Debian and Ubuntu: "
         "`apt-get install util-linux`"),
        (["mine"], "not on the PATH: mine"),
        (["mine", "ping"], "not on the PATH: mine, ping; on Debian and Ubuntu: `apt-get install iputils-ping`"),
        (["a b"], "not on the PATH: 'a b'"),
    ],
)  # fmt: skip
def test_what_is_missing_is_told_with_its_package(names, said):
    assert missing_programs(*names) == said


def test_the_environment_of_processes_has_each_folder_once(monkeypatch):
    monkeypatch.setenv("PATH", "/usr/sbin:/usr/bin")
    assert environment()["PATH"] == "/usr/sbin:/usr/bin:/usr/local/sbin:/sbin"
    monkeypatch.delenv("PATH")
    assert environment()["PATH"].endswith(":/usr/local/sbin:/usr/sbin:/sbin")


def test_a_live_fabric_lacks_nothing_that_is_there(monkeypatch):
    if missing := missing_programs("unshare", "nsenter", "ip", "tc"):
        pytest.skip(missing)
    monkeypatch.setenv("PATH", DEBIAN_USER)
    monkeypatch.setattr(namespaces, "_refusal", lambda _prefix: None)  # of the kernel
    assert outer()[0] == "unshare"


# --- Memory ----------------------------------------------------------------------------------------------------------
# A fabric with more processes than this machine has memory for is refused before anything is started.

MEMINFO = "MemTotal:       16000000 kB\nMemFree:          900000 kB\nMemAvailable:   {} kB\n"


@pytest.fixture
def check(tmp_path, monkeypatch):
    def check(free_gib, **changes):
        said = []
        meminfo = tmp_path / "meminfo"
        meminfo.write_text(MEMINFO.format(free_gib << 20))
        monkeypatch.setattr(scale, "_MEMINFO", meminfo)
        (tmp_path / "tiny.yaml").write_text(TINY)
        check_size(topologies.load(tmp_path / "tiny.yaml", changes), said.append)
        return said

    return check


def test_a_small_one_says_nothing(check):
    assert check(1) == []


def test_hundreds_of_switches_are_refused_with_their_number(check):
    with pytest.raises(BuildError) as refusal:
        check(16, planes=4, t0s_per_plane=64, t1s_per_plane=64, nics=64)
    # 512 switches of 120 MiB and 64 NICs of 45 MiB
    assert (
        "tiny: 512 switches and 64 NICs, a process each, need about 62.8 GiB of memory, and 16.0 GiB are free"
        in str(refusal.value)
    )


def test_a_large_one_is_warned_of(check):
    assert check(64, planes=4, t0s_per_plane=16, t1s_per_plane=8, nics=32) == [
        "tiny: 96 switches and 32 NICs, a process each: this will take a while"
    ]


def test_a_kernel_that_tells_no_memory(check, tmp_path):
    assert check(1) == []
    (tmp_path / "meminfo").write_text("")
    check_size(topologies.load(tmp_path / "tiny.yaml"), pytest.fail)


# --- Time ------------------------------------------------------------------------------------------------------------
# A switch that uses all of a core is said to be the machine's limit; one that waits for its cables is not.


class Machine:
    """A clock, and processes that use so much of a core from now on."""

    def __init__(self):
        self.now_s = 0.0
        self.used = {11: 0.0, 12: 0.0}

    def runs(self, seconds, **shares):
        self.now_s += seconds
        for name, share in shares.items():
            self.used[{"fast": 11, "slow": 12}[name]] += seconds * share

    def of(self, process):
        if process not in self.used:
            raise ProcessLookupError
        return self.used[process]


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def busy(machine):
    return Busy({"fast": [11], "slow": [12]}, lambda: machine.now_s, machine.of)


def test_the_worst_second_counts_but_not_the_first(machine, busy):
    for fast, slow in ((1.0, 0.1), (0.2, 0.3), (0.25, 0.95), (0.1, 0.1)):
        for _ in range(4):
            machine.runs(0.25, fast=fast, slow=slow)
            busy.look()
    assert busy.worst == pytest.approx({"fast": 0.25, "slow": 0.95})
    (said,) = overload({}, 8000, 0, busy.worst)
    assert said.startswith("overloaded: slow used 95 % of a core: ") and said.endswith("take a larger --scale")
    assert overload({}, 8000, 0, {"fast": 0.89}) == []
    assert overload({}, 8000, 0, steering_ns=(100, 4000)) == []
    (said,) = overload({}, 8000, 0, steering_ns=(100, 4001))
    assert "what waited for a completion was posted 4.0 us after it in 1 of 100 cases" in said


def test_the_advice_says_what_it_means_and_what_to_do():
    assert advice([], 10_000) == ""
    said = advice(["overloaded: nic0 was late"], 10_000)
    assert said.startswith("The machine is too busy for 1 : 10,000. What is lost, late or sent again may be its doing")
    assert "--scale 20000 (make: SCALE=20000) or more" in said


def test_what_was_long_ago_is_not_recent(machine, busy):
    for share in (0.1, 0.95, *(0.2,) * 9):
        machine.runs(1, fast=share)
        busy.look()
    assert busy.recent["fast"] == pytest.approx(0.95)
    machine.runs(1, fast=0.2)
    busy.look()
    assert (busy.recent["fast"], busy.worst["fast"]) == (pytest.approx(0.2), pytest.approx(0.95))


def test_who_is_gone_counts_no_more(machine, busy):
    machine.runs(2, slow=0.5)
    busy.look()
    del machine.used[12]
    machine.runs(2, fast=0.5)
    busy.look()
    assert busy.worst == pytest.approx({"fast": 0.5})


BURNS = "import os\nif os.fork():\n    os.wait()\nwhile True:\n    pass"


def test_the_kernel_tells_of_all_in_a_group(monkeypatch):
    """As BMv2 has it: the leader waits for the switch."""
    monkeypatch.setattr("fabric.live.scale._WINDOW_S", 0.1)
    with subprocess.Popen([sys.executable, "-c", BURNS], start_new_session=True) as leader:
        deadline = time.monotonic() + 30
        while len(found := groups({"burning": leader.pid})["burning"]) < 2:
            assert time.monotonic() < deadline, found
        busy = Busy({"burning": found})
        while busy.worst.get("burning", 0.0) < 0.1:
            assert time.monotonic() < deadline, busy.worst
            time.sleep(0.02)
            busy.look()
        os.killpg(leader.pid, signal.SIGKILL)


# --- Processes -------------------------------------------------------------------------------------------------------
# What is bound to its parent ends with it, however that ends, and even when it stands still.

DEADLINE_S = 10.0
PARENT = """\
import os, subprocess, sys
from fabric.live.child_lifetime import bound_to_parent
child = subprocess.Popen([*bound_to_parent(os.getpid()), "sleep", "600"], start_new_session=True)
print(child.pid, flush=True)
child.wait()
"""


def state(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


def wait_for(process, wanted):
    deadline = time.monotonic() + DEADLINE_S
    while state(process) not in wanted:
        assert time.monotonic() < deadline, state(process)
        time.sleep(0.01)


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_with_its_parent(stopped, end):
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, cwd=root) as parent:
        child = int(parent.stdout.readline())
        deadline = time.monotonic() + DEADLINE_S
        while b"sleep" not in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[:1]:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        if stopped:
            os.kill(child, signal.SIGSTOP)
            wait_for(child, "T")
        parent.send_signal(end)
    wait_for(child, ("gone", "Z"))  # whoever inherits orphans here may be slow to bury them


def test_whose_parent_is_gone_already_does_not_begin(tmp_path):
    command = [*bound_to_parent(os.getpid() + 100_000_000), "touch", str(tmp_path / "begun")]
    assert subprocess.run(command, check=False).returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_it_becomes_its_command():
    run = subprocess.run([*bound_to_parent(os.getpid()), "sh", "-c", "exit 3"], check=False)
    assert run.returncode == 3
