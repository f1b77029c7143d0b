# SPDX-License-Identifier: Apache-2.0
"""`python -m p4soft.fidelity stf|p4info|errors --corpus DIR|wild DIR|fuzz`; `--help` says the rest."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from p4soft.command_line import ENGINE_HELP, ENGINES, Directory, EngineChoice, define_option, run_command
from p4soft.fidelity.corpus import BMV2, EMBEDDED, OURS, P4C, CorpusError, Pool, Report
from p4soft.outputs import write_bytes, write_text

_PATH = click.Path(path_type=Path)
_SETTINGS = {"help_option_names": ["-h", "--help"]}


def _output_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that everything has here."""
    for option in (
        click.option("--jobs", type=click.IntRange(1), default=2, help="Programs at a time (default: 2)."),
        click.option("--junit", type=_PATH, metavar="FILE", help="Write the results as JUnit XML."),
        click.option("--list", "with_list", is_flag=True, help="Also list what does not pass, or just so, and why."),
    ):
        command = option(command)
    return command


def _measurement(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every measurement on p4c's programs."""
    text = "A checkout of the p4c repository."
    corpus = click.option("--corpus", type=_PATH, required=True, metavar="DIR", help=text)
    return corpus(_output_options(command))


@click.group(context_settings=_SETTINGS)
def main() -> None:
    """Measure compiler and switch against p4c and BMv2, on p4c's public test programs or on any folder of programs.

    Exit status: 0 the target of the measurement holds, 1 it does not, 2 it could not be measured.
    """


@main.command(context_settings=_SETTINGS)
@_measurement
@click.option(
    "--json", "compiler", type=click.Choice((OURS, P4C)), default=OURS, help="Whose compiler (default: ours)."
)
@click.option(
    "--target", type=click.Choice((EMBEDDED, BMV2)), default=EMBEDDED, help="Which switch (default: embedded)."
)
@click.option("--engine", type=click.Choice(ENGINES), default="auto", help=ENGINE_HELP)
def stf(
    *,
    corpus: Path,
    jobs: int,
    compiler: str,
    target: str,
    engine: EngineChoice,
    junit: Path | None,
    with_list: bool,
) -> None:
    """Run the v1model programs that have an STF test."""
    from p4soft.fidelity.stf_tests import measure_stf  # noqa: PLC0415 - `--help` needs no switch, gRPC or Thrift

    _show(measure_stf(corpus, compiler, target, Pool(corpus, jobs), engine), junit, with_list=with_list)


@main.command(context_settings=_SETTINGS)
@_measurement
def p4info(*, corpus: Path, jobs: int, junit: Path | None, with_list: bool) -> None:
    """Compare our P4Info with p4c's."""
    from p4soft.fidelity.compilers import measure_p4info  # noqa: PLC0415 - as in `stf`

    _show(measure_p4info(corpus, Pool(corpus, jobs)), junit, with_list=with_list)


@main.command(context_settings=_SETTINGS)
@_measurement
def errors(*, corpus: Path, jobs: int, junit: Path | None, with_list: bool) -> None:
    """Compile the wrong programs that p4c refuses."""
    from p4soft.fidelity.compilers import measure_errors  # noqa: PLC0415 - as in `stf`

    _show(measure_errors(corpus, Pool(corpus, jobs)), junit, with_list=with_list)


@main.command(context_settings=_SETTINGS)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@_output_options
@define_option
@click.option("-I", "include", type=Directory(), multiple=True, metavar="DIR", help="Where `#include` looks too.")
@click.option("--compile-only", is_flag=True, help="Compare what compiles, and P4Info; run nothing.")
@click.option("--entries", type=click.IntRange(1), default=8, show_default=True, help="Entries for each table.")
@click.option("--packets", type=click.IntRange(1), default=48, show_default=True, help="Packets for each program.")
@click.option(
    "--rounds", type=click.IntRange(1), default=1, show_default=True, help="Workloads that each program is tried with."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of entries and packets.")
@click.option(
    "--engine", type=click.Choice(ENGINES), default="python", show_default=True, help="Engine of the embedded switch."
)
@click.option("--seconds", type=click.IntRange(1), default=300, show_default=True, help="Limit for each program.")
@click.option("--memory", type=click.IntRange(1024), default=8192, show_default=True, help="Limit in MiB, likewise.")
@click.option("--report", "report_file", type=_PATH, metavar="FILE", help="Write everything that was found as JSON.")
def wild(
    *,
    folder: Path,
    jobs: int,
    defines: Sequence[tuple[str, str | None]],
    junit: Path | None,
    with_list: bool,
    compile_only: bool,
    entries: int,
    packets: int,
    include: Sequence[Path],
    rounds: int,
    seed: int,
    engine: EngineChoice,
    seconds: int,
    memory: int,
    report_file: Path | None,
) -> None:
    """Compile the v1model programs below DIR with both compilers and run them in all four pairings.

    Entries and packets are generated from each program's P4Info and parser, and tried on our switch first: what gets
    lost is changed until it comes through. Compared are what compiles, P4Info, which
    updates are accepted, every frame, and afterwards entries, counters, registers and meters. A difference that lies
    only in time stamps, random numbers or what was never written is counted by its reason; any other is an error.
    """
    from p4soft.fidelity.wild import Settings, measure_wild, report_json  # noqa: PLC0415 - as in `stf`
    from p4soft.fidelity.workload import Amount  # noqa: PLC0415 - as in `stf`

    amount = None if compile_only else Amount(entries, packets)
    settings = Settings(dict(defines), amount, seed, engine, memory, rounds, tuple(include))
    report = measure_wild(folder, Pool(folder, jobs, seconds), settings)
    if report_file is not None:
        write_text(report_file, report_json(report))
    _show(report, junit, with_list=with_list)


@main.command(context_settings=_SETTINGS)
@click.argument(
    "paths", type=click.Path(path_type=Path, exists=True), metavar="PROGRAM|DIR...", nargs=-1, required=True
)
@define_option
@click.option("--frames", type=click.IntRange(1), default=1_000_000, show_default=True, help="All together.")
@click.option("--programs", "most", type=click.IntRange(1), metavar="N", help="At most so many programs.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of entries and frames.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes at a time.")
@click.option("--checked", is_flag=True, help="Compile bounds checks into the machine code (slow).")
@click.option("--workload", metavar="MODULE:FUNCTION", default="", help="Entries and frames of your own for a program.")
def fuzz(
    *,
    paths: Sequence[Path],
    defines: Sequence[tuple[str, str | None]],
    frames: int,
    most: int | None,
    seed: int,
    jobs: int,
    checked: bool,
    workload: str,
) -> None:
    """Send mutated frames through the machine code of programs.

    The first program gets half of the frames. Programs run in a process of their own: when it dies, the program, the
    batch and the frame are told, and the others go on.
    """
    try:
        from p4soft.fidelity import mutation  # noqa: PLC0415 - alone of all it needs numpy
    except ModuleNotFoundError as missing:
        raise CorpusError(f"fuzz: {missing}; pip install 'p4soft[fidelity]' has it") from None
    settings = mutation.Settings(frames, seed, jobs, checked, dict(defines), workload)
    chosen = mutation.chosen(paths, most)
    outcome = mutation.run(chosen, settings, lambda found: print(mutation.line_of(found), flush=True))
    print(mutation.summary(outcome))
    if not outcome.holds:
        sys.exit(1)


def _show(report: Report, junit: Path | None, *, with_list: bool) -> None:
    if junit is not None:
        write_bytes(junit, report.junit())
    print(report.text(with_list=with_list))
    if not report.holds:
        sys.exit(1)


def entry() -> None:
    """Entry point: exit status as `main` says."""
    run_command(main, (CorpusError,), status=2, name="python -m p4soft.fidelity")


if __name__ == "__main__":
    entry()
