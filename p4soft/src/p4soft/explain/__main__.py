# SPDX-License-Identifier: Apache-2.0
"""Explains a P4 program: `python -m p4soft.explain PROG.p4`, or a compiled one: `--json PROG.json`."""

from __future__ import annotations

import inspect
import os
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import click

from p4soft.command_line import define_option, run_command
from p4soft.explain import to_svg, to_text
from p4soft.outputs import OutputError, write_text
from p4soft.switch import Program, ProgramError, load_program
from p4soft.switch.trace import event_kinds, event_name, members


class ExplainError(Exception):
    """Something is wrong with a file the user named; the message is complete and meant for people."""


_FILE = click.Path(path_type=Path)


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 explained, 1 the program is wrong or a file cannot be used, 2 wrong command line.",
)
@click.argument("source", type=_FILE, metavar="PROG.p4", required=False)
@click.option("--json", type=_FILE, metavar="PROG.json", help="Explain this compiled program (BMv2 JSON).")
@click.option("--events", is_flag=True, help="List the events of a trace with the members of their JSON lines.")
@click.option("--svg", type=_FILE, metavar="FILE", help="Also draw it.")
@click.option("-I", "include", type=_FILE, multiple=True, metavar="DIR", help="Where `#include` looks, too.")
@define_option
def main(
    *,
    source: Path | None,
    json: Path | None,
    events: bool,
    svg: Path | None,
    include: Sequence[Path],
    defines: Sequence[tuple[str, str | None]],
) -> None:
    """Print the pipeline of a v1model program as a text diagram: parser, controls, tables, deparser."""
    if events and (source, json, svg) == (None, None, None):
        _print(events_text())
        return
    if events:
        raise click.UsageError("--events explains no program; give it alone")
    if source is not None and json is None:
        file, program = source, _compiled(source, include, dict(defines))
    elif json is not None and source is None:
        file, program = json, _loaded(json)
    else:
        raise click.UsageError("give either a P4 program or, with --json, a compiled one")
    if svg is not None:
        from p4soft.compiler.files import check_outputs  # noqa: PLC0415 - a compiled program needs no compiler

        try:
            check_outputs(file, [svg])
            write_text(svg, to_svg(program))
        except OutputError as error:
            raise ExplainError(f"--svg {error}") from None
    _print(to_text(program))


def events_text() -> str:
    """Every event of a trace: its name, the members of its JSON line with their types, and what it says."""
    lines = []
    for kind in event_kinds():
        told = ", ".join(f"{name}\0{type_}" for name, type_ in members(kind).items())
        lines += _wrapped(f"{event_name(kind)}: {told}", "", "  ")
        said = inspect.getdoc(kind) or ""
        if not said.startswith(f"{kind.__name__}("):  # dataclass writes one where there is none
            lines += _wrapped(" ".join(said.split()), "    ", "    ")
    return "\n".join(lines).replace("\0", " ") + "\n"


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(text, 79, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


def _print(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _compiled(source: Path, include: Sequence[Path], defines: dict[str, str | None]) -> Program:
    from p4soft.compiler import CompileErrors, compile_file  # noqa: PLC0415 - a compiled program needs no compiler

    try:
        result = compile_file(source, include_dirs=include, defines=defines)
    except CompileErrors as errors:
        for diagnostic in errors.diagnostics:
            print(diagnostic, file=sys.stderr)
        raise ExplainError(f"{source}: does not compile") from None
    for warning in result.warnings:
        print(warning, file=sys.stderr)
    return load_program(result.json, source=str(source))


def _loaded(file: Path) -> Program:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text"
        raise ExplainError(f"{file}: cannot read: {reason}") from None
    return load_program(text, source=str(file))


def entry() -> None:
    """Entry point: exit status 1 for a program or file that is wrong, 2 for wrong usage."""
    run_command(main, (ExplainError, ProgramError), status=1, name="python -m p4soft.explain")


if __name__ == "__main__":
    entry()
