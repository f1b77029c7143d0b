# SPDX-License-Identifier: Apache-2.0
"""A network of somebody's own, up: two routers, their hosts, and the commands of the lab on them."""

import contextlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from browser_kit import CHROMIUM, MISSING
from lab_kit import ROOT, Lab, processes_of, wait_until_gone
from namespace_kit import namespaces

from fabric.custom.network import CustomNetwork
from fabric.custom.reading import read_custom
from fabric.errors import BuildError
from fabric.live.description import BringUp
from fabric.live.namespaces import enter
from labs.control_socket import CustomState, Fail, Happened, Heal, Look, ask
from labs.directory import LabDirectory
from p4soft.targets import get_target
from p4soft.targets.process import find_program, missing_programs

EXAMPLE = ROOT / "labs" / "own-fabric"
pytestmark = pytest.mark.timeout(300)


@dataclass(frozen=True)
class Routers:
    """The example, up."""

    lab: Lab
    where: LabDirectory
    state: CustomState

    def in_host(self, name, *command, **options):
        """Start a command in the network of a host."""
        return subprocess.Popen(
            [*enter(self.state.networks[name]), *command], stdout=subprocess.PIPE, text=True, **options
        )

    def pings(self):
        """Whether h1 reaches h2 and hears of it; skips the test on a machine without ping."""
        needs_ping()
        with self.in_host("h1", "ping", "-c", "1", "-W", "1", "10.0.2.2") as ping:
            said, _ = ping.communicate(timeout=30)
        return "ttl=62" in said  # 64, less one at each router

    def fail(self, *words):
        """Let something fail."""
        return ask(self.where, Fail(words=list(words)), Happened).faults

    def heal(self, *words):
        """Heal something."""
        return ask(self.where, Heal(words=list(words)), Happened).faults


def needs_ping():
    """Skips the test on a machine without ping, and says which package has it."""
    if missing := missing_programs("ping"):
        pytest.skip(missing)


@contextlib.contextmanager
def brought_up(folder, target):
    namespaces()
    reason = get_target(target).unavailable()
    if reason is not None:
        pytest.skip(reason)
    lab = Lab(folder)
    where = LabDirectory("lab", folder / "mrc-lab" / "lab")
    try:
        lab.run("up", "--topology", str(EXAMPLE / "network.yaml"), "--target", target, "--no-page")
        yield Routers(lab, where, ask(where, Look(), CustomState))
    finally:
        lab.run("down")
        wait_until_gone(processes_of(folder))
    assert not where.folder.exists()


@pytest.fixture(scope="module")
def routers(tmp_path_factory):
    with brought_up(tmp_path_factory.mktemp("own"), "embedded") as found:
        yield found


def test_hosts_reach_each_other_through_real_bmv2(tmp_path):
    with brought_up(tmp_path, "bmv2") as routers:
        assert routers.pings()
        routers.fail("link", "s1-s2")
        assert not routers.pings()
        routers.heal("all")
        assert routers.pings()


def test_a_ping_crosses_both_routers(routers):
    needs_ping()
    script = "ls /sys/class/net; ping -c 1 -W 5 10.0.2.2; exit 3"
    said = routers.lab.run("exec", "h1", "--", "sh", "-c", script, status=3)
    assert said.startswith("eth0\nlo\n")  # its own
    assert "1 received" in said and "ttl=62" in said


@pytest.mark.parametrize("words", ["link s1-s2", "switch s2", "port s2:1", "loss h1-s1 1"])
def test_what_fails_is_lost_until_it_is_healed(routers, words):
    needs_ping()
    (fault,) = routers.fail(*words.split())
    state = ask(routers.where, Look(), CustomState)
    assert [f"{kind} {name} {how}" for name, (how,) in state.faults.items() for kind in [fault.split()[0]]] == [fault]
    assert not routers.pings()
    assert len(routers.heal("all")) == 1
    assert routers.pings()


def test_tcp_carries_every_byte(routers):
    sent = "import socket; s = socket.create_connection(('10.0.2.2', 7)); s.sendall(bytes(range(250)) * 800)"
    received = (
        "import socket; s = socket.create_server(('', 7)); print('listens', flush=True); c, data = s.accept()[0], b''\n"
        "while part := c.recv(65536): data += part\n"
        "print(data == bytes(range(250)) * 800)"
    )
    with routers.in_host("h2", sys.executable, "-c", received) as server:
        assert server.stdout.readline() == "listens\n"
        with routers.in_host("h1", sys.executable, "-c", sent):
            assert server.communicate(timeout=30)[0] == "True\n"


def test_a_program_that_is_missing_is_told_with_its_package(routers):
    packages = {"hping3": "hping3", "arping": "iputils-arping", "iperf3": "iperf3", "mtr": "mtr-tiny"}
    program = next((name for name in packages if find_program(name) is None), None)
    if program is None:
        pytest.skip("all of them are here")
    said = routers.lab.run("exec", "h1", "--", program, "10.0.2.2", status=127)
    assert said == f"error: not on the PATH: {program}; on Debian and Ubuntu: `apt-get install {packages[program]}`\n"
    assert routers.lab.run("exec", "h1", "mine", status=127) == "error: not on the PATH: mine\n"


