# SPDX-License-Identifier: Apache-2.0
"""Command line: `python -m ptf_tests run|merge|compare|devices|requirements|...`; `--help` says the rest."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click
from rich.console import Console
from typing_extensions import override

from common.errors import DocumentError, UserError
from common.text import plural
from p4soft.command_line import ENGINES, EngineChoice, run_command
from p4soft.outputs import write_text
from p4soft.targets import CompiledFiles
from ptf_tests.catalogue.names import AREAS, KINDS

if TYPE_CHECKING:
    from rich.progress import TaskID

    from ptf_tests import results
    from ptf_tests.catalogue.requirements import CaseInfo, Catalogue
    from ptf_tests.conformance import Finished, Listener, Request, Runner
    from ptf_tests.switch.profile import Profile

OUT = click.Path(path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
ERRORS = (UserError, DocumentError)
SPEED_PERIOD_S = 3600
"""How far back the time that is left looks: a case of a slow device may take minutes."""
_WIDE = 180
"""Columns of the table of requirements where there is no terminal."""
_NAME = 50
"""Columns of it for names of cases."""


class ShardType(click.ParamType[tuple[int, int]]):
    """K/N, with K from 1 to N."""

    name = "K/N"

    @override
    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        number, _, of = value.partition("/")
        if not (number.isdecimal() and of.isdecimal() and len(value) < 12 and 1 <= int(number) <= int(of)):
            self.fail(f"{value!r}; accepted: K/N with K from 1 to N, such as 2/4", param, ctx)
        return int(number), int(of)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Conformance of switches and NICs with the requirements of the MRC fabric."""


@main.command()
@click.argument("tests", nargs=-1)
@click.option("--dut", type=click.Choice([*KINDS, "nic"]), help="Kind of device; without --profile, its own profile.")
@click.option("--profile", "profile_name", help="A profile of the suite by name, or a file.")
@click.option("--out", type=OUT, help="Directory for reports and logs.  [default: RESULTS/NAME OF THE DEVICE]")
@click.option(
    "--results",
    "all_results",
    type=OUT,
    default=Path("out/conformance"),
    show_default=True,
    help="Directory in which each device has its own.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Order of the cases; 0: as written.")
@click.option("--json", "json_file", type=FILE, help="BMv2 JSON to run instead of compiling (embedded, bmv2).")
@click.option("--p4info", type=FILE, help="P4Info that belongs to --json.")
@click.option("--engine", type=click.Choice(ENGINES), help="Engine that runs the program (embedded).  [default: auto]")
@click.option("--failed", "failed_in", type=FILE, help="Only the cases that did not pass in this conformance.json.")
@click.option("--shard", type=ShardType(), help="Only the Kth of N parts of the cases, K/N; `merge` joins the results.")
@click.option("--record", is_flag=True, help="Also write each case's inputs and outputs to OUT/record.jsonl.")
@click.option("--traces", is_flag=True, help="Keep the switch's trace of every case, not only of those that failed.")
def run(
    tests: tuple[str, ...],
    dut: str | None,
    profile_name: str | None,
    out: Path | None,
    all_results: Path,
    seed: int,
    json_file: Path | None,
    p4info: Path | None,
    engine: EngineChoice | None,
    failed_in: Path | None,
    shard: tuple[int, int] | None,
    record: bool,
    traces: bool,
) -> None:
    """Run all cases that apply, or those of TESTS: modules, module.Class, requirements such as TRIM-007, areas (TRIM).

    Exit status: 0 if every must that was judged is held, 1 if the device does not hold one, 2 if the tester is at
    fault: the run could not be made or did not come to its end, or no requirement was judged.
    """
    from ptf_tests import results  # noqa: PLC0415 - `--help` and lists need no device, packets or pages
    from ptf_tests.conformance import (  # noqa: PLC0415 - the same
        Request,
        RunError,
        folder_of,
        nothing_judged,
        other_modules,
    )
    from ptf_tests.dut.kinds import bench_of  # noqa: PLC0415 - the same
    from ptf_tests.run.ptf_runner import PtfRunner  # noqa: PLC0415 - the same

    console = Console()
    if (json_file is None) != (p4info is None):
        raise click.UsageError("--json and --p4info belong together")
    files = CompiledFiles(json_file.resolve(), p4info.resolve()) if json_file and p4info else None
    runner: Runner
    if dut == "nic":
        if files is not None or engine is not None or record or traces:
            raise click.UsageError(
                "--json, --engine, --record and --traces are for switches; accepted with --dut nic: none"
            )
        from ptf_tests.run.nic_runner import runner_of  # noqa: PLC0415 - loads a NIC

        runner = runner_of(Path(profile_name) if profile_name is not None else None)
    else:
        profile = _profile(dut, profile_name)
        runner = PtfRunner(profile, bench_of(profile, files, engine))
    if failed_in is not None:
        if tests:
            raise click.UsageError("--failed and TESTS; accepted: one of the two")
        earlier = results.load(failed_in)
        if earlier.device.name != runner.subject.name:
            what = f"results of {earlier.device.name!r}, not of {runner.subject.name!r}"
            raise RunError(f"{failed_in}: {what}; accepted: a conformance.json of this device")
        tests = earlier.not_passed()
        if not tests and (why := nothing_judged(earlier)):
            raise RunError(f"{failed_in}: {why}")
        if not tests:
            console.print(f"{failed_in}: every case that ran has passed; nothing to run", soft_wrap=True)
            return
    for line in other_modules(tests, runner.cases):
        console.print(line, soft_wrap=True, highlight=False)
    subject = runner.subject
    own = subject.dut if profile_name is None else folder_of(subject.name)
    where = (out or all_results / own).resolve()
    finished = _run(console, runner, Request(where, tests, seed, record, traces), shard)
    _write(console, finished.report, where)
    if finished.interruption is not None:
        raise finished.interruption
    _end(finished.report)


