# SPDX-License-Identifier: Apache-2.0
"""`python -m p4soft.stf PROG.p4 TEST.stf`; `--help` says the rest."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from p4soft.command_line import ENGINE_HELP, ENGINES, Directory, EngineChoice, define_option, run_command
from p4soft.outputs import write_bytes
from p4soft.stf import Case, OpenDevice, Options, Result, document, embedded_opener, run_case
from p4soft.stf.statements import StfError
from p4soft.targets import TARGET_NAMES

_PATH = click.Path(path_type=Path)


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    options_metavar="[OPTIONS]",
    epilog="Exit status: 0 every test passed, 1 one did not, 2 the command line is wrong.",
)
@click.argument("files", nargs=-1, required=True, type=_PATH, metavar="PROG.p4 [TEST.stf]...")
@click.option(
    "--json",
    "compiled",
    type=_PATH,
    metavar="PROG.json",
    help="Run this compiled program (BMv2 JSON); only tests follow.",
)
@click.option("--p4info", type=_PATH, metavar="FILE", help="The P4Info (text) of --json; bmv2 needs it.")
@click.option(
    "--target", type=click.Choice(TARGET_NAMES), default="embedded", help="What to run on (default: embedded)."
)
@click.option("--junit", "report", type=_PATH, metavar="FILE", help="Write the results as JUnit XML.")
@click.option(
    "--trace", "with_trace", is_flag=True, help="Show what the switch did with the packet behind each failure."
)
@click.option("-v", "--verbose", is_flag=True, help="Also show what read commands found.")
@click.option("-I", "include", type=Directory(), multiple=True, metavar="DIR", help="Where `#include` looks first.")
@define_option
@click.option("--engine", type=click.Choice(ENGINES), default="auto", help=ENGINE_HELP)
@click.option("--cpu-port", type=int, metavar="PORT", help="Port of packet-in and packet-out, 1..510.")
def main(
    *,
    files: Sequence[Path],
    compiled: Path | None,
    p4info: Path | None,
    target: str,
    report: Path | None,
    with_trace: bool,
    verbose: bool,
    include: Sequence[Path],
    defines: Sequence[tuple[str, str | None]],
    engine: EngineChoice,
    cpu_port: int | None,
) -> None:
    """Run tests of the Simple Test Framework: packets in, packets out, in virtual time and in process.

    Programs are followed by their tests (default: PROG.stf).
    """
    if p4info is not None and compiled is None:
        raise click.UsageError("--p4info belongs to a program given with --json")
    if compiled is not None and target == "bmv2" and p4info is None:
        raise click.UsageError("--json on --target bmv2 needs --p4info FILE")
    if cpu_port is not None and not 1 <= cpu_port <= 510:
        raise click.UsageError(f"--cpu-port {cpu_port} is out of range; accepted: 1..510")
    if target == "bmv2" and (include or defines):
        raise click.UsageError(
            "-I and -D are for the embedded compiler; with --target bmv2 compile first and use --json"
        )
    cases = _cases(files) if compiled is None else _cases_of(compiled, p4info, files)
    logging.getLogger("p4soft").addHandler(logging.NullHandler())
    open_device = _opener(target, Options(tuple(include), dict(defines), cpu_port, engine))
    results = []
    for case in cases:
        results.append(run_case(case, open_device, with_trace=with_trace))
        _show(results[-1], verbose)
    if report is not None:
        write_bytes(report, document(results))
    passed = sum(r.passed for r in results)
    if len(results) > 1:
        print(f"{passed} of {len(results)} tests passed")
    if passed != len(results):
        sys.exit(1)


def _cases_of(compiled: Path, p4info: Path | None, files: Sequence[Path]) -> list[Case]:
    """The tests of one compiled program."""
    for file in files:
        if file.suffix != ".stf":
            raise click.UsageError(f"{file}: with --json only tests (.stf) may follow")
    return [Case(compiled, file, is_json=True, p4info=p4info) for file in files]


def _cases(files: Sequence[Path]) -> list[Case]:
    """Programs, each followed by its tests."""
    cases: list[Case] = []
    program: Path | None = None
    for at, path in enumerate(files):
        if path.suffix == ".stf":
            if program is None:
                raise click.UsageError(f"{path}: the program (PROG.p4) comes before its tests")
            cases.append(Case(program, path))
            continue
        program = path
        if at + 1 == len(files) or files[at + 1].suffix != ".stf":
            cases.append(Case(path, path.with_suffix(".stf")))
    return cases


def _opener(target: str, options: Options) -> OpenDevice:
    if target == "embedded":
        return embedded_opener(options)
    # P4Runtime is a large import that the switch in this process does not need.
    from p4soft.stf.remote import remote_opener  # noqa: PLC0415

    return remote_opener(target, options)


def _show(result: Result, verbose: bool) -> None:
    for note in result.notes if verbose else ():
        print(note)
    word = {"pass": "PASS", "fail": "FAIL", "error": "ERROR"}[result.outcome]
    print(f"{word} {result.case.program} {result.case.test}")
    if result.outcome == "error":
        print(f"error: {result.text}", file=sys.stderr)
    elif result.text:
        print(result.text)


def entry() -> None:
    """Entry point: exit status as the help says; 1 also for a test that cannot be run."""
    run_command(main, (StfError,), status=1, name="python -m p4soft.stf")


if __name__ == "__main__":
    entry()
