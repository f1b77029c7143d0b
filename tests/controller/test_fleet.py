# SPDX-License-Identifier: Apache-2.0
"""A fleet's plan as a folder: the same bytes each time, resumed, in each form; and what is wrong with a folder."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from controller_kit import build

import controller
import topologies
from controller import ControllerError, fleet
from controller.__main__ import main
from controller.columns import SwitchTables
from controller.encoding import codec
from controller.fleet import Folder, FolderWriter, plan_fleet
from controller.pipeline import Pipeline
from fabric.emulation.switches import running_switches
from p4soft.messages import p4runtime_pb2


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plan") / "lab"
    fabric = topologies.load(topologies.LAB)
    plan_fleet(fabric, folder, jobs=1)
    return fabric, folder, contents(folder)


@pytest.fixture
def copy(planned, tmp_path):
    fabric, _, files = planned
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    return fabric, tmp_path


def test_a_folder_has_each_switchs_tables_and_digest(planned):
    fabric, path, files = planned
    folder = Folder.open(path, fabric)
    assert len(files) == 8 + 1
    assert list(folder.rows) == [node.name for node in fabric.switches()]
    for node in fabric.switches():
        tables = folder.tables(node.name)
        assert tables.by_key() == {entry.key: entry for entry in controller.plan(fabric, node).entries}
        assert folder.rows[node.name].digest == tables.digest
    assert json.loads(files["index.json"])["digest"] == folder.digest


def test_processes_and_dask_make_the_same_bytes(planned, tmp_path, monkeypatch):
    fabric, _, files = planned
    monkeypatch.setattr(fleet, "CHUNK", 3)
    plan_fleet(fabric, tmp_path / "two", jobs=2)
    assert contents(tmp_path / "two") == files
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, processes=False, protocol="tcp://", dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as cluster:
        plan_fleet(fabric, tmp_path / "dask", cluster=cluster.scheduler_address)
    assert contents(tmp_path / "dask") == files


def test_an_interrupted_plan_goes_on(planned, tmp_path, monkeypatch):
    """After three switches it ends; what is cut short, and what has no line in the journal, is made again."""
    fabric, _, files = planned
    monkeypatch.setattr(fleet, "CHUNK", 1)

    def stop(done, _):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        plan_fleet(fabric, tmp_path / "plan", jobs=1, told=stop)
    with pytest.raises(ControllerError, match="not complete"):
        Folder.open(tmp_path / "plan", fabric)
    first, second, _ = [path for path in sorted((tmp_path / "plan").iterdir()) if path.suffix == ".tables"]
    second.write_bytes(second.read_bytes()[:-1])
    with (tmp_path / "plan" / "journal").open("a") as journal:
        journal.write('["p1-t1-1", 8')
    written = first.stat().st_mtime_ns
    plan_fleet(fabric, tmp_path / "plan", jobs=1)
    assert contents(tmp_path / "plan") == files
    assert first.stat().st_mtime_ns == written


def test_messages_are_those_that_insert_the_planned_entries(planned, tmp_path):
    fabric = planned[0]
    folder = plan_fleet(fabric, tmp_path / "p4", "p4runtime", jobs=1)
    decode = codec(Pipeline(build(), b"")).decode
    for node in fabric.switches():
        request = p4runtime_pb2.WriteRequest.FromString((tmp_path / "p4" / folder.rows[node.name].file).read_bytes())
        assert request.device_id == node.device_id
        assert {update.type for update in request.updates} == {p4runtime_pb2.Update.INSERT}
        entries = [decode(update.entity.table_entry) for update in request.updates]
        assert SwitchTables.of_entries("", 0, entries).digest == folder.rows[node.name].digest


def test_tables_read_back_from_switches_have_the_plans_digests(planned, tmp_path, files):
    fabric, path, _ = planned
    said = []
    with running_switches(fabric, 1, said.append, engine="python") as running:
        writer = FolderWriter(tmp_path / "read", fabric)
        for node in fabric.switches():
            with running.client(node.name) as client:
                entries = client.read_entries().values()
            writer.add_tables(SwitchTables.of_entries(node.name, node.device_id, entries))
        writer.finish()
        one = ["read", str(topologies.LAB), "--p4info", str(files[0]), "--json", str(files[1]), "--folder"]
        one += [str(tmp_path / "one"), "--switch", f"p1-t0-1={running.address}"]
        run = CliRunner().invoke(main, one)
        again = CliRunner().invoke(main, one)
    assert run.output == f"{tmp_path / 'one'}: 1 switches read\n"
    assert Folder.open(tmp_path / "one", fabric).rows.keys() == {"p1-t0-1"}
    assert "accepted: an empty folder, since tables of before may be old" in str(again.exception)
    assert contents(tmp_path / "read") == contents(path)
    assert said[-1] == "every path proved: lab, 8 switches, 296 entries, 56 paths between 4 NICs"


def test_a_folder_of_something_else_is_left_alone(copy):
    _, folder = copy
    other = topologies.load(topologies.LAB, {"qos.trim.size": 128})
    with pytest.raises(ControllerError, match=r"holds columns of lab \(.*\), not columns of lab \(.*\); accepted"):
        plan_fleet(other, folder, jobs=1)
    (folder / "index.json").unlink()
    with pytest.raises(ControllerError, match="holds other files"):
        plan_fleet(other, folder, jobs=1)
    with pytest.raises(ControllerError, match=r"index.json: cannot read: No such file"):
        Folder.open(folder, other)


def rewrite(folder, change):
    index = json.loads((folder / "index.json").read_text())
    change(index)
    (folder / "index.json").write_text(json.dumps(index))


def twice(index):
    index["switches"].append(index["switches"][0])


def one_id(index):
    index["switches"][3][1] = index["switches"][2][1]


def stranger(index):
    index["switches"][0][0] = "p9-t0-0"


def outside(index):
    index["switches"][0][4] = "../p0-t0-0.tables"


def swapped(index):
    files = [row[4] for row in index["switches"]]
    index["switches"][0][4], index["switches"][1][4] = files[1], files[0]


def resigned(index):
    index["switches"][0][3] = "0" * 64


def other_topology(index):
    index["topology"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (twice, "index.json: switch p0-t0-0 is there twice"),
        (one_id, "index.json: p0-t1-0 and p0-t1-1 have one device id, 3"),
        (stranger, "index.json: lab: no switch named 'p9-t0-0'; accepted"),
        (outside, "index.json: no index of a fleet's tables; accepted"),
        (swapped, "p0-t0-1.tables: switch p0-t0-1; accepted: p0-t0-0, as "),
        (resigned, "p0-t0-0.tables: digest "),
        (other_topology, "index.json: of another topology: lab (0000000000000000); accepted: lab ("),
        (dict.clear, "index.json: no index of a fleet's tables"),
    ],
)
def test_what_is_wrong_with_a_folder_is_named(copy, change, what):
    fabric, folder = copy
    rewrite(folder, change)
    with pytest.raises(ControllerError) as caught:
        Folder.open(folder, fabric).tables("p0-t0-0")
    assert what in str(caught.value)


def test_a_file_that_is_cut_short_is_named(copy):
    fabric, folder = copy
    path = folder / "p1-t0-1.tables"
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(ControllerError, match=r"p1-t0-1.tables: \d+ bytes; accepted: \d+ \(cut short"):
        Folder.open(folder, fabric).tables("p1-t0-1")


def test_the_command_plans_into_a_folder(tmp_path):
    run = CliRunner().invoke(main, ["plan", "--folder", str(tmp_path / "lab"), "--jobs", "1"])
    assert run.exit_code == 0, run.output
    assert "lab: 8 switches, 296 entries, digest " in run.output
    assert CliRunner().invoke(main, ["plan", "--jobs", "2"]).exit_code == 2
    assert CliRunner().invoke(main, ["plan", "--folder", str(tmp_path), "--all"]).exit_code == 2
    assert CliRunner().invoke(main, ["plan", "--form", "p4runtime"]).exit_code == 2  # it prints no form


def test_config_db_says_the_routes_queues_and_trimming(planned, tmp_path):
    """Names of sonic-yang-models; a next hop is the link-local address of the neighbour's MAC (RFC 4291 appendix A)."""
    fabric = planned[0]
    plan_fleet(fabric, tmp_path / "sonic", "config_db", jobs=1)
    document = json.loads((tmp_path / "sonic" / "p0-t0-0.config_db.json").read_text())
    assert document["SRV6_MY_SIDS"] == {"loc_fcbbbbbb1000|fcbb:bbbb:1000::/48": {"action": "uN"}}
    assert document["STATIC_ROUTE"] == {
        "default|fcbb:bbbb::/32": {"blackhole": "true"},
        "default|fcbb:bbbb:2000::/48": {"nexthop": "fe80::20:ff:fe00:0", "ifname": "Ethernet8"},
        "default|fcbb:bbbb:2001::/48": {"nexthop": "fe80::20:ff:fe01:0", "ifname": "Ethernet12"},
        "default|fcbb:bbbb:3000::/48": {"nexthop": "fe80::30:ff:fe00:0", "ifname": "Ethernet0"},
        "default|fcbb:bbbb:3001::/48": {"nexthop": "fe80::30:ff:fe00:1", "ifname": "Ethernet4"},
    }
    assert document["NEIGH"]["Ethernet8|fe80::20:ff:fe00:0"] == {"neigh": "02:20:00:00:00:00", "family": "IPv6"}
    assert document["DSCP_TO_TC_MAP"] == {"mrc": {"0": "1", "4": "1", "8": "1", "12": "6", "16": "6", "46": "7"}}
    assert document["SWITCH_TRIMMING"]["GLOBAL"] == {
        "size": "256", "dscp_value": "from-tc", "tc_value": "2", "queue_index": "6",
    }  # fmt: skip
    remarks = {port: row["tc_to_dscp_map"] for port, row in document["PORT_QOS_MAP"].items()}
    assert [document["TC_TO_DSCP_MAP"][remarks[port]]["2"] for port in ("Ethernet0", "Ethernet12")] == ["16", "12"]
    assert "Ethernet0|1" not in document["QUEUE"] and "wred_profile" in document["QUEUE"]["Ethernet8|1"]


def test_the_digest_of_a_topology_is_that_of_older_versions():
    """A folder that one of them planned is still the topology's; quantities are in it by amount and unit."""
    lab = topologies.load(topologies.LAB)
    assert fleet.topology_digest(lab) == "6ef23111bac60f46bbc33bed79f8c6bfc086260a7bc6e4a67fa3b78c14004bda"
    assert json.loads(lab.spec.model_dump_json())["qos"]
