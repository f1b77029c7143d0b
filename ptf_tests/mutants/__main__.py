# SPDX-License-Identifier: GPL-2.0-only
"""Command line: `python -m ptf_tests.mutants`; `--help` says the rest."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from common.errors import DocumentError, UserError
from p4soft.command_line import ENGINES, EngineChoice, InterruptedCommandError, run_command
from ptf_tests.mutants.operators import OPERATORS, VENDOR, Mutant, Program, every, sample

if TYPE_CHECKING:
    from ptf_tests.mutants.run import Judged, Result, Results
    from ptf_tests.switch.profile import Profile

SOURCES = Path(__file__).resolve().parents[2] / "p4src"
PROFILE = "embedded"
PER_OPERATOR = 8


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("tests", nargs=-1)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Directory for mutants.json, mutants.md.")
@click.option(
    "--per-operator", type=click.IntRange(1), default=PER_OPERATOR, show_default=True, help="Mutants of each operator."
)
@click.option("--operator", "operators", multiple=True, type=click.Choice([*OPERATORS, VENDOR]), help="Only it.")
@click.option("--vendor-only", is_flag=True, help="Only the mutants written by hand.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="python",
    show_default=True,
    help="What runs the mutants; most run for less time than their machine code takes to make.",
)
def main(
    tests: tuple[str, ...],
    out: Path | None,
    per_operator: int,
    operators: tuple[str, ...],
    vendor_only: bool,
    jobs: int,
    engine: EngineChoice,
) -> None:
    """Break the switch program in many ways, one at a time, and run the conformance suite against each.

    TESTS are modules, cases or requirements, as for the suite itself; without any, all cases are run.

    Exit status: 0 if some case noticed every mutant, or it is shown to be equivalent (equivalent.yaml); 1 if not, or
    if a mutant that is said to be equivalent was noticed; 2 if the run could not be made.
    """
    from ptf_tests.catalogue.requirements import Catalogue  # noqa: PLC0415 - `--help` needs neither packets nor P4
    from ptf_tests.conformance import select  # noqa: PLC0415 - the same
    from ptf_tests.mutants.run import Results, write_results  # noqa: PLC0415 - the same
    from ptf_tests.switch.case import cases  # noqa: PLC0415 - the same
    from ptf_tests.switch.profile import load, named  # noqa: PLC0415 - the same

    console = Console()
    if out is not None:
        write_results(Results(partial=True, cases=0, seconds=0, mutants=()), out)  # found out before the work is done
    profile = load(named(PROFILE))
    names = [case.name for case in select(tests, cases(), Catalogue.own(), profile).applicable]
    wanted = (VENDOR,) if vendor_only else operators or (VENDOR, *OPERATORS)
    mutants, reasons = _mutants(wanted, per_operator)
    found, interruption = _run(console, mutants, reasons, profile, names, jobs=jobs, engine=engine)
    if out is not None:
        write_results(found, out)
    wrong = [result for result in found.of("killed") if result.why]
    _show(console, found, wrong)
    if interruption is not None:
        raise interruption
    if found.of("survived") or wrong:
        raise SystemExit(1)


def _mutants(operators: Sequence[str], per_operator: int) -> tuple[list[Mutant], Mapping[str, str]]:
    """What to try, and why some of all mutants are equivalent. Raises DocumentError, UserError."""
    from ptf_tests.mutants import vendor  # noqa: PLC0415 - as in `main`
    from ptf_tests.mutants.equivalents import why_equivalent  # noqa: PLC0415 - the same

    program = _program()
    generated = {name: list(every(program, name)) for name in OPERATORS}
    reasons = why_equivalent({mutant.id for mutants in generated.values() for mutant in mutants})
    found: list[Mutant] = []
    for name in operators:
        if name == VENDOR:
            found += vendor.mutants(SOURCES, vendor.read_replacements(SOURCES))
        else:
            found += sample(generated[name], per_operator)
    return found, reasons


def _program() -> Program:
    """The switch program, compiled. Raises UserError."""
    from p4soft.compiler import CompileErrors  # noqa: PLC0415 - as in `main`
    from ptf_tests.mutants.vendor import program_of  # noqa: PLC0415 - the same

    try:
        return program_of(SOURCES)
    except CompileErrors as errors:
        raise UserError(str(errors)) from None


def _run(
    console: Console,
    mutants: Sequence[Mutant],
    reasons: Mapping[str, str],
    profile: Profile,
    names: Sequence[str],
    *,
    jobs: int,
    engine: EngineChoice,
) -> tuple[Results, InterruptedCommandError | None]:
    """Try them with a progress bar; what there is, and what interrupted the run, if anything did."""
    from rich.progress import (  # noqa: PLC0415 - as in `main`
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    from ptf_tests.mutants.run import Results, passing, run  # noqa: PLC0415 - the same

    started = time.monotonic()
    judged: dict[str, Judged] = {}
    interruption = None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as bar:
        whole = bar.add_task("cases on the program", total=len(names))
        task = bar.add_task("mutants", total=len(mutants), start=False)

        def on_judged(one: Judged) -> None:
            judged[one.mutant.id] = one
            if one.verdict.fate == "survived" and one.mutant.id not in reasons:
                bar.console.print(f"survived: {_where(one.mutant)}", markup=False, highlight=False, soft_wrap=True)
            bar.advance(task)

        try:
            passed = passing(_program(), profile, names, lambda: bar.advance(whole))
            bar.start_task(task)
            run(mutants, profile, passed, jobs, on_judged, engine=engine)
        except InterruptedCommandError as error:
            interruption = error
    made = [_result(judged[mutant.id], reasons) for mutant in mutants if mutant.id in judged]
    partial = len(made) < len(mutants)
    seconds = round(time.monotonic() - started, 1)
    return Results(partial=partial, cases=len(names), seconds=seconds, mutants=tuple(made)), interruption


def _result(judged: Judged, reasons: Mapping[str, str]) -> Result:
    from ptf_tests.mutants.run import Result  # noqa: PLC0415 - as in `main`

    mutant, verdict = judged.mutant, judged.verdict
    why = reasons.get(mutant.id, "")
    return Result(
        id=mutant.id,
        operator=mutant.operator,
        file=mutant.file,
        line=mutant.line,
        what=mutant.what,
        outcome="equivalent" if why and verdict.fate == "survived" else verdict.fate,
        killer=verdict.killer,
        how=verdict.how,
        tried=verdict.tried,
        why=why,
    )


def _where(mutant: Mutant | Result) -> str:
    return f"{mutant.file}:{mutant.line}: {mutant.operator}: {' '.join(mutant.what.split())}"


def _show(console: Console, found: Results, wrong: Sequence[Result]) -> None:
    from ptf_tests.mutants.run import results_table  # noqa: PLC0415 - as in `main`

    console.print(results_table(found))
    survivors = found.of("survived")
    for title, some in (("Survived", survivors), ("Noticed, though equivalent.yaml says that nobody can", wrong)):
        if some:
            console.print(f"\n[bold]{title}[/]")
        for result in some:
            by = f" (by {result.killer})" if result.killer else ""
            console.print(f"  {_where(result)}{by}", markup=False, highlight=False, soft_wrap=True)
    if found.partial:
        console.print("\n[bold yellow]Partial: the run was interrupted.[/]")
    tried = [result for result in found.mutants if result.outcome != "does not load"]
    equivalents = len(found.of("equivalent"))
    verdict = f"{len(found.of('killed'))} of {len(tried)} mutants noticed, {equivalents} equivalent"
    console.print(f"\n{verdict}, {len(survivors)} survived ({found.seconds:.0f} s)", highlight=False)


def entry() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 2, as that of wrong usage."""
    run_command(main, (UserError, DocumentError), status=2, name="python -m ptf_tests.mutants")


if __name__ == "__main__":
    entry()
