# SPDX-License-Identifier: Apache-2.0
"""What every run leaves behind, whichever engine made it: received files, `result.json`, the page; and its verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from fabric.report import tables
from fabric.results import Result, dumps
from fabric.scenario.model import Scenario
from fabric.traffic.payloads import Payload, received_name
from fabric.traffic.plan import plan_of
from p4soft import outputs

#: Where received copies go below the output directory.
RECEIVED = "received"


def write_received(scenario: Scenario, carried: Sequence[Payload], received: Callable[[int], bytes], out: Path) -> None:
    """What arrived of writes that carried a file, whole or not: the user may want to look at a broken copy too.

    Raises:
        OutputError: a file cannot be written.
    """
    nic = scenario.topology.nic
    for index, (flow, payload) in enumerate(zip(plan_of(scenario).flows, carried, strict=True)):
        if payload.file_name is not None:
            ends = nic(flow.source).name, nic(flow.destination).name
            name = received_name(index, *ends, payload.file_name)
            outputs.write_bytes(out / RECEIVED / name, received(index)[: payload.copy_bytes])


def finish(made: Result, out: Path, console: Console) -> bool:
    """Write and show a result; True when all bytes arrived intact and every expectation held. Raises OutputError."""
    from fabric.report.page import run_page  # noqa: PLC0415 - matplotlib takes a second

    outputs.write_text(out / "result.json", dumps(made))
    outputs.write_text(out / "report.html", run_page(made))
    tables.print_result(made, tables.wide_enough(console))
    console.print(f"{out}/result.json, {out}/report.html", markup=False, highlight=False, soft_wrap=True)
    return bool(made["verdict"]["passed"])
