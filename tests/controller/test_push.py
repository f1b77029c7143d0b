# SPDX-License-Identifier: Apache-2.0
"""Pushes to fleets of stand-ins: waves, retries, what stops a push, how it goes on; and their journal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from fake_p4runtime import FakeFleet
from msgspec.structs import replace
from waiting_kit import until

import topologies
from controller import ControllerError, journal, plan
from controller.__main__ import run
from controller.column_codec import ColumnCodec
from controller.columns import ColumnPlanner, Table
from controller.fleet import plan_fleet
from controller.inventory import DeviceClass, Endpoint
from controller.journal import Heading, Journal, Record
from controller.pipeline import Pipeline
from controller.program import SWITCH_TRIMMING
from controller.push import FleetPlan, Push, Terms, mixed, sizes
from controller.watch import Survey

# --- Pushes ----------------------------------------------------------------------------------------------------------
# Fleets of stand-ins behind a few addresses: waves, retries, what stops a push, and how it goes on.

ROOT = Path(topologies.__file__).parent.parent
ONE, HALF, ALL = Fraction(1, 100), Fraction(1, 2), Fraction(1)


@pytest.fixture
def fleet(lab):
    """The lab's eight switches: plane 0 behind one address, plane 1 behind another."""
    switches = list(lab.switches())
    servers = [FakeFleet([s.device_id for s in switches if s.plane == plane]) for plane in (0, 1)]
    yield Fleet(switches, servers)
    for server in servers:
        server.stop()


class Fleet:
    def __init__(self, switches, servers) -> None:
        self.servers = servers
        self.endpoints = [Endpoint(s, servers[s.plane].address, s.device_id) for s in switches]
        self.device = {s.name: servers[s.plane].devices[s.device_id] for s in switches}

    def log(self):
        return {name: list(device.log) for name, device in self.device.items()}


@pytest.fixture
def checked(lab, pipeline):
    """The lab's plan."""
    return FleetPlan(ColumnPlanner(lab).plan, pipeline)


@pytest.fixture
def of_files(lab, files):
    """The same for the program that commands are given."""
    return FleetPlan(ColumnPlanner(lab).plan, Pipeline.load(*files))


def push(fleet, checked, journal=None, told=lambda _: None, **terms):
    checked.check(fleet.endpoints)
    return Push(fleet.endpoints, checked, Terms(timeout_s=5, backoff_s=0.01, **terms), journal, told).run()


def states(outcome):
    return {name: record.state for name, record in outcome.records.items()}


def test_all_switches_get_their_tables_wave_by_wave_and_nothing_the_second_time(fleet, checked, lab):
    seen = []
    outcome = push(fleet, checked, told=seen.append, waves=(ONE, HALF, ALL), at_once=4)
    assert (set(states(outcome).values()), outcome.stopped, outcome.failures) == ({"holds"}, "", [])
    assert {(p.wave, p.size) for p in seen} == {(1, 1), (2, 4), (3, 8)}
    assert {name: len(device.entries) for name, device in fleet.device.items()} == {
        switch.name: len(plan(lab, switch).entries) for switch in lab.switches()
    }
    assert {r.digest for r in outcome.records.values()} == {
        ColumnPlanner(lab).plan(switch).digest for switch in lab.switches()
    }
    before = fleet.log()
    again = push(fleet, checked)
    assert not any(report.changed for report in again.reports)
    assert fleet.log() == before


def test_a_wave_has_some_of_each_tier_and_address(fleet):
    assert [e.name for e in mixed(fleet.endpoints)[:4]] == ["p0-t0-0", "p0-t1-0", "p1-t0-0", "p1-t1-0"]
    assert sizes((ONE, Fraction(1, 10), ALL), 2000) == (20, 200, 2000)
    assert sizes((ONE, Fraction(1, 10), ALL), 3) == (1, 2, 3)
    assert sizes((ONE, ALL), 1) == (1,)


def test_an_address_has_no_more_switches_at_a_time_than_its_class_allows(fleet, checked):
    narrow = DeviceClass("narrow", at_once=1)
    fleet.endpoints = [Endpoint(e.switch, e.address, e.device_id, narrow) for e in fleet.endpoints]
    push(fleet, checked, at_once=8)
    assert [server.busiest for server in fleet.servers] == [1, 1]