@main.command()
@click.argument("shards", nargs=-1, required=True, type=FILE)
@click.option("--out", type=OUT, required=True, help="Directory for the report of the whole run.")
def merge(shards: tuple[Path, ...], out: Path) -> None:
    """Join the results (conformance.json) of all shards of a run into one report.

    Exit status: as that of `run` without --shard.
    """
    from ptf_tests import results  # noqa: PLC0415 - as in `run`
    from ptf_tests.conformance import prepare  # noqa: PLC0415 - the same
    from ptf_tests.report.compare import merged  # noqa: PLC0415 - the same

    report = merged([(path, results.load(path)) for path in shards])
    prepare(out.resolve())
    _write(Console(), report, out.resolve())
    _end(report)


@main.command()
def schema() -> None:
    """Print the JSON Schema of conformance.json."""
    from ptf_tests import results  # noqa: PLC0415 - as in `run`

    click.echo(json.dumps(results.schema(), indent=2))


@main.command()
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@click.option("--html", type=click.Path(path_type=Path), help="Also write the comparison as a page.")
@click.option("--baseline", is_flag=True, help="A is how it was: exit status 1 if B does not hold a must that A holds.")
def compare(a: Path, b: Path, html: Path | None, baseline: bool) -> None:
    """Put the results of two devices (conformance.json) side by side."""
    from ptf_tests import results  # noqa: PLC0415 - as in `run`
    from ptf_tests.report import compare as comparing  # noqa: PLC0415 - the same

    left, right = results.load(a), results.load(b)
    comparing.compare(left, right, Console())
    if html is not None:
        comparing.write_comparison(left, right, html)
    if baseline and (lost := comparing.lost_musts(left, right)):
        click.echo(f"{a} held {plural(len(lost), 'must')} that {b} does not: {', '.join(lost)}")
        raise SystemExit(1)


@main.command()
@click.argument("tests", nargs=-1)
@click.option("--profile", "profile_name", required=True, help="A profile of the suite by name, or a file.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out/configuration"),
    show_default=True,
    help="A new directory.",
)
@click.option("--base", type=FILE, help="A SONiC switch's own config_db.json: write whole ones, for `config replace`.")
def configuration(tests: tuple[str, ...], profile_name: str, out: Path, base: Path | None) -> None:
    """Write down what a device must be configured with for the cases of TESTS, without touching it.

    One directory per configuration: a text for people, SONiC's config_db.json, a P4Runtime WriteRequest, and what these
    cannot express. `index.txt` says which cases need which.
    """
    from ptf_tests.catalogue.requirements import Catalogue  # noqa: PLC0415 - as in `run`
    from ptf_tests.conformance import select  # noqa: PLC0415 - the same
    from ptf_tests.run.in_process import plan_configurations, write_plan  # noqa: PLC0415 - the same
    from ptf_tests.switch.case import cases  # noqa: PLC0415 - the same

    profile = _profile(None, profile_name)
    selection = select(tests, cases(), Catalogue.own(), profile)
    planned = plan_configurations([case.name for case in selection.applicable], profile)
    number = write_plan(planned, out, profile, base)
    Console().print(f"{len(selection.applicable)} cases, {number} configurations in {out}", highlight=False)


