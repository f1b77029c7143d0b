# SPDX-License-Identifier: Apache-2.0
"""A network's file: what it means in short and at length, and one line for everything that is wrong with it."""

import contextlib
import random
from ipaddress import ip_address, ip_interface
from pathlib import Path

import pytest

from fabric.custom.reading import is_custom, read_custom
from fabric.errors import FabricError

ROOT = Path(__file__).parents[3]
WHOLE = """\
program: router.p4
hosts:
  h1: {address: 10.0.1.1/24, gateway: 10.0.1.254, neighbors: {10.0.1.254: 08:00:00:00:01:FE}}
  h2: [10.0.2.2/24]
  h3: 10.0.3.3/24
switches: [s1, s2]
links:
  - h1 - s1
  - {ends: s2:7 - s1, rate: 10Mb/s, delay: 2ms, loss: 0.1}
  - h2 -- s2
  - s2 - h3
"""


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        (tmp_path / "router.p4").touch()
        file = tmp_path / "mine.yaml"
        file.write_text(text)
        return read_custom(file)

    return read_text


def test_what_a_short_file_means(read):
    network = read(WHOLE.replace("[10.0.2.2/24]", "{address: [10.0.2.2/24, fd00:2::2/64], mac: 08:00:00:00:02:02}"))
    assert network.name == "mine"
    h1, h2, h3 = network.hosts.values()
    assert h1.gateways == (ip_address("10.0.1.254"),)
    assert h1.neighbors == {ip_address("10.0.1.254"): "08:00:00:00:01:fe"}
    assert h2.interfaces[0].addresses == (ip_interface("10.0.2.2/24"), ip_interface("fd00:2::2/64"))
    assert (h2.interfaces[0].name, h2.interfaces[0].mac) == ("eth0", "08:00:00:00:02:02")
    assert (h1.speaks_ipv6, h2.speaks_ipv6) == (False, True)
    assert h3.interfaces[0].addresses == (ip_interface("10.0.3.3/24"),)
    assert len({each.interfaces[0].mac for each in (h1, h2, h3)}) == 3
    assert [(each.device_id, each.ports, each.program.name) for each in network.switches.values()] == [
        (1, (1, 2), "router.p4"),
        (2, (1, 2, 7), "router.p4"),
    ]
    links = {name: (str(each.a), str(each.b)) for name, each in network.links.items()}
    assert links == {
        "h1--s1": ("h1:0", "s1:1"),
        "s2--s1": ("s2:7", "s1:2"),
        "h2--s2": ("h2:0", "s2:1"),
        "h3--s2": ("h3:0", "s2:2"),
    }
    slow = network.links["s2--s1"]
    assert (slow.rate_bps, slow.delay_ns, slow.loss) == (10_000_000, 2_000_000, 0.1)
    assert (network.links["h1--s1"].rate_bps, network.links["h1--s1"].delay_ns) == (100_000_000, 0)


def test_two_links_between_the_same_nodes_are_named_by_their_ports(read):
    network = read(WHOLE + "  - s1 - s2\n  - h1 - s2\n")
    assert "s2:7--s1:2" in network.links
    assert "s1:3--s2:3" in network.links
    assert [each.name for each in network.hosts["h1"].interfaces] == ["eth0", "eth1"]


def test_a_host_with_several_interfaces(read):
    network = read(
        WHOLE.replace("h2: [10.0.2.2/24]", "h2: {interfaces: [10.0.2.2/24, {address: 10.0.4.2/24}], gateway: 10.0.4.1}")
        + "  - h2 - s1\n"
    )
    host = network.hosts["h2"]
    assert [str(each.addresses[0]) for each in host.interfaces] == ["10.0.2.2/24", "10.0.4.2/24"]
    assert host.interface_to(ip_address("10.0.4.1")) is host.interfaces[1]