def test_a_silent_switch_is_tried_again_and_a_dead_one_is_given_up(fleet, checked):
    fleet.device["p0-t0-0"].unavailable = 2
    fleet.device["p1-t0-1"].unavailable = 99
    outcome = push(fleet, checked, retries=2)
    assert [(r.switch, r.state, r.tries) for r in outcome.records.values() if r.tries > 1] == [
        ("p0-t0-0", "holds", 3), ("p1-t0-1", "failed", 3),
    ]  # fmt: skip
    assert "going down" in outcome.records["p1-t0-1"].error
    assert list(states(outcome).values()).count("holds") == 7


def test_a_full_switch_keeps_the_next_wave_from_beginning(fleet, checked):
    fleet.device["p0-t0-0"].room = 10
    outcome = push(fleet, checked, waves=(HALF, ALL))
    assert outcome.stopped == "stopped after wave 1: 1 of 4 switches do not hold their plans"
    assert "insert refused for 35 of 45 entries:\nRESOURCE_EXHAUSTED: table full" in outcome.records["p0-t0-0"].error
    assert outcome.records["p0-t0-0"].tries == 1  # it will not be less full
    assert sorted(name for name, log in fleet.log().items() if log) == ["p0-t0-0", "p0-t1-0", "p1-t0-0", "p1-t1-0"]


def test_the_first_switch_that_lies_stops_everything(fleet, checked, pipeline):
    fleet.device["p0-t0-0"].lose.add(pipeline.tables[SWITCH_TRIMMING].id)
    outcome = push(fleet, checked, waves=(HALF, ALL), at_once=1)
    assert outcome.stopped == "stopped in wave 1: p0-t0-0 does not hold what it accepted"
    assert "after install\nmissing: FabricIngress.admission.switch_trimming" in outcome.records["p0-t0-0"].error
    assert [name for name, log in fleet.log().items() if log] == ["p0-t0-0"]


def test_nothing_is_written_before_all_plans_are_checked(fleet, lab, pipeline):
    """The last switch's trim size is below what the program allows: 128 bytes."""
    planner = ColumnPlanner(lab)

    def tables(switch):
        made = planner.plan(switch)
        if switch.name != "p1-t1-1":
            return made
        trims = made.table(SWITCH_TRIMMING)
        return made.with_table(Table(trims.schema, dict(trims.columns) | {"size": np.full(len(trims), 100, np.uint32)}))

    with pytest.raises(
        ControllerError, match=r"wants size >= 128, but size = 100[^\n]*\nnothing was written"
    ) as caught:
        push(fleet, FleetPlan(tables, pipeline))
    assert "p1-t1-1" in str(caught.value)
    assert not any(fleet.log().values())


def heading(checked, fleet, pipeline):
    checked.check(fleet.endpoints)
    return Heading("lab", "p" * 64, pipeline.cookie, 8, (1, 8))


def test_a_push_goes_on_where_its_journal_ends_and_notices_who_restarted(fleet, checked, pipeline, tmp_path):
    path, head = tmp_path / "journal", heading(checked, fleet, pipeline)
    fleet.device["p1-t1-1"].unavailable = 1
    with Journal(path, head) as noted:
        assert push(fleet, checked, noted, waves=(ONE, ALL), retries=0).failures
    assert journal.read(path).ended == "some failed"
    restarted = fleet.device["p0-t1-1"]
    restarted.config = None
    restarted.entries.clear()
    before = fleet.log()
    with Journal(path, head) as noted:
        assert not push(fleet, checked, noted, waves=(ONE, ALL)).failures
    assert sorted(name for name, log in fleet.log().items() if log != before[name]) == ["p0-t1-1", "p1-t1-1"]
    story = journal.read(path)
    assert (story.ended, story.runs, {r.state for r in story.records.values()}) == ("finished", 2, {"holds"})


def test_a_push_that_goes_on_notices_what_others_wrote_meanwhile(fleet, checked, pipeline, tmp_path):
    """The program and so its cookie are the same: only the entries tell."""
    path, head = tmp_path / "journal", heading(checked, fleet, pipeline)
    fleet.device["p1-t1-1"].unavailable = 1
    with Journal(path, head) as noted:
        assert push(fleet, checked, noted, retries=0).failures
    entries = fleet.device["p0-t0-0"].entries
    del entries[next(iter(entries))]
    with Journal(path, head) as noted:
        outcome = push(fleet, checked, noted)
    assert (outcome.failures, outcome.foreign) == ([], ("p0-t0-0",))
    assert sorted((r.switch, r.inserted) for r in outcome.reports) == [("p0-t0-0", 1), ("p1-t1-1", 29)]
    assert any("p0-t0-0: others wrote to it since the last run\\nmissing: " in line for line in path.open())
    assert {f.state for f in Survey(checked).findings(fleet.endpoints)} == {"as planned"}