@main.command()
@click.argument("ids", nargs=-1)
@click.option("--area", type=click.Choice(list(AREAS)), help="Only this area.")
def requirements(ids: tuple[str, ...], area: str | None) -> None:
    """List the requirements and the cases that show them, or say all about those of IDS, such as TRIM-007."""
    from ptf_tests.catalogue.requirements import Catalogue, unknown_ids  # noqa: PLC0415 - as in `run`
    from ptf_tests.nic import case as nic_case  # noqa: PLC0415 - the same
    from ptf_tests.switch.case import cases  # noqa: PLC0415 - the same

    catalogue = Catalogue.own()
    showing: dict[str, list[CaseInfo]] = {}
    for case in (*cases().values(), *nic_case.cases().values()):
        for identity in case.requirements:
            showing.setdefault(identity, []).append(case)
    if not ids:
        _list_requirements(catalogue, area, showing)
        return
    if area is not None:
        raise click.UsageError("--area and IDS; accepted: one of the two")
    for problem in unknown_ids({"IDS": ids}, catalogue.keys()):
        raise click.UsageError(f"{problem.what}; accepted: {problem.accepted}")
    click.echo("\n\n".join(_said(catalogue, identity, showing.get(identity, [])) for identity in ids))


def _list_requirements(catalogue: Catalogue, area: str | None, showing: Mapping[str, Sequence[CaseInfo]]) -> None:
    """Print a table; where there is no terminal, no word in it is cut."""
    from rich.table import Table  # noqa: PLC0415 - as in `run`

    table = Table()
    for heading in ("id", "level", "statement", "source", "shown by"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "shown by" and not sys.stdout.isatty())
    for identity, requirement in catalogue.items():
        if area in (None, catalogue.entry(identity).area):
            source = f"{requirement.source.document} {requirement.source.section}"
            shown = "\n".join(case.name for case in showing.get(identity, []))
            shown = shown or fill(requirement.untested or "", _NAME)
            table.add_row(identity, requirement.level, requirement.statement, source, shown)
    Console(width=None if sys.stdout.isatty() else _WIDE).print(table)


def _said(catalogue: Catalogue, identity: str, cases: Sequence[CaseInfo]) -> str:
    """All about a requirement, for people."""
    requirement, source = catalogue[identity], catalogue.sources[catalogue[identity].source.document]
    applies = [f"claim: {requirement.claim}"] if requirement.claim else []
    if requirement.choice is not None:
        applies.append(f"choice: {requirement.choice.name} = {requirement.choice.value}")
    shown = [f"{case.name}: {case.title}" for case in cases] or [requirement.untested or ""]
    lines = [
        f"{identity} ({catalogue.entry(identity).area}, {requirement.level})",
        requirement.statement,
        f"source: {source.title}, {requirement.source.section} ({source.url}); {requirement.confidence}",
        *([f"why: {requirement.rationale}"] if requirement.rationale else []),
        *applies,
        "shown by:" if cases else "not tested:",
        *(f"  {each}" for each in shown),
    ]
    return "\n".join(lines)


@main.command()
def profiles() -> None:
    """List the profiles that come with the suite."""
    from rich.table import Table  # noqa: PLC0415 - as in `run`

    from ptf_tests.switch.profile import PROFILES, load  # noqa: PLC0415 - the same

    table = Table("profile", "device", "description", "claims")
    for path in sorted(PROFILES.glob("*.yaml")):
        profile = load(path)
        table.add_row(path.stem, profile.dut, profile.description, str(len(profile.claims)))
    Console().print(table)


@main.command()
@click.option("--testbed", "testbed_file", type=FILE, required=True, help="sonic-mgmt's testbed.yaml or testbed.csv.")
@click.option("--name", required=True, help="Of the testbed: its conf-name.")
@click.option("--inventory", type=FILE, required=True, help="The inventory with the switch's ansible_host.")
@click.option("--port-map", type=FILE, required=True, help="default_interface_to_front_map.ini of the PTF container.")
@click.option("--device", help="Which switch, if the testbed has several.")
@click.option("--ports", help="Four ports of the switch, such as Ethernet0,Ethernet8,...  [default: first of the map]")
@click.option(
    "--like", "base", default="sonic-spectrum4", show_default=True, help="Profile whose claims it begins with."
)
@click.option("--out", type=OUT, required=True, help="The profile, a new file.")
def profile(
    testbed_file: Path,
    name: str,
    inventory: Path,
    port_map: Path,
    device: str | None,
    ports: str | None,
    base: str,
    out: Path,
) -> None:
    """Write the profile of a switch of a sonic-mgmt testbed, for a run in its PTF container."""
    from ptf_tests import testbed  # noqa: PLC0415 - as in `run`
    from ptf_tests.switch.profile import load, named  # noqa: PLC0415 - the same

    if out.exists():
        raise testbed.TestbedError(f"{out}: is there already; accepted: a new file")
    switch = testbed.device_of(testbed_file, name, device)
    host = testbed.host_of(inventory, switch)
    chosen = testbed.chosen(port_map, ports.split(",") if ports else [])
    path = named(base)
    write_text(out, testbed.profile_text(path, load(path), switch, host, chosen))
    try:
        load(out)
    except DocumentError:
        out.unlink()
        raise
    click.echo(f"{out}: {switch} at {host.address}; correct its claims, choices and values")


