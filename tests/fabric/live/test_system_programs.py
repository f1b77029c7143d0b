# SPDX-License-Identifier: Apache-2.0
"""Programs of the system: where Debian has them for administrators, too, and which package has what is missing."""

import pytest

from fabric.live import namespaces
from fabric.live.namespaces import outer
from p4soft.targets import links as iproute
from p4soft.targets import process
from p4soft.targets.process import environment, find_program, missing_programs
from ptf_tests.dut.router import run_ip

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