def test_a_push_that_goes_on_names_switches_that_others_gave_another_program(fleet, checked, pipeline, tmp_path):
    """A switch without a program has restarted; one with another program was installed by somebody else."""
    path, head = tmp_path / "journal", heading(checked, fleet, pipeline)
    fleet.device["p1-t1-1"].unavailable = 1
    with Journal(path, head) as noted:
        assert push(fleet, checked, noted, retries=0).failures
    fleet.device["p0-t0-0"].config = None
    taken = fleet.device["p0-t1-0"]
    other = type(taken.config)()
    other.CopyFrom(taken.config)
    other.cookie.cookie ^= 1
    taken.config = other
    with Journal(path, head) as noted:
        outcome = push(fleet, checked, noted)
    assert (outcome.failures, outcome.foreign) == ([], ("p0-t1-0",))
    assert sorted(r.switch for r in outcome.reports if r.pipeline_set) == ["p0-t0-0", "p0-t1-0"]
    assert {f.state for f in Survey(checked).findings(fleet.endpoints)} == {"as planned"}


def test_plans_are_encoded_a_few_together_when_many_are_asked_for(fleet, checked, lab, monkeypatch):
    """One by one they take four times as long. One that cannot be made is the problem of its switch alone."""
    push(fleet, checked)
    planner = ColumnPlanner(lab)

    def tables(switch):
        if switch.name == "p1-t0-1":
            raise ControllerError("p1-t0-1: no tables")
        return planner.plan(switch)

    again, together = FleetPlan(tables, checked.pipeline), []
    prepare = ColumnCodec.prepare

    def counted(self, switches):
        found = list(switches)
        together.append(len(found))
        prepare(self, found)

    monkeypatch.setattr(ColumnCodec, "prepare", counted)
    findings = {f.switch: f for f in Survey(again).findings(fleet.endpoints)}
    assert together == [7]
    assert findings.pop("p1-t0-1").error == "p1-t0-1: no tables"
    assert {f.state for f in findings.values()} == {"as planned"}


def test_after_a_finished_push_the_same_journal_looks_at_all_switches_again(fleet, checked, pipeline, tmp_path):
    """Another plan may have been installed meanwhile: the way back to this one is a push like the first."""
    path, head = tmp_path / "journal", heading(checked, fleet, pipeline)
    with Journal(path, head) as noted:
        push(fleet, checked, noted)
    entries = fleet.device["p0-t1-0"].entries
    del entries[next(iter(entries))]
    with Journal(path, head) as noted:
        outcome = push(fleet, checked, noted)
    assert [r.switch for r in outcome.reports if r.inserted] == ["p0-t1-0"]
    assert {f.state for f in Survey(checked).findings(fleet.endpoints)} == {"as planned"}


def test_a_switch_that_moved_is_not_the_one_that_was_done(fleet, checked, pipeline, tmp_path):
    path, head = tmp_path / "journal", heading(checked, fleet, pipeline)
    fleet.device["p1-t1-1"].unavailable = 1
    with Journal(path, head) as noted:
        assert push(fleet, checked, noted, retries=0).failures
    first = fleet.endpoints[0]
    other = FakeFleet([first.device_id])
    other.devices[first.device_id].config = fleet.device[first.name].config  # the same program, and no entries
    try:
        fleet.endpoints[0] = replace(first, address=other.address)
        with Journal(path, head) as noted:
            assert not push(fleet, checked, noted).failures
        assert len(other.devices[first.device_id].entries) == 45
    finally:
        other.stop()


