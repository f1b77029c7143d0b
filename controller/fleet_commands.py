# SPDX-License-Identifier: Apache-2.0
"""The commands that talk to switches, `install`, `verify`, `read`, `watch`; and `status`, which reads a journal.

Switches are given as ``NAME=HOST:PORT`` arguments or by an inventory (`controller.inventory`), their tables by the
topology or by a folder that `plan --folder` wrote.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from fractions import Fraction
from pathlib import Path

import click
from msgspec import to_builtins
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.table import Table

import topologies
from controller import journal as journals
from controller import watch
from controller.client import InstallReport
from controller.columns import ColumnPlanner
from controller.errors import ControllerError, VerifyError
from controller.fleet import Folder, FolderWriter, Row, fleet_digest
from controller.inventory import Endpoint, check_address, check_unique, from_arguments, from_file
from controller.journal import Heading, Journal, Record
from controller.pipeline import Pipeline
from controller.push import FleetPlan, Outcome, Planned, Progress, Push, Tables, Terms, sizes, summary
from controller.watch import Finding, Survey
from p4soft.command_line import until_interrupted
from p4soft.outputs import atomic_file, write_text
from topologies import Fabric

ONE_BY_ONE = 64
"""Up to this many switches, each has a line of its own."""
_SHOWN = 20
"""Switches that differ or failed, of which a command says how."""

_WHOLE, _LINES = 3, 4
"""If there are more switches than that, each has at most this many lines."""

# --- Options ---------------------------------------------------------------------------------------------------------


TOPOLOGY = click.argument("topology", type=click.Path(path_type=Path))


def _number(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    if value is not None and math.isnan(value):  # every comparison with it is false, so no range refuses it
        raise click.BadParameter("nan is not a number")
    return value


def inventory_options(command: click.decorators.FC) -> click.decorators.FC:
    """Which program, which switches, how patient."""
    options = (
        click.option("--p4info", required=True, type=click.Path(path_type=Path), help="P4Info, protobuf text format."),
        click.option("--json", "config", required=True, type=click.Path(path_type=Path), help="BMv2 JSON."),
        click.option(
            "--switch", "switches", multiple=True, metavar="NAME=HOST:PORT", help="A switch; may be repeated."
        ),
        click.option(
            "--inventory",
            type=click.Path(path_type=Path),
            help="YAML file: NAME: HOST:PORT for each switch, or `classes` and `switches` (docs/fleet.md).",
        ),
        click.option(
            "--timeout",
            default=10.0,
            show_default=True,
            type=click.FloatRange(0.01, 3600),
            callback=_number,
            help="Seconds per call; six times as long for the program to be loaded.",
        ),
    )
    return _with(options, command)


def fleet_options(command: click.decorators.FC) -> click.decorators.FC:
    """Where the plan comes from, how many switches at a time, where the report goes."""
    options = (
        click.option(
            "--tables",
            "folder",
            type=click.Path(file_okay=False, path_type=Path),
            help="Tables that `plan --folder` wrote; planned from TOPOLOGY when left out.",
        ),
        click.option(
            "--at-once", default=16, show_default=True, type=click.IntRange(1, 256), help="Switches at a time."
        ),
        click.option("--report", type=click.Path(path_type=Path), help="Write what each switch holds, as JSON."),
    )
    return _with(options, command)


def _with(options: Sequence[object], command: click.decorators.FC) -> click.decorators.FC:
    for option in reversed(options):
        command = option(command)  # type: ignore[operator]
    return command


class _Waves(click.ParamType[tuple[Fraction, ...]]):
    """Shares of a fleet: ``1%,10%,100%``."""

    name = "SHARES"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Fraction, ...]:
        """Growing shares, the last one all; fails with what is accepted."""
        if isinstance(value, tuple):
            return value
        try:
            shares = tuple(Fraction(part.strip().removesuffix("%")) / 100 for part in str(value).split(","))
        except (ValueError, ZeroDivisionError):
            shares = ()
        growing = all(a < b for a, b in zip((Fraction(0), *shares), shares, strict=False))
        if not shares or shares[-1] != 1 or not growing:
            self.fail(f"{value!r}; accepted: growing percentages that end with 100%, such as 1%,10%,100%", param, ctx)
        return shares


def endpoints_of(fabric: Fabric, switches: tuple[str, ...], inventory: Path | None) -> list[Endpoint]:
    """The switches that a command is about. Raises ControllerError, or UsageError: none is named."""
    endpoints = from_arguments(fabric, switches)
    if inventory is not None:
        endpoints += from_file(fabric, inventory)
    if not endpoints:
        raise click.UsageError("name at least one switch: --switch NAME=HOST:PORT or --inventory FILE")
    check_unique(endpoints)
    return endpoints


def _source(fabric: Fabric, folder: Path | None) -> Tables:
    if folder is None:
        return ColumnPlanner(fabric).plan
    opened = Folder.open(folder, fabric)
    return lambda switch: opened.tables(switch.name)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[tuple[Bar, TaskID]]:
    """Progress on standard error, gone when done and absent without a terminal."""
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
    )  # fmt: skip
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar, bar.add_task(what, total=total)


class _TriedError(Exception):
    """Ends the writing of a file that is only tried."""


def _check_report(path: Path | None) -> None:
    """Refuse a place where no report can be written before the work is done. Raises OutputError."""
    if path is not None:
        with suppress(_TriedError), atomic_file(path):
            raise _TriedError


def _checked(plan: FleetPlan, endpoints: Sequence[Endpoint]) -> dict[str, Planned]:
    with progress_bar("checking plans", len(endpoints)) as (bar, task):
        return plan.check(endpoints, lambda done: bar.update(task, completed=done))


def _fleet_digest(endpoints: Iterable[Endpoint], planned: dict[str, Planned]) -> str:
    rows = ((endpoint.switch, planned[endpoint.name]) for endpoint in endpoints)
    return fleet_digest(Row(node.name, node.device_id, each.entries, each.digest, "", 0) for node, each in rows)


# --- install ---------------------------------------------------------------------------------------------------------


@click.command("install")
@TOPOLOGY
@inventory_options
@fleet_options
@click.option(
    "--election-id", default=1, show_default=True, type=click.IntRange(min=1, max=2**63), help="The highest wins."
)
@click.option(
    "--wave", "waves", default="100%", show_default=True, type=_Waves(),
    help="Shares of the switches, such as 1%,10%,100%; each wave has to hold its tables before the next begins.",
)  # fmt: skip
@click.option(
    "--retries", default=3, show_default=True, type=click.IntRange(0, 100),
    help="How often a switch that is silent or busy is tried again, later each time.",
)  # fmt: skip
@click.option(
    "--rate", type=click.FloatRange(min=1), callback=_number, help="Most updates per second of a switch; no limit."
)
@click.option(
    "--journal", "journal_path", type=click.Path(dir_okay=False, path_type=Path),
    help="Note what is done; with the journal of an interrupted run, go on with that.",
)  # fmt: skip
def install_command(
    *,
    topology: Path,
    p4info: Path,
    config: Path,
    switches: tuple[str, ...],
    inventory: Path | None,
    timeout: float,
    folder: Path | None,
    at_once: int,
    report: Path | None,
    election_id: int,
    waves: tuple[Fraction, ...],
    retries: int,
    rate: float | None,
    journal_path: Path | None,
) -> None:
    """Make each switch hold its tables: pipeline, entries, read back, compare. Twice changes nothing.

    All plans are checked before the first write.
    """
    _check_report(report)
    fabric = topologies.load(topology)
    endpoints = endpoints_of(fabric, switches, inventory)
    pipeline = Pipeline.load(p4info, config)
    plan = FleetPlan(_source(fabric, folder), pipeline)
    planned = _checked(plan, endpoints)
    terms = Terms(waves, at_once, retries, rate, timeout, election_id)
    heading = Heading(
        fabric.name, _fleet_digest(endpoints, planned), pipeline.cookie, len(endpoints), sizes(waves, len(endpoints))
    )
    began = time.monotonic()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(journal_path, heading)) if journal_path is not None else None
        bar, task = stack.enter_context(progress_bar("", len(endpoints)))

        def told(progress: Progress) -> None:
            more = "".join(
                f", {count} {what}"
                for count, what in ((progress.failed, "failed"), (progress.retried, "retries"))
                if count
            )
            text = f"wave {progress.wave} of {progress.waves}{more}"
            bar.update(task, description=text, total=progress.size, completed=progress.holding)

        outcome = Push(endpoints, plan, terms, journal, told).run()
    if report is not None:
        document = _push_document(heading, endpoints, planned, outcome)
        document["seconds"] = round(time.monotonic() - began, 3)
        write_text(report, json.dumps(document, indent=1) + "\n")
    _print_outcome(outcome, len(endpoints))


def _push_document(
    heading: Heading, endpoints: Sequence[Endpoint], planned: dict[str, Planned], outcome: Outcome
) -> dict[str, object]:
    rows = []
    for endpoint in endpoints:
        record = outcome.records.get(endpoint.name)
        row: dict[str, object] = {"switch": endpoint.name, "address": endpoint.address, "state": "not begun"}
        row |= {"digest": planned[endpoint.name].digest}
        if record is not None:
            row |= to_builtins(record)
        rows.append(row)
    return {**heading.document(), "stopped": outcome.stopped, "written_by_others": list(outcome.foreign), "rows": rows}


def _print_outcome(outcome: Outcome, count: int) -> None:
    if count <= ONE_BY_ONE:
        _print_reports(outcome.reports)
    if count > ONE_BY_ONE or not outcome.reports or outcome.foreign:
        for line in summary(outcome):
            click.echo(line)
    failures = outcome.failures
    if failures or outcome.stopped:
        raise ControllerError("\n".join([*_failure_lines(failures), *([outcome.stopped] if outcome.stopped else [])]))


def _failure_lines(failures: Sequence[Record]) -> Iterator[str]:
    for record in failures[:_SHOWN]:
        text = record.error if record.error.startswith(record.switch) else f"{record.switch}: {record.error or 'begun'}"
        yield _brief(text, len(failures))
    if len(failures) > _SHOWN:
        yield f"... and {len(failures) - _SHOWN} more switches"


def _brief(text: str, count: int) -> str:
    """The lines about one switch: all of them, or a few when there are several switches."""
    lines = text.splitlines()
    if count <= _WHOLE or len(lines) <= _LINES:
        return text
    return "\n".join([*lines[:_LINES], "..."])


def _print_reports(reports: Sequence[InstallReport]) -> None:
    table = Table("switch", "pipeline", "inserted", "modified", "deleted", "entries")
    for report in sorted(reports, key=lambda each: each.switch):
        table.add_row(
            report.switch,
            "set" if report.pipeline_set else "unchanged",
            *(str(count) for count in (report.inserted, report.modified, report.deleted, report.entries)),
        )
    if reports:
        Console().print(table)


# --- status ----------------------------------------------------------------------------------------------------------


@click.command("status")
@click.argument("journal", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
def status_command(*, journal: Path, as_json: bool) -> None:
    """Say from its JOURNAL how far an install is, or how it ended; also while it runs."""
    story = journals.read(journal)
    heading = story.heading
    states = dict(journals.by_state(story))
    rest = heading.switches - len(story.records)
    if as_json:
        document = {
            **heading.document(),
            "runs": story.runs,
            "ended": story.ended,
            "records": [to_builtins(record) for record in story.records.values()],
        }
        click.echo(json.dumps(document, indent=1))
        return
    click.echo(f"{heading.topology}: {heading.switches} switches, plan {heading.plan[:16]}, run {story.runs}")
    told = [f"{len(states['holds'])} hold their plans", f"{len(states['failed'])} failed"]
    told += [f"{len(states['begun'])} begun and not finished", f"{rest} not begun"]
    click.echo(", ".join(told))
    done = 0
    for number, end in enumerate(heading.waves, start=1):
        there = sum(record.state == "holds" for record in story.records.values() if record.wave <= number)
        done = number if there >= end else done
    click.echo(f"waves done: {done} of {len(heading.waves)} ({', '.join(map(str, heading.waves))} switches)")
    click.echo(story.ended or "not ended: it runs, or was killed; the same install with this journal goes on")
    for line in _failure_lines(states["failed"]):
        click.echo(line)


# --- verify ----------------------------------------------------------------------------------------------------------


@click.command("verify")
@TOPOLOGY
@inventory_options
@fleet_options
@click.option("--fleet", is_flag=True, help="All switches of TOPOLOGY: one without an address is an error.")
def verify_command(
    *,
    topology: Path,
    p4info: Path,
    config: Path,
    switches: tuple[str, ...],
    inventory: Path | None,
    timeout: float,
    folder: Path | None,
    at_once: int,
    report: Path | None,
    fleet: bool,
) -> None:
    """Read each switch and compare it with its plan; write nothing. Says exactly which entry differs."""
    _check_report(report)
    fabric = topologies.load(topology)
    endpoints = endpoints_of(fabric, switches, inventory)
    if fleet:
        check_all(fabric, endpoints)
    survey = Survey(FleetPlan(_source(fabric, folder), Pipeline.load(p4info, config)), at_once, timeout)
    findings: list[Finding] = []
    with progress_bar("reading", len(endpoints)) as (bar, task):
        for finding in survey.findings(endpoints):
            findings.append(finding)
            bar.advance(task)
            if len(endpoints) <= ONE_BY_ONE and finding.state == "as planned":
                click.echo(finding.text())
    if report is not None:
        write_text(report, json.dumps({"topology": fabric.name, "rows": _rows(findings)}, indent=1) + "\n")
    if len(endpoints) > ONE_BY_ONE:
        states = Counter(finding.state for finding in findings)
        click.echo(f"{len(endpoints)} switches: " + ", ".join(f"{count} {state}" for state, count in states.items()))
    wrong = [finding for finding in findings if finding.state != "as planned"]
    if wrong:
        more = [f"... and {len(wrong) - _SHOWN} more switches"] if len(wrong) > _SHOWN else []
        raise VerifyError("\n".join([*(_brief(finding.text(), len(wrong)) for finding in wrong[:_SHOWN]), *more]))


def check_all(fabric: Fabric, endpoints: Iterable[Endpoint]) -> None:
    """Refuse a fleet in which a switch has no address. Raises ControllerError."""
    given = {endpoint.name for endpoint in endpoints}
    missing = [switch.name for switch in fabric.switches() if switch.name not in given]
    if missing:
        raise ControllerError(
            f"{len(missing)} switches of {fabric.name} have no address, {missing[0]} the first of them; accepted: an "
            "inventory with all, or no --fleet"
        )


def _rows(findings: Iterable[Finding]) -> list[dict[str, object]]:
    return [
        {
            "switch": finding.switch,
            "state": finding.state,
            "digest": finding.digest,
            "entries": finding.entries,
            "differences": dict(Counter(difference.kind for difference in finding.differences)),
            "error": finding.error,
        }
        for finding in findings
    ]


# --- read ------------------------------------------------------------------------------------------------------------


@click.command("read")
@TOPOLOGY
@inventory_options
@click.option(
    "--folder", required=True, type=click.Path(file_okay=False, path_type=Path), help="Where the tables are written."
)
def read_command(
    *,
    topology: Path,
    p4info: Path,
    config: Path,
    switches: tuple[str, ...],
    inventory: Path | None,
    timeout: float,
    folder: Path,
) -> None:
    """Read the tables of each switch into a folder, as `plan --folder` writes them. Writes nothing to a switch."""
    fabric = topologies.load(topology)
    endpoints = endpoints_of(fabric, switches, inventory)
    survey = Survey(FleetPlan(ColumnPlanner(fabric).plan, Pipeline.load(p4info, config)), timeout_s=timeout)
    writer = FolderWriter(folder, fabric, anew=True)
    try:
        with progress_bar("reading", len(endpoints)) as (bar, task):
            for tables in survey.tables(endpoints):
                writer.add_tables(tables)
                bar.advance(task)
        writer.finish()
    finally:
        writer.close()
    click.echo(f"{folder}: {len(endpoints)} switches read")


# --- watch -----------------------------------------------------------------------------------------------------------


@click.command("watch")
@TOPOLOGY
@inventory_options
@click.option(
    "--tables", "folder", type=click.Path(file_okay=False, path_type=Path), help="Tables that `plan --folder` wrote."
)
@click.option("--at-once", default=16, show_default=True, type=click.IntRange(1, 256), help="Switches at a time.")
@click.option(
    "--listen", default="127.0.0.1:9464", show_default=True, metavar="HOST:PORT", help="Where /metrics is served."
)
@click.option(
    "--every", default=300.0, show_default=True, type=click.FloatRange(0.1, 86400), callback=_number,
    help="Seconds from one look at all switches to the next.",
)  # fmt: skip
@click.option("--once", is_flag=True, help="Look once, print the metrics, and end.")
@click.option("--no-counters", is_flag=True, help="Leave the switches' counters unread.")
def watch_command(
    *,
    topology: Path,
    p4info: Path,
    config: Path,
    switches: tuple[str, ...],
    inventory: Path | None,
    timeout: float,
    folder: Path | None,
    at_once: int,
    listen: str,
    every: float,
    once: bool,
    no_counters: bool,
) -> None:
    """Look at a fleet again and again, and serve what is seen as metrics for Prometheus, on loopback by default."""
    fabric = topologies.load(topology)
    endpoints = endpoints_of(fabric, switches, inventory)
    plan = FleetPlan(_source(fabric, folder), Pipeline.load(p4info, config))

    def look_once() -> watch.Look:
        return watch.look(plan, endpoints, at_once=at_once, timeout_s=timeout, counters=not no_counters)

    if once:
        click.echo(look_once().text(), nl=False)
        return
    address = check_address(listen, f"--listen {listen}", lowest=0)
    host, _, port = address.rpartition(":")
    exporter = watch.Exporter(host.strip("[]"), int(port))
    try:
        click.echo(f"http://{exporter.address}/metrics: {len(endpoints)} switches, every {every:g} s; end with Ctrl-C")
        with until_interrupted():
            watch.serve(exporter, look_once, every, lambda found: click.echo(", ".join(watch.states_of(found))))
    finally:
        exporter.close()
