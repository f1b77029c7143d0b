# SPDX-License-Identifier: Apache-2.0
"""A testbed of sonic-mgmt becomes a profile; a file of it that is wrong is one message with status 2."""

import pytest
from command_kit import ran

from ptf_tests.__main__ import entry
from ptf_tests.switch.profile import load

YAML = """---
- conf-name: vms1
  group-name: vms1-1
  topo: t0
  ptf: ptf_vms1-1
  dut:
    - str-sn5640-01
- conf-name: pair
  dut: [a-01, b-01]
"""
CSV = """# conf-name,group-name,topo,ptf_image_name,ptf,ptf_ip,ptf_ipv6,server,vm_base,dut,inv_name,auto_recover,comment
vms1,vms1-1,t0,docker-ptf,ptf_vms1-1,10.0.0.1/24,,server_1,VM0100,str-sn5640-01,lab,True,x
pair,vms1-2,t0,docker-ptf,ptf_vms1-2,10.0.0.2/24,,server_1,VM0104,[a-01;b-01],lab,True,y
"""
INVENTORY = """all:
  children:
    lab: {children: {sonic: {children: {sonic_sn5640: null}}}}
sonic_sn5640:
  vars: {hwsku: X}
  hosts:
    str-sn5640-01: {ansible_host: 10.251.0.188/23, base_mac: '24:8a:07:12:34:56'}
    a-01: {ansible_host: 'fec0::9'}
    b-01: {model: x}
"""
INI = "[sonic_sn5640]\nstr-sn5640-01 ansible_host=10.251.0.188 base_mac=24:8a:07:12:34:56\n[sonic:vars]\nx=1\n"
PORT_MAP = "# ptf host interface @ switch front port name\n" + "".join(f"{n + 3}@Ethernet{8 * n}\n" for n in range(6))


def run(folder, *more, testbed=YAML, inventory=INVENTORY, port_map=PORT_MAP, suffix="yaml", name="vms1"):
    files = {f"testbed.{suffix}": testbed, "lab": inventory, "map.ini": port_map}
    for file, text in files.items():
        (folder / file).write_text(text)
    words = ["--testbed", folder / f"testbed.{suffix}", "--inventory", folder / "lab", "--port-map", folder / "map.ini"]
    return ran(entry, "profile", "--name", name, *words, "--out", folder / "mine.yaml", *more)


@pytest.mark.parametrize(
    "files", [{}, {"testbed": CSV, "suffix": "csv"}, {"inventory": INI}], ids=["yaml", "csv", "ini"]
)
def test_a_profile_of_a_testbed(tmp_path, files):
    done = run(tmp_path, **files)
    assert done.returncode == 0, done.stderr
    found = load(tmp_path / "mine.yaml")
    assert found.name == "str-sn5640-01"
    assert found.access.interfaces == {0: "eth3", 1: "eth4", 2: "eth5", 3: "eth6"}
    assert found.access.names == {0: "Ethernet0", 1: "Ethernet8", 2: "Ethernet16", 3: "Ethernet24"}
    assert set(found.access.macs.values()) == {"24:8a:07:12:34:56"}
    assert (found.access.sonic.host, found.access.sonic.user) == ("10.251.0.188", "admin")
    assert found.access.fill_frames == 30000
    assert "trimming.disable_acl" in found.claims
    again = run(tmp_path, **files)
    assert (again.returncode, "is there already; accepted: a new file" in again.stderr) == (2, True)


def test_another_switch_other_ports_and_other_claims(tmp_path):
    more = ("--device", "a-01", "--ports", "Ethernet40,Ethernet0,Ethernet8,Ethernet16", "--like", "sonic-tomahawk5")
    assert run(tmp_path, *more, name="pair").returncode == 0
    found = load(tmp_path / "mine.yaml")
    assert found.access.interfaces == {0: "eth8", 1: "eth3", 2: "eth4", 3: "eth5"}
    assert (found.access.sonic.host, found.access.macs, found.values.trim_size) == ("fec0::9", {}, 206)


@pytest.mark.parametrize(
    ("changes", "more", "message"),
    [
        ({"name": "none"}, (), "testbed.yaml: no testbed none; accepted: pair, vms1"),
        ({"name": "pair"}, (), "testbed pair has 2 switches; accepted: --device, one of a-01, b-01"),
        ({"name": "pair"}, ("--device", "c"), "testbed pair has no c; accepted: --device, one of a-01, b-01"),
        ({"name": "pair"}, ("--device", "b-01"), "lab: b-01: no ansible_host; accepted: the inventory that has this"),
        ({"testbed": "a: 1"}, (), "testbed.yaml: not a list; accepted: a testbed.yaml or testbed.csv of sonic-mgmt"),
        ({"testbed": "- [\n- x"}, (), "testbed.yaml:2: not valid YAML"),
        ({"testbed": "[" * 1200}, (), "testbed.yaml"),
        ({"inventory": "- 1"}, (), "lab: str-sn5640-01: no ansible_host"),
        ({"inventory": INVENTORY.replace("10.251.0.188", "-oProxyCommand=x")}, (), "access.sonic.host: "),
        ({}, ("--ports", "Ethernet0,Ethernet1"), "map.ini: no port Ethernet1; accepted: Ethernet0, Ethernet8, "),
        ({}, ("--ports", "Ethernet0,Ethernet8"), "map.ini: 2 ports; accepted: 4 of Ethernet0, "),
        ({"port_map": "0@Ethernet0\n"}, (), "map.ini: 1 ports; accepted: 4 of Ethernet0"),
        ({"port_map": "0@Ethernet0\nx"}, (), "map.ini:2: 'x'; accepted: INDEX@PORT, such as 0@Ethernet0"),
        ({"port_map": "0@Ethernet0\n0@Ethernet8"}, (), "map.ini:2: 0@Ethernet8: port or index is there twice"),
        ({"port_map": ""}, (), "accepted: 4 of none: the map has no port"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_one_message(tmp_path, changes, more, message):
    done = run(tmp_path, *more, **changes)
    assert done.returncode == 2
    assert not (tmp_path / "mine.yaml").exists()
    assert message in done.stderr
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