def test_interrupted_before_its_first_write_it_says_so(fleet, checked, pipeline, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    head = heading(checked, fleet, pipeline)
    monkeypatch.setattr(Push, "_recheck", interrupted)
    with Journal(tmp_path / "journal", head) as noted, pytest.raises(KeyboardInterrupt):
        push(fleet, checked, noted)
    assert journal.read(tmp_path / "journal").ended == "interrupted"


def test_a_switch_that_restarts_during_the_run_gets_its_tables_again(fleet, checked):
    first = fleet.device["p0-t0-0"]

    def told(progress):
        if progress.wave == 2 and progress.holding == 5:
            first.config = None
            first.entries.clear()

    outcome = push(fleet, checked, told=told, waves=(ONE, ALL), at_once=1)
    assert set(states(outcome).values()) == {"holds"}
    assert first.log.count("pipeline") == 2
    assert len(first.entries) == 45


def test_a_rate_holds_writes_back(fleet, checked, monkeypatch):
    """45 entries at 100 a second, a quarter of a second's at a time, are two writes with a pause."""
    sizes_seen = []
    update = type(fleet.device["p0-t0-0"]).Write
    monkeypatch.setattr(
        type(fleet.device["p0-t0-0"]),
        "Write",
        lambda self, request, context: (sizes_seen.append(len(request.updates)), update(self, request, context))[1],
    )
    fleet.endpoints = fleet.endpoints[:1]
    [record] = push(fleet, checked, rate=100).records.values()
    assert sizes_seen == [25, 20]
    assert record.seconds >= 0.25


def test_entries_of_a_table_that_nobody_has_are_named_and_the_others_get_theirs(fleet, checked):
    push(fleet, checked)
    strange = next(iter(fleet.device["p0-t0-0"].entries.values()))
    strange.table_id = 77
    fleet.device["p1-t0-0"].entries.clear()
    outcome = push(fleet, checked)
    assert "holds an entry of no table of doc.p4info.txtpb: #77 " in outcome.records["p0-t0-0"].error
    assert [name for name, state in states(outcome).items() if state != "holds"] == ["p0-t0-0"]
    assert len(fleet.device["p1-t0-0"].entries) == 45
    [finding] = Survey(checked).findings(fleet.endpoints[:1])
    assert {d.kind for d in finding.differences} == {"missing", "extra"}
    assert "extra: #77 " in finding.text()


# --- Killed and interrupted ------------------------------------------------------------------------------------------


@pytest.fixture
def command(fleet, files, tmp_path):
    """`install` of the lab in a process, with a journal, slow enough to be caught."""
    inventory = tmp_path / "inventory.yaml"
    inventory.write_text("".join(f"p{n}-*: {server.address}\n" for n, server in enumerate(fleet.servers)))
    words = [sys.executable, "-m", "controller", "install", topologies.LAB, "--p4info", files[0], "--json", files[1],
             "--inventory", inventory, "--journal", tmp_path / "journal", "--at-once", "1", "--rate", "60"]  # fmt: skip

    def start(*more):
        return subprocess.Popen([*map(str, words), *more], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    return start


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_install_leaves_whole_entries_and_a_journal_and_goes_on(
    command, fleet, of_files, tmp_path, number
):
    checked = of_files
    process = command()
    try:
        until(lambda: sum(bool(device.entries) for device in fleet.device.values()) >= 2)
    finally:
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130), errors
    story = journal.read(tmp_path / "journal")
    assert (len(story.records) >= 2, story.ended) == (True, "" if number == signal.SIGKILL else "interrupted")
    assert "holds" in {record.state for record in story.records.values()}
    assert not any(name not in story.records and device.log for name, device in fleet.device.items())
    for endpoint in fleet.endpoints:  # whole entries, all of them planned
        held = {e.SerializeToString() for e in fleet.device[endpoint.name].entries.values()}
        assert held <= set(checked.encoded(endpoint).entries)
    done = [name for name, record in story.records.items() if record.state == "holds"]
    before = fleet.log()
    with Journal(tmp_path / "journal", story.heading) as noted:
        assert not push(fleet, checked, noted).failures
    assert all(fleet.log()[name] == before[name] for name in done)
    assert {f.state for f in Survey(checked).findings(fleet.endpoints)} == {"as planned"}


# --- Looking at a fleet ----------------------------------------------------------------------------------------------


def test_a_survey_says_who_holds_what(fleet, checked):
    push(fleet, checked)
    fleet.device["p0-t0-0"].entries.popitem()
    fleet.device["p0-t0-1"].config = None
    fleet.device["p1-t0-0"].hanging.add("Read")
    findings = {f.switch: f for f in Survey(checked, timeout_s=1).findings(fleet.endpoints)}
    assert {name: f.state for name, f in findings.items() if f.state != "as planned"} == {
        "p0-t0-0": "drift", "p0-t0-1": "other program", "p1-t0-0": "unreachable",
    }  # fmt: skip
    drifted = findings["p0-t0-0"]
    assert [d.kind for d in drifted.differences] == ["missing"]
    assert drifted.digest not in ("", checked.planned("p0-t0-0").digest)
    assert findings["p1-t1-0"].digest == checked.planned("p1-t1-0").digest


def test_entries_in_other_bytes_are_equal_if_they_mean_the_same(fleet, checked):
    """A switch may send match fields in another order, as the specification allows."""
    push(fleet, checked)
    for entry in fleet.device["p0-t0-0"].entries.values():
        fields = list(entry.match)[::-1]
        del entry.match[:]
        entry.match.extend(fields)
    assert {f.state for f in Survey(checked).findings(fleet.endpoints)} == {"as planned"}
    assert not any(report.changed for report in push(fleet, checked).reports)


@pytest.fixture
def called(capsys, monkeypatch):
    """Runs a command in this process: (status, standard output, standard error)."""

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["controller", *map(str, words)])
        try:
            run()
        except SystemExit as end:
            return (end.code, *capsys.readouterr())
        return (0, *capsys.readouterr())

    return command


