# SPDX-License-Identifier: Apache-2.0
"""Collectives and training jobs in the terminal and on the page."""

from __future__ import annotations

import copy
import io
import re

import pytest
from fabric_kit import LAB
from rich.console import Console
from shown_kit import shown

from fabric.report import comparison, tables
from fabric.report.page import run_page
from fabric.running import result_of
from fabric.scenario.reading import load

# --- Collectives -----------------------------------------------------------------------------------------------------
# Collectives in the terminal, on the page and side by side: their own numbers, and none that mean nothing for them.
#
# The bandwidths expected are worked out here from the times: nccl-tests' doc/PERFORMANCE.md, of four ranks.

BYTES = 65536
STEERED = """\
  - {name: reduce, collective: ring-all-reduce, bytes: 64KiB}
  - {name: exchange, collective: all-to-all, bytes: 64KiB, after: [reduce]}
  - {from: nic0, to: nic3, bytes: 4KiB, after: [exchange]}
"""
TOGETHER = """\
  - {name: gather, collective: incast, bytes: 64KiB, to: nic3}
"""
ONE_AFTER_THE_OTHER = """\
  - {from: nic0, to: nic3, bytes: 4KiB}
  - {from: nic1, to: nic3, bytes: 4KiB, at: 1ms}
"""
AT_ONCE = """\
  - {from: nic0, to: nic3, bytes: 400kB}
  - {from: nic1, to: nic3, bytes: 400kB, at: 5us}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Gives the result of a workload; each is run once."""
    directory, found = tmp_path_factory.mktemp("scenarios"), {}

    def make(workload):
        if workload not in found:
            file = directory / f"s{len(found)}.yaml"
            file.write_text(f"name: mixed\ntopology: {LAB}\nlimit: 5ms\nworkload:\n{workload}")
            found[workload] = result_of(load(file), served=False)
        return copy.deepcopy(found[workload])

    return make


def printed(result):
    stream = io.StringIO()
    tables.print_result(result, Console(file=stream, width=tables.MINIMUM_WIDTH))
    return stream.getvalue()


def words(markup):
    return " ".join(re.sub(r"<[^>]*>", " ", markup[markup.index("<body") :]).split())


def bandwidths(result, name, factor):
    """Gb/s as nccl-tests counts: the size over the time, and that times the factor of the pattern."""
    (took,) = (each["duration_ns"] for each in result["collectives"] if each["name"] == name)
    return BYTES * 8 / took, factor * BYTES * 8 / took


def test_bandwidths_and_times_stand_before_the_verdict_in_the_terminal(made):
    result = made(STEERED)
    text = printed(result)
    collectives = text[text.index("Collectives") :]
    assert "SHA-256" not in collectives, "they come last, where the eye is"
    for name, factor in (("reduce", 6 / 4), ("exchange", 3 / 4)):
        algorithm, bus = bandwidths(result, name, factor)
        (row,) = re.findall(rf"^ {name} .*$", collectives, re.MULTILINE)
        assert f" {algorithm:.1f} " in row
        assert f" {bus:.1f} " in row
        assert f" {algorithm / 8:.2f} / {bus / 8:.2f} " in row, "GB/s, as nccl-tests prints"
        assert " µs " in row


def test_bandwidths_and_times_are_on_the_page_above_everything(made):
    result = made(STEERED)
    text = words(shown(result))
    algorithm, bus = bandwidths(result, "exchange", 3 / 4)
    assert re.search(rf"{bus:.1f} Gb/s busbw of exchange \(all-to-all\); algbw {algorithm:.1f}, in [\d.]+ µs", text)
    assert text.index("algorithm bandwidth (algbw)") < text.index("The fabric")
    assert f"{bus:.1f} Gb/s {bus / 8:.2f} GB/s" in text


@pytest.mark.usefixtures("sketched")
def test_the_slowest_step_of_a_collective_is_named(made):
    result = made(STEERED)
    for collective in result["collectives"]:
        flows = [result["flows"][index] for index in collective["flows"]]
        for number, flow in enumerate(flows):
            flow["messages"]["delivery"]["max"] = 9_000 if number == 2 else 5_000
        line = f"9.0 µs, {flows[2]['from']} → {flows[2]['to']}"
        assert f"slowest step of {collective['name']}: {line}" in printed(result)
        assert line in words(shown(result))


def test_flows_that_wait_for_one_another_have_no_fair_share(made):
    result = made(STEERED)
    assert {flow["fair_share_gbps"] for flow in result["flows"]} == {None}
    assert {flow["goodput_fraction"] for flow in result["flows"]} == {None}
    assert (result["checks"]["goodput_fraction.min"], result["checks"]["goodput_fraction.mean"]) == (None, None)
    page = words(shown(result))
    assert "of its fair share, slowest flow" not in page
    assert "dashed line" not in page
    assert "Flows wait for one another here, so that none has a fair share of all." in page
    assert "%" not in "".join(re.findall(r"^ nic\d → .*$", printed(result), re.MULTILINE))


