# SPDX-License-Identifier: Apache-2.0
"""Command line: `python -m ptf_tests [--target embedded|bmv2] [TEST ...]`."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from controller.interrupt import InterruptedCommandError, interruptible
from ptf_tests.junit import CaseResult
from ptf_tests.runner import Run, RunError, run
from targets import get_target
from targets.api import CompiledFiles

COLOURS = {"passed": "green", "failed": "red", "error": "red", "skipped": "yellow"}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("tests", nargs=-1)
@click.option("--target", type=click.Choice(["embedded", "bmv2"]), default="embedded", show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out/ptf"),
    show_default=True,
    help="Logs, JUnit, switch log.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="BMv2 JSON to run instead of compiling.",
)
@click.option(
    "--p4info", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="P4Info that belongs to --json."
)
@click.option("--record", is_flag=True, help="Also write each case's inputs and outputs to OUT/record.jsonl.")
def main(
    tests: tuple[str, ...], target: str, out: Path, json_file: Path | None, p4info: Path | None, record: bool
) -> None:
    """Run the conformance cases (all, or TESTS such as `srv6` or `trimming.TrimSize`) against a switch."""
    if (json_file is None) != (p4info is None):
        raise click.UsageError("--json and --p4info belong together")
    files = CompiledFiles(json_file.resolve(), p4info.resolve()) if json_file and p4info else None
    results = run(Run(get_target(target), out.resolve(), tests, files, record))
    _show(results, out)
    if any(result.outcome in ("failed", "error") for result in results):
        raise SystemExit(1)


def _show(results: list[CaseResult], out: Path) -> None:
    console = Console()
    table = Table("case", "outcome", "seconds", title="PTF")
    for result in results:
        colour = COLOURS[result.outcome]
        table.add_row(result.name, f"[{colour}]{result.outcome}[/]", f"{result.seconds:.2f}")
    console.print(table)
    for result in results:
        if result.outcome != "passed":
            console.print(f"\n[bold]{result.name}: {result.outcome}[/]\n", end="")
            console.print(result.text, markup=False, highlight=False)
    counts = {name: sum(result.outcome == name for result in results) for name in COLOURS}
    console.print(", ".join(f"{count} {name}" for name, count in counts.items()) + f"; JUnit in {out / 'junit.xml'}")


def entry() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 1; wrong usage is 2."""
    try:
        with interruptible():
            main.main(prog_name="python -m ptf_tests", standalone_mode=False)
    except InterruptedCommandError as interrupted:
        click.echo(f"error: {interrupted}", err=True)
        sys.exit(interrupted.status)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except RunError as problem:
        click.echo(f"error: {problem}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    entry()