def test_tables_from_a_folder_are_installed_and_a_damaged_one_keeps_all_from_being_written(
    fleet, files, lab, tmp_path, called
):
    folder = tmp_path / "tables"
    plan_fleet(lab, folder, jobs=1)
    inventory = tmp_path / "inventory.yaml"
    inventory.write_text("".join(f"p{n}-*: {server.address}\n" for n, server in enumerate(fleet.servers)))
    where = (topologies.LAB, "--p4info", files[0], "--json", files[1], "--inventory", inventory, "--tables", folder)
    damaged = folder / "p1-t1-1.tables"
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:-1])
    status, _, errors = called("install", *where)
    assert status == 1
    assert errors.startswith(f"error: {damaged}: {len(whole) - 1} bytes; accepted: {len(whole)}")
    assert errors.endswith("nothing was written\n")
    assert not any(fleet.log().values())
    damaged.write_bytes(whole)
    assert called("install", *where)[0] == 0
    assert called("verify", *where, "--fleet")[0] == 0


@pytest.mark.parametrize("name", ["install", "verify"])
def test_a_report_that_cannot_be_written_is_known_before_the_work(name, fleet, files, tmp_path, called):
    (tmp_path / "file").touch()
    report = tmp_path / "file" / "report.json"
    where = (topologies.LAB, "--p4info", files[0], "--json", files[1], "--report", report)
    status, out, errors = called(name, *where, "--switch", f"p0-t0-0={fleet.servers[0].address}")
    assert (status, out, errors) == (1, "", f"error: {report}: cannot write: File exists\n")
    assert not any(fleet.log().values())


def test_report_status_and_verify_of_the_command(fleet, files, tmp_path, called):
    command = called
    inventory, report, noted = tmp_path / "inventory.yaml", tmp_path / "report.json", tmp_path / "journal"
    inventory.write_text("".join(f"p{n}-*: {server.address}\n" for n, server in enumerate(fleet.servers)))
    where = (topologies.LAB, "--p4info", files[0], "--json", files[1], "--inventory", inventory)
    assert command("install", *where, "--wave", "1%,100%", "--journal", noted, "--report", report)[0] == 0
    rows = json.loads(report.read_text())["rows"]
    assert {row["switch"]: row["state"] for row in rows} == dict.fromkeys(fleet.device, "holds")
    status, out, _ = command("status", noted)
    assert (status, out.splitlines()[1:]) == (
        0, ["8 hold their plans, 0 failed, 0 begun and not finished, 0 not begun", "waves done: 2 of 2 (1, 8 switches)",
            "finished"],
    )  # fmt: skip
    assert command("verify", *where, "--fleet")[0] == 0
    only = (topologies.LAB, "--p4info", files[0], "--json", files[1], "--switch", f"p0-t0-0={fleet.servers[0].address}")
    assert "error: 7 switches of lab have no address, p0-t0-1 the first" in command("verify", *only, "--fleet")[2]
    assert "the journal of another push: waves" in command("install", *where, "--journal", noted)[2]
    assert "accepted: growing percentages" in command("install", *where, "--wave", "10%,1%")[2]
    for device in fleet.device.values():  # each lacks six entries: four lines are enough of so many switches
        for key in list(device.entries)[:6]:
            del device.entries[key]
    errors = command("verify", *where)[2]
    assert (errors.count("missing: "), errors.count("\n...")) == (8 * 3, 8)
    os.truncate(noted, 10)
    assert command("status", noted)[2] == f"error: {noted}:1: no line of a journal; accepted: mrc-push 1\n"


# --- The journal -----------------------------------------------------------------------------------------------------
# A journal can be read wherever it was cut, and is of one push only.

HEADING = Heading("lab", "d" * 64, 7, 8, (1, 8))