@pytest.mark.usefixtures("sketched")
def test_an_incast_has_both(made):
    """Its flows share a port from the beginning to the end."""
    result = made(TOGETHER)
    page = words(shown(result))
    assert "of its fair share, slowest flow" in page
    assert "busbw of gather (incast)" in page
    assert [flow["fair_share_gbps"] for flow in result["flows"]] == pytest.approx([200 / 3] * 3, abs=0.001)


@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize(
    ("workload", "title"),
    [
        (STEERED, "The busiest ports"),
        (ONE_AFTER_THE_OTHER, "The busiest ports"),
        (TOGETHER, "The incast port"),
        (AT_ONCE, "The incast port"),
    ],
    ids=["all-to-all", "one after the other", "incast", "writes at once"],
)
def test_an_incast_port_is_one_to_which_several_send_at_a_time(made, workload, title):
    result = made(workload)
    page = words(shown(result))
    assert title in page
    assert "The incast port" in page or "incast" not in page
    towards = {port["port"].split(">")[1].split(":")[0] for port in result["timeline"]["ports"] if port["incast"]}
    assert towards == ({"nic3"} if title == "The incast port" else set())


@pytest.mark.usefixtures("sketched")
def test_the_slowest_of_many_collectives_has_a_tile(made):
    result = made(STEERED)
    result["collectives"] = [
        {**result["collectives"][0], "name": f"c{number}", "bus_gbps": 200.0 - number} for number in range(5)
    ]
    page = words(shown(result))
    assert "196.0 Gb/s busbw of the slowest of 5 collectives: c4 (ring-all-reduce); algbw" in page
    result["collectives"][2].update(bus_gbps=None, algorithm_gbps=None, duration_ns=None, end_ns=None)
    assert "unfinished the slowest of 5 collectives: c2 (ring-all-reduce)" in words(shown(result))


@pytest.mark.usefixtures("sketched")
def test_collectives_side_by_side(made):
    result, slower = made(STEERED), made(STEERED)
    exchange = slower["collectives"][1]
    exchange.update(
        duration_ns=2 * exchange["duration_ns"],
        algorithm_gbps=exchange["algorithm_gbps"] / 2,
        bus_gbps=exchange["bus_gbps"] / 2,
    )
    rows = {row.name: row for row in comparison.rows([result, slower]) if row.name.startswith("collectives.exch")}
    assert {name: row.cells[1].trend for name, row in rows.items()} == {
        "collectives.exchange.took_us": "worse",
        "collectives.exchange.algorithm_gbps": "worse",
        "collectives.exchange.bus_gbps": "worse",
    }
    assert rows["collectives.exchange.took_us"].cells[1].change == "× 2.00"
    page = words(comparison.comparison_page([result, slower]))
    assert "bus bandwidth of exchange (all-to-all) (nccl-tests&#39; busbw) collectives.exchange.bus_gbps" in page
    gone = made(STEERED)
    gone["collectives"] = gone["collectives"][:1]
    assert {
        row.cells[1].shown for row in comparison.rows([result, gone]) if row.name == "collectives.exchange.bus_gbps"
    } == {"n/a"}


# --- Training --------------------------------------------------------------------------------------------------------
# A training job in the terminal and on the page: its steps, and why some were slow.

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
def trained(tmp_path_factory):
    file = tmp_path_factory.mktemp("scenarios") / "trained.yaml"
    file.write_text(TEXT)
    return result_of(load(file), served=False)


def printed_training(result):
    stream = io.StringIO()
    tables.print_result(result, Console(file=stream, width=tables.MINIMUM_WIDTH))
    return " ".join(stream.getvalue().split())


def test_the_steps_of_a_job_stand_in_the_terminal_and_on_the_page(trained):
    (job,) = trained["trainings"]
    assert job["done"] == 4 and len(set(job["executed"]["took_ns"])) <= 4 and job["slow_steps"] == []
    text, page = printed_training(trained), shown(trained)
    assert re.search(r"Training job .* job 4 4 of 4 ", text) and "Slow steps" not in text
    assert f"{job['goodput']:.1%}" in text and f"{job['idle']:.1%}" in text
    assert '<h2 id="training">' in page and page == run_page(trained)
    assert "p99 of 4 steps of job" in page and 'data-name="steps"' in page


@pytest.mark.usefixtures("sketched")
def test_a_slow_step_says_which_message_by_which_path_and_why(trained):
    slow = copy.deepcopy(trained)
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
    text, page = printed_training(slow), run_page(slow)
    assert "switch p0-t1-1 stopped" in text
    assert why in page and "Grey: the job goes back" in page and "retry_exceeded" in page


@pytest.mark.usefixtures("sketched")
def test_a_run_without_a_job_says_nothing_of_one(trained):
    other = {name: value for name, value in trained.items() if name != "trainings"}
    assert "Training" not in printed_training(other) and 'id="training"' not in run_page(other)