def test_a_capture_sees_both_ways(routers):
    if missing := missing_programs("ping", "tcpdump"):
        pytest.skip(missing)
    file = routers.lab.folder / "link.pcapng"
    capture = routers.lab.start("capture", "h1-s1", "-o", str(file), "--frames", "2")
    assert capture.stdout is not None and "capturing h1--s1" in capture.stdout.readline()
    assert routers.pings()
    assert capture.wait(30) == 0
    said = subprocess.run(["tcpdump", "-nr", str(file)], capture_output=True, text=True, check=True).stdout
    assert "10.0.1.1 > 10.0.2.2: ICMP echo request" in said and "10.0.2.2 > 10.0.1.1: ICMP echo reply" in said


def test_its_switches_can_be_written(routers):
    needs_ping()
    entry = (
        "te = table_entry['Route.routes'](action='Route.drop'); "
        "te.match['hdr.ipv4.dst'] = '10.0.2.2/32'; te.insert(); print('writ' + 'ten')"
    )
    assert "written" in routers.lab.run("shell", "s1", stdin=entry + "\n")
    assert not routers.pings()
    routers.lab.run("shell", "s1", stdin=entry.replace("insert", "delete") + "\n")
    assert routers.pings()


def test_its_page_is_clicked(routers):
    needs_ping()
    if CHROMIUM is None:
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play, play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.set_default_timeout(60_000)
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(routers.lab.run("page").strip())
        page.wait_for_selector("#state.live")
        drawn = page.locator("g.node").evaluate_all("all => all.map(each => each.dataset.name)")
        assert sorted(drawn) == ["h1", "h2", "s1", "s2"]
        assert not page.locator("#write").is_visible()
        page.locator('g.cable[data-name="s1--s2"]').click(force=True)
        page.get_by_role("button", name="Down").click()
        page.wait_for_selector('g.cable.down[data-name="s1--s2"]')
        assert not routers.pings()
        page.get_by_role("button", name="Up, and no faults").click()
        page.wait_for_selector('g.cable:not(.down)[data-name="s1--s2"]')
        with routers.in_host("h1", "ping", "-i", "0.2", "-c", "2000", "10.0.2.2") as ping:
            page.get_by_role("button", name="Look at packets").click()
            page.wait_for_selector("#frames tr[tabindex]")
            ping.terminate()
        assert "10.0.1.1 > 10.0.2.2 · echo-request" in page.locator("#frames").inner_text()
        page.set_viewport_size({"width": 380, "height": 900})
        page.wait_for_function("document.querySelector('#sheets svg').clientWidth <= 380")
        assert page.evaluate("document.documentElement.scrollWidth") <= 380
        assert not wrong


def test_its_state_is_told(routers):
    assert "s1--s2" in routers.lab.run("status")
    state = routers.state
    assert {name: [each.link for each in found] for name, found in state.hosts.items()} == {
        "h1": ["h1--s1"],
        "h2": ["h2--s2"],
    }
    assert [(each.name, each.grpc_address, each.forwards) for each in state.switches] == [
        ("s1", "127.0.0.1:50051", True),
        ("s2", "127.0.0.1:50052", True),
    ]
    assert state.links["s1--s2"].rate_bps == 20_000_000
    assert not state.dead


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("write", "h1", "h2", "--bytes", "1KiB"), "hosts of this network have no MRC NIC"),
        (("exec", "h9", "true"), "no network named 'h9'; accepted: networks: fabric, h1, h2"),
        (("fail", "plane", "0"), "this is a network without planes"),
        (("capture", "h1-h2", "-o", "none"), "no link named 'h1-h2'"),
    ],
)
def test_what_cannot_be_is_told(routers, arguments, said):
    assert said in routers.lab.run(*arguments, status=1)


def written(folder, was, now):
    """The example in another folder, with one thing changed."""
    shutil.copy(EXAMPLE / "router.p4", folder)
    (folder / "broken.p4").write_text((EXAMPLE / "router.p4").read_text().replace("transition accept", "transition"))
    text = (EXAMPLE / "network.yaml").read_text()
    assert was in text
    file = folder / "network.yaml"
    file.write_text(text.replace(was, now))
    return file


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("routes: 10.0.1.1/32", "roads: 10.0.1.1/32", "switches.s1.entries.0: the program has no table 'roads'; acc"),
        ("program: router.p4", "program: broken.p4", "broken.p4"),
    ],
)
def test_what_is_wrong_with_a_program_is_told_before_anything_is_made(tmp_path, was, now, said):
    network = read_custom(written(tmp_path, was, now))
    with pytest.raises(BuildError) as refusal:
        CustomNetwork(network, BringUp(get_target("embedded"), tmp_path))
    assert said in str(refusal.value)


def test_an_entry_that_is_refused_is_one_message_and_leaves_nothing(tmp_path):
    namespaces()
    file = written(tmp_path, "10.0.2.0/24 -> forward", "10.0.1.1/32 -> forward")
    complaint = Lab(tmp_path).run("up", "--topology", str(file), "--no-page", status=1)
    assert "switches.s1.entries.1: s1 refuses it: " in complaint
    assert "Traceback" not in complaint
    assert not Path(tmp_path, "mrc-lab").exists()
    wait_until_gone(processes_of(tmp_path))


def test_programs_of_hosts_run_in_real_time(tmp_path):
    said = Lab(tmp_path).run("up", "--topology", str(EXAMPLE / "network.yaml"), "--scale", "10", status=1)
    assert "has hosts, whose programs run in real time; accepted: no --scale" in said