WRONG = [
    ("h1 - s1", "h1 - s9", "mine.yaml:8: links.0: no node named 's9'; accepted: h1, h2, h3, s1, s2"),
    ("h1 - s1", "h1 s1", "mine.yaml:8: links.0: 'h1 s1' is not a link; accepted: `h1 - s1`"),
    ("h1 - s1", "h1 - s1:7\n  - s2:7 - s1", "mine.yaml:10: links.2: s2:7 is in use already; accepted: a port for each"),
    ("h1 - s1", "h1:1 - s1", "mine.yaml:3: hosts.h1: its ports are 1; accepted: ports of a host from 0 on"),
    ("h1 - s1", "h1 - h2", "mine.yaml:8: links.0: a link between h1 and h2; accepted: two nodes, one of them a switch"),
    ("h1 - s1", "s1 - s1", "mine.yaml:8: links.0: a link between s1 and itself"),
    ("h1 - s1", "h1 - s1:600", "mine.yaml:8: links.0: s1:600 is out of range; accepted: ports 0..510"),
    ("h1 - s1", "h1 - s1:99999", "mine.yaml:8: links.0: s1:99999 is out of range; accepted: ports 0..510"),
    ("h1 - s1", "h1:600 - s1", "mine.yaml:8: links.0: h1:600 is out of range; accepted: ports 0..510"),
    ("  h1:", "\th1:", "mine.yaml:3: not valid YAML: a tab where nothing but spaces may be; accepted: spaces"),
    ("  - h1 - s1\n", "", "mine.yaml:3: hosts.h1: no link is plugged into it"),
    ("router.p4", "none.p4", "mine.yaml:1: program: no such file: "),
    ("router.p4", ".", "mine.yaml:1: program: a folder: "),
    ("router.p4", '""', "mine.yaml:1: program: no name of a file; accepted: a P4 file, beside this one"),
    ("[s1, s2]", "{s1: {entries: .}, s2: }", "mine.yaml:6: switches.s1.entries.0: a folder: "),
    (
        "[s1, s2]",
        "{s1: {entries: ''}, s2: }",
        "mine.yaml:6: switches.s1.entries.0: no name of a file; accepted: a file",
    ),
    (
        "[s1, s2]",
        "{s1: {groups: {0: [1]}}, s2: }",
        "mine.yaml:6: switches.s1.groups.0: out of range; accepted: 1..65535",
    ),
    ("[s1, s2]", "{s1: {mirrors: {40000: [1]}}, s2: }", "switches.s1.mirrors.40000: out of range; accepted: 1..32767"),
    ("program: router.p4\n", "", "mine.yaml:5: switches.s1: it has no program; accepted: `program: FILE.p4`"),
    ("h3: 10.0.3.3/24", "s1: 10.0.3.3/24", "switches.s1: 's1' is a host already; accepted: names that only one node"),
    ("h3: 10.0.3.3/24", "h2: 10.0.3.3/24", "mine.yaml:5: not valid YAML: found duplicate key"),
    ("h3: 10.0.3.3/24", "h3: 10.0.2.2/24", "mine.yaml:5: hosts.h3: 10.0.2.2 is h2's already"),
    ("h3: 10.0.3.3/24", "h3: 10.0.3.3", "mine.yaml:5: hosts.h3.address.0: '10.0.3.3' has no prefix length; accepted:"),
    ("h3: 10.0.3.3/24", "h3: 10.0.3.333/24", "hosts.h3.address.0: '10.0.3.333/24' is not an address with a prefix"),
    (
        "10.0.3.3/24",
        "0.0.0.0/24",
        "hosts.h3.address.0: '0.0.0.0/24' is not the address of one host; accepted: an IPv4 or",
    ),
    ("10.0.3.3/24", "224.0.0.5/24", "hosts.h3.address.0: '224.0.0.5/24' is not the address of one host"),
    ("10.0.3.3/24", "127.0.0.2/8", "hosts.h3.address.0: '127.0.0.2/8' is not the address of one host"),
    ("10.0.3.3/24", "10.0.3.0/24", "hosts.h3.address.0: '10.0.3.0/24' is not the address of one host"),
    ("10.0.3.3/24", "10.0.3.255/24", "hosts.h3.address.0: '10.0.3.255/24' is not the address of one host"),
    ("10.0.3.3/24", "fe80::1%eth0/64", "hosts.h3.address.0: 'fe80::1%eth0/64' is not an address with a prefix length"),
    (
        "10.0.3.3/24",
        "[10.0.3.3/24, 10.0.3.3/24]",
        "mine.yaml:5: hosts.h3: 10.0.3.3 is there twice; accepted: addresses of",
    ),
    (
        "gateway: 10.0.1.254",
        "gateway: 10.0.1.1",
        "hosts.h1.gateway: 10.0.1.1 is h1's own; accepted: the address of another",
    ),
    ("gateway: 10.0.1.254", "gateway: 224.0.0.1", "hosts.h1.gateway.0: '224.0.0.1' is not the address of one host"),
    ("h3: 10.0.3.3/24", "h-3: 10.0.3.3/24", "hosts.h-3: 'h-3' is no name of a node; accepted: up to 10 letters"),
    (
        "gateway: 10.0.1.254",
        "gateway: 10.0.9.1",
        "hosts.h1.gateway: 10.0.9.1 is in no network of h1; accepted: 10",
    ),
    ("gateway: 10.0.1.254", "gateway: router", "hosts.h1.gateway.0: 'router' is not an address"),
    ("01:FE", "01", "mine.yaml:3: hosts.h1.neighbors.10.0.1.254: '08:00:00:00:01' is not the MAC address of one"),
    ("10Mb/s", "10", "mine.yaml:9: links.1.rate: 10 is not a number with a unit; accepted: a rate from 8 kb/s"),
    ("10Mb/s", "10 apples", "mine.yaml:9: links.1.rate: '10 apples' has the unknown unit 'apples'"),
    ("2ms", "2 h", "mine.yaml:9: links.1.delay: '2 h' has the unknown unit 'h'; a number and one of"),
    ("loss: 0.1", "loss: 2", "mine.yaml:9: links.1.loss: 2 is not a probability; accepted: a probability, 0 .. 1"),
    ("loss: 0.1", "los: 2", "mine.yaml:9: links.1.los: unknown field; accepted: ends, rate, delay, loss"),
    ("[s1, s2]", "[]", "mine.yaml:6: switches: none; accepted: one switch at least"),
    ("[s1, s2]", "{s1: {cpu_port: 1}, s2: }", "switches.s1.cpu_port: a link is plugged into s1:1; accepted: any other"),
    ("[s1, s2]", "{s1: {entries: none.json}, s2: }", "mine.yaml:6: switches.s1.entries.0: no such file: "),
    ("[s1, s2]", "[s1, s2, s1]", "mine.yaml:6: switches: 's1' is there twice; accepted: a list of names, or a map"),
    ("[s1, s2]", "{s1: {entries: ['t: 1 to -> x y']}, s2: }", "switches.s1.entries.0: '1 to -> x y' is not an entry"),
    (
        "[s1, s2]",
        "{s1: {entries: [t: 1 to x]}, s2: }",
        "switches.s1.entries.0: '1 to x' is not an entry; accepted",
    ),
    (
        "[s1, s2]",
        "{s1: {entries: [t: '1 -> a(*)']}, s2: }",
        "entries.0: argument '*' of a is not one number",
    ),
]


