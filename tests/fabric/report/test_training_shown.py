# SPDX-License-Identifier: Apache-2.0
"""A training job in the terminal and on the page: its steps, and why some were slow."""

from __future__ import annotations

import copy
import io
import re

import pytest
from fabric_kit import LAB
from rich.console import Console
from shown_kit import shown

from fabric.report import tables
from fabric.report.page import run_page
from fabric.running import result_of
from fabric.scenario.reading import load

TEXT = f"""\
name: trained
topology: {LAB}
limit: 5ms
workload:
  - name: job
    training:
      steps: 4
      compute: 20us
      collectives: [{{collective: send-receive, bytes: 16KiB}}]
"""
SLOW = {
    "step": 2, "begin_ns": 60_000, "took_ns": 50_000, "over_ns": 20_000, "flow": 0, "from": "nic0", "to": "nic1",
    "collective": "ring-all-reduce", "bucket": 1, "message": 9, "posted_ns": 61_000, "message_ns": 24_000,
    "usual_ns": 4_000, "end": "arrival", "resent": 2,
    "first_resent": {
        "at_ns": 80_000, "before_ns": 61_500, "message": 9, "path": ["p0-t0-0", "p0-t1-1", "p0-t0-1"], "ev": 0xC0000001,
        "why": "trimmed", "fault": "switch p0-t1-1 stopped",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    file = tmp_path_factory.mktemp("scenarios") / "trained.yaml"
    file.write_text(TEXT)
    return result_of(load(file), served=False)


def printed(result):
    stream = io.StringIO()
    tables.print_result(result, Console(file=stream, width=tables.MINIMUM_WIDTH))
    return " ".join(stream.getvalue().split())


def test_the_steps_of_a_job_stand_in_the_terminal_and_on_the_page(made):
    (job,) = made["trainings"]
    assert job["done"] == 4 and len(set(job["executed"]["took_ns"])) <= 4 and job["slow_steps"] == []
    text, page = printed(made), shown(made)
    assert re.search(r"Training job .* job 4 4 of 4 ", text) and "Slow steps" not in text
    assert f"{job['goodput']:.1%}" in text and f"{job['idle']:.1%}" in text
    assert '<h2 id="training">' in page and page == run_page(made)
    assert "p99 of 4 steps of job" in page and 'data-name="steps"' in page


@pytest.mark.usefixtures("sketched")
def test_a_slow_step_says_which_message_by_which_path_and_why(made):
    slow = copy.deepcopy(made)
    late = {**SLOW, "step": 3, "end": "acknowledgement", "resent": 0, "first_resent": None}
    slow["trainings"][0]["slow_steps"] = [SLOW, late]
    restart = {"failed_ns": 70_000, "step": 2, "from_step": 1, "resumed_ns": 90_000, "why": "retry_exceeded", "flow": 0}
    slow["trainings"][0]["restarts"] = [{**restart, "name": "nic0 → nic1"}]
    why = (
        "nic0 → nic1, ring-all-reduce, bucket 2: 24.0 µs, usually 4.0 µs; sent again: 2, the first by p0-t0-0 → "
        "p0-t1-1 → p0-t0-1 (EV 0xc0000001): trimmed; switch p0-t1-1 stopped"
    )
    assert tables.why_slow(SLOW) == why
    assert "24.0 µs until its sender knew, usually 4.0 µs; nothing sent again" in tables.why_slow(late)
    text, page = printed(slow), run_page(slow)
    assert "switch p0-t1-1 stopped" in text
    assert why in page and "Grey: the job goes back" in page and "retry_exceeded" in page


@pytest.mark.usefixtures("sketched")
def test_a_run_without_a_job_says_nothing_of_one(made):
    other = {name: value for name, value in made.items() if name != "trainings"}
    assert "Training" not in printed(other) and 'id="training"' not in run_page(other)
