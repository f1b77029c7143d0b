# SPDX-License-Identifier: Apache-2.0
"""Benchmarks: they measure what they say, and what a run leaves."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_kit import status

from common import PROJECT_ROOT
from common.written_tables import END, begin
from fabric.emulation import switches
from fabric.experiments.__main__ import cli as experiments
from labs.grading.grader import main as grading
from p4soft.switch import SimpleSwitch
from tools.bench import __main__ as command
from tools.bench import emulator, growth, lookups, throughput, waits
from tools.bench.emulator import cost, measured
from tools.bench.measurements import Better, Curve, Figure, Measurement, Results, Settings, UnavailableError, document
from tools.bench.p4src import lab_workload
from tools.bench.page import page
from tools.bench.record import COMMAND, RecordError, read, recorded, table

# --- Results ---------------------------------------------------------------------------------------------------------
# What a benchmark run leaves: ratios, the document, the page; and that one that cannot run says so.

_MACHINE = {"processor": "<a & b>", "cores": 2, "python": "3.11", "load_before": 0.1}


@pytest.mark.parametrize(
    ("figure", "ratio"),
    [
        (Figure("a", 50.0, "packets/s", "peer", 10.0), 5.0),
        (Figure("a", 2.0, "s", "peer", 8.0, Better.LESS), 4.0),
        (Figure("a", 50.0, "packets/s"), None),
        (Figure("a", 0.0, "s", "peer", 1.0, Better.LESS), None),
    ],
)
def test_a_ratio_above_one_is_better_than_the_peer(figure: Figure, ratio: float | None) -> None:
    assert figure.ratio == ratio


def test_the_document_and_its_page_say_everything_and_escape_it() -> None:
    results = Results(
        [Figure("f", 1234567.0, "x/s", "<peer>", 1000.0, why="for & because")],
        [Curve("growth", "entries", "x/s", {"exact": [(1.0, 5.0), (1000.0, 4.0)], "lpm": [(1.0, 3.0)]})],
        {"veth": "needs <root>"},
    )
    made = document(results, _MACHINE)
    assert made["figures"] == [
        {
            "figure": "f",
            "value": 1234567.0,
            "unit": "x/s",
            "peer": "<peer>",
            "peer_value": 1000.0,
            "ratio": 1234.567,
            "better": "more",
            "why": "for & because",
        }
    ]
    json.dumps(made)
    text = page(made)
    for wanted in ("1,234,567", "&lt;peer&gt;", "for &amp; because", "needs &lt;root&gt;", "&lt;a &amp; b&gt;", "<svg"):
        assert wanted in text
    assert "<script" not in text
    assert text == page(made)


def refused(_settings: Settings):
    yield Figure("half", 1.0, "x/s")
    raise UnavailableError("no such thing here")


def works(settings: Settings):
    assert settings.scratch.is_dir()
    yield Figure("whole", settings.seconds, "s", better=Better.LESS)


def test_what_cannot_be_measured_is_said_and_the_rest_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (Measurement("veth", "shows", f"{__name__}:refused"), Measurement("nic", "shows", f"{__name__}:works"))
    monkeypatch.setattr(command, "MEASUREMENTS", rows)
    done = CliRunner().invoke(command.main, ["--out", str(tmp_path / "b"), "--seconds", "0.25"])
    assert done.exit_code == 0, done.output
    assert "not measured: veth: no such thing here" in done.output
    made = json.loads((tmp_path / "b" / "bench.json").read_text(encoding="utf-8"))
    assert [(f["figure"], f["value"]) for f in made["figures"]] == [("half", 1.0), ("whole", 0.25)]
    assert made["skipped"] == {"veth": "no such thing here"}
    assert (tmp_path / "b" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "wanted"), [(["--only", "nosuch"], "nosuch"), (["--seconds", "0"], "0.05<=x<=60")]
)
def test_mistakes_are_explained(arguments: list[str], wanted: str) -> None:
    done = CliRunner().invoke(command.main, arguments)
    assert done.exit_code == 2
    assert wanted in done.output


@pytest.mark.parametrize("size", [256, 1500, 4200])
def test_the_workload_has_whole_packets(size: int) -> None:
    workload = lab_workload(size)
    assert [len(frame) for frame in workload.frames] == [size, size]
    for frame in workload.frames:
        assert int.from_bytes(frame[18:20], "big") == size - 54  # payload of the outer IPv6 header
        assert int.from_bytes(frame[58:60], "big") == size - 94  # of the inner one
        assert int.from_bytes(frame[98:100], "big") == size - 94  # of UDP


def test_every_measurement_is_there() -> None:
    for measurement in command.MEASUREMENTS:
        module, _, name = measurement.function.partition(":")
        assert callable(getattr(import_module(module), name)), measurement.name


# --- The page of the project's own figures ----------------------------------------------------------------------------

PERFORMANCE = PROJECT_ROOT / "docs" / "performance.md"


def test_the_page_has_the_stored_figures() -> None:
    written = PERFORMANCE.read_text(encoding="utf-8").partition(f"{begin(COMMAND)}\n")[2].partition(f"\n{END}")[0]
    stored = read(PERFORMANCE)
    assert len(stored) >= 20
    assert written == table(stored), f"{COMMAND} writes it"


def test_a_run_of_a_part_takes_the_place_of_its_figures_alone(tmp_path: Path) -> None:
    at = tmp_path / "page.md"
    at.write_text(f"before\n{begin(COMMAND)}\nold\n{END}\nafter\n")
    for figures in ([Figure("a", 1.0, "s"), Figure("b", 2.0, "s", "peer", 8.0, Better.LESS)], [Figure("a", 3.0, "s")]):
        recorded(at, document(Results(figures), _MACHINE))
    rows = at.read_text().splitlines()
    assert rows[0] == "before" and rows[-2:] == [END, "after"]
    assert rows[4:6] == ["| `a` | 3 | s | () |  |  |", "| `b` | 2 | s | peer | 8 | 4 |"]


def test_a_page_without_a_table_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("nothing\n")
    said = CliRunner().invoke(command.main, ["--page", str(tmp_path / "page.md"), "--out", str(tmp_path / "out")])
    assert isinstance(said.exception, RecordError) and "no table" in str(said.exception)
    assert said.output == "" and not (tmp_path / "out").exists()


def test_a_page_that_has_no_table_and_figures_that_are_none_are_refused(tmp_path: Path) -> None:
    at = tmp_path / "page.md"
    made = document(Results([Figure("a", 1.0, "s")]), _MACHINE)
    with pytest.raises(RecordError, match=r"page\.md: .*No such file"):
        recorded(at, made)
    at.write_text("nothing\n")
    with pytest.raises(RecordError, match=r"page\.md: no table; accepted: a page with the lines <!-- table: "):
        recorded(at, made)
    at.with_suffix(".json").write_text('[{"figure": 1}]')
    with pytest.raises(RecordError, match=r"page\.json: .*; accepted: what python -m tools\.bench "):
        recorded(at, made)


# --- Growth ----------------------------------------------------------------------------------------------------------
# The measurements of growth measure what they say: every frame hits, every curve has its points.


@pytest.mark.parametrize("kind", growth.KINDS, ids=lambda kind: kind.name)
def test_every_frame_hits_an_entry(kind):
    """`entries_curve` raises when a frame does not leave by the port that entries name."""
    (point,) = growth.entries_curve([kind], [40])
    assert (point.curve, point.series, point.x) == ("entries", kind.name, 40)
    assert point.packets > 0
    assert point.inserts > 0
    assert 40 * 8 < point.bytes_per_entry * 40 < 40 * 1000


def test_tables_and_header_bytes():
    assert [p.x for p in growth.tables_curve([1, 3])] == [1, 3]
    assert [p.x for p in growth.headers_curve([1, 17])] == [16, 272]


@pytest.mark.parametrize("shape", lookups.SHAPES, ids=lambda shape: shape.name)
def test_lookups_alone(shape):
    """`growth` raises when native code does not find what is in the table."""
    (row,) = lookups.growth([shape], [70])
    assert (row.shape, row.entries) == (shape.name, 70)
    assert min(row.lookups, row.python_lookups, row.inserts, row.deletes) > 0


# --- Queue pairs -----------------------------------------------------------------------------------------------------
# What a queue pair costs a NIC: memory that stays is counted, and a NIC takes many peers.


def test_memory_that_stays_is_counted_for_each_call():
    kept, numbers = [], []

    def connect_one(number):
        numbers.append(number)
        kept.append(bytearray(100_000))
        bytearray(1_000_000)  # is gone at once

    per_call, seconds = cost(200, connect_one)
    assert per_call == pytest.approx(100_000, rel=0.02)
    assert seconds > 0
    assert numbers == list(range(200))


def test_a_peer_costs_what_a_queue_pair_costs_and_one_more_destination():
    found = measured(60, 60)
    assert found["qp_bytes"] > 128 * 2 * 50  # the state of 128 EVs and as many backups, tens of bytes each
    assert found["qp_bytes"] < 64_000  # 68,000 with the outer addresses of EVs that have carried nothing
    assert 0.5 < found["peer_bytes"] / found["qp_bytes"] < 2
    # With the configuration of 8 planes; 27,000 if it has generators, tables and long queues of its own.
    assert found["nic_bytes"] < 14_000


# --- Throughput ------------------------------------------------------------------------------------------------------
# The benchmark measures packets that really go through every table.


def test_the_benchmark_program_forwards_and_hits_every_table():
    sw = SimpleSwitch()
    sw.faults_are_fatal = True
    sw.load(throughput.build_program())
    throughput.fill(sw)
    ip = bytes([0x60]) + bytes(5) + bytes([41, 64]) + bytes(16) + b"\xfc" + bytes(15)
    frame = bytes(14) + ip * 2 + bytes(2) + b"\x12\xb7" + bytes(4) + bytes(100)
    (emission,) = sw.receive(1, frame, 0)
    assert emission.port == 2
    assert emission.frame[14 + 7] == 63
    assert emission.frame[14 + 24 :][:16] == bytes(16)  # three shifts by 16 push the leading byte out
    hits = [sum(e.packets for e in t.entries()) for t in sw.state.tables.values()]
    # after the first shift 0xfc00... is 0, so later lpm tables miss
    assert [h for i, h in enumerate(hits) if i % 3] == [1] * 8
    assert hits[0] == 1


def test_command_line(capsys):
    assert status(throughput.entry, ["--packets", "20"]) == 0
    assert capsys.readouterr().out.count("packets/s") == 16
    assert status(throughput.entry, ["--program", "no-such-file.json"]) == 1
    assert "error: " in capsys.readouterr().err
    assert status(throughput.entry, ["--nope"]) == 2


# --- The emulator ----------------------------------------------------------------------------------------------------
# The emulator alone.


def test_the_emulator_alone_is_fast_enough():
    measured = emulator.measure(300)
    assert measured.events > 10_000
    # The room's own budget is 10 us per event on an idle core; three times that tolerates a shared one.
    assert measured.microseconds_per_event < 30


# --- Waits -----------------------------------------------------------------------------------------------------------
# What people wait for: commands as they are typed, and a lab that always goes down again.


@pytest.fixture
def typed(monkeypatch):
    """The commands that would have run; what they print is in the dictionary, by their second word."""
    seen, prints = [], {}

    def run(module, *arguments):
        seen.append((module, *arguments))
        return prints.get(arguments[0], "")

    monkeypatch.setattr(waits, "_run", run)
    return seen, prints


def test_each_command_is_a_figure_of_its_own(typed, monkeypatch, tmp_path):
    seen, _ = typed
    monkeypatch.setattr(waits, "_lab_page", lambda _: 2.5)
    figures = {each.figure: each for each in waits.commands(Settings(1.0, tmp_path))}
    assert list(figures) == ["wait_demo", "wait_fig18", "wait_lab_page", "wait_lab_check"]
    assert figures["wait_lab_page"].value == 2.5
    assert {module for module, *_ in seen} == {"mrc_fabric", "fabric.experiments", "labs.grading"}
    folders = [each[-1] for each in seen if each[0] == "fabric.experiments"]
    assert len(set(folders)) == len(folders) == 3, "each makes its runs, and finds none"
    commands = {"fabric.experiments": experiments, "labs.grading": grading}
    for module, *arguments in seen:
        if command := commands.get(module):
            command.make_context(module, arguments, resilient_parsing=False).close()  # it takes such arguments


def test_a_lab_without_a_page_goes_down_again(typed):
    seen, prints = typed
    prints["up"] = "no page: no free port\n"
    with pytest.raises(UnavailableError, match="no lab comes up here; `make lab` says why"):
        waits._lab_page("mine")
    assert seen[-1] == ("labs", "down", "--name", "mine")


def test_a_command_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(sys, "executable", "false")
    assert waits._run("nothing") == "", "1 is the verdict of a figure that does not hold"
    monkeypatch.undo()
    with pytest.raises(UnavailableError, match=r"(?s)-m controller --nothing ended with status 2: .*No such option"):
        waits._run("controller", "--nothing")


def test_the_page_says_how_much_memory_a_fabric_is_held_against() -> None:
    text = " ".join((PROJECT_ROOT / "docs" / "performance.md").read_text(encoding="utf-8").split())
    sizes = {
        "switch": switches.SWITCH_BYTES, "entry": switches.ENTRY_BYTES, "NIC": switches.NIC_BYTES,
        "link": switches.LINK_BYTES,
    }  # fmt: skip
    said = ", ".join(f"{size // 1000} kB for {'an' if name == 'entry' else 'a'} {name}" for name, size in sizes.items())
    assert f"**Memory of an emulation**: at most {said}, and what is in flight" in text