@pytest.mark.parametrize(("was", "written", "said"), WRONG)
def test_what_is_wrong_is_one_line_with_its_place(read, was, written, said):
    assert was in WHOLE
    with pytest.raises(FabricError) as refusal:
        read(WHOLE.replace(was, written))
    assert any(said in line for line in str(refusal.value).splitlines()), str(refusal.value)


@pytest.mark.parametrize("fine", ["10.0.3.0/31", "10.0.3.3/32", "fd00:3::3/64", "169.254.1.1/16"])
def test_addresses_that_look_odd_and_are_not(read, fine):
    assert str(read(WHOLE.replace("10.0.3.3/24", fine)).hosts["h3"].interfaces[0].addresses[0]) == fine


def test_a_host_may_have_no_address(read):
    (only,) = read(WHOLE.replace("h3: 10.0.3.3/24", "h3:")).hosts["h3"].interfaces
    assert (only.name, only.addresses) == ("eth0", ())


def test_a_link_that_is_none_is_one_complaint(read):
    with pytest.raises(FabricError) as refusal:
        read(WHOLE.replace("h1 - s1", "h1 to s1"))
    assert str(refusal.value).count("\n") == 0


def test_an_entry_in_quotes_is_an_entry_and_no_file(read):
    plain = read(WHOLE.replace("[s1, s2]", "{s1: {entries: [t: 10.0.0.0/8 -> go(1)]}, s2: }"))
    quoted = read(WHOLE.replace("[s1, s2]", "{s1: {entries: ['t: 10.0.0.0/8 -> go(1)']}, s2: }"))
    assert len(quoted.switches["s1"].entries) == 1
    assert quoted.switches["s1"].entries == plain.switches["s1"].entries


def test_everything_wrong_is_told_at_once(read):
    with pytest.raises(FabricError) as refusal:
        read(WHOLE.replace("h1 - s1", "h1 - s9").replace("s2 - h3", "s2 - h9").replace("router.p4", "none.p4"))
    assert len([line for line in str(refusal.value).splitlines() if "no node named" in line or "no such" in line]) == 3


def test_no_text_makes_it_stumble(read):
    drawn = random.Random(13)
    pieces = [*WHOLE.split(), "-", ":", "{", "}", "[", "]", "\n", "  ", "null", "0", "-1", "1e9", "~", "*", "&a", "é"]
    for _ in range(200):
        text = WHOLE
        for _ in range(drawn.randint(1, 4)):
            at = drawn.randrange(len(text))
            text = text[:at] + drawn.choice(pieces) + text[at + drawn.randint(0, 8) :]
        with contextlib.suppress(FabricError):
            read(text)


def test_which_kind_of_file(tmp_path):
    for file in (ROOT / "topologies").glob("*.yaml"):
        assert not is_custom(file)
    assert is_custom(ROOT / "labs" / "own-fabric" / "network.yaml")
    for text in ("- a list\n", "links: {host: {rate: 1Gb/s}}\n", "\0"):
        (tmp_path / "other.yaml").write_text(text)
        assert not is_custom(tmp_path / "other.yaml")
    assert not is_custom(tmp_path / "none.yaml")