def record(switch, state="holds"):
    return Record(switch, state, "e" * 64, 1)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, HEADING) as noted:
        noted.add(record("a", "begun"))
        noted.add(record("a"))
        noted.add(record("b", "begun"))
    return path


def test_it_has_the_last_word_on_each_switch(path):
    story = journal.read(path)
    assert (story.heading, story.runs, story.ended) == (HEADING, 1, "")
    assert {name: each.state for name, each in story.records.items()} == {"a": "holds", "b": "begun"}


def test_cut_anywhere_in_its_last_line_it_goes_on_as_if_that_was_not_there(path):
    whole = path.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    for cut in range(start, len(whole)):
        path.write_bytes(whole[:cut])
        assert list(journal.read(path).records) == ["a"]
        with Journal(path, HEADING) as noted:
            noted.add(record("c"))
        assert list(journal.read(path).records) == ["a", "c"]


def test_a_last_line_that_a_crash_left_empty_does_not_count(path):
    whole = path.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    path.write_bytes(whole[:start] + b"\0" * 40 + b"\n")
    assert list(journal.read(path).records) == ["a"]


def test_a_run_after_a_finished_one_begins_anew(path):
    with Journal(path, HEADING) as noted:
        noted.end("some failed")
    assert list(journal.read(path).records) == ["a", "b"]
    with Journal(path, HEADING) as noted:
        assert list(noted.story.records) == ["a", "b"]
        noted.end("finished")
    assert list(journal.read(path).records) == ["a", "b"]
    with Journal(path, HEADING) as noted:
        assert noted.story.records == {}
        noted.add(record("b"))
    story = journal.read(path)  # that run was killed
    assert (list(story.records), story.runs, story.ended) == (["b"], 4, "")


def test_cut_in_its_first_line_it_begins_again(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, HEADING):
        pass
    whole = path.read_bytes()
    for cut in (1, 30, whole.index(b"\n")):
        path.write_bytes(whole[:cut])
        with Journal(path, HEADING):
            pass
        assert path.read_bytes() == whole


def test_a_line_that_the_disk_had_no_room_for_is_not_there(path, monkeypatch):
    write = os.write
    with Journal(path, HEADING) as noted:
        monkeypatch.setattr(os, "write", lambda file, line: write(file, line[:20]))
        with pytest.raises(ControllerError, match="journal: cannot write: no room for a line"):
            noted.add(record("c"))
        monkeypatch.undo()
        noted.add(record("d"))
        noted.add(record("e"))
    assert list(journal.read(path).records) == ["a", "b", "d", "e"]


def test_a_damaged_line_is_named(path):
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"begun", b"holds")
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(ControllerError, match=r"journal:3: damaged, or no line of a journal; accepted: mrc-push 1$"):
        journal.read(path)
    with pytest.raises(ControllerError, match=r"journal:3: damaged"):
        Journal(path, HEADING)


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (Heading("lab", "c" * 64, 7, 8, (1, 8)), r"plan dddddddddddddddd; accepted: cccccccccccccccc, or another file"),
        (Heading("lab", "d" * 64, 9, 8, (1, 8)), r"cookie 7; accepted: 9"),
        (Heading("lab", "d" * 64, 7, 8, (8,)), r"waves \(1, 8\); accepted: \(8,\)"),
    ],
)
def test_the_journal_of_another_push_is_left_alone(path, other, what):
    before = path.read_bytes()
    with pytest.raises(ControllerError, match=rf"journal:1: the journal of another push: {what}"):
        Journal(path, other)
    assert path.read_bytes() == before


def test_one_process_writes_it(path):
    with (
        Journal(path, HEADING),
        pytest.raises(ControllerError, match="journal: another push writes this journal; wait for it, or stop it"),
    ):
        Journal(path, HEADING)


@pytest.mark.parametrize("data", [b"", b"\n", b"x\n", b"00000000 {}\n", b"\xff\n", b"a3 [[[[\n"])
def test_what_is_no_journal_is_refused(tmp_path, data):
    path = tmp_path / "journal"
    path.write_bytes(data)
    with pytest.raises(ControllerError, match="journal:1: "):
        journal.read(path)


def test_a_place_that_cannot_be_written(tmp_path):
    with pytest.raises(ControllerError, match="cannot write: "):
        Journal(tmp_path, HEADING)
    with pytest.raises(ControllerError, match=r"^/dev/null: cannot write: not a regular file$"):
        Journal(Path("/dev/null"), HEADING)