@main.command()
@click.argument("reports", nargs=-1, type=FILE)
@click.option("--page", type=FILE, default=Path("docs/devices.md"), show_default=True, help="The page of the tables.")
@click.option("--packets", is_flag=True, help="Write nothing; print the packet that shows each failure.")
def devices(reports: tuple[Path, ...], page: Path, *, packets: bool) -> None:
    """Write the tables of all devices, with those of REPORTS (conformance.json) in the place of their earlier ones.

    Verdicts are stored next to the page, as devices.json.
    """
    from ptf_tests import results  # noqa: PLC0415 - as in `run`
    from ptf_tests.report import devices as store  # noqa: PLC0415 - the same

    known = store.read(page.with_name(store.FILE))
    if packets:
        click.echo("\n".join(store.packets(known)))
        return
    written = store.with_reports(known, [results.load(path) for path in reports])
    store.write(written, page)
    Console().print(f"{page}: {plural(len(written.devices), 'device')}", highlight=False)


def _profile(dut: str | None, name: str | None) -> Profile:
    from ptf_tests.catalogue.requirements import Catalogue  # noqa: PLC0415 - as in `run`
    from ptf_tests.switch.profile import load, named, of_the_suite  # noqa: PLC0415 - the same

    if name is None and dut == "external":
        raise click.UsageError(
            "--dut external: --profile: which device is missing; accepted: a file of yours, or one of those that "
            "the command `profiles` lists (external-example.yaml says what is in one)"
        )
    if name is None:
        return load(of_the_suite(dut or "embedded"))
    profile = load(named(name), Catalogue.own())
    if dut is not None and dut != profile.dut:
        raise click.UsageError(f"--dut {dut}: profile {profile.name} is of a device of kind {profile.dut}")
    return profile


def _end(report: results.Report) -> None:
    """End with the status that the report asks for, if that is not 0."""
    from ptf_tests.conformance import RunError, nothing_judged  # noqa: PLC0415 - as in `run`

    if report.ended:
        raise RunError(report.ended)
    if report.musts_failed():
        raise SystemExit(1)
    if report.partial:
        raise RunError(f"{report.device.name}: the run did not come to its end; what is missing was not judged")
    if why := nothing_judged(report):
        raise RunError(why)


def _write(console: Console, report: results.Report, out: Path) -> None:
    """Write every report, and its sum to the terminal."""
    from ptf_tests.report import verdicts  # noqa: PLC0415 - as in `run`
    from ptf_tests.report.files import write_all  # noqa: PLC0415 - the same

    written = write_all(report, out)
    verdicts.summary(report, console)
    page = next(path for path in written if path.suffix == ".html")
    verdicts.failures(report, page, console)
    console.print(f"report: {page}", soft_wrap=True, highlight=False)


def _run(console: Console, runner: Runner, request: Request, shard: tuple[int, int] | None) -> Finished:
    from ptf_tests import results  # noqa: PLC0415 - as in `run`
    from ptf_tests.conformance import conform  # noqa: PLC0415 - the same

    with _listening(console, runner, request.out / results.RESULTS) as listener:
        return conform(runner, request, listener, shard)


@contextmanager
def _listening(console: Console, runner: Runner, earlier: Path) -> Iterator[Listener]:
    """A progress bar; how long it will take and failures appear above it."""
    from rich.progress import (  # noqa: PLC0415 - as in `run`
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from ptf_tests.conformance import Listener, forecast  # noqa: PLC0415 - the same

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, speed_estimate_period=SPEED_PERIOD_S) as bar:
        task: list[TaskID] = []

        def on_start(names: Sequence[str]) -> None:
            bar.console.print(forecast(runner, names, earlier), highlight=False)
            task.append(bar.add_task(runner.subject.name, total=len(names)))

        def on_case(case: results.Case) -> None:
            if case.outcome in ("failed", "error"):
                bar.console.print(f"[red]{case.outcome}[/] {case.name}: {case.title}", highlight=False)
            bar.advance(task[0])

        yield Listener(on_start, on_case)


def entry() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 2, as that of wrong usage."""
    run_command(main, ERRORS, status=2, name="python -m ptf_tests")


if __name__ == "__main__":
    entry()
