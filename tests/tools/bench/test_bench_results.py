# SPDX-License-Identifier: Apache-2.0
"""What a benchmark run leaves: ratios, the document, the page; and that one that cannot run says so."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from common import PROJECT_ROOT
from common.written_tables import END, begin
from tools.bench import __main__ as command
from tools.bench.measurements import Better, Curve, Figure, Measurement, Results, Settings, UnavailableError, document
from tools.bench.p4src import lab_workload
from tools.bench.page import page
from tools.bench.record import COMMAND, RecordError, read, recorded, table

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
