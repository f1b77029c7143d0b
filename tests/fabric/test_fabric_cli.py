# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fabric.errors import FabricError
from fabric.results import document as result
from fabric.scenario import reading as scenario
from fabric.traffic import workload
from outputs import OutputError, atomic

ROOT = Path(__file__).resolve().parents[2]


def fabric(*arguments, cwd=ROOT):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-m", "fabric", *map(str, arguments)],
        check=False,
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def result_file(scenario_file, fake_run, tmp_path):
    file = tmp_path / "out" / "result.json"
    atomic.write_text(file, result.dumps(result.build(fake_run(scenario_file()))))
    return file


def test_help_names_the_commands():
    shown = fabric("--help")
    assert shown.returncode == 0
    assert [word for word in ("run", "compare", "report") if word not in shown.stdout] == []


def test_a_bad_scenario_is_one_message_and_leaves_nothing(scenario_file, tmp_path):
    file = scenario_file(replace={"from: nic0": "from: nic7"})
    shown = fabric("run", file, "--out", tmp_path / "out")
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"error: {file}:8: workload.0.from: no NIC named 'nic7'")
    assert "Traceback" not in shown.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "cannot read: No such file"), (b"", "not a regular file of 1 ..")],
)
def test_a_bad_file_is_named(scenario_file, tmp_path, content, says):
    file = tmp_path / "mine.bin"
    if content is not None:
        file.write_bytes(content)
    shown = fabric("run", scenario_file(), "--out", tmp_path / "out", "--file", file)
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"error: --file: {file}: ")
    assert says in shown.stderr


def test_an_unknown_nic_option_is_blamed_on_its_line(scenario_file, tmp_path):
    file = scenario_file(replace={"seed: 7": "seed: 7\nnic:\n  options:\n    hop_limits: 3"})
    shown = fabric("run", file, "--out", tmp_path / "out")
    assert shown.returncode == 1
    assert f"error: {file}:7: nic.options.hop_limits: no such NIC option; accepted: " in shown.stderr


def test_wrong_usage_is_status_2(tmp_path):
    assert fabric("run").returncode == 2
    assert fabric("nothing").returncode == 2
    assert fabric("report", tmp_path / "none.json").returncode == 2


def test_comparing_one_result_is_wrong_usage(result_file):
    shown = fabric("compare", result_file)
    assert shown.returncode == 2
    assert "two or more" in shown.stderr


def test_report_makes_the_page_again(result_file):
    shown = fabric("report", result_file)
    assert shown.returncode == 0, shown.stderr
    assert "EVs out/back" in shown.stdout  # also when the terminal is narrow
    assert "How to read this" in result_file.with_name("report.html").read_text()


def test_compare_prints_and_writes_a_page(result_file, tmp_path):
    page = tmp_path / "c.html"
    shown = fabric("compare", result_file, result_file, "--out", page)
    assert shown.returncode == 0, shown.stderr
    assert "small #2" in shown.stdout
    assert "What did not change" in page.read_text()


def test_a_broken_result_is_one_message(tmp_path):
    file = tmp_path / "r.json"
    file.write_text("{}")
    shown = fabric("report", file)
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"error: {file}: format: None")


def test_a_short_file_is_repeated_to_the_length_of_the_write(scenario_file, tmp_path):
    loaded = scenario.load(scenario_file())
    mine = tmp_path / "mine.bin"
    mine.write_bytes(b"abc" * 50_000)
    carried = workload.payloads(loaded, mine)
    assert [(len(p.data), p.file_name, p.copy_bytes) for p in carried] == [(450_000, "mine.bin", 150_000)] * 2
    assert carried[0].data == mine.read_bytes() * 3
    mine.write_bytes(b"x" * 800_000)
    carried = workload.payloads(loaded, mine)
    assert len(carried[0].data) == 800_000
    assert workload.with_time_for(loaded, carried).limit_ns == 2 * loaded.limit_ns


def test_generated_payloads_differ_by_write_and_follow_the_seed(scenario_file):
    first = workload.payloads(scenario.load(scenario_file()), None)
    assert [len(p.data) for p in first] == [400_000, 400_000]
    assert first[0].data != first[1].data
    assert workload.payloads(scenario.load(scenario_file()), None) == first
    assert workload.payloads(scenario.load(scenario_file(replace={"seed: 7": "seed: 8"})), None) != first


def test_files_of_the_scenario_are_relative_to_it(scenario_file, tmp_path):
    (tmp_path / "data.bin").write_bytes(b"hello")
    loaded = scenario.load(scenario_file(replace={"bytes: 400kB}": "file: data.bin}"}))
    assert workload.payloads(loaded, None)[0] == workload.Payload(b"hello", "data.bin", 5)
    (tmp_path / "data.bin").unlink()
    with pytest.raises(FabricError, match=r"scenario.yaml:8: workload.0.file: .*data.bin: cannot read"):
        workload.payloads(loaded, None)


def test_files_appear_whole_or_not_at_all(tmp_path):
    file = tmp_path / "deep" / "x.bin"
    atomic.write_bytes(file, b"first")

    def fail():
        with atomic.atomic_file(file) as stream:
            stream.write(b"second, but")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert file.read_bytes() == b"first"
    assert [each.name for each in file.parent.iterdir()] == ["x.bin"]


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError, match=r"file/x: cannot write"):
        atomic.write_bytes(tmp_path / "file" / "x", b"")
